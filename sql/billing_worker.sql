-- What the provider's webhook and the billing workers do: they act for no user, the company comes from their data.

-- name: find_priced_plan(price_id, plan_id)$
-- unowned: the price list is the same for everybody. By the monthly price, also one that a plan had before; by the id we
-- sent along when no plan ever had it.
SELECT p.id
  FROM plans p
  LEFT JOIN plan_versions v ON v.plan_id = p.id AND v.cardprovider_price_id = :price_id::text
 WHERE p.cardprovider_price_id = :price_id::text
    OR v.plan_id IS NOT NULL
    OR p.id = :plan_id::uuid
 ORDER BY (p.cardprovider_price_id = :price_id::text) DESC NULLS LAST, v.version DESC NULLS LAST
 LIMIT 1;

-- name: get_metered_price(plan_id)$
-- unowned: the price list is the same for everybody. may be empty: the plan's overage is charged, not metered.
SELECT p.cardprovider_metered_price_id
  FROM plans p
 WHERE p.id = :plan_id;

-- name: price_of_meter(metered_price_id)$
-- unowned: the price list is the same for everybody. What the provider bills a million tokens at by this price of its
-- own, in cents: such a price never changes, so the first version of a plan that names it tells.
-- may be empty: no plan ever had it.
SELECT v.overage_per_million_cents
  FROM plan_versions v
 WHERE v.cardprovider_metered_price_id = :metered_price_id
 ORDER BY v.created_at, v.plan_id, v.version
 LIMIT 1;

-- name: get_subscription_plan(company_id, cardprovider_subscription_id)^
-- unowned: read by the webhook and by the job that asks the provider again, for the company of the customer.
SELECT s.id, s.plan_id, s.next_plan_id, s.next_plan_at, s.status, s.last_event_at, s.last_invoice_at,
       p.monthly_cents
  FROM subscriptions s
  JOIN plans p ON p.id = s.plan_id
 WHERE s.company_id = :company_id
   AND s.cardprovider_subscription_id = :cardprovider_subscription_id;

-- name: get_plan_cents(plan_id)$
-- unowned: the price list is the same for everybody.
SELECT p.monthly_cents
  FROM plans p
 WHERE p.id = :plan_id;

-- name: apply_subscription(id, company_id, plan_id, next_plan_id, next_plan_at, cardprovider_subscription_id, recurring_item_id, metered_item_id, metered_price, metered_since, status, grace_until, cancel_at_period_end, current_period_start, current_period_end, ended_at, open_invoice_id, event_at, first)$
-- unowned: written by the signed webhook. An event older than the newest applied one changes nothing, and of one second
-- the `first` event of a subscription is the older one. An invoice newer than the event has the last word on what is
-- overdue. Nothing comes back from an end. No row: not applied.
INSERT INTO subscriptions AS s (id, company_id, plan_id, next_plan_id, next_plan_at, cardprovider_subscription_id,
                                recurring_item_id, metered_item_id, metered_price, metered_since, status, grace_until,
                                cancel_at_period_end, current_period_start, current_period_end, ended_at,
                                last_invoice_id, last_event_at)
VALUES (:id, :company_id, :plan_id, :next_plan_id, :next_plan_at, :cardprovider_subscription_id, :recurring_item_id,
        :metered_item_id, :metered_price, :metered_since, :status,
        CASE WHEN :status = 'past_due' THEN :grace_until::timestamptz END,
        :cancel_at_period_end, :current_period_start, :current_period_end, :ended_at, :open_invoice_id,
        :event_at::timestamptz)
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
       status = CASE WHEN s.last_invoice_at > EXCLUDED.last_event_at
                      AND EXCLUDED.status IN ('incomplete', 'active', 'past_due', 'unpaid')
                     THEN s.status ELSE EXCLUDED.status END,
       grace_over = s.grace_over AND s.grace_until IS NOT NULL,
       grace_until = CASE WHEN CASE WHEN s.last_invoice_at > EXCLUDED.last_event_at
                                     AND EXCLUDED.status IN ('incomplete', 'active', 'past_due', 'unpaid')
                                    THEN s.status ELSE EXCLUDED.status END = 'past_due'
                          THEN coalesce(s.grace_until, :grace_until::timestamptz) END,
       cancel_at_period_end = EXCLUDED.cancel_at_period_end,
       current_period_start = EXCLUDED.current_period_start,
       current_period_end = EXCLUDED.current_period_end,
       ended_at = EXCLUDED.ended_at,
       last_invoice_id = coalesce(EXCLUDED.last_invoice_id, s.last_invoice_id),
       last_event_at = EXCLUDED.last_event_at
 WHERE s.status <> 'canceled'
   AND (s.last_event_at IS NULL OR EXCLUDED.last_event_at > s.last_event_at
        OR (EXCLUDED.last_event_at = s.last_event_at AND NOT :first))
RETURNING s.id;

-- name: begin_subscription(company_id, cardprovider_subscription_id, moment)$
-- unowned: written when the first invoice of a subscription is known to be paid. No row: it was known before.
UPDATE subscriptions s
   SET begun_at = :moment
 WHERE s.company_id = :company_id
   AND s.cardprovider_subscription_id = :cardprovider_subscription_id
   AND s.status = 'active'
   AND s.begun_at IS NULL
RETURNING s.id;

-- name: begin_included(company_id, moment)!
-- unowned: a subscription that has just been paid for the first time brings its included tokens whole.
-- may be empty: nothing was used in this month.
UPDATE usage_counters u
   SET included_used = 0
  FROM companies c
 WHERE u.company_id = :company_id
   AND c.id = :company_id
   AND u.period = date_trunc('month', :moment::timestamptz AT TIME ZONE c.timezone)::date;

-- name: end_subscription(company_id, cardprovider_subscription_id, ended_at)$
-- unowned: written by the signed webhook. An end always wins, whenever it comes. No row: unknown, or over already.
UPDATE subscriptions s
   SET status = 'canceled',
       next_plan_id = NULL,
       next_plan_at = NULL,
       ended_at = e.at
  FROM (SELECT coalesce(:ended_at, now()) AS at) e
 WHERE s.company_id = :company_id
   AND s.cardprovider_subscription_id = :cardprovider_subscription_id
   AND s.status <> 'canceled'
RETURNING s.id;

-- name: has_twin_event(company_id, object_id, occurred_at)$
-- unowned: asked by the signed webhook. Two updates of one second: their order is anybody's guess.
SELECT EXISTS (SELECT 1
                 FROM webhook_events e
                WHERE e.company_id = :company_id
                  AND e.provider = 'cardprovider'
                  AND e.type = 'customer.subscription.updated'
                  AND e.object_id = :object_id
                  AND e.occurred_at = :occurred_at
                  AND e.received_at > now() - interval '5 days'
               OFFSET 1);

-- name: refresh_subscription(company_id, plan_id, next_plan_id, next_plan_at, cardprovider_subscription_id, recurring_item_id, metered_item_id, metered_price, metered_since, status, grace_until, cancel_at_period_end, current_period_start, current_period_end, ended_at, seen_event_at)$
-- unowned: the provider's own answer, asked because events came in an order that leaves doubt. No row: a newer event
-- has been applied since, or the subscription is over.
UPDATE subscriptions s
   SET plan_id = :plan_id,
       next_plan_id = :next_plan_id,
       next_plan_at = :next_plan_at,
       recurring_item_id = :recurring_item_id,
       metered_item_id = :metered_item_id,
       metered_price = :metered_price,
       metered_since = CASE WHEN (s.metered_item_id, s.metered_price)
                                 IS NOT DISTINCT FROM (:metered_item_id::text, :metered_price::bigint)
                            THEN s.metered_since ELSE :metered_since END,
       status = :status,
       grace_over = s.grace_over AND s.grace_until IS NOT NULL,
       grace_until = CASE WHEN :status = 'past_due' THEN coalesce(s.grace_until, :grace_until::timestamptz) END,
       cancel_at_period_end = :cancel_at_period_end,
       current_period_start = :current_period_start,
       current_period_end = :current_period_end,
       ended_at = :ended_at
 WHERE s.company_id = :company_id
   AND s.cardprovider_subscription_id = :cardprovider_subscription_id
   AND s.status <> 'canceled'
   AND s.last_event_at IS NOT DISTINCT FROM :seen_event_at
RETURNING s.id;

-- name: apply_invoice(company_id, cardprovider_subscription_id, invoice_id, paid, event_at, grace_until)$
-- unowned: written by the signed webhook for the company of the subscription. Paid: nothing is overdue any more, when it
-- is the newest invoice that was paid or the one that failed; failed: it is overdue. Older than another invoice or than
-- the subscription's newest event it tells nothing new. No row: not applied.
UPDATE subscriptions s
   SET status = CASE WHEN :paid AND s.status IN ('past_due', 'unpaid', 'incomplete') THEN 'active'
                     WHEN NOT :paid AND s.status IN ('active', 'trialing') THEN 'past_due'
                     ELSE s.status END,
       grace_over = s.grace_over AND s.grace_until IS NOT NULL,
       grace_until = CASE WHEN :paid THEN NULL
                          WHEN s.status IN ('active', 'trialing', 'past_due')
                          THEN coalesce(s.grace_until, :grace_until::timestamptz) END,
       last_invoice_id = CASE WHEN :paid THEN NULL ELSE :invoice_id END,
       last_invoice_at = :event_at
 WHERE s.company_id = :company_id
   AND s.cardprovider_subscription_id = :cardprovider_subscription_id
   AND s.status <> 'canceled'
   AND (NOT :paid OR s.last_invoice_id IS NULL OR s.last_invoice_id = :invoice_id)
   AND (s.last_event_at IS NULL OR :event_at >= s.last_event_at)
   AND (s.last_invoice_at IS NULL OR :event_at > s.last_invoice_at OR (:event_at = s.last_invoice_at AND :paid))
RETURNING s.id;

-- name: grant_topup(id, company_id, payment_intent_id, amount_cents, tokens, expires_at, moment)$
-- unowned: written by the signed webhook for the company of its customer, and by the operator. No row: granted before.
INSERT INTO token_topups (id, company_id, payment_intent_id, amount_cents, tokens_granted, tokens_remaining, expires_at,
                          created_at)
VALUES (:id, :company_id, :payment_intent_id, :amount_cents, :tokens, :tokens, :expires_at, :moment)
    ON CONFLICT (company_id, payment_intent_id) DO NOTHING
RETURNING id;

-- name: settle_topup(id, company_id, payment_intent_id, attempt, amount_cents, tokens, moment)!
-- unowned: written by the signed webhook: the payment of a top-up, also one whose request was never answered.
INSERT INTO charges AS h (id, company_id, kind, attempt, payment_intent_id, amount_cents, tokens, status, paid_at)
VALUES (:id, :company_id, 'topup', :attempt, :payment_intent_id, :amount_cents, :tokens, 'succeeded', :moment)
    ON CONFLICT (company_id, attempt) DO UPDATE
   SET status = 'succeeded',
       payment_intent_id = EXCLUDED.payment_intent_id,
       last_error = NULL,
       paid_at = coalesce(h.paid_at, EXCLUDED.paid_at);

-- name: find_topup_attempt(company_id, payment_intent_id)$
-- unowned: read by the signed webhook. may be empty: the payment's request was never answered.
SELECT h.attempt
  FROM charges h
 WHERE h.company_id = :company_id
   AND h.kind = 'topup'
   AND h.payment_intent_id = :payment_intent_id;

-- shared: unfinished
h.kind = 'topup'
   AND h.status IN ('pending', 'requires_payment_method', 'requires_action', 'processing')
   AND h.created_at < :begun_before
   AND (h.page_expires_at IS NULL OR h.page_expires_at < :until)

-- name: list_unfinished_companies(until, begun_before, after, batch)
-- unowned: the worker that ends top-ups. Of the companies behind `after`, those with one that nobody can pay any more.
SELECT DISTINCT h.company_id, k.cardprovider_customer_id
  FROM charges h
  LEFT JOIN billing_customers k ON k.company_id = h.company_id
 WHERE {unfinished}
   AND h.company_id > :after
 ORDER BY h.company_id
 LIMIT :batch;

-- name: list_unfinished_topups(company_id, until, begun_before)
-- unowned: the same worker.
SELECT h.id, h.attempt, h.payment_intent_id, h.created_at
  FROM charges h
 WHERE h.company_id = :company_id
   AND {unfinished}
 ORDER BY h.created_at, h.id;

-- name: end_topup(company_id, id)!
-- unowned: the same worker. What has been paid meanwhile stays.
UPDATE charges h
   SET status = 'canceled',
       last_error = 'not paid in time',
       page_id = NULL,
       page_url = NULL
 WHERE h.company_id = :company_id
   AND h.id = :id
   AND h.status <> 'succeeded';

-- name: follow_charge(company_id, payment_intent_id, receipt_url, refunded_cents, disputed)$
-- unowned: what the provider says about a payment. No row: not ours, or nothing new.
UPDATE charges h
   SET receipt_url = coalesce(:receipt_url::text, h.receipt_url),
       refunded_cents = :refunded_cents,
       disputed = :disputed
 WHERE h.company_id = :company_id
   AND h.payment_intent_id = :payment_intent_id
   AND (h.refunded_cents, h.disputed, h.receipt_url)
       IS DISTINCT FROM (:refunded_cents::bigint, :disputed::boolean, coalesce(:receipt_url::text, h.receipt_url))
RETURNING h.id;

-- name: lock_topup(company_id, payment_intent_id)^
-- unowned: reconcile. may be empty: the payment bought no tokens.
SELECT t.id, t.tokens_granted, t.tokens_remaining, t.tokens_taken_back
  FROM token_topups t
 WHERE t.company_id = :company_id
   AND t.payment_intent_id = :payment_intent_id
   FOR NO KEY UPDATE;

-- name: take_back(company_id, id, tokens)$
-- unowned: reconcile. Only what nobody has used; how many that were.
UPDATE token_topups t
   SET tokens_remaining = t.tokens_remaining - least(t.tokens_remaining, :tokens::bigint),
       tokens_taken_back = t.tokens_taken_back + least(t.tokens_remaining, :tokens::bigint)
 WHERE t.company_id = :company_id
   AND t.id = :id
RETURNING t.tokens_taken_back;

-- name: list_alert_companies(moment, after, batch)
-- unowned: the alert worker. Of the companies behind `after`, those whose month may have reached a threshold, or may have got so much since that it
-- is below one again. Which month runs depends on the zone, so each company is judged by itself; here nothing depends on
-- what a company has set but the percentage and the overage it agrees to.
SELECT m.company_id
  FROM (SELECT u.company_id, u.alerted_pct, u.blocked_at, s.status, coalesce(b.alert_pct, 80) AS alert_pct,
               (u.included_used + u.topup_used) * 100 AS used,
               greatest(coalesce(p.included_tokens, f.included_tokens, 0), u.included_used) + u.topup_used
               + coalesce(t.tokens, 0) AS prepaid,
               coalesce(b.auto_overage AND s.status IN ('trialing', 'active')
                        AND (b.cap IS NULL OR b.cap * 1000000 - u.overage_micros >= p.overage_per_million_cents),
                        false) AS agreed
          FROM usage_counters u
          LEFT JOIN company_billing_settings b ON b.company_id = u.company_id
          LEFT JOIN subscriptions s ON s.company_id = u.company_id AND s.status IN ('trialing', 'active', 'past_due')
          LEFT JOIN plans p ON p.id = s.plan_id
          LEFT JOIN plans f ON f.slug = 'free'
          LEFT JOIN (SELECT t.company_id, sum(t.tokens_remaining)::bigint AS tokens
                       FROM token_topups t
                      WHERE t.expires_at IS NULL OR t.expires_at > :moment
                      GROUP BY t.company_id) t ON t.company_id = u.company_id
         WHERE u.used_tokens > 0
           AND u.company_id > :after
           AND u.period >= date_trunc('month', (:moment::timestamptz AT TIME ZONE 'UTC') - interval '1 day')::date) m
 WHERE ((m.blocked_at IS NULL OR m.alerted_pct < 100)
        AND (m.status IS NOT DISTINCT FROM 'past_due' OR m.used >= m.alert_pct * m.prepaid))
    OR m.used < m.alerted_pct * m.prepaid
    OR (m.blocked_at IS NOT NULL AND (m.agreed OR m.used < 100 * m.prepaid))
 GROUP BY m.company_id
 ORDER BY m.company_id
 LIMIT :batch;

-- name: get_alerted(company_id, period)^
-- unowned: the alert worker. What was written about a month already; the row is locked until the transaction ends.
-- may be empty: nothing was used in that month.
SELECT u.alerted_pct, u.blocked_at
  FROM usage_counters u
 WHERE u.company_id = :company_id
   AND u.period = :period
   FOR NO KEY UPDATE;

-- name: note_alert(company_id, period, alerted_pct, blocked_at)!
-- unowned: the alert worker.
UPDATE usage_counters u
   SET alerted_pct = :alerted_pct,
       blocked_at = :blocked_at
 WHERE u.company_id = :company_id
   AND u.period = :period;

-- name: list_graces_over(moment, after, batch)
-- unowned: the worker that tells a company its plan has ended: overdue, and the grace is over; of those behind `after`.
SELECT s.company_id, s.id, p.name
  FROM subscriptions s
  JOIN plans p ON p.id = s.plan_id
 WHERE s.status = 'past_due'
   AND s.grace_until <= :moment
   AND NOT s.grace_over
   AND s.company_id > :after
 ORDER BY s.company_id
 LIMIT :batch;

-- name: note_grace_over(company_id, id)$
-- unowned: the same worker. No row: it was told already. Whatever changes grace_until forgets it with the next grace.
UPDATE subscriptions s
   SET grace_over = true
 WHERE s.company_id = :company_id
   AND s.id = :id
   AND s.status = 'past_due'
   AND NOT s.grace_over
RETURNING s.id;

-- name: get_plan_name(plan_id)$
-- unowned: the price list is the same for everybody.
SELECT p.name
  FROM plans p
 WHERE p.id = :plan_id;

-- name: find_addressee(company_id)^
-- unowned: the mail job. No row: the company is gone, and with it the reason to write.
SELECT u.email, u.name
  FROM users u
 WHERE u.id = :company_id;

-- name: write_audit(company_id, action, target_type, target_id, changes)!
-- unowned: what a worker did for a company, in its transaction.
INSERT INTO audit_log (company_id, actor_type, action, target_type, target_id, changes)
VALUES (:company_id, 'worker', :action, :target_type, :target_id, :changes);

-- name: list_live_subscriptions(company_id)
-- unowned: the deletion of a user, which takes the company along.
SELECT s.cardprovider_subscription_id, s.status
  FROM subscriptions s
 WHERE s.company_id = :company_id
   AND s.status NOT IN ('canceled', 'incomplete_expired');
