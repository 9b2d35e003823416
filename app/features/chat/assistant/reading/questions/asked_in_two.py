"""What is asked in two halves, put together: `a estação 858D, vocês têm em 220?`, `e do moto g60, quanto é a tela?`;
and whether there still is any, asked behind a wish. Folded text. Pure."""

import re

from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.signs import WANT
from app.features.chat.assistant.language.words import NUMBERS, words
from app.ops.expressions import expression

_BEGINS = (
    r"(?:^|(?<=[.;!?\n]))\s*(?:(?:oi+e?|ola|opa|bom\s+dia|boa\s+(?:tarde|noite)|e|ah+|entao|putz|hi|hello)\b[\s,]*)*"
)
_HAVE = (
    r"(?:(?:(?:voces?|ai|ainda|por\s+acaso|sera\s+que)\s+)*(?:te[mn]|teria[m]?|vende[m]?)|"
    r"do\s+you\s+have\s+(?:it|that|them|this))"
)
# `a manta de silicone, tem da grande?`
_IN_KIND = expression(
    rf"(?P<lead>{_BEGINS})(?:[oa]s?\s+|the\s+)?(?P<goods>[a-z][^,.;!?\n]{{2,40}}),\s*{_HAVE}\s+"
    r"(?P<kind>(?:em|n[oa]s?|d[aeo]s?|com|sem|in|with)\s+[^,.;!?\n]{1,30}?)(?:\s+(?:ai|ainda|tambem))*\s*\?"
)
# `e do moto g60, quanto é a tela?`
_OF_WHAT = expression(
    rf"(?P<lead>{_BEGINS})(?P<of>(?:d[oa]s?|pr[oa]|(?:para|pra)\s+[oa])\s+(?:[a-z0-9]+)(?:\s+[a-z0-9]+){{0,3}}),\s*"
    r"(?P<ask>(?:quanto\s+(?:e|eh|ta|esta|fica|custa|sai)|qual\s+(?:e\s+)?o\s+(?:preco|valor)\s+d[ao]|"
    r"(?:(?:voces?|ai|ainda)\s+)*tem|te[mn])\s+(?:[oa]\s+)?(?P<goods>[a-z]{3,}(?:\s+(?!hoje|ai|agora)[a-z]+)?))\s*\?"
)
# `e secadora, pode?`
_MAY_IT = expression(
    rf"(?P<lead>{_BEGINS})(?P<what>(?:n?[oa]s?\s+)?[a-z]{{4,}}(?:\s+[a-z]{{3,}})?),\s*(?P<may>pode|podem|posso|da|rola|funciona|serve)\s*\?"
)
# `vocês trocam a tela ou só vendem a peça?` asks what is done, and not how goods come back.
_DONE_OR_SOLD = expression(r"\btrocam?\s+(?=[^.?!\n]*\bou\s+(?:voces\s+)?(?:so|apenas|somente)\s+vend)")
_MANY = "|".join(word for word, many in NUMBERS.items() if many > 1)
_COUNTED = expression(rf"\b(?:\d{{1,3}}|{_MANY})\s+[a-z]|\b(?:uma?|an?)\s+[^,.;!?\n]+\s(?:e|and)\s+(?:\d|uma?\s|an?\s)")
# `queria 3 espetinhos e uma porção vocês ainda têm`
_STILL_ANY = expression(
    r"(?:\s*,)?\s+(?:(?:(?:sera\s+que|por\s+acaso|e|ai)\s+)*voces?\s+(?:(?:ainda|ai)\s+)*(?:te[mn]|teria[m]?|tinha[m]?)"
    r"(?:\s+(?:ainda|ai|hoje|isso|tudo|disponivel|em\s+estoque))*|do\s+you\s+(?:still\s+)?have\s+(?:any|them|it|those|that|all\s+of\s+(?:it|that|them)))\s*[?.]*\s*$"
)

# `gostaria de saber qual a garantia do nível e se acompanha tripé`: two questions
_AND_IF = expression(
    r"(?P<first>\b(?:saber|know)\s+(?!se\b|if\b)[^.;!?\n]{6,80}?)\s+(?:e|and)\s+(?:se|if|whether)\s+(?P<then>[a-z][^,.;!?\n]*)"
)


def asked_in_two(text: str) -> str:
    """The folded text with both halves of such a question as one, and a counted wish without the question whether it
    is there, which the shop looks after anyway."""
    text = _AND_IF.sub(r"\g<first>? \g<then>?", text)
    text = _MAY_IT.sub(_may_it, _OF_WHAT.sub(_of_what, _IN_KIND.sub(_in_kind, _DONE_OR_SOLD.sub("instalam ", text))))
    still = _STILL_ANY.search(text)
    wish = text[: still.start()] if still else ""
    return wish if wish and "?" not in wish and WANT.search(wish) and _COUNTED.search(wish) else text


def _may_it(found: re.Match[str]) -> str:
    sold = any(current().place(word) == BEGINS for word in words(found["what"]))
    return found[0] if sold else f"{found['lead']}{found['what']} {found['may']}?"


def _in_kind(found: re.Match[str]) -> str:
    goods = words(found["goods"])
    named = any(current().place(word) == BEGINS for word in goods) and WANT.search(found["goods"]) is None
    other = any(current().place(word) == BEGINS for word in words(found["kind"]))
    return f"{found['lead']}tem {found['goods']} {found['kind']}?" if named and not other else found[0]


def _of_what(found: re.Match[str]) -> str:
    sold = current().place(words(found["goods"])[0]) >= NAMES
    return f"{found['lead']}{found['ask']} {found['of']}?" if sold else found[0]
