-- Tells every process which cached users and sessions to forget, whoever changed them (API, cascade, purge, psql).
-- Keys are MD5 of e-mail or token: no secret travels in a notification. app/ops/auth_caches.py listens.

CREATE FUNCTION notify_auth_cache() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT count(*) FROM (SELECT 1 FROM old_rows LIMIT 51) few) > 50 THEN
        PERFORM pg_notify('auth_cache', TG_TABLE_NAME || ':*');
    ELSIF TG_TABLE_NAME = 'users' THEN
        PERFORM pg_notify('auth_cache', 'users:' || md5(to_jsonb(o) ->> 'email')) FROM old_rows o;
    ELSE
        PERFORM pg_notify('auth_cache', 'sessions:' || md5(to_jsonb(o) ->> 'token')) FROM old_rows o;
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER users_notify_update AFTER UPDATE ON users REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION notify_auth_cache();
CREATE TRIGGER users_notify_delete AFTER DELETE ON users REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION notify_auth_cache();
CREATE TRIGGER sessions_notify_update AFTER UPDATE ON sessions REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION notify_auth_cache();
CREATE TRIGGER sessions_notify_delete AFTER DELETE ON sessions REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION notify_auth_cache();
