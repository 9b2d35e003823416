"""Products told of one by one: in detail, compared, and what a question asks of them."""

import re
from collections.abc import Generator, Sequence
from typing import Any

import msgspec

from app.features.chat.assistant.acts import Mention, Question
from app.features.chat.assistant.deciding import telling
from app.features.chat.assistant.deciding.advising import by_need
from app.features.chat.assistant.deciding.by_lots import lot_asked
from app.features.chat.assistant.deciding.choosing import (
    FOUND,
    SHOWN,
    best_by_price,
    kin,
    others_in,
    products_of,
    query_words,
    to_be_had,
    variants_of,
)
from app.features.chat.assistant.deciding.comparing import compare, of_all, told_sum
from app.features.chat.assistant.deciding.mind import Ask, Done, Mind, Say, Steps, quoted
from app.features.chat.assistant.deciding.pointing import is_another
from app.features.chat.assistant.deciding.showing import invite, several
from app.features.chat.assistant.deciding.stories import speak_of
from app.features.chat.assistant.deciding.taking import tell_step
from app.features.chat.assistant.documents.answers import answer_to, counts_told, says_word, speaks_of
from app.features.chat.assistant.documents.passages import price_in, price_told
from app.features.chat.assistant.language import signs
from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.goods import NAMES
from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.language.words import words as words_of
from app.features.chat.assistant.products.matching import (
    Product,
    called_so,
    everyday,
    first,
    fitting,
    nearly,
    one_group,
    spread,
    together,
)
from app.features.chat.assistant.products.mentions import name_words, product_words
from app.features.chat.assistant.reading.asking import ASPECT
from app.features.chat.assistant.reading.sums import how_many
from app.features.conversations.state import Pending

# Questions that may be of a product as well as of the shop, and how many of their words it has to tell of.
_OF_GOODS = {"time": 2, "warranty": 1, "gift": 1}
_OF_THE_SHOP = re.compile(r"\b(?:voces|vcs|loja|site|empresa|are\s+you|your|shop|store)\b")
# A verb, and what stands with it: `cabe na mochila`.
_BESIDE = (
    r"^(?:e\s+)?\w+(?:\s+\w+)?\s+(?:n[oa]s?|em|com|dentro\s+d[oa]|pr[ao]s?|para|in|into|with|on|for)\s+"
    r"(?:[oa]s?\s+|uma?\s+|the\s+|an?\s+|meus?\s+|minhas?\s+|my\s+)?{}\b"
)
_ON_GOODS = ("exchange", "warranty")
_AND = re.compile(r"^(?:e|and|mas)\s")
# Of what is spoken of: `faz barulho?`
_DOES = re.compile(r"^(?:(?:e|mas|el[ea]s?)\s+)*(?:faz(?:em)?|fica[m]?|da|pode[m]?|precisa[m]?|does\s+it|is\s+it)\s")
# Asked beside goods that are put in, and told by the cart: `vcs têm tudo?`, `quanto é?`
_CART_TELLS = re.compile(
    r"\b(?:tem|tens|teria[m]?|have|got)\s+(?:tudo|tod[oa]s|iss?o|ess[ea]s?|ai|disponivel|everything|it|them)\b|\bquanto\b|\bprecos?\b|\bhow\s+much\b|"
    r"^(?:pode(?:\s+ser)?|certo|ok|beleza|da)$"
)
_HOW_MANY = re.compile(r"\bquant[oa]s\b|\bhow\s+many\b")
_PACK_OF = re.compile(
    r"\b(?:(?:pacote|caixa|kit|pack|cartela|rolo|fardo)\s+)?(?:com|c/)\s*\d+(?:\s+\w+)?|\b\d+\s*(?:un\w*|folhas|pecas|pares|rolos)\b"
)


def about(mind: Mind) -> Steps:
    """One product in detail, or what so many of it cost."""
    acts = mind.acts
    if acts.compares and (yield from compare(mind)):
        return
    priced = len(acts.about) == 2 and all(one.words for one in acts.about) and signs.PRICE_OF.search(acts.asked)
    if len(acts.about) > 2 or (priced and not acts.compares):
        yield from several(mind, acts.about[:5])
        told_sum(mind, acts.about)
        return
    compared: list[Product] = []
    for mention in mind.acts.about[:2]:
        if mention.every and not mention.words and not (mind.listed or mind.cart.lines):
            mind.pending = mind.state.dialogue.pending
            mind.say("which")
            continue
        if mention.empty and (yield from _counted_in(mind)):
            continue
        counts = mention.quantity is not None  # `e se eu levar 2?`
        if (
            mention.empty and not counts and mind.focus is not None and (told := quoted(mind, ""))
        ):  # `dura quantos dias?`
            mind.says.append(Say("text", text=told))
            mind.pending = mind.state.dialogue.pending
            continue
        products = (yield from _by_size(mind, mention)) if mention.by_price else _known(mind, mention)
        own = kin(mind) if products is None and not mention.words else None
        if own is not None:  # `e a de 500, quanto tá?`
            noun = product_words(fold(own.base or own.name))[:2]
            done = yield [Ask("search_products", {"query": " ".join([*noun, *mention.soft]), "limit": FOUND})]
            products = others_in(mind, mention, products_of(done[-1]))
        if products is None and mind.offers("search_products"):
            words = [*mention.words, *mention.soft]
            done = yield [Ask("search_products", {"query": " ".join(query_words(words)), "limit": FOUND})]
            found = products_of(done[-1])
            products = fitting(found, mention)
            if not products and (told := price_told(mind.shop.passages, mention.words)):
                mind.says.append(Say("text", text=told))
                continue
            products = products or nearly(found, mention)
            if mention.by_price and one_group(products):  # `what's in the large basket?`
                products = best_by_price(to_be_had(products), mention.by_price)
        if not products:
            if told := price_in(mind.shop.passages, mention.words) or quoted(mind, ""):
                mind.says.append(Say("text", text=told))
            elif mention.words and not (mind.acts.haggles or everyday(mention)):
                mind.say("nothing", query='"' + " ".join(mention.words) + '"')
            continue
        products, mention = lot_asked(mind, products, mention)
        if len(products) > 1:
            if mind.acts.asks_something and (yield from of_all(mind, products)):
                continue
            mind.show(first(products, SHOWN), "found")
            invite(mind)
            if mention.quantity and mind.pending is not None:  # `faz 2 marmitas por 40?`: still two of them
                mind.pending = msgspec.structs.replace(mind.pending, quantity=mention.quantity)
            continue
        count = how_many(products[0], msgspec.structs.replace(mention, soft=()))
        yield from _details(mind, products[0], count, telling.asked_of_one(mind))
        if mention.measure and count is None:
            tell_step(mind, products[0], mention.measure)
        compared.append(products[0])
    if len(compared) > 1:
        mind.listed, mind.focus = tuple(together(compared)), None
        mind.seen = (*mind.seen, *mind.listed)
        mind.pending = Pending("choose", mind.listed)


def _counted_in(mind: Mind) -> Generator[list[Ask], list[Done], bool]:
    """`vem quantos no pacote?`: what the name or the shop tells of the thing that is spoken of."""
    product = telling.spoken_of(mind)
    if product is None or not _HOW_MANY.search(mind.acts.asked):
        return False
    if found := _PACK_OF.search(fold(product.name)):
        telling.say_fact(mind, product, found[0])
        return True
    return (yield from _of_the_focus(mind))


def _by_size(mind: Mind, mention: Mention) -> Generator[list[Ask], list[Done], list[Product] | None]:
    """`e a menor, quanto é?`: of what was listed, or the same thing in its other sizes."""
    known = spread(mind.listed)
    if len(known) < 2 and mind.focus is not None and mind.offers("search_products"):
        named = tuple(word for word in name_words(fold(mind.focus.base or mind.focus.name))[0] if not word[0].isdigit())
        done = yield [Ask("search_products", {"query": " ".join(named), "limit": FOUND})]
        known = fitting(products_of(done[-1]), Mention(named))
    known = fitting(known, mention) if mention.words else known
    return best_by_price(to_be_had(known), mention.by_price) if known and mention.by_price else None


def wonder(mind: Mind) -> Steps:
    """A question that may be about a product: what is known of it, if it is one."""
    for mention in mind.acts.wonders[:1]:
        if mind.says or not mind.offers("search_products"):
            return
        goods = mind.shop.goods
        if mind.acts.service and len(mention.words) > 1:  # `montam a cama?` is of the bed
            named = tuple(word for word in mention.words if word != mind.acts.service)
            mention = msgspec.structs.replace(mention, words=named)
        strange = goods.asked and all(goods.place(word) < NAMES for word in mention.words)
        if mind.focus is not None and strange and _DOES.match(mind.acts.asked):
            break  # `faz barulho?` is of what is spoken of, whatever else makes none
        done = yield [Ask("search_products", {"query": " ".join(query_words(mention.words)), "limit": FOUND})]
        if ASPECT.match(mind.acts.asked):  # `qual a gramatura da toalha?`
            named = tuple(word for word in mention.words if goods.place(word) >= NAMES)
            mention = msgspec.structs.replace(mention, words=named or mention.words)
        found = fitting(products_of(done[-1]), mention)
        found = found if any(called_so(one, mention) for one in found) else []
        if _is_beside(mind, mention):
            if told := quoted(mind, ""):
                mind.says.append(Say("text", text=told))
                return
            if (yield from _all_of_the_focus(mind)):
                return
        if not found and not _others(mind, products_of(done[-1]), mention) and (yield from _of_the_focus(mind)):
            return
        if len(found) > 1 and (told := quoted(mind, "")):  # `a cerveja vem gelada?`
            mind.says.append(Say("text", text=told))
            return
        again = _as_before(mind, mention) if _AND.match(fold(mind.acts.text)) else None
        if again and mind.state.dialogue.topic in _ON_GOODS:  # `e toalha?`, after a question on exchanges
            mind.says.append(Say("text", text=again))
            return
        if not found and (told := quoted(mind, "") or _as_before(mind, mention)):
            mind.says.append(Say("text", text=told))
            if mind.focus is None and mind.state.dialogue.pending is None:
                speak_of(mind, products_of(done[-1]), mention)
            return
        found = found or fitting(products_of(done[-1]), mention) or telling.partly_named(products_of(done[-1]), mention)
        held = [one for one in found if any(line.product_id == one.product_id for line in mind.cart.lines)]
        found = held if len(held) == 1 else found  # `a alface já vem lavada?`, of the one in the cart
        found = found or telling.saying_most(products_of(done[-1]), mind.acts.text)
        own = [word for word in mention.words if len(word) >= 5 and word not in v.EVERYDAY]
        if (
            not found and own and (told := says_word(mind.shop.passages, own[-1], goods=goods.place(own[-1]) >= NAMES))
        ):  # `o que vai bem com churrasco?`
            mind.says.append(Say("text", text=told))
            return
        if len(found) == 1:
            yield from _details(mind, found[0], None, telling.asked_of_one(mind))
        elif found and not ((yield from by_need(mind, mention.words, found)) or (yield from of_all(mind, found))):
            mind.show(first(found, SHOWN), "found")
            invite(mind)
    yield from _of_what_is_spoken_of(mind)


def _of_what_is_spoken_of(mind: Mind) -> Steps:
    """A question that names nothing: of the product that is spoken of, of the shop, or neither knows."""
    asks = mind.acts.asks_something and len(words_of(mind.acts.text)) > 1  # `hein?` asks nothing of a product
    asked = mind.state.dialogue.pending
    if mind.focus is None and asked is not None and asked.near and len(asked.options) == 1 and not mind.acts.looks:
        mind.focus = asked.options[0]
    if mind.says or mind.changed or mind.acts.changes or not asks or not all(one.guess for one in mind.acts.looks):
        return
    if (yield from _of_the_focus(mind)) or (yield from _of_each(mind)):
        return
    if told := quoted(mind, ""):
        mind.says.append(Say("text", text=told))
        return
    if mind.focus is None or _OF_THE_SHOP.search(mind.acts.asked):
        return
    about_it = spread([mind.focus])
    if len(about_it) == 1:
        yield from _details(mind, about_it[0], None, telling.asked_of_one(mind))
    else:
        mind.show(about_it, "found")
        invite(mind)


def of_what_was_taken(mind: Mind) -> Steps:
    """`quero o amadeirado. dura bastante?`: what is asked along with goods that were put in."""
    acts = mind.acts
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


def _is_beside(mind: Mind, mention: Mention) -> bool:
    """`cabe na mochila?` asks what is spoken of, not the bag."""
    product = telling.spoken_of(mind)
    if product is None or not mention.words or fitting([product], mention):
        return False
    return re.search(_BESIDE.format(re.escape(mention.words[0])), mind.acts.asked) is not None


def _others(mind: Mind, products: Sequence[Product], mention: Mention) -> bool:
    """`qual a validade do cartucho?`: the question names another product than the one that is spoken of."""
    product = telling.spoken_of(mind)
    named = fitting(products, mention) or telling.partly_named(products, mention)
    return product is not None and bool(named) and all(one.product_id != product.product_id for one in named)


def _all_of_the_focus(mind: Mind) -> Generator[list[Ask], list[Done], bool]:
    product, said = telling.spoken_of(mind), len(mind.says)
    if product is not None:
        yield from _details(mind, product, None, telling.asked_of_one(mind))
    return len(mind.says) > said


def _of_the_focus(mind: Mind) -> Generator[list[Ask], list[Done], bool]:
    """What the shop tells of the product that is spoken of; one word in common gives way to what a document says."""
    product, asked = telling.spoken_of(mind), telling.asked_of_one(mind)
    if product is None or not asked:
        return False
    return (yield from telling.tell(mind, product, asked, least=2 if quoted(mind, "") else 1))


def _of_each(mind: Mind) -> Generator[list[Ask], list[Done], bool]:
    """`can I use a metal spoon with it?`, of a few that were shown: what the shop tells of all of them."""
    shown = [each[0] for item in mind.listed if (each := spread([item]))]
    asked = telling.asked_of_one(mind)
    if mind.focus is not None or not 1 < len(shown) <= 3 or not asked or not mind.may_search:
        return False
    done = yield [Ask("get_product_details", {"product_id": one.product_id}) for one in shown]
    told = [answer.result.get("product") for answer in done]
    found = [telling.fact_for(telling.facts(one), asked, "") if isinstance(one, dict) else None for one in told]
    same = {one[1] for one in found if one is not None}
    if len(same) != 1 or None in found:
        return False
    mind.says.append(Say("text", text=same.pop()))
    mind.pending = mind.state.dialogue.pending
    return True


def of_goods(mind: Mind, question: Question, answer: str | None) -> Generator[list[Ask], list[Done], bool]:
    """`mantém quente por quanto tempo?`, `tem garantia?`: of the product, where it tells more of that than the shop."""
    product = telling.spoken_of(mind)
    if product is None or question.topic not in _OF_GOODS:
        return False
    against = telling.fact_for([answer or ""], question.text, product.name)
    more = question.topic != "warranty"  # how long a thing's own is goes before what the shop's covers
    least = max(_OF_GOODS[question.topic], (against[0] if against else 0) + more)
    return (yield from telling.tell(mind, product, question.text, least=least))


def _as_before(mind: Mind, mention: Mention) -> str | None:
    """`e lanche?` after the hours of something else: the same question again."""
    topic = mind.state.dialogue.topic
    found = answer_to(mind.shop.passages, Question(topic, mind.acts.text)) if topic else None
    return found if found and speaks_of(found, mention.words) else None


def _known(mind: Mind, mention: Mention) -> list[Product] | None:
    listed = spread(mind.listed)
    if mention.product_id:
        asked = mind.state.dialogue.pending
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
    known = [*listed, *spread([mind.focus] if mind.focus else [])]
    found = [] if is_another(known, mention) and kin(mind) else fitting(known, mention)
    unique = list({product.product_id: product for product in found}.values())
    return unique if len(unique) == 1 else None


def _the_one(product: Product, told: Any) -> Product:
    """The product as the tool tells it, which may stand among the variants of its group."""
    found = {each.product_id: each for each in variants_of([told])}
    whole = found.get(product.product_id) or msgspec.convert(told, Product)
    return msgspec.structs.replace(whole, description=str(told.get("description") or ""))


def _details(mind: Mind, product: Product, quantity: int | None, asked: str = "") -> Steps:
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
    values = ({"held": "1"} if held else {}) | ({"limits": "1"} if telling.asks_beyond(product, asked) else {})
    mind.says.append(Say("details", values, products=(product,), quantity=quantity))
    if product.in_stock and not held:
        mind.pending = Pending("quantity", (product.listed,), quantity)
