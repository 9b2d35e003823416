"""Counts told behind what they count, in words, as people dictate: `correia da electrolux três e capacitor de 35 três
também`, `filtro da brastemp vocês tem né me coloca dois`, put before it. Pure."""

import re

from app.features.chat.assistant.language.containers import CONTAINER
from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.vocabulary import FILLER
from app.features.chat.assistant.language.words import COUNT_WORDS, SMALL_COUNT, is_colour, number, stem, words
from app.features.chat.assistant.products.matching import SIZED
from app.features.chat.assistant.products.name_words import PACKED
from app.ops.expressions import expression

_TOO = r"(?:tambem|too|tb|mesmo|por\s+favor|please|pra\s+mim)"
_ENDS = rf"(?P<behind>(?:\s+{_TOO})*)(?=\s*(?:$|[,.;!\n]|(?:e|and|mais)\s))"
_SENTENCE = expression(r"[^.;!?\n]+(?:\.(?=\d)[^.;!?\n]*)*[.;!?\n]?")
_ABOUT = r"(?:(?P<about>uns|umas|so|apenas|just|only)\s+)?"
_HELD = rf"(?:unidades?|un|{'|'.join(PACKED)}|{CONTAINER.pattern})"
_BEHIND = expression(
    rf"(?:(?P<paused>\s*[,:]\s*)|\s){_ABOUT}(?:(?P<n>{COUNT_WORDS})(?:\s+{_HELD})?|(?P<digits>\d{{1,2}})(?:\s+(?P<held>{_HELD}))?){_ENDS}"
)
# `carne, 6. de ricota, 4`: a list whose parts end with a stop
_STOPPED = expression(r"(?P<count>[a-z]\s*[,:]?\s+\d{1,2})\.\s+(?=(?:(?:e|d[eoa]s?|mais)\s+)?[a-z])")
# `2 de maracujá, e de goiaba 3`: the one is counted before its kind, the other behind it
_CROSSED = expression(
    rf"(?P<first>\b{SMALL_COUNT}\s+d[eoa]s?\s+[a-z]{{3,}}(?:\s+[a-z]{{3,}})?)(?P<joint>\s*(?:,\s*(?:e\s+)?|\s(?:e|mais)\s+))(?P<kind>d[eoa]s?\s+(?P<which>[a-z]{{3,}})(?:\s+[a-z]{{3,}})?)\s+(?P<n>{SMALL_COUNT})(?=\s*(?:$|[,.;!\n]))"
)
_PARTS = expression(r",|\b(?:e|and|mais|quero|queria|querer|preciso|precisando|manda|coloca|bota|poe)\b")
_JOINS = frozenset([",", "e", "and", "mais"])
_TIED = expression(r"\b(?:d[eo]|com|sem)\s+[a-z]+\s*$")
# What a number behind tells which of, and not how many of: `combo dois`, `lâmpada de nove`, `tamanho dez`.
_WHICH = frozenset(
    """de do da dos das com sem tamanho tam numero num n size aro combo kit opcao item menu prato nivel volume parte
    livro modelo tipo pra para por em no na os as mais so ate entre of for in the fase etapa lote linha rua""".split()  # noqa: SIM905
)
_NOT = expression(
    r"\b(?:nao|n|nem|sem\s+ser|tir[ae]r?|troc\w+|mud\w+|se|ou|or|not|without|if|remove|vez|lugar|era[m]?)\b"
)
_ARTICLE = expression(r"(?:^|\s)(?:[oa]|the|ess[ea]|aquel[ea])\s+$")
_ARTICLED = expression(r"\s+[oa]s?\s+[a-z]")
_JOINED_OF = expression(r"(?P<joint>(?:\b(?:e|mais)|,)\s+)d[eoa]s?\s+$")
_COUNTED = expression(rf"(?<!\bde\s)\b(?:{SMALL_COUNT}|uns|umas)\s+(?:\w+\s+(?:d[eao]s?\s+)?)?$")
_VERB = (
    r"(?:coloca|bota|poe|separa|manda|quero|queria|vou\s+querer|vou\s+levar|ve|inclui|adiciona|acrescenta|add|give\s+me|"
    r"(?:i'?ll|i)\s+(?:take|have|want))"
)
# `filtro da brastemp vocês tem né me coloca dois também`
_HAD = expression(
    rf"(?P<goods>[a-z]{{3,}}[^.,;!?\n]*?)\s*,?\s+(?:(?:voces?|vcs?|ce|vc|ai|la|you)\s+)*(?:tem|have)\s*(?:,?\s*(?:ne|sim|ai|tambem|right|la)\b)*\s*[,.?!]*\s*"
    rf"(?:(?:entao|ai|e|pode|so|me|eu)\s+)*(?P<verb>{_VERB})\s+(?:(?:ai|pra\s+mim|me)\s+)*(?P<n>{SMALL_COUNT})(?:\s+(?:unidades?|pares?|del[ea]s?|dess[ea]s?))?{_ENDS}"
)
_KIND = expression(
    r"(?P<joint>\s*(?:,|\b(?:e|and|mais)\b)\s*(?:(?:e|[oa]s?)\s+)?)(?P<of>(?:d[eoa]s?)\s+)?(?P<kind>[a-z0-9][^,]*)"
)
# `um bolo de cenoura dois bolo de chocolate`, without a pause
_SAME_AGAIN = expression(
    rf"\b{SMALL_COUNT}\x20+(?P<head>[a-z]{{3,}})(?:\x20+[a-z]+){{1,5}}?(?<!\x20e)(?<!\x20and)(?<!\x20mais)(?<!\x20pra)(?<!\x20para)(?<!\x20pro)(?<!\x20de)(?<!\x20com)(?=\x20+{SMALL_COUNT}\x20+(?P=head)s?\b)"
)
_DIRECT = 4
_MOST = 12
# `um bolo e o cookie quatro`: beside what is counted first
_COUNTS_ANOTHER = expression(rf"\b{SMALL_COUNT}\s+[a-z]{{3,}}.*\b(?:e|mais|and)\s+[oa]\s+$")


def counts_behind(text: str) -> str:
    """The folded text in which each count that was told behind goods stands before them. What is asked or denied, and a
    number that tells a size, stays."""
    text = _CROSSED.sub(_uncrossed, _SAME_AGAIN.sub(_parted, _HAD.sub(_had, text)))
    told, asked = _told_and_asked(text)
    joined = _STOPPED.sub(r"\g<count>, ", told)
    if joined != told and (listed := _counted_first(joined)) != joined:
        return f"{listed}{asked}"
    return _SENTENCE.sub(lambda found: _counted_first(found[0]), text)


def _parted(found: re.Match[str]) -> str:
    return f"{found[0]}," if current().place(found["head"]) == BEGINS else found[0]


def _told_and_asked(text: str) -> tuple[str, str]:
    """A text up to the question that it ends in, and that."""
    ends = max(text.rfind(sign) for sign in ".!;\n") + 1 if text.endswith("?") else len(text)
    return text[:ends], text[ends:]


def _uncrossed(found: re.Match[str]) -> str:
    known = current().place(found["which"]) > 0 and not found.string.endswith("?")
    return f"{found['first']}{found['joint']}{found['n']} {found['kind']}" if known else found[0]


def _had(found: re.Match[str]) -> str:
    goods = _goods_of(found["goods"])
    if goods is None:
        return found[0]
    before, thing = goods
    return f"{before}{found['verb']} {found['n']} {thing}{found['behind']}"


def _goods_of(piece: str, *, joined: bool = False) -> tuple[str, str] | None:
    """What stands before the goods that end a piece, and these; None: it counts them already, or names none. joined:
    behind others that are counted, where what names begin with need not be told (`e moqueca de banana duas`)."""
    parts = [one for one in _PARTS.finditer(piece) if not _is_of_name(one, piece)]
    wished = max((one.end() for one in parts if one[0] not in _JOINS), default=0)  # `copo, eu quero dois`
    for begins in reversed([wished, *(one.end() for one in parts if one.end() > wished)]):
        named = list(re.finditer(r"[a-z]{3,}", piece[begins:]))
        heads = [one for one in named if current().place(one[0]) == BEGINS and not is_colour(one[0])]
        if joined and not heads and named and current().place(named[0][0]) == NAMES and not is_colour(named[0][0]):
            heads = named[:1]
        if heads:
            at = _whole_name(piece, begins, begins + heads[0].start())
            before, thing = piece[:at], piece[at:].strip()
            return None if _COUNTED.search(before) else (before, thing)
    return None


def _whole_name(piece: str, begins: int, at: int) -> int:
    """Where a name begins whose words stand before its head: `white polo shirts`."""
    for word in reversed(list(re.finditer(r"[a-z]+", piece[begins:at]))):
        if not (
            is_colour(word[0]) or (current().place(word[0]) > 0 and number(word[0]) is None and word[0] not in FILLER)
        ):
            break
        at = begins + word.start()
    return at


def _is_of_name(found: re.Match[str], piece: str) -> bool:
    """`crepe de presunto e queijo`, and not `bolo de cenoura e o cookie`."""
    tied = found[0] == "e" and _TIED.search(piece, 0, found.start()) is not None
    return tied and _ARTICLED.match(piece, found.end()) is None


def _counted_first(sentence: str) -> str:
    if sentence.endswith("?") or _NOT.search(sentence):
        return sentence
    told: list[tuple[str, str, str, str]] = []
    done = 0
    counts = _in_list(list(_BEHIND.finditer(sentence)))
    for found in counts:
        piece, many = sentence[done : found.start()], found["n"] or found["digits"]
        goods = (told and _of_same(piece, told[-1][1])) or _goods_of(piece, joined=bool(told))
        if goods is None or not _counts(piece, goods[1], number(many) or 1):
            return sentence
        told.append((*goods, many, found["behind"]))
        done = found.end()
    alone = len(told) == 1 and (number(told[0][2]) == 1 or _ARTICLE.search(told[0][0]))
    if not told or (alone and not _COUNTS_ANOTHER.search(told[0][0])):
        return sentence
    each = (f"{_until_goods(before)}{many} {thing}{behind}" for before, thing, many, behind in told)
    return f"{''.join(each)}{sentence[done:]}"


def _in_list(counts: list[re.Match[str]]) -> list[re.Match[str]]:
    """Those of the counts that may stand behind goods: digits, and what follows a pause, only where several do."""
    listed = len(counts) > 1 and any(one["paused"] or one["held"] or one["about"] for one in counts)
    few = all((number(one["n"] or one["digits"]) or 0) <= _MOST for one in counts)
    return counts if listed and few else [one for one in counts if one["n"] and not (one["paused"] or one["about"])]


def _until_goods(before: str) -> str:
    return _ARTICLE.sub(" ", _JOINED_OF.sub(r"\g<joint>", before))


def _of_same(piece: str, thing: str) -> tuple[str, str] | None:
    """`e de 60 um`, `azul duas`: what joins a piece to the one before it, and another kind of the thing there."""
    found = _KIND.fullmatch(piece)
    if found is None or _COUNTED.search(piece):
        return None
    kind = found["kind"].strip()
    if not found["of"]:
        head, _, own = thing.rpartition(" ")
        alike = (is_colour(kind) and is_colour(own)) or (_is_kind(kind) and _is_kind(own))
        return (found["joint"], f"{head} {kind}") if head and alike else None
    measured = kind[0].isdigit() and re.search(r"\sde\s+\d+(?:[.,]\d+)?(?:\s?[a-z]{1,2})?$", thing)
    head = thing[: measured.start()] if measured else thing.partition(" de ")[0]
    return (found["joint"], f"{head} de {kind}") if head != thing else None


def _is_kind(said: str) -> bool:
    return said.isalpha() and 0 < current().place(said) < BEGINS


def _counts(piece: str, thing: str, many: int) -> bool:
    """The number behind is a count, and not which of them it is."""
    last = words(piece)[-1] if words(piece) else ""
    if last in _WHICH or (number(last) is not None and not re.search(r"\bde\s+\S+$", piece)):
        return False
    sized = stem(words(thing)[0]) in SIZED
    return not (sized and many >= _DIRECT and not re.search(r"\d", thing))
