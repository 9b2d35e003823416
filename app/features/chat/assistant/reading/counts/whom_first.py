"""Whose each kind is, told before the kind: `pra mim o branco M e pra ele o cinza G`, `one for a 4 year old`; and what
somebody wears besides what they ask for: `I wear size 39, so one in size M`. Folded text. Pure."""

from app.features.chat.assistant.language import signs
from app.features.chat.assistant.language.goods import BEGINS, current
from app.features.chat.assistant.language.vocabulary import KIN
from app.features.chat.assistant.language.words import is_colour
from app.features.chat.assistant.products.name_words import SIZES
from app.ops.expressions import expression

_ONE = r"(?:[oa]s?|uma?|the|an?|one|\d{1,2})"
_WHOM = expression(
    rf"(?P<joint>^|[,.;!\n]\s*(?:e\s+)?|\s(?:e|and)\s+)(?:pr[ao]s?|para|for)\s+(?:(?:[oa]s?|meus?|minhas?|my|the)\s+)*(?:mim|el[ea]s?|me|him|her|them|mais\s+(?:vel|nov)\w+|cacula|bebe|{KIN})\s*,?\s+"
    rf"(?:(?:quero|vai|pode\s+ser|seria|i\s+want|vai\s+ser)\s+)?(?={_ONE}\s+(?:(?:de|tamanho|numero|size|cor|in|no)\s+)*(?P<kind>[a-z0-9]+))"
)
_OF_AGE = expression(
    r"\b(?P<n>one|two|three|an?|\d{1,2})\s+for\s+(?:an?|my|the|our|his|her)\s+(?P<age>\d{1,2})[\s-]+years?[\s-]+olds?\b"
)
# `I wear Brazilian size 39 so I'd take one in size M`
_WEARS = expression(
    r"(?P<joint>^|[,.;!\n]\s*|\s(?:and|but|e)\s+)(?:(?:i|eu)\s+)?(?:(?:usually|normally|geralmente|normalmente)\s+)?(?:wear|calco|uso)\s+(?:(?:an?|[oa]|brazilian|us|uk|eu|european|shoe|numero|tamanho|size)\s+)*\d{2}(?:\s*,)?\s+(?:so|entao|por\s+isso|logo)\s+"
    r"(?=(?P<then>[^.;!?\n]*\b(?:size|tamanho)\s+[a-z0-9]+))"
)
_WISHES = expression(rf"{signs.WANT.pattern}|\bi'?d\s+(?:take|get|have|want)\b")


def whom_first(text: str) -> str:
    """The folded text with each kind by itself, where several are told so; what is asked stays as it is."""
    if "?" in text:
        return text
    text = _WEARS.sub(lambda found: found["joint"] if _WISHES.search(found["then"]) else found[0], text)
    text = _OF_AGE.sub(lambda found: f"{found['n']} de {found['age']} anos", text)
    told = [found for found in _WHOM.finditer(text) if _is_kind(found["kind"])]
    several = len(told) > 1
    return _WHOM.sub(lambda found: found["joint"] if _is_kind(found["kind"]) else found[0], text) if several else text


def _is_kind(word: str) -> bool:
    return word in SIZES or word[0].isdigit() or is_colour(word) or 0 < current().place(word) < BEGINS


# `não, minto, são cinco quilos`: what was told in the message before is told anew
_TAKEN_BACK = expression(
    r"^\W*(?:(?:nao|no|ah+|ih+|opa|ops|eita|pera(?:i)?|desculpa|moc[ao]|oops|sorry|wait)[\s,.!]+)*"
    r"(?:minto|menti|digo|quer\s+dizer|quero\s+dizer|errei|me\s+enganei|falei\s+errado|corrigindo|i\s+meant?|my\s+(?:bad|mistake))[\s,.:!]+"
    r"(?=(?:(?:e|eh|sao|era[m]?|quero|queria|it'?s|they'?re)\s+)?(?:\d|uma?\s|dois|duas|tres|quatro|cinco|seis|sete|oito|nove|dez|one|two|three|four|five))"
)
# `que o meu irmão vem também`, `que açaí sem tapioca não dá né`: why
_AS = expression(
    rf"\s+(?:que|pq|porque|pois)\s+(?:(?:[oa]s?\s+)?(?:meus?|minhas?)\s+{KIN}\s+(?:tambem\s+)?(?:vem|vai|chega|come|quer|vao|vem\s+junto)(?:\s+(?:tambem|junto|la|comer|pra\s+ca))*|"
    r"[a-z]+\s+sem\s+[a-z]+(?:\s+[a-z]+)?\s+nao\s+(?:da|rola|existe|vale|presta|e\s+[a-z]+|tem\s+graca)(?:\s+ne)?)(?=\s*(?:$|[,.;!\n]))"
)


def told_anew(text: str) -> str:
    """The folded text that begins with what is told anew, as the rules read that, and without why."""
    return _TAKEN_BACK.sub("na verdade ", _AS.sub("", text))
