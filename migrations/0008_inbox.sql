-- What makes repeated deliveries and repeated requests harmless: the inbox of all providers and the idempotency keys.

CREATE TABLE webhook_events (
    id           bigint GENERATED ALWAYS AS IDENTITY,
    provider     text NOT NULL,
    -- The provider's event id; made from what identifies the event where it sends none.
    event_id     text NOT NULL,
    store_id     uuid,
    type         text NOT NULL,
    object_id    text,
    occurred_at  timestamptz,
    payload      jsonb NOT NULL,
    status       text NOT NULL DEFAULT 'received',
    attempts     integer NOT NULL DEFAULT 0,
    error        text,
    received_at  timestamptz NOT NULL DEFAULT now(),
    processed_at timestamptz,
    CONSTRAINT webhook_events_pkey PRIMARY KEY (id),
    -- With the store: two ERPs may number their events alike. Card and PIX events carry ids of one provider; store_id
    -- stays NULL there until the event is read, and NULLs count as equal.
    CONSTRAINT webhook_events_event_id_key UNIQUE NULLS NOT DISTINCT (provider, event_id, store_id),
    CONSTRAINT webhook_events_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores (id) ON DELETE CASCADE,
    CONSTRAINT webhook_events_provider_check CHECK (provider IN ('cardprovider', 'pixprovider', 'erp', 'messaging')),
    CONSTRAINT webhook_events_event_id_check CHECK (length(event_id) BETWEEN 1 AND 512),
    CONSTRAINT webhook_events_status_check CHECK (status IN ('received', 'processed', 'ignored', 'failed'))
);
CREATE INDEX webhook_events_store_idx ON webhook_events (store_id) WHERE store_id IS NOT NULL;
CREATE INDEX webhook_events_open_idx ON webhook_events (status, received_at) WHERE status IN ('received', 'failed');
CREATE INDEX webhook_events_received_at_idx ON webhook_events (received_at);

CREATE TABLE idempotency_keys (
    -- Actor, method and route.
    scope           text NOT NULL,
    key             text NOT NULL,
    -- The same key with another body is an error of the caller.
    request_sha256  bytea NOT NULL,
    -- NULL while the first request runs.
    response_status integer,
    response_body   bytea,
    created_at      timestamptz NOT NULL DEFAULT now(),
    expires_at      timestamptz NOT NULL DEFAULT now() + interval '24 hours',
    CONSTRAINT idempotency_keys_pkey PRIMARY KEY (scope, key),
    CONSTRAINT idempotency_keys_scope_check CHECK (length(scope) BETWEEN 1 AND 300),
    CONSTRAINT idempotency_keys_key_check CHECK (length(key) BETWEEN 1 AND 255)
);
CREATE INDEX idempotency_keys_expires_at_idx ON idempotency_keys (expires_at);
