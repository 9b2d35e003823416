-- A document is ready when its chunks have their vectors; read from the chunks, it can never be out of date.

CREATE FUNCTION document_status(stored text, store uuid, document uuid) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE
    WHEN stored <> 'ready' THEN stored
    WHEN EXISTS (SELECT 1 FROM document_chunks c
                  WHERE c.store_id = store AND c.document_id = document AND c.embedding_status = 'error') THEN 'error'
    WHEN EXISTS (SELECT 1 FROM document_chunks c
                  WHERE c.store_id = store AND c.document_id = document AND c.embedding_status = 'pending')
        THEN 'processing'
    ELSE 'ready'
END;
