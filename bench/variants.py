"""What a change costs: the service of several checkouts side by side on one database, CPU per request.

Usage: python -m bench.variants before=../other-checkout after=. [--rounds 25]. Interleaved rounds, each beginning with
another variant; prints medians, each round's ratio to the first variant as median and range, and
the lowest tenth of the rounds, which other work on the machine has disturbed least.
"""

import argparse
import asyncio
import contextlib
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from app.db.embedded import EmbeddedServer
from app.db.migrate import migrate
from bench.crud_rows import Rows
from bench.crud_servers import Generator, Request, Server, end, free_port, ours, wait

COUNTS = {"session by token": 400, "order detail": 200, "insert message": 100}


@contextlib.contextmanager
def _serving(name: str, folder: Path, dsn: str, scratch: Path) -> Iterator[Server]:
    port = free_port()
    log = scratch / f"{name}.log"
    with log.open("wb") as sink:
        command = [sys.executable, "-m", "app", "serve"]
        environment = os.environ | ours(dsn, port, scratch)
        process = subprocess.Popen(command, cwd=folder, env=environment, stderr=sink, stdout=sink)
    try:
        wait(process, port, log)
        yield Server(name, process, port)
    finally:
        end(process)


def _requests(rows: Rows, what: str, count: int) -> list[Request]:
    made = {"session by token": rows.sessions, "order detail": rows.order_details, "insert message": rows.messages}
    return made[what](count)


def _compare(rows: Rows, servers: list[Server], rounds: int, kinds: list[str]) -> None:
    generator = Generator()
    first = servers[0].name
    try:
        for what in kinds:
            count = COUNTS[what]
            times: dict[str, list[float]] = {server.name: [] for server in servers}
            status = 201 if what == "insert message" else 200
            for number in range(rounds + 1):
                start = number % len(servers)
                for server in servers[start:] + servers[:start]:
                    used = generator.cpu_per_request(server, _requests(rows, what, count), status)
                    if number:  # the first round warms up
                        times[server.name].append(used)
            for name, values in times.items():
                ratios = [own / base for own, base in zip(values, times[first], strict=True)]
                beside = f"{statistics.median(ratios):.3f} ({min(ratios):.3f} to {max(ratios):.3f}) of {first}"
                low = statistics.quantiles(values, n=10)[0], statistics.quantiles(times[first], n=10)[0]
                print(
                    f"{what:18} {name:12} {statistics.median(values):8.1f} µs   {beside}"
                    f"   lowest tenth {low[0]:.1f} µs, {low[0] / low[1]:.3f}",
                    flush=True,
                )
    finally:
        generator.close()


async def _measure(variants: dict[str, Path], rounds: int, kinds: list[str]) -> None:
    with tempfile.TemporaryDirectory(prefix="bench-variants-") as name:
        os.chmod(name, 0o755)  # noqa: S103 - the embedded database runs as a user of its own
        scratch = Path(name)
        async with EmbeddedServer(scratch / "db") as database:
            await migrate(database.dsn)
            rows = Rows(batches=1)
            await rows.insert(database.dsn, scratch / "statements.json")
            with contextlib.ExitStack() as stack:
                servers = [
                    stack.enter_context(_serving(variant, folder, database.dsn, scratch))
                    for variant, folder in variants.items()
                ]
                await asyncio.to_thread(_compare, rows, servers, rounds, kinds)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variants", nargs="+", metavar="NAME=FOLDER")
    parser.add_argument("--rounds", type=int, default=25)
    parser.add_argument("--only", action="append", choices=COUNTS)
    arguments = parser.parse_args()
    variants = {name: Path(folder) for name, _, folder in (text.partition("=") for text in arguments.variants)}
    asyncio.run(_measure(variants, arguments.rounds, arguments.only or list(COUNTS)))


if __name__ == "__main__":
    main()
