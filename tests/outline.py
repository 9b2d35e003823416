"""/openapi.json as an outline for reviews: one line per operation, parameter, answer and field.

`python -m tests.outline` (make openapi) renews tests/data/openapi.txt.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from app.main import declared_routes
from app.web.openapi import document

SNAPSHOT = Path(__file__).parent / "data" / "openapi.txt"
Json = dict[str, Any]
_NOISE = {"title", "description", "default", "examples"}


def outline() -> str:
    """The outline of the routes as they are declared now."""
    made: Json = json.loads(json.dumps(document(declared_routes())))
    lines = [*_operations(made["paths"]), "", *_schemas(made["components"]["schemas"])]
    return "\n".join(lines) + "\n"


def _operations(paths: Json) -> Iterator[str]:
    for path, methods in paths.items():
        for method, operation in methods.items():
            # Any call for an actor may name the member behind it; the role says who then may make it.
            ways = ["+".join(one) for one in operation["security"] if "actingUser" not in one]
            least = f", {operation['x-least-role']}" if "x-least-role" in operation else ""
            yield f"{method.upper()} {path}  ({' or '.join(ways) or 'public'}{least})"
            for one in operation["parameters"]:
                yield f"  {one['in']} {one['name']}{'' if one['required'] else '?'}: {_type(one['schema'])}"
            for media, body in operation.get("requestBody", {}).get("content", {}).items():
                yield f"  body {media}: {_type(body['schema'])}"
            yield from _answers(operation["responses"])


def _answers(responses: Json) -> Iterator[str]:
    problems = []
    for status, answer in responses.items():
        content = answer.get("content", {})
        if "application/problem+json" in content:
            problems.append(f"{status} {answer['description']}")
        else:
            kinds = ", ".join(f"{media} {_type(one.get('schema', {}))}" for media, one in content.items())
            yield f"  {status} {kinds}".rstrip()
    yield f"  {'; '.join(problems)}"


def _schemas(schemas: Json) -> Iterator[str]:
    for name in sorted(schemas):
        schema = schemas[name]
        if "properties" not in schema:
            yield f"{name}: {_type(schema)}"
            continue
        yield f"{name}{'' if schema.get('additionalProperties', True) else ' (no other fields)'}"
        required = set(schema.get("required", ()))
        for field, kind in schema["properties"].items():
            yield f"  {field}{'' if field in required else '?'}: {_type(kind)}"


def _type(schema: Json) -> str:
    """A schema in a few words."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    if "anyOf" in schema:
        return " | ".join(_type(arm) for arm in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    kind = str(schema.get("format", schema.get("type", "any")))
    if "items" in schema:
        kind = f"[{_type(schema['items'])}]"
    rules = {name: value for name, value in schema.items() if name not in _NOISE | {"type", "format", "items"}}
    words = " ".join(f"{name}={_short(value)}" for name, value in rules.items())
    return f"{kind} {words}".rstrip()


def _short(value: Any) -> str:
    return _type(value) if isinstance(value, dict) else re.sub(r"\s+", " ", str(value))


if __name__ == "__main__":
    SNAPSHOT.write_text(outline(), "utf-8")
