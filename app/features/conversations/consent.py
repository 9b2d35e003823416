"""Whether a message is a yes to the summary shown. The backend judges, no model does. Pure.

A piece of the message has to be a yes in every word: affirmative, polite, or a repetition of the summary. What stands
beside it may be anything that changes nothing: no question, refusal, condition, delay, number, or goods.
So a change, a question, a condition, a refusal or a story alone is never taken for one, whatever its words.
"""

import re
from typing import Literal

from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import fold, number, stem, words
from app.features.conversations.leave import LEAVE, SPOKE
from app.features.conversations.state import Summary
from app.features.extract_lead.patterns import find_address, find_name, without_facts
from app.ops.expressions import expression

Judgement = Literal["yes", "keeps", "voids"]


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _squeezed(word: str) -> str:
    """`siiim`, `okkk` and `isssso` as their words."""
    return re.sub(r"(.)\1+", r"\1", word)


_YES = frozenset(
    map(
        _squeezed,
        _set(
            "sim s ss isso claro confirmo confirma confirmado confirmada confirmar confirme exato exatamente correto "
            "positivo fechado fechou fecha fechar feche fecho fechamos bora vamos vamo simbora pode podes aham uhum "
            "ok okay okey blz beleza certo certinho certeza perfeito combinado manda mande mandar gera gere gerar "
            "aceito concordo autorizo quero finaliza finalize finalizar finalizo conclui concluir conclua prossegue "
            "prosseguir prossiga faz faca fazer show top otimo joia partiu dale yes yep yeah yup sure confirm "
            "confirmed correct absolutely definitely deal place ahead perfect sounds works right alright fine cool "
            "awesome ya ye seguir certissimo acordo demorou topo topei tranquilo suave firmeza fmz logico evidente "
            "obvio feito aprovado aprovo trazer traz traga preparar prepara separar separa reservar reserva guardar "
            "embalar embala autorizado bele dahora massa formou segue joinha podi maravilha excelente yea yuh yessir "
            "aye okie dokie alrighty proceed agree agreed confirmadissimo looks definitivo"
        ),
    )
)
_POLITE = frozenset(
    map(
        _squeezed,
        _set(
            "ah oh o a os as e eh eu me pra para mim por favor pfv pfvr pf pls obrigado obrigada obg obgd brigado "
            "brigada valeu vlw muito gentileza ai entao ta tah esta tudo bem bom boa mesmo meu minha pedido compra "
            "carrinho ser ja agora vir la aqui voce vc moca moco amigo amiga querida querido linda lindo gente com "
            "que de oi parceiro mano brother irmao chefe patrao galera tmj kk kkk rs haha filha filho bem patroa "
            "guerreira guerreiro rainha rei anjo flor consagrado campeao campea fera mestre chapa parca jovem santa "
            "princesa fofa fofo amore querides minina mulher homem meninas meninos pessoal cara valor preco total "
            "conta negocio venda encomenda tamo junto senhora senhor to tou esse essa assim ir logo viu uai oxe "
            "oxente eita ixi amem deus jesus abencoe abencoa amor pelo gracas te lot lots so very much mate man bro "
            "dude sir maam opa oba olha oia ei oie ola hey hello hi hum hmm amg miga mana please thanks thank you it "
            "the my order that thats that's is all good great go do and i lets let's"
        ),
    )
)
_OF_METHOD = {
    "pix": _set("pix codigo chave copia cola qr qrcode no via pagar pago pagamento vou"),
    "manual_pix": _set("pix codigo chave copia cola qr qrcode no via pagar pago pagamento vou"),
    "cod": _set("entrega dinheiro na em pagar pago pagamento vou cash on delivery receber quando"),
}
_CODE = _set("pix codigo chave copia cola qr qrcode")
# Asked before the yes it changes nothing.
_WANTS_CODE = expression(
    r"(?:(?:eu|entao|ok|e|ai|me)\s+)*(?:quero|queria|preciso\s+d[aeo]|passa|fala|diz|cade|qual(?:\s+e)?|e)\s+(?:(?:a|o|sua|seu|d[ao])\s+)+"
    r"(?:chave|codigo|pix|qr\s?code|copia\s+e\s+cola)(?:\s+(?:do\s+)?pix)?\W*|"
    r"(?:(?:e|ai|mas|entao)\s+)*(?:onde|como|(?:pra|para)\s+(?:quem|onde))\s+(?:(?:eu|que)\s+)*(?:pago|faco\s+o\s+pix|mando\s+o\s+pix)\W*|"
    r"(?:(?:o|a|ainda)\s+)*(?:codigo|chave|pix)\s+(?:ainda\s+)?nao\s+(?:chegou|veio|apareceu)\W*|(?:ainda\s+)?nao\s+(?:recebi|veio|chegou)\s+(?:o\s+|a\s+)?(?:codigo|chave|pix)\W*"
)
_SENDING = _set("envia enviar envie enviem entregar entregue entreguem despacha despachar despache send ship")
_FETCHED = expression(r"retir|busc|balca|loja|pick|collect|local")
_YES_SIGNS = "👍👌✅✔🆗"
_MAY_REFUSE = expression(r"\b(?:na+o+|n|nem|nunca|jamais|sem|se|caso|no|nope|nah|not|never|if|don'?t|won'?t|without)\b")
_REFUSING_SIGNS = "👎❌🚫\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff "
_NO_SIGNS = "👎❌🚫🤔😡😠✋🛑"
_ALL_OF_IT = expression(
    r"\b(?:assim|agora)\s+(?:(?:ja|sim)\s+)?(?:da|cabe)(?:\s+(?:certo|certinho|bom))?(?=\s*(?:$|[.,;!]))|"
    r"\b(?:e\s+)?so\s+isso(?:\s+mesmo)?\b|(?<=\bisso)\s+so\b|(?<=\bsim)\s+so\b|\bpor\s+(?:enquanto|hoje|agora)\b|(?:\be\s+)?\bso\s+(?:[oa]\s+)?(?:meu|minha)\b(?:\s+mesm[oa])?|\bthat'?s\s+all\b|"
    r"\bfaze?r?\s+o\s+que(?:\s+ne+h?)?(?=\s*[,.;!])|\b(?:e|eh)\s+o\s+jeito(?=\s*[,.;!])|^paciencia(?=\s*[,.;!])|\boh\s+well(?=\s*[,.;!])|"
    r"\bwhat\s+can\s+(?:you|i)\s+do(?=\s*[,.;!])|\bno\s+(?:more\s+)?(?:changes?|problems?|worries)\b|\bnothing\s+(?:to\s+change|else)\b|\b(?:don'?t|do\s+not)\s+change\s+(?:a\s+thing|anything)\b"
)
# Said of a summary without a coupon it changes nothing.
_WITHOUT_COUPON = expression(r"\b(?:vai\s+|faz\s+)?sem\s+(?:o\s+)?(?:cupom|desconto|ele|mesmo)(?:\s+mesmo)?\b")
# Said of a summary of one thing it agrees: `isso, só ela`, `sim, só a manual mesmo`.
_ONLY_THIS = expression(
    r"\b(?:so|just|only)\s+(?:(?:el[ea]|ess[ea]|est[ea]|it|that|this)(?:\s+one)?|(?:[oa]|the)\s+(?P<what>[a-z]{3,}))(?:\s+mesm[oa])?(?=\s*(?:$|[.,;!]))"
)
# Said of what is fetched: `isso, sem entrega`
_NOT_SENT = expression(
    r"\b(?:(?:e|vai|e\s+pra)\s+)?(?:sem|(?:nao|n)\s+precisa(?:\s+d[eao])?|without|no)\s+(?:[ao]\s+|the\s+)?(?:entregas?|entregar|frete|motoboy|mandar|delivery|shipping)\b(?:\s+mesmo)?"
)
_GO_AHEAD = expression(
    r"^(?:entao\s+)?ta\s+(?:bom|bem|otimo|valendo)(?=\s*[.!,]*\s*(?:$|pode|fecha|confirma|obrigad|entao\s*$))|"
    r"\bvai\s+la\b|^vai$|^(?:(?:isso|certo|pronto)\s*,?\s*)?agora\s+(?:sim\s+)?vai$|\bpode\s+(?:ja\s+)?deixar\s+(?:separad|guardad|reservad|pront|anotad|tudo\s+separad)[oa]s?\b|"
    r"\bpor\s+mim\s+(?:tudo\s+)?(?:ok|bem|certo)\b|\b(?:mand\w+\s+(?:ver|bala|brasa)|toca\s+(?:a\s+)?ficha|(?:bora|vamos?)\s+(?:la|nessa)|pode\s+crer|"
    r"(?:great|ok|okay|alright|good|perfect|fine)\s+then(?=\s*,?\s*(?:yes|yeah|yep|sure|confirm|go|place|book)\b)|(?:go\s+ahead|proceed)\s+with\s+(?:(?:the|my|this)\s+order\b|(?:it|this|that)(?=\s*(?:$|[.,!]|please|thanks)))|go\s+(?:ahead|for\s+it)|book\s+it|let'?s\s+(?:do\s+it|go)|of\s+course|for\s+sure|you\s+bet|(?:fine|good|ok|okay)\s+(?:by|with)\s+me|"
    r"that(?:'ll|\s+will|\s+should)?\s+do(?:es)?(?:\s+it)?|(?:i'?m|i\s+am)\s+(?:happy|good|fine|ok|okay)\s+with\s+(?:that|it|this|everything))\b"
)
# Said of a summary it agrees; of goods that were shown it wishes.
_TAKES_IT = expression(
    r"\b(?:i(?:'ll|\s+will)?\s+)?(?:want|take|have|buy|get)\s+(?:it|them|this|that)(?=\s*(?:$|[.,!]|please|thanks|thank))"
)
# Holds back a yes beside it, or brings something new.
_HOLDS = _set(
    "amanha ontem depois antes primeiro talvez acho ainda espera esperar pera perai calma aguarda aguardar pensar "
    "penso pergunta perguntar verificar dia semana mes sabado domingo segunda terca quarta quinta sexta later "
    "tomorrow yesterday maybe wait think vem inclui inclusive falta faltou esqueci esqueceu com um uma uns umas dois "
    "duas tres ver falar pessoa atendente humano foto fotos desconto cupom frete prazo parcela parcelado dinheiro "
    "cartao pix credito debito boleto vezes reais golpe caro cara carinho errado errada endereco cep cor tamanho "
    "numero troco presente nota golpista ladrao mentira with discount price wrong"
)
_JOINS = expression(r"[,.;:!\n]+|\s+-\s+")
_REASON = expression(r"\s+(?:que|porque|pois|pq|ja\s+que|because)\s+")
# A sentence of its own about something else: `minha filha vai amar`, `to com pressa` (`com` of goods stands alone).
_TELLS = expression(
    r"^(?!(?:[oa]s?|e|the|and|mas)\s)(?=.*\b(?:vai|vao|vou|to|tou|estou|tava|foi|viajo|tenho|gost\w+|am(?:ei|ou|amos|aram)|ador\w+|merec\w+|"
    r"precisava|chegou|(?:falo|aviso|digo|conto)\s+(?:pra|para|com)\s+el[ea]s?|i'?m|we're|he'?s|she'?s|love[sd]?|will)\b)"
)
# `que sexta tô no rio`: when the shopper is busy.
_OWN_TIME = expression(
    r"\b(?:hoje|amanha|segunda|terca|quarta|quinta|sexta|sabado|domingo|tomorrow)\b(?=.*\b(?:to|tou|estou|vou|viajo|tenho|preciso|i'm|i)\b)"
)
_GREETS = expression(r"\bbom\s+dia\b|\bboa\s+(?:tarde|noite)\b|\bgood\s+(?:morning|afternoon|evening)\b")
_ALL = r"(?:(?:todo\s+mundo|geral|todos|a\s+(?:galera|turma|familia)|as\s+criancas)\s+)?"
_HURRY = expression(
    rf"\b{_ALL}(?:to|tou|ta|tao|esta|estou|estao)\s+{_ALL}com\s+(?:muita\s+)?(?:pressa|fome|sede|sono|medo|saudade)\b|\bcom\s+(?:pressa|urgencia)\b"
)
_COMES = expression(
    r"\b(?:(?:hoje|amanha|sabado|mais\s+tarde|depois|logo|de\s+(?:tarde|manha|noite))\s+)?(?:eu\s+)?(?:passo|busco|pego|retiro|vou|vai)(?:\s+(?:ai|la|"
    r"buscar|pegar|retirar|na\s+loja))+(?:\s+(?:hoje|amanha|sabado|mais\s+tarde|depois|logo|de\s+(?:tarde|manha|noite)))*"
)
# The price that was shown; one that is named with its number is not known here.
_AT_THIS_PRICE = expression(r"\bpor\s+(?:esse|este|aquele)\s+(?:valor|preco)\b")
_DOUBTS = expression(
    r"\bme\s+confirm(?:a|e|ar)\b|\b(?:confirm(?:a|e|ar)|mand(?:a|e|ar))\s+(?:pra\s+mim\s+)?(?:o\s+)?(?:valor|preco|total)\b|"
    r"\b(?:ja|logo)\s+(?:ja\s+|logo\s+|mais\s+)?(?:te\s+|eu\s+)?confirmo\b|\bconfirmo\s+(?:logo|ja\s+ja)\b|\bvou\s+(?:te\s+)?confirmar\b|"
    r"^(?:que\s+)?(?:otimo|excelente|bom)\s+preco\W*$|^preco\s+(?:otimo|excelente|bom)\W*$|"
    r"\bconfirm\w*\s+(?:\w+\s+)?com\s+(?!certeza)|\bque\s+(?:ai\s+)?eu\s+(?:ja\s+)?confirmo\b|\bpode\s+ser\s+que\b|(?:\bcerto|\b(?:ta|esta|tudo|sera)\s+ok)\s+isso\b(?!\s+(?:mesmo|ai|sim)\b)|\bisso\s+(?:ta|esta|eh|e)\s+certo\b"
)
# `peraí`, `um momento, por favor`: nothing is taken back by it.
_PAUSES = expression(
    r"(?:(?:(?:so|por|please|just|for|me|da|de|dai|ai)\s+)*(?:pera\s*a?i?|espera|aguarda|calma|wait|hold\s+on|(?:um|1|one|a)\s+"
    r"(?:minut(?:o|inho)|moment(?:o|inho)?|segund(?:o|inho)|instante|minute|second|sec)|ja\s+volto|brb)\b[\s,.!]*)+"
    r"(?:(?:so|ai|por\s+favor|please|pfv?|obrigad[oa])[\s.!]*)*"
)
_ASKS = _set(
    "qual quais quanto quanta quantos quantas quando como onde quem porque cade tem aceita aceitam entrega entregam "
    "da posso consigo what how when where which who do does is are can"
)
# `no sábado vocês ficam abertos até que horas`, written without its mark
_ASKS_LATE = expression(r"\b(?:que|quantas)\s+horas?\b|\bque\s+(?:dia|horario)\b|\bquanto\s+tempo\b|\bwhat\s+time\b")
_CHANGES = _set(
    "quero queria troca trocar troco muda mudar mude tira tirar tire remove remover retira adiciona adicionar "
    "acrescenta coloca colocar poe bota mais menos outro outra outros outras sem so apenas mas porem cancela "
    "cancelar desisto deixa nao n nunca nem jamais se want change remove add other instead but no not don't cancel "
    "only without"
)
# `e se nao servir?` asks; it takes nothing back.
_IN_QUESTIONS = _set("nao se sem n no not mas but")
# `posso trocar?` asks about the shop's terms.
_EXCHANGES = _set("troca trocar")
_OF_EXCHANGE = expression(
    r"\b(?:posso|consigo|da\s+p\w+|como|voces|qual|tem|aceit\w+|faz(?:em)?|rola|se\s+(?:nao|n)|can\s+i|do\s+you)\b(?!.*\b(?:por|pel[oa]|pra|pro)\b).*\btroc\w+|\btroc\w+\s+se\b"
)
# `quanto vem de troco?` asks what comes back of the cash.
_CASH_BACK = expression(
    r"\btroco\b(?!\s+(?:[oa]s?|uma?|por|pel[oa]|ess[ea]|el[ea])\b)|\b(?:how\s+much|have|bring|get|give|any)\s+(?:me\s+)?(?:the\s+|my\s+)?change\b(?!\s+(?:it|the|my|that|to)\b)"
)
# Said of an order that would be cancelled.
_KEEPS = expression(
    r"(?:(?:no|please|nah)\s+)*(?:keep\s+(?:it|them|(?:my|the)\s+order)|(?:don't|do\s+not)\s+cancel(?:\s+(?:it|(?:my|the)\s+order))?)"
    r"(?:\s+(?:please|thanks))*"
)
_SMALL_TALK = _set(
    "obrigado obrigada obg valeu vlw oi ola bom boa dia tarde noite tudo bem legal entendi hum hmm ah thanks thank "
    "you hello hi e o a meu minha nome telefone cpf cep endereco email e-mail segue ai aqui esta ta eh sou moro na "
    "no em de para pra entrega entregar is my name address phone rua numero"
)


# `não quero cancelar não`, `não é pra cancelar`, `don't cancel it`: what stands is to stand.
_NOT_CANCELLED = expression(
    r"\b(?:nao|n|nem|jamais|don'?t|not|never)\s+(?:"
    r"(?:(?:eu|e|eh|era|foi|vou|quero|queria|quis|quer|pretendo|penso|to|estou|querendo|pensando|em|de|pra|para|precisa|"
    r"precisava|want|wish|need|trying|going|asking)\s+)*(?:to\s+cancel|cancelar|desistir|cancelando|cancell?ing)"
    r"|(?:(?:do|the|my|please)\s+)*(?:cancel[ae]?|cancelem)\b)"
)
# Praise and thanks at the end: a yes to a summary, and none to taking an order back.
_PRAISE = frozenset(
    map(
        _squeezed,
        _set(
            "show top otimo joia massa maravilha excelente perfeito perfect cool awesome tranquilo suave firmeza fmz "
            "beleza blz bele fine great certo certinho right alright works sounds looks bora"
        ),
    )
)
_CANCELLING = _set("cancela cancelar cancele cancelado cancelamento cancel")
# Beside that word alone: `sim, cancela ele todo`, and not `quero ela`.
_CANCELLED = _CANCELLING | _set("ele ela todo toda inteiro inteira desculpa desculpe sorry whole entire")
_NO_ONLY = _set(
    "nao n no nope nah nem nunca quero vou precisa preciso mais nada obrigado obrigada obg valeu deixa pra la por "
    "enquanto thanks thank you never mind nevermind melhor agora hoje ah not ainda moca moco eu entao mesmo acho que"
)


def _plain(text: str) -> str:
    """Folded, short forms spelt out, without greetings, the idioms of going ahead as the yes they are."""
    return _GO_AHEAD.sub("sim", _AT_THIS_PRICE.sub("", _GREETS.sub(" ", spelt_out(fold(text)))))


def _tokens(message: str) -> list[str]:
    return words(_plain(message))


def agrees(message: str) -> bool:
    """A plain yes, to whatever was asked."""
    if "?" in message or any(sign in message for sign in _NO_SIGNS):
        return False
    tokens = _tokens(message)
    said = any(_squeezed(token) in _YES for token in tokens) or _signed(message)
    return said and all(_squeezed(token) in _YES or _squeezed(token) in _POLITE for token in tokens)


def _signed(message: str) -> bool:
    return any(sign in message for sign in _YES_SIGNS)


def affirms(message: str) -> bool:
    """Nothing but affirmative and polite words, though it may be asked: `confirmado né?`"""
    return agrees(message.replace("?", " ").replace("né", " ").replace(" ne ", " "))


def may_refuse(message: str) -> bool:
    """Among words that are not understood stands a no or an if: no summary is put before somebody who said so."""
    return any(sign in message for sign in _NO_SIGNS) or _MAY_REFUSE.search(spelt_out(fold(message))) is not None


def agrees_to_cancel(message: str) -> bool:
    """A plain yes to cancelling an order, or the word itself once more."""
    if "?" in message or any(sign in message for sign in _NO_SIGNS):
        return False
    tokens = _tokens(message)
    cancels = any(token in _CANCELLING for token in tokens)
    known = _CANCELLED if cancels else _CANCELLING
    said = cancels or any(_squeezed(token) in _YES - _PRAISE for token in tokens) or _signed(message)
    return said and all(token in known or _squeezed(token) in _YES or _squeezed(token) in _POLITE for token in tokens)


def forbids_cancelling(message: str) -> bool:
    """It says that nothing is to be cancelled: `não quero cancelar não`."""
    return _NOT_CANCELLED.search(spelt_out(fold(message))) is not None


def wants_code(message: str) -> bool:
    """It asks for the Pix key or code, and says nothing else."""
    return _WANTS_CODE.fullmatch(_plain(message).strip()) is not None


def refuses(message: str) -> bool:
    """A plain no, to whatever was asked."""
    tokens = _tokens(message)
    if (message.strip() and not message.strip(_REFUSING_SIGNS)) or _KEEPS.fullmatch(" ".join(tokens)):
        return True
    if tokens in (["deixa"], ["nada"], ["esquece"]):
        return True
    return (
        bool(tokens)
        and tokens[0] in ("nao", "n", "no", "nope", "nah", "ah", "agora", "acho")
        and _set("nao n no nope nah") & set(tokens) != frozenset()
        and all(token in _NO_ONLY for token in tokens)
    )


_OF_ORDER = expression(r"\b(?:pedidos?|resumo|compra|order|summary)\b")


def agrees_to(summary: Summary, message: str, *, offers_else: bool) -> bool:
    """A consent to the summary; where other goods were offered last (`Quer levar?`), only one that names the order."""
    return is_consent(summary, message) and (not offers_else or _OF_ORDER.search(fold(message)) is not None)


def is_consent(summary: Summary, message: str) -> bool:
    """True when the message agrees to the summary as it stands."""
    return judge(summary, message) == "yes"


def judge(summary: Summary, message: str) -> Judgement:
    """A yes; what leaves the summary standing (a question, data, a thank-you, a story); or what makes it void."""
    if not summary.open:
        return "voids"
    rest = _plain(without_facts(message))
    if summary.coupon_code is None:
        rest = _WITHOUT_COUPON.sub(" ", rest)
    if summary.shipping_option and _FETCHED.search(fold(summary.shipping_option)):
        rest = _NOT_SENT.sub(" ", _COMES.sub(" ", rest))
    rest = _TAKES_IT.sub("sim", LEAVE.sub(" ", SPOKE.sub(" ", rest)))
    rest = _without_only(summary, _HURRY.sub(" ", _ALL_OF_IT.sub(" ", rest)))
    if any(sign in message for sign in _NO_SIGNS) or _new_data(summary, message) or _ONLY_THIS.search(rest):
        return "voids"
    asks = "?" in message or _ASKS_LATE.search(rest) is not None
    if not asks and not _DOUBTS.search(rest) and _agrees(summary, message, rest):
        return "yes"
    if _WANTS_CODE.fullmatch(rest.strip()) or _PAUSES.fullmatch(rest.strip()):
        return "keeps"
    tokens = words(_CASH_BACK.sub(" ", rest) if asks else rest)
    doubts = _CHANGES
    if asks and len(tokens) > 3:
        doubts = doubts - _IN_QUESTIONS - (_EXCHANGES if _OF_EXCHANGE.search(rest) else frozenset())
    counts = [token for token in tokens if number(token) is not None]
    if asks and len(summary.lines) == 1:  # `tem desconto levando 6?`, of six
        counts = [token for token in counts if number(token) != summary.lines[0].quantity]
    if counts or any(token in doubts for token in tokens):
        return "voids"
    asks = asks or (bool(tokens) and tokens[0] in _ASKS)
    tells = all(_stands_beside(summary, piece) for piece in _JOINS.split(rest))
    return "keeps" if asks or tells or all(token in _SMALL_TALK for token in tokens) else "voids"


def _without_only(summary: Summary, rest: str) -> str:
    """`só ela` and `só a manual` say again what a summary of one thing says; of others they would leave some out."""
    single = len(summary.lines) == 1 and summary.lines[0].quantity == 1
    return _ONLY_THIS.sub(
        lambda only: " " if (_repeats(summary, only["what"]) if only["what"] else single) else only[0], rest
    )


def _agrees(summary: Summary, message: str, rest: str) -> bool:
    """One piece is a plain yes, the others change nothing."""
    signed = _signed(message)
    pieces: list[str] = []
    for piece in _JOINS.split(rest):
        because = _REASON.search(piece)
        cut = because is not None and _is_yes(summary, piece[: because.start()])
        pieces += [piece[: because.start()], _OWN_TIME.sub(" ", piece[because.end() :])] if cut and because else [piece]
    said = [piece for piece in pieces if _is_yes(summary, piece)]
    return bool(said or signed) and all(_stands_beside(summary, piece) for piece in pieces if piece not in said)


def _is_yes(summary: Summary, piece: str) -> bool:
    tokens = words(piece)
    said = {_squeezed(token) for token in tokens} & _YES
    if said == {"quero"} and _CODE & set(tokens):  # `quero a chave` wishes for it before there is an order
        return False
    return bool(said) and all(_repeats(summary, token) for token in tokens)


def _stands_beside(summary: Summary, piece: str) -> bool:
    """It only repeats the summary, or tells what neither changes nor delays it."""
    tokens = words(piece)
    if all(_repeats(summary, token) for token in tokens):
        return True
    holds = any(
        token in _HOLDS or token in _CHANGES or token in _ASKS or number(token) is not None
        for token in tokens
        if not _repeats(summary, token)
    )
    return not holds and _TELLS.search(piece.strip()) is not None


def _repeats(summary: Summary, token: str) -> bool:
    """The word agrees, is polite, or says again what the summary says."""
    if token in _OF_METHOD[summary.payment_method]:
        return True
    if len(summary.lines) == 1:
        line = summary.lines[0]
        if (count := number(token)) is not None:
            return count == line.quantity
        if stem(token) in {stem(word) for word in words(line.name)} and not token.isdigit():
            return True
    elif number(token) is not None:
        return False
    short = _squeezed(token)
    return short in _YES or short in _POLITE or _sends(summary, token)


def _sends(summary: Summary, token: str) -> bool:
    """`pode enviar`, or the way it is to come by its name; of what is fetched `entrega` would change something."""
    own = words(summary.shipping_option or "")
    return token in own or (token in _SENDING and not any(_FETCHED.match(word) for word in own))


def _new_data(summary: Summary, message: str) -> bool:
    """Another postal code changes what the shipping costs, once it has been quoted; another name or address is not
    what was shown."""
    shown = summary.text.lower()
    ceps = [re.sub(r"\D", "", one) for one in re.findall(r"\b\d{5}-?\d{3}\b", message)]
    if summary.shipping_cents is not None and any(one not in shown.replace("-", "") for one in ceps):
        return True
    address = find_address(message) if summary.address else None
    name = find_name(message) if summary.name else None
    told = [fact.value.lower() for fact in (address, name) if fact is not None]
    return any(re.search(rf"\b{re.escape(one)}\b", shown) is None for one in told)
