-- A search knows what goods the query names, also by other names and in English, and what calls for some without naming them.
-- The function of the release before stays beside it until that runs nowhere.

-- A word of a query and what else it is called, divided by bars, as one condition; NULL when all are stop words. What has
-- neither capitals nor accents is not folded, which takes most of the time.
CREATE OR REPLACE FUNCTION any_of(alternatives text) RETURNS tsquery
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    phrase text;
    wanted tsquery := ''::tsquery;
BEGIN
    FOREACH phrase IN ARRAY string_to_array(alternatives, '|') LOOP
        wanted := wanted || plainto_tsquery('portuguese', CASE WHEN phrase ~ '^[a-z0-9 ]*$' THEN phrase
                                                               ELSE fold_text(phrase) END);
    END LOOP;
    RETURN CASE WHEN numnode(wanted) > 0 THEN wanted END;
END
$$;

-- What a search of a store finds, best first, each with how likely it is what was asked for (1: by its code): of the best of
-- all legs by their places the first thirty are judged by what they have in common with the query. weights: of a logistic
-- curve over similarity, likeness of the name, a forgiven mistake, the share of the query's words (of six), and whether it is
-- what the query names or calls for; a product without a vector has the similarity that its share of the words stands for
-- (app/features/search/ranking.py). named: the goods that the query names, each with what else it is called; meant: likewise,
-- what calls for goods; words: the others. *_forms: patterns of these goods in a name, between blanks, and begins: how a name
-- begins that is one, since the stems of a necklace and of glue, colar and cola, are one (app/features/search/thesaurus.py).
-- codes: what may be a SKU or external id. code: the query where it may be parts of a SKU. In a large store (shortlist > 0) up
-- to three words must all be there: any one of them would match too many products to rank. A query without letters is NULL to
-- the trigram index: an empty one would read all of it. When no product holds the words, names that hold one but for a mistake
-- stand in for those that merely have trigrams in common. among: what is found at all; NULL: what is on sale.
CREATE FUNCTION find_products(company text, store uuid, of_model text, vector halfvec, query text, words text[],
                              named text[], meant text[], named_forms text[], meant_forms text[], begins text[],
                              codes text[], code text, weights float8[], depth bigint, most bigint, shortlist bigint,
                              reachable bigint, among uuid[])
RETURNS TABLE (product_id uuid, score float8, similarity float8)
LANGUAGE plpgsql STABLE ROWS 10 SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    folded  text := CASE WHEN show_trgm(fold_text(query)) <> '{}' THEN fold_text(query) END;
    sounds  text := nullif(replace(folded, 'k', 'c'), folded);
    word    text;
    term    tsquery;
    terms   tsquery[] := '{}';
    goods   tsquery := ''::tsquery;
    called  tsquery := ''::tsquery;
    wanted  tsquery := ''::tsquery;
    near    uuid[];
    cosines float8[];
    lexical uuid[];
    alike   real[];
    guessed uuid[];
    guesses real[];
    known   boolean;
    asked   boolean;
    named_any  boolean;
    called_any boolean;
BEGIN
    -- Loops: a subquery for each list would take longer than all its words.
    FOREACH word IN ARRAY named LOOP
        term := any_of(word);
        IF term IS NOT NULL THEN
            goods := goods || term;
            terms := terms || term;
        END IF;
    END LOOP;
    FOREACH word IN ARRAY words LOOP
        term := any_of(word);
        IF term IS NOT NULL THEN
            terms := terms || term;
        END IF;
    END LOOP;
    FOREACH term IN ARRAY terms LOOP
        wanted := CASE WHEN shortlist > 0 AND cardinality(terms) <= 3 THEN wanted && term ELSE wanted || term END;
    END LOOP;
    FOREACH word IN ARRAY meant LOOP
        term := any_of(word);
        IF term IS NOT NULL THEN
            called := called || term;
            terms := terms || term;
        END IF;
    END LOOP;
    wanted := wanted || called;
    asked := cardinality(terms) > 0;
    named_any := numnode(goods) > 0;
    called_any := numnode(called) > 0;
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
                                    + weights[2] * coalesce(j.cosine, weights[5] + weights[6] * s.share)
                                    + weights[3] * coalesce(greatest(coalesce(j.likeness,
                                                                              word_similarity(folded, p.name_folded)),
                                                                     word_similarity(sounds, p.name_folded)), 0)
                                    + weights[4] * j.spelt::int
                                    + weights[7] * s.share
                                    + CASE WHEN NOT named_any THEN 0
                                           WHEN p.search @@ goods
                                                AND (s.name LIKE ANY (named_forms) OR ts_filter(p.search, '{b}') @@ goods)
                                               THEN weights[8] + weights[9]
                                           ELSE weights[9] END
                                    + CASE WHEN NOT called_any THEN 0
                                           WHEN p.search @@ called
                                                AND (s.name LIKE ANY (meant_forms) OR ts_filter(p.search, '{b}') @@ called)
                                               THEN weights[10] + weights[11]
                                           ELSE weights[11] END
                                    + CASE WHEN asked AND s.name ^@ ANY (begins) THEN weights[12] ELSE 0 END)))
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
                     LIMIT greatest(30, most)) f
            OFFSET 0) j
      JOIN products p ON p.company_id = company AND p.id = j.id
     CROSS JOIN LATERAL (SELECT CASE WHEN asked THEN ' ' || translate(p.name_folded, '-', ' ') || ' ' END AS name,
                                -- Written out: a subquery for each product takes longer than all the rest.
                                CASE WHEN asked THEN
                                    ((p.search @@ terms[1])::int + coalesce((p.search @@ terms[2])::int, 0)
                                     + coalesce((p.search @@ terms[3])::int, 0) + coalesce((p.search @@ terms[4])::int, 0)
                                     + coalesce((p.search @@ terms[5])::int, 0) + coalesce((p.search @@ terms[6])::int, 0)
                                    )::float8 / least(cardinality(terms), 6)
                                ELSE 0 END AS share
                         OFFSET 0) s
     ORDER BY 2 DESC, 3 DESC NULLS LAST, 1
     LIMIT most;
END
$$;
