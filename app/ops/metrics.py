"""Prometheus metrics of a process, and their text form for GET /metrics; of all processes when there are several."""

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Iterable
from functools import cached_property
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector

from app.ops.request_counts import RequestCounts
from app.ops.shared_metrics import FOLDER_VARIABLE, SharedMetrics

SHARE_EVERY_S = 1.0
JOB_STATES = ("waiting", "later", "claimed", "dead")
# What billing has not settled yet (usage_report_batches, charges), told at zero as well.
_UNSETTLED = (
    *(("batches", status) for status in ("pending", "needs_attention")),
    *(
        ("charges", status)
        for status in (
            "pending", "requires_payment_method", "requires_action", "processing", "failed", "needs_attention"
        )
    ),
)  # fmt: skip
_CALLS = (0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30)
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class Metrics:
    """The counters of one application; each application has its own registry, so tests do not share any."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._own: list[Collector] = []
        folder = os.environ.get(FOLDER_VARIABLE)
        self._shared = SharedMetrics(folder) if folder else None
        requests = RequestCounts(_SECONDS, changes_only=self._shared is not None)
        self.add(requests)
        self.count_request = requests.count
        self.chat_iterations = Histogram(
            "chat_iterations", "Model calls of a chat turn", buckets=(1, 2, 3, 4, 5), registry=self.registry
        )
        self.llm_tokens = Counter("llm_tokens", "Tokens by model and kind", ("model", "kind"), registry=self.registry)
        self.llm_seconds = Histogram(
            "llm_call_seconds", "Duration of calls to the model", ("model",), buckets=_CALLS, registry=self.registry
        )
        self.llm_errors = Counter("llm_errors", "Calls that gave no answer", ("model", "kind"), registry=self.registry)
        self.provider_calls = Counter(
            "provider_calls",
            "Calls to third parties: 2xx to 5xx, what went wrong, or held_back by the circuit breaker",
            ("provider", "outcome"),
            registry=self.registry,
        )
        self.provider_seconds = Histogram(
            "provider_call_seconds",
            "Time until the head of an answer",
            ("provider",),
            buckets=_CALLS,
            registry=self.registry,
        )
        # Not `job`: that label is Prometheus's own, for what it scrapes.
        self.jobs = Counter("jobs_finished", "Ended attempts", ("name", "outcome"), registry=self.registry)
        self.job_seconds = Histogram(
            "job_seconds", "Duration of attempts", ("name",), buckets=_SECONDS, registry=self.registry
        )
        # Every process counts the one queue: the newest count is the answer.
        self.jobs_open = Gauge(
            "jobs_open",
            "Jobs in the queue by state",
            ("name", "state"),
            registry=self.registry,
            multiprocess_mode="livemostrecent",
        )
        self.jobs_oldest = Gauge(
            "jobs_oldest_seconds",
            "Age of the oldest job that is due",
            ("name",),
            registry=self.registry,
            multiprocess_mode="livemostrecent",
        )
        self.billing_outages = Counter(
            "billing_outages",
            "Runs that the card provider's outage or refusal of our key stopped",
            ("queue",),
            registry=self.registry,
        )
        self.company_failures = Counter(
            "company_failures", "Companies for which a job over all of them failed", ("name",), registry=self.registry
        )
        self._queued: set[str] = set()
        self._statuses: set[tuple[str, str]] = set(_UNSETTLED)
        # Only of those who had to wait: a free connection is taken at once.
        self.pool_wait = Histogram(
            "db_pool_wait_seconds", "Waits for a database connection", buckets=_SECONDS, registry=self.registry
        )
        # Of several processes the one that is worst off.
        self.health = Gauge(
            "health_up",
            "1 while a part of /health is ok",
            ("part",),
            registry=self.registry,
            multiprocess_mode="livemin",
        )

        self.replica_reads = Counter(
            "replica_reads",
            "Reads that may go to the replica: done there, or why not (behind their actor's writes, unusable, failed)",
            ("outcome",),
            registry=self.registry,
        )

        # Its numbers go the way of our own collectors, so that those of all processes are added up.
        self.add(ProcessCollector(registry=None))

    def count_call(self, provider: str, outcome: str, seconds: float) -> None:
        """Count one call to a third party."""
        self.provider_calls.labels(provider, outcome).inc()
        self.provider_seconds.labels(provider).observe(seconds)

    def observe_model_call(self, model: str, seconds: float, error: str | None) -> None:
        """One call to the language model has ended."""
        self.llm_seconds.labels(model).observe(seconds)
        if error is not None:
            self.llm_errors.labels(model, error).inc()

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

    @cached_property
    def _backlog(self) -> dict[str, dict[str, Gauge]]:
        """Rows of the database by kind and status (sql/backlog.sql), where they are counted: all count the same."""
        return {
            "outbox": self._counted("outbox", "Pushes to ERPs that have not arrived", ("pending", "dead")),
            "deliveries": self._counted(
                "deliveries", "Events that have not arrived at a webhook endpoint", ("pending", "dead")
            ),
            "inbox": self._counted("inbox", "Events of providers that are not done", ("received", "failed")),
        }

    @cached_property
    def _by_status(self) -> dict[str, Gauge]:
        return {
            "batches": self._shared_gauge("billing_batches", "Usage reports not settled", ("status",)),
            "charges": self._shared_gauge("billing_charges", "Overage charges not settled", ("status",)),
        }

    def _shared_gauge(self, name: str, text: str, labels: tuple[str, ...] = ()) -> Gauge:
        return Gauge(name, text, labels, registry=self.registry, multiprocess_mode="livemostrecent")

    def _counted(self, kind: str, text: str, statuses: Iterable[str]) -> dict[str, Gauge]:
        """A gauge for each status: outbox_pending, outbox_dead."""
        return {status: self._shared_gauge(f"{kind}_{status}", f"{text}: {status}") for status in statuses}

    def set_backlog(self, rows: Iterable[Any]) -> None:
        """What `count_backlog` gives: a row for each kind and status that there is."""
        counted = {(row["kind"], row["status"]): row["rows"] for row in rows}
        for kind, gauges in self._backlog.items():
            for status, gauge in gauges.items():
                gauge.set(counted.get((kind, status), 0))
        self._statuses |= {key for key in counted if key[0] in self._by_status}
        for kind, status in self._statuses:
            self._by_status[kind].labels(status).set(counted.get((kind, status), 0))

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
