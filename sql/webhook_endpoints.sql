-- Endpoints of a company and what is on its way to them. Ownership: company_id = :actor_id of webhook_endpoints and
-- webhook_deliveries; a store is compared with the actor's where an endpoint takes one. Jobs act for the endpoint's
-- company. A store's ERP link is an endpoint under the store's id (webhook_targets).

-- name: list_endpoints(actor_id)
-- Newest first.
-- may be empty: a company without endpoints.
SELECT w.id, w.store_id, w.url, w.types, w.description, w.active, w.last_error, w.secret_enc, w.secret_prev_expires_at,
       w.created_at, w.updated_at
  FROM webhook_endpoints w
 WHERE w.company_id = :actor_id
 ORDER BY w.created_at DESC, w.id DESC;

-- name: get_endpoint(endpoint_id, actor_id)^
SELECT w.id, w.store_id, w.url, w.types, w.description, w.active, w.last_error, w.secret_enc, w.secret_prev_expires_at,
       w.created_at, w.updated_at
  FROM webhook_endpoints w
 WHERE w.company_id = :actor_id
   AND w.id = :endpoint_id;

-- name: lock_company(actor_id)$
-- Its endpoints are counted and added one at a time.
SELECT c.id
  FROM companies c
 WHERE c.id = :actor_id
   FOR NO KEY UPDATE OF c;

-- name: create_endpoint(id, store_id, url, types, description, active, secret_enc, actor_id)^
-- No row: the store is not the actor's.
INSERT INTO webhook_endpoints AS w (company_id, id, store_id, url, types, description, active, secret_enc)
SELECT c.id, :id::uuid, s.id, :url, :types::text[], :description, :active::boolean, :secret_enc::bytea
  FROM companies c
  LEFT JOIN stores s ON s.company_id = :actor_id AND s.id = ANY (ARRAY[:store_id::uuid])
 WHERE c.id = :actor_id
   AND (:store_id IS NULL OR s.id IS NOT NULL)
RETURNING w.id, w.store_id, w.url, w.types, w.description, w.active, w.last_error, w.secret_enc, w.secret_prev_expires_at,
          w.created_at, w.updated_at;

-- name: update_endpoint(endpoint_id, set_url, url, set_types, types, set_store_id, store_id, set_description, description, set_active, active, actor_id)^
-- What switched it off is forgotten when a person says what it is to be.
UPDATE webhook_endpoints w
   SET url = CASE WHEN :set_url THEN :url ELSE w.url END,
       types = CASE WHEN :set_types THEN :types::text[] ELSE w.types END,
       store_id = CASE WHEN :set_store_id THEN :store_id::uuid ELSE w.store_id END,
       description = CASE WHEN :set_description THEN :description ELSE w.description END,
       active = CASE WHEN :set_active THEN :active ELSE w.active END,
       last_error = CASE WHEN :set_active THEN NULL ELSE w.last_error END
 WHERE w.company_id = :actor_id
   AND w.id = :endpoint_id
   AND (:store_id::uuid IS NULL
        OR EXISTS (SELECT FROM stores s WHERE s.company_id = :actor_id AND s.id = :store_id))
RETURNING w.id, w.store_id, w.url, w.types, w.description, w.active, w.last_error, w.secret_enc, w.secret_prev_expires_at,
          w.created_at, w.updated_at;

-- name: roll_secret(endpoint_id, secret_enc, expires_at, actor_id)^
-- The old one signs along until then.
UPDATE webhook_endpoints w
   SET secret_enc = :secret_enc,
       secret_prev_enc = w.secret_enc,
       secret_prev_expires_at = CASE WHEN w.secret_enc IS NOT NULL THEN :expires_at::timestamptz END
 WHERE w.company_id = :actor_id
   AND w.id = :endpoint_id
RETURNING w.id, w.store_id, w.url, w.types, w.description, w.active, w.last_error, w.secret_enc, w.secret_prev_expires_at,
          w.created_at, w.updated_at;

-- name: lock_deliveries(actor_id)$
-- Until the end of the transaction nothing is laid out for the company's endpoints (number_events takes the same lock).
-- may be empty: nothing ever was.
SELECT c.seq
  FROM event_counters c
 WHERE c.company_id = :actor_id
   FOR UPDATE OF c;

-- name: delete_endpoint(endpoint_id, actor_id)$
DELETE FROM webhook_endpoints w
 WHERE w.company_id = :actor_id
   AND w.id = :endpoint_id
RETURNING w.id;

-- name: delete_deliveries(endpoint_id, actor_id)!
DELETE FROM webhook_deliveries d
 WHERE d.company_id = :actor_id
   AND d.endpoint_id = :endpoint_id;

-- name: list_deliveries(endpoint_id, status, limit, offset, actor_id)
-- Newest first.
-- may be empty: nothing has happened since.
SELECT d.id, d.type, d.status, d.attempts, d.last_status, d.last_error,
       CASE WHEN d.status IN ('pending', 'failing') AND d.next_at < 'infinity' THEN d.next_at END AS next_at,
       d.event_id, d.subject_id, d.delivered_at, d.created_at
  FROM webhook_deliveries d
 WHERE d.company_id = :actor_id
   AND d.endpoint_id = :endpoint_id
   AND (:status::text IS NULL OR d.status = :status)
 ORDER BY d.seq DESC, d.id DESC
 LIMIT :limit OFFSET :offset;

-- name: count_deliveries(endpoint_id, status, actor_id)$
-- NULL: the endpoint is not the actor's.
SELECT (SELECT count(*)
          FROM webhook_deliveries d
         WHERE d.company_id = :actor_id
           AND d.endpoint_id = :endpoint_id
           AND (:status::text IS NULL OR d.status = :status)) AS total
  FROM webhook_endpoints w
 WHERE w.company_id = :actor_id
   AND w.id = :endpoint_id;

-- name: replay_delivery(endpoint_id, delivery_id, at, actor_id)^
-- From the first try on, under the same webhook-id, at once: what it waited for does not hold it back.
UPDATE webhook_deliveries d
   SET attempts = 0,
       next_at = :at,
       opened_at = :at,
       delivered_at = NULL,
       dead_at = NULL
  FROM webhook_endpoints w
 WHERE d.company_id = :actor_id
   AND d.endpoint_id = :endpoint_id
   AND d.id = :delivery_id
   AND w.company_id = d.company_id
   AND w.id = d.endpoint_id
RETURNING d.id, d.type, d.status, d.attempts, d.last_status, d.last_error, d.next_at, d.event_id, d.subject_id,
          d.delivered_at, d.created_at;

-- name: get_target(company_id, endpoint_id)^
-- unowned: the job of that endpoint, or a request that has compared the owner
-- may be empty: it was deleted.
SELECT t.id, t.url, t.active, t.erp, t.secret_enc, t.secret_prev_enc, t.secret_prev_expires_at
  FROM webhook_targets(:company_id) t
 WHERE t.id = :endpoint_id;

-- name: list_due(company_id, endpoint_id, at, most)
-- unowned: the job of that endpoint
-- One of each subject at most: what is behind another one is due at infinity.
SELECT d.id, d.event_id, d.body, d.attempts, d.opened_at, e.traceparent
  FROM webhook_deliveries d
  LEFT JOIN events e ON e.company_id = d.company_id
                    AND e.id = d.event_id
 WHERE d.company_id = :company_id
   AND d.endpoint_id = :endpoint_id
   AND d.delivered_at IS NULL
   AND d.dead_at IS NULL
   AND d.next_at <= :at
 ORDER BY d.next_at, d.seq
 LIMIT :most;

-- name: hurry_deliveries(company_id, endpoint_id, at, longest_s)!
-- unowned: the job of that endpoint
-- What a clock that was ahead and has been put back has put off: begun later than now, or further away than any pause.
UPDATE webhook_deliveries d
   SET next_at = :at
 WHERE d.company_id = :company_id
   AND d.endpoint_id = :endpoint_id
   AND d.delivered_at IS NULL
   AND d.dead_at IS NULL
   AND d.next_at > :at
   AND d.next_at < 'infinity'
   AND (d.opened_at > :at OR d.next_at > :at::timestamptz + make_interval(secs => :longest_s));

-- name: get_next_due(company_id, endpoint_id)$
-- unowned: the job of that endpoint
-- NULL: nothing waits.
SELECT min(d.next_at) AS next_at
  FROM webhook_deliveries d
 WHERE d.company_id = :company_id
   AND d.endpoint_id = :endpoint_id
   AND d.delivered_at IS NULL
   AND d.dead_at IS NULL
   AND d.next_at < 'infinity';

-- name: settle_deliveries(company_id, endpoint_id, ids, tries, outcomes, times, statuses, errors, at)$
-- unowned: the job of that endpoint
SELECT settle_deliveries(:company_id, :endpoint_id, :ids, :tries, :outcomes, :times, :statuses, :errors, :at);

-- name: release_deliveries(company_id, endpoint_id, at)$
-- unowned: the endpoint was switched on under its owner's id, or an operator gives dead deliveries a new life
-- What waited goes on its way at once, the first of each subject.
SELECT release_deliveries(:company_id, :endpoint_id,
                          ARRAY(SELECT DISTINCT d.subject_id
                                  FROM webhook_deliveries d
                                 WHERE d.company_id = :company_id
                                   AND d.endpoint_id = :endpoint_id
                                   AND d.delivered_at IS NULL
                                   AND d.dead_at IS NULL), :at);

-- name: switch_off(company_id, endpoint_id, error)!
-- unowned: the job of that endpoint
UPDATE webhook_endpoints w
   SET active = false,
       last_error = :error
 WHERE w.company_id = :company_id
   AND w.id = :endpoint_id;

-- name: list_waiting_endpoints(company_id)
-- unowned: an operator loads a company that was exported
SELECT DISTINCT d.endpoint_id
  FROM webhook_deliveries d
 WHERE d.company_id = :company_id
   AND d.delivered_at IS NULL
   AND d.dead_at IS NULL;

-- name: list_sent(store_id, only_dead, limit)
-- unowned: for operators on the command line
-- Pushes to ERPs and deliveries to endpoints.
SELECT d.id, d.company_id, d.endpoint_id, d.type, d.attempts, d.last_error, d.created_at, d.status
  FROM webhook_deliveries d
 WHERE (:store_id::uuid IS NULL OR d.store_id = :store_id)
   AND (NOT :only_dead::boolean OR d.dead_at IS NOT NULL)
 ORDER BY d.created_at DESC, d.seq DESC, d.id DESC
 LIMIT :limit;

-- name: find_dead(ids)
-- unowned: for operators on the command line
SELECT d.company_id, d.id
  FROM webhook_deliveries d
 WHERE d.id = ANY (:ids::uuid[])
   AND d.dead_at IS NOT NULL;

-- name: revive_deliveries(company_id, ids, at)
-- unowned: for operators on the command line
-- Dead deliveries wait again, in their old place; the endpoints they belong to.
WITH revived AS (
    UPDATE webhook_deliveries d
       SET dead_at = NULL,
           attempts = 0,
           next_at = 'infinity',
           opened_at = :at
     WHERE d.company_id = :company_id
       AND d.id = ANY (:ids::uuid[])
       AND d.dead_at IS NOT NULL
    RETURNING d.endpoint_id
)
SELECT DISTINCT r.endpoint_id
  FROM revived r;

-- name: list_purgeable(before, without, batch)
-- unowned: the service's own housekeeping
SELECT d.company_id, d.id
  FROM webhook_deliveries d
 WHERE d.created_at < :before
   AND d.company_id <> ALL (:without::text[])
 ORDER BY d.created_at
 LIMIT :batch;

-- name: purge_deliveries(company_id, ids)!
-- unowned: the service's own housekeeping
DELETE FROM webhook_deliveries d
 WHERE d.company_id = :company_id
   AND d.id = ANY (:ids::uuid[]);
