-- Hybrid search of a store's products and knowledge chunks. Ownership: (company_id, store_id) of product_embedding and
-- chunk_embedding -> stores. Searches serve the public chat, which has no actor: each reads the one store of the call, and is
-- told its company. Vectors of another model than :model are never compared. :words are the query's words, each with what
-- else it is called; :unsure those that may be misspelt; the lists from :named to :head_forms tell which goods it asks for
-- (app/features/search/thesaurus.py); :codes what may be a SKU or an external id; :code the whole query where it may be parts
-- of a SKU (NULL: it may not). find_products (migrations/0051_many_that_hold_all.sql) looks for candidates and judges them.

-- name: count_embeddings(company_id, store_id, most)$
-- unowned: the public chat's search, limited to the store of the call
SELECT count(*)
  FROM (SELECT 1
          FROM product_embedding e
         WHERE e.company_id = :company_id
           AND e.store_id = :store_id
           AND e.searchable
         LIMIT :most) n;

-- name: list_synonyms(company_id, store_id)
-- unowned: the public chat's search, limited to the store of the call
SELECT s.synonyms
  FROM stores s
 WHERE s.company_id = :company_id
   AND s.id = :store_id;

-- name: has_stale_vectors(company_id, store_id, model)$
-- unowned: the public chat's search, limited to the store of the call
-- Whether vectors of another model are left in the store that a search may find.
SELECT EXISTS (SELECT 1
                 FROM product_embedding e
                 JOIN products p ON p.company_id = :company_id AND p.id = e.product_id AND p.deleted_at IS NULL
                WHERE e.company_id = :company_id
                  AND e.store_id = :store_id
                  AND (e.model < :model OR e.model > :model))
       OR EXISTS (SELECT 1
                    FROM chunk_embedding e
                   WHERE e.company_id = :company_id
                     AND e.store_id = :store_id
                     AND e.model <> :model);

-- shared: columns
p.id, p.name, p.description, p.category, p.price_cents,
       -- What is not counted has no number, so the lesser of two is asked for: of greatest(NULL, 0) nothing would be left but 0.
       p.stock_quantity - least(p.reserved, p.stock_quantity) AS available,
       ARRAY(SELECT '/media/' || i.file || '.' || i.kind
               FROM product_pictures i
              WHERE i.company_id = :company_id
                AND i.product_id = p.id
              ORDER BY i.position, i.id) || p.image_urls AS image_urls,
       f.score, f.similarity, p.variant_group AS "group", p.options

-- name: search_products(company_id, store_id, model, vector, query, words, unsure, named, meant, named_forms, meant_forms, begins, told, heads, head_forms, codes, code, weights, depth, most, shortlist, reachable)
-- unowned: the public chat's search, limited to the store of the call
-- Of what is on sale. shortlist: 0 for some thousand products; in a large store, how many its sign bits choose to be ranked.
SELECT {columns}
  FROM find_products(:company_id, :store_id, :model, :vector, :query, :words, :unsure, :named, :meant, :named_forms,
                     :meant_forms, :begins, :told, :heads, :head_forms, :codes, :code, :weights, :depth, :most, :shortlist,
                     :reachable, NULL) f
  JOIN products p ON p.company_id = :company_id AND p.id = f.product_id
 ORDER BY f.score DESC, f.similarity DESC NULLS LAST, p.id;

-- name: search_products_filtered(company_id, store_id, model, vector, query, words, unsure, named, meant, named_forms, meant_forms, begins, told, heads, head_forms, codes, code, weights, depth, most, min_cents, max_cents, category, active, in_stock, group_key, keys, vals)
-- unowned: the public chat's search, limited to the store of the call
-- Filters first, then ranks what is left exactly; an unknown price passes no price filter. Categories and values of
-- attributes are folded once, not once a product.
WITH fitting AS MATERIALIZED (
    SELECT p.id
      FROM products p
     WHERE p.company_id = :company_id
       AND p.store_id = :store_id
       AND (:active::boolean IS NULL OR p.active = :active)
       AND p.deleted_at IS NULL
       AND (:in_stock::boolean IS NULL OR (p.stock_quantity IS NULL OR p.stock_quantity > p.reserved) = :in_stock)
       AND (:group_key::text IS NULL OR p.variant_group = :group_key)
       AND (cardinality(:keys::text[]) = 0 OR NOT EXISTS (
            SELECT 1
              FROM unnest(:keys::text[], :vals::text[]) AS a (key, val)
             WHERE p.attributes -> a.key IS NULL
                OR (a.key, a.val, p.attributes -> a.key) NOT IN (
                   SELECT k.key, k.val, g.value
                     FROM unnest(:keys, :vals) AS k (key, val)
                    CROSS JOIN LATERAL (SELECT DISTINCT c.attributes -> k.key AS value FROM products c
                                         WHERE c.company_id = :company_id AND c.store_id = :store_id AND c.deleted_at IS NULL
                                        OFFSET 0) g
                    WHERE EXISTS (SELECT 1
                                    FROM jsonb_array_elements_text(CASE jsonb_typeof(g.value) WHEN 'array' THEN g.value
                                                                        ELSE jsonb_build_array(g.value) END) AS i (item)
                                   WHERE fold_text(i.item) = fold_text(k.val)))))
       AND (:min_cents::bigint IS NULL OR p.price_cents >= :min_cents)
       AND (:max_cents::bigint IS NULL OR p.price_cents <= :max_cents)
       AND (:category::text IS NULL OR p.category = ANY (ARRAY(
            SELECT g.category
              FROM (SELECT DISTINCT c.category FROM products c
                     WHERE c.company_id = :company_id AND c.store_id = :store_id AND c.deleted_at IS NULL
                    OFFSET 0) g
             WHERE strpos(fold_text(g.category), fold_text(:category)) > 0)))
)
SELECT {columns}
  FROM find_products(:company_id, :store_id, :model, :vector, :query, :words, :unsure, :named, :meant, :named_forms,
                     :meant_forms, :begins, :told, :heads, :head_forms, :codes, :code, :weights, :depth, :most, 0, 0,
                     ARRAY(SELECT g.id FROM fitting g)) f
  JOIN products p ON p.company_id = :company_id AND p.id = f.product_id
 ORDER BY f.score DESC, f.similarity DESC NULLS LAST, p.id;

-- name: search_chunks(company_id, store_id, document_ids, model, vector, words, depth, most)
-- unowned: the public chat's search, limited to the store of the call
-- Exact over the chunks of the given documents; documents of another store give nothing. Nearness by vector and by words are
-- fused by place; a rare word, a code or a number say, weighs what few chunks hold.
WITH asked AS MATERIALIZED (
    SELECT v.term,
           ln(1 + (SELECT count(*) FROM document_chunks c
                    WHERE c.company_id = :company_id AND c.store_id = :store_id
                      AND c.document_id = ANY (:document_ids::uuid[]))::float8
                  / (1 + (SELECT count(*) FROM document_chunks c
                           WHERE c.company_id = :company_id AND c.store_id = :store_id
                             AND c.document_id = ANY (:document_ids::uuid[])
                             AND c.search @@ v.term))) AS rarity
      FROM unnest(:words::text[]) AS u (word)
     CROSS JOIN LATERAL any_of(u.word) AS v (term)
     WHERE v.term IS NOT NULL
), semantic AS (
    SELECT n.document_id, n.chunk_no, n.similarity,
           row_number() OVER (ORDER BY n.similarity DESC, n.document_id, n.chunk_no) AS place
      FROM (SELECT e.document_id, e.chunk_no, -(e.emb <#> :vector::halfvec(1024)) AS similarity
              FROM chunk_embedding e
             WHERE e.company_id = :company_id
               AND e.store_id = :store_id
               AND e.document_id = ANY (:document_ids::uuid[])
               AND e.model = :model
             ORDER BY similarity DESC
             LIMIT :depth) n
), lexical AS (
    SELECT m.document_id, m.chunk_no, m.found,
           row_number() OVER (ORDER BY m.found DESC, m.document_id, m.chunk_no) AS place
      FROM (SELECT c.document_id, c.chunk_no, sum(a.rarity) / (SELECT sum(t.rarity) FROM asked t) AS found
              FROM asked a
              JOIN document_chunks c ON c.company_id = :company_id
                                    AND c.store_id = :store_id
                                    AND c.document_id = ANY (:document_ids::uuid[])
                                    AND c.search @@ a.term
             GROUP BY c.document_id, c.chunk_no
             ORDER BY found DESC, c.document_id, c.chunk_no
             LIMIT :depth) m
), fused AS (
    SELECT coalesce(s.document_id, l.document_id) AS document_id, coalesce(s.chunk_no, l.chunk_no) AS chunk_no,
           s.similarity, coalesce(l.found, 0) AS found,
           coalesce(1.0 / (60 + s.place), 0) + coalesce(1.0 / (60 + l.place), 0) * (1 + coalesce(l.found, 0)) AS weight
      FROM semantic s
      FULL JOIN lexical l ON l.document_id = s.document_id AND l.chunk_no = s.chunk_no
)
SELECT f.document_id, f.chunk_no, d.title, c.content,
       greatest(coalesce(f.similarity, 0), f.found)::float8 AS score, f.similarity
  FROM fused f
  JOIN document_chunks c ON c.company_id = :company_id AND c.document_id = f.document_id AND c.chunk_no = f.chunk_no
  JOIN documents d ON d.company_id = :company_id AND d.id = f.document_id
 ORDER BY f.weight DESC, f.document_id, f.chunk_no
 LIMIT :most;

-- name: list_coded_names(company_id, store_id, codes)
-- unowned: the public chat's codes, limited to the store of the call
-- The products on sale that have one of the codes as their external id, or one in small letters as their SKU's.
SELECT p.sku, p.external_id, p.name, p.options
  FROM products p
 WHERE p.company_id = :company_id
   AND p.store_id = :store_id
   AND p.deleted_at IS NULL
   AND p.active
   AND (lower(p.sku) = ANY (:codes) OR p.external_id = ANY (:codes))
 LIMIT 20;

-- name: list_goods_words(company_id, store_id, words, stems)
-- unowned: the public chat's words, limited to the store of the call
-- Which of a message's folded words the goods on sale carry: 3 where one begins a name, 2 where it stands in a name, a
-- category or a synonym, 1 where only a description has it.
SELECT g.word, g.place
  FROM stores s
 CROSS JOIN LATERAL goods_words(:company_id, :store_id, fold_text(s.synonyms::text), :words, :stems) g
 WHERE s.company_id = :company_id
   AND s.id = :store_id;

-- shared: shelf
p.id, p.name, p.options, p.variant_group AS "group", p.category, left(p.description, 400) AS description, p.price_cents,
       p.stock_quantity - least(p.reserved, p.stock_quantity) AS available

-- name: list_shelf(company_id, store_id, query, most)
-- unowned: the public chat's words, limited to the store of the call
-- What a message may mean of the goods on sale: all that a store with few has, else those that have one of its words. Two
-- branches, so that the words of a large store are looked up by their index; one row more than :most: too many.
WITH few AS MATERIALIZED (
    SELECT count(*) <= :most AS all_of_them
      FROM (SELECT 1
              FROM products p
             WHERE p.company_id = :company_id
               AND p.store_id = :store_id
               AND p.active
               AND p.deleted_at IS NULL
             LIMIT :most + 1) n
)
(SELECT {shelf}
   FROM products p
  WHERE (SELECT all_of_them FROM few)
    AND p.company_id = :company_id
    AND p.store_id = :store_id
    AND p.active
    AND p.deleted_at IS NULL
  LIMIT :most + 1)
UNION ALL
(SELECT {shelf}
   FROM products p
  WHERE NOT (SELECT all_of_them FROM few)
    AND p.company_id = :company_id
    AND p.store_id = :store_id
    AND p.search @@ to_tsquery('portuguese', :query)
    AND p.active
    AND p.deleted_at IS NULL
  LIMIT :most + 1);
