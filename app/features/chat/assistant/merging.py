"""Changes of one message that belong together: `2 roupões, um branco M e um cinza G`. Pure."""

from collections.abc import Sequence

from msgspec.structs import replace

from app.features.chat.assistant import vocabulary as v
from app.features.chat.assistant.acts import Change
from app.features.chat.assistant.goods import NAMES, current
from app.features.chat.assistant.words import stem

_COLOURS = frozenset(map(stem, v.COLOURS))


def shared_out(changes: Sequence[Change]) -> list[Change]:
    """A thing and then only its colours and sizes: so many of each, and none besides."""
    changes = _of_one_kind(changes)
    out: list[Change] = []
    at = 0
    while at < len(changes):
        head, parts = changes[at], []
        for other in changes[at + 1 :]:
            if not _is_part(other):
                break
            parts.append(other)
        counts = sum(part.mention.quantity or 1 for part in parts)
        counted = len(parts) > 1 or any(part.mention.quantity for part in parts)
        if counted and _is_whole(head) and head.mention.quantity in (None, counts):
            words, soft = head.mention.words, head.mention.soft
            out += [
                replace(
                    head,
                    mention=replace(one.mention, words=(*words, *one.mention.words), soft=(*soft, *one.mention.soft)),
                )
                for one in parts
            ]
            at += 1 + len(parts)
        else:
            out.append(head)
            at += 1
    return out


def _of_one_kind(changes: Sequence[Change]) -> list[Change]:
    """`3 esmalte rosa e 2 preto`: a colour alone is of what was named just before with one."""
    out: list[Change] = []
    nouns: tuple[str, ...] = ()
    for change in changes:
        words = change.mention.words
        if nouns and words and not change.mention.soft and not change.parts and _is_part(change):
            change = replace(change, mention=replace(change.mention, words=(*nouns, *words)))
        elif words:
            coloured = any(stem(word) in _COLOURS for word in words)
            goods = [word for word in words if current().place(word) >= NAMES and stem(word) not in _COLOURS]
            nouns = tuple(goods) if coloured else ()
        out.append(change)
    return out


def _is_part(change: Change) -> bool:
    mention = change.mention
    traits = all(stem(word) in _COLOURS for word in mention.words) and (mention.words or mention.soft)
    return change.kind in ("want", "add") and bool(traits) and not mention.position


def _is_whole(change: Change) -> bool:
    mention = change.mention
    named = bool(mention.words) and not any(stem(word) in _COLOURS for word in mention.words)
    numbered = all(word.isdigit() for word in mention.soft)
    return change.kind in ("want", "add") and named and numbered and not mention.position
