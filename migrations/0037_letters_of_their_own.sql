-- A store of some thousand is read once for a query with a misspelt word, whose pattern is shorter; and what looks like a word
-- that is no misspelling is told from it by its letters, whatever its stem. Each function takes and gives what it did.

-- A word of letters, as a pattern of what sounds like it (mistakes: false), or also of what it is but for one mistake: two
-- letters changed about; of five, one missing, hit twice or with the key beside it; of six, the key beside the right one or a
-- letter up to three places off; of seven, any wrong letter. The first letter is there, and what sounds alike is not also
-- mistaken: some name would then be a form of almost any word that a store has not.
CREATE OR REPLACE FUNCTION misspelt_forms(word text, mistakes boolean) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    -- Each letter of the alphabet with those beside it on a keyboard.
    keys  text[] := '{qswza,ghnvb,dfvxc,cefrsxd,drswe,cdgrtvf,bfhtvyg,bgjnuyh,jkoui,hikmnuj,ijlmok,kopl,jknm,bhjmn,
                     iklpo,lop,awq,deftr,adewxzs,fgryt,hijyu,bcfgv,aeqsw,cdszx,ghtuy,asxz}';
    forms text := '';
    many  integer := length(word);
    one    text;
    before text;
    after  text;
    beside text;
BEGIN
    IF mistakes THEN
        -- From the last letter to the first: what comes before a mistake is written once.
        FOR i IN REVERSE many .. 1 LOOP
            before := substr(word, i - 1, 1);
            one := substr(word, i, 1);
            after := substr(word, i + 1);
            beside := '[' || keys[ascii(one) - 96] || ']';
            forms := CASE WHEN forms = '' THEN '' ELSE '|' || one || '(?:' || substr(forms, 2) || ')' END;
            IF many > 4 THEN
                forms := forms || '|' || one || '[a-z]' || after;
                IF i > 1 AND (before || left(after, 1)) ~ beside THEN
                    forms := forms || '|' || after;
                END IF;
            END IF;
            IF many > 5 AND i > 1 THEN
                forms := forms || '|' || CASE WHEN many > 6 THEN '[a-z]' ELSE beside END || after;
            END IF;
            FOR j IN 1 .. least(CASE WHEN many > 5 THEN 3 ELSE 1 END, many - i) LOOP  -- to the right, and to the left
                forms := forms || '|' || left(after, j) || one || substr(after, j + 1);
                IF j > 1 THEN  -- of two letters it is the same
                    forms := forms || '|' || substr(after, j, 1) || one || left(after, j - 1) || substr(after, j + 1);
                END IF;
            END LOOP;
        END LOOP;
    END IF;
    RETURN '(?:' || array_to_string(word_sounds(word), '') || forms || ')(?:e?s)?';
END
$$;

-- For words of letters that no product of the store holds: which words of its names they may have meant, divided by bars,
-- those that sound the same before others. The pattern is run over all names at once, in eight parts for the sake of
-- memory: what it takes to get going, most of it, is paid once.
CREATE OR REPLACE FUNCTION meant_words(company text, store uuid, asked text[])
RETURNS TABLE (word text, meant text)
LANGUAGE plpgsql STABLE ROWS 4 SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    lost  text[];
    forms text[];
    known text[];
BEGIN
    SELECT array_agg(a.word), array_agg(misspelt_forms(a.word, true))
      INTO lost, forms
      FROM unnest(asked) AS a (word)
     WHERE numnode(plainto_tsquery('portuguese', a.word)) > 0
       AND NOT EXISTS (SELECT 1
                         FROM products p
                        WHERE p.company_id = company
                          AND p.store_id = store
                          AND p.search @@ plainto_tsquery('portuguese', a.word)
                          AND p.deleted_at IS NULL);
    IF lost IS NULL THEN
        RETURN;
    END IF;
    SELECT array_agg(DISTINCT m.words[1])
      INTO known
      FROM (SELECT string_agg(p.name_folded, E'\n') AS names
              FROM products p
             WHERE p.company_id = company
               AND p.store_id = store
               AND p.deleted_at IS NULL
             GROUP BY hashtext(p.name_folded) & 7) n
     CROSS JOIN LATERAL regexp_matches(n.names, '\m(?:' || array_to_string(forms, '|') || ')\M', 'g') AS m (words);
    IF known IS NULL THEN
        RETURN;
    END IF;
    RETURN QUERY
    SELECT l.word, coalesce(string_agg(k.word, '|') FILTER (WHERE k.word ~ ('^' || misspelt_forms(l.word, false) || '$')),
                            string_agg(k.word, '|'))
      FROM unnest(lost, forms) AS l (word, forms)
      -- Of a single word it is known; to read the pattern again takes as long as a store of a thousand.
      JOIN unnest(known) AS k (word) ON cardinality(lost) = 1 OR k.word ~ ('^' || l.forms || '$')
     GROUP BY l.word;
END
$$;

-- Of words that may be misspelt, what they may have meant: `terms` with that beside each word, and all of it as one condition.
CREATE FUNCTION forgive(company text, store uuid, unsure text[], INOUT terms tsquery[], OUT spelt tsquery)
LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    word text;
    term tsquery;
    at   integer;
BEGIN
    spelt := ''::tsquery;
    FOR word, term IN SELECT m.word, any_of(m.meant) FROM meant_words(company, store, unsure) m LOOP
        CONTINUE WHEN term IS NULL;  -- a stop word
        spelt := spelt || term;
        at := array_position(terms, any_of(word));
        terms[at] := terms[at] || term;
    END LOOP;
END
$$;

-- What a search of a store finds, best first, each with how likely it is what was asked for (1: by its code): of the best of
-- all legs by their places the first thirty are judged by what they have in common with the query. weights: of a logistic
-- curve over similarity, likeness of the name, a forgiven mistake, the share of the query's words (of six), whether it is
-- what the query names or calls for, and a factor for what only shares a stem with that; a product without a vector has the
-- similarity that its share of the words stands for (app/features/search/ranking.py). named: the goods that the query names,
-- each with what else it is called; meant: likewise, what calls for goods; words: the others, and unsure: those of them that
-- may be misspelt. *_forms: patterns of these goods in a name or category, between blanks, and begins: how a name begins that
-- is one. heads: the words that carry the query, and head_forms: a pattern of what they are in name and category, since the
-- stems of a necklace and of glue, colar and cola, are one (app/features/search/thesaurus.py). codes: what may be a SKU or
-- external id. code: the query where it may be parts of a SKU. In a large store (shortlist > 0) up to three words must all be
-- there: any one of them would match too many products to rank; and a mistake is looked for only where nothing has the words,
-- since all names are read for it. A query without letters is NULL to the trigram index: an empty one would read all of it.
-- among: what is found at all; NULL: what is on sale.
CREATE OR REPLACE FUNCTION find_products(company text, store uuid, of_model text, vector halfvec, query text, words text[],
                              unsure text[], named text[], meant text[], named_forms text[], meant_forms text[],
                              begins text[], heads text, head_forms text, codes text[], code text, weights float8[],
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
    RETURN QUERY
    SELECT j.id,
           CASE WHEN j.coded THEN 1
                ELSE CASE WHEN s.so_called IS NOT TRUE
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
     CROSS JOIN LATERAL (SELECT n.name, CASE WHEN named_any THEN n.name LIKE ANY (named_forms) END AS so_called,
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
