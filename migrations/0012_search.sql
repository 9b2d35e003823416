-- Search reads a store's vectors alone: what may not be shown must be known there, and a change of model must be noticed.
-- Plain indexes: this file belongs to the first release, the tables are empty.

-- False while the product is inactive or deleted. Kept by the trigger below, so that no search has to join products
-- before it ranks; price and stock never touch this table.
ALTER TABLE product_embedding ADD COLUMN searchable boolean NOT NULL DEFAULT true;

-- A row is longer than the TOAST threshold, so every column that may move out of it would, even a short one.
ALTER TABLE product_embedding ALTER COLUMN model SET STORAGE PLAIN, ALTER COLUMN text_hash SET STORAGE PLAIN;
ALTER TABLE chunk_embedding ALTER COLUMN model SET STORAGE PLAIN, ALTER COLUMN text_hash SET STORAGE PLAIN;

-- The index-only scan over sign bits reads nothing that it would have to throw away.
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX product_embedding_code_idx;
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX product_embedding_code_idx ON product_embedding (store_id) INCLUDE (product_id, code) WHERE searchable;

-- Folding costs more than comparing: done once a change instead of several times for each row a search looks at.
-- squawk-ignore adding-field-with-default
ALTER TABLE products ADD COLUMN name_folded text NOT NULL GENERATED ALWAYS AS (fold_text(name)) STORED;
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX products_name_trgm_idx;
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX products_name_trgm_idx ON products USING gin (store_id, name_folded gin_trgm_ops);

CREATE FUNCTION follow_product_searchable() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    UPDATE product_embedding e
       SET searchable = NEW.active AND NEW.deleted_at IS NULL
     WHERE e.store_id = NEW.store_id
       AND e.product_id = NEW.id;
    RETURN NULL;
END
$$;
CREATE TRIGGER products_follow_searchable AFTER UPDATE OF active, deleted_at ON products FOR EACH ROW
    WHEN ((OLD.active AND OLD.deleted_at IS NULL) IS DISTINCT FROM (NEW.active AND NEW.deleted_at IS NULL))
    EXECUTE FUNCTION follow_product_searchable();

-- The worker's claim of chunks without a vector; their documents say whose they are.
ALTER TABLE document_chunks ADD COLUMN embedding_status text NOT NULL DEFAULT 'pending'
    CONSTRAINT document_chunks_embedding_status_check CHECK (embedding_status IN ('pending', 'ready', 'error'));
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX document_chunks_pending_idx ON document_chunks (store_id, document_id, chunk_no)
    WHERE embedding_status = 'pending';

-- The model whose vectors search compares: one row. A start with another model marks the old vectors for re-embedding.
CREATE TABLE embedding_model (
    one        boolean NOT NULL DEFAULT true,
    model      text NOT NULL,
    changed_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT embedding_model_pkey PRIMARY KEY (one),
    CONSTRAINT embedding_model_one_check CHECK (one),
    CONSTRAINT embedding_model_model_check CHECK (length(model) BETWEEN 1 AND 100)
);

-- What a product's vector was made from. A vector is stored only if this is still the same.
CREATE FUNCTION product_text_hash(name text, category text, description text, attributes jsonb) RETURNS bytea
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN sha256(convert_to(jsonb_build_array(name, category, description, attributes)::text, 'UTF8'));
