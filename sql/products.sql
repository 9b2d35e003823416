-- The catalogue of a store. Ownership: (products.company_id, store_id) -> stores, company_id = :actor_id.

-- shared: product_columns
p.id, p.store_id, p.external_id, p.sku, p.name, p.description, p.category, p.price_cents, p.currency,
p.stock_quantity, p.image_urls, p.attributes, p.active

-- shared: more_columns
p.created_at, p.updated_at, p.reserved, (p.stock_quantity - least(p.reserved, p.stock_quantity))::int AS available,
p.variant_group AS "group", p.options, p.version,
(SELECT coalesce(jsonb_agg(picture_json(i.id, i.file, i.kind, i.position) ORDER BY i.position, i.id), '[]')
   FROM product_pictures i
  WHERE i.company_id = :actor_id
    AND i.product_id = p.id) AS pictures

-- shared: embedding_status
coalesce((SELECT CASE WHEN EXISTS (SELECT 1
                                     FROM product_embedding e
                                    WHERE e.company_id = :actor_id
                                      AND e.store_id = p.store_id
                                      AND e.product_id = p.id
                                      AND e.model = :model
                                      AND e.text_hash = product_text_hash(p.name, p.category, p.description, p.attributes, p.options))
                     THEN 'ready' ELSE q.status END
            FROM product_embedding_queue q
           WHERE q.company_id = :actor_id
             AND q.store_id = p.store_id
             AND q.product_id = p.id),
         CASE WHEN EXISTS (SELECT FROM product_embedding e
                            WHERE e.company_id = :actor_id AND e.store_id = :store_id AND e.model < :model)
                OR EXISTS (SELECT FROM product_embedding e
                            WHERE e.company_id = :actor_id AND e.store_id = :store_id AND e.model > :model)
              THEN (SELECT 'pending'
                      FROM product_embedding e
                     WHERE e.company_id = :actor_id
                       AND e.store_id = p.store_id
                       AND e.product_id = p.id
                       AND e.model <> :model) END, 'ready') AS embedding_status

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
   AND (:category::text IS NULL OR p.category = ANY (ARRAY(
        SELECT g.category
          FROM (SELECT DISTINCT c.category FROM products c
                 WHERE c.company_id = :actor_id AND c.store_id = :store_id AND (c.deleted_at IS NOT NULL) = :archived
                OFFSET 0) g
         WHERE strpos(fold_text(g.category), fold_text(:category)) > 0)))
   -- Asked first, so that without any the attributes are not even read, and an index has all there is to count.
   AND (cardinality(:keys::text[]) = 0 OR NOT EXISTS (
        SELECT 1
          FROM unnest(:keys::text[], :vals::text[]) AS a (key, val)
         WHERE p.attributes -> a.key IS NULL
            OR (a.key, a.val, p.attributes -> a.key) NOT IN (
               SELECT k.key, k.val, g.value
                 FROM unnest(:keys, :vals) AS k (key, val)
                CROSS JOIN LATERAL (SELECT DISTINCT c.attributes -> k.key AS value FROM products c
                                     WHERE c.company_id = :actor_id AND c.store_id = :store_id
                                    OFFSET 0) g
                WHERE EXISTS (
                      SELECT 1
                        FROM jsonb_array_elements_text(CASE jsonb_typeof(g.value) WHEN 'array' THEN g.value
                                                            ELSE jsonb_build_array(g.value) END) AS i (item)
                       WHERE fold_text(i.item) = fold_text(k.val)))))

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
                    AND NOT EXISTS (
                        SELECT 1
                          FROM unnest(:keys::text[], :vals::text[]) AS a (key, val)
                         WHERE NOT EXISTS (
                               SELECT 1
                                 FROM jsonb_array_elements_text(
                                      CASE jsonb_typeof(v.attributes -> a.key) WHEN 'array' THEN v.attributes -> a.key
                                           ELSE jsonb_build_array(v.attributes -> a.key) END) AS i (item)
                                WHERE fold_text(i.item) = fold_text(a.val)))))

-- shared: new_products
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
 ORDER BY i.n

-- name: get_product(product_id, actor_id)^
-- For the chat, which asks for no model: whether it waits for a vector is said by the queue alone.
SELECT {product_columns},
       coalesce((SELECT q.status
                   FROM product_embedding_queue q
                  WHERE q.company_id = :actor_id AND q.store_id = p.store_id AND q.product_id = p.id), 'ready')
           AS embedding_status,
       {more_columns}
  FROM products p
  JOIN stores s ON s.company_id = p.company_id AND s.id = p.store_id
 WHERE p.company_id = :actor_id
   AND p.id = :product_id
   AND p.deleted_at IS NULL;

-- name: describe_product(product_id, model, actor_id)^
SELECT {product_columns},
       coalesce((SELECT CASE WHEN EXISTS (SELECT 1
                                            FROM product_embedding e
                                           WHERE e.company_id = :actor_id
                                             AND e.store_id = p.store_id
                                             AND e.product_id = p.id
                                             AND e.model = :model
                                             AND e.text_hash = product_text_hash(p.name, p.category, p.description, p.attributes, p.options))
                            THEN 'ready' ELSE q.status END
                   FROM product_embedding_queue q
                  WHERE q.company_id = :actor_id
                    AND q.store_id = p.store_id
                    AND q.product_id = p.id),
                (SELECT 'pending'
                   FROM product_embedding e
                  WHERE e.company_id = :actor_id
                    AND e.store_id = p.store_id
                    AND e.product_id = p.id
                    AND e.model <> :model), 'ready') AS embedding_status,
       {more_columns}
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

-- name: list_products(store_id, actor_id, model, limit, offset)
-- Newest first. Whether the store has vectors of another model is asked once a list; only then is each product's looked at.
SELECT {product_columns},
       {embedding_status},
       {more_columns}
  FROM products p
  JOIN stores s ON s.company_id = p.company_id AND s.id = p.store_id
 WHERE p.company_id = :actor_id
   AND p.store_id = :store_id
   AND p.deleted_at IS NULL
 ORDER BY p.created_at DESC, p.id DESC
 LIMIT :limit OFFSET :offset;

-- name: list_filtered_products(store_id, actor_id, model, category, active, in_stock, min_cents, max_cents, group_key, keys, vals, archived, grouped, sort, limit, offset)
-- Any filter may be NULL; an unknown price passes no price filter and stands last. `grouped`: of the variants of a group
-- that pass, the first stands for all. Its transaction begins with CUSTOM_PLANS, for the index of these very filters.
SELECT {product_columns},
       {embedding_status},
       {more_columns},
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

-- name: list_products_by_ids(store_id, actor_id, model, product_ids, grouped, sort, limit, offset)
-- A page of what a search found, in its order or in another.
SELECT {product_columns},
       {embedding_status},
       {more_columns},
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
          f.place
 LIMIT :limit
OFFSET :offset;

-- name: list_groups(store_id, actor_id, product_ids)
-- may be empty: none of them is a variant.
SELECT p.id, p.variant_group
  FROM products p
  JOIN stores s ON s.company_id = p.company_id AND s.id = p.store_id
 WHERE p.company_id = :actor_id
   AND p.store_id = :store_id
   AND p.id = ANY (:product_ids::uuid[])
   AND p.variant_group IS NOT NULL;

-- name: create_products(store_id, actor_id, items)!
-- Items: objects with the columns that are known; price_found is what the text says, for want of a price.
{new_products};

-- name: add_products(store_id, actor_id, items)
-- The same, leaving out what has a key that another product has, also one that is being made just now.
-- may be empty: all of them were made by somebody else meanwhile.
{new_products}
    ON CONFLICT DO NOTHING
RETURNING id;

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
           h.name AS old_name, h.description AS old_description, h.category AS old_category, h.attributes AS old_attributes,
           h.options AS old_options
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
          (w.name, w.description, w.category, w.attributes, w.options)
          IS DISTINCT FROM (w.old_name, w.old_description, w.old_category, w.old_attributes, w.old_options) AS text_changed;

-- name: lock_product(product_id, actor_id)^
-- A product, also an archived one, until the transaction ends.
SELECT p.id, p.store_id, p.version, p.stock_quantity, p.deleted_at, p.variant_group AS "group"
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

-- name: list_variants(store_id, groups, actor_id)
-- The products of these groups that can be sold, in the order they were made.
-- may be empty: none of them is active.
SELECT p.id, p.name, p.price_cents, p.stock_quantity - least(p.reserved, p.stock_quantity) AS available,
       p.variant_group AS "group", p.options, left(p.description, 400) AS description
  FROM products p
  JOIN stores s ON s.company_id = p.company_id AND s.id = p.store_id
 WHERE p.company_id = :actor_id
   AND p.store_id = :store_id
   AND p.variant_group = ANY (:groups::text[])
   AND p.active
   AND p.deleted_at IS NULL
 ORDER BY p.variant_group, p.id
 LIMIT 500;
