"""The interface changes only on purpose: tests/data/openapi.txt is its outline, reviewed with every commit."""

import difflib
import re

import msgspec

from app.main import declared_routes
from app.web.errors import Problem
from app.web.openapi import document
from app.web.types import Body, checks_of
from tests.api import Api
from tests.outline import SNAPSHOT, outline
from tests.shops import NOBODYS


def test_the_interface_is_the_one_in_the_snapshot():
    kept, now = SNAPSHOT.read_text("utf-8").splitlines(), outline().splitlines()
    changes = list(difflib.unified_diff(kept, now, "tests/data/openapi.txt", "declared now", lineterm="", n=2))
    assert not changes, "\n".join(["If this is meant, run `make openapi` and commit the file:", *changes])


async def test_a_call_with_what_is_required_misses_nothing(api: Api) -> None:
    # Either of two, which OpenAPI cannot say of a query.
    unsaid = {"/internal/messages"}
    client = api.as_actor("nobody")
    for path, methods in document(declared_routes())["paths"].items():
        get = methods.get("get", {"parameters": [], "security": []})
        required = {one["name"] for one in get["parameters"] if one["in"] == "query" and one["required"]}
        if path in unsaid or not any("internalToken" in one for one in get["security"]) or path.endswith("/updates"):
            continue
        answer = await client.get(re.sub(r"\{\w+\}", NOBODYS, path))
        missing = (
            {error["pointer"].lstrip("/") for error in answer.json().get("errors", ())} if answer.is_error else set()
        )
        assert missing <= required, f"{path}: {missing} must be given, and the document does not say so"


def test_what_a_body_is_held_to_beyond_its_schema_is_said() -> None:
    schemas = document(declared_routes())["components"]["schemas"]
    for kind in Body.__subclasses__():
        properties = schemas.get(kind.__name__, {}).get("properties", {})
        for field in msgspec.structs.fields(kind) if properties else ():
            if field.name in checks_of(kind):
                assert "description" in str(properties[field.encode_name]), f"{kind.__name__}.{field.name}"


def test_a_json_body_says_how_long_it_may_be_in_all() -> None:
    """The maxima of its fields allow more together; those of /embed are the contract's, and fit in any script."""
    bodies = {
        f"{method} {path}": operation["requestBody"].get("description", "")
        for path, methods in document(declared_routes())["paths"].items()
        for method, operation in methods.items()
        if "application/json" in operation.get("requestBody", {}).get("content", {})
    }
    assert [name for name, said in bodies.items() if not re.fullmatch(r"At most [\d,]+ bytes in all\.", said)] == []
    assert int(re.sub(r"\D", "", bodies["post /embed"])) > 256 * 32_000 * 4


def test_a_signed_body_says_what_signs_it() -> None:
    made = document(declared_routes())
    schemes = made["components"]["securitySchemes"]
    for path, header in (
        ("/webhooks/stock-sync/{store_id}", "webhook-signature"),
        ("/webhooks/cardprovider", "Stripe-Signature"),
    ):
        [[scheme], *_] = made["paths"][path]["post"]["security"]
        assert schemes[scheme]["name"] == header


def test_what_problems_add_is_declared() -> None:
    declared = document(declared_routes())["components"]["schemas"]["Problem"]["properties"]
    added = {
        kind: re.findall(r"`(\w+)", kind.__doc__ or "")
        for kind in Problem.__subclasses__()
        if "Extra" in (kind.__doc__ or "")
    }
    assert len(added) >= 5
    for kind, members in added.items():
        for member in members:
            assert kind.slug in declared[member]["description"]
