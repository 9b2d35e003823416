"""How the shopper gets the goods: what is said about it, and what is asked."""

import msgspec

from app.features.chat.assistant.acts import Question
from app.features.chat.assistant.deciding.mind import Mind, Say, merged
from app.features.chat.assistant.deciding.ordering import coupons
from app.features.chat.assistant.documents.topics import BRINGS
from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.cities import cep_of
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import fold, words
from app.features.chat.assistant.reading.details.places import place_in
from app.features.chat.delivery import BEST, PICKUP, SENT, Delivery, settle
from app.features.conversations.state import Language, Listed, Pending
from app.features.conversations.summary import money
from app.features.shipping.types import ShippingOption
from app.ops.expressions import expression

# `eu pego hoje`, `meu irmão vai buscar`
_COMES = expression(
    r"(?:(?:eu|el[ea]|vou|vai|vem|passo|ja|hoje|amanha|(?:meu|minha|o|a)\s+[a-z]+|i(?:'ll)?)\s+(?:(?:ai|la|pra|e)\s+)*)*(?:busc\w+|peg(?:o|a|ar)|retir\w+|passo|pick|collect)\b"
)
_NO_PLACES = frozenset(
    """todo toda todos todas qualquer bairro cidade estado regiao interior capital apartamento predio condominio
    correio correios motoboy transportadora sedex outro outra fora longe perto there here""".split()  # noqa: SIM905
)
_READY = expression(r"\bpront[oa]s?\b|\bready\b")
_ASKS_SUM = expression(r"\b(?:quanto|total|how\s+much)\b")
_ASKS_FREE = expression(r"\b(?:gratis|gratuit\w+|graca|isent\w+|minim\w+|falta\w*|free|minimum)\b")
_COMING = expression(
    rf"{BRINGS.pattern}|\b(?:minut\w+|horas?|hours?|posta\w*|despach\w*|prazo|dias?\s+ut\w+|ship\w*)\b"
)
_ASKS_COMING = expression(r"\b(?:cheg\w+|entreg\w*|demora\w*|receb\w*|vem|arriv\w*|deliver\w*|come[s]?|get\s+here)\b")
_THERE = expression(r"\b(?:la|ai|aqui|nesse\s+lugar|there|here)\b")
_NO_CEP = expression(
    r"\b(?:nao\s+(?:sei|lembro|tenho|faco\s+ideia)|n\s+sei|esqueci|(?:don'?t|do\s+not)\s+(?:know|have))\b[^.,;?!]{0,25}\b(?:cep|zip|postal\s+code)\b"
)


def take_in(mind: Mind) -> None:
    """Coupon, postal code and the way the goods are to come: the cart follows."""
    acts, before = mind.acts, mind.cart
    if acts.coupon is not None:
        coupons.use(mind, acts.coupon)
    if acts.drops_coupon:
        mind.cart = msgspec.structs.replace(mind.cart, coupon_code=None)
        mind.changed = mind.changed or bool(mind.cart.lines)
    if acts.way is not None and mind.shop.shipping:
        mind.cart = msgspec.structs.replace(mind.cart, shipping_option=acts.way)
        _taken(mind, acts.way)
    moved = bool(mind.shop.shipping) and acts.known.cep is not None
    if moved and acts.way is None and mind.cart.lines and _fetched(mind):
        sent = acts.known.address and any(one.topic == "delivery" for one in acts.questions)  # `dá pra entregar? rua …`
        way = SENT if sent else None  # else it is asked which of both is meant
        mind.cart = msgspec.structs.replace(mind.cart, shipping_option=way)
    elif moved and acts.way is None and mind.cart.shipping_option is not None:
        delivery = delivery_of(mind)
        if delivery is not None and delivery.option is None:  # brought still, by what goes there
            mind.cart = msgspec.structs.replace(mind.cart, shipping_option=SENT)
    _without_coming_by(mind)
    if mind.cart.lines and mind.shop.shipping and _NO_CEP.search(fold(acts.text)):
        mind.say("no_cep")
        mind.changed = True
    told = acts.coupon is not None or acts.way is not None or moved or mind.cart != before
    mind.changed = mind.changed or (bool(mind.cart.lines) and told)
    if mind.cart.lines or acts.changes or acts.coupon is not None:
        return
    asked = mind.state.dialogue.pending
    if acts.way is not None and mind.shop.shipping and not acts.looks:
        mind.say("way_noted", way=way_called(acts.way, acts.language))
        if asked is None and not mind.listed:
            mind.say("what_product")
        mind.pending = asked if asked is not None and asked.kind != "choose" else None
    elif moved and not (
        mind.state.orders or acts.known.name or acts.known.address or (asked and asked.kind in ("choose", "quantity"))
    ):
        tell(mind)


def _without_coming_by(mind: Mind) -> None:
    """`passo aí hoje` is no note on what is to be brought after all."""
    if mind.cart.shipping_option in (None, mind.state.cart.shipping_option) or _fetched(mind):
        return
    known = set(mind.state.cart.notes.split("; "))
    kept = [one for one in mind.cart.notes.split("; ") if not (one in known and _COMES.match(spelt_out(fold(one))))]
    mind.cart = msgspec.structs.replace(mind.cart, notes="; ".join(kept))


def way_called(way: str, language: Language) -> str:
    """A way as the shopper said it: fetched, brought, or by its name."""
    called = {
        PICKUP: ("retirada", "pickup"),
        SENT: ("entrega", "delivery"),
        "comum": ("entrega comum", "standard delivery"),
        "expressa": ("entrega expressa", "express delivery"),
    } | dict.fromkeys(BEST, ("entrega", "delivery"))
    return called[way][language == "en"] if way in called else way


_SAYS_NAME = frozenset({"summary", "order", "nice_to_meet", "data_name", "name_noted"})


def tell_name(mind: Mind) -> None:
    """A name that the message gives is told back where no summary does."""
    name = mind.acts.known.name
    if not name or mind.handed or any(said.what in _SAYS_NAME for said in mind.says):
        return
    mind.says = [said for said in mind.says if said.what != "noted"]
    mind.says.insert(0, Say("name_noted", {"name": name}))


def _fetched(mind: Mind) -> bool:
    fetched = [rule.name for rule in mind.shop.shipping if rule.kind == "pickup"]
    return mind.cart.shipping_option in (PICKUP, *fetched)


def goes_on(mind: Mind) -> None:
    """`ok, pix`, to the ways that a postal code was told for: the goods are to be brought."""
    asked, acts = mind.state.dialogue.pending, mind.acts
    waits = asked is not None and asked.kind == "delivery" and mind.cart.shipping_option is None
    if not (waits and merged(mind.state.known, acts.known).cep and (acts.yes or acts.method)) or acts.no:
        return
    before, mind.cart = mind.cart, msgspec.structs.replace(mind.cart, shipping_option=SENT)
    delivery = delivery_of(mind)
    if delivery is None or delivery.option is None or len(delivery.offered) > 1:
        mind.cart = before


def _taken(mind: Mind, way: str) -> None:
    """Which way it is, where the shop was left to find it."""
    delivery = delivery_of(mind) if mind.cart.lines and way in BEST else None
    if delivery is not None and delivery.option is not None:
        mind.says.append(Say("way_taken", {"best": way}, options=(delivery.option,)))


_COUNT = expression(r"(?<![\d,.-])\d{1,3}(?![\d,.-])")  # `quero 10 adesivos` asks for no freight of R$ 10


def as_it_comes(mind: Mind, question: Question) -> Question:
    """A question is about the place that the message names, and how long it takes about the way that was chosen."""
    alone = len({one.topic for one in mind.acts.questions}) == 1 and question.topic in (
        "delivery",
        "time",
        "freight",
        "exchange",
        "warranty",
    )
    if alone or _THERE.search(fold(question.text)):  # `ela mora em Vinhedo, vocês entregam lá?`
        question = Question(question.topic, f"{question.text} {_COUNT.sub(' ', mind.acts.text)}")
    before = mind.state.dialogue.place
    if before and question.topic in ("time", "delivery") and not place_in(mind.acts.text) and not mind.state.known.cep:
        question = Question(question.topic, f"{question.text} {before}")  # `e que dia vai?`, of the town spoken of
    if question.topic == "time" and _READY.search(fold(question.text)):  # how long it takes to be made
        lines = mind.cart.lines or (mind.state.orders[-1].cart.lines if mind.state.orders and not mind.focus else ())
        named = " ".join(line.name for line in lines) or (mind.focus.name if mind.focus else "")
        return Question(question.topic, f"{question.text} {named}")
    fetched = [rule.name for rule in mind.shop.shipping if rule.kind == "pickup"]
    if question.topic not in ("time", "delivery") or not _fetched(mind):
        return question
    return Question(question.topic, f"{question.text} {' '.join(fetched)} retirada")


def place_unknown(mind: Mind) -> str | None:
    """The place that a question names and no document or rule of the shop speaks of: `entregam em Manaus?`"""
    place = place_in(mind.acts.text)
    own = [word for word in words(place) if len(word) >= 4]
    everyday = v.EVERYDAY | v.FILLER | v.VERBS | _NO_PLACES
    if not own or any(word in everyday for word in own) or any(map(str.isdigit, place)):
        return None
    told = [fold(f"{one.title} {one.text}") for one in mind.shop.passages] + [
        fold(one.name) for one in mind.shop.shipping
    ]
    anywhere = any(rule.kind not in ("pickup", "cep_range") for rule in mind.shop.shipping)
    known = any(word in text for text in told for word in own) or any(
        "brasil" in text or "brazil" in text for text in told
    )
    return None if known or anywhere or not told else place


def place_of(mind: Mind) -> str:
    """Where to the message asks about, or the messages before it: `e relógio mandam?`"""
    before = mind.state.dialogue
    coded = merged(mind.state.known, mind.acts.known).cep is not None
    goes_on = before.topic in ("delivery", "freight", "time") and not coded
    return place_in(mind.acts.text) or (before.place if goes_on else "")


def _cep_asked(mind: Mind) -> str | None:
    """A postal code of where to the message asks about: of the town, else of the one way of the shop that is called by
    the place (`entregam no Taquaral?`)."""
    if cep := cep_of(place_of(mind)):
        return cep
    said = set(words(spelt_out(fold(mind.acts.text))))
    ways = [one for one in mind.shop.shipping if one.kind == "cep_range" and one.cep_from]
    named = [one for one in ways if (own := _place_words(one.name)) and own <= said]
    return (named[0].cep_from or "").replace("-", "") if len(named) == 1 else None


def _place_words(way: str) -> set[str]:
    return {word for word in words(fold(way)) if len(word) > 3 and word not in _NO_DISTRICT}


def tells_town(mind: Mind) -> bool | None:
    """`entregam em Belo Horizonte?`: what the rules say of the place that the message names; False: nothing is sent
    there; None: none is named, or none whose postal code is known."""
    cep = _cep_asked(mind)
    if cep is None or not any(rule.kind == "cep_range" for rule in mind.shop.shipping):
        return None
    delivery = settle(mind.shop.shipping, cep=cep, subtotal_cents=mind.cart.total_cents, wish=SENT)
    fetched = {rule.name for rule in mind.shop.shipping if rule.kind == "pickup"}
    sent = [one for one in delivery.offered if one.name not in fetched] if delivery else []
    if sent and not any(said.what == "delivery_to" for said in mind.says):
        mind.says.append(Say("delivery_to", {"place": place_of(mind) or sent[0].name}, options=tuple(sent)))
    return bool(sent)


def of_this_town(mind: Mind, sentence: str) -> bool:
    """The sentence does not tell of another way than those to the town that the message names."""
    delivery = settle(mind.shop.shipping, cep=_cep_asked(mind), subtotal_cents=0, wish=SENT)
    offered = delivery.offered if delivery else []
    return any(not of_another_way(mind, one, sentence) for one in offered)


def of_another_town(mind: Mind, sentence: str) -> bool:
    """The sentence tells what holds elsewhere than where the postal code, or the town that is spoken of, is."""
    known = merged(mind.state.known, mind.acts.known).cep
    place = None if place_in(mind.acts.text) and not mind.acts.known.cep else known
    cep = place or _cep_asked(mind)
    if cep is None:
        return False
    delivery = settle(mind.shop.shipping, cep=cep, subtotal_cents=mind.cart.total_cents, wish=SENT)
    fetched = {rule.name for rule in mind.shop.shipping if rule.kind == "pickup"}
    sent = [one for one in delivery.offered if one.name not in fetched] if delivery else []
    return bool(sent) and all(of_another_way(mind, one, sentence) for one in sent)


def sends_nothing(mind: Mind) -> bool:
    """The postal code that is told is one to which nothing is sent."""
    cep = mind.acts.known.cep
    if cep is None or not mind.shop.shipping:
        return False
    delivery = settle(mind.shop.shipping, cep=cep, subtotal_cents=mind.cart.total_cents, wish=SENT)
    fetched = {rule.name for rule in mind.shop.shipping if rule.kind == "pickup"}
    return delivery is not None and all(one.name in fetched for one in delivery.offered)


def way_chosen(mind: Mind) -> ShippingOption | None:
    """The way in which the goods are sent, where that is settled; of an empty cart, those of the order made last."""
    if not mind.cart.lines and mind.state.orders:
        made = mind.state.orders[-1].cart
        delivery = settle(
            mind.shop.shipping, cep=mind.state.known.cep, subtotal_cents=made.total_cents, wish=made.shipping_option
        )
        brought = any(rule.kind != "pickup" and rule.name == made.shipping_option for rule in mind.shop.shipping)
        return delivery.option if delivery and brought else None
    coded = merged(mind.state.known, mind.acts.known).cep is not None
    delivery = delivery_of(mind) if mind.cart.lines or coded else None
    if delivery is None or _fetched(mind):
        return None
    fetched = {rule.name for rule in mind.shop.shipping if rule.kind == "pickup"}
    sent = [one for one in delivery.offered if one.name not in fetched]
    known = delivery.option or (sent[0] if len(sent) == 1 and not delivery.needs_cep else None)
    return known if known is not None and known.name not in fetched else None


_OF_ANY_WAY = frozenset("entrega entregas envio frete delivery shipping".split())  # noqa: SIM905
_REGIONS = frozenset("regioes estados norte nordeste sul sudeste".split())  # noqa: SIM905
# Of a way's name, what tells who brings it or is said of any place.
_NO_DISTRICT = _OF_ANY_WAY | frozenset(
    "motoboy moto correio correios sedex transportadora centro cidade".split()  # noqa: SIM905
)


def of_another_way(mind: Mind, way: ShippingOption, sentence: str) -> bool:
    """The sentence tells of another of the shop's ways, and not of this one."""
    own, told = set(words(way.name)), set(words(sentence))
    others = {word for rule in mind.shop.shipping for word in words(rule.name) if len(word) > 3} - own
    if any(rule.name == way.name and rule.kind == "cep_range" for rule in mind.shop.shipping):
        others |= _REGIONS  # `Nordeste em 4 a 7 dias`, of what a courier brings in the town
    return bool(told & others) and not {word for word in own - _OF_ANY_WAY if len(word) > 3} <= told


def tells_of_way(mind: Mind, way: ShippingOption, sentence: str | None) -> bool:
    """The sentence tells when goods come, and not by another of the ways: `consumir no mesmo dia` tells nothing, unless
    it is not asked when they come (`que dia vocês torram?`)."""
    if sentence is None or of_another_way(mind, way, sentence):
        return False
    asks = _ASKS_COMING.search(spelt_out(fold(mind.acts.text)))
    return asks is None or _COMING.search(fold(sentence)) is not None


def delivery_of(mind: Mind) -> Delivery | None:
    """What the shop's rules make of it as it stands."""
    known = merged(mind.state.known, mind.acts.known)
    subtotal = mind.cart.total_cents or (mind.focus.price_cents or 0 if mind.focus else 0) * _many(mind)
    return settle(mind.shop.shipping, cep=known.cep, subtotal_cents=subtotal, wish=mind.cart.shipping_option)


def _many(mind: Mind) -> int:
    """How many of what is spoken of were asked about: `quanto sai 20 discos?`, and then what it costs to send them."""
    before = mind.state.dialogue
    return before.count or 1 if mind.focus is not None and mind.focus == before.focus else 1


def tell(mind: Mind) -> bool:
    """What there is, with prices; asks for the postal code where it decides. False: the shop has no rules."""
    delivery = delivery_of(mind)
    if delivery is None:
        return False
    if not any(said.what == "delivery" for said in mind.says):
        mind.says.append(_say("delivery", delivery))
        _with_goods(mind, delivery)
        _free_from(mind)
        asked = mind.state.dialogue.pending
        chooses = not mind.cart.lines and asked is not None and asked.kind in ("choose", "quantity")
        mind.pending = asked if chooses else _asked(delivery)
    return True


def _with_goods(mind: Mind, delivery: Delivery) -> None:
    """`quanto fica com a entrega?`: the goods and the one way in which they are brought."""
    fetched = {rule.name for rule in mind.shop.shipping if rule.kind == "pickup"}
    sent = [one for one in delivery.offered if one.name not in fetched]
    asks = _ASKS_SUM.search(spelt_out(fold(mind.acts.text))) is not None
    if not asks or len(sent) != 1 or delivery.needs_cep or mind.cart.coupon_code:
        return
    language, many = mind.acts.language, _many(mind)
    if mind.cart.lines:
        total = money(mind.cart.total_cents + sent[0].price_cents, language)
        mind.say("total_brought", way=sent[0].name, total=total)
    elif mind.focus is not None and mind.focus.price_cents and many > 1:
        total = money(mind.focus.price_cents * many + sent[0].price_cents, language)
        mind.say("so_many_brought", goods=f"{many} × {mind.focus.name}", way=sent[0].name, total=total)


_BROUGHT = expression(r"\b(?:entreg\w+|frete|mand\w+|envi\w+|deliver\w*|ship\w*)\b")


def with_goods_asked(mind: Mind) -> None:
    """`quanto fica 2 calabresas entregue no 89210-200?`, of an empty cart: the goods told of and what brings them."""
    asks = spelt_out(fold(mind.acts.text))
    cep = merged(mind.state.known, mind.acts.known).cep
    if mind.cart.lines or cep is None or not (_ASKS_SUM.search(asks) and _BROUGHT.search(asks)):
        return
    cents = _cents_asked(mind)
    delivery = settle(mind.shop.shipping, cep=cep, subtotal_cents=cents or 0, wish=SENT)
    fetched = {rule.name for rule in mind.shop.shipping if rule.kind == "pickup"}
    sent = [one for one in delivery.offered if one.name not in fetched] if delivery else []
    if cents and len(sent) == 1:
        total = money(cents + sent[0].price_cents, mind.acts.language)
        mind.says = [said for said in mind.says if said.what not in ("delivery", "noted")]
        at = max(len(mind.says) - 1, 0)  # before the question that the goods end with
        mind.says[at:at] = [
            Say("takes_days", options=tuple(sent)),
            Say("total_brought", {"way": sent[0].name, "total": total}),
        ]


def _cents_asked(mind: Mind) -> int | None:
    """What so many of the goods told of come to; None where it is not told how many, or of what."""
    asked = mind.pending
    if asked is None or asked.kind not in ("choose", "quantity") or not mind.acts.about:
        return None
    counts = asked.counts if asked.every else (asked.quantity or _many(mind),) if asked.kind == "quantity" else ()
    prices = [one.price_cents for one in asked.options]
    if len(counts) != len(prices) or any(price is None for price in prices):
        return None
    return sum(count * (price or 0) for count, price in zip(counts, prices, strict=True))


def _free_from(mind: Mind) -> None:
    """From what on it costs nothing to have the goods brought, and how much is missing."""
    language, subtotal = mind.acts.language, mind.cart.total_cents
    asks = _ASKS_FREE.search(spelt_out(fold(mind.acts.text))) is not None
    for rule in mind.shop.shipping:
        if rule.kind != "free_above" or not rule.above_cents or not rule.price_cents or not (subtotal or asks):
            continue
        above = money(rule.above_cents, language)
        if 0 < subtotal < rule.above_cents:
            mind.say("free_missing", way=rule.name, above=above, missing=money(rule.above_cents - subtotal, language))
        elif subtotal and asks:
            mind.say("free_reached", way=rule.name, above=above)
        elif not subtotal:
            mind.say("free_from", way=rule.name, above=above)


def ask(mind: Mind, delivery: Delivery) -> None:
    """Ask how the shopper wants to get it."""
    mind.says = [said for said in mind.says if said.what != "delivery"]
    mind.says.append(_say("ask_delivery", delivery))
    mind.pending = _asked(delivery)


def _say(what: str, delivery: Delivery) -> Say:
    return Say(what, {"cep": "asked" if delivery.needs_cep else ""}, options=tuple(delivery.offered))


def _asked(delivery: Delivery) -> Pending:
    return Pending("delivery", tuple(Listed("", option.name, option.price_cents) for option in delivery.offered))
