"""The whole sweep and random combinations, then schemathesis; exit code 1 when anything is objected to."""

import asyncio
import os
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from app.db import Database
from app.db.embedded import EmbeddedServer
from app.db.migrate import migrate
from app.main import Application
from app.ops.log import configure_logging
from tests.api import Api, TestClock, make_settings
from tests.fuzz.documented import explore
from tests.fuzz.run import Fuzzer, Report

ROUNDS = 60
EXAMPLES = 100


async def fuzz(seed: int) -> Report:
    """Everything, against one application in process."""
    with tempfile.TemporaryDirectory(prefix="fuzz-", dir="/var/tmp", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        os.chmod(folder, 0o711)  # noqa: S103
        async with EmbeddedServer(folder, durable=False) as server:
            await migrate(server.dsn)
            clock = TestClock()
            settings = replace(make_settings(server.dsn, folder), log_level="error")
            application = Application(settings, clock)
            async with application.running():
                database = await Database.connect(server.dsn, max_size=2)
                api = Api(application, clock)
                fuzzer = Fuzzer(api, database)
                await fuzzer.sweep()
                await fuzzer.random(ROUNDS, seed)
                await api.close()
                await database.close()
                return fuzzer.report


def main() -> int:
    """Run with a seed (argument, else 1) and print what came of it."""
    configure_logging("error", "console")
    started = time.monotonic()
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    report = asyncio.run(fuzz(seed))
    for line in report.lines():
        print(line)
    statuses = ", ".join(f"{number} x {status}" for status, number in sorted(report.statuses.items()))
    print(f"{report.calls:,} calls in {time.monotonic() - started:.0f} s: {statuses}")
    print(f"{len(report.objections)} objections")
    return 1 if _explored(seed) or report.objections else 0


def _explored(seed: int) -> bool:
    """schemathesis with two seeds side by side; True when it objects."""
    started = time.monotonic()
    with ThreadPoolExecutor() as pool:
        outcomes = list(pool.map(lambda n: explore(EXAMPLES, n), (2 * seed, 2 * seed + 1)))
    for outcome in outcomes:
        print(outcome.objections)
    wrong = sum(bool(outcome.objections) for outcome in outcomes)
    cases = sum(outcome.cases for outcome in outcomes)
    print(f"schemathesis: {cases:,} cases in {time.monotonic() - started:.0f} s, {wrong} of 2 runs object")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
