-- The job queue. Ownership: none, jobs are the service's own; company_id is only whose turn a job takes.

-- name: enqueue_jobs(ids, name, args, company_id, unique_keys, run_at, request_id, traceparent, tell)
-- unowned: called inside the transaction of an owned change
-- A waiting job of the same key takes on the new arguments. Its row is locked until this transaction ends, so no worker
-- claims it before the change it is to see is committed. `tell` not always: notifying commits stand in one line.
WITH made AS (
    INSERT INTO jobs AS j (id, name, args, company_id, unique_key, run_at, request_id, traceparent)
    SELECT n.id, :name, n.args, :company_id, n.unique_key, coalesce(:run_at::timestamptz, now()), :request_id,
           :traceparent
      FROM unnest(:ids::uuid[], :args::jsonb[], :unique_keys::text[]) AS n (id, args, unique_key)
     ORDER BY n.unique_key
        ON CONFLICT (company_id, name, unique_key) WHERE unique_key IS NOT NULL AND NOT claimed AND dead_at IS NULL
        DO UPDATE SET args = excluded.args,
                      request_id = excluded.request_id,
                      traceparent = excluded.traceparent,
                      run_at = CASE WHEN j.attempts = 0 THEN least(j.run_at, excluded.run_at) ELSE j.run_at END
    RETURNING j.id
), told AS MATERIALIZED (
    SELECT pg_notify('jobs', '') WHERE :tell::boolean
)
SELECT m.id
  FROM made m
  LEFT JOIN told ON true;

-- name: claim_jobs(after, names, leases, per_company, batch)
-- unowned: the worker serves all companies
-- Companies take turns, from the one behind `after` on: an index probe per company with work, whatever each has piled up.
-- While nothing at all is due, one probe.
-- Jobs of one key do not overlap while the lease of the running one lasts.
WITH RECURSIVE turns AS (
    (SELECT j.company_id FROM jobs j
      WHERE j.dead_at IS NULL AND j.company_id > :after
        AND EXISTS (SELECT 1 FROM jobs d WHERE d.dead_at IS NULL AND d.run_at <= now())
      ORDER BY j.company_id LIMIT 1)
    UNION ALL
    SELECT n.company_id
      FROM turns t
     CROSS JOIN LATERAL (SELECT j.company_id FROM jobs j
                          WHERE j.dead_at IS NULL AND j.company_id > t.company_id
                          ORDER BY j.company_id LIMIT 1) n
), picked AS MATERIALIZED (
    SELECT p.company_id, p.id
      FROM turns t
     CROSS JOIN LATERAL (SELECT j.company_id, j.id FROM jobs j
                          WHERE j.dead_at IS NULL
                            AND j.company_id = t.company_id
                            AND j.run_at <= now()
                            AND j.name = ANY (:names::text[])
                            AND (j.unique_key IS NULL OR NOT EXISTS (
                                 SELECT 1 FROM jobs r
                                  WHERE r.company_id = j.company_id AND r.name = j.name AND r.unique_key = j.unique_key
                                    AND r.claimed AND r.dead_at IS NULL AND r.run_at > now() AND r.id <> j.id))
                          ORDER BY j.run_at
                          LIMIT :per_company
                            FOR UPDATE OF j SKIP LOCKED) p
     LIMIT :batch
)
UPDATE jobs j
   SET claimed = true,
       attempts = j.attempts + 1,
       run_at = now() + make_interval(secs => l.seconds)
  FROM picked p,
       unnest(:names::text[], :leases::float8[]) AS l (name, seconds)
 WHERE j.company_id = p.company_id
   AND j.id = p.id
   AND l.name = j.name
RETURNING j.id, j.name, j.args, j.company_id, j.attempts, j.created_at, j.request_id, j.traceparent;

-- name: finish_jobs(companies, ids, attempts)
-- unowned: settles what this worker claimed
-- Rows that are not returned were claimed by another worker meanwhile.
DELETE FROM jobs j
 USING unnest(:companies::text[], :ids::uuid[], :attempts::int[]) AS d (company_id, id, attempts)
 WHERE j.company_id = d.company_id
   AND j.id = d.id
   AND j.attempts = d.attempts
RETURNING j.id;

-- name: retry_jobs(companies, ids, attempts, delays, errors)!
-- unowned: settles what this worker claimed
-- A job whose key has a newer one waiting is dropped: that one does the work.
WITH failed AS (
    SELECT f.company_id, f.id, f.attempts, f.delay, f.error,
           j.unique_key IS NOT NULL AND EXISTS (
               SELECT 1 FROM jobs w
                WHERE w.company_id = j.company_id AND w.name = j.name AND w.unique_key = j.unique_key
                  AND NOT w.claimed AND w.dead_at IS NULL) AS superseded
      FROM unnest(:companies::text[], :ids::uuid[], :attempts::int[], :delays::float8[], :errors::text[])
           AS f (company_id, id, attempts, delay, error)
      JOIN jobs j ON j.company_id = f.company_id AND j.id = f.id AND j.attempts = f.attempts
), dropped AS (
    DELETE FROM jobs j
     USING failed f
     WHERE j.company_id = f.company_id AND j.id = f.id AND j.attempts = f.attempts AND f.superseded
)
UPDATE jobs j
   SET claimed = false,
       run_at = now() + make_interval(secs => f.delay),
       last_error = f.error
  FROM failed f
 WHERE j.company_id = f.company_id
   AND j.id = f.id
   AND j.attempts = f.attempts
   AND NOT f.superseded;

-- name: bury_jobs(companies, ids, attempts, errors)!
-- unowned: settles what this worker claimed
UPDATE jobs j
   SET dead_at = now(),
       claimed = false,
       last_error = f.error
  FROM unnest(:companies::text[], :ids::uuid[], :attempts::int[], :errors::text[]) AS f (company_id, id, attempts, error)
 WHERE j.company_id = f.company_id
   AND j.id = f.id
   AND j.attempts = f.attempts;

-- name: release_jobs(companies, ids, attempts, delays)!
-- unowned: gives back what this worker claimed and did not begin, or could not: this counts as no attempt
-- A newer job of the same key may wait already; then this one stays leased and runs when the lease is over.
UPDATE jobs j
   SET claimed = false,
       attempts = j.attempts - 1,
       run_at = now() + make_interval(secs => r.delay)
  FROM unnest(:companies::text[], :ids::uuid[], :attempts::int[], :delays::float8[])
       AS r (company_id, id, attempts, delay)
 WHERE j.company_id = r.company_id
   AND j.id = r.id
   AND j.attempts = r.attempts
   AND (j.unique_key IS NULL OR NOT EXISTS (
        SELECT 1 FROM jobs w
         WHERE w.company_id = j.company_id AND w.name = j.name AND w.unique_key = j.unique_key
           AND NOT w.claimed AND w.dead_at IS NULL));

-- name: register_schedules(names, seconds)!
-- unowned: the service's own clock
INSERT INTO job_schedules AS s (name, every, next_run_at)
SELECT n.name, make_interval(secs => n.seconds), now() + make_interval(secs => n.seconds)
  FROM unnest(:names::text[], :seconds::float8[]) AS n (name, seconds)
    ON CONFLICT (name) DO UPDATE
       SET every = excluded.every,
           next_run_at = least(s.next_run_at, excluded.next_run_at)
     WHERE s.every <> excluded.every;

-- name: fire_schedules(ids, names)
-- unowned: the service's own clock
-- One row per schedule whose time has come; a job still waiting from last time stands for this one too. What is further
-- away than its period was set by a clock that has been put back since, by about `ahead_s`: its time has come, too.
WITH due AS (
    SELECT s.name, n.id, extract(epoch FROM s.next_run_at - s.every - now())::float8 AS ahead_s
      FROM unnest(:ids::uuid[], :names::text[]) AS n (id, name)
      JOIN job_schedules s ON s.name = n.name
     WHERE s.next_run_at <= now()
        OR s.next_run_at > now() + s.every
       FOR UPDATE OF s SKIP LOCKED
), moved AS (
    UPDATE job_schedules s
       SET last_run_at = now(),
           next_run_at = CASE WHEN d.ahead_s > 0 THEN now() + s.every ELSE greatest(s.next_run_at + s.every, now()) END
      FROM due d
     WHERE s.name = d.name
    RETURNING s.name, greatest(d.ahead_s, 0) AS ahead_s
), made AS (
    INSERT INTO jobs (id, name, args, unique_key)
    SELECT d.id, d.name, '{}', 'schedule'
      FROM due d
        ON CONFLICT (company_id, name, unique_key) WHERE unique_key IS NOT NULL AND NOT claimed AND dead_at IS NULL
        DO NOTHING
    RETURNING name
)
SELECT m.name, m.ahead_s
  FROM moved m;

-- name: call_back_jobs(ahead_s, lease_s)!
-- unowned: the service's own clock
-- After a clock that was ahead has been put back: what it has put off until then is due so much sooner. No lease of a job
-- that runs is shortened below its length.
UPDATE jobs j
   SET run_at = CASE WHEN j.claimed THEN least(j.run_at, now() + make_interval(secs => :lease_s))
                     ELSE greatest(j.run_at - make_interval(secs => :ahead_s), now()) END
 WHERE j.dead_at IS NULL
   AND j.run_at > now()
   AND (j.created_at > now() OR j.attempts > 0);

-- name: count_jobs()
-- unowned: numbers for metrics and operators
-- Per name: waiting (due), later (not due yet), claimed, dead, and the age of the oldest due one in seconds.
SELECT j.name,
       count(*) FILTER (WHERE j.dead_at IS NULL AND NOT j.claimed AND j.run_at <= now()) AS waiting,
       count(*) FILTER (WHERE j.dead_at IS NULL AND NOT j.claimed AND j.run_at > now()) AS later,
       count(*) FILTER (WHERE j.dead_at IS NULL AND j.claimed) AS claimed,
       count(*) FILTER (WHERE j.dead_at IS NOT NULL) AS dead,
       coalesce(extract(epoch FROM max(now() - j.run_at)
                FILTER (WHERE j.dead_at IS NULL AND j.run_at <= now())), 0)::float8 AS oldest_s
  FROM jobs j
 GROUP BY j.name
 ORDER BY j.name;

-- name: list_jobs(state, name, limit)
-- unowned: for operators on the command line
SELECT j.id, j.name, j.company_id, j.unique_key, j.attempts, j.run_at, j.last_error, j.created_at,
       CASE WHEN j.dead_at IS NOT NULL THEN 'dead'
            WHEN j.claimed THEN 'running'
            WHEN j.attempts > 0 THEN 'retrying'
            ELSE 'waiting' END AS state
  FROM jobs j
 WHERE (:name::text IS NULL OR j.name = :name)
   AND (:state::text IS NULL OR :state = CASE WHEN j.dead_at IS NOT NULL THEN 'dead'
                                              WHEN j.claimed THEN 'running'
                                              WHEN j.attempts > 0 THEN 'retrying'
                                              ELSE 'waiting' END)
 ORDER BY j.created_at, j.id
 LIMIT :limit;

-- name: requeue_jobs(ids, name)!
-- unowned: for operators on the command line
-- Dead jobs run again from their first attempt. One whose key is waiting already, or is there twice, stays dead.
WITH chosen AS (
    SELECT DISTINCT ON (j.company_id, j.name, coalesce(j.unique_key, j.id::text)) j.company_id, j.id
      FROM jobs j
     WHERE j.dead_at IS NOT NULL
       AND (:ids::uuid[] IS NULL OR j.id = ANY (:ids))
       AND (:name::text IS NULL OR j.name = :name)
       AND (j.unique_key IS NULL OR NOT EXISTS (
            SELECT 1 FROM jobs w
             WHERE w.company_id = j.company_id AND w.name = j.name AND w.unique_key = j.unique_key
               AND NOT w.claimed AND w.dead_at IS NULL))
     ORDER BY j.company_id, j.name, coalesce(j.unique_key, j.id::text), j.created_at DESC
), told AS MATERIALIZED (
    SELECT pg_notify('jobs', '')
)
UPDATE jobs j
   SET dead_at = NULL,
       attempts = 0,
       run_at = now()
  FROM chosen c
 CROSS JOIN told
 WHERE j.company_id = c.company_id
   AND j.id = c.id;

-- name: drop_jobs(ids, name, only_dead)!
-- unowned: for operators on the command line
DELETE FROM jobs j
 WHERE (:ids::uuid[] IS NULL OR j.id = ANY (:ids))
   AND (:name::text IS NULL OR j.name = :name)
   AND (NOT :only_dead::boolean OR j.dead_at IS NOT NULL);
