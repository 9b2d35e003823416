"""The list of what shoppers call things (goods.yaml): the meaning of a phrase, and what else its goods are called.

Tests: tests/features/search/test_thesaurus.py.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from app.features.search.ranking import fold, singular
from app.ops.strict_yaml import load_own

FILE = Path(__file__).with_name("goods.yaml")
LONGEST = 5  # words of a phrase that is looked for
LONG = 7  # letters of a word that is known with a mistake in it
_PART = re.compile(r"[a-z0-9]+")
LEFT_OUT = frozenset(("de", "do", "da", "para"))
_JOINING = LEFT_OUT | {"pra", "pro", "p", "c", "em", "no", "na", "com"}
# Diminutives and augmentatives.
_SIZED = (re.compile(r"([a-z]{3,}?)z?inh[oa]"), re.compile(r"([a-z]{4,}?)z?(?:ao|ona)"))


class Meaning(NamedTuple):
    """What a phrase of the list is (goods, quality, finds), and what else that is called."""

    kind: str
    others: Sequence[str]


class _File(msgspec.Struct, forbid_unknown_fields=True):
    goods: list[str]
    qualities: list[str]
    finds: dict[str, list[str]]
    words: str
    measures: str
    services: str
    describing: str
    talk: str


def _meaning(known: Mapping[str, Meaning], key: str) -> Meaning | None:
    """What a phrase in the singular means: also with another preposition or without (`mesa para computador`)."""
    if key in known:
        return known[key]
    said = key.split()
    words = [word for word in said if word not in _JOINING]
    if len(words) > 1 and not _JOINING & {said[0], said[-1]} and (meaning := _without_joining().get(" ".join(words))):
        return meaning
    first, _, rest = key.partition(" ")
    for sized in () if first in own_words() else filter(None, (form.fullmatch(first) for form in _SIZED)):
        for end in ("", "o", "a", "e"):
            base = f"{sized[1]}{end} {rest}".rstrip()
            if base in known:
                return Meaning(known[base].kind, [base, *known[base].others])
    return None


def meaning_of(folded: Sequence[str], keys: Sequence[str], others: Sequence[str]) -> Meaning | None:
    """What a phrase means, or calls for, or means by another of the store's names for it: goods first."""
    known, talk = known_phrases()
    meaning = _meaning(known, " ".join(keys)) or _called_for(known, talk, folded)
    if not others or (meaning and meaning.kind == "goods"):
        return meaning
    called = filter(None, (_meaning(known, list_key(fold(other))) for other in others))
    return next((one for one in called if one.kind == "goods"), meaning)


def _called_for(known: Mapping[str, Meaning], talk: frozenset[str], folded: Sequence[str]) -> Meaning | None:
    """What a phrase calls for without the talk inside: "lavar a louça" as "lavar louça"."""
    if len(folded) < 3 or folded[0] in talk or folded[-1] in talk:
        return None
    said = [list_key(word) for word in folded if word not in talk]
    meaning = known.get(" ".join(said)) if 1 < len(said) < len(folded) else None
    return meaning if meaning and meaning.kind == "finds" else None


def is_listed(phrase: str) -> bool:
    """Whether the list of goods says what a phrase means, or that it makes talk."""
    known, talk = known_phrases()
    key = list_key(fold(phrase))
    return phrase in talk or _meaning(known, key) is not None


@cache
def _file() -> _File:
    return msgspec.convert(load_own(FILE.read_text("utf-8")), _File)


@cache
def listed(kind: str) -> frozenset[str]:
    """The words of one of the list's other lists."""
    return frozenset(getattr(_file(), kind).split())


@cache
def own_words() -> frozenset[str]:
    """Words of the list that are no other's misspelling."""
    return frozenset(_file().words.split())


@cache
def known_phrases() -> tuple[dict[str, Meaning], frozenset[str]]:
    """Phrases by their key, and the words of talk."""
    file = _file()
    found: dict[str, Meaning] = {}
    for key, meaning in _entries(file):
        found.setdefault(key, meaning)
    return found, frozenset(file.talk.split())


def _entries(file: _File) -> Iterator[tuple[str, Meaning]]:
    for kind, lines in (("goods", file.goods), ("qualities", file.qualities)):
        for line in lines:
            names = _names(line)
            for name in names:
                yield list_key(name), Meaning(kind, names)
    called = {list_key(name): names for names in map(_names, file.goods) for name in names}
    for name, goods in file.finds.items():
        others = (other for one in goods for other in (one.replace("-", " "), *called.get(list_key(one), ())))
        yield list_key(name), Meaning("finds", list(dict.fromkeys(others)))


def _names(line: str) -> list[str]:
    """What is one thing, without dashes: with one, the parts alone would not do."""
    return list(dict.fromkeys(name.strip().replace("-", " ") for name in line.split(",")))


def list_key(phrase: str) -> str:
    """A folded phrase in the singular, its dashes gone."""
    return " ".join(singular(part) for part in _PART.findall(phrase))


@cache
def _without_joining() -> dict[str, Meaning]:
    """Phrases of several words by these words alone."""
    found: dict[str, Meaning] = {}
    for key, meaning in known_phrases()[0].items():
        if len(words := [word for word in key.split() if word not in _JOINING]) > 1 and meaning.kind == "goods":
            found.setdefault(" ".join(words), meaning)
    return found


@cache
def first_words() -> frozenset[str]:
    """How the names of goods and qualities begin, in the singular."""
    return frozenset(key.split()[0] for key, meaning in known_phrases()[0].items() if key and meaning.kind != "finds")


@cache
def also_called(word: str) -> tuple[str, ...]:
    """The other single words by which a folded word's goods or quality is called; empty where the list has none."""
    meaning = known_phrases()[0].get(list_key(word))
    if meaning is None or meaning.kind == "finds":
        return ()
    return tuple(name.rstrip(".") for name in meaning.others if " " not in name and list_key(name) != list_key(word))


def without_one_letter(word: str) -> Iterator[str]:
    """A long folded word and what it is without one letter but the first: of words one mistake apart some are alike."""
    if len(word) >= LONG and word.isalpha():
        yield word
        yield from (word[:at] + word[at + 1 :] for at in range(1, len(word)))


@cache
def spelt() -> dict[str, list[Meaning]]:
    """What goods called by one long word are, by that with and without each letter."""
    found: dict[str, list[Meaning]] = {}
    for key, meaning in known_phrases()[0].items():
        for form in without_one_letter(key) if meaning.kind == "goods" else ():
            found.setdefault(form, []).append(meaning)
    return found
