"""What the shop's documents say of a thing it does, a place and where it sends nothing. Pure."""

import re
from collections.abc import Collection, Sequence

from app.features.chat.assistant.documents.answers import EMPTY, MAX_QUOTE, Passage, keys_of, sentences_of
from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.cities import tells_abroad
from app.features.chat.assistant.language.codes import parted
from app.features.chat.assistant.language.words import fold, words
from app.ops.expressions import expression

_BOUNDS = expression(
    r"\b(?:(?:ainda\s+)?nao\s+(?:envi|entreg|mand|despach)\w*|(?:so|somente|apenas)\s+(?:envi|entreg)\w*|not\s+(?:ship|deliver)\w*)\b"
)
_ELSEWHERE = expression(r"\boutr[oa]s?\s+(?:estados?|cidades?|lugar\w*|regi\w+)|\bfora\s+d|\b(?:other|outside)\b")
_HOURS = expression(r"\b(?:domingos?|feriados?|sabados?|horas?|depois\s+d|\d{1,2}h)\b")
# What people call it, and what the shop does.
_ALIKE = {
    "arrumam": "consertam",
    "arrumar": "consertar",
    "reparam": "consertam",
    "reparar": "consertar",
    "concertam": "consertam",
}
_IRREGULAR = {"sobem": "subi", "dao": "dam", "vao": "vam", "medem": "medi", "pedem": "pedi"}
_FITS = expression(r"\b(?:vest\w+|serv\w+|equival\w+|correspond\w+|calc\w+|fits?|equals?|e\s+o|sao)\b|=")
_OF_SIZES = expression(r"[,;/]|\s+-\s+")
_DENIES = expression(r"(?:nao|not|no)\b")
_DOING = expression(r"\b(?:fazemos|oferecemos|temos|trabalhamos|prestamos|realizamos|we\s+(?:do|offer|make))\b")
# `bordam nome na fantasia?`: what it is done on tells most.
_DONE_ON = expression(r"\b(?:n[oa]s?|em|d[oa]s?|[oa]s?|on|the)\s+(?P<what>[a-z]{3,}(?:\s+[a-z-]{3,})?)\s*$")


def price_in(passages: Sequence[Passage], named: Sequence[str]) -> str | None:
    """The sentence that tells what something costs that is no product: `a impressão`."""
    keys = {key for word in named if len(word) >= 5 for key in keys_of(word, frozenset())}
    sentences = [sentence for passage in passages for sentence in sentences_of(passage.text)]
    return next(
        (sentence[:MAX_QUOTE] for sentence in sentences if "R$" in sentence and keys & keys_of(sentence, v.FILLER)),
        None,
    )


def price_told(passages: Sequence[Passage], named: Sequence[str]) -> str | None:
    """The sentence with a price that has two of the words: `quanto é a cópia da chave?`"""
    keys = {key for word in named for key in keys_of(word, frozenset())}
    sentences = [sentence for passage in passages for sentence in sentences_of(passage.text)]
    found = (one for one in sentences if "R$" in one and len(keys & keys_of(one, v.FILLER)) >= 2)
    return next((sentence[:MAX_QUOTE] for sentence in found), None)


def sizes_told(passages: Sequence[Passage], size: str) -> str | None:
    """The sentence that tells what size of another kind one is: of M `M veste 40 e 42`, of 42 the same."""
    for passage in passages:
        for sentence in sentences_of(passage.text):
            said = words(sentence)
            letters = {word for word in said if word in v.SIZES}
            numbers = {word for word in said if word.isdigit() and len(word) == 2}
            if letters and numbers and size in letters | numbers and _FITS.search(fold(sentence)):
                return sentence[:MAX_QUOTE]
    return None


def size_meant(table: str, size: str) -> str:
    """Of such a sentence the one size of the other kind that stands with it: `M veste 40 e 42` means M by 42; empty: it
    is not told for certain."""
    parts = [words(part) for part in _OF_SIZES.split(table)]
    with_it = [{word for word in part if word in v.SIZES or word.isdigit()} for part in parts if size in part]
    meant = {word for part in with_it for word in part if word.isdigit() != size.isdigit()}
    return meant.pop() if len(with_it) == len(meant) == 1 else ""


def told_of_doing(passages: Sequence[Passage], verb: str, question: str) -> str | None:
    """The sentence that tells of a thing the shop does: `vocês montam?` — `Montamos por R$ 50.`; where it does not
    speak of what it would be done on, also the one that says on what it is not done."""
    verb = _ALIKE.get(verb, verb)
    root, best, denied = _IRREGULAR.get(verb, verb[:-2][:5]), (0, ""), ""
    wanted = keys_of(question, EMPTY)
    on = _DONE_ON.search(question)
    done_on = keys_of(on["what"], EMPTY) if on else set()
    for passage in passages:
        for sentence in sentences_of(passage.text):
            own = [word for word in words(sentence) if word.startswith(root) and len(root) >= 3]
            does = 2 * any(word.endswith("mos") for word in own)
            # `não fazemos plastificação`, asked by its verb
            does = does or (bool(own) and _DOING.search(fold(sentence)) is not None)
            held = keys_of(sentence, v.FILLER)
            score = does + len(wanted & held) + 2 * len(done_on & held) if own else 0
            denied = sentence[:MAX_QUOTE] if own and _DENIES.match(fold(sentence)) else denied
            if score >= 2 and score > best[0]:
                best = (score, sentence[:MAX_QUOTE])
    unclear = bool(done_on) and not done_on & keys_of(best[1], v.FILLER)
    return f"{best[1]} {denied}" if best[1] and unclear and denied not in best[1] else best[1] or None


PRICED = expression(r"r\$|\b(?:gratis|gratuit\w+|de\s+graca|sem\s+custo|nao\s+cobramos|free)\b")
_BRINGS = expression(r"\b(?:entreg|frete|motoboy|retir|correios|deliver)\w*")
MOST_PRICES = 3


def price_of_deed(passages: Sequence[Passage], deed: str, goods: str) -> str | None:
    """The sentences with what a thing the shop does costs: of the document that is called so or of those that have it,
    and of the goods, where some speak of them. goods: their names."""
    root, about = deed[:5] if len(deed) > 5 else deed[:4], keys_of(goods, EMPTY)
    told: list[tuple[str, set[str]]] = []
    for passage in passages:
        titled_so = any(word.startswith(root) for word in words(fold(passage.title)))
        for sentence in sentences_of(passage.text):
            folded = fold(sentence)
            priced = PRICED.search(folded) is not None and not _BRINGS.search(folded)
            if priced and (titled_so or any(word.startswith(root) for word in words(folded))):
                told.append((sentence, about & keys_of(sentence, v.FILLER)))
    told = [one for one in told if one[1]] or told
    whole = " ".join(sentence for sentence, _ in told[:MOST_PRICES])
    return whole[:MAX_QUOTE] or None


def bounds_of(passages: Sequence[Passage], named: Sequence[str]) -> str | None:
    """The sentence that says where such goods are not sent, or where alone: `Espelho só entregamos em Juiz de Fora.`"""
    keys = {key for word in named for key in keys_of(word, frozenset())}
    sentences = [sentence for passage in passages for sentence in sentences_of(passage.text)]
    found = (one for one in sentences if keys & keys_of(one, EMPTY) and _BOUNDS.search(fold(one)))
    return next((sentence[:MAX_QUOTE] for sentence in found if not _HOURS.search(fold(sentence))), None)


def told_bounds(passages: Sequence[Passage]) -> str | None:
    """The sentence that says where nothing is sent: `Não enviamos para outros estados.`"""
    sentences = [sentence for passage in passages for sentence in sentences_of(passage.text)]
    found = [one for one in sentences if _BOUNDS.search(fold(one)) and not _HOURS.search(fold(one))]
    far = [one for one in found if _ELSEWHERE.search(fold(one))]  # before those of some goods alone
    return next((sentence[:MAX_QUOTE] for sentence in [*far, *found]), None)


_TAKES = expression(r"\bdias?\b|\b\d+\s*(?:min\w*|hs?|hrs?|horas?|hours?|days?)\b")
_COSTS = expression(r"r\$|\bgratis\b|\bfree\b")
_REGIONS = expression(
    r"\b(?:(?:demais|outr[ao]s)\s+(?:estados|cidades|regioes|localidades|municipios)|(?:restante|resto)\s+d[oe]|(?:other|remaining)\s+(?:states|cities|regions))\b"
)
_MOST_REGIONS = 420


def told_by_regions(passages: Sequence[Passage]) -> str | None:
    """All that a document says of sending region by region, where it is no longer than an answer may be: which of its
    sentences holds for a town is for who lives there to say."""
    told = [one.text for one in passages if _REGIONS.search(fold(one.text)) and len(_COSTS.findall(fold(one.text))) > 1]
    return next((text for text in told if len(text) <= _MOST_REGIONS), None)


def told_of_abroad(passages: Sequence[Passage]) -> str | None:
    """The sentence that says whether anything is sent out of the country."""
    sentences = [sentence for passage in passages for sentence in sentences_of(passage.text)]
    return next((one[:MAX_QUOTE] for one in sentences if tells_abroad(one)), None)


def in_place(passages: Sequence[Passage], place: str, *, when: bool = False) -> str | None:
    """The sentence that says what sending to a place costs or takes: `Entregamos em Lavras por R$ 15,00.` when: how
    long it takes is asked, so that one that tells it goes before one that tells only what it costs."""
    sentences = [sentence for passage in passages for sentence in sentences_of(passage.text)]
    named = re.compile(rf"\b{re.escape(fold(place))}") if place else None  # no `rio` of `Interior`
    told = [one for one in sentences if named and named.search(fold(one))]
    told = [one for one in told if _TAKES.search(fold(one)) or _COSTS.search(fold(one))]
    told = [one for one in told if when and _TAKES.search(fold(one))] or told
    return next((sentence[:MAX_QUOTE] for sentence in told), None)


_PLACES = expression(r"\b[A-ZÀ-Ü][a-zà-ü]{3,}")


def priced_to(passages: Sequence[Passage], text: str) -> str | None:
    """The sentence with what sending costs to a place that the folded text names, too: `moro no Eusébio`."""
    sentences = [sentence for passage in passages for sentence in sentences_of(passage.text)]
    priced = [one for one in sentences if PRICED.search(fold(one)) and "r$" in fold(one)]
    said = {word for word in words(text) if len(word) > 3 and word not in EMPTY | v.EVERYDAY}
    return next((one[:MAX_QUOTE] for one in priced if said & {fold(word) for word in _PLACES.findall(one)}), None)


def price_of_sending(passages: Sequence[Passage]) -> str | None:
    """The first price of the document on sending."""
    told = [passage.text for passage in passages if _BRINGS.search(fold(passage.title))]
    return next((one[:MAX_QUOTE] for text in told for one in sentences_of(text) if "r$" in fold(one)), None)


_DAYS = expression(r"\b(?:segunda|terca|quarta|quinta|sexta|sabado|domingo|feriado)s?\b")
_IN_ENGLISH = {"monday": "segunda", "tuesday": "terca", "wednesday": "quarta", "thursday": "quinta", "friday": "sexta",
               "saturday": "sabado", "sunday": "domingo", "holiday": "feriado"}  # fmt: skip
_AT_WHAT_HOUR = expression(r"\b(?:que|qual)\s+(?:horas?|horario)\b|\bwhat\s+time\b")
_HOUR = expression(r"\bas\s+\d{1,2}\s?h|\b\d{1,2}\s?h(?!ora)|\b\d{1,2}:\d\d")
_BROUGHT_ASKED = expression(r"\b(?:entreg|cheg|vem|leva|traz|manda|deliver|arriv|come)\w*")
_BROUGHT = expression(r"\b(?:entreg|envi|leva|motoboy|deliver)\w*")


def brought_when(passages: Sequence[Passage], text: str) -> str | None:
    """`entregam no domingo?`, `que horas chega?`: the sentence on deliveries that names that day, or an hour. text:
    folded."""
    for english, day in _IN_ENGLISH.items():
        text = text.replace(english, day)
    days = {found[0].rstrip("s") for found in _DAYS.finditer(text)}
    at_hour = _AT_WHAT_HOUR.search(text) is not None
    if not (days or at_hour) or not _BROUGHT_ASKED.search(text):
        return None
    for passage in passages:
        for sentence in sentences_of(passage.text):
            told = fold(sentence)
            named = {found[0].rstrip("s") for found in _DAYS.finditer(told)}
            if _BROUGHT.search(told) and (days & named or (at_hour and not days and _HOUR.search(told))):
                return sentence[:MAX_QUOTE]
    return None


def with_codes(passages: Sequence[Passage], codes: Sequence[str]) -> list[str]:
    """The first sentence, or row of a table, that has each of the folded codes, however it is parted: `K-042`."""
    rows = [sentence for passage in passages for sentence in sentences_of(passage.text)] if codes else []
    found: list[str] = []
    for code in codes:
        plain = parted(code)
        row = next((one for one in rows if plain in map(parted, fold(one).split())), None)
        if row is not None and row[:MAX_QUOTE] not in found:
            found.append(row[:MAX_QUOTE])
    return found


_COUNTS_OF = expression(
    r"\b\d+\s+(?:ite(?:m|ns)|items?|pecas?|unidades?|pessoas?|people|fatias?|pedacos?|porcoes|tipos?|produtos?)\b"
)
_ASKS_COUNT = expression(r"\bquant[oa]s\b|\bhow\s+many\b|\bda\s+(?:pra|para)\s+(?:\w+\s+)?(?:pessoas|dois|duas)\b")


def counts_told(passages: Sequence[Passage], question: str, name: str) -> str | None:
    """The sentence that tells how many are in a thing or for how many it is: `quantas coisas vêm na cesta M?`"""
    if not _ASKS_COUNT.search(question):
        return None
    own = keys_of(name, v.FILLER)
    sentences = [sentence for passage in passages for sentence in sentences_of(passage.text)]
    found = (one for one in sentences if own & keys_of(one, v.FILLER) and _COUNTS_OF.search(fold(one)))
    return next((sentence[:MAX_QUOTE] for sentence in found), None)


_MISHAP = expression(
    r"\b(?:(?P<lacks>falt)\w+|(?P<so>fri|gelad|errad|trocad|quebrad|amassad|vazand|vazou|estragad|vencid|rasgad|furad|molhad|atras|demor|mofad|murch|incomplet|defeit|danificad|queimad|crua?|"
    r"cold|wrong|broken|leak|damag|missing|late)\w*)\b"
)


def mishap_told(passages: Sequence[Passage], text: str) -> str | None:
    """The sentence that tells what is done about what went wrong: of the same mishap. text: folded."""
    roots = {(found["so"] or found["lacks"]).rstrip("a") for found in _MISHAP.finditer(text)}
    sentences = [sentence for passage in passages for sentence in sentences_of(passage.text)]
    found = (one for one in sentences if any(word.startswith(root) for word in words(one) for root in roots))
    return next((one[:MAX_QUOTE] for one in found if _REMEDY.search(fold(one))), None)


_REMEDY = expression(
    r"\b(?:se|caso|quando|avis\w+|troc\w+|mand\w+|devolv\w+|repo\w+|reembols\w+|foto\w*|prazo|ate|if|replace\w*|refund\w*|within)\b"
)
_IF_IT = expression(r"\b(?:se|caso|quando|if|when)\s+(?P<what>[^,.;?!]+)|\b(?:e|eh)\s+se\s+(?P<then>[^,.;?!]+)")
_REMEDIED = expression(
    r"\b(?:avis\w+|troc\w+|mand\w+|devolv\w+|rep[oõ]\w+|reembols\w+|foto\w*|refaz\w+|replace\w*|refund\w*|garant\w+)\b"
)


def condition_told(passages: Sequence[Passage], text: str, goods: Collection[str]) -> str | None:
    """`se chegar derretido, trocam?`: the sentence that tells what is done in just that case. goods: words that are
    only what it happens to."""
    found = _IF_IT.search(text)
    if found is None:
        return None
    case = keys_of(found["what"] or found["then"] or "", EMPTY | _COMES) - keys_of(" ".join(goods), frozenset())
    sentences = [sentence for passage in passages for sentence in sentences_of(passage.text)]
    told = (one for one in sentences if case & keys_of(one, v.FILLER) and _REMEDIED.search(fold(one)))
    return next((sentence[:MAX_QUOTE] for sentence in told), None)


_COMES = frozenset(
    """chegar chegou chega vier veio vem tiver estiver ficar fica ser for acontecer precisar quiser eu trocar trocam
    troca devolver devolvem gostar servir arrives comes happens want produto compra pedido voces""".split()  # noqa: SIM905
)
