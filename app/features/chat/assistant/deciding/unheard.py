"""What a message says of goods and what became of it: each piece that names or counts some shows in the cart or in the
answer, else it is asked about before anything is closed. The other half of `unspoken`."""

import re
from collections.abc import Iterator

from app.features.chat.assistant.acts import settled
from app.features.chat.assistant.deciding.mind import Mind
from app.features.chat.assistant.language.english_names import in_catalogues
from app.features.chat.assistant.language.goods import BEGINS, forms
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.vocabulary import NO_GOODS
from app.features.chat.assistant.language.words import fold, is_colour, number, words
from app.features.chat.assistant.products.counts import lot_in
from app.features.chat.assistant.products.matching import shares
from app.features.chat.assistant.products.mentions import ANY_NUMBER, PACKED, UNITS
from app.features.chat.assistant.reading.told_aloud import without_quoted
from app.features.conversations.state import CartLine
from app.ops.expressions import expression

PIECE = expression(r"(?:[,.](?!\d)|[;:!\n])+|\s(?:e|and|mais)\s")
# `the one for laptops`, which chooses
_BY_WHAT = expression(
    r"(?:e\s+|and\s+)?(?:[oa]s?|the\s+ones?|that)\s+(?:d[eoa]s?|pra|para|pro|com|que|for|with|of|that)\b"
)
# `não quero a bola`, `minha cama é queen`
_DENIES = expression(r"\b(?:nao|n|nem|sem|not|no|nor|without|isn'?t|don'?t|meus?|minhas?|noss[oa]s?|my|our)\b")
# `4 de ninho`, `põe 2 bolos de rolo`
_COUNTED = expression(
    rf"\s*(?:(?:[a-z]+\s+){{0,2}}?(?:quero|levo|faz|poe|coloca|bota|manda|ve|inclui|add|want|take)\s+)?(?P<n>{ANY_NUMBER})\s+"
    r"(?!(?:vezes|dias?|horas?|h|min\w*|anos?|mes(?:es)?|reais|pessoas?|x|por|kg|quilos?|g|gramas?|l|litros?|ml|metros?|m|cm|v|duzias?|centos?)\b)(?:(?:d[eoa]s?|of)\s+)?(?P<what>[a-z].*)"
)

_NUMBER = expression(r"\d{1,4}")
_OF_EACH = expression(r"\b(?:cada|tod[oa]s|dobro|each|every\w*|double)\b")


def missed(mind: Mind) -> str:
    """A piece of a message that changed the cart, whose goods are neither in it nor spoken of in the answer (`bota uma
    lâmpada`, where only the lamp was put in), or are there in another number; empty: there is none."""
    asked = mind.state.dialogue.pending
    chooses = asked is not None and asked.kind == "choose"
    if mind.cart.lines == mind.state.cart.lines or mind.acts.recalls is not None or "?" in mind.acts.text:
        return ""
    if settled(mind.acts.changes, {line.product_id for line in mind.state.cart.lines}):
        return ""
    known = " ".join(_told(mind))
    for piece in PIECE.split(without_quoted(fold(mind.acts.text))):
        if (chooses and _BY_WHAT.match(piece.strip())) or _DENIES.search(piece):
            continue
        named = [word for word in words(in_catalogues(piece, mind.shop.goods)) if _is_goods(mind, word)]
        if named and not any(_is_told(form, known) for word in named for form in forms(word)):
            return piece.strip()
        if _is_counted_otherwise(mind, piece):
            return piece.strip()
    return ""


def _is_told(word: str, known: str) -> bool:
    """A word, or each part of one like `espada-de-são-jorge`."""
    parts = [part for part in word.split("-") if len(part) > 2] or [word]
    return all(shares([part], known) for part in parts)


def _told(mind: Mind) -> Iterator[str]:
    """The names of what is in the cart or was, of what is shown, and what else the answer says."""
    yield from (one.name for one in (*mind.cart.lines, *mind.state.cart.lines))
    shown = (*mind.listed, *mind.seen, *([mind.focus] if mind.focus else []))
    yield from (each.name for one in shown for each in one.each)
    yield from (each.name for asked in mind.open for option in asked.options for each in option.each)
    yield from (str(value) for said in mind.says for value in said.values.values())


def _is_goods(mind: Mind, word: str) -> bool:
    everyday = word in NO_GOODS or word in PACKED or word in UNITS or is_colour(word)
    return mind.shop.goods.place(word) == BEGINS and not everyday


def _is_counted_otherwise(mind: Mind, piece: str) -> bool:
    """`2 de chocolate`, where there are three now: another count than that of the one line which it names."""
    found = _COUNTED.match(spelt_out(piece))
    said = [word for word in words(found["what"]) if len(word) > 2 and word not in NO_GOODS] if found else []
    count = number(found["n"]) if found else None
    in_sets = [one.values.get("pieces") for one in mind.says if one.what == "in_sets"]
    if (
        not said
        or not count
        or str(count) in in_sets
        or any(word[0].isdigit() for word in said)
        or _OF_EACH.search(piece)
    ):
        return False
    lines = [line for line in mind.cart.lines if all(shares(forms(word), line.name) for word in said)]
    told = {number(word) for word in words(spelt_out(fold(mind.acts.text)))}  # `2 mousepads, scrap that, 3`
    return len(lines) == 1 and lines[0].quantity not in told and not _may_be(mind, lines[0], count)


def _may_be(mind: Mind, line: CartLine, count: int) -> bool:
    """So many, so many more or less than before, or a number of its name; of several packs as many pieces."""
    before = next((one.quantity for one in mind.state.cart.lines if one.product_id == line.product_id), 0)
    name = fold(line.name)
    held = {lot_in(name), *map(int, _NUMBER.findall(name)), *map(number, words(name))}
    each, rest = divmod(count, line.quantity)
    dozens = line.quantity == 12 * count and re.search(r"\bduzias?\b", fold(mind.acts.text)) is not None
    return (
        dozens
        or line.quantity in (count, before + count, before - count)
        or count in held
        or (rest == 0 and each in held)
    )
