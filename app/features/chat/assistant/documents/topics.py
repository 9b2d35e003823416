"""What a shop is asked about, by the words of the question and of the sentences that answer it. Pure."""

import re
from collections.abc import Sequence

from msgspec import Struct

from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.words import words
from app.ops.expressions import expression

# `posso pagar quando receber?`
_PAYS_ON_ARRIVAL = (
    r"\b(?:pag(?:a|o|ar|amos|amento)|pay(?:ing|ment)?)\s+(?:\w+\s+){0,2}?(?:(?:na|no\s+ato\s+da)\s+entrega|na\s+(?:hora|porta)|"
    r"ao\s+receber|quando\s+(?:\w+\s+)?(?:recebe|chega|entrega)\w*|on\s+(?:delivery|arrival)|when\s+(?:\w+\s+)?(?:arrives?|comes?|get|receive))\b"
)


_AT_THE_DOOR = r"\b(?:na\s+entrega|entregador|motoboy|on\s+delivery|courier)\b"


class Topic(Struct, frozen=True):
    asked: re.Pattern[str]
    answered: re.Pattern[str]
    better: re.Pattern[str] | None = None
    narrow: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = ()  # narrower questions, and what answers each


def _topic(asked: str, answered: str, better: str | None = None, *narrow: tuple[str, str]) -> Topic:
    narrower = tuple((expression(asks), expression(answers)) for asks, answers in narrow)
    return Topic(expression(asked), expression(answered), expression(better) if better else None, narrower)


_LATER = (
    r"(?:(?:la\s+|so\s+)?(?:(?:no|na|pelo)\s+)?(?:dia\s+\d{1,2}|amanha|depois(?!\s+de\s+(?:chegar|receber))|mais\s+tarde|segunda|terca|quarta|quinta|sexta|sabado|domingo|"
    r"(?:semana|mes)\s+que\s+vem|fim\s+do\s+mes|quinto\s+dia|quando\s+(?:cair|sair)|tomorrow|later|next\s+(?:week|month)))\b"
)

# `se vier quebrado?`, `what if a piece is missing?`
_DAMAGED = (
    r"(?:quebrad\w*|quebrar|danificad\w*|avariad\w*|amassad\w*|rasgad\w*|vazand\w*|trincad\w*|estragad\w*|faltando|broken|damaged|"
    r"missing|faulty|cracked|torn)"
)
# In this order: the first whose question words occur. `discount` before `methods`: "tem desconto no pix?".
TABLE: dict[str, Topic] = {
    "gift": _topic(
        r"\b(?:bilhet\w+|recadinho|cartaozinho|"
        r"embal\w+|embrulh\w+|(?<!\ba )gift(?!s?\s+for)|wrap\w*)\b|"
        r"\b(?:(?:voces?|ces?)\s+(?:poe[m]?|coloca[m]?|bota[m]?|manda[m]?)|poem|colocam|botam|vem|vai)\s+(?:n?uma?|n[ao]|em)\s+(?:caix|sacol|saquinh|papel)\w*\s+(?:de|pra|para)\s+presente\b|"
        r"\bpra\s+presente\b(?=.*\b(?:faz|tem)\w*\b)",
        r"\b(?:embal|embrulh|presente|gift|wrap|lacos?\b|fitas?\b|bilhet)", r"\bpresente|\bgift",
    ),
    "ahead": _topic(
        r"\b(?:precisa|preciso|tem\s+que|tenho\s+que|e\s+preciso|da\s+(?:pra|para)|posso|consigo|tem\s+como)\s+(?:encomendar|reservar|agendar)\b|\bantecedencia\b|"
        r"\b(?:com\s+)?quant[oa]s?\s+(?:tempo|dias|horas)\s+(?:de\s+)?antes?\b|"
        r"\bhow\s+(?:far|long|many\s+(?:days|hours))\s+(?:in\s+advance|ahead|before)\b|\border\s+(?:\w+\s+){0,3}?(?:ahead|in\s+advance)\b",
        r"\b(?:antecedencia|encomend\w+|pronta\s+entrega|in\s+advance|ahead)\b",
        r"antecedencia|advance|\d\s*(?:dias?|horas?)",
    ),
    "minimum": _topic(
        r"\b(?:pedido|valor|compra|quantia|quantidade)s?\s+minim[oa]|\bminim[oa]s?\s+(?:pra|para|de|d[oa])\b|\bminimum\b",
        r"\bminim[oa]|\bminimum\b|\b(?:a\s+partir|acima)\s+de\s+r\$", None,
        (r"\bminim", r"\bminim"),
    ),
    "discount": _topic(
        r"\b(?:desconto\w*|descontinho|cupo[mn]\w*|(?:pr[ao]|para)\s+(?:a\s+)?(?:primeira\s+compra|clientes?\s+nov[oa]s?)|first[\s-]time\s+(?:buyers?|customers?)|new\s+customers?|promoc\w+|atacado|revenda|preco\s+(?:pra|para|por)\s+quantidade|discounts?|coupons?|on\s+sale|promotions?|special\s+(?:offers?|prices?)|any\s+(?:offers|deals|sales|specials))\b",
        r"\b(?:desconto|cupom|promoc|atacado|revend|discount|coupon)", r"\d\s*%",
        # `levando 3 faz um descontinho?`
        (r"\b(?:levando|levar|pegando|pegar|comprando|comprar|quantidade|take|taking|buy|buying)\b",
         r"\b(?:quantidade|atacado|unidades|pecas|quantity|wholesale)\b"),
    ),
    "credit": _topic(r"\b(?:n?o\s+)?fiado\b", r"\b(?:fiado|crediario)\b"),
    "cards": _topic(
        r"\b(?:cart(?:ao|oes)(?!\s+d[eo]\s+(?!credito|debito))|credito|debito|parcel\w+|boletos?|\d{1,2}\s?x\b(?=.*\b(?:juros|sem|no)\b)|"
        r"em\s+(?:ate\s+)?(?:\d{1,2}\s?(?:x\b|vezes)|(?:duas|tres|quatro|cinco|seis|dez|quantas)\s+vezes)|dividir|divid\w+\s+(?:em|n[ao]|isso|ai)|"
        r"dividem|cards?(?!\s+games?\b)|debit|installments?|visa|mastercard|amex|maquin(?:inha|eta))\b",
        r"\b(?:cart(?:ao|oes)|parcel|boleto|credito|debito|card|installment|maquin)", r"\d\s?x\b|parcel",
        (r"\b(?:divid|parcel|quantas\s+vezes|installment)|\d\s?x\b|\d\s+vezes",
         r"\bparcel|\d\s?x\b|\bvezes|installment"),
        (f"{_PAYS_ON_ARRIVAL}|{_AT_THE_DOOR}",
         r"\b(?:entregador|motoboy|na\s+entrega|maquin\w+|courier|on\s+delivery)\b"),
    ),
    "hours": _topic(
        r"^(?:e\s+)?(?:n?[oa]s?\s+|de\s+|aos?\s+|dia\s+)*(?:domingos?|feriados?|sabados?|segunda\s*-?\s*feira)(?:\s+\w+)?$|^(?:e\s+)?(?:de|na|toda)\s+segunda$|"
        r"\b(?:que\s+horas|ate\s+que\s+hora|"
        r"horarios?|abre[m]?|abrem|fecha[m]\b|(?<!depois de )(?:aberto|aberta|abertos)|(?:tem|"
        r"atend\w+)\s+(?:n?[oa]s?\s+|de\s+|aos?\s+)*(?:domingos?|sabados?|feriados?)|"
        r"(?:quando|que\s+horas?|que\s+dia)\s+(?:\w+\s+){0,2}?(?:posso|podemos|consigo|da\s+p\w+)\s+(?:ir\s+)?(?:buscar|pegar|retirar)|pode\s+ser\s+(?:n?[oa]\s+)?(?:domingo|sabado|feriado)|funcionamento|funciona\w*\s+(?:ate|que|quando|aos?|no|de)\s+(?:\w+\s+)?(?:que\s+)?(?:horas?|domingo|"
        r"sabado|feriado)|"
        r"hours|opening|open|close[sd]?|how\s+late|(?:until|till)\s+what\s+time|(?:what\s+time|when|until\s+(?:what\s+time|when))\s+(?:can|could|should|do|may)\s+(?:i|we|you)\s+(?:pick|collect|come|get|open|close))\b|\bfecha\s+(?:que\s+horas?|quando|as\s+\d{1,2}\s*h)",

        r"\b(?:abre|abrimos|abert|funciona|horario|atendemos|atendimento|fechad|fecha\b|fechamos|open|close|das\s+\d)|\bfrom\s+\d{1,2}\s?(?:am|pm)\b",
        r"\d{1,2}\s?h(?!ora)|\d{1,2}:\d\d|\d\s?(?:am|pm)\b",
        (r"\b(?:domingos?|sundays?)\b", r"\b(?:domingos?|sundays?)\b"),
        (r"\b(?:sabados?|saturdays?)\b", r"\b(?:sabados?|saturdays?)\b"),
        (r"\b(?:feriados?|holidays?)\b", r"\b(?:feriados?|holidays?)\b"),
        (r"\b(?:nao|n)\s+abr\w+|\b(?:dias?|day)\b.*\b(?:fech\w+|folg\w+|closed|off)\b",
         r"\b(?:nao\s+abr\w+|fechad\w+|fechamos|folga|closed)\b"),
    ),
    "address": _topic(
        r"\bonde\s+(?:(?:e\s+)?que\s+)?(?:voces\s+|vcs\s+)?(?:fica\w*|e\s+a\s+loja|esta\w*|e\b)|\bendereco\s+(?:de\s+voces|de\s+vcs|"
        r"da\s+loja|ai)|"
        r"\b(?:(?:e|voces|o)\s+)*fica[m]?\s+(?:a\s+loja\s+)?a?onde\b|^(?:(?:me|pode|o|a|da|seu)\s+)*(?:passa\w*|manda|fala|diz|qual)?\s*(?:o\s+|a\s+)?(?:endereco|localizacao)(?:\s+(?:ai|d[aoe]s?\s+\w+|por\s+favor))*$|"
        r"\bqual\s+(?:e\s+)?(?:o\s+)?endereco\b|\bcomo\s+(?:(?:e\s+que|eu|a\s+gente|faco\s+(?:pra|para))\s+)*cheg(?:o|a|ar|amos)\s+(?:ai|n?a\s+loja|la|ate)\b|\bhow\s+(?:do|can)\s+i\s+get\s+there\b|\b(?:sao|e)\s+de\s+(?:onde|que\s+(?:cidade|lugar|estado))\b|\bfica[m]?\s+(?:onde|em\s+que)\b|\blocaliz\w+|\bloja\s+fisica\b|\bwhere\s+(?:exactly\s+)?(?:is|are)\s+(?:exactly\s+)?(?:(?:the|your)\s+(?:shop|"
        r"store)|you)\b|\bonde\s+(?:exatamente|certinho|mesmo)\s+(?:(?:e|que|voces)\s+)*(?:fica\w*|e\s+a\s+loja)|\baddress\b",
        r"\b(?:fica(?!\s+pront)|ficamos|estamos|rua|avenida|av|praca|rodovia|estrada|localizad\w+|endereco|located|street|avenue|shopping|galeria|piso)\b|\bloja\s+n[oa]\b",
        r"\b(?:rua|"
        r"avenida|av|street)\b",
    ),
    "exchange": _topic(
        r"\b(?:troca|trocas|trocar|trocam|trocariam|devol\w+|arrepend\w*|reembols\w+|(?:se|posso|da\s+p\w+)\s+(?:eu\s+)?(?:quiser\s+)?desist\w+|nao\s+(?:servir|gostar|couber)|returns?|"
        r"refunds?|exchange[sd]?|returned|refunded|(?:can|could|may)\s+i\s+(?:swap|change|return)|(?:doesn't|don't|does\s+not|do\s+not)\s+fit|"
        rf"(?<!know )(?<!tell me )(?<!avisa )(?<!diz )(?:se|caso|if)\s+(?:[^?.!\n]{{0,40}}\s)?{_DAMAGED})\b",
        r"\b(?:troc|devol|arrepend|reembols|return|refund|exchange)|"
        r"\b(?:quebrad|danificad|avariad|violad|broken|damaged)[^.]*\b(?:avis|mand|repo|reenvi|substitu|tell|send|replac)",
        r"\b\d+\s+dias|\b\d+\s+days",
        (r"\bite(?:m|ns)\b|\btroc\w+\s+(?:[oa]s?|uma?)\s+\w+(?:\s+\w+)?\s+(?:por|pel[oa])\b|\bswap\b",
         r"\btroc\w+\s+(?:ate\s+)?(?:\d+|uma?|dois|duas)\s+ite(?:m|ns)\b|\bswap\b"),
        (r"\b(?:abri(?:r|u|ndo)?|abert\w+|us(?:ei|ou|ad[oa]s?)|open(?:ed)?|used)\b", r"\b(?:abert|usad|opened|used)"),
        (r"\b(?:gratis|gratuit\w+|de\s+graca|pag[aou]\w*|custa|custo|cobra\w*|frete|free|costs?|charge)\b",
         r"\b(?:gratis|gratuit\w+|de\s+graca|sem\s+custo|por\s+(?:nossa|sua)\s+conta|(?:nos|voce|cliente|loja)\s+pag\w+|frete|free|no\s+cost)\b"),
        (r"\b(?:dinheiro|valor|reembols\w+|estorn\w+|money|refund\w*)\b",
         r"\b(?:dinheiro|valor|reembols\w+|estorn\w+|money|refund\w*)\b"),
        (r"\b(?:prazo|quanto\s+tempo|quantos\s+dias|how\s+long)\b", r"\b\d+\s+(?:dias|days)"),
        (rf"\b{_DAMAGED}\b",
         r"\b(?:quebr|danific|avari|amass|estrag|defeit|violad|falta|broken|damage|missing|faulty|defect)"),
    ),
    # Until when an order may be taken back: `se eu precisar desmarcar, até quando posso cancelar?`
    "cancelling": _topic(
        r"\b(?:ate\s+quando|ate\s+que\s+dia|prazo|multa|taxa|how\s+late|until\s+when)\b.*\b(?:cancel\w+|desmarc\w+|desist\w+)|"
        r"\b(?:se|caso|if)\b.*\b(?:cancel\w+|desmarc\w+)\b.*\b(?:posso|pode|da|tem|perco|devolv\w+|cobr\w+|pag\w+|can|lose|charge)\b|"
        r"\b(?:posso|da\s+(?:pra|para)|can\s+i)\s+(?:cancelar|desmarcar|cancel)\s+(?:se|depois|ate|if|later)\b",
        r"\b(?:cancel|desmarc)", r"\bate\b|\bprazo\b|\d",
    ),
    "warranty": _topic(
        r"\b(?:garantia|defeitos?|assistencia(?:\s+tecnica)?|(?:se|caso|if)\s+[^?.!\n]{0,40}?\b(?:pifar|queimar|estragar|parar\s+de\s+funcionar|breaks?(?:\s+down)?|stops?\s+working)|warranty|guarantee)\b",
        r"\b(?:garantia|defeito|assistencia|warranty|guarantee)",
        r"\b\d+\s+(?:mes|dia|ano|month|year|day)",
        (r"\b(?:onde|aonde|assistencia|arrum\w+|consert\w+|where|repair\w*|fix\w*)\b",
         r"\b(?:assistencia|consert\w+|repair)"),
    ),
    "freight": _topic(
        r"\b(?:how\s+much\s+(?:is|for|does|do\s+you\s+charge\s+for)\s+(?:the\s+)?(?:delivery|shipping)|(?:delivery|shipping)\s+(?:price|charges?)|frete\w*|taxa\s+de\s+entrega|entreg\w+\s+(?:\w+\s+){0,2}(?:de\s+graca|gratis|gratuit\w+|pag[ao])|^(?:(?:e|mas|ai)\s+)*(?:a\s+partir|acima)\s+de\s+(?:quanto|que\s+valor)(?:\s+(?:e|eh|fica|sai|fica[m]?))?(?:\s+(?:gratis|de\s+graca|gratuit\w+|free))?$|ship\w*\s+(?:\w+\s+)?(?:for\s+)?free|free\s+(?:shipping|delivery)|cobra\w*\s+(?:a\s+|pra\s+|para\s+)?entreg\w+|ganh\w+\s+(?:[ao]\s+)?(?:entrega|frete)|(?:valor|preco|quanto\s+\w+)\s+(?:d?[ao]\s+)?entrega|shipping|postage|"
        r"delivery\s+(?:fees?|costs?))\b",
        r"\b(?:frete|taxa|entrega\s+(?:\w+\s+)?gratis|shipping|postage)|\bentreg\w+\b.*r\$|"
        r"r\$.*\bnao\s+pag\w+\s+(?:[ao]\s+)?entrega|"
        r"\b(?:gratis|gratuit[oa])\s+(?:(?:em|n[ao]s?|pr[ao]|para)\s+(?:compras?|pedidos?)\s+)?(?:a\s+partir|acima)",
        r"r\$|gratis|cep|free",
        (r"\b(?:gratis|gratuit\w+|de\s+graca|free|isent\w+|ganh\w+|(?:nao|n|sem)\s+(?:cobr\w+|pag\w+))\b",
         r"\b(?:gratis|gratuit\w+|free|isent\w+|nao\s+pag\w+)\b|\b(?:acima|a\s+partir)\s+de\s+r\$"),
    ),
    "time": _topic(
        r"\b(?:prazo|quando\s+(?:fica\w*|vai\s+ficar|ta|esta\w*)\s+pront\w+|fica\s+pront\w+\s+quando|when\s+(?:is|will)\s+it\s+(?:be\s+)?ready|fica[m]?\s+pront[oa]s?|quando\s+(?:(?:que|e\s+que|eh\s+que)\s+)?(?:vai\s+)?chega\w*|chega\w*\s+(?:quando|hoje|amanha|ate|em\s+quanto|rapido)|demora\w*|"
        r"quanto\s+tempo|(?:que|qual)\s+dia|quantos\s+dias\s+(?:uteis\s+)?(?:pra|para|p|ate)\s+(?:cheg|receb|entreg)\w+|^(?:e\s+)?(?:(?:sao|leva|da|uns)\s+)*quantos\s+dias(?:\s+uteis)?$|"
        r"em\s+quantos\s+dias|(?:da|a)\s+tempo(?!\s+de)|chega\w*\s+antes|how\s+(?:long|soon|fast|quickly|many\s+(?:working\s+|business\s+)?days)|arrives?|when\s+(?:will|would|can\s+i\s+expect)|(?:get|be)\s+(?:it|here)\s+(?:by|before)|deliver\w*\s+(?:\w+\s+)?(?:today|tomorrow|by))\b",
        r"\b(?:prazo|dias?\s+ut(?:eis|il)|mesmo\s+dia|pront[oa]s?\s+(?:em|no|ate|a\s+partir)\b|chega(?!r)|voce\s+recebe|postamos|entregamos|enviamos|(?:business|working)\s+days|takes?\s+(?:up\s+to\s+)?\d|"
        r"(?<!on )deliver|arrive|\d+\s+minutos)", r"\d+\s+(?:a\s+\d+\s+)?(?:dias?|horas|days?|minut\w+)|mesmo\s+dia",
        (r"\b(?:hoje|today)\b", r"\b(?:mesmo\s+dia|hoje|same\s+day|(?:ate|by)\s+(?:as\s+)?\d{1,2}\s?(?:h|:\d\d|am|"
        r"pm))"),
        # `fica pronto em quanto tempo pra retirar?`
        (r"\b(?:retir\w+|busc(?:o|ar)|peg(?:o|ar)|pick\w*|collect\w*|balcao|pront[oa]s?|ready)\b",
         r"\b(?:retir\w+|busc(?:a|ar|ando)|balcao|pick\w*|collect\w*|pront[oa]s?|ready)\b.*\d|\d.*\b(?:retir\w+|pront[oa]s?|balcao)\b"),
    ),
    "pickup": _topic(
        r"\b(?:retirar|retirada|retiro|(?:pode|consegue|poderia)\s+(?:ir\s+)?(?:pegar|buscar)|buscar\s+(?:ai|na\s+loja)|pegar\s+(?:ai|na\s+loja)|"
        r"pick(?:\s+(?:it|them))?\s?up)\b", r"\b(?:retir|buscar|pick)"
    ),
    # Until when what was ordered waits to be fetched: `se eu só for amanhã vocês guardam?`
    "kept": _topic(
        r"\b(?:voces?|vcs|loja|ai|pode[m]?|consegue[m]?|tem\s+como|da\s+(?:pra|para))\b.*\b(?:guardam?|guardar|seguram?|segurar)\b|\bfica\s+(?:guardad|separad|reservad)[oa]s?\b|"
        r"\b(?:can|could|will|do|would)\s+you\s+(?:hold|keep)\s+(?:it|them|my|the\s+order)\b|\bhow\s+long\s+(?:do|will|can)\s+you\s+(?:hold|keep)\b",
        r"\b(?:separad|reservad|guardad|guardamos|reservamos|seguramos|separamos|hold|held|keep|kept)\w*|"
        r"\bprazo\s+(?:de|pra|para)\s+retir", r"\d\s*(?:dias?|horas?|h|days?|hours?)\b",
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
    "parking": _topic(
        r"\b(?:estaciona\w*|(?:parar|deixar|encostar|guardar|por)\s+(?:[oa]\s+|meu\s+|minha\s+|de\s+)?(?:carro|moto|carretinha|caminhonete|caminhao|bike)|(?:tem|ha|existe)\s+vagas?(?!\s+d[eo])|vagas?\s+(?:pra|para|p|de)\s+(?:carro|moto|estacion\w+)|parking|(?:to|can\s+i)\s+park)\b",
        r"\b(?:estaciona\w*|vagas?|parking)\b",
    ),
    "premises": _topic(
        r"^(?:(?:e|voces|ai|a\s+loja|na\s+loja)\s+)*(?:tem|teria|ha|existe|possui|oferece\w*|is\s+there|do\s+you\s+have|have\s+you)\s+(?:(?:um|uma|an?|any|the)\s+)?"
        r"(?:banheiros?|toaletes?|wi-?\s?fi|provador(?:es)?|elevador(?:es)?|rampas?|acessibilidade|ar\s+condicionado|toilets?|restrooms?|(?:fitting|changing)\s+rooms?)"
        r"(?:\s+(?:ai|na\s+loja|no\s+local|(?:pra|para)\s+clientes?|there))*$",
        r"\b(?:banheiro|toalete|wi-?\s?fi|provador|elevador|rampa|acessi|ar\s+condicionado|toilet|restroom|room)",
    ),
    "papers": _topic(
        r"\b(?:precis\w+|tem\s+que|tenho\s+que|exig\w+|pedem|necessario|need|require\w*)\s+(?:(?:de|ter|do|da|um|uma|o|a|ser|fazer|levar|apresentar|an?|any|have)\s+){0,3}"
        r"(?:cnpj|cpf|rg|identidade|documento\w*|cadastro|conta|login|empresa|id)\b",
        r"\b(?:cnpj|cpf|rg|identidade|documento|cadastr\w+|empresa)\b",
    ),
    "halves": _topic(
        r"\bmei[ao]\s+(?:[a-z]+\s+){1,3}?(?:e\s+|com\s+)?(?:outra\s+)?mei[ao]\s+(?!dia|hora|noite)[a-z]+|\bmei[ao]\s+a\s+mei[ao]\b|"
        r"\bmetade\b.*\bmetade\b|\b(?:dois|2|tres|3)\s+sabores\b|\bhalf\b.*\bhalf\b|\btwo\s+flavou?rs\b",
        r"\bmei[oa]\s+(?:a|e)\s+mei[oa]\b|\bmeia\s+meia\b|\b(?:dois|2|tres|3|varios|mais\s+de\s+um)\s+sabores\b|\bmetade\b|\bhalf\b",
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
TOPICS = tuple(TABLE)
# A sentence on these answers hardly anything else.
DELIVERING = (TABLE["time"], TABLE["freight"], TABLE["delivery"])
TERMS = (TABLE["exchange"], TABLE["warranty"])
_LASTS = expression(
    r"\b(?:dura|duram|segura[m]?|mantem|conserva[m]?|rende|rendem|aguenta|aguentam|leva|levam|cura|seca|lasts?|keeps?|stays?)\b"
)
BRINGS = expression(r"\b(?:entreg\w*|cheg\w*|envi\w*|receb\w*|pedidos?|frete|motoboy|correios|deliver\w*|arriv\w*)\b")


def asks_of_arrival(text: str) -> bool:
    """It asks how is paid when the goods come: `posso pagar no cartão quando chegar?` text: folded."""
    paid = any(TABLE[name].asked.search(text) for name in ("cards", "methods"))
    return paid and re.search(f"{_PAYS_ON_ARRIVAL}|{_AT_THE_DOOR}", text) is not None


# `quanto é a esfiha aberta?`, `an open shelf`: a kind of goods, and no hours
_OPEN_GOODS = expression(
    r"\b(?P<goods>[a-z]{3,})\s+(?:(?!esta|ta\b|fica)[a-z]{2,}\s+)?(?:abert|fechad)[oa]s?\b|\b(?:open|closed)\s+(?=(?:[a-z]+\s+)?(?P<noun>[a-z]{3,}))"
)


_CLOSE = expression(r"\b(?:close|open)\b")  # `corrediça soft close`


def _but_its_kind(found: re.Match[str]) -> str:
    goods = found["goods"] or found["noun"]
    return (found["goods"] or "") if current().place(goods) == BEGINS else found[0]


# `que dia vocês não abrem?`, `qual o dia de folga?`
_OPEN_DAYS = expression(
    r"\b(?:que|qual|quais|what|which)\s+(?:(?:e|sao|os?|is|are|the)\s+)*(?:dias?|days?)\b.*\b(?:abr(?:e[m]?|em|ir)|fecha[m]?|fechad[oa]s?|funciona[m]?|atende[m]?|folg(?:a[m]?|as)|open|closed?|off)\b"
)


_IN_PARTS = expression(r"\b(?:metade|parte|half)\b.*\b(?:pix|cartao|dinheiro|card|cash)\b")


# Where one of these is asked about, its words are no question about those.
_FIRST = (
    ({"ahead"}, {"time", "freight", "delivery", "hours"}),
    ({"minimum"}, {"freight", "delivery", "pickup"}),
    ({"trust"}, {"time"}),
    ({"pay_by"}, {"methods", "time"}),
    ({"discount", "cards", "trust"}, {"methods"}),
    ({"halves", "papers"}, {"invoice", "trust"}),
    ({"time"}, {"pickup"}),  # `em quanto tempo fica pronto pra retirar?`
    ({"freight", "time", "pickup"}, {"delivery"}),
)
_LAST = (
    ({"hours"}, {"pickup"}),  # `até que horas posso buscar?`
    ({"exchange", "warranty"}, {"time"}),  # `qual o prazo pra trocar?`
)


def topics_of(clause: str) -> list[str]:
    """What a clause asks the shop about; the first topic, and those that stand beside it."""
    clause = _OPEN_GOODS.sub(_but_its_kind, clause)
    clause = _CLOSE.sub(lambda found: "" if current().place(found[0]) >= NAMES else found[0], clause)
    found = [name for name, topic in TABLE.items() if topic.asked.search(clause)]
    if _OPEN_DAYS.search(clause) and not BRINGS.search(clause):
        found = ["hours", *(name for name in found if name not in ("hours", "time"))]
    in_parts = "pay_by" in found and _IN_PARTS.search(clause)  # `dá pra pagar metade no pix e metade no cartão?`
    found = _settled(["methods"] if in_parts else found, _FIRST)
    on_arrival = re.search(_PAYS_ON_ARRIVAL, clause) or ("cards" in found and re.search(_AT_THE_DOOR, clause))
    if on_arrival and ("methods" in found or "cards" in found):
        found = [name for name in found if name not in ("delivery", "time")]
    found = [name for name in found if not _sounds_so(name, clause)]
    if "hours" in found and _COMES.search(clause):  # `se eu pedir agora chega que horas?`
        found = ["time" if name == "hours" else name for name in found if name != "time"]
    found = _settled(found, _LAST)
    if "exchange" in found and "warranty" in found:
        found.remove("exchange" if re.search(r"\bgarantia\b", clause) else "warranty")
    return found


def _settled(found: list[str], before: Sequence[tuple[set[str], set[str]]]) -> list[str]:
    """The topics without those that others go before."""
    for stronger, weaker in before:
        if not stronger.isdisjoint(found):
            found = [name for name in found if name not in weaker]
    return found


def _sounds_so(name: str, clause: str) -> bool:
    """The words of a topic, of something else."""
    if name == "hours":  # `abrem carro?`
        return _OPENS_WHAT.search(clause) is not None or _is_of_goods(_GOODS_OPEN.search(clause))
    if name == "cards":
        return _is_of_goods(_WHICH.match(clause))
    if name == "exchange":
        return STANDS_IN.search(clause) is not None
    if name == "pay_by":
        return _PAID_TO_OTHERS.search(clause) is not None
    if name in ("delivery", "freight"):  # `por onde eu envio a foto?`
        return SENDS_FILE.search(clause) is not None
    if name != "time":
        return False
    if _HOW_OFTEN.search(clause) or _is_of_goods(_GOODS_TAKE.search(clause)):
        return True
    lasts = _LASTS.search(_TAKES_TO.sub(" ", clause))  # `o carvão dura quanto tempo?`
    in_use = lasts or _IN_USE.search(clause) or _MAY_BE_DONE.search(clause)
    return in_use is not None and not BRINGS.search(clause)


# `pode trocar a manteiga pelo ghee na receita?`: what may be used instead, and no return of goods
STANDS_IN = expression(
    r"\b(?:troc\w+|substitu\w+|swap|replace)\b.*\b(?:n[ao]s?\s+(?:mesm[oa]\s+)?(?:receita|quantidade|proporcao|medida|massa)|"
    r"mesm[oa]\s+(?:quantidade|proporcao|medida)|(?:in\s+(?:a|the)\s+recipe|same\s+(?:amount|quantity)|one\s+to\s+one))\b"
)
# `de quanto em quanto tempo troca o refil?`, of the goods
_HOW_OFTEN = expression(r"\bde\s+quanto\s+em\s+quanto\b|\bhow\s+often\b")
# `a instalação eu acerto depois com o técnico`
_PAID_TO_OTHERS = expression(
    r"\b(?:acert\w+|pag\w+|settle|pay)\b[^.;!?]*\b(?:com\s+[oa]|a[eo]|direto\s+(?:a[eo]|com\s+[oa]|pr[oa])|pr[oa]|with\s+the|to\s+the)\s+"
    r"(?:tecnic\w+|instalador\w*|montador\w*|pedreiro|eletricista|encanador|mecanic\w+|costureir\w+|technician|installer)\b"
)
# `quanto tempo de forno?`, of the goods
_IN_USE = expression(
    r"\b(?:de|no|na|fora\s+d[ao]|in\s+the)\s+(?:forno|fogo|cozimento|freezer|congelador|geladeira|uso|duracao|bateria|carga|queima|secagem|oven|fridge)\b"
)
_OPENS_WHAT = expression(
    r"^(?:(?:e|voces|ai)\s+)*abrem?\s+(?!(?:voces|ai|hoje|amanha|aos?|as|de|n[ao]s?|ate|que|quando|cedo|agora|sempre|todos?|feriados?|sabados?|domingos?|segunda|terca|quarta|quinta|sexta|e|em|pra|para|mais|tarde|a|o)\b)[a-z]{3,}"
)
SENDS_FILE = expression(
    r"\b(?:mando|envio|mandar|enviar|mandaria|passo|passar)\s+(?:(?:[oa]s?|minhas?|meus?|uma?|voces?)\s+)*(?:fotos?|artes?|arquivos?|logos?|imagem|imagens|comprovante|desenho)\b|\bsend\s+(?:(?:the|my|a|you|in)\s+)*(?:photos?|pictures?|artwork|art|files?|logos?)\b"
)
# `depois de quanto tempo posso lavar?`, of what is done with the goods
_MAY_BE_DONE = expression(
    r"\b(?:quanto\s+tempo|quantos\s+dias|quantas\s+horas|how\s+(?:long|soon|many\s+(?:days|hours)))\b.*\b(?:posso|pode|podemos|da\s+(?:pra|para)|can|may|should)\s+(?:(?:eu|ja|i|we|it|se|be)\s+)*"
    r"(?!(?:busc|retir|peg|receb|troc|devolv|pag|cancel|desist|entreg|ir|passar|pick|collect|get|return|exchange|pay|expect)[a-z]*\b)[a-z]{3,}"
)
_DAYTIME = (
    r"(?:voces?|ai|hoje|amanha|aos?|as|de|n[ao]s?|ate|que|quando|cedo|agora|sempre|tod[oa]s?|feriados?|sabados?|"
    r"domingos?|segunda|terca|quarta|quinta|sexta|e|em|pra|para|mais|tarde|a|o|so|bem|facil)"
)
# `o kit de chaves abre iphone?`, `a cola demora pra secar?`: what goods do, and not the shop
_GOODS_OPEN = expression(rf"^(?P<goods>.*?)\babrem?\s+(?!{_DAYTIME}\b)[a-z]{{3,}}")
_GOODS_TAKE = expression(
    r"^(?P<goods>.*?)\b(?:demora\w*|leva\w*|takes?)\b.*?\b(?:(?:pra|para|p|ate)\s+(?:el[ea]\s+|se\s+)?"
    r"(?!(?:cheg|entreg|receb|sa(?:i|ir)|vir|fic|faz|apront|prepar|mand|envi|despach|post|retir|busc|peg|troc|devolv|"
    r"compens|process|confirm|respond|atend|traz|lev|mont)[a-z]*\b)[a-z]{2,}[aei]r\b|"
    r"to\s+(?:dry|heat|charge|cool|warm|cook|bake|set|cure|freeze|boil|grow|dissolve|work)\b)"
)


def _is_of_goods(found: re.Match[str] | None) -> bool:
    return found is not None and any(current().place(word) == BEGINS for word in words(found["goods"]))


_WHICH = expression(r"^(?:e\s+)?(?:qual|quais|which)\s+(?P<goods>[a-z]{3,})\b")  # `qual bobina é da maquininha?`
_TAKES_TO = expression(
    r"\blevam?\s+(?:pra|para)\s+[a-z]+[aei]r\b|\b(?:demora|leva)\s+(?:[oa]\s+)?\w+(?:cao|mento|gem|erto)\b"
)
_COMES = expression(
    r"\b(?:cheg\w+|entreg(?:a|ue|am)|vem|arrive\w*|come)\b.*\b(?:que|quais)\s+horas?\b|\bque\s+horas?\s+(?:\w+\s+){0,2}(?:cheg\w+|entreg(?:a|ue|am))\b"
)


def without_topics(clause: str) -> str:
    """The clause without the words that make it a question to the shop."""
    clause = re.sub(r"\ba\s+vista\b", " ", clause)
    for topic in TABLE.values():
        clause = topic.asked.sub(" ", clause)
    return clause
