"""Cards that the shop sells, and cards that one pays with. Pure."""

from msgspec.structs import replace

from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.words import fold, words
from app.features.chat.assistant.reading.clauses import Clause
from app.features.chat.assistant.reading.draft import Reading
from app.features.chat.delivery import PICKUP
from app.ops.expressions import expression

_COUNT = r"(?:\d+|mil|cem|um|uns|alguns|dois|tres|quatro|cinco|lotes?\s+(?:de|com)(?:\s+\d+)?)"
_CARDS = expression(
    rf"\b{_COUNT}\s+cart(?:ao|oes)\b|\b(?:quero|queria|me\s+ve|preciso\s+de|comprar|tem|vende[m]?|faz(?:em)?|preco\s+d[eo]s?)\s+cartoes\b|"
    r"\b\d+\s+(?:\w+\s+)?cards\b"
)
# `só o tripé e o cartão mesmo`, `cartão de memória`, `just one card`
_KINDS = expression(
    r"\bcart(?:ao|oes)\s+(?:de\s+[a-z]{4,}|sd|micro\w*|mesmo)\b|\b(?:sd|memory|greeting|birthday|thank[\s-]you)\s+cards?\b|\b(?:one|two|three|an?)\s+card\b|"
    r"\b[oa]s?\s+cart(?:ao|oes)\s+(?:(?:eu|ja|la|a\s+gente)\s+)*(?:tenho|temos|tem)\b"
)
_KEEPS = expression(r"\b([a-z]{4,})[\s-](?:de\s+|para\s+|pra\s+)?(?:cartao|cartoes|cards)\b")  # `porta cartão`
# `how many cards?`, of a deck
_HOW_MANY = expression(r"\b(?:how\s+many|quant[oa]s)\s+(?:cards|cartoes)\b")
_PAYS = expression(r"\b(?:credito|debito|vezes|parcel\w*|aceita\w*|pass[ao]\w*|pag\w+|maquin\w+|pay\w*|accept)\b")


def wants_cards(text: str) -> bool:
    """`quanto é 100 cartões?`, where cards are sold, or what they are kept in: no way to pay."""
    place = _sold()
    kept = _KEEPS.search(text)
    if kept is not None and place >= NAMES and current().place(kept[1]) == BEGINS:
        return True
    if _HOW_MANY.search(text) and _PAYS.search(text) is None:
        return True
    sold = place == BEGINS
    return sold and (_CARDS.search(text) or _KINDS.search(text)) is not None and _PAYS.search(text) is None


def _sold() -> int:
    """Where the shop's goods carry the word."""
    return max(current().place(word) for word in ("cartao", "cartoes", "cards"))


_CARD = (
    r"(?:(?:credit|debit)\s+cards?|cart(?:ao|oes)(?:\s+d[eo]\s+(?:credito|debito))?|(?:credito|debito)|"
    r"card(?!\s+games?\b)|maquin(?:inha|eta))"
)
_COURIER = r"(?:com|pro|para\s+o|ao|to|with)\s+(?:o\s+|the\s+|your\s+)?(?:entregador|motoboy|driver|courier)"
_OFTEN = (
    r"(?:mesmo|entao|then|please|por\s+favor|pode(?:\s+ser)?|ta|ok|certo|there|ai|la|too|tambem|na\s+(?:hora|porta|loja|maquin\w+|retirada|entrega)|"
    r"no\s+(?:balcao|local)|at\s+the\s+(?:counter|shop|store|door)|"
    + _COURIER
    + r"|(?:on|upon|at)\s+(?:the\s+)?(?:delivery|pick\s*-?up|arrival|collection)|"
    r"(?:quando|when)\s+(?:\w+\s+){0,2}?(?:entreg\w+|cheg\w+|receb\w+|retir\w+|busc\w+|peg\w+|vier|deliver\w*|arrives?|comes?|pick\s+(?:it\s+|them\s+)?up|collect))"
)
# `vai ser no cartão mesmo`, `ele leva o cartão`, `traz a maquininha`, `I'd rather pay by card there`
_BY_CARD = expression(
    r"\b(?:(?:vou|vai|vamos|quero|queria|prefiro|posso|pode|podem|da\s+(?:pra|para)|el[ea]|eu|so|can|could|may|i|i'?ll|i'?d|will|rather|prefer|like|to|going|gonna|we)\s+)*"
    r"(?:(?:pag(?:o|a|ar|amos|ando)|pass(?:o|ar|amos)|parcelo|divido|acert(?:o|ar)|us(?:o|ar)|lev(?:o|a|ar|e|em)|traz(?:er)?|mand[ae]|ser|fic[ao]|pay(?:ing)?(?:\s+(?:you|for\s+(?:it|this|that|them)))?|use|bring(?:ing)?)\s+)?"
    rf"(?:(?:n?o|n?a|com|de|em|pelo|meu|tudo|by|with|on|in|using|my|the|a(?=\s+(?:card|maquin)))\s+)*{_CARD}\b(?:\s+{_OFTEN})*"
)
_WHEN = expression(rf"(?:e\s+|and\s+)?{_OFTEN}(?:\s+{_OFTEN})*")
_FETCHED = expression(r"\b(?:retir|busc|peg)\w+|\bbalcao\b|\bcounter\b|\bpick\s*-?(?:\w+\s+)?up\b|\bcollect")
_DAYS = frozenset("hoje amanha depois today tomorrow later".split())  # noqa: SIM905
# What is asked of cards in general, or what is written on one.
_OF_CARDS = expression(
    r"\b(?:nao|not|esqueci|perdi|bloquead\w+|vencid\w+|clonad\w+|estour\w+|limite|lost|forgot|blocked|aceit\w*|peg(?:a|am)|parcel\w*|divid\w*|vezes|\d{1,2}\s?x|juros|taxa|desconto|tem|ou|or|ne|sem|boleto|accept|take|fees?|installments?|escrit\w+|presente|gift|metade|half|"
    r"zap|whats\w*|chat|online|link|por\s+aqui|pass(?:a|am)\s+cart\w+|entregador|motoboy)\b|\b(?:uma?|an)\s+(?:cart|card)"
)
# `parcelo no cartão`, `com o entregador`: no question how often, or whether he takes any
_TOLD = expression(rf"\b(?:parcelo|divido)\b(?:\s+em\s+\d{{1,2}}\s?x?(?:\s+vezes)?)?|\b{_COURIER}\b")
_MAY = expression(r"\b(?:pode|posso|podia|da\s+p\w+|consigo|rola|can\s+i|could\s+i|may\s+i)\b")


def without_card(reading: Reading, clause: Clause) -> Clause:
    """Takes out that it is paid by card where the goods change hands, and notes it; `pode ser no cartão?` is meant as
    told where there is something to pay."""
    text = clause.text
    if reading.found.get("card") and _WHEN.fullmatch(text):  # `no cartão, quando entregar`
        return replace(clause, text="")
    found = None if clause.negated or clause.conditional or wants_cards(text) else _BY_CARD.search(text)
    pays = bool(reading.state.cart.lines or reading.changes)
    said = (
        fold(reading.message) if clause.asks else _TOLD.sub(" ", text)
    )  # `pode pagar com cartão? parcela em quantas vezes`
    if found is None or not pays or _OF_CARDS.search(said) or (_sold() >= NAMES and not _PAYS.search(text)):
        return clause
    rest = f"{text[: found.start()]} , {text[found.end() :]}".strip(" ,.!?")
    bare = not set(words(rest)) - v.FILLER - _DAYS
    if clause.asks and not (bare and _MAY.search(text)):
        return clause
    reading.note(card=True)
    fetches = any(rule.kind == "pickup" for rule in reading.shipping)
    if fetches and reading.state.cart.shipping_option is None and _FETCHED.search(found[0]):
        reading.found.setdefault("way", PICKUP)
    return replace(clause, text="" if bare else rest)
