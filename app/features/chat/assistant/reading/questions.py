"""Questions of a clause, and the price that a shopper would rather pay. Pure."""

import re

import msgspec

from app.features.chat.assistant.acts import HAGGLED, Look, Mention, Question
from app.features.chat.assistant.documents.answers import topics_of, without_topics
from app.features.chat.assistant.language import ranks, signs
from app.features.chat.assistant.language.cities import cep_of
from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.prices import price_range
from app.features.chat.assistant.language.words import is_colour, words
from app.features.chat.assistant.products.matching import shares
from app.features.chat.assistant.products.mentions import PACKED, name_words
from app.features.chat.assistant.reading import claims, verbs
from app.features.chat.assistant.reading.cards import wants_cards
from app.features.chat.assistant.reading.clauses import Clause
from app.features.chat.assistant.reading.comparisons import compares
from app.features.chat.assistant.reading.draft import Reading
from app.features.chat.assistant.reading.lots import names_lot
from app.features.chat.assistant.reading.splitting import split_mentions

# What every thing has: of what is spoken of, where it is asked by itself: `e a altura dele`.
ASPECT = re.compile(
    r"^(?:(?:e|eh|mas|ai|qual|quais|quanto|tem|sobre|the|what|what's|is|o|a|os|as)\s+)*"
    r"(?P<aspect>peso|altura|largura|comprimento|profundidade|diametro|espessura|medidas?|dimens(?:ao|oes)|densidade|capacidade|potencia|volta(?:gem|gens)|"
    r"validade|material|composicao|tecido|gramatura|marca|fabricante|origem|weight|height|width|length|depth|brand|material|"
    r"fabric|capacity|density)\b(?P<rest>.*)$"
)
_TO_TOWN = re.compile(r"(?:e\s+)?(?:(?:pra|para|em|no|na|to|in)\s+)?(?:la|there|(?P<town>[a-z][a-z' -]{2,40}))")
_AMOUNT = re.compile(r"(?:r\$\s*)?\b\d+(?:[.,]\d{1,2})?\s*(?:reais|real|conto\w*|pilas?)?\b")
# `no concorrente ta 35, cobre?`
_ELSEWHERE = re.compile(
    r"\b(?:n?[oa]\s+)?(?:concorr\w+|outra\s+loja|outro\s+lugar|mercado\s+livre|shopee|amazon)\b|\bcobr(?:e|em|ir)\b"
)
_WITH_FREIGHT = re.compile(
    r"\bquanto\s+(?:\w+\s+){1,3}(?:ja\s+)?(?:com|mais)\s+(?:[oa]\s+)?(?:frete|entrega)\b|\bhow\s+much\b.*\bwith\s+(?:the\s+)?(?:delivery|shipping)\b"
)
_FOR_AMOUNT = re.compile(rf"\bpor\s+{_AMOUNT.pattern}")
# `90 no pix eu levo`: a price, where it is near what the product costs.
_OFFER = re.compile(
    r"^(?:por\s+)?(?:r\$\s*)?(\d{2,5})(?:[.,]\d{2})?\s*(?:reais|conto\w*)?\s*(?:no\s+pix|no\s+dinheiro|a\s+vista)?\s*(?:e\s+)?(?:eu\s+)?(?:ja\s+)?"
    r"(?:levo|fecho|compro|pego|fechamos|busco|retiro|passo)\b"
)
_BY_COUNT = re.compile(r"\bpor\s+(?:mais\s+)?\d{1,3}\s+([a-z]{3,})")
_MAY_PAY = re.compile(
    r"^(?:e\s+|entao\s+|ai\s+)*(?:posso|pode|podia|da\s+p\w+|consigo|rola|can\s+i|could\s+i|is\s+it\s+ok)\b"
)
_MAY_AFTER = re.compile(r"\b(?:pode|posso|da|ok|certo|tudo\s+bem|is\s+that\s+ok(?:ay)?|can\s+i)$")
# Of the product that is spoken of: `vem com cabo?`
_OF_IT = re.compile(
    r"^(?:e\s+|ai\s+|mas\s+)*(?:el[ea]s?\s+|ess[ea]s?\s+)?(?:ja\s+)?(?:quanto\s+(?:tem|mede|pesa|e)\s+(?:de\s+)?(?:largura|altura|comprimento|peso|diametro|fundo)|"
    r"qual\s+(?:e\s+)?(?:a|o)\s+(?:largura|altura|comprimento|peso|medida|diametro|gramatura|validade)|quant[oa]s\s+\w+\s+(?:tem|vem|leva)\b|(?:serve|rende|cabe|pega|alimenta|vem)[m]?\s+quant[oa]s?|vem\s+(?:com|junto)|acompanha\w*|inclui|precisa\s+de|what\s+(?:is|are)\s+(?:it|they|this|these)\s+made\s+(?:of|from)|how\s+(?:big|heavy|long|tall|wide|deep|thick|old|large|small)\s+(?:is|are)\s+(?:it|they|this|these)|e\s+a\s+prova|resist\w+|aguenta|serve|"
    r"funciona|dura|e\s+(?:bom|boa|bonit\w+|pesad\w+|grande|pequen\w+|original|nov[oa]|de\s+(?:couro|algodao|madeira|plastico|verdade))|(?:does|is|can|has)\s+it)\b"
    r"|^(?:e\s+|ai\s+|mas\s+|sera\s+que\s+)*(?:el[ea]s?|it)\s+\w"
)
# `is it cotton?`: of nothing else, whatever is called so.
_IT = re.compile(r"^(?:(?:and|but|ok|e)\s+)*(?:is|does|can|could|has|will|would)\s+it\b")
# Of a cart with several things: all of it.
_THAT = re.compile(
    r"(?:and\s+|so\s+)?how\s+much\s+(?:is|are|will|would|does)\s+(?:that|it|this|they|those|these)(?:\s+(?:all|be|cost|come\s+to|together|now))*"
)
_DOES_THE = re.compile(
    r"^(?:(?:and|but|ok|so)\s+)*(?:is|are|does|do|can|could|will|has|have)\s+(?:the|this|that|these|those)\s+"
)
_BID = re.compile(
    r"^(?P<verb>(?:e\s+|por\s+|entao\s+|faz\s+|nem\s+|fech[ao]\s+|deixa\s+|sai\s+|da\s+|pago\s+)*)(?:n?os\s+|em\s+|por\s+)?(?:r\$\s*)?(\d{1,5})(?:[.,]\d\d)?\s*(?:reais|conto\w*)?(?:\s+(?:(?:as|os)\s+(?:duas|dois|tres|quatro)|tudo|cada))?(?P<paid>(?:\s+(?:no\s+pix|a\s+vista|n?o\s+dinheiro|em\s+dinheiro))?)(?:\s+(?:entao|vai|e\s+fechou|fechou|fecha|e))*\s*$"
)
# `eu pago o frete`: as the shop has it.
_PAYS_IT = re.compile(
    r"\b(?:eu\s+)?pago\s+(?:(?:o\s+)?(?:frete|entrega|valor|preco)(?:\s+normal)?|normal|cheio|inteiro)\b|\b(?:preco|valor)\s+(?:normal|cheio)\b"
)
_GOES_ON = re.compile(r"^(?:e\s+)?(?:d?[oa]s?|de|uma?|\d{1,2}|the)\s+[a-z]{3}(?!.*\b(?:tem|serve|vem|pode|qual)\b)")
# When what is sold out is there again: `quando volta a manta?`, `vai ter de novo?`
_MAY_BE = re.compile(r"(?:tem\s+(?:algum\s+)?problema|pode(?:\s+ser)?|tudo\s+bem|da\s+certo|ok|is\s+that\s+ok(?:ay)?)")
_FOR_WHOM = re.compile(r"(?:pra|para|pro|de|em|no|na|for)\b")
_RESTOCK = re.compile(
    r"\b(?:volta[mr]?|(?:vai|vao)\s+(?:ter|chegar|vir|voltar))\b(?=[^?.!]{0,40}\bquando\s*\??$)|\bwhen\s+(?:will|does|do|is|are)\b(?=[^?.!]{1,40}\b(?:back|again)\b)|"
    r"\b(?:quando|que\s+dia)\s+(?:(?:que|e|eh|voces|vc)\s+)*(?:volta[mr]?|rep(?:oe|oem|or)|chega[m]?\s+mais|(?:vai|vao)\s+(?:ter|chegar|vir|voltar)(?:\s+mais|\s+de\s+novo)?|tem\s+de\s+novo)\b"
    r"|\b(?:vai|vao)\s+(?:ter|chegar|vir|voltar)\s+(?:mais|de\s+novo|novamente|outra\s+vez)\b|\bvolta[mr]?\s+(?:a\s+ter|quando|em\s+estoque|ao\s+estoque)\b"
    r"|\b(?:tem\s+)?previsao(?:\s+(?:de\s+(?:chegada|reposicao|estoque|quando)|pra\s+chegar))?\b|\breposicao\b|\bback\s+in\s+stock\b"
)
_HOLDS_MANY = re.compile(r"^(?:e\s+)?quant[oa]s\s+\w+\s+(?:que\s+)?tem\s+(?:n?[oa]s?)\s+(?P<what>[a-z].*)$")
# `a bota tem zíper?`
_HAS = re.compile(
    r"^(?:e\s+)?((?:[oa]s?|ess[ea]s?|est[ea]s?|d[oa]|the|this)\s+\w+(?:\s+\w+){0,3}?)\s+(?:tem|vem\s+com|possui|leva|e\s+de|e\s+a|aguenta|serve|has|have|come)\s+\w"
)


def may_pay(reading: Reading, text: str) -> bool:
    """`posso pagar na entrega?`, where that is just what was asked: meant as told."""
    asked = reading.state.dialogue.pending
    may = _MAY_PAY.match(text) or _MAY_AFTER.search(text)
    return asked is not None and asked.kind in ("method", "confirm") and may is not None


def haggles(reading: Reading, clause: Clause) -> bool:
    text = clause.text
    sets = signs.AT_PRICE.search(text) and not clause.asks and not signs.LOOK.search(text)
    haggled = (
        _bids(reading, text) or sets or signs.HAGGLE.search(text) or signs.CLAIMS.search(text) or _offers(reading, text)
    )
    if not haggled or price_range(clause.text)[:2] != (None, None) or _counts_goods(text) or names_lot(reading, text):
        return False
    reading.note(haggles=True)
    if (method := reading.method_in(text)[0]) is not None and not clause.asks:  # `1400 e fecho agora no pix`
        reading.note(method=method)
    if signs.CLAIMS.search(text) and _names_goods(claimed := claims.of_what(text)):
        text = claimed
    asked = _FOR_AMOUNT.sub(" ", text)  # `faz 2 por 40?` bids for two
    mention = reading.mention(_ELSEWHERE.sub(" ", _AMOUNT.sub(" ", text) if asked == text else asked))
    counted = mention.quantity is not None and asked != text and reading.state.dialogue.focus is not None
    if (mention.words or counted) and not reading.state.cart.lines:
        reading.about.append(mention)
    return True


def _counts_goods(text: str) -> bool:
    """`dá pra pôr 5 sonhos?`: no price, though it is said like one."""
    found = _BY_COUNT.search(text)
    return found is not None and current().place(found[1]) == BEGINS


def _bids(reading: Reading, text: str) -> bool:
    """`20 então`, after a price was refused: the next one."""
    found, focus, lines = _BID.match(text), reading.state.dialogue.focus, reading.state.cart.lines
    price = focus.price_cents if focus else lines[-1].unit_price_cents if lines else None
    if found is None or price is None:
        return False
    after = reading.state.dialogue.topic == HAGGLED
    if not after and re.match(r"(?:\w+\s+)*os\s+\d", text):  # `pago os 5 no pix`
        return False
    if not after and int(found[2]) < 20 and not re.search(r"\bpor\b|r\$|reais|conto|pila", text):
        return False  # `faz 6`, of what costs 7,50
    named = re.search(r"\b(?:fech|sai|faz|pago)", found["verb"]) is not None or bool(found["paid"].strip())
    least = 0.1 if after else 0.3
    prices = (price, sum(line.unit_price_cents * line.quantity for line in lines))
    near = any(least * each <= int(found[2]) * 100 <= 1.2 * each for each in prices)
    return (after or named) and int(found[2]) >= 5 and (near or (after and int(found[2]) >= 30))


def _offers(reading: Reading, text: str) -> bool:
    found, focus, lines = _OFFER.match(text), reading.state.dialogue.focus, reading.state.cart.lines
    price = focus.price_cents if focus else lines[-1].unit_price_cents if lines else None
    return found is not None and price is not None and 0.3 * price <= int(found[1]) * 100 <= 1.2 * price


def question(reading: Reading, clause: Clause) -> bool:
    """Questions: to the shop, about the cart, about a product."""
    text = clause.text
    if _of_another_town(reading, clause):
        return True
    asks = clause.asks or signs.ADVISE_ME.search(text) is not None
    if clause.asks and reading.questions and _MAY_BE.fullmatch(text):
        return True  # `pago só dia 5, tem problema?`
    if clause.asks and _RESTOCK.search(text):
        named = name_words(_RESTOCK.sub(" ", text))[0]
        if named:
            reading.recalls = Mention(tuple(named))
        reading.questions.append(Question("restock", text))
        reading.note(asks_something=True)
        return True
    if asks and signs.SUGGESTS.search(text) and not name_words(signs.SUGGESTS.sub(" ", text))[0]:
        reading.note(suggest=True, asks_something=True)
        return True
    if asks and signs.SUGGESTS.search(text):
        named = name_words(signs.SUGGESTS.sub(" ", text))[0]
        reading.looks.append(Look(Mention(tuple(named))))  # `comprei 12 galinhas, qual ração você indica?`
        reading.note(suggest=True, asks_something=True)
        return True
    several = len(reading.state.cart.lines) > 1 and _THAT.fullmatch(text)
    if (
        (signs.TOTAL.search(text) or several)
        and (reading.state.cart.lines or reading.changes)
        and ("freight" not in topics_of(text) or reading.state.cart.shipping_option)
    ):
        reading.note(total=True)
        return True
    placed = reading.state.known.cep is not None or reading.state.cart.shipping_option is not None
    if reading.state.cart.lines and placed and _WITH_FREIGHT.search(text):
        reading.note(total=True)
        if reading.state.known.address or reading.state.cart.shipping_option:
            return True
    method, rest = reading.method_in(text)
    if method is not None and clause.asks and may_pay(reading, text):
        return False
    if _PAYS_IT.search(text) and reading.state.cart.lines and not clause.asks:
        reading.note(checkout=True)
        return True
    if method is not None and not clause.asks and not verbs.strip(rest):
        return False
    topics = topics_of(rest if (method == "cod" and not clause.asks) else text)
    if wants_cards(text):
        topics = [topic for topic in topics if topic not in ("cards", "methods")]
    if method and not clause.asks:
        topics = [topic for topic in topics if topic not in ("methods", "delivery")]
    if clause.conditional and topics and not clause.asks:  # `se chegar hoje eu quero o teclado`
        named, soft = name_words(signs.CONDITION.sub(" ", without_topics(text)))
        reading.recalls = Mention(tuple(named), tuple(soft)) if named else None
        reading.questions += [Question(topic, text) for topic in topics[:2]]
        reading.note(conditional=True, asks_something=True)
        return True
    lines = reading.state.cart.lines
    # `dá pra trocar o chuchu por outra coisa?`, of a basket: what is not in the cart by itself
    other = clause.asks and not any(shares(name_words(text)[0], line.name) for line in lines)
    swaps = signs.EXCHANGE.search(text) and lines and signs.FOR.search(text) and not other
    if swaps and not signs.TERM_OF.search(text):
        topics = [topic for topic in topics if topic != "exchange"]
    asked = clause.asks or not signs.WANT.search(text) or signs.SEES.search(text) is not None or "exchange" in topics
    priced = signs.PRICE_OF.search(text) is not None and (
        set(topics) <= {"methods"} or (set(topics) <= {"methods", "pickup"} and _names_goods(text))
    )
    listing = not clause.asks and verbs.starts_with_count(text)
    if (
        topics
        and not listing
        and not priced
        and (asked or not method)
        and (clause.asks or not _shops(reading, text, topics))
    ):
        reading.questions += [Question(topic, text) for topic in topics[:3]]
        reading.note(asks_something=True)
        if method is not None and not clause.asks and not clause.negated:  # `pago no pix e retiro`
            reading.note(method=method)
        if {"freight", "delivery"} & set(topics) and signs.PRICE_OF.search(text):
            _with_freight(reading, text)
        about, traits_of_it = name_words(without_topics(text))
        if about and not reading.state.cart.lines:
            reading.recalls = Mention(tuple(about), tuple(traits_of_it))
        sought = signs.SOUGHT.search(without_topics(text))
        if sought and not _FOR_WHOM.match(sought[1]) and (looked := name_words(sought[1]))[0]:
            reading.looks.append(Look(Mention(tuple(looked[0]), tuple(looked[1]))))
        return True
    return _holds_many(reading, clause) or _supposes(reading, clause) or _about(reading, clause)


def _names_goods(text: str) -> bool:
    """`quanto fica 2 canecas pra retirar no pix?`: the price of goods is asked."""
    return any(current().place(word) == BEGINS for word in words(text))


def _holds_many(reading: Reading, clause: Clause) -> bool:
    """`quantos itens tem o kit G?`: of the kit, and no wish to see some."""
    found = _HOLDS_MANY.match(clause.text) if clause.asks else None
    held = reading.mention(found["what"]) if found else Mention()
    if not any(current().place(word) == BEGINS for word in (*held.words, *held.soft)):
        return False
    reading.wonders.append(held)
    reading.note(asks_something=True)
    return True


def _of_another_town(reading: Reading, clause: Clause) -> bool:
    """`e pra Contagem?`, `e lá?`, behind an answer on delivery: the same question again."""
    before, town = reading.state.dialogue.topic, _TO_TOWN.fullmatch(clause.text)
    if not clause.asks or before not in ("delivery", "freight", "time") or town is None:
        return False
    if town["town"] and cep_of(town["town"]) is None:
        return False
    reading.questions.append(Question(before, clause.text))
    reading.note(asks_something=True)
    return True


def _with_freight(reading: Reading, text: str) -> None:
    """`quanto fica 3 rações com a entrega?`: the goods, too."""
    counted = reading.mention(verbs.strip(signs.PRICE_OF.sub(" ", without_topics(text))))
    if counted.quantity is not None and any(current().place(word) == BEGINS for word in counted.words):
        reading.about.append(counted)


def _shops(reading: Reading, text: str, topics: list[str]) -> bool:
    """A wish for goods in which a topic's word is only part of a name or of the payment."""
    return (
        bool(signs.WANT.search(text))
        and not signs.SEES.search(text)
        and bool(name_words(without_topics(text))[0])
        and not ({"exchange", "discount", "freight"} & set(topics))
    )


def _supposes(reading: Reading, clause: Clause) -> bool:
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


def _about(reading: Reading, clause: Clause) -> bool:
    text = clause.text
    if clause.asks and (found := _HAS.match(text)) and _spoken_of(reading, (of := reading.mention(found[1])).words):
        reading.about.append(of)
        reading.note(asks_something=True)
        return True
    if compares(reading, clause) or (clause.asks and _asks_of_goods(reading, text)):
        return True
    if clause.asks and reading.about and _GOES_ON.match(text) and signs.PRICE_OF.search(reading.asked[0]):
        more = _several(reading, text) or [one for one in [reading.mention(text)] if one.words]
        reading.about += more  # `qual o preço da manta, do edredom e do protetor?`
        return bool(more)
    lines, focus = reading.state.cart.lines, reading.state.dialogue.focus
    spoken_of = focus.name if focus is not None else lines[0].name if len(lines) == 1 else ""
    if spoken_of and _asks_an_aspect(text):
        reading.about.append(Mention())
        reading.note(asks_something=True)
        return True
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
            reading.about.append(Mention())
            reading.note(asks_something=True)
            return True
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
        reading.about += several
        reading.note(asks_something=True)
        return True
    mention = reading.mention(verbs.strip(rest))
    if order := verbs.by_price(text):
        mention = msgspec.structs.replace(mention, by_price=order)
    if not mention.words and mention.soft and PACKED.issuperset(mention.soft):  # `qual o valor da garrafa?`
        if reading.looks:
            return True
        mention = Mention(quantity=mention.quantity)
    known = reading.state.dialogue.focus or reading.state.dialogue.listed or reading.state.cart.lines
    if mention.empty and not known:
        return False
    reading.about.append(mention)
    reading.note(asks_something=True)
    return True


def _several(reading: Reading, text: str) -> list[Mention]:
    """`quanto sai 3 travesseiros de fibra e 1 manta`: each of the goods, where every part names some; `o nasa e o de
    fibra` takes its noun from the first."""
    parts = [reading.mention(part) for part in split_mentions(text)]
    named = [[word for word in one.words if current().place(word) >= NAMES and not is_colour(word)] for one in parts]
    counted = [one.words and one.quantity is not None for one in parts]
    if len(parts) < 2 or not any(named) or not all(a or b for a, b in zip(named, counted, strict=True)):
        return []
    noun = next((word for word in named[0] if current().place(word) == BEGINS), "")
    begins = [any(current().place(word) == BEGINS for word in each) for each in named]
    return [
        one if own or not (noun and goods) else msgspec.structs.replace(one, words=(noun, *one.words))
        for one, own, goods in zip(parts, begins, named, strict=True)
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
