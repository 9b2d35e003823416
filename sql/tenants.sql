-- One company's whole data, for its export and its erasure. Ownership: company_id = :actor_id, the company's own key. An
-- export_<table> query gives one JSON object a row, as text; `left_out` names the columns that stay here. Which tables have
-- none, and why: app/features/company/export.py; a test compares both with the schema.

-- name: list_tenants(limit)
-- unowned: for operators on the command line
-- Newest first. A user without a company is listed, too: it can be exported and deleted alike.
SELECT u.id, c.name, u.created_at,
       (SELECT count(*) FROM stores s WHERE s.company_id = u.id) AS stores,
       (SELECT coalesce(sum(t.products), 0)::bigint
          FROM product_totals t WHERE t.company_id = u.id) AS products,
       (SELECT coalesce(sum(t.leads), 0)::bigint
          FROM lead_totals t WHERE t.company_id = u.id) AS leads,
       (SELECT coalesce(sum(t.orders), 0)::bigint
          FROM order_totals t
         WHERE t.company_id = u.id) AS orders
  FROM users u
  LEFT JOIN companies c ON c.id = u.id
 ORDER BY u.created_at DESC, u.id DESC
 LIMIT :limit;

-- name: get_traces(company_id)^
-- unowned: an operator erases a company
-- What else its data may be known by. Always a row; the user may be gone already.
SELECT (SELECT u.email FROM users u WHERE u.id = :company_id) AS email,
       (SELECT coalesce(array_agg(s.id::text), '{}') FROM stores s WHERE s.company_id = :company_id) AS store_ids;

-- name: erase_jobs(company_id, names)!
-- unowned: an operator erases a company
-- Except what is still to come: the end of its subscription, and of memberships in other companies.
DELETE FROM jobs j
 WHERE j.name NOT IN ('end_subscription', 'end_membership')
   AND (j.company_id = :company_id
        OR j.unique_key = ANY (:names::text[])
        OR EXISTS (SELECT FROM jsonb_each_text(j.args) AS a WHERE a.value = ANY (:names::text[])));

-- name: erase_events(company_id)!
-- unowned: an operator erases a company
DELETE FROM webhook_events e
 WHERE e.company_id = :company_id;

-- name: erase_verifications(identifier_hashes, value_hashes)!
-- unowned: an operator erases a company
DELETE FROM verifications v
 WHERE v.identifier_hash = ANY (:identifier_hashes::text[])
    OR v.value_hash = ANY (:value_hashes::text[]);

-- name: allow_audit_erasure(company_id)!
-- unowned: sets a transaction-local variable only, touches no table
SELECT allow_audit_erasure(:company_id);

-- name: erase_audit(company_id)!
-- unowned: an operator erases a company
-- The log refuses it while the company is there, and without allow_audit_erasure.
DELETE FROM audit_log a
 WHERE a.company_id = :company_id;

-- name: note_export(company_id)!
-- unowned: what an operator took along of a company, as note_export of company.sql says it of its own people.
INSERT INTO audit_log (company_id, actor_type, action, target_type, target_id)
VALUES (:company_id, 'operator', 'tenants.export', 'company', :company_id);

-- name: export_users(actor_id)
SELECT to_jsonb(u)::text
  FROM users u
 WHERE u.id = :actor_id;

-- name: export_accounts(actor_id, left_out)
SELECT (to_jsonb(a) - :left_out::text[])::text
  FROM accounts a
 WHERE a.user_id = :actor_id;

-- name: export_sessions(actor_id, left_out)
SELECT (to_jsonb(t) - :left_out::text[])::text
  FROM sessions t
 WHERE t.user_id = :actor_id;

-- name: export_auth_extensions(actor_id, left_out)
SELECT (to_jsonb(e) - :left_out::text[])::text
  FROM auth_extensions e
 WHERE e.company_id = :actor_id;

-- name: export_companies(actor_id)
SELECT to_jsonb(c)::text
  FROM companies c
 WHERE c.id = :actor_id;

-- name: export_company_members(actor_id)
SELECT to_jsonb(t)::text
  FROM company_members t
 WHERE t.company_id = :actor_id;

-- name: export_company_invitations(actor_id)
SELECT to_jsonb(t)::text
  FROM company_invitations t
 WHERE t.company_id = :actor_id;

-- name: export_stores(actor_id)
SELECT to_jsonb(s)::text
  FROM stores s
 WHERE s.company_id = :actor_id;

-- name: export_store_payment_settings(actor_id, left_out)
SELECT (to_jsonb(t) - :left_out::text[])::text
  FROM store_payment_settings t
 WHERE t.company_id = :actor_id;

-- name: export_store_stock_sync_settings(actor_id, left_out)
SELECT (to_jsonb(t) - :left_out::text[])::text
  FROM store_stock_sync_settings t
 WHERE t.company_id = :actor_id;

-- name: export_products(actor_id, left_out)
SELECT (to_jsonb(t) - :left_out::text[])::text
  FROM products t
 WHERE t.company_id = :actor_id;

-- name: export_product_pictures(actor_id)
SELECT to_jsonb(t)::text
  FROM product_pictures t
 WHERE t.company_id = :actor_id;

-- name: export_documents(actor_id)
SELECT to_jsonb(t)::text
  FROM documents t
 WHERE t.company_id = :actor_id;

-- name: export_product_files(actor_id)
SELECT to_jsonb(t)::text
  FROM product_files t
 WHERE t.company_id = :actor_id;

-- name: export_agents(actor_id)
SELECT to_jsonb(t)::text
  FROM agents t
 WHERE t.company_id = :actor_id;

-- name: export_agent_knowledge_base(actor_id)
SELECT to_jsonb(t)::text
  FROM agent_knowledge_base t
 WHERE t.company_id = :actor_id;

-- name: export_leads(actor_id, left_out)
SELECT (to_jsonb(t) - :left_out::text[])::text
  FROM leads t
 WHERE t.company_id = :actor_id;

-- name: export_lead_addresses(actor_id)
SELECT to_jsonb(t)::text
  FROM lead_addresses t
 WHERE t.company_id = :actor_id;

-- name: export_lead_events(actor_id)
SELECT to_jsonb(t)::text
  FROM lead_events t
 WHERE t.company_id = :actor_id;

-- name: export_messages_history(actor_id)
SELECT to_jsonb(t)::text
  FROM messages_history t
 WHERE t.company_id = :actor_id;

-- name: export_conversations(actor_id)
SELECT to_jsonb(t)::text
  FROM conversations t
 WHERE t.company_id = :actor_id;

-- name: export_conversation_messages(actor_id)
SELECT to_jsonb(t)::text
  FROM conversation_messages t
 WHERE t.company_id = :actor_id;

-- name: export_conversation_turns(actor_id)
SELECT to_jsonb(t)::text
  FROM conversation_turns t
 WHERE t.company_id = :actor_id;

-- name: export_follow_ups(actor_id)
SELECT to_jsonb(t)::text
  FROM follow_ups t
 WHERE t.company_id = :actor_id;

-- name: export_conversation_notes(actor_id)
SELECT to_jsonb(t)::text
  FROM conversation_notes t
 WHERE t.company_id = :actor_id;

-- name: export_saved_views(actor_id)
SELECT to_jsonb(t)::text
  FROM saved_views t
 WHERE t.company_id = :actor_id;

-- name: export_agent_tests(actor_id)
SELECT to_jsonb(t)::text
  FROM agent_tests t
 WHERE t.company_id = :actor_id;

-- name: export_events(actor_id)
SELECT to_jsonb(t)::text
  FROM events t
 WHERE t.company_id = :actor_id;

-- name: export_event_counters(actor_id)
SELECT to_jsonb(t)::text
  FROM event_counters t
 WHERE t.company_id = :actor_id;

-- name: export_orders(actor_id)
SELECT to_jsonb(t)::text
  FROM orders t
 WHERE t.company_id = :actor_id;

-- name: export_order_items(actor_id)
SELECT to_jsonb(t)::text
  FROM order_items t
 WHERE t.company_id = :actor_id;

-- name: export_order_events(actor_id)
SELECT to_jsonb(t)::text
  FROM order_events t
 WHERE t.company_id = :actor_id;

-- name: export_payment_attempts(actor_id)
SELECT to_jsonb(t)::text
  FROM payment_attempts t
 WHERE t.company_id = :actor_id;

-- name: export_order_refunds(actor_id)
SELECT to_jsonb(t)::text
  FROM order_refunds t
 WHERE t.company_id = :actor_id;

-- name: export_order_proofs(actor_id)
SELECT to_jsonb(t)::text
  FROM order_proofs t
 WHERE t.company_id = :actor_id;

-- name: export_shipping_rules(actor_id)
SELECT to_jsonb(t)::text
  FROM shipping_rules t
 WHERE t.company_id = :actor_id;

-- name: export_coupons(actor_id)
SELECT to_jsonb(t)::text
  FROM coupons t
 WHERE t.company_id = :actor_id;

-- name: export_stock_movements(actor_id)
SELECT to_jsonb(t)::text
  FROM stock_movements t
 WHERE t.company_id = :actor_id;

-- name: export_webhook_endpoints(actor_id, left_out)
SELECT (to_jsonb(t) - :left_out::text[])::text
  FROM webhook_endpoints t
 WHERE t.company_id = :actor_id;

-- name: export_webhook_deliveries(actor_id)
SELECT to_jsonb(t)::text
  FROM webhook_deliveries t
 WHERE t.company_id = :actor_id;

-- name: export_billing_customers(actor_id)
SELECT to_jsonb(t)::text
  FROM billing_customers t
 WHERE t.company_id = :actor_id;

-- name: export_subscriptions(actor_id)
SELECT to_jsonb(t)::text
  FROM subscriptions t
 WHERE t.company_id = :actor_id;

-- name: export_company_billing_settings(actor_id)
SELECT to_jsonb(t)::text
  FROM company_billing_settings t
 WHERE t.company_id = :actor_id;

-- name: export_token_usage(actor_id)
SELECT to_jsonb(t)::text
  FROM token_usage t
 WHERE t.company_id = :actor_id;

-- name: export_usage_counters(actor_id)
SELECT to_jsonb(t)::text
  FROM usage_counters t
 WHERE t.company_id = :actor_id;

-- name: export_token_topups(actor_id)
SELECT to_jsonb(t)::text
  FROM token_topups t
 WHERE t.company_id = :actor_id;

-- name: export_usage_report_batches(actor_id)
SELECT to_jsonb(t)::text
  FROM usage_report_batches t
 WHERE t.company_id = :actor_id;

-- name: export_charges(actor_id)
SELECT to_jsonb(t)::text
  FROM charges t
 WHERE t.company_id = :actor_id;

-- name: export_audit_log(actor_id)
SELECT to_jsonb(t)::text
  FROM audit_log t
 WHERE t.company_id = :actor_id;

-- name: export_webhook_events(actor_id)
SELECT to_jsonb(t)::text
  FROM webhook_events t
 WHERE t.company_id = :actor_id;

-- name: import_rows(company_id, target, items)$
-- unowned: an operator loads a company that was exported, for its own id. migrations/0022_import.sql says what it does.
SELECT import_rows(:company_id, :target, :items);

-- name: restart_documents(company_id)
-- unowned: an operator loads a company that was exported
-- Chunks and vectors are made anew.
UPDATE documents d
   SET status = 'processing',
       chunk_count = 0
 WHERE d.company_id = :company_id
   AND d.content <> ''
RETURNING d.store_id, d.id;

-- name: drop_held_tokens(company_id)!
-- unowned: an operator loads a company that was exported
-- The turns that held them are not part of an export.
UPDATE usage_counters u
   SET reserved_tokens = 0
 WHERE u.company_id = :company_id
   AND u.reserved_tokens > 0;
