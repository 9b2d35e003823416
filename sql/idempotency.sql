-- Answers kept for Idempotency-Key. The scope begins with the actor's id, so a key never reaches another company.

-- name: lock_key(scope, key)$
-- unowned: keyed by scope, which begins with the actor's id. False: the same key is being served right now.
SELECT pg_try_advisory_xact_lock(hashtextextended(:scope || ' ' || :key, 0));

-- name: get_answer(scope, key)^
-- unowned: keyed by scope, which begins with the actor's id. response_status is null while the first call runs.
SELECT request_sha256, response_status, response_body
  FROM idempotency_keys
 WHERE scope = :scope
   AND key = :key
   AND expires_at > now();

-- name: claim_key(scope, key, request_sha256, owner, lease_seconds)^
-- unowned: keyed by scope. A row means: ours to run. Taken over are expired answers, and claims older than their lease
-- or of a process that is gone or has lost the database since: its presence (1347568979, see app/db/listen.py) is locked
-- by nobody then.
INSERT INTO idempotency_keys AS k (scope, key, request_sha256, owner)
VALUES (:scope, :key, :request_sha256, :owner)
    ON CONFLICT (scope, key) DO UPDATE
   SET request_sha256 = EXCLUDED.request_sha256,
       owner = EXCLUDED.owner,
       response_status = NULL,
       response_body = NULL,
       created_at = now(),
       expires_at = now() + interval '24 hours'
 WHERE k.expires_at <= now()
    OR (k.response_status IS NULL
        AND k.request_sha256 = EXCLUDED.request_sha256
        AND (k.created_at < now() - make_interval(secs => :lease_seconds)
             OR pg_try_advisory_xact_lock(1347568979, k.owner)))
RETURNING k.scope;

-- name: save_answer(scope, key, request_sha256, response_status, response_body)!
-- unowned: keyed by scope, which begins with the actor's id.
INSERT INTO idempotency_keys (scope, key, request_sha256, response_status, response_body)
VALUES (:scope, :key, :request_sha256, :response_status, :response_body)
    ON CONFLICT (scope, key) DO UPDATE
   SET request_sha256 = EXCLUDED.request_sha256,
       response_status = EXCLUDED.response_status,
       response_body = EXCLUDED.response_body,
       created_at = now(),
       expires_at = now() + interval '24 hours';

-- name: release_key(scope, key)!
-- unowned: keyed by scope. Gives up a claim whose call failed, so that a retry runs it.
DELETE FROM idempotency_keys
 WHERE scope = :scope
   AND key = :key
   AND response_status IS NULL;

-- name: purge_answers()!
-- unowned: housekeeping over all scopes.
DELETE FROM idempotency_keys
 WHERE expires_at < now();
