"""What English-speaking shoppers call things, and what Brazilian catalogues do: english.tsv, read once."""

import re
from collections.abc import Iterable
from pathlib import Path

from app.ops.expressions import expression

FILE = Path(__file__).with_name("english.tsv")
_SPACE = r"(?:\s+|-)"
"""What stands between the words of a name: `ping pong`, `ping-pong`."""
_SPACES = re.compile(_SPACE)


def of_many(name: str) -> list[str]:
    """The plurals that a name may have."""
    if name.endswith(("alf", "eaf", "oaf", "elf", "arf")):
        return [f"{name[:-1]}ves", f"{name}s"]
    if name.endswith("ife"):
        return [f"{name[:-2]}ves"]
    if name.endswith(("s", "x", "ch", "sh")):
        return [f"{name}es"]
    if name.endswith("y"):
        return [f"{name[:-1]}ies", f"{name}s"]
    return [f"{name}s", f"{name}es"] if name.endswith("o") else [f"{name}s"]


def _read(text: str) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    """The words, and the names that take others' places, of one thing and of many."""
    words: dict[str, tuple[str, ...]] = {}
    names: dict[str, tuple[str, ...]] = {}
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        english, _, told = line.partition("\t")
        called, _, name = ("", "", told) if " " in english else told.partition("= ")
        if called:
            words[english] = tuple(called.split())
        if name:
            for one in (english, english.replace("'", "")):
                names |= dict.fromkeys((one, *of_many(one)), tuple(name.split(" / ")))
    return words, names


def _any_of(names: Iterable[str]) -> str:
    """The names in one expression, by how they begin; of those that begin alike the longest is tried first."""
    rests: dict[str, dict[str, list[str]]] = {}
    for name in sorted(names, key=len, reverse=True):
        first, _, rest = name.partition(" ")
        rests.setdefault(first[0], {}).setdefault(first, []).append(rest.replace(" ", _SPACE))
    begun = (
        f"{letter}(?:{'|'.join(first[1:] + _behind(behind) for first, behind in firsts.items())})"
        for letter, firsts in rests.items()
    )
    return rf"\b(?:{'|'.join(begun)})\b"


def _behind(rests: list[str]) -> str:
    """What comes behind the first word of names, if anything."""
    if not any(rests):
        return ""
    return f"(?:{_SPACE}(?:{'|'.join(filter(None, rests))})){'' if all(rests) else '?'}"


IN_PORTUGUESE, _NAMES = _read(FILE.read_text("utf-8"))
"""A word, and what catalogues in Portuguese call the thing."""
OF_SEVERAL_WORDS = expression(_any_of(_NAMES))
"""The names that are no sum of their words, in a text."""


def called(name: str) -> tuple[str, ...]:
    """What catalogues call the thing of such a name."""
    return _NAMES[_SPACES.sub(" ", name)]
