"""What the shop tells of one product: the sentence that answers a question about it, and no other. Pure."""

from collections.abc import Generator, Mapping, Sequence
from typing import Any

import msgspec

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.deciding.answering.aspects import ALIKE, ASPECTS, CONTAINS, tells_limit, tells_size
from app.features.chat.assistant.deciding.answering.facts import alike, sentences
from app.features.chat.assistant.deciding.cart.choosing import of_line
from app.features.chat.assistant.deciding.mind import MAX_ROUNDS, Ask, Done, Mind, Say
from app.features.chat.assistant.documents.most_told import AMOUNT
from app.features.chat.assistant.language import signs
from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.words import fold, in_portuguese, stem, without_diminutive, words
from app.features.chat.assistant.products.matching import (
    Product,
    described,
    nearly,
    one_group,
    shared,
    spread,
    together,
)
from app.features.conversations.state import Listed, Pending
from app.ops.expressions import expression

_ASKED_WITH = """que qual quais tem voces para pra com uma uns dos das por como onde ate nao sem meu minha
    the for with"""
_ASKING = frozenset(map(stem, _ASKED_WITH.split()))
MAX_TOLD = 400
_THE_ONE = expression(r"\b(?:the|that)\s+(?:\w+\s+){0,3}ones?\b")
MAX_KINDS, MOST_KINDS = 3, 6
# What nearly every question about a product says, and nearly every description.
_EMPTY = v.FILLER | frozenset(
    """vem vir usa usar uso serve servir funciona funcionar precisa precisar aguenta fica ficar faz fazer feito feita
    mesmo junto dentro boa bom legal qualidade tamanho original verdade aceita vale pena parece dela dele delas deles
    nele nela come tecido material comes use used work works need needs good quality really""".split()  # noqa: SIM905
)
# `por quanto tá saindo o pala aí, tchê?`
_ASKS_PRICE = expression(
    r"(?:(?:quanto|preco|valor|cust\w+|sai\w*|fica\w*|cobra\w*|cost\w*|price|much|how|tche|moc[ao]|amig[ao]|querid[ao]|gente|entao|hoje)\s*)+"
)
_IN_GENERAL = (signs.PRICE_OF, signs.STOCK_OF, signs.SUPPOSES, signs.DIFFERENCE)


def facts(product: Mapping[str, Any]) -> list[str]:
    """The sentences of its description, and each attribute as one: `Marca: Lumen`."""
    told = sentences(str(product.get("description") or ""))
    attributes = product.get("attributes")
    pairs = attributes.items() if isinstance(attributes, Mapping) else ()
    return told + [f"{str(key).replace('_', ' ').capitalize()}: {plain(value)}" for key, value in pairs if value]


def is_measured(asked: str) -> bool:
    """It asks for the weight, the measures, the material or how long it lasts."""
    return any(asks.search(asked) for asks, _ in ASPECTS)


def fact_for(told: Sequence[str], asked: str, name: str) -> tuple[int, str] | None:
    """The one of the facts that answers, and how many words of the question it has; asked: folded; name: the product's,
    whose words tell none of its sentences from another."""
    own = set(map(stem, words(fold(name))))
    wanted = [word for word in words(asked) if len(word) >= 3 and word not in _EMPTY and stem(word) not in own]
    measures = [answers for asks, answers in (*ASPECTS, *ALIKE) if asks.search(asked)]
    contains = CONTAINS[0].search(asked) is not None
    best: tuple[int, str] | None = None
    measured, amounts = 0, set(AMOUNT.findall(asked))
    for one in told:
        folded = fold(one)
        said = [*words(folded), *words(folded.replace("-", " ")), *words(folded.replace("-", ""))]
        shared = sum(any(alike(form, other) for form in _forms(word) for other in said) for word in wanted)
        of_measures = sum(answers.search(folded) is not None for answers in measures)
        shared += of_measures + 2 * tells_size(asked, folded)
        shared += tells_limit(asked, folded) + bool(amounts & set(AMOUNT.findall(folded)))
        shared += bool(shared and contains and CONTAINS[1].search(folded))
        if shared and (best is None or (shared, of_measures) > (best[0], measured)):
            best, measured = (shared, one[:MAX_TOLD]), of_measures
    return best


def _forms(word: str) -> tuple[str, ...]:
    return (word, *in_portuguese(word))


def plain(value: Any) -> str:
    """A detail's value as it is said."""
    return ", ".join(map(str, value)) if isinstance(value, list) else str(msgspec.to_builtins(value))


def spoken_of(mind: Mind) -> Product | None:
    """The one product that a question without a name is about: what was told of last, or all that is in the cart."""
    if mind.focus is not None:
        return spread([mind.focus])[0]  # of a thing that comes in several kinds, any
    asked = mind.state.dialogue.pending
    if asked is not None and asked.kind == "choose" and one_group(kinds := spread(asked.options)):
        return kinds[0]
    return of_line(mind.cart.lines[0]) if len(mind.cart.lines) == 1 else None


def thing_of(mind: Mind, product: Product) -> Listed | None:
    """The thing in several kinds that is spoken of or asked about, of which the product is one; None where the product
    is meant by itself."""
    asked = mind.state.dialogue.pending
    known = [mind.focus] if mind.focus is not None else together(spread(asked.options)) if asked is not None else []
    return next((one for one in known if len(one.each) > 1 and one.group == product.group), None)


def tell(mind: Mind, product: Product, asked: str, *, least: int = 1) -> Generator[list[Ask], list[Done], bool]:
    """Say the fact that answers; False where the shop tells nothing with that many words of the question."""
    if product.product_id not in mind.details and mind.rounds >= MAX_ROUNDS:
        return False
    done = yield from details(mind, product)
    found = fact_for(facts(done), asked, product.name) if done else None
    if found is None or found[0] < least:
        return False
    say_fact(mind, product, found[1])
    return True


def of_shown(mind: Mind, mention: Mention) -> Generator[list[Ask], list[Done], list[Product]]:
    """`the waterproof one`: those before the shopper of which the shop says so, where it says it of some."""
    things = [spread([each])[0] for each in mind.listed]
    if not 1 < len(things) <= MOST_KINDS or not mention.words or not _THE_ONE.search(fold(mind.acts.text)):
        return []
    if not mind.may_search or not mind.offers("get_product_details"):
        return []
    done = yield [Ask("get_product_details", {"product_id": one.product_id}) for one in things]
    told = [answer.result.get("product") for answer in done]
    whole = [
        msgspec.structs.replace(one, description=". ".join(facts(each)))
        for one, each in zip(things, told, strict=False)
        if isinstance(each, Mapping)
    ]
    numbers = {word for word in mention.soft if word.isdigit()}
    found = [one for one in whole if described(one, mention) and numbers <= set(words(one.description))]
    return found if len(found) < len(things) else []


def tell_kinds(mind: Mind, kinds: Sequence[Product], asked: str) -> Generator[list[Ask], list[Done], bool]:
    """Say the fact that answers of a thing that comes in several kinds, for each kind where it differs; False where
    the shop tells none, or too many. The thing is spoken of from then on."""
    if not mind.may_search or not mind.offers("get_product_details"):
        return False
    done = yield [Ask("get_product_details", {"product_id": one.product_id}) for one in kinds[:MOST_KINDS]]
    found: dict[str, Product] = {}
    for one, answer in zip(kinds, done, strict=False):
        whole = answer.result.get("product")
        told = fact_for(facts(whole), asked, one.name) if isinstance(whole, dict) else None
        if told is None:
            return False
        found.setdefault(told[1], one)
    if len(found) > MAX_KINDS:
        return False
    thing = together(kinds)
    mind.listed, mind.focus = tuple(thing), thing[0]
    for fact, one in found.items():
        named = kinds[0].base or kinds[0].name if len(found) == 1 else one.name
        mind.says.append(Say("text", text=f"{named}: {fact}"))
    return True


def details(mind: Mind, product: Product) -> Generator[list[Ask], list[Done], Mapping[str, Any] | None]:
    """All that the shop tells of a product, asked for once a turn; None where it cannot be had."""
    if product.product_id not in mind.details and mind.offers("get_product_details"):
        done = yield [Ask("get_product_details", {"product_id": product.product_id})]
        told = done[-1].result.get("product")
        if done[-1].failed is None and isinstance(told, dict):
            mind.details[product.product_id] = told
    return mind.details.get(product.product_id)


def say_fact(mind: Mind, product: Product, fact: str) -> None:
    """The fact, and the question that is open: how many, where the product is not in the cart yet."""
    held = any(line.product_id == product.product_id for line in mind.cart.lines)
    if thing_of(mind, product) is not None:
        thing = msgspec.structs.replace(product, name=product.base or product.name)
        mind.says.append(Say("fact", {"held": "1"} if held else {}, products=(thing,), text=fact))
        mind.pending = mind.state.dialogue.pending
        return
    mind.focus = product.listed
    mind.says.append(Say("fact", {"held": "1"} if held else {}, products=(product,), text=fact))
    if product.in_stock and not held:
        asked = mind.state.dialogue.pending
        same = asked is not None and asked.kind == "quantity" and asked.options == (product.listed,)
        mind.pending = asked if same else Pending("quantity", (product.listed,))


def asked_of_one(mind: Mind) -> str:
    """What is asked of one product, beyond its price or all that is known of it."""
    acts = mind.acts
    whole = signs.MORE_OF.search(acts.asked) and not is_measured(acts.asked)
    if len(acts.about) > 1 or whole or any(one.search(acts.asked) for one in _IN_GENERAL):
        return ""
    return f"{acts.asked} {acts.wears}".strip()


def asks_beyond(product: Product, asked: str) -> bool:
    """Something is asked besides the thing itself: not in `e o contrafilé?`."""
    return bool(_beyond(product, asked))


def is_untold(product: Product, asked: str) -> bool:
    """Something is asked besides the thing itself and its price that what the shop tells of it does not touch: not in
    `mata pulga?` of what is `não é antipulgas`."""
    beyond, told = _beyond(product, asked), fold(product.description)
    if not beyond or _ASKS_PRICE.fullmatch(" ".join(beyond)):
        return False
    content = [word for word in beyond if len(word) >= 4 and word not in _EMPTY and word not in v.EVERYDAY]
    return not any(stem(form) in told for word in content for form in _forms(word))


def _beyond(product: Product, asked: str) -> list[str]:
    written = "".join(words(product.name))
    return [word for word in words(asked) if len(word) > 2 and word not in v.FILLER and stem(word) not in written]


def saying_most(products: Sequence[Product], text: str) -> list[Product]:
    """`que planta aguenta pouca luz?`: those whose description speaks of it."""
    asked = {stem(without_diminutive(word) or word) for word in words(text) if len(word) >= 3} - _ASKING
    ranked = [(len(asked & {stem(word) for word in words(one.description) if len(word) >= 3}), one) for one in products]
    best = max((count for count, _ in ranked), default=0)
    return [one for count, one in ranked if count == best] if best >= 2 else []


def partly_named(products: Sequence[Product], mention: Mention) -> list[Product]:
    """`o protetor solar serve pra bebe`: two words of a name make it the subject, in each of its kinds, or one that no
    other has."""
    wanted = len(mention.words)
    two = [product for product in nearly(products, mention) if wanted > 1 and shared(product, mention) >= 2]
    two = [one for one in two if one is two[0] or (one.group is not None and one.group == two[0].group)]
    own = {word for word in mention.words if len(word) >= 6 and word not in v.EVERYDAY}
    named = [product for product in products if own & set(words(product.name))]
    return two or (named if len(named) == 1 else [])  # `o alentejo é safra 2019?`
