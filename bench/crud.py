"""CPU per request of the everyday endpoints beside bare uvicorn + asyncpg, Litestar + asyncpg, FastAPI + SQLAlchemy.

Usage: python -m bench.crud [--rounds 7]. One database, one set of rows, interleaved rounds; the answers are compared
first. Also: first and last route, start-up time, memory. Writes bench/results/crud.json and crud.png.
"""

import argparse
import asyncio
import contextlib
import json
import os
import platform
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from app.db.embedded import EmbeddedServer
from app.db.migrate import migrate
from bench.crud_process import start_up
from bench.crud_routes import first_and_last
from bench.crud_rows import Rows, comparable
from bench.crud_servers import APPS, Generator, Server, running
from bench.environments import peer_python, versions
from bench.goals import Goal, at_most, spread

RESULTS = Path(__file__).parent / "results"
ROUNDS = 7
# Starting takes seconds and its spread is small beside them.
STARTS = 3
# What a round sends to each server, and the status that is right.
COUNTS = {
    "session by token": (800, 200),
    "session by token, cached": (800, 200),
    "session and user": (800, 200),
    "user by e-mail": (800, 200),
    "user by e-mail, cached": (800, 200),
    "order detail": (400, 200),
    "order list of 50": (100, 200),
    "insert message": (400, 201),
    "batch-upsert of 5,000": (1, 200),
}
# (what, over whom): our CPU divided by theirs is at most this.
GOALS = {
    ("session by token", "litestar"): 0.4,
    ("session by token", "raw"): 1.05,
    ("user by e-mail", "litestar"): 0.4,
    ("user by e-mail", "raw"): 1.05,
    ("session and user", "raw"): 1.1,
    ("session and user", "litestar, two calls"): 0.22,
    ("order detail", "fastapi"): 0.042,
    ("order detail", "raw"): 0.9,
    ("insert message", "fastapi"): 0.12,
    ("insert message", "litestar"): 0.75,
    ("batch-upsert of 5,000", "raw"): 3,
}
PEERS = {"raw": "bare uvicorn + asyncpg", "litestar": "Litestar + asyncpg", "fastapi": "FastAPI + SQLAlchemy"}
# As a frontend must ask whose server has no such endpoint.
TWO_CALLS = ("session by token", "user by e-mail")


def requests(rows: Rows, what: str, count: int) -> list[Any]:
    """The requests of one server's turn."""
    if what == "batch-upsert of 5,000":
        return rows.batch()
    if what == "order detail":
        return rows.order_details(count)
    if what == "order list of 50":
        return rows.order_lists(count)
    if what == "insert message":
        return rows.messages(count)
    if what == "session and user":
        return rows.sessions_and_users(count)
    same = what.endswith("cached")
    return rows.sessions(count, same=same) if what.startswith("session") else rows.users(count, same=same)


def check_answers(rows: Rows, servers: list[Server]) -> None:
    """All servers answer each kind of request alike. Raises RuntimeError."""
    for what, (_, status) in COUNTS.items():
        answers = {}
        request = requests(rows, what, 1)[0]
        for server in asked(servers, what):
            if what.startswith("batch"):
                request = rows.batch()[0]
            got, answer = server.get(request)
            if what == "insert message":
                answer = {name: value for name, value in answer.items() if name not in ("id", "created_at")}
            answers[server.name] = (got, comparable(answer))
        different = [name for name, answer in answers.items() if answer != (status, answers["ours"][1])]
        if different:
            raise RuntimeError(f"{what}: {different[0]} and ours differ: {answers[different[0]]} {answers['ours']}")


def asked(servers: list[Server], what: str) -> list[Server]:
    """Those that have such an endpoint."""
    return [server for server in servers if what != "session and user" or server.name in ("ours", "raw")]


def compare(rows: Rows, servers: list[Server], rounds: int) -> dict[str, dict[str, list[float]]]:
    """CPU microseconds a request by path and server, one value a round; each round begins with another server."""
    generator = Generator()
    times: dict[str, dict[str, list[float]]] = {}
    try:
        for server in servers:
            for what, (count, status) in COUNTS.items():
                if not what.startswith("batch") and server in asked(servers, what):
                    generator.cpu_per_request(server, requests(rows, what, min(count, 200)), status)
        for number in range(rounds):
            order = servers[number % len(servers) :] + servers[: number % len(servers)]
            for what, (count, status) in COUNTS.items():
                for server in asked(order, what):
                    used = generator.cpu_per_request(server, requests(rows, what, count), status)
                    times.setdefault(what, {}).setdefault(server.name, []).append(used)
    finally:
        generator.close()
    return times


def report(times: dict[str, dict[str, list[float]]]) -> dict[str, Any]:
    """Medians and ranges, our ratio to each peer, and the goals beside what was measured."""
    ratios = {
        what: {
            peer: spread([own / other for own, other in zip(by_server["ours"], values, strict=True)])
            for peer, values in by_server.items()
            if peer != "ours"
        }
        for what, by_server in times.items()
    }
    for peer in ("litestar", "fastapi"):
        if peer in times[TWO_CALLS[0]]:
            own, first, second = times["session and user"]["ours"], *(times[call][peer] for call in TWO_CALLS)
            both = [a / (b + c) for a, b, c in zip(own, first, second, strict=True)]
            ratios["session and user"][f"{peer}, two calls"] = spread(both)
    goals: list[Goal] = [
        at_most(f"{what}, CPU over {PEERS.get(peer, peer)}", limit, ratios[what][peer])
        for (what, peer), limit in GOALS.items()
        if peer in ratios[what]
    ]
    return {
        "goals": goals,
        "CPU µs a request": {
            what: {name: spread(values) for name, values in by_server.items()} for what, by_server in times.items()
        },
        "ours / peer": ratios,
    }


async def measure(rounds: int, python: Path | None) -> dict[str, Any]:
    """All servers on one database; `python`: the peers' interpreter, None leaves them out."""
    with tempfile.TemporaryDirectory(prefix="bench-crud-") as folder:
        os.chmod(folder, 0o755)  # noqa: S103 - the embedded database runs as a user of its own
        statements = Path(folder) / "statements.json"
        async with EmbeddedServer(Path(folder) / "db") as database:
            await migrate(database.dsn)
            rows = Rows(batches=(rounds + 1) * (1 + len(APPS)) + 1)
            await rows.insert(database.dsn, statements)
            with contextlib.ExitStack() as stack:
                names = ["ours", *APPS] if python else ["ours"]
                servers = [stack.enter_context(running(name, database.dsn, statements, python)) for name in names]
                check_answers(rows, servers)
                return report(compare(rows, servers, rounds))


def machine() -> dict[str, str]:
    """Where and what was measured."""
    commit = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False)
    cpu = next(
        (x.split(":")[1].strip() for x in Path("/proc/cpuinfo").read_text().splitlines() if "model name" in x), "?"
    )
    return {
        "cpu": f"{os.cpu_count()} × {cpu}", "load at start": f"{os.getloadavg()[0]:.2f}",
        "python": platform.python_version(), "commit": commit.stdout.strip(), "peers": str(versions("web")),
    }  # fmt: skip


def plot(result: dict[str, Any]) -> None:
    """CPU by path and server, logarithmic."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    times = result["CPU µs a request"]
    figure, axes = pyplot.subplots(figsize=(11, 5))
    servers = [name for name in ("raw", "ours", "litestar", "fastapi") if name in times["session by token"]]
    for shift, name in enumerate(servers):
        places = [place for place, what in enumerate(times) if name in times[what]]
        middle = [by_server[name]["median"] for by_server in times.values() if name in by_server]
        axes.bar([place + 0.2 * shift for place in places], middle, 0.2, label=name)
    axes.set_xticks([x + 0.3 for x in range(len(times))], list(times), rotation=20, ha="right")
    axes.set_yscale("log")
    axes.set_ylabel("server CPU, µs a request")
    axes.legend()
    figure.tight_layout()
    figure.savefig(RESULTS / "crud.png", dpi=110)


def main() -> None:
    """Measure and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    rounds = parser.parse_args().rounds
    python = peer_python("web")
    result: dict[str, Any] = {"machine": machine()}
    result |= asyncio.run(measure(rounds, python))
    routes = {name: spread(values) for name, values in first_and_last(rounds).items()}
    started = start_up(STARTS)
    result["goals"] += [
        at_most("last of all routes / first", 1.05, routes["ours"]),
        at_most("start-up on an empty data directory", 3, started["start-up, s"]["first start"], unit="s"),
        at_most("start-up on a used data directory", 3, started["start-up, s"]["next start"], unit="s"),
        at_most("memory at rest", 250, started["memory at rest, MB"], unit="MB"),
    ]
    result |= {"last route / first": routes} | started
    RESULTS.mkdir(parents=True, exist_ok=True)
    (RESULTS / "crud.json").write_text(json.dumps(result, indent=2, ensure_ascii=False) + "\n", "utf-8")
    plot(result)
    for goal in result["goals"]:
        low, high = goal["seen"]["range"]
        seen = f"{goal['seen']['median']:.3g} ({low:.3g} to {high:.3g})"
        print(f"{'met   ' if goal['met'] else 'MISSED'} {goal['what']}: {seen}, goal {goal['goal']}")


if __name__ == "__main__":
    main()
