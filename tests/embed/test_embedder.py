"""The embedding service in a process: results, cache, single-flight, admission, cancellation, shutdown."""

import asyncio
import threading
from pathlib import Path

import numpy as np
import pytest

from app.embed.embedder import CACHED_CHARACTERS, Embedder
from app.embed.queue import EngineClosed, QueueFull

MODELS = Path(__file__).parents[2] / "models_onnx"


@pytest.fixture
def embedder():
    made = Embedder.load(MODELS, "lexical-pt-1024")
    yield made
    made.close()


@pytest.fixture
def gate(embedder, monkeypatch):
    """Holds the engine before each batch until it is set; `entered` tells that a batch is being held."""
    return _Gate(embedder, monkeypatch)


class _Gate:
    def __init__(self, embedder: Embedder, monkeypatch: pytest.MonkeyPatch) -> None:
        self.entered = threading.Event()
        self.opened = threading.Event()
        self.batches: list[int] = []
        run = embedder._model.run

        def held(texts):
            self.batches.append(len(texts))
            self.entered.set()
            assert self.opened.wait(20)
            return run(texts)

        monkeypatch.setattr(embedder._model, "run", held)
        # What the loop would run itself would hold the test.
        monkeypatch.setattr("app.embed.embedder.INLINE_RUN_S", 0.0)


async def _until(event: threading.Event) -> None:
    assert await asyncio.to_thread(event.wait, 20)


async def test_vectors_are_unit_length_and_in_the_order_of_the_texts(embedder):
    texts = [f"produto {i} " * (i % 30 + 1) for i in range(200)]
    got = await embedder.embed(texts)
    assert got.vectors.shape == (200, 1024)
    assert got.vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(got.vectors, axis=1), 1, atol=1e-5)
    for i in (0, 57, 199):
        alone = await embedder.embed([texts[i]])
        assert np.array_equal(alone.vectors[0], got.vectors[i])


async def test_tokens_are_words_and_marks_and_cut_texts_are_counted(embedder):
    got = await embedder.embed(["Tênis azul, 42!", "x" * 600_000])
    assert got.tokens == 5 + 1
    assert got.truncated == 1


async def test_no_texts_give_no_vectors(embedder):
    got = await embedder.embed([])
    assert (got.vectors.shape, got.tokens) == ((0, 1024), 0)


async def test_a_repeated_text_comes_from_the_cache_per_role(embedder):
    await embedder.embed(["sofá"], "query")
    await embedder.embed(["sofá"], "query")
    assert (embedder.stats.cache_hits, embedder.stats.batch_texts) == (1, 1)
    await embedder.embed(["sofá"], "document")
    assert embedder.stats.batch_texts == 2


async def test_bulk_and_long_texts_do_not_fill_the_cache(embedder):
    await embedder.embed(["sofá"], lane="bulk")
    await embedder.embed(["sofá " * CACHED_CHARACTERS])
    assert len(embedder._cache) == 0


async def test_equal_texts_of_many_callers_are_computed_once(embedder, gate):
    calls = [asyncio.create_task(embedder.embed(["rede de descanso", f"sala {i % 2}"])) for i in range(20)]
    await _until(gate.entered)
    gate.opened.set()
    results = await asyncio.gather(*calls)
    assert all(np.array_equal(r.vectors[0], results[0].vectors[0]) for r in results)
    assert sum(gate.batches) == 3
    assert embedder.stats.joined == 37


async def test_a_gone_client_leaves_the_queue(embedder, gate):
    first = asyncio.create_task(embedder.embed(["primeiro"]))
    await _until(gate.entered)
    gone = asyncio.create_task(embedder.embed(["segundo", "terceiro"]))
    shared = asyncio.create_task(embedder.embed(["terceiro"]))
    await asyncio.sleep(0)
    gone.cancel()
    with pytest.raises(asyncio.CancelledError):
        await gone
    assert embedder.waiting()["interactive"][0] == 1
    assert embedder.stats.dropped == 1
    gate.opened.set()
    assert (await shared).vectors.shape == (1, 1024)
    await first
    assert gate.batches == [1, 1]
    assert embedder._flying == {}


async def test_a_full_queue_refuses_at_once_and_recovers(embedder, gate):
    embedder._queue.rate = 10.0
    first = asyncio.create_task(embedder.embed(["primeiro"]))
    await _until(gate.entered)
    waiting = asyncio.create_task(embedder.embed(["segundo texto de trinta letras"]))
    await asyncio.sleep(0)
    with pytest.raises(QueueFull) as refused:
        await embedder.embed(["terceiro texto de trinta letras"])
    assert refused.value.retry_after >= 1
    assert embedder.stats.rejected == 1
    gate.opened.set()
    await asyncio.gather(first, waiting)
    assert (await embedder.embed(["terceiro texto de trinta letras"])).vectors.shape == (1, 1024)


@pytest.mark.parametrize("lane", ["interactive", "bulk"])
async def test_a_failed_batch_reaches_its_callers_and_the_engine_lives_on(embedder, monkeypatch, lane):
    with monkeypatch.context() as patch:
        patch.setattr(embedder._model, "run", lambda texts: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            await embedder.embed(["lâmpada"], lane=lane)
    assert (await embedder.embed(["lâmpada"], lane=lane)).vectors.shape == (1, 1024)
    assert embedder.stats.failures == 1


async def test_a_text_is_run_by_the_loop_only_alone_and_while_the_engine_rests(embedder, monkeypatch):
    run, runs = embedder._model.run, []

    def noted(texts):
        runs.append((threading.current_thread() is threading.main_thread(), len(texts)))
        return run(texts)

    monkeypatch.setattr(embedder._model, "run", noted)
    alone = await embedder.embed(["sofá"])
    assert runs.pop() == (True, 1)
    await asyncio.gather(*(embedder.embed([text]) for text in ("mesa", "cama", "rede")))
    await embedder.embed(["berço", "abajur"])
    await embedder.embed(["sofá"], lane="bulk", role="query")
    busy = asyncio.create_task(embedder.embed(["vaso", "quadro"]))
    await asyncio.sleep(0)
    await embedder.embed(["fruteira"])
    await busy
    embedder._queue.rate = 1.0
    await embedder.embed(["um texto que muito demora"])
    assert not any(in_loop for in_loop, _ in runs)
    again = await embedder.embed(["sofá"])
    assert np.array_equal(again.vectors, alone.vectors)
    assert embedder.stats.cache_hits == 1


async def test_close_ends_who_still_waits(embedder, gate):
    running = asyncio.create_task(embedder.embed(["primeiro"]))
    await _until(gate.entered)
    waiting = asyncio.create_task(embedder.embed(["segundo"]))
    await asyncio.sleep(0)
    closing = asyncio.create_task(asyncio.to_thread(embedder.close))
    with pytest.raises(EngineClosed):
        await waiting
    gate.opened.set()
    await closing
    assert (await running).vectors.shape == (1, 1024)
    with pytest.raises(EngineClosed):
        await embedder.embed(["terceiro"])


async def test_check_sees_a_dead_and_a_stuck_engine(embedder, gate, monkeypatch):
    gate.opened.set()
    await embedder.check()
    await embedder.check()
    assert sum(gate.batches) == 2  # a cached text would say nothing about the engine
    assert embedder.stats.texts == 0  # nobody asked for them
    gate.opened.clear()
    gate.entered.clear()
    busy = asyncio.create_task(embedder.embed(["primeiro"]))
    await _until(gate.entered)
    await embedder.check()
    monkeypatch.setattr("app.embed.embedder.STUCK_S", 0.0)
    with pytest.raises(RuntimeError, match="stuck"):
        await embedder.check()
    gate.opened.set()
    await busy
    embedder.close()
    with pytest.raises(RuntimeError, match="stopped"):
        await embedder.check()


async def test_text_that_waits_for_the_tokeniser_is_bounded_too(embedder, monkeypatch):
    monkeypatch.setattr("app.embed.embedder.TOKENISING_CHARACTERS", 50_000)
    calls = [asyncio.create_task(embedder.embed([f"palavra {i} " * 3000])) for i in range(4)]
    results = await asyncio.gather(*calls, return_exceptions=True)
    assert [isinstance(r, QueueFull) for r in results] == [False, True, True, True]
    assert (await embedder.embed(["palavra " * 3000])).vectors.shape == (1, 1024)
