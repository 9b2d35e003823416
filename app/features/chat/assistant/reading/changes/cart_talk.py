"""What is said of the lines of the cart, piece by piece and in whatever words: `a farinha cê põe 3, o café tá certo`,
`menos um café e mais uma cachaça`, `4 é muito, 2 tá bom`. Pure.

Each piece takes out, leaves or counts a line that it names, or that is spoken of; what does neither is why. Where
one piece may mean something else, the message is read as any other.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.vocabulary import NO_GOODS, TALK
from app.features.chat.assistant.language.words import (
    ORDINALS,
    fold,
    in_portuguese,
    is_colour,
    number,
    stem,
    words,
)
from app.features.chat.assistant.products.counts import PAIRS
from app.features.chat.assistant.products.matching import shares
from app.features.chat.assistant.products.name_words import PACKED, SIZES, UNITS
from app.features.chat.assistant.products.sizes import FEWEST_SIZES
from app.features.chat.assistant.reading.changes import cart_terms as t
from app.features.chat.assistant.reading.changes.counted_anew import is_kind_counted
from app.features.chat.assistant.reading.changes.staying import stays_in_its_kind
from app.features.conversations.state import CartLine, ConversationState

MAX_WORDS = 40


class _Told(Struct):
    """What becomes of a line: so many of it; kept: it stays as it is; of_each: so many of all; less: so many
    fewer."""

    line: CartLine
    count: int
    kept: bool = False
    more: bool = False
    of_each: bool = False
    less: bool = False


# What one piece says of lines, and the one it names.
_Said = tuple[list[_Told], CartLine | None]


class _Heard(Struct):
    """A message as far as it was heard. rest: its pieces that are read as any other message; named: the line that was
    spoken of last; apart: some speak of other goods; placed: in the place of a line; pointed: a line was not named;
    stays: what is not spoken of is to stay as it is."""

    told: list[_Told] = []
    rest: list[str] = []
    named: CartLine | None = None
    apart: bool = False
    placed: bool = False
    pointed: bool = False
    stays: bool = False


def of_lines(message: str, state: ConversationState) -> tuple[tuple[Change, ...], str] | None:
    """The changes that a message makes to lines of the cart, none where all that it names shall stay, and what else of
    it there is to read: how to pay or to get it, other goods; None where a piece may mean anything else."""
    asked, lines = state.dialogue.pending, state.cart.lines
    if not lines or "?" in message or (asked is not None and asked.kind in ("choose", "quantity", "resize")):
        return None
    text = _text_of(message)
    if asked is not None and asked.kind == "delivery" and t.PICKS.search(text) and not any(_line_of(text, lines)):
        return None
    shared = len(t.HALF.findall(text)) > 1  # `metade vinho e metade preto`
    sized = any(map(str.isdigit, words(" ".join(line.name.partition(" (")[2] for line in lines))))
    shared = shared or (sized and t.OF_SIZES.search(text) is not None)  # `wrong size, should be 8`
    if shared or t.WHAT_IF.search(text) or len(words(text)) > MAX_WORDS:
        return None
    said = [piece.strip() for piece in t.PIECES.split(text) if piece.strip()]
    pieces = [one for one in said if not (t.ALL_OF_IT.search(one) and _stays_plainly(one, lines))]
    heard = _Heard(stays=len(pieces) < len(said) or t.NOT_OUT.search(text) is not None)  # `o resto continua`
    revises = t.REVISES.search(text) is not None
    if not all(_hear(heard, piece, lines, revises=revises) for piece in pieces):
        return None
    told, only = heard.told, t.ONLY.search(text) is not None
    if len(pieces) == len(told) == 1 and not told[0].count and not t.ORDINAL.search(text):
        return None  # `tira o balde`, and no more
    of_kinds = told and any(map(is_kind_counted, heard.rest))  # `um preto e um branco`
    if of_kinds or (heard.apart and (heard.pointed or only or any(map(t.OTHER.search, heard.rest)))):
        return None
    if heard.apart and not (heard.stays or heard.placed or (told and _says_enough(told, text))):
        return None
    changes = _changes(told, lines, only=only)
    # `não tira o balde`, `o mel continua, põe um queijo`
    kept = all(one.kept or one.count == one.line.quantity for one in told) and (
        heard.apart or (heard.stays and bool(told))
    )
    return (changes, ", ".join(heard.rest)) if changes or kept else None


def _hear(heard: _Heard, piece: str, lines: Sequence[CartLine], *, revises: bool) -> bool:
    """Add what a piece says; False where it may mean anything else."""
    named, before = heard.named, heard.told[-1] if heard.told else None
    if named is not None and _takes_bare(piece):
        heard.told.append(_Told(named, 0))  # `trincha já tenho, pode tirar`
        return True
    other = t.FOR_IT.sub("quero ", t.IN_ITS_PLACE.sub("", piece))
    if named is not None and other != piece and _counts_others(other):
        heard.told.append(_Told(named, 0))  # `coração ninguém come, põe 5 de frango no lugar`
        heard.rest.append(other)
        heard.apart = heard.placed = True
        return True
    if before is not None and not t.ONLY.search(piece) and _is_name(piece, lines, counted=before.less):
        taken = not before.count or before.less  # `tira o mel e a goiabada`, `tira 1 suco e 1 brownie`
        piece = f"{'tira' if taken else 'mantem' if before.kept else ''} {piece}".strip()
    counted = before is not None and before.count > 0 and not (before.kept or before.more or before.of_each)
    spoken_of = named or (lines[0] if len(lines) == 1 else None)
    if before is not None and before.more and not _counts(piece, lines) and _of_other_goods(piece, lines, 1):
        return False  # `mais um boné, esse azul`
    read = _read(piece, lines, spoken_of, revises=revises or counted)
    if read is None and not _is_of_others(piece, lines):
        if not heard.stays or _line_of(piece, lines)[0] is None:
            return False
        piece = f"muda {piece}"  # `camiseta G, o resto igual`
    made, own = read or ([], None)
    heard.pointed = heard.pointed or (bool(made) and own is None and not made[0].of_each)
    heard.apart = heard.apart or read is None
    if read is None or (not made and t.ASIDE.search(piece)):
        heard.rest.append(piece)
    heard.named, heard.told = own if own is not None or read is None else named, [*heard.told, *made]
    return True


def _says_enough(told: Sequence[_Told], text: str) -> bool:
    """What is said of lines stands for itself; in `o boné não, a meia` and `deixa o boné, quero a meia` one takes the
    other's place."""
    left = told[0].kept and t.LEAVES.search(text) and not t.EXCHANGES.search(text)
    return len(told) > 1 or (told[0].count > 0 and not left)


def _text_of(message: str) -> str:
    """A message as its pieces are read: each clause in plain words, for itself."""
    clauses = t.CLAUSES.split(re.sub(r"\bé\b", "eh", re.sub(r"[()]", " ", message.lower())))
    return t.NOT_N.sub(
        "sao ", "".join(spelt_out(fold(clause)) if at % 2 == 0 else clause for at, clause in enumerate(clauses))
    )


def _is_of_others(piece: str, lines: Sequence[CartLine]) -> bool:
    """It wishes for goods that are not in the cart, and speaks of no line; or it exchanges one for another of its kind:
    `2 de gengibre`, `a garrafa quero a preta no lugar da rosa`."""
    if t.OF_EACH.search(piece) or t.ALL_OF_IT.search(piece):
        return False
    named, several = _line_of(piece, lines)
    instead = t.EXCHANGES.search(piece) or t.FORMER.search(piece)
    if instead or (named is not None and t.TURNS.search(piece)):
        return _counts_others(piece) or _of_other_goods(piece, lines, 1) or not SIZES.isdisjoint(words(piece))
    return named is None and not several and (_counts_others(piece) or _of_other_goods(piece, lines))


def _stays_plainly(piece: str, lines: Sequence[CartLine]) -> bool:
    """`o resto tá certo`: nothing else is said of it."""
    said = [word for word in words(t.ALL_OF_IT.sub(" ", t.KEEPS.sub(" ", piece))) if word not in t.EVERYDAY | t.TIES]
    return t.KEEPS.search(piece) is not None and all(any(_is_of(word, line) for line in lines) for word in said)


def _takes_bare(piece: str) -> bool:
    """`pode tirar`, of what was named before; `tira um` counts."""
    rest = words(t.TAKES_OUT.sub(" ", piece))
    return t.TAKES_OUT.search(piece) is not None and set(rest) <= t.BARE and not any(map(number, rest))


def _is_name(piece: str, lines: Sequence[CartLine], *, counted: bool = False) -> bool:
    """It names a line, or its place, and says nothing else; counted: but how many."""
    said = [word for word in words(piece) if word not in t.TIES and not (counted and number(word))]
    return all(word in ORDINALS or any(_is_of(word, line) for line in lines) for word in said)


def _changes(told: Sequence[_Told], lines: Sequence[CartLine], *, only: bool) -> tuple[Change, ...]:
    """None where nothing would change, or two pieces say different things of one line. only: no more than that."""
    counted = [one.line.product_id for one in told if one.count and not (one.kept or one.of_each)]
    if len(set(counted)) < len(counted) or (len(told) == 1 and told[0].more and not only):
        return ()  # `1 de laranja e 1 de abacaxi`; one thing more is a wish as any other
    becomes: dict[str, int] = {}
    for one in told:
        if becomes.setdefault(one.line.product_id, one.count) != one.count:
            return ()
    made = [(line, becomes[line.product_id]) for line in lines if line.product_id in becomes]
    return tuple(
        Change("want" if count else "remove", Mention(product_id=line.product_id, quantity=count or None))
        for line, count in made
        if count != line.quantity
    )


def _read(piece: str, lines: Sequence[CartLine], last: CartLine | None, *, revises: bool) -> _Said | None:
    """What one piece says of lines, and the one it names; None where it may mean something else."""
    if t.EXCHANGES.search(piece):
        return None
    named, open_name = _line_of(piece, lines)
    if named is not None and stays_in_its_kind(piece, named):
        return [_Told(named, named.quantity, kept=True)], named
    if t.PEOPLE.search(piece):
        return None if named is not None or open_name or t.WISHES.search(piece) else ([], None)  # `chegou mais gente`
    if named is None and not open_name and t.TAKES_OUT.search(piece) and (place := t.ORDINAL.search(piece)):
        at = ORDINALS[place[1]]  # `o último pode tirar`
        named = lines[at - 1 if at > 0 else at] if at <= len(lines) else None
    counts = _counts(t.OF_EACH.sub(" cada ", piece), lines)
    if counts and named is None and len(lines) > 1 and t.ALL_OF_IT.search(piece):
        return None
    strange = not counts and any(map(str.isdigit, words(piece)))  # a number of what is not known
    if (strange and (named or t.MAKES.search(piece))) or (named is not None and t.NONE.search(piece)):
        return None
    if counts and t.THOSE.search(piece):  # `deixa as 3 pancetas`
        stays = named is not None and [named.quantity] == counts and t.KEEPS.search(piece) is not None
        return ([_Told(named, named.quantity, kept=True)], named) if named and stays else None
    if counts and named is not None and _of_other_goods(piece, lines):
        return None
    if open_name or counts is None or (named is None and _of_other_goods(piece, lines, BEGINS)):
        return None
    of_all = t.TWICE.search(piece) is not None and t.ALL_OF_IT.search(piece) is not None
    if (of_all or t.OF_EACH.search(piece)) and named is None and len(lines) > 1:
        return _of_each(piece, lines, counts)
    if not counts and t.ALL_OF_IT.search(piece) and t.TAKES_OUT.search(piece):
        return None
    if t.NOT_OUT.search(piece):
        kept = [named] if named is not None else lines if re.search(r"\b(?:nada|anything|nothing)\b", piece) else []
        return ([_Told(line, line.quantity, kept=True) for line in kept], named) if kept else None
    line = named or last
    if t.TWICE.search(piece) or t.HALF.search(piece):
        if (
            line is None
            or counts
            or _of_other_goods(piece, lines, 1)
            or (line.quantity % 2 and not t.TWICE.search(piece))
        ):
            return None
        count = line.quantity * 2 if t.TWICE.search(piece) else line.quantity // 2
        return [_Told(line, count)], named
    if len(counts) == 2 and line is not None and t.FORMER.search(piece) and line.quantity in counts:
        return [_Told(line, counts[1] if counts[0] == line.quantity else counts[0])], named  # `em vez de 5 faz 3`
    if counts:
        return _counted(piece, line, named, counts[0], revises=revises) if len(counts) == 1 else None
    if t.TAKES_OUT.search(piece):
        if named is None:
            return None if set(words(t.TAKES_OUT.sub(" ", piece))) <= t.BARE else ([], None)
        return ([_Told(named, 0)], named) if _takes_it(piece, named) else None
    if named is not None:
        if t.MORE.search(piece) or (t.WISHES.search(piece) and not t.ONLY.search(piece)):
            return None
        if _is_name(piece, lines) and not t.ONLY.search(piece):
            return None  # nothing is said of it
        if _of_other_goods(piece, lines, 1) or not SIZES.isdisjoint(words(piece)) or t.DENIES.search(piece):
            return None  # `a camiseta muda pra azul`, `ela não quer mais o granulado`
        return (
            [_Told(named, named.quantity, kept=True)] if t.KEEPS.search(piece) or t.ONLY.search(piece) else []
        ), named
    wishes = t.WISHES.search(piece) is not None and not t.ASIDE.search(piece)
    return None if wishes or _counts_others(piece) else ([], None)


def _takes_it(piece: str, line: CartLine) -> bool:
    """The line is what is taken out, and not what something is of: `tira uma foto do boné`."""
    found = t.TAKES_OUT.search(piece)
    behind = words(piece[found.end() :]) if found else []
    first = next((at for at, word in enumerate(behind) if len(word) > 2 and _is_of(word, line)), None)
    if first is None:  # `o balde pode tirar`, and not `balde sem tampa`, `o balde tira a tampa`
        without = found is not None and found[0] in t.WITHOUT
        return not without and all(word in t.EVERYDAY or word in TALK or word in t.TIES for word in behind)
    if not all(word in t.TIES or number(word) for word in behind[:first]):
        return False
    return all(len(word) < 3 or word in t.EVERYDAY or word in TALK or _is_of(word, line) for word in behind[first:])


def _counted(piece: str, line: CartLine | None, named: CartLine | None, count: int, *, revises: bool) -> _Said | None:
    if named is None and t.TOO_MANY.search(piece) and not t.WISHES.search(piece):
        return [], None  # `4 é muito` is why
    if line is None:
        return None
    if count == line.quantity and t.TOO_MANY.search(piece) and not t.WISHES.search(piece):
        return [], named
    if _is_a_size(line, count) or (named is None and count >= FEWEST_SIZES):
        return None
    if t.OF_PIECES.search(piece) and re.search(r"\d", line.name):
        return None  # of a pack of so many
    total = re.search(r"\b(?:no\s+total|ao\s+todo|in\s+total)\b", piece) is not None
    if t.MORE.search(piece) and not total:
        if named is not None and t.MISSING.search(piece):
            return None
        return [_Told(line, line.quantity + count, more=t.MISSING.search(piece) is None)], named
    if t.LESS.search(piece) and not total:
        return ([_Told(line, line.quantity - count, less=True)], named) if count <= line.quantity else None
    before = named is not None and _name_first(piece, named)
    if not (t.SETS.search(piece) or t.SO_MANY_IN.search(piece) or revises or before or total):
        return None
    return [_Told(line, count)], named


def _is_a_size(line: CartLine, count: int) -> bool:
    """`é 38`, of slippers in 36."""
    own = words(line.name.partition(" (")[2])
    return any(word.isdigit() for word in own) and count >= FEWEST_SIZES


def _of_each(piece: str, lines: Sequence[CartLine], counts: Sequence[int]) -> _Said | None:
    """`2 de cada um`, `mais 1 de cada`, `o dobro de cada`."""
    if t.TWICE.search(piece):
        return [_Told(line, 2 * line.quantity, of_each=True) for line in lines], None
    if len(counts) != 1:
        return None
    count = counts[0]
    if t.MORE.search(piece):
        return [_Told(line, line.quantity + count, of_each=True) for line in lines], None
    if t.LESS.search(piece):
        fewest = min(line.quantity for line in lines)
        return ([_Told(line, line.quantity - count, of_each=True) for line in lines], None) if count <= fewest else None
    return [_Told(line, count, of_each=True) for line in lines], None


def _line_of(piece: str, lines: Sequence[CartLine]) -> tuple[CartLine | None, bool]:
    """The line that a piece names; True: it may be one of several. An everyday word names one where no other does:
    `o coração` of hens."""
    said = [word for word in words(piece) if len(word) > 2 and number(word) is None]
    for named in ([word for word in said if word not in t.EVERYDAY], [word for word in said if word in NO_GOODS]):
        hits = [sum(_is_of(word, line) + _is_its_word(word, line) for word in named) for line in lines]
        if best := max(hits):
            found = [line for line, count in zip(lines, hits, strict=True) if count == best]
            return (found[0], False) if len(found) == 1 else (None, True)
    return None, False


def _is_of(word: str, line: CartLine) -> bool:
    return _is_its_word(word, line) or shares([word], line.name)


def _is_its_word(word: str, line: CartLine) -> bool:
    """The line's name has the word, or what it is called in Portuguese, and not merely another name for it."""
    own = {*map(stem, words(line.name))}
    return stem(word) in own or any(stem(form) in own for form in in_portuguese(word))


def _name_first(piece: str, line: CartLine) -> bool:
    """`a farinha põe 3`: the line is named before it is counted."""
    said = words(piece)
    names = [at for at, word in enumerate(said) if len(word) > 2 and number(word) is None and _is_of(word, line)]
    counts = [at for at, word in enumerate(said) if number(word) is not None]
    return bool(names and counts) and names[0] < counts[-1]


def _counts(piece: str, lines: Sequence[CartLine]) -> list[int] | None:
    """The numbers that count goods; None where one may be of a size, a measure or of other goods."""
    said, counts = words(piece), []
    own = {word for line in lines for word in words(line.name) if word[0].isdigit()}
    for at, word in enumerate(said):
        if word in own or (word[0].isdigit() and not word.isdigit()) or word in SIZES:
            return None
        if (count := number(word)) is None or (at and said[at - 1] in t.NUMBERED):
            continue  # `dia 18`
        if at and said[at - 1] in ("de", "do", "da", "of") and word.isdigit():
            return None  # `muda pra de 20`
        behind = [other for other in said[at + 1 : at + 3] if other not in ("de", "do", "da")]
        follows = behind[0] if behind else ""
        named = any(_is_of(follows, line) for line in lines) if follows else False
        packed = follows in UNITS or follows in PAIRS or follows in PACKED or follows in ("duzia", "duzias", "dozen")
        if packed and not named:
            return None
        known = not follows or follows in t.BEHIND_COUNT or named
        if known:
            counts.append(count)
        elif word not in ("um", "uma", "one") and _may_be_goods(follows):
            return None
    return counts


def _counts_others(piece: str) -> bool:
    """`2 de gengibre`: so many of something."""
    said = [word for word in words(piece) if word not in ("de", "do", "da", "of")]
    return any(
        number(word) is not None and len(behind) > 2 and behind not in t.EVERYDAY | t.BEHIND_COUNT | t.NOT_COUNTED
        for word, behind in pairwise(said)
    )


def _may_be_goods(word: str) -> bool:
    known = current().place(word) >= NAMES or bool(in_portuguese(word))
    return known and word not in t.NOT_COUNTED


def _of_other_goods(piece: str, lines: Sequence[CartLine], least: int = NAMES) -> bool:
    """It names goods that are not in the cart."""
    goods = current()
    return any(
        (goods.place(word) >= least or is_colour(word)) and word not in t.EVERYDAY
        for word in words(piece)
        if not any(_is_of(word, line) for line in lines)
    )
