"""`outro igual só que moído`: another of what was just named, in everything but what is said; `meu primo levou
a caneca, quero igual`: the same as somebody got. Folded text. Pure."""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.vocabulary import KIN
from app.features.chat.assistant.language.words import COUNT, words
from app.features.chat.assistant.products.mentions import ALIKE
from app.features.chat.assistant.reading.draft import Reading
from app.ops.expressions import expression

_SAME = r"(?:igual(?:zinh[oa])?|iguais|igual(?:zinh[oa])s|identic[oa]s?)"
# `igual ao primeiro`
_TO_WHAT = (
    r"(?:\s+(?:(?:ao?|as|to)\s+)?(?:(?:[oa]\s+|the\s+)?(?:primeir[oa]|ultim[oa]|anterior|outr[oa]|first|last|previous)(?:\s+one)?|"
    r"n?ess[ea]|n?est[ea]|el[ea]|that|this|it)(?:\s+(?:ai|mesm[oa]|one))?)"
)
_BUT = (
    r"(?:\s*,?\s*(?:so\s+(?:que|q)|so\s+mud\w+(?:\s+(?:pra|[oa]\s+\w+(?:\s+pra)?))?|mas|"
    r"porem|only|but|except(?:\s+that)?)(?:\s+(?:(?:e|eh|seja|it'?s|in|[oa])\s+)*)?)"
)
_ANOTHER = expression(
    rf"(?<!\btenho\s)(?<!\bhave\s)(?<!\bown\s)\b(?:mais\s+)?(?:(?:outr[oa]s?|another)(?:\s+(?P<several>{COUNT}))?(?:\s+one)?|(?P<count>{COUNT}))\s+(?:(?:pair\s+)?(?:{_SAME}|(?:the\s+)?same\s+as)\b(?:{_TO_WHAT}(?={_BUT}))?|like\s+(?:it|that)|the\s+same)\b(?P<but>{_BUT})?"
    rf"|(?P<joins>,\s*|\b(?:e|and|mais|plus)\s+)(?:(?P<some>{COUNT})\s+)?(?:d?[oa]s?\s+mesm[oa]s?|(?:of\s+)?the\s+same)\b(?P<only>{_BUT})(?=\s*\w)"
)
_FOR_ME = r"\s+(?:pra|para|p|for)\s+(?:mim|me|eu|nos|(?:a\s+)?gente|us)"
# `uma igual pra mim, só que 35`: for whom stands between
_ALIKE_FOR_ME = expression(rf"(\b(?:{_SAME}|[oa]s?\s+mesm[oa]s?|the\s+same(?:\s+one)?)){_FOR_ME}(?={_BUT}\w)")
# `queria a mesma, só que 35`, told by itself
_THE_SAME_BUT = expression(
    rf"^(?P<wish>\W*(?:(?:entao|ai|e|eu|oi|and|so)\s+)*(?:quero|queria|vou\s+querer|me\s+ve|manda|separa|i\s+want|i'?d\s+like|i'?ll\s+take)\s+)"
    rf"(?:[oa]\s+mesm[oa]|igual(?:zinh[oa])?|the\s+same(?:\s+one)?){_BUT}(?=\w)"
)
# `queria um também, mas preto`
_TOO_BUT = expression(
    rf"\b(?P<count>{COUNT})\s+(?:tambem|tb|tbm|too)\s*,?\s+(?:mas|so\s+(?:que|q)|porem|but)\s+(?:(?:em|na\s+cor|no\s+tamanho|o|a|in)\s+)?"
    r"(?P<what>[a-z0-9]+)(?=\s*(?:$|[,.;?!\n]))"
)
# What somebody got, and that the same is wanted: `minha tia comprou a vela grande e amou, quero a mesma`
_GOT = (
    r"(?:comprou|compraram|pegou|pegaram|levou|levaram|pediu|pediram|encomendou|bought|got|ordered|purchased)"
    r"(?:\s+(?:ai|aqui|com\s+voces?|d[ea]\s+voces|na\s+loja|from\s+you(?:\s+guys)?|here))*"
)
_THE_SAME = (
    r"(?:[oa]s?\s+mesm[oa]s?(?:\s+(?:coisas?|produtos?|itens|pedido|kit))?|(?:uma?\s+|tudo\s+)?igua(?:l|is)(?:zinh[oa]s?)?|"
    r"(?:exactly\s+)?the\s+same(?:\s+(?:thing|one|order|things|ones))?)"
)
_AS_THEY = expression(
    rf"\b(?:[oa]\s+)?(?:(?:meu|minha|um|uma|my|a)\s+{KIN}|el[ea]|he|she)(?:\s+[a-z]{{2,}})?\s+(?:ja\s+)?{_GOT}\s+(?P<goods>[^!?;\n]+?)\s*[,.;!]?\s+(?:(?:e|ai|entao|agora|and|so)\s+)*"
    r"(?:eu\s+)?(?:tambem\s+)?(?:quero|queria|vou\s+querer|gostaria\s+de|manda|me\s+(?:manda|ve)|ve|separa|faz|i\s+want|i'?d\s+like|i'?ll\s+(?:take|have)|(?:can|could)\s+i\s+(?:get|have)|send\s+me|give\s+me)\s+"
    rf"{_THE_SAME}(?:\s+(?:(?:pra|para|p|for)\s+(?:mim|me|eu|nos|gente)|tambem|too|please|por\s+favor))*(?:(?:\s*,)?\s*(?:so\s+(?:que|q)|mas|only|but)\s+(?:(?:em|no|na|in|e|eh|de)\s+)?(?P<but>[^,.;!?\n]+))?(?=\s*(?:$|[,.;!?\n]))"
)
_WHEN = expression(
    r"(?:\s+(?:ai|aqui|com\s+voces?|(?:n?[oa]\s+)?(?:semana|mes|ano)\s+passad[oa]|ontem|outro\s+dia|hoje|from\s+you|last\s+(?:week|month|year)|yesterday|here))+$"
)
_SIZE = expression(r"(?:(?:tamanho|tam|numero|size|no|na)\s+)?(?:pp?|m|gg?|x{1,3}gg?|x{0,3}[sl]|\d{1,3})")
_STORY = expression(r"\s(?:e|and)\s+(?:(?:ficou|ta|foi|el[ea]|s?he|a\s+gente|is|it)\s|[a-z]+(?:ou|aram|ed)\b).*$")


def _as_theirs(found: re.Match[str]) -> str:
    """A wish for what somebody got, in another size where one is told; without goods, or refused: as it was."""
    first, *others = _goods_of(found["goods"]) or [""]
    refused = words(found["goods"])[-1:] in (["nao"], ["n"], ["nem"])
    sized = bool(others) and all(map(_SIZE.fullmatch, others))
    if not first or refused or (found["but"] and others and not sized):
        return found[0]
    size = found["but"] or (others[-1] if sized else "")
    return f"quero {first} {size}".rstrip() if sized or size else f"quero {', '.join([first, *others])}"


def _goods_of(told: str) -> list[str]:
    """The goods of a story, each with the size behind it, without when that was and how they were liked."""
    pieces = [_STORY.sub("", piece) for piece in re.split(r",\s*|\.\s+", told)]
    pieces = [_WHEN.sub("", piece) for piece in pieces]
    sold = [any(current().place(word) >= NAMES for word in words(piece)) for piece in pieces]
    named = [piece for piece, is_sold in zip(pieces, sold, strict=True) if is_sold or _SIZE.fullmatch(piece)]
    return named if any(sold) else []


def another_alike(text: str) -> str:
    """The folded text with that as one more: `mais 1 igual moído`, `mais 1 desse`; a question stays as it is."""
    text = _ALIKE_FOR_ME.sub(r"\1", _AS_THEY.sub(_as_theirs, text))
    text = _THE_SAME_BUT.sub(rf"\g<wish>mais 1 {ALIKE} ", text)
    text = _TOO_BUT.sub(r"\g<count> \g<what> tambem", text)
    return "".join(piece if "?" in piece else _ANOTHER.sub(_told, piece) for piece in re.split(r"(?<=[.?!\n])", text))


def _told(found: re.Match[str]) -> str:
    count = found["several"] or found["count"] or found["some"] or "1"
    rest = found.string[found.end() :]
    says_what = re.match(
        r"\s*(?!e\b|and\b|mais\b|plus\b|pra\b|para\b|for\b|tambem\b|por\s+favor\b|please\b|pfv\b|que\b|a[io]\b)\w", rest
    )
    joins = ", " if (found["joins"] or "").startswith(",") else "e " if found["joins"] else ""
    if not says_what and not (found["but"] and _is_for_goods(rest)):
        return f"{joins}mais {count} desse "
    if not (found["but"] or found["only"]) and not re.match(r"\s*(?:em|de|com|sem|n[oa]|in)\s", rest):
        return found[0]
    return f"{joins}mais {count} {ALIKE} "


def _is_for_goods(text: str) -> bool:
    """`pra água fria`, which goods are called; and not `pra minha mãe`."""
    told = re.match(r"(?:pra|para|for)\s+(?:[oa]s?\s+|the\s+)?([a-z]{3,})", text)
    return told is not None and current().place(told[1]) > 0


def of_the_story(reading: Reading, unread: Sequence[str]) -> bool:
    """`minha irmã comprou a vela de canela e amou, quero 2`: of what the message tells of. True: it was left unread."""
    others = reading.changes[1:]  # `vi a manta e amei, queria duas e um cesto`
    if not reading.changes or reading.looks or reading.about or reading.wonders:
        return False
    wanted = reading.changes[0]
    if others and (wanted.mention.quantity is None or not all(it.kind == "want" and it.mention.words for it in others)):
        return False
    told = reading.recalls or (reading.mention(unread[0]) if unread else None)
    corrects = wanted.corrects and bool(reading.state.cart.lines)  # `quero só 4`, where there is none yet
    if told is None or wanted.kind not in ("want", "add") or not wanted.mention.empty or corrects:
        return False
    left = reading.recalls is None
    begins = next((word for word in (*told.words, *told.soft) if current().place(word) == BEGINS), "")
    at_home = re.search(rf"\b{begins}\s+(?:eu\s+|a\s+gente\s+)(?:ja\s+)?(?:tenho|temos|tem)\b", reading.text)
    if begins and at_home is None:  # `quero 1. lâmpada eu tenho aqui`
        # `trufas de pistache`, and where nothing is told of them `trufas de pistache da lata`
        more = "+" if left else "{1}"
        behind = re.search(rf"\b{begins}((?:\s+(?:d[eoa]|com|sem|of|with)\s+[a-z]{{3,}}){more})", reading.text)
        kinds = words(behind[1]) if behind is not None else []
        named = tuple(
            word for word in told.words if word[0].isdigit() or current().place(word) >= NAMES or word in kinds
        )
        theirs = re.search(rf"\b(\d+)\s+{begins}\b", reading.text)  # how many they got
        soft = tuple(word for word in told.soft if theirs is None or word != theirs[1])
        mention = replace(wanted.mention, words=named, soft=soft)
        reading.changes[0] = replace(wanted, mention=mention, corrects=False)
        reading.recalls = None
        return left
    return False
