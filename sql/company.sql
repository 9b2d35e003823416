-- The actor's company, and the room its plan leaves. Ownership: companies.id = :actor_id, user id = company id.

-- name: lock_user(actor_id)$
-- Concurrent calls queue here, so that the later ones see the first one's company instead of meeting its slug.
SELECT u.id
  FROM users u
 WHERE u.id = :actor_id
   FOR NO KEY UPDATE OF u;

-- name: create_company(actor_id, name, slug, logo)^
-- may be empty: there is such a company already, or no such user.
INSERT INTO companies AS c (id, name, slug, logo)
SELECT u.id, :name, :slug, :logo
  FROM users u
 WHERE u.id = :actor_id
    ON CONFLICT (id) DO NOTHING
RETURNING c.id, c.name, c.logo, c.slug, c.timezone, c.tax_id, c.created_at, c.updated_at;

-- name: get_company(actor_id)^
-- No row: the user has no company yet.
SELECT c.id, c.name, c.logo, c.slug, c.timezone, c.tax_id, c.created_at, c.updated_at
  FROM companies c
 WHERE c.id = :actor_id;

-- name: update_company(actor_id, set_name, name, set_logo, logo, set_slug, slug, set_timezone, timezone, set_tax_id, tax_id)^
UPDATE companies c
   SET name = CASE WHEN :set_name THEN :name ELSE c.name END,
       logo = CASE WHEN :set_logo THEN :logo ELSE c.logo END,
       slug = CASE WHEN :set_slug THEN :slug ELSE c.slug END,
       timezone = CASE WHEN :set_timezone THEN :timezone ELSE c.timezone END,
       tax_id = CASE WHEN :set_tax_id THEN :tax_id ELSE c.tax_id END
 WHERE c.id = :actor_id
RETURNING c.id, c.name, c.logo, c.slug, c.timezone, c.tax_id, c.created_at, c.updated_at;

-- name: knows_timezone(timezone)$
-- unowned: the database's own list; a zone that only the application knows would fail every statement about the month.
SELECT EXISTS (SELECT FROM pg_timezone_names n WHERE n.name = :timezone);

-- name: get_plan_limits(actor_id, moment)^
-- The limits of the plan that counts. No row: the user has no company.
SELECT p.max_stores, p.max_agents, p.max_products, p.max_documents, p.max_leads
  FROM company_usage(:actor_id, :moment) u
  JOIN plans p ON p.id = u.plan_id;

-- name: lock_company(actor_id)^
-- Counting and adding happen under this lock, so that two requests cannot both take the last place.
SELECT c.id
  FROM companies c
 WHERE c.id = :actor_id
   FOR NO KEY UPDATE OF c;

-- name: count_stores(actor_id)$
SELECT count(*)
  FROM stores s
 WHERE s.company_id = :actor_id
   AND s.deleted_at IS NULL;

-- name: count_agents(actor_id)$
SELECT count(*)
  FROM agents a
  JOIN stores s ON s.company_id = a.company_id AND s.id = a.store_id
 WHERE a.company_id = :actor_id
   AND a.deleted_at IS NULL
   AND s.deleted_at IS NULL;

-- name: count_products(actor_id)$
SELECT coalesce(sum(t.products), 0)::bigint
  FROM product_totals t
  JOIN stores s ON s.company_id = t.company_id AND s.id = t.store_id
 WHERE t.company_id = :actor_id
   AND s.deleted_at IS NULL;

-- name: count_documents(actor_id)$
SELECT count(*)
  FROM documents d
  JOIN stores s ON s.company_id = d.company_id AND s.id = d.store_id
 WHERE d.company_id = :actor_id
   AND s.deleted_at IS NULL;

-- name: note_export(actor_id, person_id, request_id)!
-- Reading leaves no trace by itself; who took everything along does.
INSERT INTO audit_log (company_id, actor_user_id, action, target_type, target_id, request_id)
VALUES (:actor_id, :person_id, 'company.export_company', 'company', :actor_id, :request_id);

-- name: count_leads(actor_id)$
SELECT coalesce(sum(t.leads), 0)::bigint
  FROM lead_totals t
  JOIN stores s ON s.company_id = t.company_id AND s.id = t.store_id
 WHERE t.company_id = :actor_id
   AND s.deleted_at IS NULL;
