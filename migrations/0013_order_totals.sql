-- Running totals of a store's orders, so that statistics and dashboard cost the same with 200 orders and with 200,000:
-- scanning them took 100 to 300 ms, and longer before the first vacuum.

-- One row per status and hour of creation (UTC; days of any zone with whole hours add up), and one for all time with
-- hour = -infinity. Locked in key order within a statement; two orders of one store wait for each other only at commit.
CREATE TABLE order_totals (
    store_id uuid NOT NULL,
    hour     timestamptz NOT NULL,
    status   text NOT NULL,
    orders   bigint NOT NULL,
    cents    bigint NOT NULL,
    CONSTRAINT order_totals_pkey PRIMARY KEY (store_id, hour, status),
    CONSTRAINT order_totals_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores (id) ON DELETE CASCADE
) WITH (fillfactor = 50);

INSERT INTO order_totals (store_id, hour, status, orders, cents)
SELECT o.store_id, h.hour, o.status, count(*), sum(o.total_cents)
  FROM orders o
 CROSS JOIN LATERAL (VALUES (date_trunc('hour', o.created_at, 'UTC')), ('-infinity'::timestamptz)) AS h (hour)
 GROUP BY o.store_id, h.hour, o.status;

CREATE FUNCTION add_order_totals() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO order_totals AS t (store_id, hour, status, orders, cents)
    SELECT o.store_id, h.hour, o.status, count(*), sum(o.total_cents)
      FROM new_rows o
     CROSS JOIN LATERAL (VALUES (date_trunc('hour', o.created_at, 'UTC')), ('-infinity'::timestamptz)) AS h (hour)
     GROUP BY o.store_id, h.hour, o.status
     ORDER BY o.store_id, h.hour, o.status
        ON CONFLICT (store_id, hour, status) DO UPDATE
       SET orders = t.orders + EXCLUDED.orders, cents = t.cents + EXCLUDED.cents;
    RETURN NULL;
END
$$;

CREATE FUNCTION move_order_totals() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO order_totals AS t (store_id, hour, status, orders, cents)
    SELECT NEW.store_id, h.hour, d.status, sum(d.orders), sum(d.cents)
      FROM (VALUES (OLD.status, -1, -OLD.total_cents), (NEW.status, 1, NEW.total_cents)) AS d (status, orders, cents)
     CROSS JOIN (VALUES (date_trunc('hour', NEW.created_at, 'UTC')), ('-infinity'::timestamptz)) AS h (hour)
     GROUP BY h.hour, d.status
     ORDER BY h.hour, d.status
        ON CONFLICT (store_id, hour, status) DO UPDATE
       SET orders = t.orders + EXCLUDED.orders, cents = t.cents + EXCLUDED.cents;
    RETURN NULL;
END
$$;

-- UPDATE alone: when the whole store goes, its totals may be gone already and must not come back.
CREATE FUNCTION subtract_order_totals() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    UPDATE order_totals t
       SET orders = t.orders - g.orders, cents = t.cents - g.cents
      FROM (SELECT o.store_id, h.hour, o.status, count(*) AS orders, sum(o.total_cents) AS cents
              FROM old_rows o
             CROSS JOIN LATERAL (VALUES (date_trunc('hour', o.created_at, 'UTC')), ('-infinity'::timestamptz)) AS h (hour)
             GROUP BY o.store_id, h.hour, o.status) g
     WHERE t.store_id = g.store_id
       AND t.hour = g.hour
       AND t.status = g.status;
    RETURN NULL;
END
$$;

CREATE TRIGGER orders_add_totals AFTER INSERT ON orders REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
    EXECUTE FUNCTION add_order_totals();
CREATE TRIGGER orders_move_totals AFTER UPDATE OF status, total_cents ON orders FOR EACH ROW
    WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.total_cents IS DISTINCT FROM NEW.total_cents)
    EXECUTE FUNCTION move_order_totals();
CREATE TRIGGER orders_subtract_totals AFTER DELETE ON orders REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
    EXECUTE FUNCTION subtract_order_totals();
