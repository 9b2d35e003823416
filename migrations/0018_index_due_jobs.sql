-- no-transaction
-- An idle worker asks whether anything is due; without this the answer costs a probe per company with work for later.
CREATE INDEX CONCURRENTLY IF NOT EXISTS jobs_due_idx ON jobs (run_at) WHERE dead_at IS NULL;
