-- orders.payment_status (0013) is read no more since 0048: payment_status_of says it.
SET LOCAL citus.multi_shard_modify_mode = 'sequential';

ALTER TABLE orders DROP COLUMN payment_status;

-- Release 0.2.0 asks for o.payment_status, which PostgreSQL reads as payment_status(o) where there is no such column. Of any
-- row, for a shard's has a type of its own. Goes once that release no longer runs beside this one.
CREATE FUNCTION payment_status(of_order anyelement) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT payment_status_of((of_order).status, (of_order).total_cents, (of_order).paid_cents, (of_order).refunded_cents)
$$;
