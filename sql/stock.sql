-- Taking an order's items out of stock and giving them back. Ownership: orders.store_id and products.store_id -> stores.id,
-- stores.company_id = :actor_id. The caller holds the order's row (lock_order), then the products' in the order of their ids.

-- name: lock_stock_order(order_id, actor_id)^
SELECT o.id, o.store_id, o.status, o.stock_state
  FROM orders o
  JOIN stores s ON s.id = o.store_id
 WHERE o.id = :order_id
   AND s.company_id = :actor_id
   FOR NO KEY UPDATE OF o;

-- name: lock_ordered_products(order_id, actor_id)
-- What the order wants of each counted product. Sorted before it is locked, so two orders never wait for each other.
SELECT p.id, n.quantity, p.stock_quantity
  FROM (SELECT i.store_id, i.product_id, sum(i.quantity)::int AS quantity
          FROM orders o
          JOIN stores s ON s.id = o.store_id
          JOIN order_items i ON i.order_id = o.id AND i.store_id = o.store_id
         WHERE o.id = :order_id
           AND i.product_id IS NOT NULL
           AND s.company_id = :actor_id
         GROUP BY i.store_id, i.product_id) n
  JOIN products p ON p.id = n.product_id AND p.store_id = n.store_id
 WHERE p.stock_quantity IS NOT NULL
 ORDER BY p.id
   FOR NO KEY UPDATE OF p;

-- name: take_stock(order_id, actor_id)
-- Called with the products locked and enough of each.
WITH need AS (
    SELECT i.store_id, i.order_id, i.product_id, sum(i.quantity)::int AS quantity
      FROM orders o
      JOIN stores s ON s.id = o.store_id
      JOIN order_items i ON i.order_id = o.id AND i.store_id = o.store_id
     WHERE o.id = :order_id
       AND i.product_id IS NOT NULL
       AND s.company_id = :actor_id
     GROUP BY i.store_id, i.order_id, i.product_id
), taken AS (
    UPDATE products p
       SET stock_quantity = p.stock_quantity - n.quantity
      FROM need n
     WHERE p.id = n.product_id
       AND p.store_id = n.store_id
       AND p.stock_quantity IS NOT NULL
    RETURNING p.id, p.store_id, p.external_id, p.sku, n.order_id, -n.quantity AS delta, p.stock_quantity
), logged AS (
    INSERT INTO stock_movements (store_id, product_id, order_id, kind, delta, quantity_after)
    SELECT t.store_id, t.id, t.order_id, 'order_decrement', t.delta, t.stock_quantity
      FROM taken t
     ORDER BY t.id
)
SELECT t.id, t.external_id, t.sku, t.delta, t.stock_quantity
  FROM taken t
 ORDER BY t.id;

-- name: lock_taken_products(order_id, actor_id)
-- may be empty: an order of uncounted products takes nothing.
SELECT p.id
  FROM stock_movements m
  JOIN products p ON p.id = m.product_id AND p.store_id = m.store_id
  JOIN stores s ON s.id = m.store_id
 WHERE m.order_id = :order_id
   AND m.kind = 'order_decrement'
   AND s.company_id = :actor_id
 ORDER BY p.id
   FOR NO KEY UPDATE OF p;

-- name: give_back_stock(order_id, actor_id)
-- What the ledger says was taken, to products that are still counted. LEAST: an ERP may have filled the shelf meanwhile.
-- may be empty: an order of uncounted products took nothing.
WITH took AS (
    SELECT m.store_id, m.order_id, m.product_id, -m.delta AS quantity
      FROM stock_movements m
      JOIN stores s ON s.id = m.store_id
     WHERE m.order_id = :order_id
       AND m.kind = 'order_decrement'
       AND s.company_id = :actor_id
), given AS (
    UPDATE products p
       SET stock_quantity = least(p.stock_quantity::bigint + t.quantity, 2147483647)::int
      FROM took t
     WHERE p.id = t.product_id
       AND p.store_id = t.store_id
       AND p.stock_quantity IS NOT NULL
    RETURNING p.id, p.store_id, p.external_id, p.sku, t.order_id, t.quantity AS delta, p.stock_quantity
), logged AS (
    INSERT INTO stock_movements (store_id, product_id, order_id, kind, delta, quantity_after)
    SELECT g.store_id, g.id, g.order_id, 'order_restore', g.delta, g.stock_quantity
      FROM given g
     ORDER BY g.id
)
SELECT g.id, g.external_id, g.sku, g.delta, g.stock_quantity
  FROM given g
 ORDER BY g.id;

-- name: mark_stock(order_id, stock_state, type, event_id, actor_type, user_id, actor_id)$
-- The exactly-once marker, moved without the order's status.
WITH marked AS (
    UPDATE orders o
       SET stock_state = :stock_state,
           version = o.version + 1
      FROM stores s
     WHERE o.id = :order_id
       AND s.id = o.store_id
       AND s.company_id = :actor_id
    RETURNING o.id, o.store_id
), told AS (
    INSERT INTO order_events (id, store_id, order_id, type, actor_type, actor_user_id)
    SELECT :event_id, m.store_id, m.id, :type, :actor_type, :user_id
      FROM marked m
)
SELECT m.id
  FROM marked m;
