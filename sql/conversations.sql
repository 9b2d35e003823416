-- Conversations: their turns, and the desk. Ownership: (conversations.company_id, store_id) -> stores,
-- company_id = :actor_id. A chat has no actor: the resolver finds the company that the ids of the call belong to,
-- open_turn (sql/chat.sql) whether they belong together, and the turn's statements take the company as it is.

-- name: enter_conversation(company_id, store_id, agent_id, lead_id, key, wanted_id, id, channel, turn_id, owner, until, moment, gone, message_id, request_sha256, message_row, message, history)^
-- unowned: called once open_turn has judged the ids. migrations/0023_conversations.sql says what it does.
SELECT t.outcome, t.id, t.key, t.data, t.desk_moves, t.holder, t.holder_owner, t.answer, t.history
  FROM enter_conversation(:company_id, :store_id, :agent_id, :lead_id, :key, :wanted_id, :id, :channel, :turn_id, :owner,
                          :until, :moment, :gone, :message_id, :request_sha256, :message_row, :message, :history) t;

-- name: leave_conversation(company_id, id, turn_id, desk_moves, data, state, waiting_reason, reference, outcome, reply, reply_row, answer, model, prompt_tokens, completion_tokens, tools, error, moment)$
-- unowned: ends the turn that enter_conversation gave out; its id is the key to it.
-- may be empty: false when another turn has the conversation by now.
SELECT leave_conversation(:company_id, :id, :turn_id, :desk_moves, :data, :state, :waiting_reason, :reference, :outcome,
                          :reply, :reply_row, :answer, :model, :prompt_tokens, :completion_tokens, :tools, :error, :moment);

-- name: give_back_turn(company_id, turn_id, error, moment)!
-- unowned: a turn of this process that could not begin, by its id. The conversation stays as it was.
WITH failed AS (
    UPDATE conversation_turns t
       SET status = 'failed', error = :error, ended_at = :moment
     WHERE t.company_id = :company_id
       AND t.id = :turn_id
    RETURNING t.conversation_id
)
UPDATE conversations c
   SET turn_id = NULL, turn_owner = NULL, turn_until = NULL
  FROM failed f
 WHERE c.company_id = :company_id
   AND c.id = f.conversation_id
   AND c.turn_id = :turn_id;

-- name: end_turn(actor_id, id, turn_id, desk_moves, data, state, waiting_reason, reference, outcome, reply, reply_row, answer, model, prompt_tokens, completion_tokens, tools, error, moment, period, included_tokens, reservation_ids, store_id, agent_id, lead_id, models, prompts, completions, totals, message_ids, message, metadata)^
-- leave_conversation and finish_turn (sql/chat.sql) of one turn.
-- may be empty: false where the tokens of the plan do not suffice, and where the turn is another's by now.
SELECT t.settled, t.left_it
  FROM end_turn(:actor_id, :id, :turn_id, :desk_moves, :data, :state, :waiting_reason, :reference, :outcome, :reply,
                :reply_row, :answer, :model, :prompt_tokens, :completion_tokens, :tools, :error, :moment, :period,
                :included_tokens, :reservation_ids, :store_id, :agent_id, :lead_id, :models, :prompts, :completions,
                :totals, :message_ids, :message, :metadata) t;

-- name: price_turn(company_id, turn_id, cost_micros)!
-- unowned: a turn that has just ended, by its id.
UPDATE conversation_turns t
   SET cost_micros = :cost_micros
 WHERE t.company_id = :company_id
   AND t.id = :turn_id;

-- name: find_repeat(company_id, store_id, agent_id, lead_id, key, wanted_id, message_id, moment)^
-- unowned: whoever may begin a turn under these ids may have its answer again.
-- The turn a message's id had before, and who runs it (NULL: nobody).
SELECT x.id, x.status, x.request_sha256, x.answer,
       CASE WHEN x.status = 'running' AND c.turn_id = x.id AND c.turn_until > :moment THEN c.turn_owner END AS owner
  FROM conversations c
  JOIN conversation_turns x ON x.company_id = c.company_id AND x.conversation_id = c.id AND x.message_id = :message_id
 WHERE c.company_id = :company_id
   AND CASE WHEN :lead_id::uuid IS NOT NULL
            THEN c.lead_id = :lead_id AND c.agent_id IS NOT DISTINCT FROM :agent_id::uuid
            ELSE c.store_id = coalesce(:store_id::uuid,
                                       (SELECT a.store_id FROM agents a
                                         WHERE a.company_id = :company_id AND a.id = :agent_id))
                 AND (c.key = :key::text OR c.id = :wanted_id::uuid) END
   AND (:lead_id IS NULL OR :store_id IS NULL OR c.store_id = :store_id)
 LIMIT 1;

-- name: find_summary(company_id, store_id, reference, rehearsed)^
-- unowned: whoever has the summary's text has seen the conversation it was shown in. A rehearsal's is agreed to in a rehearsal.
SELECT coalesce(c.key, c.id::text) AS key, c.data -> 'summary' AS summary
  FROM conversations c
 WHERE c.company_id = :company_id
   AND c.store_id = :store_id
   AND c.summary_reference = :reference
   AND (c.channel = 'rehearsal') = :rehearsed::boolean
 ORDER BY c.updated_at DESC, c.id DESC
 LIMIT 1;

-- name: list_said(company_id, conversation_id, lead_id, newest)
-- unowned: the turn's own conversation and lead.
-- may be empty: nothing was written there but answers of the assistant, which the caller records itself. Else the newest
-- of what the caller recorded and of what people and reminders have said, newest first.
-- Of either only so many are read as can be among these, however long it goes on.
  WITH recorded AS (
       SELECT m.role, m.content, m.created_at, m.id
         FROM messages_history m
        WHERE m.company_id = :company_id
          AND m.lead_id = :lead_id
          AND m.role <> 'tool'
        ORDER BY m.created_at DESC, m.id DESC
        LIMIT 4 * :newest::int),
       unrecorded AS (
       SELECT n.id, n.content, n.created_at
         FROM (SELECT m.id, m.content, m.created_at, m.role, m.turn_id
                 FROM conversation_messages m
                WHERE m.company_id = :company_id
                  AND m.conversation_id = :conversation_id
                ORDER BY m.created_at DESC, m.id DESC
                LIMIT 4 * :newest::int) n
        WHERE n.turn_id IS NULL
          AND n.role IN ('human', 'assistant')
          AND NOT EXISTS (SELECT
                            FROM recorded r
                           WHERE r.role <> 'user'
                             AND r.content = n.content))
SELECT h.role, h.content
  FROM (SELECT r.role, r.content, r.created_at, r.id
          FROM recorded r
         WHERE r.role IN ('user', 'assistant')
        UNION ALL
        SELECT 'assistant', u.content, u.created_at, u.id
          FROM unrecorded u) h
 WHERE EXISTS (SELECT
                 FROM unrecorded)
 ORDER BY h.created_at DESC, h.id DESC
 LIMIT :newest;

-- name: count_conversations(store_ids, actor_id, state, unread, agent_id, lead_id, q)$
-- No row: a store of the list is missing or another company's. Rehearsals are nobody's conversations.
SELECT (SELECT count(*)
          FROM conversations c
         WHERE c.company_id = :actor_id
           AND c.store_id = ANY (o.ids)
           AND c.channel <> 'rehearsal'
           AND (:state::text IS NULL OR c.state = :state)
           AND (:unread::boolean IS NULL OR (c.unread > 0) = :unread)
           AND (:agent_id::uuid IS NULL OR c.agent_id = :agent_id)
           AND (:lead_id::uuid IS NULL OR c.lead_id = :lead_id)
           AND (:q::text IS NULL
                OR c.lead_id IN (SELECT l.id
                                   FROM leads l
                                  WHERE l.company_id = :actor_id
                                    AND l.store_id = ANY (:store_ids::uuid[])
                                    AND l.found_by LIKE '%' || regexp_replace(fold_text(:q), '([\\%_])', '\\\1', 'g') || '%')
                OR c.last_message ILIKE '%' || regexp_replace(:q, '([\\%_])', '\\\1', 'g') || '%'
                OR c.key ILIKE '%' || regexp_replace(:q, '([\\%_])', '\\\1', 'g') || '%')) AS total
  FROM (SELECT array_agg(s.id) AS ids
          FROM stores s
         WHERE s.company_id = :actor_id
           AND s.id = ANY (:store_ids::uuid[])) o
 WHERE cardinality(o.ids) = cardinality(:store_ids::uuid[]);

-- name: list_conversations(store_ids, actor_id, state, unread, agent_id, lead_id, q, limit, offset)
-- What changed last comes first. People are found by their index, folded; the last message as it was typed: folding
-- 50,000 of them would take seconds.
SELECT c.id, c.store_id, c.agent_id, c.lead_id, c.key, c.channel, c.state, c.waiting_reason, c.unread, c.last_message,
       c.last_message_at, l.name AS lead_name, c.created_at, c.updated_at
  FROM conversations c
  JOIN stores s ON s.company_id = c.company_id AND s.id = c.store_id
  LEFT JOIN leads l ON l.company_id = c.company_id AND l.id = c.lead_id
 WHERE c.company_id = :actor_id
   AND c.store_id = ANY (:store_ids::uuid[])
   AND c.channel <> 'rehearsal'
   AND (:state::text IS NULL OR c.state = :state)
   AND (:unread::boolean IS NULL OR (c.unread > 0) = :unread)
   AND (:agent_id::uuid IS NULL OR c.agent_id = :agent_id)
   AND (:lead_id::uuid IS NULL OR c.lead_id = :lead_id)
   AND (:q::text IS NULL
        OR c.lead_id IN (SELECT w.id
                           FROM leads w
                          WHERE w.company_id = :actor_id
                            AND w.store_id = ANY (:store_ids::uuid[])
                            AND w.found_by LIKE '%' || regexp_replace(fold_text(:q), '([\\%_])', '\\\1', 'g') || '%')
        OR c.last_message ILIKE '%' || regexp_replace(:q, '([\\%_])', '\\\1', 'g') || '%'
        OR c.key ILIKE '%' || regexp_replace(:q, '([\\%_])', '\\\1', 'g') || '%')
 ORDER BY c.updated_at DESC, c.id DESC
 LIMIT :limit OFFSET :offset;

-- name: count_attended(store_ids, actor_id)^
-- How many want a person, and at how many of those that a person attends something new was said.
SELECT count(*) FILTER (WHERE c.state = 'waiting') AS waiting,
       count(*) FILTER (WHERE c.state = 'human') AS human,
       count(*) FILTER (WHERE c.state = 'human' AND c.unread > 0) AS unread
  FROM stores s
  LEFT JOIN conversations c ON c.company_id = :actor_id
                           AND c.store_id = s.id
                           AND c.state IN ('waiting', 'human')
                           AND c.channel <> 'rehearsal'
 WHERE s.company_id = :actor_id
   AND s.id = ANY (:store_ids::uuid[])
HAVING count(s.id) > 0;

-- name: list_updates(actor_id, since, after, limit)
-- In the order of the changes. may be empty: nothing has changed.
SELECT c.id, c.store_id, c.agent_id, c.lead_id, c.key, c.channel, c.state, c.waiting_reason, c.unread, c.last_message,
       c.last_message_at, l.name AS lead_name, c.created_at, c.updated_at
  FROM conversations c
  JOIN stores s ON s.company_id = c.company_id AND s.id = c.store_id
  LEFT JOIN leads l ON l.company_id = c.company_id AND l.id = c.lead_id
 WHERE c.company_id = :actor_id
   AND c.channel <> 'rehearsal'
   AND (c.updated_at, c.id) > (:since::timestamptz, :after::uuid)
 ORDER BY c.updated_at, c.id
 LIMIT :limit;

-- name: tell_updates(company_id)!
-- unowned: touches no table; wakes whoever reads the company's updates.
SELECT pg_notify('conversations', :company_id);

-- name: merge_conversations(source_id, target_id, actor_id)$
-- What a lead has said is another one's. migrations/0032_lead_merges.sql says how.
-- may be empty: 0 when it never chatted.
SELECT merge_conversations(:actor_id, :source_id, :target_id);

-- name: get_conversation(conversation_id, actor_id)^
-- With the state it carries, its lead, and the orders of both, newest first.
SELECT c.id, c.store_id, c.agent_id, c.lead_id, c.key, c.channel, c.state, c.waiting_reason, c.unread, c.last_message,
       c.last_message_at, l.name AS lead_name, c.created_at, c.updated_at,
       c.data,
       CASE WHEN l.id IS NOT NULL
            THEN jsonb_build_object('id', l.id, 'name', l.name, 'phone', l.phone, 'channel', l.channel,
                                    'external_id', l.external_id, 'status', l.status,
                                    'profile_summary', l.profile_summary) END AS lead,
       (SELECT coalesce(jsonb_agg(jsonb_build_object(
                   'id', o.id, 'number', o.number, 'status', o.status, 'total_cents', o.total_cents,
                   'payment_method', o.payment_method, 'created_at', o.created_at)
                   ORDER BY o.created_at DESC, o.id DESC), '[]')
          FROM (SELECT o.id, o.number, o.status, o.total_cents, o.payment_method, o.created_at
                  FROM orders o
                 WHERE o.company_id = :actor_id
                   AND o.store_id = c.store_id
                   AND (o.lead_id = c.lead_id
                        OR o.id IN (SELECT (m ->> 'order_id')::uuid
                                      FROM jsonb_array_elements(coalesce(c.data -> 'orders', '[]')) m
                                     WHERE m ->> 'order_id' <> ''))
                 ORDER BY o.created_at DESC, o.id DESC
                 LIMIT 20) o) AS orders,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'content', n.content, 'author', n.author,
                                                     'created_at', wire_time(n.created_at))
                                  ORDER BY n.created_at DESC, n.id DESC), '[]')
          FROM (SELECT n.id, n.content, n.author, n.created_at
                  FROM conversation_notes n
                 WHERE n.company_id = :actor_id
                   AND n.conversation_id = c.id
                 ORDER BY n.created_at DESC, n.id DESC
                 LIMIT 100) n) AS notes
  FROM conversations c
  JOIN stores s ON s.company_id = :actor_id AND s.id = c.store_id
  LEFT JOIN leads l ON l.company_id = :actor_id AND l.id = c.lead_id
 WHERE c.company_id = :actor_id
   AND c.id = :conversation_id;

-- name: count_messages(conversation_id, actor_id)^
-- No row: the conversation is not the actor's.
SELECT (SELECT count(*)
          FROM conversation_messages m
         WHERE m.company_id = :actor_id
           AND m.conversation_id = c.id) AS total
  FROM conversations c
  JOIN stores s ON s.company_id = :actor_id AND s.id = c.store_id
 WHERE c.company_id = :actor_id
   AND c.id = :conversation_id;

-- name: list_messages(conversation_id, actor_id, limit, offset)
-- Newest first. A turn is told with its answer, or with the message that got none.
SELECT m.id, m.role, m.content, m.media_url, m.media_type, m.created_at,
       CASE WHEN x.id IS NOT NULL
            THEN jsonb_build_object('id', x.id, 'status', x.status, 'model', x.model, 'prompt_tokens', x.prompt_tokens,
                                    'completion_tokens', x.completion_tokens, 'cost_cents', x.cost_micros / 1000000.0,
                                    'tools', x.tools, 'error', x.error,
                                    'started_at', x.started_at, 'ended_at', x.ended_at) END AS turn
  FROM conversations c
  JOIN stores s ON s.company_id = :actor_id AND s.id = c.store_id
  JOIN conversation_messages m ON m.company_id = :actor_id AND m.conversation_id = c.id
  LEFT JOIN conversation_turns x ON x.company_id = :actor_id AND x.id = m.turn_id
                                AND (m.role = 'assistant'
                                     OR NOT EXISTS (SELECT FROM conversation_messages a
                                                     WHERE a.company_id = :actor_id
                                                       AND a.conversation_id = m.conversation_id
                                                       AND a.turn_id = m.turn_id
                                                       AND a.role = 'assistant'))
 WHERE c.company_id = :actor_id
   AND c.id = :conversation_id
 ORDER BY m.created_at DESC, m.id DESC
 LIMIT :limit OFFSET :offset;

-- name: lock_conversation(conversation_id, actor_id)^
-- Until the transaction ends.
SELECT c.id, c.store_id, c.agent_id, c.lead_id, c.key, c.channel, c.data
  FROM conversations c
  JOIN stores s ON s.company_id = c.company_id AND s.id = c.store_id
 WHERE c.company_id = :actor_id
   AND c.id = :conversation_id
   FOR UPDATE OF c;

-- name: move_conversation(conversation_id, actor_id, data, to_state, waiting_reason)^
-- A person decides who attends it.
UPDATE conversations c
   SET data = :data::jsonb, state = :to_state, waiting_reason = :waiting_reason, desk_moves = c.desk_moves + 1
  FROM stores s
 WHERE c.company_id = :actor_id
   AND c.id = :conversation_id
   AND s.company_id = :actor_id
   AND s.id = c.store_id
RETURNING c.id, c.store_id, c.agent_id, c.lead_id, c.key, c.channel, c.state, c.waiting_reason, c.unread, c.last_message,
       c.last_message_at, (SELECT l.name FROM leads l WHERE l.company_id = :actor_id AND l.id = c.lead_id) AS lead_name,
       c.created_at, c.updated_at;

-- name: mark_read(conversation_id, actor_id)^
UPDATE conversations c
   SET unread = 0
  FROM stores s
 WHERE c.company_id = :actor_id
   AND c.id = :conversation_id
   AND s.company_id = :actor_id
   AND s.id = c.store_id
RETURNING c.id, c.store_id, c.agent_id, c.lead_id, c.key, c.channel, c.state, c.waiting_reason, c.unread, c.last_message,
       c.last_message_at, (SELECT l.name FROM leads l WHERE l.company_id = :actor_id AND l.id = c.lead_id) AS lead_name,
       c.created_at, c.updated_at;

-- name: create_reply(id, conversation_id, actor_id, content, media_url, media_type, outgoing, at)^
-- A person's message. No row: the conversation is not the actor's.
INSERT INTO conversation_messages AS m (company_id, id, conversation_id, role, content, media_url, media_type, outgoing,
                                        created_at)
SELECT c.company_id, :id, c.id, 'human', :content, :media_url, :media_type, :outgoing, :at
  FROM conversations c
  JOIN stores s ON s.company_id = c.company_id AND s.id = c.store_id
 WHERE c.company_id = :actor_id
   AND c.id = :conversation_id
RETURNING m.id, m.role, m.content, m.media_url, m.media_type, m.created_at, NULL::jsonb AS turn;

-- name: note_reply(conversation_id, actor_id, content, at)!
-- Whoever answers has read what was said.
UPDATE conversations c
   SET unread = 0, last_message = left(:content::text, 200), last_message_at = :at,
       human_answers = c.human_answers + 1
  FROM stores s
 WHERE c.company_id = :actor_id
   AND c.id = :conversation_id
   AND s.company_id = :actor_id
   AND s.id = c.store_id;

-- name: create_note(id, conversation_id, actor_id, content, author)^
-- No row: the conversation is not the actor's.
INSERT INTO conversation_notes AS n (company_id, id, conversation_id, content, author)
SELECT c.company_id, :id, c.id, :content, :author
  FROM conversations c
  JOIN stores s ON s.company_id = c.company_id AND s.id = c.store_id
 WHERE c.company_id = :actor_id
   AND c.id = :conversation_id
RETURNING n.id, n.content, n.author, n.created_at;

-- name: delete_note(conversation_id, note_id, actor_id)$
DELETE FROM conversation_notes n
 USING conversations c
  JOIN stores s ON s.company_id = c.company_id AND s.id = c.store_id
 WHERE n.company_id = :actor_id
   AND n.conversation_id = :conversation_id
   AND n.id = :note_id
   AND c.company_id = :actor_id
   AND c.id = :conversation_id
RETURNING n.id;

-- name: next_outgoing(conversation_id, company_id)^
-- unowned: a job of the company whose person wrote.
-- may be empty: all is sent. The oldest reply that the gateway has not taken, and whom it is for.
SELECT m.id, m.content, m.media_url, l.channel, l.external_id, l.phone, a.messaging_instance_id AS instance
  FROM conversation_messages m
  JOIN conversations c ON c.company_id = m.company_id AND c.id = m.conversation_id
  LEFT JOIN leads l ON l.company_id = c.company_id AND l.id = c.lead_id
  LEFT JOIN agents a ON a.company_id = c.company_id AND a.id = c.agent_id
 WHERE m.company_id = :company_id
   AND m.conversation_id = :conversation_id
   AND m.outgoing
   AND m.sent_at IS NULL
 ORDER BY m.id
 LIMIT 1;

-- name: mark_sent(id, company_id, at)!
-- unowned: a job of the company whose person wrote.
UPDATE conversation_messages m
   SET sent_at = :at
 WHERE m.company_id = :company_id
   AND m.id = :id;

-- name: give_up_reply(id, company_id)!
-- unowned: a job of the company whose person wrote.
-- The gateway will never take it: it stands in the way of none behind it.
UPDATE conversation_messages m
   SET outgoing = false
 WHERE m.company_id = :company_id
   AND m.id = :id;

-- name: list_purgeable(before, rehearsed_before, without, batch)
-- unowned: the service's own housekeeping
SELECT c.company_id, c.id
  FROM conversations c
 WHERE (c.updated_at < :before
        OR (c.channel = 'rehearsal' AND c.updated_at < :rehearsed_before))
   AND c.company_id <> ALL (:without::text[])
 ORDER BY c.updated_at
 LIMIT :batch;

-- name: purge_conversations(company_id, ids)!
-- unowned: the service's own housekeeping
-- Messages and turns go with them.
DELETE FROM conversations c
 WHERE c.company_id = :company_id
   AND c.id = ANY (:ids::uuid[]);
