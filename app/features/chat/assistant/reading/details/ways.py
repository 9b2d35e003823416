"""How a clause wants the goods to come: fetched, brought, by name or number, the cheapest, the fastest. Pure."""

import re
from collections.abc import Sequence

import msgspec

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.language import ranks, signs
from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.words import is_colour, stem, words
from app.features.chat.assistant.products.mentions import read_mention
from app.features.chat.assistant.products.name_words import name_words
from app.features.chat.assistant.reading import verbs
from app.features.chat.assistant.reading.clauses import Clause
from app.features.chat.assistant.reading.details.change import needs_change
from app.features.chat.assistant.reading.details.notes import is_delivered, is_fetched, is_received
from app.features.chat.assistant.reading.draft import Reading
from app.features.chat.delivery import CHEAPEST, CHEAPEST_SENT, FASTEST, PICKUP, SENT, carrier_in, is_carrier, named_in
from app.features.conversations.state import Listed
from app.ops.expressions import expression

_THERE = (
    r"(?:ai|aqui|la|na\s+loja|no\s+local|no\s+balcao|pessoalmente|hoje|amanha|depois(?!\s+d[aeo]s?\s)|mais\s+tarde|de\s+(?:manha|tarde)|"
    r"sabado|domingo|(?:segunda|terca|quarta|quinta|sexta)(?:-feira)?)"
)
# `busco em meia hora`, `passo aí daqui uns 20 min`
IN_A_WHILE = (
    r"(?:em|daqui(?:\s+a)?|dentro\s+de|in)\s+(?:(?:uns|umas|about|mais\s+ou\s+menos|cerca\s+de)\s+)?(?:(?:meia|half\s+an?)\s+(?:hora|horinha|hour)|"
    r"(?:\d{1,3}|uma?|duas|dois|tres|quinze|vinte|trinta|quarenta|cinquenta|an?|two|three)\s*(?:min\w*|h\b|hs\b|hrs?\b|horas?|horinhas?|hours?)(?:\s+e\s+(?:meia|\d+))?|pouco|instantes)"
)
# When or with whom somebody comes: `passo pra buscar no fim da tarde`.
_THEN = (
    rf"(?:{_THERE}|n[oa]\s+(?:(?:fim|final|inicio|comeco|parte)\s+d[aeo]\s+)?(?:manha|tarde|noite|dia|almoco|sabado|domingo|(?:segunda|terca|quarta|quinta|sexta)(?:-feira)?|semana)|"
    rf"{IN_A_WHILE}|"
    r"(?:as|la\s+pelas|umas|ate\s+as)\s+\w+(?:h(?:oras?|s)?)?|(?:depois|antes)\s+d[aeo]s?\s+\w+(?:h(?:oras?|s)?)?(?:\s+d[aeo]s?\s+\w+)?|daqui\s+a\s+pouco|com\s+(?:[oa]s?\s+)?(?:meu|minha)\s+\w+|"
    r"de\s+(?:carro|moto|bike|bicicleta|uber|onibus))"
)
_FETCHES = expression(
    r"\b(?:(?:e\s+)?(?:eu(?:\s+mesm[oa])?|a\s+gente|meu\s+\w+|minha\s+\w+)\s+)?(?:(?:vou|vai|prefiro|quero|posso|pode\s+ser|passo|"
    r"i'?ll|i\s+will|deixa\s+que\s+eu)\s+)?(?:(?:la|pra|para|a[ií])\s+)*"
    rf"(?:(?:que\s+)?(?:el[ea]|(?:meu|minha)\s+\w+|[oa]\s+(?:porteir[oa]|motoboy|zelador[a]?|secretari[oa]|funcionari[oa]|rapaz|menin[oa]|marido|esposa|filh[oa]|vizinh[oa]))\s+(?:busca|pega|retira|passa)(?:\s+(?:{_THERE}|(?:pra|para)\s+(?:mim|nos|(?:a\s+)?gente)))*(?=\s*(?:$|,))|(?:mando|peco\s+(?:pra|para|pro)|vai)\s+(?:um|uma|meu|minha|o|a)\s+\w+\s+(?:ir\s+)?(?:ai\s+)?(?:buscar|pegar|retirar)"
    r"|(?:na\s+hora\s+(?:de|que\s+(?:eu\s+)?(?:for|vier))|quando\s+(?:(?:eu|for|vier|passar|ai)\s+)*)\s*(?:buscar|pegar|retirar)"
    rf"|retir(?:o|ar|amos|ada|ando)(?:\s+{_THEN})*"
    r"|(?:passo|vou)\s+(?:(?:ai|la|na\s+loja)\s+)*e\s+(?:ja\s+)?(?:busco|pego|retiro)(?=\s*(?:$|,))"
    rf"|(?:busco|busca|pego|passo|buscar|pegar|passar|buscando|pegando)(?:\s+{_THEN})+|(?:vou\s+)?mand(?:o|ar)\s+(?:alguem\s+)?(?:buscar|pegar|retirar)"
    rf"|(?:passo|passar|vou)\s+(?:ai\s+|la\s+)?(?:pra\s+|para\s+|a\s+)?(?:buscar|pegar|retirar)(?:\s+{_THEN})*(?=\s*(?:$|,))"
    r"|^(?:(?:eu|ai|entao)\s+)*busco(?:\s+(?:eu|mesm[oa]|ai|de\s+(?:carro|moto|bike|bicicleta|uber|onibus)))*\s*,?\s*$"
    r"|(?:vou|eu|eu\s+mesm[oa]|prefiro|mando|passo)\s+(?:ir\s+)?(?:buscar|busco|pegar\s+ai|pego\s+ai)|pick(?:ing)?[\s-]+(?:it\s+|them\s+|(?:every|all|the)\w*\s+(?:\w+\s+)?)?up|pickup|(?:rather|prefer\s+to|will|i'?ll)\s+collect|"
    r"collect(?:ing)?(?:\s+(?:it|them|everything))?(?=\s*(?:$|,|at|from|in|it|them|everything|with|and))(?:\s+(?:at|from|in)\s+(?:the\s+|your\s+)?(?:shop|store))?|"
    r"send\s+(?:someone|somebody|my\s+\w+|a\s+\w+)\s+to\s+(?:get|fetch|pick|collect)\b(?:\s+(?:it|them))?(?:\s+up)?|(?:someone|somebody|my\s+\w+)\s+(?:will|can|is\s+going\s+to)\s+(?:come\s+(?:and\s+|to\s+)?)?(?:get|fetch)\s+(?:it|them)|"
    r"(?:i'?ll\s+|we'?ll\s+|i'?d\s+|i\s+(?:can\s+|will\s+|would\s+|could\s+)?|gonna\s+|going\s+to\s+)(?:(?:just|rather|probably)\s+)*(?:come|swing|stop|drop|pop|go)\s+(?:by|over|in|(?:and\s+|to\s+)?(?:get|pick|grab|fetch|collect))\b"
    r"(?:\s+(?:it|them|everything))?(?:\s+up)?)\b(?:\s+(?:(?:at|to|by|from|in)\s+)?(?:the\s+|your\s+)(?:shop|store))?"
)
# Somebody comes for the goods, in whatever order it is said: `vou dar uma passada aí amanhã`, `pega na loja`.
_COMES = frozenset("vou vamos ir passo passar passamos venho".split())  # noqa: SIM905
_TAKES = frozenset(
    "busco buscar buscamos pego pegar pegamos retiro retirar retiramos passada pulo pulinho collect fetch grab".split()  # noqa: SIM905
)
_TAKEN = frozenset("pega busca retira".split())  # noqa: SIM905 - also what is asked of the shop: `pega aí 2 bonés`
_AT_SHOP = frozenset("loja local balcao pessoalmente store shop".split())  # noqa: SIM905
_NEAR_IT = frozenset("ai la aqui".split())  # noqa: SIM905
_ONESELF = frozenset("eu mesmo mesma myself".split())  # noqa: SIM905
_BY_CARD = frozenset("cartao debito credito maquininha pago pagar passo vai ser card pay paying".split())  # noqa: SIM905
_LONGEST = 9
_NOT_SENT = expression(
    r"\b(?:(?:nao|n)\s+(?:precis\w+|quero|pago|pagar|gasto|gastar)\s+(?:de\s+|nem\s+|que\s+|com\s+|o\s+|a\s+|pagar\s+)*|sem\s+(?:precisar\s+|pagar\s+)?)(?:entreg\w+|frete|mand(?:ar|em|a)|envi(?:ar|o)|traz(?:er)?)\b"
    r"|\b(?:no|don'?t)\s+(?:need\s+(?:for\s+)?)?(?:(?:the|any|a)\s+)?(?:delivery|shipping)\b"
)
# Of what is in the cart: `vou aí segunda, já pego ele`
_FETCHES_IT = expression(
    r"^(?:(?:ai|la|eu|entao|e)\s+)*ja\s+(?:pego|busco|retiro)(?:\s+(?:ai|la|el[ea]s?|isso|tudo|[oa]\s+pedido))*$"
)
# Only in answer to how the goods are to come.
_FETCHES_ASKED = expression(
    r"^(?:eu\s+)?(?:vou\s+|passo\s+)?(?:ai\s+)?na\s+loja\b|\b(?:busc(?:o|ar|amos)|peg(?:o|ar|amos)|retir\w+|(?:vou|passo|passar)\s+(?:ai|la)|collect\w*|pick\w*)\b"
)
_SENDS = expression(
    r"(?<!na )(?<!on )\b(?:entreg(?:a|ar|ue|uem|am)|envi(?:a|o|ar|e|em)|mand(?:a|ar|e|em)|"
    r"(?<!la )(?:em|pra|para|minha)\s+(?:casa|domicilio)(?!\s+(?:e|eh|tem)\b)|"
    r"traz(?:er|em)?|trag(?:a|am)|(?:lev[ae]|deix[ae])\s+(?:ate\s+(?:mim|aqui)|(?:aqui|la)\s+em\s+casa|na\s+portaria)|"
    r"delivery|deliver(?:ed)?|ship(?:ped|ping)?|(?:at|to)\s+(?:my\s+)?home|send)\b"
)
_SENT_INSTEAD = expression(
    r"(?<!na )(?<!on )\b(?:entreg(?:a|ar|ue|uem)|envi(?:ar|e|em)|delivery|deliver(?:ed)?|"
    r"(?<!la )em\s+casa(?!\s+(?:e|eh|tem)\b))\b"
)
_SENT_AFTER_ALL = expression(
    r"(?:(?:na\s+verdade|na\s+vdd|melhor|pode|podem|prefiro\s+que|que|me|quero\s+que)\s+)*(?:mand\w+|entreg\w+|envi\w+|traz\w*|deliver|send)(?:\s+(?:aqui|em|pra|para|mim|casa|ca|it|to|me|por\s+favor))*"
)
# `troca pra entrega`: no goods are exchanged.
_CHANGES_IT = expression(r"(?:(?:troc|mud|pass|alter|chang|switch)\w*|pra|para|por|pela?|to|it|isso|[oa]|,|\s)*")
# Said of a cart whose way is open, whatever else is asked: `pra entregar`, `é entrega`, `manda pelo correio`.
_BROUGHT = expression(
    r"^(?:(?:pode|quero|queria|prefiro|vai\s+ser|e|eh|seria|que|por|pra|para|com|me|a|voces|vc|manda[r]?)\s+)*(?:entreg(?:a|ar|ue|uem)|delivery|deliver(?:ed)?)"
    r"(?:\s+(?:aqui|em\s+casa|por\s+favor|mesmo|n[ao]|pra\s+mim))?\s*$"
    r"|\b(?:pel[oa]s?|por|via|by)\s+(?:correios?|mail|post|entrega)\b|^(?:please\s+)?(?:mail|bring|post)\s+(?:it|them)(?:\s+please)?\s*$"
)
_OF_A_KIND = r"(?:comum|normal|padrao|convencional|standard|regular|express(?:[ao])?)"
# `pelos correios mesmo`, `por motoboy`, `by mail`, `entrega comum`
_BY_CARRIER = expression(
    r"\b(?:(?:pel[oa]s?|por|via|com|by|with|no|d[eo])\s+(?:[oa]s?\s+|the\s+)?(?:correios?|sedex|pac|motoboy|transportadora|mail|post)|^(?:(?:pode\s+ser|quero|prefiro|entao|[oa])\s+)*(?:correios?|sedex|motoboy|transportadora)|"
    rf"(?:entrega|envio|frete|delivery|shipping)\s+{_OF_A_KIND}|{_OF_A_KIND}\s+(?:delivery|shipping)|^(?:(?:pode\s+ser|quero|pela|pelo|[oa]|na|the)\s+)*{_OF_A_KIND}$)\b"
    r"(?:\s+(?:mesmo|msm|entao|please|por\s+favor|pfv))*"
)
_TO_ME = expression(
    r"\b(?:mand\w+|entreg\w+|envi\w+|send|deliver|ship|bring|mail|post)\s+(?:\w+\s+){0,2}(?:meu|minha|my)\s+(?:endereco|casa|ape?|apto|apartamento|predio|portaria|trabalho|servico|escritorio|address|home|place|house|flat|apartment|hotel|hostel|office|work|door)\b"
    r"|^to\s+my\s+(?:home|house|place|address|flat|apartment|hotel|hostel|office|work|door)\b|\b(?:bring|ship|mail|send|deliver)\s+(?:it|them|everything)\s+(?:to\s+me|home|here|over)\b"
    r"|\b(?:entreg\w+|receb\w+|traz\w*|mand\w+|deliver\w*)\s+(?:aqui\s+|la\s+)?em\s+casa\b|\b(?:entreg\w+|mand\w+|traz\w*|leva)\s+(?:aqui\s+|la\s+)?(?:n[oa]|pr[oa])\s+(?:trabalho|servico|escritorio|portaria)\b"
    r"|^(?:tele[\s-]?entrega|home\s+delivery|(?:please\s+)?(?:deliver|ship)\s+(?:it|them)(?:\s+please)?|have\s+(?:it|them)\s+(?:delivered|sent)|(?:pode\s+)?manda[r]?\s+entregar)$"
)
_TO_PLACE = expression(
    r"\b(?P<place>(?:entreg\w+|mand\w+|envi\w+|lev[ae]\w*|deliver\w*|ship\w*|send)\s+(?:pra|para|pro|em|n[ao]|to|in|at)\s+[a-z]{3,}(?:\s+[a-z]+){0,3})"
)
_SENDING = expression(r"(?<!na )\b(?:entregas?|envios?|fretes?|delivery|shipping)\b")
_FASTEST = expression(
    r"\bmais\s+(?:rapid\w+|ligeir\w+|cedo)\b|\bmenor\s+prazo\b|\b(?:chega\w*|vem)\s+(?:antes|primeiro)\b|\b(?:fast|quick|soon)est\b|\b(?:fast(?:er)?|quick(?:er)?)\s+(?:one|option|way|shipping|delivery)\b|"
    r"\basap\b"
)
_ANY_WAY = expression(r"\bqualquer\b|\b(?:voce|vc)\s+(?:que\s+)?sabe\b|\bwhatever\b|\bany(?:\s+(?:one|way))?\b")
_DAY = expression(
    r"(?:n[oa]\s+|proxim[oa]\s+)*(?:segunda|terca|quarta|quinta|sexta|sabado|domingo)(?:\s*-?\s*feira)?(?:\s+(?:que\s+vem|de\s+manha|a\s+tarde|cedo|entao))*"
)
_FREE = expression(r"\b(?:gratis|gratuit[oa]|de\s+graca|free|sem\s+(?:frete|custo))\b")
_AMOUNT = expression(
    r"\b(?:r\$\s*)?(\d{1,4})(?:[.,](\d{2}))?\s*(?:reais|real|conto\w*)\b|r\$\s*(\d{1,4})(?:[.,](\d{2}))?|"
    r"\bthe\s+(\d{1,4})[.,](\d{2})\b"
)
# `mais 2`, `2 unidades`: of the goods, not of the ways.
_COUNTS = expression(
    r"\b(?:mais|more|another|unidades?|units?|pecas?|pares?|duzias?)\b|\b(?:\d{1,3}|dois|duas|tres|two|three)\s+(?:d?el[ea]s?|d?ess[ea]s?|(?:of\s+)?(?:it|them|th[eo]se))\b"
    r"|\b(?:\d{1,3}|uma?)\s+(?:so|apenas|somente)\b"
)
_BEST = expression(rf"{_FASTEST.pattern}|{ranks.CHEAPEST.pattern}")
# `dá pra deixar separado pra eu pegar sábado?` is how it is wanted, too.
_SET_ASIDE = expression(
    r"\b(?:deix\w+|separ\w+|guard\w+|reserv\w+|set|put|hold|keep)\s+(?:(?:separad|guardad|reservad|aside|it|them|tudo|isso|pront)\w*\s+)*"
    r"(?:(?:pra|para|p|que|ai|ate|for|so|until|till)\s+)*(?:eu|i|me)\s+(?:(?:ir|passar|vou|ai|to|can|come|and)\s+)*(?:peg|busc|retir|pick|collect)"
)
# `vocês mandam o motoboy aqui em casa`, told of what is in the cart
_YOU_BRING = expression(
    r"^(?:(?:e|ai|entao|dai|mas)\s+)*(?:voces?|vcs?|you(?:\s+guys)?)\s+(?:(?:me|ja|so|ai|can|just)\s+)*(?:manda[m]?|entrega[m]?|traze?[m]?|leva[m]?|envia[m]?|send|bring|deliver)\s+"
    r"(?:(?:[oa]|um|the|it|pel[oa]|por|by|de|ai|tudo|isso|pra\s+mim|aqui|em|na\s+minha|minha|my|casa|to|at|motoboy|entregador|correios?|sedex|courier|mail|home|place)\b\s*)+$"
)
# `quanto fica tudo pra eu retirar aí?`
_TOTAL_FETCHED = expression(
    r"\bquanto\b.*\b(?:tudo|total|ao\s+todo)\b.*\b(?:pra|para|p)\s+(?:eu\s+)?(?:ir\s+|passar\s+)?(?:ai\s+)?(?:retirar|buscar|pegar)\b"
    r"|\bhow\s+much\b.*\b(?:all|everything|total)\b.*\b(?:if\s+i|to|and\s+i'?ll)\s+(?:pick|collect)"
)
# `a de 2 dias`, `quero a que chega em 1 dia útil`: the way by what it takes
_OF_DAYS = expression(
    r"(?:(?:e|entao|pode\s+ser|quero|queria|prefiro|vai|fico\s+com|i'?ll\s+take|i\s+want)\s+)*(?:[oa]|ess[ae]|aquel[ae]|com\s+[ao]|the)\s+(?:entrega\s+|opcao\s+)?"
    r"(?:(?:de|em|que\s+(?:chega|leva|demora|vem|entrega)(?:\s+em)?)\s+)?(?P<days>\d{1,2})[\s-]*(?:dias?|days?)(?:\s+(?:ut(?:il|eis)|delivery|one|option|mesmo|por\s+favor))*"
)
# Asked politely of a way that was offered: `posso retirar?`
_MAY = expression(r"^(?:e\s+|entao\s+)?(?:eu\s+)?(?:posso|pode|podem|da\s+p\w+|can|could|may)\b")


def without_way(reading: Reading, clause: Clause) -> Clause:
    """Takes out how the goods are to come, and notes it as the way."""
    pending = reading.state.dialogue.pending
    if pending is not None and pending.kind == "method" and signs.AT_THE_DOOR.fullmatch(clause.text):
        if re.search(r"\b(?:buscar|retirar|pegar|retirada)\b", clause.text) and _pickup(reading):
            reading.note(way=PICKUP)  # `pago quando for buscar`
        return clause
    numbered = pending is not None and pending.kind == "delivery" and reading.state.cart.lines
    asked = pending.options if pending is not None and numbered else ()  # else `o primeiro` is a product
    is_open = (pending is not None and pending.kind == "delivery") or _is_open(reading)
    if reading.state.cart.lines and "?" not in reading.message and _YOU_BRING.match(clause.text):
        reading.note(way=named_in(reading.shipping, clause.text) or SENT)
        return msgspec.structs.replace(clause, text="", asks=False)
    answered = "?" not in reading.message and is_open and _BY_CARRIER.fullmatch(clause.text)
    asks = clause.asks and not answered  # `motoboy`, to the ways that were asked about
    if asks and not (is_open and _MAY.match(clause.text)) and not (asked and _BEST.search(clause.text)):
        # `can I pick it up?`, asked beside a wish, is how it is wanted.
        wished = bool(reading.changes) and _MAY.match(clause.text) is not None
        wished = wished or (bool(reading.state.cart.lines) and _SET_ASIDE.search(clause.text) is not None)
        wished = wished or (_buys(reading) and _TOTAL_FETCHED.search(clause.text) is not None)
        wished = wished and _FETCHES.search(clause.text) is not None
        if not wished:
            return clause
    way, left = _way(reading, clause, asked, is_open=is_open)
    if way is None:
        return clause
    reading.note(way=way)
    rest = verbs.strip(left)
    if _DAY.fullmatch(rest):  # `retiro quinta`, and no fifth of the list
        rest = ""
    if _CHANGES_IT.fullmatch(rest) or (is_open and not name_words(rest)[0] and reading.method_in(rest)[0] is None):
        rest = ""
    return msgspec.structs.replace(clause, text=rest)


def tell_way(reading: Reading, notes: Sequence[str], *, brought: bool, sent: bool = False) -> None:
    """Where to is how, and so is who comes for it; what change is wanted for is paid in cash. brought: an address or
    the like was told; sent: with the word that it is to be sent there, also instead of being fetched."""
    if brought:
        _without_place(reading)
    state, found = reading.state, reading.found
    offered = state.dialogue.pending is not None and state.dialogue.pending.every
    if not (state.cart.lines or reading.changes or (brought and (offered or _names_goods(reading)))):
        return
    fetched = {rule.name for rule in reading.shipping if rule.kind == "pickup"}
    if brought and found.get("way") in fetched and not _FETCHES.search(reading.text):
        reading.note(way=SENT)  # `isso, um par. rua Bahia 100`: by the only way that was offered it would be fetched
    if state.cart.payment_method is None and "refused" not in found and any(map(needs_change, notes)):
        found.setdefault("method", "cod")
    if not reading.shipping or "way" in found:
        return
    if any(map(is_fetched, notes)) and any(rule.kind == "pickup" for rule in reading.shipping):
        reading.note(way=PICKUP)
        return
    told = brought or any(is_delivered(one) or is_received(one) for one in notes)
    if (sent and not _FETCHES.search(reading.text)) or (_waits_for_a_way(reading) and told):
        reading.note(way=SENT)


def _buys(reading: Reading) -> bool:
    return bool(reading.state.cart.lines or reading.changes)


def _names_goods(reading: Reading) -> bool:
    """`jaleco masculino GG, rua Bahia 100`: goods and where to, which is an order."""
    named = [set(one.mention.words) for one in reading.looks if one.guess]
    return bool(named) and not reading.asked and any(current().place(word) == BEGINS for each in named for word in each)


def _without_place(reading: Reading) -> None:
    """`manda pra Ribeirão Preto`, beside the address: the town is no goods, whatever colour it is called by."""
    places = [set(words(found["place"])) for found in _TO_PLACE.finditer(reading.text)]

    def is_place(change: Change) -> bool:
        told, goods = change.mention, current()
        plain = change.kind in ("want", "add") and bool(told.words) and told == Mention(told.words)
        sold = any(goods.place(word) >= NAMES and not is_colour(word) for word in told.words)
        return plain and not sold and any(place.issuperset(told.words) for place in places)

    reading.changes = [one for one in reading.changes if not is_place(one)]


def _waits_for_a_way(reading: Reading) -> bool:
    cart, asked = reading.state.cart, reading.state.dialogue.pending
    sent = {rule.name for rule in reading.shipping if rule.kind != "pickup"}
    if cart.shipping_option is not None and (cart.shipping_option in sent or is_carrier(cart.shipping_option)):
        return False  # it was said which
    return cart.shipping_option is None or (asked is not None and asked.kind == "delivery")


def _is_open(reading: Reading) -> bool:
    """How the goods come is all that is missing, whatever else was spoken of since it was asked."""
    cart = reading.state.cart
    return bool(cart.lines) and cart.payment_method is not None and cart.shipping_option is None


def _way(reading: Reading, clause: Clause, asked: Sequence[Listed], *, is_open: bool) -> tuple[str | None, str]:
    """The option's name or the wish, and the clause without it."""
    text = clause.text
    pickup = _pickup(reading)
    sending = _SENDING.search(text) is not None
    if (
        is_open
        and (ranks.ANY.search(text) or _ANY_WAY.search(text))
        and not _FASTEST.search(text)
        and len(words(text)) <= 6
    ):
        return CHEAPEST, ""
    if pickup and _chosen(reading) and _NOT_SENT.search(text):
        return PICKUP, _FETCHES.sub(" ", _NOT_SENT.sub(" ", text))
    fetched = _FETCHES.search(text) or (_FETCHES_ASKED.search(text) if is_open else None)
    if reading.state.cart.lines:
        fetched = fetched or _FETCHES_IT.match(text)
    if clause.negated:
        return _refused(text, fetched=fetched is not None and is_open, sent=is_open and sending)
    if _chosen(reading) and _OF_DAYS.fullmatch(text):
        way = _of_days(reading, text, asked)
        return way, "" if way else text
    if not clause.corrects and (at := _position(text, asked)) is not None:
        return asked[at].name, ""
    if _FASTEST.search(text) and (sending or asked or not name_words(_FASTEST.sub(" ", text))[0]):
        return FASTEST, _SENDING.sub(" ", _FASTEST.sub(" ", text))
    order = verbs.by_price(text)
    if order == "cheapest" and (sending or asked):
        return (CHEAPEST_SENT if sending else CHEAPEST), _SENDING.sub(" ", ranks.CHEAPEST.sub(" ", text))
    if order == "dearest" and asked:
        return max(asked, key=lambda option: option.price_cents or 0).name, ""
    if fetched and (to := _TO_ME.search(text)) and to.start() < fetched.start():
        return SENT, ""  # `entrega no meu ap que ela pega aqui`
    if fetched and pickup:
        return PICKUP, f"{text[: fetched.start()]} {text[fetched.end() :]}"
    if pickup and reading.state.cart.lines and _comes_for_it(text):
        # `paying cash at the shop`, `no cartão aí na loja`
        paid = reading.method_in(text)[0] is not None or signs.CARD.search(text) is not None
        return PICKUP, " ".join(word for word in text.split() if word not in _AT_SHOP) if paid else ""
    return _sent_by(reading, clause, asked, is_open=is_open)


def _sent_by(reading: Reading, clause: Clause, asked: Sequence[Listed], *, is_open: bool) -> tuple[str | None, str]:
    """The same of a way that is called by its name, its town or its carrier, or of goods that are to be brought."""
    text = clause.text
    sending = _SENDING.search(text) is not None
    # `a preta` is no `Ribeirão Preto`, `o outro` no `Outros estados`
    places = " ".join(word for word in text.split() if not (is_colour(word) or word in ("outro", "outra")))
    if (is_open or sending or _chosen(reading)) and (
        name := named_in(reading.shipping, places, slips=is_open)
    ) is not None:
        named = {stem(word) for word in words(name)}
        own = [word for word in words(text) if stem(word) in named]
        # `manda o preto`, where a way is called `Motoboy Ribeirão Preto`
        if sending or not own or not all(is_colour(word) or current().place(word) > 0 for word in own):
            return name, " ".join(word for word in text.split() if not {stem(one) for one in words(word)} & named)
    by_them = _BY_CARRIER.search(text)
    if by_them and _chosen(reading) and (carrier := carrier_in(reading.shipping, by_them[0])) is not None:
        return carrier, _SENDS.sub(" ", f"{text[: by_them.start()]} {text[by_them.end() :]}")
    if (is_open or reading.state.cart.shipping_option is None or _fetched(reading)) and (to := _TO_ME.search(text)):
        return SENT, f"{text[: to.start()]} {text[to.end() :]}"
    if (to := _BROUGHT.search(text)) and _chosen(reading) and reading.state.cart.shipping_option is None:
        left = f"{text[: to.start()]} {text[to.end() :]}"
        return SENT, "" if not name_words(_SENDS.sub(" ", left))[0] else left
    called = [one.name for one in asked if "entrega" in words(one.name)]
    if len(called) == 1 and re.search(r"\bentrega\b", text) and not name_words(_SENDING.sub(" ", text))[0]:
        return called[0], ""
    sends_after_all = clause.corrects and _fetched(reading) and _SENT_AFTER_ALL.fullmatch(text)
    said = (
        _SENDS.search(text) if is_open or sends_after_all else _SENT_INSTEAD.search(text) if _fetched(reading) else None
    )
    if said and reading.method_in(text)[0] is None and not name_words(left := _SENDS.sub(" ", text))[0]:
        return SENT, left
    return None, text


def _of_days(reading: Reading, text: str, asked: Sequence[Listed]) -> str | None:
    """The one way of those that are open that takes as many days as the text tells; None: no such text or way."""
    told = _OF_DAYS.fullmatch(text)
    open_ways = {one.name for one in asked} or {rule.name for rule in reading.shipping}
    ways = [rule for rule in reading.shipping if rule.name in open_ways and rule.days] if told else []
    named = [rule.name for rule in ways if told and rule.days == int(told["days"])]
    return named[0] if len(named) == 1 else None


def _comes_for_it(text: str) -> bool:
    """It only says that somebody comes to the shop, or takes the goods there; no goods are named beside it."""
    said = words(text)
    told = frozenset(said)
    there, near = told & _AT_SHOP, told & _NEAR_IT
    others = told - _COMES - _TAKES - _TAKEN - _BY_CARD - there - near
    if len(said) > _LONGEST or any(word.isdigit() or current().place(word) > 0 for word in others):
        return False
    if told & _TAKES:
        return bool(there or near or told & _ONESELF)
    if told & _TAKEN:
        return bool(there or (told & _COMES and near))
    plain = told <= _COMES | _AT_SHOP | _NEAR_IT | _ONESELF | _BY_CARD | v.FILLER | v.TALK
    return plain and bool(there or (told & _COMES and "ai" in near))


def _pickup(reading: Reading) -> bool:
    return any(rule.kind == "pickup" for rule in reading.shipping)


def _chosen(reading: Reading) -> bool:
    """There is something to be sent."""
    pending = reading.state.dialogue.pending
    asks = pending is not None and pending.kind in ("choose", "quantity", "delivery")
    asks = asks or reading.state.dialogue.focus is not None
    return bool(reading.state.cart.lines or reading.changes or asks)


def _fetched(reading: Reading) -> bool:
    """It was to be fetched until now."""
    option = reading.state.cart.shipping_option
    return any(rule.kind == "pickup" and option in (PICKUP, rule.name) for rule in reading.shipping)


def _refused(text: str, *, fetched: bool, sent: bool) -> tuple[str | None, str]:
    """Of the two kinds the one that is not refused."""
    if fetched == sent:
        return None, text
    return (SENT if fetched else PICKUP), ""


def _position(text: str, asked: Sequence[Listed]) -> int | None:
    """Which of the options a text means by number, place or price."""
    if not asked:
        return None
    if _FREE.search(text):
        free = [at for at, option in enumerate(asked) if not option.price_cents]
        return free[0] if len(free) == 1 else None
    if found := _AMOUNT.search(text):
        cents = int(found[1] or found[3] or found[5]) * 100 + int(found[2] or found[4] or found[6] or 0)
        return next((at for at, option in enumerate(asked) if option.price_cents == cents), None)
    mention = read_mention(text, listed=len(asked))
    told = {stem(word) for option in asked for word in words(option.name)}
    if any(current().place(word) == BEGINS and stem(word) not in told for word in words(text)):
        return None  # `e o boné do Café Primeiro`
    counts = mention.every or _COUNTS.search(text) is not None or signs.EXCHANGE.search(text) is not None
    at = mention.position or (mention.quantity if not mention.words and not counts else None)
    if at == -1:
        return len(asked) - 1
    return at - 1 if at is not None and 1 <= at <= len(asked) else None
