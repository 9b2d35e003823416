-- A rehearsal used up the messages that shoppers may write; and who wrote under an archived lead's id stayed archived.

-- Whose turn it is, the lead's last messages, and where the company's quota stands. The message is counted against the
-- agent's limits (the given ones where it has none of its own), and `wanted_tokens` are reserved where the plan's own
-- tokens suffice (NULL: none are). A rehearsal counts against no limit (`this_minute` NULL). No row: an id is missing, archived
-- or another store's, and nothing was counted or reserved.
-- What it writes is not worth a flush to disk: a crash of the server ends the turn, and with it count and reservation.
CREATE OR REPLACE FUNCTION open_turn(
    company text, wanted_store uuid, wanted_agent uuid, wanted_lead uuid, wanted_documents uuid[], newest bigint,
    minute_limit bigint, day_limit bigint, this_minute timestamptz, this_day timestamptz, moment timestamptz,
    reservation uuid, wanted_tokens bigint, held_until timestamptz)
RETURNS TABLE (
    store_id uuid, company_id text, store_name text, store_description text, agent jsonb, lead jsonb,
    document_ids uuid[], shipping jsonb, methods text[], history jsonb, within_limits boolean, committed bigint,
    timezone text, period date, plan_id uuid, plan_version integer, included_tokens bigint, overage_per_million_cents bigint,
    bears_overage boolean, auto_overage boolean, cap bigint, alert_pct integer, used_tokens bigint,
    reserved_tokens bigint, included_used bigint, topup_used bigint, overage_tokens bigint, overage_micros bigint,
    absorbed_tokens bigint, topup_remaining bigint)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    scope record;
    usage record;
    kept  boolean := true;
    taken bigint;
BEGIN
    PERFORM set_config('synchronous_commit', 'off', true);
    -- ANY: of `= NULL` nothing is left to say on which node to look (CONTRIBUTING.md, SQL).
    SELECT s.id, s.name, s.description, a.id AS agent_id, l.id AS lead_id,
           coalesce(a.active AND s.active, true) AS active,
           CASE WHEN a.id IS NOT NULL
                THEN jsonb_build_object('id', a.id, 'name', a.name, 'type', a.type, 'persona', a.persona, 'model', a.model,
                                        'rate_limits', a.rate_limits, 'active', a.active AND s.active,
                                        'channels', a.channels, 'hours', a.hours,
                                        'follow_ups', a.follow_ups) END AS agent,
           CASE WHEN l.id IS NOT NULL
                THEN jsonb_build_object('id', l.id, 'name', l.name, 'interests', l.interests, 'phone', l.phone,
                                        'profile_summary', l.profile_summary, 'address', l.address, 'channel', l.channel,
                                        'custom_attributes', l.custom_attributes, 'status', l.status) END AS lead,
           coalesce((a.rate_limits ->> 'messages_per_minute')::bigint, minute_limit) AS per_minute,
           coalesce((a.rate_limits ->> 'messages_per_day')::bigint, day_limit) AS per_day,
           CASE WHEN cardinality(wanted_documents) > 0 THEN wanted_documents
                ELSE ARRAY(SELECT k.document_id
                             FROM agent_knowledge_base k
                            WHERE k.company_id = company
                              AND k.agent_id = a.id) END AS documents
      INTO scope
      FROM stores s
      LEFT JOIN agents a ON a.company_id = company AND a.id = ANY (ARRAY[wanted_agent]) AND a.store_id = s.id
                        AND a.deleted_at IS NULL
      LEFT JOIN leads l ON l.company_id = company AND l.id = ANY (ARRAY[wanted_lead]) AND l.store_id = s.id
                       AND l.deleted_at IS NULL
     WHERE s.company_id = company
       AND s.deleted_at IS NULL
       AND s.id = coalesce(wanted_store,
                           (SELECT b.store_id FROM agents b WHERE b.company_id = company AND b.id = wanted_agent),
                           (SELECT b.store_id FROM leads b WHERE b.company_id = company AND b.id = wanted_lead))
       AND (wanted_agent IS NULL OR a.id IS NOT NULL)
       AND (wanted_lead IS NULL OR l.id IS NOT NULL)
       AND (SELECT count(*)
              FROM documents d
             WHERE d.company_id = company
               AND d.store_id = s.id
               AND d.id = ANY (wanted_documents)) = cardinality(wanted_documents);
    IF NOT FOUND THEN
        RETURN;
    END IF;

    IF this_minute IS NOT NULL AND scope.active AND coalesce(scope.lead_id, scope.agent_id) IS NOT NULL
       AND coalesce(scope.per_minute, scope.per_day) IS NOT NULL THEN
        INSERT INTO chat_rate AS r (company_id, store_id, subject_id, minute_at, minute_count, day_at, day_count)
        VALUES (company, scope.id, coalesce(scope.lead_id, scope.agent_id), this_minute, 1, this_day, 1)
            ON CONFLICT (company_id, store_id, subject_id) DO UPDATE
           SET minute_count = CASE WHEN r.minute_at = EXCLUDED.minute_at THEN r.minute_count + 1 ELSE 1 END,
               minute_at = EXCLUDED.minute_at,
               day_count = CASE WHEN r.day_at = EXCLUDED.day_at THEN r.day_count + 1 ELSE 1 END,
               day_at = EXCLUDED.day_at
         WHERE NOT coalesce(r.minute_at = EXCLUDED.minute_at AND r.minute_count >= scope.per_minute, false)
           AND NOT coalesce(r.day_at = EXCLUDED.day_at AND r.day_count >= scope.per_day, false);
        kept := FOUND;
    END IF;

    SELECT u.* INTO usage FROM company_usage(company, moment) u;

    IF scope.active AND kept AND wanted_tokens <= usage.included_tokens THEN
        INSERT INTO usage_counters AS u (company_id, period, reserved_tokens)
        VALUES (company, usage.period, wanted_tokens)
            ON CONFLICT (company_id, period) DO UPDATE
           SET reserved_tokens = u.reserved_tokens + EXCLUDED.reserved_tokens, updated_at = EXCLUDED.updated_at
         WHERE u.included_used + u.reserved_tokens + EXCLUDED.reserved_tokens <= usage.included_tokens
        RETURNING u.used_tokens + u.reserved_tokens INTO taken;
        IF FOUND THEN
            INSERT INTO quota_reservations (company_id, id, period, tokens, expires_at)
            VALUES (company, reservation, usage.period, wanted_tokens, held_until);
        END IF;
    END IF;

    RETURN QUERY
    SELECT scope.id, company, scope.name, scope.description, scope.agent, scope.lead, scope.documents,
           (SELECT coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
                       'name', r.name, 'kind', r.kind, 'price_cents', r.price_cents, 'above_cents', r.above_cents,
                       'cep_from', r.cep_from, 'cep_to', r.cep_to, 'days', r.days)) ORDER BY r.position), '[]')
              FROM shipping_rules r
             WHERE r.company_id = company
               AND r.store_id = scope.id),
           -- As app/features/orders/rules.py, available_methods; no settings yet: cash.
           coalesce((SELECT array_remove(ARRAY[
                                CASE WHEN p.pix_provider_api_key_enc IS NOT NULL OR p.manual_pix_enabled THEN 'pix' END,
                                CASE WHEN p.cod_enabled THEN 'cod' END], NULL)
                       FROM store_payment_settings p
                      WHERE p.company_id = company
                        AND p.store_id = scope.id), '{cod}'),
           (SELECT coalesce(jsonb_agg(jsonb_build_object('role', h.role, 'content', h.content)
                                      ORDER BY h.created_at, h.id), '[]')
              FROM (SELECT m.id, m.role, m.content, m.created_at
                      FROM messages_history m
                     WHERE m.company_id = company
                       AND m.lead_id = scope.lead_id
                       AND m.role IN ('user', 'assistant')
                     ORDER BY m.created_at DESC, m.id DESC
                     LIMIT newest) h),
           kept, taken, usage.timezone, usage.period, usage.plan_id, usage.plan_version, usage.included_tokens,
           usage.overage_per_million_cents, usage.bears_overage, usage.auto_overage, usage.cap, usage.alert_pct,
           usage.used_tokens, usage.reserved_tokens, usage.included_used, usage.topup_used, usage.overage_tokens,
           usage.overage_micros, usage.absorbed_tokens, usage.topup_remaining;
END
$$;

-- A message, with who records it for the audit log: one statement and so a transaction of its own, where it is not part of
-- another one. No row: store, lead or agent is not the company's or archived, they do not belong together, or the
-- gateway has sent this message before. set_config() is enough for triggers that run where this does.
CREATE OR REPLACE FUNCTION add_message(
    company text, new_id uuid, wanted_store uuid, wanted_lead uuid, wanted_agent uuid, new_role text, new_content text,
    new_media_url text, new_media_type text, new_external_id text, new_metadata jsonb, person text, action text,
    request text)
RETURNS TABLE (
    id uuid, store_id uuid, lead_id uuid, agent_id uuid, role text, content text, media_url text, media_type text,
    external_id text, metadata jsonb, created_at timestamptz)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
    PERFORM set_config('app.actor', person, true), set_config('app.action', action, true),
            set_config('app.request_id', request, true);
    RETURN QUERY
    INSERT INTO messages_history AS m (company_id, id, store_id, lead_id, agent_id, role, content, media_url, media_type,
                                       external_id, metadata)
    SELECT s.company_id, new_id, s.id, l.id, a.id, new_role, new_content, new_media_url, new_media_type, new_external_id,
           new_metadata
      FROM stores s
      LEFT JOIN leads l ON l.company_id = company AND l.id = ANY (ARRAY[wanted_lead]) AND l.store_id = s.id
                       AND l.deleted_at IS NULL
      LEFT JOIN agents a ON a.company_id = company AND a.id = ANY (ARRAY[wanted_agent]) AND a.store_id = s.id
                        AND a.deleted_at IS NULL
     WHERE s.company_id = company
       AND s.deleted_at IS NULL
       AND s.id = coalesce(wanted_store,
                           (SELECT o.store_id FROM leads o WHERE o.company_id = company AND o.id = wanted_lead),
                           (SELECT o.store_id FROM agents o WHERE o.company_id = company AND o.id = wanted_agent))
       AND (wanted_lead IS NULL OR l.id IS NOT NULL)
       AND (wanted_agent IS NULL OR a.id IS NOT NULL)
        ON CONFLICT DO NOTHING
    RETURNING m.id, m.store_id, m.lead_id, m.agent_id, m.role, m.content, m.media_url, m.media_type, m.external_id,
              m.metadata, m.created_at;
END
$$;
