-- What was in an archived store could still be changed by who had its id; a store that is switched off answered in the chat
-- where no agent was named; and conversation.waiting did not say under which id its caller knows the conversation.
SET LOCAL citus.multi_shard_modify_mode = 'sequential';
SET LOCAL citus.enable_unsafe_triggers = on;

-- What people change in a store, they change in one that is not archived. The one place that says so: what ends there still
-- ends (orders, their goods and money, conversations, what is deleted), and jobs and webhooks go on.
CREATE FUNCTION refuse_in_archived_store() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    IF actor_type() = 'user' AND EXISTS (SELECT
                                           FROM stores s
                                          WHERE s.company_id = NEW.company_id
                                            AND s.id = NEW.store_id
                                            AND s.deleted_at IS NOT NULL) THEN
        RAISE EXCEPTION 'the store is archived' USING ERRCODE = 'SA001';
    END IF;
    -- Asked once for the thousands of rows of a batch: see the trigger of products.
    PERFORM set_config('app.open_store', NEW.store_id::text, true);
    RETURN NEW;
END
$$;
CREATE FUNCTION refuse_test_in_archived_store() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    IF actor_type() = 'user' AND EXISTS (SELECT
                                           FROM agents a
                                           JOIN stores s ON s.company_id = a.company_id AND s.id = a.store_id
                                          WHERE a.company_id = NEW.company_id
                                            AND a.id = NEW.agent_id
                                            AND s.deleted_at IS NOT NULL) THEN
        RAISE EXCEPTION 'the store is archived' USING ERRCODE = 'SA001';
    END IF;
    RETURN NEW;
END
$$;

-- Columns are named where others move by themselves (stock, uses of a coupon, a lead that becomes a customer).
CREATE TRIGGER store_payment_settings_refuse_archived BEFORE INSERT OR UPDATE ON store_payment_settings FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '') EXECUTE FUNCTION refuse_in_archived_store();
CREATE TRIGGER store_stock_sync_settings_refuse_archived BEFORE INSERT OR UPDATE OF outbound_enabled
    ON store_stock_sync_settings FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '') EXECUTE FUNCTION refuse_in_archived_store();
CREATE TRIGGER coupons_refuse_archived BEFORE INSERT OR UPDATE OF code ON coupons FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '') EXECUTE FUNCTION refuse_in_archived_store();
CREATE TRIGGER products_refuse_archived BEFORE INSERT OR UPDATE OF name, deleted_at ON products FOR EACH ROW
    WHEN (NEW.deleted_at IS NULL AND current_setting('app.actor', true) <> ''
          AND current_setting('app.open_store', true) IS DISTINCT FROM NEW.store_id::text)
    EXECUTE FUNCTION refuse_in_archived_store();
CREATE TRIGGER product_pictures_refuse_archived BEFORE INSERT OR UPDATE OF position ON product_pictures FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '') EXECUTE FUNCTION refuse_in_archived_store();
CREATE TRIGGER product_files_refuse_archived BEFORE INSERT OR UPDATE OF status ON product_files FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '') EXECUTE FUNCTION refuse_in_archived_store();
CREATE TRIGGER agents_refuse_archived BEFORE INSERT OR UPDATE ON agents FOR EACH ROW
    WHEN (NEW.deleted_at IS NULL AND current_setting('app.actor', true) <> '') EXECUTE FUNCTION refuse_in_archived_store();
CREATE TRIGGER agent_tests_refuse_archived BEFORE INSERT OR UPDATE OF name, queued_at ON agent_tests FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '') EXECUTE FUNCTION refuse_test_in_archived_store();
CREATE TRIGGER documents_refuse_archived BEFORE INSERT OR UPDATE OF title ON documents FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '') EXECUTE FUNCTION refuse_in_archived_store();
CREATE TRIGGER leads_refuse_archived BEFORE INSERT OR UPDATE OF name, deleted_at ON leads FOR EACH ROW
    WHEN (NEW.deleted_at IS NULL AND current_setting('app.actor', true) <> '') EXECUTE FUNCTION refuse_in_archived_store();
CREATE TRIGGER lead_events_refuse_archived BEFORE INSERT ON lead_events FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '') EXECUTE FUNCTION refuse_in_archived_store();

-- Whose turn it is, the lead's last messages, and where the company's quota stands. The message is counted against the
-- agent's limits (the given ones where it has none of its own), and `wanted_tokens` are reserved where the plan's own
-- tokens suffice (NULL: none are). A rehearsal counts against no limit (`this_minute` NULL). No row: an id is missing, archived
-- or another store's; within_limits NULL: the agent or the store is switched off. In both cases nothing was counted or reserved.
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
           coalesce(a.active, true) AND s.active AS active,
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
    IF this_minute IS NOT NULL AND NOT scope.active THEN
        kept := NULL;
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


-- End a turn: the state, the reply (`reply` empty: none) and how it came about. False: another turn has the conversation
-- by now, and nothing has changed. What a person at the desk did meanwhile stands.
CREATE OR REPLACE FUNCTION leave_conversation(
    company text, conversation uuid, turn uuid, known_desk_moves integer, new_data jsonb, new_state text,
    new_reason text, reference text, outcome text, reply text, reply_row uuid, this_answer jsonb, this_model text,
    prompts integer, completions integer, ran jsonb, failure text, moment timestamptz)
RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
    c      record;
    moved  boolean;
    merged jsonb := new_data;
BEGIN
    SELECT v.state, v.waiting_reason, v.desk_moves, v.store_id, v.agent_id, v.lead_id, v.key, v.channel
      INTO c
      FROM conversations v
     WHERE v.company_id = company
       AND v.id = conversation
       AND v.turn_id = turn
       FOR UPDATE;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    moved := c.desk_moves <> known_desk_moves;
    IF moved THEN
        merged := (new_data - ARRAY['attended', 'waiting_reason', 'summary']) || jsonb_build_object('attended', c.state)
                  || CASE WHEN c.waiting_reason IS NULL THEN '{}'
                          ELSE jsonb_build_object('waiting_reason', c.waiting_reason) END;
        IF c.state = 'closed' THEN
            merged := merged - 'cart';
        END IF;
    END IF;
    UPDATE conversations v
       SET data = merged,
           state = CASE WHEN moved THEN c.state ELSE new_state END,
           waiting_reason = CASE WHEN moved THEN c.waiting_reason ELSE new_reason END,
           summary_reference = coalesce(reference, v.summary_reference),
           last_message = CASE WHEN reply = '' THEN v.last_message ELSE left(reply, 200) END,
           last_message_at = CASE WHEN reply = '' THEN v.last_message_at ELSE moment END,
           agent_answers = v.agent_answers + (reply <> '')::integer,
           turn_id = NULL, turn_owner = NULL, turn_until = NULL
     WHERE v.company_id = company
       AND v.id = conversation;
    UPDATE conversation_turns x
       SET status = outcome, answer = this_answer, model = this_model, prompt_tokens = prompts,
           completion_tokens = completions, tools = ran, error = failure, ended_at = moment
     WHERE x.company_id = company
       AND x.id = turn;
    IF reply <> '' THEN
        INSERT INTO conversation_messages (company_id, id, conversation_id, turn_id, role, content, created_at)
        VALUES (company, reply_row, conversation, turn, 'assistant', reply, moment);
    END IF;
    IF NOT moved AND new_state = 'waiting' AND c.state <> 'waiting' AND c.channel <> 'rehearsal' THEN
        -- migrations/0024_events.sql
        PERFORM add_event(company, c.store_id, 'conversation.waiting', conversation::text,
                          jsonb_build_object('conversation_id', conversation, 'store_id', c.store_id,
                                             'agent_id', c.agent_id, 'lead_id', c.lead_id, 'key', c.key,
                                             'channel', c.channel, 'reason', new_reason));
    END IF;
    RETURN true;
END
$$;
