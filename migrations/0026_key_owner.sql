-- Who holds an Idempotency-Key: a key whose process is gone is free at once.

-- Presence of the process that claimed the key (sql/idempotency.sql).
ALTER TABLE idempotency_keys ADD COLUMN owner integer NOT NULL DEFAULT 0;
