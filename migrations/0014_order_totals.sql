-- Running totals of orders and sales, kept by triggers: statistics and dashboard cost the same with 200 orders and with
-- 200,000.

-- How many orders stand in each status.
CREATE TABLE order_totals (
    company_id text NOT NULL,
    store_id   uuid NOT NULL,
    status     text NOT NULL,
    orders     bigint NOT NULL,
    CONSTRAINT order_totals_pkey PRIMARY KEY (company_id, store_id, status),
    CONSTRAINT order_totals_store_fkey FOREIGN KEY (company_id, store_id)
        REFERENCES stores (company_id, id) ON DELETE CASCADE
) WITH (fillfactor = 50);

-- Orders by the quarter hour they were made in, revenue by the one they were confirmed in, less refunds by the one they
-- were made in; and all time (quarter = -infinity). Every zone of today divides into quarters of an hour of UTC.
CREATE TABLE sales_totals (
    company_id    text NOT NULL,
    store_id      uuid NOT NULL,
    quarter       timestamptz NOT NULL,
    orders        bigint NOT NULL,
    revenue_cents bigint NOT NULL,
    CONSTRAINT sales_totals_pkey PRIMARY KEY (company_id, store_id, quarter),
    CONSTRAINT sales_totals_store_fkey FOREIGN KEY (company_id, store_id)
        REFERENCES stores (company_id, id) ON DELETE CASCADE
) WITH (fillfactor = 50);

CREATE FUNCTION quarter_of(moment timestamptz) RETURNS timestamptz
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN date_bin('15 minutes', moment, '2000-01-01 00:00:00+00');

-- What counts as revenue.
CREATE FUNCTION is_sold(status text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN status IN ('confirmed', 'preparing', 'shipped', 'delivered', 'returned');

-- Adds to a quarter and to all time, in the order of the key. A store that is being deleted gets no row.
CREATE FUNCTION add_sales(company text, store uuid, moment timestamptz, more_orders bigint, more_cents bigint)
RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    IF more_orders = 0 AND more_cents = 0 THEN
        RETURN;
    END IF;
    INSERT INTO sales_totals AS t (company_id, store_id, quarter, orders, revenue_cents)
    VALUES (company, store, '-infinity', more_orders, more_cents)
        ON CONFLICT (company_id, store_id, quarter) DO UPDATE
       SET orders = t.orders + EXCLUDED.orders, revenue_cents = t.revenue_cents + EXCLUDED.revenue_cents;
    INSERT INTO sales_totals AS t (company_id, store_id, quarter, orders, revenue_cents)
    VALUES (company, store, quarter_of(moment), more_orders, more_cents)
        ON CONFLICT (company_id, store_id, quarter) DO UPDATE
       SET orders = t.orders + EXCLUDED.orders, revenue_cents = t.revenue_cents + EXCLUDED.revenue_cents;
END
$$;

CREATE FUNCTION add_order_totals() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
    g record;
BEGIN
    FOR g IN SELECT o.company_id, o.store_id, o.status, count(*) AS orders
               FROM new_rows o
              GROUP BY o.company_id, o.store_id, o.status
              ORDER BY o.company_id, o.store_id, o.status
    LOOP
        INSERT INTO order_totals AS t (company_id, store_id, status, orders)
        VALUES (g.company_id, g.store_id, g.status, g.orders)
            ON CONFLICT (company_id, store_id, status) DO UPDATE SET orders = t.orders + EXCLUDED.orders;
    END LOOP;
    FOR g IN SELECT d.company_id, d.store_id, quarter_of(d.moment) AS quarter, sum(d.orders)::bigint AS orders,
                    sum(d.cents)::bigint AS cents
               FROM (SELECT o.company_id, o.store_id, o.created_at AS moment, 1 AS orders, 0 AS cents
                       FROM new_rows o
                      UNION ALL
                     SELECT o.company_id, o.store_id, coalesce(o.confirmed_at, o.created_at), 0, o.total_cents
                       FROM new_rows o
                      WHERE is_sold(o.status)) d
              GROUP BY d.company_id, d.store_id, quarter_of(d.moment)
              ORDER BY d.company_id, d.store_id, quarter_of(d.moment)
    LOOP
        PERFORM add_sales(g.company_id, g.store_id, g.quarter, g.orders, g.cents);
    END LOOP;
    RETURN NULL;
END
$$;

CREATE FUNCTION move_order_totals() RETURNS trigger
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
        FOR g IN SELECT r.created_at, r.amount_cents
                   FROM order_refunds r
                  WHERE r.company_id = NEW.company_id
                    AND r.order_id = NEW.id
                    AND r.status <> 'failed'
                  ORDER BY r.created_at
        LOOP
            PERFORM add_sales(NEW.company_id, NEW.store_id, g.created_at, 0, -sign * g.amount_cents);
        END LOOP;
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION add_refund_totals() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
    back bigint := CASE WHEN TG_OP = 'INSERT' THEN -NEW.amount_cents ELSE NEW.amount_cents END;
BEGIN
    IF EXISTS (SELECT FROM orders o WHERE o.company_id = NEW.company_id AND o.id = NEW.order_id AND is_sold(o.status)) THEN
        PERFORM add_sales(NEW.company_id, NEW.store_id, NEW.created_at, 0, back);
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER order_refunds_add_totals AFTER INSERT ON order_refunds FOR EACH ROW
    WHEN (NEW.status <> 'failed') EXECUTE FUNCTION add_refund_totals();
CREATE TRIGGER order_refunds_return_totals AFTER UPDATE OF status ON order_refunds FOR EACH ROW
    WHEN (OLD.status <> 'failed' AND NEW.status = 'failed') EXECUTE FUNCTION add_refund_totals();

-- UPDATE alone: when the whole store goes, its totals may be gone already and must not come back.
CREATE FUNCTION subtract_order_totals() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
    g record;
BEGIN
    FOR g IN SELECT o.company_id, o.store_id, o.status, count(*) AS orders
               FROM old_rows o
              GROUP BY o.company_id, o.store_id, o.status
              ORDER BY o.company_id, o.store_id, o.status
    LOOP
        UPDATE order_totals t
           SET orders = t.orders - g.orders
         WHERE t.company_id = g.company_id
           AND t.store_id = g.store_id
           AND t.status = g.status;
    END LOOP;
    FOR g IN SELECT d.company_id, d.store_id, d.quarter, sum(d.orders) AS orders, sum(d.cents) AS cents
               FROM (SELECT o.company_id, o.store_id, q.quarter, 1 AS orders, 0 AS cents
                       FROM old_rows o
                      CROSS JOIN LATERAL (VALUES ('-infinity'::timestamptz), (quarter_of(o.created_at))) AS q (quarter)
                      UNION ALL
                     SELECT o.company_id, o.store_id, q.quarter, 0, o.total_cents
                       FROM old_rows o
                      CROSS JOIN LATERAL (VALUES ('-infinity'::timestamptz),
                                                 (quarter_of(coalesce(o.confirmed_at, o.created_at)))) AS q (quarter)
                      WHERE is_sold(o.status)) d
              GROUP BY d.company_id, d.store_id, d.quarter
              ORDER BY d.company_id, d.store_id, d.quarter
    LOOP
        UPDATE sales_totals t
           SET orders = t.orders - g.orders, revenue_cents = t.revenue_cents - g.cents
         WHERE t.company_id = g.company_id
           AND t.store_id = g.store_id
           AND t.quarter = g.quarter;
    END LOOP;
    RETURN NULL;
END
$$;
CREATE TRIGGER orders_add_totals AFTER INSERT ON orders REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
    EXECUTE FUNCTION add_order_totals();
CREATE TRIGGER orders_move_totals AFTER UPDATE OF status ON orders FOR EACH ROW
    WHEN (OLD.status IS DISTINCT FROM NEW.status)
    EXECUTE FUNCTION move_order_totals();
CREATE TRIGGER orders_subtract_totals AFTER DELETE ON orders REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
    EXECUTE FUNCTION subtract_order_totals();
