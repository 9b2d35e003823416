"""What the assistant does next in a turn: which tools to call, or what to say once they have answered."""

from collections.abc import Callable
from typing import Any

from app.features.chat.assistant import vocabulary
from app.features.chat.assistant.catalogue import next_of_details, next_of_more, next_of_search
from app.features.chat.assistant.checkout import next_of_card, next_of_contact, next_of_order
from app.features.chat.assistant.documents import quote
from app.features.chat.assistant.phrases import say
from app.features.chat.assistant.turn import Ask, Turn
from app.features.chat.assistant.understand import Meaning, understand

Step = str | list[Ask]
_NEEDS_TOOLS = frozenset({"search", "more", "details", "order", "which", "card", "confirm_shipping"})
_TOPICS: dict[str, frozenset[str]] = {
    "shipping": vocabulary.SHIPPING,
    "policy": frozenset(),
    "payment_question": vocabulary.PAYMENT_QUESTION,
    "order_status": frozenset({"rastreio", "rastreamento", "tracking"}),
}


def next_step(turn: Turn) -> Step:
    """The calls this turn still needs, or the text that ends it."""
    meaning = understand(turn.text, turn.memory)
    if meaning.intent in _NEEDS_TOOLS and not turn.tools and not turn.done:
        found = quote(turn.system, turn.text, at_least=2)
        return (
            say("source", meaning.language, source=found[0], text=found[1])
            if found
            else say("no_shop", meaning.language)
        )
    return _HANDLERS[meaning.intent](turn, meaning)


def _quoted_or(what: str, found: tuple[str, str] | None, meaning: Meaning) -> str:
    if found is None:
        return say(what, meaning.language)
    return say("source", meaning.language, source=found[0], text=found[1])


def _said(what: str) -> Callable[[Turn, Meaning], Step]:
    return lambda _turn, meaning: say(what, meaning.language)


def _greet(turn: Turn, meaning: Meaning) -> Step:
    shop = _quoted(turn.system, "Loja: ")
    own = _quoted(turn.system, "Saudação: ")
    place = "" if not shop else (f" at {shop}" if meaning.language == "en" else f" na {shop}")
    if own.endswith("?"):  # it asks already
        return own
    return say("greet", meaning.language, greeting=own or say("hello", meaning.language, shop=place))


def _quoted(system: str, label: str) -> str:
    """The rest of the prompt's line that begins with the label."""
    return next((line[len(label) :].strip() for line in system.splitlines() if line.startswith(label)), "")


def _service(turn: Turn, meaning: Meaning) -> Step:
    """Questions to the shop: its documents answer, else what holds everywhere."""
    found = quote(turn.system, turn.text, _TOPICS[meaning.intent])
    return _quoted_or({"payment_question": "payment"}.get(meaning.intent, meaning.intent), found, meaning)


def _confirm_shipping(turn: Turn, meaning: Meaning) -> Step:
    if done := turn.of("confirm_shipping"):
        return say("not_shipped" if done[-1].failed else "shipped", meaning.language)
    if "confirm_shipping" not in turn.tools:
        return say("not_shipped", meaning.language)
    arguments: dict[str, Any] = {"order_id": meaning.order_id}
    return [Ask("confirm_shipping", arguments)]


def _unknown(turn: Turn, meaning: Meaning) -> Step:
    found = quote(turn.system, turn.text, at_least=2)
    return _quoted_or("unknown", found, meaning)


_HANDLERS: dict[str, Callable[[Turn, Meaning], Step]] = {
    "greet": _greet,
    "thanks": _said("thanks"),
    "goodbye": _said("goodbye"),
    "human": _said("human"),
    "no": _said("no"),
    "which": _said("which"),
    "shipping": _service,
    "policy": _service,
    "payment_question": _service,
    "search": next_of_search,
    "more": next_of_more,
    "details": next_of_details,
    "order": next_of_order,
    "card": next_of_card,
    "contact": next_of_contact,
    "cancel": _said("cancel"),
    "order_status": _service,
    "confirm_shipping": _confirm_shipping,
    "unknown": _unknown,
}
