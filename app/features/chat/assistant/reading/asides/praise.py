"""What sounds of a fault and tells of none: `chegou no outro dia`, `não veio nada quebrado`, `as crianças reclamam do
calor`. Pure."""

from app.features.chat.assistant.language.goods import NAMES, current
from app.ops.expressions import expression

_OTHER_DAY = expression(
    r"\b(?:(?:n?[oa]|em|logo|ja|the|an)\s+)*(?:outr[oa]s?|other|another)\s+(?:dias?|semana|mes|manha|tarde|noite|hora|vez|vezes|cidades?|bairro|estado|endereco|day|week|month|time|town|city)\b"
)
_FLAW = (
    r"(?:quebr|rasg|estrag|desbot|manch|murch|arrebent|rach|encolh|vaz|mof|oxid|enferruj|amass|danific|descol|solt|fur|arranh|risc|afroux|"
    r"errad|trocad|falt|defeit|vencid|sumi|broke|damag|torn|missing|wrong|faulty|stain|fade|shr[aiu]nk)\w*"
)
_BETWEEN = (
    r"(?:(?:veio|vieram|chegou|chegaram|tinha|tava|estava|foi|ficou|nada|nenhum\w*|um|uma|[oa]s?|nem|deu|was|were|came|is|got|any)"
    r"\s+){0,3}"
)
_NOT_FLAWED = expression(
    rf"\b(?:nao|n|nem|nada|nenhum[a]?(?:\s+\w+)?|sem|nunca|nothing|not|never|none|didn't|wasn't)\s+{_BETWEEN}{_FLAW}"
)
# `as clientes reclamam do calor`, which is said of no shop
_OTHERS_COMPLAIN = expression(
    r"\b(?:[oa]s?|meus?|minhas?|noss[oa]s?|my|our|the|todo|ninguem|everyone|everybody)\s*(?:[a-z]+\s+){0,2}?(?:(?:ja|so|sempre|vive[m]?|fica[m]?|ta|tao|esta|estao|always|keeps?)\s+)*"
    r"(?:reclam(?:a|am|ou|aram|ando)|complain(?:s|ed|ing)?)\b(?!\s+(?:d(?:e\s+voces|a\s+(?:loja|entrega|compra)|o\s+(?:pedido|produto|atendimento|servico))|about\s+(?:you|your|the\s+order)))"
)


def without_praise(text: str) -> str:
    """The folded text without faults that it says there were none of."""
    return _OTHERS_COMPLAIN.sub(" ", _NOT_FLAWED.sub(" ", _OTHER_DAY.sub(" ", text)))


# Who is to be spoken to is nothing that is sold.
_SPOKEN_TO = expression(r"\b(?:fal\w+|convers\w+|atend\w+|pass[ae]\w*|cham\w+|transf\w+|speak|talk|real|chat)\b")


def without_goods(text: str) -> str:
    """`um saco de lixo`, where such are sold, calls nothing rubbish, and `o de cabelo humano` and `o suporte`
    call for nobody."""
    calls = ("lixo",) if _SPOKEN_TO.search(text) else ("lixo", "humano", "humana", "human", "suporte")
    return " ".join(" " if word in calls and current().place(word) >= NAMES else word for word in text.split())
