-- What order creation repeats safely by, and one function for times inside JSON the database builds.

-- Hash of the request an idempotency_key stands for: the same key with another body is the caller's error, not a replay.
ALTER TABLE orders ADD COLUMN request_sha256 bytea;

-- A time as the API writes it. STABLE and not STRICT, so that the planner inlines it.
CREATE FUNCTION wire_time(moment timestamptz) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE
RETURN to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');

DROP TRIGGER orders_audit ON orders;
CREATE TRIGGER orders_audit AFTER INSERT OR UPDATE OR DELETE ON orders FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '')
    EXECUTE FUNCTION audit_row('order', 'id', '', 'version,idempotency_key,request_sha256');
