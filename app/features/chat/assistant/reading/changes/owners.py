"""Whose the goods of a cart are, and what becomes of them when that person gives up: `a vizinha desistiu, tira o dela`.
Pure."""

import re
from collections.abc import Sequence

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.language.goods import BEGINS, current
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.vocabulary import FILLER, KIN
from app.features.chat.assistant.language.words import fold, is_colour, words
from app.features.chat.assistant.products.matching import shares
from app.features.chat.assistant.products.mentions import leading_count
from app.features.chat.assistant.products.name_words import product_words
from app.features.chat.assistant.reading.changes.swapping import told_line
from app.features.chat.assistant.reading.clauses import Clause
from app.features.chat.assistant.reading.counts.each_wants import told_of_each
from app.features.chat.assistant.reading.draft import Reading
from app.features.conversations.state import CartLine, ConversationState
from app.ops.expressions import expression

MAX_OWNERS = 8
_INSTEAD = r"(?:em\s+vez|no\s+lugar|ao\s+inves|instead)\s+(?:d[eoa]s?|of(?:\s+the)?)"
# `a Bruna mudou de ideia, quer o da manhã em vez do lanche`, `agora o Fê quer café com leite no lugar do coado`
_WANTS_INSTEAD = expression(
    r"(?:^|(?<=[,.;!\n])|(?<=\be)|(?<=\bmas))\s*(?:(?:ai|agora|e|mas|so\s+que|and|but|now)\s+)*(?:(?:[oa]\s+)?(?:minha|meu|my)\s+|[oa]\s+|the\s+)?(?P<who>[a-z]{2,})\s+"
    r"(?:(?P<mind>mudou\s+de\s+ideia|changed\s+(?:his|her|their)\s+mind)[\s,.;]+(?:(?:e|and|agora|now|(?:el[ea]|she|he))\s+)*)?(?:(?:agora|now)\s+)?"
    rf"(?:quer|prefere|vai\s+querer|wants|prefers)\s+(?P<new>[^,.;!?\n]+?)(?:\s+(?:tambem|too|as\s+well))?(?:\s+{_INSTEAD}\s+(?P<old>[^,.;!?\n]+?))?"
    r"(?:\s+(?:tambem|agora|too|now))?(?=\s*(?:$|[,.;!\n]))"
)
_OWNS = expression(
    rf"(?P<goods>[a-z0-9][^.;!?\n]*?)\s+(?:(?:que\s+|which\s+)?(?:e|eh|sao|vai|vao|fica|is|are)\s+)?(?:pr[oa]s?|para|d[oa]s?|for)\s+(?:[oa]s?\s+)?(?:minha\s+|meu\s+|uma?\s+|my\s+)?(?P<who>{KIN})\b"
)
_GIVES_UP = expression(
    rf"\b(?P<who>{KIN})\b(?:\s+(?!desist|nao|n\b)\w+){{0,2}}?\s+(?:ja\s+|tambem\s+|acho\s+que\s+)?(?:desist\w+|(?:nao|n)\s+(?:vai\s+|vao\s+)?quer\w*(?:\s+mais)?(?!\s+(?:o|a|esse|essa|pagar)\s)|mudou\s+de\s+ideia|pulou\s+fora|"
    r"gave\s+up|changed\s+(?:his|her|their)\s+mind|doesn'?t\s+want\s+(?:it|hers|his|one)(?:\s+any\s?more)?|backed\s+out)\b"
)
# `o Jonas desistiu`, whoever that is
_SOMEBODY_GIVES_UP = expression(
    r"^(?:(?:e|ai|ah|mas|and|oh)\s+)*(?:(?:(?:[oa]\s+)?(?:meu|minha|my)|[oa]|the)\s+)?(?P<who>(?!gente\b|quem\b|ele\b|ela\b|que\b|nao\b|tambem\b|ja\b|eu\b)(?:(?<=[oa]\s)[a-z]{2}|[a-z]{3,}))\s+(?:(?:tambem|ja|agora|acho\s+que)\s+)*"
    r"(?:desistiu|(?:nao|n)\s+(?:vai\s+)?quer(?:er)?\s+mais(?:\s+(?:nao|nada|o\s+dele|a\s+dela))?$|mudou\s+de\s+ideia|pulou\s+fora|gave\s+up|changed\s+(?:his|her|their)\s+mind|"
    r"doesn'?t\s+want\s+(?:it|hers|his|one|any)(?:\s+any\s?more)?|backed\s+out)\b"
)
# `ela não quer mais o granulado`, `my wife doesn't want the sprinkles anymore`
_WANTS_NO_MORE = expression(
    rf"(?:(?:^|(?<=[,.;!\n])|(?<=\be)|(?<=\bmas)|(?<=\band)|(?<=\bbut))\s*(?:(?:e|mas|and|but)\s+)?)(?:(?:el[ea]s?|s?he|they|(?:[oa]\s+)?(?:minha|meu|my)\s+(?:{KIN}|soci[oa]|chefe|partner|boss))\s+)?"
    r"(?:(?:nao|n)\s+(?:quer(?:em)?|va[io]\s+querer|vao\s+querer)(?:\s+mais)?|(?:doesn'?t|does\s+not|don'?t)\s+want)\s+(?:[oa]s?|the|any)\s+"
    r"(?P<goods>[a-z][^,.;!?\n]*?)(?:\s+(?:mais|any\s?more|after\s+all|nao))?(?=\s*(?:$|[,.;!\n]|\b(?:e|mas|so|and|but|just)\s))"
)
# `peraí, minha esposa quer o cinza`: behind a halt, what is there is wanted otherwise, and no other beside it
_RATHER_IN = expression(
    r"(?:^|(?<=[.,;!\n]))\s*(?:nao\s*,?\s*)?(?:per[ai]+|pera\s*a?i|esper[ae]|calma(?:\s+ai)?|ih+|vi(?:x|sh)i?|eita|na\s+verdade|alias|mudou|wait|hold\s+on|actually|oops)"
    rf"[\s,.!;]+(?:(?:mas|que|e|and|but)\s+)*(?:(?:[oa]\s+)?(?:minha|meu|my)\s+(?:{KIN}|mozao|amor)|a\s+patroa|el[ea]|s?he)\s+(?:(?:agora|now|so|just)\s+)?"
    r"(?:quer|queria|prefere|preferiu|wants|prefers|would\s+(?:like|prefer))\s+(?:[oa]s?|the)\s+(?:(?:da|de|na|em|in)\s+)?(?P<colour>[a-z]{3,})(?:\s+ones?)?"
    r"(?:\s+(?:mesmo|agora|instead|now))?(?=\s*(?:$|[,.;!\n]|(?:e|and)\s+(?:so|apenas|just|only)\b))"
)
_ONESELF = frozenset("eu ele ela quem gente que nao i he she who".split())  # noqa: SIM905
_OF_A_KIND = expression(r"^(?:[oa]s?\s+)?(?:d[eoa]s?|com|sem)\s")
_ARTICLE = expression(r"^(?:[oa]s?|the)\s+")
_THEIRS = expression(
    r"(?:(?:e|ai|entao|pode|por\s+favor)\s+)*(?:tir[ae]r?|remov\w+|cancel\w*|exclu\w+|take\s+out|remove)\s+(?:[oa]s?\s+)?(?:d?(?:el[ea]s?)|hers|his|theirs)(?:\s+(?:por\s+favor|entao|pfv|ai))*"
)

_MINE_ALONE = expression(
    r"\b(?:so|somente|apenas|fica|fico\s+com)\s+(?:[oa]\s+)?(?:meu|minha)\b(?!\s+(?!entao|mesmo)[a-z])|\bjust\s+mine\b"
)
_IT = expression(r"\s(?:el[ea]s?)\b")


def told_owners(text: str) -> tuple[str, ...]:
    """Whose the goods are that a message names: `vizinha: 1 relogio de parede`."""
    spelt = spelt_out(fold(text))
    found = [f"{who}: {goods}" for who, goods in told_of_each(spelt)]
    for one in _OWNS.finditer(spelt):
        goods = re.split(r",|\s(?:e|mais|and)\s", one["goods"])[-1].strip()
        if goods:
            found.append(f"{one['who']}: {goods}")
    return tuple(found)


def of_changed_minds(text: str, state: ConversationState) -> str:
    """The folded message, in which what somebody else wants by now takes the place of what was theirs."""
    if not state.cart.lines or "?" in text:
        return text
    text = _RATHER_IN.sub(lambda found: _in_its_colour(found, state.cart.lines), text)

    def swapped(found: re.Match[str]) -> str:
        who = found["who"]
        if current().place(who) or who in FILLER or who in _ONESELF or not (found["mind"] or found["old"]):
            return found[0]
        own = [goods for person, goods in (one.split(": ", 1) for one in state.dialogue.owners) if person == who]
        counted, _ = leading_count(found["new"])
        count, theirs = leading_count(own[-1]) if own else (None, "")
        old = _ARTICLE.sub("", found["old"] or theirs)
        lead = "" if counted and not own else f"{count or 1} "
        new = found["new"] if counted or _OF_A_KIND.match(found["new"]) else f"{lead}{_ARTICLE.sub('', found['new'])}"
        return f" troca {lead}{old} por {new}" if old else found[0]

    def taken_out(found: re.Match[str]) -> str:
        named = [word for word in product_words(found["goods"]) if word not in FILLER]
        held = [line for line in state.cart.lines if named and all(shares([word], line.name) for word in named)]
        whole = len(held) == 1 and (held[0].quantity == 1 or not state.dialogue.owners)
        return f", tira {found['goods']}" if whole else found[0]

    return _WANTS_NO_MORE.sub(taken_out, _WANTS_INSTEAD.sub(swapped, text))


def _in_its_colour(found: re.Match[str], lines: Sequence[CartLine]) -> str:
    """The colour as a preference, where the only line of the cart has another one."""
    options = words(fold(lines[0].name.partition(" (")[2]))
    other = is_colour(found["colour"]) and any(map(is_colour, options)) and not shares([found["colour"]], lines[0].name)
    return f" prefiro o {found['colour']}" if len(lines) == 1 and other else found[0]


def gives_up(reading: Reading, clause: Clause) -> bool:
    """Somebody else wants theirs no more: taken out where it is known what, else asked; never all."""
    lines = reading.state.cart.lines
    if not lines or clause.asks:
        return False
    if _MINE_ALONE.search(reading.text) and (_GIVES_UP.search(clause.text) or _SOMEBODY_GIVES_UP.search(clause.text)):
        reading.note(tells=True)  # `a mãe não quer legging, só a minha então`
        return True
    if _THEIRS.fullmatch(clause.text):
        if any(change.kind == "remove" for change in reading.changes):
            return True  # it was taken out for who gives up
        if reading.gives_up is None and _IT.search(clause.text) and (told := told_line(reading)) is not None:
            reading.changes.append(Change("remove", told))  # `o infusor minha mãe já tem, tira ele`
            return True
        if reading.gives_up is None and _IT.search(clause.text) and (line := _named_line(reading, lines)) is not None:
            _remove(reading, line)
            return True
        who = reading.gives_up or ""
        return _out(reading, lines, who)
    found = _GIVES_UP.search(clause.text) or _SOMEBODY_GIVES_UP.search(clause.text)
    if found is None or current().place(found["who"]) == BEGINS:
        return False
    reading.gives_up = found["who"]
    if named := [word for word in words(clause.text) if current().place(word) == BEGINS]:
        own = [line for line in lines if shares(named, line.name)]
        if len(own) == 1:  # `meu irmão desistiu das pilhas`
            _remove(reading, own[0])
            return True
        return _asks(reading)
    rest = _THEIRS.search(clause.text[found.end() :])
    return _out(reading, lines, found["who"]) if rest or _line_of(reading, lines, found["who"]) else _asks(reading)


def _named_line(reading: Reading, lines: Sequence[CartLine]) -> CartLine | None:
    """The one line whose goods the message names: `lembrei que o cartão eu já tenho, tira ele`."""
    named = [word for word in words(reading.text) if current().place(word) == BEGINS]
    own = [line for line in lines if any(shares([word], line.name) for word in named)]
    return own[0] if len(own) == 1 else None


def _out(reading: Reading, lines: Sequence[CartLine], who: str) -> bool:
    line = _line_of(reading, lines, who)
    if line is None:
        return _asks(reading)
    reading.found.pop("whose", None)
    told = [goods for goods in _goods_of(reading, who) if _fits(goods, line) == max(_fits(goods, one) for one in lines)]
    _remove(reading, line, sum(leading_count(goods)[0] or 1 for goods in told))
    return True


def _remove(reading: Reading, line: CartLine, count: int | None = None) -> None:
    """The line, or as many of it as were theirs."""
    named = tuple(word for word in product_words(fold(line.name)) if word not in FILLER)
    some = count if count is not None and 0 < count < line.quantity else None
    reading.changes.append(Change("remove", Mention(named, quantity=some)))


def _asks(reading: Reading) -> bool:
    reading.note(whose=True)
    return True


def _goods_of(reading: Reading, who: str) -> list[str]:
    """What was said to be theirs; nobody named: of the one person that was."""
    owners = [one.split(": ", 1) for one in reading.state.dialogue.owners]
    if not who and len({person for person, _ in owners}) > 1:
        return []
    return [goods for person, goods in owners if person == who or not who]


def _fits(goods: str, line: CartLine) -> int:
    """How many of the words are in the line's name, and whether it is called so."""
    said = [word for word in product_words(leading_count(goods)[1]) if word not in FILLER and len(word) > 1]
    return sum(shares([word], line.name) for word in said)


def _line_of(reading: Reading, lines: Sequence[CartLine], who: str) -> CartLine | None:
    """The one line that was said to be theirs."""
    own = _goods_of(reading, who)
    counts = [_fits(own[-1], line) for line in lines] if own else [0]
    best = max(counts)
    return lines[counts.index(best)] if best and counts.count(best) == 1 else None
