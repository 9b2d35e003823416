"""A folded text with the short forms and idioms of chats as their words. Pure."""

import re
from functools import lru_cache

from app.features.chat.assistant.language.phrasing import PHRASES
from app.features.chat.assistant.language.spoken import as_written
from app.features.chat.assistant.language.words import NUMBERS, SMALL_COUNT, fold, number
from app.ops.expressions import expression

_UNITS = "|".join(word for word, value in NUMBERS.items() if value < 10)
_TEENS = "|".join(word for word, value in NUMBERS.items() if 10 <= value < 20)
_TENS = "|".join(word for word, value in NUMBERS.items() if 20 <= value < 100)
_COMPOUND = expression(
    rf"\b(?:(?P<hundreds>cento|duzent[oa]s|trezent[oa]s|quatrocentos|quinhentos)\s+e\s+"
    rf"(?:(?P<teens>{_TEENS})|(?P<tens>{_TENS})(?:\s+e\s+(?P<units>{_UNITS}))?|(?P<few>{_UNITS})(?!\s+meio\b))"
    rf"|(?P<many>{_TENS})(?:\s+e\s+|-)(?P<more>{_UNITS}))\b"
)
_SHORT = {
    "hrs": "horas",
    "qto": "quanto", "qnto": "quanto", "qnt": "quanto", "qt": "quanto", "qts": "quantos", "qtos": "quantos",
    "qtas": "quantas", "qta": "quanta", "ponha": "poe",
    "qdo": "quando", "qd": "quando", "qnd": "quando", "hj": "hoje", "amh": "amanha", "tb": "tambem", "tbm": "tambem",
    "pq": "porque", "vlr": "valor", "q": "que", "oq": "o que", "dps": "depois", "mt": "muito", "mto": "muito",
    "mta": "muita", "mtas": "muitas", "mtos": "muitos", "mts": "muitos",
    "msm": "mesmo", "nn": "nao", "kd": "cade", "aki": "aqui", "naum": "nao", "ctz": "certeza", "vcs": "voces",
    "gnt": "gente", "presciso": "preciso", "presiso": "preciso", "precizo": "preciso",
    "ces": "voces", "ceis": "voces",
    "vc": "voce", "c/": "com",
    "p/": "para", "cmg": "comigo", "td": "tudo", "bjs": "", "fds": "fim de semana", "und": "unidades",
    "unds": "unidades", "pct": "pacote", "pcts": "pacotes", "cx": "caixa", "cxs": "caixas",
    "tam": "tamanho", "qro": "quero", "kero": "quero", "qero": "quero", "qria": "queria", "noiti": "noite",
    "duma": "de uma", "dum": "de um", "actualy": "actually", "actualli": "actually", "alredy": "already",
    "ent": "entao", "entt": "entao", "ae": "ai",
    "agr": "agora", "dnv": "de novo", "dnovo": "de novo", "pfvr": "por favor", "pfr": "por favor", "ka": "ca",
    "dboa": "de boa", "deboa": "de boa", "dboas": "de boa", "iai": "e ai", "iae": "e ai",
    "vdd": "verdade", "pd": "pode", "ql": "qual", "bjo": "", "pfv": "por favor", "neh": "ne",
    "u": "you", "ur": "your", "pls": "please", "plz": "please", "wanna": "want to",
    "grandona": "grande", "grandao": "grande", "pequenininha": "pequena", "pequenininho": "pequeno",
    "pequeninha": "pequena",
    "maiorzinho": "maior", "maiorzinha": "maior", "menorzinho": "menor", "menorzinha": "menor",
    "lookin": "looking", "whats": "what's", "hows": "how is", "im": "i'm", "ill": "i'll", "id": "i'd", "dont": "don't",
    "doesnt": "doesn't", "cant": "can't", "hes": "he's", "shes": "she's", "theres": "there's", "ppl": "people",
    "tmrw": "tomorrow", "tmr": "tomorrow", "b4": "before", "thx": "thanks", "ty": "thanks", "gonna": "going to",
    "gotta": "got to", "cuz": "because", "tho": "though", "yep": "yes", "yup": "yes", "yeah": "yes",
    "gimme": "give me", "lemme": "let me",
}  # fmt: skip
_LEAVES = "alfaces?|couves?|rucula|agriao|repolhos?|acelga|chicoria|almeirao|espinafre|brocolis|salsao|manjericao"
# `a gente retira e paga` is told of oneself.
_OUR_DEEDS = {
    "retira": "retiro", "busca": "busco", "pega": "pego", "passa": "passo", "paga": "pago", "vai": "vou",
    "quer": "quero", "leva": "levo", "precisa": "preciso", "prefere": "prefiro", "fica": "fico",
}  # fmt: skip
_MEASURES = r"(?:kgs?|kilos?|quilos?|litros?|metros?|lit(?:er|re)s?|met(?:er|re)s?)"
_LETTER = r"(?:pp|p|m|gg|g|xgg|xg)\b"


def _whole(found: re.Match[str]) -> str:
    """`sessenta e quatro` in digits."""
    parts = [word for word in found.groupdict().values() if word]
    return str(sum(100 if word == "cento" else NUMBERS[word] for word in parts))


def _of_oneself(found: re.Match[str]) -> str:
    return f"eu {_OUR_DEEDS[found[1]]}"


def _weighed(found: re.Match[str]) -> str:
    """`um quilo e meio`, `dois litros e meio` as measures."""
    many = found["count"] or found["many"]
    return f"{number(many) or 1},5 {found['unit'] or found['one']}"


def _half(found: re.Match[str]) -> str:
    """`dois e meio` in digits."""
    return f"{number(found[1])},50"


def _each(found: re.Match[str]) -> str:
    """`a bag of ice` is one; of drinks the can tells which."""
    return ("1 " if found["one"] else "") + (found["size"] or "") + ("latas de " if found["can"] else "")


def _packed(found: re.Match[str]) -> str:
    """`a crate of beer`: what several are sold in, as catalogues call it."""
    pack = {"pack": "pack", "box": "caixa"}.get(found["pack"], "engradado")
    return f"{'1 ' if found['one'] else ''}{pack} de "


def _at_full_price(found: re.Match[str]) -> str:
    """`levo 2 no preço normal` counts."""
    return f"{found['counted']}{found['count']}" if found["counted"] else f"{found['count']} unidades"


_BEFORE_MORE = "quer(?:o|ia|er)|manda|coloca[r]?|poe|bota|adiciona|acrescenta|lev[ao]|preciso|falta|de|tem|com|e"
# What says nothing of which goods are meant, and a name that would be read as a count.
_IDIOMS = (
    # `ela qr 2`, and not `meu código qr`
    (
        expression(
            r"\b((?:el[ea]s?|voces?|quem|gente|(?:meu|minha)\s+(?!codigo|pix|chave)\w+)(?:\s+(?:so|tambem|nao))?)\s+(?:qr|qer|ker)\b"
        ),
        r"\1 quer",
    ),
    # `ox de 30 vol`
    (expression(r"(?<=\d)\s*vols?\b\.?"), " volumes"),
    # what is printed on a gift: no preference for the father
    (
        expression(
            r"(?<=[a-z]\s)(?:(?:escrit[oa]|com|d[eoa]|que\s+(?:diz|fala))\s+)?[\"']?\bmelhor\s+(?P<kin>pai|mae|vo|avo|tio|tia|irmao|irma|professora?|prof|"
            r"filh[oa]|madrinha|padrinho|amig[oa]|chefe|casal)\b(?:\s+do\s+mundo\b)?[\"']?(?!\s+(?:escolhe|decid|ver|vir|pag))"
        ),
        r"melhor\g<kin>",
    ),
    # what goods are called by and no greeting: `a cesta bom dia`, `the Bom Dia basket`, `a bom dia de casal`
    (
        expression(
            r"(?P<lead>\b(?!(?:oi+e?|ola|opa|hi|hey|hello|um|muito)\s)(?:cesta|box|kit|caixa|caneca|almofada|placa|quadro|pijama|creme|cha|the|d[aeo]|uma|a)s?\s+)(?P<part>bom|boa)\s+(?P<day>dia|tarde|noite)\b"
            r"(?!\s+(?:a\s+)?(?:tod[oa]s|gente|pessoal|moc[oa]|amig[oa])|\s*[,.!]+\s*(?:tud|quer|tem|gost)|\s+(?:pra|para|a)\s+(?:voces?|voce|tod[oa]s))"
        ),
        r"\g<lead>\g<part>\g<day>",
    ),
    # `2x mouse`, `2 unidades de mouse`; and not `em 2x sem juros`
    (
        expression(
            r"(?<!em )\b(\d{1,3})\s?x\s+(?=[a-z]{3,})(?!(?:sem|com|nos?|por|d[eoa]|without|with|of|in|the|tudo)\b)"
        ),
        r"\1 ",
    ),
    (expression(r"\b(\d{1,3})\s+(?:unidades?|unid|und|un)\s+d[eoa]s?\s+(?=[a-z]{3,})"), r"\1 "),
    # `2 cocas mais um gelo`, `ele + um cabo`; and not `quero mais 2`
    (
        expression(
            rf"((?:^|\s){SMALL_COUNT}\s+(?:[a-z][^,.;!?\n]*?\s)?(?!(?:{_BEFORE_MORE})\b)[a-z0-9]+)\s+mais\s+"
            rf"(?={SMALL_COUNT}\s+[a-z]{{3,}})"
        ),
        r"\1 e ",
    ),
    # `quero ela mais um vaso`, `vou querer a boneca mais 2 roupinhas`
    (
        expression(
            rf"(\b(?:quero|queria|querer|levo|levar|pegar|pego)\s+(?:ess[ea]s?|el[ea]s?|[oa]s?\s+[a-z]{{3,}}(?:\s+(?!mais\b)[a-z]+){{0,3}}))\s+mais\s+(?={SMALL_COUNT}\s+[a-z]{{3,}})"
        ),
        r"\1 e ",
    ),
    (expression(rf"\s\+\s(?={SMALL_COUNT}\s+[a-z])"), " e "),
    # `retiro e pago no pix`
    (
        expression(
            r"(?<!pix)(?<!dinheiro)(?<!cartao)(?<!debito)(?<!credito)\s+e\s+(?=(?:(?:eu|vou|pago|pagar|pagamento|no|em|via|por|com|de)\s+)*"
            r"(?:pix|dinheiro)\b(?!\s+(?:ou|e)\b))"
        ),
        ", ",
    ),
    # `capa p um celular`, `pão c ovo`, `n precisa`; and not `uma p`, `tipo c`
    (expression(r"(?<!uma )(?<!um )(?<!tamanho )(?<!tam )(?<!\d )\bp\s+(?=(?:uma?|uns|umas|[oa]s|1,)\b)"), "pra "),
    (
        expression(
            r"(?<=[a-z0-9] )(?<!vitamina )(?<!vitamin )"
            r"(?<!tipo )(?<!type )(?<!usb )(?<!bloco )(?<!lote )(?<!quadra )(?<!torre )"
            r"c\s+(?=[a-z0-9])"
        ),
        "com ",
    ),
    (expression(r"^n\s+(?=(?:precis|quer|vou|tem|gost|posso|pode|e\b|sei)\w*)"), "nao "),
    (expression(r"\bdeixa\s+para\s+la\b"), "deixa pra la"),
    (expression(r"\bsem\s+ser\s+(?:(?:n?o|com|por)\s+)?(?=(?:pix|dinheiro)\b)"), "nao "),
    (expression(r"\b(?:por\s+acaso\s+)?(?<!nao )teriam?\b(?!\s+(?:como|que|sido))|\bpor\s+acaso\s+tem\b"), "tem"),
    # `rosa p combinar com o banheiro`, `um cento p quinta`, and not the size
    (
        expression(
            r"\bp\s+(?=(?:[a-z]{3,}(?:ar|er|ir)|eu|a\s+gente|voces?|minhas?|meus?|mim|ele|ela|presente|hoje|amanha|segunda|terca|quarta|quinta|sexta|sabado|domingo|viagem|entrega)\b)"
        ),
        "pra ",
    ),
    # `troca uma por G`
    (
        expression(
            r"\b((?:troc|mud|pass)\w*)\s+(uma?|dois|duas|tres|[1-9])\s+(?=(?:por|pra|para|pro|pela?)\s+(?:[oa]\s+|uma?\s+)?"
            r"(?:tamanho\b|numero\b|tam\b|pp?\b|m\b|gg?\b|xgg?\b|\d{2}\b|(?!dois|duas|tres|quatro|cinco|seis|outr)[a-z]{4,}))"
        ),
        r"\1 \2 delas ",
    ),
    # `2 com gás e 2 sem`
    (
        expression(
            r"\b(com|sem|with|without)\s+([a-z]{3,})((?:\s*,|\s+e|\s+and)\s+(?:\d{1,3}|uma?|dois|duas|tres|quatro|cinco|seis|two|three)\s+(?:com|sem|with|without))(?=\s*(?:$|[,.;!?]))"
        ),
        r"\1 \2\3 \2",
    ),
    # `meia dúzia de brahma e meia de skol`
    (expression(r"(\b(?:meia\s+)?duzia\s+d.*?\be\s+meia)\s+(?=de\s)"), r"\1 duzia "),
    # Courtesy, no condition.
    (
        expression(
            r"\bse\s+(?:der\s+tempo|puder(?:em)?|(?:for|fosse)\s+possivel|nao\s+for\s+incomodo)\b\s*,?\s*(?=[a-z])"
        ),
        "",
    ),
    (expression(r"\b(\d{1,3}|dois|duas|tres|quatro)\s+te\b"), r"\1 tes"),  # `2 tê de 20`
    # `2 metros e 40`
    (expression(r"\b(\d{1,2})\s*(?:m|metros?)\s+e\s+(\d{2})\b(?!\s*(?:un|caix|sac|pec|metr|cm))"), r"\1,\2 m"),
    # `troca p tam 10`
    (
        expression(
            r"\b((?:troc|mud|alter|pass|aument|diminu|baix|reduz|sob[ea])\w*(?:\s+(?:[a-z]{2,}|[oa])){0,4})\s+p\s+(?=(?:[oa]\s+)?(?:tamanho\b|numero\b|\d|gg?\b|m\b))"
        ),
        r"\1 pra ",
    ),
    # `baixa pra 4`
    (
        expression(
            r"\b(?:aument\w+|diminu\w+|baix[ae]\w*|sob[ae]|reduz\w*|desc[ae])\s+((?:(?:[a-z]{2,}|[oa])\s+){0,4})(?=(?:pra|para)\s+\d{1,3}\b)"
        ),
        r"muda \1",
    ),
    # `pix tbm`: of the way to pay or to get it, no more goods
    (
        expression(
            r"\b(pix|dinheiro|cartao|retirada|retiro|busco|entrega|entregar|debito|credito|cash|pick\s?up|delivery)\s+(?:tambem|tbm|tb|also|too|as\s+well)\b"
            r"(?!\s+(?:quero|[oa]s?|uma?|\d|mais|de)\b)"
        ),
        r"\1",
    ),
    (
        expression(
            r"\b(?:tambem|tbm|tb|also)\s+((?:(?:no|em|por|com|via|by|in)\s+)?(?:pix|dinheiro|retirada|retiro|busco|cash))\b"
        ),
        r"\1",
    ),
    # `so 2 guarana tb`: as few of it as of the others, and no more goods
    (
        expression(
            r"(\b(?:so|apenas|somente|only|just)\s+(?:\d{1,3}|uma?|dois|duas|tres|quatro|cinco|one|two|three)\b[^,.;!?\n]{0,40}?)"
            r"\s+(?:tambem|too|as\s+well)(?=\s*(?:$|[,.;!?\n]))"
        ),
        r"\1",
    ),
    # `the 4 person tent`, `a tent for two people`: the number is the thing's.
    (
        expression(
            r"\b(\d{1,2}|two|three|four|five|six|eight)[\s-](?:persons?|people|man|men|seater|burner|season|door|drawer|speed)\s+"
            r"(?!(?:and|or|for|with|please|who|are|tonight|coming|here|plus)\b)([a-z]{3,})\b"
        ),
        r"\2 \1",
    ),
    (
        expression(r"\b([a-z]{3,})\s+for\s+(\d{1,2}|two|three|four|five|six|eight)\s+(?:persons?|people|adults)\b"),
        r"\1 \2",
    ),
    (expression(r"(?<=[a-z])\s+c\s+(?=(?:[oa]s?|meu|minha|el[ea]|voce|um|uma|certeza)\b)"), " com "),
    # `the 2 you have`
    (
        expression(
            r"\b(?:the|[oa]s)\s+(\d{1,3}|two|three|dois|duas|tres)\s+"
            r"(?:that\s+)?(?:you\s+(?:have|got)|que\s+(?:(?:voces?|ainda)\s+)*te[mn]|left|available)\b"
        ),
        r"\1",
    ),
    (expression(r"\b(?:at\s+)?full\s+price\b"), " "),
    (_COMPOUND, _whole),
    (expression(rf"\ba\s+gente\s+(?:ja\s+|so\s+)?({'|'.join(_OUR_DEEDS)})\b"), _of_oneself),
    (expression(r"(?<![\w'-])d\s+(?=\w)"), "de "),
    # Letters that count sizes are no grams and metres: `3 calcinhas M e 2 G`.
    (
        expression(
            rf"(\b[a-z]{{3,}}\s+(?:tamanho\s+)?{_LETTER}\s*(?:,|\be\b|\+|\bmais\b)\s*\d{{1,2}})\s+(?={_LETTER}(?!\s*[a-z]))"
        ),
        r"\1 tamanho ",
    ),
    (
        expression(rf"\b(\d{{1,2}})\s+({_LETTER})\s*(?:,|e|mais)\s*(\d{{1,2}})\s+({_LETTER})(?!\s*[a-z])"),
        r"\1 tamanho \2 e \3 tamanho \4",
    ),
    (expression(r"\bpresentear\s+(?:(?:o|a)\s+)?(?=(?:minha|meu|um|uma)\b)"), "um presente pra "),
    # `eu pago daqui por pix`
    (
        expression(
            r"\b(pag[oa]r?|faco|mando)\s+(?:(?:daqui|aqui|de\s+casa|agora|ja|hoje|mesmo|pel[oa]\s+(?:celular|banco|app)|do\s+(?:celular|banco|app|trabalho))\s+)+(?=(?:(?:n?o|por|via|com|pelo|em)\s+)?pix\b)"
        ),
        r"\1 ",
    ),
    (expression(r"\bquem\s+nunca\s+comprou(?:\s+(?:ai|aqui|nada|antes|com\s+voces|na\s+loja))*"), "primeira compra"),
    # `p umas 30 pessoas`, `aumenta a coxinha p 15`
    (expression(r"\bp\s+(?=(?:un?s|umas)?\s*\d{1,3}\s+(?:pessoas?|convidad\w+|criancas?|dias?)\b)"), "pra "),
    (
        expression(
            r"\b(?:el[ea]|(?:[oa]\s+)?(?:minha|meu)\s+\w+)\s+(?:prefere|preferiu|escolheu|quer\s+(?:mudar|trocar)\s+(?:pra|por|pel[oa]))\s+(?=(?:[oa]s?|d[eoa]s?)\s)"
        ),
        "prefiro ",
    ),
    # What somebody sends for is wanted now.
    (
        expression(
            r"\b(?:[oa]\s+)?(?:meu|minha|nossa|nosso)\s+\w+\s+(?:pediu|mandou|encomendou)\s+(?:(?:pra|para)\s+(?:eu\s+)?)?(?:(?:comprar|pegar|levar|pedir|trazer)\s+)?"
            r"(?=mais\s+uma?\b|uma?\s+(?!vez\b|coisa|dia\b|ajuda|opiniao|foto|orcamento|desconto|presente\b|cartao)[a-z]{3,}|(?:mais\s+)?(?:\d{1,4}|dois|duas|tres|quatro|cinco|seis|dez)\b(?!\s+(?:reais|dias|horas|vezes)))(?!.*\b(?:ontem|passad[oa]|anteontem|outro\s+dia|ultima\s+vez|ano|mes|veio|chegou|recebeu|gost(?:ou|ei)|ador(?:ou|ei)|am(?:ou|ei)|(?:gosta|adora|ama)(?:mos|ram)|com\s+voces|"
            r"n[oa]\s+(?:dia\s+d|natal|pascoa|semana|festa|casamento|aniversario|reveillon|feriado))\b)"
        ),
        "quero ",
    ),
    (expression(rf"\bpes?\s+de\s+(?={_LEAVES})"), "unidades de "),
    (expression(r"\b(?P<one>an?\s+)?(?P<pack>case|crate|box|pack)(?:e?s)?\s+of\s+(?=[a-z]{3,})"), _packed),
    (
        expression(
            r"\b(?P<one>an?\s+)?(?P<size>(?:big|small|large|little)\s+)?(?:bag|bottle|(?P<can>can)|packet|sack|carton|jar|bunch|tray|tube?)(?:e?s)?\s+of\s+"
            r"(?:the\s+)?(?=[a-z]{3,})"
        ),
        _each,
    ),
    (
        # of `os 2 filtros 102` the number behind the counted name is the kind
        expression(
            rf"(?P<counted>\b{SMALL_COUNT}\s+(?:[a-z]{{2,}}\s+){{1,4}})?\b(?P<count>\d+)\s+(?:n?o|pelo|ao|at\s+the)\s+(?:preco|valor|price)\s+(?:normal|cheio|mesmo|full)\b"
        ),
        _at_full_price,
    ),
    (expression(r"\b(?:n?o|pelo|ao|at\s+the)\s+(?:preco|valor|price)\s+(?:normal|cheio|mesmo|full)\b"), " "),
    (expression(r"\b(bom\s+di|boa\s+tard|boa\s+noit)([ae])\2+\b"), r"\1\2"),
    (expression(r"\bp(?:ra|ara|ro)\s+ca\b|\bmais\s+ou\s+menos\b|\bmore\s+or\s+less\b"), " "),
    (
        expression(
            r"(?:^|(?<=[,.!;\n])\s*|(?<=valeu\s)|(?<=obrigado\s)|(?<=obrigada\s))(?:ate\s+(?:mais|logo|breve|a\s+proxima)|see\s+(?:you|ya)(?:\s+(?:soon|later|then))?)(?:\s+(?:ver|entao))?(?=\s*(?:[.,!;\n]|$))"
        ),
        " tchau",
    ),
    (expression(r"\bx[\s-]+tudo\b"), "xtudo"),
    (expression(r"(?<!\d\s)(?<!\buma\s)(?<!\bum\s)\bso\s+que\s+(?!se\b)"), " "),  # `1 só que já rende`
    (
        expression(
            rf"\b(?P<count>\d{{1,3}}|an?|{_UNITS})\s*(?P<unit>{_MEASURES})\s+(?:e\s+mei[oa]|and\s+a\s+half)\b"
            rf"|\b(?P<many>\d{{1,3}}|{_UNITS})\s+(?:e\s+mei[oa]|and\s+a\s+half)\s+(?P<one>{_MEASURES})\b"
        ),
        _weighed,
    ),
    (expression(r"\b[qk]u?ilinhos?\b"), "quilo"),
    (expression(r"\b(?:mei[oa]|half(?:\s+an?)?)\s+(?:quilo|kilo|kg)\b"), "500g"),
    (expression(r"\b(?:mei[oa]|half(?:\s+an?)?)\s+(?:litro|lit(?:er|re))\b"), "500ml"),
    (expression(r"\b(?:um\s+)?quarto\s+de\s+(?:quilo|kilo|kg)\b"), "250g"),
    (expression(r"(?<!as )(?<!das )\b(um|uma|dois|duas|tres|quatro|cinco|\d)\s+e\s+mei[oa]\b(?!\s+(?:da|de))"), _half),
    # `6 coxinhas por unidade`, `6 coxinhas (unidade)`, and not `quanto é por unidade`
    (
        expression(
            r"(\b\d{1,3}\s+[a-z]{3,}(?:\s+[a-z]+){0,3}?)(?:\s+(?:por|na)\s+unidade\b|\s*\(\s*(?:por\s+)?unidade\s*\)|\s+unidade(?=\s*(?:$|[.,;!\n]|e\s)))"
            r"(?!.*(?:\?|\bquanto))"
        ),
        r"\1 avulsa",
    ),
    (expression(r"\bmoto\s+boy\b"), "motoboy"),
    (expression(r"\bof\s+(?=(?:those|these|them)\b)"), ""),
    # Why something goes is no haggling: `tira a tesoura que ta cara`.
    (
        expression(
            r"\b((?:tir|remov|retir)[ae]r?\s+(?:\w+\s+){1,4}?)(?:que|porque|pois)\s+(?:ela|ele)?\s*"
            r"(?:ta|esta|e|eh|ficou|achei|saiu|tao)\s+(?:\w+\s+)?(?:car[oa]s?|salgad[oa]s?)\b"
        ),
        r"\1",
    ),
    (
        expression(
            r"\bse\s+(?:desse|der|puder(?:em)?|tiver(?:em)?(?=\s+(?:poe|bota|coloca|manda|inclui)))\s*,?\s*(?:ja\s+)?(?=(?:manda|coloca|bota|poe|separa|inclui)\b)"
        ),
        " ",
    ),
    (expression(r"(?:^|(?<=\n))\s*(?:[-•*·]|\d\))\s+"), ""),
)
# Laughter beside words means nothing; a message of nothing else is left as it is.
_LAUGHTER = expression(
    r"(?:(?<=\w)\s+|^\s*(?=\w+\s+\w))(?:k{2,}|(?:rs)+|(?:ha|he|hi|hua|ua){2,}[hs]*|(?:ha|he|hi)h+|lol)\b"
)
# `quero 6 dessa kkk tô montando um aquário`: what follows is another sentence.
_LAUGHED = expression(
    r"(?<=\w)\s+(?:k{2,}|(?:rs)+|(?:ha|he|hi){2,}h*)(?=\s+(?:[oa]\s+[a-z]{3,}\s+(?:quer|vai|prefer\w+|pediu)|(?:eu\s+)?(?:to|tou|estou|vou|tava|sou)|e\s+(?:pra|que)|eh|ela|ele|mas|"
    r"porque|pq|nao|so|poe|coloca|bota|manda|separa|leva|levo|pega|pode|tira|troca|muda|quero|faz|me\s+(?:ve|da)|entao|cancel\w*|desisto|esquece|add|put|make|send|get|i'll)\b)"
)
# Not the AAA of batteries, GGG and XXXL; `aaa entendi` is drawn out.
_STRETCHED = expression(
    r"(?!\b(?:iii|ggg|xxx(?:l|g))\b)(?!(?<=\w\s)aaa\b)(?!(?<!\S)aaa(?:\s+(?:mesmo|entao|por\s+favor))*\W*$)([a-jl-z])\1{2,}"
)
_SPACES = expression(r"[ \t]{2,}")
_SHORT_WORD = expression(r"(?<![\w-])(?:[cp]/|[a-z]+)(?![\w-])")
# `a stove, three canisters n a lantern`
_N = expression(
    r"(?<=[a-z])\s+n\s+(?=(?:an?|the|my|cash|pay|paying|two|three|four|one|i|i'll|i'm|its|it's|pick|collect)\b)|(?<=\bup)\s+n\s+"
)
# `1 pão i 2 sonhos`
_I = expression(r"(?<=[a-z]{3})\s+i\s+(?=(?:\d{1,2}|uma?|dois|duas|tres)\s+[a-z]{3})")


@lru_cache(maxsize=256)  # several readers of a message ask
def spelt_out(folded: str) -> str:
    """A folded text with the short forms of chats as their words: `qto` is `quanto`."""
    text = _SHORT_WORD.sub(lambda match: _SHORT.get(match[0], match[0]), _SPACES.sub(" ", fold(as_written(folded))))
    text = _I.sub(" e ", _N.sub(" and ", text))
    text = _STRETCHED.sub(r"\1", _LAUGHTER.sub(" ", _LAUGHED.sub(",", text)))
    for idiom, plain in _IDIOMS:
        text = idiom.sub(plain, text)
    for phrase, told in PHRASES:
        text = phrase.sub(told, text)
    return text
