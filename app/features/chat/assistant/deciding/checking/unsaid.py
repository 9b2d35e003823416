"""What a message did to the cart, or has not done, and no sentence of it alone tells. Pure."""

import re
from collections.abc import Sequence

from app.features.chat.assistant.deciding.checking.sentences import (
    amount_of,
    base_of,
    called,
    is_it,
    kind_of,
    measures_in,
    numbers_in,
    options_of,
    said_of,
)
from app.features.chat.assistant.deciding.mind import Mind
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import fold, words
from app.features.chat.assistant.products.counts import lot_in
from app.features.chat.assistant.products.matching import shares
from app.features.conversations.state import CartLine
from app.ops.expressions import expression

# `dá pra tirar a vela?`, `o rolo pode trocar por uma trincha?`
_MAY = expression(
    r"\b(?:pode\w*|posso|podia|da\s+(?:pra|para)|tem\s+como|consegue\w*|quer(?:o|ia)|vou|can|could|would|may)\b|"
    r"^\W*(?:(?:e|ai|entao|ah|oi|and)\W+)*(?:tir|troc|mud|remov|swap|change|take)\w*"
)
_ALL_KINDS = expression(r"\b(?:cada|tod[ao]s|each|every|all|both|amb[ao]s|[oa]s\s+(?:dois|duas))\b")
_OF_EACH = expression(
    r"\b(?:\d{1,2}|uma?|dois|duas|tres|one|two|three)\s+(?:de|of)\s+(?:cada|each)\b(?!\s+\w*\s*(?:cor|tam|size))"
)
# What counts without a number, or in a way that is not reckoned here.
_COUNTS_SO = expression(
    r"\b(?:mais|outr[oa]s?|another|more|again|dobr\w+|duplic\w+|tripl\w+|doub\w+|twice|par(?:es)?|pairs?|duzias?|dozens?|mei[oa]|half|metade|"
    r"tod[oa]s?|tudo|cada|each|every\w*|both|amb[oa]s|extra|cento|milheiros?|casal|couple|rest[eo]?)\b|\+"
)
# What says that as many more are wanted.
_MORE = expression(
    r"\b(?:mais|outr[oa]s?|another|more|again|extra|tambem|too|also|junto|faltou|faltaram|esqueci|missing|forgot|dobr\w+|doub\w+|troc\w+|swap)\b|\+"
)
BUT = expression(r"\b(?:mas|so\s+que|but)\b")
_SAME_SIZE = expression(r"\bmesm[oa]\s+(?:tam(?:anho)?|numero)\b|\bsame\s+size\b")
_OR = expression(r"\b(?:ou|or)\b")


def each_is_lost(mind: Mind, text: str) -> bool:
    """`1 de cada, e também um presunto`, of two that were shown, and fewer things have come."""
    shown = [{each.product_id for each in one.each} for one in mind.state.dialogue.listed]
    if "?" in text or not _OF_EACH.search(spelt_out(fold(text))):
        return False
    if len(shown) < 2:  # `add the nozzle. one of each`, of that and of what was spoken of
        focus, asked = mind.state.dialogue.focus, mind.state.dialogue.pending
        things = (*([focus] if focus is not None else []), *(asked.options if asked is not None else ()))
        spoken_of = {each.product_id for thing in things for each in thing.each}.union(*shown)
        return len(mind.cart.lines) == 1 and bool(spoken_of) and mind.cart.lines[0].product_id not in spoken_of
    held = {line.product_id: line.quantity for line in mind.state.cart.lines}
    came = sum(held.get(line.product_id) != line.quantity for line in mind.cart.lines)
    return max(came, sum(not ids.isdisjoint(line.product_id for line in mind.cart.lines) for ids in shown)) < 2


def beside_or_instead(said: str, before: Sequence[CartLine], now: Sequence[CartLine]) -> bool:
    """`a rosa então, mesmo tamanho`, and it stands beside what was there: nothing says that both are wanted."""
    text = spelt_out(fold(said))
    if _SAME_SIZE.search(text) is None or _MORE.search(text) or text.startswith(("e ", "and ")):
        return False
    held = {line.product_id for line in before}
    new = [line for line in now if line.product_id not in held]
    return len(before) == len(new) == 1 and before[0] in now and before[0].quantity == new[0].quantity


def came_unsaid(said: str, before: Sequence[CartLine], now: Sequence[CartLine]) -> bool:
    """Several kinds of a thing came in at once, one of them in a size or colour that the message does not say beside
    those it says: `um P e um G`, and a third in M."""
    held, text = {line.product_id for line in before}, spelt_out(fold(said))
    new = [line for line in now if line.product_id not in held]
    if _ALL_KINDS.search(text):
        return False
    for line in new:
        kinds = [one for one in new if base_of(one) == base_of(line)]
        for at, value in enumerate(options_of(line)):
            kind = kind_of(value)
            values = {options_of(one)[at] for one in kinds if len(options_of(one)) > at}
            told = said_of(kind, said, text) if kind == "letter" and len(values) > 1 else set()
            if len(told) > 1 and not any(is_it(one, value, kind) for one in told):
                return True
    return False


def counts_unsaid(mind: Mind, text: str) -> bool:
    """There are several of a line, or more than before, and neither the message nor what was asked tells how many:
    `quero usar de noite também`, and there are two."""
    text = spelt_out(fold(text))
    before, now = mind.state.cart.lines, mind.cart.lines
    as_many = sum(line.quantity for line in before) == sum(line.quantity for line in now)  # one came for another
    if as_many or _COUNTS_SO.search(text) or any(unit for _, unit in measures_in(text)):
        return False
    asked = [one for one in (mind.state.dialogue.pending, *mind.state.dialogue.open) if one is not None]
    known = {count for one in asked for count in (one.quantity, *one.counts)}
    known |= {line.quantity for line in before}
    told = numbers_in(text)
    sums = {one + other for at, one in enumerate(told) for other in told[at + 1 :]} | {sum(told)}
    sums |= {one - other for one in told for other in told} if BUT.search(text) else set()  # `100, mas 40 sem`
    held = {line.product_id: line.quantity for line in before}
    for line in now:
        had, many = held.get(line.product_id, 0), line.quantity
        if many == had or many == 1 or (not had and many in known):
            continue
        lot = lot_in(fold(line.name)) or 1
        counts = {*told, *sums}
        if not ({many, abs(many - had), many * lot, (many - had) * lot} & counts or many / lot in counts):
            return True
    return False


def doubled(mind: Mind, text: str) -> bool:
    """`então pode incluir 3 bordados`, and there are six where three were: as many more, or the same said again?"""
    text = spelt_out(fold(text))
    if _MORE.search(text):
        return False
    told = numbers_in(text)
    now = {line.product_id: line.quantity for line in mind.cart.lines}
    return any(
        now.get(line.product_id) == 2 * line.quantity and line.quantity in told and 2 * line.quantity not in told
        for line in mind.state.cart.lines
    )


def gone_by_asking(sentences: Sequence[str], before: Sequence[CartLine], now: Sequence[CartLine]) -> bool:
    """A line is gone that is named only where something is asked: `e pra tirar o glitter depois, faz como?`"""
    left, held = {line.product_id for line in now}, {line.product_id for line in before}
    for line in before:
        if any(base_of(one) == base_of(line) and one.product_id not in held for one in now):
            continue  # `azul não tem, né? branco então`
        naming = (
            [one for one in sentences if called(spelt_out(fold(one)), [line])] if line.product_id not in left else []
        )
        if naming and all(map(_asks, naming)):
            return True
    return False


def _asks(sentence: str) -> bool:
    return "?" in sentence and _MAY.search(spelt_out(fold(sentence))) is None


def kinds_lost(mind: Mind, sentence: str) -> bool:
    """`pra mim o branco M e pra ele o cinza G`, and there is only the white one: of several sizes or colours that are
    said of what has come, one is not there."""
    text = spelt_out(fold(sentence))
    if _OR.search(text) or any(one.what == "sold_out" for one in mind.says):
        return False
    held = {line.product_id for line in mind.state.cart.lines}
    came = [line for line in mind.cart.lines if line.product_id not in held]
    every = [value for line in (*mind.state.cart.lines, *mind.cart.lines) for value in words(line.name)]
    for kind in ("letter", "colour"):
        said = said_of(kind, sentence, text)
        known = {one for one in said if any(is_it(one, value, kind) for value in every)}
        if kind == "colour":  # `a branca com letra preta` is one
            said = {one for one in said if one in known or re.search(rf"\b(?:[oa]s?|uma?|the|one|\d+)\s+{one}\b", text)}
        own = [value for line in came for value in options_of(line) if kind_of(value) == kind]
        if len(said) > 1 and known != said and any(is_it(one, value, kind) for one in said for value in own):
            return True
    return False


def exchanged_unsaid(text: str, before: Sequence[CartLine], now: Sequence[CartLine]) -> bool:
    """`muda o fio de 2,4 mm pra 3 rolos`, and one of 3,0 mm has come for it: the message says of which kind the old is,
    and not of which the new one."""
    said, left = spelt_out(fold(text)), {line.product_id for line in now}
    held = {line.product_id for line in before}
    for old in before:
        kin = [one for one in now if one.product_id not in held and base_of(one) == base_of(old)]
        if old.product_id in left or len(kin) != 1:
            continue
        apart = [(one, new) for one, new in zip(options_of(old), options_of(kin[0]), strict=False) if one != new]
        if any(_is_said(one, said) and not _is_said(new, said) for one, new in apart):
            return True
    return False


def _is_said(value: str, text: str) -> bool:
    """A size by its number, anything else by a word."""
    amounts = {amount_of(size) for size, _ in measures_in(value)}
    told = {amount_of(size) for size, _ in measures_in(text)}
    return bool(amounts & told) if amounts else shares(words(value), text)
