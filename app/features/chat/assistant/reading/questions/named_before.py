"""What a message tells of goods that it named before: what is asked of them, and how many of them there are to be.
Pure.
"""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from app.features.chat.assistant.acts import Change, Look, Mention
from app.features.chat.assistant.language import signs
from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.words import is_colour, words
from app.features.chat.assistant.products.matching import shares
from app.features.chat.assistant.products.name_words import PACKED
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
# `a chaira e a pinça eu já tenho`, `já tenho a pinça`, `the steel I already have`; of a whole list before it
_BEGINS = (
    r"(?:^|(?<=[.,;:!\n'\"\u201d])|\bmas\b|\bbut\b|\b(?:e|and)\b(?=\s+(?:(?:eu|a\s+gente|i|we)\s+)?(?:ja\s+te|already)))"
    r"[\s'\"\u201d]*(?:(?:so\s+que|e|mas|porem|that|but|and)\s+)*"
)
_ARTICLE = r"(?:(?:[oa]s?|the|ess[ea]s?)\s+)"
_ONE = (
    rf"{_ARTICLE}?(?!(?:nao|n|que|se|eu|ja|i)\b)[a-z][a-z-]*(?:\s+(?!(?:e|and|eu|ja|nao|n|i|that)\s)[a-z0-9-]+){{0,4}}?"
)
_SEVERAL = rf"{_ONE}(?:\s+(?:e|and)\s+{_ONE})*"
_HAVE = r"(?:tenho|temos|(?<=gente\s)tem|(?<=gente\sja\s)tem)"
_AT_HOME = expression(
    rf"{_BEGINS}(?:(?P<first>{_SEVERAL})\s*,?\s+(?:(?:eu|a\s+gente|nos)\s+)?(?:(?:ja\s+)?{_HAVE}|(?:nao|n)\s+(?:preciso|precisamos|precisa|vou\s+precisar))|"
    rf"(?:(?:eu|a\s+gente|nos)\s+)?ja\s+{_HAVE}\s+(?P<behind>{_SEVERAL})|(?P<english>{_SEVERAL})\s+(?:i|we)\s+(?:already\s+)?(?:have|own)|"
    rf"(?:i|we)\s+already\s+(?:have|own)\s+(?P<owned>{_SEVERAL}))"
    r"(?:\s+(?:sim|ja|aqui|em\s+casa|comigo|la|nao|already|at\s+home|here))*(?=\s*(?:$|[.,;!\n]|\b(?:entao|mas|e|so|but|and)\b))"
)
_HAS_ONE = expression(
    r"(?:(?:e|ai|and|so)\s+)*(?:do\s+you\s+(?:have|sell|carry|make)\s+(?:it|one|any|some|them|those|that)|(?:voces?|tu|ai)\s+(?:ainda\s+)?(?:tem|teria[m]?|vende[m]?|fazem)"
    r"(?:\s+(?:ai|alguma?|uma?|el[ea]s?|dess[ae]s?|isso))*|tem(?:\s+(?:ai|alguma?|uma?))*)"
)
_WISHED_FOR = expression(
    r"\b(?:(?:i'?d|would|we'?d)\s+(?:love|like)|looking\s+for|i\s+(?:want|need)|after\s+an?|quer\w+|gostaria|procur\w+|precis\w+|atras\s+de|sonh\w+)\b"
)
_TIED = expression(r"\s+(?:e|and)\s+")
_NUMBERED = expression(r"\d")  # `40`, `a4`
_WHICH = expression(r"(?:(?:e|ai|and)\s+)*(?:qual|quais|que|which|what)\b")

# `caiu meu ventilador e quebrou a hélice, é o de 40. vende só ela?`: a part of one's own, asked for by itself
_PART_ALONE = expression(
    r"^[^?]*\b(?:quebr|rach|trinc|estrag|queim|entort|rasg|fur|solt|perd|sum|broke|crack|lost|los)\w*\s+(?:[oa]s?|meus?|minhas?|the|my)\s+(?P<noun>[a-z]{3,})\b"
    r"(?:[\s,.;]+(?:(?:e|eh|is|it'?s)\s+)?(?:[oa]|the)\s+(?P<kind>d[eo]\s+[a-z0-9,]+(?:\s+(?:cm|mm|ml|litros?|l|v|w)\b)?|\d+\s*[a-z]{1,3}(?:\s+one)?))?[\s,.;]+"
    r"(?:(?:e|sera\s+que|voces?|do|you|can|i)\s+)*(?P<asks>(?:vende[m]?|tem|teria[m]?|compro|sell|have|buy)\s+(?:(?:so|apenas|just|only)\s+)*(?:el[ea]s?|ess[ea]s?(?:\s+peca)?|a\s+peca|it|that|the\s+part))"
    r"(?:\s+(?:so|avuls[oa]|separad[oa]|a\s+parte|alone|separately|by\s+itself))*\s*\?+"
)


def part_alone(text: str) -> str:
    """A folded text in which the broken part is asked for by its name."""
    return _PART_ALONE.sub(_by_name, text)


def _by_name(found: re.Match[str]) -> str:
    kind = f" {found['kind']}" if found["kind"] else ""
    return f"tem {found['noun']}{kind}?" if current().place(found["noun"]) == BEGINS else found[0]


def asked_of_the_named(reading: Reading) -> None:
    """`e aquela vitamina C, vem quantos no tubo?` is of what was named just before it, not of what was spoken of; so is
    `tem fralda M? vem quantas no pacote`."""
    _asked_of_the_story(reading)
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


def _asked_of_the_story(reading: Reading) -> None:
    """`I'm here for a few weeks and I'd love a handmade bag. Do you have one?` looks for what the story wishes for."""
    told = reading.recalls
    if told is None or reading.looks or reading.changes or not any(map(_HAS_ONE.fullmatch, reading.asks)):
        return
    if _WISHED_FOR.search(reading.text) and (
        goods := tuple(word for word in told.words if current().place(word) >= NAMES)
    ):
        reading.looks.append(Look(replace(told, words=goods)))
        reading.recalls = None


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


def nothing_at_home(reading: Reading, unread: Sequence[str]) -> tuple[str, ...]:
    """`faca, chaira e pinça. a pinça eu já tenho`: what the same message names and is at home is not wished for. The
    pieces that are still unread."""
    left = [piece for piece in unread if not _AT_HOME.search(piece)]
    for found in _AT_HOME.finditer(reading.text):
        named = found["first"] or found["behind"] or found["english"] or found["owned"]
        for part in _TIED.split(named):
            said = [word for word in words(part) if current().place(word) >= NAMES and not is_colour(word)]
            if said and not _let_go(reading, said) and any(part in piece for piece in unread):
                left += [piece for piece in unread if part in piece and piece not in left]
    return tuple(left)


def _let_go(reading: Reading, said: Sequence[str]) -> bool:
    """The one wish for what is called so goes."""
    wishes = [(one, part) for one in reading.changes for part in one.parts or (one.mention,) if _is_wish(one)]
    owned = [(one, part) for one, part in wishes if shares(said, " ".join((*part.words, *part.soft)))]
    sought = [one for one in reading.looks if one.guess and shares(said, " ".join(one.mention.words)) and not one.parts]
    if len(owned) == 1:
        at, (change, told) = reading.changes.index(owned[0][0]), owned[0]
        rest = [replace(change, mention=part, parts=()) for part in change.parts if part is not told]
        reading.changes[at : at + 1] = rest
    elif not owned and len(sought) == 1:
        reading.looks.remove(sought[0])
    return len(owned) == 1 or len(sought) == 1


def _is_wish(change: Change) -> bool:
    return change.kind in ("want", "add") and change.old is None and not change.either


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
