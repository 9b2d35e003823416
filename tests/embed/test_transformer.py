"""The transformer path equals a plain numpy run of one text, whatever the pooling, padding and batch."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from app.embed.config import ModelError, load_config
from app.embed.model import Model
from app.embed.tokens import TextTokenizer
from tests.embed import small_models as small

RNG = np.random.default_rng(5)
TEXTS = [small.random_text(RNG, n) for n in (3, 1, 40, 7, 12, 7)]


def _vectors(folder: Path, texts: list[str], *, alone: bool = False) -> np.ndarray:
    config = load_config(folder)
    tokenizer = TextTokenizer(folder, config)
    model = Model(folder, config, threads=1, pad_id=tokenizer.pad_id)
    ids = [t.ids for t in tokenizer.encode(texts, "document")]
    return np.concatenate([model.run([i]) for i in ids]) if alone else model.run(ids)


def _expected(weights: small.Weights, texts: list[str], pooling: str, *, causal: bool, eos: bool = False) -> np.ndarray:
    rows = []
    for text in texts:
        ids = small.ids_of(text, bert=not causal, eos=eos)
        hidden = small.reference(weights, ids, causal=causal, types=not causal)
        row = {"cls": hidden[0], "mean": hidden.mean(axis=0), "last": hidden[-1]}[pooling]
        rows.append(row / np.linalg.norm(row))
    return np.array(rows)


@pytest.mark.parametrize("pooling", ["cls", "mean", "last"])
def test_bert_shaped_model_equals_the_reference(tmp_path, pooling):
    weights = small.make_weights(1)
    folder = small.write_folder(tmp_path / "bert", weights, causal=False, pooling=pooling)
    got = _vectors(folder, TEXTS)
    assert np.abs(got - _expected(weights, TEXTS, pooling, causal=False)).max() < 1e-5
    assert np.abs(got - _vectors(folder, TEXTS, alone=True)).max() < 1e-5


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("pooling", ["mean", "last"])
def test_decoder_with_cache_inputs_equals_the_reference(tmp_path, pooling, side):
    weights = small.make_weights(2)
    folder = small.write_folder(
        tmp_path / "decoder", weights, causal=True, pooling=pooling, padding_side=side, append_eos="[EOS]"
    )
    got = _vectors(folder, TEXTS)
    assert np.abs(got - _expected(weights, TEXTS, pooling, causal=True, eos=True)).max() < 1e-5
    assert np.abs(got - _vectors(folder, TEXTS, alone=True)).max() < 1e-5


def test_a_graph_of_a_fixed_batch_takes_any_number_of_texts(tmp_path):
    weights = small.make_weights(3)
    folder = small.write_folder(tmp_path / "fixed", weights, causal=False, fixed_batch=4, pooling="cls")
    assert np.abs(_vectors(folder, TEXTS) - _expected(weights, TEXTS, "cls", causal=False)).max() < 1e-5


def test_prefixes_are_part_of_the_text(tmp_path):
    weights = small.make_weights(1)
    folder = small.write_folder(
        tmp_path / "prefixed", weights, causal=False, pooling="mean", prefixes={"query": "w1 ", "document": "w2 w3 "}
    )
    assert np.allclose(
        _vectors(folder, TEXTS), _expected(weights, [f"w2 w3 {t}" for t in TEXTS], "mean", causal=False), atol=1e-5
    )
    tokenizer = TextTokenizer(folder, load_config(folder))
    assert tokenizer.encode(["w9"], "query")[0].ids.tolist() == small.ids_of("w1 w9", bert=True)


def test_a_long_text_is_cut_at_serve_max_length_with_its_special_tokens(tmp_path):
    folder = small.write_folder(tmp_path / "cut", small.make_weights(), causal=False, serve_max_length=10)
    long, short = TextTokenizer(folder, load_config(folder)).encode([TEXTS[2], TEXTS[0]], "document")
    assert len(long.ids) == 10
    assert long.ids[-1] == small.SPECIAL.index("[SEP]")
    assert (long.truncated, short.truncated) == (True, False)


def test_append_eos_survives_the_cut(tmp_path):
    folder = small.write_folder(
        tmp_path / "eos", small.make_weights(), causal=True, append_eos="[EOS]", serve_max_length=10, pooling="last"
    )
    [long] = TextTokenizer(folder, load_config(folder)).encode([TEXTS[2]], "document")
    assert len(long.ids) == 10
    assert long.ids[-1] == small.SPECIAL.index("[EOS]")


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"dimension": 32}, "model.yaml says 32"),
        ({"output": "pooled"}, "no output pooled"),
        ({"append_eos": "</s>"}, "append_eos"),
        ({"pooling": "max"}, "pooling"),
        ({"file": "../other.onnx"}, "other.onnx"),
        ({"colour": "red"}, "colour"),
        ({"max_length": 10**20}, "max_length"),
    ],
)
def test_a_wrong_model_yaml_is_named(tmp_path, keys, message):
    folder = small.write_folder(tmp_path / "wrong", small.make_weights(), causal=False, **keys)
    with pytest.raises(ModelError, match=message):
        _vectors(folder, TEXTS)


def test_nothing_is_reported_to_the_maker_of_the_runtime(tmp_path):
    folder = small.write_folder(tmp_path / "bert", small.make_weights(4), causal=False, pooling="cls")
    home = tmp_path / "home"
    home.mkdir()
    script = "import sys, pathlib, app.embed.loading as it; it.load_model(pathlib.Path(sys.argv[1]))"
    kept = {name: value for name, value in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    subprocess.run([sys.executable, "-c", script, folder], check=True, env=kept | {"HOME": str(home)}, timeout=60)
    assert not list(home.iterdir())
