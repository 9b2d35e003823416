-- What the provider's webhook and the billing workers do: they act for no user, the company comes from their data.

-- name: find_customer_company(cardprovider_customer_id)$
-- unowned: asked by the signed webhook; the customer tells the company, nothing else in the event does.
SELECT k.company_id
  FROM billing_customers k
 WHERE k.cardprovider_customer_id = :cardprovider_customer_id;

-- name: find_priced_plan(price_ids, plan_id)$
-- unowned: the price list is the same for everybody. By price; by the id we sent along when the price was replaced.
SELECT p.id
  FROM plans p
 WHERE p.cardprovider_price_id = ANY (:price_ids::text[])
    OR p.cardprovider_metered_price_id = ANY (:price_ids::text[])
    OR p.id = :plan_id::uuid
 ORDER BY (p.cardprovider_price_id = ANY (:price_ids::text[])) DESC NULLS LAST,
          (p.cardprovider_metered_price_id = ANY (:price_ids::text[])) DESC NULLS LAST
 LIMIT 1;

-- name: has_other_subscription(company_id, cardprovider_subscription_id)$
-- unowned: asked by the signed webhook for the company of its customer.
SELECT EXISTS (SELECT 1
                 FROM subscriptions s
                WHERE s.company_id = :company_id
                  AND s.cardprovider_subscription_id <> :cardprovider_subscription_id
                  AND s.status NOT IN ('canceled', 'incomplete_expired'));

-- name: apply_subscription(id, company_id, plan_id, cardprovider_subscription_id, recurring_item_id, metered_item_id, status, cancel_at_period_end, current_period_start, current_period_end, ended_at, event_at, first)$
-- unowned: written by the signed webhook. An event older than the newest applied one changes nothing, and of one second
-- the `first` event of a subscription is the older one. An invoice newer than the event has the last word on what is
-- overdue. Nothing comes back from an end. No row: not applied.
INSERT INTO subscriptions AS s (id, company_id, plan_id, cardprovider_subscription_id, recurring_item_id,
                                metered_item_id, status, cancel_at_period_end, current_period_start,
                                current_period_end, ended_at, last_event_at)
VALUES (:id, :company_id, :plan_id, :cardprovider_subscription_id, :recurring_item_id, :metered_item_id, :status,
        :cancel_at_period_end, :current_period_start, :current_period_end, :ended_at, :event_at::timestamptz)
    ON CONFLICT (cardprovider_subscription_id) DO UPDATE
   SET plan_id = EXCLUDED.plan_id,
       recurring_item_id = EXCLUDED.recurring_item_id,
       metered_item_id = EXCLUDED.metered_item_id,
       status = CASE WHEN s.last_invoice_at > EXCLUDED.last_event_at
                      AND EXCLUDED.status IN ('incomplete', 'active', 'past_due', 'unpaid')
                     THEN s.status ELSE EXCLUDED.status END,
       cancel_at_period_end = EXCLUDED.cancel_at_period_end,
       current_period_start = EXCLUDED.current_period_start,
       current_period_end = EXCLUDED.current_period_end,
       ended_at = EXCLUDED.ended_at,
       last_event_at = EXCLUDED.last_event_at
 WHERE s.company_id = EXCLUDED.company_id
   AND s.status <> 'canceled'
   AND (s.last_event_at IS NULL OR EXCLUDED.last_event_at > s.last_event_at
        OR (EXCLUDED.last_event_at = s.last_event_at AND NOT :first))
RETURNING s.id;

-- name: end_subscription(cardprovider_subscription_id, ended_at)$
-- unowned: written by the signed webhook. An end always wins, whenever it comes. No row: unknown, or over already.
UPDATE subscriptions s
   SET status = 'canceled',
       ended_at = coalesce(:ended_at, now())
 WHERE s.cardprovider_subscription_id = :cardprovider_subscription_id
   AND s.status <> 'canceled'
RETURNING s.id;

-- name: has_twin_event(object_id, occurred_at)$
-- unowned: asked by the signed webhook. Two updates of one second: their order is anybody's guess.
SELECT EXISTS (SELECT 1
                 FROM webhook_events e
                WHERE e.provider = 'cardprovider'
                  AND e.type = 'customer.subscription.updated'
                  AND e.object_id = :object_id
                  AND e.occurred_at = :occurred_at
                  AND e.received_at > now() - interval '5 days'
               OFFSET 1);

-- name: get_subscription_state(cardprovider_subscription_id)^
-- unowned: read by the webhook and by the job that asks the provider again.
SELECT s.company_id, s.status, s.last_event_at
  FROM subscriptions s
 WHERE s.cardprovider_subscription_id = :cardprovider_subscription_id;

-- name: refresh_subscription(company_id, plan_id, cardprovider_subscription_id, recurring_item_id, metered_item_id, status, cancel_at_period_end, current_period_start, current_period_end, ended_at, seen_event_at)$
-- unowned: the provider's own answer, asked because events came in an order that leaves doubt. No row: a newer event
-- has been applied since, or the subscription is over.
UPDATE subscriptions s
   SET plan_id = :plan_id,
       recurring_item_id = :recurring_item_id,
       metered_item_id = :metered_item_id,
       status = :status,
       cancel_at_period_end = :cancel_at_period_end,
       current_period_start = :current_period_start,
       current_period_end = :current_period_end,
       ended_at = :ended_at
 WHERE s.cardprovider_subscription_id = :cardprovider_subscription_id
   AND s.company_id = :company_id
   AND s.status <> 'canceled'
   AND s.last_event_at IS NOT DISTINCT FROM :seen_event_at
RETURNING s.id;

-- name: apply_invoice(company_id, cardprovider_subscription_id, paid, event_at)$
-- unowned: written by the signed webhook for the company of the subscription. Paid: nothing is overdue any more; failed:
-- it is. Older than another invoice or than the subscription's newest event it tells nothing new. No row: not applied.
UPDATE subscriptions s
   SET status = CASE WHEN :paid AND s.status IN ('past_due', 'unpaid', 'incomplete') THEN 'active'
                     WHEN NOT :paid AND s.status IN ('active', 'trialing') THEN 'past_due'
                     ELSE s.status END,
       last_invoice_at = :event_at
 WHERE s.cardprovider_subscription_id = :cardprovider_subscription_id
   AND s.company_id = :company_id
   AND s.status <> 'canceled'
   AND (s.last_event_at IS NULL OR :event_at >= s.last_event_at)
   AND (s.last_invoice_at IS NULL OR :event_at > s.last_invoice_at OR (:event_at = s.last_invoice_at AND :paid))
RETURNING s.id;

-- name: grant_topup(id, company_id, payment_intent_id, amount_cents, tokens, moment)$
-- unowned: written by the signed webhook for the company of its customer. No row: this payment has been granted.
INSERT INTO token_topups (id, company_id, payment_intent_id, amount_cents, tokens_granted, tokens_remaining, created_at)
VALUES (:id, :company_id, :payment_intent_id, :amount_cents, :tokens, :tokens, :moment)
    ON CONFLICT (payment_intent_id) DO NOTHING
RETURNING id;

-- name: list_open_overage()
-- unowned: the workers bill every company. Overage nobody has claimed, and how it is to be billed: a live
-- subscription with a metered item is billed by the provider's meter, everything else by a charge.
SELECT t.company_id, t.period, c.timezone,
       coalesce(s.status IN ('trialing', 'active', 'past_due', 'unpaid', 'paused')
                AND s.metered_item_id IS NOT NULL, false),
       coalesce(p.overage_per_million_cents, 0), sum(t.from_overage)::bigint
  FROM token_usage t
  JOIN companies c ON c.id = t.company_id
  LEFT JOIN LATERAL (SELECT x.plan_id, x.status, x.metered_item_id
                       FROM subscriptions x
                      WHERE x.company_id = t.company_id
                      ORDER BY (x.status NOT IN ('canceled', 'incomplete_expired')) DESC, x.created_at DESC, x.id DESC
                      LIMIT 1) s ON true
  LEFT JOIN plans p ON p.id = s.plan_id
 WHERE t.batch_id IS NULL
   AND t.from_overage > 0
 GROUP BY 1, 2, 3, 4, 5
 ORDER BY 1, 2;

-- name: claim_usage(id, company_id, period, max_rows)$
-- unowned: the usage report. Rows are claimed one by one, never "above the last id": a row with a lower id may commit
-- later. Batch and claim are one statement, so a row is in exactly one batch, and the batch exists before it is sent.
WITH open_rows AS (
    SELECT t.id, t.from_overage, t.created_at
      FROM token_usage t
     WHERE t.company_id = :company_id
       AND t.period = :period
       AND t.batch_id IS NULL
       AND t.from_overage > 0
     ORDER BY t.id
     LIMIT :max_rows
       FOR UPDATE SKIP LOCKED
), claimed AS (
    UPDATE token_usage t
       SET batch_id = :id
      FROM open_rows o
     WHERE t.id = o.id
)
INSERT INTO usage_report_batches (id, company_id, min_id, max_id, tokens, event_at)
SELECT :id, :company_id, min(o.id), max(o.id), sum(o.from_overage)::bigint, max(o.created_at)
  FROM open_rows o
HAVING count(*) > 0
RETURNING tokens;

-- name: list_pending_batches(max_rows)
-- unowned: the usage report, oldest first.
SELECT b.id, b.company_id, b.identifier, b.tokens, b.event_at, k.cardprovider_customer_id
  FROM usage_report_batches b
  LEFT JOIN billing_customers k ON k.company_id = b.company_id
 WHERE b.status = 'pending'
 ORDER BY b.created_at, b.id
 LIMIT :max_rows;

-- name: begin_batch(id, moment)$
-- unowned: the usage report. Written before the event is sent; answers when it was sent for the first time.
UPDATE usage_report_batches
   SET attempts = attempts + 1,
       first_sent_at = coalesce(first_sent_at, :moment)
 WHERE id = :id
   AND status = 'pending'
RETURNING first_sent_at;

-- name: settle_batch(id, status, error)!
-- unowned: the usage report.
UPDATE usage_report_batches
   SET status = :status,
       last_error = :error::text
 WHERE id = :id
   AND status = 'pending';

-- name: claim_overage(id, company_id, through, price)$
-- unowned: the overage charge. All open rows until the month `through`; amount as in rules.overage_cents.
WITH open_rows AS (
    SELECT t.id, t.from_overage
      FROM token_usage t
     WHERE t.company_id = :company_id
       AND t.period <= :through
       AND t.batch_id IS NULL
       AND t.from_overage > 0
       FOR UPDATE SKIP LOCKED
), claimed AS (
    UPDATE token_usage t
       SET batch_id = :id
      FROM open_rows o
     WHERE t.id = o.id
)
INSERT INTO overage_charges (id, company_id, period, seq, tokens, amount_cents)
SELECT :id, :company_id, :through,
       (SELECT coalesce(max(x.seq), 0) + 1 FROM overage_charges x WHERE x.company_id = :company_id AND x.period = :through),
       sum(o.from_overage)::bigint, ((sum(o.from_overage)::bigint * :price::bigint + 999999) / 1000000)::bigint
  FROM open_rows o
HAVING count(*) > 0
RETURNING amount_cents;

-- name: list_pending_charges(max_rows)
-- unowned: the overage charge, oldest first.
SELECT o.id, o.company_id, o.period, o.seq, o.amount_cents, k.cardprovider_customer_id
  FROM overage_charges o
  LEFT JOIN billing_customers k ON k.company_id = o.company_id
 WHERE o.status = 'pending'
 ORDER BY o.created_at, o.id
 LIMIT :max_rows;

-- name: settle_charge(id, company_id, status, payment_intent_id)$
-- unowned: the overage charge, and the webhook for the company of its customer. A success stands for ever.
UPDATE overage_charges
   SET status = :status,
       payment_intent_id = coalesce(:payment_intent_id::text, payment_intent_id)
 WHERE id = :id
   AND company_id = :company_id
   AND status <> 'succeeded'
RETURNING id;

-- name: stop_overage(company_id)$
-- unowned: the overage charge: a company that does not pay makes no more debt. No row: it was off already.
UPDATE company_billing_settings
   SET auto_overage = false
 WHERE company_id = :company_id
   AND auto_overage
RETURNING company_id;

-- name: raise_usage_alerts(moment, max_rows)
-- unowned: the alert worker. Marks and answers the companies whose running month has reached their threshold, once.
WITH due AS (
    SELECT u.company_id, u.period, coalesce(b.alert_pct, 80) AS alert_pct, x.prepaid
      FROM usage_counters u
      JOIN companies c ON c.id = u.company_id
      LEFT JOIN company_billing_settings b ON b.company_id = c.id
     CROSS JOIN LATERAL (
           SELECT u.topup_used
                + coalesce((SELECT p.included_tokens
                              FROM subscriptions s
                              JOIN plans p ON p.id = s.plan_id
                             WHERE s.company_id = c.id
                               AND s.status IN ('trialing', 'active', 'past_due')),
                           (SELECT f.included_tokens FROM plans f WHERE f.slug = 'free'), 0)
                + coalesce((SELECT sum(t.tokens_remaining)::bigint
                              FROM token_topups t
                             WHERE t.company_id = c.id
                               AND (t.expires_at IS NULL OR t.expires_at > :moment)), 0) AS prepaid) x
     WHERE u.alert_sent_at IS NULL
       AND u.used_tokens > 0
       -- Which month runs depends on the zone; this bound alone can use the index.
       AND u.period > :moment::timestamptz::date - 40
       AND u.period = date_trunc('month', :moment::timestamptz AT TIME ZONE c.timezone)::date
       AND u.used_tokens * 100 >= coalesce(b.alert_pct, 80) * x.prepaid
     ORDER BY u.company_id
     LIMIT :max_rows
       FOR UPDATE OF u SKIP LOCKED
)
UPDATE usage_counters u
   SET alert_sent_at = :moment
  FROM due d
 WHERE u.company_id = d.company_id
   AND u.period = d.period
RETURNING u.company_id, u.period, u.used_tokens, d.prepaid, d.alert_pct;

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
SELECT s.cardprovider_subscription_id
  FROM subscriptions s
 WHERE s.company_id = :company_id
   AND s.status NOT IN ('canceled', 'incomplete_expired');
