-- What orders hold and take of the stock, and its ledger. Ownership: (company_id, store_id) of orders, products and
-- stock_movements -> stores, company_id = :actor_id. The caller holds the order's row (lock_order), then its products' in
-- the order of their ids. Every change of products.stock_quantity enters the ledger by a trigger; what caused it stands in
-- the transaction (set_stock_cause).

-- name: set_stock_cause(kind, order_id, event_id)!
-- unowned: sets transaction-local variables only, touches no table.
SELECT set_stock_cause(:kind, :order_id, :event_id);

-- name: lock_ordered_products(order_id, actor_id)
-- What the order wants of each product, and its shelf. Sorted before it is locked, so two orders never wait for each other.
SELECT p.id, n.quantity, p.stock_quantity, p.reserved
  FROM (SELECT i.product_id, sum(i.quantity)::int AS quantity
          FROM order_items i
         WHERE i.company_id = :actor_id
           AND i.order_id = :order_id
           AND i.product_id IS NOT NULL
         GROUP BY i.product_id) n
  JOIN products p ON p.company_id = :actor_id AND p.id = n.product_id
  JOIN stores s ON s.company_id = p.company_id AND s.id = p.store_id
 WHERE s.company_id = :actor_id
 ORDER BY p.id
   FOR NO KEY UPDATE OF p;

-- name: lock_shelves(store_id, product_ids, actor_id)
-- Products that somebody is about to order, in the order of their ids.
SELECT p.id, p.stock_quantity, p.reserved
  FROM products p
  JOIN stores s ON s.company_id = p.company_id AND s.id = p.store_id
 WHERE p.company_id = :actor_id
   AND p.store_id = :store_id
   AND p.id = ANY (:product_ids::uuid[])
 ORDER BY p.id
   FOR NO KEY UPDATE OF p;

-- name: hold_products(product_ids, quantities, actor_id)!
-- Reserves, or releases with quantities below 0. Called with the products locked.
UPDATE products p
   SET reserved = greatest(p.reserved + n.quantity, 0)
  FROM unnest(:product_ids::uuid[], :quantities::bigint[]) AS n (id, quantity), stores s
 WHERE p.company_id = :actor_id
   AND p.id = n.id
   AND s.company_id = p.company_id
   AND s.id = p.store_id;

-- name: take_stock(order_id, actor_id)
-- Called with the products locked and enough of each.
-- may be empty: an order of uncounted products takes nothing.
UPDATE products p
   SET stock_quantity = p.stock_quantity - n.quantity
  FROM (SELECT i.product_id, sum(i.quantity)::int AS quantity
          FROM order_items i
         WHERE i.company_id = :actor_id
           AND i.order_id = :order_id
           AND i.product_id IS NOT NULL
         GROUP BY i.product_id) n, stores s
 WHERE p.company_id = :actor_id
   AND p.id = n.product_id
   AND p.stock_quantity IS NOT NULL
   AND s.company_id = p.company_id
   AND s.id = p.store_id
RETURNING p.id, p.external_id, p.sku, -n.quantity AS delta, p.stock_quantity;

-- name: give_back_stock(order_id, actor_id)
-- What the ledger says the order has taken and not given back, by refunds too, to products that are still counted. Never
-- more than it has: what was uncounted when it came back stands in no ledger. LEAST: an ERP may have filled the shelf
-- meanwhile.
-- may be empty: an order of uncounted products took nothing.
UPDATE products p
   SET stock_quantity = least(p.stock_quantity::bigint + t.quantity, 2147483647)::int
  FROM (SELECT m.product_id, least(-sum(m.delta), (SELECT sum(i.quantity)
                                                     FROM order_items i
                                                    WHERE i.company_id = :actor_id
                                                      AND i.order_id = :order_id
                                                      AND i.product_id = m.product_id)) AS quantity
          FROM stock_movements m
         WHERE m.company_id = :actor_id
           AND m.order_id = :order_id
           AND m.kind IN ('order_decrement', 'order_restore', 'refund')
         GROUP BY m.product_id
        HAVING sum(m.delta) < 0) t, stores s
 WHERE p.company_id = :actor_id
   AND p.id = t.product_id
   AND p.stock_quantity IS NOT NULL
   AND s.company_id = p.company_id
   AND s.id = p.store_id
RETURNING p.id, p.external_id, p.sku, t.quantity::int AS delta, p.stock_quantity;

-- name: restock_products(store_id, product_ids, quantities, actor_id)
-- Goods that came back with a refund. Called with the products locked.
UPDATE products p
   SET stock_quantity = least(p.stock_quantity::bigint + n.quantity, 2147483647)::int
  FROM unnest(:product_ids::uuid[], :quantities::int[]) AS n (id, quantity), stores s
 WHERE p.company_id = :actor_id
   AND p.id = n.id
   AND p.store_id = :store_id
   AND p.stock_quantity IS NOT NULL
   AND s.company_id = p.company_id
   AND s.id = p.store_id
RETURNING p.id, p.external_id, p.sku, n.quantity AS delta, p.stock_quantity;

-- name: mark_stock(order_id, stock_state, reserved, actor_id)$
-- The exactly-once marker, moved without the order's status.
UPDATE orders o
   SET stock_state = :stock_state,
       reserved = :reserved,
       version = o.version + 1
  FROM stores s
 WHERE o.company_id = :actor_id
   AND o.id = :order_id
   AND s.company_id = o.company_id
   AND s.id = o.store_id
RETURNING o.id;

-- name: list_stock_movements(store_id, product_id, order_id, limit, offset, actor_id)
-- Newest first.
-- may be empty: nothing has moved yet.
SELECT m.id, m.product_id, m.order_id, m.kind, m.delta, m.quantity_after, m.actor_type, m.created_at
  FROM stock_movements m
  JOIN stores s ON s.company_id = m.company_id AND s.id = m.store_id
 WHERE m.company_id = :actor_id
   AND m.store_id = :store_id
   AND (:product_id::uuid IS NULL OR m.product_id = :product_id)
   AND (:order_id::uuid IS NULL OR m.order_id = :order_id)
 ORDER BY m.created_at DESC, m.id DESC
 LIMIT :limit OFFSET :offset;

-- name: count_stock_movements(store_id, product_id, order_id, actor_id)$
-- NULL: the store is not the actor's.
-- may be empty: nothing has moved yet.
SELECT (SELECT count(*)
          FROM stock_movements m
         WHERE m.company_id = :actor_id
           AND m.store_id = :store_id
           AND (:product_id::uuid IS NULL OR m.product_id = :product_id)
           AND (:order_id::uuid IS NULL OR m.order_id = :order_id)) AS total
  FROM stores s
 WHERE s.company_id = :actor_id
   AND s.id = :store_id;
