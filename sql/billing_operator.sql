-- What operators do about billing on the command line, and what reconcile compares with the provider.

-- name: list_batches(status, limit)
-- unowned: for operators on the command line. Newest first; the amount is what the provider bills for them, in cents.
SELECT b.id, b.company_id, b.status, ceil(b.tokens::numeric * b.price / 1000000)::bigint AS amount_cents, b.tokens,
       b.identifier, b.last_error, b.created_at
  FROM usage_report_batches b
 WHERE (:status::text IS NULL OR b.status = :status)
 ORDER BY b.created_at DESC, b.id DESC
 LIMIT :limit;

-- name: list_all_charges(status, limit)
-- unowned: for operators on the command line. Newest first.
SELECT h.id, h.company_id, h.status, h.amount_cents, h.tokens, h.kind, h.last_error, h.created_at
  FROM charges h
 WHERE (:status::text IS NULL OR h.status = :status)
 ORDER BY h.created_at DESC, h.id DESC
 LIMIT :limit;

-- name: find_batches(ids)
-- unowned: for operators on the command line: whose these are, and how they stand.
SELECT b.company_id, b.id, b.status, 'batch' AS kind
  FROM usage_report_batches b
 WHERE b.id = ANY (:ids::uuid[]);

-- name: find_charges(ids)
-- unowned: for operators on the command line: whose these are, and how they stand.
SELECT h.company_id, h.id, h.status, h.kind
  FROM charges h
 WHERE h.id = ANY (:ids::uuid[]);

-- name: retry_batch(company_id, id)$
-- unowned: for operators on the command line. No row: it is sent, written off, or on its way already.
UPDATE usage_report_batches b
   SET status = 'pending',
       first_sent_at = NULL
 WHERE b.company_id = :company_id
   AND b.id = :id
   AND b.status = 'needs_attention'
RETURNING b.id;

-- name: retry_charge(company_id, id)$
-- unowned: for operators on the command line. No row: it is paid, written off, on its way already, or a top-up, which its
-- buyer repeats.
UPDATE charges h
   SET status = 'pending'
 WHERE h.company_id = :company_id
   AND h.id = :id
   AND h.kind = 'overage'
   AND h.status IN ('needs_attention', 'failed', 'requires_action')
RETURNING h.id;

-- name: write_off_batch(company_id, id, reason)$
-- unowned: for operators on the command line. No row: it is sent or written off already.
UPDATE usage_report_batches b
   SET status = 'written_off',
       last_error = :reason
 WHERE b.company_id = :company_id
   AND b.id = :id
   AND b.status IN ('pending', 'needs_attention')
RETURNING b.id;

-- name: write_off_charge(company_id, id, reason)$
-- unowned: for operators on the command line. No row: it is paid or written off already.
UPDATE charges h
   SET status = 'written_off',
       last_error = :reason
 WHERE h.company_id = :company_id
   AND h.id = :id
   AND h.status NOT IN ('succeeded', 'processing', 'written_off')
RETURNING h.id;

-- name: write_operator_audit(company_id, action, target_type, target_id, changes)!
-- unowned: what an operator did for a company, in its transaction.
INSERT INTO audit_log (company_id, actor_type, action, target_type, target_id, changes)
VALUES (:company_id, 'operator', :action, :target_type, :target_id, :changes);

-- name: has_company(company_id)$
-- unowned: for operators on the command line.
SELECT EXISTS (SELECT FROM companies c WHERE c.id = :company_id);

-- name: list_customers(company_id, before, max_rows)
-- unowned: reconcile. Companies the provider knows, those that were tried longest ago first: what fails for one is tried again
-- behind all others.
SELECT k.company_id, k.cardprovider_customer_id, k.card_warned_for
  FROM billing_customers k
 WHERE (:company_id::text IS NULL OR k.company_id = :company_id)
   AND (k.reconciled_at IS NULL OR k.reconciled_at < :before)
 ORDER BY greatest(k.reconciled_at, k.reconcile_tried_at) NULLS FIRST, k.company_id
 LIMIT :max_rows;

-- name: note_reconcile_tried(company_id, moment)!
-- unowned: reconcile.
UPDATE billing_customers k
   SET reconcile_tried_at = :moment
 WHERE k.company_id = :company_id;

-- name: note_reconciled(company_id, card_warned_for, moment)!
-- unowned: reconcile.
UPDATE billing_customers k
   SET reconciled_at = :moment,
       card_warned_for = :card_warned_for
 WHERE k.company_id = :company_id;

-- name: list_known_payments(company_id, moment)
-- unowned: reconcile. Payments we know to have gone through, and what we know to have been given back of them: those of
-- the last months, and older ones whose tokens can still be used.
SELECT h.id, h.kind, h.payment_intent_id, h.status, h.refunded_cents, h.disputed, h.receipt_url
  FROM charges h
 WHERE h.company_id = :company_id
   AND (h.created_at > :moment::timestamptz - interval '400 days'
        OR EXISTS (SELECT FROM token_topups t
                    WHERE t.company_id = :company_id AND t.payment_intent_id = h.payment_intent_id
                      AND t.tokens_remaining > 0));

-- name: list_unused_payments(company_id, moment)
-- unowned: reconcile. Payments whose tokens can still be used, newest first.
-- may be empty: nothing is left of any top-up.
SELECT t.payment_intent_id
  FROM token_topups t
 WHERE t.company_id = :company_id
   AND t.tokens_remaining > 0
   AND t.amount_cents > 0
   AND (t.expires_at IS NULL OR t.expires_at > :moment)
 ORDER BY t.created_at DESC;

-- name: list_known_subscriptions(company_id)
-- unowned: reconcile. Those that are not over.
SELECT s.cardprovider_subscription_id, s.status, s.cancel_at_period_end, s.current_period_end, s.plan_id, s.next_plan_id,
       s.metered_price
  FROM subscriptions s
 WHERE s.company_id = :company_id
   AND s.status NOT IN ('canceled', 'incomplete_expired');

-- name: list_sent_batches(company_id, since)
-- unowned: reconcile. What the meter must have counted.
SELECT b.id, b.identifier, b.tokens, b.event_at
  FROM usage_report_batches b
 WHERE b.company_id = :company_id
   AND b.status = 'sent'
   AND b.event_at >= :since
 ORDER BY b.event_at, b.id;

-- name: resend_batch(company_id, id)$
-- unowned: reconcile. The meter has not counted it after all.
UPDATE usage_report_batches b
   SET status = 'pending',
       first_sent_at = NULL
 WHERE b.company_id = :company_id
   AND b.id = :id
   AND b.status = 'sent'
RETURNING b.id;
