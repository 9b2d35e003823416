"""Row-wise int8: near the fp32 vectors, independent of the batch, and the same on every processor."""

import numpy as np
import onnx
import pytest
from onnxruntime import InferenceSession

from app.embed.config import ModelError, load_config
from app.embed.int8 import LARGEST, quantize, quantize_columns
from app.embed.model import Model
from app.embed.tokens import TextTokenizer
from tests.embed import small_models as small

MICROSOFT = "com.microsoft"
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


@pytest.mark.parametrize("opset", [11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21])
def test_models_of_every_opset_run_in_int8(tmp_path, opset):
    source = small.write_folder(tmp_path / "fp32", small.make_weights(4), causal=False, opset=opset)
    assert quantize(source, tmp_path / "int8") == 6 * small.LAYERS
    exact, eight = _run(source, TEXTS), _run(tmp_path / "int8", TEXTS)
    assert (exact * eight).sum(axis=1).min() > 0.998
    alone = np.concatenate([_run(tmp_path / "int8", [t]) for t in TEXTS])
    assert (alone * eight).sum(axis=1).min() > 0.99999


def test_an_opset_without_the_operators_is_refused(tmp_path):
    source = small.write_folder(tmp_path / "fp32", small.make_weights(4), causal=False, opset=11)
    model = onnx.load(source / "model.onnx")
    model.opset_import[0].version = 10
    onnx.save(model, source / "model.onnx")
    with pytest.raises(ModelError, match="its opset is 10: export it with 11 or later"):
        quantize(source, tmp_path / "int8")


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


@pytest.mark.parametrize("columns", [1, 16, 64])
@pytest.mark.parametrize("count", [1, 7, 64])
def test_onnxruntime_adds_the_most_extreme_products_exactly_here(count, columns):
    """Whatever kernel this processor has: rows and weights at their limits, whose pairs come nearest to 16 bits."""
    width = 256
    weights = np.where(RNG.random((width, columns)) < 0.5, -LARGEST, LARGEST).astype(np.int8)
    weights[:, 0] = LARGEST
    rows = RNG.choice(np.array([0, 255], np.uint8), (count, width))
    rows[0] = 255
    node = onnx.helper.make_node("MatMulIntegerToFloat", ["x", "w", "one", "scale", "middle"], ["y"], domain=MICROSOFT)
    constants = {
        "w": weights,
        "one": np.float32(1),
        "scale": np.ones(columns, np.float32),
        "middle": np.uint8(128),
    }
    graph = onnx.helper.make_graph(
        [node],
        "extremes",
        [onnx.helper.make_tensor_value_info("x", onnx.TensorProto.UINT8, [count, width])],
        [onnx.helper.make_tensor_value_info("y", onnx.TensorProto.FLOAT, [count, columns])],
        [onnx.numpy_helper.from_array(np.asarray(value), name) for name, value in constants.items()],
    )
    opsets = [onnx.helper.make_opsetid("", 18), onnx.helper.make_opsetid(MICROSOFT, 1)]
    model = onnx.helper.make_model(graph, opset_imports=opsets, ir_version=9)
    [got] = InferenceSession(model.SerializeToString()).run(None, {"x": rows})
    exact = (rows.astype(np.int64) - 128) @ weights.astype(np.int64)
    assert np.array_equal(got.astype(np.int64), exact)


def test_a_graph_without_products_and_an_existing_target_are_refused(tmp_path):
    from app.settings import Settings

    with pytest.raises(ModelError, match="no matrix product"):
        quantize(Settings().models_dir / "lexical-pt-1024", tmp_path / "copy")
    (tmp_path / "there").mkdir()
    source = small.write_folder(tmp_path / "fp32", small.make_weights(4), causal=False)
    with pytest.raises(ModelError, match="exists"):
        quantize(source, tmp_path / "there")
