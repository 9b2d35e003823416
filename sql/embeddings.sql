-- The vectors of products and knowledge chunks: what waits, what was made, and the change of model.
-- Ownership: product_embedding.store_id, chunk_embedding.store_id -> stores.id. All of it is the worker's; no caller's
-- request reaches these queries.

-- name: list_pending_products(store_id, most)
-- unowned: the worker embeds for all companies
SELECT p.id, p.name, p.category, p.description, p.attributes,
       product_text_hash(p.name, p.category, p.description, p.attributes) AS text_hash
  FROM (SELECT w.product_id
          FROM product_embedding_queue w
         WHERE w.store_id = :store_id
           AND w.status = 'pending'
         ORDER BY w.product_id
         LIMIT :most) w
  JOIN products p ON p.id = w.product_id AND p.store_id = :store_id
 ORDER BY p.id;

-- name: save_product_vectors(store_id, model, ids, hashes, vectors)$
-- unowned: the worker embeds for all companies
-- Stores a vector only where the text is still the one it was made from; the others stay pending. Rows that somebody is
-- changing right now are skipped: they will be pending again. Each product is looked up by its key, whatever the planner
-- believes about a store that has just been filled.
WITH made AS MATERIALIZED (
    SELECT m.id, p.active AS searchable, m.vector, m.text_hash
      FROM unnest(:ids::uuid[], :hashes::bytea[], :vectors::halfvec[]) AS m (id, text_hash, vector)
     CROSS JOIN LATERAL (SELECT c.active, c.name, c.category, c.description, c.attributes
                           FROM products c
                          WHERE c.id = m.id
                            AND c.store_id = :store_id
                            AND c.deleted_at IS NULL
                            FOR NO KEY UPDATE SKIP LOCKED) p
     WHERE product_text_hash(p.name, p.category, p.description, p.attributes) = m.text_hash
), ready AS (
    DELETE FROM product_embedding_queue w
     USING made m
     WHERE w.store_id = :store_id
       AND w.product_id = m.id
), stored AS (
    INSERT INTO product_embedding AS e (store_id, product_id, emb, model, text_hash, searchable)
    SELECT :store_id, m.id, m.vector, :model, m.text_hash, m.searchable
      FROM made m
        ON CONFLICT (store_id, product_id)
        DO UPDATE SET emb = excluded.emb,
                      model = excluded.model,
                      text_hash = excluded.text_hash,
                      searchable = excluded.searchable
    RETURNING 1
)
SELECT count(*)
  FROM stored;

-- name: fail_products(store_id, ids)!
-- unowned: the worker embeds for all companies
UPDATE product_embedding_queue w
   SET status = 'error'
 WHERE w.store_id = :store_id
   AND w.product_id = ANY (:ids::uuid[]);

-- name: list_pending_chunks(store_id, most)
-- unowned: the worker embeds for all companies
SELECT c.document_id, c.chunk_no, d.title, c.content, sha256(convert_to(d.title || chr(10) || c.content, 'UTF8')) AS text_hash
  FROM document_chunks c
  JOIN documents d ON d.id = c.document_id AND d.store_id = c.store_id
 WHERE c.store_id = :store_id
   AND c.embedding_status = 'pending'
 ORDER BY c.document_id, c.chunk_no
 LIMIT :most;

-- name: save_chunk_vectors(store_id, model, document_ids, chunk_nos, hashes, vectors)$
-- unowned: the worker embeds for all companies
WITH made AS (
    SELECT c.document_id, c.chunk_no, m.vector, m.text_hash
      FROM unnest(:document_ids::uuid[], :chunk_nos::int[], :hashes::bytea[], :vectors::halfvec[])
           AS m (document_id, chunk_no, text_hash, vector)
      JOIN documents d ON d.id = m.document_id AND d.store_id = :store_id
      JOIN document_chunks c ON c.store_id = :store_id AND c.document_id = m.document_id AND c.chunk_no = m.chunk_no
     WHERE sha256(convert_to(d.title || chr(10) || c.content, 'UTF8')) = m.text_hash
     ORDER BY c.document_id, c.chunk_no
       FOR NO KEY UPDATE OF c SKIP LOCKED
), ready AS (
    UPDATE document_chunks c
       SET embedding_status = 'ready'
      FROM made m
     WHERE c.store_id = :store_id
       AND c.document_id = m.document_id
       AND c.chunk_no = m.chunk_no
), stored AS (
    INSERT INTO chunk_embedding AS e (store_id, document_id, chunk_no, emb, model, text_hash)
    SELECT :store_id, m.document_id, m.chunk_no, m.vector, :model, m.text_hash
      FROM made m
        ON CONFLICT (store_id, document_id, chunk_no)
        DO UPDATE SET emb = excluded.emb,
                      model = excluded.model,
                      text_hash = excluded.text_hash
    RETURNING 1
)
SELECT count(*)
  FROM stored;

-- name: fail_chunks(store_id, document_ids, chunk_nos)!
-- unowned: the worker embeds for all companies
UPDATE document_chunks c
   SET embedding_status = 'error'
  FROM unnest(:document_ids::uuid[], :chunk_nos::int[]) AS m (document_id, chunk_no)
 WHERE c.store_id = :store_id
   AND c.document_id = m.document_id
   AND c.chunk_no = m.chunk_no;

-- name: list_stores_with_pending(most)
-- unowned: the worker embeds for all companies
-- Stores with something to embed: one probe of an index for each, however many stores and texts there are.
WITH RECURSIVE waiting_products AS (
    (SELECT q.store_id FROM product_embedding_queue q
      WHERE q.status = 'pending'
      ORDER BY q.store_id LIMIT 1)
    UNION ALL
    SELECT n.store_id
      FROM waiting_products w
     CROSS JOIN LATERAL (SELECT q.store_id FROM product_embedding_queue q
                          WHERE q.status = 'pending' AND q.store_id > w.store_id
                          ORDER BY q.store_id LIMIT 1) n
), waiting_chunks AS (
    (SELECT c.store_id FROM document_chunks c
      WHERE c.embedding_status = 'pending'
      ORDER BY c.store_id LIMIT 1)
    UNION ALL
    SELECT n.store_id
      FROM waiting_chunks w
     CROSS JOIN LATERAL (SELECT c.store_id FROM document_chunks c
                          WHERE c.embedding_status = 'pending' AND c.store_id > w.store_id
                          ORDER BY c.store_id LIMIT 1) n
)
SELECT s.id AS store_id, s.company_id, bool_or(NOT w.chunks) AS products, bool_or(w.chunks) AS chunks
  FROM (SELECT p.store_id, false AS chunks FROM (SELECT store_id FROM waiting_products LIMIT :most) p
         UNION ALL
        SELECT c.store_id, true FROM (SELECT store_id FROM waiting_chunks LIMIT :most) c) w
  JOIN stores s ON s.id = w.store_id
 GROUP BY s.id, s.company_id
 ORDER BY s.id;

-- name: adopt_model(model)^
-- unowned: one row about the service itself
-- The model in use; a row comes back only when it was another one before (`first`: none at all).
WITH before AS MATERIALIZED (
    SELECT m.model FROM embedding_model m
), adopted AS (
    INSERT INTO embedding_model AS m (model)
    VALUES (:model)
        ON CONFLICT (one)
        DO UPDATE SET model = excluded.model, changed_at = now()
     WHERE m.model <> excluded.model
    RETURNING m.model
)
SELECT a.model, NOT EXISTS (SELECT 1 FROM before) AS first
  FROM adopted a;

-- name: list_stores_after(store_id, most)
-- unowned: the worker embeds for all companies
SELECT s.id, s.company_id
  FROM stores s
 WHERE s.id > :store_id
 ORDER BY s.id
 LIMIT :most;

-- name: mark_stale_products(store_id, model, most)!
-- unowned: the worker embeds for all companies
-- Vectors of another model: until they are made anew, only the lexical leg finds their products.
INSERT INTO product_embedding_queue AS w (store_id, product_id)
SELECT e.store_id, e.product_id
  FROM product_embedding e
  JOIN products p ON p.id = e.product_id AND p.store_id = e.store_id
  LEFT JOIN product_embedding_queue q ON q.store_id = e.store_id AND q.product_id = e.product_id
 WHERE e.store_id = :store_id
   AND e.model <> :model
   AND p.deleted_at IS NULL
   AND q.status IS DISTINCT FROM 'pending'
 ORDER BY e.product_id
 LIMIT :most
    ON CONFLICT (store_id, product_id)
    DO UPDATE SET status = 'pending';

-- name: mark_stale_chunks(store_id, model, most)!
-- unowned: the worker embeds for all companies
UPDATE document_chunks c
   SET embedding_status = 'pending'
  FROM (SELECT e.document_id, e.chunk_no
          FROM chunk_embedding e
          JOIN document_chunks o ON o.store_id = e.store_id AND o.document_id = e.document_id AND o.chunk_no = e.chunk_no
         WHERE e.store_id = :store_id
           AND e.model <> :model
           AND o.embedding_status <> 'pending'
         ORDER BY e.document_id, e.chunk_no
         LIMIT :most) stale
 WHERE c.store_id = :store_id
   AND c.document_id = stale.document_id
   AND c.chunk_no = stale.chunk_no;

-- name: count_embedding_states()^
-- unowned: progress of the whole service, for the command line
-- One pass over each table.
SELECT coalesce(sum(t.n) FILTER (WHERE t.status = 'pending'), 0)::bigint AS pending,
       coalesce(sum(t.n) FILTER (WHERE t.status = 'ready'), 0)::bigint AS ready,
       coalesce(sum(t.n) FILTER (WHERE t.status = 'error'), 0)::bigint AS error
  FROM (SELECT coalesce(q.status, 'ready') AS status, count(*) AS n
          FROM products p
          LEFT JOIN product_embedding_queue q ON q.store_id = p.store_id AND q.product_id = p.id
         WHERE p.deleted_at IS NULL
         GROUP BY q.status
         UNION ALL
        SELECT c.embedding_status, count(*)
          FROM document_chunks c
         GROUP BY c.embedding_status) t;

-- name: retry_products()!
-- unowned: an operator's command for the whole service
UPDATE product_embedding_queue w
   SET status = 'pending'
 WHERE w.status = 'error';

-- name: retry_chunks()!
-- unowned: an operator's command for the whole service
UPDATE document_chunks c
   SET embedding_status = 'pending'
 WHERE c.embedding_status = 'error';
