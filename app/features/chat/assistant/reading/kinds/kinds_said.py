"""The kinds of goods that a sentence tells, token by token: each with its count and the words that tell it. Pure."""

from typing import NamedTuple

from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.containers import CONTAINER
from app.features.chat.assistant.language.goods import BEGINS, NAMES, TIES, current
from app.features.chat.assistant.language.words import is_colour, number
from app.features.chat.assistant.products.name_words import PACKED, UNITS
from app.features.chat.assistant.reading.kinds.sizing import LETTERS, OTHERS
from app.ops.expressions import expression

TELLS = frozenset(
    """tam tamanho tamanhos num numero numeros n size sizes cor cores color colour sabor sabores flavor flavour voltagem
    capa modelo estampa tipo aroma fragrancia peso largura espessura comprimento versao acabamento material""".split()  # noqa: SIM905
)
_TOKEN = expression(
    r"\d{2}/\d{2}(?!\w)|\d+(?:[.,]\d+)?(?:x\d+)?(?:[a-z]+)?(?!\w)|[a-z0-9]+(?:[-/][a-z0-9]+)*|[,:()+&-]"
)
JOINS = frozenset("e and mais , + &".split())  # noqa: SIM905
ONE = frozenset("a o the an outra outro another other".split())  # noqa: SIM905
_LEADS = TELLS | frozenset("na no nas nos em in de da do das dos of the com with".split())  # noqa: SIM905
_NUMBERS_LEAD = frozenset("tam tamanho num numero n size".split())  # noqa: SIM905
_SHADES = frozenset("claro clara claros claras escuro escura escuros escuras marinho royal bebe".split())  # noqa: SIM905
_CODE = expression(r"[a-z]\d{1,2}")
_VOLTS = frozenset(["110", "127", "220"])
_SIZE_OF_TWO = expression(r"\d{2}/\d{2}")
_MEASURE = expression(r"(?P<n>\d+(?:[.,]\d+)?)(?P<unit>[a-z]{1,3})")
_LONG = UNITS.keys() | {"oz"}
_WORD = v.FILLER | v.TALK | v.WANT | v.BUY | v.MORE | v.YES | v.VERBS | v.GREETINGS | v.THANKS
_PERSON = expression(
    r"\s*\b(?:pra|pro|para|for)\s+(?:mim|me|nos|el[ea]s?|him|her|(?:[oa]s?\s+)?(?:meus?|minhas?|my)\s+[a-z]{2,}(?:\s+(?:mais\s+)?(?:velh[oa]|nov[oa]))?)\b"
)
_UNITS = frozenset("un und unidade unidades peca pecas pares par pieces units".split())  # noqa: SIM905
_PAIRS = frozenset("par pares pair pairs".split())  # noqa: SIM905
_MOST = 30


class Kind(NamedTuple):
    many: int | None
    said: str
    sorts: frozenset[str]
    begins: int
    ends: int
    packed: bool = False
    """It is counted by what it is filled in: `2 pacotes de 50`."""


class _Spec(NamedTuple):
    sort: str
    ends: int


class Said:
    """The tokens of a sentence."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.found = list(_TOKEN.finditer(text))
        self.words = [one[0] for one in self.found]

    def at(self, place: int) -> str:
        """The token there; empty: none."""
        return self.words[place] if 0 <= place < len(self.words) else ""

    def slice(self, begins: int, ends: int) -> str:
        """The tokens from one place up to another."""
        return " ".join(self.words[begins:ends])

    def count(self, place: int) -> int | None:
        """The small number or article that stands there."""
        word = self.at(place)
        many = 1 if word in ONE else number(word)
        return many if many is not None and 0 < many <= _MOST else None

    def ends(self, place: int) -> bool:
        """Nothing follows that tells more of what stands before."""
        word = self.at(place)
        return (
            word in ("", ",", ":", "e", "and", "+", "&", ")", "-")
            or (word in _WORD and word not in TIES | {"pra", "para", "pro", "por", "for", "to"})
            or _PERSON.match(self.text, self.found[place].start()) is not None
        )

    def held(self, place: int) -> bool:
        """A word stands there for what goods are filled in or wound on, and by which they are counted."""
        word = self.at(place)
        counts = word in PACKED or word in _UNITS or CONTAINER.fullmatch(word) is not None
        return counts and current().place(word) < BEGINS

    def spec(self, place: int, *, named: bool) -> _Spec | None:
        """What tells a kind and stands there, with the word that leads to it. named: it may be a word of a
        description, as a flavour is."""
        led, numbered = False, False
        while self.at(place) in _LEADS:
            led, numbered = True, numbered or self.at(place) in _NUMBERS_LEAD
            place += 1
        word, after = self.at(place), self.at(place + 1)
        if is_colour(word):
            return _Spec("kind", place + 1 + (after in _SHADES))
        if word in (*LETTERS, *OTHERS) and (
            numbered or not after.isalpha() or number(after) or self.ends(place + 1) or after in (*LETTERS, *OTHERS)
        ):
            return _Spec("size", place + 1)
        measure = _MEASURE.fullmatch(word)
        if measure and measure["unit"] in _LONG:
            return _Spec("measure", place + 1)
        if word in _VOLTS:
            return _Spec("measure", place + 1 + (after in ("v", "volts")))
        if word[:1].isdigit() and after in _LONG and not (after in LETTERS and not led):
            return _Spec("measure", place + 2)
        if numbered and word[:1].isdigit():
            return _Spec("size", place + 1)
        coded = _SIZE_OF_TWO.fullmatch(word) or (_CODE.fullmatch(word) and word not in UNITS)
        if (word.isdigit() and len(word) == 2 and int(word) > _MOST) or coded:
            return _Spec("size", place + 1)
        at_most = NAMES if led else 1
        goods = named and len(word) > 2 and 0 < current().place(word) <= at_most
        if goods and number(word) is None and word not in _WORD:
            own = not led and after in ("de", "do", "da") and current().place(self.at(place + 2)) < BEGINS
            return None if own or word in PACKED or word in UNITS else _Spec("kind", place + 1)  # `um pano de prato`
        return None

    def kind(self, place: int, *, parted: bool) -> Kind | None:
        """The kind that stands there. parted: something parts it from what it is of."""
        begins = place = self.behind_person(place)
        many, packed = self.count(place), False
        if many is not None and self.spec(place, named=False) is None:
            place += 1
            if self.held(place) and self.at(place + 1) in _LEADS:  # `4 rolos da azul`
                place, packed = place + 1, True
            elif self.at(place) in _PAIRS and self.spec(place + 1, named=False):  # `3 pares 40`
                place += 1
        else:
            many = None
        first, sorts = place, set[str]()
        while spec := self.spec(place, named=parted or many is not None):
            if spec.sort in sorts and not (spec.sort == "kind" and self.at(place) in _LEADS):
                break
            sorts.add(spec.sort)
            place = spec.ends
        if not sorts:
            return None
        last = place
        if many is None and (behind := self.count_behind(place, sorts)) is not None:
            many, place = behind
        return Kind(many, self.slice(first, last), frozenset(sorts), begins, self.behind_person(place), packed)

    def count_behind(self, place: int, sorts: set[str]) -> tuple[int, int] | None:
        """`branca 5 preta 3`, `preta x2`, `M (3)`: how many, and the place behind. sorts: of what stands before; what
        is counted by the number itself is of another."""
        opened = self.at(place) == "("
        place += opened
        place += self.at(place) in (":", "-", "x")
        word = self.at(place).strip("x")
        many = number(word)
        if many is None or not 0 < many <= _MOST or self.at(place + 1) in _LONG or self.held(place + 1):
            return None
        if not word.isdigit() and self.at(place + 1) not in ("", ")", *JOINS):
            return None  # `M e G uma de cada`
        after = self.spec(place + 1, named=True)
        if after is not None and after.sort not in sorts:
            return None
        place += 1 + (opened and self.at(place + 1) == ")")
        return many, place + (self.at(place) in ("x", "un", "unidades"))

    def behind_person(self, place: int) -> int:
        """The place behind for whom it is, where that is told there."""
        if place < len(self.found) and (person := _PERSON.match(self.text, self.found[place].start())):
            while place < len(self.found) and self.found[place].start() < person.end():
                place += 1
        return place

    def kinds(self, place: int, *, parted: bool) -> list[Kind]:
        """The kinds that stand one behind the other from there on."""
        told: list[Kind] = []
        while True:
            at = place
            while told and self.at(at) in JOINS:
                at += 1
            kind = self.kind(at, parted=parted or bool(told))
            # What no comma or count parts from the kind before it is of that one: `2 camisetas azuis floridas`.
            if kind is None or (told and at == place and kind.many is None and kind.sorts != {"size"}):
                return told
            told.append(kind)
            place = kind.ends
