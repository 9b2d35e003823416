-- The chat log. Ownership: (messages_history.company_id, store_id) -> stores,
-- company_id = :actor_id.

-- shared: message_columns
m.id, m.store_id, m.lead_id, m.agent_id, m.role, m.content, m.media_url, m.media_type, m.external_id, m.metadata,
m.created_at

-- name: create_message(id, actor_id, store_id, lead_id, agent_id, role, content, media_url, media_type, external_id, metadata, person_id, action, request_id)^
-- No row: store, lead or agent is not the actor's, they do not belong together, or the gateway has sent this message before.
-- Takes the audit context itself. migrations/0012_messages.sql.
SELECT {message_columns}
  FROM add_message(:actor_id, :id, :store_id, :lead_id, :agent_id, :role, :content, :media_url, :media_type, :external_id,
                   :metadata, :person_id, :action, :request_id) m;

-- name: find_message(actor_id, store_id, lead_id, agent_id, external_id)^
-- The message the gateway has sent before: its id is one of the agent's conversation with the lead.
SELECT {message_columns}
  FROM messages_history m
  JOIN stores s ON s.company_id = m.company_id AND s.id = m.store_id
 WHERE m.company_id = :actor_id
   AND (:store_id::uuid IS NULL OR m.store_id = :store_id)
   AND m.external_id = :external_id
   AND CASE WHEN :lead_id::uuid IS NULL THEN m.lead_id IS NULL ELSE m.lead_id = :lead_id END
   AND CASE WHEN :agent_id::uuid IS NULL THEN m.agent_id IS NULL ELSE m.agent_id = :agent_id END;

-- name: count_lead_messages(lead_id, agent_id, actor_id)^
-- No row: the lead (or the agent, when one is given) is not the actor's. Without an agent nothing is counted: the lead
-- knows how many it has.
SELECT CASE WHEN :agent_id::uuid IS NULL
            THEN l.messages
            ELSE (SELECT count(*)
                    FROM messages_history m
                   WHERE m.company_id = :actor_id
                     AND m.lead_id = l.id
                     AND m.agent_id = :agent_id) END AS total
  FROM leads l
  JOIN stores s ON s.company_id = l.company_id AND s.id = l.store_id
 WHERE l.company_id = :actor_id
   AND l.id = :lead_id
   AND l.deleted_at IS NULL
   AND (:agent_id IS NULL
        OR EXISTS (SELECT FROM agents a
                    WHERE a.company_id = :actor_id AND a.id = :agent_id AND a.store_id = l.store_id));

-- name: list_lead_messages(lead_id, agent_id, actor_id, limit, offset)
-- Newest first. A query of its own beside list_agent_messages: each walks its index, whatever plan is cached.
SELECT {message_columns}
  FROM leads l
  JOIN stores s ON s.company_id = l.company_id AND s.id = l.store_id
  JOIN messages_history m ON m.company_id = l.company_id AND m.lead_id = l.id
 WHERE l.company_id = :actor_id
   AND l.id = :lead_id
   AND (:agent_id::uuid IS NULL OR m.agent_id = :agent_id)
 ORDER BY m.created_at DESC, m.id DESC
 LIMIT :limit OFFSET :offset;

-- name: count_agent_messages(agent_id, actor_id)^
-- No row: the agent is not the actor's.
SELECT (SELECT count(*)
          FROM messages_history m
         WHERE m.company_id = :actor_id
           AND m.agent_id = a.id) AS total
  FROM agents a
  JOIN stores s ON s.company_id = a.company_id AND s.id = a.store_id
 WHERE a.company_id = :actor_id
   AND a.id = :agent_id;

-- name: list_agent_messages(agent_id, actor_id, limit, offset)
-- Newest first.
SELECT {message_columns}
  FROM agents a
  JOIN stores s ON s.company_id = a.company_id AND s.id = a.store_id
  JOIN messages_history m ON m.company_id = a.company_id AND m.agent_id = a.id
 WHERE a.company_id = :actor_id
   AND a.id = :agent_id
 ORDER BY m.created_at DESC, m.id DESC
 LIMIT :limit OFFSET :offset;
