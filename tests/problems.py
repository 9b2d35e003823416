"""Assertions on problem documents."""

from typing import Any

import httpx


def assert_problem(response: httpx.Response, status: int, slug: str, pointer: str | None = None) -> dict[str, Any]:
    """The response is that problem (contract §2), with the field's pointer when one is given; answers its document."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    document = response.json()
    assert document["type"] == f"/problems/{slug}", document
    assert document["status"] == status
    assert document["request_id"] == response.headers["x-request-id"]
    assert document["detail"]
    if pointer is not None:
        assert pointer in [error["pointer"] for error in document["errors"]], document
    return document
