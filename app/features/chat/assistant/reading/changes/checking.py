"""What only makes sure of the cart, and changes nothing: `são 2 cangas então, uma de cada né?`. Folded text. Pure."""

import re
from collections.abc import Sequence

from app.features.chat.assistant.language import signs
from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.words import NUMBERS, is_colour, words
from app.features.chat.assistant.products.matching import shares
from app.features.chat.assistant.products.name_words import PACKED, SIZES, product_words
from app.features.conversations.state import CartLine
from app.ops.expressions import expression

_TAG = r"(?:agora|now|ne|certo|correto|confere|isso|isso\s+mesmo|ok|right|correct)"
# What stands up to a tag, or to a question mark; a piece without either as a whole, so that it is tried once.
_SAID = expression(
    rf"(?P<said>[^.!?;\n]+?)(?:\s*,?\s*\b(?P<tag>{_TAG})\b(?=\s*(?:[,.!?;\n]|$|\b(?:e|ai|entao|quanto|deu|ficou)\b))[\s,]*[.!?]*|\s*\?+|(?P<neither>(?=[.!;\n]|$)))",
)
_LEADS = (
    r"(?:(?:ah|oi|ok|opa|sim|isso|entao|ai|e|mas|so|pra|para|confirmar|confirmando|deixa|ver|eu|tudo|no|total|agora|"
    r"pera|perai|and|then|now|just|to|confirm)\b[\s,]*)*"
)
_THERE = (
    r"(?:sao|seriam?|fic(?:am?|ou|aram)|deu|deram|ta|tao|esta|estao|vai|vao|foi|foram|e|eh|era|"
    r"(?:eu|voce|voces|vc)?\s*(?:coloquei|colocou|botei|botou|anotou|anotei|pedi|peguei|pegou|mandou)|(?:to|estou)\s+levando|"
    r"is\s+it|are\s+(?:they|there)|that'?s|that\s+is|it'?s|i\s+have|it\s+is|there\s+are)"
)
_OPENS = expression(rf"^\s*{_LEADS}(?P<there>{_THERE}\s+)?")
_AGAIN = expression(r"\b(?:agora|now)\s*$")
_NO_CARGO = expression(r"\b(?:reais|real|contos?|anos?|dias?|horas?|vezes|metros?|litros?|kg|cm|ml|x)\b|r\$|%|\d[.,]\d")
_ALSO_SAID = frozenset(
    """cada total unidades unidade un peca pecas coisa coisas item itens so apenas mesmo entao tudo ao todo ai junto
    outra outro outras outros one each only just total tamanho numero cor size""".split()  # noqa: SIM905
)


def checked(text: str, lines: Sequence[CartLine]) -> tuple[tuple[str, ...], str]:
    """The pieces that only ask whether the cart is so, and the text without them. lines: those of the cart."""
    found: list[str] = []

    def cut(piece: re.Match[str]) -> str:
        if piece["neither"] is not None or (told := _of_the_cart(piece, lines)) is None:
            return piece[0]
        found.append(told)
        return " . "

    left = _SAID.sub(cut, text) if lines else text
    return tuple(found), re.sub(r"^[\s.,!?]+|[\s,]+$", "", left) if found else text


def _of_the_cart(piece: re.Match[str], lines: Sequence[CartLine]) -> str | None:
    """What a piece says of the cart, if it only asks whether that is so."""
    opens = _OPENS.match(piece["said"])
    told = piece["said"][opens.end() :] if opens else piece["said"]
    told = _AGAIN.sub("", told).strip(" ,")
    if not piece["tag"] and not (opens and opens["there"]):
        return None
    if signs.WANT.search(told) or signs.ADD.search(told) or signs.REMOVE.search(told) or signs.EXCHANGE.search(told):
        return None
    if signs.PREFER.search(told) or _NO_CARGO.search(told):
        return None
    said = [word for word in product_words(told) if word not in v.FILLER and word not in _ALSO_SAID]
    counts = [word for word in said if word in NUMBERS or word.isdigit()]
    named = [word for word in said if any(shares([word], line.name) for line in lines)]
    others = [word for word in said if word not in counts and word not in named]
    if any(current().place(word) == BEGINS and not (is_colour(word) or word in PACKED) for word in others):
        return None  # `e uma farinha, que açaí sem farinha não dá né`
    of_goods = all(
        current().place(word) >= NAMES or is_colour(word) or word in SIZES or word in PACKED for word in others
    )
    starts = counts and words(told)[:1] and (words(told)[0] in NUMBERS or words(told)[0].isdigit())
    there = opens and (opens["there"] or (piece["tag"] and re.search(r"\b(?:e|eh)\s+$", opens[0])))
    if not of_goods or not (named or counts) or not (there or starts):
        return None
    return told
