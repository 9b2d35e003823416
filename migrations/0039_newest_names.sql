-- What a word that nothing in the store knows costs has a bound: of more than 25,000 products the names of the newest are read.
-- meant_words takes and gives what it did.

-- For words of letters that no product of the store holds: which words of its names they may have meant, divided by bars,
-- those that sound the same before others. The pattern is run over all names at once, in eight parts for the sake of
-- memory: what it takes to get going, most of it, is paid once. All names are read from an index; of 100,000 that took twice
-- the time of the rest of a search, so that of a large store the newest 25,000 stand for the others.
CREATE OR REPLACE FUNCTION meant_words(company text, store uuid, asked text[])
RETURNS TABLE (word text, meant text)
LANGUAGE plpgsql STABLE ROWS 4 SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    most    CONSTANT integer := 25000;
    lost    text[];
    forms   text[];
    known   text[];
    pattern text;
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
    pattern := '\m(?:' || array_to_string(forms, '|') || ')\M';
    IF (SELECT t.products > most FROM product_totals t WHERE t.company_id = company AND t.store_id = store) THEN
        SELECT array_agg(DISTINCT m.words[1])
          INTO known
          FROM (SELECT string_agg(l.name_folded, E'\n') AS names
                  FROM (SELECT p.name_folded
                          FROM products p
                         WHERE p.company_id = company
                           AND p.store_id = store
                           AND p.deleted_at IS NULL
                         ORDER BY p.created_at DESC, p.id DESC
                         LIMIT most) l
                 GROUP BY hashtext(l.name_folded) & 7) n
         CROSS JOIN LATERAL regexp_matches(n.names, pattern, 'g') AS m (words);
    ELSE
        SELECT array_agg(DISTINCT m.words[1])
          INTO known
          FROM (SELECT string_agg(p.name_folded, E'\n') AS names
                  FROM products p
                 WHERE p.company_id = company
                   AND p.store_id = store
                   AND p.deleted_at IS NULL
                 GROUP BY hashtext(p.name_folded) & 7) n
         CROSS JOIN LATERAL regexp_matches(n.names, pattern, 'g') AS m (words);
    END IF;
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
