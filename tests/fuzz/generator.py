"""Calls for every operation of the document: one that works, and that one with something odd in each place.

Ids and bodies that work are those of the tenancy tests (tests/tenancy/requests.py); the rest comes from the schemas.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote

from tests.api import APP_TOKEN, AUTH_TOKEN, WEBHOOK_TOKEN
from tests.fuzz import values
from tests.fuzz.calls import Call, Header
from tests.tenancy import requests
from tests.tenancy import values as records
from tests.tenancy.seed import Tenant

Json = dict[str, Any]
# Path parameters that are no records of a tenancy test.
NAMED = {
    "user_id": lambda t: t.actor_id,
    "email": lambda t: f"{t.actor_id}@example.com",
    "token": lambda t: t.session_token,
    "session_id": lambda t: f"session-{t.actor_id}",
    "row_id": lambda t: str(t.account_id),
    "value": lambda _: "secret",
    "identifier": lambda t: f"reset-password:{t.actor_id}",
    "slug": lambda _: "loja-nova",
    "type": lambda _: "vendas",
    "name": lambda _: "swagger-ui.css",
    "instance_id": lambda t: t.messaging_instance_id,
}
BOUNDARY = b"----fuzz"


@dataclass(frozen=True)
class Operation:
    """One operation of the document, for one tenant."""

    document: Json
    method: str
    path: str
    tenant: Tenant

    @property
    def name(self) -> str:
        """Method and path template."""
        return f"{self.method} {self.path}"

    @property
    def declared(self) -> Json:
        """The operation object."""
        found: Json = self.document["paths"][self.path][self.method.lower()]
        return found

    def works(self) -> Call:
        """A request that should do what the operation is for."""
        values_ = {p["name"]: self._known(p["name"]) for p in self._parameters("path")}
        path = re.sub(r"\{(\w+)\}", lambda match: quote(values_[match[1]], safe=""), self.path)
        query = requests.QUERIES.get(self._template(), lambda _: {})(self.tenant)
        for parameter in self._parameters("query"):
            if parameter["required"] and parameter["name"] not in query:
                query[parameter["name"]] = self._known(parameter["name"])
        text = "&".join(f"{name}={quote(str(value))}" for name, value in query.items())
        headers = [*self.tokens(), (b"content-type", self.media().encode())]
        return Call("works", self.method, path.encode(), text.encode(), headers, self._bytes(self.body()))

    def tokens(self) -> list[Header]:
        """The credential this operation asks for; a signature is none that could be sent along."""
        actor = (b"x-actor-user-id", self.tenant.actor_id.encode())
        schemes = {name for one in self.declared["security"] for name in one}
        if "authToken" in schemes:
            return [(b"x-auth-token", AUTH_TOKEN.encode())]
        if "internalToken" in schemes:
            return [(b"x-internal-token", APP_TOKEN.encode()), *([actor] if "actor" in schemes else [])]
        return [(b"x-webhook-token", WEBHOOK_TOKEN.encode())] if "webhookToken" in schemes else []

    def media(self) -> str:
        """Content type of the body."""
        found = next(iter(self.declared.get("requestBody", {}).get("content", {})), "application/json")
        return found + ("; boundary=" + BOUNDARY.decode() if found.startswith("multipart") else "")

    def body(self) -> Any:
        """A body that works, or None."""
        content = self.declared.get("requestBody", {}).get("content", {})
        if not content:
            return None
        if self._template() in requests.BODIES:
            return requests.BODIES[self._template()](self.tenant)
        return self._example(next(iter(content.values()))["schema"])

    def body_schema(self) -> Json:
        """The body's object schema, references followed."""
        content = self.declared.get("requestBody", {}).get("content", {})
        return self._resolve(next(iter(content.values()))["schema"]) if content else {}

    def sweep(self) -> Iterator[Call]:
        """Each place with each odd value, one at a time."""
        works = self.works()
        yield works
        yield from self._token_calls(works)
        yield from self._path_calls(works)
        yield from self._query_calls(works)
        if self.declared.get("requestBody"):
            yield from self._body_calls(works)
        for value in (b"", b"\x00", b"\xff", b"a" * 300, "é".encode(), b"a\r\nb"):
            yield replace(
                works, name=f"Idempotency-Key {value[:20]!r}", headers=[*works.headers, (b"idempotency-key", value)]
            )
            yield replace(
                works, name=f"X-Request-Id {value[:20]!r}", headers=[*works.headers, (b"x-request-id", value)]
            )

    def random(self, dice: random.Random) -> Call:
        """Several odd things at once."""
        call = self.works()
        odd: list[str] = []
        if isinstance(body := self.body(), dict):
            for _ in range(dice.randint(1, 3)):
                pointer = dice.choice(self._pointers(body))
                value = dice.choice(values.VALUES)
                body = put(body, pointer, value)
                odd.append(f"{'/'.join(map(str, pointer))}={str(value)[:30]}")
            call = replace(call, body=self._bytes(body))
        parameters = self._parameters("query")
        if parameters and dice.random() < 0.7:
            pairs = [(dice.choice(parameters)["name"], dice.choice(values.PATHS)) for _ in range(dice.randint(1, 4))]
            call = replace(call, query=b"&".join(name.encode() + b"=" + value for name, value in pairs))
            odd.append(f"query {pairs}")
        if self._parameters("path") and dice.random() < 0.3:
            parts = [dice.choice(values.PATHS) if p.startswith("{") else p.encode() for p in self.path.split("/")]
            call = replace(call, path=b"/".join(parts))
            odd.append(f"path {parts}")
        return replace(call, name="; ".join(odd) or "works")

    def _token_calls(self, works: Call) -> Iterator[Call]:
        """Every way to have no credential; names begin with `credential`."""
        for name, good in self.tokens():
            rest = [header for header in works.headers if header[0] != name]
            others = {APP_TOKEN, AUTH_TOKEN, WEBHOOK_TOKEN} - {good.decode()}
            wrong = [b"", b" ", b"\xff\xfe", good[:-1], good + b"x", good.upper()]
            if name == b"x-actor-user-id":
                wrong = [b"", b" ", b"\xff", b"a" * 65, b"a b", b"a\x00b", b"a;b"]
            else:
                wrong += [other.encode() for other in sorted(others)]
            label = f"credential {name.decode()}"
            yield replace(works, name=f"{label} missing", headers=rest)
            for value in wrong:
                yield replace(works, name=f"{label} {value[:20]!r}", headers=[*rest, (name, value)])
            for pair in ((good, b"bad"), (b"bad", good), (good, good)):
                yield replace(works, name=f"{label} twice", headers=[*rest, *((name, value) for value in pair)])

    def _path_calls(self, works: Call) -> Iterator[Call]:
        for parameter in self._parameters("path"):
            for value in values.PATHS:
                path = self.path.encode().replace(b"{" + parameter["name"].encode() + b"}", value)
                path = re.sub(rb"\{(\w+)\}", lambda m: quote(self._known(m[1].decode()), safe="").encode(), path)
                yield replace(works, name=f"path {parameter['name']}={value[:30]!r}", path=path)

    def _query_calls(self, works: Call) -> Iterator[Call]:
        for parameter in self._parameters("query"):
            name = parameter["name"].encode()
            rest = b"&".join(pair for pair in works.query.split(b"&") if pair and not pair.startswith(name + b"="))
            for value in values.PATHS:
                yield replace(works, name=f"query {name!r}={value[:30]!r}", query=rest + b"&" + name + b"=" + value)
            yield replace(works, name=f"query {name!r} twice", query=rest + b"&" + name + b"=1&" + name + b"=2")
            yield replace(works, name=f"query {name!r} bare", query=rest + b"&" + name)
        if works.method == "GET":
            yield replace(works, name="query unknown", query=works.query + b"&zzz=1")
            yield replace(works, name="query garbage", query=b"&&=&%00=%ff&;")

    def _body_calls(self, works: Call) -> Iterator[Call]:
        for body in values.BODIES:
            yield replace(works, name=f"body {body[:30]!r}", body=body)
        for media in (b"", b"text/plain", b"application/x-www-form-urlencoded", b"multipart/form-data", b"\xff"):
            headers = [header for header in works.headers if header[0] != b"content-type"]
            yield replace(works, name=f"content type {media!r}", headers=[*headers, (b"content-type", media)])
        body = self.body()
        if not isinstance(body, dict):
            return
        for pointer in self._pointers(body):
            where = "/".join(map(str, pointer))
            for value in values.VALUES:
                odd = self._bytes(put(body, pointer, value))
                yield replace(works, name=f"body {where}={str(value)[:30]}", body=odd)
            yield replace(works, name=f"body without {where}", body=self._bytes(put(body, pointer, None, drop=True)))
        yield replace(works, name="body with an unknown field", body=self._bytes(body | {"zzz": 1}))

    def _pointers(self, body: Json) -> list[tuple[str | int, ...]]:
        """Every field of the schema, and every place inside the body that works."""
        found: dict[tuple[str | int, ...], None] = {(name,): None for name in self.body_schema().get("properties", {})}

        def walk(value: Any, at: tuple[str | int, ...]) -> None:
            if at:
                found[at] = None
            if isinstance(value, dict):
                for name, inner in value.items():
                    walk(inner, (*at, name))
            elif isinstance(value, list) and value:
                walk(value[0], (*at, 0))

        walk(body, ())
        return list(found) or [("zzz",)]

    def _bytes(self, body: Any) -> bytes:
        if body is None:
            return b""
        if not self.media().startswith("multipart"):
            return values.encode(body)
        parts = []
        for name, value in body.items():
            file = b'; filename="a.csv"' if name == "file" else b""
            text = value.encode("utf-8", "replace") if isinstance(value, str) else values.encode(value)
            parts.append(b'Content-Disposition: form-data; name="' + name.encode() + b'"' + file + b"\r\n\r\n" + text)
        marker = b"--" + BOUNDARY
        return b"".join(marker + b"\r\n" + part + b"\r\n" for part in parts) + marker + b"--\r\n"

    def _parameters(self, place: str) -> list[Json]:
        return [parameter for parameter in self.declared["parameters"] if parameter["in"] == place]

    def _template(self) -> str:
        return self.name

    def _known(self, name: str) -> str:
        if name in NAMED:
            return str(NAMED[name](self.tenant))
        if name in records.OWNED:
            value = records.OWNED[name](self.tenant)
            return str(value[0] if isinstance(value, list) else value)
        return {"period": "2026-11", "period_start": "2026-11-01", "period_end": "2026-12-01"}.get(name, "a")

    def _resolve(self, schema: Json) -> Json:
        while "$ref" in schema:
            schema = self.document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
        return schema

    def _example(self, schema: Json, name: str = "") -> Any:
        """A value that fits the schema, with the required fields alone."""
        schema = self._resolve(schema)
        for choices in ("anyOf", "oneOf", "allOf"):
            if choices in schema:
                return self._example(schema[choices][0], name)
        if "enum" in schema:
            return schema["enum"][0]
        kind = schema.get("type", "object")
        if kind == "object":
            required = schema.get("required", ())
            return {key: self._example(schema["properties"][key], key) for key in required if "properties" in schema}
        if kind == "array":
            return [self._example(schema.get("items", {"type": "string"}), name)]
        if kind in ("integer", "number"):
            return schema.get("minimum", 1)
        if kind == "boolean":
            return True
        if kind == "null":
            return None
        return self._text(schema, name)

    def _text(self, schema: Json, name: str) -> str:
        if schema.get("format") == "date-time":
            return "2027-01-01T00:00:00Z"
        if schema.get("format") == "binary":
            return "nome;preco\nMeia;9,90\n"
        if name in NAMED or name in records.OWNED:
            return self._known(name)
        if "email" in name or name == "to":
            return "a@example.com"
        if "url" in name:
            return "http://127.0.0.1:8001/reset?token=t"
        return "Meia azul".ljust(int(schema.get("minLength", 1)), "a")


def put(value: Any, pointer: tuple[str | int, ...], new: Any, *, drop: bool = False) -> Any:
    """A copy with the value at the pointer replaced or dropped; places that are not there are made or left out."""
    if not pointer:
        return new
    step, *rest = pointer
    if isinstance(value, list) and isinstance(step, int):
        if step >= len(value):
            return value
        inner = put(value[step], tuple(rest), new, drop=drop)
        return [*value[:step], *([] if drop and not rest else [inner]), *value[step + 1 :]]
    if not isinstance(value, dict):
        return value
    if drop and not rest:
        return {name: kept for name, kept in value.items() if name != step}
    return value | {str(step): put(value.get(str(step)), tuple(rest), new, drop=drop)}


def operations(document: Json, tenant: Tenant) -> list[Operation]:
    """All operations, in the document's order."""
    return [
        Operation(document, method.upper(), path, tenant)
        for path, methods in document["paths"].items()
        for method in methods
    ]
