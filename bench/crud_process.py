"""Start-up time of `python -m app serve` to its first answer, on an empty and on a used data directory, and memory."""

import contextlib
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

import psutil

from app.cli.serve import SETTLED_SECONDS
from bench.crud_servers import ROOT, end, free_port, ours
from bench.goals import spread


def start_up(rounds: int) -> dict[str, Any]:
    """Seconds to the first answer, median and range, and megabytes resident once what may come later is made."""
    first: list[float] = []
    again: list[float] = []
    memory: list[float] = []
    for number in range(rounds):
        with tempfile.TemporaryDirectory(prefix="bench-start-") as folder:
            os.chmod(folder, 0o755)  # noqa: S103 - the embedded database runs as a user of its own
            first.append(_once(Path(folder)))
            again.append(_once(Path(folder), memory if number == 0 else None))  # waiting for it takes longest
    return {
        "start-up, s": {"first start": spread(first), "next start": spread(again)},
        "memory at rest, MB": spread(memory),
    }


def _once(folder: Path, memory: list[float] | None = None) -> float:
    port = free_port()
    variables = ours("", port, folder)
    variables.pop("DATABASE_URL")
    started = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "app", "serve"],
        cwd=ROOT, env=os.environ | variables, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        while True:
            if process.poll() is not None:
                raise RuntimeError("the service ended while it started")
            with contextlib.suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5):
                seconds = time.perf_counter() - started
                break
            time.sleep(0.02)
        if memory is not None:
            time.sleep(SETTLED_SECONDS + 3)  # and what is made then is made
            memory.append(psutil.Process(process.pid).memory_info().rss / 2**20)
        return seconds
    finally:
        end(process)
