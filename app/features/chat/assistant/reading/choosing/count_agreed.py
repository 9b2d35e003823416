"""A count without goods: of what was offered and is agreed to (`yes make it 18`), and of what is named right before it
(`the coconut one, 2 of them`). Pure."""

from msgspec.structs import replace

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.language.words import COUNT_WORDS, fold
from app.features.chat.assistant.reading.draft import Reading
from app.ops.expressions import expression

_YES = expression(r"\W*(?:yes|yeah|yep|yup|sure|sim|isso|claro|pode\s+ser)\b")
_OF_THEM = expression(rf"\b(?:\d{{1,3}}|{COUNT_WORDS})\s+(?:of\s+(?:them|those|it)|d?el[ea]s?|dess[ea]s?)\b")


def count_agreed(reading: Reading) -> None:
    """Put the count with what it is of; what else the message says stays as it was read."""
    asked = reading.state.dialogue.pending
    bare = [one for one in reading.changes if _counts_alone(one)]
    if len(bare) != 1:
        return
    others = [one for one in reading.changes if one is not bare[0]]
    each = [one for option in asked.options for one in option.each] if asked and asked.kind == "quantity" else []
    if not others and len(each) == 1 and _YES.match(reading.text):
        mention = Mention(product_id=each[0].product_id, quantity=bare[0].mention.quantity)
        reading.changes = [Change("want", mention)]
        return
    named = [one for one in others if one.kind in ("want", "add") and one.mention.words]
    said = fold(reading.message)
    told = _OF_THEM.search(said)
    if told is None or len(named) != 1 or named[0].mention.quantity is not None:
        return
    if max(said.find(word) for word in named[0].mention.words) in range(told.start()):
        counted = replace(named[0], mention=replace(named[0].mention, quantity=bare[0].mention.quantity))
        reading.changes = [counted if one is named[0] else one for one in others]


def _counts_alone(change: Change) -> bool:
    """A count, and nothing that it is of."""
    mention = change.mention
    return change.kind == "want" and mention.quantity is not None and mention == Mention(quantity=mention.quantity)
