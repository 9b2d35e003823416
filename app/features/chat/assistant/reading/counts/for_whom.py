"""For how many people or how long it is, which counts nothing by itself, and what is wanted for each of them. Pure."""

import re

from msgspec.structs import replace

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.language.goods import BEGINS, current
from app.features.chat.assistant.language.words import COUNT, number
from app.features.chat.assistant.products.matching import shares
from app.features.chat.assistant.reading.draft import Reading
from app.ops.expressions import expression

_COUNT = r"(\d{1,2}|dois|duas|tres|quatro|cinco|seis|sete|oito|nove|dez|doze)"
_RELATIVES = (
    r"(?:crianc|pesso|sobrinh|filh|net[oa]|afilhad|irma|prim[oa]|alun|convidad|amig|coleg|vizinh|madrinha|padrinho|"
    r"kid|child|guest|people|neph|niece|son|daughter|friend)\w*"
)
_KIN = expression(_RELATIVES)
_PEOPLE = expression(
    rf"\bsomos\s+(?:em\s+)?{_COUNT}\b|\b(?:pra|para)\s+{_COUNT}\s+(?:pessoas|criancas|convidados)\b|"
    rf"\b(?:tenho|temos|sao|have|got)\s+{_COUNT}\s+{_RELATIVES}"
)
# `3 sobrinhos, de 8, 10 e 12 anos`
_AGES = expression(
    rf"(?P<who>\b{_COUNT}\s+{_RELATIVES})(?:\s*,)?\s+(?:(?:de|com|um[a]?\s+de|aged?)\s+)?"
    r"\d{1,2}(?:\s*(?:,|\be\b|\band\b)\s*(?:(?:um[a]?\s+)?de\s+)?\d{1,2})+\s+(?:anos|anin\w+|years)(?:\s+old)?"
)
# Not `somos 4, uma marmita pra cada um`, which counts the goods.
_WE_ARE = expression(
    rf"^(?!.*\bcada\b)(?:(?:entendi|ok|certo|ah|poxa|entao|e|mas|que|h+u*m+|nossa|la|em\s+casa|a\s+gente|aqui)[\s,.]+)*(?:somos|we\s+are|we're)\s+(?:(?:em|uns|umas|so|apenas|only|just)\s+)*{_COUNT}\b"
)
# `somos em 7, então acho que o de 8`: which of them, and no count
_SO_THE_ONE = expression(
    rf"\b(?:somos|we\s+are|we're)\s+(?:em\s+|uns\s+|umas\s+)?{_COUNT}(?:\s+(?:pessoas|aqui|em\s+casa|people))?\s*,?\s+(?!.*\bcada\b)"
    r"(?=(?:(?:entao|ai|acho|que|eu|quero|vou|levo|melhor|prefiro|so|i|think|maybe)\s+)*(?:querer\s+|levar\s+)?(?:d?[oa]|the)\s+(?:(?:d[eo]|pra|para|for)\s+)?(?:\d|mai?or\b|menor\b|grande|pequen|medi|big|small|large))"
)
# `são 9 crianças`, `é pros meus dois filhos`, `em cima da mesa`
_THEY_ARE = expression(
    rf"\b(?:sao|vao\s+ser|seremos|tem|fo(?:i|ram|mos)|eram(?:os)?|tinha[m]?|there\s+(?:are|were)|(?:e|sao|vai)\s+(?:pra|para|pro)s?\s+(?:[oa]s\s+)?(?:meus|minhas|noss[oa]s))\s+(?:em\s+|umas?\s+|uns\s+)*{_COUNT}\s+{_RELATIVES}"
)
_WHERE = expression(
    r"\s*\b(?:(?:pra|para)\s+(?:por|colocar|botar|ficar|usar)\s+)?(?:em\s+cima|embaixo|debaixo|do\s+lado|atras|na\s+frente)\s+d[aeo]s?\s+(?:minha\s+|meu\s+)?[a-z]{3,}"
)
# `eu e minhas duas irmãs`
_ME_AND = expression(rf"\beu\s+e\s+(?:(?:minhas|meus|mais|as|os|outr[ao]s)\s+)*{_COUNT}\b")
# `eu, meu marido e a minha mãe`, `me and my wife`
_KIN_OF_MINE = (
    r"(?:(?:[oa]\s+)?(?:meu|minha|my)\s+[a-z]{2,}|[oa]\s+(?!gente\b|mesm)[a-z]{2,}|"
    rf"mais\s+{_COUNT}|(?:[oa]s\s+)?(?:meus|minhas|my)\s+{_COUNT}\s+[a-z]{{3,}})"
)
_ME_AND_MINE = expression(
    rf"\b(?:eu|me|mim)(?:\s+aqui)?(?P<others>(?:\s*(?:,|\be\b|\band\b)+\s*(?:(?:pra|pro|for)\s+)?{_KIN_OF_MINE})+)|\b(?P<mine>my\s+[a-z]+)\s+and\s+(?:i|me)\b"
)
_OTHERS = expression(_KIN_OF_MINE)
_FOR_EACH_ONE = expression(
    r"\b(?:(?:pra|para)\s+)?cada\s+(?:um|uma|pessoa|crianca|convidado)\b(?!\s+(?:de(?!\s+nos\b)|custa|sai))|"
    r"\b(?:pra|para)\s+cada\s*(?=$|[,.;!\n])"
)
# `uma M e uma G a G é pro meu irmão`: whose the last of them is
_WHOSE = expression(
    r"[\s,.;]+(?:(?:e|sendo|que|and)\s+)*(?:[oa]s?|the)\s+(?:de\s+)?(?P<size>xgg|pp|gg|xg|xl|p|m|g|s|l|\d{2,3}v?)\s+(?:(?:e|eh|sao|vai|fica|is|are|will\s+be)\s+)+(?:ser\s+)?"
    r"(?:pra|pro|para|p|for)\s+(?:[oa]s?\s+)?(?:(?:meus?|minhas?|my)\s+)?[a-z]{2,}(?:\s+d[aeo]\s+(?:minha\s+|meu\s+)?[a-z]{2,})?(?:\s+em\s+[a-z]{3,})?(?:\s+mesm[oa])?(?=\s*(?:$|[,.;!?\n])|\s(?:e|and|eu|com|mas|pago|pix|i)\s)"
)
# `2 bonés, um é pra minha amiga`, `um pra mim e outro pro meu irmão`: for whom those are that were counted
_SOMEBODY = (
    r"(?:d[oa]\s+(?:meu|minha)\s+[a-z]{3,}|(?:pra|pro|para|for)\s+(?:mim|me|(?:[oa]s?\s+)?(?:(?:meus?|minhas?|my)\s+)[a-z]{2,}|"
    r"[oa]\s+[a-z]{3,}|el[ea]|him|her|(?!presente|gift|entreg|retir|levar|cada|dar|os?\b|as?\b|uma?\b|\d)[a-z]{3,}))"
)
_ONE_IS_FOR = expression(
    rf"(?P<counted>\b(?:(?:[2-9]|dois|duas|tres|quatro|cinco|two|three|four)\s+[a-z]{{3}}[^.;!?\n]*?|(?:1|uma?|one)\s+[a-z]{{3}}[^.;!?\n]*?\s(?:e|and)\s+(?:1|uma?|outr[oa]|one)\s+[^,.;!?\n]+?))\s*[,;(]\s*(?:(?:e|sendo|que|and)\s+)?"
    rf"(?:1|uma?|one)\s+(?:(?:del[ea]s|of\s+them)\s+)?(?:(?:e|eh|vai|fica|is)\s+)*{_SOMEBODY}"
    rf"(?:\s*(?:,|\be\b|\band\b)+\s*(?:[oa]\s+|the\s+)?(?:outr[oa]|other|1|uma?|one)\s+(?:(?:e|eh|vai|fica|is)\s+)*(?:{_SOMEBODY}|meu|minha|mine))?\)?(?=\s*(?:$|[.,;!\n]))"
)
# `um P e um G, um pra mim e outro pra minha sogra`: each of those that were counted one by one
_EACH_IS_FOR = expression(
    rf"(?P<counted>\b(?:1|uma?|one)\s+[^.;!?\n]*?\b(?:e|and)\s+(?:1|uma?|one)\s+[^,.;!?\n]+?)\s*[,;(]\s*(?:1|uma?|one)\s+{_SOMEBODY}"
    rf"\s*(?:,|\be\b|\band\b)+\s*(?:[oa]\s+|the\s+)?(?:outr[oa]|other|1|uma?|one)\s+{_SOMEBODY}\)?(?=\s*(?:$|[.,;!\n]))"
)
_ADULT = frozenset("adulto adultos adulta adultas adult adults".split())  # noqa: SIM905
_NO_GOODS = frozenset(
    """pessoa pessoas convidado convidados crianca criancas adulto adultos people guests kids adults dia dias hora horas
    semana semanas mes meses minuto minutos day days hour hours week weeks month months minute minutes""".split()  # noqa: SIM905
)


def without_them(text: str) -> str:
    """The folded text without how many people there are and where a thing is to stand."""
    if not current().place("anos"):  # where goods come by age, it tells which
        text = _AGES.sub(r"\g<who>", text)
    text = _EACH_IS_FOR.sub(r"\g<counted>", _ONE_IS_FOR.sub(r"\g<counted>", text))
    text = _WHOSE.sub(lambda found: " " if _is_counted(found) else found[0], text)
    return _WHERE.sub(" ", _THEY_ARE.sub(" ", _SO_THE_ONE.sub("", text)))


def _is_counted(found: re.Match[str]) -> bool:
    """So many of that size were told before."""
    told = rf"\b{COUNT}\s+(?:[a-z]+\s+){{0,4}}?{found['size']}\b"
    return re.search(told, found.string[: found.start()]) is not None


def for_people(reading: Reading) -> None:
    """`é pra umas 30 pessoas`, `somos 8 lá em casa`, `4 days`: for whom or how long it is, and nothing to buy."""
    waits = reading.state.dialogue.pending
    asked = waits is not None and waits.kind == "quantity"
    offered = [each.name for one in waits.options for each in one.each] if waits is not None else []

    def people(mention: Mention) -> bool:
        named = {*mention.words, *mention.soft}
        if mention.empty and mention.quantity and not asked and _WE_ARE.search(reading.text):
            return True
        sold = any(current().place(word) == BEGINS or any(shares([word], name) for name in offered) for word in named)
        return bool(mention.words) and not sold and named <= _NO_GOODS | {str(mention.quantity)}

    told = [one for one in reading.changes if not people(one.mention)]
    if len(told) < len(reading.changes):
        reading.changes = told
        reading.note(tells=True)
    reading.looks = [one for one in reading.looks if not people(one.mention)]


def for_grown_ups(reading: Reading) -> None:
    """`a camisa de adulto mais barata`, where no goods are called so: that only keeps out what is for children."""

    def plain(mention: Mention) -> Mention:
        left = tuple(word for word in mention.words if word not in _ADULT or current().place(word))
        return replace(mention, words=left) if left else mention

    reading.changes = [replace(one, mention=plain(one.mention)) for one in reading.changes]
    reading.looks = [replace(one, mention=plain(one.mention)) for one in reading.looks]


def for_everybody(folded: str, changes: list[Change]) -> list[Change]:
    """`somos em 4, uma marmita pra cada um`: so many of it."""
    many = people_told(folded)
    named = [one for one in changes if one.mention.words and not all(map(_KIN.fullmatch, one.mention.words))]
    if many is None or len(named) != 1 or not _FOR_EACH_ONE.search(folded):
        return changes
    wanted = named[0]
    others = [one for one in changes if one.mention.words == () and not (one.bare and one.mention.empty)]
    if wanted.mention.quantity not in (None, 1) or others:
        return changes
    return [replace(wanted, mention=replace(wanted.mention, quantity=many))]


def people_told(folded: str) -> int | None:
    """How many people a message tells of, the shopper among them; None: it does not."""
    if people := _PEOPLE.search(folded):
        return number(people[people.lastindex or 0])
    if me_and := _ME_AND.search(folded):
        return (number(me_and[1]) or 0) + 1
    mine = _ME_AND_MINE.search(folded)
    return _how_many(mine) if mine else None


def _how_many(found: re.Match[str]) -> int:
    """Oneself and all that are named beside."""
    if found["mine"]:
        return 2
    others = [
        next((many for word in one[0].split() if (many := number(word))), 1)
        for one in _OTHERS.finditer(found["others"])
    ]
    return 1 + sum(others)


def for_nobody_known(folded: str, changes: list[Change]) -> str:
    """`uma marmita pra cada um`, where nothing tells how many people there are: what is to be asked about."""
    found = _FOR_EACH_ONE.search(folded)
    named = [one for one in changes if one.kind in ("want", "add") and one.mention.words]
    if found is None or len(named) != 1 or named[0].mention.quantity not in (None, 1):
        return ""
    if folded[found.end() :].split()[:1] in (["quer"], ["vai"], ["wants"]):
        return ""  # `cada um quer um bolo`, before whose which is
    return found[0].strip()
