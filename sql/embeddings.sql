-- The vectors of products and knowledge chunks: what waits, what was made, and the change of model.
-- Ownership: (company_id, store_id) of product_embedding and chunk_embedding -> stores. All of it is the worker's; no
-- caller's request reaches these queries.

-- name: list_pending_products(company_id, store_id, model, most)
-- unowned: the worker embeds for all companies
-- `made`: the vector of this very text and model is there, of before another model was tried.
SELECT p.id, p.name, p.category, p.description, p.attributes, p.options,
       product_text_hash(p.name, p.category, p.description, p.attributes, p.options) AS text_hash,
       EXISTS (SELECT 1
                 FROM product_embedding e
                WHERE e.company_id = :company_id
                  AND e.store_id = :store_id
                  AND e.product_id = p.id
                  AND e.model = :model
                  AND e.text_hash = product_text_hash(p.name, p.category, p.description, p.attributes, p.options)) AS made
  FROM (SELECT w.product_id
          FROM product_embedding_queue w
         WHERE w.company_id = :company_id
           AND w.store_id = :store_id
           AND w.status = 'pending'
         ORDER BY w.product_id
         LIMIT :most) w
  JOIN products p ON p.company_id = :company_id AND p.id = w.product_id
 ORDER BY p.id;

-- name: settle_products(company_id, store_id, ids, hashes)
-- unowned: the worker embeds for all companies
-- Which of these products have the text that was embedded, and whether search may find them. They leave the queue and stay
-- locked until save_product_vectors has stored their vectors in the same transaction; the others stay pending. Rows that
-- somebody is changing right now are skipped: they will be pending again. Each product is looked up by its key alone,
-- whatever the planner believes about a store that has just been filled: a condition on deleted_at would make a partial
-- index look as good.
WITH made AS MATERIALIZED (
    SELECT m.place, p.id, p.active
      FROM unnest(:ids::uuid[], :hashes::bytea[]) WITH ORDINALITY AS m (id, text_hash, place)
     CROSS JOIN LATERAL (SELECT c.id, c.active, c.deleted_at, c.name, c.category, c.description, c.attributes,
                                c.options
                           FROM products c
                          WHERE c.company_id = :company_id
                            AND c.id = m.id
                            FOR NO KEY UPDATE SKIP LOCKED) p
     WHERE CASE WHEN p.deleted_at IS NULL
                THEN product_text_hash(p.name, p.category, p.description, p.attributes, p.options) END = m.text_hash
), ready AS (
    DELETE FROM product_embedding_queue w
     WHERE w.company_id = :company_id
       AND w.store_id = :store_id
       AND w.product_id = ANY (ARRAY(SELECT m.id FROM made m))
)
SELECT m.place, m.active
  FROM made m
 ORDER BY m.place;

-- name: save_product_vectors(company_id, store_id, model, ids, hashes, vectors, searchables)!
-- unowned: the worker embeds for all companies
-- Of the products that settle_products has named.
INSERT INTO product_embedding AS e (company_id, store_id, product_id, emb, model, text_hash, searchable)
SELECT s.company_id, s.id, m.id, m.vector, :model::text, m.text_hash, m.searchable
  FROM stores s
 CROSS JOIN unnest(:ids::uuid[], :hashes::bytea[], :vectors::halfvec[], :searchables::boolean[])
         AS m (id, text_hash, vector, searchable)
 WHERE s.company_id = :company_id
   AND s.id = :store_id
    ON CONFLICT (company_id, store_id, product_id)
    DO UPDATE SET emb = excluded.emb,
                  model = excluded.model,
                  text_hash = excluded.text_hash,
                  searchable = excluded.searchable;

-- name: fail_products(company_id, store_id, ids)!
-- unowned: the worker embeds for all companies
UPDATE product_embedding_queue w
   SET status = 'error'
 WHERE w.company_id = :company_id
   AND w.store_id = :store_id
   AND w.product_id = ANY (:ids::uuid[]);

-- name: list_pending_chunks(company_id, store_id, model, most)
-- unowned: the worker embeds for all companies
-- `made`: as of list_pending_products.
SELECT c.document_id, c.chunk_no, d.title, c.content,
       sha256(convert_to(d.title || chr(10) || c.content, 'UTF8')) AS text_hash,
       EXISTS (SELECT 1
                 FROM chunk_embedding e
                WHERE e.company_id = :company_id
                  AND e.document_id = c.document_id
                  AND e.chunk_no = c.chunk_no
                  AND e.model = :model
                  AND e.text_hash = sha256(convert_to(d.title || chr(10) || c.content, 'UTF8'))) AS made
  FROM document_chunks c
  JOIN documents d ON d.company_id = c.company_id AND d.id = c.document_id
 WHERE c.company_id = :company_id
   AND c.store_id = :store_id
   AND c.embedding_status = 'pending'
 ORDER BY c.document_id, c.chunk_no
 LIMIT :most;

-- name: settle_chunks(company_id, document_ids, chunk_nos, hashes)
-- unowned: the worker embeds for all companies
-- As settle_products: which of the chunks have the text that was embedded. They are ready, and locked.
WITH made AS MATERIALIZED (
    SELECT m.place, c.document_id, c.chunk_no
      FROM unnest(:document_ids::uuid[], :chunk_nos::int[], :hashes::bytea[]) WITH ORDINALITY
           AS m (document_id, chunk_no, text_hash, place)
      JOIN documents d ON d.company_id = :company_id AND d.id = m.document_id
      JOIN document_chunks c ON c.company_id = :company_id AND c.document_id = m.document_id AND c.chunk_no = m.chunk_no
     WHERE sha256(convert_to(d.title || chr(10) || c.content, 'UTF8')) = m.text_hash
     ORDER BY c.document_id, c.chunk_no
       FOR NO KEY UPDATE OF c SKIP LOCKED
), ready AS (
    UPDATE document_chunks c
       SET embedding_status = 'ready'
      FROM made m
     WHERE c.company_id = :company_id
       AND c.document_id = m.document_id
       AND c.chunk_no = m.chunk_no
)
SELECT m.place
  FROM made m
 ORDER BY m.place;

-- name: save_chunk_vectors(company_id, store_id, model, document_ids, chunk_nos, hashes, vectors)!
-- unowned: the worker embeds for all companies
-- Of the chunks that settle_chunks has named.
INSERT INTO chunk_embedding AS e (company_id, store_id, document_id, chunk_no, emb, model, text_hash)
SELECT s.company_id, s.id, m.document_id, m.chunk_no, m.vector, :model::text, m.text_hash
  FROM stores s
 CROSS JOIN unnest(:document_ids::uuid[], :chunk_nos::int[], :hashes::bytea[], :vectors::halfvec[])
         AS m (document_id, chunk_no, text_hash, vector)
 WHERE s.company_id = :company_id
   AND s.id = :store_id
    ON CONFLICT (company_id, document_id, chunk_no)
    DO UPDATE SET emb = excluded.emb,
                  model = excluded.model,
                  text_hash = excluded.text_hash;

-- name: fail_chunks(company_id, document_ids, chunk_nos)!
-- unowned: the worker embeds for all companies
UPDATE document_chunks c
   SET embedding_status = 'error'
  FROM unnest(:document_ids::uuid[], :chunk_nos::int[]) AS m (document_id, chunk_no)
 WHERE c.company_id = :company_id
   AND c.document_id = m.document_id
   AND c.chunk_no = m.chunk_no;

-- name: find_store_with_products(company_id, store_id)^
-- unowned: the worker embeds for all companies
-- The next store, in the order of the keys, with products to embed: one probe of an index, however many wait.
SELECT q.company_id, q.store_id
  FROM product_embedding_queue q
 WHERE (q.company_id, q.store_id) > (:company_id::text, :store_id::uuid)
   AND q.status = 'pending'
 ORDER BY q.company_id, q.store_id
 LIMIT 1;

-- name: find_store_with_chunks(company_id, store_id)^
-- unowned: the worker embeds for all companies
-- As find_store_with_products.
SELECT c.company_id, c.store_id
  FROM document_chunks c
 WHERE (c.company_id, c.store_id) > (:company_id::text, :store_id::uuid)
   AND c.embedding_status = 'pending'
 ORDER BY c.company_id, c.store_id
 LIMIT 1;

-- name: adopt_model(model)^
-- unowned: one row about the service itself
-- The model in use; a row comes back only when it was another one before, or none.
INSERT INTO embedding_model AS m (model)
VALUES (:model)
    ON CONFLICT (one)
    DO UPDATE SET model = excluded.model, previous = m.model, changed_at = now()
 WHERE m.model <> excluded.model
RETURNING m.model;

-- name: get_embedding_model()^
-- unowned: one row about the service itself
SELECT m.model, m.previous
  FROM embedding_model m;

-- name: find_stale_model(model)$
-- unowned: one fact about the service itself
-- Another model that vectors are left of which are still to be made anew: those of archived products never are, nor those of
-- texts that the new model has failed on.
SELECT coalesce((SELECT e.model
                   FROM product_embedding e
                   JOIN products p ON p.company_id = e.company_id AND p.id = e.product_id AND p.deleted_at IS NULL
                  WHERE e.model <> :model
                    AND NOT EXISTS (SELECT 1
                                      FROM product_embedding_queue q
                                     WHERE q.company_id = e.company_id
                                       AND q.store_id = e.store_id
                                       AND q.product_id = e.product_id
                                       AND q.status = 'error')
                  LIMIT 1),
                (SELECT e.model
                   FROM chunk_embedding e
                   JOIN document_chunks c ON c.company_id = e.company_id
                                         AND c.document_id = e.document_id
                                         AND c.chunk_no = e.chunk_no
                                         AND c.embedding_status <> 'error'
                  WHERE e.model <> :model
                  LIMIT 1));

-- name: list_stores_after(company_id, store_id, most)
-- unowned: the worker embeds for all companies
SELECT s.company_id, s.id
  FROM stores s
 WHERE (s.company_id, s.id) > (:company_id::text, :store_id::uuid)
 ORDER BY s.company_id, s.id
 LIMIT :most;

-- name: list_stale_products(company_id, store_id, model, most)
-- unowned: the worker embeds for all companies
-- Vectors of another model: until they are made anew, only the lexical leg finds their products.
SELECT e.product_id
  FROM product_embedding e
  JOIN products p ON p.company_id = e.company_id AND p.id = e.product_id
  LEFT JOIN product_embedding_queue q ON q.company_id = :company_id
                                     AND q.store_id = e.store_id
                                     AND q.product_id = e.product_id
 WHERE e.company_id = :company_id
   AND e.store_id = :store_id
   AND e.model <> :model
   AND p.deleted_at IS NULL
   AND q.status IS DISTINCT FROM 'pending'
 ORDER BY e.product_id
 LIMIT :most;

-- name: queue_products(company_id, ids)!
-- unowned: the worker embeds for all companies
INSERT INTO product_embedding_queue AS w (company_id, store_id, product_id)
SELECT p.company_id, p.store_id, p.id
  FROM products p
 WHERE p.company_id = :company_id
   AND p.id = ANY (:ids::uuid[])
   AND p.deleted_at IS NULL
    ON CONFLICT (company_id, store_id, product_id)
    DO UPDATE SET status = 'pending';

-- name: mark_stale_chunks(company_id, store_id, model, most)!
-- unowned: the worker embeds for all companies
UPDATE document_chunks c
   SET embedding_status = 'pending'
  FROM (SELECT e.document_id, e.chunk_no
          FROM chunk_embedding e
          JOIN document_chunks o ON o.company_id = e.company_id
                                AND o.document_id = e.document_id
                                AND o.chunk_no = e.chunk_no
         WHERE e.company_id = :company_id
           AND e.store_id = :store_id
           AND e.model <> :model
           AND o.embedding_status <> 'pending'
         ORDER BY e.document_id, e.chunk_no
         LIMIT :most) stale
 WHERE c.company_id = :company_id
   AND c.document_id = stale.document_id
   AND c.chunk_no = stale.chunk_no;

-- name: count_embedding_states(model)^
-- unowned: progress of the whole service, for the command line
-- One pass over each table. Vectors of another model than :model wait to be made anew, also before they are queued; what
-- has its vector of :model does not, though it waits in the queue of another.
SELECT coalesce(sum(t.n) FILTER (WHERE t.status = 'pending'), 0)::bigint AS pending,
       coalesce(sum(t.n) FILTER (WHERE t.status = 'ready'), 0)::bigint AS ready,
       coalesce(sum(t.n) FILTER (WHERE t.status = 'error'), 0)::bigint AS error
  FROM (SELECT CASE WHEN q.status IS NULL THEN CASE WHEN e.model <> :model THEN 'pending' ELSE 'ready' END
                    WHEN e.model = :model
                         AND e.text_hash = product_text_hash(p.name, p.category, p.description, p.attributes, p.options) THEN 'ready'
                    ELSE q.status END AS status,
               count(*) AS n
          FROM products p
          LEFT JOIN product_embedding_queue q ON q.company_id = p.company_id
                                             AND q.store_id = p.store_id
                                             AND q.product_id = p.id
          LEFT JOIN product_embedding e ON e.company_id = p.company_id
                                       AND e.store_id = p.store_id
                                       AND e.product_id = p.id
         WHERE p.deleted_at IS NULL
         GROUP BY 1
         UNION ALL
        SELECT CASE WHEN c.embedding_status = 'ready' THEN CASE WHEN e.model <> :model THEN 'pending' ELSE 'ready' END
                    WHEN e.model = :model
                         AND e.text_hash = (SELECT sha256(convert_to(d.title || chr(10) || c.content, 'UTF8'))
                                              FROM documents d
                                             WHERE d.company_id = c.company_id
                                               AND d.id = c.document_id) THEN 'ready'
                    ELSE c.embedding_status END,
               count(*)
          FROM document_chunks c
          LEFT JOIN chunk_embedding e ON e.company_id = c.company_id
                                     AND e.document_id = c.document_id
                                     AND e.chunk_no = c.chunk_no
         GROUP BY 1) t;

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
