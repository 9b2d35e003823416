"""Small BERT- and decoder-shaped models with random weights, as ONNX folders and as plain numpy.

The numpy side knows no padding, batch or cache: it runs one text, so it is what the service must equal.
"""

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import yaml
from onnx import TensorProto, checker, helper, numpy_helper, save

WORDS = [f"w{i}" for i in range(90)]
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[EOS]"]
WIDTH, HEADS, LAYERS, POSITIONS = 64, 4, 2, 128
HEAD = WIDTH // HEADS
Weights = Mapping[str, np.ndarray]


def make_weights(seed: int = 0) -> dict[str, np.ndarray]:
    """Random weights of one architecture: attention, feed-forward and norms."""
    rng = np.random.default_rng(seed)

    def normal(*shape: int, scale: float = 0.12) -> np.ndarray:
        return (rng.standard_normal(shape) * scale).astype(np.float32)

    weights = {
        "words": normal(len(SPECIAL) + len(WORDS), WIDTH, scale=1),
        "positions": normal(POSITIONS, WIDTH, scale=0.5),
        "types": normal(2, WIDTH),
    }
    for layer in range(LAYERS):
        for name in "qkvo":
            weights[f"{layer}.{name}"] = normal(WIDTH, WIDTH)
            weights[f"{layer}.{name}_bias"] = normal(WIDTH)
        weights[f"{layer}.up"] = normal(WIDTH, 4 * WIDTH)
        weights[f"{layer}.down"] = normal(4 * WIDTH, WIDTH)
        for norm in ("norm1", "norm2"):
            weights[f"{layer}.{norm}"] = 1 + normal(WIDTH)
    return weights


# The reference --------------------------------------------------------------------------------------------------


def reference(weights: Weights, ids: list[int], *, causal: bool, types: bool) -> np.ndarray:
    """Last hidden state [length, WIDTH] of one text."""
    x = weights["words"][ids] + weights["positions"][: len(ids)]
    if types:
        x = x + weights["types"][0]
    for layer in range(LAYERS):
        x = _norm(x + _attention(weights, layer, x, causal), weights[f"{layer}.norm1"])
        hidden = np.maximum(x @ weights[f"{layer}.up"], 0) @ weights[f"{layer}.down"]
        x = _norm(x + hidden, weights[f"{layer}.norm2"])
    return x


def _attention(weights: Weights, layer: int, x: np.ndarray, causal: bool) -> np.ndarray:
    q, k, v = (
        (x @ weights[f"{layer}.{n}"] + weights[f"{layer}.{n}_bias"]).reshape(-1, HEADS, HEAD).swapaxes(0, 1)
        for n in "qkv"
    )
    scores = q @ k.swapaxes(1, 2) / np.sqrt(HEAD)
    if causal:
        scores = np.where(np.tril(np.ones(scores.shape[1:])) == 1, scores, -1e9)
    scores = np.exp(scores - scores.max(-1, keepdims=True))
    mixed = (scores / scores.sum(-1, keepdims=True)) @ v
    return mixed.swapaxes(0, 1).reshape(-1, WIDTH) @ weights[f"{layer}.o"] + weights[f"{layer}.o_bias"]


def _norm(x: np.ndarray, gain: np.ndarray) -> np.ndarray:
    return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5) * gain


# The graph ------------------------------------------------------------------------------------------------------


class _Graph:
    def __init__(self, weights: Weights, opset: int) -> None:
        self.nodes: list[object] = []
        self.constants: dict[str, np.ndarray] = dict(weights)
        self.opset = opset

    def op(self, kind: str, *inputs: object, out: str = "", **attributes: object) -> str:
        name = out or f"{kind}_{len(self.nodes)}"
        names = []
        for value in inputs:
            if not isinstance(value, str):
                constant = f"const_{len(self.constants)}"
                self.constants[constant] = np.asarray(value)
                value = constant
            names.append(value)
        self.nodes.append(helper.make_node(kind, names, [name], **attributes))
        return name

    def length(self) -> str:
        """How many tokens a text has."""
        if self.opset < 15:
            return self.op("Slice", self.op("Shape", "input_ids"), np.array([1]), np.array([2]))
        return self.op("Shape", "input_ids", start=1, end=2)

    def unsqueeze(self, x: str, *axes: int) -> str:
        """x with dimensions of 1 at these places."""
        if self.opset < 13:
            return self.op("Unsqueeze", x, axes=axes)
        return self.op("Unsqueeze", x, np.array(axes))

    def mean(self, x: str) -> str:
        """Of the last dimension, which stays as one of 1."""
        if self.opset < 18:
            return self.op("ReduceMean", x, axes=[-1], keepdims=1)
        return self.op("ReduceMean", x, np.array([-1]), keepdims=1)


def write_model(
    folder: Path,
    weights: Weights,
    *,
    causal: bool,
    types: bool = False,
    fixed_batch: int | None = None,
    opset: int = 18,
) -> None:
    """Write model.onnx: BERT-shaped, or with `causal` decoder-shaped (position_ids and an empty cache as inputs)."""
    g = _Graph(weights, opset)
    batch = fixed_batch or "batch"
    inputs = ["input_ids", "attention_mask", *(["token_type_ids"] if types else ["position_ids"])]
    declared = [helper.make_tensor_value_info(n, TensorProto.INT64, [batch, "length"]) for n in inputs]
    x = g.op("Gather", "words", "input_ids")
    if types:
        positions = g.op("Range", np.int64(0), g.op("Squeeze", g.length()), np.int64(1))
        x = g.op(
            "Add", g.op("Add", x, g.op("Gather", "positions", positions)), g.op("Gather", "types", "token_type_ids")
        )
    else:
        x = g.op("Add", x, g.op("Gather", "positions", "position_ids"))
    bias = _mask_bias(g, causal)
    for layer in range(LAYERS):
        if causal:
            declared += [
                helper.make_tensor_value_info(
                    f"past_key_values.{layer}.{kind}", TensorProto.FLOAT, [batch, HEADS, "past", HEAD]
                )
                for kind in ("key", "value")
            ]
        x = _layer(g, layer, x, bias, causal)
    g.op("Identity", x, out="last_hidden_state")
    output = helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, [batch, "length", WIDTH])
    constants = [numpy_helper.from_array(v, n) for n, v in g.constants.items()]
    graph = helper.make_graph(g.nodes, "small", declared, [output], constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=9)
    checker.check_model(model)
    save(model, folder / "model.onnx")


def _mask_bias(g: _Graph, causal: bool) -> str:
    """Additive mask [batch, 1, 1 or length, length]."""
    mask = g.unsqueeze("attention_mask", 1, 2)
    hidden = g.op("Cast", g.op("Sub", np.int64(1), mask), to=TensorProto.FLOAT)
    bias = g.op("Mul", hidden, np.float32(-1e9))
    if not causal:
        return bias
    length = g.length()
    square = g.op(
        "ConstantOfShape",
        g.op("Concat", length, length, axis=0),
        value=numpy_helper.from_array(np.array([-1e9], np.float32)),
    )
    return g.op("Add", bias, g.op("Trilu", square, np.int64(1), upper=1))


def _layer(g: _Graph, layer: int, x: str, bias: str, causal: bool) -> str:
    heads = {}
    for name in "qkv":
        flat = g.op("Add", g.op("MatMul", x, f"{layer}.{name}"), f"{layer}.{name}_bias")
        heads[name] = g.op("Transpose", g.op("Reshape", flat, np.array([0, 0, HEADS, HEAD])), perm=[0, 2, 1, 3])
    if causal:
        heads["k"] = g.op("Concat", f"past_key_values.{layer}.key", heads["k"], axis=2)
        heads["v"] = g.op("Concat", f"past_key_values.{layer}.value", heads["v"], axis=2)
    scores = g.op("MatMul", heads["q"], g.op("Transpose", heads["k"], perm=[0, 1, 3, 2]))
    scores = g.op("Add", g.op("Div", scores, np.float32(np.sqrt(HEAD))), bias)
    mixed = g.op("Transpose", g.op("MatMul", g.op("Softmax", scores, axis=-1), heads["v"]), perm=[0, 2, 1, 3])
    out = g.op("MatMul", g.op("Reshape", mixed, np.array([0, 0, WIDTH])), f"{layer}.o")
    x = _graph_norm(g, g.op("Add", x, g.op("Add", out, f"{layer}.o_bias")), f"{layer}.norm1")
    hidden = g.op("MatMul", g.op("Relu", g.op("MatMul", x, f"{layer}.up")), f"{layer}.down")
    return _graph_norm(g, g.op("Add", x, hidden), f"{layer}.norm2")


def _graph_norm(g: _Graph, x: str, gain: str) -> str:
    if g.opset >= 17:
        return g.op("LayerNormalization", x, gain, axis=-1, epsilon=1e-5)
    x = g.op("Sub", x, g.mean(x))
    spread = g.op("Sqrt", g.op("Add", g.mean(g.op("Mul", x, x)), np.float32(1e-5)))
    return g.op("Mul", g.op("Div", x, spread), gain)


# The folder -----------------------------------------------------------------------------------------------------


def write_tokenizer(folder: Path, *, specials: bool) -> None:
    """Words split at blanks; with `specials` each text stands between [CLS] and [SEP]."""
    vocabulary = {word: i for i, word in enumerate([*SPECIAL, *WORDS])}
    frame = [{"SpecialToken": {"id": s, "type_id": 0}} for s in ("[CLS]", "[SEP]")]
    text = {"Sequence": {"id": "A", "type_id": 0}}
    tokens = {s: {"id": s, "ids": [vocabulary[s]], "tokens": [s]} for s in ("[CLS]", "[SEP]")}
    processor = {
        "type": "TemplateProcessing",
        "single": [frame[0], text, frame[1]],
        "pair": [text],
        "special_tokens": tokens,
    }
    document = {
        "version": "1.0",
        # What a training set-up left behind: the service must not use it.
        "truncation": {"direction": "Right", "max_length": 3, "strategy": "LongestFirst", "stride": 0},
        "padding": None,
        "added_tokens": [],
        "normalizer": None,
        "pre_tokenizer": {"type": "WhitespaceSplit"},
        "post_processor": processor if specials else None,
        "decoder": None,
        "model": {"type": "WordLevel", "vocab": vocabulary, "unk_token": "[UNK]"},
    }
    (folder / "tokenizer.json").write_text(json.dumps(document), "utf-8")


def write_folder(
    folder: Path,
    weights: Weights,
    *,
    causal: bool,
    fixed_batch: int | None = None,
    opset: int = 18,
    **keys: object,
) -> Path:
    """A whole model folder as a user would drop it in; `keys` go to model.yaml."""
    folder.mkdir(parents=True, exist_ok=True)
    write_model(folder, weights, causal=causal, types=not causal, fixed_batch=fixed_batch, opset=opset)
    write_tokenizer(folder, specials=not causal)
    document = {"name": folder.name, "dimension": WIDTH, "max_length": POSITIONS, "fixed_batch": fixed_batch, **keys}
    (folder / "model.yaml").write_text(yaml.safe_dump(document), "utf-8")
    return folder


def ids_of(text: str, *, bert: bool, eos: bool = False) -> list[int]:
    """The ids that the tokenizer must give."""
    words = [SPECIAL.index("[UNK]") if w not in WORDS else len(SPECIAL) + WORDS.index(w) for w in text.split()]
    if bert:
        return [SPECIAL.index("[CLS]"), *words, SPECIAL.index("[SEP]")]
    return [*words, SPECIAL.index("[EOS]")] if eos else words


def random_text(rng: np.random.Generator, words: int) -> str:
    """`words` words of the vocabulary."""
    return " ".join(rng.choice(WORDS, words))
