"""Whole phrases as the rules read them: one thing in another's place, counts and kinds beside what they are of, what
only leads to a wish. Folded text, short forms spelt out. Pure.
"""

import re
from collections.abc import Callable

from app.features.chat.assistant.language.words import SMALL_COUNT
from app.ops.expressions import expression

_TRAIT = r"(?P<trait>tamanho|modelo|peso|marca|comprimento|cor|sabor)(?:e?s)?"
_PRICES = r"(?:[oa]s?\s+)?(?:precos?|valor(?:es)?)"
_WHICH = r"\b(?:quais|qual|que)\s+(?:(?:sao|e|[oa]s?)\s+)*"
_ENDS = r"(?=\s*(?:$|[?.,;!]))"


def _traits(found: re.Match[str]) -> str:
    trait = found["trait"]
    return f"quais {trait}{'es' if trait.endswith('r') else 's'}"


PHRASES: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    # `quais tamanho e preço`: the price is told with each
    (expression(rf"{_WHICH}{_TRAIT}\s+e\s+{_PRICES}{_ENDS}"), _traits),
    (expression(rf"{_WHICH}{_PRICES}\s+e\s+(?:[oa]s?\s+)?{_TRAIT}{_ENDS}"), _traits),
    (expression(rf"\bquais\s+(?:(?:sao|[oa]s)\s+)*{_TRAIT}{_ENDS}"), _traits),
    # `nhoque, quanto o kg`
    (
        expression(
            r"(?<!\bta\s)(?<!\bfica\s)(?<!\bsai\s)(?<!\bcusta\s)(?<!\bvale\s)\bquanto\s+(?=(?:o|a|por|pelo|pela|d[oa])\s+(?:kg|kilo|quilo|litro|metro|duzia|cento|unidade|par|pacote|caixa|peca|fatia|saco|bandeja)\b)(?!por\s)"
        ),
        "quanto e ",
    ),
    # `tô atrás de um apoio`
    (
        expression(
            r"\b(?:(?:to|tou|tava|estou|estava|ando|vim)\s+)+(?:aqui\s+)?atras\s+d(?:[eoa]|ess[ea]|aquel[ea])s?\s+(?=\w)|\bi'?m\s+(?:just\s+|really\s+|only\s+)?after\s+(?=(?:an?|some|the)\s)"
        ),
        "procuro ",
    ),
    # `aceita cartão? se sim retiro aí`: told on that answer, which says it where it is another
    (
        expression(
            r"(?<=\?)\s*(?:e\s+)?(?:(?:se|caso)\s+(?:sim|aceita(?:r|rem)|pass(?:ar|arem)|der)|if\s+(?:so|yes))\s*,?\s+"
            r"(?=(?:eu\s+|i'?ll\s+|i\s+)?(?:retiro|busco|passo|pego|pago|vou\s+(?:retirar|buscar|pegar|pagar|passar)|pick|come|get|pay)\b)"
        ),
        " ",
    ),
    # `10 brigadeiros, avulsos`
    (expression(r",\s*(?=(?:(?:tudo|os)\s+)?(?:avuls|unitari|solt)[oa]s?\s*(?:$|[,.;!?\n]))"), " "),
    # `só meio cento de coxinha`, which is so many
    (
        expression(
            r"(?:^|(?<=[,.;!\n])|(?<=entao))\s*(?:so|apenas|somente)\s+(?=mei[oa]\s+(?:cento|duzia)\b)(?![^\n]*\?)"
        ),
        " quero ",
    ),
    # `me faz dois de 1,5 kg`
    (expression(rf"\b(?:voces?\s+)?me\s+(?=(?:faz|faca|bota|poe|coloca)\s+{SMALL_COUNT}\s+[a-z])"), ""),
    # begins what is told aloud
    (
        expression(
            r"\b(?:entao\s+)?(?:e|eh)\s+o\s+seguinte\b[\s,:]*(?=(?:eu\s+)?(?:(?:to|tou|estou)\s|quero|queria|preciso|vou|gostaria))"
        ),
        ", ",
    ),
    (expression(r"\b(ficou|deu)\s+quanto\b(?=\s*(?:$|[?.,!;]|\bpor\s+favor))"), "quanto fica"),
    # `quero ela e mais uma camiseta`: two wishes
    (
        expression(
            rf"\b(quero|levo|pego|manda|me\s+ve|fico\s+com|vou\s+(?:levar|querer)|i'll\s+take)\s+((?:n?(?:el[ea]|ess[ea]|est[ea])s?|it|that(?:\s+one)?|them|those)(?:\s+mesm[oa]s?)?)"
            rf"\s*(?:,|\be\b|\band\b|\+)\s*(?:(?:mais|tambem|ainda|also|another)\s+)+(?={SMALL_COUNT}\s|an?\s|[a-z]{{4}})"
        ),
        r"\1 \2 e ",
    ),
    (expression(r"\b(pode|podi)\s+se(?=\s*,?\s*(?:sim|isso|assim)\b)"), r"\1 ser"),
    # `pode pôr as 2`, and not `pode por 20 reais`
    (
        expression(
            rf"\b(pode[m]?|podia|vou|da\s+(?:pra|para))\s+por\s+(?=(?:[oa]s?\s+)?{SMALL_COUNT}\b(?!\s*(?:[,.]\d|reais|conto|cada)))"
        ),
        r"\1 colocar ",
    ),
    # `a prensa eu já tenho tá, é só o café`
    (expression(r"(?:(?<=tenho)|(?<=temos)|(?<=quero)|(?<=prefiro)|(?<=have))\s+(?:ta|viu|hein|ok)(?=\s*[,;!.])"), ""),
    # only leads to what is wished for besides
    (
        expression(
            r"(?:,\s*)?\b(?:(?:e|ai|and)\s+)?(?:ja\s+)?(?:que\s+)?(?:(?:eu\s+)?aproveit(?:a|ando)(?:\s+(?:e|que|pra|para|ai|ja)\b|,)|"
            r"while\s+(?:you're|i'm|we're)\s+at\s+it,?)\s+(?=\w)"
        ),
        ", ",
    ),
    (expression(r"\bsee\s+(?:if|whether)\s+you\s+have\b"), "do you have"),
    (expression(r"\b(?:a\s+|em\s+)?pronta\s+entrega\b"), "estoque"),
    # `por enquanto ela só quer as calcinhas`, `she only wants the socks`
    (
        expression(
            r"(?P<lead>^|[.,;!\n]\s*|\b(?:entao|enquanto|agora|hoje|verdade|real|que|mas|e)\s)(?:(?:el[ea]s?|eu|nos|a\s+gente)\s+)?so\s+"
            r"(?:quer(?:o|em|emos)?|v(?:ai|ou|ao|amos)\s+querer)\s+(?=[oa]s?\s+(?!que\b|mesmo\b)[a-z])"
        ),
        r"\g<lead>quero so ",
    ),
    (expression(r"\b(?:s?he|they|i|we)\s+(?:just|only)\s+(?:wants?|needs?)\s+(?=the\s+[a-z])"), "quero so "),
    # `a lata então, 2 também`: as many as of what it is taken for, and none besides
    (
        expression(
            rf"(?<=[a-z])(\s*[,.]\s*(?:e\s+)?(?:{SMALL_COUNT}|one|two|three|four|five|six))\s+(?:tambem|too|as\s+well)(?=\s*(?:$|[.,;!\n]))"
        ),
        r"\1",
    ),
    # `troca pela GG, no lugar da M`
    (
        expression(
            r"\b(?P<verb>troc\w+|mud\w+|substitu\w+)\s+(?:pel[oa]s?|por|pra|para|pro)\s+(?:[oa]s?\s+)?(?P<new>[^,.;!?\n]+?)(?:\s+entao)?\s*,?\s*"
            r"(?:em\s+vez|ao\s+inves|no\s+lugar)\s+d(?P<of>[eoa]s?)\s+(?P<old>[^,.;!?\n]+)"
        ),
        r"\g<verb> \g<of> \g<old> por \g<new>",
    ),
    (expression(r"\btem\s+problema\s+nao\b"), "tudo bem"),
    (expression(r"\bpode\s+por(?=\s*(?:$|[.,!;\n]))"), "pode"),
    # `mais uma vela, de baunilha`, `another candle, vanilla this time`
    (
        expression(r"(\b(?:mais|outr[oa])\s+(?:uma?\s+)?[a-z]{3,}),\s+(?=(?:de|da|do|com)\s+[a-z]+\s*(?:$|[.!]))"),
        r"\1 ",
    ),
    (
        expression(
            r"(\b(?:another|one\s+more)\s+)([a-z]{3,}),\s+([a-z]{3,})\s+(?:this\s+time|now|please)\s*(?=$|[.!?])"
        ),
        r"\1\3 \2",
    ),
    # `esqueci da caneca verde, inclui 1`
    (
        expression(
            r"\besqueci\s+d[aeo]s?\s+([^,.;!?\n]+?),?\s+((?:inclui|poe|bota|coloca|adiciona|acrescenta|manda)\s+(?:mais\s+)?\d{1,2})\s*(?=$|[,.!])"
        ),
        r"\2 \1",
    ),
    # `melhor frango no lugar da panceta`
    (expression(r"\bmelhor\s+(?=[a-z][^,.;!?\n]*\b(?:no\s+lugar|em\s+vez|ao\s+inves)\s+d[aeo]s?\s)"), "quero "),
    (expression(r"\bquanto\s+que(?=\s*(?:$|[?.!,]))"), "quanto custa"),
    (
        expression(r"\bquanto\s+(?:e\s+)?que\s+(?=(?:e|eh|ta|esta|fica|sai|custa|da)\b(?!\s+(?:[oa]s\s+d|tudo)))"),
        "quanto ",
    ),
    (expression(r"\bfrench\s+fries\b"), "batata frita"),
    (expression(r"(?<=[a-z0-9]\s)(?:portion|serving)s?\s+of\s+(?=[a-z]{3})"), ""),
    (expression(r"\bhand\s?wraps?\b"), "bandagem"),
    # `quero o saco e a luva um de cada`, told without a pause
    (
        expression(
            r"((?:^|\s)(?:[oa]s?|uma?)\s+[a-z][^,.;!?\n]{0,60}\se\s+(?:[oa]s?\s+|uma?\s+)?[a-z][^,.;!?\n]{0,60}[a-z]{3})\s+"
            r"(?=(?:uma?|dois|duas|tres|\d{1,2})\s+de\s+cada(?:\s+uma?)?\s*(?:$|[,.;!\n]|e\s))"
        ),
        r"\1, ",
    ),
    (expression(r"\b(?:eu\s+)?(?:poria|botaria|colocaria|levaria|pegaria)\b(?![^.;!\n]*\?)"), "quero"),
    (expression(r"\b(quero|queria|vou|prefiro)\s+(?:ja\s+)?garantir(?!\s+que\b)"), r"\1 levar"),
    # `um pacote de 5kg pelos 129 então`: at that price
    (
        expression(
            r"\bpelos\s+(?P<price>(?:r\$\s*)?\d{2,5}(?:[.,]\d{2})?)"
            r"(?=(?:\s+(?:reais|conto|pila))?(?:\s+(?:entao|mesmo|ai))*\s*(?:$|[,.;!\n]))"
        ),
        r"por \g<price>",
    ),
    # `4 estojos rígidos, todos vinho`
    (
        expression(
            rf"(\b(?:\d{{1,3}}|{SMALL_COUNT})\s+[a-z]{{3,}}(?:(?!\s(?:e|and)\s(?:\d|{SMALL_COUNT}))[^,.;!?\n]){{0,40}}?),\s*(?:tod[oa]s|all)\s+(?:n[oa]\s+(?:cor|tamanho)\s+|em\s+|d[eoa]\s+|tamanho\s+|(?:of\s+them\s+)?in\s+)?"
            r"(?!el[ea]s\b|pr[ao]\b|para\b|juntos|iguais|os\b|as\b|of\b|for\b|together)([a-z0-9]+)(?=\s*(?:$|[,.;!\n]))"
        ),
        r"\1 \2",
    ),
    # `se eu botar um despertador junto passa dos 100?`
    (
        expression(
            r"\b(?:e\s+)?se\s+(?:eu\s+|a\s+gente\s+)?(?:botar|colocar|por|puser|adicionar|incluir|juntar|acrescentar|somar|pegar|levar|comprar|pedir)\s+(?P<what>(?:mais\s+)?(?:uma?|[oa]s?|\d{1,2}|dois|duas)\s+[^,.;!?\n]+?)"
            r"(?:\s+(?:junto|tambem|a\s+mais|no\s+pedido))*\s*,?\s+(?:(?:ainda|ai|entao|ja|o|cupom|desconto|frete|vai|da\s+pra|eu)\s+)*"
            r"(?:passa|fica|da\b|cabe|estoura|quanto|sai|ultrapassa|vale|serve\s+o\s+cupom|entra|libera|ganho|completa|fecha\s+o\s+(?:valor|minimo)|consigo\s+us\w+|posso\s+us\w+|(?:o\s+)?(?:cupom|desconto|frete))\b[^?\n]*\?"
        ),
        r"quanto custa \g<what>?",
    ),
    (
        expression(
            r"\b(?:(?:and|so|but)\s+)?(?:what\s+)?if\s+i\s+(?:add|get|take|grab|order|buy)\s+(?P<what>(?:an?|one|two|the|another)\s+[^,.;!?\n]+?)(?:\s+(?:too|as\s+well|also))*\s*,?\s+"
            r"(?:would|does|will|do|can|is|am)\s+(?:i\b|it\b|that\b|the\s+(?:coupon|code|discount|shipping|delivery))[^?\n]*\?"
        ),
        r"how much is \g<what>?",
    ),
    # `no pix à vista`
    (expression(r"(?P<by>\b(?:pix|dinheiro|debito|cash))\s+a\s+vista\b"), r"\g<by>"),
    # `pega duas da de 100`
    (
        expression(
            r"(?P<before>(?:^|[.,;!\n])\s*(?:(?:ah+|ok|ta|ta\s+bom|entao|ai|dai|blz|beleza|sim|isso|e)[\s.,!]+)*)pega\s+(?:(?:ai|pra\s+mim)\s+)?"
            r"(?=(?:\d{1,3}|uma?|dois|duas|tres|quatro|cinco|seis)\s+[a-z])"
        ),
        r"\g<before>quero ",
    ),
    # `pega então`, of what was told of
    (
        expression(
            r"(?P<before>(?:^|[.,;!\n])\s*(?:(?:ah+|ok|ta|ta\s+bom|entao|blz|beleza|sim|isso)\W+)*)(?:pega|pegue|soma|some|junta|joga)(?:\s+(?:ai|la))?"
            r"(?=(?:\s+(?:entao|sim|mesmo|ess[ea]|el[ea]|tambem|junto|na\s+conta|no\s+(?:pedido|carrinho)))+\s*(?:$|[.,;!\n]|e\s))"
        ),
        r"\g<before>coloca",
    ),
    # `cabe os 4 nesse trilho?` counts what goes into it
    (
        expression(
            r"\b(cabe[m]?|d[aã]o?\s+(?:pra\s+)?(?:por|colocar)|vai|vao|serve[m]?|entra[m]?)\s+(?:[oa]s\s+)?\d{1,2}\s+(?=n(?:ess|est)[ea]\b)"
        ),
        r"\1 ",
    ),
    # `agora faz o mesmo da M`
    (
        expression(
            r"\b(?:agora\s+)?(?:faz|quero|bota|coloca|poe)\s+o\s+mesmo\s+(?:(?:pacote|tanto)\s+)?(?=(?:d[ao]|com\s+[ao]|n[ao])\s+[a-z0-9])"
        ),
        "adiciona mais 1 ",
    ),
    # `10 picolés de limão 10 de manga`
    (
        expression(
            rf"(\b(?:\d{{1,3}}|{SMALL_COUNT})\s+[a-z]{{3,}}\s+d[eoa]\s+[a-z]{{3,}})\s+(?=(?:\d{{1,3}}|dois|duas|tres|quatro|cinco|seis|dez)\s+d[eoa]\s+[a-z]{{3,}})"
        ),
        r"\1, ",
    ),
    (expression(r"\bnum\s+(?=(?:tem|quer\w*|precis\w+|vou|da|sei|posso|gost\w+)\b)"), "nao "),
    # `quero os dois, a luva e uma antena`: they are told
    (
        expression(
            r"\b(?:[oa]s\s+(?:dois|duas|2)|amb[oa]s|both(?:\s+of\s+them)?|(?:[oa]s\s+(?:tres|3)|all\s+three)(?=\s*[,:][^.;!?\n]*,))\s*[,:]\s*(?=(?:[oa]s?|uma?|the|an?|\d{1,2})\s+[a-z][^.;!?\n]*\s(?:e|and|mais)\s+"
            r"(?:[oa]s?|uma?|the|an?|\d{1,2})\s+[a-z])"
        ),
        "",
    ),
    # `acho que tem que ser a M`, `me deixa separado 2 sacos`
    (
        expression(
            r"\b(?:(?:eu\s+)?acho\s+que\s+)?(?:tem|vai\s+ter|teria)\s+(?:que|de)\s+ser\s+(?=(?:[oa]s?|d[eoa]s?)\s)"
            r"|\b(?:i\s+think\s+)?it\s+(?:has|needs)\s+to\s+be\s+(?=(?:the|an?)\s)"
        ),
        "na verdade ",
    ),
    (
        expression(
            r"\b(?:(?:me|ja)\s+)?deix[ae]r?\s+(?:(?:me|ai|ja)\s+)?(?:separad|reservad|guardad)[oa]s?\s+(?:(?:pra|para)\s+mim\s+)?(?:ai\s+)?"
            r"(?=(?:\d{1,3}|uma?|uns|umas|dois|duas|tres|quatro|cinco|seis|dez|[oa]s?)\s+(?!pedido|compra)[a-z])"
        ),
        "quero ",
    ),
    # `a saia pode ser preta em vez da rosé`: which one is told
    (
        expression(
            r"(?P<lead>^|[.,;!\n])\s*(?:(?:e|mas|and|but|actually)\s+)?(?:[oa]s?|the)\s+(?P<what>[a-z]{3,}(?:\s+[a-z]{3,})?)\s+"
            r"(?:pode[m]?\s+ser|(?:should|can|could)\s+be)\s+(?P<new>[^,.;!?\n]+?)\s+"
            r"(?:em\s+vez|ao\s+inves|no\s+lugar|instead)\s+(?:d[eoa]s?|of(?:\s+the)?)\s+[^,.;!?\n]+"
        ),
        r"\g<lead> troca \g<what> por \g<new>",
    ),
    (
        expression(
            r"\b(?:em\s+vez|ao\s+inves|no\s+lugar)\s+d[eoa]s?\s+(?!(?:\d{1,2}|uma?|dois|duas|tres|quatro|cinco|seis|dez)\s*[,.;])(\S+(?:\s+\S+){0,3}?)\s*(?:,(?!\s*(?:eu\s+)?(?:acho|porque|pois|combina|fica)\b)|\b(?:eu\s+)?(?:quero|prefiro|coloca|manda|bota|poe|faz|leva|pega|me\s+ve)\b)\s*"
        ),
        r"troca \1 por ",
    ),
    (
        expression(
            r"\b(?:quero|prefiro|coloca|manda|poe|bota|me\s+ve)\s+([^,.;!?]+?)\s+(?:em\s+vez|ao\s+inves|no\s+lugar)\s+d[eoa]s?\s+(?!(?:\d{1,2}|uma?|dois|duas|tres|quatro|cinco|seis|dez)\s+(?:e|mas)\s)([^,.;!?]+)"
        ),
        r"troca \2 por \1",
    ),
    # `e do doce de leite o menor`
    (
        expression(
            r"^(?:e|mas)\s+d[oa]s?\s+(?P<what>[a-z]{3,}(?:\s+[a-z]{2,}){0,3}?)\s+(?P<which>[oa]s?\s+(?:menor|maior|mais\s+(?:barat|car|pequen)[oa]))$"
        ),
        r"quero \g<which> \g<what>",
    ),
    # `quero a grande no lugar`: in that of what was taken
    (
        expression(
            r"\b(?:quero|prefiro|coloca|manda|poe|bota|me\s+ve)\s+((?:[oa]s?|uma?)\s+[^,.;!?]+?)\s+(?:em\s+vez|ao\s+inves|no\s+lugar)(?:\s+(?:entao|mesmo|por\s+favor))*(?=\s*(?:$|[,.;!\n]))"
        ),
        r"troca por \1",
    ),
    (expression(r"\bpor\s+gentileza\b|\bse\s+(?:for\s+)?possivel\b"), " "),
    # `se não souber, tudo bem` is no condition, `quer saber` no wish
    (
        expression(
            r"\bse\s+(?:voces?\s+)?(?:nao|n)\s+(?:souber(?:em)?|puder(?:em)?|der|tiver(?:em)?\s+como|rolar|conseguir(?:em)?)\s*,?\s*"
            r"(?:(?:ta\s+)?tudo\s+bem|td\s+bem|sem\s+problemas?|nao\s+tem\s+problema|ok|blz|beleza|de\s+boa)\b"
        ),
        " ",
    ),
    # `vou montar meu kit: faca, chaira e tábua`
    (
        expression(
            r"\b(?:vou|vamos|quero|queria|bora|preciso|gostaria\s+de|to|let\s+me|i\s+want\s+to)\s+(?:montar|fazer|fechar|comprar|pedir|levar|encomendar|order|buy|get)"
            r"(?:\s+(?:[oa]s?|meus?|minhas?|um|uma|my|the|a|[a-z]{3,})){1,3}\s*:\s*(?=\S)"
        ),
        "quero ",
    ),
    # dimensions that are found small: no count, no price
    (
        expression(
            r"(?:\b[oa]s?\s+)?\b\d{1,3}\s*(?:x|por|by)\s*\d{1,3}\s+(?:e|eh|fica|ta|is)\s+(?:muito\s+|bem\s+|meio\s+|too\s+)?"
            r"(?:pequen|grand|estreit|curt|larg|small|big|narrow|short)\w*(?:\s+demais)?"
        ),
        " ",
    ),
    # why so many: `make it 3 blue, my mum wants one too`
    (
        expression(
            r"(\b(?:make\s+it|faz|deixa|aumenta|muda|bota|coloca)\s+(?:pra\s+|para\s+)?(?:\d{1,2}|dois|duas|tres|quatro|two|three|four)\b[^,.;!?\n]*),\s*"
            r"(?:(?:que|porque|because|cause|my|his|her|minha|meu|[oa])\s+){1,2}\w+\s+(?:(?:tambem|also)\s+)?(?:quer|queria|vai\s+querer|wants)\s+(?:uma?|one|some|it|tambem)"
            r"(?:\s+(?:tambem|too|as\s+well))?(?=\s*(?:$|[.,;!\n]))"
        ),
        r"\1",
    ),
    # the price is told with them
    (
        expression(
            r"(\bqua(?:is|l)\s+(?:(?:os?|as?)\s+)?(?:tamanhos?|cores|cor|sabor(?:es)?|modelos?|medidas?|opcoes)(?:\s+que)?\s+(?:voces?\s+)?(?:tem|ha))\s+e\s+"
            r"(?:quanto|(?:por|a)\s+quanto|qual\s+(?:o\s+)?(?:preco|valor))(?:\s+(?:custam?|e|eh|ta|sai|cada))*(?=\s*\?)"
        ),
        r"\1",
    ),
    # `minha esposa mandou assim: "amor pega 2 sal grosso"`
    (
        expression(
            r"\b(?:[oa]\s+)?(?:minha|meu|nossa)\s+\w+\s+(?:me\s+)?(?:mandou|pediu|falou|disse|escreveu)(?:\s+(?:assim|isso|[oa]\s+lista|essa\s+lista))?\s*:\s*[\"'“]?"
            r"(?:(?:amor|bem|vida|mor|filh[oa]|querid[oa])[\s,]+)?(?:pega|compra|traz|traga|leva|pede)\s+(?P<list>[^\"'”\n]+)[\"'”]?"
        ),
        r"quero \g<list>",
    ),
    # `2 mistos e pra beber 2 cocas`
    (
        expression(
            rf"(?:\s*,)?\s*\b(?:(?:e|and|mais)\s+)?(?:(?:pra|para)\s+(?:beber|comer|tomar|acompanhar|adocar|(?:a\s+)?sobremesa)|de\s+(?:bebida|sobremesa)|(?:some\s+)?to\s+drink|for\s+dessert)\s*[,:]?\s+"
            rf"(?=(?:(?:quero|queria|manda|poe|mais|i'?ll\s+have)\s+)?(?:{SMALL_COUNT}|an?|one|two|three|four)\s+[a-z]{{3}})"
        ),
        ", ",
    ),
    # `pensei em 2 pacotes de fralda, tem aí?`
    (
        expression(
            r"\b(?:(?:eu\s+)?(?:pensei|(?:to|tou|tava|estou|estava)\s+pensando|tinha\s+pensado)\s+em|i\s+(?:was\s+thinking|thought)\s+(?:of|about)|i'?m\s+thinking(?:\s+(?:of|about))?)\s+"
            r"(?=(?:\d{1,2}|uma?|dois|duas|tres|quatro|cinco|an?|one|two|three|four|five)\s+(?!dia|vez|hora|semana|mes|outr|day|week)[a-z]{3})"
        ),
        "queria ",
    ),
    (expression(r"\b(?:daria|dariam|sairia|sairiam|ficaria|ficariam)\s+(?:por\s+|em\s+)?quanto\b"), "fica quanto"),
    # `vitamin C maybe?` asks for it
    (expression(r"(?<=\w)\s+(?:maybe|perhaps|talvez|quem\s+sabe)(?=\s*\?)|\bno\s+(?:worries|problem)\b"), " "),
    # `pode pôr 2`: put in, and no price
    (
        expression(
            rf"\b(pode[m]?|podia|poderia|vou|pra|da\s+pra)\s+por(?=\s*(?:$|[.,;!\n])|\s+(?:(?:ai|la|tambem|entao|sim)\b|n[oa]\s+(?:carrinho|sacola|lista|pedido)\b|(?:mais\s+)?{SMALL_COUNT}(?:\s*(?:$|[.,;!\n])|\s+(?:d(?:el[ea]|ess[ea])s?|de\s+cada)\b)))"
        ),
        r"\1 colocar",
    ),
    # `os de coco bota 5`: so many there are to be
    (
        expression(
            rf"(?P<lead>(?:^|[.,;!\n])\s*(?:(?:e|ai|entao|na\s+verdade)\s+)*)(?P<those>[oa]s\s+de\s+[a-z]{{3,}}(?:\s+[a-z]{{3,}})?)\s+(?:bota|poe|coloca|deixa|faz)\s+(?P<n>{SMALL_COUNT})(?=\s*(?:$|[.,;!\n]))"
        ),
        r"\g<lead>\g<those> sao \g<n>",
    ),
    # `tira a granola põe castanha`: two deeds
    (
        expression(
            r"(\b(?:tira|tirar|remove|remover)\s+(?:[oa]s?\s+)?[a-z]{3,}(?:\s+(?!e\s)[a-z]{2,}){0,3}?)\s+(?=(?:e\s+)?(?:poe|coloca|bota|adiciona)\s+(?!de\s+volta|no\s+lugar)[a-z0-9])"
        ),
        r"\1, ",
    ),
    # `o que que tá no meu carrinho?`
    (
        expression(
            r"\b(?:o\s+)?(?:que|q)\s+(?:e\s+)?(?:que|q)\s+(?=(?:ta|tem|esta|tinha|falta|ficou|eu\s+(?:tenho|pedi))\b)"
        ),
        "o que ",
    ),
    (expression(r"\bo\s+que\s+(?:ja\s+)?(?:ficou|ta|esta)\s+(?=no\s+(?:meu\s+)?(?:carrinho|pedido))"), "o que tem "),
    (expression(r"\b(?:quer|sabe)\s+saber(?:\s+de\s+uma\s+coisa)?(?=\s*[,.!?])"), " "),
)
"""A phrase, and what stands for it."""
