-- Money given back lowers revenue by what it takes from the price alone; an order knows its coupon whatever that is called.

-- On a cluster functions and tables are changed over one connection a node; elsewhere this says nothing.
SET LOCAL citus.multi_shard_modify_mode = 'sequential';

-- A note, not a reference: a coupon that is deleted is missed by nobody. NULL: none, or an order of a release before this one.
ALTER TABLE orders ADD COLUMN coupon_id uuid;

-- The part of a refund that no sale ever counted: what had come beside the price, or before there was a sale.
ALTER TABLE order_refunds ADD COLUMN excess_cents bigint NOT NULL DEFAULT 0;

-- As 0014, but for the excess.
CREATE OR REPLACE FUNCTION move_order_totals() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
    g record;
    sign integer := is_sold(NEW.status)::integer - is_sold(OLD.status)::integer;
BEGIN
    FOR g IN SELECT d.status, d.orders
               FROM (VALUES (OLD.status, -1), (NEW.status, 1)) AS d (status, orders)
              ORDER BY d.status
    LOOP
        INSERT INTO order_totals AS t (company_id, store_id, status, orders)
        VALUES (NEW.company_id, NEW.store_id, g.status, g.orders)
            ON CONFLICT (company_id, store_id, status) DO UPDATE SET orders = t.orders + EXCLUDED.orders;
    END LOOP;
    IF sign <> 0 THEN
        PERFORM add_sales(NEW.company_id, NEW.store_id, coalesce(NEW.confirmed_at, NEW.created_at), 0,
                          sign * NEW.total_cents);
        -- What was refunded goes with the sale it was taken from.
        FOR g IN SELECT r.created_at, r.amount_cents - r.excess_cents AS cents
                   FROM order_refunds r
                  WHERE r.company_id = NEW.company_id
                    AND r.order_id = NEW.id
                    AND r.status <> 'failed'
                  ORDER BY r.created_at
        LOOP
            PERFORM add_sales(NEW.company_id, NEW.store_id, g.created_at, 0, -sign * g.cents);
        END LOOP;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION add_refund_totals() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
    cents bigint := NEW.amount_cents - NEW.excess_cents;
BEGIN
    IF EXISTS (SELECT FROM orders o WHERE o.company_id = NEW.company_id AND o.id = NEW.order_id AND is_sold(o.status)) THEN
        PERFORM add_sales(NEW.company_id, NEW.store_id, NEW.created_at, 0, CASE WHEN TG_OP = 'INSERT' THEN -cents ELSE cents END);
    END IF;
    RETURN NULL;
END
$$;

-- Refunds of before: what came beside the price went back first.
UPDATE order_refunds r
   SET excess_cents = x.cents
  FROM (SELECT b.company_id, b.id,
               least(b.amount_cents,
                     greatest(o.paid_cents - o.total_cents + b.amount_cents
                              - sum(b.amount_cents) OVER (PARTITION BY b.company_id, b.order_id ORDER BY b.created_at, b.id),
                              0)) AS cents
          FROM order_refunds b
          JOIN orders o ON o.company_id = b.company_id AND o.id = b.order_id
         WHERE b.status <> 'failed'
           AND o.paid_cents > o.total_cents) x
 WHERE r.company_id = x.company_id
   AND r.id = x.id
   AND x.cents > 0;

INSERT INTO sales_totals AS t (company_id, store_id, quarter, orders, revenue_cents)
SELECT r.company_id, r.store_id, q.quarter, 0, sum(r.excess_cents)
  FROM order_refunds r
  JOIN orders o ON o.company_id = r.company_id AND o.id = r.order_id
 CROSS JOIN LATERAL (VALUES ('-infinity'::timestamptz), (quarter_of(r.created_at))) AS q (quarter)
 WHERE r.excess_cents > 0
   AND r.status <> 'failed'
   AND is_sold(o.status)
 GROUP BY r.company_id, r.store_id, q.quarter
    ON CONFLICT (company_id, store_id, quarter) DO UPDATE SET revenue_cents = t.revenue_cents + EXCLUDED.revenue_cents;
