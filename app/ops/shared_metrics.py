"""One answer for several processes: prometheus-client's multiprocess mode, with our own collectors' numbers in it.

Each process keeps its numbers in memory-mapped files of one folder, which `serve` makes; who is scraped adds them up.
Counters of a process that died still count, its gauges do not. tests/scaling/test_metrics.py.
"""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from prometheus_client import CollectorRegistry, generate_latest, values
from prometheus_client.core import Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

# Read by prometheus_client when it is imported: set it before the processes begin.
FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
# Gauges of which the largest says more than the sum.
_LARGEST = frozenset(
    {
        "replica_lag_seconds",
        "replica_lag_bytes",
        "disk_free_bytes",
        "backup_age_seconds",
        "process_start_time_seconds",
        "process_max_fds",
    }
)
Labels = tuple[tuple[str, str], ...]


class SharedMetrics:
    """The folder as one process sees it: `write` its own numbers, `render` everybody's."""

    def __init__(self, folder: str) -> None:
        self._folder = Path(folder)
        self._values: dict[tuple[str, Labels], Any] = {}

    def write(self, collectors: Iterable[Collector]) -> None:
        """Put what the collectors say now into the shared files."""
        for collector in collectors:
            for family in collector.collect():
                for name, labels, number in _stored(family):
                    self._value(family, name, labels).set(number)

    def render(self) -> bytes:
        """The exposition text of all processes."""
        for path in self._folder.glob("gauge_live*_*.db"):
            pid = int(path.stem.rsplit("_", 1)[1])
            if not _alive(pid):
                mark_process_dead(pid, str(self._folder))  # type: ignore[no-untyped-call]
        registry = CollectorRegistry()
        MultiProcessCollector(registry, str(self._folder))  # type: ignore[no-untyped-call]
        return generate_latest(registry)

    def _value(self, family: Metric, name: str, labels: Labels) -> Any:
        found = self._values.get((name, labels))
        if found is None:
            found = self._values[name, labels] = values.ValueClass(
                family.type,
                family.name,
                name,
                tuple(label for label, _ in labels),
                tuple(value for _, value in labels),
                family.documentation,
                multiprocess_mode="livemax" if family.name in _LARGEST else "livesum",
            )
        return found


def _stored(family: Metric) -> Iterator[tuple[str, Labels, float]]:
    """A family's samples as the files hold them: each bucket alone, and no count, which is the buckets' sum."""
    below = 0.0
    for sample in family.samples:
        number = float(sample.value)
        if sample.name.endswith("_bucket"):
            below, number = number, number - below
        elif family.type == "histogram" and sample.name.endswith("_count"):
            below = 0.0
            continue
        yield sample.name, tuple(sorted(sample.labels.items())), number


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True
