-- Gives back what previews of orders set aside in 0.2.0 and nothing ever returned.
-- The first statement waits for orders that are being placed, and lets no other begin on these goods: the second sees them all.
UPDATE products SET reserved = reserved WHERE reserved > 0;

UPDATE products p
   SET reserved = h.held
  FROM (SELECT g.company_id, g.id, coalesce(sum(i.quantity) FILTER (WHERE o.reserved), 0) AS held
          FROM products g
          LEFT JOIN order_items i ON i.company_id = g.company_id AND i.product_id = g.id
          LEFT JOIN orders o ON o.company_id = i.company_id AND o.id = i.order_id
         WHERE g.reserved > 0
         GROUP BY g.company_id, g.id) h
 WHERE h.company_id = p.company_id
   AND h.id = p.id
   AND p.reserved <> h.held;
