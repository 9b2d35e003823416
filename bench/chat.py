"""The chat: CPU of a turn beside agent libraries, and up to two thousand chats at once on the full stack.

Usage: python -m bench.chat [--rounds 5]. Everything runs against a stub model (chat_stub.py). The libraries are those
of peers/chat.txt. Writes bench/results/chat.json, chat-turn.png and chat-growth.png.
"""

import argparse
import contextlib
import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.chat_flood import LATENCY_S, Stage, stage
from bench.environments import peer_python
from bench.goals import Goal, always, at_most, spread
from bench.plots import OURS, PEER, RESULTS, panels, save

ROOT = Path(__file__).parents[1]
TURNS, CONCURRENT = 128, 32
LEVELS = (100, 500, 1000, 2000)
EVENLY = {20.0: 2000, 4.0: 2000}
OVERHEADS_MS = {20.0: 20, 4.0: 60}
WINDOWS = 5
HTTPX_S = 20
GOALS = {"langgraph": 1 / 20, "pydantic-ai": 1 / 20, "openai": 1 / 10}
OF_PRODUCT, KIB = 0.8, 64
SOLD = {
    "question": "oi, tem tênis de corrida?",
    "choice": "quero 2 do primeiro, pago na entrega",
    "details": "Ana Souza, Rua das Flores 12, Centro, Santos SP, CEP 11010-000",
    "yes": "sim",
}
METHOD = (
    "Turn: three model calls and two tools against a stub without latency, 32 turns at a time; every side is a process"
    " of its own and the figure is its CPU time; ours collects garbage as `serve` does. `turn` is the service's own"
    " loop with prompt, checked arguments, quota and answer, but without its statements; `client` is a hand-written"
    " loop around our model client. Chats: POST /chat to the whole service in one process with its database, quota, log"
    " lines and metrics, one model call of two seconds each; overhead is what a chat took beyond the two seconds. Load"
    " generator, stub and database share the cores with the service; their CPU is in the tables."
)


@contextlib.contextmanager
def stub(delay_s: float) -> Iterator[tuple[str, int]]:
    """The stub model in a process of its own; its base URL and process id."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen([sys.executable, "-m", "bench.chat_stub", str(port), str(delay_s)], cwd=ROOT)
    try:
        for _ in range(100):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}/v1", process.pid
    finally:
        process.kill()
        process.wait()


class Side:
    """One implementation of the turn in a process of its own, which measures once for every line it is sent."""

    def __init__(self, command: list[str], base_url: str) -> None:
        self.process = subprocess.Popen(
            [*command, base_url, str(TURNS), str(CONCURRENT)],
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def turn_ms(self) -> float:
        """CPU milliseconds a turn. Raises ValueError when the process has ended."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write("\n")
            self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def close(self) -> None:
        """End it."""
        self.process.kill()
        self.process.wait()


def sides(base_url: str) -> dict[str, Side]:
    """Ours, and the peers that could be installed."""
    own = [sys.executable, "-m", "bench.chat_turn"]
    made = {name: Side([*own, name], base_url) for name in ("turn", "client")}
    if (python := peer_python("chat")) is not None:
        made |= {name: Side([str(python), str(ROOT / "bench" / "peer_chat.py"), name], base_url) for name in GOALS}
    return made


def turns(rounds: int) -> dict[str, list[float]]:
    """CPU milliseconds a turn by side, interleaved; a side that fails is left out."""
    times: dict[str, list[float]] = {}
    with stub(0) as (base_url, _), contextlib.ExitStack() as stack:
        running = sides(base_url)
        for side in running.values():
            stack.callback(side.close)
        for name, side in list(running.items()):
            try:
                side.turn_ms()  # the first is for warming up
            except ValueError:
                print(f"chat: {name} failed and is left out", file=sys.stderr)
                running.pop(name)
        for _ in range(rounds):
            for name, side in running.items():
                times.setdefault(name, []).append(side.turn_ms())
    return times


def ratios_of(times: dict[str, list[float]], own: str) -> dict[str, Any]:
    """Our CPU over each peer's, round by round."""
    here = [name for name in GOALS if name in times]
    return {name: spread([a / b for a, b in zip(times[own], times[name], strict=True)]) for name in here}


def summary(told: dict[str, Any], rest: int) -> dict[str, float]:
    """The figures of one flood; `rest`: the service's memory before the first."""
    seconds = told["seconds"]
    over = sorted((one - LATENCY_S) * 1000 for one in seconds if one >= 0) or [float("inf")]
    service_ms = told["cpu"]["service"]
    return {
        "failed": sum(one < 0 for one in seconds),
        "overhead p50, ms": over[len(over) // 2],
        "overhead p95, ms": over[int(len(over) * 0.95)],
        "chats × CPU, ms": len(seconds) * service_ms,
        "service CPU, ms a chat": service_ms,
        "database CPU, ms a chat": told["cpu"]["database"],
        "stub CPU, ms a chat": told["cpu"]["stub model"],
        "load CPU, ms a chat": told["cpu"]["load generator"],
        "memory, KiB a chat": max(0, told["memory"] - rest) / 1024 / len(seconds),
    }


def full_stack(rounds: int) -> tuple[dict[str, Any], list[Goal]]:
    """Floods of all sizes, all at once and evenly; and what the goals say of them."""
    result: dict[str, Any] = {}
    with stub(LATENCY_S) as (base_url, pid), stage(base_url, pid) as on:
        rest = on.processes["service"][0].memory_info().rss
        in_use = _while_waiting(on)
        growth = {f"{chats} at once": [summary(on.flood(chats), rest) for _ in range(rounds)] for chats in LEVELS}
        result["All at once"] = {title: _spreads(runs) for title, runs in growth.items()}
        evenly: dict[str, Any] = {}
        windows: dict[float, list[float]] = {}
        for over_s, chats in EVENLY.items():
            told = on.flood(chats, over_s=over_s)
            evenly[f"{chats} within {over_s:.0f} s"] = summary(told, rest)
            windows[over_s] = _window_p95s(told["seconds"])
        result["Arriving evenly"] = evenly
    most = growth[f"{LEVELS[-1]} at once"]
    failed = sum(run["failed"] for runs in [*growth.values(), list(evenly.values())] for run in runs)
    goals = [
        *[
            at_most(
                f"{EVENLY[over_s]:,} chats of {LATENCY_S:.0f} s arriving evenly within {over_s:.0f} s: p95 overhead",
                OVERHEADS_MS[over_s], seen, unit="ms", note="The range is that of five windows.",
            )
            for over_s, seen in windows.items()
        ],
        at_most(
            f"{LEVELS[-1]:,} chats at once: p95 overhead / (chats × CPU a chat)", OF_PRODUCT,
            [run["overhead p95, ms"] / run["chats × CPU, ms"] for run in most],
            note="All at once, the last must wait for the work of all before it, whatever the code does.",
        ),
        at_most(
            f"Memory of the service, {LEVELS[-1]:,} chats at once", KIB,
            [run["memory, KiB a chat"] for run in most], unit="KiB a chat",
        ),
        always("No database connection held while chats wait for the model", met=in_use == 0, seen=in_use),
        always(
            "Chats that failed, in all floods",
            met=not failed,
            seen=failed,
        ),
    ]  # fmt: skip
    return result, goals


def _while_waiting(on: Stage) -> int:
    """Database connections in use while a hundred chats wait for the model."""
    flood = threading.Thread(target=on.flood, args=(100,))
    flood.start()
    time.sleep(LATENCY_S * 0.7)
    # The least of a few looks: a background job takes one for a moment now and then, a chat would keep its own.
    found = min(on.connections_in_use() for _ in range(5))
    flood.join()
    return found


def _window_p95s(seconds: list[float]) -> list[float]:
    """The p95 overhead, ms, of consecutive parts of one run: its spread."""
    size = len(seconds) // WINDOWS
    parts = [sorted(seconds[first : first + size]) for first in range(0, size * WINDOWS, size)]
    return [(part[int(size * 0.95)] - LATENCY_S) * 1000 for part in parts]


def _spreads(runs: list[dict[str, float]]) -> dict[str, Any]:
    return {name: spread([run[name] for run in runs]) for name in runs[0]}


def with_tools(rounds: int) -> dict[str, Any]:
    """The turn of three calls and two tools through HTTP with real tools: vector and word search in the database."""
    with stub(0) as (base_url, pid), stage(base_url, pid) as on:
        runs = [on.flood(TURNS, kind="shop", together=CONCURRENT) for _ in range(rounds + 1)][1:]
    names = ("service", "database")
    return {"Turn with real tools on the database": {
        f"{name} CPU, ms a turn": spread([run["cpu"][name] for run in runs]) for name in names}}  # fmt: skip


def by_rules(rounds: int) -> dict[str, Any]:
    """The turns of a conversation that ends with an order, by the rule-based assistant, through HTTP."""
    told: dict[str, list[dict[str, Any]]] = {}
    with stage() as on:
        for number in range(rounds + 1):
            for name, message in SOLD.items():
                run = on.flood(TURNS, kind="rules", message=message, within=f"r{number}", together=CONCURRENT)
                told.setdefault(name, []).append(run["cpu"])
    return {"Turn by rules, without a model": {
        f"{name}: {process} CPU, ms": spread([run[process] for run in runs[1:]])
        for name, runs in told.items() for process in ("service", "database")}}  # fmt: skip


def plain_httpx() -> dict[str, Any]:
    """LEVELS[-1] chats at once with a plain httpx loop, without any service, for at most HTTPX_S seconds."""
    python = peer_python("chat")
    if python is None:
        return {}
    command = [str(python), str(ROOT / "bench" / "peer_chat.py"), "httpx"]
    with stub(LATENCY_S) as (base_url, _):
        done = subprocess.run(
            [*command, base_url, str(LEVELS[-1]), str(HTTPX_S)], capture_output=True, text=True, check=False
        )
    if done.returncode:
        print(f"chat: httpx failed: {done.stderr[-300:]}", file=sys.stderr)
        return {}
    told = json.loads(done.stdout)
    over = sorted((one - LATENCY_S) * 1000 for one in told["seconds"])
    return {f"Plain httpx loop, {LEVELS[-1]} at once, no service, {HTTPX_S} s": {
        "answered": len(over), "failed": told["failed"], "CPU, ms a chat": told["cpu_ms"] / LEVELS[-1],
        "overhead p95 of the answered, ms": over[int(len(over) * 0.95)] if over else "none was answered",
    }}  # fmt: skip


def plot(times: dict[str, list[float]], result: dict[str, Any]) -> None:
    """Bars of the turn's CPU; the growth curves."""
    figure, (axis,) = panels(1, 6, 3)
    names = list(times)
    axis.bar(names, [spread(times[name])["median"] for name in names], color=[OURS, OURS] + [PEER] * 3)
    axis.set_title("CPU ms a turn (3 model calls, 2 tools)")
    save(figure, "chat-turn")
    rows = result["All at once"].values()
    figure, axes = panels(3, 10, 3)
    for axis, name in zip(axes, ("service CPU, ms a chat", "overhead p95, ms", "memory, KiB a chat"), strict=True):
        axis.plot(LEVELS, [row[name]["median"] for row in rows], "o-", color=OURS)
        axis.set_title(name)
        axis.set_xlabel("chats at once")
        axis.set_ylim(bottom=0)
    save(figure, "chat-growth")


def main() -> None:
    """Run all of it and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    RESULTS.mkdir(parents=True, exist_ok=True)
    times = turns(rounds)
    result: dict[str, Any] = {"method": METHOD, "goals": []}
    result["Turn CPU, ms"] = {name: spread(values) for name, values in times.items()}
    ratios = {own: ratios_of(times, own) for own in ("turn", "client")}
    result["Ours / peer"] = ratios
    result["goals"] += [
        at_most(f"Turn CPU, the service's whole turn / {name}", GOALS[name], seen)
        for name, seen in ratios["turn"].items()
    ]
    floods, goals = full_stack(max(1, rounds // 2))
    result["goals"] += goals
    result |= floods | with_tools(rounds) | by_rules(rounds) | plain_httpx()
    (RESULTS / "chat.json").write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", "utf-8")
    plot(times, result)
    print(json.dumps(result["goals"], indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()
