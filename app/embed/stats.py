"""Counters of the engine, read by /metrics and /health."""

from dataclasses import dataclass, field

BATCH_SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256)


@dataclass(slots=True)
class EmbedStats:
    """Since the start of the process. Written from the loop and the engine thread, each field by one of them."""

    texts: int = 0
    tokens: int = 0
    cache_hits: int = 0
    joined: int = 0
    rejected: int = 0
    dropped: int = 0
    batches: int = 0
    batch_texts: int = 0
    real_tokens: int = 0
    padded_tokens: int = 0
    failures: int = 0
    busy_seconds: float = 0.0
    last_run_seconds: float = 0.0
    batch_sizes: list[int] = field(default_factory=lambda: [0] * (len(BATCH_SIZES) + 1))

    def ran(self, lengths: list[int], seconds: float) -> None:
        """Record one batch of the engine."""
        self.batches += 1
        self.batch_texts += len(lengths)
        self.real_tokens += sum(lengths)
        self.padded_tokens += max(lengths) * len(lengths)
        self.busy_seconds += seconds
        self.last_run_seconds = seconds
        self.batch_sizes[next((i for i, b in enumerate(BATCH_SIZES) if len(lengths) <= b), len(BATCH_SIZES))] += 1
