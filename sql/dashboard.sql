-- The dashboard of a store, one statement. Ownership: stores.company_id = :actor_id.

-- name: get_dashboard(store_id, actor_id, moment)^
-- Everything comes from running totals (order_totals, sales_totals, lead_totals, product_totals), never from the rows themselves, but
-- for orders that need a person, which have an index of their own; days
-- are the company's around :moment. The totals are read by :store_id, so that the planner sees a short range of an index;
-- FROM store decides whether anything is answered. No row: the store is not the actor's.
WITH store AS (
    SELECT s.id, c.timezone, date_trunc('day', :moment::timestamptz AT TIME ZONE c.timezone) AS today
      FROM stores s
      JOIN companies c ON c.id = s.company_id
     WHERE s.company_id = :actor_id
       AND s.id = :store_id
), sold AS (
    SELECT (t.quarter AT TIME ZONE s.timezone)::date AS date, sum(t.orders) AS count, sum(t.revenue_cents) AS revenue_cents
      FROM store s
      JOIN sales_totals t ON t.company_id = :actor_id
                         AND t.store_id = :store_id
                         AND t.quarter > :moment::timestamptz - interval '32 days'
     GROUP BY 1
), days AS (
    SELECT d.day::date AS date, coalesce(o.count, 0) AS count, coalesce(o.revenue_cents, 0) AS revenue_cents
      FROM store s
     CROSS JOIN generate_series(s.today - interval '29 days', s.today, interval '1 day') AS d (day)
      LEFT JOIN sold o ON o.date = d.day::date
)
SELECT (SELECT jsonb_build_object(
                   'total', coalesce(sum(t.orders), 0),
                   'by_status', coalesce(jsonb_object_agg(t.status, t.orders) FILTER (WHERE t.orders > 0), '{}'),
                   'revenue_cents', coalesce((SELECT r.revenue_cents
                                                FROM sales_totals r
                                               WHERE r.company_id = :actor_id
                                                 AND r.store_id = :store_id
                                                 AND r.quarter = '-infinity'), 0),
                   'attention', (SELECT count(*) FROM orders o
                                  WHERE o.company_id = :actor_id AND o.store_id = :store_id AND o.attention <> '[]'),
                   'today', (SELECT jsonb_build_object('count', d.count, 'revenue_cents', d.revenue_cents)
                               FROM days d WHERE d.date = s.today::date),
                   'last_30_days', (SELECT jsonb_agg(jsonb_build_object('date', d.date, 'count', d.count,
                                                                        'revenue_cents', d.revenue_cents) ORDER BY d.date)
                                      FROM days d))
          FROM order_totals t
         WHERE t.company_id = :actor_id
           AND t.store_id = :store_id) AS orders,
       (SELECT jsonb_build_object(
                   'total', coalesce(sum(t.leads), 0),
                   'by_status', coalesce(jsonb_object_agg(t.status, t.leads) FILTER (WHERE t.leads > 0), '{}'),
                   'today', (SELECT count(*) FROM leads l
                              WHERE l.company_id = :actor_id
                                AND l.store_id = s.id
                                AND l.created_at >= s.today AT TIME ZONE s.timezone))
          FROM lead_totals t
         WHERE t.company_id = :actor_id
           AND t.store_id = :store_id) AS leads,
       (SELECT jsonb_build_object(
                   'total', coalesce(sum(t.products), 0), 'active', coalesce(sum(t.active), 0),
                   'out_of_stock', coalesce(sum(t.out_of_stock), 0), 'without_price', coalesce(sum(t.without_price), 0))
          FROM product_totals t
         WHERE t.company_id = :actor_id
           AND t.store_id = :store_id) AS products,
       (SELECT coalesce(jsonb_agg(jsonb_build_object(
                   'lead_id', r.id, 'name', r.name, 'channel', r.channel, 'external_id', r.external_id, 'status', r.status,
                   'last_message_at', wire_time(r.last_message_at),
                   'last_message', (SELECT jsonb_build_object('role', m.role, 'content', left(m.content, 200),
                                                              'created_at', wire_time(m.created_at))
                                      FROM messages_history m
                                     WHERE m.company_id = :actor_id AND m.lead_id = r.id
                                     ORDER BY m.created_at DESC, m.id DESC LIMIT 1))
                   ORDER BY r.last_message_at DESC, r.id DESC), '[]')
          FROM (SELECT l.id, l.name, l.channel, l.external_id, l.status, l.last_message_at
                  FROM leads l
                 WHERE l.company_id = :actor_id
                   AND l.store_id = s.id
                   AND l.last_message_at IS NOT NULL
                 ORDER BY l.last_message_at DESC NULLS LAST, l.id DESC
                 LIMIT 10) r) AS recent_conversations,
       (SELECT jsonb_build_object('in_use', EXISTS (SELECT FROM agent_knowledge_base k
                                                     WHERE k.company_id = :actor_id
                                                       AND k.store_id = s.id))) AS documents,
       (SELECT jsonb_build_object('in_use', EXISTS (SELECT FROM shipping_rules r
                                                     WHERE r.company_id = :actor_id
                                                       AND r.store_id = s.id))) AS shipping
  FROM store s;
