"""schemathesis against the running service: requests made from /openapi.json, answers held against it.

Ids of one seeded tenant are mixed into the generated ones, so that requests reach records; providers are fakes.
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.db import Database
from app.db.embedded import EmbeddedServer
from app.db.migrate import migrate
from tests.api import APP_TOKEN, AUTH_TOKEN, ROOT, WEBHOOK_TOKEN
from tests.fakes.cardprovider import FakeCardProvider
from tests.fuzz.run import unseal
from tests.servers import Server
from tests.tenancy.seed import Tenant, seed_tenant

PLACES = ("path", "query", "body")
KNOWN = 0.6
PHASES = "examples,coverage,fuzzing,stateful"
REFUSALS = (400, 401, 404, 405, 409, 413, 415, 422)
# Not every valid body can be accepted: rules between fields, plan limits and the like are beyond a JSON Schema.
NOT_CHECKED = "positive_data_acceptance"


@dataclass
class Outcome:
    """Requests sent, and schemathesis' own report of what it objects to (empty: nothing)."""

    cases: int
    objections: str


def explore(examples: int, seed: int) -> Outcome:
    """All phases on a database of its own, with at most `examples` generated cases for each operation."""
    with tempfile.TemporaryDirectory(prefix="fuzz-", dir="/var/tmp", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        os.chmod(folder, 0o711)  # noqa: S103 as root, the database runs under another account
        return asyncio.run(_explore_alone(folder, examples, seed))


async def _explore_alone(folder: Path, examples: int, seed: int) -> Outcome:
    async with EmbeddedServer(folder, durable=False) as database:
        await migrate(database.dsn)
        return await explore_on(database.dsn, folder, examples, seed)


async def explore_on(dsn: str, folder: Path, examples: int, seed: int, *, phases: str = PHASES) -> Outcome:
    """The same on a migrated, empty database; `folder` takes files."""
    tenant = await _seeded(dsn)
    with FakeCardProvider() as cards:
        server = Server(dsn, folder, CARDPROVIDER_BASE_URL=cards.url, CARDPROVIDER_API_KEY="sk_test_fake")
        await asyncio.to_thread(server.start)
        try:
            return await asyncio.to_thread(_run, folder, server.url, tenant, examples, seed, phases)
        finally:
            await asyncio.to_thread(server.stop)


async def _seeded(dsn: str) -> Tenant:
    database = await Database.connect(dsn, max_size=1)
    async with database.transaction() as tx:
        tenant = await seed_tenant(tx, "fuzzed")
        await unseal(tx)
        # The fake card provider does not know the seed's customer.
        await tx.execute("DELETE FROM subscriptions")
        await tx.execute("DELETE FROM billing_customers")
    await database.close()
    return tenant


def _run(folder: Path, url: str, tenant: Tenant, examples: int, seed: int, phases: str) -> Outcome:
    config, report = folder / "schemathesis.toml", folder / "report.json"
    config.write_text(_configuration(tenant), "utf-8")
    command = [
        *(sys.executable, "-m", "schemathesis.cli", "--config-file", str(config), "run", f"{url}/openapi.json"),
        *("--phases", phases, "--max-examples", str(examples), "--seed", str(seed)),
        *("--checks", "all", "--exclude-checks", NOT_CHECKED),
        *("--continue-on-failure", "--no-color", "--generation-database", "none", "--suppress-health-check", "all"),
        *("--report", "json", "--report-json-path", str(report), "--warnings", "off"),
    ]
    environment = os.environ | {"SCHEMATHESIS_HOOKS": "tests.fuzz.hooks", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    if not report.exists():
        return Outcome(0, done.stdout + done.stderr)
    found: dict[str, Any] = json.loads(report.read_text("utf-8"))
    return Outcome(found["test_cases"]["generated"], done.stdout if done.returncode else "")


def _configuration(tenant: Tenant) -> str:
    """The credentials of every scope (each operation reads its own), and the tenant's ids where ids are asked for."""
    headers = {
        "X-Auth-Token": AUTH_TOKEN,
        "X-Internal-Token": APP_TOKEN,
        "X-Actor-User-Id": tenant.actor_id,
        "X-Webhook-Token": WEBHOOK_TOKEN,
    }
    # A stream of updates is read until it is silent for so long.
    lines = ["request-timeout = 20", "[[operations]]", 'include-path-regex = "/updates$"', "request-timeout = 3"]
    lines += ["[headers]", *(f"{name} = {json.dumps(value)}" for name, value in headers.items())]
    known = {name: str(value) for name, value in tenant.numbered().items() if value}
    known |= {"user_id": tenant.actor_id, "company_id": tenant.actor_id}
    lines += [
        line for name, value in known.items() for line in (f"[dictionaries.{name}]", f"values = [{json.dumps(value)}]")
    ]
    # A body can be both too large and against its schema.
    lines += ["[checks.negative_data_rejection]", f"expected-statuses = {[*REFUSALS]}", "[parameters]"]
    lines += [
        f'"{place}.{name}" = {{ dictionary = "{name}", probability = {KNOWN} }}' for name in known for place in PLACES
    ]
    return "\n".join(lines) + "\n"
