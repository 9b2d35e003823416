"""The answer to a question of ours that is neither about how to pay nor about products: whether to call a person, to
cancel, to go on without what was not understood."""

from collections.abc import Generator

from msgspec.structs import replace

from app.features.chat.assistant.deciding.mind import Ask, Done, Mind, Steps
from app.features.chat.assistant.deciding.ordering import aftersales, checkout
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import fold
from app.ops.expressions import expression

# `sim, pergunta`, `pode chamar então`, `eu disse que sim, é pra perguntar pra pessoa da equipe`
_CALL = r"(?:cham|pergunt|ped|verific|consult)(?:a|e|ar|ue|am|em|ir)|ask|call|check|find\s+out"
_BY_CALLING = expression(
    rf"\W*(?:(?:sim|s|pode|claro|quero|isso|por\s+favor|pfv?|ok|ta|bom|beleza|entao|eu\s+disse\s+que|e\s+(?:pra|para)|"
    rf"gostaria|yes|please|sure|ok|you|can|i'?d\s+like|go\s+ahead|and)[\s,.!]+)*(?:{_CALL})"
    r"(?:[\s,]+(?:sim|ai|la|ela|ele|entao|logo|por\s+favor|pfv?|pra\s+mim|para\s+mim|uma?|a|o|as|os|pra|para|com|alguem|d[aeo]|pessoa\w*|equipe|"
    r"atendente|vendedora?|gerente|loja|please|someone|somebody|the|them|for\s+me|team|person|of))*\W*"
)


def to_question(mind: Mind) -> Generator[list[Ask], list[Done], bool]:
    """What is done about it; False: it is none, or its answer says more than yes or no."""
    pending, acts = mind.state.dialogue.pending, mind.acts
    if pending is None or pending.kind not in ("person", "cancel", "unread"):
        return False
    if pending.kind == "cancel":
        return (yield from aftersales.decided(mind, pending))
    if mind.cart.lines and checkout.goes_on(fold(acts.text)):
        mind.open = mind.open if pending.kind == "unread" else []
        yield from checkout.present(mind)
        return True
    if pending.kind == "unread":
        return False
    if acts.yes or _BY_CALLING.fullmatch(spelt_out(fold(acts.text))):
        yield from hand_over(mind, "asked", "human")
        return True
    if acts.no and not any(one.mention.words or one.mention.soft for one in acts.changes):
        mind.say("no")
        return True
    return False


_NONE_OF_THEM = expression(
    r"\W*(?:(?:nao|n|entao|ah|poxa|bom|obrigad[oa]|no|thanks)[\s,.!]+)*(?:(?:nao|n)\s+(?:quero|vou\s+(?:querer|levar))\s+nenhum[ao]?|nenhum[ao]?\s+(?:dele|dela|serve)s?|"
    r"(?:nao|n)\s+(?:quero|vou\s+(?:querer|levar))\s+mais(?:\s+(?:nao|nada|isso|ess[ea]|el[ea]))*\W*$|i\s+(?:don'?t|do\s+not)\s+want\s+(?:it|that|this)\s+any\s?more\W*$|"
    r"i\s+do(?:n'?t|\s+not)\s+want\s+(?:any|either)|none\s+of\s+(?:them|those|these))\b"
)


def refuses_all(mind: Mind) -> bool:
    """`não quero nenhuma! não aguenta meu peso`: nothing of what was shown, which is not shown once more."""
    acts, text = mind.acts, spelt_out(fold(mind.acts.text))
    if mind.cart.lines or acts.changes or "?" in acts.text or not _NONE_OF_THEM.match(text):
        return False
    mind.say("no")
    mind.listed, mind.focus = (), None
    mind.acts = replace(acts, asked="", asks=(), asks_something=False, about=())
    return True


def hand_over(mind: Mind, reason: str, saying: str) -> Steps:
    """A person is called; where none can be, that is told."""
    if mind.offers("transfer_to_human"):
        done = yield [Ask("transfer_to_human", {"reason": reason})]
        mind.handed = not done[-1].failed
    mind.say(saying if mind.handed else "no_person")
