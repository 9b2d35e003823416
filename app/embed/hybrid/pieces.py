"""The package's SentencePiece model as a tokenizer.json, and which of its pieces are kept.

Sixteen languages share the vocabulary; the pieces of other scripts than Latin cost 50 MB of memory and are left out, so
Arabic, Cyrillic, Chinese, Japanese, Korean and Thai are read by the lexical part alone.
"""

import base64
import struct
from collections.abc import Iterator
from typing import Any, NamedTuple

START, END = "<s>", "</s>"
_LATIN_END, _MORE_LATIN, _MARKS = 0x250, range(0x1E00, 0x1F00), range(0x2000, 0x2C00)
_SPACE = "▁"
_PIECE, _NORMALIZER = 1, 3  # fields of the file's message
_TEXT, _SCORE = 1, 2  # of a piece
_CHARACTERS = 2  # of the normalizer: its compiled table


class Pieces(NamedTuple):
    """What is kept of the model: its ids in the package's vocabulary, and the tokenizer's document."""

    kept: list[int]
    document: dict[str, Any]


def read_pieces(content: bytes) -> Pieces:
    """Read sp.model."""
    pieces: list[tuple[str, float]] = []
    table = b""
    for number, value in _fields(content):
        if number == _PIECE:
            piece = dict(_fields(value))
            pieces.append((piece[_TEXT].decode(), struct.unpack("<f", piece.get(_SCORE, b"\0" * 4))[0]))
        elif number == _NORMALIZER:
            table = dict(_fields(value))[_CHARACTERS]
    kept = [index for index, (text, _) in enumerate(pieces) if all(map(_is_kept, text))]
    return Pieces(kept, _document([pieces[index] for index in kept], table))


def _is_kept(character: str) -> bool:
    code = ord(character)
    return code < _LATIN_END or code in _MORE_LATIN or code in _MARKS or character == _SPACE


def _fields(message: bytes) -> Iterator[tuple[int, Any]]:
    """(number, value) of each field of a protobuf message: bytes, or an integer."""
    at = 0

    def varint() -> int:
        nonlocal at
        value = shift = 0
        while True:
            byte = message[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while at < len(message):
        key = varint()
        kind = key & 7
        if kind == 0:
            yield key >> 3, varint()
            continue
        size = {1: 8, 5: 4}.get(kind) or varint()
        yield key >> 3, message[at : at + size]
        at += size


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
