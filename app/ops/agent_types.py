"""Agent types: what kinds of agent there are, with config and price, from a YAML file (agent_types.yaml).

A broken file never replaces a good configuration. Tests: tests/ops/test_agent_types.py.
"""

import contextlib
import functools
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import yaml
from msgspec import Meta, Struct

from app.ops.strict_yaml import StrictLoader

CHANNEL = "agent_types"
MAX_BYTES = 256 * 1024
MAX_TYPES = 200
TOOL_NAMES = (
    "search_products",
    "get_product_details",
    "filter_products_by_price",
    "create_order",
    "confirm_shipping",
    "get_order_status",
    "resend_payment",
    "cancel_order",
    "transfer_to_human",
)
# Every type has these, whatever its list says: what concerns the shopper's own orders, and the way to a person.
ALWAYS = ("get_order_status", "resend_payment", "cancel_order", "transfer_to_human")
_KEY = re.compile(r"[a-z][a-z0-9_-]{0,63}")

CentsPerMillion = Annotated[float, Meta(ge=0, le=1e9)]


class AgentTypesError(Exception):
    """The file cannot be used; `problems` are (pointer, detail) pairs, all of them."""

    def __init__(self, problems: list[tuple[str, str]]) -> None:
        super().__init__("; ".join(f"{pointer or '/'}: {detail}" for pointer, detail in problems))
        self.problems = problems


class AgentPrice(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a million tokens of this type's model cost, in cents of BRL."""

    prompt_per_million_cents: CentsPerMillion = 0
    completion_per_million_cents: CentsPerMillion = 0
    currency: Annotated[str, Meta(pattern="^BRL$")] = "BRL"


class RateLimits(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Most messages of one lead (of the agent, where there is no lead); None: no limit."""

    messages_per_minute: Annotated[int, Meta(ge=1, le=100_000)] | None = None
    messages_per_day: Annotated[int, Meta(ge=1, le=10_000_000)] | None = None


class FollowUps(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What agents write first; nothing unless it is named. Hours are the company's own."""

    unpaid_pix_minutes: Annotated[int, Meta(ge=5, le=10_080, description="Before the PIX expires")] | None = None
    abandoned_cart_minutes: Annotated[int, Meta(ge=15, le=10_080, description="After the last message")] | None = None
    back_in_stock: bool = False
    quiet_from: Annotated[int, Meta(ge=0, le=23)] = 21
    quiet_until: Annotated[int, Meta(ge=0, le=23)] = 8

    @property
    def any(self) -> bool:
        """Something is on."""
        return self.unpaid_pix_minutes is not None or self.abandoned_cart_minutes is not None or self.back_in_stock

    def unless(self, own: "FollowUps | None") -> "FollowUps":
        """An agent's own choice where it has made one, else these of its type."""
        return self if own is None else own


class AgentConfig(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How agents of a type talk. `model` empty: LLM_MODEL."""

    model: Annotated[str, Meta(max_length=200)] = ""
    temperature: Annotated[float, Meta(ge=0, le=2)] | None = None
    max_tokens: Annotated[int, Meta(ge=16, le=32_000)] = 800
    tools: tuple[str, ...] = TOOL_NAMES
    without_tools: tuple[str, ...] = ()
    order_confirmation: Literal["summary", "none"] = "summary"
    instructions: Annotated[str, Meta(max_length=20_000)] = ""
    rate_limits: RateLimits = RateLimits()
    follow_ups: FollowUps = FollowUps()

    @property
    def allowed(self) -> tuple[str, ...]:
        """The tools of the type: those it lists, and those that are on unless it says without."""
        return _allowed(self.tools, self.without_tools)


@functools.lru_cache(maxsize=256)
def _allowed(tools: tuple[str, ...], without: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in dict.fromkeys((*tools, *ALWAYS)) if name not in without)


class AgentType(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One type: what people see, the config, the price."""

    title: Annotated[str, Meta(min_length=1, max_length=200)]
    title_en: Annotated[str, Meta(max_length=200)] = ""
    description: Annotated[str, Meta(max_length=2000)] = ""
    description_en: Annotated[str, Meta(max_length=2000)] = ""
    config: AgentConfig = AgentConfig()
    price: AgentPrice = AgentPrice()


class AgentTypes:
    """The types in force. `reload` replaces them whole or not at all."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._types = load_agent_types(path)

    def __getitem__(self, key: str) -> AgentType:
        """The type. Raises KeyError."""
        return self._types[key]

    def get(self, key: str) -> AgentType | None:
        """The type, or None."""
        return self._types.get(key)

    def all(self) -> Mapping[str, AgentType]:
        """Every type, in the file's order."""
        return self._types

    def reload(self) -> None:
        """Read the file again. Raises AgentTypesError, and then the types stay as they were."""
        self._types = load_agent_types(self._path)

    def heard(self, _payload: str) -> None:
        """Another process has read a good file; a broken one here changes nothing."""
        with contextlib.suppress(AgentTypesError):
            self.reload()


def load_agent_types(path: Path) -> Mapping[str, AgentType]:
    """Read and check a file. Raises AgentTypesError with every problem found."""
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise AgentTypesError([("", f"{path.name} cannot be read ({type(error).__name__})")]) from error
    if len(raw) > MAX_BYTES:
        raise AgentTypesError([("", f"larger than {MAX_BYTES} bytes")])
    return parse_agent_types(raw)


@functools.lru_cache(maxsize=4)
def parse_agent_types(raw: bytes) -> Mapping[str, AgentType]:
    """The types of a YAML text: `types: {<key>: {…}}`. Raises AgentTypesError. Unchanged text is not read again."""
    document = _safe_yaml(raw)
    entries = document.get("types") if isinstance(document, dict) else None
    if not isinstance(entries, dict) or not entries:
        raise AgentTypesError([("/types", "a mapping with at least one type is required")])
    problems = [(f"/{key}", "unknown field") for key in document if key != "types"]
    if len(entries) > MAX_TYPES:
        problems.append(("/types", f"more than {MAX_TYPES} types"))
    types: dict[str, AgentType] = {}
    for key, value in list(entries.items())[:MAX_TYPES]:
        pointer = f"/types/{key}"
        if not isinstance(key, str) or not _KEY.fullmatch(key):
            problems.append((pointer, "a type's key is lower case, digits, _ and -"))
            continue
        problems += [(pointer + at, detail) for at, detail in _check(value, types, key)]
    if problems:
        raise AgentTypesError(problems)
    return types


def _safe_yaml(raw: bytes) -> Any:
    try:
        return yaml.load(raw.decode("utf-8"), Loader=StrictLoader)  # noqa: S506 - a SafeLoader with less in it
    except UnicodeDecodeError as error:
        raise AgentTypesError([("", "not UTF-8")]) from error
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        place = f" at line {mark.line + 1}" if mark else ""
        raise AgentTypesError([("", f"not readable as YAML{place}")]) from error


def _check(value: Any, types: dict[str, AgentType], key: str) -> list[tuple[str, str]]:
    try:
        found = msgspec.convert(value, AgentType)
    except msgspec.ValidationError as error:
        detail, _, place = str(error).partition(" - at `$")
        return [(place.rstrip("`").replace(".", "/"), detail)]
    types[key] = found
    named = (("tools", found.config.tools), ("without_tools", found.config.without_tools))
    return [
        (f"/config/{key}", f"no such tool: {name}") for key, names in named for name in names if name not in TOOL_NAMES
    ]
