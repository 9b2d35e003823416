-- no-transaction
-- A SKU is one product's in whatever case it is written. Of products that differ in nothing but the case, the oldest keeps it;
-- the others' is followed by the end of their id, so that none of them goes.
UPDATE products p
   SET sku = left(p.sku, 115) || '-' || right(p.id::text, 12)
  FROM (SELECT o.company_id, o.id,
               row_number() OVER (PARTITION BY o.company_id, o.store_id, lower(o.sku) ORDER BY o.created_at, o.id) AS place
          FROM products o
         WHERE o.sku IS NOT NULL
           AND o.deleted_at IS NULL) d
 WHERE d.company_id = p.company_id
   AND d.id = p.id
   AND d.place > 1;

-- What an attempt that was cut off has left is no index.
DROP INDEX CONCURRENTLY IF EXISTS products_sku_in_any_case_key;
-- squawk-ignore ban-concurrent-index-creation-in-transaction
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS products_sku_in_any_case_key
    ON products (company_id, store_id, lower(sku)) WHERE sku IS NOT NULL AND deleted_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS products_sku_in_small_letters_idx;
DROP INDEX CONCURRENTLY IF EXISTS products_sku_key;
