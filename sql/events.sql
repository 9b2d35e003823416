-- What has happened in a company. Ownership: (events.company_id, store_id) -> stores, company_id = :actor_id.

-- name: add_event(company_id, store_id, type, subject_id, data)$
-- unowned: written beside a change of the company's own, whose query has compared the owner.
SELECT add_event(:company_id, :store_id, :type, :subject_id, :data);

-- name: list_events(actor_id, after, limit)
-- In the order they happened.
-- may be empty: nothing happened since.
SELECT e.id, e.seq, e.type, e.store_id, e.subject_id, e.data, e.created_at
  FROM events e
  JOIN stores s ON s.company_id = e.company_id AND s.id = e.store_id
 WHERE e.company_id = :actor_id
   AND e.seq > :after
 ORDER BY e.seq
 LIMIT :limit;

-- name: list_purgeable(before, batch)
-- unowned: the service's own housekeeping
SELECT e.company_id, e.id
  FROM events e
 WHERE e.created_at < :before
 ORDER BY e.created_at
 LIMIT :batch;

-- name: purge_events(company_id, ids)!
-- unowned: the service's own housekeeping
DELETE FROM events e
 WHERE e.company_id = :company_id
   AND e.id = ANY (:ids::uuid[]);
