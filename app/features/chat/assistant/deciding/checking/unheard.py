"""What a message says of goods and what became of it: each piece that names some shows in the cart or in the answer,
else it is asked about before anything is closed. The other half of `unspoken`; what is counted, `reckoning` sees to."""

from collections.abc import Iterator

from app.features.chat.assistant.deciding.mind import Mind
from app.features.chat.assistant.language.english_names import in_catalogues
from app.features.chat.assistant.language.goods import BEGINS, forms, known_as
from app.features.chat.assistant.language.vocabulary import NO_GOODS
from app.features.chat.assistant.language.words import fold, is_colour, words
from app.features.chat.assistant.products.matching import shares
from app.features.chat.assistant.products.name_words import PACKED, UNITS
from app.features.chat.assistant.reading.asides.circumstances import without_circumstances
from app.features.chat.assistant.reading.asides.told_aloud import without_quoted
from app.ops.expressions import expression

PIECE = expression(r"(?:[,.](?!\d)|[;:!\n])+|\s(?:e|and|mais)\s")
# `the one for laptops`, which chooses
_BY_WHAT = expression(
    r"(?:e\s+|and\s+)?(?:[oa]s?|the\s+ones?|that)\s+(?:d[eoa]s?|pra|para|pro|com|que|for|with|of|that)\b"
)
# `e pra molhar:`, of what follows
_AIM = expression(r"\s*(?:e\s+|ah\s+)*(?:pra|para|to)\s+[a-z]+[aei]r(?:\s+(?:com|depois|junto|tudo|together))*\s*")
# `passo o cartão quando for pegar`, where cards to write on are sold
_PAID = expression(r"\b(?:pass[ao]r?|pag\w+|acert\w+|pay\w*)\b[^,.;:]*\b(?:cartao|cartoes|card)\b")
# `não quero a bola`, `minha cama é queen`
_DENIES = expression(r"\b(?:nao|n|nem|sem|not|no|nor|without|isn'?t|don'?t|meus?|minhas?|noss[oa]s?|my|our)\b")


def missed(mind: Mind) -> str:
    """A piece of a message that changed the cart, whose goods are neither in it nor spoken of in the answer (`bota uma
    lâmpada`, where only the lamp was put in); empty: there is none."""
    asked = mind.state.dialogue.pending
    chooses = asked is not None and asked.kind == "choose"
    if mind.cart.lines == mind.state.cart.lines or mind.acts.recalls is not None or "?" in mind.acts.text:
        return ""
    if mind.acts.settled({line.product_id for line in mind.state.cart.lines}):
        return ""
    known = " ".join(_told(mind))
    with known_as(mind.shop.goods):
        text = without_circumstances(without_quoted(fold(mind.acts.text)))
    for piece in PIECE.split(text):
        if (chooses and _BY_WHAT.match(piece.strip())) or _names_nothing(mind, piece):
            continue
        named = [word for word in words(in_catalogues(piece, mind.shop.goods)) if _is_goods(mind, word)]
        if named and not any(_is_told(form, known) for word in named for form in forms(word)):
            return piece.strip()
    return ""


def _names_nothing(mind: Mind, piece: str) -> bool:
    """It denies, tells what for or how it is paid, or is about the coupon: `uma amiga me passou o cupom CAJU10`."""
    if _DENIES.search(piece) or _AIM.fullmatch(piece) or (mind.acts.method is not None and _PAID.search(piece)):
        return True
    return mind.acts.coupon is not None and fold(mind.acts.coupon) in piece


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
