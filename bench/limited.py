"""Run one benchmark under a time limit, and leave no process, database or folder of it behind."""

import contextlib
import ctypes
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import psutil

from bench.environments import ONLY_MADE

ROOT = Path(__file__).parents[1]
END_S = 25  # for a benchmark that is interrupted to stop its servers
PR_SET_CHILD_SUBREAPER = 36
OUTPUT_CHARS = 1200


@dataclass(frozen=True)
class Ended:
    """How a benchmark ended: "ok", "failed" or "timed out", with the last of what it wrote when it is not ok."""

    status: str
    seconds: float
    output: str


def adopt_orphans() -> None:
    """Make this process the parent of descendants that lose theirs, as PostgreSQL does (on Linux), to find them."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def run(name: str, limit_s: float) -> Ended:
    """Run `python -m bench.<name>` in a temporary folder of its own."""
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix=f"bench-{name}-", ignore_cleanup_errors=True) as folder:
        os.chmod(folder, 0o755)  # noqa: S103 - the embedded database runs as a user of its own
        log = Path(folder) / "output"
        with log.open("wb") as sink:
            process = subprocess.Popen(
                [sys.executable, "-m", f"bench.{name}"],
                cwd=ROOT, env=os.environ | {"TMPDIR": folder, ONLY_MADE: "1"}, stdout=sink, stderr=subprocess.STDOUT,
                start_new_session=True,
            )  # fmt: skip
            try:
                status = "failed" if process.wait(limit_s) else "ok"
            except subprocess.TimeoutExpired:
                status = "timed out"
            finally:
                _end(process)
        seconds = time.monotonic() - started
        output = "" if status == "ok" else _readable(log)
        shutil.rmtree(folder, ignore_errors=True)
    return Ended(status, seconds, output)


def _readable(log: Path) -> str:
    """The last of the output, without this machine's folders."""
    text = log.read_text("utf-8", "replace").replace(f"{ROOT}/", "").replace(str(Path.home()), "~")
    return text[-OUTPUT_CHARS:]


def _end(process: "subprocess.Popen[bytes]") -> None:
    """Interrupt what still runs, so that it stops its servers; then kill what is left of it and of its children."""
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(END_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    left = psutil.Process().children(recursive=True)
    for child in left:
        _signal(child, signal.SIGINT)  # PostgreSQL: fast shutdown, which frees its shared memory
    _, alive = psutil.wait_procs(left, timeout=5)
    for child in alive:
        _signal(child, signal.SIGKILL)
    psutil.wait_procs(alive, timeout=5)


def _signal(process: psutil.Process, number: int) -> None:
    with contextlib.suppress(psutil.NoSuchProcess):
        process.send_signal(number)
