"""Plots in one style, drawn without a display."""

from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.typing import RcKeyType

mpl.use("Agg")
from matplotlib import pyplot as plt

RESULTS = Path(__file__).parent / "results"
OURS, PEER, LIMIT, MISSED = "#2b6cb0", "#a0aec0", "#4a5568", "#c53030"
STYLE: dict[RcKeyType, Any] = {
    "font.size": 9, "axes.spines.top": False, "axes.spines.right": False, "axes.titlesize": 10, "axes.grid": True,
    "grid.color": "#e2e8f0", "axes.axisbelow": True, "legend.frameon": False, "figure.dpi": 110,
}  # fmt: skip


def panels(count: int, width: float, height: float, *, columns: int = 0) -> tuple[Any, list[Any]]:
    """A figure with that many axes, in one row or in rows of `columns`."""
    columns = columns or count
    with plt.rc_context(STYLE):
        figure, axes = plt.subplots(-(-count // columns), columns, figsize=(width, height), squeeze=False)
    flat = list(axes.flat)
    for axis in flat[count:]:
        axis.set_axis_off()
    return figure, flat[:count]


def save(figure: Any, name: str) -> None:
    """Write bench/results/<name>.png."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    with plt.rc_context(STYLE):
        figure.tight_layout()
        figure.savefig(RESULTS / f"{name}.png", dpi=110)
    plt.close(figure)
