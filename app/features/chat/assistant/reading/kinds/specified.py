"""Goods that are named once, with what tells one of their kinds from another said of each, put into one wish a kind:
`linha amarela, cru e rosa, uma de cada`, `zíper de 20 cm, um preto e dois brancos`, `branca 5 preta 3`. Pure."""

import re
from collections.abc import Sequence

from app.features.chat.assistant.language.goods import BEGINS, NAMES, TIES, current
from app.features.chat.assistant.language.signs import WANT
from app.features.chat.assistant.language.words import is_colour, number, words
from app.features.chat.assistant.products.name_words import PACKED
from app.features.chat.assistant.reading.kinds.kinds_said import JOINS, ONE, TELLS, Kind, Said
from app.features.chat.assistant.reading.kinds.sizing import LETTERS, OTHERS
from app.ops.expressions import expression

_SENTENCE = expression(r"(?:[^.,;!?\n]|[.,](?=\d)|,)+[.;!?\n]?")
_PARTS = frozenset(", : ( -".split())  # noqa: SIM905
_OF = frozenset("de da do das dos of".split())  # noqa: SIM905
_EACH_ONE = expression(
    r"(?P<n>\d{1,2}|[a-z]+)\s+(?:unidades?\s+|par(?:es)?\s+)?(?:de|of)\s+(?:cada|each)(?:\s+(?:um|uma|cor|sabor|tamanho|tipo|one|colou?r|size|flavou?r))?\b|(?:one\s+)?each\b"
)
_ALL = frozenset("tudo todos todas all ambos ambas both".split())  # noqa: SIM905
# `tamanho M, camiseta preta, 2 unidades`
_SIZE_FIRST = expression(
    r"^(?P<lead>(?:(?:oi|ola|bom\s+dia|boa\s+(?:tarde|noite)|quero|queria|e|hi|hello)[\s,]+)*)(?P<size>(?:tamanho|tam|numero|size)\s+[a-z0-9]{1,4})\s*[,:-]\s*(?P<goods>[^,.;!?\n]+)"
)
_FOR = frozenset("pra para pro por for to com sem with without da do das dos no na em in".split())  # noqa: SIM905
_NEEDED = frozenset(["precis", "gostar"])


_OF_ALL = expression(
    r",\s*(?:tud[oa]|tod[oa]s|amb[oa]s|all|both)\s+(?:(?:no|em|de|do|in|sao)\s+)*(?:tam\w*|size|num\w*|\d)"
)

_MOST_OF_NAME = 6


def specified(text: str) -> str:
    """A folded text in which each kind of goods that are named once is a wish for it; what is asked stays."""
    return "".join(_apart(_SIZE_FIRST.sub(_sized, found[0])) for found in _SENTENCE.finditer(text))


def _sized(found: re.Match[str]) -> str:
    """The size behind the goods that it was told before."""
    if not any(current().place(word) == BEGINS for word in words(found["goods"])):
        return found[0]
    return f"{found['lead']}{found['goods'].rstrip()} {found['size']}"


def _apart(sentence: str) -> str:
    said = Said(sentence)
    heads = [word for word in said.words if current().place(word) == BEGINS and not is_colour(word)]
    if "?" in sentence or (len(heads) > 1 and _OF_ALL.search(sentence)):
        return sentence
    for head, word in enumerate(said.words):
        if current().place(word) == BEGINS and not is_colour(word):
            told = _told(said, head, wished=WANT.search(sentence) is not None)
            told = told or _kinds_before(said, head)
            if told is not None:
                begins, ends, wishes = told
                return f"{sentence[:begins]}{wishes}{_apart_behind(sentence[ends:])}"
    return sentence


def _apart_behind(rest: str) -> str:
    return _apart(rest) if rest.strip() else rest


def _told(said: Said, head: int, *, wished: bool) -> tuple[int, int, str] | None:
    """From where to where of the sentence a head and its kinds stand, and the wishes that they are; None: no such."""
    if said.at(head - 1 - (said.at(head - 1) in ONE)) in _FOR or current().place(said.at(head - 1)):
        return None  # or `glass jars`, whose name begins before
    place, begins = behind_name(said, head), head
    if said.at(head - 1) in ("de", "of") and said.at(head - 2)[:6] not in _NEEDED:
        begins -= 2  # `2 pares de meia`
        if not said.held(begins):
            return None
    name, count = said.slice(head, place), said.count(begins - 1)
    begins -= count is not None
    if said.at(place) in ("de", "of") and said.at(place + 1) in ("cada", "each"):
        return _of_each(said, begins, place, count)
    direct = said.kind(place, parted=False)
    if direct is not None and direct.many is not None:
        direct = None if said.count(place) is not None else direct
    behind = direct.ends if direct else place
    parted = said.at(behind) in _PARTS
    kinds = said.kinds(behind + (parted or said.at(behind) in JOINS), parted=True)
    if direct is not None and parted and count and (same := _all_so(said, behind + 1)):
        return _whole(said, begins, same.ends, [(count, f"{name} {direct.said} {same.said}")])
    if direct is None and parted and count and (same := _all_so(said, behind + 1)):
        return _whole(said, begins, same.ends, [(count, f"{name} {same.said}")])
    if count is None and (behind_it := _packs_behind(said, behind)) is not None:
        many, ends = behind_it
        return _whole(said, begins, ends, [(many, f"{name} {direct.said if direct else ''}".strip())])
    joined = parted or said.at(behind) in JOINS
    counted = direct is not None and (direct.many or said.count(behind))
    counted = counted or (len(kinds) > 1 and all(one.many for one in kinds))
    if not kinds or not (direct is None or joined or counted or kinds[0].sorts == {"size"}):
        return None
    if kinds[0].packed and len(kinds) == 1:  # `sacola M, 2 pacotes de 50`
        return None
    common = ""
    grouped = direct is None and kinds[0].many and kinds[0].many > 1 and kinds[0].sorts != kinds[-1].sorts
    if grouped and (len(kinds) > 2 or kinds[1:2]):
        count, common, kinds = kinds[0].many, kinds[0].said, kinds[1:]
    elif direct is not None:
        if direct.sorts & kinds[0].sorts:
            own, common = _own_and_common(said, place, direct, kinds[0])
            kinds = [direct._replace(said=own, sorts=direct.sorts & kinds[0].sorts), *kinds]
        else:
            common = direct.said
    return _counted(said, (begins, name, common), count, kinds, wished=wished)


def _of_each(said: Said, begins: int, place: int, count: int | None) -> tuple[int, int, str] | None:
    """`uma geleia de cada: morango e amora`"""
    name, place = said.slice(begins + (count is not None), place), place + 2
    while said.at(place) in TELLS | _PARTS | {"please"}:
        place += 1
    kinds = said.kinds(place, parted=True)
    if len(kinds) < 2 or any(one.many for one in kinds) or not said.ends(kinds[-1].ends):
        return None
    return _whole(said, begins, kinds[-1].ends, [(count or 1, f"{name} {one.said}") for one in kinds])


def _kinds_before(said: Said, head: int) -> tuple[int, int, str] | None:
    """`1 l pistache e 1 l morango de sorvete`"""
    last = head - 1
    if said.at(last) not in ("de", "do", "da", "of"):
        return None
    for first in range(last):
        kinds = said.kinds(first, parted=True)
        if len(kinds) > 1 and kinds[-1].ends == last and all(len(one.sorts) > 1 for one in kinds):
            begins = first - (said.held(first - 1) and current().place(said.at(first - 1)) < BEGINS)
            place = behind_name(said, head)
            count = said.count(begins - 1)
            counts = _how_many(count, kinds, None, wished=True) if said.ends(place) else []
            named = [(many, f"{said.slice(head, place)} {one.said}") for many, one in zip(counts, kinds, strict=False)]
            return _whole(said, begins - (count is not None), place, named) if named else None
    return None


def _packs_behind(said: Said, place: int) -> tuple[int, int] | None:
    """`mel de 500 g, 2 potes`: how many, and the place behind."""
    place += said.at(place) in (",", "-", ":")
    many = said.count(place) if said.at(place) not in ONE else None
    told = said.at(place - 1) in PACKED | _OF or current().place(said.at(place + 1)) >= NAMES  # `pack 6 latas`
    if many is None or told or not said.held(place + 1) or not said.ends(place + 2):
        return None
    return many, place + 2


def behind_name(said: Said, head: int) -> int:
    place = head + 1
    while place <= head + _MOST_OF_NAME:
        tied = said.at(place) in TIES
        word = said.at(place + tied)
        if current().place(word) < NAMES or is_colour(word) or word in (*LETTERS, *OTHERS):
            break
        place += tied + 1
    return place


def _all_so(said: Said, place: int) -> Kind | None:
    """`3 cadernos, tudo capa lisa`, `2 camisetas, as duas M`"""
    if said.at(place) in ("os", "as") and said.count(place + 1):
        place += 2
    elif said.at(place) in _ALL:
        place += 1
    else:
        return None
    kind = said.kind(place, parted=True)
    return kind if kind and kind.many is None and said.ends(kind.ends) else None


def _own_and_common(said: Said, place: int, direct: Kind, other: Kind) -> tuple[str, str]:
    """What is said of the first kind alone, and what holds for all: the 20 cm of `zíper de 20 cm preto e branco`."""
    own: list[str] = []
    common: list[str] = []
    while place < direct.ends and (spec := said.spec(place, named=True)):
        (own if spec.sort in other.sorts else common).append(said.slice(place, spec.ends))
        place = spec.ends
    return " ".join(own), " ".join(common)


def _counted(
    said: Said, named: tuple[int, str, str], count: int | None, kinds: Sequence[Kind], *, wished: bool
) -> tuple[int, int, str] | None:
    begins, name, common = named
    # `3 sementes de tomate, 2 de alface`: what the head is of, the others are of something else.
    if any(word in _OF for word in name.split()) and any(
        one.said.split()[0] in _OF and not is_colour(one.said.split()[1]) and not one.said.split()[1][:1].isdigit()
        for one in kinds
        if one.said.split()[1:]
    ):
        return None
    if len(kinds) < 2 or len({one.sorts for one in kinds}) > 1 or len({one.said for one in kinds}) < len(kinds):
        return None
    ends, each = _each_behind(said, kinds[-1].ends)
    if not said.ends(ends):
        return None
    counts = _how_many(count, kinds, each, wished=wished)
    if not counts:
        return None
    base = f"{name} {common}".strip()
    return _whole(said, begins, ends, [(many, f"{base} {one.said}") for many, one in zip(counts, kinds, strict=True)])


def _each_behind(said: Said, place: int) -> tuple[int, int | None]:
    """`, uma de cada` behind the kinds: the place behind it, and how many of each."""
    at = place
    while said.at(at) in (",", "-", ":", "(", "e", "sendo"):
        at += 1
    if at < len(said.found) and (found := _EACH_ONE.match(said.text, said.found[at].start())):
        many = number(found["n"]) if found["n"] else 1
        if many:
            while at < len(said.found) and said.found[at].start() < found.end():
                at += 1
            return at, many
    return place, None


def _how_many(count: int | None, kinds: Sequence[Kind], each: int | None, *, wished: bool) -> list[int]:
    """How many there are to be of each kind; empty: that is not told."""
    own = [one.many for one in kinds]
    if each is not None:
        return [each] * len(kinds) if not any(own) and count in (None, 1, each, each * len(kinds)) else []
    told = [one or 1 for one in own]
    if all(own):
        return told if count in (None, sum(told)) else []
    if own[0] is None and all(own[1:]) and (count or wished):
        return [count or 1, *told[1:]]
    sure = all(one.sorts & {"size", "measure"} for one in kinds)
    if any(own):
        return []
    return told if count == len(kinds) or (sure and (wished or count == 1)) else []


def _whole(said: Said, begins: int, ends: int, wishes: Sequence[tuple[int, str]]) -> tuple[int, int, str]:
    text = " e ".join(f"{many} {thing}" for many, thing in wishes)
    return said.found[begins].start(), said.found[ends - 1].end(), text
