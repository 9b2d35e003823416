-- Rows of the auth library's plugins (second factors, passkeys): generic, for the service reads none of them.

-- What a row holds may open an account and lies sealed as a whole; nothing of it is searched by SQL.
CREATE TABLE auth_extensions (
    company_id text NOT NULL,
    id         text NOT NULL,
    model      text NOT NULL,
    data_enc   bytea NOT NULL,
    -- Keyed hashes of what the row is found by while its user is not known; lookups lead from them to the user.
    key_hashes text[] NOT NULL DEFAULT '{}',
    version    integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT auth_extensions_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT auth_extensions_company_id_fkey FOREIGN KEY (company_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT auth_extensions_id_check CHECK (id ~ '^[A-Za-z0-9_-]{1,64}$'),
    CONSTRAINT auth_extensions_model_check CHECK (model ~ '^[A-Za-z][A-Za-z0-9_]{0,63}$'),
    CONSTRAINT auth_extensions_key_hashes_check CHECK (cardinality(key_hashes) <= 8),
    CONSTRAINT auth_extensions_version_check CHECK (version >= 1)
);
CREATE INDEX auth_extensions_model_idx ON auth_extensions (company_id, model, created_at DESC, id DESC);

CREATE TRIGGER auth_extensions_set_updated_at BEFORE UPDATE ON auth_extensions FOR EACH ROW
    WHEN (OLD.updated_at IS NOT DISTINCT FROM NEW.updated_at) EXECUTE FUNCTION set_updated_at();
