"""One kind of goods wished for beside another that is told of: `a faixa branca já tenho, quero a azul`. Pure."""

from app.features.chat.assistant.language.goods import BEGINS, current
from app.features.chat.assistant.language.signs import WANT
from app.features.chat.assistant.language.words import is_colour
from app.features.chat.assistant.reading.kinds.kinds_said import Said
from app.features.chat.assistant.reading.kinds.specified import behind_name
from app.ops.expressions import expression

_PREFERS = (
    r"(?:(?:eu\s+)?(?:quero|queria|prefiro|vou\s+querer|vou\s+levar|levo|preciso)|me\s+ve|manda|separa|"
    r"i\s+want|i'?ll\s+take|i\s+need)"
)
# `a faixa branca eu já tenho, quero só a azul`
_OTHER_OF_IT = expression(
    rf"(?P<told>^[^.;!?\n]*?)\s*(?:[,.;]|\b(?:e|mas|and|but)\b)\s*(?:entao\s+)?(?P<wish>{_PREFERS}\s+)(?:(?:so|apenas|just|only)\s+)?"
    r"(?P<kind>(?:[oa]s?|uma?|the|\d{1,2}|dois|duas|tres)\s+[^.,;!?\n]{1,40}?)(?:\s+(?:mesmo|entao|one|por\s+favor|please))*(?=\s*(?:$|[.,;!\n]))"
)


_TELLS = expression(
    r"\b(?:tenho|temos|gostei|adorei|amei|curti|achei|vi|ficou|rasgou|perdi|have|got|liked?|loved?|saw)\b"
)
# What another wants is no story: `minha filha quer o boné rosa e eu quero o preto`
_WISHES = expression(r"\b(?:quer\w*|precis\w+|pediu|ped[ei]|prefer\w+|vai|vou|wants?|needs?|asked)\b")


def _is_told(text: str) -> bool:
    return _TELLS.search(text) is not None and not (_WISHES.search(text) or WANT.search(text))


def other_of_it(text: str) -> str:
    """A folded text that tells of one kind of goods and wishes for another: the wish, with the goods' name in it."""
    found = _OTHER_OF_IT.search(text)
    said = Said(found["kind"]) if found else None
    if found is None or said is None or "?" in text or not _is_told(found["told"]):
        return text
    kind = said.kind(0 if said.count(0) and said.at(0) not in ("o", "a", "os", "as", "the") else 1, parted=True)
    before = Said(found["told"])
    heads = [at for at, word in enumerate(before.words) if current().place(word) == BEGINS and not is_colour(word)]
    if kind is None or kind.ends < len(said.words) or len(heads) != 1:
        return text
    ends = behind_name(before, heads[0])
    told = before.kind(ends, parted=False)
    if told is None or told.sorts != kind.sorts or told.said == kind.said:
        return text
    goods = f"{kind.many or 1} {before.slice(heads[0], ends)} {kind.said}"
    return f"{found['wish']}{goods}{text[found.end() :]}"
