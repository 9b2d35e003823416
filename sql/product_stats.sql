-- Numbers of a catalogue. Ownership: (products.company_id, store_id) -> stores, company_id = :actor_id.

-- name: get_product_stats(store_id, model, actor_id)^
-- One pass over the store's products; no row: the store is not the actor's. Vectors of another model than :model wait to be
-- made anew, also before they are queued; there are few or none of them, so they are counted apart. What has its vector of
-- :model does not wait, though it is in the queue of another. Nothing is joined: of a company that has just come the
-- planner expects a handful of rows, and may try each of its products with each that waits (5,000 of them: a time-out).
SELECT coalesce(sum(g.n), 0)::bigint AS total,
       coalesce(sum(g.active), 0)::bigint AS active,
       coalesce(sum(g.out_of_stock), 0)::bigint AS out_of_stock,
       coalesce(sum(g.without_price), 0)::bigint AS without_price,
       coalesce(jsonb_agg(jsonb_build_object('category', g.category, 'count', g.n) ORDER BY g.n DESC, g.category)
                FILTER (WHERE g.n > 0), '[]') AS by_category,
       jsonb_build_object('pending', coalesce(sum(g.pending), 0) + stale.n, 'ready', coalesce(sum(g.ready), 0) - stale.n,
                          'error', coalesce(sum(g.failed), 0)) AS embedding
  FROM stores s
 CROSS JOIN LATERAL (
       SELECT count(*) AS n
         FROM product_embedding e
        WHERE e.company_id = :actor_id
          AND e.store_id = s.id
          AND (e.model < :model OR e.model > :model)
          AND (e.product_id IN (SELECT p.id
                                  FROM products p
                                 WHERE p.company_id = :actor_id
                                   AND p.store_id = :store_id
                                   AND p.deleted_at IS NULL)) IS TRUE
          AND (e.product_id IN (SELECT w.product_id
                                  FROM product_embedding_queue w
                                 WHERE w.company_id = :actor_id
                                   AND w.store_id = :store_id)) IS NOT TRUE) stale
  LEFT JOIN LATERAL (
       SELECT p.category, count(*) AS n,
              count(*) FILTER (WHERE p.active) AS active,
              count(*) FILTER (WHERE p.stock_quantity = 0) AS out_of_stock,
              count(*) FILTER (WHERE p.price_cents IS NULL) AS without_price,
              count(*) FILTER (WHERE p.queued AND NOT p.failed) AS pending,
              count(*) FILTER (WHERE NOT p.queued) AS ready,
              count(*) FILTER (WHERE p.queued AND p.failed) AS failed
         FROM (SELECT c.category, c.active, c.stock_quantity, c.price_cents,
                      c.id IN (SELECT w.product_id
                                 FROM product_embedding_queue w
                                WHERE w.company_id = :actor_id
                                  AND w.store_id = :store_id)
                      AND NOT EXISTS (SELECT 1
                                        FROM product_embedding e
                                       WHERE e.company_id = :actor_id
                                         AND e.store_id = s.id
                                         AND e.product_id = c.id
                                         AND e.model = :model
                                         AND e.text_hash = product_text_hash(c.name, c.category, c.description, c.attributes, c.options))
                          AS queued,
                      c.id IN (SELECT w.product_id
                                 FROM product_embedding_queue w
                                WHERE w.company_id = :actor_id
                                  AND w.store_id = :store_id
                                  AND w.status = 'error') AS failed
                 FROM products c
                WHERE c.company_id = :actor_id
                  AND c.store_id = s.id
                  AND c.deleted_at IS NULL
               OFFSET 0) p
        GROUP BY p.category) g ON true
 WHERE s.company_id = :actor_id
   AND s.id = :store_id
 GROUP BY s.id, stale.n;
