"""The words of the shop's goods, as far as a message says them. Pure but for what `known_as` tells the readers."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache

from msgspec import Struct

from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import (
    DEVERBAL,
    HOMONYMS,
    NUMBERS,
    fold,
    in_portuguese,
    stem,
    without_diminutive,
    words,
)
from app.features.search.english import OF_SEVERAL_WORDS, called
from app.features.search.goods_list import also_called
from app.ops.expressions import expression

MAX_WORDS = 40
# Everyday words that are of goods where the shop's names have them: `caneca com foto`, `caixa de presente`.
ALSO_GOODS = frozenset({"foto", "fotos", "presente"})
# Tied to one of these a gift is the goods' own: `caixa de presente`, and not `caneca de presente`.
WRAPS = frozenset("caixa caixas embalagem sacola saco papel kit cesta cartao vale".split())  # noqa: SIM905
BEGINS, NAMES = 3, 2
NUMBERS_OF_NAMES = {"2": "dois", "3": "tres", "4": "quatro", "5": "cinco", "6": "seis", "7": "sete"}
"""The numbers that names may have in a word: `quatro queijos`."""
_CLOSED = v.FILLER | v.TALK
# What ties a word to the thing it tells more of: `argamassa de porcelanato`.
TIES = frozenset("de do da dos das d com sem of with without em in".split())  # noqa: SIM905


_MEASURE = expression(r"\d+[a-z]*")
_WEIGHT = expression(r"\d+(?:,\d+)?(?:kg|g|l|ml)")


class Goods(Struct, frozen=True):
    """The words of a message that were looked up, and which of them the shop's goods carry: 3 where one begins a name,
    2 where it is in a name, a category or a synonym, 1 where only a description has it."""

    asked: frozenset[str] = frozenset()
    places: Mapping[str, int] = {}

    def place(self, word: str) -> int:
        """Where the goods have a word, or what a catalogue in Portuguese calls it; 0: nowhere."""
        return max((self.places.get(form, 0) for form in forms(word)), default=0)

    def strange(self, word: str) -> bool:
        """The shop was asked for it, and nothing there has it."""
        return word in self.asked and self.place(word) == 0 and word not in v.COLOURS


_NONE = Goods()
_current: ContextVar[Goods] = ContextVar("goods", default=_NONE)


@contextmanager
def known_as(goods: Goods) -> Iterator[None]:
    """The readers within know these words."""
    token = _current.set(goods)
    try:
        yield
    finally:
        _current.reset(token)


def current() -> Goods:
    """The words of the message that is being read."""
    return _current.get()


def begins(word: str) -> bool:
    """A name of the shop's goods begins with it."""
    return current().place(word) == BEGINS


def names_goods(text: str) -> bool:
    """A word of it names some of the shop's goods. text: folded or as it was written."""
    return any(current().place(word) >= NAMES for word in words(text))


def strangers(said: Sequence[str]) -> frozenset[int]:
    """The places of the words that no goods of the shop carry and that tell no more of one that some do: `demorou mas o
    fone resolve` is about the fone; where no name begins with any, only those behind the name. Words that are all
    strange stay: what is not there can be asked for."""
    goods = current()
    named = [at for at, word in enumerate(said) if goods.place(word) >= NAMES]
    if not named:
        return frozenset()
    begun = any(goods.place(said[at]) == BEGINS for at in named)
    strange = {
        at
        for at, word in enumerate(said)
        if goods.strange(word) and not _WEIGHT.fullmatch(word) and (begun or at > named[-1])
    }
    kept = {at for at, word in enumerate(said) if goods.place(word) > 0 or word in v.COLOURS or _WEIGHT.fullmatch(word)}
    for at in sorted(strange):  # `tinta acrilica fosca`, `guitarra tg 500 sunburst`
        before = at - 1
        while before >= 0 and (said[before] in TIES or _MEASURE.fullmatch(said[before]) or _is_code(said[before])):
            before -= 1
        if before in kept:
            kept.add(at)
    for at in sorted(strange - kept, reverse=True):  # `suporte de celular`
        after = at + 1
        while after < len(said) and said[after] in TIES:
            after += 1
        if after in kept:
            kept.add(at)
    return frozenset(strange - kept)


def _is_code(word: str) -> bool:
    """`tg` of `guitarra tg 500`, and not the `aí` with which something else begins."""
    return len(word) < 3 and word not in v.FILLER


@lru_cache(maxsize=8192)  # asked anew of each clause
def forms(word: str) -> tuple[str, ...]:
    """A word, its plain form for a diminutive, and what Portuguese catalogues call it."""
    plain = without_diminutive(word)
    one = [f"{word[:-3]}ao"] if len(word) > 4 and word.endswith(("oes", "aes")) else []  # `cartões`
    return (word, *one, *([plain] if plain else []), *in_portuguese(word), *also_called(word))


def _deeds(word: str) -> tuple[str, ...]:
    """What the shop may call the deed of a verb: `revelar`, `reveladas`."""
    return next((nouns for verb, nouns in DEVERBAL.items() if word[:5] == verb[:5]), ())


def to_look_up(message: str) -> dict[str, str]:
    """The words of a message that may be of goods, each with its stem."""
    found: dict[str, str] = {}
    before = ""
    text = spelt_out(fold(message))
    names = OF_SEVERAL_WORDS.findall(text)
    told = words(text) + [word for name in names for one in called(name) for word in words(one)]
    told += [word.removesuffix("s") for name in names for word in words(name)]  # `foam rollers`, of a Foam Roller
    also = ALSO_GOODS if WRAPS & set(told) else ALSO_GOODS - {"presente"}
    for said in told:
        counted = before.isdigit() or before in NUMBERS or (len(said) > 4 and before not in _CLOSED)
        counted = counted or (before == "de" and len(said) > 3)  # `vassoura de pelo`
        told_before, before = before, said
        if (in_word := NUMBERS_OF_NAMES.get(said)) and len(told_before) > 3:  # `lasanha 4 queijos`
            found[in_word] = stem(in_word)
        if told_before in ("de", "pra", "para") and len(said) > 4 and said.endswith(("ar", "er")):
            found[said[:-1]] = stem(said[:-1])  # `espuma de limpar tênis`, the `Espuma Limpa Tênis`
        for word in [*_deeds(said), HOMONYMS.get(said, said), said, *said.replace("'", "-").split("-")]:
            title = len(word) == 4 and word.isdigit()  # `o 1984`
            of_wool = word == "la" and told_before == "de"  # `rolo de lã`
            if (
                (len(word) < 3 and not of_wool)
                or (word.isdigit() and not title)
                or (word in _CLOSED - also and not (counted or of_wool))
            ):
                continue
            found |= {form: stem(form) for form in forms(word)}
    return dict(list(found.items())[:MAX_WORDS])
