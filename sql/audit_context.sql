-- The audit context of a transaction, read by the audit triggers (migrations: audit_row).

-- name: set_audit_context(actor_id, action, request_id)!
-- unowned: sets transaction-local variables only, touches no table.
SELECT set_config('app.actor', :actor_id, true),
       set_config('app.action', :action, true),
       set_config('app.request_id', :request_id, true);
