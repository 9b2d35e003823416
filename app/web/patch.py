"""PATCH bodies as query parameters: each field `x` becomes `x` and `set_x`, because absent and null differ."""

from typing import Any

import msgspec
from msgspec import UNSET, Struct


def changes(body: Struct) -> dict[str, Any]:
    """`{"set_name": bool, "name": value or None, …}` for every field of the body."""
    parameters: dict[str, Any] = {}
    for name in body.__struct_fields__:
        value = getattr(body, name)
        parameters[f"set_{name}"] = value is not UNSET
        parameters[name] = None if value is UNSET else value
    return parameters


def is_empty(body: Struct) -> bool:
    """Whether the body names nothing to change: then nothing is written, `updated_at` neither."""
    return bool(body == type(body)())


def values(body: Struct) -> dict[str, Any]:
    """Every field of a body as a parameter (nested Structs stay Structs)."""
    return msgspec.structs.asdict(body)
