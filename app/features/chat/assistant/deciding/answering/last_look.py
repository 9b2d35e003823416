"""A question that would be answered by no more than that it was not understood, looked at a last time: what a document
says of it where one word tells which of its sentences is meant."""

from app.features.chat.assistant.deciding.answering.second_look import HAS_IT
from app.features.chat.assistant.deciding.mind import Mind, Say
from app.features.chat.assistant.documents.by_one_word import by_one_word, charged_for
from app.features.chat.assistant.language.goods import NAMES
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import fold, words

_SHRUGS = frozenset("dont_know not_told unknown_answer".split())  # noqa: SIM905
_NEEDLESS = _SHRUGS | frozenset("unknown unknown_word told looking heard".split())  # noqa: SIM905
_ANSWERS = frozenset("fact text details list nothing order human complaint after_sale choose_option".split())  # noqa: SIM905


def answer(mind: Mind) -> None:
    """Say what a document tells in the place of what says that nothing is known."""
    missed = [said for said in mind.says if said.what in _NEEDLESS or _is_all_there_is(said)]
    shrugs = any(said.what in _SHRUGS or _is_all_there_is(said) for said in missed)
    answered = any(said.what in _ANSWERS for said in mind.says)
    if not missed or "?" not in mind.acts.text or (answered and not shrugs):
        return
    asks = mind.acts.asks
    told = mind.acts.total or (mind.acts.changes and asks and all(map(HAS_IT.fullmatch, asks)))
    if told and any(said.what in ("cart", "summary") for said in mind.says):  # which tells it
        mind.says = [said for said in mind.says if said not in missed]
        return
    text = spelt_out(fold(mind.acts.text))
    known = [word for word in words(text) if mind.shop.goods.place(word) >= NAMES]
    found = charged_for(mind.shop.passages, text) or by_one_word(mind.shop.passages, text, known)
    if found is None:
        return
    at = mind.says.index(missed[0])
    mind.says = [*mind.says[:at], Say("text", text=found), *(one for one in mind.says[at:] if one not in missed)]
    mind.lost = False
    if mind.pending is not None and mind.pending.kind == "person":
        mind.pending = None


def _is_all_there_is(said: Say) -> bool:
    """Goods that are shown with a word that the shop tells no more of them than that."""
    return said.what == "details" and bool(said.values.get("limits"))
