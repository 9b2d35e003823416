-- Whether the demo may be seeded. Asked once, by the command line, before anybody is served.

-- name: is_in_use(demo_ids, last_lead)$
-- unowned: looks at all users on purpose. True: somebody else is here, or the demo is complete (its last lead exists).
SELECT EXISTS (SELECT 1 FROM users WHERE id <> ALL (:demo_ids::text[]))
    OR EXISTS (SELECT 1 FROM leads WHERE external_id = :last_lead);

-- name: spread_orders(store_id)!
-- unowned: the demo's own store, before anybody is served. Order 1 moves back by four weeks, the last one stays.
-- may be empty: a store without orders.
WITH ages AS (
    SELECT o.id, o.store_id, make_interval(mins => ((m.last - o.number) * 40320 / m.last)::int) AS age
      FROM orders o
     CROSS JOIN (SELECT max(number) AS last FROM orders WHERE store_id = :store_id) m
     WHERE o.store_id = :store_id
       AND o.created_at > now() - interval '1 day'
), events AS (
    UPDATE order_events e
       SET created_at = e.created_at - a.age
      FROM ages a
     WHERE e.store_id = a.store_id
       AND e.order_id = a.id
)
UPDATE orders o
   SET created_at = o.created_at - a.age,
       updated_at = o.updated_at - a.age,
       confirmed_at = o.confirmed_at - a.age,
       shipped_at = o.shipped_at - a.age,
       delivered_at = o.delivered_at - a.age,
       cancelled_at = o.cancelled_at - a.age
  FROM ages a
 WHERE o.id = a.id
   AND o.store_id = a.store_id;

-- name: rebuild_totals(store_id)!
-- unowned: the demo's own store, whose orders were just moved in time; totals follow status, not creation time.
WITH fresh AS (
    SELECT o.store_id, h.hour, o.status, count(*) AS orders, sum(o.total_cents) AS cents
      FROM orders o
     CROSS JOIN LATERAL (VALUES (date_trunc('hour', o.created_at, 'UTC')), ('-infinity'::timestamptz)) AS h (hour)
     WHERE o.store_id = :store_id
     GROUP BY o.store_id, h.hour, o.status
), gone AS (
    DELETE FROM order_totals t
     WHERE t.store_id = :store_id
       AND NOT EXISTS (SELECT 1 FROM fresh f WHERE f.hour = t.hour AND f.status = t.status)
)
INSERT INTO order_totals (store_id, hour, status, orders, cents)
SELECT store_id, hour, status, orders, cents
  FROM fresh
    ON CONFLICT (store_id, hour, status) DO UPDATE
   SET orders = EXCLUDED.orders, cents = EXCLUDED.cents;
