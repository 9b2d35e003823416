"""Models side by side: any that can be loaded, with any weights."""

import numpy as np
import pytest
import yaml

from app.embed.config import ModelError
from app.embed.loading import load_model
from tests.embed import small_models as small

RNG = np.random.default_rng(3)
TEXTS = [small.random_text(RNG, n) for n in (3, 1, 40, 7)]


def _folder(tmp_path, parts, **keys):
    for name, seed in (("one", 1), ("two", 2)):
        small.write_folder(tmp_path / "joined" / name, small.make_weights(seed), causal=False, pooling="mean")
    about = {"name": "joined", "kind": "joined", "parts": parts, "max_length": 128, **keys}
    (tmp_path / "joined" / "model.yaml").write_text(yaml.safe_dump(about), "utf-8")
    return tmp_path / "joined"


def _run(folder):
    loaded = load_model(folder, threads=1)
    return loaded.model.run([t.ids for t in loaded.tokenizer.encode(TEXTS, "document")])


def test_weights_are_shares_of_the_cosine_and_some_dimensions_can_be_taken(tmp_path):
    parts = [{"folder": "one", "weight": 3, "take": 16}, {"folder": "two", "weight": 1}]
    folder = _folder(tmp_path, parts, dimension=16 + small.WIDTH)
    one, two, joined = _run(folder / "one")[:, :16], _run(folder / "two"), _run(folder)
    one /= np.linalg.norm(one, axis=1, keepdims=True)
    assert np.allclose(joined @ joined.T, 0.75 * one @ one.T + 0.25 * two @ two.T, atol=1e-5)


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_a_batch_is_dealt_out_by_texts_and_a_single_text_wakes_no_thread(tmp_path, threads):
    folder = _folder(tmp_path, [{"folder": "one", "weight": 1}, {"folder": "two", "weight": 1}], dimension=128)
    alone, dealt = (load_model(folder, threads=n) for n in (1, threads))
    assert [part.threads for part in dealt.model._parts] == [1, 1]
    assert dealt.model.threads == threads
    for texts in (TEXTS, TEXTS[:1], TEXTS[:3]):
        ids = [t.ids for t in alone.tokenizer.encode(texts, "document")]
        assert np.allclose(dealt.model.run(ids), alone.model.run(ids), atol=1e-6)


def test_a_part_a_weight_and_what_is_taken_change_the_fingerprint(tmp_path):
    same = [{"folder": "one", "weight": 1}, {"folder": "two", "weight": 1}]
    seen = set()
    for parts in (same, same[::-1], [same[0], same[1] | {"weight": 2}], [same[0], same[1] | {"take": 8}]):
        seen.add(load_model(_folder(tmp_path, parts, dimension=128), threads=1).fingerprint)
    assert len(seen) == 4


@pytest.mark.parametrize(
    ("parts", "keys", "message"),
    [
        ([], {}, "parts and kind: joined belong together"),
        ([{"folder": "three", "weight": 1}], {}, "three/model.yaml: No such file"),
        ([{"folder": "one", "weight": 0}], {}, "weight"),
        ([{"folder": "../one", "weight": 1}], {}, "folder"),
        ([{"folder": "one", "weight": 1}], {"kind": "transformer"}, "belong together"),
    ],
)
def test_a_wrong_description_is_named(tmp_path, parts, keys, message):
    with pytest.raises(ModelError, match=message):
        load_model(_folder(tmp_path, parts, **keys))


def test_another_dimension_than_the_parts_have_is_named(tmp_path):
    folder = _folder(tmp_path, [{"folder": "one", "weight": 1}], dimension=1024)
    with pytest.raises(ModelError, match=r"gives 64, model\.yaml says 1024"):
        _run(folder)
