"""What English-speaking shoppers call things, and what Brazilian catalogues do: english.tsv, read once."""

import re
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from app.features.search.goods_list import LONGEST, is_listed
from app.features.search.ranking import fold, words_of
from app.ops.expressions import expression

FILE = Path(__file__).with_name("english.tsv")
_SPACE = r"(?:\s+|-)"
"""What stands between the words of a name: `ping pong`, `ping-pong`."""
_SPACES = re.compile(_SPACE)
# What joins words in Portuguese and is no word of English.
_JOINING = frozenset(["de", "da", "das", "dos", "com", "sem", "para", "pra", "pro", "e", "em", "na", "ou"])


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
_BEGINNINGS = frozenset(name.partition(" ")[0] for name in _NAMES)
OF_SEVERAL_WORDS = expression(_any_of(_NAMES))
"""The names that are no sum of their words, in a text."""


def called(name: str) -> tuple[str, ...]:
    """What catalogues call the thing of such a name."""
    return _NAMES[_SPACES.sub(" ", name)]


def words_for(word: str) -> tuple[str, ...]:
    """What catalogues call the thing that one word names, in either number; empty when it is not known."""
    singular = word[:-1] if word.endswith("s") and not word.endswith("ss") else word
    shorter = f"{word[:-3]}y" if word.endswith("ies") else word[:-2] if word.endswith("es") else word
    return IN_PORTUGUESE.get(word) or IN_PORTUGUESE.get(singular) or IN_PORTUGUESE.get(shorter) or ()


class Named(NamedTuple):
    """A word of a query; or an English name in it, with what catalogues call the thing."""

    said: str
    names: Sequence[str] = ()


def named_in(query: str) -> list[Named]:
    """A query word by word, the longest English names as one. What the list of goods knows is no such name.

    Empty when there is none, and when accents or joining words tell that the query is Portuguese.
    """
    words = words_of(query)
    known = any(words_for(word) or word in _BEGINNINGS for word in words)
    if not known or any(fold(word) != word or word in _JOINING for word in words):
        return []
    found: list[Named] = []
    while words:
        for count in range(min(LONGEST, len(words)), 0, -1):
            said = " ".join(words[:count])
            listed = is_listed(said)
            names = () if listed else _NAMES.get(said) or words_for(said)
            if listed or names or count == 1:
                # Of `vela de ignicao` and `vela` the latter is a wider kind, which a shop may have of something else.
                found.append(Named(said, [n for n in names if not any(one.startswith(f"{n} ") for one in names)]))
                del words[:count]
                break
    return found if any(one.names for one in found) else []


def to_look_up(named: Iterable[Named]) -> list[str]:
    """The words of English names and of what they are called, of which a store's goods may carry some."""
    return [word for one in named if one.names for name in (one.said, *one.names) for word in _told(name)]


def as_sold(named: Iterable[Named], carried: Collection[str]) -> tuple[str, list[list[str]]]:
    """The query with the names that the store has for things, of the words its goods carry; and which of these are of
    one thing. A word of theirs stays, and so does what they have no name for."""
    said: list[str] = []
    alike: list[list[str]] = []
    for phrase, names in named:
        sold = [name for name in names if all(word in carried for word in _told(name))]
        if not sold or phrase in carried:
            said.append(phrase)
        else:
            said.append(sold[0])
            alike.append(sold)
    return " ".join(said), alike


def _told(name: str) -> list[str]:
    return [word for word in words_of(name) if word not in _JOINING]
