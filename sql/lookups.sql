-- From a value to its company (app/db/resolver.py). The table is the service's own look-up: whoever asks knows the value,
-- and what is answered is only whose it is; every statement after it names that company.

-- name: find_company(kind, value)$
-- unowned: whose a value is, is what is asked
SELECT k.company_id
  FROM lookups k
 WHERE k.kind = :kind
   AND k.value = :value;

-- name: list_taken(kind, values)
-- unowned: whether values are taken is what the caller asks; nobody is named
SELECT k.value
  FROM lookups k
 WHERE k.kind = :kind
   AND k.value = ANY (:values::text[]);

-- name: add_lookups(kinds, values, company_id, again)
-- unowned: written beside a record of the company, in its transaction
-- Those that were free; a value that is taken gives no row, unless the company itself has it and may take it `again`.
INSERT INTO lookups AS k (kind, value, company_id)
SELECT n.kind, n.value, :company_id
  FROM unnest(:kinds::text[], :values::text[]) AS n (kind, value)
 ORDER BY n.kind, n.value
    ON CONFLICT (kind, value) DO UPDATE SET company_id = k.company_id
 WHERE :again::boolean
   AND k.company_id = EXCLUDED.company_id
RETURNING k.kind, k.value;

-- name: drop_lookups(kinds, values, company_id)!
-- unowned: written beside the end of a record of the company, in its transaction
DELETE FROM lookups k
 USING unnest(:kinds::text[], :values::text[]) AS n (kind, value)
 WHERE k.kind = n.kind
   AND k.value = n.value
   AND k.company_id = :company_id;

-- name: drop_company_lookups(company_id)!
-- unowned: written beside the deletion of the company, in its transaction
DELETE FROM lookups k
 WHERE k.company_id = :company_id;
