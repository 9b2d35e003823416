-- Two leads turn out to be one person; after every table whose rows then change hands.

-- What `source` has said is `target`'s. Of two conversations with the same agent one is kept, with what was said in both:
-- the one that a person attends or is waited for in, else the one spoken in last. Gives how many were moved.
CREATE FUNCTION merge_conversations(company text, source uuid, target uuid) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
    p       record;
    moved   bigint := 0;
    renamed bigint;
BEGIN
    FOR p IN SELECT CASE WHEN w.stays THEN s.id ELSE t.id END AS kept, CASE WHEN w.stays THEN t.id ELSE s.id END AS gone
               FROM conversations s
               JOIN conversations t ON t.company_id = company AND t.lead_id = target
                                   AND t.agent_id IS NOT DISTINCT FROM s.agent_id
              CROSS JOIN LATERAL (SELECT (s.state IN ('waiting', 'human'), coalesce(s.last_message_at, s.created_at))
                                         > (t.state IN ('waiting', 'human'), coalesce(t.last_message_at, t.created_at))
                                         AS stays) w
              WHERE s.company_id = company
                AND s.lead_id = source
              ORDER BY s.id
    LOOP
        UPDATE conversation_turns x
           SET conversation_id = p.kept,
               message_id = CASE WHEN NOT EXISTS (SELECT
                                                    FROM conversation_turns k
                                                   WHERE k.company_id = company
                                                     AND k.conversation_id = p.kept
                                                     AND k.message_id = x.message_id) THEN x.message_id END
         WHERE x.company_id = company
           AND x.conversation_id = p.gone;
        UPDATE conversation_messages m
           SET conversation_id = p.kept
         WHERE m.company_id = company
           AND m.conversation_id = p.gone;
        UPDATE conversation_notes n
           SET conversation_id = p.kept
         WHERE n.company_id = company
           AND n.conversation_id = p.gone;
        UPDATE follow_ups f
           SET conversation_id = p.kept
         WHERE f.company_id = company
           AND f.conversation_id = p.gone
           AND NOT EXISTS (SELECT
                             FROM follow_ups k
                            WHERE k.company_id = company
                              AND k.conversation_id = p.kept
                              AND k.kind = f.kind
                              AND k.subject_id = f.subject_id);
        UPDATE conversations k
           SET unread = k.unread + g.unread,
               agent_answers = k.agent_answers + g.agent_answers,
               human_answers = k.human_answers + g.human_answers
          FROM conversations g
         WHERE k.company_id = company
           AND k.id = p.kept
           AND g.company_id = company
           AND g.id = p.gone;
        DELETE FROM conversations g
         WHERE g.company_id = company
           AND g.id = p.gone;
        moved := moved + 1;
    END LOOP;
    UPDATE conversations v
       SET lead_id = target
     WHERE v.company_id = company
       AND v.lead_id = source;
    GET DIAGNOSTICS renamed = ROW_COUNT;
    RETURN moved + renamed;
END
$$;
