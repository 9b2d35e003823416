-- Stores and their one-row settings.

CREATE TABLE stores (
    company_id  text NOT NULL,
    id          uuid NOT NULL,
    name        text NOT NULL,
    -- A shop's address is one for the world: lookups.
    slug        text NOT NULL,
    description text,
    currency    text NOT NULL DEFAULT 'BRL',
    -- The last order number given out; counted under the row lock of the order's transaction.
    order_seq   bigint NOT NULL DEFAULT 0,
    settings    jsonb NOT NULL DEFAULT '{}',
    -- Lists of words that this store calls alike: search widens queries by them.
    synonyms    jsonb NOT NULL DEFAULT '[]',
    active      boolean NOT NULL DEFAULT true,
    deleted_at  timestamptz,
    created_at  timestamptz NOT NULL DEFAULT now(),
    updated_at  timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT stores_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT stores_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies (id) ON DELETE CASCADE,
    CONSTRAINT stores_name_check CHECK (length(name) BETWEEN 1 AND 200),
    CONSTRAINT stores_slug_check CHECK (slug ~ '^[a-z0-9](-?[a-z0-9]){1,62}$'),
    CONSTRAINT stores_description_check CHECK (length(description) <= 20000),
    CONSTRAINT stores_currency_check CHECK (currency ~ '^[A-Z]{3}$'),
    CONSTRAINT stores_order_seq_check CHECK (order_seq >= 0),
    CONSTRAINT stores_settings_check CHECK (jsonb_typeof(settings) = 'object'),
    CONSTRAINT stores_synonyms_check CHECK (jsonb_typeof(synonyms) = 'array')
);
CREATE INDEX stores_company_idx ON stores (company_id, created_at DESC, id DESC);

CREATE TABLE store_payment_settings (
    company_id                      text NOT NULL,
    store_id                        uuid NOT NULL,
    pix_provider_api_key_enc        bytea,
    pix_expires_in_seconds          integer NOT NULL DEFAULT 3600,
    -- How long an order waits for its proof.
    proof_expires_in_seconds        integer NOT NULL DEFAULT 172800,
    -- Whether placing an order reserves its goods.
    reserve_stock                   boolean NOT NULL DEFAULT true,
    cod_enabled                     boolean NOT NULL DEFAULT true,
    cod_instructions                text,
    manual_pix_enabled              boolean NOT NULL DEFAULT false,
    manual_pix_key                  text,
    manual_pix_key_type             text,
    manual_pix_name                 text,
    manual_pix_city                 text,
    created_at                      timestamptz NOT NULL DEFAULT now(),
    updated_at                      timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT store_payment_settings_pkey PRIMARY KEY (company_id, store_id),
    CONSTRAINT store_payment_settings_store_fkey FOREIGN KEY (company_id, store_id)
        REFERENCES stores (company_id, id) ON DELETE CASCADE,
    CONSTRAINT store_payment_settings_pix_expires_in_seconds_check CHECK (pix_expires_in_seconds BETWEEN 60 AND 2592000),
    CONSTRAINT store_payment_settings_proof_expires_in_seconds_check
        CHECK (proof_expires_in_seconds BETWEEN 60 AND 2592000),
    CONSTRAINT store_payment_settings_cod_instructions_check CHECK (length(cod_instructions) <= 4000),
    CONSTRAINT store_payment_settings_manual_pix_key_check CHECK (length(manual_pix_key) <= 77),
    CONSTRAINT store_payment_settings_manual_pix_key_type_check
        CHECK (manual_pix_key_type IN ('cpf', 'cnpj', 'email', 'phone', 'evp')),
    CONSTRAINT store_payment_settings_manual_pix_name_check CHECK (length(manual_pix_name) <= 25),
    CONSTRAINT store_payment_settings_manual_pix_city_check CHECK (length(manual_pix_city) <= 15),
    CONSTRAINT store_payment_settings_manual_pix_check CHECK (
        NOT manual_pix_enabled
        OR (manual_pix_key IS NOT NULL AND manual_pix_name IS NOT NULL AND manual_pix_city IS NOT NULL))
);

CREATE TABLE store_stock_sync_settings (
    company_id              text NOT NULL,
    store_id                uuid NOT NULL,
    outbound_enabled        boolean NOT NULL DEFAULT false,
    outbound_url            text,
    outbound_secret_enc     bytea,
    -- The secret before the last change, which signs along until then.
    outbound_secret_prev_enc bytea,
    outbound_prev_expires_at timestamptz,
    inbound_enabled         boolean NOT NULL DEFAULT false,
    inbound_secret_enc      bytea,
    -- The secret before the last roll, good until inbound_prev_expires_at.
    inbound_secret_prev_enc bytea,
    inbound_prev_expires_at timestamptz,
    last_test_at            timestamptz,
    last_test_status        integer,
    last_error              text,
    created_at              timestamptz NOT NULL DEFAULT now(),
    updated_at              timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT store_stock_sync_settings_pkey PRIMARY KEY (company_id, store_id),
    CONSTRAINT store_stock_sync_settings_store_fkey FOREIGN KEY (company_id, store_id)
        REFERENCES stores (company_id, id) ON DELETE CASCADE,
    CONSTRAINT store_stock_sync_settings_outbound_url_check
        CHECK (outbound_url ~ '^https?://' AND length(outbound_url) <= 2048),
    CONSTRAINT store_stock_sync_settings_outbound_check CHECK (NOT outbound_enabled OR outbound_url IS NOT NULL)
);

-- Column lists leave out order_seq: taking an order number changes nothing a user would call the store.
CREATE TRIGGER stores_set_updated_at BEFORE UPDATE OF name, slug, description, currency, settings, active, deleted_at
    ON stores FOR EACH ROW
    WHEN (OLD.updated_at IS NOT DISTINCT FROM NEW.updated_at) EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER store_payment_settings_set_updated_at BEFORE UPDATE ON store_payment_settings FOR EACH ROW
    WHEN (OLD.updated_at IS NOT DISTINCT FROM NEW.updated_at) EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER store_stock_sync_settings_set_updated_at BEFORE UPDATE ON store_stock_sync_settings FOR EACH ROW
    WHEN (OLD.updated_at IS NOT DISTINCT FROM NEW.updated_at) EXECUTE FUNCTION set_updated_at();

CREATE TRIGGER stores_audit AFTER INSERT OR DELETE
    OR UPDATE OF name, slug, description, currency, settings, active, deleted_at ON stores FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '') EXECUTE FUNCTION audit_row('store', 'id', '', 'order_seq');
CREATE TRIGGER store_payment_settings_audit AFTER INSERT OR UPDATE OR DELETE ON store_payment_settings FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '')
    EXECUTE FUNCTION audit_row('store_payment_settings', 'store_id', '', '');
CREATE TRIGGER store_stock_sync_settings_audit AFTER INSERT OR UPDATE OR DELETE ON store_stock_sync_settings
    FOR EACH ROW WHEN (current_setting('app.actor', true) <> '')
    EXECUTE FUNCTION audit_row('store_stock_sync_settings', 'store_id', '', '');

-- Ways to get an order, in the order they are offered; PUT replaces them all.
CREATE TABLE shipping_rules (
    company_id  text NOT NULL,
    store_id    uuid NOT NULL,
    position    integer NOT NULL,
    name        text NOT NULL,
    kind        text NOT NULL,
    price_cents bigint,
    above_cents bigint,
    cep_from    text,
    cep_to      text,
    days        integer,
    CONSTRAINT shipping_rules_pkey PRIMARY KEY (company_id, store_id, position),
    CONSTRAINT shipping_rules_store_fkey FOREIGN KEY (company_id, store_id)
        REFERENCES stores (company_id, id) ON DELETE CASCADE,
    CONSTRAINT shipping_rules_name_check CHECK (length(name) BETWEEN 1 AND 100),
    CONSTRAINT shipping_rules_kind_check CHECK (kind IN ('pickup', 'fixed', 'free_above', 'cep_range')),
    CONSTRAINT shipping_rules_price_cents_check CHECK (price_cents >= 0),
    CONSTRAINT shipping_rules_above_cents_check CHECK (above_cents >= 0),
    CONSTRAINT shipping_rules_cep_from_check CHECK (cep_from ~ '^[0-9]{8}$'),
    CONSTRAINT shipping_rules_cep_to_check CHECK (cep_to ~ '^[0-9]{8}$'),
    CONSTRAINT shipping_rules_days_check CHECK (days BETWEEN 0 AND 365)
);
CREATE TRIGGER shipping_rules_audit AFTER INSERT OR DELETE ON shipping_rules FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '') EXECUTE FUNCTION audit_row('shipping_rule', 'store_id', '', 'position');

CREATE TABLE coupons (
    company_id         text NOT NULL,
    id                 uuid NOT NULL,
    store_id           uuid NOT NULL,
    -- In capitals; orders keep it as text.
    code               text NOT NULL,
    kind               text NOT NULL,
    value              bigint,
    min_subtotal_cents bigint NOT NULL DEFAULT 0,
    max_uses           integer,
    -- The orders that stand with it, neither cancelled nor expired.
    uses               integer NOT NULL DEFAULT 0,
    starts_at          timestamptz,
    ends_at            timestamptz,
    active             boolean NOT NULL DEFAULT true,
    created_at         timestamptz NOT NULL DEFAULT now(),
    updated_at         timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT coupons_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT coupons_code_key UNIQUE (company_id, store_id, code),
    CONSTRAINT coupons_store_fkey FOREIGN KEY (company_id, store_id)
        REFERENCES stores (company_id, id) ON DELETE CASCADE,
    CONSTRAINT coupons_code_check CHECK (code ~ '^[A-Z0-9_-]{2,40}$'),
    CONSTRAINT coupons_kind_check CHECK (kind IN ('percent', 'fixed', 'free_shipping')),
    CONSTRAINT coupons_value_check CHECK (value >= 1 AND (kind <> 'percent' OR value <= 100)),
    CONSTRAINT coupons_min_subtotal_cents_check CHECK (min_subtotal_cents >= 0),
    CONSTRAINT coupons_max_uses_check CHECK (max_uses >= 1),
    CONSTRAINT coupons_uses_check CHECK (uses >= 0)
);
CREATE TRIGGER coupons_set_updated_at BEFORE UPDATE OF code, kind, value, min_subtotal_cents, max_uses, starts_at, ends_at,
    active ON coupons FOR EACH ROW
    WHEN (OLD.updated_at IS NOT DISTINCT FROM NEW.updated_at) EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER coupons_audit AFTER INSERT OR DELETE
    OR UPDATE OF code, kind, value, min_subtotal_cents, max_uses, starts_at, ends_at, active ON coupons FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '') EXECUTE FUNCTION audit_row('coupon', 'id', '', 'uses');
