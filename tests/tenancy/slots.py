"""Where an endpoint takes an id: in the path, the query or the body. Read from the route declarations themselves."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
from msgspec import inspect

from app.web.routing import Route
from tests.tenancy import values
from tests.tenancy.seed import Tenant

# Texts that are named like ids and name no record of a tenant: keys of other systems, and what all tenants share.
NOT_RECORDS = frozenset(
    {
        "external_id",
        "message_id",
        "request_id",
        "payment_external_id",
        "plan_id",
        "event_id",
        "starting_after",
        "tax_id",
    }
)
# Slots that a declaration does not show, because the rows of a batch travel undecoded.
HIDDEN: dict[str, tuple[str, ...]] = {"POST /internal/products/batch-upsert": ("items/0/id",)}
# A slot is mapped by its last name, or here when that name means different things in different places.
MEANS: dict[str, str] = {
    "id": "product_id",
    "ids": "picture_ids",
    "knowledge_base": "document_ids",
    "user_id": "member_id",
}


@dataclass(frozen=True)
class Slot:
    """One place for an id. `pointer` is the parameter's name, or the path into the body (`items/0/product_id`)."""

    route: Route
    place: Literal["path", "query", "body"]
    pointer: str
    many: bool

    @property
    def endpoint(self) -> str:
        """Method and path template."""
        return endpoint(self.route)

    def __str__(self) -> str:
        return f"{self.endpoint} [{self.place} {self.pointer}]"

    def of(self, tenant: Tenant) -> Any:
        """The tenant's record for this slot, as JSON sends it. Raises KeyError for a slot without a mapping."""
        name = self.pointer.rsplit("/", 1)[-1]
        value = values.OWNED[MEANS.get(name, name)](tenant)
        if isinstance(value, list):
            value = value[0]
        return [str(value)] if self.many else str(value)


def endpoint(route: Route) -> str:
    """Method and path template, as the tables of the tests name it."""
    return f"{route.method} {route.path}"


def slots_of(route: Route) -> list[Slot]:
    """All id slots of a route."""
    found = [
        Slot(route, "path", name, False) for name, kind in route.path_params if _is_id(name, inspect.type_info(kind))
    ]
    if route.query is not None:
        found += [Slot(route, "query", name, many) for name, many in _walk(route.query, "")]
    if route.body not in (None, bytes):
        found += [Slot(route, "body", name, many) for name, many in _walk(route.body, "")]
        found += [Slot(route, "body", name, False) for name in HIDDEN.get(endpoint(route), ())]
    return found


def _walk(kind: Any, prefix: str) -> Iterator[tuple[str, bool]]:
    info = inspect.type_info(kind)
    if isinstance(info, inspect.StructType):
        yield from _fields(info, prefix)


def _fields(struct: inspect.StructType, prefix: str) -> Iterator[tuple[str, bool]]:
    for field in struct.fields:
        for info in _alternatives(field.type):
            many = isinstance(info, inspect.ListType)
            item = info.item_type if isinstance(info, inspect.ListType) else info
            if isinstance(item, inspect.StructType):
                yield from _fields(item, f"{prefix}{field.encode_name}/{'0/' if many else ''}")
            elif _is_id(field.encode_name, item):
                yield f"{prefix}{field.encode_name}", many


def _alternatives(info: inspect.Type) -> list[inspect.Type]:
    plain = _unwrap(info)
    return [_unwrap(one) for one in plain.types] if isinstance(plain, inspect.UnionType) else [plain]


def _unwrap(info: inspect.Type) -> inspect.Type:
    return _unwrap(info.type) if isinstance(info, inspect.Metadata) else info


def _is_id(name: str, info: inspect.Type) -> bool:
    if name in NOT_RECORDS:
        return False
    info = _unwrap(info)
    return isinstance(info, inspect.UUIDType) or (isinstance(info, inspect.StrType) and name.endswith(("_id", "_ids")))


def put(body: dict[str, Any], pointer: str, value: Any) -> dict[str, Any]:
    """A copy of the body with the value at the pointer."""
    copy: Any = msgspec.json.decode(msgspec.json.encode(body))
    at: Any = copy
    *way, last = pointer.split("/")
    for step in way:
        at = at[int(step)] if step.isdigit() else at[step]
    at[last] = value
    return dict(copy)
