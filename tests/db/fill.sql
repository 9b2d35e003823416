-- Twenty companies with a store each, and 1,000 rows a store in every table that grows. Triggers are off: it is quick.
SET session_replication_role = replica;
INSERT INTO users (id, email) SELECT 'u' || n, n || '@example.com' FROM generate_series(1, 20) n;
INSERT INTO companies (id) SELECT id FROM users;
INSERT INTO stores (company_id, id, name, slug) SELECT id, gen_random_uuid(), id, 'loja-' || id FROM companies;
INSERT INTO agents (company_id, id, store_id, name, type, messaging_instance_id)
SELECT company_id, gen_random_uuid(), id, 'a', 'vendas', 'ag-' || md5(id::text) FROM stores;
INSERT INTO leads (company_id, id, store_id, channel, external_id, last_message_at)
SELECT s.company_id, gen_random_uuid(), s.id, 'web', n::text, now() FROM stores s, generate_series(1, 1000) n;
INSERT INTO lead_events (company_id, id, store_id, lead_id, type) SELECT company_id, gen_random_uuid(), store_id, id, 'note' FROM leads;
INSERT INTO messages_history (company_id, id, store_id, lead_id, agent_id, role, external_id)
SELECT l.company_id, gen_random_uuid(), l.store_id, l.id, a.id, 'user', l.external_id FROM leads l JOIN agents a USING (store_id);
INSERT INTO products (company_id, id, store_id, sku, external_id, name)
SELECT s.company_id, gen_random_uuid(), s.id, n::text, n::text, 'produto ' || n FROM stores s, generate_series(1, 1000) n;
INSERT INTO product_files (company_id, id, store_id, product_id, filename, content_type, size_bytes, storage_key)
SELECT company_id, gen_random_uuid(), store_id, id, 'f', 'application/pdf', 1, sku FROM products;
INSERT INTO documents (company_id, id, store_id, product_id, title) SELECT company_id, gen_random_uuid(), store_id, id, name FROM products;
INSERT INTO document_chunks (company_id, store_id, document_id, chunk_no, content, embedding_status)
SELECT company_id, store_id, id, 0, 'x', 'ready' FROM documents;
INSERT INTO orders (company_id, id, store_id, lead_id, number, payment_method, subtotal_cents, total_cents, status, created_at)
SELECT company_id, gen_random_uuid(), store_id, id, external_id::bigint, 'cod', 1, 1,
       (ARRAY['pending', 'confirmed', 'delivered', 'cancelled'])[1 + external_id::integer % 4],
       now() - external_id::integer * interval '1 hour'
  FROM leads;
INSERT INTO order_totals (company_id, store_id, status, orders)
SELECT company_id, store_id, status, count(*) FROM orders GROUP BY 1, 2, 3;
INSERT INTO sales_totals (company_id, store_id, quarter, orders, revenue_cents)
SELECT company_id, store_id, quarter_of(created_at), count(*), sum(total_cents) FROM orders GROUP BY 1, 2, 3;
INSERT INTO lead_totals (company_id, store_id, status, leads) SELECT company_id, store_id, status, count(*) FROM leads GROUP BY 1, 2, 3;
INSERT INTO product_totals (company_id, store_id, products, active, out_of_stock, without_price)
SELECT company_id, store_id, count(*), count(*), 0, count(*) FROM products GROUP BY 1, 2;
INSERT INTO order_items (company_id, id, store_id, order_id, product_id, name, unit_price_cents, quantity)
SELECT o.company_id, gen_random_uuid(), o.store_id, o.id, p.id, p.name, 1, 1
  FROM orders o JOIN products p ON p.store_id = o.store_id AND p.sku = o.number::text;
INSERT INTO order_events (company_id, id, store_id, order_id, type, actor_type)
SELECT company_id, gen_random_uuid(), store_id, id, 'created', 'user' FROM orders;
INSERT INTO payment_attempts (company_id, id, store_id, order_id, provider, status, amount_cents)
SELECT company_id, gen_random_uuid(), store_id, id, 'cod', 'created', 1 FROM orders;
INSERT INTO stock_movements (company_id, id, store_id, product_id, order_id, kind, delta)
SELECT company_id, gen_random_uuid(), store_id, product_id, order_id, 'order_decrement', 1 FROM order_items;
INSERT INTO token_usage (company_id, period, model, operation_type, total_tokens, created_at)
SELECT c.id, '2026-11-01', 'm', 'chat', 1, now() - n * interval '1 minute' FROM companies c, generate_series(1, 1000) n;
INSERT INTO audit_log (company_id, actor_user_id, action, target_type, target_id)
SELECT c.id, c.id, 'order.update', 'order', n::text FROM companies c, generate_series(1, 1000) n;
RESET session_replication_role;
ANALYZE
