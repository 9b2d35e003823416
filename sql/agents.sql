-- Agents, their conversations. Ownership: (agents.company_id, store_id) -> stores, company_id = :actor_id.

-- shared: agent_columns
a.id, a.store_id, a.name, a.type, a.messaging_instance_id, a.persona, a.channels, a.hours,
a.follow_ups, a.rate_limits, a.model, a.active, a.created_at, a.updated_at

-- name: list_agents(store_id, actor_id)
-- Newest first.
SELECT {agent_columns}
  FROM agents a
  JOIN stores s ON s.company_id = a.company_id AND s.id = a.store_id
 WHERE a.company_id = :actor_id
   AND a.store_id = :store_id
   AND a.deleted_at IS NULL
 ORDER BY a.created_at DESC, a.id DESC;

-- name: get_agent(agent_id, actor_id)^
SELECT {agent_columns}
  FROM agents a
  JOIN stores s ON s.company_id = a.company_id AND s.id = a.store_id
 WHERE a.company_id = :actor_id
   AND a.id = :agent_id
   AND a.deleted_at IS NULL;

-- name: get_full_agent(agent_id, actor_id)^
-- With its documents and the number of its conversations; messages without a lead are one conversation.
SELECT {agent_columns},
       coalesce((SELECT jsonb_agg(jsonb_build_object('document_id', d.id, 'title', d.title, 'status', d.status,
                                                     'linked_at', wire_time(k.created_at)) ORDER BY d.title, d.id)
                   FROM agent_knowledge_base k
                   JOIN documents d ON d.company_id = k.company_id AND d.id = k.document_id
                  WHERE k.company_id = :actor_id
                    AND k.agent_id = a.id), '[]'),
       (SELECT count(*)
          FROM (SELECT DISTINCT m.lead_id
                  FROM messages_history m
                 WHERE m.company_id = :actor_id
                   AND m.agent_id = a.id) t)
  FROM agents a
  JOIN stores s ON s.company_id = a.company_id AND s.id = a.store_id
 WHERE a.company_id = :actor_id
   AND a.id = :agent_id
   AND a.deleted_at IS NULL;

-- name: create_agent(id, store_id, actor_id, name, type, new_instance, persona, channels, hours, follow_ups, rate_limits, model)^
-- Id and instance go into lookups in the same transaction. No row: the store is not the actor's.
INSERT INTO agents AS a (company_id, id, store_id, name, type, messaging_instance_id, persona, channels, hours,
                         follow_ups, rate_limits, model)
SELECT s.company_id, :id::uuid, s.id, :name, :type, :new_instance, :persona::jsonb, :channels::text[], :hours::jsonb,
       :follow_ups::jsonb, :rate_limits::jsonb, :model
  FROM stores s
 WHERE s.company_id = :actor_id
   AND s.id = :store_id
RETURNING {agent_columns};

-- name: lock_agent(agent_id, actor_id)^
-- An agent, also an archived one, until the transaction ends.
SELECT a.deleted_at
  FROM agents a
  JOIN stores s ON s.company_id = a.company_id AND s.id = a.store_id
 WHERE a.company_id = :actor_id
   AND a.id = :agent_id
   FOR NO KEY UPDATE OF a;

-- name: archive_agent(agent_id, at, actor_id)$
-- Switched off and out of lists and limits; what it said stays. `at` null brings it back, switched off. No row: it is so
-- already.
UPDATE agents a
   SET deleted_at = :at,
       active = false
  FROM stores s
 WHERE a.company_id = :actor_id
   AND a.id = :agent_id
   AND (a.deleted_at IS NULL) = (:at::timestamptz IS NOT NULL)
   AND s.company_id = a.company_id
   AND s.id = a.store_id
RETURNING a.id;

-- name: update_agent(agent_id, actor_id, set_name, name, set_type, type, set_persona, persona, set_channels, channels, set_hours, hours, set_follow_ups, follow_ups, set_rate_limits, rate_limits, set_model, model)^
UPDATE agents a
   SET name = CASE WHEN :set_name THEN :name ELSE a.name END,
       type = CASE WHEN :set_type THEN :type ELSE a.type END,
       persona = CASE WHEN :set_persona THEN :persona ELSE a.persona END,
       channels = CASE WHEN :set_channels THEN :channels ELSE a.channels END,
       hours = CASE WHEN :set_hours THEN :hours ELSE a.hours END,
       follow_ups = CASE WHEN :set_follow_ups THEN :follow_ups ELSE a.follow_ups END,
       rate_limits = CASE WHEN :set_rate_limits THEN :rate_limits ELSE a.rate_limits END,
       model = CASE WHEN :set_model THEN :model ELSE a.model END
  FROM stores s
 WHERE a.company_id = :actor_id
   AND a.id = :agent_id
   AND a.deleted_at IS NULL
   AND s.company_id = a.company_id
   AND s.id = a.store_id
RETURNING {agent_columns};

-- name: lock_store_of_agent(agent_id, actor_id)$
-- Whoever switches agents of a store does so one after the other; the unique index is the last word.
SELECT s.id
  FROM agents a
  JOIN stores s ON s.company_id = a.company_id AND s.id = a.store_id
 WHERE a.company_id = :actor_id
   AND a.id = :agent_id
   AND a.deleted_at IS NULL
   FOR UPDATE OF s;

-- name: deactivate_other_agents(agent_id, actor_id)!
-- Only when the agent itself is about to be switched on.
-- may be empty: no other one was active.
UPDATE agents o
   SET active = false
  FROM agents a
  JOIN stores s ON s.company_id = a.company_id AND s.id = a.store_id
 WHERE a.company_id = :actor_id
   AND a.id = :agent_id
   AND NOT a.active
   AND o.company_id = a.company_id
   AND o.store_id = a.store_id
   AND o.id <> a.id
   AND o.active;

-- name: flip_agent(agent_id, actor_id)^
UPDATE agents a
   SET active = NOT a.active
  FROM stores s
 WHERE a.company_id = :actor_id
   AND a.id = :agent_id
   AND a.deleted_at IS NULL
   AND s.company_id = a.company_id
   AND s.id = a.store_id
RETURNING {agent_columns};

-- name: count_conversations(agent_id, actor_id)^
SELECT (SELECT count(*)
          FROM (SELECT DISTINCT m.lead_id
                  FROM messages_history m
                 WHERE m.company_id = :actor_id
                   AND m.agent_id = a.id) t) AS total
  FROM agents a
  JOIN stores s ON s.company_id = a.company_id AND s.id = a.store_id
 WHERE a.company_id = :actor_id
   AND a.id = :agent_id
   AND a.deleted_at IS NULL;

-- name: list_conversations(agent_id, actor_id, limit, offset)
-- One row a lead, the one with the latest message first: told by the agent's latest messages where these are of enough leads,
-- by all of them where not. The last message of each by an index: of two forms, since no index serves IS NOT DISTINCT FROM.
  WITH recent AS MATERIALIZED (
       SELECT m.lead_id, m.created_at
         FROM messages_history m
        WHERE m.company_id = :actor_id
          AND m.agent_id = :agent_id
        ORDER BY m.created_at DESC, m.id DESC
        LIMIT least(1000 + 20 * (:limit::bigint + :offset::bigint), 20000)
), latest AS MATERIALIZED (
       SELECT r.lead_id, max(r.created_at) AS last_at
         FROM recent r
        GROUP BY r.lead_id
       -- What is as old as the oldest may have others of its age behind it.
       HAVING max(r.created_at) > (SELECT min(r.created_at) FROM recent r)
), threads AS (
       SELECT l.lead_id, l.last_at
         FROM latest l
        WHERE (SELECT count(*) FROM latest) >= :limit + :offset
        UNION ALL
       SELECT m.lead_id, max(m.created_at)
         FROM messages_history m
        WHERE m.company_id = :actor_id
          AND m.agent_id = :agent_id
          AND (SELECT count(*) FROM latest) < :limit + :offset
        GROUP BY m.lead_id
        ORDER BY last_at DESC, lead_id
        LIMIT :limit OFFSET :offset)
SELECT t.lead_id,
       CASE WHEN l.id IS NOT NULL
            THEN jsonb_build_object('id', l.id, 'channel', l.channel, 'external_id', l.external_id, 'name', l.name,
                                    'phone', l.phone, 'status', l.status) END,
       CASE WHEN t.lead_id IS NOT NULL
            THEN (SELECT jsonb_build_object('id', m.id, 'role', m.role, 'content', m.content,
                                            'created_at', wire_time(m.created_at))
                    FROM messages_history m
                   WHERE m.company_id = :actor_id
                     AND m.agent_id = :agent_id
                     AND m.lead_id = t.lead_id
                   ORDER BY m.created_at DESC, m.id DESC
                   LIMIT 1)
            ELSE (SELECT jsonb_build_object('id', m.id, 'role', m.role, 'content', m.content,
                                            'created_at', wire_time(m.created_at))
                    FROM messages_history m
                   WHERE m.company_id = :actor_id
                     AND m.agent_id = :agent_id
                     AND m.lead_id IS NULL
                   ORDER BY m.created_at DESC, m.id DESC
                   LIMIT 1) END,
       n.messages, n.from_user, n.first_at, t.last_at
  FROM threads t
 CROSS JOIN LATERAL (SELECT count(*) AS messages, count(*) FILTER (WHERE m.role = 'user') AS from_user,
                            min(m.created_at) AS first_at
                       FROM messages_history m
                      WHERE m.company_id = :actor_id
                        AND m.agent_id = :agent_id
                        AND m.lead_id = t.lead_id
                     HAVING t.lead_id IS NOT NULL
                      UNION ALL
                     SELECT count(*), count(*) FILTER (WHERE m.role = 'user'), min(m.created_at)
                       FROM messages_history m
                      WHERE m.company_id = :actor_id
                        AND m.agent_id = :agent_id
                        AND m.lead_id IS NULL
                        AND t.lead_id IS NULL
                     HAVING t.lead_id IS NULL) n
  LEFT JOIN leads l ON l.company_id = :actor_id AND l.id = t.lead_id
 ORDER BY t.last_at DESC, t.lead_id;

-- name: find_agent_by_instance(messaging_instance_id, company_id)^
-- unowned: the gateway knows an agent by its unguessable instance id alone, which lookups resolves to its company.
SELECT {agent_columns}, s.company_id
  FROM agents a
  JOIN stores s ON s.company_id = a.company_id AND s.id = a.store_id
 WHERE a.company_id = :company_id
   AND a.messaging_instance_id = :messaging_instance_id
   AND a.deleted_at IS NULL
   AND s.deleted_at IS NULL;

-- name: announce_agent_types()!
-- unowned: tells the other processes to read the configuration file again; touches no table.
SELECT pg_notify('agent_types', '');
