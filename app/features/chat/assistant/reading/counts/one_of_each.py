"""One of each, and so many of each, of what was named or shown just before. Pure."""

import msgspec

from app.features.chat.assistant.acts import Change, Look, Mention
from app.features.chat.assistant.language.goods import BEGINS, current
from app.features.chat.assistant.products.name_words import SIZES
from app.features.chat.assistant.reading.draft import Reading


def of_each(reading: Reading, each: Mention) -> bool:
    """`brigadeiro e beijinho, um de cada`: so many of each thing that was named before."""
    if not each.words and not reading.changes:
        _each_sought(reading)
    if len(reading.changes) > 1:
        reading.changes = [
            msgspec.structs.replace(one, mention=_counted(one.mention, each), parts=_each_counted(one, each))
            for one in reading.changes
        ]
        return True
    if len(reading.changes) != 1 or each.words:
        return False
    before = reading.changes[0]  # `2 garrafas, uma de cada cor`
    if before.parts:
        reading.changes = [msgspec.structs.replace(before, parts=_each_counted(before, each))]
    elif before.mention.words:
        every = msgspec.structs.replace(before.mention, every=True, quantity=each.quantity)
        reading.changes = [msgspec.structs.replace(before, mention=every)]
    return bool(before.parts or before.mention.words)


def _counted(mention: Mention, each: Mention) -> Mention:
    return msgspec.structs.replace(mention, quantity=mention.quantity or each.quantity, soft=mention.soft or each.soft)


def _each_counted(change: Change, each: Mention) -> tuple[Mention, ...]:
    return tuple(msgspec.structs.replace(part, quantity=part.quantity or each.quantity) for part in change.parts)


def _each_sought(reading: Reading) -> None:
    """`sabonete em barra e líquido, um de cada`: what was named is wished for."""
    parts = _parts_of(reading.looks[-1]) if reading.looks and reading.looks[-1].guess else ()
    if len(parts) > 1:
        reading.looks.pop()
    elif len(reading.looks) > 1 and all(one.guess and one.mention.words for one in reading.looks):
        parts = tuple(part for one in reading.looks for part in one.parts or (one.mention,))
        reading.looks.clear()
    else:
        return
    noun = parts[0].words[:1]
    for part in parts:
        own = any(current().place(word) == BEGINS for word in part.words)
        mention = part if own else msgspec.structs.replace(part, words=(*noun, *part.words))
        reading.changes.append(Change("want", mention))


def _parts_of(look: Look) -> tuple[Mention, ...]:
    """Several things that are looked for; `saia jeans clara 44 e 42` are one in each of its sizes."""
    sizes = [one for one in look.mention.soft if one in SIZES or (one.isdigit() and len(one) == 2)]
    if look.parts or not look.mention.words or len(sizes) < 2 or len(sizes) != len(look.mention.soft):
        return look.parts
    return tuple(msgspec.structs.replace(look.mention, soft=(size,)) for size in sizes)
