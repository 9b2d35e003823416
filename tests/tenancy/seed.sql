-- One complete tenant. :{name} is an attribute of tests/tenancy/seed.py's Tenant.
INSERT INTO users (id, email, name) VALUES (:{actor_id}, :{email}, 'Dona ' || :{actor_id});
INSERT INTO sessions (id, token, user_id, expires_at)
VALUES ('session-' || :{actor_id}, :{session_token}, :{actor_id}, now() + interval '1 day');
INSERT INTO accounts (id, user_id, provider_id, account_id)
VALUES (:{account_id}::uuid::text, :{actor_id}, 'credential', :{actor_id});
INSERT INTO verifications (id, identifier, value, expires_at)
VALUES ('verification-' || :{actor_id}, 'reset-password:' || :{actor_id}, 'secret', now() + interval '1 hour');
INSERT INTO companies (id, name, slug) VALUES (:{actor_id}, 'Companhia', :{slug});
INSERT INTO stores (id, company_id, name, slug, order_seq) VALUES (:{store_id}, :{actor_id}, 'Loja', :{slug}, 2);
INSERT INTO store_payment_settings (store_id, pix_provider_api_key_enc, manual_pix_enabled, manual_pix_key,
    manual_pix_key_type, manual_pix_name, manual_pix_city)
VALUES (:{store_id}, '\x01', true, 'a@example.com', 'email', 'LOJA', 'SAO PAULO');
INSERT INTO store_stock_sync_settings (store_id, outbound_enabled, outbound_url, outbound_secret_enc, inbound_enabled,
    inbound_secret_enc) VALUES (:{store_id}, true, 'https://erp.example.com/hook', '\x01', true, '\x02');
INSERT INTO products (id, store_id, external_id, sku, name, description, category, price_cents, stock_quantity)
VALUES (:{product_id}, :{store_id}, 'ERP-1', 'SKU-1', 'Camiseta azul', 'Algodão', 'Roupas', 4990, 10);
INSERT INTO product_embedding (store_id, product_id, emb, model, text_hash)
VALUES (:{store_id}, :{product_id}, (:{vector}::vector)::halfvec, 'test', '\x00');
INSERT INTO documents (id, store_id, title, content, chunk_count)
VALUES (:{document_id}, :{store_id}, 'Trocas', 'Trocas em sete dias.', 1);
INSERT INTO documents (id, store_id, product_id, title, content, source_type)
VALUES (:{product_document_id}, :{store_id}, :{product_id}, 'Ficha', 'Algodão.', 'product');
INSERT INTO document_chunks (store_id, document_id, chunk_no, content, token_count)
VALUES (:{store_id}, :{document_id}, 0, 'Trocas em sete dias.', 5);
INSERT INTO chunk_embedding (store_id, document_id, chunk_no, emb, model, text_hash)
VALUES (:{store_id}, :{document_id}, 0, (:{vector}::vector)::halfvec, 'test', '\x00');
INSERT INTO product_files (id, store_id, product_id, filename, content_type, size_bytes, storage_key, document_id)
VALUES (:{file_id}, :{store_id}, :{product_id}, 'ficha.pdf', 'application/pdf', 10, 'files/ficha.pdf', :{document_id});
INSERT INTO agents (id, store_id, name, type, messaging_instance_id, active)
VALUES (:{agent_id}, :{store_id}, 'Ana', 'sales', :{messaging_instance_id}, true);
INSERT INTO agent_knowledge_base (store_id, agent_id, document_id) VALUES (:{store_id}, :{agent_id}, :{document_id});
INSERT INTO leads (id, store_id, channel, external_id, name, phone, last_message_at)
VALUES (:{lead_id}, :{store_id}, 'whatsapp', '5511988887777', 'Bia', '+5511988887777', now());
INSERT INTO lead_events (id, store_id, lead_id, type) VALUES (:{lead_event_id}, :{store_id}, :{lead_id}, 'note');
INSERT INTO messages_history (id, store_id, lead_id, agent_id, role, content, external_id)
VALUES (:{message_id}, :{store_id}, :{lead_id}, :{agent_id}, 'user', 'Oi', 'msg-1');
INSERT INTO orders (id, store_id, lead_id, agent_id, number, status, payment_method, subtotal_cents, total_cents,
    payment_external_id) VALUES (:{order_id}, :{store_id}, :{lead_id}, :{agent_id}, 1, 'awaiting_proof', 'manual_pix', 4990, 4990,
    :{payment_external_id});
INSERT INTO orders (id, store_id, lead_id, agent_id, number, status, payment_method, subtotal_cents, total_cents,
    stock_state, confirmed_at)
VALUES (:{pending_order_id}, :{store_id}, :{lead_id}, :{agent_id}, 2, 'pending', 'cod', 4990, 4990, 'none', NULL);
INSERT INTO order_items (id, store_id, order_id, product_id, sku, name, unit_price_cents, quantity)
VALUES (:{item_id}, :{store_id}, :{order_id}, :{product_id}, 'SKU-1', 'Camiseta azul', 4990, 1);
INSERT INTO order_events (id, store_id, order_id, type, actor_type)
VALUES (:{order_event_id}, :{store_id}, :{order_id}, 'created', 'user');
INSERT INTO payment_attempts (id, store_id, order_id, provider, status, amount_cents)
VALUES (:{attempt_id}, :{store_id}, :{order_id}, 'pixprovider', 'pending', 4990);
INSERT INTO stock_movements (store_id, product_id, kind, delta, quantity_after)
VALUES (:{store_id}, :{product_id}, 'manual', 10, 10);
INSERT INTO billing_customers (company_id, cardprovider_customer_id) VALUES (:{actor_id}, 'cus_' || :{actor_id});
INSERT INTO subscriptions (id, company_id, plan_id, cardprovider_subscription_id, status)
SELECT :{subscription_id}, :{actor_id}, id, 'sub_' || :{actor_id}, 'active' FROM plans WHERE slug = 'pro';
INSERT INTO company_billing_settings (company_id, auto_overage) VALUES (:{actor_id}, true);
INSERT INTO token_usage (company_id, store_id, agent_id, lead_id, period, model, operation_type, prompt_tokens,
    completion_tokens, total_tokens, from_included, request_id) VALUES (:{actor_id}, :{store_id}, :{agent_id}, :{lead_id},
    date_trunc('month', now()), 'test', 'chat', 10, 5, 15, 15, 'req-1');
INSERT INTO usage_counters (company_id, period, used_tokens, included_used)
VALUES (:{actor_id}, date_trunc('month', now()), 15, 15);
INSERT INTO chat_rate (store_id, subject_id, minute_at, minute_count, day_at, day_count)
VALUES (:{store_id}, :{lead_id}, now(), 1, now(), 1);
INSERT INTO quota_reservations (id, company_id, period, tokens, expires_at)
VALUES (:{reservation_id}, :{actor_id}, date_trunc('month', now()), 100, now() + interval '2 minutes');
INSERT INTO token_topups (id, company_id, payment_intent_id, amount_cents, tokens_granted, tokens_remaining)
VALUES (:{topup_id}, :{actor_id}, 'pi_' || :{actor_id}, 3000, 1000, 1000);
INSERT INTO usage_report_batches (id, company_id, min_id, max_id, tokens, event_at)
VALUES (:{batch_id}, :{actor_id}, 1, 1, 0, now());
INSERT INTO overage_charges (id, company_id, period, seq, tokens, amount_cents)
VALUES (:{overage_id}, :{actor_id}, date_trunc('month', now()), 1, 1, 1);
INSERT INTO webhook_events (provider, event_id, store_id, type, payload)
VALUES ('erp', 'evt-1', :{store_id}, 'stock', '{}');
INSERT INTO audit_log (company_id, actor_user_id, action, target_type, target_id)
VALUES (:{actor_id}, :{actor_id}, 'order.create', 'order', :{order_id}::uuid::text);
INSERT INTO erp_outbox (id, store_id, type, body) VALUES (:{push_id}, :{store_id}, 'stock.updated', '{}')
