-- A store's ERP has a day to learn a new signing secret, as webhook endpoints have: the old one signs along.

ALTER TABLE store_stock_sync_settings
    -- The secret before the last change, which signs along until outbound_prev_expires_at.
    ADD COLUMN outbound_secret_prev_enc bytea,
    ADD COLUMN outbound_prev_expires_at timestamptz;

CREATE OR REPLACE FUNCTION webhook_targets(company text)
RETURNS TABLE (id uuid, store_id uuid, url text, types text[], active boolean, secret_enc bytea, secret_prev_enc bytea,
               secret_prev_expires_at timestamptz, erp boolean)
LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    SELECT w.id, w.store_id, w.url, w.types, w.active, w.secret_enc, w.secret_prev_enc, w.secret_prev_expires_at, false
      FROM webhook_endpoints w
     WHERE w.company_id = company
     UNION ALL
    SELECT x.store_id, x.store_id, x.outbound_url,
           ARRAY['erp.stock.updated', 'erp.order.confirmed', 'erp.order.cancelled'], x.outbound_enabled,
           x.outbound_secret_enc, x.outbound_secret_prev_enc, x.outbound_prev_expires_at, true
      FROM store_stock_sync_settings x
     WHERE x.company_id = company;
END
$$;
