-- no-transaction
-- A push of the ERP that comes late brings no older price (as stock_source_at says of its last count); and a gateway may count
-- its messages chat by chat, so an id is known within an agent's conversation with one lead and not among all of the agent's.
ALTER TABLE products ADD COLUMN IF NOT EXISTS price_source_at timestamptz;
-- What an attempt that was cut off has left is no index.
DROP INDEX CONCURRENTLY IF EXISTS messages_history_external_id_key;
-- squawk-ignore ban-concurrent-index-creation-in-transaction
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS messages_history_external_id_key
    ON messages_history (company_id, lead_id, agent_id, external_id) NULLS NOT DISTINCT WHERE external_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS messages_history_agent_external_id_key;
DROP INDEX CONCURRENTLY IF EXISTS messages_history_lead_external_id_key;
