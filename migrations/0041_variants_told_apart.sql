-- What tells variants apart is searched: "jabuticaba" finds the jam of that flavour, "camiseta azul" the blue one of its group.
-- A product is known by its name and the values of its options, as shops without variants write them into the name.

-- The values of a product's options, as they stand behind its name: between slashes, so that the size P is not the `p` of
-- `capa p/ sofá`.
CREATE FUNCTION option_values(options jsonb) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (SELECT string_agg(o.value, ' / ' ORDER BY o.place)
          FROM jsonb_each_text(options) WITH ORDINALITY AS o (key, value, place));

-- What its options are called.
CREATE FUNCTION option_names(options jsonb) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (SELECT fold_text(string_agg(k.name, ' ')) FROM jsonb_object_keys(options) AS k (name));

-- A folded text's measures in one word and in two: of 64 GB also 64GB, of 220V also 220 V.
CREATE FUNCTION measures_apart(folded text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN concat_ws(' ', regexp_replace(folded, '([0-9]) +([a-z]{1,3})\M', '\1\2', 'g'),
                 regexp_replace(folded, '([0-9])([a-z]{1,3})\M', '\1 \2', 'g'));

CREATE OR REPLACE FUNCTION fill_product_search() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
    told text := fold_text(option_values(NEW.options));
BEGIN
    NEW.name_folded := concat_ws(' / ', fold_text(NEW.name), told);
    -- A SKU as it is, and its parts: of ABC-1234 alone the parser makes a negative number.
    NEW.search := setweight(to_tsvector('portuguese', fold_text(concat_ws(' ', NEW.name, NEW.sku,
                                                                          translate(NEW.sku, '-./_', '    ')))), 'A')
        || setweight(to_tsvector('portuguese', fold_text(coalesce(NEW.category, ''))), 'B')
        || setweight(to_tsvector('portuguese', fold_text(NEW.description)), 'C');
    -- D is the options' alone: by it variants are told apart. With their names: "voltagem 220".
    IF told IS NOT NULL THEN
        NEW.search := NEW.search
            || setweight(to_tsvector('portuguese', concat_ws(' ', told, measures_apart(told), option_names(NEW.options))), 'D');
    END IF;
    RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER products_fill_search_again
    BEFORE UPDATE OF name, sku, category, description, options, search, name_folded ON products FOR EACH ROW
    WHEN ((OLD.name, OLD.sku, OLD.category, OLD.description, OLD.options, OLD.search, OLD.name_folded)
          IS DISTINCT FROM (NEW.name, NEW.sku, NEW.category, NEW.description, NEW.options, NEW.search, NEW.name_folded))
    EXECUTE FUNCTION fill_product_search();
ALTER TABLE products ENABLE ALWAYS TRIGGER products_fill_search_again;

-- Of what has no options as before, so that their vectors stay. The function of the release before stays beside it until that
-- runs nowhere.
CREATE FUNCTION product_text_hash(name text, category text, description text, attributes jsonb, options jsonb) RETURNS bytea
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN sha256(convert_to((CASE WHEN options = '{}' THEN jsonb_build_array(name, category, description, attributes)
                               ELSE jsonb_build_array(name, category, description, attributes, options) END)::text, 'UTF8'));

CREATE OR REPLACE TRIGGER products_queue_changed
    AFTER UPDATE OF name, description, category, attributes, options, deleted_at ON products FOR EACH ROW
    WHEN ((OLD.name, OLD.description, OLD.category, OLD.attributes, OLD.options, OLD.deleted_at)
          IS DISTINCT FROM (NEW.name, NEW.description, NEW.category, NEW.attributes, NEW.options, NEW.deleted_at))
    EXECUTE FUNCTION queue_changed_product();

UPDATE products SET name_folded = '' WHERE options <> '{}';
INSERT INTO product_embedding_queue AS w (company_id, store_id, product_id)
SELECT p.company_id, p.store_id, p.id
  FROM products p
 WHERE p.options <> '{}'
   AND p.deleted_at IS NULL
    ON CONFLICT (company_id, store_id, product_id) DO UPDATE SET status = 'pending';

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
-- external id. code: the query where it may be parts of a SKU. In a large store (shortlist > 0) up to three words must all be
-- there: any one of them would match too many products to rank; and a mistake is looked for only where nothing has the words,
-- since all names are read for it. A query without letters is NULL to the trigram index: an empty one would read all of it.
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
