"""Questions to the shop, and the sentence of its documents that answers each. Pure.

A topic is known by the question's words and by the words of sentences that answer it; what a question and a sentence
share beyond that decides between sentences. One sentence is said, or none.
"""

import re
from collections.abc import Sequence

from msgspec import Struct

from app.features.chat.assistant.acts import Question
from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.words import fold, stem, words

MAX_QUOTE = 400
_HOW = re.compile(r"\b(?:como|how)\b")
_STRETCH = re.compile(
    r"(\d{1,3}(?:,\d{1,2})?)\s*(?:m|kg|cm|anos)?\s+a\s+(\d{1,3}(?:,\d{1,2})?)|\bat[ée]\s+(\d{1,3}(?:,\d{1,2})?)"
)
_SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?](?!\s|$)[^.!?\n]*)*[.!?]?")


# `posso pagar quando receber?`
_PAYS_ON_ARRIVAL = (
    r"\b(?:pag(?:a|o|ar|amos|amento)|pay(?:ing|ment)?)\s+(?:\w+\s+){0,2}?(?:(?:na|no\s+ato\s+da)\s+entrega|na\s+(?:hora|porta)|"
    r"ao\s+receber|quando\s+(?:\w+\s+)?(?:recebe|chega|entrega)\w*|on\s+(?:delivery|arrival)|when\s+(?:\w+\s+)?(?:arrives?|comes?|get|receive))\b"
)


class Passage(Struct, frozen=True):
    """A piece of a document."""

    title: str
    text: str


class _Topic(Struct, frozen=True):
    asked: re.Pattern[str]
    answered: re.Pattern[str]
    better: re.Pattern[str] | None = None
    narrow: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = ()  # narrower questions, and what answers each


def _topic(asked: str, answered: str, better: str | None = None, *narrow: tuple[str, str]) -> _Topic:
    narrower = tuple((re.compile(asks), re.compile(answers)) for asks, answers in narrow)
    return _Topic(re.compile(asked), re.compile(answered), re.compile(better) if better else None, narrower)


_LATER = (
    r"(?:(?:la\s+|so\s+)?(?:(?:no|na|pelo)\s+)?(?:dia\s+\d{1,2}|amanha|depois(?!\s+de\s+(?:chegar|receber))|mais\s+tarde|segunda|terca|quarta|quinta|sexta|sabado|domingo|"
    r"(?:semana|mes)\s+que\s+vem|fim\s+do\s+mes|quinto\s+dia|quando\s+(?:cair|sair)|tomorrow|later|next\s+(?:week|month)))\b"
)

# In this order: the first whose question words occur. `discount` before `methods`: "tem desconto no pix?".
_TOPICS: dict[str, _Topic] = {
    "gift": _topic(
        r"\b(?:bilhet\w+|recadinho|cartaozinho|"
        r"embal\w+|embrulh\w+|(?<!\ba )gift(?!s?\s+for)|wrap\w*)\b|\bpra\s+presente\b(?=.*\b(?:faz|tem)\w*\b)",
        r"\b(?:embal|embrulh|presente|gift|wrap|lacos?\b|fitas?\b|bilhet)", r"\bpresente|\bgift",
    ),
    "ahead": _topic(
        r"\b(?:precisa|preciso|tem\s+que|tenho\s+que|e\s+preciso|da\s+pra)\s+(?:encomendar|reservar|agendar)\b|\bantecedencia\b|"
        r"\b(?:com\s+)?quant[oa]s?\s+(?:tempo|dias|horas)\s+(?:de\s+)?antes?\b|"
        r"\bhow\s+(?:far|long|many\s+(?:days|hours))\s+(?:in\s+advance|ahead|before)\b|\border\s+(?:ahead|in\s+advance)\b",
        r"\b(?:antecedencia|encomend\w+|pronta\s+entrega|in\s+advance|ahead)\b",
        r"antecedencia|advance|\d\s*(?:dias?|horas?)",
    ),
    "minimum": _topic(
        r"\b(?:pedido|valor|compra|quantia)s?\s+minim[oa]|\bminim[oa]s?\s+(?:pra|para|de|d[oa])\b|\bminimum\b",
        r"\bminim[oa]|\bminimum\b|\b(?:a\s+partir|acima)\s+de\s+r\$", None,
        (r"\bminim", r"\bminim"),
    ),
    "discount": _topic(
        r"\b(?:desconto\w*|descontinho|cupom|cupons|promoc\w+|atacado|revenda|preco\s+(?:pra|para|por)\s+quantidade|discounts?|coupons?|on\s+sale|promotions?|special\s+(?:offers?|prices?)|any\s+(?:offers|deals|sales|specials))\b",
        r"\b(?:desconto|cupom|promoc|atacado|revend|discount|coupon)", r"\d\s*%",
    ),
    "credit": _topic(r"\b(?:n?o\s+)?fiado\b", r"\b(?:fiado|crediario)\b"),
    "cards": _topic(
        r"\b(?:cart(?:ao|oes)(?!\s+d[eo]\s+(?!credito|debito))|credito|debito|parcel\w+|boletos?|\d{1,2}\s?x\b(?=.*\b(?:juros|sem|no)\b)|"
        r"em\s+(?:ate\s+)?(?:\d{1,2}\s?(?:x\b|vezes)|(?:duas|tres|quatro|cinco|seis|dez)\s+vezes)|dividir|divid\w+\s+(?:em|n[ao]|isso|ai)|"
        r"dividem|cards?|debit|installments?|visa|mastercard|amex|maquin(?:inha|eta))\b",
        r"\b(?:cart(?:ao|oes)|parcel|boleto|credito|debito|card|installment|maquin)", r"\d\s?x\b|parcel",
        (r"\b(?:divid|parcel|quantas\s+vezes|installment)|\d\s?x\b|\d\s+vezes",
         r"\bparcel|\d\s?x\b|\bvezes|installment"),
    ),
    "hours": _topic(
        r"^(?:e\s+)?(?:n?[oa]s?\s+|de\s+|aos?\s+|dia\s+)*(?:domingos?|feriados?|sabados?|segunda\s*-?\s*feira)(?:\s+\w+)?$|^(?:e\s+)?(?:de|na|toda)\s+segunda$|"
        r"\b(?:que\s+horas|horarios?|abre[m]?|abrem|fecha[m]\b|(?<!depois de )(?:aberto|aberta|abertos)|(?:tem|"
        r"atend\w+)\s+(?:n?[oa]s?\s+|de\s+|aos?\s+)*(?:domingos?|sabados?|feriados?)|"
        r"(?:quando|que\s+horas?|que\s+dia)\s+(?:\w+\s+){0,2}?(?:posso|podemos|consigo|da\s+p\w+)\s+(?:ir\s+)?(?:buscar|pegar|retirar)|pode\s+ser\s+(?:n?[oa]\s+)?(?:domingo|sabado|feriado)|funcionamento|funciona\w*\s+(?:ate|que|quando|aos?|no|de)\s+(?:\w+\s+)?(?:que\s+)?(?:horas?|domingo|"
        r"sabado|feriado)|"
        r"hours|opening|open|close[sd]?|how\s+late|(?:what\s+time|when|until\s+(?:what\s+time|when))\s+(?:can|could|should|do|may)\s+(?:i|we|you)\s+(?:pick|collect|come|get|open|close))\b|\bfecha\s+(?:que\s+horas?|quando|as\s+\d{1,2}\s*h)",

        r"\b(?:abre|abrimos|abert|funciona|horario|atendemos|atendimento|fechad|fecha\b|fechamos|open|close|das\s+\d)|\bfrom\s+\d{1,2}\s?(?:am|pm)\b",
        r"\d{1,2}\s?h|\d{1,2}:\d\d|\d\s?(?:am|pm)\b",
        (r"\b(?:domingos?|sundays?)\b", r"\b(?:domingos?|sundays?)\b"),
        (r"\b(?:feriados?|holidays?)\b", r"\b(?:feriados?|holidays?)\b"),
    ),
    "address": _topic(
        r"\bonde\s+(?:voces\s+|vcs\s+)?(?:fica\w*|e\s+a\s+loja|esta\w*|e\b)|\bendereco\s+(?:de\s+voces|de\s+vcs|"
        r"da\s+loja|ai)|"
        r"\bqual\s+(?:e\s+)?(?:o\s+)?endereco\b|\b(?:sao|e)\s+de\s+(?:onde|que\s+(?:cidade|lugar|estado))\b|\bfica[m]?\s+(?:onde|em\s+que)\b|\blocaliz\w+|\bloja\s+fisica\b|\bwhere\s+(?:is|are)\s+(?:the\s+(?:shop|"
        r"store)|you)\b|\baddress\b",
        r"\b(?:fica|ficamos|estamos|rua|avenida|av|praca|rodovia|estrada|localizad\w+|endereco|located|street|avenue)\b",
        r"\b(?:rua|"
        r"avenida|av|street)\b",
    ),
    "exchange": _topic(
        r"\b(?:troca|trocas|trocar|trocam|trocariam|devol\w+|arrepend\w*|reembols\w+|(?:se|posso|da\s+p\w+)\s+(?:eu\s+)?(?:quiser\s+)?desist\w+|nao\s+(?:servir|gostar|couber)|returns?|"
        r"refunds?|exchange[sd]?|returned|refunded|(?:can|could|may)\s+i\s+(?:swap|change|return)|(?:doesn't|don't|does\s+not|do\s+not)\s+fit)\b",
        r"\b(?:troc|devol|arrepend|reembols|return|refund|exchange)", r"\b\d+\s+dias|\b\d+\s+days",
        (r"\bite(?:m|ns)\b|\btroc\w+\s+(?:[oa]s?|uma?)\s+\w+(?:\s+\w+)?\s+(?:por|pel[oa])\b|\bswap\b",
         r"\btroc\w+\s+(?:ate\s+)?(?:\d+|uma?|dois|duas)\s+ite(?:m|ns)\b|\bswap\b"),
        (r"\b(?:abri(?:r|u|ndo)?|abert\w+|us(?:ei|ou|ad[oa]s?)|open(?:ed)?|used)\b", r"\b(?:abert|usad|opened|used)"),
        (r"\b(?:gratis|gratuit\w+|de\s+graca|pag[aou]\w*|custa|custo|cobra\w*|frete|free|costs?|charge)\b",
         r"\b(?:gratis|gratuit\w+|de\s+graca|sem\s+custo|por\s+(?:nossa|sua)\s+conta|(?:nos|voce|cliente|loja)\s+pag\w+|frete|free|no\s+cost)\b"),
        (r"\b(?:dinheiro|valor|reembols\w+|estorn\w+|money|refund\w*)\b",
         r"\b(?:dinheiro|valor|reembols\w+|estorn\w+|money|refund\w*)\b"),
        (r"\b(?:prazo|quanto\s+tempo|quantos\s+dias|how\s+long)\b", r"\b\d+\s+(?:dias|days)"),
    ),
    "warranty": _topic(
        r"\b(?:garantia|defeitos?|warranty|guarantee)\b", r"\b(?:garantia|defeito|warranty|guarantee)",
        r"\b\d+\s+(?:mes|dia|ano|month|year|day)",
    ),
    "freight": _topic(
        r"\b(?:how\s+much\s+(?:is|for|does|do\s+you\s+charge\s+for)\s+(?:the\s+)?(?:delivery|shipping)|(?:delivery|shipping)\s+(?:price|charges?)|frete\w*|taxa\s+de\s+entrega|entreg\w+\s+(?:\w+\s+){0,2}(?:de\s+graca|gratis|gratuit\w+|pag[ao])|ship\w*\s+(?:\w+\s+)?(?:for\s+)?free|free\s+(?:shipping|delivery)|cobra\w*\s+(?:a\s+|pra\s+|para\s+)?entreg\w+|ganh\w+\s+(?:[ao]\s+)?(?:entrega|frete)|(?:valor|preco|quanto\s+\w+)\s+(?:d?[ao]\s+)?entrega|shipping|postage|"
        r"delivery\s+(?:fees?|costs?))\b",
        r"\b(?:frete|taxa|entrega\s+(?:\w+\s+)?gratis|shipping|postage)|\bentreg\w+\b.*r\$|"
        r"r\$.*\bnao\s+pag\w+\s+(?:[ao]\s+)?entrega|\bgratis\s+(?:a\s+partir|acima)", r"r\$|gratis|cep|free",
        (r"\b(?:gratis|gratuit\w+|de\s+graca|free|isent\w+|ganh\w+)\b",
         r"\b(?:gratis|gratuit\w+|free|isent\w+|nao\s+pag\w+)\b|\b(?:acima|a\s+partir)\s+de\s+r\$"),
    ),
    "time": _topic(
        r"\b(?:prazo|quando\s+(?:fica\w*|vai\s+ficar|ta|esta\w*)\s+pront\w+|fica\s+pront\w+\s+quando|when\s+(?:is|will)\s+it\s+(?:be\s+)?ready|fica[m]?\s+pront[oa]s?|quando\s+chega\w*|chega\w*\s+(?:quando|hoje|amanha|ate|em\s+quanto|rapido)|demora\w*|"
        r"quanto\s+tempo|(?:que|qual)\s+dia|quantos\s+dias\s+(?:uteis\s+)?(?:pra|para|p|ate)\s+(?:cheg|receb|entreg)\w+|"
        r"em\s+quantos\s+dias|(?:da|a)\s+tempo(?!\s+de)|chega\w*\s+antes|how\s+(?:long|soon|fast|quickly|many\s+(?:working\s+|business\s+)?days)|arrives?|when\s+(?:will|would|can\s+i\s+expect)|(?:get|be)\s+(?:it|here)\s+(?:by|before)|deliver\w*\s+(?:\w+\s+)?(?:today|tomorrow|by))\b",
        r"\b(?:prazo|dias?\s+uteis|mesmo\s+dia|chega(?!r)|voce\s+recebe|postamos|entregamos|enviamos|(?:business|working)\s+days|takes?\s+(?:up\s+to\s+)?\d|"
        r"(?<!on )deliver|arrive|\d+\s+minutos)", r"\d+\s+(?:a\s+\d+\s+)?(?:dias?|horas|days?|minut\w+)|mesmo\s+dia",
        (r"\b(?:hoje|today)\b", r"\b(?:mesmo\s+dia|hoje|same\s+day|(?:ate|by)\s+(?:as\s+)?\d{1,2}\s?(?:h|:\d\d|am|"
        r"pm))"),
    ),
    "pickup": _topic(
        r"\b(?:retirar|retirada|retiro|(?:pode|consegue|poderia)\s+(?:ir\s+)?(?:pegar|buscar)|buscar\s+(?:ai|na\s+loja)|pegar\s+(?:ai|na\s+loja)|"
        r"pick(?:\s+(?:it|them))?\s?up)\b", r"\b(?:retir|buscar|pick)"
    ),
    "delivery": _topic(
        r"\b(?:entregam|entregando|entregas?|entregar|enviam|envio|enviar|envia|mandam\s+p\w+|(?:consigo|posso|da\s+(?:pra|para)|tem\s+como)\s+receber\b(?=.*\b(?:em|no|na)\b)|correios?|sedex|pac|motoboy|(?<=[a-z]\s)mandam$|mandam\s+(?!(?:\w+\s+){0,2}(?:mim|casa|ca)\b)(?:[oa]s?\s+)?(?:\w+\s+){1,3}?(?:pra|para|pro|p)\s+\w+|"
        r"deliver\w*|ship(?:ped)?|(?:be|you)\s+(?:sent|posted|mailed|post|mail|send)(?!\s+(?:me\s+)?(?:an?|the|my)\s+(?:invoice|receipt|photo|picture|link|code|pix|list|catalog)))\b",
        r"\b(?:entregamos|(?<!na )entrega|enviamos|postamos|correios|(?<!on )deliver|ship)",
        r"\b(?:todo\s+o\s+brasil|cidade|regi|correios|bairro)",
        (r"\b(?:agora|ainda|\d{1,2}\s?h|horas?|now|late)\b", r"\b(?:depois|antes|ate|after|"
        r"until)\s+(?:d?as\s+)?\d{1,2}\s?(?:h(?!ora)|:|pm)"),
    ),
    # How long the shop waits for the money: `só recebo dia 5`, `posso pagar amanhã?`
    "pay_by": _topic(
        rf"\b(?:pag(?:ar|o|aria)|acerto|acertar|pay|(?:vou\s+ter|terei|tenho|recebo)\s+(?:o\s+)?dinheiro)\s+(?:so\s+|ela?\s+|isso\s+|tudo\s+|o\s+pix\s+)?{_LATER}|\b(?:so\s+)?(?:recebo|vou\s+receber|"
        rf"(?:salario|pagamento)\s+(?:so\s+)?(?:cai|sai))\s+(?:o\s+salario\s+|pagamento\s+)?(?:so\s+)?{_LATER}|"
        rf"\bpix\s+(?:so\s+)?{_LATER}|\bpix\s+agendado\b|"
        r"\bprazo\s+(?:d[oe]|(?:pra|para)(?:\s+o)?)\s+(?:pix|pagar|pagamento)\b|\bpagar\s+(?:so\s+)?(?:a\s+metade|metade|uma\s+parte|parte|uma\s+entrada)\b|\b(?:ate\s+(?:quando|que\s+(?:dia|horas?))|quanto\s+tempo|qual\s+(?:e\s+)?o\s+prazo)\s+(?:\w+\s+){0,4}?(?:pag\w+|o\s+pix|o\s+codigo)\b|"
        r"\b(?:pix|codigo|qr\s?code|chave)\s+(?:\w+\s+){0,3}?(?:vence|expira|dura|vale\s+(?:por\s+quanto|ate\s+quando|quanto))\b",
        r"\b(?:pag|pix|codigo|reserv)\w*\b.*\b(?:\d+\s*(?:h|hs|horas?|dias?|minutos?|min)|prazo|vence|expira|mesmo\s+dia|antecipad\w+)\b|"
        r"\b(?:\d+\s*(?:h|hs|horas?|dias?|minutos?|min)|prazo)\b.*\b(?:pra|para)\s+pagar\b", None,
    ),
    "trust": _topic(
        r"\bconfiave(?:l|is)\b|\bde\s+confianca\b|\b(?:sao|existem?)\s+(?:mesmo\s+)?de\s+verdade\b|^(?:qual\s+(?:e\s+)?o\s+|(?:voces\s+)?tem\s+)cnpj\b|\bgolpe\b|\bseguro\s+(?:comprar|pagar|fazer)\b|^seguro(?:\s+mesmo)?$|\bvoces\s+existem\b|"
        r"\b(?:posso|da\s+p\w+)\s+confiar\b|\b(?:is\s+(?:this|it)\s+(?:safe|legit|a\s+scam))\b",
        r"\bcnpj\W*\d|\bdesde\s+\d{4}|\b\d+\s+anos\s+(?:de|no)\b|\bavaliac|\bconfia|\bloja\s+fisica\b",
    ),
    "invoice": _topic(r"\bnota\s+fiscal\b|\b(?:recebo|vem|tem|mandam|emit\w+|d[ao]o?)\s+(?:com\s+|a\s+)?"
        r"nota\b(?!\s*(?:10|dez|mil))|\binvoice\b",
        r"\b(?:nota\s+fiscal|invoice)"),
    "methods": _topic(
        r"\b(?:formas?\s+de\s+pag\w+|pag\w+\s+(?:como|de\s+que)|how\s+(?:can|do|should|could)\s+(?:i|we)\s+pay|como\s+(?:\w+\s+){0,3}?pag(?:a|o|ar|amos|amento)|como\s+(?:eu\s+)?(?:posso\s+)?(?:faco\s+p\w+\s+)?pag\w+|aceita[m]?|"
        r"meios\s+de\s+pag\w+|pagamentos?|"
        r"payments?|pay\s+(?:with|in|online)|(?:can|could|may)\s+(?:i|we)\s+pay|accept|dollars?|euros?|usd|"
        r"picpay|mercado\s+pago|cheque|transferencia|ted|paypal|venmo|zelle|(?:apple|google)\s+pay|(?:bank|wire)\s+transfer|crypto|bitcoin|pix|"
        r"dinheiro|cash|vale(?!s?[\s-]presente)\s+\w+)\b|" + _PAYS_ON_ARRIVAL,
        r"\b(?:pix|dinheiro|aceitamos|recebemos|pagamento|payment|we\s+(?:take|accept)\b|pag(?:a|ar|ue)\b|cart(?:ao|oes)\b|vales?[\s-]|"
        r"cheque|dollar|euro)", r"\baceitamos|recebemos|\bwe\s+(?:take|accept)",
        (_PAYS_ON_ARRIVAL,
         r"\b(?:na\s+(?:entrega|hora|porta)|ao\s+receber|quando\s+(?:recebe|chega)\w*|on\s+delivery)\b"),
    ),
}  # fmt: skip
TOPICS = tuple(_TOPICS)
# A sentence on these answers hardly anything else.
_DELIVERING = (_TOPICS["time"], _TOPICS["freight"], _TOPICS["delivery"])
_TERMS = (_TOPICS["exchange"], _TOPICS["warranty"])
# Words of questions that say nothing about which sentence answers.
_SAID = v.FILLER - {"foto", "fotos"}  # words of sentences that say nothing
EMPTY = _SAID | frozenset(
    """qual quais quanto quantos que vcs voces voce fica custa valor preco prazo tem tenho posso consigo faz fazem loja
    hoje produto produtos comprar compra pedido meu minha dias dia leva demora""".split()  # noqa: SIM905
)

# How big something is, and a sentence that tells it: `queen 158 x 198 cm`.
_ASKS_SIZE = re.compile(r"\b(?:tamanhos?|medidas?|mede[m]?|dimens\w+|size|dimensions)\b")
_SIZE = re.compile(r"\d\s*(?:cm|m)?\s*x\s*\d")
_SIDES = re.compile(r"(?<![\d.,])(\d[.,]\d{2}|\d{2,3})\s*(?:m|cm)?\s*(?:x|por)\s*(\d[.,]\d{2}|\d{2,3})(?!\d)")
_DAYS = re.compile(r"\b(?:domingos?|feriados?|sundays?|holidays?)\b")
_LASTS = re.compile(r"\b(?:dura|duram|rende|rendem|aguenta|aguentam|leva|levam|cura|seca|lasts?|keeps?|stays?)\b")
_BRINGS = re.compile(r"\b(?:entreg\w*|cheg\w*|envi\w*|receb\w*|pedidos?|frete|motoboy|correios|deliver\w*|arriv\w*)\b")


def keys_of(text: str, empty: frozenset[str]) -> set[str]:
    """The beginnings of the words: `trocar`, `trocas` and `troca` answer one another."""
    found = [word.removesuffix("s") for word in words(text.replace("-", " ")) if word not in empty]
    return {word[:5] if len(word) >= 7 else word[:4] for word in found}


# What each sentence on exchanges says, and each on delivery: it tells none from another.
_EXCHANGED = keys_of("troca trocar trocam trocamos trocado devolver devolve devolucao exchange return", frozenset())
_BROUGHT = keys_of("entrega entregam entregar entregue envio enviam chega chegar deliver delivery arrive", frozenset())
_READY = keys_of("fica ficam ficar pronto pronta prontos prontas", frozenset())
_MADE = re.compile(r"\b(?:pront[oa]s?|ready)\b")


def topics_of(clause: str) -> list[str]:
    """What a clause asks the shop about; the first topic, and those that stand beside it."""
    found = [name for name, topic in _TOPICS.items() if topic.asked.search(clause)]
    if "ahead" in found:
        found = [name for name in found if name not in ("time", "freight", "delivery", "hours")]
    if "minimum" in found:
        found = [name for name in found if name not in ("freight", "delivery", "pickup")]
    if "trust" in found:
        found = [name for name in found if name != "time"]
    if "pay_by" in found:
        found = [name for name in found if name not in ("methods", "time")]
    if "discount" in found or "cards" in found or "trust" in found:
        found = [name for name in found if name != "methods"]
    if "freight" in found or "time" in found or "pickup" in found:
        found = [name for name in found if name != "delivery"]
    on_arrival = re.search(_PAYS_ON_ARRIVAL, clause) or ("cards" in found and "na entrega" in clause)
    if on_arrival and ("methods" in found or "cards" in found):
        found = [name for name in found if name not in ("delivery", "time")]
    if "hours" in found and _OPENS_WHAT.search(clause):  # `abrem carro?`
        found.remove("hours")
    if SENDS_FILE.search(clause):  # `por onde eu envio a foto?`
        found = [name for name in found if name not in ("delivery", "freight")]
    if (
        "time" in found and _LASTS.search(_TAKES_TO.sub(" ", clause)) and not _BRINGS.search(clause)
    ):  # `o carvão dura quanto tempo?`
        found.remove("time")
    if "hours" in found and _COMES.search(clause):  # `se eu pedir agora chega que horas?`
        found = ["time" if name == "hours" else name for name in found if name != "time"]
    if "hours" in found:  # `até que horas posso buscar?`
        found = [name for name in found if name != "pickup"]
    if "exchange" in found or "warranty" in found:  # `qual o prazo pra trocar?`
        found = [name for name in found if name != "time"]
    if "exchange" in found and "warranty" in found:
        found.remove("exchange" if re.search(r"\bgarantia\b", clause) else "warranty")
    return found


_OPENS_WHAT = re.compile(
    r"^(?:(?:e|voces|ai)\s+)*abrem?\s+(?!(?:voces|ai|hoje|amanha|aos?|as|de|n[ao]s?|ate|que|quando|cedo|agora|sempre|todos?|feriados?|sabados?|domingos?|segunda|terca|quarta|quinta|sexta|e|em|pra|para|mais|tarde|a|o)\b)[a-z]{3,}"
)
SENDS_FILE = re.compile(
    r"\b(?:mando|envio|mandar|enviar|mandaria|passo|passar)\s+(?:(?:[oa]s?|minhas?|meus?|uma?|voces?)\s+)*(?:fotos?|artes?|arquivos?|logos?|imagem|imagens|comprovante|desenho)\b|\bsend\s+(?:(?:the|my|a|you|in)\s+)*(?:photos?|pictures?|artwork|art|files?|logos?)\b"
)
_TAKES_TO = re.compile(
    r"\blevam?\s+(?:pra|para)\s+[a-z]+[aei]r\b|\b(?:demora|leva)\s+(?:[oa]\s+)?\w+(?:cao|mento|gem|erto)\b"
)
_COMES = re.compile(
    r"\b(?:cheg\w+|entreg(?:a|ue|am)|vem|arrive\w*|come)\b.*\b(?:que|quais)\s+horas?\b|\bque\s+horas?\s+(?:\w+\s+){0,2}(?:cheg\w+|entreg(?:a|ue|am))\b"
)


def without_topics(clause: str) -> str:
    """The clause without the words that make it a question to the shop."""
    clause = re.sub(r"\ba\s+vista\b", " ", clause)
    for topic in _TOPICS.values():
        clause = topic.asked.sub(" ", clause)
    return clause


def asks_size(asked: str) -> bool:
    """It asks how big something is."""
    return _ASKS_SIZE.search(asked) is not None


def answer_to(passages: Sequence[Passage], question: Question, *, about: str = "") -> str | None:
    """The one sentence that answers a question; None when no document does. about: the name of what is spoken of."""
    topic = _TOPICS.get(question.topic)
    asked, wanted = fold(question.text), keys_of(question.text, EMPTY)
    if topic in _DELIVERING:
        wanted -= _BROUGHT
    if topic is _TOPICS["time"] and _MADE.search(asked):  # what it is that is made decides
        wanted -= _READY
    if topic is _TOPICS["exchange"]:
        wanted -= _EXCHANGED
    best: tuple[float, str] | None = None
    for passage in passages:
        titles = (topic, *_DELIVERING) if topic in _DELIVERING else (topic,)
        in_title = any(one is not None and one.answered.search(fold(passage.title)) for one in titles)
        for sentence in sentences_of(passage.text):
            score = _score(sentence, topic, asked, wanted, in_title=in_title)
            if topic is None and score == 0 and about and wanted & (own := keys_of(sentence, _SAID)):
                score = 1.0 if own & keys_of(about, v.FILLER) else 0.0
            if topic is None and score == 0 and _HOW.search(asked) and wanted & keys_of(passage.title, _SAID):
                score = 1.0  # `como sei o tamanho do anel?`: what the document is about
            if topic is None and score == 0 and _HOW.search(asked) and wanted & keys_of(sentence, _SAID | v.EVERYDAY):
                score = 0.5
            if score > 0 and (best is None or score > best[0]):
                best = (score, sentence[:MAX_QUOTE])
    return best[1] if best else None


_UNIT_TOLD = re.compile(r"\d\s*(kg|cm|m|anos|meses)\b")


def measured(passages: Sequence[Passage], text: str, about: str = "") -> str | None:
    """The sentence that speaks of the same thing, or of what is spoken of (about) in the same unit, and of a stretch
    that a number of the text lies in."""
    numbers = [
        float(found.replace(",", ".")) for found in re.findall(r"(?<![\d.,])\d{1,3}(?:[.,]\d{1,2})?(?![\d])", text)
    ]
    keys, sides = keys_of(text, EMPTY), _sides(fold(text))
    own, units = keys_of(about, EMPTY), set(_UNIT_TOLD.findall(fold(text)))
    for passage in passages:
        for sentence in sentences_of(passage.text) if numbers else ():
            if sides & _sides(fold(sentence)):  # `1,58 x 1,98` is the queen of 158 x 198 cm
                return sentence[:MAX_QUOTE]
            said = keys_of(sentence, _SAID) | keys_of(passage.title, _SAID)
            shared = keys & said or (own & said if units & set(_UNIT_TOLD.findall(fold(sentence))) else set())
            plain = all(map(str.isdigit, shared))  # `4 bermudas`, beside `Fantasia 4`
            for low, high, least in _STRETCH.findall(sentence) if shared else ():
                if least and "," not in least and all(map(str.isdigit, shared)):  # `cartão em até 6 vezes`
                    continue
                bottom = float((low or "0").replace(",", ".")) if not least else 0.0
                top = float((high or least).replace(",", "."))
                if any(bottom <= one <= top and one >= 0.5 * top for one in numbers if not plain or one % 1):
                    return sentence[:MAX_QUOTE]
    return None


def _sides(text: str) -> set[tuple[int, int]]:
    """Two sides told together, in centimetres."""
    return {(_centimetres(one), _centimetres(other)) for one, other in _SIDES.findall(text)}


def _centimetres(side: str) -> int:
    return round(float(side.replace(",", ".")) * (100 if not side.isdigit() else 1))


def says_word(passages: Sequence[Passage], word: str, *, goods: bool = False) -> str | None:
    """The sentence that has this very word: `tem minhoca?` goods: it is called so; where it is sent is no answer."""
    sentences = [sentence for passage in passages for sentence in sentences_of(passage.text)]
    sentences = [one for one in sentences if not (goods and _BRINGS.search(fold(one)))]
    found = (one for one in sentences if stem(word) in {stem(other) for other in words(one)})
    return next((sentence[:MAX_QUOTE] for sentence in found), None)


# `não parcelamos` answers whether in parts, and not whether by card.
_NO_PARTS = re.compile(r"^(?!.*\b(?:cart(?:ao|oes)|boleto|credito|debito|card|maquin)).*\bnao\s+parcel")


def speaks_of(sentence: str, named: Sequence[str]) -> bool:
    """One of the words is in the sentence."""
    keys = {key for word in named for key in keys_of(word, frozenset())}
    return any(one.startswith(key) for one in keys_of(sentence, _SAID) for key in keys)


_DOING = re.compile(r"\b([a-z]{4})[a-z]{1,}(?:cao|coes|mentos?|gem|gens|mos)\b")


def _done_in(sentence: str) -> set[str]:
    """The roots of the things done that a sentence names: `gravação` answers `gravar`."""
    return set(_DOING.findall(fold(sentence))) - {"acei", "rece", "entr", "envi", "troc"}  # said of anything


def _score(sentence: str, topic: _Topic | None, question: str, wanted: set[str], *, in_title: bool) -> float:
    folded = fold(sentence)
    shared = len(wanted & (keys_of(sentence, _SAID) | _done_in(sentence)))
    if topic is None:
        shared += shared > 0 and _ASKS_SIZE.search(question) is not None and _SIZE.search(folded) is not None
        return float(shared) if shared >= 2 else 0.0
    if not topic.answered.search(folded):
        return 0.0
    better = topic.better is not None and topic.better.search(folded) is not None
    better = better and not (shared == 0 and re.search(r"\b(?:nao|not)\b", folded))
    if topic is _TOPICS["cards"] and _NO_PARTS.search(folded) and not topic.narrow[0][0].search(question):
        return 0.0
    strays = topic not in _TERMS and any(term.answered.search(folded) for term in _TERMS)
    if any(asks.search(question) and answers.search(folded) for asks, answers in topic.narrow):
        return (1.5 if strays else 3.0) + shared * 0.8
    if strays and topic in (_TOPICS["invoice"], _TOPICS["methods"]):  # `trocas com a nota fiscal` asks for one
        return 0.0
    if topic is not _TOPICS["hours"] and _DAYS.search(folded) and not _DAYS.search(question):
        return 0.3  # `aos domingos não entregamos`
    return (0.5 if strays else 1.0) + shared * 0.8 + (0.6 if better else 0.0) + (0.7 if in_title else 0.0)


def sentences_of(text: str) -> list[str]:
    return [found.strip() for found in _SENTENCE.findall(text) if found.strip()]
