"""What a yes is wrapped in: praise, blessings and names for who is spoken to, going ahead by idiom, adjectives made
bigger or smaller. Folded text, short forms spelt out; a condition, a doubt or a change stays as it is. Pure.
"""

import re

from app.ops.expressions import expression

_BEGINS = r"(?:^|(?<=[,.;:!\n]))\s*"
_LEADS = (
    r"(?:(?:isso|sim|ok|ta|certo|entao|ai|dai|agora|vai|pode[m]?|vamos|bora|eu|ja|tudo|por\s+mim|pra\s+mim|moc[oa]|"
    r"yes|yep|great|sure)\s+)*"
)
_ENDS = (
    r"(?:\s+(?:ai|dai|la|logo|ja|sim|tudo|mesmo|assim|entao|so|viu|ne|o\s+pedido|a\s+(?:compra|venda)|"
    r"com\s+(?:o\s+pedido|tudo)|"
    r"(?:pra|para)\s+(?:mim|nos|gente)|por\s+favor|please|then|it|the\s+order))*(?=\s*(?:$|[,.;!\n]|(?:pode|"
    r"fecha|manda|confirma)))"
)
_FORMS = (
    (expression(r"\b(?:cert|corret|perfeit|exat|direit|ajeitad|arrumad)(?:issim|inh|inhozinh|"
    r"ad[ao]inh)[oa]s?\b"), "certo"),
    (expression(r"\b(?:fechad|confirmad|combinad|aprovad|aceit)(?:issim|inh|ao|az)[oa]?s?\b"), "fechado"),
    (expression(r"\b(?:otim|bonissim|bonzinh|boniss|joi?inh|belez(?:inh|ur)|showzinh|topzer|"
    r"maravilhos)[oa]s?\b"), "otimo"),
    (
        expression(
            r"\b(?:bao|baum|arretad[oa]|porreta|supimpa|bacana|legal|trilegal|tri(?:\s+(?:bom|bem|certo|"
            r"legal))?|suss[ae]|batuta|"
            r"sucesso|redond(?:o|inho)|impecavel)\b(?=\s*(?:$|[,.;!\n]|(?:demais|so|tche|pode|fecha|manda|"
            r"confirma)\b))"
        ),
        "bom",
    ),
    (expression(r"\blgtm\b"), "looks good"),
    (expression(r"\bpai\s+d\s*'?\s*egua\b"), "bom"),
    (expression(r"\btdo\b"), "tudo"),
    (expression(r"\b(?:perfeit|cert)amente\b|\bmas\s+e\s+claro\b"), "claro"),
    (expression(r"\b(?:uh+u+|e+ba+|xou|(?:eita\s+)?coisa\s+boa|trem\s+b(?:om|ao))\b|(?<=beleza)\s+pura\b"), " "),
    (expression(r"\bdesse\s+jeito(?:\s+mesmo)?(?=\s*(?:$|[,.;!\n]))"), "assim"),
    (expression(r"(?<=confirmo)\s+todos\s+os\s+dados\b"), " tudo"),
    # `daí fechou`, `pode fechar daí`
    (expression(r"(?:^|(?<=[,.;!]))\s*dai\s+(?=\w)|\s+dai(?=\s*(?:$|[,.;!\n]))"), " "),
    (expression(r"\b(?:fexa|feixa|fexar|fecah)\b"), "fecha"),
    (expression(r"\b(?:[cs]erto|[cs]ertu|sertinho)\b"), "certo"),
    (expression(r"\bco[mn]?f(?:i|e)r?ma(?P<form>do|da|r|)\b"), r"confirma\g<form>"),
)  # fmt: skip
_THEIRS = (
    r"(?:fi(?:o|a|lh[oa]|inho)?|anj[oa]|bem|amor|vida|querid[oa]|amad[oa]|abencoad[oa]|linda|lindo|fl[oô]r|nega|"
    r"nego|negao|rei|rainha|"
    r"ve[iíl]h?[oa]?|velhinh[oa]|compadre|comadre|cumpad[er]e?|chapa|patrao|patroa|consagrad[oa]|parceir[oa]|"
    r"irma[o]?|brother|joia|"
    r"gat[oa]|bichinh[oa]|pequen[oa]|tia|tio|mocinh[oa]|guri[a]?|jovem|xara|camarada|campe[aã]o?|santa|princesa|"
    r"lady|dear|friend|man)"
)
_ALOUD = (
    r"(?:menin[oa]|minin[oa]|mermao|mo(?:co|ca|cad[ao])|fi[oa]|v[eé]i|mano|mana|so|tche|bah|uai|oxente|oxe|vixe|"
    r"vish|egua|eita|rapaz|cumpade|cabra|"
    r"painho|mainha|doutora?|professora?|amad[oa]|abencoad[oa]|guria?|bixo|bicho|mulher|mule|gente\s+boa|"
    r"sangue\s+bom|chefia|"
    r"ma'?am|sir|buddy|pal|folks|guys|love|hun|honey)"
)
# `fica com Deus`, `Deus lhe pague`, `se Deus quiser`, `graças a Deus`
_BLESSES = expression(
    r"\b(?:(?:fi(?:ca|que)m?|va(?:o|i)?|vamos|ande|siga)\s+com\s+deus|(?:que\s+)?deus\s+(?:(?:te|lhe|os|vos|"
    r"voces?)\s+)?(?:abenco[ae]\w*|pague|ilumin\w+|guarde|"
    r"proteja)(?:\s+(?:voces?|sempre|muito))?|se\s+deus\s+quiser|com\s+(?:a\s+)?(?:graca|fe|"
    r"bencao)(?:\s+d?e?\s*deus|\s+em\s+deus)?|"
    r"god\s+bless(?:\s+you)?)\b"
)
# `bão demais da conta`, `certo demais`
_MUCH = expression(
    r"(?P<praise>\b(?:bom|boa|bem|otim[oa]|cert[oa]|perfeit[oa]|joia|lind[oa]|show|top|massa|beleza|fech(?:ado|ou)))"
    r"\s+(?:(?:bem\s+|por\s+)?demais(?:\s+da\s+conta)?|da\s+conta|que\s+so|pra\s+(?:caramba|chuchu|"
    r"dedeu))(?=\s*(?:$|[,.;!\n]|(?:so|pode|fecha|manda)\b))"
)
_CALLED = expression(
    rf"\b(?:(?:meu|minha|seu|oh?|viu|o\s+meu)\s+{_THEIRS}|"
    rf"(?<!\bo\s)(?<!\ba\s)(?<!\bum\s)(?<!\buma\s)(?<!\bpro\s)(?<!\bpra\s){_ALOUD}(?:\s+{_ALOUD})*)"
    r"(?:\s+(?:querid[oa]|bonit[oa]|lind[oa]|viu|so))?(?=\s*(?:$|[,.;!\n]|(?:pode|fecha|manda|confirma|ta|e)\b))"
)
_IDIOMS = expression(
    rf"{_BEGINS}{_LEADS}(?:"
    r"(?:mete[r]?|bota[r]?|toca[r]?|solta[r]?|senta[r]?)\s+(?:a\s+|o\s+)?(?:bronca|ficha|marcha|bala|pau|dedo|"
    r"pra\s+frente|pra\s+dentro|barco)|"
    r"(?:vai|va|segu[ei]r?|siga|ir|toca[r]?|vamos)\s+(?:em\s+frente|o\s+(?:jogo|baile|barco))|(?:passa[r]?|"
    r"passar)\s+a\s+regua|"
    r"(?:d[ae]|dar)\s+(?:sequencia|prosseguimento|seguimento|continuidade|o\s+ok)|libera[r]?|despacha[r]?|"
    r"toca[r]?(?=\s*[,.!]*$)|encerra[r]?\s+o\s+pedido|"
    r"(?:pode\s+)?(?:considera[r]?|da[r]?\s+(?:por|como))\s+fechad[oa]|(?:pode\s+)?conta[r]?\s+comigo|(?:to|"
    r"estou)\s+dentro|sem\s+duvidas?|positivo\s+e\s+operante|"
    r"(?:eu\s+)?(?:to|estou|tamo|estamos)\s+de\s+acordo|(?:ta|tao|esta)\s+na\s+mao|fecha[r]?\s+a\s+conta|"
    r"fecha[r]?\s+(?:logo|agora|ja)(?:\s+(?:isso|tudo))?|"
    r"good\s+to\s+go|we'?re\s+good|spot\s+on|you\s+got\s+it(?:\s+right)?|yes\s+indeed|order\s+it|"
    r"that\s+works(?:\s+for\s+me)?|(?:i'?m\s+)?happy\s+with\s+(?:that|it|this)"
    rf"){_ENDS}"
)
_IS = (
    r"(?:(?:(?:que\s+)?(?:ta|tao|esta|estao|ficou|ficaram|veio|e|eh|era|foi|is|are)|tudo|o\s+(?:pedido|resumo)|everything)"
    r"\s+)+"
)
# `tá tudo como eu pedi`, `os dados estão corretos`, `assim tá bom`, `já conferi`
_IN_ORDER = expression(
    rf"{_BEGINS}{_LEADS}(?:(?:{_IS}|isso\s+(?:mesmo\s+)?|(?=do\s+jeit))(?:em\s+ordem|nos\s+(?:conformes|"
    rf"trinques)|nos\s+eixos|(?:bem\s+)?(?:corret|cert)[oa]s?|(?:isso\s+)?(?:mesmo\s+)?(?:bem\s+)?"
    r"(?:como|(?:d[oa]\s+)?jeit(?:o|inho)\s+que|(?:o\s+)?que)\s+(?:eu\s+)?(?:pedi|queria|quero|falei|combinamos|"
    r"gosto))|"
    r"(?:ta|esta|fica|ficou)\s+(?:bom|bem|otimo|perfeito|certo|joia)\s+(?:assim|desse\s+jeito)|(?:assim|"
    r"desse\s+jeito|do\s+jeito\s+que\s+(?:ta|esta))\s+(?:ta|esta|fica|ficou)\s+(?:muito\s+)?(?:bom|bem|otimo|"
    r"perfeito|certo|joia)|"
    r"(?:tudo\s+)?(?:em\s+ordem|nos\s+conformes|nos\s+trinques)|e\s+(?:bem\s+)?(?:isso\s+)?ne)"
    rf"{_ENDS}"
)
# Of a part of it: `os dados estão corretos, pode seguir`
_PART_IS_RIGHT = expression(
    rf"{_BEGINS}(?:(?:[oa]s?|meus?|minhas?)\s+)*(?:dados|endereco|nome|valor(?:es)?|total|itens|produtos|"
    rf"cep)(?:\s+(?:ta|tao|esta|estao|e))?\s+(?:tudo\s+)?(?:corret|cert)[oa]s?(?=\s*[,.;!\n])"
)
_LOOKED = expression(
    rf"{_BEGINS}(?:(?:eu|ja|aqui|tudo)\s+)*(?:conferi|olhei|revisei|li|vi|chequei|checked)(?:\s+(?:ja|aqui|ai|"
    rf"tudo|direitinho|bem|certo|o\s+(?:resumo|pedido)|it|everything|all))*"
    r"(?:\s+e\s+(?=ta|esta|tudo))?(?=\s*(?:$|[,.;!\n]|ta\b|esta\b|tudo\b))"
)
# `que já faço o pix`, of an order that is paid so
PAYS_NOW = expression(
    r"\b(?:que\s+|e\s+)?(?:(?:eu|ja|agora|logo|aqui)\s+)+(?:te\s+)?(?:vou\s+)?(?:faco|fazendo|fazer|mando|"
    r"mandar|pago|pagar|transfiro|transferir)(?:\s+(?:ja|agora|aqui|logo|o\s+pix|no\s+pix))*(?=\s*(?:$|[,.;!\n]))"
)


def _bare(found: re.Match[str]) -> str:
    return " " if found.start() else ""


def unwrapped_yes(text: str) -> str:
    """The text with such idioms as the yes they are, and without what is only warm."""
    for sign, plain in _FORMS:
        text = sign.sub(plain, text)
    text = _MUCH.sub(r"\g<praise>", _BLESSES.sub(" ", text))
    text = _IN_ORDER.sub(" sim ", _IDIOMS.sub(" sim ", _PART_IS_RIGHT.sub(" ", _LOOKED.sub(_bare, text))))
    return _CALLED.sub(_bare, text)
