"""A message written as it is spoken, in the usual spelling: `eu vo busca ai memo`, `pago im dinhero`. Pure."""

import re

from app.ops.expressions import expression

_WORDS = {
    "cum": "com", "cumigo": "comigo", "tamem": "também", "tamém": "também", "tamen": "também", "tambein": "também",
    "mermo": "mesmo", "dinhero": "dinheiro", "nóis": "nós", "nois": "nós", "oceis": "vocês", "oces": "vocês",
    "ocê": "você", "oce": "você", "intão": "então", "intao": "então", "intrega": "entrega", "intregar": "entregar",
    "intero": "inteiro", "intera": "inteira", "quejo": "queijo", "oto": "outro", "ota": "outra", "vamo": "vamos",
}  # fmt: skip
_WORD = expression(rf"(?<![\w-])(?:{'|'.join(_WORDS)})(?![\w-])", re.IGNORECASE)
_DEEDS = r"busca|pega|retira|leva|compra|paga|passa|quere|pedi"
_PHRASES = (
    # and not `guitar picks`
    (
        expression(
            r"(?<![^\W\d]\s)\b((?:(?:pode\s+ser|vai|vou|pago|pagar|prefiro|no|de|via|por|o|pelo)\s+)+)pi(?:cks?|que?s|quis)\b|^\s*(?:picks|piques)(?=\W*$)",
            re.IGNORECASE,
        ),
        r"\1pix",
    ),
    # `cerejaa`
    (expression(r"(?<=[^\W\d]{3})a{2,}\b", re.IGNORECASE), "a"),
    # and not `i'm`
    (expression(r"\bim\s+(?=(?:dinheiro|pix|esp[ée]cie|casa)\b)", re.IGNORECASE), "em "),
    # and not `minha vó`
    (expression(r"(?:\beu\s+vo\b|(?<![^\W\d]\s)\bvo\b)(?=\s+[a-z])", re.IGNORECASE), "eu vou"),
    # and not `bloco memo`
    (
        expression(r"\b(a[ií]|l[aá]|aqui|isso|ess[ea]|el[ea]|eu|agora|pix|dinheiro|nome)\s+memo\b", re.IGNORECASE),
        r"\1 mesmo",
    ),
    (
        expression(
            rf"\b(vou|vamos|(?:n[óo]s|a\s+gente)\s+vai|quando\s+(?:eu|n[óo]s|for))\s+({_DEEDS})\b", re.IGNORECASE
        ),
        r"\1 \2r",
    ),
    (expression(r"\bn[óo]s\s+vai\b", re.IGNORECASE), "nós vamos"),
)


def as_written(message: str) -> str:
    """The message with what is spelt as it is spoken in the usual spelling."""
    text = _WORD.sub(lambda found: _WORDS[found[0].lower()], message)
    for spoken, usual in _PHRASES:
        text = spoken.sub(usual, text)
    return text
