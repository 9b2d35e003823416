"""What a clause adds to the wish just before it: a size, a measure, which kind. Pure."""

import re
from typing import Any

import msgspec

from app.features.chat.assistant.reading import Reading

_MEASURE_AFTER = re.compile(r"(\d{1,3})\s*(kg|kilos?|quilos?|litros?|l|metros?|m)")


# `batata, a inglesa`
_WHICH_KIND = re.compile(r"(?:[oa]s?|the)\s+[a-z]{3,}")


_NUMBER_AFTER = re.compile(
    r"(?:n?o\s+|e\s+)?(?:(?:el[ea]|eu|[oa]\s+\w+|(?:meu|minha)\s+\w+)\s+)?(?:faz|fez|tem|completa|calc[ao]|us[ao]|vest[eo])?\s*"
    r"(\d{2}|(?<=faz )\d|(?<=tem )\d|(?<=completa )\d|pp|p|m|g|gg|xg|xgg)(?:\s+an(?:os|inhos))?(?:\s+por\s+favor)?"
)


_SIZE_AFTER = re.compile(
    r"(?:n?o\s+|em\s+|in\s+)?(?:size|tamanho|tam|numero|num)\s*(\d{1,2}|pp|p|m|g|gg|xg|xgg|s|l|xl)(?:\s+(?:please|por\s+favor))?"
)


_NARROWS = re.compile(
    r"^(?:mas\s+)?(?:e|eh|tem\s+que\s+ser|que\s+seja|so\s+que|it\s+has\s+to\s+be)\s+(?:[oa]s?|d[eoa]s?|the)\s+"
)


def narrows(reading: Reading, text: str) -> bool:
    """`quatro argamassa, mas é a ac3`: which of them is meant."""
    if not reading.changes:
        return False
    last = reading.changes[-1]
    if (measured := _MEASURE_AFTER.fullmatch(text)) and last.mention.words and last.mention.quantity is None:
        amount = f"{measured[1]}{'l' if measured[2][0] == 'l' else 'kg' if measured[2][0] in 'kq' else 'm'}"
        reading.changes[-1] = msgspec.structs.replace(
            last, mention=msgspec.structs.replace(last.mention, measure=amount)
        )
        return True
    if (last.mention.words and not last.parts and _WHICH_KIND.fullmatch(text)) and (
        kind := reading.mention(text)
    ).words:
        whole = msgspec.structs.replace(last.mention, words=(*last.mention.words, *kind.words))
        reading.changes[-1] = msgspec.structs.replace(last, mention=whole, parts=(last.mention, kind))
        return True
    if found := _NUMBER_AFTER.fullmatch(text):  # `sapato preto, 42`
        if not last.mention.words or last.mention.soft or last.mention.quantity is not None:
            return False
        told: dict[str, Any] = {"number": found[1]} if found[1].isdigit() else {"soft": (found[1],)}
        reading.changes[-1] = msgspec.structs.replace(last, mention=msgspec.structs.replace(last.mention, **told))
        return True
    if found := _SIZE_AFTER.fullmatch(text):
        pointing = last.mention.empty
        sized = msgspec.structs.replace(last.mention, soft=(*last.mention.soft, found[1]), pointing=pointing)
        reading.changes[-1] = msgspec.structs.replace(last, mention=sized)
        return True
    found = _NARROWS.match(text)
    if found is None:
        return False
    more = reading.mention(text[found.end() :])
    if (
        not last.mention.words
        or more.quantity is not None
        or more.position is not None
        or not (more.words or more.soft)
    ):
        return False
    words = (*last.mention.words, *(word for word in more.words if word not in last.mention.words))
    narrowed = msgspec.structs.replace(last.mention, words=words, soft=(*last.mention.soft, *more.soft))
    reading.changes[-1] = msgspec.structs.replace(last, mention=narrowed)
    return True
