"""Variants of one thing: products of a group that differ in their options. Pure; tests/features/test_variants.py."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile

# Words that join what comes after them.
_TIES = frozenset(("de", "do", "da", "com", "em", "cor", "tamanho"))


def variant_name(name: str, options: Mapping[str, str]) -> str:
    """The product's name with the options it does not tell itself: `Camiseta Lisa (Azul, M)`."""
    told = [value for value in options.values() if not _tells(name, value)]
    return f"{name} ({', '.join(told)})" if told else name


def _tells(name: str, value: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(value.casefold())}(?!\w)", name.casefold()) is not None


def choices(variants: Iterable[Mapping[str, str]]) -> dict[str, list[str]]:
    """Each option in which the variants differ, with its values in their order."""
    found: dict[str, list[str]] = {}
    for options in variants:
        for option, value in options.items():
            values = found.setdefault(option, [])
            if value not in values:
                values.append(value)
    return {option: values for option, values in found.items() if len(values) > 1}


def shared_name(names: Sequence[str]) -> str:
    """What the variants of one thing are called together: the words their names begin with; else the first name."""
    told = [name.split() for name in names]
    shared = [words[0] for words in takewhile(lambda words: len(set(words)) == 1, zip(*told, strict=False))]
    while shared and (shared[-1].casefold() in _TIES or not any(map(str.isalnum, shared[-1]))):
        shared.pop()
    return " ".join(shared).rstrip(",(-– ") or names[0]
