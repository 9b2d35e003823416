-- no-transaction
-- A document's status asks whether vectors of another model are left of it; without the model in an index, that read every
-- vector of the document.
-- What an attempt that was cut off has left is no index.
DROP INDEX CONCURRENTLY IF EXISTS chunk_embedding_model_idx;
-- squawk-ignore ban-concurrent-index-creation-in-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS chunk_embedding_model_idx ON chunk_embedding (company_id, document_id, model);
