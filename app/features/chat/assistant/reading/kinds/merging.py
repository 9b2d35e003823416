"""Changes of one message that belong together: `2 roupões, um branco M e um cinza G`. Pure."""

from collections.abc import Sequence
from itertools import takewhile

from msgspec.structs import replace

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.words import is_colour, number, words
from app.features.chat.assistant.products.mentions import PACKS
from app.features.chat.assistant.products.name_words import PACKED, SIZES
from app.features.chat.assistant.reading.kinds.behind import is_part, joined
from app.ops.expressions import expression

_HALVES = expression(
    r"\b(?P<count>\d{1,3}|uma?|duas|tres|quatro|cinco|seis|two|three)(?P<dozens>\s+(?:duzias?|dz|dozens?)(?:\s+(?:d[eo]|of))?)?(?P<what>\s[^,.;]*?),?\s+(?:metade|half)\s+(?:d[eoa]\s+)?(?P<one>[a-z]+)\s*(?:,|\be\b|\band\b)?\s*"
    r"(?:a\s+outra\s+)?(?:metade|half)\s+(?:d[eoa]\s+)?(?P<other>[a-z]+)"
)
_SIZE = (
    r"(?:(?:tamanho|tam|numero|size)\s+)?(?:\d{1,4}(?:[.,]\d+)?\s*(?:ml|l|lts?|litros?|lit(?:er|re)s?|g|gr|gramas?|kg|kilos?|quilos?|m|metros?)?|"
    r"pp?|m|gg?|xgg?|s|l|xl|pequen[oa]s?|grandes?|medi[oa]s?|big|small|large)"
)
# `2 de laranja e 2 de uva, tudo de 300`, `uma de frango e uma de queijo, as de 1 kg`
_ALL_OF_SIZE = expression(
    r"(?P<list>[^?]+?)(?:\s*[,;]\s*|\s+)(?:e\s+)?(?:(?:tudo|tod[oa]s(?:\s+el[ea]s)?|[oa]s\s+(?:dois|duas|tres|quatro|cinco|seis|\d{1,2})|amb[oa]s|all(?:\s+of\s+them)?|both)\s+"
    rf"(?:(?:d[eo]|n[oa]|em|of|in|the)\s+)*(?P<size>{_SIZE})|(?:[oa]s|the)\s+(?P<plural>pequen[oa]|grande|medi[oa]|big|small|large)s?(?:\s+ones)?|"
    rf"(?:[oa]s(?:\s+(?:pacotes|caixas|sacos|potes))?\s+d[eo]|the(?:\s+(?:big|small|large))?(?=.*\sones\b))\s+(?P<so>{_SIZE})(?:\s+ones)?)"
    r"(?:\s+(?:por\s+favor|please|mesmo|ok|ta))*[\s.!]*$"
)
_PARTS = expression(r"(\s*(?:,|\be\b|\band\b)\s*)")
_COUNTS = expression(r"\b(?:\d{1,3}|uma?|dois|duas|tres|quatro|cinco|seis|an?|one|two|three|four)\s")
# `e 2 de uva`, behind a jam of figs
_KIND_COUNTED = expression(r"(?:\d{1,3}|uma?|dois|duas|tres|quatro|cinco|seis)\s+(?:d[eo]|com)\s+[a-z]{3}")
_SO_MANY_OF_THEM = expression(
    r"(?:,|\be\b|\band\b)\s*(?P<those>(?P<gender>[oa])s\s+(?P<count>\d{1,2}|dois|duas|tres|quatro|cinco|seis))(?=\s+(?:pra|para|pro|p|em|com|for|in|as|pode|vao|sao|vai|juntos?|juntas?)\b)"
)
_COUNTED = expression(r"\b(\d{1,2}|uma?|dois|duas|tres|quatro|cinco|seis)\s+(?=[a-z]{3})")
_SMALL_UNIT = expression(r"\d+(g|ml)")


def each_of_size(text: str) -> str:
    """`2 guaraná e 2 soda, tudo de 350 ml`, as it is read: `2 guaraná de 350 ml e 2 soda de 350 ml`."""
    found = _ALL_OF_SIZE.fullmatch(text)
    if found is None:
        return text
    goods, parts = current(), _PARTS.split(found["list"])
    counted = [at for at in range(0, len(parts), 2) if _COUNTS.search(parts[at])]
    named = [at for at in counted if any(map(goods.place, words(parts[at])))]
    named = [at for at in counted if at in named or (named and named[0] < at and _KIND_COUNTED.match(parts[at]))]
    last = len(parts) - 1 if len(parts) % 2 else len(parts) - 2
    nouns = [{word for word in words(parts[at]) if goods.place(word) == BEGINS} for at in named]
    if len(named) < 2 or last not in named or (found["so"] and all(nouns) and not set.intersection(*nouns)):
        return text  # `2 x-salada e 2 sucos, os de 500 ml`: those alone
    size = found["plural"] or found["so"] or found["size"]
    told = f" de {size}" if size[0].isdigit() else f" tamanho {size}" if size in SIZES else f" {size}"
    return "".join(f"{part}{told}" if at in named else part for at, part in enumerate(parts))


def all_together(text: str) -> str:
    """`2 bonés e 1 meia, os 3 pra presente`, as it is read: `2 bonés e 1 meia, todos pra presente`."""
    for found in _SO_MANY_OF_THEM.finditer(text):
        counts = [number(one) or 1 for one in _COUNTED.findall(text[: found.start()])]
        if len(counts) > 1 and number(found["count"]) in (sum(counts), len(counts)):
            return f"{text[: found.start('those')]}tod{found['gender']}s{text[found.end('count') :]}"
    return text


def without_heading(changes: Sequence[Change]) -> list[Change]:
    """`4 bebidas, 2 guaraná e 2 soda`: what they are all called is no thing besides, where nothing is sold by that."""
    head, rest = changes[:1], changes[1:]
    counts = [one.mention.quantity or 0 for one in rest]
    if (
        len(rest) < 2
        or not head[0].mention.words
        or not all(one.mention.words and one.mention.quantity for one in rest)
    ):
        return list(changes)
    own = [any(current().place(word) == BEGINS and not is_colour(word) for word in one.mention.words) for one in rest]
    strange = all(own) and not any(map(current().place, head[0].mention.words))
    return list(rest) if strange and head[0].mention.quantity == sum(counts) else list(changes)


def half_and_half(text: str) -> str:
    """`4 pares de meia metade branca metade preta`, counted: `4 pares de meia, 2 branca e 2 preta`."""
    found = _HALVES.search(text)
    many = (number(found["count"]) or 0) * (12 if found["dozens"] else 1) if found else 1
    if found is None or many % 2:
        return text
    half = many // 2
    told = f"{many}{found['what']}, {half} {found['one']} e {half} {found['other']}"
    return f"{text[: found.start()]}{told}{text[found.end() :]}"


def shared_out(changes: Sequence[Change]) -> list[Change]:
    """A thing and then only its colours and sizes: so many of each, and none besides."""
    changes = _in_same_unit(without_heading(changes))
    changes = [_coloured_alike(one, changes[at : at + 1]) for at, one in enumerate(_in_sizes(changes), 1)]
    out: list[Change] = []
    at = 0
    while at < len(changes):
        head, parts = changes[at], []
        for other in changes[at + 1 :]:
            if not is_part(other) or (_is_sized(head) and _is_sized(other)):  # `um tênis 36 e um 38`
                break
            parts.append(other)
        counts = sum(part.mention.quantity or 1 for part in parts)
        counted = len(parts) > 1 or any(part.mention.quantity for part in parts)
        kinds = _kinds_of(head, changes[at + 1 :])
        if kinds:  # `uma vela de cada, baunilha e canela`
            own = head.mention
            for one in kinds:
                told = replace(one.mention, words=(*own.words, *one.mention.words), quantity=own.quantity)
                out.append(replace(head, mention=told))
            at += 1 + len(kinds)
        elif counted and _is_whole(head, parts) and head.mention.quantity in (None, counts):
            words, soft = head.mention.words, head.mention.soft
            out += [
                replace(
                    head,
                    mention=replace(one.mention, words=(*words, *one.mention.words), soft=(*soft, *one.mention.soft)),
                )
                for one in parts
            ]
            at += 1 + len(parts)
        elif (out and out[-1].kind == "exchange" and head.mention.empty and head.mention.quantity) or (
            out and _counts(head, out[-1])
        ):  # `troca por essa, 2`
            before, own = out[-1].mention, head.mention
            packing = own.words or ((own.packed,) if own.packed else ())
            out[-1] = replace(out[-1], mention=replace(before, quantity=own.quantity, soft=(*before.soft, *packing)))
            at += 1
        elif out and (whole := joined(head, out[-1])) is not None:
            out[-1] = whole
            at += 1
        elif out and out[-1].mention.every and not out[-1].mention.soft and _is_size(head.mention):
            out[-1] = replace(out[-1], mention=replace(out[-1].mention, soft=head.mention.soft))  # `uma de cada cor, M`
            at += 1
        elif out and _says_how_much(head.mention, out[-1].mention):
            out[-1] = replace(out[-1], mention=replace(out[-1].mention, measure=head.mention.measure))
            at += 1
        else:
            out.append(_of_kind(head, out[-1].mention) if out else head)
            at += 1
    return out


def _in_same_unit(changes: Sequence[Change]) -> list[Change]:
    """`200g de mussarela e 300 de presunto`: grams, too, where that goes."""
    out, unit = [], ""
    for change in changes:
        own = change.mention
        if (found := _SMALL_UNIT.fullmatch(own.measure)) is not None:
            unit = found[1]
        elif unit and own.words and own.quantity is not None and own.quantity >= 50 and not own.measure:
            change = replace(change, mention=replace(own, measure=f"{own.quantity}{unit}"))
        out.append(change)
    return out


def _in_sizes(changes: Sequence[Change]) -> list[Change]:
    """`2 camisetas azuis 4 e 6`: one in each of these sizes, and no six."""
    out: list[Change] = []
    at = 0
    while at < len(changes):
        head, many = changes[at], changes[at].mention.quantity or 0
        others = changes[at + 1 : at + many]
        sizes = [str(one.mention.quantity) for one in others if one.mention == Mention(quantity=one.mention.quantity)]
        sized = head.mention.words and len(head.mention.soft) == 1 and head.mention.soft[0].isdigit()
        if sized and 1 < many == len(sizes) + 1 and len(sizes) == len(others):
            out += [
                replace(head, mention=replace(head.mention, soft=(one,), quantity=1))
                for one in (*head.mention.soft, *sizes)
            ]
            at += many
        else:
            out.append(head)
            at += 1
    return out


def _of_kind(change: Change, before: Mention) -> Change:
    """A colour alone may be another kind of what was named just before it."""
    own = change.mention
    if own.alike and before.words:
        return replace(change, kind="add", mention=replace(own, noun=" ".join(before.words)))
    sized = own.soft and not own.words and SIZES.issuperset({*own.soft} - {"tamanho", "numero"})
    sized = sized or (not own.words and _by_number(own) and _by_number(before))
    if sized and before.words and own.quantity and change.kind in ("want", "add", "only"):  # `3 calcinhas M e 2 G`
        return replace(
            change, kind="want" if change.kind == "only" else change.kind, mention=replace(own, words=before.words)
        )
    packings = [word for word in before.soft if word in PACKED and current().place(word) == BEGINS]
    noun = before.noun or next((word for word in (*before.words, *packings) if not is_colour(word)), "")
    if not (noun and own.words and is_part(change)) or before.without or change.kind not in ("want", "add"):
        return change
    return replace(change, mention=replace(own, noun=noun))


def _is_size(mention: Mention) -> bool:
    return bool(mention.soft) and not mention.words and mention.quantity is None and SIZES.issuperset(mention.soft)


def _by_number(mention: Mention) -> bool:
    """`um 38`"""
    return len(mention.soft) == 1 and mention.soft[0].isdigit() and len(mention.soft[0]) > 1


def _coloured_alike(change: Change, following: Sequence[Change]) -> Change:
    """`camiseta básica M e G preta`: the colour is of both."""
    own, other = change.mention, following[0].mention if following else Mention()
    coloured = other.words and all(map(is_colour, other.words)) and other.quantity is None
    plain = own.words and not any(map(is_colour, own.words)) and own.quantity is None
    if not (
        coloured and plain and SIZES.issuperset(own.soft) and SIZES.issuperset(other.soft) and own.soft and other.soft
    ):
        return change
    return replace(change, mention=replace(own, words=(*own.words, *other.words)))


def _says_how_much(mention: Mention, before: Mention) -> bool:
    """`em bife, me separa 2 kg`: so much of what was named just before."""
    return bool(mention.measure) and mention.empty and before.quantity is None and not before.measure


def _counts(change: Change, before: Change) -> bool:
    """`creme pras mãos, 2 unidades`: so many of what was named just before."""
    own, named = change.mention, before.mention
    alone = own.empty and own.quantity is not None and not (own.pointing or own.measure or own.packed)
    packs = own.packed or " ".join(own.words)  # `vou de tixan, 3 caixas`, though other goods are called by their box
    alone = alone or (own.quantity is not None and not own.soft and packs.removesuffix("s") in PACKS)
    plain = (
        change.kind == before.kind
        and change.kind in ("want", "add")
        and not (change.corrects or before.parts or named.every)
    )
    uncounted = named.quantity is None and not (named.measure or named.number)
    return alone and plain and bool(named.words or named.among) and uncounted


def _kinds_of(head: Change, others: Sequence[Change]) -> list[Change]:
    """What follows `uma vela de cada`: its kinds, each by its name alone."""
    if not (head.mention.every and head.mention.words):
        return []
    kinds = list(takewhile(lambda one: one.mention.words and one.mention.quantity is None, others))
    return kinds if len(kinds) > 1 else []


def _is_sized(change: Change) -> bool:
    return any(word in SIZES or (word.isdigit() and len(word) > 1) for word in change.mention.soft)


def _is_whole(change: Change, parts: Sequence[Change]) -> bool:
    """A colour is told once: `2 camisetas azuis, uma 4 e uma 6`, and not `2 camisetas azuis e uma branca`, nor
    `10 medalhas ouro e 10 prata`, where `ouro` tells only kinds."""
    mention = change.mention
    coloured = [any(map(is_colour, one.words)) for one in (mention, *(part.mention for part in parts))]
    coloured[0] = coloured[0] or any(0 < current().place(word) < NAMES for word in mention.words)
    named = bool(mention.words) and not (coloured[0] and (any(coloured[1:]) or len(parts) < 2))
    numbered = all(word.isdigit() or word in SIZES for word in mention.soft)
    return change.kind in ("want", "add") and named and numbered and not mention.position
