-- Rows of the auth library's plugins. Auth scope, as auth.sql: the caller acts for every user, hence unowned by design;
-- each statement names the user, whose id is the company's, and ids and keys lead to it by lookups first.

-- name: create_extension(user_id, row_id, model, data_enc, key_hashes, most, created_at, updated_at)^
-- unowned: auth scope. No row: the user has `most` already. The user's row is locked, so two callers do not both count less.
INSERT INTO auth_extensions AS made (company_id, id, model, data_enc, key_hashes, created_at, updated_at)
SELECT u.id, :row_id, :model, :data_enc, :key_hashes::text[],
       coalesce(:created_at::timestamptz, now()), coalesce(:updated_at::timestamptz, now())
  FROM users u
 WHERE u.id = :user_id
   AND (SELECT count(*) FROM auth_extensions e WHERE e.company_id = :user_id) < :most::bigint
RETURNING made.id, made.company_id, made.model, made.data_enc, made.version, made.created_at, made.updated_at;

-- name: get_extension(user_id, row_id)^
-- unowned: auth scope.
SELECT id, company_id, model, data_enc, version, created_at, updated_at
  FROM auth_extensions
 WHERE company_id = :user_id
   AND id = :row_id;

-- name: get_extension_by_key(user_id, key_hash)^
-- unowned: auth scope. The hash holds model, field and value.
SELECT id, company_id, model, data_enc, version, created_at, updated_at
  FROM auth_extensions
 WHERE company_id = :user_id
   AND key_hashes @> ARRAY[:key_hash::text];

-- name: list_extensions(user_id, model, limit, offset)
-- unowned: auth scope. Newest first.
SELECT id, company_id, model, data_enc, version, created_at, updated_at
  FROM auth_extensions
 WHERE company_id = :user_id
   AND (:model::text IS NULL OR model = :model)
 ORDER BY created_at DESC, id DESC
 LIMIT :limit OFFSET :offset;

-- name: lock_extension(user_id, row_id)^
-- unowned: auth scope. The row as it is, locked for its change.
SELECT model, data_enc, key_hashes, version
  FROM auth_extensions
 WHERE company_id = :user_id
   AND id = :row_id
   FOR NO KEY UPDATE;

-- name: update_extension(user_id, row_id, data_enc, key_hashes, set_updated_at, updated_at)^
-- unowned: auth scope.
UPDATE auth_extensions
   SET data_enc = :data_enc,
       key_hashes = :key_hashes::text[],
       version = version + 1,
       updated_at = CASE WHEN :set_updated_at THEN :updated_at ELSE updated_at END
 WHERE company_id = :user_id
   AND id = :row_id
RETURNING id, company_id, model, data_enc, version, created_at, updated_at;

-- name: delete_extension(user_id, row_id)^
-- unowned: auth scope.
DELETE FROM auth_extensions
 WHERE company_id = :user_id
   AND id = :row_id
RETURNING id, key_hashes;

-- name: delete_extensions_by_user(user_id, model)
-- unowned: auth scope. All, or all of one model.
DELETE FROM auth_extensions
 WHERE company_id = :user_id
   AND (:model::text IS NULL OR model = :model)
RETURNING id, key_hashes;
