"""Whether an answer may be given at all: no server error, a declared status, and a body of the declared shape."""

import json
from typing import Any

import jsonschema_rs

from tests.fuzz.calls import Answer

# A card provider that is not configured here says so with 503; nothing else may answer like that.
PROVIDERS = ("/internal/billing/",)


class Judge:
    """Compares answers with one OpenAPI document."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._document = document
        self._validators: dict[str, Any] = {}

    def objections(self, method: str, path: str, answer: Answer) -> list[str]:
        """What is wrong with an answer of the operation; `path` is the document's."""
        declared = self._document["paths"][path][method.lower()]["responses"]
        if answer.status >= 500 and not (answer.status in (502, 503) and path.startswith(PROVIDERS)):
            return [f"{answer.status} {answer.body[:200]!r}"]
        wrong = [] if answer.headers.get("x-request-id") else ["no X-Request-Id"]
        found = declared.get(str(answer.status))
        if found is None:
            return [*wrong, f"{answer.status} is not declared: {answer.body[:200]!r}"]
        content = found.get("content", {})
        media = answer.headers.get("content-type", "").partition(";")[0]
        if not content:
            return wrong + ([f"{answer.status} with a body"] if answer.body and answer.status == 204 else [])
        if media not in content:
            return [*wrong, f"{answer.status} as {media or 'nothing'}, declared {list(content)}"]
        schema = content[media].get("schema")
        return wrong + (self._misfits(schema, answer.body) if schema and media.endswith("json") else [])

    def _misfits(self, schema: dict[str, Any], body: bytes) -> list[str]:
        key = json.dumps(schema, sort_keys=True)
        if key not in self._validators:
            whole = schema | {"components": self._document["components"]}
            self._validators[key] = jsonschema_rs.Draft202012Validator(whole)
        try:
            value = json.loads(body)
        except ValueError:
            return ["the body is not JSON"]
        for error in self._validators[key].iter_errors(value):
            return [f"does not fit at {list(error.instance_path)}: {error.message[:200]}"]
        return []
