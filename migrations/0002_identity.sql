-- Users, sessions, accounts, verifications and companies: the reference tables, with text ids made by the frontend's library.

-- No CHECK (email = lower(email)): the application lowers by Python's rule, and Unicode versions of the two may differ.
CREATE TABLE users (
    id             text NOT NULL,
    email          text NOT NULL,
    email_verified boolean NOT NULL DEFAULT false,
    name           text NOT NULL DEFAULT '',
    image          text,
    created_at     timestamptz NOT NULL DEFAULT now(),
    updated_at     timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT users_pkey PRIMARY KEY (id),
    CONSTRAINT users_email_key UNIQUE (email),
    CONSTRAINT users_id_check CHECK (id ~ '^[A-Za-z0-9_-]{1,64}$'),
    CONSTRAINT users_email_check CHECK (length(email) BETWEEN 3 AND 320),
    CONSTRAINT users_name_check CHECK (length(name) <= 256),
    CONSTRAINT users_image_check CHECK (length(image) <= 2048)
);

CREATE TABLE sessions (
    id         text NOT NULL,
    token      text NOT NULL,
    user_id    text NOT NULL,
    expires_at timestamptz NOT NULL,
    ip_address text,
    user_agent text,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT sessions_pkey PRIMARY KEY (id),
    CONSTRAINT sessions_token_key UNIQUE (token),
    CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT sessions_id_check CHECK (id ~ '^[A-Za-z0-9_-]{1,64}$'),
    CONSTRAINT sessions_token_check CHECK (length(token) BETWEEN 1 AND 512),
    CONSTRAINT sessions_ip_address_check CHECK (length(ip_address) <= 255),
    CONSTRAINT sessions_user_agent_check CHECK (length(user_agent) <= 2048)
);
CREATE INDEX sessions_user_idx ON sessions (user_id, created_at DESC, id DESC);
CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);

CREATE TABLE accounts (
    id                       text NOT NULL,
    user_id                  text NOT NULL,
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
    CONSTRAINT accounts_pkey PRIMARY KEY (id),
    CONSTRAINT accounts_provider_id_account_id_key UNIQUE (provider_id, account_id),
    CONSTRAINT accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT accounts_id_check CHECK (id ~ '^[A-Za-z0-9_-]{1,64}$'),
    -- 255 + 255 characters of four bytes stay below the 2.7 KB a btree entry may have.
    CONSTRAINT accounts_provider_id_check CHECK (length(provider_id) BETWEEN 1 AND 255),
    CONSTRAINT accounts_account_id_check CHECK (length(account_id) BETWEEN 1 AND 255),
    CONSTRAINT accounts_password_check CHECK (length(password) <= 1024)
);
CREATE INDEX accounts_user_idx ON accounts (user_id, created_at DESC, id DESC);

-- Hash indexes: identifier (1,024 characters) and value (64 KiB) may exceed what a btree entry may hold.
CREATE TABLE verifications (
    id         text NOT NULL,
    identifier text NOT NULL,
    value      text NOT NULL,
    expires_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT verifications_pkey PRIMARY KEY (id),
    CONSTRAINT verifications_id_check CHECK (id ~ '^[A-Za-z0-9_-]{1,64}$'),
    CONSTRAINT verifications_identifier_check CHECK (length(identifier) BETWEEN 1 AND 1024),
    CONSTRAINT verifications_value_check CHECK (octet_length(value) <= 65536)
);
CREATE INDEX verifications_identifier_idx ON verifications USING hash (identifier);
CREATE INDEX verifications_value_idx ON verifications USING hash (value);
CREATE INDEX verifications_expires_at_idx ON verifications (expires_at);

-- One company per user, with the same id.
CREATE TABLE companies (
    id         text NOT NULL,
    name       text NOT NULL DEFAULT '',
    logo       text,
    slug       text,
    timezone   text NOT NULL DEFAULT 'America/Sao_Paulo',
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT companies_pkey PRIMARY KEY (id),
    CONSTRAINT companies_slug_key UNIQUE (slug),
    CONSTRAINT companies_id_fkey FOREIGN KEY (id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT companies_name_check CHECK (length(name) <= 200),
    CONSTRAINT companies_logo_check CHECK (length(logo) <= 2048),
    CONSTRAINT companies_slug_check CHECK (slug ~ '^[a-z0-9](-?[a-z0-9]){1,62}$'),
    CONSTRAINT companies_timezone_check CHECK (length(timezone) BETWEEN 1 AND 64)
);

CREATE TRIGGER users_set_updated_at BEFORE UPDATE ON users FOR EACH ROW
    WHEN (OLD.updated_at IS NOT DISTINCT FROM NEW.updated_at) EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER sessions_set_updated_at BEFORE UPDATE ON sessions FOR EACH ROW
    WHEN (OLD.updated_at IS NOT DISTINCT FROM NEW.updated_at) EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER accounts_set_updated_at BEFORE UPDATE ON accounts FOR EACH ROW
    WHEN (OLD.updated_at IS NOT DISTINCT FROM NEW.updated_at) EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER verifications_set_updated_at BEFORE UPDATE ON verifications FOR EACH ROW
    WHEN (OLD.updated_at IS NOT DISTINCT FROM NEW.updated_at) EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER companies_set_updated_at BEFORE UPDATE ON companies FOR EACH ROW
    WHEN (OLD.updated_at IS NOT DISTINCT FROM NEW.updated_at) EXECUTE FUNCTION set_updated_at();

CREATE TRIGGER companies_audit AFTER INSERT OR UPDATE OR DELETE ON companies FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '') EXECUTE FUNCTION audit_row('company', 'id', '', '');
