-- The inbox of provider events. Ownership: none, events are the service's own; company_id is whom an event is about ('':
-- nobody we know), found by the resolver before it is taken.

-- name: take_event(company_id, provider, event_id, store_id, type, object_id, occurred_at, payload, status)$
-- unowned: the provider's signature or the relay's token was checked
-- Its id the first time, no row ever after. Waits for a concurrent delivery of the same event to end.
INSERT INTO webhook_events (company_id, provider, event_id, store_id, type, object_id, occurred_at, payload, status,
                            attempts, processed_at)
VALUES (:company_id, :provider, :event_id, :store_id, :type, :object_id, :occurred_at, :payload, :status, 1, now())
    ON CONFLICT (company_id, provider, event_id, store_id) DO UPDATE
       SET status = excluded.status,
           attempts = webhook_events.attempts + 1,
           error = NULL,
           payload = excluded.payload,
           processed_at = excluded.processed_at
     WHERE webhook_events.status IN ('failed', 'received')
RETURNING id;

-- name: fail_event(company_id, provider, event_id, store_id, type, object_id, occurred_at, payload, error)!
-- unowned: the provider's signature or the relay's token was checked
-- Kept for a replay; an event that was processed meanwhile stays processed.
INSERT INTO webhook_events (company_id, provider, event_id, store_id, type, object_id, occurred_at, payload, status,
                            attempts, error)
VALUES (:company_id, :provider, :event_id, :store_id, :type, :object_id, :occurred_at, :payload, 'failed', 1, :error)
    ON CONFLICT (company_id, provider, event_id, store_id) DO UPDATE
       SET status = 'failed',
           attempts = webhook_events.attempts + 1,
           error = excluded.error
     WHERE webhook_events.status IN ('failed', 'received');

-- name: note_event(company_id, id, status, note)!
-- unowned: settles the event that was just taken
-- The note says why an event had no effect, or why it is to be delivered again.
UPDATE webhook_events e
   SET status = :status,
       error = :note::text
 WHERE e.company_id = :company_id
   AND e.id = :id;

-- name: list_events(provider, status, limit)
-- unowned: for operators on the command line
SELECT e.id, e.provider, e.event_id, e.store_id, e.type, e.status, e.attempts, e.error, e.received_at
  FROM webhook_events e
 WHERE (:provider::text IS NULL OR e.provider = :provider)
   AND (:status::text IS NULL OR e.status = :status)
 ORDER BY e.received_at DESC, e.id DESC
 LIMIT :limit;

-- name: list_replayable(ids, provider)
-- unowned: for operators on the command line
-- The given events, or all failed ones of a provider, oldest first. What was processed is not run again.
SELECT e.id, e.provider, e.event_id, e.store_id, e.type, e.payload, e.status, e.company_id
  FROM webhook_events e
 WHERE CASE WHEN :ids::bigint[] IS NOT NULL THEN e.id = ANY (:ids) AND e.status <> 'processed'
            ELSE e.status = 'failed' AND (:provider::text IS NULL OR e.provider = :provider) END
 ORDER BY e.received_at, e.id
 LIMIT 10000;

-- name: reopen_event(company_id, id)!
-- unowned: for operators on the command line
UPDATE webhook_events e
   SET status = 'received'
 WHERE e.company_id = :company_id
   AND e.id = :id;

-- name: list_purgeable(before, without, batch)
-- unowned: the service's own housekeeping
SELECT e.company_id, e.id
  FROM webhook_events e
 WHERE e.received_at < :before
   AND e.company_id <> ALL (:without::text[])
   AND e.status IN ('processed', 'ignored')
 ORDER BY e.received_at
 LIMIT :batch;

-- name: purge_events(company_id, ids)!
-- unowned: the service's own housekeeping
DELETE FROM webhook_events e
 WHERE e.company_id = :company_id
   AND e.id = ANY (:ids::bigint[]);
