-- Answers kept for Idempotency-Key. Ownership: idempotency_keys.company_id = :actor_id; the scope is method and route.

-- name: lock_key(actor_id, scope, key)$
-- unowned: touches no table. False: the same key of the actor is being served right now.
SELECT pg_try_advisory_xact_lock(hashtextextended(:actor_id || ' ' || :scope || ' ' || :key, 0));

-- name: get_answer(actor_id, scope, key)^
-- response_status is null while the first call runs.
SELECT k.request_sha256, k.response_status, k.response_body
  FROM idempotency_keys k
 WHERE k.company_id = :actor_id
   AND k.scope = :scope
   AND k.key = :key
   AND k.expires_at > now();

-- name: find_claim(actor_id, scope, key)$
-- The presence of the process that holds the key. may be empty: nobody does.
SELECT k.owner
  FROM idempotency_keys k
 WHERE k.company_id = :actor_id
   AND k.scope = :scope
   AND k.key = :key
   AND k.response_status IS NULL
   AND k.expires_at > now();

-- name: is_gone(owner)$
-- unowned: touches no table. Whether that process is gone, or has lost the database since: its presence (1347568979, see
-- app/db/listen.py) is locked by nobody then.
SELECT pg_try_advisory_xact_lock(1347568979, :owner);

-- name: claim_key(actor_id, scope, key, request_sha256, owner, gone_owner, lease_seconds)^
-- A row means: ours to run. Taken over are expired answers, and claims older than their lease or of the process that was
-- found gone (`gone_owner`).
-- may be empty: somebody else runs it, or has.
INSERT INTO idempotency_keys AS k (company_id, scope, key, request_sha256, owner)
VALUES (:actor_id, :scope, :key, :request_sha256, :owner)
    ON CONFLICT (company_id, scope, key) DO UPDATE
   SET request_sha256 = EXCLUDED.request_sha256,
       owner = EXCLUDED.owner,
       response_status = NULL,
       response_body = NULL,
       created_at = EXCLUDED.created_at,
       expires_at = EXCLUDED.expires_at
 WHERE k.expires_at <= EXCLUDED.created_at
    OR (k.response_status IS NULL
        AND k.request_sha256 = EXCLUDED.request_sha256
        AND (extract(epoch FROM EXCLUDED.created_at - k.created_at) > :lease_seconds::float8
             OR k.owner = :gone_owner::integer))
RETURNING k.scope;

-- name: save_answer(actor_id, scope, key, request_sha256, response_status, response_body)!
INSERT INTO idempotency_keys (company_id, scope, key, request_sha256, response_status, response_body)
VALUES (:actor_id, :scope, :key, :request_sha256, :response_status, :response_body)
    ON CONFLICT (company_id, scope, key) DO UPDATE
   SET request_sha256 = EXCLUDED.request_sha256,
       response_status = EXCLUDED.response_status,
       response_body = EXCLUDED.response_body,
       created_at = EXCLUDED.created_at,
       expires_at = EXCLUDED.expires_at;

-- name: release_key(actor_id, scope, key)!
-- Gives up a claim whose call failed, so that a retry runs it.
DELETE FROM idempotency_keys k
 WHERE k.company_id = :actor_id
   AND k.scope = :scope
   AND k.key = :key
   AND k.response_status IS NULL;

-- name: delete_answers(company_id)!
-- unowned: the auth scope deletes a user, and what was answered for its company goes along.
DELETE FROM idempotency_keys k
 WHERE k.company_id = :company_id;

-- name: list_purgeable(before, without, batch)
-- unowned: the service's own housekeeping
-- The moment at which a key ends serves as its id: all that have it have ended.
SELECT k.company_id, k.expires_at AS id
  FROM idempotency_keys k
 WHERE k.expires_at < :before
   AND k.company_id <> ALL (:without::text[])
 ORDER BY k.expires_at
 LIMIT :batch;

-- name: purge_answers(company_id, ids)!
-- unowned: the service's own housekeeping
DELETE FROM idempotency_keys k
 WHERE k.company_id = :company_id
   AND k.expires_at = ANY (:ids::timestamptz[]);
