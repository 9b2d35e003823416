"""Whether anything is sent out of the country: what the shop tells of it, and nothing that it does not."""

from app.features.chat.assistant.deciding.mind import Mind, Say
from app.features.chat.assistant.documents.passages import told_of_abroad
from app.features.chat.assistant.language.cities import names_abroad

_ON_SENDING = ("delivery", "freight", "time")


def tell(mind: Mind, topic: str) -> bool:
    """`do you ship to the US?`; True: it is answered."""
    if topic not in _ON_SENDING or not names_abroad(mind.acts.text) or _is_told_of(mind):
        return False
    told = told_of_abroad(mind.shop.passages)
    if told is not None and all(said.text != told for said in mind.says):
        mind.says.append(Say("text", text=told))
    elif told is None:
        mind.say("abroad_unknown")
    return True


def _is_told_of(mind: Mind) -> bool:
    """The shop tells of the very place: `Portugal por R$ 120,00`, or a district that is called so."""
    place = names_abroad(mind.acts.text)
    told = [*(one.text for one in mind.shop.passages), *(one.name for one in mind.shop.shipping)]
    return any(names_abroad(text) == place for text in told) and told_of_abroad(mind.shop.passages) is None
