"""The OpenAPI 3.1 document, made from the same declarations that serve the requests."""

import re
from collections.abc import Sequence
from typing import Any, get_args

import msgspec

from app import __version__
from app.web.decode import list_fields
from app.web.errors import (
    BadRequest,
    Conflict,
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
from app.web.routing import JSON_LIMIT, Route
from app.web.scopes import Scope

_SECURITY: dict[Scope, list[dict[str, list[str]]]] = {
    Scope.AUTH: [{"authToken": []}],
    Scope.APP: [{"internalToken": [], "actor": []}],
    Scope.WEBHOOK: [{"webhookToken": []}],
    Scope.APP_OR_WEBHOOK: [{"internalToken": []}, {"webhookToken": []}],
    Scope.PUBLIC: [],
}
_SCHEMES = {
    "authToken": {"type": "apiKey", "in": "header", "name": "X-Auth-Token"},
    "internalToken": {"type": "apiKey", "in": "header", "name": "X-Internal-Token"},
    "actor": {"type": "apiKey", "in": "header", "name": "X-Actor-User-Id"},
    "webhookToken": {"type": "apiKey", "in": "header", "name": "X-Webhook-Token"},
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
    },
}
_IDEMPOTENCY_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "Same key and body: the first answer again. Kept 24 h per actor and route.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[ -~]*$"},
}
_UPLOAD = {
    "type": "object",
    "required": ["file"],
    "properties": {"file": {"type": "string", "format": "binary"}},
    "additionalProperties": {"type": "string"},
}
REF = "#/components/schemas/{name}"


def document(routes: Sequence[Route]) -> dict[str, Any]:
    """The whole document for the given routes, in their order."""
    types = list(dict.fromkeys(_types(routes)))
    schemas, components = msgspec.json.schema_components(types, schema_hook=_special, ref_template=REF)
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
        "components": {"schemas": {**components, "Problem": _PROBLEM}, "securitySchemes": _SCHEMES},
    }


def _types(routes: Sequence[Route]) -> list[Any]:
    found: list[Any] = []
    for route in routes:
        found.extend(kind for _, kind in route.path_params)
        found.extend(kind for kind in (route.query, _json_type(route.returns)) if _has_schema(kind))
        if route.body_decoder is not None:
            found.append(route.body)
        if route.form is not None:
            found.append(route.form)
    return found


def _special(kind: type) -> dict[str, Any]:
    if kind is UploadedFile:
        return {"type": "string", "format": "binary"}
    raise NotImplementedError(kind)


def _has_schema(kind: Any) -> bool:
    return kind not in (None, type(None), Content, EventStream)


def _json_type(kind: Any) -> Any:
    """The part of `Answer | EventStream` that is JSON; any other type as it is."""
    arms = get_args(kind)
    return next(arm for arm in arms if arm is not EventStream) if EventStream in arms else kind


def _operation(route: Route, schema_of: dict[str, Any], components: dict[str, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": route.name,
        "summary": route.summary,
        "tags": [route.tag],
        "security": _SECURITY[route.scope],
        "parameters": _parameters(route, schema_of, components),
        "responses": _responses(route, schema_of),
    }
    if route.description:
        operation["description"] = route.description
    body = _request_body(route, schema_of)
    if body:
        operation["requestBody"] = body
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
    if route.body is bytes:
        return {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}
    if route.body is not None:
        return {"required": True, "content": {"application/json": {"schema": schema_of[repr(route.body)]}}}
    return None


def _responses(route: Route, schema_of: dict[str, Any]) -> dict[str, Any]:
    responses: dict[str, Any] = {}
    for status in route.statuses:
        answer: dict[str, Any] = {"description": "No content" if status == 204 else "Done"}
        if status != 204:
            kind = _json_type(route.returns)
            if _has_schema(kind):
                answer["content"] = {"application/json": {"schema": schema_of[repr(kind)]}}
            if kind is not route.returns:
                answer["content"]["text/event-stream"] = {}
        responses[str(status)] = answer
    problems: dict[int, list[str]] = {}
    for error in _problems(route):
        slugs = problems.setdefault(error.status, [])
        if error.slug not in slugs:
            slugs.append(error.slug)
    for status in sorted(problems):
        responses[str(status)] = {
            "description": ", ".join(problems[status]),
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
        }
    return responses


def _problems(route: Route) -> list[type[Problem]]:
    """The declared errors and those every route of this shape can answer."""
    implied: list[type[Problem]] = [Unavailable, TimedOut]
    if route.scope is not Scope.PUBLIC:
        implied.append(Unauthorized)
    if route.path_params:
        implied.append(NotFound)
    if route.query is not None or route.body is not None or route.upload:
        implied.append(ValidationFailed)
    if route.form is not None:
        implied += [BadRequest, Overloaded, RequestTimeout, TooLarge, UnsupportedFormat, ValidationFailed]
    if route.body is not None or route.upload:
        implied += [MalformedJson, RequestTimeout, TooLarge]
        if route.scope is Scope.APP and route.body_limit >= JSON_LIMIT:
            implied.append(NotFound)
    if route.idempotent:
        implied += [Conflict, IdempotencyKeyReused]
    return [*route.errors, *implied]
