"""Several kinds of one thing that is named once, each told of it by itself: `2 camisetas, M e G`, `1 M e 1 G da blusa`.
Pure."""

from typing import NamedTuple

from app.features.chat.assistant.language.goods import BEGINS, NAMES, TIES, current
from app.features.chat.assistant.language.signs import WANT
from app.features.chat.assistant.language.vocabulary import FILLER
from app.features.chat.assistant.language.words import is_colour, number
from app.features.chat.assistant.products.name_words import PACKED, UNITS
from app.features.chat.assistant.reading.kinds.sizing import LETTERS, OTHERS
from app.ops.expressions import expression

_SENTENCE = expression(r"[^.;!?\n]+[.;!?\n]?")
_TOKEN = expression(r"[a-z0-9]+(?:[-/][a-z0-9]+)*|[,:()+]")
_NUMBER = expression(r"\d{2,3}v?")
_JOINS = frozenset("e and mais , +".split())  # noqa: SIM905
_ONE = frozenset("a o the outra outro another other".split())  # noqa: SIM905
_LEADS = frozenset(
    "tam tamanho tamanhos num numero numeros n size sizes cor cores voltagem na no nas nos em in de".split()  # noqa: SIM905
)
_OF = frozenset("de da do das dos of".split())  # noqa: SIM905
_TIES = TIES | {"pra", "para", "pro", "por", "for", "to"}
_MOST_OF_NAME = 3
_MOST = 12


class _Kind(NamedTuple):
    many: int | None
    said: str
    sure: bool
    """A size or a number: a thing cannot be of two of them, as it can be black and white."""


class _Told(NamedTuple):
    """What is read instead of a part of a sentence."""

    begins: int
    ends: int
    text: str


class _Said:
    """The tokens of a sentence, and where the reading of them stands."""

    def __init__(self, text: str) -> None:
        self.found = list(_TOKEN.finditer(text))
        self.words = [one[0] for one in self.found]

    def at(self, place: int) -> str:
        """The token there; empty: none."""
        return self.words[place] if 0 <= place < len(self.words) else ""

    def kind(self, place: int, *, parted: bool) -> tuple[_Kind | None, int]:
        """The kind that stands there, and the place behind it. parted: by a comma or the like from what it is of."""
        count, word = None, self.at(place)
        many = 1 if word in _ONE else number(word)
        if many is not None and many <= _MOST and self.at(place + 1) not in ("", *_JOINS):
            count, place = many, place + 1
        begins = place
        while self.at(place) in _LEADS:
            place += 1
        word = self.at(place)
        sized = word in (*LETTERS, *OTHERS) or _NUMBER.fullmatch(word) is not None
        sized = sized or (word.isdigit() and (count is not None or self.at(place + 1) in ("e", "and")))  # `4 e um 6`
        told = parted or count is not None or place > begins
        at_most = NAMES if place > begins else 1  # `1 suco de uva e 1 merlot` are two things
        named = told and len(word) > 2 and 0 < current().place(word) <= at_most and number(word) is None
        named = named and word not in PACKED and word not in UNITS
        if not (sized or is_colour(word) or named):
            return None, begins
        return _Kind(count, " ".join(self.words[begins : place + 1]), sized), place + 1

    def kinds(self, place: int, *, parted: bool) -> tuple[list[_Kind], int]:
        """All that stand one behind the other, and the place behind the last."""
        kinds: list[_Kind] = []
        ends = place
        while True:
            kind, behind = self.kind(place, parted=parted or bool(kinds))
            tied = (
                bool(kinds)
                and place == ends
                and not (kind and kind.many and (kind.sure or not self.at(place).isdigit()))
            )
            if kind is None or tied:
                return kinds, ends
            kinds.append(kind)
            ends = place = behind
            while self.at(place) in _JOINS:
                place += 1


def in_kinds(text: str) -> str:
    """The folded text in which each kind of a thing is a wish for it; what is asked stays as it is."""
    return "".join(_apart(found[0]) for found in _SENTENCE.finditer(text)) if _TOKEN.search(text) else text


def _apart(sentence: str) -> str:
    if "?" in sentence:
        return sentence
    said = _Said(sentence)
    for head, word in enumerate(said.words):
        named = current().place(word) == BEGINS and not is_colour(word)
        if named or _is_model(said, head) or _is_of_colour(said, head):
            wished = WANT.search(sentence) is not None
            if (told := _kinds_behind(said, head, wished=wished) or _kinds_before(said, head)) is not None:
                return f"{sentence[: told.begins]}{told.text}{_apart(sentence[told.ends :])}"
    return sentence


def _is_model(said: _Said, head: int) -> bool:
    """`2 mom 40, uma clara e uma preta`: what a kind of trousers is called stands for them, counted and in a size."""
    word, counted = said.words[head], number(said.at(head - 1)) is not None or said.at(head - 1) in _ONE
    named = current().place(word) == NAMES and len(word) > 2 and not is_colour(word) and number(word) is None
    sized = said.kind(head + 1, parted=False)[0]
    return counted and named and word not in PACKED and sized is not None and sized.sure and sized.many is None


def _is_of_colour(said: _Said, head: int) -> bool:
    """`3 azuis: uma P, uma M e uma GG`, of what was asked about: the colour of several, each in a size of its own."""
    several = (number(said.at(head - 1)) or 1) > 1
    if not (is_colour(said.words[head]) and several and said.at(head + 1) in (":", ",", "(")):
        return False
    kinds, _ = said.kinds(head + 2, parted=True)
    return bool(kinds) and all(one.sure and one.many for one in kinds)


def _kinds_behind(said: _Said, head: int, *, wished: bool) -> _Told | None:
    """`duas camisetas básicas: M e G`, told apart; None: it is not so."""
    place = head + 1
    while place <= head + _MOST_OF_NAME and current().place(said.at(place)) >= NAMES and not is_colour(said.at(place)):
        place += 1
    name = " ".join(said.words[head:place])
    place += said.at(place) == "tambem"  # `2 calças tb M e G`
    parted = said.at(place) in (",", ":", "(")
    kinds, ends = said.kinds(place + parted, parted=parted)
    while kinds and kinds[0].sure != kinds[-1].sure and kinds[0].many is None:  # `2 camisetas pretas, uma M e uma G`
        name, kinds = f"{name} {kinds[0].said}", kinds[1:]
    ends += said.at(ends) == ")"
    before = said.at(head - 1)
    count = number(before) if number(before) is not None else 1 if before in _ONE else None
    counts = _counts(count, kinds, wished=wished)
    if not counts or not _ends(said, ends):
        return None
    begins = said.found[head - (count is not None)].start()
    return _told(begins, said.found[ends - 1].end(), name, kinds, counts)


def _kinds_before(said: _Said, head: int) -> _Told | None:
    """`1 M e 1 G da camiseta`, `one M and one G shirt`, told apart; None: it is not so."""
    last = head - (said.at(head - 1) in _OF)
    for first in range(last):
        kinds, ends = said.kinds(first, parted=False)
        if _differ(kinds) and ends == last and all(one.many for one in kinds):
            place = head + 1
            while place <= head + _MOST_OF_NAME and current().place(said.at(place)) >= NAMES:
                place += 1
            name, counts = " ".join(said.words[head:place]), [one.many or 1 for one in kinds]
            ends = said.found[place - 1].end()
            return _told(said.found[first].start(), ends, name, kinds, counts) if _ends(said, place) else None
    return None


def _counts(count: int | None, kinds: list[_Kind], *, wished: bool) -> list[int]:
    """How many there are to be of each kind; empty: that is not told."""
    own = [one.many for one in kinds]
    if not _differ(kinds):
        return []
    if all(own):
        several = [one or 1 for one in own]
        return several if count in (None, sum(several)) else []
    if own[0] is None and all(own[1:]) and (count or wished):
        return [count or 1, *[one or 1 for one in own[1:]]]
    if any(own):
        return []
    alone = count == 1 or (count is None and wished)
    return [1] * len(kinds) if count == len(kinds) or (alone and all(one.sure for one in kinds)) else []


def _differ(kinds: list[_Kind]) -> bool:
    """Several, of one sort, and none twice."""
    return len(kinds) > 1 and len({one.said for one in kinds}) == len(kinds) and len({one.sure for one in kinds}) == 1


def _ends(said: _Said, place: int) -> bool:
    """Nothing follows that tells more of the last."""
    word = said.at(place)
    return (word in FILLER and word not in _TIES) or word in ("", ",", ":", "e", "and", "+") or number(word) is not None


def _told(begins: int, ends: int, name: str, kinds: list[_Kind], counts: list[int]) -> _Told:
    told = " e ".join(f"{count} {name} {kind.said}" for count, kind in zip(counts, kinds, strict=True))
    return _Told(begins, ends, told)
