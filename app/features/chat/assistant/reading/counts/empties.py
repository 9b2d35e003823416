"""What is filled, and sold against an empty one or with its container: `2 na troca`, `tenho o galão vazio`, `não tenho
botijão`. Read only where the shop calls some of its goods so. Pure.

`troca` is put as its stem, which says which of them is meant and asks for no exchange.
"""

import re
from collections.abc import Collection, Iterator

from app.features.chat.assistant.language.goods import NAMES, current
from app.features.chat.assistant.language.words import COUNT_WORDS, fold, words
from app.features.conversations.state import ConversationState
from app.ops.expressions import expression

_FILLED = "com troc"
_CONTAINER = (
    r"(?:gal(?:ao|oes|aozinho)|garraf(?:ao|oes)|botij(?:ao|oes)|bujao|cascos?|vasilhames?|bombonas?|cilindros?|"
    r"bottles?|jugs?|cylinders?|containers?)"
)
_EMPTY = r"(?:vazi[oa]s?|vzi[oa]s?|empty|empties)"
_SOME = r"(?:(?:[oa]s?|um|uma|dois|duas|tres|\d{1,2}|meus?|minhas?|ess[ea]s?|the|my|an?|any|two|three|both)\s+)*"
_THEM = rf"{_SOME}(?:{_CONTAINER}\s+{_EMPTY}|{_EMPTY}(?:\s+(?:{_CONTAINER}|ones?))?|{_CONTAINER})"
_HAVE = r"(?:tenho|temos|tem|levo|levamos|entrego|devolvo|trago|troco|i\s+have|i've\s+got|we\s+have|got)"
_WILL = (
    r"(?:(?:vou|posso|vamos|quero|i'll|i\s+can|i\s+will)\s+"
    r"(?:levar|entregar|devolver|trazer|trocar|bring|swap|return|exchange))"
)
_HERE = (
    r"(?:\s+(?:aqui|comigo|ja|sim|tambem|em\s+casa|pra\s+troca[r]?|pra\s+dar(?:\s+em\s+troca)?|here|already|"
    r"to\s+(?:swap|exchange|return)))*"
)
_HAS_ONE = expression(
    r"[\s,]*\b(?<!nao )(?<!n )(?:(?:e|que|pois|porque|eu|ja|a\s+gente|so|and)\s+)*"
    rf"(?:{_HAVE}|{_WILL})\s+(?:aqui\s+|ja\s+|so\s+)?{_THEM}{_HERE}"
    r"(?=\s*(?:$|[.,;!?\n]|\be\b|\band\b|\bmanda|\bquero|\bpode))"
)
_HAS_NONE = expression(
    rf"[\s,]*\b(?:(?:e|que|mas|pois|porque|eu|a\s+gente|but|and)\s+)*(?:(?:nao|n)\s+(?:tenho|temos|tem)|(?:i|we)\s+(?:don't|do\s+not)\s+have)\s+"
    rf"(?:(?:mais|ainda|nenhum\w*)\s+)*{_THEM}(?:\s+(?:nenhum|ainda|aqui|pra\s+troca[r]?|yet|to\s+(?:swap|exchange)))*(?=\s*(?:$|[.,;!?\n]))"
)
_BY_EXCHANGE = expression(
    r"\b(?<!prazo )(?<!politica )(?<!caso )(?<!direito )(?<!precis[oa] )(?<!garantia )(?<!dias )(?<!tempo )"
    r"(?:a\s+base\s+de|com\s+a|com|na|de|em|pra|so\s+a)\s+trocas?\b(?!\s+(?:d[eoa]s?|por|pel[oa]|em|ate|no|na|gratis)\b)"
)
_COUNT = rf"(?:\d{{1,2}}|{COUNT_WORDS}|an?)"
_COUNTED = expression(rf"\b(?P<count>{_COUNT})\b(?:\s+(?:(?:d[eo]|of)\s+)?(?P<goods>[a-z]{{3,}}))?")
_PRICED = expression(r"\b(?P<count>how\s+much|quanto\s+(?:fica|e|ta|sai|custa|da)|qual\s+o\s+(?:preco|valor))\b")
# Right before a count, which is so many that are wanted.
_WISHES = expression(
    r"\b(?:manda|quero|queria|ve|traz|preciso|precisava|pode\s+(?:ser|mandar|trazer)|vou\s+querer|coloca|poe|bota|separa|entrega|"
    r"send|bring|want|need|take|have|get|give\s+me)(?:\s+(?:me|so|entao|ai|just|only|then))*\s+$"
)
_ALONE = expression(rf"\W*(?:(?:so|entao|e|ok|ai|just|then)\s+)*{_COUNT}(?:\s+(?:so|mesmo|entao|please))*\W*")
_SENTENCE = expression(r"[^.;!?\n]+[.;!?\n]*")
# `1 gás e 2 água, tudo com troca`
_ALL_SO = expression(
    rf"^(?P<list>.*?\b{_COUNT}\s+.+?)\s*[,;]?\s+(?:e\s+)?(?:tudo|tod[oa]s|[oa]s\s+(?:dois|duas|tres)|amb[oa]s|both|all)\s+{_FILLED}(?P<rest>.*)$",
)
_AND = expression(r"(\s*(?:,|\be\b|\band\b)\s*)")


def names_before(state: ConversationState) -> Iterator[str]:
    """What the goods are called that are in the cart or before the shopper."""
    dialogue = state.dialogue
    asked = [option for one in (dialogue.pending, *dialogue.open) if one for option in one.options]
    yield from (line.name for line in state.cart.lines)
    for shown in (dialogue.focus, *dialogue.listed, *dialogue.seen, *asked):
        yield from (each.name for each in (shown.each if shown else ()))


def by_empties(text: str, state: ConversationState) -> str:
    """The folded text, in which having an empty one, or none, is the kind that is wanted."""
    names = [fold(name) for name in names_before(state)]
    kinds = [name for name in names if "troca" in words(name)]
    if not kinds and current().places.get("troca", 0) < NAMES:
        return text
    text = _BY_EXCHANGE.sub(_FILLED, text)
    asked = state.dialogue.pending
    chooses = asked is not None and asked.kind in ("choose", "quantity")
    if found := _HAS_NONE.search(text):
        text = _wished(text, found, _with_container(kinds, names), chooses=chooses)
    elif found := _HAS_ONE.search(text):
        text = _wished(text, found, _FILLED, chooses=chooses)
    return "".join(_all_so(sentence) for sentence in _SENTENCE.findall(text)) or text


def _with_container(kinds: Collection[str], names: Collection[str]) -> str:
    """What the same goods are called with their container: `com vasilhame`, beside `com troca`."""
    for kind in kinds:
        begins = words(kind)[: words(kind).index("troca")]
        for name in names:
            own = words(name)
            if name != kind and own[: len(begins)] == begins and own[len(begins) :]:
                return " ".join(own[len(begins) - 1 :] if begins[-1] in ("com", "sem") else own[len(begins) :])
    return ""


def _wished(text: str, told: re.Match[str], kind: str, *, chooses: bool) -> str:
    """The text without what is told of the empty one, and with the kind at what it counts or asks the price of; alone
    it answers which of them is meant, where that was asked."""
    before, after = text[: told.start()], text[told.end() :]
    if not kind:
        return text
    for at, part in enumerate((before, after)):
        if (found := _PRICED.search(part) or _counted(part)) is not None:
            goods = found.groupdict().get("goods") or ""
            end = found.end() if current().place(goods) >= NAMES else found.end("count")
            part = f"{part[:end]} {kind}{part[end:]}"
            return f"{part}{after}" if at == 0 else f"{before}{part}"
    return f"{before}{', ' if before.strip() else ''}{kind if chooses else ''}{after}"


def _counted(part: str) -> re.Match[str] | None:
    """What is wished for by a count: of goods, behind a verb, or alone."""
    for found in _COUNTED.finditer(part):
        goods = found["goods"] or ""
        if current().place(goods) >= NAMES or _WISHES.search(part[: found.start()]) or _ALONE.fullmatch(part):
            return found
    return None


def _all_so(sentence: str) -> str:
    """`1 gás e 2 água, tudo com troca`: each of them."""
    found = _ALL_SO.match(sentence)
    if found is None:
        return sentence
    parts = _AND.split(found["list"])
    told = "".join(
        part if at % 2 or not re.search(rf"\b{_COUNT}\b", part) else f"{part} {_FILLED}"
        for at, part in enumerate(parts)
    )
    return f"{told}{found['rest']}"
