-- Orders with items, history, payment attempts and running totals.

CREATE TABLE orders (
    company_id          text NOT NULL,
    id                  uuid NOT NULL,
    store_id            uuid NOT NULL,
    lead_id             uuid,
    agent_id            uuid,
    -- Counted per store (stores.order_seq).
    number              bigint NOT NULL,
    status              text NOT NULL DEFAULT 'pending',
    payment_method      text NOT NULL,
    currency            text NOT NULL DEFAULT 'BRL',
    subtotal_cents      bigint NOT NULL,
    shipping_cents      bigint NOT NULL DEFAULT 0,
    discount_cents      bigint NOT NULL DEFAULT 0,
    total_cents         bigint NOT NULL,
    customer_info       jsonb NOT NULL DEFAULT '{}',
    br_code             text,
    payment_link_url    text,
    -- The charge at the provider; a payment notification names nothing else: lookups.
    payment_external_id text,
    payment_expires_at  timestamptz,
    proof_url           text,
    proof_content_type  text,
    proof_file_name     text,
    proof_size_bytes    bigint,
    proof_message_id    text,
    proof_received_at   timestamptz,
    -- Whether this order's items are out of stock at this moment: the marker that makes taking and giving back happen once.
    stock_state         text NOT NULL DEFAULT 'none',
    -- Whether it holds a reservation of its goods (products.reserved).
    reserved            boolean NOT NULL DEFAULT false,
    -- What has come in, however it came, and what was given back; payment_status follows from them.
    paid_cents          bigint NOT NULL DEFAULT 0,
    refunded_cents      bigint NOT NULL DEFAULT 0,
    -- The same rule as app/features/orders/rules.py, payment_status.
    payment_status      text NOT NULL GENERATED ALWAYS AS (
        CASE WHEN paid_cents = 0 AND total_cents = 0 AND status IN ('delivered', 'returned') THEN 'paid'
             WHEN paid_cents = 0 THEN 'unpaid'
             WHEN refunded_cents >= paid_cents THEN 'refunded'
             WHEN status IN ('cancelled', 'expired') THEN 'refund_due'
             WHEN refunded_cents > 0 THEN 'partially_refunded'
             WHEN paid_cents >= total_cents THEN 'paid'
             ELSE 'unpaid' END) STORED,
    -- What waits for a person: [{kind, since, detail}], one of each kind; what was resolved stands in the history.
    attention           jsonb NOT NULL DEFAULT '[]',
    tracking            jsonb,
    coupon_code         text,
    shipping_option     text,
    cep                 text,
    -- An order that waits for a proof, and has none, ends then.
    proof_expires_at    timestamptz,
    -- Number, names, phones and codes by which people look for an order, folded; filled where they are written.
    found_by            text NOT NULL DEFAULT '',
    cancel_reason       text,
    notes               text,
    idempotency_key     text,
    -- Of the request that idempotency_key stands for: the same key with another body is the caller's error, not a replay.
    request_sha256      bytea,
    version             integer NOT NULL DEFAULT 0,
    confirmed_at        timestamptz,
    shipped_at          timestamptz,
    delivered_at        timestamptz,
    cancelled_at        timestamptz,
    returned_at         timestamptz,
    created_at          timestamptz NOT NULL DEFAULT now(),
    updated_at          timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT orders_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT orders_number_key UNIQUE (company_id, store_id, number),
    CONSTRAINT orders_store_fkey FOREIGN KEY (company_id, store_id)
        REFERENCES stores (company_id, id) ON DELETE CASCADE,
    CONSTRAINT orders_lead_fkey FOREIGN KEY (company_id, lead_id)
        REFERENCES leads (company_id, id) DEFERRABLE INITIALLY DEFERRED,
    CONSTRAINT orders_agent_fkey FOREIGN KEY (company_id, agent_id)
        REFERENCES agents (company_id, id) DEFERRABLE INITIALLY DEFERRED,
    CONSTRAINT orders_status_check CHECK (status IN ('pending', 'awaiting_payment', 'awaiting_proof', 'confirmed',
        'preparing', 'shipped', 'delivered', 'returned', 'cancelled', 'expired')),
    CONSTRAINT orders_payment_method_check CHECK (payment_method IN ('pix', 'manual_pix', 'cod')),
    CONSTRAINT orders_currency_check CHECK (currency ~ '^[A-Z]{3}$'),
    CONSTRAINT orders_subtotal_cents_check CHECK (subtotal_cents >= 0),
    CONSTRAINT orders_shipping_cents_check CHECK (shipping_cents >= 0),
    CONSTRAINT orders_discount_cents_check CHECK (discount_cents >= 0),
    CONSTRAINT orders_total_cents_check CHECK (total_cents >= 0),
    CONSTRAINT orders_total_sum_check CHECK (total_cents = subtotal_cents + shipping_cents - discount_cents),
    CONSTRAINT orders_customer_info_check CHECK (jsonb_typeof(customer_info) = 'object'),
    CONSTRAINT orders_payment_external_id_check CHECK (length(payment_external_id) BETWEEN 1 AND 255),
    CONSTRAINT orders_proof_content_type_check
        CHECK (proof_content_type IN ('image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/heic', 'image/heif',
            'application/pdf')),
    CONSTRAINT orders_proof_size_bytes_check CHECK (proof_size_bytes >= 0),
    CONSTRAINT orders_stock_state_check CHECK (stock_state IN ('none', 'decremented', 'restored')),
    CONSTRAINT orders_paid_cents_check CHECK (paid_cents >= 0),
    CONSTRAINT orders_refunded_cents_check CHECK (refunded_cents BETWEEN 0 AND paid_cents),
    CONSTRAINT orders_attention_check CHECK (jsonb_typeof(attention) = 'array'),
    CONSTRAINT orders_tracking_check CHECK (jsonb_typeof(tracking) = 'object'),
    CONSTRAINT orders_idempotency_key_check CHECK (length(idempotency_key) BETWEEN 1 AND 255),
    CONSTRAINT orders_version_check CHECK (version >= 0)
);
CREATE UNIQUE INDEX orders_idempotency_key_key ON orders (company_id, store_id, idempotency_key)
    WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX orders_payment_external_id_key ON orders (company_id, payment_external_id)
    WHERE payment_external_id IS NOT NULL;
CREATE INDEX orders_status_idx ON orders (company_id, store_id, status, created_at DESC, id DESC);
CREATE INDEX orders_store_idx ON orders (company_id, store_id, created_at DESC, id DESC);
CREATE INDEX orders_payment_status_idx ON orders (company_id, store_id, payment_status, created_at DESC, id DESC);
CREATE INDEX orders_total_idx ON orders (company_id, store_id, total_cents);
-- The desk's live updates, and what was sold in a time.
CREATE INDEX orders_updated_idx ON orders (company_id, store_id, updated_at DESC, id DESC);
CREATE INDEX orders_confirmed_idx ON orders (company_id, store_id, confirmed_at)
    INCLUDE (status, lead_id, total_cents, refunded_cents) WHERE confirmed_at IS NOT NULL;
-- With the store, by which the list of a customer's orders is counted.
CREATE INDEX orders_lead_idx ON orders (company_id, lead_id, created_at DESC, id DESC) INCLUDE (store_id)
    WHERE lead_id IS NOT NULL;
CREATE INDEX orders_agent_idx ON orders (company_id, agent_id) WHERE agent_id IS NOT NULL;
CREATE INDEX orders_attention_idx ON orders (company_id, store_id, created_at DESC, id DESC) WHERE attention <> '[]';
CREATE INDEX orders_found_by_idx ON orders USING gin (store_id, found_by gin_trgm_ops);
CREATE STATISTICS orders_store_stats (dependencies) ON company_id, store_id FROM orders;
-- The worker's, over all companies.
CREATE INDEX orders_expiring_idx ON orders (payment_expires_at) WHERE status = 'awaiting_payment';
CREATE INDEX orders_proof_expiring_idx ON orders (proof_expires_at) WHERE status = 'awaiting_proof';

-- Name, sku and price are copies: an order keeps what was sold, whatever becomes of the product.
CREATE TABLE order_items (
    company_id       text NOT NULL,
    id               uuid NOT NULL,
    store_id         uuid NOT NULL,
    order_id         uuid NOT NULL,
    product_id       uuid,
    sku              text,
    name             text NOT NULL,
    unit_price_cents bigint NOT NULL,
    quantity         integer NOT NULL,
    total_cents      bigint NOT NULL GENERATED ALWAYS AS (unit_price_cents * quantity) STORED,
    position         integer NOT NULL DEFAULT 0,
    CONSTRAINT order_items_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT order_items_order_fkey FOREIGN KEY (company_id, order_id)
        REFERENCES orders (company_id, id) ON DELETE CASCADE,
    CONSTRAINT order_items_product_fkey FOREIGN KEY (company_id, product_id)
        REFERENCES products (company_id, id) DEFERRABLE INITIALLY DEFERRED,
    CONSTRAINT order_items_unit_price_cents_check CHECK (unit_price_cents >= 0),
    CONSTRAINT order_items_quantity_check CHECK (quantity BETWEEN 1 AND 100000)
);
CREATE INDEX order_items_order_idx ON order_items (company_id, order_id, position);
CREATE INDEX order_items_product_idx ON order_items (company_id, product_id) WHERE product_id IS NOT NULL;

CREATE TABLE order_events (
    company_id    text NOT NULL,
    id            uuid NOT NULL,
    store_id      uuid NOT NULL,
    order_id      uuid NOT NULL,
    type          text NOT NULL,
    from_status   text,
    to_status     text,
    actor_type    text NOT NULL,
    actor_user_id text,
    data          jsonb NOT NULL DEFAULT '{}',
    created_at    timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT order_events_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT order_events_order_fkey FOREIGN KEY (company_id, order_id)
        REFERENCES orders (company_id, id) ON DELETE CASCADE,
    CONSTRAINT order_events_type_check CHECK (length(type) BETWEEN 1 AND 64),
    CONSTRAINT order_events_actor_type_check CHECK (actor_type IN ('user', 'agent', 'webhook', 'system'))
);
CREATE INDEX order_events_order_idx ON order_events (company_id, order_id, created_at, id);

CREATE TABLE payment_attempts (
    company_id    text NOT NULL,
    id            uuid NOT NULL,
    store_id      uuid NOT NULL,
    order_id      uuid NOT NULL,
    provider      text NOT NULL,
    status        text NOT NULL,
    amount_cents  bigint NOT NULL,
    external_id   text,
    error_code    text,
    error_message text,
    -- The provider's reply, redacted.
    raw           jsonb,
    created_at    timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT payment_attempts_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT payment_attempts_order_fkey FOREIGN KEY (company_id, order_id)
        REFERENCES orders (company_id, id) ON DELETE CASCADE,
    CONSTRAINT payment_attempts_provider_check
        CHECK (provider IN ('pixprovider', 'manual_pix', 'cod', 'cardprovider')),
    CONSTRAINT payment_attempts_status_check
        CHECK (status IN ('created', 'pending', 'succeeded', 'failed', 'expired', 'refunded')),
    CONSTRAINT payment_attempts_amount_cents_check CHECK (amount_cents >= 0),
    CONSTRAINT payment_attempts_external_id_check CHECK (length(external_id) BETWEEN 1 AND 255)
);
CREATE UNIQUE INDEX payment_attempts_external_id_key
    ON payment_attempts (company_id, store_id, provider, external_id, status) WHERE external_id IS NOT NULL;
CREATE INDEX payment_attempts_order_idx ON payment_attempts (company_id, order_id, created_at, id);

-- A message of the gateway is a proof once in its store, however often it is delivered.
CREATE TABLE order_proofs (
    company_id text NOT NULL,
    store_id   uuid NOT NULL,
    message_id text NOT NULL,
    order_id   uuid NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT order_proofs_pkey PRIMARY KEY (company_id, store_id, message_id),
    CONSTRAINT order_proofs_order_fkey FOREIGN KEY (company_id, order_id)
        REFERENCES orders (company_id, id) ON DELETE CASCADE,
    CONSTRAINT order_proofs_message_id_check CHECK (length(message_id) BETWEEN 1 AND 255)
);
CREATE INDEX order_proofs_order_idx ON order_proofs (company_id, order_id);

-- Money that went back. `pending` waits for the PIX provider; a `failed` one counts nowhere.
CREATE TABLE order_refunds (
    company_id    text NOT NULL,
    id            uuid NOT NULL,
    store_id      uuid NOT NULL,
    order_id      uuid NOT NULL,
    amount_cents  bigint NOT NULL,
    reason        text,
    items         jsonb NOT NULL DEFAULT '[]',
    restock       boolean NOT NULL DEFAULT false,
    status        text NOT NULL,
    provider      text,
    -- The charge it goes back to.
    external_id   text,
    error_message text,
    created_at    timestamptz NOT NULL DEFAULT now(),
    updated_at    timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT order_refunds_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT order_refunds_order_fkey FOREIGN KEY (company_id, order_id)
        REFERENCES orders (company_id, id) ON DELETE CASCADE,
    CONSTRAINT order_refunds_amount_cents_check CHECK (amount_cents > 0),
    CONSTRAINT order_refunds_reason_check CHECK (length(reason) <= 500),
    CONSTRAINT order_refunds_items_check CHECK (jsonb_typeof(items) = 'array'),
    CONSTRAINT order_refunds_status_check CHECK (status IN ('pending', 'succeeded', 'failed')),
    CONSTRAINT order_refunds_provider_check
        CHECK (provider IN ('pixprovider', 'manual_pix', 'cod', 'cardprovider'))
);
CREATE INDEX order_refunds_order_idx ON order_refunds (company_id, order_id, created_at, id);
CREATE TRIGGER order_refunds_set_updated_at BEFORE UPDATE ON order_refunds FOR EACH ROW
    WHEN (OLD.updated_at IS NOT DISTINCT FROM NEW.updated_at) EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER order_refunds_audit AFTER INSERT OR UPDATE ON order_refunds FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '') EXECUTE FUNCTION audit_row('order_refund', 'id', '', '');

CREATE TRIGGER orders_set_updated_at BEFORE UPDATE ON orders FOR EACH ROW
    WHEN (OLD.updated_at IS NOT DISTINCT FROM NEW.updated_at) EXECUTE FUNCTION set_updated_at();

CREATE TRIGGER orders_audit AFTER INSERT OR UPDATE OR DELETE ON orders FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '')
    EXECUTE FUNCTION audit_row('order', 'id', '', 'version,idempotency_key,request_sha256,found_by,reserved');
CREATE TRIGGER payment_attempts_audit AFTER INSERT ON payment_attempts FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '') EXECUTE FUNCTION audit_row('payment_attempt', 'id', 'raw', '');
