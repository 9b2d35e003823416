-- Overage on its way to the provider: rows nobody has billed, the batches its meter gets, the charges its card pays.
-- The workers act for no user; each company is worked on by itself.

-- name: list_open_companies(company_id)
-- unowned: the workers bill every company, or the one they were asked to: those with overage nobody has claimed.
SELECT DISTINCT t.company_id
  FROM token_usage t
 WHERE t.batch_id IS NULL
   AND t.overage_price > 0
   AND (:company_id::text IS NULL OR t.company_id = :company_id)
 ORDER BY t.company_id;

-- name: list_open_overage(company_id)
-- unowned: the workers. Overage of a company nobody has claimed, by month and price.
SELECT t.period, c.timezone, t.overage_price, sum(t.from_overage)::bigint
  FROM token_usage t
  JOIN companies c ON c.id = :company_id
 WHERE t.company_id = :company_id
   AND t.batch_id IS NULL
   AND t.overage_price > 0
 GROUP BY t.period, c.timezone, t.overage_price
 ORDER BY t.period, t.overage_price;

-- name: get_meter(company_id, moment)^
-- unowned: the workers. What a live subscription's metered item bills a million tokens at, and since when it counts what
-- has not been invoiced, in full seconds as the provider does. may be empty: no meter bills this company.
SELECT s.metered_price,
       date_trunc('second', interval '999999 microseconds'
                            + greatest(s.metered_since, CASE WHEN s.current_period_end <= :moment
                                                             THEN s.current_period_end
                                                             ELSE s.current_period_start END))
  FROM subscriptions s
 WHERE s.company_id = :company_id
   AND s.metered_item_id IS NOT NULL
   AND s.metered_price IS NOT NULL
   AND s.status IN ('trialing', 'active', 'past_due', 'unpaid', 'paused')
   AND NOT (s.cancel_at_period_end AND s.current_period_end <= :moment);

-- name: hold_meter(company_id, cardprovider_subscription_id)$
-- unowned: before the metered item gets another price. Until then nothing is metered. No row: the running period has
-- usage on the meter, which the provider would bill at the new price, or not at all.
UPDATE subscriptions s
   SET metered_price = NULL
 WHERE s.company_id = :company_id
   AND s.cardprovider_subscription_id = :cardprovider_subscription_id
   AND NOT EXISTS (SELECT FROM usage_report_batches b
                    WHERE b.company_id = :company_id
                      AND b.status <> 'written_off'
                      AND b.first_sent_at IS NOT NULL
                      AND b.event_at >= s.current_period_start)
RETURNING s.id;

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

-- name: list_pending_batches(company_id)
-- unowned: the usage report, oldest first.
SELECT b.id, b.company_id, b.identifier, b.tokens, b.price, b.event_at, b.first_sent_at, k.cardprovider_customer_id
  FROM usage_report_batches b
  LEFT JOIN billing_customers k ON k.company_id = b.company_id
 WHERE b.status = 'pending'
   AND (:company_id::text IS NULL OR b.company_id = :company_id)
 ORDER BY b.created_at, b.id;

-- name: begin_batch(company_id, id, counted_since, moment)$
-- unowned: the usage report. Written before the event is sent; answers what it is dated with: its newest row, but nothing
-- that has been invoiced already. What may have reached the provider keeps its date.
UPDATE usage_report_batches b
   SET attempts = b.attempts + 1,
       event_at = CASE WHEN b.first_sent_at IS NULL THEN greatest(b.event_at, :counted_since::timestamptz)
                       ELSE b.event_at END,
       first_sent_at = coalesce(b.first_sent_at, :moment)
 WHERE b.company_id = :company_id
   AND b.id = :id
   AND b.status = 'pending'
RETURNING b.event_at;

-- name: forget_sending(company_id, id)!
-- unowned: the usage report. The meter has not counted what may have reached it.
UPDATE usage_report_batches b
   SET first_sent_at = NULL
 WHERE b.company_id = :company_id
   AND b.id = :id
   AND b.status = 'pending';

-- name: drop_batch(company_id, id)^
-- unowned: the usage report. The meter bills at another price now. No row: it may have reached the provider.
DELETE FROM usage_report_batches b
 WHERE b.company_id = :company_id
   AND b.id = :id
   AND b.status = 'pending'
   AND b.first_sent_at IS NULL
RETURNING b.min_id, b.max_id;

-- name: open_rows(company_id, batch_id, min_id, max_id)!
-- unowned: the usage report. The rows of a dropped batch are billed in another way.
UPDATE token_usage t
   SET batch_id = NULL
 WHERE t.company_id = :company_id
   AND t.id BETWEEN :min_id AND :max_id
   AND t.batch_id = :batch_id;

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

-- name: list_pending_charges(company_id)
-- unowned: the overage charge, oldest first.
SELECT h.id, h.company_id, h.period, h.seq, h.amount_cents, h.page_id, k.cardprovider_customer_id
  FROM charges h
  LEFT JOIN billing_customers k ON k.company_id = h.company_id
 WHERE h.kind = 'overage'
   AND h.status = 'pending'
   AND (:company_id::text IS NULL OR h.company_id = :company_id)
 ORDER BY h.created_at, h.id;

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
