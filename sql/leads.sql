-- Leads and their events. Ownership: (leads.company_id, store_id) -> stores, company_id = :actor_id.
-- A list of several stores answers only when the actor owns every one of them (count_leads has no row otherwise).

-- shared: lead_columns
l.id, l.store_id, l.channel, l.external_id, l.status, l.name, l.phone, l.address, l.custom_attributes, l.interests,
l.profile_summary, l.last_message_at, l.created_at, l.updated_at

-- name: get_lead(lead_id, actor_id)^
SELECT {lead_columns}, l.profile_embedding::real[]
  FROM leads l
  JOIN stores s ON s.company_id = l.company_id AND s.id = l.store_id
 WHERE l.company_id = :actor_id
   AND l.id = :lead_id
   AND l.deleted_at IS NULL;

-- name: find_leads(store_id, actor_id, channel, external_ids)
-- Whom these addresses lead to, also the archived, in the order of the addresses.
-- may be empty: the lead is yet to be made.
SELECT l.id, l.deleted_at
  FROM (SELECT a.lead_id, a.external_id
          FROM lead_addresses a
         WHERE a.company_id = :actor_id
           AND a.store_id = :store_id
           AND a.channel = :channel
           AND a.external_id = ANY (:external_ids::text[])
         UNION
        SELECT o.id, o.external_id
          FROM leads o
         WHERE o.company_id = :actor_id
           AND o.store_id = :store_id
           AND o.channel = :channel
           AND o.external_id = ANY (:external_ids::text[])
           AND o.merged_into IS NULL) f
  JOIN leads l ON l.company_id = :actor_id AND l.id = f.lead_id
  JOIN stores s ON s.company_id = l.company_id AND s.id = l.store_id
 WHERE s.company_id = :actor_id
   AND s.deleted_at IS NULL
 ORDER BY array_position(:external_ids::text[], f.external_id);

-- name: add_addresses(lead_id, external_ids, actor_id)!
-- Beside its own; addresses that lead to somebody already stay.
INSERT INTO lead_addresses (company_id, store_id, channel, external_id, lead_id)
SELECT l.company_id, l.store_id, l.channel, n.external_id, l.id
  FROM leads l
  JOIN stores s ON s.company_id = l.company_id AND s.id = l.store_id
 CROSS JOIN unnest(:external_ids::text[]) AS n (external_id)
 WHERE l.company_id = :actor_id
   AND l.id = :lead_id
   AND n.external_id <> l.external_id
    ON CONFLICT (company_id, store_id, channel, external_id) DO NOTHING;

-- name: lock_leads(lead_ids, actor_id)
-- Leads in the order of their ids, until the transaction ends; merged ones and those of an archived store are gone.
SELECT l.id, l.store_id, l.channel, l.deleted_at
  FROM leads l
  JOIN stores s ON s.company_id = l.company_id AND s.id = l.store_id
 WHERE l.company_id = :actor_id
   AND l.id = ANY (:lead_ids::uuid[])
   AND l.merged_into IS NULL
   AND s.deleted_at IS NULL
 ORDER BY l.id
   FOR NO KEY UPDATE OF l;

-- name: archive_lead(lead_id, at, actor_id)$
-- `at` null brings it back. No row: it is so already.
UPDATE leads l
   SET deleted_at = :at
  FROM stores s
 WHERE l.company_id = :actor_id
   AND l.id = :lead_id
   AND l.merged_into IS NULL
   AND (l.deleted_at IS NULL) = (:at::timestamptz IS NOT NULL)
   AND s.company_id = l.company_id
   AND s.id = l.store_id
RETURNING l.id;

-- name: list_lead_events(lead_id, limit, offset, actor_id)
-- Newest first.
-- may be empty: nothing was noted yet.
SELECT e.id, e.store_id, e.lead_id, e.type, e.data, e.actor_user_id, e.created_at
  FROM lead_events e
  JOIN stores s ON s.company_id = e.company_id AND s.id = e.store_id
 WHERE e.company_id = :actor_id
   AND e.lead_id = :lead_id
 ORDER BY e.created_at DESC, e.id DESC
 LIMIT :limit OFFSET :offset;

-- name: count_lead_events(lead_id, actor_id)^
-- No row: the lead is not the actor's.
SELECT (SELECT count(*) FROM lead_events e WHERE e.company_id = :actor_id AND e.lead_id = :lead_id) AS total
  FROM leads l
  JOIN stores s ON s.company_id = l.company_id AND s.id = l.store_id
 WHERE l.company_id = :actor_id
   AND l.id = :lead_id
   AND l.deleted_at IS NULL;

-- name: create_lead(id, store_id, actor_id, channel, external_id, name, phone, address, custom_attributes, interests, profile_summary)^
-- No row: the store is not the actor's, or somebody made the lead a moment ago.
INSERT INTO leads AS l (company_id, id, store_id, channel, external_id, name, phone, address, custom_attributes, interests,
                        profile_summary)
SELECT s.company_id, :id::uuid, s.id, :channel, :external_id, :name, :phone, :address::jsonb, :custom_attributes::jsonb,
       :interests::text[], :profile_summary
  FROM stores s
 WHERE s.company_id = :actor_id
   AND s.id = :store_id
    ON CONFLICT (company_id, store_id, channel, external_id) DO NOTHING
RETURNING {lead_columns}, l.profile_embedding::real[];

-- name: count_leads(store_ids, actor_id, status, channel, q)^
-- From the running totals, unless a channel or words are asked for. No row: a store of the list is missing or another
-- company's.
SELECT CASE WHEN :channel::text IS NULL AND :q::text IS NULL
            THEN (SELECT coalesce(sum(t.leads), 0)::bigint
                    FROM lead_totals t
                   WHERE t.company_id = :actor_id
                     AND t.store_id = ANY (o.ids)
                     AND (:status::text IS NULL OR t.status = :status))
            ELSE (SELECT count(*)
                    FROM leads l
                   WHERE l.company_id = :actor_id
                     AND l.store_id = ANY (o.ids)
                     AND l.deleted_at IS NULL
                     AND (:channel IS NULL OR l.channel = :channel)
                     AND (:q IS NULL
                          OR l.found_by LIKE '%' || regexp_replace(fold_text(:q), '([\\%_])', '\\\1', 'g') || '%')
                     AND (:status::text IS NULL OR l.status = :status)) END AS total
  FROM (SELECT array_agg(s.id) AS ids
          FROM stores s
         WHERE s.company_id = :actor_id
           AND s.id = ANY (:store_ids::uuid[])) o
 WHERE cardinality(o.ids) = cardinality(:store_ids::uuid[]);

-- name: list_leads(store_ids, actor_id, status, channel, limit, offset)
-- Newest first. Each store gives its newest rows from an index, so the cost follows the page and not the store.
SELECT {lead_columns}
  FROM stores s
 CROSS JOIN LATERAL (
       SELECT {lead_columns}
         FROM leads l
        WHERE l.company_id = :actor_id
          AND l.store_id = s.id
          AND l.deleted_at IS NULL
          AND (:status::text IS NULL OR l.status = :status)
          AND (:channel::text IS NULL OR l.channel = :channel)
        ORDER BY l.created_at DESC, l.id DESC
        LIMIT :limit::bigint + :offset::bigint) l
 WHERE s.company_id = :actor_id
   AND s.id = ANY (:store_ids::uuid[])
 ORDER BY l.created_at DESC, l.id DESC
 LIMIT :limit::bigint OFFSET :offset::bigint;

-- shared: lead_sort
CASE :sort WHEN 'created_at' THEN l.created_at WHEN 'updated_at' THEN l.updated_at END,
          CASE :sort WHEN '-created_at' THEN l.created_at WHEN '-updated_at' THEN l.updated_at END DESC,
          CASE :sort WHEN 'name' THEN fold_text(l.name) END, CASE :sort WHEN '-name' THEN fold_text(l.name) END DESC,
          l.created_at DESC, l.id DESC

-- name: search_leads(store_ids, actor_id, status, channel, q, sort, limit, offset)
-- By part of a name, phone or address, in any order; each store gives its first. Its transaction begins with CUSTOM_PLANS,
-- so that it runs over the index of these very filters or of this order.
-- may be empty: nobody is meant.
SELECT {lead_columns}
  FROM (SELECT l.id
          FROM stores s
         CROSS JOIN LATERAL (SELECT l.id, l.name, l.created_at, l.updated_at
                               FROM leads l
                              WHERE l.company_id = :actor_id
                                AND l.store_id = s.id
                                AND l.deleted_at IS NULL
                                AND (:status::text IS NULL OR l.status = :status)
                                AND (:channel::text IS NULL OR l.channel = :channel)
                                AND (:q::text IS NULL
                                     OR l.found_by LIKE '%' || regexp_replace(fold_text(:q), '([\\%_])', '\\\1', 'g') || '%')
                              ORDER BY {lead_sort}
                              LIMIT :limit::bigint + :offset::bigint) l
         WHERE s.company_id = :actor_id
           AND s.id = ANY (:store_ids::uuid[])
         ORDER BY {lead_sort}
         LIMIT :limit
        OFFSET :offset) k
  JOIN leads l ON l.company_id = :actor_id AND l.id = k.id
 ORDER BY {lead_sort};

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
 WHERE l.company_id = :actor_id
   AND l.id = :lead_id
   AND l.deleted_at IS NULL
   AND s.company_id = l.company_id
   AND s.id = l.store_id
RETURNING {lead_columns}, l.profile_embedding::real[];

-- name: fill_lead(lead_id, actor_id, name, phone, address, custom_attributes, interests, profile_summary)^
-- What the lead does not know as it stands now, whoever wrote it meanwhile; what it knows stays.
UPDATE leads l
   SET name = coalesce(nullif(l.name, ''), :name),
       phone = coalesce(l.phone, :phone),
       address = coalesce(l.address, :address::jsonb),
       custom_attributes = :custom_attributes::jsonb || l.custom_attributes,
       interests = CASE WHEN l.interests = '{}' THEN :interests::text[] ELSE l.interests END,
       profile_summary = coalesce(nullif(l.profile_summary, ''), :profile_summary)
  FROM stores s
 WHERE l.company_id = :actor_id
   AND l.id = :lead_id
   AND l.deleted_at IS NULL
   AND s.company_id = l.company_id
   AND s.id = l.store_id
RETURNING {lead_columns}, l.profile_embedding::real[];

-- name: learn_about_lead(lead_id, actor_id, name, phone, address)!
-- What the shopper has told in the chat; what was not told stays, and so do the other parts of the address.
UPDATE leads l
   SET name = coalesce(:name::text, l.name),
       phone = coalesce(:phone::text, l.phone),
       address = CASE WHEN :address::jsonb = '{}' THEN l.address ELSE coalesce(l.address, '{}') || :address::jsonb END
  FROM stores s
 WHERE l.company_id = :actor_id
   AND l.id = :lead_id
   AND s.company_id = l.company_id
   AND s.id = l.store_id;

-- name: create_lead_event(id, lead_id, actor_id, person_id, type, data)^
-- No row: no such lead of the actor's.
INSERT INTO lead_events AS e (company_id, id, store_id, lead_id, type, data, actor_user_id)
SELECT l.company_id, :id::uuid, l.store_id, l.id, :type, :data::jsonb, :person_id
  FROM leads l
  JOIN stores s ON s.company_id = l.company_id AND s.id = l.store_id
 WHERE l.company_id = :actor_id
   AND l.id = :lead_id
   AND l.deleted_at IS NULL
RETURNING e.id, e.store_id, e.lead_id, e.type, e.data, e.actor_user_id, e.created_at;

-- name: make_customer(lead_id, actor_id)!
-- Somebody to whom an order was delivered; whom the shop has blocked stays blocked.
UPDATE leads l
   SET status = 'customer'
  FROM stores s
 WHERE l.company_id = :actor_id
   AND l.id = :lead_id
   AND l.status NOT IN ('customer', 'blocked')
   AND s.company_id = l.company_id
   AND s.id = l.store_id;
