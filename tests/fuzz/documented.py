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
# Not every valid body can be accepted: rules between fields, plan limits and the like are beyond a JSON Schema.
NOT_CHECKED = "positive_data_acceptance"


@dataclass
class Outcome:
    """Requests sent, and schemathesis' own report of what it objects to (empty: nothing)."""

    cases: int
    objections: str


def explore(examples: int, seed: int, *, phases: str = "examples,coverage,fuzzing,stateful") -> Outcome:
    """One run on a database of its own with at most `examples` generated cases for each operation."""
    with tempfile.TemporaryDirectory(prefix="fuzz-", dir="/var/tmp", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        os.chmod(folder, 0o711)  # noqa: S103 as root, the database runs under another account
        return asyncio.run(_explore(folder, examples, seed, phases))


async def _explore(folder: Path, examples: int, seed: int, phases: str) -> Outcome:
    async with EmbeddedServer(folder, durable=False) as database:
        await migrate(database.dsn)
        tenant = await _seeded(database.dsn)
        with FakeCardProvider() as cards:
            server = Server(database.dsn, folder, CARDPROVIDER_BASE_URL=cards.url, CARDPROVIDER_API_KEY="sk_test_fake")
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
        *("--report", "json", "--report-json-path", str(report), "--warnings", "off", "--request-timeout", "20"),
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    open("/tmp/st.out", "w").write(done.stdout + done.stderr)
    return Outcome(_cases(report), done.stdout if done.returncode else "")


def _cases(report: Path) -> int:
    import shutil

    shutil.copy(report, "/tmp/report.json")
    found: dict[str, Any] = json.loads(report.read_text("utf-8"))
    return int(found["test_cases"]["generated"])


def _configuration(tenant: Tenant) -> str:
    """The credentials of every scope (each operation reads its own), and the tenant's ids where ids are asked for."""
    headers = {
        "X-Auth-Token": AUTH_TOKEN,
        "X-Internal-Token": APP_TOKEN,
        "X-Actor-User-Id": tenant.actor_id,
        "X-Webhook-Token": WEBHOOK_TOKEN,
    }
    lines = ["[headers]", *(f"{name} = {json.dumps(value)}" for name, value in headers.items())]
    known = {name: str(value) for name, value in tenant.numbered().items() if value}
    known |= {"user_id": tenant.actor_id, "company_id": tenant.actor_id}
    lines += [
        line for name, value in known.items() for line in (f"[dictionaries.{name}]", f"values = [{json.dumps(value)}]")
    ]
    lines += ["[parameters]"]
    lines += [
        f'"{place}.{name}" = {{ dictionary = "{name}", probability = {KNOWN} }}' for name in known for place in PLACES
    ]
    return "\n".join(lines) + "\n"
