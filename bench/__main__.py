"""`python -m bench [--only embed,search]`: run the benchmarks one after the other and write one page about them.

Each benchmark is a module with `main()` that writes bench/results/<name>.json and <name>.png.
"""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results"
# In the order they run; add a module's name here.
BENCHES = ("crud", "embed", "search", "files", "chat", "jobs")


def _lines(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Leaves of a result as (what, value); a median with its range is one line."""
    if isinstance(value, dict) and set(value) == {"median", "range"}:
        low, high = value["range"]
        yield path, f"{value['median']:.3g} ({low:.3g} to {high:.3g})"
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _lines(inner, f"{path} · {key}" if path else str(key))
    else:
        yield path, f"{value:.4g}" if isinstance(value, float) else str(value)


def write_page() -> None:
    """bench/results/README.md from the JSON files that are there."""
    parts = [
        "# Benchmarks\n\nMedians with the range over interleaved rounds. Ratios inside one run are what to trust.\n"
    ]
    for path in sorted(RESULTS.glob("*.json")):
        stamp = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(path.stat().st_mtime))
        parts.append(f"\n## {path.stem}\n\n{stamp}\n\n| what | value |\n|---|---|\n")
        parts += [f"| {what} | {value} |\n" for what, value in _lines(json.loads(path.read_text("utf-8")))]
        if path.with_suffix(".png").exists():
            parts.append(f"\n![{path.stem}]({path.stem}.png)\n")
    (RESULTS / "README.md").write_text("".join(parts), "utf-8")


def main() -> None:
    """Run the chosen benchmarks; one that fails does not keep the others from running."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default=",".join(BENCHES), help="comma-separated names")
    wanted = parser.parse_args().only.split(",")
    unknown = set(wanted) - set(BENCHES)
    if unknown:
        parser.error(f"no such benchmark: {', '.join(sorted(unknown))}; there are {', '.join(BENCHES)}")
    RESULTS.mkdir(parents=True, exist_ok=True)
    failed = [n for n in wanted if subprocess.run([sys.executable, "-m", f"bench.{n}"], check=False).returncode]
    write_page()
    if failed:
        raise SystemExit(f"failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
