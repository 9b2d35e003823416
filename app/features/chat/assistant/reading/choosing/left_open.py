"""Answers to the question that is asked once more before anything is closed: a number of its list, or to go on without.

Pure.
"""

from collections.abc import Sequence

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.language.words import fold, number, words
from app.features.chat.assistant.products.matching import shares
from app.features.chat.assistant.reading.clauses import Clause
from app.features.chat.assistant.reading.draft import Reading
from app.features.conversations.state import Pending
from app.ops.expressions import expression

# `segue sem`, `nenhum`, to the question which of some is wanted
_WITHOUT_IT = expression(
    r"(?:(?:nao|no|ok|ta|bom|entao|ai|ah|pode|vamos|quero|prefiro|melhor|just|please|yes|sim)[\s,]+)*(?:(?:seg(?:ue|uir|uimos|ui)|sig[ao]|continua\w*|fecha\w*|fica|deixa|ir|vai|manda|go(?:es)?\s+on|continue|leave(?:\s+it)?)\s+)?"
    r"(?:sem(?:\s+(?:nenhum|ess[ea]s?|el[ea]s?|isso|nada|mesmo|entao))*|without(?:\s+(?:it|them|that|any))?|nenhum[a]?(?:\s+(?:del[ea]s|dess[ea]s|mesmo))*|none(?:\s+of\s+(?:them|those))?|neither|"
    r"(?:deixa|esquece|pula|tira|ignora|skip|forget|drop)(?:\s+(?:ess[ea]s?|isso|el[ea]s?|it|that|pra\s+la|quieto|fora))+|pula|skip)(?:\s+(?:entao|mesmo|por\s+favor|please|pfv))*"
)
_NONE = expression(r"(?:nenhuma?|none|neither)\b")


def goes_without(reading: Reading, clause: Clause) -> bool:
    """It is told to go on without what is still to be chosen, which is in the cart not yet."""
    if clause.asks or reading.changes or not _WITHOUT_IT.fullmatch(f"{clause.lead} {clause.text}".strip(" ,.!")):
        return False
    asked = reading.state.dialogue.pending
    said = [word for one in _waits(reading) for word in words(fold(one.query)) if len(word) > 2]
    if said:
        reading.note(lets_go=tuple(said), total=True)
    elif _NONE.match(clause.text) and asked is not None and asked.kind == "choose":
        reading.note(no=True)
    else:
        return False
    return True


# `ah acabou?`, of what was told to be gone just now
_TAKES_NOTE = expression(
    r"(?:(?:ah+|oh|poxa|puxa|nossa|que\s+pena|entao|ja|e|mas|serio|so)\s+)*(?:(?:ja|ta|esta|it'?s|is\s+it|they'?re|all)\s+)*(?:acabou|acabaram|esgot(?:ou|ad[oa]s?)|em\s+falta|sem\s+estoque|nao\s+tem(?:\s+mais)?|sold\s+out|gone)(?:\s+(?:mesmo|ja|entao|e|foi|all))*"
)
# `o filtro mantém`, `keep the filter`, `o resto igual`
_STAYS = expression(
    r"(?:(?:mas|e|ja|but|and|so)\s+)*(?:(?:[oa]s?|the)\s+(?P<what>[a-z][\w\s]*?)\s+(?:(?:voces?|pode[m]?)\s+)*(?:mantem|mantenha|fica|ficam|continua[m]?|deixa|permanece[m]?|segue[m]?|stays?)"
    r"|(?:mantem|mantenha|deixa|keep|leave)\s+(?:[oa]s?|the)\s+(?P<that>[a-z][\w\s]*?)|(?:[oa]s?|the)\s+(?P<rest>resto|restante|outr[oa]s|demais|others?)(?=\s+\w))"
    r"(?P<so>(?:\s+(?:igual|assim|mesmo|normal|(?:como|do\s+jeito\s+que)\s+(?:ta|tao|esta|estao|tava|estava[m]?)|as\s+(?:it|they)\s+(?:is|are)|the\s+same))*)"
)

_REST = frozenset({"resto", "restante", "outros", "outras", "demais", "rest", "others"})
_OF = frozenset({"de", "do", "da", "of"})


def takes_note(reading: Reading, clause: Clause) -> bool:
    """It repeats that something is gone, or says what of the cart stays as it is: nothing is asked or wished."""
    state, text = reading.state, clause.text.strip(" ,.!")
    told = any(one.near for one in state.dialogue.open) or state.sold_out is not None
    stays = None if clause.asks or clause.negated else _STAYS.fullmatch(text)
    said = words(stays["what"] or stays["that"] or stays["rest"]) if stays else []
    what = [word for word in said if word not in _OF]
    held = bool(what) and any(all(shares([word], line.name) for word in what) for line in state.cart.lines)
    held = held or (bool(state.cart.lines) and len(what) == 1 and what[0] in _REST)
    other = any(not change.mention.empty or change.old for change in reading.changes)
    if not (held and (other or (stays and stays["so"]))) and not (told and _TAKES_NOTE.fullmatch(text)):
        return False
    reading.note(**({"tells": True} if held else {"exclaims": True}))
    return True


_NUMBER = expression(
    r"(?:(?:e|eh|ok|entao|pode\s+ser|quero|manda|the|o|a|numero|opcao|item|option|number)\s+)*(\d|um|dois|duas|tres|quatro|cinco|one|two|three|four|five)(?:\s*[.)])?(?:\s+(?:mesmo|entao|por\s+favor|please|pfv))*"
)


def tells_number(reading: Reading, clause: Clause) -> bool:
    """`2`, to the list that is shown once more: the second of it, and no count."""
    state, asked = reading.state, reading.state.dialogue.pending
    else_read = reading.changes or reading.looks or reading.about or reading.traits or reading.found
    found = None if clause.asks or else_read else _NUMBER.fullmatch(clause.text.strip(" ,.!"))
    if found is None or asked is None or not any(one.again for one in _waits(reading)):
        return False
    place = number(found[1]) or 0
    if not 1 <= place <= len(asked.options) or len(asked.options) < 2 or asked.options != state.dialogue.listed:
        return False
    reading.changes.append(Change("want", Mention(position=place, quantity=asked.quantity)))
    return True


def _waits(reading: Reading) -> list[Pending]:
    """What is still to be chosen, of which it was asked last."""
    state, asked = reading.state, reading.state.dialogue.pending
    if asked is None or asked.kind != "choose":
        return []
    ids = {each.product_id for option in asked.options for each in option.each}
    return [
        one for one in state.dialogue.open if ids & {each.product_id for option in one.options for each in option.each}
    ]


def of_the_rest(changes: Sequence[Change]) -> list[Change]:
    """The changes without what is said of the rest: `e o resto igual` wishes for nothing, `só o bolo, o resto tira` is
    told by the first of them."""
    only = any(one.kind == "only" for one in changes)
    return [
        one
        for one in changes
        if one.mention.words[:1] == () or one.mention.words[0] not in _REST or (one.kind == "remove" and not only)
    ]
