"""One thing wished for instead of another that was only shown: `me vê o pampa em vez do gavião`. Pure.

What is in the cart is exchanged (edits.py); what was shown or asked for, and is in no cart, takes no place there: the
other is wished for, and a choice that was open of the first is let go.
"""

from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.goods import NAMES, current
from app.features.chat.assistant.language.words import is_colour, words
from app.features.chat.assistant.products.matching import shares
from app.features.chat.assistant.products.mentions import ANY_NUMBER, leading_count
from app.features.chat.assistant.products.name_words import SIZES, product_words
from app.features.chat.assistant.reading.changes.edits import line_in
from app.features.conversations.state import ConversationState
from app.ops.expressions import expression

_INSTEAD = r"(?:no\s+lugar|em\s+(?:vez|lugar)|(?:ao\s+)?inves|instead)\s+(?:d[eoa]s?|d(?:ess|est|aquel)[ea]s?|of)"
_WISH = (
    r"(?:(?:eu|so|entao|ai|me|i|i'?d|i'?ll|please)\s+)*(?:vou\s+(?:querer|levar|de)|quero|queria|prefiro|preferia|ve|da|manda|poe|coloca|bota|"
    r"faz|leva|levo|pega|anota|separa|pode\s+ser|like|rather\s+(?:have|take)|want|take|have|get|give\s+me|make\s+(?:it|that)|add|put)"
)
_WHAT = r"(?:[^,.;!?\n]|(?<=\d)[.,](?=\d))+?"
_END = r"(?=\s*(?:$|[,.;!\n](?!\d)))"
_FIRST = expression(
    rf"(?:^|(?<=[\s,.;!\n]))(?:(?:troc\w+|mud\w+|swap|change)\s*,?\s+)?{_INSTEAD}\s+(?P<old>{_WHAT})(?:\s*,\s*(?:{_WISH}\s+)?|\s+{_WISH}\s+)(?P<new>{_WHAT}){_END}"
)
_LAST = expression(
    rf"(?:^|(?<=[,.;!\n]))[^,.;!?\n]*?\b(?:(?<=me\s))?{_WISH}\s+(?P<new>{_WHAT})\s+{_INSTEAD}\s+(?P<old>{_WHAT}){_END}"
)
_SWAP = expression(
    r"(?:^|(?<=[,.;!:\n]))\s*(?:(?:e|ah+|hm+|entao|alias|mas|melhor|pensando|bem|pensei|na\s+verdade|pode|quero|vou|actually|please|can\s+you)\s+)*(?:troc(?:a|ar|o|ue)|substitu(?:i|ir|a)|mud(?:a|ar|e)|swap|switch|replace|change)\s+"
    rf"(?P<old>{_WHAT})\s+(?:por|pel[oa]s?|for|with|to)\s+(?P<new>{_WHAT}){_END}"
)
# `pensando bem, deixa o gavião e me vê o pampa`; said plainly `deixa o gavião` may be to leave it in
_LEFT = expression(
    r"(?P<lead>(?:^|(?<=[,.;!:\n]))\s*(?:(?:e|mas|pensando|aqui|bem|melhor|pensei|ah+|hm+|entao|na\s+verdade|car[oa]|actually|then)[\s,.!]+)+)?(?:(?P<leaves>deixa|larga|leave)|esquece|dispensa|forget|skip|scratch)\s+"
    rf"(?P<old>{_WHAT})(?P<out>\s+(?:pra\s+la|de\s+lado|quiet[oa]|out|then))?\s*(?:[,.;]\s*)?(?:(?:e|mas|and|but)\s+)?{_WISH}\s+(?P<new>{_WHAT}){_END}"
)
_ENDS = expression(r"[;!?\n]|\.(?!\d)")
_ASKS_FOR = expression(rf"\b{_WISH}\b|\b(?:{ANY_NUMBER})\s+[a-z]")
_ARTICLE = expression(r"^(?:[oa]s?|ess[ea]s?|aquel[ea]s?|the|that)\s+(?=\d|uma?\s|dois|duas|one|two)")


def instead_of_shown(text: str, state: ConversationState) -> str:
    """A folded message in which what is wished for instead of something shown is wished for; any other as it was."""
    shown = _shown(state)
    if not shown:
        return text
    for sign in (_FIRST, _LAST, _SWAP, _LEFT):
        found = sign.search(text)
        if found and sign is _LEFT and found["leaves"] and not (found["lead"] or found["out"]):
            continue
        if found is None or text[found.end() :].lstrip().startswith("?"):
            continue
        if not _was_shown(found["old"], shown) or line_in(found["old"], state.cart.lines) is not None:
            continue
        if not _tells_which(found["new"]):
            continue
        new = _ARTICLE.sub("", found["new"].strip())
        before = text[: found.start()]
        return f"{_kept(before)}{_let_go(found['old'], state)}quero {new}{text[found.end() :]}".strip()
    return text


def _shown(state: ConversationState) -> list[str]:
    """The names of what was shown or asked about last."""
    dialogue = state.dialogue
    asked = [one for one in (dialogue.pending, *dialogue.open) if one is not None]
    items = [*dialogue.listed, *([dialogue.focus] if dialogue.focus else []), *dialogue.seen]
    shown = (*items, *(item for one in asked for item in one.options))
    return [name for item in shown for name in (item.name, *(one.name for one in item.variants))]


def _said(phrase: str) -> list[str]:
    return [word for word in product_words(leading_count(phrase)[1]) if word not in v.FILLER and len(word) > 1]


def _was_shown(phrase: str, shown: list[str]) -> bool:
    """Each word of it is of one thing that was shown."""
    said = _said(phrase)
    return bool(said) and any(all(shares([word], name) for word in said) for name in shown)


def _tells_which(phrase: str) -> bool:
    """It names goods, or a kind of them."""
    return any(
        current().place(word) >= NAMES or is_colour(word) or word in SIZES or word[:1].isdigit()
        for word in _said(phrase)
    )


def _kept(before: str) -> str:
    """What stands before the exchange, where it names goods: else it only leads to it."""
    begins = max((one.end() for one in _ENDS.finditer(before)), default=0)
    last = before[begins:].strip(" ,:")
    kept = before if _ASKS_FOR.search(last) else before[:begins].rstrip()
    named = any(current().place(word) >= NAMES and word not in v.NO_GOODS for word in words(kept))
    return f"{kept.rstrip(' ,.')}. " if named else ""


def _let_go(old: str, state: ConversationState) -> str:
    """A choice that is open of what is wanted no more."""
    asked = [one for one in (state.dialogue.pending, *state.dialogue.open) if one is not None and one.kind == "choose"]
    chosen = any(_was_shown(old, [item.name for item in one.options]) for one in asked)
    return f"nao quero mais {' '.join(_said(old))}. " if chosen else ""
