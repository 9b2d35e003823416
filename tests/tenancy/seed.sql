-- One complete tenant. :{name} is an attribute of tests/tenancy/seed.py's Tenant.
INSERT INTO users (id, email, name) VALUES (:{actor_id}, :{email}, 'Dona ' || :{actor_id});
INSERT INTO sessions (id, token_hash, token_enc, user_id, expires_at)
VALUES ('session-' || :{actor_id}, :{token_hash}, :{token_enc}, :{actor_id}, now() + interval '1 day');
INSERT INTO accounts (id, user_id, provider_id, account_id)
VALUES (:{account_id}::uuid::text, :{actor_id}, 'credential', :{actor_id});
INSERT INTO auth_extensions (company_id, id, model, data_enc, key_hashes)
VALUES (:{actor_id}, 'passkey-' || :{actor_id}, 'passkey', :{extension_enc}, ARRAY[:{extension_hash}::text]);
INSERT INTO verifications (id, identifier_hash, identifier_enc, value_hash, value_enc, resets, expires_at)
VALUES ('verification-' || :{actor_id}, :{identifier_hash}, :{token_enc}, :{value_hash}, :{token_enc}, true,
        now() + interval '1 hour');
INSERT INTO auth_rate_limits (key_hash, count, ends_at) VALUES (:{token_hash}, 1, now());
INSERT INTO lookups (kind, value, company_id)
VALUES ('email', :{email}, :{actor_id}), ('session', 'session-' || :{actor_id}, :{actor_id}),
       ('session_token', :{token_hash}, :{actor_id}), ('account', :{account_id}::uuid::text, :{actor_id}),
       ('provider_account', '10 credential ' || :{actor_id}, :{actor_id}), ('company_slug', :{slug}, :{actor_id}),
       ('auth_extension', 'passkey-' || :{actor_id}, :{actor_id}), ('auth_extension_key', :{extension_hash}, :{actor_id}),
       ('store_slug', :{slug}, :{actor_id}), ('store', :{store_id}::uuid::text, :{actor_id}),
       ('agent', :{agent_id}::uuid::text, :{actor_id}), ('instance', :{messaging_instance_id}, :{actor_id}),
       ('lead', :{lead_id}::uuid::text, :{actor_id}), ('charge', :{payment_external_id}, :{actor_id}),
       ('customer', 'cus_' || :{actor_id}, :{actor_id}), ('invitation', :{invitation_id}::uuid::text, :{actor_id}),
       ('member', :{member_id} || ' ' || :{actor_id}, :{actor_id}), ('subscription', 'sub_' || :{actor_id}, :{actor_id});
INSERT INTO companies (id, name, slug) VALUES (:{actor_id}, 'Companhia', :{slug});
INSERT INTO company_members (company_id, user_id, role) VALUES (:{actor_id}, :{member_id}, 'attendant');
INSERT INTO company_invitations (company_id, id, email, role, invited_by, expires_at)
VALUES (:{actor_id}, :{invitation_id}, 'convite@example.com', 'manager', :{actor_id}, now() + interval '7 days');
INSERT INTO stores (company_id, id, name, slug, order_seq) VALUES (:{actor_id}, :{store_id}, 'Loja', :{slug}, 2);
INSERT INTO store_payment_settings (company_id, store_id, pix_provider_api_key_enc, manual_pix_enabled, manual_pix_key,
    manual_pix_key_type, manual_pix_name, manual_pix_city)
VALUES (:{actor_id}, :{store_id}, '\x01', true, 'a@example.com', 'email', 'LOJA', 'SAO PAULO');
INSERT INTO store_stock_sync_settings (company_id, store_id, outbound_enabled, outbound_url, outbound_secret_enc, inbound_enabled,
    inbound_secret_enc) VALUES (:{actor_id}, :{store_id}, true, 'https://erp.example.com/hook', '\x01', true, '\x02');
INSERT INTO products (company_id, id, store_id, external_id, sku, name, description, category, price_cents, stock_quantity)
VALUES (:{actor_id}, :{product_id}, :{store_id}, 'ERP-1', 'SKU-1', 'Camiseta azul', 'Algodão', 'Roupas', 4990, 10);
INSERT INTO product_embedding (company_id, store_id, product_id, emb, model, text_hash)
VALUES (:{actor_id}, :{store_id}, :{product_id}, (:{vector}::vector)::halfvec, 'test', '\x00');
INSERT INTO documents (company_id, id, store_id, title, content, chunk_count)
VALUES (:{actor_id}, :{document_id}, :{store_id}, 'Trocas', 'Trocas em sete dias.', 1);
INSERT INTO documents (company_id, id, store_id, product_id, title, content, source_type)
VALUES (:{actor_id}, :{product_document_id}, :{store_id}, :{product_id}, 'Ficha', 'Algodão.', 'product');
INSERT INTO document_chunks (company_id, store_id, document_id, chunk_no, content, token_count)
VALUES (:{actor_id}, :{store_id}, :{document_id}, 0, 'Trocas em sete dias.', 5);
INSERT INTO chunk_embedding (company_id, store_id, document_id, chunk_no, emb, model, text_hash)
VALUES (:{actor_id}, :{store_id}, :{document_id}, 0, (:{vector}::vector)::halfvec, 'test', '\x00');
INSERT INTO product_files (company_id, id, store_id, product_id, filename, content_type, size_bytes, storage_key, document_id)
VALUES (:{actor_id}, :{file_id}, :{store_id}, :{product_id}, 'ficha.pdf', 'application/pdf', 10, 'files/ficha.pdf', :{document_id});
INSERT INTO product_pictures (company_id, id, store_id, product_id, file, kind, position, width, height)
VALUES (:{actor_id}, :{picture_id}, :{store_id}, :{product_id}, left(md5(:{actor_id}), 24) || '/' || md5(:{actor_id}), 'jpg', 1, 8, 8);
INSERT INTO agents (company_id, id, store_id, name, type, messaging_instance_id, active)
VALUES (:{actor_id}, :{agent_id}, :{store_id}, 'Ana', 'sales', :{messaging_instance_id}, true);
INSERT INTO agent_knowledge_base (company_id, store_id, agent_id, document_id) VALUES (:{actor_id}, :{store_id}, :{agent_id}, :{document_id});
INSERT INTO agent_tests (company_id, id, agent_id, name, turns, expect, queued_at)
VALUES (:{actor_id}, :{test_id}, :{agent_id}, 'Frete', '["quanto é o frete?"]', '{}', now());
INSERT INTO leads (company_id, id, store_id, channel, external_id, name, phone, last_message_at)
VALUES (:{actor_id}, :{lead_id}, :{store_id}, 'whatsapp', '5511988887777', 'Bia', '+5511988887777', now());
INSERT INTO leads (company_id, id, store_id, channel, external_id)
VALUES (:{actor_id}, :{other_lead_id}, :{store_id}, 'web', 'v-0');
INSERT INTO lead_addresses (company_id, store_id, channel, external_id, lead_id)
VALUES (:{actor_id}, :{store_id}, 'whatsapp', '1@lid', :{lead_id});
INSERT INTO lead_events (company_id, id, store_id, lead_id, type) VALUES (:{actor_id}, :{lead_event_id}, :{store_id}, :{lead_id}, 'note');
INSERT INTO messages_history (company_id, id, store_id, lead_id, agent_id, role, content, external_id)
VALUES (:{actor_id}, :{message_id}, :{store_id}, :{lead_id}, :{agent_id}, 'user', 'Oi', 'msg-1');
INSERT INTO conversations (company_id, id, store_id, agent_id, lead_id, channel, state)
VALUES (:{actor_id}, :{conversation_id}, :{store_id}, :{agent_id}, :{lead_id}, 'whatsapp', 'waiting');
INSERT INTO conversation_turns (company_id, id, conversation_id, status, started_at)
VALUES (:{actor_id}, :{turn_id}, :{conversation_id}, 'done', now());
INSERT INTO conversation_messages (company_id, id, conversation_id, turn_id, role, content)
VALUES (:{actor_id}, :{reply_id}, :{conversation_id}, :{turn_id}, 'user', 'Oi');
INSERT INTO follow_ups (company_id, id, store_id, conversation_id, kind, subject_id)
VALUES (:{actor_id}, gen_random_uuid(), :{store_id}, :{conversation_id}, 'back_in_stock', :{product_id});
INSERT INTO conversation_notes (company_id, id, conversation_id, content)
VALUES (:{actor_id}, :{note_id}, :{conversation_id}, 'Ligar amanhã.');
INSERT INTO saved_views (company_id, id, page, name, query)
VALUES (:{actor_id}, :{view_id}, 'orders', 'Para enviar', 'status=confirmed');
INSERT INTO event_counters (company_id, seq) VALUES (:{actor_id}, 1);
INSERT INTO events (company_id, id, seq, store_id, type, subject_id, data)
VALUES (:{actor_id}, gen_random_uuid(), 1, :{store_id}, 'conversation.waiting', :{conversation_id}::uuid::text, '{}');
INSERT INTO orders (company_id, id, store_id, lead_id, agent_id, number, status, payment_method, subtotal_cents, total_cents,
    payment_external_id) VALUES (:{actor_id}, :{order_id}, :{store_id}, :{lead_id}, :{agent_id}, 1, 'awaiting_proof', 'manual_pix', 4990, 4990,
    :{payment_external_id});
INSERT INTO orders (company_id, id, store_id, lead_id, agent_id, number, status, payment_method, subtotal_cents, total_cents,
    stock_state, confirmed_at)
VALUES (:{actor_id}, :{pending_order_id}, :{store_id}, :{lead_id}, :{agent_id}, 2, 'pending', 'cod', 4990, 4990, 'none', NULL);
UPDATE orders SET paid_cents = 4990, refunded_cents = 100,
    attention = '[{"kind": "refund_due", "since": "2026-11-01T00:00:00Z", "detail": "x"}]'
 WHERE company_id = :{actor_id} AND id = :{order_id};
INSERT INTO order_proofs (company_id, store_id, message_id, order_id) VALUES (:{actor_id}, :{store_id}, 'x', :{order_id});
INSERT INTO order_refunds (company_id, id, store_id, order_id, amount_cents, items, status, provider, external_id)
VALUES (:{actor_id}, :{refund_id}, :{store_id}, :{order_id}, 100, '[]', 'pending', 'pixprovider', :{payment_external_id});
INSERT INTO coupons (company_id, id, store_id, code, kind, value) VALUES (:{actor_id}, :{coupon_id}, :{store_id}, 'DEZ', 'percent', 10);
INSERT INTO shipping_rules (company_id, store_id, position, name, kind) VALUES (:{actor_id}, :{store_id}, 9, 'Retirar', 'pickup');
INSERT INTO order_items (company_id, id, store_id, order_id, product_id, sku, name, unit_price_cents, quantity)
VALUES (:{actor_id}, :{item_id}, :{store_id}, :{order_id}, :{product_id}, 'SKU-1', 'Camiseta azul', 4990, 1);
INSERT INTO order_events (company_id, id, store_id, order_id, type, actor_type)
VALUES (:{actor_id}, :{order_event_id}, :{store_id}, :{order_id}, 'created', 'user');
INSERT INTO payment_attempts (company_id, id, store_id, order_id, provider, status, amount_cents)
VALUES (:{actor_id}, :{attempt_id}, :{store_id}, :{order_id}, 'pixprovider', 'pending', 4990);
INSERT INTO payment_attempts (company_id, id, store_id, order_id, provider, status, amount_cents, external_id)
SELECT :{actor_id}, gen_random_uuid(), :{store_id}, :{order_id}, 'pixprovider', s.status, 4990, :{payment_external_id}
  FROM (VALUES ('pending'), ('succeeded')) AS s (status);
INSERT INTO stock_movements (company_id, id, store_id, product_id, kind, delta, quantity_after)
VALUES (:{actor_id}, gen_random_uuid(), :{store_id}, :{product_id}, 'manual', 10, 10);
INSERT INTO billing_customers (company_id, cardprovider_customer_id) VALUES (:{actor_id}, 'cus_' || :{actor_id});
INSERT INTO subscriptions (id, company_id, plan_id, cardprovider_subscription_id, status)
SELECT :{subscription_id}, :{actor_id}, id, 'sub_' || :{actor_id}, 'active' FROM plans WHERE slug = 'pro';
INSERT INTO company_billing_settings (company_id, auto_overage) VALUES (:{actor_id}, true);
INSERT INTO token_usage (company_id, store_id, agent_id, lead_id, period, model, operation_type, prompt_tokens,
    completion_tokens, total_tokens, from_included, request_id) VALUES (:{actor_id}, :{store_id}, :{agent_id}, :{lead_id},
    date_trunc('month', now()), 'test', 'chat', 10, 5, 15, 15, 'req-1');
INSERT INTO usage_counters (company_id, period, used_tokens, included_used)
VALUES (:{actor_id}, date_trunc('month', now()), 15, 15);
INSERT INTO chat_rate (company_id, store_id, subject_id, minute_at, minute_count, day_at, day_count)
VALUES (:{actor_id}, :{store_id}, :{lead_id}, now(), 1, now(), 1);
INSERT INTO quota_reservations (id, company_id, period, tokens, expires_at)
VALUES (:{reservation_id}, :{actor_id}, date_trunc('month', now()), 100, now() + interval '2 minutes');
INSERT INTO token_topups (id, company_id, payment_intent_id, amount_cents, tokens_granted, tokens_remaining)
VALUES (:{topup_id}, :{actor_id}, 'pi_' || :{actor_id}, 3000, 1000, 1000);
INSERT INTO usage_report_batches (id, company_id, min_id, max_id, tokens, price, event_at)
VALUES (:{batch_id}, :{actor_id}, 1, 1, 1, 2900, now());
INSERT INTO charges (id, company_id, kind, period, seq, tokens, micros, amount_cents, attempt)
VALUES (:{overage_id}, :{actor_id}, 'overage', date_trunc('month', now()), 1, 1, 1, 1, 'attempt-1');
INSERT INTO webhook_events (company_id, provider, event_id, store_id, type, payload)
VALUES (:{actor_id}, 'erp', 'evt-1', :{store_id}, 'stock', '{}');
INSERT INTO audit_log (company_id, actor_user_id, action, target_type, target_id)
VALUES (:{actor_id}, :{actor_id}, 'order.create', 'order', :{order_id}::uuid::text);
INSERT INTO webhook_endpoints (company_id, id, store_id, url, types)
VALUES (:{actor_id}, :{endpoint_id}, :{store_id}, 'https://hooks.example.com/in', '{order.created}');
INSERT INTO webhook_deliveries (company_id, id, endpoint_id, store_id, event_id, seq, subject_id, type, body, next_at, opened_at)
VALUES (:{actor_id}, :{delivery_id}, :{endpoint_id}, :{store_id}, gen_random_uuid(), 1, 's', 'order.created', '{}', now(), now());
INSERT INTO idempotency_keys (company_id, scope, key, request_sha256, owner)
VALUES (:{actor_id}, 'x', 'x', '\x00', 7)
