"""So many instead of so many, told of lines of the cart: `faz 3 sacos em vez de 2`, `em vez de uma pantufa faz duas`,
`tira uma calabresa então deixa só duas`. Pure.

The line is the one that has as many as are told to be there now; where several have, that which is named, else the one
spoken of last. What names other goods is an exchange, and is read elsewhere.
"""

import re
from collections.abc import Sequence

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.language.goods import NAMES, current
from app.features.chat.assistant.language.words import COUNT, fold, is_colour, number, stem, words
from app.features.chat.assistant.products.matching import shares
from app.features.chat.assistant.products.name_words import PACKED, UNITS
from app.features.chat.assistant.reading.changes.cart_terms import ASIDE, EVERYDAY, REVISES, TAKES_OUT, TIES, WISHES
from app.features.conversations.state import CartLine, ConversationState
from app.ops.expressions import expression

_INSTEAD = r"(?:em\s+vez|ao\s+inves|inves|no\s+lugar|instead|rather)\s+(?:d[eoa]s?|of|than)"
_JUST = r"(?:(?:so|apenas|somente|just|only|[oa]s|the|com)\s+)*"
_REST = r"(?:\s+(?!(?:e|and|em|ao|no|pra|para|instead|rather)\s)[^\s,.;!?]+){0,6}?"
_POLITE = r"(?:\s*,?\s*(?:por\s+favor|pfv?|please)\s*,?)?"
_ENDS = r"(?=\s*(?:$|[,.;!?\n]|\s(?:e|and|que|pra|para|o\s+resto|pago)\s))"
_STARTS = r"(?:^|(?<=[,.;!?\n])(?!\d)|(?<=\se\s)|(?<=\sand\s))"
_VERBS = (
    r"(?:(?:eu|entao|ai|pode|podes|me|that|be|to|it)\s+)*(?:faz(?:er|em)?|bota[r]?|poe|coloca[r]?|manda[r]?|quero|queria|deixa[r]?|fica[m]?|ve|da|sao|"
    r"sera[o]?|seja[m]?|leva[r]?|levo|vou\s+querer|vou\s+levar|separa[r]?|muda\s+pra|make|do|want|take|i'?ll\s+take)"
)
# `faz 3 sacos de 25 então em vez de 2`
_NEW_FIRST = expression(
    rf"{_STARTS}\s*(?:[a-z]+\s*,\s*)?(?P<lead>(?:[^,.;!?\n]|(?<=\d)[.,](?=\d))*?)(?<![\d][.,])\b(?P<new>{COUNT})\b(?![.,]\d)(?P<what>{_REST}){_POLITE}\s*\b{_INSTEAD}\s+{_JUST}(?P<old>{COUNT})\b(?P<of>{_REST}){_ENDS}"
)
# `em vez de uma pantufa faz duas, 37-38 as duas`
_OLD_FIRST = expression(
    rf"{_STARTS}\s*(?P<lead>[^,.;!?\n]*?)\b{_INSTEAD}\s+{_JUST}(?P<old>{COUNT})\b(?P<of>{_REST})\s*,?\s*(?:{_VERBS}\s+)+(?:logo\s+)?{_JUST}(?P<new>{COUNT})\b(?P<what>{_REST}){_ENDS}"
)
_TAKES = r"(?:tir[ae]r?|diminu[ia]r?|cort[ae]r?|retir[ae]r?|remov[ae]r?|desconta|drop|remove|take\s+(?:out|off))"
# `tira uma calabresa então deixa só duas`
_FEWER = expression(
    rf"\b{_TAKES}\s+(?P<out>{COUNT})\b(?P<what>{_REST})\s*,?\s*(?:(?:entao|e|ai|and|so|then)\s+)*(?:deixa[r]?|fica[m]?|ficando|mantem|leave|keep)\s+{_JUST}(?P<new>{COUNT})\b(?P<of>{_REST})"
    rf"(?=\s*(?:$|[,.;!?\n])|\s+(?:e|and|o\s+resto|os?\s+outr\w+|the\s+rest)\s)"
)
# `drop one pair of socks, two is enough`
_FEWER_DO = expression(
    rf"\b{_TAKES}\s+(?P<out>{COUNT})\b(?P<what>{_REST})\s*,\s*(?:(?:que|entao|e|because)\s+)?{_JUST}(?P<new>{COUNT})(?P<of>)"
    r"(?:\s+(?:so|ja|is|are|ta|esta|fica|e|eh|just))*\s+(?:enough|plenty|fine|bom|otimo|basta[m]?|chega[m]?|suficiente[s]?)(?=\s*(?:$|[,.;!?\n]))"
)
# `, 37-38 as duas`, `, a outra é pra minha irmã`: what tells nothing more of them
_THOSE = expression(
    rf"^\s*,\s*(?:(?P<so>[a-z0-9/-]+)\s+)?(?:[oa]s|the)\s+(?P<n>{COUNT})(?:\s+(?P<kind>[a-z0-9/-]+))?(?=\s*(?:$|[,.;!?\n]))"
)
_WHOSE = expression(
    r"^\s*,?\s*(?:e\s+)?(?:[oa]\s+outr[oa]|the\s+other(?:\s+one)?)\s+(?:(?:e|eh|vai|is)\s+)+(?:pr[oa]|para|for)\s+[^,.;!?\n]+"
)
# What follows behind a comma, up to the next stop.
_CLAUSE = expression(r"^\s*,\s*(?:(?:que|pois|porque|pq|e)\s+)?[^,.;!?\n]+")
_NOT = expression(r"\b(?:nao|nem|not|don'?t|se|if|talvez|maybe|quanto|quantos|how)\b")
_MORE = expression(r"\b(?:mais|more|outr[oa]s?|another)\b")


def counted_anew(message: str, state: ConversationState) -> tuple[tuple[Change, ...], str]:
    """The lines that are to be so many, and the message without what tells it; the message as it is where none are."""
    changes: list[Change] = []
    text = fold(re.sub(r"\bé\b", "eh", message)) if state.cart.lines else ""
    for form in (_NEW_FIRST, _OLD_FIRST, _FEWER, _FEWER_DO):
        for _ in state.cart.lines:
            found = form.search(text)
            line = _line(found, state) if found is not None and "?" not in _sentence(found) else None
            if found is None or line is None:
                break
            changes.append(Change("want", Mention(product_id=line.product_id, quantity=number(found["new"]))))
            lead = found.groupdict().get("lead") or ""
            text = f"{text[: found.start()]}{_aside(lead)}{_behind(text[found.end() :], found, line)}"
    return (tuple(changes), text.strip(" ,.;!")) if changes else ((), message)


def _sentence(found: re.Match[str]) -> str:
    """What is told up to the end of its sentence."""
    return f"{found[0]}{re.split(r'(?<=[.;!?])', found.string[found.end() :])[0]}"


def _line(found: re.Match[str], state: ConversationState) -> CartLine | None:
    """The line that is told of; None where that is not sure."""
    new, told = number(found["new"]) or 0, found.groupdict()
    out = number(told.get("out") or "") or 0
    old = new + out if out else number(told["old"]) or 0
    lead = told.get("lead") or ""
    phrase = f"{told['what']} {told['of']}"
    if new == old or _NOT.search(f"{lead} {phrase}") or _MORE.search(f"{lead} {phrase}"):
        return None
    said = [word for word in words(f"{lead} {phrase}") if word not in EVERYDAY]
    packs = [{stem(word) for word in words(told[part]) if word in PACKED} for part in ("what", "of")]
    if all(packs) and packs[0] != packs[1]:
        return None  # `um fardo em vez de 3 latas`
    lines = state.cart.lines
    named = [word for word in said if any(_has(line, word) for line in lines)]
    left = [word for word in said if not (word in named or word in UNITS or word in PACKED)]
    strange = [word for word in left if (current().place(word) >= NAMES or word[0].isdigit())]
    meant = [line for line in lines if line.quantity == old and _has_all(line, named)]
    focus = state.dialogue.focus
    if len(meant) > 1 and focus is not None:
        meant = [line for line in meant if line.product_id == focus.product_id] or meant
    return meant[0] if len(meant) == 1 and not strange else None


def _has_all(line: CartLine, said: Sequence[str]) -> bool:
    return all(_has(line, word) for word in said)


def _has(line: CartLine, word: str) -> bool:
    return shares([word], line.name) or (word.isdigit() and word in words(fold(line.name)))


def _aside(lead: str) -> str:
    """What stands before it in its clause, where that is no verb of putting."""
    return "" if re.fullmatch(rf"(?:{_VERBS}|[a-z]{{1,8}}|\s)*", lead) else f"{lead}, "


def _behind(rest: str, found: re.Match[str], line: CartLine) -> str:
    """What follows it, without what says the same of them again and whose another is."""
    told = _THOSE.match(rest)
    if told is not None and number(told["n"]) == number(found["new"]):
        own, name = words(f"{told['so'] or ''} {told['kind'] or ''}"), words(fold(line.name))
        rest = rest[told.end() :] if all(word in name or shares([word], line.name) for word in own) else rest
    whose = _WHOSE.match(rest)
    rest = rest[whose.end() :] if whose is not None else rest
    why = _CLAUSE.match(rest)
    if why is None or WISHES.search(why[0]) or ASIDE.search(why[0]) or TAKES_OUT.search(why[0]):
        return rest
    tells = any(word[0].isdigit() or current().place(word) >= NAMES for word in words(why[0]))
    return rest if tells else rest[why.end() :]  # `chegaram mais dois alunos`


def is_kind_counted(piece: str) -> bool:
    """`um branco na verdade`: so many in a colour, of what is named elsewhere."""
    said = [word for word in words(REVISES.sub(" ", piece)) if word not in TIES and number(word) is None]
    return bool(said) and all(map(is_colour, said)) and any(map(number, words(piece)))
