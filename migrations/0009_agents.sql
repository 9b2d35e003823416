-- Agents: who answers in a store's name.

CREATE TABLE agents (
    company_id            text NOT NULL,
    id                    uuid NOT NULL,
    store_id              uuid NOT NULL,
    name                  text NOT NULL,
    type                  text NOT NULL,
    -- The gateway knows an agent by this name alone: lookups.
    messaging_instance_id text NOT NULL,
    persona               jsonb NOT NULL DEFAULT '{}',
    channels              text[] NOT NULL DEFAULT '{whatsapp}',
    -- When it answers, [{day, opens, closes}] in the company's time zone; empty: always.
    hours                 jsonb NOT NULL DEFAULT '[]',
    -- What it writes first, and when not; NULL: what its type says.
    follow_ups            jsonb,
    rate_limits           jsonb NOT NULL DEFAULT '{}',
    model                 text,
    active                boolean NOT NULL DEFAULT false,
    deleted_at            timestamptz,
    created_at            timestamptz NOT NULL DEFAULT now(),
    updated_at            timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT agents_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT agents_store_fkey FOREIGN KEY (company_id, store_id)
        REFERENCES stores (company_id, id) ON DELETE CASCADE,
    CONSTRAINT agents_name_check CHECK (length(name) BETWEEN 1 AND 120),
    CONSTRAINT agents_type_check CHECK (length(type) BETWEEN 1 AND 100),
    CONSTRAINT agents_messaging_instance_id_check CHECK (messaging_instance_id ~ '^[a-z0-9_-]{8,64}$'),
    CONSTRAINT agents_persona_check CHECK (jsonb_typeof(persona) = 'object'),
    CONSTRAINT agents_hours_check CHECK (jsonb_typeof(hours) = 'array'),
    CONSTRAINT agents_follow_ups_check CHECK (jsonb_typeof(follow_ups) = 'object'),
    CONSTRAINT agents_rate_limits_check CHECK (jsonb_typeof(rate_limits) = 'object'),
    CONSTRAINT agents_model_check CHECK (length(model) BETWEEN 1 AND 200)
);
-- At most one active agent in a store.
CREATE UNIQUE INDEX agents_one_active_key ON agents (company_id, store_id) WHERE active AND deleted_at IS NULL;
CREATE INDEX agents_store_idx ON agents (company_id, store_id, created_at DESC, id DESC);
-- For the job that writes first, which looks over all companies.
CREATE INDEX agents_follow_ups_idx ON agents (company_id, id) WHERE follow_ups IS NOT NULL;
CREATE STATISTICS agents_store_stats (dependencies) ON company_id, store_id FROM agents;

CREATE TRIGGER agents_set_updated_at BEFORE UPDATE ON agents FOR EACH ROW
    WHEN (OLD.updated_at IS NOT DISTINCT FROM NEW.updated_at) EXECUTE FUNCTION set_updated_at();
-- Conversations an agent is tried with, and what came of each the last time.
CREATE TABLE agent_tests (
    company_id text NOT NULL,
    id         uuid NOT NULL,
    agent_id   uuid NOT NULL,
    name       text NOT NULL,
    turns      jsonb NOT NULL,
    expect     jsonb NOT NULL,
    -- It waits for a run since then.
    queued_at  timestamptz,
    ran_at     timestamptz,
    verdict    text,
    reasons    jsonb NOT NULL DEFAULT '[]',
    answers    jsonb NOT NULL DEFAULT '[]',
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT agent_tests_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT agent_tests_agent_fkey FOREIGN KEY (company_id, agent_id)
        REFERENCES agents (company_id, id) ON DELETE CASCADE,
    CONSTRAINT agent_tests_name_key UNIQUE (company_id, agent_id, name),
    CONSTRAINT agent_tests_name_check CHECK (length(name) BETWEEN 1 AND 120),
    CONSTRAINT agent_tests_turns_check CHECK (jsonb_typeof(turns) = 'array'),
    CONSTRAINT agent_tests_verdict_check CHECK (verdict IN ('clean', 'clumsy', 'wrong', 'harmful'))
);
CREATE INDEX agent_tests_agent_idx ON agent_tests (company_id, agent_id, created_at, id);
CREATE TRIGGER agent_tests_set_updated_at BEFORE UPDATE OF name, turns, expect ON agent_tests FOR EACH ROW
    WHEN (OLD.updated_at IS NOT DISTINCT FROM NEW.updated_at) EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER agent_tests_audit AFTER INSERT OR DELETE OR UPDATE OF name, turns, expect ON agent_tests FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '')
    EXECUTE FUNCTION audit_row('agent_test', 'id', '', 'queued_at,ran_at,verdict,reasons,answers');

CREATE TRIGGER agents_audit AFTER INSERT OR UPDATE OR DELETE ON agents FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '') EXECUTE FUNCTION audit_row('agent', 'id', '', '');
