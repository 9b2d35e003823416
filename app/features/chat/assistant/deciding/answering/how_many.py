"""`quantos tem do verde?`: how many there are the assistant does not see; it says so before it shows the goods."""

from app.features.chat.assistant.deciding.mind import Mind, Say
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import fold, is_colour
from app.ops.expressions import expression

_THERE = r"(?=\s+(?:unidades?|ai|ainda|em\s+estoque|disponive\w+|sobr\w+|d[ao]s?|del[ea]s?|dess[ea]s?)\b|\W*$)"
_HOW_MANY = expression(
    rf"\bquant[oa]s?(?:\s+(?:unidades?|del[ea]s?|dess[ea]s?|voces?|ainda|que|e))*\s+(?:tem|ha|rest\w+|sobr\w+){_THERE}"
    rf"|\btem\s+quant[oa]s?{_THERE}|^\W*(?:e\s+)?quant[oa]s?\s+unidades?\s+d[ao]s?\b|\bqual\s+(?:e\s+)?o\s+estoque\b"
    r"|\bhow\s+many\s+(?:of\s+(?:it|them|those)\s+)?(?:do\s+you\s+have|have\s+you\s+got|are\s+(?:there|left))(?:\s+(?:left|in\s+stock))*\W*$"
)
_SHOWS = frozenset("found list details choose_option in_kind".split())  # noqa: SIM905
_SHRUGS = frozenset("unknown unknown_word dont_know not_told unknown_answer".split())  # noqa: SIM905


def answer(mind: Mind) -> None:
    """Say that it is not known before what is shown, or in the place of what says that nothing was understood."""
    asked = " ".join(word for word in spelt_out(fold(mind.acts.text)).split() if not is_colour(word.strip("?.,!")))
    if not _HOW_MANY.search(asked) or any(said.what == "fact" for said in mind.says):
        return
    rest = [said for said in mind.says if said.what not in _SHRUGS]
    if len(rest) < len(mind.says) or any(said.what in _SHOWS or said.products for said in rest):
        mind.says = [Say("how_many_unknown"), *rest]
