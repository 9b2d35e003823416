-- What orders are paid with: a store's payment settings, charges, attempts, proofs. Ownership: (company_id, store_id) of
-- orders, payment_attempts and store_payment_settings -> stores, company_id = :actor_id.

-- name: get_payment_settings(store_id, actor_id)^
-- The defaults stand here once more, for a store that has saved nothing yet.
SELECT s.id, p.pix_provider_api_key_enc, coalesce(p.pix_expires_in_seconds, 3600) AS pix_expires_in,
       coalesce(p.proof_expires_in_seconds, 172800) AS proof_expires_in, coalesce(p.reserve_stock, true) AS reserve_stock,
       coalesce(p.cod_enabled, true) AS cod_enabled, p.cod_instructions,
       coalesce(p.manual_pix_enabled, false) AS manual_pix_enabled, p.manual_pix_key, p.manual_pix_key_type,
       p.manual_pix_name, p.manual_pix_city, p.updated_at
  FROM stores s
  LEFT JOIN store_payment_settings p ON p.company_id = :actor_id AND p.store_id = s.id
 WHERE s.company_id = :actor_id
   AND s.id = :store_id;

-- name: save_payment_settings(store_id, set_api_key, api_key_enc, set_expires_in, expires_in, set_proof_expires_in, proof_expires_in, set_reserve_stock, reserve_stock, set_cod_enabled, cod_enabled, set_cod_instructions, cod_instructions, set_manual_pix_enabled, manual_pix_enabled, set_manual_pix_key, manual_pix_key, manual_pix_key_type, set_manual_pix_name, manual_pix_name, set_manual_pix_city, manual_pix_city, actor_id)$
INSERT INTO store_payment_settings AS p (company_id, store_id, pix_provider_api_key_enc, pix_expires_in_seconds,
                                         proof_expires_in_seconds, reserve_stock,
                                         cod_enabled, cod_instructions, manual_pix_enabled, manual_pix_key, manual_pix_key_type,
                                         manual_pix_name, manual_pix_city)
SELECT s.company_id, s.id, :api_key_enc::bytea, CASE WHEN :set_expires_in THEN :expires_in::int ELSE 3600 END,
       CASE WHEN :set_proof_expires_in THEN :proof_expires_in::int ELSE 172800 END,
       CASE WHEN :set_reserve_stock THEN :reserve_stock ELSE true END,
       CASE WHEN :set_cod_enabled THEN :cod_enabled ELSE true END, :cod_instructions,
       CASE WHEN :set_manual_pix_enabled THEN :manual_pix_enabled ELSE false END, :manual_pix_key, :manual_pix_key_type,
       :manual_pix_name, :manual_pix_city
  FROM stores s
 WHERE s.company_id = :actor_id
   AND s.id = :store_id
    ON CONFLICT (company_id, store_id) DO UPDATE
   SET pix_provider_api_key_enc = CASE WHEN :set_api_key THEN excluded.pix_provider_api_key_enc
                                       ELSE p.pix_provider_api_key_enc END,
       pix_expires_in_seconds = CASE WHEN :set_expires_in THEN excluded.pix_expires_in_seconds
                                     ELSE p.pix_expires_in_seconds END,
       proof_expires_in_seconds = CASE WHEN :set_proof_expires_in THEN excluded.proof_expires_in_seconds
                                       ELSE p.proof_expires_in_seconds END,
       reserve_stock = CASE WHEN :set_reserve_stock THEN excluded.reserve_stock ELSE p.reserve_stock END,
       cod_enabled = CASE WHEN :set_cod_enabled THEN excluded.cod_enabled ELSE p.cod_enabled END,
       cod_instructions = CASE WHEN :set_cod_instructions THEN excluded.cod_instructions ELSE p.cod_instructions END,
       manual_pix_enabled = CASE WHEN :set_manual_pix_enabled THEN excluded.manual_pix_enabled
                                 ELSE p.manual_pix_enabled END,
       manual_pix_key = CASE WHEN :set_manual_pix_key THEN excluded.manual_pix_key ELSE p.manual_pix_key END,
       manual_pix_key_type = CASE WHEN :set_manual_pix_key THEN excluded.manual_pix_key_type
                                  ELSE p.manual_pix_key_type END,
       manual_pix_name = CASE WHEN :set_manual_pix_name THEN excluded.manual_pix_name ELSE p.manual_pix_name END,
       manual_pix_city = CASE WHEN :set_manual_pix_city THEN excluded.manual_pix_city ELSE p.manual_pix_city END
RETURNING p.store_id;

-- name: get_offer(store_id, lead_id, agent_id, actor_id)^
-- What an order of this store may be made with. No row: store, lead or agent is missing or not of this store.
SELECT s.id, coalesce(p.pix_provider_api_key_enc IS NOT NULL, false) AS has_api_key,
       coalesce(p.manual_pix_enabled, false) AS manual_pix_enabled, coalesce(p.cod_enabled, true) AS cod_enabled,
       p.cod_instructions, p.manual_pix_key, p.manual_pix_name, p.manual_pix_city, s.active,
       coalesce(p.reserve_stock, true) AS reserve_stock, coalesce(p.proof_expires_in_seconds, 172800) AS proof_expires_in_s
  FROM stores s
  LEFT JOIN store_payment_settings p ON p.company_id = :actor_id AND p.store_id = s.id
 WHERE s.company_id = :actor_id
   AND s.id = :store_id
   AND s.deleted_at IS NULL
   AND (:lead_id::uuid IS NULL OR EXISTS (SELECT 1 FROM leads l
                                         WHERE l.company_id = :actor_id AND l.id = :lead_id AND l.store_id = s.id
                                           AND l.deleted_at IS NULL))
   AND (:agent_id::uuid IS NULL
        OR EXISTS (SELECT 1 FROM agents a
                    WHERE a.company_id = :actor_id AND a.id = :agent_id AND a.store_id = s.id AND a.deleted_at IS NULL));

-- name: get_due_charge(order_id, charge_id, actor_id)^
-- may be empty: no row when the order has its charge, another one than is meant, is not PIX, or its store has no key.
SELECT o.id, o.store_id, o.number, o.total_cents, o.payment_external_id, p.pix_provider_api_key_enc,
       p.pix_expires_in_seconds
  FROM orders o
  JOIN stores s ON s.company_id = o.company_id AND s.id = o.store_id
  JOIN store_payment_settings p ON p.company_id = o.company_id AND p.store_id = o.store_id
 WHERE o.company_id = :actor_id
   AND o.id = :order_id
   AND o.payment_method = 'pix'
   AND (o.status = 'pending' OR (o.status = 'awaiting_payment' AND o.payment_external_id = :charge_id))
   AND o.br_code IS NULL
   AND o.payment_link_url IS NULL
   AND o.total_cents > 0
   AND o.payment_external_id IS NOT NULL
   AND p.pix_provider_api_key_enc IS NOT NULL;

-- name: find_uncharged_order(order_id, charge_id, actor_id)$
-- Locked until the transaction ends.
-- may be empty: it was paid, moved or charged meanwhile, or was given another charge.
SELECT o.id
  FROM orders o
  JOIN stores s ON s.company_id = o.company_id AND s.id = o.store_id
 WHERE o.company_id = :actor_id
   AND o.id = :order_id
   AND o.payment_external_id = :charge_id
   AND o.payment_method = 'pix'
   AND o.status IN ('pending', 'awaiting_payment')
   AND o.paid_cents = o.refunded_cents
   AND o.br_code IS NULL
   AND o.payment_link_url IS NULL
   AND NOT EXISTS (SELECT 1
                     FROM payment_attempts a
                    WHERE a.company_id = :actor_id AND a.order_id = o.id AND a.provider = 'pixprovider'
                      AND a.external_id = o.payment_external_id AND a.status = 'pending')
   FOR NO KEY UPDATE OF o;

-- name: save_checkout(order_id, set_br_code, br_code, set_payment_link_url, payment_link_url, set_payment_external_id, payment_external_id, set_expires_at, expires_at, actor_id)$
UPDATE orders o
   SET br_code = CASE WHEN :set_br_code THEN :br_code ELSE o.br_code END,
       payment_link_url = CASE WHEN :set_payment_link_url THEN :payment_link_url ELSE o.payment_link_url END,
       payment_external_id = CASE WHEN :set_payment_external_id THEN :payment_external_id ELSE o.payment_external_id END,
       payment_expires_at = CASE WHEN :set_expires_at THEN :expires_at ELSE o.payment_expires_at END,
       version = o.version + 1
  FROM stores s
 WHERE o.company_id = :actor_id
   AND o.id = :order_id
   AND s.company_id = o.company_id
   AND s.id = o.store_id
RETURNING o.id;

-- name: add_payment_attempt(new_id, order_id, provider, attempt_status, amount_cents, external_id, error_code, error_message, actor_id)^
-- No row: this attempt is written down already.
INSERT INTO payment_attempts AS a (company_id, id, store_id, order_id, provider, status, amount_cents, external_id,
                                   error_code, error_message)
SELECT o.company_id, :new_id::uuid, o.store_id, o.id, :provider, :attempt_status, :amount_cents::bigint, :external_id,
       :error_code, :error_message
  FROM orders o
  JOIN stores s ON s.company_id = o.company_id AND s.id = o.store_id
 WHERE o.company_id = :actor_id
   AND o.id = :order_id
    ON CONFLICT (company_id, store_id, provider, external_id, status) WHERE external_id IS NOT NULL DO NOTHING
RETURNING a.id, a.order_id, a.provider, a.status, a.amount_cents, a.external_id, a.error_code, a.error_message, a.created_at;

-- name: get_same_attempt(order_id, provider, attempt_status, external_id, actor_id)^
-- may be empty: the attempt that a second call of the same wanted to add.
SELECT a.id, a.order_id, a.provider, a.status, a.amount_cents, a.external_id, a.error_code, a.error_message, a.created_at
  FROM orders o
  JOIN stores s ON s.company_id = o.company_id AND s.id = o.store_id
  JOIN payment_attempts a ON a.company_id = :actor_id AND a.order_id = o.id
 WHERE o.company_id = :actor_id
   AND o.id = :order_id
   AND a.provider = :provider
   AND a.status = :attempt_status
   AND a.external_id = :external_id;

-- name: attach_proof(order_id, proof_url, proof_content_type, file_name, size_bytes, gateway_message_id, at, actor_id)$
UPDATE orders o
   SET proof_url = :proof_url,
       proof_content_type = :proof_content_type,
       proof_file_name = :file_name,
       proof_size_bytes = :size_bytes,
       proof_message_id = :gateway_message_id,
       proof_received_at = :at,
       version = o.version + 1
  FROM stores s
 WHERE o.company_id = :actor_id
   AND o.id = :order_id
   AND s.company_id = o.company_id
   AND s.id = o.store_id
RETURNING o.id;

-- name: keep_proof_message(order_id, gateway_message_id, actor_id)$
-- No row: this message of the gateway was attached before, to this order or another one of the store.
INSERT INTO order_proofs AS m (company_id, store_id, message_id, order_id)
SELECT o.company_id, o.store_id, :gateway_message_id, o.id
  FROM orders o
  JOIN stores s ON s.company_id = o.company_id AND s.id = o.store_id
 WHERE o.company_id = :actor_id
   AND o.id = :order_id
    ON CONFLICT (company_id, store_id, message_id) DO NOTHING
RETURNING m.order_id;

-- name: find_proof_order(store_id, gateway_message_id, actor_id)$
-- may be empty: a message that was never attached.
SELECT m.order_id
  FROM order_proofs m
  JOIN stores s ON s.company_id = m.company_id AND s.id = m.store_id
 WHERE m.company_id = :actor_id
   AND m.store_id = :store_id
   AND m.message_id = :gateway_message_id;

-- name: find_awaiting_proof_order(lead_id, actor_id)$
-- The newest, should a lead owe several.
SELECT o.id
  FROM orders o
  JOIN stores s ON s.company_id = o.company_id AND s.id = o.store_id
 WHERE o.company_id = :actor_id
   AND o.lead_id = :lead_id
   AND o.status = 'awaiting_proof'
 ORDER BY o.created_at DESC, o.id DESC
 LIMIT 1;

-- name: find_order_by_payment(payment_external_id, actor_id)$
SELECT o.id
  FROM orders o
  JOIN stores s ON s.company_id = o.company_id AND s.id = o.store_id
 WHERE o.company_id = :actor_id
   AND o.payment_external_id = :payment_external_id;

-- name: find_order_by_charge(payment_external_id, actor_id)$
-- An earlier charge, by the attempt that was written down with it.
SELECT a.order_id
  FROM stores s
  JOIN payment_attempts a ON a.company_id = :actor_id AND a.store_id = s.id AND a.provider = 'pixprovider'
                         AND a.external_id = :payment_external_id
 WHERE s.company_id = :actor_id
 LIMIT 1;

-- name: find_paid_order(payment_external_id, company_id)^
-- unowned: a payment notification names nothing but the charge; the resolver knows whose it is, and everything that
-- follows acts with this company_id. A charge that a later one has replaced is found by its attempt.
SELECT o.id, o.store_id, o.company_id
  FROM orders o
 WHERE o.company_id = :company_id
   AND (o.payment_external_id = :payment_external_id
        OR o.id = (SELECT a.order_id
                     FROM stores s
                     JOIN payment_attempts a ON a.company_id = :company_id AND a.store_id = s.id
                                            AND a.provider = 'pixprovider' AND a.external_id = :payment_external_id
                    WHERE s.company_id = :company_id
                    LIMIT 1))
 ORDER BY (o.payment_external_id = :payment_external_id) IS TRUE DESC
 LIMIT 1;

-- name: sum_payments_told(order_id, actor_id)$
-- What has come in by payments that are written down; the rest of an order's paid_cents is a person's word.
SELECT coalesce(sum(a.amount_cents), 0)::bigint
  FROM payment_attempts a
  JOIN stores s ON s.company_id = a.company_id AND s.id = a.store_id
 WHERE a.company_id = :actor_id
   AND a.order_id = :order_id
   AND a.provider = 'pixprovider'
   AND a.status = 'succeeded';

-- name: find_paid_charge(order_id, amount_cents, actor_id)^
-- The charge that was made with the store's key and paid, and what of it has not gone back; of several, the newest from
-- which so much can.
-- may be empty: what is left came some other way.
SELECT a.external_id, l.left_cents
  FROM payment_attempts a
  JOIN stores s ON s.company_id = a.company_id AND s.id = a.store_id
  JOIN store_payment_settings p ON p.company_id = a.company_id AND p.store_id = a.store_id
 CROSS JOIN LATERAL (SELECT a.amount_cents - coalesce(sum(r.amount_cents), 0)::bigint AS left_cents
                       FROM order_refunds r
                      WHERE r.company_id = :actor_id AND r.order_id = a.order_id
                        AND r.external_id = a.external_id AND r.status <> 'failed') l
 WHERE a.company_id = :actor_id
   AND a.order_id = :order_id
   AND a.provider = 'pixprovider'
   AND a.status = 'succeeded'
   AND l.left_cents > 0
   AND p.pix_provider_api_key_enc IS NOT NULL
   AND EXISTS (SELECT 1
                 FROM payment_attempts c
                WHERE c.company_id = :actor_id AND c.order_id = a.order_id AND c.provider = 'pixprovider'
                  AND c.external_id = a.external_id AND c.status = 'pending')
 ORDER BY l.left_cents >= :amount_cents::bigint DESC, a.created_at DESC, a.id DESC
 LIMIT 1;
