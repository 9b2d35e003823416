-- Users, sessions, accounts, verifications. The whole file is the auth scope: its caller is the frontend's auth
-- library, which acts for every user; there is no actor and no store. Hence every query is unowned by design.

-- name: create_user(user_id, email, name, email_verified, image, created_at, updated_at)^
-- unowned: auth scope.
INSERT INTO users (id, email, name, email_verified, image, created_at, updated_at)
VALUES (:user_id, :email, :name, :email_verified, :image,
        coalesce(:created_at::timestamptz, now()), coalesce(:updated_at::timestamptz, now()))
RETURNING id, email, name, email_verified, image, created_at, updated_at;

-- name: get_user(user_id)^
-- unowned: auth scope.
SELECT id, email, name, email_verified, image, created_at, updated_at
  FROM users
 WHERE id = :user_id;

-- name: get_user_by_email(email)^
-- unowned: auth scope. The caller lowers the e-mail, as create_user did.
SELECT id, email, name, email_verified, image, created_at, updated_at
  FROM users
 WHERE email = :email;

-- name: update_user(user_id, set_email, email, set_name, name, set_email_verified, email_verified, set_image, image, set_updated_at, updated_at)^
-- unowned: auth scope. Answers the row before (old_email) too, so that the cache forgets the old address.
WITH before AS MATERIALIZED (
    SELECT id, email FROM users WHERE id = :user_id FOR UPDATE
)
UPDATE users u
   SET email = CASE WHEN :set_email THEN :email ELSE u.email END,
       name = CASE WHEN :set_name THEN :name ELSE u.name END,
       email_verified = CASE WHEN :set_email_verified THEN :email_verified ELSE u.email_verified END,
       image = CASE WHEN :set_image THEN :image ELSE u.image END,
       updated_at = CASE WHEN :set_updated_at THEN :updated_at ELSE u.updated_at END
  FROM before b
 WHERE u.id = b.id
RETURNING u.id, u.email, u.name, u.email_verified, u.image, u.created_at, u.updated_at, b.email AS old_email;

-- name: delete_user(user_id)$
-- unowned: auth scope. Sessions, accounts and the company with all its data go by cascade, reset records here.
WITH resets AS (
    DELETE FROM verifications
     WHERE identifier = 'reset-password:' || :user_id
        OR (value = :user_id AND identifier LIKE 'reset-password:%')
)
DELETE FROM users
 WHERE id = :user_id
RETURNING email;

-- name: create_session(session_id, user_id, token, expires_at, ip_address, user_agent, created_at, updated_at)^
-- unowned: auth scope. No row: there is no such user.
INSERT INTO sessions (id, user_id, token, expires_at, ip_address, user_agent, created_at, updated_at)
SELECT :session_id, u.id, :token, :expires_at, :ip_address, :user_agent,
       coalesce(:created_at::timestamptz, now()), coalesce(:updated_at::timestamptz, now())
  FROM users u
 WHERE u.id = :user_id
RETURNING id, token, user_id, expires_at, ip_address, user_agent, created_at, updated_at;

-- name: get_live_session_by_token(token, at)^
-- unowned: auth scope.
SELECT id, token, user_id, expires_at, ip_address, user_agent, created_at, updated_at
  FROM sessions
 WHERE token = :token
   AND expires_at > :at;

-- name: get_session(session_id)^
-- unowned: auth scope. Also an expired one.
SELECT id, token, user_id, expires_at, ip_address, user_agent, created_at, updated_at
  FROM sessions
 WHERE id = :session_id;

-- name: list_sessions_by_user(user_id)
-- unowned: auth scope.
SELECT id, token, user_id, expires_at, ip_address, user_agent, created_at, updated_at
  FROM sessions
 WHERE user_id = :user_id
 ORDER BY created_at DESC, id DESC;

-- name: update_session(session_id, set_expires_at, expires_at, set_token, token, set_ip_address, ip_address, set_user_agent, user_agent, set_updated_at, updated_at)^
-- unowned: auth scope. Answers the token before too, so that the cache forgets it.
WITH before AS MATERIALIZED (
    SELECT id, token FROM sessions WHERE id = :session_id FOR UPDATE
)
UPDATE sessions s
   SET expires_at = CASE WHEN :set_expires_at THEN :expires_at ELSE s.expires_at END,
       token = CASE WHEN :set_token THEN :token ELSE s.token END,
       ip_address = CASE WHEN :set_ip_address THEN :ip_address ELSE s.ip_address END,
       user_agent = CASE WHEN :set_user_agent THEN :user_agent ELSE s.user_agent END,
       updated_at = CASE WHEN :set_updated_at THEN :updated_at ELSE s.updated_at END
  FROM before b
 WHERE s.id = b.id
RETURNING s.id, s.token, s.user_id, s.expires_at, s.ip_address, s.user_agent, s.created_at, s.updated_at,
          b.token AS old_token;

-- name: delete_session(session_id)$
-- unowned: auth scope.
DELETE FROM sessions
 WHERE id = :session_id
RETURNING token;

-- name: delete_sessions_by_user(user_id)
-- unowned: auth scope.
DELETE FROM sessions
 WHERE user_id = :user_id
RETURNING token;

-- name: create_account(row_id, user_id, provider_id, account_id, password, access_token, refresh_token, id_token, access_token_expires_at, refresh_token_expires_at, scope, created_at, updated_at)^
-- unowned: auth scope. No row: there is no such user.
INSERT INTO accounts (id, user_id, provider_id, account_id, password, access_token, refresh_token, id_token,
                      access_token_expires_at, refresh_token_expires_at, scope, created_at, updated_at)
SELECT :row_id, u.id, :provider_id, :account_id, :password, :access_token, :refresh_token, :id_token,
       :access_token_expires_at, :refresh_token_expires_at, :scope,
       coalesce(:created_at::timestamptz, now()), coalesce(:updated_at::timestamptz, now())
  FROM users u
 WHERE u.id = :user_id
RETURNING id, user_id, provider_id, account_id, password, access_token, refresh_token, id_token,
          access_token_expires_at, refresh_token_expires_at, scope, created_at, updated_at;

-- name: list_accounts_by_user(user_id)
-- unowned: auth scope.
SELECT id, user_id, provider_id, account_id, password, access_token, refresh_token, id_token,
       access_token_expires_at, refresh_token_expires_at, scope, created_at, updated_at
  FROM accounts
 WHERE user_id = :user_id
 ORDER BY created_at DESC, id DESC;

-- name: get_account_by_provider(provider_id, account_id)^
-- unowned: auth scope. Without the password hash.
SELECT id, user_id, provider_id, account_id, access_token, refresh_token, id_token,
       access_token_expires_at, refresh_token_expires_at, scope, created_at, updated_at
  FROM accounts
 WHERE provider_id = :provider_id
   AND account_id = :account_id;

-- name: get_credential_account(user_id)^
-- unowned: auth scope. The newest, should a library ever make two.
SELECT id, user_id, provider_id, account_id, password, access_token, refresh_token, id_token,
       access_token_expires_at, refresh_token_expires_at, scope, created_at, updated_at
  FROM accounts
 WHERE user_id = :user_id
   AND provider_id = 'credential'
 ORDER BY created_at DESC, id DESC
 LIMIT 1;

-- name: update_account(row_id, set_password, password, set_access_token, access_token, set_refresh_token, refresh_token, set_id_token, id_token, set_access_token_expires_at, access_token_expires_at, set_refresh_token_expires_at, refresh_token_expires_at, set_scope, scope, set_updated_at, updated_at)^
-- unowned: auth scope.
UPDATE accounts
   SET password = CASE WHEN :set_password THEN :password ELSE password END,
       access_token = CASE WHEN :set_access_token THEN :access_token ELSE access_token END,
       refresh_token = CASE WHEN :set_refresh_token THEN :refresh_token ELSE refresh_token END,
       id_token = CASE WHEN :set_id_token THEN :id_token ELSE id_token END,
       access_token_expires_at = CASE WHEN :set_access_token_expires_at THEN :access_token_expires_at
                                      ELSE access_token_expires_at END,
       refresh_token_expires_at = CASE WHEN :set_refresh_token_expires_at THEN :refresh_token_expires_at
                                       ELSE refresh_token_expires_at END,
       scope = CASE WHEN :set_scope THEN :scope ELSE scope END,
       updated_at = CASE WHEN :set_updated_at THEN :updated_at ELSE updated_at END
 WHERE id = :row_id
RETURNING id, user_id, provider_id, account_id, password, access_token, refresh_token, id_token,
          access_token_expires_at, refresh_token_expires_at, scope, created_at, updated_at;

-- name: delete_account(row_id)!
-- unowned: auth scope.
DELETE FROM accounts
 WHERE id = :row_id;

-- name: create_verification(verification_id, identifier, value, expires_at, created_at, updated_at)^
-- unowned: auth scope.
INSERT INTO verifications (id, identifier, value, expires_at, created_at, updated_at)
VALUES (:verification_id, :identifier, :value, :expires_at,
        coalesce(:created_at::timestamptz, now()), coalesce(:updated_at::timestamptz, now()))
RETURNING id, identifier, value, expires_at, created_at, updated_at;

-- name: get_verification_by_value(value, at)^
-- unowned: auth scope. The newest live one.
SELECT id, identifier, value, expires_at, created_at, updated_at
  FROM verifications
 WHERE value = :value
   AND expires_at > :at
 ORDER BY created_at DESC, id DESC
 LIMIT 1;

-- name: get_verification_by_identifier(identifier, at)^
-- unowned: auth scope. The newest live one.
SELECT id, identifier, value, expires_at, created_at, updated_at
  FROM verifications
 WHERE identifier = :identifier
   AND expires_at > :at
 ORDER BY created_at DESC, id DESC
 LIMIT 1;

-- name: consume_verification(identifier, value, at)^
-- unowned: auth scope. One statement, so of any number of callers one gets the record; expired ones go too, unseen.
WITH gone AS (
    DELETE FROM verifications
     WHERE identifier = :identifier
       AND value = :value
    RETURNING id, identifier, value, expires_at, created_at, updated_at
)
SELECT id, identifier, value, expires_at, created_at, updated_at
  FROM gone
 WHERE expires_at > :at
 ORDER BY created_at DESC, id DESC
 LIMIT 1;

-- name: delete_verifications_by_identifier(identifier)!
-- unowned: auth scope.
DELETE FROM verifications
 WHERE identifier = :identifier;

-- name: purge_expired(at, batch)$
-- unowned: housekeeping. Removes at most `batch` of each kind; answers how many went.
WITH old_sessions AS (
    DELETE FROM sessions
     WHERE id IN (SELECT id FROM sessions WHERE expires_at < :at ORDER BY expires_at LIMIT :batch FOR UPDATE SKIP LOCKED)
    RETURNING 1
), old_verifications AS (
    DELETE FROM verifications
     WHERE id IN (SELECT id FROM verifications WHERE expires_at < :at ORDER BY expires_at LIMIT :batch
                     FOR UPDATE SKIP LOCKED)
    RETURNING 1
)
SELECT (SELECT count(*) FROM old_sessions) + (SELECT count(*) FROM old_verifications);
