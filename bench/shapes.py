"""Models of real shapes with random weights, and texts for them: speed does not depend on what the weights say."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import yaml
from onnx import TensorProto, helper, numpy_helper, save

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
WORDS = [f"w{i}" for i in range(4000)]
# name: layers, width, heads. The last two have the width of XLM-R-large and 2 and 8 of its 24 layers: what does not
# belong to the layers weighs more than in the real one.
SHAPES = {"minilm": (6, 384, 12), "wide": (2, 1024, 16), "large": (8, 1024, 16)}
POSITIONS = 512


def mixed_texts(count: int, seed: int = 1) -> list[str]:
    """Texts of 2 to 126 words, most of them short: titles, questions, some descriptions."""
    rng = np.random.default_rng(seed)
    lengths = np.clip(rng.lognormal(2.9, 0.9, count).astype(int), 2, 126)
    return [" ".join(rng.choice(WORDS, n)) for n in lengths]


def make_shape(folder: Path, shape: str) -> Path:
    """A whole model folder under `folder`, also with the files that other servers ask for; made once."""
    layers, width, heads = SHAPES[shape]
    target = folder / f"{shape}-{layers}"
    if (target / "model.yaml").exists():
        return target
    (target / "onnx").mkdir(parents=True, exist_ok=True)
    save(_model(layers, width, heads), target / "onnx" / "model.onnx")
    _write_tokenizer(target)
    config = {
        "model_type": "bert", "architectures": ["BertModel"], "hidden_size": width, "num_hidden_layers": layers,
        "num_attention_heads": heads, "intermediate_size": 4 * width, "max_position_embeddings": POSITIONS,
        "vocab_size": len(SPECIAL) + len(WORDS), "type_vocab_size": 2, "pad_token_id": 0, "hidden_act": "gelu",
    }  # fmt: skip
    (target / "config.json").write_text(json.dumps(config))
    keys = {
        "name": target.name, "file": "onnx/model.onnx", "dimension": width, "pooling": "mean", "max_length": POSITIONS,
    }  # fmt: skip
    (target / "model.yaml").write_text(yaml.safe_dump(keys))
    return target


def _write_tokenizer(target: Path) -> None:
    vocabulary = {word: i for i, word in enumerate([*SPECIAL, *WORDS])}
    frame = [{"SpecialToken": {"id": s, "type_id": 0}} for s in ("[CLS]", "[SEP]")]
    text = {"Sequence": {"id": "A", "type_id": 0}}
    tokens = {s: {"id": s, "ids": [vocabulary[s]], "tokens": [s]} for s in ("[CLS]", "[SEP]")}
    added = [
        {
            "id": i,
            "content": s,
            "single_word": False,
            "lstrip": False,
            "rstrip": False,
            "normalized": False,
            "special": True,
        }
        for i, s in enumerate(SPECIAL)
    ]
    document = {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": added, "normalizer": None,
        "pre_tokenizer": {"type": "WhitespaceSplit"}, "decoder": None,
        "post_processor": {"type": "TemplateProcessing", "single": [frame[0], text, frame[1]],
                           "pair": [frame[0], text, frame[1]], "special_tokens": tokens},
        "model": {"type": "WordLevel", "vocab": vocabulary, "unk_token": "[UNK]"},
    }  # fmt: skip
    (target / "tokenizer.json").write_text(json.dumps(document))
    names = {
        "pad_token": "[PAD]",
        "unk_token": "[UNK]",
        "cls_token": "[CLS]",
        "sep_token": "[SEP]",
        "mask_token": "[MASK]",
    }
    (target / "special_tokens_map.json").write_text(json.dumps(names))
    known = {"tokenizer_class": "PreTrainedTokenizerFast", "model_max_length": POSITIONS, "max_length": POSITIONS}
    (target / "tokenizer_config.json").write_text(json.dumps(known | names))


def _model(layers: int, width: int, heads: int) -> Any:
    rng = np.random.default_rng(0)
    nodes: list[Any] = []
    constants: dict[str, np.ndarray] = {}

    def weight(name: str, *shape: int) -> str:
        constants[name] = (rng.standard_normal(shape) * 0.02).astype(np.float32)
        return name

    def op(kind: str, *inputs: Any, out: str = "", **attributes: Any) -> str:
        names = []
        for value in inputs:
            if not isinstance(value, str):
                constants[f"c{len(constants)}"] = np.asarray(value)
                value = f"c{len(constants) - 1}"
            names.append(value)
        name = out or f"{kind}_{len(nodes)}"
        nodes.append(helper.make_node(kind, names, [name], **attributes))
        return name

    def norm(x: str, name: str) -> str:
        constants[name] = np.ones(width, np.float32)
        return op("LayerNormalization", x, name, axis=-1, epsilon=1e-12)

    def linear(x: str, name: str, columns: int, rows: int = width) -> str:
        return op("Add", op("MatMul", x, weight(name, rows, columns)), weight(f"{name}.bias", columns))

    length = op("Squeeze", op("Shape", "input_ids", start=1, end=2))
    places = op("Range", np.int64(0), length, np.int64(1))
    x = op("Gather", weight("words", len(SPECIAL) + len(WORDS), width), "input_ids")
    x = op("Add", x, op("Gather", weight("positions", POSITIONS, width), places))
    x = norm(op("Add", x, op("Gather", weight("types", 2, width), "token_type_ids")), "norm")
    hidden_mask = op("Cast", op("Sub", np.int64(1), "attention_mask"), to=TensorProto.FLOAT)
    bias = op("Mul", op("Unsqueeze", hidden_mask, np.array([1, 2])), np.float32(-1e9))
    for i in range(layers):
        q, k, v = (op("Reshape", linear(x, f"{i}.{n}", width), np.array([0, 0, heads, width // heads])) for n in "qkv")
        q, v = (op("Transpose", t, perm=[0, 2, 1, 3]) for t in (q, v))
        scores = op("MatMul", q, op("Transpose", k, perm=[0, 2, 3, 1]))
        scores = op("Add", op("Div", scores, np.float32(np.sqrt(width // heads))), bias)
        mixed = op("Transpose", op("MatMul", op("Softmax", scores, axis=-1), v), perm=[0, 2, 1, 3])
        x = norm(op("Add", x, linear(op("Reshape", mixed, np.array([0, 0, width])), f"{i}.o", width)), f"{i}.norm1")
        up = linear(x, f"{i}.up", 4 * width)
        gelu = op(
            "Mul",
            op("Mul", up, np.float32(0.5)),
            op("Add", op("Erf", op("Mul", up, np.float32(2**-0.5))), np.float32(1)),
        )
        x = norm(op("Add", x, linear(gelu, f"{i}.down", width, 4 * width)), f"{i}.norm2")
    op("Identity", x, out="last_hidden_state")
    inputs = [
        helper.make_tensor_value_info(n, TensorProto.INT64, ["batch", "length"])
        for n in ("input_ids", "attention_mask", "token_type_ids")
    ]
    output = helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, ["batch", "length", width])
    graph = helper.make_graph(
        nodes, "shape", inputs, [output], [numpy_helper.from_array(v, n) for n, v in constants.items()]
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
