"""Erasing a company with every trace of it, for an operator. SQL: sql/tenants.sql; tests: tests/cli/test_tenants.py.

DELETE /internal/auth/users/{id} takes what belongs to the company and keeps the audit log, which outlives it. This
takes the log along, and everything else that speaks of the company: what the right to erasure asks for.
"""

from app.db.pool import Database
from app.db.queries import Queries
from app.db.retries import retried
from app.features.auth.service import DELETE_ATTEMPTS, remove_user
from app.features.auth.verifications import identifier_hash, value_hash
from app.jobs import JobQueue
from app.ops.vault import Vault

# A company of millions of rows; nobody waits for an answer here.
ERASE_SECONDS = 1800.0


async def erase_company(db: Database, q: Queries, vault: Vault, company_id: str) -> int:
    """Delete the user with everything, then what no reference leads to. Gives how many such rows there were."""
    return await retried(lambda: _erase(db, q, vault, company_id), DELETE_ATTEMPTS)


async def _erase(db: Database, q: Queries, vault: Vault, company_id: str) -> int:
    async with db.patient_transaction(ERASE_SECONDS) as tx:
        traces = await q.tenants.get_traces(tx, company_id=company_id)
        assert traces is not None  # noqa: S101  (a query without FROM has one row)
        names = [name for name in (company_id, traces["email"], *traces["store_ids"]) if name]
        await remove_user(q, JobQueue(q), vault, tx, company_id)
        # After the deletion: it has waited for the company's running requests, so what they wrote is there to be seen.
        erased = await q.tenants.erase_jobs(tx, company_id=company_id, names=names)
        erased += await q.tenants.erase_events(tx, company_id=company_id)
        erased += await q.tenants.erase_verifications(
            tx,
            identifier_hashes=[identifier_hash(vault, name) for name in names],
            value_hashes=[value_hash(vault, name) for name in names],
        )
        await q.tenants.allow_audit_erasure(tx, company_id=company_id)
        return erased + await q.tenants.erase_audit(tx, company_id=company_id)
