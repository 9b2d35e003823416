"""Answers counted by plain additions, as families at a scrape. tests/features/test_service.py.

prometheus-client takes a lock for each of its four additions: 5 µs an answer, here less than one.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector


class RequestCounts(Collector):
    """`http_requests` and `http_request_seconds`.

    bounds: the upper ends of the latter's buckets; changes_only: who collects keeps what it was told, and asks
    each second (app/ops/shared_metrics.py); all routes would take milliseconds.
    """

    def __init__(self, bounds: Sequence[float], *, changes_only: bool) -> None:
        self._bounds = bounds
        self._changes_only = changes_only
        self._changed: set[str] = set()
        self._requests: dict[tuple[str, str, int], int] = {}
        # By route: how many fell into each bucket, the last being without end, and the sum of their seconds.
        self._seconds: dict[str, tuple[list[int], list[float]]] = {}

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count one answered request and its latency, by route template."""
        key = method, route, status
        self._requests[key] = self._requests.get(key, 0) + 1
        found = self._seconds.get(route)
        if found is None:
            found = self._seconds[route] = [0] * (len(self._bounds) + 1), [0.0]
        buckets, total = found
        buckets[bisect_left(self._bounds, seconds)] += 1
        total[0] += seconds
        self._changed.add(route)

    def collect(self) -> Iterator[Metric]:
        """The current numbers."""
        changed, self._changed = self._changed, set()
        routes = changed if self._changes_only else self._seconds.keys()
        requests = CounterMetricFamily(
            "http_requests", "Requests by route template", labels=("method", "route", "status")
        )
        for (method, route, status), number in self._requests.items():
            if route in routes:
                requests.add_metric((method, route, str(status)), number)
        yield requests
        latency = HistogramMetricFamily("http_request_seconds", "Latency by route template", labels=("route",))
        ends = [*(str(float(bound)) for bound in self._bounds), "+Inf"]
        for route in routes:
            buckets, total = self._seconds[route]
            below = [sum(buckets[: place + 1]) for place in range(len(ends))]
            latency.add_metric((route,), list(zip(ends, below, strict=True)), total[0])
        yield latency
