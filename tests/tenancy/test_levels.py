"""Each level of each statement names the company for every table it reads or writes: in sql/ and in the functions.

It is what sends a statement to one node, and what no run with two tenants can show of the body of a function.
"""

from collections.abc import Callable
from typing import Any

from pglast import ast, parse_sql

from app.db import Database
from tests.tenancy.functions import read_function
from tests.tenancy.levels import OWNERS, calls, untied_tables
from tests.tenancy.test_queries import OWNED

TENANT_TABLES = """
    SELECT DISTINCT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace AND a.attname = 'company_id'
       AND c.relname <> 'lookups'  -- from which the company is learned
"""
FUNCTIONS = """
    SELECT p.proname AS name, pg_get_functiondef(p.oid) AS definition, coalesce(p.proargnames, '{}') AS parameters
      FROM pg_proc p
      JOIN pg_language l ON l.oid = p.prolang
     WHERE p.pronamespace = 'public'::regnamespace
       AND l.lanname IN ('sql', 'plpgsql')
       AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
"""
OF_A_COMPANY = """
    SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proargnames[1] = 'company'
"""
# Statements that no reader of SQL can follow, and why they are right.
UNREAD = {
    "audit_row": "a trigger of any table: the company is read from the row as JSON",
}
# Statements made at run time, which are not read at all.
DYNAMIC = {
    "allow_audit_erasure": "a setting",
    "allow_audit_redaction": "a setting",
    "import_rows": "any table: overwrites each row's company; tests/cli/test_tenants_import.py",
    "set_actor_type": "a setting",
    "set_audit_context": "a setting",
    "set_stock_cause": "a setting",
    "set_trace": "a setting",
}


async def test_each_query_names_the_company_for_each_table(database: Database) -> None:
    tables, functions = await tenant_tables(database), await company_functions(database)
    wrong: list[str] = []
    for query in OWNED:
        is_actor = parameter(query.parameters.index("actor_id") + 1)
        (statement,) = (raw.stmt for raw in parse_sql(query.sql))
        arguments = calls(statement, functions)
        wrong += [f"{query.noun}.{query.name}: {table}" for table in untied_tables(statement, tables, is_actor)]
        wrong += [f"{query.noun}.{query.name}: calls for another" for value in arguments if not is_actor(value)]
    assert not wrong, "\n".join(wrong)


async def test_each_function_names_the_company_for_each_table(database: Database) -> None:
    tables, functions = await tenant_tables(database), await company_functions(database)
    wrong: list[str] = []
    dynamic: set[str] = set()
    for row in await database.fetch(FUNCTIONS):
        function = read_function(**row)
        dynamic |= {function.name} if function.dynamic else set()
        for statement in function.statements:
            untied = untied_tables(statement, tables, function.is_company, function.is_given)
            wrong += [f"{function.name}: {table}" for table in untied if function.name not in UNREAD]
            arguments = calls(statement, functions)
            wrong += [f"{function.name}: calls for another" for value in arguments if not function.is_company(value)]
    assert not wrong, "\n".join(wrong)
    assert dynamic == set(DYNAMIC)


def test_what_ties_and_what_does_not() -> None:
    for sql in (
        "SELECT 1 FROM orders o JOIN stores s ON s.company_id = o.company_id WHERE o.company_id = $1",
        "SELECT 1 FROM orders o LEFT JOIN leads l ON l.company_id = o.company_id WHERE o.company_id = $1",
        "UPDATE leads l SET name = $2 FROM stores s WHERE s.company_id = $1 AND l.company_id = s.company_id",
        "INSERT INTO leads (company_id, id) SELECT s.company_id, $2 FROM stores s WHERE s.company_id = $1",
        "WITH o AS (SELECT company_id FROM orders WHERE company_id = $1) "
        "DELETE FROM leads l USING o WHERE l.company_id = o.company_id",
    ):
        assert untied(sql) == [], sql
    for sql, table in {
        "SELECT 1 FROM stores s WHERE s.company_id = $1 OR s.active": "stores",
        "SELECT 1 FROM stores s WHERE s.company_id = $2": "stores",
        "SELECT 1 FROM orders o LEFT JOIN leads l ON l.company_id = $1 AND o.company_id = $1": "orders",
        "SELECT 1 FROM orders o JOIN leads l ON l.id = o.lead_id WHERE o.company_id = $1": "leads",
        "SELECT (SELECT count(*) FROM leads) FROM orders o WHERE o.company_id = $1": "leads",
        "SELECT 1 FROM orders WHERE company_id = $1 UNION ALL SELECT 1 FROM leads": "leads",
        "WITH o AS (SELECT id FROM orders) SELECT 1 FROM o": "orders",
        "INSERT INTO leads (company_id, id) VALUES ($2, $1)": "leads",
        "INSERT INTO leads (company_id, id) SELECT $1, s.id FROM stores s": "stores",
        "DELETE FROM leads l USING stores s WHERE s.company_id = $1 AND l.store_id = s.id": "leads",
    }.items():
        assert untied(sql) == [table], sql


def untied(sql: str) -> list[str]:
    (raw,) = parse_sql(sql)
    return untied_tables(raw.stmt, {"stores", "orders", "leads"}, parameter(1))


def parameter(number: int) -> Callable[[Any], bool]:
    def matches(value: Any) -> bool:
        while isinstance(value, ast.TypeCast):
            value = value.arg
        return isinstance(value, ast.ParamRef) and value.number == number

    return matches


async def tenant_tables(database: Database) -> set[str]:
    return {row[0] for row in await database.fetch(TENANT_TABLES)} | set(OWNERS)


async def company_functions(database: Database) -> set[str]:
    return {row[0] for row in await database.fetch(OF_A_COMPANY)}
