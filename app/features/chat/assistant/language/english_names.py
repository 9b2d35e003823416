"""English names of goods that are no sum of their words, as catalogues in Portuguese call them. Pure."""

import re
from collections.abc import Callable, Iterable

from app.features.chat.assistant.language.goods import NAMES, current
from app.features.chat.assistant.language.words import NUMBERS, fold, words
from app.ops.expressions import expression

_TWO_WORDS = (
    (r"(?:non|anti)[\s-]*(?:slip|skid)", "antiderrapante"), (r"(?:non|anti)[\s-]*stick", "antiaderente"),
    (r"toilet\s+(?:paper|roll)", "papel higienico"), (r"paper\s+towel", "papel toalha"),
    (r"(?:sliced|sandwich)\s+bread", "pao de forma"), (r"(?:cooking|propane)\s+gas", "gas"),
    (r"(?:washing|laundry)\s+powder", "sabao em po"), (r"(?:dish|washing[\s-]+up)\s+(?:soap|liquid)", "detergente"),
    (r"(?:sparkling|fizzy)\s+water", "agua com gas"), (r"still\s+water", "agua sem gas"),
    (r"(?:powdered|powder)\s+milk", "leite em po"), (r"condensed\s+milk", "leite condensado"),
    (r"skim(?:med)?\s+milk", "leite desnatado"), (r"(?:ground|minced)\s+(?:beef|meat)", "carne moida"),
    (r"(?:trash|garbage|bin)\s+(?:bag|liner)", "saco de lixo"), (r"light\s+bulb", "lampada"),
    (r"dry\s*bag", "bolsa estanque"), (r"(?:beach|sun)\s+umbrella", "guarda-sol"),
    (r"soft[\s-]*top(?:\s+board)?", "prancha de espuma"),
    (r"flip[\s-]*flop", "chinelo"), (r"wax\s+(?:scraper|comb)", "raspador"),
    (r"(?:jump|skipping)\s+rope", "corda de pular"), (r"surf\s*wax", "parafina"),
    (r"(?:tie[\s-]+side|side[\s-]+tie|string)\s+(?:bikini\s+)?bottom", "calcinha lacinho"),
    (r"fire\s+extinguisher", "extintor"), (r"(?:fairy|string|christmas)\s+lights?", "pisca-pisca"),
    (r"miso\s+paste", "misso"), (r"dulce\s+de\s+leche", "doce de leite"),
    (r"(?:sealed|full|unopened|closed)\s+(?:case|box|crate)", "caixa fechada"),
    (r"(?:bikini|swim\w*)\s+bottom", "calcinha"), (r"olive\s+oil", "azeite"), (r"ice\s+cream", "sorvete"),
    (r"whole[\s-]+beans?\s+coffee", "coffee em grao"), (r"(?:whole[\s-]+bean|in\s+(?:the\s+)?beans)", "em grao"),
    (r"coffee\s+beans?", "cafe em grao"), (r"french\s+press", "prensa francesa"),
    (r"(?:cloth|fabric)\s+(?:coffee\s+)?filter", "coador de pano"), (r"coffee\s+sock", "coador de pano"),
    (r"(?:wild|wild\s*flower|forest)\s+honey", "mel silvestre"), (r"orange[\s-]+blossom\s+honey", "mel de laranjeira"),
    (r"brazil\s+nut", "castanha do para"), (r"peanut\s+butter", "pasta de amendoim"),
    (r"baking\s+soda", "bicarbonato"), (r"baking\s+powder", "fermento em po"), (r"corn\s*starch", "amido de milho"),
    (r"bay\s+leaf", "louro"), (r"soy\s+sauce", "molho shoyu"), (r"hot\s+sauce", "molho de pimenta"),
    (r"(?:cutting|chopping)\s+board", "tabua"), (r"rolling\s+pin", "rolo de massa"), (r"tea\s*bag", "cha em sache"),
    (r"can\s+opener", "abridor de lata"), (r"measuring\s+(?:cup|spoon)", "medidor"),
    (r"bleach(?:ing)?\s+powder", "po descolorante"), (r"(?:hair\s+)?developer", "agua oxigenada"),
    (r"(?:(?:tin|alumini?um)\s+)?foil", "papel aluminio"), (r"hair\s+(?:dye|colou?r)", "tintura"),
    (r"passion[\s-]*fruit", "maracuja"), (r"coke", "coca"), (r"drill\s+bit", "broca"),
    (r"(?:tape\s+measure|measuring\s+tape)", "trena"),
)  # fmt: skip


def _unless_sold_so(called: str) -> Callable[[re.Match[str]], str]:
    """The shop's own English name stays: `how much is the dry bag?`, of a `Dry Bag 10 L`."""

    def form(found: re.Match[str]) -> str:
        own = all(current().places.get(one, 0) >= NAMES for one in words(found[0]))
        return found[0] if own else called

    return form


OF_TWO_WORDS = tuple((rf"\b{name}s?\b", _unless_sold_so(called)) for name, called in _TWO_WORDS)
"""A form of such a name, and what stands for it."""


_GAS = expression(r"\b(?:sem|com)\s+gas\b")
_WITHOUT_GAS = expression(
    rf"\b(?P<before>(?:the|and|or|an?|it|\d{{1,2}}|{'|'.join(NUMBERS)})\s+)(?:still|(?:non[\s-]?|not\s+|un)(?:sparkling|fizzy|carbonated))(?:\s+ones?)?"
    r"(?=\s*(?:$|[,.;!?]|\b(?:and|or|please|pls|packs?|bottles?)\b))"
)
_WITH_GAS = expression(r"\b(?:sparkling|fizzy|carbonated)(?:\s+ones?)?\b(?!\s+(?:water|wine|rose))")


def by_gas(text: str, names: Iterable[str]) -> str:
    """`2 still and 2 sparkling`, of what is called `sem gás` and `com gás`."""
    if not any(_GAS.search(fold(name)) for name in names):
        return text
    text = _WITHOUT_GAS.sub(r"\g<before>sem gas", text)
    return _WITH_GAS.sub("com gas", text)
