"""Numbers that are in the names of goods as words: the `4` of `lasanha 4 queijos`, a `Lasanha Quatro Queijos`. Pure."""

from collections.abc import Sequence

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.language.words import NUMBERS, fold, words
from app.ops.expressions import expression

_CODE = expression(r"(?P<letters>[a-z]+)(?P<figures>\d+)")


def another_code(word: str, name: str) -> bool:
    """A word has other figures behind the letters than the name has: `r14`, of what comes in `R13`."""
    told = _CODE.fullmatch(word)
    own = [found for one in words(name) if (found := _CODE.fullmatch(one))]
    return told is not None and word not in words(name) and told["letters"] in {one["letters"] for one in own}


def chosen_by(mention: Mention, names: Sequence[str]) -> list[str]:
    """The words of a mention that may choose among goods of these names: without a number that all of them are called
    by, unless it is said of an option (`de 4 pessoas`)."""
    told = [words(fold(name).partition(" (")[0]) for name in names]
    called = [{str(NUMBERS[word]) for word in name if word in NUMBERS} for name in told]
    left = list(mention.soft)
    for number in set.intersection(*called) if called else ():
        options = {f"{number} {word}" for word in mention.words}
        of_option = any(option in fold(name).partition(" (")[2] for name in names for option in options)
        if number in left and (not of_option or left.count(number) > 1):
            left.remove(number)
    return left
