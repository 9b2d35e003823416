"""Questions that put goods beside one another: the difference, which is better, which of a kind. Pure."""

import re

import msgspec

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.language import signs
from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.words import is_colour, words
from app.features.chat.assistant.products.name_words import name_words
from app.features.chat.assistant.reading import verbs
from app.features.chat.assistant.reading.clauses import Clause
from app.features.chat.assistant.reading.draft import Reading
from app.features.chat.assistant.reading.splitting import split_mentions
from app.ops.expressions import expression

_BOTH = expression(r"(?:(?:d?[oae]s?|entre|of|between|the)\s+)*(?:dois|duas|d?el[ea]s|both|them|two)")
_TWO = expression(r"\b(?:dois|duas|both|two)\b")
# Which of two: `o corre 3 ou o wave way?`
_EITHER = expression(
    r"^(?:e\s+)?(?:(?:entre|qual|e\s+melhor)\s+)*(?:o|a|os|as|the)\s+\S.*\s(?:ou|or)\s+(?:o|a|os|as|the)\s+\S"
)
_AGAINST = expression(r"\b(?:pr[oa]s?|para\s+[oa]s?|ou|vs|versus|or)\b")
_DEGREE = r"(?:melhor(?:es)?|pior(?:es)?|igua(?:l|is)|diferentes?|better|worse|mais\s+[a-z]{3,})"
# `o nasa é melhor que o cervical?`
_THAN = expression(
    rf"^(?:(?P<one>\S.*?)\s+)?(?:(?:e|eh|sao|is|are)\s+)?(?:(?:muito|bem|tao|o|a)\s+)*{_DEGREE}\s+"
    r"(?:(?:d[oe]\s+)?que|than|a[os]?|d[oa]s?)\s+(?:(?:[oa]s?|the)\s+)?(?P<other>\S.*?)(?:\s+(?:qual|which)\b.*)?$"
)
_TAIL = (
    r"(?:\s+(?:(?:d|entre\s+)(?:el[ea]s|ess[ea]s|est[ea]s)|d[oea]s?\s+(?:dois|duas|tres|todos|todas)|(?:pra|para)\s+[a-z]+|dos|das|ai|entao|"
    r"of\s+(?:them|the\s+two)|for\s+me))*"
)
_MOST = (
    rf"(?:(?:o|a|os|as|the)\s+)?(?:{_DEGREE}|best|most\s+[a-z]+|[a-z]{{4,}}\s+mais(?:\s+(?:a\s+)?[a-z]+)?|"
    r"compensa|vale\s+a\s+pena)"
)
# Of what was shown: `e qual dura mais?`
_WHICH = expression(
    rf"^(?:(?:e|mas|entao|ai)\s+)*(?:qual|quais|which)(?:\s+one)?{_TAIL}(?:\s+(?:e|eh|sao|seria|is|are|(?:que\s+)?voces?\s+acha[m]?(?:\s+que\s+e)?))?\s+"
    rf"(?:que\s+)?(?:e\s+)?{_MOST}{_TAIL}$"
)
# Of a kind: `qual colchão é mais firme?`, `qual o melhor colchão?`
_OF_KIND = expression(rf"^(?:(?:e|mas|entao|ai)\s+)*(?:qual|quais|que|which|what)\b.*\b(?:{_MOST})\b")


# Of what was shown: `are they waterproof?`, `which one has a lid?`
_OF_THEM = expression(
    r"^(?:(?:and|but|so|ok)\s+)*(?:(?:(?P<which>which)|which\s+(?:ones?|of\s+(?:the\s+two|them|these|those)))\s+(?:is|are|has|have|does|do|can|comes?|fits?|holds?|lasts?|keeps?|works?)|"
    r"(?:are|do|can|have|will)\s+(?:they|these|those|both|either(?:\s+of\s+them)?|any\s+of\s+(?:them|these|those)))\s+\S"
)


# The same of `it`, where nothing alone is spoken of: `how long does it last?`
_OF_IT = expression(
    r"^(?:(?:and|but|so|ok)\s+)*(?:how\s+(?:big|heavy|long|tall|wide|deep|thick|strong|old)\s+(?:is|are|do|does|can|will)\s+(?:it|they|these|those)|"
    r"(?:is|does|can|has|will)\s+it|what\s+(?:is|are)\s+(?:it|they|these|those)\s+made)\b"
)


def compares(reading: Reading, clause: Clause) -> bool:
    """The difference between goods, which of them is better, or more of something."""
    text = clause.text
    if found := signs.DIFFERENCE.search(text):
        _beside(reading, text[found.end() :])
        return True
    if not clause.asks or verbs.by_price(text) or signs.PRICE_OF.search(text):
        return False
    if _EITHER.match(text) or _either_of_goods(text):
        _beside(reading, text)
        return True
    than = _THAN.match(text)
    if than and _goods(than["other"]):
        _beside(reading, f"{than['one'] or ''} ou {than['other']}")
        return True
    if _WHICH.match(text) and reading.listed > 1:
        return _note(reading, [Mention(every=True)])
    kind = tuple(word for word in name_words(text)[0] if current().place(word) == BEGINS)[:1]
    one = reading.state.dialogue.focus or len(reading.state.cart.lines) == 1
    if not one and _OF_IT.match(text) and reading.listed > 1 and not signs.STOCK_OF.search(text):
        return _note(reading, [Mention(every=True)])
    of_them = _OF_THEM.match(text) if reading.listed > 1 and not signs.STOCK_OF.search(text) else None
    if of_them and not (of_them["which"] and kind):
        return _note(reading, [Mention(every=True)])
    if _OF_KIND.match(text) and kind:
        return _note(reading, [Mention(kind)])
    return False


def _note(reading: Reading, mentions: list[Mention]) -> bool:
    reading.about += mentions
    reading.note(asks_something=True, compares=True)
    return True


def _goods(text: str) -> bool:
    return any(current().place(word) >= NAMES and not is_colour(word) for word in name_words(text)[0])


def _either_of_goods(text: str) -> bool:
    """`nasa ou cervical?`: two names and nothing else."""
    parts = re.split(r"\s+(?:ou|or)\s+", text)
    return len(parts) == 2 and all(len(words(part)) <= 3 and _goods(part) for part in parts)


def _beside(reading: Reading, text: str) -> None:
    """`o cabo de 1 pro de 2 metros`, `a calça bege pra preta`: the second takes its noun from the first; one alone is
    put beside what is spoken of."""
    if (not text.strip() or _BOTH.fullmatch(text.strip())) and reading.listed >= 2:
        two = _TWO.search(text) or reading.listed == 2
        _note(reading, [Mention(position=1), Mention(position=2)] if two else [Mention(every=True)])
        return
    parts = [part for piece in split_mentions(text) for part in _AGAINST.split(piece) if part.strip()]
    mentions = [reading.mention(part) for part in parts[:2]]
    nouns = tuple(filter(_is_noun, mentions[0].words)) if mentions else ()
    beside = []
    for mention in mentions:
        own = any(map(_is_noun, mention.words)) or mention.position is not None
        beside.append(mention if own else msgspec.structs.replace(mention, words=(*nouns, *mention.words)))
    _note(reading, beside)


def _is_noun(word: str) -> bool:
    return not (word[0].isdigit() or is_colour(word))
