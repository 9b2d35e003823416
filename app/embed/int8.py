"""Row-wise int8: a copy of a model whose matrix products run in 8 bits and stay independent of the batch.

onnxruntime's dynamic quantisation takes one activation scale for a whole batch, so a text's vector depends on its
company. Here every token row has its own scale. Needs the package `onnx`. Tests: tests/embed/test_int8.py.

Weights use seven of the eight bits: x86-64 without VNNI adds two u8 x s8 products in 16 bits that saturate, and
2 * 255 * 64 is the largest sum that cannot. So one file gives the same vectors on every processor; what that costs in
accuracy is less than 0.001 of a cosine.
"""

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from app.embed.config import ModelError, load_config
from app.embed.reference import REFERENCE, make_reference

SMALLEST = 4096  # weights with fewer elements gain nothing
EXTERNAL_ABOVE = 1_500_000_000  # bytes: a protobuf file ends at 2 GB
LARGEST = 64  # of a weight
# QuantizeLinear is of 10, its scale a row of 13; from 18 on ReduceMax takes its axes as an input.
OLDEST, SCALE_A_ROW, AXES_AS_INPUT = 11, 13, 18


def quantize(source: Path, target: Path) -> int:
    """Write the int8 copy of folder `source` to `target`; the number of products converted. Raises ModelError.

    Beside it lie the original's vectors of a few texts, which `models check` compares with on the processor at hand.
    """
    import onnx

    config = load_config(source)
    if target.exists():
        raise ModelError(f"{target} exists")
    if config.parts:
        raise ModelError(f"{config.name} is joined of several: quantize a part of it")
    path = source / config.file
    model = onnx.load(path, load_external_data=False)
    opset = next((i.version for i in model.opset_import if i.domain in ("", "ai.onnx")), 1)
    if opset < OLDEST:
        raise ModelError(f"{config.name}: its opset is {opset}: export it with {OLDEST} or later")
    exact = make_reference(source)
    onnx.load_external_data_for_model(model, str(path.parent))
    converted = _Rewriter(model.graph, opset).run()
    if not converted:
        raise ModelError(f"{config.name}: the graph has no matrix product with constant weights")
    if not any(i.domain == "com.microsoft" for i in model.opset_import):
        model.opset_import.append(onnx.helper.make_opsetid("com.microsoft", 1))
    target.mkdir(parents=True)
    external = model.ByteSize() > EXTERNAL_ABOVE
    onnx.save(model, target / "model.onnx", save_as_external_data=external, location="model.onnx_data")
    tokenizer = Path(config.tokenizer).name
    shutil.copyfile(source / config.tokenizer, target / tokenizer)
    (target / "model.yaml").write_text(_describe(source, target.name, tokenizer), "utf-8")
    (target / REFERENCE).write_bytes(exact)
    return converted


def _describe(source: Path, name: str, tokenizer: str) -> str:
    """model.yaml of the copy: the same but for its name, files and fingerprint."""
    import yaml

    document: dict[str, Any] = yaml.safe_load((source / "model.yaml").read_text("utf-8"))
    document |= {"name": name, "file": "model.onnx", "tokenizer": tokenizer}
    document.pop("fingerprint", None)
    return str(yaml.safe_dump(document, sort_keys=False, allow_unicode=True))


def quantize_columns(
    weights: npt.NDArray[np.float32], largest: int = LARGEST
) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.float32]]:
    """Weights [in, out] as int8 of at most `largest`, with one scale a column."""
    scales = np.maximum(np.abs(weights).max(axis=0), 1e-12).astype(np.float32) / np.float32(largest)
    return np.clip(np.rint(weights / scales), -largest, largest).astype(np.int8), scales


class _Rewriter:
    """Replaces MatMul(x, constant [in, out]) in one graph, with what operators of its opset know."""

    def __init__(self, graph: Any, opset: int) -> None:
        self._graph = graph
        self._opset = opset
        self._weights = {i.name: i for i in graph.initializer}
        self._rows: dict[str, tuple[str, str, str]] = {}
        self._nodes: list[Any] = []

    def run(self) -> int:
        """Rewrite in place; the number of products converted."""
        converted = 0
        for node in self._graph.node:
            if node.op_type == "MatMul" and self._fits(node.input[1]):
                self._replace(node)
                converted += 1
            else:
                self._nodes.append(node)
        del self._graph.node[:]
        self._graph.node.extend(self._nodes)
        self._drop_unused()
        return converted

    def _fits(self, name: str) -> bool:
        weight = self._weights.get(name)
        return weight is not None and len(weight.dims) == 2 and weight.dims[0] * weight.dims[1] >= SMALLEST

    def _replace(self, node: Any) -> None:
        from onnx import numpy_helper

        x, weight = node.input
        values = numpy_helper.to_array(self._weights[weight]).astype(np.float32)
        width, columns = values.shape
        name = f"{weight}.int8"
        if name not in self._weights:
            quantized, scales = quantize_columns(values)
            self._constant(name, quantized)
            self._constant(f"{weight}.scale", scales)
        rows, scale, shape = self._quantized_rows(x, width)
        one, middle = self._shared()
        product = self._op("MatMulIntegerToFloat", [rows, name, one, f"{weight}.scale", middle], domain="com.microsoft")
        self._constant(f"{name}.columns", np.array([columns], np.int64))
        full = self._op("Concat", [shape, f"{name}.columns"], axis=0)
        self._op("Reshape", [self._op("Mul", [product, scale]), full], out=node.output[0])

    def _quantized_rows(self, x: str, width: int) -> tuple[str, str, str]:
        """x as uint8 rows around 128, the scale of each row, and the leading dimensions; shared by Q, K and V."""
        if x in self._rows:
            return self._rows[x]
        self._shared()
        self._constant(f"int8.width.{width}", np.array([-1, width], np.int64))
        flat = self._op("Reshape", [x, f"int8.width.{width}"])
        column = self._op("Div", [self._op("Max", [self._largest(flat), "int8.least"]), "int8.range"])
        shape = self._op("Slice", [self._op("Shape", [x]), "int8.first", "int8.last"])
        self._rows[x] = (self._rounded(flat, column), column, shape)
        return self._rows[x]

    def _largest(self, flat: str) -> str:
        """The largest magnitude of each row, as a column."""
        magnitudes = self._op("Abs", [flat])
        if self._opset < AXES_AS_INPUT:
            return self._op("ReduceMax", [magnitudes], axes=[1], keepdims=1)
        return self._op("ReduceMax", [magnitudes, "int8.axis"], keepdims=1)

    def _rounded(self, flat: str, column: str) -> str:
        """The rows in units of their scales, as uint8 around 128."""
        if self._opset < SCALE_A_ROW:
            return self._op("QuantizeLinear", [self._op("Div", [flat, column]), "int8.one", "int8.middle"])
        scale = self._op("Reshape", [column, "int8.flat"])
        points = self._op("Expand", ["int8.middle", self._op("Shape", [scale])])
        return self._op("QuantizeLinear", [flat, scale, points], axis=0)

    def _shared(self) -> tuple[str, str]:
        self._constant("int8.axis", np.array([1], np.int64))
        self._constant("int8.first", np.array([0], np.int64))
        self._constant("int8.last", np.array([-1], np.int64))
        self._constant("int8.flat", np.array([-1], np.int64))
        self._constant("int8.least", np.float32(1e-8))
        self._constant("int8.range", np.float32(127))
        self._constant("int8.one", np.float32(1))
        self._constant("int8.middle", np.uint8(128))
        return "int8.one", "int8.middle"

    def _constant(self, name: str, value: Any) -> None:
        from onnx import numpy_helper

        if name not in self._weights:
            self._weights[name] = numpy_helper.from_array(np.asarray(value), name)
            self._graph.initializer.append(self._weights[name])

    def _op(self, kind: str, inputs: list[str], *, out: str = "", **attributes: Any) -> str:
        from onnx import helper

        out = out or f"int8.{kind}.{len(self._nodes)}"
        self._nodes.append(helper.make_node(kind, inputs, [out], name=f"n.{out}", **attributes))
        return out

    def _drop_unused(self) -> None:
        used = {name for node in self._nodes for name in node.input} | {o.name for o in self._graph.output}
        kept = [i for i in self._graph.initializer if i.name in used]
        del self._graph.initializer[:]
        self._graph.initializer.extend(kept)
