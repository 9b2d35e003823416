-- no-transaction
-- The alert worker looks every minute for running months that have had no alert yet, among all months there ever were.

CREATE INDEX CONCURRENTLY usage_counters_alert_idx ON usage_counters (period) WHERE alert_sent_at IS NULL;
