-- Coupons of a store. Ownership: (coupons.company_id, store_id) -> stores, company_id = :actor_id.

-- shared: coupon_columns
c.id, c.store_id, c.code, c.kind, c.value, c.min_subtotal_cents, c.max_uses, c.uses, c.starts_at, c.ends_at, c.active,
c.created_at, c.updated_at

-- name: list_coupons(store_id, limit, offset, actor_id)
-- Newest first.
-- may be empty: a store without coupons.
SELECT {coupon_columns}
  FROM coupons c
  JOIN stores s ON s.company_id = c.company_id AND s.id = c.store_id
 WHERE c.company_id = :actor_id
   AND c.store_id = :store_id
 ORDER BY c.created_at DESC, c.id DESC
 LIMIT :limit OFFSET :offset;

-- name: count_coupons(store_id, actor_id)$
SELECT count(*)
  FROM coupons c
  JOIN stores s ON s.company_id = c.company_id AND s.id = c.store_id
 WHERE c.company_id = :actor_id
   AND c.store_id = :store_id;

-- name: lock_coupon(coupon_id, actor_id)^
SELECT {coupon_columns}
  FROM coupons c
  JOIN stores s ON s.company_id = c.company_id AND s.id = c.store_id
 WHERE c.company_id = :actor_id
   AND c.id = :coupon_id
   FOR NO KEY UPDATE OF c;

-- name: create_coupon(id, store_id, code, kind, value, min_subtotal_cents, max_uses, starts_at, ends_at, active, actor_id)^
-- No row: the store is not the actor's.
INSERT INTO coupons AS c (company_id, id, store_id, code, kind, value, min_subtotal_cents, max_uses, starts_at, ends_at, active)
SELECT s.company_id, :id::uuid, s.id, :code, :kind, :value::bigint, :min_subtotal_cents::bigint, :max_uses::int,
       :starts_at::timestamptz, :ends_at::timestamptz, :active::boolean
  FROM stores s
 WHERE s.company_id = :actor_id
   AND s.id = :store_id
   AND s.deleted_at IS NULL
RETURNING {coupon_columns};

-- name: update_coupon(coupon_id, set_code, code, set_kind, kind, set_value, value, set_min_subtotal_cents, min_subtotal_cents, set_max_uses, max_uses, set_starts_at, starts_at, set_ends_at, ends_at, set_active, active, actor_id)^
UPDATE coupons c
   SET code = CASE WHEN :set_code THEN :code ELSE c.code END,
       kind = CASE WHEN :set_kind THEN :kind ELSE c.kind END,
       value = CASE WHEN :set_value THEN :value ELSE c.value END,
       min_subtotal_cents = CASE WHEN :set_min_subtotal_cents THEN :min_subtotal_cents ELSE c.min_subtotal_cents END,
       max_uses = CASE WHEN :set_max_uses THEN :max_uses ELSE c.max_uses END,
       starts_at = CASE WHEN :set_starts_at THEN :starts_at ELSE c.starts_at END,
       ends_at = CASE WHEN :set_ends_at THEN :ends_at ELSE c.ends_at END,
       active = CASE WHEN :set_active THEN :active ELSE c.active END
  FROM stores s
 WHERE c.company_id = :actor_id
   AND c.id = :coupon_id
   AND s.company_id = c.company_id
   AND s.id = c.store_id
RETURNING {coupon_columns};

-- name: delete_coupon(coupon_id, actor_id)$
-- Orders keep its code.
DELETE FROM coupons c
 USING stores s
 WHERE c.company_id = :actor_id
   AND c.id = :coupon_id
   AND s.company_id = c.company_id
   AND s.id = c.store_id
RETURNING c.id;

-- name: find_coupon(store_id, code, actor_id)^
-- Locked until the order is made: the last use is given out once.
-- may be empty: there is no such coupon.
SELECT c.id, c.kind, c.value, c.min_subtotal_cents, c.max_uses, c.uses, c.starts_at, c.ends_at, c.active
  FROM coupons c
  JOIN stores s ON s.company_id = c.company_id AND s.id = c.store_id
 WHERE c.company_id = :actor_id
   AND c.store_id = :store_id
   AND c.code = :code
   FOR NO KEY UPDATE OF c;

-- name: count_coupon_use(store_id, coupon_id, code, by, ordered_at, actor_id)!
-- One more order stands with the coupon (1), or one less (-1). An order of 0.2.0 knows its coupon by the code alone: one that
-- was made after the order is another coupon of the same code.
-- may be empty: the coupon was deleted since.
UPDATE coupons c
   SET uses = greatest(c.uses + :by::int, 0)
  FROM stores s
 WHERE c.company_id = :actor_id
   AND c.store_id = :store_id
   AND (c.id = :coupon_id OR (:coupon_id::uuid IS NULL AND c.code = :code AND c.created_at <= :ordered_at))
   AND s.company_id = c.company_id
   AND s.id = c.store_id;
