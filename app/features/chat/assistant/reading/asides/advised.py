"""What somebody who knows said to get, and that it is got then: one wish, told twice. Pure."""

import re

from app.features.chat.assistant.language.goods import NAMES, current
from app.features.chat.assistant.language.words import NUMBER_WORDS, stem, words
from app.features.chat.assistant.products.name_words import PACKED
from app.ops.expressions import expression

# `o rapaz que vai instalar falou pra pegar também um conector de porcelana, então põe um conector`
_TOLD_TO_GET = expression(
    r"(?:^|[\s,.;!]+)(?:(?:e|que|mas|porque|ai|and|but)\s+)*(?:[oa]s?|the|um|uma)\s+(?:(?:meu|minha|my)\s+)?(?P<who>[a-z]{3,})(?:\s+(?:que|who)(?:\s+[a-z]+){1,4}?)?\s+(?:me\s+)?"
    r"(?:falou|disse|mandou|pediu|recomendou|indicou|said|told\s+me)\s+(?:que\s+(?:e|era)\s+)?(?:pra|para|to)\s+(?:eu\s+)?(?:ja\s+)?(?:pegar|comprar|levar|pedir|botar|colocar|get|buy)\s+(?:(?:tambem|junto|mais)\s+)*"
    r"(?P<goods>[^.,;!?\n]{3,60}?)\s*,?\s+(?:entao|ai|dai|so)\s+(?:(?:ja|me|voce|eu|i)\s+)*(?P<deed>poe|coloca|bota|manda|quero|ve|inclui|adiciona|add|want)\s+(?P<count>\d{1,2}|uma?|dois|duas|tres|one|two)\s+(?P<noun>[a-z]{3,})\b"
)
# `o pedreiro falou pra eu comprar duas luvas de 25, uma barra de cano e uma cola`
_TOLD_LIST = expression(
    r"(?:^|[\s,.;!]+)(?:(?:e|que|mas|porque|ai|dai|and|but)\s+)*(?:(?:[oa]s?|the|uma?|meu|minha|my)\s+){0,2}(?P<who>[a-z]{2,})\s+(?:(?:me|ja|so)\s+)*"
    r"(?:falou|disse|mandou|pediu|recomendou|indicou|said|told\s+me|asked\s+me)\s+(?:(?:que\s+(?:e|era)\s+)?(?:pra|para|to)|que\s+(?:eu\s+)?(?:preciso|precisa|precisava|tenho\s+que|tinha\s+que)(?:\s+de)?)\s+"
    r"(?:eu\s+)?(?:ja\s+)?(?:(?:pegar|comprar|levar|pedir|trazer|encomendar|buscar|get|buy|order|bring)\s+)?(?=(?P<goods>(?:\d|uma?\b|dois|duas|tres|quatro|cinco|seis|meia|an?\b|two|three|four|five|six)[^.;!?\n]{3,300})(?P<ends>[.;!?\n]|$))"
)
# `estourou o cano aqui de casa, é aquele marrom de 25, aí`, which is why they were told to
_BROKE = expression(
    r"(?P<begin>(?:^|[.;!\n])\s*(?:(?:oi+e?|ola|opa|hi|hello|bom\s+dia|boa\s+(?:tarde|noite)|tudo\s+bem|entao|e\s+que|eh\s+que)[\s,]+)*)"
    r"(?:[a-z]+\s+){0,5}?(?:estourou|quebrou|furou|vazou|rachou|entupiu|queimou|estragou|rompeu|burst|broke|leaked)\b(?:(?!\b(?:quero|preciso|want|need)\b)[^.;!?\n])*?"
    r"(?=[\s,]+(?:e|ai|dai|and|so)\s+(?:[oa]|meu|minha|um|uma|the|my)\s+[a-z]{3,}\s+(?:me\s+)?(?:falou|disse|mandou|pediu|recomendou|indicou|said|told)\b)"
)
_COUNTED = expression(rf"(?<!\bd[eo]\s)(?<!\bof\s)\b(?:\d{{1,2}}|{NUMBER_WORDS}|an?)\s+(?P<noun>[a-z]{{3,}})")
_UNSURE = expression(r"\b(?:mas|porem|so\s+que|se|nao|ou|acho|but|if|or|not)\b")
_COUNT = expression(r"^(?:\d{1,2}|uma?s?|dois|duas|tres|[oa]s?|an?|one|two|the)\s+")


def taken_as_told(text: str) -> str:
    """A folded text in which goods that somebody said to get are named once, as they are put in."""
    text = _TOLD_TO_GET.sub(_once, text)
    return _TOLD_LIST.sub(_all_of_them, _BROKE.sub(r"\g<begin>", text)) if "?" not in text else text


def _all_of_them(found: re.Match[str]) -> str:
    """Several goods that are each counted are wanted; one, or what is doubted, is only spoken of."""
    goods, current_ = found["goods"], current()
    each = [one for one in _COUNTED.finditer(goods) if one["noun"] in PACKED or current_.place(one["noun"]) >= NAMES]
    if len(each) < 2 or current_.place(found["who"]) >= NAMES or _UNSURE.search(goods):
        return found[0]
    return ". quero "


def _once(found: re.Match[str]) -> str:
    goods = _COUNT.sub("", found["goods"])
    same = stem(found["noun"]) in {stem(word) for word in words(goods)} and current().place(found["noun"]) >= NAMES
    known = current().place(found["who"]) >= NAMES
    return found[0] if known or not same else f". {found['deed']} {found['count']} {goods} "
