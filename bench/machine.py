"""Where and with what a benchmark ran: machine, versions, commit, load."""

import os
import platform
import re
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import psutil

from app.db.engine import choose_account, find_engine
from bench import environments

ROOT = Path(__file__).parents[1]
PACKAGES = (
    "asyncpg", "msgspec", "starlette", "uvicorn", "uvloop", "httptools", "onnxruntime", "tokenizers", "numpy",
    "pypdfium2", "python-calamine",
)  # fmt: skip


def machine() -> dict[str, str]:
    """CPU, cores, memory, kernel."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text("utf-8").splitlines() if info.exists() else []
    model = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), platform.machine())
    return {
        "CPU": model,
        "cores": str(os.cpu_count()),
        "memory": f"{psutil.virtual_memory().total / 2**30:.0f} GiB",
        "kernel": f"{platform.system()} {platform.release()}",
    }


def versions() -> dict[str, str]:
    """Of Python, the database and the packages that do the work."""
    return {"Python": platform.python_version()} | _database() | {name: _version(name) for name in PACKAGES}


def peers() -> dict[str, dict[str, str]]:
    """Versions of the peers by environment."""
    return {name: environments.versions(name) for name in environments.names()}


def commit() -> str:
    """Short hash, marked when the code differs from it."""
    found = _git("rev-parse", "--short", "HEAD")
    changed = _git("status", "--porcelain", "--untracked-files=no", "--", ".", ":!bench/results")
    return f"{found} with changes" if changed else found or "no repository"


def load() -> str:
    """The load average of the last minute."""
    return f"{os.getloadavg()[0]:.2f}"


def describe() -> dict[str, Any]:
    """All of it but the peers."""
    return {"machine": machine(), "versions": versions(), "commit": commit(), "load at start": load()}


def _git(*arguments: str) -> str:
    try:
        answer = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return answer.stdout.strip()


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "absent"


def _database() -> dict[str, str]:
    engine = find_engine(choose_account(), os.environ.get("APP_PG_BIN", ""))
    answer = subprocess.run([engine.bin / "postgres", "--version"], capture_output=True, text=True, check=False)
    controls = sorted(engine.bin.parent.rglob("vector.control"))
    found = re.search(r"default_version = '([^']+)'", controls[0].read_text("utf-8")) if controls else None
    return {"PostgreSQL": answer.stdout.split()[-1], "pgvector": found[1] if found else "?"}
