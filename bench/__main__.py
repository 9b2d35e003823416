"""`python -m bench [--only embed,search]`: run the benchmarks one after the other and write one page about them.

Each is a module with `main()` that writes bench/results/<name>.json (with "goals", see goals.py) and <name>.png. A run
of some replaces what the page says of those; bench/results/runs.json keeps when, where and how each ran.
"""

import argparse
import json
import subprocess
import sys
import time
from datetime import UTC, datetime
from typing import Any

from bench import environments, limited, page
from bench.machine import describe, peers
from bench.plots import RESULTS

# In the order they run, with the seconds after which one has failed; add a module's name here. On two quiet cores all
# of it takes less than 15 minutes (bench/results/README.md says how long each took), a busy machine may need more.
LIMITS_S = {
    "crud": 420, "embed": 480, "search": 480, "files": 120, "chat": 420, "jobs": 60, "growth": 420, "fairness": 240,
    "desk": 420,
}  # fmt: skip
# Whose peers' environments a benchmark needs; they are made before its time runs.
PEERS = {"crud": ("web",), "embed": ("fastembed", "infinity", "sentence"), "files": ("files",), "chat": ("chat",)}
RUNS = RESULTS / "runs.json"


def read_runs() -> dict[str, Any]:
    """How each benchmark ran last."""
    return json.loads(RUNS.read_text("utf-8")) if RUNS.exists() else {}


def run(name: str) -> dict[str, Any]:
    """Run one; what it measured before is removed first, so that nothing old stands under a new date."""
    for path in (*RESULTS.glob(f"{name}.json"), *RESULTS.glob(f"{name}*.png")):
        path.unlink()
    found = describe() | {"when": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC", "limit": LIMITS_S[name]}
    print(f"{name}: at most {LIMITS_S[name]} s ... ", end="", flush=True)
    ended = limited.run(name, LIMITS_S[name])
    if ended.status == "ok" and not (RESULTS / f"{name}.json").exists():
        ended = limited.Ended("failed", ended.seconds, "It wrote no result.")
    print(f"{ended.status} in {ended.seconds:.0f} s\n{ended.output}".rstrip(), flush=True)
    return found | {"status": ended.status, "seconds": round(ended.seconds, 1), "output": ended.output}


def main() -> None:
    """Run the chosen benchmarks; one that fails does not keep the others from running."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default=",".join(LIMITS_S), help="comma-separated names")
    parser.add_argument("--install", action="store_true", help="make the peers' environments and end")
    parser.add_argument("--page", action="store_true", help="write the page anew from the results and end")
    options = parser.parse_args()
    wanted = options.only.split(",")
    unknown = set(wanted) - set(LIMITS_S)
    if unknown:
        parser.error(f"no such benchmark: {', '.join(sorted(unknown))}; there are {', '.join(LIMITS_S)}")
    RESULTS.mkdir(parents=True, exist_ok=True)
    runs = read_runs()
    if not options.page:
        there = environments.names()
        needed = there if options.install else [env for name in wanted for env in PEERS.get(name, ()) if env in there]
        missing = [env for env in needed if environments.peer_python(env) is None]
        if options.install:
            raise SystemExit(f"not installed: {', '.join(missing)}" if missing else 0)
        if "search" in wanted:  # its table takes a minute or two the first time, which is not measured
            subprocess.run([sys.executable, "-m", "bench.search_data"], check=False)
        measure(wanted, runs)
    page.write(list(LIMITS_S), runs)
    print(f"bench/results/README.md written; {sum(runs[n]['seconds'] for n in wanted if n in runs):.0f} s measured")
    failed = [name for name in wanted if name in runs and runs[name]["status"] != "ok"]
    if failed:
        raise SystemExit(f"failed: {', '.join(failed)}")


def measure(wanted: list[str], runs: dict[str, Any]) -> None:
    """Run them in turn and keep the record after each, so that an interrupted run loses only one."""
    limited.adopt_orphans()
    versions = peers()
    started = time.monotonic()
    for name in wanted:
        runs[name] = run(name) | {"peers": versions}
        RUNS.write_text(json.dumps(runs, indent=1, ensure_ascii=False) + "\n", "utf-8")
    print(f"all in {(time.monotonic() - started) / 60:.1f} minutes")


if __name__ == "__main__":
    main()
