"""Two changes of a message that are one, because the second only tells more of the first: `uma boia azul, a maior`,
`tira um caderno, deixa só 1`. Pure."""

from msgspec.structs import replace

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.language.codes import of_numbers
from app.features.chat.assistant.language.goods import BEGINS, current
from app.features.chat.assistant.language.words import is_colour
from app.features.chat.assistant.products.name_words import PACKED
from app.ops.expressions import expression

_LARGE = expression(r"g[1-6]")  # `1 preta g2`


def is_part(change: Change) -> bool:
    """It tells a colour or a size, and names nothing."""
    mention = change.mention
    traits = all(is_colour(word) or _LARGE.fullmatch(word) for word in mention.words) and (
        mention.words or mention.soft
    )
    if any(word in PACKED and current().place(word) == BEGINS for word in mention.soft):
        return False  # `a caneca e 1 caixa P`, where boxes are sold
    if of_numbers(mention.soft):
        return False  # `1 lavanda e 1 do 10-10-10`
    return change.kind in ("want", "add") and bool(traits) and not mention.position


def joined(change: Change, before: Change) -> Change | None:
    """Both as one; None: they are two."""
    own, told = change.mention, before.mention
    wanted = before.kind in ("want", "add")
    if wanted and _ranks(change, before):
        return replace(before, mention=replace(told, by_price=own.by_price))
    if before.kind == "exchange" and (told.words or told.soft) and _tells(change):
        return replace(before, mention=_with_both(told, own))  # `troca pela de 90, azul também`
    if _in_its_place(change, before):
        named = current().place(told.words[0]) == BEGINS and not any(current().place(x) == BEGINS for x in own.words)
        words = (told.words[0], *own.words) if named else own.words
        return replace(change, mention=replace(own, words=words), old=told)
    if wanted and _counted(before) and _tells(change):  # `levo uma. preta`
        return replace(change, kind=before.kind, mention=replace(own, quantity=told.quantity))
    if wanted and own.words and not own.soft and _sized(told) and _tells(change):  # `vou no de 6, o roxo`
        return replace(before, mention=_with_both(told, own))
    return None


def _with_both(told: Mention, own: Mention) -> Mention:
    return replace(told, words=(*told.words, *own.words), soft=(*told.soft, *own.soft))


def _ranks(change: Change, before: Change) -> bool:
    """The largest, the cheapest of what was wished for just before, and nothing else."""
    own, named = change.mention, before.mention
    alone = own.by_price is not None and not (own.words or own.soft or own.position or own.pointing or own.product_id)
    plain = bool(named.words) and not (named.soft or named.by_price or named.every or before.parts)
    return alone and own.quantity is None and plain and change.kind == "want"


def _tells(change: Change) -> bool:
    """A colour or a size alone."""
    own = change.mention
    return own.quantity is None and not own.noun and not change.corrects and is_part(change)


def _in_its_place(change: Change, before: Change) -> bool:
    """Something for what the same message takes out: `tira o de chão e põe o de mesa no lugar`."""
    taken = before.kind == "remove" and bool(before.mention.words) and before.mention.quantity is None
    return taken and change.kind == "exchange" and change.old is None and bool(change.mention.words)


def _counted(before: Change) -> bool:
    """So many of what is spoken of."""
    told = before.mention
    return told.quantity is not None and told.empty and not (told.pointing or told.every or before.bare)


def _sized(told: Mention) -> bool:
    """The one of that size or number, and nothing else."""
    return bool(told.soft) and not (told.words or told.quantity or told.among or told.position or told.by_price)
