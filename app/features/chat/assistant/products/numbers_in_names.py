"""Numbers that are in the names of goods as words: the `4` of `lasanha 4 queijos`, of a `Lasanha Quatro Queijos`. Pure."""

from collections.abc import Sequence

from app.features.chat.assistant.language.words import NUMBERS, fold, words


def chosen_by(soft: Sequence[str], names: Sequence[str]) -> list[str]:
    """The words that may choose among goods of these names: without one number that all of them are called by."""
    called = [
        {str(NUMBERS[word]) for word in words(fold(name).partition(" (")[0]) if word in NUMBERS} for name in names
    ]
    told = set.intersection(*called) if called else set()
    left = list(soft)
    for number in told:
        if number in left:
            left.remove(number)
    return left
