-- no-transaction
-- Searches with filters that tens of thousands of products pass: these are looked for by the indexes, as without filters,
-- instead of being read one by one; and categories, which lists and searches ask for, are read from an index.

-- What an attempt that was cut off has left is no index.
DROP INDEX CONCURRENTLY IF EXISTS products_category_idx;
-- squawk-ignore ban-concurrent-index-creation-in-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS products_category_idx ON products (company_id, store_id, category)
    WHERE deleted_at IS NULL;

-- How many hold it of a store's products on sale, or of the given ones, as far as 5,000.
CREATE OR REPLACE FUNCTION count_holding(company text, store uuid, wanted tsquery, among uuid[]) RETURNS bigint
LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
BEGIN
    RETURN count(*)
      FROM (SELECT
              FROM products p
             WHERE p.company_id = company
               AND p.store_id = store
               AND p.search @@ wanted
               AND CASE WHEN among IS NULL THEN p.active ELSE p.id IN (SELECT unnest(among)) END
               AND p.deleted_at IS NULL
             LIMIT 5000) n;
END
$$;

-- The nearest of many given products, exactly: as nearest_products, by the sign bits first. Those bits are of what is on sale;
-- what else is given is ranked with the first.
CREATE OR REPLACE FUNCTION nearest_among(company text, store uuid, of_model text, vector halfvec, most bigint, depth bigint,
                                         among uuid[])
RETURNS TABLE (product_id uuid, distance double precision)
LANGUAGE plpgsql STABLE ROWS 50 SET plan_cache_mode = force_generic_plan SET max_parallel_workers_per_gather = 0 AS $$
DECLARE
    signs     bit(1024) := binary_quantize(vector)::bit(1024);
    first     integer := 2 * depth;
    hidden    uuid[] := ARRAY(SELECT p.id
                                FROM products p
                               WHERE p.company_id = company
                                 AND p.store_id = store
                                 AND NOT p.active
                                 AND p.deleted_at IS NULL
                                 AND (p.id IN (SELECT unnest(among))) IS TRUE);
    near      uuid[];
    bits      float8[];
    cut       float8;
    within    integer;
    found     uuid[];
    distances float8[];
    reach     float8;
BEGIN
    SELECT array_agg(n.product_id), array_agg(n.bits), max(n.bits) - 1
      INTO near, bits, cut
      FROM (SELECT e.product_id, e.code <~> signs AS bits
              FROM product_embedding e
             WHERE e.company_id = company
               AND e.store_id = store
               AND e.searchable
               AND (e.product_id IN (SELECT unnest(among))) IS TRUE
             ORDER BY 2
             LIMIT greatest(first, cardinality(among) / 40)) n;
    SELECT array_agg(r.product_id), array_agg(r.distance)
      INTO found, distances
      FROM rank_products(company, store, of_model, vector, near[:first] || hidden, depth) r;
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
    END IF;
    RETURN QUERY
    SELECT e.product_id, e.emb <#> vector
      FROM product_embedding e
     WHERE e.company_id = company
       AND e.store_id = store
       AND e.model = of_model
       AND (e.product_id IN (SELECT unnest(among))) IS TRUE
     ORDER BY 2, 1
     LIMIT depth;
END
$$;

-- The products of a store that hold words of the query, or whose names have trigrams in common with it, best first: of the
-- given ones, or of those on sale. worded: whether it holds the words; likeness: of its name with the query, NULL for one whose
-- words rank far behind. Of more than 5,000 that hold the words, any 5,000.
CREATE OR REPLACE FUNCTION worded_products(company text, store uuid, wanted tsquery, folded text, most bigint, among uuid[])
RETURNS TABLE (product_id uuid, worded boolean, likeness real)
LANGUAGE plpgsql STABLE ROWS 50 SET plan_cache_mode = force_generic_plan AS $$
BEGIN
    IF cardinality(among) <= 5000 THEN  -- by their keys: the indexes know all of the store
        RETURN QUERY
        SELECT m.id, m.worded, m.likeness
          FROM (SELECT r.id, r.worded, r.rank,
                       CASE WHEN NOT r.worded OR row_number() OVER (ORDER BY r.rank DESC, r.id) <= greatest(250, most)
                              THEN word_similarity(folded, r.name_folded) END AS likeness
                  FROM (SELECT p.id, p.name_folded, p.search @@ wanted AS worded, ts_rank(p.search, wanted) AS rank
                          FROM unnest(among) AS a (id)
                          JOIN products p ON p.company_id = company AND p.id = a.id
                         WHERE p.search @@ wanted OR folded <% p.name_folded
                        OFFSET 0) r
                OFFSET 0) m
         ORDER BY m.rank + coalesce(m.likeness, 0) DESC, m.id
         LIMIT most;
        RETURN;
    END IF;
    RETURN QUERY
      WITH holding AS MATERIALIZED (
           SELECT p.id, p.name_folded, ts_rank(p.search, wanted) AS rank
             FROM products p
            WHERE p.company_id = company
              AND p.store_id = store
              AND p.search @@ wanted
              AND CASE WHEN among IS NULL THEN p.active ELSE p.id IN (SELECT unnest(among)) END
              AND p.deleted_at IS NULL
            LIMIT 5000)
    SELECT m.id, m.worded, m.likeness
      FROM (SELECT h.id, true AS worded, h.rank,
                   CASE WHEN row_number() OVER (ORDER BY h.rank DESC, h.id) <= greatest(250, most)
                          THEN word_similarity(folded, h.name_folded) END AS likeness
              FROM holding h
             UNION ALL
            SELECT p.id, false, 0, word_similarity(folded, p.name_folded)
              FROM products p
             WHERE (SELECT count(*) FROM holding) < 2000
               AND p.company_id = company
               AND p.store_id = store
               AND folded <% p.name_folded
               AND NOT p.search @@ wanted
               AND CASE WHEN among IS NULL THEN p.active ELSE p.id IN (SELECT unnest(among)) END
               AND p.deleted_at IS NULL
            OFFSET 0) m
     ORDER BY m.rank + coalesce(m.likeness, 0) DESC, m.id
     LIMIT most;
END
$$;

-- What a search of a store finds, best first, each with how likely it is what was asked for (1: by its code): of the best of
-- all legs by their places the first thirty are judged by what they have in common with the query. weights: of a logistic
-- curve over similarity, likeness of the name, a forgiven mistake, the share of the query's words (of six), whether it is
-- what the query names or calls for, and a factor for what only shares a stem or a word with that; a product without
-- a vector has the
-- similarity that its share of the words stands for (app/features/search/ranking.py). named: the goods that the query names,
-- each with what else it is called; meant: likewise, what calls for goods; words: the others, and unsure: those of them that
-- may be misspelt. *_forms: patterns of these goods in a name or category, between blanks, and begins: how a name begins that
-- is one. heads: the words that carry the query, and head_forms: a pattern of what they are in name and category, since the
-- stems of a necklace and of glue, colar and cola, are one; told: which of named and words a product must hold in its name or
-- description to be of the kind that is asked for (app/features/search/thesaurus.py). Of a group's variants those are
-- meant whose options, and then texts, hold the most of the query's words; the others share a word with that. codes: what may be a SKU or
-- external id. code: the query where it may be parts of a SKU. In a large store (shortlist > 0), or among as many that are given, up to
-- three words must all be there: any one of them would match too many products to rank; of more, those choose that few products hold, or all that any
-- holds where many hold each. Meaning alone brings the fifty nearest there, however many are asked for, and none where
-- thousands hold the words: vectors then only rank those. And a mistake is looked for only where nothing has the words, since
-- all names are read for it. A query without letters is NULL to the trigram index: an empty one would read all of it.
-- among: what is found at all; NULL: what is on sale.
CREATE OR REPLACE FUNCTION find_products(company text, store uuid, of_model text, vector halfvec, query text, words text[],
                              unsure text[], named text[], meant text[], named_forms text[], meant_forms text[],
                              begins text[], told text[], heads text, head_forms text, codes text[], code text, weights float8[],
                              depth bigint, most bigint, shortlist bigint, reachable bigint, among uuid[])
RETURNS TABLE (product_id uuid, score float8, similarity float8)
LANGUAGE plpgsql STABLE ROWS 10 SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    folded  text := CASE WHEN show_trgm(fold_text(query)) <> '{}' THEN fold_text(query) END;
    sounds  text := nullif(replace(folded, 'k', 'c'), folded);
    word    text;
    term    tsquery;
    terms   tsquery[] := '{}';
    plain   tsquery[] := '{}';
    goods   tsquery := ''::tsquery;
    called  tsquery := ''::tsquery;
    wanted  tsquery := ''::tsquery;
    spelt   tsquery := ''::tsquery;
    kind    tsquery := ''::tsquery;
    every   tsquery := ''::tsquery;
    rare    tsquery := ''::tsquery;
    held    bigint;
    large   boolean := CASE WHEN among IS NULL THEN shortlist > 0 ELSE cardinality(among) > 5000 END;
    nearby  bigint := CASE WHEN large THEN least(depth, 50) ELSE depth END;
    at      integer;
    places  integer[] := '{}';
    head    tsquery := any_of(heads);
    near    uuid[];
    cosines float8[];
    lexical uuid[];
    alike   real[];
    known   boolean;
    asked   boolean;
    named_any  boolean;
    called_any boolean;
    forgiven   boolean := false;
BEGIN
    -- Loops: a subquery for each list would take longer than all its words.
    FOREACH word IN ARRAY named LOOP
        term := any_of(word);
        IF term IS NOT NULL THEN
            goods := goods || term;
            plain := plain || term;
        END IF;
    END LOOP;
    FOREACH word IN ARRAY words LOOP
        term := any_of(word);
        IF term IS NOT NULL THEN
            plain := plain || term;
        END IF;
    END LOOP;
    FOREACH word IN ARRAY meant LOOP
        term := any_of(word);
        IF term IS NOT NULL THEN
            called := called || term;
            terms := terms || term;
        END IF;
    END LOOP;
    FOREACH term IN ARRAY plain LOOP
        wanted := wanted || term;
        IF large THEN
            held := CASE WHEN cardinality(plain) > 3 THEN count_holding(company, store, term, among) ELSE 5000 END;
            every := CASE WHEN held > 0 THEN every && term ELSE every END;
            rare := CASE WHEN held BETWEEN 1 AND 4999 THEN rare || term ELSE rare END;
        END IF;
    END LOOP;
    IF numnode(every) > 0 THEN
        wanted := CASE WHEN numnode(rare) > 0 THEN rare ELSE every END;
    END IF;
    wanted := wanted || called;
    FOREACH word IN ARRAY told LOOP
        at := array_position(plain, any_of(word));
        IF at IS NOT NULL THEN  -- no stop word
            places := places || at;
        END IF;
    END LOOP;
    terms := plain || terms;
    asked := cardinality(terms) > 0;
    named_any := numnode(goods) > 0;
    called_any := numnode(called) > 0;
    IF among IS NOT NULL AND NOT large THEN
        SELECT array_agg(n.product_id), array_agg(-n.distance)
          INTO near, cosines
          FROM rank_products(company, store, of_model, vector, among, depth) n;
    ELSIF NOT large OR numnode(wanted) = 0 OR count_holding(company, store, wanted, among) < 5000 THEN
        IF among IS NULL THEN
            SELECT array_agg(n.product_id), array_agg(-n.distance)
              INTO near, cosines
              FROM nearest_products(company, store, of_model, vector, least(most, nearby), nearby, shortlist, reachable) n;
        ELSE
            SELECT array_agg(n.product_id), array_agg(-n.distance)
              INTO near, cosines
              FROM nearest_among(company, store, of_model, vector, least(most, nearby), nearby, among) n;
        END IF;
    END IF;
    IF cardinality(unsure) > 0 AND NOT large THEN
        SELECT f.terms, f.spelt INTO terms, spelt FROM forgive(company, store, unsure, terms) f;
    END IF;
    IF folded IS NOT NULL OR asked THEN
        SELECT array_agg(l.product_id), array_agg(l.likeness), bool_or(l.worded)
          INTO lexical, alike, known
          FROM worded_products(company, store, wanted || spelt, folded, depth, among) l;
        IF cardinality(unsure) > 0 AND large AND known IS NOT TRUE THEN
            SELECT f.terms, f.spelt INTO terms, spelt FROM forgive(company, store, unsure, terms) f;
            IF numnode(spelt) > 0 THEN
                SELECT array_agg(l.product_id), array_agg(l.likeness)
                  INTO lexical, alike
                  FROM worded_products(company, store, spelt, folded, depth, among) l;
            END IF;
        END IF;
        forgiven := numnode(spelt) > 0;
    END IF;
    FOREACH at IN ARRAY places LOOP
        kind := CASE WHEN numnode(kind) > 0 THEN kind && terms[at] ELSE terms[at] END;
    END LOOP;
    RETURN QUERY
    SELECT j.id,
           CASE WHEN j.coded THEN 1
                ELSE CASE WHEN numnode(kind) > 0
                                AND NOT ts_filter(p.search, CASE WHEN length(ts_filter(p.search, '{b}')) = 1
                                                                 THEN '{a,b,c,d}' ELSE '{a,c,d}' END::"char"[]) @@ kind
                              THEN weights[13]
                          WHEN s.so_called IS NOT TRUE
                               AND (head IS NULL OR p.search @@ head AND ts_filter(p.search, '{a,b}') @@ head)
                               AND s.name || coalesce(E'\n' || between_blanks(fold_text(p.category)), '') !~ head_forms
                              THEN weights[13]
                          WHEN s.chosen < max(s.chosen) OVER (PARTITION BY p.variant_group) THEN weights[13] ELSE 1 END
                     / (1 + exp(-(weights[1]
                                    + weights[2] * coalesce(j.cosine, weights[5] + weights[6] * s.share)
                                    + weights[3] * coalesce(greatest(coalesce(j.likeness,
                                                                              word_similarity(folded, p.name_folded)),
                                                                     word_similarity(sounds, p.name_folded)), 0)
                                    + CASE WHEN forgiven AND p.search @@ spelt THEN weights[4] ELSE 0 END
                                    + weights[7] * s.share
                                    + CASE WHEN NOT named_any THEN 0
                                           WHEN p.search @@ goods
                                                AND (s.so_called
                                                     OR ts_filter(p.search, '{b}') @@ goods
                                                        AND between_blanks(fold_text(p.category)) LIKE ANY (named_forms))
                                               THEN weights[8] + weights[9]
                                           ELSE weights[9] END
                                    + CASE WHEN NOT called_any THEN 0
                                           WHEN p.search @@ called
                                                AND (s.name LIKE ANY (meant_forms)
                                                     OR ts_filter(p.search, '{b}') @@ called
                                                        AND between_blanks(fold_text(p.category)) LIKE ANY (meant_forms))
                                               THEN weights[10] + weights[11]
                                           ELSE weights[11] END
                                    + CASE WHEN asked AND s.name ^@ ANY (begins) THEN weights[12] ELSE 0 END)))
           END,
           j.cosine
      FROM (SELECT f.id, f.coded, f.likeness,
                   coalesce(f.cosine, (SELECT -(e.emb <#> vector)
                                         FROM product_embedding e
                                        WHERE e.company_id = company
                                          AND e.store_id = store
                                          AND e.product_id = f.id
                                          AND e.model = of_model)) AS cosine
              FROM (SELECT l.id, max(l.cosine) AS cosine, max(l.likeness) AS likeness, bool_or(l.coded) AS coded
                      FROM (SELECT u.id, u.cosine, NULL::real AS likeness, u.place, false AS coded
                              FROM unnest(near, cosines) WITH ORDINALITY AS u (id, cosine, place)
                             UNION ALL
                            SELECT u.id, NULL, u.likeness, u.place, false
                              FROM unnest(lexical, alike) WITH ORDINALITY AS u (id, likeness, place)
                             UNION ALL
                            SELECT c.product_id, NULL, NULL, c.place - 60, true
                              FROM coded_products(company, store, codes, code, depth, among) c) l
                     GROUP BY l.id
                     ORDER BY sum(1::float8 / (60 + l.place)) DESC, l.id
                     LIMIT greatest(30, most)) f
            OFFSET 0) j
      JOIN products p ON p.company_id = company AND p.id = j.id
     CROSS JOIN LATERAL (SELECT n.name, n.share,
                                -- NULL: of no group.
                                CASE WHEN asked AND p.variant_group IS NOT NULL THEN
                                    n.share + (n.options @@ terms[1])::int + coalesce((n.options @@ terms[2])::int, 0)
                                    + coalesce((n.options @@ terms[3])::int, 0) + coalesce((n.options @@ terms[4])::int, 0)
                                    + coalesce((n.options @@ terms[5])::int, 0) + coalesce((n.options @@ terms[6])::int, 0)
                                END AS chosen,
                                CASE WHEN named_any
                                       THEN n.name LIKE ANY (named_forms)
                                            -- What it is for, it is not: only then is the pattern needed.
                                            AND (n.name NOT LIKE ALL ('{% para %,% p %,% pra %,% pro %}')
                                                 OR n.name || coalesce(E'\n' || between_blanks(fold_text(p.category)), '')
                                                    ~ head_forms)
                                  END AS so_called
                           -- between_blanks, written out.
                           FROM (SELECT CASE WHEN asked
                                             THEN ' ' || translate(p.name_folded, '-/,;:()&+|', '          ') || ' '
                                        END AS name,
                                        CASE WHEN p.variant_group IS NOT NULL THEN ts_filter(p.search, '{d}') END AS options,
                                        -- Written out: a subquery for each product takes longer than all the rest.
                                        CASE WHEN asked THEN
                                            ((p.search @@ terms[1])::int + coalesce((p.search @@ terms[2])::int, 0)
                                             + coalesce((p.search @@ terms[3])::int, 0) + coalesce((p.search @@ terms[4])::int, 0)
                                             + coalesce((p.search @@ terms[5])::int, 0) + coalesce((p.search @@ terms[6])::int, 0)
                                            )::float8 / least(cardinality(terms), 6)
                                        ELSE 0 END AS share
                                 OFFSET 0) n
                         OFFSET 0) s
     ORDER BY 2 DESC, 3 DESC NULLS LAST, 1
     LIMIT most;
END
$$;

-- Nothing asks it any more.
-- squawk-ignore ban-drop-function
DROP FUNCTION IF EXISTS count_holding(text, uuid, tsquery);
