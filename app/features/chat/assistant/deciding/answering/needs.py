"""Goods by what is told of the need for them: `um purificador que gela de verdade`, `algum que não precisa de energia`,
`o molho mais forte`. What there is of the kind is known; that of which the shop's own words say most is meant."""

from collections.abc import Sequence

from app.features.chat.assistant.deciding.answering.aspects import ALIKE, DEGREES
from app.features.chat.assistant.deciding.answering.facts import alike, sentences
from app.features.chat.assistant.deciding.mind import Mind, Say
from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.goods import BEGINS
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import fold, in_portuguese, is_colour, stem, without_diminutive, words
from app.features.chat.assistant.products.matching import Product, spread
from app.ops.expressions import expression

MOST = 3
# `que gela de verdade`, `algum que não esquenta`, `pra aguentar movimento`, `that goes straight on the faucet`
_NEED = expression(
    r"\b(?:d?aquel[ea]s?\s+que|que)\s+(?:(?:nao|n|se|me|ja|so)\s+)*(?!voces?\b|tem\b|ha\b|horas?\b|dia\b|eu\b|e\b|a\b|o\b|cor\b|tamanho\b|marca\b|tipo\b|ta\b|custa\b|vende)"
    r"(?P<that>[a-z]{3,}(?:\s+[^.;!?\n,]+)?)|"
    r"\b(?:that|which)\s+(?P<which>(?:goes|works?|fits?|does|is|can|has|won't|will)\s+[^.;!?\n,]+)"
)
# `qual o molho mais forte`: more of it than the others
_MOST = expression(
    r"\b(?:qual|quais|what|which)\b[^.;!?\n]*?\bmais\s+(?!barat|car[oa]|em\s+conta|pequen|grand|vend|ped|sai|algum|opc|model|cor|tamanh|del|uma?\b)"
    r"(?P<how>[a-z]{4,})"
)
_NOT = frozenset("nao n sem nunca without no not doesn't don't zero nem".split())  # noqa: SIM905
_EMPTY = v.FILLER | v.TALK | v.WANT | frozenset("quer sabe saber serve para coisa ideia quero queria".split())  # noqa: SIM905
_LEAST_LETTERS = 4
_THE_MOST = expression(r"\b[oa]s?\s+mais\b|\bthe\s+most\b|\b[a-z]{3,}est\b")
_GRADE = expression(r"\b(\d{1,2})\s+(?:de|em|/)\s+\d{1,2}\b")


def suited(mind: Mind, products: Sequence[Product]) -> list[tuple[Product, str]]:
    """Those of several things that the shop says most of what the need tells, each with the sentence that says so;
    none where no need is told, or the shop's words tell none of them from the others."""
    things = list({one.group or one.product_id: one for one in reversed(products)}.values())[::-1]
    text = spelt_out(fold(f"{mind.acts.text}\n{mind.acts.asked}"))
    if len(things) < 2 or not any(one.description for one in things) or names_several(mind, text):
        return []
    if most := _MOST.search(text):
        return _with_most(things, most["how"])
    needs = [found["that"] or found["which"] for found in _NEED.finditer(text)]
    return _saying_most(things, " ".join(f"{'nao ' if _denied(text, one) else ''}{one}" for one in needs))


def names_several(mind: Mind, text: str) -> bool:
    """`pra ele o conjunto e pra ela o vestido`: goods of several kinds are named, and none is looked for by a need."""
    goods = mind.shop.goods
    return len({stem(word) for word in words(text) if goods.place(word) == BEGINS and not is_colour(word)}) > 1


def saying(products: Sequence[Product], need: str) -> list[tuple[Product, str]]:
    """Those that are said to do what is needed, and are not what it is done to. need: folded."""
    things = list({one.group or one.product_id: one for one in reversed(products)}.values())[::-1]
    wanted = [(word, False) for word in words(need) if _is_told(word)]
    if not wanted or not things:
        return []
    best = [_best_of(one, wanted) for one in things]
    most = max(count for count, _ in best)
    found = [(one, told) for one, (count, told) in zip(things, best, strict=True) if count == most]
    enough = most >= min(2, len(wanted)) and len(found) <= MOST
    objects = [word for word, _ in wanted[1:]]
    others = [(one, told) for one, told in found if not any(_alike(x, words(fold(one.name))[0]) for x in objects)]
    return (others or found) if enough else []


def _denied(text: str, need: str) -> bool:
    before = text[: text.index(need)].split()[-2:]
    return bool(_NOT & set(before))


def _saying_most(things: Sequence[Product], need: str) -> list[tuple[Product, str]]:
    said = words(need)
    wanted = [(word, bool(_NOT & set(said[max(at - 3, 0) : at]))) for at, word in enumerate(said) if _is_told(word)]
    best = [_best_of(one, wanted) for one in things]
    most = max((count for count, _ in best), default=0)
    found = [(one, told) for one, (count, told) in zip(things, best, strict=True) if count == most]
    return found if most and len(found) < len(things) and len(found) <= MOST else []


def _is_told(word: str) -> bool:
    short = len(word) < _LEAST_LETTERS and not (word.isalpha() and in_portuguese(word))  # `dry` and `hot` tell much
    return not short and word not in _EMPTY


def _best_of(product: Product, wanted: Sequence[tuple[str, bool]]) -> tuple[int, str]:
    """How many of the words are said of a product, and the sentence with most of them. wanted: each with whether it is
    not to be."""
    counts = [
        (sum(_says(one, word, denied=denied) for word, denied in wanted), one) for one in sentences(product.description)
    ]
    count, told = max(counts, key=lambda each: each[0], default=(0, ""))
    name = words(fold(product.name))
    named = [word for word, denied in wanted if not denied and any(_alike(word, own) for own in name)]
    return count + sum(not _says(told, word, denied=False) for word in named), told if count else ""


def _says(sentence: str, word: str, *, denied: bool) -> bool:
    said = words(fold(sentence))
    at = [at for at, own in enumerate(said) if _alike(word, own)]
    return any(bool(_NOT & set(said[max(one - 3, 0) : one])) == denied for one in at)


def _alike(word: str, own: str) -> bool:
    forms = (word, without_diminutive(word) or word, *in_portuguese(word))
    return any(stem(form) == stem(own) or alike(form, own) for form in forms)


def _with_most(things: Sequence[Product], how: str) -> list[tuple[Product, str]]:
    """Those that are said to be so most: by a superlative, by the highest grade, else by the word alone."""
    told = [
        (_rank(fold(sentence)), one, sentence)
        for one in things
        for sentence in sentences(one.description)
        if _is_so(how, fold(sentence))
    ]
    best = max((rank for rank, _, _ in told), default=None)
    found = list({one.product_id: (one, sentence) for rank, one, sentence in told if rank == best}.values())
    return found if len(found) < len(things) and len(found) <= MOST else []


def _is_so(how: str, said: str) -> bool:
    return any(asks.search(how) and tells.search(said) for asks, tells in (*ALIKE, *DEGREES)) or _says(
        said, how, denied=False
    )


def _rank(said: str) -> tuple[bool, int]:
    grade = _GRADE.search(said)
    return _THE_MOST.search(said) is not None, int(grade[1]) if grade else 0


def show(mind: Mind, found: Sequence[tuple[Product, str]], products: Sequence[Product]) -> None:
    """What may suit, in all its kinds, with the sentence that says so."""
    own = {one.group or one.product_id for one, _ in found}
    kinds = [one for one in products if (one.group or one.product_id) in own and one.in_stock]
    kinds = kinds or [one for one, _ in found]
    told = {one.group or one.product_id: sentence for one, sentence in found}
    mind.show(kinds, "may_suit")
    if mind.says and mind.says[-1].what == "list":
        each = (spread([entry])[0] for entry in mind.says[-1].listed)
        sentences = tuple(told.get(one.group or one.product_id, "") for one in each)
        mind.says[-1] = Say("list", mind.says[-1].values, listed=mind.says[-1].listed, told=sentences)
