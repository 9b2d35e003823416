-- The chat's own statements. Ownership: a chat has no actor; get_chat_scope finds the store that the ids of the call
-- belong to, and every other statement then takes that store's company as :actor_id.

-- name: get_chat_scope(store_id, agent_id, lead_id, user_id, document_ids)^
-- unowned: whoever reaches the public port may talk to a store; the ids must exist and belong together.
-- No row: one of them is missing or another store's.
SELECT s.id, s.company_id, s.name, s.description,
       CASE WHEN a.id IS NOT NULL
            THEN jsonb_build_object('id', a.id, 'name', a.name, 'type', a.type, 'persona', a.persona, 'model', a.model,
                                    'rate_limits', a.rate_limits, 'active', a.active) END,
       CASE WHEN l.id IS NOT NULL
            THEN jsonb_build_object('id', l.id, 'name', l.name, 'interests', l.interests,
                                    'profile_summary', l.profile_summary) END,
       CASE WHEN cardinality(:document_ids::uuid[]) > 0 THEN :document_ids::uuid[]
            ELSE (SELECT coalesce(array_agg(k.document_id), '{}')
                    FROM agent_knowledge_base k
                   WHERE k.store_id = s.id
                     AND k.agent_id = a.id) END
  FROM stores s
  LEFT JOIN agents a ON a.id = :agent_id::uuid AND a.store_id = s.id AND a.deleted_at IS NULL
  LEFT JOIN leads l ON l.id = :lead_id::uuid AND l.store_id = s.id
 WHERE s.id = coalesce(:store_id::uuid, (SELECT b.store_id FROM agents b WHERE b.id = :agent_id::uuid),
                       (SELECT b.store_id FROM leads b WHERE b.id = :lead_id::uuid))
   AND s.deleted_at IS NULL
   AND (:agent_id::uuid IS NULL OR a.id IS NOT NULL)
   AND (:lead_id::uuid IS NULL OR l.id IS NOT NULL)
   AND (:user_id::text IS NULL OR s.company_id = :user_id::text)
   AND (SELECT count(*)
          FROM documents d
         WHERE d.store_id = s.id
           AND d.id = ANY (:document_ids::uuid[])) = cardinality(:document_ids::uuid[]);

-- name: is_user(user_id)$
-- unowned: a chat without a store names nobody else's data; the id must only exist.
SELECT u.id
  FROM users u
 WHERE u.id = :user_id;

-- name: list_recent_messages(lead_id, store_id, actor_id, limit)
-- The latest messages between the shop and a lead, newest first. may be empty: a new lead.
SELECT m.role, m.content
  FROM messages_history m
  JOIN stores s ON s.id = m.store_id
 WHERE m.store_id = :store_id
   AND m.lead_id = :lead_id
   AND m.role IN ('user', 'assistant')
   AND s.company_id = :actor_id
 ORDER BY m.created_at DESC, m.id DESC
 LIMIT :limit::bigint;

-- name: count_turn(store_id, actor_id, subject_id, minute_at, day_at, per_minute, per_day)^
-- may be empty: the minute's or the day's limit is reached, and nothing is counted.
INSERT INTO chat_rate AS r (store_id, subject_id, minute_at, minute_count, day_at, day_count)
SELECT s.id, :subject_id, :minute_at, 1, :day_at, 1
  FROM stores s
 WHERE s.id = :store_id
   AND s.company_id = :actor_id
    ON CONFLICT (store_id, subject_id) DO UPDATE
   SET minute_count = CASE WHEN r.minute_at = EXCLUDED.minute_at THEN r.minute_count + 1 ELSE 1 END,
       minute_at = EXCLUDED.minute_at,
       day_count = CASE WHEN r.day_at = EXCLUDED.day_at THEN r.day_count + 1 ELSE 1 END,
       day_at = EXCLUDED.day_at
 WHERE NOT coalesce(r.minute_at = EXCLUDED.minute_at AND r.minute_count >= :per_minute::bigint, false)
   AND NOT coalesce(r.day_at = EXCLUDED.day_at AND r.day_count >= :per_day::bigint, false)
RETURNING r.minute_count, r.day_count;

-- name: is_day_used_up(store_id, actor_id, subject_id, day_at, per_day)$
-- may be empty: it was the minute's limit.
SELECT true
  FROM chat_rate r
  JOIN stores s ON s.id = r.store_id
 WHERE r.store_id = :store_id
   AND r.subject_id = :subject_id
   AND r.day_at = :day_at
   AND r.day_count >= :per_day::bigint
   AND s.company_id = :actor_id;

-- name: save_turn(id, new_id, store_id, agent_id, actor_id, message, reply, metadata)!
-- The shopper's message and the answer, in this order (the ids are time-ordered).
INSERT INTO messages_history (id, store_id, agent_id, role, content, metadata)
SELECT t.id, a.store_id, a.id, t.role, t.content, t.metadata
  FROM agents a
  JOIN stores s ON s.id = a.store_id
 CROSS JOIN unnest(ARRAY[:id::uuid, :new_id::uuid], ARRAY['user', 'assistant'], ARRAY[:message::text, :reply::text],
                   ARRAY['{}'::jsonb, :metadata::jsonb]) AS t (id, role, content, metadata)
 WHERE a.id = :agent_id
   AND a.store_id = :store_id
   AND s.company_id = :actor_id;
