"""What so much of some goods comes to, asked in many ways: `se eu pegasse 5 kg de tomate e 2 alfaces dava quanto?`"""

from collections.abc import Sequence

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.products.counts import counted
from app.features.chat.assistant.products.matching import Product
from app.features.chat.assistant.products.mentions import product_words
from app.features.chat.assistant.products.weighing import measured
from app.features.chat.assistant.reading.splitting import split_mentions
from app.ops.expressions import expression

_COMES_TO = r"(?:d[ae](?:va|ria)?|fica(?:va|ria|m)?|sai(?:a|ria|riam)?|custa(?:va|ria|m)?|seria[m]?|e|eh)"
_HOW_MUCH = (
    rf"(?:(?:ia\s+dar|{_COMES_TO})\s+(?:(?:por|em|tudo)\s+)*quanto|"
    rf"quanto\s+(?:(?:e\s+)?que\s+)?(?:ia\s+dar|{_COMES_TO})(?:\s+tudo)?|"
    rf"quanto\s+(?:(?:{_COMES_TO})\s+)?(?:[oa]s\s+(?:dois|duas|tres)|tudo|junt[oa]s?|both))"
)
_TAKES = r"(?:peg|lev|compr|ped|quis|quer)\w+"
_FORMS = (
    # `se eu levar 5kg de cebola e 2 de pera quanto dá?`, `5 kg de cebola dá quanto?`
    expression(
        rf"(?:^|(?<=[.!?;\n]))\W*(?:(?:oi|e|ah|entao|mas|so)\W+)*(?:se\s+(?:eu\s+|a\s+gente\s+)?(?:fosse\s+)?{_TAKES}\s+)?(?P<goods>[^?.;!\n]+?)\s*,?\s+{_HOW_MUCH}\s*(?=[?.;!\n]|$)"
    ),
    # `me faz a conta: 5 kg de cebola e 5 kg de batata`, `queria saber quanto ficaria 5 kg de cebola`
    expression(
        r"(?:^|(?<=[.!?;\n]))\W*(?:.{0,30}\b)?(?:(?:faz|calcula|soma|ve)\s+(?:(?:a|uma|pra\s+mim)\s+)*(?:conta|soma|total)?\s*(?:de|d[oa]s?)?\s*:?|"
        rf"quanto\s+(?:ia\s+dar|{_COMES_TO})(?:\s+(?:tudo|se\s+eu\s+{_TAKES}))?)\s+(?P<goods>[^?.;!\n]+?)\s*(?=[?.;!\n]|$)"
    ),
)
_COUNTED = expression(r"^(?:\d|uma?\b|dois|duas|tres|quatro|cinco|seis|meia\b|mei[oa]\b)")


def as_sum(text: str) -> str:
    """The folded message, in which such a question is `quanto fica …?`; as it is, where no goods are counted in it."""
    for form in _FORMS:
        found = form.search(text)
        if found is None:
            continue
        parts = split_mentions(found["goods"])
        places = [max(map(current().place, product_words(part)), default=0) for part in parts]
        together = (
            len(parts) > 1 and min(places) == BEGINS and "," not in found["goods"]
        )  # `faca e amolador, quanto os dois?`
        if together or all(_COUNTED.match(part) and at >= NAMES for part, at in zip(parts, places, strict=True)):
            return f"{text[: found.start()]} quanto fica {found['goods']}? {text[found.end() :].lstrip('?.!')}".strip()
    return text


def how_many(product: Product, mention: Mention) -> int | None:
    """How many of a product a mention means; None where it says none, or so much does not go."""
    return measured(product, mention.measure) if mention.measure else counted(product, mention.quantity, mention)


def counts_of(products: Sequence[Product], mentions: Sequence[Mention]) -> tuple[int, ...]:
    """How many of each; empty where one does not go."""
    counts = [how_many(one, said) or (0 if said.measure else 1) for one, said in zip(products, mentions, strict=True)]
    return tuple(counts) if all(counts) else ()
