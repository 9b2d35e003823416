"""Row-wise int8: near the fp32 vectors, independent of the batch, and the same on every processor."""

import numpy as np
import onnx
import pytest

from app.embed.config import ModelError, load_config
from app.embed.int8 import quantize, quantize_columns
from app.embed.model import Model
from app.embed.tokens import TextTokenizer
from tests.embed import small_models as small

RNG = np.random.default_rng(11)
TEXTS = [small.random_text(RNG, n) for n in (2, 1, 60, 9, 25)]


def _run(folder, texts):
    config = load_config(folder)
    tokenizer = TextTokenizer(folder, config)
    return Model(folder, config, threads=1).run([t.ids for t in tokenizer.encode(texts, "document")])


@pytest.mark.parametrize(("causal", "pooling"), [(False, "cls"), (False, "mean"), (True, "last")])
def test_int8_is_near_fp32_and_the_same_in_any_batch(tmp_path, causal, pooling):
    source = small.write_folder(
        tmp_path / "fp32", small.make_weights(4), causal=causal, pooling=pooling, fingerprint="original"
    )
    # q, k, v, out, up, down of each layer
    assert quantize(source, tmp_path / "int8") == 6 * small.LAYERS
    exact, eight = _run(source, TEXTS), _run(tmp_path / "int8", TEXTS)
    assert (exact * eight).sum(axis=1).min() > 0.998
    alone = np.concatenate([_run(tmp_path / "int8", [t]) for t in TEXTS])
    assert (alone * eight).sum(axis=1).min() > 0.99999
    config = load_config(tmp_path / "int8")
    assert (config.name, config.fingerprint, config.pooling) == ("int8", None, pooling)
    assert (tmp_path / "int8" / "model.onnx").stat().st_size < 0.5 * (source / "model.onnx").stat().st_size


def test_columns_keep_their_own_scale():
    weights = np.array([[1.0, -0.01], [-0.5, 0.005], [0.0, 0.0]], np.float32)
    quantized, scales = quantize_columns(weights)
    assert np.abs(quantized * scales - weights).max() <= scales.max() / 2
    assert quantized[0].tolist() == [64, -64]


def _saturating(rows: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """u8 x s8 as x86-64 without VNNI does it (vpmaddubsw): two products are added in int16, which saturates."""
    products = rows[:, :, None].astype(np.int64) * weights[None].astype(np.int64)
    pairs = products[:, 0::2] + products[:, 1::2]
    return np.clip(pairs, -(2**15), 2**15 - 1).sum(axis=1)


def test_no_sum_of_two_products_leaves_16_bits_so_a_processor_without_vnni_gives_the_same(tmp_path):
    source = small.write_folder(tmp_path / "fp32", small.make_weights(4), causal=False)
    quantize(source, tmp_path / "int8")
    model = onnx.load(tmp_path / "int8" / "model.onnx")
    matrices = [onnx.numpy_helper.to_array(i) for i in model.graph.initializer if i.name.endswith(".int8")]
    assert len(matrices) == 6 * small.LAYERS
    for weights in matrices:
        # In any order of the rows: which two are paired is the kernel's business.
        weights = RNG.permutation(weights)
        worst = np.where(weights.T > 0, 255, 0).astype(np.uint8)
        rows = np.concatenate([worst, 255 - worst, RNG.integers(0, 256, (8, len(weights)), dtype=np.uint8)])
        assert np.array_equal(_saturating(rows, weights), rows.astype(np.int64) @ weights.astype(np.int64))


def test_a_graph_without_products_and_an_existing_target_are_refused(tmp_path):
    from app.settings import Settings

    with pytest.raises(ModelError, match="no matrix product"):
        quantize(Settings().models_dir / "lexical-pt-1024", tmp_path / "copy")
    (tmp_path / "there").mkdir()
    source = small.write_folder(tmp_path / "fp32", small.make_weights(4), causal=False)
    with pytest.raises(ModelError, match="exists"):
        quantize(source, tmp_path / "there")
