"""Another of what was taken just before, with something of it otherwise: `outro igual só que moído`."""

from collections.abc import Sequence

import msgspec

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.deciding.cart.choosing import kin, of_line
from app.features.chat.assistant.deciding.mind import Mind
from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.products.matching import Product, fitting, like_name, shares
from app.ops.expressions import expression

# `outro igual ao primeiro`
_FIRST = expression(r"\bigua(?:l|is)\w*\s+(?:ao?|as|o)?\s*primeir[oa]|\bsame\s+as\s+the\s+first")


def alike_but(mind: Mind, mention: Mention, searched: Sequence[Product]) -> list[Product]:
    """Those of its kind that have what is said, and else as much in common with it as any; where nothing was taken,
    what is called like what was named."""
    own = kin(mind) or next(iter([of_line(line) for line in mind.cart.lines[-1:]]), None)
    if mind.cart.lines and _FIRST.search(fold(mind.acts.text)):
        own = of_line(mind.cart.lines[0])
    said = [*mention.words, *mention.soft]
    known = next((one for one in searched if own is not None and one.product_id == own.product_id), own)
    if known is not None and known.group is not None:
        kind = [one for one in searched if one.group == known.group and one.product_id != known.product_id]
        told = [one for one in kind if all(shares([word], one.name) for word in said)]
        told = told or [one for one in kind if shares(said, one.name)]
        same = [sum(known.options.get(key) == value for key, value in one.options.items()) for one in told]
        if told:
            return [one for one, count in zip(told, same, strict=True) if count == max(same)]
    head = mention.noun.split()[:1] or (known.base or known.name).split()[:1] if known else mention.noun.split()[:1]
    called = fitting(searched, msgspec.structs.replace(mention, words=(*head, *mention.words), noun="", alike=False))
    return like_name(called, known.name) if known is not None and called else called
