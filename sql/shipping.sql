-- Shipping rules of a store. Ownership: (shipping_rules.company_id, store_id) -> stores, company_id = :actor_id.

-- name: list_shipping_rules(store_id, actor_id)
-- In the order they are offered.
-- may be empty: a store without rules.
SELECT r.name, r.kind, r.price_cents, r.above_cents, r.cep_from, r.cep_to, r.days
  FROM shipping_rules r
  JOIN stores s ON s.company_id = r.company_id AND s.id = r.store_id
 WHERE r.company_id = :actor_id
   AND r.store_id = :store_id
 ORDER BY r.position;

-- name: clear_shipping_rules(store_id, actor_id)!
DELETE FROM shipping_rules r
 USING stores s
 WHERE r.company_id = :actor_id
   AND r.store_id = :store_id
   AND s.company_id = r.company_id
   AND s.id = r.store_id;

-- name: add_shipping_rules(store_id, names, kinds, prices, aboves, cep_froms, cep_tos, days, actor_id)!
INSERT INTO shipping_rules (company_id, store_id, position, name, kind, price_cents, above_cents, cep_from, cep_to, days)
SELECT s.company_id, s.id, n.position, n.name, n.kind, n.price, n.above, n.cep_from, n.cep_to, n.days
  FROM stores s
 CROSS JOIN unnest(:names::text[], :kinds::text[], :prices::bigint[], :aboves::bigint[], :cep_froms::text[],
                   :cep_tos::text[], :days::int[]) WITH ORDINALITY
       AS n (name, kind, price, above, cep_from, cep_to, days, position)
 WHERE s.company_id = :actor_id
   AND s.id = :store_id;
