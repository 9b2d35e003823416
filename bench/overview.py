"""One plot of all goals: how far each is from its limit."""

from bench.goals import Goal, limit_of
from bench.plots import LIMIT, MISSED, OURS, panels, save

LABEL = 62


def draw(goals: dict[str, list[Goal]]) -> bool:
    """Draw bench/results/overview.png of the goals by benchmark; False when none of them has a figure."""
    rows = [(name, goal, ratio) for name, of_one in goals.items() for goal in of_one if (ratio := ratios(goal))]
    if not rows:
        return False
    figure, (axis,) = panels(1, 10, 1.0 + 0.21 * len(rows))
    for place, (_, goal, (low, middle, high)) in enumerate(rows):
        colour = OURS if goal["met"] else MISSED
        axis.plot([low, high], [place, place], color=colour, linewidth=1.5, alpha=0.5)
        axis.plot([middle], [place], "o", color=colour, markersize=4.5)
    axis.axvline(1, color=LIMIT, linewidth=1)
    axis.set_xscale("log")
    axis.set_yticks(range(len(rows)), [_label(name, goal) for name, goal, _ in rows], fontsize=7.5)
    axis.tick_params(axis="y", length=0)
    axis.set_ylim(len(rows) - 0.4, -0.6)
    for place in range(1, len(rows)):
        if rows[place][0] != rows[place - 1][0]:
            axis.axhline(place - 0.5, color="#cbd5e0", linewidth=0.8)
    axis.set_xlabel("part of the limit that is used: left of the line is met (1/4 = four times better than asked)")
    figure.suptitle("Every goal with a figure: median and range of the rounds", fontsize=11)
    _ticks(axis)
    save(figure, "overview")
    return True


def ratios(goal: Goal) -> tuple[float, float, float] | None:
    """(lowest, median, highest) part of the limit that is used; below 1 is met. None without a figure to divide."""
    limit, seen = limit_of(goal), goal["seen"]
    figures = [seen["range"][0], seen["median"], seen["range"][1]]
    if limit is None or limit[1] <= 0 or min(figures) <= 0:
        return None
    low, middle, high = [x / limit[1] if limit[0] == "≤" else limit[1] / x for x in figures]
    return min(low, high), middle, max(low, high)


def _label(name: str, goal: Goal) -> str:
    text = f"{name}: {goal['what']}"
    return (text if len(text) <= LABEL else text[: LABEL - 1] + "…") + f"  {goal['goal']}"


def _ticks(axis: object) -> None:
    from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

    ticks = axis.xaxis  # type: ignore[attr-defined]
    ticks.set_major_locator(LogLocator(base=10, subs=(1, 2, 5)))
    ticks.set_minor_locator(NullLocator())
    ticks.set_major_formatter(FuncFormatter(lambda x, _: f"{x:g}" if x >= 1 else f"1/{1 / x:g}"))
