"""Which sentence has most of a question: its words, the rarer the more they tell, and the form of an answer. Pure."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from app.features.chat.assistant.documents.answers import EMPTY, MAX_QUOTE, Passage, keys_of, sentences_of
from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.words import fold, in_portuguese, words
from app.ops.expressions import expression

_NO_KEYS = (
    EMPTY
    | v.EVERYDAY
    | v.FILLER
    | frozenset("hora horas hour hours cor cores tamanho tamanhos color colour size".split())  # noqa: SIM905
)
# By how many sentences have a word: what it tells of which is meant.
_RARE = {1: 2.0, 2: 1.5, 3: 1.2}
_COMMON = 0.8
_IN_TITLE, _BEFORE = 0.8, 0.5
# What is asked for by these words is told in this form.
_FORMS = tuple(
    (expression(asked), expression(told))
    for asked, told in (
        (
            r"\b(?:quanto\s+(?:custa|paga|cobra|e|fica|sai|ta)\w*|cobra\w*|preco|valor|taxa|pag[ao]\w*|gratis|de\s+graca|how\s+much|cost\w*|charge\w*|fees?|free)\b",
            r"r\$|\b(?:gratis|gratuit\w+|de\s+graca|sem\s+custo|nao\s+cobramos|free)\b",
        ),
        (r"\b(?:que\s+horas?|horarios?|what\s+time|hours)\b", r"\b\d{1,2}\s?h(?!ora)|\b\d{1,2}:\d\d"),
        (
            r"\b(?:que\s+dias?|quais\s+dias|quando|what\s+days?|which\s+days?|when)\b",
            r"\b(?:segunda|terca|quarta|quinta|sexta|sabado|domingo)s?\b|\btodo\s+dia\b",
        ),
        (
            r"\b(?:a?onde|enderecos?|localizacao|gps|where|address)\b",
            r"\b(?:rua|avenida|av|praca|rodovia|estrada|street|avenue)\b",
        ),
        (
            r"\b(?:quant[oa]s?\s+(?:tempo|dias?|horas?|meses|semanas)|prazo|demora\w*|dura[mr]?|ate\s+quando|how\s+(?:long|many\s+(?:days|hours|months)))\b",
            r"\d\s*(?:h\b|horas?|min\w*|dias?|semanas?|meses|mes\b|anos?)",
        ),
        (r"\b(?:idade|quantos\s+anos|how\s+old|what\s+age)\b", r"\b\d+\s*(?:anos|meses|years|months)\b"),
        (r"\b(?:quantos\s+graus|temperatura|graus|temperature|degrees)\b", r"\d\s*(?:°|º|o\s?c\b|graus)"),
    )
)
AMOUNT = expression(r"(?<![\d.,])(\d+(?:[.,]\d+)?)\s*(kg|g|ml|l|cm|m)(?:itros?|ramas?|etros?|uilos?)?\b")
_FORM_TOLD = 1.2
_FEW = 3
# The same thing said of what is done and of what has been done.
_LIKE = {"abre": "abert", "abrir": "abert", "abri": "abert", "abro": "abert", "arruma": "consert", "arrumam": "consert",
         "conserta": "consert", "micro-ondas": "microondas", "freezer": "congel", "cachorro": "pet"}  # fmt: skip


class Told(Struct, frozen=True):
    """A sentence, how much of the question it has, how many of its words that name no goods, and whether it has the
    form of an answer: a price, an hour, a place. few: the question has no more than a few words that tell of it."""

    text: str
    score: float
    shared: int
    in_form: bool = False
    few: bool = False


class _Asked(Struct, frozen=True):
    """A word of a question by its beginning, and how much it tells. plain: it only names goods, or an amount."""

    key: str
    weight: float
    plain: bool


class _Sentence(Struct, frozen=True):
    text: str
    own: frozenset[str]
    title: frozenset[str] = frozenset()
    before: frozenset[str] = frozenset()


def most_told(passages: Sequence[Passage], question: str, goods: Sequence[str] = ()) -> Told | None:
    """The sentence that has most of a folded question; None where none has a word of it. goods: words of the question
    that only name goods, which tell less."""
    known = list(_of_documents(passages))
    asked = _weighed(known, question, goods)
    found = [told for one in known if (told := _measured(one, asked, question)).score]
    return max(found, key=lambda told: told.score, default=None)


def told_in(passages: Sequence[Passage], question: str, text: str, goods: Sequence[str] = ()) -> float:
    """How much of a folded question a text has that has been said."""
    known = list(_of_documents(passages))
    asked = _weighed(known, question, goods)
    within = [one for one in known if one.text in text or text in one.text] or [_Sentence(text, _keys(text))]
    return max(_measured(one, asked, question).score for one in within)


def _weighed(known: Sequence[_Sentence], question: str, goods: Sequence[str]) -> list[_Asked]:
    """The keys of the question, each with what it tells by how many sentences have it."""
    named = _keys(" ".join(goods))
    asked: list[_Asked] = []
    for key in asked_in(question):
        weight = _RARE.get(max(sum(key in one.own for one in known), 1), _COMMON)
        of_goods = key in named
        asked.append(_Asked(key, min(weight, _COMMON) if of_goods else weight, of_goods or key[0].isdigit()))
    return asked


def asked_in(question: str) -> frozenset[str]:
    """The keys of what a folded question asks for, in Portuguese, too."""
    said = words(question)
    english = [called for word in said if word not in v.PORTUGUESE for called in in_portuguese(word)]
    return _keys(" ".join([*said, *english]))


def _keys(text: str) -> frozenset[str]:
    said = fold(text)
    like = " ".join(_LIKE.get(word, word) for word in words(said))
    plain = " ".join(word.removeprefix("des") for word in words(said) if len(word) > 8)  # `desalinhado`
    deeds = " ".join(word[:-1] for word in words(said) if word.endswith(("ar", "er", "ir")))  # `visitar`, a `visita`
    amounts = {f"{number}{unit}" for number, unit in AMOUNT.findall(said)}
    keys = keys_of(f"{said} {like} {plain} {deeds}", _NO_KEYS)
    return frozenset(amounts) | {key for key in keys if key and not key[0].isdigit()}


def _of_documents(passages: Sequence[Passage]) -> Iterable[_Sentence]:
    for passage in passages:
        title, before = _keys(passage.title), frozenset[str]()
        for sentence in sentences_of(passage.text):
            own = _keys(sentence)
            yield _Sentence(sentence[:MAX_QUOTE], own, title, before)
            before = own


def _measured(one: _Sentence, asked: Sequence[_Asked], question: str) -> Told:
    score, shared, any_shared, folded = 0.0, 0, False, fold(one.text)
    for each in asked:
        own, title = each.key in one.own, each.key in one.title
        if not (own or title or each.key in one.before):
            continue
        score += each.weight * (1.0 if own else _IN_TITLE if title else _BEFORE)
        any_shared = any_shared or own or title
        shared += (own or title) and not each.plain
    forms = sum(bool(asks.search(question) and told.search(folded)) for asks, told in _FORMS) if any_shared else 0
    return Told(one.text, score + _FORM_TOLD * forms, shared, forms > 0, len(asked) <= _FEW)
