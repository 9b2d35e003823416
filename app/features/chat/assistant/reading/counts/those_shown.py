"""So many things that are pointed at together: `vou querer essas três coisas`, of two that are shown and one that is in
the cart. Pure."""

from app.features.chat.assistant.language.words import number
from app.features.conversations.state import ConversationState
from app.ops.expressions import expression

_N = r"[2-6]|dois|duas|tres|quatro|cinco|seis|two|three|four|five|six"
_THINGS = r"(?:coisas?|coisinhas|itens|produtos|pecas|opcoes|things|items|ones|products)"
# `essas duas`, `as três coisas`, `those two`; not `essas duas camisetas`, which are named
_THOSE = expression(
    rf"\b(?:(?:todas?\s+|todos?\s+|all\s+(?:of\s+)?)?(?:(?:ess|est)(?P<gender>[ea])s|these|those)\s+(?P<n>{_N})(?:\s+(?P<thing>{_THINGS}))?"
    rf"|(?:[oa]s|all)\s+(?P<of>{_N})\s+{_THINGS})(?:\s+(?:ai|sim|mesm[oa]s?|entao))*(?=\s*(?:$|[,.;!\n]|e\s+(?:eu\s+)?(?:pag|quer)))"
)


def those_shown(text: str, state: ConversationState) -> str:
    """The folded text, in which so many things as are before the shopper are all of them, whether or not what is in the
    cart already is counted, too; what is there stays as it is."""
    found, dialogue = _THOSE.search(text), state.dialogue
    if found is None:
        return text
    asked = dialogue.pending.options if dialogue.pending is not None and dialogue.pending.kind == "choose" else ()
    shown = len(asked or dialogue.listed)
    many = number(found["n"] or found["of"])
    held = {line.product_id for line in state.cart.lines}
    apart = not any(each.product_id in held for entry in asked or dialogue.listed for each in entry.each)
    if shown < 2 or many not in (shown, shown + len(held) if apart else shown):
        counted = shown + len(held) > 0 and found["thing"]  # they are several, and no count of one
        return f"{text[: found.start()]}ess{found['gender'] or 'e'}s{text[found.end() :]}" if counted else text
    return f"{text[: found.start()]}{_ALL.get(shown, 'todos eles')}{text[found.end() :]}"


_ALL = {2: "os dois", 3: "os tres", 4: "os quatro"}
