"""Whether a number counts a product or is a part of its name. Pure."""

import re
from itertools import pairwise

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.language.words import fold, number, stem, words
from app.features.chat.assistant.products.matching import Product, shares
from app.features.chat.assistant.products.mentions import PACKS
from app.features.chat.assistant.products.name_words import PACKED
from app.ops.expressions import expression

_SET = (
    r"(?:jogo|jogue?inho|conjunto|kit|par(?:es)?|parzinho|caixa|caixinha|cx|pacote|pacotinho|pct|cartela|embalagem|dupla|trio|"
    r"set|pair|pack|box(?:es)?)s?"
)
_IN_SETS = expression(rf"(?:\b(?P<n>\w+)\s+)?\b{_SET}\b(?:\s+(?:d[eoa]s?|of)\s+(?P<what>[a-z]{{3,}}))?")
_HOLDS = expression(rf"\b{_SET}\s*(?:com|c/|d[eo]|of|with|\()\s*(\d{{1,3}})\s+([a-z]{{3,}})")
PAIRS = frozenset("par pares pair pairs".split())  # noqa: SIM905
_BUNDLES = frozenset(["pack", "packs", "fardo", "fardos"])
_LOTS = {"meia duzia": 6, "duzia": 12, "dz": 12, "meio cento": 50, "cento": 100, "milheiro": 1000}
_LOT = expression(rf"\b({'|'.join(sorted(_LOTS, key=len, reverse=True))})\b")


def lot_in(text: str) -> int:
    """How many pieces a folded text calls by a word: `meio cento`; 0: none."""
    found = _LOT.search(text)
    return _LOTS[found[1]] if found else 0


def stray_count(product: Product, said: Mention, text: str) -> int | None:
    """`pra festa preciso 12 sacos de carvão de 10kg`: the one number before what goods are packed in that the product
    is not called by; None without a packing, or where there are others. text: the message, folded: `o kit de 39` counts
    nothing."""
    numbers = [int(word) for word in said.soft if word.isdigit() and 0 < int(word) < 1000]
    told = f"{product.name} {product.about}"
    packed = bool(said.packed) or not PACKED.isdisjoint(said.soft)
    if len(numbers) != 1 or shares([str(numbers[0])], told) or not (packed or _before_kind(product, said, text)):
        return None
    return (
        None
        if re.search(rf"[a-z]\s+(?:d[aeo]|of|for)\s+(?:r\$\s*)?{numbers[0]}\b(?!\s*[a-z]{{3}})", text)
        else numbers[0]
    )


def _before_kind(product: Product, said: Mention, text: str) -> bool:
    """`picolé cremoso 4 coco`, of what comes in no numbers: the number stands behind the thing and before its kind."""
    if not said.words or any(value.isdigit() for value in product.options.values()):
        return False
    kinds = {stem(word) for value in product.options.values() for word in words(fold(value))}
    kinds &= set(map(stem, said.words[1:]))
    found = re.search(r"(?P<head>[a-z]{3,})\s+[2-9]\s+(?:d[eo]\s+|of\s+)?(?P<kind>[a-z]{3,})", text)
    return found is not None and stem(found["kind"]) in kinds and stem(found["head"]) in set(map(stem, said.words))


def singly(product: Product, quantity: int | None, said: Mention) -> int | None:
    """`2 packs de 6` of what is sold in no packs and holds no six: twelve of it."""
    numbers = [int(word) for word in said.soft if word.isdigit()]
    if quantity is None or _BUNDLES.isdisjoint(said.soft) or len(numbers) != 1 or not 1 < numbers[0] < 100:
        return quantity
    told = fold(f"{product.name} {product.about} {product.description}")
    packed = not {*_BUNDLES, *PACKS, "duzia"}.isdisjoint(words(told)) or shares([str(numbers[0])], product.name)
    holds = re.search(rf"\b{numbers[0]}\s+[a-z]{{2,}}", told) is not None
    return quantity if packed or holds else quantity * numbers[0]


def set_of(product: Product, quantity: int, said: Mention, text: str) -> tuple[int, bool]:
    """How many of what was counted one of a product holds, as its description tells: `Jogo com 4 rodinhas`, `vendido em
    par (2 trucks)`; 0: nothing is told, or it was counted in sets. And whether those were counted for certain: `10
    incensos de vareta` may be sticks or boxes of ten. text: the message, folded."""
    own = set(map(stem, said.words))
    sets = [one["n"] or "" for one in _IN_SETS.finditer(text) if one["what"] is None or stem(one["what"]) in own]
    if not own or any(number(one) in (None, quantity) for one in sets):
        return 0, True
    nouns = own & set(map(stem, words(product.base or product.name)))
    found = (one for one in _HOLDS.finditer(fold(f"{product.description} {product.about}")) if stem(one[2]) in nouns)
    return next(((int(one[1]), stem(one[2]) == stem(said.words[0])) for one in found if int(one[1]) > 1), (0, True))


def counted(product: Product, quantity: int | None, said: Mention = Mention()) -> int | None:  # noqa: B008 - frozen
    """How many are meant; a number is part of the name where that begins with it (`12 Regras para a Vida`) or has it
    before the word that was said (`6 rosas` of `Buquê 6 Rosas`), unless it is said twice (`6 buquês de 6 rosas`)."""
    if quantity is None or quantity < 2 or str(quantity) in said.soft:
        return quantity
    if (lot := lot_in(fold(product.name))) and quantity % lot == 0:
        return quantity // lot
    named = [word for word in words(product.name) if word not in ("o", "a", "os", "as", "the")]
    own = {stem(word) for word in said.words[:1]}  # `2 veloz preto`, of `Veloz 2 Preto`, is two of them
    parts = [words(part) for part in re.split(r"[(),]", product.name)]  # `Baião de Dois (Individual)` has no 2 of such
    inside = any(number(one) == quantity and stem(after) in own for part in parts for one, after in pairwise(part))
    packs = any(one in PACKED and one.endswith("s") for one in said.soft)  # `3 kits de ferramentas`
    return None if (inside and not packs) or (named and number(named[0]) == quantity) else quantity
