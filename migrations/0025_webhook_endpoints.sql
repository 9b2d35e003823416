-- Where a company's events go: its endpoints, and each event on its way to each of them.

CREATE TABLE webhook_endpoints (
    company_id             text NOT NULL,
    id                     uuid NOT NULL,
    -- Events of this store alone; NULL: of the whole company.
    store_id               uuid,
    url                    text NOT NULL,
    types                  text[] NOT NULL,
    description            text,
    active                 boolean NOT NULL DEFAULT true,
    -- NULL in a company that was imported: an export holds no secrets.
    secret_enc             bytea,
    secret_prev_enc        bytea,
    secret_prev_expires_at timestamptz,
    -- Why it was switched off, when that was not done by a person.
    last_error             text,
    created_at             timestamptz NOT NULL DEFAULT now(),
    updated_at             timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT webhook_endpoints_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id) ON DELETE CASCADE,
    CONSTRAINT webhook_endpoints_store_fkey FOREIGN KEY (company_id, store_id)
        REFERENCES stores (company_id, id) ON DELETE CASCADE,
    CONSTRAINT webhook_endpoints_url_check CHECK (url ~* '^https?://'),
    CONSTRAINT webhook_endpoints_types_check CHECK (cardinality(types) > 0)
);
CREATE INDEX webhook_endpoints_store_idx ON webhook_endpoints (company_id, store_id);
CREATE STATISTICS webhook_endpoints_store_stats (dependencies) ON company_id, store_id FROM webhook_endpoints;
CREATE TRIGGER webhook_endpoints_set_updated_at BEFORE UPDATE ON webhook_endpoints FOR EACH ROW
    WHEN (OLD.updated_at IS NOT DISTINCT FROM NEW.updated_at) EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER webhook_endpoints_audit AFTER INSERT OR UPDATE OR DELETE ON webhook_endpoints FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '')
    EXECUTE FUNCTION audit_row('webhook_endpoint', 'id', '', 'secret_prev_expires_at,last_error');

-- All that events are sent to. A store's ERP is one of them, under the store's id, and hears what is meant for it alone.
CREATE FUNCTION webhook_targets(company text)
RETURNS TABLE (id uuid, store_id uuid, url text, types text[], active boolean, secret_enc bytea, secret_prev_enc bytea,
               secret_prev_expires_at timestamptz, erp boolean)
LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    SELECT w.id, w.store_id, w.url, w.types, w.active, w.secret_enc, w.secret_prev_enc, w.secret_prev_expires_at, false
      FROM webhook_endpoints w
     WHERE w.company_id = company
     UNION ALL
    SELECT x.store_id, x.store_id, x.outbound_url,
           ARRAY['erp.stock.updated', 'erp.order.confirmed', 'erp.order.cancelled'], x.outbound_enabled,
           x.outbound_secret_enc, x.outbound_secret_prev_enc, x.outbound_prev_expires_at, true
      FROM store_stock_sync_settings x
     WHERE x.company_id = company;
END
$$;

-- An event on its way to an endpoint, and how that went.
CREATE TABLE webhook_deliveries (
    company_id   text NOT NULL,
    id           uuid NOT NULL,
    -- Of an endpoint, or the store's whose ERP it is.
    endpoint_id  uuid NOT NULL,
    store_id     uuid,
    -- The webhook-id that the receiver sees, the same on every try.
    event_id     uuid NOT NULL,
    seq          bigint NOT NULL,
    -- What holds it back is what is before it with the same subject, and nothing else.
    subject_id   text NOT NULL,
    type         text NOT NULL,
    -- The very text that is signed.
    body         text NOT NULL,
    attempts     integer NOT NULL DEFAULT 0,
    -- infinity: behind another one of its subject.
    next_at      timestamptz NOT NULL,
    -- From when on WEBHOOK_RETRY_FOR counts.
    opened_at    timestamptz NOT NULL,
    delivered_at timestamptz,
    dead_at      timestamptz,
    last_status  integer,
    last_error   text,
    status       text NOT NULL GENERATED ALWAYS AS (
        CASE WHEN delivered_at IS NOT NULL THEN 'delivered'
             WHEN dead_at IS NOT NULL THEN 'dead'
             WHEN attempts > 0 THEN 'failing'
             ELSE 'pending' END) STORED,
    created_at   timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT webhook_deliveries_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id) ON DELETE CASCADE,
    CONSTRAINT webhook_deliveries_store_fkey FOREIGN KEY (company_id, store_id)
        REFERENCES stores (company_id, id) ON DELETE CASCADE,
    CONSTRAINT webhook_deliveries_attempts_check CHECK (attempts >= 0),
    CONSTRAINT webhook_deliveries_ended_check CHECK (delivered_at IS NULL OR dead_at IS NULL)
);
CREATE INDEX webhook_deliveries_due_idx ON webhook_deliveries (company_id, endpoint_id, next_at, seq)
    WHERE delivered_at IS NULL AND dead_at IS NULL;
CREATE INDEX webhook_deliveries_subject_idx ON webhook_deliveries (company_id, endpoint_id, subject_id, seq)
    WHERE delivered_at IS NULL AND dead_at IS NULL;
CREATE INDEX webhook_deliveries_list_idx ON webhook_deliveries (company_id, endpoint_id, seq DESC, id DESC);
CREATE INDEX webhook_deliveries_store_idx ON webhook_deliveries (company_id, store_id);
CREATE STATISTICS webhook_deliveries_store_stats (dependencies) ON company_id, store_id FROM webhook_deliveries;
-- For metrics and the purge, which are over all companies.
CREATE INDEX webhook_deliveries_backlog_idx ON webhook_deliveries (type, status) WHERE delivered_at IS NULL;
CREATE INDEX webhook_deliveries_created_at_idx ON webhook_deliveries (created_at);

-- Numbers what was committed since, `most` at a time, and puts what is awaited on its way. Gives the endpoints that have
-- something to be sent. One at a time for a company; what commits meanwhile comes behind.
CREATE FUNCTION number_events(company text, moment timestamptz, most integer) RETURNS SETOF uuid
LANGUAGE plpgsql AS $$
DECLARE
    last    bigint;
    written bigint;
    sent    record;
    behind  boolean;
BEGIN
    IF NOT EXISTS (SELECT FROM events e WHERE e.company_id = company AND e.seq IS NULL) THEN
        RETURN;
    END IF;
    INSERT INTO event_counters (company_id, seq) VALUES (company, 0) ON CONFLICT (company_id) DO NOTHING;
    SELECT c.seq INTO last FROM event_counters c WHERE c.company_id = company FOR UPDATE;
    UPDATE events e
       SET seq = last + n.number
      FROM (SELECT u.id, row_number() OVER (ORDER BY u.place) AS number
              FROM events u
             WHERE u.company_id = company
               AND u.seq IS NULL
             ORDER BY u.place
             LIMIT most) n
     WHERE e.company_id = company
       AND e.id = n.id;
    GET DIAGNOSTICS written = ROW_COUNT;
    IF written = 0 THEN
        RETURN;
    END IF;
    UPDATE event_counters c SET seq = last + written WHERE c.company_id = company;
    FOR sent IN
        SELECT e.company_id, e.id, e.store_id, e.seq, e.subject_id, e.type, t.id AS endpoint,
               json_build_object('id', e.id, 'type', regexp_replace(e.type, '^erp\.', ''),
                                 'timestamp', wire_time(e.created_at), 'data', e.data)::text AS body
          FROM events e
          JOIN webhook_targets(company) t ON t.active
         WHERE e.company_id = company
           AND e.seq > last
           AND e.awaited
           AND e.type = ANY (t.types)
           AND (t.store_id IS NULL OR t.store_id = e.store_id)
         ORDER BY e.seq
    LOOP
        behind := EXISTS (SELECT FROM webhook_deliveries d
                           WHERE d.company_id = company
                             AND d.endpoint_id = sent.endpoint
                             AND d.subject_id = sent.subject_id
                             AND d.delivered_at IS NULL
                             AND d.dead_at IS NULL);
        INSERT INTO webhook_deliveries (company_id, id, endpoint_id, store_id, event_id, seq, subject_id, type, body,
                                        next_at, opened_at)
        VALUES (company, gen_random_uuid(), sent.endpoint, sent.store_id, sent.id, sent.seq, sent.subject_id, sent.type,
                sent.body, CASE WHEN behind THEN 'infinity' ELSE moment END, moment);
        RETURN NEXT sent.endpoint;
    END LOOP;
    UPDATE events e SET awaited = false WHERE e.company_id = company AND e.seq > last AND e.awaited;
END
$$;

-- How tries at one endpoint went: `outcomes` are delivered, dead or again (at `times`). `tries` is the fence: nothing
-- changes for one that was settled or replayed meanwhile. What waited behind an ended one is due.
CREATE FUNCTION settle_deliveries(company text, endpoint uuid, deliveries uuid[], tries integer[], outcomes text[],
                                  times timestamptz[], statuses integer[], errors text[], moment timestamptz)
RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    ended text[];
BEGIN
    PERFORM c.seq FROM event_counters c WHERE c.company_id = company FOR UPDATE;
    UPDATE webhook_deliveries d
       SET attempts = d.attempts + 1,
           delivered_at = CASE p.outcome WHEN 'delivered' THEN moment END,
           dead_at = CASE p.outcome WHEN 'dead' THEN moment END,
           next_at = coalesce(p.again, d.next_at),
           last_status = p.status,
           last_error = p.error
      FROM unnest(deliveries, tries, outcomes, times, statuses, errors)
           AS p (id, attempts, outcome, again, status, error)
     WHERE d.company_id = company
       AND d.id = p.id
       AND d.attempts = p.attempts
       AND d.delivered_at IS NULL
       AND d.dead_at IS NULL;
    SELECT array_agg(DISTINCT d.subject_id)
      INTO ended
      FROM webhook_deliveries d
     WHERE d.company_id = company
       AND d.id = ANY (deliveries)
       AND (d.delivered_at IS NOT NULL OR d.dead_at IS NOT NULL);
    PERFORM release_deliveries(company, endpoint, ended, moment);
END
$$;

-- Makes the first open delivery of each subject due.
CREATE FUNCTION release_deliveries(company text, endpoint uuid, subjects text[], moment timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    UPDATE webhook_deliveries d
       SET next_at = moment
     WHERE d.company_id = company
       AND d.endpoint_id = endpoint
       AND d.delivered_at IS NULL
       AND d.dead_at IS NULL
       AND d.next_at > moment
       AND d.id IN (SELECT (SELECT f.id
                              FROM webhook_deliveries f
                             WHERE f.company_id = company
                               AND f.endpoint_id = endpoint
                               AND f.subject_id = s.subject
                               AND f.delivered_at IS NULL
                               AND f.dead_at IS NULL
                             ORDER BY f.seq
                             LIMIT 1)
                      FROM unnest(subjects) AS s (subject));
END
$$;
