-- orders.payment_status (0013) is read no more since 0048: payment_status_of says it. And of moves that wait for one another
-- the ledger tells which was first: it had the beginnings of their transactions.
SET LOCAL citus.multi_shard_modify_mode = 'sequential';

-- squawk-ignore ban-drop-column
ALTER TABLE orders DROP COLUMN payment_status;

-- Release 0.2.0 asks for o.payment_status, which PostgreSQL reads as payment_status(o) where there is no such column. Of any
-- row, for a shard's has a type of its own. Goes once that release no longer runs beside this one.
CREATE FUNCTION payment_status(of_order anyelement) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT payment_status_of((of_order).status, (of_order).total_cents, (of_order).paid_cents, (of_order).refunded_cents)
$$;

-- As 0015, but for the moment: the products are locked by now, so that it is of the order in which they moved.
CREATE OR REPLACE FUNCTION log_stock() RETURNS trigger
LANGUAGE plpgsql SET enable_nestloop = off AS $$
DECLARE
    entries   uuid[];
    companies text[];
    stores    uuid[];
    ids       uuid[];
    deltas    bigint[];
    afters    integer[];
    moment    timestamptz := clock_timestamp();
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
                                     source_event_id, actor_type, created_at)
        SELECT c.company_id, c.id, c.store_id, c.product_id, nullif(current_setting('app.stock_order', true), '')::uuid,
               coalesce(nullif(current_setting('app.stock_kind', true), ''), 'manual'), c.delta, c.after,
               nullif(current_setting('app.stock_event', true), ''), actor_type(), moment
          FROM unnest(companies, entries, stores, ids, deltas, afters) AS c (company_id, id, store_id, product_id, delta, after);
    END IF;
    RETURN NULL;
END
$$;
