"""SQL that adds a store's books up from its rows, knowing none of the service's rules. Each takes the store."""

# Products whose count is not what was moved, or whose reservation is not what open orders hold.
AUDIT = """
    SELECT p.id FROM products p
     WHERE p.store_id = $1
       AND (p.stock_quantity < 0
            OR coalesce(p.stock_quantity, 0) <> (SELECT coalesce(sum(m.delta), 0) FROM stock_movements m
                                                  WHERE m.company_id = p.company_id AND m.product_id = p.id)
            OR p.reserved <> (SELECT coalesce(sum(i.quantity), 0)
                                FROM order_items i
                                JOIN orders o ON o.company_id = i.company_id AND o.id = i.order_id
                               WHERE i.company_id = p.company_id AND i.product_id = p.id AND o.reserved))
"""
# Orders by number. Wrong: a reservation outlives its order, more goes back than came (money or goods), goods of an
# order that is over are missing, or its money has come and nobody is told.
ORDERS = """
    SELECT o.id, o.number, o.status, o.total_cents, o.paid_cents, o.refunded_cents, o.reserved, o.stock_state,
           o.attention,
           o.refunded_cents NOT BETWEEN 0 AND o.paid_cents
           OR o.refunded_cents <> (SELECT coalesce(sum(r.amount_cents), 0) FROM order_refunds r
                                    WHERE r.company_id = o.company_id AND r.order_id = o.id AND r.status <> 'failed')
           OR o.reserved AND (o.status NOT IN ('pending', 'awaiting_proof', 'awaiting_payment')
                              OR o.stock_state = 'decremented')
           OR EXISTS (SELECT FROM stock_movements m
                       WHERE m.company_id = o.company_id AND m.order_id = o.id
                       GROUP BY m.product_id
                      HAVING sum(m.delta) > 0
                          OR sum(m.delta) < 0 AND o.stock_state <> 'decremented'
                          OR sum(m.delta) < 0 AND o.status IN ('cancelled', 'expired'))
           OR o.paid_cents > o.refunded_cents AND o.attention = '[]'
              AND o.status NOT IN ('confirmed', 'preparing', 'shipped', 'delivered', 'returned') AS wrong
      FROM orders o
     WHERE o.store_id = $1
     ORDER BY o.number
"""
# What came in by the day it was confirmed, less what went back of the price by the day it did.
REVENUE = """
    SELECT day::text, sum(cents)::bigint
      FROM (SELECT (o.confirmed_at AT TIME ZONE c.timezone)::date AS day, o.total_cents AS cents
              FROM orders o
              JOIN companies c ON c.id = o.company_id
             WHERE o.store_id = $1 AND o.status IN ('confirmed', 'preparing', 'shipped', 'delivered', 'returned')
             UNION ALL
            SELECT (r.created_at AT TIME ZONE c.timezone)::date, r.excess_cents - r.amount_cents
              FROM order_refunds r
              JOIN orders o ON o.company_id = r.company_id AND o.id = r.order_id
              JOIN companies c ON c.id = o.company_id
             WHERE o.store_id = $1 AND o.status IN ('confirmed', 'preparing', 'shipped', 'delivered', 'returned')
               AND r.status <> 'failed') t
     GROUP BY day
"""
