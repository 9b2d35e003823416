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
ALL_BRANCHES = BRANCH * len(BRANCHES)
HIDDEN = 320
FEATURES = WIDTH + ALL_BRANCHES
# So many weights of a column have one scale in the dense layers.
BLOCK = 32
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


def _eight_bits(name: str, rows: int, columns: int) -> tuple[tuple[str, tuple[int, ...], str], ...]:
    """Weights with one scale a column."""
    return (name, (rows, columns), "int8"), _floats(f"{name}_scale", columns)


def _blocks(name: str, rows: int, columns: int) -> tuple[tuple[str, tuple[int, ...], str], ...]:
    """Weights around 128, column by column, with one scale a block."""
    return (name, (columns, rows // BLOCK, BLOCK), "uint8"), _floats(f"{name}_scale", columns * rows // BLOCK)


ARRAYS = _place(
    ("table", (PIECES, WIDTH), "uint8"),
    _floats("scale", PIECES, 1),
    _floats("low", PIECES, 1),
    *_eight_bits("projection", WIDTH, ALL_BRANCHES),
    _floats("projection_sum", ALL_BRANCHES),
    _floats("projection_bias", ALL_BRANCHES),
    _floats("projection_gain", ALL_BRANCHES),
    _floats("projection_shift", ALL_BRANCHES),
    *(
        entry
        for step in (1, 2)
        for entry in (
            *(
                half
                for words, _ in BRANCHES
                for half in _eight_bits(f"convolution{words}_{step}", BRANCH, words * BRANCH)
            ),
            _floats(f"convolution_{step}_bias", ALL_BRANCHES),
        )
    ),
    _floats("gain", FEATURES),
    _floats("shift", FEATURES),
    *_blocks("sum", FEATURES, WIDTH),
    _floats("sum_bias", WIDTH),
    *_blocks("dense0_skip1", WIDTH, 2 * HIDDEN),
    *_blocks("dense1", HIDDEN, HIDDEN),
    _floats("dense2_skip3", HIDDEN, 2 * WIDTH),
    *_blocks("dense3", WIDTH, WIDTH),
)
FILE_SIZE = ARRAYS[-1].offset + ARRAYS[-1].size
