"""What a message says of the shop's goods that no act has taken up, so that nothing is lost without a word. Pure."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from app.features.chat.assistant.acts import Change, Look, Mention
from app.features.chat.assistant.language import signs
from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.goods import BEGINS, NAMES, current, known_as
from app.features.chat.assistant.language.words import is_colour, words
from app.features.chat.assistant.products.mentions import thing_in
from app.features.chat.assistant.products.name_words import PACKED, name_words, product_words
from app.features.chat.assistant.reading.clauses import Clause
from app.features.chat.assistant.reading.draft import Reading
from app.features.chat.assistant.reading.reader import read
from app.ops.expressions import expression

# `tem outra?`, of what was told before it
_HAS_IT = expression(
    r"(?:(?:e|ai|voces|ainda|do\s+you)\s+)*(?:tem|teria[m]?|vende[m]?|have|sell)(?:\s+(?:ainda|outr[oa]s?|igual|del[ea]s?|ess[ea]s?|ai|pra\s+vender|another|one|it))*"
)
# Acts that need no goods to be understood: beside them what is unread is not looked up at once.
_ASIDE = frozenset({"greets", "tells", "thanks", "laughs", "exclaims", "looking"})


# An age, a term, how many people; what something stands instead of.
_NO_COUNT = expression(
    r"\b\d{1,3}\s*(?:an(?:os?|inhos?)|mes(?:es)?|dias?|horas?|h|pessoas?|years?|months?|days?|people|%)(?!\w)"
    r"|\btroca\s+\d{1,3}\b|\b(?:ao\s+inves|em\s+vez|no\s+lugar|instead)\s+(?:d[eoa]s?|of)\s+\d{1,3}\b"
)


def read_all(reading: Reading, clauses: Sequence[Clause]) -> tuple[str, ...]:
    """Read the clauses; the answer is the pieces that name goods, or count some, and stand in no act. Where the message
    says nothing else, the goods of such a piece are looked up instead."""
    left: list[Clause] = []
    for clause in clauses:
        before, known = reading.size, list(reading.changes)
        # `oi, vi a manta no insta` says more than the greeting
        greets = "greets" not in reading.found and signs.GREETING.search(clause.lead) is not None
        # A question may be about what is strange to the goods: `dá pra escrever um nome no bolo?`
        with known_as(replace(current(), asked=frozenset()) if clause.asks else current()):
            read(reading, clause)
        silent = (reading.size == before + greets and len(reading.changes) >= len(known)) or (
            clause.told and _asks_beside(clause)
        )
        made = [one for one in reading.changes if not any(one is other for other in known)]
        reading.latest = made or reading.latest
        if (silent and _goods_in(clause)) or (made and _lost_number(clause, made)):
            left.append(clause)
    wished = (reading.changes, reading.looks, reading.about, reading.wonders, reading.questions, reading.traits)
    beyond = any(wished[:1] + wished[2:]) or not all(look.guess for look in reading.looks)
    if clauses and clauses[-1].asks and not beyond and _HAS_IT.fullmatch(clauses[-1].text):
        told = _goods_told(clauses[:-1])  # `perdi minha chave inglesa, vocês têm?`
        if told is not None:
            reading.looks[:] = [Look(told)]
            return ()
    if clauses and clauses[-1].asks and reading.looks and _HAS_IT.fullmatch(clauses[-1].text):
        reading.looks = [replace(one, guess=False) for one in reading.looks]  # `vi uma saia no insta, ainda tem?`
    if left and not any(wished) and set(reading.found) <= _ASIDE and (goods := _goods_in(left[0])):
        reading.looks.append(Look(goods))
        return ()
    return tuple(clause.text for clause in left if not clause.told)


def _goods_told(clauses: Sequence[Clause]) -> Mention | None:
    """The goods that the last clause names which names any."""
    return next((goods for clause in reversed(clauses) if (goods := _goods_in(clause)) is not None), None)


def _goods_in(clause: Clause) -> Mention | None:
    """The goods that a clause names: from the first word that a name begins with."""
    goods = current()
    if clause.negated or clause.conditional:
        return None
    said = words(clause.text)
    for at, word in enumerate(said):
        packs = word in PACKED and not any(goods.place(one) >= NAMES for one in said[at + 1 : at + 3])
        if goods.place(word) == BEGINS and not packs and word not in v.EVERYDAY and not is_colour(word):
            named, soft = name_words(thing_in(clause.text[clause.text.index(word) :]))
            return Mention(tuple(named), tuple(soft)) if named else None
    return None


def _asks_beside(clause: Clause) -> bool:
    """`a madrinha falou que vocês têm um kit, quanto tá`"""
    return bool(signs.PRICE_OF.search(clause.text) or signs.LOOK.search(clause.text))


def _lost_number(clause: Clause, made: Sequence[Change]) -> bool:
    """A number beside goods that are called by their names is in none of them."""
    mentions = [one for change in made for one in (change.mention, change.old, change.instead, *change.parts) if one]
    if not clause.asserts or any(one.product_id or one.position is not None or not one.words for one in mentions):
        return False
    kept = {part for one in mentions for part in _numbers(one)}
    counts = [one.quantity for one in mentions if one.quantity is not None]
    told = {word for word in product_words(_NO_COUNT.sub(" ", clause.text)) if word.isdigit()} - kept
    return any(int(number) == 0 or all(count % int(number) for count in counts) for number in told)


def _numbers(mention: Mention) -> Iterator[str]:
    yield from (*mention.words, *mention.soft, mention.number)
    if mention.of is not None:
        yield str(mention.of)
    if mention.price_cents is not None:
        yield from (str(mention.price_cents // 100), f"{mention.price_cents % 100:02d}")
