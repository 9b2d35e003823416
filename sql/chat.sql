-- The chat's own statements. Ownership: a chat has no actor; the resolver finds the company that the ids of the call
-- belong to, open_turn whether they belong together, and every other statement then takes the company as :actor_id. A turn
-- is three calls, two before the model is asked and one after: open_turn, enter_conversation and end_turn
-- (sql/conversations.sql); finish_turn alone where there is no conversation.

-- name: open_turn(company_id, store_id, agent_id, lead_id, document_ids, history, per_minute, per_day, minute_at, day_at, moment, reservation_id, tokens, expires_at)^
-- unowned: whoever reaches the public port may talk to a store; the ids must exist and belong together. The resolver found
-- the company by one of them. migrations/0021_chat.sql says what it does.
SELECT t.store_id, t.company_id, t.store_name, t.store_description, t.agent, t.lead, t.document_ids, t.shipping, t.methods,
       t.history, t.within_limits, t.committed, t.timezone, t.period, t.plan_id, t.plan_version, t.included_tokens,
       t.overage_per_million_cents, t.bears_overage, t.auto_overage, t.cap, t.alert_pct, t.used_tokens,
       t.reserved_tokens, t.included_used, t.topup_used, t.overage_tokens, t.overage_micros, t.absorbed_tokens,
       t.topup_remaining
  FROM open_turn(:company_id, :store_id, :agent_id, :lead_id, :document_ids, :history, :per_minute, :per_day, :minute_at,
                 :day_at, :moment, :reservation_id, :tokens, :expires_at) t;

-- name: is_user(user_id)$
-- unowned: a chat without a store names nobody else's data; the id must only exist.
SELECT u.id
  FROM users u
 WHERE u.id = :user_id;

-- name: is_day_used_up(store_id, actor_id, subject_id, day_at, per_day)$
-- may be empty: it was the minute's limit.
SELECT true
  FROM chat_rate r
  JOIN stores s ON s.company_id = r.company_id AND s.id = r.store_id
 WHERE r.company_id = :actor_id
   AND r.store_id = :store_id
   AND r.subject_id = :subject_id
   AND r.day_at = :day_at
   AND r.day_count >= :per_day::bigint;

-- name: finish_turn(actor_id, period, included_tokens, reservation_ids, store_id, agent_id, lead_id, models, prompts, completions, totals, message_ids, message, reply, metadata)$
-- may be empty: false when the plan's tokens do not suffice; nothing has changed then. migrations/0021_chat.sql.
SELECT finish_turn(:actor_id, :period, :included_tokens, :reservation_ids, :store_id, :agent_id, :lead_id, :models,
                   :prompts, :completions, :totals, :message_ids, :message, :reply, :metadata);

-- name: save_turn(id, new_id, store_id, agent_id, actor_id, message, reply, metadata)!
-- The shopper's message and the answer, in this order (the ids are time-ordered).
INSERT INTO messages_history (company_id, id, store_id, agent_id, role, content, metadata)
SELECT a.company_id, t.id, a.store_id, a.id, t.role, t.content, t.metadata
  FROM agents a
  JOIN stores s ON s.company_id = a.company_id AND s.id = a.store_id
 CROSS JOIN unnest(ARRAY[:id::uuid, :new_id::uuid], ARRAY['user', 'assistant'], ARRAY[:message::text, :reply::text],
                   ARRAY['{}'::jsonb, :metadata::jsonb]) AS t (id, role, content, metadata)
 WHERE a.company_id = :actor_id
   AND a.id = :agent_id
   AND a.store_id = :store_id;
