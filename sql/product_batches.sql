-- Thousands of rows of a catalogue at once: what a batch begins with, and what it would do. What it writes is written by
-- create_products and update_products of products.sql. Ownership: (products.company_id, store_id) -> stores, company_id =
-- :actor_id.

-- name: lock_catalogue(store_id, actor_id)^
-- One batch of a store at a time, so that two cannot make the same product. No row: the store is not the actor's, or archived.
SELECT s.id, pg_advisory_xact_lock(hashtextextended('catalogue ' || s.id, 0)) AS locked
  FROM stores s
 WHERE s.company_id = :actor_id
   AND s.id = :store_id
   AND s.deleted_at IS NULL;

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
      JOIN products p ON p.company_id = :actor_id AND p.store_id = :store_id AND lower(p.sku) = lower(k.sku)
                     AND p.deleted_at IS NULL
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

-- name: be_patient()!
-- unowned: sets transaction-local variables only, touches no table.
-- Thousands of rows take longer than any other statement may, and on a loaded machine longer still.
SELECT set_config('statement_timeout', '60s', true), set_config('lock_timeout', '20s', true);
