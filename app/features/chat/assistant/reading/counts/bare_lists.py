"""Several goods wished for in one breath, none of them counted: `quero o titan, cabo p2 de 1 m e o suporte`. Pure."""

import re

from app.features.chat.assistant.language.goods import BEGINS, current
from app.features.chat.assistant.language.words import NUMBERS, words
from app.ops.expressions import expression

_WISH = expression(
    r"(?:^|(?<=[.;!\n]))\s*(?:(?:oi+e?|ola|opa|bom\s+dia|boa\s+(?:tarde|noite)|entao|eu|hi|hello|hey)\b[\s,!]*)*"
    r"(?:quero|queria|(?:vou\s+)?precis(?:o|ar)(?:\s+de)?|me\s+ve|me\s+manda|manda|vou\s+(?:querer|levar)|separa|coloca|bota|poe|"
    r"i\s+want|i'd\s+like|i'll\s+take|i\s+need)\s+(?P<list>[^.;!?\n]+)(?=$|[.;!\n])"
)
_ARTICLE = expression(r"^(?:[oa]s?|the|an?|uma?)\s+")
_AND = expression(r"\s(?:e|and)\s")
_FEWEST = 2
"""How many words a piece has at least: one alone may be a kind of the piece before it."""


def each_pointed(text: str) -> str:
    """A folded text in which each uncounted piece of such a list has an article, by which it is wished for."""
    return text if "?" in text else _WISH.sub(_pointed, text)


def _pointed(found: re.Match[str]) -> str:
    first, *pieces = re.split(r",\s+", found["list"])
    last = _AND.split(pieces[-1], maxsplit=1) if pieces else []
    if len(last) < 2 or not all(map(_of_goods, [first, *pieces[:-1], *last])):
        return found[0]
    told = [*pieces[:-1], last[0]]
    if not any(_is_bare(piece) for piece in told):
        return found[0]
    named = [f"o {piece}" if _is_bare(piece) else piece for piece in told]
    ends = f"o {last[1]}" if _is_bare(last[1]) else last[1]
    head = found[0][: found.start("list") - found.start()]
    return f"{head}{', '.join([first, *named])} e {ends}"


def _is_bare(piece: str) -> bool:
    said = words(piece)
    return len(said) >= _FEWEST and current().place(said[0]) == BEGINS


def _of_goods(piece: str) -> bool:
    """It begins with goods, behind a count or an article."""
    said = words(_ARTICLE.sub("", piece.strip(), count=1))
    said = said[1:] if said and (said[0].isdigit() or said[0] in NUMBERS) else said
    return bool(said) and current().place(said[0]) == BEGINS
