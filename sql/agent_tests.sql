-- Test conversations of agents. Ownership: (agent_tests.company_id, agent_id) -> agents -> stores, company_id = :actor_id.

-- shared: test_columns
t.id, t.agent_id, t.name, t.turns, t.expect, t.queued_at, t.ran_at, t.verdict, t.reasons, t.answers, t.created_at,
t.updated_at

-- name: list_agent_tests(agent_id, actor_id)
-- may be empty: it has none.
SELECT {test_columns}
  FROM agent_tests t
  JOIN agents a ON a.company_id = t.company_id AND a.id = t.agent_id
  JOIN stores s ON s.company_id = a.company_id AND s.id = a.store_id
 WHERE t.company_id = :actor_id
   AND t.agent_id = :agent_id
   AND a.deleted_at IS NULL
 ORDER BY t.created_at, t.id;

-- name: create_agent_test(id, agent_id, name, turns, expect, most, actor_id)^
-- No row: the agent is not the actor's, or has :most tests.
INSERT INTO agent_tests AS t (company_id, id, agent_id, name, turns, expect)
SELECT a.company_id, :id::uuid, a.id, :name, :turns::jsonb, :expect::jsonb
  FROM agents a
  JOIN stores s ON s.company_id = a.company_id AND s.id = a.store_id
 WHERE a.company_id = :actor_id
   AND a.id = :agent_id
   AND a.deleted_at IS NULL
   AND (SELECT count(*) FROM agent_tests o WHERE o.company_id = :actor_id AND o.agent_id = :agent_id) < :most::int
RETURNING {test_columns};

-- name: put_agent_tests(agent_id, ids, names, turns, expects, actor_id)!
-- By name: a test of that name is replaced, and its last result goes when it is another conversation now.
-- may be empty: every one is as it was.
INSERT INTO agent_tests AS t (company_id, id, agent_id, name, turns, expect)
SELECT a.company_id, n.id, a.id, n.name, n.turns, n.expect
  FROM agents a
  JOIN stores s ON s.company_id = a.company_id AND s.id = a.store_id
 CROSS JOIN unnest(:ids::uuid[], :names::text[], :turns::jsonb[], :expects::jsonb[]) AS n (id, name, turns, expect)
 WHERE a.company_id = :actor_id
   AND a.id = :agent_id
   AND a.deleted_at IS NULL
    ON CONFLICT (company_id, agent_id, name) DO UPDATE
   SET turns = EXCLUDED.turns,
       expect = EXCLUDED.expect,
       ran_at = NULL,
       verdict = NULL,
       reasons = '[]',
       answers = '[]'
 WHERE (t.turns, t.expect) IS DISTINCT FROM (EXCLUDED.turns, EXCLUDED.expect);

-- name: describe_shop(agent_id, most, actor_id)$
-- What the agent has to sell with, as a file of `chat evaluate` says it; of many products the newest.
SELECT jsonb_strip_nulls(jsonb_build_object(
           'name', s.name,
           'products', coalesce((SELECT jsonb_agg(jsonb_build_object(
                                            'name', p.name, 'sku', p.sku, 'description', nullif(p.description, ''),
                                            'category', p.category, 'price_cents', p.price_cents,
                                            'stock_quantity', p.stock_quantity, 'group', p.variant_group,
                                            'options', nullif(p.options, '{}')) ORDER BY p.created_at, p.id)
                                   FROM (SELECT i.*
                                           FROM products i
                                          WHERE i.company_id = :actor_id
                                            AND i.store_id = s.id
                                            AND i.active
                                            AND i.deleted_at IS NULL
                                          ORDER BY i.created_at DESC, i.id DESC
                                          LIMIT :most::int) p), '[]'),
           'documents', (SELECT jsonb_object_agg(d.title, d.content)
                           FROM agent_knowledge_base k
                           JOIN documents d ON d.company_id = k.company_id AND d.id = k.document_id
                          WHERE k.company_id = :actor_id
                            AND k.agent_id = a.id),
           'payment_settings', (SELECT jsonb_build_object('cod_enabled', y.cod_enabled)
                                  FROM store_payment_settings y
                                 WHERE y.company_id = :actor_id
                                   AND y.store_id = s.id),
           'shipping_rules', (SELECT jsonb_agg(jsonb_build_object(
                                         'name', r.name, 'kind', r.kind, 'price_cents', r.price_cents,
                                         'above_cents', r.above_cents, 'cep_from', r.cep_from, 'cep_to', r.cep_to,
                                         'days', r.days) ORDER BY r.position)
                                FROM shipping_rules r
                               WHERE r.company_id = :actor_id
                                 AND r.store_id = s.id),
           'coupons', (SELECT jsonb_agg(jsonb_build_object('code', c.code, 'kind', c.kind, 'value', c.value,
                                                           'min_subtotal_cents', c.min_subtotal_cents) ORDER BY c.code)
                         FROM coupons c
                        WHERE c.company_id = :actor_id
                          AND c.store_id = s.id
                          AND c.active),
           'agent', jsonb_build_object('name', a.name, 'type', a.type, 'persona', a.persona)))
  FROM agents a
  JOIN stores s ON s.company_id = a.company_id AND s.id = a.store_id
 WHERE a.company_id = :actor_id
   AND a.id = :agent_id
   AND a.deleted_at IS NULL;

-- name: update_agent_test(test_id, actor_id, set_name, name, set_turns, turns, set_expect, expect)^
-- Its last result was another conversation's; not where it is only called otherwise.
UPDATE agent_tests t
   SET name = CASE WHEN :set_name THEN :name ELSE t.name END,
       turns = CASE WHEN :set_turns THEN :turns ELSE t.turns END,
       expect = CASE WHEN :set_expect THEN :expect ELSE t.expect END,
       ran_at = CASE WHEN :set_turns OR :set_expect THEN NULL ELSE t.ran_at END,
       verdict = CASE WHEN :set_turns OR :set_expect THEN NULL ELSE t.verdict END,
       reasons = CASE WHEN :set_turns OR :set_expect THEN '[]' ELSE t.reasons END,
       answers = CASE WHEN :set_turns OR :set_expect THEN '[]' ELSE t.answers END
  FROM agents a
  JOIN stores s ON s.company_id = a.company_id AND s.id = a.store_id
 WHERE t.company_id = :actor_id
   AND t.id = :test_id
   AND a.company_id = t.company_id
   AND a.id = t.agent_id
   AND a.deleted_at IS NULL
RETURNING {test_columns};

-- name: delete_agent_test(test_id, actor_id)$
DELETE FROM agent_tests t
 WHERE t.company_id = :actor_id
   AND t.id = :test_id
RETURNING t.id;

-- name: queue_agent_tests(agent_id, test_ids, moment, actor_id)
-- Those named, else all of the agent. may be empty: it has none.
UPDATE agent_tests t
   SET queued_at = :moment
  FROM agents a
  JOIN stores s ON s.company_id = a.company_id AND s.id = a.store_id
 WHERE t.company_id = :actor_id
   AND t.agent_id = :agent_id
   AND (:test_ids::uuid[] IS NULL OR t.id = ANY (:test_ids))
   AND a.company_id = t.company_id
   AND a.id = t.agent_id
   AND a.deleted_at IS NULL
RETURNING t.id;

-- name: get_queued_test(test_id, company_id)^
-- unowned: a job, for the company that queued it
-- may be empty: it was run, or is gone.
SELECT t.agent_id, a.type, t.name, t.turns, t.expect
  FROM agent_tests t
  JOIN agents a ON a.company_id = t.company_id AND a.id = t.agent_id
 WHERE t.company_id = :company_id
   AND t.id = :test_id
   AND t.queued_at IS NOT NULL
   AND a.deleted_at IS NULL;

-- name: keep_test_result(test_id, company_id, moment, verdict, reasons, answers)!
-- unowned: a job, for the company that queued it
-- may be empty: it was deleted meanwhile.
UPDATE agent_tests t
   SET queued_at = NULL,
       ran_at = :moment,
       verdict = :verdict,
       reasons = :reasons,
       answers = :answers
 WHERE t.company_id = :company_id
   AND t.id = :test_id;
