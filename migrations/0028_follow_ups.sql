-- What an agent writes first: one reminder of an unpaid PIX, of a cart left behind, of goods that are back. One each.
CREATE TABLE follow_ups (
    company_id      text NOT NULL,
    id              uuid NOT NULL,
    store_id        uuid NOT NULL,
    conversation_id uuid NOT NULL,
    kind            text NOT NULL,
    -- The order, the product, or what the cart came after: the last order, else the conversation itself.
    subject_id      uuid NOT NULL,
    -- NULL: the shopper asked to hear of the product, and it has not come back.
    sent_at         timestamptz,
    created_at      timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT follow_ups_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT follow_ups_store_fkey FOREIGN KEY (company_id, store_id)
        REFERENCES stores (company_id, id) ON DELETE CASCADE,
    CONSTRAINT follow_ups_conversation_fkey FOREIGN KEY (company_id, conversation_id)
        REFERENCES conversations (company_id, id) ON DELETE CASCADE,
    CONSTRAINT follow_ups_kind_check CHECK (kind IN ('unpaid_pix', 'abandoned_cart', 'back_in_stock')),
    CONSTRAINT follow_ups_subject_key UNIQUE (company_id, conversation_id, kind, subject_id)
);
CREATE INDEX follow_ups_store_idx ON follow_ups (company_id, store_id);
CREATE STATISTICS follow_ups_store_stats (dependencies) ON company_id, store_id FROM follow_ups;
-- For the job, which looks over all companies.
CREATE INDEX follow_ups_waiting_idx ON follow_ups (created_at) WHERE sent_at IS NULL;
