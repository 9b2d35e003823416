-- The chat log, and how often somebody has written of late.

CREATE TABLE messages_history (
    company_id  text NOT NULL,
    id          uuid NOT NULL,
    store_id    uuid NOT NULL,
    lead_id     uuid,
    agent_id    uuid,
    role        text NOT NULL,
    content     text NOT NULL DEFAULT '',
    media_url   text,
    media_type  text,
    -- The gateway's message id; the same message is delivered up to ten times.
    external_id text,
    metadata    jsonb NOT NULL DEFAULT '{}',
    created_at  timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT messages_history_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT messages_history_store_fkey FOREIGN KEY (company_id, store_id)
        REFERENCES stores (company_id, id) ON DELETE CASCADE,
    CONSTRAINT messages_history_lead_fkey FOREIGN KEY (company_id, lead_id)
        REFERENCES leads (company_id, id) ON DELETE CASCADE,
    -- CASCADE, not SET NULL: a nulled agent could collide in the second unique key below and stop the deletion of a
    -- whole company. Agents are deleted softly; the row itself goes only with its store.
    CONSTRAINT messages_history_agent_fkey FOREIGN KEY (company_id, agent_id)
        REFERENCES agents (company_id, id) ON DELETE CASCADE,
    CONSTRAINT messages_history_owner_check CHECK (lead_id IS NOT NULL OR agent_id IS NOT NULL),
    CONSTRAINT messages_history_role_check CHECK (role IN ('user', 'assistant', 'system', 'tool')),
    CONSTRAINT messages_history_media_url_check CHECK (length(media_url) <= 2048),
    CONSTRAINT messages_history_media_type_check CHECK (length(media_type) <= 255),
    CONSTRAINT messages_history_external_id_check CHECK (length(external_id) BETWEEN 1 AND 255),
    CONSTRAINT messages_history_metadata_check CHECK (jsonb_typeof(metadata) = 'object')
);
CREATE UNIQUE INDEX messages_history_agent_external_id_key ON messages_history (company_id, agent_id, external_id)
    WHERE external_id IS NOT NULL AND agent_id IS NOT NULL;
CREATE UNIQUE INDEX messages_history_lead_external_id_key ON messages_history (company_id, lead_id, external_id)
    WHERE external_id IS NOT NULL AND agent_id IS NULL;
CREATE INDEX messages_history_lead_idx ON messages_history (company_id, lead_id, created_at DESC, id DESC);
CREATE INDEX messages_history_agent_idx ON messages_history (company_id, agent_id, created_at DESC, id DESC);
CREATE INDEX messages_history_store_idx ON messages_history (company_id, store_id, created_at DESC, id DESC);
CREATE STATISTICS messages_history_store_stats (dependencies) ON company_id, store_id FROM messages_history;

-- Its lead has written, or been written to, now; once a statement, since an import brings a lead thousands.
CREATE FUNCTION note_messages() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
    g record;
BEGIN
    FOR g IN SELECT m.company_id, m.lead_id, count(*) AS messages, max(m.created_at) AS last_at
               FROM new_rows m
              WHERE m.lead_id IS NOT NULL
              GROUP BY m.company_id, m.lead_id
              ORDER BY m.company_id, m.lead_id
    LOOP
        UPDATE leads l
           SET last_message_at = greatest(l.last_message_at, g.last_at),
               messages = l.messages + g.messages
         WHERE l.company_id = g.company_id
           AND l.id = g.lead_id;
    END LOOP;
    RETURN NULL;
END
$$;
CREATE TRIGGER messages_history_note AFTER INSERT ON messages_history REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
    EXECUTE FUNCTION note_messages();

-- A lead that goes takes its messages along and needs no count; once a statement, since a company may lose 200,000.
CREATE FUNCTION forget_messages() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
    g record;
BEGIN
    FOR g IN SELECT c.company_id, array_agg(c.lead_id ORDER BY c.lead_id) AS leads, array_agg(c.gone ORDER BY c.lead_id) AS gone
               FROM (SELECT m.company_id, m.lead_id, count(*) AS gone
                       FROM old_rows m
                      WHERE m.lead_id IS NOT NULL
                      GROUP BY m.company_id, m.lead_id) c
              GROUP BY c.company_id
    LOOP
        UPDATE leads l
           SET messages = greatest(l.messages - c.gone, 0)
          FROM unnest(g.leads, g.gone) AS c (lead_id, gone)
         WHERE l.company_id = g.company_id
           AND l.id = c.lead_id;
    END LOOP;
    RETURN NULL;
END
$$;
CREATE TRIGGER messages_history_forget AFTER DELETE ON messages_history REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
    EXECUTE FUNCTION forget_messages();

-- That it was written, not what was said: the text stands in messages_history alone.
CREATE TRIGGER messages_history_audit AFTER INSERT ON messages_history FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '')
    EXECUTE FUNCTION audit_row('message', 'id', 'content,media_url,metadata', '');

-- A message, with who records it for the audit log: one statement and so a transaction of its own, where it is not part of
-- another one. No row: store, lead or agent is not the company's, they do not belong together, or the gateway has sent
-- this message before. set_config() is enough for triggers that run where this does.
CREATE FUNCTION add_message(
    company text, new_id uuid, wanted_store uuid, wanted_lead uuid, wanted_agent uuid, new_role text, new_content text,
    new_media_url text, new_media_type text, new_external_id text, new_metadata jsonb, person text, action text,
    request text)
RETURNS TABLE (
    id uuid, store_id uuid, lead_id uuid, agent_id uuid, role text, content text, media_url text, media_type text,
    external_id text, metadata jsonb, created_at timestamptz)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
    PERFORM set_config('app.actor', person, true), set_config('app.action', action, true),
            set_config('app.request_id', request, true);
    RETURN QUERY
    INSERT INTO messages_history AS m (company_id, id, store_id, lead_id, agent_id, role, content, media_url, media_type,
                                       external_id, metadata)
    SELECT s.company_id, new_id, s.id, l.id, a.id, new_role, new_content, new_media_url, new_media_type, new_external_id,
           new_metadata
      FROM stores s
      LEFT JOIN leads l ON l.company_id = company AND l.id = ANY (ARRAY[wanted_lead]) AND l.store_id = s.id
                       AND l.merged_into IS NULL
      LEFT JOIN agents a ON a.company_id = company AND a.id = ANY (ARRAY[wanted_agent]) AND a.store_id = s.id
                        AND a.deleted_at IS NULL
     WHERE s.company_id = company
       AND s.id = coalesce(wanted_store,
                           (SELECT o.store_id FROM leads o WHERE o.company_id = company AND o.id = wanted_lead),
                           (SELECT o.store_id FROM agents o WHERE o.company_id = company AND o.id = wanted_agent))
       AND (wanted_lead IS NULL OR l.id IS NOT NULL)
       AND (wanted_agent IS NULL OR a.id IS NOT NULL)
        ON CONFLICT DO NOTHING
    RETURNING m.id, m.store_id, m.lead_id, m.agent_id, m.role, m.content, m.media_url, m.media_type, m.external_id,
              m.metadata, m.created_at;
END
$$;

-- Messages of the running minute and day of a lead (of an agent, where there is no lead): the chat's rate limits hold
-- over all processes. One row a subject, rewritten in place.
CREATE TABLE chat_rate (
    company_id   text NOT NULL,
    store_id     uuid NOT NULL,
    subject_id   uuid NOT NULL,
    minute_at    timestamptz NOT NULL,
    minute_count integer NOT NULL,
    day_at       timestamptz NOT NULL,
    day_count    integer NOT NULL,
    CONSTRAINT chat_rate_pkey PRIMARY KEY (company_id, store_id, subject_id),
    CONSTRAINT chat_rate_store_fkey FOREIGN KEY (company_id, store_id)
        REFERENCES stores (company_id, id) ON DELETE CASCADE
) WITH (fillfactor = 50);
