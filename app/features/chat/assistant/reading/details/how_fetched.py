"""Who comes for the goods, by the words it is told in and not by the sentence's form: `minha vizinha tá indo aí perto e
pega pra mim`, `frete tá caro, prefiro ir aí`. A piece of a message tells it where somebody comes to the shop or takes
the goods there, and no goods are named beside it. Pure.
"""

import re
from collections.abc import Sequence

from app.features.chat.assistant.language.goods import BEGINS, current
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.vocabulary import KIN, THANKS
from app.features.chat.assistant.language.words import fold, number, words
from app.features.chat.assistant.reading.details.coming_by import with_coming
from app.features.chat.assistant.reading.details.when_wanted import time_wished
from app.features.conversations.state import ConversationState
from app.features.shipping.types import ShippingRule
from app.ops.expressions import expression


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


_TAKES = _set(
    "busco busca buscar buscamos buscando pego pega pegar pegamos pegando retiro retira retirar retiramos retirando "
    "retirada fetch grab collect fetches grabs collects"
)
_COMES = _set(
    "vou vai vao vamos ir indo irei encosto encostar chego chegar "
    "passo passa passar passamos venho vem desco colo apareco pulo pulinho "
    "passada mando mandar "
    "manda come comes coming swing stop drop pop go going get gets pick"
)
_SENDS = _set(
    "entrega entregar entregue entreguem entregam traz trazer traga tragam receber manda mandar mandem mande envia "
    "enviar envie leva levar deliver delivery delivered delivering send ship bring"
)
_SURELY_SENT = _set("entregar entregue entreguem traz trazer traga tragam deliver delivery delivered")
_HOME = _set("casa domicilio endereco aqui home place house")
_THERE = _set("ai prai loja balcao la there shop store over by")
_SMALL = _set(
    "a o as os um uma de do da dos das em no na nos nas ao aos pra pro para por e eu ele ela eles gente nos mim "
    "me meu minha "
    "meus minhas que quem mesmo mesma memo aqui perto pertinho lado ja logo so somente entao dai bem ta to tou "
    "tah estou esta "
    "prefiro quero querer queria posso pode deixa deixar melhor acho vez ate isso tudo pedido encomenda compra "
    "pessoalmente "
    "hoje amanha cedo agora tarde noite manha depois antes hora sabado domingo segunda terca quarta quinta "
    "sexta feira "
    "meio dia fim final comeco semana servico trabalho almoco missa aula escola faculdade academia saida volta "
    "caminho saindo "
    "saio chegando volto correndo rapido rapidao rapidinho daqui pouco pouquinho minutos min minutinhos carro "
    "moto bike "
    "bicicleta uber taxi motoboy onibus pe alguem rapaz moco moca pessoa favor viu ne tb tambem seria sera ser "
    "dou dar eh ir "
    "comigo funcionario funcionaria amigo amiga vizinho vizinha colega secretaria empregada porteiro "
    "i i'll i'd i'm we we'll he he'll she she'll they my mine of the it them up and to at in after before on "
    "around this that "
    "will would can could rather prefer just gonna friend neighbor neighbour coworker roommate assistant driver "
    "someone "
    "somebody mom mum dad wife husband son daughter brother sister work tomorrow today later tonight lunch for "
    "me myself from staying stay close nearby live living area "
    "mom's dad's please then so"
)
_HELD = _set(
    "nao n num nem se caso if ou or quanto quando onde como qual ver olhar escolher decidir conhecer trocar devolver "
    "provar experimentar saber tem aceita horas but mas not don't maybe talvez disse falou diz "
    "pago paga pagar pagamos pagando pagamento acerto acertar pix dinheiro especie cartao debito credito pay paying "
    "cash card "
    "falaram ia iria queriam said told says was were"
)
_PIECE = expression(r"(?P<said>(?:[^.,!?;\n]|(?<=\d)[.,](?=\d))+)(?P<end>[.,!?;\n]*)")
_BROUGHT = expression(
    r"\b(?:mand[ae]|entreg\w+|envi\w+|traz|lev[ae]|deix[ae]|send|bring)\s+(?:\w+\s+)?(?:pr[oa]|n[oa]|em|para|la|to)\b"
)
_WITH_ME = expression(
    r"\s+(?:que|q|who)\s+(?:mora|trabalha|estuda|ta|vive|ajuda|works|lives)\s+(?:comigo|aqui|com\s+a\s+gente|"
    r"perto|ai|with\s+me|me|here|nearby)\b"
)
_SOMEBODY = expression(
    rf"\b(?:meu|minha|my)\s+(?:{KIN}|[a-z]{{3,}})\b|\b(?:[oa]|uma?)\s+(?:vizinh[oa]|amig[oa]|moc[oa]|rapaz|"
    rf"funcionari[oa]|secretari[oa]|porteiro|colega|motoboy|pessoa)\b"
)
# Where a speaker goes on to who comes, and to that one's name
_GOES_ON = expression(
    rf"(?<!\bse)(?<!\bque)(?<!\bquando)(?<!\bif)\s+(?=(?:(?:e|ai|a[ií]|dai|da[ií])\s+)?(?:quem\s+(?:busca|pega|retira|passa)\s|(?:meu|"
    rf"minha)\s+{KIN}\s+(?:que\s+)?"
    r"(?:vai\s+(?:ai\s+|a[ií]\s+)?(?:buscar|pegar|retirar|passar)|vem|busca|pega|retira|passa)\b)|"
    r"(?:e\s+)?o\s+nome\s+d(?:el[ea]|e\s+quem)\s)",
    re.IGNORECASE,
)
_THEIR_NAME = expression(r"^\s*(?:e\s+)?(?:o\s+)?nome\s+d(?:el[ea]|e\s+quem\s+\w+)\s+(?:[eé]|eh)\s+", re.IGNORECASE)
_SOMEONE = _set("alguem someone somebody friend neighbor neighbour coworker roommate assistant uber taxi")
_IS_KIN = expression(KIN)
# Behind `posso buscar?` it tells why, and that it is wanted so.
_NEAR = expression(
    r"\W*(?:(?:eu|e|ai|que|pois|porque|to|tou|estou|i|i'm|it's|that's)\s+)*(?:moro|fico|trabalho|passo|perto|"
    r"pertinho|(?:e\s+)?(?:no\s+)?(?:meu\s+)?caminho|"
    r"(?:do|ao)\s+lado|prefiro|melhor|live|work|close|nearby|on\s+my\s+way)\b[^?\d]{0,40}"
)
_MAY = expression(
    r"\W*(?:(?:e|ai|entao|so)\s+)*(?:eu\s+)?(?:posso|pode|da\s+(?:pra|para)|tem\s+como|can\s+i|could\s+i|"
    r"may\s+i)\s+(?:eu\s+)?"
)
# `me passa pra alguém da loja`
_TO_PERSON = expression(
    r"\bme\s+(?:pass\w+|transfer\w+|coloc\w+|encaminh\w+)\b|\b(?:atendente|humano|robo|pessoa\s+da\s+loja|human)\b"
)
_OWN = _set(
    "eu nos gente i i'll i'd we we'll vou passo busco pego retiro venho desco dou retirar buscar pegar retirada ir"
)
_NEEDS = _set("preciso precisava quero queria sim com entrega la em have need like por no")
_ENGLISH = _set("i i'll my the it will up by them come please deliver delivery delivered home send")
_CARRIERS = _set("motoboy uber taxi moto bike")
_LONGEST = 18


_PAID = _set("pix dinheiro cartao pago pagar pagamento cash card pay paying")


def leaves(message: str, state: ConversationState) -> bool:
    """`sábado eu apareço aí então, valeu`, with nothing wanted before it or in it."""
    dialogue, said = state.dialogue, words(message)
    begun = state.cart.lines or dialogue.listed or dialogue.focus or dialogue.pending
    named = any(current().place(word) == BEGINS for word in said)
    comes = not _COMES.isdisjoint(said) and not _THERE.isdisjoint(said)
    orders = begun or named or not _TAKES.isdisjoint(said) or not _PAID.isdisjoint(said)
    return comes and not orders and not THANKS.isdisjoint(said)


def how_fetched(message: str, state: ConversationState, shipping: Sequence[ShippingRule]) -> str:
    """The message with each piece that tells who comes for the goods as the one way of saying it that is read; as it
    was where the shop has no pickup, or something else is told."""
    cart = state.cart
    if not any(rule.kind == "pickup" for rule in shipping) or cart.shipping_option is not None:
        return message
    apart = "?" not in message and not _BROUGHT.search(fold(message))
    pieces = list(_PIECE.finditer(_GOES_ON.sub(", ", message) if apart else message))
    if state.summary is not None or state.orders or not (cart.lines or len(pieces) > 1):
        return message
    text = ""
    for at, found in enumerate(pieces):
        said, end = found["said"], found["end"]
        may = _MAY.match(fold(said)) if "?" in end else None
        near = at + 1 < len(pieces) and _NEAR.fullmatch(fold(pieces[at + 1]["said"])) is not None
        if may and near and _is_fetched(["eu", *words(fold(said)[may.end() :])]):
            said, end = "eu vou retirar", ", "
        elif at and text.endswith("vou retirar, ") and _NEAR.fullmatch(fold(said)):
            continue
        if not cart.lines and text.rstrip(" ,").endswith("vou retirar"):
            said = _THEIR_NAME.sub(" em nome de ", said)
        text += _plainly(said, end, bought=bool(cart.lines))
    return text.strip()


def _plainly(said: str, end: str, *, bought: bool) -> str:
    """The piece, or that it is fetched: by whom, where there is something that the shop can note that of."""
    text = with_coming(_WITH_ME.sub(" ", spelt_out(fold(said))))
    if _TO_PERSON.search(text):
        return f"{said}{end}"
    told = words(text)
    if "?" not in end and _is_sent(text):
        return f" {'send it to my home' if _ENGLISH & set(told) else 'quero entrega'}{end}"
    if "?" in end or time_wished(said) or _BROUGHT.search(text) or not _is_fetched(told):
        return f"{said}{end}"
    english = bool(_ENGLISH & set(told))
    who = _SOMEBODY.search(text)
    if not bought or (who is None and (_OWN & set(told) or not _SOMEONE & set(told))):
        return f"{' i will pick it up' if english else ' vou retirar'}{end}"
    somebody = who[0] if who else "my friend" if english else "uma pessoa"
    return f" {somebody} {'will pick it up' if english else 'vai buscar'}{end}"


def _is_sent(text: str) -> bool:
    """The goods are to be brought, it is not told where to: `quero receber aqui`, `leva lá em casa`."""
    told = words(text)
    said = set(told)
    if not said or len(told) > _LONGEST or (_HELD | _TAKES | _CARRIERS) & said or any(one.isdigit() for one in told):
        return False
    closed = all(one in _SENDS or one in _HOME or one in _SMALL or one in _NEEDS for one in told)
    home = bool(_HOME & said) and bool(_SENDS & said or {"casa", "home"} & said)
    return closed and (bool(_SURELY_SENT & said) or home)


def _is_fetched(told: list[str]) -> bool:
    """Somebody takes the goods, or comes to where they are."""
    said = set(told)
    if (
        not told
        or len(told) > _LONGEST
        or _HELD & said
        or any(number(one) is not None and one.isdigit() for one in told)
    ):
        return False
    others = [one for one in told if one not in _TAKES | _COMES | _THERE | _SMALL and not _IS_KIN.fullmatch(one)]
    if any(current().place(one) > 0 for one in others) or len(others) > 1:
        return False
    if _TAKES & said:
        return len(told) > 1
    gets = "get" in said or "pick" in said or "gets" in said
    return (
        not others
        and bool(_COMES & said)
        and (bool({"ai", "prai"} & said) or bool(_THERE & said and (gets or {"come", "loja"} & said)))
    )
