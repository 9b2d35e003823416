-- Products, knowledge documents, uploaded files and their vectors. Keys: see README.md, "Keys of a tenant table".

CREATE TABLE products (
    id               uuid NOT NULL,
    store_id         uuid NOT NULL,
    external_id      text,
    sku              text,
    name             text NOT NULL,
    description      text NOT NULL DEFAULT '',
    category         text,
    -- NULL: the price stands only in the text, or nowhere; it passes no price filter.
    price_cents      bigint,
    currency         text NOT NULL DEFAULT 'BRL',
    -- NULL: not counted.
    stock_quantity   integer,
    -- occurred_at of the last absolute value an ERP sent; an older one is stale.
    stock_source_at  timestamptz,
    image_urls       text[] NOT NULL DEFAULT '{}',
    attributes       jsonb NOT NULL DEFAULT '{}',
    active           boolean NOT NULL DEFAULT true,
    embedding_status text NOT NULL DEFAULT 'pending',
    deleted_at       timestamptz,
    created_at       timestamptz NOT NULL DEFAULT now(),
    updated_at       timestamptz NOT NULL DEFAULT now(),
    search           tsvector NOT NULL GENERATED ALWAYS AS (
        setweight(to_tsvector('portuguese', fold_text(name || ' ' || coalesce(sku, ''))), 'A')
        || setweight(to_tsvector('portuguese', fold_text(coalesce(category, ''))), 'B')
        || setweight(to_tsvector('portuguese', fold_text(description)), 'C')) STORED,
    CONSTRAINT products_pkey PRIMARY KEY (id, store_id),
    CONSTRAINT products_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores (id) ON DELETE CASCADE,
    CONSTRAINT products_external_id_check CHECK (length(external_id) BETWEEN 1 AND 128),
    CONSTRAINT products_sku_check CHECK (length(sku) BETWEEN 1 AND 128),
    CONSTRAINT products_name_check CHECK (length(name) BETWEEN 1 AND 300),
    CONSTRAINT products_description_check CHECK (length(description) <= 20000),
    CONSTRAINT products_category_check CHECK (length(category) BETWEEN 1 AND 200),
    CONSTRAINT products_price_cents_check CHECK (price_cents >= 0),
    CONSTRAINT products_currency_check CHECK (currency ~ '^[A-Z]{3}$'),
    CONSTRAINT products_stock_quantity_check CHECK (stock_quantity >= 0),
    CONSTRAINT products_attributes_check CHECK (jsonb_typeof(attributes) = 'object'),
    CONSTRAINT products_embedding_status_check CHECK (embedding_status IN ('pending', 'ready', 'error'))
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX products_sku_key ON products (store_id, sku) WHERE sku IS NOT NULL AND deleted_at IS NULL;
CREATE UNIQUE INDEX products_external_id_key ON products (store_id, external_id)
    WHERE external_id IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX products_store_idx ON products (store_id, created_at DESC, id DESC);
CREATE INDEX products_name_idx ON products (store_id, name, id) WHERE deleted_at IS NULL;
-- The worker's claim; empty most of the time.
CREATE INDEX products_embedding_pending_idx ON products (store_id, id)
    WHERE embedding_status = 'pending' AND deleted_at IS NULL;
CREATE INDEX products_search_idx ON products USING gin (store_id, search);
CREATE INDEX products_name_trgm_idx ON products USING gin (store_id, fold_text(name) gin_trgm_ops);

-- Vectors live alone in a narrow table: an exact scan of one store reads nothing else. STORAGE PLAIN, because
-- halfvec(1024) is just above the TOAST threshold and would silently move out of the row.
CREATE TABLE product_embedding (
    store_id   uuid NOT NULL,
    product_id uuid NOT NULL,
    emb        halfvec(1024) NOT NULL,
    code       bit(1024) GENERATED ALWAYS AS ((binary_quantize(emb))::bit(1024)) STORED,
    model      text NOT NULL,
    text_hash  bytea NOT NULL,
    CONSTRAINT product_embedding_pkey PRIMARY KEY (store_id, product_id),
    CONSTRAINT product_embedding_product_fkey FOREIGN KEY (product_id, store_id)
        REFERENCES products (id, store_id) ON DELETE CASCADE,
    CONSTRAINT product_embedding_model_check CHECK (length(model) BETWEEN 1 AND 100)
) WITH (autovacuum_vacuum_scale_factor = 0.02);
ALTER TABLE product_embedding ALTER COLUMN emb SET STORAGE PLAIN, ALTER COLUMN code SET STORAGE PLAIN;
CREATE INDEX product_embedding_code_idx ON product_embedding (store_id) INCLUDE (product_id, code);

CREATE TABLE documents (
    id             uuid NOT NULL,
    store_id       uuid NOT NULL,
    product_id     uuid,
    title          text NOT NULL,
    content        text NOT NULL DEFAULT '',
    source_type    text NOT NULL DEFAULT 'manual',
    source_url     text,
    metadata       jsonb NOT NULL DEFAULT '{}',
    content_sha256 bytea,
    chunk_count    integer NOT NULL DEFAULT 0,
    status         text NOT NULL DEFAULT 'ready',
    created_at     timestamptz NOT NULL DEFAULT now(),
    updated_at     timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT documents_pkey PRIMARY KEY (id, store_id),
    CONSTRAINT documents_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores (id) ON DELETE CASCADE,
    CONSTRAINT documents_product_fkey FOREIGN KEY (product_id, store_id)
        REFERENCES products (id, store_id) ON DELETE CASCADE,
    CONSTRAINT documents_title_check CHECK (length(title) BETWEEN 1 AND 300),
    CONSTRAINT documents_source_type_check CHECK (source_type IN ('manual', 'product', 'file', 'url')),
    CONSTRAINT documents_source_url_check CHECK (length(source_url) <= 2048),
    CONSTRAINT documents_metadata_check CHECK (jsonb_typeof(metadata) = 'object'),
    CONSTRAINT documents_chunk_count_check CHECK (chunk_count >= 0),
    CONSTRAINT documents_status_check CHECK (status IN ('processing', 'ready', 'error'))
);
CREATE UNIQUE INDEX documents_product_key ON documents (store_id, product_id) WHERE product_id IS NOT NULL;
CREATE INDEX documents_store_idx ON documents (store_id, created_at DESC, id DESC);

CREATE TABLE document_chunks (
    store_id    uuid NOT NULL,
    document_id uuid NOT NULL,
    chunk_no    integer NOT NULL,
    content     text NOT NULL,
    token_count integer NOT NULL DEFAULT 0,
    created_at  timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT document_chunks_pkey PRIMARY KEY (store_id, document_id, chunk_no),
    CONSTRAINT document_chunks_document_fkey FOREIGN KEY (document_id, store_id)
        REFERENCES documents (id, store_id) ON DELETE CASCADE,
    CONSTRAINT document_chunks_chunk_no_check CHECK (chunk_no >= 0),
    CONSTRAINT document_chunks_token_count_check CHECK (token_count >= 0)
);

CREATE TABLE chunk_embedding (
    store_id    uuid NOT NULL,
    document_id uuid NOT NULL,
    chunk_no    integer NOT NULL,
    emb         halfvec(1024) NOT NULL,
    model       text NOT NULL,
    text_hash   bytea NOT NULL,
    CONSTRAINT chunk_embedding_pkey PRIMARY KEY (store_id, document_id, chunk_no),
    CONSTRAINT chunk_embedding_chunk_fkey FOREIGN KEY (store_id, document_id, chunk_no)
        REFERENCES document_chunks (store_id, document_id, chunk_no) ON DELETE CASCADE,
    CONSTRAINT chunk_embedding_model_check CHECK (length(model) BETWEEN 1 AND 100)
) WITH (autovacuum_vacuum_scale_factor = 0.02);
ALTER TABLE chunk_embedding ALTER COLUMN emb SET STORAGE PLAIN;

-- The record of a file that lies in object storage; `id` is the wire's file_id.
CREATE TABLE product_files (
    id            uuid NOT NULL,
    store_id      uuid NOT NULL,
    product_id    uuid NOT NULL,
    filename      text NOT NULL,
    content_type  text NOT NULL,
    size_bytes    bigint NOT NULL,
    storage_key   text NOT NULL,
    url           text,
    sha256        text,
    status        text NOT NULL DEFAULT 'processing',
    error_message text,
    document_id   uuid,
    created_at    timestamptz NOT NULL DEFAULT now(),
    updated_at    timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT product_files_pkey PRIMARY KEY (id, store_id),
    CONSTRAINT product_files_product_fkey FOREIGN KEY (product_id, store_id)
        REFERENCES products (id, store_id) ON DELETE CASCADE,
    CONSTRAINT product_files_document_fkey FOREIGN KEY (document_id, store_id)
        REFERENCES documents (id, store_id) ON DELETE SET NULL (document_id),
    CONSTRAINT product_files_storage_key_key UNIQUE (store_id, product_id, storage_key),
    CONSTRAINT product_files_filename_check CHECK (length(filename) BETWEEN 1 AND 255),
    CONSTRAINT product_files_content_type_check CHECK (length(content_type) BETWEEN 1 AND 255),
    CONSTRAINT product_files_size_bytes_check CHECK (size_bytes >= 0),
    CONSTRAINT product_files_storage_key_check CHECK (length(storage_key) BETWEEN 1 AND 500),
    CONSTRAINT product_files_url_check CHECK (length(url) <= 2048),
    CONSTRAINT product_files_sha256_check CHECK (sha256 ~ '^[0-9a-f]{64}$'),
    CONSTRAINT product_files_status_check CHECK (status IN ('processing', 'completed', 'error')),
    CONSTRAINT product_files_error_message_check CHECK (length(error_message) <= 2000)
);
CREATE INDEX product_files_product_idx ON product_files (store_id, product_id, created_at DESC, id DESC);
CREATE INDEX product_files_document_idx ON product_files (document_id, store_id) WHERE document_id IS NOT NULL;

-- Embedding progress is derived state: it moves neither updated_at nor the audit log.
CREATE TRIGGER products_set_updated_at BEFORE UPDATE OF store_id, external_id, sku, name, description, category, price_cents,
    currency, stock_quantity, image_urls, attributes, active, deleted_at ON products FOR EACH ROW
    WHEN (OLD.updated_at IS NOT DISTINCT FROM NEW.updated_at) EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER documents_set_updated_at BEFORE UPDATE OF product_id, title, content, source_type, source_url, metadata
    ON documents FOR EACH ROW
    WHEN (OLD.updated_at IS NOT DISTINCT FROM NEW.updated_at) EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER product_files_set_updated_at BEFORE UPDATE ON product_files FOR EACH ROW
    WHEN (OLD.updated_at IS NOT DISTINCT FROM NEW.updated_at) EXECUTE FUNCTION set_updated_at();

-- Products are written 5,000 at a time, so their audit runs once per statement over the transition tables, and names its
-- columns: to_jsonb of whole rows would render every tsvector. NULLs are dropped; a field missing on one side is null.
CREATE FUNCTION audited_product(p products) RETURNS jsonb
LANGUAGE sql STABLE PARALLEL SAFE
RETURN jsonb_strip_nulls(jsonb_build_object(
    'store_id', p.store_id, 'external_id', p.external_id, 'sku', p.sku, 'name', p.name, 'description', p.description,
    'category', p.category, 'price_cents', p.price_cents, 'currency', p.currency, 'stock_quantity', p.stock_quantity,
    'image_urls', p.image_urls, 'attributes', p.attributes, 'active', p.active, 'deleted_at', p.deleted_at));

-- Transition tables have no statistics: without the setting a cached plan joins 5,000 rows to 5,000 by nested loop.
CREATE FUNCTION audit_products() RETURNS trigger
LANGUAGE plpgsql SET enable_nestloop = off AS $$
DECLARE
    actor   text := current_setting('app.actor');
    act     text := coalesce(nullif(current_setting('app.action', true), ''), 'product.' || lower(TG_OP));
    request text := nullif(current_setting('app.request_id', true), '');
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO audit_log (company_id, actor_user_id, action, target_type, target_id, changes, request_id)
        SELECT actor, actor, act, 'product', n.id, audit_diff(NULL, audited_product(n), '{}'), request
          FROM new_rows n;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO audit_log (company_id, actor_user_id, action, target_type, target_id, changes, request_id)
        SELECT actor, actor, act, 'product', o.id, audit_diff(audited_product(o), NULL, '{}'), request
          FROM old_rows o;
    ELSE
        INSERT INTO audit_log (company_id, actor_user_id, action, target_type, target_id, changes, request_id)
        SELECT actor, actor, act, 'product', n.id, audit_diff(audited_product(o), audited_product(n), '{}'), request
          FROM new_rows n
          JOIN old_rows o ON o.id = n.id
         WHERE audited_product(o) <> audited_product(n);
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER products_audit_insert AFTER INSERT ON products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT
    WHEN (current_setting('app.actor', true) <> '') EXECUTE FUNCTION audit_products();
CREATE TRIGGER products_audit_update AFTER UPDATE ON products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
    FOR EACH STATEMENT WHEN (current_setting('app.actor', true) <> '') EXECUTE FUNCTION audit_products();
CREATE TRIGGER products_audit_delete AFTER DELETE ON products REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
    WHEN (current_setting('app.actor', true) <> '') EXECUTE FUNCTION audit_products();
CREATE TRIGGER documents_audit AFTER INSERT OR DELETE
    OR UPDATE OF product_id, title, content, source_type, source_url, metadata ON documents FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '')
    EXECUTE FUNCTION audit_row('document', 'id', 'content', 'content_sha256,chunk_count,status');
CREATE TRIGGER product_files_audit AFTER INSERT OR UPDATE OR DELETE ON product_files FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '') EXECUTE FUNCTION audit_row('product_file', 'id', '', '');
