"""What is asked of goods in one word and told in another: the words of the question, and what an answer looks like."""

from app.ops.expressions import expression

_MATERIALS = (
    r"(?:algodao|linho|viscose|poliester|couro|crepe|malha|moletom|la|seda|cetim|jeans|tricoline|elastano|microfibra|"
    r"poliamida|nylon|inox|aco|aluminio|ferro|metal|latao|vidro|plastico|pvc|mdf|madeira|pinus|bambu|ceramica|porcelana|"
    r"silicone|borracha|espuma|palha|resina|acrilico|polipropileno)"
)
# How a thing is measured, what it is of, how long it lasts.
ASPECTS = tuple(
    (expression(asked), expression(told))
    for asked, told in (
        (
            r"\b(?:peso|pesam?|pesad\w+|weigh\w*|how\s+heavy|quant[oa]s\s+(?:kg|[kq]u?ilos?)|\d\s*(?:kg|quilos?))\b",
            r"\b(?:pes[ao]m?)\b|\d\s*(?:kg|g|gramas|quilos?)\b",
        ),
        (r"\b(?:peso|pesam?|leves?)\b(?!.*\b(?:aguent|suport))", r"\bpes[ao]m?\b"),
        (
            r"\b(?:tamanhos?|medidas?|mede[m]?|dimens\w+|altura|largura|comprimento|diametro|espessura|grandes?|pequen[oa]s?|compri(?:d[oa]|da)s?|curt[oa]s?|larg[oa]s?|alt[oa]s?|gross[oa]s?|thick|thickness|width|height|size|dimensions|big|small|tall|wide|long|short)\b",
            r"\b(?:tamanhos?|medidas?|mede[m]?|dimens\w+)\b|\d\s*(?:cm|mm|m|metros?|pol\w*)\b|\d\s*x\s*\d",
        ),
        (r"\b(?:voltag\w+|voltage|tensao|volts?|110|127|220|bivolt|tomada)\b", r"\b\d{3}\s*v(?:olts?)?\b|\bbivolt\b"),
        (r"\b(?:capacidade|quantos\s+(?:litros|ml)|volume|holds?)\b", r"\bcapacidade\b|\d\s*(?:l|ml|litros?)\b"),
        (
            r"\b(?:material|compos\w+|tecido|feit[oa]s?|d[eo]\s+que\s+(?:que\s+)?(?:e|eh|sao|foi)|(?:e|eh|sao)\s+de\s+que|made\s+(?:of|from|out)|fabric)\b",
            rf"\b(?:material|compos\w+|feit[oa]s?)\b|\d\s*%|\b{_MATERIALS}\b",
        ),
        (r"\b(?:how\s+(?:cold|warm|hot)|temperature|temperatura|graus)\b", r"\d\s*[°º]|\bgraus\b|\btemperatur"),
        (
            r"\bcomo\s+(?:(?:que|se|eu|e\s+que|a\s+gente)\s+)*(?:usa\w*|uso|aplic\w+|prepar\w+)\b|\bhow\s+(?:do|should|can)\s+(?:i|you|we)\s+(?:use|apply|prepare)\b",
            r"\b(?:usar?|use|aplic\w+|dilu\w+|prepar\w+|mistur\w+)\b",
        ),
        (
            r"\b(?:idade|quant[oa]s\s+anos|how\s+old|what\s+age|ages?)\b",
            r"\b\d+\s*(?:(?:a|ate)\s+\d+\s*)?(?:anos|meses|years|months)\b",
        ),
        (r"\b(?:validade|vence|expira?|shelf\s+life|expiry)\b", r"\b(?:validade|vence|consum\w+)\b|\d\s*meses\b"),
        (
            r"\b(?:de\s+quanto\s+em\s+quanto|a\s+cada\s+quanto|how\s+often)\b",
            r"\ba\s+cada\b|\b(?:por|ao)\s+(?:dia|semana|mes|ano)\b|\bevery\b",
        ),
        (
            r"\b(?:quanto\s+tempo|quantas\s+horas|dura|duram|demora|how\s+long|lasts?)\b",
            r"\d\s*(?:h|horas?|min\w*|dias?|semanas?|meses|anos?)\b",
        ),
    )
)

# What is like something, and what is told of that.
ALIKE = tuple(
    (expression(rf"\b(?:{asked})\b"), expression(rf"\b(?:{told})\b"))
    for asked, told in (
        (r"quent\w+|calor\w*|abafad\w+|esquenta[m]?|fresc\w+|fresqu\w+|fri[oa]s?|inverno|verao|warm\w*|hot|cool\w*|heat|winter|summer",
         r"quent\w+|calor\w*|esquent\w+|fresc\w+|fresqu\w+|termic\w+|inverno|verao|respir\w+"),
        (r"exterior|la\s+fora|abroad|overseas|europ[ae]|portugal|espanha|italia|franca|inglaterra|argentina|chile|uruguai|japao|"
         r"estados\s+unidos|eua|countr\w+|pais(?:es)?", r"pais(?:es)?|exterior|europ\w+|internacion\w+"),
        (r"escorreg\w+|desliz\w+|slip\w*", r"antiderrap\w+|derrap\w+|aderen\w+|escorreg\w+|desliz\w+"),
        (r"lav[aeo]\w*|maquina\s+de\s+lavar|botar\s+na\s+maquina|wash\w*", r"lav[aeo]\w*|a\s+mao"),
        (r"barulh\w+|zoad\w+|ruid\w+|silencios\w+|nois\w+|loud|quiet", r"silencios\w+|barulh\w+|ruid\w+|\d+\s*db"),
        (r"ard[eio]\w*|picant\w+|apimentad\w+|pimenta|spicy", r"piment\w+|picant\w+|ardid\w+|apimentad\w+"),
        (r"fiap\w+|pel[oa]s?|bolinhas?|shed\w*|lint|fuzz\w*", r"fiap\w+|pelos?|bolinhas?"),
        (r"estic\w+|lace(?:ia)?[mr]?|elastic\w+|stretch\w*|regul\w+|ajust\w+|adjust\w*",
         r"elast\w+|elastic\w+|lycra|strech|stretch|ajust\w+|regul[aá]\w+"),
        (r"molh\w+|chuva|agua|water\w*|rain\w*|impermeav\w+|piscina", r"impermeav\w+|agua|chuva|water\w*|ipx?\d+"),
        (r"escur\w+|claridade|claro|luz|sol|light|dark\w*", r"luz|blackout|escur\w+|bloqueia"),
        (r"pessoas?|familia|quanta\s+gente|feeds?|people|convidad\w+|somos|serve[m]?\s+quant\w+|rende[m]?|serves?|servings?",
         r"(?:serve|servem|para|rende|alimenta|ate)\s+(?:ate\s+)?\d+(?:\s+(?:a|ou)\s+\d+)?\s*(?:pessoas?|fatias?|porcoes)|"
         r"\d+\s*(?:pessoas?|fatias?|porcoes|xicaras?)"),
        (r"freezer|congel\w+|freez\w*", r"congel\w+|freezer"),
        (r"geladeira|refriger\w+|fridge|gelad[oa]s?", r"geladeira|refriger\w+"),
        (r"forno|assa[rm]?|assad[oa]s?|oven|bak(?:e|ed|ing)", r"assa[m]?|assad[oa]s?|forno|assar"),
        (r"frit\w+|fry|fried|cru[as]?|raw", r"frit\w+|cru[as]?|assad[oa]s?|pre-?frit\w+"),
        (r"adocad[oa]s?|docinh\w+|doces?|acucar|sugar\w*|sweet\w*", r"acucar|adocad[oa]s?|adocante"),
        (r"aguent\w+|suport\w+|bears?|carry", r"suport\w+|aguent\w+|carga"),
        (r"vaz[ae]\w*|leak\w*|derrama\w*|spill\w*", r"vaza\w*|vedac\w+|vedad\w+"),
        (r"cabe[m]?|fits?|holds?|comporta", r"cabe[m]?|capacidade|comporta"),
        (r"alergi\w+|inflama\w*|irrita\w*|allerg\w+", r"antialergic\w+|hipoalergenic\w+|hypoallergenic"),
        (r"quant[oa]s\s+(?:un\w*|pecas|vem|sao|tem|ve[mn]em)|ve[mn]em?\s+quant[oa]s|tem\s+quant[oa]s|how\s+many(?!\s+\w+\s+(?:do|would|will)\s+(?:i|we)\b)",
         r"\d+\s*(?:unidades|un|pecas|pares|itens|xicaras|fatias)|(?:pacote|caixa|kit|bandeja|cartela|jogo|conjunto)\s+com\s+\d+"),
        (r"transparen\w+|marca\s+a\s+calcinha|see[\s-]?through|sheer", r"transparen\w+|opac\w+|forrad\w+|forro"),
        (r"acompanha\w*|inclu\w+|vem\s+(?:com|junto)|come[s]?\s+with|included",
         r"acompanha\w*|inclu[isos]\w*|vem\s+com|a\s+parte"),
        (r"amass\w+|passar(?=$|\s+(?:a\s+)?(?:roupa|ferro|sempre|toda|muito|depois))|passe|wrinkl\w*|crease\w*|iron\w*",
         r"amass\w+|passar"),
    )
)  # fmt: skip
# What is more of a thing, and by what a shop tells how much: `o mais forte`, `ardência 5 de 5`
DEGREES = tuple(
    (expression(rf"(?:{asked})"), expression(rf"\b(?:{told})\b"))
    for asked, told in (
        (r"fort|ard[eio]|picant|apimentad", r"ardenc\w+|ardid\w+|picanc\w+|picant\w+|apimentad\w+"),
        (r"fort|encorpad|intens", r"intensidade|intens[oa]|encorpad[oa]|fort(?:e|issim[oa])"),
        (r"macia?o?|fof", r"maci[oa]s?|fof[oa]s?|felpud[oa]s?"),
        (r"quent", r"quent\w+|termic\w+"),
    )
)
# What tells more than another sentence with as many words: `Contém leite.` before `chocolate ao leite`.
CONTAINS = (
    expression(r"\b(?:alergi\w+|contem|leva|tem|celiac\w+|intoleran\w+|contains?|have|has|allerg\w+|ingredient\w*)\b"),
    expression(r"^(?:nao\s+)?contem\b|^sem\s"),
)
_MEASURED = expression(r"(?<![\d.,])(\d{1,4})\s*(cm|mm|m|kg|l|litros?|anos|pessoas|polegadas)\b")
_UP_TO = expression(r"\b(?:ate|de|maximo)\s+(?:de\s+)?(\d{1,4})\s*(cm|mm|m|kg|l|litros?|anos|pessoas|polegadas)\b")
_SIZED = expression(
    r"\b(?:tamanhos?|numeros?|numeracao|manequim|veste[m]?|vist[oe]|uso|usa|cabe[m]?|serve[m]?|calco|calca|size|sizes|wears?|fits?)\b"
)
_STRETCH = expression(r"\b(\d{1,3})\s*(?:a|ao|ate|e|-|to)\s*(\d{1,3})\b")


def tells_size(asked: str, told: str) -> bool:
    """`uso 42, qual tamanho pego?`: the sentence with a stretch of sizes that the number lies in. Both are folded."""
    if _SIZED.search(asked) is None:
        return False
    numbers = [int(word) for word in asked.split() if word.isdigit()]
    stretches = [(int(low), int(high)) for low, high in _STRETCH.findall(told)]
    return any(low <= number <= high for number in numbers for low, high in stretches)


def measures_of(text: str) -> str:
    """The measures that a folded message tells: `meu colchão tem 28 cm`."""
    return " ".join(f"{number} {unit}" for number, unit in _MEASURED.findall(text))


def tells_limit(asked: str, told: str) -> bool:
    """`meu colchão tem 28 cm, serve?`: the sentence with a limit in the same unit. Both are folded."""
    limits = {unit[:2] for _, unit in _UP_TO.findall(told)}
    return any(unit[:2] in limits for _, unit in _MEASURED.findall(asked))
