"""What a message asks of an order beside its goods: a gift, how it is made, where it is left, change for a note. Pure.

Such a piece is cut out before anything else is read, so that `deixa na portaria` or `troco pra 100` is no change.
"""

import re

from app.features.chat.assistant.matching import shares
from app.features.chat.assistant.mentions import name_words
from app.features.chat.assistant.words import fold, spelt_out
from app.features.conversations.state import ConversationState

_PIECE = re.compile(r"(?:[^.,!?;\n]|(?<=\d)[.,](?=\d))+[.,!?;\n]*")
_GIFT = re.compile(
    r"^(?:(?:e|eh|sao|vai\s+ser|seria|it'?s|this\s+is)\s+)?(?:um\s+|a\s+)?(?:(?:pra|para|de|for|as)\s+)?(?:um\s+|a\s+)?(?:presente|gift|presentear)\b"
    r"(?!.*\b(?:ate|por|tem|quero|me|\d)\b)"
    r"|^(?:(?:pode|podem|da\s+(?:pra|para)|consegue[m]?|poderia|queria|quero|e|manda|faz|me)\s+)*(?:coloca\w*|por|poe|bota\w*|mandar?|escrev\w+|"
    r"fazer?|incluir?|put|write|add)?\s*(?:(?:um|uma|o|a)\s+)?(?:bilhet\w+|recad\w+|cartaozinho|dedicatoria|note\s+saying)\b"
    r"|^(?:(?:pode|por\s+favor|e|ai)\s+)*(?:escrev[ae]\w*|write)\s+(?!se\b)\w"
    r"|^(?:(?:pode|por\s+favor|e|ai|me)\s+)*(?:embrulh[ae]|embal[ae])\b(?!.*\b(?:faz|tem|custa|quanto)\b)"
)
# How something of the order is to be made: `um deles sem tomate`, `bem passado`.
_MADE_SO = re.compile(
    r"^(?:(?:um|uma|uns|umas|os|as|o|a|tudo|todos|todas)\s+(?:d[ea]l[ea]s\s+)?)?(?:sem|without)\s+(?!cupo|desconto|frete|press|problem|juros|duvida|nada|isso|"
    r"thanks|condic|chance|jeito|mais|pix|dinheiro|cartao)(?:o\s+|a\s+|muit[oa]\s+|pouc[oa]\s+)?[a-z]{3,}(?:\s+(?:por\s+favor|nos?\s+dois|em\s+tudo))?$"
    r"|^(?:bem|mal)\s+passad\w+|^ao\s+ponto\b|^(?:um|uma)\s+del[ea]s\s+(?:sem|com)\b|\bcapricha\w*"
)
_PLACE = (
    r"(?:portaria|porteiro|campainha|interfone|vizinh[oa]s?|recepcao|zelador|portao|porta\b|garagem|caixa\s+d[eo]\s+correio|doorman|doorbell|"
    r"bell\b|neighbo\w+|porch|front\s+desk)"
)
_TIME = (
    r"(?:depois\s+d[aeo]s?|antes\s+d[aeo]s?|a\s+partir\s+d[aeo]s?|ate\s+as|after|before)\s+(?:as\s+)?(?:\d{1,2}|meio|almoco|noon)|"
    r"(?:de|pela|a|so\s+de)\s+(?:manha|tarde|noite)\b"
)
_DELIVERING = re.compile(
    rf"^(?!.*\b(?:voces|vcs)\b)(?:.*\b)?(?:deix\w+|toc(?:a|ar|que)|bat(?:a|er|e)\b|cham(?:a|ar|e)\b|interfon\w+|entreg(?:a|ar|ue|uem)|leave|ring|knock|deliver)\b.*\b(?:{_PLACE}|{_TIME})"
    rf"|\b(?:a\s+)?campainha\s+(?:nao|n|ta)\b|\bponto\s+de\s+referencia\b|^referencia\b|\bcuidado\s+com\s+o\s+cachorro\b"
    r"|^(?:(?:pode|por\s+favor|so)\s+)*(?:(?:me\s+)?(?:lig|cham|avis)\w+|call)\s+(?:\w+\s+)?(?:antes|before)\b"
    r"|^(?:obs|observacao|observacoes|recado|nota|note)\s*[:.-]"
    r"|^(?:entrega\w*\s+)?(?:so|somente)\s+(?:estou|to|estarei|tem\s+gente)\s+em\s+casa\b|\bnao\s+(?:vou\s+estar|estarei|tem\s+ninguem)\s+(?:em\s+)?casa\b"
)
# `tem como mandar sem açúcar por cima?`
_MADE_HOW = re.compile(
    r"\b(?:mandar|fazer|vir|preparar|make|prepare)\s+(?:(?:[oa]|ele|ela|it)\s+)?(?:sem|bem|com\s+(?:mais|pouc[oa]|bastante)|without|extra)\s+[a-z]{3}"
)
# `dá pra escrever Parabéns Theo?`
_WRITTEN = re.compile(r"\b(?:escrev\w+|gravar|bordar|write|engrave)\s+(?!o\s+que|algo|alguma|um|uma)\w+\s+\w+")
# Who gets the goods, where that is somebody else: `quem vai receber é o porteiro`, `minha esposa pode retirar?`
_TAKES = r"(?:busc\w+|peg(?:ar?|ue)|retir(?:ar?|e)|pick\w*|collect\w*)"
_SOMEBODY = (
    r"(?:(?:o\s+|a\s+)?(?:meu|minha|my)\s+(?!pedido|compra|pix|nome|order)\w+(?:\s+[a-z]{3,})?|(?:o|a|uma?|the)\s+"
    r"(?:porteir[oa]|vizinh[oa]|motoboy|zelador\w*|funcionari[oa]|secretari[oa]|doorman|neighbou?r|friend|amig[oa]|pessoa))"
)
_RECEIVER = re.compile(
    rf"^(?:(?:ah|e|ai|mas|sim|ok|and|but|so)\s+)*(?:quem\s+(?:vai\s+|vem\s+|pode\s+)?(?P<takes>{_TAKES}|passa\w*|receb\w+)(?:\s+(?:ai|la|aqui))?\s+"
    rf"(?:e|eh|vai\s+ser|sera)\s+(?!eu\b)\w.*"
    rf"|{_SOMEBODY}\s+(?:(?:que\s+)?(?:vai|vem|pode|will|can)\s+)(?:(?:ir|passar)\s+)?(?:ai\s+)?(?:(?:pra|para)\s+)?(?P<fetches>{_TAKES}|receb\w+|receive|get)\b(?!\s+(?:d[eo]|em)\b).*"
    rf"|{_SOMEBODY}\s+(?:que\s+)?(?P<comes>passa|vem|busca|pega|retira)(?:\s+(?:ai|la|(?:pra|para)\s+(?:pegar|buscar|retirar)|pegar|buscar|retirar|amanha|hoje|depois|mais\s+tarde|sabado|de\s+manha|de\s+tarde))*"
    rf"|o\s+nome\s+(?:d[eo]l[ea]|d[eo]\s+quem\s+\w+|d[ao]\s+pessoa)\s+(?:e|eh)\s+\w.*)$"
)
# One that only asks whether that may be.
_MAY_BE = re.compile(
    r"(?:(?:e|ai)\s+)?(?:tem\s+(?:algum\s+)?problema|pode(?:\s+ser)?|tudo\s+bem|da\s+certo|beleza|ok|is\s+that\s+ok(?:ay)?)"
)
_HOUSE = re.compile(
    r"^(?:(?:e|eh|a|o|uma?|na|no)\s+)*(?:casa|portao|muro|sobrado|predio)\s+(?:d[oa]s?\s+|de\s+)?(?:fundos|frente|esquina|azul|verde|branc[oa]|"
    r"amarel[oa]|vermelh[oa]|marrom|cinza|pret[oa]|rosa|laranja)\b"
    r"|^(?:(?:e|eh|fica)\s+)*(?:perto|ao\s+lado|em\s+frente|proximo|atras)\s+(?:d[oae]s?|a[o]?)\s+\w"
)
_HALVES = re.compile(
    r"(?=.*\b(?:pix|dinheiro|cartao|cash|card|pag\w+|agora|now)\b).*\b(?:metade|parte|half)\b.*\b(?:metade|resto|outra|half|rest)\b"
)
_LET_KNOW = re.compile(
    r"^(?:(?:e|ai|por\s+favor|so|sim|pode)\s+)*me\s+(?:avis\w+|cham\w+|liga\w*)\s+(?:quando|assim\s+que|na\s+hora\s+que|se)\s+(?:\w+\s+){0,3}?"
    r"(?:pront[oa]|separad[oa]|sair|saiu|entregador|motoboy)\b"
)
# Change for a banknote, which is no exchange.
_CHANGE = re.compile(
    r"\b(?:tenho|so\s+com|com|i\s+have)\s+(?:so\s+)?(?:uma\s+)?nota\s+de\s+\d{2,3}\b|"
    r"^(?:.*\b)?(?:troco\s+(?:pra|para|de|p)|change\s+for)\s+(?:uma?\s+(?:nota\s+de\s+)?|an?\s+)?(?:r\$\s*)?\d{2,4}\b|\b(?:pay(?:ing)?\s+(?:cash\s+)?with|i(?:\s+only)?\s+have)\s+an?\s+(?:r\$\s*)?\d{2,3}\s*(?:reais\s+)?(?:note|bill)\b|\b(?:nao\s+)?precis\w+\s+(?:de\s+)?troco\b|^sem\s+troco$"
)


# How it is got, where the shop has no rules for that: `vou retirar na loja`.
_FETCHED = re.compile(
    r"^(?:(?:eu|vou|pode\s+ser|quero|prefiro|posso|e|com|para|pra|i'?ll|i\s+will)\s+)*(?:retir(?:ada|ar|o)|busc(?:ar|o)|peg(?:ar|o)|pick\s?(?:(?:it|them|everything|the\s+\w+)\s+)?up)"
    r"(?:\s+(?:ai|la|em|no|na|a|loja|local|balcao|deposito|galpao|matriz|filial|fabrica|quiosque|pessoalmente|mesmo|hoje|amanha|in|at|the|store))*$"
)

# A text that is announced runs to its closing quote, or to the end of the line: `escreve: Mãe, obrigada por tudo`.
_TEXT = (
    r"escrev\w+|cart[aã]o(?:zinho)?|bilhet\w+|recado|dedicat[oó]ria|faixa|fita|mensagem|grav(?:a|ar|e|ado|a[cç][aã]o)|bord(?:a|ar|e|ado)|"
    r"frase|dizeres|texto|plaquinha|etiqueta|personaliz\w+|observa[cç][aã]o|obs|card|ribbon|write|message|engrav\w+"
)
_ANNOUNCED = re.compile(
    rf"(?i:(?:\b(?:e|por\s+favor|pode|podem|coloca\w*|p[oõ]e|bota|quero|queria|com|no|na|o|a|uma?|pra|para|ser)\s+)*\b(?:{_TEXT})\b)[^:\"“”'?\n]{{0,30}}"
    r"(?::\s*[\"“']?(?!(?i:cr[eé]dito|d[eé]bito|visa|master|\d))|\s[\"“])[^\"”\n]{2,300}[\"”']?"
    r"|(?i:\b(?:com\s+)?(?:a\s+mensagem|os\s+dizeres|a\s+frase|o\s+texto|dizendo|escrito|saying)\s+(?:assim\s+)?)(?:[\"“'][^\"”\n]{2,300}[\"”']?|[A-ZÀ-Ý][^\n]{2,300})"
)


_MAY_ANNOUNCE = re.compile(rf"(?i:\b(?:{_TEXT}|dizendo|escrito|saying)\b)")
# What a piece begins with that is no part of the note.
_FILLS = re.compile(r"^(?:(?:ah|e|ai|mas|sim|ok|ent[aã]o|and|but)\s+)+(?=\w+\s+\w)", re.IGNORECASE)


def is_delivered(note: str) -> bool:
    """It says where or when the goods are brought."""
    return _DELIVERING.search(spelt_out(fold(note))) is not None


def is_fetched(note: str) -> bool:
    """It says who comes for the goods."""
    found = _RECEIVER.match(spelt_out(fold(note)))
    takes = (found["takes"] or found["fetches"] or found["comes"] or "") if found else ""
    return bool(takes) and not takes.startswith("rece")


def is_received(note: str) -> bool:
    """It says who is there when the goods are brought."""
    found = _RECEIVER.match(spelt_out(fold(note)))
    return found is not None and (found["takes"] or found["fetches"] or "").startswith("rece")


def needs_change(note: str) -> bool:
    """It is paid in cash, for which change is wanted."""
    text = spelt_out(fold(note))
    return _CHANGE.search(text) is not None and re.search(r"\b(?:nao|n|sem|no)\b", text) is None


def announced(message: str) -> tuple[tuple[str, ...], str]:
    """The texts for a card, a ribbon or an engraving, as they were written, and the message without them."""
    if _MAY_ANNOUNCE.search(message) is None:
        return (), message
    found = tuple(text[0].strip(" .,;!\n") for text in _ANNOUNCED.finditer(message))
    return found, _ANNOUNCED.sub(" ", message) if found else message


def told_notes(message: str, state: ConversationState, *, ruled: bool = True) -> tuple[tuple[str, ...], str]:
    """What is asked of the order, as it was written, and the rest of the message. A question stays in the rest, too.
    ruled: the shop has rules for how goods are got, which is then no note."""
    notes: list[str] = []
    rest: list[str] = []
    for found in _PIECE.finditer(message):
        piece = found[0]
        text = _FILLS.sub("", spelt_out(fold(piece)).strip(" .,!?;\n"))
        asks = "?" in piece
        if asks and notes and _MAY_BE.fullmatch(text):
            continue
        fetched = not (ruled or asks) and state.cart.lines and _FETCHED.match(text)
        if not text or not (fetched or _is_note(text, state, asks=asks)):
            rest.append(piece)
            continue
        notes.append(_FILLS.sub("", piece.strip(" .,;!?\n")))
        if asks and not (_MADE_HOW.search(text) or _RECEIVER.match(text)):
            rest.append(piece)
    return tuple(notes), "".join(rest)


def _is_note(text: str, state: ConversationState, *, asks: bool) -> bool:
    bought = bool(state.cart.lines or state.orders)
    if bought and _RECEIVER.match(text):
        return True
    if asks and state.cart.lines and _MADE_HOW.search(text):
        return True
    if asks:
        return (
            re.search(r"\b(?:bilhet|recad|cartaozinho|dedicatoria)", text) is not None
            and _GIFT.search(text) is not None
        ) or _WRITTEN.search(text) is not None
    if bought and (_LET_KNOW.match(text) or _HALVES.search(text) or (state.known.cep and _HOUSE.match(text))):
        return True
    if _GIFT.search(text) or _DELIVERING.search(text) or _CHANGE.search(text):
        return True
    return _MADE_SO.search(text) is not None and not _of_goods(text, state)


def _of_goods(text: str, state: ConversationState) -> bool:
    """`sem o pudim` takes a line out of the cart, `sem glúten` chooses of what was shown;
    `sem tomate` is how it is made."""
    named = name_words(text)[0]
    asked = state.dialogue.pending.options if state.dialogue.pending else ()
    names = [line.name for line in state.cart.lines] + [
        each.name for item in (*state.dialogue.listed, *asked) for each in item.each
    ]
    return not named or any(shares(named, name) for name in names)
