"""What a question asks of goods: what they hold, whether there are any, what they cost, what is told of them. Pure."""

import re

import msgspec

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.language import ranks, signs
from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.prices import price_range
from app.features.chat.assistant.language.words import fold, is_colour, words
from app.features.chat.assistant.products.matching import shares
from app.features.chat.assistant.products.mentions import PACKS
from app.features.chat.assistant.products.name_words import PACKED, name_words
from app.features.chat.assistant.reading import verbs
from app.features.chat.assistant.reading.clauses import Clause
from app.features.chat.assistant.reading.draft import Reading
from app.features.chat.assistant.reading.questions.comparisons import compares
from app.features.chat.assistant.reading.splitting import split_mentions
from app.ops.expressions import expression

# Of the product that is spoken of: `vem com cabo?`
_OF_IT = expression(
    r"^(?:e\s+|ai\s+|mas\s+)*(?:el[ea]s?\s+|ess[ea]s?\s+)?(?:ja\s+)?(?:quanto\s+(?:tem|mede|pesa|e)\s+(?:de\s+)?(?:largura|altura|comprimento|peso|diametro|fundo)|"
    r"qual\s+(?:e\s+)?(?:a|o)\s+(?:largura|altura|comprimento|peso|medida|diametro|gramatura|validade)|quant[oa]s\s+\w+\s+(?:tem|vem|leva)\b|(?:serve|rende|cabe|pega|alimenta|vem)[m]?\s+quant[oa]s?|vem\s+(?:com|junto)|acompanha\w*|inclui|precisa\s+de|what\s+(?:is|are)\s+(?:it|they|this|these)\s+made\s+(?:of|from)|how\s+(?:big|heavy|long|tall|wide|deep|thick|old|large|small)\s+(?:is|are)\s+(?:it|they|this|these)|e\s+a\s+prova|resist\w+|aguenta|serve|"
    r"funciona|dura|e\s+(?:bom|boa|bonit\w+|pesad\w+|grande|pequen\w+|original|nov[oa]|de\s+(?:couro|algodao|madeira|plastico|verdade))|(?:does|do|is|are|can|has|have|will|would)\s+(?:it|they|these|those))\b"
    r"|^(?:e\s+|ai\s+|mas\s+|sera\s+que\s+)*(?:el[ea]s?|it|they)\s+\w"
)
# `is it cotton?`: of nothing else, whatever is called so.
_IT = expression(
    r"^(?:(?:and|but|ok|e)\s+)*(?:is|are|does|do|can|could|has|have|will|would)\s+(?:it|they|these|those)\b"
)
_DOES_THE = expression(
    r"^(?:(?:and|but|ok|so)\s+)*(?:is|are|does|do|can|could|will|has|have)\s+(?:the|this|that|these|those)\s+"
)
_GOES_ON = expression(
    r"^(?:e\s+)?(?:d?[oa]s?|de|uma?|\d{1,2}|the)\s+(?:d[eoa]s?\s+)?(?:[a-z]{3}|\d|(?:pp?|m|gg?)$)(?!.*\b(?:tem|serve|vem|pode|qual)\b)"
)
_HOLDS_MANY = expression(
    r"^(?:e\s+)?quant[oa]s\s+\w+\s+(?:que\s+)?tem\s+(?:n?[oa]s?)\s+(?P<what>[a-z].*)$"
    r"|^(?:e\s+)?(?:[oa]s?\s+)?(?P<named>[a-z].*?)\s+(?:tem|mede|pesa|vem|serve|rende|leva|da|cabe|dura)\s+(?:(?:em|por|com|pra|para)\s+)?quant[oa]s\s+\w+$"
)
# `a bota tem zíper?`
_HAS = expression(
    r"^(?:e\s+)?((?:[oa]s?|ess[ea]s?|est[ea]s?|d[oa]|the|this)\s+\w+(?:\s+\w+){0,3}?)\s+(?:tem|vem\s+com|possui|leva|e\s+de|e\s+a|aguenta|serve|has|have|come)\s+\w"
)

_OF_STOCK = frozenset("estoque desconto promocao garantia ai disponivel pronta entrega troca stock".split())  # noqa: SIM905
# `o de fibra`, `2 de pena`: another kind of what was named before, unlike `a speaker`.
_KIND = expression(r"(?:(?:\d+|uma?)\s+)?(?:os?|as|a(?=\s+d[aeo]s?\b)|d[aeo]s?)\b")

# What every thing has: of what is spoken of, where it is asked by itself: `e a altura dele`.
ASPECT = expression(
    r"^(?:(?:e|eh|mas|ai|qual|quais|quanto|tem|sobre|the|what|what's|is|o|a|os|as)\s+)*"
    r"(?P<aspect>peso|altura|largura|comprimento|profundidade|diametro|espessura|medidas?|dimens(?:ao|oes)|densidade|capacidade|potencia|volta(?:gem|gens)|"
    r"validade|material|composicao|tecido|gramatura|marca|fabricante|origem|weight|height|width|length|depth|brand|material|"
    r"fabric|capacity|density)\b(?P<rest>.*)$"
)


def holds_many(reading: Reading, clause: Clause) -> bool:
    """`quantos itens tem o kit G?`, `o kit G vem quantos itens?`: of the kit, and no wish to see some."""
    found = _HOLDS_MANY.match(clause.text) if clause.asks else None
    held = reading.mention(found["what"] or found["named"]) if found else Mention()
    least = NAMES if found and found["named"] else BEGINS
    if not any(current().place(word) >= least for word in (*held.words, *held.soft)):
        return False
    reading.wonders.append(held)
    reading.note(asks_something=True)
    return True


def supposes(reading: Reading, clause: Clause) -> bool:
    """`e se eu levar 2?`: what so many come to, of what is spoken of or named."""
    found = signs.SUPPOSES.match(clause.text)
    if not clause.asks or found is None:
        return False
    mention = reading.mention(clause.text[found.end() :])
    spoken_of = reading.state.dialogue.focus is not None or len(reading.state.cart.lines) == 1
    if mention.quantity is None or (mention.empty and not spoken_of) or (mention.soft and not mention.words):
        return False
    reading.about.append(mention)
    reading.note(asks_something=True)
    return True


def _asks_of_goods(reading: Reading, text: str) -> bool:
    """`can the mug go in the microwave?`: of what its subject names."""
    begins = _DOES_THE.match(text)
    named: list[str] = []
    for word in words(text[begins.end() :])[:4] if begins else ():
        if current().place(word) < NAMES and not is_colour(word):
            break
        named.append(word)
    if not any(current().place(word) == BEGINS for word in named):
        return False
    reading.about.append(Mention(tuple(named)))
    reading.note(asks_something=True, compares=True)  # where there are several of them
    return True


def about(reading: Reading, clause: Clause) -> bool:
    text = clause.text
    if (single := _the_single(reading, text)) is not None:
        return _asked_about(reading, single)
    if clause.asks and (found := _HAS.match(text)):
        of, (named, soft) = reading.mention(found[1]), name_words(found[1])
        of = Mention(tuple(named), tuple(soft)) if of.position is not None and named else of  # `a 4 queijos`
        if _spoken_of(reading, of.words) or _holds(of, text[found.end() - 1 :]):
            return _asked_about(reading, of)
    if compares(reading, clause) or (clause.asks and _asks_of_goods(reading, text)):
        return True
    if clause.asks and reading.about and _GOES_ON.match(text) and signs.PRICE_OF.search(reading.text):
        more = _several(reading, text) or [one for one in [_named_on(reading, text)] if one.words]
        reading.about += more  # `qual o preço da manta, do edredom e do protetor?`
        return bool(more)
    known = len(reading.about)
    if not (_of_it(reading, clause) or _of_goods(reading, clause)):
        return False
    if len(reading.about) == known + 1:
        reading.about[known] = of_the_focus(reading, text, reading.about[known])
    return True


def _named_on(reading: Reading, text: str) -> Mention:
    """`quanto é o bolo de cenoura? e o de fubá?`: told by its kind alone, it has its noun from what stands before; by
    its size alone, all but the size."""
    asked, before = reading.mention(text), reading.about[-1].words
    if asked.soft and not asked.words:
        return msgspec.structs.replace(asked, words=tuple(word for word in before if not word[0].isdigit()))
    places = [current().place(word) for word in asked.words]
    by_kind = (NAMES in places and BEGINS not in places) or _ANOTHER_OF_IT.match(text)
    noun = next((word for least in (BEGINS, NAMES) for word in before if current().place(word) >= least), "")
    return msgspec.structs.replace(asked, words=(noun, *asked.words)) if noun and by_kind else asked


# `e a de chocolates vem o quê?`
_ANOTHER_OF_IT = expression(r"(?:(?:e|mas|and)\s+)*[oa]\s+d[eoa]\s+[a-z]{3}")

_SO_MUCH_IS = expression(
    r"^(?:(?:e|mas|and)\s+)*(?:por\s+)?(?:quanto|qual\s+(?:o\s+)?(?:preco|valor))\s+(?:e|ta|esta|custa|sai|fica|d)\s+(?=[oa]\s)"
)


def of_the_focus(reading: Reading, text: str, asked: Mention) -> Mention:
    """What is called by its kind alone, with the name of what is spoken of, and before that of what the message tells
    of: `a Rita pediu 3 hot rolls e amou, quanto é o de salmão?`"""
    focus, story = reading.state.dialogue.focus, reading.recalls
    noun = words(fold(focus.base or focus.name))[:1] if focus is not None else []
    told = [word for word in story.words if current().place(word) >= NAMES] if story is not None else []
    of_story = any(current().place(word) == BEGINS for word in told)
    noun = told if of_story else noun
    text = _SO_MUCH_IS.sub("", text) if of_story else text
    if not noun or not asked.words or _ANOTHER_OF_IT.match(text) is None:
        return asked
    if current().place(asked.words[0]) == BEGINS or is_colour(noun[0]):
        return asked
    kind = (word for word in asked.words if word != "dentro")
    return msgspec.structs.replace(asked, words=(*noun, *kind))


# `e a unidade?`, `avulso sai quanto?`, of the box that is spoken of
_SINGLE = expression(
    r"(?:(?:e|mas|and|ai|quanto|custa|sai|fica|qual|o|a|preco|d[aeo]|n[ao]|por|cada|so|uma?|how\s+much|is|for|just|the|pacote|vende[m]?|tem)\s+)*"
    r"(?:unidade|unitario|avuls[oa]|solt[oa]|single|unit|loose)(?:\s+(?:quanto|custa|sai|fica|e|so|quanto\s+\w+|how\s+much))*"
)


def _the_single(reading: Reading, text: str) -> Mention | None:
    """What is in the pack that is spoken of, by itself; None: no pack is."""
    focus = reading.state.dialogue.focus
    if focus is None or not _SINGLE.fullmatch(text):
        return None
    told = words(fold(f"{focus.name} {' '.join(focus.options.values())}"))
    packs = tuple(word for word in told if word in PACKS)
    named = [word for word in name_words(fold(focus.base or focus.name))[0] if word not in (*packs, *PACKED)]
    return Mention(tuple(word for word in named if word.isalpha()), but=packs) if packs and named else None


def _holds(of: Mention, held: str) -> bool:
    """`a quatro queijos tem gorgonzola?`: goods are named, and what is in them or on them is no size, no colour and no
    goods of their own."""
    named, soft = name_words(held)
    own = all(current().place(word) >= NAMES for word in of.words)
    return bool(of.words and named) and own and not soft and not any(_chooses(word) for word in named)


def _chooses(word: str) -> bool:
    return is_colour(word) or current().place(word) == BEGINS or word in _OF_STOCK


def _asked_about(reading: Reading, *goods: Mention) -> bool:
    reading.about += goods
    reading.note(asks_something=True)
    return True


def _of_it(reading: Reading, clause: Clause) -> bool:
    """Of the one thing that is spoken of: `vem com cabo?`, `e a altura?`"""
    text = clause.text
    lines, focus = reading.state.cart.lines, reading.state.dialogue.focus
    spoken_of = focus.name if focus is not None else lines[0].name if len(lines) == 1 else ""
    if spoken_of and _asks_an_aspect(text):
        return _asked_about(reading, Mention())
    if clause.asks and spoken_of and _OF_IT.search(text):
        named = name_words(_OF_IT.sub(" ", text))[0]
        own = any(shares([word], spoken_of) for word in named)
        # `quantos pães vêm no kg do francês?` is of another than the one spoken of
        strange = [word for word in named if not shares([word], spoken_of)]
        other = any(
            current().place(word) >= (NAMES if own or re.search(rf"\bd[oa]s?\s+{word}\b", text) else BEGINS)
            for word in strange
        )
        if (not other or _IT.match(text)) and (own or _OF_IT.match(text)):
            return _asked_about(reading, Mention())
    return False


# `e o litro sai por quanto?`
_A_UNIT = expression(r"^\s*(?:e\s+)?(?P<the>[oa])\s+(?P<unit>litro|quilo|kilo|metro)\s*$")


def _of_goods(reading: Reading, clause: Clause) -> bool:
    """What goods cost, whether there are any, or all that is told of them."""
    text = clause.text
    asks_price, asks_more = signs.PRICE_OF.search(text), signs.MORE_OF.search(text) or signs.STOCK_OF.search(text)
    if not (asks_price or asks_more) or ranks.CHEAPEST.search(text) or ranks.DEAREST.search(text):
        return False
    if price_range(text)[:2] != (None, None) or (
        signs.WANT.search(text) and not signs.SEES.search(text) and not clause.asks
    ):
        return False
    rest = reading.method_in(text)[1]
    for pattern in (signs.PRICE_OF, signs.MORE_OF, signs.STOCK_OF, signs.SEES):
        rest = pattern.sub(" ", rest)
    rest = re.sub(r"^\s*for\s+(?=\d)", "", rest)  # `how much for 5 kg of onions`
    if asks_price and len(several := _several(reading, verbs.strip(rest))) > 1:
        return _asked_about(reading, *several)
    if reading.state.dialogue.focus or reading.state.dialogue.listed:
        rest = _A_UNIT.sub(r"\g<the> de 1 \g<unit>", rest)
    mention = reading.mention(verbs.strip(rest))
    if order := verbs.by_price(text):
        mention = msgspec.structs.replace(mention, by_price=order)
    if not mention.words and mention.soft and PACKED.issuperset(mention.soft):  # `qual o valor da garrafa?`
        if reading.looks:
            return True
        mention = Mention(quantity=mention.quantity)
    known = reading.state.dialogue.focus or reading.state.dialogue.listed or reading.state.cart.lines
    if mention.empty and not known:
        return bool(asks_price) and _of_the_named(reading)
    return _asked_about(reading, mention)


def _of_the_named(reading: Reading) -> bool:
    """`golden adulto 15 kg, quanto é?`, of what stands before it, where goods are called so."""
    named = reading.looks[-1].mention if reading.looks and reading.looks[-1].guess else Mention()
    if not any(current().place(word) >= NAMES for word in named.words):
        return False
    reading.looks.pop()
    return _asked_about(reading, named)


def _several(reading: Reading, text: str) -> list[Mention]:
    """`quanto sai 3 travesseiros de fibra e 1 manta`: each of the goods, where every part names some; `o nasa e o de
    fibra` takes its noun from the first."""
    said = split_mentions(text)
    parts = [reading.mention(part) for part in said]
    named = [[word for word in one.words if current().place(word) >= NAMES and not is_colour(word)] for one in parts]
    counted = [one.words and one.quantity is not None for one in parts]
    if len(parts) < 2 or not any(named) or not all(a or b for a, b in zip(named, counted, strict=True)):
        return []
    noun = next((word for word in named[0] if current().place(word) == BEGINS), "")
    begins = [any(current().place(word) == BEGINS for word in each) for each in named]
    return [
        msgspec.structs.replace(one, words=(noun, *one.words))
        if noun and goods and not own and _KIND.match(part)
        else one
        for part, one, own, goods in zip(said, parts, begins, named, strict=True)
    ]


def _asks_an_aspect(text: str) -> bool:
    """`e a altura dele`, `qual o peso que suporta`: of what is spoken of, as it names no other goods."""
    found = ASPECT.match(text)
    return found is not None and all(current().place(word) < NAMES for word in (found["aspect"], *words(found["rest"])))


def _spoken_of(reading: Reading, named: tuple[str, ...]) -> bool:
    """One of the words is in the name of what was shown or is in the cart."""
    dialogue = reading.state.dialogue
    shown = [*dialogue.listed, *([dialogue.focus] if dialogue.focus else [])]
    names = [each.name for item in shown for each in item.each] + [line.name for line in reading.state.cart.lines]
    return bool(named) and any(shares(named, name) for name in names)
