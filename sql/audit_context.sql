-- The audit context of a transaction, read by the audit triggers (migrations/0003_audit.sql).

-- name: set_audit_context(actor_id, action, request_id)!
-- unowned: sets transaction-local variables only, touches no table.
SELECT set_audit_context(:actor_id, :action, :request_id);

-- name: set_trace(traceparent)!
-- unowned: sets transaction-local variables only, touches no table.
SELECT set_trace(:traceparent);

-- name: act_as(actor_id, kind, action)!
-- unowned: sets transaction-local variables only, touches no table.
-- Somebody else than the company's own request acts for it: an agent, a webhook, the worker.
SELECT set_audit_context(:actor_id, :action, ''), set_actor_type(:kind);
