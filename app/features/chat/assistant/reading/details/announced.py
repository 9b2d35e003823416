"""Texts for a card, a ribbon or an engraving, as a message announces them. Pure."""

from app.features.chat.assistant.language.goods import NAMES, current
from app.features.chat.assistant.language.words import fold, words
from app.ops.expressions import expression

# A text that is announced runs to its closing quote, or to the end of the line: `escreve: Mãe, obrigada por tudo`.
_TEXT = (
    r"escrev\w+|cart[aã]o(?:zinho)?|bilhet\w+|recado|recadinho|dedicat[oó]ria|faixa|fita|mensagem|grav(?:a|ar|e|ado|a[cç][aã]o)|bord(?:a|ar|e|ado)|"
    r"frase|dizeres|texto|plaquinha|etiqueta|personaliz\w+(?!\s*:\s*\d)|observa[cç][aã]o|obs|card|ribbon|write|message|engrav\w+|embroider\w+"
)
_ANNOUNCED = expression(
    rf"(?i:(?:\b(?:e|por\s+favor|pode|podem|coloca\w*|p[oõ]e|p[oô]r|bota|quero|queria|com|no|na|o|a|uma?|pra|para|ser)\s+)*\b(?:{_TEXT})\b)(?:(?![.!]\s)[^:\"“”'?\n]){{0,30}}"
    r"(?::\s*[\"“']?(?!(?i:cr[eé]dito|d[eé]bito|visa|master|\d))|\s[\"“])[^\"”\n]{2,300}[\"”']?"
    rf"|(?i:\b(?:{_TEXT})\b)(?:(?![.!]\s)[^:\"“”'?\n]){{0,30}}\s'[^'\n]{{2,300}}'"
    r"|(?i:\b(?:com\s+)?(?:a\s+mensagem|os\s+dizeres|a\s+frase|o\s+texto|dizendo|escrito|saying)\s+(?:assim\s+)?)(?:[\"“'][^\"”\n]{2,300}[\"”']?|[A-ZÀ-Ý][^\n]{2,300})"
)
# `a coat with "Hannah Weiss" in blue`: what is in quotes is to stand on it
_IN_QUOTES = expression(
    r"(?:,\s*)?\b(?i:com|with)\s+[\"“](?P<text>[A-ZÀ-Ý][^\"”\n]{1,60})[\"”](?i:\s+(?:in|em)\s+[a-zà-ú]+(?:\s+(?:thread|linha))?)?"
)
# `escreve: Dani, muita luz! Entregar na rua Outono, 215`: where the text ends
_BEHIND = expression(
    r"(?P<ends>[.!?\n])[.!?\s]*(?=(?i:(?:e|a[ií]|eu|a|o|vou|pode|podem|d[áa]|pra|para|quero|please|and|i'?ll|i)\s+)*"
    r"(?i:entreg\w+|mand\w+|envi\w+|retir\w+|busc\w+|peg(?:o|ar)|pag(?:o|ar|amento)|pix|dinheiro|cart[ãa]o\s+de|meu\s+nome|nome|endere[çc]o|cep|rua|r\.|av\.?|avenida|alameda|travessa|"
    r"deliver|send|ship|pick|pay|my\s+name|name|address)\b)"
    r"|(?P<comma>(?<=\w)),\s+(?=(?i:(?:e\s+)?(?:eu\s+)?(?:pago|vou\s+pagar|retiro|vou\s+(?:retirar|buscar)|entreg(?:a|ar|ue)\s+(?:n[ao]|em|pra)|(?:no\s+)?pix\s*(?:$|[.,;!])))\b)"
)


_MAY_ANNOUNCE = expression(rf"(?i:\b(?:{_TEXT}|dizendo|escrito|saying)\b)")


def announced(message: str) -> tuple[tuple[str, ...], str]:
    """The texts for a card, a ribbon or an engraving, as they were written, and the message without them."""
    quoted = _IN_QUOTES.search(message)
    if quoted and not any(current().place(word) >= NAMES for word in words(fold(quoted["text"]))):
        return (quoted[0].strip(" ,"),), f"{message[: quoted.start()]} {message[quoted.end() :]}"
    if _MAY_ANNOUNCE.search(message) is None:
        return (), message
    found = [(text.start(), text.start() + _length(text[0])) for text in _ANNOUNCED.finditer(message)]
    rest, at = "", 0
    for start, end in found:
        rest, at = f"{rest}{message[at:start]} ", end
    return tuple(message[start:end].strip(" .,;!\n") for start, end in found), rest + message[at:]


def _length(text: str) -> int:
    """How much of what an announcement runs to is the text: none of the order's data, which a sentence of its own tells
    behind it."""
    if text.rstrip()[-1:] in "\"”'":
        return len(text)
    behind = _BEHIND.search(text)
    return len(text) if behind is None else behind.end("ends") if behind["ends"] else behind.start()
