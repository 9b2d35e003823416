-- The inbox of all providers: one row per event, written in the transaction of the event's effect.

-- name: take_event(provider, event_id, store_id, type, object_id, occurred_at, payload)$
-- unowned: signed by the provider, or by the store's secret. No row: the event has had its effect, answer 200.
-- Of parallel copies one inserts; the others wait for its end here, and see that it is done.
INSERT INTO webhook_events AS e (provider, event_id, store_id, type, object_id, occurred_at, payload, attempts)
VALUES (:provider, :event_id, :store_id::uuid, :type, :object_id::text, :occurred_at::timestamptz, :payload, 1)
    ON CONFLICT (provider, event_id, store_id) DO UPDATE
   SET attempts = e.attempts + 1
 WHERE e.status IN ('received', 'failed')
RETURNING e.id;

-- name: settle_event(id, status, error)!
-- unowned: the row was taken in this very transaction.
UPDATE webhook_events
   SET status = :status,
       error = :error::text,
       processed_at = now()
 WHERE id = :id;
