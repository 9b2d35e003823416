"""One and the other: what a line of the cart counts, told apart (`não, espera, uma é 110 e a outra é 220`), and what is
left of two that are shown (`azul não, quero a outra`). Pure."""

import re
from collections.abc import Sequence

from app.features.chat.assistant.language.words import fold, in_portuguese, number, stem, words
from app.features.conversations.state import CartLine, ConversationState
from app.ops.expressions import expression

_N = r"\d{1,2}|uma?|dois|duas|tres|quatro|cinco|seis|one|two|three|four"
_AGAIN = (
    r"(?:(?:nao|no|opa|ops|pera|perai|espera|calma|wait|sorry|desculpa|errei|na\s+verdade|na\s+vdd|alias|actually|mas|"
    r"e|que|but|ah+|tem\s+que\s+ser)\b[\s,.!]*)"
)
_IS = (
    r"(?:e|eh|sao|d[eoa]|n[oa]|em|tem\s+que\s+ser|precisa\s+ser|vai\s+ser|era\s+(?:pra|para)\s+ser|era|is|are|in|"
    r"should\s+be|has\s+to\s+be)"
)
_VALUE = r"(?:(?:[oa]|d[eoa]|tamanho|size|the)\s+)*(?P<{}>\d{{1,4}}[a-z]{{0,3}}|[a-z]+)(?:\s*(?:volts?|v|w|watts))?"
# `uma é 110 e a outra é 220, aqui tem os dois`
_APART = expression(
    rf"(?:^|(?<=[.;!?\n]))\s*{_AGAIN}*(?P<n>{_N})\s+(?:d(?:el[ea]s|ess[ea]s)\s+|of\s+them\s+)?(?:{_IS}\s+)+{_VALUE.format('one')}\s*(?:,|;|\be\b|\band\b|\bmas\b)[\s,]*(?:e\s+|and\s+)?"
    rf"(?:(?:[oa]s?\s+|the\s+)?(?P<other>outr[oa]s?|other|another|{_N})(?:\s+(?:{_N}))?\s+)(?:{_IS}\s+)*{_VALUE.format('two')}"
    r"(?:\s*,?\s*(?:(?:e\s+)?(?:porque|pois|pq|que|la|aqui|em\s+casa|eu|ca)\s+)*(?:tem|tenho|temos|uso|usa|sao|preciso)\s+(?:d?[oa]s\s+(?:dois|duas|2)(?:\s+tipos)?|amb[oa]s|both))?"
    r"(?:\s+(?:por\s+favor|please|entao|mesmo))*\s*(?=$|[.,;!?\n])"
)
# `azul não, vou querer a outra`, `não a fosca, a outra`, `not the blue one, the other`
_THE_OTHER = expression(
    r"(?:^|(?<=[.;!?\n]))\s*(?:(?:ah+|hm+|e|mas|entao|well)\s+)*(?:(?:(?:nao|not)\s+(?:(?:quero|gostei\s+d?)\s*)?)(?:[oa]\s+|d[eoa]\s+|the\s+)*(?P<last>[a-z0-9]{2,}(?:\s+(?!ones?\b)[a-z0-9]+)?)(?:\s+ones?)?|"
    r"(?:[oa]\s+|d[eoa]\s+|the\s+)*(?P<first>(?!d[eoa]\s)[a-z0-9]{2,}(?:\s+[a-z0-9]+)?)\s+(?:nao|not))(?:\s+(?:quero|gostei|vou\s+querer))?\s*[,.;]\s*"
    r"(?P<verb>(?:(?:mas|eu|quero|queria|prefiro|vou\s+(?:querer|levar)|levo|me\s+ve|manda|pode\s+ser|e|sim|fico\s+com|i'?ll\s+take|i\s+want)\s+)*)"
    r"(?:d?[oa]\s+outr[oa]|(?:of\s+)?the\s+other(?:\s+one)?)(?:\s+(?:entao|mesmo|cor|then))*\s*(?=$|[,.;!?\n])"
)
# `uma de plástico só, e a outra troca pela de metal`
_REST_SWAPPED = expression(
    rf"(?:^|(?<=[.:;!?\n]))\s*(?:(?:melhor|entao|pensando\s+bem|deixa|fica|ficam|fico\s+com|quero|mantem|keep|make\s+it|so|just|nao|opa|pera|espera|na\s+verdade|alias|actually|mas|e)[\s,:]+){{0,5}}(?P<n>{_N})\s+"
    r"(?P<kept>(?:d[eoa]\s+|of\s+the\s+|assim\b|mesmo\b)?[a-z]*(?:\s+[a-z]+){0,3}?)\s*(?:,|;|\be\b|\band\b|\bmas\b)[\s,]*(?:(?:e|and)\s+)?"
    rf"(?:(?P<verb>troc[ae]r?|muda|swap|exchange|change)\s+)?(?:[oa]s?|the)\s+(?P<other>outr[oa]s?|others?)(?:\s+one)?(?:\s+(?P<many>{_N}))?\s+"
    r"(?:(?:(?:voce|vc|pode|eu|quero|ja|me)\s+)*(?P<after>troc[ao]r?|muda|mudar)\s+)?(?P<by>pel[oa]s?|por|pr[oa]s?|para|pra|for)\s+(?P<to>[^.,;!?\n]{3,})"
)
_TOKEN = expression(r"[a-z0-9]+(?:,\d+)?[a-z]*")

_STAYS = frozenset("assim mesmo como esta stays like that".split())  # noqa: SIM905


def one_and_other(text: str, lines: Sequence[CartLine]) -> str:
    """The folded text, in which such kinds are told by the line's name with how many of each there are to be."""
    text = _rest_swapped(text, lines)
    found = _APART.search(text) if lines else None
    if found is None:
        return text
    first = number(found["n"]) or 1
    whole = {line.product_id: line for line in lines if _own(line, found["one"]) or _own(line, found["two"])}
    rest = found["other"].endswith("s")  # `as outras`, so many as are left
    other = number(found["other"]) or 1
    fit = [line for line in whole.values() if rest or line.quantity == first + other]
    if len(fit) != 1 or fit[0].quantity <= first:
        return text
    line = fit[0]
    own = _own(line, found["one"]) or _own(line, found["two"])
    told = [_named(line, own, found[each]) for each in ("one", "two")]
    if told[0] == told[1]:
        return text
    again = f"quero {first} {told[0]} e {line.quantity - first} {told[1]}"
    return f"{text[: found.start()]} {again}{text[found.end() :]}".strip()


def _rest_swapped(text: str, lines: Sequence[CartLine]) -> str:
    """So many stay as they are and the rest of the line is exchanged: told as an exchange of that many."""
    found = _REST_SWAPPED.search(text) if lines else None
    if found is None or not (found["verb"] or found["after"]):
        return text
    kept, said = (
        number(found["n"]) or 1,
        [word for word in words(found["kept"]) if len(word) > 3 and word not in _STAYS],
    )
    fit = [line for line in lines if line.quantity > kept and all(_own(line, word) for word in said)]
    rest = fit[0].quantity - kept if len(fit) == 1 else 0
    if len(fit) != 1 or rest != (number(found["many"] or "") or (rest if found["other"].endswith("s") else 1)):
        return text
    plain = " ".join(_TOKEN.findall(fold(fit[0].name)))
    return f"{text[: found.start()]} troca {rest} {plain} por {found['to']}{text[found.end() :]}".strip()


def the_other(text: str, state: ConversationState) -> str:
    """The folded text, in which what is left of two things before the shopper is told by what tells it apart."""
    found, dialogue = _THE_OTHER.search(text), state.dialogue
    if found is None:
        return text
    asked = dialogue.pending.options if dialogue.pending is not None and dialogue.pending.kind == "choose" else ()
    shown = asked or dialogue.listed or ([dialogue.focus] if dialogue.focus is not None else [])
    each = [one for entry in shown for one in entry.each if one.in_stock]
    refused = [(word, *in_portuguese(word)) for word in (found["last"] or found["first"]).split()]
    left = [one for one in each if not all(any(_alike(x, y) for x in _tokens(one.name) for y in ys) for ys in refused)]
    if len(each) != 2 or len(left) != 1:
        return text
    other = next(one for one in each if one is not left[0])
    own = [word for word in _tokens(left[0].name) if word not in _tokens(other.name)]
    return f"{text[: found.start()]} quero {' '.join(own)}{text[found.end() :]}".strip() if own else text


def _tokens(name: str) -> list[str]:
    return _TOKEN.findall(fold(name))


def _own(line: CartLine, value: str) -> str:
    """The word of a line's name that is the value: `110v` for `110`; empty: it has none."""
    tokens = _TOKEN.findall(fold(line.name))
    exact = [one for one in tokens if one == value or (value.isalpha() and len(value) > 3 and _alike(one, value))]
    unit = [one for one in tokens if value.isdigit() and re.fullmatch(rf"{value}[a-z]{{1,2}}", one)]
    return next(iter((*exact, *unit)), "")


def _alike(one: str, other: str) -> bool:
    """`branco` of a `branca`."""
    return stem(one) == stem(other) or (len(one) > 4 and one[:-1] == other[:-1])


def _named(line: CartLine, own: str, value: str) -> str:
    """The line's name with the value in the place of its own."""
    unit = own.lstrip("0123456789,") if own[:1].isdigit() and value.isdigit() else ""
    plain = re.sub(r"[(),;]\s?", " ", fold(line.name))
    return " ".join(re.sub(rf"\b{re.escape(own)}\b", f"{value}{unit}", plain).split())
