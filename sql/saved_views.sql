-- Views people keep of the desk's lists. Ownership: saved_views.company_id = :actor_id, the company itself.

-- name: list_views(page, actor_id)
-- may be empty: none is kept.
SELECT v.id, v.page, v.name, v.query, v.created_at
  FROM saved_views v
 WHERE v.company_id = :actor_id
   AND (:page::text IS NULL OR v.page = :page)
 ORDER BY v.page, lower(v.name), v.id;

-- name: save_view(id, page, name, query, most, actor_id)^
-- No row: there are :most already, or there is no company.
INSERT INTO saved_views AS v (company_id, id, page, name, query)
SELECT c.id, :id::uuid, :page::text, :name::text, :query::text
  FROM companies c
 WHERE c.id = :actor_id
   AND ((SELECT count(*) FROM saved_views o WHERE o.company_id = :actor_id) < :most::int
        OR EXISTS (SELECT FROM saved_views o WHERE o.company_id = :actor_id AND o.page = :page AND o.name = :name))
    ON CONFLICT (company_id, page, name) DO UPDATE SET query = EXCLUDED.query
RETURNING v.id, v.page, v.name, v.query, v.created_at;

-- name: delete_view(view_id, actor_id)$
DELETE FROM saved_views v
 WHERE v.company_id = :actor_id
   AND v.id = :view_id
RETURNING v.id;
