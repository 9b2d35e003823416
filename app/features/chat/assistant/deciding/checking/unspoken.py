"""What a message does not speak of stays in the cart as it was, however the message was read."""

import re
from collections.abc import Sequence
from string import ascii_lowercase

from app.features.chat.assistant.deciding.cart.choosing import option_ids
from app.features.chat.assistant.deciding.checking.unread import MOST_QUOTED
from app.features.chat.assistant.deciding.mind import Mind
from app.features.chat.assistant.language.english_names import in_catalogues
from app.features.chat.assistant.language.goods import BEGINS
from app.features.chat.assistant.language.signs import ADD, WANT
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.vocabulary import NO_GOODS
from app.features.chat.assistant.language.words import NUMBERS, fold, in_portuguese, is_colour, number, stem, words
from app.features.chat.assistant.products.counts import PAIRS
from app.features.chat.assistant.products.matching import shares
from app.features.chat.assistant.products.name_words import PACKED, SIZES, UNITS
from app.features.chat.assistant.reading.asides.remarks import SUITS_BETTER
from app.features.conversations import cart as carts
from app.features.conversations.state import CartLine
from app.ops.expressions import expression

# What says that something is to be otherwise than before.
_TAKES_BACK = expression(
    r"^\W*(?:nao|no|n)\b|\b(?:d?ess[ea]s?\s+nao|fica|fico|cancel\w*|zera|limpa|tir\w+|remov\w+|retir\w+|sem|so|apenas|somente|only|just|without|drop|troc\w+|mud\w+|substitu\w+|em\s+vez|no\s+lugar|"
    r"ao\s+inves|instead|swap\w*|change|replace|verdade|actually|alias|prefir\w+|prefer\w*|melhor|rather|errei|err\w+d\w|desculp\w*|"
    r"sorry|quis|queria|meant|era|corrig\w+|pensando|esquece|forget|deixa|volt\w+|back|make|comec\w+|start)\b"
)
_STAYS = expression(r"\b(?:continua\w*|mant[eé]\w*|permanece\w*|segue\w*|keep\w*|stays?)\b")
_ASKS = expression(
    r"(?:(?:hm+|e|ah+|ai|oi|opa|so|and|oh)\W+)*(?:(?:voces?\s+)?(?:tem(?!\s+como)|teria[m]?|vende[m]?)|(?:do\s+)?you\s+(?:have|sell)|(?:is|are)\s+there)\b"
)
_NO_COUNT = expression(
    r"\b\d+(?:[.,]\d+)?\s*(?:ml|l|litros?|kg|quilos?|g|gramas?|cm|mm|m|metros?|w|v|anos?|aninhos|years?|meses|months?)\b"
)
_WHAT_IS_THERE = expression(
    r"\bwhat\s+(?:do\s+you\s+have|would\s+you\s+(?:recommend|suggest))\b|\bo\s+que\s+(?:voces?|tu)\s+(?:tem|tens|indica[m]?)\b"
)
_MAY = expression(
    r"\b(?:can|could|may)\s+(?:i|we|you)\b|\b(?:posso|pode[m]?|podemos|da\s+(?:pra|para)|consegue[m]?|tem\s+como)\b"
)
_ASKS_SUM = expression(
    r"\b(?:com\s+(?:a\s+)?entrega|da\s+quanto|quanto\s+(?:da|fica|sai|e)|fica\s+quanto|sai\s+(?:por\s+)?quanto|passa\s+d[eo]s?)\b"
)
_SENTENCE = expression(r"[^.?!;\n]+[.?!;\n]*")
_THESE_TWO = expression(r"\b(?:ess[ea]s|est[ea]s|those|these)\s+(?:dois|duas|2|two)\b")
_BOTH = expression(r"\b(?:[oa]s\s+(?:dois|duas|2)|amb[oa]s|both)\b")
_MORE = expression(r"\b(?:mais|outr[oa]s?|more|another|each|cada)\b|\+")
_EXCHANGES = expression(r"\b(?:troc\w+|substitu\w+|no\s+lugar|em\s+vez|ao\s+inves|instead|swap\w*|replace)\b(?!\s*\?)")
_INSTEAD = expression(r"\b(?:no\s+lugar|em\s+vez|ao\s+inves|instead)\b")
# What counts, besides a number.
_COUNTS = expression(
    r"\b(?:mais|outr[oa]s?|another|more|dobr\w+|duplic\w+|tripl\w+|doub\w+|par(?:es)?|pairs?|duzias?|dozen|mei[oa]|half|tod[oa]s|cada|each|both|"
    r"amb[oa]s|extra|completa\w*|igual|same|iguais|again|novo|resto|rest|metade|every\w*|ideia|mind)\b|\+"
)
_EACH_WAY = expression(r"\d+x\d+\w*")  # `10x50`
_I_HAVE = expression(
    r"(?:eu\s+|i\s+|a\s+gente\s+)?(?:ja\s+|already\s+)?(?:tenho|temos|tem\s+(?:aqui|em\s+casa)|have)\b"
    r"(?!\s+(?:(?:um|uma|o|a|ess[ea]|est[ea]|this|aqui|an?|the|my|meu|so)\s+)*(?:interesse|vontade|cupo[mn]|descontos?|codigo|duvidas?|perguntas?|pressa|pix|dinheiro|nota|troco|que|"
    r"coupons?|codes?|vouchers?|questions?|discounts?|cash|to)\b)"
)
_OWN = frozenset("meu minha meus minhas nosso nossa nossos nossas my our".split())  # noqa: SIM905
_FOR = _OWN | frozenset("pra para pro for com with do da de no na".split())  # noqa: SIM905
_TELLS = frozenset("de do da dos das o a os as no na the of".split())  # noqa: SIM905


def keep_unspoken(mind: Mind) -> None:
    """Take back what a message did to lines that it does not speak of: one that is gone though nothing says so, another
    count of what is not named beside what is, or where nothing counts."""
    before, now = mind.state.cart.lines, mind.cart.lines
    if now == before or mind.acts.empties or mind.acts.settled({line.product_id for line in mind.state.cart.lines}):
        return
    text, names = spelt_out(fold(mind.acts.text)), " ".join(line.name for line in before)
    text = SUITS_BETTER.sub(" ", in_catalogues(text, mind.shop.goods))
    _without_own(mind, text)
    _without_place(mind, text)
    _without_asked(mind, text)
    _both_kinds_of_one(mind, text)
    _one_for_one(mind, text)
    _once(mind, text)
    kinds = {change.kind for change in mind.acts.changes}
    adds = _MORE.search(text) is not None and _TAKES_BACK.search(text) is None  # `mais uma da M`
    joins = kinds <= {"want", "add"} or adds or _INSTEAD.search(text) is not None
    for line in before if "remove" not in kinds else ():
        known = carts.find(mind.cart, line.product_id)
        if known is None and joins and not _may_go(mind, line, text):
            mind.cart = carts.add(mind.cart, line)
        elif known is not None and known.quantity != line.quantity and not _may_count(mind, line, text):
            mind.cart = carts.set_quantity(mind.cart, line.product_id, line.quantity)
    if mind.cart.lines == before and not all(
        _is_in(word, names) for word in words(text) if word not in NO_GOODS | PAIRS
    ):
        mind.leave_unread(text)


def _without_asked(mind: Mind, text: str) -> None:
    """`tem um infantil também né, quanto?` only asks; and `qual bateria ele usa? põe duas dessas` means no watch that
    was spoken of before."""
    before = {line.product_id for line in mind.state.cart.lines}
    added = [line for line in mind.cart.lines if line.product_id not in before]
    if not added:
        return
    said = words(text)
    asks = text.rstrip().endswith("?") and WANT.search(text) is None
    sums = asks and _ASKS_SUM.search(text) is not None
    asks = sums or (asks and _ASKS.match(text) is not None and not any(map(_is_several, said)))
    last, wished = words(re.split(r"[.;!\n]", text)[-1]), words(_before_asked(text))
    refused = {word for one in mind.acts.changes if one.kind == "remove" for word in one.mention.words}
    for line in added:
        named = any(shares([word], line.name) for word in said if word not in NO_GOODS)
        others = [] if named else [word for word in _others(mind, line, wished) if not _in_cart(mind, word)]
        others = [word for word in others if word not in refused]  # `quero uma, a grade não precisa`
        asked = asks and any(shares([word], line.name) for word in last if word not in NO_GOODS)
        asked = asked or _WHAT_IS_THERE.search(text) is not None or _is_only_asked(mind, line, text)
        if asked or others:
            mind.cart = carts.remove(mind.cart, line.product_id)
            if not asked:
                mind.leave_unread(text[:MOST_QUOTED])
    mind.changed = mind.changed and mind.cart.lines != mind.state.cart.lines


def _without_place(mind: Mind, text: str) -> None:
    """`manda pra Canela, rua …` orders no `touca canelada`: beside an address goods are called by their own words."""
    if not (mind.acts.known.address or mind.acts.known.cep) or mind.state.dialogue.pending is not None:
        return
    told = words(text.replace("-", " "))
    said = {stem(form) for word in told for form in (word, *in_portuguese(word))}
    held = {line.product_id for line in mind.state.cart.lines}
    for line in [line for line in mind.cart.lines if line.product_id not in held]:
        if said.isdisjoint(map(stem, words(fold(line.name).replace("-", " ")))):
            mind.cart = carts.remove(mind.cart, line.product_id)
    mind.changed = mind.changed and mind.cart.lines != mind.state.cart.lines


def _is_only_asked(mind: Mind, line: CartLine, text: str) -> bool:
    """`quero suco de 1 litro. vocês têm laranja?`, of the orange one: no sentence but one that asks, and neither wishes
    nor counts, has a word of its name that tells it from others."""
    sentences = [
        (one, any(sign.search(one) for sign in (WANT, ADD, _MAY, _EXCHANGES))) for one in _SENTENCE.findall(text)
    ]
    counts = {one for one, _ in sentences if any(number(word) for word in words(_NO_COUNT.sub(" ", one)))}
    asks = [one for one, wish in sentences if not wish and one not in counts and one.rstrip().endswith("?")]
    known = " ".join(one for one, _ in sentences if one not in asks)
    wished = words(" ".join(ADD.sub(" ", one) for one, wish in sentences if wish or one in counts))
    if wished and not any(mind.shop.goods.place(word) == BEGINS and word not in PACKED for word in wished):
        return False  # `vou no maior. vem com o quê?`
    own = [word for one in asks for word in words(one) if len(word) > 3 and word not in NO_GOODS]
    return any(shares([word], line.name) and not shares([word], known) for word in own if not is_colour(word))


def _before_asked(text: str) -> str:
    """`quero ele. aquele cinto combina?`: without what is only asked behind a wish."""
    told = _SENTENCE.findall(text)
    while told and told[-1].rstrip().endswith("?") and not WANT.search(told[-1]):
        told.pop()
    return "".join(told) if told else text


def _both_kinds_of_one(mind: Mind, text: str) -> None:
    """`quero os dois`, while it is open which of two kinds the one is: another thing was spoken of besides; and `esses
    dois` are two things, no two of one."""
    asked = [one for one in (mind.state.dialogue.pending, *mind.state.dialogue.open) if one is not None]
    before = {line.product_id for line in mind.state.cart.lines}
    added = {line.product_id for line in mind.cart.lines} - before
    both = any(one.quantity == 1 and len(added) > 1 and added == set(option_ids(one)) for one in asked)
    twice = len(added) == 1 and any(line.product_id in added and line.quantity == 2 for line in mind.cart.lines)
    twice = twice and not any(one.kind == "quantity" and one.quantity for one in asked)  # there are only these two
    if (both and _BOTH.search(text)) or (twice and _THESE_TWO.search(text)):
        for product_id in added:
            mind.cart = carts.remove(mind.cart, product_id)
        mind.leave_unread(text[:MOST_QUOTED])


def _in_cart(mind: Mind, word: str) -> bool:
    """It is of a line, also of one that goes for another, or of what is asked about."""
    asked = [one for one in (mind.pending, *mind.open) if one is not None]
    lines = (*mind.cart.lines, *mind.state.cart.lines)
    names = [line.name for line in lines] + [each.name for one in asked for each in one.options]
    return any(shares([word], name) for name in names)


def _is_own(said: Sequence[str], at: int, text: str) -> bool:
    """`minha churrasqueira` where nothing of the text is wished for, `lâmpada eu já tenho` in any case; but not `uma
    azul. tenho cupom`."""
    mine = not _OWN.isdisjoint(said[max(at - 2, 0) : at]) and not (WANT.search(text) or ADD.search(text))
    return mine or _I_HAVE.match(" ".join(said[at + 1 : at + 6])) is not None


def _one_for_one(mind: Mind, text: str) -> None:
    """`troca pela GG`: what is exchanged does not stay beside what comes for it, and as many come as go unless another
    number is told."""
    before = {line.product_id: line for line in mind.state.cart.lines}
    added = [line for line in mind.cart.lines if line.product_id not in before]
    if len(added) != 1 or _EXCHANGES.search(text) is None:
        return
    left = {line.product_id: line.quantity for line in mind.cart.lines}
    if any(0 < left.get(key, 0) < line.quantity for key, line in before.items()):
        return
    gone = [line for line in before.values() if line.product_id not in left]
    kin = [line for line in mind.cart.lines if line in mind.state.cart.lines and _base(line) == _base(added[0])]
    if not gone and len(kin) == 1 and len(mind.cart.lines) == len(before) + 1:
        mind.cart = carts.remove(mind.cart, kin[0].product_id)
        gone = kin
    counts = {number(word) for word in words(text)}
    if len(gone) == 1 and added[0].quantity not in (gone[0].quantity, *counts) and added[0].quantity > 1:
        mind.cart = carts.set_quantity(mind.cart, added[0].product_id, gone[0].quantity)


def _once(mind: Mind, text: str) -> None:
    """`então 3 barras dá. põe 3`: so many, told twice."""
    before = {line.product_id: line.quantity for line in mind.state.cart.lines}
    counts = [number(word) for word in words(text)]
    changed = [line for line in mind.cart.lines if line.quantity != before.get(line.product_id, 0)]
    for line in changed if len(changed) == 1 else ():
        more = line.quantity - before.get(line.product_id, 0)
        if more > 2 and more % 2 == 0 and counts.count(more // 2) == 2 and not _MORE.search(text):
            mind.cart = carts.set_quantity(mind.cart, line.product_id, line.quantity - more // 2)


def _without_own(mind: Mind, text: str) -> None:
    """`pera, vou medir minha churrasqueira` orders none."""
    sentences, known = [*map(words, _SENTENCE.findall(text))], {line.product_id for line in mind.state.cart.lines}
    for line in mind.cart.lines:
        own = [
            _is_own(said, at, text)
            for said in sentences
            for at, word in enumerate(said)
            if word not in NO_GOODS | SIZES and not (word.isdigit() or is_colour(word)) and shares([word], line.name)
        ]
        if line.product_id not in known and own and all(own):
            mind.cart = carts.remove(mind.cart, line.product_id)
    mind.changed = mind.changed and mind.cart.lines != mind.state.cart.lines


def _may_go(mind: Mind, line: CartLine, text: str) -> bool:
    """Something is to be otherwise, or another of its kind has come in its place."""
    if _is_replaced(mind, line):
        return True
    if _STAYS.search(text) and shares(_own(line), text):
        return False
    if _INSTEAD.search(text) and not shares(_own(line), text) and _was_gone(mind):
        return False  # `põe 6 de peixe no lugar`, of what is sold out
    old = {one.product_id for one in mind.state.cart.lines}
    added = [one for one in mind.cart.lines if one.product_id not in old]
    if _MORE.search(text) and not _TAKES_BACK.search(text):
        return False
    return _TAKES_BACK.search(text) is not None or any(_base(one) == _base(line) for one in added)


def _was_gone(mind: Mind) -> bool:
    """What was spoken of last is sold out."""
    return any(not one.in_stock for one in mind.state.dialogue.seen[-2:])


def _is_replaced(mind: Mind, line: CartLine) -> bool:
    """What was asked about comes in its place."""
    asked = (mind.state.dialogue.pending, *mind.state.dialogue.open)
    return any(one is not None and one.replaces and one.replaces.product_id == line.product_id for one in asked)


def _may_count(mind: Mind, line: CartLine, text: str) -> bool:
    said = words(text)
    if _EXCHANGES.search(text) or _is_replaced(mind, line):  # `troca um por suco`, and then `laranja`
        return True
    if _takes_over(mind, line) or _is_pointed_at(mind, line):
        return True
    counted = _COUNTS.search(text) or any(_counts(said, at, line) for at, word in enumerate(said) if _is_number(word))
    named = any(shares([word], line.name) for word in said if word not in NO_GOODS)
    return bool(counted) and (named or not _others(mind, line, said))


def _is_pointed_at(mind: Mind, line: CartLine) -> bool:
    """`make it 2 of those and add one green juice`, `make it two and add a flask`"""
    wanted = [one.mention for one in mind.acts.changes if one.kind == "want" and one.corrects]
    now = carts.find(mind.cart, line.product_id)
    told = any(one.empty and one.quantity and now and now.quantity == one.quantity for one in wanted)
    return told or any(one.product_id == line.product_id and one.quantity for one in wanted)


def _takes_over(mind: Mind, line: CartLine) -> bool:
    """`põe tudo azul`: as many more of it as are gone of its other kinds."""
    left = {one.product_id: one.quantity for one in mind.cart.lines}
    kin = [one for one in mind.state.cart.lines if one is not line and _base(one) == _base(line)]
    gone = sum(one.quantity for one in kin if one.product_id not in left)
    return gone > 0 and left.get(line.product_id, 0) - line.quantity == gone


def _is_in(word: str, names: str) -> bool:
    """A word of the lines, or a measure of theirs: `900ml`."""
    digits = word.rstrip(ascii_lowercase) if _is_number(word) else ""
    return shares([word], names) or (digits != "" and shares([digits], names))


def _counts(said: Sequence[str], at: int, line: CartLine) -> bool:
    """The number is none of the line's name: `coloca 5`, and not `o de 5 litros`."""
    if _EACH_WAY.fullmatch(said[at]):
        return False
    before, after = said[at - 1] if at else "", said[at + 1] if at + 1 < len(said) else ""
    tells = before in _TELLS or after in UNITS or after == "mesmo" or not (said[at].isdigit() or said[at].isalpha())
    own = said[at].rstrip(ascii_lowercase) in re.findall(r"\d+", line.name)
    return not (tells and (own or shares([said[at]], line.name)))


def _is_several(word: str) -> bool:
    return (number(word) or 0) > 1


def _is_number(word: str) -> bool:
    return word in NUMBERS or any(map(str.isdigit, word))


def _others(mind: Mind, line: CartLine, said: Sequence[str]) -> list[str]:
    """Goods that are named and are not this line."""
    goods = mind.shop.goods
    return [
        word
        for word in said
        if goods.place(word) == BEGINS
        and not (word in NO_GOODS or word in PACKED or word in UNITS or is_colour(word) or _has(line, word))
        and _FOR.isdisjoint(said[max(said.index(word) - 2, 0) : said.index(word)])
    ]


def _has(line: CartLine, word: str) -> bool:
    """Its name has a word, or each part of one like `lírio-da-paz`."""
    parts = [part for part in word.split("-") if len(part) > 2] or [word]
    return all(shares([part], line.name) for part in parts)


def _own(line: CartLine) -> list[str]:
    return words(line.name.partition(" (")[2]) or words(line.name)


def _base(line: CartLine) -> str:
    return re.sub(r"\d+", "", line.name.partition(" (")[0])
