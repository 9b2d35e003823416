"""A message as it is usually written: `ah, quero 2 amiga 😊` wants two, `01.310-100` is a postal code. Pure."""

import re
from textwrap import wrap

from app.features.chat.assistant.documents.topics import topics_of
from app.features.chat.assistant.language.goods import current
from app.features.chat.assistant.language.words import fold, words
from app.features.chat.assistant.reading.details.paid_and_named import paused
from app.features.chat.assistant.reading.details.rather import with_the_new
from app.features.conversations.consent import agrees, refuses
from app.features.conversations.state import ConversationState
from app.ops.expressions import expression

_THANKS = r"obrigad(?:[oa]|inh[oa])|brigad(?:[oa]|inh[oa]|ao)|obgd?[oa]?|vlw|valeu|thanks|thank\s+you|thx|ty"
_PLEASE = r"por\s+favor|por\s+gentileza|pfvr?|pfr?|please|pls|plz"
# Not where it is a part of a name, which is written with a capital, nor where the shop sells it.
_SIR = (
    r"mo[cç][oa]|amig[oa]|amg|querid[oa]|flor|(?:meu\s+)?amor|meu\s+bem|lind[oa]|mano|brother|parceir[oa]|chefe|gente"
)
_MARK = r"(?<!udo )(?<!anto )(?<!st[aá] )(?<!t[aá] )(?:viu|t[aá]|ok|okay|kk+|rs(?:rs)*|haha\w*)"
_SMILES = (
    r"[\U0001F600-\U0001F64F\U0001F970-\U0001F97A\U0001F917\u2764\u2665\ufe0f\u2728\u263a\U0001F490-\U0001F49F"
    r"\U0001F337-\U0001F33C]"
)
_TAIL = expression(
    rf"(?P<tail>(?:[\s,.;!]+(?:(?i:{_PLEASE}|{_THANKS})|{_MARK}|{_SIR})(?![\w-])|[\s,.;!]*{_SMILES})+)"
    r"(?P<end>[\s.!]*\??[\s.!]*)$"
)
_BLANKS = expression(r"[ \t\u00a0]+")
_DOTS = expression(r"\s*(?:\.+|…)$")
# `01.310-100`, `01310100`, and neither a phone nor a document
_CEP = expression(r"(?<![\d.,/+-])(\d{2})\.?(\d{3})(?:-|\s?)(\d{3})(?![\d/-]|[.,]\d|\s\d{4})")
_NOT = expression(r"\b[ñÑ]\b")
# As few write it in a chat: `Retirarei na loja.`
_SHALL = expression(r"\b(retir|busc|pag|peg|fic|pass)arei\b", re.IGNORECASE)
# More pauses than anybody makes on purpose.
_RUN = expression(r"(?=\s*[,;])[\s,;]{6,}")
_TIGHT = expression(r"(?<=[^\W\d_]),(?=\w)|(?<=\d),(?=[^\W\d_])")
# The rules look at each place of a run for what may follow: a run is read in breaths, a word said again and again once.
_AGAIN = expression(r"\b(\w+)(?:\s+\1\b){4,}", re.IGNORECASE)
_LONG_RUN = expression(r"[^.,;:!?\n]{400,}")
_BREATH = 300
# `número 340, não pera, 430`, of a house
_RENUMBERED = expression(
    r"^\s*(?:n[uú]mero\s+|n[ºo°.]?\s*)?\d{1,5}\s*,?\s+(?:n[aã]o|opa|ops|pera|espera|digo|quer\s+dizer)\b[\s,]*"
    r"(?:(?:pera|espera|[eé])[\s,]+)*(?P<new>\d{1,5})\s*$",
    re.IGNORECASE,
)
# `gosto de uma coisinha leve`, which names nothing
_SOME = expression(
    r"\b(?:uma?|alguma)\s+(?:coisinha|coisa|comidinha|negocinho)\b(?=\s+(?!que\b|q\b|de\b)\w)", re.IGNORECASE
)
_WANTS_SOME = expression(
    r"\b(?:eu\s+)?(?:quero|queria|gostaria\s+de|preciso\s+de|procuro)\s+(?=(?:algo|alguma\s+coisa)\s+(?!pr[oa]?\b|para\b)\w)",
    re.IGNORECASE,
)
# Where a speaker takes breath, and no name or way is cut in two: `pode ser a | entrega comum`
_BREATHES = expression(
    r"\s+(?=(?:e\s+(?:eu|o|a|meu|minha)|ent[aã]o|a[ií]|da[ií]|porque|pode\s+ser|eu|meu\s+nome|and|then|so|because|i)\s)",
    re.IGNORECASE,
)
# `(isso é G aqui, eu acho)`
_ASIDE = expression(r"\s*\(([^()\d]{8,80})\)")
# `me passa a chave pix`, `envia o copia e cola`
_PIX = expression(
    r"\b(?:me\s+)?(?:pass[ae]r?|envi[ae]r?|mand[ae]r?|informa|diz)\s+(?:(?:[oa]|sua|teu|seu|um)\s+)*"
    r"(?:(?:chave|c[oó]digo)\s+(?:d[oe]\s+)?pix|qr\s?code(?:\s+(?:do\s+)?pix)?|(?:pix\s+)?copia\s+e\s+cola|pix)\b"
    r"(?:\s+(?:pra|para)\s+(?:eu\s+)?(?:pagar|fazer|transferir|mim))?",
    re.IGNORECASE,
)
# `tem sapatilha preta 36`, written without its mark
_HAVE = expression(
    r"(?:(?:voc[eê]s?|vcs?|e|ainda)\s+)*tem\s+(?!(?:que|q|sim|n[aã]o|de|do|da)\b)[^,.;:!?\n]+(?<!\ssim)", re.IGNORECASE
)
_OF_A_SIZE = expression(r"\b(?:tamanho|tam|n[uú]mero|n[ºo°.]?)\s*(?:\d{1,3}|[pmg]{1,3})\b", re.IGNORECASE)
_OF_OTHERS = expression(r"\btem\s+(?:(?:mais\s+)?outr[oa]s?|previs[aã]o)\b", re.IGNORECASE)
# `põe também um arroz`, and in a line of its own what goes with it: `um feijão`
_NEXT_LINE = expression(
    r"(?P<first>[^\n]*\b(?:coloc\w+|p[oõ]e|bot[ae]|acrescent\w+|adicion\w+|inclu\w+|errei|add|put|(?:quero|levo)\s+(?:el[ea]s?|ess[ea]s?))\b[^\n?]*)\n\s*"
    r"(?P<next>(?:\d{1,2}|uma?|dois|duas|tr[eê]s|an?|two|three)\s[^\n]+)",
    re.IGNORECASE,
)
# `hmm não, espera, não fecha. troca a preta pela azul`: what is to be changed is what it says.
_NOT_YET = expression(
    r"^(?:(?:h+u?m+|ah+|n[aã]o|n|pera[ií]?|espera(?:\s+a[ií])?|calma|opa|wait|no|hold\s+on)[\s,.!]+)*(?:ainda\s+)?"
    r"(?:n[aã]o|n|don'?t)\s+(?:fech\w+|confirm\w*|finaliz\w+|close\s+it|place\s+it)(?:\s+(?:ainda|n[aã]o|yet))?[\s,.!;]+"
    r"(?=(?:\w+\s+){0,3}(?:troc|tir|mud|coloc|p[oõ]e|bot|acrescent|aument|diminu|adicion|quer|inclu|add|remove|change|swap))",
    re.IGNORECASE,
)
# `fala chefe, preciso de uma pulseira` calls nobody
_BRO = expression(
    r"^\s*(?:fala|diga|salve|e\s*a[ií])(?:\s+a[ií])?\s+(?:meu\s+)?(?:chefe|parceir[oa]|mano|irm[ãa]o|patr[ãa]o|campe[ãa]o|gente|galera|consagrado|rei)\b[\s,!.]+",
    re.IGNORECASE,
)
# `no wait just one`, `não pera só uma`: so many, and nothing refused
_WAIT_JUST = expression(
    r"^\s*(?:(?:n[aã]o|no|nope|wait|hold\s+on|pera(?:\s?[ií])?|espera(?:\s+a[ií])?|calma)[\s,.!]+)+"
    r"(?=(?:just|only|s[oó]|apenas)\s+(?:\d{1,3}|uma?|dois|duas|tr[eê]s|quatro|cinco|one|two|three|four|five)\b)",
    re.IGNORECASE,
)
_HELLO = expression(
    r"(?:e\s?a[eií]|fala(?:\s+a[eií])?|salve|opa)[\s,!]*(?:blz|beleza|suave|(?:tudo|td)\s+(?:bem|bom|certo))?[\s!.?]*",
    re.IGNORECASE,
)
_OTHER_NUMBER = expression(
    r"\b(?:tel\w*|fone|zap|whats(?:app|zap)\w*|whats(?!\s+(?:the|is|a|an|your|my)\b)|cel(?:ular)?|rg|cpf|cnpj|pedido|c[oó]digo|nota|rastre\w*|phone|order)\b",
    re.IGNORECASE,
)
_ASKING = expression(
    r"\b(?:qua(?:l|is|nto|nta|ntos|ntas|ndo)|que|onde|como|tem|aceita\w*|entrega\w*|voces?|vcs?|what|how|when|where|do|is|are)\b",
    re.IGNORECASE,
)
_THING_FIRST = expression(
    r"\s*(?:an?|one|two|three|the|uma?|uns|umas|dois|duas|tr[eê]s|[oa]s?|\d{1,3})\s", re.IGNORECASE
)
_STREET = expression(
    r"\b(?:rua|r\.|av|avenida|travessa|alameda|estrada|rodovia|pra[cç]a|n[uú]mero|casa)\b", re.IGNORECASE
)
_SIGHS = (
    r"a+h+|o+h+|olha|[oe]pa|ei|hey|[oó]|eita|uai|hu?m+|poxa|puxa|nossa|vixe|bom|bem|well|oops|tipo(?:\s+assim)?|"
    r"no\s+(?:worries|problem|prob)"
)
_LEAD = expression(
    rf"^\s*(?:(?:{_SIGHS}|{_SIR})\s*(?:[,!…]|\.+\s)\s*|(?:mo[cç][oa]|amig[oa]|querid[oa]|mano)\s+(?!secret|d[aeo]\b)(?=\w)|hu?m+\s+(?=\w)"
    r"|(?:(?:olha|oi|[oô]|escuta|ent[aã]o)\s*,?\s+)?(?:meu\s+(?:filh(?:o|inho)|anjo|querid[oa])|minha\s+(?:filh(?:a|inha)|querida|santa))\s*[,!]?\s+(?=(?:eu|quero|preciso|me\s+v[eê]|qual|quanto|boa|bom)\s)"
    r"|t[aá][\s,]+(?=ent[aã]o\s)|aproveita(?:ndo)?\s+e\s+(?=\w)"
    r"|(?:wait|hold\s+on|espera|pera)(?:\s*a[ií])?\s+(?=(?:how|what|when|where|which|do|does|is|are|can|quanto|qual|quando|onde|como|d[aá]\s+pra)\b))+",
    re.IGNORECASE,
)
# `Rodrigo Teles pix`: how it is paid, said last.
_PAID_LAST = expression(
    r"^(?!.*\b(?:qua(?:l|nto)|qto|qnto|q?nt|aceit\w*|desconto|tem|como|pode|posso|how|can|do|n[aã]o|n|nem|sem|"
    r"not|(?:have|got|there'?s|is|are|take)\s+no|pag(?:ou|uei|aram)|paid|don'?t|without|or|ou)\b)"
    r"(?!.*\bpag(?:o|ar)\s+(?!(?:(?:no|via|por|em|in)\s+)?(?:pix|dinheiro|cash)$))(?P<said>.*?\w{3,})\s+"
    r"(?P<pays>(?:pago\s+|pagamento\s+)?(?:(?:no|via|por|em|in)\s+)?(?:pix|dinheiro|cash))$",
    re.IGNORECASE | re.DOTALL,
)
# `passo aí pra pegar e faço o pix`
_AND_PAYS = expression(
    r"(?P<fetched>\b(?:pegar|buscar|retirar|pego|busco|retiro|loja|balc[aã]o|a[ií])(?:\s+(?:viu|t[aá]|ent[aã]o))?)\s+e\s+(?:eu\s+)?(?:j[aá]\s+)?fa[cç]o\s+(?:o|um|no)\s+pix(?=[\s.!]*$)",
    re.IGNORECASE,
)
# `quem pega é meu irmão mas o pix eu mesmo faço`
_PIX_IS_MINE = expression(
    r"\s+(?:mas|e|s[oó]\s+que|but)\s+o\s+pix\s+(?:sou\s+eu\s+que|(?:quem\s+faz\s+)?(?:sou\s+)?eu)(?:\s+(?:mesm[oa]|msm[oa]?))?\s*(?:que\s+)?(?:fa[cç]o|mando|pago)?(?=[\s.!]*$)",
    re.IGNORECASE,
)
# `muda o pagamento pra dinheiro na entrega`
_PAYS_OTHERWISE = expression(
    r"\b(?:mud\w+|troc\w+|alter\w+|pass[ae]r?|change|switch)\s+(?:(?:o|a|the|my|meu)\s+)?(?:(?:forma|m[eé]todo)\s+de\s+)?"
    r"(?:pagamento|pgto|payment(?:\s+method)?)\s+(?:pra|para|pro|por|to)\s+(?:(?:o|a)\s+)?(?=pix|dinheiro|cash|pagar)",
    re.IGNORECASE,
)
# `e segunda`, after a question about the hours
_OTHER_DAY = expression(
    r"(?:e|and)\s+(?:(?:n?[oa]s?|de|em|aos?|on)\s+)?(?:segunda|terca|quarta|quinta|sexta|sabado|domingo|feriado|(?:mon|tues|wednes|thurs|fri|satur|sun)day|holiday)s?"
    r"(?:[\s-]+feira)?(?:\s+(?:de\s+(?:manha|tarde|noite)|ne|tambem|abre[m]?))*\W*"
)
_PAYING = expression(
    r"\b(?:com|de|via|por|pelo|pago|pagar|pagamento|pgto|payment|paying|faco|faço|fazer|quero|prefiro|ser|vou|chave|codigo|código|meu|um|cad[eê]|mand\w+|with|by|pay|using|sem|n[aã]o)$",
    re.IGNORECASE,
)
# `n sra aparecida` refuses nothing
_OUR_LADY = expression(r"\bn\.?\s*s(?:ra\b\.?|enhora\b)\s+(?=(?:d[aeo]s?\s+)?[^\W\d]{4})", re.IGNORECASE)
_GREETING = expression(
    r"^\s*(?:(?:oi+e?|ol[aá]|opa|bom\s+dia|boa\s+(?:tarde|noite)|hello|hi|hey)(?:[\s,]+(?:(?:tudo|td)\s+(?:bem|bom|certo|blz|ok|j[oó]ia)|"
    r"como\s+vai|blz|beleza|how\s+are\s+you))?[\s,!.?]+)+",
    re.IGNORECASE,
)

# `boa tarde minha querida, tudo na paz? quero 2`, which asks nothing
_HOW_ARE_YOU = expression(
    r"^(?P<hi>\W*(?:(?:oi+e?|ol[aá]|opa|oxe|e\s+a[ií]|bom\s+dia|boa\s+(?:tarde|noite)|hello|hi|hey|there|(?:minha|meu)\s+\w+|mo[cç][ao]|"
    r"amig[oa]|gente|pessoal)[\s,.!]+)*)(?:(?:tudo|td)\s+(?:bem|bom|certo|blz|ok|j[oó]ia|beleza|tranquilo|(?:na|em)\s+paz)|como\s+(?:vai|v[aã]o)|"
    r"how\s+are\s+you(?:\s+(?:doing|today))*|how'?s\s+it\s+going)(?:\s+(?:com\s+)?(?:voc[eê]s?|vcs?|(?:por\s+)?a[ií]|contigo))*\s*\?\s*(?=\w)",
    re.IGNORECASE,
)


def as_usual(message: str, state: ConversationState) -> str:
    """The message without sighs, vocatives, pleas, thanks, smiles and dots at its ends, with a comma before how it is
    paid and the hyphen of a postal code; as it is where nothing else was said or the thanks belong to a yes or a no."""
    message = _RUN.sub(lambda run: "\n" if "\n" in run[0] else ", ", _AGAIN.sub(r"\1", message))
    message = _SHALL.sub(r"vou \1ar", message)
    message = _OUR_LADY.sub("nossa senhora ", _BRO.sub("oi, ", message))
    message = _ASIDE.sub(lambda aside: aside[0] if _sold(aside[1]) or topics_of(fold(aside[1])) else "", message)
    message = _LONG_RUN.sub(lambda run: "\n".join(_breaths(run[0])), message)
    message = _TIGHT.sub(", ", _NOT.sub("não", _DOTS.sub("", _BLANKS.sub(" ", message).strip())))
    if not _OTHER_NUMBER.search(message):
        message = _CEP.sub(_hyphenated, message)
    if state.dialogue.half_street:
        message = _RENUMBERED.sub(r"número \g<new>", message)
    if lines := _NEXT_LINE.fullmatch(message):
        message = f"{lines['first'].rstrip(' ,.')} e {lines['next']}"
    if _HELLO.fullmatch(message):
        return "oi"
    message = _WANTS_SOME.sub("me mostra ", _SOME.sub("algo", with_the_new(_NOT_YET.sub("", message))))
    message = _WAIT_JUST.sub("", message) if state.cart.lines else message
    lead = _LEAD.match(message)
    rest = message[lead.end() :] if lead and not _sold(lead[0]) else message
    if state.dialogue.greeted or state.cart.lines:
        rest = _GREETING.sub("", rest)
    else:
        rest = _HOW_ARE_YOU.sub(_greeted, rest)
    if (found := _TAIL.search(rest)) and not (_sold(found["tail"]) or _orders(rest, found["tail"]) or _speaks(found)):
        rest = rest[: found.start()] + found["end"]
    rest = _PIX_IS_MINE.sub(", pago no pix", rest)
    rest = _AND_PAYS.sub(r"\g<fetched>, pago no pix", _PAYS_OTHERWISE.sub("pago ", rest))
    paid = _PAID_LAST.match(rest)
    if paid and not _PAYING.search(paid["said"]):
        rest = f"{paid['said']}, {paid['pays']}"
    rest = paused(_PIX.sub("manda o pix", rest))
    if state.dialogue.topic == "hours" and _OTHER_DAY.fullmatch(fold(rest)):
        rest += "?"
    of_goods = _sold(rest) or _OF_OTHERS.search(rest) or _OF_A_SIZE.search(rest)
    if _HAVE.fullmatch(rest) and (of_goods or topics_of(fold(rest))):
        rest += "?"
    return rest if words(fold(rest)) else message


def _greeted(found: re.Match[str]) -> str:
    said = str(found["hi"]).rstrip(" ,")
    return f"{said}{'' if said.endswith(('!', '.')) else ','} " if said else ""


# `muito obrigada`, `quero falar com gente`: what stands before it needs it
_OPEN = expression(r"^\W*(?:muito|mt|mto|mil|super)$|\b(?:com|de|pra|para|with|to)$", re.IGNORECASE)


def _breaths(run: str) -> list[str]:
    """A run in pieces that are not longer than a breath, cut where one is taken, else between two words."""
    pieces: list[str] = []
    while len(run) > _BREATH:
        cuts = [found.start() for found in _BREATHES.finditer(run, _BREATH // 3, _BREATH)]
        if not cuts:
            return [*pieces, *wrap(run, _BREATH)]
        pieces.append(run[: cuts[-1]])
        run = run[cuts[-1] :].strip()
    return [*pieces, run]


def _orders(said: str, tail: str) -> bool:
    """`a magic mug, please`: asked for with nothing but the plea."""
    alone = re.search(r"[.?!;]\s", said) is None
    return alone and _THING_FIRST.match(said) is not None and re.search(_PLEASE, tail, re.IGNORECASE) is not None


def _speaks(found: re.Match[str]) -> bool:
    """It says something: thanks to a yes or a no or by themselves (`ia querer 5. valeu`), the yes itself (`certo, ok`),
    and the tag that asks whether what was told is all right (`sem cebola, tá?`)."""
    bare, tail = found.string[: found.start()], found["tail"]
    thanks = re.search(_THANKS, tail, re.IGNORECASE) is not None
    tag = "?" in found["end"] and re.search(rf"\s(?:{_MARK})", tail) is not None and _ASKING.search(bare) is None
    return (
        tag
        or agrees(found.string) > agrees(bare)
        or (thanks and (tail.lstrip()[:1] in (".", "!") or agrees(bare) or refuses(bare)))
        or _OPEN.search(bare) is not None
    )


def _hyphenated(found: re.Match[str]) -> str:
    """A postal code with its hyphen; after another number it is one only in an address: `rua Halfeld 30 36010000`."""
    before = found.string[: found.start()]
    if re.search(r"\d\s$", before) and not _STREET.search(before):
        return found[0]
    return f"{found[1]}{found[2]}-{found[3]}"


def _sold(said: str) -> bool:
    """One of the words is of the shop's goods."""
    return any(current().place(word) for word in words(fold(said)))
