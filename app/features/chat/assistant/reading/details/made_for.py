"""What is told of goods and is a note, no wish: what they are ground or cut for (`moído pra prensa francesa`), what
stands on one of the cart (`na branca é ANA 7`), which of them is a gift. Pure."""

import re
from collections.abc import Sequence

from app.features.chat.assistant.language.goods import current
from app.features.chat.assistant.language.vocabulary import EVERYDAY, FILLER, TALK
from app.features.chat.assistant.language.words import fold, is_colour, words
from app.features.chat.assistant.products.matching import shares
from app.features.chat.assistant.reading.details.personalised import personalised
from app.features.conversations.state import CartLine, Pending
from app.ops.expressions import expression

_MADE_FOR = expression(
    r"\b(?P<how>mo[ií]d[oa]s?|cortad[oa]s?|fatiad[oa]s?|picad[oa]s?|ralad[oa]s?|ground|sliced|cut)\s+(?:pr?a|para|pro|p|for)\s+"
    r"(?P<use>(?:(?:o|a|um|uma|an?|the)\s+)?(?!(?:mim|me|minha|meu|my|n[oó]s|us|el[ea]|him|her|hoje|amanh[aã]|today|tomorrow|entreg|retir|viagem|presente)\b)"
    r"[^\W\d]{3,}(?:\s+(?!(?:e|com|no|na|em|pra|para|pro|por|que|q|pq|mas|and|with|on|by|please|pix|tb|tamb[eé]m)\b)[^\W\d]{4,})?)",
    re.IGNORECASE,
)


def made_for(message: str) -> tuple[tuple[str, ...], str]:
    """What it is made for and what is to stand on it, as it was written, and the message without that."""
    themes, message = personalised(message)
    found = (*themes, *(one[0] for one in _MADE_FOR.finditer(message)))
    return found, _MADE_FOR.sub(lambda one: one["how"], message) if found else message


_ONE = r"(?P<one>[^\W\d_]+)"
_GIFT = expression(
    rf"\b(?:[oa]|the)\s+{_ONE}\s+(?:é|eh|e|vai\s+ser|is)\s+(?:(?:um|a|pra|para|de|for)\s+)*(?:presente|gift)\b"
    r"(?:\s+(?:pr[oa]|para|for)\s+(?:(?:o|a|meu|minha|my)\s+)*[^\W\d]+)?",
    re.IGNORECASE,
)
_ON_IT = expression(
    rf"\b(?:n[oa]|on\s+the)\s+{_ONE}\s+(?:é|eh|e|vai|fica|p[oõ]e|bota|coloca|escreve|quero|put|write)\s+"
    r"(?P<text>[^\W\d_]{2,}(?:\s+(?!(?:e|and|n[oa])\s)[^\W\d_]{2,})?(?:\s+(?:n[uú]mero\s+)?\d{1,2})?)(?=\s*(?:$|[,.;!\n]|\b(?:e|and)\s))",
    re.IGNORECASE,
)
_WRITE = r"(?:bot[ae]r?|coloc(?:a|ar|ue)|p[oôõ][re]|escrev(?:e|er|a)|grav(?:a|ar|e)|bord(?:a|ar|e)|put|write|engrave)"
_PUT_ON = expression(
    rf"\b(?:(?:pode|entao|ent[aã]o|quero|sim|please|yes)[\s,]+)*{_WRITE}\s+(?:(?:o\s+)?nome\s+|the\s+name\s+)?"
    r"(?P<text>[^\W\d_]{2,}(?:\s+[^\W\d_]{2,})?(?:\s+\d{1,2})?)(?=\s*(?:$|[,.;!\n]))",
    re.IGNORECASE,
)
# `então quero 1 com o nome Marlene`, of goods that are shown
_NAMED_SO = expression(
    r"(?P<wish>\b(?:quero|queria|vou\s+querer|vou\s+levar|levo|manda|me\s+v[eê]|pode\s+ser|i'?ll\s+take|i\s+want|i'?d\s+like)\s+"
    r"(?:\d{1,2}|uma?|dois|duas|an?|one|two|el[ea]|ess[ea]|est[ea]|it|that\s+one))[\s,]+"
    r"(?P<text>(?:(?:com|with|no|in)\s+)?(?:(?:o|the)\s+)?(?:nome|name)\s+(?:(?:de|da|do|of)\s+)?[^\W\d_]{2,}(?:\s+(?!(?:e|and|com|with|no|por|pra|para|mais|pix)\b)[^\W\d_]{2,})?)"
    r"(?=\s*(?:$|[,.;!\n]|\b(?:e|and|por\s+favor|please)\b))",
    re.IGNORECASE,
)
# What goods are called on which something is written.
_HOLDS_TEXT = expression(r"\b(?:nomes?|frases?|textos?|inicia(?:l|is)|personaliz\w+|grava\w+|borda\w+|engrav\w+)\b")
_NO_TEXT = FILLER | EVERYDAY | TALK


def text_given(message: str, asked: Pending | None) -> tuple[tuple[str, ...], str]:
    """`pode botar DAVI 7`, where a name or an engraving is offered: what is to be written, and the message that takes
    it."""
    named = _NAMED_SO.search(message) if asked is not None and asked.kind in ("choose", "quantity") else None
    if named is not None and "?" not in message:
        return (named["text"],), f"{message[: named.start()]}{named['wish']}{message[named.end() :]}"
    offered = asked.options[0].each if asked is not None and asked.kind == "quantity" and asked.options else ()
    found = _PUT_ON.search(message) if len(offered) == 1 and "?" not in message else None
    if found is None or _HOLDS_TEXT.search(fold(offered[0].name)) is None:
        return (), message
    first = fold(found["text"]).split()[0]
    if current().place(first) or first in _NO_TEXT or is_colour(first):
        return (), message
    return (f"{offered[0].name}: {found['text']}",), f"{message[: found.start()]}quero 1 desse{message[found.end() :]}"


def told_of_one(message: str, lines: Sequence[CartLine]) -> tuple[tuple[str, ...], str]:
    """What is told of one of the lines, as it was written, and the message without it."""
    notes: list[str] = []

    def cut(found: re.Match[str]) -> str:
        if not any(shares([fold(found["one"])], line.name) for line in lines):
            return found[0]
        text = words(fold(found.groupdict().get("text") or ""))
        if any(current().place(word) or word in _NO_TEXT or is_colour(word) for word in text):
            return found[0]  # `na branca é lata mesmo` is of goods
        notes.append(found[0])
        return " "

    rest = message if "?" in message else _ON_IT.sub(cut, _GIFT.sub(cut, message))
    return tuple(notes), re.sub(r"^\W*(?:(?:e|and)\s*)?$|(?<=\s)(?:e|and)\s*$", "", rest) if notes else message
