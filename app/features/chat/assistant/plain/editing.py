"""A clause that changes lines of the cart: out, another kind or count instead, or as it is. Pure."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.language.words import number
from app.features.chat.assistant.plain import idioms as said_so
from app.features.chat.assistant.plain.lexicon import WISH
from app.features.chat.assistant.plain.naming import just_so, named
from app.features.chat.assistant.plain.phrases import Phrase, Unclear, names, phrases_of
from app.features.chat.assistant.plain.shelf import Kind, Shelf
from app.features.conversations.state import CartLine
from app.ops.expressions import expression

AN_ARTICLE, _AN = expression(r"^an?\s(?=[a-z])"), expression(r"^an\s(?=[a-z])")


def edited(shelf: Shelf, text: str, lines: Sequence[CartLine], held: Sequence[Kind]) -> list[Change]:
    """What becomes of the lines that a clause names; none: they stay as they are. Raises Unclear."""
    counts = {line.product_id: line.quantity for line in lines}
    verb = said_so.SWAPS.search(text) or said_so.TAKES_OUT.search(text)
    if verb is not None and names(shelf, text[: verb.start()]):
        raise Unclear("two in one")
    if some := said_so.SOME_AS.search(text):
        return _swapped(shelf, said_so.ONE_OF.sub("1 ", some["old"]), some["new"], counts, held)
    if swap := said_so.SWAPS_FIRST.search(text) or said_so.SWAPS_LAST.search(text) or said_so.MAKES.search(text):
        one = AN_ARTICLE if "instead" in text else _AN
        return _swapped(shelf, one.sub("1 ", swap["old"]), one.sub("1 ", swap["new"]), counts, held)
    if swap := said_so.SWAPS.search(text):
        one = AN_ARTICLE if swap["verb"] in ("swap", "change", "replace") else _AN
        return _swapped(shelf, one.sub("1 ", swap["old"]), one.sub("1 ", swap["new"]), counts, held)
    if said_so.SWAPS_IT.search(text):
        raise Unclear("swaps otherwise")  # `o coração troca por frango`
    if out := said_so.TAKES_OUT.search(text):
        return _taken_out(shelf, out["what"], counts, held)
    return _counted(shelf, text, counts, held)


def the_line(shelf: Shelf, phrase: Phrase, held: Sequence[Kind]) -> Kind:
    """The one line that is named."""
    keys = shelf.in_letters(phrase.keys, held)
    found = just_so(shelf.having(keys, held), keys) or [
        one for one in held if one.keys.union(one.about).issuperset(keys)
    ]
    if len(found) != 1 or not phrase.keys or phrase.traits:
        raise Unclear(f"which line {phrase.keys}")
    return found[0]


def goes_out(
    shelf: Shelf, text: str, what: str, phrases: Sequence[Phrase], held: Sequence[Kind]
) -> tuple[list[Change]] | None:
    """A line that is told of as not wanted any more: what becomes of it, nothing of what was only spoken of; None: it
    is told of otherwise. phrases: what is wished for. Raises Unclear."""
    found = phrases_of(shelf, what)
    if len(found) != 1 or WISH.search(text.replace("quero", " ")):
        return None
    if said_so.FORGETS.search(text) and not shelf.having(found[0].keys, held):
        gone = shelf.having(found[0].keys)
        if any(kind in gone for phrase in phrases for kind in shelf.having(phrase.keys)):
            raise Unclear("taken back")
        return ([],)
    return ([Change("remove", Mention(product_id=the_line(shelf, found[0], held).product.product_id))],)


def measures_last(edits: Sequence[Change], text: str) -> bool:
    """`troca a alcatra por maminha, 2 kg também`: as much as there was."""
    told = said_so.SO_MUCH.fullmatch(text)
    if told is None or not edits or edits[-1].old is None:
        return False
    return number(told["n"]) == edits[-1].mention.quantity


def counts_last(edits: list[Change], text: str) -> bool:
    """`troca os refrigerantes pelo suco, um só`: so many of what comes, from now on."""
    told = said_so.SO_MANY.fullmatch(text)
    if told is None or not edits or edits[-1].old is None:
        return False
    edits[-1] = replace(edits[-1], mention=replace(edits[-1].mention, quantity=number(told["n"])))
    return True


def _swapped(shelf: Shelf, old: str, new: str, counts: dict[str, int], held: Sequence[Kind]) -> list[Change]:
    olds, news = phrases_of(shelf, old), phrases_of(shelf, new)
    if len(olds) != 1 or len(news) != 1 or not news[0].keys:
        raise Unclear("swaps several")
    gone = the_line(shelf, olds[0], held)
    return replaced(shelf, gone, olds[0].count, news[0], counts, held, called=olds[0].keys)


def replaced(
    shelf: Shelf,
    gone: Kind,
    many: int | None,
    new: Phrase,
    counts: Mapping[str, int],
    held: Sequence[Kind],
    called: Sequence[str] = (),
) -> list[Change]:
    """So many of a line (None: all) for what a phrase names, and how many of that. called: the words that the line was
    named by. Raises Unclear."""
    kinds = named(shelf, new, [gone])
    if len(kinds) > 1:  # `uma das doces pode ser com queijo`, which comes sweet and salted
        kinds = [one for one in kinds if one.keys.issuperset(called)]
    had = counts[gone.product.product_id]
    if len(kinds) != 1 or kinds[0] is gone or (many or 0) > had:
        raise Unclear(f"swaps for {[one.product.name for one in kinds]}")
    if not kinds[0].product.in_stock:
        raise Unclear("not there")
    some = many if many is not None and many < had else None
    mention = Mention(product_id=kinds[0].product.product_id, quantity=new.count or some or had)
    out = Mention(product_id=gone.product.product_id, quantity=some)
    if kinds[0] in held:  # `troca o pinho por mais 1 de coco`
        if not new.more:
            raise Unclear("as many more, or in all")
        return [Change("remove", out), Change("add", mention)]
    return [Change("exchange", mention, old=out)]


def _taken_out(shelf: Shelf, text: str, counts: dict[str, int], held: Sequence[Kind]) -> list[Change]:
    changes = []
    for phrase in phrases_of(shelf, text):
        if said_so.EDITS.search(text) or WISH.search(text):
            raise Unclear("and more")
        gone = the_line(shelf, phrase, held)
        had, many = counts[gone.product.product_id], phrase.count
        less = many if many is not None and many < had else None
        changes.append(Change("remove", Mention(product_id=gone.product.product_id, quantity=less)))
    return changes


def _counted(shelf: Shelf, text: str, counts: dict[str, int], held: Sequence[Kind]) -> list[Change]:
    """`deixa só 3 formas`, `as toucas continuam 4`."""
    phrases = phrases_of(shelf, said_so.TO.sub(" ", said_so.SETS.sub(" ", said_so.STAYS.sub(" ", text))))
    changes = []
    for phrase in phrases:
        kind = the_line(shelf, phrase, held)
        had = counts[kind.product.product_id]
        if phrase.count in (None, had) and said_so.STAYS.search(text):
            if phrase.count is None and said_so.LETS_BE.search(text):
                raise Unclear("leaves it, or leaves it out")
            continue
        if phrase.count is None or phrase.more or not said_so.SETS.search(text):
            raise Unclear("no count")
        changes.append(Change("want", Mention(product_id=kind.product.product_id, quantity=phrase.count)))
    if not phrases:
        raise Unclear("edits nothing")
    return changes
