"""What is said around a wish and is no part of it: that something is out of stock, as the shopper was just told; what a
thing is rather for; which bottle of it is meant. Pure."""

import re

from app.features.conversations.state import ConversationState
from app.ops.expressions import expression

_WISH = (
    r"(?:(?:entao|ai|eu)\s+)*(?:me\s+(?:ve|manda|da|separa)|manda|quero|queria|levo|pode\s+ser|separa|coloca|bota|poe|pego|fico\s+com|"
    r"vou\s+(?:querer|levar|de)|i'?ll\s+take|give\s+me|i\s+want)\b"
)
# `poxa, se o de 100 tá em falta me vê um de 50 então`
_OUT = expression(
    r"\b(?:se|ja\s+que|como|if|since)\s+(?:(?:[oa]s?|the)\s+)?(?:(?!\b(?:eu|me|quero)\b)[a-z0-9 ]){0,40}?"
    r"(?:(?:ta|esta|tao|estao|is|are)\s+(?:em\s+falta|esgotad[oa]s?|sem\s+estoque|out(?:\s+of\s+stock)?|sold\s+out|gone)|acabou|(?:nao|n)\s+tem(?:\s+mais)?)"
    rf"\s*,?\s+(?={_WISH})"
)
# `eu queria um mais pro trabalho. troca`
_RATHER_FOR = expression(
    r"(?:^|(?<=[.;!\n]))\s*(?:(?:h+m+|ah+|e|mas|entao|olha|na\s+verdade)[\s,]+)*(?:eu\s+)?(?:queria|quero|precisava|preferia)\s+(?:de\s+)?"
    r"(?:uma?|algo|outr[oa])\s+mais\s+(?:pro|pra|para)\s+(?:[oa]\s+)?[a-z]+(?:\s+[a-z]+)?\s*[.;,]+\s*(?=(?:entao\s+)?(?:troca|muda|tira|poe|bota|coloca)\b)"
)
# `(the full 100 ml bottle)`
_WHICH_BOTTLE = expression(
    r"\(\s*(?P<told>(?:(?:[oa]|the|full|whole|frasco|vidro|garrafa|inteir[oa]|chei[oa]|bottle|box|size|d[eo]|one|normal|original|mesm[oa])\s*)*"
    r"(?P<size>\d{1,4}\s?(?:ml|l|g|kg)\b)?\s*(?:(?:full|whole|frasco|inteir[oa]|bottle|size|one|jar|box)\s*)*)\)"
)


def without_known(text: str, state: ConversationState) -> str:
    """A folded text without these; whether something is out of stock stays a condition where nothing was shown."""
    text = _WHICH_BOTTLE.sub(_only_size, _RATHER_FOR.sub(" ", text))
    asked = state.dialogue.pending
    shown = asked is not None and asked.kind in ("choose", "quantity")
    return _OUT.sub("", text) if shown and not state.cart.lines else text


def _only_size(found: re.Match[str]) -> str:
    return f" {found['size']} " if found["size"] else found[0]
