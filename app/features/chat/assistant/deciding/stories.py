"""What a story is about: spoken of from then on, and told apart by it."""

from collections.abc import Sequence

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.deciding.cart.choosing import FOUND, products_of, query_words
from app.features.chat.assistant.deciding.mind import Ask, Mind, Steps
from app.features.chat.assistant.language.goods import BEGINS
from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.products.alike import plainly_called
from app.features.chat.assistant.products.matching import Product, fitting, nearly, shared, together
from app.features.chat.assistant.products.name_words import product_words


def of_story(mind: Mind, products: list[Product]) -> list[Product]:
    """`I'm renovating my kitchen and need a tap`: the one of them that is called as what the story tells of."""
    story = mind.acts.recalls
    told = [one for one in products if story is not None and shared(one, story)]
    return told if len(together(told)) == 1 else products


def recall(mind: Mind) -> Steps:
    """What a story is about is spoken of from then on; nothing is shown for it."""
    mention, acts = mind.acts.recalls, mind.acts
    named = {word for word in product_words(fold(acts.text)) if mind.shop.goods.place(word) == BEGINS}
    known = mention is not None and named <= {*mention.words, *mention.soft}
    if (
        acts.tells and acts.asks_something and len(named) == 1 and not known
    ):  # `a barraca dele alagou, a de vocês aguenta chuva?`
        mention = Mention(tuple(named))
    looks = any(not one.guess for one in acts.looks)
    goods = mind.shop.goods
    if mention is not None and goods.asked and not any(goods.place(word) for word in mention.words):
        return  # `no centro` is no `cento`
    if (
        mention is None
        or acts.changes
        or looks
        or acts.suggest
        or acts.unread  # which may be what is wanted
        or mind.cart.lines
        or not mind.offers("search_products")
    ):
        return
    done = yield [Ask("search_products", {"query": " ".join(query_words(mention.words))[:400], "limit": FOUND})]
    speak_of(mind, products_of(done[-1]), mention)


def speak_of(mind: Mind, found: Sequence[Product], mention: Mention) -> None:
    """The one thing among them that is meant is spoken of from then on."""
    meant = plainly_called(fitting(found, mention), mention) or [
        one for one in nearly(found, mention) if shared(one, mention) >= 2
    ]
    if meant and len(together(meant)) == 1:
        mind.listed = tuple(together(meant))
        mind.focus = mind.listed[0]
