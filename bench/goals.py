"""Goals beside what was seen, in one form: every result JSON carries a list of them under "goals"."""

import re
import statistics
from collections.abc import Sequence
from typing import TypedDict

SIGNIFICANT = 5


class Spread(TypedDict):
    """Median of the rounds, with the lowest and the highest of them."""

    median: float
    range: list[float]


class Goal(TypedDict, total=False):
    """A line of the page's first table; `note` is there when something must be said."""

    what: str
    goal: str
    seen: Spread
    met: bool
    note: str


Seen = float | Sequence[float] | Spread


def spread(values: Sequence[float]) -> Spread:
    """Median and range of some rounds."""
    return {"median": statistics.median(values), "range": [min(values), max(values)]}


def at_most(what: str, limit: float, seen: Seen, *, unit: str = "", note: str = "") -> Goal:
    """A goal met when the median of `seen` (a figure, those of the rounds, or their spread) is at most `limit`."""
    found = _spread(seen)
    return _goal(what, f"≤ {_figure(limit)}", found, found["median"] <= limit, unit, note)


def at_least(what: str, limit: float, seen: Seen, *, unit: str = "", note: str = "") -> Goal:
    """A goal met when the median of `seen` is at least `limit`."""
    found = _spread(seen)
    return _goal(what, f"≥ {_figure(limit)}", found, found["median"] >= limit, unit, note)


def always(what: str, *, met: bool, seen: float = 0, note: str = "") -> Goal:
    """A goal that holds or not, such as "rows of another store"; `seen` counts the exceptions."""
    return _goal(what, "always", _spread(seen), met, "", note)


def limit_of(goal: Goal) -> tuple[str, float] | None:
    """("≤" or "≥", limit) of a goal with a figure, else None."""
    found = re.match(r"([≤≥]) ([\d.,]+)", goal["goal"])
    return (found[1], float(found[2].replace(",", ""))) if found else None


def _goal(what: str, goal: str, seen: Spread, met: bool, unit: str, note: str) -> Goal:
    line = Goal(what=what, goal=f"{goal} {unit}".strip(), seen=seen, met=bool(met))
    if note:
        line["note"] = note
    return line


def _figure(value: float) -> str:
    return f"{value:,.{SIGNIFICANT}g}" if abs(value) < 1000 else f"{value:,.0f}"


def _spread(seen: Seen) -> Spread:
    if isinstance(seen, dict):
        return seen
    return spread(seen if isinstance(seen, Sequence) else [seen])
