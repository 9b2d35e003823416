-- Files of products: the record of what lies in object storage.
-- Ownership: (product_files.company_id, store_id) -> stores, company_id = :actor_id.

-- shared: file_columns
f.id AS file_id, f.product_id, f.store_id, f.filename, f.content_type, f.size_bytes, f.storage_key, f.url,
f.sha256, f.status, f.error_message, f.warnings, f.document_id, f.created_at, f.updated_at

-- name: create_product_file(id, actor_id, product_id, filename, content_type, size_bytes, storage_key, url, sha256)^
-- No row: no such product.
INSERT INTO product_files AS f (company_id, id, store_id, product_id, filename, content_type, size_bytes, storage_key, url,
                                sha256)
SELECT p.company_id, :id::uuid, p.store_id, p.id, :filename, :content_type, :size_bytes::bigint, :storage_key, :url, :sha256
  FROM products p
  JOIN stores s ON s.company_id = p.company_id AND s.id = p.store_id
 WHERE p.company_id = :actor_id
   AND p.id = :product_id
   AND p.deleted_at IS NULL
RETURNING {file_columns};

-- name: owns_product(product_id, actor_id)^
SELECT p.id
  FROM products p
  JOIN stores s ON s.company_id = p.company_id AND s.id = p.store_id
 WHERE p.company_id = :actor_id
   AND p.id = :product_id
   AND p.deleted_at IS NULL;

-- name: list_product_files(product_id, limit, offset, actor_id)
-- Newest first.
SELECT {file_columns}
  FROM product_files f
  JOIN stores s ON s.company_id = f.company_id AND s.id = f.store_id
 WHERE f.company_id = :actor_id
   AND f.product_id = :product_id
 ORDER BY f.created_at DESC, f.id DESC
 LIMIT :limit OFFSET :offset;

-- name: count_product_files(product_id, actor_id)$
SELECT count(*)
  FROM product_files f
  JOIN stores s ON s.company_id = f.company_id AND s.id = f.store_id
 WHERE f.company_id = :actor_id
   AND f.product_id = :product_id;

-- name: get_product_file(file_id, actor_id)^
SELECT {file_columns}
  FROM product_files f
  JOIN stores s ON s.company_id = f.company_id AND s.id = f.store_id
 WHERE f.company_id = :actor_id
   AND f.id = :file_id;

-- name: set_product_file_status(file_id, actor_id, status, error_message, document_id)^
-- A message belongs to the status error alone. No row: no such file, or no such document in its store.
UPDATE product_files f
   SET status = :status,
       error_message = CASE WHEN :status = 'error' THEN :error_message END,
       document_id = coalesce(:document_id::uuid, f.document_id)
  FROM stores s
 WHERE f.company_id = :actor_id
   AND f.id = :file_id
   AND (:document_id::uuid IS NULL
        OR EXISTS (SELECT FROM documents d
                    WHERE d.company_id = :actor_id
                      AND d.id = :document_id
                      AND d.store_id = f.store_id))
   AND s.company_id = f.company_id
   AND s.id = f.store_id
RETURNING {file_columns};

-- name: delete_product_file(file_id, actor_id)^
DELETE FROM product_files f
 USING stores s
 WHERE f.company_id = :actor_id
   AND f.id = :file_id
   AND s.company_id = f.company_id
   AND s.id = f.store_id
RETURNING f.document_id;

-- name: get_file_to_read(file_id, company_id)^
-- unowned: the worker reads files for all companies
-- No row: somebody has settled the file meanwhile, or it has no address.
SELECT f.filename, f.url, f.sha256, f.product_id, f.document_id
  FROM product_files f
 WHERE f.company_id = :company_id
   AND f.id = :file_id
   AND f.status = 'processing'
   AND f.url IS NOT NULL;

-- name: settle_read_file(file_id, company_id, status, error_message, warnings, document_id)^
-- unowned: the worker reads files for all companies
-- No row: somebody has settled the file meanwhile; what they said stands.
UPDATE product_files f
   SET status = :status,
       error_message = :error_message,
       warnings = :warnings::jsonb,
       document_id = coalesce(:document_id, f.document_id)
 WHERE f.company_id = :company_id
   AND f.id = :file_id
   AND f.status = 'processing'
RETURNING f.id;

-- name: create_file_document(id, file_id, company_id, title, content, source_url, metadata)^
-- unowned: the worker reads files for all companies
INSERT INTO documents AS d (company_id, id, store_id, title, content, source_type, source_url, metadata, content_sha256,
                            status)
SELECT f.company_id, :id::uuid, f.store_id, :title, :content::text, 'file', :source_url, :metadata::jsonb,
       sha256(convert_to(:content::text, 'UTF8')), 'processing'
  FROM product_files f
 WHERE f.company_id = :company_id
   AND f.id = :file_id
RETURNING d.id;

-- name: replace_file_document(document_id, company_id, content)^
-- unowned: the worker reads files for all companies
UPDATE documents d
   SET content = :content,
       content_sha256 = sha256(convert_to(:content, 'UTF8')),
       status = 'processing'
 WHERE d.company_id = :company_id
   AND d.id = :document_id
RETURNING d.id;
