"""Another colour that is asked for of what was just taken: `pode ser o cinza?`. It comes in its place. Pure."""

from app.features.chat.assistant.language.words import fold, in_portuguese, is_colour, stem, words
from app.features.chat.assistant.reading.changes.recolouring import AGAIN
from app.features.conversations.state import ConversationState
from app.ops.expressions import expression

_IN = r"(?:(?:em|na\s+cor|n[oa]|d[oa]|de|por|pel[oa]|pr[oa]|para|in|to|for)\s+)?(?:(?:[oa]|the)\s+)?"
_MAY_BE = expression(
    rf"^\W*{AGAIN}*(?:(?:e\s+)?(?:sera\s+que\s+)?(?:pode(?:ria)?|podia|da\s+(?:pra|para)|daria\s+(?:pra|para))\s+ser|"
    r"(?:(?:posso|pode[m]?|poderia|podia|da\s+(?:pra|para)|tem\s+como|consegue)\s+(?:eu\s+)?)(?:troc|mud)ar|"
    r"(?:can|could)\s+(?:it|that|this)\s+be|(?:can|could)\s+(?:i|you|we)\s+(?:change|switch|swap|make)(?:\s+(?:it|that))?)\s+"
    rf"{_IN}(?P<colour>[a-z]{{3,}})(?:\s+ones?)?(?:\s+(?:instead|entao|mesmo|no\s+lugar|please|por\s+favor))*\s*(?=$|[.,;!?\n])[?]?"
)


def may_be(text: str, state: ConversationState) -> str:
    """A folded message that asks whether it may be another colour, with one line of the cart in a colour and nothing
    else before the shopper, as the correction of that line; any other as it was said."""
    lines, dialogue = state.cart.lines, state.dialogue
    found = _MAY_BE.match(text) if lines else None
    if found is None or not is_colour(found["colour"]):
        return text
    if dialogue.pending is not None and dialogue.pending.kind not in ("method", "delivery", "confirm"):
        return text
    held = {line.product_id for line in lines}
    shown = [one for item in dialogue.listed for one in item.each]
    if shown and not any(one.product_id in held for one in shown):
        return text
    colour = (in_portuguese(found["colour"]) or [found["colour"]])[0]
    own = [line for line in lines if any(map(is_colour, words(fold(line.name).partition(" (")[2])))]
    others = [line for line in own if stem(colour) not in map(stem, words(fold(line.name)))]
    if len(own) != 1 or not others:
        return text
    rest = text[found.end() :].lstrip(" ,.;!?")
    return f"na verdade o {colour}{'. ' + rest if rest else ''}"
