"""What a thing must not be: `vela mas não de canela`, `um perfume que não seja lavanda`. Pure."""

from collections.abc import Sequence

from msgspec.structs import replace

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.language.goods import NAMES, current
from app.features.chat.assistant.language.words import is_colour, stem
from app.features.chat.assistant.products.matching import shares
from app.features.chat.assistant.reading.clauses import Clause
from app.features.chat.assistant.reading.draft import Reading
from app.ops.expressions import expression

_BUT_NOT = expression(
    r"(?:^|\s)(?:(?:so\s+que|que|e|that(?:'s|\s+is)?|which\s+is)\s+)?(?:(?:nao|n|not|isn't|isnt)"
    r"(?:\s+(?:seja|for|tenha|venha|is|be|have|has|vem|precisa\s+ser|pode\s+ser))?|menos|exceto|tirando|fora|sem\s+ser|except)\s+"
    r"(?:(?:d[aeo]|com|[ao]s?|in|with|the|an)\s+)*(?P<what>[a-z0-9]+(?:\s+(?!ones?\b|though|please|pfv|por\b)[a-z]+)?)(?:\s+(?:ones?|though|please|por\s+favor|pfv))*$"
)


_KIND = expression(r"(?:^|\s)(?:[oa]s?|d[eao]|the|an?|seja|for|is)\s+(?:d[eao]\s+)?[a-z0-9]+\W*$")


def excludes(reading: Reading, clause: Clause) -> tuple[Clause, tuple[str, ...]] | None:
    """The clause without what it excludes, and the words of that: goods or colours that are not in the cart. None: it
    excludes nothing, or answers a question of which."""
    found = _BUT_NOT.search(clause.text)
    asked = reading.state.dialogue.pending
    if found is None or (asked is not None and asked.kind == "choose"):
        return None
    what, before = tuple(found["what"].split()), clause.text[: found.start()].strip()
    led = _KIND.search(found[0]) is not None  # `mas não a cromada`, `menos o de 25`
    known = all(
        current().place(word) >= (1 if led else NAMES) or is_colour(word) or (led and word.isdigit()) for word in what
    )
    if not known or any(shares(list(what), line.name) for line in reading.state.cart.lines):
        return None
    if not (before or reading.changes or reading.looks):
        return None
    return replace(clause, text=before, negated=False), what


# `deixa o gorro`, `o gorro não precisa`
_LETS_GO = expression(
    r"(?:(?:entao|ai|pode|ta|mas)\s+)*(?:deixa|esquece|dispensa|tira|tirar|sem|nao\s+(?:precisa|quero)(?:\s+mais)?(?:\s+d[oa]s?)?|forget|skip|leave(?:\s+out)?|drop)"
    r"\s+(?:[oa]s?\s+|the\s+)?(?P<what>[a-z]+(?:\s+[a-z]+){0,3}?)(?:\s+(?:pra\s+la|entao|mesmo|fora|quieto|out))*"
    r"|(?:[oa]s?|the)\s+(?P<named>[a-z]+(?:\s+[a-z]+)?)\s+(?:nao(?:\s+(?:precisa|quero))?(?:\s+mais)?|deixa|esquece)(?:\s+(?:pra\s+la|entao))*"
)


def lets_go(reading: Reading, clause: Clause) -> bool:
    """What was asked for and is not in the cart is wanted no more."""
    found = None if clause.asks or clause.told else _LETS_GO.fullmatch(clause.text)
    said = (found["what"] or found["named"]).split() if found else []
    state = reading.state
    waits = [one.query for one in state.dialogue.open] + [state.dialogue.unread]
    named = [word for word in said if len(word) > 2] or said
    if not said or any(all(shares([word], line.name) for word in named) for line in state.cart.lines):
        return False
    wished = [one for one in reading.changes if one.kind in ("want", "add") and _names_it(one.mention, said)]
    if wished:  # `e 1 balde... não, deixa o balde`
        reading.changes = [one for one in reading.changes if one not in wished]
        reading.note(total=True)
        return True
    if not any(all(shares([word], query) for word in named) for query in waits if query):
        return False
    reading.note(lets_go=tuple(said))
    return True


# `põe um boné... ah não, deixa`
_BACK_OUT = expression(
    r"(?:(?:ah+|ai|hm+|pensando\s+(?:bem|melhor)|na\s+verdade|acho\s+que)\W+)*(?:melhor\s+nao|nao\s+(?:precisa|quero)(?:\s+(?:mais|nao|disso|dess[ea]|del[ea]))*|"
    r"(?:deixa|esquece)(?:\s+(?:pra\s+la|quieto|isso|ess[ea]|el[ea]|entao))*|(?:actually\s+)?(?:never\s*mind|forget\s+it|no,?\s+leave\s+it))"
)


def backs_out(reading: Reading, clause: Clause) -> bool:
    """What the clause before wished for is taken back in the same breath."""
    wished = [one for one in reading.latest if one.kind in ("want", "add") and one in reading.changes]
    if not wished or clause.asks or _BACK_OUT.fullmatch(f"{clause.lead} {clause.text}".strip()) is None:
        return False
    reading.changes = [one for one in reading.changes if one not in wished]
    reading.note(**{"total" if reading.state.cart.lines or reading.changes else "no": True})
    return True


def _names_it(mention: Mention, said: Sequence[str]) -> bool:
    own = {stem(word) for word in (*mention.words, *mention.soft, *mention.packed.split())}
    return not own.isdisjoint(map(stem, said))


def exclude(reading: Reading, what: tuple[str, ...]) -> None:
    """Note that of what the message wished for or looks for last."""
    if reading.changes and reading.changes[-1].kind in ("want", "add"):
        last = reading.changes[-1]
        reading.changes[-1] = replace(last, mention=replace(last.mention, but=what))
    elif reading.looks:
        look = reading.looks[-1]
        reading.looks[-1] = replace(look, mention=replace(look.mention, but=what))
