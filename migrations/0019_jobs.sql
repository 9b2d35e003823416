-- Work that follows a change: rows written in the change's own transaction, claimed by workers (app/jobs).

-- Distributed, it lies on the coordinator: it is claimed over all companies, and a node that is down must not stop the
-- work of the companies on others.
CREATE TABLE jobs (
    -- Whose turn it takes; '*' is the service itself. No reference: a job outlives its company and finds nothing.
    company_id text NOT NULL DEFAULT '*',
    id         uuid NOT NULL,
    name       text NOT NULL,
    args       jsonb NOT NULL,
    -- One waiting job per company, name and key; a claimed one no longer counts, for it may have read its data already.
    unique_key text,
    -- When it may be claimed. Claiming moves it to the end of the lease, so a dead worker's job becomes due by itself.
    run_at     timestamptz NOT NULL DEFAULT now(),
    claimed    boolean NOT NULL DEFAULT false,
    -- Counted up by each claim. Whoever settles a job names the count it claimed: the fence against an expired lease.
    attempts   integer NOT NULL DEFAULT 0,
    last_error text,
    -- The request that made it, for its log lines, and the span it belongs to.
    request_id  text,
    traceparent text,
    dead_at    timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT jobs_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT jobs_name_check CHECK (length(name) BETWEEN 1 AND 100),
    CONSTRAINT jobs_unique_key_check CHECK (length(unique_key) BETWEEN 1 AND 300)
) WITH (
    -- Rows live for milliseconds: vacuum by count, or the dead ones slow down every claim.
    autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0
);
CREATE INDEX jobs_turn_idx ON jobs (company_id, run_at) WHERE dead_at IS NULL;
-- An idle worker asks whether anything is due; without this the answer costs a probe per company with work for later.
CREATE INDEX jobs_due_idx ON jobs (run_at) WHERE dead_at IS NULL;
CREATE UNIQUE INDEX jobs_unique_key_idx ON jobs (company_id, name, unique_key)
    WHERE unique_key IS NOT NULL AND NOT claimed AND dead_at IS NULL;
CREATE INDEX jobs_claimed_key_idx ON jobs (company_id, name, unique_key) WHERE unique_key IS NOT NULL AND claimed;
CREATE INDEX jobs_dead_at_idx ON jobs (dead_at) WHERE dead_at IS NOT NULL;

-- What runs by the clock. The row is the lock: of many workers one moves next_run_at and makes the job.
CREATE TABLE job_schedules (
    name        text NOT NULL,
    every       interval NOT NULL,
    next_run_at timestamptz NOT NULL,
    last_run_at timestamptz,
    CONSTRAINT job_schedules_pkey PRIMARY KEY (name),
    CONSTRAINT job_schedules_every_check CHECK (every > interval '0')
);
