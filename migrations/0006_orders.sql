-- Orders with items, history and payment attempts, and the stock ledger.

CREATE TABLE orders (
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
    cancel_reason       text,
    notes               text,
    idempotency_key     text,
    version             integer NOT NULL DEFAULT 0,
    confirmed_at        timestamptz,
    shipped_at          timestamptz,
    delivered_at        timestamptz,
    cancelled_at        timestamptz,
    created_at          timestamptz NOT NULL DEFAULT now(),
    updated_at          timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT orders_pkey PRIMARY KEY (id, store_id),
    CONSTRAINT orders_number_key UNIQUE (store_id, number),
    CONSTRAINT orders_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores (id) ON DELETE CASCADE,
    CONSTRAINT orders_lead_fkey FOREIGN KEY (lead_id, store_id)
        REFERENCES leads (id, store_id) ON DELETE SET NULL (lead_id),
    CONSTRAINT orders_agent_fkey FOREIGN KEY (agent_id, store_id)
        REFERENCES agents (id, store_id) ON DELETE SET NULL (agent_id),
    CONSTRAINT orders_status_check CHECK (status IN ('pending', 'awaiting_payment', 'awaiting_proof', 'confirmed',
        'preparing', 'shipped', 'delivered', 'cancelled', 'expired')),
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
        CHECK (proof_content_type IN ('image/jpeg', 'image/png', 'image/webp', 'application/pdf')),
    CONSTRAINT orders_proof_size_bytes_check CHECK (proof_size_bytes >= 0),
    CONSTRAINT orders_stock_state_check CHECK (stock_state IN ('none', 'decremented', 'restored')),
    CONSTRAINT orders_idempotency_key_check CHECK (length(idempotency_key) BETWEEN 1 AND 255),
    CONSTRAINT orders_version_check CHECK (version >= 0)
);
CREATE UNIQUE INDEX orders_idempotency_key_key ON orders (store_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
-- Unique over all stores: a payment notification names nothing else.
CREATE UNIQUE INDEX orders_payment_external_id_key ON orders (payment_external_id) WHERE payment_external_id IS NOT NULL;
-- total_cents rides along, so that the sums of statistics and dashboard never visit the table.
CREATE INDEX orders_status_idx ON orders (store_id, status, created_at DESC, id DESC) INCLUDE (total_cents);
CREATE INDEX orders_store_idx ON orders (store_id, created_at DESC, id DESC) INCLUDE (status, total_cents);
CREATE INDEX orders_lead_idx ON orders (lead_id, store_id, created_at DESC) WHERE lead_id IS NOT NULL;
CREATE INDEX orders_agent_idx ON orders (agent_id, store_id) WHERE agent_id IS NOT NULL;
CREATE INDEX orders_awaiting_proof_idx ON orders (lead_id, created_at DESC, id DESC) WHERE status = 'awaiting_proof';
CREATE INDEX orders_expiring_idx ON orders (payment_expires_at) WHERE status = 'awaiting_payment';

-- Name, sku and price are copies: an order keeps what was sold, whatever becomes of the product.
CREATE TABLE order_items (
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
    CONSTRAINT order_items_pkey PRIMARY KEY (id, store_id),
    CONSTRAINT order_items_order_fkey FOREIGN KEY (order_id, store_id)
        REFERENCES orders (id, store_id) ON DELETE CASCADE,
    CONSTRAINT order_items_product_fkey FOREIGN KEY (product_id, store_id)
        REFERENCES products (id, store_id) ON DELETE SET NULL (product_id),
    CONSTRAINT order_items_unit_price_cents_check CHECK (unit_price_cents >= 0),
    CONSTRAINT order_items_quantity_check CHECK (quantity BETWEEN 1 AND 100000)
);
CREATE INDEX order_items_order_idx ON order_items (store_id, order_id, position);
CREATE INDEX order_items_product_idx ON order_items (product_id, store_id) WHERE product_id IS NOT NULL;

CREATE TABLE order_events (
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
    CONSTRAINT order_events_pkey PRIMARY KEY (id, store_id),
    CONSTRAINT order_events_order_fkey FOREIGN KEY (order_id, store_id)
        REFERENCES orders (id, store_id) ON DELETE CASCADE,
    CONSTRAINT order_events_type_check CHECK (length(type) BETWEEN 1 AND 64),
    CONSTRAINT order_events_actor_type_check CHECK (actor_type IN ('user', 'agent', 'webhook', 'system'))
);
CREATE INDEX order_events_order_idx ON order_events (store_id, order_id, created_at, id);

CREATE TABLE payment_attempts (
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
    CONSTRAINT payment_attempts_pkey PRIMARY KEY (id, store_id),
    CONSTRAINT payment_attempts_order_fkey FOREIGN KEY (order_id, store_id)
        REFERENCES orders (id, store_id) ON DELETE CASCADE,
    CONSTRAINT payment_attempts_provider_check
        CHECK (provider IN ('pixprovider', 'manual_pix', 'cod', 'cardprovider')),
    CONSTRAINT payment_attempts_status_check
        CHECK (status IN ('created', 'pending', 'succeeded', 'failed', 'expired', 'refunded')),
    CONSTRAINT payment_attempts_amount_cents_check CHECK (amount_cents >= 0),
    CONSTRAINT payment_attempts_external_id_check CHECK (length(external_id) BETWEEN 1 AND 255)
);
CREATE UNIQUE INDEX payment_attempts_external_id_key ON payment_attempts (store_id, provider, external_id, status)
    WHERE external_id IS NOT NULL;
CREATE INDEX payment_attempts_order_idx ON payment_attempts (store_id, order_id, created_at, id);

-- The stock ledger: every change of products.stock_quantity, once. Cancelling gives back what stands here.
CREATE TABLE stock_movements (
    id              bigint GENERATED ALWAYS AS IDENTITY,
    store_id        uuid NOT NULL,
    product_id      uuid NOT NULL,
    order_id        uuid,
    kind            text NOT NULL,
    delta           integer NOT NULL,
    quantity_after  integer,
    -- The ERP event that caused it; such a change is not pushed back to the ERP.
    source_event_id text,
    created_at      timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT stock_movements_pkey PRIMARY KEY (id, store_id),
    CONSTRAINT stock_movements_product_fkey FOREIGN KEY (product_id, store_id)
        REFERENCES products (id, store_id) ON DELETE CASCADE,
    CONSTRAINT stock_movements_order_fkey FOREIGN KEY (order_id, store_id)
        REFERENCES orders (id, store_id) ON DELETE SET NULL (order_id),
    CONSTRAINT stock_movements_kind_check
        CHECK (kind IN ('order_decrement', 'order_restore', 'erp_set', 'erp_delta', 'manual')),
    CONSTRAINT stock_movements_quantity_after_check CHECK (quantity_after >= 0),
    CONSTRAINT stock_movements_source_event_id_check CHECK (length(source_event_id) BETWEEN 1 AND 255)
);
CREATE UNIQUE INDEX stock_movements_order_key ON stock_movements (order_id, store_id, product_id, kind)
    WHERE order_id IS NOT NULL;
CREATE INDEX stock_movements_product_idx ON stock_movements (store_id, product_id, id DESC);

CREATE TRIGGER orders_set_updated_at BEFORE UPDATE ON orders FOR EACH ROW
    WHEN (OLD.updated_at IS NOT DISTINCT FROM NEW.updated_at) EXECUTE FUNCTION set_updated_at();

CREATE TRIGGER orders_audit AFTER INSERT OR UPDATE OR DELETE ON orders FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '') EXECUTE FUNCTION audit_row('order', 'id', '', 'version');
CREATE TRIGGER payment_attempts_audit AFTER INSERT ON payment_attempts FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '') EXECUTE FUNCTION audit_row('payment_attempt', 'id', 'raw', '');
