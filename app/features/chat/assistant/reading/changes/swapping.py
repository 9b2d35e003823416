"""One thing for another: `troca a azul pela preta`, `rosa branca é mais chique. troca`. Pure."""

from collections.abc import Sequence

import msgspec

from app.features.chat.assistant.acts import Change, Mention, PriceOrder
from app.features.chat.assistant.language import signs
from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.words import fold, in_portuguese, is_colour
from app.features.chat.assistant.products.matching import Product, shares
from app.features.chat.assistant.products.name_words import product_words
from app.features.chat.assistant.products.sizes import FEWEST_SIZES, numbers_of
from app.features.chat.assistant.products.weighing import is_loose
from app.features.chat.assistant.reading import verbs
from app.features.chat.assistant.reading.clauses import Clause
from app.features.chat.assistant.reading.draft import Reading
from app.features.chat.assistant.reading.kinds.sizing import kind_of, lines_in_such
from app.features.chat.assistant.reading.splitting import split_mentions
from app.features.conversations.state import CartLine
from app.ops.expressions import expression

_SWAPS = expression(
    r"(?:(?:entao|ai|pode|vamos|faz|pra\s+mim|por\s+favor|isso|essa|esse|posso|da\s+pra|tem\s+como)\s+)*(?:troca|trocar|muda|mudar|change\s+it|swap)(?:\s+(?:ai|entao|el[ea]s?|tudo|tod[oa]s|amb[oa]s|(?:[oa]s|the)\s+(?:\d|dois|duas|tres|two|three)|both|them|por\s+favor|pra\s+mim))*"
)


_PLAIN = expression(r"\s*(?:[oa]s?\s+|the\s+)?(normal|comum|tradicional|regular)(?:\s+ones?)?\s*")
_TO_KIND = expression(r"\b(?:pra|para|por|to|for)\s+(?:[oa]s?\s+|the\s+)?(d[eo]\s+\d.*)$")
# `troca o café com leite por café coado`, where `com` is of the name
_BY = expression(r"\s(?:por|pel[oa]s?)\s")
_ANOTHER_THING = expression(
    r"(?:\d{1,2}|uma?|dois|duas|tres|quatro|cinco|an?|one|two|three)\s+[a-z]{3,}(?:\s+(?:please|entao))?"
)
# `não precisa trocar o leite pelo suco`
_SWAPS_NOT = expression(
    r"(?:(?:eu|mas|e|i|you|please)\s+)*(?:nao|n|don'?t|do\s+not)\s+(?:(?:precisa|quero|vou|need|want|to|mais)\s+)*(?:troc\w+|mud\w+|substitu\w+|swap|change|replace)\b(?!.*\b(?:mas|but)\b)"
)
_RATHER = expression(r"^\s*(?:actually|na\s+verdade|alias)\s+")
_SWAPS_FOR = expression(r"\b(?:troc\w+|substitu\w+|swap\w*|exchange|replace)\b")
# What tells one of a kind from another, and is no name by itself.
_QUALITIES = frozenset(
    """big small large medium light heavy thick thin long short hot cold soft hard plain striped printed strong sweet
    salty bitter whole round square clear dark mini extra""".split()  # noqa: SIM905 - a word list reads better so
)


def swaps(reading: Reading, clause: Clause) -> bool:
    """`rosa branca é mais chique. troca`: for what the clauses before spoke of."""
    if not reading.state.cart.lines or _SWAPS.fullmatch(clause.text) is None:
        return False
    told = reading.looks[-1].mention if reading.looks else reading.recalls or Mention()
    if clause.asks and not (told.words and all(is_colour(word) for word in told.words)):
        return False
    if not reading.looks and reading.recalls is not None:  # `minha filha prefere o azul, pode trocar?`
        reading.changes.append(Change("exchange", _called(reading.recalls) if reading.own_is.empty else reading.own_is))
        reading.recalls = None
        return True
    if not (reading.looks and reading.looks[-1].mention.words):
        return bool(reading.changes)
    reading.changes.append(Change("exchange", reading.looks.pop().mention))
    return True


def _called(told: Mention) -> Mention:
    """`o branco combina mais com a cabeceira, troca`: what goods are called by or come in, of a reason; where that is a
    size, no word that none of them has."""
    known = tuple(word for word in told.words if is_colour(word) or current().place(word) > 0)
    return msgspec.structs.replace(told, words=known or (() if told.soft else told.words))


def exchange(reading: Reading, text: str, corrects: bool) -> bool:
    """A clause that asks for one thing instead of another, or for another count."""
    if _SWAPS_NOT.match(text):
        reading.note(total=True)
        return True
    body = _RATHER.sub("", verbs.without_verbs(signs.EXCHANGE.sub(" ", text)))
    parts = _BY.split(f" {body}", maxsplit=1) if _BY.search(body) else signs.FOR.split(f" {body}", maxsplit=1)
    if len(parts) == 1 and (kind := _TO_KIND.search(text)):  # `muda pra de 20`, which is no count
        parts = [kind[1]]
    old = reading.mention(parts[0]) if len(parts) > 1 and parts[0].strip() else None
    if _so_many_of_each(reading, parts[-1], old):
        return True
    new = reading.mention(parts[-1])
    if new.empty and new.quantity is None and old is not None and (plain := _PLAIN.fullmatch(parts[-1])):
        new = Mention(soft=(plain[1],))  # `troca a coca zero pela normal`
    if new.measure and new.empty and reading.state.cart.lines:  # `aumenta pra 300g`, `make that the 1 liter`
        _to_measure(reading, new.measure, old)
        return True
    counts = new.pointing and new.empty and new.quantity and not (old or _SWAPS_FOR.search(text))
    if counts and (line := _spoken_of(reading, reading.state.cart.lines)):  # `make it 2 of those`
        reading.changes.append(Change("want", _named(line, new.quantity), corrects=True))
        return True
    if new.pointing and new.packed and old is not None and old.words:  # `brahma, troca 3 latas por um fardo`
        new = Mention(old.words, (new.packed,), new.quantity)
    if new.pointing and new.empty and reading.state.cart.lines:  # `troca por essa`
        reading.changes.append(Change("exchange", new, old if old is not None and not old.empty else None))
        return True
    if new.empty and new.quantity is None and (order := verbs.by_price(parts[-1])) is not None:
        return _to_rank(reading, order, old)
    if new.empty and new.quantity is None:
        return False
    if new.empty:
        reading.changes.append(_to_count(reading, new, old))
        return True
    if not reading.state.cart.lines:
        reading.changes.append(Change("want", new, corrects=corrects))
        return True
    if old is None and new.quantity is not None and not _SWAPS_FOR.search(text) and (line := _held(reading, new)):
        reading.changes.append(Change("want", new, _named(line, None), corrects=True))
        return True  # `make it 3 of the 20`, of which there are two already
    if (
        old is not None
        and old.empty
        and old.quantity
        and (line := _spoken_of(reading, reading.state.cart.lines))
        and (old.pointing or (old.quantity < line.quantity and _held(reading, new) is None))
    ):
        old = _named(line, old.quantity)  # `troca uma delas`, `troca uma pela de metal`
    old = old if old is not None and not old.empty else told_line(reading)
    if old is None and (new.soft or new.words or new.price_cents) and all(map(kind_of, new.words)):  # `volta pra 1,65`
        old = _sized(reading, [*new.words, *new.soft])
        if reading.found.get("resizes"):
            return True
    reading.changes.append(Change("exchange", _of_kind(new, old, reading, parts[-1]), old))
    return True


def _to_measure(reading: Reading, measure: str, old: Mention | None) -> None:
    """Another size of what is called so (old), or of what is in the cart."""
    named = old.words if old is not None else ()  # `muda o cabo pra 35 metros`
    old = old if old is not None and not old.empty else _loose(reading, measure)
    old = old or _sized(reading, [measure])
    if not reading.found.get("resizes"):
        reading.changes.append(Change("exchange", Mention((*named, measure)), old))


def _to_count(reading: Reading, new: Mention, old: Mention | None) -> Change:
    """A number alone: a size of what is called so (old), or how many."""
    if old is None or old.empty:
        return Change("want", new, corrects=True)
    if _is_size(reading, old, new.quantity):
        return Change("exchange", Mention(old.words, soft=(str(new.quantity),)), old)
    return Change("want", msgspec.structs.replace(old, quantity=new.quantity, measure=""))  # `muda as brancas pra 5`


def _to_rank(reading: Reading, order: PriceOrder, old: Mention | None) -> bool:
    """`troca o porta-retrato pelo maior`: the largest of the same."""
    lines = reading.state.cart.lines
    held = [line for line in lines if old is not None and old.words and all(shares([x], line.name) for x in old.words)]
    line = held[0] if len(held) == 1 else _spoken_of(reading, lines) if old is None or old.empty else None
    if line is None:
        return False
    named = _named(line, None)
    own = tuple(word for word in product_words(fold(line.name.partition(" (")[0])) if word not in v.FILLER)
    reading.changes.append(Change("exchange", Mention(own, by_price=order), named))
    return True


def _is_size(reading: Reading, old: Mention, told: int | None) -> bool:
    """`o cinto é 95`, of the one that goes by such numbers."""
    lines = [line for line in reading.state.cart.lines if shares([*old.words, *old.soft], line.name)]
    return (told or 0) >= FEWEST_SIZES and len(lines) == 1 and bool(numbers_of(lines[0].name))


def _so_many_of_each(reading: Reading, text: str, old: Mention | None) -> bool:
    """`muda pra 2 de laranja e 1 de abacaxi`: so many of each, the first in the place of what is changed."""
    each = [reading.mention(part) for part in split_mentions(text)]
    lines = reading.state.cart.lines
    if (
        len(each) < 2
        or not lines
        or any(one.quantity is None or not (one.words or one.soft or one.pointing) for one in each)
    ):
        return False
    if not (each[0].words or each[0].soft):
        return False
    held = any(shares([*each[0].words, *each[0].soft], line.name) for line in lines)
    named = old is not None and not old.empty
    first = Change("want", each[0]) if held and not named else Change("exchange", each[0], old if named else None)
    reading.changes += [first, *(Change("want", one) for one in each[1:])]
    return True


def _spoken_of(reading: Reading, lines: Sequence[CartLine]) -> CartLine | None:
    """The line that was changed last, or the only one."""
    focus = reading.state.dialogue.focus
    taken = [line for line in lines if focus is not None and line.product_id == focus.product_id]
    return taken[0] if taken else lines[0] if len(lines) == 1 else None


def _held(reading: Reading, told: Mention) -> CartLine | None:
    """The one line that has all of what is told."""
    said = [*told.words, *told.soft]
    lines = [line for line in reading.state.cart.lines if said and all(shares([word], line.name) for word in said)]
    return lines[0] if len(lines) == 1 else None


def _sized(reading: Reading, told: Sequence[str]) -> Mention | None:
    """`muda pro de 700`: the line that is meant; where it may be one of several, that is noted, to be asked."""
    lines = lines_in_such(reading.state.cart.lines, told) or reading.state.cart.lines
    line = _spoken_of(reading, lines)
    if line is None and told and lines != reading.state.cart.lines:
        reading.note(resizes=told[-1])
    return _named(line, None) if line is not None else None


def _loose(reading: Reading, measure: str) -> Mention | None:
    """`muda pra 35 metros`: the only line that is sold by the metre, whatever was spoken of last."""
    lines = [one for one in reading.state.cart.lines if is_loose(Product(one.product_id, one.name), measure)]
    return _named(lines[0], None) if len(lines) == 1 else None


def _named(line: CartLine, quantity: int | None) -> Mention:
    said = (word for word in product_words(fold(line.name)) if word not in v.FILLER)
    return Mention(tuple(said), quantity=quantity, product_id=line.product_id)


def _of_kind(new: Mention, old: Mention | None, reading: Reading, text: str) -> Mention:
    """`troca um dos cafés pelo de 250`: what has no name of its own is another of what it takes the place of."""
    if old is None or not old.words or new.pointing or any(current().place(word) == BEGINS for word in new.words):
        return new
    if reading.listed and not new.words and any(shares(new.soft, item.name) for item in reading.state.dialogue.listed):
        return new
    akin = [line for line in reading.state.cart.lines if shares(old.words, line.name)]
    held = next((line for line in akin if all(shares([word], line.name) for word in old.words)), next(iter(akin), None))
    if held is None and any(current().place(word) >= NAMES for word in new.words):
        return new
    noun = product_words(fold(held.name))[0] if held is not None else old.words[0]
    if is_colour(noun):
        return new
    place = current().place(new.words[0]) if new.words else 0
    another = new.words and (place == 0 or place >= NAMES) and not is_colour(new.words[0])
    if another and _ANOTHER_THING.fullmatch(text.strip()):
        return new  # `o suco por uma coca`
    own = [word for word in new.words if in_portuguese(word) and word not in _QUALITIES and not is_colour(word)]
    if any(current().place(word) >= NAMES for word in own):  # of `Gym Towel` the `towel`
        return new
    return msgspec.structs.replace(new, words=(noun, *new.words))


def told_line(reading: Reading) -> Mention | None:
    """`o cabo vai ficar curto, troca pelo de 5`: the one thing in the cart that the clauses before spoke of."""
    told = reading.looks[-1].mention if reading.looks and reading.looks[-1].guess else reading.recalls
    for word in told.words if told else ():
        if sum(shares([word], line.name) for line in reading.state.cart.lines) == 1:
            reading.looks = [look for look in reading.looks if look.mention is not told]
            return Mention((word,))
    return None
