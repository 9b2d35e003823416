"""What is said of goods and wishes for none: what is pretty, what is a pity, what is done if it
does not fit, how many questions come. Pure."""

import re

from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.signs import WANT
from app.features.chat.assistant.language.words import words
from app.features.chat.assistant.reading.asides.told_aloud import MEASURED
from app.ops.expressions import expression

# `ah verde é lindo tbm`, which puts nothing beside anything
_PRAISED = expression(
    r"(?P<said>\b(?:e|eh|sao|ta|achei|fica|ficou|is|are|looks?)\s+(?:(?:muito|mto|bem|tao|so|very|really)\s+)?"
    r"(?:lind|bonit|fof|maravilhos|perfeit|otim|bacan|delicios)[oa]s?|\b(?:is|are|looks?)\s+(?:(?:very|really|so)\s+)?"
    r"(?:beautiful|lovely|nice|pretty|cute|gorgeous|cool|great))\s+(?:tambem|too|as\s+well)\b(?=\s*(?:[,.;!\n]|$))"
)
# `acho q combina mais`, which asks to see no more
SUITS_BETTER = expression(
    r"(?:^|(?<=[.,;!?\n]))\s*(?:(?:e|eh|que|porque|pq|pois|because)\s+)?(?:(?:eu\s+)?(?:acho|creio|i\s+think|i\s+guess)\s+(?:(?:que|q|that)\s+)?)"
    r"(?:(?:el[ea]|it|that)\s+)?(?:(?:combina|orna|fica|vai|cai|goes|looks|suits|matches|fits)(?:\s+(?:me|comigo|em\s+mim|with\s+me))?\s+(?:mais|melhor|better|nicer|more)(?:\s+(?:bonit[oa]|legal|bacana|comigo|em\s+mim|pra\s+mim))?)"
    r"\s*(?=[.,;!\n]|$)[.,;!]?"
)
# `vinho só M né, que pena`: what is not as it was hoped for
_A_PITY = expression(
    r"(?:^|(?<=[.;!?\n]))(?P<what>[^.;!?\n]*?)[\s,]+(?P<pity>que\s+pena|uma\s+pena|what\s+a\s+(?:pity|shame)|too\s+bad|that'?s\s+a\s+(?:pity|shame))\b"
    r"(?=\s*(?:[,.;!?\n]|$))"
)
# `3 coisas: tem body M?`
_SO_MANY_QUESTIONS = expression(
    r"\b(?:\d|duas|tres|quatro|umas?|two|three|four|a\s+few|some)\s+(?:coisas?|coisinhas?|duvidas?|perguntas?|perguntinhas?|things?|questions?)\s*:\s*"
)
# `ixe, passou do que eu queria gastar`
BEYOND_PURSE = expression(
    r"\b(?:(?:ix[ei]+|vix[ei]|nossa|eita|opa|ih|puts|putz|oops)\W+)?(?:ja\s+|isso\s+)?(?:(?:estour\w+|passa|passou)\s+(?:(?:d?o|meu|todo)\s+)+(?:orcamento|limite|bolso)|(?:passou|passa|estourou|foge|fugiu)\s+d[oe]\s+(?:(?:que\s+)?(?:eu\s+)?(?:queria|podia|posso|pretendia|ia)\s+(?:gastar|pagar)|(?:meu\s+)?orcamento)"
    r"|(?:that|it)\s+(?:blows|breaks|busts)\s+(?:my|the)\s+budget|(?:that'?s|it'?s|this\s+is)\s+(?:over|above|beyond|more\s+than)\s+(?:my\s+budget|(?:what\s+)?i\s+(?:wanted|planned|can)\s+(?:to\s+)?(?:spend|pay)))(?:\s+(?:agora|hoje|viu|ne))*"
)
# `hmm, 449 pesou`
_WEIGHS_ON_PURSE = expression(
    r"(?:^|(?<=[,.;!\n]))\s*(?:(?:h+u?m+|nossa|eita|poxa|puxa|ih+|puts|putz|vixe?|caramba|ouch)\W+)?(?:(?:esse|o|this)\s+(?:preco|valor|price)|r?\$?\s*\d{2,5}(?:[.,]\d{2})?(?:\s+(?:reais|conto|pila))?)\s+"
    r"(?:(?:me|ja)\s+)?(?:pesou|pesa|doeu|doi|assustou|assusta|apertou|aperta|(?:ficou|fica|e)\s+(?:pesad[oa]|puxad[oa]|salgad[oa])|hurts)"
    r"(?:\s+(?:no|na|meu|bolso|demais|um\s+pouco|aqui|pra\s+mim|hein|viu|ne))*\s*(?=[.,;!\n]|$)"
)
# `eu e minha mãe vamos levar a calça` tells no story of hers
_WE = expression(
    r"\b(?:eu\s+e\s+(?:(?:[oa]s?\s+)?(?:meus?|minhas?)\s+|[oa]\s+)[a-z]+|(?:[oa]s?\s+)?(?:meus?|minhas?)\s+[a-z]+\s+e\s+eu)\s+(?P<deed>vamos|queremos|precisamos|queriamos)\b"
    r"|\b(?:my\s+[a-z]+\s+and\s+(?:i|me)|me\s+and\s+my\s+[a-z]+)\s+(?=(?:want|need|will|would|are)\b|'ll)"
)
# `a minha é 36 e a dela 44`
_SIZE = r"(?:\d{2}|pp|p|m|gg|g|xgg|xg|xs|s|l|xl)"
_TWO_SIZES = (
    rf"(?:(?:[oa]\s+)?(?:minha|meu)|mine)\s+(?:e|eh|is)\s+(?:(?:o|tamanho|numero|size|an?)\s+)*(?P<mine>{_SIZE})\s*(?:,|\be\b|\band\b)+\s*"
    rf"(?:[oa]\s+d(?:el[ea]|[oa]\s+(?:(?:minha|meu)\s+)?[a-z]+)|hers|his|theirs|my\s+[a-z]+'s)\s+(?:(?:e|eh|is)\s+)?(?:(?:o|tamanho|numero|size|an?)\s+)*(?P<theirs>{_SIZE})\b"
)
_MINE_AND_HERS = expression(rf"\s*[,;]\s*{_TWO_SIZES}")
# `aliança lisa vcs têm? a minha é 22 e a dela 18`: each is asked for
_ASKED_FOR_BOTH = expression(
    r"(?:\b(?:tem|do\s+you\s+have)\s+(?:uma?\s+|[oa]s?\s+|the\s+)?(?P<goods>[a-z][a-z ]*?)|"
    rf"(?:^|(?<=[,.;!?]))\s*(?P<first>[a-z][a-z ]*?)\s+voces?\s+tem)\s*\?\s*{_TWO_SIZES}"
)
# `queria melancia, affs... vai 5 de coco`: it is wanted no more
_REGRETTED = expression(
    r"\b(?:eu\s+)?queria\s+(?!\d|uma?\b|dois|duas)(?:[a-z]+\s+){0,3}?[a-z]+[\s,]+(?:af+s*|poxa|puxa|que\s+pena|droga|snif)\b[\s.,;!]*(?=(?P<rest>[^?\n]+)$)"
)
# `não tem nenhum cupom?`
_ANY_AT_ALL = expression(r"\bnenhum(?:a)?\s+(?=(?:tipo\s+de\s+)?(?:cupo[mn]|descont|promo))")
# `tô precisando repor umas coisas`, before they are named
_SOME_THINGS = expression(
    r"(?P<lead>\b[a-z]{2,}[aeio]r)\s+(?:umas?|algumas|uns|alguns|some|a\s+few)\s+(?:coisas?|coisinhas?|produtos?|itens|things|stuff)\b(?=\s*(?:[.,;:!\n]|$))"
)
# `ele paga em dinheiro`, which is how it is paid
_OTHERS_PAY = expression(
    r"(?<!quando\s)(?<!se\s)\b(?:(?:el[ea]|s?he|(?:[oa]\s+)?(?:meu|minha)\s+[a-z]{3,}|my\s+[a-z]{3,})\s+(?:que\s+)?(?:vai\s+pagar|paga|acerta|pays|will\s+pay|is\s+paying)|(?:he|she)'ll\s+pay)\s+"
    r"(?:tudo\s+)?(?=(?:na\s+(?:hora(?:\s+(?:da\s+(?:retirada|entrega)|de\s+(?:retirar|buscar|pegar)))?|retirada|entrega)|quando\s+(?:for\s+)?(?:retirar|buscar|pegar|receber)|(?:em|no|com|via|in|by|with)?\s*(?:o\s+)?(?:dinheiro|pix|cash))\b(?!\s+(?:ou|or)\b)(?![^.;!\n]*\?))"
)
# `se ficar larga eu troco`, which is no condition of the order
_EXCHANGED_LATER = expression(
    r"[\s,]*(?:\b(?:e|mas|and|but)\s+)?\b(?:(?:se|caso)\s+(?:(?:el[ea]s?|nao|n)\s+)*(?:fi(?:c|q)\w+|serv\w+|gost\w+|coub\w+|apert\w+|der(?:\s+certo)?|encaix\w+|funcion\w+)"
    r"[^,.;!?\n]{0,25}?[\s,]+(?:(?:ai|dai|depois|qualquer\s+coisa)\s+)*(?:eu|a\s+gente)\s+(?:(?:ai|depois|ja|so)\s+)*(?:troc[oa]|devolv[oe])(?:\s+(?:el[ea]|depois|ai|com\s+voces?))*"
    r"|if\s+(?:it|they|(?:s?he|i)\s+do(?:es)?n'?t)\b[^,.;!?\n]{0,30}?[\s,]+(?:i'?ll|i\s+(?:will|can))\s+(?:just\s+)?(?:exchange|return|swap)(?:\s+(?:it|them))?(?:\s+later)?)(?=\s*(?:$|[,.;!\n]))"
)
# `4 máscaras e 4 óculos, um de cada pra cada rapaz`: why they are so many
_EACH_GETS = expression(
    r"(?P<counted>\b(?:[2-9]|\d{2,3}|dois|duas|tres|quatro|cinco|seis|two|three|four|five|six)\s+[a-z]{3}[^.;!?\n]*?)[\s,]+"
    r"(?:1|uma?|one)\s+(?:de|of)\s+(?:cada|each)\s+(?:(?:pra|para|por|p)\s+cada|for\s+(?:each|every))(?:\s+(?!(?:e|and|mais)\s)[a-z]+)?(?=\s*(?:$|[,.;!\n]|\be\b|\band\b))"
)
# `duro hein kkk tá bom, leva só 1`
_HARD = expression(
    r"^\W*(?:(?:que|eita|nossa|ta|e)\s+)*(?:duro|dureza|puxad[oa]|osso)\s+(?:hein|heim|em|viu|ne)\b(?:\s+(?:k{2,}\w*|(?:rs)+|haha\w*))*[\s,.!]+(?=\w)"
)
# `essa botina de vocês segura prego?`, asked of it and not of what the shop does
_YOURS = expression(
    r"\b(?P<goods>(?:ess[ea]s?|est[ea]s?|aquel[ea]s?|[oa]s?|the|this|that)\s+(?P<noun>[a-z]{3,})(?:\s+[a-z]+){0,2}?)\s+(?:de\s+voces|of\s+yours)\b(?=\s+[a-z][^.;!\n]*\?)"
)
# `por enquanto só 1 mesmo`
_FOR_NOW = expression(
    r"(?:^|(?<=[,.;!\n])|(?<=\bmas)|(?<=\bentao))\s*(?:por\s+enquanto|for\s+now)\s*,?\s+(?=(?:(?:quero|vou\s+levar|levo|vai|just|only|i'?ll\s+take|so)\s+)*(?:\d{1,3}|uma?|dois|duas|tres|an?|one|two|three)\b)"
    r"|(?<=\d)\s+(?:por\s+enquanto|for\s+now)\b(?=\s*(?:$|[.,;!\n]))"
)
# `isso vem de 3 em 3 né, então são 2 kits`
COMES_BY = expression(
    r"\b(?:(?:isso|el[ea]s?|it|they)\s+)?(?:vem|vende[m]?|comes?)\s+(?:(?:so|sempre)\s+)?(?:de|in)\s+(?P<n>\d{1,2}|dois|duas|tres|seis)\s+(?:em|by)\s+(?P=n)(?:\s+(?:ne|neh|right))?\s*[,.;]\s*(?=[^?]+$)"
)
# `de coco também, igual a dela`, behind what is told
_AS_THEIRS = expression(
    r"\s*,\s*(?:bem\s+|tudo\s+)?(?:igual(?:zinh[oa])?s?\s+(?:ao?s?|que\s+nem|[ao]s?\s+que)\s+|(?:just\s+)?(?:like|the\s+same\s+as)\s+)"
    r"(?:d?el[ea]s?|d[oa]s?\s+(?:meus?|minhas?\s+)?[a-z]+|hers|his|theirs|my\s+[a-z]+'s)(?=\s*(?:$|[,.;!\n]))"
)
# `uma peruca preta, bem parecida com o cabelo dela de antes`: what it is to be like is at home
_OWN_THING = (
    r"(?:(?:[oa]s?\s+)?(?:meus?|minhas?|noss[oa]s?|my|our|his|her|their)\s+[^,.;!?\n]+?"
    r"|(?:[oa]s?|the)\s+[a-z]+(?:\s+[a-z]+)?\s+(?:del[ea]s?|d[oa]\s+(?:meu|minha)\s+[a-z]+|que\s+(?:eu\s+|el[ea]\s+)?(?:tenho|tinha|tem|uso|usava|usa)|(?:that\s+)?(?:i|s?he)\s+(?:have|had|has|wears?)))"
    r"(?:\s+(?:d[eo]\s+)?(?:antes|antigamente|aqui|de\s+casa|before))*"
)
_LIKE_OWN = expression(
    r"(?:\s*,)?\s+(?:(?:que\s+)?(?:seja|fique|e)\s+)?(?:(?:bem|o\s+mais|a\s+mais|mais\s+ou\s+menos|meio|super|very|really)\s+)*"
    r"(?:(?:parecid|semelhant|igual|similar|alike)[a-z]*\s+(?:com|ao?s?|to)|(?:(?:que|pra|para|to)\s+)?(?:combin[a-z]+|match(?:es|ing)?|go(?:es)?)\s*(?:com|with)?)\s+"
    rf"(?:ao?s?\s+)?{_OWN_THING}(?=\s*(?:$|[,.;!\n]))"
)
# `12 de frete numa meia`: what is said of the price counts no goods
_TO_SEND = expression(
    r"(?:\b(?:(?:sao|da|deu|ficou|pagar|gastar|so|nossa|it'?s|pay(?:ing)?|spend(?:ing)?)\s+)+|\b)(?<![\d.,])(?:r?\$\s*)?\d{1,3}(?:[.,]\d{2})?\s+(?:(?:reais|contos?|pilas?|bucks|dollars|so|just)\s+)*"
    r"(?:de|d[oa]|pr[oa]|pra|for|in|of)\s+(?:frete|entrega|envio|taxa(?:\s+de\s+entrega)?|shipping|delivery|(?<=\bde\s)(?:motoboy|sedex|correios?))\b"
    r"(?:\s+(?:(?:so|just)\s+)?(?P<on>n?uma?s?|em|por|pr[oa]|para|on|for)\b)?(?P<behind>[^.,;!?\n]*)(?P<asks>\??)"
)
# `vai no pix então, já que não parcela`
_AS_NO_CARD = expression(
    r"(?P<said>\b(?:pix|dinheiro|cash)\b[^.;!?\n]*?)[\s,]+(?:ja\s+que|visto\s+que|since)\s+(?:voces?\s+|you\s+)?(?:nao|n|don'?t)\s+"
    r"(?:parcel\w+|divid\w+|aceit\w+|pass\w+|peg\w+|tem|trabalh\w+|take|accept|have)[^.,;!?\n]*"
)
# `passo aí mesmo que é caminho`
_ON_THE_WAY = expression(
    r"\s(?:que|porque|pois|ja\s+que|because|since|as|,)\s*(?:(?:(?:ai|ali|la)\s+)?(?:e|eh|fica|ta|it'?s|is)\s+(?:(?:bem|ai|meu|no|na|mais|my|on|right)\s+)*(?:caminho|perto|pertinho|rapidinho|rota|way)"
    r"|(?:eu\s+)?(?:moro|trabalho|i\s+(?:live|work))\s+(?:(?:bem|ai|aqui|ali|right)\s+)*(?:perto|pertinho|do\s+lado|ao\s+lado|em\s+frente|nearby|close\s+by))(?:\s+(?:de\s+casa|daqui|mesmo|pra\s+mim))?(?=\s*(?:$|[,.;!\n]))"
)
# `o batizado é dia 3 de maio`, which is what they are for
_MONTH = (
    r"(?:janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro|january|february|march|april|may|june|july|august|"
    r"september|october|november|december)"
)
_DAY = (
    rf"(?:{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?|\d{{1,2}}(?:st|nd|rd|th)?(?:\s*/\s*\d{{1,2}}(?:\s*/\s*\d{{2,4}})?|\s+(?:de|of)\s+{_MONTH})?|{_MONTH}|amanha|tomorrow|"
    r"(?:segunda|terca|quarta|quinta|sexta|sabado|domingo|(?:mon|tues|wednes|thurs|fri|satur|sun)day|semana|mes|week|month)(?:-feira)?(?:\s+que\s+vem)?)"
)
_EVENT = (
    r"(?:batizado|batismo|casamento|aniversario|niver|festa|festinha|formatura|evento|cerimonia|comunhao|crisma|noivado|cha(?:\s+d[eao]\s+[a-z]+)?|"
    r"jantar|churrasco|baptism|christening|wedding|birthday|party|graduation|event|ceremony|shower|anniversary)"
)
_ITS_DAY = expression(
    rf"(?:^|(?<=[,.;!\n]))\s*(?:(?:e|and|mas|porque|because|que|pois)\s+)*(?:(?:[oa]|the|his|her|my|our|their|meu|minha|nosso|nossa)\s+)*{_EVENT}"
    r"(?:\s+d(?:el[ea]s?|[oa]s?\s+(?:(?:meu|minha)\s+)?[a-z]+))?\s+(?:e|eh|sera|vai\s+ser|is|will\s+be)\s+(?:(?:on|in|dia|n[oa]|em|so|next|proxim[oa]|this|ness[ea]|ja)\s+)*"
    rf"{_DAY}\s*(?=$|[,.;!\n])"
)
_OF_THE_GOODS = frozenset("a o um uma an the so apenas just de da do of par pair pacote".split())  # noqa: SIM905
_GOES_ON = frozenset("i i'll ill we and but let is it's please".split())  # noqa: SIM905
_COUNTS = expression(r"\b(?:\d{1,3}|uma?|dois|duas|tres)\s+[a-z]{3}")
# `quero provar, quanto é o de salmão?`, which names nothing
_TO_TRY = expression(
    r"(?:^|(?<=[,.;!?\n]))\s*(?:(?:e|ai|agora|dai|entao|mas|tambem|and|so|now)\s+)*(?:(?:eu|i)\s+)?(?:quero|queria|vou|gostaria\s+de|fiquei\s+(?:com\s+vontade|doid[oa]|louc[oa]|curios[oa])\s+(?:de|pra|para)|"
    r"want(?:ed)?\s+to|would\s+like\s+to|'?d\s+(?:like|love)\s+to)\s+(?:muito\s+|tambem\s+|really\s+)?(?:provar|experimentar|conhecer|try)(?:\s+(?:tambem|it|them|isso|too))*\s*(?:[,.;!\n]+\s*|$)"
)
# `quero surpreender minha namorada`, before it is told with what
_TO_SURPRISE = expression(
    r"(?:^|(?<=[.,;!?\n])|\b(?:e|and))\s*(?:(?:eu|i|we|a\s+gente)\s+)?(?:(?:quero|queria|queremos|vou|gostaria\s+de)\s+(?:surpreender|agradar|mimar|fazer\s+uma\s+surpresa\s+(?:pr[oa]|pra|para))"
    r"|(?:want|would\s+like|'d\s+like|(?:am|'m)\s+trying)\s+to\s+(?:surprise|treat|spoil))\s+(?P<whom>[^.,;!?\n]+?)(?:\s+(?:with|com)\s+(?P<gift>[^.,;!?\n]+))?(?=\s*(?:[.,;!?\n]|$))"
)
_ONE_OF = expression(r"(?:an?|the|uma?|[oa]|\d{1,3}|dois|duas|two)\s")
# `4 temakis de salmão, o simples sem cream cheese`, `2 waters, the ones without gas`: which of them
_THE_ONE_WITHOUT = expression(
    r"(?<=[a-z])\s*,\s*(?:[oa]s?|aquel[ea]s?|the(?:\s+ones?)?|those)\s+(?:(?:simples|normal|normais|plain|regular)\s*,?\s*)?(?=(?:sem|without)\s+[a-z]{3})"
)
# `uma premium com um balão`, where both are sold: two things
_WITH_ONE = expression(
    r"(?<!replace\s)(?<!swap\s)(?<!exchange\s)(?<!change\s)(?<!troca\s)(?P<head>\b(?:uma?|[oa]|an?|one|the|\d{1,2}|dois|duas|two)\s+(?:[a-z]+\s+){0,3}?(?P<thing>(?!completa|inteira|fecha)[a-z]{3,}))\s+(?:com|with)\s+(?P<one>(?:uma?|an?|one)\s+(?P<noun>[a-z]{3,})s?\b)(?![^.;!\n]*\?)"
)
# `guarda um pra mim`; `caldinho de camarão e de sururu, 1 cada`
_KEEP_ONE = expression(
    r"(?:^|(?<=[,.;!\n]))\s*(?:pode\s+)?guardar?\s+(?=(?:\d{1,2}|uma?|dois|duas|ess[ea]s?|el[ea]s?)\b)"
)
_SO_MANY_EACH = expression(
    r"(?<=,)\s*(?P<n>[1-9]|uma?|dois|duas|tres|one|two|three)\s+(?:cada|each)(?=\s*(?:$|[.,;!\n]))"
)
# `2 kits disso`, of the things that were shown: two of each
_SETS_OF_IT = expression(
    r"\b(?P<n>\d{1,2}|dois|duas|tres|quatro|two|three|four)\s+(?P<noun>kit|conjunto|jogo|combo|set)s?\s+(?P<of>disso|destes|destas|desses|dessas|of\s+(?:that|those|these|them))(?:\s+tudo)?\b"
)
# `aí você me manda pelo motoboy que eu pago na hora`, which asks nothing
_YOU_BRING = expression(
    r"\b(?:(?:ai|dai|entao|e)\s+)*voces?\s+(?=(?:me\s+)?(?:manda|entrega|envia|leva|traz)m?\b[^.,;!?\n]*\b(?:que|e)\s+(?:eu|a\s+gente)\s+(?:pag|acert|pass)[^?]*$)"
)
# `falei com a diretora, na verdade são 5`
_TALKED = expression(
    r"(?:^|(?<=[.;!?\n]))\s*(?:(?:ah|oi|opa|olha|entao|agora|ja|eu|acabei\s+de|i|just)\s*,?\s*)*(?:falei|falar|conversei|conversar|combinei|confirmei|vi|talked|spoke|checked)\s+"
    r"(?:com|aqui\s+com|with|to)\s+(?:[oa]s?|meus?|minhas?|my|the)\s+(?P<whom>[a-z]{3,}(?:\s+(?!e\s|and\s)[a-z]+){0,2}?)(?:\s+(?:aqui|agora|la|here|now))?\s*(?:,|\be\b|\band\b|\.+)\s*(?=[a-z0-9])"
)
# `a cobertura endurece? tipo aquela que faz casquinha`: what was asked of is likened to it
_LIKENED = expression(
    r"(?<=\?)\s*(?:e\s+)?(?:tipo(?:\s+assim)?|que\s+nem|igual|feito|like)\s+(?:a?quel[ea]s?|ess[ea]s?|those|the\s+ones?)\s+(?:que|com|de|d[ao]s?|that|with)\s+[^.;!?\n]+[.;!?]?"
)
# `pode ser a comum mesmo, não tenho pressa`, which refuses nothing
_NO_HURRY = expression(
    r"[\s,.]*\b(?:(?:e|que|porque|pois|eu|ja\s+que|i|we|because|as|and)\s+)*(?:(?:nao|n)\s+(?:tenho|estou\s+com|to\s+com|temos|ha|tem)\s+(?:(?:muita|nenhuma|tanta)\s+)?pressa(?:\s+(?:nenhuma|nao|de\s+nada))?"
    r"|(?:am\s+not|'m\s+not|are\s+not|not)\s+in\s+(?:a|any)\s+(?:hurry|rush)|(?:there\s+is\s+|there's\s+)?no\s+(?:hurry|rush))\b"
)
_ENCLOSED = frozenset("cartao bilhete bilhetinho recado mensagem laco embalagem sacola nota card note bow".split())  # noqa: SIM905
_OURS = {"vamos": "vou", "queremos": "quero", "precisamos": "preciso", "queriamos": "queria"}


# `aqui é a dona Conceição`: who writes
_WHO_WRITES = expression(
    r"(?:^|(?<=[,.;!?\n]))\s*(?:aqui\s+(?:quem\s+(?:fala|escreve|ta\s+falando)\s+)?(?:e|eh)\s+|quem\s+(?:fala|escreve|ta\s+falando)\s+(?:e|eh)\s+|eu\s+sou\s+|this\s+is\s+)"
    r"(?:[oa]\s+)?(?:dona|seu|sr|sra|senhora?|tia|tio|vo|vovo|mrs?|ms|miss)\.?\s+[a-z]{2,}(?:\s+(?:d[aeo]\s+)?[a-z]{3,}){0,2}\s*(?:[,.;!\n]+|$)"
)
# `minha filha que faz aniversário na sexta`: why, and no goods
_HAS_BIRTHDAY = expression(
    r"(?:\s*,)?\s+(?:que|who(?:'s|\s+is)?|whose)\s+(?:(?:vai|ta|esta|is)\s+)?(?:faz(?:er|endo)?|completa(?:r|ndo)?|turns|turning|having|has)\s+(?:(?:\d{1,2}|um)\s+aninhos?|\d{1,2}(?:\s+anos|(?=\s*(?:$|[,.;!\n])))|(?:um\s+|an?\s+|(?:his|her)\s+)?(?:aniversario|niver|bodas|birthday))"
    r"(?:\s+(?:de\s+(?:\d{1,2}|um)\s+anos?|(?:[dn]ess[ea]|(?:on|this|next)|[dn]?[oa]|em|dia|agora)\s+(?:(?:proxim[oa]|dia|fim\s+de)\s+)?(?:\d{1,2}|semana|mes|sabado|domingo|(?:segunda|terca|quarta|quinta|sexta)(?:-feira)?|[a-z]+day|week(?:end)?|month)"
    r"|amanha|hoje|tomorrow|today|que\s+vem))*"
)
# `uma amiga me falou que vocês têm um casaco`: asked for
_SAID_YOU_HAVE = expression(
    r"\b(?:(?:uma?|[oa]|meu|minha)\s+[a-z]+(?:\s+minha|\s+meu)?\s+)?(?:(?:me|nos)\s+(?:falou|disse|contou|falaram|disseram|contaram)|fiquei\s+sabendo|ouvi\s+(?:falar|dizer)|soube|vi)\s+(?:ai\s+)?que\s+(?:ai\s+)?(?:voces?|vcs?|a\s+loja|ai)\s+"
    r"(?:(?:ainda|ai|tambem)\s+)*(?:te[mn]h?a?m?|vende[m]?)\s+(?=(?P<what>[^,.;!?\n]+)(?P<asks>[^!\n]*\?)?)"
)


def without_remarks(text: str) -> str:
    """The folded text, of which what is only said of goods is left out, and what one wishes for with somebody is one's
    own wish."""
    text = _HAS_BIRTHDAY.sub("", _WHO_WRITES.sub(" ", text)).strip() or text
    text = _SAID_YOU_HAVE.sub(_asked_for, text)
    text = text if "?" in text else _YOU_BRING.sub("", _ITS_DAY.sub("", text)).strip() or text
    text = _AS_THEIRS.sub("", COMES_BY.sub("", _EXCHANGED_LATER.sub("", text))) or text
    text = _AS_NO_CARD.sub(r"\g<said>", _ON_THE_WAY.sub("", _TO_SEND.sub(_dear, text)))
    text = (MEASURED.sub(" ", text).strip(" ,.;!\n") and MEASURED.sub(" ", text)) or text
    text = _PRAISED.sub(r"\g<said>", _SO_MANY_QUESTIONS.sub("", _WEIGHS_ON_PURSE.sub("", BEYOND_PURSE.sub("", text))))
    text = _TALKED.sub(_unless_sold, _LIKENED.sub(" ", text)).strip()
    text = _SO_MANY_EACH.sub(r" \g<n> de cada", _KEEP_ONE.sub(" reserva ", text)).strip()
    text = _SETS_OF_IT.sub(_each, _LIKE_OWN.sub(_as_own, _NO_HURRY.sub(" ,", text).strip(" ,") or text))
    text = _YOURS.sub(_sold, _FOR_NOW.sub(" ", _HARD.sub("", text))).strip()
    text = _TO_SURPRISE.sub(_given, text).strip(" ,.;!\n") or text
    text = SUITS_BETTER.sub(" ", _THE_ONE_WITHOUT.sub(" ", text)).strip(" ,") or text
    text = _WITH_ONE.sub(_beside, text)
    text = _TO_TRY.sub(" ", text).strip() or text
    text = _EACH_GETS.sub(r"\g<counted>", _OTHERS_PAY.sub("pago ", _SOME_THINGS.sub("", text)))
    text = _WE.sub(lambda found: f"eu {_OURS[found['deed']]}" if found["deed"] else "i ", text)
    text = _ASKED_FOR_BOTH.sub(_both, _REGRETTED.sub(_instead, text))
    text = _MINE_AND_HERS.sub(r" 1 tamanho \g<mine> e 1 tamanho \g<theirs>", _ANY_AT_ALL.sub("", text))
    return _A_PITY.sub(_pity, text)


def _asked_for(found: re.Match[str]) -> str:
    """What somebody has heard of is asked for, where that is goods and a question goes on."""
    sold = any(current().place(word) == BEGINS for word in words(found["what"]))
    return "voces tem " if sold and found["asks"] else found[0]


def _each(found: re.Match[str]) -> str:
    """So many of each, unless the shop sells such sets, of which those may be."""
    sold = found["of"] not in ("disso", "of that") and current().place(found["noun"]) == BEGINS
    return found[0] if sold else f"{found['n']} de cada"


def _unless_sold(found: re.Match[str]) -> str:
    return found[0] if any(current().place(word) >= NAMES for word in words(found["whom"])) else " "


def _as_own(found: re.Match[str]) -> str:
    """What is named before it is wanted; where nothing is, that is told by one's own."""
    before = re.split(r"[.;!?\n]", found.string[: found.start()])[-1]
    return "" if any(current().place(word) >= NAMES for word in words(before)) else found[0]


def _sold(found: re.Match[str]) -> str:
    return found["goods"] if current().place(found["noun"]) == BEGINS else found[0]


def _given(found: re.Match[str]) -> str:
    """What somebody is to be surprised with is wished for, where it is one thing."""
    return f" quero {found['gift']}" if found["gift"] and _ONE_OF.match(found["gift"]) else " "


def _beside(found: re.Match[str]) -> str:
    goods, noun = current(), found["noun"]
    sold = goods.place(noun) == BEGINS and goods.place(found["thing"]) >= NAMES and noun not in _ENCLOSED
    return f"{found['head']} e {found['one']}" if sold else found[0]


def _both(found: re.Match[str]) -> str:
    goods = found["goods"] or found["first"]
    return f"tem {goods} {found['mine']} e {goods} {found['theirs']}?"


def _instead(found: re.Match[str]) -> str:
    """Without what was wished for in vain, where something else is."""
    return "" if WANT.search(found["rest"]) or _COUNTS.search(found["rest"]) else found[0]


def _dear(found: re.Match[str]) -> str:
    """What else is said behind the goods, for which so much is asked."""
    said = words(found["behind"])
    if found["asks"] or (said and not found["on"] and said[0] not in ("e", "and", "mais")):
        return found[0]
    if found["on"]:
        english = found["on"] in ("on", "for")
        goods = ((word not in _GOES_ON) if english else current().place(word) or word in _OF_THE_GOODS for word in said)
        told = (at for at, is_goods in enumerate(goods) if not is_goods)
        said = said[next(told, len(said)) :]
    return f", {' '.join(said)}" if said else ""


def _pity(found: re.Match[str]) -> str:
    return found[0] if WANT.search(found["what"]) else f" {found['pity']}"
