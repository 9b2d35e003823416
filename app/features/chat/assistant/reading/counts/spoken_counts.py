"""Counts of several things as they are spoken, each put to what it counts: `preciso de cabresto queria dois azul e um
vermelho`, `um de cada: escova, rasqueadeira e limpador`, `um pala e dois cachecol, os dois caramelo`. Pure."""

import re

from app.features.chat.assistant.language.containers import CONTAINER
from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.vocabulary import FILLER, TALK
from app.features.chat.assistant.language.words import COUNT, fold, is_colour, number, words
from app.features.chat.assistant.products.matching import shares
from app.features.chat.assistant.products.name_words import PACKED, SIZES
from app.features.chat.assistant.reading.counts.each_counted import SORT
from app.features.conversations.state import ConversationState
from app.ops.expressions import expression

# `cabresto de nylon queria dois azul`: a wish begins behind goods, without a pause
_WISH_BEHIND = expression(
    rf"\b(?P<noun>[a-z]{{3,}})\s+(?P<wish>(?:eu\s+)?(?:queria|quero|vou\s+querer|gostaria\s+de|preciso\s+de|me\s+ve|manda))\s+(?={COUNT}\s+[a-z])"
)
# `quero um de cada: A, B e C`, `uma vela de cada: A e B`
_EACH_OF = expression(
    rf"\b(?P<n>{COUNT})(?P<goods>(?:\s+(?!de\s+cada)[a-z0-9,]+){{0,7}}?)\s+(?:de\s+cada|of\s+each)(?:\s+{SORT})?\s*:\s*(?P<list>[^.;:!?\n]+?)"
    r"(?P<so>\s*,\s*(?:e\s+)?(?:tod[oa]s|tudo|amb[oa]s|all|both)\s[^.;:!?\n]+)?(?=\s*(?:$|[.;!\n]))"
)
# `lentilha, grão de bico e castanha, dois de cada`
_EACH_LAST = expression(
    rf"(?:^|(?<=[.;:!\n]))(?P<lead>(?:\s*(?:oi|ola|entao|quero|queria|vou\s+querer|me\s+ve|manda|i\s+want|please)\b\s*,?)*)\s*(?P<list>[a-z][^.;:!?\n]*?)\s*[,:-]?\s+(?P<n>{COUNT})\s+(?:de\s+cada|of\s+each)(?:\s+(?:uma?|one))?"
    r"(?=\s*(?:$|[,.;!\n]))"
)
_ALL_FIRST = expression(rf"(?P<goods>[^,]+?)\s*,\s*(?P<n>{COUNT})")
_PARTS = expression(r"\s*(?:,|\be\b|\band\b)\s*(?:[oa]s?\s+|d[eao]\s+)?")
# `um rolo de cada espessura`, `1 par de cada numeração`
_HELD_OF_EACH = expression(rf"\b(?P<n>{COUNT})\s+(?P<held>[a-z]+)\s+(?=(?:de|of)\s+(?:cada|each)\s+(?P<sort>[a-z]+))")
# `pão de queijo recheado um de goiabada e dois de requeijão`
_LISTED_BEHIND = expression(
    rf"(?P<noun>\b[a-z]{{3,}})\s+(?={COUNT}\s+d[eao]\s+[a-z]+(?:\s+[a-z]+)?\s+(?:e|mais)\s+{COUNT}\s+d[eao]\s+[a-z])"
)
# `preciso de camiseta uv queria duas azul 4 e uma rosa 6`
_GOODS_WISHED = expression(
    rf"\b(?:(?:preciso|precisando|queria|quero)\s+)?(?:de|d[ao]s?|uns|umas|uma?s?)\s+(?P<goods>[a-z]{{3,}}(?:\s+[a-z]{{2,}}){{0,4}}?),\s+(?:eu\s+)?(?:queria|quero|vou\s+querer|manda|me\s+ve)\s+(?P<list>{COUNT}\s+[^,.;!?\n]+?\s+e\s+{COUNT}\s+[^,.;!?\n]+?)(?=\s*(?:$|[,.;!\n]))"
)
# `tem também rédea de algodão né que eu quero uma`
_ASKED_AND_WISHED = expression(
    rf"\b(?:voces\s+)?tem\s+(?:tambem\s+)?(?:[oa]s?\s+)?(?P<goods>[a-z]{{3,}}(?:\s+[a-z]{{2,}}){{0,4}}?)\s*,?\s*(?:(?:ne|nao\s+e|sim)\s*,?\s+)?(?:que|pq|porque|pois)\s+(?:eu\s+)?(?:quero|queria|vou\s+querer|preciso\s+de|vou\s+levar)\s+(?P<n>{COUNT})(?:\s*\?|(?=\s*(?:$|[,.;!\n])))"
)
_OF_EVERY = expression(r"(?<=\bof\s)every\b|(?<=\bin\s)every\b")
_AND_SO_MANY = expression(rf"\s+e\s+(?={COUNT}\s)")
# `as meias de lã 1 de cada numeração`
_GOODS_EACH = expression(
    rf"(?:^|(?<=[,.;!\n])|(?<=\se\s))\s*(?P<lead>(?:(?:e|quero|queria|tambem)\s+)*)(?:(?:[ao]s?|d[ao]s?|aquel[ae]s?)\s+)*(?P<goods>[a-z][a-z0-9-]*(?:\s+[a-z0-9-]+){{0,5}}?)\s+(?P<n>{COUNT})\s+(?P<each>(?:de|of)\s+(?:cada|each)\s+(?!uma?\b)[a-z]+)"
)
# `uma jarra de cada cor`, of what is shown
_IN_EACH = expression(
    rf"\b(?P<n>{COUNT})(?P<goods>(?:\s+(?!de\s)[a-z]{{3,}}){{0,3}}?)\s+(?:de|em|of|in)\s+(?:cada|each)\s+(?P<sort>[a-z]{{3,}})"
)
# `de sementes quero 2 envelopes de habanero e 1 de biquinho`
_HEAD_FIRST = expression(
    rf"(?:^|(?<=[,.;!\n]))\s*(?:e\s+)?d[eao]s?\s+(?P<goods>[a-z]{{3,}})\s*,?\s+(?:eu\s+)?(?:quero|queria|vou\s+querer|me\s+ve|manda|pode\s+ser)\s+(?P<list>{COUNT}\s+[^.;!?\n]+)"
)
_OF_HEAD = expression(rf"\b(?P<n>{COUNT})\s+(?:(?P<held>[a-z]+)\s+)?(?:d[eao]s?\s+)(?=[a-z])")
# `prefiro o de 25. quero o filtro e mais dois de 25`: which of them, before how many
_WHICH_FIRST = expression(
    r"\b(?:(?:eu\s+)?(?:prefiro|preferi|gostei\s+mais|melhor|vou\s+ficar\s+com|fico\s+com|acho\s+melhor))\s+(?:d?[oa]s?)\s+(?:d[eo]\s+)?(?P<kind>[a-z0-9]+)\s*[.;,!]+\s*(?P<rest>.+)$",
    re.DOTALL,
)
_PAIR = frozenset("par pares pair pairs".split())  # noqa: SIM905
# `um pala e dois cachecol, os dois caramelo`, `dois ventiladores, os dois 220`
_THOSE = expression(
    rf"\s*,\s*(?:e\s+|and\s+)?(?:[oa]s|all|the)\s+(?P<many>{COUNT})\s+(?:(?:sao|are|de|d[ao]|n[ao]|em|in|the|cor)\s+)*(?P<kind>[a-z]{{4,}}|\d{{2,3}}\s?v?)(?=\s*(?:$|[,.;!\n])|\s+(?:e|and|pra|para|por|pago|pix)\b)"
)
_COUNTED = expression(
    rf"(?:(?<=\s)|^)(?P<n>{COUNT})\s+(?=[a-z])[^,.;!?\n]*?(?=\s*(?:[,.;!?\n]|$)|\s+(?:e|and|mais)\s+{COUNT}\s)"
)
_SENTENCE = expression(r"[.;!?\n]")


def counts_apart(text: str, state: ConversationState) -> str:
    """The folded text in which each count stands with what it counts; what is asked stays as it is."""
    text = _ASKED_AND_WISHED.sub(_wished, _OF_EVERY.sub("each", text))
    if "?" in text:
        return text
    text = _HEAD_FIRST.sub(_of_head, _WHICH_FIRST.sub(_counted_later, text))
    text = _GOODS_WISHED.sub(_each_of_goods, _LISTED_BEHIND.sub(_listed, _WISH_BEHIND.sub(_paused, text)))
    text = _HELD_OF_EACH.sub(_without_held, text)
    text = _IN_EACH.sub(lambda found: _in_each(found, state), _GOODS_EACH.sub(_counted_first, text))
    return _EACH_LAST.sub(_so_many_of_each, _EACH_OF.sub(_one_by_one, _kind_of_those(text)))


def _so_many_of_each(found: re.Match[str]) -> str:
    """So many of each that is listed before it, where each is goods by its name and none is counted."""
    listed = [part.strip() for part in _PARTS.split(found["list"]) if part and part.strip()]
    heads = [words(part)[0] for part in listed]
    named = all(current().place(word) == BEGINS and not is_colour(word) for word in heads)
    if len(listed) < 2 or not named or any(number(word) for part in listed for word in words(part)):
        return found[0]
    told = " e ".join(f"{found['n']} {part}" for part in listed)
    return f"{found['lead']} {told}"


def _counted_later(found: re.Match[str]) -> str:
    """Without which of them is preferred, where so many of that are wished for behind it."""
    counted = rf"\b{COUNT}\s+(?:[a-z]+\s+){{1,4}}{re.escape(found['kind'])}\b"
    return found["rest"] if re.search(counted, found["rest"]) else found[0]


def _of_head(found: re.Match[str]) -> str:
    """What is counted, each with the goods that it is of."""
    goods = found["goods"]
    if current().place(goods) < NAMES or is_colour(goods):
        return found[0]

    def of_it(one: re.Match[str]) -> str:
        held = one["held"] and current().place(one["held"]) >= NAMES
        return one[0] if held or one["held"] == goods else f"{one['n']} {goods} de "

    return f" quero {_OF_HEAD.sub(of_it, found['list'])}"


def _paused(found: re.Match[str]) -> str:
    known = current().place(found["noun"]) > 0 and _may_be_goods(found["noun"])
    return f"{found['noun']}, {found['wish']} " if known else found[0]


def _wished(found: re.Match[str]) -> str:
    known = current().place(words(found["goods"])[0]) >= NAMES
    return f"quero {found['n']} {found['goods']}" if known else found[0]


def _listed(found: re.Match[str]) -> str:
    known = current().place(found["noun"]) >= NAMES and _may_be_goods(found["noun"])
    return f"{found['noun']}, " if known and number(found["noun"]) is None else found[0]


def _may_be_goods(word: str) -> bool:
    """It is no word to talk with, whatever goods are called by one alike: `quero 2 da azul e 1 da preta`."""
    return word not in FILLER | TALK and not is_colour(word)


def _each_of_goods(found: re.Match[str]) -> str:
    """A wish for so many of the goods in each of such colours and sizes, where nothing else is listed."""
    listed = _AND_SO_MANY.split(found["list"])
    told = [words(part)[1:] for part in listed]
    values = all(said and all(_is_value(word) for word in said) for said in told)
    if not values or current().place(words(found["goods"])[0]) < NAMES:
        return found[0]
    each = (f"{words(part)[0]} {found['goods']} {' '.join(said)}" for part, said in zip(listed, told, strict=True))
    return f"quero {' e '.join(each)}"


def _is_value(word: str) -> bool:
    return word in SIZES or word[0].isdigit() or is_colour(word) or word in ("tamanho", "numero", "no", "na")


def _without_held(found: re.Match[str]) -> str:
    """So many of each; what they are filled in counts nothing, where the shop sells no such thing."""
    held = found["held"]
    bare = (CONTAINER.fullmatch(held) or held in PACKED or held in _PAIR) and current().place(held) < NAMES
    return f"{found['n']} " if bare and current().place(found["sort"]) < NAMES else found[0]


def _counted_first(found: re.Match[str]) -> str:
    goods = words(found["goods"])
    named = current().place(goods[0]) >= NAMES and number(goods[0]) is None
    return f" {found['lead']}{found['n']} {found['goods']} {found['each']}" if named else found[0]


def _in_each(found: re.Match[str], state: ConversationState) -> str:
    """So many in each of what one thing comes in, where several are shown and that alone comes so."""
    sort, shown = found["sort"], state.dialogue.listed
    if len(shown) < 2:
        return found[0]
    said = [word for word in words(found["goods"]) if word not in FILLER]
    such = [
        (
            one,
            list(
                dict.fromkeys(value for each in one.each for name, value in each.options.items() if fold(name) == sort)
            ),
        )
        for one in shown
        if all(shares([word], one.name) for word in said)
    ]
    such = list({one.base or one.name: (one, values) for one, values in such if len(values) > 1}.values())
    if len(such) != 1:
        return found[0]
    one, values = such[0]
    name = fold((one.base or one.name).partition(" (")[0])
    return " e ".join(f"{found['n']} {name} {fold(value)}" for value in values)


def _one_by_one(found: re.Match[str]) -> str:
    """So many of each that is listed, where each is of the shop's goods, or a kind of those that are named before."""
    listed = [part.strip() for part in _PARTS.split(found["list"]) if part and part.strip()]
    goods, many = found["goods"].strip(), found["n"]
    if (all_of_them := _ALL_FIRST.fullmatch(goods)) and number(many) == len(listed) * (number(all_of_them["n"]) or 1):
        goods, many = all_of_them["goods"], all_of_them["n"]  # `3 refrigerantes, um de cada: coca, guaraná e uva`
    named = any(current().place(word) >= NAMES for word in words(goods))
    known = all(any(current().place(word) or is_colour(word) for word in words(part)) for part in listed)
    begins = all(any(current().place(word) == BEGINS for word in words(part)) for part in listed)
    size = goods if begins and goods and current().place(words(goods)[0]) < BEGINS else ""  # `um pacote de 25 de cada`
    if len(listed) < 2 or not known or (goods and not (named or size)):
        return found[0]
    if not named and not begins:
        return found[0]
    goods = "" if size else goods
    told = " e ".join(" ".join(filter(None, (many, goods, part, size))) for part in listed)
    return f"{told}{found['so'] or ''}"


def _kind_of_those(text: str) -> str:
    """Beside the one thing that is counted so, and not beside others: the kind that so many of them are told to be."""
    found = _THOSE.search(text)
    if found is None:
        return text
    kind = found["kind"]
    known = kind[0].isdigit() or is_colour(kind) or 0 < current().place(kind) < BEGINS
    begins = max((one.end() for one in _SENTENCE.finditer(text, 0, found.start())), default=0)
    told = list(_COUNTED.finditer(text, begins, found.start()))
    such = [one for one in told if number(one["n"]) == number(found["many"])]
    if (
        not known
        or len(such) != 1
        or sum(number(one["n"]) or 0 for one in told if one is not such[0]) == number(found["many"])
    ):
        return text
    at = such[0].end()
    return f"{text[:at]} {kind}{text[at : found.start()]}{text[found.end() :]}"
