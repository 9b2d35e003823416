"""The OpenAPI 3.1 document, made from the same declarations that serve the requests."""

import re
from collections.abc import Iterator, Sequence
from types import UnionType
from typing import Any, Union, get_args, get_origin

import msgspec

from app import __version__
from app.web import openai_errors
from app.web.decode import list_fields
from app.web.errors import (
    BadRequest,
    Conflict,
    Forbidden,
    IdempotencyKeyReused,
    MalformedJson,
    NotFound,
    Overloaded,
    Problem,
    RequestTimeout,
    TimedOut,
    TooLarge,
    Unauthorized,
    Unavailable,
    UnsupportedFormat,
    ValidationFailed,
)
from app.web.forms import UploadedFile
from app.web.replies import Content, EventStream
from app.web.roles import Role
from app.web.routing import Route
from app.web.scopes import STRICT, Scope
from app.web.types import Body, forms_of

_SECURITY: dict[Scope, list[dict[str, list[str]]]] = {
    Scope.AUTH: [{"authToken": []}],
    Scope.APP: [{"internalToken": [], "actor": []}, {"internalToken": [], "actor": [], "actingUser": []}],
    Scope.WEBHOOK: [{"webhookToken": []}],
    Scope.APP_OR_WEBHOOK: [{"internalToken": []}, {"webhookToken": []}],
    Scope.PUBLIC: [],
}
_SCHEMES = {
    "authToken": {"type": "apiKey", "in": "header", "name": "X-Auth-Token"},
    "internalToken": {"type": "apiKey", "in": "header", "name": "X-Internal-Token"},
    "actor": {"type": "apiKey", "in": "header", "name": "X-Actor-User-Id"},
    "actingUser": {
        "type": "apiKey",
        "in": "header",
        "name": "X-Acting-User-Id",
        "description": "The member of the actor's company who is behind the call. Absent: its owner.",
    },
    "webhookToken": {"type": "apiKey", "in": "header", "name": "X-Webhook-Token"},
    "standardWebhooks": {
        "type": "apiKey",
        "in": "header",
        "name": "webhook-signature",
        "description": "`v1,<base64>`: HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, keyed by the base64 behind "
        "`whsec_`; the headers webhook-id and webhook-timestamp come along.",
    },
    "bodySignature": {
        "type": "apiKey",
        "in": "header",
        "name": "X-Signature-256",
        "description": "`sha256=<hex>`: HMAC-SHA256 of the raw body, the key is the secret's text.",
    },
    "cardSignature": {
        "type": "apiKey",
        "in": "header",
        "name": "Stripe-Signature",
        "description": "`t=<unix time>,v1=<hex>`: HMAC-SHA256 of `t.body`; CARDPROVIDER_SIGNATURE_HEADER renames it.",
    },
}
_PROBLEM = {
    "type": "object",
    "required": ["type", "title", "status", "detail", "request_id"],
    "properties": {
        "type": {"type": "string", "description": "/problems/<slug>"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "request_id": {"type": "string"},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["pointer", "detail"],
                "properties": {"pointer": {"type": "string"}, "detail": {"type": "string"}},
            },
        },
        "from": {"type": "string", "description": "invalid-transition: the status it has"},
        "to": {"type": "string", "description": "invalid-transition: the status that was asked for"},
        "allowed": {
            "type": "array",
            "items": {"type": "string"},
            "description": "invalid-transition: what this very order may become",
        },
        "items": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["product_id", "requested", "available"],
                "properties": {
                    "product_id": {"type": "string", "format": "uuid"},
                    "requested": {"type": "integer"},
                    "available": {"type": "integer"},
                },
            },
            "description": "insufficient-stock: what is short",
        },
        "limit": {"type": "integer", "description": "plan-limit: how many the plan allows"},
        "used": {"type": "integer", "description": "plan-limit: how many there are"},
        "available": {
            "type": "array",
            "items": {"type": "string"},
            "description": "payment-method-unavailable: the methods of the store",
        },
        "decline_code": {
            "anyOf": [{"type": "string"}, {"type": "null"}],
            "description": "card-declined: the provider's word",
        },
    },
}
_IDEMPOTENCY_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "Same key and body: the first answer again. Kept 24 h per actor and route.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[ -~]*$"},
}
_EMPTY = {204: "No content", 304: "Not modified"}
REF = "#/components/schemas/{name}"


def document(routes: Sequence[Route]) -> dict[str, Any]:
    """The whole document for the given routes, in their order."""
    types = list(dict.fromkeys(_types(routes)))
    schemas, components = msgspec.json.schema_components(types, schema_hook=_special, ref_template=REF)
    _say_the_rest(types, components)
    schema_of = dict(zip(map(repr, types), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        path = re.sub(r"\{(\w+):path\}", r"{\1}", route.path)
        paths.setdefault(path, {})[route.method.lower()] = _operation(route, schema_of, components)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Storefront backend",
            "version": __version__,
            "description": "Multi-tenant commerce backend with conversational agents.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "tags": [{"name": tag} for tag in dict.fromkeys(route.tag for route in routes)],
        "paths": paths,
        "components": {
            "schemas": {**components, "Problem": _PROBLEM, "OpenAIError": openai_errors.SCHEMA},
            "securitySchemes": _SCHEMES,
        },
    }


def _say_the_rest(types: list[Any], components: dict[str, Any]) -> None:
    """Say what msgspec leaves out: `date-time` of a time without zone, and what texts of bodies are held to."""
    for info in _structs(types):
        properties = components.get(info.cls.__name__, {}).get("properties")
        if properties is not None:
            _say_times(info, properties)
            if issubclass(info.cls, Body):
                _say_forms(info.cls, properties)


def _structs(types: list[Any]) -> Iterator[msgspec.inspect.StructType]:
    """Every Struct that the types lead to."""
    todo: list[Any] = list(msgspec.inspect.multi_type_info(types))
    seen: dict[int, Any] = {}
    while todo:
        info = todo.pop()
        if id(info) in seen or not isinstance(info, msgspec.Struct):
            continue
        seen[id(info)] = info
        if isinstance(info, msgspec.inspect.StructType):
            yield info
        for name in info.__struct_fields__:
            value = getattr(info, name)
            todo.extend(value if isinstance(value, tuple) else (value,))


def _say_times(info: msgspec.inspect.StructType, properties: dict[str, Any]) -> None:
    for field in info.fields:
        arms = getattr(field.type, "types", (field.type,))
        if any(isinstance(arm, msgspec.inspect.DateTimeType) for arm in arms):
            schema = properties[field.encode_name]
            text = next(one for one in schema.get("anyOf", [schema]) if one.get("type") == "string")
            text["format"] = "date-time"


def _say_forms(body: type, properties: dict[str, Any]) -> None:
    for name, form in forms_of(body).items():
        told = properties[name].get("description")
        properties[name]["description"] = f"{told}. {form}" if told else form


def _types(routes: Sequence[Route]) -> list[Any]:
    found: list[Any] = []
    for route in routes:
        found.extend(kind for _, kind in route.path_params)
        found.extend(kind for kind in (route.query, *_json_types(route.returns)) if _has_schema(kind))
        found.extend(kind for kind in (route.holds, route.body) if kind not in (None, bytes))
        if route.form is not None:
            found.append(route.form)
    return found


def _special(kind: type) -> dict[str, Any]:
    if kind is UploadedFile:
        return {"type": "string", "format": "binary"}
    raise NotImplementedError(kind)


def _has_schema(kind: Any) -> bool:
    return kind not in (None, type(None), Content, EventStream)


def _json_types(kind: Any) -> list[Any]:
    """The JSON of an answer: one type, or the Structs of a union, which a query parameter chooses from."""
    arms = get_args(kind) if get_origin(kind) in (Union, UnionType) else ()
    structs = all(isinstance(arm, type) and issubclass(arm, msgspec.Struct | EventStream) for arm in arms)
    return [arm for arm in arms if arm is not EventStream] if arms and structs else [kind]


def _operation(route: Route, schema_of: dict[str, Any], components: dict[str, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": route.name,
        "summary": route.summary,
        "tags": [route.tag],
        "security": [{name: []} for name in route.signatures] or _SECURITY[route.scope],
        "parameters": _parameters(route, schema_of, components),
        "responses": _responses(route, schema_of),
    }
    if route.description:
        operation["description"] = route.description
    if route.scope is Scope.APP:
        operation["x-least-role"] = route.role.name.lower()
    body = _request_body(route, schema_of)
    if body:
        operation["requestBody"] = body
    if route.body is bytes:
        operation["x-raw-body"] = True
    return operation


def _parameters(route: Route, schema_of: dict[str, Any], components: dict[str, Any]) -> list[dict[str, Any]]:
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": schema_of[repr(kind)]}
        for name, kind in route.path_params
    ]
    if route.query is not None:
        schema = components[schema_of[repr(route.query)]["$ref"].rsplit("/", 1)[1]]
        required = set(schema.get("required", ()))
        lists = list_fields(route.query)
        for name, field_schema in schema["properties"].items():
            parameter = {"name": name, "in": "query", "required": name in required, "schema": field_schema}
            parameters.append(parameter | ({"style": "form", "explode": True} if name in lists else {}))
    if route.idempotent:
        parameters.append(_IDEMPOTENCY_KEY)
    return parameters


def _request_body(route: Route, schema_of: dict[str, Any]) -> dict[str, Any] | None:
    if route.form is not None:
        return {"required": True, "content": {"multipart/form-data": {"schema": schema_of[repr(route.form)]}}}
    if route.upload:
        schema = {
            "type": "object",
            "required": ["file"],
            "properties": {"file": {"type": "string", "format": "binary"}},
        }
        return {"required": True, "content": {"multipart/form-data": {"schema": schema}}}
    if route.body is None:
        return None
    kind = route.holds if route.body is bytes else route.body
    schema = {"type": "object"} if kind is None else schema_of[repr(kind)]
    # What the maxima of all fields allow together may be more.
    most = f"At most {route.body_limit:,} bytes in all."
    return {"description": most, "required": not route.no_body, "content": {"application/json": {"schema": schema}}}


def _responses(route: Route, schema_of: dict[str, Any]) -> dict[str, Any]:
    responses: dict[str, Any] = {}
    for status in route.statuses:
        answer: dict[str, Any] = {"description": _EMPTY.get(status, "Done")}
        if status not in _EMPTY:
            shapes = [schema_of[repr(kind)] for kind in _json_types(route.returns) if _has_schema(kind)]
            if shapes:
                schema = shapes[0] if len(shapes) == 1 else {"anyOf": shapes}
                answer["content"] = {"application/json": {"schema": schema}}
            if EventStream in get_args(route.returns):
                answer["content"]["text/event-stream"] = {}
            if route.media:
                answer["content"] = {media: {} for media in route.media}
        responses[str(status)] = answer
    problems: dict[int, list[str]] = {}
    openai = route.path.startswith(openai_errors.PREFIX)
    form, schema = ("application/json", "OpenAIError") if openai else ("application/problem+json", "Problem")
    for error in _problems(route):
        slugs = problems.setdefault(openai_errors.status_of(error.status) if openai else error.status, [])
        if error.slug not in slugs:
            slugs.append(error.slug)
    for status in sorted(problems):
        responses[str(status)] = {
            "description": ", ".join(problems[status]),
            "content": {form: {"schema": {"$ref": REF.format(name=schema)}}},
        }
    return responses


def _problems(route: Route) -> list[type[Problem]]:
    """The declared errors and those every route of this shape can answer."""
    implied: list[type[Problem]] = [Unavailable, TimedOut]
    if route.scope is not Scope.PUBLIC:
        implied.append(Unauthorized)
    if route.path_params or route.scope is Scope.APP:
        implied.append(NotFound)
    if route.scope is Scope.APP and (route.role > Role.ATTENDANT or route.owner_fields):
        implied.append(Forbidden)
    if route.scope in STRICT or route.query is not None or route.body is not None or route.upload:
        implied.append(ValidationFailed)
    if route.form is not None:
        implied += [BadRequest, Overloaded, RequestTimeout, TooLarge, UnsupportedFormat, ValidationFailed]
    if route.body is not None or route.upload:
        implied += [MalformedJson, RequestTimeout, TooLarge, UnsupportedFormat]
    if route.idempotent:
        implied += [Conflict, IdempotencyKeyReused]
    return [*route.errors, *implied]
