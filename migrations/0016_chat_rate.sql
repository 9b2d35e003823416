-- Messages of the running minute and day of a lead (of an agent, where there is no lead): the chat's rate limits hold
-- over all processes. One row a subject, rewritten in place.

CREATE TABLE chat_rate (
    store_id     uuid NOT NULL,
    subject_id   uuid NOT NULL,
    minute_at    timestamptz NOT NULL,
    minute_count integer NOT NULL,
    day_at       timestamptz NOT NULL,
    day_count    integer NOT NULL,
    CONSTRAINT chat_rate_pkey PRIMARY KEY (store_id, subject_id),
    CONSTRAINT chat_rate_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores (id) ON DELETE CASCADE
) WITH (fillfactor = 50);
