-- The catalogue of a store. Ownership: products.store_id -> stores.id, stores.company_id = :actor_id.

-- name: get_product(product_id, actor_id)^
SELECT p.id, p.store_id, p.external_id, p.sku, p.name, p.description, p.category, p.price_cents, p.currency,
       p.stock_quantity, p.image_urls, p.attributes, p.active,
       coalesce((SELECT q.status FROM product_embedding_queue q WHERE q.store_id = p.store_id AND q.product_id = p.id), 'ready')
           AS embedding_status,
       p.created_at, p.updated_at
  FROM products p
  JOIN stores s ON s.id = p.store_id
 WHERE p.id = :product_id
   AND p.deleted_at IS NULL
   AND s.company_id = :actor_id;

-- name: count_products(store_id, actor_id)^
-- From the running totals. No row: the store is not the actor's.
SELECT coalesce(t.products, 0) AS total
  FROM stores s
  LEFT JOIN product_totals t ON t.store_id = s.id
 WHERE s.id = :store_id
   AND s.company_id = :actor_id;

-- name: list_products(store_id, actor_id, limit, offset)
-- Newest first.
SELECT p.id, p.store_id, p.external_id, p.sku, p.name, p.description, p.category, p.price_cents, p.currency,
       p.stock_quantity, p.image_urls, p.attributes, p.active,
       coalesce((SELECT q.status FROM product_embedding_queue q WHERE q.store_id = p.store_id AND q.product_id = p.id), 'ready')
           AS embedding_status,
       p.created_at, p.updated_at
  FROM products p
  JOIN stores s ON s.id = p.store_id
 WHERE p.store_id = :store_id
   AND p.deleted_at IS NULL
   AND s.company_id = :actor_id
 ORDER BY p.created_at DESC, p.id DESC
 LIMIT :limit OFFSET :offset;

-- name: count_matching_products(store_id, actor_id, query)^
-- No row: the store is not the actor's. The same condition as in search_products.
WITH asked AS MATERIALIZED (
    SELECT CASE WHEN show_trgm(fold_text(:query)) <> '{}' THEN fold_text(:query) END AS folded,
           CASE WHEN numnode(plainto_tsquery('portuguese', fold_text(:query))) > 5
                THEN replace(plainto_tsquery('portuguese', fold_text(:query))::text, ' & ', ' | ')::tsquery
                ELSE websearch_to_tsquery('portuguese', fold_text(:query)) END AS terms
), spelt AS MATERIALIZED (
    SELECT f.product_id
      FROM asked a
     CROSS JOIN LATERAL find_misspelt(:store_id, a.folded, 200) f
     WHERE NOT EXISTS (SELECT 1
                         FROM products p
                        WHERE p.store_id = :store_id
                          AND (p.search @@ a.terms OR p.sku = :query OR p.external_id = :query)
                          AND p.deleted_at IS NULL)
)
SELECT (SELECT count(*)
          FROM asked a
          JOIN products p ON p.store_id = s.id
                         AND (p.search @@ a.terms OR a.folded <% p.name_folded OR a.folded <<% p.name_folded
                              OR p.sku = :query OR p.external_id = :query
                              OR p.id = ANY (ARRAY(SELECT m.product_id FROM spelt m)))
         WHERE p.deleted_at IS NULL) AS total
  FROM stores s
 WHERE s.id = :store_id
   AND s.company_id = :actor_id;

-- name: search_products(store_id, actor_id, query, limit, offset)
-- Best first: an exact code, then words by weight and nearness, with misspellings: <% finds parts of a name, <<% (whole
-- words, with a lower threshold) one wrong letter. Sentences of more than three terms
-- (five nodes) match any of them. The last column is the number of all matches, so that they are found once.
WITH asked AS MATERIALIZED (
    SELECT CASE WHEN show_trgm(fold_text(:query)) <> '{}' THEN fold_text(:query) END AS folded,
           CASE WHEN numnode(plainto_tsquery('portuguese', fold_text(:query))) > 5
                THEN replace(plainto_tsquery('portuguese', fold_text(:query))::text, ' & ', ' | ')::tsquery
                ELSE websearch_to_tsquery('portuguese', fold_text(:query)) END AS terms
), spelt AS MATERIALIZED (
    SELECT f.product_id
      FROM asked a
     CROSS JOIN LATERAL find_misspelt(:store_id, a.folded, 200) f
     WHERE NOT EXISTS (SELECT 1
                         FROM products p
                        WHERE p.store_id = :store_id
                          AND (p.search @@ a.terms OR p.sku = :query OR p.external_id = :query)
                          AND p.deleted_at IS NULL)
)
SELECT p.id, p.store_id, p.external_id, p.sku, p.name, p.description, p.category, p.price_cents, p.currency,
       p.stock_quantity, p.image_urls, p.attributes, p.active,
       coalesce((SELECT q.status FROM product_embedding_queue q WHERE q.store_id = p.store_id AND q.product_id = p.id), 'ready')
           AS embedding_status,
       p.created_at, p.updated_at,
       count(*) OVER () AS total
  FROM asked a
 CROSS JOIN stores s
  JOIN products p ON p.store_id = s.id
                 AND (p.search @@ a.terms OR a.folded <% p.name_folded OR a.folded <<% p.name_folded
                      OR p.sku = :query OR p.external_id = :query
                      OR p.id = ANY (ARRAY(SELECT m.product_id FROM spelt m)))
 WHERE s.id = :store_id
   AND p.deleted_at IS NULL
   AND s.company_id = :actor_id
 ORDER BY (p.sku = :query OR p.external_id = :query) IS TRUE DESC,
          ts_rank_cd(p.search, a.terms) + coalesce(word_similarity(a.folded, p.name_folded), 0) DESC, p.id DESC
 LIMIT :limit OFFSET :offset;

-- name: lock_catalogue(store_id, actor_id)^
-- One batch of a store at a time, so that two cannot make the same product. No row: the store is not the actor's.
SELECT s.id, pg_advisory_xact_lock(hashtextextended('catalogue ' || s.id, 0)) AS locked
  FROM stores s
 WHERE s.id = :store_id
   AND s.company_id = :actor_id;

-- name: match_products(store_id, actor_id, ids, external_ids, skus, names)
-- The products a batch may speak of, by any of its keys; oldest first. A probe of an index per key: comparing each
-- product of the store with thousands of keys took longer than writing them.
WITH keyed AS (
    SELECT p.id, p.external_id, p.sku, p.name, p.created_at
      FROM unnest(:ids::uuid[]) AS k (id)
      JOIN products p ON p.store_id = :store_id AND p.id = k.id AND p.deleted_at IS NULL
    UNION
    SELECT p.id, p.external_id, p.sku, p.name, p.created_at
      FROM unnest(:external_ids::text[]) AS k (external_id)
      JOIN products p ON p.store_id = :store_id AND p.external_id = k.external_id AND p.deleted_at IS NULL
    UNION
    SELECT p.id, p.external_id, p.sku, p.name, p.created_at
      FROM unnest(:skus::text[]) AS k (sku)
      JOIN products p ON p.store_id = :store_id AND p.sku = k.sku AND p.deleted_at IS NULL
    UNION
    SELECT p.id, p.external_id, p.sku, p.name, p.created_at
      FROM unnest(:names::text[]) AS k (name)
      JOIN products p ON p.store_id = :store_id AND p.name = k.name AND p.deleted_at IS NULL
)
SELECT k.id, k.external_id, k.sku, k.name
  FROM keyed k
 CROSS JOIN stores s
 WHERE s.id = :store_id
   AND s.company_id = :actor_id
 ORDER BY k.created_at, k.id;

-- name: create_products(store_id, actor_id, items)
-- Items: objects with the columns that are known; price_found is what the text says, for want of a price.
INSERT INTO products AS p (id, store_id, external_id, sku, name, description, category, price_cents, stock_quantity,
                           image_urls, attributes, active)
SELECT (i.doc ->> 'id')::uuid, s.id, i.doc ->> 'external_id', i.doc ->> 'sku', i.doc ->> 'name',
       coalesce(i.doc ->> 'description', ''), i.doc ->> 'category',
       CASE WHEN i.doc ? 'price_cents' THEN (i.doc ->> 'price_cents')::bigint
            ELSE (i.doc ->> 'price_found')::bigint END,
       (i.doc ->> 'stock_quantity')::integer,
       ARRAY(SELECT u.url FROM jsonb_array_elements_text(i.doc -> 'image_urls') WITH ORDINALITY AS u (url, n) ORDER BY u.n),
       coalesce(i.doc -> 'attributes', '{}'), coalesce((i.doc ->> 'active')::boolean, true)
  FROM stores s
 CROSS JOIN jsonb_array_elements(:items::jsonb) WITH ORDINALITY AS i (doc, n)
 WHERE s.id = :store_id
   AND s.company_id = :actor_id
 ORDER BY i.n
RETURNING p.id;

-- name: update_products(store_id, actor_id, items)
-- Only the columns an item has; rows that stay the same are not written and not returned. A changed text sends the product
-- back to the embedding queue (a trigger).
WITH wanted AS (
    SELECT p.id,
           CASE WHEN i.doc ? 'external_id' THEN i.doc ->> 'external_id' ELSE p.external_id END AS external_id,
           CASE WHEN i.doc ? 'sku' THEN i.doc ->> 'sku' ELSE p.sku END AS sku,
           CASE WHEN i.doc ? 'name' THEN i.doc ->> 'name' ELSE p.name END AS name,
           CASE WHEN i.doc ? 'description' THEN coalesce(i.doc ->> 'description', '') ELSE p.description END AS description,
           CASE WHEN i.doc ? 'category' THEN i.doc ->> 'category' ELSE p.category END AS category,
           CASE WHEN i.doc ? 'price_cents' THEN (i.doc ->> 'price_cents')::bigint
                ELSE coalesce(p.price_cents, (i.doc ->> 'price_found')::bigint) END AS price_cents,
           CASE WHEN i.doc ? 'stock_quantity' THEN (i.doc ->> 'stock_quantity')::integer ELSE p.stock_quantity END
               AS stock_quantity,
           CASE WHEN i.doc ? 'image_urls'
                THEN ARRAY(SELECT u.url
                             FROM jsonb_array_elements_text(i.doc -> 'image_urls') WITH ORDINALITY AS u (url, n)
                            ORDER BY u.n)
                ELSE p.image_urls END AS image_urls,
           CASE WHEN i.doc ? 'attributes' THEN i.doc -> 'attributes' ELSE p.attributes END AS attributes,
           CASE WHEN i.doc ? 'active' THEN (i.doc ->> 'active')::boolean ELSE p.active END AS active,
           p.name AS old_name, p.description AS old_description, p.category AS old_category, p.attributes AS old_attributes
      FROM jsonb_array_elements(:items::jsonb) AS i (doc)
      JOIN products p ON p.id = (i.doc ->> 'id')::uuid AND p.store_id = :store_id AND p.deleted_at IS NULL
)
UPDATE products p
   SET external_id = w.external_id,
       sku = w.sku,
       name = w.name,
       description = w.description,
       category = w.category,
       price_cents = w.price_cents,
       stock_quantity = w.stock_quantity,
       image_urls = w.image_urls,
       attributes = w.attributes,
       active = w.active
  FROM wanted w, stores s
 WHERE p.id = w.id
   AND p.store_id = :store_id
   AND s.id = p.store_id
   AND s.company_id = :actor_id
   AND (p.external_id, p.sku, p.name, p.description, p.category, p.price_cents, p.stock_quantity, p.image_urls, p.attributes,
        p.active)
       IS DISTINCT FROM
       (w.external_id, w.sku, w.name, w.description, w.category, w.price_cents, w.stock_quantity, w.image_urls, w.attributes,
        w.active)
RETURNING p.id,
          (w.name, w.description, w.category, w.attributes)
          IS DISTINCT FROM (w.old_name, w.old_description, w.old_category, w.old_attributes) AS text_changed;

-- name: get_product_stats(store_id, actor_id)^
-- One pass over the store's products; no row: the store is not the actor's.
SELECT coalesce(sum(g.n), 0)::bigint AS total,
       coalesce(sum(g.active), 0)::bigint AS active,
       coalesce(sum(g.out_of_stock), 0)::bigint AS out_of_stock,
       coalesce(sum(g.without_price), 0)::bigint AS without_price,
       coalesce(jsonb_agg(jsonb_build_object('category', g.category, 'count', g.n) ORDER BY g.n DESC, g.category)
                FILTER (WHERE g.n > 0), '[]') AS by_category,
       jsonb_build_object('pending', coalesce(sum(g.pending), 0), 'ready', coalesce(sum(g.ready), 0),
                          'error', coalesce(sum(g.failed), 0)) AS embedding
  FROM stores s
  LEFT JOIN LATERAL (
       SELECT p.category, count(*) AS n,
              count(*) FILTER (WHERE p.active) AS active,
              count(*) FILTER (WHERE p.stock_quantity = 0) AS out_of_stock,
              count(*) FILTER (WHERE p.price_cents IS NULL) AS without_price,
              count(*) FILTER (WHERE q.status = 'pending') AS pending,
              count(*) FILTER (WHERE q.status IS NULL) AS ready,
              count(*) FILTER (WHERE q.status = 'error') AS failed
         FROM products p
         LEFT JOIN product_embedding_queue q ON q.store_id = p.store_id AND q.product_id = p.id
        WHERE p.store_id = s.id
          AND p.deleted_at IS NULL
        GROUP BY p.category) g ON true
 WHERE s.id = :store_id
   AND s.company_id = :actor_id
 GROUP BY s.id;
