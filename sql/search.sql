-- Hybrid search of a store's products and knowledge chunks, and the upkeep of their vectors.
-- Ownership: product_embedding.store_id, chunk_embedding.store_id -> stores.id. Searches serve the public chat, which has
-- no actor: each reads the one store of the call. Vectors of another model than :model are never compared. A query without
-- letters is NULL to the trigram index: an empty one would read all of it. When no product holds any of the words, names
-- that hold one of them but for a mistake stand in for those that merely have trigrams in common.

-- name: set_search_plan()$
-- unowned: sets planner options of the running transaction, reads no data
-- A generic plan would scan the adaptive statement's fallback for every store.
SELECT set_config('plan_cache_mode', 'force_custom_plan', true)
       || set_config('max_parallel_workers_per_gather', '0', true);

-- name: count_embeddings(store_id, most)$
-- unowned: the public chat's search, limited to the store of the call
SELECT count(*)
  FROM (SELECT 1
          FROM product_embedding e
         WHERE e.store_id = :store_id
           AND e.searchable
         LIMIT :most) n;

-- name: search_products(store_id, model, vector, query, depth, most)
-- unowned: the public chat's search, limited to the store of the call
-- Exact: reads every vector of the store, and ranks what holds any of the words. For some thousand products.
WITH asked AS MATERIALIZED (
    SELECT CASE WHEN show_trgm(fold_text(:query)) <> '{}' THEN fold_text(:query) END AS folded,
           replace(plainto_tsquery('portuguese', fold_text(:query))::text, ' & ', ' | ')::tsquery AS terms
), semantic AS (
    SELECT n.product_id, row_number() OVER (ORDER BY n.distance, n.product_id) AS place
      FROM (SELECT e.product_id, e.emb <#> :vector::halfvec(1024) AS distance
              FROM product_embedding e
             WHERE e.store_id = :store_id
               AND e.searchable
               AND e.model = :model
             ORDER BY distance
             LIMIT :depth) n
), lexical AS (
    SELECT m.product_id, m.worded, row_number() OVER (ORDER BY m.score DESC, m.product_id) AS place
      FROM (SELECT p.id AS product_id,
                   ts_rank_cd(p.search, a.terms) + coalesce(word_similarity(a.folded, p.name_folded), 0) AS score,
                   p.search @@ a.terms AS worded
              FROM asked a
              JOIN products p ON p.store_id = :store_id
                             AND (p.search @@ a.terms OR a.folded <% p.name_folded)
             WHERE p.active
               AND p.deleted_at IS NULL
             ORDER BY score DESC, p.id
             LIMIT :depth) m
), spelt AS MATERIALIZED (
    SELECT f.product_id, row_number() OVER (ORDER BY f.score DESC, f.product_id) AS place
      FROM asked a
     CROSS JOIN LATERAL find_misspelt(:store_id, a.folded, :depth) f
      JOIN products p ON p.id = f.product_id AND p.store_id = :store_id AND p.active
     WHERE NOT EXISTS (SELECT 1 FROM lexical l WHERE l.worded)
), fused AS (
    SELECT l.product_id, sum(1.0 / (60 + l.place))::float8 AS score, bool_or(l.worded) AS worded
      FROM (SELECT product_id, place, false AS worded FROM semantic
             UNION ALL
            SELECT product_id, place, true FROM lexical WHERE NOT EXISTS (SELECT 1 FROM spelt)
             UNION ALL
            SELECT product_id, place, true FROM spelt) l
     GROUP BY l.product_id
     ORDER BY score DESC, worded DESC, l.product_id
     LIMIT :most
)
SELECT p.id, p.name, p.description, p.category, p.price_cents, p.stock_quantity, p.image_urls, f.score * 30.5 AS score
  FROM fused f
  JOIN products p ON p.id = f.product_id AND p.store_id = :store_id
 ORDER BY f.score DESC, f.worded DESC, p.id;

-- name: search_products_adaptive(store_id, model, vector, query, depth, most, shortlist, reachable)
-- unowned: the public chat's search, limited to the store of the call
-- For large stores: an index-only scan over sign bits, its best ranked exactly. The certificate says how many bits a
-- product may differ in (`reach`) to be among the first :most (an angle's share of differing bits, three standard
-- deviations). Where that goes beyond the shortlist, all products within reach are ranked (`wide`), and only when there
-- are more than :reachable, or too few ranked ones to judge by, the whole store is. Up to three words must all be there: any one of them
-- would match too many products to rank. Needs set_search_plan in the same transaction.
WITH asked AS MATERIALIZED (
    SELECT CASE WHEN show_trgm(fold_text(:query)) <> '{}' THEN fold_text(:query) END AS folded,
           CASE WHEN numnode(plainto_tsquery('portuguese', fold_text(:query))) > 5
                THEN replace(plainto_tsquery('portuguese', fold_text(:query))::text, ' & ', ' | ')::tsquery
                ELSE websearch_to_tsquery('portuguese', fold_text(:query)) END AS terms
), near AS MATERIALIZED (
    SELECT e.product_id, e.code <~> binary_quantize(:vector::halfvec(1024))::bit(1024) AS bits
      FROM product_embedding e
     WHERE e.store_id = :store_id
       AND e.searchable
     ORDER BY bits
     LIMIT :shortlist
), ranked AS MATERIALIZED (
    SELECT e.product_id, e.emb <#> :vector::halfvec(1024) AS distance
      FROM near n
      JOIN product_embedding e ON e.store_id = :store_id AND e.product_id = n.product_id
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
                                   WHERE e.store_id = :store_id
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
                AND e.store_id = :store_id
                AND e.searchable
                AND e.model = :model
              ORDER BY distance
              LIMIT :depth)) n
), lexical AS (
    SELECT m.product_id, m.worded, row_number() OVER (ORDER BY m.score DESC, m.product_id) AS place
      FROM (SELECT p.id AS product_id,
                   ts_rank_cd(p.search, a.terms) + coalesce(word_similarity(a.folded, p.name_folded), 0) AS score,
                   p.search @@ a.terms AS worded
              FROM asked a
              JOIN products p ON p.store_id = :store_id
                             AND (p.search @@ a.terms OR a.folded <% p.name_folded)
             WHERE p.active
               AND p.deleted_at IS NULL
             ORDER BY score DESC, p.id
             LIMIT :depth) m
), spelt AS MATERIALIZED (
    SELECT f.product_id, row_number() OVER (ORDER BY f.score DESC, f.product_id) AS place
      FROM asked a
     CROSS JOIN LATERAL find_misspelt(:store_id, a.folded, :depth) f
      JOIN products p ON p.id = f.product_id AND p.store_id = :store_id AND p.active
     WHERE NOT EXISTS (SELECT 1 FROM lexical l WHERE l.worded)
), fused AS (
    SELECT l.product_id, sum(1.0 / (60 + l.place))::float8 AS score, bool_or(l.worded) AS worded
      FROM (SELECT product_id, place, false AS worded FROM semantic
             UNION ALL
            SELECT product_id, place, true FROM lexical WHERE NOT EXISTS (SELECT 1 FROM spelt)
             UNION ALL
            SELECT product_id, place, true FROM spelt) l
     GROUP BY l.product_id
     ORDER BY score DESC, worded DESC, l.product_id
     LIMIT :most
)
SELECT p.id, p.name, p.description, p.category, p.price_cents, p.stock_quantity, p.image_urls, f.score * 30.5 AS score
  FROM fused f
  JOIN products p ON p.id = f.product_id AND p.store_id = :store_id
 ORDER BY f.score DESC, f.worded DESC, p.id;

-- name: search_products_filtered(store_id, model, vector, query, depth, most, min_cents, max_cents, category)
-- unowned: the public chat's search, limited to the store of the call
-- Filters first, then ranks what is left exactly; an unknown price passes no price filter. A category is folded once, not
-- once a product.
WITH asked AS MATERIALIZED (
    SELECT CASE WHEN show_trgm(fold_text(:query)) <> '{}' THEN fold_text(:query) END AS folded,
           replace(plainto_tsquery('portuguese', fold_text(:query))::text, ' & ', ' | ')::tsquery AS terms
), fitting AS MATERIALIZED (
    SELECT p.id, p.name_folded, p.search
      FROM products p
     WHERE p.store_id = :store_id
       AND p.active
       AND p.deleted_at IS NULL
       AND (:min_cents::bigint IS NULL OR p.price_cents >= :min_cents)
       AND (:max_cents::bigint IS NULL OR p.price_cents <= :max_cents)
       AND (:category::text IS NULL OR p.category IN (
            SELECT g.category
              FROM (SELECT DISTINCT c.category FROM products c WHERE c.store_id = :store_id AND c.deleted_at IS NULL) g
             WHERE strpos(fold_text(g.category), fold_text(:category)) > 0))
), semantic AS (
    SELECT n.product_id, row_number() OVER (ORDER BY n.distance, n.product_id) AS place
      FROM (SELECT e.product_id, e.emb <#> :vector::halfvec(1024) AS distance
              FROM fitting f
              JOIN product_embedding e ON e.store_id = :store_id AND e.product_id = f.id
             WHERE e.searchable
               AND e.model = :model
             ORDER BY distance
             LIMIT :depth) n
), lexical AS (
    SELECT m.product_id, m.worded, row_number() OVER (ORDER BY m.score DESC, m.product_id) AS place
      FROM (SELECT p.id AS product_id,
                   ts_rank_cd(p.search, a.terms) + coalesce(word_similarity(a.folded, p.name_folded), 0) AS score,
                   p.search @@ a.terms AS worded
              FROM asked a
              JOIN fitting p ON p.search @@ a.terms OR a.folded <% p.name_folded
             ORDER BY score DESC, p.id
             LIMIT :depth) m
), spelt AS MATERIALIZED (
    SELECT f.product_id, row_number() OVER (ORDER BY f.score DESC, f.product_id) AS place
      FROM asked a
     CROSS JOIN LATERAL find_misspelt(:store_id, a.folded, :depth) f
      JOIN fitting p ON p.id = f.product_id
     WHERE NOT EXISTS (SELECT 1 FROM lexical l WHERE l.worded)
), fused AS (
    SELECT l.product_id, sum(1.0 / (60 + l.place))::float8 AS score, bool_or(l.worded) AS worded
      FROM (SELECT product_id, place, false AS worded FROM semantic
             UNION ALL
            SELECT product_id, place, true FROM lexical WHERE NOT EXISTS (SELECT 1 FROM spelt)
             UNION ALL
            SELECT product_id, place, true FROM spelt) l
     GROUP BY l.product_id
     ORDER BY score DESC, worded DESC, l.product_id
     LIMIT :most
)
SELECT p.id, p.name, p.description, p.category, p.price_cents, p.stock_quantity, p.image_urls, f.score * 30.5 AS score
  FROM fused f
  JOIN products p ON p.id = f.product_id AND p.store_id = :store_id
 ORDER BY f.score DESC, f.worded DESC, p.id;

-- name: search_chunks(store_id, document_ids, model, vector, most)
-- unowned: the public chat's search, limited to the store of the call
-- Exact over the chunks of the given documents; documents of another store give nothing.
SELECT e.document_id, e.chunk_no, d.title, c.content, -(e.emb <#> :vector::halfvec(1024)) AS score
  FROM chunk_embedding e
  JOIN document_chunks c ON c.store_id = e.store_id AND c.document_id = e.document_id AND c.chunk_no = e.chunk_no
  JOIN documents d ON d.id = e.document_id AND d.store_id = e.store_id
 WHERE e.store_id = :store_id
   AND e.document_id = ANY (:document_ids::uuid[])
   AND e.model = :model
 ORDER BY e.emb <#> :vector::halfvec(1024), e.document_id, e.chunk_no
 LIMIT :most;
