"""The goals of file reading: pages and rows a second beside the peers, and what the event loop feels of it.

Usage: python -m bench.files [--pages 300] [--rows 30000] [--rounds 5]. The peers run when bench/.env-files exists
(`python -m venv bench/.env-files`, then install pypdf pymupdf openpyxl fastexcel polars in it). Every round asks each
reader once, one after the other; medians are compared. Writes bench/results/files.json and .png.
"""

import argparse
import asyncio
import csv
import json
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from app.files import Chunking, FilePool, Limits
from app.files.pdf import open_pdf, read_pages
from app.files.tables import Budget, structure
from app.files.xlsx import open_workbook, rows

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "bench" / "results"
PEER_PYTHON = ROOT / "bench" / ".env-files" / "bin" / "python"
GOALS = {"pypdf": 4.0, "openpyxl": 9.0, "pymupdf": 0.85, "fastexcel": 0.75, "polars": 0.75}
LIMITS = Limits(max_rows=1_000_000, max_chars=100_000_000)


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


def read_pdf(path: Path) -> None:
    """Our reader, as the child process runs it."""
    document = open_pdf(path)
    read_pages(document, LIMITS)
    document.close()


def read_xlsx(path: Path) -> None:
    """Our reader, as the child process runs it: every cell as text."""
    structure(rows(open_workbook(path), "Produtos"), Budget(LIMITS.max_rows, LIMITS.max_chars, 1000), None)


def timed(call: Callable[[], object]) -> float:
    """Seconds of one call."""
    started = time.perf_counter()
    call()
    return time.perf_counter() - started


def compare(ours: Callable[[Path], None], peers: list[str], path: Path, units: int, rounds: int) -> dict[str, Any]:
    """Units a second of each reader, and ours relative to each peer."""
    ours(path)
    seconds: dict[str, list[float]] = {"ours": []}
    versions: dict[str, str] = {}
    for _ in range(rounds):
        seconds["ours"].append(timed(lambda: ours(path)))
        for peer in peers if PEER_PYTHON.exists() else []:
            answer = subprocess.run(
                [PEER_PYTHON, Path(__file__).parent / "peer_files.py", peer, path, "1"],
                capture_output=True, text=True, check=True,
            )  # fmt: skip
            found = json.loads(answer.stdout)
            seconds.setdefault(peer, []).extend(found["seconds"])
            versions[peer] = found["version"]
    median = {name: statistics.median(values) for name, values in seconds.items()}
    return {
        "units a second": {name: round(units / value, 1) for name, value in median.items()},
        "range": {name: [round(units / max(v), 1), round(units / min(v), 1)] for name, v in seconds.items()},
        "ours / peer": {name: round(value / median["ours"], 2) for name, value in median.items() if name != "ours"},
        "goal": {name: GOALS[name] for name in median if name != "ours"},
        "versions": versions,
    }


async def loop_lag(work: Callable[[], Awaitable[object]]) -> dict[str, float]:
    """The worst and the 99th percentile of a 1 ms timer's delay while `work` runs, in milliseconds."""
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
    delays.sort()
    return {"max ms": round(delays[-1], 2), "p99 ms": round(delays[int(len(delays) * 0.99)], 2), "s": round(took, 3)}


async def lags(folder: Path) -> dict[str, Any]:
    """Loop lag while each file is read in a child, and while the same reader runs in a thread."""
    pool = FilePool(limits=LIMITS)
    await pool.start()
    found: dict[str, Any] = {"idle loop": await loop_lag(lambda: asyncio.sleep(1))}
    for kind, reader in (("pdf", read_pdf), ("xlsx", read_xlsx), ("csv", None)):
        path = folder / f"file.{kind}"
        found[f"{kind} in a child"] = await loop_lag(lambda path=path: pool.extract(path, Chunking()))
        if reader is not None and kind != "pdf":  # pdfium is not thread-safe, so nobody would
            found[f"{kind} in a thread"] = await loop_lag(lambda r=reader, p=path: asyncio.to_thread(r, p))
    await pool.close()
    return found


def plot(results: dict[str, Any]) -> None:
    """Bars of units a second per reader."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, 2, figsize=(9, 3.2))
    for axis, kind in zip(axes, ("pdf", "xlsx"), strict=True):
        speeds = results[kind]["units a second"]
        axis.barh(list(speeds), list(speeds.values()), color=["#2b6cb0"] + ["#a0aec0"] * (len(speeds) - 1))
        axis.set_title("PDF, pages a second" if kind == "pdf" else "XLSX, rows a second", fontsize=10)
        axis.invert_yaxis()
    figure.tight_layout()
    figure.savefig(RESULTS / "files.png", dpi=110)


def main() -> None:
    """Measure, write, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=300)
    parser.add_argument("--rows", type=int, default=30_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    load = Path("/proc/loadavg").read_text().split()[0] if sys.platform == "linux" else "?"
    results: dict[str, Any] = {
        "machine": f"{platform.machine()}, Python {platform.python_version()}, load at start {load}",
        "files": f"{options.pages} pages of text; {options.rows} rows of 8 columns",
    }
    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        folder = Path(name)
        make_pdf(folder / "file.pdf", options.pages)
        make_table(folder / "file.xlsx", options.rows)
        results["pdf"] = compare(read_pdf, ["pypdf", "pymupdf"], folder / "file.pdf", options.pages, options.rounds)
        peers = ["openpyxl", "fastexcel", "polars"]
        results["xlsx"] = compare(read_xlsx, peers, folder / "file.xlsx", options.rows, options.rounds)
        results["event loop (goal: at most 10 ms)"] = asyncio.run(lags(folder))
    RESULTS.mkdir(parents=True, exist_ok=True)
    (RESULTS / "files.json").write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", "utf-8")
    plot(results)
    print(json.dumps(results, indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()
