"""Writes models_onnx/lexical-pt-1024: a word and n-gram hashing model in plain ONNX operators, without weights.

Usage: python scripts/make_lexical_model.py [folder]. The output depends on this file and lexical_pt.yaml alone
(tests/embed/test_lexical_model.py compares SHA-256). Needs `onnx`.

The tokenizer folds a text (accents, case, stop words, plural and gender endings) and gives one id per byte.
The graph hashes polynomially mod 2^31-1 every word, its 3-, 4- and 5-grams, and the concepts a word belongs to,
spreads each hash over four signed buckets of 1024, sums, rotates and normalises. Hashes, weights and sums are whole
numbers (in float32 exact up to 2^24) and padding adds zeros, so a text has one vector whatever it is batched with.
The rotation (signs, then a Hadamard matrix) keeps every cosine and makes the sparse sums dense: search compares sign
bits first, and those say something only about dense vectors.
"""

import json
import random
import sys
from pathlib import Path
from typing import Any

import numpy as np
import yaml
from onnx import ModelProto, TensorProto, checker, helper, numpy_helper
from tokenizers import Tokenizer

HERE = Path(__file__).parent
DIMENSION = 1024
PRIME = 2**31 - 1
BASE = 1_203_456_791
CONCEPT_SLOTS = 2048
WORD_STEPS = 6  # doubling steps: the first 64 bytes of a word count
BUCKETS = (
    (1_540_483_477, 374_761_393),
    (668_265_263, 1_274_126_177),
    (2_246_822_519 % PRIME, 3_266_489_917 % PRIME),
    (1_181_783_497, 951_274_213),
)
# The word that counts half of the first one.
HALF_WEIGHT_AT = 8
# Where the fading ends, so that the end of a long passage is still found.
LEAST_WEIGHT = 0.35
# Features of a position: 3-, 4-, 5-gram, word, synonym concept, family; in 1/100.
WEIGHTS = (40, 50, 50, 120, 150, 45)
MODEL_YAML = """\
# Word and n-gram hashing for Portuguese (and anything else in words): lexical, not semantic.
# Made by scripts/make_lexical_model.py; do not edit by hand.
name: lexical-pt-1024
kind: lexical
file: model.onnx
tokenizer: tokenizer.json
dimension: 1024
pooling: none
normalize: false
max_length: 32768
batch_tokens: 16384
threads: 1
token_unit: word
prefixes: {query: "", document: ""}
"""


def read_words() -> dict[str, Any]:
    """lexical_pt.yaml as a dictionary."""
    words: dict[str, Any] = yaml.safe_load((HERE / "lexical_pt.yaml").read_text("utf-8"))
    return words


def _replace(pattern: str, content: str) -> dict[str, Any]:
    return {"type": "Replace", "pattern": {"Regex": pattern}, "content": content}


def _suffix_rules() -> list[dict[str, Any]]:
    """Plural, then gender: each rule joins the forms a shopper mixes; n-grams cover the rest."""
    return [
        _replace(r"(?<=\p{L})(?:oes|aes|aos)\b", "ao"),
        _replace(r"(?<=\p{L}{2})(?:ais)\b", "al"),
        _replace(r"(?<=\p{L}{2})(?:eis)\b", "el"),
        _replace(r"(?<=\p{L}{2})(?:ois)\b", "ol"),
        _replace(r"(?<=\p{L}{2})(?:ns)\b", "m"),
        _replace(r"(?<=\p{L}{2}[rz])es\b", ""),
        _replace(r"(?<=\p{L}{2}[aeo])s\b", ""),
        _replace(r"(?<=\p{L}{4})(?:inh|zinh)[ao]\b", ""),
        _replace(r"(?<=\p{L}{3})[aoe]\b", ""),
    ]


def make_tokenizer(words: dict[str, Any]) -> dict[str, Any]:
    """The document of tokenizer.json."""
    joins = [
        _replace(r"\b(?:" + "|".join(p.replace(" ", " +") for p in phrases) + r")s?\b", joined)
        for joined, phrases in words["joins"].items()
    ]
    stop = "|".join(sorted(set(words["stop_words"].split()), key=lambda w: (-len(w), w)))
    normalizers = [
        {"type": "NFKD"},
        {"type": "StripAccents"},
        {"type": "Lowercase"},
        _replace(r"[^\p{L}\p{N}]+", " "),
        _replace(r"(?<=\p{N})(?=\p{L})", " "),
        *joins,
        _replace(rf"\b(?:{stop})\b", " "),
        *_suffix_rules(),
        _replace(r" +", " "),
        {"type": "Strip", "strip_left": True, "strip_right": True},
    ]
    alphabet = [_byte_character(b) for b in range(256)]
    vocabulary = {"[PAD]": 0, alphabet[32]: 1}
    vocabulary |= {c: i for i, c in enumerate((c for c in alphabet if c != alphabet[32]), start=2)}
    mark = {"SpecialToken": {"id": alphabet[32], "type_id": 0}}
    special = {alphabet[32]: {"id": alphabet[32], "ids": [1], "tokens": [alphabet[32]]}}
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [],
        "normalizer": {"type": "Sequence", "normalizers": normalizers},
        "pre_tokenizer": {
            "type": "ByteLevel",
            "add_prefix_space": False,
            "trim_offsets": False,
            "use_regex": False,
        },
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [mark, {"Sequence": {"id": "A", "type_id": 0}}, mark],
            "pair": [
                mark,
                {"Sequence": {"id": "A", "type_id": 0}},
                mark,
                {"Sequence": {"id": "B", "type_id": 0}},
            ],
            "special_tokens": special,
        },
        "decoder": None,
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": None,
            "continuing_subword_prefix": None,
            "end_of_word_suffix": None,
            "fuse_unk": False,
            "byte_fallback": False,
            "ignore_merges": False,
            "vocab": vocabulary,
            "merges": [],
        },
    }


def _byte_character(byte: int) -> str:
    """The printable character that ByteLevel shows a byte as."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    if byte in printable:
        return chr(byte)
    return chr(256 + [b for b in range(256) if b not in printable].index(byte))


def word_hash(ids: list[int]) -> int:
    """The graph's hash of a word given as ids."""
    return sum(i * pow(BASE, k, PRIME) for k, i in enumerate(ids[: 2**WORD_STEPS])) % PRIME


def make_concepts(words: dict[str, Any], tokenizer: Tokenizer) -> np.ndarray:
    """Two-choice hash table [CONCEPT_SLOTS, 3] of (word hash, synonym concept, family), 0 = none."""
    entries: dict[int, list[int]] = {}

    def add(word: str, column: int, concept: str) -> None:
        ids = tokenizer.encode(word.replace("_", " ")).ids[1:-1]
        if ids and 1 not in ids:  # a term of several words is covered by its words
            entry = entries.setdefault(word_hash(ids), [0, 0])
            entry[column] = entry[column] or word_hash(list(concept.encode()))

    for line in words["synonyms"]:
        for word in line.split():
            add(word, 0, f"synonym {line.split()[0]}")
    for family, members in words["families"].items():
        for word in (family, *members.split()):
            add(word, 1, f"family {family}")
    return _place(entries)


def _slots(value: int) -> tuple[int, int]:
    return value * BUCKETS[0][0] % PRIME % CONCEPT_SLOTS, value * BUCKETS[1][0] % PRIME % CONCEPT_SLOTS


def _place(entries: dict[int, list[int]]) -> np.ndarray:
    """Cuckoo placement: every entry in one of its two slots."""
    table: dict[int, int] = {}
    chooser = random.Random(1)  # noqa: S311 - placement only
    for value in sorted(entries):
        homeless = value
        for _ in range(1000):
            free = [s for s in _slots(homeless) if s not in table]
            slot = free[0] if free else chooser.choice(_slots(homeless))
            homeless, table[slot] = table.get(slot, 0), homeless
            if not homeless:
                break
        else:
            raise SystemExit("the concept table is too full: raise CONCEPT_SLOTS")
    rows = np.zeros((CONCEPT_SLOTS, 3), np.int32)
    for slot, value in table.items():
        rows[slot] = [value, *entries[value]]
    return rows


class Graph:
    """Collects nodes and constants; every method returns the name of its result."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.constants: dict[str, np.ndarray] = {}

    def op(self, kind: str, *inputs: Any, name: str = "", **attributes: Any) -> str:
        """Add one operator; numpy arrays and Python numbers among the inputs become constants."""
        out = name or f"{kind.lower()}_{len(self.nodes)}"
        names = [i if isinstance(i, str) else self._constant(i) for i in inputs]
        self.nodes.append(helper.make_node(kind, names, [out], name=f"n_{out}", **attributes))
        return out

    def mod(self, value: str) -> str:
        """value mod the prime."""
        return self.op("Mod", value, PRIME)

    def _constant(self, value: Any) -> str:
        array = np.asarray(value, np.int64) if isinstance(value, int) else np.asarray(value)
        for name, known in self.constants.items():
            if known.dtype == array.dtype and known.shape == array.shape and np.array_equal(known, array):
                return name
        name = f"c{len(self.constants)}"
        self.constants[name] = array
        return name


def make_model(concepts: np.ndarray) -> ModelProto:
    """The graph: input_ids, attention_mask [batch, length] -> embedding [batch, 1024]."""
    g = Graph()
    # Padding and blanks are both the word mark: a text reads the same at any padding.
    ids = g.op("Mul", "input_ids", "attention_mask")
    codes = g.op("Max", ids, 1)
    letters = g.op("Cast", g.op("Greater", codes, 1), to=TensorProto.INT64)
    hashes = g.op("Concat", _ngrams(g, codes), _words(g, codes, letters), axis=2)
    valid = g.op("Concat", _ngram_mask(g, letters), _word_starts(g, letters), axis=2)
    word = g.op("Slice", hashes, np.array([3]), np.array([4]), np.array([2]))
    related = _concepts(g, word, concepts)
    start = g.op("Slice", valid, np.array([3]), np.array([4]), np.array([2]))
    known = g.op("Mul", g.op("Cast", g.op("Greater", related, 0), to=TensorProto.INT64), start)
    features = g.op("Concat", hashes, related, axis=2)
    present = g.op("Concat", valid, known, axis=2)
    weights = g.op("Mul", g.op("Cast", present, to=TensorProto.FLOAT), np.array(WEIGHTS, np.float32))
    weights = g.op("Round", g.op("Mul", weights, _fading(g, start)))
    _normalise(g, _rotate(g, _spread(g, features, weights)))
    return _finish(g)


def _shifted(g: Graph, value: str, fill: int, count: int) -> list[str]:
    """`value` [batch, length] moved left by 0..count-1 places, filled at the end."""
    padded = g.op("Pad", value, np.array([0, 0, 0, count - 1]), fill)
    return [
        g.op("Slice", padded, np.array([k]), np.array([k - count + 1 or 2**62]), np.array([1])) for k in range(count)
    ]


def _ngrams(g: Graph, codes: str) -> str:
    """Hashes of the 3-, 4- and 5-grams that start at each position: [batch, length, 3]."""
    window = g.op("Concat", *(g.op("Unsqueeze", s, np.array([2])) for s in _shifted(g, codes, 1, 5)), axis=2)
    powers = np.array([[pow(BASE, n * 5 + k + 1, PRIME) if k < n else 0 for n in (3, 4, 5)] for k in range(5)])
    return g.mod(g.op("MatMul", window, powers))


def _ngram_mask(g: Graph, letters: str) -> str:
    """1 where the inner positions of the n-gram are all letters: it may touch a word's ends, never cross one."""
    window = g.op("Concat", *(g.op("Unsqueeze", s, np.array([2])) for s in _shifted(g, letters, 0, 5)), axis=2)
    inner = np.array([[1 if 0 < k < n - 1 else 0 for n in (3, 4, 5)] for k in range(5)])
    count = g.op("MatMul", window, inner)
    return g.op("Cast", g.op("Equal", count, np.array([1, 2, 3])), to=TensorProto.INT64)


def _words(g: Graph, codes: str, letters: str) -> str:
    """Hash of the rest of the word at each position, by doubling: [batch, length, 1].

    After step k, `value` hashes up to 2^k letters and `factor` is BASE^(2^k) where all of them are letters, else 0.
    """
    value = g.op("Mul", codes, letters)
    factor = g.op("Mul", letters, BASE)
    for step in range(WORD_STEPS):
        distance = 2**step
        later = _moved(g, value, distance)
        value = g.mod(g.op("Add", value, g.op("Mul", factor, later)))
        if step < WORD_STEPS - 1:
            factor = g.mod(g.op("Mul", factor, _moved(g, factor, distance)))
    return g.op("Unsqueeze", value, np.array([2]))


def _moved(g: Graph, value: str, distance: int) -> str:
    """`value` moved left by `distance`, zeros at the end."""
    padded = g.op("Pad", value, np.array([0, 0, 0, distance]))
    return g.op("Slice", padded, np.array([distance]), np.array([2**62]), np.array([1]))


def _word_starts(g: Graph, letters: str) -> str:
    """1 at the first letter of each word: [batch, length, 1]."""
    before = g.op("Pad", letters, np.array([0, 1, 0, -1]))
    start = g.op("Mul", letters, g.op("Sub", 1, before))
    return g.op("Unsqueeze", start, np.array([2]))


def _concepts(g: Graph, word: str, table: np.ndarray) -> str:
    """Synonym concept and family of each word, 0 where there is none: [batch, length, 2]."""
    slot = g.op("Mod", g.mod(g.op("Mul", word, np.array([BUCKETS[0][0], BUCKETS[1][0]]))), CONCEPT_SLOTS)
    rows = g.op("Cast", g.op("Gather", table, slot, axis=0), to=TensorProto.INT64)
    key = g.op("Slice", rows, np.array([0]), np.array([1]), np.array([3]))
    hit = g.op("Equal", key, g.op("Unsqueeze", word, np.array([3])))
    found = g.op("Mul", rows, g.op("Cast", hit, to=TensorProto.INT64))
    both = g.op("ReduceMax", found, np.array([2]), keepdims=0)
    return g.op("Slice", both, np.array([1]), np.array([3]), np.array([2]))


def _fading(g: Graph, start: str) -> str:
    """Weight by place, 1 at the first word: a product's text begins with its name and ends in remarks."""
    order = g.op("Cast", g.op("CumSum", start, np.array(1)), to=TensorProto.FLOAT)
    faded = g.op("Div", np.float32(HALF_WEIGHT_AT), g.op("Add", order, np.float32(HALF_WEIGHT_AT - 1)))
    return g.op("Max", faded, np.float32(LEAST_WEIGHT))


def _spread(g: Graph, features: str, weights: str) -> str:
    """Each feature into four signed buckets, summed: [batch, 1024]."""
    multipliers = np.array([a for a, _ in BUCKETS])
    offsets = np.array([c for _, c in BUCKETS])
    mixed = g.mod(g.op("Add", g.op("Mul", g.op("Unsqueeze", features, np.array([3])), multipliers), offsets))
    bucket = g.op("Mod", mixed, DIMENSION)
    sign = g.op("Mod", g.op("Div", mixed, DIMENSION), 2)
    signed = g.op("Sub", g.op("Mul", g.op("Cast", sign, to=TensorProto.FLOAT), np.float32(2)), np.float32(1))
    amount = g.op("Mul", g.op("Unsqueeze", weights, np.array([3])), signed)
    flat = np.array([0, -1])
    batch = g.op("Shape", "input_ids", start=0, end=1)
    zeros = g.op(
        "ConstantOfShape",
        g.op("Concat", batch, np.array([DIMENSION]), axis=0),
        value=helper.make_tensor("zero", TensorProto.FLOAT, [1], [0.0]),
    )
    index = g.op("Reshape", bucket, flat)
    return g.op("ScatterElements", zeros, index, g.op("Reshape", amount, flat), axis=1, reduction="add")


def _rotate(g: Graph, total: str) -> str:
    """Signs, then the Hadamard matrix of 1024 = that of 32 on both sides of the vector as a square."""
    signs = np.array([1 if word_hash([7, i + 1]) % 2 else -1 for i in range(DIMENSION)], np.float32)
    hadamard = np.array([[(-1) ** (i & j).bit_count() for j in range(32)] for i in range(32)], np.float32)
    square = g.op("Reshape", g.op("Mul", total, signs), np.array([0, 32, 32]))
    return g.op("Reshape", g.op("MatMul", g.op("MatMul", hadamard, square), hadamard), np.array([0, DIMENSION]))


def _normalise(g: Graph, total: str) -> None:
    """L2; a text without features becomes the first unit vector."""
    first = np.zeros((1, DIMENSION), np.float32)
    first[0, 0] = 1
    square = g.op("ReduceSumSquare", total, np.array([1]), keepdims=1)
    empty = g.op("Equal", square, np.float32(0))
    safe = g.op("Where", empty, np.float32(1), square)
    g.op("Where", empty, first, g.op("Div", total, g.op("Sqrt", safe)), name="embedding")


def _finish(g: Graph) -> ModelProto:
    ids = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"])
        for name in ("input_ids", "attention_mask")
    ]
    out = helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["batch", DIMENSION])
    constants = [numpy_helper.from_array(value, name) for name, value in g.constants.items()]
    graph = helper.make_graph(g.nodes, "lexical-pt-1024", ids, [out], constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], producer_name="lexical", ir_version=9)
    checker.check_model(model)
    return model


def main(folder: Path) -> None:
    """Write model.onnx, tokenizer.json and model.yaml into `folder`."""
    words = read_words()
    document = json.dumps(make_tokenizer(words), ensure_ascii=True, indent=1, sort_keys=True)
    table = make_concepts(words, Tokenizer.from_str(document))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "tokenizer.json").write_text(document + "\n", "utf-8")
    (folder / "model.onnx").write_bytes(make_model(table).SerializeToString(deterministic=True))
    (folder / "model.yaml").write_text(MODEL_YAML, "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE.parent / "models_onnx" / "lexical-pt-1024")
