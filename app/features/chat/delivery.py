"""How an order gets to the shopper: the shop's rules, what the shopper said, and what is still to be asked. Pure;
tests: tests/features/chat/test_delivery.py.
"""

from collections.abc import Sequence

from msgspec import Struct

from app.features.chat.assistant.language.words import fold, is_colour, one_edit, stem, words
from app.features.shipping.rules import find_option, quote
from app.features.shipping.types import ShippingOption, ShippingRule
from app.ops.expressions import expression

PICKUP = "pickup"
"""A wish to fetch it, whatever the shop calls that."""
SENT = "delivery"
"""A wish to have it brought, in whichever way."""
CHEAPEST, CHEAPEST_SENT, FASTEST = "cheapest", "cheapest delivery", "fastest"
# Words of ways that agree with their noun.
_TWO_FORMS = expression(r"express|rapid|economic|gratuit|agendad|programad|urgent|prioritari|noturn")
_CITIES = {"bh": "belo horizonte", "poa": "porto alegre", "rj": "rio de janeiro", "sp": "sao paulo"}
# `são 2 hélices` is no `São Paulo`, `caro demais` no `Demais regiões`, `a de 2 dias` no `Motoboy no mesmo dia`, and
# neither `two of the first` nor `o resto fica` is the `Rest of Brazil`.
_COMMON = frozenset(
    """de da do na no em a o e por para ate loja entrega the sao demais mesmo mesma dia hora util boa bom resto restante
    of to at in on for from and or by with within up your our my all any other others rest same day days hour hours
    shop store delivery shipping""".split()  # noqa: SIM905
)
# One word of a way's name, whose parts are said of anything: `essa mesmo`, `2 dias`
_SAME_DAY = expression(r"\b(?:(?:mesmo|same)[\s-]+(?:dia|day)|sameday)\b")
# `a grande`, of goods
_OF_THAT_SIZE = expression(r"\b(?:[oa]s?|uma?|the|mais)\s+(?:grande|pequen[oa]|medi[oa]|alt[oa]|big|small|large)s?\b")
# Who brings it, as shoppers say it and as shops call their ways.
_CARRIERS = {"correio": "correios", "correios": "correios", "mail": "correios", "post": "correios", "sedex": "sedex",
             "pac": "pac", "motoboy": "motoboy", "motoboys": "motoboy", "transportadora": "transportadora",
             # and how it is brought: `entrega comum`, of one for each town
             "comum": "comum", "normal": "comum", "padrao": "comum", "convencional": "comum", "standard": "comum",
             "regular": "comum", "expressa": "expressa", "expresso": "expressa", "express": "expressa"}  # fmt: skip
_MANNERS = ("comum", "expressa")
BEST = (CHEAPEST, CHEAPEST_SENT, FASTEST)
"""Wishes that leave it to the shop which of the ways it is."""


class Delivery(Struct, frozen=True):
    """The option that is settled, or None; what is offered; whether a postal code would offer more."""

    option: ShippingOption | None
    offered: list[ShippingOption]
    needs_cep: bool


def settle(rules: Sequence[ShippingRule], *, cep: str | None, subtotal_cents: int, wish: str | None) -> Delivery | None:
    """What the rules make of the shopper's wish; None: the shop has no rules, shipping is agreed on otherwise."""
    if not rules:
        return None
    offered = quote(rules, cep=cep, subtotal_cents=subtotal_cents)
    needs_cep = cep is None and any(rule.kind == "cep_range" for rule in rules)
    if wish in (SENT, CHEAPEST_SENT, FASTEST):
        fetched = {rule.name for rule in rules if rule.kind == "pickup"}
        sent = [option for option in offered if option.name not in fetched]
        offered = sent if sent or needs_cep else offered
    if wish is not None and is_carrier(wish) and carrier_in(rules, wish):
        by_them = [option for option in offered if wish in _carriers(option.name)]
        offered = by_them if by_them or needs_cep else offered
    option = _meant(rules, offered, wish, needs_cep=needs_cep) if wish else None
    if wish is None and not needs_cep and len(offered) == 1:
        option = offered[0]
    return Delivery(option, offered, needs_cep)


def _meant(
    rules: Sequence[ShippingRule], offered: Sequence[ShippingOption], wish: str, *, needs_cep: bool
) -> ShippingOption | None:
    if (exact := find_option(offered, wish)) is not None:
        return exact
    if wish == SENT:
        return None if needs_cep else _best_of_all(offered)
    if wish in BEST:
        return _best(offered, wish, needs_cep=needs_cep)
    if is_carrier(wish) and len(offered) == 1 and wish in _carriers(offered[0].name):
        return None if needs_cep else offered[0]
    name = rule_meant(rules, wish)
    return find_option(offered, name) if name is not None else None


def _best_of_all(offered: Sequence[ShippingOption]) -> ShippingOption | None:
    """The one that no other undercuts in price or in days: nobody would choose another."""
    for option in offered:
        others = [one for one in offered if one is not option]
        if all(option.price_cents <= one.price_cents and (option.days or 0) < (one.days or 0) for one in others):
            return option if not others or option.days is not None else None
    return None


def _best(offered: Sequence[ShippingOption], wish: str, *, needs_cep: bool) -> ShippingOption | None:
    """The cheapest or the fastest; None while a postal code may offer a better one."""
    if wish == FASTEST:
        offered = [option for option in offered if option.days is not None]
        best = min(offered, key=lambda option: (option.days or 0, option.price_cents), default=None)
    else:
        best = min(offered, key=lambda option: option.price_cents, default=None)
    free = best is not None and best.price_cents == 0 and wish != FASTEST
    return best if free or not needs_cep else None


def rule_meant(rules: Sequence[ShippingRule], wish: str, *, slips: bool = False) -> str | None:
    """The name of the one rule that a wish means: by its own words, or the way to fetch it. slips: allowing one in a
    word of five letters or more."""
    if wish == PICKUP:
        return next((rule.name for rule in rules if rule.kind == "pickup"), None)
    said = [stem(word) for word in _told(wish) if not _is_another_noun(rules, word)]
    named = [rule for rule in rules if _says_one(said, _own_words(rules, rule), slips=slips)]
    return named[0].name if len(named) == 1 else None


def _is_another_noun(rules: Sequence[ShippingRule], word: str) -> bool:
    """`o app do banco`, where a way is called `Retirada na banca`; `expresso` is `expressa`."""
    if word[-1:] not in ("a", "o") or _TWO_FORMS.match(word):
        return False
    told = {one for rule in rules for one in _told(rule.name)}
    return word not in told and word[:-1] + ("o" if word[-1] == "a" else "a") in told


def _says_one(said: Sequence[str], own: set[str], *, slips: bool) -> bool:
    if not own.isdisjoint(said):
        return True
    return slips and any(
        (len(w) >= 5 and len(name) >= 5 and one_edit(w, name)) or (len(w) >= 4 and name.startswith(w))
        for w in said
        for name in own
    )


def named_in(rules: Sequence[ShippingRule], text: str, *, slips: bool = False) -> str | None:
    """The name of the one rule a text names by words that are this rule's alone; `manda o preto` is no `Motoboy
    Ribeirão Preto`, and `a grande` no `Motoboy Campo Grande`."""
    said = " ".join(word for word in words(_OF_THAT_SIZE.sub(" ", fold(text))) if not is_colour(word))
    return rule_meant(rules, said, slips=slips) if rules else None


def carrier_in(rules: Sequence[ShippingRule], text: str) -> str | None:
    """Who a text, folded, wants to bring it, or how, where some of the rules are so and others are not: `pelos
    correios`, of `Correios Londrina`, `Correios Curitiba` and a courier; which of them it is the postal code tells."""
    for carrier in _carriers(text):
        theirs = [rule for rule in rules if carrier in _carriers(rule.name) and rule.kind != "pickup"]
        fewest = 1 if carrier in _MANNERS else 2  # a courier alone is known by name
        sent = sum(rule.kind != "pickup" for rule in rules)
        if fewest <= len(theirs):
            return carrier if len(theirs) < sent else SENT  # `motoboy`, where all that is sent is sent so
    return None


def is_carrier(wish: str) -> bool:
    """A wish that only tells who is to bring it, or how."""
    return wish in _CARRIERS.values()


def _carriers(name: str) -> list[str]:
    return [_CARRIERS[word] for word in words(fold(name)) if word in _CARRIERS]


def _told(text: str) -> list[str]:
    """The words of a way's name or of a wish, with `mesmo dia` as one."""
    return words(_SAME_DAY.sub("samedayway", fold(text)))


def _own_words(rules: Sequence[ShippingRule], rule: ShippingRule) -> set[str]:
    others = {word for other in rules if other.name != rule.name for word in _told(other.name)} | _COMMON
    own = {stem(word) for word in _told(rule.name) if len(stem(word)) > 1 and not {word, stem(word)} & others}
    short = {name for name, city in _CITIES.items() if city in fold(rule.name)}
    return own | {
        name for name in short if not any(_CITIES[name] in fold(other.name) for other in rules if other != rule)
    }
