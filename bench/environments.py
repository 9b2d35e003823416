"""Environments of the peers: bench/peers/<name>.txt is installed into bench/.env-<name>, once.

A changed file, or another Python, makes the environment anew. One that cannot be made is left out, with a line on
stderr: a benchmark then runs without those peers. `python -m bench --install` makes all of them.
"""

import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
import time
from pathlib import Path

FOLDER = Path(__file__).parent
TIMEOUT_S = 900
# Set by the runner, which installs before it measures: a timed benchmark does not.
ONLY_MADE = "BENCH_ONLY_MADE"


def names() -> list[str]:
    """Environments that can be made."""
    return sorted(path.stem for path in (FOLDER / "peers").glob("*.txt"))


def peer_python(name: str) -> Path | None:
    """The interpreter of an environment, made when it is missing or stale; None when it cannot be had."""
    folder = FOLDER / f".env-{name}"
    wanted = _stamp(name)
    stamp = folder / "made"
    if stamp.exists() and stamp.read_text("utf-8") == wanted:
        return folder / "bin" / "python"
    if ONLY_MADE in os.environ:
        _say(f"bench/.env-{name} is not there: its peers are left out")
        return None
    return _make(name, folder, wanted)


def versions(name: str) -> dict[str, str]:
    """Versions of what bench/peers/<name>.txt asks for, as they are installed; empty without the environment."""
    python = FOLDER / f".env-{name}" / "bin" / "python"
    if not (FOLDER / f".env-{name}" / "made").exists():
        return {}
    listed = subprocess.run([python, "-m", "pip", "list", "--format=json"], capture_output=True, text=True, check=False)
    found = {item["name"].lower().replace("_", "-"): item["version"] for item in json.loads(listed.stdout or "[]")}
    return {item: found[item] for item in _asked(name) if item in found}


def _asked(name: str) -> list[str]:
    lines = (FOLDER / "peers" / f"{name}.txt").read_text("utf-8").splitlines()
    wanted = [line.split("#")[0].strip() for line in lines]
    cut = [min((line.find(c) for c in "=<>~![; " if c in line), default=len(line)) for line in wanted]
    return [line[:end].lower().replace("_", "-") for line, end in zip(wanted, cut, strict=True) if line]


def _stamp(name: str) -> str:
    content = (FOLDER / "peers" / f"{name}.txt").read_bytes()
    return f"{hashlib.sha256(content).hexdigest()} {platform.python_version()}\n"


def _make(name: str, folder: Path, wanted: str) -> Path | None:
    _say(f"making bench/.env-{name} for the peers (once)")
    started = time.monotonic()
    python = folder / "bin" / "python"
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    try:
        _run([sys.executable, "-m", "venv", "--clear", str(folder)])
        _run([*pip, "-r", str(FOLDER / "peers" / f"{name}.txt")])
    except (subprocess.SubprocessError, OSError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        _say(f"bench/.env-{name} could not be made, its peers are left out: {getattr(error, 'stderr', '') or error}")
        return None
    (folder / "made").write_text(wanted, "utf-8")
    _say(f"made bench/.env-{name} in {time.monotonic() - started:.0f} s")
    return python


def _run(command: list[str]) -> None:
    subprocess.run(command, check=True, timeout=TIMEOUT_S, capture_output=True, text=True)


def _say(line: str) -> None:
    print(f"bench: {line}", file=sys.stderr, flush=True)
