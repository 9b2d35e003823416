"""What only leads to a change of the cart: `não, espera, põe também`, `sim, mas antes troca`. Pure."""

import re
from collections.abc import Sequence

from app.features.chat.assistant.reading.sizing import size_in
from app.features.conversations.state import CartLine

_ADDS = (
    r"(?:coloc\w+|bot[ae]\w*|poe|por|adicion\w+|acrescent\w+|inclu\w+|manda|me\s+ve|quero|queria|vou\s+(?:querer|levar)|add|put|throw\s+in|"
    r"i\s+(?:also\s+)?want|i'?d\s+like)"
)
# `não, espera. põe também uma necessaire`: not closed yet, and nothing of it is wrong
_NOT_YET = re.compile(
    r"^\W*(?:(?:nao|no|n|pera|perai|espera|calma|wait|hold\s+on|ainda\s+nao|not\s+yet)\b[\s,.!;]*)+"
    rf"(?=(?:{_ADDS})\s+(?:[^.;!?\n]*\s)?(?:tambem|junto|as\s+well|too|mais\s+(?:\d|uma?|dois|duas))\b|i\s+also\s+want\b|"
    r"(?:mais|also|faltou|e\s+tambem|tambem)\s)"
)
_CHANGES = (
    r"(?:troc\w+|mud\w+|alter\w+|corrig\w+|tir\w+|remov\w+|coloc\w+|bot[ae]\w*|poe|adicion\w+|acrescent\w+|inclu\w+|aument\w+|diminu\w+|"
    r"swap|change|make|switch|take|remove|add|put)"
)
# `sim, mas antes troca pro 35`
_FIRST = re.compile(
    rf"\b(?:mas\s+)?(?:antes|primeiro|antes\s+(?:de\s+(?:fechar|tudo|confirmar)|disso))\s*,?\s+(?=(?:voce\s+|vc\s+|me\s+|eu\s+quero\s+)?{_CHANGES}\b)"
    rf"|\b(?:but\s+)?(?:first|before\s+that)\s*,?\s+(?={_CHANGES}\b)"
)
_FIRST_AFTER = re.compile(
    rf"(?P<all>\b{_CHANGES}\s[^.;!?\n,]+?)\s+(?:antes|primeiro|first|before\s+that)(?=\s*(?:$|[.,;!\n]))"
)
# `é o 35 agora né?`
_NOW_SO = re.compile(
    r"(?:^|(?<=[.,;!?\n]))\s*(?:entao\s+)?(?:ja\s+)?(?:e|eh|ta|ficou|esta|vai|is\s+it|it'?s)\s+(?:(?:com|n?[oa]|the|em|de)\s+)*(?:numero\s+|tamanho\s+|size\s+)?"
    r"(?P<n>\d{2}(?:/\d{2})?|pp|p|m|g|gg|xg)\s+(?:(?:agora|now)\s*,?\s*(?:ne|neh|certo|ok|right|isso)?|(?:ne|neh|certo)\b)\s*\?*"
)
_COUNT = r"(?:\d{1,2}|uma?|dois|duas|tres|quatro|cinco|seis|one|two|three)"
# `são 2 cangas então, uma de cada né?`: asked to be sure, which changes nothing
_CHECKS = re.compile(
    rf"(?:^|(?<=[.,;!?\n]))\s*(?:entao\s+)?(?:sao|seriam|ficou|ficaram|deu|that'?s|it'?s)\s+{_COUNT}\s+(?!reais\b)[^.;!?\n]*?"
    r"\b(?:ne|neh|certo|correto|right|correct)\s*(?:\?+|$)"
)
# `guaraná só 2 também`: as many of it as of the others, and none besides
_ONLY_TOO = re.compile(
    rf"(?:\b(?:coloc\w+|poe|bot[ae]|manda|faz)\s+)?(?P<only>\b(?:so|apenas|somente)\s+{_COUNT}\b(?:\s+(?!mais\b)[a-z0-9]+){{0,4}}?)\s+tambem\b"
)


def resumed(text: str, lines: Sequence[CartLine]) -> str:
    """The folded message without what only leads to a change of the cart. lines: those of the cart."""
    if not lines:
        return text
    text = _FIRST_AFTER.sub(r"\g<all>", _FIRST.sub(" ", _NOT_YET.sub("", text))).strip()
    text = _ONLY_TOO.sub(r"\g<only>", text)
    now = _CHECKS.search(text)
    if now is None and any(size_in(line.name) for line in lines):
        now = _NOW_SO.search(text)
    if now is None:
        return text
    left = f"{text[: now.start()]} {text[now.end() :]}".strip(" ,.!?")
    return left if left.startswith(("quanto", "how much")) else f"quanto ficou tudo? {left}".strip()
