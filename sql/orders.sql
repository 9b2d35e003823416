-- Orders with items, history and payment attempts. Ownership: (orders.company_id, store_id) -> stores, company_id = :actor_id;
-- items, events and attempts reach it through their order. Webhooks, jobs and the chat act with the company of the order
-- or store they speak of (app/features/caller.py), so they use the very same queries.

-- name: get_order(order_id, actor_id)^
-- With items, events and attempts as JSON. An event's id is made under the order's lock; its time is its transaction's.
SELECT o.id, o.store_id, o.lead_id, o.agent_id, o.number, o.status, o.payment_method, o.currency, o.subtotal_cents,
       o.shipping_cents, o.discount_cents, o.total_cents, o.customer_info, o.br_code, o.payment_link_url,
       o.payment_external_id, o.payment_expires_at, o.proof_url, o.proof_content_type, o.proof_file_name,
       o.proof_size_bytes, o.proof_message_id, o.proof_received_at, o.stock_state, o.cancel_reason, o.notes, o.version,
       o.confirmed_at, o.shipped_at, o.delivered_at, o.cancelled_at, o.created_at, o.updated_at, o.paid_cents,
       o.refunded_cents, payment_status_of(o.status, o.total_cents, o.paid_cents, o.refunded_cents) AS payment_status, o.attention,
       o.tracking, o.coupon_code, o.shipping_option, o.cep, o.proof_expires_at, o.returned_at,
       (SELECT l.name FROM leads l WHERE l.company_id = :actor_id AND l.id = o.lead_id) AS lead_name,
       coalesce((SELECT jsonb_agg(jsonb_build_object(
                            'id', i.id, 'product_id', i.product_id, 'sku', i.sku, 'name', i.name,
                            'unit_price_cents', i.unit_price_cents, 'quantity', i.quantity,
                            'total_cents', i.total_cents) ORDER BY i.position)
                   FROM order_items i
                  WHERE i.company_id = :actor_id AND i.order_id = o.id), '[]') AS items,
       coalesce((SELECT jsonb_agg(jsonb_build_object(
                            'id', e.id, 'type', e.type, 'from_status', e.from_status, 'to_status', e.to_status,
                            'actor_type', e.actor_type, 'actor_user_id', e.actor_user_id, 'data', e.data,
                            'created_at', wire_time(e.created_at)) ORDER BY e.id)
                   FROM order_events e
                  WHERE e.company_id = :actor_id AND e.order_id = o.id), '[]') AS events,
       coalesce((SELECT jsonb_agg(jsonb_build_object(
                            'id', a.id, 'order_id', a.order_id, 'provider', a.provider, 'status', a.status,
                            'amount_cents', a.amount_cents, 'external_id', a.external_id, 'error_code', a.error_code,
                            'error_message', a.error_message, 'created_at', wire_time(a.created_at))
                            ORDER BY a.created_at, a.id)
                   FROM payment_attempts a
                  WHERE a.company_id = :actor_id AND a.order_id = o.id), '[]') AS payment_attempts,
       coalesce((SELECT jsonb_agg(jsonb_build_object(
                            'id', r.id, 'order_id', r.order_id, 'amount_cents', r.amount_cents, 'reason', r.reason,
                            'items', r.items, 'restock', r.restock, 'status', r.status, 'provider', r.provider,
                            'error_message', r.error_message, 'created_at', wire_time(r.created_at))
                            ORDER BY r.created_at, r.id)
                   FROM order_refunds r
                  WHERE r.company_id = :actor_id AND r.order_id = o.id), '[]') AS refunds
  FROM orders o
  JOIN stores s ON s.company_id = o.company_id AND s.id = o.store_id
 WHERE o.company_id = :actor_id
   AND o.id = :order_id;

-- name: list_sellable(store_id, product_ids, actor_id)
SELECT p.id, p.sku, p.name, p.price_cents, p.active, p.options
  FROM products p
  JOIN stores s ON s.company_id = p.company_id AND s.id = p.store_id
 WHERE p.company_id = :actor_id
   AND p.store_id = :store_id
   AND p.id = ANY (:product_ids::uuid[])
   AND p.deleted_at IS NULL;

-- name: take_order_number(store_id, actor_id)$
-- The store's row stays locked until the order is committed: numbers have no gaps. No row: the store was archived since the
-- order was begun, which counts its open orders under the same lock.
UPDATE stores s
   SET order_seq = s.order_seq + 1
 WHERE s.company_id = :actor_id
   AND s.id = :store_id
   AND s.deleted_at IS NULL
RETURNING s.order_seq;

-- name: create_order(id, store_id, lead_id, agent_id, number, first_status, payment_method, subtotal_cents, shipping_cents, discount_cents, customer_info, br_code, new_charge_id, notes, idempotency_key, request_sha256, reserved, coupon_id, coupon_code, shipping_option, cep, proof_expires_at, words, actor_id)$
-- Its lines and the first entry of its history follow in the same transaction. No row: store, lead, agent or coupon is not
-- the actor's, or not of this store.
INSERT INTO orders AS made (company_id, id, store_id, lead_id, agent_id, number, status, payment_method,
                            subtotal_cents, shipping_cents, discount_cents, total_cents, customer_info, br_code,
                            payment_external_id, notes, idempotency_key, request_sha256, reserved, coupon_id,
                            coupon_code, shipping_option, cep, proof_expires_at, found_by)
SELECT s.company_id, :id::uuid, s.id, l.id, a.id, :number::bigint, :first_status, :payment_method,
       :subtotal_cents::bigint, :shipping_cents::bigint, :discount_cents::bigint,
       :subtotal_cents::bigint + :shipping_cents::bigint - :discount_cents::bigint, :customer_info::jsonb, :br_code,
       :new_charge_id, :notes, :idempotency_key, :request_sha256::bytea, :reserved::boolean,
       c.id, :coupon_code, :shipping_option, :cep, :proof_expires_at::timestamptz,
       fold_text(concat_ws(' ', :words::text, l.name, l.phone, l.external_id))
  FROM stores s
  LEFT JOIN leads l ON l.company_id = :actor_id AND l.id = ANY (ARRAY[:lead_id::uuid]) AND l.store_id = s.id
                   AND l.deleted_at IS NULL
  LEFT JOIN agents a ON a.company_id = :actor_id AND a.id = ANY (ARRAY[:agent_id::uuid]) AND a.store_id = s.id
                    AND a.deleted_at IS NULL
  LEFT JOIN coupons c ON c.company_id = :actor_id AND c.id = ANY (ARRAY[:coupon_id::uuid]) AND c.store_id = s.id
 WHERE s.company_id = :actor_id
   AND s.id = :store_id
   AND (:lead_id IS NULL OR l.id IS NOT NULL)
   AND (:agent_id IS NULL OR a.id IS NOT NULL)
   AND (:coupon_id IS NULL OR c.id IS NOT NULL)
RETURNING made.id;

-- name: add_order_items(order_id, item_ids, product_ids, skus, names, prices, quantities, actor_id)!
INSERT INTO order_items (company_id, id, store_id, order_id, product_id, sku, name, unit_price_cents, quantity, position)
SELECT o.company_id, n.id, o.store_id, o.id, p.id, n.sku, n.name, n.price, n.quantity, n.position
  FROM orders o
  JOIN stores s ON s.company_id = o.company_id AND s.id = o.store_id
 CROSS JOIN unnest(:item_ids::uuid[], :product_ids::uuid[], :skus::text[], :names::text[], :prices::bigint[],
                   :quantities::int[]) WITH ORDINALITY AS n (id, product_id, sku, name, price, quantity, position)
  JOIN products p ON p.company_id = :actor_id AND p.id = n.product_id AND p.store_id = o.store_id
 WHERE o.company_id = :actor_id
   AND o.id = :order_id;

-- name: find_repeated_order(store_id, idempotency_key, actor_id)^
-- may be empty: no order was made with this key before.
SELECT o.id, o.request_sha256, o.created_at
  FROM orders o
  JOIN stores s ON s.company_id = o.company_id AND s.id = o.store_id
 WHERE o.company_id = :actor_id
   AND o.store_id = :store_id
   AND o.idempotency_key = :idempotency_key;

-- name: forget_idempotency_key(order_id, actor_id)!
-- The key may be used for another order: its day is over.
UPDATE orders o
   SET idempotency_key = NULL
  FROM stores s
 WHERE o.company_id = :actor_id
   AND o.id = :order_id
   AND s.company_id = o.company_id
   AND s.id = o.store_id;

-- name: get_created_data(order_id, actor_id)$
-- What the order's first entry remembers of its making.
SELECT e.data
  FROM orders o
  JOIN stores s ON s.company_id = o.company_id AND s.id = o.store_id
  JOIN order_events e ON e.company_id = :actor_id AND e.order_id = o.id
 WHERE o.company_id = :actor_id
   AND o.id = :order_id
   AND e.type = 'created';

-- name: lock_order(order_id, actor_id)^
-- The first lock of everything that moves an order; products follow in the order of their ids.
SELECT o.id, o.store_id, o.number, o.status, o.payment_method, o.stock_state, o.reserved, o.total_cents, o.paid_cents,
       o.refunded_cents, o.payment_external_id, o.payment_expires_at, o.coupon_id, o.coupon_code, o.version, o.created_at,
       o.lead_id,
       coalesce((SELECT p.reserve_stock
                   FROM store_payment_settings p
                  WHERE p.company_id = :actor_id AND p.store_id = o.store_id), true) AS reserves,
       coalesce((SELECT p.proof_expires_in_seconds
                   FROM store_payment_settings p
                  WHERE p.company_id = :actor_id AND p.store_id = o.store_id), 172800) AS proof_expires_in_s,
       EXISTS (SELECT 1
                 FROM payment_attempts a
                WHERE a.company_id = :actor_id AND a.order_id = o.id AND a.provider = 'pixprovider'
                  AND a.external_id = o.payment_external_id AND a.status = 'pending') AS charged_here
  FROM orders o
  JOIN stores s ON s.company_id = o.company_id AND s.id = o.store_id
 WHERE o.company_id = :actor_id
   AND o.id = :order_id
   FOR NO KEY UPDATE OF o;

-- name: move_order(order_id, to_status, payment_method, stock_state, reserved, paid_cents, settled, reason, proof_expires_at, at, actor_id)$
-- Called with the order locked, so the status it leaves is the one that was judged; add_order_event tells of it.
UPDATE orders o
   SET status = :to_status,
       payment_method = :payment_method,
       stock_state = :stock_state,
       reserved = :reserved,
       paid_cents = greatest(o.paid_cents, :paid_cents::bigint),
       attention = coalesce((SELECT jsonb_agg(t.entry)
                               FROM jsonb_array_elements(o.attention) AS t (entry)
                              WHERE t.entry ->> 'kind' <> ALL (:settled::text[])), '[]'),
       version = o.version + 1,
       cancel_reason = CASE WHEN :to_status = 'cancelled' THEN :reason ELSE o.cancel_reason END,
       proof_expires_at = CASE WHEN :to_status = 'awaiting_proof' THEN :proof_expires_at ELSE o.proof_expires_at END,
       confirmed_at = CASE WHEN :to_status = 'confirmed' THEN :at ELSE o.confirmed_at END,
       shipped_at = CASE WHEN :to_status = 'shipped' THEN :at ELSE o.shipped_at END,
       delivered_at = CASE WHEN :to_status = 'delivered' THEN :at ELSE o.delivered_at END,
       returned_at = CASE WHEN :to_status = 'returned' THEN :at ELSE o.returned_at END,
       cancelled_at = CASE WHEN :to_status = 'cancelled' THEN :at ELSE o.cancelled_at END
  FROM stores s
 WHERE o.company_id = :actor_id
   AND o.id = :order_id
   AND s.company_id = o.company_id
   AND s.id = o.store_id
RETURNING o.id;

-- name: raise_attention(order_id, kind, detail, at, actor_id)!
-- One entry of each kind; the first one's time stands.
UPDATE orders o
   SET attention = o.attention || jsonb_build_array(jsonb_build_object(
           'kind', :kind::text, 'since', wire_time(:at::timestamptz), 'detail', :detail::text)),
       version = o.version + 1
  FROM stores s
 WHERE o.company_id = :actor_id
   AND o.id = :order_id
   AND NOT EXISTS (SELECT FROM jsonb_array_elements(o.attention) AS t (entry) WHERE t.entry ->> 'kind' = :kind)
   AND s.company_id = o.company_id
   AND s.id = o.store_id;

-- name: settle_attention(order_id, kinds, actor_id)$
-- No row: none of these kinds waits.
UPDATE orders o
   SET attention = coalesce((SELECT jsonb_agg(t.entry)
                               FROM jsonb_array_elements(o.attention) AS t (entry)
                              WHERE t.entry ->> 'kind' <> ALL (:kinds::text[])), '[]'),
       version = o.version + 1
  FROM stores s
 WHERE o.company_id = :actor_id
   AND o.id = :order_id
   AND EXISTS (SELECT FROM jsonb_array_elements(o.attention) AS t (entry) WHERE t.entry ->> 'kind' = ANY (:kinds::text[]))
   AND s.company_id = o.company_id
   AND s.id = o.store_id
RETURNING o.id;

-- name: count_money(order_id, paid_cents, refunded_cents, actor_id)!
-- Money that came (or went back), in addition to what came before.
UPDATE orders o
   SET paid_cents = o.paid_cents + :paid_cents::bigint,
       refunded_cents = o.refunded_cents + :refunded_cents::bigint,
       version = o.version + 1
  FROM stores s
 WHERE o.company_id = :actor_id
   AND o.id = :order_id
   AND s.company_id = o.company_id
   AND s.id = o.store_id;

-- name: update_order(order_id, set_customer_info, customer_info, set_notes, notes, set_tracking, tracking, set_words, words, actor_id)$
WITH found AS MATERIALIZED (
    SELECT o.id, fold_text(concat_ws(' ', :words::text, l.name, l.phone, l.external_id)) AS words
      FROM orders o
      JOIN stores s ON s.company_id = o.company_id AND s.id = o.store_id
      LEFT JOIN leads l ON l.company_id = :actor_id AND l.id = o.lead_id
     WHERE o.company_id = :actor_id
       AND o.id = :order_id
)
UPDATE orders o
   SET customer_info = CASE WHEN :set_customer_info THEN :customer_info::jsonb ELSE o.customer_info END,
       notes = CASE WHEN :set_notes THEN :notes ELSE o.notes END,
       tracking = CASE WHEN :set_tracking THEN :tracking::jsonb ELSE o.tracking END,
       found_by = CASE WHEN :set_words THEN f.words ELSE o.found_by END,
       version = o.version + 1
  FROM found f
 WHERE o.company_id = :actor_id
   AND o.id = f.id
RETURNING o.id;

-- name: add_order_event(order_id, type, from_status, to_status, event_id, event_data, actor_type, user_id, actor_id)$
INSERT INTO order_events AS made (company_id, id, store_id, order_id, type, from_status, to_status, actor_type,
                                  actor_user_id, data)
SELECT o.company_id, :event_id::uuid, o.store_id, o.id, :type, :from_status, :to_status, :actor_type, :user_id,
       :event_data::jsonb
  FROM orders o
  JOIN stores s ON s.company_id = o.company_id AND s.id = o.store_id
 WHERE o.company_id = :actor_id
   AND o.id = :order_id
RETURNING made.id;

-- name: list_expired_orders(at, without, batch)
-- unowned: housekeeping over all companies; each order is then closed by its company's key.
-- Not those that were paid but could not be confirmed, nor those whose proof waits for a person's eye.
SELECT o.company_id, o.id
  FROM orders o
 WHERE ((o.status = 'awaiting_payment' AND o.payment_expires_at < :at AND o.paid_cents = o.refunded_cents)
        OR (o.status = 'awaiting_proof' AND o.proof_expires_at < :at AND o.proof_received_at IS NULL
            AND o.paid_cents = o.refunded_cents))
   AND o.company_id <> ALL (:without::text[])
 ORDER BY o.id
 LIMIT :batch;

-- name: lock_expired_order(order_id, at, actor_id)$
-- may be empty: it was paid or moved meanwhile, or is at this moment.
SELECT o.id
  FROM orders o
  JOIN stores s ON s.company_id = o.company_id AND s.id = o.store_id
 WHERE o.company_id = :actor_id
   AND o.id = :order_id
   AND o.paid_cents = o.refunded_cents
   AND ((o.status = 'awaiting_payment' AND o.payment_expires_at < :at)
        OR (o.status = 'awaiting_proof' AND o.proof_expires_at < :at AND o.proof_received_at IS NULL))
   FOR NO KEY UPDATE OF o SKIP LOCKED;

-- name: complete_customer(order_ids, actor_id, customer_info, words)!
-- What the shopper tells after the order was made; orders that have left are as they were sent.
UPDATE orders o
   SET customer_info = o.customer_info || :customer_info::jsonb,
       found_by = left(o.found_by || ' ' || fold_text(:words), 20000),
       version = o.version + 1
  FROM stores s
 WHERE o.company_id = :actor_id
   AND o.id = ANY (:order_ids::uuid[])
   AND o.status IN ('pending', 'awaiting_payment', 'awaiting_proof', 'confirmed', 'preparing')
   AND s.company_id = o.company_id
   AND s.id = o.store_id;
