-- A shop of t-shirts: thousands of goods hold the word that is searched. Their ranks, by how near their words stand to each
-- other, and the likeness of each name took twenty times what finding them takes. The rank by the words alone is told at once,
-- and the likeness counts for the best of them; of those that are only alike, for each.

-- The products of a store that hold words of the query, or whose names have trigrams in common with it, best first: of the
-- given ones, or of those on sale. worded: whether it holds the words; likeness: of its name with the query, NULL for one whose
-- words rank far behind.
CREATE OR REPLACE FUNCTION worded_products(company text, store uuid, wanted tsquery, folded text, most bigint, among uuid[])
RETURNS TABLE (product_id uuid, worded boolean, likeness real)
LANGUAGE plpgsql STABLE ROWS 50 SET plan_cache_mode = force_generic_plan AS $$
BEGIN
    RETURN QUERY
    SELECT m.id, m.worded, m.likeness
      FROM (SELECT r.id, r.worded, r.rank,
                   CASE WHEN NOT r.worded OR row_number() OVER (ORDER BY r.rank DESC, r.id) <= 5 * most
                          THEN word_similarity(folded, r.name_folded) END AS likeness
              FROM (SELECT p.id, p.name_folded, p.search @@ wanted AS worded, ts_rank(p.search, wanted) AS rank
                      FROM products p
                     WHERE p.company_id = company
                       AND p.store_id = store
                       AND (p.search @@ wanted OR folded <% p.name_folded)
                       AND CASE WHEN among IS NULL THEN p.active ELSE p.id IN (SELECT unnest(among)) END
                       AND p.deleted_at IS NULL
                    OFFSET 0) r
            OFFSET 0) m
     ORDER BY m.rank + coalesce(m.likeness, 0) DESC, m.id
     LIMIT most;
END
$$;
