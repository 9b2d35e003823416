-- The stock ledger.

-- Every change of products.stock_quantity, once. Cancelling gives back what stands here.
CREATE TABLE stock_movements (
    company_id      text NOT NULL,
    id              uuid NOT NULL,
    store_id        uuid NOT NULL,
    product_id      uuid NOT NULL,
    order_id        uuid,
    kind            text NOT NULL,
    delta           bigint NOT NULL,
    quantity_after  integer,
    -- The ERP event that caused it; such a change is not pushed back to the ERP.
    source_event_id text,
    actor_type      text NOT NULL DEFAULT 'user',
    created_at      timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT stock_movements_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT stock_movements_product_fkey FOREIGN KEY (company_id, product_id)
        REFERENCES products (company_id, id) ON DELETE CASCADE,
    CONSTRAINT stock_movements_order_fkey FOREIGN KEY (company_id, order_id)
        REFERENCES orders (company_id, id) DEFERRABLE INITIALLY DEFERRED,
    CONSTRAINT stock_movements_kind_check
        CHECK (kind IN ('order_decrement', 'order_restore', 'erp_set', 'erp_delta', 'manual',
            'import', 'refund')),
    CONSTRAINT stock_movements_actor_type_check CHECK (actor_type IN ('user', 'agent', 'webhook', 'worker', 'operator')),
    CONSTRAINT stock_movements_quantity_after_check CHECK (quantity_after >= 0),
    CONSTRAINT stock_movements_source_event_id_check CHECK (length(source_event_id) BETWEEN 1 AND 255)
);
CREATE STATISTICS stock_movements_store_stats (dependencies) ON company_id, store_id FROM stock_movements;
CREATE INDEX stock_movements_order_idx ON stock_movements (company_id, order_id, product_id) WHERE order_id IS NOT NULL;
CREATE INDEX stock_movements_product_idx ON stock_movements (company_id, product_id, created_at DESC, id DESC);
CREATE INDEX stock_movements_store_idx ON stock_movements (company_id, store_id, created_at DESC, id DESC);

-- Why the transaction changes stock from here on; without it a person did. SET LOCAL: see set_audit_context.
CREATE FUNCTION set_stock_cause(kind text, order_id uuid, event_id text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('SET LOCAL app.stock_kind TO %L', kind);
    EXECUTE format('SET LOCAL app.stock_order TO %L', coalesce(order_id::text, ''));
    EXECUTE format('SET LOCAL app.stock_event TO %L', coalesce(event_id, ''));
END
$$;

-- The ledger writes itself, so that no statement can forget it; a company that is loaded brings its own along. By statement: imports write 5,000 at a time.
CREATE FUNCTION log_stock() RETURNS trigger
LANGUAGE plpgsql SET enable_nestloop = off AS $$
DECLARE
    entries   uuid[];
    companies text[];
    stores    uuid[];
    ids       uuid[];
    deltas    bigint[];
    afters    integer[];
BEGIN
    IF current_setting('app.stock_kind', true) = 'brought along' THEN
        RETURN NULL;
    END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT array_agg(gen_random_uuid()), array_agg(n.company_id), array_agg(n.store_id), array_agg(n.id),
               array_agg(n.stock_quantity::bigint), array_agg(n.stock_quantity)
          INTO entries, companies, stores, ids, deltas, afters
          FROM new_rows n
         WHERE n.stock_quantity IS NOT NULL;
    ELSE
        SELECT array_agg(gen_random_uuid()), array_agg(c.company_id), array_agg(c.store_id), array_agg(c.id),
               array_agg(c.delta), array_agg(c.after)
          INTO entries, companies, stores, ids, deltas, afters
          FROM (SELECT n.company_id, n.store_id, n.id, n.stock_quantity AS after,
                       coalesce(n.stock_quantity, 0)::bigint - coalesce(o.stock_quantity, 0) AS delta
                  FROM new_rows n
                  JOIN old_rows o ON o.company_id = n.company_id AND o.id = n.id
                 WHERE n.stock_quantity IS DISTINCT FROM o.stock_quantity
                 ORDER BY n.id) c;
    END IF;
    IF ids IS NOT NULL THEN
        INSERT INTO stock_movements (company_id, id, store_id, product_id, order_id, kind, delta, quantity_after,
                                     source_event_id, actor_type)
        SELECT c.company_id, c.id, c.store_id, c.product_id, nullif(current_setting('app.stock_order', true), '')::uuid,
               coalesce(nullif(current_setting('app.stock_kind', true), ''), 'manual'), c.delta, c.after,
               nullif(current_setting('app.stock_event', true), ''), actor_type()
          FROM unnest(companies, entries, stores, ids, deltas, afters) AS c (company_id, id, store_id, product_id, delta, after);
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER products_log_new_stock AFTER INSERT ON products REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION log_stock();
-- No column list: PostgreSQL allows none beside transition tables. A statement that moves no stock writes nothing.
CREATE TRIGGER products_log_stock AFTER UPDATE ON products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION log_stock();
