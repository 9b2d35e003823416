-- Count deleted messages off their leads once a statement, not once a message: a company of 200,000 spent two thirds of
-- its deletion on leads that were gone already.

CREATE FUNCTION forget_messages() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
    g record;
BEGIN
    FOR g IN SELECT c.company_id, array_agg(c.lead_id ORDER BY c.lead_id) AS leads, array_agg(c.gone ORDER BY c.lead_id) AS gone
               FROM (SELECT m.company_id, m.lead_id, count(*) AS gone
                       FROM old_rows m
                      WHERE m.lead_id IS NOT NULL
                      GROUP BY m.company_id, m.lead_id) c
              GROUP BY c.company_id
    LOOP
        UPDATE leads l
           SET messages = greatest(l.messages - c.gone, 0)
          FROM unnest(g.leads, g.gone) AS c (lead_id, gone)
         WHERE l.company_id = g.company_id
           AND l.id = c.lead_id;
    END LOOP;
    RETURN NULL;
END
$$;

DROP TRIGGER messages_history_forget ON messages_history;
DROP FUNCTION forget_message();
CREATE TRIGGER messages_history_forget AFTER DELETE ON messages_history REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT
    EXECUTE FUNCTION forget_messages();
