"""What is said in our own words, whatever the model says or fails to say. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from app.features.chat.assistant.deciding.mind import Say
from app.features.chat.assistant.saying.phrases import compose
from app.features.chat.toolbox import Toolbox
from app.features.chat.types import ToolRun
from app.features.conversations.state import ConversationState, Language
from app.features.conversations.summary import stands_in

Texts = Mapping[Language, str]

BLOCKED_REPLY: Texts = {
    "pt": "Desculpe, o atendimento automático está temporariamente indisponível. "
    "Se preferir, posso encaminhar você para um atendente humano.",
    "en": "Sorry, our automatic service is temporarily unavailable. If you like, I can pass you on to a person.",
}
NEUTRAL_REPLY: Texts = {
    "pt": "Desculpe, não consegui conferir isso agora. Quer que eu procure de novo ou que chame uma pessoa da equipe?",
    "en": "Sorry, I could not check that just now. Shall I look again, or call a person of the team?",
}
EMPTY_REPLY: Texts = {
    "pt": "Desculpe, não consegui formular uma resposta agora. Quer tentar de novo ou falar com um atendente?",
    "en": "Sorry, I could not put an answer together just now. Will you try again, or shall I call a person?",
}
HANDED_OVER: Texts = {
    "pt": "Certo, já chamei uma pessoa da equipe. Ela continua a conversa por aqui.",
    "en": "All right, I have called a person of the team, who will continue here.",
}
_CANCEL: Texts = {
    "pt": 'Quer mesmo cancelar o pedido nº {number}? Responda "sim" para cancelar.',
    "en": 'Shall I really cancel order no. {number}? Answer "yes" to cancel it.',
}
WRITE_ANEW = (
    "[sistema] A resposta citou um pedido, número de pedido, valor ou código Pix que nenhuma ferramenta informou. "
    "Escreva a resposta de novo, somente com dados das ferramentas; o que não souber, não cite."
)


def of_no_text(state: ConversationState) -> str:
    """What is said where the model says nothing."""
    return (EMPTY_REPLY if state.attended == "bot" else HANDED_OVER)[state.dialogue.language]


def told_anyway(box: Toolbox | None, runs: Sequence[ToolRun]) -> str:
    """What the turn's tools have done: the order, else the question whether to cancel one, or the summary shown."""
    if box is None:
        return ""
    if box.order is not None:
        made: Any = next((run.result for run in reversed(runs) if run.ok and "order" in run.result), {})
        return compose([Say("order", {"address": "-"}, result=made)], box.kept.state.dialogue.language)
    if box.asks_to_cancel is not None:
        return _CANCEL[box.kept.state.dialogue.language].format(number=box.asks_to_cancel)
    return box.summary_shown.text if box.summary_shown else ""


def left_out(box: Toolbox | None, reply: str) -> str:
    """The summary, the code to pay with or the question whether to cancel, where the model forgot to pass it on."""
    if box is None:
        return ""
    shown, order = box.summary_shown, box.order
    if box.asks_to_cancel is not None and order is None and not ("cancel" in reply.lower() and "?" in reply):
        return _CANCEL[box.kept.state.dialogue.language].format(number=box.asks_to_cancel)
    if order is not None and order.status == "cancelled":  # nobody is to pay that
        order = None
    if shown is not None and shown.open and order is None and not stands_in(shown, reply):
        return shown.text
    if order is None:
        return ""
    return order.br_code if order.br_code and order.br_code not in reply else ""


def clean(text: str) -> str:
    """A model's text as the database and the wire can hold it."""
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8").strip()


def readable(arguments: str) -> object:
    """A tool call's arguments as JSON where they are JSON that the database can hold, else as the text they are."""
    try:
        found = msgspec.json.decode(arguments.encode("utf-8", "replace"))
        return without_nul(found) if "\\u0000" in arguments else found  # JSON can write it in no other way
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return clean(arguments)[:1000]


def without_nul(value: Any) -> Any:
    """JSON without the one character that PostgreSQL's has no place for. Raises RecursionError."""
    if isinstance(value, str):
        return value.replace("\0", "")
    if isinstance(value, dict):
        return {without_nul(key): without_nul(item) for key, item in value.items()}
    return [without_nul(item) for item in value] if isinstance(value, list) else value
