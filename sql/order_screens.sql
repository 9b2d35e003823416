-- Orders as the desk's screens want them. Ownership: (orders.company_id, store_id) -> stores, company_id = :actor_id.

-- name: list_board_totals(store_id, actor_id)
-- From the running totals; at least one row, unless the store is not the actor's.
SELECT n.status, coalesce(n.orders, 0) AS orders
  FROM stores s
  LEFT JOIN order_totals n ON n.company_id = :actor_id AND n.store_id = s.id
 WHERE s.company_id = :actor_id
   AND s.id = :store_id;

-- name: list_board(store_id, statuses, per_status, actor_id)
-- The newest of each status, over the index that has it.
SELECT o.id, o.store_id, o.lead_id, o.agent_id, o.number, o.status, o.payment_method, o.currency, o.subtotal_cents,
       o.shipping_cents, o.discount_cents, o.total_cents, o.customer_info, o.br_code, o.payment_link_url,
       o.payment_external_id, o.payment_expires_at, o.proof_url, o.proof_content_type, o.proof_file_name,
       o.proof_size_bytes, o.proof_message_id, o.proof_received_at, o.stock_state, o.cancel_reason, o.notes, o.version,
       o.confirmed_at, o.shipped_at, o.delivered_at, o.cancelled_at, o.created_at, o.updated_at, o.paid_cents,
       o.refunded_cents, payment_status_of(o.status, o.total_cents, o.paid_cents, o.refunded_cents) AS payment_status, o.attention,
       o.tracking, o.coupon_code, o.shipping_option, o.cep, o.proof_expires_at, o.returned_at,
       (SELECT l.name FROM leads l WHERE l.company_id = :actor_id AND l.id = o.lead_id) AS lead_name
  FROM stores s
 CROSS JOIN unnest(:statuses::text[]) AS w (status)
 CROSS JOIN LATERAL (SELECT k.id
                       FROM orders k
                      WHERE k.company_id = :actor_id
                        AND k.store_id = :store_id
                        AND k.status = w.status
                      ORDER BY k.created_at DESC, k.id DESC
                      LIMIT :per_status) k
  JOIN orders o ON o.company_id = :actor_id AND o.id = k.id
 WHERE s.company_id = :actor_id
   AND s.id = :store_id
 ORDER BY o.created_at DESC, o.id DESC;

-- name: list_sheets(store_ids, order_ids, statuses, lead_id, q, payment_method, payment_statuses, created_from, created_to, attention, after_id, limit, actor_id)
-- Newest first by id, which is made from the clock: the next page begins where this one ended, however deep. Its
-- transaction begins with CUSTOM_PLANS.
-- may be empty: nothing fits.
SELECT o.id, o.store_id, o.number, o.status, o.payment_method,
       payment_status_of(o.status, o.total_cents, o.paid_cents, o.refunded_cents) AS payment_status, o.subtotal_cents, o.shipping_cents,
       o.discount_cents, o.total_cents, o.refunded_cents, o.customer_info, o.coupon_code, o.shipping_option, o.cep,
       o.tracking, o.notes, o.created_at, o.confirmed_at, o.shipped_at, o.lead_id,
       (SELECT l.name FROM leads l WHERE l.company_id = :actor_id AND l.id = o.lead_id) AS lead_name,
       coalesce((SELECT jsonb_agg(jsonb_build_object('sku', i.sku, 'name', i.name, 'quantity', i.quantity,
                                                     'unit_price_cents', i.unit_price_cents,
                                                     'total_cents', i.total_cents) ORDER BY i.position)
                   FROM order_items i
                  WHERE i.company_id = :actor_id AND i.order_id = o.id), '[]') AS items
  FROM orders o
  JOIN stores s ON s.company_id = o.company_id AND s.id = o.store_id
 WHERE o.company_id = :actor_id
   AND o.store_id = ANY (:store_ids::uuid[])
   AND (:order_ids::uuid[] IS NULL OR o.id = ANY (:order_ids))
   AND (:statuses::text[] IS NULL OR o.status = ANY (:statuses))
   AND (:lead_id::uuid IS NULL OR o.lead_id = :lead_id)
   AND (:q::text IS NULL
        OR o.found_by LIKE '%' || regexp_replace(fold_text(:q), '([\\%_])', '\\\1', 'g') || '%')
   AND (:payment_method::text IS NULL OR o.payment_method = :payment_method)
   AND (:payment_statuses::text[] IS NULL OR payment_status_of(o.status, o.total_cents, o.paid_cents, o.refunded_cents) = ANY (:payment_statuses))
   AND (:created_from::timestamptz IS NULL OR o.created_at >= :created_from)
   AND (:created_to::timestamptz IS NULL OR o.created_at < :created_to)
   AND (:attention::boolean IS NULL OR (o.attention <> '[]') = :attention)
   AND (:after_id::uuid IS NULL
        OR o.id < (SELECT p.id FROM orders p WHERE p.company_id = :actor_id AND p.id = :after_id))
 ORDER BY o.id DESC
 LIMIT :limit;

-- name: list_changes(actor_id, since, after, limit)
-- In their order; each store from its index.
-- may be empty: nothing has changed.
SELECT k.id, k.store_id, k.number, k.status, k.payment_status, k.total_cents, k.attention, k.created_at, k.updated_at
  FROM stores s
 CROSS JOIN LATERAL (SELECT o.id, o.store_id, o.number, o.status,
                            payment_status_of(o.status, o.total_cents, o.paid_cents, o.refunded_cents) AS payment_status, o.total_cents,
                            o.attention <> '[]' AS attention, o.created_at, o.updated_at
                       FROM orders o
                      WHERE o.company_id = :actor_id
                        AND o.store_id = s.id
                        AND (o.updated_at, o.id) > (:since::timestamptz, :after::uuid)
                      ORDER BY o.updated_at, o.id
                      LIMIT :limit) k
 WHERE s.company_id = :actor_id
 ORDER BY k.updated_at, k.id
 LIMIT :limit;
