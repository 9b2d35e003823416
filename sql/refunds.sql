-- Money that went back to a customer. Ownership: (order_refunds.company_id, order_id) -> orders -> stores,
-- company_id = :actor_id.

-- name: create_refund(id, order_id, amount_cents, reason, items, restock, status, provider, external_id, actor_id)$
-- Before it is counted (count_money). What came beside the price goes back first; where the price has not come, all is beside it.
INSERT INTO order_refunds AS r (company_id, id, store_id, order_id, amount_cents, excess_cents, reason, items, restock, status,
                                provider, external_id)
SELECT o.company_id, :id::uuid, o.store_id, o.id, :amount_cents::bigint,
       CASE WHEN o.paid_cents < o.total_cents THEN :amount_cents::bigint
            ELSE least(:amount_cents::bigint,
                       greatest(o.paid_cents - o.total_cents
                                - (SELECT coalesce(sum(b.excess_cents), 0)::bigint
                                     FROM order_refunds b
                                    WHERE b.company_id = :actor_id AND b.order_id = o.id AND b.status <> 'failed'), 0)) END,
       :reason, :items::jsonb, :restock::boolean, :status, :provider, :external_id
  FROM orders o
  JOIN stores s ON s.company_id = o.company_id AND s.id = o.store_id
 WHERE o.company_id = :actor_id
   AND o.id = :order_id
RETURNING r.id;

-- name: clear_of_price(order_id, actor_id)!
-- All the money of an order that is not sold went back: none of it was the price of a sale that may come yet.
UPDATE order_refunds r
   SET excess_cents = r.amount_cents
  FROM stores s
 WHERE r.company_id = :actor_id
   AND r.order_id = :order_id
   AND r.status <> 'failed'
   AND s.company_id = r.company_id
   AND s.id = r.store_id;

-- name: get_untold_refunds(order_id, provider, actor_id)$
-- How much more went back by the attempts that callers have logged of a provider than by the refunds that name it.
-- may be empty: 0 where they tell of nothing new.
SELECT (SELECT coalesce(sum(a.amount_cents), 0)
          FROM payment_attempts a
         WHERE a.company_id = :actor_id AND a.order_id = o.id AND a.provider = :provider AND a.status = 'refunded')::bigint
       - (SELECT coalesce(sum(r.amount_cents), 0)
            FROM order_refunds r
           WHERE r.company_id = :actor_id AND r.order_id = o.id AND r.provider = :provider AND r.status <> 'failed')::bigint
  FROM orders o
  JOIN stores s ON s.company_id = o.company_id AND s.id = o.store_id
 WHERE o.company_id = :actor_id
   AND o.id = :order_id;

-- name: get_refund(refund_id, actor_id)^
-- With where its order stands.
SELECT r.id, r.order_id, r.amount_cents, r.reason, r.items, r.restock, r.status, r.provider, r.error_message, r.created_at,
       o.refunded_cents, payment_status_of(o.status, o.total_cents, o.paid_cents, o.refunded_cents) AS payment_status
  FROM order_refunds r
  JOIN orders o ON o.company_id = r.company_id AND o.id = r.order_id
  JOIN stores s ON s.company_id = o.company_id AND s.id = o.store_id
 WHERE r.company_id = :actor_id
   AND r.id = :refund_id;

-- name: get_due_refund(refund_id, actor_id)^
-- may be empty: the provider has answered already.
SELECT r.id, r.order_id, r.store_id, r.amount_cents, r.external_id, r.reason, p.pix_provider_api_key_enc
  FROM order_refunds r
  JOIN stores s ON s.company_id = r.company_id AND s.id = r.store_id
  LEFT JOIN store_payment_settings p ON p.company_id = r.company_id AND p.store_id = r.store_id
 WHERE r.company_id = :actor_id
   AND r.id = :refund_id
   AND r.status = 'pending';

-- name: list_unsettled_refunds(before, after, batch)
-- unowned: housekeeping over all companies. What the provider has not answered in all the time it was asked, by company.
-- may be empty: each was answered.
SELECT r.company_id, array_agg(r.id ORDER BY r.id) AS ids, array_agg(r.order_id ORDER BY r.id) AS order_ids
  FROM order_refunds r
 WHERE r.status = 'pending'
   AND r.created_at < :before
   AND r.company_id > :after
 GROUP BY r.company_id
 ORDER BY r.company_id
 LIMIT :batch;

-- name: has_pending_refund(order_id, actor_id)$
SELECT EXISTS (SELECT FROM order_refunds r
                JOIN stores s ON s.company_id = r.company_id AND s.id = r.store_id
               WHERE r.company_id = :actor_id AND s.company_id = :actor_id AND r.order_id = :order_id AND r.status = 'pending');

-- name: end_pending_refunds(order_id, actor_id)!
-- A person has seen to them.
UPDATE order_refunds r
   SET status = 'succeeded'
  FROM stores s
 WHERE r.company_id = :actor_id
   AND r.order_id = :order_id
   AND r.status = 'pending'
   AND s.company_id = r.company_id
   AND s.id = r.store_id;

-- name: settle_refund(refund_id, status, error_message, actor_id)$
-- No row: it was settled already.
UPDATE order_refunds r
   SET status = :status,
       error_message = :error_message
  FROM stores s
 WHERE r.company_id = :actor_id
   AND r.id = :refund_id
   AND r.status = 'pending'
   AND s.company_id = r.company_id
   AND s.id = r.store_id
RETURNING r.amount_cents;

-- name: list_refunded_items(order_id, actor_id)
-- How many of each product came back with earlier refunds; to the shelf also where the money could not be given back.
-- may be empty: none did.
SELECT (t.item ->> 'product_id')::uuid AS product_id, sum((t.item ->> 'quantity')::int)::int AS quantity
  FROM order_refunds r
  JOIN stores s ON s.company_id = r.company_id AND s.id = r.store_id
 CROSS JOIN LATERAL jsonb_array_elements(r.items) AS t (item)
 WHERE r.company_id = :actor_id
   AND r.order_id = :order_id
   AND (r.status <> 'failed' OR r.restock)
 GROUP BY 1;
