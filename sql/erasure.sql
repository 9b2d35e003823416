-- One lead's person taken out of the data, which data-protection laws ask for: what names them goes, the sums of their
-- orders stay. Ownership: (leads.company_id, store_id) -> stores, company_id = :actor_id.

-- name: lock_leads_of(lead_id, actor_id)
-- The lead and all that were merged into it, until the transaction ends: no order, message or conversation joins them.
-- No row: no such lead, or one that is part of another.
WITH RECURSIVE one_person AS (
    SELECT l.id
      FROM leads l
     WHERE l.company_id = :actor_id
       AND l.id = :lead_id
       AND l.merged_into IS NULL
     UNION
    SELECT m.id
      FROM one_person p
      JOIN leads m ON m.company_id = :actor_id AND m.merged_into = p.id
     WHERE m.company_id = :actor_id
)
SELECT l.id
  FROM leads l
  JOIN stores s ON s.company_id = l.company_id AND s.id = l.store_id
 WHERE l.company_id = :actor_id
   AND l.id IN (SELECT p.id FROM one_person p)
 ORDER BY l.id
   FOR UPDATE OF l;

-- name: lock_orders_of(lead_ids, actor_id)
-- may be empty: a lead that never ordered.
SELECT o.id, o.number, o.proof_url, o.payment_external_id,
       o.status NOT IN ('delivered', 'returned', 'cancelled', 'expired') OR o.attention <> '[]' AS open
  FROM orders o
  JOIN stores s ON s.company_id = o.company_id AND s.id = o.store_id
 WHERE o.company_id = :actor_id
   AND o.lead_id = ANY (:lead_ids::uuid[])
 ORDER BY o.id
   FOR UPDATE OF o;

-- name: list_traces_of(lead_ids, actor_id)
-- What of theirs other rows speak of: a subject (an id as the audit log and the events have it), or the address of a file.
SELECT t.subject, t.file
  FROM (SELECT e.id::text AS subject, NULL AS file
          FROM lead_events e
         WHERE e.company_id = :actor_id
           AND e.lead_id = ANY (:lead_ids::uuid[])
         UNION ALL
        SELECT v.id::text, NULL
          FROM conversations v
         WHERE v.company_id = :actor_id
           AND v.lead_id = ANY (:lead_ids::uuid[])
         UNION ALL
        SELECT r.id::text, NULL
          FROM order_refunds r
          JOIN orders o ON o.company_id = :actor_id AND o.id = r.order_id
         WHERE r.company_id = :actor_id
           AND o.lead_id = ANY (:lead_ids::uuid[])
         UNION ALL
        SELECT a.id::text, NULL
          FROM payment_attempts a
          JOIN orders o ON o.company_id = :actor_id AND o.id = a.order_id
         WHERE a.company_id = :actor_id
           AND o.lead_id = ANY (:lead_ids::uuid[])
         UNION ALL
        SELECT NULL, m.media_url
          FROM messages_history m
         WHERE m.company_id = :actor_id
           AND m.lead_id = ANY (:lead_ids::uuid[])
           AND m.media_url IS NOT NULL
         UNION ALL
        SELECT NULL, c.media_url
          FROM conversation_messages c
          JOIN conversations v ON v.company_id = :actor_id AND v.id = c.conversation_id
         WHERE c.company_id = :actor_id
           AND v.lead_id = ANY (:lead_ids::uuid[])
           AND c.media_url IS NOT NULL) t
  JOIN stores s ON s.company_id = :actor_id
   AND s.id IN (SELECT l.store_id FROM leads l WHERE l.company_id = :actor_id AND l.id = ANY (:lead_ids::uuid[]))
 WHERE s.company_id = :actor_id;

-- name: redact_orders(order_ids, actor_id)!
UPDATE orders o
   SET lead_id = NULL,
       customer_info = '{}',
       notes = NULL,
       tracking = NULL,
       cep = NULL,
       cancel_reason = NULL,
       payment_link_url = NULL,
       proof_url = NULL,
       proof_content_type = NULL,
       proof_file_name = NULL,
       proof_size_bytes = NULL,
       proof_message_id = NULL,
       found_by = '',
       version = o.version + 1
  FROM stores s
 WHERE o.company_id = :actor_id
   AND o.id = ANY (:order_ids::uuid[])
   AND s.company_id = o.company_id
   AND s.id = o.store_id;

-- name: redact_order_events(order_ids, actor_id)!
-- Figures stay; words go, whoever wrote them.
UPDATE order_events e
   SET data = (SELECT coalesce(jsonb_object_agg(d.key, d.value), '{}')
                 FROM jsonb_each(e.data) AS d (key, value)
                WHERE jsonb_typeof(d.value) IN ('number', 'boolean'))
  FROM stores s
 WHERE e.company_id = :actor_id
   AND e.order_id = ANY (:order_ids::uuid[])
   AND s.company_id = e.company_id
   AND s.id = e.store_id;

-- name: redact_attempts(order_ids, actor_id)!
UPDATE payment_attempts a
   SET raw = NULL,
       error_message = NULL
  FROM stores s
 WHERE a.company_id = :actor_id
   AND a.order_id = ANY (:order_ids::uuid[])
   AND s.company_id = a.company_id
   AND s.id = a.store_id;

-- name: redact_refunds(order_ids, actor_id)!
UPDATE order_refunds r
   SET reason = NULL,
       error_message = NULL
  FROM stores s
 WHERE r.company_id = :actor_id
   AND r.order_id = ANY (:order_ids::uuid[])
   AND s.company_id = r.company_id
   AND s.id = r.store_id;

-- name: delete_proofs(order_ids, actor_id)!
DELETE FROM order_proofs p
 USING stores s
 WHERE p.company_id = :actor_id
   AND p.order_id = ANY (:order_ids::uuid[])
   AND s.company_id = p.company_id
   AND s.id = p.store_id;

-- name: redact_provider_events(object_ids, actor_id)!
-- unowned: events of the PIX provider may name no store; they are the company's own
-- What a provider said of a payment holds its payer's name.
UPDATE webhook_events w
   SET payload = '{}'
 WHERE w.company_id = :actor_id
   AND w.provider = 'pixprovider'
   AND w.object_id = ANY (:object_ids::text[]);

-- name: delete_events_of(subjects, actor_id)!
DELETE FROM events e
 USING stores s
 WHERE e.company_id = :actor_id
   AND e.subject_id = ANY (:subjects::text[])
   AND s.company_id = e.company_id
   AND s.id = e.store_id;

-- name: delete_leads(lead_ids, actor_id)!
-- With their addresses, timeline, messages and conversations.
DELETE FROM leads l
 USING stores s
 WHERE l.company_id = :actor_id
   AND l.id = ANY (:lead_ids::uuid[])
   AND s.company_id = l.company_id
   AND s.id = l.store_id;

-- name: allow_audit_redaction(actor_id)!
-- unowned: sets a transaction-local variable only, touches no table
SELECT allow_audit_redaction(:actor_id);

-- name: redact_audit(subjects, actor_id)!
-- unowned: the company's own log; records it speaks of may be gone
-- Who did what and when stays; what was written goes. The log refuses it without allow_audit_redaction.
UPDATE audit_log a
   SET changes = '{}'
 WHERE a.company_id = :actor_id
   AND a.target_id = ANY (:subjects::text[])
   AND a.changes <> '{}';
