-- What a store did in some days. Ownership: stores.company_id = :actor_id. :first and :last are days of the company's
-- zone, both included; every query reads the rows of the range by an index that begins with the store.

-- shared: left_of_price
o.total_cents - CASE WHEN o.refunded_cents = 0 THEN 0
                     ELSE (SELECT coalesce(sum(r.amount_cents - r.excess_cents), 0)::bigint
                             FROM order_refunds r
                            WHERE r.company_id = :actor_id AND r.order_id = o.id AND r.status <> 'failed') END

-- name: get_today(store_id, actor_id, moment)^
-- No row: the store is not the actor's.
SELECT c.timezone, (:moment::timestamptz AT TIME ZONE c.timezone)::date AS today
  FROM stores s
  JOIN companies c ON c.id = s.company_id
 WHERE s.company_id = :actor_id
   AND s.id = :store_id;

-- name: get_sums(store_id, actor_id, first, last)^
-- Orders and revenue from the running totals. A conversation is of the range it began in.
WITH span AS (
    SELECT s.id, :first::date::timestamp AT TIME ZONE c.timezone AS begins,
           (:last::date + 1)::timestamp AT TIME ZONE c.timezone AS ends
      FROM stores s
      JOIN companies c ON c.id = s.company_id
     WHERE s.company_id = :actor_id
       AND s.id = :store_id
)
SELECT t.orders, t.revenue_cents, o.sold, k.conversations, k.ordering, k.agent_answers, k.human_answers, k.attended,
       l.new_leads
  FROM span p
 CROSS JOIN LATERAL (SELECT coalesce(sum(t.orders), 0)::bigint AS orders,
                            coalesce(sum(t.revenue_cents), 0)::bigint AS revenue_cents
                       FROM sales_totals t
                      WHERE t.company_id = :actor_id
                        AND t.store_id = :store_id
                        AND t.quarter >= p.begins
                        AND t.quarter < p.ends) t
 CROSS JOIN LATERAL (SELECT count(*) AS sold
                       FROM orders o
                      WHERE o.company_id = :actor_id
                        AND o.store_id = :store_id
                        AND o.confirmed_at >= p.begins
                        AND o.confirmed_at < p.ends
                        AND is_sold(o.status)) o
 CROSS JOIN LATERAL (SELECT count(*) AS conversations,
                            count(*) FILTER (WHERE k.data -> 'orders' IS NOT NULL) AS ordering,
                            coalesce(sum(k.agent_answers), 0)::bigint AS agent_answers,
                            coalesce(sum(k.human_answers), 0)::bigint AS human_answers,
                            count(*) FILTER (WHERE k.human_answers > 0) AS attended
                       FROM conversations k
                      WHERE k.company_id = :actor_id
                        AND k.store_id = :store_id
                        AND k.updated_at >= p.begins
                        AND k.created_at >= p.begins
                        AND k.created_at < p.ends
                        AND k.channel <> 'rehearsal') k
 CROSS JOIN LATERAL (SELECT count(*) AS new_leads
                       FROM leads l
                      WHERE l.company_id = :actor_id
                        AND l.store_id = :store_id
                        AND l.created_at >= p.begins
                        AND l.created_at < p.ends
                        AND l.deleted_at IS NULL) l;

-- name: list_days(store_id, actor_id, first, last)
-- Every day of the range, quiet ones too.
WITH sold AS (
    SELECT (t.quarter AT TIME ZONE c.timezone)::date AS date, sum(t.orders)::bigint AS orders,
           sum(t.revenue_cents)::bigint AS revenue_cents
      FROM stores s
      JOIN companies c ON c.id = s.company_id
      JOIN sales_totals t ON t.company_id = :actor_id
                         AND t.store_id = :store_id
                         AND t.quarter >= :first::date::timestamp AT TIME ZONE c.timezone
                         AND t.quarter < (:last::date + 1)::timestamp AT TIME ZONE c.timezone
     WHERE s.company_id = :actor_id
       AND s.id = :store_id
     GROUP BY 1
)
SELECT d.day::date AS date, coalesce(o.orders, 0) AS orders, coalesce(o.revenue_cents, 0) AS revenue_cents
  FROM stores s
 CROSS JOIN generate_series(:first::date::timestamp, :last::date::timestamp, interval '1 day') AS d (day)
  LEFT JOIN sold o ON o.date = d.day::date
 WHERE s.company_id = :actor_id
   AND s.id = :store_id
 ORDER BY d.day;

-- name: list_channels(store_id, actor_id, first, last)
-- Orders confirmed in the range, by where their lead writes, less what was refunded of their price.
-- may be empty: nothing was sold.
SELECT coalesce(l.channel, 'desk') AS channel, count(*) AS orders,
       sum({left_of_price})::bigint AS revenue_cents
  FROM stores s
  JOIN companies c ON c.id = s.company_id
  JOIN orders o ON o.company_id = :actor_id
               AND o.store_id = :store_id
               AND o.confirmed_at >= :first::date::timestamp AT TIME ZONE c.timezone
               AND o.confirmed_at < (:last::date + 1)::timestamp AT TIME ZONE c.timezone
               AND is_sold(o.status)
  LEFT JOIN leads l ON l.company_id = :actor_id AND l.id = o.lead_id
 WHERE s.company_id = :actor_id
   AND s.id = :store_id
 GROUP BY 1
 ORDER BY 3 DESC, 1;

-- name: list_customers(store_id, actor_id, first, last, limit)
-- Who bought for most, in orders confirmed in the range.
-- may be empty: nobody bought.
SELECT b.lead_id, l.name, l.phone, b.orders, b.revenue_cents
  FROM (SELECT o.lead_id, count(*) AS orders, sum({left_of_price})::bigint AS revenue_cents
          FROM stores s
          JOIN companies c ON c.id = s.company_id
          JOIN orders o ON o.company_id = :actor_id
                       AND o.store_id = :store_id
                       AND o.confirmed_at >= :first::date::timestamp AT TIME ZONE c.timezone
                       AND o.confirmed_at < (:last::date + 1)::timestamp AT TIME ZONE c.timezone
                       AND is_sold(o.status)
                       AND o.lead_id IS NOT NULL
         WHERE s.company_id = :actor_id
           AND s.id = :store_id
         GROUP BY o.lead_id
         ORDER BY 3 DESC, o.lead_id
         LIMIT :limit) b
  JOIN leads l ON l.company_id = :actor_id AND l.id = b.lead_id
 ORDER BY b.revenue_cents DESC, b.lead_id;

-- name: list_interests(store_id, actor_id, first, last, limit)
-- Of leads that came in the range.
-- may be empty: nothing is known of them.
SELECT lower(w.word) AS interest, count(DISTINCT l.id) AS leads
  FROM stores s
  JOIN companies c ON c.id = s.company_id
  JOIN leads l ON l.company_id = :actor_id
              AND l.store_id = :store_id
              AND l.created_at >= :first::date::timestamp AT TIME ZONE c.timezone
              AND l.created_at < (:last::date + 1)::timestamp AT TIME ZONE c.timezone
              AND l.deleted_at IS NULL
 CROSS JOIN unnest(l.interests) AS w (word)
 WHERE s.company_id = :actor_id
   AND s.id = :store_id
 GROUP BY 1
 ORDER BY 2 DESC, 1
 LIMIT :limit;
