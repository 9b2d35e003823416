"""What a document is about that its title names (`Consulta de tarô`), and what is asked on of it."""

import msgspec

from app.features.chat.assistant.acts import Question
from app.features.chat.assistant.deciding.mind import Mind, Say
from app.features.chat.assistant.documents.answers import EMPTY, Passage, answer_to, keys_of, sentences_of
from app.features.chat.assistant.documents.topics import TABLE
from app.features.chat.assistant.language.goods import BEGINS, NAMES
from app.features.chat.assistant.language.words import fold, words
from app.ops.expressions import expression

MAX_TOLD = 300
# `e quais dias ela atende?`: of what was told of last
_GOES_ON = expression(
    r"^(?:(?:ah+|ok|certo|legal|entendi|otimo|e|mas|and|so)\W+)*(?:e|and|mas|(?:com\s+)?(?:qual|quais|quanto|quantos|que|onde|quando|como)\b|precisa|tem\s+que|da\s+pra|posso|how|what|when|where|which|do\s+i|can\s+i)\b"
)


def tell(mind: Mind) -> None:
    """Say what the shop's document tells of the thing that the question names as its title does, where that is no
    goods; or what is asked on of it. The question is answered by that, and nothing else is looked for."""
    acts = mind.acts
    asks = bool(acts.looks or acts.wonders or acts.about or acts.questions) and "?" in acts.text
    # `tem fralda? qual tamanho serve?`, where a document is called `Tamanhos de fralda`
    sought = any(mind.shop.goods.place(one.mention.words[0]) == BEGINS for one in acts.looks if one.mention.words)
    found = None if not asks or acts.changes or mind.says or sought else _titled(mind) or _told_before(mind)
    if found is None:
        return
    mind.topic = found.title
    mind.says.append(Say("text", text=_of_it(found, mind)))
    mind.acts = msgspec.structs.replace(
        acts, looks=(), wonders=(), about=(), traits=None, recalls=None, service="", questions=()
    )


def _titled(mind: Mind) -> Passage | None:
    asked, goods = keys_of(fold(mind.acts.text), EMPTY), mind.shop.goods
    for passage in mind.shop.passages:
        title = fold(passage.title)
        named = [word for word in words(title) if word not in EMPTY]
        known = any(topic.answered.search(title) or topic.asked.search(title) for topic in TABLE.values())
        sold = all(goods.place(word) >= NAMES for word in named)
        if len(named) > 1 and not (known or sold) and keys_of(title, EMPTY) <= asked:
            return passage
    return None


def _told_before(mind: Mind) -> Passage | None:
    topic, goods = mind.state.dialogue.topic, mind.shop.goods
    said = fold(mind.acts.text)
    if not topic or topic in TABLE or not _GOES_ON.match(said) or any(goods.place(x) == BEGINS for x in words(said)):
        return None
    return next((one for one in mind.shop.passages if one.title == topic), None)


def _of_it(passage: Passage, mind: Mind) -> str:
    """All that is told, if that is short; else the sentence that has most of the question's words, or the first."""
    whole = passage.text if len(passage.text) <= MAX_TOLD else ""
    if whole and mind.state.dialogue.topic != passage.title:
        return whole
    topics = [one.topic for one in mind.acts.questions if one.topic in TABLE]
    asked = [Question(topic, mind.acts.text) for topic in (*topics, "")]
    found = (answer_to([passage], one) for one in asked)
    return next((one for one in found if one), whole or sentences_of(passage.text)[0])
