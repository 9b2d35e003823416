"""Searching and describing products: the assistant's turns around the catalogue tools."""

from collections.abc import Sequence
from typing import Any

import msgspec

from app.features.chat.assistant.documents import quote
from app.features.chat.assistant.phrases import Product, product_details, product_list, range_text, say
from app.features.chat.assistant.turn import Ask, Done, Turn
from app.features.chat.assistant.understand import Meaning, content_words
from app.features.chat.assistant.words import fold, in_portuguese, one_edit, price_range, stem, words

SHOWN = 5
ASKED = 20


def products_of(done: Done) -> list[Product]:
    """The products a tool answered; nothing when it failed."""
    try:
        return msgspec.convert(done.result.get("products", []), list[Product])
    except msgspec.ValidationError:
        return []


def next_of_search(turn: Turn, meaning: Meaning) -> str | list[Ask]:
    """Search, by price when one is named; when the price leaves nothing, show what comes closest."""
    if not turn.done:
        return [_first_search(turn, meaning)]
    found, priced = products_of(turn.done[-1]), meaning.min_price is not None or meaning.max_price is not None
    fitting = [product for product in found if _in_range(product, meaning)]
    matching = _matching(fitting, meaning.query)
    if matching or (fitting and not meaning.query):
        shown = _by_price(matching or fitting, meaning)[:SHOWN]
        head = "found_one" if len(shown) == 1 else meaning.by_price or "found"
        return product_list(say(head, meaning.language), shown, meaning.language)
    if priced and turn.round == 1 and meaning.query and "search_products" in turn.tools:
        return [_search_for(meaning.query)]
    return _closest(turn, meaning, found)


def _closest(turn: Turn, meaning: Meaning, found: Sequence[Product]) -> str:
    """Nothing fits: the price was too low, the word is another's, or the question is for the documents."""
    language = meaning.language
    matching = _matching(found, meaning.query)
    if matching and (meaning.min_price is not None or meaning.max_price is not None):
        limits = range_text(meaning.min_price, meaning.max_price, language)
        return product_list(say("out_of_range", language, range=limits), matching[:SHOWN], language)
    if passage := quote(turn.system, turn.text, at_least=2):
        return say("source", language, source=passage[0], text=passage[1])
    if found:
        wish = f'"{meaning.query}"' if meaning.query else "isso" if language == "pt" else "that"
        return product_list(say("nearby", language, query=wish), found[:3], language)
    return say("nothing", language, query=f'"{meaning.query}"' if meaning.query else "produtos")


def _first_search(turn: Turn, meaning: Meaning) -> Ask:
    own_words = content_words(price_range(turn.text)[2])
    priced = meaning.min_price is not None or meaning.max_price is not None
    # That tool ranks by the shopper's last message: of no use when the message is only a price.
    if priced and (own_words or not meaning.query) and "filter_products_by_price" in turn.tools:
        arguments: dict[str, Any] = {"limit": ASKED}
        if meaning.min_price is not None:
            arguments["min_price"] = meaning.min_price
        if meaning.max_price is not None:
            arguments["max_price"] = meaning.max_price
        return Ask("filter_products_by_price", arguments)
    return _search_for(meaning.query or turn.text[:200])


def _search_for(query: str) -> Ask:
    """The search, with the catalogue's own words for what an English-speaking shopper named."""
    translated = [name for word in words(query) for name in in_portuguese(word)]
    return Ask("search_products", {"query": " ".join([query, *translated]), "limit": ASKED})


def _by_price(products: Sequence[Product], meaning: Meaning) -> list[Product]:
    """In the order the shopper asked for; what has no price comes last."""
    if meaning.by_price is None:
        return list(products)
    sign = 1 if meaning.by_price == "cheapest" else -1
    return sorted(products, key=lambda product: (product.price is None, sign * (product.price or 0)))


def next_of_more(turn: Turn, meaning: Meaning) -> str | list[Ask]:
    """What was not shown yet of the last search."""
    if not turn.done:
        return [_search_for(meaning.query or turn.text[:200])]
    fresh = [product for product in products_of(turn.done[-1]) if product.name not in turn.memory.seen]
    matching = _matching(fresh, meaning.query)
    if not matching:
        return say("no_more", meaning.language)
    return product_list(say("more", meaning.language), matching[:SHOWN], meaning.language)


def next_of_details(turn: Turn, meaning: Meaning) -> str | list[Ask]:
    """Find the product by its name, then ask for its details."""
    name, language = meaning.picks[0].name, meaning.language
    if details := turn.of("get_product_details"):
        product = _product(details[-1])
        return product_details(product, language) if product else say("failed", language)
    if not turn.done:
        return [Ask("search_products", {"query": name, "limit": 10})]
    found = products_of(turn.done[-1])
    best = best_match(found, name)
    if len(best) == 1 and "get_product_details" in turn.tools:
        return [Ask("get_product_details", {"product_id": best[0].product_id})]
    if len(best) == 1:
        return product_details(best[0], language)
    if best:
        return product_list(say("found", language), best[:SHOWN], language)
    return say("nothing", language, query=f'"{name}"')


def _product(done: Done) -> Product | None:
    if done.failed:
        return None
    try:
        return msgspec.convert(done.result.get("product", done.result), Product)
    except msgspec.ValidationError:
        return None


def best_match(products: Sequence[Product], name: str) -> list[Product]:
    """The product of that very name; else those whose name has every word of it; else none."""
    exact = [product for product in products if fold(product.name) == fold(name)]
    if exact:
        return exact[:1]
    wanted = {stem(word) for word in words(name)}
    holding = [p for p in products if wanted and wanted <= {stem(word) for word in words(p.name)}]
    return holding or [p for p in products if wanted and all(_near(word, words(p.name)) for word in wanted)]


def _in_range(product: Product, meaning: Meaning) -> bool:
    if meaning.min_price is None and meaning.max_price is None:
        return True
    price = product.price
    return price is not None and (meaning.min_price or 0) <= price <= (meaning.max_price or float("inf"))


def _matching(products: Sequence[Product], query: str) -> list[Product]:
    """The products that share words with the query, those that share most first, else in the search's order.

    The search always answers its nearest products, however far; a shopper wants to hear `we have none`.
    """
    wanted = [(stem(word), *map(stem, in_portuguese(word))) for word in words(query)]
    if not wanted:
        return list(products)
    ranked = []
    for at, product in enumerate(products):
        text = words(f"{product.name} {product.category or ''} {product.description}")
        shared = sum(any(_near(name, text) for name in names) for names in wanted)
        in_name = sum(any(_near(name, words(product.name)) for name in names) for names in wanted)
        if shared:
            ranked.append((-shared, -in_name, at, product))
    best = -min((entry[0] for entry in ranked), default=0)
    enough = best if best <= 2 else best - 1
    return [entry[3] for entry in sorted(ranked, key=lambda entry: entry[:3]) if -entry[0] >= enough]


def _near(wanted: str, text: Sequence[str]) -> bool:
    """A stem among the words, allowing one slip in words of five letters or more."""
    return any(
        wanted == stem(word) or (len(wanted) >= 5 and (one_edit(wanted, stem(word)) or stem(word).startswith(wanted)))
        for word in text
    )
