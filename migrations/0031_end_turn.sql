-- What a turn drew and what became of its conversation are one statement with one commit; a new conversation begins with its
-- turn in one write.

-- finish_turn and leave_conversation of one turn. `settled`, `left_it`: what each of them says.
CREATE FUNCTION end_turn(
    company text, conversation uuid, turn uuid, known_desk_moves integer, new_data jsonb, new_state text,
    new_reason text, reference text, outcome text, reply text, reply_row uuid, this_answer jsonb, this_model text,
    prompts_in_all integer, completions_in_all integer, ran jsonb, failure text, moment timestamptz,
    this_period date, included bigint, reservations uuid[], this_store uuid, this_agent uuid, this_lead uuid,
    models text[], prompts bigint[], completions bigint[], totals bigint[], message_ids uuid[], message text,
    notes jsonb)
RETURNS TABLE (settled boolean, left_it boolean)
LANGUAGE plpgsql AS $$
BEGIN
    settled := finish_turn(company, this_period, included, reservations, this_store, this_agent, this_lead, models, prompts,
                           completions, totals, message_ids, message, reply, notes);
    left_it := leave_conversation(company, conversation, turn, known_desk_moves, new_data, new_state, new_reason, reference,
                                  outcome, reply, reply_row, this_answer, this_model, prompts_in_all,
                                  completions_in_all, ran, failure, moment);
    RETURN NEXT;
END
$$;

-- A turn's row is written twice: the second time in its place.
ALTER TABLE conversation_turns SET (fillfactor = 60);

-- enter_conversation of 0023 with that: see there what it answers.
CREATE OR REPLACE FUNCTION enter_conversation(
    company text, this_store uuid, this_agent uuid, this_lead uuid, wanted_key text, wanted_id uuid, new_id uuid,
    new_channel text, turn uuid, owner integer, until timestamptz, moment timestamptz, gone uuid, message_key text,
    request bytea, message_row uuid, message text, newest bigint)
RETURNS TABLE (
    outcome text, id uuid, key text, data jsonb, desk_moves integer, holder uuid, holder_owner integer, answer jsonb,
    history jsonb)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    c     record;
    t     record;
    again boolean := false;
    made  boolean := false;
    known text := 'begun';
BEGIN
    PERFORM set_config('synchronous_commit', 'off', true);
    FOR attempt IN 1 .. 3 LOOP
        IF this_lead IS NOT NULL THEN
            SELECT v.id, v.key, v.data, v.desk_moves, v.turn_id, v.turn_owner, v.turn_until
              INTO c
              FROM conversations v
             WHERE v.company_id = company
               AND v.lead_id = this_lead
               AND v.agent_id IS NOT DISTINCT FROM this_agent
               FOR UPDATE;
        ELSE
            SELECT v.id, v.key, v.data, v.desk_moves, v.turn_id, v.turn_owner, v.turn_until
              INTO c
              FROM conversations v
             WHERE v.company_id = company
               AND v.store_id = this_store
               AND (v.key = wanted_key OR v.id = coalesce(wanted_id, new_id))
             ORDER BY v.key = wanted_key DESC NULLS LAST
             LIMIT 1
               FOR UPDATE;
        END IF;
        EXIT WHEN FOUND;
        INSERT INTO conversations AS v (company_id, id, store_id, agent_id, lead_id, key, channel, unread, last_message,
                                        last_message_at, turn_id, turn_owner, turn_until)
        SELECT company, new_id, this_store, this_agent, this_lead,
               CASE WHEN this_lead IS NULL
                      OR NOT EXISTS (SELECT FROM conversations k
                                      WHERE k.company_id = company AND k.store_id = this_store AND k.key = wanted_key)
                    THEN wanted_key END,
               new_channel, 1, left(message, 200), moment, turn, owner, until
            ON CONFLICT DO NOTHING
        RETURNING v.id, v.key, v.data, v.desk_moves, NULL::uuid AS turn_id, NULL::integer AS turn_owner,
                  NULL::timestamptz AS turn_until
             INTO c;
        made := FOUND;
        EXIT WHEN made;
    END LOOP;

    IF message_key IS NOT NULL AND NOT made THEN
        SELECT x.id, x.request_sha256, x.status, x.answer
          INTO t
          FROM conversation_turns x
         WHERE x.company_id = company
           AND x.conversation_id = c.id
           AND x.message_id = message_key;
        IF FOUND THEN
            again := true;
            known := CASE WHEN t.request_sha256 <> request THEN 'reused'
                          WHEN t.status = 'done' THEN 'replayed'
                          WHEN t.status = 'running' AND t.id = c.turn_id AND c.turn_until > moment
                               AND t.id IS DISTINCT FROM gone THEN 'running'
                          ELSE 'begun' END;
            IF known <> 'begun' THEN
                RETURN QUERY
                SELECT known, c.id, c.key, c.data, c.desk_moves, c.turn_id, c.turn_owner,
                       CASE WHEN known = 'replayed' THEN t.answer END, NULL::jsonb;
                RETURN;
            END IF;
        END IF;
    END IF;
    IF c.turn_until > moment AND c.turn_id IS DISTINCT FROM gone THEN
        RETURN QUERY
        SELECT 'busy', c.id, c.key, c.data, c.desk_moves, c.turn_id, c.turn_owner, NULL::jsonb, NULL::jsonb;
        RETURN;
    END IF;

    IF c.turn_id IS NOT NULL THEN
        UPDATE conversation_turns x
           SET status = 'failed', error = 'its process ended', ended_at = moment
         WHERE x.company_id = company
           AND x.id = c.turn_id
           AND x.status = 'running';
    END IF;
    IF again THEN
        -- The failed turn stays in the record; the message is the new one's.
        UPDATE conversation_turns x
           SET message_id = NULL
         WHERE x.company_id = company
           AND x.id = t.id;
        UPDATE conversation_messages m
           SET turn_id = turn
         WHERE m.company_id = company
           AND m.conversation_id = c.id
           AND m.turn_id = t.id
           AND m.role = 'user';
    ELSE
        INSERT INTO conversation_messages (company_id, id, conversation_id, turn_id, role, content, created_at)
        VALUES (company, message_row, c.id, turn, 'user', message, moment);
    END IF;
    INSERT INTO conversation_turns (company_id, id, conversation_id, message_id, request_sha256, started_at)
    VALUES (company, turn, c.id, message_key, request, moment);
    IF NOT made THEN
        UPDATE conversations v
           SET turn_id = turn, turn_owner = owner, turn_until = until,
               unread = CASE WHEN again THEN v.unread ELSE v.unread + 1 END,
               last_message = CASE WHEN again THEN v.last_message ELSE left(message, 200) END,
               last_message_at = moment
         WHERE v.company_id = company
           AND v.id = c.id;
    END IF;
    RETURN QUERY
    SELECT 'begun', c.id, c.key, c.data, c.desk_moves, NULL::uuid, NULL::integer, NULL::jsonb,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('role', CASE h.role WHEN 'user' THEN 'user' ELSE 'assistant' END,
                                                         'content', h.content)
                                      ORDER BY h.created_at, h.id), '[]')
              FROM (SELECT m.id, m.role, m.content, m.created_at
                      FROM conversation_messages m
                     WHERE m.company_id = company
                       AND m.conversation_id = c.id
                       AND m.turn_id IS DISTINCT FROM turn
                       AND m.role <> 'system'
                     ORDER BY m.created_at DESC, m.id DESC
                     LIMIT newest) h);
END
$$;
