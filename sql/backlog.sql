-- What waits to leave the house, what came in and failed, and what billing has not settled: numbers for metrics.
-- Ownership: none, counts over all companies.

-- name: count_backlog()
-- unowned: numbers for metrics and alerts
-- Settled rows are left out: they grow without end, and no alert asks for them.
SELECT CASE WHEN starts_with(d.type, 'erp.') THEN 'outbox' ELSE 'deliveries' END AS kind,
       CASE d.status WHEN 'dead' THEN 'dead' ELSE 'pending' END AS status, count(*) AS rows
  FROM webhook_deliveries d
 WHERE d.delivered_at IS NULL
 GROUP BY 1, 2
 UNION ALL
SELECT 'inbox', e.status, count(*)
  FROM webhook_events e
 WHERE e.status IN ('received', 'failed')
 GROUP BY 2
 UNION ALL
SELECT 'batches', b.status, count(*)
  FROM usage_report_batches b
 WHERE b.status NOT IN ('sent', 'written_off')
 GROUP BY 2
 UNION ALL
SELECT 'charges', c.status, count(*)
  FROM charges c
 WHERE c.status NOT IN ('succeeded', 'written_off', 'canceled')
 GROUP BY 2;
