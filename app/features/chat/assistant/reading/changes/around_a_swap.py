"""What is told around an exchange and asks for nothing more: how the cart is to be then, why, and what was wanted at
first: `troca o de creme por morango. fica um de chocolate e um de morango`. Pure."""

import re
from collections.abc import Sequence

from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.words import fold, is_colour, number, words
from app.features.chat.assistant.products.matching import shares
from app.features.chat.assistant.products.mentions import ANY_NUMBER, leading_count
from app.features.chat.assistant.products.name_words import SIZES, product_words
from app.features.conversations.state import CartLine, ConversationState, Pending
from app.ops.expressions import expression

_SWAPS = expression(r"\b(?:troc(?:a|ar|o|ue)|mud(?:a|ar|e|o)|substitu(?:i|ir)|swap|change|switch|replace)\b")
_THEN_IS = expression(
    r"[\s,.;!]+(?:e\s+)?(?:(?:ai|entao|dai|assim|so|then|that\s+way|no\s+total|ao\s+todo)[\s,]+)*(?:(?:vai\s+)?fica(?:r|m|ria)?|vao\s+ser|sao|that(?:'s|\s+(?:is|makes|leaves)))\s+(?:entao\s+|assim[\s:,]+)?"
    rf"(?P<told>(?:{ANY_NUMBER})\s+[^.;!?\n]+?\s(?:e|and)\s+(?:{ANY_NUMBER})\s+[^,.;!?\n]+)(?=\s*(?:$|[.;!\n]))"
)
# `troca o wb-06 pelo us-05, decidi fazer uma american wheat`
_DECIDED = expression(
    r"\s*[,.;!]\s*(?:(?:que|porque|e|eu|i|we|as|because)\s+)*(?:decidi(?:mos)?|resolv(?:i|emos)|(?:have\s+|'ve\s+)?decided)\s+(?:to\s+)?(?:fazer|preparar|montar|cozinhar|assar|usar|make|brew|cook|bake|build|do|use)\s+[^,.;!?\n]+"
)
# `puts, queria azul. então vai a preta mesmo`
_AT_FIRST = expression(
    r"(?:^|(?<=[\s,.;!\n]))(?:eu\s+|i\s+)?(?:queria|preferia|gostava|tava\s+querendo|wanted|was\s+hoping\s+for)\s+(?:(?:tanto|mesmo|era|muito|so|really)\s+)*(?P<first>(?:(?:[oa]s?|d[eoa]|na?|em|the)\s+)*[a-z0-9]+(?:\s+[a-z0-9]+){0,3}?)\s*[,.;!]+\s*"
    r"(?=(?P<then>(?:(?:mas|entao|ai|bom|ok|but|so|well|tudo\s+bem)[\s,]+)*(?:vai|pode\s+ser|serve|da|fico|fica|levo|leva|manda|me\s+ve|quero|vou|i'?ll|the)\s+[^.;!?\n]+))"
)
# `um deles pode ser branco? troca um preto por branco`
_ASKED_FIRST = expression(
    r"(?:^|(?<=[.;!\n]))[^.;!?\n]*\bpode[m]?\s+(?:ser|vir)\s+(?P<kind>[a-z]+)\s*\?+\s*(?=(?:entao\s+)?(?:troca|muda)\s[^.;!?\n]*\b(?P=kind)\b)"
)
# `é pra parafuso 8, então a de 8`, `azul, é a cor preferida dele`: why it is chosen
_FOR_IT_THEN = expression(
    r"^\W*(?:(?:ah+|entao|olha|bom)[\s,]+)*(?:e|eh|it'?s)\s+(?:pra|para|pr[oa]s?|for)\s+(?!(?:entreg|retir|busc|mand|envi|deliver)\w*)[^,.;!?\n]+[,.;]\s*(?:entao|logo|so|then)\s+(?:e\s+)?(?=\w)"
)
_ITS_FAVOURITE = expression(
    r"\s*[,.;]\s*(?:(?:que|porque|pois)\s+)?(?:e|eh|it'?s)\s+(?:(?:[oa]|the|his|her|my)\s+)?(?:(?:cor|sabor|cheiro|modelo|tipo|time)\s+(?:que\s+\w+\s+)?(?:preferid|favorit|gosta|ama|adora)|fav(?:ou|o)rite\s+colou?r)[^,.;!?\n]*"
)
# `tem cinza né? então cinza`: another kind of what is in the cart
_ASKED_THEN_TAKEN = expression(
    r"(?:^|(?<=[.;!\n]))\W*(?:(?:ah+|opa|e|hm+)[\s,]+)*(?:(?:voces?|do\s+you)\s+)?(?:tem|have)\s+(?:(?:n[oa]|em|de|na\s+cor|it\s+in|in)\s+)*(?P<kind>[a-z]+)(?:\s*,?\s*(?:ne|neh|tambem|right))*\s*\?+\s*"
    r"(?:(?:entao|ai|pode\s+ser|quero|manda|vai|then)[\s,]+)+(?:(?:n?[oa]|em|de|the|in)\s+)*(?P=kind)\b"
)
# `1 par da preta`, while another kind of the same is still to be chosen
_OF_THE_SAME = expression(
    rf"\b(?P<n>{ANY_NUMBER})\s+(?:par|pares|unidades?|pecas?|pairs?\s+of)\s+(?:d[aeo]s?\s+|the\s+|in\s+)?(?P<kind>[a-z]{{3,}})"
)
_RESIGNED = expression(r"\b(?:mesm[oa]|msm|entao|mas|then|but)\b")
# `faz duas, uma preta e uma branca`
_HEADED = expression(
    rf"(?P<lead>(?:^|(?<=[.;!\n]))\W*(?:(?:na\s+verdade|na\s+vdd|alias|actually|wait|ah+|melhor|entao)[\s,]+)*)(?P<deed>make\s+(?:it|that)|faz|sao|muda\s+(?:pra|para)|quero|bota|poe|vou\s+querer|levo)\s+"
    rf"(?P<many>{ANY_NUMBER})(?P<what>(?:\s+[a-z]{{3,}}){{0,3}}?)\s*[,:]+\s*(?:sendo\s+)?(?P<each>(?:{ANY_NUMBER})\s+[^,.;!?\n]+?(?:\s*,\s*|\s+(?:e|and)\s+)(?:{ANY_NUMBER})\s+[^.;!?\n]+)$"
)


def around_a_swap(text: str, state: ConversationState) -> str:
    """A folded message without what is told so around what is wanted instead."""
    if (swap := _SWAPS.search(text)) is not None:
        text = _ASKED_FIRST.sub("", _DECIDED.sub("", text))
        text = _THEN_IS.sub(
            lambda found: "" if found.start() > swap.start() and _is_held(found, state) else found[0], text
        )
    asked = state.dialogue.pending
    if asked is not None and asked.kind == "choose":
        text = _ITS_FAVOURITE.sub("", _FOR_IT_THEN.sub("", text))
    if asked is not None or state.sold_out is not None:
        text = _AT_FIRST.sub(_without_first, text)
    if asked is not None and asked.kind == "choose" and not any(current().place(x) == BEGINS for x in words(text)):
        text = _OF_THE_SAME.sub(lambda found: _with_name(found, asked), text)
    if len(state.cart.lines) == 1 and (asked is None or asked.kind == "method"):
        text = _ASKED_THEN_TAKEN.sub(
            lambda found: f"na verdade {found['kind']}" if _is_kind(found["kind"]) else found[0], text
        )
    if state.cart.lines:
        text = _HEADED.sub(lambda found: _each(found, state), text)
    return text


def _is_held(found: re.Match[str], state: ConversationState) -> bool:
    """Each of its words is of what the cart has, or of what comes in by the same message."""
    before = found.string[: found.start()]
    said = [word for word in product_words(found["told"]) if word not in v.FILLER and number(word) is None]
    names = [line.name for line in state.cart.lines]
    return bool(said) and all(word in words(before) or any(shares([word], name) for name in names) for word in said)


def _without_first(found: re.Match[str]) -> str:
    """Nothing, where a kind is told for which another kind or thing is taken."""
    first = {word for word in product_words(found["first"]) if word not in v.FILLER}
    then = {word for word in words(found["then"]) if _is_kind(word)}
    return "" if first and then and _RESIGNED.search(found["then"]) and first.isdisjoint(then) else found[0]


def _with_name(found: re.Match[str], asked: Pending) -> str:
    """So many of a colour of the one thing that is to be chosen."""
    bases = {option.base or option.name.partition(" (")[0] for option in asked.options}
    if len(bases) != 1 or not is_colour(found["kind"]):
        return found[0]
    return f"{found['n']} {fold(bases.pop())} {found['kind']}"


def _is_kind(word: str) -> bool:
    return is_colour(word) or word in SIZES or word.isdigit() or current().place(word) >= NAMES


def _each(found: re.Match[str], state: ConversationState) -> str:
    """So many of each kind, the ones that the cart has already left as they are."""
    each = re.split(r"\s*(?:,|\b(?:e|and)\b)\s*", found["each"].strip(" .!"))
    counts = [leading_count(one)[0] or 0 for one in each]
    named = [word for word in words(found["what"]) if current().place(word) >= NAMES]
    held = all(any(shares([word], line.name) for line in state.cart.lines) for word in named)
    one = len(state.cart.lines) == 1 or bool(named)
    if 0 in counts or sum(counts) != number(found["many"]) or not held or not one:
        return found[0]
    line = next((x for x in state.cart.lines if not named or all(shares([word], x.name) for word in named)), None)
    base = fold(line.name.partition(" (")[0]) if line else ""
    new = [one for one, count in zip(each, counts, strict=True) if not _is_there(one, count, state.cart.lines)]
    told = [f"{leading_count(one)[0]} {base} {leading_count(one)[1].strip()}" for one in new]
    return f"poe {' e '.join(told)}" if told and len(told) < len(each) else f"na verdade {found['each']}"


def _is_there(told: str, count: int, lines: Sequence[CartLine]) -> bool:
    """A line of the cart is of that kind, and so many."""
    kind = [word for word in words(leading_count(told)[1]) if word not in v.FILLER]
    return bool(kind) and any(count == x.quantity and all(shares([word], x.name) for word in kind) for x in lines)
