"""Numbers of the services that only their owners know, as gauges read at each scrape of /metrics."""

from collections.abc import Iterator

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from app.context import Services


class ServiceCollector(Collector):
    """Pool, look-up caches and providers of one process; the embedding engine has a collector (app.embed.metrics)."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def collect(self) -> Iterator[Metric]:
        """Read the current numbers."""
        yield from self._pool()
        yield from self._caches()
        yield from self._replica()
        yield from self._providers()

    def _pool(self) -> Iterator[Metric]:
        family = GaugeMetricFamily("db_pool_connections", "Connections to PostgreSQL", labels=["state"])
        for state, value in zip(("in_use", "open", "max"), self._services.db.usage(), strict=True):
            family.add_metric([state], value)
        yield family

    def _caches(self) -> Iterator[Metric]:
        caches = self._services.auth_caches
        hits = CounterMetricFamily("auth_cache_lookups", "Look-ups by outcome", labels=["cache", "outcome"])
        for name, cache in (
            ("users", caches.users_by_email),
            ("sessions", caches.sessions_by_token),
            ("members", caches.member_roles),
        ):
            hits.add_metric([name, "hit"], cache.hits)
            hits.add_metric([name, "miss"], cache.misses)
        yield hits

    def _replica(self) -> Iterator[Metric]:
        if self._services.replica is None:
            return
        seconds, size = self._services.replica.lag()
        usable = self._services.replica.state() == "ok"
        yield GaugeMetricFamily("replica_usable", "1 when the replica is read from", value=float(usable))
        yield GaugeMetricFamily("replica_lag_seconds", "Age of the oldest write the replica lacks", value=seconds)
        yield GaugeMetricFamily("replica_lag_bytes", "Write-ahead log the replica lacks", value=size)

    def _providers(self) -> Iterator[Metric]:
        broken = GaugeMetricFamily(
            "provider_breaker_open", "Origins of a provider that are not called now", labels=["provider"]
        )
        for provider, origins in self._services.doors.broken():
            broken.add_metric([provider], origins)
        yield broken
