"""Two names: of one thing, of which the shop knows one (`pepperoni or calabresa, whatever it's called`), or of two, of
which either is wanted (`calabresa ou mussarela`). Pure.
"""

import re

import msgspec

from app.features.chat.assistant.acts import Change, ChangeKind, Mention
from app.features.chat.assistant.documents.topics import topics_of
from app.features.chat.assistant.language import signs
from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.words import is_colour, stem
from app.features.chat.assistant.products.matching import SIZED
from app.features.chat.assistant.reading import verbs
from app.features.chat.assistant.reading.clauses import Clause
from app.features.chat.assistant.reading.draft import Reading
from app.features.chat.assistant.reading.questions.unmarked import asks_unmarked
from app.ops.expressions import expression

_CALLED = expression(
    r"[\s,]*\b(?:(?:or|ou)\s+)?(?:(?:whatever|however)\s+(?:it'?s|it\s+is|that'?s|you|they)\s+(?:called|call\s+it|named)|"
    r"(?:(?:nao|n)\s+sei|sei\s+la|esqueci)\s+(?:(?:bem|direito)\s+)?(?:o\s+nome|como\s+(?:se\s+)?chama)(?:\s+(?:disso|direito|certo))?|"
    r"como\s+(?:e\s+que\s+)?voces?\s+chamam?)\b"
)
# `two of the second skin tops (segunda pele)`: the shop's own name, told beside another
_NAMED_TOO = expression(
    r"\b(?P<count>\d{1,3}|an?|one|two|three|four|five|six|ten|the|your|uma?|dois|duas|tres|quatro|cinco)\s+(?:of\s+(?:the|these|those|your)\s+)?"
    r"(?P<called>(?!(?:and|e)\b)[a-z][a-z'-]*(?:\s+(?!(?:and|e|the|o|a)\b)[a-z'-]+){0,4}?)"
    r"\s*\((?P<name>[a-z][a-z -]{2,40})\)"
)
_EITHER = expression(r"\b(?P<one>[a-z]{3,})\s+(?:ou|or)\s+(?:(?:an?|the|uma?|[oa])\s+)?(?P<other>[a-z]{3,})\b")


def as_sold(text: str) -> str:
    """The folded text with the one of both that goods are called by, and without that the name is unsure."""
    named = _CALLED.sub(" ", _NAMED_TOO.sub(_by_its_name, text))
    if named == text and (
        signs.WANT.search(text) or asks_unmarked(text)
    ):  # `quero suco de laranja ou abacaxi`: either is looked up
        return text
    return _EITHER.sub(_known, named)


def _by_its_name(found: re.Match[str]) -> str:
    """The name in brackets, where goods are called so and not as stands before it; its colour and size stay."""
    goods, own, called = current(), found["name"].split(), found["called"].split()
    named = goods.place(own[0]) == BEGINS and all(goods.place(one) >= NAMES for one in own if len(one) > 2)
    kind = [one for one in called if is_colour(one) or stem(one) in SIZED]
    strange = any(map(goods.strange, called))
    return " ".join([found["count"], found["name"], *kind]) if named and strange else found[0]


def _known(found: re.Match[str]) -> str:
    goods, one, other = current(), found["one"], found["other"]
    if goods.strange(one) and goods.place(other) >= NAMES:
        return other
    return one if goods.strange(other) and goods.place(one) >= NAMES else found[0]


_OR = expression(r"\s+(?:ou|or)\s+(?:entao\s+|maybe\s+)?")
_LISTS = expression(r"[,;+&]|\b(?:e|and|mais|com|with)\b")
# `to na dúvida entre a calabresa e a mussarela`, `não sei se levo a calabresa ou a mussarela`
_DOUBTS = expression(
    r"^(?:(?:eu|ainda|i'?m|i\s+am|but|mas|entao)\s+)*(?:(?:(?:to|tou|estou|tava|fico|fiquei|ficando)\s+)?(?:(?:na|em|com)\s+duvida|indecis[oa])\s+(?:entre|se\s+\w+|se|de|da|do)|"
    r"(?:to|tou|estou|fico|fiquei)\s+(?:na\s+)?entre|(?:nao|n)\s+sei\s+se\s+(?:eu\s+)?(?:levo|quero|pego|compro|peco|escolho|e|vou\s+de)|(?:torn|undecided|deciding|choosing)\s+between|"
    r"(?:can'?t|cannot)\s+decide\s+between|not\s+sure\s+(?:between|about|whether\s+to\s+(?:get|take)))\s+"
)
_BETWEEN = expression(r"\s+(?:ou|or|e|and)\s+")
_MOST_WORDS = 4


def wants_either(reading: Reading, clause: Clause) -> bool:
    """`quero calabresa ou mussarela`: it is asked which; `to na dúvida entre as duas`: both are put beside one
    another."""
    if clause.told or clause.conditional:
        return False
    if doubt := _DOUBTS.match(clause.text):
        both = _two(reading, _BETWEEN.split(clause.text[doubt.end() :]))
        reading.about += both
        reading.note(**{"asks_something": True, "compares": True} if both else {})
        return bool(both)
    if clause.asks or clause.negated or verbs.kind(clause.text) not in (None, "want", "add"):
        return False
    text = verbs.without_verbs(clause.text)
    if _LISTS.search(text) or topics_of(text) or reading.method_in(text)[0] is not None:
        return False
    both = _two(reading, _OR.split(text), wished=verbs.kind(clause.text) is not None)
    if not both:
        return False
    kind: ChangeKind = "add" if verbs.kind(clause.text) == "add" else "want"
    whole = msgspec.structs.replace(reading.mention(text), quantity=both[0].quantity)
    reading.changes.append(Change(kind, whole, either=tuple(both)))
    return True


def _two(reading: Reading, parts: list[str], *, wished: bool = False) -> list[Mention]:
    """The two that the parts name; none where they are no goods, as `pix ou dinheiro` and `preta ou branca`. wished: a
    verb says so, and what is no name may be an option (`omo ou tixan`)."""
    if len(parts) != 2:
        return []
    one, other = (reading.mention(part) for part in parts)
    if not (_is_goods(one, strange=wished) and _is_goods(other, strange=wished)):
        return []
    noun = one.words[0] if len(one.words) > 1 and current().place(one.words[0]) == BEGINS else ""
    if noun and current().place(other.words[0]) != BEGINS:  # `suco de laranja ou abacaxi`
        other = msgspec.structs.replace(other, noun=noun)
    quantity = one.quantity or other.quantity
    return [msgspec.structs.replace(each, quantity=quantity) for each in (one, other)]


def _is_goods(mention: Mention, *, strange: bool) -> bool:
    words = [word for word in mention.words if word not in v.EVERYDAY | v.FILLER | v.VERBS | v.TALK]
    named = [word for word in words if not is_colour(word) and (strange or not current().strange(word))]
    return bool(named) and len(mention.words) <= _MOST_WORDS and mention.position is None and not mention.every
