"""A clause in the words that are read, and what they tell before its goods are. Pure."""

import re
from collections.abc import Sequence
from itertools import pairwise

from app.features.chat.assistant.language.english_names import in_catalogues, of_whom
from app.features.chat.assistant.language.goods import current
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.vocabulary import KIN
from app.features.chat.assistant.language.words import fold, number, stem, verbal
from app.features.chat.assistant.plain import idioms as said_so
from app.features.chat.assistant.plain.lexicon import LETTERS, POINTS, ROW, SAYS_NOTHING, THIS, WISH
from app.features.chat.assistant.plain.phrases import Phrase, Unclear, names, phrases_of
from app.features.chat.assistant.plain.shelf import Kind, Shelf
from app.features.chat.assistant.plain.tokens import ONE, TIES, UNITS, tokens
from app.ops.expressions import expression

# `meu pai disse que 1 do 50 tá bom`: so many, whoever says so
_REPORTS = expression(
    rf"^\W*(?:(?:e|mas|ah+|and|but)\s+)*(?:(?:[oa]\s+)?(?:meu|minha)\s+{KIN}|el[ea]|my\s+{KIN}|s?he)\s+(?:ja\s+)?"
    r"(?:diss?e|fal(?:ou|a)|acha|avisou|pediu|mandou\s+dizer|ta\s+dizendo|said|says|thinks)\s+(?:que\s+|q\s+|pra\s+por\s+|that\s+)?"
    r"(?=(?:so|apenas|just|only)\s|\d{1,2}\s|(?:uma?|one|dois|duas|two|tres|three)\s)"
)
_PREFERS = expression(r"\bprefers\b|^\W*(?:nao|no)\s*,")
_SHORT = expression(r"\b[a-z]{2,4}\b")


def worded(said: str, shelf: Shelf) -> tuple[str, str]:
    """A clause, folded and spelt out: all of it, and without what closes, with its ways to wish as one."""
    told = said_so.HALF.sub(_half, _REPORTS.sub("na verdade ", fold(said)))
    whole = said_so.GREETS.sub(" ", of_whom(_spelt(told, shelf)))
    whole = in_catalogues(said_so.SO_MANY_OF_IT.sub(r"\g<n> unidades", whole), current())
    return whole, said_so.CLOSES.sub(" ", said_so.ALIKE_BUT.sub(" ", said_so.AS_WISH.sub("quero", whole)))


def _spelt(folded: str, shelf: Shelf) -> str:
    """Spelt out but for what goods are called: `2 DPS` is no `2 depois`."""
    own = {word for word in _SHORT.findall(folded) if stem(word) in shelf.names and spelt_out(word).strip() != word}
    if not own:
        return spelt_out(folded)
    return "".join(part if part in own else spelt_out(part) for part in re.split(rf"\b({'|'.join(own)})\b", folded))


def _half(found: re.Match[str]) -> str:
    return "500 g" if found["unit"][0] in "qk" else "500 ml" if found["unit"][0] == "l" else "50 cm"


def prefers(message: str) -> bool:
    """`my wife prefers the tasting kit`, `não, quero o mouse`, which may be instead of what is there."""
    return _PREFERS.search(fold(message)) is not None


def without_lack(shelf: Shelf, text: str) -> str:
    """`se não tem tempurá então fico com 2 sunomono`, of what is not sold."""
    lacks = said_so.NOT_SOLD.search(text)
    named = lacks is not None and any(shelf.key(word) in shelf.heads for word in tokens(lacks["what"]))
    return text if lacks is None or named else text[lacks.end() :]


def without_asides(shelf: Shelf, text: str) -> str:
    """Without why, and for whom. Raises Unclear where something is counted there, which may not be lost."""
    for aside in said_so.ASIDE.findall(text):
        if any(phrase.count and phrase.keys for phrase in _of_aside(shelf, aside)):
            raise Unclear(f"aside{aside}")
    return said_so.ASIDE.sub(" ", text)


def _of_aside(shelf: Shelf, text: str) -> list[Phrase]:
    try:
        return phrases_of(shelf, text)
    except Unclear:
        return []


def in_halves(shelf: Shelf, text: str) -> str:
    """`metade calabresa metade portuguesa` as what is sold so is called. Raises Unclear where nothing is."""

    def called(found: re.Match[str]) -> str:
        said = [word for half in ("one", "other") for word in tokens(found[half]) if word not in TIES]
        keys = [key for word in said if (key := shelf.key(word))]
        sold = [kind for kind in shelf.having(keys) if said_so.SOLD_IN_HALVES.search(kind.base)]
        if len({kind.base for kind in sold}) != 1 or len(keys) < 2:
            raise Unclear("halves")
        return f"{sold[0].base} {found['one']} {found['other']}"

    return said_so.HALVES.sub(called, text)


def in_letters_of(kinds: Sequence[Kind], text: str) -> str:
    """`dois do tamanho do meio e um do maior`, of one thing that comes in P, M and G."""
    letters = [one for one in ROW if any({one} in kind.options for kind in kinds)]
    if len(letters) < 2 or len({kind.base for kind in kinds}) != 1:
        return text

    def told(found: re.Match[str]) -> str:
        if found["middle"]:
            return f"tamanho {letters[1]}" if len(letters) == 3 else found[0]
        return f"tamanho {letters[-1 if found['most'] else 0]}"

    return said_so.SIZE_IN_ROW.sub(told, text)


def without_lots(shelf: Shelf, text: str) -> str:
    """Without `meio cento`, where goods come in such lots, which is no other count."""

    def told(found: re.Match[str]) -> str:
        return " " if all(shelf.key(word) in shelf.values for word in found[0].split()) else found[0]

    return said_so.LOTS.sub(told, text)


def only_plans(shelf: Shelf, text: str) -> bool:
    """`vou fazer cronograma capilar`: a plan, in which no goods are called by what they are, or counted."""
    said = tokens(text)
    named = any(number(word) or shelf.key(word) in shelf.heads for word in said)
    return said_so.PLANS.search(text) is not None and not named


def heads_list(shelf: Shelf, text: str) -> bool:
    """`preciso de louça:`, of what comes: it counts nothing, and names nothing by what it is."""
    return not any(number(word) or shelf.key(word) in shelf.heads for word in tokens(text) if word.isalnum())


def only_remarks(shelf: Shelf, text: str, *, begun: bool) -> bool:
    """`vai combinar com meu tênis`, `esqueci da janela do escritório`, `a de 30 é muito grande`: why, and no wish."""
    forgot = said_so.FORGOT.match(text) is not None and not names(shelf, text)
    too_much = said_so.TOO_MUCH.fullmatch(text) is not None and WISH.search(text) is None
    suits_not = said_so.SUITS_NOT.fullmatch(text) is not None and WISH.search(text) is None
    told = said_so.SOMEBODY.fullmatch(text)
    somebody = told is not None and shelf.key(told["who"]) not in shelf.heads
    at_home = (said_so.MATCHES.fullmatch(text) or said_so.LAMENTS.fullmatch(text)) is not None
    return too_much or suits_not or at_home or (begun and (forgot or somebody))


def says_what(shelf: Shelf, keys: Sequence[str]) -> bool:
    """What it is, or which kind of what was spoken of: `the light one` may be no `Shoyu Light`."""
    return shelf.calls(keys) or all(key not in shelf.names for key in keys)


def names_more(shelf: Shelf, text: str) -> bool:
    """`, mochila`, which the shop does not have; `M e G`, of what was named."""
    words = [word for word in tokens(text) if word.isalpha() and said_so.LIVES.fullmatch(text) is None]
    strange = [word for word in words if len(word) > 3 and word not in SAYS_NOTHING and not verbal(word)]
    letters = [word for word in words if word in LETTERS and word in shelf.values and word not in TIES]
    return (bool(strange) and len(words) < 5) or (bool(letters) and len(words) < 4)


def counts_strange(text: str) -> bool:
    """`4 refri`, of what nothing is called."""
    said = tokens(text)
    behind = [word for one, word in pairwise(said) if number(one) and one not in ONE and word.isalpha()]
    return any(len(word) > 3 and word not in SAYS_NOTHING and word not in UNITS for word in behind)


def takes_it(text: str) -> bool:
    """`quero ele`, `vou querer uma`: what is spoken of, which only the rules know."""
    said = set(tokens(text))
    takes = WISH.search(text) or said_so.KEEPS_IT.search(text) or said_so.OF_THOSE.search(text)
    pointed = bool(said & (POINTS | THIS | ONE)) and takes is not None
    return pointed or any(one in UNITS for one in said if len(one) > 1)
