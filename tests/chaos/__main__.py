"""Runs the scenarios (all, or those named) one after the other and prints a table; exit code 1 when one falls short."""

import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path

from app.cli.run import lift_open_files
from app.db.embedded import EmbeddedServer
from tests.chaos.clients import hold_idle_connections, suffer_hostile_clients
from tests.chaos.disk import fill_the_disk
from tests.chaos.endings import end_one_process, end_two_processes
from tests.chaos.kills import kill_the_database, kill_the_service
from tests.chaos.models import break_the_model
from tests.chaos.providers import lose_the_providers
from tests.chaos.stage import Outcome, Scenario, Stage
from tests.chaos.stalls import empty_the_pool, stall_the_database
from tests.chaos.uploads import upload_gigabytes

SCENARIOS: dict[str, Scenario] = {
    "api": kill_the_service,
    "database": kill_the_database,
    "stall": stall_the_database,
    "pool": empty_the_pool,
    "model": break_the_model,
    "idle": hold_idle_connections,
    "clients": suffer_hostile_clients,
    "disk": fill_the_disk,
    "uploads": upload_gigabytes,
    "providers": lose_the_providers,
    "term": end_one_process,
    "workers": end_two_processes,
}


async def play(names: list[str]) -> int:
    """Play the scenarios on one durable database; the exit code."""
    failed = 0
    with tempfile.TemporaryDirectory(prefix="chaos-", dir="/var/tmp", ignore_cleanup_errors=True) as folder:
        async with EmbeddedServer(Path(folder)) as database:
            # As root, the database runs under another account, which must be able to pass through.
            os.chmod(folder, 0o711)  # noqa: S103
            for name in names:
                started = time.monotonic()
                outcome = await _play(SCENARIOS[name], Stage(Path(folder), database))
                _print(outcome, time.monotonic() - started)
                failed += bool(outcome.wrong)
    return 1 if failed else 0


async def _play(scenario: Scenario, stage: Stage) -> Outcome:
    try:
        return await scenario(stage)
    except Exception as error:
        return Outcome(scenario.__name__.replace("_", " "), "", [f"{type(error).__name__}: {error}"])
    finally:
        await asyncio.to_thread(stage.clear)


def _print(outcome: Outcome, seconds: float) -> None:
    verdict = "FAIL" if outcome.wrong else "ok"
    print(f"{verdict:4} | {outcome.name:32} | {seconds:5.1f} s | {outcome.seen}", flush=True)
    for wrong in outcome.wrong:
        print(f"     |   {wrong}", flush=True)


if __name__ == "__main__":
    lift_open_files()
    chosen = sys.argv[1:] or list(SCENARIOS)
    unknown = [name for name in chosen if name not in SCENARIOS]
    if unknown:
        sys.exit(f"unknown: {', '.join(unknown)}; there are {', '.join(SCENARIOS)}")
    sys.exit(asyncio.run(play(chosen)))
