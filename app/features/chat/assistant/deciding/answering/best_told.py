"""A question that was answered by nothing, by goods or by a sentence that has less of it, put to all that the shop's
documents say."""

from app.features.chat.assistant.acts import HAGGLED
from app.features.chat.assistant.deciding.mind import Mind, Say
from app.features.chat.assistant.documents.answers import asks_size
from app.features.chat.assistant.documents.most_told import Told, most_told, told_in
from app.features.chat.assistant.documents.topics import TABLE
from app.features.chat.assistant.language import signs
from app.features.chat.assistant.language.goods import NAMES
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import fold, words
from app.features.conversations.state import Known
from app.ops.expressions import expression

# What says that nothing is known or understood, or only that something was heard.
_SHRUGS = frozenset(
    """dont_know not_told unknown_answer unknown unknown_word conditional told heard looking what_product no_hurry
    nothing""".split()  # noqa: SIM905
)
_ANSWERS = frozenset(("text", "fact", "details", "price_is", "size_by_chart"))
_DONE = frozenset(("order", "human", "complaint", "after_sale", "summary", "choose_option", "which"))
_LEAST, _LESS = 2.0, 1.3
# Of these a narrower question may be meant than the one that their words ask.
_MAY_BE_NARROWER = frozenset(("", "exchange", "gift", "warranty", "time"))
_STREET = expression(r"\b(?:rua|avenida|av|praca|rodovia|street|avenue)\b")
_SEEKS = expression(
    r"\b(?:tem|teria[m]?|vende[m]?|have|sell|got|mostra\w*|show|quero|queria|procur\w+|precis\w+|looking|need|opc\w+|sabores|"
    r"quais|modelos?|cores|diferenca|difference|versus|ou)\b"
)


def tell(mind: Mind) -> None:
    """Say the sentence that has most of the question, in the place of what has clearly less of it."""
    acts = mind.acts
    asks = acts.asks_something or acts.questions or acts.asks or "?" in acts.text
    if not asks or mind.handed or acts.complains or acts.after_sale or any(one.what in _DONE for one in mind.says):
        return
    if acts.haggles or mind.state.dialogue.topic == HAGGLED or any(one.what == "gone" for one in mind.says):
        return
    question = spelt_out(fold(acts.text))
    goods = [word for word in words(question) if mind.shop.goods.place(word) >= NAMES]
    found = most_told(mind.shop.passages, question, goods)
    known = found is None or any(found.text in one.text for one in mind.says)
    if found is None or known or found.score < _LEAST or asks_size(question):
        return
    if _STREET.search(fold(found.text)) and not found.in_form:  # `I'm visiting Recife`, where the shop is, too
        return
    answers = [one for one in mind.says if one.what in _ANSWERS and not one.values.get("limits")]
    missed = [one for one in mind.says if one.what in _SHRUGS or one.values.get("limits")]
    if {one.topic for one in acts.questions} == {"time"} and found.in_form:  # of something else than the order
        missed += [one for one in mind.says if one.what == "delivery"]
    lists = [one for one in mind.says if one.what == "list" and not one.told]
    seeks = _SEEKS.search(question) is not None
    if len(answers) == 1 and not missed:
        if answers[0].what == "text" and found.shared > 1 and _may_be_narrower(mind, found):
            least = told_in(mind.shop.passages, question, answers[0].text, goods) + _LESS
            _in_place(mind, answers if found.score >= least else [], found.text)
    elif not answers and missed and not (goods and seeks):
        if found.shared > 1 or (found.shared and (found.in_form or found.few)):
            _in_place(mind, [*missed, *([] if seeks else lists)], found.text)
    elif not answers and lists and found.in_form and not (mind.changed or seeks or signs.PRICE_OF.search(question)):
        _in_place(mind, lists, found.text)


def _may_be_narrower(mind: Mind, found: Told) -> bool:
    """The message asks one thing, and no price, hours or way to pay, which are known by their words; and what is
    found is about the same."""
    acts = mind.acts
    topics = {one.topic for one in acts.questions}
    tells = acts.changes or acts.method or acts.way or acts.known != Known() or acts.service
    if len(topics) > 1 or not topics <= _MAY_BE_NARROWER or tells or signs.PRICE_OF.search(spelt_out(fold(acts.text))):
        return False
    if topics == {"time"} and found.in_form:
        return True
    return all(topic not in TABLE or TABLE[topic].answered.search(fold(found.text)) for topic in topics)


def _in_place(mind: Mind, missed: list[Say], text: str) -> None:
    """The text in the place of the first that missed the question, the others gone."""
    if not missed:
        return
    at = mind.says.index(missed[0])
    mind.says = [*mind.says[:at], Say("text", text=text), *(one for one in mind.says[at:] if one not in missed)]
    mind.lost = False
    if mind.pending is not None and mind.pending.kind == "person":
        mind.pending = None
