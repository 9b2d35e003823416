-- Knowledge documents, their chunks and their links to agents.
-- Ownership: (documents.company_id, store_id) -> stores, company_id = :actor_id.
-- A document is ready when its chunks have their vectors of the model in use; read from chunks and vectors, its status can
-- never be out of date.

-- shared: document_status
CASE WHEN d.status <> 'ready' THEN d.status
     ELSE coalesce((SELECT CASE min(c.embedding_status) WHEN 'error' THEN 'error' WHEN 'pending' THEN 'processing' END
                      FROM document_chunks c
                     WHERE c.company_id = :actor_id
                       AND c.document_id = d.id
                       AND c.embedding_status <> 'ready'
                       AND NOT EXISTS (SELECT 1
                                         FROM chunk_embedding e
                                        WHERE e.company_id = :actor_id
                                          AND e.document_id = c.document_id
                                          AND e.chunk_no = c.chunk_no
                                          AND e.model = :model
                                          AND e.text_hash = sha256(convert_to(d.title || chr(10) || c.content, 'UTF8')))),
                   (SELECT 'processing'
                      FROM chunk_embedding e
                     WHERE e.company_id = :actor_id
                       AND e.document_id = d.id
                       AND (e.model < :model OR e.model > :model)
                     LIMIT 1), 'ready') END

-- name: owns_store(store_id, actor_id)$
-- Whether the store exists and is the actor's.
SELECT EXISTS (SELECT 1 FROM stores s WHERE s.company_id = :actor_id AND s.id = :store_id)
  FROM companies c
 WHERE c.id = :actor_id;

-- name: create_document(id, actor_id, store_id, product_id, title, content, source_type, source_url, metadata)^
-- may be empty: no such store or product, or the product has its document already.
INSERT INTO documents AS d (company_id, id, store_id, product_id, title, content, source_type, source_url, metadata,
                            content_sha256, status)
SELECT s.company_id, :id::uuid, s.id, :product_id::uuid, :title, :content::text, :source_type, :source_url,
       :metadata::jsonb, sha256(convert_to(:content::text, 'UTF8')),
       CASE WHEN :content::text = '' THEN 'ready' ELSE 'processing' END
  FROM stores s
 WHERE s.company_id = :actor_id
   AND s.id = :store_id
   AND s.deleted_at IS NULL
   AND (:product_id::uuid IS NULL
        OR EXISTS (SELECT 1 FROM products p
                    WHERE p.company_id = :actor_id
                      AND p.id = :product_id::uuid
                      AND p.store_id = s.id
                      AND p.deleted_at IS NULL))
    ON CONFLICT (company_id, product_id) WHERE product_id IS NOT NULL DO NOTHING
RETURNING d.id, d.store_id, d.status = 'processing' AS changed, true AS created;

-- name: find_document_by_product(product_id, actor_id)^
SELECT d.id
  FROM documents d
  JOIN stores s ON s.company_id = d.company_id AND s.id = d.store_id
 WHERE d.company_id = :actor_id
   AND d.product_id = :product_id;

-- name: upsert_document_by_product(id, actor_id, product_id, title, content, set_metadata, metadata)^
-- No row: no such product. An unchanged text is not chunked again, unless that failed (restart_document asks the chunks).
INSERT INTO documents AS d (company_id, id, store_id, product_id, title, content, source_type, metadata,
                            content_sha256, status)
SELECT p.company_id, :id::uuid, p.store_id, p.id, coalesce(:title::text, p.name), :content::text, 'product',
       :metadata::jsonb, sha256(convert_to(:content::text, 'UTF8')),
       CASE WHEN :content::text = '' THEN 'ready' ELSE 'processing' END
  FROM products p
  JOIN stores s ON s.company_id = p.company_id AND s.id = p.store_id
 WHERE p.company_id = :actor_id
   AND p.id = :product_id
   AND p.deleted_at IS NULL
   AND s.deleted_at IS NULL
    ON CONFLICT (company_id, product_id) WHERE product_id IS NOT NULL
    DO UPDATE SET title = coalesce(:title::text, d.title),
                  content = excluded.content,
                  metadata = CASE WHEN :set_metadata THEN excluded.metadata ELSE d.metadata END,
                  content_sha256 = excluded.content_sha256,
                  status = CASE WHEN excluded.content_sha256 IS DISTINCT FROM d.content_sha256
                                  OR coalesce(:title::text, d.title) <> d.title
                                  OR d.status = 'error'
                                THEN 'processing' ELSE d.status END
RETURNING d.id, d.store_id, d.status = 'processing' AS changed, d.id = :id AS created;

-- name: list_documents(actor_id, model, store_id, product_id, agent_id, status, source_type, q, limit, offset)
-- Newest first.
-- may be empty: the filters exclude each other
SELECT d.id, d.store_id, d.product_id, d.title, left(d.content, 200) AS excerpt, d.source_type, d.source_url,
       d.metadata, d.chunk_count, n.status,
       ARRAY(SELECT k.agent_id FROM agent_knowledge_base k
              WHERE k.company_id = :actor_id AND k.document_id = d.id ORDER BY k.agent_id) AS agent_ids,
       d.created_at, d.updated_at
  FROM documents d
  JOIN stores s ON s.company_id = d.company_id AND s.id = d.store_id
 CROSS JOIN LATERAL (SELECT {document_status} AS status) n
 WHERE d.company_id = :actor_id
   AND d.store_id = :store_id
   AND (:product_id::uuid IS NULL OR d.product_id = :product_id)
   AND (:agent_id::uuid IS NULL
        OR EXISTS (SELECT 1 FROM agent_knowledge_base k
                    WHERE k.company_id = :actor_id AND k.document_id = d.id AND k.agent_id = :agent_id))
   AND (:status::text IS NULL OR n.status = :status)
   AND (:source_type::text IS NULL OR d.source_type = :source_type)
   AND (:q::text IS NULL OR strpos(fold_text(d.title), fold_text(:q)) > 0)
 ORDER BY d.created_at DESC, d.id DESC
 LIMIT :limit OFFSET :offset;

-- name: count_documents(actor_id, model, store_id, product_id, agent_id, status, source_type, q)$
-- Of the same filter as list_documents.
-- may be empty: the filters exclude each other
SELECT count(*)
  FROM documents d
  JOIN stores s ON s.company_id = d.company_id AND s.id = d.store_id
 CROSS JOIN LATERAL (SELECT {document_status} AS status) n
 WHERE d.company_id = :actor_id
   AND d.store_id = :store_id
   AND (:product_id::uuid IS NULL OR d.product_id = :product_id)
   AND (:agent_id::uuid IS NULL
        OR EXISTS (SELECT 1 FROM agent_knowledge_base k
                    WHERE k.company_id = :actor_id AND k.document_id = d.id AND k.agent_id = :agent_id))
   AND (:status::text IS NULL OR n.status = :status)
   AND (:source_type::text IS NULL OR d.source_type = :source_type)
   AND (:q::text IS NULL OR strpos(fold_text(d.title), fold_text(:q)) > 0);

-- name: get_document(document_id, model, actor_id)^
SELECT d.id, d.store_id, d.product_id, d.title, d.content, d.source_type, d.source_url, d.metadata, d.chunk_count,
       n.status,
       ARRAY(SELECT k.agent_id FROM agent_knowledge_base k
              WHERE k.company_id = :actor_id AND k.document_id = d.id ORDER BY k.agent_id) AS agent_ids,
       d.created_at, d.updated_at
  FROM documents d
  JOIN stores s ON s.company_id = d.company_id AND s.id = d.store_id
 CROSS JOIN LATERAL (SELECT {document_status} AS status) n
 WHERE d.company_id = :actor_id
   AND d.id = :document_id;

-- name: update_document(document_id, actor_id, set_title, title, set_content, content, content_sha256, set_product_id, product_id, set_source_type, source_type, set_source_url, source_url, set_metadata, metadata)^
-- A new title changes what is embedded too. No row: no such document, or the product is not of its store.
UPDATE documents d
   SET title = CASE WHEN :set_title THEN :title ELSE d.title END,
       content = CASE WHEN :set_content THEN :content ELSE d.content END,
       product_id = CASE WHEN :set_product_id THEN :product_id ELSE d.product_id END,
       source_type = CASE WHEN :set_source_type THEN :source_type ELSE d.source_type END,
       source_url = CASE WHEN :set_source_url THEN :source_url ELSE d.source_url END,
       metadata = CASE WHEN :set_metadata THEN :metadata ELSE d.metadata END,
       content_sha256 = CASE WHEN :set_content THEN :content_sha256 ELSE d.content_sha256 END,
       status = CASE WHEN (:set_content AND (:content_sha256 IS DISTINCT FROM d.content_sha256 OR d.status = 'error'))
                       OR (:set_title AND :title <> d.title)
                     THEN 'processing' ELSE d.status END
  FROM stores s
 WHERE d.company_id = :actor_id
   AND d.id = :document_id
   AND s.company_id = d.company_id
   AND s.id = d.store_id
   AND (NOT :set_product_id
        OR :product_id::uuid IS NULL
        OR EXISTS (SELECT 1 FROM products p
                    WHERE p.company_id = :actor_id AND p.id = :product_id::uuid AND p.store_id = d.store_id))
RETURNING d.id, d.store_id, d.status = 'processing' AS changed, false AS created;

-- name: restart_document(document_id, actor_id)$
-- The same text again is a second try where the first failed.
-- may be empty: none of its chunks has failed.
UPDATE documents d
   SET status = 'processing'
  FROM stores s
 WHERE d.company_id = :actor_id
   AND d.id = :document_id
   AND s.company_id = d.company_id
   AND s.id = d.store_id
   AND EXISTS (SELECT 1 FROM document_chunks c
                WHERE c.company_id = :actor_id
                  AND c.document_id = d.id
                  AND c.embedding_status = 'error')
RETURNING d.id;

-- name: delete_document(document_id, actor_id)^
-- Chunks, vectors and links go with it; the files it was read from stay.
WITH freed AS (
    UPDATE product_files f
       SET document_id = NULL
     WHERE f.company_id = :actor_id
       AND f.document_id = :document_id
)
DELETE FROM documents d
 USING stores s
 WHERE d.company_id = :actor_id
   AND d.id = :document_id
   AND s.company_id = d.company_id
   AND s.id = d.store_id
RETURNING d.id;

-- name: lock_linked_document(document_id, actor_id)^
-- Two replacements of the same links happen one after the other.
SELECT d.store_id
  FROM documents d
  JOIN stores s ON s.company_id = d.company_id AND s.id = d.store_id
 WHERE d.company_id = :actor_id
   AND d.id = :document_id
   AND s.deleted_at IS NULL
   FOR NO KEY UPDATE OF d;

-- name: lock_linked_agent(agent_id, actor_id)^
-- Two replacements of the same links happen one after the other.
SELECT a.store_id
  FROM agents a
  JOIN stores s ON s.company_id = a.company_id AND s.id = a.store_id
 WHERE a.company_id = :actor_id
   AND a.id = :agent_id
   AND a.deleted_at IS NULL
   AND s.deleted_at IS NULL
   FOR NO KEY UPDATE OF a;

-- name: remove_links_of_document(document_id, agent_ids, actor_id)^
-- First of two: links with other agents than these (distinct) ones go; add_links_of_document follows in the same
-- transaction. No row, and nothing changed, unless all of them are of the document's store.
WITH document AS (
    SELECT d.id, d.store_id
      FROM documents d
      JOIN stores s ON s.company_id = d.company_id AND s.id = d.store_id
     WHERE d.company_id = :actor_id
       AND d.id = :document_id
), wanted AS (
    SELECT a.id
      FROM agents a
      JOIN document d ON d.store_id = a.store_id
     WHERE a.company_id = :actor_id
       AND a.id = ANY (:agent_ids::uuid[])
       AND a.deleted_at IS NULL
), target AS (
    SELECT d.id
      FROM document d
     WHERE (SELECT count(*) FROM wanted) = cardinality(:agent_ids::uuid[])
), removed AS (
    DELETE FROM agent_knowledge_base k
     USING target t
     WHERE k.company_id = :actor_id
       AND k.document_id = t.id
       AND k.agent_id <> ALL (:agent_ids::uuid[])
)
SELECT t.id
  FROM target t;

-- name: add_links_of_document(document_id, agent_ids, actor_id)!
-- may be empty: all of them were there.
INSERT INTO agent_knowledge_base (company_id, store_id, agent_id, document_id)
SELECT a.company_id, a.store_id, a.id, d.id
  FROM agents a
  JOIN stores s ON s.company_id = a.company_id AND s.id = a.store_id
  JOIN documents d ON d.company_id = a.company_id AND d.store_id = a.store_id
 WHERE a.company_id = :actor_id
   AND a.id = ANY (:agent_ids::uuid[])
   AND a.deleted_at IS NULL
   AND d.id = :document_id
    ON CONFLICT DO NOTHING;

-- name: remove_links_of_agent(agent_id, document_ids, actor_id)^
-- As remove_links_of_document, from the other end.
WITH agent AS (
    SELECT a.id, a.store_id
      FROM agents a
      JOIN stores s ON s.company_id = a.company_id AND s.id = a.store_id
     WHERE a.company_id = :actor_id
       AND a.id = :agent_id
       AND a.deleted_at IS NULL
), wanted AS (
    SELECT d.id
      FROM documents d
      JOIN agent a ON a.store_id = d.store_id
     WHERE d.company_id = :actor_id
       AND d.id = ANY (:document_ids::uuid[])
), target AS (
    SELECT a.id
      FROM agent a
     WHERE (SELECT count(*) FROM wanted) = cardinality(:document_ids::uuid[])
), removed AS (
    DELETE FROM agent_knowledge_base k
     USING target t
     WHERE k.company_id = :actor_id
       AND k.agent_id = t.id
       AND k.document_id <> ALL (:document_ids::uuid[])
)
SELECT t.id
  FROM target t;

-- name: add_links_of_agent(agent_id, document_ids, actor_id)!
-- may be empty: all of them were there.
INSERT INTO agent_knowledge_base (company_id, store_id, agent_id, document_id)
SELECT a.company_id, a.store_id, a.id, d.id
  FROM agents a
  JOIN stores s ON s.company_id = a.company_id AND s.id = a.store_id
  JOIN documents d ON d.company_id = a.company_id AND d.store_id = a.store_id
 WHERE a.company_id = :actor_id
   AND a.id = :agent_id
   AND a.deleted_at IS NULL
   AND d.id = ANY (:document_ids::uuid[])
    ON CONFLICT DO NOTHING;

-- name: get_document_text(document_id, company_id)^
-- unowned: the worker chunks for all companies
SELECT d.content, d.content_sha256
  FROM documents d
 WHERE d.company_id = :company_id
   AND d.id = :document_id
   AND d.status = 'processing';

-- name: finish_chunking(document_id, company_id, content_sha256, chunk_count)^
-- unowned: the worker chunks for all companies
-- No row: the text has changed meanwhile, and its own job is on the way.
UPDATE documents d
   SET status = 'ready',
       chunk_count = :chunk_count
 WHERE d.company_id = :company_id
   AND d.id = :document_id
   AND d.content_sha256 IS NOT DISTINCT FROM :content_sha256
RETURNING d.id;

-- name: delete_chunks(document_id, company_id)!
-- unowned: the worker chunks for all companies
DELETE FROM document_chunks c
 WHERE c.company_id = :company_id
   AND c.document_id = :document_id;

-- name: insert_chunks(document_id, company_id, contents, token_counts)!
-- unowned: the worker chunks for all companies
INSERT INTO document_chunks (company_id, store_id, document_id, chunk_no, content, token_count)
SELECT d.company_id, d.store_id, d.id, c.number - 1, c.content, c.tokens
  FROM documents d
 CROSS JOIN unnest(:contents::text[], :token_counts::int[]) WITH ORDINALITY AS c (content, tokens, number)
 WHERE d.company_id = :company_id
   AND d.id = :document_id;

-- name: fail_document(document_id, company_id, content_sha256)!
-- unowned: the worker chunks for all companies
UPDATE documents d
   SET status = 'error'
 WHERE d.company_id = :company_id
   AND d.id = :document_id
   AND d.content_sha256 IS NOT DISTINCT FROM :content_sha256;
