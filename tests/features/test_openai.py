"""/openai through the official client: vectors, models, errors; and what models of other kinds allow."""

import json
from dataclasses import replace

import httpx
import numpy as np
import openai
import pytest

from app.embed.queue import QueueFull
from app.main import Application
from app.ops.clock import SystemClock
from app.settings import Settings
from tests.api import Api
from tests.embed import small_models as small


def openai_client(app) -> openai.AsyncOpenAI:
    http = httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://test")
    return openai.AsyncOpenAI(api_key="any", base_url="http://test/openai", http_client=http, max_retries=0)


@pytest.fixture
def client(api: Api) -> openai.AsyncOpenAI:
    return openai_client(api.app)


async def test_embeddings_are_those_of_embed(api: Api, client: openai.AsyncOpenAI):
    own = (await api.public.post("/embed", json={"texts": ["sofá cinza", "mesa"]})).json()["embeddings"]
    # By default the client asks for base64 and unpacks it.
    answer = await client.embeddings.create(model="text-embedding-3-small", input=["sofá cinza", "mesa"])
    assert np.allclose([item.embedding for item in answer.data], own, atol=1e-7)
    assert [item.index for item in answer.data] == [0, 1]
    assert (answer.model, answer.usage.prompt_tokens, answer.usage.total_tokens) == ("lexical-pt-1024", 3, 3)
    one = await client.embeddings.create(model="x", input="sofá cinza", encoding_format="float", dimensions=1024)
    assert np.allclose(one.data[0].embedding, own[0], atol=1e-7)


async def test_the_model_that_serves_is_listed(api: Api, client: openai.AsyncOpenAI):
    [model] = (await client.models.list()).data
    assert (model.id, model.object, model.owned_by) == ("lexical-pt-1024", "model", "self-hosted")
    assert model.created == api.services.embedder.written_at > 1_600_000_000
    assert await client.models.retrieve(model.id) == model
    with pytest.raises(openai.NotFoundError) as missing:
        await client.models.retrieve("gpt-4o")
    assert missing.value.body == {
        "message": "No such model.", "type": "invalid_request_error", "code": "not_found", "param": None
    }  # fmt: skip


@pytest.mark.parametrize(
    ("options", "param", "says"),
    [
        ({"input": [1, 2]}, "input", "lexical-pt-1024 takes texts, no token ids"),
        ({"input": [[1]]}, "input", "lexical-pt-1024 takes texts, no token ids"),
        ({"input": [[1], 2]}, "input", "cannot be mixed"),
        ({"input": ["a", 2]}, "input", "cannot be mixed"),
        ({"input": ""}, "input", "input"),
        ({"input": []}, "input", "input"),
        ({"input": "a", "dimensions": 256}, "dimensions", "lexical-pt-1024 gives only 1024"),
        ({"input": "a", "dimensions": 4096}, "dimensions", "1024"),
        ({"input": "a", "extra_body": {"colour": "red"}}, "colour", "colour"),
    ],
)
async def test_a_wrong_request_is_a_400_that_names_its_field(client, options, param, says):
    with pytest.raises(openai.BadRequestError) as refused:
        await client.embeddings.create(model="x", encoding_format="float", **options)
    error = refused.value.body
    assert error.keys() == {"message", "type", "code", "param"}
    assert (error["type"], error["code"], error["param"]) == ("invalid_request_error", "validation", param)
    assert says in error["message"]


async def test_every_other_error_has_the_form_too(api: Api, client: openai.AsyncOpenAI, monkeypatch):
    for method, path, content, status in (
        ("GET", "/openai/nothing", b"", 404),
        ("GET", "/openai/embeddings", b"", 405),
        ("POST", "/openai/embeddings", b"{", 400),
        ("POST", "/openai/embeddings", b'{"input":"a","model":Infinity}', 400),
        ("POST", "/openai/embeddings", b"x" * (33 << 20), 413),
    ):
        answer = await api.public.request(method, path, content=content)
        assert answer.status_code == status
        assert answer.headers["content-type"] == "application/json"
        assert answer.json()["error"].keys() == {"message", "type", "code", "param"}

    async def full(*_: object) -> None:
        raise QueueFull(3.2)

    monkeypatch.setattr("app.embed.embedder.Embedder.embed", full)
    with pytest.raises(openai.RateLimitError) as busy:
        await client.embeddings.create(model="x", input="a")
    assert busy.value.response.headers["retry-after"] == "3"
    assert (busy.value.type, busy.value.code) == ("rate_limit_error", "overloaded")


async def test_the_old_path_is_gone(api: Api):
    assert (await api.public.post("/v1/embeddings", json={"input": "a"})).status_code == 404


async def test_the_default_model_refuses_ids_and_other_dimensions(with_hybrid, app_settings: Settings):
    settings = replace(app_settings, embedding_model="hybrid-pt-1024")
    application = Application(settings, SystemClock())
    async with application.running():
        client = openai_client(application.app)
        assert [model.id for model in (await client.models.list()).data] == ["hybrid-pt-1024"]
        for options, param in (({"input": [1]}, "input"), ({"input": "a", "dimensions": 512}, "dimensions")):
            with pytest.raises(openai.BadRequestError) as refused:
                await client.embeddings.create(model="x", **options)
            assert refused.value.param == param


async def test_a_transformer_takes_token_ids_and_a_matryoshka_gives_shorter_vectors(
    tmp_path, app_settings: Settings, monkeypatch
):
    monkeypatch.setattr(small, "WIDTH", 128)
    monkeypatch.setattr(small, "HEAD", 32)
    small.write_folder(tmp_path / "m" / "small", small.make_weights(), causal=False, pooling="mean", min_dimension=32)
    settings = replace(app_settings, models_dir=tmp_path / "m", embedding_model="small")
    application = Application(settings, SystemClock())
    async with application.running():
        client = openai_client(application.app)

        async def embed(given, **options):
            answer = await client.embeddings.create(model="x", input=given, **options)
            return np.array([item.embedding for item in answer.data])

        ids = [len(small.SPECIAL) + n for n in (1, 2, 3)]
        whole = await embed(["w1 w2 w3", "w4"])
        assert np.allclose(await embed(ids), whole[:1])
        assert np.allclose(await embed([ids, [len(small.SPECIAL) + 4]]), whole)
        short = await embed(["w1 w2 w3"], dimensions=32)
        assert np.allclose(short[0], whole[0, :32] / np.linalg.norm(whole[0, :32]), atol=1e-6)
        for options, says in (({"given": [10**6]}, "vocabulary"), ({"given": "w1", "dimensions": 16}, "32 to 1024")):
            with pytest.raises(openai.BadRequestError, match=says):
                await embed(**options)


async def test_the_document_describes_the_pair_and_its_errors(api: Api):
    document = (await api.public.get("/openapi.json")).json()
    assert "/openai/embeddings" in document["paths"]
    answers = document["paths"]["/openai/embeddings"]["post"]["responses"]
    assert "422" not in answers
    assert answers["400"]["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/OpenAIError"}
    assert json.dumps(document["paths"]).count("/components/schemas/OpenAIError") >= 6
