-- What agents write first. Ownership: (follow_ups.company_id, store_id) -> stores, company_id = :actor_id. The job finds
-- candidates over all companies, page by page (`cursor`: the page's last row, `after` in the next call), and then acts by
-- each company's key.

-- name: find_own()$
-- unowned: whether any agent of any company has made a choice of its own.
-- may be empty: none has.
SELECT a.id
  FROM agents a
 WHERE a.follow_ups IS NOT NULL
 LIMIT 1;

-- name: list_unpaid(types, minutes, moment, after, batch)
-- unowned: housekeeping over all companies; each is then written to by its company's key.
-- may be empty: nothing runs out. The minutes are the agent's own, else its type's. Not before half of the time to pay is
-- over.
SELECT c.company_id, c.id AS conversation_id, o.id AS subject_id, o.id AS cursor
  FROM orders o
  JOIN conversations c ON c.company_id = o.company_id AND c.lead_id = o.lead_id AND c.agent_id = o.agent_id
  JOIN agents a ON a.company_id = o.company_id AND a.id = o.agent_id
 CROSS JOIN LATERAL (SELECT CASE WHEN a.follow_ups IS NULL
                                 THEN (:minutes::int[])[array_position(:types::text[], a.type)]
                                 ELSE (a.follow_ups ->> 'unpaid_pix_minutes')::int END) AS t (minutes)
 WHERE o.id > :after
   AND o.paid_cents = 0
   AND o.br_code IS NOT NULL
   AND ((o.status = 'awaiting_payment' AND o.payment_expires_at > :moment::timestamptz
         AND o.payment_expires_at - make_interval(mins => t.minutes) <= :moment
         AND :moment - o.created_at >= o.payment_expires_at - :moment)
        OR (o.status = 'awaiting_proof' AND o.proof_received_at IS NULL AND o.proof_expires_at > :moment
            AND o.proof_expires_at - make_interval(mins => t.minutes) <= :moment
            AND :moment - o.created_at >= o.proof_expires_at - :moment))
   AND c.state = 'bot'
   AND NOT EXISTS (SELECT
                     FROM follow_ups f
                    WHERE f.company_id = o.company_id
                      AND f.conversation_id = c.id
                      AND f.kind = 'unpaid_pix'
                      AND f.subject_id = o.id)
 ORDER BY o.id
 LIMIT :batch;

-- name: list_abandoned(types, minutes, moment, carts_for, since, after, batch)
-- unowned: housekeeping over all companies; each is then written to by its company's key.
-- may be empty: no cart was left behind; the minutes as in list_unpaid. updated_at has the index; it is of the server's clock.
SELECT c.company_id, c.id AS conversation_id,
       coalesce(nullif(c.data -> 'orders' -> -1 ->> 'order_id', '')::uuid, c.id) AS subject_id, c.id AS cursor
  FROM conversations c
  JOIN agents a ON a.company_id = c.company_id AND a.id = c.agent_id
 CROSS JOIN LATERAL (SELECT CASE WHEN a.follow_ups IS NULL
                                 THEN (:minutes::int[])[array_position(:types::text[], a.type)]
                                 ELSE (a.follow_ups ->> 'abandoned_cart_minutes')::int END) AS t (minutes)
 WHERE c.id > :after
   AND c.updated_at > :since::timestamptz - interval '3 days'
   AND c.last_message_at > :moment::timestamptz - :carts_for::interval - make_interval(mins => t.minutes)
   AND c.last_message_at <= :moment::timestamptz - make_interval(mins => t.minutes)
   AND c.lead_id IS NOT NULL
   AND c.state = 'bot'
   AND jsonb_array_length(coalesce(c.data -> 'cart' -> 'lines', '[]')) > 0
   AND NOT EXISTS (SELECT
                     FROM follow_ups f
                    WHERE f.company_id = c.company_id
                      AND f.conversation_id = c.id
                      AND f.kind = 'abandoned_cart'
                      AND f.subject_id = coalesce(nullif(c.data -> 'orders' -> -1 ->> 'order_id', '')::uuid, c.id))
 ORDER BY c.id
 LIMIT :batch;

-- name: list_back_in_stock(types, after, batch)
-- unowned: housekeeping over all companies; each is then written to by its company's key.
-- may be empty: nothing that was asked for is back.
SELECT f.company_id, f.conversation_id, f.subject_id, f.id AS cursor
  FROM follow_ups f
  JOIN conversations c ON c.company_id = f.company_id AND c.id = f.conversation_id
  JOIN agents a ON a.company_id = c.company_id AND a.id = c.agent_id
  JOIN products p ON p.company_id = f.company_id AND p.id = f.subject_id
 WHERE f.kind = 'back_in_stock'
   AND f.id > :after
   AND f.sent_at IS NULL
   AND CASE WHEN a.follow_ups IS NULL THEN a.type = ANY (:types::text[])
            ELSE coalesce((a.follow_ups ->> 'back_in_stock')::boolean, false) END
   AND c.state = 'bot'
   AND p.active
   AND p.deleted_at IS NULL
   AND (p.stock_quantity IS NULL OR p.stock_quantity > p.reserved)
 ORDER BY f.id
 LIMIT :batch;

-- name: lock_quiet_conversation(conversation_id, company_id, moment)^
-- unowned: a job, for the company it found
-- may be empty: nobody may be written to there: a turn runs, a person attends it, the shopper said stop, is blocked or
-- archived, the agent or the store is off.
SELECT c.id, c.store_id, c.agent_id, c.lead_id, c.channel, c.data, a.type, a.hours, a.follow_ups, o.timezone
  FROM conversations c
  JOIN stores s ON s.company_id = c.company_id AND s.id = c.store_id
  JOIN companies o ON o.id = c.company_id
  JOIN agents a ON a.company_id = c.company_id AND a.id = c.agent_id
  JOIN leads l ON l.company_id = c.company_id AND l.id = c.lead_id
 WHERE c.company_id = :company_id
   AND c.id = :conversation_id
   AND c.state = 'bot'
   AND c.channel <> 'rehearsal'
   AND NOT c.data ? 'no_follow_ups'
   AND (c.turn_until IS NULL OR c.turn_until < :moment)
   AND l.status <> 'blocked'
   AND l.deleted_at IS NULL
   AND (cardinality(a.channels) = 0 OR l.channel = ANY (a.channels))
   AND a.active
   AND a.deleted_at IS NULL
   AND s.active
   AND s.deleted_at IS NULL
   FOR NO KEY UPDATE OF c SKIP LOCKED;

-- name: get_unpaid(order_id, company_id, moment)^
-- unowned: a job, for the company it found
-- may be empty: it was paid, cancelled or ran out meanwhile.
SELECT o.number, o.total_cents, o.br_code,
       CASE o.status WHEN 'awaiting_payment' THEN o.payment_expires_at ELSE o.proof_expires_at END AS expires_at
  FROM orders o
 WHERE o.company_id = :company_id
   AND o.id = :order_id
   AND o.paid_cents = 0
   AND ((o.status = 'awaiting_payment' AND o.payment_expires_at > :moment)
        OR (o.status = 'awaiting_proof' AND o.proof_expires_at > :moment AND o.proof_received_at IS NULL));

-- name: get_back_in_stock(product_id, company_id)^
-- unowned: a job, for the company it found
-- may be empty: it is gone again.
SELECT p.id, p.name, p.price_cents, p.options
  FROM products p
 WHERE p.company_id = :company_id
   AND p.id = :product_id
   AND p.active
   AND p.deleted_at IS NULL
   AND (p.stock_quantity IS NULL OR p.stock_quantity > p.reserved);

-- name: claim_follow_up(id, conversation_id, company_id, kind, subject_id, moment)$
-- unowned: a job, for the company it found
-- may be empty: it was sent before.
INSERT INTO follow_ups AS f (company_id, id, store_id, conversation_id, kind, subject_id, sent_at)
SELECT c.company_id, :id, c.store_id, c.id, :kind, :subject_id, :moment
  FROM conversations c
 WHERE c.company_id = :company_id
   AND c.id = :conversation_id
    ON CONFLICT (company_id, conversation_id, kind, subject_id) DO UPDATE
   SET sent_at = EXCLUDED.sent_at
 WHERE f.sent_at IS NULL
RETURNING f.id;

-- name: ask_for_product(id, conversation_id, company_id, product_id)!
-- unowned: the turn's own conversation; the product is one it was shown.
-- The shopper wants to hear when it is back.
INSERT INTO follow_ups (company_id, id, store_id, conversation_id, kind, subject_id)
SELECT c.company_id, :id, c.store_id, c.id, 'back_in_stock', p.id
  FROM conversations c
  JOIN products p ON p.company_id = :company_id AND p.id = :product_id AND p.store_id = c.store_id
 WHERE c.company_id = :company_id
   AND c.id = :conversation_id
   AND c.lead_id IS NOT NULL
    ON CONFLICT (company_id, conversation_id, kind, subject_id) DO UPDATE
   SET sent_at = NULL;

-- name: add_message(id, conversation_id, company_id, content, outgoing, moment)!
-- unowned: a job, for the company it found
INSERT INTO conversation_messages (company_id, id, conversation_id, role, content, outgoing, created_at)
SELECT c.company_id, :id, c.id, 'assistant', :content, :outgoing, :moment
  FROM conversations c
 WHERE c.company_id = :company_id
   AND c.id = :conversation_id;

-- name: note_message(conversation_id, company_id, data, content, moment)!
-- unowned: a job, for the company it found
UPDATE conversations c
   SET data = :data::jsonb, last_message = left(:content::text, 200), last_message_at = :moment
 WHERE c.company_id = :company_id
   AND c.id = :conversation_id;
