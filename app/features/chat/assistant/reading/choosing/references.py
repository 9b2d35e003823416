"""Which of the goods before the shopper a phrase refers to: by place, name, option, price, rank, and how many. Pure.

What the goods are called is known, so a phrase is read by them: each of its words is one of theirs and keeps those that
have it, or belongs to a closed class (articles, verbs, units, courtesy) and keeps all. A word of neither makes the
phrase no reference to them.
"""

import re
from collections.abc import Callable, Sequence

from app.features.chat.assistant.language import ranks
from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.words import (
    COUNT,
    NUMBERS,
    ORDINALS,
    in_portuguese,
    meant,
    number,
    one_edit,
    stem,
    without_diminutive,
)
from app.features.chat.assistant.products.name_words import PACKED, UNITS
from app.features.chat.assistant.products.restricted import ALLERGENS, is_free
from app.features.chat.assistant.products.sizes import with_sides
from app.features.chat.assistant.reading.choosing.extremes import extreme
from app.features.chat.assistant.reading.choosing.things import Reference, Thing, called, told_of
from app.features.chat.assistant.reading.choosing.tokens import (
    TOKEN,
    begins,
    behind,
    follows,
    holds,
    numbered,
    plain,
    tokens_of,
)
from app.features.conversations.state import Listed
from app.ops.expressions import expression

_PARTS = expression(r"\s*(?:(?<!\d),|,(?!\d)|[;\n+&]|\be\b|\band\b|\bmais\b(?=\s+(?:\d|uma?\b|dois|duas|tres)))\s*")
_PRICE = expression(r"\d+[.,]\d\d")
# `os dois de lavanda`, `todas`: each of those.
_EVERY = expression(
    r"\b(?:(?:[oa]s|the|all|tod[oa]s\s+[oa]s)\s+(?P<count>dois|duas|tres|quatro|two|three|four|[2-4])"
    r"|ambos|ambas|both|tod[oa]s(?:\s+(?:el[ea]s|[oa]s))?|all)\b(?!\s+(?:de\s+)?cada|\s+em\s+1\b|\s+(?:sao|eram|custam|aguentam|suportam|are|cost)\b)"
)
_COUNTED = expression(rf"\s*(?:[oa]s\s+|the\s+)?{COUNT}\s+[a-z]{{3,}}")
_MOST_AT_ONCE = 4
# `os dois primeiros`, `the last two`
_ROW = expression(
    r"\b(?:(?P<count>dois|duas|tres|two|three|[23])\s+)?(?P<end>primeir[oa]s|ultim[oa]s|first(?=\s+(?:two|three|[23]))|last(?=\s+(?:two|three|[23])))"
    r"(?:\s+(?P<after>dois|duas|tres|two|three|[23]))?\b"
)
# `o mais barato dos dois`
_OF_SO_MANY = expression(r"^\s*(?:d[oa]s|of(?:\s+the)?)\s+(?:dois|duas|tres|quatro|two|three|four|\d)\b")
_EXCEPT = expression(
    r"\b(?:menos|exceto|tirando|fora|sem\s+ser|que\s+nao\s+(?:seja|for)|desde\s+que\s+nao\s+(?:seja|for)|except|but\s+not|"
    r"(?:que|q)\s+(?:nao|n)\s+(?:e|eh|tem|tenha|vem|leva)(?:\s+(?:de|com))?|sem|without|that(?:'s|\s+is|\s+does)?\s+not|that\s+(?:isn't|doesn't\s+have))\s+"
)
# `o sem lactose`
_LACKS = expression(
    r"^(?!.*(?:,|\b(?:e|and|mais)\b))(?P<before>.*)\b(?:sem|zero|livre\s+de|without)\s+(?P<what>[a-z]{3,})(?:\s+please)?$"
)
# `a que tem rodas`, `the one that comes with wheels`
_THAT_HAS = expression(
    r"\b(?:que|q)\s+(?:tem|vem|serve|aguenta|dura|faz|da|leva)\b(?!\s+(?:mais|menos)\b)|\bthat\s+(?:has|comes\s+with|holds|takes)\b"
)
_ABSENT = expression(r"\b(?:sem|without)\s+\w+", re.IGNORECASE)
_MIDDLE = expression(r"\b(?:do|o|da|a)\s+meio\b|\bmiddle\b")
_SINGULAR = frozenset("de do da no na o a tamanho numero tam size of the".split())  # noqa: SIM905
_DEFINITE = frozenset("o a do da no na the".split())  # noqa: SIM905
_OF = (["de"], ["do"], ["da"], ["dos"], ["das"], ["of"])
FEW = 10
"""Numbers up to this count, unless they are called a size."""
_PLACES = frozenset("numero num item opcao option number".split())  # noqa: SIM905
_NUMBERED = frozenset("n no numero num tamanho tam number size".split())  # noqa: SIM905
_WITH, _FOR = ("de", "do", "da", "com", "of", "with"), ("pra", "para", "to", "for")
_ARTICLES = frozenset("x o a os as um uma the an de do da em no na e com ou".split())  # noqa: SIM905
_SPELT = frozenset(NUMBERS) - {"um", "uma", "one"}
_COURTESY = v.GREETINGS | v.THANKS
_ASKING = frozenset(
    """qual quais quanto quanta quantos quantas como onde quando quem porque custa custam tem what which who where when
    how much does""".split()  # noqa: SIM905
)
_ANY = frozenset("qualquer quaisquer algum alguma outro outra any other".split())  # noqa: SIM905
# `a maior que tiver`, `a dúzia inteira`
_THERE = frozenset(("tiver", "tiverem", "houver", "restar", "sobrou", "inteiro", "inteira"))
_UNSAID = frozenset(map(stem, _ARTICLES | {"para", "pra", "for", "to", "with"}))
_UNIT_STEMS = frozenset(map(stem, UNITS.values()))
_CLOSED = (v.FILLER | _THERE | _ANY | v.TALK | v.VERBS | PACKED | v.SIZES | v.POINTING | frozenset(UNITS)) - _ASKING

_RANKS = (
    (ranks.CHEAPEST, False, False),
    (ranks.CHEAP, False, False),
    (ranks.DEAREST, False, True),
    (ranks.DEAR, False, True),
    (ranks.SMALLEST, True, False),
    (ranks.LARGEST, True, True),
    (ranks.SMALL, True, False),
    (ranks.BIG, True, True),
)
"""What says that the first or last of an order is meant: the sign, whether it is by size, whether the most."""


def refer(text: str, entries: Sequence[Listed]) -> list[Reference] | None:
    """What a folded phrase refers to of the entries; None: it speaks of something else, or chooses nothing."""
    things = [
        Thing(each, place, tuple(tokens_of(called(each))), tuple(tokens_of(_ABSENT.sub(" ", each.about))))
        for place, entry in enumerate(entries, 1)
        for each in entry.each
    ]
    if len(things) < 2:
        return None
    text = with_sides(_THAT_HAS.sub(" com ", text), {token for one in things for token in one.tokens})
    if (lacks := _LACKS.search(text)) is not None:
        free = [one.product for one in things if is_free(told_of(one.product), lacks["what"])]
        if free or lacks["what"] in ALLERGENS:  # what nobody tells to be without it is not taken for that
            told = refer(lacks["before"], free)  # `2 de 500 g da granola sem açúcar`
            return told or ([Reference(tuple(one.product_id for one in free), None, 1)] if free else None)
    if excepted := _EXCEPT.search(text):
        return _all_but(text[: excepted.start()], text[excepted.end() :], entries, things)
    if every := _every(text, things, len(entries)):
        return every
    whole, parts = _Phrase(text, things, len(entries)).read(), _parts(text)
    several = [_Phrase(part, things, len(entries)).read() for part in parts]
    if whole is not None and (
        len(parts) == 1 or (len(whole.products) == 1 and not _counts_more(whole, parts, several))
    ):
        return _chosen([whole], things)
    found = [_but_for_others(one, several) for one in several if one is not None]
    if len(found) == len(several) and all(one.told for one in found):
        return _chosen(found, things)
    return _chosen([whole], things) if whole is not None else None


def _counts_more(whole: Reference, parts: Sequence[str], several: Sequence[Reference | None]) -> bool:
    """`o cinto e os quatro lastros`, which is no one `Cinto de Lastro`: what is counted behind it may be another."""
    behind_it = zip(parts[1:], several[1:], strict=True)
    return any(_COUNTED.match(part) and one and not set(one.products) <= set(whole.products) for part, one in behind_it)


def _but_for_others(told: Reference, several: Sequence[Reference | None]) -> Reference:
    """Without what another part of the phrase names alone: `o cinto e 4 lastros`, of which the belt is called one."""
    taken = {one.products[0] for one in several if one is not None and one is not told and len(one.products) == 1}
    left = tuple(one for one in told.products if one not in taken)
    return Reference(left, told.quantity, told.told) if left and len(told.products) > 1 else told


def _all_but(text: str, excepted: str, entries: Sequence[Listed], things: Sequence[Thing]) -> list[Reference] | None:
    """`qualquer um menos o amadeirado`, `todos fora o segundo`: what is left."""
    out = refer(excepted, entries)
    if out is None:
        return None
    gone = {one for each in out for one in each.products}
    every, rest = _EVERY.search(text), _EVERY.sub(" ", text)
    whole = _Phrase(rest, things, len(entries)).read()
    left = tuple(one for one in whole.products if one not in gone) if whole is not None else ()
    if whole is None or not left:
        return None
    if every is not None and len(left) <= _MOST_AT_ONCE:
        return [Reference((one,), whole.quantity, 1) for one in left]
    return [Reference(left, whole.quantity, 1)]


def _every(text: str, things: Sequence[Thing], places: int) -> list[Reference] | None:
    """Each of those that a phrase with `os dois`, `todas` or `os dois primeiros` speaks of, if they are so many."""
    row = _ROW.search(text)
    every = None if row else _EVERY.search(text)
    found = row or every
    if found is None:
        return None
    phrase = _Phrase(f"{text[: found.start()]} {text[found.end() :]}", things, places)
    said = (row["count"] or row["after"]) if row else found["count"]
    count = number(said) if said else 2 if found[0] in ("ambos", "ambas", "both") else None
    if row is not None and count is not None:
        first = row["end"].startswith(("p", "f"))
        phrase.kept = [one for one in phrase.kept if (one.place <= count if first else one.place > places - count)]
    whole = phrase.read()
    if whole is not None and count == places and (each := _of_each(whole, things, places)):
        return each
    if whole is None or not 1 < len(whole.products) <= _MOST_AT_ONCE or (row is not None and count is None):
        return None
    if count is not None and count != len(whole.products):
        return None
    return [Reference((one,), whole.quantity, 1) for one in whole.products]


def _of_each(whole: Reference, things: Sequence[Thing], places: int) -> list[Reference]:
    """`os dois em coral`, where both come in sizes, too: of each what is coral."""
    at = {one.product.product_id: one.place for one in things}
    each = [tuple(one for one in whole.products if at[one] == place) for place in range(1, places + 1)]
    narrowed = 1 < places < len(whole.products) < len(things)
    return [Reference(some, None, 1) for some in each] if narrowed and all(each) else []


def _chosen(found: list[Reference], things: Sequence[Thing]) -> list[Reference] | None:
    chooses = any(one.told and len(one.products) < len(things) for one in found)
    return found if chooses else None


def _parts(text: str) -> list[str]:
    return [part for part in _PARTS.split(text) if part and TOKEN.search(part)]


class _Phrase:
    """One phrase read against the things."""

    def __init__(self, text: str, things: Sequence[Thing], places: int) -> None:
        self.things, self.places, self.kept = things, places, list(things)
        self.quantity: int | None = None
        self.told = 0
        self.stranger = False
        self.rank: tuple[bool, bool] | None = None
        self.several = len(_parts(text)) > 1
        text = self._ranked(text)
        if places == 3 and (middle := _MIDDLE.search(text)):
            self._keep(lambda one: one.place == 2)
            text = f"{text[: middle.start()]} {text[middle.end() :]}"
        self.tokens = [UNITS.get(token, token) for token in TOKEN.findall(text)]
        self.keys = {stem(key) for one in things for option in one.product.options for key in tokens_of(option)}

    def read(self) -> Reference | None:
        """The reference; None where a word belongs to nothing, or nothing has all that was said."""
        at = 0
        while at < len(self.tokens) and not self.stranger:
            at += self._number(at) or self._word(at)
        if self.rank is not None and self.kept:
            self._rank(sized=self.rank[0], most=self.rank[1])
        if self.stranger or not self.kept:
            return None
        self._plain_one()
        return Reference(tuple(one.product.product_id for one in self.kept), self.quantity, self.told)

    def _plain_one(self) -> None:
        """`usb c` of `Cabo USB-C para USB-C` and `Cabo USB-C para Lightning`: the one of which all was said, but for
        what kind of thing and how big it is."""
        said = {stem(token) for token in self.tokens} | _UNSAID
        if not self.told or len({stem(one.tokens[0]) for one in self.kept}) != 1:
            return

        def rest(thing: Thing) -> set[str]:
            own = {word for word in thing.words if word.isalpha() and word not in _UNIT_STEMS}
            return own - {stem(thing.tokens[0])} - said

        plain = [one for one in self.kept if not rest(one)]
        named = any(stem(token) in one.words for one in plain for token in self.tokens if token not in _ARTICLES)
        if len(plain) == 1 < len(self.kept) and named and len(plain[0].words) > 1:
            self.kept = plain

    def _keep(self, fits: Callable[[Thing], bool]) -> bool:
        """Those that fit, if any of all the things does."""
        if not any(fits(one) for one in self.things):
            return False
        self.kept = [one for one in self.kept if fits(one)]
        self.told += 1
        return True

    def _ranked(self, text: str) -> str:
        """The text without `mais barato`, which chooses of those that the rest of it keeps."""
        for sign, sized, most in _RANKS:
            found = sign.search(text)
            if found and not any(self._has(word) for word in found[0].split()[1:]):
                self.rank = sized, most
                return f"{text[: found.start()]} {_OF_SO_MANY.sub(' ', text[found.end() :])}"
        return text

    def _rank(self, *, sized: bool, most: bool) -> None:
        there = [one.product for one in self.kept if one.product.in_stock]
        best = extreme(there or [one.product for one in self.kept], sized=sized, most=most)
        self.kept = [one for one in self.kept if one.product.product_id in best]
        self.told += 1

    def _number(self, at: int) -> int:
        """How many tokens a number takes from here: a price, a place, a value or a count; 0: it is none."""
        said, before = self.tokens[at], self.tokens[at - 1] if at else ""
        after = self.tokens[at + 1] if at + 1 < len(self.tokens) else ""
        if (place := ORDINALS.get(said)) is not None and after != "feira":
            place = self.places if place == -1 else place
            if not self._has(said) and self._keep(lambda one: one.place == place):
                return 1
        if said == "one" and at and after != "of":  # `the pink one`
            return 1
        value = number(said) if said[0].isdigit() or said in NUMBERS else None
        if value is None and not any(char.isdigit() for char in said):
            return 0
        if _PRICE.fullmatch(said) and self._keep(lambda one: one.product.price_cents == int(re.sub(r"\D", "", said))):
            return 1
        if before in _NUMBERED and self._keep(lambda one: numbered(one.tokens, said)):
            return 1
        if before in _PLACES and value and value <= self.places and not self._valued(said):
            return int(self._keep(lambda one: one.place == value))
        lettered = any(tokens_of(value) == [after] for one in self.things for value in one.product.options.values())
        if after in UNITS.values() and after != "un" and said[-1:].isdigit() and not lettered:  # `2 M` are two
            self.stranger = not (
                self._keep(lambda one: follows(one.tokens, plain(said), after))
                or self._keep(lambda one: follows(one.about, plain(said), after))
            )
            return 2
        last = at == len(self.tokens) - 1
        placed = last and before in _DEFINITE and value is not None and value <= self.places
        if placed and not self._valued(said):
            return int(self._keep(lambda one: one.place == value))
        named = {stem(before), *map(stem, in_portuguese(before))}  # `spf 50`, and not the `50 g` of another
        if value and value > FEW and self._keep(lambda one: behind(one.tokens, named, str(value))):
            return 1
        if self._is_value(at, value, last=last) and self._keep(lambda one: holds(one.tokens, str(value or said))):
            return 1
        if after and self._keep(lambda one: follows(one.about, plain(said), after)):  # `a de 20 libras`
            return 2
        if value is None or self.quantity is not None or before in _SINGULAR:
            self.stranger = True
        self.quantity = value
        return 1

    def _is_value(self, at: int, value: int | None, *, last: bool) -> bool:
        """A number that may be part of a name: after `de`, behind another count or word, or no likely count."""
        said, before, after = self.tokens[at], self.tokens[at - 1] if at else "", self.tokens[at + 1 : at + 2]
        if " " in said or (not said[-1:].isdigit() and said not in _SPELT):
            return " " in said  # `2 em 1`
        many = value is None or value > FEW
        alone = many and ((last and before not in ("as", "os")) or (self._valued(said) and after not in _OF))
        behind = any(one not in _CLOSED for one in self.tokens[:at]) or self.quantity is not None
        return before in _SINGULAR or behind or alone

    def _valued(self, token: str) -> bool:
        return any(holds(tokens_of(value), token) for one in self.things for value in one.product.options.values())

    def _has(self, word: str) -> bool:
        return any(stem(word) in one.words for one in self.things)

    def _word(self, at: int) -> int:
        """A word of theirs keeps those that have it; one of a closed class keeps all; any other ends it."""
        word = self.tokens[at]
        if len(word) == 1 and (word not in _ARTICLES or self.tokens[at - 1 : at] == ["tamanho"]):
            self.stranger = not self._keep(lambda one: word in one.tokens)
            return 1
        if word in _ARTICLES or stem(word) in self.keys:
            return 1
        names = {stem(word), *map(stem, in_portuguese(word))}
        if base := without_diminutive(word):
            names.add(stem(base))
        if self._keep(lambda one: not names.isdisjoint(one.words)):
            return 1
        serves = at > 0 and self.tokens[at - 1] in _FOR and len(word) >= 5
        if serves and self._keep(lambda one: one.tells(word)):  # `a boa pra começar`
            return 1
        place, counted = (
            current().place(word),
            at > 0 and number(self.tokens[at - 1]) is not None and word not in PACKED,
        )
        # `e 3 fotos` beside frames, though it is an everyday word; `uma calabresa e uma mussarela`, of which that one
        # is made, where there is another that is called so
        if counted and place >= NAMES:
            self.stranger = True
            return 1
        if place == BEGINS and word in v.TALK and word not in v.VERBS | PACKED:  # `top M`, of what is no top
            self.stranger = True
            return 1
        if word in _CLOSED or word in UNITS.values() or meant(word, _COURTESY) is not None:
            return 1
        of_it = at > 0 and self.tokens[at - 1] in _FOR + _WITH
        if (of_it or place < (NAMES if self.several else BEGINS)) and self._keep(lambda one: one.tells(word)):
            return 1  # `a de fibra de vidro`; `um molinete` is another thing
        slips = [name for name in names if len(name) >= 5]
        self.stranger = not (
            self._keep(lambda one: any(one_edit(name, own) for name in slips for own in one.words))
            or self._keep(lambda one: any(begins(word, own) for own in one.words))
        )
        return 1
