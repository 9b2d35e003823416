"""What a message asks of an order beside its goods: a gift, how it is made, where it is left, change for a note. Pure.

Such a piece is cut out before anything else is read, so that `deixa na portaria` or `troco pra 100` is no change.
"""

import re
from collections.abc import Sequence

from app.features.chat.assistant.language.goods import BEGINS, NAMES, current, names_goods
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.vocabulary import FIRST_NAMES, KIN
from app.features.chat.assistant.language.words import fold, words
from app.features.chat.assistant.products.matching import shares
from app.features.chat.assistant.products.name_words import name_words
from app.features.chat.assistant.reading.asides.pauses import with_pauses
from app.features.chat.assistant.reading.details.change import asks_for_change, banknote_in, change_apart, tells_change
from app.features.chat.assistant.reading.details.coming_by import LOOKS_IN
from app.features.chat.assistant.reading.details.left_off import left_out_of
from app.features.chat.assistant.reading.details.when_wanted import FOR_DAY, is_when, time_wished
from app.features.conversations.state import ConversationState
from app.ops.expressions import expression

_PIECE = expression(r"(?:[^.,!?;\n]|(?<=\d)[.,](?=\d))+[.,!?;\n]*")
# `could you put a little card in?`
_CARD = expression(
    r"(?:(?:can|could|would)\s+you\s+|please\s+|and\s+|also\s+)*(?:put|include|add|slip|tuck|attach|pop)\s+(?:in\s+)?(?:an?|the|my)\s+(?:(?:little|small|gift|greeting|birthday|short)\s+)*(?:card|note|message)\b"
)
_GIFT = expression(
    r"^(?:(?:e|ai|por\s+favor|pode)\s+)*(?:(?:coloca\w*|por|poe|bota\w*|manda\w*|put|add)\s+)?(?:n?o|um|n?a|uma|on\s+the|a|the)?\s*(?:cartao|card)\s+"
    r"(?:escrit\w+|escrev\w+|dizendo|com\s+(?:a\s+)?(?:mensagem|frase|dizeres)|poe|coloca|saying|write|with\s+the\s+message)\s+\S|"
    r"^(?:(?:it'?s|this\s+is|they'?re)\s+)(?:an?\s+|for\s+an?\s+|as\s+an?\s+)?(?:\w+\s+)?(?:present|gift)s?\b(?!.*\b(?:want|need|show|have|under|up\s+to|\d)\b)"
    rf"|{_CARD.pattern}"
    r"|^(?:please\s+|and\s+|also\s+|just\s+)*(?:don'?t|do\s+not)\s+(?:put|include|show|leave|add|write|send)\s+(?:the\s+|any\s+|a\s+)?(?:price|receipt|invoice|bill)s?\b|"
    r"^(?:(?:e|eh|sao|vai\s+ser|seria|it'?s|this\s+is)\s+)?(?:um\s+|a\s+)?(?:(?:pra|para|de|for|as)\s+)?(?:um\s+|a\s+)?(?:presente|gift|presentear)\b"
    r"(?!.*\b(?:ate|por(?!\s+favor)|tem|quero|me|\d)\b)"
    r"|^(?:(?:pode|podem|da\s+(?:pra|para)|tem\s+como|consegue[m]?|poderia|queria|quero|e|manda|faz|me|ir|vai|vir|junto)\s+)*(?:coloca\w*|por|poe|bota\w*|mandar?|escrev\w+|"
    r"fazer?|incluir?|put|write|add)?\s*(?:(?:um|uma|o|a)\s+)?(?:bilhet\w+|recad\w+|cartaozinho|dedicatoria|note\s+saying)\b"
    r"|^(?:(?:pode|por\s+favor|e|ai)\s+)*(?:escrev[ae]\w*|write)\s+(?!se\b)[\"'\u201c\u2018]?\w"
    r"|^(?:(?:pode|por\s+favor|e|ai|me|entao|quero|queria|prefiro|manda|pra|que|vir|vem|tudo|ele|ela|isso|sim|please|i(?:'d\s+like|\s+want)\s+(?:it|them))\s+)*"
    r"(?:embrulh|embal)(?:[aeo]|ar|ad[oa]s?)\b(?!.*\b(?:faz|tem|custa|quanto)\b)|^(?:please\s+|and\s+)*(?:gift[\s-]*)?wrap(?:ped)?\s+(?:it|them|this|everything|as|up)\b"
)
# Asked for, and not only whether they do so: `can you gift wrap it?`, `pode embrulhar?`
_WRAP_IT = expression(
    r"^(?:(?:e|ai|and)\s+)*(?:(?:can|could|would)\s+you\s+(?:please\s+)?(?:gift[\s-]*)?wrap\s+(?:it|them|this|everything)|(?:pode|podem|podia|tem\s+como|da\s+pra)\s+(?:me\s+|ja\s+)?embrulhar)\b"
)
_CLOSES_IF = expression(
    r"^(?:so\s+)?(?:se|caso|if)\b.*\b(?:fech\w+|confirm\w+|manda|quero|levo|fico|compro|senao|order|buy|take)\b|\bse\s+nao\s*,?\s*(?:nao|n|deixa|esquece)\b|\b(?:so\s+)?(?:fecho|quero|levo|compro)\s+se\b"
)
# What is to be left off or taken off: `não põe o preço na caixa`.
_LEFT_OFF = expression(
    r"^(?:(?:por\s+favor|e|ah|so|mas|entao)\s+)*(?:(?:nao|n)\s+(?:(?:precisa\s+|e\s+(?:pra|para)\s+)?(?:po[er]|poem|ponha\w*|coloc\w+|bot[ae]\w*|mand\w+|deix\w+|escrev\w+|mostr\w+|inclu\w+))|tir[ae]r?|don'?t\s+(?:put|include|show))\s+"
    r"(?:(?:[oa]s?|nenhum|nenhuma|the|a)\s+)?(?:precos?|valor(?:es)?|etiquetas?|nota|recibo|propaganda|panfleto|price|receipt|invoice|tag)\b"
)
# How something of the order is to be made: `um deles sem tomate`, `bem passado`.
_JOT = r"(?:(?:pode\s+)?anot\w+\s+(?:(?:ai|aqui|no\s+pedido|tambem|pra\s+mim|por\s+favor)\s*)*:?\s*(?:que\s+)?)?"
# How the goods are picked or cut: `bem maduras`, `fatiado fininho`.
_PICKED_SO = expression(
    r"^(?![oa]s?\s+mais\b)(?:(?:e|mas|pode\s+ser|que\s+seja\w*|escolhe\w*|manda|corta\w*)\s+)*(?:(?:[oa]s?|uma?s?)\s+)?(?:(?:cortad|fatiad|picad|moid|ralad|desfiad)\w+\s+|(?:em\s+)?fatias?\s+|em\s+(?:bifes?|cubos?|tiras?)\s*)?"
    r"(?:(?:bem|mais|menos|meio|nao\s+(?:muito|tao)|pouco)\s+)?(?:madur|verd|fin|gross|torrad|assad|macio|tenr|fresc|tostad)(?:[oa]s?|inh[oa]s?|es|ac[oa]s?)"
    r"(?:\s+(?:por\s+favor|se\s+(?:der|possivel|tiver)))*$"
    r"|^(?:(?:ja|tudo|mas|e|pode\s+ser)\s+)*(?:cortad|fatiad|picad|moid|ralad|desfiad|limp|temperad|descascad|embalad)\w+\s+(?:em|bem|sem|com|duas|2|a\s+vacuo|separad\w+)\b"
    r"|^(?:escolh\w+|separ\w+)\s+(?:[oa]s?|uns|umas|uma?)\s+(?:\w+\s+){0,2}?(?:bem|mais|boni\w+|bo[nm]s?|melhor\w*)\b(?!.*\d)"
    r"|^(?:pode\s+)?anot\w+\s+(?:(?:ai|aqui|no\s+pedido|tambem)\s*)*:?\s*(?:que\s+)?(?:eu\s+)?(?:nao|n)\s+(?:quero|gosto|pode|precisa|coloc\w+|poe)\b"
)
# `quero um P sem orelha`, where one is being chosen; `tô sem carro` is no way to make it
_MADE_WITHOUT = expression(
    r"^(?!(?i:.*\b(?:t[oôá]|tou|estou|estamos|fiquei|ficamos|i'?m|am|we'?re|are)\s+(?:sem|without)\b))(?P<rest>.*\S)\s+(?P<note>(?i:sem|without)\s+(?:(?:o|a|the|any)\s+)?[^\W\d]{2,}(?:\s+d[eoa]\s+[^\W\d]{3,})?(?:\s+(?:por\s+favor|please))?)(?P<end>\W*)$",
    re.DOTALL,
)
_MADE_SO = expression(
    rf"^{_JOT}(?:(?:um|uma|uns|umas|os|as|o|a|tudo|todos|todas)\s+(?:d[ea]l[ea]s\s+)?)?(?:e\s+|que\s+seja\s+)?(?:sem|without)\s+(?!cupo|desconto|frete|entreg|motoboy|press|problem|juros|duvida|nada|isso|"
    r"thanks|condic|chance|jeito|mais|pix|dinheiro|cartao)(?:o\s+|a\s+|muit[oa]\s+|pouc[oa]\s+)?[a-z]{2,}(?:\s+d[eoa]\s+[a-z]{3,})?(?:\s+(?:por\s+favor|please|nos?\s+dois|em\s+tudo|n[oa]\s+[a-z]{3,}))?$"
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
_DELIVERING = expression(
    rf"^(?!.*\b(?:voces|vcs)\b)(?:.*\b)?(?:deix\w+|toc(?:a|ar|que)|bat(?:a|er|e)\b|cham(?:a|ar|e)\b|interfon\w+|entreg(?:a|ar|ue|uem)|leave|ring|knock|deliver)\b.*\b(?:{_PLACE}|{_TIME})"
    rf"|\b(?:a\s+)?campainha\s+(?:nao|n|ta)\b"
    r"|^(?:(?:[oe]|no|toca\w*|aperta\w*|numero|d[oe])\s+)*interfone\s+(?:e\s+)?(?:[oa]\s+)?\d{1,4}\b|^quem\s+(?:vai\s+)?paga\w*\s+(?:e|eh|vai\s+ser)\s+(?!eu\b)\w"
    r"|\b(?:nao|n)\s+tem\s+(?:porteiro|portaria|campainha|interfone|elevador)\b|\bcachorro\s+(?:bravo|solto)\b|\bavis\w+\s+(?:o\s+|pro\s+)?(?:entregador|motoboy|carteiro)\b"
    r"|\bponto\s+de\s+referencia\b|^referencia\b|\bcuidado\s+com\s+o\s+cachorro\b"
    r"|^(?:(?:pode|por\s+favor|so)\s+)*(?:(?:me\s+)?(?:lig|cham|avis)\w+|call)\s+(?:\w+\s+)?(?:antes|before)\b"
    r"|^(?:obs|observacao|observacoes|recado|nota|note)\s*[:.-]"
    r"|^(?:entrega\w*\s+)?(?:so|somente)\s+(?:estou|to|estarei|tem\s+gente)\s+em\s+casa\b|\bnao\s+(?:vou\s+estar|estarei|tem\s+ninguem)\s+(?:em\s+)?casa\b"
)
# `tem como mandar sem açúcar por cima?`
_MADE_HOW = expression(
    r"\b(?:mandar|fazer|vir|preparar|make|prepare)\s+(?:(?:[oa]|ele|ela|it)\s+)?(?:sem|bem|com\s+(?:mais|pouc[oa]|bastante)|without|extra)\s+[a-z]{3}"
)
# `dá pra escrever Parabéns Theo?`
_WRITTEN = expression(
    r"\b(?:escrev\w+|gravar|bordar|write|engrave)\s+(?!o\s+que|algo|alguma|um|uma|(?:o\s+)?nome|frase|mensage|(?:in|em)\s+(?:english|portuguese|ingles|portugues))\w+\s+\w+"
)
# Who gets the goods, where that is somebody else: `quem vai receber é o porteiro`, `minha esposa pode retirar?`
_TAKES = r"(?:busc\w+|peg(?:ar?|ue)|retir(?:ar?|e)|pick\w*|collect\w*)"
_SOMEBODY = (
    r"(?:(?:o\s+|a\s+)?(?:meu|minha|my)\s+(?!pedido|compra|pix|nome|order)\w+(?:\s+[a-z]{3,})?|(?:o|a|uma?|the)\s+"
    r"(?:porteir[oa]|vizinh[oa]|motoboy|zelador\w*|funcionari[oa]|secretari[oa]|doorman|neighbou?r|friend|amig[oa]|pessoa))"
)
_RECEIVER = expression(
    rf"^(?:(?:ah|e|ai|mas|sim|ok|and|but|so)\s+)*(?:quem\s+(?:vai\s+|vem\s+|pode\s+)?(?P<takes>{_TAKES}|passa\w*|receb\w+)(?:\s+(?:ai|la|aqui))?\s+"
    rf"(?:e|eh|vai\s+ser|sera)\s+(?!eu\b)\w.*"
    rf"|{_SOMEBODY}\s+(?:(?:que\s+)?(?:vai|vem|pode|will|can)\s+)(?:(?:ir|passar)\s+)?(?:ai\s+)?(?:(?:pra|para)\s+)?(?P<fetches>{_TAKES}|receb\w+|receive|get)\b(?!\s+(?:d[eo]|em)\b).*"
    rf"|{_SOMEBODY}\s+(?:que\s+)?(?P<comes>passa|vem|busca|pega|retira)(?:\s+(?:ai|la|(?:pra|para)\s+(?:pegar|buscar|retirar)|pegar|buscar|retirar|amanha|hoje|depois|mais\s+tarde|sabado|de\s+manha|de\s+tarde))*"
    rf"|(?:(?:posso|vou|da\s+(?:pra|para))\s+mandar|mando|mandarei)\s+(?:(?:um|uma|o)\s+)?(?P<sends>uber|99|motoboy|motorista|taxi|entregador|lalamove)\b.*"
    rf"|o\s+nome\s+(?:d[eo]l[ea]|d[eo]\s+quem\s+\w+|d[ao]\s+pessoa)\s+(?:e|eh)\s+\w.*)$"
)
# `é no endereço da minha mãe`, `entrega pra minha tia`: to whom, beside the address.
_TO_WHOM = expression(
    r"^(?:(?:e|eh|vai|entreg\w+|mand\w+|envi\w+|leva\w*|pode)\s+)*(?:(?:e|eh|vai|entreg\w+|mand\w+|envi\w+|leva\w*)\s+)(?:la\s+)?(?:pra|para|pro|na|no)\s+"
    r"(?:(?:casa|endereco|apartamento|trabalho|servico|escritorio)\s+d[aeo]\s+)?(?:(?:[oa]|minha|meu|nossa|nosso)\s+)"
    rf"{KIN}(?:\s+\w+){{0,3}}\W*$"
)
# When the shopper comes for what was ordered.
_COMES = expression(
    r"^(?:(?:ja|eu|entao|ok|ta|hoje|amanha)\s+)*(?:(?:vou|passo|(?:to|estou|tou)\s+(?:indo|saindo|chegando|a\s+caminho|perto))\b(?=.*\b(?:ai|la|busc\w+|peg\w+|retir\w+|caminho|chegando|perto)\b)|"
    r"(?:to|estou|tou)\s+(?:n[oa]|aqui|ai|em)\b(?=.*\b(?:portaria|embaixo|fora|porta|esquina|loja|balcao|frente)\b)|"
    r"(?:busco|retiro|chego|pego)\b(?=.*\b(?:ai|hoje|amanha|minutos?|horas?|depois|mais\s+tarde|segunda|terca|quarta|quinta|sexta|sabado|\d+h?)\b))"
    r"(?!.*\b(?:por|troc\w+|comprar|levar|mais\s+(?:uma?|\d))\b)"
)
# `recebe a Cida`, `ask for Karen Mills`: by name, beside an address.
_BY_NAME = expression(
    r"^\W*(?i:(?:(?:e|and|pode|please|favor|por)\s+)*(?:(?:quem\s+(?:vai\s+|pode\s+)?)?receb\w+|falar?\s+com|procurar?(?:\s+(?:por|pel[oa]))?|"
    r"(?:it'?s|this\s+is|the\s+order\s+is)\s+for|aos\s+cuidados\s+d[eoa]|entreg(?:a|ar|ue)\s+(?:pra|para|pro|ao?)|deix(?:a|ar|e)\s+com|ask\s+for|for|attention)\s*:?\s*(?:(?:é|eh|a|o|à|ao|the)\s+)*)"
    r"(?P<name>(?i:(?:seu|dona|d\.|sr\.?|sra\.?|tia|tio|mrs?\.?)\s+)?[A-ZÀ-Ýa-zà-ÿ][\wÀ-ÿ'’]+(?:\s+[\wÀ-ÿ'’]+){0,4})\W*$"
)
_NAME_ALONE = expression(
    r"^\W*(?:(?:[ao]|é|eh)\s+)?[A-ZÀ-Ý][a-zà-ÿ'’]+(?:\s+(?:d[aeo]s?\s+)?[A-ZÀ-Ý][a-zà-ÿ'’]+){0,3}\W*$"
)
# `põe um bilhete escrito com amor, mamãe`: how what is written ends
_SIGNED = expression(
    r"^\W*(?:(?:com\s+(?:amor|carinho)|(?:um\s+)?(?:grande\s+)?(?:beij|abra[çc])\w+|with\s+love|love|(?:de|da|do|d[oa]s|su[ao]s?|seus?|tu?a|teu|your|from)|[oa]|e|te\s+amo|i\s+love\s+you)[\s,]*)*"
    r"(?:mam[ãa]e|m[ãa]e(?:zinha)?|papai|pai|v[óôo]|vov[óôo]|titi[ao]|tia|tio|madrinha|padrinho|fam[íi]lia|mom|mum|dad|grandma|grandpa|[A-ZÀ-Ý][a-zà-ÿ]+)\W*$"
)
_WRITES = expression(r"\b(?:escrit[oa]|escrev\w+|dizendo|saying|written|write)\s+\S")
# How it is to be made, told after the order.
_MADE_AFTER = expression(
    r"^(?:(?:manda\w*|pode|faz|mas|e|ah|queria|quero|vem|esqueci\s+de\s+(?:pedir|falar|avisar|dizer))\s+)*(?:(?:pra|para|que)\s+(?:vir|mandar|fazer)\s+)?(?:sem|com\s+(?:mais|pouc[oa]|bastante))\s+(?!cupo|desconto|frete|press|problem|juros|duvid|nada|isso|condic|chance|jeito|mais\b|pix|dinheiro|cartao|estress)[a-z]{3,}"
)
# One that only asks whether that may be.
# `sem cebola tá?` is asked for, and only its having been heard is asked.
_TAG = expression(
    r"[\s,]+(?:t[aá](?:\s+(?:bom|certo|ok))?|ok|okay|viu|n[eé]|certo|combinado|beleza|blz)$", re.IGNORECASE
)
_QUOTED = expression(r"^\s*[\"'“‘][^\n]{2,300}[\"'”’][\s.!]*$")
_MAY_BE = expression(
    r"(?:(?:e|ai)\s+)?(?:tem\s+(?:algum\s+)?problema|pode(?:\s+ser)?|tudo\s+bem|da\s+certo|beleza|ok|is\s+that\s+ok(?:ay)?)"
)
_HOUSE = expression(
    r"^(?:(?:e|eh|a|o|uma?|na|no|tem|fica)\s+)*(?:casa|portao|muro|sobrado|predio)\s+(?:(?:e|eh)\s+)?(?:[oa]\s+)?(?:d[oa]s?\s+|de\s+)?(?:fundos|frente|esquina|azul|verde|branc[oa]|"
    r"amarel[oa]|vermelh[oa]|marrom|cinza|pret[oa]|rosa|laranja)\b"
    r"|^(?:(?:e|eh|fica)\s+)*(?:perto|ao\s+lado|em\s+frente|proximo|atras)\s+(?:d[oae]s?|a[o]?)\s+\w"
)
_HALVES = expression(
    r"(?<![^\n])(?:(?=.*\b(?:pix|dinheiro|cartao|cash|card|pag\w+|agora|now)\b).*\b(?:metade|parte|half)\b.*\b(?:metade|resto|outra|half|rest)\b"
    r"|(?=.*\b(?:pix|dinheiro|pag\w+|retirada|entrega)\b).*\b(?:\d{1,4}(?:\s*reais)?\s+(?:agora|n?o\s+pix|(?:em|no)\s+dinheiro)|entrada)\b.*\b(?:resto|restante|\d+(?:[.,]\d\d)?\s+(?:na\s+(?:entrega|retirada)|em\s+dinheiro|no\s+pix|depois))\b)"
)
_LET_KNOW = expression(
    r"^(?:(?:e|ai|por\s+favor|so|sim|pode|depois)\s+)*me\s+avis\w+(?:\s+(?:ai|aqui|depois|qualquer\s+coisa|por\s+favor|pfv|viu|ta|ok|no\s+(?:zap|whats\w*)|por\s+aqui))*$|"
    r"^(?:(?:e|ai|por\s+favor|so|sim|pode)\s+)*me\s+(?:avis\w+|cham\w+|liga\w*)\s+(?:quando|assim\s+que|na\s+hora\s+que|se)\s+(?:\w+\s+){0,3}?"
    r"(?:pront[oa]|separad[oa]|sair|saiu|entregador|motoboy)\b"
)
# `nota no cnpj da firma, por favor`
_INVOICE = expression(
    r"^(?:(?:e|ai|quero|queria|preciso|manda\w*|pode|coloca\w*|poe|bota|a|uma?|com|d[ae]|sai)\s+)*nota(?:\s+fiscal)?\s+(?:\w+\s+){0,2}?(?:cpf|cnpj|nome|firma|empresa)\b"
    r"|^(?:(?:i(?:'ll)?\s+need|i'?d\s+like|please|with|and|can\s+i\s+(?:get|have))\s+)+(?:an?\s+|the\s+)?(?:tax\s+)?(?:invoice|receipt)\b.*\b(?:company|business|cnpj|cpf|name|firm)\b"
)
# How it is got, where the shop has no rules for that: `vou retirar na loja`.
_FETCHED = expression(
    r"^(?:(?:eu|vou|pode\s+ser|quero|prefiro|posso|e|com|para|pra|i'?ll|i\s+will)\s+)*(?:retir(?:ada|ar|o)|busc(?:ar|o)|peg(?:ar|o)|pick\s?(?:(?:it|them|everything|the\s+\w+)\s+)?up)"
    r"(?:\s+(?:ai|la|em|no|na|a|loja|local|balcao|deposito|galpao|matriz|filial|fabrica|quiosque|pessoalmente|mesmo|hoje|amanha|in|at|the|store))*$"
)

_PAID_AND = expression(
    r"^\s*(?P<paid>(?:(?:no|em|por|via)\s+)?(?:pix|dinheiro))\s+e\s+(?P<rest>\w.*)$", re.IGNORECASE | re.DOTALL
)
# What a piece begins with that is no part of the note.
_JOTS = expression(
    r"^(?:pode\s+)?anot\w+\s+(?:(?:a[ií]|aqui|no\s+pedido|tamb[eé]m|pra\s+mim)\s*)*:?\s*(?:que\s+(?:[eé]\s+)?)?(?=\w)",
    re.IGNORECASE,
)
_FILLS = expression(r"^(?:(?:ah|e|ai|mas|sim|ok|ent[aã]o|and|but)\s+)+(?=\w+\s+\w)", re.IGNORECASE)
_CONDITION = expression(r"\b(?:se|caso|if|desde\s+que)\b")


def _buys(text: str, state: ConversationState) -> bool:
    """Something is in the cart, or goods of the shop are named."""
    return not _CONDITION.search(text) and (bool(state.cart.lines) or names_goods(text))


def is_delivered(note: str) -> bool:
    """It says where or when the goods are brought."""
    return _DELIVERING.search(spelt_out(fold(note))) is not None


def is_fetched(note: str) -> bool:
    """It says who comes for the goods."""
    found = _RECEIVER.match(spelt_out(fold(note)))
    takes = (found["takes"] or found["fetches"] or found["comes"] or found["sends"] or "") if found else ""
    return bool(takes) and not takes.startswith("rece")


def is_received(note: str) -> bool:
    """It says who is there when the goods are brought."""
    found = _RECEIVER.match(spelt_out(fold(note)))
    return found is not None and (found["takes"] or found["fetches"] or "").startswith("rece")


def told_notes(
    message: str, state: ConversationState, *, ruled: bool = True, addressed: bool = False
) -> tuple[tuple[str, ...], str]:
    """What is asked of the order, as it was written, and the rest of the message. A question stays in the rest, too.
    ruled: the shop has rules for how goods are got, which is then no note; addressed: it is known where they go."""
    notes: list[str] = []
    rest: list[str] = []
    received = False
    for found in _PIECE.finditer(goods_apart(with_pauses(change_apart(message)))):
        paid = _PAID_AND.match(found[0])
        if paid:  # `pix e entrega depois das 18`
            rest.append(f"{paid['paid']}, ")
        piece = paid["rest"] if paid else found[0]
        text = _FILLS.sub("", spelt_out(fold(piece)).strip(" .,!?;\n"))
        untagged = _TAG.sub("", text) if "?" in piece else text
        asks = "?" in piece and (untagged == text or not _MADE_SO.search(untagged))
        text = text if asks else untagged
        if not asks and (made := _made_without(piece, text, state)):
            notes.append(made["note"])
            rest.append(f"{made['rest']}{made['end']}")
            continue
        received = received and _NAME_ALONE.match(piece) is not None  # `quem recebe é minha mãe, Neusa`
        joint = "," if received else _joint(message[: found.start()], notes, piece, asks=asks)
        if joint:
            notes[-1] = f"{notes[-1]}{joint} {piece.strip(' .,;!?' + chr(10))}"
            continue
        if asks and notes and _MAY_BE.fullmatch(text):
            continue
        fetched = not (ruled or asks) and state.cart.lines and _FETCHED.match(text)
        by_name = addressed and not asks and _is_received_by_name(piece)
        if not text or not (fetched or by_name or _is_note(text, state, asks=asks)):
            rest.append(piece if asks else _without_time(piece, text, state, notes))
            continue
        said = piece.strip(" .,:;!?\n")
        said = _TAG.sub("", said) if "?" in piece and not asks else said
        notes.append(banknote_in(said) if tells_change(text) else _JOTS.sub("", _FILLS.sub("", said)))
        received = _RECEIVER.match(text) is not None
        if asks and not (
            _MADE_HOW.search(text)
            or _LET_KNOW.match(text)
            or _RECEIVER.match(text)
            or asks_for_change(text)
            or _CARD.match(text)
        ):
            rest.append(piece)
    return tuple(notes), "".join(rest)


def _joint(before: str, notes: Sequence[str], piece: str, *, asks: bool) -> str:
    """What joins a piece to the last note, where it goes on with that; empty: it does not."""
    if notes and _QUOTED.match(piece) and _GIFT.search(spelt_out(fold(notes[-1]))):  # `um bilhetinho? 'te amo, vó'`
        return ":"
    return "," if notes and not asks and _is_signed(before, notes[-1], piece) else ""


def _without_time(piece: str, text: str, state: ConversationState, notes: list[str]) -> str:
    """A piece that is no note, and asks nothing: the time that it tells is noted, and what else it says returned."""
    looks_in = not state.cart.lines and LOOKS_IN.search(text)
    if (when := time_wished(piece)) and not (state.orders or looks_in):
        notes.append(when)
    elif state.cart.lines and is_when(piece, notes):
        notes.append(piece.strip(" .,;!\n"))
        return ""
    elif (day := FOR_DAY.search(piece)) and _buys(text, state):
        notes.append(day[0].strip())
        if names_goods(piece[: day.start()]):  # `100 bolinhas de queijo pra sexta`
            return f"{piece[: day.start()]} {piece[day.end() :]}"
    return piece


# `é presente pra patroa: um chocolate quente`: what is for somebody, and the goods
_GIFT_OF = expression(
    r"(?P<gift>(?:^|(?<=[.,;!?\n]))\s*(?:(?:oi|ol[aá]|e|bom\s+dia|boa\s+(?:tarde|noite))[\s,!]+)*"
    r"(?:(?:[eé]|eh|s[aã]o|vai\s+ser|seria|it'?s|this\s+is|they'?re)\s+)?(?:(?:um\s+|a\s+)?(?:(?:pra|para|de|for|as)\s+)?(?:um\s+|a\s+)?)"
    r"(?:presente|presentinho|lembrancinha|gift|present)\b[^.,;:!?\n]*?)(?P<goods>\s*:\s*|\s+(?=(?:\d{1,2}|uma?|dois|duas|tr[eê]s|an?|one|two|three)\s))"
    r"(?=(?:(?:\d{1,2}|uma?|uns|umas|dois|duas|tr[eê]s|quatro|an?|one|two|three|four|[oa]s?|the)\s+)?(?P<first>[^\W\d_][\w-]+)(?:\s+(?P<second>[^\W\d_][\w-]+))?)",
    re.IGNORECASE,
)


def goods_apart(message: str) -> str:
    """The message with a pause before the goods that are told to be a gift, which are no part of the note of that."""

    def parted(found: re.Match[str]) -> str:
        named = [fold(word) for word in (found["first"], found["second"]) if word]
        least = NAMES if ":" in found["goods"] else BEGINS
        return f"{found['gift']}. " if any(current().place(word) >= least for word in named) else found[0]

    return _GIFT_OF.sub(parted, message)


def _is_signed(before: str, note: str, piece: str) -> bool:
    """It goes on with what is to be written, as the words right before it do."""
    told = before.rstrip().endswith(f"{note},") and _WRITES.search(fold(note)) is not None
    return told and _SIGNED.match(piece) is not None


def _is_received_by_name(piece: str) -> bool:
    """`recebe a Cida`: somebody is named, by a capital or by a first name."""
    found = _BY_NAME.match(piece)
    named = found["name"].split() if found else []
    return any(part[0].isupper() or fold(part) in FIRST_NAMES for part in named)


def _made_without(piece: str, text: str, state: ConversationState) -> re.Match[str] | None:
    """A choice with how it is to be made: `quero um P sem orelha`; None: it is none."""
    found = _MADE_WITHOUT.match(piece) if _chooses(state) and not _is_note(text, state, asks=False) else None
    if found is None or _of_goods(fold(found["note"]), state):
        return None
    return None if _of_another(words(fold(found["rest"]))[-1:], state) else found


def _of_another(before: list[str], state: ConversationState) -> bool:
    """The word right before it begins the name of goods that nothing was asked of: `uma canja e uma água sem gás`."""
    asked = state.dialogue.pending.options if state.dialogue.pending else ()
    begins = any(current().place(word) == BEGINS for word in before)
    return begins and not any(shares(before, each.name) for option in asked for each in option.each)


def _chooses(state: ConversationState) -> bool:
    """It was asked which of some goods, or how many."""
    asked = state.dialogue.pending
    return asked is not None and asked.kind in ("choose", "quantity")


def _is_note(text: str, state: ConversationState, *, asks: bool) -> bool:
    bought = bool(state.cart.lines or state.orders)
    if bought and _RECEIVER.match(text):
        return True
    if asks and state.cart.lines and (_MADE_HOW.search(text) or asks_for_change(text) or _WRAP_IT.match(text)):
        return True
    if state.orders and not (state.cart.lines or asks) and (_COMES.match(text) or _MADE_AFTER.match(text)):
        return True
    if bought and _LET_KNOW.match(text):
        return True
    if not asks and (_INVOICE.match(text) or (bought and _TO_WHOM.match(text))):
        return True
    if asks:
        return (
            re.search(r"\b(?:bilhet|recad|cartaozinho|dedicatoria|(?:card|note|message)\b)", text) is not None
            and _GIFT.search(text) is not None
        ) or _WRITTEN.search(text) is not None
    if bought and (
        _LET_KNOW.match(text)
        or _HALVES.search(text)
        or ((state.known.cep or state.known.address) and _HOUSE.match(text))
    ):
        return True
    if bought and (_LEFT_OFF.match(text) or left_out_of(text, state)):
        return True
    if _CLOSES_IF.search(text):  # a condition, and no note
        return False
    if _GIFT.search(text) or _DELIVERING.search(text) or tells_change(text):
        return True
    if _PICKED_SO.search(text):
        return True
    return _MADE_SO.search(text) is not None and not _of_goods(text, state)


def _of_goods(text: str, state: ConversationState) -> bool:
    """`sem o pudim` takes a line out of the cart, `sem glúten` chooses of what was shown;
    `sem tomate` is how it is made."""
    named = name_words(text)[0]
    asked = state.dialogue.pending.options if state.dialogue.pending else ()
    names = [line.name for line in state.cart.lines] + [
        f"{each.name} {each.about}" for item in (*state.dialogue.listed, *asked) for each in item.each
    ]
    return not named or any(shares(named, name) for name in names)
