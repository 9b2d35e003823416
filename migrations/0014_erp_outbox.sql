-- Pushes to a store's ERP: written with the change they tell of, sent in order per store (app/features/stock_sync).

CREATE TABLE erp_outbox (
    -- The webhook-id the ERP sees, the same on every try.
    id              uuid NOT NULL,
    store_id        uuid NOT NULL,
    -- The order of sending. Changes of one product are made under its row's lock, so theirs is the order of events.
    seq             bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    type            text NOT NULL,
    -- The very text that is signed.
    body            text NOT NULL,
    attempts        integer NOT NULL DEFAULT 0,
    next_attempt_at timestamptz NOT NULL DEFAULT now(),
    delivered_at    timestamptz,
    dead_at         timestamptz,
    last_status     integer,
    last_error      text,
    created_at      timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT erp_outbox_pkey PRIMARY KEY (id, store_id),
    CONSTRAINT erp_outbox_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores (id) ON DELETE CASCADE,
    CONSTRAINT erp_outbox_type_check CHECK (type IN ('stock.updated', 'order.confirmed', 'order.cancelled')),
    CONSTRAINT erp_outbox_ended_check CHECK (delivered_at IS NULL OR dead_at IS NULL)
);
CREATE INDEX erp_outbox_store_idx ON erp_outbox (store_id, seq);
CREATE INDEX erp_outbox_waiting_idx ON erp_outbox (store_id, seq) WHERE delivered_at IS NULL AND dead_at IS NULL;
CREATE INDEX erp_outbox_created_at_idx ON erp_outbox (created_at);
