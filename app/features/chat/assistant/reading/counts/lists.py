"""A list of goods with how many of each, known by the shop's own words and not by the sentence's form. Pure.

`2 cimento e 1 rolo`, `cimento 2`, `vinho x3`: a part is a count and words of which the shop's goods carry one at least.
What stands before the first of them may only be words of the conversation.
"""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from app.features.chat.assistant.acts import Change, ChangeKind, Mention
from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.goods import ALSO_GOODS, BEGINS, NAMES, current
from app.features.chat.assistant.language.prices import price_range
from app.features.chat.assistant.language.words import NUMBERS, is_colour, stem
from app.features.chat.assistant.products.matching import SIZED
from app.features.chat.assistant.products.mentions import leading_count, thing_in
from app.features.chat.assistant.products.name_words import PACKED, is_size, name_words, product_words
from app.features.chat.assistant.reading import verbs
from app.features.chat.assistant.reading.changes.counting import put_right, sets
from app.features.chat.assistant.reading.clauses import Clause
from app.features.chat.assistant.reading.draft import Reading
from app.features.chat.assistant.reading.splitting import split_counts, split_mentions
from app.ops.expressions import expression

_LEADS = v.FILLER | v.WANT | v.BUY | v.GREETINGS | v.MORE | v.YES | v.VERBS
_UNIT = r"(?:un|und|unid|unidades?|pares|par|pecas?)"
# `vinho x2`, `vinho 2x`, `vinho 2 unidades`, `vinho 2`
_AFTER = expression(
    rf"(?<=[a-z0-9)])\s*(?:[:=-]\s*)?(?:\bx\s*(?P<x>\d{{1,4}})|\s(?P<count>\d{{1,4}})\s*(?:x|{_UNIT})|\s(?P<bare>\d{{1,2}}))\s*[.)]?$"
)
_HOLDS = expression(r"\b(?:d[eo]|com|of|with)\s*$")  # `meia de 6 pares`: which of them, and no count
_ARTICLE = expression(r"(?:an?|the|[oa]s?)\s")
_MORE = expression(r"\S+\s+more\b")
# Asked for form's sake: `2 cimento e 1 rolo, beleza?`
_SOFTENS = expression(r"[\s,]+(?:blz|beleza|ok|okay|ta|tah|certo|pode\s+ser|pode|fechou|viu|ne|please|por\s+favor)$")
_TAILS = (v.FILLER | v.THANKS | v.YES) - frozenset(
    "p m g s l claro clara unidade unidades par pares peca pecas".split()  # noqa: SIM905 - sizes, shades and units
)
# `os dois fones`, `o de 12`: of what was spoken of
_POINTS_BACK = expression(
    r"\b(?:os|as|o|a|the|an)(?:\s+de)?$|\b(?:el[ea]s?|ess[ea]s?|est[ea]s?|isso|it|that|this)\s+(?:e|mais|com|and|plus)$"
)
_NUMBERED = frozenset("tamanho tam numero num n nr no de do da size of number opcao item".split())  # noqa: SIM905


def counted_goods(reading: Reading, clause: Clause) -> str | None:
    """Such a list becomes changes; what else the clause says beside it. None: it is no such list."""
    if clause.negated or clause.conditional or clause.told or clause.corrects:
        return None
    method, rest = reading.method_in(clause.text)
    if price_range(rest)[:2] != (None, None):  # `um tênis até 300 reais`
        return None
    if clause.asks and not (softened := _SOFTENS.search(rest)):
        return None
    lead, body = _without_lead((rest[: softened.start()] if clause.asks and softened else rest).rpartition(": ")[2])
    if not body or _POINTS_BACK.search(lead):
        return None
    begins = body.split()[: 2 if _MORE.match(body) else 1]  # `put 5 more watering cans`
    kind = verbs.kind(" ".join([lead, *begins]))
    if kind in (None, "want") and re.search(r"\ba\s+mais\b", rest):
        kind = "add"
    if kind not in (None, "want", "add"):
        return None
    read = _read_parts(reading, kind or "want", split_mentions(body))
    if read is None:
        return None
    reading.changes += put_right(reading, rest, read[0]) if kind == "add" and sets(reading, rest) else read[0]
    reading.wanted = True
    if method is not None:
        reading.note(method=method)
    return " e ".join(read[1])


def _read_parts(reading: Reading, kind: ChangeKind, parts: Sequence[str]) -> tuple[list[Change], list[str]] | None:
    """The changes of a list's parts, and the parts that name no goods. Goods without count or measure belong to the
    name before or after them, if there is such a name (`jogo de cartas cor e número`); alone they make it no list of
    counts.
    """
    made: list[Change] = []
    left: list[str] = []
    waits: Mention | None = None
    for part in parts:
        one = _one(reading, kind, part, after=bool(made or reading.changes))
        shown = reading.mention(part) if one is None and not made and len(parts) > 1 else Mention()
        pointed = shown.quantity or reading.state.dialogue.focus is not None
        if shown.pointing and pointed and shown.empty and not shown.packed:  # `one of those and a water`
            made.append(Change(kind, shown))
            continue
        if one is None and leading_count(part)[0] is not None:
            return None
        if one is None:
            named, soft = name_words(_without_tail(part))
            if not any(current().place(word) >= NAMES for word in named):
                if any(char.isdigit() for char in part):
                    return None
                left.append(part)
                continue
            alone = Mention(tuple(named), tuple(soft), by_price=verbs.by_price(part))
            if (weighed := reading.mention(_without_tail(part))).measure:  # `2 kg de batata e 3 alfaces`
                if waits is not None:
                    return None
                made.append(Change(kind, weighed))
                continue
            # A name does not end with a weight, or with `one of those`.
            # Nor does it go on with an article: `one for the tablet plus a black case`.
            ends = bool(made) and (made[-1].mention.measure or made[-1].mention.pointing or _ARTICLE.match(part))
            if ends and not all(map(is_colour, named)):
                made.append(Change(kind, alone))
                continue
            if waits is not None or (made and made[-1].parts):
                return None
            if made:
                made[-1] = _with(made[-1], made[-1].mention, alone)
            else:
                waits = alone
            continue
        if waits is not None:
            one, waits = _with(one, waits, one.mention), None
        made.append(one)
    return (made, left) if made and waits is None else None


def _with(change: Change, first: Mention, second: Mention) -> Change:
    """Two parts that may be one name; each by itself where they are not."""
    whole = replace(change.mention, words=(*first.words, *second.words), soft=(*first.soft, *second.soft))
    return replace(change, mention=whole, parts=(first, second))


def _without_lead(text: str) -> tuple[str, str]:
    """The words of the conversation that a clause begins with, and the rest from the first count or goods on."""
    at = 0
    for found in re.finditer(r"[a-z0-9'-]+", text):
        word = found[0]
        counts = word[0].isdigit() or word in NUMBERS or word in ("meia", "duzia")
        if counts or (current().place(word) >= NAMES and word not in _LEADS):
            at = found.start()
            break
        if word not in _LEADS:
            return "", ""
    else:
        return "", ""
    return text[:at].strip(), text[at:].strip()


def _one(reading: Reading, kind: ChangeKind, part: str, *, after: bool) -> Change | None:
    """One part that is counted. after: another stands before it, of which it may tell a colour (`3 rosa e 2 preto`)."""
    part = _without_tail(thing_in(part.strip(" ,.:-")))
    quantity, rest = leading_count(part)
    number = ""
    found = _AFTER.search(part) if quantity is None else None
    if found and not (found["count"] and _HOLDS.search(part[: found.start()])):
        before = product_words(part[: found.start()])
        told = found["x"] or found["count"]
        if told is None and (not before or before[-1] in _NUMBERED or found["bare"] in reading.sizes):
            return None
        quantity, number = (int(told), "") if told else (None, found["bare"])
        rest = part[: found.start()]
    if quantity is None and not number:
        return None
    named, soft = name_words(rest)
    goods, told = current(), reading.mention(rest)
    if told.every:  # `uma vela de cada`
        return None
    if told.alike:  # `outro igual só que moído`
        return Change("add", replace(told, quantity=quantity))
    if not named and (after or not _speaks_of(reading)):  # `2 caixas`, `2 alcool e 1 balde`, where such are sold
        named = [word for word in soft if word in PACKED and goods.place(word) == BEGINS]
        soft = [word for word in soft if word not in named]
    # `um 38`, after a thing that is counted
    coloured = after and all(is_colour(word) for word in named) and bool(named or (len(soft) == 1 and is_size(soft[0])))
    sized = bool(named) and stem(named[0]) in SIZED
    if named and not after and goods.place(named[0]) == 0 and not (is_colour(named[0]) or sized):
        return None  # `3x sem juros`
    if not coloured and not any(goods.place(word) >= NAMES and not is_colour(word) for word in named):
        return None
    if number and any(
        word == number or (word.startswith(number) and word[len(number) :].isalpha()) for word in (*named, *soft)
    ):
        quantity, number = int(number), ""  # `cabo 2 m 2`: it stands in the name already
    noun = "" if after else reading.mention(part).noun  # `5 de queijo`, after an `esfiha de calabresa`
    mention = Mention(
        tuple(named),
        tuple(soft),
        quantity,
        number=number,
        without=told.without,
        price_cents=told.price_cents,
        noun=noun,
    )
    pieces = [_packing_sold(reading.mention(piece)) for piece in split_counts(part)]  # `2 capinha preta 1 azul`
    if len(pieces) < 2:
        return Change(kind, mention)
    sold = [piece.words[0] for piece in pieces if piece.words and piece.words[0] in PACKED]
    own = [word for word in sold if word in mention.soft]  # `1 vassoura 1 balde` are no vassouras
    mention = replace(
        mention,
        words=(*mention.words, *own),
        soft=tuple(word for word in mention.soft if word not in own),
    )
    return Change(kind, mention, parts=tuple(pieces))


def _packing_sold(mention: Mention) -> Mention:
    """`1 balde` beside other goods, where buckets are sold: no packing of those."""
    if mention.packed and current().place(mention.packed) == BEGINS:
        return Mention((mention.packed,), quantity=mention.quantity)
    return mention


def _without_tail(part: str) -> str:
    """Without the words of the conversation that a part ends with: `cimento x2 pra`, `1 rolo por favor`."""
    said = part.split()
    while (
        len(said) > 1
        and said[-1] in _TAILS
        and not _of_goods(said[-1])
        and said[-1] not in NUMBERS
        and said[-2:] != ["do", "para"]
    ):
        said.pop()
    return " ".join(said)


def _of_goods(word: str) -> bool:
    """`caneca com foto`, where one is called so."""
    return word in ALSO_GOODS and current().place(word) >= NAMES


def _speaks_of(reading: Reading) -> bool:
    dialogue = reading.state.dialogue
    return bool(dialogue.focus or dialogue.listed or dialogue.pending or reading.state.cart.lines)
