-- Token usage of a company, and the quota sources it is drawn from. Ownership: token_usage.company_id = :actor_id, and every
-- store, agent or lead named belongs to a store whose company_id = :actor_id.

-- name: lock_counter(actor_id, moment)^
-- The company's running month, made when it is the month's first use; its row lock puts concurrent calls in a row.
-- No row: there is no such company.
INSERT INTO usage_counters AS u (company_id, period)
SELECT c.id, date_trunc('month', :moment::timestamptz AT TIME ZONE c.timezone)::date
  FROM companies c
 WHERE c.id = :actor_id
    ON CONFLICT (company_id, period) DO UPDATE
   SET used_tokens = u.used_tokens
RETURNING u.period, u.included_used;

-- name: get_included_tokens(actor_id)$
-- Of the plan in force: the subscription's, also while a payment is overdue, else `free`.
SELECT coalesce(p.included_tokens, f.included_tokens, 0)
  FROM companies c
  LEFT JOIN subscriptions b ON b.company_id = c.id AND b.status IN ('active', 'trialing', 'past_due')
  LEFT JOIN plans p ON p.id = b.plan_id
  LEFT JOIN plans f ON f.slug = 'free'
 WHERE c.id = :actor_id;

-- name: lock_topups(actor_id, moment)
-- In drawing order: soonest expiry first, then oldest.
SELECT t.id, t.tokens_remaining
  FROM token_topups t
 WHERE t.company_id = :actor_id
   AND t.tokens_remaining > 0
   AND (t.expires_at IS NULL OR t.expires_at > :moment)
 ORDER BY t.expires_at NULLS LAST, t.created_at, t.id
   FOR UPDATE OF t;

-- name: draw_topup(topup_id, actor_id, tokens)!
UPDATE token_topups t
   SET tokens_remaining = t.tokens_remaining - :tokens
 WHERE t.id = :topup_id
   AND t.company_id = :actor_id;

-- name: add_to_counter(actor_id, period, used, from_included, from_topup, from_overage)!
UPDATE usage_counters u
   SET used_tokens = u.used_tokens + :used,
       included_used = u.included_used + :from_included,
       topup_used = u.topup_used + :from_topup,
       overage_tokens = u.overage_tokens + :from_overage
 WHERE u.company_id = :actor_id
   AND u.period = :period;

-- name: find_token_usage(actor_id, request_id)^
-- What a request id was recorded as.
SELECT t.id, t.company_id, t.store_id, t.agent_id, t.lead_id, t.period, t.model, t.operation_type, t.prompt_tokens,
       t.completion_tokens, t.total_tokens, t.from_included, t.from_topup, t.from_overage, t.request_id, t.created_at
  FROM token_usage t
 WHERE t.company_id = :actor_id
   AND t.request_id = :request_id;

-- name: create_token_usage(actor_id, store_id, agent_id, lead_id, period, model, operation_type, prompt_tokens, completion_tokens, total_tokens, from_included, from_topup, from_overage, request_id)^
-- No row: store, agent or lead is not the actor's, or they are not of one store.
INSERT INTO token_usage AS t (company_id, store_id, agent_id, lead_id, period, model, operation_type, prompt_tokens,
                              completion_tokens, total_tokens, from_included, from_topup, from_overage, request_id)
SELECT c.id, coalesce(s.id, a.store_id, l.store_id), a.id, l.id, :period, :model, :operation_type, :prompt_tokens,
       :completion_tokens, :total_tokens, :from_included, :from_topup, :from_overage, :request_id
  FROM companies c
  LEFT JOIN stores s ON s.id = :store_id::uuid AND s.company_id = c.id
  LEFT JOIN (agents a JOIN stores sa ON sa.id = a.store_id) ON a.id = :agent_id::uuid AND sa.company_id = c.id
  LEFT JOIN (leads l JOIN stores sl ON sl.id = l.store_id) ON l.id = :lead_id::uuid AND sl.company_id = c.id
 WHERE c.id = :actor_id
   AND (:store_id IS NULL OR s.id IS NOT NULL)
   AND (:agent_id IS NULL OR a.id IS NOT NULL)
   AND (:lead_id IS NULL OR l.id IS NOT NULL)
   AND (s.id <> a.store_id) IS NOT TRUE
   AND (s.id <> l.store_id) IS NOT TRUE
   AND (a.store_id <> l.store_id) IS NOT TRUE
RETURNING t.id, t.company_id, t.store_id, t.agent_id, t.lead_id, t.period, t.model, t.operation_type, t.prompt_tokens,
          t.completion_tokens, t.total_tokens, t.from_included, t.from_topup, t.from_overage, t.request_id, t.created_at;

-- name: list_token_usage(actor_id, period_start, period_end, most)
-- Days are the company's; the start is in, the end is out. Newest first.
SELECT t.id, t.company_id, t.store_id, t.agent_id, t.lead_id, t.period, t.model, t.operation_type, t.prompt_tokens,
       t.completion_tokens, t.total_tokens, t.from_included, t.from_topup, t.from_overage, t.request_id, t.created_at
  FROM companies c
  JOIN token_usage t ON t.company_id = c.id
 WHERE c.id = :actor_id
   AND t.created_at >= :period_start::date::timestamp AT TIME ZONE c.timezone
   AND t.created_at < :period_end::date::timestamp AT TIME ZONE c.timezone
 ORDER BY t.created_at DESC, t.id DESC
 LIMIT :most;

-- name: sum_token_usage(actor_id, period)
-- A month by model and kind of call, the largest first.
SELECT t.model, t.operation_type, sum(t.prompt_tokens)::bigint AS prompt_tokens,
       sum(t.completion_tokens)::bigint AS completion_tokens, sum(t.total_tokens)::bigint AS total_tokens,
       count(*) AS requests
  FROM token_usage t
 WHERE t.company_id = :actor_id
   AND t.period = :period
 GROUP BY t.model, t.operation_type
 ORDER BY total_tokens DESC, t.model, t.operation_type;

-- name: get_usage_clock(actor_id, moment)^
-- Today and the first of the month where the company is. No row: there is no company.
SELECT (:moment::timestamptz AT TIME ZONE c.timezone)::date AS today,
       date_trunc('month', :moment::timestamptz AT TIME ZONE c.timezone)::date AS period
  FROM companies c
 WHERE c.id = :actor_id;
