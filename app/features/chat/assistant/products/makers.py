"""Goods by who made or wrote them, which only their descriptions tell: `livros da Colleen Hoover`. Pure."""

from collections.abc import Sequence

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.language.goods import Goods
from app.features.chat.assistant.language.words import fold, in_portuguese, words
from app.features.chat.assistant.products.matching import Product, nearly, shares
from app.ops.expressions import expression

_NAME = r"[A-ZÀ-Ý][\w'’-]+"
# A sentence that is a name of several words: `Machado de Assis. Edição de bolso`, `Autora: Colleen Hoover`.
_MAKER = expression(rf"(?:^|[.;:]\s*)(?P<name>{_NAME}(?:\s+(?:(?:d[aeo]s?|von|van|e|&)\s+)?{_NAME})+)\s*(?:[.;(]|$)")

# A name in the middle of a sentence, and not for whom it is
_NAMED_WITHIN = expression(
    r"(?<=[a-zà-ÿ,]\s)(?<!\bfor\s)(?<!\bpra\s)(?<!\bpara\s)(?<!\bpro\s)(?P<name>[A-ZÀ-Ý][a-zà-ÿ]{2,})\b"
)


def nearest(products: Sequence[Product], mention: Mention) -> list[Product]:
    """What may be offered where nothing is called so: what is by whom was named, whatever it was called, else what
    shares most of the words."""
    return by_maker(products, mention) or nearly(products, mention)


def by_maker(products: Sequence[Product], mention: Mention) -> list[Product]:
    """Those that are by the one who is named; the word before that may be what they are: `livros`."""
    made = {one.product_id: {word for name in _makers(one) for word in words(fold(name))} for one in products}
    known = set().union(*made.values())
    named = {word for word in mention.words if word in known and not any(shares([word], one.name) for one in products)}
    if not named or len(mention.words) > len(named) + 1:
        return []
    return [one for one in products if named <= made[one.product_id]]


def by_unknown_maker(products: Sequence[Product], mention: Mention, text: str, goods: Goods) -> bool:
    """`do you have Adidas running shoes?`, of a shop that carries the name nowhere. text: the message."""
    named = {fold(found["name"]) for found in _NAMED_WITHIN.finditer(text)} & set(mention.words)
    strange = [word for word in named if goods.place(word) == 0 and not in_portuguese(word)]
    return any(not any(shares([word], f"{one.name} {one.about}") for one in products) for word in strange)


def _makers(product: Product) -> list[str]:
    return [found["name"] for found in _MAKER.finditer(product.description)]
