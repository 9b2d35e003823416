"""What is only considered, put off or to be told of, as the rules read it: `tô pensando em levar o boné` and `mês que
vem compro o boné` are `talvez o boné`, `quero uma informação sobre o boné` is `me fala do boné`. Pure."""

import re

from app.ops.expressions import expression

_VERB = r"(?:levar|comprar|pegar|pedir|encomendar|adquirir|querer|dar(?=\s+(?:uma?|[oa])\s)|presentear\s+com)"
_BUYS = r"(?:compro|peco|encomendo|compraria|vou\s+(?:comprar|pedir|encomendar))"
_WILL = r"(?:levo|compro|pego|peco|encomendo|quero|vou\s+(?:levar|querer|comprar|pedir))"
# `amanhã quero 2 bolos` orders for that day
_WOULD = r"(?:quero|levo|pegaria|levaria|vou\s+(?:levar|querer)|fico\s+com)"
_GETS = r"(?:get(?:ting)?|buy(?:ing)?|tak(?:e|ing)|order(?:ing)?|grab(?:bing)?|pick(?:ing)?\s+up)"
_AM = (
    r"(?:(?:eu|a\s+gente|ainda|so|ja|i'?m|i\s+am|i\s+was|we'?re|just|still|to|tou|ta|tamos|tava|estou|estava|"
    r"estamos|ando|fiquei|fico|meio|aqui)\s+)*"
)
_SOME_DAY = (
    r"(?:(?:n?[oa]\s+)?(?:semana|mes|ano|verao|inverno)\s+que\s+vem|n?[oa]\s+(?:proxim[oa]\s+(?:semana|mes|ano)|(?:semana|mes|ano)\s+seguinte)|"
    r"(?:n?o\s+|la\s+pro\s+|pro\s+)?(?:fim|final|comeco|inicio)\s+d[oe]\s+(?:mes|ano|semana)|(?:um|qualquer|algum|outro)\s+dia(?:\s+dess?es)?|(?:n?a\s+)?(?:proxima|outra)\s+(?:vez|hora)|"
    r"quando\s+(?:(?:eu|o|a|meu|minha)\s+)*(?:receber|puder|der|cair|salario|virar|sobrar|tiver\s+(?:dinheiro|grana))(?:\s+(?:o\s+)?(?:salario|dinheiro|pagamento|cartao))?)"
)
_ONE_DAY = r"(?:next\s+(?:week|month|year|time)|some\s*day|one\s+day|another\s+(?:day|time)|tomorrow|later(?:\s+on)?)"
_PERHAPS = (
    r"(?:provavelmente|possivelmente|quica|quem\s+sabe|de\s+repente|qualquer\s+coisa|"
    r"dependendo(?:\s+(?:d[eao]s?|se)\s+[^,.;!?\n]{1,40}?)?)"
)
_BEGINS = (
    r"(?:^|(?<=[.,;!?\n]))\s*(?:(?:oi|ola|opa|e|mas|entao|ah|olha|boa\s+(?:tarde|noite)|bom\s+dia|hi|hey|hello|"
    r"well|so)[\s,]+)*"
)
_WAVERS = (
    # `tô pensando em levar`, `i'm thinking about getting`
    rf"{_BEGINS}{_AM}(?:pensando|considerando|cogitando|planejando|pretendo|penso|pensei|pensava|querendo\s+ver\s+se)\s+(?:(?:em|de|se)\s+)*(?:{_VERB}|levo|compro)\s+",
    rf"{_BEGINS}{_AM}pensando\s+(?:n[oa]s?|em\s+uma?)\s+(?=[^.;!\n]*\?)",  # `na 1:48, mas qual é melhor?`
    rf"{_BEGINS}{_AM}(?:thinking\s+(?:of|about)|considering|planning\s+(?:on|to)|debating|torn\s+(?:on|about))\s+{_GETS}\s+",
    # `tô na dúvida se levo`, `i'm on the fence about`
    rf"{_BEGINS}{_AM}(?:n?[ao]?\s*(?:em|na|com|numa|uma)\s+)*duvida\s+se\s+(?:(?:eu|vou)\s+)*(?:(?:levo|compro|pego|quero|{_VERB})\s+)?",
    # `mês que vem compro`, `um dia eu compro`
    rf"{_BEGINS}(?:{_PERHAPS}|{_SOME_DAY}|amanha|depois|mais\s+tarde)\s*,?\s*(?:(?:eu|ai|a\s+gente|ja)\s+)*{_BUYS}\s+",
    rf"{_BEGINS}{_PERHAPS}\s*,?\s*(?:(?:eu|ai|a\s+gente|ja)\s+)*{_WOULD}\s+",
    rf"{_BEGINS}(?!(?:n?o\s+)?(?:fim|final)\s+de\s+semana){_SOME_DAY}\s*,?\s*(?:(?:eu|ai|a\s+gente|ja)\s+)*levo\s+",
    rf"{_BEGINS}{_SOME_DAY}\s*,?\s*(?:(?:eu|ai|a\s+gente|ja)\s+)*pego\s+(?=(?:mais\s+)?(?:\d|uma?\b|dois\b|duas\b|tres\b|outr))",
    rf"{_BEGINS}{_ONE_DAY}\s*,?\s*(?:i'?ll|i\s+will|i\s+might|i\s+may|we'?ll)\s+{_GETS}\s+",
    rf"{_BEGINS}(?:i'?(?:ll|d)\s+|i\s+(?:will|would)\s+)?(?:probably|possibly|(?:most\s+)?likely)\s+(?:(?:i'?ll|i|will)\s+)*{_GETS}\s+",
    # `i was going to buy a cap but it's too expensive`
    rf"{_BEGINS}i\s+(?:was\s+(?:going|gonna|about)\s+to|almost|nearly|would(?:'ve|\s+have))\s+(?:{_GETS}|bought|got|taken|ordered)\s+(?=.*\bbut\b)",
)
# `tava pensando na 1:48, mas qual dos dois é melhor?`: what was thought of, before a question about it
_THOUGHT_OF = expression(
    rf"{_BEGINS}{_AM}(?:(?:pensando|pensei|interessad[oa]|de\s+olho)\s+(?:em|n[oa]s?|com)|(?:ia|iria)\s+(?:pegar|levar|comprar|pedir|de)|thinking\s+(?:of|about)|looking\s+at|eyeing)\s+"
    r"(?P<what>[^.;!?\n]{2,50}?)\s*[,;]?\s*(?:mas|so\s+que|porem|but)\s+(?=[^.;!\n]*\?|(?:(?:entao|eu|agora|acho\s+que)\s+)*(?:fic[ao]|deixa|vou|prefiro|quero|pode\s+ser|manda|melhor)\b)"
)
_WAVERING = expression("|".join(_WAVERS))
# `vou comprar o boné mês que vem`, `i'll buy the cap tomorrow`
_PUT_OFF_BEHIND = expression(
    rf"{_BEGINS}(?:(?:(?:eu|so|ai)\s+)*(?:compro|encomendo|peco|levo|vou\s+(?:comprar|pedir|encomendar|levar))\s+(?P<what>[^.;!?\n]{{2,60}}?)\s+{_SOME_DAY}"
    rf"|(?:i'?ll|i\s+will)\s+(?:only\s+)?(?:buy|get|order|take)\s+(?P<goods>[^.;!?\n]{{2,60}}?)\s+{_ONE_DAY})(?=\s*(?:$|[.,;!\n]))"
)
_GOT = expression(
    r"\b(?:pick\w*|collect\w*|fetch\w*|deliver\w*|pay\w*|cash|card|pix|dinheiro|cartao|retir\w*|busc\w*|peg\w*|passo|entreg\w*|receb\w*|pago)\b"
)
# `se meu irmão quiser, levo 2 bonés`; of what there is, and of courtesy, it is read elsewhere
_IF = expression(
    rf"(?P<if>{_BEGINS}(?:so\s+)?(?:se|caso|if)\s+(?!(?:nao|n|ai|voces?|vcs?|you)\b|(?:\w+\s+){{0,2}}(?:tiver|houver|have|had|got|for|fosse|puder|possivel)\w*\b)[^.;!?\n,]{{3,60}}?)\s*,\s*"
    r"(?=(?:(?:eu|ai|entao|a\s+gente|ja|then)\s+)*(?:levo|compro|encomendo|levaria|compraria|i'?ll\s+(?:take|buy|get|order))\s)"
)
# `se sobrar dinheiro levo o boné`: no way to pay
_IF_MONEY = expression(
    rf"{_BEGINS}(?:so\s+)?(?:se|caso|quando)\s+(?:me\s+)?(?:sobrar|entrar|cair|aparecer|pingar)\s+(?:o\s+|um\s+|algum\s+)?(?:dinheiro|grana|pix|troco)\s*,?\s*(?:eu\s+|ai\s+)*{_WILL}\s+"
)
# `acho que vou querer um boné, mas vou pensar`
_THINKS_ON = expression(
    rf"{_BEGINS}(?:acho\s+que\s+)?(?:(?:eu|ate)\s+)*(?:quero|levo|gostei\s+d[eoa]|vou\s+(?:querer|levar))\s+(?P<what>[^.;!?\n]{{2,60}}?)\s*,?\s*(?:mas|so\s+que|porem|but)\s+"
    r"(?=(?:(?:eu|ainda|antes|primeiro)\s+)*(?:vou|preciso|tenho\s+que|deixa\s+eu)\s+(?:pensar|ver\s+com|falar\s+com|perguntar|conversar)\b)"
)
# `minha vizinha quer 2 toalhas, mas ela vai pensar`: what somebody else may want
_OTHERS_THINK = expression(
    rf"{_BEGINS}(?:(?:[oa]\s+)?(?:meu|minha|my)\s+\w+|[oa]\s+\w+|el[ea]|s?he)\s+(?:(?:tambem|ate|so|also)\s+)?(?:quer|queria|vai\s+querer|gostou\s+d[eoa]s?|wants|liked|likes)\s+(?P<what>[^.;!?\n]{{2,60}}?)\s*[,.]?\s*(?:mas|so\s+que|porem|but)\s+"
    r"(?:(?:el[ea]|ainda|antes|primeiro|disse\s+que|s?he|still|first)\s+)*(?:(?:vai|ta|esta|quer|precisa|tem\s+que|wants\s+to|needs\s+to|has\s+to|is|is\s+going\s+to|will)\s+(?:ainda\s+|so\s+|still\s+)?"
    r"(?:pens(?:ar|ando)|ver\b(?!\s+o\s+pix)|decid(?:ir|indo)|conversar|perguntar|confirmar|avisar|em\s+duvida|na\s+duvida|think(?:ing)?|decid(?:e|ing)|undecided|not\s+sure)|"
    r"(?:nao|n)\s+(?:decidiu|sabe|tem\s+certeza|confirmou|resolveu)|depois\s+(?:ve|decide|fala|avisa|confirma)|(?:hasn't|has\s+not)\s+decided|(?:isn't|is\s+not)\s+sure)\b[^.,;!?\n]*"
)
_THE = expression(r"(?:[oa]s?|ess[ea]s?|the|that|this)\s")
_ABOUT = r"(?:sobre|a\s+respeito\s+d[eoa]s?|d[eoa]s?)"
_TELL_ME = expression(
    rf"\b(?:(?:eu|so|eu\s+so)\s+)*(?:quero|queria|gostaria(?:\s+de)?|preciso(?:\s+de)?|me\s+(?:da|passa|manda)|pode\s+me\s+dar|busco|procuro)\s+(?:(?:ter|receber|pedir|tirar|pegar)\s+)?(?:(?:umas?|mais|alguma?s?)\s+)*"
    rf"(?:(?:informac(?:ao|oes)|infos?|detalhes?|esclarecimentos?|explicac(?:ao|oes))\s+(?P<of>{_ABOUT})|(?:falar|conversar|perguntar|duvidas?)\s+(?P<on>sobre))\s+"
)
_KNOW_OF = expression(
    r"\bi(?:'d|\s+would)?\s+(?:like|want|need|love)\s+(?:to\s+(?:know|hear|learn)(?:\s+more)?|(?:some|more)\s+(?:information|info|details))\s+(?:about|on)\s+"
)
_HOW = expression(
    r"\b(?:quero|queria|gostaria\s+de|preciso)\s+(?:entender|saber|aprender|descobrir|ver)\s+como\s+(?:(?:eu|que|se|e)\s+)*(?:faco\s+(?:pra|para)\s+|fazer\s+(?:pra|para)\s+)?(?:comprar|pedir|encomendar|compra|pede|compro|peco)\b"
)


# `preciso de uma luz, o que vocês têm?`, which asks what there is
_WHAT_IS_THERE = expression(
    r"\b(?:preciso|queria|quero|precisava)(?:\s+de)?(?=\s+(?:uma?|algum\w*)\s.*\bo\s+que\s+(?:e\s+)?(?:que\s+)?(?:tu|voces?|vcs?|a\s+loja)\s+(?:tem|tens|vende[m]?|indica[m]?)\b)"
)


def wavering(text: str) -> str:
    """A folded text in which a wish that is none yet is told as a perhaps, and one to hear of goods as that."""
    if not text:
        return text
    text = _HOW.sub("como faco pra comprar", _KNOW_OF.sub("tell me about ", _TELL_ME.sub(_of_it, text)))
    text = _WHAT_IS_THERE.sub("procuro", text)
    text = _OTHERS_THINK.sub(r" talvez \g<what>, ", text)
    text = _THINKS_ON.sub(r" talvez \g<what>, ", text)
    text = _PUT_OFF_BEHIND.sub(_put_off, text)
    text = without_thoughts(text)
    return _WAVERING.sub(_perhaps, _IF_MONEY.sub(_perhaps, _IF.sub(r"\g<if> ", text))).strip()


def without_thoughts(text: str) -> str:
    """The folded text without what was only thought of before something else is asked or settled on."""
    return _THOUGHT_OF.sub(" ", text)


def _of_it(found: re.Match[str]) -> str:
    """`informação sobre o boné` is of it, as that `do boné` is."""
    about = found["of"] or found["on"]
    return f"me fala {'de' if about.startswith('sobre') else about.split()[-1]} "


def _put_off(found: re.Match[str]) -> str:
    """`I'll take one, pickup tomorrow`, `levo duas, retiro amanhã` puts off when it is fetched, and not the wish."""
    what = found["what"] or found["goods"]
    return found[0] if _GOT.search(what) else f" talvez {what}"


def _perhaps(found: re.Match[str]) -> str:
    """`tô pensando em levar o boné, quanto é?` asks of it; so many of it would be put in."""
    rest = found.string[found.end() :]
    return " " if "?" in rest and _THE.match(rest) else " talvez "
