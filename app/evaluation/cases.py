"""The files: a shop, and conversations with what has to come of them."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
import yaml
from msgspec import Meta, Struct

from app.ops.strict_yaml import line_of, load_own

Text = Annotated[str, Meta(min_length=1, max_length=8000)]


class CaseError(Exception):
    """A file that cannot be used; the message names it and the line."""


class Line(Struct, forbid_unknown_fields=True):
    """A line the order must have."""

    name: str
    quantity: int = 1


class ExpectedOrder(Struct, forbid_unknown_fields=True):
    """The one order of the conversation; what is not named may be anything."""

    lines: list[Line] | None = None
    total_cents: int | None = None
    payment_method: str | None = None


class ExpectedReply(Struct, forbid_unknown_fields=True):
    """Facts a reply must name or must not. A list inside `contains`: one of them."""

    contains: list[str | list[str]] = []
    lacks: list[str] = []


class Expect(Struct, frozen=True, forbid_unknown_fields=True):
    """What has to hold; of a conversation: at its end, of a turn: right after it."""

    order: ExpectedOrder | None = None
    no_order: bool = False
    orders: int | None = None
    cancelled: int | None = None
    reply: ExpectedReply | None = None
    tools: list[str] = []
    state: str | None = None


class Turn(Struct, forbid_unknown_fields=True):
    """A message, and what its answer must be like."""

    text: Text
    expect: Expect | None = None


class Conversation(Struct, forbid_unknown_fields=True):
    """Messages in order, and what comes of them."""

    name: str
    turns: Annotated[list[Text | Turn], Meta(min_length=1)]
    expect: Expect = Expect()
    tags: list[str] = []

    @property
    def steps(self) -> list[Turn]:
        """Every turn in full."""
        return [Turn(turn) if isinstance(turn, str) else turn for turn in self.turns]


class ShopCase(Struct, forbid_unknown_fields=True):
    """The shop the conversations are held in."""

    products: list[dict[str, Any]]
    name: str = "Loja"
    documents: dict[str, str] = {}
    payment_settings: dict[str, Any] = {}
    shipping_rules: list[dict[str, Any]] = []
    coupons: list[dict[str, Any]] = []
    agent: dict[str, Any] = {}


class CaseFile(Struct, forbid_unknown_fields=True):
    """A whole file."""

    shop: ShopCase
    conversations: list[Conversation]


def load_cases(path: Path) -> CaseFile:
    """Read a file. Raises CaseError."""
    try:
        return msgspec.convert(load_own(path.read_text("utf-8")), CaseFile)
    except (OSError, UnicodeDecodeError) as error:
        raise CaseError(f"{path}: cannot be read ({type(error).__name__})") from error
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        what = getattr(error, "problem", None) or "no YAML"
        raise CaseError(f"{path}:{mark.line + 1}: {what}" if mark else f"{path}: no YAML") from error
    except msgspec.ValidationError as error:
        detail, _, at = str(error).partition(" - at `$")
        unknown = re.search(r"unknown field `(.*)`", detail)
        steps = [*re.findall(r"\w+", at), *([unknown[1]] if unknown else [])]
        raise CaseError(placed(path, steps, detail)) from error


def placed(path: Path, steps: Sequence[str], detail: str) -> str:
    """What is wrong with a file, with the line of the part that these keys and places in lists lead to."""
    node = yaml.compose(path.read_text("utf-8"), yaml.SafeLoader)
    line = line_of(node, steps) if node is not None else 1
    return f"{path}:{line}: {'.'.join(steps)}: {detail}" if steps else f"{path}:{line}: {detail}"
