"""Questions to the shop, and the sentence of its documents that answers each. Pure.

A topic is known by the question's words and by the words of sentences that answer it; what a question and a sentence
share beyond that decides between sentences. One sentence is said, or none.
"""

import re
from collections.abc import Sequence

from msgspec import Struct

from app.features.chat.assistant.acts import Question
from app.features.chat.assistant.documents.topics import BRINGS, DELIVERING, TABLE, TERMS, Topic
from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.words import fold, in_portuguese, stem, words
from app.ops.expressions import expression

MAX_QUOTE = 400
_HOW = expression(r"\b(?:como|how)\b")
_STRETCH = expression(
    r"(\d{1,3}(?:,\d{1,2})?)\s*(?:m|kg|cm|anos)?\s+a\s+(\d{1,3}(?:,\d{1,2})?)|\bat[ée]\s+(\d{1,3}(?:,\d{1,2})?)"
)
_SENTENCE = expression(r"[^.!?\n]+(?:[.!?](?!\s|$)[^.!?\n]*)*[.!?]?")
# `Av. Brasil`, `Dr. Silva`, `tel. 99`: a word cut short
_SHORTENED = expression(
    r"\b(?:av|r|al|rod|estr|trav|tv|p[çc]a|pra[çc]|jd|vl|cj|conj|res|ed|bl|ap|apto|km|n[ºo°]?|sra?|dra?|prof[aª]?|eng|sta|sto|st|ave|blvd|"
    r"tel|cel|whats|obs|ex|p\.\s?ex|aprox|m[aá]x|m[ií]n|etc|unid?|cx|pct|ltda|cia|no)\.$",
    re.IGNORECASE,
)


class Passage(Struct, frozen=True):
    """A piece of a document."""

    title: str
    text: str


# Words of questions that say nothing about which sentence answers.
_SAID = v.FILLER - {"foto", "fotos"}  # words of sentences that say nothing
EMPTY = _SAID | frozenset(
    """qual quais quanto quantos que vcs voces voce fica custa valor preco prazo tem tenho posso consigo faz fazem loja
    hoje produto produtos comprar compra pedido meu minha dias dia leva demora""".split()  # noqa: SIM905
)

# How big something is, and a sentence that tells it: `queen 158 x 198 cm`.
_ASKS_SIZE = expression(r"\b(?:tamanhos?|medidas?|mede[m]?|dimens\w+|size|dimensions)\b")
_SIZE = expression(r"\d\s*(?:cm|m)?\s*x\s*\d")
_SIDES = expression(r"(?<![\d.,])(\d[.,]\d{2}|\d{2,3})\s*(?:m|cm)?\s*(?:x|por)\s*(\d[.,]\d{2}|\d{2,3})(?!\d)")
# `Não fazemos outro desconto.`: besides what the sentence before tells
_BESIDE = expression(
    r"(?:nao|nem|no|not|we\s+don'?t)\b[^.]*\b(?:outr[oa]s?|other|another)\s+(?:descontos?|cupo(?:m|ns)|promoc\w+|discounts?|coupons?)\b"
)
# `posso lavar ela na água?`: what is told of the thing itself goes before what is told of another
_MAY_IT = expression(
    r"\b(?:posso|pode|podem|da\s+(?:pra|para)|tem\s+como|precisa|can\s+(?:i|it|you)|may\s+i|is\s+it\s+(?:ok|safe))\b.*\b(?:el[ea]s?|ess[ea]|isso|it|them|this)\b"
)
_OF_IT = 2.2
_OF_DISCOUNTS = expression(r"\b(?:desconto|discount|cupom|coupon)")
_DAYS = expression(r"\b(?:domingos?|feriados?|sundays?|holidays?)\b")


def keys_of(text: str, empty: frozenset[str]) -> set[str]:
    """The beginnings of the words: `trocar`, `trocas` and `troca` answer one another."""
    apart = words(text.replace("-", " "))
    joined = [word.replace("-", "") for word in words(text) if "-" in word]  # `micro-ondas`, asked for as `microondas`
    found = [word.removesuffix("s") for word in (*apart, *joined) if word not in empty]
    return {word[:5] if len(word) >= 7 else word[:4] for word in found}


# What each sentence on exchanges, on delivery or on paying in parts says: it tells none from another.
_EXCHANGED = keys_of("troca trocar trocam trocamos trocado devolver devolve devolucao exchange return", frozenset())
_GUARANTEED = keys_of("garantia garantido warranty guarantee", frozenset())
_BROUGHT = keys_of("entrega entregam entregar entregue envio enviam chega chegar deliver delivery arrive", frozenset())
_IN_PARTS = keys_of("parcela parcelar parcelas parcelam vezes", frozenset())  # `Parcela mínima de R$ 50` tells no count
_READY = keys_of("fica ficam ficar pronto pronta prontos prontas", frozenset())
_HOUR = keys_of("hora horas hour hours", frozenset())  # `pronto em 1 hora` tells no opening hours
_SENT = expression(rf"{BRINGS.pattern}|\b(?:mandamos|transportadora|carrier)\b")
_MADE = expression(r"\b(?:pront[oa]s?|ready)\b")


def asks_size(asked: str) -> bool:
    """It asks how big something is."""
    return _ASKS_SIZE.search(asked) is not None


def answer_to(passages: Sequence[Passage], question: Question, *, about: str = "") -> str | None:
    """The one sentence that answers a question; None when no document does. about: the name of what is spoken of."""
    topic = TABLE.get(question.topic)
    asked = fold(question.text)
    wanted = keys_of(f"{question.text} {_in_portuguese(asked)}", EMPTY)
    goods = _goods_exchanged(asked) if topic is TABLE["exchange"] else set()
    if topic in DELIVERING:
        wanted -= _BROUGHT
    if topic is TABLE["hours"]:
        wanted -= _HOUR
    if topic is TABLE["time"] and _MADE.search(asked):  # what it is that is made decides
        wanted -= _READY
    if topic is TABLE["exchange"]:
        wanted -= _EXCHANGED
    if topic is TABLE["cards"]:
        wanted -= _IN_PARTS
    if topic is TABLE["time"] and (done := _when_done(passages, asked)) is not None:
        return done
    best: tuple[float, str] | None = None
    for passage in passages:
        titles = (topic, *DELIVERING) if topic in DELIVERING else (topic,)
        in_title = any(one is not None and one.answered.search(fold(passage.title)) for one in titles)
        before = ""
        for sentence in sentences_of(passage.text):
            beside = _BESIDE.match(fold(sentence)) or (topic is TABLE["cards"] and _only_refuses(sentence, before))
            whole = f"{before} {sentence}" if before and beside else sentence
            score, before = _score(sentence, topic, asked, wanted, in_title=in_title), sentence
            score += 1.5 if score and goods & keys_of(sentence, _SAID) else 0.0
            if score and about and topic in (TABLE["warranty"], TABLE["exchange"]):
                score += 1.0 * bool(keys_of(sentence, _SAID) & keys_of(about, EMPTY))  # `elas têm garantia?`
            if (
                topic is None
                and about
                and wanted & (own := keys_of(sentence, _SAID))
                and own & keys_of(about, v.FILLER)
            ):
                score = score + 1.0 if score else _OF_IT if _MAY_IT.search(asked) else 1.0
            if topic is None and score == 0 and _HOW.search(asked) and wanted & keys_of(passage.title, _SAID):
                score = 1.0  # `como sei o tamanho do anel?`: what the document is about
            if topic is None and score == 0 and _HOW.search(asked) and wanted & keys_of(sentence, _SAID | v.EVERYDAY):
                score = 0.5
            if score > 0 and (best is None or score > best[0]):
                best = (score, whole[:MAX_QUOTE])
    if topic in TERMS and best and not wanted & keys_of(best[1], _SAID):  # `se quebrar um prato, quanto é?`
        named = answer_to(passages, Question("", question.text), about=about)
        best = (best[0], named) if named else best
    told = _with_rule(passages, topic, best[1], asked) if best else None
    return _whole_of(passages, topic) if told is None else _with_other_case(passages, told)


_WITHOUT = expression(r"\b(?:sem|without)\s+(?:[oa]s?\s+|the\s+|an?\s+)?(?P<what>[a-z]{4,})")


def _with_other_case(passages: Sequence[Passage], told: str) -> str:
    """`Sem gravação sai no mesmo dia.`, which is half of it, with what holds otherwise: `Com gravação são 3 dias.`"""
    whole = next((sentences_of(one.text) for one in passages if told in one.text), [])
    for other in whole if told in whole else ():
        both = [one for one in whole if one in (other, told)]
        if len(both) == 2 and _are_two_cases(*both) and len(other) + len(told) < MAX_QUOTE:
            return " ".join(both)
    return told


def _are_two_cases(one: str, other: str) -> bool:
    """What holds with something, and what without it."""
    for lacks, has in ((one, other), (other, one)):
        found, folded = _WITHOUT.search(fold(lacks)), fold(has)
        if found and keys_of(found["what"], _SAID) & keys_of(folded, _SAID) and not _WITHOUT.search(folded):
            return True
    return False


_DENIES = expression(r"\b(?:nao|nem|not|sem)\b|^\W*no\s(?!pix\b)")


# What is told no to: `sem etiqueta` and `sem custo` are none
_EXCEPTS = expression(r"\b(?:nao|nem|exceto|menos|not|cannot|can'?t|never|except|no\s+(?:returns?|exchanges?))\b")


def _with_rule(passages: Sequence[Passage], topic: Topic | None, sentence: str, asked: str) -> str:
    """`Cópia de chave não tem troca.` behind the rule that it is an exception to, unless such goods are asked about;
    and what the document tells no to behind what it tells yes to."""
    whole = next((one.text for one in passages if sentence in one.text), "")
    first = next(iter(sentences_of(whole)), "")
    own = keys_of(sentence, _SAID) - _EXCHANGED - _GUARANTEED
    if topic is TABLE["exchange"] and not _EXCEPTS.search(fold(sentence)):  # no yes where some goods are told no
        excepted = (one for one in sentences_of(whole.partition(sentence)[2]) if _EXCEPTS.search(fold(one)))
        behind = next((one for one in excepted if len(sentence) + len(one) < MAX_QUOTE), "")
        return f"{sentence} {behind}".strip()
    if topic not in TERMS or first in sentence or not _DENIES.search(fold(sentence)) or own & keys_of(asked, EMPTY):
        return sentence
    titled = any(sentence in one.text and topic.answered.search(fold(one.title)) for one in passages if topic)
    told = titled or not _DENIES.search(fold(first))  # `Muda que não pegar a gente repõe. Grama não tem garantia.`
    return f"{first} {sentence}" if told and len(first) + len(sentence) < MAX_QUOTE else sentence


def _whole_of(passages: Sequence[Passage], topic: Topic | None) -> str | None:
    """What the document that is called by the topic says, where no sentence of it repeats that: `Garantia`, of which it
    tells `90 dias`."""
    if topic is None or topic in DELIVERING:
        return None
    titled = (one.text for one in passages if topic.answered.search(fold(one.title)))
    return next((text[:MAX_QUOTE] for text in titled if not topic.answered.search(fold(text))), None)


_PIX = expression(r"\bpix\b")
_TAKES_NONE = expression(
    r"(?:(?:ainda|infelizmente|por\s+enquanto|unfortunately|sorry)\W+)*(?:nao|nem|no\s+(?:\w+\s+)?cards?|we\s+(?:don'?t|do\s+not))\b"
)


def _only_refuses(sentence: str, before: str) -> bool:
    """`Só Pix. Não trabalhamos com cartão.`: what is taken stands before what is not."""
    refuses = _TAKES_NONE.match(fold(sentence)) is not None and _PIX.search(fold(sentence)) is None
    return refuses and _PIX.search(fold(before)) is not None


# `que dia vocês torram?` asks of that, before when an order comes.
_WHEN_DOES = expression(
    r"\b(?:(?:em\s+)?que\s+dias?|quais\s+(?:os\s+)?dias|quando)\s+(?:(?:e\s+)?que\s+)?(?:voces|vcs|a\s+loja)\s+(?P<does>[a-z]{4,}(?:am|em))\b"
)
_NOT_DONE = frozenset("abrem fecham entregam enviam mandam atendem funcionam despacham estao trazem".split())  # noqa: SIM905


def _when_done(passages: Sequence[Passage], asked: str) -> str | None:
    """The sentence on what the shop is asked to do when."""
    found = _WHEN_DOES.search(asked)
    if found is None or found["does"] in _NOT_DONE:
        return None
    root = found["does"][:-2]
    sentences = (sentence for passage in passages for sentence in sentences_of(passage.text))
    told = (one for one in sentences if any(word.startswith(root) for word in words(fold(one))))
    return next((sentence[:MAX_QUOTE] for sentence in told), None)


def _in_portuguese(asked: str) -> str:
    """What the shop calls the goods that an English question names: `do cables have a warranty?`"""
    return " ".join(
        called for word in words(asked) if len(word) >= 4 and word not in v.PORTUGUESE for called in in_portuguese(word)
    )


# `vocês trocam tela de iPhone?` asks of that, before how long anything may be brought back.
_EXCHANGED_WHAT = expression(
    r"\b(?:troc\w+|devolv\w+|exchange|return|swap)\s+(?:(?:[oa]s?|uma?|the|an?|my|meu|minha)\s+)?(?P<what>[a-z]{4,})"
)


def _goods_exchanged(asked: str) -> set[str]:
    found = _EXCHANGED_WHAT.search(asked)
    return keys_of(found["what"], EMPTY) - _EXCHANGED if found else set()


_UNIT_TOLD = expression(r"\d\s*(kg|cm|m|anos|meses)\b")


def measured(passages: Sequence[Passage], text: str, about: str = "") -> str | None:
    """The sentence that speaks of the same thing, or of what is spoken of (about) in the same unit, and of a stretch
    that a number of the text lies in."""
    numbers = [
        float(found.replace(",", ".")) for found in re.findall(r"(?<![\d.,])\d{1,3}(?:[.,]\d{1,2})?(?![\d])", text)
    ]
    keys, sides = keys_of(text, EMPTY), _sides(fold(text))
    own, units = keys_of(about, EMPTY), set(_UNIT_TOLD.findall(fold(text)))
    for passage in passages:
        for sentence in sentences_of(passage.text) if numbers else ():
            if sides & _sides(fold(sentence)):  # `1,58 x 1,98` is the queen of 158 x 198 cm
                return sentence[:MAX_QUOTE]
            said = keys_of(sentence, _SAID) | keys_of(passage.title, _SAID)
            shared = keys & said or (own & said if units & set(_UNIT_TOLD.findall(fold(sentence))) else set())
            plain = all(map(str.isdigit, shared))  # `4 bermudas`, beside `Fantasia 4`
            for low, high, least in _STRETCH.findall(sentence) if shared else ():
                if least and "," not in least and all(map(str.isdigit, shared)):  # `cartão em até 6 vezes`
                    continue
                bottom = float((low or "0").replace(",", ".")) if not least else 0.0
                top = float((high or least).replace(",", "."))
                if any(bottom <= one <= top and one >= 0.5 * top for one in numbers if not plain or one % 1):
                    return sentence[:MAX_QUOTE]
    return None


def _sides(text: str) -> set[tuple[int, int]]:
    """Two sides told together, in centimetres."""
    return {(_centimetres(one), _centimetres(other)) for one, other in _SIDES.findall(text)}


def _centimetres(side: str) -> int:
    return round(float(side.replace(",", ".")) * (100 if not side.isdigit() else 1))


def says_word(passages: Sequence[Passage], word: str, *, goods: bool = False) -> str | None:
    """The sentence that has this very word: `tem minhoca?` goods: it is called so; where it is sent is no answer."""
    sentences = [sentence for passage in passages for sentence in sentences_of(passage.text)]
    sentences = [one for one in sentences if not (goods and BRINGS.search(fold(one)))]
    found = (one for one in sentences if stem(word) in {stem(other) for other in words(one)})
    return next((sentence[:MAX_QUOTE] for sentence in found), None)


def sentence_with(passages: Sequence[Passage], head: str, others: Sequence[str]) -> str | None:
    """The sentence that has a word, by what a Portuguese catalogue calls it too, and one of some others."""
    roots = {stem(form) for form in (head, *in_portuguese(head))}
    beside = {stem(form) for word in others for form in (word, *in_portuguese(word))}
    for passage in passages:
        for sentence in sentences_of(passage.text):
            said = set(map(stem, words(sentence)))
            if roots & said and beside & said:
                return sentence[:MAX_QUOTE]
    return None


def titled(passages: Sequence[Passage], named: Sequence[str]) -> str | None:
    """What a document says first of the thing that its title is about: `Aplicação de película`."""
    roots = {stem(word) for word in named if len(word) > 3}
    for passage in passages:
        if roots & {stem(word) for word in words(fold(passage.title))}:
            return next(
                (one[:MAX_QUOTE] for one in sentences_of(passage.text) if roots & set(map(stem, words(one)))), None
            )
    return None


# `não parcelamos` answers whether in parts, and not whether by card.
_NO_PARTS = expression(r"^(?!.*\b(?:cart(?:ao|oes)|boleto|credito|debito|card|maquin)).*\bnao\s+parcel")


def speaks_of(sentence: str, named: Sequence[str]) -> bool:
    """One of the words is in the sentence."""
    keys = {key for word in named for key in keys_of(word, frozenset())}
    return any(one.startswith(key) for one in keys_of(sentence, _SAID) for key in keys)


_DOING = expression(r"\b([a-z]{4})[a-z]{1,}(?:cao|coes|mentos?|gem|gens|mos)\b")


def _done_in(sentence: str) -> set[str]:
    """The roots of the things done that a sentence names: `gravação` answers `gravar`."""
    return set(_DOING.findall(fold(sentence))) - {"acei", "rece", "entr", "envi", "troc"}  # said of anything


def _score(sentence: str, topic: Topic | None, question: str, wanted: set[str], *, in_title: bool) -> float:
    folded = fold(sentence)
    shared = len(wanted & (keys_of(sentence, _SAID) | _done_in(sentence)))
    if topic is None:
        shared += shared > 0 and _ASKS_SIZE.search(question) is not None and _SIZE.search(folded) is not None
        return float(shared) if shared >= 2 else 0.0
    if not topic.answered.search(folded):
        of_place = in_title and shared and topic in DELIVERING and re.search(r"r\$|\d\s*dias?", folded)
        return 0.5 + shared * 0.8 if of_place else 0.0  # `Na Ilha, R$ 11,00`, of the document `Entrega`
    better = topic.better is not None and topic.better.search(folded) is not None
    better = better and not (shared == 0 and re.search(r"\b(?:nao|not)\b", folded))
    if topic is TABLE["cards"] and _NO_PARTS.search(folded) and not topic.narrow[0][0].search(question):
        return 0.0
    strays = topic not in TERMS and any(term.answered.search(folded) for term in TERMS)
    if any(asks.search(question) and answers.search(folded) for asks, answers in topic.narrow):
        return (1.5 if strays else 3.0) + shared * 0.8
    if strays and topic in (TABLE["invoice"], TABLE["methods"]):  # `trocas com a nota fiscal` asks for one
        return 0.0
    of_discounts = _OF_DISCOUNTS.search(folded) and _DENIES.search(folded)
    if topic is TABLE["methods"] and of_discounts and not _OF_DISCOUNTS.search(question):
        return 0.3  # `Pix com 5% de desconto não existe mais.`
    if topic is not TABLE["hours"] and _DAYS.search(folded) and not _DAYS.search(question):
        return 0.3  # `aos domingos não entregamos`
    if topic is TABLE["time"] and _MADE.search(question) and _SENT.search(folded):
        return 0.5 + shared * 0.8  # how long it travels, where it is asked when it is ready
    return (0.5 if strays else 1.0) + shared * 0.8 + (0.6 if better else 0.0) + (0.7 if in_title else 0.0)


def sentences_of(text: str) -> list[str]:
    """The sentences of a document; the dot of `Av. Brasil` and of `nº. 12` ends none."""
    told: list[str] = []
    for found in filter(None, map(str.strip, _SENTENCE.findall(text))):
        if told and _SHORTENED.search(told[-1]):
            told[-1] = f"{told[-1]} {found}"
        else:
            told.append(found)
    return told
