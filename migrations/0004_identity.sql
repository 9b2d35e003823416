-- Users, sessions, accounts and verifications, with text ids made by the frontend's library. A user is a company: the
-- user's id is the company's, and sessions and accounts carry it as user_id.

-- No CHECK (email = lower(email)): the application lowers by Python's rule, and Unicode versions of the two may differ.
-- That an address is one user's alone stands in lookups.
CREATE TABLE users (
    id             text NOT NULL,
    email          text NOT NULL,
    email_verified boolean NOT NULL DEFAULT false,
    name           text NOT NULL DEFAULT '',
    image          text,
    -- What the frontend keeps about a user; the service reads none of it.
    metadata       jsonb NOT NULL DEFAULT '{}',
    -- What the auth library's plugins keep there (whether a second factor is on): apart, for metadata is replaced whole.
    plugin_fields  jsonb NOT NULL DEFAULT '{}',
    created_at     timestamptz NOT NULL DEFAULT now(),
    updated_at     timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT users_pkey PRIMARY KEY (id),
    CONSTRAINT users_id_check CHECK (id ~ '^[A-Za-z0-9_-]{1,64}$'),
    CONSTRAINT users_email_check CHECK (length(email) BETWEEN 3 AND 320),
    CONSTRAINT users_name_check CHECK (length(name) <= 256),
    CONSTRAINT users_image_check CHECK (length(image) <= 2048),
    CONSTRAINT users_metadata_check CHECK (jsonb_typeof(metadata) = 'object'),
    -- Each change is at most 16 KiB; they add up to no more than some of them.
    CONSTRAINT users_plugin_fields_check CHECK (jsonb_typeof(plugin_fields) = 'object'
                                                AND octet_length(plugin_fields::text) <= 65536)
);

-- The token lies sealed; it is found by its keyed hash (app/ops/vault.py), which is what lookups hold.
CREATE TABLE sessions (
    user_id    text NOT NULL,
    id         text NOT NULL,
    token_hash text NOT NULL,
    token_enc  bytea NOT NULL,
    expires_at timestamptz NOT NULL,
    ip_address text,
    user_agent text,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT sessions_pkey PRIMARY KEY (user_id, id),
    CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT sessions_id_check CHECK (id ~ '^[A-Za-z0-9_-]{1,64}$'),
    CONSTRAINT sessions_token_hash_check CHECK (token_hash ~ '^[0-9a-f]{64}$'),
    CONSTRAINT sessions_ip_address_check CHECK (length(ip_address) <= 255),
    CONSTRAINT sessions_user_agent_check CHECK (length(user_agent) <= 2048)
);
CREATE INDEX sessions_user_idx ON sessions (user_id, created_at DESC, id DESC);
CREATE INDEX sessions_token_idx ON sessions (user_id, token_hash);
CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);

-- What is asked most is one call: whose a token or an address is stands in lookups, and the second statement names that
-- user, so that it runs where the rows lie (a join of the two would ask every node).
CREATE FUNCTION live_session(hash text, moment timestamptz) RETURNS SETOF sessions
LANGUAGE plpgsql STABLE ROWS 1 AS $$
DECLARE
    k record;
BEGIN
    SELECT l.company_id INTO k FROM lookups l WHERE l.kind = 'session_token' AND l.value = hash;
    RETURN QUERY
    SELECT s.* FROM sessions s WHERE s.user_id = k.company_id AND s.token_hash = hash AND s.expires_at > moment;
END
$$;

CREATE FUNCTION user_of_email(address text) RETURNS SETOF users
LANGUAGE plpgsql STABLE ROWS 1 AS $$
DECLARE
    k record;
BEGIN
    SELECT l.company_id INTO k FROM lookups l WHERE l.kind = 'email' AND l.value = address;
    RETURN QUERY
    SELECT u.* FROM users u WHERE u.id = k.company_id;
END
$$;

CREATE FUNCTION session_and_user(hash text, moment timestamptz)
RETURNS TABLE (session sessions, account users)
LANGUAGE plpgsql STABLE ROWS 1 AS $$
DECLARE
    k record;
BEGIN
    SELECT l.company_id INTO k FROM lookups l WHERE l.kind = 'session_token' AND l.value = hash;
    RETURN QUERY
    SELECT s, u
      FROM sessions s
      JOIN users u ON u.id = s.user_id
     WHERE s.user_id = k.company_id
       AND s.token_hash = hash
       AND s.expires_at > moment;
END
$$;

CREATE TABLE accounts (
    user_id                  text NOT NULL,
    id                       text NOT NULL,
    provider_id              text NOT NULL,
    account_id               text NOT NULL,
    password                 text,
    access_token             text,
    refresh_token            text,
    id_token                 text,
    access_token_expires_at  timestamptz,
    refresh_token_expires_at timestamptz,
    scope                    text,
    created_at               timestamptz NOT NULL DEFAULT now(),
    updated_at               timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT accounts_pkey PRIMARY KEY (user_id, id),
    CONSTRAINT accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT accounts_id_check CHECK (id ~ '^[A-Za-z0-9_-]{1,64}$'),
    CONSTRAINT accounts_provider_id_check CHECK (length(provider_id) BETWEEN 1 AND 255),
    CONSTRAINT accounts_account_id_check CHECK (length(account_id) BETWEEN 1 AND 255),
    CONSTRAINT accounts_password_check CHECK (length(password) <= 1024)
);
CREATE INDEX accounts_user_idx ON accounts (user_id, created_at DESC, id DESC);

-- Of no company: most are made before anybody is known. Identifier and value may hold what opens an account: both lie
-- sealed and are found by their keyed hashes.
CREATE TABLE verifications (
    id              text NOT NULL,
    identifier_hash text NOT NULL,
    identifier_enc  bytea NOT NULL,
    value_hash      text NOT NULL,
    value_enc       bytea NOT NULL,
    -- Of a password reset: these go with their user.
    resets          boolean NOT NULL,
    expires_at      timestamptz NOT NULL,
    created_at      timestamptz NOT NULL DEFAULT now(),
    updated_at      timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT verifications_pkey PRIMARY KEY (id),
    CONSTRAINT verifications_id_check CHECK (id ~ '^[A-Za-z0-9_-]{1,64}$'),
    CONSTRAINT verifications_identifier_hash_check CHECK (identifier_hash ~ '^[0-9a-f]{64}$'),
    CONSTRAINT verifications_value_hash_check CHECK (value_hash ~ '^[0-9a-f]{64}$')
);
CREATE INDEX verifications_identifier_idx ON verifications (identifier_hash, created_at DESC, id DESC);
CREATE INDEX verifications_value_idx ON verifications (value_hash, created_at DESC, id DESC);
CREATE INDEX verifications_expires_at_idx ON verifications (expires_at);

-- Of no company: what a frontend counts before it knows who is asking. The key is hashed: it may hold an address.
CREATE TABLE auth_rate_limits (
    key_hash text NOT NULL,
    count    bigint NOT NULL,
    ends_at  timestamptz NOT NULL,
    CONSTRAINT auth_rate_limits_pkey PRIMARY KEY (key_hash),
    CONSTRAINT auth_rate_limits_key_hash_check CHECK (key_hash ~ '^[0-9a-f]{64}$'),
    CONSTRAINT auth_rate_limits_count_check CHECK (count >= 1)
) WITH (fillfactor = 50);
CREATE INDEX auth_rate_limits_ends_at_idx ON auth_rate_limits (ends_at);

CREATE TRIGGER users_set_updated_at BEFORE UPDATE ON users FOR EACH ROW
    WHEN (OLD.updated_at IS NOT DISTINCT FROM NEW.updated_at) EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER sessions_set_updated_at BEFORE UPDATE ON sessions FOR EACH ROW
    WHEN (OLD.updated_at IS NOT DISTINCT FROM NEW.updated_at) EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER accounts_set_updated_at BEFORE UPDATE ON accounts FOR EACH ROW
    WHEN (OLD.updated_at IS NOT DISTINCT FROM NEW.updated_at) EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER verifications_set_updated_at BEFORE UPDATE ON verifications FOR EACH ROW
    WHEN (OLD.updated_at IS NOT DISTINCT FROM NEW.updated_at) EXECUTE FUNCTION set_updated_at();
