-- What shares its main word with what a query names is told from it: `leite de coco` from milk, `suco de laranja`
-- from the juice of
-- grapes, a blanket for sofas from sofas. The function of the release before stays beside it until that runs nowhere.

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
-- description to be of the kind that is asked for (app/features/search/thesaurus.py). codes: what may be a SKU or
-- external id. code: the query where it may be parts of a SKU. In a large store (shortlist > 0) up to three words must all be
-- there: any one of them would match too many products to rank; and a mistake is looked for only where nothing has the words,
-- since all names are read for it. A query without letters is NULL to the trigram index: an empty one would read all of it.
-- among: what is found at all; NULL: what is on sale.
CREATE FUNCTION find_products(company text, store uuid, of_model text, vector halfvec, query text, words text[],
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
        wanted := CASE WHEN shortlist > 0 AND cardinality(plain) <= 3 THEN wanted && term ELSE wanted || term END;
    END LOOP;
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
    IF among IS NULL THEN
        SELECT array_agg(n.product_id), array_agg(-n.distance)
          INTO near, cosines
          FROM nearest_products(company, store, of_model, vector, most, depth, shortlist, reachable) n;
    ELSE
        SELECT array_agg(n.product_id), array_agg(-n.distance)
          INTO near, cosines
          FROM rank_products(company, store, of_model, vector, among, depth) n;
    END IF;
    IF cardinality(unsure) > 0 AND shortlist = 0 THEN
        SELECT f.terms, f.spelt INTO terms, spelt FROM forgive(company, store, unsure, terms) f;
    END IF;
    IF folded IS NOT NULL OR asked THEN
        SELECT array_agg(l.product_id), array_agg(l.likeness), bool_or(l.worded)
          INTO lexical, alike, known
          FROM worded_products(company, store, wanted || spelt, folded, depth, among) l;
        IF cardinality(unsure) > 0 AND shortlist > 0 AND known IS NOT TRUE THEN
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
                              THEN weights[13] ELSE 1 END
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
     CROSS JOIN LATERAL (SELECT n.name, CASE WHEN named_any
                                       THEN n.name LIKE ANY (named_forms)
                                            -- What it is for, it is not: only then is the pattern needed.
                                            AND (n.name NOT LIKE ALL ('{% para %,% p %,% pra %,% pro %}')
                                                 OR n.name || coalesce(E'\n' || between_blanks(fold_text(p.category)), '')
                                                    ~ head_forms)
                                  END AS so_called,
                                -- Written out: a subquery for each product takes longer than all the rest.
                                CASE WHEN asked THEN
                                    ((p.search @@ terms[1])::int + coalesce((p.search @@ terms[2])::int, 0)
                                     + coalesce((p.search @@ terms[3])::int, 0) + coalesce((p.search @@ terms[4])::int, 0)
                                     + coalesce((p.search @@ terms[5])::int, 0) + coalesce((p.search @@ terms[6])::int, 0)
                                    )::float8 / least(cardinality(terms), 6)
                                ELSE 0 END AS share
                           -- between_blanks, written out.
                           FROM (SELECT CASE WHEN asked
                                             THEN ' ' || translate(p.name_folded, '-/,;:()&+|', '          ') || ' '
                                        END AS name
                                 OFFSET 0) n
                         OFFSET 0) s
     ORDER BY 2 DESC, 3 DESC NULLS LAST, 1
     LIMIT most;
END
$$;
