"""A usage report or charge whose process is killed with SIGKILL before or after its nth step.

A step is whatever leaves the process: a statement to PostgreSQL or a request to the provider.
"""

import asyncio
import os
import signal
from pathlib import Path
from typing import Any, Literal

from app.db.pool import Connection, Database
from app.features.billing.overage import charge_overage
from app.features.billing.report import report_usage
from app.ops.clock import SystemClock
from app.settings import Secret, Settings
from tests.features.billing.workers import worker_services
from tests.forks import Fork

Work = Literal["report", "charge"]
When = Literal["before", "after"]


class Killer:
    """Counts steps and dies at the chosen one."""

    def __init__(self, step: int, when: When) -> None:
        self.step, self.when, self.count = step, when, 0

    async def around(self, call: Any, *args: Any, **options: Any) -> Any:
        """Run one step, with death before or after it."""
        self.count += 1
        if self.count == self.step and self.when == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        result = await call(*args, **options)
        if self.count == self.step and self.when == "after":
            os.kill(os.getpid(), signal.SIGKILL)
        return result


def steps_of(killer: Killer, owner: Any, *names: str) -> None:
    """Make each of these methods a step."""
    for name in names:
        original = getattr(owner, name)

        def step(self: Any, *args: Any, _original: Any = original, **options: Any) -> Any:
            return killer.around(_original, self, *args, **options)

        setattr(owner, name, step)


async def killed(what: Work, dsn: str, url: str, step: int, when: When) -> bool:
    """Run it once in a process of its own; False when it came to its end before that step."""
    code = await asyncio.to_thread(Fork(_run, what, dsn, url, step, when).wait)
    assert code in (0, -signal.SIGKILL)
    return code != 0


def _run(what: Work, dsn: str, url: str, step: int, when: When) -> None:
    asyncio.run(_work(what, dsn, url, Killer(step, when)))


async def _work(what: Work, dsn: str, url: str, killer: Killer) -> None:
    settings = Settings(
        database_url=Secret(dsn),
        data_dir=Path("/nonexistent"),
        cardprovider_base_url=url,
        cardprovider_api_key=Secret("sk_test_1"),
    )
    database = await Database.connect(dsn, max_size=2)
    async with worker_services(settings, database, SystemClock()) as services:
        steps_of(killer, Connection, "fetch", "fetchrow", "fetchval", "execute")
        steps_of(killer, type(services.cardprovider), "_call")
        await (report_usage if what == "report" else charge_overage)(services)
    await database.close()
