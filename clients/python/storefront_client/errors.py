"""What a call raises: the service's problem document (RFC 9457), or that there was no answer at all."""

from collections.abc import Mapping
from typing import Any

import httpx
import msgspec


class ApiError(Exception):
    """The service refused: `status`, `slug` (the last part of the problem's type), `detail`, `errors`, `problem`."""

    def __init__(self, status: int, problem: Mapping[str, Any], retry_after: float | None = None) -> None:
        self.status = status
        self.problem = dict(problem)
        self.slug = str(problem.get("type", "")).rpartition("/")[2] or "internal-error"
        self.detail = str(problem.get("detail", ""))
        self.request_id = str(problem.get("request_id", ""))
        self.retry_after = retry_after
        super().__init__(f"{status} {self.slug}: {self.detail}" if self.detail else f"{status} {self.slug}")

    @property
    def errors(self) -> dict[str, str]:
        """What is wrong with which field, by the field's JSON pointer (`/items/0/quantity`)."""
        entries = self.problem.get("errors")
        if not isinstance(entries, list):
            return {}
        return {str(one.get("pointer", "")): str(one.get("detail", "")) for one in entries if isinstance(one, dict)}


class Unreachable(ApiError):
    """No answer: connection refused, cut or too slow. The call may or may not have had its effect."""

    def __init__(self, cause: Exception) -> None:
        super().__init__(503, {"type": "/problems/unavailable", "detail": type(cause).__name__})


class UnexpectedAnswer(ApiError):
    """A success that is not what this version of the client understands."""

    def __init__(self, cause: Exception) -> None:
        super().__init__(502, {"type": "/problems/provider-error", "detail": str(cause)})


def error_of(response: httpx.Response) -> ApiError:
    """The error of a response that is no success; its body has been read."""
    try:
        problem = msgspec.json.decode(response.content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        problem = {}
    seconds = response.headers.get("retry-after", "")
    return ApiError(
        response.status_code,
        problem if isinstance(problem, dict) else {},
        float(seconds) if seconds.isdecimal() else None,
    )
