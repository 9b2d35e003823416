"""What was offered together, where a message would have part of it otherwise: `sim, mas o espelho preto`, `tira os
fundos e faz 8 de sobremesa`. It is a cart from there on, so that nothing else of it goes without a word. Pure."""

from collections.abc import Sequence
from itertools import zip_longest

from msgspec.structs import replace

from app.features.chat.assistant.language.words import fold, words
from app.features.chat.assistant.plain import idioms as said_so
from app.features.chat.assistant.plain.shelf import Shelf
from app.features.chat.assistant.products.matching import Product, spread
from app.features.conversations.consent import agrees
from app.features.conversations.state import CartLine, ConversationState, Pending
from app.ops.expressions import expression

_BUT = expression(r"^\W*(?:(?P<yes>[\w\s]+?)\W+)?(?:mas|so\s+que|porem|but|except)\s")
_YES_AND_ASKS = expression(
    r"^\W*(?:sim|pode(?:\s+(?:ser|por|colocar|botar))?|quero(?:\s+(?:sim|tod[oa]s|tudo))?|isso|claro|fechado|yes|yeah|sure)\s*[.,!;]+\s*"
    r"(?!(?:mas|but|se|if|nao|not)\b)\S"
)
# `fico com o merlot, 1 garrafa`: one of them, and not the others
_CHOOSES = expression(r"\b(?:fic(?:o|amos|ar)\s+com|escolh(?:o|i|emos)|i'?ll\s+(?:take|have|go\s+with))\b")
_OTHERWISE = expression(r"\b(?:pode\s+ser|prefiro|preferia|em\s+vez|no\s+lugar|instead|rather)\b")


def edits_offer(state: ConversationState, message: str, goods: Sequence[Product]) -> bool:
    """The message changes some of what was offered together, all of which can be had."""
    asked, folded = state.dialogue.pending, fold(message)
    if asked is None or not asked.every or state.cart.lines:
        return False
    if "?" in message or not _edits(folded):
        return len(_lines(asked)) == len(asked.options) and _YES_AND_ASKS.match(folded) is not None and "?" in message
    return len(_lines(asked)) == len(asked.options) and _names_some(folded, asked, goods)


def with_offered(state: ConversationState) -> ConversationState:
    """The state in which all that was offered together is taken."""
    asked = state.dialogue.pending
    lines = _lines(asked) if asked is not None else []
    dialogue = replace(state.dialogue, pending=None, focus=None, listed=())
    return replace(state, cart=replace(state.cart, lines=tuple(lines)), dialogue=dialogue)


def _edits(folded: str) -> bool:
    if _CHOOSES.search(folded):
        return False
    but = _BUT.match(folded)
    return bool(said_so.EDITS.search(folded) or _sets(folded) or _OTHERWISE.search(folded)) or (
        but is not None and (but["yes"] is None or agrees(but["yes"]))
    )


def _sets(folded: str) -> bool:
    """`faz 8 de sobremesa`, of so many."""
    return said_so.SETS.search(folded) is not None and any(word.isdigit() for word in words(folded))


def _lines(asked: Pending) -> list[CartLine]:
    """So many of each as were offered, where it is one kind and can be had."""
    lines: list[CartLine] = []
    for option, count in zip_longest(asked.options, asked.counts):
        kinds = [one for one in option.each if one.in_stock and one.price_cents is not None] if option else []
        if len(kinds) == 1 and (kinds[0].available is None or kinds[0].available >= (count or 1)):
            lines.append(CartLine(kinds[0].product_id, kinds[0].name, count or 1, kinds[0].price_cents or 0))
    return lines


def _names_some(folded: str, asked: Pending, goods: Sequence[Product]) -> bool:
    """It has a word of what was offered, or of another kind of that."""
    shelf = Shelf([*spread(asked.options), *goods])
    kinds = [kind for one in spread(asked.options) if (kind := shelf.of(one.product_id))]
    known = {key for kind in kinds for one in shelf.alike(kind) for key in one.keys}
    return any(len(word) > 2 and shelf.key(word) in known for word in words(folded))
