"""Whether bytes read in one encoding make words, first of all words of Portuguese. Pure; tests/files/test_encoding.py.

Nearly every byte is a letter in each of the encodings; what tells them apart is where in a word letters, capitals and
marks may stand: `FEIJÇO`, `CàDIGO` and `A€éCAR` are no words.
"""

import re
import unicodedata
from functools import cache
from itertools import filterfalse

GOOD, POSSIBLE, IMPOSSIBLE = 1, 0, -3
# All of ASCII but letters and digits stands between words.
_SPACES = bytes(byte if byte > 0x7F or chr(byte).isalnum() else 0x20 for byte in range(256))
_PORTUGUESE = re.compile("[a-záàâãéêíóôõúç]+")
_ACCENTS = re.compile("[áéíóúâêô]")
# Where Portuguese has no such letter: what is found may still be a word of another language.
_UNUSUAL = re.compile(
    r"ã(?![oeismz]|$)|ão(?!s?$|z)|õ(?!e)|ç(?![aoáâãóôõuú])|^ç|(?<![aeiouáéíóúãâêô])(?<![aeiouáéíóúâê][nrlpc])ç"
    r"|(?<!^)à|à(?!$|s$|quel)|â(?![mn])|ê(?=[aou])|ô(?=[ae])|[áéúó](?=[aeoáãéó])|í(?=[aeiou])|[ea]á|aã|eé|oó|ií|uú"
    r"|^[áêâíóôúãõ]$"
)
_MARKED = re.compile(  # numbers, units and names with their signs
    r"\d+[ºª°][cC]?|[nN]º|\d*[kcmKCM]?[mM]?[½¼¾]|[a-zA-Z\d]*[²³]|\d*µ[mgslAFVW]|\d*×\d*|[±§¶]\d*|[€–—•“”‘’°\xa0]|€\d+|\d+€"
    r"|[dlDL]’[^\W\d_]+|[^\W\d_]+’[sS]"
)
_SPACED = re.compile("(?:[^\\W_]{2,}|[aeoAEO\\d])(?:\xa0(?:[^\\W_]{2,}|[aeoAEO\\d]))+")
_BESIDE = "“”‘’«»‹›…–—•®™©\xa0¿¡"  # marks that may stand beside a word
_BETWEEN = re.compile("[–—…\xa0’\\d]+")  # and between two
_OTHERS = "ßæœøðþ"  # letters of Western Europe that are no other letter with an accent


def words_of(text: bytes) -> set[bytes]:
    """What is read together, in bytes: letters and digits, with something beyond ASCII among them."""
    return set(filterfalse(bytes.isascii, text.translate(_SPACES).split()))


@cache
def fit(word: str) -> int:
    """How well something beyond ASCII is a word: GOOD in Portuguese, POSSIBLE elsewhere, or IMPOSSIBLE."""
    if _MARKED.fullmatch(word):
        return GOOD
    inner = word.strip(_BESIDE)
    if inner.isascii():
        return POSSIBLE
    if inner.isalpha():
        return _fit_letters(inner)
    if _SPACED.fullmatch(inner) and all(part.isascii() or fit(part) == GOOD for part in inner.split("\xa0")):
        return GOOD
    parts = [part for part in _BETWEEN.split(inner) if part and not part.isascii()]
    return IMPOSSIBLE if parts == [inner] else min([POSSIBLE, *map(fit, parts)])


def _fit_letters(word: str) -> int:
    if not _is_cased(word):
        return IMPOSSIBLE
    small = word.lower()
    if _PORTUGUESE.fullmatch(small):
        return POSSIBLE if _UNUSUAL.search(small) or len(_ACCENTS.findall(small)) > 1 else GOOD
    plain = sum(map(str.isascii, small))
    is_western = all(letter.isascii() or letter in _OTHERS or unicodedata.decomposition(letter) for letter in small)
    return POSSIBLE if is_western and (3 * plain >= len(word) or len(word) < 3) else IMPOSSIBLE


def _is_cased(word: str) -> bool:
    """Whether no letter with an accent is large among small ones, or small among large ones."""
    for at, letter in enumerate(word):
        if letter.isascii():
            continue
        before, after = word[at - 1 : at] if at else "", word[at + 1 : at + 2]
        if letter.isupper() and (before.islower() or (at and after.islower())):
            return False
        if letter.islower() and letter != "ß" and (after.isupper() or (at > 1 and before.isupper())):
            return False
    return True
