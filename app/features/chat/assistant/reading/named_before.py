"""What a message tells of goods that it named before: what is asked of them, and how many of them there are to be.
Pure.
"""

from msgspec.structs import replace

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.language import signs
from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.words import is_colour, words
from app.features.chat.assistant.products.matching import shares
from app.features.chat.assistant.products.mentions import PACKED
from app.features.chat.assistant.reading.draft import Reading
from app.ops.expressions import expression

_HOLDS = expression(
    r"(?:(?:e|ai|el[ea]s?)\s+)*(?:vem|sao|tem|ha)\s+quant[oa]s\b|how\s+many\s+(?:come|are|do\s+i\s+get)\b"
)

# `vocês têm tudo isso?`, `do you have all of these?`, and no wish of one's own before it
_ALL_THERE = expression(
    r"(?:(?:e|ai|ei|oi|entao|voces|sera\s+que|ainda|and|hey|so|do\s+you)\s+)*(?:(?:tem|teriam?|vende[m]?|have|got|sell|carry)\s+(?:ai\s+)?"
    r"(?:(?:de\s+)?tudo(?:\s+(?:isso|iss[oa]\s+ai|ai|d(?:a|essa)\s+lista|que\s+(?:ta|esta)\s+na\s+lista))?|isso\s+tudo|tod[oa]s(?:\s+(?:ess[ea]s|el[ea]s)(?:\s+itens)?)?|"
    r"(?:all|everything)(?:\s+(?:of\s+)?(?:this|that|these|those|them|it|on\s+(?:the|this|that|her|his|my)\s+list|in\s+stock))?)"
    r"|(?:is\s+)?(?:all|everything)\s+(?:of\s+(?:this|that|it)\s+)?(?:available|in\s+stock))(?:\s+(?:ai|hoje|hj|em\s+estoque|disponivel|today|in\s+stock|there))*"
)
_WISHES = expression(rf"{signs.WANT.pattern}|\b(?:precis\w+|needs?)\b")
_NUMBERED = expression(r"\d")  # `40`, `a4`
_WHICH = expression(r"(?:(?:e|ai|and)\s+)*(?:qual|quais|que|which|what)\b")


def asked_of_the_named(reading: Reading) -> None:
    """`e aquela vitamina C, vem quantos no tubo?` is of what was named just before it, not of what was spoken of; so is
    `tem fralda M? vem quantas no pacote`."""
    which = _WHICH.match(reading.asked[0]) if reading.asked else None  # `qual lâmpada vai nele? vem junto?`
    if len(reading.wonders) == 1 and reading.about == [Mention()] and _is_named(reading.wonders[0]) and not which:
        reading.about, reading.wonders = reading.wonders, []  # `aquele cinto combina? quanto é?`
        return
    if len(reading.looks) != 1 or reading.looks[0].parts or reading.changes:
        return
    sought, named = reading.looks[0], reading.looks[0].mention.words
    if not sought.guess and len(reading.about) == 1 and _tells_kind(reading.about[0]) and _has_no_kind(sought.mention):
        kind = reading.about.pop()  # `tem urso? quanto é o de 40 cm?`
        told = replace(sought.mention, words=(*named, *kind.words), soft=(*sought.mention.soft, *kind.soft))
        reading.looks = [replace(sought, mention=told)]
        return
    if not named or current().place(named[0]) != BEGINS:
        return
    if sought.guess and reading.about == [Mention()]:
        reading.about, reading.looks = [sought.mention], []
    elif not (reading.about or reading.wonders or sought.guess) and _HOLDS.match(
        reading.asked[-1] if reading.asked else ""
    ):
        held = tuple(word for word in words(reading.asked[-1]) if word in PACKED)
        reading.wonders += [Mention(held)] if held else []


def asked_if_all_there(reading: Reading) -> None:
    """`minha mãe mandou essa lista: 2 toucas, 1 luva. vocês têm tudo isso?` asks for what it names, and takes none."""
    listed = all(one.kind == "want" and not (one.corrects or one.either) for one in reading.changes)
    asked = reading.asked and _ALL_THERE.fullmatch(reading.asked[-1])
    if asked and listed and reading.changes and not _WISHES.search(reading.text):
        own = set(words(reading.asked[-1]))
        sought = [
            part for one in reading.looks for part in one.parts or (one.mention,) if not own.issuperset(part.words)
        ]
        reading.about += [part for one in reading.changes for part in one.parts or (one.mention,)] + sought
        reading.changes, reading.looks, reading.recalls = [], [], None


def _is_named(mention: Mention) -> bool:
    return any(current().place(word) == BEGINS for word in mention.words)


def _tells_kind(mention: Mention) -> bool:
    """Nothing but a size, a measure or a colour is said."""
    plain = mention == Mention(mention.words, mention.soft) and not mention.empty
    return plain and all(_NUMBERED.search(word) or is_colour(word) for word in (*mention.words, *mention.soft))


def _has_no_kind(mention: Mention) -> bool:
    """Goods are named, and no size of them."""
    named = any(current().place(word) >= NAMES and not is_colour(word) for word in mention.words)
    return named and not any(map(_NUMBERED.search, (*mention.words, *mention.soft)))


def so_many_stay(reading: Reading) -> None:
    """`o Fábio desistiu do misto, é um misto só`: how many there are to be is told, and none of it is taken out."""
    lines = reading.state.cart.lines

    def named(mention: Mention) -> list[str]:
        said = [*mention.words, *mention.soft]
        return [one.product_id for one in lines if said and all(shares([word], one.name) for word in said)]

    counted = [named(one.mention) for one in reading.changes if one.kind in ("want", "only") and one.mention.quantity]
    gone = [
        one
        for one in reading.changes
        if one.kind == "remove" and not one.mention.quantity and (own := named(one.mention)) and own in counted
    ]
    reading.changes = [one for one in reading.changes if not any(one is other for other in gone)]


def both_offered(reading: Reading) -> None:
    """`as duas então`, of the one thing of which two were offered."""
    asked = reading.state.dialogue.pending
    if asked is None or asked.kind != "quantity" or len(asked.options) != 1 or len(asked.options[0].each) != 1:
        return
    for at, one in enumerate(reading.changes):
        told = one.mention
        offered = told.of is not None and told.of == asked.quantity  # not `os dois` of two things that were told of
        if told.every and offered and not (told.words or told.soft) and len(reading.state.cart.lines) < 2:
            reading.changes[at] = replace(one, mention=Mention(quantity=told.of, pointing=True))
