"""Goods that stand before a question and belong to it: `camiseta preta, vcs têm?`, `a de 500, quanto é?` And what
kind of them is meant, said behind it. Pure."""

import re

from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.signs import WANT
from app.features.chat.assistant.language.words import is_colour, words
from app.ops.expressions import expression

SO = (
    r"(?:quanto\s+(?:(?:e\s+)?que\s+)?(?:custa\w*|e|eh|sai\w*|fic\w+|ta|esta|da|daria|seria|era)|"
    r"how\s+much(?:\s+(?:is|are|would|does)\s+\w+)?(?:\s+(?:be|cost))?)"
)
_HOW_MUCH = expression(rf"(?:(?:e|por|de|and|so)\s+)*{SO}(?:\s+(?:ai|mesmo|entao|hoje|agora|el[ea]|ess[ea]))*")
# `e a grade de 40 e o capacitor, quanto?`
_SO_MUCH_ALONE = expression(
    rf"(?:(?:e|and|fica|sai)\s+)*(?:quanto|how\s+much|(?:qual\s+(?:e\s+)?(?:o\s+)?)?(?:preco|valor)|{SO})(?:\s+(?:mesmo|entao|cada(?:\s+uma?)?|tudo|ai|tao|sao|custam))*"
)
_ASKS_ITSELF = expression(r"\b(?:quant[oa]s?|quais|qual|que|how|what|which|does|vem|serve[m]?|rende[m]?|dura[m]?)\b")
_AND = expression(r"\s*(?:,|\be\b|\band\b|\bmais\b)\s*")
# `e o de banheiro, que medida tem?`
_ITS_MEASURE = expression(
    r"(?:(?:qual|que|quais|what)\s+(?:(?:e|eh|seria|is|are)\s+)?(?:(?:[oa]s?|its|the)\s+)?(?:medidas?|tamanho|altura|largura|cor|cores|material|peso|prazo|marca|size|colou?r|height|width)"
    r"|quanto\s+(?:mede|pesa|tem))(?:\s+(?:tem|e|eh|del[ea]|dess[ea]|vem|does\s+it\s+have))*"
)
# `e a grande`, `o de 500`: one that is asked about
_THE_ONE = expression(
    r"(?:(?:e|ah|oh|ai|and|mas)\s+)*(?:(?:[oa]s?|the|ess[ea]|aquel[ea])\s+(?:d[eoa]\s+)?\w[\w,.]*(?:\s+\w+){0,3}|(?:e|and)\s+(?:d[eoa]|em|no|na|with|in)\s+\w[\w,.]*(?:\s+\w+)?)"
)
# Whether there are any of what was just named.
IS_THERE = expression(
    r"(?:e\s+|sera\s+que\s+)?(?:(?:voces?|vcs?|ce|loja|ainda|ai)\s+)*(?:tem|teria[m]?|vende[m]?|trabalha[m]?)"
    r"(?:\s+(?:ai|ainda|ne|hoje|disponivel|em\s+estoque|na\s+loja))*|(?:do\s+)?you\s+(?:have|got|sell)(?:\s+(?:it|any|one|them))?"
)
# `e fita de cetim, quantos metros vem no rolo?`
_ASKS_OF_IT = expression(r"(?:quant[oa]s\s+[a-z]+|qual\s+(?:e\s+)?[oa]|how\s+many|how\s+much\s+(?!is|are|for))\b")
# `e o minifix, vem quantos no kit?`, `a manta, ela solta pelo?`
_SAID_OF_IT = expression(
    r"(?:el[ea]s?|it|they)\s+(?!v(?:ai|ao|em)\b|quer)[a-z]{3,}|(?:(?:ja|tambem|tb|ainda|el[ea]s?|isso|sera\s+que|it|they)\s+)*(?:vem|va[io]\s+(?:n[oa]s?|ao?|bem|com|em)\b|"
    r"funciona[m]?|combina[m]?|derrete[m]?|estraga[m]?|fica[m]?\s+(?:bom|boa|bem|muito|grande|pequen\w+|quente)|serve[m]?|tem|cabe[m]?|dura[m]?|rende[m]?|aguenta[m]?|lava|amassa[m]?|desbota[m]?|encolhe[m]?|estica[m]?|esquenta[m]?|solta[m]?|"
    r"mancha[m]?|precisa[m]?|(?:pode|posso|da\s+(?:pra|para))\s+(?!(?:me\s+)?(?:mand|coloc|inclu|por\b|bot|ser|fech|separ|traz|entreg|ver|anot)\w*)|leva[m]?|e\s+d[eoa]|pesa[m]?|mede[m]?|"
    r"(?:is|does|can)\s+it|(?:do|are|can)\s+they|can\s+i)\b"
)
_THE_GOODS = expression(r"(?:(?:e|ah|and|mas)\s+)*(?:[oa]s?|the|ess[ea]s?|aquel[ea]s?)\s+[a-z]{3}")
# `era um de amêndoas`, of goods named before
_TOLD_KIND = expression(
    r"(?:e|eh|era|it'?s|it\s+(?:is|was))\s+(?:uma?|[oa]|an?|the)\s+(?=(?:d[eo]\s+|com\s+|sem\s+)?[a-z0-9]+(?:\s+\w+){0,2}$)"
)
# `ainda tem aquele aquecedor? em 110`
_KIND = r"(?:\d{2,3}\s*v?|pp|gg|[pmg]|[a-z]{4,})"
_KIND_BEHIND = expression(
    r"(?P<asked>[^?.;!\n]*\b(?:tem|teria[m]?|vende[m]?|have|got|sell)\b[^?.;!\n]*?)\s*\?+\s*"
    rf"(?P<kind>(?:em|n[oa]|in)\s+{_KIND}(?:(?:\s*,\s*|\s+e\s+|\s+)(?:(?:em|n[oa]|in)\s+)?{_KIND})?)(?=\s*(?:$|[.,;!\n]))"
)
_NAMED_ALONE = expression(r"(?:(?:e|ah|and)\s+)*(?:[oa]s?\s+|the\s+)?[a-z]{3,}(?:\s+[a-z]{2,}){0,4}")
_ARTICLE = expression(r"^(?:(?:e|ah|and)\s+)*(?=[a-z])")


def kind_behind(text: str) -> str:
    """A folded text in which `tem aquele aquecedor? em 110` is asked in one: `tem aquele aquecedor em 110?`."""
    return _KIND_BEHIND.sub(_asked_in_one, text)


def _asked_in_one(found: re.Match[str]) -> str:
    kinds = [word for word in words(found["kind"]) if word not in ("em", "no", "na", "in", "e", "v")]
    told = all(word[0].isdigit() or len(word) < 3 or is_colour(word) for word in kinds)
    named = any(current().place(word) == BEGINS for word in words(found["asked"]))
    return f"{found['asked']} {found['kind'].replace(',', ' ')}?" if told and named else found[0]


def with_asked(pieces: list[str], *, asked: bool = False) -> list[str]:
    """`camiseta preta, vcs têm?`, `a de 500, quanto é?`: the goods that stand before the question belong to it. asked:
    it has its mark."""
    if len(pieces) < 2 or WANT.search(pieces[-2]):
        return pieces
    asks = _HOW_MUCH.fullmatch(pieces[-1]) or _ITS_MEASURE.fullmatch(pieces[-1])
    if asks and _THE_ONE.fullmatch(pieces[-2]):
        return [*pieces[:-2], f"{pieces[-2]} {pieces[-1]}"]
    if _ASKS_OF_IT.match(pieces[-1]) and _NAMED_ALONE.fullmatch(pieces[-2]) and _names_only(pieces[-2]):
        return [*pieces[:-2], f"{pieces[-1]} {_ARTICLE.sub('', pieces[-2])}"]
    of_it = asked and _SAID_OF_IT.match(pieces[-1]) and not IS_THERE.fullmatch(pieces[-1])
    if of_it and _THE_GOODS.match(pieces[-2]) and _NAMED_ALONE.fullmatch(pieces[-2]) and _names_only(pieces[-2]):
        return [*pieces[:-2], f"{pieces[-2]} {pieces[-1]}"]
    if _SO_MUCH_ALONE.fullmatch(pieces[-1]) and _each_begins(pieces[-2]):
        return [*pieces[:-2], f"quanto custa {_ARTICLE.sub('', pieces[-2])}"]
    if not IS_THERE.fullmatch(pieces[-1]):
        return pieces
    if kind := _TOLD_KIND.match(pieces[-2]):  # `tirei foto do creme que eu uso, é um de amêndoas, vcs tem?`
        goods = [word for piece in pieces[:-2] for word in words(piece) if current().place(word) == BEGINS]
        return [*pieces[:-2], f"{goods[-1]} {pieces[-2][kind.end() :]} tem"] if goods else pieces
    named = [word for word in words(pieces[-2]) if word not in v.FILLER]
    if current().place(named[0] if named else "") != BEGINS:  # else a story leads up to it
        return pieces
    return [*pieces[:-2], f"{pieces[-2]} tem"]


def _each_begins(piece: str) -> bool:
    """Each part of it begins with goods of the shop, and none of it asks."""
    if _ASKS_ITSELF.search(piece):
        return False
    parts = [[word for word in words(part) if word not in v.FILLER] for part in _AND.split(piece) if part]
    return bool(parts) and all(said and current().place(said[0]) == BEGINS for said in parts)


def _names_only(piece: str) -> bool:
    """`e fita de cetim`, before a question about it: goods of the shop and nothing else."""
    named = [word for word in words(piece) if word not in v.FILLER]
    return bool(named) and current().place(named[0]) == BEGINS


def ends_in_goods(said: list[str]) -> bool:
    """The words name goods, or end in what goods are called: `a pantalona`, before `tem bolso`."""
    named = any(current().place(word) == BEGINS for word in said)
    return named or any(current().place(word) >= NAMES for word in said[-1:])
