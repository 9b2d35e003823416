-- Whether the demo may be seeded. Asked once, by the command line, before anybody is served.

-- name: is_in_use(demo_ids, last_lead)$
-- unowned: looks at all users on purpose. True: somebody else is here, or the demo is complete (its last lead exists).
SELECT EXISTS (SELECT 1 FROM users WHERE id <> ALL (:demo_ids::text[]))
    OR EXISTS (SELECT 1 FROM leads WHERE external_id = :last_lead);
