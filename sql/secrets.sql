-- Sealed columns, for the rotation of SECRETS_KEY. Nothing here is opened by SQL.

-- name: list_sealed()
-- unowned: the operator rotates the key of all stores.
SELECT s.store_id, 'pix_provider_api_key' AS secret, s.pix_provider_api_key_enc AS sealed
  FROM store_payment_settings s
 WHERE s.pix_provider_api_key_enc IS NOT NULL
 UNION ALL
SELECT e.store_id, 'outbound_secret', e.outbound_secret_enc
  FROM store_stock_sync_settings e
 WHERE e.outbound_secret_enc IS NOT NULL
 UNION ALL
SELECT e.store_id, 'inbound_secret', e.inbound_secret_enc
  FROM store_stock_sync_settings e
 WHERE e.inbound_secret_enc IS NOT NULL
 UNION ALL
SELECT e.store_id, 'inbound_secret_prev', e.inbound_secret_prev_enc
  FROM store_stock_sync_settings e
 WHERE e.inbound_secret_prev_enc IS NOT NULL
 ORDER BY 1, 2;

-- name: reseal_payment_settings(store_id, old, new)!
-- unowned: the operator rotates the key of all stores. A secret changed since it was read keeps its newer value.
UPDATE store_payment_settings s
   SET pix_provider_api_key_enc = :new
 WHERE s.store_id = :store_id
   AND s.pix_provider_api_key_enc = :old;

-- name: reseal_stock_sync_settings(store_id, old, new)!
-- unowned: the operator rotates the key of all stores. No two sealed values are equal, so `old` names the column.
UPDATE store_stock_sync_settings e
   SET outbound_secret_enc = CASE WHEN e.outbound_secret_enc = :old THEN :new ELSE e.outbound_secret_enc END,
       inbound_secret_enc = CASE WHEN e.inbound_secret_enc = :old THEN :new ELSE e.inbound_secret_enc END,
       inbound_secret_prev_enc = CASE WHEN e.inbound_secret_prev_enc = :old THEN :new ELSE e.inbound_secret_prev_enc END
 WHERE e.store_id = :store_id
   AND :old IN (e.outbound_secret_enc, e.inbound_secret_enc, e.inbound_secret_prev_enc);
