"""Phrases as what they put into the cart. Pure."""

from collections.abc import Collection, Mapping, Sequence
from itertools import takewhile

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.language.words import fold, words
from app.features.chat.assistant.plain.lexicon import LARGE, PACK, SIZED
from app.features.chat.assistant.plain.naming import named
from app.features.chat.assistant.plain.phrases import Phrase, Unclear
from app.features.chat.assistant.plain.shelf import Kind, Shelf, amount_of
from app.features.chat.assistant.plain.tokens import SPAN
from app.features.chat.assistant.products.counts import PAIRS, set_of
from app.features.chat.assistant.products.weighing import is_sold_by, measured
from app.ops.expressions import expression

_SEALED = expression(r"(?:pacot|pct|caix|fard|cartel|pack|box|frasc|pot[ei]|saquinh|sac[oa])")
"""Of these, no pieces are counted: `3 pacotinhos`, of what holds 48."""
_IN_PAIRS = expression(r"\b(?:par|pares|pairs?)\b")
_WEIGHED = expression(r"\d+(?:\.\d+)?(?:g|ml|cm)")
_WHOLE = {"ml": "l", "m": "m", "g": "kg"}
MOST = 400
"""More of one thing is asked about."""


def wished(
    shelf: Shelf,
    found: Sequence[Phrase],
    held: Mapping[Kind, int],
    focus: Sequence[Kind],
    *,
    choices: Mapping[Kind, int],
    beside: bool,
    anew: bool,
) -> list[Change]:
    """So many of each kind. held: how many the cart has of each kind; focus: what was spoken of last; choices: of what
    one is to be chosen, and how many of it; beside: something else is done to the cart, so that what it has and is
    named without a count stays; anew: it is a second thought, which counts all. Raises Unclear."""
    last: list[Kind] = []
    for phrase in found:
        _choose(shelf, phrase, choices)
        _size(shelf, phrase, focus)
    phrases = _headed(shelf, _counted(shelf, found, focus))
    nameless = phrases and not any(phrase.only or _says_name(shelf, phrase) for phrase in phrases)
    nameless = nameless and not any(phrase.more for phrase in phrases)
    if held and nameless and (not focus or focus[0] in held) and not _is_of_one(shelf, phrases, held, anew=anew):
        raise Unclear("which of the lines")  # `faz uma G`, `1 kg então`
    for phrase in phrases:
        phrase.kinds = last = _meant(shelf, phrase, last or list(focus), focus, [*held])
    wishes = _settled(phrases)
    beside = beside or any(phrase.count for phrase, _ in wishes)
    for phrase in phrases:
        phrase.puts = phrase.puts and not anew
    others = any(kind not in held for _, kind in wishes)
    changes = [
        _put(phrase, kind, held, others=others)
        for phrase, kind in wishes
        if not (beside and _stays(phrase, kind, held))
    ]
    if wishes and not changes and not beside:
        raise Unclear("nothing")
    return changes


def _meant(
    shelf: Shelf, phrase: Phrase, last: Sequence[Kind], focus: Sequence[Kind], held: Sequence[Kind]
) -> list[Kind]:
    """The kinds that a phrase may name, as `named` tells them. Raises Unclear."""
    spoken_of = shelf.alike(focus[0]) if phrase.sized and len(focus) == 1 else list(focus)
    kinds = named(shelf, phrase, last, held) if phrase.keys or phrase.only else spoken_of
    if phrase.sized and not any(key[0].isdigit() for key in phrase.keys) and len(kinds) == 1:
        raise Unclear("which size")  # `uma coca grande`, of what comes in one
    if (
        phrase.sized and phrase.count and len(kinds) == 2 and not phrase.extreme
    ):  # `duas da grande`, of 100 ml and 250 ml
        return [_extreme(kinds, phrase.sized)]
    return [_extreme(kinds, phrase.extreme)] if phrase.extreme else kinds


def _choose(shelf: Shelf, phrase: Phrase, choices: Mapping[Kind, int]) -> None:
    """`a branca`, while it is open which one."""
    fit = shelf.having(shelf.in_letters(phrase.keys, [*choices]), [*choices]) if phrase.keys and choices else []
    if len(fit) > 1:  # `a preta`, of a black pan and black pans
        fit = [kind for kind in fit if {*phrase.said} <= {*words(fold(" ".join(kind.product.options.values())))}]
    if len(fit) == 1 and phrase.only is None and not (phrase.traits or phrase.more):
        phrase.only, phrase.count = fit[0], phrase.count or choices[fit[0]]


def _size(shelf: Shelf, phrase: Phrase, focus: Sequence[Kind]) -> None:
    """`duas da grande`, of what comes in 100 ml and 250 ml, where other goods come in G."""
    alone = phrase.said[0] if len(phrase.said) == len(phrase.keys) == 1 else ""
    if alone in SIZED and focus and not shelf.having(phrase.keys, shelf.alike(focus[0])):
        phrase.keys, phrase.said, phrase.sized = [], [], "largest" if alone in LARGE else "least"


def weigh(shelf: Shelf, phrase: Phrase) -> None:
    """`2 kg de picanha`, of what is sold by the kilo."""
    told = [key for key in phrase.keys if _WEIGHED.fullmatch(key)]
    left = [key for key in phrase.keys if key not in told]
    if len(told) != 1 or phrase.count is not None or not left or shelf.having(phrase.keys):
        return
    much = f"{float(told[0][:-2]) / 100:g}m" if told[0].endswith("cm") else told[0]
    unit = next(whole for part, whole in _WHOLE.items() if much.endswith(part))
    if any(is_sold_by(kind.product, unit) for kind in shelf.having(left)):
        phrase.keys, phrase.measure = left, much


def _extreme(kinds: Sequence[Kind], which: str) -> Kind:
    """The largest or the least of the kinds of one thing, by the one measure in which they differ. Raises Unclear."""
    amounts = {id(kind): amount for kind in kinds if (amount := amount_of(kind)) is not None and kind.product.in_stock}
    units = {unit for _, unit in amounts.values()}
    if len({one.base for one in kinds}) != 1 or len(units) != 1 or len(set(amounts.values())) < len(kinds):
        raise Unclear(f"which is the {which}")
    pick = max if which == "largest" else min
    return pick(kinds, key=lambda one: amounts[id(one)][0])


def _headed(shelf: Shelf, phrases: list[Phrase]) -> list[Phrase]:
    """`2 pretos e 1 cinza, do vaso de cimento`: what it is, told behind, goes before."""
    if len(phrases) < 2:
        return phrases
    last = phrases[-1]
    measured = all(key[0] == "#" or key[0].isdigit() for phrase in phrases[:-1] for key in phrase.keys)
    if last.count is None and last.tied and measured and shelf.calls(last.keys):
        last.tied = False
        return [last, *phrases[:-1]]  # `uma de 20 e uma de 24, da forma de fundo removível`
    if _is_named(shelf, phrases[0]):
        return phrases
    if last.count is None and _is_named(shelf, last) and not any(_is_named(shelf, one) for one in phrases[:-1]):
        return [last, *phrases[:-1]]
    return phrases


def said_of_all(shelf: Shelf, phrases: list[Phrase]) -> list[Phrase]:
    """`um branco e um verde, de 3-6 meses`: what is said last is said of each."""
    *before, last = phrases or [Phrase()]
    if len(before) < 2 or last.count is not None or not last.keys or _is_named(shelf, last):
        return phrases
    kinds = [one for one in before if one.count and one.only is None and not _is_named(shelf, one)]
    if len(kinds) < len(before) or not all(shelf.having([*one.keys, *last.keys]) for one in before):
        return phrases
    for one in before:
        one.keys += last.keys
    return before


def _is_named(shelf: Shelf, phrase: Phrase) -> bool:
    keys = [key for key in phrase.keys if key not in shelf.axes] or phrase.keys
    return any(key in one.name for one in shelf.having(keys) for key in keys)


def _says_name(shelf: Shelf, phrase: Phrase) -> bool:
    """By more than how much one of it holds, though that is in its name."""
    return _is_named(shelf, phrase) and not all(map(_WEIGHED.fullmatch, phrase.keys))


def _is_of_one(shelf: Shelf, phrases: Sequence[Phrase], held: Collection[Kind], *, anew: bool) -> bool:
    """`bota 3 pretas e 2 brancas`: each a kind of the only thing in the cart that comes so, and counted."""
    bases = {one.base for one in held}
    for phrase in phrases:
        kinds = [one for one in shelf.having(shelf.in_letters(phrase.keys)) if one.base in bases]
        if not ((phrase.puts or anew) and phrase.count and phrase.keys and len({one.base for one in kinds}) == 1):
            return False
    return True


def shares_anew(shelf: Shelf, phrases: Sequence[Phrase], held: Mapping[Kind, int]) -> bool:
    """`60 azuis e 60 brancas`, of 120 of one thing in the cart: as many as there are, in other kinds."""
    if len(phrases) < 2 or any(phrase.more or phrase.only or _says_name(shelf, phrase) for phrase in phrases):
        return False
    if not _is_of_one(shelf, phrases, held, anew=True):
        return False
    called = shelf.having(shelf.in_letters(phrases[0].keys))
    own = [many for kind, many in held.items() if any(one.base == kind.base for one in called)]
    return sum(own) == sum(phrase.count or 0 for phrase in phrases)


def _counted(shelf: Shelf, found: Sequence[Phrase], focus: Sequence[Kind]) -> list[Phrase]:
    """With counts that are told behind what they count; one that tells how many the next are together goes."""
    phrases: list[Phrase] = []
    for at, phrase in enumerate(found):
        bare = phrase.count is not None and len(phrase.said) == len(phrase.keys) > 0
        bare = bare and bool(phrases) and all(map(PACK.fullmatch, phrase.said))
        bare = bare and not shelf.having([*phrases[-1].keys, *phrase.keys])
        if bare and phrases[-1].count is None and phrases[-1].keys:
            phrases[-1].count = phrase.count  # `o merlot, 1 garrafa`, where such are sold
        elif phrase.keys or phrase.only:
            phrases.append(phrase)
        elif phrase.sized and len({kind.base for kind in focus}) == 1:
            phrases.append(phrase)  # `duas da grande`, of what was spoken of
        elif _tells_sum(shelf, phrase, found[at + 1 :]):
            continue  # `quero dois, um da preta e um da rosa`
        elif phrase.pack and phrases and phrases[-1].count is None:
            phrases[-1].count = phrase.count  # `shampoo 500 ml, 2 unidades`
        elif phrase.points and phrase.count == 1 and len(focus) == 1 and not phrase.definite:
            phrases.append(phrase)  # `quero uma também`
        elif phrase is found[0] and len(found) > 1 and found[1].count and len(focus) == 1 and not phrase.pack:
            phrases.append(phrase)  # `quero 2, e uma mangueira`
        else:
            raise Unclear(f"count {phrase.count} of nothing")
    return phrases


def _tells_sum(shelf: Shelf, phrase: Phrase, behind: Sequence[Phrase]) -> bool:
    """So many as the next are together, of which only the kinds are told."""
    own = list(takewhile(lambda one: one.count is not None and not _is_named(shelf, one), behind))
    return len(own) > 1 and sum(one.count or 0 for one in own) == phrase.count


def _settled(phrases: Sequence[Phrase]) -> list[tuple[Phrase, Kind]]:
    """Each phrase with its kind; one that counts several kinds together gives way to them: `3 carteiras: 2 pretas e 1
    marrom`."""
    wishes: list[tuple[Phrase, Kind]] = []
    at = 0
    while at < len(phrases):
        phrase = phrases[at]
        at += 1
        if at < len(phrases) and (kind := _refined(phrase, phrases[at])):
            wishes.append((phrase, kind))  # `1 da amarela, mas de 9 w`
            at += 1
        elif len(phrase.kinds) == 1:
            wishes.append((phrase, phrase.kinds[0]))
            at += 1 if at < len(phrases) and _is_told_more(phrase, phrases[at]) else 0
        elif parts := _parts(phrase, phrases[at:]):
            wishes += parts
            at += len(parts)
        elif kind := _told_behind(phrase, phrases[at:]):
            phrase.definite = phrase.definite or phrases[at].definite
            wishes.append((phrase, kind))  # `4 pacotes da XG, o de 22`
            at += 1
        else:
            raise Unclear(f"several {[one.product.name for one in phrase.kinds[:3]]}")
    return wishes


def _parts(whole: Phrase, behind: Sequence[Phrase]) -> list[tuple[Phrase, Kind]]:
    """The kinds of it that are counted behind: all of them, where it tells how many that are."""
    parts: list[tuple[Phrase, Kind]] = []
    for phrase in behind:
        kind = _both_say(whole, phrase) if phrase.count else None
        if kind is None:
            break
        parts.append((phrase, kind))
        if len(parts) > 1 and sum(one.count or 0 for one, _ in parts) == whole.count:
            return parts
    return parts if whole.count is None else []


def _refined(phrase: Phrase, behind: Phrase) -> Kind | None:
    """The kind of one thing that a phrase without a name and a count behind another tells more of."""
    if behind.count is not None or not behind.tied or phrase.count is None or len(phrase.kinds) != 1:
        return None
    told = {*behind.keys, *(key for key in phrase.keys if key not in phrase.kinds[0].name)}
    alike = [one for one in behind.kinds if one.base == phrase.kinds[0].base and one.keys.issuperset(told)]
    named = any(key in one.name for one in alike for key in behind.keys)
    return alike[0] if len(alike) == 1 and not named else None


def _is_told_more(phrase: Phrase, behind: Phrase) -> bool:
    """`a power strip, the one with 5 outlets`, of which there is only that."""
    counts = behind.count is not None or behind.more or phrase.count is None
    return not counts and phrase.kinds[0] in behind.kinds


def _told_behind(phrase: Phrase, behind: Sequence[Phrase]) -> Kind | None:
    """Which it is, by what is said next, if no more than that says so: `as 2 frigideiras, a de 20 e a de 24`."""
    told = [_both_say(phrase, one) for one in takewhile(lambda one: one.count is None, behind)]
    alike = len({one.base for one in phrase.kinds}) == 1
    return told[0] if told and alike and not (len(told) > 1 and told[1]) else None


def _both_say(whole: Phrase, behind: Phrase) -> Kind | None:
    """The one kind that both may mean."""
    both = [kind for kind in behind.kinds if kind in whole.kinds]
    return both[0] if len(both) == 1 else None


def _stays(phrase: Phrase, kind: Kind, held: Collection[Kind]) -> bool:
    """`deixa só 2 tapetes, mais o shampoo`, which there is."""
    return phrase.count is None and phrase.definite and kind in held


def _put(phrase: Phrase, kind: Kind, held: Mapping[Kind, int], *, others: bool) -> Change:
    count = phrase.count
    if phrase.measure:
        count = measured(kind.product, phrase.measure)
    elif count is None and phrase.wished and (phrase.weighed or any(key.startswith(SPAN) for key in phrase.keys)):
        count = 1  # `1 kg de quinoa`, of what comes by the kilo; `coleira até 8 kg`
    if count is None:
        if phrase.measure or not (phrase.wished and phrase.definite) or phrase.plural:
            raise Unclear("no count")
        count = 1
    if count > MOST:
        raise Unclear("many")
    _check(phrase, kind, count, held, beside=others)
    mention = Mention(product_id=kind.product.product_id, quantity=count)
    return Change("add" if phrase.more else "want", mention)


def _check(phrase: Phrase, kind: Kind, count: int, held: Mapping[Kind, int], *, beside: bool) -> None:
    """What more is to be asked or told of. beside: other goods come with it. Raises Unclear."""
    each, _ = set_of(kind.product, count, Mention(words=tuple(phrase.said)), " ".join(phrase.said))
    if (each and not (_SEALED.match(phrase.pack) or phrase.pack in PAIRS)) or (
        phrase.pack in PAIRS and not ("par" in kind.about or _IN_PAIRS.search(fold(kind.product.name)))
    ):
        raise Unclear("sets or pieces")
    again = beside and phrase.count == held.get(kind)  # `bota um fone preto e uma capa`, behind `o preto mesmo`
    if phrase.puts and phrase.count and kind in held and not (phrase.more or again):
        raise Unclear("as many more, or in all")
    kin = [one for one in held if one.base == kind.base]
    if kin and kind not in kin and (phrase.count is None or phrase.plural):
        raise Unclear("instead of those")  # `a vela faz a de 200 g`, `quero as duas pretas`
    there = kind.product.available
    if not kind.product.in_stock or (there is not None and count > there):
        raise Unclear("not there")  # others are offered
