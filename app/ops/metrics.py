"""Prometheus metrics of a process, and their text form for GET /metrics; of all processes when there are several."""

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Iterable
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector

from app.ops.shared_metrics import FOLDER_VARIABLE, SharedMetrics

SHARE_EVERY_S = 1.0
JOB_STATES = ("waiting", "later", "claimed", "dead")
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class Metrics:
    """The counters of one application; each application has its own registry, so tests do not share any."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._own: list[Collector] = []
        folder = os.environ.get(FOLDER_VARIABLE)
        self._shared = SharedMetrics(folder) if folder else None
        self.requests = Counter(
            "http_requests", "Requests by route template", ("method", "route", "status"), registry=self.registry
        )
        self.latency = Histogram(
            "http_request_seconds", "Latency by route template", ("route",), buckets=_SECONDS, registry=self.registry
        )
        # labels() takes a lock and builds strings each time; the children are kept here. As many as there are series.
        self._request_series: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}
        self.chat_iterations = Histogram(
            "chat_iterations", "Model calls of a chat turn", buckets=(1, 2, 3, 4, 5), registry=self.registry
        )
        self.llm_tokens = Counter("llm_tokens", "Tokens by model and kind", ("model", "kind"), registry=self.registry)
        self.jobs = Counter("jobs_finished", "Ended attempts", ("job", "outcome"), registry=self.registry)
        self.job_seconds = Histogram(
            "job_seconds", "Duration of attempts", ("job",), buckets=_SECONDS, registry=self.registry
        )
        # Every process counts the one queue: the newest count is the answer.
        self.jobs_open = Gauge(
            "jobs_open",
            "Jobs in the queue by state",
            ("job", "state"),
            registry=self.registry,
            multiprocess_mode="livemostrecent",
        )
        self.jobs_oldest = Gauge(
            "jobs_oldest_seconds",
            "Age of the oldest job that is due",
            ("job",),
            registry=self.registry,
            multiprocess_mode="livemostrecent",
        )
        self._queued: set[str] = set()

        self.replica_reads = Counter(
            "replica_reads",
            "Reads that may go to the replica: done there, or why not (behind their actor's writes, unusable, failed)",
            ("outcome",),
            registry=self.registry,
        )

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count one answered request and its latency, by route template."""
        key = (method, route, status)
        series = self._request_series.get(key)
        if series is None:
            series = self.requests.labels(method, route, str(status)), self.latency.labels(route)
            self._request_series[key] = series
        requests, latency = series
        requests.inc()
        latency.observe(seconds)

    def set_jobs(self, rows: Iterable[Any]) -> None:
        """What the queue holds: a row for each kind of job, with a count for each state and `oldest_s`."""
        counted = {row["name"]: row for row in rows}
        # Kinds that are gone stand at zero: a labelled gauge cannot be taken back from the other processes' view.
        for name in self._queued - counted.keys():
            for state in JOB_STATES:
                self.jobs_open.labels(name, state).set(0)
            self.jobs_oldest.labels(name).set(0)
        for name, row in counted.items():
            for state in JOB_STATES:
                self.jobs_open.labels(name, state).set(row[state])
            self.jobs_oldest.labels(name).set(row["oldest_s"])
        self._queued |= counted.keys()

    def add(self, collector: Collector) -> None:
        """Show the collector's numbers, too."""
        self.registry.register(collector)
        self._own.append(collector)

    @contextlib.asynccontextmanager
    async def sharing(self) -> AsyncIterator[None]:
        """While the block runs, the collectors' numbers reach the other processes, if there are any."""
        if self._shared is None:
            yield
            return
        task = asyncio.create_task(self._share(self._shared), name="metrics")
        try:
            yield
        finally:
            task.cancel()

    async def _share(self, shared: SharedMetrics) -> None:
        while True:
            shared.write(self._own)
            await asyncio.sleep(SHARE_EVERY_S)

    def render(self) -> tuple[bytes, str]:
        """The exposition text and its media type."""
        if self._shared is None:
            return generate_latest(self.registry), CONTENT_TYPE_LATEST
        self._shared.write(self._own)
        return self._shared.render(), CONTENT_TYPE_LATEST
