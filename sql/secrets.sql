-- Sealed columns, for the rotation of SECRETS_KEY. Nothing here is opened by SQL.

-- name: list_sealed()
-- unowned: the rotation goes over all stores.
SELECT s.company_id, s.store_id AS id, 'pix_provider_api_key' AS secret, s.pix_provider_api_key_enc AS sealed
  FROM store_payment_settings s
 WHERE s.pix_provider_api_key_enc IS NOT NULL
 UNION ALL
SELECT e.company_id, e.store_id, 'outbound_secret', e.outbound_secret_enc
  FROM store_stock_sync_settings e
 WHERE e.outbound_secret_enc IS NOT NULL
 UNION ALL
SELECT e.company_id, e.store_id, 'outbound_secret_prev', e.outbound_secret_prev_enc
  FROM store_stock_sync_settings e
 WHERE e.outbound_secret_prev_enc IS NOT NULL
 UNION ALL
SELECT e.company_id, e.store_id, 'inbound_secret', e.inbound_secret_enc
  FROM store_stock_sync_settings e
 WHERE e.inbound_secret_enc IS NOT NULL
 UNION ALL
SELECT e.company_id, e.store_id, 'inbound_secret_prev', e.inbound_secret_prev_enc
  FROM store_stock_sync_settings e
 WHERE e.inbound_secret_prev_enc IS NOT NULL
 UNION ALL
SELECT w.company_id, w.id, 'endpoint_secret', w.secret_enc
  FROM webhook_endpoints w
 WHERE w.secret_enc IS NOT NULL
 UNION ALL
SELECT w.company_id, w.id, 'endpoint_secret_prev', w.secret_prev_enc
  FROM webhook_endpoints w
 WHERE w.secret_prev_enc IS NOT NULL
 ORDER BY 1, 2, 3;

-- name: reseal_payment_settings(company_id, store_id, old, new)!
-- unowned: the rotation goes over all stores. A secret changed since it was read keeps its newer value.
UPDATE store_payment_settings s
   SET pix_provider_api_key_enc = :new
 WHERE s.company_id = :company_id
   AND s.store_id = :store_id
   AND s.pix_provider_api_key_enc = :old;

-- name: reseal_stock_sync_settings(company_id, store_id, old, new)!
-- unowned: the rotation goes over all stores. No two sealed values are equal, so `old` names the column.
UPDATE store_stock_sync_settings e
   SET outbound_secret_enc = CASE WHEN e.outbound_secret_enc = :old THEN :new ELSE e.outbound_secret_enc END,
       outbound_secret_prev_enc = CASE WHEN e.outbound_secret_prev_enc = :old THEN :new
                                       ELSE e.outbound_secret_prev_enc END,
       inbound_secret_enc = CASE WHEN e.inbound_secret_enc = :old THEN :new ELSE e.inbound_secret_enc END,
       inbound_secret_prev_enc = CASE WHEN e.inbound_secret_prev_enc = :old THEN :new ELSE e.inbound_secret_prev_enc END
 WHERE e.company_id = :company_id
   AND e.store_id = :store_id
   AND :old IN (e.outbound_secret_enc, e.outbound_secret_prev_enc, e.inbound_secret_enc, e.inbound_secret_prev_enc);

-- name: reseal_endpoint(company_id, endpoint_id, old, new)!
-- unowned: the rotation goes over all companies. No two sealed values are equal, so `old` names the column.
UPDATE webhook_endpoints w
   SET secret_enc = CASE WHEN w.secret_enc = :old THEN :new ELSE w.secret_enc END,
       secret_prev_enc = CASE WHEN w.secret_prev_enc = :old THEN :new ELSE w.secret_prev_enc END
 WHERE w.company_id = :company_id
   AND w.id = :endpoint_id
   AND :old IN (w.secret_enc, w.secret_prev_enc);

-- name: list_sessions_sealed(user_id, session_id, batch)
-- unowned: the rotation goes over all users. The next sessions after this one.
SELECT s.user_id, s.id, s.token_enc
  FROM sessions s
 WHERE (s.user_id, s.id) > (:user_id, :session_id)
 ORDER BY s.user_id, s.id
 LIMIT :batch;

-- name: reseal_session(user_id, session_id, old, new)!
-- unowned: the rotation goes over all users.
UPDATE sessions s
   SET token_enc = :new
 WHERE s.user_id = :user_id
   AND s.id = :session_id
   AND s.token_enc = :old;

-- name: list_extensions_sealed(user_id, row_id, batch)
-- unowned: the rotation goes over all users. The next rows of plugins after this one.
SELECT e.company_id, e.id, e.data_enc
  FROM auth_extensions e
 WHERE (e.company_id, e.id) > (:user_id, :row_id)
 ORDER BY e.company_id, e.id
 LIMIT :batch;

-- name: reseal_extension(user_id, row_id, old, new)!
-- unowned: the rotation goes over all users.
UPDATE auth_extensions e
   SET data_enc = :new
 WHERE e.company_id = :user_id
   AND e.id = :row_id
   AND e.data_enc = :old;

-- name: list_verifications_sealed(verification_id, batch)
-- unowned: the rotation goes over all users. The next records after this one.
SELECT v.id, v.identifier_enc, v.value_enc
  FROM verifications v
 WHERE v.id > :verification_id
 ORDER BY v.id
 LIMIT :batch;

-- name: reseal_verification(verification_id, old_identifier, old_value, new_identifier, new_value)!
-- unowned: the rotation goes over all users. A record changed since it was read keeps its newer fields.
UPDATE verifications v
   SET identifier_enc = :new_identifier,
       value_enc = :new_value
 WHERE v.id = :verification_id
   AND v.identifier_enc = :old_identifier
   AND v.value_enc = :old_value;
