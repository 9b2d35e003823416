"""Several lines of the cart that are told of in one breath, each in a sentence of its own: `o vinho muda pro suave e a
caneca deixa só uma`. Folded text. Pure."""

import re
from collections.abc import Sequence

from app.features.chat.assistant.language.words import COUNT_WORDS
from app.features.chat.assistant.reading.changes.edits import line_in
from app.features.conversations.state import CartLine
from app.ops.expressions import expression

_COUNT = rf"(?:\d{{1,3}}|{COUNT_WORDS})"
_DEED = (
    r"(?:deixa|fica[m]?|poe|bota|coloca|faz|muda|troca|passa|aumenta|diminui|tira|cancela|quero|pode[m]?\s+ser|sao|e|eh|"
    r"make\s+(?:it|that)|should\s+be|is|are)"
)
# `e o uramaki deixa só 1`, `, e a gravata põe duas`
_OF_A_LINE = expression(
    rf"(?:\s*,\s*(?:(?:e|mas|and)\s+)?|\s+(?:e|mas|and)\s+)(?P<told>(?:[oa]s?|the)\s+(?P<line>[a-z](?:(?!\s(?:e|and|mas)\s)[^,.;!?\n]){{2,50}}?)\s+{_DEED}\s+[a-z0-9])"
)
# `o cinto pode ser marrom e põe 2 gravatas`: what comes in beside what is told of a line
_BESIDE_IT = expression(
    rf"(?P<first>(?:^|(?<=[.;!\n,]))[^.;!?\n,]*\b(?:pode[m]?\s+ser|muda|troca|aumenta|diminui)\s[^.;!?\n]+?)(?:\s*,\s*e\s+|\s*,\s*|\s+(?:e|and)\s+)(?=(?:poe|bota|coloca|inclui|acrescenta|adiciona|add)\s+(?:(?:tambem|ai|mais)\s+)*{_COUNT}\s)"
)
_TAKES_OUT = expression(r"\b(?:tir[ae]|remov[ae]|retira|cancela|sai|larga|esquece|nao|sem|vez|lugar)\b")
# `o temaki deixa só 2`: so many of it there are to be
_SO_MANY = expression(
    rf"(?P<begin>^|[.;!\n,]\s+)(?:[oa]s?|the)\s+(?P<line>[a-z][^,.;!?\n]{{2,50}}?)\s+(?:deixa|fica[m]?|poe|bota|coloca|faz|make\s+(?:it|that))(?:\s+(?:em|com|pra))?(?P<just>\s+(?:so|apenas|somente|just|only))?\s+"
    rf"(?P<n>{_COUNT})(?:\s+(?:so|mesmo|entao|unidades?|por\s+favor|tambem))*(?=\s*(?:$|[.;!\n,]))"
)
# `sem a de 100 eu levo duas de 50`
_WITHOUT_IT = expression(
    rf"(?:^|(?<=[.;!\n,]))\s*(?:(?:ah+|entao|melhor\s+nao|bom|ok)[\s,]+)*(?:sem|without)\s+(?P<old>(?:[oa]s?|the)\s+(?:de\s+)?[a-z0-9][^,.;!?\n]{{0,30}}?)\s*,?\s+(?:(?:eu|ai|entao|i'?ll)\s+)*(?:levo|pego|quero|fico\s+com|vou\s+(?:de|levar|querer)|take)\s+(?P<new>{_COUNT}\s+[^,.;!?\n]+)"
)


def line_by_line(text: str, lines: Sequence[CartLine]) -> str:
    """The folded text in which each line that it tells of begins a sentence; what asks, or names no line, stays."""
    if "?" in text:
        return text
    text = _WITHOUT_IT.sub(lambda found: _instead(found, lines), text)
    if not lines:
        return text
    text = _OF_A_LINE.sub(lambda found: f". {found['told']}" if line_in(found["line"], lines) else found[0], text)
    text = _BESIDE_IT.sub(_apart, text)
    several = ". " in text
    return _SO_MANY.sub(lambda found: _counted(found, lines, several=several), text)


def _instead(found: re.Match[str], lines: Sequence[CartLine]) -> str:
    """So many of what comes for it, which is in the cart or was only asked about."""
    held = line_in(found["old"], lines)
    return f" troca {found['old']} por {found['new']}" if held else f" quero {found['new']}"


def _apart(found: re.Match[str]) -> str:
    return found[0] if _TAKES_OUT.search(found["first"]) else f"{found['first']}. "


def _counted(found: re.Match[str], lines: Sequence[CartLine], *, several: bool) -> str:
    """So many there are to be of a line, told with a `só` or beside others."""
    line = line_in(found["line"], lines)
    sole = found["line"].startswith("de ")  # `a de gengibre bota 2`, whose thing is told elsewhere
    tells = line and not sole and (found["just"] or several)
    return f"{found['begin']}muda {found['line']} pra {found['n']}" if tells else found[0]
