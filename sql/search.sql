-- Hybrid search of a store's products and knowledge chunks, and the upkeep of their vectors.
-- Ownership: (company_id, store_id) of product_embedding and chunk_embedding -> stores. Searches serve the public chat,
-- which has no actor: each reads the one store of the call, and is told its company. Vectors of another model than :model
-- are never compared. :words are the query's words, each with what else the store calls it; :codes what may be a SKU or an
-- external id; :code the whole query where it may be parts of a SKU (NULL: it may not). Candidates of all legs are judged
-- by what they have in common with the query: :weights are those of a logistic curve over similarity, likeness of the name
-- and a forgiven mistake; a product without a vector has the similarity that its share of the query's words stands for
-- (app/features/search/ranking.py). A query without letters is NULL to the trigram index: an empty one would read all of
-- it. When no product holds any of the words, names that hold one of them but for a mistake stand in for those that merely
-- have trigrams in common.

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
-- Whether vectors of another model are left in the store.
SELECT EXISTS (SELECT 1
                 FROM product_embedding e
                WHERE e.company_id = :company_id
                  AND e.store_id = :store_id
                  AND (e.model < :model OR e.model > :model))
       OR EXISTS (SELECT 1
                    FROM chunk_embedding e
                   WHERE e.company_id = :company_id
                     AND e.store_id = :store_id
                     AND e.model <> :model);

-- shared: asked
-- The query in the forms that its legs look for; a product that holds any of the words is found.
asked AS MATERIALIZED (
    SELECT CASE WHEN show_trgm(fold_text(:query)) <> '{}' THEN fold_text(:query) END AS folded,
           replace(fold_text(:query), 'k', 'c') AS sounds, t.terms, t.wanted, :weights::float8[] AS w
      FROM (SELECT coalesce(array_agg(q.term), '{}') AS terms,
                   coalesce(string_agg('(' || q.term::text || ')', ' | '), '')::tsquery AS wanted
              FROM (SELECT v.term, count(*) OVER () AS many
                      FROM unnest(:words::text[]) AS u (word)
                     CROSS JOIN LATERAL any_of(u.word) AS v (term)
                     WHERE v.term IS NOT NULL) q) t
)

-- shared: matches
-- What has a code or words of the query, or trigrams in common with it, in the whole store.
coded AS MATERIALIZED (
    SELECT p.id AS product_id
      FROM products p
     WHERE p.company_id = :company_id
       AND p.store_id = :store_id
       AND p.deleted_at IS NULL
       AND (p.sku = ANY (:codes::text[]) OR p.external_id = ANY (:codes::text[]))
       AND p.active
     LIMIT :depth
), part_coded AS MATERIALIZED (
    SELECT p.id AS product_id
      FROM products p
     WHERE p.company_id = :company_id
       AND p.store_id = :store_id
       AND p.deleted_at IS NULL
       AND :code::text IS NOT NULL
       AND p.search @@ plainto_tsquery('portuguese', fold_text(translate(:code::text, '-./_', '    ')))
       AND p.sku ~* ('(^|[^[:alnum:]])' || regexp_replace(:code::text, '[-./_]', '[^[:alnum:]]', 'g') || '($|[^[:alnum:]])')
       AND p.active
     LIMIT :depth
), lexical AS (
    SELECT m.product_id, m.worded, row_number() OVER (ORDER BY m.score DESC, m.product_id) AS place
      FROM (SELECT p.id AS product_id,
                   ts_rank_cd(p.search, a.wanted) + coalesce(word_similarity(a.folded, p.name_folded), 0) AS score,
                   p.search @@ a.wanted AS worded
              FROM asked a
              JOIN products p ON p.company_id = :company_id
                             AND p.store_id = :store_id
                             AND (p.search @@ a.wanted OR a.folded <% p.name_folded)
             WHERE p.active
               AND p.deleted_at IS NULL
             ORDER BY score DESC, p.id
             LIMIT :depth) m
), spelt AS MATERIALIZED (
    SELECT f.product_id, row_number() OVER (ORDER BY f.score DESC, f.product_id) AS place
      FROM asked a
     CROSS JOIN LATERAL find_misspelt(:company_id, :store_id, a.folded, :depth) f
      JOIN products p ON p.company_id = :company_id AND p.id = f.product_id AND p.active
     WHERE NOT EXISTS (SELECT 1 FROM lexical l WHERE l.worded)
)

-- shared: judged
-- The best of all legs, each with the score that says how likely it is what was asked for.
fused AS (
    SELECT l.product_id, bool_or(l.coded) AS coded, bool_or(l.spelt) AS spelt
      FROM (SELECT product_id, place, false AS coded, false AS spelt FROM semantic
             UNION ALL
            SELECT product_id, place, false, false FROM lexical WHERE NOT EXISTS (SELECT 1 FROM spelt)
             UNION ALL
            SELECT product_id, place, false, true FROM spelt
             UNION ALL
            SELECT product_id, -59, true, false FROM coded
             UNION ALL
            SELECT product_id, -58, true, false FROM part_coded) l
     GROUP BY l.product_id
     ORDER BY sum(1::float8 / (60 + l.place)) DESC, l.product_id
     LIMIT :depth
), judged AS (
    SELECT f.product_id, v.similarity,
           CASE WHEN f.coded THEN 1
                ELSE 1 / (1 + exp(-(a.w[1]
                                    + a.w[2] * coalesce(v.similarity, a.w[5] + a.w[6] * c.found)
                                    + a.w[3] * coalesce(greatest(word_similarity(a.folded, p.name_folded),
                                                                 word_similarity(a.sounds, p.name_folded)), 0)
                                    + a.w[4] * f.spelt::int)))
           END AS score
      FROM fused f
     CROSS JOIN asked a
      JOIN products p ON p.company_id = :company_id AND p.id = f.product_id
      LEFT JOIN product_embedding e ON e.company_id = :company_id AND e.store_id = :store_id
                                   AND e.product_id = f.product_id AND e.model = :model
     CROSS JOIN LATERAL (SELECT -(e.emb <#> :vector::halfvec(1024)) AS similarity) v
     CROSS JOIN LATERAL (SELECT coalesce(avg((p.search @@ t.term)::int), 0)::float8 AS found
                           FROM unnest(a.terms) AS t (term)) c
)

-- shared: best
-- What is not counted has no number, so the lesser of two is asked for: of greatest(NULL, 0) nothing would be left but 0.
SELECT p.id, p.name, p.description, p.category, p.price_cents,
       p.stock_quantity - least(p.reserved, p.stock_quantity) AS available,
       ARRAY(SELECT '/media/' || i.file || '.' || i.kind
               FROM product_pictures i
              WHERE i.company_id = :company_id
                AND i.product_id = p.id
              ORDER BY i.position, i.id) || p.image_urls AS image_urls,
       j.score, j.similarity, p.variant_group AS "group", p.options
  FROM (SELECT b.product_id, b.score, b.similarity
          FROM judged b
         ORDER BY b.score DESC, b.similarity DESC NULLS LAST, b.product_id
         LIMIT :most) j
  JOIN products p ON p.company_id = :company_id AND p.id = j.product_id
 ORDER BY j.score DESC, j.similarity DESC NULLS LAST, p.id

-- name: search_products(company_id, store_id, model, vector, query, words, codes, code, weights, depth, most)
-- unowned: the public chat's search, limited to the store of the call
-- Exact: reads every vector of the store, and ranks what holds any of the words. For some thousand products.
WITH {asked}, semantic AS (
    SELECT n.product_id, row_number() OVER (ORDER BY n.distance, n.product_id) AS place
      FROM (SELECT e.product_id, e.emb <#> :vector::halfvec(1024) AS distance
              FROM product_embedding e
             WHERE e.company_id = :company_id
               AND e.store_id = :store_id
               AND e.searchable
               AND e.model = :model
             ORDER BY distance
             LIMIT :depth) n
), {matches}, {judged}
{best};

-- name: search_products_adaptive(company_id, store_id, model, vector, query, words, codes, code, weights, depth, most, shortlist, reachable)
-- unowned: the public chat's search, limited to the store of the call
-- For large stores: an index-only scan over sign bits, its best ranked exactly. The certificate says how many bits a
-- product may differ in (`reach`) to be among the first :most (an angle's share of differing bits, three standard
-- deviations). Where that goes beyond the shortlist, all products within reach are ranked (`wide`), and only when there
-- are more than :reachable, or too few ranked ones to judge by, the whole store is. Up to three words must all be there:
-- any one of them would match too many products to rank. Its transaction begins with CUSTOM_PLANS: a
-- plan for any store would scan the fallback for every one.
WITH asked AS MATERIALIZED (
    SELECT CASE WHEN show_trgm(fold_text(:query)) <> '{}' THEN fold_text(:query) END AS folded,
           replace(fold_text(:query), 'k', 'c') AS sounds, t.terms, t.wanted, :weights::float8[] AS w
      FROM (SELECT coalesce(array_agg(q.term), '{}') AS terms,
                   coalesce(string_agg('(' || q.term::text || ')', CASE WHEN q.many > 3 THEN ' | ' ELSE ' & ' END),
                            '')::tsquery AS wanted
              FROM (SELECT v.term, count(*) OVER () AS many
                      FROM unnest(:words::text[]) AS u (word)
                     CROSS JOIN LATERAL any_of(u.word) AS v (term)
                     WHERE v.term IS NOT NULL) q) t
), near AS MATERIALIZED (
    SELECT e.product_id, e.code <~> binary_quantize(:vector::halfvec(1024))::bit(1024) AS bits
      FROM product_embedding e
     WHERE e.company_id = :company_id
       AND e.store_id = :store_id
       AND e.searchable
     ORDER BY bits
     LIMIT :shortlist
), ranked AS MATERIALIZED (
    SELECT e.product_id, e.emb <#> :vector::halfvec(1024) AS distance
      FROM near n
      JOIN product_embedding e ON e.company_id = :company_id AND e.store_id = :store_id AND e.product_id = n.product_id
     WHERE e.model = :model
     ORDER BY distance
     LIMIT :depth
), certificate AS MATERIALIZED (
    SELECT a.reach, a.reach < (SELECT max(n.bits) FROM near n) AS holds
      FROM (SELECT 1024 * (b.angle + 3 * sqrt(b.angle * (1 - b.angle) / 1024)) AS reach
              FROM (SELECT acos(greatest(-1, least(1, -r.distance))) / pi() AS angle
                      FROM ranked r
                     ORDER BY r.distance
                    OFFSET :most - 1
                     LIMIT 1) b) a
), wide AS MATERIALIZED (
    SELECT e.product_id
      FROM product_embedding e
     WHERE (SELECT c.holds FROM certificate c) IS FALSE
       AND e.company_id = :company_id
       AND e.store_id = :store_id
       AND e.searchable
       AND e.code <~> binary_quantize(:vector::halfvec(1024))::bit(1024) <= (SELECT c.reach FROM certificate c)
     LIMIT :reachable::bigint + 1
), suffices AS MATERIALIZED (
    SELECT (SELECT c.holds FROM certificate c) IS TRUE AS near,
           (SELECT c.holds FROM certificate c) IS FALSE AND (SELECT count(*) FROM wide) <= :reachable AS wide
), semantic AS (
    SELECT n.product_id, row_number() OVER (ORDER BY n.distance, n.product_id) AS place
      FROM (SELECT r.product_id, r.distance
              FROM ranked r
             WHERE (SELECT s.near FROM suffices s)
             UNION ALL
            -- OFFSET 0: by key for each product, not a join that reads the vectors of the whole store.
            (SELECT w.product_id, v.distance
               FROM wide w
              CROSS JOIN LATERAL (SELECT e.emb <#> :vector::halfvec(1024) AS distance
                                    FROM product_embedding e
                                   WHERE e.company_id = :company_id
                AND e.store_id = :store_id
                                     AND e.product_id = w.product_id
                                     AND e.model = :model
                                  OFFSET 0) v
              WHERE (SELECT s.wide FROM suffices s)
              ORDER BY v.distance
              LIMIT :depth)
             UNION ALL
            (SELECT e.product_id, e.emb <#> :vector::halfvec(1024) AS distance
               FROM product_embedding e
              WHERE NOT (SELECT s.near OR s.wide FROM suffices s)
                AND e.company_id = :company_id
                AND e.store_id = :store_id
                AND e.searchable
                AND e.model = :model
              ORDER BY distance
              LIMIT :depth)) n
), {matches}, {judged}
{best};

-- name: search_products_filtered(company_id, store_id, model, vector, query, words, codes, code, weights, depth, most, min_cents, max_cents, category, active, in_stock, group_key, keys, vals)
-- unowned: the public chat's search, limited to the store of the call
-- Filters first, then ranks what is left exactly; an unknown price passes no price filter. A category is folded once, not
-- once a product.
WITH {asked}, fitting AS MATERIALIZED (
    SELECT p.id, p.name_folded, p.search
      FROM products p
     WHERE p.company_id = :company_id
       AND p.store_id = :store_id
       AND (:active::boolean IS NULL OR p.active = :active)
       AND p.deleted_at IS NULL
       AND (:in_stock::boolean IS NULL OR (p.stock_quantity IS NULL OR p.stock_quantity > p.reserved) = :in_stock)
       AND (:group_key::text IS NULL OR p.variant_group = :group_key)
       AND NOT EXISTS (SELECT 1
                         FROM unnest(:keys::text[], :vals::text[]) AS a (key, val)
                        WHERE p.attributes ->> a.key IS DISTINCT FROM a.val)
       AND (:min_cents::bigint IS NULL OR p.price_cents >= :min_cents)
       AND (:max_cents::bigint IS NULL OR p.price_cents <= :max_cents)
       AND (:category::text IS NULL OR p.category IN (
            SELECT g.category
              FROM (SELECT DISTINCT c.category FROM products c
                     WHERE c.company_id = :company_id AND c.store_id = :store_id AND c.deleted_at IS NULL) g
             WHERE strpos(fold_text(g.category), fold_text(:category)) > 0))
), semantic AS (
    SELECT n.product_id, row_number() OVER (ORDER BY n.distance, n.product_id) AS place
      FROM (SELECT e.product_id, e.emb <#> :vector::halfvec(1024) AS distance
              FROM fitting f
              JOIN product_embedding e ON e.company_id = :company_id AND e.store_id = :store_id AND e.product_id = f.id
             WHERE e.model = :model
             ORDER BY distance
             LIMIT :depth) n
), coded AS MATERIALIZED (
    SELECT p.id AS product_id
      FROM products p
     WHERE p.company_id = :company_id
       AND p.store_id = :store_id
       AND p.deleted_at IS NULL
       AND (p.sku = ANY (:codes::text[]) OR p.external_id = ANY (:codes::text[]))
       AND p.id IN (SELECT g.id FROM fitting g)
     LIMIT :depth
), part_coded AS MATERIALIZED (
    SELECT p.id AS product_id
      FROM products p
     WHERE p.company_id = :company_id
       AND p.store_id = :store_id
       AND :code::text IS NOT NULL
       AND p.search @@ plainto_tsquery('portuguese', fold_text(translate(:code::text, '-./_', '    ')))
       AND p.sku ~* ('(^|[^[:alnum:]])' || regexp_replace(:code::text, '[-./_]', '[^[:alnum:]]', 'g') || '($|[^[:alnum:]])')
       AND p.id IN (SELECT g.id FROM fitting g)
     LIMIT :depth
), lexical AS (
    SELECT m.product_id, m.worded, row_number() OVER (ORDER BY m.score DESC, m.product_id) AS place
      FROM (SELECT p.id AS product_id,
                   ts_rank_cd(p.search, a.wanted) + coalesce(word_similarity(a.folded, p.name_folded), 0) AS score,
                   p.search @@ a.wanted AS worded
              FROM asked a
              JOIN fitting p ON p.search @@ a.wanted OR a.folded <% p.name_folded
             ORDER BY score DESC, p.id
             LIMIT :depth) m
), spelt AS MATERIALIZED (
    SELECT f.product_id, row_number() OVER (ORDER BY f.score DESC, f.product_id) AS place
      FROM asked a
     CROSS JOIN LATERAL find_misspelt(:company_id, :store_id, a.folded, :depth) f
      JOIN fitting p ON p.id = f.product_id
     WHERE NOT EXISTS (SELECT 1 FROM lexical l WHERE l.worded)
), {judged}
{best};

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

