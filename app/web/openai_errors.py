"""Errors under /openai, in the form that clients of OpenAI's API read: `{"error": {message, type, code, param}}`.

Tests: tests/features/test_openai.py.
"""

from typing import Any

from app.web.errors import Problem

PREFIX = "/openai/"
SCHEMA = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["message", "type", "code", "param"],
            "properties": {
                "message": {"type": "string"},
                "type": {"type": "string"},
                "code": {"type": "string"},
                "param": {"type": ["string", "null"]},
            },
        }
    },
}
# Where its clients expect another status than ours.
_STATUSES = {422: 400}


def status_of(status: int) -> int:
    """The status that a client of OpenAI's API knows for ours."""
    return _STATUSES.get(status, status)


def document_of(problem: Problem) -> dict[str, Any]:
    """The body for a problem; `param` is the first field at fault."""
    if problem.status == 429:
        kind = "rate_limit_error"
    else:
        kind = "server_error" if problem.status >= 500 else "invalid_request_error"
    # The pointer of what is wrong with the body as a whole is empty.
    param = problem.errors[0]["pointer"].removeprefix("/").partition("/")[0] if problem.errors else ""
    code = problem.slug.replace("-", "_")
    return {"error": {"message": problem.detail, "type": kind, "code": code, "param": param or None}}
