"""The package's SentencePiece model as a tokenizer.json, and which of its pieces are kept.

Sixteen languages share the vocabulary; the pieces of other scripts than Latin cost 50 MB of memory and are left out, so
Arabic, Cyrillic, Chinese, Japanese, Korean and Thai are read by the lexical part alone.
"""

import base64
import re
import struct
from typing import Any, NamedTuple

START, END = "<s>", "</s>"
_SPACE = "▁"
# Latin and what it is written with: its further letters, marks and symbols.
_KEPT = re.compile(r"[\0-\u024f\u1e00-\u1eff\u2000-\u2bff]*")
_PIECE, _NORMALIZER = 1, 3  # fields of the file's message
_TEXT, _SCORE = 1, 2  # of a piece
_CHARACTERS = 2  # of the normalizer: its compiled table
_VARINT, _FIXED_64, _FIXED_32 = 0, 1, 5  # how a field is written; all others begin with their length


class Pieces(NamedTuple):
    """What is kept of the model: its ids in the package's vocabulary, and the tokenizer's document."""

    kept: list[int]
    document: dict[str, Any]


def read_pieces(content: bytes) -> Pieces:
    """Read sp.model."""
    pieces: list[tuple[str, bytes]] = []
    table = b""
    for number, value in _fields(content):
        if number == _PIECE:
            piece = dict(_fields(value))
            pieces.append((piece[_TEXT].decode(), piece.get(_SCORE, b"\0" * 4)))
        elif number == _NORMALIZER:
            table = dict(_fields(value))[_CHARACTERS]
    kept = [index for index, (text, _) in enumerate(pieces) if _KEPT.fullmatch(text)]
    vocabulary = [(pieces[index][0], struct.unpack("<f", pieces[index][1])[0]) for index in kept]
    return Pieces(kept, _document(vocabulary, table))


def _fields(message: bytes) -> list[tuple[int, Any]]:
    """(number, value) of each field of a protobuf message: bytes, or an integer."""
    fields: list[tuple[int, Any]] = []
    at, end = 0, len(message)
    while at < end:
        key, at = _varint(message, at)
        kind = key & 7
        if kind == _FIXED_32:
            size = 4
        elif kind == _FIXED_64:
            size = 8
        else:
            size, at = _varint(message, at)
        if kind == _VARINT:
            fields.append((key >> 3, size))
        else:
            fields.append((key >> 3, message[at : at + size]))
            at += size
    return fields


def _varint(message: bytes, at: int) -> tuple[int, int]:
    """The number at this place, and the place behind it."""
    value, shift = message[at], 7
    at += 1
    if value < 0x80:  # nearly all of the half million
        return value, at
    value &= 0x7F
    while True:
        byte = message[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def _document(vocabulary: list[tuple[str, float]], table: bytes) -> dict[str, Any]:
    """tokenizer.json: the same normal form, segmentation and frame as SentencePiece's."""
    normalizers = [
        {"type": "Precompiled", "precompiled_charsmap": base64.b64encode(table).decode()},
        {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "},
        {"type": "Strip", "strip_left": True, "strip_right": True},
    ]
    text = {"Sequence": {"id": "A", "type_id": 0}}
    frame = [{"SpecialToken": {"id": name, "type_id": 0}} for name in (START, END)]
    ids = {START: 1, END: 2}
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [],
        "normalizer": {"type": "Sequence", "normalizers": normalizers},
        "pre_tokenizer": {"type": "Metaspace", "replacement": _SPACE, "prepend_scheme": "always", "split": True},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [frame[0], text, frame[1]],
            "pair": [text],
            "special_tokens": {name: {"id": name, "ids": [i], "tokens": [name]} for name, i in ids.items()},
        },
        "decoder": None,
        "model": {"type": "Unigram", "unk_id": 0, "vocab": vocabulary, "byte_fallback": False},
    }
