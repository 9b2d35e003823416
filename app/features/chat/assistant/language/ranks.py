"""What says which of several: the cheapest, the smallest, no matter which. Folded text is matched."""

from app.ops.expressions import expression

# No matter which: `tanto faz a cor`, `qualquer uma`, `vc escolhe`, `a que tiver`
_KIND_OF = r"(?:cor|tamanho|sabor|modelo|marca|tipo|estampa|aroma|cheiro|colou?r|size|flavou?r|kind|brand)"
ANY = expression(
    rf"\b(?:pra\s+mim\s+)?tanto\s+faz(?:\s+(?:pra\s+mim|(?:[oa]|qual)\s+{_KIND_OF}|qual))?\b|\b(?:(?:de|em)\s+)?qualquer\s+(?:uma?\b(?:\s+(?:d[eoa]l[ea]s|d[oa]s\s+(?:dois|duas|tres)))?|{_KIND_OF})\b|"
    r"\b(?:voce|vc)\s+(?:que\s+)?(?:escolhe|decide)\b|\bescolh[ae]\w*\s+(?:ai|voce|vc|(?:pra|por)\s+mim)(?:\s+(?:pra|por)\s+mim)?\b|"
    r"\b[oa]\s+(?:que|q)\s+(?:(?:voce|vc)\s+(?:quiser|achar\s+melhor|preferir)|tiver(?:em)?(?:\s+(?:ai|mais|disponivel))?)$|\bindiferente\b|\bsem\s+preferencia\b|"
    rf"\bnao\s+(?:me\s+importo|tenho\s+preferencia|faz\s+diferenca)\b|\b(?:in\s+)?any\s+(?:one|of\s+them|{_KIND_OF})\b|\bwhichever\b|\byou\s+(?:choose|pick|decide)\b|"
    rf"\b(?:the\s+{_KIND_OF}\s+)?(?:doesn't|does\s+not)\s+matter\b|\bi\s+don'?t\s+(?:mind|care)(?:\s+which|\s+about\s+the\s+{_KIND_OF})?\b|\beither(?:\s+(?:one|is\s+fine))?\b|\bup\s+to\s+you\b|\bno\s+preference\b"
)
CHEAPEST = expression(r"\bmais\s+(?:barat\w+|em\s+conta)\b|\bmenor\s+preco\b|\bcheap(?:er|est)\b|\blowest\s+price\b")
DEAREST = expression(r"\bmais\s+car[oa]s?\b|\bmaior\s+preco\b|\b(?:most|more)\s+expensive\b|\bdearest\b")
SMALLEST = expression(
    r"\b(?:menor(?:zinh[oa])?|mais\s+(?:pequen[oa]|curt[oa]|fin[oa]|baix[oa]|estreit[oa])|pequenininh[oa]|small(?:er|est)|short(?:er|est)|thinn(?:er|est))\b(?!\s+prec)"
)
LARGEST = expression(
    r"(?<!ser )(?<!sou )(?<!de )\b(?:"
    r"maior(?:zinh[oa])?|mais\s+(?:grande|comprid[oa]|long[oa]|alt[oa]|larg[oa]|gross[oa])|"
    r"larg(?:er|est)|long(?:er|est)|tall(?:er|est)|thick(?:er|est)|wid(?:er|est)|bigg(?:er|est))\b(?!\s+prec)"
)
# `o barato`, `o pequeno`, `the big one`, where none is called so
CHEAP = expression(r"^(?:(?:quero|pode\s+ser|vou\s+n|fico\s+com|manda|leva)\s*)?[oa]\s+barat(?:o|a|inho|inha)\b")
DEAR = expression(r"^(?:(?:quero|pode\s+ser|vou\s+n|fico\s+com|manda|leva)\s*)?[oa]\s+car(?:o|a|inho|inha)\b")
_PLAIN = r"^(?:(?:quero|pode\s+ser|vou\s+n|fico\s+com|manda|leva|i'?ll\s+take)\s*)?(?:[oa]|the)\s+"
SMALL = expression(rf"{_PLAIN}(?:pequen[oa]|small|little)(?:\s+one)?\b")
BIG = expression(rf"{_PLAIN}(?:grande|grandao|grandona|big|large)(?:\s+one)?\b")
