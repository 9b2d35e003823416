"""A message written as it is spoken, in the usual spelling: `eu vo busca ai memo`, `pago im dinhero`. Pure."""

import re

from app.ops.expressions import expression

_WORDS = {
    "cum": "com", "cumigo": "comigo", "tamem": "também", "tamém": "também", "tamen": "também", "tambein": "também",
    "mermo": "mesmo", "dinhero": "dinheiro", "nóis": "nós", "nois": "nós", "oceis": "vocês", "oces": "vocês",
    "ocê": "você", "oce": "você", "intão": "então", "intao": "então", "intrega": "entrega", "intregar": "entregar",
    "intero": "inteiro", "intera": "inteira", "quejo": "queijo",
    "onça": "oz", "onças": "oz", "oncas": "oz", "oto": "outro", "ota": "outra", "vamo": "vamos",
}  # fmt: skip
_WORD = expression(rf"(?<![\w-])(?:{'|'.join(_WORDS)})(?![\w-])", re.IGNORECASE)
# Counts of a measure that is told in a word: `cem ml`, `catorze oz`
_SPELT = {
    "dois": 2, "duas": 2, "três": 3, "tres": 3, "quatro": 4, "cinco": 5, "seis": 6, "sete": 7, "oito": 8, "nove": 9,
    "dez": 10, "doze": 12, "quatorze": 14, "catorze": 14, "quinze": 15, "dezesseis": 16, "dezoito": 18, "vinte": 20,
    "trinta": 30, "quarenta": 40, "cinquenta": 50, "sessenta": 60, "oitenta": 80, "cem": 100, "cento": 100,
    "duzentos": 200, "duzentas": 200, "trezentos": 300, "trezentas": 300, "quatrocentos": 400, "quinhentos": 500,
    "seiscentos": 600, "setecentos": 700, "oitocentos": 800, "novecentos": 900,
}  # fmt: skip
_MEASURED = expression(
    rf"\b(?P<many>{'|'.join(_SPELT)})\s+(?P<unit>oz|ml|mm|cm|watts?|volts?|mililitros?|mil[ií]metros?|cent[ií]metros?)\b",
    re.IGNORECASE,
)
_ASKED_OF = (
    r"(?:(?:a[ií]|ainda|tamb[eé]m|me)\s+)*(?:t[eê]m|teria[m]?|vende[m]?|aluga[m]?|faz(?:em)?|entrega[m]?|aceita[m]?|pode[m]?|sabe[m]?|"
    r"trabalha[m]?|abre[m]?|fecha[m]?|manda[m]?|consegue[m]?|recomenda[m]?|indica[m]?|cobra[m]?|parcela[m]?)\b"
)
_DEEDS = r"busca|pega|retira|leva|compra|paga|passa|quere|pedi|manda|fica|bota|coloca|troca|escolhe|precisa|come|faze"
_PHRASES = (
    (expression(r"\bb(?:o|on|oum|un)\s+dia\b", re.IGNORECASE), "bom dia"),
    # `os senhores têm areia?`, which no goods are called; `Nossa Senhora` stays
    (
        expression(rf"(?<!nossa )\b(?:(?:[oa]s\s+)?senhor(?:es|as)|[oa]\s+senhora?)\s+(?={_ASKED_OF})", re.IGNORECASE),
        "vocês ",
    ),
    # whom somebody speaks to, and not of: `minha filha, me vê dois`
    (
        expression(
            r"(?:^\s*|(?<=[,.!;])\s*|(?<=\boi\s)|(?<=\boxe\s)|(?<=\bolha\s)|(?<=\bopa\s)|(?<=\bdia\s))(?:minha\s+(?:filha|querida|amiga|linda|flor|joia|nega)|meu\s+(?:filho|rei|amigo|bem|amor|querido|chapa|parceiro|"
            r"irm[ãa]o|patr[ãa]o|consagrado|nego|lindo))(?:\s*,\s*(?=(?:me|eu|manda|separa|bota|quero|queria|tem|voc[eê]s|vcs)\b)|\s+(?=me\s+(?:v[eê]|arr|man|sep|tra|d[aáê]\b)|eu\s+(?:quero|queria|preciso)))",
            re.IGNORECASE,
        ),
        "",
    ),
    (
        expression(
            r"\s+(?:visse|ouviu|oxente|t[áa]\s+ligad[oa])(?=\W*$)|^\s*(?:oxe|oxente|vixe|eita|ô|arre|bah|tch[eê]|uai)\s*,?\s+(?=(?:minha|meu|me|eu|mo[çc][oa]|quero|queria)\b)",
            re.IGNORECASE,
        ),
        "",
    ),
    # and not `guitar picks`
    (
        expression(
            r"(?<![^\W\d]\s)\b((?:(?:pode\s+ser|vai|vou|pago|pagar|prefiro|no|de|via|por|o|pelo)\s+)+)pi(?:cks?|que?s|quis)\b|^\s*(?:picks|piques)(?=\W*$)",
            re.IGNORECASE,
        ),
        r"\1pix",
    ),
    # `cerejaa`
    (expression(r"(?<=[^\W\d]{3})a{2,}\b", re.IGNORECASE), "a"),
    # and not `i'm`
    (expression(r"\bim\s+(?=(?:dinheiro|pix|esp[ée]cie|casa)\b)", re.IGNORECASE), "em "),
    # and not `minha vó`
    (expression(r"(?:\beu\s+vo\b|(?<![^\W\d]\s)\bvo\b)(?=\s+[a-z])", re.IGNORECASE), "eu vou"),
    # `intão vô levá`, and not `minha vó leva`
    (
        expression(
            rf"(?<!minha )(?<!sua )(?<!\ba )(?<!pra )\bv[ôo]\s+(?=(?:{_DEEDS}|lev[áa]|quer[êe])r?\b)", re.IGNORECASE
        ),
        "vou ",
    ),
    # `o azul memo, um só`
    (expression(r"(?<!bloco )(?<!de )(?<!o )(?<!um )\bmemo\b(?=\s*(?:[,.;!?\n]|$))", re.IGNORECASE), "mesmo"),
    (expression(r"\b(cert|direit|rapid|pouqu|pert)im\b", re.IGNORECASE), r"\1inho"),
    # and not `bloco memo`
    (
        expression(r"\b(a[ií]|l[aá]|aqui|isso|ess[ea]|el[ea]|eu|agora|pix|dinheiro|nome)\s+memo\b", re.IGNORECASE),
        r"\1 mesmo",
    ),
    (
        expression(
            rf"\b(vou|vamos|(?:n[óo]s|a\s+gente)\s+vai|quando\s+(?:eu|n[óo]s|for))\s+({_DEEDS})\b", re.IGNORECASE
        ),
        r"\1 \2r",
    ),
    (expression(r"\bn[óo]s\s+vai\b", re.IGNORECASE), "nós vamos"),
)


def as_written(message: str) -> str:
    """The message with what is spelt as it is spoken in the usual spelling."""
    text = _WORD.sub(lambda found: _WORDS[found[0].lower()], message)
    text = _MEASURED.sub(lambda found: f"{_SPELT[found['many'].lower()]} {found['unit']}", text)
    for spoken, usual in _PHRASES:
        text = spoken.sub(usual, text)
    return text
