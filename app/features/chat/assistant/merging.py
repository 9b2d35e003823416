"""Changes of one message that belong together: `2 roupões, um branco M e um cinza G`. Pure."""

from collections.abc import Sequence

from msgspec.structs import replace

from app.features.chat.assistant import vocabulary as v
from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.words import stem

_COLOURS = frozenset(map(stem, v.COLOURS))


def shared_out(changes: Sequence[Change]) -> list[Change]:
    """A thing and then only its colours and sizes: so many of each, and none besides."""
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
            out.append(_of_kind(head, out[-1].mention) if out else head)
            at += 1
    return out


def _of_kind(change: Change, before: Mention) -> Change:
    """A colour alone may be another kind of what was named just before it."""
    own = change.mention
    noun = before.noun or next((word for word in before.words if stem(word) not in _COLOURS), "")
    if not (noun and own.words and _is_part(change)) or before.without or change.kind not in ("want", "add"):
        return change
    return replace(change, mention=replace(own, noun=noun))


def _is_part(change: Change) -> bool:
    mention = change.mention
    traits = all(stem(word) in _COLOURS for word in mention.words) and (mention.words or mention.soft)
    return change.kind in ("want", "add") and bool(traits) and not mention.position


def _is_whole(change: Change) -> bool:
    mention = change.mention
    named = bool(mention.words) and not any(stem(word) in _COLOURS for word in mention.words)
    numbered = all(word.isdigit() for word in mention.soft)
    return change.kind in ("want", "add") and named and numbered and not mention.position
