-- The running month's tokens of a company. Ownership: usage_counters.company_id = :actor_id (the company that pays).
-- The counter's row is the quota's lock: whoever draws tokens locks it first.

-- name: reserve_tokens(actor_id, reservation_id, period, tokens, most, expires_at)$
-- may be empty: the tokens do not fit under `most` (NULL: no limit). migrations/0017_billing.sql.
SELECT reserve_tokens(:actor_id, :reservation_id, :period, :tokens, :most, :expires_at);

-- name: lock_counter(actor_id, period)^
-- The month's numbers, locked until the transaction ends; made when the month is new.
INSERT INTO usage_counters AS u (company_id, period)
VALUES (:actor_id, :period)
    ON CONFLICT (company_id, period) DO UPDATE SET updated_at = EXCLUDED.updated_at
RETURNING u.included_used, u.overage_micros;

-- name: drop_reservations(reservation_ids, actor_id)$
-- The tokens they held.
  WITH gone AS (
       DELETE FROM quota_reservations r
        WHERE r.company_id = :actor_id
          AND r.id = ANY (:reservation_ids::uuid[])
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
 WHERE t.company_id = :actor_id
   AND t.id = d.id;

-- name: add_usage(actor_id, period, released, total_tokens, from_included, from_topup, from_overage, overage_micros, from_absorbed)!
UPDATE usage_counters u
   SET used_tokens = u.used_tokens + :total_tokens,
       reserved_tokens = greatest(u.reserved_tokens - :released::bigint, 0),
       included_used = u.included_used + :from_included,
       topup_used = u.topup_used + :from_topup,
       overage_tokens = u.overage_tokens + :from_overage,
       overage_micros = u.overage_micros + :overage_micros,
       absorbed_tokens = u.absorbed_tokens + :from_absorbed,
       updated_at = now()
 WHERE u.company_id = :actor_id
   AND u.period = :period;

-- name: create_usage(actor_id, period, store_id, agent_id, lead_id, model, operation_type, prompt_tokens, completion_tokens, total_tokens, from_included, from_topup, from_overage, from_absorbed, overage_price, plan_id, plan_version, request_id, moment)$
-- One row a model call. Store, agent and lead were found to be the company's by the caller (sql/token_usage.sql).
-- may be empty: the caller's request_id was recorded before.
INSERT INTO token_usage AS t (company_id, period, store_id, agent_id, lead_id, model, operation_type, prompt_tokens,
                              completion_tokens, total_tokens, from_included, from_topup, from_overage, from_absorbed,
                              overage_price, plan_id, plan_version, request_id, created_at)
VALUES (:actor_id, :period, :store_id, :agent_id, :lead_id, :model, :operation_type, :prompt_tokens, :completion_tokens,
        :total_tokens, :from_included, :from_topup, :from_overage, :from_absorbed, :overage_price, :plan_id,
        :plan_version, :request_id, :moment)
    ON CONFLICT (company_id, request_id) WHERE request_id IS NOT NULL DO NOTHING
RETURNING t.id;

-- name: release_reservations(reservation_ids, actor_id)!
-- may be empty: they were swept or settled before.
  WITH gone AS (
       DELETE FROM quota_reservations r
        WHERE r.company_id = :actor_id
          AND r.id = ANY (:reservation_ids::uuid[])
       RETURNING r.period, r.tokens),
       sums AS (
       SELECT g.period, sum(g.tokens)::bigint AS tokens
         FROM gone g
        GROUP BY g.period)
UPDATE usage_counters u
   SET reserved_tokens = greatest(u.reserved_tokens - s.tokens, 0), updated_at = now()
  FROM sums s
 WHERE u.company_id = :actor_id
   AND u.period = s.period;

-- name: list_dead_reservations(before, without, batch)
-- unowned: housekeeping over all companies; release_reservations then gives each company's back.
SELECT r.company_id, r.id
  FROM quota_reservations r
 WHERE r.expires_at <= :before
   AND r.company_id <> ALL (:without::text[])
 ORDER BY r.expires_at
 LIMIT :batch;
