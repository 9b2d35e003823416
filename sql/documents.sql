-- Knowledge documents, their chunks and their links to agents.
-- Ownership: documents.store_id -> stores.id, stores.company_id = :actor_id.

-- name: owns_store(store_id, actor_id)$
-- Whether the store exists and is the actor's.
SELECT EXISTS (SELECT 1 FROM stores s WHERE s.id = :store_id AND s.company_id = :actor_id)
  FROM companies c
 WHERE c.id = :actor_id;

-- name: create_document(id, actor_id, store_id, product_id, title, content, source_type, source_url, metadata)^
-- may be empty: no such store or product, or the product has its document already.
INSERT INTO documents AS d (id, store_id, product_id, title, content, source_type, source_url, metadata,
                            content_sha256, status)
SELECT :id, s.id, :product_id::uuid, :title, :content::text, :source_type, :source_url, :metadata,
       sha256(convert_to(:content::text, 'UTF8')), CASE WHEN :content::text = '' THEN 'ready' ELSE 'processing' END
  FROM stores s
 WHERE s.id = :store_id
   AND s.company_id = :actor_id
   AND (:product_id::uuid IS NULL
        OR EXISTS (SELECT 1 FROM products p
                    WHERE p.id = :product_id::uuid AND p.store_id = s.id AND p.deleted_at IS NULL))
    ON CONFLICT (store_id, product_id) WHERE product_id IS NOT NULL DO NOTHING
RETURNING d.id, d.store_id, d.status = 'processing' AS changed, true AS created;

-- name: find_document_by_product(product_id, actor_id)^
SELECT d.id
  FROM documents d
  JOIN stores s ON s.id = d.store_id
 WHERE d.product_id = :product_id
   AND s.company_id = :actor_id;

-- name: upsert_document_by_product(id, actor_id, product_id, title, content, set_metadata, metadata)^
-- No row: no such product. An unchanged text is not chunked again, unless that failed.
INSERT INTO documents AS d (id, store_id, product_id, title, content, source_type, metadata, content_sha256, status)
SELECT :id, p.store_id, p.id, coalesce(:title::text, p.name), :content::text, 'product', :metadata,
       sha256(convert_to(:content::text, 'UTF8')), CASE WHEN :content::text = '' THEN 'ready' ELSE 'processing' END
  FROM products p
  JOIN stores s ON s.id = p.store_id
 WHERE p.id = :product_id
   AND p.deleted_at IS NULL
   AND s.company_id = :actor_id
    ON CONFLICT (store_id, product_id) WHERE product_id IS NOT NULL
    DO UPDATE SET title = coalesce(:title::text, d.title),
                  content = excluded.content,
                  metadata = CASE WHEN :set_metadata THEN excluded.metadata ELSE d.metadata END,
                  content_sha256 = excluded.content_sha256,
                  status = CASE WHEN excluded.content_sha256 IS DISTINCT FROM d.content_sha256
                                  OR coalesce(:title::text, d.title) <> d.title
                                  OR document_status(d.status, d.store_id, d.id) = 'error'
                                THEN 'processing' ELSE d.status END
RETURNING d.id, d.store_id, d.status = 'processing' AS changed, d.id = :id AS created;

-- name: list_documents(actor_id, store_id, product_id, agent_id, status, source_type, q, limit, offset)
-- Newest first.
-- may be empty: the filters exclude each other
SELECT d.id, d.store_id, d.product_id, d.title, left(d.content, 200) AS excerpt, d.source_type, d.source_url,
       d.metadata, d.chunk_count, document_status(d.status, d.store_id, d.id) AS status,
       ARRAY(SELECT k.agent_id FROM agent_knowledge_base k
              WHERE k.store_id = d.store_id AND k.document_id = d.id ORDER BY k.agent_id) AS agent_ids,
       d.created_at, d.updated_at
  FROM documents d
  JOIN stores s ON s.id = d.store_id
 WHERE d.store_id = :store_id
   AND s.company_id = :actor_id
   AND (:product_id::uuid IS NULL OR d.product_id = :product_id)
   AND (:agent_id::uuid IS NULL
        OR EXISTS (SELECT 1 FROM agent_knowledge_base k
                    WHERE k.store_id = d.store_id AND k.document_id = d.id AND k.agent_id = :agent_id))
   AND (:status::text IS NULL OR document_status(d.status, d.store_id, d.id) = :status)
   AND (:source_type::text IS NULL OR d.source_type = :source_type)
   AND (:q::text IS NULL OR strpos(fold_text(d.title), fold_text(:q)) > 0)
 ORDER BY d.created_at DESC, d.id DESC
 LIMIT :limit OFFSET :offset;

-- name: count_documents(actor_id, store_id, product_id, agent_id, status, source_type, q)$
-- Of the same filter as list_documents.
-- may be empty: the filters exclude each other
SELECT count(*)
  FROM documents d
  JOIN stores s ON s.id = d.store_id
 WHERE d.store_id = :store_id
   AND s.company_id = :actor_id
   AND (:product_id::uuid IS NULL OR d.product_id = :product_id)
   AND (:agent_id::uuid IS NULL
        OR EXISTS (SELECT 1 FROM agent_knowledge_base k
                    WHERE k.store_id = d.store_id AND k.document_id = d.id AND k.agent_id = :agent_id))
   AND (:status::text IS NULL OR document_status(d.status, d.store_id, d.id) = :status)
   AND (:source_type::text IS NULL OR d.source_type = :source_type)
   AND (:q::text IS NULL OR strpos(fold_text(d.title), fold_text(:q)) > 0);

-- name: get_document(document_id, actor_id)^
SELECT d.id, d.store_id, d.product_id, d.title, d.content, d.source_type, d.source_url, d.metadata, d.chunk_count,
       document_status(d.status, d.store_id, d.id) AS status,
       ARRAY(SELECT k.agent_id FROM agent_knowledge_base k
              WHERE k.store_id = d.store_id AND k.document_id = d.id ORDER BY k.agent_id) AS agent_ids,
       d.created_at, d.updated_at
  FROM documents d
  JOIN stores s ON s.id = d.store_id
 WHERE d.id = :document_id
   AND s.company_id = :actor_id;

-- name: update_document(document_id, actor_id, set_title, title, set_content, content, set_product_id, product_id, set_source_type, source_type, set_source_url, source_url, set_metadata, metadata)^
-- A product of another store is refused by the composite reference. A new title changes what is embedded too; the
-- same text again is a second try where the first failed.
UPDATE documents d
   SET title = CASE WHEN :set_title THEN :title ELSE d.title END,
       content = CASE WHEN :set_content THEN :content ELSE d.content END,
       product_id = CASE WHEN :set_product_id THEN :product_id ELSE d.product_id END,
       source_type = CASE WHEN :set_source_type THEN :source_type ELSE d.source_type END,
       source_url = CASE WHEN :set_source_url THEN :source_url ELSE d.source_url END,
       metadata = CASE WHEN :set_metadata THEN :metadata ELSE d.metadata END,
       content_sha256 = CASE WHEN :set_content THEN sha256(convert_to(:content, 'UTF8')) ELSE d.content_sha256 END,
       status = CASE WHEN (:set_content AND (sha256(convert_to(:content, 'UTF8')) IS DISTINCT FROM d.content_sha256
                                             OR document_status(d.status, d.store_id, d.id) = 'error'))
                       OR (:set_title AND :title <> d.title)
                     THEN 'processing' ELSE d.status END
  FROM stores s
 WHERE d.id = :document_id
   AND s.id = d.store_id
   AND s.company_id = :actor_id
RETURNING d.id, d.store_id, d.status = 'processing' AS changed, false AS created;

-- name: delete_document(document_id, actor_id)^
-- Chunks, vectors and links go with it.
DELETE FROM documents d
 USING stores s
 WHERE d.id = :document_id
   AND s.id = d.store_id
   AND s.company_id = :actor_id
RETURNING d.id;

-- name: lock_linked_document(document_id, actor_id)^
-- Two replacements of the same links happen one after the other.
SELECT d.store_id
  FROM documents d
  JOIN stores s ON s.id = d.store_id
 WHERE d.id = :document_id
   AND s.company_id = :actor_id
   FOR NO KEY UPDATE OF d;

-- name: lock_linked_agent(agent_id, actor_id)^
-- Two replacements of the same links happen one after the other.
SELECT a.store_id
  FROM agents a
  JOIN stores s ON s.id = a.store_id
 WHERE a.id = :agent_id
   AND a.deleted_at IS NULL
   AND s.company_id = :actor_id
   FOR NO KEY UPDATE OF a;

-- name: replace_links_of_document(document_id, agent_ids, actor_id)^
-- Links the document with exactly these (distinct) agents. No row, and nothing changed, unless all are of its store.
WITH document AS (
    SELECT d.id, d.store_id
      FROM documents d
      JOIN stores s ON s.id = d.store_id
     WHERE d.id = :document_id
       AND s.company_id = :actor_id
), wanted AS (
    SELECT a.id
      FROM agents a
      JOIN document d ON d.store_id = a.store_id
     WHERE a.id = ANY (:agent_ids::uuid[])
       AND a.deleted_at IS NULL
), target AS (
    SELECT d.id, d.store_id
      FROM document d
     WHERE (SELECT count(*) FROM wanted) = cardinality(:agent_ids::uuid[])
), removed AS (
    DELETE FROM agent_knowledge_base k
     USING target t
     WHERE k.store_id = t.store_id
       AND k.document_id = t.id
       AND k.agent_id <> ALL (:agent_ids::uuid[])
), added AS (
    INSERT INTO agent_knowledge_base (store_id, agent_id, document_id)
    SELECT t.store_id, w.id, t.id
      FROM target t
     CROSS JOIN wanted w
        ON CONFLICT DO NOTHING
)
SELECT t.id
  FROM target t;

-- name: replace_links_of_agent(agent_id, document_ids, actor_id)^
-- Links the agent with exactly these (distinct) documents. No row, and nothing changed, unless all are of its store.
WITH agent AS (
    SELECT a.id, a.store_id
      FROM agents a
      JOIN stores s ON s.id = a.store_id
     WHERE a.id = :agent_id
       AND a.deleted_at IS NULL
       AND s.company_id = :actor_id
), wanted AS (
    SELECT d.id
      FROM documents d
      JOIN agent a ON a.store_id = d.store_id
     WHERE d.id = ANY (:document_ids::uuid[])
), target AS (
    SELECT a.id, a.store_id
      FROM agent a
     WHERE (SELECT count(*) FROM wanted) = cardinality(:document_ids::uuid[])
), removed AS (
    DELETE FROM agent_knowledge_base k
     USING target t
     WHERE k.store_id = t.store_id
       AND k.agent_id = t.id
       AND k.document_id <> ALL (:document_ids::uuid[])
), added AS (
    INSERT INTO agent_knowledge_base (store_id, agent_id, document_id)
    SELECT t.store_id, t.id, w.id
      FROM target t
     CROSS JOIN wanted w
        ON CONFLICT DO NOTHING
)
SELECT t.id
  FROM target t;

-- name: get_document_text(document_id, store_id)^
-- unowned: the worker chunks for all companies
SELECT d.content, d.content_sha256
  FROM documents d
 WHERE d.id = :document_id
   AND d.store_id = :store_id
   AND d.status = 'processing';

-- name: finish_chunking(document_id, store_id, content_sha256, chunk_count)^
-- unowned: the worker chunks for all companies
-- No row: the text has changed meanwhile, and its own job is on the way.
UPDATE documents d
   SET status = 'ready',
       chunk_count = :chunk_count
 WHERE d.id = :document_id
   AND d.store_id = :store_id
   AND d.content_sha256 IS NOT DISTINCT FROM :content_sha256
RETURNING d.id;

-- name: delete_chunks(document_id, store_id)!
-- unowned: the worker chunks for all companies
DELETE FROM document_chunks c
 WHERE c.store_id = :store_id
   AND c.document_id = :document_id;

-- name: insert_chunks(document_id, store_id, contents, token_counts)!
-- unowned: the worker chunks for all companies
INSERT INTO document_chunks (store_id, document_id, chunk_no, content, token_count)
SELECT :store_id, :document_id, c.number - 1, c.content, c.tokens
  FROM unnest(:contents::text[], :token_counts::int[]) WITH ORDINALITY AS c (content, tokens, number);

-- name: fail_document(document_id, store_id, content_sha256)!
-- unowned: the worker chunks for all companies
UPDATE documents d
   SET status = 'error'
 WHERE d.id = :document_id
   AND d.store_id = :store_id
   AND d.content_sha256 IS NOT DISTINCT FROM :content_sha256;
