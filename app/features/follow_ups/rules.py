"""When a follow-up may leave, what it says, and which words end or ask for one. Pure."""

import re
from datetime import datetime
from typing import Literal
from zoneinfo import ZoneInfo

from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import fold
from app.features.conversations.state import Cart, Language
from app.features.conversations.summary import line_text, money
from app.ops.agent_types import FollowUps

Kind = Literal["unpaid_pix", "abandoned_cart", "back_in_stock"]

_STOPS = re.compile(
    r"(?:(?:quero\s+|por\s+favor\s+)?(?:parar?|pare|sair|stop|unsubscribe|descadastr\w+)"
    r"(?:\s+(?:de\s+)?(?:mandar|enviar|receber)?\s*(?:as\s+|os\s+)?(?:mensagens|lembretes|avisos|messages|reminders))?"
    r"|nao\s+(?:me\s+)?(?:mand\w+|envi\w+|quero\s+(?:mais\s+)?receber)\s+(?:mais\s+)?(?:mensage\w+|lembrete\w*|aviso\w*|nada))"
    r"(?:\s+por\s+favor|\s+mais)?"
)
_WANTS_NOTICE = re.compile(
    r"\b(?:me\s+)?(?:avis\w+|notific\w+|cham\w+|fal\w+|mand\w+\s+mensagem)\b.*\b(?:quando|se|assim\s+que)\b.*"
    r"\b(?:cheg\w+|volt\w+|tiver|repos\w+|repuser|entrar|estoque|disponivel)\b"
    r"|\b(?:let\s+me\s+know|tell\s+me|notify\s+me)\b.*\b(?:back|available|stock|arrives?)\b"
)
_LAST_LINE = (
    "(Para não receber lembretes, responda PARAR.)",
    "(Answer STOP to receive no reminders.)",
)
STOPPED = (
    "Certo, não mando mais lembretes. Se precisar, é só me chamar.",
    "All right, no more reminders. Just write if you need anything.",
)


def stops(message: str) -> bool:
    """The message says nothing but that no more reminders are wanted."""
    return _STOPS.fullmatch(re.sub(r"[^\w\s]", " ", spelt_out(fold(message))).strip()) is not None


def wants_notice(message: str) -> bool:
    """The shopper asks to hear when something is back."""
    return _WANTS_NOTICE.search(spelt_out(fold(message))) is not None


def is_quiet(config: FollowUps, now: datetime, zone: str) -> bool:
    """Nobody is written to at this hour, where the company is."""
    hour = now.astimezone(ZoneInfo(zone)).hour
    start, end = config.quiet_from, config.quiet_until
    return start <= hour < end if start <= end else hour >= start or hour < end


def allows(config: FollowUps, kind: Kind) -> bool:
    """This one is on."""
    return {
        "unpaid_pix": config.unpaid_pix_minutes is not None,
        "abandoned_cart": config.abandoned_cart_minutes is not None,
        "back_in_stock": config.back_in_stock,
    }[kind]


def of_unpaid(number: int, total_cents: int, code: str, until: datetime, zone: str, language: Language) -> str:
    """The reminder of a PIX that runs out."""
    at, total = until.astimezone(ZoneInfo(zone)), money(total_cents, language)
    said = (
        f"Your order no. {number} ({total}) waits for its Pix until {at:%H:%M} on {at:%d/%m}. The code once more:"
        if language == "en"
        else f"Seu pedido nº {number} ({total}) espera o Pix até {at:%H:%M} de {at:%d/%m}. O código, mais uma vez:"
    )
    return _whole(f"{said}\n\n{code}", language)


def of_cart(cart: Cart, language: Language) -> str:
    """The reminder of a cart left behind."""
    english = language == "en"
    lines = "\n".join(line_text(line, language) for line in cart.lines)
    head = "You left this in your cart:" if english else "Você deixou isto no carrinho:"
    ask = "Shall we go on? Just answer here." if english else "Vamos fechar? É só responder por aqui."
    return _whole(f"{head}\n{lines}\nTotal: {money(cart.total_cents, language)}\n\n{ask}", language)


def of_product(name: str, price_cents: int | None, language: Language) -> str:
    """The news that something is there again."""
    price = "" if price_cents is None else f" — {money(price_cents, language)}"
    said = (
        f"It is back: {name}{price}. Would you like it?" if language == "en" else f"Chegou: {name}{price}. Quer levar?"
    )
    return _whole(said, language)


def _whole(text: str, language: Language) -> str:
    return f"{text}\n\n{_LAST_LINE[language == 'en']}"
