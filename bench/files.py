"""Reading files: pages and rows a second beside the peers, and what the event loop feels of it.

Usage: python -m bench.files [--pages 300] [--rows 20000] [--rounds 5]. Every reader is a process of its own (peers in
bench/.env-files) and reads the same file once a round, in turn. Writes bench/results/files.json and .png.
"""

import argparse
import asyncio
import contextlib
import csv
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

from app.files import Chunking, FilePool, Limits
from app.files.csvfile import inspect, records
from app.files.tables import Budget, render, structure
from app.files.xlsx import open_workbook
from bench.environments import peer_python
from bench.goals import Goal, at_least, at_most, spread
from bench.plots import OURS, PEER, RESULTS, panels, save

ROOT = Path(__file__).parents[1]
PDF_GOALS = {"pypdf": 4.0, "pymupdf": 0.85}
XLSX_GOALS = {"openpyxl": 9.0, "fastexcel": 0.75, "polars": 0.75}
LAG_MS = 10
LIMITS = Limits(max_rows=1_000_000, max_chars=100_000_000)
METHOD = (
    "Every reader is a process of its own, warmed up by one read, and reads the same file once a round, in turn: a PDF"
    " page by page to text, a workbook to rows of text (the figures of goals) and to rows of values as the file has"
    " them. Our readers are those of the child process, clean-up of the text included. Loop lag: how late a timer of"
    " 1 ms is, at worst, while the service's pool reads and chunks a file, beside the same in a thread."
)


def make_pdf(path: Path, pages: int) -> None:
    """Pages of running text."""
    from fpdf import FPDF

    document = FPDF()
    for number in range(pages):
        document.add_page()
        document.set_font("helvetica", size=11)
        document.multi_cell(0, 6, f"Página {number}. " + "A loja troca o produto em sete dias, com nota. " * 45)
    path.write_bytes(bytes(document.output()))


def make_table(path: Path, count: int) -> None:
    """A catalogue of eight columns, as XLSX and as CSV beside it."""
    from openpyxl import Workbook

    heading = ["id", "nome", "preco", "estoque", "categoria", "descricao", "ativo", "nota"]
    body = [
        [i, f"Produto {i}", i + 0.5, i % 100, "Roupas", f"Descrição do produto {i} em algodão", True, 4.5]
        for i in range(count)
    ]
    workbook = Workbook(write_only=True)
    sheet = workbook.create_sheet("Produtos")
    for row in [heading, *body]:
        sheet.append(row)
    workbook.save(path)
    with path.with_suffix(".csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([heading, *body])


def read_xlsx(path: Path) -> object:
    """A workbook in this process, as nobody should."""
    return structure(open_workbook(path).rows("Produtos", units=False), _budget(), None)


def read_csv(path: Path) -> object:
    """A CSV file in this process."""
    return render(enumerate(records(path, inspect(path)), start=1), _budget(), None)


def _budget() -> Budget:
    return Budget(LIMITS.max_rows, LIMITS.max_chars, 1000)


class Reader:
    """A process that reads one file again and again."""

    def __init__(self, name: str, python: Path | str, path: Path) -> None:
        self.name = name
        self._process = subprocess.Popen(
            [python, Path(__file__).parent / "peer_files.py", name, path],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": str(ROOT)},
        )  # fmt: skip

    def seconds(self) -> float:
        """Read once."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        return float(json.loads(self._process.stdout.readline())["seconds"])

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.communicate()


def units_a_second(names: list[str], path: Path, units: int, rounds: int) -> dict[str, list[float]]:
    """What each reader reads a second, a figure a round."""
    found: dict[str, list[float]] = {}
    with contextlib.ExitStack() as stack:
        readers = []
        for name in names:
            python = sys.executable if name.startswith("ours") else peer_python("files")
            if python is not None:
                readers.append(Reader(name, python, path))
                stack.callback(readers[-1].close)
        for reader in readers:
            reader.seconds()  # warms up, and is not counted
        for number in range(rounds):
            for place in range(len(readers)):
                reader = readers[(place + number) % len(readers)]
                found.setdefault(reader.name.removesuffix("_values"), []).append(units / reader.seconds())
    return found


def goals(what: str, speeds: dict[str, list[float]], limits: dict[str, float]) -> list[Goal]:
    """Ours over each peer, round by round."""
    return [
        at_least(f"{what}, ours / {name}", limit, [a / b for a, b in zip(speeds["ours"], speeds[name], strict=True)])
        for name, limit in limits.items()
        if name in speeds
    ]


async def loop_lag(work: Callable[[], Awaitable[object]]) -> tuple[float, float]:
    """The longest delay of a 1 ms timer while `work` runs, in milliseconds, and the seconds `work` took."""
    delays: list[float] = []
    running = True

    async def watch() -> None:
        while running:
            started = time.perf_counter()
            await asyncio.sleep(0.001)
            delays.append((time.perf_counter() - started - 0.001) * 1000)

    watcher = asyncio.create_task(watch())
    started = time.perf_counter()
    await work()
    took = time.perf_counter() - started
    running = False
    await watcher
    return max(delays), took


async def lags(folder: Path, rounds: int) -> dict[str, dict[str, list[float]]]:
    """Loop lag and seconds while each file is read in a child, and while it is read in a thread."""
    pool = FilePool(limits=LIMITS)
    await pool.start()
    # pdfium is not thread-safe, so nobody would read a PDF in a thread.
    works: dict[str, Callable[[], Awaitable[object]]] = {"idle loop": lambda: asyncio.sleep(0.5)}
    for kind in ("pdf", "xlsx", "csv"):
        works[f"{kind} in a child"] = partial(pool.extract, folder / f"file.{kind}", Chunking())
    works["xlsx in a thread"] = lambda: asyncio.to_thread(read_xlsx, folder / "file.xlsx")
    works["csv in a thread"] = lambda: asyncio.to_thread(read_csv, folder / "file.csv")
    found: dict[str, dict[str, list[float]]] = {}
    try:
        for _ in range(rounds):
            for name, work in works.items():
                lag, seconds = await loop_lag(work)
                of_one = found.setdefault(name, {"lag, ms": [], "took, s": []})
                of_one["lag, ms"].append(lag)
                of_one["took, s"].append(seconds)
    finally:
        await pool.close()
    return found


def plot(speeds: dict[str, dict[str, list[float]]], lag: dict[str, dict[str, list[float]]]) -> None:
    """Speeds of the readers, and the loop's lag."""
    figure, axes = panels(3, 12, 3.2)
    for axis, (title, of_one) in zip(axes, speeds.items(), strict=False):
        _bars(axis, title, of_one, [OURS if name == "ours" else PEER for name in of_one])
    longest = {name: values["lag, ms"] for name, values in lag.items()}
    _bars(
        axes[2], f"longest loop lag, ms (goal ≤ {LAG_MS})", longest, [OURS if "child" in x else PEER for x in longest]
    )
    axes[2].axvline(LAG_MS, color="black", linewidth=1)
    save(figure, "files")


def _bars(axis: Any, title: str, figures: dict[str, list[float]], colours: list[str]) -> None:
    middle = [spread(values)["median"] for values in figures.values()]
    axis.barh(list(figures), middle, color=colours)
    for place, (value, values) in enumerate(zip(middle, figures.values(), strict=True)):
        axis.plot([min(values), max(values)], [place, place], color="black", linewidth=1)
        axis.annotate(f" {value:,.3g}" if value < 100 else f" {value:,.0f}", (max(values), place), va="center", size=8)
    axis.set_title(title)
    axis.grid(axis="y", visible=False)
    axis.margins(x=0.22)
    axis.locator_params(axis="x", nbins=5)
    axis.invert_yaxis()


def _spreads(found: dict[str, list[float]]) -> dict[str, Any]:
    return {name: spread(values) for name, values in found.items()}


def main() -> None:
    """Measure, write, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=300)
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        folder = Path(name)
        pdf, xlsx = folder / "file.pdf", folder / "file.xlsx"
        make_pdf(pdf, options.pages)
        make_table(xlsx, options.rows)
        pages = units_a_second(["ours", *PDF_GOALS], pdf, options.pages, options.rounds)
        texts = units_a_second(["ours", *XLSX_GOALS], xlsx, options.rows, options.rounds)
        kept = [f"{reader}_values" for reader in ("ours", *XLSX_GOALS)]
        values = units_a_second(kept, xlsx, options.rows, 3)
        lag = asyncio.run(lags(folder, options.rounds))
    met = goals("PDF, pages a second", pages, PDF_GOALS) + goals("XLSX, rows of text a second", texts, XLSX_GOALS)
    children = [(name, found["lag, ms"]) for name, found in lag.items() if "child" in name]
    met += [at_most(f"loop lag while a file is read: {name}", LAG_MS, found, unit="ms") for name, found in children]
    result = {
        "method": METHOD,
        "goals": met,
        f"PDF of {options.pages} pages, pages a second": _spreads(pages),
        f"XLSX of {options.rows} rows and 8 columns, rows a second": {
            "as text": _spreads(texts), "as values": _spreads(values),
        },
        "event loop": {name: _spreads(found) for name, found in lag.items()},
    }  # fmt: skip
    RESULTS.mkdir(parents=True, exist_ok=True)
    (RESULTS / "files.json").write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", "utf-8")
    plot({"PDF, pages a second": pages, "XLSX, rows of text a second": texts}, lag)
    for goal in met:
        print(goal["what"], goal["goal"], goal["seen"], "met" if goal["met"] else "MISSED")


if __name__ == "__main__":
    main()
