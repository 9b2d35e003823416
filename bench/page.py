"""bench/results/README.md: the page a person reads, from the results and the record of the runs."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench import overview
from bench.goals import Goal
from bench.plots import RESULTS

# Keys of a result that have a place of their own on the page.
APART = {"goals", "method", "machine", "versions", "commit"}
COLUMNS = 7


def write(order: list[str], runs: dict[str, Any]) -> None:
    """Write the page of the benchmarks in that order. `runs` says how and where each ran (bench/results/runs.json)."""
    results = {name: _result(name) for name in order if name in runs}
    goals: dict[str, list[Goal]] = {name: result.get("goals", []) for name, result in results.items()}
    goals = {name: of_one for name, of_one in goals.items() if isinstance(of_one, list)}
    parts = [_head(goals, results, runs), *_goals(goals, results, runs)]
    if overview.draw(goals):
        parts.append("\n![All goals](overview.png)\n")
    parts += _runs(results, runs)
    for name, result in results.items():
        parts += _benchmark(name, result, runs[name])
    (RESULTS / "README.md").write_text("".join(parts), "utf-8")


def _result(name: str) -> dict[str, Any]:
    path = RESULTS / f"{name}.json"
    return json.loads(path.read_text("utf-8")) if path.exists() else {}


def _head(goals: dict[str, list[Goal]], results: dict[str, Any], runs: dict[str, Any]) -> str:
    every = [goal for of_one in goals.values() for goal in of_one]
    met = sum(goal["met"] for goal in every)
    failed = [name for name in results if runs[name]["status"] != "ok"]
    broken = f" **Did not end well: {', '.join(failed)}.**" if failed else ""
    return (
        f"# Benchmarks\n\n{met} of {len(every)} goals met.{broken} Medians, with the range over interleaved rounds in"
        " brackets. Ratios within one run are what to trust; single times depend on what else the machine does."
        " How each is measured: [bench/README.md](../README.md). Written by `make bench`.\n"
    )


def _goals(goals: dict[str, list[Goal]], results: dict[str, Any], runs: dict[str, Any]) -> Iterator[str]:
    yield "\n## Goals\n\n| | goal | asked | seen | met |\n|---|---|---|---|---|\n"
    for name in results:
        if runs[name]["status"] != "ok":
            yield f"| [{name}](#{name}) | {runs[name]['status']}: nothing measured | | | **no** |\n"
        for goal in goals.get(name, []):
            note = f" ({goal['note']})" if goal.get("note") else ""
            met = "yes" if goal["met"] else "**no**"
            seen = figure(goal["seen"]) if goal["goal"] != "always" else f"{goal['seen']['median']:g} exceptions"
            yield f"| [{name}](#{name}) | {_cell(goal['what'])}{_cell(note)} | {goal['goal']} | {seen} | {met} |\n"


def _runs(results: dict[str, Any], runs: dict[str, Any]) -> Iterator[str]:
    columns = "benchmark", "ended", "took", "limit", "load at start", "commit", "when"
    yield f"\n## Runs\n\n| {' | '.join(columns)} |\n{'|---' * len(columns)}|\n"
    for name in results:
        run = runs[name]
        facts = run["status"], f"{run['seconds']:.0f} s", f"{run['limit']} s", run["load at start"], run["commit"]
        yield f"| [{name}](#{name}) | {' | '.join(facts)} | {run['when']} |\n"
    total = sum(runs[name]["seconds"] for name in results)
    yield f"\nTogether {total / 60:.1f} minutes.\n"
    yield from _places("Machine", results, [runs[name]["machine"] for name in results])
    yield from _places("Versions", results, [runs[name]["versions"] for name in results])
    peers = {env: found for name in results for env, found in runs[name]["peers"].items() if found}
    for env, found in sorted(peers.items()):
        yield f"\nPeers `{env}`: {_facts(found)}.\n"


def _places(what: str, results: dict[str, Any], facts: list[dict[str, str]]) -> Iterator[str]:
    """One line when all benchmarks share it, else one for each kind with the names it is of."""
    kinds: dict[str, list[str]] = {}
    for name, fact in zip(results, facts, strict=True):
        kinds.setdefault(_facts(fact), []).append(name)
    for text, names in kinds.items():
        of = f" ({', '.join(names)})" if len(kinds) > 1 else ""
        yield f"\n{what}{of}: {text}.\n"


def _facts(found: dict[str, str]) -> str:
    return ", ".join(f"{key} {value}" for key, value in found.items())


def _benchmark(name: str, result: dict[str, Any], run: dict[str, Any]) -> Iterator[str]:
    yield f"\n## {name}\n\n"
    if run["status"] != "ok":
        yield f"{run['status'].capitalize()} after {run['seconds']:.0f} s; nothing of it is shown.\n"
        yield f"\n```text\n{run['output'].strip()}\n```\n"
        return
    yield f"{result.get('method') or _docstring(name)}\n"
    for path in sorted(RESULTS.glob(f"{name}*.png")):
        yield f"\n![{path.stem}]({path.name})\n"
    yield from tables({key: value for key, value in result.items() if key not in APART})


def _docstring(name: str) -> str:
    source = (Path(__file__).parent / f"{name}.py").read_text("utf-8")
    return (ast.get_docstring(ast.parse(source)) or "").split("\n\n")[0].replace("\n", " ")


def tables(value: dict[str, Any], title: str = "") -> Iterator[str]:
    """Nested figures as tables: of two columns, or of rows and columns where all rows are alike."""
    heading = f"\n**{_cell(title)}**\n" if title else ""
    leaves = {key: inner for key, inner in value.items() if _is_leaf(inner)}
    nested = {key: inner for key, inner in value.items() if not _is_leaf(inner)}
    if leaves:
        yield f"{heading}\n| | |\n|---|---|\n"
        yield from (f"| {_cell(key)} | {figure(inner)} |\n" for key, inner in leaves.items())
        heading = ""
    columns = list(dict.fromkeys(column for inner in nested.values() for column in inner))
    if len(nested) > 1 and len(columns) <= COLUMNS and all(map(_is_row, nested.values())):
        yield f"{heading}\n| | {' | '.join(map(_cell, columns))} |\n|---{'|---' * len(columns)}|\n"
        for key, inner in nested.items():
            yield f"| {_cell(key)} | {' | '.join(figure(inner.get(column, '')) for column in columns)} |\n"
        return
    for key, inner in nested.items():
        yield from tables(inner, f"{title}: {key}" if title else key)


def _is_leaf(value: Any) -> bool:
    return not isinstance(value, dict) or set(value) == {"median", "range"}


def _is_row(value: dict[str, Any]) -> bool:
    return all(map(_is_leaf, value.values()))


def figure(value: Any) -> str:
    """A figure, or a median with its range, in as many digits as mean something."""
    if isinstance(value, dict):
        low, high = value["range"]
        return _number(value["median"]) + (f" ({_number(low)} to {_number(high)})" if low != high else "")
    if isinstance(value, list):
        return " to ".join(map(_number, value)) if len(value) == 2 else ", ".join(map(_number, value))
    return _number(value)


def _number(value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return _cell(str(value))
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}" if isinstance(value, float) else str(value)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
