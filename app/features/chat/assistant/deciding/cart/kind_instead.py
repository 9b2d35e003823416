"""Another kind of what is in the cart, told by its value in whatever words: `10 não alcança o portão, vê a de 20`,
`minha filha disse que é G o dela`, `could one of them be pink?`."""

import re
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from app.features.chat.assistant.acts import Acts, Change, Mention
from app.features.chat.assistant.deciding.cart.choosing import FOUND, products_of
from app.features.chat.assistant.deciding.mind import Ask, Mind, Steps
from app.features.chat.assistant.language.goods import BEGINS, NAMES
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.vocabulary import FILLER, NO_GOODS
from app.features.chat.assistant.language.words import NUMBERS, fold, in_portuguese, is_colour, number, stem, words
from app.features.chat.assistant.products.matching import Product, shares
from app.features.chat.assistant.products.name_words import SIZES
from app.features.chat.assistant.products.values import Told, told_values
from app.features.chat.assistant.reading.asides.wavering import without_thoughts
from app.features.chat.assistant.reading.changes.staying import without_told_swaps
from app.features.conversations.state import CartLine
from app.ops.expressions import expression

MAX_LINES = 3
_DEED = (
    r"(?:troc\w+|mud\w+|alter[ae]\w*|substitu\w+|pass[ae]r?\s+(?:\w+\s+){0,3}?(?:pra|pro|para)|aument\w+|diminu\w+|sob[ea]\w*\s+(?:pra|pro|para)|"
    r"vir[ae]r?|corrig\w+|corrij\w+|arrum\w+|consert\w+|ajeit\w+|acert[ae]r?|swap\w*|switch\w*|chang(?:e|ing)|exchang\w+|replac\w+|"
    r"upgrad\w+|downgrad\w+|bump|fix)"
)
_CHANGES = expression(
    rf"\b{_DEED}\b|\b(?:no\s+lugar|em\s+vez|ao\s+inves|instead|rather)\b|"
    r"\b(?:errei|engan\w+|confund\w+|errad[oa]|era\s+pra|era|na\s+verdade|desculp\w+|digo|alias|actually|i\s+meant|sorry|wrong|ops|opa|oops)\b"
)
_PREFERS = expression(
    r"\b(?:prefer\w+|prefir\w+|melhor|better|gost[oa]u?\s+mais|mudei\s+de\s+ideia|pensei\s+melhor|pensando\s+(?:bem|melhor))\b"
)
# `vou de branco`, `pode ser branco`, right before the value
_CHOSEN = expression(
    r"\b(?:vou|vamos|fic(?:o|amos|ar)|pode\s+ser|pode\s+fazer|escolh(?:o|i|emos)|i'?ll\s+(?:go|take|have)|let'?s\s+go)\s+"
    r"(?:(?:de|com|n?[oa]s?|for|with|the|mesmo|entao)\s+)*$"
)
_JUST_THAT = expression(r"\b(?:mesm[oa]|msm[oa]?|entao|then)\b")
_WISHES = expression(
    r"\b(?:quer(?:o|ia)?|manda|poe|bota|coloca|faz|ve|me\s+(?:da|ve)|pode\s+ser|vai|vou\s+(?:de|com|n[oa]|levar|querer)|fic(?:a|o|ar)|levo|pega|deixa|ser|precis\w+|give|take|get|make|want)\b"
)
_ALSO = expression(
    r"\b(?:tambem|tb|tbm|mais\s+(?:uma?|\d+|dois|duas|tres)|outr[oa]s?|junto|alem|ambos|ambas|also|another|as\s+well|both|besides|one\s+more)\b|"
    r"\btoo\s*(?:$|[.,!?])"
)
_MAY_CHANGE = expression(
    rf"^(?:[^?]*[.!;\n]|[^?]*,)?\s*(?:(?:e|ah+|oi|moc[oa]|entao|sera|que|sorry|oh|so|ok|hey|desculpa|mas|but|voces?|vcs|please)\W+)*"
    rf"(?:(?:pode[ms]?|podia|poderia|consegue[ms]?|da\s+(?:pra|para)|tem\s+como|posso|quero|can|could|would|may|is\s+it\s+possible|eu|voces?|vcs?|i|you|we|me|to|por\s+favor|please|get|have|"
    rf"o|a|os|as|the|it|that|them|one|of)\s+)*(?:{_DEED}\b|\w+(?:\s+\w+)?\s+(?:pode|da\s+pra)\s+{_DEED}|(?:can|could)\s+.*\b(?:be|instead)\b)"
)
_ASKS_ELSE = expression(
    r"\b(?:qual|quais|quanto|qto|qnto|quando|como|onde|diferenca|custa|valor|preco|which|what|how|when|difference|price|serve|cabe|fits?)\b"
)
_OPTION = expression(r"\b(?:tamanho|tam|cor|numero|numeracao|size|colou?r)\b")
# `precisa ser a de 20`; `e a de 20 pra minha mãe` may come besides
_THE = expression(r"\b(?:[oa]s?|the)\s+(?:d[eo]\s+)?$")
_BESIDE = expression(r"^\s*(?:e|and)\b|\b(?:pra|para|pro|for)\s+(?:[oa]\s+)?(?:meu|minha|el[ea]s?|my|him|her)\b")
_TOO_MUCH = expression(
    r"^\s*[a-z]{0,7}\s*(?:[a-z]+\s+){0,3}?(?:muit[oa]|mt[oa]?|too|demais|apertad\w*|larg\w*|curt\w*|fraqu?\w*|pequen\w*|grand\w*|pouc\w*|car[oa]\w*|nao|n|short|small|big|tight|weak|not|won'?t)\b"
)
_WHY_NOT = expression(
    r"\b(?:nao|not|muit[oa]|pouc[oa]|demais|too|apertad\w*|larg\w*|curt\w*|frac\w*|fraqu\w*|pequen\w*|grand\w*|car[oa]|short|small|big|tight|weak)\b"
)
_IF = expression(
    r"\b(?:se|caso\s+(?:nao|der|tenha|precise)|if|depois|talvez|maybe|after|later|quem\s+sabe|nao\s+sei|sei\s+la|acha|"
    r"metade\b.*\bmetade|half\b.*\bhalf|va(?:i|o)\s+ver|amanha|ainda\s+nao|not\s+sure|don'?t\s+know|thinks|tomorrow|not\s+yet)\b"
)
_FEW = "|".join(word for word, count in NUMBERS.items() if count < 20)
_EVERY = expression(
    r"\b(?:tud[oa]|tod[oa]s|amb[oa]s|(?:os|as)\s+(?:dois|duas|tres|\d)|all|both|them|the\s+(?:two|three)|rest[oa]?|restante)\b"
)
_SOME = expression(
    rf"\b(?P<n>\d{{1,2}}|{_FEW}|metade|half)\s+(?:d(?:el[ea]s|[oa]s|ess[ea]s)|(?:of\s+)?(?:them|those|these)|of\s+the)"
    r"(?:\s+(?:dois|duas|tres|quatro|two|three|\d{1,2})\b)?"
)
_JOINED = expression(
    r"\s*(?:,\s*)?(?:(?:e|and)\s+)(?:(?:[oa]s?|uma?|outr[oa]|dois|duas|\d+|the|an?|one)\s+)*(?:d[eoa]\s+)?"
)


def take(mind: Mind) -> Steps:
    """Where the message asks for another kind of one line and names no other goods, that kind takes its place; all else
    that it says of goods is why."""
    lines = [line for line in mind.cart.lines if " (" in line.name]
    text = spelt_out(re.sub(r"\bé\b", "eh", mind.acts.text.lower()))
    text = _behind_question(without_told_swaps(without_thoughts(spelt_out(fold(text)))))
    if not 0 < len(lines) <= MAX_LINES or not mind.may_search or not _may_change(mind, text):
        return
    named = [line for line in lines if _names(text, line)]
    lines = named or lines
    if len(named) > 1 or _names_others(mind, text, lines):
        return
    if not any(_may_tell_kind(mind, text, line) for line in lines):
        return
    done = yield [Ask("search_products", {"query": line.name.partition(" (")[0], "limit": FOUND}) for line in lines]
    found = [
        (line, *told)
        for line, answer in zip(lines, done, strict=True)
        if (told := _wanted(text, line, products_of(answer))) is not None
        and not _names_unlike(mind, text, products_of(answer), line)
        and not _is_of_another(text, line, mind.cart.lines)
    ]
    held = {line.product_id for line in mind.cart.lines}
    if any(kind.product_id in held for _, kind, _ in found) or (len(lines) > 1 and _EVERY.search(text)):
        return
    told_of = [one for one in found if _tells_own(text, one[0], one[1])]
    found = told_of if len(told_of) == 1 else found
    if len(found) != 1:
        return
    line, kind, some = found[0]
    change = Change(
        "exchange", Mention(product_id=kind.product_id), old=Mention(product_id=line.product_id, quantity=some)
    )
    mind.kinds = (kind.listed,)
    mind.acts = _only(mind.acts, change)


def _only(acts: Acts, change: Change) -> Acts:
    """The change, and nothing else of goods."""
    return replace(
        acts,
        changes=(change,),
        looks=(),
        about=(),
        wonders=(),
        traits=None,
        recalls=None,
        unread=(),
        questions=tuple(one for one in acts.questions if one.topic != "exchange" and not _CHANGES.search(one.text)),
        hesitates=False,
        holds=False,
        conditional=False,
        tells=False,
        asks_something=False,
        asks_help=False,
        haggles=False,
        resizes="",
        wears="",
        not_that=False,
        no=False,
        service="",
    )


def _behind_question(text: str) -> str:
    """`branco fica melhor? acho que vou de branco`: what is settled after it was asked."""
    asked, _, settled = text.rpartition("?")
    return settled if asked and _CHOSEN.search(" ".join(settled.split()[:-1]) + " ") else text


def _may_change(mind: Mind, text: str) -> bool:
    """It may ask for another kind; a question only where it asks just that."""
    asked = mind.state.dialogue.pending
    if any(one.kind == "exchange" and one.old is not None and one.mention.quantity == 1 for one in mind.acts.changes):
        return False
    if asked is not None and asked.kind in ("choose", "quantity", "resize"):
        return False
    if mind.acts.after_sale is not None or mind.acts.empties or _ALSO.search(text) or _IF.search(text):
        return False
    if "?" in text:
        return not _ASKS_ELSE.search(text) and _MAY_CHANGE.search(text) is not None
    return True


def _names(text: str, line: CartLine) -> bool:
    base = line.name.partition(" (")[0]
    return any(len(word) > 3 and shares([word], base) for word in words(text) if stem(word) in map(stem, words(base)))


def _may_tell_kind(mind: Mind, text: str, line: CartLine) -> bool:
    """Besides a word for it there is one that may be a value, and is not of the line."""
    if not any(sign.search(text) for sign in (_CHANGES, _SOME, _PREFERS, _WISHES, _WHY_NOT)):
        return False
    goods, own = mind.shop.goods, {*words(line.name)}
    return any(
        word not in own and (word[0].isdigit() or word in SIZES or is_colour(word) or goods.place(word) > 0)
        for word in words(text)
        if word not in FILLER
    )


def _names_others(mind: Mind, text: str, lines: Sequence[CartLine]) -> bool:
    goods = mind.shop.goods
    others = [
        word
        for word in words(text)
        if goods.place(word) == BEGINS and not any(shares([word], line.name) for line in lines)
    ]
    return bool(others)


def _tells_own(text: str, line: CartLine, kind: Product) -> bool:
    """`a 37 quero branca`, of the one that is a 37."""
    stays = [value for value in kind.options.values() if value in line.name.partition(" (")[2]]
    return any(told_values(text, [("", value)]) for value in stays)


def _is_of_another(text: str, line: CartLine, lines: Sequence[CartLine]) -> bool:
    """`a 37 quero branca` is of the 37 there is, and not of the 36."""
    base, own = line.name.partition(" (")[0], _values(line)
    others = [other for other in lines if other is not line and other.name.partition(" (")[0] == base]
    return any(told_values(text, [("", value)]) for other in others for value in _values(other) - own)


def _values(line: CartLine) -> set[str]:
    return set(line.name.partition(" (")[2].removesuffix(")").split(", "))


def _names_unlike(mind: Mind, text: str, products: Sequence[Product], line: CartLine) -> bool:
    """A word is of the names of goods, and of none that are of this kind: `troca por calabresa grande`."""
    base = line.name.partition(" (")[0]
    own = " ".join([base, *(one.name for one in products if base in (one.base, one.name.partition(" (")[0]))])
    said = [word for word in words(text) if word not in NO_GOODS and word not in FILLER and not is_colour(word)]
    return any(mind.shop.goods.place(word) >= NAMES and not _is_in(word, own) for word in said)


def _is_in(word: str, name: str) -> bool:
    return any(shares([form], name) for form in (word, *in_portuguese(word)))


def _wanted(text: str, line: CartLine, products: Sequence[Product]) -> tuple[Product, int | None] | None:
    """The kind that is to take a line's place, and how many of it where not all; None: there is none, or it is open."""
    own = next((one for one in products if one.product_id == line.product_id), None)
    if own is None or not own.options:
        return None
    kinds = [one for one in products if (one.base or one.name) == (own.base or own.name)]
    told = told_values(text, {item for one in kinds for item in one.options.items()})
    wanted = _other_values(told, own.options)
    if not wanted or not _asks(text, told, own.options):
        return None
    options = dict(own.options) | wanted
    meant = [one for one in kinds if one.options == options]
    if len(meant) != 1:
        return None
    counts = _counts(text, told)
    some = _some(text, line)
    if some is None and any(count != line.quantity for count in counts):
        return None
    return meant[0], some if some != line.quantity else None


def _other_values(told: Sequence[Told], own: Mapping[str, str]) -> dict[str, str] | None:
    """The values that differ from the line's; None where one option is told in two ways."""
    wanted: dict[str, str] = {}
    for one in told:
        if one.denied or one.value == own.get(one.key):
            continue
        if wanted.setdefault(one.key, one.value) != one.value:
            return None
    return wanted


def _asks(text: str, told: Sequence[Told], own: Mapping[str, str]) -> bool:
    """It asks for the change: by a word for it, or by naming what there is and what shall be."""
    old = [one for one in told if one.value == own.get(one.key)]
    new = [one for one in told if not one.denied and one.value != own.get(one.key)]
    pairs = [(a, b) for a in old for b in new if a.key == b.key]
    if any(_JOINED.fullmatch(text[min(a.end, b.end) : max(a.start, b.start)]) for a, b in pairs):
        return False  # `uma preta e uma rosa`
    if _CHANGES.search(text) or _SOME.search(text):
        return True
    if pairs and all(a.denied or _rejected(text, a) for a, _ in pairs):
        return True
    wishes = _WISHES.search(text) is not None
    chosen = any(_CHOSEN.search(text[: one.start]) for one in new) and not _BESIDE.search(text)
    if chosen or _PREFERS.search(text) or (wishes and (_JUST_THAT.search(text) or _OPTION.search(text))):
        return True
    named = [*new, *(one for one in old if all(one.key != other.key for other in new))]  # `a 37 quero branca`
    return wishes and not _BESIDE.search(text) and any(_THE.search(text[: one.start]) for one in named)


def _rejected(text: str, one: Told) -> bool:
    return _TOO_MUCH.search(re.split(r"[,.;!\n]", text[one.end :])[0]) is not None


def _some(text: str, line: CartLine) -> int | None:
    found = _SOME.search(text)
    if found is None:
        return None
    many = line.quantity // 2 if found["n"] in ("metade", "half") else number(found["n"])
    return many if many and many <= line.quantity else None


def _counts(text: str, told: Sequence[Told]) -> list[int]:
    """The numbers it tells besides those values."""
    rest = _SOME.sub(
        " ", "".join(" " if any(one.start <= at < one.end for one in told) else char for at, char in enumerate(text))
    )
    said = [word for word in words(rest) if word not in ("um", "uma", "one")]
    values = {text[one.start : one.end] for one in told}
    counts = [number(word) for word in said if number(word) is not None and word not in values]
    one = re.search(r"\b(?:um|uma|one)\b(?!\s+(?:pouco|so|dia|vez))", rest)
    return [count for count in counts if count] + ([1] if one and one[0] != "one" else [])
