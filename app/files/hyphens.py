"""Words cut at the end of a line: whether the mark between the halves belongs to the word. Pure; runs in the child.

pdfium marks a hyphen it found at a line's end with U+FFFE or U+0002, and cannot know which kind it is. What is written
whole elsewhere in the document decides first; then the first half does: some words make compounds and no other words
but those that their own endings make (`guarda-chuva`, but `guardado`), some keep the hyphen before certain letters.
"""

import re
from collections.abc import Iterable

MARKS = ("\ufffe", "\x02")
_CUT = re.compile("([^\\s\ufffe\x02]+)[\ufffe\x02]\\s*([^\\s\ufffe\x02]+)")
_WORDS = re.compile(r"\w+(?:-\w+)*")
# Prefixes that Portuguese always writes apart, but for what ordinary words begin so; `x-salada`.
_APART = {
    "além": "d[oa]", "aquém": "", "recém": "", "vice": "jar", "x": "", "sofá": "s", "pão": "", "café": "",
    "ex": "[cpqst]|$", "pré": "di|vi|mi", "pró": "xim|pri|spe|te|lo", "pós": "t",
}  # fmt: skip
# Verbs and nouns that begin compounds, and no other words but with the endings below.
_COMPOUNDS = frozenset(
    (
        *("aperta", "arranha", "bate", "beija", "bem", "cachorro", "corta", "couve", "curta", "custo", "descasca"),
        *("fura", "guarda", "lava", "limpa", "mata", "meia", "meias", "meio", "mestre", "papel", "pega", "peixe"),
        *("pisca", "porta", "puxa", "quebra", "rasga", "relógio", "saca", "salva", "seca", "tampa", "tira", "toca"),
        *("troca", "vale", "vira"),
    )
)
# With these they are ordinary words: those of verbs, diminutives, and the rest of a few (guardanapo, portátil).
_ENDINGS = re.compile(
    r"d[oa]s?|d[oa]r(?:[ae]s?|es)?|d(?:eir|inh|our|iç)[oa]s?|mos|r(?:am|em|ei|ão|á|ás|ia|ias|iam)?|vam?|ssem?|nd[oa]s?"
    r"|ntes?|[uml]|s|ção|ções|mentos?|ge[mn]s?|nças?|ncias?|dade|ve(?:l|is)|z?inh[oa]s?|zã?õ?[oe]s?|t[óá]ri[oa]s?|napos?"
    r"|til|teis|ros\w|rin[ao]|nia|n[oa]s?|riana|bos?|i?ros?"
)
# What alone makes compounds with words that begin many others.
_TAILS = {
    "abre": ("lata", "latas", "garrafas", "fácil"),
    "azul": ("marinho", "claro", "escuro"),
    "alto": ("falante", "falantes", "relevo"),
    "amor": ("perfeito", "próprio"),
    "ar": ("condicionado", "comprimido", "refrigerado"),
    "água": ("viva", "marinha"),
    "banho": ("maria",),
    "baixo": ("relevo",),
    "batata": ("doce",),
    "boas": ("vindas",),
    "bolsa": ("família", "escola"),
    "caixa": ("forte",),
    "carro": ("forte", "pipa"),
    "conta": ("gotas", "giros"),
    "cor": ("de",),
    "criado": ("mudo",),
    "e": ("mail", "mails", "commerce", "book", "books"),
    "erva": ("doce", "mate", "cidreira"),
    "guarda": ("mor",),
    "hora": ("extra",),
    "horas": ("extras",),
    "palavra": ("chave",),
    "palavras": ("chave", "cruzadas"),
    "para": ("brisa", "brisas", "choque", "choques", "lama", "lamas", "raio", "raios", "sol"),
    "pronto": ("socorro", "atendimento"),
    "quadro": ("negro",),
    "roda": ("gigante",),
    "rosa": ("choque", "claro"),
    "sem": ("fim", "teto", "terra", "vergonha"),
    "t": ("shirt", "shirts"),
    "verde": ("claro", "escuro", "água"),
}
_LAST = frozenset(("feira", "feiras", "prima", "primas"))  # segunda-feira, matéria-prima
_VOWELS = "aeiouáéíóúâêôãõ"
# Before the vowel that it ends with, or h, a prefix keeps its hyphen.
_PREFIX = re.compile("(?:anti|arqui|auto|contra|extra|infra|intra|macro|micro|mini|multi|semi|sobre|supra|tele|ultra)")
_CLOSED = re.compile("(?:hiper|inter|super)")
_PRONOUN = re.compile("l[oa]s?")
_SHORTEST_TWIN = 4  # pisca-pisca, but coco


class Hyphens:
    """Decides by the other words of the same document first: a word that is whole elsewhere is written as there."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._known = {word for text in texts for word in _WORDS.findall(text.casefold())}

    def join(self, text: str) -> str:
        """The text with every cut word whole."""
        return _CUT.sub(self._joined, text).translate(dict.fromkeys(map(ord, MARKS)))

    def _joined(self, cut: re.Match[str]) -> str:
        first, second = cut[1], cut[2]
        head, tail = _WORDS.findall(first.casefold()), _WORDS.findall(second.casefold())
        if not head or not tail:
            return f"{first}-{second}"
        return f"{first}-{second}" if self._is_whole(head[-1], tail[0], second) else first + second

    def _is_whole(self, head: str, tail: str, second: str) -> bool:
        if f"{head}-{tail}" in self._known or head + tail in self._known:
            return f"{head}-{tail}" in self._known
        if head[-1].isdigit() or tail[0].isdigit() or second[0].isupper() or "-" in head:
            return True
        return _is_compound(head, tail.partition("-")[0])


def _is_compound(head: str, tail: str) -> bool:
    if tail in _LAST or tail in _TAILS.get(head, ()) or (head == tail and len(head) >= _SHORTEST_TWIN):
        return True
    if head in _APART:
        return not re.match(_APART[head] or "z", tail) and not tail.startswith("zinh")
    if head == "mal":
        return tail[0] in _VOWELS + "h"
    if _PREFIX.fullmatch(head):
        return tail[0] in ("h", head[-1])
    if _CLOSED.fullmatch(head):
        return tail[0] in "hr" and not tail.startswith("ru")
    # `vendê-la`, `vendem-se`: no word has these letters side by side.
    if (head[-1] in "áêô" and len(head) > 2 and _PRONOUN.fullmatch(tail)) or (head[-1] == "m" and tail == "se"):
        return True
    return head in _COMPOUNDS and not _ENDINGS.fullmatch(tail)
