"""What only leads to a change of the cart: `não, espera, põe também`, `sim, mas antes troca`. Pure."""

import re
from collections.abc import Sequence

from app.features.chat.assistant.language.goods import current
from app.features.chat.assistant.language.words import COUNT, fold, is_colour, number, stem, words
from app.features.chat.assistant.products.mentions import leading_count
from app.features.chat.assistant.products.name_words import SIZES
from app.features.chat.assistant.reading.changes.edits import line_in
from app.features.conversations.state import CartLine
from app.ops.expressions import expression

_ADDS = (
    r"(?:coloc\w+|bot[ae]\w*|poe|por|adicion\w+|acrescent\w+|inclu\w+|manda|me\s+ve|quero|queria|vou\s+(?:querer|levar)|add|put|throw\s+in|"
    r"i\s+(?:also\s+)?want|i'?d\s+like)"
)
# `não, espera. põe também uma necessaire`: not closed yet, and nothing of it is wrong
_NOT_YET = expression(
    r"^\W*(?:(?:nao|no|n|pera|perai|espera|calma|wait|hold\s+on|ainda\s+nao|not\s+yet)\b[\s,.!;]*)+"
    rf"(?=(?:{_ADDS})\s+(?:[^.;!?\n]*\s)?(?:tambem|junto|as\s+well|too|mais\s+(?:\d|uma?|dois|duas))\b|i\s+also\s+want\b|"
    r"(?:mais|also|faltou|e\s+tambem|tambem)\s)"
)
_CHANGES = (
    r"(?:troc\w+|mud\w+|alter\w+|corrig\w+|tir\w+|remov\w+|coloc\w+|bot[ae]\w*|poe|adicion\w+|acrescent\w+|inclu\w+|aument\w+|diminu\w+|"
    r"swap|change|make|switch|take|remove|add|put)"
)
# `sim, mas antes troca pro 35`
_FIRST = expression(
    rf"\b(?:mas\s+)?(?:antes|primeiro|antes\s+(?:de\s+(?:fechar|tudo|confirmar)|disso))\s*,?\s+(?=(?:voce\s+|vc\s+|me\s+|eu\s+quero\s+)?{_CHANGES}\b)"
    rf"|\b(?:but\s+)?(?:first|before\s+that)\s*,?\s+(?={_CHANGES}\b)"
)
_FIRST_AFTER = expression(
    rf"(?P<all>\b{_CHANGES}\s[^.;!?\n,]+?)\s+(?:antes|primeiro|first|before\s+that)(?=\s*(?:$|[.,;!\n]))"
)
# `ah melhor, tira o pão`: a change as any other, which puts nothing else right
_BETTER = expression(rf"\b(?:(?<!ou\s)melhor|better\s+yet)\s*[,.:]+\s*(?=(?:{_CHANGES}|esquec\w+|deixa)\b)")
# `faz mais 2`, which adds
_MAKES_MORE = expression(r"\bfaz(?:er|em)?\s+mais\s+(?=(?:\d{1,3}|uma?|dois|duas|tres|quatro|cinco|seis)\b)")
# `desculpa, é iphone 13 o dela`: what was meant instead
_MEANT = expression(
    r"\b(?:desculp\w+|foi\s+mal|errei|me\s+(?:enganei|confundi)|confundi|inverti|troquei(?=\W+(?:e|eh|era)\s)|falei\s+errado|escrevi\s+errado|ops|(?:opa|ih)(?=\W+(?:era|eh)\b)|sorry|my\s+(?:bad|mistake))"
    r"(?:\s+[oa]\s+(?:numero|tamanho|cor|modelo))?\W+(?:(?:mas|na\s+verdade|but)\s+)?"
    r"(?:[oa]\s+(?:(?:cert[oa]|model[oa]|celular|aparelho|tamanho|numero|cor)(?:\s+(?:del[ea]|cert[oa]|meu|minha))?|del[ea])\s+)?(?P<is>e|eh|era|seria|it'?s|it\s+is|it\s+was|i\s+meant)\s+"
    r"(?:(?:pra|para)\s+ser\s+)?(?P<what>[^,.;!?\n]+?)(?:\s+(?:[oa]\s+)?(?:del[ea]|meu|minha|cert[oa]))?(?=\s*(?:$|[,.;!?\n]))"
)
_REGRET = (
    r"(?:errei|me\s+(?:enganei|confundi)|confundi|(?:falei|escrevi|digitei)\s+errado|foi\s+mal|my\s+(?:bad|mistake)|"
    r"i\s+(?:got|mixed)\s+(?:it|that|them)\s+(?:wrong|up))"
)
_REGRETS = expression(rf"\b{_REGRET}\b")
# `azul! errei, tava olhando o da minha prima`, `era azul`: the same, told first
_MEANT_FIRST = expression(
    r"^\W*(?:(?:nao|no|opa|ops|ah+|ih|eita|pera|perai|espera|mas|desculpa|wait|oh|oops)\b\W*)*(?P<was>(?:era|eram|it\s+was)\s+(?:(?:pra|para)\s+ser\s+)?)?(?:(?:e|eh|it'?s)\s+)?"
    r"(?P<what>(?:(?:[oa]s?|the|de|d[oa]|em)\s+)*(?P<value>[a-z0-9]+)(?:\s+[a-z]+)?)\s*(?:[,.!]+|$)\s*"
    r"(?:(?:desculp\w+|sorry|ai|nossa|gente|eu|k{2,}|haha)\W+)*"
    rf"(?P<regret>{_REGRET}(?:\s+(?:a\s+cor|o\s+tamanho|o\s+numero|aqui|k{(2,)}|haha))*(?=\W|$))?"
)
# Why it was told wrong: `tava olhando o da minha prima`
_WHY_WRONG = expression(
    r"(?:^|(?<=[,.;!\n]))\s*(?:(?:e|eh|que|porque|pq|eu|i|because|k{2,}|haha)\s+)*(?:tava|estava|was)\s+"
    r"(?:olhando|vendo|lendo|pensando|com|looking|reading|thinking)\b[^,.;!?\n]*"
)
# `o tamanho tá errado, é M`; beside it, what says no more: `falei errado`, `a cor tá certa`
_OF_IT = r"(?:[oa]|the)\s+(?:tamanho|cor|numero|medida|modelo|sabor|quantidade|size|colou?r|amount)"
_IS_WRONG = expression(
    rf"(?:\b(?:nao|no)\W+)?\b{_OF_IT}\s+(?:ta|tava|esta|estava|foi|saiu|veio|ficou|is|was)\s+(?:errad[oa]|trocad[oa]|wrong)\W+"
    r"(?:e|eh|era|seria|quero|it'?s|it\s+is|should\s+be)\s+(?=\S)"
)
_SAYS_NO_MORE = expression(
    rf"(?:^|(?<=[,.;!\n]))\s*(?:{_OF_IT}\s+(?:ta|esta|e|eh|is)\s+(?:cert[oa]|corret[oa]|ok|right|fine|correct)|"
    r"(?:eu\s+)?(?:falei|escrevi|digitei|mandei|coloquei)\s+errado|i\s+(?:wrote|typed|said)\s+it\s+wrong)(?=\s*(?:$|[,.;!\n]))"
)

# `fica assim: o kit e a espátula`: the order told anew
_ANEW = expression(
    r"\b(?:fica(?:ria)?|ficou|vai\s+ficar|fecha(?:mos)?|deixa|faz(?:emos)?|seria)\s+assim(?:\s+entao)?\s*:\s*(?=\S)"
)
# `fica a de 6 mesmo`, of a cloth for 6: which of them, and no count
_STAYS = expression(
    r"\b(?:fica|mant\w+|deix[ae]|keep|stick\s+with)\s+(?:(?:com|with)\s+)?(?=(?:[oa]|the)\s+(?:d[eo]\s+)?(?P<number>\d{1,4})\b(?!\s+(?:por|pra)\b)(?!.*\b(?:tir|remov)))"
)

# `prefiro a de 3 kg mesmo`
_RATHER = expression(
    r"\b(?:prefiro|quero|melhor|fico\s+com|vou\s+(?:ficar\s+com|d[eao]))\s+"
    r"(?=[oa]\s+(?:d[eo]\s+)?(?P<number>\d{1,4})\b(?:\s*(?!e\b)[a-z]+){0,2}?\s+(?:mesm[oa]|msm)\s*(?:$|[,.;!\n]))"
)

# `acho que 1 kg é melhor, né?` would rather have that; `ou não sei` takes it back
_IS_BETTER = expression(
    r"(?:^|(?<=[.,;!\n]))\s*(?:eu\s+)?acho\s+que\s+(?P<what>[^,.;!?\n]+?)\s+(?:e|eh|fica|seria|vai\s+ser|sai)\s+melhor(?:\s+(?:mesmo|entao|ne|neh))*"
    r"(?P<end>(?<=ne)\s*\?|(?<=neh)\s*\?|\s*(?=$|[,.;!\n]))(?P<doubt>\W*(?:(?:ou|mas|sei\s+la)\W+)*(?:nao\s+sei|sei\s+la)(?:\s+(?:ainda|bem|direito|nao))?\s*(?=$|[,.;!\n]))?"
)


def resumed(text: str, lines: Sequence[CartLine]) -> str:
    """The folded message without what only leads to a change of the cart. lines: those of the cart."""
    if not lines:
        return text
    text = _ANEW.sub("quero ", _MAKES_MORE.sub("poe mais ", text))
    text = _STAYS.sub(lambda found: "mantem " if _in_name(found["number"], lines) else "melhor ", text)
    text = _RATHER.sub(lambda found: "mantem " if _in_name(found["number"], lines) else found[0], text)
    text = _IS_BETTER.sub(lambda found: "ainda nao sei" if found["doubt"] else f"melhor {found['what']}. ", text)
    text = _SAYS_NO_MORE.sub("", _IS_WRONG.sub("na verdade ", text)) or text
    text = _MEANT.sub(lambda found: _meant(found, lines), _meant_first(text, lines))
    text = _BETTER.sub("", _NOT_YET.sub("", text))
    return _FIRST_AFTER.sub(r"\g<all>", _FIRST.sub(" ", text)).strip()


def told_anew(text: str) -> str:
    """What a message tells as the whole order anew; empty where it does not."""
    found = _ANEW.search(text)
    return text[found.end() :] if found is not None else ""


def _in_name(number: str, lines: Sequence[CartLine]) -> bool:
    return any(number in re.findall(r"\d+", line.name) for line in lines)


def _meant(found: re.Match[str], lines: Sequence[CartLine]) -> str:
    """What was meant; `desculpa, e 1 graxa`, of no line, may be one thing more."""
    count, named = leading_count(found["what"])
    joins = found["is"] == "e" and count is not None and named.strip() != ""
    return found[0] if joins and line_in(found["what"], lines) is None else f"na verdade {found['what']}"


def _meant_first(text: str, lines: Sequence[CartLine]) -> str:
    """What was meant, before its regret: a colour, a size or a kind that not all of the cart is of."""
    found = _MEANT_FIRST.match(text)
    text = _WHY_WRONG.sub("", text) if _REGRETS.search(text) or (found and found["was"]) else text
    if found is None or not (found["regret"] or found["was"]):
        return text
    value, held = found["value"], [{*map(stem, words(fold(line.name)))} for line in lines]
    chooses = is_colour(value) or value in SIZES or value.isdigit() or current().place(value) > 0
    if not chooses or all(stem(value) in own for own in held):
        return text
    return f"na verdade {found['what']} . {text[found.end() :]}".rstrip(" .")


BIG = 100  # a number that counts nothing where the thing itself has one: 220 V, 500 ml


# `três choripán quer dizer quatro choripán`, `3 bibs in beige... actually 2 is enough`
_COUNTED_AGAIN = expression(
    rf"(?<![\w:/,.-])(?P<old>{COUNT})\s+(?P<what>[a-z]{{3,}}(?:\s+[a-z]+){{0,5}}?)[\s,.;!]+(?:nao\s*,\s*|no\s*,\s*|perai?\s*,\s*|wait\s*,?\s*)?"
    r"(?:quer\s+dizer|ou\s+melhor|minto|corrijo|digo|alias|na\s+verdade|actually|i\s+mean|or\s+rather|scratch\s+that)[\s,:]+"
    rf"(?:(?:e|eh|sao|melhor|so|make\s+(?:it|that)|just)\s+)*(?P<new>{COUNT})\b(?P<behind>[^,.;!?\n]*)"
)
_ENOUGH = expression(
    r"\s*(?:is|are|e|eh|ta|basta|chega|da|sao)?\s*(?:bom|otimo|enough|fine|suficiente|ja|mesmo|so)?\s*"
)
SIZES_FROM = 30  # a number from here on, behind a smaller one, may be a size


def counted_again(text: str) -> str:
    """A folded text in which a count that is put right at once is the last one told."""

    def anew(found: re.Match[str]) -> str:
        old, new = number(found["old"]) or 0, number(found["new"]) or 0
        what, behind = found["what"], found["behind"]
        again = behind.strip().startswith(words(what)[0])
        if new >= SIZES_FROM > old or not (again or _ENOUGH.fullmatch(behind)):
            return found[0]
        return f"{found['new']}{behind if again else f' {what}'}"

    return _COUNTED_AGAIN.sub(anew, text)
