"""What is let go of the cart, in the ways people say it, as the one that the rules read: `corta o boné`, `boné: 0` and
`o boné tá caro, tira` are `tira o bone`, `fico só com a meia` is `quero so a meia`. Pure."""

import re
from collections.abc import Sequence

from app.features.chat.assistant.language.words import fold, in_portuguese, words
from app.features.chat.assistant.products.matching import shares
from app.features.chat.assistant.products.name_words import SIZES, product_words
from app.features.chat.assistant.reading.changes.edits import line_in
from app.features.chat.assistant.reading.changes.some_of_them import called
from app.features.chat.assistant.reading.kinds.sizing import size_in
from app.features.conversations.state import CartLine
from app.ops.expressions import expression

_START = (
    r"(?:^|(?<=[.,;!\n]))\s*(?:(?:ah+|opa|ops|e|mas|entao|olha|pera|na\s+verdade|pensando\s+(?:bem|melhor)|acho\s+que|"
    r"melhor|por\s+favor|oh|wait|actually|please|then)[\s,]+)*"
)
_END = (
    r"(?:\s+(?:do\s+(?:carrinho|pedido)|da\s+lista|from\s+(?:the|my)\s+(?:cart|order|list)|por\s+favor|pfv?|please|then|mesmo|entao|ta|"
    r"pra\s+mim|anymore|any\s+more|mais))*\s*"
    r"(?=$|[.,;!\n]|\s(?:e|and|mas|but)\s+(?:bota|poe|coloca|quero|adiciona|inclui|manda|entra|me\s|add|put|i\s)\b)"
)
_X = r"(?P<{}>[a-z][a-z0-9\s-]{{0,40}}?)"
_MAY = (
    r"(?:(?:pode[m]?|podia|poderia|vou|quero|queria|prefiro|vamos|you\s+can|can\s+you|i'?ll|let'?s|"
    r"i\s+want\s+to)\s+)?"
)
_VERBS = (
    r"(?:corta[r]?|corte|delet(?:a|ar|e)|limpa[r]?|suprim(?:e|ir|a)|descart(?:a|ar|e)|anul(?:a|ar|e)|tira[r]?\s+fora|sai(?:r)?(?:\s+fora)?|arranca[r]?|"
    r"abr(?:e|ir|o)\s+mao(?:\s+d[oae]s?)?|fic(?:a|ar|o)\s+sem|pass(?:a|ar|o)\s+sem|dispens(?:a|ar|o)|apaga[r]?|pul(?:a|ar|e)|zera[r]?|"
    r"cut(?:\s+out)?|delete|nix|ditch|lose|minus|chuck|erase|scrap|cancel(?:ar|a|e)?|menos|take\s+(?:off|out|away)|kick\s+out|leave\s+off|get\s+rid\s+of|"
    r"(?:i\s+)?(?:do\s+not|don'?t)\s+(?:need|want)(?:\s+any)?|no\s+need\s+for|i'?ll\s+(?:pass\s+on|skip)|never\s*mind)"
)
_VERB_FIRST = expression(
    rf"{_START}{_MAY}{_VERBS}\s+(?:[oa]s?\s+|the\s+|that\s+|ess[ea]s?\s+)?{_X.format('what')}{_END}"
)
# `no cap`, `0 bonés`, `nenhum boné`
_NONE = expression(
    rf"{_START}(?P<none>no\s+more|no|not(?:\s+the)?|0|zero|nenhum|nenhuma|without(?:\s+the)?)\s+{_X.format('what')}{_END}"
)
_ZERO = expression(rf"{_START}(?:[oa]s?\s+)?{_X.format('what')}(?:\s+|\s*[:=]\s*)(?:0|zero)(?:\s+un\w*)?{_END}")
_MISTAKE = (
    r"(?:(?:por|de)\s+(?:engano|erro|bobeira)|sem\s+querer|a\s+mais|by\s+(?:mistake|accident)|"
    r"accidentally)"
)
_X_FIRST = expression(
    rf"{_START}(?:[oa]s?\s+|the\s+|ess[ea]s?\s+)?{_X.format('what')}\s*,?\s+(?:(?:eu|ja|agora|e\s+que|mais)\s+)*"
    r"(?:dispenso|sai(?:u)?(?:\s+fora)?|pode(?:m)?\s+(?:esquecer|cortar|tirar|cancelar|sair|deletar|deixar\s+(?:pra\s+la|quieto|de\s+fora))|nao\s+(?:vai|entra|rola)(?:\s+(?:mais|nao))?|"
    rf"foi\s+(?:um\s+)?(?:engano|erro|sem\s+querer)|(?:entrou|foi|coloquei|botei|pus|adicionei|was\s+(?:added|put\s+in))\s+{_MISTAKE}|depois\s+(?:eu\s+)?(?:vejo|pego|compro|decido)|fica\s+(?:pra|para)\s+(?:[oa]\s+)?(?:outr|depois|proxim)\w*(?:\s+(?:hora|vez|dia|compra))?|"
    rf"deixa\s+quieto|tenho(?:\s+uma?)?(?:\s+(?:igual|parecid[oa]|aqui|em\s+casa|identic[oa]))*|(?:is\s+)?not\s+needed|isn'?t\s+needed|was\s+a\s+mistake|can\s+go|i\s+don'?t\s+(?:need|want)){_END}"
)
_PUT_BY_MISTAKE = expression(
    rf"{_START}(?:eu\s+|i\s+)?(?:coloquei|botei|pus|adicionei|pedi|cliquei\s+n|added|put)\s+(?:[oa]s?\s+|the\s+)?{_X.format('what')}\s+{_MISTAKE}{_END}"
)
_HAVE_ONE = expression(
    rf"{_START}(?:[oa]s?\s+|the\s+)?{_X.format('what')}\s*,?\s+(?:eu\s+|i\s+)?(?:ja|already)\s+(?:tenho|have|own)(?:\s+(?:uma?|one))?(?:\s+(?:igual(?:zinh[oa])?|parecid[oa]|assim|aqui|em\s+casa|like\s+(?:it|that)))*{_END}"
)
_ALL_BUT = expression(
    rf"{_START}(?:(?:quero|manda|fica|deixa|pode\s+ser|levo|keep|i\s+want)\s+)?(?:tudo|todos|todas|o\s+resto|everything|all)\s*,?\s+(?:menos|exceto|fora|tirando|except(?:\s+for)?|but|minus)\s+(?:[oa]s?\s+|the\s+)?{_X.format('what')}{_END}"
)
_ONLY = expression(
    rf"{_START}(?:(?:eu|i'?ll|vou)\s+)*(?:fico|ficar|fica|mant(?:em|enha|er)|deixa|levo|keep|leave|stick\s+with)\s+(?:(?:so|apenas|somente|only|just)\s+)(?:com\s+|with\s+)?(?:[oa]s?\s+|the\s+)?{_X.format('kept')}{_END}"
)
# `o boné tá caro, tira`
_THEN_OUT = expression(
    r"^(?P<told>[^?]{3,80}?)\s*[,.;!]+\s*(?:(?:e|entao|melhor|acho\s+melhor|pode|ai|por\s+favor|so)\s+)*(?:tir(?:a|e|ar)|remov(?:e|a|er)|retir(?:a|e|ar)|exclu(?:i|ir|a)|corta[r]?|take\s+it\s+(?:out|off)|remove\s+it|(?P<no>(?:nao|n)\s+quero(?:\s+mais)?))"
    r"(?:\s+(?:el[ea]|isso|ess[ea]|it|d[oa]\s+(?:carrinho|pedido|lista)|por\s+favor|pfv?|please|mais|entao|ai|pra\s+mim))*\W*$"
)
_WHY = expression(
    r"\b(?:car[oa]s?|carinh[oa]|salgad[oa]|nao\s+(?:gostei|curti|preciso|serve)|fei[oa]|desisti|achei|expensive|don'?t\s+like)\b"
)
_DEEDS = expression(
    r"\b(?:poe|bota|coloca|quero|queria|inclui|adiciona|manda|me\s+ve|mais|add|want|troca|tira|remove)\b"
)
# `dá pra tirar o boné?`
_ASKED = expression(
    r"^\W*(?:(?:oi|ola|opa|e|ah|entao|moc[oa])[\s,]+)*(?:(?:voces?\s+)?(?:pode[m]?|poderia[m]?|consegue[m]?|daria|da\s+p(?:ra|ara)|tem\s+como|teria\s+como|posso)|can\s+(?:you|i|we)|could\s+(?:you|i|we))\s+(?:me\s+)?"
    rf"(?:tirar|remover|retirar|excluir|cancelar|cortar|remove|take\s+(?:out|off)|drop|cancel)\s+(?:[oa]s?\s+|the\s+)?{_X.format('what')}(?:\s+(?:do\s+(?:carrinho|pedido)|da\s+lista|from\s+(?:the|my)\s+(?:cart|order)|por\s+favor|pra\s+mim|please))*\s*\?+"
    r"(?:\W*|\s*(?:(?:que|porque|eu|e\s+que|i)\s+)*(?:ja\s+tenho|nao\s+(?:preciso|vou)|lembrei|achei|ganhei|desisti|already\s+have|don'?t\s+need)\b[^,.;!?\n]*\W*)$"
)
_TAKE = (
    r"(?:tir(?:a|ar|e)|remov(?:e|er|a)|retir(?:a|ar|e)|exclu(?:i|ir|a)|cort(?:a|ar)|cancela[r]?|apaga[r]?|"
    r"delet(?:a|ar)|remove|drop|delete|take\s+(?:out|off)|sem)"
)
_RANKED = expression(
    rf"{_START}{_MAY}{_TAKE}\s+(?:(?:[oa]|the)\s+)?(?:item\s+|numero\s+|produto\s+)?(?:(?P<first>primeir[oa]|first|1o|1)|(?P<second>segund[oa]|second|2o|2)|(?P<third>terceir[oa]|third|3o|3)|(?P<last>ultim[oa]|last)|"
    r"(?P<dear>mais\s+car[oa]|most\s+expensive|(?:more|pricier|dearer)\s*expensive)|(?P<cheap>mais\s+barat[oa]|cheap(?:est|er)))(?:\s+(?:item|produto|one))?"
    rf"{_END}"
)
_NUMBERED = expression(
    r"\b(?:item|numero|produto|[oa]|the)\s+\d\b|\b(?:primeir|segund|terceir|ultim|first|second|third|last|mais|most|cheap|pric|dear)"
)
_IT = expression(
    rf"^(?P<lead>\W*(?:(?:pode|quero|vou|ah|entao|e)\s+)*){_TAKE}\s+(?:el[ea]|ess[ea]|est[ea])(?P<rest>(?:\s+(?:por\s+favor|entao|mesmo|ai|do\s+carrinho))*\W*)$"
)
# `só a G`, of an M and a G
_ONLY_SIZE = expression(
    rf"^(?P<lead>\W*(?:(?:entao|na\s+verdade|ah+|quero|pode\s+ser)[\s,]+)*)(?:so|apenas|somente|only|just)\s+(?:[oa]\s+|the\s+)?(?P<size>[a-z]{{1,3}}){_END}$"
)
# `vou retirar o boné e a meia`, which is all that there is: fetched, and not taken out
_FETCHES = expression(
    r"^(?P<lead>\W*(?:(?:entao|ok|sim|e|eu|ah+)[\s,]+)*)(?:(?:vou|quero|prefiro|posso)\s+retirar|retiro)\s+(?P<all>(?:[oa]s?|meus?|minhas?)\s+[a-z][^.;!?\n]{1,80}?)(?P<end>\s*(?:$|[.;!\n]))"
)
_CANCELS_WAY = expression(
    r"\bcancel(?:a|ar|e)\s+(?:[oa]\s+)?(?P<way>entrega|frete|motoboy|envio|pix|cupom|desconto|delivery|shipping)\b"
)
_COMES_IN = expression(r"[\s,]*(?:e\s+)?entra[m]?\b")
_ANEW = expression(r"\b(?:comec\w+|recomec\w+|vamos|volt\w+)\s+(?:tudo\s+)?(?:do|a|ao)\s+zero\b|\bfrom\s+scratch\b")
# `dá pra tirar mancha com o sabão?`, `e pra tirar o glitter depois, como faz?`
_TAKES_OFF = expression(
    r"\b(?P<how>como|how|pra|para|p|da|consigo|posso|to)\s+(?:(?:pra|para|se|eu|voces?|a\s+gente|que|faz(?:er|em|o)?|do|i|you|to)\s+)*(?:tir(?:ar?|o|a-se)|remov(?:er|o)|retir(?:ar|o)|take\s+(?:off|out)|remove|get\s+(?:off|out))\s+"
    r"(?P<what>[^,.;!?]+)"
)
_OF_CART = expression(
    r"\s+(?:d[oa]|n[oa])\s+(?:carrinho|pedido|lista|compra)\b.*$|\s+from\s+(?:the|my)\s+(?:cart|order)\b.*$"
)


# `tira o velvet e deixa 2 do love spell`: so many of that line are to be, and it does not go
_LEAVES_MANY = expression(
    rf"(?P<lead>\b{_TAKE}\b[^.;!?\n]*?)\s*(?:,|\be\b|\band\b)+\s*(?:deixa|fica|mantem|leave|keep|faz)\s+(?:com\s+|so\s+)?(?P<n>\d{{1,3}}|uma?|dois|duas|tres|quatro|cinco)\s+"
    r"(?:d?[oae]s?\s+|of\s+(?:the\s+)?)?(?P<what>[a-z][a-z0-9 -]{2,40}?)(?=\s*(?:$|[,.;!\n]|\s(?:e|and)\s))"
)


def asks_how_to_take_off(clause: str, message: str, lines: Sequence[CartLine]) -> bool:
    """A clause of a message that asks tells of dirt or of what is worn, and of no line of the cart alone."""
    found = _TAKES_OFF.search(clause) if "?" in message else None
    if found is None:
        return False
    return found["how"] in ("como", "how") or not _is_held(_OF_CART.sub("", found["what"]), lines)


def _with_so_many(text: str, lines: Sequence[CartLine]) -> str:
    """The folded text in which a count that a line is left at is told of it by itself."""
    found = _LEAVES_MANY.search(text)
    if found is None or not _is_held(found["what"], lines):
        return text
    return f"{found['lead']}. muda {found['what']} pra {found['n']}{text[found.end() :]}"


def let_go(text: str, lines: Sequence[CartLine]) -> str:
    """A folded text in which what is let go of the cart is taken out; any other as it was."""
    if not lines:
        return text
    text = _with_so_many(text, lines)
    if (found := _ASKED.match(text)) and _is_held(found["what"], lines):
        return f"tira o {found['what']}"
    if "?" in text:
        return text
    text = _CANCELS_WAY.sub(r"nao quero mais \g<way>", _ANEW.sub("comeca de novo", text))
    if (found := _FETCHES.match(text)) and _are_all(found["all"], lines):
        return f"{found['lead']}vou retirar{text[found.start('end') :]}"
    if (found := _ONLY_SIZE.match(text)) and found["size"] in SIZES and _is_held(found["size"], lines):
        return f"{found['lead']}fica so a {found['size']}" if len(lines) > 1 else text
    if len(lines) == 1:
        text = _IT.sub(r"\g<lead>tira isso\g<rest>", text)
    if (found := _RANKED.search(text)) and _NUMBERED.search(found[0]) and (line := _ranked(found, lines)):
        return f"{text[: found.start()]} tira {called(line)}{text[found.end() :]}".strip()
    if (found := _THEN_OUT.match(text)) and (line := _told_of(found, lines)):
        return f"tira {called(line)}"
    for sign in (_HAVE_ONE, _ALL_BUT, _PUT_BY_MISTAKE, _X_FIRST, _ZERO, _VERB_FIRST, _NONE):
        found = sign.search(text)
        if found is None or not _is_held(found["what"], lines) or (sign is _NONE and not _refuses(found, lines)):
            continue
        if _COMES_IN.match(text, found.end()):
            continue  # `sai o boné, entra a garrafa`
        return f"{text[: found.start()]} tira o {found['what']}{text[found.end() :]}".strip()
    found = _ONLY.search(text)
    if found is not None and len(lines) > 1 and _is_held(found["kept"], lines):
        return f"{text[: found.start()]} quero so a {found['kept']}{text[found.end() :]}".strip()
    return text


def _is_held(phrase: str, lines: Sequence[CartLine]) -> bool:
    """Each word of it is of one of the lines, or the size that this has, and it names no other."""
    said = [word for word in product_words(phrase) if len(word) > 2]
    sizes = [word for word in words(phrase) if word in SIZES]
    if sizes:
        meant = [line for line in lines if sizes == [size_in(line.name)]]
        return len([line for line in meant if all(shares([word], line.name) for word in said)]) == 1
    line = line_in(phrase, lines)
    return line is not None and bool(said) and all(shares([word], line.name) for word in said)


def _are_all(phrase: str, lines: Sequence[CartLine]) -> bool:
    """Each of the lines is named, and nothing else."""
    said = [word for word in product_words(phrase) if len(word) > 2]
    each = all(any(shares([word], line.name) for word in said) for line in lines)
    return each and all(any(shares([word], line.name) for line in lines) for word in said)


def _refuses(found: re.Match[str], lines: Sequence[CartLine]) -> bool:
    """`no cap` does; `no boné`, in Portuguese, is in it."""
    last = product_words(found["what"])[-1]
    own = any(last in words(fold(line.name)) for line in lines)
    return found["none"] != "no" or (bool(in_portuguese(last)) and not own)


def _ranked(found: re.Match[str], lines: Sequence[CartLine]) -> CartLine | None:
    """The line that is meant by its place or its price; None: there is no such one."""
    if len(lines) < 2:
        return None
    if found["dear"] or found["cheap"]:
        prices = sorted(lines, key=lambda line: line.unit_price_cents)
        apart = prices[0].unit_price_cents != prices[1].unit_price_cents and (
            prices[-1].unit_price_cents != prices[-2].unit_price_cents
        )
        return (prices[-1] if found["dear"] else prices[0]) if apart else None
    at = -1 if found["last"] else 0 if found["first"] else 1 if found["second"] else 2
    return lines[at] if at < len(lines) else None


def _told_of(found: re.Match[str], lines: Sequence[CartLine]) -> CartLine | None:
    """The one line that is spoken of, and not wished for, before it is taken out."""
    if _DEEDS.search(found["told"]) or (found["no"] and not _WHY.search(found["told"])):
        return None
    said = [word for word in words(found["told"]) if len(word) > 2]
    told = [line for line in lines if any(shares([word], line.name.partition(" (")[0]) for word in said)]
    return told[0] if len(told) == 1 else None
