"""Which model serves, what is said about it, and what a wrong one says at the start."""

import pytest

from app.embed.choosing import open_embedder
from app.embed.config import ModelError
from app.embed.hybrid.presence import NAME
from tests.cli.commands import environment
from tests.embed import small_models as small
from tests.forks import run_app


def test_the_users_own_folder_stands_before_the_built_one(with_hybrid, tmp_path):
    said: list[str] = []
    built = open_embedder(tmp_path / "own", with_hybrid, NAME, say=said.append)
    small.write_folder(tmp_path / "own" / NAME, small.make_weights(), causal=False)
    own = open_embedder(tmp_path / "own", with_hybrid, NAME, say=said.append)
    try:
        assert (built.name, built.instead, built.identity == own.identity) == (NAME, None, False)
        assert said == []
    finally:
        built.close()
        own.close()


def test_a_model_that_is_not_there_is_one_line(tmp_path):
    with pytest.raises(ModelError, match=r"^EMBEDDING_MODEL: there is no 'bge-m3' in .*models list"):
        open_embedder(tmp_path, tmp_path, "bge-m3", say=print)


async def test_a_model_of_fewer_dimensions_is_filled_up(tmp_path):
    small.write_folder(tmp_path / "small", small.make_weights(), causal=False, pooling="mean")
    embedder = open_embedder(tmp_path, tmp_path, "small", say=print)
    try:
        vectors = (await embedder.embed(["w1 w2", "w3", "w1"])).vectors
        assert vectors.shape == (3, 1024)
        assert embedder.dimension == 1024
        assert not vectors[:, small.WIDTH :].any()
        assert abs(vectors[0] @ vectors[0] - 1) < 1e-5
    finally:
        embedder.close()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("name: [\n", "model.yaml: while parsing"),
        ("name: wrong\ncolour: red\n", "unknown field `colour`"),
        ("name: wrong\ndimension: 4096\n", "dimension 4096: the service stores at most 1024"),
        ("name: wrong\npooling: [mean]\n", "`$.pooling`"),
        ("name: wrong\nfile: other.onnx\n", "there is no file 'other.onnx' that model.yaml names"),
        ("- a list\n", "Expected `object`"),
        ("", "Expected `object`"),
        ("name: wrong\ndimension: 32\n", "model.yaml says 32"),
        ("name: wrong\nthreads: 99999999999\n", "Expected `int` <= 256"),
        ("name: wrong\ndimension: 64\noutput: pooled\n", "no output pooled"),
    ],
)
def test_a_wrong_model_yaml_ends_the_start_in_one_line(dsn, tmp_path, text, says):
    folder = small.write_folder(tmp_path / "models" / "wrong", small.make_weights(), causal=False)
    (folder / "model.yaml").write_text(text)
    variables = environment(dsn, tmp_path) | {"MODELS_DIR": str(tmp_path / "models"), "EMBEDDING_MODEL": "wrong"}
    log = tmp_path / "log"
    assert run_app(["serve", "--port", "0"], variables, log).wait(60) != 0
    said = log.read_text()
    assert len([line for line in said.splitlines() if says in line]) == 1, said
    assert "Traceback" not in said


def test_append_eos_false_is_none(tmp_path):
    folder = small.write_folder(tmp_path / "plain", small.make_weights(), causal=False, append_eos=False)
    open_embedder(folder.parent, tmp_path, "plain", say=print).close()
