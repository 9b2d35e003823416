-- Companies: one per user, with the same id. It is company_id in every table of a tenant.

CREATE TABLE companies (
    id         text NOT NULL,
    name       text NOT NULL DEFAULT '',
    logo       text,
    -- One company's alone: lookups.
    slug       text,
    timezone   text NOT NULL DEFAULT 'America/Sao_Paulo',
    -- CPF or CNPJ, digits alone.
    tax_id     text,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT companies_pkey PRIMARY KEY (id),
    CONSTRAINT companies_id_fkey FOREIGN KEY (id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT companies_name_check CHECK (length(name) <= 200),
    CONSTRAINT companies_logo_check CHECK (length(logo) <= 2048),
    CONSTRAINT companies_slug_check CHECK (slug ~ '^[a-z0-9](-?[a-z0-9]){1,62}$'),
    CONSTRAINT companies_timezone_check CHECK (length(timezone) BETWEEN 1 AND 64),
    CONSTRAINT companies_tax_id_check CHECK (tax_id ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$')
);

CREATE TRIGGER companies_set_updated_at BEFORE UPDATE ON companies FOR EACH ROW
    WHEN (OLD.updated_at IS NOT DISTINCT FROM NEW.updated_at) EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER companies_audit AFTER INSERT OR UPDATE OR DELETE ON companies FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '') EXECUTE FUNCTION audit_row('company', 'id', '', '');
