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

-- name: update_agent_test(test_id, actor_id, set_name, name, set_turns, turns, set_expect, expect)^
-- Its last result was another conversation's.
UPDATE agent_tests t
   SET name = CASE WHEN :set_name THEN :name ELSE t.name END,
       turns = CASE WHEN :set_turns THEN :turns ELSE t.turns END,
       expect = CASE WHEN :set_expect THEN :expect ELSE t.expect END,
       ran_at = NULL,
       verdict = NULL,
       reasons = '[]',
       answers = '[]'
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
