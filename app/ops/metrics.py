"""Prometheus metrics of one process, and their text form for GET /metrics."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class Metrics:
    """The counters of one application; each application has its own registry, so tests do not share any."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
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
        self.jobs_open = Gauge("jobs_open", "Jobs in the queue by state", ("job", "state"), registry=self.registry)
        self.jobs_oldest = Gauge(
            "jobs_oldest_seconds", "Age of the oldest job that is due", ("job",), registry=self.registry
        )

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

    def gauge(self, name: str, help_text: str) -> Gauge:
        """A gauge whose function is set by its owner: `metrics.gauge(…).set_function(read)`."""
        return Gauge(name, help_text, registry=self.registry)

    def render(self) -> tuple[bytes, str]:
        """The exposition text and its media type."""
        return generate_latest(self.registry), CONTENT_TYPE_LATEST
