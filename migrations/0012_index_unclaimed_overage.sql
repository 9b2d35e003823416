-- no-transaction
-- The usage report and the overage charge look for unclaimed overage alone; rows without overage are never claimed.

CREATE INDEX CONCURRENTLY token_usage_open_overage_idx ON token_usage (company_id, period, id)
    WHERE batch_id IS NULL AND from_overage > 0;

DROP INDEX CONCURRENTLY token_usage_unclaimed_idx;
