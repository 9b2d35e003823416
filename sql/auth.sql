-- Users, sessions, accounts, verifications. The whole file is the auth scope: its caller is the frontend's auth
-- library, which acts for every user; there is no actor and no store. Hence every query is unowned by design. Session
-- and account ids, tokens and e-mails lead to their user by lookups first (app/db/resolver.py): each statement then names
-- the user, whose id is the company's. What lookups hold is written in the same transaction.

-- name: create_user(user_id, email, name, email_verified, image, metadata, plugin_fields, created_at, updated_at)^
-- unowned: auth scope.
INSERT INTO users (id, email, name, email_verified, image, metadata, plugin_fields, created_at, updated_at)
VALUES (:user_id, :email, :name, :email_verified, :image, :metadata, :plugin_fields,
        coalesce(:created_at::timestamptz, now()), coalesce(:updated_at::timestamptz, now()))
RETURNING id, email, name, email_verified, image, metadata, plugin_fields, created_at, updated_at;

-- name: has_history(user_id)$
-- unowned: auth scope. The id, if the audit log speaks of somebody who has or had it.
SELECT a.company_id
  FROM audit_log a
 WHERE a.company_id = :user_id
 ORDER BY a.created_at DESC, a.id DESC
 LIMIT 1;

-- name: get_user(user_id)^
-- unowned: auth scope.
SELECT id, email, name, email_verified, image, metadata, plugin_fields, created_at, updated_at
  FROM users
 WHERE id = :user_id;

-- name: get_user_by_email(email)^
-- unowned: auth scope.
SELECT id, email, name, email_verified, image, metadata, plugin_fields, created_at, updated_at
  FROM user_of_email(:email);

-- name: lock_user(user_id)^
-- unowned: auth scope. The e-mail as it is, locked for its change.
SELECT email
  FROM users
 WHERE id = :user_id
   FOR NO KEY UPDATE;

-- name: update_user(user_id, set_email, email, set_name, name, set_email_verified, email_verified, set_image, image, set_metadata, metadata, set_plugin_fields, plugin_fields, set_updated_at, updated_at)^
-- unowned: auth scope.
UPDATE users u
   SET email = CASE WHEN :set_email THEN :email ELSE u.email END,
       name = CASE WHEN :set_name THEN :name ELSE u.name END,
       email_verified = CASE WHEN :set_email_verified THEN :email_verified ELSE u.email_verified END,
       image = CASE WHEN :set_image THEN :image ELSE u.image END,
       metadata = CASE WHEN :set_metadata THEN :metadata ELSE u.metadata END,
       plugin_fields = CASE WHEN :set_plugin_fields THEN u.plugin_fields || :plugin_fields ELSE u.plugin_fields END,
       updated_at = CASE WHEN :set_updated_at THEN :updated_at ELSE u.updated_at END
 WHERE u.id = :user_id
RETURNING u.id, u.email, u.name, u.email_verified, u.image, u.metadata, u.plugin_fields, u.created_at, u.updated_at;

-- name: delete_user(user_id)$
-- unowned: auth scope. Sessions, accounts and the company with all its data go by cascade.
DELETE FROM users
 WHERE id = :user_id
RETURNING email;

-- name: delete_resets(identifier_hash, value_hash)!
-- unowned: auth scope. The reset records of a user who is deleted or has a new password or address, in both forms.
DELETE FROM verifications
 WHERE resets
   AND (identifier_hash = :identifier_hash OR value_hash = :value_hash);

-- name: announce(keys)$
-- unowned: tells every process which cached users and sessions to forget (app/ops/auth_caches.py); touches no table. At
-- most some dozens: `<kind>:*` stands for many.
SELECT count(pg_notify('auth_cache', k.key))
  FROM unnest(:keys::text[]) AS k (key);

-- name: create_session(session_id, user_id, token_hash, token_enc, expires_at, ip_address, user_agent, created_at, updated_at)^
-- unowned: auth scope. No row: there is no such user.
INSERT INTO sessions AS made (user_id, id, token_hash, token_enc, expires_at, ip_address, user_agent, created_at, updated_at)
SELECT u.id, :session_id, :token_hash, :token_enc, :expires_at::timestamptz, :ip_address, :user_agent,
       coalesce(:created_at::timestamptz, now()), coalesce(:updated_at::timestamptz, now())
  FROM users u
 WHERE u.id = :user_id
RETURNING made.id, made.token_enc, made.user_id, made.expires_at, made.ip_address, made.user_agent,
          made.created_at, made.updated_at;

-- name: get_live_session_by_token(token_hash, at)^
-- unowned: auth scope.
SELECT id, token_enc, user_id, expires_at, ip_address, user_agent, created_at, updated_at
  FROM live_session(:token_hash, :at);

-- name: get_session_and_user(token_hash, at)^
-- unowned: auth scope.
SELECT (f.session).id, (f.session).token_enc, (f.session).user_id, (f.session).expires_at, (f.session).ip_address,
       (f.session).user_agent, (f.session).created_at, (f.session).updated_at,
       (f.account).id AS account_id, (f.account).email, (f.account).name, (f.account).email_verified,
       (f.account).image, (f.account).metadata, (f.account).plugin_fields,
       (f.account).created_at AS account_created_at, (f.account).updated_at AS account_updated_at
  FROM session_and_user(:token_hash, :at) f;

-- name: get_session(user_id, session_id)^
-- unowned: auth scope. Also an expired one.
SELECT id, token_enc, user_id, expires_at, ip_address, user_agent, created_at, updated_at
  FROM sessions
 WHERE user_id = :user_id
   AND id = :session_id;

-- name: list_sessions_by_user(user_id, limit, offset)
-- unowned: auth scope.
SELECT id, token_enc, user_id, expires_at, ip_address, user_agent, created_at, updated_at
  FROM sessions
 WHERE user_id = :user_id
 ORDER BY created_at DESC, id DESC
 LIMIT :limit OFFSET :offset;

-- name: lock_session(user_id, session_id)$
-- unowned: auth scope. The token's hash as it is, locked for its change.
SELECT token_hash
  FROM sessions
 WHERE user_id = :user_id
   AND id = :session_id
   FOR NO KEY UPDATE;

-- name: update_session(user_id, session_id, set_expires_at, expires_at, set_token, token_hash, token_enc, set_ip_address, ip_address, set_user_agent, user_agent, set_updated_at, updated_at)^
-- unowned: auth scope.
UPDATE sessions s
   SET expires_at = CASE WHEN :set_expires_at THEN :expires_at ELSE s.expires_at END,
       token_hash = CASE WHEN :set_token THEN :token_hash ELSE s.token_hash END,
       token_enc = CASE WHEN :set_token THEN :token_enc ELSE s.token_enc END,
       ip_address = CASE WHEN :set_ip_address THEN :ip_address ELSE s.ip_address END,
       user_agent = CASE WHEN :set_user_agent THEN :user_agent ELSE s.user_agent END,
       updated_at = CASE WHEN :set_updated_at THEN :updated_at ELSE s.updated_at END
 WHERE s.user_id = :user_id
   AND s.id = :session_id
RETURNING s.id, s.token_enc, s.user_id, s.expires_at, s.ip_address, s.user_agent, s.created_at, s.updated_at;

-- name: delete_session(user_id, session_id)$
-- unowned: auth scope.
DELETE FROM sessions
 WHERE user_id = :user_id
   AND id = :session_id
RETURNING token_hash;

-- name: delete_sessions_by_user(user_id, kept_hash)
-- unowned: auth scope. All, or all but one.
DELETE FROM sessions
 WHERE user_id = :user_id
   AND (:kept_hash::text IS NULL OR token_hash <> :kept_hash)
RETURNING id, token_hash;

-- name: create_account(row_id, user_id, provider_id, account_id, password, access_token, refresh_token, id_token, access_token_expires_at, refresh_token_expires_at, scope, created_at, updated_at)^
-- unowned: auth scope. No row: there is no such user.
INSERT INTO accounts AS made (user_id, id, provider_id, account_id, password, access_token, refresh_token, id_token,
                              access_token_expires_at, refresh_token_expires_at, scope, created_at, updated_at)
SELECT u.id, :row_id, :provider_id, :account_id, :password, :access_token, :refresh_token, :id_token,
       :access_token_expires_at::timestamptz, :refresh_token_expires_at::timestamptz, :scope,
       coalesce(:created_at::timestamptz, now()), coalesce(:updated_at::timestamptz, now())
  FROM users u
 WHERE u.id = :user_id
RETURNING made.id, made.user_id, made.provider_id, made.account_id, made.password, made.access_token,
          made.refresh_token, made.id_token, made.access_token_expires_at, made.refresh_token_expires_at, made.scope,
          made.created_at, made.updated_at;

-- name: list_accounts_by_user(user_id, limit, offset)
-- unowned: auth scope.
SELECT id, user_id, provider_id, account_id, password, access_token, refresh_token, id_token,
       access_token_expires_at, refresh_token_expires_at, scope, created_at, updated_at
  FROM accounts
 WHERE user_id = :user_id
 ORDER BY created_at DESC, id DESC
 LIMIT :limit OFFSET :offset;

-- name: get_account_by_provider(user_id, provider_id, account_id)^
-- unowned: auth scope. Without the password hash.
SELECT id, user_id, provider_id, account_id, access_token, refresh_token, id_token,
       access_token_expires_at, refresh_token_expires_at, scope, created_at, updated_at
  FROM accounts
 WHERE user_id = :user_id
   AND provider_id = :provider_id
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

-- name: update_account(user_id, row_id, set_password, password, set_access_token, access_token, set_refresh_token, refresh_token, set_id_token, id_token, set_access_token_expires_at, access_token_expires_at, set_refresh_token_expires_at, refresh_token_expires_at, set_scope, scope, set_updated_at, updated_at)^
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
 WHERE user_id = :user_id
   AND id = :row_id
RETURNING id, user_id, provider_id, account_id, password, access_token, refresh_token, id_token,
          access_token_expires_at, refresh_token_expires_at, scope, created_at, updated_at;

-- name: delete_account(user_id, row_id)^
-- unowned: auth scope.
DELETE FROM accounts
 WHERE user_id = :user_id
   AND id = :row_id
RETURNING provider_id, account_id;

-- name: create_verification(verification_id, identifier_hash, identifier_enc, value_hash, value_enc, resets, expires_at, created_at, updated_at)^
-- unowned: auth scope.
INSERT INTO verifications (id, identifier_hash, identifier_enc, value_hash, value_enc, resets, expires_at, created_at,
                           updated_at)
VALUES (:verification_id, :identifier_hash, :identifier_enc, :value_hash, :value_enc, :resets, :expires_at,
        coalesce(:created_at::timestamptz, now()), coalesce(:updated_at::timestamptz, now()))
RETURNING id, identifier_enc, value_enc, expires_at, created_at, updated_at;

-- name: get_verification(verification_id)^
-- unowned: auth scope. Also an expired one.
SELECT id, identifier_enc, value_enc, expires_at, created_at, updated_at
  FROM verifications
 WHERE id = :verification_id;

-- name: get_verification_by_value(value_hash, at)^
-- unowned: auth scope. The newest live one.
SELECT id, identifier_enc, value_enc, expires_at, created_at, updated_at
  FROM verifications
 WHERE value_hash = :value_hash
   AND expires_at > :at
 ORDER BY created_at DESC, id DESC
 LIMIT 1;

-- name: get_verification_by_identifier(identifier_hash, at)^
-- unowned: auth scope. The newest live one.
SELECT id, identifier_enc, value_enc, expires_at, created_at, updated_at
  FROM verifications
 WHERE identifier_hash = :identifier_hash
   AND expires_at > :at
 ORDER BY created_at DESC, id DESC
 LIMIT 1;

-- name: update_verification(verification_id, at, if_value_hash, set_identifier, identifier_hash, identifier_enc, resets, set_value, value_hash, value_enc, set_expires_at, expires_at, set_updated_at, updated_at)^
-- unowned: auth scope. One statement: of any number of callers who name the value they have read one changes it, and
-- none changes what has been consumed.
UPDATE verifications
   SET identifier_hash = CASE WHEN :set_identifier THEN :identifier_hash ELSE identifier_hash END,
       identifier_enc = CASE WHEN :set_identifier THEN :identifier_enc ELSE identifier_enc END,
       resets = CASE WHEN :set_identifier THEN :resets ELSE resets END,
       value_hash = CASE WHEN :set_value THEN :value_hash ELSE value_hash END,
       value_enc = CASE WHEN :set_value THEN :value_enc ELSE value_enc END,
       expires_at = CASE WHEN :set_expires_at THEN :expires_at ELSE expires_at END,
       updated_at = CASE WHEN :set_updated_at THEN :updated_at ELSE updated_at END
 WHERE id = :verification_id
   AND expires_at > :at
   AND (:if_value_hash::text IS NULL OR value_hash = :if_value_hash)
RETURNING id, identifier_enc, value_enc, expires_at, created_at, updated_at;

-- name: consume_verification(identifier_hash, value_hash, at)^
-- unowned: auth scope. One statement, so of any number of callers one gets the record; expired ones go too, unseen.
WITH gone AS (
    DELETE FROM verifications
     WHERE identifier_hash = :identifier_hash
       AND value_hash = :value_hash
    RETURNING id, identifier_enc, value_enc, expires_at, created_at, updated_at
)
SELECT id, identifier_enc, value_enc, expires_at, created_at, updated_at
  FROM gone
 WHERE expires_at > :at
 ORDER BY created_at DESC, id DESC
 LIMIT 1;

-- name: delete_verifications_by_identifier(identifier_hash)!
-- unowned: auth scope.
DELETE FROM verifications
 WHERE identifier_hash = :identifier_hash;

-- name: consume_rate_limit(key_hash, limit, ends_at, at)^
-- unowned: auth scope. One statement counts and decides: of any number of callers exactly `limit` pass in a window.
-- A refusal counts no further, frees nothing that a looser limit has counted, and leaves the window's end where it is,
-- unless it lies further away than a window is long: a clock that was ahead has been put back.
INSERT INTO auth_rate_limits AS r (key_hash, count, ends_at)
VALUES (:key_hash, 1, :ends_at)
    ON CONFLICT (key_hash) DO UPDATE
   SET count = CASE WHEN r.ends_at <= :at THEN 1 WHEN r.count > :limit THEN r.count ELSE r.count + 1 END,
       ends_at = CASE WHEN r.ends_at <= :at THEN EXCLUDED.ends_at ELSE least(r.ends_at, EXCLUDED.ends_at) END
RETURNING r.count, r.ends_at;

-- name: write_event(user_id, action, changes, request_id)!
-- unowned: auth scope. The user is there, or was a moment ago.
INSERT INTO audit_log (company_id, actor_user_id, action, target_type, target_id, changes, request_id)
VALUES (:user_id, :user_id, :action, 'user', :user_id, :changes::jsonb, :request_id);

-- name: list_expired_sessions(at, without, batch)
-- unowned: housekeeping over all users; purge_sessions then removes each user's.
SELECT user_id, id
  FROM sessions
 WHERE expires_at < :at
   AND user_id <> ALL (:without::text[])
 ORDER BY expires_at
 LIMIT :batch;

-- name: purge_sessions(user_id, session_ids, at)
-- unowned: housekeeping. A session that was prolonged meanwhile stays.
DELETE FROM sessions
 WHERE user_id = :user_id
   AND id = ANY (:session_ids::text[])
   AND expires_at < :at
RETURNING id, token_hash;

-- name: purge_verifications(at, batch)!
-- unowned: housekeeping.
DELETE FROM verifications
 WHERE id IN (SELECT id FROM verifications WHERE expires_at < :at ORDER BY expires_at LIMIT :batch
                 FOR UPDATE SKIP LOCKED);

-- name: purge_rate_limits(at, batch)!
-- unowned: housekeeping.
DELETE FROM auth_rate_limits
 WHERE key_hash IN (SELECT key_hash FROM auth_rate_limits WHERE ends_at < :at ORDER BY ends_at LIMIT :batch
                       FOR UPDATE SKIP LOCKED);
