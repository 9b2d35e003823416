-- Stores of the actor's company. Ownership: stores.company_id = :actor_id.

-- shared: store_columns
s.id, s.company_id, s.name, s.slug, s.description, s.currency, s.settings, s.active, s.created_at, s.updated_at

-- name: list_stores(actor_id)
-- Newest first.
SELECT {store_columns}
  FROM stores s
 WHERE s.company_id = :actor_id
   AND s.deleted_at IS NULL
 ORDER BY s.created_at DESC, s.id DESC;

-- name: get_store(store_id, actor_id)^
SELECT {store_columns}
  FROM stores s
 WHERE s.company_id = :actor_id
   AND s.id = :store_id
   AND s.deleted_at IS NULL;

-- name: create_store(id, actor_id, name, slug, description, settings)^
-- The slug was taken in lookups, in the same transaction. No row: there is no such company.
INSERT INTO stores AS s (company_id, id, name, slug, description, settings)
SELECT c.id, :id::uuid, :name, :slug, :description, :settings::jsonb
  FROM companies c
 WHERE c.id = :actor_id
RETURNING {store_columns};

-- name: update_store(store_id, actor_id, set_name, name, set_slug, slug, set_description, description, set_settings, settings, set_active, active)^
UPDATE stores s
   SET name = CASE WHEN :set_name THEN :name ELSE s.name END,
       slug = CASE WHEN :set_slug THEN :slug ELSE s.slug END,
       description = CASE WHEN :set_description THEN :description ELSE s.description END,
       settings = CASE WHEN :set_settings THEN :settings ELSE s.settings END,
       active = CASE WHEN :set_active THEN :active ELSE s.active END
 WHERE s.company_id = :actor_id
   AND s.id = :store_id
   AND s.deleted_at IS NULL
RETURNING {store_columns};

-- name: count_open_orders(store_id, actor_id)$
-- may be empty: a store without orders.
SELECT coalesce(sum(t.orders), 0)::bigint
  FROM order_totals t
  JOIN stores s ON s.company_id = t.company_id AND s.id = t.store_id
 WHERE t.company_id = :actor_id
   AND t.store_id = :store_id
   AND t.status IN ('pending', 'awaiting_payment', 'awaiting_proof', 'confirmed', 'preparing', 'shipped');

-- name: archive_store(store_id, at, actor_id)$
-- Out of lists and limits, with all that is in it; `at` null brings it back. No row: it is so already.
UPDATE stores s
   SET deleted_at = :at
 WHERE s.company_id = :actor_id
   AND s.id = :store_id
   AND (s.deleted_at IS NULL) = (:at::timestamptz IS NOT NULL)
RETURNING s.id;

-- name: lock_store(store_id, actor_id)^
SELECT s.id, s.slug, s.active, s.deleted_at
  FROM stores s
 WHERE s.company_id = :actor_id
   AND s.id = :store_id
   FOR NO KEY UPDATE OF s;

-- name: lock_slug(store_id, actor_id)$
-- The slug as it is, locked for its change.
SELECT s.slug
  FROM stores s
 WHERE s.company_id = :actor_id
   AND s.id = :store_id
   FOR NO KEY UPDATE OF s;

-- name: get_store_synonyms(store_id, actor_id)^
SELECT s.synonyms
  FROM stores s
 WHERE s.company_id = :actor_id
   AND s.id = :store_id
   AND s.deleted_at IS NULL;

-- name: replace_store_synonyms(store_id, actor_id, groups)^
-- All of them at once. No row: the store is not the actor's. The name is set, too, to itself: the triggers that write the
-- audit log and updated_at look at a row when one of their columns is set, and synonyms is none of them.
UPDATE stores s
   SET synonyms = :groups,
       name = s.name
 WHERE s.company_id = :actor_id
   AND s.id = :store_id
   AND s.deleted_at IS NULL
RETURNING s.synonyms;
