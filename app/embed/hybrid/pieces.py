"""The package's SentencePiece model as a tokenizer.json, and which of its pieces are kept.

Sixteen languages share the vocabulary; the pieces of other scripts than Latin cost 50 MB of memory and are left out, so
Arabic, Cyrillic, Chinese, Japanese, Korean and Thai are read by the lexical part alone.
"""

import base64
import re
from typing import Any, NamedTuple

from google.protobuf.descriptor_pb2 import FieldDescriptorProto, FileDescriptorProto
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message_factory import GetMessageClass

START, END = "<s>", "</s>"
_SPACE = "▁"
# Latin and what it is written with: its further letters, marks and symbols.
_KEPT = re.compile(r"[\0-\u024f\u1e00-\u1eff\u2000-\u2bff]*")
# What is read of sentencepiece_model.proto: message, fields with number, how often, type.
_ONCE, _MANY = FieldDescriptorProto.LABEL_OPTIONAL, FieldDescriptorProto.LABEL_REPEATED
_SCHEMA: dict[str, list[tuple[str, int, int, int | str]]] = {
    "Piece": [
        ("piece", 1, _ONCE, FieldDescriptorProto.TYPE_STRING),
        ("score", 2, _ONCE, FieldDescriptorProto.TYPE_FLOAT),
    ],
    "Normalizer": [("precompiled_charsmap", 2, _ONCE, FieldDescriptorProto.TYPE_BYTES)],
    "Model": [("pieces", 1, _MANY, ".sp.Piece"), ("normalizer_spec", 3, _ONCE, ".sp.Normalizer")],
}


class Pieces(NamedTuple):
    """What is kept of the model: its ids in the package's vocabulary, and the tokenizer's document."""

    kept: list[int]
    document: dict[str, Any]


def read_pieces(content: bytes) -> Pieces:
    """Read sp.model."""
    model = _message_class().FromString(content)
    pieces = [(piece.piece, piece.score) for piece in model.pieces]
    kept = [index for index, (text, _) in enumerate(pieces) if _KEPT.fullmatch(text)]
    return Pieces(kept, _document([pieces[index] for index in kept], model.normalizer_spec.precompiled_charsmap))


def _message_class() -> Any:
    """The file's message, made of the schema: fields that are not in it are skipped."""
    file = FileDescriptorProto(name="sp.proto", package="sp", syntax="proto2")
    for name, fields in _SCHEMA.items():
        message = file.message_type.add(name=name)
        for field, number, label, kind in fields:
            type_ = (
                {"type_name": kind, "type": FieldDescriptorProto.TYPE_MESSAGE}
                if isinstance(kind, str)
                else {"type": kind}
            )
            message.field.add(name=field, number=number, label=label, **type_)
    pool = DescriptorPool()
    pool.Add(file)
    return GetMessageClass(pool.FindMessageTypeByName("sp.Model"))


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
