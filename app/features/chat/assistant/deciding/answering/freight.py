"""What sending costs, where the shop tells no more than from which sum on it is free."""

from app.features.chat.assistant.deciding.mind import Mind, Say
from app.features.chat.assistant.deciding.ordering import receiving
from app.features.chat.assistant.language.cities import cep_of, leaves_out
from app.features.chat.assistant.language.words import fold
from app.ops.expressions import expression

_FREE = expression(r"\b(?:gratis|gratuit\w+|free|de\s+graca)\b")
_FREE_FROM = expression(r"\b(?:a\s+partir|acima|over|above|from)\s+(?:de\s+)?r\$")
# `pra Curitiba quanto é o frete?`
_ASKED_BEHIND = expression(r"\W+(?:quanto|qual|how)\b.*")


def amount_unknown(mind: Mind, found: str | None) -> bool:
    """Say that the amount is not known, and what is told of free sending, unless it is of other regions than the place
    that is spoken of. False: another thing is asked or told (found)."""
    told = fold(found or "")
    if not _FREE.search(told) or told.count("r$") > len(_FREE_FROM.findall(told)) or _FREE.search(fold(mind.acts.text)):
        return False
    if any(said.what == "text" for said in mind.says):
        return False
    place = _ASKED_BEHIND.sub("", receiving.place_of(mind))
    joint = " to " if mind.acts.language == "en" else " para "
    mind.say("freight_unknown", place=f"{joint}{place}" if place else "")
    cep = mind.acts.known.cep or cep_of(place) or ("" if place else mind.state.known.cep)
    if found is not None and not (cep and leaves_out(found, cep)):
        mind.says.append(Say("text", text=found))
    return True
