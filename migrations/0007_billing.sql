-- Plans, subscriptions and the token quota. Keyed by company, not by store: quota and bill are the company's.

CREATE TABLE plans (
    id                            uuid NOT NULL,
    slug                          text NOT NULL,
    name                          text NOT NULL,
    monthly_cents                 bigint NOT NULL,
    included_tokens               bigint NOT NULL,
    -- NULL: no limit.
    max_stores                    integer,
    max_agents                    integer,
    max_products                  integer,
    max_documents                 integer,
    max_leads                     integer,
    overage_per_million_cents     bigint NOT NULL,
    cardprovider_price_id         text,
    cardprovider_metered_price_id text,
    active                        boolean NOT NULL DEFAULT true,
    sort_order                    integer NOT NULL DEFAULT 0,
    created_at                    timestamptz NOT NULL DEFAULT now(),
    updated_at                    timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT plans_pkey PRIMARY KEY (id),
    CONSTRAINT plans_slug_key UNIQUE (slug),
    CONSTRAINT plans_slug_check CHECK (slug ~ '^[a-z0-9](-?[a-z0-9]){1,62}$'),
    CONSTRAINT plans_monthly_cents_check CHECK (monthly_cents >= 0),
    CONSTRAINT plans_included_tokens_check CHECK (included_tokens >= 0),
    CONSTRAINT plans_max_stores_check CHECK (max_stores > 0),
    CONSTRAINT plans_max_agents_check CHECK (max_agents > 0),
    CONSTRAINT plans_max_products_check CHECK (max_products > 0),
    CONSTRAINT plans_max_documents_check CHECK (max_documents > 0),
    CONSTRAINT plans_max_leads_check CHECK (max_leads > 0),
    CONSTRAINT plans_overage_per_million_cents_check CHECK (overage_per_million_cents >= 0)
);

-- `free` is what a company without a subscription has. Prices and provider ids are data: `python -m app plans set`.
INSERT INTO plans (id, slug, name, monthly_cents, included_tokens, max_stores, max_agents, max_products, max_documents,
                   max_leads, overage_per_million_cents, cardprovider_price_id, cardprovider_metered_price_id, sort_order)
VALUES
    ('019a9000-0000-7000-8000-000000000001', 'free', 'Free', 0, 200000, 3, 10, 10000, 1000,
     NULL, 0, NULL, NULL, 0),
    ('019a9000-0000-7000-8000-000000000002', 'starter', 'Starter', 9900, 2000000, 5, 20, 20000, 5000,
     NULL, 2900, 'price_starter_monthly', 'price_starter_metered', 1),
    ('019a9000-0000-7000-8000-000000000003', 'pro', 'Pro', 29900, 10000000, 20, 100, 100000, 20000,
     NULL, 2400, 'price_pro_monthly', 'price_pro_metered', 2),
    ('019a9000-0000-7000-8000-000000000004', 'scale', 'Scale', 99900, 50000000, NULL, NULL, NULL, NULL,
     NULL, 1900, 'price_scale_monthly', 'price_scale_metered', 3);

CREATE TABLE billing_customers (
    company_id                text NOT NULL,
    cardprovider_customer_id  text NOT NULL,
    default_payment_method_id text,
    created_at                timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT billing_customers_pkey PRIMARY KEY (company_id),
    CONSTRAINT billing_customers_cardprovider_customer_id_key UNIQUE (cardprovider_customer_id),
    CONSTRAINT billing_customers_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies (id) ON DELETE CASCADE
);

CREATE TABLE subscriptions (
    id                           uuid NOT NULL,
    company_id                   text NOT NULL,
    plan_id                      uuid NOT NULL,
    cardprovider_subscription_id text NOT NULL,
    recurring_item_id            text,
    metered_item_id              text,
    status                       text NOT NULL,
    cancel_at_period_end         boolean NOT NULL DEFAULT false,
    current_period_start         timestamptz,
    current_period_end           timestamptz,
    ended_at                     timestamptz,
    -- `created` of the newest provider event applied: an older one that arrives later changes nothing.
    last_event_at                timestamptz,
    created_at                   timestamptz NOT NULL DEFAULT now(),
    updated_at                   timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT subscriptions_pkey PRIMARY KEY (id),
    CONSTRAINT subscriptions_cardprovider_subscription_id_key UNIQUE (cardprovider_subscription_id),
    CONSTRAINT subscriptions_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies (id) ON DELETE CASCADE,
    CONSTRAINT subscriptions_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans (id),
    CONSTRAINT subscriptions_status_check CHECK (status IN ('incomplete', 'incomplete_expired', 'trialing', 'active',
        'past_due', 'canceled', 'unpaid', 'paused'))
);
CREATE UNIQUE INDEX subscriptions_one_live_key ON subscriptions (company_id)
    WHERE status NOT IN ('canceled', 'incomplete_expired');
CREATE INDEX subscriptions_company_idx ON subscriptions (company_id, created_at DESC, id DESC);
CREATE INDEX subscriptions_plan_idx ON subscriptions (plan_id);

CREATE TABLE company_billing_settings (
    company_id   text NOT NULL,
    -- Most overage money of a month, in cents; NULL: no cap.
    cap          bigint,
    auto_overage boolean NOT NULL DEFAULT false,
    alert_pct    integer NOT NULL DEFAULT 80,
    created_at   timestamptz NOT NULL DEFAULT now(),
    updated_at   timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT company_billing_settings_pkey PRIMARY KEY (company_id),
    CONSTRAINT company_billing_settings_company_id_fkey
        FOREIGN KEY (company_id) REFERENCES companies (id) ON DELETE CASCADE,
    CONSTRAINT company_billing_settings_cap_check CHECK (cap >= 0),
    CONSTRAINT company_billing_settings_alert_pct_check CHECK (alert_pct BETWEEN 1 AND 100)
);

-- One row per model call. store_id, agent_id and lead_id are notes, not references: the bill outlives them.
CREATE TABLE token_usage (
    id                bigint GENERATED ALWAYS AS IDENTITY,
    company_id        text NOT NULL,
    store_id          uuid,
    agent_id          uuid,
    lead_id           uuid,
    -- First day of the company's local month.
    period            date NOT NULL,
    model             text NOT NULL,
    operation_type    text NOT NULL,
    prompt_tokens     bigint NOT NULL DEFAULT 0,
    completion_tokens bigint NOT NULL DEFAULT 0,
    total_tokens      bigint NOT NULL,
    -- Where the tokens came from; only from_overage is billed, once, by whoever claims the row through batch_id.
    from_included     bigint NOT NULL DEFAULT 0,
    from_topup        bigint NOT NULL DEFAULT 0,
    from_overage      bigint NOT NULL DEFAULT 0,
    request_id        text,
    batch_id          uuid,
    created_at        timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT token_usage_pkey PRIMARY KEY (id),
    CONSTRAINT token_usage_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies (id) ON DELETE CASCADE,
    CONSTRAINT token_usage_period_check CHECK (extract(day FROM period) = 1),
    CONSTRAINT token_usage_model_check CHECK (length(model) BETWEEN 1 AND 200),
    CONSTRAINT token_usage_operation_type_check
        CHECK (operation_type IN ('chat', 'embedding', 'extract_lead', 'process_file', 'other')),
    CONSTRAINT token_usage_prompt_tokens_check CHECK (prompt_tokens >= 0),
    CONSTRAINT token_usage_completion_tokens_check CHECK (completion_tokens >= 0),
    CONSTRAINT token_usage_total_tokens_check CHECK (total_tokens >= 0),
    CONSTRAINT token_usage_split_check CHECK (from_included >= 0 AND from_topup >= 0 AND from_overage >= 0
        AND from_included + from_topup + from_overage <= total_tokens),
    CONSTRAINT token_usage_request_id_check CHECK (length(request_id) BETWEEN 1 AND 255)
);
CREATE UNIQUE INDEX token_usage_request_id_key ON token_usage (company_id, request_id) WHERE request_id IS NOT NULL;
CREATE INDEX token_usage_period_idx ON token_usage (company_id, period, model, operation_type);
CREATE INDEX token_usage_created_idx ON token_usage (company_id, created_at DESC, id DESC);
-- The usage report and the overage charge look for unclaimed overage alone; rows without overage are never claimed.
CREATE INDEX token_usage_open_overage_idx ON token_usage (company_id, period, id)
    WHERE batch_id IS NULL AND from_overage > 0;
CREATE INDEX token_usage_batch_idx ON token_usage (batch_id) WHERE batch_id IS NOT NULL;

-- The running month of a company; its row lock is the quota's lock.
CREATE TABLE usage_counters (
    company_id      text NOT NULL,
    period          date NOT NULL,
    used_tokens     bigint NOT NULL DEFAULT 0,
    reserved_tokens bigint NOT NULL DEFAULT 0,
    included_used   bigint NOT NULL DEFAULT 0,
    topup_used      bigint NOT NULL DEFAULT 0,
    overage_tokens  bigint NOT NULL DEFAULT 0,
    alert_sent_at   timestamptz,
    updated_at      timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT usage_counters_pkey PRIMARY KEY (company_id, period),
    CONSTRAINT usage_counters_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies (id) ON DELETE CASCADE,
    CONSTRAINT usage_counters_period_check CHECK (extract(day FROM period) = 1),
    CONSTRAINT usage_counters_reserved_tokens_check CHECK (reserved_tokens >= 0),
    CONSTRAINT usage_counters_used_check
        CHECK (used_tokens >= 0 AND included_used >= 0 AND topup_used >= 0 AND overage_tokens >= 0)
) WITH (fillfactor = 50);
-- The alert worker looks every minute for running months that have had no alert yet, among all months there ever were.
CREATE INDEX usage_counters_alert_idx ON usage_counters (period) WHERE alert_sent_at IS NULL;

CREATE TABLE quota_reservations (
    id         uuid NOT NULL,
    company_id text NOT NULL,
    period     date NOT NULL,
    tokens     bigint NOT NULL,
    expires_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT quota_reservations_pkey PRIMARY KEY (id),
    CONSTRAINT quota_reservations_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies (id) ON DELETE CASCADE,
    CONSTRAINT quota_reservations_tokens_check CHECK (tokens > 0)
);
CREATE INDEX quota_reservations_expires_at_idx ON quota_reservations (expires_at);
CREATE INDEX quota_reservations_company_idx ON quota_reservations (company_id, period);

CREATE TABLE token_topups (
    id                uuid NOT NULL,
    company_id        text NOT NULL,
    -- The provider's id; a redelivered event finds it taken.
    payment_intent_id text NOT NULL,
    amount_cents      bigint NOT NULL,
    tokens_granted    bigint NOT NULL,
    tokens_remaining  bigint NOT NULL,
    expires_at        timestamptz,
    created_at        timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT token_topups_pkey PRIMARY KEY (id),
    CONSTRAINT token_topups_payment_intent_id_key UNIQUE (payment_intent_id),
    CONSTRAINT token_topups_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies (id) ON DELETE CASCADE,
    CONSTRAINT token_topups_amount_cents_check CHECK (amount_cents BETWEEN 3000 AND 500000),
    CONSTRAINT token_topups_tokens_granted_check CHECK (tokens_granted > 0),
    CONSTRAINT token_topups_tokens_remaining_check CHECK (tokens_remaining BETWEEN 0 AND tokens_granted)
);
CREATE INDEX token_topups_company_idx ON token_topups (company_id, expires_at, created_at);

CREATE TABLE usage_report_batches (
    id            uuid NOT NULL,
    company_id    text NOT NULL,
    min_id        bigint NOT NULL,
    max_id        bigint NOT NULL,
    -- What the provider de-duplicates meter events by.
    identifier    text NOT NULL GENERATED ALWAYS AS (company_id || ':' || min_id::text || ':' || max_id::text) STORED,
    tokens        bigint NOT NULL,
    event_at      timestamptz NOT NULL,
    status        text NOT NULL DEFAULT 'pending',
    attempts      integer NOT NULL DEFAULT 0,
    first_sent_at timestamptz,
    last_error    text,
    created_at    timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT usage_report_batches_pkey PRIMARY KEY (id),
    CONSTRAINT usage_report_batches_identifier_key UNIQUE (identifier),
    CONSTRAINT usage_report_batches_company_id_fkey
        FOREIGN KEY (company_id) REFERENCES companies (id) ON DELETE CASCADE,
    CONSTRAINT usage_report_batches_range_check CHECK (max_id >= min_id),
    CONSTRAINT usage_report_batches_identifier_check CHECK (length(identifier) <= 100),
    CONSTRAINT usage_report_batches_tokens_check CHECK (tokens >= 0),
    CONSTRAINT usage_report_batches_status_check
        CHECK (status IN ('pending', 'sent', 'skipped', 'failed', 'abandoned'))
);
CREATE INDEX usage_report_batches_status_idx ON usage_report_batches (status, created_at);
CREATE INDEX usage_report_batches_company_idx ON usage_report_batches (company_id, created_at DESC);

CREATE TABLE overage_charges (
    id                uuid NOT NULL,
    company_id        text NOT NULL,
    period            date NOT NULL,
    seq               integer NOT NULL,
    tokens            bigint NOT NULL,
    amount_cents      bigint NOT NULL,
    payment_intent_id text,
    status            text NOT NULL DEFAULT 'pending',
    created_at        timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT overage_charges_pkey PRIMARY KEY (id),
    CONSTRAINT overage_charges_seq_key UNIQUE (company_id, period, seq),
    CONSTRAINT overage_charges_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies (id) ON DELETE CASCADE,
    CONSTRAINT overage_charges_tokens_check CHECK (tokens > 0),
    CONSTRAINT overage_charges_amount_cents_check CHECK (amount_cents > 0),
    CONSTRAINT overage_charges_status_check CHECK (status IN ('pending', 'succeeded', 'requires_action', 'failed'))
);
CREATE UNIQUE INDEX overage_charges_payment_intent_id_key ON overage_charges (payment_intent_id)
    WHERE payment_intent_id IS NOT NULL;

CREATE TRIGGER plans_set_updated_at BEFORE UPDATE ON plans FOR EACH ROW
    WHEN (OLD.updated_at IS NOT DISTINCT FROM NEW.updated_at) EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER subscriptions_set_updated_at BEFORE UPDATE ON subscriptions FOR EACH ROW
    WHEN (OLD.updated_at IS NOT DISTINCT FROM NEW.updated_at) EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER company_billing_settings_set_updated_at BEFORE UPDATE ON company_billing_settings FOR EACH ROW
    WHEN (OLD.updated_at IS NOT DISTINCT FROM NEW.updated_at) EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER usage_counters_set_updated_at BEFORE UPDATE ON usage_counters FOR EACH ROW
    WHEN (OLD.updated_at IS NOT DISTINCT FROM NEW.updated_at) EXECUTE FUNCTION set_updated_at();

CREATE TRIGGER billing_customers_audit AFTER INSERT OR UPDATE OR DELETE ON billing_customers FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '')
    EXECUTE FUNCTION audit_row('billing_customer', 'company_id', '', '');
CREATE TRIGGER subscriptions_audit AFTER INSERT OR UPDATE OR DELETE ON subscriptions FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '')
    EXECUTE FUNCTION audit_row('subscription', 'id', '', 'last_event_at');
CREATE TRIGGER company_billing_settings_audit AFTER INSERT OR UPDATE OR DELETE ON company_billing_settings FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '')
    EXECUTE FUNCTION audit_row('company_billing_settings', 'company_id', '', '');
-- INSERT alone: the split among quota sources and batch_id belong to billing, not to the caller.
CREATE TRIGGER token_usage_audit AFTER INSERT ON token_usage FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '') EXECUTE FUNCTION audit_row('token_usage', 'id', '', '');
