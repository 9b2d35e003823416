"""Questions of a clause, and the price that a shopper would rather pay. Pure."""

import re
from collections.abc import Sequence

from app.features.chat.assistant.acts import HAGGLED, Change, Look, Mention, Question
from app.features.chat.assistant.documents.topics import topics_of, without_topics
from app.features.chat.assistant.language import signs
from app.features.chat.assistant.language.cities import cep_of
from app.features.chat.assistant.language.giving import GIFT, GIFT_SOUGHT
from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.prices import price_range
from app.features.chat.assistant.language.totals import TOTAL
from app.features.chat.assistant.language.words import number, words
from app.features.chat.assistant.products.matching import shares
from app.features.chat.assistant.products.name_words import name_words
from app.features.chat.assistant.reading import verbs
from app.features.chat.assistant.reading.asides import claims
from app.features.chat.assistant.reading.clauses import Clause
from app.features.chat.assistant.reading.counts.lots import SO_MANY_FOR, names_lot
from app.features.chat.assistant.reading.details.cards import wants_cards
from app.features.chat.assistant.reading.draft import Reading
from app.features.chat.assistant.reading.questions.asking import about, holds_many, supposes
from app.features.chat.assistant.reading.questions.deeds import priced_deed
from app.ops.expressions import expression

_TO_TOWN = expression(r"(?:e\s+)?(?:(?:pra|para|em|no|na|to|in)\s+)?(?:la|there|(?P<town>[a-z][a-z' -]{2,40}))")
_AMOUNT = expression(r"(?:r\$\s*)?\b\d+(?:[.,]\d{1,2})?\s*(?:reais|real|conto\w*|pilas?)?\b")
# `no concorrente ta 35, cobre?`
_SAW = expression(r"(?:(?:eu|a\s+gente|i|we)\s+)?(?:vi|vimos|assisti|saw)\s+(?!que\s+voces?\b)")  # a story
_UNTIL_WHEN = expression(
    r"(?:(?:e|and|mas)\s+)*(?:(?:vai|fica|abrem?|abert[oa]s?|funciona)\s+)*(?:(?:ate|until|till|de)\s+)?(?:que|what)\s+(?:horas?|time)(?:\s+(?:ate\s+que\s+horas?|mesmo|mais\s+ou\s+menos))*"
)
_ELSEWHERE = expression(
    r"\b(?:n?[oa]\s+)?(?:concorr\w+|outra\s+loja|outro\s+lugar|mercado\s+livre|shopee|amazon)\b|\bcobr(?:e|em|ir)\b"
)
_WITH_FREIGHT = expression(
    r"\bquanto\s+(?:\w+\s+){1,3}(?:ja\s+)?(?:com|mais)\s+(?:[oa]\s+)?(?:frete|entrega)\b|\bhow\s+much\b.*\bwith\s+(?:the\s+)?(?:delivery|shipping)\b"
)
_FOR_AMOUNT = expression(rf"\bpor\s+{_AMOUNT.pattern}")
# `90 no pix eu levo`: a price, where it is near what the product costs.
_OFFER = expression(
    r"^(?:por\s+)?(?:r\$\s*)?(?P<amount>\d{2,5})(?:[.,]\d{2})?\s*(?:reais|conto\w*)?\s*(?:no\s+pix|no\s+dinheiro|a\s+vista)?\s*(?:e\s+)?(?:eu\s+)?(?:ja\s+)?"
    r"(?:levo|fecho|compro|pego|fechamos|busco|retiro|passo)\b"
)
_ASKS_AT = expression(
    r"(?:(?:e\s+)?(?:se|if)\s+(?:(?:eu|a\s+gente|i)\s+)?(?:levar|levasse|pegar|comprar|take|buy|get)\s+(?:(?:so|uns|umas)\s+)?(?P<many>\d{1,2}|duas?|dois|tres|two|three)\s*,?\s+)?"
    r"(?:(?:e|ai|voces?|vc|nao|tem\s+como|da\s+(?:pra|para)|pode\w*|consegue[m]?|rola|sera\s+que|me|can\s+you|could\s+you)\s+)+"
    r"(?:(?:fazer?|faz|deixar?|deixa|vender?|fechar?|chegar|do|make\s+it)\s+)?(?:por\s+|em\s+|a\s+|for\s+)?(?:r?\$\s*)?(?P<amount>\d{2,5})(?:[.,]\d{2})?\s*(?:reais|conto\w*|pilas?)?"
    r"(?:\s+(?:no\s+pix|no\s+dinheiro|a\s+vista|in\s+cash|em\s+dinheiro|pra\s+mim|for\s+it))*"
)
_BY_COUNT = expression(r"\bpor\s+(?:mais\s+)?\d{1,3}\s+([a-z]{3,})")
_MAY_PAY = expression(
    r"^(?:e\s+|entao\s+|ai\s+)*(?:posso|pode|podia|da\s+p\w+|consigo|rola|can\s+i|could\s+i|is\s+it\s+ok)\b"
)
_MAY_AFTER = expression(
    r"\b(?:pode(?:\s+ser)?|posso|da|ok(?:ay)?|certo|beleza|blz|ta\s+bom|tudo\s+bem|rola|(?:is\s+)?that(?:'s)?\s+(?:ok(?:ay)?|fine|alright)|alright|can\s+i)$"
)
# `no pix dá quanto tudo?`, in answer to how it is paid
_THAT_WAY = expression(r"^(?:e\s+|and\s+|entao\s+)?(?:n?o|no|em|com|por|in|with|by)\s+")
# Of a cart with several things: all of it.
_THAT = expression(
    r"(?:and\s+|so\s+)?how\s+much\s+(?:is|are|will|would|does)\s+(?:that|it|this|they|those|these)(?:\s+(?:all|be|cost|come\s+to|together|now))*"
)
_BID = expression(
    r"^(?P<verb>(?:e\s+|por\s+|entao\s+|faz\s+|nem\s+|fech[ao]\s+|deixa\s+|sai\s+|da\s+|pago\s+)*)(?:n?os\s+|em\s+|por\s+)?(?:r\$\s*)?(\d{1,5})(?:[.,]\d\d)?\s*(?:reais|conto\w*)?(?:\s+(?:(?:as|os)\s+(?:duas|dois|tres|quatro)|tudo|cada))?(?P<paid>(?:\s+(?:no\s+pix|a\s+vista|n?o\s+dinheiro|em\s+dinheiro))?)(?:\s+(?:entao|vai|fechou|fecha|e))*\s*$"
)
# `eu pago o frete`: as the shop has it.
_PAYS_IT = expression(
    r"\b(?:eu\s+)?pago\s+(?:(?:o\s+)?(?:frete|entrega|valor|preco)(?:\s+normal)?|normal|cheio|inteiro)\b|\b(?:preco|valor)\s+(?:normal|cheio)\b"
)
# When what is sold out is there again: `quando volta a manta?`, `vai ter de novo?`
_MAY_BE = expression(r"(?:tem\s+(?:algum\s+)?problema|pode(?:\s+ser)?|tudo\s+bem|da\s+certo|ok|is\s+that\s+ok(?:ay)?)")
_FOR_WHOM = expression(r"(?:pra|para|pro|de|em|no|na|for)\b")
_RESTOCK = expression(
    r"\b(?:volta[mr]?|(?:vai|vao)\s+(?:ter|chegar|vir|voltar))\b(?=[^?.!]{0,40}\bquando\s*\??$)|\bwhen\s+(?:will|does|do|is|are)\b(?=[^?.!]{1,40}\b(?:back|again)\b)|"
    r"\b(?:quando|que\s+dia)\s+(?:(?:que|e|eh|voces|vc)\s+)*(?:volta[mr]?|rep(?:oe|oem|or)|chega[m]?\s+mais|(?:vai|vao)\s+(?:ter|chegar|vir|voltar)(?:\s+mais|\s+de\s+novo)?|tem\s+de\s+novo)\b"
    r"|\b(?:vai|vao)\s+(?:ter|chegar|vir|voltar)\s+(?:mais|de\s+novo|novamente|outra\s+vez)\b|\bvolta[mr]?\s+(?:a\s+ter|quando|em\s+estoque|ao\s+estoque)\b"
    r"|\b(?:tem\s+)?previsao(?:\s+(?:de\s+(?:chegada|reposicao|estoque|quando)|pra\s+chegar))?\b|\breposicao\b|\bback\s+in\s+stock\b"
)

_FEW = 5
# `dá tempo então`, which asks nothing
_IN_TIME = expression(
    r"(?:(?:ah|ok|entao|que\s+bom)\s+)*(?:da|vai\s+dar)\s+tempo(?:\s+(?:entao|sim|tranquilo|de\s+sobra))*"
)
_NOT_AT_THAT = expression(
    r"\b(?:nao|n|not|won't|don't)\s+(?:quero|levo|compro|pago|fecho|vou\s+\w+|want|buy|take|pay)\b"
)


_PARTLY = expression(r"\b(?:metade|meio\s+a\s+meio|(?:uma\s+)?parte|half)\b")


def may_pay(reading: Reading, text: str) -> bool:
    """`posso pagar na entrega?`, where that is just what was asked: meant as told."""
    asked = reading.state.dialogue.pending
    may = _MAY_PAY.match(text) or _MAY_AFTER.search(text)
    partly = _PARTLY.search(text) is not None  # `metade no pix e metade no cartão?`
    return asked is not None and asked.kind in ("method", "confirm") and may is not None and not partly


def haggles(reading: Reading, clause: Clause) -> bool:
    text = clause.text
    sets = signs.AT_PRICE.search(text) and not clause.asks and not signs.LOOK.search(text)
    bids = _bids(reading, text) or SO_MANY_FOR.fullmatch(text) is not None
    told = bids or sets or _FOR_AMOUNT.search(text)
    if told and (meant := _at_its_price(reading, clause)) is not None:
        reading.changes.append(meant)
        return True
    haggled = bids or sets or signs.HAGGLE.search(text) or signs.CLAIMS.search(text) or _offers(reading, text)
    if not haggled or price_range(clause.text)[:2] != (None, None) or _counts_goods(text) or names_lot(reading, text):
        return False
    if clause.negated and _NOT_AT_THAT.search(text):  # `por 219 eu não quero`
        reading.note(no=True, hesitates=True)
        return True
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


def _at_its_price(reading: Reading, clause: Clause) -> Change | None:
    """`levo por 129 reais então`, which it costs: it is wanted, and nothing is haggled over."""
    focus, text = reading.state.dialogue.focus, clause.text
    amounts, quiet = _FOR_AMOUNT.findall(text) or _AMOUNT.findall(text), clause.asks or clause.negated or clause.told
    if (
        focus is None
        or quiet
        or clause.conditional
        or reading.changes
        or len(amounts) != 1
        or signs.CLAIMS.search(text)
    ):
        return None
    figures = re.sub(r"[^\d.,]", "", amounts[0]).replace(",", ".")
    at_it = [each for each in focus.each if each.price_cents == round(float(figures) * 100)]
    told = reading.mention(verbs.without_verbs(text.replace(amounts[0], " ")))
    if len(at_it) != 1 or not all(shares([word], at_it[0].name) for word in told.words):
        return None
    # `2 por 129` bids for both
    return Change("want", Mention(product_id=at_it[0].product_id)) if told.quantity in (None, 1) else None


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
    """`90 no pix eu levo`, `tem como fazer 90 no pix?`, where that is near what the thing costs."""
    found, focus, lines = (
        _OFFER.match(text) or _ASKS_AT.fullmatch(text),
        reading.state.dialogue.focus,
        reading.state.cart.lines,
    )
    price = focus.price_cents if focus else lines[-1].unit_price_cents if lines else None
    if found is None or price is None:
        return False
    price *= number(found.groupdict().get("many") or "1") or 1
    return 0.3 * price <= int(found["amount"]) * 100 <= 1.2 * price


def question(reading: Reading, clause: Clause) -> bool:
    """Questions: to the shop, about the cart, about a product."""
    text = clause.text
    if _of_another_town(reading, clause):
        return True
    if clause.asks and reading.questions and _MAY_BE.fullmatch(text):
        return True  # `pago só dia 5, tem problema?`
    if _restock(reading, clause) or _suggestion(reading, clause) or _total(reading, text):
        return True
    if _with_its_freight(reading, text):
        return True
    method, rest = reading.method_in(text)
    if method is not None and clause.asks and may_pay(reading, text):
        return False
    if _PAYS_IT.search(text) and reading.state.cart.lines and not clause.asks:
        reading.note(checkout=True)
        return True
    if method is not None and not clause.asks and not verbs.strip(rest):
        return False
    if not clause.asks and _IN_TIME.fullmatch(text):
        if len(words(reading.text)) <= _FEW:
            reading.note(tells=True)
        return True
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
    topics = _without_swap(reading, clause, topics)
    if "delivery" in topics and signs.PRICE_OF.search(text):  # `quanto fica pra entregar?`
        topics = ["freight" if topic == "delivery" else topic for topic in topics if topic != "freight"]
    if topics and _is_asked(reading, clause, topics, paying=method is not None):
        if method is not None and not clause.asks and not clause.negated:  # `pago no pix e retiro`
            reading.note(method=method)
        _ask(reading, text, topics)
        return True
    return holds_many(reading, clause) or supposes(reading, clause) or about(reading, clause)


def _restock(reading: Reading, clause: Clause) -> bool:
    if not (clause.asks and _RESTOCK.search(clause.text)):
        return False
    named = name_words(_RESTOCK.sub(" ", clause.text))[0]
    if named:
        reading.recalls = Mention(tuple(named))
    reading.questions.append(Question("restock", clause.text))
    reading.note(asks_something=True)
    return True


def _suggestion(reading: Reading, clause: Clause) -> bool:
    if _seeks_gift(reading, clause):
        low, high, _ = price_range(clause.text)
        if low is not None or high is not None:  # `um presente até 150`
            reading.looks.append(Look(Mention(), low, high))
        reading.note(suggest=True, asks_something=True)
        return True
    asks = clause.asks or signs.ADVISE_ME.search(clause.text) is not None
    if not (asks and signs.SUGGESTS.search(clause.text)):
        return False
    if named := name_words(signs.SUGGESTS.sub(" ", clause.text))[0]:
        reading.looks.append(Look(Mention(tuple(named))))  # `comprei 12 galinhas, qual ração você indica?`
    reading.note(suggest=True, asks_something=True)
    return True


def _seeks_gift(reading: Reading, clause: Clause) -> bool:
    """`quero um presente pro meu pai`, where no goods are named or spoken of."""
    if clause.negated or clause.told or GIFT_SOUGHT.search(clause.text) is None:
        return False
    state, goods = reading.state, current()
    spoken_of = state.cart.lines or state.dialogue.focus or reading.changes or reading.looks
    named = any(goods.place(word) == BEGINS and not GIFT.search(word) for word in words(reading.text))
    return not (spoken_of or named or "gift" in topics_of(clause.text))


# `quanto deu até agora sem o frete?`
_WITHOUT_FREIGHT = expression(
    r"\b(?:sem|fora|tirando|without|before|not\s+counting|excluding)\s+(?:contar\s+)?(?:[oa]\s+|the\s+)?(?:frete|entrega|shipping|delivery)\b"
)


def _total(reading: Reading, text: str) -> bool:
    cart = reading.state.cart
    asks = TOTAL.search(text) or (len(cart.lines) > 1 and _THAT.fullmatch(text))
    if (
        not asks
        or priced_deed(text)
        or not (cart.lines or reading.changes)
        or ("freight" in topics_of(_WITHOUT_FREIGHT.sub(" ", text)) and not cart.shipping_option)
    ):
        return False
    reading.note(total=True)
    asked, method = reading.state.dialogue.pending, reading.method_in(text)[0]
    if method is not None and asked is not None and asked.kind == "method" and _THAT_WAY.match(text):
        reading.note(method=method)
    return True


def _with_its_freight(reading: Reading, text: str) -> bool:
    """`quanto dá com o frete?`, where it is known where to."""
    cart, known = reading.state.cart, reading.state.known
    if not cart.lines or not (known.cep or cart.shipping_option) or not _WITH_FREIGHT.search(text):
        return False
    reading.note(total=True)
    return bool(known.address or cart.shipping_option)


_INSTEAD_OF = expression(
    r"(?:(?:entao|ai|pode|faz|ah|melhor)\s+)*(?:troc\w+|mud[ae]\w*|swap|change)\s+(?:(?:el[ea]|ess[ea]|it)\s+)?(?:por|pel[oa]|pra|para|for|to)\s"
)


def _without_swap(reading: Reading, clause: Clause, topics: list[str]) -> list[str]:
    """`dá pra trocar o chuchu por batata?`, of what is in the cart, asks nothing of the shop's exchanges."""
    lines, text = reading.state.cart.lines, clause.text
    if (
        not (lines or clause.asks)
        and _INSTEAD_OF.match(text)
        and any(current().place(one) >= NAMES for one in words(text))
    ):
        reading.recalls = None
        return [topic for topic in topics if topic != "exchange"]  # `troca por marguerita`, of what was only shown
    other = clause.asks and not any(shares(name_words(text)[0], line.name) for line in lines)
    swaps = signs.EXCHANGE.search(text) and lines and signs.FOR.search(text) and not other
    kept = not swaps or signs.TERM_OF.search(text)
    return topics if kept else [topic for topic in topics if topic != "exchange"]


def _is_asked(reading: Reading, clause: Clause, topics: Sequence[str], *, paying: bool) -> bool:
    """The shop is asked, and not told what to do or asked for a price."""
    text = clause.text
    if _SAW.match(text) and not clause.asks:
        return False
    asked = clause.asks or not signs.WANT.search(text) or signs.SEES.search(text) is not None or "exchange" in topics
    priced = signs.PRICE_OF.search(text) is not None and (
        set(topics) <= {"methods"} or (set(topics) <= {"methods", "pickup"} and _names_goods(text))
    )
    if priced or not (asked or not paying):
        return False
    return clause.asks or not (verbs.starts_with_count(text) or _shops(text, topics))


def _names_goods(text: str) -> bool:
    """`quanto fica 2 canecas pra retirar no pix?`: the price of goods is asked."""
    return any(current().place(word) == BEGINS for word in words(text))


def _ask(reading: Reading, text: str, topics: Sequence[str]) -> None:
    asked = {one.topic for one in reading.questions}
    on = "hours" in asked and _UNTIL_WHEN.fullmatch(text)  # `abrem sábado? até que horas?`
    reading.questions += [Question(topic, text) for topic in topics[:3] if not (on and topic == "hours")]
    reading.note(asks_something=True)
    if {"freight", "delivery"} & set(topics) and signs.PRICE_OF.search(text):
        _with_freight(reading, text)
    about, traits_of_it = name_words(without_topics(text))
    if about and not reading.state.cart.lines:
        reading.recalls = Mention(tuple(about), tuple(traits_of_it))
    sought = signs.SOUGHT.search(without_topics(_MAY_BE.sub(" ", text)))
    if sought and not _FOR_WHOM.match(sought[1]) and (looked := name_words(sought[1]))[0]:
        reading.looks.append(Look(Mention(tuple(looked[0]), tuple(looked[1]))))


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
    places = [current().place(word) for word in counted.words[:2]]  # `quanto fica a portuguesa com frete?`
    if places and min(places) >= NAMES and (counted.quantity is None or BEGINS in places or len(places) > 1):
        reading.about.append(counted)


_WRAPPING = expression(
    r"\b(?:embalage(?:m|ns)|caix(?:a|inha)s?|sacol(?:a|inha)s?|saquinhos?|papel|gift\s+(?:bag|box|wrap)\w*)\b"
)


def _shops(text: str, topics: Sequence[str]) -> bool:
    """A wish for goods in which a topic's word is only part of a name or of the payment; or for what gifts are wrapped
    in, where that is sold."""
    wrapping = _WRAPPING.search(text) if set(topics) == {"gift"} and signs.WANT.search(text) else None
    if wrapping and any(current().place(word) == BEGINS for word in words(wrapping[0])):
        return True
    return (
        bool(signs.WANT.search(text))
        and not signs.SEES.search(text)
        and bool(name_words(without_topics(text))[0])
        and not ({"exchange", "discount", "freight"} & set(topics))
    )
