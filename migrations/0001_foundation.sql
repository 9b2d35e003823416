-- What every later table leans on: extensions, text folding, updated_at, and the audit log with its trigger functions.

CREATE EXTENSION IF NOT EXISTS vector;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
-- Lets a GIN index begin with store_id, so that a text search reads one store's entries and not everybody's.
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- Case- and accent-insensitive form of a text. Our own and IMMUTABLE, because generated columns and indexes use it:
-- unaccent() is only STABLE and is missing on some servers. Accents go before lower(), so a C locale folds alike.
CREATE FUNCTION fold_text(value text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lower(translate(normalize(value, NFC),
    'ÁÀÂÃÄÅáàâãäåÉÈÊËéèêëÍÌÎÏíìîïÓÒÔÕÖóòôõöÚÙÛÜúùûüÇçÑñÝýÿ',
    'AAAAAAaaaaaaEEEEeeeeIIIIiiiiOOOOOoooooUUUUuuuuCcNnYyy'));

-- Attached with WHEN (old.updated_at IS NOT DISTINCT FROM new.updated_at): a statement that sets the column itself wins.
CREATE FUNCTION set_updated_at() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    -- A statement that changes nothing (an empty PATCH) leaves the time alone.
    IF NEW IS DISTINCT FROM OLD THEN
        NEW.updated_at := now();
    END IF;
    RETURN NEW;
END
$$;

-- Who changed what. No references: the rows outlive the records, and the company, they speak of.
CREATE TABLE audit_log (
    id            bigint GENERATED ALWAYS AS IDENTITY,
    company_id    text NOT NULL,
    actor_user_id text,
    actor_type    text NOT NULL DEFAULT 'user',
    action        text NOT NULL,
    target_type   text NOT NULL,
    target_id     text NOT NULL,
    changes       jsonb NOT NULL DEFAULT '{}',
    request_id    text,
    created_at    timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT audit_log_pkey PRIMARY KEY (id),
    CONSTRAINT audit_log_actor_type_check CHECK (actor_type IN ('user', 'agent', 'webhook', 'worker'))
);
CREATE INDEX audit_log_company_idx ON audit_log (company_id, id DESC);
CREATE INDEX audit_log_type_idx ON audit_log (company_id, target_type, id DESC);
CREATE INDEX audit_log_target_idx ON audit_log (company_id, target_id, id DESC);

CREATE FUNCTION refuse_audit_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'audit_log is append-only: % refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log
    FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON audit_log
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- {field: [old, new]} of the fields that differ. NULL and JSON null are the same here, a missing side counts as nulls.
-- *_enc columns and those in `hidden` show only that they were set or cleared ("***").
CREATE FUNCTION audit_diff(before jsonb, after jsonb, hidden text[]) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(jsonb_object_agg(d.key,
               CASE WHEN d.key LIKE '%\_enc' OR d.key = ANY (hidden)
                    THEN jsonb_build_array(CASE WHEN d.was IS NOT NULL THEN '***' END,
                                           CASE WHEN d.is_now IS NOT NULL THEN '***' END)
                    ELSE jsonb_build_array(d.was, d.is_now) END), '{}')
      FROM (SELECT k.key,
                   nullif(before -> k.key, 'null') AS was,
                   nullif(after -> k.key, 'null') AS is_now
              FROM jsonb_object_keys(coalesce(before, '{}') || coalesce(after, '{}')) AS k (key)) d
     WHERE d.was IS DISTINCT FROM d.is_now
$$;

-- The audit triggers act only for a request that names its actor (set_config('app.actor', ..., true)); jobs, webhooks and
-- the cascade of a deleted user do not. Arguments: noun, id column, hidden columns, left-out columns (comma-separated).
CREATE FUNCTION audit_row() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
    skipped text[] := string_to_array(TG_ARGV[3], ',') || '{created_at,updated_at}'::text[];
    was     jsonb := to_jsonb(OLD) - skipped;
    is_now  jsonb := to_jsonb(NEW) - skipped;
    diff    jsonb := audit_diff(was, is_now, string_to_array(TG_ARGV[2], ','));
BEGIN
    IF diff <> '{}' THEN
        INSERT INTO audit_log (company_id, actor_user_id, action, target_type, target_id, changes, request_id)
        VALUES (current_setting('app.actor'), current_setting('app.actor'),
                coalesce(nullif(current_setting('app.action', true), ''), TG_ARGV[0] || '.' || lower(TG_OP)),
                TG_ARGV[0], coalesce(is_now, was) ->> TG_ARGV[1], diff,
                nullif(current_setting('app.request_id', true), ''));
    END IF;
    RETURN NULL;
END
$$;
