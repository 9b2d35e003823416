"""What is to stand on goods, or the theme they are made in, told right behind them: `um topo tema borboleta com o nome
Lara`. It is a note of theirs, and names no other goods. Pure."""

import re

from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.vocabulary import FILLER, TALK
from app.features.chat.assistant.language.words import fold, is_colour, words
from app.ops.expressions import expression

_WORD = r"[^\W\d_][\w'’]*"
_STOPS = (
    r"(?:e|and|com|no|na|em|pra|para|pro|por|que|q|mas|pago|pix|entreg\w+|retir\w+|busc\w+|quanto|with|on|for|please|tb|"
    r"tamb[ée]m|mais|quero|uma?|por\s+favor)"
)
_VALUE = rf"(?!{_STOPS}\b|é\b|eh\b|del[ea]s?\b|meu\b|minha\b){_WORD}(?:\s+(?!{_STOPS}\b){_WORD}){{0,2}}"
_CALLED = (
    r"(?:(?:com|no|na|do|da|de|with|in)\s+)?(?:(?:o|a|os|the)\s+)?(?:tema|nomes?|theme|name)\s*:?\s+"
    r"(?:(?:de|do|da|of)\s+)?"
)
# `topo tema borboleta com o nome Lara`, `topo de dinossauro com o nome Theo`
_ON_GOODS = expression(
    rf"(?P<goods>\b{_WORD}(?:\s+(?:de\s+|do\s+|da\s+)?{_WORD}){{0,3}}?)(?P<of>\s+(?:de|do|da)\s+(?P<theme>{_WORD}))?[\s,]+"
    rf"(?P<text>{_CALLED}(?P<one>{_VALUE})(?:[\s,]+(?:(?:e|and)\s+)?{_CALLED}(?P<two>{_VALUE}))?)",
    re.IGNORECASE,
)
# `dois bordados de nome, um em cada dólmã: Theo na de 6 e Lorenzo na de 10`
_ON_WHICH = (
    rf"(?!{_STOPS}\b|uns\b|umas\b|del[ea]s?\b)[^\W\d_][^\W\d_'’]+\s+(?:n[oa]s?|on\s+the)\s+"
    r"(?:(?:d[eoa]|tamanho|size)\s+)?[\w-]+(?:\s+anos)?"
)
_NAMES_ON = expression(
    r"(?P<before>\b(?:bordad\w*|bordar|grava\w*|nomes?|escrit[oa]s?|escrever|monogramas?|iniciais|embroider\w*|engrav\w*|"
    rf"names?)\b[^.;!?\n]*?)\s*[:,]\s*(?P<names>{_ON_WHICH}(?:\s*(?:,|\be\b|\band\b)\s*{_ON_WHICH})*)(?=\s*(?:$|[.;!\n]))",
    re.IGNORECASE,
)
_ITS_NAME = expression(r"(?:^|,|\b(?:e|and)\b)\s*(?P<name>[^\W\d_][\w'’]+)\s+(?:n[oa]s?|on)\b", re.IGNORECASE)
_NOT_MINE = frozenset("meu minha my em no nome cupom pix".split())  # noqa: SIM905


def personalised(message: str) -> tuple[tuple[str, ...], str]:
    """Such texts, each with the goods it stands behind, as they were written; and the message without them."""
    notes: list[str] = []

    def cut(found: re.Match[str]) -> str:
        before, goods = words(fold(found["goods"])), current()
        heads = [at for at, word in enumerate(before) if goods.place(word) >= NAMES and not is_colour(word)]
        if not heads or not any(goods.place(before[at]) == BEGINS for at in heads) or before[-1] in _NOT_MINE:
            return found[0]
        told = [word for name in ("one", "two") for word in words(fold(found[name] or ""))]
        if not told or any(goods.place(word) >= NAMES or word in FILLER | TALK for word in told):
            return found[0]  # a theme that the shop has is one of its kinds
        theme = words(fold(found["theme"] or ""))
        strange = bool(theme) and all(goods.place(word) < NAMES for word in theme)
        named = found["goods"].split()[heads[0] :]
        notes.append(" ".join([*named, *((found["of"] or "").split() if strange or theme else ()), found["text"]]))
        return f"{found['goods']}{'' if strange else found['of'] or ''} "

    def cut_names(found: re.Match[str]) -> str:
        named = [fold(one["name"]) for one in _ITS_NAME.finditer(found["names"])]
        if not named or any(current().place(one) >= NAMES or one in FILLER | TALK or is_colour(one) for one in named):
            return found[0]
        notes.append(found["names"])
        return found["before"]

    rest = _ON_GOODS.sub(cut, _NAMES_ON.sub(cut_names, message))
    return tuple(notes), rest if notes else message
