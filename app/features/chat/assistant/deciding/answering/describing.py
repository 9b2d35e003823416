"""Products told of one by one: in detail, compared, and what a question asks of them."""

from collections.abc import Generator
from typing import Any

import msgspec

from app.features.chat.assistant.acts import Mention, Question
from app.features.chat.assistant.deciding.answering import telling
from app.features.chat.assistant.deciding.answering.comparing import compare, of_all, told_sum
from app.features.chat.assistant.deciding.answering.found_told import of_service
from app.features.chat.assistant.deciding.answering.serving import for_so_many
from app.features.chat.assistant.deciding.answering.showing import invite, several
from app.features.chat.assistant.deciding.cart.by_lots import lot_asked
from app.features.chat.assistant.deciding.cart.by_measure import tell_step
from app.features.chat.assistant.deciding.cart.choosing import (
    FOUND,
    SHOWN,
    best_by_price,
    kin,
    most_alike,
    others_in,
    products_of,
    query_words,
    to_be_had,
    told_apart,
    variants_of,
)
from app.features.chat.assistant.deciding.cart.pointing import is_another
from app.features.chat.assistant.deciding.cart.priced import told_in_reais
from app.features.chat.assistant.deciding.mind import Ask, Done, Mind, Say, Steps, quoted
from app.features.chat.assistant.documents.answers import MAX_QUOTE
from app.features.chat.assistant.documents.passages import counts_told, price_in, price_told
from app.features.chat.assistant.language import signs
from app.features.chat.assistant.language.goods import BEGINS, NAMES
from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.products.alike import plainly_called
from app.features.chat.assistant.products.makers import nearest
from app.features.chat.assistant.products.matching import (
    Product,
    called_so,
    first,
    fitting,
    one_group,
    shares,
    spread,
    together,
)
from app.features.chat.assistant.products.name_words import UNITS, everyday, name_words, product_words
from app.features.chat.assistant.reading.counts.sums import how_many
from app.features.conversations import cart as carts
from app.features.conversations.state import Pending
from app.ops.expressions import expression

# Questions that may be of a product as well as of the shop, and how many of their words it has to tell of.
_OF_GOODS = {"time": 2, "warranty": 1, "gift": 1}
# Asked beside goods that are put in, and told by the cart: `vcs têm tudo?`, `quanto é?`
_CART_TELLS = expression(
    r"\b(?:tem|tens|teria[m]?|have|got)\s+(?:tudo|tod[oa]s|iss?o|ess[ea]s?|ai|disponivel|everything|it|them)\b|\bquanto\b|\bprecos?\b|\bhow\s+much\b|"
    r"^(?:pode(?:\s+ser)?|certo|ok|beleza|da)$"
)
_THIS = expression(r"^(?:(?:e|mas|and|but|is)\s+)*(?:ess[ea]|est[ea]|this|that)\s")
_TOGETHER = frozenset(("junto", "juntos", "juntas", "together"))
_NUMBER = expression(r"\d+")
_FRACTION = expression(r"\b\d/\d\b")
_HOW_MANY = expression(r"\bquant[oa]s\b|\bhow\s+many\b")
_PACK_OF = expression(
    r"\b(?:(?:pacote|caixa|kit|pack|cartela|rolo|fardo)\s+)?(?:com|c/)\s*\d+(?:\s+\w+)?|\b\d+\s*(?:un\w*|folhas|pecas|pares|rolos)\b"
)


def about(mind: Mind) -> Steps:
    """One product in detail, or what so many of it cost."""
    acts = mind.acts
    if acts.compares and (yield from compare(mind)):
        return
    if _both_shown(mind):
        return
    if both := _and_the_focus(mind):
        mind.acts = msgspec.structs.replace(acts, looks=())
        yield from several(mind, both)
        told_sum(mind, both)
        return
    priced = len(acts.about) == 2 and all(one.words for one in acts.about) and signs.PRICE_OF.search(acts.asked)
    if len(acts.about) > 2 or (priced and not acts.compares):
        yield from several(mind, acts.about[:5])
        told_sum(mind, acts.about)
        return
    compared: list[Product] = []
    for mention in mind.acts.about[:2]:
        if (told := (yield from _about_one(mind, mention))) is not None:
            compared.append(told)
    if len(compared) > 1:
        mind.listed, mind.focus = tuple(together(compared)), None
        mind.seen = (*mind.seen, *mind.listed)
        mind.pending = Pending("choose", mind.listed)


def _both_shown(mind: Mind) -> bool:
    """`os dois juntos saem por quanto?`, of things that were shown one after the other: each, and what both cost."""
    asked, seen = mind.acts.about, mind.state.dialogue.seen
    if len(asked) != 1 or not asked[0].every or not asked[0].of or not set(asked[0].words) <= _TOGETHER:
        return False
    if mind.cart.lines or len(mind.listed) >= asked[0].of or len(seen) < asked[0].of:
        return False
    both = spread(seen[-asked[0].of :])
    mind.show(both, "found_each")
    invite(mind)
    if len(mind.listed) == asked[0].of == len(both) and all(one.in_stock for one in both) and mind.pending is not None:
        mind.pending = msgspec.structs.replace(mind.pending, every=True, counts=(1,) * len(both))
        mind.say("offer_all")
        told_sum(mind, [Mention()] * len(both))
    return True


def _and_the_focus(mind: Mind) -> list[Mention]:
    """`e o moletom, quanto fica os dois juntos?`: what is spoken of, and what is named now."""
    asked, looks, focus = mind.acts.about, mind.acts.looks, mind.state.dialogue.focus
    if len(asked) != 1 or asked[0].of != 2 or not asked[0].every or not set(asked[0].words) <= _TOGETHER:
        return []
    if len(looks) != 1 or looks[0].parts or mind.cart.lines or focus is None or len(focus.each) > 1:
        return []
    named = tuple(product_words(fold(focus.name)))
    return [] if shares(looks[0].mention.words, focus.name) else [Mention(named), looks[0].mention]


def _about_one(mind: Mind, mention: Mention) -> Generator[list[Ask], list[Done], Product | None]:
    """What is told of the goods that a question names; the one product that it was about."""
    if mention.every and not mention.words and not (mind.listed or mind.cart.lines):
        mind.pending = mind.state.dialogue.pending
        mind.say("which")
        return None
    if mention.empty and (yield from _counted_in(mind)):
        return None
    counts = mention.quantity is not None  # `e se eu levar 2?`
    if mention.empty and not counts and mind.focus is not None and (told := quoted(mind, "")):  # `dura quantos dias?`
        mind.says.append(Say("text", text=told))
        mind.pending = mind.state.dialogue.pending
        return None
    if told := _told_of_such(mind, mention):
        mind.says.append(Say("text", text=told))
        mind.pending = mind.state.dialogue.pending
        return None
    products = yield from _named(mind, mention)
    if not products:
        return None
    held = [one for one in products if carts.find(mind.cart, one.product_id) is not None]
    if len(products) > len(held) == 1 and _THIS.match(mind.acts.asked):  # `essa coca é a zero?`
        said = [word for word in name_words(mind.acts.asked)[0] if word not in mention.words]
        if said and not shares(said, held[0].name) and any(shares(said, one.name) for one in products):
            mind.say("in_cart_is", name=held[0].name)
            return None
    if len(_NUMBER.findall(mind.acts.text)) == 1:  # `a de 49 é de palmito? e a de 45?` asks about two
        products, mention = told_in_reais(mind, products, mention)
    named = [word for word in mention.words if word not in UNITS]  # `a alcatra tá quanto o kilo`
    products = plainly_called(products, mention) if len(named) > 1 else products
    # `a meia é de algodão?`, `serve pra quadra de rua?`: of the one in the cart
    if len(held) == 1 and not (called_so(held[0], mention) and signs.PRICE_OF.search(mind.acts.asked)):
        products = held
    if mention.measure and (such := [one for one in products if shares([mention.measure], one.name)]):
        products = such  # `8 kg de carvão, quanto?`, of what comes in 3 kg and 8 kg
    products, mention = lot_asked(mind, for_so_many(mind, products), mention)
    if len(products) > 1:
        if mind.acts.asks_something and (yield from of_all(mind, products)):
            return None
        mind.show(first(products, SHOWN), "found")
        invite(mind)
        if mention.quantity and mind.pending is not None:  # `faz 2 marmitas por 40?`: still two of them
            mind.pending = msgspec.structs.replace(mind.pending, quantity=mention.quantity)
        return None
    count = how_many(products[0], msgspec.structs.replace(mention, soft=()))
    yield from details(mind, products[0], count, telling.asked_of_one(mind))
    if mention.measure and count is None:
        tell_step(mind, products[0], mention.measure)
    return products[0]


def _told_of_such(mind: Mind, mention: Mention) -> str | None:
    """`dá pra pôr o nome dela na caneca?`, of the one spoken of: what the documents tell of such goods."""
    goods, focus = mind.shop.goods, mind.focus
    own = [word for word in mention.words if goods.place(word) >= NAMES]
    strange = [word for word in mention.words if goods.strange(word)]
    if focus is None or not (own and strange) or mention.quantity is not None or signs.PRICE_OF.search(mind.acts.asked):
        return None
    told = quoted(mind, "") if all(shares([word], focus.name) for word in own) else None
    return told if told and any(shares([word], told) for word in strange) else None


def _named(mind: Mind, mention: Mention) -> Generator[list[Ask], list[Done], list[Product]]:
    """The goods that a question is about; none: what there is to say instead is said."""
    if of_service(mind, mention):
        return []
    products = (yield from _by_size(mind, mention)) if mention.by_price else _known(mind, mention)
    own = kin(mind) if products is None and not mention.words else None
    if own is not None:  # `e a de 500, quanto tá?`
        noun = product_words(fold(own.base or own.name))[:2]
        done = yield [Ask("search_products", {"query": " ".join([*noun, *mention.soft]), "limit": FOUND})]
        products = most_alike(own, others_in(mind, mention, products_of(done[-1])))
    if products is None and mind.offers("search_products"):
        words = [*mention.words, *mention.soft]
        done = yield [Ask("search_products", {"query": " ".join(query_words(words)), "limit": FOUND})]
        found = products_of(done[-1])
        products = fitting(found, mention)
        if not products and (told := price_told(mind.shop.passages, mention.words)):
            mind.says.append(Say("text", text=told))
            return []
        products = products or nearest(found, mention)
        if mention.by_price and one_group(products):  # `what's in the large basket?`
            products = best_by_price(to_be_had(products), mention.by_price)
    if not products:
        if told := price_in(mind.shop.passages, mention.words) or quoted(mind, ""):
            mind.says.append(Say("text", text=told))
        elif mention.words and not (mind.acts.haggles or everyday(mention)):
            mind.say("nothing", query='"' + " ".join(mention.words) + '"')
        return []
    return products


def _counted_in(mind: Mind) -> Generator[list[Ask], list[Done], bool]:
    """`vem quantos no pacote?`: what the name or the shop tells of the thing that is spoken of."""
    product = telling.spoken_of(mind)
    if product is None or not _HOW_MANY.search(mind.acts.asked):
        return False
    if found := _PACK_OF.search(fold(product.name)):
        telling.say_fact(mind, product, found[0])
        return True
    return (yield from of_the_focus(mind))


def _by_size(mind: Mind, mention: Mention) -> Generator[list[Ask], list[Done], list[Product] | None]:
    """`e a menor, quanto é?`: of what was listed, or the same thing in its other sizes."""
    known = spread(mind.listed)
    if len(known) < 2 and mind.focus is not None and mind.offers("search_products"):
        named = tuple(word for word in name_words(fold(mind.focus.base or mind.focus.name))[0] if not word[0].isdigit())
        done = yield [Ask("search_products", {"query": " ".join(named), "limit": FOUND})]
        known = fitting(products_of(done[-1]), Mention(named))
    known = fitting(known, mention) if mention.words else known
    return best_by_price(to_be_had(known), mention.by_price) if known and mention.by_price else None


def of_what_was_taken(mind: Mind) -> Steps:
    """`quero o amadeirado. dura bastante?`: what is asked along with goods that were put in."""
    acts = mind.acts
    if acts.changes and _WHAT_IS_IN.search(acts.asked):
        choice = mind.pending
        yield from _all_told(mind, spread(choice.options) if choice is not None and choice.kind == "choose" else [])
    if acts.looks and len(acts.asks) > 1 and _OF_IT.search(acts.asks[-1]) and all(x.what == "list" for x in mind.says):
        yield from _all_told(mind, spread(mind.listed))
    told = (
        mind.says or acts.questions or acts.about or acts.looks or acts.traits or acts.method or acts.way or acts.total
    )
    if told or not (mind.changed and acts.changes and acts.asks_something and acts.asked) or mind.pending is not None:
        return
    product, asked = telling.spoken_of(mind), telling.asked_of_one(mind)
    if product is not None and asked and (yield from telling.tell(mind, product, asked)):
        return
    if _CART_TELLS.search(acts.asked):
        return
    if found := quoted(mind, ""):
        mind.says.append(Say("text", text=found))
    else:
        mind.say("not_told")


# `quero uma cesta, o que vem nela?`
_WHAT_IS_IN = expression(
    r"\b(?:o\s+que\s+(?:e\s+que\s+)?(?:vem|tem|inclui|acompanha)|vem\s+(?:com\s+)?o\s+que|(?:e|sao)\s+feit[oa]s?\s+de\s+que|"
    r"what(?:'s|\s+is|\s+comes)\s+(?:in|with)|what\s+does\s+it\s+(?:come\s+with|have|include))\b"
)


# `vocês vendem café em grãos? de onde ele é?`
_OF_IT = expression(r"\b(?:el[ea]|d?ess[ea]|[dn]el[ea]|it|its)\b")


def _all_told(mind: Mind, kinds: list[Product]) -> Steps:
    """All that is told of a thing in one kind or several, before it is asked about them."""
    if not kinds or not (len(kinds) == 1 or one_group(kinds)) or not mind.may_search:
        return
    told = yield from telling.details(mind, kinds[0])
    if told and (sentences := " ".join(telling.facts(told))):
        mind.says.insert(0, Say("text", text=f"{kinds[0].name}: {sentences}"[:MAX_QUOTE]))


def of_the_focus(mind: Mind) -> Generator[list[Ask], list[Done], bool]:
    """What the shop tells of the product that is spoken of; one word in common gives way to what a document says."""
    product, asked = telling.spoken_of(mind), telling.asked_of_one(mind)
    if product is None or not asked:
        return False
    return (yield from telling.tell(mind, product, asked, least=2 if quoted(mind, "") else 1))


def of_goods(mind: Mind, question: Question, answer: str | None) -> Generator[list[Ask], list[Done], bool]:
    """`mantém quente por quanto tempo?`, `tem garantia?`: of the product, where it tells more of that than the shop."""
    product = telling.spoken_of(mind)
    if product is None or question.topic not in _OF_GOODS:
        return False
    against = telling.fact_for([answer or ""], question.text, product.name)
    more = question.topic != "warranty"  # how long a thing's own is goes before what the shop's covers
    least = max(_OF_GOODS[question.topic], (against[0] if against else 0) + more)
    return (yield from telling.tell(mind, product, question.text, least=least))


def _known(mind: Mind, mention: Mention) -> list[Product] | None:
    listed = spread(mind.listed)
    asked = mind.state.dialogue.pending
    if mention.product_id:
        return [one for one in spread(asked.options if asked else ()) if one.product_id == mention.product_id][:1]
    if mention.position is not None:
        at = mention.position
        return spread([mind.listed[at - 1 if at > 0 else at]]) if at <= len(mind.listed) and mind.listed else []
    if mention.empty:
        if mind.focus is not None:
            return spread([mind.focus])
        return listed or [
            Product(line.product_id, line.name, price=line.unit_price_cents / 100) for line in mind.cart.lines
        ]
    kinds = asked.options if asked is not None and asked.kind == "choose" and not asked.near else ()
    known = [*listed, *spread([mind.focus] if mind.focus else [])] or spread(kinds)  # `e na cinza, quanto?`
    numbers = [word for word in mention.soft if word[0].isdigit()]
    if numbers and not mention.words and not any(shares(numbers, one.name) for one in known):
        return None  # `e o de 3?`, of what was shown in 5 kg
    if (part := _FRACTION.search(mind.acts.asked)) and not any(part[0] in one.name for one in known):
        return None  # `e a de 1/4?`, of what was shown in 1/2
    head = mention.words[:1]
    if head and mind.shop.goods.place(head[0]) == BEGINS and not any(shares(head, one.name) for one in known):
        return None  # `e top preto, qto?`, where a black legging was shown
    found = [] if is_another(known, mention) and (kin(mind) or mention.words) else fitting(known, mention)
    unique = list({product.product_id: product for product in found}.values())
    shown = {product.product_id for product in known}
    if len(unique) == len(shown) and one_group(unique) and shares(mention.words[:1], unique[0].name):
        return unique  # `quanto custa a resistência?`, of the one that was shown and comes in kinds
    return unique if len(unique) == 1 else told_apart(known, mention) or None


def _the_one(product: Product, told: Any) -> Product:
    """The product as the tool tells it, which may stand among the variants of its group."""
    found = {each.product_id: each for each in variants_of([told])}
    whole = found.get(product.product_id) or msgspec.convert(told, Product)
    return msgspec.structs.replace(whole, description=str(told.get("description") or ""))


def details(mind: Mind, product: Product, quantity: int | None, asked: str = "") -> Steps:
    """All of a product, or the one fact that answers what is asked of it."""
    told = yield from telling.details(mind, product)
    if told is not None:
        try:
            product = _the_one(product, told)
        except msgspec.ValidationError:
            mind.say("failed")
            return
        if asked and (found := telling.fact_for(telling.facts(told), asked, product.name)):
            telling.say_fact(mind, product, found[1])
            return
        if counts := counts_told(mind.shop.passages, asked, product.name):
            telling.say_fact(mind, product, counts)
            return
    mind.focus = product.listed
    if product.in_stock and signs.STOCK_OF.search(mind.acts.asked):
        mind.say("in_stock", name=product.name)
    held = any(line.product_id == product.product_id for line in mind.cart.lines)
    values = ({"held": "1"} if held else {}) | ({"limits": "1"} if telling.is_untold(product, asked) else {})
    mind.says.append(Say("details", values, products=(product,), quantity=quantity))
    if product.in_stock and not held:
        mind.pending = Pending("quantity", (product.listed,), quantity)
