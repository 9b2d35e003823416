"""A coupon that a message gives, points at or drops. Pure."""

import re

from app.features.chat.assistant.acts import HAGGLED
from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.goods import NAMES, current
from app.features.chat.assistant.language.words import fold
from app.features.conversations.state import Dialogue
from app.ops.expressions import expression

_COUPON = expression(
    r"(?:\b(?:eu\s+)?(?:tenho|tem\s+como|posso|quero|da\s+pra|d[áa]\s+para|can\s+i|i\s+have|have)\s+)?"
    r"(?:\b(?:usar?|aplic\w+|coloc\w+|p[õo]e|bot\w+|com|use|apply|with|esqueci,?)\s+)*"
    r"\b(?:(?:o|um|the|a|my|meu|esse|este)\s+)?(?:cupom|cupon|coupon|(?:promo(?:tion(?:al)?)?|discount|voucher)\s?code|voucher|c[óo]digo\s+(?:promocional|de\s+desconto))\b"
    r"(?:\s+(?:de\s+desconto|(?:de\s+)?\d{1,2}\s*%|code))?\s*(?:[:=]|\b(?:é|eh|e|is)\b)?\s*[\"'“]?(?P<code>[A-Za-z0-9_-]{2,40})(?!\w)[\"'”]?",
    re.IGNORECASE,
)
# `usa esse`, `pode aplicar`, of the coupon that was told of just before; `usa o cupom` also later.
_END = (
    r"(?=\s*(?:$|[.,;!\n]|\b(?:ent[aã]o|por\s+favor|please|pfv|then|mesmo|a[ií]|tamb[eé]m|tb|(?:de\s*)?novo|outra\s+vez|again|now|agora|e|and|"
    r"no|na)\b))"
)
# and no `não custa tentar`, `had to try`
_USES = (
    r"\b(?:us[ae]r?|aplic\w+|(?<!custa )(?<!custava )(?<!nada )tent[ae]r?|use|apply|"
    r"(?<!had to )(?<!worth a )(?<!hurt to )try)"
)
_USES_THAT = expression(
    rf"(?:\b(?:quero|pode|podem|vou|can\s+you|please|i'?ll|let\s+me)\s+)*{_USES}\b(?:\s+(?:ess[ea]|est[ea]|el[ea]|isso|that|this|it)(?:\s+one)?)?{_END}",
    re.IGNORECASE,
)
_USES_COUPON = expression(
    rf"(?:\b(?:quero|pode|podem|vou|can\s+you|please|i'?ll|let\s+me)\s+)*(?:{_USES}|\b(?:coloc\w+|p[oõ]e|bota|com|with|quero))\s+"
    rf"(?:o|esse|este|the|that|this)\s+(?:cupo[mn]|coupon|c[oó]digo|code|desconto|discount){_END}",
    re.IGNORECASE,
)
# `I have VERAO10 coupon`: capitals and a figure make a code of what stands before.
_CODE_FIRST = expression(
    r"(?:\b(?i:(?:eu\s+)?tenho|i\s+have|com|with|use)\s+)?(?:\b(?i:o|um|the|a)\s+)?\b(?=[A-Z_-]*\d)(?P<code>[A-Z][A-Z0-9_-]{2,39})\s+"
    r"(?i:cupo[mn]|coupon|promo\s?code)\b"
)
# `LOJISTA é o cupom`
_IS_COUPON = expression(
    r"\b(?P<code>[A-Z][A-Z0-9_-]{3,39})\s+(?i:é|eh|e|is)\s+(?i:o|meu|the|my)\s+(?i:cupo[mn]|coupon|c[óo]digo|code)\b"
)
# `usa o MAE15`, `i have a code MAE15`
_USES_CODE = expression(
    r"\b(?i:(?:(?:eu\s+)?tenho|i\s+have|i'?ve\s+got|got|have)\s+(?:(?:um|o|a|the|this|esse)\s+)?(?:code|c[óo]digo|cod)\s*:?\s+)(?P<told>(?=[A-Za-z_-]*\d)[A-Za-z][A-Za-z0-9_-]{2,39})\b|"
    # `i have a code from your instagram, LAR10`
    r"\b(?i:(?:a|my|the|this|um|o|meu)\s+(?:code|c[óo]digo)\b(?!\s+(?:pix|d[eoa])\b)[^\n?;.]{0,40}?[,:]\s*(?:it's\s+|is\s+|[eé]\s+)?)(?P<named>[A-Z]{2,}\d{1,4})\b|"
    r"\b(?i:usa|usar|use|aplica|aplicar|apply|coloca|com)\s+(?i:(?:o|ess[ea]|est[ea]|aquele|the|my|this|that)\s+)?(?i:code\s+)?(?P<code>[A-Z]{2,}\d+[A-Z0-9]*)\b"
)
# `eu tenho um cupom, VIZINHO10`, `recebi um cupom de vcs no insta, é o VIZINHO10`: what has figures behind letters, or
# capitals behind a colon, in a message that speaks of a coupon; without that word only of what may still hold.
_GIVES = (
    r"(?:(?:(?:eu\s+)?(?:tenho|recebi|ganhei|peguei|achei|vi|me\s+(?:deram|mandaram|passaram)|i(?:'ve)?\s+(?:got|have|found|received)(?:\s+got)?)\s+)?"
    r"(?:(?:o|um|a|an|the|my|meu|ess[ea]|est[ea]|aquele|this|that)\s+)*)"
)
_SPOKEN_OF = expression(
    rf"\b{_GIVES}\b(?:cupo[mn]|coupon|voucher|(?:promo(?:tion(?:al)?)?|discount)\s?code|c[óo]digo\s+(?:promocional|de\s+desconto))\b[^\n?;]{{0,60}}?"
    r"(?<![\w-])(?<!pra )(?<!para )(?<!for )(?<!\b[nd][ao] )(?<!\bon )"
    r"(?P<code>[a-z]{2,}\d{1,4}|(?<=:\s)[a-z]{5,}|(?<=:)[a-z]{5,})(?![\w-])",
    re.IGNORECASE,
)
_MAY_HOLD = (
    r"(?:(?:e|sera\s+que|e\s+ai|ele|ela|esse|it|is|does|can)\s+)*(?:(?:ainda|still)\s+)?(?:(?:t[áa]|est[áa]|is|it)\s+)*(?:(?:ainda|still)\s+)?"
    r"(?:vale(?:ndo)?|v[áa]lid[oa]|valid|serve|rola|funciona(?:ndo)?|works?|d[áa]\s+(?:pra|para)\s+usar|(?:posso|consigo|podemos|i|we)\s+us(?:ar|e)(?:\s+it)?|aceita[m]?)"
    r"(?:\s+(?:ainda|still|aqui|here|hoje|today|nel[ea]|n?ess[ea]|n[oa]|pra|para|meu|minha|compra|pedido|order|it))*"
)
_HOLDS = expression(rf"^[\s,.:;!\"')-]*{_MAY_HOLD}\s*\?", re.IGNORECASE)
# `MARE15, coloca aí pfv`
_APPLIED = expression(
    r"^[\s,.;!-]*(?:e\s+)?(?:(?:pode|da\s+pra|dá\s+pra|can\s+you|please)\s+)?"
    r"(?:coloc\w+|bot\w+|p[oõ]e|aplic\w+|us[ae]r?|inclu\w+|joga|lan[cç]a|apply|use|put|add)"
    r"(?:\s+(?:a[ií]|el[ea]|isso|it|that|in|pra\s+mim|por\s+favor|pfvr?|please|pls|nele|no\s+(?:pedido|carrinho)|to\s+(?:it|the\s+order)))*"
    r"\s*(?=[.,;!?\n]|$)",
    re.IGNORECASE,
)
# `tem cupom? me passaram um FOLIA10`, `tenho o FOLIA10`, `vi um tal de folia10`
_PASSED_ON = expression(
    r"(?i:\b(?:me\s+(?:passaram|deram|mandaram|falaram)|recebi|ganhei|peguei|achei|vi|i\s+(?:got|found|saw))\s+(?:(?:um|o|esse|este|a|this)\s+)?)(?P<code>[A-Z]{3,}\d{1,4})(?![\w-])|"
    r"(?i:\b(?:(?:eu\s+)?tenho|i(?:\s+have|'ve\s+got))\s+(?:(?:o|esse|este|aquele|the|this)\s+)?)(?P<told>[A-Z]{4,}\d{1,3})(?![\w-])|"
    r"\b(?i:(?:vi|achei|peguei|recebi|ganhei|falaram|passaram)\b[^.;!?\n]{0,30}?\b(?:um|o|n?esse|desse)\s+tal\s+(?:d[eo]\s+)?)(?P<named>[A-Za-z]{3,}\d{1,3})(?![\w-])"
)
# `é HORA15 o certo`, after one that did not hold
_RIGHT_ONE = expression(
    r"\b(?i:[eé]|eh|it's|is|era|cert[oa]\s+(?:[eé]|eh))\s+(?i:o\s+)?(?P<code>[A-Z]{3,}\d{1,4})(?=\s*(?:$|[,.;!\n]|(?i:o\s+cert|mesmo|msm|na\s+verdade)))"
)
# `o cupom PRIMEIRA`, `tem cupom, é VOLTAAULAS?`: capitals alone, in a message that has others
_IN_CAPITALS = expression(
    r"\b(?i:cupo[mn]|coupon|c[óo]digo|code)\b[^\n;]{0,40}?\b(?P<code>(?!PIX\b|CEP\b|CPF\b)[A-Z]{5,20})(?![\w-])"
)
_OF_GOODS = expression(r"\b(?:produto|item|sku|refer\w*|pedido|cep|modelo|product|order|model)\b", re.IGNORECASE)
_CODE_HOLDS = expression(rf"\b(?:(?i:o|a|the)\s+)?(?P<code>[A-Z]{{4,}}\d{{1,4}})\s+(?i:{_MAY_HOLD})\s*\?")
_MAY_GIVE = expression(
    r"(?i:cupo[mn]|coupon|promo|voucher|\bcode\b|c[óo]digo|\btal\s+(?:d[eo]\s+)?[a-z]{3,}\d)|\b[A-Z]{2,}\d"
)
_WITHOUT = expression(
    r"\b(?:no\s+(?:coupon|discount)|(?:(?:(?:deix[ae]|fic[ae]|leave\s+it)\s+)?(?:(?:entao|então|assim)\s+)?(?:sem|without)|tira|esquece|remove|drop|forget|take\s+off|don'?t\s+use)\s+(?:o\s+|a\s+|the\s+|my\s+|that\s+)?(?:cupo[mn]|coupon|desconto|discount))\b(?!.*\bn[aã]?o?\s+(?:quero|levo|compro|fecho|vou))",
    re.IGNORECASE,
)
_NO_CODES = (
    v.FILLER
    | v.TALK
    | v.VERBS
    | v.NO
    | frozenset(
        """desconto valido expirado ativo funciona novo promocional aniversario primeira vale frete discount code mesmo
        msm nenhum mas porem but aqui here vcs voces
        btw lol kkk amigo moca again denovo now agora later depois antes yet still ainda too also
        work works apply applies valid count counts""".split()  # noqa: SIM905
    )
)


def drops_coupon(message: str) -> bool:
    """`vai sem cupom mesmo`"""
    return _WITHOUT.search(message) is not None


def without_coupon(message: str) -> str:
    """The message without that."""
    return _WITHOUT.sub(" ", message)


def told_coupon(message: str, dialogue: Dialogue = Dialogue()) -> tuple[str | None, str]:  # noqa: B008 - frozen
    """The coupon a message gives, in capitals, and the message without it; also the one that the shop has told of."""
    if dialogue.coupon and (found := _points_at(message, just=dialogue.topic in ("discount", HAGGLED))):
        return dialogue.coupon, f"{message[: found.start()]} , {message[found.end() :]}"
    if _MAY_GIVE.search(message) is None:
        return None, message
    for form in (_IS_COUPON, _CODE_FIRST, _COUPON, _USES_CODE, _CODE_HOLDS, _SPOKEN_OF, _PASSED_ON, _RIGHT_ONE):
        for found in form.finditer(message):
            code = found["code"] or found.groupdict().get("told") or found.groupdict().get("named") or ""
            if form in (_PASSED_ON, _RIGHT_ONE) and (_OF_GOODS.search(message) or current().place(fold(code)) >= NAMES):
                continue
            if fold(code) not in _NO_CODES and not code.isdigit():
                rest = _APPLIED.sub("", _HOLDS.sub("", message[found.end() :]))
                return code.upper(), f"{message[: found.start()]} , {rest}"
    found = None if message.isupper() else _IN_CAPITALS.search(message)
    if found is not None:
        return found["code"], f"{message[: found.start()]} , {message[found.end() :]}"
    return None, message


def _points_at(message: str, *, just: bool) -> re.Match[str] | None:
    """What says that the coupon is to be used that was told of. just: in the reply before this message."""
    return _USES_COUPON.search(message) or (_USES_THAT.search(message) if just and "?" not in message else None)
