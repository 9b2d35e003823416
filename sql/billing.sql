-- Plans, subscriptions, settings and usage of a company. Ownership: every table here is keyed by company_id = :actor_id.
-- Workers and the provider's webhook act for no user; their queries stand in billing_worker.sql and billing_overage.sql.

-- shared: plan_columns
p.id, p.slug, p.name, p.monthly_cents, p.included_tokens, p.max_stores, p.max_agents, p.max_products,
p.max_documents, p.max_leads, p.overage_per_million_cents, p.cardprovider_price_id,
p.cardprovider_metered_price_id, p.trial_days, p.version, p.active, p.sort_order, p.created_at, p.updated_at

-- name: list_plans()
-- unowned: the price list is the same for everybody.
SELECT {plan_columns}
  FROM plans p
 WHERE p.active
 ORDER BY p.sort_order, p.monthly_cents, p.id;

-- name: list_public_plans()
-- unowned: the public price list; no provider ids and no timestamps.
SELECT p.id, p.slug, p.name, p.monthly_cents, p.included_tokens, p.max_stores, p.max_agents, p.max_products,
       p.max_documents, p.max_leads, p.overage_per_million_cents
  FROM plans p
 WHERE p.active
 ORDER BY p.sort_order, p.monthly_cents, p.id;

-- name: find_plan(plan_id, plan_slug)^
-- unowned: the price list is the same for everybody. An inactive plan cannot be subscribed any more.
SELECT {plan_columns}
  FROM plans p
 WHERE p.active
   AND (p.id = :plan_id::uuid OR p.slug = :plan_slug::text)
 LIMIT 1;

-- name: get_plan(plan_id)^
-- unowned: the price list is the same for everybody; also a plan that is no longer sold.
SELECT {plan_columns}
  FROM plans p
 WHERE p.id = :plan_id;

-- name: get_current_plan(actor_id, moment)^
-- The plan that counts now: that of a subscription which keeps it, else the free one.
SELECT {plan_columns}
  FROM company_usage(:actor_id, :moment) u
  JOIN plans p ON p.id = u.plan_id;

-- name: get_payer(actor_id)^
-- Who pays for a company: what its customer record at the provider gets.
SELECT u.email, coalesce(nullif(c.name, ''), u.name), c.tax_id, k.cardprovider_customer_id
  FROM companies c
  JOIN users u ON u.id = c.id
  LEFT JOIN billing_customers k ON k.company_id = :actor_id
 WHERE c.id = :actor_id;

-- name: save_customer(actor_id, cardprovider_customer_id)^
-- may be empty: another request of the same company has saved its customer first, and that one stands.
INSERT INTO billing_customers (company_id, cardprovider_customer_id)
VALUES (:actor_id, :cardprovider_customer_id)
    ON CONFLICT (company_id) DO NOTHING
RETURNING cardprovider_customer_id;

-- name: get_subscription(actor_id)^
-- The subscription that is not over; at most one by the schema.
SELECT s.id, s.plan_id, p.slug, s.cardprovider_subscription_id, s.status, s.cancel_at_period_end,
       s.current_period_start, s.current_period_end, s.ended_at, s.grace_until,
       (SELECT n.slug FROM plans n WHERE n.id = s.next_plan_id), s.next_plan_at, s.created_at, s.updated_at
  FROM subscriptions s
  JOIN plans p ON p.id = s.plan_id
 WHERE s.company_id = :actor_id
   AND s.status NOT IN ('canceled', 'incomplete_expired');

-- name: has_subscribed(actor_id)$
-- Whether the company ever had a subscription that was more than begun: it gets no second trial.
SELECT EXISTS (SELECT 1
                 FROM subscriptions s
                WHERE s.company_id = :actor_id
                  AND s.status NOT IN ('incomplete', 'incomplete_expired'));

-- name: save_subscription(id, actor_id, plan_id, next_plan_id, next_plan_at, cardprovider_subscription_id, recurring_item_id, metered_item_id, metered_price, metered_since, status, grace_until, cancel_at_period_end, current_period_start, current_period_end, ended_at)$
-- What the provider answered to our own call. last_event_at stays: events are ordered by the provider's clock alone.
-- may be empty: the subscription is over already, which no answer undoes.
INSERT INTO subscriptions AS s (id, company_id, plan_id, next_plan_id, next_plan_at, cardprovider_subscription_id,
                                recurring_item_id, metered_item_id, metered_price, metered_since, status, grace_until,
                                cancel_at_period_end, current_period_start, current_period_end, ended_at)
VALUES (:id, :actor_id, :plan_id, :next_plan_id, :next_plan_at, :cardprovider_subscription_id, :recurring_item_id,
        :metered_item_id, :metered_price, :metered_since, :status,
        CASE WHEN :status = 'past_due' THEN :grace_until::timestamptz END, :cancel_at_period_end, :current_period_start, :current_period_end, :ended_at)
    ON CONFLICT (company_id, cardprovider_subscription_id) DO UPDATE
   SET plan_id = EXCLUDED.plan_id,
       next_plan_id = EXCLUDED.next_plan_id,
       next_plan_at = EXCLUDED.next_plan_at,
       recurring_item_id = EXCLUDED.recurring_item_id,
       metered_item_id = EXCLUDED.metered_item_id,
       metered_price = EXCLUDED.metered_price,
       metered_since = CASE WHEN (s.metered_item_id, s.metered_price)
                                 IS NOT DISTINCT FROM (EXCLUDED.metered_item_id, EXCLUDED.metered_price)
                            THEN s.metered_since ELSE EXCLUDED.metered_since END,
       status = EXCLUDED.status,
       grace_over = s.grace_over AND s.grace_until IS NOT NULL,
       grace_until = CASE WHEN EXCLUDED.status = 'past_due' THEN coalesce(s.grace_until, EXCLUDED.grace_until) END,
       cancel_at_period_end = EXCLUDED.cancel_at_period_end,
       current_period_start = EXCLUDED.current_period_start,
       current_period_end = EXCLUDED.current_period_end,
       ended_at = EXCLUDED.ended_at
 WHERE s.status <> 'canceled'
RETURNING s.id;

-- name: get_saved_subscription(id, actor_id)^
-- Also one that is over.
SELECT s.id, s.plan_id, p.slug, s.cardprovider_subscription_id, s.status, s.cancel_at_period_end,
       s.current_period_start, s.current_period_end, s.ended_at, s.grace_until,
       (SELECT n.slug FROM plans n WHERE n.id = s.next_plan_id), s.next_plan_at, s.created_at, s.updated_at
  FROM subscriptions s
  JOIN plans p ON p.id = s.plan_id
 WHERE s.company_id = :actor_id
   AND s.id = :id;

-- name: get_settings(actor_id)^
-- The defaults of a company that has never changed them.
SELECT b.cap, coalesce(b.auto_overage, false), coalesce(b.alert_pct, 80), b.updated_at
  FROM companies c
  LEFT JOIN company_billing_settings b ON b.company_id = :actor_id
 WHERE c.id = :actor_id;

-- name: update_settings(actor_id, set_cap, cap, set_auto_overage, auto_overage, set_alert_pct, alert_pct)^
-- No row: no such company. Only the fields that are set change.
INSERT INTO company_billing_settings AS b (company_id, cap, auto_overage, alert_pct)
SELECT c.id, CASE WHEN :set_cap THEN :cap::bigint END,
       CASE WHEN :set_auto_overage THEN :auto_overage::boolean ELSE false END,
       CASE WHEN :set_alert_pct THEN :alert_pct::integer ELSE 80 END
  FROM companies c
 WHERE c.id = :actor_id
    ON CONFLICT (company_id) DO UPDATE
   SET cap = CASE WHEN :set_cap THEN :cap::bigint ELSE b.cap END,
       auto_overage = CASE WHEN :set_auto_overage THEN :auto_overage::boolean ELSE b.auto_overage END,
       alert_pct = CASE WHEN :set_alert_pct THEN :alert_pct::integer ELSE b.alert_pct END
RETURNING b.cap, b.auto_overage, b.alert_pct, b.updated_at;

-- name: reopen_charges(actor_id)!
-- A company that allows overage again pays what it did not pay.
-- may be empty: nothing is owed.
UPDATE charges h
   SET status = 'pending'
 WHERE h.company_id = :actor_id
   AND h.kind = 'overage'
   AND h.status IN ('failed', 'requires_action');

-- name: get_topup_price()$
-- unowned: the price list is the same for everybody. Of a million tokens, in cents.
SELECT t.per_million_cents
  FROM topup_prices t
 ORDER BY t.version DESC
 LIMIT 1;

-- name: set_topup_price(per_million_cents)!
-- unowned: the operator's price list.
INSERT INTO topup_prices (per_million_cents)
VALUES (:per_million_cents);

-- name: begin_topup(id, actor_id, attempt, amount_cents, tokens, card, moment)!
-- Written before the provider is asked; the same attempt again finds what the first one asked for.
INSERT INTO charges (id, company_id, kind, attempt, amount_cents, tokens, card, status, created_at)
VALUES (:id, :actor_id, 'topup', :attempt, :amount_cents, :tokens, :card, 'pending', :moment)
    ON CONFLICT (company_id, attempt) DO NOTHING;

-- name: get_topup(actor_id, attempt)^
-- What an attempt asks for.
SELECT h.id, h.amount_cents, h.tokens, h.card, h.attempt, h.created_at
  FROM charges h
 WHERE h.company_id = :actor_id
   AND h.attempt = :attempt;

-- name: note_charge(actor_id, id, status, payment_intent_id, error)!
-- What the provider answered; what has gone through stands.
UPDATE charges h
   SET status = :status,
       payment_intent_id = coalesce(:payment_intent_id::text, h.payment_intent_id),
       last_error = :error::text
 WHERE h.company_id = :actor_id
   AND h.id = :id
   AND h.status <> 'succeeded';

-- name: list_charges(actor_id, kind, status, limit, offset)
-- Newest first.
SELECT h.id, h.kind, h.status, h.amount_cents, h.tokens, h.period, h.payment_intent_id, h.receipt_url, h.page_url,
       h.page_expires_at, h.refunded_cents, h.disputed, h.created_at, h.paid_at, h.attempt
  FROM charges h
 WHERE h.company_id = :actor_id
   AND (:kind::text IS NULL OR h.kind = :kind)
   AND (:status::text IS NULL OR h.status = :status)
 ORDER BY h.created_at DESC, h.id DESC
 LIMIT :limit OFFSET :offset;

-- name: count_charges(actor_id, kind, status)$
SELECT count(*)
  FROM charges h
 WHERE h.company_id = :actor_id
   AND (:kind::text IS NULL OR h.kind = :kind)
   AND (:status::text IS NULL OR h.status = :status);

-- name: save_page(actor_id, id, page_id, page_url, page_expires_at)!
-- Where a charge can be completed.
UPDATE charges h
   SET page_id = :page_id,
       page_url = :page_url,
       page_expires_at = :page_expires_at
 WHERE h.company_id = :actor_id
   AND h.id = :id;

-- name: get_usage(actor_id, moment)^
-- Everything the limit of the company's running month is made of; `moment` says which month that is in its zone.
SELECT u.timezone, u.period, u.plan_id, u.plan_version, u.included_tokens, u.overage_per_million_cents,
       u.bears_overage, u.auto_overage, u.cap, u.alert_pct, u.used_tokens, u.reserved_tokens, u.included_used,
       u.topup_used, u.overage_tokens, u.overage_micros, u.absorbed_tokens, u.topup_remaining
  FROM company_usage(:actor_id, :moment) u;

-- name: get_next_bill(actor_id)^
-- What the running period will cost: the plan that follows, and overage in millionths of a cent that is on no invoice yet:
-- on the meter, or nobody has claimed it.
SELECT s.current_period_end, p.slug, CASE WHEN s.cancel_at_period_end THEN 0 ELSE p.monthly_cents END,
       (SELECT coalesce(sum(b.tokens * b.price), 0)::bigint
          FROM usage_report_batches b
         WHERE b.company_id = :actor_id
           AND b.status IN ('pending', 'sent')
           AND b.event_at >= s.current_period_start)
       + (SELECT coalesce(sum(t.from_overage * t.overage_price), 0)::bigint
            FROM token_usage t
           WHERE t.company_id = :actor_id
             AND t.batch_id IS NULL
             AND t.overage_price > 0)
  FROM companies c
  LEFT JOIN subscriptions s ON s.company_id = :actor_id AND s.status IN ('trialing', 'active', 'past_due')
  LEFT JOIN plans p ON p.id = CASE WHEN s.next_plan_at IS NOT NULL THEN s.next_plan_id ELSE s.plan_id END
 WHERE c.id = :actor_id;

-- name: list_usage_by_day(actor_id, period, timezone, today)
-- Each day of the month until today, in the company's zone, days without usage included. A day is a piece of the index
-- by time: to tell each row's day in its zone was two thirds of the work.
SELECT d.day::date,
       (SELECT coalesce(sum(t.total_tokens), 0)::bigint
          FROM token_usage t
         WHERE t.company_id = :actor_id
           AND t.period = :period
           AND t.created_at >= d.day AT TIME ZONE :timezone
           AND t.created_at < (d.day + interval '1 day') AT TIME ZONE :timezone) AS total_tokens
  FROM companies c
 CROSS JOIN generate_series(:period::date::timestamp, :today::date::timestamp, interval '1 day') AS d (day)
 WHERE c.id = :actor_id
 ORDER BY d.day;

-- name: list_all_plans()
-- unowned: the operator's price list, plans that are no longer sold included.
SELECT {plan_columns}
  FROM plans p
 ORDER BY p.sort_order, p.monthly_cents, p.id;

-- name: save_plan(id, slug, name, monthly_cents, included_tokens, max_stores, max_agents, max_products, max_documents, max_leads, overage_per_million_cents, cardprovider_price_id, cardprovider_metered_price_id, trial_days, active, sort_order)$
-- unowned: the operator's price list. Answers whether the plan is new.
INSERT INTO plans (id, slug, name, monthly_cents, included_tokens, max_stores, max_agents, max_products, max_documents,
                   max_leads, overage_per_million_cents, cardprovider_price_id, cardprovider_metered_price_id, trial_days,
                   active, sort_order)
VALUES (:id, :slug, :name, :monthly_cents, :included_tokens, :max_stores, :max_agents, :max_products, :max_documents,
        :max_leads, :overage_per_million_cents, :cardprovider_price_id, :cardprovider_metered_price_id, :trial_days,
        :active, :sort_order)
    ON CONFLICT (slug) DO UPDATE
   SET name = EXCLUDED.name,
       monthly_cents = EXCLUDED.monthly_cents,
       included_tokens = EXCLUDED.included_tokens,
       max_stores = EXCLUDED.max_stores,
       max_agents = EXCLUDED.max_agents,
       max_products = EXCLUDED.max_products,
       max_documents = EXCLUDED.max_documents,
       max_leads = EXCLUDED.max_leads,
       overage_per_million_cents = EXCLUDED.overage_per_million_cents,
       cardprovider_price_id = EXCLUDED.cardprovider_price_id,
       cardprovider_metered_price_id = EXCLUDED.cardprovider_metered_price_id,
       trial_days = EXCLUDED.trial_days,
       active = EXCLUDED.active,
       sort_order = EXCLUDED.sort_order,
       version = plans.version
               + CASE WHEN (plans.monthly_cents, plans.included_tokens, plans.overage_per_million_cents,
                            plans.cardprovider_price_id, plans.cardprovider_metered_price_id)
                           IS DISTINCT FROM (EXCLUDED.monthly_cents, EXCLUDED.included_tokens,
                                             EXCLUDED.overage_per_million_cents, EXCLUDED.cardprovider_price_id,
                                             EXCLUDED.cardprovider_metered_price_id)
                      THEN 1 ELSE 0 END
RETURNING (xmax = 0);

-- name: keep_plan_version(slug)!
-- unowned: the operator's price list; in the transaction that changes a plan. may be empty: this version is kept already.
INSERT INTO plan_versions (plan_id, version, monthly_cents, included_tokens, overage_per_million_cents,
                           cardprovider_price_id, cardprovider_metered_price_id)
SELECT p.id, p.version, p.monthly_cents, p.included_tokens, p.overage_per_million_cents, p.cardprovider_price_id,
       p.cardprovider_metered_price_id
  FROM plans p
 WHERE p.slug = :slug
    ON CONFLICT (plan_id, version) DO NOTHING;
