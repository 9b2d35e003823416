"""Goods of no kind that is named, by what is to be done with them: `tem alguma coisa pra tirar ferrugem?`; and one of
those before the shopper by what it is like: `tem algum que não precisa de energia?`"""

from collections.abc import Generator

from app.features.chat.assistant.deciding.answering import needs
from app.features.chat.assistant.deciding.cart.choosing import FOUND, products_of
from app.features.chat.assistant.deciding.mind import Ask, Done, Mind
from app.features.chat.assistant.language.goods import NAMES
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.products.matching import spread
from app.features.conversations.state import Pending
from app.ops.expressions import expression

_SOMETHING = expression(
    r"\b(?:algo|(?:(?:alguma|uma|tem|teria)\s+)coisa|coisinha|algum\s+produto|(?:o\s+)?que\s+(?:e\s+que\s+)?(?:(?:voces?|ai)\s+)?(?:tem|vende[m]?|teria[m]?|indica[m]?)(?:\s+ai)?|"
    r"(?:o\s+)?que\s+(?:eu\s+)?(?:uso|compro|passo)|something|anything|what\s+(?:do\s+you\s+have|can\s+i\s+use))\s+"
    r"(?:pra|para|pro|p|que|to|for|that)\s+(?P<need>(?!mim\b|me\b|hoje\b|agora\b|comer\b|presente|dar\b|levar\b|comprar\b|vender\b|entreg|meu\b|minha\b|[oa]\s+(?:meu|minha)\b)"
    r"[^.;!?\n]+)"
)
_ANY_OF_THEM = expression(
    r"\b(?:tem|teria|qual|quais|have|is\s+there|got)\s+(?:(?:algum|alguma|um|uma|dess[ea]s|d?el[ea]s|any|one|outr[oa])\s+)*(?:que|that|which)\s"
)
# `algo pra despachar, tipo uma mala`: goods are named
_LIKE_THESE = expression(r"\b(?:tipo|que\s+nem|like)\s+(?:(?:uma?s?|an?)\s+)?[a-z]{3}")


def show(mind: Mind) -> Generator[list[Ask], list[Done], bool]:
    """Show what serves; True: that answers what is looked for."""
    text = spelt_out(fold(mind.acts.text))
    if not mind.acts.looks or any(one.by_price or one.parts or one.quantity for one in mind.acts.looks):
        return False
    if _of_these(mind, text):
        return True
    found = _SOMETHING.search(text)
    if found is None or not mind.may_search or _LIKE_THESE.search(text):
        return False
    done = yield [Ask("search_products", {"query": found["need"][:400], "limit": FOUND})]
    there = [one for one in products_of(done[-1]) if one.in_stock]
    if not (fit := needs.saying(there, found["need"])):
        return False
    needs.show(mind, fit, there)
    mind.pending = Pending("quantity" if len(mind.listed) == 1 else "choose", mind.listed)
    return True


def _of_these(mind: Mind, text: str) -> bool:
    """What is said of nothing but those that are shown."""
    goods = mind.shop.goods
    named = [word for one in mind.acts.looks for word in one.mention.words if goods.place(word) >= NAMES]
    if named or _ANY_OF_THEM.search(text) is None or not mind.listed:
        return False
    if any(said.what == "list" for said in mind.says):  # chosen by it already
        return True
    fit = needs.suited(mind, spread(mind.listed))
    if fit:
        needs.show(mind, fit, spread(mind.listed))
        mind.pending = Pending("quantity" if len(mind.listed) == 1 else "choose", mind.listed)
    return bool(fit)
