"""One of the kinds that were shown, told by its value or rank among words that say why: `o de 1 kg compensa mais, quero
um`, `pode ser a menor que meu quintal é um ovo`, `rosa não combina comigo, a outra`."""

import re
from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

from app.features.chat.assistant.acts import Change, Mention, PriceOrder
from app.features.chat.assistant.deciding.cart.choosing import best_by_price
from app.features.chat.assistant.deciding.mind import Mind
from app.features.chat.assistant.language.goods import BEGINS, NAMES
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import fold, is_colour, number, words
from app.features.chat.assistant.products.matching import Product, shares, spread
from app.features.chat.assistant.products.values import Told, told_values
from app.ops.expressions import expression

MOST_KINDS = 12
_ARTICLES = frozenset("o a os as um uma de do da the a an one".split())  # noqa: SIM905
_WISHES = expression(
    r"\b(?:quer(?:o|ia)|manda|poe|bota|coloca|me\s+(?:da|ve)|ve|pode\s+ser|vai|vou\s+(?:de|levar|querer|ficar|n[oa]|n?el[ea])|fic[ao]|levo|pego|"
    r"pega|separa|serve|resolve|basta|chega|ta\s+(?:bo[ma]|otim[oa]|cert[oa])|prefiro|i'?ll|i\s+want|give|take|get|please|works|fine)\b"
)
_SMALLEST = expression(r"\b(?:menor(?:zinh[oa])?|mais\s+(?:pequen\w+|curt[oa]|levinh[oa])|smallest|shortest)\b")
_LARGEST = expression(r"\b(?:maior(?:zinh[oa]|zao)?|mais\s+(?:grande|comprid[oa]|long[oa])|largest|biggest|longest)\b")
_CHEAPEST = expression(r"\b(?:mais\s+(?:barat\w+|em\s+conta)|cheapest)\b")
_MIDDLE = expression(r"\b(?:d[oe]\s+meio|intermediari[oa]|(?:the\s+)?middle(?:\s+one)?|medium\s+one)\b")
_OTHER = expression(r"\b(?:[oa]\s+outr[oa]|the\s+other(?:\s+one)?)\b")
_DOUBTS = expression(
    r"\?|\b(?:mas|but|se|caso\s+(?:nao|der|tenha|precise)|if|talvez|maybe|sera|ou|or|nao\s+sei|sei\s+la|duvida|pensar|depois|ver\s+com|perguntar|compar\w+|quanto|qual|quais|not\s+sure|later)\b"
)
_PIECES = expression(r"[,.;!\n]+|\s(?:que|porque|pois|mas|e|entao|because|but|so)\s")
_SEVERAL = expression(
    r"\b(?:cada|tod[oa]s|tudo|amb[oa]s|both|all|(?:os|as)\s+(?:dois|duas|tres)|tambem|mais\s+(?:uma?|\d+)|e\s+(?:uma?|\d+|[oa]s?\s+d[eo]))\b"
)


def take(mind: Mind) -> None:
    """Where the words of a message are taken for goods and not for this, it is a wish for the one kind they tell."""
    text = spelt_out(fold(re.sub(r"\bé\b", "eh", mind.acts.text.lower())))
    shown = _shown(mind)
    if not 1 < len(shown) <= MOST_KINDS or len({one.group for one in shown}) > 1 or shown[0].group is None:
        return
    if sum(one.mention.quantity is not None and _tells(one.mention, shown) for one in mind.acts.changes) > 1:
        return  # `uma da prata e duas da ouro`
    if len({one.mention.among for one in mind.acts.changes if one.kind == "want" and len(one.mention.among) == 1}) > 1:
        return  # `a caqui 42 e a preta 44`
    told = told_values(text, {item for one in shown for item in one.options.items()})
    wished = _wished(text, told)
    if _DOUBTS.search(text) or _SEVERAL.search(text) or mind.acts.hesitates or mind.acts.wears:
        return
    if any(_is_bare(text, one) for one in told if wished and one not in wished and not one.denied):
        return  # `quero o rosa e o azul`
    if not _is_open(mind, shown, text, against=bool(wished) and len(told) > len(wished)):
        return
    values, told = told, wished or told
    meant = _meant(text, told, shown)
    if meant is None or not (_WISHES.search(text) or _OTHER.search(text)):
        return
    said = [number(word) for word in words(_without(text, values))]
    counts = [count for count in said if count]
    if len({*counts} - {1}) > 1:
        return
    asked = mind.state.dialogue.pending
    count = max(counts, default=0) or (asked.quantity if asked is not None else None)
    mind.kinds = (meant.listed,)
    mind.acts = replace(
        mind.acts,
        changes=(Change("want", Mention(product_id=meant.product_id, quantity=count)),),
        looks=(),
        wonders=(),
        about=(),
        traits=None,
        recalls=None,
        unread=(),
        not_that=False,
        no=False,
    )


def _shown(mind: Mind) -> list[Product]:
    asked = mind.state.dialogue.pending
    options = asked.options if asked is not None and asked.kind in ("choose", "quantity") else mind.listed
    return [one for one in spread(options) if one.in_stock]


def _wished(text: str, told: Sequence[Told]) -> list[Told]:
    """The values in the one piece that wishes for something: `rosa é coisa de criança, fico com a preta`."""
    starts = [0, *(found.end() for found in _PIECES.finditer(text)), len(text)]
    own = [
        [one for one in told if start <= one.start < end]
        for start, end in pairwise(starts)
        if _WISHES.search(text[start:end])
    ]
    return own[0] if len(own) == 1 else []


def _is_bare(text: str, one: Told) -> bool:
    """The piece that names it says nothing else."""
    start = max((found.end() for found in _PIECES.finditer(text, 0, one.start)), default=0)
    end = next((found.start() for found in _PIECES.finditer(text, one.end)), len(text))
    return all(word in _ARTICLES for word in words(f"{text[start : one.start]} {text[one.end : end]}"))


def _is_open(mind: Mind, shown: Sequence[Product], text: str, *, against: bool) -> bool:
    """Nothing that the message wants is of what was shown, as it was read, and it names no other goods. against: one
    kind is wished for, and another told why not."""
    held, goods = {line.product_id for line in mind.cart.lines}, mind.shop.goods
    acts = mind.acts
    if acts.after_sale or acts.questions or any(one.product_id in held for one in shown):
        return False
    if any(one.kind != "want" or (_tells(one.mention, shown) and not against) for one in acts.changes):
        return False
    if not (acts.changes or acts.about) and not any(look.guess or look.more for look in acts.looks):
        return False
    wished = {word for one in acts.changes for word in one.mention.words if goods.place(word) >= NAMES}
    named = [word for word in words(text) if goods.place(word) == BEGINS or is_colour(word) or word in wished]
    return all(any(shares([word], one.name) for one in shown) for word in named)  # not `o strogonoff de 300`


def _tells(mention: Mention, shown: Sequence[Product]) -> bool:
    """It was read as one of those."""
    if mention.product_id or mention.among or mention.position is not None or mention.every or mention.price_cents:
        return True
    if not mention.words:
        return bool(mention.soft or mention.by_price)
    return any(all(shares([word], one.name) for word in mention.words) for one in shown)


def _meant(text: str, told: Sequence[Told], shown: Sequence[Product]) -> Product | None:
    wanted = {(one.key, one.value) for one in told if not one.denied}
    denied = {(one.key, one.value) for one in told if one.denied}
    left = [one for one in shown if wanted <= {*one.options.items()} and denied.isdisjoint(one.options.items())]
    if not wanted and not (denied and _OTHER.search(text)):
        ranks: list[tuple[PriceOrder, re.Pattern[str]]] = [
            ("smallest", _SMALLEST),
            ("largest", _LARGEST),
            ("cheapest", _CHEAPEST),
        ]
        ranked = [order for order, sign in ranks if sign.search(text)]
        if len(ranked) == 1 and not denied:
            left = best_by_price(shown, ranked[0])
        elif _MIDDLE.search(text) and len(shown) % 2:
            left = [sorted(shown, key=lambda one: one.price_cents or 0)[len(shown) // 2]]
        else:
            return None
    return left[0] if len(left) == 1 else None


def _without(text: str, told: Sequence[Told]) -> str:
    return "".join(" " if any(one.start <= at < one.end for one in told) else char for at, char in enumerate(text))
