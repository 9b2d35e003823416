-- The chat's own statements. Ownership: a chat has no actor; open_turn finds the store that the ids of the call
-- belong to, and every other statement then takes that store's company as :actor_id. A turn is two of them, one before
-- the model is asked and one after: open_turn and finish_turn.

-- name: open_turn(store_id, agent_id, lead_id, user_id, document_ids, history, per_minute, per_day, minute_at, day_at, moment, reservation_id, tokens, expires_at)^
-- unowned: whoever reaches the public port may talk to a store; the ids must exist and belong together.
-- Whose turn it is, the lead's last `history` messages, and where the company's quota stands. The message is counted
-- against the agent's limits (`per_*`: where it has none of its own), and `tokens` are reserved where the plan's own
-- tokens suffice (NULL: none are). No row: an id is missing or another store's, and nothing was counted or reserved.
-- What it writes is not worth a flush to disk: a crash of the server ends the turn, and with it count and reservation.
  WITH scope AS (
       SELECT s.id AS store_id, s.company_id, s.name, s.description, a.id AS agent_id, l.id AS lead_id,
              CASE WHEN a.id IS NOT NULL
                   THEN jsonb_build_object('id', a.id, 'name', a.name, 'type', a.type, 'persona', a.persona,
                                           'model', a.model, 'rate_limits', a.rate_limits, 'active', a.active)
                   END AS agent,
              CASE WHEN l.id IS NOT NULL
                   THEN jsonb_build_object('id', l.id, 'name', l.name, 'interests', l.interests,
                                           'profile_summary', l.profile_summary)
                   END AS lead,
              CASE WHEN cardinality(:document_ids::uuid[]) > 0 THEN :document_ids::uuid[]
                   ELSE (SELECT coalesce(array_agg(k.document_id), '{}')
                           FROM agent_knowledge_base k
                          WHERE k.store_id = s.id
                            AND k.agent_id = a.id) END AS document_ids,
              coalesce(a.active, true) AS active,
              coalesce((a.rate_limits ->> 'messages_per_minute')::bigint, :per_minute::bigint) AS per_minute,
              coalesce((a.rate_limits ->> 'messages_per_day')::bigint, :per_day::bigint) AS per_day
         FROM stores s
         LEFT JOIN agents a ON a.id = :agent_id::uuid AND a.store_id = s.id AND a.deleted_at IS NULL
         LEFT JOIN leads l ON l.id = :lead_id::uuid AND l.store_id = s.id
        WHERE s.id = coalesce(:store_id::uuid, (SELECT b.store_id FROM agents b WHERE b.id = :agent_id::uuid),
                              (SELECT b.store_id FROM leads b WHERE b.id = :lead_id::uuid))
          AND (:agent_id::uuid IS NULL OR a.id IS NOT NULL)
          AND (:lead_id::uuid IS NULL OR l.id IS NOT NULL)
          AND (:user_id::text IS NULL OR s.company_id = :user_id::text)
          AND (SELECT count(*)
                 FROM documents d
                WHERE d.store_id = s.id
                  AND d.id = ANY (:document_ids::uuid[])) = cardinality(:document_ids::uuid[])),
       counted AS (
       INSERT INTO chat_rate AS r (store_id, subject_id, minute_at, minute_count, day_at, day_count)
       SELECT o.store_id, coalesce(o.lead_id, o.agent_id), :minute_at, 1, :day_at, 1
         FROM scope o
        WHERE o.active
          AND coalesce(o.lead_id, o.agent_id) IS NOT NULL
          AND coalesce(o.per_minute, o.per_day) IS NOT NULL
           ON CONFLICT (store_id, subject_id) DO UPDATE
          SET minute_count = CASE WHEN r.minute_at = EXCLUDED.minute_at THEN r.minute_count + 1 ELSE 1 END,
              minute_at = EXCLUDED.minute_at,
              day_count = CASE WHEN r.day_at = EXCLUDED.day_at THEN r.day_count + 1 ELSE 1 END,
              day_at = EXCLUDED.day_at
        WHERE NOT coalesce(r.minute_at = EXCLUDED.minute_at
                           AND r.minute_count >= (SELECT o.per_minute FROM scope o), false)
          AND NOT coalesce(r.day_at = EXCLUDED.day_at AND r.day_count >= (SELECT o.per_day FROM scope o), false)
       RETURNING r.store_id),
       limits AS (
       SELECT coalesce(o.lead_id, o.agent_id) IS NULL
              OR coalesce(o.per_minute, o.per_day) IS NULL
              OR EXISTS (SELECT FROM counted c) AS kept
         FROM scope o),
       month AS (
       SELECT u.company_id, u.timezone, u.period, u.included_tokens, u.overage_per_million_cents, u.status,
              u.auto_overage, u.cap, u.alert_pct, u.used_tokens, u.reserved_tokens, u.included_used, u.topup_used,
              u.overage_tokens, u.topup_remaining
         FROM scope o
         JOIN company_usage(:moment) u ON u.company_id = o.company_id),
       reserved AS (
       INSERT INTO usage_counters AS u (company_id, period, reserved_tokens)
       SELECT w.company_id, w.period, :tokens::bigint
         FROM month w
         JOIN scope o ON o.active
         JOIN limits l ON l.kept
        WHERE :tokens::bigint <= w.included_tokens
           ON CONFLICT (company_id, period) DO UPDATE
          SET reserved_tokens = u.reserved_tokens + EXCLUDED.reserved_tokens, updated_at = now()
        WHERE u.used_tokens + u.reserved_tokens + EXCLUDED.reserved_tokens <= (SELECT w.included_tokens FROM month w)
       RETURNING u.company_id, u.period, u.used_tokens + u.reserved_tokens AS committed),
       noted AS (
       INSERT INTO quota_reservations (id, company_id, period, tokens, expires_at)
       SELECT :reservation_id, r.company_id, r.period, :tokens, :expires_at
         FROM reserved r),
       unhurried AS MATERIALIZED (
       SELECT set_config('synchronous_commit', 'off', true) AS setting)
SELECT o.store_id, o.company_id, o.name, o.description, o.agent, o.lead, o.document_ids,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('role', h.role, 'content', h.content)
                                  ORDER BY h.created_at, h.id), '[]')
          FROM (SELECT m.id, m.role, m.content, m.created_at
                  FROM messages_history m
                 WHERE m.store_id = o.store_id
                   AND m.lead_id = o.lead_id
                   AND m.role IN ('user', 'assistant')
                 ORDER BY m.created_at DESC, m.id DESC
                 LIMIT :history::bigint) h),
       l.kept, (SELECT r.committed FROM reserved r),
       u.timezone, u.period, u.included_tokens, u.overage_per_million_cents, u.status, u.auto_overage, u.cap,
       u.alert_pct, u.used_tokens, u.reserved_tokens, u.included_used, u.topup_used, u.overage_tokens, u.topup_remaining
  FROM scope o
 CROSS JOIN limits l
 CROSS JOIN month u
 CROSS JOIN unhurried h
 WHERE h.setting = 'off';

-- name: is_user(user_id)$
-- unowned: a chat without a store names nobody else's data; the id must only exist.
SELECT u.id
  FROM users u
 WHERE u.id = :user_id;

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

-- name: finish_turn(actor_id, period, included_tokens, reservation_ids, store_id, agent_id, lead_id, models, prompts, completions, totals, message_ids, message, reply, metadata)$
-- A turn whose tokens the plan's own ones pay: reservations, counter, usage rows, and the two messages (`message_ids`
-- empty: they are not kept).
-- may be empty: the plan's tokens do not suffice; nothing has changed then.
  WITH held AS (
       SELECT coalesce(sum(r.tokens), 0)::bigint AS tokens
         FROM quota_reservations r
        WHERE r.id = ANY (:reservation_ids::uuid[])
          AND r.company_id = :actor_id),
       spent AS (
       SELECT sum(t.total)::bigint AS tokens
         FROM unnest(:totals::bigint[]) AS t (total)),
       moved AS (
       UPDATE usage_counters u
          SET used_tokens = u.used_tokens + s.tokens,
              included_used = u.included_used + s.tokens,
              reserved_tokens = greatest(u.reserved_tokens - h.tokens, 0),
              updated_at = now()
         FROM held h, spent s
        WHERE u.company_id = :actor_id
          AND u.period = :period
          AND u.included_used + s.tokens <= :included_tokens::bigint
       RETURNING u.company_id, u.period),
       gone AS (
       DELETE FROM quota_reservations r
        USING moved m
        WHERE r.id = ANY (:reservation_ids::uuid[])
          AND r.company_id = m.company_id),
       written AS (
       INSERT INTO token_usage (company_id, period, store_id, agent_id, lead_id, model, operation_type, prompt_tokens,
                                completion_tokens, total_tokens, from_included)
       SELECT m.company_id, m.period, :store_id, :agent_id, :lead_id, c.model, 'chat', c.prompt, c.completion, c.total,
              c.total
         FROM moved m
        CROSS JOIN unnest(:models::text[], :prompts::bigint[], :completions::bigint[], :totals::bigint[])
                   AS c (model, prompt, completion, total)),
       said AS (
       INSERT INTO messages_history (id, store_id, agent_id, role, content, metadata)
       SELECT t.id, a.store_id, a.id, t.role, t.content, t.metadata
         FROM moved m
         JOIN stores s ON s.company_id = m.company_id AND s.id = :store_id
         JOIN agents a ON a.store_id = s.id AND a.id = :agent_id
        CROSS JOIN unnest(:message_ids::uuid[], ARRAY['user', 'assistant'], ARRAY[:message::text, :reply::text],
                          ARRAY['{}'::jsonb, :metadata::jsonb]) AS t (id, role, content, metadata)
        WHERE t.id IS NOT NULL)
SELECT true
  FROM moved m;

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
