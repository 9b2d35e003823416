"""The two seeded tenants leave no tenant table empty, so that no check passes for want of rows."""

from app.db import Database
from tests.tenancy.seed import seed_two_tenants

# Not a tenant's: seeded by migrations, or the business of the machinery itself.
NOT_SEEDED = {
    "plans",
    "plan_versions",
    "topup_prices",
    "schema_migrations",
    "idempotency_keys",
    "jobs",
    "job_schedules",
    "embedding_model",
}


async def test_every_tenant_table_has_rows_of_both(database: Database) -> None:
    async with database.transaction() as tx:
        await seed_two_tenants(tx)
    tables = await database.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    for (table,) in tables:
        if table not in NOT_SEEDED:
            # The name comes from the catalogue of this very database.
            count = await database.fetchval(f'SELECT count(*) FROM "{table}"')  # noqa: S608
            assert count >= 2, f"{table}: seed.sql leaves it empty"
