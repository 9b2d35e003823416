-- The link to a store's ERP: settings and what it sends. What is pushed to it: sql/webhook_endpoints.sql.
-- Ownership: (company_id, store_id) of store_stock_sync_settings and products -> stores, company_id = :actor_id;
-- in webhooks and jobs the store itself is the caller, with the company it belongs to.

-- name: get_settings(store_id, actor_id)^
-- A store without a row has the defaults.
SELECT s.id AS store_id, s.company_id,
       coalesce(x.outbound_enabled, false) AS outbound_enabled, x.outbound_url, x.outbound_secret_enc,
       coalesce(x.inbound_enabled, false) AS inbound_enabled, x.inbound_secret_enc, x.inbound_secret_prev_enc,
       x.inbound_prev_expires_at, x.outbound_prev_expires_at, x.last_test_at, x.last_test_status, x.last_error, x.updated_at
  FROM stores s
  LEFT JOIN store_stock_sync_settings x ON x.company_id = :actor_id AND x.store_id = s.id
 WHERE s.company_id = :actor_id
   AND s.id = :store_id;

-- name: lock_settings(store_id, actor_id)$
-- The row, made if need be and locked: two callers must not both be shown a new secret of which one is lost.
INSERT INTO store_stock_sync_settings AS x (company_id, store_id)
SELECT s.company_id, s.id
  FROM stores s
 WHERE s.company_id = :actor_id
   AND s.id = :store_id
    ON CONFLICT (company_id, store_id) DO UPDATE SET store_id = excluded.store_id
RETURNING x.store_id;

-- name: update_settings(store_id, set_outbound_enabled, outbound_enabled, set_outbound_url, outbound_url, set_outbound_secret, outbound_secret_enc, set_inbound_enabled, inbound_enabled, set_inbound_secret, inbound_secret_enc, prev_expires_at, actor_id)!
-- A new secret moves the old one aside; one that is cleared leaves none.
UPDATE store_stock_sync_settings x
   SET outbound_enabled = CASE WHEN :set_outbound_enabled THEN :outbound_enabled ELSE x.outbound_enabled END,
       outbound_url = CASE WHEN :set_outbound_url THEN :outbound_url ELSE x.outbound_url END,
       outbound_secret_prev_enc = CASE WHEN NOT :set_outbound_secret THEN x.outbound_secret_prev_enc
                                       WHEN :outbound_secret_enc::bytea IS NOT NULL THEN x.outbound_secret_enc END,
       outbound_prev_expires_at = CASE WHEN NOT :set_outbound_secret THEN x.outbound_prev_expires_at
                                       WHEN :outbound_secret_enc::bytea IS NOT NULL AND x.outbound_secret_enc IS NOT NULL
                                       THEN :prev_expires_at::timestamptz END,
       outbound_secret_enc = CASE WHEN :set_outbound_secret THEN :outbound_secret_enc ELSE x.outbound_secret_enc END,
       inbound_enabled = CASE WHEN :set_inbound_enabled THEN :inbound_enabled ELSE x.inbound_enabled END,
       inbound_secret_prev_enc = CASE WHEN :set_inbound_secret THEN x.inbound_secret_enc
                                      ELSE x.inbound_secret_prev_enc END,
       inbound_prev_expires_at = CASE WHEN NOT :set_inbound_secret THEN x.inbound_prev_expires_at
                                      WHEN x.inbound_secret_enc IS NOT NULL
                                      THEN :prev_expires_at::timestamptz END,
       inbound_secret_enc = CASE WHEN :set_inbound_secret THEN :inbound_secret_enc ELSE x.inbound_secret_enc END
  FROM stores s
 WHERE x.company_id = :actor_id
   AND x.store_id = :store_id
   AND s.company_id = x.company_id
   AND s.id = x.store_id;

-- name: record_test(store_id, tested_at, status, error, actor_id)!
UPDATE store_stock_sync_settings x
   SET last_test_at = :tested_at,
       last_test_status = :status,
       last_error = :error
  FROM stores s
 WHERE x.company_id = :actor_id
   AND x.store_id = :store_id
   AND s.company_id = x.company_id
   AND s.id = x.store_id;

-- name: get_inbound(company_id, store_id)^
-- unowned: the caller is the store's ERP; its signature, checked with what is found here, is the credential
-- An archived store takes no stock.
SELECT x.inbound_enabled AND s.deleted_at IS NULL AS inbound_enabled, x.inbound_secret_enc, x.inbound_secret_prev_enc,
       x.inbound_prev_expires_at
  FROM store_stock_sync_settings x
  JOIN stores s ON s.company_id = x.company_id AND s.id = x.store_id
 WHERE x.company_id = :company_id
   AND x.store_id = :store_id;

-- name: apply_stock(company_id, store_id, mode, occurred_at, product_ids, external_ids, skus, quantities, prices)^
-- unowned: the store that signed the request; every product is looked up in it
-- All items at once; the ledger writes itself. An item finds its product by id, else external id, else sku, as rows of a
-- batch do: an external id that no product has leaves the sku, unless that product has another one. A product named twice
-- gets the last absolute value, or the sum of the differences. A row without stock is not counted: a difference does not
-- start it, but brings its price. A price older than the last one is left.
WITH given AS (
    SELECT g.product_id, g.external_id, g.sku, g.quantity, g.price, g.place
      FROM unnest(:product_ids::uuid[], :external_ids::text[], :skus::text[], :quantities::bigint[], :prices::bigint[])
           WITH ORDINALITY AS g (product_id, external_id, sku, quantity, price, place)
), matched AS (
    SELECT g.place, g.quantity, g.price, coalesce(a.id, b.id, c.id) AS product_id
      FROM given g
      LEFT JOIN products a ON g.product_id IS NOT NULL
                          AND a.company_id = :company_id AND a.id = g.product_id
                          AND a.store_id = :store_id AND a.deleted_at IS NULL
      LEFT JOIN products b ON g.product_id IS NULL AND g.external_id IS NOT NULL
                          AND b.company_id = :company_id AND b.store_id = :store_id
                          AND b.external_id = g.external_id AND b.deleted_at IS NULL
      LEFT JOIN products c ON g.product_id IS NULL
                          AND c.company_id = :company_id AND c.store_id = :store_id
                          AND lower(c.sku) = lower(g.sku) AND c.deleted_at IS NULL
                          AND (g.external_id IS NULL OR c.external_id IS NULL)
), wanted AS (
    SELECT m.product_id, count(*) AS items,
           CASE WHEN :mode = 'set' THEN (array_agg(m.quantity ORDER BY m.place DESC))[1] ELSE sum(m.quantity) END AS quantity,
           (array_agg(m.price ORDER BY m.place DESC) FILTER (WHERE m.price IS NOT NULL))[1] AS price
      FROM matched m
     WHERE m.product_id IS NOT NULL
     GROUP BY m.product_id
), held AS MATERIALIZED (
    SELECT p.id, p.stock_quantity AS before, p.stock_source_at AS source_at, p.price_source_at AS priced_at
      FROM products p
     WHERE p.company_id = :company_id
       AND p.id IN (SELECT w.product_id FROM wanted w)
     ORDER BY p.id
       FOR NO KEY UPDATE OF p
), judged AS (
    SELECT w.product_id, w.items, h.before,
           CASE WHEN h.priced_at > :occurred_at THEN NULL ELSE w.price END AS price,
           :mode = 'set' AND h.source_at >= :occurred_at AS stale,
           :mode = 'delta' AND h.before IS NULL AS uncounted,
           CASE WHEN :mode = 'set' THEN w.quantity ELSE h.before + w.quantity END AS asked
      FROM wanted w
      JOIN held h ON h.id = w.product_id
), changed AS (
    UPDATE products p
       SET stock_quantity = CASE WHEN NOT j.uncounted THEN least(greatest(j.asked, 0), 2147483647)::int END,
           stock_source_at = CASE WHEN :mode = 'set' THEN :occurred_at ELSE p.stock_source_at END,
           price_cents = coalesce(j.price, p.price_cents),
           price_source_at = CASE WHEN j.price IS NULL THEN p.price_source_at ELSE :occurred_at END,
           -- A form that was opened before shows another price.
           version = p.version + (coalesce(j.price, p.price_cents) IS DISTINCT FROM p.price_cents)::int
      FROM judged j
     WHERE p.company_id = :company_id
       AND p.id = j.product_id
       AND j.stale IS NOT TRUE
       AND (NOT j.uncounted OR j.price IS NOT NULL)
    RETURNING p.id, j.asked < 0 OR j.asked > 2147483647 AS clamped
)
SELECT (SELECT count(*) FROM changed) AS updated,
       (SELECT coalesce(sum(j.items), 0)::bigint FROM judged j WHERE j.stale) AS stale,
       (SELECT count(*) FROM changed c WHERE c.clamped) AS clamped,
       (SELECT coalesce(sum(j.items), 0)::bigint FROM judged j WHERE j.uncounted) AS uncounted,
       ARRAY(SELECT m.place FROM matched m WHERE m.product_id IS NULL ORDER BY m.place) AS unknown;

-- name: disable_outbound(company_id, store_id, error)!
-- unowned: the job of that store
UPDATE store_stock_sync_settings x
   SET outbound_enabled = false,
       last_error = :error
 WHERE x.company_id = :company_id
   AND x.store_id = :store_id;
