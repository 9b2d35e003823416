-- What has happened in a company. Ownership: events.company_id = :actor_id; orders, stock and conversations write theirs
-- by triggers and functions (migrations/0024_events.sql).

-- name: add_event(company_id, store_id, type, subject_id, data)$
-- unowned: written beside a change of the company's own, whose query has compared the owner.
SELECT add_event(:company_id, :store_id, :type, :subject_id, :data);

-- name: number_events(company_id, at, most)
-- unowned: the worker of that company, or its own request, which compared the owner
-- The endpoints that have something to be sent now.
-- may be empty: nobody waits for what has happened.
SELECT endpoint_id
  FROM number_events(:company_id, :at, :most) AS n (endpoint_id);

-- name: list_awaiting_companies(batch)
-- unowned: the worker serves all companies
SELECT DISTINCT e.company_id
  FROM events e
 WHERE e.awaited
 LIMIT :batch;

-- name: list_events(actor_id, after, limit)
-- In the order they happened; not what is meant for an ERP alone.
-- may be empty: nothing happened since.
SELECT e.id, e.seq, e.type, e.store_id, e.subject_id, e.data, e.created_at
  FROM events e
 WHERE e.company_id = :actor_id
   AND e.seq > :after
   AND NOT starts_with(e.type, 'erp.')
 ORDER BY e.seq
 LIMIT :limit;

-- name: list_events_before(actor_id, after, before, limit)
-- The same, backwards, down to :after.
-- may be empty: nothing happened before.
SELECT e.id, e.seq, e.type, e.store_id, e.subject_id, e.data, e.created_at
  FROM events e
 WHERE e.company_id = :actor_id
   AND e.seq > :after
   AND e.seq < :before
   AND NOT starts_with(e.type, 'erp.')
 ORDER BY e.seq DESC
 LIMIT :limit;

-- name: list_purgeable(before, without, batch)
-- unowned: the service's own housekeeping
SELECT e.company_id, e.id
  FROM events e
 WHERE e.created_at < :before
   AND e.company_id <> ALL (:without::text[])
 ORDER BY e.created_at
 LIMIT :batch;

-- name: purge_events(company_id, ids)!
-- unowned: the service's own housekeeping
DELETE FROM events e
 WHERE e.company_id = :company_id
   AND e.id = ANY (:ids::uuid[]);
