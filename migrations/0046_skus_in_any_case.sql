-- no-transaction
-- A SKU is found in whatever case it is asked for: `camazul` is `CamAzul`. Before, only as written, in capitals and in small
-- letters, but for those with a digit.
-- What an attempt that was cut off has left is no index.
DROP INDEX CONCURRENTLY IF EXISTS products_sku_in_small_letters_idx;
-- squawk-ignore ban-concurrent-index-creation-in-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS products_sku_in_small_letters_idx
    ON products (company_id, store_id, lower(sku)) WHERE sku IS NOT NULL AND deleted_at IS NULL;

-- codes: each as it is asked for, and in small letters.
CREATE OR REPLACE FUNCTION coded_products(company text, store uuid, codes text[], code text, most bigint, among uuid[])
RETURNS TABLE (product_id uuid, place integer)
LANGUAGE plpgsql STABLE ROWS 1 SET plan_cache_mode = force_generic_plan AS $$
BEGIN
    RETURN QUERY
    SELECT p.id, 1
      FROM products p
     WHERE p.company_id = company
       AND p.store_id = store
       AND p.deleted_at IS NULL
       AND (lower(p.sku) = ANY (codes) OR p.external_id = ANY (codes))
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
