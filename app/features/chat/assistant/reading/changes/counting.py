"""How many it is to be of what is there already: `na verdade 4`, `dobra`, `menos um`. Pure."""

from collections.abc import Sequence

from msgspec.structs import replace

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.language.goods import BEGINS, current
from app.features.chat.assistant.language.words import fold, is_colour, words
from app.features.chat.assistant.products.matching import shares
from app.features.chat.assistant.reading.draft import Reading
from app.features.chat.assistant.reading.splitting import split_mentions
from app.ops.expressions import expression

# `são 2`, `corrige pra 2`: how many it is to be.
_SETS = expression(
    r"(?:(?:na\s+verdade|entao|ai|ah|ok|actually|sorry)\s+)*(?:sao|seriam|era[m]?(?:\s+(?:pra|para)\s+ser)?|faz|faca|fecha|leva|pago|corrig\w+|arruma|ajusta|deixa|"
    r"fica|da|coloca|bota|poe|completa|arredonda|make\s+(?:it|that)|i\s+meant)\s+(?:so\s+|apenas\s+|somente\s+|just\s+|only\s+)?(?:pra\s+|para\s+|em\s+)?(?:[ao]s\s+)?"
    r"(\d{1,4}(?:[.,]\d)?\s*(?:kgs?|kilos?|quilos?|gr?|gramas?|litros?|l|metros?)\b|"
    r"\d{1,3}|uma?|dois|duas|tres|quatro|cinco|seis|sete|oito|nove|dez|doze|one|two|three|four|five|six|seven|eight|nine|ten|twelve)(?:\s+unidades?)?(?:\s*,?\s*e?\s+n(?:ao|ot)\s+\d{1,3})?"
    r"(?:\s+(?:vai|ai|ne|neh|entao|mesmo|ta|por\s+favor|please))*"
)
_NOT_SO_MANY = expression(r"(?:e\s+)?n(?:ao|ot)\s+\d{1,3}")
# `4 é muito`: not that many.
_TOO_MANY = expression(
    r"(?:nao\s+)?\d{1,3}\s+(?:e|eh|ta|fica|is)\s+(?:muito|demais|pouco|too\s+(?:much|many))(?:\s+\w+)?"
)
# `acho que 40 é melhor`
_BETTER = expression(
    r"^(?:(?:acho|penso|creio)\s+(?:que\s+)?|(?:eu\s+)?prefiro\s+|melhor\s+|entao\s+)*(\d{1,3}|dois|duas|tres|quatro|cinco|seis|dez)(?:\s+unidades?)?\s+"
    r"(?:e|eh|fica|ta|seria|sao|is)\s+(?:melhor|bom|suficiente|o\s+ideal|o\s+certo|better|enough)\b"
)

# `na verdade põe 5 regadores`, and what only adds: `na verdade põe mais 5`, `põe 5 também`.
_PUTS = expression(r"\b(?:poe|por|coloc\w+|bot[ae]r?|put)\b")
# not `deixa 3`, `faz 3`
_PUTS_FIRST = expression(r"(?:(?:entao|ai|ah|ok)\s+)*(?:coloca|bota|poe|put)\b")
_YES_BUT = expression(
    r"\W*(?:(?:sim|isso|ok|okay|ta|blz|beleza|certo|claro|fechado|perfeito|yes|yeah|yep|sure|pode(?:\s+(?:ser|fechar|mandar))?|bom|bem|right)\W+)+"
    r"(?:mas|so\s+que|porem|but)\b"
)
_JUST = expression(
    r"\b(?:so|apenas|somente|only|just)\s+(?:\d{1,3}|uma?|dois|duas|tres|quatro|cinco|seis|one|two|three)\b"
)
_BESIDE = expression(
    r"\b(?:mais|tambem|junto|adicion\w+|acrescent\w+|inclu\w+|soma|outr[oa]s?|add|also|another|more|too|as\s+well|extra)\b|\+"
)


def counts_anew(reading: Reading, text: str) -> bool:
    """A clause that only says how many; what the same message looks for or asks about is counted elsewhere."""
    in_cart = bool(reading.state.cart.lines)
    asked = reading.state.dialogue.pending
    chooses = asked is not None and asked.kind == "choose" and not asked.only_told
    spoken_of = in_cart or reading.state.dialogue.focus is not None or chooses
    sought = any(not one.more for one in reading.looks) or reading.about or reading.wonders
    if spoken_of and not sought and (found := _SETS.fullmatch(text)):  # not in `quanto tá o leite? põe 1`
        mention = reading.mention(found[1])
        if mention.empty and (mention.quantity is not None or mention.measure):
            corrects = in_cart and not chooses and not (_PUTS_FIRST.match(text) and _is_shown(reading))
            reading.changes.append(Change("want", mention, corrects=corrects))
            return True
    if _TOO_MANY.fullmatch(text):
        return True
    if reading.changes and _NOT_SO_MANY.fullmatch(text):  # `era 2 e não 3`
        return True
    if spoken_of and (found := _BETTER.search(text)):
        reading.changes.append(Change("want", reading.mention(found[1]), corrects=in_cart))
        return True
    return False


def sets(reading: Reading, text: str) -> bool:
    """`coloca so 2 guarana`, `sim, mas põe 2 guaraná`: no more of it than that."""
    return _JUST.search(text) is not None or _YES_BUT.match(fold(reading.message)) is not None


def put_right(reading: Reading, text: str, made: Sequence[Change]) -> list[Change]:
    """`na verdade põe 5 regadores`, of what is in the cart: so many there are to be, and not so many more. With
    `também` or `mais` they come beside what is there, and take no line's place."""
    if _BESIDE.search(text):
        return [replace(one, corrects=False) for one in made]
    if _PUTS.search(text) is None:
        return list(made)
    return [replace(one, kind="want") if one.kind == "add" and _is_held(reading, one) else one for one in made]


def _is_shown(reading: Reading) -> bool:
    """What is spoken of is one thing that is not in the cart yet: `tem pulverizador? põe um`."""
    lines, dialogue = reading.state.cart.lines, reading.state.dialogue
    shown = dialogue.focus or (dialogue.listed[0] if len(dialogue.listed) == 1 else None)
    return shown is not None and not any(line.product_id == each.product_id for line in lines for each in shown.each)


def _is_held(reading: Reading, change: Change) -> bool:
    """So many of something that is in the cart, by its name or as what is spoken of."""
    lines, named, focus = reading.state.cart.lines, change.mention, reading.state.dialogue.focus
    if named.quantity is None:
        return False
    if named.empty:
        return focus is None or any(line.product_id == focus.product_id for line in lines)
    return any(shares([*named.words, *named.soft], line.name) for line in lines)


def counts_off(reading: Reading, text: str) -> bool:
    """`um 37 e um 38`, `uma vermelha e outra branca`: of what is spoken of, each by its size, place or colour."""
    dialogue = reading.state.dialogue
    parts = split_mentions(text)
    if len(parts) < 2 or not (dialogue.listed or dialogue.focus or dialogue.pending or reading.changes):
        return False
    mentions = [reading.mention(part) for part in parts]
    return all(
        len(words(part)) <= 5
        and (
            one.soft
            or one.price_cents
            or (one.words and all(word[0].isdigit() for word in one.words))
            or one.position is not None
            or (one.words and all(is_colour(word) for word in one.words))
        )
        for part, one in zip(parts, mentions, strict=True)
    )


def names_several(reading: Reading, text: str) -> bool:
    """`the 41 and two pairs of socks`, where a choice is open: each by its name or size, and one with how many."""
    asked, parts = reading.state.dialogue.pending, split_mentions(text)
    if asked is None or asked.kind not in ("choose", "quantity") or len(parts) < 2:
        return False
    mentions = [reading.mention(part) for part in parts]
    goods = [one for one in mentions if any(current().place(word) == BEGINS for word in one.words) and one.quantity]
    return bool(goods) and all(one in goods or (one.soft and not one.words) for one in mentions)


def volumes(made: Sequence[Change]) -> list[Change]:
    """`duna 1, 2 e 3`: one of each, for the first number was part of a name."""
    head = made[0].mention if made else Mention()
    numbers = [word for word in head.soft if word.isdigit()]
    rest = [change.mention.quantity for change in made[1:]]
    alike = head.words and numbers and head.quantity is None and len(numbers) == len(head.soft)
    bare = all(change.mention.empty and change.mention.quantity for change in made[1:])
    if not alike or not bare or len(numbers) + len(rest) < 2:
        return list(made)
    told = [*numbers, *map(str, rest)]
    return [replace(made[0], mention=Mention(head.words, (one,))) for one in told]
