"""What the shop is asked, answered by its documents and rules; what it does not tell is said so."""

import re

from app.features.chat.assistant.acts import Question
from app.features.chat.assistant.deciding.answering import by_chart
from app.features.chat.assistant.deciding.answering.freight import amount_unknown
from app.features.chat.assistant.deciding.mind import Mind, Say, customer_info, merged, quoted
from app.features.chat.assistant.deciding.ordering import coupons, receiving
from app.features.chat.assistant.documents.answers import answer_to, measured
from app.features.chat.assistant.documents.by_one_word import file_sent_to, places_told
from app.features.chat.assistant.documents.passages import (
    bounds_of,
    brought_when,
    condition_told,
    in_place,
    mishap_told,
    price_of_deed,
    price_of_sending,
    priced_to,
    told_bounds,
    told_by_regions,
    told_of_doing,
    with_codes,
)
from app.features.chat.assistant.documents.topics import SENDS_FILE
from app.features.chat.assistant.language.codes import lettered_codes
from app.features.chat.assistant.language.goods import BEGINS, NAMES, forms
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import fold, in_portuguese, words
from app.features.chat.assistant.reading.asides.told_aloud import MEASURED
from app.features.chat.assistant.reading.details.places import place_in
from app.features.chat.assistant.reading.questions.deeds import priced_deed
from app.features.conversations.state import Listed, Pending
from app.features.conversations.summary import money
from app.ops.expressions import expression

_ROTTEN = expression(r"\b(?:podres?|mofad\w+|rotten|spoiled|mou?ldy)\b")
_DAMAGED = expression(
    rf"\b(?:quebr\w+|defeit\w+|rasgad\w+|danificad\w+|amassad\w+|estragad\w+|vencid\w+|broken|damaged|dinheiro\s+de\s+volta|expired)\b|{_ROTTEN.pattern}"
)
_DEMANDS = expression(r"\b(?:quero|exijo|absurdo|vergonha|reclam\w+|procon|i\s+want|refund|pessoa|atendente)\b")
_FREE_FROM = expression(r"\b(?:a\s+partir|acima|over|above|from)\s+(?:de\s+)?r\$\s*(\d[\d.]*,\d\d)")
_SHORT_OF = expression(
    r"\b(?:falta[m]?\s+(?:\w+\s+)?quanto|quanto\s+(?:\w+\s+)?(?:falta|mais)|how\s+much\s+(?:more|is\s+missing))\b"
)
_FREE_FROM_WHEN = expression(
    r"\b(?:a\s+partir|acima)\s+de\s+(?:quanto|que\s+valor)\b|\bfree\b.*\b(?:over|above|from)\b"
)
_FREE = expression(
    r"\b(?:gr[aá]tis|gratuit\w+|free|de\s+gra[cç]a|(?:n[aã]o|n|sem)\s+(?:cobr\w+|pag\w+))\b", re.IGNORECASE
)

MAX_TOLD = 300
# What is said where no document tells.
_SAYS = {
    "freight": "shipping",
    "time": "shipping",
    "delivery": "shipping",
    "methods": "payment",
    "cards": "no_card",
    "pay_by": "wait_unknown",
}


def answer(mind: Mind, topic: str, found: str | None) -> None:
    """Say what a document tells on a topic (found), or the shop's rules; None: that it is not known."""
    if topic == "gift" and found is None and mind.acts.notes:
        return  # `tem como ir um bilhetinho?`: the team sees it
    if topic in ("time", "restock") and (gone := _gone_name(mind, topic)):  # `chega quando?` of what is sold out
        mind.say("restock" if mind.shop.notifies else "restock_unknown", name=gone)
        mind.pending = None if mind.shop.notifies else Pending("person")
        return
    if topic in ("exchange", "warranty"):
        found = _in_that_case(mind) or _all_of_it(mind, topic, found)
    topic = "freight" if topic == "minimum" and found is None else topic
    if topic == "restock":  # of an order, or of nothing that was spoken of
        topic, found = "time", answer_to(mind.shop.passages, Question("time", mind.acts.text))
    if topic in ("freight", "pickup", "delivery") and mind.acts.way is not None and mind.cart.lines:
        _price_of_way(mind, topic)
        return
    if told := _where_or_when(mind, topic):
        _quote(mind, told)
        return
    if topic == "freight" and found is not None and _FREE_FROM_WHEN.search(spelt_out(fold(mind.acts.text))):
        _quote(mind, found)  # `em Joinville o frete fica grátis acima de quanto?`, before what it costs there
    place, when = receiving.place_of(mind), topic == "time"
    if topic in ("delivery", "time") and (told := in_place(mind.shop.passages, place, when=when)):
        found = told  # `entregam em Perdões? que dia?`, before what is told of another town
    elif topic in ("delivery", "freight", "time") and _of_the_place(mind, topic, found):
        return
    if topic == "freight" and (told := in_place(mind.shop.passages, receiving.place_of(mind))):
        _quote(mind, told)
    if topic in ("delivery", "freight") and _not_there(mind):
        return
    if topic == "delivery" and found is not None and not receiving.of_another_town(mind, found):
        _quote(mind, found)  # `entregam em Manaus?`
    if topic == "freight" and found is not None and _FREE.search(mind.acts.text):  # `a partir de quanto é grátis?`
        _quote(mind, found)
        _short_of_free(mind, found)
    of_made = mind.state.orders and not mind.cart.lines and mind.focus is None and found is not None
    if topic in ("freight", "pickup", "delivery") and not of_made and receiving.tell(mind):
        _price_there(mind, topic, found)
        return
    if (topic == "discount" and _coupon_tells(mind)) or (topic == "freight" and amount_unknown(mind, found)):
        return
    if found is not None:
        _quote(mind, found)
        return
    if topic == "time" and receiving.tell(mind):  # the rules tell the days
        return
    _not_known(mind, topic)


def _price_of_way(mind: Mind, topic: str) -> None:
    """A way that is chosen now: what a document says it costs there, unless the cart tells it."""
    delivery = receiving.delivery_of(mind)
    told = in_place(mind.shop.passages, place_in(mind.acts.text)) if topic == "freight" else None
    if told is not None and delivery is not None and delivery.option is None:
        _quote(mind, told)


def _where_or_when(mind: Mind, topic: str) -> str | None:
    """The places that goods are brought to, or when, where a document lists them."""
    said = spelt_out(fold(mind.acts.text))
    told = places_told(mind.shop.passages, said) if topic == "delivery" else None
    return told or (brought_when(mind.shop.passages, said) if topic in ("delivery", "freight", "time") else None)


def _coupon_tells(mind: Mind) -> bool:
    """What a coupon takes off is said, or in the summary."""
    if mind.acts.coupon is not None:
        return True
    kept = mind.cart.coupon_code is not None and bool(mind.cart.lines)
    mind.changed = mind.changed or kept
    return kept


def _not_known(mind: Mind, topic: str) -> None:
    """No document tells it: said once, and a person is offered where no order is under way."""
    what = _SAYS.get(topic, "unknown_answer")
    if any(say.what == what for say in mind.says):
        return
    if topic == "gift" and mind.cart.lines and "?" not in mind.acts.text:  # `and wrap for the plane`
        mind.leave_unread(mind.acts.text.strip()[:MAX_TOLD])
    elif what == "unknown_answer" and mind.cart.lines:  # the order's own question follows
        mind.say("not_told")
    else:
        mind.say(what)
    if what in ("unknown_answer", "wait_unknown") and not mind.cart.lines:
        mind.pending = Pending("person")


_NOT_THAT = expression(r"\b(?:sem|without)\s+(?:(?:contar|[oa]|the)\s+)*(?:frete|entrega|taxa|shipping|delivery)\b")


def _price_there(mind: Mind, topic: str, found: str | None) -> None:
    """`quanto é a entrega no Benfica?`, where only a postal code would tell: what a document says it costs, of the
    place that is named before what it costs near the shop."""
    told = next((said for said in reversed(mind.says) if said.what == "delivery"), None)
    fetched = {rule.name for rule in mind.shop.shipping if rule.kind == "pickup"}
    if (
        topic == "pickup"
        or told is None
        or _NOT_THAT.search(fold(mind.acts.text))
        or any(one.name not in fetched for one in told.options)
    ):
        return
    price = priced_to(mind.shop.passages, fold(mind.acts.text)) or (
        found or price_of_sending(mind.shop.passages) if topic == "freight" else None
    )
    if price is not None and not any(price in said.text for said in mind.says):
        mind.says.insert(mind.says.index(told), Say("text", text=price))


def _short_of_free(mind: Mind, found: str) -> None:
    """`falta quanto pro frete grátis?`: what is missing of the amount from which it is free."""
    free = _FREE_FROM.search(fold(found)) if _SHORT_OF.search(spelt_out(fold(mind.acts.text))) else None
    left = int(re.sub(r"\D", "", free[1])) - mind.cart.total_cents if free is not None and mind.cart.lines else 0
    if left > 0:
        mind.say("short_of_free", left=money(left, mind.acts.language))


def _in_that_case(mind: Mind) -> str | None:
    said, goods = fold(mind.acts.text), mind.shop.goods
    named = [word for word in words(said) if goods.place(word) >= NAMES]
    return condition_told(mind.shop.passages, spelt_out(said), named)


def _all_of_it(mind: Mind, topic: str, found: str | None) -> str | None:
    """`e com o nome atrás, troca também?`, asked on about the same: all that is told there, if that is short."""
    whole = [one.text for one in mind.shop.passages if found is not None and found in one.text]
    again = mind.state.dialogue.topic == topic and len(whole) == 1 and len(whole[0]) <= MAX_TOLD
    return whole[0] if again else found


def about_what(mind: Mind) -> str:
    """The name of what is spoken of, or what the lines of the cart have in common."""
    if mind.focus is not None:
        return mind.focus.base or mind.focus.name
    names = {line.name.partition(" (")[0] for line in mind.cart.lines}
    return names.pop() if len(names) == 1 else ""


_COMES_BACK = expression(
    r"\b(?:quando|que\s+dia|when)\b(?!.*\b(?:ped\w+|compr\w+|entreg\w+|fech\w+|pag\w+|frete|cep|casa|order|deliver\w*|here)\b)"
    r".*\b(?:cheg\w+|volta\w*|vai\s+ter|vem|ter|arriv\w+|back|come)\b|\b(?:cheg\w+|volta\w*|ter|vem)\s+quando\b"
)


def _gone_name(mind: Mind, topic: str) -> str:
    """What is sold out and is asked about: what is spoken of, what was wanted last and could not be had, and of a
    question when goods come in again the ones that it names; empty: none."""
    if (gone := _gone(mind)) is not None:
        return gone.name
    said = spelt_out(fold(mind.acts.text))
    story, goods = mind.acts.recalls, mind.shop.goods
    if topic == "restock" and story is not None and any(goods.place(word) == BEGINS for word in story.words):
        return " ".join((*story.words, *story.soft))
    if mind.cart.lines or mind.state.orders or mind.focus is not None or not _COMES_BACK.search(said):
        return ""
    return next((item.name for item in reversed(mind.state.dialogue.seen[-3:]) if not item.in_stock), "")


def _gone(mind: Mind) -> Listed | None:
    """The one thing spoken of that is sold out."""
    shown = [mind.focus] if mind.focus is not None else [one for one in mind.listed if not one.in_stock]
    return shown[0] if len(shown) == 1 and not shown[0].in_stock and not mind.cart.lines else None


_NOR = expression(r"^(?:(?:e|mas|poxa|ah|puxa|nossa|oxe|and|but)\W+)*(?:nem|not\s+even)\b")


def _not_there(mind: Mind) -> bool:
    """`nem pelos correios?`, behind a no, and a postal code to which nothing is sent: what a document says of it."""
    again = _NOR.match(fold(mind.acts.text)) is not None and mind.state.dialogue.topic in ("delivery", "freight")
    if not (again or receiving.sends_nothing(mind)):
        return False
    bounds = told_bounds(mind.shop.passages)
    if bounds is not None:
        _quote(mind, bounds)
    elif again:
        mind.say("not_sent_there", place=receiving.place_of(mind) or mind.state.dialogue.place)
    return again or bounds is not None


def _of_the_place(mind: Mind, topic: str, found: str | None) -> bool:
    """What is told of the town that is named, or of the way that was chosen; True: that answers the question."""
    passages = mind.shop.passages
    if topic != "time" and receiving.place_of(mind) and (bounds := _of_such_goods(mind)) is not None:
        _quote(mind, bounds)
        return True
    about_town = topic != "time" or found is None or receiving.of_another_town(mind, found)
    if about_town and (served := receiving.tells_town(mind)) is not None:
        if not served and (bounds := told_bounds(passages) or told_by_regions(passages)):
            _quote(mind, bounds)
        elif not served:
            mind.say("not_sent_there", place=receiving.place_of(mind))
        elif found is not None and topic != "freight" and receiving.of_this_town(mind, found):
            _quote(mind, found)
        return True
    way = receiving.way_chosen(mind) if topic == "time" else None
    if way is not None and way.days is not None and not receiving.tells_of_way(mind, way, found):
        told = in_place(passages, way.name)
        mind.says.append(Say("text", text=told) if told else Say("takes_days", options=(way,)))
        return True
    place, regions, bounds = receiving.place_unknown(mind), told_by_regions(passages), told_bounds(passages)
    if not place:
        return False
    if regions or (topic == "freight" and found):  # perhaps a part of the town: what it costs, and then where not
        _quote(mind, regions or found or "")
    if not (bounds or regions):
        mind.say("place_unknown", place=place)
        return False
    _quote(mind, bounds or "")
    if any(rule.kind == "cep_range" for rule in mind.shop.shipping):
        mind.say("town_by_cep")
    return True


def _of_such_goods(mind: Mind) -> str | None:
    """What a document says of sending the goods that the question names, or that are spoken of."""
    goods = mind.shop.goods
    named = [form for word in words(fold(mind.acts.text)) if goods.place(word) == BEGINS for form in forms(word)]
    if not named and mind.focus is not None:
        named = words(fold(mind.focus.base or mind.focus.name))[:1]
    return bounds_of(mind.shop.passages, named) if named else None


def of_data(mind: Mind) -> bool:
    """Where it goes and for whom, as it is known; what is missing of a postal code, or what is to be told anew."""
    acts, known = mind.acts, merged(mind.state.known, mind.acts.known)
    if acts.half_cep:
        mind.say("half_cep", digits=acts.half_cep)
        mind.pending = mind.state.dialogue.pending
    elif acts.asks_data == "name":
        mind.say("data_name" if known.name else "data_no_name", name=known.name or "")
    elif acts.asks_data is not None:
        fetched = {rule.name for rule in mind.shop.shipping if rule.kind == "pickup"}
        address = customer_info(known).get("address", "")
        if mind.cart.shipping_option in fetched:
            mind.say("data_fetched")
        else:
            mind.say("data_address" if address else "data_no_address", address=address)
    elif acts.disputes is not None and not (acts.changes or any(one.topic != "delivery" for one in acts.questions)):
        mind.say(f"tell_{acts.disputes}")
    else:
        return False
    return True


def does(mind: Mind, verb: str) -> bool:
    """What a document tells of a thing the shop does."""
    found = told_of_doing(mind.shop.passages, verb, mind.acts.asked)
    if found is not None:
        _quote(mind, found)
    return found is not None


def charges(mind: Mind, deed: str) -> bool:
    """What a document tells that a deed costs which is asked for by its price: of the goods that the question names,
    else of those that are spoken of."""
    if not priced_deed(mind.acts.asked):
        return False
    asked = [word for word in words(mind.acts.asked) if mind.shop.goods.place(word) >= NAMES]
    asked_of = mind.pending or mind.state.dialogue.pending
    shown = (*mind.listed, *([mind.focus] if mind.focus else []), *(asked_of.options if asked_of else ()))
    names = [form for word in asked for form in (word, *in_portuguese(word))]
    names = names or [line.name for line in mind.cart.lines] or [one.base or one.name for one in shown]
    found = price_of_deed(mind.shop.passages, deed, " ".join(names))
    if found is not None:
        _quote(mind, found)
    return found is not None


def of_sending(mind: Mind) -> bool:
    """`como eu mando a foto?`: what a document says of it, before what the goods are."""
    sends = SENDS_FILE.search(mind.acts.asked)
    found = (file_sent_to(mind.shop.passages, mind.acts.asked) or quoted(mind, "")) if sends else None
    if found is not None:
        _quote(mind, found)
    return found is not None


def _quote(mind: Mind, sentence: str) -> None:
    """A sentence of the documents, once."""
    if not any(sentence in say.text for say in mind.says if say.text):
        mind.says.append(Say("text", text=sentence))
        coupons.tell_how(mind, sentence)


def measures(mind: Mind) -> None:
    """`tenho 1,80, qual o quadro certo?`: the size that the shop's chart has for it, else the sentence whose measures
    hold the one that is told."""
    if any(said.what == "size_by_chart" for said in mind.says) or by_chart.tell(mind):
        mind.says = [said for said in mind.says if said.what != "nothing"]
        return
    spoken_of = mind.focus or (mind.listed[0] if len(mind.listed) == 1 else None)
    about = (spoken_of.base or spoken_of.name) if spoken_of is not None else ""
    counts = any(one.quantity is not None for one in mind.acts.about)  # `quanto ficam 3 grandes?` measures nothing
    tells = mind.acts.asks_something or MEASURED.search(fold(mind.acts.text)) is not None
    asks = tells and not (mind.acts.questions or counts)
    if asks and (told := measured(mind.shop.passages, mind.acts.text, about)):
        mind.says.append(Say("text", text=told))


def of_damage(mind: Mind) -> bool:
    """What the shop does about goods that came unfit for use is told first; True: that answers what was only told, and
    a person is called if the shopper wants one."""
    text = fold(mind.acts.text)
    found = quoted(mind, "exchange") if _DAMAGED.search(text) else None
    if found is None:
        return False
    _quote(mind, found)
    if _DEMANDS.search(text) or not _ROTTEN.search(text):
        return False
    mind.say("shall_call")
    mind.pending = Pending("person")
    return True


def of_mishap(mind: Mind) -> None:
    """`minha pizza chegou fria`: what a document says of just that, before a person is called."""
    if (found := mishap_told(mind.shop.passages, fold(mind.acts.text))) is not None:
        _quote(mind, found)


_MISSED = frozenset({"nothing", "what_product", "unknown_answer"})


def of_codes(mind: Mind) -> None:
    """`quanto custa o K042?`: what the documents tell of it, where no goods have the code."""
    if mind.says and not any(said.what in _MISSED for said in mind.says):
        return
    told = with_codes(mind.shop.passages, lettered_codes(fold(mind.acts.text)))
    if told:
        mind.says = [
            *(said for said in mind.says if said.what not in _MISSED),
            *(Say("text", text=one) for one in told),
        ]
