-- Leads and their events. Ownership: leads.store_id -> stores.id, stores.company_id = :actor_id.
-- A list of several stores answers only when the actor owns every one of them (count_leads has no row otherwise).

-- name: get_lead(lead_id, actor_id)^
SELECT l.id, l.store_id, l.channel, l.external_id, l.status, l.name, l.phone, l.address, l.custom_attributes, l.interests,
       l.profile_summary, l.last_message_at, l.created_at, l.updated_at, l.profile_embedding::real[]
  FROM leads l
  JOIN stores s ON s.id = l.store_id
 WHERE l.id = :lead_id
   AND s.company_id = :actor_id;

-- name: find_lead(store_id, actor_id, channel, external_id)^
-- may be empty: the lead is yet to be made.
SELECT l.id, l.store_id, l.channel, l.external_id, l.status, l.name, l.phone, l.address, l.custom_attributes, l.interests,
       l.profile_summary, l.last_message_at, l.created_at, l.updated_at, l.profile_embedding::real[]
  FROM leads l
  JOIN stores s ON s.id = l.store_id
 WHERE l.store_id = :store_id
   AND l.channel = :channel
   AND l.external_id = :external_id
   AND s.company_id = :actor_id;

-- name: create_lead(id, store_id, actor_id, channel, external_id, name, phone, address, custom_attributes, interests, profile_summary)^
-- No row: the store is not the actor's, or somebody made the lead a moment ago.
INSERT INTO leads AS l (id, store_id, channel, external_id, name, phone, address, custom_attributes, interests,
                        profile_summary)
SELECT :id, s.id, :channel, :external_id, :name, :phone, :address, :custom_attributes, :interests, :profile_summary
  FROM stores s
 WHERE s.id = :store_id
   AND s.company_id = :actor_id
    ON CONFLICT (store_id, channel, external_id) DO NOTHING
RETURNING l.id, l.store_id, l.channel, l.external_id, l.status, l.name, l.phone, l.address, l.custom_attributes, l.interests,
          l.profile_summary, l.last_message_at, l.created_at, l.updated_at, l.profile_embedding::real[];

-- name: count_leads(store_ids, actor_id, status, channel)^
-- From the running totals, unless a channel is asked for. No row: a store of the list is missing or another company's.
SELECT CASE WHEN :channel::text IS NULL
            THEN (SELECT coalesce(sum(t.leads), 0)::bigint
                    FROM lead_totals t
                   WHERE t.store_id = ANY (o.ids)
                     AND (:status::text IS NULL OR t.status = :status))
            ELSE (SELECT count(*)
                    FROM leads l
                   WHERE l.store_id = ANY (o.ids)
                     AND l.channel = :channel
                     AND (:status::text IS NULL OR l.status = :status)) END AS total
  FROM (SELECT array_agg(s.id) AS ids
          FROM stores s
         WHERE s.id = ANY (:store_ids::uuid[])
           AND s.company_id = :actor_id) o
 WHERE cardinality(o.ids) = cardinality(:store_ids::uuid[]);

-- name: list_leads(store_ids, actor_id, status, channel, limit, offset)
-- Newest first. Each store gives its newest rows from an index, so the cost follows the page and not the store.
SELECT l.id, l.store_id, l.channel, l.external_id, l.status, l.name, l.phone, l.address, l.custom_attributes, l.interests,
       l.profile_summary, l.last_message_at, l.created_at, l.updated_at
  FROM stores s
 CROSS JOIN LATERAL (
       SELECT l.id, l.store_id, l.channel, l.external_id, l.status, l.name, l.phone, l.address, l.custom_attributes,
              l.interests, l.profile_summary, l.last_message_at, l.created_at, l.updated_at
         FROM leads l
        WHERE l.store_id = s.id
          AND (:status::text IS NULL OR l.status = :status)
          AND (:channel::text IS NULL OR l.channel = :channel)
        ORDER BY l.created_at DESC, l.id DESC
        LIMIT :limit::bigint + :offset::bigint) l
 WHERE s.id = ANY (:store_ids::uuid[])
   AND s.company_id = :actor_id
 ORDER BY l.created_at DESC, l.id DESC
 LIMIT :limit::bigint OFFSET :offset::bigint;

-- name: update_lead(lead_id, actor_id, set_name, name, set_phone, phone, set_address, address, set_custom_attributes, custom_attributes, set_interests, interests, set_profile_summary, profile_summary, set_profile_embedding, profile_embedding, set_status, status)^
UPDATE leads l
   SET name = CASE WHEN :set_name THEN :name ELSE l.name END,
       phone = CASE WHEN :set_phone THEN :phone ELSE l.phone END,
       address = CASE WHEN :set_address THEN :address ELSE l.address END,
       custom_attributes = CASE WHEN :set_custom_attributes THEN :custom_attributes ELSE l.custom_attributes END,
       interests = CASE WHEN :set_interests THEN :interests ELSE l.interests END,
       profile_summary = CASE WHEN :set_profile_summary THEN :profile_summary ELSE l.profile_summary END,
       profile_embedding = CASE WHEN :set_profile_embedding THEN :profile_embedding ELSE l.profile_embedding END,
       status = CASE WHEN :set_status THEN :status ELSE l.status END
  FROM stores s
 WHERE l.id = :lead_id
   AND s.id = l.store_id
   AND s.company_id = :actor_id
RETURNING l.id, l.store_id, l.channel, l.external_id, l.status, l.name, l.phone, l.address, l.custom_attributes, l.interests,
          l.profile_summary, l.last_message_at, l.created_at, l.updated_at, l.profile_embedding::real[];

-- name: create_lead_event(id, lead_id, actor_id, type, data)^
-- No row: no such lead of the actor's.
INSERT INTO lead_events AS e (id, store_id, lead_id, type, data, actor_user_id)
SELECT :id, l.store_id, l.id, :type, :data, :actor_id
  FROM leads l
  JOIN stores s ON s.id = l.store_id
 WHERE l.id = :lead_id
   AND s.company_id = :actor_id
RETURNING e.id, e.store_id, e.lead_id, e.type, e.data, e.actor_user_id, e.created_at;
