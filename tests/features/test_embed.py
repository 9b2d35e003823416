"""POST /embed, through HTTP."""

import asyncio
import base64

import numpy as np
import pytest

from app.embed.queue import QueueFull
from app.features.embed.types import MAX_TEXTS
from tests.problems import assert_problem


async def _embed(api, **body):
    return await api.public.post("/embed", json=body)


def _matrix(answer) -> np.ndarray:
    assert answer.status_code == 200, answer.text
    return np.array(answer.json()["embeddings"], np.float32)


async def test_one_text_gives_one_unit_vector_with_model_and_usage(api):
    answer = await _embed(api, text="Camiseta azul, tamanho M")
    body = answer.json()
    assert (body["model"], body["dimension"], body["truncated"]) == ("lexical-pt-1024", 1024, 0)
    assert body["usage"] == {"tokens": 5}
    assert _matrix(answer).shape == (1, 1024)
    assert np.linalg.norm(_matrix(answer)) == pytest.approx(1, abs=1e-5)


async def test_a_text_has_one_vector_alone_in_company_and_at_the_same_time(api):
    texts = [f"produto {i} " * (1 + i % 40) for i in range(100)]
    together = _matrix(await _embed(api, texts=texts))
    alone = await asyncio.gather(*(_embed(api, text=text) for text in texts[:30]))
    assert np.abs(np.concatenate([_matrix(a) for a in alone]) - together[:30]).max() < 1e-5


async def test_base64_is_the_same_vector_bit_by_bit(api):
    floats = _matrix(await _embed(api, texts=["sofá", "mesa"], input_type="query"))
    answer = await _embed(api, texts=["sofá", "mesa"], input_type="query", encoding_format="base64")
    packed = [np.frombuffer(base64.b64decode(text), "<f4") for text in answer.json()["embeddings"]]
    assert np.array_equal(np.array(packed), floats)


async def test_a_text_without_words_is_a_fixed_unit_vector(api):
    vectors = _matrix(await _embed(api, texts=["   ", "de para com", "!"]))
    assert np.array_equal(vectors[0], vectors[1])
    assert np.array_equal(vectors[0], vectors[2])
    assert np.linalg.norm(vectors[0]) == 1


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"text": "a", "texts": ["b"]},
        {"text": ""},
        {"texts": []},
        {"texts": ["a", ""]},
        {"texts": ["a"] * (MAX_TEXTS + 1)},
        {"text": "a" * 32_001},
        {"text": None},
        {"text": 5},
        {"text": "a\u0000b"},
        {"text": "a", "input_type": "passage"},
        {"text": "a", "encoding_format": "int8"},
        {"text": "a", "color": "red"},
    ],
)
async def test_what_is_no_text_is_refused(api, body):
    assert_problem(await _embed(api, **body), 422, "validation")


async def test_the_longest_batch_is_answered(api):
    texts = ["palavra " * 2000 + str(i) for i in range(MAX_TEXTS)]
    assert _matrix(await _embed(api, texts=texts)).shape == (MAX_TEXTS, 1024)


async def test_texts_in_any_script_are_as_long_as_said(api):
    answer = await api.public.post("/embed", json={"texts": ["\U0001f45f" * 32_000] * 90})
    assert (answer.status_code, len(answer.json()["embeddings"])) == (200, 90)


async def test_a_full_queue_is_a_429_that_says_when_to_come_back(api, monkeypatch):
    async def full(*_: object) -> None:
        raise QueueFull(3.2)

    monkeypatch.setattr("app.embed.embedder.Embedder.embed", full)
    answer = await _embed(api, text="a")
    assert_problem(answer, 429, "overloaded")
    assert answer.headers["retry-after"] == "3"


async def test_an_engine_that_shuts_down_is_a_503(api):
    await asyncio.to_thread(api.services.embedder.close)
    answer = await _embed(api, text="a")
    assert_problem(answer, 503, "unavailable")
    health = (await api.public.get("/health")).json()
    assert (health["status"], health["embedding"]["status"]) == ("degraded", "down")


async def test_metrics_show_the_engine(api):
    await _embed(api, texts=["a1", "b2", "c3"])
    text = (await api.public.get("/metrics")).text
    assert "embed_texts_total 3.0" in text
    assert 'embed_queue_tokens{lane="interactive"} 0.0' in text
    assert 'embed_batch_texts_bucket{le="+Inf"}' in text
