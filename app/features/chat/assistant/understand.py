"""What a shopper's sentence means, given what was said before. Pure; tests: tests/features/test_assistant.py."""

import re
from dataclasses import dataclass
from typing import Literal

from app.features.chat.assistant import vocabulary as v
from app.features.chat.assistant.memory import Memory
from app.features.chat.assistant.picks import Pick, find_picks
from app.features.chat.assistant.words import ORDINALS, fold, meant, number, price_range, says, words
from app.features.extract_lead import patterns

Intent = Literal[
    "greet", "thanks", "goodbye", "human", "shipping", "policy", "payment_question", "search", "more", "details",
    "order", "which", "card", "contact", "cancel", "order_status", "confirm_shipping", "no", "unknown",
]  # fmt: skip
Language = Literal["pt", "en"]
Payment = Literal["pix", "manual_pix", "cod"]
PriceOrder = Literal["cheapest", "dearest"]

_ORDER_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_ON_DELIVERY = re.compile(
    r"(?:pag\w*|pay|dinheiro|cash|acert\w*)\s+(?:\w+\s+)?(?:na|no|on|upon|contra|at|quando)\s+(?:a\s+)?"
    r"(?:entreg\w*|delivery|receb\w*|cheg\w*)"
    r"|contra[\s-]?entrega|cash on delivery|na hora da entrega"
)
_BARE_DELIVERY = re.compile(
    r"^\W*(?:pode ser |prefiro |vai ser |quero )?(?:na |no |on )(?:entrega|recebimento|delivery)\b"
)
_MANUAL = re.compile(r"\bpix\s+(?:manual|direto|na\s+chave|por\s+chave|com\s+comprovante)|chave\s+pix|manual\s+pix")
_PERSON = re.compile(
    r"\b(?:falar|conversar|atendid[oa]|speak|talk|chat)\b.*\b(?:pessoa|alguem|gente|person|someone|somebody|human|voces)\b"
)
_PRICE_OF = re.compile(r"\bquanto\s+(?:custa|e|sai|fica|ta|esta)\b|\bqual\s+(?:o\s+)?(?:preco|valor)\b|\bhow\s+much\b")
_PLACED = r"\b(?:pedidos?|compras?|encomendas?|orders?|purchase)\b"
_CANCEL = re.compile(rf"\b(?:cancel\w*|desist\w*)\b.*{_PLACED}")
_STATUS = re.compile(
    rf"\b(?:cade|rastre\w*|acompanh\w*|status|track\w*|where|onde\s+(?:ta|esta|anda)|quando\s+chega|ja\s+\w+)\b.*{_PLACED}"
    rf"|{_PLACED}.*\b(?:ja\s+\w+|chegou|nao\s+chegou|atrasad\w+|saiu|arriv\w+|late|status)\b"
)
_CHEAPEST = re.compile(r"\bmais\s+(?:barat\w+|em\s+conta)\b|\bmenor\s+preco\b|\bcheap(?:er|est)\b|\blowest\s+price\b")
_DEAREST = re.compile(r"\bmais\s+car[oa]s?\b|\bmaior\s+preco\b|\b(?:most|more)\s+expensive\b|\bdearest\b")
_IN_STOCK = re.compile(r"\b(?:tem|ha|ainda|esta)\b.*\b(?:estoque|disponivel)\b|\bin stock\b|\bavailable\b")


@dataclass(frozen=True, slots=True)
class Meaning:
    """Intent and its slots. `query` is what to look for; `picks` are the products meant, with quantities."""

    intent: Intent
    language: Language = "pt"
    query: str = ""
    min_price: float | None = None
    max_price: float | None = None
    by_price: PriceOrder | None = None
    picks: tuple[Pick, ...] = ()
    payment: Payment | None = None
    order_id: str | None = None


def understand(text: str, memory: Memory) -> Meaning:
    """The meaning of the shopper's latest message."""
    low, high, rest = price_range(text)
    tokens = words(text)
    language = language_of(text, memory)
    query = content_words(rest)
    sentence = _Sentence(fold(text), tokens, low, high, query, language, memory)
    for rule in _RULES:
        if (found := rule(sentence)) is not None:
            return found
    return Meaning("unknown", language)


@dataclass(frozen=True, slots=True)
class _Sentence:
    text: str
    tokens: list[str]
    low: float | None
    high: float | None
    query: str
    language: Language
    memory: Memory

    @property
    def priced(self) -> bool:
        return self.low is not None or self.high is not None

    @property
    def subject(self) -> str:
        """The query without words about paying and delivery: empty when no product is named."""
        return " ".join(word for word in self.query.split() if word not in v.SHIPPING | v.PAYMENT_QUESTION | v.CARD)

    def says(self, vocabulary: frozenset[str]) -> bool:
        return says(self.tokens, vocabulary)


def language_of(text: str, memory: Memory) -> Language:
    """English when the words are; in doubt the language of the conversation so far, else Portuguese."""
    tokens = words(text)
    english, portuguese = sum(t in v.ENGLISH for t in tokens), sum(t in v.PORTUGUESE for t in tokens)
    if english != portuguese:
        return "en" if english > portuguese else "pt"
    if not memory.asked:
        return "pt"
    earlier = words(" ".join(memory.asked[-3:]))
    return "en" if sum(t in v.ENGLISH for t in earlier) > sum(t in v.PORTUGUESE for t in earlier) else "pt"


def content_words(text: str) -> str:
    """The words of a text that may name a product, in their order."""
    keep = [word for word in words(text) if word not in v.FILLER and word not in v.TALK]
    keep = [word for word in keep if meant(word, v.GREETINGS | v.THANKS) is None]
    if keep and (number(keep[0]) or 100) < 100:  # `2 camisetas`: a quantity, no part of the name
        keep = keep[1:]
    return "" if all(word.isdigit() for word in keep) else " ".join(keep)


def payment_of(text: str, tokens: list[str], *, asked: bool) -> Payment | None:
    """The payment method a sentence names; `asked`: our question about it is open, so `na entrega` answers it."""
    if _MANUAL.search(text):
        return "manual_pix"
    if says(tokens, v.PIX):
        return "pix"
    if _ON_DELIVERY.search(text) or says(tokens, v.CASH) or (asked and _BARE_DELIVERY.search(text)):
        return "cod"
    return None


def _confirm_shipping(s: _Sentence) -> Meaning | None:
    if (found := _ORDER_ID.search(s.text)) and s.says(v.SENT):
        return Meaning("confirm_shipping", s.language, order_id=found[0])
    return None


def _human(s: _Sentence) -> Meaning | None:
    if s.says(v.HUMAN) or _PERSON.search(s.text):
        return Meaning("human", s.language)
    return None


def _placed(s: _Sentence) -> Meaning | None:
    """What becomes of an order that was placed: no tool here may change it."""
    if _CANCEL.search(s.text):
        return Meaning("cancel", s.language)
    if _STATUS.search(s.text) and not s.priced:
        return Meaning("order_status", s.language)
    return None


def _contact(s: _Sentence) -> Meaning | None:
    """Address, phone or document sent after we asked for it, on its own."""
    if not (s.memory.pending or s.memory.ordered) or "?" in s.text or s.says(v.BUY):
        return None
    if payment_of(s.text, s.tokens, asked=bool(s.memory.pending)):
        return None
    finders = (patterns.find_address, patterns.find_cep, patterns.find_email, patterns.find_phone, patterns.find_cpf)
    if any(find(s.text) for find in finders) or (patterns.find_name(s.text) and not s.says(v.WANT)):
        return Meaning("contact", s.language)
    return None


def _order(s: _Sentence) -> Meaning | None:
    """An order: products picked with a wish to buy, or the payment method for products picked before."""
    if s.priced:
        return None
    payment = payment_of(s.text, s.tokens, asked=bool(s.memory.pending))
    found = find_picks(s.text, s.memory)
    wants, buys = s.says(v.WANT), s.says(v.BUY)
    if _asks(s) and not payment:
        return None
    if found.picks and (payment or buys or (wants and not s.says(v.DETAILS)) or found.counted):
        return Meaning("order", s.language, picks=found.picks, payment=payment)
    if s.memory.pending and (payment or (buys and not s.subject)):
        picks = tuple(Pick(count, name) for count, name in s.memory.pending)
        return Meaning("order", s.language, picks=picks, payment=payment)
    if found.named and payment:
        return Meaning("order", s.language, picks=found.named, payment=payment)
    if found.bare_count and s.memory.focus and not s.subject and (wants or buys or payment or _short(s)):
        return Meaning("order", s.language, picks=(Pick(found.bare_count, s.memory.focus),), payment=payment)
    points = wants and s.says(v.POINTING)
    willing = buys or _agrees(s) or points or (wants and _short(s)) or (payment and not s.says(v.PAYMENT_QUESTION))
    if s.memory.focus and not s.subject and willing:
        return Meaning("order", s.language, picks=(Pick(1, s.memory.focus),), payment=payment)
    if s.memory.shown and not s.query and (buys or points or (found.bare_count and (wants or payment))):
        return Meaning("which", s.language, payment=payment)
    return None


def _asks(s: _Sentence) -> bool:
    """A question about a product is no order of it."""
    return bool(_PRICE_OF.search(s.text) or _IN_STOCK.search(s.text)) or (s.says(v.DETAILS) and not s.says(v.BUY))


def _short(s: _Sentence) -> bool:
    return len(s.tokens) <= 3


def _agrees(s: _Sentence) -> bool:
    return _short(s) and s.says(v.YES) and not s.says(v.NO) and "×" not in s.memory.last_reply


def _card(s: _Sentence) -> Meaning | None:
    if s.says(v.CARD) and (s.memory.pending or s.says(v.PAYMENT_QUESTION) or _short(s)):
        return Meaning("card", s.language)
    return None


def _details(s: _Sentence) -> Meaning | None:
    """A question about one product that was shown (or named in full)."""
    found = find_picks(s.text, s.memory)
    about = s.says(v.DETAILS) or _PRICE_OF.search(s.text) or _IN_STOCK.search(s.text)
    if found.picks and not s.priced:
        return Meaning("details", s.language, picks=found.picks[:1])
    if about and not s.query and s.memory.focus and not s.says(v.SHIPPING | v.CATALOGUE):
        return Meaning("details", s.language, picks=(Pick(1, s.memory.focus),))
    if s.says(v.DETAILS - {"sobre", "about", "informacao", "informacoes", "info"}) and s.query:
        query = " ".join(word for word in s.query.split() if meant(word, v.DETAILS) is None)
        if query and not s.says(v.SHIPPING | v.POLICY):
            return Meaning("details", s.language, query=query, picks=(Pick(1, query),))
    return None


def _services(s: _Sentence) -> Meaning | None:
    """Delivery, exchanges, payment methods: questions to the shop, not to the catalogue."""
    if s.priced:
        return None
    if s.says(v.SHIPPING):
        return Meaning("shipping", s.language, query=s.query)
    if s.says(v.POLICY):
        return Meaning("policy", s.language, query=s.query)
    if s.says(v.PAYMENT_QUESTION) or (s.says(v.PIX | v.CARD) and not s.memory.pending):
        return Meaning("payment_question", s.language, query=s.query)
    return None


def _more(s: _Sentence) -> Meaning | None:
    if s.says(v.MORE) and not s.query and not s.priced and s.memory.shown:
        return Meaning("more", s.language, query=_last_search(s.memory))
    return None


def _by_price(s: _Sentence) -> Meaning | None:
    """`qual o mais barato?`: of what was looked for last, unless the sentence names something."""
    order: PriceOrder | None = None
    if _CHEAPEST.search(s.text):
        order = "cheapest"
    elif _DEAREST.search(s.text):
        order = "dearest"
    if order is None or s.says(v.SHIPPING):
        return None
    return Meaning("search", s.language, s.query or _last_search(s.memory), s.low, s.high, order)


def _search(s: _Sentence) -> Meaning | None:
    query = s.query
    if query and s.memory.shown and all(word in v.SIZES or word.isdigit() for word in query.split()):
        query = f"{_last_search(s.memory)} {query}".strip()  # `tem tamanho 42?` asks about what was shown
    if not query and s.priced:
        query = _last_search(s.memory)
    if query and not (_short(s) and s.says(v.YES | v.NO) and len(query.split()) < 1):
        return Meaning("search", s.language, query, s.low, s.high)
    if s.priced or s.says(v.CATALOGUE):
        return Meaning("search", s.language, query, s.low, s.high)
    return None


def _last_search(memory: Memory) -> str:
    """The query of the shopper's last search, for `até 100` and `tem mais?`."""
    for text in reversed(memory.asked):
        tokens = words(text)
        query = content_words(price_range(text)[2])
        if query and not says(tokens, v.SHIPPING | v.POLICY | v.PIX) and not any(token in ORDINALS for token in tokens):
            return query
    return ""


def _small_talk(s: _Sentence) -> Meaning | None:
    if s.says(v.THANKS):
        return Meaning("thanks", s.language)
    if s.says(v.GOODBYE):
        return Meaning("goodbye", s.language)
    if s.says(v.GREETINGS):
        return Meaning("greet", s.language)
    if s.says(v.NO):
        return Meaning("no", s.language)
    return None


# In this order: the first that recognises the sentence says what it means.
_RULES = (
    _confirm_shipping, _human, _placed, _contact, _by_price, _order, _card, _details, _services, _more, _search,
    _small_talk,
)  # fmt: skip
