-- What a conversation is between two messages, what was said in it, and how each turn of it came about.

CREATE TABLE conversations (
    company_id        text NOT NULL,
    id                uuid NOT NULL,
    store_id          uuid NOT NULL,
    agent_id          uuid,
    lead_id           uuid,
    -- The caller's own name for it.
    key               text,
    channel           text NOT NULL,
    state             text NOT NULL DEFAULT 'bot',
    waiting_reason    text,
    -- ConversationState (app/features/conversations/state.py), whole.
    data              jsonb NOT NULL DEFAULT '{}',
    -- Of the last summary shown: a caller that keeps no conversation sends it back.
    summary_reference text,
    unread            integer NOT NULL DEFAULT 0,
    last_message      text NOT NULL DEFAULT '',
    last_message_at   timestamptz,
    -- How often the assistant has answered, and how often a person.
    agent_answers     integer NOT NULL DEFAULT 0,
    human_answers     integer NOT NULL DEFAULT 0,
    -- Counted up by each take, release and close: a turn that ran meanwhile leaves their outcome alone.
    desk_moves        integer NOT NULL DEFAULT 0,
    -- The turn that has it, the presence of that turn's process (app/db/listen.py), and until when at the longest.
    turn_id           uuid,
    turn_owner        integer,
    turn_until        timestamptz,
    created_at        timestamptz NOT NULL DEFAULT now(),
    -- By the wall clock, not the transaction's begin: the live updates read on from it.
    updated_at        timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT conversations_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT conversations_store_fkey FOREIGN KEY (company_id, store_id)
        REFERENCES stores (company_id, id) ON DELETE CASCADE,
    CONSTRAINT conversations_agent_fkey FOREIGN KEY (company_id, agent_id)
        REFERENCES agents (company_id, id) ON DELETE CASCADE,
    CONSTRAINT conversations_lead_fkey FOREIGN KEY (company_id, lead_id)
        REFERENCES leads (company_id, id) ON DELETE CASCADE,
    CONSTRAINT conversations_key_check CHECK (length(key) BETWEEN 1 AND 200),
    CONSTRAINT conversations_state_check CHECK (state IN ('bot', 'waiting', 'human', 'closed')),
    CONSTRAINT conversations_unread_check CHECK (unread >= 0)
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX conversations_key_key ON conversations (company_id, store_id, key) WHERE key IS NOT NULL;
CREATE UNIQUE INDEX conversations_lead_agent_key ON conversations (company_id, lead_id, agent_id) NULLS NOT DISTINCT
    WHERE lead_id IS NOT NULL;
CREATE INDEX conversations_agent_idx ON conversations (company_id, agent_id) WHERE agent_id IS NOT NULL;
CREATE INDEX conversations_reference_idx ON conversations (company_id, store_id, summary_reference)
    WHERE summary_reference IS NOT NULL;
CREATE INDEX conversations_updated_idx ON conversations (company_id, store_id, updated_at DESC, id DESC);
-- Those that want a person are few of many.
CREATE INDEX conversations_attended_idx ON conversations (company_id, store_id, state, updated_at DESC, id DESC)
    WHERE state IN ('waiting', 'human');
-- For the purge, which is over all companies.
CREATE INDEX conversations_old_idx ON conversations (updated_at);
CREATE STATISTICS conversations_store_stats (dependencies) ON company_id, store_id FROM conversations;

-- A trigger's, and not the statements': a distributed UPDATE may not name a VOLATILE function.
CREATE FUNCTION set_updated_at_by_clock() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    NEW.updated_at := clock_timestamp();
    RETURN NEW;
END
$$;
CREATE TRIGGER conversations_updated_at BEFORE UPDATE ON conversations FOR EACH ROW
    WHEN (old.updated_at IS NOT DISTINCT FROM new.updated_at) EXECUTE FUNCTION set_updated_at_by_clock();
CREATE TRIGGER conversations_audit AFTER UPDATE OF state ON conversations FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '')
    EXECUTE FUNCTION audit_row('conversation', 'id', '',
        'data,summary_reference,unread,last_message,last_message_at,agent_answers,human_answers,desk_moves,turn_id,turn_owner,turn_until,updated_at');

CREATE TABLE conversation_messages (
    company_id      text NOT NULL,
    id              uuid NOT NULL,
    conversation_id uuid NOT NULL,
    -- The turn it opened or that answered it; none for a person's.
    turn_id         uuid,
    role            text NOT NULL,
    content         text NOT NULL,
    media_url       text,
    media_type      text,
    -- A person's reply for the messaging gateway, and when the gateway took it.
    outgoing        boolean NOT NULL DEFAULT false,
    sent_at         timestamptz,
    created_at      timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT conversation_messages_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT conversation_messages_conversation_fkey FOREIGN KEY (company_id, conversation_id)
        REFERENCES conversations (company_id, id) ON DELETE CASCADE,
    CONSTRAINT conversation_messages_role_check CHECK (role IN ('user', 'assistant', 'human', 'system'))
);
CREATE INDEX conversation_messages_conversation_idx
    ON conversation_messages (company_id, conversation_id, created_at DESC, id DESC);
CREATE INDEX conversation_messages_outgoing_idx ON conversation_messages (company_id, conversation_id, id)
    WHERE outgoing AND sent_at IS NULL;
-- That a person wrote, not what.
CREATE TRIGGER conversation_messages_audit AFTER INSERT ON conversation_messages FOR EACH ROW
    WHEN (current_setting('app.actor', true) <> '')
    EXECUTE FUNCTION audit_row('conversation_message', 'id', 'content,media_url', 'outgoing,sent_at');

CREATE TABLE conversation_turns (
    company_id        text NOT NULL,
    id                uuid NOT NULL,
    conversation_id   uuid NOT NULL,
    -- The caller's id of the message, and what it asked: the same again gets the first answer.
    message_id        text,
    request_sha256    bytea,
    status            text NOT NULL DEFAULT 'running',
    answer            jsonb,
    model             text,
    prompt_tokens     integer NOT NULL DEFAULT 0,
    completion_tokens integer NOT NULL DEFAULT 0,
    -- [{name, arguments, ok, result, ms}]
    tools             jsonb NOT NULL DEFAULT '[]',
    error             text,
    started_at        timestamptz NOT NULL,
    ended_at          timestamptz,
    CONSTRAINT conversation_turns_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT conversation_turns_conversation_fkey FOREIGN KEY (company_id, conversation_id)
        REFERENCES conversations (company_id, id) ON DELETE CASCADE,
    CONSTRAINT conversation_turns_status_check CHECK (status IN ('running', 'done', 'failed'))
) WITH (fillfactor = 60);
CREATE INDEX conversation_turns_conversation_idx ON conversation_turns (company_id, conversation_id, started_at);
CREATE UNIQUE INDEX conversation_turns_message_id_key ON conversation_turns (company_id, conversation_id, message_id)
    WHERE message_id IS NOT NULL;

-- Begin a turn: find or make the conversation, take it, keep the message. `outcome`: begun; busy (another turn has it,
-- `holder` and `holder_owner` say which); running, replayed or reused: of the message's id, which had a turn before.
-- `gone`: a turn whose process was found gone; whoever names it may take the conversation over.
-- Like open_turn, it is not worth a flush to disk: a crash of the server ends the turn.
CREATE FUNCTION enter_conversation(
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

-- End a turn: the state, the reply (`reply` empty: none) and how it came about. False: another turn has the conversation
-- by now, and nothing has changed. What a person at the desk did meanwhile stands.
CREATE FUNCTION leave_conversation(
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
    SELECT v.state, v.waiting_reason, v.desk_moves, v.store_id, v.agent_id, v.lead_id, v.channel
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
                                             'agent_id', c.agent_id, 'lead_id', c.lead_id, 'channel', c.channel,
                                             'reason', new_reason));
    END IF;
    RETURN true;
END
$$;

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
