"""The choice that an earlier answer left open, asked once more before anything is closed."""

import msgspec

from app.features.chat.assistant.acts import Look
from app.features.chat.assistant.deciding.cart import choosing
from app.features.chat.assistant.deciding.checking.asking_again import MISUNDERSTANDINGS
from app.features.chat.assistant.deciding.mind import Mind, Say, quoted, quoted_whole
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import fold, number
from app.features.chat.assistant.products.matching import spread
from app.features.conversations.state import Pending
from app.features.conversations.summary import method_name
from app.ops.expressions import expression

_SENTENCE = expression(r"[^.?!;\n]+[.?!;\n]*")
_PUT = expression(
    r"\b(?:bota|poe|coloca|manda|me\s+ve|adiciona|inclui|acrescenta|separa|add|throw\s+in|i'll\s+take)\s+(?:(?:ai|pra\s+mim|junto)\s+)*"
    r"(?P<many>\d{1,2}|uma?|dois|duas|tres|quatro|cinco|an?|one|two|three)\b"
)
_PUT_NOT = expression(r"\b(?:nao|not|tira\w*|troc\w+|instead|depois|acho|talvez|maybe|later)\b")
_NEEDED = expression(r"\b(?:preciso|precisamos|precisando|quero|queria|need|want)\b")


def more_to_choose(mind: Mind) -> bool:
    """Those of a choice that are not listed yet are shown."""
    asked = mind.state.dialogue.pending
    listed = {one.product_id for one in spread([*mind.seen, *mind.listed])}
    left = [one for one in spread(asked.options if asked else ()) if one.product_id not in listed]
    if left:
        mind.show(left, "more", choosing.SHOWN, True)
        mind.pending = asked
    return bool(left)


def still_to_choose(mind: Mind, *, told: bool) -> bool:
    """A product of the cart is still to be chosen: an order without it is not what the shopper wants."""
    acts, asked = mind.acts, mind.state.dialogue.pending
    noted = all(said.what in ("way_noted", "noted") for said in mind.says)
    offered = asked is not None and asked.kind == "quantity" and noted
    if asked is None or not (asked.kind == "choose" or offered) or mind.pending is not None or asked.only_told:
        return False
    if acts.changes or acts.empties or acts.no or acts.lets_go or acts.about or mind.handed or mind.lost:
        return False
    if any(not wish.guess for wish in acts.looks) or mind.cart.lines:
        return False
    if (acts.looking or acts.leaves or acts.hesitates) and not (acts.method or acts.way):
        mind.pending = asked if mind.says else None
        return False
    if asked.quantity is None and not (told or acts.method or acts.way or acts.yes):
        mind.pending = asked if mind.says else None
        return False
    mind.says = [said for said in mind.says if said.what != "method_noted"]
    if acts.asked and not (mind.says or told or acts.method or acts.way or acts.yes):  # `e dura quantos km?`
        found = quoted(mind, "") or quoted_whole(mind)
        mind.says.append(Say("text", text=found) if found else Say("not_told"))
    if acts.method is not None:
        mind.says.insert(0, Say("method_taken", {"method": method_name(acts.method, acts.language)}))
    if told:
        mind.says.insert(0, Say("noted"))
    ask_still(mind, asked)
    return True


def ask_still(mind: Mind, asked: Pending) -> None:
    """The same choice once more, shortly; the third time without its list."""
    if asked.shown >= MISUNDERSTANDINGS and len(asked.options) == len(mind.listed) > 1:
        mind.say("left_number", last=str(len(asked.options)))
        mind.pending = asked
        return
    head = "left_to_choose" if len(asked.options) > 1 else "is_it_this" if asked.near else "found"
    choosing.choose(mind, spread(asked.options), asked.quantity, head, query=asked.query)
    if mind.pending is not None:
        mind.pending = msgspec.structs.replace(
            mind.pending, near=asked.near, query=asked.query, times=asked.times, shown=asked.shown + 1
        )


def stays_wanted(mind: Mind, wish: Look, *, several: bool) -> None:
    """`preciso de tesoura e luva`, `I need bleach, and 2 gloves`: each is wanted, and asked about before anything is
    closed."""
    asked, beside = mind.pending, mind.changed and bool(mind.acts.changes)
    put = _put_besides(mind)
    needed = put is not None or (
        (several or beside) and not wish.guess and _NEEDED.search(fold(mind.acts.text)) and "?" not in mind.acts.text
    )
    if not needed or asked is None or (asked.near and not beside) or not mind.says or mind.says[-1].what != "list":
        return
    shown = mind.says[-1].listed
    if len(shown) == 1 and shown[0].in_stock:
        words = " ".join(wish.mention.words)
        mind.open.append(Pending("choose", shown, wish.quantity or put, query=words, near=asked.near))


def _put_besides(mind: Mind) -> int | None:
    """`vocês têm suco? se tiver bota um`: how many of what is only shown are to be put in beside what is there."""
    told = [spelt_out(fold(said)) for said in _SENTENCE.findall(mind.acts.text) if "?" not in said]
    found = next((found for said in told if (found := _PUT.search(said)) and not _PUT_NOT.search(said)), None)
    return number(found["many"]) if found and mind.cart.lines else None


def told_alone(mind: Mind, told: bool) -> None:
    """Data and nothing else, while the cart is empty: what was offered is offered again, or they are noted."""
    if not told or mind.says:
        return
    asked = mind.state.dialogue.pending
    if asked is not None and asked.kind == "quantity" and mind.pending is None:
        mind.say("noted")
        choosing.choose(mind, spread(asked.options), asked.quantity, "found")
    elif mind.state.orders:
        mind.say("noted_for_order", number=str(mind.state.orders[-1].number))
    elif mind.acts.known.name:
        mind.say("nice_to_meet", name=mind.acts.known.name.split()[0])
    else:
        mind.say("noted_alone")
