"""The engine's counters for GET /metrics, read when they are asked for."""

from collections.abc import Iterator

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from app.embed.embedder import Embedder
from app.embed.stats import BATCH_SIZES


class EmbedCollector(Collector):
    """Register it with a registry: `registry.register(EmbedCollector(embedder))`."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    def collect(self) -> Iterator[Metric]:
        """All families, with the values of this moment."""
        stats = self._embedder.stats
        for name, help_text, value in (
            ("embed_texts", "Texts answered", stats.texts),
            ("embed_tokens", "Tokens of answered texts", stats.tokens),
            ("embed_cache_hits", "Texts answered from the cache", stats.cache_hits),
            ("embed_joined", "Texts that joined the same text of another caller", stats.joined),
            ("embed_rejected", "Requests refused because the queue was full", stats.rejected),
            ("embed_dropped", "Texts whose callers went away before the engine took them", stats.dropped),
            ("embed_batches", "Runs of the model", stats.batches),
            ("embed_failures", "Batches that failed", stats.failures),
            ("embed_busy_seconds", "Time in the model", stats.busy_seconds),
            ("embed_real_tokens", "Tokens run", stats.real_tokens),
            ("embed_padded_tokens", "Tokens run, padding included", stats.padded_tokens),
        ):
            yield CounterMetricFamily(name, help_text, value=value)
        texts = GaugeMetricFamily("embed_queue_texts", "Texts that wait", labels=("lane",))
        tokens = GaugeMetricFamily("embed_queue_tokens", "Tokens that wait", labels=("lane",))
        for lane, (items, length) in self._embedder.waiting().items():
            texts.add_metric([lane], items)
            tokens.add_metric([lane], length)
        yield from (texts, tokens, self._batches())

    def _batches(self) -> Metric:
        stats = self._embedder.stats
        bounds = [*map(str, BATCH_SIZES), "+Inf"]
        counts = [sum(stats.batch_sizes[: i + 1]) for i in range(len(bounds))]
        buckets = list(zip(bounds, counts, strict=True))
        return HistogramMetricFamily(
            "embed_batch_texts", "Texts of a batch", buckets=buckets, sum_value=stats.batch_texts
        )
