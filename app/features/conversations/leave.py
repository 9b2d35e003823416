"""Whoever was to be asked agrees: that holds back no yes. Pure."""

from app.ops.expressions import expression

SPOKE = expression(
    r"\b(?:ja\s+)?(?:falei|conversei|combinei|confirmei|vi|acertei|talked\s+to|spoke\s+(?:to|with)|checked\s+with|asked)\s+"
    r"(?:(?:com|pra|para)\s+)?(?:(?:[oa]s?|d?el[ea]s?|meu|minha|him|her|them|my)\s*){1,2}(?:marido|esposa|mulher|mae|pai|patrao|chefe|filh[oa]|"
    r"namorad[oa]|soci[oa]|irma[o]?|husband|wife|mother|boss|partner)?\b"
)
"""`falei com ele`, in a folded text."""
LEAVE = expression(
    r"\b(?:el[ea]|(?:meu|minha)\s+\w+|[oa]\s+(?:patrao|chefe|gerente))\s+(?:deixou|liberou|aprovou|topou|concordou|aceitou|autorizou|(?:falou|disse)\s+que\s+(?:sim|pode))\b"
)
"""`meu marido deixou`, in a folded text."""
