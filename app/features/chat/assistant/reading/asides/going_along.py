"""A question whether goods of the same message go along with an order. Pure."""

from app.features.chat.assistant.reading.clauses import Clause
from app.features.chat.assistant.reading.draft import Reading
from app.ops.expressions import expression

# `dá pra pôr junto?`, of goods that the message names.
_MAY_JOIN = expression(
    r"(?:(?:e|ai|sera\s+que|ainda)\s+)*(?:da\s+(?:pra|para|tempo\s+de)|pode|podem|posso|tem\s+como|consegue[m]?|can\s+(?:you|i)|could\s+you)\s+"
    r"(?:(?:me|voces|[oa]s?|el[ea]s?|isso|it|them|that)\s+)*(?:por|poe|colocar|coloca|botar|bota|mandar|manda|incluir|incluem|vir|ir|juntar|junta|adicionar|levar|add|put|include|send)"
    r"(?:\s+(?:it|them|that|[oa]s?|el[ea]s?|isso|tudo|ai|tambem|junto|juntos|junta|no\s+(?:mesmo\s+)?(?:pedido|pacote)|ness[ea]\s+(?:pedido|entrega)|na\s+mesma\s+(?:entrega|caixa|sacola)|com\s+(?:isso|ele|o\s+resto)|"
    r"to\s+(?:my|the)\s+order|in|too|as\s+well|together|por\s+favor))*"
)


def joins(reading: Reading, clause: Clause) -> bool:
    """A question whether goods of the same message go along: the goods are the answer."""
    return clause.asks and bool(reading.changes) and _MAY_JOIN.fullmatch(clause.text.strip(" ,.!")) is not None
