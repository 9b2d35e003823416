"""What somebody makes, sells or works with, told before what is wanted: `eu faço tapete e queria 2 barbantes`. Pure."""

import re

from app.features.chat.assistant.language import signs
from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.vocabulary import KIN
from app.features.chat.assistant.language.words import words
from app.ops.expressions import expression

_ALSO = r"(?:(?:aqui|em\s+casa|tambem|also|ja|sempre|so|always)\s+)*"
_DOING = r"(?:fazer|fazendo|produzindo|costurando|vendendo|making|sewing|knitting|selling)"
# Of oneself by the verb alone; `faz um tapete` and `make it two` ask for it, where nobody is named before them.
_OF_ONESELF = (
    rf"(?:(?:eu|nos)\s+)?{_ALSO}(?:fa(?:co|zemos)|(?:to|tou|estou|vivo|estamos|comecei\s+a)\s+{_DOING}|(?:re)?vend(?:o|emos)|"
    r"(?:trabalh|costur)(?:o|amos)|mexo|bordo|pinto|produz(?:o|imos)|fabrico|crio|planto|cultivo)"
)
_OF_THEM = (
    rf"(?:a\s+gente|(?:[oa]\s+)?(?:minha|meu|my)\s+{KIN})\s+{_ALSO}(?:faz|(?:ta|esta|vive|comecou\s+a|is)\s+{_DOING}|(?:re)?vende|"
    r"trabalha|mexe|costura|borda|pinta|produz|fabrica|cria|planta|cultiva|(?:make|sell|sew|knit|work|bake)s)"
)
_IN_ENGLISH = rf"(?:i|we)(?:'m|'re|\s+am|\s+are)?\s+{_ALSO}(?:make|sell|sew|knit|work|bake|{_DOING})"
_TOLD = expression(
    rf"(?P<begins>^\s*(?:(?:oi+|ola|opa|bom\s+dia|boa\s+(?:tarde|noite)|hi|hello|moc[oa]|entao|sabe|gente|pessoal)\b[\s,!.]*)*|[.;!\n,]\s*|\b(?:e|and)\s+)"
    rf"(?P<who>{_OF_ONESELF}|{_OF_THEM}|{_IN_ENGLISH})(?:\s+(?:com|with))?\s+(?P<what>(?!(?:[oa]s?|the|that|this|ess[ea]s?|est[ea]s?|aquel[ea]s?)\s)[a-z][a-z\s-]*?)"
    r"(?P<ends>\s*[,.;!\n]+\s*(?:(?:e|mas|entao|ai|dai|por\s+isso|and|so|but)\s+)*|\s+"
    r"(?:e|mas|entao|ai|dai|por\s+isso|and|so|but)\s+(?:(?:ai|dai|agora|entao|hoje|tambem|now)\s+)*)"
    r"(?=(?P<rest>.+))"
)
_ORDERS = expression(
    r"\b(?:pedid[oa]s?|encomendas?|compras?|questao|pix|favor|conta|order|quer\w*|precis\w+|want|need)\b"
)
_SUBJECT = expression(rf"(?:[oa]\s+)?(?:minha|meu|my)\s+{KIN}")
_ASKS = expression(r"\?|\b(?:quanto|qual|tem|saber|how|what|do\s+you)\b")
_TAKES_UP = expression(r"(?:quer|precisa|pediu|vai\s+querer|wants|needs)\b")


def without_trade(text: str) -> str:
    """The folded text without goods that somebody only makes or sells, where a wish or a question with goods of its own
    follows; all else stays."""
    return _TOLD.sub(_left_out, text)


def _left_out(found: re.Match[str]) -> str:
    rest = found["rest"]
    told = words(found["what"])
    sold = [word for word in told if current().place(word) == BEGINS]
    wanted = signs.WANT.search(rest) or _ASKS.search(rest) or _TAKES_UP.match(rest)
    of_its_own = any(current().place(word) >= NAMES and word not in told for word in words(rest))
    if not sold or not wanted or not of_its_own or _ORDERS.search(found["what"]):
        return found[0]
    subject = _SUBJECT.search(found["who"]) if _TAKES_UP.match(rest) else None
    begins = found["begins"] if found["begins"].strip() not in ("e", "and", ",") else " "
    return f"{begins}{subject[0]} " if subject else begins
