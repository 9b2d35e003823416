-- Pictures of products: what lies in the media store under which name.
-- Ownership: (product_pictures.company_id, store_id) -> stores, company_id = :actor_id.

-- name: list_pictures(product_id, actor_id)
-- In their order.
-- may be empty: a product without pictures.
SELECT i.id, '/media/' || i.file || '.' || i.kind AS url, '/media/' || i.file || '-t.' || i.kind AS thumbnail_url,
       i.position
  FROM product_pictures i
  JOIN stores s ON s.company_id = i.company_id AND s.id = i.store_id
 WHERE i.company_id = :actor_id
   AND i.product_id = :product_id
 ORDER BY i.position, i.id;

-- name: create_picture(id, product_id, actor_id, file, kind, width, height)^
-- Behind the others. Called with the product locked; no row: no such product.
INSERT INTO product_pictures AS i (company_id, id, store_id, product_id, file, kind, position, width, height)
SELECT p.company_id, :id::uuid, p.store_id, p.id, :file, :kind,
       (SELECT coalesce(max(o.position) + 1, 0)
          FROM product_pictures o
         WHERE o.company_id = :actor_id
           AND o.product_id = p.id),
       :width::integer, :height::integer
  FROM products p
  JOIN stores s ON s.company_id = p.company_id AND s.id = p.store_id
 WHERE p.company_id = :actor_id
   AND p.id = :product_id
   AND p.deleted_at IS NULL
RETURNING i.id, '/media/' || i.file || '.' || i.kind AS url, '/media/' || i.file || '-t.' || i.kind AS thumbnail_url,
          i.position;

-- name: copy_pictures(product_id, new_id, new_ids, actor_id)!
-- All pictures of a product for its copy, which shares their files. Called with the product locked.
INSERT INTO product_pictures (company_id, id, store_id, product_id, file, kind, position, width, height)
SELECT p.company_id, n.id, p.store_id, p.id, o.file, o.kind, o.place - 1, o.width, o.height
  FROM (SELECT i.file, i.kind, i.width, i.height, row_number() OVER (ORDER BY i.position, i.id) AS place
          FROM product_pictures i
         WHERE i.company_id = :actor_id
           AND i.product_id = :product_id) o
  JOIN unnest(:new_ids::uuid[]) WITH ORDINALITY AS n (id, place) ON n.place = o.place
  JOIN products p ON p.company_id = :actor_id AND p.id = :new_id
  JOIN stores s ON s.company_id = p.company_id AND s.id = p.store_id
 WHERE p.company_id = :actor_id;

-- name: order_pictures(product_id, ids, actor_id)!
-- In the order of `ids`, which name all of them.
UPDATE product_pictures i
   SET position = array_position(:ids::uuid[], i.id) - 1
  FROM stores s
 WHERE i.company_id = :actor_id
   AND i.product_id = :product_id
   AND i.id = ANY (:ids::uuid[])
   AND i.position IS DISTINCT FROM array_position(:ids::uuid[], i.id) - 1
   AND s.company_id = i.company_id
   AND s.id = i.store_id;

-- name: delete_picture(picture_id, product_id, actor_id)^
-- No row: the product has no such picture.
DELETE FROM product_pictures i
 USING stores s
 WHERE i.company_id = :actor_id
   AND i.id = :picture_id
   AND i.product_id = :product_id
   AND s.company_id = i.company_id
   AND s.id = i.store_id
RETURNING i.file, i.kind;

-- name: is_file_shown(file, company_id)$
-- unowned: the worker removes files for all companies
-- Null: no picture has this file any more, or none has it yet.
SELECT true
  FROM product_pictures i
 WHERE i.company_id = :company_id
   AND i.file = :file
 LIMIT 1;
