"""What jobs there are: their names, argument types, limits and clocks. tests/jobs/test_registry.py."""

import random
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Generic, TypeVar

import msgspec

Args = TypeVar("Args", bound=msgspec.Struct)
Handler = Callable[[Any, Args], Awaitable[None]]
# Lanes: each has runners of its own. Receivers of webhooks may hang; what they hold up is their own lane.
USUAL, OUTBOUND = "usual", "outbound"
FIRST_DELAY_S = 2.0
LONGEST_DELAY_S = 3600.0


class NoArgs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Arguments of a job that has none."""


class RetryLater(Exception):
    """Raised by a handler: not now. Counts as an attempt."""


class GiveUp(Exception):
    """Raised by a handler: trying again cannot help. The job is dead at once and waits for a person."""


@dataclass(frozen=True, slots=True)
class Job(Generic[Args]):
    """One kind of job. Calling it runs the handler, as the worker does."""

    name: str
    args: type[Args]
    handler: Handler[Args]
    max_attempts: int
    timeout_s: float
    delays_s: tuple[float, ...] | None
    every: timedelta | None
    lane: str = USUAL

    async def __call__(self, ctx: Any, args: Args) -> None:
        """Run the handler."""
        await self.handler(ctx, args)

    def delay_after(self, attempts: int) -> float:
        """Seconds to wait after the given number of failed attempts, with jitter so that a crowd spreads out."""
        if self.delays_s is not None:
            base = self.delays_s[min(attempts, len(self.delays_s)) - 1]
        else:
            base = min(FIRST_DELAY_S * 2.0 ** min(attempts - 1, 20), LONGEST_DELAY_S)
        return base * random.uniform(0.8, 1.2)  # noqa: S311  (no secret)


class Registry:
    """Jobs by name. The service has one, `registry`; tests make their own."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job[Any]] = {}

    def __iter__(self) -> Iterator[Job[Any]]:
        return iter(self._jobs.values())

    def get(self, name: str) -> Job[Any]:
        """The job of that name. KeyError when there is none."""
        return self._jobs[name]

    def of(self, lane: str) -> "Registry":
        """The jobs of one lane."""
        part = Registry()
        part._jobs = {name: job for name, job in self._jobs.items() if job.lane == lane}
        return part

    def job(
        self,
        name: str,
        *,
        args: type[Args],
        max_attempts: int = 8,
        timeout_s: float = 60,
        delays_s: tuple[float, ...] | None = None,
        lane: str = USUAL,
    ) -> Callable[[Handler[Args]], Job[Args]]:
        """Declare a job. Delays double from 2 s to an hour unless `delays_s` lists them."""

        def declare(handler: Handler[Args]) -> Job[Args]:
            made = Job(name, args, handler, max_attempts, timeout_s, delays_s, None, lane)
            self._add(made)
            return made

        return declare

    def schedule(
        self, name: str, *, every: timedelta, max_attempts: int = 3, timeout_s: float = 60
    ) -> Callable[[Callable[[Any], Awaitable[None]]], Job[NoArgs]]:
        """Declare what runs by the clock, on one replica at a time; the handler takes the context alone."""

        def declare(handler: Callable[[Any], Awaitable[None]]) -> Job[NoArgs]:
            async def run(ctx: Any, _: NoArgs) -> None:
                await handler(ctx)

            made = Job(name, NoArgs, run, max_attempts, timeout_s, None, every)
            self._add(made)
            return made

        return declare

    def _add(self, made: Job[Any]) -> None:
        if made.name in self._jobs:
            raise ValueError(f"two jobs are named {made.name}")
        self._jobs[made.name] = made


registry = Registry()
job = registry.job
schedule = registry.schedule
