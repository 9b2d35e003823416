"""The package's SentencePiece model with the pieces that are kept.

Sixteen languages share the vocabulary; the pieces of other scripts than Latin cost 50 MB of memory and are left out, so
Arabic, Cyrillic, Chinese, Japanese, Korean and Thai are read by the lexical part alone.
"""

import re
from typing import NamedTuple

from sentencepiece.sentencepiece_model_pb2 import ModelProto  # type: ignore[attr-defined]

# Latin and what it is written with: its further letters, marks and symbols.
_KEPT = re.compile(r"[\0-\u024f\u1e00-\u1eff\u2000-\u2bff]*")


class Pieces(NamedTuple):
    """What is kept of the model: its ids in the package's vocabulary, and the model itself."""

    kept: list[int]
    model: bytes


def read_pieces(content: bytes) -> Pieces:
    """Read sp.model."""
    model = ModelProto.FromString(content)
    pieces = list(model.pieces)
    kept = [index for index, piece in enumerate(pieces) if _KEPT.fullmatch(piece.piece)]
    del model.pieces[:]
    model.pieces.extend(pieces[index] for index in kept)
    return Pieces(kept, model.SerializeToString())
