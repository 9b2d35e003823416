-- Stores of the actor's company. Ownership: stores.company_id = :actor_id.

-- name: list_stores(actor_id)
-- Newest first.
SELECT s.id, s.company_id, s.name, s.slug, s.description, s.currency, s.settings, s.active, s.created_at, s.updated_at
  FROM stores s
 WHERE s.company_id = :actor_id
 ORDER BY s.created_at DESC, s.id DESC;

-- name: get_store(store_id, actor_id)^
SELECT s.id, s.company_id, s.name, s.slug, s.description, s.currency, s.settings, s.active, s.created_at, s.updated_at
  FROM stores s
 WHERE s.id = :store_id
   AND s.company_id = :actor_id;

-- name: create_store(id, actor_id, name, slug, description, settings)^
-- No row: the slug is taken, by whomever.
INSERT INTO stores AS s (id, company_id, name, slug, description, settings)
VALUES (:id, :actor_id, :name, :slug, :description, :settings)
    ON CONFLICT (slug) DO NOTHING
RETURNING s.id, s.company_id, s.name, s.slug, s.description, s.currency, s.settings, s.active, s.created_at, s.updated_at;

-- name: update_store(store_id, actor_id, set_name, name, set_slug, slug, set_description, description, set_settings, settings, set_active, active)^
UPDATE stores s
   SET name = CASE WHEN :set_name THEN :name ELSE s.name END,
       slug = CASE WHEN :set_slug THEN :slug ELSE s.slug END,
       description = CASE WHEN :set_description THEN :description ELSE s.description END,
       settings = CASE WHEN :set_settings THEN :settings ELSE s.settings END,
       active = CASE WHEN :set_active THEN :active ELSE s.active END
 WHERE s.id = :store_id
   AND s.company_id = :actor_id
RETURNING s.id, s.company_id, s.name, s.slug, s.description, s.currency, s.settings, s.active, s.created_at, s.updated_at;

-- name: list_taken_slugs(slugs)
-- unowned: slugs are unique over all companies, and whether one is taken is what the caller asks; no row is shown.
SELECT s.slug
  FROM stores s
 WHERE s.slug = ANY (:slugs::text[]);
