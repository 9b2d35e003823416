-- The running month's tokens of a company. Ownership: usage_counters.company_id = :actor_id (the company that pays).
-- The counter's row is the quota's lock: whoever draws tokens locks it first.

-- name: reserve_tokens(reservation_id, actor_id, period, tokens, most, expires_at)^
-- may be empty: the tokens do not fit under `most` (NULL: no limit).
  WITH counter AS (
       INSERT INTO usage_counters AS u (company_id, period, reserved_tokens)
       SELECT :actor_id, :period, :tokens
        WHERE :most::bigint IS NULL OR :tokens::bigint <= :most::bigint
           ON CONFLICT (company_id, period) DO UPDATE
          SET reserved_tokens = u.reserved_tokens + EXCLUDED.reserved_tokens, updated_at = now()
        WHERE :most::bigint IS NULL
           OR u.used_tokens + u.reserved_tokens + EXCLUDED.reserved_tokens <= :most::bigint
       RETURNING u.company_id, u.period, u.used_tokens, u.reserved_tokens),
       noted AS (
       INSERT INTO quota_reservations (id, company_id, period, tokens, expires_at)
       SELECT :reservation_id, c.company_id, c.period, :tokens, :expires_at
         FROM counter c)
SELECT c.used_tokens, c.reserved_tokens
  FROM counter c;

-- name: lock_counter(actor_id, period)^
-- The month's numbers, locked until the transaction ends; made when the month is new.
INSERT INTO usage_counters AS u (company_id, period)
VALUES (:actor_id, :period)
    ON CONFLICT (company_id, period) DO UPDATE SET updated_at = now()
RETURNING u.used_tokens, u.reserved_tokens, u.included_used;

-- name: drop_reservations(reservation_ids, actor_id)$
-- The tokens they held.
  WITH gone AS (
       DELETE FROM quota_reservations r
        WHERE r.id = ANY (:reservation_ids::uuid[])
          AND r.company_id = :actor_id
       RETURNING r.tokens)
SELECT sum(g.tokens)::bigint
  FROM gone g;

-- name: lock_topups(actor_id, at)
-- Live top-ups in the order they are drawn from. may be empty: none was bought.
SELECT t.id, t.tokens_remaining
  FROM token_topups t
 WHERE t.company_id = :actor_id
   AND t.tokens_remaining > 0
   AND (t.expires_at IS NULL OR t.expires_at > :at)
 ORDER BY t.expires_at NULLS LAST, t.created_at, t.id
   FOR UPDATE;

-- name: draw_topups(actor_id, topup_ids, amounts)!
-- may be empty: nothing was drawn from top-ups.
UPDATE token_topups t
   SET tokens_remaining = t.tokens_remaining - d.tokens
  FROM unnest(:topup_ids::uuid[], :amounts::bigint[]) AS d (id, tokens)
 WHERE t.id = d.id
   AND t.company_id = :actor_id;

-- name: add_usage(actor_id, period, released, total_tokens, from_included, from_topup, from_overage)!
UPDATE usage_counters u
   SET used_tokens = u.used_tokens + :total_tokens,
       reserved_tokens = greatest(u.reserved_tokens - :released::bigint, 0),
       included_used = u.included_used + :from_included,
       topup_used = u.topup_used + :from_topup,
       overage_tokens = u.overage_tokens + :from_overage,
       updated_at = now()
 WHERE u.company_id = :actor_id
   AND u.period = :period;

-- name: create_usage(actor_id, period, store_id, agent_id, lead_id, model, operation_type, prompt_tokens, completion_tokens, total_tokens, from_included, from_topup, from_overage, request_id)$
-- One row a model call. may be empty: the caller's request_id was recorded before (store, agent and lead were checked by
-- the caller; here a foreign one would be refused too).
INSERT INTO token_usage AS t (company_id, period, store_id, agent_id, lead_id, model, operation_type, prompt_tokens,
                              completion_tokens, total_tokens, from_included, from_topup, from_overage, request_id)
SELECT :actor_id, :period, :store_id, :agent_id, :lead_id, :model, :operation_type, :prompt_tokens,
       :completion_tokens, :total_tokens, :from_included, :from_topup, :from_overage, :request_id
 WHERE (:store_id::uuid IS NULL
        OR EXISTS (SELECT FROM stores s WHERE s.id = :store_id AND s.company_id = :actor_id))
   AND (:agent_id::uuid IS NULL
        OR EXISTS (SELECT FROM agents a JOIN stores s ON s.id = a.store_id
                    WHERE a.id = :agent_id AND s.company_id = :actor_id))
   AND (:lead_id::uuid IS NULL
        OR EXISTS (SELECT FROM leads l JOIN stores s ON s.id = l.store_id
                    WHERE l.id = :lead_id AND s.company_id = :actor_id))
    ON CONFLICT (company_id, request_id) WHERE request_id IS NOT NULL DO NOTHING
RETURNING t.id;

-- name: release_reservations(reservation_ids, actor_id)!
-- may be empty: they were swept or settled before.
  WITH gone AS (
       DELETE FROM quota_reservations r
        WHERE r.id = ANY (:reservation_ids::uuid[])
          AND r.company_id = :actor_id
       RETURNING r.company_id, r.period, r.tokens),
       sums AS (
       SELECT g.company_id, g.period, sum(g.tokens)::bigint AS tokens
         FROM gone g
        GROUP BY g.company_id, g.period)
UPDATE usage_counters u
   SET reserved_tokens = greatest(u.reserved_tokens - s.tokens, 0), updated_at = now()
  FROM sums s
 WHERE u.company_id = s.company_id
   AND u.period = s.period;

-- name: sweep_reservations(at, max_rows)!
-- unowned: housekeeping over all companies; gives back what crashed turns had reserved.
  WITH dead AS (
       SELECT r.id
         FROM quota_reservations r
        WHERE r.expires_at <= :at
        ORDER BY r.expires_at
        LIMIT :max_rows::bigint
          FOR UPDATE SKIP LOCKED),
       gone AS (
       DELETE FROM quota_reservations r
        USING dead d
        WHERE r.id = d.id
       RETURNING r.company_id, r.period, r.tokens),
       sums AS (
       SELECT g.company_id, g.period, sum(g.tokens)::bigint AS tokens
         FROM gone g
        GROUP BY g.company_id, g.period)
UPDATE usage_counters u
   SET reserved_tokens = greatest(u.reserved_tokens - s.tokens, 0), updated_at = now()
  FROM sums s
 WHERE u.company_id = s.company_id
   AND u.period = s.period;
