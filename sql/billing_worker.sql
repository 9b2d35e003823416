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

-- name: apply_subscription(id, company_id, plan_id, next_plan_id, next_plan_at, cardprovider_subscription_id, recurring_item_id, metered_item_id, metered_price, status, grace_until, cancel_at_period_end, current_period_start, current_period_end, ended_at, open_invoice_id, event_at, first)$
-- unowned: written by the signed webhook. An event older than the newest applied one changes nothing, and of one second
-- the `first` event of a subscription is the older one. An invoice newer than the event has the last word on what is
-- overdue. Nothing comes back from an end. No row: not applied.
INSERT INTO subscriptions AS s (id, company_id, plan_id, next_plan_id, next_plan_at, cardprovider_subscription_id,
                                recurring_item_id, metered_item_id, metered_price, status, grace_until,
                                cancel_at_period_end, current_period_start, current_period_end, ended_at,
                                last_invoice_id, last_event_at)
VALUES (:id, :company_id, :plan_id, :next_plan_id, :next_plan_at, :cardprovider_subscription_id, :recurring_item_id,
        :metered_item_id, :metered_price, :status, CASE WHEN :status = 'past_due' THEN :grace_until::timestamptz END,
        :cancel_at_period_end, :current_period_start, :current_period_end, :ended_at, :open_invoice_id,
        :event_at::timestamptz)
    ON CONFLICT (company_id, cardprovider_subscription_id) DO UPDATE
   SET plan_id = EXCLUDED.plan_id,
       next_plan_id = EXCLUDED.next_plan_id,
       next_plan_at = EXCLUDED.next_plan_at,
       recurring_item_id = EXCLUDED.recurring_item_id,
       metered_item_id = EXCLUDED.metered_item_id,
       metered_price = EXCLUDED.metered_price,
       status = CASE WHEN s.last_invoice_at > EXCLUDED.last_event_at
                      AND EXCLUDED.status IN ('incomplete', 'active', 'past_due', 'unpaid')
                     THEN s.status ELSE EXCLUDED.status END,
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

-- name: refresh_subscription(company_id, plan_id, next_plan_id, next_plan_at, cardprovider_subscription_id, recurring_item_id, metered_item_id, metered_price, status, grace_until, cancel_at_period_end, current_period_start, current_period_end, ended_at, seen_event_at)$
-- unowned: the provider's own answer, asked because events came in an order that leaves doubt. No row: a newer event
-- has been applied since, or the subscription is over.
UPDATE subscriptions s
   SET plan_id = :plan_id,
       next_plan_id = :next_plan_id,
       next_plan_at = :next_plan_at,
       recurring_item_id = :recurring_item_id,
       metered_item_id = :metered_item_id,
       metered_price = :metered_price,
       status = :status,
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

-- name: list_open_companies(company_id)
-- unowned: the workers bill every company, or the one they were asked to: those with overage nobody has claimed.
SELECT DISTINCT t.company_id
  FROM token_usage t
 WHERE t.batch_id IS NULL
   AND t.overage_price > 0
   AND (:company_id::text IS NULL OR t.company_id = :company_id)
 ORDER BY t.company_id;

-- name: list_open_overage(company_id)
-- unowned: the workers. Overage of a company nobody has claimed, by month and price, and how it is to be billed: by the
-- provider's meter, where a live subscription's metered item bills at this very price, else by a charge.
SELECT t.period, c.timezone, t.overage_price,
       coalesce((SELECT s.metered_price = t.overage_price
                   FROM subscriptions s
                  WHERE s.company_id = :company_id
                    AND s.metered_item_id IS NOT NULL
                    AND s.status IN ('trialing', 'active', 'past_due', 'unpaid', 'paused')), false),
       sum(t.from_overage)::bigint
  FROM token_usage t
  JOIN companies c ON c.id = :company_id
 WHERE t.company_id = :company_id
   AND t.batch_id IS NULL
   AND t.overage_price > 0
 GROUP BY t.period, c.timezone, t.overage_price
 ORDER BY t.period, t.overage_price;

-- name: claim_rows(company_id, batch_id, through, from_period, price, max_rows)
-- unowned: the workers. Rows are claimed one by one, never "above the last id": a row with a lower id may commit later.
UPDATE token_usage t
   SET batch_id = :batch_id
  FROM (SELECT o.id
          FROM token_usage o
         WHERE o.company_id = :company_id
           AND o.period BETWEEN :from_period AND :through
           AND o.batch_id IS NULL
           AND o.overage_price > 0
           AND (:price::bigint IS NULL OR o.overage_price = :price)
         ORDER BY o.id
         LIMIT :max_rows::bigint
           FOR UPDATE SKIP LOCKED) x
 WHERE t.company_id = :company_id
   AND t.id = x.id
RETURNING t.id, t.from_overage, t.overage_price, t.created_at;

-- name: create_batch(id, company_id, min_id, max_id, tokens, price, event_at)!
-- unowned: the usage report, in the transaction that claims the batch's rows.
INSERT INTO usage_report_batches (id, company_id, min_id, max_id, tokens, price, event_at)
VALUES (:id, :company_id, :min_id, :max_id, :tokens, :price, :event_at);

-- name: list_pending_batches(company_id, max_rows)
-- unowned: the usage report, oldest first.
SELECT b.id, b.company_id, b.identifier, b.tokens, b.event_at, k.cardprovider_customer_id
  FROM usage_report_batches b
  LEFT JOIN billing_customers k ON k.company_id = b.company_id
 WHERE b.status = 'pending'
   AND (:company_id::text IS NULL OR b.company_id = :company_id)
 ORDER BY b.created_at, b.id
 LIMIT :max_rows;

-- name: begin_batch(company_id, id, moment)$
-- unowned: the usage report. Written before the event is sent; answers when it may have reached the provider first.
UPDATE usage_report_batches b
   SET attempts = b.attempts + 1,
       first_sent_at = coalesce(b.first_sent_at, :moment)
 WHERE b.company_id = :company_id
   AND b.id = :id
   AND b.status = 'pending'
RETURNING b.first_sent_at;

-- name: settle_batch(company_id, id, status, unsent, error)!
-- unowned: the usage report. `unsent`: the provider has certainly not counted it.
UPDATE usage_report_batches b
   SET status = :status,
       first_sent_at = CASE WHEN :unsent THEN NULL ELSE b.first_sent_at END,
       last_error = :error::text
 WHERE b.company_id = :company_id
   AND b.id = :id
   AND b.status = 'pending';

-- name: sum_sent(company_id, start_at, end_at)$
-- unowned: the usage report and reconcile. What the provider must have counted of a company in that time.
SELECT coalesce(sum(b.tokens), 0)::bigint
  FROM usage_report_batches b
 WHERE b.company_id = :company_id
   AND b.status = 'sent'
   AND b.event_at >= :start_at
   AND b.event_at < :end_at;

-- name: get_charged(company_id, period)^
-- unowned: the overage charge. What has been charged with a month: how often, exactly, and in cents.
SELECT coalesce(max(h.seq), 0), coalesce(sum(h.micros), 0)::bigint, coalesce(sum(h.amount_cents), 0)::bigint
  FROM charges h
 WHERE h.company_id = :company_id
   AND h.kind = 'overage'
   AND h.period = :period;

-- name: lock_billing(company_id)$
-- unowned: the overage charge: one charge of a company is made after the other.
SELECT c.id
  FROM companies c
 WHERE c.id = :company_id
   FOR NO KEY UPDATE;

-- name: create_charge(id, company_id, period, seq, tokens, micros, amount_cents)!
-- unowned: the overage charge, in the transaction that claims its rows.
INSERT INTO charges (id, company_id, kind, period, seq, tokens, micros, amount_cents)
VALUES (:id, :company_id, 'overage', :period, :seq, :tokens, :micros, :amount_cents);

-- name: list_pending_charges(company_id, max_rows)
-- unowned: the overage charge, oldest first.
SELECT h.id, h.company_id, h.period, h.seq, h.amount_cents, h.page_id, h.created_at, k.cardprovider_customer_id
  FROM charges h
  LEFT JOIN billing_customers k ON k.company_id = h.company_id
 WHERE h.kind = 'overage'
   AND h.status = 'pending'
   AND (:company_id::text IS NULL OR h.company_id = :company_id)
 ORDER BY h.created_at, h.id
 LIMIT :max_rows;

-- name: settle_charge(id, company_id, status, payment_intent_id, amount_cents, error, moment)^
-- unowned: the overage charge, and the webhook for the company of its customer. A success stands for ever, and less than
-- was asked for is none. may be empty: nothing to settle.
UPDATE charges h
   SET status = :status,
       payment_intent_id = coalesce(:payment_intent_id::text, h.payment_intent_id),
       last_error = :error::text,
       page_id = NULL,
       page_url = NULL,
       paid_at = CASE WHEN :status = 'succeeded' THEN coalesce(h.paid_at, :moment::timestamptz) END
 WHERE h.company_id = :company_id
   AND h.id = :id
   AND h.kind = 'overage'
   AND h.status <> 'succeeded'
   AND (:amount_cents::bigint IS NULL OR h.amount_cents = :amount_cents)
RETURNING h.period, h.amount_cents;

-- name: stop_overage(company_id)$
-- unowned: the overage charge: a company that does not pay makes no more debt. No row: it was off already.
UPDATE company_billing_settings
   SET auto_overage = false
 WHERE company_id = :company_id
   AND auto_overage
RETURNING company_id;

-- name: list_alert_companies(moment, max_rows)
-- unowned: the alert worker. Companies one of whose newest months may have reached a threshold. Which month runs depends
-- on the zone, so each company is judged by itself; here nothing depends on what a company has set but the percentage.
SELECT u.company_id
  FROM usage_counters u
  LEFT JOIN company_billing_settings b ON b.company_id = u.company_id
  LEFT JOIN subscriptions s ON s.company_id = u.company_id AND s.status IN ('trialing', 'active', 'past_due')
  LEFT JOIN plans p ON p.id = s.plan_id
  LEFT JOIN plans f ON f.slug = 'free'
  LEFT JOIN (SELECT t.company_id, sum(t.tokens_remaining)::bigint AS tokens
               FROM token_topups t
              WHERE t.expires_at IS NULL OR t.expires_at > :moment
              GROUP BY t.company_id) t ON t.company_id = u.company_id
 WHERE (u.blocked_at IS NULL OR u.alerted_pct < 100)
   AND u.used_tokens > 0
   AND u.period > :moment::timestamptz::date - 40
   AND (s.status IS NOT DISTINCT FROM 'past_due'
        OR (u.included_used + u.topup_used) * 100
           >= coalesce(b.alert_pct, 80)
              * (greatest(coalesce(p.included_tokens, f.included_tokens, 0), u.included_used) + u.topup_used
                 + coalesce(t.tokens, 0)))
 GROUP BY u.company_id
 ORDER BY u.company_id
 LIMIT :max_rows;

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

-- name: list_graces_over(moment, max_rows)
-- unowned: the worker that tells a company its plan has ended: overdue, and the grace is over.
SELECT s.company_id, s.id, p.name
  FROM subscriptions s
  JOIN plans p ON p.id = s.plan_id
 WHERE s.status = 'past_due'
   AND s.grace_until <= :moment
   AND NOT s.grace_over
 ORDER BY s.company_id
 LIMIT :max_rows;

-- name: note_grace_over(company_id, id)$
-- unowned: the same worker. No row: it was told already.
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
