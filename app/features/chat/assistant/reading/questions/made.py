"""What a message says of an order that was made, while nothing else is being bought. Pure.

Patterns are of folded text. An order is not changed in the conversation: what is to be otherwise in it a person does,
what is wanted besides becomes an order of its own.
"""

import re
from collections.abc import Sequence

from app.features.chat.assistant.acts import AfterSale
from app.features.chat.assistant.documents.topics import topics_of
from app.features.chat.assistant.language import signs
from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import COUNT, fold, number, words
from app.features.chat.assistant.products.matching import shares
from app.features.chat.assistant.products.name_words import product_words
from app.features.chat.assistant.reading.questions.made_in_english import ENGLISH_SIGNS
from app.features.conversations.consent import forbids_cancelling
from app.features.conversations.state import ConversationState, Known, Made
from app.ops.expressions import expression

_OPENS = (
    r"^\W*(?:(?:ah+|ops|ih|eita|poxa|oi+e?|olha|moc[ao]|entao|desculp\w*|mas|e|ai|faz\s+assim|gostei|amei|bom\s+dia|boa\s+(?:tarde|noite)|"
    r"oops|sorry|hey|hi|and)\b\W*)*"
)
_ENDS = (
    r"(?:\s+(?:ai|la|entao|mesmo|por\s+favor|pfv|please|na\s+verdade|tambem|junto|unidades?|"
    r"igua(?:l|is)|no\s+lugar|dess[ea]s?|del[ea]s?|mesm[oa]s?))*\W*$"
)
_PAYS = r"(?:pix|dinheiro|cartao|credito|debito|boleto|cash|card)"
_GOES = r"(?:entreg\w+|retir\w+|busc\w+|delivery|pickup)"

# Something of it is to be otherwise.
_ALTERS = expression(
    r"\bera\s+(?:(?:pra|para)\s+ser\s+)?(?:so\s+)?(?:(?:[oa]|n[oa])\s+)?(?:tam(?:anho)?\s+|numero\s+|size\s+)?"
    r"(?=\d|(?:pp?|m|gg?)\b|uma?\b|dois|duas|tres|quatro|cinco)|^(?:(?:ops|ih|ah|eita|poxa)\W+)*errei\b|\b(?:made\s+a\s+mistake|changed\s+my\s+mind)\b|"
    r"^(?:(?:no|oh|sorry|actually|oops|wait|hey|please|can\s+you)\W+)*(?:(?:make|change)\s+(?:it|that)(?:\s+to)?|i\s+meant|i\s+wanted|it\s+should\s+(?:be|have\s+been))\s+(?:an?|one|two|three|four|five|six|\d{1,2})\b|"
    r"\b(?:can|could)\s+(?:you|i|we)\s+(?:please\s+)?(?:deliver|ship|send|pick|pay|collect)\b.*\binstead\b|\b(?:chang|switch)\w*\s+(?:it|that|this)\s+to\s+(?:delivery|pickup|pick\s?up|shipping|cash|pix)\b|"
    rf"\bmudei\s+de\s+ideia\b(?=\W*$|.*\b(?:pedido|cor|tamanho|{_GOES})\b)|"
    r"\b(?:mud|troc|alter|chang)\w*\s+(?:(?:o|a|meu|de|my|the)\s+)*(?:pedido|endereco|order|address|(?:pra|para|to)\s+(?:o\s+)?(?:entrega|retirada|motoboy|correios?|sedex|delivery|pickup)"
    r"|(?:cor|tamanho|modelo|sabor|numero|forma|jeito|pagamento|entrega|frete|colou?r|size|flavou?r)(?!.*\b(?:se|caso|if)\b))\b|"
    rf"\b{_GOES}\b.*\b(?:em\s+vez|ao\s+inves|no\s+lugar)\b|"
    r"\b(?:adicion|acrescent|inclu|coloc|bot|add|por\b|poe\b)\w*\b.*\b(?:no|nesse|ao|to\s+my|to\s+the)\s+(?:mesmo\s+|meu\s+)?(?:pedido|order)\b|"
    r"\b(?:esqueci|faltou)\b.*\bcupo[mn]\b|"
    r"\b(?:pedi|comprei|escolhi|coloquei|marquei|ordered)\s+(?:tudo\s+|[oa]\s+)?(?:errad[oa]|wrong)\b|\bme\s+(?:enganei|confundi)\b"
)
# Its way, its goods or how many of them: `na verdade vou querer entrega`, `eram 2 travesseiros`, `tira o azul`.
_OTHERWISE = expression(
    rf"{_OPENS}na\s+(?:verdade|vdd)\W+(?:eu\s+)?(?:(?:vou\s+(?:querer|preferir)|quero|queria|prefiro|melhor)\s+(?:que\s+)?)?"
    rf"(?:(?:a\s+|pra\s+|por\s+)?{_GOES}|(?:era[m]?\s+|sao\s+)?(?:so\s+)?{COUNT}\b(?!.*\b(?:tambem|mais|outr[oa])\b))"
    rf"|{_OPENS}(?:eu\s+)?(?:vou\s+(?:querer|preferir)|prefiro|queria|quero)\s+(?:a\s+|por\s+|que\s+)?(?:entrega|retirada)\s+(?:agora|entao|mesmo|em\s+vez)\b"
    rf"|{_OPENS}(?:pode|podem)\s+(?:ser|chegar|entregar|trazer|vir)\s+(?:so\s+)?(?:(?:depois|antes|a\s+partir)\s+d\w+\s+\d|de\s+(?:manha|tarde|noite)|a\s+(?:tarde|noite)|amanha)"
    rf"|{_OPENS}(?:faz\s+|deixa\s+|quero\s+|e\s+)?so\s+{COUNT}\b(?!\s+(?:duvida|pergunta|coisa|curiosidade|informac\w+|minut\w+|momento|segundo))"
    rf"|.*\b(?:um|uma)\s+del[ea]s\b|^[oa]s?\s+\w+(?:\s+\w+)?\s+era[m]?\s|.*\btroc\w+\s+(?:a\s+cor|[oa]\s+(?:tamanho|modelo))\b"
    r"|.*\bjunt(?:a|ar|e|em)\s+(?:(?:os|as)\s+(?:dois|duas|pedidos)|tudo|num\s+so|em\s+um)\b"
    rf"|{_OPENS}(?:agora\s+)?(?:eu\s+)?(?:quero|queria|prefiro|vou\s+querer)\s+(?:que\s+)?(?:a\s+)?(?:retir(?:ar|ada)|buscar|entreg(?:a|uem?))\b"
    r"|.*\b(?:repet(?:e|ir|a)\s+o\s+(?:pedido|mesmo)|mesma\s+coisa(?:\s+de\s+novo)?\W*$|igual\s+(?:ao|o)\s+(?:ultimo|anterior|outro))"
    rf"|{_OPENS}melhor\s+(?:voces\s+)?{_GOES}\b|.*\bem\s+vez\s+d[aeo]\s+{_GOES}\b|{_OPENS}(?:na\s+verdade\s+)?eram\s+(?:so\s+)?{COUNT}\b"
    rf"|{_OPENS}(?:pode\s+|da\s+(?:pra|para)\s+|queria\s+|quero\s+|tem\s+como\s+)*(?:troc(?:a|ar)|substitu(?:i|ir)|mud(?:a|ar)|alter(?:a|ar))\s+(?!de\s+ideia)(?:.*\s)?"
    rf"(?:por|pel[oa]s?|(?:pra|para|pro)\s+(?:[oa]s?\s+|{COUNT}\b|(?:cor|tamanho)\b))"
    rf"|{_OPENS}(?:pode\s+|da\s+(?:pra|para)\s+)?(?:tir[ae]r?|remov(?:e|er|a))\s+(?:[oa]s?|{COUNT}|ess[ea]|aquel[ea]|d[oa])\b(?!\s*(?:duvida|foto|pergunta))"
    rf"|{_OPENS}(?:me\s+)?falt(?:ou|aram|ava|avam)\s+(?:{COUNT}|[oa]s?\b(?!\s+(?:complemento|bairro|numero|cep|endereco|nome|referencia|cpf|telefone))|(?:\w+\s+)?(?:coisas?|item|itens|pecas?|produtos?))\b"
)
# So many more, or instead, of nothing that it names.
_COUNTED = expression(
    rf"{_OPENS}(?:(?:pode|da\s+(?:pra|para)|quero|queria|vou\s+querer)\s+)*(?:(?:poe|por|coloc\w+|bot[ae]r?|adicion\w+|acrescent\w+|inclu\w+|manda\w*|add)\s+)?"
    rf"mais\s+{COUNT}{_ENDS}|{_OPENS}(?:pode\s+|da\s+(?:pra|para)\s+)?(?:quero|queria|mud(?:a|ar)|deix(?:a|ar)|aument(?:a|ar)|diminu(?:i|ir)|faz|faca|make\s+it)\s+(?:(?:pra|para|em)\s+)?{COUNT}{_ENDS}"
)
# To be paid otherwise: `dá pra trocar por dinheiro?`, `posso pagar em dinheiro?`
_PAYS_OTHERWISE = expression(
    rf"\b(?:troc\w+|mud\w+|alter\w+|change)\s+(?:\w+\s+){{0,3}}?(?:pra|para|por|pro|pelo|to)\s+(?:o\s+)?{_PAYS}\b"
    r"|\b(?:posso|pode|da\s+(?:pra|para)|consigo|quero|queria|vou|prefiro|melhor|can\s+i)\s+(?:\w+\s+)?(?:pag\w+|pay)\s+(?:so\s+)?(?:(?:em|no|com|in|by|with)\s+(?:o\s+)?(?:dinheiro|pix|cash)"
    r"|na\s+(?:hora|retirada|loja|entrega)|quando\s+(?:\w+\s+)?(?:cheg|busc|receb|retir|for)\w*)\b"
)
_PAID = expression(
    rf"{_OPENS}(?:eu\s+)?acabei\s+de\s+(?:pagar|transferir|fazer|mandar|enviar|depositar)\b"
    rf"|{_OPENS}(?:(?:ja|ta|esta|tudo|prontinho|pronto)\W+)*pag[oa](?:\s+(?:ja|ta|viu|ok|moc[ao]))*\W*$"
    rf"|{_OPENS}(?:eu\s+)?(?:ja\s+)?(?:mandei|enviei)(?:\s+(?:ai|o\s+pix|tudo|agora|ja|viu|ta))*\W*$"
    rf"|{_OPENS}feito\s+o\s+pix\b|\bconfer\w+\s+(?:(?:o|ai|la|meu)\s+)*(?:pix|pagamento|comprovante)\b"
    rf"|{_OPENS}(?:ta\s+ai\s+|segue\s+)?(?:o\s+)?(?:comprovante|recibo)\W*$|^just\s+paid\b"
)
_STATUS = expression(
    r"\b(?:ainda\s+)?(?:nao|n)\s+(?:recebi|chegou|veio|chegaram|vieram)\b(?!.*\b(?:codigo|pix|chave|qr|link)\b)"
    rf"|{_OPENS}(?:qual\s+)?(?:(?:e|foi|era|ficou|deu|o|meu)\s+)*(?:valor|total)(?:\s+(?:mesmo|foi|era|do\s+(?:meu\s+)?pedido|total|(?:pra|para|a)\s+pagar|tudo))*\W*$"
    rf"|{_OPENS}quanto\s+(?:(?:que|e\s+que|eu)\s+)*(?:deu|ficou|foi|era|devo|pago|tenho\s+(?:que|de)\s+pagar|preciso\s+pagar)(?:\s+(?:mesmo|tudo|o\s+pedido|no\s+total))*\W*$"
    r"|\b(?:confirm\w+|caiu|receb(?:eu|eram|ido)|entrou|bateu)\s+(?:(?:o|a|ai|meu|minha|my)\s+)*(?:pagamento|pix|comprovante|transferencia|payment)\b"
    r"|\b(?:pagamento|pix|comprovante)\s+(?:ja\s+)?(?:caiu|entrou|foi\s+confirmado|bateu)\b"
    r"|\bfaz\s+(?:(?:mais\s+de|quase|uns?|umas?|ja)\s+)*(?:\w+\s+)?(?:minutos?|min|horas?|dias?|semanas?|mes|meses|tempo)\s+que\s+(?:eu\s+)?(?:comprei|pedi|paguei|fiz)\b"
    r"|\b(?:algum\s+sinal|alguma\s+(?:noticia|novidade|previsao))\b"
    r"|\b(?:ja\s+)?posso\s+(?:ir|passar)(?:\s+ai|\s+la)?(?:\s+(?:buscar|pegar|retirar))?\s*\?|\brastre\w+|\batras(?:ou|ad[oa])\b"
    rf"|{_OPENS}(?:(?:uma\s+duvida|queria\s+saber|quero\s+saber|e)\s+)?(?:sobre\s+)?(?:d?o|meu|do\s+meu)\s+pedido(?:\s+(?:n[ºo]?\s*)?\d+)?\W*$"
    r"|\b(?:motoboy|entregador)\b.*\b(?:perdid\w+|vem|vindo|cade|demor\w+)\b"
    r"|\b(?:resumo|o\s+que\s+(?:eu\s+)?(?:pedi|comprei))\b|\b(?:esta|ta)\s+(?:vindo|chegando|a\s+caminho)\s*\?"
    r"|\b(?:esta|ta|ficou)\s+(?:tudo\s+)?(?:pront|separad|embalad)[oa]s?\s*\?"
)
_CANCELS = expression(
    rf"{_OPENS}(?:eu\s+)?(?:nao|n)\s+(?:(?:vou\s+)?(?:quero|querer)\s+mais|vou\s+mais\s+(?:querer|comprar|levar|precisar)|preciso\s+mais)(?:\s+(?:isso|el[ea]|nao|(?:[oa]|meu|esse|d[oa])\s+pedido|comprar))*\W*$"
    rf"|{_OPENS}(?:eu\s+)?desisti\W*$|{_OPENS}(?:nao|n)\s+vou\s+(?:mais\s+)?(?:poder|conseguir)\s+(?:pagar|ficar|levar|comprar)\b"
)
# Behind a story: `minha mulher já tinha comprado uma, cancela pra mim por favor`
_CANCELS_NOW = expression(
    r"\b(?:cancela(?:r|\s+(?:pra|para)\s+mim)?|cancel)(?:\s+(?:(?:[oa]|meu|minha|esse|the|my|tudo)\s+)*(?:pedido|compra|order|it|that))?"
    r"(?:\s+(?:pra\s+mim|ai|la|entao|por\s+favor|pfv|please|for\s+me|moc[ao]|gente|tudo))*\W*$"
    # before it, without a pause: `cancela meu namorado já comprou`
    rf"|{_OPENS}cancel(?:a|ar|em)?\s+(?:(?:tudo|por\s+favor|please)\s+)*(?:(?:que|pq|porque|pois|because)\s+)?(?:eu|meu|minha|a\s+gente|my|i)\b.*"
    r"\b(?:ja|compr(?:ou|ei|aram)|ach(?:ou|ei)|ganh(?:ou|ei)|desisti\w*|already|found|bought)\b"
)
_WHETHER = expression(r"\?|^\W*(?:e\s+)?(?:como|posso|can|could|how|se|if)\b|\b(?:como|quiser|how)\b")
# The code or the transfer does not work.
_CANNOT_PAY = expression(
    r"\b(?:nao|n)\s+(?:(?:estou|to|tou)\s+)?consegu\w+\s+(?:fazer\s+)?(?:o\s+|a\s+)?(?:pag\w+|pix|transfer\w+)\b|\bdeu\s+(?:erro|ruim|problema)\s+(?:n[oa]|com\s+o)\s+(?:pix|pagamento|codigo|banco|app)\b|"
    r"\b(?:pix|codigo|qr\w*|chave|pagamento)\s+(?:\w+\s+)?(?:(?:deu|ta\s+dando|esta\s+dando)\s+erro|recusad\w+|invalid\w+)\b|\bcopia\s+e\s+cola\s+(?:nao|n)\b|\b(?:banco|app)\s+(?:nao|n|recus\w+|bloque\w+)\b"
)
# What is left to be done: `e agora?`, `só pagar né?`
_WHAT_NEXT = expression(
    rf"{_OPENS}(?:agora|(?:o\s+)?que\s+(?:eu\s+)?(?:faco|preciso\s+fazer|tenho\s+que\s+fazer)(?:\s+agora)?|como\s+(?:eu\s+)?(?:faco|pago)(?:\s+agora)?|(?:e\s+)?so\s+pagar(?:\s+ne)?|"
    r"onde\s+(?:eu\s+)?pago|(?:tem\s+)?mais\s+alguma\s+coisa\s+(?:que\s+)?(?:eu\s+)?(?:preciso|tenho\s+que|devo)\s+fazer)\W*$|"
    r"\b(?:precis\w+|tenho\s+que|devo)\s+(?:mandar|enviar)\s+(?:o\s+)?comprovante\b|\bcomprovante\s+(?:pra|para)\s+(?:onde|quem)\b|\bonde\s+(?:eu\s+)?(?:mando|envio)\s+o\s+comprovante\b"
)
_WAS_CANCELLED = expression(r"\b(?:foi|esta|ta|ficou)\s+cancelad[oa]\b|\b(?:voces\s+)?cancelaram\b")
# A part of it alone: `cancela só uma toalha`
_PARTLY = expression(r"\bcancel\w*\s+(?:so|apenas|somente)\b|\b(?:nao|n)\s+precis\w+\s+mais\s+d[aeo]s?\b")
# It is paid soon: `pago daqui a pouco`
_PAYS_SOON = expression(
    r"\b(?:pago|vou\s+pagar|faco\s+o\s+pix|vou\s+fazer\s+o\s+pix|transfiro)\s+(?:ja(?:\s+ja)?|daqui\s+a\s+pouco|agora|mais\s+tarde|hoje|logo|assim\s+que|quando\s+(?:eu\s+)?chegar\s+(?:em|no)|"
    r"depois\s+d[oe]\s+\w+|(?:de|a)\s+noite)\b|\b(?:ja\s+ja|daqui\s+a\s+pouco|mais\s+tarde|logo(?:\s+mais)?)\s+(?:eu\s+)?(?:pago|faco|transfiro|mando\s+o\s+(?:pix|comprovante))\b"
)
# Whose account it is that the money goes to, or that too much of it went.
_PAYEE = expression(
    r"\bpaguei\s+(?:\w+\s+)?(?:errado|a\s+mais|a\s+menos|duas\s+vezes|dobrado|em\s+dobro)\b|"
    r"\b(?:qual|que|em)\s+(?:e\s+)?(?:o\s+)?nome\b.*\b(?:pix|conta|chave)\b|\bde\s+quem\s+(?:e\s+)?(?:ess[ea]|[oa])\s+(?:conta|chave|pix)\b"
)
# What came is not what was ordered, or not well.
_COMPLAINS = expression(
    r"\b(?:veio|vieram|chegou|chegaram)\s+(?:tudo\s+)?sem\b|\bpedi\b.*\b(?:veio|vieram|chegou|mandaram)\b|"
    r"\b(?:tava|estava|tavam|estavam)\s+(?:\w+\s+)?(?:ruim|ruins|horrivel|fri[oa]s?|cru[as]?|dur[oa]s?|sec[oa]s?|estragad\w+|queimad\w+|azed\w+|velh[oa]s?)\b|"
    r"\b(?:veio|vieram|chegou|chegaram|recebi|mandaram|entregaram)\b.*\b(?:so\s+(?:uma?|\d+|dois|duas|metade|parte)\b|(?:nao|n)\s+(?:e|era|foi|eram)\b|mas\s+(?:eu\s+)?(?:pedi|comprei)|com\s+(?:cheiro|mancha|furo|defeito|risco)\w*)|"
    r"\b(?:nao|n)\s+gostei\s+d[oe]\s+(?:atendimento|tratamento)\b|\bdecepcionad[oa]\b|\bmuito\s+(?:chatead|insatisfeit|frustrad|indignad)[oa]\b"
)
_UNHAPPY = expression(
    rf"{_OPENS}(?:eu\s+)?(?:nao|n)\s+(?:me\s+)?(?:gostei|serviu|serviram|coube|deu\s+certo|curti|ficou\s+b\w+)\b|\b(?:menor|maior|diferente|pior)\s+(?:do\s+)?(?:que\s+)?(?:(?:eu\s+)?(?:pensava|imaginava|esperava)|parecia|[dn]?a\s+foto)\b|{_OPENS}ficou\s+(?:muito\s+)?(?:grande|pequen[oa]|apertad[oa]|larg[oa]|curt[oa])\b"
)
_GLAD = expression(
    rf"{_OPENS}(?=\w)(?:chegou\s+(?:tudo\s+)?(?:certinho|certo|direitinho|bem|rapido)\W*)?(?:(?:amei|adorei|gostei|amamos|adoramos|perfeit[oa]|maravilhos[oa]|lind[oa]|top|show|delicia|delicios[oa]|otim[oa]|excelente)(?:\s+(?:muito|demais|tudo|viu|mesmo|o\s+\w+|a\s+\w+))*\W*)?$"
)
_PRAISES = expression(
    rf"{_OPENS}chegou\W*$|\bvoces?\s+(?:sao|e|foram)\s+(?:\w+\s+)?(?:otim|maravilhos|dez\b|10|top|show|nota|demais|incrive|excelente)|{_OPENS}nota\s+(?:10|dez|mil)\b|\bvou\s+(?:indicar|recomendar)\b"
)
_CLOSED = expression(
    rf"{_OPENS}(?:(?:nao|n)\W+)?(?:(?:era\s+|e\s+)?so\s+isso|nada\s+mais|mais\s+nada|era\s+isso|por\s+(?:enquanto|hoje)\s+(?:e\s+)?(?:so|nada))(?:\s+(?:mesmo|entao|por\s+(?:enquanto|hoje)|obrigad[oa]|moc[ao]))*\W*$"
)


def of_made_order(message: str, state: ConversationState, known: Known) -> AfterSale | None:
    """What a folded message wants of the last order; None where there is none, or where goods are spoken of again.
    known: what the message tells of the shopper, by which an address is put right without any of this."""
    if not state.orders or state.cart.lines:
        return None
    text = spelt_out(message)
    if (off := _WAS_CANCELLED.search(text)) and not signs.CANCEL.search(f"{text[: off.start()]} {text[off.end() :]}"):
        return "status"  # and not `o almoço foi cancelado. pode cancelar meu pedido?`
    if signs.CODE_LOST.search(text) and "pay_by" not in topics_of(text):
        return "resend"
    if _PARTLY.search(text):
        return "alter"
    kept = forbids_cancelling(text)
    cancels = signs.CANCEL.search(text) is not None and not kept
    if known == Known() and not cancels and _ALTERS.search(text):
        return "alter"
    dialogue = state.dialogue
    asked = dialogue.pending.kind if dialogue.pending is not None else None
    if dialogue.focus is not None or asked not in (None, "person", "cancel"):
        return _beside_goods(text, message)
    if asked != "cancel" and _CANCELS.match(text):
        return "cancel"
    if cancels and asked != "cancel" and _CANCELS_NOW.search(text) and not _WHETHER.search(message):
        return "cancel"
    if cancels or asked == "cancel":
        return None
    if kept and state.dialogue.pending is None:
        return "status"  # which shows that it stands
    return next((act for act, sign in _SIGNS if sign.search(text) or sign.search(message)), None)


_PRICED = expression(r"\b(?:quanto|valor|total|how\s+much|what\s+(?:was|is|did))\b")


def _beside_goods(text: str, message: str) -> AfterSale | None:
    """What came and where it is, while other goods are spoken of: `veio só 1 calabresa`, `is it on its way?`"""
    acts = (act for act, sign in _SIGNS if sign.search(text) or sign.search(message))
    act = next(acts, None)
    return act if act == "complaint" or (act == "status" and not _PRICED.search(text)) else None


_NUMBER = expression(r"\b(?:pedidos?|orders?|n[ºo°]?|numero|number|[oe]|and)\.?\s*(\d{1,9})\b")
_FIRST = expression(r"\b(?:d?o|the)\s+(?:meu\s+)?primeiro\b|\bthe\s+first\b")
_OTHER = expression(
    r"\bd?o\s+(?:outro|anterior|antigo)\b(?!\s+(?:lugar|site|dia))|\bpedido\s+(?:anterior|antigo|de\s+antes)\b|\bthe\s+(?:other|previous)\b"
)
_EVERY = expression(
    r"\bd?os\s+(?:dois|pedidos)\b|\bambos\b|\btodos\s+os\s+pedidos\b|\bboth\b|\ball\s+(?:my\s+)?orders\b"
)

_LAST = expression(r"\bd?o\s+(?:meu\s+)?ultimo\b|\bd?o\s+(?:mais\s+)?(?:recente|novo)\b|\bthe\s+(?:last|latest|new)\b")
_VALUE = expression(r"r\$\s*(\d{1,5})(?:[.,](\d{2}))?|\b(\d{1,5})(?:[.,](\d{2}))?\s*(?:reais|conto\w*|pila\w*)\b")
_OF_ORDERS = (
    v.FILLER
    | v.VERBS
    | frozenset(["pedido", "pedidos", "compra", "compras", "cancela", "cancelar", "order", "orders", "reais", "real"])
)


def orders_meant(message: str, orders: Sequence[Made]) -> tuple[Made, ...]:
    """Which of several orders a message names: by its number, its place, what it holds or costs, or all of them; empty
    where it names none."""
    orders = [one for one in orders if one.order_id]
    if len(orders) < 2:
        return ()
    text = spelt_out(fold(message))
    numbers = set(_NUMBER.findall(text))
    if named := tuple(one for one in orders if str(one.number) in numbers):
        return named
    if _EVERY.search(text):
        return tuple(orders)
    if _FIRST.search(text):
        return (orders[0],)
    if _OTHER.search(text):
        return (orders[-2],)
    return _by_what_it_holds(text, orders) or ((orders[-1],) if _LAST.search(text) else ())


def _by_what_it_holds(text: str, orders: Sequence[Made]) -> tuple[Made, ...]:
    """The one order that a text tells by its total, else by its goods and how many of them: `o de 3 folhas`."""
    standing = [one for one in orders if not one.cancelled]
    cents = [int(found[1] or found[3]) * 100 + int(found[2] or found[4] or 0) for found in _VALUE.finditer(text)]
    worth = [one for one in standing if one.total_cents in cents]
    if len(worth) == 1:
        return tuple(worth)
    said = [word for word in product_words(text) if word not in _OF_ORDERS and len(word) > 1 and not word.isdigit()]
    counts = {count for word in words(text) if (count := number(word)) is not None}

    def told(one: Made) -> int:
        held = [(line, [word for word in said if shares([word], line.name)]) for line in one.cart.lines]
        return sum(2 * len(own) + (bool(own) and line.quantity in counts) for line, own in held)

    best = max((told(one) for one in standing), default=0)
    found = [one for one in standing if best and told(one) == best]
    return tuple(found) if len(found) == 1 else ()


_SIGNS: tuple[tuple[AfterSale, re.Pattern[str]], ...] = (
    ("complaint", _COMPLAINS),
    ("unhappy", _UNHAPPY),
    ("later", _PAYS_SOON),
    ("paid", _PAID),
    ("status", _STATUS),
    ("person", _PAYEE),
    ("resend", _CANNOT_PAY),
    ("resend", _WHAT_NEXT),
    ("method", _PAYS_OTHERWISE),
    ("alter", _OTHERWISE),
    ("alter", _COUNTED),
    ("glad", _GLAD),
    ("glad", _PRAISES),
    ("closed", _CLOSED),
    *ENGLISH_SIGNS,
)
