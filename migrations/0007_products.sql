-- Products, how they are found by words, their vectors, and their running totals.

CREATE TABLE products (
    company_id      text NOT NULL,
    id              uuid NOT NULL,
    store_id        uuid NOT NULL,
    external_id     text,
    sku             text,
    name            text NOT NULL,
    description     text NOT NULL DEFAULT '',
    category        text,
    -- NULL: the price stands only in the text, or nowhere; it passes no price filter.
    price_cents     bigint,
    currency        text NOT NULL DEFAULT 'BRL',
    -- NULL: not counted.
    stock_quantity  integer,
    -- occurred_at of the last absolute value an ERP sent; an older one is stale.
    stock_source_at timestamptz,
    -- What open orders hold of it: the sum over the orders whose `reserved` is true.
    reserved        bigint NOT NULL DEFAULT 0,
    -- Variants of one thing share a group (key per store) and differ in their options: size, colour.
    variant_group   text,
    options         jsonb NOT NULL DEFAULT '{}',
    -- Counts the writes of people and imports, for forms: a sale or a reservation makes no form stale.
    version         integer NOT NULL DEFAULT 0,
    image_urls      text[] NOT NULL DEFAULT '{}',
    attributes      jsonb NOT NULL DEFAULT '{}',
    active          boolean NOT NULL DEFAULT true,
    deleted_at      timestamptz,
    created_at      timestamptz NOT NULL DEFAULT now(),
    updated_at      timestamptz NOT NULL DEFAULT now(),
    -- Written by products_fill_search. Not generated: PostgreSQL generates anew on every update of a table that has a
    -- BEFORE UPDATE trigger, 50 µs a row, and most updates change prices and stock alone.
    search          tsvector NOT NULL,
    -- Folding costs more than comparing: done once a change instead of several times for each row a search looks at.
    name_folded     text NOT NULL,
    CONSTRAINT products_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT products_store_fkey FOREIGN KEY (company_id, store_id)
        REFERENCES stores (company_id, id) ON DELETE CASCADE,
    CONSTRAINT products_external_id_check CHECK (length(external_id) BETWEEN 1 AND 128),
    CONSTRAINT products_sku_check CHECK (length(sku) BETWEEN 1 AND 128),
    CONSTRAINT products_name_check CHECK (length(name) BETWEEN 1 AND 300),
    CONSTRAINT products_description_check CHECK (length(description) <= 20000),
    CONSTRAINT products_category_check CHECK (length(category) BETWEEN 1 AND 200),
    CONSTRAINT products_price_cents_check CHECK (price_cents >= 0),
    CONSTRAINT products_currency_check CHECK (currency ~ '^[A-Z]{3}$'),
    CONSTRAINT products_stock_quantity_check CHECK (stock_quantity >= 0),
    CONSTRAINT products_reserved_check CHECK (reserved >= 0),
    CONSTRAINT products_variant_group_check CHECK (length(variant_group) BETWEEN 1 AND 128),
    CONSTRAINT products_options_check CHECK (jsonb_typeof(options) = 'object'),
    CONSTRAINT products_attributes_check CHECK (jsonb_typeof(attributes) = 'object')
-- Room for a new version of every row of a page: a change of price or stock then touches no index.
) WITH (fillfactor = 50);
CREATE UNIQUE INDEX products_sku_key ON products (company_id, store_id, sku) WHERE sku IS NOT NULL AND deleted_at IS NULL;
CREATE UNIQUE INDEX products_external_id_key ON products (company_id, store_id, external_id)
    WHERE external_id IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX products_store_idx ON products (company_id, store_id, created_at DESC, id DESC);
CREATE INDEX products_group_idx ON products (company_id, store_id, variant_group, id)
    WHERE variant_group IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX products_name_idx ON products (company_id, store_id, name_folded, id) WHERE deleted_at IS NULL;
CREATE INDEX products_inactive_idx ON products (company_id, store_id) WHERE NOT active AND deleted_at IS NULL;
CREATE STATISTICS products_store_stats (dependencies) ON company_id, store_id FROM products;
-- Without the company: a store's id is one company's alone, and an entry a product for it would only be written.
CREATE INDEX products_search_idx ON products USING gin (store_id, search);
CREATE INDEX products_name_trgm_idx ON products USING gin (store_id, name_folded gin_trgm_ops);

CREATE FUNCTION fill_product_search() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    NEW.name_folded := fold_text(NEW.name);
    -- A SKU as it is, and its parts: of ABC-1234 alone the parser makes a negative number.
    NEW.search := setweight(to_tsvector('portuguese', fold_text(concat_ws(' ', NEW.name, NEW.sku,
                                                                          translate(NEW.sku, '-./_', '    ')))), 'A')
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

-- Vectors live alone in a narrow table: an exact scan of one store reads nothing else.
CREATE TABLE product_embedding (
    company_id text NOT NULL,
    store_id   uuid NOT NULL,
    product_id uuid NOT NULL,
    emb        halfvec(1024) NOT NULL,
    code       bit(1024) GENERATED ALWAYS AS ((binary_quantize(emb))::bit(1024)) STORED,
    model      text NOT NULL,
    text_hash  bytea NOT NULL,
    -- False while the product is inactive or deleted, so that no search has to join products before it ranks; kept by a
    -- trigger of products. Price and stock never touch this table.
    searchable boolean NOT NULL DEFAULT true,
    CONSTRAINT product_embedding_pkey PRIMARY KEY (company_id, store_id, product_id),
    CONSTRAINT product_embedding_product_fkey FOREIGN KEY (company_id, product_id)
        REFERENCES products (company_id, id) ON DELETE CASCADE,
    CONSTRAINT product_embedding_model_check CHECK (length(model) BETWEEN 1 AND 100)
) WITH (autovacuum_vacuum_scale_factor = 0.02);
-- A row is longer than the TOAST threshold, so every column that may move out of it would, even a short one.
ALTER TABLE product_embedding ALTER COLUMN company_id SET STORAGE PLAIN, ALTER COLUMN emb SET STORAGE PLAIN,
    ALTER COLUMN code SET STORAGE PLAIN, ALTER COLUMN model SET STORAGE PLAIN, ALTER COLUMN text_hash SET STORAGE PLAIN;
CREATE INDEX product_embedding_product_idx ON product_embedding (company_id, product_id);
-- What a change of model has not reached yet.
CREATE INDEX product_embedding_model_idx ON product_embedding (company_id, store_id, model);
-- The index-only scan over sign bits reads nothing that it would have to throw away.
CREATE INDEX product_embedding_code_idx ON product_embedding (company_id, store_id) INCLUDE (product_id, code)
    WHERE searchable;
CREATE STATISTICS product_embedding_store_stats (dependencies) ON company_id, store_id FROM product_embedding;

CREATE FUNCTION follow_product_searchable() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    UPDATE product_embedding e
       SET searchable = NEW.active AND NEW.deleted_at IS NULL
     WHERE e.company_id = NEW.company_id
       AND e.store_id = NEW.store_id
       AND e.product_id = NEW.id;
    RETURN NULL;
END
$$;
CREATE TRIGGER products_follow_searchable AFTER UPDATE OF active, deleted_at ON products FOR EACH ROW
    WHEN ((OLD.active AND OLD.deleted_at IS NULL) IS DISTINCT FROM (NEW.active AND NEW.deleted_at IS NULL))
    EXECUTE FUNCTION follow_product_searchable();

-- What a product's vector was made from. A vector is stored only if this is still the same.
CREATE FUNCTION product_text_hash(name text, category text, description text, attributes jsonb) RETURNS bytea
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN sha256(convert_to(jsonb_build_array(name, category, description, attributes)::text, 'UTF8'));

-- What waits for its vector. A table of its own: marking a product as ready would write the whole product again, with an
-- entry in each of its indexes.
CREATE TABLE product_embedding_queue (
    company_id text NOT NULL,
    store_id   uuid NOT NULL,
    product_id uuid NOT NULL,
    status     text NOT NULL DEFAULT 'pending',
    CONSTRAINT product_embedding_queue_pkey PRIMARY KEY (company_id, store_id, product_id),
    CONSTRAINT product_embedding_queue_product_fkey FOREIGN KEY (company_id, product_id)
        REFERENCES products (company_id, id) ON DELETE CASCADE,
    CONSTRAINT product_embedding_queue_status_check CHECK (status IN ('pending', 'error'))
);
CREATE INDEX product_embedding_queue_product_idx ON product_embedding_queue (company_id, product_id);
CREATE STATISTICS product_embedding_queue_store_stats (dependencies) ON company_id, store_id FROM product_embedding_queue;

-- A new product waits.
CREATE FUNCTION queue_new_products() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
    companies text[];
    stores    uuid[];
    ids       uuid[];
BEGIN
    SELECT array_agg(n.company_id), array_agg(n.store_id), array_agg(n.id)
      INTO companies, stores, ids
      FROM new_rows n
     WHERE n.deleted_at IS NULL;
    INSERT INTO product_embedding_queue (company_id, store_id, product_id)
    SELECT w.company_id, w.store_id, w.product_id
      FROM unnest(companies, stores, ids) AS w (company_id, store_id, product_id);
    RETURN NULL;
END
$$;
CREATE TRIGGER products_queue_new AFTER INSERT ON products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
    EXECUTE FUNCTION queue_new_products();

-- One whose text changed waits again, whoever changed it; a deleted one does not.
CREATE FUNCTION queue_changed_product() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.deleted_at IS NOT NULL THEN
        DELETE FROM product_embedding_queue w
         WHERE w.company_id = NEW.company_id
           AND w.store_id = NEW.store_id
           AND w.product_id = NEW.id;
    ELSE
        INSERT INTO product_embedding_queue AS w (company_id, store_id, product_id)
        VALUES (NEW.company_id, NEW.store_id, NEW.id)
            ON CONFLICT (company_id, store_id, product_id) DO UPDATE SET status = 'pending';
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER products_queue_changed AFTER UPDATE OF name, description, category, attributes, deleted_at ON products
    FOR EACH ROW
    WHEN ((OLD.name, OLD.description, OLD.category, OLD.attributes, OLD.deleted_at)
          IS DISTINCT FROM (NEW.name, NEW.description, NEW.category, NEW.attributes, NEW.deleted_at))
    EXECUTE FUNCTION queue_changed_product();

-- Running totals of a store's products, for dashboard, lists and plan limits. Deleted products count nowhere.
CREATE TABLE product_totals (
    company_id    text NOT NULL,
    store_id      uuid NOT NULL,
    products      bigint NOT NULL,
    active        bigint NOT NULL,
    out_of_stock  bigint NOT NULL,
    without_price bigint NOT NULL,
    CONSTRAINT product_totals_pkey PRIMARY KEY (company_id, store_id),
    CONSTRAINT product_totals_store_fkey FOREIGN KEY (company_id, store_id)
        REFERENCES stores (company_id, id) ON DELETE CASCADE
) WITH (fillfactor = 50);

CREATE FUNCTION add_product_totals() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
    g record;
BEGIN
    FOR g IN SELECT p.company_id, p.store_id, count(*) AS products, count(*) FILTER (WHERE p.active) AS active,
                    count(*) FILTER (WHERE p.stock_quantity = 0) AS out_of_stock,
                    count(*) FILTER (WHERE p.price_cents IS NULL) AS without_price
               FROM new_rows p
              WHERE p.deleted_at IS NULL
              GROUP BY p.company_id, p.store_id
              ORDER BY p.company_id, p.store_id
    LOOP
        INSERT INTO product_totals AS t (company_id, store_id, products, active, out_of_stock, without_price)
        VALUES (g.company_id, g.store_id, g.products, g.active, g.out_of_stock, g.without_price)
            ON CONFLICT (company_id, store_id) DO UPDATE
           SET products = t.products + EXCLUDED.products, active = t.active + EXCLUDED.active,
               out_of_stock = t.out_of_stock + EXCLUDED.out_of_stock,
               without_price = t.without_price + EXCLUDED.without_price;
    END LOOP;
    RETURN NULL;
END
$$;

-- The rows after, less the rows before: no join, and a statement that moves no count (a sale, an embedding) writes nothing
-- and waits for nobody.
CREATE FUNCTION move_product_totals() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
    g record;
BEGIN
    FOR g IN SELECT d.company_id, d.store_id, sum(d.n) AS products,
                    coalesce(sum(d.n) FILTER (WHERE d.active), 0) AS active,
                    coalesce(sum(d.n) FILTER (WHERE d.stock_quantity = 0), 0) AS out_of_stock,
                    coalesce(sum(d.n) FILTER (WHERE d.price_cents IS NULL), 0) AS without_price
               FROM (SELECT n.company_id, n.store_id, 1 AS n, n.active, n.stock_quantity, n.price_cents
                       FROM new_rows n
                      WHERE n.deleted_at IS NULL
                      UNION ALL
                     SELECT o.company_id, o.store_id, -1, o.active, o.stock_quantity, o.price_cents
                       FROM old_rows o
                      WHERE o.deleted_at IS NULL) d
              GROUP BY d.company_id, d.store_id
              ORDER BY d.company_id, d.store_id
    LOOP
        IF (g.products, g.active, g.out_of_stock, g.without_price) <> (0, 0, 0, 0) THEN
            UPDATE product_totals t
               SET products = t.products + g.products, active = t.active + g.active,
                   out_of_stock = t.out_of_stock + g.out_of_stock, without_price = t.without_price + g.without_price
             WHERE t.company_id = g.company_id
               AND t.store_id = g.store_id;
        END IF;
    END LOOP;
    RETURN NULL;
END
$$;

-- UPDATE alone: when the whole store goes, its totals may be gone already and must not come back.
CREATE FUNCTION subtract_product_totals() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
    g record;
BEGIN
    FOR g IN SELECT p.company_id, p.store_id, count(*) AS products, count(*) FILTER (WHERE p.active) AS active,
                    count(*) FILTER (WHERE p.stock_quantity = 0) AS out_of_stock,
                    count(*) FILTER (WHERE p.price_cents IS NULL) AS without_price
               FROM old_rows p
              WHERE p.deleted_at IS NULL
              GROUP BY p.company_id, p.store_id
              ORDER BY p.company_id, p.store_id
    LOOP
        UPDATE product_totals t
           SET products = t.products - g.products, active = t.active - g.active,
               out_of_stock = t.out_of_stock - g.out_of_stock, without_price = t.without_price - g.without_price
         WHERE t.company_id = g.company_id
           AND t.store_id = g.store_id;
    END LOOP;
    RETURN NULL;
END
$$;

CREATE TRIGGER products_add_totals AFTER INSERT ON products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
    EXECUTE FUNCTION add_product_totals();
CREATE TRIGGER products_move_totals AFTER UPDATE ON products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION move_product_totals();
CREATE TRIGGER products_subtract_totals AFTER DELETE ON products REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
    EXECUTE FUNCTION subtract_product_totals();

-- Without stock_source_at, search and name_folded: derived, or the ERP's clock.
CREATE TRIGGER products_set_updated_at BEFORE UPDATE OF external_id, sku, name, description, category, price_cents,
    currency, stock_quantity, image_urls, attributes, active, deleted_at, variant_group, options ON products FOR EACH ROW
    WHEN (OLD.updated_at IS NOT DISTINCT FROM NEW.updated_at) EXECUTE FUNCTION set_updated_at();
