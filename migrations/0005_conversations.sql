-- Agents, their knowledge links, leads with their timeline, and the chat log.

CREATE TABLE agents (
    id                    uuid NOT NULL,
    store_id              uuid NOT NULL,
    name                  text NOT NULL,
    type                  text NOT NULL,
    messaging_instance_id text NOT NULL,
    persona               jsonb NOT NULL DEFAULT '{}',
    channels              text[] NOT NULL DEFAULT '{whatsapp}',
    rate_limits           jsonb NOT NULL DEFAULT '{}',
    model                 text,
    active                boolean NOT NULL DEFAULT false,
    deleted_at            timestamptz,
    created_at            timestamptz NOT NULL DEFAULT now(),
    updated_at            timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT agents_pkey PRIMARY KEY (id, store_id),
    -- Unique over all stores: the gateway knows an agent by this name alone.
    CONSTRAINT agents_messaging_instance_id_key UNIQUE (messaging_instance_id),
    CONSTRAINT agents_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores (id) ON DELETE CASCADE,
    CONSTRAINT agents_name_check CHECK (length(name) BETWEEN 1 AND 120),
    CONSTRAINT agents_type_check CHECK (length(type) BETWEEN 1 AND 100),
    CONSTRAINT agents_messaging_instance_id_check CHECK (messaging_instance_id ~ '^[a-z0-9_-]{8,64}$'),
    CONSTRAINT agents_persona_check CHECK (jsonb_typeof(persona) = 'object'),
    CONSTRAINT agents_rate_limits_check CHECK (jsonb_typeof(rate_limits) = 'object'),
    CONSTRAINT agents_model_check CHECK (length(model) BETWEEN 1 AND 200)
);
-- At most one active agent in a store.
CREATE UNIQUE INDEX agents_one_active_key ON agents (store_id) WHERE active AND deleted_at IS NULL;
CREATE INDEX agents_store_idx ON agents (store_id, created_at DESC, id DESC);

CREATE TABLE agent_knowledge_base (
    store_id    uuid NOT NULL,
    agent_id    uuid NOT NULL,
    document_id uuid NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT agent_knowledge_base_pkey PRIMARY KEY (store_id, agent_id, document_id),
    CONSTRAINT agent_knowledge_base_agent_fkey FOREIGN KEY (agent_id, store_id)
        REFERENCES agents (id, store_id) ON DELETE CASCADE,
    CONSTRAINT agent_knowledge_base_document_fkey FOREIGN KEY (document_id, store_id)
        REFERENCES documents (id, store_id) ON DELETE CASCADE
);
CREATE INDEX agent_knowledge_base_document_idx ON agent_knowledge_base (store_id, document_id);

CREATE TABLE leads (
    id                uuid NOT NULL,
    store_id          uuid NOT NULL,
    channel           text NOT NULL,
    -- Normalised gateway id or visitor id; rules in app/features/leads/rules.py.
    external_id       text NOT NULL,
    status            text NOT NULL DEFAULT 'new',
    name              text,
    phone             text,
    address           jsonb,
    custom_attributes jsonb NOT NULL DEFAULT '{}',
    interests         text[] NOT NULL DEFAULT '{}',
    profile_summary   text,
    profile_embedding vector(1024),
    last_message_at   timestamptz,
    created_at        timestamptz NOT NULL DEFAULT now(),
    updated_at        timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT leads_pkey PRIMARY KEY (id, store_id),
    CONSTRAINT leads_external_id_key UNIQUE (store_id, channel, external_id),
    CONSTRAINT leads_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores (id) ON DELETE CASCADE,
    CONSTRAINT leads_channel_check CHECK (channel ~ '^[a-z][a-z0-9_]{1,31}$'),
    CONSTRAINT leads_external_id_check CHECK (length(external_id) BETWEEN 1 AND 255),
    CONSTRAINT leads_status_check CHECK (status IN ('new', 'engaged', 'qualified', 'customer', 'lost', 'blocked')),
    CONSTRAINT leads_name_check CHECK (length(name) <= 200),
    CONSTRAINT leads_phone_check CHECK (phone ~ '^\+?[0-9]{8,15}$'),
    CONSTRAINT leads_address_check CHECK (jsonb_typeof(address) = 'object'),
    CONSTRAINT leads_custom_attributes_check CHECK (jsonb_typeof(custom_attributes) = 'object'),
    CONSTRAINT leads_profile_summary_check CHECK (length(profile_summary) <= 20000)
);
-- One index per filter of the list; each ends with the list's sort key.
CREATE INDEX leads_store_idx ON leads (store_id, created_at DESC, id DESC);
CREATE INDEX leads_status_idx ON leads (store_id, status, created_at DESC, id DESC);
CREATE INDEX leads_channel_idx ON leads (store_id, channel, created_at DESC, id DESC);
CREATE INDEX leads_last_message_idx ON leads (store_id, last_message_at DESC NULLS LAST, id DESC);

CREATE TABLE lead_events (
    id            uuid NOT NULL,
    store_id      uuid NOT NULL,
    lead_id       uuid NOT NULL,
    type          text NOT NULL,
    data          jsonb NOT NULL DEFAULT '{}',
    actor_user_id text,
    created_at    timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT lead_events_pkey PRIMARY KEY (id, store_id),
    CONSTRAINT lead_events_lead_fkey FOREIGN KEY (lead_id, store_id)
        REFERENCES leads (id, store_id) ON DELETE CASCADE,
    CONSTRAINT lead_events_type_check CHECK (length(type) BETWEEN 1 AND 64)
);
CREATE INDEX lead_events_lead_idx ON lead_events (store_id, lead_id, created_at DESC, id DESC);

CREATE TABLE messages_history (
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
    CONSTRAINT messages_history_pkey PRIMARY KEY (id, store_id),
    CONSTRAINT messages_history_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores (id) ON DELETE CASCADE,
    CONSTRAINT messages_history_lead_fkey FOREIGN KEY (lead_id, store_id)
        REFERENCES leads (id, store_id) ON DELETE CASCADE,
    -- CASCADE, not SET NULL: a nulled agent could collide in the second unique key below and stop the deletion of a
    -- whole company. Agents are deleted softly; the row itself goes only with its store.
    CONSTRAINT messages_history_agent_fkey FOREIGN KEY (agent_id, store_id)
        REFERENCES agents (id, store_id) ON DELETE CASCADE,
    CONSTRAINT messages_history_owner_check CHECK (lead_id IS NOT NULL OR agent_id IS NOT NULL),
    CONSTRAINT messages_history_role_check CHECK (role IN ('user', 'assistant', 'system', 'tool')),
    CONSTRAINT messages_history_media_url_check CHECK (length(media_url) <= 2048),
    CONSTRAINT messages_history_media_type_check CHECK (length(media_type) <= 255),
    CONSTRAINT messages_history_external_id_check CHECK (length(external_id) BETWEEN 1 AND 255),
    CONSTRAINT messages_history_metadata_check CHECK (jsonb_typeof(metadata) = 'object')
);
CREATE UNIQUE INDEX messages_history_agent_external_id_key ON messages_history (store_id, agent_id, external_id)
    WHERE external_id IS NOT NULL AND agent_id IS NOT NULL;
CREATE UNIQUE INDEX messages_history_lead_external_id_key ON messages_history (store_id, lead_id, external_id)
    WHERE external_id IS NOT NULL AND agent_id IS NULL;
CREATE INDEX messages_history_lead_idx ON messages_history (store_id, lead_id, created_at DESC, id DESC);
CREATE INDEX messages_history_agent_idx ON messages_history (store_id, agent_id, created_at DESC, id DESC);
CREATE INDEX messages_history_store_idx ON messages_history (store_id, created_at DESC, id DESC);

CREATE TRIGGER agents_set_updated_at BEFORE UPDATE ON agents FOR EACH ROW
    WHEN (OLD.updated_at IS NOT DISTINCT FROM NEW.updated_at) EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER leads_set_updated_at BEFORE UPDATE ON leads FOR EACH ROW
    WHEN (OLD.updated_at IS NOT DISTINCT FROM NEW.updated_at) EXECUTE FUNCTION set_updated_at();

CREATE TRIGGER agents_audit AFTER INSERT OR UPDATE OR DELETE ON agents FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '') EXECUTE FUNCTION audit_row('agent', 'id', '', '');
CREATE TRIGGER agent_knowledge_base_audit AFTER INSERT OR DELETE ON agent_knowledge_base FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '')
    EXECUTE FUNCTION audit_row('agent_knowledge_base', 'agent_id', '', '');
-- Without last_message_at, which moves with every message.
CREATE TRIGGER leads_audit AFTER INSERT OR DELETE OR UPDATE OF status, name, phone, address, custom_attributes, interests,
    profile_summary, profile_embedding ON leads FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '')
    EXECUTE FUNCTION audit_row('lead', 'id', 'profile_embedding', 'last_message_at');
CREATE TRIGGER lead_events_audit AFTER INSERT ON lead_events FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '') EXECUTE FUNCTION audit_row('lead_event', 'id', '', '');
-- That it was written, not what was said: the text stands in messages_history alone.
CREATE TRIGGER messages_history_audit AFTER INSERT ON messages_history FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '')
    EXECUTE FUNCTION audit_row('message', 'id', 'content,media_url,metadata', '');
