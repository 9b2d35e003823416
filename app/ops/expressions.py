"""Regular expressions compiled when they are first used, or by `compile_all` when a process has begun to answer.

The rule-based assistant reads with some thousands: compiling them is a second of the interpreter's work, which neither
a command that chats with nobody nor the first answer of a service should wait for.
"""

import re
from typing import Any, cast

_waiting: list["_Expression"] = []


_USED = ("search", "match", "fullmatch", "finditer", "findall", "split", "sub", "subn", "groups")


class _Expression:
    """Stands for a compiled pattern; after the first use its attributes are the pattern's own (25 ns more a call)."""

    __slots__ = ("_how", "pattern", *_USED)

    def __init__(self, source: str, how: re.RegexFlag) -> None:
        self.pattern = source
        self._how = how

    def __getattr__(self, name: str) -> Any:
        compiled = re.compile(self.pattern, self._how)
        for used in _USED:
            setattr(self, used, getattr(compiled, used))
        return getattr(compiled, name)


def expression(source: str, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    """`re.compile`, later. For a module's constants; a mistake in the source is raised at the first use."""
    waits = _Expression(source, flags)
    _waiting.append(waits)
    return cast("re.Pattern[str]", waits)


def all_compiled() -> bool:
    """`compile_all` has been through."""
    return not _waiting


def compile_all() -> None:
    """Compile what was not used yet. Raises re.error."""
    while _waiting:
        assert _waiting.pop().groups >= 0  # noqa: S101 (reading an attribute compiles)
