"""Writes storefront_client/types.py and storefront_client/operations.py from an OpenAPI document.

    python clients/python/generate.py var/openapi.json

Structs follow the schemas, methods the operations: a method is named by its operationId, takes path and query
parameters by name and the body as a Struct. What answers a page also gets an `iter_…` twin. A GET of server-sent
events has no method: it does not end.
"""

import json
import keyword
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Json = dict[str, Any]
PACKAGE = Path(__file__).parent / "storefront_client"
_NOTE = '"""{what}, made by generate.py from /openapi.json: not edited by hand."""\n'
_SCHEMES = {"internalToken": "app", "actor": "actor", "authToken": "auth", "webhookToken": "webhook"}
_SLOW_TAGS = {"chat", "extract-lead", "embedding", "files"}
_WIDTH = 120


def generate(document: Json) -> dict[str, str]:
    """The text of every generated file, by name."""
    schemas = document["components"]["schemas"]
    asked = _reachable(document, schemas, lambda operation: operation.get("requestBody", {}))
    answered = _reachable(document, schemas, lambda operation: operation["responses"])
    kinds = Kinds(schemas, answered)
    structs = sorted(name for name in asked | answered if "properties" in schemas[name] and name != "Problem")
    types = "\n".join(line for name in structs for line in _struct(name, schemas[name], kinds, name in answered))
    operations = [
        Operation(method, path, operation, kinds)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if not (method == "get" and _streams(operation))
    ]
    return {
        "types.py": _types_head(types, document["info"]["version"]) + types + "\n",
        "operations.py": _operations_text(operations),
    }


def _streams(operation: Json) -> bool:
    """Whether it may answer server-sent events."""
    return "text/event-stream" in operation["responses"].get("200", {}).get("content", {})


def _reachable(document: Json, schemas: Json, part: Any) -> set[str]:
    """Names of the schemas that the given part of any operation leads to."""
    found: set[str] = set()

    def walk(value: Any) -> None:
        if isinstance(value, dict):
            name = str(value.get("$ref", "")).rpartition("/")[2]
            if name and name not in found:
                found.add(name)
                walk(schemas[name])
            for item in value.values():
                walk(item)
        elif isinstance(value, list):
            for item in value:
                walk(item)

    for methods in document["paths"].values():
        for operation in methods.values():
            walk(part(operation))
    return found


class Kinds:
    """Python annotations of JSON schemas. Answers are read tolerantly: a choice is a plain str there."""

    def __init__(self, schemas: Json, answered: set[str]) -> None:
        self.schemas, self.answered = schemas, answered

    def of(self, schema: Json, *, answer: bool, prefix: str = "") -> str:
        """The annotation; `prefix` goes before the names of Structs."""
        if "$ref" in schema:
            return self._named(schema["$ref"].rpartition("/")[2], answer=answer, prefix=prefix)
        if "anyOf" in schema:
            return self._union([self.of(one, answer=answer, prefix=prefix) for one in schema["anyOf"]])
        if "enum" in schema:
            return self._choice(schema["enum"], answer=answer)
        match schema.get("type"):
            case "array":
                return f"list[{self.of(schema.get('items', {}), answer=answer, prefix=prefix)}]"
            case "object":
                values = schema.get("additionalProperties")
                item = self.of(values, answer=answer, prefix=prefix) if isinstance(values, dict) else "Any"
                return f"dict[str, {item}]"
            case "string":
                return self._text(schema.get("format"), answer=answer)
            case "integer":
                return "int"
            case "number":
                return "float"
            case "boolean":
                return "bool"
            case "null":
                return "None"
        return "Any"

    def _named(self, name: str, *, answer: bool, prefix: str) -> str:
        schema = self.schemas[name]
        return prefix + struct_name(name) if "properties" in schema else self.of(schema, answer=answer, prefix=prefix)

    def _choice(self, values: list[Any], *, answer: bool) -> str:
        if not all(isinstance(value, str) for value in values):
            return "Any"
        return "str" if answer else "Literal[" + ", ".join(_quoted(value) for value in values) + "]"

    def _text(self, form: str | None, *, answer: bool) -> str:
        plain = {"date-time": "datetime", "date": "date"}.get(form or "", "str")
        return plain if form != "uuid" else ("UUID" if answer else "UUID | str")

    def _union(self, arms: list[str]) -> str:
        flat = list(dict.fromkeys(part for arm in arms for part in arm.split(" | ")))
        structs = [arm for arm in flat if arm not in {"None", "UUID"} and arm[0].isupper()]
        if "Any" in flat or len(structs) > 1:  # untagged Structs cannot be told apart
            return "Any"
        return " | ".join(sorted(flat, key=lambda arm: arm == "None"))


def struct_name(name: str) -> str:
    """`Page_Order_` is OrderPage; two nouns' Structs of one name come as their modules, and keep the noun."""
    name = re.sub(r"(?:app\.features\.)(\w+)\.(?:\w+\.)?(?=\w)", lambda m: m[1].title().replace("_", ""), name)
    page = re.fullmatch(r"(\w+?)_(\w+?)_+", name)
    return page[2] + page[1] if page else name


def _struct(name: str, schema: Json, kinds: Kinds, answer: bool) -> Iterator[str]:
    required = set(schema.get("required", ()))
    yield ""
    yield ""
    yield f"class {struct_name(name)}(Struct, kw_only=True):"
    text = _sentence(schema.get("description", "")) or ("An answer." if answer else "A request body.")
    yield f'    """{text}"""'
    yield ""
    for field, kind in schema["properties"].items():
        yield f"    {_field(field, kinds.of(kind, answer=answer), kind, field in required, answer)}"


def _field(name: str, annotation: str, schema: Json, required: bool, answer: bool) -> str:
    alias = f"{name}_" if keyword.iskeyword(name) else name
    renamed = f"name={_quoted(name)}" if alias != name else ""
    if required:
        return f"{alias}: {annotation}" + (f" = field({renamed})" if renamed else "")
    default = _default(schema) if answer else "UNSET"
    if default == "UNSET" and annotation != "Any":
        annotation = f"{annotation} | UnsetType"
    if renamed:
        return f"{alias}: {annotation} = field(default={default}, {renamed})"
    return f"{alias}: {annotation} = {default}"


def _default(schema: Json) -> str:
    """What a field of an answer is when it is absent: the documented default where it is immutable."""
    value = schema.get("default", ...)
    if value is None or isinstance(value, bool | int | float | str):
        return repr(value) if not isinstance(value, str) else _quoted(value)
    return {"[]": "[]", "{}": "UNSET"}.get(repr(value), "UNSET") if schema.get("type") == "array" else "UNSET"


def _types_head(body: str, version: str) -> str:
    lines = [_NOTE.format(what="Bodies and answers of the API"), "# ruff: noqa", ""]
    lines += ["from __future__ import annotations", ""]
    dates = [name for name in ("date", "datetime") if re.search(rf"\b{name}\b", body)]
    lines += [f"from datetime import {', '.join(dates)}"] if dates else []
    lines += ["from typing import Any, Literal", "from uuid import UUID", ""]
    lines += ["from msgspec import UNSET, Struct, UnsetType, field", "", f"API_VERSION = {_quoted(version)}"]
    return "\n".join(lines) + "\n"


class Operation:
    """One operation as two methods' worth of text."""

    def __init__(self, method: str, path: str, operation: Json, kinds: Kinds) -> None:
        self.method, self.path, self.kinds = method.upper(), path, kinds
        self.name: str = operation["operationId"]
        self.summary = operation.get("summary", "")
        self.slow = bool(_SLOW_TAGS & set(operation["tags"]))
        security = operation["security"][0] if operation["security"] else {}
        self.scopes = tuple(_SCHEMES[scheme] for scheme in security if scheme in _SCHEMES)
        self.raw = operation.get("x-raw-body", False)
        parameters = operation["parameters"]
        self.in_path = [one for one in parameters if one["in"] == "path"]
        self.in_query = [one for one in parameters if one["in"] == "query"]
        self.idempotent = any(one["name"] == "Idempotency-Key" for one in parameters)
        self.content = operation.get("requestBody", {}).get("content", {})
        self.answer = self._answer(operation["responses"])
        self.item = self._item(operation["responses"])

    def _answer(self, responses: Json) -> str:
        for status, answer in responses.items():
            if status.startswith("2"):
                schema = answer.get("content", {}).get("application/json", {}).get("schema")
                if schema is not None:
                    return self.kinds.of(schema, answer=True, prefix="types.")
                return "None" if status == "204" else "bytes"
        raise ValueError(f"{self.name} answers nothing")

    def _item(self, responses: Json) -> str | None:
        """What the items of a page are; None when the answer is no page."""
        names = {parameter["name"] for parameter in self.in_query}
        reference = responses.get("200", {}).get("content", {}).get("application/json", {}).get("schema", {})
        schema = self.kinds.schemas.get(str(reference.get("$ref", "")).rpartition("/")[2], {})
        if not {"limit", "offset"} <= names or "items" not in schema.get("properties", {}):
            return None
        return self.kinds.of(schema["properties"]["items"]["items"], answer=True, prefix="types.")

    @property
    def constant(self) -> str:
        """`_GET_ORDER = Operation(…)`."""
        scopes = "(" + "".join(f"{_quoted(scope)}, " for scope in self.scopes).rstrip() + ")"
        if len(self.scopes) > 1:
            scopes = scopes.replace(",)", ")")
        parts = [_quoted(self.method), _quoted(self.path), scopes, self.answer]
        parts += ["idempotent=True"] if self.idempotent else []
        parts += ["slow=True"] if self.slow else []
        return _call(f"_{self.name.upper()}: Operation[{self.answer}] = Operation", parts, "")

    def arguments(self, *, pages: bool = False) -> tuple[list[str], list[str]]:
        """The method's parameters, and the arguments it hands on."""
        parameters = [f"{_safe(one['name'])}: {self._kind(one)}" for one in self.in_path]
        handed = [_mapping("path", self.in_path)] if self.in_path else []
        keyed: list[str] = []
        for media, body in self.content.items():
            if media == "multipart/form-data":
                self._form(body["schema"], parameters, keyed, handed)
            elif not self.raw:
                parameters.append(f"body: {self.kinds.of(body['schema'], answer=False, prefix='types.')}")
                handed.append("body=body")
            else:
                parameters.append("content: bytes")
                keyed.append("headers: Mapping[str, str] | None = None")
                handed += ["content=content", "headers=headers"]
        query = [one for one in self.in_query if not (pages and one["name"] in {"limit", "offset"})]
        for one in sorted(query, key=lambda one: (not one["required"], _paging(one))):
            kind = self._kind(one)
            keyed.append(f"{_safe(one['name'])}: " + (kind if one["required"] else f"{kind} | None = None"))
        if query and not pages:
            handed.append(_mapping("query", query))
        if self.idempotent:
            keyed.append("idempotency_key: str | None = None")
            handed.append("idempotency_key=idempotency_key")
        return parameters + (["*", *keyed] if keyed else []), handed

    def _form(self, schema: Json, parameters: list[str], keyed: list[str], handed: list[str]) -> None:
        schema = self.kinds.schemas.get(str(schema.get("$ref", "")).rpartition("/")[2], schema)
        fields = []
        for name, kind in schema["properties"].items():
            if kind.get("format") == "binary":
                parameters.append(f"{name}: Upload")
                handed.append(f"upload={name}")
            else:
                fields.append({"name": name})
                annotation = self.kinds.of(kind, answer=False).removesuffix(" | None")
                keyed.append(f"{name}: {annotation} | None = None")
        if fields:
            handed.append(_mapping("form", fields))

    def _kind(self, parameter: Json) -> str:
        kind = self.kinds.of(parameter["schema"], answer=False).removesuffix(" | None")
        return re.sub(r"^list\[(.*)\]$", r"Sequence[\1]", kind)

    def methods(self, asynchronous: bool) -> Iterator[str]:
        """The method's lines, and those of its `iter_` twin."""
        parameters, handed = self.arguments()
        define, wait = ("async def", "await ") if asynchronous else ("def", "")
        yield _call(f"    {define} {self.name}", ["self", *parameters], f" -> {self.answer}:")
        yield f'        """{self.summary}"""'
        yield _call(f"        return {wait}self._call", [f"_{self.name.upper()}", *handed], "")
        if self.item is not None:
            yield ""
            yield from self._pages(asynchronous)

    def _pages(self, asynchronous: bool) -> Iterator[str]:
        parameters, _ = self.arguments(pages=True)
        parameters = parameters if "*" in parameters else [*parameters, "*"]
        parameters.append("page_size: int = PAGE_SIZE")
        name = "iter_" + self.name.removeprefix("list_")
        kind = "AsyncIterator" if asynchronous else "Iterator"
        yield _call(f"    def {name}", ["self", *parameters], f" -> {kind}[{self.item}]:")
        yield f'        """Every item of `{self.name}`, fetched page by page."""'
        handed = [_safe(one["name"]) for one in self.in_path]
        handed += [f"{_safe(one['name'])}={_safe(one['name'])}" for one in self.in_query if not _paging(one)]
        bound = _call("partial", [f"self.{self.name}", *handed], "") if handed else f"self.{self.name}"
        yield _call("        return self._pages", [bound, "page_size"], "")


def _operations_text(operations: list[Operation]) -> str:
    lines = [_NOTE.format(what="One method an operation"), "# ruff: noqa", ""]
    lines += ["from collections.abc import AsyncIterator, Iterator, Mapping, Sequence"]
    lines += ["from datetime import date, datetime", "from functools import partial"]
    lines += ["from typing import Any, Literal", "from uuid import UUID", ""]
    lines += ["from . import types", "from .calls import PAGE_SIZE, AsyncCalls, Calls, Operation, Upload", ""]
    lines += [operation.constant for operation in operations]
    for name, base, asynchronous in (("Operations", "Calls", False), ("AsyncOperations", "AsyncCalls", True)):
        lines += ["", "", f"class {name}({base}):", '    """Every operation of the API."""']
        for operation in operations:
            lines += ["", *operation.methods(asynchronous)]
    return "\n".join(lines) + "\n"


def _paging(parameter: Json) -> bool:
    return parameter["name"] in {"limit", "offset"}


def _safe(name: str) -> str:
    return f"{name}_" if keyword.iskeyword(name) else name


def _mapping(name: str, parameters: list[Json]) -> str:
    pairs = ", ".join(f"{_quoted(one['name'])}: {_safe(one['name'])}" for one in parameters)
    return f"{name}={{{pairs}}}"


def _call(head: str, parts: list[str], tail: str) -> str:
    """`head(parts)tail` in one line, or one part a line."""
    line = f"{head}({', '.join(parts)}){tail}"
    if len(line) <= _WIDTH:
        return line
    indent = " " * (len(head) - len(head.lstrip()))
    return "\n".join([f"{head}(", *(f"{indent}    {part}," for part in parts), f"{indent}){tail}"])


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _sentence(text: str) -> str:
    first = " ".join(text.split("\n\n")[0].split())
    return first.replace("\\", "\\\\").replace('"""', "'''") if not first.endswith('"') else first + " "


def main(arguments: list[str]) -> None:
    """Read the document named on the command line (`-`: standard input), write the files."""
    text = sys.stdin.read() if arguments[0] == "-" else Path(arguments[0]).read_text("utf-8")
    for name, content in generate(json.loads(text)).items():
        (PACKAGE / name).write_text(content, "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
