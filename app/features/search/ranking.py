"""How a query is read and what a hit's score means. Pure; sql/search.sql computes the scores from these weights.

A score is the chance that a shopper would take the product for an answer: logistic in what query and product have in
common, fitted on tests/data/search (queries.tsv and unanswered.txt). 0.5 divides what fits from what does not.
Tests: tests/features/search/test_ranking.py, test_scores.py.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from html import escape

_LETTERS = re.compile(r"[^\W_]+")
# A word, or a code with its dashes, dots and slashes inside.
_WORD = re.compile(r"\w+(?:[-./]\w+)*")
_CODE = re.compile(r"(?=.*[0-9])[A-Za-z0-9]+(?:[-./_][A-Za-z0-9]+)*")
_CODE_PART = re.compile(r"[^\W\d_]+|\d+")
WORDS = 32
CODES = 8
CODE_PARTS = 4
CODE_CHARACTERS = 128
SYNONYMS = 8  # of one word, that a query is widened by
FITS = 0.5

# Of the logistic curve. Similarity counts from what unrelated texts have (0) to equal ones (1), so that the curve holds
# for models whose cosines lie elsewhere. Naming goods counts against what is not called so, and so does calling for
# some: of such a query UNNAMED and UNMEANT are added to each product, NAMED and MEANT to the right ones.
BASE = -1.85
SIMILARITY = 10.5
LIKENESS = 1.0
FORGIVEN = 0.7
SHARE = 1.95
NAMED, UNNAMED = 2.6, -1.8
MEANT, UNMEANT = 4.7, -1.3
BEGINS = 1.4
# A factor for what only shares its stem with the word that carries the query: words and vectors take it for the same.
CONFUSED = 0.45
# The similarity that stands for a product without a vector, all of the query's words in it: those alone can make a hit.
ALL_WORDS = 0.3


def weights(background: float) -> list[float]:
    """The curve over raw cosines of a model in which unrelated texts have the cosine `background`."""
    slope = SIMILARITY / (1 - background)
    without = [background, ALL_WORDS * (1 - background)]
    return [
        BASE - slope * background, slope, LIKENESS, FORGIVEN, *without, SHARE, NAMED, UNNAMED, MEANT, UNMEANT, BEGINS,
        CONFUSED,
    ]  # fmt: skip


def fold(text: str) -> str:
    """Lower case without accents."""
    if text.isascii():
        return text.lower()
    return "".join(c for c in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(c))


def words_of(query: str) -> list[str]:
    """The words of a query, in order, each once."""
    return list(dict.fromkeys(_WORD.findall(query.lower())))[:WORDS]


def codes_of(query: str) -> list[str]:
    """What in a query may be a product's code: the whole of it, and each word with a digit.

    Also in other case, and with other marks between letters and digits: `cad010` and `CAD 010` for `CAD-010`.
    """
    found = [query.strip(), *(word for word in _WORD.findall(query) if any(c.isdigit() for c in word))]
    found = [code for code in found if 0 < len(code) <= CODE_CHARACTERS][:CODES]
    found += [form for code in found for form in respelt(code)]
    return list(dict.fromkeys(form for code in found for form in (code, code.upper(), code.lower())))


def respelt(code: str) -> list[str]:
    """A short code of letters, then digits, with each of the marks that stand between them, and with none.

    Not what begins with digits: `1/2` is no `12`.
    """
    parts = _CODE_PART.findall(code)
    if not 1 < len(parts) <= CODE_PARTS or parts[0].isdigit() or not any(map(str.isdigit, parts)):
        return []
    return [mark.join(parts) for mark in ("", "-", " ", "_", ".", "/")]


def code_of(query: str) -> str | None:
    """The query as parts of a SKU: one word in plain letters and digits, a digit among them; else None."""
    word = query.strip()
    return word if _CODE.fullmatch(word) and 3 <= len(word) <= CODE_CHARACTERS else None


def alternatives(words: Sequence[str], groups: Iterable[Sequence[str]]) -> list[str]:
    """Each word with what else the store calls it, divided by bars, as any_of reads it.

    A synonym of several words is found in the query when they follow one another, and all in either number.
    """
    meanings = by_phrase(groups)
    read: list[str] = []
    at = 0
    keys = [key_of(word) for word in words]
    longest = max((phrase.count(" ") + 1 for phrase in meanings), default=1)
    while at < len(words):
        for count in range(min(longest, len(words) - at), 0, -1):
            if others := meanings.get(" ".join(keys[at : at + count])):
                read.append("|".join([" ".join(words[at : at + count]), *others]))
                at += count
                break
        else:
            read.append(words[at])
            at += 1
    return read


def reworded(query: str, groups: Iterable[Sequence[str]]) -> list[str]:
    """The query as the store would say it: with each synonym in its place, one at a time."""
    read = alternatives(words_of(query), groups)
    found: list[str] = []
    for place, options in enumerate(read):
        for other in options.split("|")[1:]:
            rest = [option.split("|")[0] for option in read]
            found.append(" ".join([*rest[:place], other, *rest[place + 1 :]]))
    return list(dict.fromkeys(found))[:SYNONYMS]


def by_phrase(groups: Iterable[Sequence[str]]) -> Mapping[str, list[str]]:
    """What else each phrase of a store's synonyms is called, by the phrase's key."""
    meanings: dict[str, list[str]] = {}
    for group in groups:
        keys = list(map(key_of, group))
        for key in keys:
            others = meanings.setdefault(key, [])
            others += [other for other, of in zip(group, keys, strict=True) if of != key and other not in others]
    return {phrase: others[:SYNONYMS] for phrase, others in meanings.items()}


@lru_cache(32_768)  # all phrases of a store are keyed for each search of it, of which there may be 15,000
def key_of(phrase: str) -> str:
    """A phrase as its synonyms are looked up: folded, in the singular, its dashes gone."""
    return " ".join(map(singular, _LETTERS.findall(fold(phrase))))


def singular(word: str) -> str:
    """A folded word in the singular, as far as its ending tells."""
    if not word.endswith(("s", "n")):
        return word
    word = re.sub(r"(?:oes|aes|aos)$", "ao", word)
    word = re.sub(r"(?<=[a-z][aeou])is$", "l", word)
    # `beans` and `trens`: which of n and m it was shows in neither.
    word = re.sub(r"(?<=[a-z]{2})(?:ns|n)$", "m", word)
    return re.sub(r"(?:(?<=[a-z]{2}[rz])|(?<=[a-z]{2}(?:ss|sh|ch)))es$|(?<=[a-z]{2}[a-rt-z])s$", "", word)


def plural(word: str) -> str:
    """A folded word in the plural, as far as its ending tells."""
    for ending, of_many in (("ao", "oes"), ("al", "ais"), ("el", "eis"), ("ol", "ois"), ("m", "ns"), ("s", "s")):
        if word.endswith(ending):
            return word.removesuffix(ending) + of_many
    return word + ("es" if word[-1] in "rz" else "s")


def highlight(text: str, words: Iterable[str], *, most: int = 300) -> str | None:
    """`text` as HTML with the query's words marked, cut around the first; None when it holds none of them.

    A word counts in its other forms too: when it begins like the asked one. A name of several words counts whole.
    """
    held = {_stem(fold(match)) for match in _WORD.findall(text)}
    stems: set[str] = set()
    for phrase in words:
        parts = {stem for word in phrase.split() if len(stem := _stem(fold(word))) > (" " in phrase) + 1}
        if parts <= held:
            stems |= parts
    spans = [m.span() for m in _WORD.finditer(text) if _stem(fold(m.group())) in stems]
    if not spans:
        return None
    start = max(0, spans[0][0] - most // 3) if len(text) > most else 0
    start = start if start == 0 else text.find(" ", start) + 1 or start
    end = start + most
    marked, at = "…" if start else "", start
    for left, right in spans:
        if start <= left and right <= end:
            marked += f"{escape(text[at:left])}<mark>{escape(text[left:right])}</mark>"
            at = right
    return marked + escape(text[at:end]) + ("…" if end < len(text) else "")


def _stem(word: str) -> str:
    """Without the endings of number and gender, as far as marking needs it."""
    word = re.sub(r"(?:oes|aes|aos)$", "ao", word)
    word = re.sub(r"(?<=[aeo])is$", "l", word)
    word = re.sub(r"(?:(?<=[rz])es|(?<=[aeiou])s)$", "", word)
    return re.sub(r"(?<=\w{3})[aoe]$", "", word)
