"""How somebody pays, by the words it is told in and not by the sentence's form: `a vizinha recebe e paga em espécie`,
`levo o dinheirinho trocado`, `transfiro agora`. A piece of a message tells it where each of its words is of a closed
class (money, paying, handing over, people, small words); a reason behind it does not matter. Pure.
"""

import re
from collections.abc import Sequence
from typing import Literal

from app.features.chat.assistant.language.goods import NAMES, current
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import fold, number, words
from app.features.conversations.state import ConversationState
from app.ops.expressions import expression

Means = Literal["pix", "cash", "card", "then"]
"""Pix, cash, a card, or whatever it is when the goods are handed over."""


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


_PIX = _set("pix pixzao pixinho pixi px pics pixe piquis piques pixzinho")
_TRANSFERS = _set("transferencia transferir transfiro transfere transferimos transfer transferring")
_KEYS = _set("chave qrcode qr copia cola key")
_CASH = _set(
    "dinheiro dinheirinho dinheirim dinhero especie cash grana bufunfa dindin cedula cedulas trocado "
    "trocadinho notas bills"
)
_CARD = _set("alelo sodexo pluxee cartao cartaozinho debito credito maquininha maquineta maquina card debit credit")
_PAYS = _set(
    "pago paga pagar pagamos pagando pagamento pagarei pague acerto acertar acerta acertamos quito passo passar "
    "passa "
    "passamos dou da dar deixo deixar deixa levo levar leva faco fazer faz mando mandar manda pay paying pays "
    "payment "
    "settle give giving hand tap swipe use using"
)
_CERTAIN = _set(
    "dou pago paga pagar pagamos pagando pagamento pagarei pague acerto acertar acerta acertamos pay paying "
    "pays payment "
    "settle transfiro transfere transferir"
)
_THEN = _set(
    "entrega pessoalmente entregador entregar entregarem motoboy motoqueiro moco moca rapaz menino cara chegar "
    "chegando chegarem "
    "receber recebendo recebo recebe recebimento trouxer trouxerem trazer traz vier vierem porta portao "
    "portaria mao maos "
    "porteiro porteira zelador zeladora retirada retirar retiro buscar busco busca pegar pego loja balcao caixa "
    "ato local passar "
    "door driver courier counter delivery pickup pick arrival arrives comes collect shop store collection deliver "
    "delivered tiver produto"
)
_WAYS = _set(
    "entrega entregar retirada retirar retiro buscar busco busca pegar pego motoboy loja balcao pickup pick collect "
    "delivery deliver delivered shop store"
)
_FETCHED = _set(
    "retirada retirar retiro buscar busco busca pegar pego loja balcao pickup pick collect shop store counter"
)
_GETS = _set(
    "retiro retirar busco busca buscar pego pega pegar passo passa vou vai entrega entregar manda mandar envia pick "
    "fetch collect come deliver send"
)
_WHEN = _set("quando hora assim que depois when once after")
_SMALL = _set(
    "a o as os um uma de do da dos das em no na nos nas ao aos pra pro pras pros para por pelo pela com e ou eu "
    "ele ela "
    "eles elas nos gente voces voce vc vcs te me mim lhe meu minha meus minhas seu sua que quem quando assim "
    "logo depois "
    "so somente apenas mesmo memo ai la aqui ca ja agora hoje entao dai bem ta tah estar estara esta vou vai vamos "
    "vao ir for ser sera e eh prefiro quero queria gostaria posso pode poder podem precisa vez hora horinha "
    "tudo isso esse "
    "essa ah oh viu ne uai sim ok certo favor por casa minha melhor mais facil rapido direto vivo viva tem tenho app "
    "aplicativo "
    "banco celular dela dele daqui daqui tipo forma pagamento opcao via escolho pela "
    "i i'll i'd id ill we we'll he she they it them him her the my your our to at on in by with when once as "
    "soon and just "
    "then there here will would can could rather prefer want like please ok yes sure works fine be is it's have "
    "gets get "
    "got going gonna do send me up"
)
_PEOPLE = _set(
    "marido esposo esposa mulher patroa patrao mae pai mainha painho filho filha neto neta vo avo tia tio irma "
    "irmao primo "
    "prima sobrinho sobrinha sogra sogro genro nora cunhado cunhada namorado namorada noivo noiva vizinho "
    "vizinha amigo "
    "amiga compadre comadre chefe colega secretaria secretario empregada funcionario funcionaria diarista velho "
    "velha "
    "menina guri guria piazinho mom mum dad husband wife son daughter friend neighbor neighbour brother sister boss "
    "empresa firma escritorio igreja escola empresa firma escritorio igreja escola roommate partner doorman "
    "uber alguem someone somebody"
)
_REFUSES = _set("nao n num nem sem no not don't dont won't wont can't cant cannot without nunca jamais never")
_JOINTS = _set("e mas entao dai and but so then")
# Neither told nor decided: what is split, supposed, asked, lacking or over.
_OPEN = _set(
    "ou or se caso if qual quais quanto quantas quantos como onde metade parte resto desconto juros parcela "
    "parcelas parcelar "
    "vezes vez entrada sinal esqueci perdi bloqueado bloqueada caiu travado paguei pagou depende talvez acho "
    "sei mas but "
    "porem how what which half rest maybe discount forgot lost fiado boleto cheque vale voucher picpay paypal "
    "cupom coupon mes semana ano amanha tomorrow disse falou diz falaram contou ia iria said told says was were"
)
_PIECE = expression(r"(?P<said>(?:[^.,:!?;\n]|(?<=\d)[.,:](?=\d))+)(?P<end>[.,:!?;\n]*)")
# `50 no pix e o resto em dinheiro`, which is neither
_SHARED = expression(
    r"\b(?:pix|dinheiro|cartao|cash|card)\b.*\b(?:resto|restante|metade|rest|half)\b|\b(?:metade|half)\b.*\b(?:pix|cash)\b"
)
_REASON = expression(r"\s+(?:que|porque|pq|pois|because|cause|since|as)\s+(?=\w+\s+\w)")
# Where a speaker goes on to how it is paid, without a pause
_GOES_ON = expression(
    r"\s+(?=(?:(?:e|ai|dai|mas|and|i'll)\s+)*(?:(?:eu|el[ea]|a\s+gente|nos|ja|j[aá]|i|he|she|we)\s+)*(?:(?:ja|"
    r"j[aá]|vou|vai|will|i'll)\s+)*"
    r"(?:pag[oa]r?|pagamos|acert[oa]r?|transfir?[oe]\w*|fa[cçz]\w*\s+(?:(?:o|um)\s+)?pix|mand[oa]\s+o\s+pix|"
    r"pay(?:ing|s)?)\b)",
)
# `prefiro assim`, behind a question whether it may be so
_PREFERS = expression(
    r"\W*(?:(?:e|ai|entao|que|eu|pois|pra\s+mim|i|i'd)\s+)*(?:prefiro|melhor|acho\s+melhor|fica\s+melhor|(?:e|"
    r"eh)\s+(?:melhor|mais\s+facil)|rather|prefer)"
    r"(?:\s+(?:assim|desse\s+jeito|isso|esse|pra\s+mim|mais|facil|do|that|it|this|way))*\W*"
)
_GOES_ON_BY = str.maketrans("?:", ",.")
_PLAIN = {
    ("pix", "pt"): "pago no pix", ("pix", "en"): "i pay by pix",
    ("cash", "pt"): "pago em dinheiro", ("cash", "en"): "i pay cash",
    ("card", "pt"): "pago no cartão na entrega", ("card", "en"): "i pay by card on delivery",
    ("then", "pt"): "pago na entrega", ("then", "en"): "i pay on delivery",
}  # fmt: skip


def how_paid(message: str, state: ConversationState) -> str:
    """The message with each piece that tells how it is paid as the one way of saying it that is read; as it was where
    how is not open, or two ways are named."""
    if state.orders:
        return message
    pieces = list(_PIECE.finditer(message))
    settled = state.cart.payment_method is not None or state.summary is not None
    if settled and not _pays_otherwise(pieces, state):
        return message
    if not (state.cart.lines or len(pieces) > 1 or len(message) > 40):
        return message
    told = [_told(found["said"], found["end"], state) for found in pieces]
    for at, found in enumerate(pieces[:-1]):
        if "?" in found["end"] and told[at] is None and _PREFERS.fullmatch(fold(pieces[at + 1]["said"])):
            told[at], told[at + 1] = _told(found["said"], "", state), ("", "")
    means = {one[1] for one in told if one is not None and one[1]}
    if not means or (means > {"pix"}):
        return message
    text: list[str] = []
    for found, one in zip(pieces, told, strict=True):
        if one is None and _refuses_other(found["said"], means):
            one = ("" if "pix" in means else " sem pix", "")
        text.append(found[0] if one is None else f"{one[0]}{found['end'].translate(_GOES_ON_BY)}")
    return "".join(text).strip(" ,")


def _pays_otherwise(pieces: Sequence[re.Match[str]], state: ConversationState) -> bool:
    """`na verdade faço um pix, não vou ter dinheiro`: the other way than was settled."""
    told = [_told(found["said"], found["end"], state) for found in pieces]
    means = {one[1] for one in told if one is not None and one[1]}
    method = state.cart.payment_method or (state.summary.payment_method if state.summary is not None else None)
    return len(means) == 1 and method is not None and (means == {"pix"}) != (method == "pix")


def _waits(state: ConversationState) -> bool:
    return state.dialogue.pending is not None and state.dialogue.pending.kind == "method"


def _told(said: str, end: str, state: ConversationState) -> tuple[str, str] | None:
    """The piece as it is read, and by which means; None where it does not tell that."""
    if "?" in end or _SHARED.search(fold(said)):
        return None
    because = _REASON.search(said)
    apart = _told_behind(said)
    if apart is not None and _gets(apart[0]):
        return apart  # `retiro na loja e pago no pix`
    for text in (said, said[: because.start()] if because else ""):
        if text and (means := means_of(text, waits=_waits(state))) is not None:
            return f" {_plainly(text, means)}", means
    return apart


def _gets(told: str) -> bool:
    """It tells how the goods are got, and not when they are paid."""
    head = words(told.rsplit(",", 1)[0])
    return bool(_GETS & set(head)) and not _WHEN & set(head)


def _told_behind(said: str) -> tuple[str, str] | None:
    """What goes before in the same breath, and behind it how it is paid."""
    for cut in _GOES_ON.finditer(said):
        head, tail = said[: cut.start()], said[cut.end() :]
        if _denies(head):
            continue
        if not _OPEN & set(words(fold(head))) and (means := means_of(tail, waits=False)) is not None:
            return f"{head}, {_plainly(tail, means)}", means
    return None


def _denies(head: str) -> bool:
    """`não vou`, `I don't want to`, of what is said behind it."""
    said = words(spelt_out(fold(head)))
    joint = max((at for at, word in enumerate(said) if word in _JOINTS), default=-1)
    return any(word in _REFUSES and word != "no" for word in said[joint + 1 :])


def means_of(piece: str, *, waits: bool) -> Means | None:
    """By which means a piece without a pause says that it is paid. waits: how was asked, so that the means
    alone tells."""
    said = words(spelt_out(fold(piece)).replace(",", " e "))
    if not said or len(said) > 16 or any(word in _OPEN for word in said):
        return None
    if _joins_way(said) or any(current().place(word) >= NAMES for word in said if word in _KEYS):
        return None
    keyed = waits and bool(_KEYS & set(said)) and bool((_PAYS | _CERTAIN) & set(said))
    pix = keyed or any(word in _PIX or (word in _TRANSFERS and (waits or word in _CERTAIN)) for word in said)
    money = [word for word in said if word in _CASH or word in _CARD]
    if (pix and (money or _WAYS & set(said))) or any(word in _REFUSES and word != "no" for word in said):
        return None
    others = [
        word for word in said
        if word not in _PIX | _TRANSFERS | _KEYS | _CASH | _CARD | _PAYS | _THEN | _SMALL | _PEOPLE | _REFUSES
    ]  # fmt: skip
    pays = any(word in (_CERTAIN | _PAYS if pix else _CERTAIN) for word in said)
    if any(number(word) is not None or current().place(word) > 0 for word in others):
        return None
    if len(others) > (2 if waits and (pix or money) and pays else 0):
        return None
    if not (waits or pays):
        return None
    if pix:
        return "pix"
    if money:
        return "card" if any(word in _CARD for word in said) else "cash"
    handed = any(word in _THEN for word in said) or ("hora" in said and "na" in said)
    with_them = pays and said[-1] in ("ai", "la", "there", "here") and not {"agora", "now"} & set(said)
    return "then" if with_them or (handed and (pays or _only_then(said))) else None


def _joins_way(said: list[str]) -> bool:
    """`retirada e pix`, `pix e manda por motoboy`: how the goods are got stands beside it."""
    ways = _THEN | _GETS
    for at, word in enumerate(said):
        if word in ("e", "and", "mais") and 0 < at < len(said) - 1:
            behind = said[at + 1 : at + 4]
            if ways & set(behind) or (ways & set(said[:at]) and not _CERTAIN & set(behind)):
                return True
    return False


def _only_then(said: list[str]) -> bool:
    """`só quando chegar`: it names the moment, and nobody who comes or goes without paying."""
    return said[0] in ("quando", "so", "na", "no", "when", "on", "at") and not _PEOPLE & set(said)


def _plainly(text: str, means: Means) -> str:
    said = set(words(fold(text)))
    english = bool(said & _set("i i'll pay paying cash card the my by at on when he she"))
    plain = _PLAIN[means, "en" if english else "pt"]
    if said & _FETCHED and means != "pix":
        at = " at the shop" if english else " na retirada"
        return plain.replace(" na entrega", "").replace(" on delivery", "") + at
    return plain


def _refuses_other(said: str, means: set[str]) -> bool:
    """`pix eu não quero`, beside the means that is wanted."""
    told = words(spelt_out(fold(said)))
    if not _REFUSES & set(told):
        return False
    other = [word for word in told if word in (_CASH | _CARD if "pix" in means else _PIX | _TRANSFERS)]
    rest = [word for word in told if word not in _PIX | _TRANSFERS | _KEYS | _CASH | _CARD | _PAYS | _SMALL | _REFUSES]
    return bool(other) and len(rest) <= 1 and not any(current().place(word) for word in rest)
