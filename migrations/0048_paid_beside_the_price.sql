-- no-transaction
-- An order that gave back nothing but what came beside its price is paid. orders.payment_status (0013) says otherwise, and a
-- generated column is made anew only with its whole table: it is read no more, and goes once no release reads it.
-- The same rule as app/features/orders/rules.py, payment_status.
CREATE OR REPLACE FUNCTION payment_status_of(status text, total_cents bigint, paid_cents bigint, refunded_cents bigint)
RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN paid_cents = 0 AND total_cents = 0 AND status IN ('delivered', 'returned') THEN 'paid'
            WHEN paid_cents = 0 THEN 'unpaid'
            WHEN refunded_cents >= paid_cents THEN 'refunded'
            WHEN status IN ('cancelled', 'expired') THEN 'refund_due'
            WHEN paid_cents < total_cents THEN 'unpaid'
            WHEN paid_cents - refunded_cents < total_cents THEN 'partially_refunded'
            ELSE 'paid' END;

-- As 0024, but for that.
CREATE OR REPLACE FUNCTION order_told(company text, which uuid) RETURNS jsonb
LANGUAGE sql STABLE AS $$
    SELECT jsonb_build_object(
               'order_id', o.id, 'store_id', o.store_id, 'number', o.number, 'status', o.status, 'lead_id', o.lead_id,
               'agent_id', o.agent_id, 'payment_method', o.payment_method,
               'payment_status', payment_status_of(o.status, o.total_cents, o.paid_cents, o.refunded_cents),
               'subtotal_cents', o.subtotal_cents, 'shipping_cents', o.shipping_cents,
               'discount_cents', o.discount_cents, 'total_cents', o.total_cents, 'paid_cents', o.paid_cents,
               'refunded_cents', o.refunded_cents, 'coupon_code', o.coupon_code, 'tracking', o.tracking,
               'created_at', wire_time(o.created_at),
               'items', coalesce((SELECT jsonb_agg(jsonb_build_object(
                                             'product_id', i.product_id, 'sku', i.sku, 'name', i.name,
                                             'quantity', i.quantity, 'unit_price_cents', i.unit_price_cents,
                                             'total_cents', i.total_cents) ORDER BY i.position)
                                    FROM order_items i
                                   WHERE i.company_id = company
                                     AND i.order_id = which), '[]'))
      FROM orders o
     WHERE o.company_id = company
       AND o.id = which
$$;

-- What an attempt that was cut off has left is no index.
DROP INDEX CONCURRENTLY IF EXISTS orders_paid_idx;
-- squawk-ignore ban-concurrent-index-creation-in-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_paid_idx
    ON orders (company_id, store_id, payment_status_of(status, total_cents, paid_cents, refunded_cents), created_at DESC, id DESC);
DROP INDEX CONCURRENTLY IF EXISTS orders_payment_status_idx;

-- Sales by channel and by customer, from the index alone: with the id, by which a sale's refunds are found.
DROP INDEX CONCURRENTLY IF EXISTS orders_sold_idx;
-- squawk-ignore ban-concurrent-index-creation-in-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_sold_idx ON orders (company_id, store_id, confirmed_at)
    INCLUDE (id, status, lead_id, total_cents, refunded_cents) WHERE confirmed_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS orders_confirmed_idx;

-- Refunds that the provider has not answered, over all companies.
DROP INDEX CONCURRENTLY IF EXISTS order_refunds_pending_idx;
-- squawk-ignore ban-concurrent-index-creation-in-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS order_refunds_pending_idx ON order_refunds (created_at) WHERE status = 'pending';

-- Whom the comparison with the card provider has begun with, whatever came of it: others come first then.
ALTER TABLE billing_customers ADD COLUMN IF NOT EXISTS reconcile_tried_at timestamptz;
