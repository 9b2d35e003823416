-- The catalogue of a store. Ownership: (products.company_id, store_id) -> stores, company_id = :actor_id.

-- shared: product_columns
p.id, p.store_id, p.external_id, p.sku, p.name, p.description, p.category, p.price_cents, p.currency,
p.stock_quantity, p.image_urls, p.attributes, p.active,
coalesce((SELECT q.status FROM product_embedding_queue q
        WHERE q.company_id = :actor_id AND q.store_id = p.store_id AND q.product_id = p.id), 'ready')
 AS embedding_status,
p.created_at, p.updated_at, p.reserved, (p.stock_quantity - least(p.reserved, p.stock_quantity))::int AS available,
p.variant_group AS "group", p.options, p.version,
(SELECT coalesce(jsonb_agg(picture_json(i.id, i.file, i.kind, i.position) ORDER BY i.position, i.id), '[]')
   FROM product_pictures i
  WHERE i.company_id = :actor_id
    AND i.product_id = p.id) AS pictures

-- shared: variants_of_group
CASE WHEN :grouped::boolean AND p.variant_group IS NOT NULL
     THEN (SELECT jsonb_agg(jsonb_build_object('id', v.id, 'name', v.name, 'options', v.options,
                                               'price_cents', v.price_cents, 'stock_quantity', v.stock_quantity,
                                               'active', v.active) ORDER BY v.id)
             FROM products v
            WHERE v.company_id = :actor_id
              AND v.store_id = p.store_id
              AND v.variant_group = p.variant_group
              AND (v.deleted_at IS NOT NULL) = (p.deleted_at IS NOT NULL)) END AS variants

-- shared: product_filters
(p.deleted_at IS NOT NULL) = :archived::boolean
   AND (:active::boolean IS NULL OR p.active = :active)
   AND (:in_stock::boolean IS NULL OR (p.stock_quantity IS NULL OR p.stock_quantity > p.reserved) = :in_stock)
   AND (:group_key::text IS NULL OR p.variant_group = :group_key)
   AND (:min_cents::bigint IS NULL OR p.price_cents >= :min_cents)
   AND (:max_cents::bigint IS NULL OR p.price_cents <= :max_cents)
   AND (:category::text IS NULL OR p.category IN (
        SELECT g.category
          FROM (SELECT DISTINCT c.category FROM products c
                 WHERE c.company_id = :actor_id AND c.store_id = :store_id
                OFFSET 0) g
         WHERE strpos(fold_text(g.category), fold_text(:category)) > 0))
   AND NOT EXISTS (SELECT 1
                     FROM unnest(:keys::text[], :vals::text[]) AS a (key, val)
                    WHERE p.attributes ->> a.key IS DISTINCT FROM a.val)

-- shared: first_of_group
NOT (:grouped::boolean AND p.variant_group IS NOT NULL
     AND EXISTS (SELECT FROM products v
                  WHERE v.company_id = :actor_id
                    AND v.store_id = p.store_id
                    AND v.variant_group = p.variant_group
                    AND v.id < p.id
                    AND (v.deleted_at IS NOT NULL) = :archived
                    AND (:active IS NULL OR v.active = :active)
                    AND (:in_stock IS NULL OR (v.stock_quantity IS NULL OR v.stock_quantity > v.reserved) = :in_stock)
                    AND (:min_cents IS NULL OR v.price_cents >= :min_cents)
                    AND (:max_cents IS NULL OR v.price_cents <= :max_cents)
                    AND (:category IS NULL OR strpos(fold_text(v.category), fold_text(:category)) > 0)
                    AND NOT EXISTS (SELECT 1
                                      FROM unnest(:keys::text[], :vals::text[]) AS a (key, val)
                                     WHERE v.attributes ->> a.key IS DISTINCT FROM a.val)))

-- name: get_product(product_id, actor_id)^
SELECT {product_columns}
  FROM products p
  JOIN stores s ON s.company_id = p.company_id AND s.id = p.store_id
 WHERE p.company_id = :actor_id
   AND p.id = :product_id
   AND p.deleted_at IS NULL;

-- name: count_products(store_id, actor_id)^
-- From the running totals. No row: the store is not the actor's.
SELECT coalesce(t.products, 0) AS total
  FROM stores s
  LEFT JOIN product_totals t ON t.company_id = :actor_id AND t.store_id = s.id
 WHERE s.company_id = :actor_id
   AND s.id = :store_id;

-- name: list_products(store_id, actor_id, limit, offset)
-- Newest first.
SELECT {product_columns}
  FROM products p
  JOIN stores s ON s.company_id = p.company_id AND s.id = p.store_id
 WHERE p.company_id = :actor_id
   AND p.store_id = :store_id
   AND p.deleted_at IS NULL
 ORDER BY p.created_at DESC, p.id DESC
 LIMIT :limit OFFSET :offset;

-- name: list_filtered_products(store_id, actor_id, category, active, in_stock, min_cents, max_cents, group_key, keys, vals, archived, grouped, sort, limit, offset)
-- Any filter may be NULL; an unknown price passes no price filter and stands last. `grouped`: of the variants of a group
-- that pass, the first stands for all. Its transaction begins with CUSTOM_PLANS, for the index of these very filters.
SELECT {product_columns},
       {variants_of_group}
  FROM products p
  JOIN stores s ON s.company_id = p.company_id AND s.id = p.store_id
 WHERE p.company_id = :actor_id
   AND p.store_id = :store_id
   AND {product_filters}
   AND {first_of_group}
 ORDER BY CASE :sort WHEN 'price' THEN p.price_cents WHEN 'stock' THEN p.stock_quantity END NULLS LAST,
          CASE :sort WHEN '-price' THEN p.price_cents WHEN '-stock' THEN p.stock_quantity END DESC NULLS LAST,
          CASE :sort WHEN 'name' THEN p.name_folded END,
          CASE :sort WHEN '-name' THEN p.name_folded END DESC,
          CASE :sort WHEN 'created_at' THEN p.created_at WHEN 'updated_at' THEN p.updated_at END,
          CASE :sort WHEN '-created_at' THEN p.created_at WHEN '-updated_at' THEN p.updated_at END DESC,
          p.id DESC
 LIMIT :limit OFFSET :offset;

-- name: count_filtered_products(store_id, actor_id, category, active, in_stock, min_cents, max_cents, group_key, keys, vals, archived, grouped)$
-- How many pass the same filters.
-- may be empty: none passes.
SELECT count(*)
  FROM products p
  JOIN stores s ON s.company_id = p.company_id AND s.id = p.store_id
 WHERE p.company_id = :actor_id
   AND p.store_id = :store_id
   AND {product_filters}
   AND {first_of_group};

-- name: count_categories(store_id, actor_id, category, active, in_stock, min_cents, max_cents, group_key, keys, vals, archived, grouped)
-- How many products each category has under the same filters.
SELECT p.category, count(*) AS count
  FROM products p
  JOIN stores s ON s.company_id = p.company_id AND s.id = p.store_id
 WHERE p.company_id = :actor_id
   AND p.store_id = :store_id
   AND {product_filters}
   AND {first_of_group}
 GROUP BY p.category
 ORDER BY count(*) DESC, p.category;

-- name: list_products_by_ids(store_id, actor_id, product_ids, grouped, sort)
-- What a search found, in its order or in another.
SELECT {product_columns},
       {variants_of_group}
  FROM unnest(:product_ids::uuid[]) WITH ORDINALITY AS f (id, place)
  JOIN products p ON p.company_id = :actor_id AND p.id = f.id AND p.store_id = :store_id
  JOIN stores s ON s.company_id = p.company_id AND s.id = p.store_id
 WHERE p.company_id = :actor_id
   AND p.deleted_at IS NULL
 ORDER BY CASE :sort WHEN 'price' THEN p.price_cents WHEN 'stock' THEN p.stock_quantity END NULLS LAST,
          CASE :sort WHEN '-price' THEN p.price_cents WHEN '-stock' THEN p.stock_quantity END DESC NULLS LAST,
          CASE :sort WHEN 'name' THEN p.name_folded END,
          CASE :sort WHEN '-name' THEN p.name_folded END DESC,
          CASE :sort WHEN 'created_at' THEN p.created_at WHEN 'updated_at' THEN p.updated_at END,
          CASE :sort WHEN '-created_at' THEN p.created_at WHEN '-updated_at' THEN p.updated_at END DESC,
          f.place;

-- name: list_groups(store_id, actor_id, product_ids)
-- may be empty: none of them is a variant.
SELECT p.id, p.variant_group
  FROM products p
  JOIN stores s ON s.company_id = p.company_id AND s.id = p.store_id
 WHERE p.company_id = :actor_id
   AND p.store_id = :store_id
   AND p.id = ANY (:product_ids::uuid[])
   AND p.variant_group IS NOT NULL;

-- name: lock_catalogue(store_id, actor_id)^
-- One batch of a store at a time, so that two cannot make the same product. No row: the store is not the actor's.
SELECT s.id, pg_advisory_xact_lock(hashtextextended('catalogue ' || s.id, 0)) AS locked
  FROM stores s
 WHERE s.company_id = :actor_id
   AND s.id = :store_id;

-- name: match_products(store_id, actor_id, ids, external_ids, skus, names)
-- The products a batch may speak of, by any of its keys; oldest first. A probe of an index per key: comparing each
-- product of the store with thousands of keys took longer than writing them.
WITH keyed AS (
    SELECT p.id, p.external_id, p.sku, p.name, p.created_at
      FROM unnest(:ids::uuid[]) AS k (id)
      JOIN products p ON p.company_id = :actor_id AND p.store_id = :store_id AND p.id = k.id AND p.deleted_at IS NULL
    UNION
    SELECT p.id, p.external_id, p.sku, p.name, p.created_at
      FROM unnest(:external_ids::text[]) AS k (external_id)
      JOIN products p ON p.company_id = :actor_id AND p.store_id = :store_id AND p.external_id = k.external_id
                     AND p.deleted_at IS NULL
    UNION
    SELECT p.id, p.external_id, p.sku, p.name, p.created_at
      FROM unnest(:skus::text[]) AS k (sku)
      JOIN products p ON p.company_id = :actor_id AND p.store_id = :store_id AND p.sku = k.sku AND p.deleted_at IS NULL
    UNION
    SELECT p.id, p.external_id, p.sku, p.name, p.created_at
      FROM unnest(:names::text[]) AS k (name)
      JOIN products p ON p.company_id = :actor_id AND p.store_id = :store_id AND p.name = k.name AND p.deleted_at IS NULL
)
SELECT k.id, k.external_id, k.sku, k.name
  FROM keyed k
 CROSS JOIN stores s
 WHERE s.company_id = :actor_id
   AND s.id = :store_id
 ORDER BY k.created_at, k.id;

-- name: create_products(store_id, actor_id, items)!
-- Items: objects with the columns that are known; price_found is what the text says, for want of a price.
INSERT INTO products (company_id, id, store_id, external_id, sku, name, description, category, price_cents,
                      stock_quantity, image_urls, attributes, active, variant_group, options)
SELECT s.company_id, (i.doc ->> 'id')::uuid, s.id, i.doc ->> 'external_id', i.doc ->> 'sku', i.doc ->> 'name',
       coalesce(i.doc ->> 'description', ''), i.doc ->> 'category',
       CASE WHEN i.doc ? 'price_cents' THEN (i.doc ->> 'price_cents')::bigint
            ELSE (i.doc ->> 'price_found')::bigint END,
       (i.doc ->> 'stock_quantity')::integer,
       ARRAY(SELECT u.url FROM jsonb_array_elements_text(i.doc -> 'image_urls') WITH ORDINALITY AS u (url, n) ORDER BY u.n),
       coalesce(i.doc -> 'attributes', '{}'), coalesce((i.doc ->> 'active')::boolean, true), i.doc ->> 'group',
       coalesce(i.doc -> 'options', '{}')
  FROM stores s
 CROSS JOIN jsonb_array_elements(:items::jsonb) WITH ORDINALITY AS i (doc, n)
 WHERE s.company_id = :actor_id
   AND s.id = :store_id
 ORDER BY i.n;

-- name: copy_product(product_id, new_id, name, actor_id)$
-- As a draft: it keeps no code and no stock, which are one product's alone, and is not for sale yet. No row: no such product.
INSERT INTO products AS n (company_id, id, store_id, name, description, category, price_cents, currency, stock_quantity,
                           image_urls, attributes, active, variant_group, options)
SELECT p.company_id, :new_id::uuid, p.store_id, coalesce(:name::text, left(p.name, 292) || ' (cópia)'), p.description,
       p.category, p.price_cents, p.currency, CASE WHEN p.stock_quantity IS NOT NULL THEN 0 END, p.image_urls, p.attributes,
       false, p.variant_group, p.options
  FROM products p
  JOIN stores s ON s.company_id = p.company_id AND s.id = p.store_id
 WHERE p.company_id = :actor_id
   AND p.id = :product_id
   AND p.deleted_at IS NULL
RETURNING n.id;

-- name: update_products(store_id, actor_id, items)
-- Only the columns an item has, of the row as it stands once it is locked; rows that stay the same are not written and not
-- returned. A changed text sends the product back to the embedding queue (a trigger).
WITH given AS (
    SELECT (i.doc ->> 'id')::uuid AS id, i.doc
      FROM jsonb_array_elements(:items::jsonb) AS i (doc)
), held AS MATERIALIZED (
    SELECT p.id, p.external_id, p.sku, p.name, p.description, p.category, p.price_cents, p.stock_quantity, p.image_urls,
           p.attributes, p.active, p.variant_group, p.options
      FROM products p
     WHERE p.company_id = :actor_id
       AND p.store_id = :store_id
       AND p.id IN (SELECT g.id FROM given g)
       AND p.deleted_at IS NULL
     ORDER BY p.id
       FOR NO KEY UPDATE OF p
), wanted AS (
    SELECT h.id,
           CASE WHEN g.doc ? 'external_id' THEN g.doc ->> 'external_id' ELSE h.external_id END AS external_id,
           CASE WHEN g.doc ? 'sku' THEN g.doc ->> 'sku' ELSE h.sku END AS sku,
           CASE WHEN g.doc ? 'name' THEN g.doc ->> 'name' ELSE h.name END AS name,
           CASE WHEN g.doc ? 'description' THEN coalesce(g.doc ->> 'description', '') ELSE h.description END AS description,
           CASE WHEN g.doc ? 'category' THEN g.doc ->> 'category' ELSE h.category END AS category,
           CASE WHEN g.doc ? 'price_cents' THEN (g.doc ->> 'price_cents')::bigint ELSE h.price_cents END AS price_cents,
           CASE WHEN g.doc ? 'stock_quantity' THEN (g.doc ->> 'stock_quantity')::integer ELSE h.stock_quantity END
               AS stock_quantity,
           CASE WHEN g.doc ? 'image_urls'
                THEN ARRAY(SELECT u.url
                             FROM jsonb_array_elements_text(g.doc -> 'image_urls') WITH ORDINALITY AS u (url, n)
                            ORDER BY u.n)
                ELSE h.image_urls END AS image_urls,
           CASE WHEN g.doc ? 'attributes' THEN g.doc -> 'attributes' ELSE h.attributes END AS attributes,
           CASE WHEN g.doc ? 'active' THEN (g.doc ->> 'active')::boolean ELSE h.active END AS active,
           CASE WHEN g.doc ? 'group' THEN g.doc ->> 'group' ELSE h.variant_group END AS variant_group,
           CASE WHEN g.doc ? 'options' THEN g.doc -> 'options' ELSE h.options END AS options,
           h.name AS old_name, h.description AS old_description, h.category AS old_category, h.attributes AS old_attributes
      FROM given g
      JOIN held h ON h.id = g.id
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
       active = w.active,
       variant_group = w.variant_group,
       options = w.options,
       version = p.version + 1
  FROM wanted w, stores s
 WHERE p.company_id = :actor_id
   AND p.id = w.id
   AND s.company_id = p.company_id
   AND s.id = p.store_id
   AND (p.external_id, p.sku, p.name, p.description, p.category, p.price_cents, p.stock_quantity, p.image_urls, p.attributes,
        p.active, p.variant_group, p.options)
       IS DISTINCT FROM
       (w.external_id, w.sku, w.name, w.description, w.category, w.price_cents, w.stock_quantity, w.image_urls, w.attributes,
        w.active, w.variant_group, w.options)
RETURNING p.id,
          (w.name, w.description, w.category, w.attributes)
          IS DISTINCT FROM (w.old_name, w.old_description, w.old_category, w.old_attributes) AS text_changed;

-- name: preview_products(store_id, actor_id, items)
-- What update_products would change, without changing it.
SELECT p.id, p.name, p.sku, p.price_cents,
       CASE WHEN i.doc ? 'price_cents' THEN (i.doc ->> 'price_cents')::bigint ELSE p.price_cents END AS new_price_cents,
       (NOT i.doc ? 'external_id' OR (i.doc ->> 'external_id') IS NOT DISTINCT FROM p.external_id)
       AND (NOT i.doc ? 'sku' OR (i.doc ->> 'sku') IS NOT DISTINCT FROM p.sku)
       AND (NOT i.doc ? 'name' OR (i.doc ->> 'name') IS NOT DISTINCT FROM p.name)
       AND (NOT i.doc ? 'description' OR coalesce(i.doc ->> 'description', '') IS NOT DISTINCT FROM p.description)
       AND (NOT i.doc ? 'category' OR (i.doc ->> 'category') IS NOT DISTINCT FROM p.category)
       AND (NOT i.doc ? 'price_cents' OR (i.doc ->> 'price_cents')::bigint IS NOT DISTINCT FROM p.price_cents)
       AND (NOT i.doc ? 'stock_quantity' OR (i.doc ->> 'stock_quantity')::integer IS NOT DISTINCT FROM p.stock_quantity)
       AND (NOT i.doc ? 'image_urls' OR (i.doc -> 'image_urls') IS NOT DISTINCT FROM to_jsonb(p.image_urls))
       AND (NOT i.doc ? 'attributes' OR (i.doc -> 'attributes') IS NOT DISTINCT FROM p.attributes)
       AND (NOT i.doc ? 'active' OR (i.doc ->> 'active')::boolean IS NOT DISTINCT FROM p.active)
       AND (NOT i.doc ? 'group' OR (i.doc ->> 'group') IS NOT DISTINCT FROM p.variant_group)
       AND (NOT i.doc ? 'options' OR (i.doc -> 'options') IS NOT DISTINCT FROM p.options) AS same
  FROM jsonb_array_elements(:items::jsonb) AS i (doc)
  JOIN products p ON p.company_id = :actor_id AND p.id = (i.doc ->> 'id')::uuid AND p.store_id = :store_id
  JOIN stores s ON s.company_id = p.company_id AND s.id = p.store_id
 WHERE s.company_id = :actor_id;

-- name: lock_product(product_id, actor_id)^
-- A product, also an archived one, until the transaction ends.
SELECT p.id, p.store_id, p.version, p.deleted_at, p.variant_group AS "group"
  FROM products p
  JOIN stores s ON s.company_id = p.company_id AND s.id = p.store_id
 WHERE p.company_id = :actor_id
   AND p.id = :product_id
   FOR NO KEY UPDATE OF p;

-- name: archive_product(product_id, at, actor_id)$
-- Out of lists, search and limits, kept for orders; `at` null brings it back. No row: it is so already.
UPDATE products p
   SET deleted_at = :at,
       version = p.version + 1
  FROM stores s
 WHERE p.company_id = :actor_id
   AND p.id = :product_id
   AND (p.deleted_at IS NULL) = (:at::timestamptz IS NOT NULL)
   AND s.company_id = p.company_id
   AND s.id = p.store_id
RETURNING p.id;

-- name: be_patient()!
-- unowned: sets transaction-local variables only, touches no table.
-- Thousands of rows take longer than any other statement may, and on a loaded machine longer still.
SELECT set_config('statement_timeout', '60s', true), set_config('lock_timeout', '20s', true);

-- name: get_product_stats(store_id, model, actor_id)^
-- One pass over the store's products; no row: the store is not the actor's. Vectors of another model than :model wait to be
-- made anew, also before they are queued; there are few or none of them, so they are counted apart.
SELECT coalesce(sum(g.n), 0)::bigint AS total,
       coalesce(sum(g.active), 0)::bigint AS active,
       coalesce(sum(g.out_of_stock), 0)::bigint AS out_of_stock,
       coalesce(sum(g.without_price), 0)::bigint AS without_price,
       coalesce(jsonb_agg(jsonb_build_object('category', g.category, 'count', g.n) ORDER BY g.n DESC, g.category)
                FILTER (WHERE g.n > 0), '[]') AS by_category,
       jsonb_build_object('pending', coalesce(sum(g.pending), 0) + stale.n, 'ready', coalesce(sum(g.ready), 0) - stale.n,
                          'error', coalesce(sum(g.failed), 0)) AS embedding
  FROM stores s
 CROSS JOIN LATERAL (
       SELECT count(*) AS n
         FROM product_embedding e
         JOIN products p ON p.company_id = :actor_id AND p.id = e.product_id AND p.deleted_at IS NULL
        WHERE e.company_id = :actor_id
          AND e.store_id = s.id
          AND (e.model < :model OR e.model > :model)
          AND NOT EXISTS (SELECT 1
                            FROM product_embedding_queue w
                           WHERE w.company_id = :actor_id
                             AND w.store_id = s.id
                             AND w.product_id = e.product_id)) stale
  LEFT JOIN LATERAL (
       SELECT p.category, count(*) AS n,
              count(*) FILTER (WHERE p.active) AS active,
              count(*) FILTER (WHERE p.stock_quantity = 0) AS out_of_stock,
              count(*) FILTER (WHERE p.price_cents IS NULL) AS without_price,
              count(*) FILTER (WHERE q.status = 'pending') AS pending,
              count(*) FILTER (WHERE q.status IS NULL) AS ready,
              count(*) FILTER (WHERE q.status = 'error') AS failed
         FROM products p
         LEFT JOIN product_embedding_queue q ON q.company_id = p.company_id
                                            AND q.store_id = p.store_id
                                            AND q.product_id = p.id
        WHERE p.company_id = :actor_id
          AND p.store_id = s.id
          AND p.deleted_at IS NULL
        GROUP BY p.category) g ON true
 WHERE s.company_id = :actor_id
   AND s.id = :store_id
 GROUP BY s.id, stale.n;

-- name: list_variants(store_id, groups, actor_id)
-- The products of these groups that can be sold, in the order they were made.
-- may be empty: none of them is active.
SELECT p.id, p.name, p.price_cents, p.stock_quantity - least(p.reserved, p.stock_quantity) AS available,
       p.variant_group AS "group", p.options
  FROM products p
  JOIN stores s ON s.company_id = p.company_id AND s.id = p.store_id
 WHERE p.company_id = :actor_id
   AND p.store_id = :store_id
   AND p.variant_group = ANY (:groups::text[])
   AND p.active
   AND p.deleted_at IS NULL
 ORDER BY p.variant_group, p.id
 LIMIT 500;
