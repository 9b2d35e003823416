"""Words cut at the end of a line: whether the mark between the halves belongs to the word. Pure; runs in the child.

pdfium marks a hyphen it found at a line's end with U+FFFE or U+0002, and cannot know which kind it is.
"""

import re
from collections.abc import Iterable

MARKS = ("\ufffe", "\x02")
_CUT = re.compile("([^\\s\ufffe\x02]+)[\ufffe\x02]\\s*([^\\s\ufffe\x02]+)")
_WORDS = re.compile(r"\w+(?:-\w+)*")
# Prefixes that Portuguese always writes apart.
_APART = frozenset(("além", "aquém", "ex", "pré", "pró", "pós", "recém", "sem", "vice"))
_LAST = frozenset(("feira",))  # segunda-feira
# Words of shops whose halves stand for longer words, too: guarda-chuva, but guardanapo.
_WHOLE = {
    "abre": ("lata", "latas"),
    "bem": ("vindo", "vinda", "vindos", "vindas"),
    "boas": ("vindas",),
    "conta": ("gotas",),
    "couve": ("flor",),
    "custo": ("benefício",),
    "guarda": ("chuva", "chuvas", "roupa", "roupas", "sol", "sóis", "corpo", "volumes"),
    "lava": ("louça", "louças", "roupa", "roupas"),
    "matéria": ("prima",),
    "matérias": ("primas",),
    "meia": ("calça", "noite"),
    "meias": ("calças",),
    "meio": ("dia",),
    "micro": ("ondas",),
    "porta": ("joias", "malas", "retrato", "retratos", "copos", "chaves", "objetos"),
    "quebra": ("cabeça", "cabeças"),
    "saca": ("rolhas",),
    "salva": ("vidas",),
    "tira": ("manchas",),
}


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
        is_name = head[-1].isdigit() or tail[0].isdigit() or second[0].isupper()
        return is_name or tail in _WHOLE.get(head, ()) or head in _APART or tail in _LAST
