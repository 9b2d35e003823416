"""A question that nothing has answered yet, looked at once more: what the shop tells of the thing that it names or that
is spoken of, else what a document says of it."""

from collections.abc import Generator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from app.features.chat.assistant.acts import Mention, Question
from app.features.chat.assistant.deciding.answering import telling
from app.features.chat.assistant.deciding.answering.aspects import measures_of
from app.features.chat.assistant.deciding.answering.its_parts import of_its_part
from app.features.chat.assistant.deciding.cart.choosing import FOUND, of_line, products_of, query_words
from app.features.chat.assistant.deciding.mind import Ask, Done, Mind, Say, Steps
from app.features.chat.assistant.documents.answers import answer_to, sentences_of
from app.features.chat.assistant.language import signs
from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.goods import BEGINS, NAMES
from app.features.chat.assistant.language.totals import TOTAL
from app.features.chat.assistant.language.words import fold, is_colour, words
from app.features.chat.assistant.products.matching import Product, called_so, fitting, shares, spread, together
from app.features.chat.delivery import PICKUP
from app.features.conversations.state import Pending
from app.ops.expressions import expression

MOST_ASKED = MOST_TOLD = 4
# What is said where nothing answers, or of a mood beside the question: needless beside an answer.
_NEEDLESS = frozenset(
    """unknown dont_know not_told unknown_answer unknown_word conditional told heard looking what_product no_hurry
    no""".split()  # noqa: SIM905
)
_ANSWERS = frozenset(("fact", "text", "details"))
_PRICED = expression(r"\b(?:quanto|preco|valor|cust\w+|cost\w*|price\w*|how\s+much)\b")
_COSTS = expression(
    r"^(?:(?:e|mas|and|so)\s+)*(?:por\s+)?(?:quanto|how\s+much)(?:\s+(?:que|e|eh|ta|esta|fica|sai|custa|cada|is|it|are|they|does|cost|the|one))*$"
)
# `I'd love a bag, do you have one?`, which the bag in the cart answers
HAS_IT = expression(
    r"(?:(?:e|ai|and|so)\s+)*(?:do\s+you\s+(?:have|sell|carry)\s+(?:it|one|any|some|them|that)|(?:voces?|tu|ai)\s+(?:ainda\s+)?(?:tem|vende[m]?)(?:\s+(?:ai|el[ea]s?|dess[ae]s?|isso))*)"
)
# `vocês têm puxador preto?`, and not `o puxador tem parafuso?`
_SEEKS = expression(
    r"^(?:(?:e|ai|oi|entao|ainda|tambem|gente|moc[ao]|also|and)\s+)*(?:(?:voces?|ai|a\s+loja|you)\s+)?(?:ainda\s+|tambem\s+)?(?:tem(?!\s+quant)|tens|teria[m]?|vende[m]?|trabalha\w*|have|sell|got|carry)\b"
    r"|\bvoces?\s+(?:ainda\s+|tambem\s+)?(?:tem|teria[m]?|vende[m]?)\b|\b(?:do|would|did)\s+you(?:\s+\w+)?\s+(?:have|sell|carry|stock)\b|\b(?:tem|teria[m]?|vende[m]?|have)(?:\s+ai)?$|\b(?:quero|queria|procur\w+|looking\s+for)\b"
)
# `do they come with screws?` asks of what is spoken of.
_WITHIN = frozenset(
    """com sem pra para pro no na em tem tens leva contem vem with without for in on into has have""".split()  # noqa: SIM905
)
_ARTICLES = frozenset("o a os as um uma the an meu minha my your seu sua".split())  # noqa: SIM905
_POINTS = frozenset("o a os as esse essa esses essas este esta the this these".split())  # noqa: SIM905
_PRONOUN = expression(
    r"\b(?:d?el[ea]s?|n?el[ea]s?|they|them|it|ess[ea]s?|isso|this|that)\b(?!\s+[a-z]+\s+(?:tem|vem|e)\b)"
)
_FETCHES = expression(r"\b(?:busc|retir|peg|pick|collect)\w*")
_DAY = expression(
    r"\b(?:hoje|amanha|segunda|terca|quarta|quinta|sexta|sabado|domingo|feriado|today|tomorrow|\w+day|\d{1,2}\s?(?:h|:\d\d))\b"
)
_SIZED = expression(r"(?:grand|pequen|medi|maior|menor|larg|curt|compri?d|small|large|big|medium|long|short)[a-z]*")
_SIZES = expression(r"(?<![\d.,])\d{2}(?!\d|[.,]\d)")
_POINTED = expression(
    r"(?:(?:e|mas|sera\s+que|and|but)\s+)*(?:el[ea]s?|ess[ea]s?|est[ea]s?|isso|it|they|this|that)\s+(?P<next>[a-z]+)"
)
_SHOWS = frozenset(("list", "choose_option", "summary", "cart", "confirm_again"))
_UNKNOWN = frozenset(("not_told", "allergy_unknown", "unknown_answer"))
_DONE = frozenset(("order", "human", "complaint", "after_sale"))


def tell(mind: Mind) -> Steps:
    """Say what answers each question of the message that is not answered yet."""
    acts = mind.acts
    if acts.asks and len(acts.asks) <= sum(one.more for one in acts.looks):
        return
    if mind.handed or acts.complains or acts.after_sale or acts.agrees or any(one.what in _DONE for one in mind.says):
        return
    own: list[str] = []  # what was found here, each for a question of its own
    answered = {one.text for one in acts.questions}
    text = fold(acts.text)
    measures = " ".join([measures_of(text), *(_SIZES.findall(text) if not acts.wears else ())])
    for clause in [one for one in acts.asks if one not in answered and not _is_told(mind, one)][:MOST_ASKED]:
        if acts.way == PICKUP and _FETCHES.search(clause):
            _tell_hours(mind, clause)
            continue
        asked = clause if any(word.isdigit() for word in words(clause)) else f"{clause} {acts.wears} {measures}".strip()
        _without_search(mind, clause)
        if found := (yield from _answer(mind, asked)):
            _say(mind, found, asked, own)
            own.append(found.text)
    yield from _of_spoken(mind)


def _tell_hours(mind: Mind, clause: str) -> None:
    """`dá pra buscar domingo às 10h?` is how it is wanted, which the cart tells; of the day, the shop's hours."""
    told = answer_to(mind.shop.passages, Question("hours", clause)) if _DAY.search(clause) else None
    if told is not None and told not in _said(mind):
        mind.says.insert(0, Say("text", text=told))


def _of_spoken(mind: Mind) -> Steps:
    """`tem furo embaixo?`, of the vase that is spoken of, looks for no such goods where the vase is told to have it."""
    for missed in [one for one in mind.says if one.what == "nothing" and "?" in mind.acts.text]:
        sought = words(fold(missed.values.get("query", "")))
        clause = next((one for one in mind.acts.asks if set(sought) <= set(words(one))), "")
        if not clause or mind.acts.changes or any(mind.shop.goods.place(word) >= BEGINS for word in sought):
            continue
        product = telling.spoken_of(mind) or next(iter(spread(mind.listed[:1])), None)
        told = (yield from telling.details(mind, product)) if product is not None else None
        found = telling.fact_for(telling.facts(told), clause, product.name) if told and product else None
        if found is None or product is None:
            continue
        mind.says.remove(missed)
        if not any(found[1] in one for one in _said(mind)):
            kinds = [one for one in spread(mind.listed) if one.group == product.group] or [product]
            _say(mind, _Answer(found[1], found[0], tuple(kinds)), clause, ())


def _without_search(mind: Mind, clause: str) -> None:
    """`quero 2 iogurtes. eles têm lactose?` looks for no lactose in the shop."""
    if _POINTED.match(clause) and (mind.acts.changes or mind.focus is not None):
        said = set(words(clause))
        mind.says = [
            one for one in mind.says if one.what != "nothing" or not set(words(one.values.get("query", ""))) <= said
        ]


def without_thanks(mind: Mind) -> None:
    """Thanks for a story are needless beside what it led to."""
    if len(mind.says) > 1:
        mind.says = [said for said in mind.says if said.what not in ("told", "looking")]


def _say(mind: Mind, found: "_Answer", asked: str, own: Sequence[str]) -> None:
    """The answer, in the place of what has less of the question, and before what goes on with the order."""
    acts = mind.acts
    kept = [one for one in mind.says if one.what not in _NEEDLESS]
    if not acts.questions:
        kept = [one for one in kept if not _is_less(one, found, asked, own)]
    at = next((at for at, one in enumerate(kept) if one.what == "fact"), sum(one.what in _ANSWERS for one in kept))
    shown = [one for one in kept if _shows_it(mind, one)]
    if shown and not acts.changes and any(_PRICED.search(one) for one in acts.asks):
        kept = [
            msgspec.structs.replace(one, values={**one.values, "head": "found"}) if one in shown else one
            for one in kept
        ]
    elif not acts.changes:
        kept = [one for one in kept if one not in shown]
    if not found.kinds:
        mind.says = [*kept[:at], Say("text", text=found.text), *kept[at:]]
        return
    one, thing = found.kinds[0], together(found.kinds)
    _speak_of(mind, found.kinds)
    offers = one.in_stock and not (
        mind.cart.lines or acts.changes or any(said.what in (*_ANSWERS, "list") for said in kept)
    )
    if offers and len(found.kinds) == 1:
        mind.says, mind.listed = kept, tuple(thing)
        telling.say_fact(mind, one, found.text)
        return
    mind.says = [*kept[:at], Say("text", text=f"{one.base or one.name}: {found.text}"), *kept[at:]]
    if offers:
        mind.listed, mind.focus = tuple(thing), thing[0]
    elif mind.focus is None and not mind.cart.lines:
        mind.focus = thing[0]


def _speak_of(mind: Mind, kinds: Sequence[Product]) -> None:
    """What answers is spoken of from now on, and nothing else is offered: a yes to that would take it."""
    own = {one.product_id for one in kinds}
    asked = mind.pending
    others = {each.product_id for option in (asked.options if asked is not None else ()) for each in option.each} - own
    if asked is not None and asked.kind in ("quantity", "choose") and others and not mind.acts.looks:
        mind.pending = None
    if mind.focus is not None and not own & {each.product_id for each in mind.focus.each}:
        mind.focus, mind.listed = together(kinds)[0], tuple(together(kinds))


def _is_less(said: Say, found: "_Answer", asked: str, own: Sequence[str]) -> bool:
    """A text that has less of the question than what was found, and answers no other."""
    if said.what != "text" or any(one in said.text for one in own):
        return False
    told = telling.fact_for([said.text], asked, found.kinds[0].name if found.kinds else "")
    return told is None or told[0] < found.words


def _shows_it(mind: Mind, said: Say) -> bool:
    """A list of nothing but the thing that was just told of."""
    return said.what == "list" and len(said.listed) == 1 and said.listed == mind.listed


# `pagar na entrega pode?`, `pix pode?`, taken as the way to pay
_MAY_PAY = expression(
    r"(?:(?:e|entao|ai|mas|posso|pode|da|dava|consigo|rola|can|could|i)\s+)*(?:(?:pra|para)\s+)?(?:(?:pagar|pago|pagamento|ser|pay|fazer|acertar)\s+)?"
    r"(?:(?:o|em|no|na|por|via|com|with|by|in|quando|so)\s+)*(?:pix|dinheiro|cash|entrega|retirada|receber|chegar|delivery|pickup)"
    r"(?:\s+(?:na|on|em|so)\s+(?:entrega|retirada|delivery|pickup))?(?:\s+(?:pode|posso|da|rola|ok|certo|blz|beleza|ne|can\s+i))?"
)


def _is_told(mind: Mind, clause: str) -> bool:
    """It asks for a price, for goods or for the difference, which lists and sums answer."""
    if mind.acts.total and TOTAL.search(clause):
        return True
    if mind.acts.method and _MAY_PAY.fullmatch(clause):  # the summary tells it
        return True
    if any(one.search(clause) for one in (signs.PRICE_OF, signs.STOCK_OF, signs.DIFFERENCE)):
        return True
    if _COSTS.match(clause) or (HAS_IT.fullmatch(clause) and mind.acts.changes):
        return True
    looked = bool(mind.acts.looks) or len(words(clause)) < 3
    return _SEEKS.search(clause) is not None and (looked or _names_goods(mind, clause))


def _names_goods(mind: Mind, clause: str) -> bool:
    return any(mind.shop.goods.place(word) == BEGINS for word in words(clause))


class _Answer(Struct, frozen=True):
    """A sentence, how many words of the question it has, and the thing that it tells of, in its kinds, if any."""

    text: str
    words: int
    kinds: tuple[Product, ...] = ()


def _answer(mind: Mind, clause: str) -> Generator[list[Ask], list[Done], _Answer | None]:
    """The sentence that answers a clause and was not said yet; None: there is none, or it was."""
    kinds = yield from _meant(mind, clause)
    if len(together(kinds)) > 1:
        return (yield from _of_several(mind, clause, kinds))
    name = (kinds[0].base or kinds[0].name) if kinds else ""
    _without_others(mind, kinds, clause)
    said = _said(mind)
    told = None
    if kinds:
        told = yield from telling.details(mind, kinds[0])
    found = telling.fact_for(telling.facts(told), clause, name) if told else None
    before = telling.fact_for(said, clause, name)
    more = len(mind.acts.asks) > 1  # each of several has an answer of its own
    new = found is not None and not any(found[1] in one or one in found[1] for one in said)
    if found is not None and new and (before is None or before[0] < found[0] + more):
        return _Answer(found[1], found[0], tuple(kinds))
    if found is not None or before is not None:
        return None
    sentence = answer_to(mind.shop.passages, Question("", clause), about=name)
    if sentence and sentence not in said and _beyond_goods(mind, clause, sentence):
        return _Answer(sentence, 1)
    if told and kinds and not sentence and not mind.cart.lines:
        _whole(mind, kinds, told, clause)
    elif kinds and not any(one.what in (*_ANSWERS, *_UNKNOWN, "list", "choose_option") for one in mind.says):
        mind.says.insert(0, Say("not_told"))
    return None


def _without_others(mind: Mind, kinds: Sequence[Product], clause: str) -> None:
    """`a manta solta pelo?` is not answered by what is told of a towel, nor `do they come with screws?` by screws: what
    is said of a thing that no question is about goes."""
    own = {one.product_id for one in kinds}
    goods, asked = mind.shop.goods, [words(one) for one in mind.acts.asks]
    subjects = [word for said in asked for word in said if goods.place(word) >= NAMES and not _is_within(said, word)]
    if not own or not (_PRONOUN.search(clause) or any(shares([word], kinds[0].name) for word in subjects)):
        return
    others = [
        one
        for one in mind.says
        if one.what in ("fact", "details")
        and not any(each.product_id in own or shares(subjects, each.base or each.name) for each in one.products)
    ]
    if others:
        mind.says = [one for one in mind.says if one not in others]
        mind.pending, mind.focus = None, together(kinds)[0]


def _of_several(mind: Mind, clause: str, goods: Sequence[Product]) -> Generator[list[Ask], list[Done], _Answer | None]:
    """`qual blazer não amassa?`: what the shop tells of those of which it tells most."""
    things = [spread([each])[0] for each in together(goods)]
    if len(things) > MOST_TOLD or not mind.offers("get_product_details") or any(one.told for one in mind.says):
        return None
    done = yield [Ask("get_product_details", {"product_id": one.product_id}) for one in things]
    told = [one.result.get("product") for one in done]
    found = [
        telling.fact_for(telling.facts(whole), clause, one.name) if isinstance(whole, dict) else None
        for one, whole in zip(things, told, strict=False)
    ]
    best = max((one[0] for one in found if one is not None), default=0)
    lines = [
        f"{each.base or each.name}: {one[1]}"
        for each, one in zip(things, found, strict=False)
        if one is not None and one[0] == best
    ]
    known = _said(mind)
    return (
        _Answer("\n".join(lines), best) if lines and not any(one in line for one in known for line in lines) else None
    )


def _beyond_goods(mind: Mind, clause: str, sentence: str) -> bool:
    """The sentence has more of the question than what the goods are called."""
    rest = [word for word in words(clause) if mind.shop.goods.place(word) < NAMES and word not in v.FILLER]
    return telling.fact_for([sentence], " ".join(rest), "") is not None


def _whole(mind: Mind, kinds: Sequence[Product], told: Mapping[str, Any], clause: str) -> None:
    """All that the shop tells of a thing, where nothing that was said answers and no list shows others."""
    rest = [word for word in words(clause) if word not in v.FILLER | v.EVERYDAY and not shares([word], kinds[0].name)]
    shown = [one for one in mind.says if rest and _shows_it(mind, one)]
    if any(one.what in _ANSWERS for one in mind.says) or mind.changed:
        return
    if any(one.what in _SHOWS and one not in shown for one in mind.says):
        return
    if shown and len(kinds) > 1:  # its kinds stay to be chosen from
        if not told.get("description") or len({one.description or one.about for one in kinds}) > 1:
            return
        mind.says.insert(mind.says.index(shown[0]), Say("text", text=str(told["description"]).strip()[:400]))
        return
    thing = together(kinds)
    name = kinds[0].base or kinds[0].name if len(kinds) > 1 else kinds[0].name
    whole = msgspec.structs.replace(kinds[0], name=name, description=str(told.get("description") or ""))
    mind.says = [one for one in mind.says if one.what not in _NEEDLESS and one not in shown]
    mind.listed, mind.focus = tuple(thing), thing[0]
    limits = {"limits": "1"} if telling.is_untold(whole, clause) else {}
    mind.says.append(Say("details", limits, products=(whole,)))
    if kinds[0].in_stock:
        mind.pending = Pending("quantity", tuple(thing))


def _said(mind: Mind) -> list[str]:
    """The sentences that answered already."""
    whole = [one.text for one in mind.says if one.what in _ANSWERS]
    whole += [each.description for one in mind.says if one.what == "details" for each in one.products]
    return [sentence for one in whole for sentence in sentences_of(one)]


def _meant(mind: Mind, clause: str) -> Generator[list[Ask], list[Done], list[Product]]:
    """What a clause names, in its kinds, else what is spoken of, or all that is shown."""
    if part_of := (yield from of_its_part(mind, clause)):
        return part_of
    goods = mind.shop.goods
    said = words(clause)
    own = [word not in v.EVERYDAY and not is_colour(word) for word in said]
    named = tuple(word for word, is_own in zip(said, own, strict=True) if is_own and goods.place(word) >= NAMES)
    begins = tuple(word for word in named if goods.place(word) == BEGINS and not _is_within(said, word))
    begins = begins or tuple(word for word in named if _is_subject(said, word))
    pointed, it = _POINTED.match(clause), _PRONOUN.search(clause)
    if pointed is not None and goods.place(pointed["next"]) < NAMES:  # `esse aguenta a prensa ou não`
        begins = ()
    of_that = it is not None and begins and it[0] not in ("it", "they") and f"{it[0]} {begins[0]}" in clause
    if begins and it is not None and not of_that and it.start() < clause.index(begins[0]):
        begins = ()  # `is it water resistant?`, and not `escorrega essa rasteira?`
    taken = [of_line(line) for line in mind.cart.lines if line not in mind.state.cart.lines]
    if not begins and len(taken) == 1 and mind.acts.changes:  # `4 of those, do they come with screws?`
        return taken
    if not begins:
        product = telling.spoken_of(mind)
        thing = telling.thing_of(mind, product) if product is not None else None
        if product is not None:
            return spread([thing]) if thing is not None else [product]
        begins = () if _PRONOUN.search(clause) else tuple(word for word in named if goods.place(word) == BEGINS)
    if not begins:
        return spread(mind.listed)
    shown = {one.product_id: one for one in spread([*([mind.focus] if mind.focus else []), *mind.listed])}
    for known in (list(shown.values()), [of_line(line) for line in mind.cart.lines]):
        if found := _one_of(known, named, begins):
            return found
    if not mind.offers("search_products"):
        return []
    done = yield [Ask("search_products", {"query": " ".join(query_words(named)), "limit": FOUND})]
    return _one_of(products_of(done[-1]), named, begins)


def _is_subject(said: Sequence[str], word: str) -> bool:
    """`as coxinhas chegam quentes?`, of the `Cento de Coxinha`; not `é de linho?`, `e a grande?`"""
    at = said.index(word)
    return _SIZED.fullmatch(word) is None and (at == 0 or said[at - 1] in _POINTS)


def _is_within(said: Sequence[str], word: str) -> bool:
    before = [one for one in said[: said.index(word)] if one not in _ARTICLES]
    return bool(before) and before[-1] in _WITHIN


def _one_of(products: Sequence[Product], named: tuple[str, ...], begins: tuple[str, ...]) -> list[Product]:
    """The things, in their kinds, that have all of the words, or those that names begin with, or one of them."""
    for wanted in (Mention(named), Mention(begins), *(Mention((word,)) for word in begins)):
        found = [one for one in fitting(products, wanted) if called_so(one, wanted)]
        if found:
            return found
    return fitting(products, Mention(begins)) if begins else []  # `a coxinha`, of the `Cento de Coxinha`
