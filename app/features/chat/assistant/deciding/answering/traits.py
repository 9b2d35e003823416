"""Sizes and colours asked for of what was shown: `tem no 39?`, `e em azul?` The number alone is never searched for."""

from collections.abc import Sequence
from typing import Any

import msgspec

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.deciding.answering import by_chart
from app.features.chat.assistant.deciding.answering.telling import facts, plain
from app.features.chat.assistant.deciding.cart.choosing import (
    FOUND,
    SHOWN,
    choose,
    compared_size,
    of_line,
    products_of,
    query_words,
    to_be_had,
)
from app.features.chat.assistant.deciding.cart.pointing import called_by_price
from app.features.chat.assistant.deciding.mind import Ask, Mind, Say, Steps
from app.features.chat.assistant.documents.passages import size_meant
from app.features.chat.assistant.language.words import fold, in_portuguese, is_colour, stem, words
from app.features.chat.assistant.products.matching import Product, first, fitting, one_group, spread
from app.features.chat.assistant.products.name_words import is_size, name_words, product_words
from app.features.chat.assistant.products.sizes import size_called
from app.features.chat.assistant.reading.kinds.sizing import LETTERS, OTHERS
from app.features.conversations.state import Listed, Pending
from app.features.products.variants import choices
from app.ops.expressions import expression

_SIZES = expression(r"\b(?:tamanhos?|numeracao|numeracoes|numeros?|grade|sizes?)\b([^.;!?\n]*)")
_RANGE = expression(r"\b(\w+)(?:\s+(?:a|ao|ate|to)\s+|\s*-\s*)(\w+)\b")
# `ta no M ne?`: of what was chosen, not of what there is.
_IN_CART = expression(r"^(?:e\s+|ai\s+|entao\s+)?(?:ta|esta|ficou|foi|vai|vem|e|eh|is\s+(?:it|that))\b(?!.*\btem\b)")
# `e de 10?`, of `10A`
_WITH_UNIT = expression(r"(\d+(?:[.,]\d+)?)\s*[a-z]{1,3}")
_COLOUR = expression(r"\b(?:cor|cores|colou?rs?)\b")


def answer(mind: Mind, wanted: Mention) -> Steps:
    """Those that have it: by name and options, by another colour of the same thing, by what the shop tells of each."""
    if _IN_CART.search(fold(mind.acts.text)) and wanted.quantity is None and not wanted.empty:
        held = [line.name for line in mind.cart.lines if _is_so(of_line(line), wanted)]
        if len(held) == 1:
            mind.say("in_cart", name=held[0])
            mind.pending = mind.state.dialogue.pending
            return
    shown = _shown(mind)
    if wanted.empty:  # `quais cores tem?`
        yield from _all(mind, shown)
        return
    if priced := called_by_price(mind, wanted):  # `é o de 95 né?`
        choose(mind, priced, wanted.quantity, "found" if len(priced) == 1 else "which_of")
        return
    trait = " ".join([*wanted.words, *(word if word.isdigit() else word.upper() for word in wanted.soft)])
    each = [msgspec.structs.replace(wanted, soft=(size,)) for size in wanted.soft] if len(wanted.soft) > 1 else [wanted]
    had = [product for product in shown if any(_is_so(product, one) for one in each)]
    if not had and (wanted.words or len(shown) == 1 or one_group(shown)):
        had = yield from _siblings(mind, shown, wanted)
    told: list[bool | None] = []
    whole: list[dict[str, Any] | None] = []
    if not had:
        whole = yield from _details(mind, shown)
        told = [_tells(one, wanted) if one else None for one in whole]
        had = [product for product, tells in zip(first(shown, SHOWN), told, strict=False) if tells]
    if had:
        _show_had(mind, had, wanted, trait)
    elif len(wanted.soft) == 1 and not wanted.words and (table := compared_size(mind, shown, wanted.soft[0])):
        mind.says.append(Say("text", text=table))
        _tell_had(mind, shown, wanted)
        mind.pending = mind.state.dialogue.pending
    elif _in_no_sizes(shown, wanted) and not any(tells is False for tells in told):
        mind.say("trait_unknown", trait=trait)  # `tem 42?`, of shoes of which the shop tells no numbers
        mind.pending = Pending("person")
    elif wanted.words or any(tells is False for tells in told) or any(product.options for product in shown):
        mind.say("trait_none", trait=trait)
        _tell_had(mind, shown, wanted)
        if len(shown) == 1 and wanted.words and not shown[0].options:  # `é cinza?`, of what is told to be beige
            mind.says += [Say("text", text=line) for one in whole if one for line in _colours(one)]
        mind.pending = mind.state.dialogue.pending
    else:
        mind.say("trait_unknown", trait=trait)
        mind.pending = Pending("person")


def _show_had(mind: Mind, had: list[Product], wanted: Mention, trait: str) -> None:
    """Those that have it, and how many are wanted or which."""
    mind.show(first(had, SHOWN), "with_trait" if to_be_had(had)[0].in_stock else "trait_gone", trait=trait)
    asked_before = mind.state.dialogue.pending
    quantity = wanted.quantity or (asked_before.quantity if asked_before else None)
    mind.pending = Pending("quantity" if len(mind.listed) == 1 else "choose", mind.listed, quantity)
    if wanted.quantity is not None:
        mind.say("offer_one" if len(mind.listed) == 1 else "offer_of", quantity=str(quantity))


def _in_no_sizes(shown: Sequence[Product], wanted: Mention) -> bool:
    """A size is asked for, and what is shown is told apart by none."""
    values = [word for one in shown for value in one.options.values() for word in words(fold(value))]
    return bool(wanted.soft) and not wanted.words and not any(is_size(word) or word[0].isdigit() for word in values)


def _tell_had(mind: Mind, shown: Sequence[Product], wanted: Mention) -> None:
    """In what else the thing that is spoken of is there: its colours if a colour was asked for, else the rest."""
    if not one_group(shown):
        return
    had: dict[str, dict[str, None]] = {}
    for product in to_be_had(list(shown)):
        for option, value in product.options.items():
            if (_COLOUR.search(fold(option)) is not None) == bool(wanted.words):
                had.setdefault(option, {})[value] = None
    mind.says += [Say("text", text=f"{option}: {', '.join(values)}") for option, values in had.items()]


def _all(mind: Mind, shown: Sequence[Product]) -> Steps:
    """Which sizes or colours there are: the options, what the shop tells of sizes, the same thing in its colours."""
    mind.pending = mind.state.dialogue.pending
    if len(shown) == 1 and shown[0].group and not shown[0].in_stock:  # `quais tamanhos tem?`, of one that is sold out
        shown = to_be_had((yield from _siblings(mind, shown, Mention()))) or shown
    had = choices(product.options for product in shown)
    worn = mind.acts.wears
    if by_chart.tell(mind):  # `meu bebê tá com 10 kg, qual tamanho serve?`
        return
    if worn and (table := compared_size(mind, shown, worn)):  # `visto 42, qual tamanho eu pego?`
        mind.says.append(Say("text", text=table))
        mind.acts = msgspec.structs.replace(mind.acts, wears=size_meant(table, worn) or worn)
        return
    if had:
        asked = {option: values for option, values in had.items() if _is_called(option, fold(mind.acts.asked))}
        had = asked or had
        mind.says += [Say("text", text=f"{option}: {', '.join(values)}") for option, values in had.items()]
        return
    details = yield from _details(mind, shown)
    if _COLOUR.search(fold(mind.acts.text)):
        told = dict.fromkeys(line for one in details if one for line in _colours(one))
        if told:
            mind.says.append(Say("text", text="\n".join(told)))
            return
        if found := (yield from _siblings(mind, shown, Mention())):
            mind.show(first(found, SHOWN), "found")
            mind.pending = Pending("quantity" if len(mind.listed) == 1 else "choose", mind.listed)
            return
    else:
        told = dict.fromkeys(line for one in details if one for line in facts(one) if _stretches(fold(line)))
        if told:
            mind.says.append(Say("text", text="\n".join(told)))
            return
    mind.say("unknown_answer")
    mind.pending = Pending("person")


# What shoppers and shops call the same option.
_ALIKE = (
    ("cor", "cores", "colour", "colours", "color", "colors"),
    ("tamanho", "tamanhos", "numero", "numeros", "numeracao", "size", "sizes"),
    ("cheiro", "cheiros", "aroma", "aromas", "fragrancia", "fragrancias", "essencia", "essencias", "perfume", "scent",
     "scents"),
    ("sabor", "sabores", "flavor", "flavors", "flavour", "flavours"),
    ("modelo", "modelos", "model", "models", "aparelho"),
    ("marca", "marcas", "brand", "brands"),
    ("tipo", "tipos", "versao", "versoes", "variedade", "variedades", "type", "types", "kind", "kinds"),
    ("estampa", "estampas", "pattern", "patterns"),
    ("voltagem", "voltagens", "tensao"),
)  # fmt: skip


def _is_called(option: str, asked: str) -> bool:
    """`quais cheiros tem?` asks for the option that the shop calls `Fragrância`."""
    said, own = set(words(asked)), set(words(fold(option)))
    return any(said & {*names} and own & {*names} for names in _ALIKE)


def _shown(mind: Mind) -> list[Product]:
    dialogue = mind.state.dialogue
    asked_of = dialogue.pending.options if dialogue.pending and dialogue.pending.kind == "choose" else ()
    items: Sequence[Listed] = [mind.focus] if mind.focus is not None else mind.listed or asked_of
    return spread(items) or [of_line(line) for line in mind.cart.lines]


def _is_so(product: Product, wanted: Mention) -> bool:
    """Its name or its options say so."""
    own = {stem(word) for word in product_words(fold(" ".join([product.name, *product.options.values()])))}
    colours = all(own & {stem(word), *map(stem, in_portuguese(word))} for word in wanted.words)
    sizes = {fold(value) for value in product.options.values()} | set(words(product.name))
    sizes |= set(size_called(product.options))
    sizes |= {told[1] for value in product.options.values() if (told := _WITH_UNIT.fullmatch(fold(value)))}
    return colours and all(size in sizes for size in wanted.soft)


def _siblings(mind: Mind, shown: Sequence[Product], wanted: Mention) -> Any:
    """The same thing in the colour or size that is asked for."""
    text = mind.query if mind.focus is None and mind.query else (shown[0].base or shown[0].name if shown else "")
    base = [word for word in name_words(fold(text))[0] if not is_colour(word)]
    if not base or not mind.offers("search_products"):
        return []
    query = " ".join(query_words([*base, *wanted.words]))[:400]
    done = yield [Ask("search_products", {"query": query, "limit": FOUND})]
    return [one for one in fitting(products_of(done[-1]), Mention(tuple(base))) if _is_so(one, wanted)]


def _colours(whole: dict[str, Any]) -> list[str]:
    """What the shop tells of its colour."""
    return list(dict.fromkeys(line for line in facts(whole) if _COLOUR.search(fold(line))))


def _details(mind: Mind, shown: Sequence[Product]) -> Any:
    """All that the shop tells of each of the first few; None where it cannot be had."""
    some = first(shown, SHOWN)[:SHOWN]
    if not some or not mind.offers("get_product_details"):
        return []
    done = yield [Ask("get_product_details", {"product_id": product.product_id}) for product in some]
    found = [None if answered.failed else answered.result.get("product") for answered in done]
    return [one if isinstance(one, dict) else None for one in found]


def _stretches(folded: str) -> list[str]:
    """What a text tells of sizes: `34 a 44`, `p, m e g`."""
    found = [str(stretch) for stretch in _SIZES.findall(folded)]
    return [one for one in found if any(word.isdigit() or word in LETTERS or word in OTHERS for word in words(one))]


def _tells(product: dict[str, Any], wanted: Mention) -> bool | None:
    attributes = product.get("attributes")
    pairs = attributes.items() if isinstance(attributes, dict) else ()
    told = fold(". ".join([str(product.get("description") or ""), *(f"{key} {plain(value)}" for key, value in pairs)]))
    has_colours = all(
        {stem(word), *map(stem, in_portuguese(word))} & {stem(w) for w in words(told)} for word in wanted.words
    )
    if not has_colours:
        return None
    stretches = _stretches(told)
    if wanted.soft and not stretches:
        return None
    return all(any(_within(size, stretch) for stretch in stretches) for size in wanted.soft)


def _within(size: str, stretch: str) -> bool:
    """`39` is in `34 a 44`, `M` in `P ao GG`."""
    if size in words(stretch.replace("-", " ").replace("/", " ")):
        return True
    for low, high in _RANGE.findall(stretch):
        if size.isdigit() and low.isdigit() and high.isdigit() and int(low) <= int(size) <= int(high):
            return True
        if {size, low, high} <= set(LETTERS) and LETTERS.index(low) <= LETTERS.index(size) <= LETTERS.index(high):
            return True
    return False
