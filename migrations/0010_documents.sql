-- Knowledge documents with chunks, vectors and links to agents, and the files they may come from.

CREATE TABLE documents (
    company_id     text NOT NULL,
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
    CONSTRAINT documents_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT documents_store_fkey FOREIGN KEY (company_id, store_id)
        REFERENCES stores (company_id, id) ON DELETE CASCADE,
    CONSTRAINT documents_product_fkey FOREIGN KEY (company_id, product_id)
        REFERENCES products (company_id, id) ON DELETE CASCADE,
    CONSTRAINT documents_title_check CHECK (length(title) BETWEEN 1 AND 300),
    CONSTRAINT documents_source_type_check CHECK (source_type IN ('manual', 'product', 'file', 'url')),
    CONSTRAINT documents_source_url_check CHECK (length(source_url) <= 2048),
    CONSTRAINT documents_metadata_check CHECK (jsonb_typeof(metadata) = 'object'),
    CONSTRAINT documents_chunk_count_check CHECK (chunk_count >= 0),
    CONSTRAINT documents_status_check CHECK (status IN ('processing', 'ready', 'error'))
);
CREATE UNIQUE INDEX documents_product_key ON documents (company_id, product_id) WHERE product_id IS NOT NULL;
CREATE INDEX documents_store_idx ON documents (company_id, store_id, created_at DESC, id DESC);
CREATE STATISTICS documents_store_stats (dependencies) ON company_id, store_id FROM documents;

CREATE TABLE document_chunks (
    company_id       text NOT NULL,
    store_id         uuid NOT NULL,
    document_id      uuid NOT NULL,
    chunk_no         integer NOT NULL,
    content          text NOT NULL,
    token_count      integer NOT NULL DEFAULT 0,
    embedding_status text NOT NULL DEFAULT 'pending',
    created_at       timestamptz NOT NULL DEFAULT now(),
    search           tsvector NOT NULL GENERATED ALWAYS AS (to_tsvector('portuguese', fold_text(content))) STORED,
    CONSTRAINT document_chunks_pkey PRIMARY KEY (company_id, document_id, chunk_no),
    CONSTRAINT document_chunks_document_fkey FOREIGN KEY (company_id, document_id)
        REFERENCES documents (company_id, id) ON DELETE CASCADE,
    CONSTRAINT document_chunks_chunk_no_check CHECK (chunk_no >= 0),
    CONSTRAINT document_chunks_token_count_check CHECK (token_count >= 0),
    CONSTRAINT document_chunks_embedding_status_check CHECK (embedding_status IN ('pending', 'ready', 'error'))
);
CREATE INDEX document_chunks_pending_idx ON document_chunks (company_id, store_id, document_id, chunk_no)
    WHERE embedding_status = 'pending';
CREATE INDEX document_chunks_search_idx ON document_chunks USING gin (store_id, search);
CREATE STATISTICS document_chunks_store_stats (dependencies) ON company_id, store_id FROM document_chunks;

CREATE TABLE chunk_embedding (
    company_id  text NOT NULL,
    store_id    uuid NOT NULL,
    document_id uuid NOT NULL,
    chunk_no    integer NOT NULL,
    emb         halfvec(1024) NOT NULL,
    model       text NOT NULL,
    text_hash   bytea NOT NULL,
    CONSTRAINT chunk_embedding_pkey PRIMARY KEY (company_id, document_id, chunk_no),
    CONSTRAINT chunk_embedding_chunk_fkey FOREIGN KEY (company_id, document_id, chunk_no)
        REFERENCES document_chunks (company_id, document_id, chunk_no) ON DELETE CASCADE,
    CONSTRAINT chunk_embedding_model_check CHECK (length(model) BETWEEN 1 AND 100)
) WITH (autovacuum_vacuum_scale_factor = 0.02);
-- As in product_embedding: a row is longer than the TOAST threshold.
ALTER TABLE chunk_embedding ALTER COLUMN company_id SET STORAGE PLAIN, ALTER COLUMN emb SET STORAGE PLAIN,
    ALTER COLUMN model SET STORAGE PLAIN, ALTER COLUMN text_hash SET STORAGE PLAIN;
CREATE INDEX chunk_embedding_store_idx ON chunk_embedding (company_id, store_id, document_id, chunk_no);
CREATE STATISTICS chunk_embedding_store_stats (dependencies) ON company_id, store_id FROM chunk_embedding;

CREATE TABLE agent_knowledge_base (
    company_id  text NOT NULL,
    store_id    uuid NOT NULL,
    agent_id    uuid NOT NULL,
    document_id uuid NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT agent_knowledge_base_pkey PRIMARY KEY (company_id, agent_id, document_id),
    CONSTRAINT agent_knowledge_base_agent_fkey FOREIGN KEY (company_id, agent_id)
        REFERENCES agents (company_id, id) ON DELETE CASCADE,
    CONSTRAINT agent_knowledge_base_document_fkey FOREIGN KEY (company_id, document_id)
        REFERENCES documents (company_id, id) ON DELETE CASCADE
);
CREATE INDEX agent_knowledge_base_document_idx ON agent_knowledge_base (company_id, document_id);

-- The record of a file that lies in object storage; `id` is the wire's file_id.
CREATE TABLE product_files (
    company_id    text NOT NULL,
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
    CONSTRAINT product_files_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT product_files_product_fkey FOREIGN KEY (company_id, product_id)
        REFERENCES products (company_id, id) ON DELETE CASCADE,
    CONSTRAINT product_files_document_fkey FOREIGN KEY (company_id, document_id)
        REFERENCES documents (company_id, id) DEFERRABLE INITIALLY DEFERRED,
    CONSTRAINT product_files_storage_key_key UNIQUE (company_id, product_id, storage_key),
    CONSTRAINT product_files_filename_check CHECK (length(filename) BETWEEN 1 AND 255),
    CONSTRAINT product_files_content_type_check CHECK (length(content_type) BETWEEN 1 AND 255),
    CONSTRAINT product_files_size_bytes_check CHECK (size_bytes >= 0),
    CONSTRAINT product_files_storage_key_check CHECK (length(storage_key) BETWEEN 1 AND 500),
    CONSTRAINT product_files_url_check CHECK (length(url) <= 2048),
    CONSTRAINT product_files_sha256_check CHECK (sha256 ~ '^[0-9a-f]{64}$'),
    CONSTRAINT product_files_status_check CHECK (status IN ('processing', 'completed', 'error')),
    CONSTRAINT product_files_error_message_check CHECK (length(error_message) <= 2000)
);
CREATE INDEX product_files_product_idx ON product_files (company_id, product_id, created_at DESC, id DESC);
CREATE INDEX product_files_document_idx ON product_files (company_id, document_id) WHERE document_id IS NOT NULL;

CREATE TRIGGER documents_set_updated_at BEFORE UPDATE OF product_id, title, content, source_type, source_url, metadata
    ON documents FOR EACH ROW
    WHEN (OLD.updated_at IS NOT DISTINCT FROM NEW.updated_at) EXECUTE FUNCTION set_updated_at();
CREATE TRIGGER product_files_set_updated_at BEFORE UPDATE ON product_files FOR EACH ROW
    WHEN (OLD.updated_at IS NOT DISTINCT FROM NEW.updated_at) EXECUTE FUNCTION set_updated_at();

-- Progress of chunking is derived state: it moves neither updated_at nor the audit log.
CREATE TRIGGER documents_audit AFTER INSERT OR DELETE
    OR UPDATE OF product_id, title, content, source_type, source_url, metadata ON documents FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '')
    EXECUTE FUNCTION audit_row('document', 'id', 'content', 'content_sha256,chunk_count,status');
CREATE TRIGGER agent_knowledge_base_audit AFTER INSERT OR DELETE ON agent_knowledge_base FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '')
    EXECUTE FUNCTION audit_row('agent_knowledge_base', 'agent_id', '', '');
CREATE TRIGGER product_files_audit AFTER INSERT OR UPDATE OR DELETE ON product_files FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '') EXECUTE FUNCTION audit_row('product_file', 'id', '', '');
