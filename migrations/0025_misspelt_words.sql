-- A word of the query that stands in no product of the store may be misspelt: one wrong letter in a short word leaves too
-- few trigrams for any threshold that does not also let strangers in. Such a word is looked for with one letter changed,
-- missing, too many or swapped, and as it sounds.

-- Words of a folded query, as a pattern that also matches each of them with one mistake; NULL for a word without letters.
CREATE FUNCTION misspelt_pattern(word text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (SELECT '\m(?:' || string_agg(DISTINCT v.form, '|') || ')(?:e?s)?\M'
          FROM generate_series(1, length(word)) AS i
         CROSS JOIN LATERAL (VALUES (left(word, i - 1) || '[a-z0-9]?' || substr(word, i + 1)),
                                    (left(word, i) || '[a-z0-9]' || substr(word, i + 1)),
                                    (left(word, i - 1) || substr(word, i + 1, 1) || substr(word, i, 1) || substr(word, i + 2)),
                                    (replace(word, 'x', 'ch')), (replace(word, 'ch', 'x')), (replace(word, 'ss', 'c')),
                                    (replace(word, 'k', 'qu')), (replace(word, 'ph', 'f'))) AS v (form));

-- Products of the store whose names hold what an unknown word of the folded query may have meant, best first.
CREATE FUNCTION find_misspelt(store uuid, folded text, most bigint) RETURNS TABLE (product_id uuid, score real)
LANGUAGE plpgsql STABLE ROWS 50 AS $$
DECLARE
    pattern text;
BEGIN
    SELECT string_agg(misspelt_pattern(w.word), '|')
      INTO pattern
      FROM (SELECT DISTINCT r.word FROM regexp_split_to_table(folded, '[^a-z0-9]+') AS r (word) LIMIT 8) w
     WHERE length(w.word) BETWEEN 4 AND 30
       AND numnode(plainto_tsquery('portuguese', w.word)) > 0
       AND NOT EXISTS (SELECT 1
                         FROM products p
                        WHERE p.store_id = store
                          AND p.search @@ plainto_tsquery('portuguese', w.word)
                          AND p.deleted_at IS NULL);
    IF pattern IS NOT NULL THEN
        RETURN QUERY
        SELECT p.id, word_similarity(folded, p.name_folded)
          FROM products p
         WHERE p.store_id = store
           AND p.name_folded ~ pattern
           AND p.deleted_at IS NULL
         ORDER BY 2 DESC, 1
         LIMIT most;
    END IF;
END
$$;
