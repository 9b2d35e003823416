"""An exchange told in another order: `o rolo pode trocar por uma trincha?`, `dos 5 rolos troca 2 por trincha`. Pure."""

import re
from collections.abc import Sequence

from app.features.chat.assistant.language.goods import NAMES, current
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.vocabulary import FILLER
from app.features.chat.assistant.language.words import COUNT, fold, is_colour, words
from app.features.chat.assistant.reading.changes.edits import line_in
from app.features.chat.assistant.reading.changes.kind_preferred import is_value
from app.features.chat.assistant.reading.changes.recolouring import AGAIN
from app.features.conversations.state import CartLine
from app.ops.expressions import expression

_ASKED = expression(
    r"(?P<before>(?:^|.*[.!;\n,]\s*))(?P<lead>(?:(?:sera\s+que|e|ah+|moc[oa]|entao|voces?|eu|da\s+(?:pra|para)|pode[ms]?|podia|poderia|posso|consegue[ms]?|tem\s+como|"
    r"can|could|would|may|you|i|we|please|por\s+favor)\s+)*)(?P<what>[^?.!;\n]*?)\s*\b(?P<verb>troc(?:a|ar|o|amos)|substitu(?:i|ir|o)|swap|exchange|replace|switch)\s+"
    r"(?P<old>[^?.!;\n]*?)\s*\b(?:por|pel[oa]s?|pr[oa]s?|para|for|with|to)\s+(?P<new>[^?.!;\n]+?)\s*\?+(?P<after>[^?]*)$",
    re.DOTALL,
)
_SOME_OF = expression(
    rf"^\s*d[oa]s\s+(?:{COUNT}\s+)?(?P<old>[a-z][a-z ]*?)\s+(?P<verb>troc\w+)\s+"
    rf"(?P<n>{COUNT})\s+(?:del[ea]s\s+)?(?=por\s)"
)
_ANOTHER_DAY = (
    r"(?:a\s+)?(?:proxima|outr[oa]\s+(?:dia|hora|vez|momento)|depois|mais\s+tarde|semana\s+que\s+vem|mes\s+que\s+vem)"
)
# What takes a line out: `a camiseta vou deixar pra outro dia`, `tirando a vela o resto pode mandar`.
_OUT = (
    expression(
        rf"^\s*(?P<old>[^,.;!?\n]+?)\s+(?:eu\s+)?(?:vou\s+)?deix(?:o|ar|amos)\s+(?:pra|para)\s+{_ANOTHER_DAY}\b"
    ),
    expression(r"^\s*tirando\s+(?P<old>[^,.;!?\n]+?),?\s+(?=(?:o\s+resto|restante|tudo|o\s+demais|pode|ta)\b)"),
)
# `a vela sai e entra a caneca`
_LEAVES = expression(r"^\s*(?P<old>[^,.;!?\n]+?)\s+sai[a]?,?\s+(?:e\s+)?entra\s+")
# `a vela é que eu quero de baunilha`
_THAT_ONE = expression(
    r"(?P<old>\b[oa]s?\s+[a-z]+(?:\s+de\s+[a-z]+)?)\s+e\s+que\s+(?:eu\s+)?(?:quero|queria|prefiro|vou\s+querer)\s+(?=(?:de|em|da|do|na|no)\s)"
)
# `na verdade a segunda pele quero cinza`, `ah o liquidificador coloca bivolt`
_IS_TO_BE = expression(
    rf"(?P<before>(?:^|[.,;!\n])\s*)(?:{AGAIN})*(?P<old>[oa]s?\s+[a-z]+(?:\s+[a-z]+){{0,3}}?)\s+(?:eu\s+)?"
    r"(?:quero|queria|prefiro|vou\s+querer|coloca|bota|poe|manda|faz|pode\s+ser|vai\s+ser)\s+"
    r"(?:(?:em|n[oa]|d[eao]|[oa]|cor)\s+)*(?P<new>[a-z]{1,3}|[a-z]{4,})(?:\s+(?:mesmo|entao|por\s+favor))*\s*(?=$|[.,;!\n])"
)
_MODALS = expression(
    r"\b(?:eu|voces?|da\s+(?:pra|para)|pode[ms]?|podia|poderia|posso|consegue[ms]?|tem\s+como|can|could|you|i|me)\s*$"
)
_OF_RULES = expression(
    r"\b(?:se|caso|if|depois|prazo|dias?|loja|serv\w+|defeito|quanto|qual|quando|quantos|after|later|how|when|receb\w+|cheg\w+|dinheiro|pix|cartao)\b"
)


def as_change(message: str, lines: Sequence[CartLine]) -> str:
    """A message as it was written; where it speaks so of a line of the cart, as a plain exchange."""
    if not lines:
        return message
    text = spelt_out(fold(message))
    for out in _OUT:
        if (found := out.match(text)) and line_in(found["old"], lines) is not None:
            return f"tira {found['old']}, {text[found.end() :]}".rstrip(", ")
    if (found := _THAT_ONE.search(text)) and line_in(found["old"], lines) is not None:
        return _THAT_ONE.sub(r"muda \g<old> pra ", text)
    if (found := _LEAVES.match(text)) and line_in(found["old"], lines) is not None:
        return _LEAVES.sub(r"sai \g<old> e entra ", text)
    if (some := _SOME_OF.match(text)) and line_in(some["old"], lines) is not None:
        return _SOME_OF.sub(r"\g<verb> \g<n> \g<old> ", text)
    text, turned = _to_be(text, lines)
    if turned or "?" not in message:
        return text if turned else message
    found = _ASKED.match(text)
    if found is None or _OF_RULES.search(text):
        return message
    old = f"{_MODALS.sub('', found['what'])} {found['old']}".strip()
    named = line_in(old, lines)
    goods = [
        word
        for word in words(found["new"])
        if word not in FILLER and (current().place(word) >= NAMES or is_colour(word))
    ]
    number_of_kind = _is_number_of_kind(found["new"], named)
    if named is None or not (goods or number_of_kind) or line_in(found["new"], [named]) is not None:
        return message
    new = f"de {found['new']}" if number_of_kind else found["new"]
    return f"{found['before']} troca {old} por {new}. {found['after'].strip()}".rstrip(" .")


def _to_be(text: str, lines: Sequence[CartLine]) -> tuple[str, bool]:
    """The text with an exchange where one line is told to be of another kind than it is."""
    found = _IS_TO_BE.search(text)
    line = line_in(found["old"], lines) if found is not None else None
    if found is None or line is None or not is_value(found["new"]) or line_in(found["new"], [line]) is not None:
        return text, False
    return f"{text[: found.start()]}{found['before']}troca {found['old']} por {found['new']}{text[found.end() :]}", True


def _is_number_of_kind(new: str, named: CartLine | None) -> bool:
    """`a coxinha pode trocar pra 100?`, of one that comes by 50: another kind, and no count."""
    said = words(new)
    kinds = re.findall(r"\d+", named.name.partition(" (")[2]) if named is not None else []
    return len(said) == 1 and said[0].isdigit() and len(said[0]) > 1 and bool(kinds) and said[0] not in kinds
