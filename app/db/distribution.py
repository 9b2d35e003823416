"""Which table lies where on a Citus cluster, and what puts it there. docs/scaling.md, tests/scaling/test_citus.py.

A company's rows lie together on one node: every table of a tenant is distributed by its company. What is asked before
the company is known, or over all companies, stays with the coordinator. One PostgreSQL knows nothing of this file.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import asyncpg

from app.db.migrate import DIRECTORY, MigrationReport, Progress, migrate, migration_lock
from app.db.pool import SESSION

MIN_CITUS = 13
# Waiting longer for the locks would hold up every request behind us; then we let them go first and ask again.
LOCK_TRIES, LOCK_PAUSE_S = 20, 1.0
# When that was in vain: of two that wait for each other the request is ended, which tries again, and not we.
_INSIST = """
SELECT set_config('deadlock_timeout', '20s', true), set_config('lock_timeout', '10s', true)
 WHERE has_parameter_privilege('deadlock_timeout', 'SET')
"""

# Table and the column that names the company; all are colocated with the first.
DISTRIBUTED = {
    "users": "id",
    "companies": "id",
    "company_members": "company_id",
    "company_invitations": "company_id",
    "sessions": "user_id",
    "accounts": "user_id",
    "auth_extensions": "company_id",
    "audit_log": "company_id",
    "stores": "company_id",
    "store_payment_settings": "company_id",
    "store_stock_sync_settings": "company_id",
    "shipping_rules": "company_id",
    "coupons": "company_id",
    "products": "company_id",
    "product_embedding": "company_id",
    "product_embedding_queue": "company_id",
    "product_totals": "company_id",
    "agents": "company_id",
    "documents": "company_id",
    "document_chunks": "company_id",
    "chunk_embedding": "company_id",
    "agent_knowledge_base": "company_id",
    "product_files": "company_id",
    "product_pictures": "company_id",
    "leads": "company_id",
    "lead_events": "company_id",
    "lead_addresses": "company_id",
    "lead_totals": "company_id",
    "messages_history": "company_id",
    "conversations": "company_id",
    "events": "company_id",
    "event_counters": "company_id",
    "conversation_messages": "company_id",
    "conversation_turns": "company_id",
    "follow_ups": "company_id",
    "conversation_notes": "company_id",
    "saved_views": "company_id",
    "agent_tests": "company_id",
    "chat_rate": "company_id",
    "orders": "company_id",
    "order_items": "company_id",
    "order_events": "company_id",
    "payment_attempts": "company_id",
    "order_proofs": "company_id",
    "order_refunds": "company_id",
    "order_totals": "company_id",
    "sales_totals": "company_id",
    "stock_movements": "company_id",
    "webhook_endpoints": "company_id",
    "webhook_deliveries": "company_id",
    "billing_customers": "company_id",
    "subscriptions": "company_id",
    "company_billing_settings": "company_id",
    "token_usage": "company_id",
    "usage_counters": "company_id",
    "quota_reservations": "company_id",
    "token_topups": "company_id",
    "usage_report_batches": "company_id",
    "charges": "company_id",
    "webhook_events": "company_id",
    "idempotency_keys": "company_id",
}
# A copy on each node: read by every company's statements, written by operators alone.
REFERENCE = ("plans", "plan_versions", "topup_prices")
# On the coordinator alone, and why.
LOCAL = {
    "lookups": "asked to find the company; a new order, lead or session must not need every node",
    "jobs": "claimed over all companies, also while a node is down",
    "job_schedules": "the service's own clock",
    "verifications": "made before anybody is known",
    "auth_rate_limits": "counted before anybody is known",
    "embedding_model": "the service's own",
    "schema_migrations": "the service's own",
    "two_phase": "made by distribute: see _TWO_PHASE",
}
# Written in one transaction with a company's rows.
WRITTEN_TOGETHER = ("lookups", "jobs")
# Functions that are whole statements, and their parameter that names the company: they run on its node.
DELEGATED = {
    "reserve_tokens": "company",
    "open_turn": "company",
    "finish_turn": "company",
    "add_message": "company",
    "enter_conversation": "company",
    "leave_conversation": "company",
    "end_turn": "company",
    "merge_conversations": "company",
    "add_event": "company",
    "number_events": "company",
    "settle_deliveries": "company",
    "release_deliveries": "company",
}

# Citus commits in two phases only what it knows to lie in two places, and it knows nothing of plain tables: without
# this a crash of the coordinator between two commits could leave an order without its job. Writing (nothing) to a
# table that it does know beside them makes it prepare the node first.
_TWO_PHASE = """
CREATE TABLE IF NOT EXISTS two_phase (one boolean PRIMARY KEY);
SELECT citus_add_local_table_to_metadata('two_phase')
 WHERE NOT EXISTS (SELECT FROM pg_dist_partition p WHERE p.logicalrelid = 'two_phase'::regclass);
CREATE OR REPLACE FUNCTION commit_in_two_phases() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM two_phase;
    RETURN NULL;
END
$$;
"""
_TABLES = """
SELECT c.relname::text
  FROM pg_class c
 WHERE c.relnamespace = 'public'::regnamespace
   AND c.relkind IN ('r', 'p')
   AND NOT EXISTS (SELECT FROM pg_depend d
                    WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
   AND NOT EXISTS (SELECT FROM pg_dist_shard s WHERE c.relname = shard_name(s.logicalrelid, s.shardid))
"""
_HAS_CITUS = "SELECT to_regclass('pg_dist_partition') IS NOT NULL"
_IS_DISTRIBUTED = "SELECT EXISTS (SELECT FROM pg_dist_partition p WHERE p.logicalrelid = to_regclass('public.users'))"
_PLACED = "SELECT p.logicalrelid::text FROM pg_dist_partition p"
_REFERENCES = """
SELECT k.conrelid::regclass::text AS "table", k.conname::text AS name, pg_get_constraintdef(k.oid) AS definition
  FROM pg_constraint k
 WHERE k.contype = 'f'
   AND (k.conrelid::regclass::text = ANY ($1) OR k.confrelid::regclass::text = ANY ($1))
 ORDER BY 1, 2
"""
_TRIGGERS = """
SELECT t.tgrelid::regclass::text AS "table", quote_ident(t.tgname) AS name, pg_get_triggerdef(t.oid) AS definition,
       t.tgenabled = 'A' AS always
  FROM pg_trigger t
 WHERE NOT t.tgisinternal
   AND t.tgrelid::regclass::text = ANY ($1)
 ORDER BY t.tgrelid, t.tgname
"""
_FUNCTIONS = """
SELECT p.oid::regprocedure::text AS signature, p.proname::text AS name
  FROM pg_proc p
 WHERE p.pronamespace = 'public'::regnamespace
   AND p.prokind = 'f'
   AND NOT EXISTS (SELECT FROM pg_depend d
                    WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
   AND NOT EXISTS (SELECT FROM pg_dist_object o
                    WHERE o.classid = 'pg_proc'::regclass AND o.objid = p.oid
                      AND (o.distribution_argument_index IS NOT NULL OR p.proname <> ALL ($1)))
 ORDER BY p.oid
"""

# One plan for all companies, where a function asks for it, cannot say which shard it reads.
_OF_ONE_PLAN = """
SELECT p.oid::regprocedure::text
  FROM pg_proc p
 CROSS JOIN unnest(p.proconfig) AS c (setting)
 WHERE p.pronamespace = 'public'::regnamespace
   AND c.setting LIKE 'plan_cache_mode=%'
 ORDER BY p.oid
"""


class DistributionError(Exception):
    """The database cannot be distributed; the message says why."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is still to do."""

    reference: list[str]
    distributed: list[str]
    functions: list[tuple[str, str]]
    of_one_plan: list[str]

    @property
    def tables(self) -> list[str]:
        """Every table that moves."""
        return [*self.reference, *self.distributed]


async def distribute(dsn: str, *, dry_run: bool, progress: Callable[[str], None]) -> Plan:
    """Put every table in its place; what is there already is left alone. Raises DistributionError."""
    if pending := (await migrate(dsn, check=True)).pending:
        raise DistributionError(f"run `python -m app migrate` first: {pending[0]} is pending")
    connection = await _connect(dsn)
    try:
        await _check_cluster(connection)
        plan = await _plan(connection)
        for table in plan.reference:
            progress(f"{table}: reference")
        for table in plan.distributed:
            progress(f"{table}: distributed by {DISTRIBUTED[table]}")
        for signature, name in plan.functions:
            progress(f"{signature}: {'on the company’s node' if name in DELEGATED else 'on every node'}")
        for signature in plan.of_one_plan:
            progress(f"{signature}: planned for each company")
        if not dry_run:
            await _carry_out(connection, plan)
        return plan
    finally:
        await connection.close(timeout=5)


async def bring_up_to_date(dsn: str, *, directory: Path = DIRECTORY, progress: Progress) -> MigrationReport:
    """Migrate; what that made in a distributed database finds its place at once, for the statements that ask it.

    Raises what `migrate` does, and DistributionError for a table without a place.
    """
    report = await migrate(dsn, directory=directory, progress=progress)
    connection = await _connect(dsn)
    try:
        if await connection.fetchval(_HAS_CITUS) and await connection.fetchval(_IS_DISTRIBUTED):
            async with migration_lock(connection, progress):
                plan = await _plan(connection)
                if plan.tables or plan.functions or plan.of_one_plan:
                    await _carry_out(connection, plan)
        return report
    finally:
        await connection.close(timeout=5)


async def _connect(dsn: str) -> asyncpg.Connection:
    return await asyncpg.connect(dsn, timeout=10, server_settings={**SESSION, "statement_timeout": "0"})


async def _check_cluster(connection: asyncpg.Connection) -> None:
    version = await connection.fetchval("SELECT extversion FROM pg_extension WHERE extname = 'citus'")
    if version is None:
        raise DistributionError("this database has no Citus: CREATE EXTENSION citus on the coordinator and each worker")
    if int(version.split(".")[0].split("-")[0]) < MIN_CITUS:
        raise DistributionError(f"Citus {version} is too old: {MIN_CITUS} or newer is needed")
    if not await connection.fetchval("SELECT citus_is_coordinator()"):
        raise DistributionError("this is a worker of the cluster: distribute runs on the coordinator")
    if not await connection.fetchval("SELECT EXISTS (SELECT FROM pg_dist_node WHERE groupid = 0)"):
        raise DistributionError("the nodes do not know the coordinator: SELECT citus_set_coordinator_host(…) first")
    if not await connection.fetchval("SELECT EXISTS (SELECT FROM pg_dist_node WHERE shouldhaveshards)"):
        raise DistributionError("the cluster has no worker: SELECT citus_add_node(…) first")


async def _plan(connection: asyncpg.Connection) -> Plan:
    tables = {row[0] for row in await connection.fetch(_TABLES)}
    if unknown := sorted(tables - DISTRIBUTED.keys() - set(REFERENCE) - LOCAL.keys()):
        raise DistributionError(f"app/db/distribution.py does not say where {', '.join(unknown)} lies")
    placed = {row[0] for row in await connection.fetch(_PLACED)}
    return Plan(
        reference=[table for table in REFERENCE if table not in placed],
        distributed=[table for table in DISTRIBUTED if table not in placed],
        functions=[(row["signature"], row["name"]) for row in await connection.fetch(_FUNCTIONS, list(DELEGATED))],
        of_one_plan=[row[0] for row in await connection.fetch(_OF_ONE_PLAN)],
    )


async def _carry_out(connection: asyncpg.Connection, plan: Plan) -> None:
    """All in one transaction: requests wait for it, and find either the one state or the other."""
    async with _locked(connection, plan.tables):
        await connection.execute("SET LOCAL citus.multi_shard_modify_mode = 'sequential'")
        # Unsafe is a trigger that touches what lies elsewhere; ours touch their company's rows (migrations/README.md).
        await connection.execute("SET LOCAL citus.enable_unsafe_triggers = on")
        references = await connection.fetch(_REFERENCES, plan.tables)
        for row in references:
            await connection.execute(f"ALTER TABLE {row['table']} DROP CONSTRAINT {row['name']}")
        # Rows that move to their node are not new: no total, audit row or event follows from them.
        triggers = await connection.fetch(_TRIGGERS, plan.tables)
        for row in triggers:
            await connection.execute(f"DROP TRIGGER {row['name']} ON {row['table']}")
        for table in plan.reference:
            await connection.execute("SELECT create_reference_table($1)", table)
        first = next(iter(DISTRIBUTED))
        for table in plan.distributed:
            await connection.execute(
                "SELECT create_distributed_table($1, $2, colocate_with => $3)",
                table,
                DISTRIBUTED[table],
                "none" if table == first else first,
            )
        for row in references:
            await connection.execute(f"ALTER TABLE {row['table']} ADD CONSTRAINT {row['name']} {row['definition']}")
        for signature in plan.of_one_plan:
            await connection.execute(f"ALTER FUNCTION {signature} RESET plan_cache_mode")
        await _place_functions(connection, plan.functions)
        for row in triggers:
            await connection.execute(row["definition"])
            if row["always"]:
                await connection.execute(f"ALTER TABLE {row['table']} ENABLE ALWAYS TRIGGER {row['name']}")
        # A function that reads its company's rows, called from that company's statement, is on their node already.
        await connection.execute("ALTER ROLE current_user SET citus.allow_nested_distributed_execution = on")
        # A row is waited for on its node, where the start parameters of our sessions are not known.
        await connection.execute(f"ALTER ROLE current_user SET lock_timeout = '{SESSION['lock_timeout']}'")
        await connection.execute(_TWO_PHASE)
        for table in WRITTEN_TOGETHER:
            await connection.execute(
                f"CREATE OR REPLACE TRIGGER {table}_two_phase AFTER INSERT OR UPDATE OR DELETE ON {table}"
                " FOR EACH STATEMENT EXECUTE FUNCTION commit_in_two_phases()"
            )


async def _place_functions(connection: asyncpg.Connection, functions: list[tuple[str, str]]) -> None:
    for signature, name in functions:
        if name in DELEGATED:
            await connection.execute(
                "SELECT create_distributed_function($1::regprocedure, $2, colocate_with => $3)",
                signature,
                DELEGATED[name],
                next(iter(DISTRIBUTED)),
            )
        else:
            await connection.execute("SELECT create_distributed_function($1::regprocedure)", signature)


@asynccontextmanager
async def _locked(connection: asyncpg.Connection, tables: list[str]) -> AsyncIterator[None]:
    """A transaction that holds the tables. They are taken at once, so that no request is met half-way."""
    for left in reversed(range(LOCK_TRIES)):
        transaction = connection.transaction()
        await transaction.start()
        try:
            if left < LOCK_TRIES // 2:
                await connection.execute(_INSIST)
            if tables:
                await connection.execute(f"LOCK TABLE {', '.join(tables)} IN ACCESS EXCLUSIVE MODE")
            break
        except (asyncpg.LockNotAvailableError, asyncpg.DeadlockDetectedError) as error:
            await transaction.rollback()
            if not left:
                raise DistributionError("the tables are in use: a transaction holds one of them for long") from error
            await asyncio.sleep(LOCK_PAUSE_S)
    try:
        yield
    except BaseException:
        await transaction.rollback()
        raise
    await transaction.commit()
