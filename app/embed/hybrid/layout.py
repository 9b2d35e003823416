"""Where each array of the learned part lies in weights.bin: the graph and the build agree by this list alone."""

import math
from dataclasses import dataclass

import numpy as np

# Pieces of the package's vocabulary that are kept: those that Latin scripts, digits and marks are written with.
PIECES = 85_473
WIDTH = 512
BRANCH = 256
# Words of each n-gram branch, and how many of them stand before the word it is made for.
BRANCHES = ((2, 0), (3, 1), (5, 2))
HIDDEN = 320
FEATURES = WIDTH + BRANCH * len(BRANCHES)
ALIGNMENT = 4096


@dataclass(frozen=True, slots=True)
class Array:
    """One array of the file."""

    name: str
    shape: tuple[int, ...]
    offset: int
    type: str = "float32"

    @property
    def size(self) -> int:
        """Bytes."""
        return math.prod(self.shape) * np.dtype(self.type).itemsize


def _place(*entries: tuple[str, tuple[int, ...], str]) -> tuple[Array, ...]:
    placed, offset = [], 0
    for name, shape, kind in entries:
        placed.append(Array(name, shape, offset, kind))
        offset += math.ceil(placed[-1].size / ALIGNMENT) * ALIGNMENT
    return tuple(placed)


def _floats(name: str, *shape: int) -> tuple[str, tuple[int, ...], str]:
    return name, shape, "float32"


ARRAYS = _place(
    ("table", (PIECES, WIDTH), "uint8"),
    _floats("scale", PIECES, 1),
    _floats("low", PIECES, 1),
    _floats("projection", WIDTH, BRANCH * len(BRANCHES)),
    _floats("projection_bias", BRANCH * len(BRANCHES)),
    _floats("projection_gain", BRANCH * len(BRANCHES)),
    _floats("projection_shift", BRANCH * len(BRANCHES)),
    *(
        entry
        for words, _ in BRANCHES
        for step in (1, 2)
        for entry in (
            _floats(f"convolution{words}_{step}", words * BRANCH, BRANCH),
            _floats(f"convolution{words}_{step}_bias", BRANCH),
        )
    ),
    _floats("gain", FEATURES),
    _floats("shift", FEATURES),
    _floats("sum", FEATURES, WIDTH),
    _floats("sum_bias", WIDTH),
    _floats("dense0", WIDTH, HIDDEN),
    _floats("dense1", HIDDEN, HIDDEN),
    _floats("skip1", WIDTH, HIDDEN),
    _floats("dense2", HIDDEN, WIDTH),
    _floats("skip3", HIDDEN, WIDTH),
    _floats("dense3", WIDTH, WIDTH),
)
FILE_SIZE = ARRAYS[-1].offset + ARRAYS[-1].size
