-- What has happened in a company, in order, for whoever reads on from where they stopped.

-- The last number given out. Its row is locked until the change is committed: who reads in the order of the numbers
-- misses none.
CREATE TABLE event_counters (
    company_id text NOT NULL,
    seq        bigint NOT NULL,
    CONSTRAINT event_counters_pkey PRIMARY KEY (company_id),
    CONSTRAINT event_counters_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id) ON DELETE CASCADE
) WITH (fillfactor = 50);

CREATE TABLE events (
    company_id text NOT NULL,
    id         uuid NOT NULL,
    seq        bigint NOT NULL,
    store_id   uuid NOT NULL,
    type       text NOT NULL,
    -- What it is about: the conversation, the order.
    subject_id uuid NOT NULL,
    data       jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT events_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT events_seq_key UNIQUE (company_id, seq),
    CONSTRAINT events_store_fkey FOREIGN KEY (company_id, store_id)
        REFERENCES stores (company_id, id) ON DELETE CASCADE
);
CREATE INDEX events_store_idx ON events (company_id, store_id);
CREATE STATISTICS events_store_stats (dependencies) ON company_id, store_id FROM events;
-- For the purge, which is over all companies.
CREATE INDEX events_created_at_idx ON events (created_at);

-- Written in the transaction of what it tells. Call it last: the counter's lock is held until the end.
CREATE FUNCTION add_event(company text, store uuid, event text, subject uuid, content jsonb) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
    next bigint;
BEGIN
    INSERT INTO event_counters AS c (company_id, seq)
    VALUES (company, 1)
        ON CONFLICT (company_id) DO UPDATE SET seq = c.seq + 1
    RETURNING c.seq INTO next;
    INSERT INTO events (company_id, id, seq, store_id, type, subject_id, data)
    VALUES (company, gen_random_uuid(), next, store, event, subject, content);
    RETURN true;
END
$$;
