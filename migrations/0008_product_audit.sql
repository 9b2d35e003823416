-- The audit of products. They are written 5,000 at a time, so it runs once per statement over the transition tables, and
-- names its columns: to_jsonb of whole rows would render every tsvector.

-- The columns that are audited. A type of its own: distributed, a row of a shard is no row of products.
CREATE TYPE audited_product AS (
    store_id       uuid,
    external_id    text,
    sku            text,
    name           text,
    description    text,
    category       text,
    price_cents    bigint,
    currency       text,
    stock_quantity integer,
    image_urls     text[],
    attributes     jsonb,
    active         boolean,
    deleted_at     timestamptz,
    variant_group  text,
    options        jsonb
);

-- What audit_diff gives of the two rows, [old, new] by column, as one expression that is inlined into the statement.
CREATE FUNCTION product_changes(o audited_product, n audited_product) RETURNS jsonb
LANGUAGE sql STABLE PARALLEL SAFE
RETURN jsonb_strip_nulls(jsonb_build_object(
    'store_id', CASE WHEN o.store_id IS DISTINCT FROM n.store_id THEN jsonb_build_array(o.store_id, n.store_id) END,
    'external_id',
    CASE WHEN o.external_id IS DISTINCT FROM n.external_id THEN jsonb_build_array(o.external_id, n.external_id) END,
    'sku', CASE WHEN o.sku IS DISTINCT FROM n.sku THEN jsonb_build_array(o.sku, n.sku) END,
    'name', CASE WHEN o.name IS DISTINCT FROM n.name THEN jsonb_build_array(o.name, n.name) END,
    'description',
    CASE WHEN o.description IS DISTINCT FROM n.description THEN jsonb_build_array(o.description, n.description) END,
    'category', CASE WHEN o.category IS DISTINCT FROM n.category THEN jsonb_build_array(o.category, n.category) END,
    'price_cents',
    CASE WHEN o.price_cents IS DISTINCT FROM n.price_cents THEN jsonb_build_array(o.price_cents, n.price_cents) END,
    'currency', CASE WHEN o.currency IS DISTINCT FROM n.currency THEN jsonb_build_array(o.currency, n.currency) END,
    'stock_quantity',
    CASE WHEN o.stock_quantity IS DISTINCT FROM n.stock_quantity
         THEN jsonb_build_array(o.stock_quantity, n.stock_quantity) END,
    'image_urls',
    CASE WHEN o.image_urls IS DISTINCT FROM n.image_urls THEN jsonb_build_array(o.image_urls, n.image_urls) END,
    'attributes',
    CASE WHEN o.attributes IS DISTINCT FROM n.attributes THEN jsonb_build_array(o.attributes, n.attributes) END,
    'active', CASE WHEN o.active IS DISTINCT FROM n.active THEN jsonb_build_array(o.active, n.active) END,
    'group', CASE WHEN o.variant_group IS DISTINCT FROM n.variant_group
         THEN jsonb_build_array(o.variant_group, n.variant_group) END,
    'options', CASE WHEN o.options IS DISTINCT FROM n.options THEN jsonb_build_array(o.options, n.options) END,
    'deleted_at', CASE WHEN o.deleted_at IS DISTINCT FROM n.deleted_at
         THEN jsonb_build_array(replace(to_jsonb(o.deleted_at) #>> '{}', '+00:00', 'Z'),
                                replace(to_jsonb(n.deleted_at) #>> '{}', '+00:00', 'Z')) END));

-- First what changed, from the transition tables, then the log: one statement may not read the former and write the latter
-- where products are distributed. Transition tables have no statistics: without the setting a cached plan joins 5,000 rows
-- to 5,000 by nested loop.
CREATE FUNCTION audit_products() RETURNS trigger
LANGUAGE plpgsql SET enable_nestloop = off AS $$
DECLARE
    kind      text := actor_type();
    actor     text := CASE WHEN actor_type() = 'user' THEN current_setting('app.actor') END;
    act       text := coalesce(nullif(current_setting('app.action', true), ''), 'product.' || lower(TG_OP));
    request   text := nullif(current_setting('app.request_id', true), '');
    companies text[];
    ids       uuid[];
    diffs     jsonb[];
BEGIN
    IF TG_OP = 'INSERT' THEN
        SELECT array_agg(n.company_id), array_agg(n.id),
               array_agg(product_changes(NULL,
                               ROW(n.store_id, n.external_id, n.sku, n.name, n.description, n.category,
                                   n.price_cents, n.currency, n.stock_quantity, n.image_urls, n.attributes,
                                   n.active, n.deleted_at, n.variant_group, n.options)::audited_product))
          INTO companies, ids, diffs
          FROM new_rows n;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT array_agg(o.company_id), array_agg(o.id),
               array_agg(product_changes(
                               ROW(o.store_id, o.external_id, o.sku, o.name, o.description, o.category,
                                   o.price_cents, o.currency, o.stock_quantity, o.image_urls, o.attributes,
                                   o.active, o.deleted_at, o.variant_group, o.options)::audited_product,
                               NULL))
          INTO companies, ids, diffs
          FROM old_rows o;
    ELSE
        SELECT array_agg(c.company_id), array_agg(c.id), array_agg(c.changes)
          INTO companies, ids, diffs
          FROM (SELECT n.company_id, n.id,
                       product_changes(
                               ROW(o.store_id, o.external_id, o.sku, o.name, o.description, o.category,
                                   o.price_cents, o.currency, o.stock_quantity, o.image_urls, o.attributes,
                                   o.active, o.deleted_at, o.variant_group, o.options)::audited_product,
                               ROW(n.store_id, n.external_id, n.sku, n.name, n.description, n.category,
                                   n.price_cents, n.currency, n.stock_quantity, n.image_urls, n.attributes,
                                   n.active, n.deleted_at, n.variant_group, n.options)::audited_product) AS changes
                  FROM new_rows n
                  JOIN old_rows o ON o.company_id = n.company_id AND o.id = n.id
                OFFSET 0) c
         WHERE c.changes <> '{}';
    END IF;
    INSERT INTO audit_log (company_id, actor_user_id, actor_type, action, target_type, target_id, changes, request_id)
    SELECT c.company_id, actor, kind, act, 'product', c.id, c.changes, request
      FROM unnest(companies, ids, diffs) AS c (company_id, id, changes);
    RETURN NULL;
END
$$;
CREATE TRIGGER products_audit_insert AFTER INSERT ON products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
    WHEN (current_setting('app.actor', true) <> '') EXECUTE FUNCTION audit_products();
CREATE TRIGGER products_audit_update AFTER UPDATE ON products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
    FOR EACH STATEMENT WHEN (current_setting('app.actor', true) <> '') EXECUTE FUNCTION audit_products();
CREATE TRIGGER products_audit_delete AFTER DELETE ON products REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
    WHEN (current_setting('app.actor', true) <> '') EXECUTE FUNCTION audit_products();
