-- Whether the demo may be seeded. Asked once, by the command line, before anybody is served.

-- name: is_in_use(demo_ids, last_lead)$
-- unowned: looks at all users on purpose. True: somebody else is here, or the demo is complete (its last lead exists).
SELECT EXISTS (SELECT 1 FROM users WHERE id <> ALL (:demo_ids::text[]))
    OR EXISTS (SELECT 1 FROM leads WHERE external_id = :last_lead);

-- name: spread_orders(company_id, store_id)!
-- unowned: the demo's own store, before anybody is served. Order 1 moves back by four weeks, the last one stays.
-- may be empty: a store without orders.
WITH ages AS (
    SELECT o.id, make_interval(mins => ((m.last - o.number) * 40320 / m.last)::int) AS age
      FROM orders o
     CROSS JOIN (SELECT max(n.number) AS last
                   FROM orders n
                  WHERE n.company_id = :company_id AND n.store_id = :store_id) m
     WHERE o.company_id = :company_id
       AND o.store_id = :store_id
       AND o.created_at > now() - interval '1 day'
), told AS (
    SELECT e.id, e.created_at - a.age AS created_at
      FROM ages a
      JOIN order_events e ON e.company_id = :company_id AND e.order_id = a.id
       FOR NO KEY UPDATE OF e
), events AS (
    UPDATE order_events e
       SET created_at = t.created_at
      FROM told t
     WHERE e.company_id = :company_id
       AND e.id = t.id
), moved AS (
    SELECT o.id, o.created_at - a.age AS created_at, o.updated_at - a.age AS updated_at,
           o.confirmed_at - a.age AS confirmed_at, o.shipped_at - a.age AS shipped_at,
           o.delivered_at - a.age AS delivered_at, o.cancelled_at - a.age AS cancelled_at
      FROM ages a
      JOIN orders o ON o.company_id = :company_id AND o.id = a.id
       FOR NO KEY UPDATE OF o
)
UPDATE orders o
   SET created_at = m.created_at,
       updated_at = m.updated_at,
       confirmed_at = m.confirmed_at,
       shipped_at = m.shipped_at,
       delivered_at = m.delivered_at,
       cancelled_at = m.cancelled_at
  FROM moved m
 WHERE o.company_id = :company_id
   AND o.id = m.id;

-- name: clear_totals(company_id, store_id)!
-- unowned: the demo's own store, whose orders were just moved in time; sales_totals follow no change of times.
DELETE FROM sales_totals t
 WHERE t.company_id = :company_id
   AND t.store_id = :store_id;

-- name: make_totals(company_id, store_id)!
-- unowned: the demo's own store, after clear_totals in the same transaction.
INSERT INTO sales_totals (company_id, store_id, quarter, orders, revenue_cents)
SELECT d.company_id, d.store_id, d.quarter, sum(d.orders), sum(d.cents)
  FROM (SELECT o.company_id, o.store_id, q.quarter, 1 AS orders, 0 AS cents
          FROM orders o
         CROSS JOIN LATERAL (VALUES ('-infinity'::timestamptz), (quarter_of(o.created_at))) AS q (quarter)
         WHERE o.company_id = :company_id
           AND o.store_id = :store_id
         UNION ALL
        SELECT o.company_id, o.store_id, q.quarter, 0, o.total_cents
          FROM orders o
         CROSS JOIN LATERAL (VALUES ('-infinity'::timestamptz), (quarter_of(o.confirmed_at))) AS q (quarter)
         WHERE o.company_id = :company_id
           AND o.store_id = :store_id
           AND is_sold(o.status)) d
 GROUP BY d.company_id, d.store_id, d.quarter;
