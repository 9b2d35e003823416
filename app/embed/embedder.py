"""The embedding service inside a process: cache, single-flight, tokeniser, queue and one engine thread.

`Embedder.embed` is all that the features use. Tests: tests/embed/test_embedder.py.
"""

import asyncio
import threading
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Self

import numpy as np
from cachetools import LRUCache

from app.embed.config import STORED_DIMENSION, Lane, ModelError, Role, identity_of
from app.embed.loading import Loaded, load_model
from app.embed.queue import BatchQueue, EngineClosed, Item, QueueFull
from app.embed.stats import EmbedStats
from app.embed.tokens import TextTokenizer, Tokens

INTERACTIVE_TEXTS = 16
CACHE_ENTRIES = 4096
CACHED_CHARACTERS = 2000
# More characters than this are tokenised in a thread: it is the loop's time otherwise.
INLINE_CHARACTERS = 4000
# What may wait there, besides one request of any size: some seconds of work.
TOKENISING_CHARACTERS = 8_000_000
# A single text whose run takes no longer is run by the loop itself while the engine rests: to wake the engine's thread
# and be woken by it takes half as long again.
INLINE_RUN_S = 0.002
# A batch that runs longer than this is taken for stuck.
STUCK_S = 20.0
PROBE_TEXT = "camiseta de algodão azul tamanho M"
ROLES: tuple[Role, Role] = ("query", "document")
# One from each corner of a department store.
UNRELATED = (
    "geladeira duplex inox", "tênis de corrida", "ração para gatos", "batom vermelho", "violão de nylon", "pneu aro 14",
    "caderno universitário", "vinho tinto seco", "berço com gavetas", "furadeira de impacto",
)  # fmt: skip
PROBE_TOKENS = 256
PROBE_RUNS = 3
# A machine that is busy while the model is probed must not make every batch a large one.
MOST_START_TOKENS = 128
Key = tuple[str, Role, str]


@dataclass(frozen=True, slots=True)
class Instead:
    """That another model serves than the one that was asked for, and why."""

    wanted: str
    reason: str


@dataclass(frozen=True, slots=True)
class Embedded:
    """Vectors [n, 1024] float32 of length 1, the tokens of all texts, and how many texts were cut."""

    vectors: np.ndarray
    tokens: int
    truncated: int


@dataclass(frozen=True, slots=True)
class _Done:
    """A finished text, as the cache keeps it."""

    vector: np.ndarray
    tokens: int
    truncated: bool


@dataclass(slots=True, eq=False)
class _Pending:
    """What an item's completion needs: the future that its waiters share, and what the cache will hold."""

    key: Key
    future: asyncio.Future[_Done]
    tokens: Tokens


class Embedder:
    """Turns texts into vectors. Made by `load`; used from event loops; closed once."""

    def __init__(self, loaded: Loaded, instead: Instead | None = None) -> None:
        config = loaded.config
        self.name = config.name
        self.dimension = STORED_DIMENSION
        self.fingerprint = loaded.fingerprint
        self.tokenizer = loaded.tokenizer
        self.measure = loaded.measure
        self.written_at = loaded.written_at
        # Vectors may be cut to this many dimensions; the lexical ones are alike, none may go.
        cuttable = config.kind == "transformer"
        self.least_dimensions = (config.min_dimension or config.dimension) if cuttable else STORED_DIMENSION
        self.instead = instead
        # While a change of model goes on: the model that made the vectors which are still to be made anew.
        self.previous: Embedder | None = None
        self.stats = EmbedStats()
        self._model = loaded.model
        self._cache: LRUCache[Key, _Done] = LRUCache(CACHE_ENTRIES)
        self._flying: dict[Key, Item] = {}
        # Threads of its own: the default ones hash passwords, and a long batch must not keep a login waiting.
        self._tokenisers = ThreadPoolExecutor(2, thread_name_prefix="embed-tokens")
        self._tokenising = 0
        self._alone = 0
        self._running_since: float | None = None
        self._checks = count()
        budget = config.batch_tokens
        interactive = config.interactive_batch_tokens or max(1, budget // 2)
        rate, start_tokens = self._probe()
        self.background = self._background()
        self._queue = BatchQueue(
            budgets={"interactive": interactive, "bulk": budget}, rate=rate, start_tokens=start_tokens
        )
        self._measured = min(budget, interactive) // 4
        self._thread = threading.Thread(target=self._work, name="embed-engine", daemon=True)
        self._thread.start()

    @classmethod
    def load(cls, models_dir: Path, name: str, *, threads: int = 0) -> Self:
        """Load `models_dir`/`name` and probe it. Blocks while it reads the weights. Raises ModelError."""
        return cls(load_model(models_dir / name, threads=threads))

    def _probe(self) -> tuple[float, int]:
        """Run the model; tokens a second and what starting a run costs, in tokens. Raises ModelError when it cannot run
        or its dimension is not model.yaml's."""
        [one] = self.tokenizer.encode([PROBE_TEXT], "document")
        texts = [one.ids] * max(1, PROBE_TOKENS // len(one.ids))
        try:
            self._model.run(texts[:1])
            alone = min(self._timed(texts[:1]) for _ in range(PROBE_RUNS))
            rate = len(one.ids) * len(texts) / self._timed(texts)
        except ModelError:
            raise
        except Exception as error:  # onnxruntime has no common base class
            raise ModelError(f"{self.name}: the probe run failed: {error}") from None
        return rate, max(1, min(MOST_START_TOKENS, round(alone * rate) - len(one.ids)))

    def _background(self) -> float:
        """The cosine of texts that have nothing in common: near 0 in one model, 0.8 in another."""
        vectors = [self._model.run([t.ids for t in self.tokenizer.encode(list(UNRELATED), r)]) for r in ROLES]
        cosines = vectors[0] @ vectors[1].T
        return float(np.clip(cosines[~np.eye(len(cosines), dtype=bool)].mean(), 0, 0.95))

    def _timed(self, texts: list[np.ndarray]) -> float:
        started = time.perf_counter()
        self._model.run(texts)
        return max(time.perf_counter() - started, 1e-6)

    async def embed(self, texts: Sequence[str], role: Role = "document", lane: Lane | None = None) -> Embedded:
        """Vectors of `texts`, in order. Raises QueueFull (come back later) or EngineClosed.

        Up to 16 texts ride the interactive lane unless `lane` says bulk. Equal texts are computed once, whoever
        asks. A caller that is cancelled leaves the queue.
        """
        embedded = await self._embed(texts, role, lane)
        self.stats.texts += len(texts)
        self.stats.tokens += embedded.tokens
        return embedded

    async def _embed(self, texts: Sequence[str], role: Role, lane: Lane | None) -> Embedded:
        lane = "bulk" if lane == "bulk" or len(texts) > INTERACTIVE_TEXTS else "interactive"
        keys: list[Key] = [(self.fingerprint, role, text) for text in texts]
        done = {key: hit for key in keys if (hit := self._cache.get(key)) is not None}
        self.stats.cache_hits += len(done)
        missing = dict.fromkeys(key for key in keys if key not in done)
        if missing:
            done |= await self._compute(list(missing), role, lane)
        found = [done[key] for key in keys]
        tokens = sum(one.tokens for one in found)
        vectors = np.stack([one.vector for one in found]) if found else np.empty((0, self.dimension), np.float32)
        return Embedded(vectors, tokens, sum(one.truncated for one in found))

    async def _compute(self, keys: list[Key], role: Role, lane: Lane) -> dict[Key, _Done]:
        new = [key for key in keys if key not in self._flying]
        tokenised = await self._tokenise([key[2] for key in new], role)
        if lane == "interactive" and len(keys) == len(new) == 1 and await self._may_run_here(tokenised[0]):
            return {keys[0]: self._run_here(keys[0], tokenised[0])}
        items = self._enqueue(keys, dict(zip(new, tokenised, strict=True)), lane)
        try:
            await asyncio.wait({item.target.future for item in items})
        finally:
            self._release(items)
        return {item.target.key: item.target.future.result() for item in items}

    async def _tokenise(self, texts: list[str], role: Role) -> list[Tokens]:
        """Ids of the texts. Raises QueueFull when too much text waits for it already."""
        characters = sum(map(len, texts))
        if characters <= INLINE_CHARACTERS:
            return self.tokenizer.encode(texts, role)
        if self._tokenising and self._tokenising + characters > TOKENISING_CHARACTERS:
            self.stats.rejected += 1
            raise QueueFull(2.0)
        self._tokenising += characters
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._tokenisers, self.tokenizer.encode, texts, role)
        finally:
            self._tokenising -= characters

    async def _may_run_here(self, tokens: Tokens) -> bool:
        """Whether nothing else is to be run, and none comes in the loop's same turn: several make a batch."""
        busy = self._flying or self._running_since is not None or self._queue.closed
        if busy or self._queue.seconds(len(tokens.ids)) > INLINE_RUN_S:
            return False
        self._alone += 1
        try:
            await asyncio.sleep(0)
            return self._alone == 1 and not self._flying
        finally:
            self._alone -= 1

    def _run_here(self, key: Key, tokens: Tokens) -> _Done:
        started = time.perf_counter()
        try:
            vectors = _filled_up(self._model.run([tokens.ids]))
        except Exception:
            self.stats.failures += 1
            raise
        self.stats.ran([len(tokens.ids)], time.perf_counter() - started)
        return self._finish(key, tokens, vectors[0], "interactive")

    def _finish(self, key: Key, tokens: Tokens, vector: np.ndarray, lane: Lane) -> _Done:
        done = _Done(vector.copy(), tokens.count, tokens.truncated)
        # Bulk texts are read once: they would push out what shoppers ask again and again.
        if lane == "interactive" and len(key[2]) <= CACHED_CHARACTERS:
            self._cache[key] = done
        return done

    def _enqueue(self, keys: list[Key], tokenised: dict[Key, Tokens], lane: Lane) -> list[Item]:
        """One item a key: the one that is flying already, else a new one in the queue."""
        loop = asyncio.get_running_loop()
        items: list[Item] = []
        new: list[Item] = []
        for key in keys:
            item = self._flying.get(key)
            if item is None or item.target.future.get_loop() is not loop:
                # A key that was flying when this call began may have landed while others were tokenised.
                tokens = tokenised.get(key) or self.tokenizer.encode([key[2]], key[1])[0]
                item = Item(tokens.ids, lane, _Pending(key, loop.create_future(), tokens), waiters=0)
                new.append(item)
            items.append(item)
        try:
            self._queue.put(new, lane)
        except QueueFull:
            self.stats.rejected += 1
            raise
        self.stats.joined += len(items) - len(new)
        self._flying |= {item.target.key: item for item in new}
        for item in items:
            item.waiters += 1
        return items

    def _release(self, items: Iterable[Item]) -> None:
        """This caller no longer waits; what nobody waits for leaves the queue."""
        for item in items:
            item.waiters -= 1
            pending: _Pending = item.target
            if item.waiters or pending.future.done():
                continue
            pending.future.cancel()
            self._land(item)
            if self._queue.discard(item):
                self.stats.dropped += 1

    def _land(self, item: Item) -> None:
        if self._flying.get(item.target.key) is item:
            del self._flying[item.target.key]

    def _work(self) -> None:
        """The engine thread: one batch after the other until the queue is closed."""
        while batch := self._queue.take():
            started = self._running_since = time.perf_counter()
            outcome: np.ndarray | Exception
            try:
                outcome = _filled_up(self._model.run([item.ids for item in batch]))
            except Exception as error:  # whatever it was, the waiters must hear of it and the thread must live on
                outcome = error
                self.stats.failures += 1
            self._running_since = None
            seconds = time.perf_counter() - started
            lengths = [item.length for item in batch]
            self.stats.ran(lengths, seconds)
            if sum(lengths) >= self._measured:
                self._queue.rate += 0.2 * (sum(lengths) / max(seconds, 1e-6) - self._queue.rate)
            self._hand_over(batch, outcome)

    def _hand_over(self, batch: list[Item], outcome: np.ndarray | Exception) -> None:
        loops = {item.target.future.get_loop() for item in batch}
        for loop in loops:
            mine = [(row, item) for row, item in enumerate(batch) if item.target.future.get_loop() is loop]
            try:
                loop.call_soon_threadsafe(self._deliver, mine, outcome)
            except RuntimeError:  # that loop is closed: nobody waits there
                continue

    def _deliver(self, rows: list[tuple[int, Item]], outcome: np.ndarray | Exception) -> None:
        for row, item in rows:
            self._land(item)
            pending: _Pending = item.target
            if pending.future.done():
                continue
            if isinstance(outcome, Exception):
                pending.future.set_exception(outcome)
                continue
            pending.future.set_result(self._finish(pending.key, pending.tokens, outcome[row], item.lane))

    def waiting(self) -> dict[Lane, tuple[int, int]]:
        """Items and tokens that wait in each lane, for /metrics."""
        return self._queue.waiting()

    async def check(self) -> None:
        """Return when the engine works: it is busy, or answers a text it has not seen, which /metrics does not count.

        Raises RuntimeError.
        """
        since = self._running_since
        if not self._thread.is_alive():
            raise RuntimeError("the engine has stopped")
        if since is None:
            await self._embed([f"{PROBE_TEXT} {next(self._checks)}"], "query", "bulk")
        elif time.perf_counter() - since > STUCK_S:
            raise RuntimeError("the engine is stuck")

    def text_of(self, ids: list[int]) -> str:
        """What token ids say. Raises ModelError: another vocabulary, or a model that takes none."""
        if not isinstance(self.tokenizer, TextTokenizer) or self.measure is None:
            raise ModelError(f"{self.name} takes texts, no token ids")
        return self.tokenizer.decode(ids)

    @property
    def identity(self) -> str:
        """What stored vectors carry: vectors of one identity are comparable."""
        return identity_of(self.name, self.fingerprint)

    @property
    def rate(self) -> float:
        """Measured tokens a second."""
        return self._queue.rate

    def close(self) -> None:
        """Stop the engine; whoever still waits gets EngineClosed. Blocks until the running batch is done."""
        if self.previous is not None:
            self.previous.close()
        self._hand_over_closed(self._queue.close())
        self._thread.join(timeout=30)
        self._tokenisers.shutdown(wait=False, cancel_futures=True)

    def _hand_over_closed(self, left: list[Item]) -> None:
        if left:
            self._hand_over(left, EngineClosed("the embedding engine was shut down"))


def _filled_up(vectors: np.ndarray) -> np.ndarray:
    """Zeros behind the vectors of a model of fewer dimensions: lengths and cosines stay."""
    missing = STORED_DIMENSION - vectors.shape[1]
    return np.pad(vectors, ((0, 0), (0, missing))) if missing else vectors
