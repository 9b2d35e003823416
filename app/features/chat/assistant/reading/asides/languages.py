"""Who asks whether another language will do, or is sorry for how it is spoken: a greeting, and no wish. Pure."""

import re

from app.ops.expressions import expression

_LANGUAGE = r"(?:english|portuguese|ingl[eê]s|portugu[eê]s|brazilian)"
_ASKS = (
    rf"(?:(?:is\s+it\s+ok(?:ay)?\s+(?:if\s+i|to)|(?:can|could|may|do)\s+(?:i|we|you(?:\s+(?:guys|all|people))?|u|y'?all)|posso|podemos|d[aá]\s+pra|pode|voc[eê]s?|vcs?|tem\s+algu[eé]m\s+que)\s+(?:please\s+|also\s+)?"
    rf"(?:write|speak|talk|chat|text|type|understand|continue|order|escrever|falar|falam|fala|fale|entende[mr]?|conversar|atende[mr]?)(?:\s+(?:here|to\s+you|with\s+you|this|aqui|com\s+voc[eê]s?))?\s+(?:in\s+|em\s+|o\s+)?{_LANGUAGE}|{_LANGUAGE}\s+ok(?:ay)?)\b\s*\??"
)
_SORRY = (
    rf"(?:(?:i'?m\s+)?(?:so\s+)?sorry\W+(?:but\s+)?|desculp\w+\W+)?(?:my|(?:o\s+)?meu)\s+{_LANGUAGE}\s+(?:is|isn'?t|[eé]|n[aã]o\s+[eé])\s+(?:(?:very|so|really|not|too|that|muito|t[aã]o|meio)\s+)*(?:bad|good|great|poor|terrible|limited|basic|rusty|ruim|bom|p[eé]ssimo|fraco)\b"
    rf"|(?:(?:i'?m\s+)?sorry\W+)?i\s+(?:don'?t|do\s+not|can'?t|cannot|only|barely)\s+(?:speak|write|know|understand)(?:\s+(?:much|any|good|a\s+little))?\s+{_LANGUAGE}\b"
)
_COURTESY = expression(rf"[\s,.;]*(?:(?:and|but|so|e|mas)\s+)?\b(?:{_ASKS}|{_SORRY})\s*[,.;!]*", re.IGNORECASE)
_ENGLISH = expression(r"\b(?:english|ingl[eê]s)\b", re.IGNORECASE)


def without_language(message: str) -> str:
    """The message without that; where it says nothing else, it greets."""
    rest = _COURTESY.sub(" ", message)
    if rest == message:
        return message
    english = _ENGLISH.search(message) is not None
    return rest.strip() or ("hello" if english else "oi")
