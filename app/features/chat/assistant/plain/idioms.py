"""Ways in which a clause wishes, changes a cart or says something else, where goods are read plainly."""

import re

from app.features.chat.assistant.language.vocabulary import KIN
from app.features.chat.assistant.language.words import SMALL_COUNT
from app.ops.expressions import expression

# What a clause does.
SWAPS = expression(
    r"\b(?P<verb>tro(?:c(?:a|ar|o|amos)|que|quem)|substitu(?:a|ir|i)|mud[ae]r?|swap|change|"
    r"replace)\s+(?P<old>.+?)\s+(?:por|pel[oa]s?|pr[oa]s?|para|for|to|with)\s+(?P<new>.+)$"
)
"""`troca o preto pelo branco`"""
SWAPS_FIRST = expression(
    r"^\W*(?:(?:entao|ai|e|quero)\s+)*(?:em\s+vez|ao\s+inves|no\s+lugar|instead)\s+(?:d(?=[oae]s?\b)|of\s+)(?P<old>.+?)\s+"
    r"(?:(?:eu|ai|ja|pode|me)\s+)*(?:quero|queria|prefiro|bota|poe|coloca|manda|ve|faz|fica|vai|leva|levo|put|add|send|"
    r"i'?ll\s+(?:take|have)|i\s+want)\s+(?P<new>.+)$"
)
"""`em vez do vinho M eu quero o azul G`"""
SWAPS_LAST = expression(
    r"^(?P<new>.+?)\s+(?:em\s+vez|ao\s+inves|no\s+lugar|instead)\s+(?:d(?=[oae]s?\b)|of\s+)(?!el[ae]\b|iss?o\b)(?P<old>.+)$"
)
"""`a de refino no lugar da de corte`"""
SOME_AS = expression(
    rf"^\W*(?P<old>{SMALL_COUNT}\s+d(?:el[ea]s|ess[ea]s|[oae]s?)\b.*?)\s+(?:podem?\s+(?:ser|vir)|podia[m]?\s+ser|vira|fica|eu\s+quero)\s+(?P<new>.+)$"
)
"""`uma das doces pode ser com queijo`"""
SWAPPED = (SWAPS_FIRST, SWAPS_LAST, SOME_AS)
MAKES = expression(r"\bmake\s+(?:the|my)\s+(?P<old>\w+(?:\s+\w+)?)\s+(?:the|an?)\s+(?P<new>.+)$")
"""`make the bowl the large one`"""
SWAPS_IT = expression(r"\b(?:tro(?:c(?:a|ar|o|amos)|que|quem)|substitu(?:a|ir|i)|swap|replace)\b")
TAKES_OUT = expression(
    r"\b(?:tir(?:a|ar|e)|retir[ae]|remov(?:a|er|e)|remove|drop|(?:take|leave)\s+out)\s+(?P<what>.+)$"
)
"""`tira o tabule`"""
OUT_FRONT = expression(
    r"^\W*(?:eu\s+)?(?:nao\s+(?:quero|preciso|vou\s+querer|precisa)|desisti|esquec(?:e|er|"
    r"a))\s+(?:mais\s+)?(?P<what>(?:d[eoa]s?|[oa]s?)\s+.+)$"
)
"""`não quero mais o leite`"""
OUT_BEHIND = expression(
    r"^(?P<what>.+?)\s+(?:eu\s+)?(?:(?:ja|ainda)\s+(?:tenho|temos)|nao\s+(?:precis[ao]|quero|vou\s+(?:querer|levar))|"
    r"(?:pode\s+)?(?:tirar|cancelar|remover)|nao\s*$)\b.*$"
)
"""`o primer eu ainda tenho`, `o chemise não`: a line that is not wanted any more."""
AGAIN_OUT = expression(
    r"\W*(?:entao\s+)?(?:pode(?:m)?\s+)?(?:tir(?:a|ar|e)|cancel(?:a|ar)|nao\s+precisa)(?:\s+(?:mais|el[ae]s?|"
    r"por\s+favor|pfv|entao|isso))*\W*"
)
"""`pode tirar`, of what was named as not wanted."""
FORGETS = expression(r"\besquec")
IN_PLACE = expression(r"^\W*no\s+lugar(?:\s+(?:del[ae]s?|diss?o))?\s+|\s+no\s+lugar(?:\s+(?:del[ae]s?|diss?o))?\W*$")
"""`no lugar dele`"""
ONLY_THE = expression(r"\b(?:so|apenas|somente|just|only)\s+(?:[oa]s?|the)\s+(?P<what>.+)$")
"""`só a capa e as pulseiras`"""
SETS = expression(
    r"\b(?:deix[ae]r?|faz(?:er)?|ponha|poe|bota|coloca|fic(?:a|ar)|melhor|make(?:\s+it)?|keep|(?:aument[ae]r?|"
    r"diminu\w+|baix[ae]r?|mud[ae]r?|pass[ae]r?)(?=.*\b(?:pra|para|to)\b))\b"
)
"""`deixa só 3`"""
STAYS = expression(
    r"\b(?:continua[m]?|mantem|mantenha|mantenho|ficam?|permanece[m]?|pode\s+deixar|deixa|stays?|keep|leave)\b"
)
"""`as toucas continuam 4`"""
ONE_IS = expression(
    r"^\W*(?:e\s+)?(?:[oa]\s+)?(?:uma?|outr[oa]|one|the\s+other)\s+(?:e|eh|is|vai\s+ser|fica)\s+(?:d[oae]s?|pr[oa]s?|para|for|minha|meu|mine)\b.*$"
)
"""`um é do meu irmão`"""
MAKES_SURE = expression(r"\bn[eé]\W*$|\bright\W*$")
PUTS = expression(r"\b(?:bot[ae]|poe|ponha|colo(?:c|qu)\w+|inclu\w+|adicion\w+|acrescent\w+|complet\w+|add|put)\b")
OF_THEM = expression(r"\b(?:el[ea]s?|del[ea]s?|ess[ea]s?|it|they|them|tudo|tod[oa]s|all)\b")
LETS_BE = expression(r"^\W*(?:deix[ae]r?|leave)\b(?!.*\b(?:tambem|tb|tbm|too|as\s+it\s+is|como\s+(?:ta|esta))\b)")
"""`deixa o boné`, of which it may be either."""
TO = expression(r"\b(?:pra|para|to)\s+(?=\d|[a-z]+\b)")
"""`aumenta pra 4`"""
EDITS = expression(
    r"\b(?:tro(?:c(?:a|ar|o|amos)|que|quem)|tir[ae]r?|retir[ae]r?|remov[ae]r?|remove|mud[ae]r?|substitu\w+|swap|"
    r"change|replace|drop|(?:take|leave)\s+out|cancel\w*|deix[ae]r?|fic(?:am?|ar|o)|continua\w*|mantem|mantenha|mantenho|keep|leave|stays?|"
    r"aument\w+|diminu\w+|baix[ae]|melhor|make)\b"
)
"""It changes lines of the cart, or leaves them."""
ONE_OF = expression(r"\b(?:uma?\s+d[oa]s|one\s+of\s+the)\b")
"""`um dos cafés`"""
ONE_MORE = expression(r"\bmais\s+(?:\d|uma?\b|dois|duas|tres)")
VERBS_APART = expression(
    r"\s(?:e|and|mas|but)\s+(?=(?:tir|troc|bot|po[eõ]|colo[cq]|deix|faz|quer|adicion|inclu|swap|add|remove|change|"
    r"make|take|drop|keep)\w*\b)"
)
"""Between what is done to one thing and to another."""
AS_WISH = expression(
    rf"\b(?:(?:el[ae]s?|(?:[oa]\s+)?(?:meu|minha)\s+{KIN})\s+(?:vai\s+|vao\s+)?(?:quer(?:em|er)?|escolheu|escolheram|prefere[m]?|wants?)|(?:s?he|they|my\s+{KIN})\s+(?:wants?|prefers?)|"
    r"(?:vou\s+)?fic(?:o|ar)\s+com|deixa\s+eu\s+(?:levar|incluir|por|botar|colocar|pegar)|melhor\s+levar|"
    r"i'?ll\s+go\s+with)\b"
)
"""`fico com 2`, which is a wish"""
TAKES_IT = expression(
    r"\W*(?:(?:otimo|perfeito|muito\s+bem|beleza|blz|ta\s+bom|bom|entao|eu|ok|great|lovely|nice|perfect|ah|ai|show|"
    r"top|sim|e)\W+)*(?:quero|vou\s+(?:querer|levar)|levo|manda|me\s+ve|separa|i'?ll\s+(?:take|have|get)|i'?d\s+like|"
    r"i\s+want)\s+(?:(?P<one>uma?|one)|ele|ela|es[st][ea]|it|this\s+one|that\s+one)(?:\s+(?:sim|entao|mesmo|please|tb|tbm|tambem|too|ja))*\W*"
)
"""What is spoken of is taken."""
KEEPS_IT = expression(r"\b(?:fico|levo|pode\s+ser|fechado|ess[ea]|wants?|quer(?:em)?)\b")
"""`fico`, `pode ser`"""
OF_THOSE = expression(r"\b(?:one|um|uma)\s+(?:(?:of\s+)?(?:those|these|them)|d[ea]ss[ea]s?)\b")
ALIKE_BUT = expression(
    r"\b(?:igual(?:zinh[oa])?\s+a\s+|just\s+like\s+)(?:ess[ea]|est[ea]|el[ea]|primeir[oa]|this|that)(?:\s+one)?\s*(?:mas|so\s+que|but)\s+"
)
"""`mais 1 igual a esse mas da G`: in all else as what was spoken of."""
THIS_ONE = expression(r"\W*(?:(?:e|ah|isso|top|otimo|show)\s+)*ess[ea]s?\s+(?:mesm[oa]s?|msm|ai|aqui)\W*")
"""`essa mesmo`"""
JUST_ONE = expression(r"\W*(?:uma?|one|1)(?:\s+(?:so|unidade|unit))?\W*")
"""`uma só`"""
EACH = expression(
    r"(?<!tam )(?<!tamanho )(?<!numero )(?<!size )\b(?P<n>\d{1,2}|uma?|dois|duas|tres|quatro|cinco|seis|one|two|three|"
    r"four)\s+(?:(?P<unit>[a-z]+)\s+)?(?:de|of|in)\s+(?:cada|each)\b(?:\s+(?P<kind>um|uma|tipo|sabor(?:es)?|cor(?:es)?|"
    r"tamanho|estampa|fragrancia|aroma|cheir\w+|perfume|essencia|recheio|desenho|numero|ponta|modelo|one|colou?r|flavou?r|scent|kind|size)\b)?"
)
"""`3 de cada`, `uma de cada cor`"""
OF_EACH_KIND = expression(
    r"\b(?:de|of|in)\s+(?:cada|each)\s+(?:sabor|cor|tamanho|estampa|fragrancia|aroma|cheir\w+|perfume|essencia|recheio|desenho|ponta|"
    r"modelo|tipo|colou?r|flavou?r|scent|kind|size)\b"
)
"""`uma polo de cada cor`"""
SHARED = expression(r"^\W*(?:e\s+)?(?:(?:uma?|outr[oa]|one)\s+(?:e\s+|is\s+)?(?:pr[oa]s?|para|for)\s+[^,]*?)+$")
"""`um pra mim e um pro meu filho`"""
SHARED_BEHIND = expression(
    r"\s+(?:uma?|one)\s+(?:pra|para|for)\s+(?:mim|me)\s+(?:e|and)\s+(?:uma?|outr[oa]|one)\s+(?:pr[oa]s?|para|for)\s+"
    r"(?:(?:[oa]|meu|minha|my)\s+)*\w+\s*$"
)
"""`me vê dois um pra mim e um pro meu marido`"""
EACH_OF = expression(r"\b(?:uma?|outr[oa]|one|another)\b")
ALL_OF = expression(
    r"^\W*(?:tudo|tod[oa]s|[oa]s\s+(?:dois|duas|tres|quatro)(?=\s+(?:d[eoa]|em|n[oa])\s))\s+"
    r"(?:de\s+|em\s+|no\s+|na\s+|do\s+|da\s+)?(?P<what>.+)$"
)
"""`tudo de 600 g`: said of all that is named."""
# What it says besides.
THOSE_ONLY = expression(
    r"\W*(?:(?:ok|entao|blz|ta|e|ah|pode\s+ser|sao|seria[m]?|fica[m]?|vai\s+ser|levo|quero)\W+)*"
    r"(?:so|apenas|somente|just|only)\s+(?:ess[ea]s?|iss?o|est[ea]s?|those|these|that|[oa]s|el[ea]s?)"
    rf"(?:\s+(?P<n>{SMALL_COUNT}))?"
    r"(?:\s+(?:mesm[oa]s?|msm|entao|itens|coisas|produtos|items|things|por\s+enquanto))*\W*"
)
"""`só essas 4 então`: the cart is what is wanted."""
IN_ALL = expression(
    r"\W*(?:(?:e|ai|entao|vai|tudo|isso|fica|ficam|sao|da|dao|total(?:\s+de)?|that'?s|makes|it'?s)\s+)*(?:\d{1,3}|"
    r"[a-z]+)\s+(?:\w+\s+)?(?:no\s+total|ao\s+todo|in\s+(?:all|total)|itens|items|coisas)\W*"
)
"""How many that is together."""
SO_MANY_OF_EACH = expression(
    rf"\W*(?:sao\s+)?(?:tod[oa]s\s+)?(?:[oa]s|the|all)\s+(?P<n>{SMALL_COUNT})(?:\s+[a-z]+)?\W*"
)
"""`as 4 estampas`"""
_PEOPLE = r"(?:pessoas?|criancas?|convidad[oa]s|amig[oa]s|alun[oa]s|adultos|irma[os]+|people|kids|guests|of\s+us)"
PEOPLE = expression(
    r"\W*(?:(?:ah|entao|que|beleza|blz|ok|e)\s+)*"
    rf"(?:(?:somos|a\s+gente\s+e|nos\s+somos|we\s+are|we're)\s+(?:em\s+|so\s+|uns\s+)*{SMALL_COUNT}(?:\s+{_PEOPLE})?"
    rf"|(?:sao|serao|vao\s+ser)\s+(?:so\s+|uns\s+)*{SMALL_COUNT}\s+{_PEOPLE})"
    r"(?:\s+(?:de\s+\d+\s+anos|de\s+casa|em\s+casa|mesmo|so|anos|aqui))*\W*"
)
"""How many people there are."""
CLOSES = expression(
    r"\b(?:(?:e\s+)?(?:so|apenas)\s+(?:isso|esses?|essas?|el[ea]s?)(?:\s+mesm[oa])?|(?:(?:eu\s+)?nao\s+(?:precis[ao]|quero|vou\s+querer)\s+(?:de\s+)?)?(?:nada\s+mais|mais\s+nada)|"
    r"that'?s\s+(?:all|it)|nothing\s+else|(?:era|e)\s+so(?:\s+isso)?(?=\W*$))(?!\w)"
)
"""`só isso`, `nada mais`"""
WAYS = expression(
    r"(?:\b(?:(?:e|que)\s+)?(?:(?:(?:eu|el[ea]|a\s+gente|(?:meu|minha)\s+\w+)\s+)?(?:vai\s+|vou\s+)?(?:pag[oa]\w*|"
    r"quero\s+pagar|paying|i'?ll\s+pay)\s+)?(?:que\s+(?:eu|el[ea]|(?:meu|minha)\s+\w+)\s+(?:vai\s+|vou\s+)?)?(?:n[oa]|"
    r"em|com|por|via|pel[oa]|pro|for|to|with|by|in|on|pra|para)?\s*)\b(?P<way>pix|cart(?:ao|oes)|credito|debito|"
    r"dinheiro|especie|entreg\w+|retir\w+|motoboy|sedex|pac|cep|rua|av|avenida|delivery|cash|card|pick\w*|busc\w+|"
    r"peg[oa]|passo|vou\s+buscar|vou\s+passar)\b.*$"
)
"""How it is paid and got, to the end."""
EXTREME = expression(
    r"\W*(?:(?:eu|entao|ah|e|quero|vou|queria|levo|fico|me\s+ve|pode\s+ser)\s+)*(?:n?[oa]|com\s+[oa]|d[oae]|the)\s+(?:tamanho\s+)?"
    r"(?:(?P<largest>maior(?:zinh[oa])?|largest|biggest)|(?P<least>menor(?:zinh[oa])?|smallest))"
    r"(?:\s+(?:que\s+(?:tiver|tem|voces\s+(?:tem|tiverem))|de\s+tod[oa]s|tamanho|mesmo|entao|one|size|you\s+have|please))*\W*"
)
"""`o maior que tiver`"""
IN_TOTAL = expression(r"\s+(?:no\s+total|ao\s+todo|in\s+(?:all|total))\b")
"""`5 pacotes no total`"""
NOT_NEEDED = expression(r"\s+(?:q(?:ue)?\s+)?(?:eu\s+)?nao\s+pre[cs]i[sz][ao]\w*(?:\s+mais)?\s*$")
"""Behind what is taken out."""
REST_STAYS = expression(
    r"\W*(?:(?:e|mas|ai)\s+)*(?:[oa]s?\s+(?:rest[oe]|restante|outr[oa]s|demais)|the\s+(?:rest|others?))\s+(?:(?:pode|ta|esta)\s+)*"
    r"(?:fica\w*|continua\w*|mantem|mantenha|deixa\w*|segue\w*|igual|ok|cert\w+|mesm[oa]|stays?|is\s+fine)(?:\s+(?:so\s+)?(?:1|uma?)(?=\s|$))?(?:\s+(?:igual|assim|mesmo|como\s+(?:ta|esta)|"
    r"tudo|do\s+jeito\s+que\s+(?:ta|esta)|the\s+same))*\W*"
)
"""`o resto fica`, beside a change"""
LAUGHS = expression(
    r"\s+(?:k{3,}|(?:ha){2,}h?|(?:rs){1,4}|lol)\s+(?=(?:(?:ent[aã]o|a[ií]|mas|e|me|eu)\s+)*(?:v[eê]|vou|quero|queria|manda|bota|p[oõ]e|coloca|troca|tira|"
    r"deixa|faz|pode|na\s+verdade)\b)",
    re.IGNORECASE,
)
"""Laughter, behind which a wish begins."""
PRAISE = expression(
    r"\W*(?:(?:a+i+|ah+|que|nossa|uau|uai|so|eita|ufa|muito|bem|tao|tri|bao|bom|boa|bons|boas|otim\w+|perfeit\w+|lind\w+|top|show|massa|"
    r"legal|demais|amei|adorei|gostei|maravilh\w+|amor|fofur\w+|fof[oa]s?|delicia|coisa|tod[oa]s|tudo|parec\w+|sao|e|ta|mesmo|viu|ne|gente|"
    r"guria|menina|mano|cara|so\s+cool|great|lovely|perfect|awesome|nice|all|look|looks|good|pretty)\W+)*(?:(?:eu\s+)?nao\s+(?:resisti|aguentei|aguento)|demais|bo[am]s?|boas|bons|bao|lind\w+|"
    r"otim\w+|perfeit\w+|maravilh\w+|delici\w+|fofur\w+|fof[oa]s?|amor|legal|massa|show|top|great|lovely|perfect|good|nice)\W*"
)
"""`bão demais`, `todas parecem boas`"""
LIKES = expression(
    r"\s+(?:(?:(?:is|are|will\s+be)\s+(?:good|fine|great|perfect|ok)|(?:ta|esta)\s+(?:bom|boa|otim[oa])|me\s+agrada|pode\s+ser|serve)"
    r"(?:\s+(?:entao|then|mesmo))*|entao|then)\s*$"
)
"""`o de 15 cm tá bom`, of what is taken"""
ASKS_ALONG = expression(
    r"\s*\b(?:e\s+)?(?:me\s+(?:diz|diga|fala|conta|avisa)|queria\s+saber|sera\s+que|tell\s+me)\s+(?:so\s+)?(?:se|qual|quant\w+|quando|como|o\s+que|"
    r"if|how|what)\b.*$"
)
"""`e me diz se é de algodão`"""
HALF_A_LOT = expression(r"(?<!\d\s)(?<!uma\s)(?<!um\s)\bmei[oa]\s+(?=cento|duzia)")
SO_MUCH = expression(
    rf"\W*(?P<n>{SMALL_COUNT})\s+(?:kg|quilos?|kilos?|litros?|metros?|m|l)(?:\s+(?:tambem|tb|tbm|igual|mesmo|too|as\s+well))*\W*"
)
SO_MANY = expression(
    rf"\W*(?:(?:e|sao|agora|so|apenas|only|just)\s+)*(?P<n>{SMALL_COUNT})(?:\s+(?:so|mesmo|ja|chega|basta|only))*\W*"
)
WHAT_IS_THERE = expression(
    r"\b(?:o\s+que|quais|que\s+\w+)\s+(?:e\s+)?(?:que\s+)?(?:tu|voces?|vcs?|a\s+loja)\s+(?:tem|tens|vende[m]?|indica[m]?|recomenda[m]?)\b|"
    r"\bwhat\s+(?:do|would)\s+you\s+(?:have|recommend|suggest)\b"
)
"""`o que vocês têm?`: nothing is chosen yet"""
LOTS = expression(r"\b(?:mei[oa]\s+)?(?:centos?|duzias?|dozens?)\b")
ASKS_SUM = expression(
    r"\W*(?:(?:e|ai|me\s+diz|me\s+fala|so)\s+)*(?:quanto|how\s+much)\s+(?:que\s+)?(?:fica|da|deu|sai|e|ficou|vai\s+dar|is|does\s+it\s+come\s+to)"
    r"(?:\s+(?:tudo|o\s+total|ao\s+todo|no\s+total|isso|mesmo|ne|all|that|everything|it|together))*\W*"
)
"""`quanto fica tudo`"""
FITS = expression(
    r"\W*(?:[oa]\s+)?(?:p|m|g|gg|\d\d)\s+(?:deve|acho\s+que)\s+(?:servir|serve|dar|da)(?:\s+(?:sim|em\s+mim|pra\s+mim|nel[ea]))*\W*|"
    r"\W*(?:(?:entao|ai|acho\s+que|ih|vixe)\s+)*(?:vai|vao|ia|ficou|fica|ficaria)\s+(?:ficar\s+)?(?:muito\s+|meio\s+|um\s+pouco\s+)?"
    r"(?:apertad|larg|curt|comprid|grand|pequen|just|folgad|enorm)\w*(?:\s+(?:em\s+mim|nel[ea]|pra\s+mim|demais))*\W*"
)
"""`vai ficar apertado em mim`, `M deve servir`"""
MATCHES = expression(
    r"\W*(?:(?:e|ai|que|q|pq|acho\s+que)\s+)*(?:(?:vai|vao|deve[m]?|pra|para)\s+)?(?:combin\w+|ficar?|servir|it\s+goes|to\s+match)\s+"
    r"(?:\w+\s+){0,3}?(?:com|n?[oa]s?|with|in|on)?\s*(?:(?:meu|minha|meus|minhas|my|our)\s+\w+(?:\s+\w+){0,2}|tudo|everything)\W*"
)
"""`vai combinar com meu tênis`, which is at home"""
SUITS_NOT = expression(
    r"\W*(?:(?:e|mas|que|pq|porque)\s+)*(?:[oa]s?\s+|the\s+)?\w+(?:\s+\w+){0,2}\s+(?:nao|n|doesn'?t|won'?t)\s+(?:vai\s+)?"
    r"(?:combin\w+|serv\w+|cab\w+|fit|suit|match|go)\b.*"
)
"""`vermelho não combina com a decoração`"""
LAMENTS = expression(
    r"\W*(?:puts|putz|poxa|(?:que\s+)?pena|droga|aff+|(?:what\s+a\s+)?shame)\W.*\b(?:queria|wanted)\b.*"
)
"""`puts, queria a rosê`, which is not there"""
SOMEBODY = expression(
    r"\W*(?:(?:e|que|pq|porque)\s+)*(?:uma?|o|a|meu|minha|my|one)\s+(?P<who>[a-z]+)\s+(?:desistiu|nao\s+(?:vai|vem)|faltou|vem|vai\s+vir|(?:isn'?t|is)\s+coming)\b.*"
)
"""`uma madrinha desistiu`"""
TOO_MUCH = expression(
    r"\W*(?:[oa]s?|the|ess[ea]s?)\s+.+?\s+(?:e|eh|sao|is|are|ta|esta|fica|ficou|parece)\s+(?:muito|mto|mt|meio|um\s+pouco|bem|too|a\s+bit)\s+\w+\W*"
)
"""`a de 30 é muito grande`"""
FORGOT = expression(
    r"\W*(?:(?:e|eu|que|q|pq|tinha)\s+)*(?:esquec(?:i|ido)|lembr(?:ei|ado)|(?:i\s+)?(?:forgot|remembered))\b(?!\s+tinha)"
)
"""`esqueci da janela do escritório`: why there are more."""
ALONG = expression(
    r"\b(?:junto|tambem|tb|tbm|too|as\s+well|please|por\s+favor|pfv?r?|pls)"
    r"(?:\s+(?:pra|para|to)\s+(?:\w+(?:ar|er|ir)|match)(?:\s+\w+){0,2})?\s*$"
)
"""`e a guia preta também`, `the black one please`: it is wished for."""
LETTER = expression(
    r"\W*(?:(?:pode\s+ser|quero|vou\s+de|e|eh|the|newborn|recem\s+nascido)\s+)*(?:n?[oa]\s+)?(?:(?:tamanho|tam|size)\W+)?"
    r"(?P<letter>pp|p|m|g|gg|xg|xgg|s|l|xl|rn)(?:\s+(?:entao|mesmo|msm|then|please|pfv|por\s+favor|size|one))*\W*"
)
"""`a P então`, of what is asked"""
KIN_TOO = expression(
    rf"\W*(?:(?:porque|pq|que|e|o|a)\s+)*(?:meu|minha|my)\s+{KIN}\s+(?:tambem\s+|tb\s+)?(?:quer|vai\s+querer|wants)(?:\s+(?:um|uma|one))?"
    r"(?:\s+(?:tambem|tb|tbm|too))?\W*"
)
"""`faz 4 ao todo, minha irmã quer também`"""
HAS_ONE = expression(
    r"\W*(?:(?:eu|ja|i|que|q|pq|porque|desse)\s+)*(?:tenho|temos|have)\b(?!\s+(?:o\s+|um\s+)?(?:cupom|coupon|code))"
)
"""`e o boné também, já tenho um`"""
SO_MANY_OF_IT = expression(rf"\b(?P<n>{SMALL_COUNT})\s+del[ea]s?\b")
"""`o de 3 metros, dois dele`"""
ONE_FOR_EACH = expression(rf"\W*(?:e\s+)?{SMALL_COUNT}\s+(?:pr[oa]s?|pra|para|for)\s+(?:cada|each)\b.*")
"""`quero 2, uma pra cada gêmea`"""
RECOUNTS = expression(
    rf"\W*(?:(?:na\s+(?:verdade|vdd|real)|actually|alias|pensando\s+(?:bem|melhor)|melhor|opa|ah+|e|hm+|entao|then|ok)\W+)*"
    rf"(?P<verb>make\s+(?:it|that)|(?:eu\s+)?(?:vou\s+)?(?:querer|precisar\s+de|precis[oa]\s+de|quero|faz|deixa|bota|poe|coloca|sao))\s+"
    rf"(?:logo\s+|so\s+)?(?P<n>{SMALL_COUNT}|\d{{1,3}})(?:\s+(?:na\s+(?:verdade|vdd)|actually|then|entao|please|mesmo|logo|unidades?|d[ae]ss[ea]s?))*\W*"
)
"""`na verdade vou precisar de 3`, `make it 6 actually`: so many of the one line that was spoken of"""
SIZE_IN_ROW = expression(
    r"\b(?:d?[oa]s?\s+)?(?:tamanho\s+)?(?:(?P<most>maior|largest|biggest)|(?P<least>menor|smallest)|(?P<middle>do\s+meio))\b"
)
LATER = expression(
    r"\W*(?:(?:eu|isso|ess[ea]|el[ea]|ai|q|que)\s+)*(?:(?:compro|pego|levo|vejo|peco|fica)\s+(?:isso\s+)?(?:pra\s+|para\s+)?(?:depois|outr[oa]\s+\w+|na\s+proxima)|"
    r"depois\s+(?:eu\s+)?(?:compro|pego|levo|vejo|peco)(?:\s+isso)?)\W*"
)
"""`compro depois`, of what was taken out"""
PLANS = expression(
    r"\b(?:vou|vamos|to|tou|estou|estamos|comecei|ando|quero|queria)\s+(?:a\s+)?(?:faz(?:er|endo)|mont(?:ar|ando)|comec(?:ar|ando)|aprend(?:er|endo)|"
    r"organiz(?:ar|ando)|planej(?:ar|ando)|reform(?:ar|ando))\b"
)
"""`vou fazer cronograma capilar`"""
LIVES = expression(
    r"\W*(?:(?:e|mas|eu|a\s+gente|so\s+que)\s+)*(?:mor[oa]|moramos|somos|sou|estou|estamos|to|fico|i\s+live|i'?m|we'?re)\s+"
    r"(?:aqui\s+|ai\s+)?(?:em|no|na|de|do|da|perto|longe|in|from|at)\b.*"
)
"""`moro em Estrela`"""
WAITS = expression(
    r"\W*(?:(?:nao|n|no|oh|ah+|opa|ops|hm+|eita|ih|ixi|vixe|epa|oi|pera|perai|espera(?:\s+ai)?|calma(?:\s+ai)?|wait|"
    r"hold\s+on|hey|antes\s+de\s+fechar|um\s+minut\w+|so\s+um\s+(?:minut\w+|segund\w+))\W*)+"
)
"""It says no more than that something comes."""
HALVES = expression(
    r"(?<!meio\sa\s)(?<!meia\sa\s)\b(?:metade|mei[oa](?!\s+a\b)|half)\s+(?:d[eoa]\s+|of\s+)?(?P<one>[a-z]+(?:\s+[a-z]+)?)\s*(?:,|e\b|and\b)?\s*(?:(?:a\s+)?outra\s+)?(?:metade|mei[oa]|half)\s+"
    r"(?:d[eoa]\s+|of\s+)?(?P<other>[a-z]+(?:\s+[a-z]+)?)"
)
"""`metade calabresa metade portuguesa`"""
SOLD_IN_HALVES = expression(r"\b(?:mei[oa]|metade|half)\b")
GREETS = expression(
    r"^\W*(?:(?:oi+e?|ola|opa|e\s*ai+|bom\s+dia|boa\s+(?:tarde|noite)|guri[ao]?s?|gente|pessoal|mo[cç][ao]s?|amig[ao]s?|querid[ao]s?|menin[ao]s?|guys|there|"
    r"(?:tudo|td)\s+(?:bem|bom|certo|joia|blz)|blz|"
    r"beleza|hi|hello|hey|good\s+\w+)(?:\W+|$))+"
)
ANNOUNCES = expression(
    r"\W*(?:(?:(?:entao|ai|ah|e|faz|pode)\s+)*(?:troca|trocar|muda|mudar|arruma|corrige|swap|change)(?:\s+(?:ai|pra\s+mim|por\s+favor|pfv|"
    r"isso|assim|please))*)\W*"
)
"""`troca:`, of what comes."""
GOES_ON = expression(r"\W*(?:e|and)\s")
LEADS = expression(
    r"^\W*(?:(?:na\s+(?:verdade|vdd|real)|actually|alias|pensando\s+(?:bem|melhor)|melhor|mas|but|e|ah+|opa|hm+|then|"
    r"entao|ai|ok|ta)\W+)+"
)
"""What begins a second thought."""
MIDWAY = expression(r"(?<=\w)\s+(?:na\s+(?:verdade|vdd|real)|actually)\s+(?=\w)")
"""`do 14 na verdade só uma`"""
SECOND = expression(
    r"\W*(?:(?:hm+|ah+|e|opa|ai)\W+)*(?:(?:na\s+(?:verdade|vdd|real)|actually|alias|pensando\s+(?:bem|melhor)|"
    r"mudei\s+de\s+ideia|melhor|on\s+second\s+thought)\W*)+"
)
"""A second thought, and no more."""
PURPOSE = expression(r"^\W*(?:é|eh|seria|são|it'?s)\s+(?:pr[oa]s?|para|for)\s", re.IGNORECASE)
"""`é pra festa`: said with its accent, and no `e`."""
WHY = expression(
    rf"^\W*(?:o\s+|a\s+)?(?:meu|minha|nosso|nossa|my)\s+{KIN}\s+(?:\w+\s+)?"
    r"(?:e|eh|is|esta|ta|gosta|ama|adora|likes|loves|prefere|prefers|come|usa|toma|detesta|hates)\b"
)
"""What somebody at home is like."""
ASIDE = expression(
    r"\s(?:que|q|porque|pq|pois|because|since|cause)(?=\s)(?:(?!\s(?:e|and|mais)\s+(?:tambem\s+)?(?:de\s+)?(?:\d|uma?|"
    r"dois|duas|tres|quatro|cinco|seis|two|three|[oa]s?|the)\s|\s(?:e\s+)?(?:eu\s+)?(?:quer(?:o|ia)|vou\s+(?:querer|"
    r"levar)|me\s+ve|mand[ae]|separ[ae]|bot[ae]|poe|coloc[ae]|precis[oa]|entao|ai\s+eu|deixa|tira|troca|faz|fica)\s)[^:;(,])*"
)
"""Why, up to the next that is counted or wished for."""
WHY_NOT = expression(
    r"^\W*(?:(?:porque|pq|pois|since|because)\s|(?:assim|so\s+that)\s+(?:el[ea]|eu|a\s+gente|fica|vai|ja)\b)"
)
"""A clause that tells why."""
BECAUSE = expression(r"\s(?:que|porque|pq|pois|because|since)\s.*$")
"""Why, to the end."""
THE_SAME = expression(
    r"(?<!\b[oa])(?<!\b[oa]s)(?<!\b[ndao][oa])\s+(?:mesm[oa]s?|msm)\b(?!\s+(?:cor|tamanho|modelo|jeito|preco|d[oa]))"
)
"""`quero a de 5 kg mesmo`, which tells of no other."""
ONLY = expression(
    r"\b(?:so|apenas|somente|only|just)\s+(?=(?:\d{1,2}|uma?|dois|duas|tres|one|two|three)\b)|(?<=\buma)\s+so\b|"
    r"(?<=\bum)\s+so\b"
)
"""`só 2`, `uma só`"""
HALF = expression(r"\b(?:mei[oa]|half\s+a)\s+(?P<unit>quilo|kilo|kg|litro|liter|litre|metro|meter)\b")
"""`meio quilo`"""
NOT_SOLD = expression(
    r"^\W*(?:ah\s+|entao\s+)?(?:ja\s+que|se)\s+nao\s+(?:tem|tiver|ha|vendem?)\b(?P<what>.*?)\b(?=(?:entao|vai|me\s+ve|"
    r"(?:eu\s+)?levo|quero|fico|manda|bota|poe|coloca)\b)"
)
"""`se não tem tempurá então …`, which was told."""
KIN_NEEDS = expression(
    rf"\b{KIN}\s+(?:(?:\w+\s+)?(?:ta|esta|is)\s+(?:precis\w+|querendo|needing)\b|(?:queria|preferia|wanted)\b.*\b(?:mas|but)\b)"
)
STORY = expression(
    r"\b(?:gosto|gostamos|adoro|tenho|temos|tinha|tem|have\s+(?:a|one|some)|ja|already|ontem|semana\s+passada|pediu|pegou|comprou|levou|ganhou|trouxe|recebeu|usou|"
    r"encomend\w+|disse|mandou|falou|cunhad[oa]|vizinh[oa]|namorad[oa]\s+\w+ou|\w+ei\s+com|vai\s+(?:pegar|comprar|"
    r"levar|passar)|minha\s+lista|a\s+lista)\b"
)
"""What is told of goods that are not wished for."""
OTHERWISE = expression(
    r"(?<![\w-])(?:coisinhas?|algo|alguma\s+coisa|something|anything|falt(?:ou|a|am|aram)|por\s+engano|without|parecid\w+|mudou\s+de\s+ideia|enganei|fotos?|(?:so|apenas)\s+com|podem\s+ser|as\s+outras|os\s+outros|"
    r"(?:so|apenas|somente|just)\s+(?:quero|queria)|(?:pra|para)\s+la|a\s+mais|nao|n|not|don'?t|nem|"
    r"inves|em\s+vez|no\s+lugar|instead|se|if|caso|ou|or|menos|exceto|desist\w+|rest[oe]|tod[oa]s|tudo|every|both|"
    r"dobr\w+|alias|ops|perai|espera|wait|na\s+(?:verdade|vdd|real)|actually|total|mei[oa]\s+(?:duzia|cento|[kq]uilo|"
    r"kg|litro|metro|pacote)|metade|duzias?|centos?|dozens?|half|quant[oa]s?|how|desconto|reais|esgotad\w+|amb[oa]s|"
    r"restante|igua(?:l|is)|same|mesm[oa]s?|msm|err(?:ei|ad[oa])|digo|cada|each|barat\w+|menor(?:es)?|maior(?:es)?|"
    r"caro|by|esque[cç](?:e[mr]?|a)|apaga\w*|de\s+novo|start\s+over|rather|only|uma?\s+d[oa]s|one\s+of|pouc[oa]s?|"
    r"muit[oa]s|demais|too\s+(?:many|much)|increase|recomec\w+|zera\w*|shipping|freight)\b|\br\$|\"|(?<!\w)'(?=\w)"
)
"""What is read by rules of its own, or not at all: it denies, chooses, compares, takes all, begins anew."""
