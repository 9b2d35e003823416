-- A catalogue is written 5,000 products at a time, by ERPs again and again, and mostly to change prices and stock. Most of
-- that time went into three things that such a change does not need.

-- 1. What is searched was generated, and PostgreSQL generates anew on every update of a table that has a BEFORE UPDATE
-- trigger, 50 µs a row: a trigger of its own does it when a text changed.
-- squawk-ignore ban-drop-generated-expression
ALTER TABLE products ALTER COLUMN search DROP EXPRESSION, ALTER COLUMN name_folded DROP EXPRESSION;
CREATE FUNCTION fill_product_search() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    NEW.name_folded := fold_text(NEW.name);
    NEW.search := setweight(to_tsvector('portuguese', fold_text(NEW.name || ' ' || coalesce(NEW.sku, ''))), 'A')
        || setweight(to_tsvector('portuguese', fold_text(coalesce(NEW.category, ''))), 'B')
        || setweight(to_tsvector('portuguese', fold_text(NEW.description)), 'C');
    RETURN NEW;
END
$$;
CREATE TRIGGER products_fill_search BEFORE INSERT ON products FOR EACH ROW EXECUTE FUNCTION fill_product_search();
CREATE TRIGGER products_fill_search_again BEFORE UPDATE OF name, sku, category, description, search, name_folded
    ON products FOR EACH ROW
    WHEN ((OLD.name, OLD.sku, OLD.category, OLD.description, OLD.search, OLD.name_folded)
          IS DISTINCT FROM (NEW.name, NEW.sku, NEW.category, NEW.description, NEW.search, NEW.name_folded))
    EXECUTE FUNCTION fill_product_search();
-- As a generated column would, also where rows are loaded with triggers off.
ALTER TABLE products ENABLE ALWAYS TRIGGER products_fill_search, ENABLE ALWAYS TRIGGER products_fill_search_again;

-- 2. Room for a new version of every row of a page: a change of price or stock then touches no index.
ALTER TABLE products SET (fillfactor = 50);

-- 3. The old and the new row were made JSON and compared key by key. This gives what audit_diff gives of the two rows,
-- [old, new] by column, as one expression that is inlined into the statement.
CREATE FUNCTION product_changes(o products, n products) RETURNS jsonb
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
    'deleted_at',
    CASE WHEN o.deleted_at IS DISTINCT FROM n.deleted_at
         THEN jsonb_build_array(replace(to_jsonb(o.deleted_at) #>> '{}', '+00:00', 'Z'),
                                replace(to_jsonb(n.deleted_at) #>> '{}', '+00:00', 'Z')) END));

-- Transition tables have no statistics: without the setting a cached plan joins 5,000 rows to 5,000 by nested loop.
CREATE OR REPLACE FUNCTION audit_products() RETURNS trigger
LANGUAGE plpgsql SET enable_nestloop = off AS $$
DECLARE
    actor   text := current_setting('app.actor');
    act     text := coalesce(nullif(current_setting('app.action', true), ''), 'product.' || lower(TG_OP));
    request text := nullif(current_setting('app.request_id', true), '');
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO audit_log (company_id, actor_user_id, action, target_type, target_id, changes, request_id)
        SELECT actor, actor, act, 'product', n.id, product_changes(NULL, n), request
          FROM new_rows n;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO audit_log (company_id, actor_user_id, action, target_type, target_id, changes, request_id)
        SELECT actor, actor, act, 'product', o.id, product_changes(o, NULL), request
          FROM old_rows o;
    ELSE
        INSERT INTO audit_log (company_id, actor_user_id, action, target_type, target_id, changes, request_id)
        SELECT actor, actor, act, 'product', c.id, c.changes, request
          FROM (SELECT n.id, product_changes(o, n) AS changes
                  FROM new_rows n
                  JOIN old_rows o ON o.id = n.id
                OFFSET 0) c
         WHERE c.changes <> '{}';
    END IF;
    RETURN NULL;
END
$$;
-- squawk-ignore ban-drop-function
DROP FUNCTION audited_product(products);
