"""Half of it in one kind and half in another, or some of it, of what is wished for or of a line of the cart: `100
ganchos, metade de 10 metade de 20`, `metade de cada cor`, `separa 100, mas 40 azuis`. Pure."""

from collections.abc import Sequence

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.language.words import fold, stem, words
from app.features.chat.assistant.plain import idioms as said_so
from app.features.chat.assistant.plain.clauses import Clauses
from app.features.chat.assistant.plain.phrases import Phrase, Unclear
from app.features.chat.assistant.plain.shelf import Kind
from app.features.chat.assistant.plain.tokens import TIES
from app.ops.expressions import expression

_VALUE = (
    r"(?:\d+(?:[.,]\d+)?(?:\s*(?:cm|mm|ml|kg|g|l|m)\b)?|[a-z]+(?:\s+(?!e\s|and\s|metade|half|outra|a\s)[a-z]+){0,2})"
)
_HALVES = expression(
    rf"\b(?:metade|half)\s+(?:(?:d[eoa]|of|em|in)\s+)?(?P<one>{_VALUE})\s*,?\s*(?:e\s+|and\s+)?(?:a\s+|the\s+)?(?:outra\s+|other\s+)?"
    rf"(?:metade|half)\s+(?:(?:d[eoa]|of|em|in)\s+)?(?P<other>{_VALUE})\W*$"
)
_OF_EACH = expression(r"\b(?:metade|half)\s+(?:d[eo]|of)\s+(?:cada|each)(?:\s+[a-z]+)?\W*$")
_BUT = expression(r"\W*(?:mas|so\s+que|but)\b")
_NUMBER = expression(r"\d+(?:[.,]\d+)?")


def halved(told: Clauses, said: str, *, asks: bool) -> bool:
    """The clause shares out so what was read of the message, else what the cart has of one thing. Raises Unclear where
    it is open what, or there is no half."""
    text = fold(said)
    halves = _HALVES.search(text)
    found = halves or _OF_EACH.search(text)
    values = [halves["one"], halves["other"]] if halves else []
    if found is None or asks or _sold_so(told, values):
        return False
    if text[: found.start()].strip(" ,"):
        told.read(text[: found.start()], ",", asks=False)
    if told.phrases:
        *_, last = told.phrases
        one, other = _two(told.shelf.having(last.keys) if last.keys else _spoken_of(told), values)
        half = _half(last.count or 0)
        told.phrases[-1:] = [Phrase(half, wished=last.wished, only=kind) for kind in (one, other)]
        return True
    bases = {kind.base for kind in told.held}
    pairs = [pair for base in bases if (pair := _kinds_of(told, base, values))]
    if len(pairs) != 1 or told.edits:
        raise Unclear("halves of what")
    own = [kind for kind in told.held if kind.base == pairs[0][0].base]
    half = _half(sum(told.counts[kind.product.product_id] for kind in own))
    if any(kind not in pairs[0] for kind in own):
        raise Unclear("halves, and others of it")
    told.edits += [Change("want", Mention(product_id=kind.product.product_id, quantity=half)) for kind in pairs[0]]
    return True


def _sold_so(told: Clauses, values: Sequence[str]) -> bool:
    """A pizza of two halves, which is one kind of its own."""
    keys = {told.shelf.key(word) for value in values for word in words(value) if word not in TIES}
    return bool(keys) and any(
        said_so.SOLD_IN_HALVES.search(kind.base) and keys <= kind.keys for kind in told.shelf.kinds
    )


def some_otherwise(told: Clauses, said: str, begun: int) -> None:
    """`100 com braço, mas 40 sem`, `mas 40 sem braço`, of 100 in the cart: what is counted behind is some of those
    before it. begun: so many phrases were read before this clause. Raises Unclear."""
    if len(told.phrases) <= begun or _BUT.match(fold(said)) is None:
        return
    some = told.phrases[begun]
    if begun == 0:
        own = [kind for kind in told.held if _other_kind(told, some, kind)]
        recounted = [one.mention for one in told.edits if own and one.mention.product_id == own[0].product.product_id]
        if len(own) == 1 and some.count and not some.more and len(recounted) == len(told.edits) < 2:
            many = recounted[0].quantity if recounted else told.counts[own[0].product.product_id]
            left = (many or 0) - some.count  # `make it three, but one green`
            if left < 1:
                raise Unclear("some of how many")
            told.edits.clear()
            told.edits.append(Change("want", Mention(product_id=own[0].product.product_id, quantity=left)))
            some.only = _other_kind(told, some, own[0])
        return
    whole = told.phrases[begun - 1]
    first = told.shelf.having(whole.keys) if whole.keys else told.focus
    if len(first) == 2 and whole.count and some.count and len({kind.base for kind in first}) == 1:
        first = [kind for kind in first if _other_kind(told, some, kind)]  # `4 cremes, mas 1 de 250 g`, of two sizes
        whole.only = first[0] if first else None
    if (
        len(first) > 1
        and len(own := [kind for kind in first if kind in told.held and _other_kind(told, some, kind)]) == 1
    ):
        first, whole.only = own, own[0]  # `faz 3 bonés, mas 1 verde`, of white ones in the cart
    if len(first) != 1 or not whole.count or not some.count or not _other_kind(told, some, first[0]):
        return
    if some.more or whole.count <= some.count:
        raise Unclear("some of how many")
    whole.count -= some.count


def _other_kind(told: Clauses, phrase: Phrase, kind: Kind) -> Kind | None:
    """The one other kind of the same thing that a phrase is called by, without a name."""
    keys = phrase.keys
    found = [one for one in told.shelf.having(keys) if one.base == kind.base] if keys else []
    nameless = not any(key in kind.name for key in keys)
    return found[0] if len(found) == 1 and found[0] is not kind and nameless else None


def _spoken_of(told: Clauses) -> list[Kind]:
    """`separa as 120, metade ouro e metade prata`: all kinds of the one thing that was spoken of last."""
    bases = {kind.base for kind in told.focus}
    return [kind for kind in told.shelf.kinds if kind.base in bases] if len(bases) == 1 else []


def _kinds_of(told: Clauses, base: str, values: Sequence[str]) -> list[Kind]:
    try:
        return _two([kind for kind in told.shelf.kinds if kind.base == base], values)
    except Unclear:
        return []


def _two(kinds: Sequence[Kind], values: Sequence[str]) -> list[Kind]:
    """The two kinds of one thing that are called by the values; without these the only two there are."""
    there = [kind for kind in kinds if kind.product.in_stock]
    meant = [[kind for kind in there if _is_called(kind, value)] for value in values] if values else []
    pair = [one for found in meant for one in found] if values else there
    if len(pair) != 2 or len({kind.base for kind in pair}) != 1 or any(len(found) != 1 for found in meant):
        raise Unclear("which two halves")
    return pair


def _is_called(kind: Kind, value: str) -> bool:
    """`de 10`, `branco`: a value of one of its options."""
    said = [word for word in words(value) if word not in TIES]
    for own in kind.product.options.values():
        told, numbers = {stem(word) for word in words(fold(own))}, _NUMBER.findall(own)
        if said and all(stem(word) in told or word in numbers for word in said):
            return True
    return False


def _half(count: int) -> int:
    if count < 2 or count % 2:
        raise Unclear("no half")
    return count // 2
