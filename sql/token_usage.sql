-- Token usage of a company; written by sql/quota.sql. Ownership: token_usage.company_id = :actor_id, and every store, agent or
-- lead named is found by company_id = :actor_id.

-- shared: usage_columns
t.id, t.company_id, t.store_id, t.agent_id, t.lead_id, t.period, t.model, t.operation_type, t.prompt_tokens,
t.completion_tokens, t.total_tokens, t.from_included, t.from_topup, t.from_overage,
t.from_absorbed, t.overage_price, t.request_id, t.created_at

-- name: find_usage_place(actor_id, store_id, agent_id, lead_id)^
-- The store a call belongs to, when it names one or a record of one. No row: there is no company, store, agent or lead like
-- that, or they are not of one store.
SELECT coalesce(s.id, a.store_id, l.store_id) AS store_id
  FROM companies c
  LEFT JOIN stores s ON s.company_id = :actor_id AND s.id = ANY (ARRAY[:store_id::uuid])
  LEFT JOIN agents a ON a.company_id = :actor_id AND a.id = ANY (ARRAY[:agent_id::uuid])
  LEFT JOIN leads l ON l.company_id = :actor_id AND l.id = ANY (ARRAY[:lead_id::uuid])
 WHERE c.id = :actor_id
   AND (:store_id IS NULL OR s.id IS NOT NULL)
   AND (:agent_id IS NULL OR a.id IS NOT NULL)
   AND (:lead_id IS NULL OR l.id IS NOT NULL)
   AND (s.id <> a.store_id) IS NOT TRUE
   AND (s.id <> l.store_id) IS NOT TRUE
   AND (a.store_id <> l.store_id) IS NOT TRUE;

-- name: get_token_usage(usage_id, actor_id)^
SELECT {usage_columns}
  FROM token_usage t
 WHERE t.company_id = :actor_id
   AND t.id = :usage_id;

-- name: find_token_usage(actor_id, request_id)^
-- What a request id was recorded as.
SELECT {usage_columns}
  FROM token_usage t
 WHERE t.company_id = :actor_id
   AND t.request_id = :request_id;

-- name: list_token_usage(actor_id, start_day, start_at, end_day, end_at, last_at, last_id, most)
-- Days are the company's; the start is in, the end is out. Newest first, going on behind the last row of the page before.
SELECT {usage_columns}
  FROM companies c
  JOIN token_usage t ON t.company_id = c.id
 WHERE c.id = :actor_id
   AND t.created_at >= coalesce(:start_at::timestamptz, :start_day::date::timestamp AT TIME ZONE c.timezone)
   AND t.created_at < coalesce(:end_at::timestamptz, :end_day::date::timestamp AT TIME ZONE c.timezone)
   AND (:last_at::timestamptz IS NULL OR (t.created_at, t.id) < (:last_at, :last_id::bigint))
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

-- name: sum_token_usage_by_day(actor_id, period)
-- The days of a month that had usage, in the company's zone.
SELECT (t.created_at AT TIME ZONE c.timezone)::date, sum(t.total_tokens)::bigint
  FROM companies c
  JOIN token_usage t ON t.company_id = :actor_id
 WHERE c.id = :actor_id
   AND t.period = :period
 GROUP BY 1
 ORDER BY 1;

-- name: get_usage_clock(actor_id, moment)^
-- Today and the first of the month where the company is. No row: there is no company.
SELECT (:moment::timestamptz AT TIME ZONE c.timezone)::date AS today,
       date_trunc('month', :moment::timestamptz AT TIME ZONE c.timezone)::date AS period
  FROM companies c
 WHERE c.id = :actor_id;
