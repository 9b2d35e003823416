"""What is said of the lines of the cart, piece by piece and in whatever words: `a farinha cê põe 3, o café tá certo`,
`menos um café e mais uma cachaça`, `4 é muito, 2 tá bom`. Pure.

Each piece takes out, leaves, or counts a line that it names, or the one that is spoken of; what names no line and
counts nothing is why. Where one piece may mean something else, the message is read as any other.
"""

import re
from collections.abc import Sequence

from msgspec import Struct

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.vocabulary import FILLER, NO_GOODS, POINTING, TALK
from app.features.chat.assistant.language.words import (
    NUMBERS,
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
from app.features.chat.assistant.products.mentions import PACKED, SIZES, UNITS
from app.features.chat.assistant.products.sizes import FEWEST_SIZES
from app.features.conversations.state import CartLine, ConversationState
from app.ops.expressions import expression

_N = rf"(?:\d{{1,3}}|{'|'.join(NUMBERS)})"
_PIECES = expression(
    r"[,;:!\n]+|\.(?!\d)|\s(?:e|and|mas|but|que|porque|pois|because|entao|then|ja\s+que|since)\s+(?=\S)|^\s*(?:entao|mas|e)\s+"
)
_NOT_N = expression(
    rf"\b(?:nao|not)\s+(?:(?:sao|eh|e|era[m]?|quero|queria|foi|foram|precisa|it'?s)\s+)?(?P<old>{_N})\b(?:\s+\w+){{0,1}}?\s*(?:,|\.|\bmas\b|\be\b|\bbut\b)?\s*"
    rf"(?:(?:eh|e|sao|era[m]?|sim|so|it'?s|quero|apenas)\s+)+(?={_N}\b)"
)
_TAKES_OUT = expression(
    r"\b(?:tir[ae]\w*|remov[ae]\w*|exclu\w+|apag[ao]\w*|cancel\w+|esquec[ae]\w*|cort[ae]r?|risc[ae]r?|elimin[ae]\w*|zer[ae]\w*|dispens[aeo]\w*|desconsider\w+|"
    r"desist[io]\w*\s+d[eoa]s?|abro\s+mao\s+d[eoa]s?|sem|menos|fora|nao\s+(?:vou\s+)?(?:quer\w*|precis\w*|levar|rola)|ja\s+tenho|ja\s+temos|leave\s+out|take\s+(?:out|off)|"
    r"drop|remove|scratch|skip|lose|without|minus|(?:don'?t|do\s+not)\s+(?:want|need)|no\s+longer\s+(?:want|need)|already\s+have)\b"
)
_NOT_OUT = expression(
    r"\b(?:nao|nem|don'?t|not)\s+(?:(?:precis\w+|quer\w*|vou|eh|pra|vai|pode|want|to|need)\s+){0,2}(?:tir[ae]|remov|exclu|cancel|cort|drop|skip|mud[ae]|troc|mex|change|take)\w*"
)
_LESS = expression(
    rf"(?:\b(?:menos|tir[ae]\w*|diminu\w*|reduz\w*|abaix\w+|remov[ae]\w*|cort[ae]r?|minus|take\s+(?:off|out)|drop|less)\s+(?:so\s+)?|(?:^|\s)-\s*)(?P<n>{_N})\b|"
    rf"\b(?P<n2>{_N})\s+(?:[a-z]+\s+)?(?:a\s+menos|menos|less|fewer)\b|"
    rf"\b(?:diminu\w*|reduz\w*|decreas\w+|reduce|cut)\s+(?:[a-z]+\s+){{0,3}}?(?:by|em)\s+(?P<n3>{_N})\b"
)
_MORE = expression(
    rf"(?:\b(?:mais|outr[oa]s?|falt(?:ou|a|am|ava|aram))\s+|\+\s*)(?P<n>{_N})\b|\b(?P<n2>{_N})\s+(?:[a-z]+\s+)?(?:a\s+mais|mais|more)\b|\b(?P<one>another|one\s+more|outr[oa]\s+igual)\b|"
    rf"\b(?:aument\w+|increas\w+|raise|bump)\s+(?:(?:[a-z]+\s+){{0,3}}?(?:by|em|mais)\s+)?(?P<n3>{_N})\b"
)
_KEEPS = expression(
    r"\b(?:continu\w+|mant[ei]\w+|fica[m]?|deix[ae]\w*|seguem?|cert[oa]s?|certinh[oa]s?|ok|igual|perfeit[oa]s?|beleza|keeps?|stays?|leave|fine|right|como\s+(?:ta|esta))\b"
)
_ONLY = expression(r"\b(?:so|apenas|somente|just|only)\b")
_SETS = expression(
    r"\b(?:so|apenas|somente|just|only|basta|chega|suficiente|enough|ta\s+(?:bom|otimo|certo)|no\s+total|ao\s+todo|in\s+total|deix[ae]\w*|fica[m]?|fico|mant[ei]\w*|sao|eh|era[m]?|"
    r"fale[iu]|disse|pedi|quis|precis\w+|said|meant|ordered|mud[ae]\w*|corrig\w*|keep|make|change|(?:aument|diminu|reduz|sob|baix|abaix)\w*\s+(?:[a-z]+\s+){0,3}?(?:pra|para|to))\b"
)
_REVISES = expression(
    r"\b(?:errad[oa]|err[eo]i|erro|engan\w+|confund\w+|na\s+verdade|actually|pensando|melhor|muit[oa]s?|demais|exager\w+|pouc[oa]s?|falt(?:ou|aram|ava)|ops|opa|fale[iu]|entende\w+|"
    r"nao\s+(?:sao|eh|era)|calma|pera|perai|espera|too\s+(?:much|many)|wrong|sorry|desculp\w+)\b"
)
_TOO_MANY = expression(
    r"\b(?:muit[oa]s?|demais|exager\w+|pouc[oa]s?|too|nao\s+(?:sao|eh|era|precisa|da|basta|chega|serve|resolve)|not)\b"
)
_OF_EACH = expression(r"\b(?:de\s+)?cada(?:\s+(?:uma?|item|coisa|produto))?\b|\bof\s+each\b|\beach\b")
_TWICE = expression(r"\b(?:dobr[aoe]\w*|duplic\w+|double)\b")
_HALF = expression(r"\b(?:metade|half)\b")
_ALL_OF_IT = expression(
    r"\b(?:rest[oa]|restante|tud[oa]|tod[oa]s|everything|all|ambos|ambas|both|demais\s+itens|outr[oa]s)\b"
)
_WHAT_IF = expression(
    r"\b(?:se|caso\s+(?:nao|der|tenha|precise)|if|quando|when|talvez|maybe|acho|ou|or|nao\s+sei|sei\s+la|depois|ainda|antes\s+de\s+tirar|sera|wonder|presente|pergunt\w+|pensando\s+em|somos|estamos|pessoas|gente)\b"
)
_MAKES = expression(r"\b(?:make|change|keep|deix[ae]\w*|mud[ae]\w*|fica[m]?|bot[ae]|poe|coloc[ae]|quero|manda|faz)\b")
_NONE = expression(r"^(?:no|zero|nenhum\w*|0)\b")
_MISSING = expression(r"\bfalt(?:ou|a|am|ava|aram)\b")
_OF_PIECES = expression(rf"\b{_N}\s+(?:un\w*|pares|pecas|itens|units?|pieces?)\b")
# `as duas pretas` are those there are.
_THOSE = expression(rf"\b(?:[oa]s|the)\s+{_N}\b")
_ORDINAL = expression(rf"\b(?:[oa]|the)\s+({'|'.join(ORDINALS)})\b(?!\s*-?\s*feira)")
_WISHES = expression(
    r"\b(?:quer(?:o|ia)|manda|poe|bota|coloca|adicion\w+|acrescent\w+|inclu\w+|me\s+(?:ve|da)|vou\s+(?:de|levar|querer)|levo|pega|traz|troc\w+|substitu\w+|add|get|give|want|put|swap|switch|exchange)\b"
)
_ASIDE = expression(
    r"\b(?:pix|cartao|dinheiro|debito|credito|retir\w+|busc\w+|entreg\w+|pag[oau]\w*|cep|cupo[mn]|card|cash|pick\w*|deliver\w*|frete|nome|rua|avenida|av)\b"
)
_NOT_COUNTED = frozenset(
    """vez vezes dia dias hora horas h min minuto minutos reais real conto pessoa pessoas anos ano mes meses pouco
    pouquinho coisa coisinha momento minutinho segundo instante vizinho amigo amiga cliente""".split()  # noqa: SIM905
)
_BEHIND_COUNT = POINTING | frozenset(
    """so mesmo mesma no ja ta esta eh e mais menos unidade unidades un und ao a apenas somente total basta chega
    certo bom otimo por favor pf dele dela deles delas disso desse dessa desses dessas de do da dos das cada unid
    entao please only just of them it suficiente enough pra mim pares pecas itens viu ne moco moca tambem
    que na em o a os as the one ones total unidade eu voce ai aqui la agora hoje vai""".split()  # noqa: SIM905
)
_TIES = POINTING | frozenset(
    """o a os as de do da dos das so mais ai pra mim tambem meu minha por favor please out off the of that those my
    one logo ja entao mesmo aquele aquela aqueles aquelas esse essa d""".split()  # noqa: SIM905
)
_WITHOUT = frozenset("sem menos fora without minus".split())  # noqa: SIM905
_BARE = FILLER | POINTING | frozenset("ele ela eles elas it them that isso pode podes entao mesmo can you".split())  # noqa: SIM905
_EVERYDAY = FILLER | NO_GOODS | POINTING


MAX_WORDS = 40


class _Told(Struct):
    """What becomes of a line: so many of it; kept: it stays as it is."""

    line: CartLine
    count: int
    kept: bool = False
    more: bool = False


def of_lines(message: str, state: ConversationState) -> tuple[tuple[Change, ...], str] | None:
    """The changes that a message makes to lines of the cart, none where all shall stay, and what else of it tells how
    to pay or to get it; None where a piece may mean anything else."""
    asked, lines = state.dialogue.pending, state.cart.lines
    if not lines or "?" in message or (asked is not None and asked.kind in ("choose", "quantity", "resize")):
        return None
    text = spelt_out(fold(re.sub(r"\bé\b", "eh", message.lower())))
    if _WHAT_IF.search(text) or len(words(text)) > MAX_WORDS:
        return None
    text = _NOT_N.sub("sao ", re.sub(r"[()]", " ", text))
    told: list[_Told] = []
    aside: list[str] = []
    last, named = lines[0] if len(lines) == 1 else None, None
    pieces = [piece for piece in _PIECES.split(text) if piece.strip()]
    for piece in pieces:
        piece = piece.strip()
        if named is not None and _takes_bare(piece):
            told.append(_Told(named, 0))  # `trincha já tenho, pode tirar`
            continue
        if told and not told[-1].count and not _ONLY.search(piece):
            piece = f"tira {piece}" if _is_name(piece, lines) else piece  # `tira o mel e a goiabada`
        read = _read(piece, lines, named or last, revises=_REVISES.search(text) is not None)
        if read is None:
            return None
        made, own = read
        if not made and _ASIDE.search(piece):
            aside.append(piece)
        if own is not None:
            named = own
        told += made
    if len(pieces) == len(told) == 1 and not told[0].count and not _ORDINAL.search(text):
        return None  # `tira o balde`, and no more
    changes = _changes(told, lines)
    stays = not changes and bool(told) and _NOT_OUT.search(text) is not None  # `não tira o balde`
    return (changes, ", ".join(aside)) if changes or stays else None


def _takes_bare(piece: str) -> bool:
    """`pode tirar`, of what was named before; `tira um` counts."""
    rest = words(_TAKES_OUT.sub(" ", piece))
    return _TAKES_OUT.search(piece) is not None and set(rest) <= _BARE and not any(map(number, rest))


def _is_name(piece: str, lines: Sequence[CartLine]) -> bool:
    """It names a line, or its place, and says nothing else."""
    said = [word for word in words(piece) if word not in _TIES]
    return all(word in ORDINALS or any(_is_of(word, line) for line in lines) for word in said)


def _changes(told: Sequence[_Told], lines: Sequence[CartLine]) -> tuple[Change, ...]:
    """None where nothing would change, or two pieces say different things of one line."""
    counted = [one.line.product_id for one in told if one.count and not one.kept]
    if len(set(counted)) < len(counted) or (len(told) == 1 and told[0].more):
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


def _read(
    piece: str, lines: Sequence[CartLine], last: CartLine | None, *, revises: bool
) -> tuple[list[_Told], CartLine | None] | None:
    """What one piece says of lines, and the one it names; None where it may mean something else."""
    named, open_name = _line_of(piece, lines)
    if named is None and not open_name and _TAKES_OUT.search(piece) and (place := _ORDINAL.search(piece)):
        named = _at_place(place[1], lines)  # `o último pode tirar`
    counts = _counts(_OF_EACH.sub(" cada ", piece), lines)
    if counts and named is None and len(lines) > 1 and _ALL_OF_IT.search(piece):
        return None
    strange = not counts and any(map(str.isdigit, words(piece)))  # a number of what is not known
    if (strange and (named or _MAKES.search(piece))) or (named is not None and _NONE.search(piece)):
        return None
    if counts and (_THOSE.search(piece) or (named is not None and _of_other_goods(piece, lines))):
        return None
    if open_name or counts is None or (named is None and _of_other_goods(piece, lines, BEGINS)):
        return None
    if _OF_EACH.search(piece) and named is None and len(lines) > 1:
        return _of_each(piece, lines, counts)
    if not counts and _ALL_OF_IT.search(piece) and _TAKES_OUT.search(piece):
        return None
    if _NOT_OUT.search(piece):
        kept = [named] if named is not None else lines if re.search(r"\b(?:nada|anything|nothing)\b", piece) else []
        return ([_Told(line, line.quantity, kept=True) for line in kept], named) if kept else None
    line = named or last
    if _TWICE.search(piece) or _HALF.search(piece):
        if line is None or counts or (line.quantity % 2 and not _TWICE.search(piece)):
            return None
        count = line.quantity * 2 if _TWICE.search(piece) else line.quantity // 2
        return [_Told(line, count)], named
    if counts:
        return _counted(piece, line, named, counts[0], revises=revises) if len(counts) == 1 else None
    if _TAKES_OUT.search(piece):
        if named is None:
            return None if set(words(_TAKES_OUT.sub(" ", piece))) <= _BARE else ([], None)
        return ([_Told(named, 0)], named) if _takes_it(piece, named) else None
    if named is not None:
        if _MORE.search(piece) or (_WISHES.search(piece) and not _ONLY.search(piece)):
            return None
        if _is_name(piece, lines) and not _ONLY.search(piece):
            return None  # nothing is said of it
        return ([_Told(named, named.quantity, kept=True)] if _KEEPS.search(piece) or _ONLY.search(piece) else []), named
    return None if _WISHES.search(piece) and not _ASIDE.search(piece) else ([], None)


def _takes_it(piece: str, line: CartLine) -> bool:
    """The line is what is taken out, and not what something is of: `tira uma foto do boné`."""
    found = _TAKES_OUT.search(piece)
    behind = words(piece[found.end() :]) if found else []
    first = next((at for at, word in enumerate(behind) if len(word) > 2 and _is_of(word, line)), None)
    if first is None:  # `o balde pode tirar`, and not `balde sem tampa`, `o balde tira a tampa`
        without = found is not None and found[0] in _WITHOUT
        return not without and all(word in _EVERYDAY or word in TALK or word in _TIES for word in behind)
    if not all(word in _TIES or number(word) for word in behind[:first]):
        return False
    return all(len(word) < 3 or word in _EVERYDAY or word in TALK or _is_of(word, line) for word in behind[first:])


def _counted(
    piece: str, line: CartLine | None, named: CartLine | None, count: int, *, revises: bool
) -> tuple[list[_Told], CartLine | None] | None:
    if named is None and _TOO_MANY.search(piece) and not _WISHES.search(piece):
        return [], None  # `4 é muito` is why
    if line is None:
        return None
    if count == line.quantity and _TOO_MANY.search(piece) and not _WISHES.search(piece):
        return [], named
    if _is_a_size(line, count) or (named is None and count >= FEWEST_SIZES):
        return None
    if _OF_PIECES.search(piece) and re.search(r"\d", line.name):
        return None  # of a pack of so many
    total = re.search(r"\b(?:no\s+total|ao\s+todo|in\s+total)\b", piece) is not None
    if _MORE.search(piece) and not total:
        if named is not None and _MISSING.search(piece):
            return None
        return [_Told(line, line.quantity + count, more=_MISSING.search(piece) is None)], named
    if _LESS.search(piece) and not total:
        return ([_Told(line, line.quantity - count)], named) if count <= line.quantity else None
    before = named is not None and _name_first(piece, named)
    if not (_SETS.search(piece) or revises or before or total):
        return None
    return [_Told(line, count)], named


def _is_a_size(line: CartLine, count: int) -> bool:
    """`é 38`, of slippers in 36."""
    own = words(line.name.partition(" (")[2])
    return any(word.isdigit() for word in own) and count >= FEWEST_SIZES


def _of_each(
    piece: str, lines: Sequence[CartLine], counts: Sequence[int]
) -> tuple[list[_Told], CartLine | None] | None:
    """`2 de cada um`, `mais 1 de cada`, `o dobro de cada`."""
    if _TWICE.search(piece):
        return [_Told(line, 2 * line.quantity) for line in lines], None
    if len(counts) != 1:
        return None
    count = counts[0]
    if _MORE.search(piece):
        return [_Told(line, line.quantity + count) for line in lines], None
    if _LESS.search(piece):
        fewest = min(line.quantity for line in lines)
        return ([_Told(line, line.quantity - count) for line in lines], None) if count <= fewest else None
    return [_Told(line, count) for line in lines], None


def _at_place(word: str, lines: Sequence[CartLine]) -> CartLine | None:
    at = ORDINALS[word]
    return lines[at - 1 if at > 0 else at] if at <= len(lines) else None


def _line_of(piece: str, lines: Sequence[CartLine]) -> tuple[CartLine | None, bool]:
    """The line that a piece names; True: it may be one of several."""
    said = [word for word in words(piece) if len(word) > 2 and number(word) is None and word not in _EVERYDAY]
    hits = [sum(_is_of(word, line) for word in said) for line in lines]
    best = max(hits)
    if not best:
        return None, False
    found = [line for line, count in zip(lines, hits, strict=True) if count == best]
    return (found[0], False) if len(found) == 1 else (None, True)


def _is_of(word: str, line: CartLine) -> bool:
    own = {*map(stem, words(line.name))}
    return stem(word) in own or any(stem(form) in own for form in in_portuguese(word)) or shares([word], line.name)


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
        if (count := number(word)) is None:
            continue
        if at and said[at - 1] in ("de", "do", "da", "of") and word.isdigit():
            return None  # `muda pra de 20`
        behind = [other for other in said[at + 1 : at + 3] if other not in ("de", "do", "da")]
        follows = behind[0] if behind else ""
        named = any(_is_of(follows, line) for line in lines) if follows else False
        packed = follows in UNITS or follows in PAIRS or follows in PACKED or follows in ("duzia", "duzias", "dozen")
        if packed and not named:
            return None
        known = not follows or follows in _BEHIND_COUNT or named
        if known:
            counts.append(count)
        elif word not in ("um", "uma", "one") and _may_be_goods(follows):
            return None
    return counts


def _may_be_goods(word: str) -> bool:
    known = current().place(word) >= NAMES or bool(in_portuguese(word))
    return known and word not in _NOT_COUNTED


def _of_other_goods(piece: str, lines: Sequence[CartLine], least: int = NAMES) -> bool:
    """It names goods that are not in the cart."""
    goods = current()
    return any(
        (goods.place(word) >= least or is_colour(word)) and word not in _EVERYDAY
        for word in words(piece)
        if not any(_is_of(word, line) for line in lines)
    )
