-- What a company's running month is made of was asked by the billing pages and by every chat turn; one place says it.

-- One row a company; `moment` says which month runs in the company's zone. Plain SQL, so the planner looks through it
-- and `WHERE company_id = ...` reads one company.
CREATE FUNCTION company_usage(moment timestamptz)
RETURNS TABLE (company_id text, timezone text, period date, included_tokens bigint, overage_per_million_cents bigint,
               status text, auto_overage boolean, cap bigint, alert_pct integer, used_tokens bigint,
               reserved_tokens bigint, included_used bigint, topup_used bigint, overage_tokens bigint,
               topup_remaining bigint)
LANGUAGE sql STABLE PARALLEL SAFE
AS $$
SELECT c.id, c.timezone, m.period, coalesce(p.included_tokens, f.included_tokens, 0),
       coalesce(p.overage_per_million_cents, f.overage_per_million_cents, 0), coalesce(s.status, 'free'),
       coalesce(b.auto_overage, false), b.cap, coalesce(b.alert_pct, 80),
       coalesce(u.used_tokens, 0), coalesce(u.reserved_tokens, 0), coalesce(u.included_used, 0),
       coalesce(u.topup_used, 0), coalesce(u.overage_tokens, 0),
       coalesce((SELECT sum(t.tokens_remaining)::bigint
                   FROM token_topups t
                  WHERE t.company_id = c.id
                    AND (t.expires_at IS NULL OR t.expires_at > moment)), 0)
  FROM companies c
 CROSS JOIN LATERAL (SELECT date_trunc('month', moment AT TIME ZONE c.timezone)::date AS period) m
  LEFT JOIN subscriptions s ON s.company_id = c.id AND s.status IN ('trialing', 'active', 'past_due')
  LEFT JOIN plans p ON p.id = s.plan_id
  LEFT JOIN plans f ON f.slug = 'free'
  LEFT JOIN company_billing_settings b ON b.company_id = c.id
  LEFT JOIN usage_counters u ON u.company_id = c.id AND u.period = m.period
$$;
