"""What the shop tells of what somebody is allergic to: never goods, and never a guess."""

import re
from collections.abc import Generator, Sequence

import msgspec

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.deciding.answering import telling
from app.features.chat.assistant.deciding.cart.choosing import FOUND, products_of, query_words
from app.features.chat.assistant.deciding.mind import Ask, Done, Mind, Say, Steps
from app.features.chat.assistant.documents.answers import MAX_QUOTE, keys_of, sentences_of
from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.words import fold, in_portuguese, stem, words
from app.features.chat.assistant.products.matching import Product, called_so, fitting, one_group
from app.features.chat.assistant.products.restricted import restriction
from app.features.conversations.state import Pending
from app.ops.expressions import expression

_ALLERGIC = expression(
    r"\b(?:alergi[a-z]*|intoleran[a-z]*|allerg[a-z]*|intolerant)\s+(?:(?:a|ao|as|aos|com|de|to)\s+)?(?P<what>[a-z]{3,})|\b(?P<before>[a-z]{3,})[\s-]+(?:allerg(?:y|ies|ic)|intoleran(?:t|ce))\b(?!\s+to\b)|"
    r"\b(?:tem|leva|contem|has|contains?)\s+(?P<has>[a-z]{3,})\b(?=.*\b(?:sou|e|eh|i'?m)\s+(?:muito\s+)?(?:alergic[oa]|intolerante|allergic)\W*$)|"
    r"\b(?P<celiac>c[o]?eliac[a-z]*)"
)
_ALIKE = {
    "leite": ("leite", "lactose", "lacteo"),
    "lactose": ("lactose", "leite", "lacteo"),
    "gluten": ("gluten", "trigo"),
}
_TELLS = expression(
    r"\b(?:contem|contain\w*|sem|tem|temos|leva|tracos|vegan\w*|livre|zero|usamos|us[ao]|feit\w+|produz\w+|alerg\w+|may|free|without|com)\b"
)
_OF_ALL = expression(r"\b(?:tod[oa]s|tudo|noss[oa]s|all|everything)\b")
_NOT_WHAT = frozenset(
    """sim nao algum alguma tem isso essa esse tenho voces muito qual que and but the any her his this""".split()  # noqa: SIM905
)


def allergen(text: str) -> str:
    """What a folded message says that somebody cannot take; empty: nothing."""
    found = _ALLERGIC.search(text)
    if found is None:
        return ""
    what = "gluten" if found["celiac"] else found["what"] or found["before"] or found["has"]
    told = in_portuguese(what)[:1] or in_portuguese(what.removesuffix("s"))[:1] or (what,)
    return "" if what in _NOT_WHAT else told[0]


def tell(mind: Mind) -> Steps:
    """`minha filha tem alergia a amendoim, esse tem?`: what the thing and the documents say of it, else that a person
    knows."""
    acts = mind.acts
    what = allergen(fold(acts.text))
    if not what or acts.complains or acts.after_sale is not None or "?" not in acts.text:
        return
    product = yield from _asked_about(mind, what)
    told = _ALIKE.get(what, (what,))
    fact = (yield from _fact(mind, product, told)) if product is not None else None
    name = (product.base or product.name) if product is not None else ""
    sentences = _documented(mind, told, name)
    others = [one for one in acts.looks if any(map(mind.shop.goods.place, _without(one.mention.words, what)))]
    called = [one for one in others if product is None and not one.guess and _calls_it_free(acts.text, what)]
    if product is not None or sentences or not others:
        mind.acts = msgspec.structs.replace(
            acts,
            looks=tuple(called),
            wonders=(),
            about=(),
            traits=None,
            tells=False,
            recalls=None,
            unread=(),
            conditional=False,
        )
    if fact is not None and product is not None:
        telling.say_fact(mind, product, fact)
    mind.says += [Say("text", text=one) for one in sentences]
    if product is None and sentences:
        return
    own = keys_of(name, v.FILLER)
    told_of_it = any(own & keys_of(one, v.FILLER) or _OF_ALL.search(fold(one)) for one in sentences)
    if fact is None and not told_of_it:
        mind.say("allergy_unknown", to=what)
        mind.pending = mind.pending if mind.cart.lines else Pending("person")


def _calls_it_free(text: str, what: str) -> bool:
    """`tem bolo sem glúten?`, `ela é celíaca, tem algum bolo?`: what the shop itself calls so is shown."""
    if restriction(fold(text)) == what:
        return True
    return re.search(rf"\b(?:sem|zero)\s+{re.escape(what)}\b|\b{re.escape(what)}[\s-]+free\b", fold(text)) is not None


def _asked_about(mind: Mind, what: str) -> Generator[list[Ask], list[Done], Product | None]:
    """The one thing that the question names, or that is spoken of."""
    acts = mind.acts
    named = [one for one in (*acts.about, *acts.wonders, *(look.mention for look in acts.looks)) if one.words]
    for mention in named:
        kept = _without(mention.words, what)
        if not any(mind.shop.goods.place(word) for word in kept) or not mind.may_search:
            continue
        done = yield [Ask("search_products", {"query": " ".join(query_words(kept))[:400], "limit": FOUND})]
        meant = Mention(kept, mention.soft)
        found = fitting(products_of(done[-1]), meant)
        found = [one for one in found if called_so(one, meant)] or found
        return found[0] if len(found) == 1 or one_group(found) else None
    return telling.spoken_of(mind)


def _without(named: Sequence[str], what: str) -> tuple[str, ...]:
    return tuple(word for word in named if stem(word) != stem(what) and what not in in_portuguese(word))


def _fact(mind: Mind, product: Product, told: tuple[str, ...]) -> Generator[list[Ask], list[Done], str | None]:
    whole = yield from telling.details(mind, product)
    return next((one for one in telling.facts(whole or {}) if _names(one, told)), None)


def _names(sentence: str, told: tuple[str, ...]) -> bool:
    said = set(map(stem, words(fold(sentence))))
    return any(stem(one) in said for one in told)


def _documented(mind: Mind, told: tuple[str, ...], name: str) -> list[str]:
    """The sentence of the documents that speaks of it, rather of this thing."""
    own = keys_of(name, v.FILLER)
    every = [one for passage in mind.shop.passages for one in sentences_of(passage.text)]
    found = [one[:MAX_QUOTE] for one in every if _names(one, told) and _TELLS.search(fold(one))]
    return sorted(found, key=lambda one: -len(own & keys_of(one, v.FILLER)))[:1]
