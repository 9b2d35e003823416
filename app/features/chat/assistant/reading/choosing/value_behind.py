"""A size, colour or number behind what it belongs to, as in `o vermelho, M`. Pure."""

from msgspec.structs import replace

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.language.words import fold, words
from app.features.chat.assistant.reading.draft import Reading


def value_behind(reading: Reading) -> None:
    """`o vermelho, M`, where the red one that was shown is an M: of that one, and no wish for another."""
    dialogue = reading.state.dialogue
    listed = (*dialogue.listed, *(dialogue.pending.options if dialogue.pending else ()))
    shown = {one.product_id: one for entry in listed for one in entry.each}
    kept = reading.changes[:1]
    for change in reading.changes[1:]:
        before, own = kept[-1], change.mention
        ids = before.mention.among or (before.mention.product_id,)
        chosen = shown.get(ids[0]) if len(ids) == 1 else None
        values = {word for value in chosen.options.values() for word in words(fold(value))} if chosen else set()
        told = {*own.words, *own.soft}
        plain = own == Mention(words=own.words, soft=own.soft) and change.kind == before.kind == "want"
        if not (plain and told and told <= values):
            kept.append(change)
    reading.changes = kept


def number_behind(reading: Reading) -> None:
    """`diário de um banana, vocês têm o 1 e o 2?`: these of that, and not goods called by a number."""
    if len(reading.looks) != 2:
        return
    named, numbered = reading.looks
    told = numbered.mention.soft
    if named.mention.words and told and all(map(str.isdigit, told)) and numbered.mention == Mention(soft=told):
        one = told if len(told) == 1 else ()  # of several all are shown
        mention = replace(named.mention, soft=(*named.mention.soft, *one))
        reading.looks = [replace(named, mention=mention, guess=False)]
