-- How a store's products are found: a query's words, forgiven mistakes, near vectors, and all of them judged at once.

-- A word of a query and what else a store calls it, divided by bars, as one condition; NULL when all are stop words.
CREATE FUNCTION any_of(alternatives text) RETURNS tsquery
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    phrase text;
    wanted tsquery := ''::tsquery;
BEGIN
    FOREACH phrase IN ARRAY string_to_array(alternatives, '|') LOOP
        wanted := wanted || plainto_tsquery('portuguese', fold_text(phrase));
    END LOOP;
    RETURN CASE WHEN numnode(wanted) > 0 THEN wanted END;
END
$$;

-- A word, as a pattern of all words that are it but for a mistake.
CREATE FUNCTION misspelt_pattern(word text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    forms text := concat_ws('|', replace(word, 'x', 'ch'), replace(word, 'ch', 'x'), replace(word, 'ss', 'c'),
                            replace(word, 'k', 'qu'), replace(word, 'ph', 'f'));
BEGIN
    FOR i IN 1 .. length(word) LOOP
        forms := concat_ws('|', forms, left(word, i - 1) || '[a-z0-9]?' || substr(word, i + 1),
                           left(word, i) || '[a-z0-9]' || substr(word, i + 1),
                           left(word, i - 1) || substr(word, i + 1, 1) || substr(word, i, 1) || substr(word, i + 2));
    END LOOP;
    RETURN '\m(?:' || forms || ')(?:e?s)?\M';
END
$$;

-- Products of the store whose names hold what an unknown word of the folded query may have meant, best first: one wrong
-- letter in a short word leaves too few trigrams for any threshold that does not also let strangers in. The pattern is run
-- over all names at once, in eight parts for the sake of memory: what it takes to get going, most of it, is paid once.
CREATE FUNCTION find_misspelt(company text, store uuid, folded text, most bigint)
RETURNS TABLE (product_id uuid, likeness real)
LANGUAGE plpgsql STABLE ROWS 50 SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    pattern text;
    meant   text;
BEGIN
    SELECT string_agg(misspelt_pattern(w.word), '|')
      INTO pattern
      FROM (SELECT DISTINCT r.word FROM regexp_split_to_table(folded, '[^a-z0-9]+') AS r (word) LIMIT 8) w
     WHERE length(w.word) BETWEEN 4 AND 30
       AND numnode(plainto_tsquery('portuguese', w.word)) > 0
       AND NOT EXISTS (SELECT 1
                         FROM products p
                        WHERE p.company_id = company
                          AND p.store_id = store
                          AND p.search @@ plainto_tsquery('portuguese', w.word)
                          AND p.deleted_at IS NULL);
    IF pattern IS NULL THEN
        RETURN;
    END IF;
    SELECT string_agg(DISTINCT m.words[1], '|')
      INTO meant
      FROM (SELECT string_agg(p.name_folded, E'\n') AS names
              FROM products p
             WHERE p.company_id = company
               AND p.store_id = store
               AND p.deleted_at IS NULL
             GROUP BY hashtext(p.name_folded) & 7) n
     CROSS JOIN LATERAL regexp_matches(n.names, pattern, 'g') AS m (words);
    IF meant IS NOT NULL THEN
        RETURN QUERY
        SELECT p.id, word_similarity(folded, p.name_folded)
          FROM products p
         WHERE p.company_id = company
           AND p.store_id = store
           AND p.name_folded ~ ('\m(?:' || meant || ')\M')
           AND p.deleted_at IS NULL
         ORDER BY 2 DESC, 1
         LIMIT most;
    END IF;
END
$$;

-- Of the given products those whose vectors are nearest, best first. By key for each, not a join that reads the vectors of
-- the whole store. What has no vector of the model is left out.
CREATE FUNCTION rank_products(company text, store uuid, of_model text, vector halfvec, ids uuid[], most bigint)
RETURNS TABLE (product_id uuid, distance float8)
LANGUAGE plpgsql STABLE ROWS 50 SET plan_cache_mode = force_generic_plan AS $$
BEGIN
    RETURN QUERY
    SELECT k.id, v.distance
      FROM unnest(ids) AS k (id)
     CROSS JOIN LATERAL (SELECT e.emb <#> vector AS distance
                           FROM product_embedding e
                          WHERE e.company_id = company
                            AND e.store_id = store
                            AND e.product_id = k.id
                            AND e.model = of_model
                         OFFSET 0) v
     ORDER BY 2, 1
     LIMIT most;
END
$$;

-- How many of 1,024 sign bits a product may differ in to be nearer than one at that distance: an angle's share of differing
-- bits, and three standard deviations.
CREATE FUNCTION bits_within(distance float8) RETURNS float8
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    angle float8 := acos(greatest(-1, least(1, -distance))) / pi();
BEGIN
    RETURN 1024 * (angle + 3 * sqrt(angle * (1 - angle) / 1024));
END
$$;

-- The products on sale whose vectors are nearest, best first: exactly, where no shortlist is asked for. In a large store
-- sign bits choose that many by an index-only scan. The first of them are ranked and say within how many bits all of the
-- first `most` must lie (`reach`); so are those of the shortlist within that. Where the reach of what is ranked then goes
-- beyond the shortlist, all products within it are ranked, and only when there are more than `reachable`, or too few ranked
-- ones to judge by, the whole store is.
CREATE FUNCTION nearest_products(company text, store uuid, of_model text, vector halfvec, most bigint, depth bigint,
                                 shortlist bigint, reachable bigint)
RETURNS TABLE (product_id uuid, distance float8)
LANGUAGE plpgsql STABLE ROWS 50
SET plan_cache_mode = force_generic_plan SET max_parallel_workers_per_gather = 0 AS $$
DECLARE
    signs     bit(1024) := binary_quantize(vector)::bit(1024);
    first     integer := 2 * depth;
    near      uuid[];
    bits      float8[];
    cut       float8;
    within    integer;
    found     uuid[];
    distances float8[];
    reach     float8;
BEGIN
    IF shortlist > 0 THEN
        -- Where so many should end, by some hundred of them: what lies beyond need not be sorted.
        SELECT percentile_disc(least(1, 0.4 * shortlist / nullif(reachable, 0))) WITHIN GROUP (ORDER BY s.bits)
          INTO cut
          FROM (SELECT e.code <~> signs AS bits
                  FROM product_embedding e
                 WHERE e.company_id = company
                   AND e.store_id = store
                   AND e.searchable
                 LIMIT 500) s;
        SELECT array_agg(n.product_id), array_agg(n.bits)
          INTO near, bits
          FROM (SELECT e.product_id, e.code <~> signs AS bits
                  FROM product_embedding e
                 WHERE e.company_id = company
                   AND e.store_id = store
                   AND e.searchable
                   AND e.code <~> signs <= cut
                 ORDER BY 2) n;
        IF near IS NULL OR cardinality(near) < first THEN
            SELECT array_agg(n.product_id), array_agg(n.bits), max(n.bits) - 1
              INTO near, bits, cut
              FROM (SELECT e.product_id, e.code <~> signs AS bits
                      FROM product_embedding e
                     WHERE e.company_id = company
                       AND e.store_id = store
                       AND e.searchable
                     ORDER BY 2
                     LIMIT shortlist) n;
        END IF;
        SELECT array_agg(r.product_id), array_agg(r.distance)
          INTO found, distances
          FROM rank_products(company, store, of_model, vector, near[:first], depth) r;
        -- As many of the sorted bits as are no more than the reach.
        within := width_bucket(bits_within(distances[most]), bits);
        IF within > first THEN
            SELECT array_agg(r.id), array_agg(r.distance)
              INTO found, distances
              FROM (SELECT u.id, u.distance FROM unnest(found, distances) AS u (id, distance)
                     UNION ALL
                    SELECT * FROM rank_products(company, store, of_model, vector, near[first + 1:within], depth)
                     ORDER BY 2, 1
                     LIMIT depth) r;
        END IF;
        reach := bits_within(distances[most]);
        IF reach <= cut THEN
            RETURN QUERY SELECT u.id, u.distance FROM unnest(found, distances) AS u (id, distance);
            RETURN;
        ELSIF reach IS NOT NULL THEN
            near := ARRAY(SELECT e.product_id
                            FROM product_embedding e
                           WHERE e.company_id = company
                             AND e.store_id = store
                             AND e.searchable
                             AND e.code <~> signs <= reach
                           LIMIT reachable + 1);
            IF cardinality(near) <= reachable THEN
                RETURN QUERY SELECT * FROM rank_products(company, store, of_model, vector, near, depth);
                RETURN;
            END IF;
        END IF;
    END IF;
    RETURN QUERY
    SELECT e.product_id, e.emb <#> vector
      FROM product_embedding e
     WHERE e.company_id = company
       AND e.store_id = store
       AND e.searchable
       AND e.model = of_model
     ORDER BY 2, 1
     LIMIT depth;
END
$$;

-- The products of a store that hold words of the query, or whose names have trigrams in common with it, best first: of the
-- given ones, or of those on sale. worded: whether it holds the words; likeness: of its name with the query.
CREATE FUNCTION worded_products(company text, store uuid, wanted tsquery, folded text, most bigint, among uuid[])
RETURNS TABLE (product_id uuid, worded boolean, likeness real)
LANGUAGE plpgsql STABLE ROWS 50 SET plan_cache_mode = force_generic_plan AS $$
BEGIN
    RETURN QUERY
    SELECT m.id, m.worded, m.likeness
      FROM (SELECT p.id, p.search @@ wanted AS worded, ts_rank_cd(p.search, wanted) AS rank,
                   word_similarity(folded, p.name_folded) AS likeness
              FROM products p
             WHERE p.company_id = company
               AND p.store_id = store
               AND (p.search @@ wanted OR folded <% p.name_folded)
               AND CASE WHEN among IS NULL THEN p.active ELSE p.id IN (SELECT unnest(among)) END
               AND p.deleted_at IS NULL
            OFFSET 0) m
     ORDER BY m.rank + coalesce(m.likeness, 0) DESC, m.id
     LIMIT most;
END
$$;

-- The products of a store that have one of the codes as their SKU or external id (place 1), or `code` as parts of their SKU
-- (place 2): of the given ones, or of those on sale.
CREATE FUNCTION coded_products(company text, store uuid, codes text[], code text, most bigint, among uuid[])
RETURNS TABLE (product_id uuid, place integer)
LANGUAGE plpgsql STABLE ROWS 1 SET plan_cache_mode = force_generic_plan AS $$
BEGIN
    RETURN QUERY
    SELECT p.id, 1
      FROM products p
     WHERE p.company_id = company
       AND p.store_id = store
       AND p.deleted_at IS NULL
       AND (p.sku = ANY (codes) OR p.external_id = ANY (codes))
       AND CASE WHEN among IS NULL THEN p.active ELSE p.id IN (SELECT unnest(among)) END
     LIMIT most;
    IF code IS NOT NULL THEN
        RETURN QUERY
        SELECT p.id, 2
          FROM products p
         WHERE p.company_id = company
           AND p.store_id = store
           AND p.deleted_at IS NULL
           AND p.search @@ plainto_tsquery('portuguese', fold_text(translate(code, '-./_', '    ')))
           AND p.sku ~* ('(^|[^[:alnum:]])' || regexp_replace(code, '[-./_]', '[^[:alnum:]]', 'g') || '($|[^[:alnum:]])')
           AND CASE WHEN among IS NULL THEN p.active ELSE p.id IN (SELECT unnest(among)) END
         LIMIT most;
    END IF;
END
$$;

-- What a search of a store finds, best first, each with how likely it is what was asked for (1: by its code): the best of
-- all legs by their places, judged by what they have in common with the query. weights: of a logistic curve over similarity,
-- likeness of the name and a forgiven mistake; a product without a vector has the similarity that its share of the query's
-- words stands for (app/features/search/ranking.py). words: each with what else the store calls it. codes: what may be a SKU
-- or external id. code: the query where it may be parts of a SKU. In a large store (shortlist > 0) up to three words must all
-- be there: any one of them would match too many products to rank. A query without letters is NULL to the trigram index: an
-- empty one would read all of it. When no product holds the words, names that hold one but for a mistake stand in for those
-- that merely have trigrams in common. among: what is found at all; NULL: what is on sale.
CREATE FUNCTION find_products(company text, store uuid, of_model text, vector halfvec, query text, words text[],
                              codes text[], code text, weights float8[], depth bigint, most bigint, shortlist bigint,
                              reachable bigint, among uuid[])
RETURNS TABLE (product_id uuid, score float8, similarity float8)
LANGUAGE plpgsql STABLE ROWS 10 SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    folded  text := CASE WHEN show_trgm(fold_text(query)) <> '{}' THEN fold_text(query) END;
    sounds  text := nullif(replace(folded, 'k', 'c'), folded);
    terms   tsquery[] := array_remove(ARRAY(SELECT any_of(u.word) FROM unnest(words) AS u (word)), NULL);
    term    tsquery;
    wanted  tsquery := ''::tsquery;
    near    uuid[];
    cosines float8[];
    lexical uuid[];
    alike   real[];
    guessed uuid[];
    guesses real[];
    known   boolean;
BEGIN
    FOREACH term IN ARRAY terms LOOP
        wanted := CASE WHEN shortlist > 0 AND cardinality(terms) <= 3 THEN wanted && term ELSE wanted || term END;
    END LOOP;
    IF among IS NULL THEN
        SELECT array_agg(n.product_id), array_agg(-n.distance)
          INTO near, cosines
          FROM nearest_products(company, store, of_model, vector, most, depth, shortlist, reachable) n;
    ELSE
        SELECT array_agg(n.product_id), array_agg(-n.distance)
          INTO near, cosines
          FROM rank_products(company, store, of_model, vector, among, depth) n;
    END IF;
    IF folded IS NOT NULL OR cardinality(terms) > 0 THEN
        SELECT array_agg(l.product_id), array_agg(l.likeness), bool_or(l.worded)
          INTO lexical, alike, known
          FROM worded_products(company, store, wanted, folded, depth, among) l;
        IF known IS NOT TRUE THEN
            SELECT array_agg(f.product_id ORDER BY f.likeness DESC, f.product_id),
                   array_agg(f.likeness ORDER BY f.likeness DESC, f.product_id)
              INTO guessed, guesses
              FROM find_misspelt(company, store, folded, depth) f
              JOIN products p ON p.company_id = company AND p.id = f.product_id
             WHERE CASE WHEN among IS NULL THEN p.active ELSE p.id IN (SELECT unnest(among)) END;
            lexical := coalesce(guessed, lexical);
            alike := coalesce(guesses, alike);
        END IF;
    END IF;
    RETURN QUERY
    SELECT j.id,
           CASE WHEN j.coded THEN 1
                ELSE 1 / (1 + exp(-(weights[1]
                                    + weights[2] * coalesce(j.cosine, weights[5] + weights[6] * (
                                          SELECT coalesce(avg((p.search @@ t.term)::int), 0)::float8
                                            FROM unnest(terms) AS t (term)))
                                    + weights[3] * coalesce(greatest(coalesce(j.likeness,
                                                                              word_similarity(folded, p.name_folded)),
                                                                     word_similarity(sounds, p.name_folded)), 0)
                                    + weights[4] * j.spelt::int)))
           END,
           j.cosine
      FROM (SELECT f.id, f.coded, f.spelt, f.likeness,
                   coalesce(f.cosine, (SELECT -(e.emb <#> vector)
                                         FROM product_embedding e
                                        WHERE e.company_id = company
                                          AND e.store_id = store
                                          AND e.product_id = f.id
                                          AND e.model = of_model)) AS cosine
              FROM (SELECT l.id, max(l.cosine) AS cosine, max(l.likeness) AS likeness, bool_or(l.coded) AS coded,
                           bool_or(l.spelt) AS spelt
                      FROM (SELECT u.id, u.cosine, NULL::real AS likeness, u.place, false AS coded, false AS spelt
                              FROM unnest(near, cosines) WITH ORDINALITY AS u (id, cosine, place)
                             UNION ALL
                            SELECT u.id, NULL, u.likeness, u.place, false, guessed IS NOT NULL
                              FROM unnest(lexical, alike) WITH ORDINALITY AS u (id, likeness, place)
                             UNION ALL
                            SELECT c.product_id, NULL, NULL, c.place - 60, true, false
                              FROM coded_products(company, store, codes, code, depth, among) c) l
                     GROUP BY l.id
                     ORDER BY sum(1::float8 / (60 + l.place)) DESC, l.id
                     LIMIT depth) f
            OFFSET 0) j
      JOIN products p ON p.company_id = company AND p.id = j.id
     ORDER BY 2 DESC, 3 DESC NULLS LAST, 1
     LIMIT most;
END
$$;

-- Which folded words (letters and digits) a store's goods on sale carry, each with its stem: 3 where one begins a name, 2
-- where it stands in a name, a category or a synonym, 1 where only a description has it. A misspelt word is in none: to
-- look for what it may have meant costs a second in some thousand names.
CREATE FUNCTION goods_words(company text, store uuid, synonyms text, asked text[], stems text[])
RETURNS TABLE (word text, place integer)
LANGUAGE plpgsql STABLE ROWS 10 SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
    stem text;
BEGIN
    FOR word, stem IN SELECT * FROM unnest(asked, stems) LOOP
        CONTINUE WHEN numnode(plainto_tsquery('portuguese', word)) = 0;
        -- The first hundred tell: what begins none of them is seldom what the shop calls a thing.
        SELECT max(CASE WHEN f.name_folded ~ ('^' || stem || '[a-z]{0,2}\M') THEN 3
                        WHEN f.search @@ to_tsquery('portuguese', word || ':AB') THEN 2
                        ELSE 1 END)
          INTO place
          FROM (SELECT p.name_folded, p.search
                  FROM products p
                 WHERE p.company_id = company
                   AND p.store_id = store
                   AND p.search @@ plainto_tsquery('portuguese', word)
                   AND p.active
                   AND p.deleted_at IS NULL
                 LIMIT 100) f;
        IF place IS DISTINCT FROM 3 AND synonyms ~ ('\m' || word || 's?\M') THEN
            place := 2;
        END IF;
        IF place IS NOT NULL THEN
            RETURN NEXT;
        END IF;
    END LOOP;
END
$$;
