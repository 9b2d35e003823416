"""What one company's flood costs another one's reads: `python -m bench.fairness [--rounds 7]`.

One company posts leads over 120 connections as fast as they are answered; meanwhile another one reads order details
and a page of orders, one request after the other. The time of its reads is compared with that of the same reads alone.
"""

import argparse
import asyncio
import http.client
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from app.db.embedded import EmbeddedServer
from app.db.migrate import migrate
from bench.crud_rows import ACTOR, APP, JSON_TYPE, Rows
from bench.crud_servers import ROOT, Request, Server, running
from bench.goals import at_most, spread
from bench.plots import MISSED, OURS, RESULTS, panels, save

ROUNDS = 7
CONNECTIONS = 120
POSTS = 2_400
READS = 40
GOAL = 3
ALONE, FLOODED = "alone", "beside the flood"
METHOD = (
    f"{CONNECTIONS} connections of one company post {POSTS:,} leads; {READS} reads of another company go one after the"
    " other meanwhile. Service, PostgreSQL and both loads share two cores: a fair share of them alone doubles a time."
)


class Flood:
    """The load of one company, sent by a process of its own."""

    def __init__(self, server: Server, rows: Rows) -> None:
        self._port = server.port
        self._store = rows.stores[1]
        self._sent = 0

    @contextmanager
    def running(self) -> Iterator[threading.Thread]:
        """While the block runs, and until all is answered. Raises RuntimeError for an answer that is no 201."""
        answers: list[dict[str, Any]] = []
        thread = threading.Thread(target=lambda: answers.append(self._send()))
        thread.start()
        time.sleep(0.2)  # until it is in full swing
        try:
            yield thread
        finally:
            thread.join()
        if answers[0]["statuses"] != {"201": POSTS}:
            raise RuntimeError(f"the flood was answered {answers[0]['statuses']}")

    def _send(self) -> dict[str, Any]:
        requests = [self._lead(number) for number in range(self._sent, self._sent + POSTS)]
        self._sent += POSTS
        order = {"port": self._port, "connections": CONNECTIONS, "requests": [one.encoded() for one in requests]}
        command = [sys.executable, "-m", "bench.crud_load"]
        made = subprocess.run(
            command, cwd=ROOT, input=json.dumps(order) + "\n", capture_output=True, text=True, check=True
        )
        answer: dict[str, Any] = json.loads(made.stdout)
        return answer

    def _lead(self, number: int) -> Request:
        body = {"store_id": str(self._store), "channel": "whatsapp", "external_id": f"55119{number:08}"}
        headers = APP | {"X-Actor-User-Id": f"{ACTOR}1"} | JSON_TYPE
        return Request("POST", "/internal/leads/ensure", headers, json.dumps(body).encode())


def read(server: Server, requests: list[Request], still: threading.Thread | None = None) -> list[float]:
    """Milliseconds of each read; with `still`, of those that were over before it was."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    times = []
    for request in requests:
        started = time.perf_counter()
        connection.request(request.method, request.path, headers=request.headers)
        answer = connection.getresponse()
        answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{request.path} was answered {answer.status}")
        if still is None or still.is_alive():
            times.append((time.perf_counter() - started) * 1000)
    connection.close()
    return times


def compare(server: Server, rows: Rows, rounds: int) -> dict[str, dict[str, list[float]]]:
    """By kind of read, alone and beside the flood: the mean of each round, and the slowest of each round."""
    kinds = {"order detail": rows.order_details(READS), "page of 50 orders": rows.order_lists(READS)}
    flood = Flood(server, rows)
    found: dict[str, dict[str, list[float]]] = {what: {} for what in kinds}
    for what, requests in kinds.items():
        read(server, requests)
        for _ in range(rounds):
            alone = read(server, requests)
            with flood.running() as thread:
                beside = read(server, requests, thread)
            if len(beside) < READS // 2:
                raise RuntimeError("the flood was over before the reads were")
            for name, times in ((ALONE, alone), (FLOODED, beside)):
                found[what].setdefault(f"{name}, mean", []).append(sum(times) / len(times))
                found[what].setdefault(f"{name}, slowest", []).append(max(times))
    return found


def report(found: dict[str, dict[str, list[float]]]) -> dict[str, Any]:
    """The goals, and all figures."""
    goals = []
    for what, times in found.items():
        ratios = [b / a for a, b in zip(times[f"{ALONE}, mean"], times[f"{FLOODED}, mean"], strict=True)]
        goals.append(
            at_most(f"{what} of another company beside {CONNECTIONS} parallel writes, over alone", GOAL, ratios)
        )
    return {
        "method": METHOD,
        "goals": goals,
        "ms a read": {what: {name: spread(values) for name, values in times.items()} for what, times in found.items()},
    }


async def measure(rounds: int) -> dict[str, Any]:
    """One database, one service."""
    with tempfile.TemporaryDirectory(prefix="bench-fairness-") as folder:
        os.chmod(folder, 0o755)  # noqa: S103 - the embedded database runs as a user of its own
        statements = Path(folder) / "statements.json"
        async with EmbeddedServer(Path(folder) / "db") as database:
            await migrate(database.dsn)
            rows = Rows(batches=1)
            await rows.insert(database.dsn, statements)
            with running("ours", database.dsn, statements) as server:
                return report(await asyncio.to_thread(compare, server, rows, rounds))


def plot(result: dict[str, Any]) -> None:
    """Alone and beside."""
    figure, (axis,) = panels(1, 8, 2.2)
    rows = [
        (f"{what}, {name}", spread) for what, times in result["ms a read"].items() for name, spread in times.items()
    ]
    rows = [row for row in rows if row[0].endswith("mean")]
    colours = [MISSED if FLOODED in name else OURS for name, _ in rows]
    axis.barh([name for name, _ in rows], [seen["median"] for _, seen in rows], color=colours)
    axis.set_title("ms a read")
    axis.grid(axis="y", visible=False)
    axis.invert_yaxis()
    save(figure, "fairness")


def main() -> None:
    """Measure, write and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    result = asyncio.run(measure(parser.parse_args().rounds))
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "fairness.json").write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", "utf-8")
    plot(result)
    for goal in result["goals"]:
        print(goal["what"], goal["goal"], goal["seen"], "met" if goal["met"] else "MISSED")


if __name__ == "__main__":
    main()
