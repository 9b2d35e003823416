"""The one option of the question just asked that a number settles: `220` of two voltages, `17 quilos` of two ranges.

Pure.
"""

import re

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.clauses import Clause
from app.features.chat.assistant.mentions import product_words
from app.features.chat.assistant.reading import Reading
from app.features.chat.assistant.words import fold, words
from app.features.conversations.state import Listed

_NUMBER = re.compile(
    r"(?<![\d.,])(\d{1,4}(?:[.,]\d)?)(?![\d.,]*\d)(?!\s*(?:x\b|un\b|unid|pares?\b|pecas?\b|reais|real|conto))"
)
_RANGE = re.compile(r"\b(\d{1,4})\s*(?:[a-z]{1,4}\s*)?(?:a|ao|ate|-)\s*(\d{1,4})")
_DIGITS = re.compile(r"(\d+(?:[.,]\d+)?)[a-z]*")


def picked(reading: Reading, clause: Clause) -> bool:
    """An answer by number, where it fits one option alone and is neither its place nor a count of it."""
    asked = reading.state.dialogue.pending
    if asked is None or asked.kind not in ("choose", "quantity") or clause.negated or len(words(clause.text)) > 9:
        return False
    numbers = _NUMBER.findall(clause.text)
    options = [each for option in asked.options for each in option.each]
    if len(numbers) != 1 or not options:
        return False
    found = [one for one in options if _holds(one, numbers[0])]
    alone = len(options) == 1 and clause.asks
    if (
        len(found) != 1
        or not (len(options) > 1 or alone)
        or _counts(reading, clause.text, numbers[0], len(asked.options))
    ):
        return False
    mention = Mention(product_id=found[0].product_id)
    if clause.asks:
        reading.about.append(mention)
        reading.note(asks_something=True)
    else:
        reading.changes.append(Change("want", mention))
    return True


def _counts(reading: Reading, text: str, number: str, shown: int) -> bool:
    """`2` of a list is its second; `2 sacos da de 15` counts; what names more than the number is read elsewhere."""
    if number.isdigit() and int(number) <= shown:
        return True
    mention = reading.mention(text)
    weighs = re.search(r"\b(?:pesa|peso|tem|com|mede|usa|calca|veste|weighs?)\b", text) is not None
    return bool(mention.words) and not weighs


def _holds(option: Listed, number: str) -> bool:
    told = fold(" ".join([option.name, *option.options.values()]))
    for token in product_words(told):
        if (found := _DIGITS.fullmatch(token)) and found[1].replace(",", ".") == number.replace(",", "."):
            return True
    whole = float(number.replace(",", "."))
    return any(int(low) <= whole <= int(high) for low, high in _RANGE.findall(told))
