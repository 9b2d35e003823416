-- Leads: the people a store talks to, with their timeline and running totals.

CREATE TABLE leads (
    company_id        text NOT NULL,
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
    -- How many messages it has; counted where they are written, so that no list of them has to.
    messages          bigint NOT NULL DEFAULT 0,
    -- Archived: out of lists and limits, until the person writes again. Merged ones never come back: their addresses lead
    -- to the other lead (lead_addresses).
    deleted_at        timestamptz,
    merged_into       uuid,
    -- Name, phone and addresses by which people look for a lead; written by leads_fill_found_by.
    found_by          text NOT NULL DEFAULT '',
    created_at        timestamptz NOT NULL DEFAULT now(),
    updated_at        timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT leads_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT leads_external_id_key UNIQUE (company_id, store_id, channel, external_id),
    CONSTRAINT leads_store_fkey FOREIGN KEY (company_id, store_id)
        REFERENCES stores (company_id, id) ON DELETE CASCADE,
    CONSTRAINT leads_channel_check CHECK (channel ~ '^[a-z][a-z0-9_]{1,31}$'),
    CONSTRAINT leads_external_id_check CHECK (length(external_id) BETWEEN 1 AND 255),
    CONSTRAINT leads_status_check CHECK (status IN ('new', 'engaged', 'qualified', 'customer', 'lost', 'blocked')),
    CONSTRAINT leads_name_check CHECK (length(name) <= 200),
    CONSTRAINT leads_phone_check CHECK (phone ~ '^\+?[0-9]{8,15}$'),
    CONSTRAINT leads_address_check CHECK (jsonb_typeof(address) = 'object'),
    CONSTRAINT leads_custom_attributes_check CHECK (jsonb_typeof(custom_attributes) = 'object'),
    CONSTRAINT leads_profile_summary_check CHECK (length(profile_summary) <= 20000)
);
CREATE INDEX leads_found_by_idx ON leads USING gin (store_id, found_by gin_trgm_ops);
-- One index per filter of the list; each ends with the list's sort key.
CREATE INDEX leads_store_idx ON leads (company_id, store_id, created_at DESC, id DESC);
CREATE INDEX leads_status_idx ON leads (company_id, store_id, status, created_at DESC, id DESC);
CREATE INDEX leads_channel_idx ON leads (company_id, store_id, channel, created_at DESC, id DESC);
CREATE INDEX leads_name_idx ON leads (company_id, store_id, fold_text(name)) WHERE deleted_at IS NULL;
CREATE INDEX leads_last_message_idx ON leads (company_id, store_id, last_message_at DESC NULLS LAST, id DESC);
CREATE INDEX leads_merged_into_idx ON leads (company_id, merged_into) WHERE merged_into IS NOT NULL;
CREATE STATISTICS leads_store_stats (dependencies) ON company_id, store_id FROM leads;

CREATE FUNCTION fill_lead_found_by() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    NEW.found_by := fold_text(concat_ws(' ', NEW.name, NEW.phone, regexp_replace(NEW.phone, '[^0-9]', '', 'g'), NEW.external_id));
    RETURN NEW;
END
$$;
CREATE TRIGGER leads_fill_found_by BEFORE INSERT OR UPDATE OF name, phone, external_id ON leads
    FOR EACH ROW EXECUTE FUNCTION fill_lead_found_by();

-- The other ids under which a lead's person writes, beside its own: an opaque id, those of leads that were merged into it.
CREATE TABLE lead_addresses (
    company_id  text NOT NULL,
    store_id    uuid NOT NULL,
    channel     text NOT NULL,
    external_id text NOT NULL,
    lead_id     uuid NOT NULL,
    CONSTRAINT lead_addresses_pkey PRIMARY KEY (company_id, store_id, channel, external_id),
    CONSTRAINT lead_addresses_lead_fkey FOREIGN KEY (company_id, lead_id)
        REFERENCES leads (company_id, id) ON DELETE CASCADE,
    CONSTRAINT lead_addresses_external_id_check CHECK (length(external_id) BETWEEN 1 AND 255)
);
CREATE INDEX lead_addresses_lead_idx ON lead_addresses (company_id, lead_id);

CREATE TABLE lead_events (
    company_id    text NOT NULL,
    id            uuid NOT NULL,
    store_id      uuid NOT NULL,
    lead_id       uuid NOT NULL,
    type          text NOT NULL,
    data          jsonb NOT NULL DEFAULT '{}',
    actor_user_id text,
    created_at    timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT lead_events_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT lead_events_lead_fkey FOREIGN KEY (company_id, lead_id)
        REFERENCES leads (company_id, id) ON DELETE CASCADE,
    CONSTRAINT lead_events_type_check CHECK (length(type) BETWEEN 1 AND 64)
);
CREATE INDEX lead_events_lead_idx ON lead_events (company_id, lead_id, created_at DESC, id DESC);

CREATE TABLE lead_totals (
    company_id text NOT NULL,
    store_id   uuid NOT NULL,
    status     text NOT NULL,
    leads      bigint NOT NULL,
    CONSTRAINT lead_totals_pkey PRIMARY KEY (company_id, store_id, status),
    CONSTRAINT lead_totals_store_fkey FOREIGN KEY (company_id, store_id)
        REFERENCES stores (company_id, id) ON DELETE CASCADE
) WITH (fillfactor = 50);

CREATE FUNCTION add_lead_totals() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
    g record;
BEGIN
    FOR g IN SELECT l.company_id, l.store_id, l.status, count(*) AS leads
               FROM new_rows l
              WHERE l.deleted_at IS NULL
              GROUP BY l.company_id, l.store_id, l.status
              ORDER BY l.company_id, l.store_id, l.status
    LOOP
        INSERT INTO lead_totals AS t (company_id, store_id, status, leads)
        VALUES (g.company_id, g.store_id, g.status, g.leads)
            ON CONFLICT (company_id, store_id, status) DO UPDATE SET leads = t.leads + EXCLUDED.leads;
    END LOOP;
    RETURN NULL;
END
$$;

CREATE FUNCTION move_lead_totals() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
    g record;
BEGIN
    FOR g IN SELECT d.status, d.leads
               FROM (VALUES (OLD.status, -(OLD.deleted_at IS NULL)::integer),
                            (NEW.status, (NEW.deleted_at IS NULL)::integer)) AS d (status, leads)
              WHERE d.leads <> 0
              ORDER BY d.status
    LOOP
        INSERT INTO lead_totals AS t (company_id, store_id, status, leads)
        VALUES (NEW.company_id, NEW.store_id, g.status, g.leads)
            ON CONFLICT (company_id, store_id, status) DO UPDATE SET leads = t.leads + EXCLUDED.leads;
    END LOOP;
    RETURN NULL;
END
$$;

-- UPDATE alone: when the whole store goes, its totals may be gone already and must not come back.
CREATE FUNCTION subtract_lead_totals() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
    g record;
BEGIN
    FOR g IN SELECT l.company_id, l.store_id, l.status, count(*) AS leads
               FROM old_rows l
              WHERE l.deleted_at IS NULL
              GROUP BY l.company_id, l.store_id, l.status
              ORDER BY l.company_id, l.store_id, l.status
    LOOP
        UPDATE lead_totals t
           SET leads = t.leads - g.leads
         WHERE t.company_id = g.company_id
           AND t.store_id = g.store_id
           AND t.status = g.status;
    END LOOP;
    RETURN NULL;
END
$$;

CREATE TRIGGER leads_add_totals AFTER INSERT ON leads REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
    EXECUTE FUNCTION add_lead_totals();
CREATE TRIGGER leads_move_totals AFTER UPDATE OF status, deleted_at ON leads FOR EACH ROW
    WHEN (OLD.status IS DISTINCT FROM NEW.status OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL)) EXECUTE FUNCTION move_lead_totals();
CREATE TRIGGER leads_subtract_totals AFTER DELETE ON leads REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
    EXECUTE FUNCTION subtract_lead_totals();

CREATE TRIGGER leads_set_updated_at BEFORE UPDATE ON leads FOR EACH ROW
    WHEN (OLD.updated_at IS NOT DISTINCT FROM NEW.updated_at) EXECUTE FUNCTION set_updated_at();
-- Without last_message_at, which moves with every message.
CREATE TRIGGER leads_audit AFTER INSERT OR DELETE OR UPDATE OF status, name, phone, address, custom_attributes, interests,
    profile_summary, profile_embedding, deleted_at, merged_into ON leads FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '')
    EXECUTE FUNCTION audit_row('lead', 'id', 'profile_embedding', 'last_message_at,messages,found_by');
CREATE TRIGGER lead_events_audit AFTER INSERT ON lead_events FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '') EXECUTE FUNCTION audit_row('lead_event', 'id', '', '');
