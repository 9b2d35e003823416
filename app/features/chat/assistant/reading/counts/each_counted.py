"""How many there are to be in all, told before each kind with its own count: `quero dois, um preto e um azul`, `uma de
cada cor, a dourada e a prata`. What is counted one by one is not counted once more. Pure."""

from itertools import takewhile
from typing import NamedTuple

from app.features.chat.assistant.language import signs
from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.goods import BEGINS, NAMES, TIES, current
from app.features.chat.assistant.language.words import SMALL_COUNT, is_colour, number, words
from app.features.chat.assistant.reading.kinds.kinds_said import Kind, Said
from app.ops.expressions import expression

_SENTENCE = expression(r"(?:[^.;!?\n]|\.(?=\d))+[.;!?\n]*")
SORT = (
    r"(?:cor(?:es)?|sabor|tamanho|tipo|modelo|estampa|aroma|cheiro|fragrancia|essencia|peso|medida|bitola|espessura|grossura|"
    r"comprimento|potencia|capacidade|volume|formato|numeracao|numero|voltagem|lado|versao|uma?|colou?r|flavou?r|size|kind|sort|one|scent|voltage|length|side)"
)
"""What goods come in several of."""
_EACH = expression(
    rf"(?P<n>{SMALL_COUNT})(?P<goods>(?:\s+[a-z]{{3,}}){{0,3}}?)\s+(?:de|em|of|in)\s+(?:cada|each)(?:\s+{SORT})?\b"
)
_THAT = r"(?:d[aeo]s?|d?ess[ae]s?|d?est[ae]s?|d?aquel[ae]s?|of(?:\s+(?:the|those|these|that|this))?)"
# `a caneca, quero uma de cada cor`
_EACH_BEHIND = expression(
    rf"(?P<goods>^[^,.;!?\n]*[a-z])\s*[,:]\s*(?:(?:eu|i)\s+)?(?:(?:quero|queria|vou\s+querer|me\s+ve|manda|i\s+want|i'?d\s+like)\s+)?(?={SMALL_COUNT}\s+(?:de|em|of|in)\s+(?:cada|each)\s+{SORT}\W*$)"
)
# `uma de cada cor dessa caneca`
_EACH_OF_GOODS = expression(
    rf"\b(?P<n>{SMALL_COUNT})\s+(?P<each>(?:de|em|of|in)\s+(?:cada|each)\s+{SORT})\s*,?\s*{_THAT}\s+(?P<goods>[a-z][a-z-]*(?:\s+[a-z-]+){{0,5}}?)"
    rf"(?P<behind>(?:\s+(?:por\s+favor|please|pfv?|entao|viu|ta|ai|tambem|mesmo))*\s*(?:$|[,.;:!?\n]|(?=\s(?:e|and|mais)\s+(?:{SMALL_COUNT}|[oa]|an?)\s)))"
)
_PAUSES = frozenset(", : ( - sendo viu ne sabe ta tipo que sao seria".split())  # noqa: SIM905
_JOINS = frozenset("e and , + &".split())  # noqa: SIM905
_LEADS = frozenset("o a os as the de da do das dos of na no em in um uma".split())  # noqa: SIM905
_POINTS = frozenset("dessa desse dessas desses desta deste daquela daquele daquelas daqueles".split())  # noqa: SIM905
_OF = _POINTS | frozenset("de da do das dos of the those these".split())  # noqa: SIM905
_NOT = expression(
    r"\b(?:nao|n|nem|sem|menos|tir[ae]r?|troc\w+|mud\w+|em\s+vez|no\s+lugar|se|ou|or|not|without|if|remove)\b"
)
_PURPOSE = expression(
    r"^\s*,?\s*(?:(?:e|eh|vai\s+ser|sao|it's|is)\s+)?(?:(?:de\s+)?presentes?\s+)?"
    r"(?:(?:pra|para|for)\s+(?:[oa]s?|uma?|the|an?|meus?|minhas?|noss[oa]s?|my)|pr[oa]s)\s+(?P<whom>[^,.;!?\n]+)"
)
_GETS = expression(
    r"\b(?:entreg\w*|retir\w*|busc\w*|peg\w+|envi\w*|mand\w+|pag\w*|pix|dinheiro|cart\w+|cep|rua|av|avenida|endereco|nome|"
    r"deliver\w*|pick\w*|ship\w*|pay\w*|card|cash|address|name)\b"
)
# `laranjeira e eucalipto, todos de 500g`
_ALL_SO = expression(
    r"^\s*,?\s*(?:tod[oa]s(?:\s+el[ea]s)?|tudo|amb[oa]s|[oa]s\s+(?:dois|duas|tres|quatro|[2-9])|all(?:\s+of\s+them)?|both)\s+(?:(?:sao|are)\s+)?"
    r"(?P<so>(?:(?:d[eo]|n[oa]|em|in)\s+)?(?:(?:tamanho|numero|size)\s+)?(?:\d+(?:[.,]\d+)?\s?(?:g|gramas?|kg|quilos?|ml|l|litros?|cm)?|pp|p|m|gg?))(?=\s*(?:$|[,.;!\n]|\be\b))"
)
_ALL = expression(r"\s*,?\s*(?:tod[oa]s|tudo|amb[oa]s|[oa]s\s+(?:dois|duas|tres|quatro|[2-9])|all|both)\b")
_DETERMINER = expression(
    rf"(?:\b(?:d[aeo]s?|[oa]s?|uns|umas|um|uma|the|some|negocio|aquel[ea]s?|ess[ea]s?|{SMALL_COUNT})\s+)+$"
)
_FEW = 2


class _Counted(NamedTuple):
    """From where to where of a sentence a count of all and its kinds stand, and the kinds with the count of each."""

    begins: int
    ends: int
    kinds: list[tuple[int, str]]
    named: bool
    """The goods stand in it, and are told with each."""


def each_counted(text: str) -> str:
    """The folded text without a count of all before kinds that are counted one by one, each with the goods that were
    named before them; what is asked, or is another count than they come to, stays."""
    return "".join(_one_by_one(_goods_first(found[0])) for found in _SENTENCE.finditer(text))


def _goods_first(sentence: str) -> str:
    """`uma de cada cor dessa caneca`, `a caneca, uma de cada cor` as a wish for so many of the goods in each."""
    if "?" in sentence or _NOT.search(sentence):
        return sentence
    behind = _EACH_BEHIND.match(sentence)
    if behind and _names_goods(behind["goods"]):
        return f"{_wanted(behind['goods'])}, {sentence[behind.end() :]}"
    found = _EACH_OF_GOODS.search(sentence)
    if found is None or not _names_goods(found["goods"]):
        return sentence
    told = f"{found['n']} {found['goods']} {found['each']}{found['behind']}{sentence[found.end() :]}"
    return f"{_wanted(sentence[: found.start()])}{told}"


def _names_goods(text: str) -> bool:
    return any(current().place(word) >= NAMES and not is_colour(word) for word in words(text))


def _wanted(text: str) -> str:
    """The text with a word for what is wanted, where it tells of nothing but goods."""
    told = [word for word in words(text) if current().place(word) == 0 and word not in TIES]
    plain = all(word in v.FILLER | v.TALK | v.GREETINGS for word in told)
    return f"quero {text}" if plain and not signs.WANT.search(text) else text


def _one_by_one(sentence: str) -> str:
    if "?" in sentence or _NOT.search(sentence):
        return sentence
    said = Said(sentence)
    for place in range(len(said.words)):
        counted = _each_alike(said, place) or _sum_of_them(said, place)
        if counted is None:
            continue
        begins, end = said.found[counted.begins].start(), said.found[counted.ends - 1].end()
        before, goods = (sentence[:begins], "") if counted.named else _goods_before(sentence[:begins])
        behind = sentence[end:]
        of_all = _ALL_SO.match(behind)
        if of_all is None and _ALL.match(behind):
            return sentence
        so, behind = (of_all["so"], behind[of_all.end() :]) if of_all else ("", behind)
        told = " e ".join(" ".join(filter(None, (str(many), goods, kind, so))) for many, kind in counted.kinds)
        return f"{before}{told}{_without_purpose(behind) if counted.ends < len(said.words) else behind}"
    return sentence


def _each_alike(said: Said, place: int) -> _Counted | None:
    """`uma de cada cor, a dourada e a prata`: so many of each kind that is told behind it."""
    found = _EACH.match(said.text, said.found[place].start())
    if found is None:
        return None
    at = place
    while at < len(said.words) and said.found[at].start() < found.end():
        at += 1
    many = number(found["n"]) or 1
    begins, behind = _goods_behind(said, at)
    goods = found["goods"].strip() or said.slice(begins, behind)
    if found["goods"] and current().place(goods.split()[0]) != BEGINS:
        return None
    first = _behind_pauses(said, behind)
    kinds = list(takewhile(lambda one: one.many, said.kinds(first, parted=True)))
    if len(kinds) >= _FEW and _differ(kinds) and {one.many for one in kinds} <= {1, many}:
        return _Counted(place, kinds[-1].ends, [(many, f"{goods} {one.said}".strip()) for one in kinds], bool(goods))
    named, ends = _named_kinds(said, first) if first > behind else ([], first)
    if len(named) > _FEW and named[-1][0].isdigit() and not any(one[0].isdigit() for one in named[:-1]):
        named = [f"{one} de {named[-1]}" for one in named[:-1]]  # `vermelho, azul e amarelo, de 60`
    if len(named) < _FEW:
        return None
    return _Counted(place, ends, [(many, f"{goods} {one}".strip()) for one in named], bool(goods))


def _named_kinds(said: Said, place: int) -> tuple[list[str], int]:
    """Kinds that are told one behind the other without a count, `a dourada e a prata`, and the place behind the last;
    none where one is named that is goods by itself."""
    told: list[str] = []
    ends = place
    while True:
        while said.at(place) in _LEADS:
            place += 1
        begins = place
        while _tells_kind(said, place) or (place > begins and said.at(place) in TIES and _tells_kind(said, place + 1)):
            place += 1
        if place == begins:
            return told, ends
        if current().place(said.at(begins)) == BEGINS and not is_colour(said.at(begins)):
            return [], ends
        told.append(said.slice(begins, place))
        ends = place
        if said.at(place) not in _JOINS:
            return told, ends
        while said.at(place) in _JOINS:
            place += 1


def _tells_kind(said: Said, place: int) -> bool:
    word = said.at(place)
    return is_colour(word) or current().place(word) > 0 or said.spec(place, named=False) is not None


def _goods_behind(said: Said, place: int) -> tuple[int, int]:
    """From where to where goods are named behind `de cada cor`, `da lã bebê`; twice the place where none are."""
    begins = place
    while said.at(begins) in _OF:
        begins += 1
    ends = begins
    while said.at(ends) and said.at(ends) not in _PAUSES | _JOINS and number(said.at(ends)) is None:
        ends += 1
    named = [at for at in range(begins, ends) if current().place(said.at(at)) >= NAMES and not is_colour(said.at(at))]
    return (begins, named[-1] + 1) if begins > place and named and named[0] - begins < _FEW else (place, place)


def _sum_of_them(said: Said, place: int) -> _Counted | None:
    """`dois, um preto e um azul`, `duas canecas uma preta e uma azul`: as many as the kinds behind it are together."""
    many = number(said.at(place))
    if many is None or many < _FEW:
        return None
    named = current().place(said.at(place + 1)) == BEGINS and not is_colour(said.at(place + 1))
    of_kind = not named and said.at(place + 1) in _OF and _tells_kind(said, place + 2)  # `dois da sexta, um M e um G`
    of_kind = of_kind and current().place(said.at(place + 2)) < NAMES and said.at(place + 3) in _PAUSES
    if not (named or of_kind) and _tells_kind(said, place + 1):
        return None  # `2 vermelho 1 azul 1 rosa`
    behind = _behind_name(said, place + 1) if named else place + 1 + 2 * of_kind
    kinds = list(takewhile(lambda one: one.many, said.kinds(_behind_pauses(said, behind), parted=True)))
    if len(kinds) < _FEW or not _differ(kinds) or sum(one.many or 0 for one in kinds) != many:
        return None
    goods = said.slice(place + 1, behind)
    if not TIES.isdisjoint(goods.split()) and any(one.said.split()[0] in TIES for one in kinds):
        return None  # `3 sementes de tomate, 2 de alface e 1 de coentro`
    each = [(one.many or 1, f"{goods} {one.said}".strip()) for one in kinds]
    return _Counted(place, kinds[-1].ends, each, bool(goods))


def _behind_pauses(said: Said, place: int) -> int:
    while said.at(place) in _PAUSES:
        place += 1
    return place


def _differ(kinds: list[Kind]) -> bool:
    return len({one.said for one in kinds}) == len(kinds)


def _goods_before(text: str) -> tuple[str, str]:
    """What stands before the goods that a sentence has named, and these; the text and nothing where it names none, or
    counts others after them. `preciso de umas velas, sabe, eu queria` is no more than the wish for them."""
    said = Said(text)
    heads = [at for at, word in enumerate(said.words) if current().place(word) == BEGINS and not is_colour(word)]
    if not heads:
        return text, ""
    head = heads[-1]
    while head - 1 in heads:
        head -= 1
    ends = _behind_name(said, head)
    between = said.words[ends:]
    if not all(word in _PAUSES or word in v.FILLER | v.TALK | v.WANT | v.BUY for word in between):
        return text, ""
    before = _DETERMINER.sub("", text[: said.found[head].start()])
    wanted = signs.WANT.search(before)
    if wanted and not any(current().place(word) or number(word) for word in words(before[wanted.end() :])):
        before = f"{before[: wanted.start()]}quero "
    elif not wanted and signs.WANT.search(" ".join(between)):
        before = f"{before}quero "
    goods = " ".join(word for word in said.words[head:ends] if word not in _POINTS)
    return before, goods


def _behind_name(said: Said, place: int) -> int:
    """The place behind the goods whose name begins there, with what is told of all of them: `mel de 500 g`."""
    place += 1
    while True:
        tied = said.at(place) in TIES | _POINTS
        word = said.at(place + tied)
        if current().place(word) < NAMES or is_colour(word):
            break
        place += tied + 1
    spec = said.spec(place, named=False)
    return spec.ends if spec is not None and spec.sort == "measure" else place


def _without_purpose(behind: str) -> str:
    """What stands behind the kinds without what they are for, where that names nothing of the shop's."""
    found = _PURPOSE.match(behind)
    if found is None:
        return behind
    told = [word for word in words(found["whom"]) if len(word) > 1]
    others = any(current().place(word) >= NAMES or is_colour(word) or word in v.WANT | v.BUY for word in told)
    if others or _GETS.search(found["whom"]):
        return behind
    return behind[found.end() :]
