-- Orders with items, history and payment attempts. Ownership: orders.store_id -> stores.id, stores.company_id = :actor_id;
-- items, events and attempts reach it through their order. Webhooks, jobs and the chat act with the company of the order
-- or store they speak of (app/features/caller.py), so they use the very same queries.

-- name: get_order(order_id, actor_id)^
-- With items, events and attempts as JSON.
SELECT o.id, o.store_id, o.lead_id, o.agent_id, o.number, o.status, o.payment_method, o.currency, o.subtotal_cents,
       o.shipping_cents, o.discount_cents, o.total_cents, o.customer_info, o.br_code, o.payment_link_url,
       o.payment_external_id, o.payment_expires_at, o.proof_url, o.proof_content_type, o.proof_file_name,
       o.proof_size_bytes, o.proof_message_id, o.proof_received_at, o.stock_state, o.cancel_reason, o.notes, o.version,
       o.confirmed_at, o.shipped_at, o.delivered_at, o.cancelled_at, o.created_at, o.updated_at,
       coalesce((SELECT jsonb_agg(jsonb_build_object(
                            'id', i.id, 'product_id', i.product_id, 'sku', i.sku, 'name', i.name,
                            'unit_price_cents', i.unit_price_cents, 'quantity', i.quantity,
                            'total_cents', i.total_cents) ORDER BY i.position)
                   FROM order_items i
                  WHERE i.order_id = o.id AND i.store_id = o.store_id), '[]') AS items,
       coalesce((SELECT jsonb_agg(jsonb_build_object(
                            'id', e.id, 'type', e.type, 'from_status', e.from_status, 'to_status', e.to_status,
                            'actor_type', e.actor_type, 'actor_user_id', e.actor_user_id, 'data', e.data,
                            'created_at', wire_time(e.created_at)) ORDER BY e.created_at, e.id)
                   FROM order_events e
                  WHERE e.order_id = o.id AND e.store_id = o.store_id), '[]') AS events,
       coalesce((SELECT jsonb_agg(jsonb_build_object(
                            'id', a.id, 'order_id', a.order_id, 'provider', a.provider, 'status', a.status,
                            'amount_cents', a.amount_cents, 'external_id', a.external_id, 'error_code', a.error_code,
                            'error_message', a.error_message, 'created_at', wire_time(a.created_at))
                            ORDER BY a.created_at, a.id)
                   FROM payment_attempts a
                  WHERE a.order_id = o.id AND a.store_id = o.store_id), '[]') AS payment_attempts
  FROM orders o
  JOIN stores s ON s.id = o.store_id
 WHERE o.id = :order_id
   AND s.company_id = :actor_id;

-- name: list_orders(store_ids, limit, offset, actor_id)
-- Newest first. Each store gives its newest from its index alone, they are merged, and only the page's rows are read.
SELECT o.id, o.store_id, o.lead_id, o.agent_id, o.number, o.status, o.payment_method, o.currency, o.subtotal_cents,
       o.shipping_cents, o.discount_cents, o.total_cents, o.customer_info, o.br_code, o.payment_link_url,
       o.payment_external_id, o.payment_expires_at, o.proof_url, o.proof_content_type, o.proof_file_name,
       o.proof_size_bytes, o.proof_message_id, o.proof_received_at, o.stock_state, o.cancel_reason, o.notes, o.version,
       o.confirmed_at, o.shipped_at, o.delivered_at, o.cancelled_at, o.created_at, o.updated_at
  FROM (SELECT k.id, k.store_id
          FROM stores s
         CROSS JOIN LATERAL (SELECT o.id, o.store_id, o.created_at
                               FROM orders o
                              WHERE o.store_id = s.id
                              ORDER BY o.created_at DESC, o.id DESC
                              LIMIT :limit::bigint + :offset::bigint) k
         WHERE s.id = ANY (:store_ids::uuid[])
           AND s.company_id = :actor_id
         ORDER BY k.created_at DESC, k.id DESC
         LIMIT :limit
        OFFSET :offset) k
  JOIN orders o ON o.id = k.id AND o.store_id = k.store_id
 ORDER BY o.created_at DESC, o.id DESC;

-- name: list_orders_by_status(store_ids, wanted_status, limit, offset, actor_id)
-- As list_orders; a query of its own, so that it always runs over the index of (store, status).
SELECT o.id, o.store_id, o.lead_id, o.agent_id, o.number, o.status, o.payment_method, o.currency, o.subtotal_cents,
       o.shipping_cents, o.discount_cents, o.total_cents, o.customer_info, o.br_code, o.payment_link_url,
       o.payment_external_id, o.payment_expires_at, o.proof_url, o.proof_content_type, o.proof_file_name,
       o.proof_size_bytes, o.proof_message_id, o.proof_received_at, o.stock_state, o.cancel_reason, o.notes, o.version,
       o.confirmed_at, o.shipped_at, o.delivered_at, o.cancelled_at, o.created_at, o.updated_at
  FROM (SELECT k.id, k.store_id
          FROM stores s
         CROSS JOIN LATERAL (SELECT o.id, o.store_id, o.created_at
                               FROM orders o
                              WHERE o.store_id = s.id
                                    AND o.status = :wanted_status
                              ORDER BY o.created_at DESC, o.id DESC
                              LIMIT :limit::bigint + :offset::bigint) k
         WHERE s.id = ANY (:store_ids::uuid[])
           AND s.company_id = :actor_id
         ORDER BY k.created_at DESC, k.id DESC
         LIMIT :limit
        OFFSET :offset) k
  JOIN orders o ON o.id = k.id AND o.store_id = k.store_id
 ORDER BY o.created_at DESC, o.id DESC;

-- name: count_orders(store_ids, status, actor_id)$
-- From the running totals. NULL unless every one of the stores is the actor's.
SELECT coalesce(sum(n.orders), 0)::bigint
  FROM stores s
  LEFT JOIN order_totals n ON n.store_id = s.id
                          AND n.hour = '-infinity'
                          AND (:status::text IS NULL OR n.status = :status)
 WHERE s.id = ANY (:store_ids::uuid[])
   AND s.company_id = :actor_id
HAVING count(DISTINCT s.id) = (SELECT count(DISTINCT w.id) FROM unnest(:store_ids::uuid[]) AS w (id));

-- name: get_order_stats(store_id, actor_id, moment)^
-- From the running totals (order_totals), never from the orders; "today" is the company's day around :moment.
WITH store AS (
    SELECT s.id, date_trunc('day', :moment::timestamptz AT TIME ZONE c.timezone) AT TIME ZONE c.timezone AS today
      FROM stores s
      JOIN companies c ON c.id = s.company_id
     WHERE s.id = :store_id
       AND s.company_id = :actor_id
)
SELECT coalesce(a.total, 0) AS total, coalesce(a.by_status, '{}') AS by_status, coalesce(a.cents, 0) AS revenue_cents,
       coalesce(round(a.cents / nullif(a.paid, 0)), 0)::bigint AS average_cents,
       (SELECT jsonb_build_object(
                   'count', coalesce(sum(t.orders), 0),
                   'revenue_cents', coalesce(sum(t.cents) FILTER (
                       WHERE t.status IN ('confirmed', 'preparing', 'shipped', 'delivered')), 0))
          FROM order_totals t
         WHERE t.store_id = :store_id
           AND t.hour >= s.today) AS today
  FROM store s
  LEFT JOIN LATERAL (SELECT sum(t.orders)::bigint AS total,
                            jsonb_object_agg(t.status, t.orders) FILTER (WHERE t.orders > 0) AS by_status,
                            (sum(t.orders) FILTER (
                                WHERE t.status IN ('confirmed', 'preparing', 'shipped', 'delivered'))) AS paid,
                            (sum(t.cents) FILTER (
                                WHERE t.status IN ('confirmed', 'preparing', 'shipped', 'delivered')))::bigint AS cents
                       FROM order_totals t
                      WHERE t.store_id = :store_id
                        AND t.hour = '-infinity') a ON true;

-- name: list_sellable(store_id, product_ids, actor_id)
SELECT p.id, p.sku, p.name, p.price_cents, p.active
  FROM products p
  JOIN stores s ON s.id = p.store_id
 WHERE p.store_id = :store_id
   AND p.id = ANY (:product_ids::uuid[])
   AND p.deleted_at IS NULL
   AND s.company_id = :actor_id;

-- name: take_order_number(store_id, actor_id)$
-- The store's row stays locked until the order is committed: numbers have no gaps.
UPDATE stores s
   SET order_seq = s.order_seq + 1
 WHERE s.id = :store_id
   AND s.company_id = :actor_id
RETURNING s.order_seq;

-- name: create_order(id, store_id, lead_id, agent_id, number, first_status, payment_method, subtotal_cents, shipping_cents, discount_cents, customer_info, br_code, new_charge_id, notes, idempotency_key, request_sha256, item_ids, product_ids, skus, names, prices, quantities, event_id, event_data, actor_type, user_id, actor_id)$
-- The order, its lines and the first entry of its history in one statement.
WITH made AS (
    INSERT INTO orders (id, store_id, lead_id, agent_id, number, status, payment_method, subtotal_cents, shipping_cents,
                        discount_cents, total_cents, customer_info, br_code, payment_external_id, notes,
                        idempotency_key, request_sha256)
    SELECT :id, s.id, :lead_id, :agent_id, :number, :first_status, :payment_method, :subtotal_cents,
           :shipping_cents, :discount_cents, :subtotal_cents::bigint + :shipping_cents::bigint - :discount_cents::bigint,
           :customer_info, :br_code, :new_charge_id, :notes, :idempotency_key, :request_sha256
      FROM stores s
     WHERE s.id = :store_id
       AND s.company_id = :actor_id
    RETURNING id, store_id, status
), lines AS (
    INSERT INTO order_items (id, store_id, order_id, product_id, sku, name, unit_price_cents, quantity, position)
    SELECT n.id, m.store_id, m.id, n.product_id, n.sku, n.name, n.price, n.quantity, n.position
      FROM made m
     CROSS JOIN unnest(:item_ids::uuid[], :product_ids::uuid[], :skus::text[], :names::text[], :prices::bigint[],
                       :quantities::int[]) WITH ORDINALITY
           AS n (id, product_id, sku, name, price, quantity, position)
), told AS (
    INSERT INTO order_events (id, store_id, order_id, type, to_status, actor_type, actor_user_id, data)
    SELECT :event_id, m.store_id, m.id, 'created', m.status, :actor_type, :user_id, :event_data
      FROM made m
)
SELECT m.id
  FROM made m;

-- name: find_repeated_order(store_id, idempotency_key, actor_id)^
-- may be empty: no order was made with this key before.
SELECT o.id, o.request_sha256, o.created_at
  FROM orders o
  JOIN stores s ON s.id = o.store_id
 WHERE o.store_id = :store_id
   AND o.idempotency_key = :idempotency_key
   AND s.company_id = :actor_id;

-- name: forget_idempotency_key(order_id, actor_id)!
-- The key may be used for another order: its day is over.
UPDATE orders o
   SET idempotency_key = NULL
  FROM stores s
 WHERE o.id = :order_id
   AND s.id = o.store_id
   AND s.company_id = :actor_id;

-- name: get_created_data(order_id, actor_id)$
-- What the order's first entry remembers of its making.
SELECT e.data
  FROM orders o
  JOIN stores s ON s.id = o.store_id
  JOIN order_events e ON e.order_id = o.id AND e.store_id = o.store_id
 WHERE o.id = :order_id
   AND e.type = 'created'
   AND s.company_id = :actor_id;

-- name: lock_order(order_id, actor_id)^
-- The first lock of everything that moves an order; products follow in the order of their ids.
SELECT o.id, o.store_id, o.number, o.status, o.payment_method, o.stock_state, o.total_cents, o.payment_external_id,
       o.payment_expires_at
  FROM orders o
  JOIN stores s ON s.id = o.store_id
 WHERE o.id = :order_id
   AND s.company_id = :actor_id
   FOR NO KEY UPDATE OF o;

-- name: move_order(order_id, to_status, payment_method, stock_state, reason, at, event_id, event_data, actor_type, user_id, actor_id)$
-- Called with the order locked, so the status it leaves is the one that was judged.
WITH before AS MATERIALIZED (
    SELECT o.id, o.store_id, o.status
      FROM orders o
      JOIN stores s ON s.id = o.store_id
     WHERE o.id = :order_id
       AND s.company_id = :actor_id
       FOR NO KEY UPDATE OF o
), moved AS (
    UPDATE orders o
       SET status = :to_status,
           payment_method = :payment_method,
           stock_state = :stock_state,
           version = o.version + 1,
           cancel_reason = CASE WHEN :to_status = 'cancelled' THEN :reason ELSE o.cancel_reason END,
           confirmed_at = CASE WHEN :to_status = 'confirmed' THEN :at ELSE o.confirmed_at END,
           shipped_at = CASE WHEN :to_status = 'shipped' THEN :at ELSE o.shipped_at END,
           delivered_at = CASE WHEN :to_status = 'delivered' THEN :at ELSE o.delivered_at END,
           cancelled_at = CASE WHEN :to_status = 'cancelled' THEN :at ELSE o.cancelled_at END
      FROM before b
     WHERE o.id = b.id
       AND o.store_id = b.store_id
    RETURNING o.id, o.store_id, o.status AS to_status, b.status AS from_status
), told AS (
    INSERT INTO order_events (id, store_id, order_id, type, from_status, to_status, actor_type, actor_user_id, data)
    SELECT :event_id, m.store_id, m.id, 'status_changed', m.from_status, m.to_status, :actor_type, :user_id, :event_data
      FROM moved m
)
SELECT m.id
  FROM moved m;

-- name: add_order_event(order_id, type, event_id, event_data, actor_type, user_id, actor_id)$
INSERT INTO order_events (id, store_id, order_id, type, actor_type, actor_user_id, data)
SELECT :event_id, o.store_id, o.id, :type, :actor_type, :user_id, :event_data
  FROM orders o
  JOIN stores s ON s.id = o.store_id
 WHERE o.id = :order_id
   AND s.company_id = :actor_id
RETURNING id;

-- name: expire_orders(at, batch)
-- unowned: housekeeping over all stores
-- Locked orders are being paid or moved at this moment; they are left for the next round. So are those that were paid
-- but could not be confirmed: a person decides about them.
WITH due AS MATERIALIZED (
    SELECT o.id, o.store_id
      FROM orders o
     WHERE o.status = 'awaiting_payment'
       AND o.payment_expires_at < :at
       AND NOT EXISTS (SELECT 1
                         FROM payment_attempts a
                        WHERE a.order_id = o.id AND a.store_id = o.store_id AND a.status = 'succeeded')
     ORDER BY o.payment_expires_at
     LIMIT :batch
       FOR NO KEY UPDATE OF o SKIP LOCKED
), expired AS (
    UPDATE orders o
       SET status = 'expired',
           version = o.version + 1
      FROM due d
     WHERE o.id = d.id
       AND o.store_id = d.store_id
    RETURNING o.id, o.store_id
), told AS (
    INSERT INTO order_events (id, store_id, order_id, type, from_status, to_status, actor_type)
    SELECT gen_random_uuid(), e.store_id, e.id, 'status_changed', 'awaiting_payment', 'expired', 'system'
      FROM expired e
)
SELECT e.id
  FROM expired e;
