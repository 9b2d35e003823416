-- Lists of orders and their numbers. Ownership: (orders.company_id, store_id) -> stores, company_id = :actor_id.

-- shared: order_columns
o.id, o.store_id, o.lead_id, o.agent_id, o.number, o.status, o.payment_method, o.currency, o.subtotal_cents,
o.shipping_cents, o.discount_cents, o.total_cents, o.customer_info, o.br_code, o.payment_link_url,
o.payment_external_id, o.payment_expires_at, o.proof_url, o.proof_content_type, o.proof_file_name,
o.proof_size_bytes, o.proof_message_id, o.proof_received_at, o.stock_state, o.cancel_reason, o.notes, o.version,
o.confirmed_at, o.shipped_at, o.delivered_at, o.cancelled_at, o.created_at, o.updated_at, o.paid_cents,
o.refunded_cents, payment_status_of(o.status, o.total_cents, o.paid_cents, o.refunded_cents) AS payment_status, o.attention,
o.tracking, o.coupon_code, o.shipping_option, o.cep, o.proof_expires_at, o.returned_at,
(SELECT l.name FROM leads l WHERE l.company_id = :actor_id AND l.id = o.lead_id) AS lead_name

-- name: list_orders(store_ids, limit, offset, actor_id)
-- Newest first. Each store gives its newest from its index alone, they are merged, and only the page's rows are read.
SELECT {order_columns}
  FROM (SELECT k.id
          FROM stores s
         CROSS JOIN LATERAL (SELECT o.id, o.created_at
                               FROM orders o
                              WHERE o.company_id = :actor_id
                                AND o.store_id = s.id
                              ORDER BY o.created_at DESC, o.id DESC
                              LIMIT :limit::bigint + :offset::bigint) k
         WHERE s.company_id = :actor_id
           AND s.id = ANY (:store_ids::uuid[])
         ORDER BY k.created_at DESC, k.id DESC
         LIMIT :limit
        OFFSET :offset) k
  JOIN orders o ON o.company_id = :actor_id AND o.id = k.id
 ORDER BY o.created_at DESC, o.id DESC;

-- name: list_orders_by_status(store_ids, statuses, limit, offset, actor_id)
-- As list_orders; a query of its own, so that it always runs over the index that has the status.
SELECT {order_columns}
  FROM (SELECT k.id
          FROM stores s
         CROSS JOIN unnest(:statuses::text[]) AS w (status)
         CROSS JOIN LATERAL (SELECT o.id, o.created_at
                               FROM orders o
                              WHERE o.company_id = :actor_id
                                AND o.store_id = s.id
                                AND o.status = w.status
                              ORDER BY o.created_at DESC, o.id DESC
                              LIMIT :limit::bigint + :offset::bigint) k
         WHERE s.company_id = :actor_id
           AND s.id = ANY (:store_ids::uuid[])
         ORDER BY k.created_at DESC, k.id DESC
         LIMIT :limit
        OFFSET :offset) k
  JOIN orders o ON o.company_id = :actor_id AND o.id = k.id
 ORDER BY o.created_at DESC, o.id DESC;

-- shared: order_filters
(:statuses::text[] IS NULL OR o.status = ANY (:statuses))
                                AND (:lead_id::uuid IS NULL OR o.lead_id = :lead_id)
                                AND (:q::text IS NULL
                                     OR o.found_by LIKE '%' || regexp_replace(fold_text(:q), '([\\%_])', '\\\1', 'g') || '%')
                                AND (:payment_method::text IS NULL OR o.payment_method = :payment_method)
                                AND (:payment_statuses::text[] IS NULL OR payment_status_of(o.status, o.total_cents, o.paid_cents, o.refunded_cents) = ANY (:payment_statuses))
                                AND (:created_from::timestamptz IS NULL OR o.created_at >= :created_from)
                                AND (:created_to::timestamptz IS NULL OR o.created_at < :created_to)
                                AND (:attention::boolean IS NULL OR (o.attention <> '[]') = :attention)

-- shared: order_sort
CASE :sort WHEN 'created_at' THEN o.created_at WHEN 'updated_at' THEN o.updated_at END,
          CASE :sort WHEN '-created_at' THEN o.created_at WHEN '-updated_at' THEN o.updated_at END DESC,
          CASE :sort WHEN 'total' THEN o.total_cents END, CASE :sort WHEN '-total' THEN o.total_cents END DESC,
          o.created_at DESC, o.id DESC

-- name: find_orders(store_ids, statuses, lead_id, q, payment_method, payment_statuses, created_from, created_to, attention, sort, limit, offset, actor_id)
-- Any filters together, in any order; each store gives its first, as in list_orders. Its transaction begins with
-- CUSTOM_PLANS, so that it runs over the index of these very filters or of this order.
-- may be empty: nothing fits.
SELECT {order_columns}
  FROM (SELECT o.id
          FROM stores s
         CROSS JOIN LATERAL (SELECT o.id, o.created_at, o.updated_at, o.total_cents
                               FROM orders o
                              WHERE o.company_id = :actor_id
                                AND o.store_id = s.id
                                AND {order_filters}
                              ORDER BY {order_sort}
                              LIMIT :limit::bigint + :offset::bigint) o
         WHERE s.company_id = :actor_id
           AND s.id = ANY (:store_ids::uuid[])
         ORDER BY {order_sort}
         LIMIT :limit
        OFFSET :offset) k
  JOIN orders o ON o.company_id = :actor_id AND o.id = k.id
 ORDER BY {order_sort};

-- name: count_found_orders(store_ids, statuses, lead_id, q, payment_method, payment_statuses, created_from, created_to, attention, actor_id)$
-- The same conditions as in find_orders.
SELECT count(*)
  FROM stores s
  JOIN orders o ON o.company_id = :actor_id AND o.store_id = s.id
 WHERE s.company_id = :actor_id
   AND s.id = ANY (:store_ids::uuid[])
   AND {order_filters};

-- name: count_orders(store_ids, statuses, actor_id)$
-- From the running totals. NULL unless every one of the stores is the actor's.
SELECT coalesce(sum(n.orders), 0)::bigint
  FROM stores s
  LEFT JOIN order_totals n ON n.company_id = :actor_id
                          AND n.store_id = s.id
                          AND (:statuses::text[] IS NULL OR n.status = ANY (:statuses))
 WHERE s.company_id = :actor_id
   AND s.id = ANY (:store_ids::uuid[])
HAVING count(DISTINCT s.id) = (SELECT count(DISTINCT w.id) FROM unnest(:store_ids::uuid[]) AS w (id));

-- name: get_order_stats(store_id, actor_id, moment)^
-- From the running totals, and of the orders from an index of those that need a person; "today" is the company's day around :moment. Revenue is what was
-- confirmed, less refunds, by the day of each.
WITH store AS (
    SELECT s.id, date_trunc('day', :moment::timestamptz AT TIME ZONE c.timezone) AT TIME ZONE c.timezone AS today
      FROM stores s
      JOIN companies c ON c.id = s.company_id
     WHERE s.company_id = :actor_id
       AND s.id = :store_id
)
SELECT coalesce(a.total, 0) AS total, coalesce(a.by_status, '{}') AS by_status, coalesce(r.cents, 0) AS revenue_cents,
       coalesce(round(r.cents / nullif(a.sold, 0)), 0)::bigint AS average_cents,
       (SELECT jsonb_build_object('count', coalesce(sum(t.orders), 0), 'revenue_cents', coalesce(sum(t.revenue_cents), 0))
          FROM sales_totals t
         WHERE t.company_id = :actor_id
           AND t.store_id = :store_id
           AND t.quarter >= s.today) AS today,
       (SELECT count(*) FROM orders o WHERE o.company_id = :actor_id AND o.store_id = :store_id AND o.attention <> '[]') AS attention
  FROM store s
  LEFT JOIN LATERAL (SELECT sum(t.orders)::bigint AS total,
                            jsonb_object_agg(t.status, t.orders) FILTER (WHERE t.orders > 0) AS by_status,
                            sum(t.orders) FILTER (WHERE is_sold(t.status)) AS sold
                       FROM order_totals t
                      WHERE t.company_id = :actor_id
                        AND t.store_id = :store_id) a ON true
  LEFT JOIN LATERAL (SELECT t.revenue_cents AS cents
                       FROM sales_totals t
                      WHERE t.company_id = :actor_id
                        AND t.store_id = :store_id
                        AND t.quarter = '-infinity') r ON true;
