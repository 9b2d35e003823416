"""Server-sent events: those of a streamed chat answer, and live updates."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from .errors import ApiError, UnexpectedAnswer
from .types import ChatAnswer


class Delta(Struct):
    """A piece of the reply."""

    text: str


class ToolEvent(Struct):
    """A tool the assistant has used."""

    name: str
    arguments: Any
    ok: bool
    ms: float


ChatEvent = Delta | ToolEvent | ChatAnswer
_KINDS: dict[str, type[Any]] = {"delta": Delta, "tool": ToolEvent, "done": ChatAnswer}


class EventReader:
    """Lines of `text/event-stream` to events; an `error` event is raised as ApiError."""

    def __init__(self) -> None:
        self._name = "message"
        self._data: list[str] = []

    def feed(self, line: str) -> Iterator[ChatEvent]:
        """The event this line completes, if it does and if this version knows its kind."""
        if line:
            name, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if name == "event":
                self._name = value
            elif name == "data":
                self._data.append(value)
            return
        name, data = self._name, "\n".join(self._data)
        self._name, self._data = "message", []
        if name == "error":
            problem = _decode(data, dict)
            raise ApiError(int(problem.get("status", 500)), problem)
        if name in _KINDS:
            yield _decode(data, _KINDS[name])


class ServerEvent(Struct):
    """A live update: its id (to resume from), what it is about, and its JSON."""

    id: str
    name: str
    data: Any


class UpdateReader:
    """Lines of `text/event-stream` to live updates."""

    def __init__(self) -> None:
        self._id, self._name = "", "message"
        self._data: list[str] = []

    def feed(self, line: str) -> Iterator[ServerEvent]:
        """The event this line completes, if it does."""
        if not line:
            data, name = "\n".join(self._data), self._name
            self._name, self._data = "message", []
            if data:
                yield ServerEvent(self._id, name, _decode(data, object))
            return
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "id":
            self._id = value
        elif field == "event":
            self._name = value
        elif field == "data":
            self._data.append(value)


def _decode(data: str, kind: type[Any]) -> Any:
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, RecursionError) as error:
        raise UnexpectedAnswer(error) from error
