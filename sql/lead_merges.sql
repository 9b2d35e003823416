-- Two leads that are one person become one.

-- name: merge_profile(source_id, target_id, actor_id)!
-- What the target did not know and the source did. Called with both locked.
UPDATE leads l
   SET name = coalesce(nullif(l.name, ''), o.name),
       phone = coalesce(l.phone, o.phone),
       address = coalesce(l.address, o.address),
       custom_attributes = o.custom_attributes || l.custom_attributes,
       interests = ARRAY(SELECT DISTINCT i.interest FROM unnest(l.interests || o.interests) AS i (interest) LIMIT 100),
       profile_summary = coalesce(nullif(l.profile_summary, ''), o.profile_summary),
       last_message_at = greatest(l.last_message_at, o.last_message_at),
       messages = l.messages + o.messages,
       status = CASE WHEN l.status IN ('new', 'engaged') AND o.status IN ('qualified', 'customer', 'blocked') THEN o.status
                     ELSE l.status END
  FROM (SELECT b.name, b.phone, b.address, b.custom_attributes, b.interests, b.profile_summary, b.last_message_at, b.messages,
               b.status
          FROM leads b
         WHERE b.company_id = :actor_id
           AND b.id = :source_id
           FOR NO KEY UPDATE) o, stores s
 WHERE l.company_id = :actor_id
   AND l.id = :target_id
   AND s.company_id = l.company_id
   AND s.id = l.store_id;

-- name: end_merged(source_id, target_id, at, actor_id)!
UPDATE leads l
   SET merged_into = :target_id,
       deleted_at = :at
  FROM stores s
 WHERE l.company_id = :actor_id
   AND l.id = :source_id
   AND EXISTS (SELECT FROM leads t WHERE t.company_id = :actor_id AND t.id = :target_id)
   AND s.company_id = l.company_id
   AND s.id = l.store_id;

-- name: keep_address(source_id, target_id, actor_id)!
-- The source's own address leads to the target from now on.
INSERT INTO lead_addresses (company_id, store_id, channel, external_id, lead_id)
SELECT l.company_id, l.store_id, l.channel, l.external_id, t.id
  FROM leads l
  JOIN stores s ON s.company_id = l.company_id AND s.id = l.store_id
  JOIN leads t ON t.company_id = l.company_id AND t.id = :target_id
 WHERE l.company_id = :actor_id
   AND l.id = :source_id
    ON CONFLICT (company_id, store_id, channel, external_id) DO UPDATE SET lead_id = EXCLUDED.lead_id;

-- name: merge_addresses(source_id, target_id, actor_id)!
UPDATE lead_addresses a
   SET lead_id = :target_id
  FROM stores s
 WHERE a.company_id = :actor_id
   AND a.lead_id = :source_id
   AND s.company_id = a.company_id
   AND s.id = a.store_id;

-- name: merge_orders(source_id, target_id, actor_id)!
-- They are found by the target's words from now on, too.
UPDATE orders o
   SET lead_id = t.id, found_by = o.found_by || ' ' || t.found_by
  FROM leads t, stores s
 WHERE o.company_id = :actor_id
   AND o.lead_id = :source_id
   AND t.company_id = :actor_id
   AND t.id = :target_id
   AND s.company_id = o.company_id
   AND s.id = o.store_id;

-- name: drop_doubled_messages(source_id, target_id, actor_id)!
-- What the gateway delivered under both addresses stays once; chats that are counted each from 1 have ids alike, too.
-- may be empty: nothing was.
DELETE FROM messages_history m
 USING stores s
 WHERE m.company_id = :actor_id
   AND m.lead_id = :source_id
   AND EXISTS (SELECT
                 FROM messages_history t
                WHERE t.company_id = :actor_id
                  AND t.lead_id = :target_id
                  AND t.agent_id IS NOT DISTINCT FROM m.agent_id
                  AND t.external_id = m.external_id
                  AND t.role = m.role
                  AND t.content = m.content)
   AND s.company_id = m.company_id
   AND s.id = m.store_id;

-- name: merge_messages(source_id, target_id, actor_id)!
-- An id that stands for another message of the target is let go.
UPDATE messages_history m
   SET lead_id = :target_id,
       external_id = CASE WHEN NOT EXISTS (SELECT
                                             FROM messages_history t
                                            WHERE t.company_id = :actor_id
                                              AND t.lead_id = :target_id
                                              AND t.agent_id IS NOT DISTINCT FROM m.agent_id
                                              AND t.external_id = m.external_id)
                          THEN m.external_id END
  FROM stores s
 WHERE m.company_id = :actor_id
   AND m.lead_id = :source_id
   AND s.company_id = m.company_id
   AND s.id = m.store_id;

-- name: merge_events(source_id, target_id, actor_id)!
UPDATE lead_events e
   SET lead_id = :target_id
  FROM stores s
 WHERE e.company_id = :actor_id
   AND e.lead_id = :source_id
   AND s.company_id = e.company_id
   AND s.id = e.store_id;

-- name: lock_merged(lead_id, actor_id)!
-- So that no message is counted to it until what it has has moved.
-- may be empty: it was erased.
SELECT l.id
  FROM leads l
  JOIN stores s ON s.company_id = l.company_id AND s.id = l.store_id
 WHERE l.company_id = :actor_id
   AND l.id = :lead_id
   FOR NO KEY UPDATE OF l;

-- name: find_merged_into(lead_id, actor_id)$
-- The lead that stays, which may have been merged itself since.
-- may be empty: there is none any more.
WITH RECURSIVE chain AS (
    SELECT l.id, l.merged_into
      FROM leads l
      JOIN stores s ON s.company_id = l.company_id AND s.id = l.store_id
     WHERE l.company_id = :actor_id
       AND l.id = :lead_id
       AND l.merged_into IS NOT NULL
    UNION ALL
    SELECT n.id, n.merged_into
      FROM chain c
      JOIN leads n ON n.company_id = :actor_id AND n.id = c.merged_into
     WHERE n.company_id = :actor_id
)
SELECT c.id
  FROM chain c
 WHERE c.merged_into IS NULL;

-- name: count_late_messages(source_id, target_id, actor_id)!
-- What is about to move. Called with the source locked.
-- may be empty: no message came late.
UPDATE leads l
   SET messages = l.messages + o.late,
       last_message_at = greatest(l.last_message_at, o.last_at)
  FROM (SELECT count(*)::int AS late, max(m.created_at) AS last_at
          FROM messages_history m
         WHERE m.company_id = :actor_id
           AND m.lead_id = :source_id) o, stores s
 WHERE l.company_id = :actor_id
   AND l.id = :target_id
   AND o.late > 0
   AND s.company_id = l.company_id
   AND s.id = l.store_id;
