"""What was taken out, and is wanted after all: `volta o mouse`, `mentira, deixa`, `não era pra tirar`. Pure."""

import re
from collections.abc import Sequence

from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import fold, stem, words
from app.features.conversations.state import Cart, CartLine, ConversationState, Dialogue
from app.ops.expressions import expression

_SIGHS = r"(?:a+h+|oh|nao+|n|no|opa|ops|oi|pera\w*|espera|wait|desculpa|sorry|e|entao|please|moc[oa])"
_REGRETS = (
    r"(?:mentira|brincadeira|na\s+verdade|na\s+vdd|pensando\s+(?:bem|melhor)|mudei\s+de\s+ideia|me\s+arrependi|arrependi|actually|"
    r"on\s+second\s+thought|(?:i\s+)?changed\s+my\s+mind|quer\s+dizer|melhor)"
)
_BACK = r"(?:de\s+novo|de\s+volta|novamente|outra\s+vez|again|back(?:\s+in)?)"
_RETURNS = r"(?:volt(?:a|ar|e)|devolv(?:e|er|a)|retorn(?:a|ar|e)|mant(?:em|er|enha)|desfa(?:z|zer|ca)|undo|keep|bring)"
_STAYS = r"(?:deix(?:a|ar|e)|leave)"
_PUTS = (
    r"(?:coloc(?:a|ar|o|e)|bot(?:a|ar|e)|poe|por|inclu(?:i|ir|a)|adicion(?:a|ar|e)|"
    r"quero|vou\s+querer|put|add|i\s+(?:do\s+)?want|i'?ll\s+take)"
)
_ENDS = (
    rf"(?:{_BACK}|tambem|tb|tbm|sim|mesmo|msm|ai|la|too|entao|por\s+favor|pfv|please|"
    r"(?:no|pro|ao|para\s+o|in\s+the|to\s+the)\s+(?:carrinho|pedido|cart)|then)"
)
_PUT_BACK = expression(
    rf"\W*(?:{_SIGHS}[\s,.!]+)*(?P<regrets>{_REGRETS}[\s,.!]+)?(?:{_SIGHS}[\s,.!]+)*(?:pode\s+|can\s+you\s+|eu\s+)?"
    rf"(?:(?P<returns>{_RETURNS})|(?P<stays>{_STAYS})|{_PUTS})(?:\s+(?P<back>{_BACK}))?(?P<what>(?:\s+[a-z0-9]+){{0,6}}?)(?P<ends>(?:[\s,.]+{_ENDS})*)\W*"
)
_NOT_MEANT = expression(
    rf"\W*(?:{_SIGHS}[\s,.!]+)*(?:nao|n)\s+(?:era|e|eh)\s+(?:pra|para)\s+(?:ter\s+)?(?:tir\w+|remov\w+|exclu\w+)(?P<what>(?:\s+[a-z0-9]+){{0,6}}?)\W*"
)
_POINTS = frozenset("o a os as de da do d ele ela eles elas isso esse essa it them that the one".split())  # noqa: SIM905
MAX_LENGTH = 100  # of what says no more
_AGAIN = expression(rf"\b{_BACK}\b")


def put_back(message: str, state: ConversationState) -> str:
    """The message with what it brings back told by name; any other as it is."""
    gone = state.dialogue.gone
    if not gone or "?" in message or len(message) > MAX_LENGTH:
        return message
    text = spelt_out(fold(message))
    found = _NOT_MEANT.fullmatch(text)
    if found is None:
        found = _PUT_BACK.fullmatch(text)
        if found is None or not _brings_back(found):
            return message
    lines = _meant(words(found["what"]), gone)
    verb = "add" if state.dialogue.language == "en" else "põe também"
    return f"{verb} {', '.join(f'{line.quantity} {line.name}' for line in lines)}" if lines else message


def _brings_back(found: re.Match[str]) -> bool:
    """`deixa o mouse`, which is not there; `deixa` alone lets it go."""
    stays = found["stays"] and found["what"].strip()
    return bool(found["regrets"] or found["returns"] or stays or found["back"] or _AGAIN.search(found["ends"]))


def gone_from(before: Cart, after: Cart, dialogue: Dialogue) -> tuple[CartLine, ...]:
    """What the last change of the cart took out of it, where nothing came for it."""
    if before.lines == after.lines:
        return dialogue.gone
    left = {line.product_id for line in after.lines}
    held = {line.product_id for line in before.lines}
    return tuple(line for line in before.lines if line.product_id not in left) if left < held else ()


def _meant(said: Sequence[str], gone: Sequence[CartLine]) -> list[CartLine]:
    """The lines that all the words name; all of them where none is named."""
    told = {stem(word) for word in said if word not in _POINTS}
    return [line for line in gone if told <= {*map(stem, words(fold(line.name)))}]
