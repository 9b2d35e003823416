-- One company's whole data, for its export and its erasure. Ownership: stores.company_id = :actor_id, or the company's own
-- key. An export_<table> query gives one JSON object a row, as text; `left_out` names the columns that stay here.
-- Which tables have none, and why: app/features/company/export.py; a test compares both with the schema.

-- name: list_tenants(limit)
-- unowned: for operators on the command line
-- Newest first. A user without a company is listed, too: it can be exported and deleted alike.
SELECT u.id, c.name, u.created_at,
       (SELECT count(*) FROM stores s WHERE s.company_id = u.id) AS stores,
       (SELECT coalesce(sum(t.products), 0)::bigint
          FROM stores s JOIN product_totals t ON t.store_id = s.id WHERE s.company_id = u.id) AS products,
       (SELECT coalesce(sum(t.leads), 0)::bigint
          FROM stores s JOIN lead_totals t ON t.store_id = s.id WHERE s.company_id = u.id) AS leads,
       (SELECT coalesce(sum(t.orders), 0)::bigint
          FROM stores s JOIN order_totals t ON t.store_id = s.id AND t.hour = '-infinity'
         WHERE s.company_id = u.id) AS orders
  FROM users u
  LEFT JOIN companies c ON c.id = u.id
 ORDER BY u.created_at DESC, u.id DESC
 LIMIT :limit;

-- name: get_traces(company_id)^
-- unowned: an operator erases a company
-- What else its data may be known by. Always a row; the user may be gone already.
SELECT (SELECT u.email FROM users u WHERE u.id = :company_id) AS email,
       (SELECT b.cardprovider_customer_id FROM billing_customers b WHERE b.company_id = :company_id) AS customer_id,
       (SELECT coalesce(array_agg(s.id::text), '{}') FROM stores s WHERE s.company_id = :company_id) AS store_ids;

-- name: erase_jobs(company_id, names)!
-- unowned: an operator erases a company
-- Except the end of its subscription, which is still to come and names nobody but the subscription.
DELETE FROM jobs j
 WHERE j.name <> 'end_subscription'
   AND (j.company_id = :company_id
        OR j.unique_key = ANY (:names::text[])
        OR EXISTS (SELECT FROM jsonb_each_text(j.args) AS a WHERE a.value = ANY (:names::text[])));

-- name: erase_answers(company_id)!
-- unowned: an operator erases a company
DELETE FROM idempotency_keys k
 WHERE starts_with(k.scope, :company_id || ' ');

-- name: erase_card_events(company_id, customer_id)!
-- unowned: an operator erases a company
-- Events of its stores go with the stores.
DELETE FROM webhook_events e
 WHERE e.provider = 'cardprovider'
   AND (e.object_id = :customer_id::text
        OR e.payload #>> '{data,object,customer}' = :customer_id
        OR e.payload #>> '{data,object,metadata,company_id}' = :company_id);

-- name: erase_verifications(names)!
-- unowned: an operator erases a company
DELETE FROM verifications v
 WHERE v.identifier = ANY (:names::text[])
    OR v.value = ANY (:names::text[]);

-- name: allow_audit_erasure(company_id)!
-- unowned: sets a transaction-local variable only, touches no table
SELECT set_config('app.erased_company', :company_id, true);

-- name: erase_audit(company_id)!
-- unowned: an operator erases a company
-- The log refuses it while the company is there, and without allow_audit_erasure.
DELETE FROM audit_log a
 WHERE a.company_id = :company_id;

-- name: export_users(actor_id)
SELECT to_jsonb(u)::text
  FROM users u
 WHERE u.id = :actor_id;

-- name: export_accounts(actor_id, left_out)
SELECT (to_jsonb(a) - :left_out::text[])::text
  FROM accounts a
  JOIN users u ON u.id = a.user_id
 WHERE u.id = :actor_id;

-- name: export_sessions(actor_id, left_out)
SELECT (to_jsonb(t) - :left_out::text[])::text
  FROM sessions t
  JOIN users u ON u.id = t.user_id
 WHERE u.id = :actor_id;

-- name: export_companies(actor_id)
SELECT to_jsonb(c)::text
  FROM companies c
 WHERE c.id = :actor_id;

-- name: export_stores(actor_id)
SELECT to_jsonb(s)::text
  FROM stores s
 WHERE s.company_id = :actor_id;

-- name: export_store_payment_settings(actor_id, left_out)
SELECT (to_jsonb(t) - :left_out::text[])::text
  FROM store_payment_settings t
  JOIN stores s ON s.id = t.store_id
 WHERE s.company_id = :actor_id;

-- name: export_store_stock_sync_settings(actor_id, left_out)
SELECT (to_jsonb(t) - :left_out::text[])::text
  FROM store_stock_sync_settings t
  JOIN stores s ON s.id = t.store_id
 WHERE s.company_id = :actor_id;

-- name: export_products(actor_id, left_out)
SELECT (to_jsonb(t) - :left_out::text[])::text
  FROM products t
  JOIN stores s ON s.id = t.store_id
 WHERE s.company_id = :actor_id;

-- name: export_documents(actor_id)
SELECT to_jsonb(t)::text
  FROM documents t
  JOIN stores s ON s.id = t.store_id
 WHERE s.company_id = :actor_id;

-- name: export_product_files(actor_id)
SELECT to_jsonb(t)::text
  FROM product_files t
  JOIN stores s ON s.id = t.store_id
 WHERE s.company_id = :actor_id;

-- name: export_agents(actor_id)
SELECT to_jsonb(t)::text
  FROM agents t
  JOIN stores s ON s.id = t.store_id
 WHERE s.company_id = :actor_id;

-- name: export_agent_knowledge_base(actor_id)
SELECT to_jsonb(t)::text
  FROM agent_knowledge_base t
  JOIN stores s ON s.id = t.store_id
 WHERE s.company_id = :actor_id;

-- name: export_leads(actor_id)
SELECT to_jsonb(t)::text
  FROM leads t
  JOIN stores s ON s.id = t.store_id
 WHERE s.company_id = :actor_id;

-- name: export_lead_events(actor_id)
SELECT to_jsonb(t)::text
  FROM lead_events t
  JOIN stores s ON s.id = t.store_id
 WHERE s.company_id = :actor_id;

-- name: export_messages_history(actor_id)
SELECT to_jsonb(t)::text
  FROM messages_history t
  JOIN stores s ON s.id = t.store_id
 WHERE s.company_id = :actor_id;

-- name: export_orders(actor_id)
SELECT to_jsonb(t)::text
  FROM orders t
  JOIN stores s ON s.id = t.store_id
 WHERE s.company_id = :actor_id;

-- name: export_order_items(actor_id)
SELECT to_jsonb(t)::text
  FROM order_items t
  JOIN stores s ON s.id = t.store_id
 WHERE s.company_id = :actor_id;

-- name: export_order_events(actor_id)
SELECT to_jsonb(t)::text
  FROM order_events t
  JOIN stores s ON s.id = t.store_id
 WHERE s.company_id = :actor_id;

-- name: export_payment_attempts(actor_id)
SELECT to_jsonb(t)::text
  FROM payment_attempts t
  JOIN stores s ON s.id = t.store_id
 WHERE s.company_id = :actor_id;

-- name: export_stock_movements(actor_id)
SELECT to_jsonb(t)::text
  FROM stock_movements t
  JOIN stores s ON s.id = t.store_id
 WHERE s.company_id = :actor_id;

-- name: export_erp_outbox(actor_id)
SELECT to_jsonb(t)::text
  FROM erp_outbox t
  JOIN stores s ON s.id = t.store_id
 WHERE s.company_id = :actor_id;

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

-- name: export_overage_charges(actor_id)
SELECT to_jsonb(t)::text
  FROM overage_charges t
 WHERE t.company_id = :actor_id;

-- name: export_audit_log(actor_id)
SELECT to_jsonb(t)::text
  FROM audit_log t
 WHERE t.company_id = :actor_id;

-- name: export_webhook_events(actor_id)
-- Those of its stores, and the card provider's of its customer.
SELECT to_jsonb(e)::text
  FROM companies c
  LEFT JOIN billing_customers b ON b.company_id = c.id
  JOIN webhook_events e ON e.store_id IN (SELECT s.id FROM stores s WHERE s.company_id = c.id)
                        OR (e.provider = 'cardprovider'
                            AND e.payload #>> '{data,object,customer}' = b.cardprovider_customer_id)
 WHERE c.id = :actor_id;
