"""What is named to be not wanted. Pure."""

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.products.matching import shares
from app.features.chat.assistant.reading.draft import Reading
from app.ops.expressions import expression

# `baguete não`
_NOT_THIS = expression(r"(.+?)\s+(?:nao|n|no)(?:\s+(?:mais|quero|precisa|vai\s+dar))*")

# `meu pix tá bloqueado`, `não me entendo com esse pix`: another way to pay, and no refusal of goods
FAILS = expression(
    r"\bnao\s+(?:sei|me\s+(?:entendo|dou|acerto|acostumo|ajeito)|(?:consigo|consegui|sei)\s+(?:usar|mexer|fazer)|confio|entendo|mexo|uso|gosto)\s+(?:\w+\s+){0,3}pix\b|"
    r"\b(?:do\s+not|don'?t)\s+(?:get\s+along|know|trust|like|understand|use|have)\s+(?:\w+\s+){0,3}pix\b|"
    r"\b(?:pix|conta|banco)\s+(?:ta|esta|foi|ficou|anda)\s+(?:bloquead|fora|ruim|com\s+problema|suspens|limitad|com\s+(?:o\s+)?limite|sem\s+limite)"
)


def refused(reading: Reading, made: list[Change]) -> None:
    """`nao quero a azul`: out of the cart when it is there, otherwise only not wanted."""
    for change in made:
        names = change.mention.words
        if names and any(shares(list(names), line.name) for line in reading.state.cart.lines):
            reading.changes.append(Change("remove", change.mention))
    reading.note(no=True)


def refuses_one(reading: Reading, text: str) -> bool:
    """`baguete não`: what is in the cart comes out of it."""
    found = _NOT_THIS.fullmatch(text)
    mention = reading.mention(found[1]) if found else Mention()
    held = [line for line in reading.state.cart.lines if mention.words and shares(mention.words, line.name)]
    if len(held) == 1:
        reading.changes.append(Change("remove", mention))
    return len(held) == 1


# `eita, essa não. quero a simples`, `hmm not that one then`
_NOT_THAT = expression(
    r"(?:^|(?<=[.,;!?\n]))\s*(?:(?:eita|nossa|ah+|ai|hm+|opa|ih|nao|no|nope|ok|mas|but|(?:pera|espera)(?:i|\s+ai)?|na\s+(?:verdade|vdd)|alias|wait|actually)\W+)*"
    r"(?:(?:d?ess[ea]s?|d?est[ea]s?|d?aquel[ea]s?)(?:\s+(?:ai|dai))?\s+(?:nao|n)(?:\s+(?:quero|serve|mesmo|da|rola|gostei|nao))*"
    r"|nao\s+(?:(?:quero|vou\s+(?:querer|levar)|gostei|e|eh|era)\s+(?:mais\s+)?)?d?(?:ess[ea]s?|est[ea]s?|aquel[ea]s?)(?:\s+(?:ai|dai|nao))*"
    r"|(?:i\s+do(?:n'?t|\s+not)\s+(?:want|like)|not)\s+(?:that|this|those|these)(?:\s+ones?)?(?:\s+(?:then|though))*)"
    r"\s*(?=$|[.,;!\n])"
)


def not_that(folded: str) -> bool:
    """What was shown just before is refused."""
    return _NOT_THAT.search(folded) is not None


# `não fecha nada ainda`, `don't book anything yet`, `quem aprova é ela`
_NOT_YET = expression(
    r"\b(?:nao|n)\s+(?:(?:precisa|e\s+pra|vai|pode)\s+)?(?:(?:fech|confirm|finaliz|reserv|separ|registr)(?:a|e|em|ar)|conclu(?:i|a|ir)|pec[ao])\s+"
    r"(?:(?:[oa]|meu|esse)\s+)?(?:nada|pedido|ainda)\b(?!\s+que\b)|"
    r"\b(?:don'?t|do\s+not)\s+(?:order|book|place|confirm|reserve|send|close|buy)\s+(?:anything|(?:it|the\s+order|them)\s+(?:just\s+)?yet)\b|"
    r"\bquem\s+(?:vai\s+)?(?:aprov|decid|escolh|autoriz|bat)\w*\s+(?:o\s+martelo\s+)?(?:e|eh)\s+(?!eu\b)"
)


def not_yet(folded: str) -> bool:
    """Nothing is to be closed before somebody has seen or approved it."""
    return _NOT_YET.search(folded) is not None
