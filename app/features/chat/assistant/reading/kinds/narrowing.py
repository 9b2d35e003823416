"""What a clause adds to the wish just before it: a size, a measure, which kind. Pure."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.language.goods import BEGINS, current
from app.features.chat.assistant.language.words import is_colour, number
from app.features.chat.assistant.products.matching import shares
from app.features.chat.assistant.products.mentions import AMOUNT, ANY_NUMBER
from app.features.chat.assistant.products.name_words import PACKED, product_words
from app.features.chat.assistant.reading.clauses import Clause
from app.features.chat.assistant.reading.draft import Reading
from app.ops.expressions import expression

_MEASURE_AFTER = expression(r"(?:uns\s+|umas\s+|so\s+|about\s+)?\d{1,4}(?:[.,]\d)?\s*[a-z]{1,6}")


# `a sanduicheira e a chaleira, 220v`: of all of them that come in it
_MAINS_AFTER = expression(
    r"(?:(?:em|de|e|eh|tudo|tem\s+que\s+ser|in)\s+)*(?:(110|115|127|220|230|240)\s*(?:v|volts?)|(bivolt))(?:\s+(?:por\s+favor|please|mesmo|ta|ne))*"
)
# `batata, a inglesa`
_WHICH_KIND = expression(r"((?:[oa]s?|the)\s+[a-z]{3,})(?:\s+ones?)?")


_NUMBER_AFTER = expression(
    r"(?:n?o\s+|e\s+)?(?:(?:el[ea]|eu|[oa]\s+\w+|(?:meu|minha)\s+\w+)\s+)?(?:faz|fez|tem|completa|calc[ao]|us[ao]|vest[eo])?\s*"
    r"(\d{2}|(?<=faz )\d|(?<=tem )\d|(?<=completa )\d|pp|p|m|g|gg|xg|xgg)(?:\s+an(?:os|inhos))?(?:\s+por\s+favor)?"
)


_SIZE_AFTER = expression(
    r"(?:n?o\s+|em\s+|in\s+)?(?:size|tamanho|tam|numero|num)\s*(\d{1,2}|pp|p|m|g|gg|xg|xgg|s|l|xl)(?:\s+(?:please|por\s+favor|then|entao|mesmo))*"
)


# `dois tênis, 36 e 38`
_ONE_SIZE = r"(?:(?:uma?|[oa]|n[oa]|one|tamanho|tam|numero|num|size)\s+)*(\d{2}|pp|p|m|g|gg|xg|xgg|xs|s|l|xl)"
_SIZES_AFTER = expression(rf"{_ONE_SIZE}(?:\s*(?:,|/|&|\+|\be\b|\band\b)\s*{_ONE_SIZE})+")


_THAT_HAS = expression(
    r"(?:[oa]|aquel[ea]|ess[ea]|the\s+one)\s+(?:(?:que|q)\s+(?:tem|vem\s+com|vem|serve)|that\s+(?:has|comes\s+with)|with)\s+"
)
_COLOUR_AFTER = expression(
    r"(?:(?:n?[oa]|em|na\s+cor|de\s+cor|in|the)\s+)?([a-z]{4,})(?:\s+(?:mesm[oa]|msm|por\s+favor|please|one))*"
)
_NARROWS = expression(
    r"^(?:mas\s+)?(?:e|eh|tem\s+que\s+ser|que\s+seja|so\s+que|it\s+has\s+to\s+be)\s+(?:[oa]s?|d[eoa]s?|the)\s+"
)


# Another beside the one that was taken.
ONE_MORE = expression(
    r"^(?:(?:quero|queria|me\s+ve|manda|poe|e|i\s+want)\s+)*(?:uma?\b(?!\s+tamanho)|outr[oa]\b|another\b)"
)


# `o 15x21`, `the 250g bag`, `the ones with 9`
_PACKED_IN = (
    r"(?:(?:pieces?|units?|pecas|unidades)(?:\s+ones?)?|"
    r"ones?|bags?|box(?:es)?|packs?|bottles?|jars?|cans?|pacotes?|sacos?|caixas?|latas?|garrafas?|potes?)"
)
_THE_VALUE = expression(
    r"(?:the|[oa]s?)\s+(?:(?:ones?\s+)?(?:with|of|d[eo]|com)\s+)?(?P<value>\d+(?:[.,]\d+)?(?:x\d+(?:[.,]\d+)?)?(?:\s*(?:cm|mm|ml|g|kg|l|m|gb|tb|w|v|litros?|lit(?:er|re)s?))?)"
    rf"(?:\s+{_PACKED_IN})?(?:\s+(?:please|por\s+favor|mesmo))*"
)
# `uma planta de folha recortada, grandona`, `aquele vaso, o grande`
_HOW_BIG = expression(
    r"(?:[oa]s?\s+|(?:bem|mais|the)\s+)*(?P<size>grand(?:e|ona|ao|inho)|pequen(?:[oa]|inh[oa])|medi[oa]|big|small|large|medium)(?:\s+(?:mesmo|ones?|please))*"
)


def narrows(reading: Reading, text: str) -> bool:
    """`quatro argamassa, mas é a ac3`: which of them is meant."""
    if not reading.changes:
        return _sought_in_size(reading, text) or _sought_in_mains(reading, text)
    if _in_mains(reading, text):
        return True
    last = reading.changes[-1]
    for more in (_by_value, _by_amount, _by_size_told, _by_kind, _by_what_it_has, _by_colour):
        told = (
            last.mention.words
            or (more is _by_value and last.mention.among)
            or (more is _by_kind and last.mention.price_cents is not None)
        )
        if told and (narrowed := more(reading, last, text)) is not None:
            reading.changes[-1] = narrowed
            return True
    if _SIZES_AFTER.fullmatch(text):
        return _of_sizes(reading, last, re.findall(_ONE_SIZE, text))
    found = (
        _by_number if _NUMBER_AFTER.fullmatch(text) else _by_size_alone if _SIZE_AFTER.fullmatch(text) else _by_words
    )
    if (narrowed := found(reading, last, text)) is not None:
        reading.changes[-1] = narrowed
    return narrowed is not None


# `vou de tixan, 3 caixas`
_PACKS = expression(
    rf"(?:(?:sao|seriam?|so|umas|uns|quero|mand[ae]|pode\s+ser|just)\s+)*(?P<count>{ANY_NUMBER})\s+(?P<pack>{'|'.join(sorted(PACKED))}|unidades?|un|pecas?|units?|pieces?)"
    r"(?:\s+(?:mesmo|entao|ta|ne|por\s+favor|please|fechad[ao]s?))*"
)


def counted_behind(reading: Reading, clause: Clause) -> bool:
    """So many boxes, right behind a thing that was wished for, are so many of it, or it in boxes."""
    found = None if clause.asks or clause.negated or clause.conditional else _PACKS.fullmatch(clause.text)
    last = reading.changes[-1] if reading.changes else None
    if found is None or last is None or last.kind not in ("want", "add", "exchange") or last.parts:
        return False
    mention = last.mention
    known = mention.words or mention.among or mention.product_id or mention.position
    if not known or mention.quantity is not None or mention.measure or mention.every or mention.number:
        return False
    packed = (found["pack"],) if found["pack"] in PACKED and mention.words else ()
    reading.changes[-1] = _with(last, quantity=number(found["count"]), soft=(*mention.soft, *packed))
    return True


def _with(change: Change, **told: Any) -> Change:
    return msgspec.structs.replace(change, mention=msgspec.structs.replace(change.mention, **told))


def _by_value(reading: Reading, last: Change, text: str) -> Change | None:
    """`troca pelo maior, o 15x21`, `a teddy bear, the 30 cm one`"""
    found = _THE_VALUE.fullmatch(text) if last.kind in ("want", "add", "exchange") else None
    if found is None or (not last.mention.by_price and _has_value(last.mention)):
        return None
    if last.mention.among:
        kept = _in_such(reading, last.mention.among, found["value"])
        return _with(last, among=kept) if kept else None
    return msgspec.structs.replace(last, mention=_of_value(last.mention, found["value"]), parts=())


def _in_such(reading: Reading, among: Sequence[str], value: str) -> tuple[str, ...]:
    """`the Sul de Minas, the 250g bag`: of those that are meant the ones in that."""
    dialogue = reading.state.dialogue
    shown = [*dialogue.listed, *(dialogue.pending.options if dialogue.pending else ())]
    names = {one.product_id: one.name for item in shown for one in item.each}
    return tuple(one for one in among if shares(product_words(value), names.get(one, "")))


def _has_value(mention: Mention) -> bool:
    return bool(mention.soft and mention.soft[-1][0].isdigit()) or any(word[0].isdigit() for word in mention.words)


def _of_value(mention: Mention, value: str) -> Mention:
    """The thing in so much; a number alone tells which of its kind."""
    told = tuple(product_words(value))
    if value.isdigit():
        return msgspec.structs.replace(mention, soft=(*mention.soft, *told), by_price=None)
    return msgspec.structs.replace(mention, words=(*mention.words, *told), by_price=None)


def _by_amount(reading: Reading, last: Change, text: str) -> Change | None:
    """`mussarela, 300 g`"""
    amount = product_words(text)[-1] if _MEASURE_AFTER.fullmatch(text) else ""
    return _with(last, measure=amount) if AMOUNT.fullmatch(amount) and last.mention.quantity is None else None


def _by_kind(reading: Reading, last: Change, text: str) -> Change | None:
    which = None if last.parts else _WHICH_KIND.fullmatch(text)
    if which is None or not (kind := reading.mention(which[1])).words:
        return None
    if not last.mention.words:  # `1 daquele de 8,90, o simples`
        return _with(last, words=kind.words)
    whole = _with(last, words=(*last.mention.words, *kind.words))
    return msgspec.structs.replace(whole, parts=(last.mention, kind))


def _by_what_it_has(reading: Reading, last: Change, text: str) -> Change | None:
    """`a caixa, a que tem rodas`"""
    has = None if last.parts else _THAT_HAS.match(text)
    more = reading.mention(text[has.end() :]) if has else Mention()
    counted = not more.words or more.quantity is not None
    return None if counted else _with(last, words=(*last.mention.words, *more.words))


def _by_colour(reading: Reading, last: Change, text: str) -> Change | None:
    """`a gaiola, azul mesmo`"""
    coloured = None if last.parts else _COLOUR_AFTER.fullmatch(text)
    known = (*last.mention.words, *last.mention.soft)
    if coloured is None or not is_colour(coloured[1]) or any(map(is_colour, known)):
        return None
    return _with(last, words=(*last.mention.words, coloured[1]))


def _by_number(reading: Reading, last: Change, text: str) -> Change | None:
    """`sapato preto, 42`"""
    found = _NUMBER_AFTER.fullmatch(text)
    if found is None or not last.mention.words or last.mention.soft:
        return None
    if last.mention.quantity is not None and found[1].isdigit():
        return None
    return _with(last, number=found[1]) if found[1].isdigit() else _with(last, soft=(found[1],))


def _by_size_alone(reading: Reading, last: Change, text: str) -> Change | None:
    found = _SIZE_AFTER.fullmatch(text)
    if found and last.mention.among:  # `o preto então, tamanho G`, of those that are meant
        meant = _in_such(reading, last.mention.among, found[1])
        return _with(last, among=meant) if meant else None
    return _with(last, soft=(*last.mention.soft, found[1]), pointing=last.mention.empty) if found else None


def _by_words(reading: Reading, last: Change, text: str) -> Change | None:
    """`mas é a ac3`"""
    found = _NARROWS.match(text)
    more = reading.mention(text[found.end() :]) if found else Mention()
    other = more.quantity is not None or more.position is not None or not (more.words or more.soft)
    if other or not last.mention.words:
        return None
    if more.words and current().place(more.words[0]) == BEGINS and more.words[0] not in last.mention.words:
        return None  # `uma de baunilha. e a luminaria de mesa`
    words = (*last.mention.words, *(word for word in more.words if word not in last.mention.words))
    return _with(last, words=words, soft=(*last.mention.soft, *more.soft))


def _in_mains(reading: Reading, text: str) -> bool:
    """A voltage alone, behind goods: it chooses among those that come in several."""
    found = _MAINS_AFTER.fullmatch(text)
    if found is None or not all(one.kind in ("want", "add") for one in reading.changes):
        return False
    told = f"{found[1]}v" if found[1] else found[2]
    known = [(*one.mention.words, *one.mention.soft) for one in reading.changes]
    plain = [not any(re.fullmatch(r"\d{3}v|bivolt", word) for word in words) for words in known]
    reading.changes = [
        msgspec.structs.replace(one, mention=msgspec.structs.replace(one.mention, soft=(*one.mention.soft, told)))
        if is_plain and one.mention.words
        else one
        for one, is_plain in zip(reading.changes, plain, strict=True)
    ]
    return any(plain)


def _sought_in_size(reading: Reading, text: str) -> bool:
    """`aquele vaso branco, o grande`, told without a verb."""
    look = reading.looks[-1] if reading.looks else None
    if look is None or not look.mention.words or look.mention.soft or _has_value(look.mention):
        return False
    if found := _HOW_BIG.fullmatch(text):
        told = _in_size(look.mention, found["size"])
    elif found := _THE_VALUE.fullmatch(text):
        told = _of_value(look.mention, found["value"])
    else:
        return False
    reading.looks[-1] = msgspec.structs.replace(look, mention=told, parts=())
    return True


def _by_size_told(reading: Reading, last: Change, text: str) -> Change | None:
    """`uma planta de folha recortada, grandona`"""
    found = None if last.parts or last.mention.soft else _HOW_BIG.fullmatch(text)
    return msgspec.structs.replace(last, mention=_in_size(last.mention, found["size"])) if found else None


def _in_size(mention: Mention, size: str) -> Mention:
    plain = "grande" if size.startswith("grand") else size.removesuffix("inho").removesuffix("inha")
    return msgspec.structs.replace(mention, words=(*mention.words, plain))


def _sought_in_mains(reading: Reading, text: str) -> bool:
    """`o aquecedor de 50w, 110v`, told without a verb."""
    found = _MAINS_AFTER.fullmatch(text)
    look = reading.looks[-1] if reading.looks else None
    if found is None or look is None or not look.mention.words or look.parts:
        return False
    told = f"{found[1]}v" if found[1] else found[2]
    mention = msgspec.structs.replace(look.mention, soft=(*look.mention.soft, told))
    reading.looks[-1] = msgspec.structs.replace(look, mention=mention)
    return True


def _of_sizes(reading: Reading, wanted: Change, sizes: list[str]) -> bool:
    """One of each size, where as many were wished for."""
    mention = wanted.mention
    if not mention.words or mention.soft or mention.quantity not in (None, len(sizes)) or wanted.parts:
        return False
    each = [msgspec.structs.replace(mention, soft=(size,), quantity=1) for size in sizes]
    reading.changes[-1:] = [msgspec.structs.replace(wanted, mention=one) for one in each]
    return True


def another_size(reading: Reading, mention: Mention) -> bool:
    """`pode ser G`, of the shirt in M that was taken."""
    focus, lines = reading.state.dialogue.focus, reading.state.cart.lines
    sized = bool(mention.soft) and not mention.words and mention.quantity is None
    taken = focus is not None and focus.options and any(line.product_id == focus.product_id for line in lines)
    return bool(sized and taken)
