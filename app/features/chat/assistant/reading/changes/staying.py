"""What stays as it is, comes back or takes the place of something: `as 3 lixas continuam`, `coloca a saída de novo`,
`branco e não gelo`. Folded text. Pure."""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.language.goods import NAMES, current
from app.features.chat.assistant.language.vocabulary import BUY, FILLER, VERBS, WANT, YES
from app.features.chat.assistant.language.words import is_colour, number, words
from app.features.chat.assistant.products.matching import SIZED, shares
from app.features.chat.assistant.products.name_words import SIZES, product_words
from app.features.chat.assistant.reading import verbs
from app.features.chat.assistant.reading.changes.cart_terms import ONLY, STAYS, TIES
from app.features.chat.assistant.reading.changes.edits import line_in
from app.features.chat.assistant.reading.clauses import Clause
from app.features.chat.assistant.reading.draft import Reading
from app.features.conversations.state import CartLine
from app.ops.expressions import expression

# `o meu continua o preto 42`, `e as 3 lixas continuam`
_STAYS = expression(
    r"(?:^|(?<=[,.;!\n]))\s*(?:e\s+|mas\s+|and\s+)?(?:"
    r"(?:[oa]s?\s+)?(?:meus?|minhas?|d[eo]l[ea]s?|mine|his|hers?|outr[oa]s?)\s+(?:continua\w*|fica\w*(?=\s+(?:[oa]s?\s))|segue\w*|stays?)(?:\s+(?:sendo|com))?\s+(?P<behind>[^,.;!\n]+)|"
    r"(?P<before>[^,.;!?\n]{3,40}?)\s+(?:continua\w*|mantem|mantenha|permanece\w*|segue\w*|stays?)(?:\s+(?:igual|mesm[oa]|normal|assim|como\s+(?:ta|esta)|the\s+same))?)"
    r"(?=\s*(?:$|[,.;!\n]))"
)
# `tira o amarelo e mantém os 2 lilás`
_KEEPS = expression(
    r"(?:^|(?<=[,.;!\n])|\s(?:e|mas|and|but)(?=\s))\s*(?:mant[ei]\w+|conserva\w*|segura|keep)\s+(?:[oa]s?\s+|the\s+|my\s+)?(?:(?P<many>\d{1,3}|uma?|dois|duas|tres|quatro|cinco)\s+)?"
    r"(?P<what>[a-z][^,.;!?\n]{1,40}?)(?=\s*(?:$|[,.;!\n]|\s(?:e|mas|and|but)\s))"
)
# `o colete fica G mesmo`
_STAYS_SO = expression(
    r"(?:^|(?<=[,.;!?\n]))\s*(?:e\s+|mas\s+|and\s+)?(?:(?:[oa]s?|the)\s+)?(?P<what>[a-z][^,.;!?\n]{2,40}?)\s+(?:fica[m]?|continua\w*|segue[m]?|permanece[m]?|mantem|stays?|ta|tao|esta|estao)\s+"
    r"(?:(?:[oa]s?|n[oa]|em|tamanho|numero|size|sendo)\s+)*(?P<so>[a-z0-9][a-z0-9\x20/-]{0,25}?)(?:\s+(?:mesm[oa]s?|igual|viu|ta))*(?=\s*(?:$|[,.;!\n]))"
)
_RIGHT = frozenset(
    """ok certo certa certos certas certinho certinha bom boa otimo otima perfeito perfeita assim""".split()  # noqa: SIM905
)
# `o gloss pode tirar e o batom fica`
_JUST_STAYS = expression(
    r"(?:^|(?<=[,.;!\n])|\se(?=\s))\s*(?:[oa]s?|the)\s+(?P<what>[a-z](?:(?!\se\s)[^,.;!?\n]){1,30}?)\s+(?:fica[m]?|pode\s+ficar|stays?)(?=\s*(?:$|[,.;!\n]))"
)
_LEFT_BEHIND = expression(r"\s*,\s*(?=[,.;!\n]|$)")
_REST = expression(r"\b(?:resto|restante|demais|outr[oa]s|tudo|rest|others|everything)\b")
# `o chimichurri continua 2`
_SO_MANY = expression(
    r"(?:^|(?<=[,.;!\n]))\s*(?:e\s+|mas\s+)?(?:[oa]s?\s+)?(?P<what>[a-z]{3,}(?:\s+[a-z]+){0,3}?)\s+(?:continua\w*|mantem|segue\w*|stays?)\s+(?P<many>\d{1,2}|um|uma|dois|duas|tres)"
    r"(?=\s*(?:$|[,.;!\n]))"
)
# `ela trocou os puxadores por inox`: a story
_TOLD_OF_SWAP = expression(
    r"(?:^|(?<=[,.;!\n]))\s*(?:(?:porque|pq|que|e)\s+)?(?:el[ea]s?|(?:[oa]\s+)?(?:meu|minha)\s+[a-z]+)\s+(?:ja\s+)?(?:troc|substitu)(?:ou|aram|iu|iram)\b[^,.;!?\n]*"
)
# `troca tudo pela preta`, of one thing
_ALL_OF_IT = expression(
    r"\b(?P<verb>troc\w+|mud\w+|pass[ae]\w*|swap|change|switch)\s+(?:tud[oa]|tod[oa]s|all|everything|(?:[oa]s\s+)?(?:dois|duas|tres|\d{1,2}))\s+"
    r"(?=(?:pra|para|pro|por|pel[oa]s?|for|to|with)\s)"
)
# `ai não, quer saber, coloca a saída de novo`
_BACK = expression(
    r"\b(?P<verb>coloc\w+|poe|bot[ae]\w*|inclu\w+|adicion\w+|acrescent\w+|deixa|add|put)\s+(?P<what>[^,.;!?\n]{3,40}?)\s+"
    r"(?:de\s+(?:novo|volta)|outra\s+vez|novamente|again|back(?:\s+(?:in|on))?)(?=\s*(?:$|[,.;!\n]))"
)
# `não, pera, deixa o preto 39 mesmo`, behind another that took its place
_AFTER_ALL = expression(
    r"(?:^|(?<=[,.;!\n]))\s*(?P<no>(?:(?:nao|n|no|pera|perai|espera|calma|wait|actually|ah+|melhor|entao|acho\s+que|eu)\b[\s,.!]*)*)"
    r"(?P<verb>deixa|fic[ao](?:\s+com)?|vou(?=\s+n[oa]s?\s)|vai|volta(?:\s+(?:pra|para|com))?|quero|queria|manda|vou\s+(?:querer|de|ficar\s+com)|keep|make\s+it)\s+(?:n?[oa]s?\s+|the\s+)"
    r"(?P<what>[a-z0-9][^,.;!?\n]{0,30}?)\s+(?:mesm[oa]s?|after\s+all)"
    r"(?:\s+(?:que|porque|pois|because)\s(?:(?!\s(?:e|mas|and|but)\s)[^,.;!?\n])*)?(?=\s*(?:$|[,.;!\n]|(?:e|mas|and|but)\s))"
)
_LEAVES = expression(r"(?:deixa|fic|volta|keep|vou$)")
# `ela quer branco neve e não gelo`
_NOT_THAT = expression(
    r"(?:^|(?<=[,.;!\n]))\s*(?:(?:na\s+verdade|alias|entao|ah|el[ea])\s+)*(?:quer(?:o|ia)?|prefer\w+|prefir\w+|vai\s+(?:querer|ser)|i\s+want|s?he\s+wants)\s+"
    r"(?:[oa]s?\s+|the\s+)?(?P<new>[a-z][a-z\x20]{2,30}?)\s*(?:,|\be\b|\band\b)?\s*\b(?:nao|n|not)\s+(?:[oa]s?\s+|the\s+)?(?P<old>[a-z]{2,15})(?=\s*(?:$|[.,;!\n]))"
)
# `se não tem thinner bota aguarrás no lugar`, of what was told to be sold out
_AS_IT_IS_GONE = expression(
    r"^(?:(?:ah+|entao|bom|vixe|poxa|puts|ok|ta)[\s,]+)*(?:ja\s+que|como|se|since|if)\s+(?:voces?\s+|you\s+)?(?:(?:nao|n)\s+tem|(?:don'?t|do\s+not)\s+have)"
    r"(?:\s+(?:mais|[oa]s?|de|the|any))*\s+(?P<gone>[a-z0-9][a-z0-9 ]{1,30}?)[\s,]+"
    r"(?=(?:entao\s+)?(?:bota|coloca|poe|manda|me\s+(?:ve|da)|quero|levo|pode\s+ser|vai|faz|deixa|put|give|i'?ll)\b)(?P<rest>.+)$",
    re.DOTALL,
)
_ONLY = expression(r"\b(?:so|somente|apenas|only|just)\s+(?:com\s+|with\s+)?(?:n?[oa]s?|the)\s+(?:d[eo]\s+)?")
# `a M com nome`, behind `só`
_WITH = expression(
    r"(?P<one>[a-z0-9]+(?:\s+[a-z0-9]+)?)\s+(?:com|with)\s+(?:[oa]s?\s+|uma?\s+|the\s+|an?\s+)?(?P<what>[a-z].+)"
)
_UNIT = expression(r"(?<=\d)\s+(?:ml|l|litros?|g|gr|kg|quilos?|cm|m|metros?|mm|gb|v|w)\b")
_LEADS = (
    FILLER | WANT | BUY | VERBS | YES | {"manda", "mande", "mandar", "ficar", "fico", "deixar", "keep", "send", "i'll"}
)
_INSTEAD = expression(r"\s+(?:no\s+lugar|em\s+vez|instead)(?=\s*(?:$|[,.;!\n]))")


def as_it_stays(text: str, lines: Sequence[CartLine]) -> str:
    """The folded message without what stays, with what comes back as an addition, and with the other instead of what it
    is not to be. lines: those of the cart."""
    if (gone := _AS_IT_IS_GONE.match(text)) and not any(_has_all(line, gone["gone"]) for line in lines):
        text = _INSTEAD.sub("", gone["rest"])
    if (told := _SO_MANY.sub(lambda found: _so_many(found, lines), text)) != text:
        text = _LEFT_BEHIND.sub("", told)
    if not lines:
        return text
    text = without_told_swaps(text)
    if len(lines) == 1:
        text = _ALL_OF_IT.sub(r"\g<verb> ", text)
    text = _NOT_THAT.sub(lambda found: _instead_of(found, lines), text)
    text = _JUST_STAYS.sub(lambda found: "" if line_in(found["what"], lines) else found[0], text)
    if (told := _STAYS_SO.sub(lambda found: _stays_so(found, lines), text)) != text:
        text = _LEFT_BEHIND.sub("", told)
    text = _STAYS.sub(lambda found: _stays(found, lines), _KEEPS.sub(lambda found: _keeps(found, lines), text))
    back = _BACK.search(text)
    if back and line_in(back["what"], lines) is None:
        text = f"{back['verb']} {back['what']} tambem{text[back.end() :]}"
    return _AFTER_ALL.sub(lambda found: _after_all(found, lines), text) if len(lines) == 1 else text


def stays_in_its_kind(piece: str, line: CartLine) -> bool:
    """`o colete fica G mesmo`, `as camisetas continuam 8`: a piece of a message tells only that of the line."""
    if not STAYS.search(piece) or ONLY.search(piece):
        return False
    own = words(line.name.partition(" (")[2])
    said = [word for word in words(STAYS.sub(" ", piece)) if word not in TIES]
    return not set(own).isdisjoint(said) and all(word in own or shares([word], line.name) for word in said)


def stays_alone(reading: Reading, clause: Clause) -> bool:
    """`manda só a 48`, `fica só a preta`: one of the kinds of a thing that the cart holds; the others of it go, unless
    it is told of what goes with that one."""
    asked, lines = reading.state.dialogue.pending, reading.state.cart.lines
    waits = asked is not None and asked.kind in ("choose", "quantity")
    only = None if not clause.asserts or clause.negated else _ONLY.search(clause.text)
    if only is None or verbs.kind(clause.text) not in (None, "want", "only"):
        return False
    if not only.start() and "?" in reading.message:  # `só a 48 tem bolso?`
        return False
    if beside := _WITH.fullmatch(clause.text[only.end() :]):
        return _goes_with(reading, beside["one"], beside["what"])
    if waits:
        return False
    told = words(_UNIT.sub("", clause.text[only.end() :]))
    said = [word for word in told if word not in FILLER | SIZED | {"mesmo", "mesma"}]
    if not said or not set(words(verbs.without_verbs(clause.text[: only.start()]))) <= _LEADS:
        return False
    own = [line for line in lines if all(shares([word], line.name.partition(" (")[2]) for word in said)]
    if len(own) != 1 or sum(_thing(line) == _thing(own[0]) for line in lines) < 2:
        return False
    reading.changes.append(Change("only", Mention(product_id=own[0].product_id), corrects=True))
    return True


def _goes_with(reading: Reading, one: str, what: str) -> bool:
    """`só a M com bordado`, of two shirts: so many of that as there are of the one, and nothing goes."""
    lines = reading.state.cart.lines
    own = [line for line in lines if shares(words(one), line.name.partition(" (")[2]) and _has_all(line, one)]
    named = tuple(word for word in product_words(what) if current().place(word) >= NAMES)
    if not own or len(own) == len(lines) or not named or any(_has_all(line, what) for line in own):
        return False
    held = [line for line in lines if shares(named, line.name) and _has_all(line, " ".join(named))]
    mention = Mention(product_id=held[0].product_id) if len(held) == 1 else Mention(named, tuple(words(one)))
    reading.changes.append(Change("want", replace(mention, quantity=sum(line.quantity for line in own))))
    return True


def _thing(line: CartLine) -> str:
    return line.name.partition(" (")[0]


def _has_all(line: CartLine, phrase: str) -> bool:
    return all(shares([word], line.name) for word in words(phrase) if word not in FILLER)


def without_told_swaps(text: str) -> str:
    """The folded text without what somebody is told to have exchanged: `ela trocou os puxadores por inox`."""
    return _TOLD_OF_SWAP.sub(" ", text)


def _so_many(found: re.Match[str], lines: Sequence[CartLine]) -> str:
    """So many of it; nothing where the number is the size that it has: `a calça continua 42`."""
    line = line_in(found["what"], lines)
    if line is not None and found["many"] in words(line.name.partition(" (")[2]):
        return " "
    return f" quero {found['many']} {found['what']}"


def _stays_so(found: re.Match[str], lines: Sequence[CartLine]) -> str:
    """Nothing, where a line is told to stay in what it comes in, or as many as there are."""
    line = line_in(found["what"], lines)
    said = [word for word in words(found["so"]) if word not in FILLER or word in _RIGHT]
    if line is None or not said or any(map(number, words(found["what"]))):  # not `5 trenas tá bom`
        return found[0]
    own = words(line.name.partition(" (")[2])
    as_it_is = [word in own or word in _RIGHT or number(word) == line.quantity for word in said]
    counted = number(said[0]) == line.quantity
    return " " if all(as_it_is) or (counted and all(shares([word], line.name) for word in said[1:])) else found[0]


def _stays(found: re.Match[str], lines: Sequence[CartLine]) -> str:
    what = found["behind"] or found["before"] or ""
    return " " if line_in(what, lines) is not None else found[0]


def _keeps(found: re.Match[str], lines: Sequence[CartLine]) -> str:
    """Nothing where it stays as it is; so many of it where another number is told."""
    line = line_in(found["what"], lines)
    if line is None or _REST.search(found.string):  # `keep the bottles, remove the rest`
        return found[0]
    return " " if number(found["many"] or "") in (None, line.quantity) else f", quero {found['many']} {found['what']}"


def _after_all(found: re.Match[str], lines: Sequence[CartLine]) -> str:
    """The other kind of the one thing there is, in its place; a wish only behind a no: `não, quero a azul mesmo`."""
    leaves = _LEAVES.match(found["verb"]) is not None or found["no"].strip(" ,.!") != ""
    said = [word for word in product_words(found["what"]) if word not in FILLER]
    sold = all(current().place(word) > 0 or is_colour(word) or word in SIZES or word[0].isdigit() for word in said)
    own = all(shares([word], lines[0].name) for word in said)
    return f" volta pro {found['what']}" if leaves and said and sold and not own else found[0]


def _instead_of(found: re.Match[str], lines: Sequence[CartLine]) -> str:
    old = line_in(found["old"], lines)
    return found[0] if old is None or line_in(found["new"], [old]) else f" troca {found['old']} por {found['new']}"
