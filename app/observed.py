"""Numbers of the services that only their owners know, as gauges read at each scrape of /metrics."""

from collections.abc import Iterator

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from app.context import Services


class ServiceCollector(Collector):
    """Pool, embedding queue and look-up caches of one process."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def collect(self) -> Iterator[Metric]:
        """Read the current numbers."""
        yield from self._pool()
        yield from self._embedding()
        yield from self._caches()

    def _pool(self) -> Iterator[Metric]:
        family = GaugeMetricFamily("db_pool_connections", "Connections to PostgreSQL", labels=["state"])
        for state, value in zip(("in_use", "open", "max"), self._services.db.usage(), strict=True):
            family.add_metric([state], value)
        yield family

    def _embedding(self) -> Iterator[Metric]:
        embedder = self._services.embedder
        waiting = GaugeMetricFamily("embed_queue_tokens", "Tokens waiting for the engine", labels=["lane"])
        for lane, (_texts, tokens) in embedder.waiting().items():
            waiting.add_metric([lane], tokens)
        yield waiting
        for name in ("texts", "tokens", "cache_hits", "rejected", "dropped", "batches", "failures"):
            yield CounterMetricFamily(f"embed_{name}", f"Embedding engine: {name}", value=getattr(embedder.stats, name))
        yield CounterMetricFamily("embed_busy_seconds", "Time the engine computed", value=embedder.stats.busy_seconds)
        yield CounterMetricFamily(
            "embed_padded_tokens", "Tokens computed, padding included", value=embedder.stats.padded_tokens
        )

    def _caches(self) -> Iterator[Metric]:
        caches = self._services.auth_caches
        hits = CounterMetricFamily("auth_cache_lookups", "Look-ups by outcome", labels=["cache", "outcome"])
        for name, cache in (("users", caches.users_by_email), ("sessions", caches.sessions_by_token)):
            hits.add_metric([name, "hit"], cache.hits)
            hits.add_metric([name, "miss"], cache.misses)
        yield hits
