"""What a relative clause goes on with: `aquele travesseiro que afunda devagar e volta, sabe`. Pure."""

from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.words import NUMBER_WORDS, words
from app.ops.expressions import expression

# What is no further verb of it: goods beside it, another wish, a question.
_OTHERWISE = (
    rf"(?:\d|(?:{NUMBER_WORDS}|[oa]s?|uns|umas|an?|the|mais|tambem|also|quero|queria|vou|preciso|levo|pego|manda\w*|me|pode|tira|troca|coloca|"
    r"poe|bota|pago|retiro|busco|entreg\w+|quanto|qual|quais|quando|como|tem|se|voces?|vc|nao\s+quero|i|add|how|what|do|can)\b)"
)
_GOES_ON = expression(
    r"\b(?:aquel[ea]s?|ess[ea]s?|[oa]s?|uma?|the|that|an?)\s+(?P<name>[a-z]+(?:\s+[a-z]+){0,4}?)\s+(?:que|that|which)\s+(?!eu\b|nos\b|i\b|a\s+gente\b)"
    rf"(?:[^,.;!?\n]*?)(?P<more>\s+(?:e|and)\s+(?!{_OTHERWISE})[^,.;!?\n]+|,?\s+(?:sabe|you\s+know))(?=\s*(?:[,.;!?\n]|$))"
)


# `um travesseiro que não esquenta`: no refusal
_IS_NOT = expression(
    r"\b(?:quero|queria|preciso|procuro|want|need)\b[^,.;!?\n]*?\s(?P<name>[a-z]+(?:\s+[a-z]+){0,3}?)(?P<more>\s+(?:que|that|which)\s+"
    r"(?:(?:[oa]s?|the)\s+\w+\s+)?(?:nao|don't|doesn't|won't)\s+[^,.;!?\n]+)(?=\s*(?:[,.;!?\n]|$))"
)
# `e aquelas meias que não aparecem no sapato?`, asked for
_ASKED_FOR = expression(
    r"(?:^|(?<=[.;!?\n]))\s*(?:(?:e|mas|and)\s+)?(?:aquel[ea]s?|those|that)\s+(?P<name>[a-z]+(?:\s+[a-z]+){0,2}?)(?P<more>\s+(?:que|that|which)\s+"
    r"(?:nao|n|don't|doesn't)\s+[^.;!?\n]+?)\s*\?"
)


# `manda entregar que eu pago na hora`: what the shopper does is told by itself
_PAYS_SO = r"(?:pag\w+|acert\w+|fa(?:co|zemos)\s+(?:o\s+)?pix|passo\s+o\s+cartao|vou\s+pagar)"
_SET_ASIDE = (
    r"(?:deix[ae]\w*(?=\s+(?:\w+\s+){0,2}?(?:separad|pront|guardad|reservad))|separ[ae]\w*|reserv[ae]\w*|guard[ae]\w*)"
)
_AND_I_DO = expression(
    r"(?P<do>\b(?:(?:mand[ae]\w*|entreg(?:a|ar|ue)|envi(?:a|ar|e)|traz(?:er)?|fech[ae]\w*|confirm[ae]\w*|anot[ae]\w*|pode\s+vir"
    rf"|(?P<aside>{_SET_ASIDE}))(?:\s+(?!que\b)\w+){{0,5}}))\s+que\s+"
    r"(?=(?:(?:ai|ja|depois|amanha|hoje)\s+)*(?:eu|a\s+gente|nos)\s+(?:(?:ja|ai|la|depois|amanha|hoje|mesm[oa])\s+)*"
    rf"(?:{_PAYS_SO}|(?(aside)(?:passo|busc\w+|retir\w+|peg\w+|vou\s+(?:buscar|retirar|pegar|ai|passar))|(?!)))\b)"
)


def with_one_verb(text: str) -> str:
    """The folded text without the further verbs of a relative clause, none of which is wished for by itself, and
    without one that denies what goods of the shop are called by."""
    text = _AND_I_DO.sub(r"\g<do>, ", text)
    asked = _ASKED_FOR.search(text)
    if asked and any(current().place(word) == BEGINS for word in words(asked["name"])):
        text = f"{text[: asked.start()]} tem {asked['name']}?{text[asked.end() :]}"
    for sign in (_GOES_ON, _GOES_ON, _IS_NOT):
        found = sign.search(text)
        if found is None or not any(current().place(word) == BEGINS for word in words(found["name"])):
            continue
        if not any(current().place(word) >= NAMES for word in words(found["more"])):
            text = f"{text[: found.start('more')]}{text[found.end('more') :]}"
    return text
