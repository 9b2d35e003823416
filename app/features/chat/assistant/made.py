"""What a message says of an order that was made, while nothing else is being bought. Pure.

Patterns are of folded text. An order is not changed in the conversation: what is to be otherwise in it a person does,
what is wanted besides becomes an order of its own.
"""

import re

from app.features.chat.assistant import signs
from app.features.chat.assistant.acts import AfterSale
from app.features.chat.assistant.words import spelt_out
from app.features.conversations.state import ConversationState, Known

_COUNT = r"(?:\d{1,3}|uma?|dois|duas|tres|quatro|cinco|seis|sete|oito|nove|dez|one|two|three|four|five)"
_OPENS = (
    r"^(?:(?:ah+|ops|ih|eita|poxa|oi+e?|olha|moc[ao]|entao|desculp\w*|mas|e|ai|bom\s+dia|boa\s+(?:tarde|noite)|"
    r"oops|sorry|hey|hi|and)\b\W*)*"
)
_ENDS = r"(?:\s+(?:ai|la|entao|mesmo|por\s+favor|pfv|please|na\s+verdade|tambem|junto|unidades?))*\W*$"
_PAYS = r"(?:pix|dinheiro|cartao|credito|debito|boleto|cash|card)"

# Something of it is to be otherwise.
_ALTERS = re.compile(
    r"\bera\s+(?:(?:pra|para)\s+ser\s+)?(?:so\s+)?(?=\d|uma?\b|dois|duas|tres|quatro|cinco)|^(?:(?:ops|ih|ah|eita|poxa)\W+)*errei\b|^(?:\W|ah|olha)*mudei\s+de\s+ideia\s*[.!]*$|\b(?:made\s+a\s+mistake|changed\s+my\s+mind)\b|"
    r"\b(?:mud|troc|alter|chang)\w*\s+(?:(?:o|a|meu|my|the)\s+)*(?:pedido|endereco|order|address|(?:pra|para|to)\s+(?:entrega|retirada|delivery|pickup))\b|"
    r"\b(?:adicion|acrescent|inclu|coloc|bot|add|por\b|poe\b)\w*\b.*\b(?:no|nesse|ao|to\s+my|to\s+the)\s+(?:mesmo\s+|meu\s+)?(?:pedido|order)\b|"
    r"\b(?:esqueci|faltou)\b.*\bcupo[mn]\b"
)
# Its way, its goods or how many of them: `na verdade vou querer entrega`, `eram 2 travesseiros`, `tira o azul`.
_OTHERWISE = re.compile(
    rf"{_OPENS}na\s+(?:verdade|vdd)\W+(?:eu\s+)?(?:(?:vou\s+(?:querer|preferir)|quero|queria|prefiro|melhor)\s+(?:que\s+)?)?"
    rf"(?:(?:a\s+|pra\s+|por\s+)?(?:entreg\w+|retir\w+|busc\w+)|(?:era[m]?\s+|sao\s+)?(?:so\s+)?{_COUNT}\b(?!.*\b(?:tambem|mais|outr[oa])\b))"
    rf"|{_OPENS}(?:eu\s+)?(?:vou\s+(?:querer|preferir)|prefiro|queria|quero)\s+(?:a\s+|por\s+|que\s+)?(?:entrega|retirada)\s+(?:agora|entao|mesmo|em\s+vez)\b"
    rf"|{_OPENS}(?:na\s+verdade\s+)?eram\s+(?:so\s+)?{_COUNT}\b"
    rf"|{_OPENS}(?:pode\s+|da\s+(?:pra|para)\s+|queria\s+|quero\s+|tem\s+como\s+)*(?:troc(?:a|ar)|substitu(?:i|ir)|mud(?:a|ar)|alter(?:a|ar))\s+(?!de\s+ideia)(?:.*\s)?"
    rf"(?:por|pel[oa]s?|(?:pra|para|pro)\s+(?:[oa]s?\s+|{_COUNT}\b|(?:cor|tamanho)\b))"
    rf"|{_OPENS}(?:pode\s+|da\s+(?:pra|para)\s+)?(?:tir[ae]r?|remov(?:e|er|a))\s+(?:[oa]s?|{_COUNT}|ess[ea]|aquel[ea]|d[oa])\b(?!\s*(?:duvida|foto|pergunta))"
    rf"|{_OPENS}(?:me\s+)?falt(?:ou|aram|ava|avam)\s+(?:{_COUNT}|[oa]s?)\b"
)
# So many more, or instead, of nothing that it names.
_COUNTED = re.compile(
    rf"{_OPENS}(?:(?:pode|da\s+(?:pra|para)|quero|queria|vou\s+querer)\s+)*(?:(?:poe|por|coloc\w+|bot[ae]r?|adicion\w+|acrescent\w+|inclu\w+|manda\w*|add)\s+)?"
    rf"mais\s+{_COUNT}{_ENDS}|{_OPENS}(?:quero|queria|mud(?:a|ar)|deix(?:a|ar)|faz|faca|make\s+it)\s+(?:(?:pra|para|em)\s+)?{_COUNT}{_ENDS}"
)
# To be paid otherwise: `dá pra trocar por dinheiro?`, `posso pagar em dinheiro?`
_PAYS_OTHERWISE = re.compile(
    rf"\b(?:troc\w+|mud\w+|alter\w+|change)\s+(?:\w+\s+){{0,3}}?(?:pra|para|por|pro|pelo|to)\s+(?:o\s+)?{_PAYS}\b"
    rf"|\b(?:posso|pode|da\s+(?:pra|para)|consigo|quero|queria|vou|can\s+i)\s+(?:\w+\s+)?(?:pag\w+|pay)\s+(?:(?:em|no|com|in|by|with)\s+)(?:o\s+)?(?:dinheiro|pix|cash)\b"
)
_PAID = re.compile(
    rf"{_OPENS}(?:eu\s+)?acabei\s+de\s+(?:pagar|transferir|fazer|mandar|enviar|depositar)\b"
    rf"|{_OPENS}(?:(?:ja|ta|esta|tudo|prontinho|pronto)\W+)*pag[oa](?:\s+(?:ja|ta|viu|ok|moc[ao]))*\W*$"
    rf"|{_OPENS}(?:ta\s+ai\s+|segue\s+)?(?:o\s+)?(?:comprovante|recibo)\W*$|^just\s+paid\b"
)
_STATUS = re.compile(
    r"\b(?:ainda\s+)?(?:nao|n)\s+(?:recebi|chegou|veio|chegaram|vieram)\b(?!.*\b(?:codigo|pix|chave|qr|link)\b)"
    rf"|{_OPENS}(?:qual\s+)?(?:(?:e|foi|era|ficou|deu|o|meu)\s+)*(?:valor|total)(?:\s+(?:mesmo|foi|era|do\s+(?:meu\s+)?pedido|total|(?:pra|para|a)\s+pagar|tudo))*\W*$"
    rf"|{_OPENS}quanto\s+(?:(?:que|e\s+que|eu)\s+)*(?:deu|ficou|foi|era|devo|pago|tenho\s+(?:que|de)\s+pagar|preciso\s+pagar)(?:\s+(?:mesmo|tudo|o\s+pedido|no\s+total))*\W*$"
    r"|\b(?:confirm\w+|caiu|receb(?:eu|eram|ido)|entrou|bateu)\s+(?:(?:o|a|ai|meu|minha|my)\s+)*(?:pagamento|pix|comprovante|transferencia|payment)\b"
    r"|\b(?:pagamento|pix|comprovante)\s+(?:ja\s+)?(?:caiu|entrou|foi\s+confirmado|bateu)\b"
)
_CANCELS = re.compile(
    rf"{_OPENS}(?:eu\s+)?(?:nao|n)\s+(?:vou\s+)?(?:quero|querer)\s+mais(?:\s+(?:isso|el[ea]|nao|(?:[oa]|meu|esse)\s+pedido|comprar))*\W*$"
    rf"|{_OPENS}(?:eu\s+)?desisti\W*$"
)
_REPORTS = re.compile(rf"{_OPENS}(?:me\s+)?falt(?:ou|aram)\s+(?:\w+\s+)?(?:coisa|item|itens|peca|produto)\b")


def of_made_order(message: str, state: ConversationState, known: Known) -> AfterSale | None:
    """What a folded message wants of the last order; None where there is none, or where goods are spoken of again.
    known: what the message tells of the shopper, by which an address is put right without any of this."""
    if not state.orders or state.cart.lines:
        return None
    text = spelt_out(message)
    if signs.CODE_LOST.search(text):
        return "resend"
    cancels = signs.CANCEL.search(text) is not None
    if known == Known() and not cancels and _ALTERS.search(text):
        return "alter"
    dialogue = state.dialogue
    if dialogue.focus is not None or (
        dialogue.pending is not None and dialogue.pending.kind not in ("person", "cancel")
    ):
        return None
    asked = dialogue.pending is not None and dialogue.pending.kind == "cancel"
    if not asked and _CANCELS.match(text):
        return "cancel"
    if cancels or asked:
        return None
    if _PAID.match(text):
        return "paid"
    if _STATUS.search(text) or _STATUS.search(message):
        return "status"
    if _PAYS_OTHERWISE.search(text):
        return "method"
    if _REPORTS.match(text) or _OTHERWISE.match(text) or _COUNTED.match(text):
        return "alter"
    return None
