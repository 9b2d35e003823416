"""The ways of taking one thing out of an order, as the one that the rules read: `desisti do sabão` is `tira o sabão`.
Pure."""

import re
from collections.abc import Sequence

from app.features.chat.assistant.language.goods import NAMES, current
from app.features.chat.assistant.language.words import fold, stem, words
from app.features.conversations.state import CartLine
from app.ops.expressions import expression

_MAY = r"(?:(?:pode[ms]?|poderia|quero|queria|gostaria\s+de|prefiro|melhor|da\s+pra|vamos)\s+)?"
_OUT = expression(
    rf"\b{_MAY}(?:(?P<fetch>retira[r]?|retire|tirar?\s+fora|tirar?|tire)|remove[r]?|remova|exclu(?:i|ir|a)|elimin(?:a|ar|e)|dispens(?:a|ar|o)|"
    r"esquec(?:e|er|a)|cancel(?:a|ar|e)|deixa(?:r)?\s+(?:sem|(?:de\s+)?fora)|desist(?:i|o|ir)|abr(?:o|i)\s+mao|"
    r"nao\s+(?:vou\s+)?(?:quer(?:o|er)\s+mais|querer|mais\s+(?:quero|levar)|levar\s+mais))\s+"
    r"(?:d(?=[oae]s?\s)|(?=[oa]s?\s|ess[ea]s?\s|aquel[ea]s?\s))(?P<article>\w+)\s+(?P<thing>[a-z]{3,})\b(?P<rest>[^,.;!?\n]*)"
)
# `vou retirar o bolo amanhã` fetches it.
_FETCHED = expression(
    r"\b(?:loja|ai|la|aqui|amanha|hoje|sabado|domingo|segunda|sexta|depois|as\s+\d+|balcao|pessoalmente)\b"
)


# `a lona não precisa, tira`
_TWICE = expression(
    r"(\b(?:nao|n)\s+(?:vou\s+)?(?:precisa|quero|querer)(?:\s+mais)?)\s*[,.;]?\s*(?:pode\s+)?(?:tira[r]?|remove[r]?|retira[r]?|cancela[r]?)(?=\s*(?:$|[,.;!\n]))"
)


def taken_out(text: str, lines: Sequence[CartLine]) -> str:
    """A folded text in which what is given up of the cart or of the shop's goods is taken out; `cancela o pedido` and
    `retiro o bolo amanhã` stay."""
    held = {stem(word) for line in lines for word in words(fold(line.name))}

    def said(found: re.Match[str]) -> str:
        if (found["fetch"] or "").startswith("retir") and _FETCHED.search(found["rest"]):
            return found[0]
        if stem(found["thing"]) not in held and current().place(found["thing"]) < NAMES:
            return found[0]
        return f"tira {found['article']} {found['thing']}{found['rest']}"

    return _OUT.sub(said, _TWICE.sub(r"\1", text))
