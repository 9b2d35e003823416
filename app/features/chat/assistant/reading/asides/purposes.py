"""What goods are wished for and why, told in a clause behind them: `um refil junto pra ela não ter desculpa`, `2 velas
que minha sogra vive pedindo`. It tells nothing of which. Pure."""

import re

from app.features.chat.assistant.language.goods import BEGINS, NAMES, WRAPS, current
from app.features.chat.assistant.language.signs import ADD, WANT
from app.features.chat.assistant.language.words import NUMBER_WORDS, NUMBERS, is_colour, words
from app.features.chat.assistant.products.name_words import SIZES
from app.ops.expressions import expression

_COUNT = rf"(?:\d|(?:{NUMBER_WORDS}|uns|umas|outr[oa]s?|mais|tambem|quero|queria|manda|poe|bota|coloca|me\s+ve)\b)"
# Up to a pause, or to where something else is wished for.
_TAIL = rf"(?:\s+(?!(?:e|mais|com|and|plus)\s+{_COUNT}|(?:e|and)\s+(?:[oa]s?|the|an)\s)[^\s,.;!?\n]+)*"
_OWN = r"(?:meus?|minhas?|noss[oa]s?|su[ao]s?)"
_ONES_OWN = expression(rf"\b{_OWN}\s+[a-z]{{3,}}")  # `pra pôr embaixo da minha mesa`, where tables are sold
# Who is to do it: `pra ela não ter`, `pro cachorro gastar`, `pras crianças brincarem`
_WHO = rf"(?:(?:que\s+)?(?:eu|el[ea]s?|a\s+gente|nos|(?:[oa]s?\s+)?(?:{_OWN}\s+)?[a-z]{{3,}})\s+)?"
_DEED = r"(?:[a-z]+(?:ar|er|ir|arem|erem|irem|armos|ermos|irmos)|por)"
_TO_DO = rf"(?:pra|para|p)\s+{_WHO}(?:(?:nao|nunca|so|poder|conseguir|ja|me|se)\s+)*(?P<deed>{_DEED})\b"
_TO_DO_IT = rf"pr[oa]s?\s+(?:{_OWN}\s+)?[a-z]{{3,}}\s+(?:(?:nao|nunca|se|ja)\s+)*(?P<done>{_DEED})\b"
# Of whom or of what it is told: `que minha sogra vive pedindo`, `pq hoje tem jogo`
_SUBJECT = (
    rf"(?:(?:(?:[oa]s?\s+)?{_OWN}|ess[ea]s?|aquel[ea]s?|[oa]s?|tod[oa]|la|aqui)\s+[a-z]{{2,}}|eu|el[ea]s?|a\s+gente|nos|hoje|amanha|geral|ja|"
    rf"(?:ta|tao|esta|estou|to|tou|acab\w+|quebr\w+|rasg\w+|caiu|estrag\w+))"
)
_WHY = (
    r"(?:que|porque|pois|ja\s+que|visto\s+que)\s+(?!(?:eu\s+)?(?:quero|queria|vou\s+(?:querer|levar|pegar|de)|levo)\b|"
    r"eu\s+(?:ja\s+)?(?:tenho|tinha|uso)\b)"
    rf"{_SUBJECT}\b"
)
# `that fits my backpack`, and what somebody is like: `pra minha namorada que não come carne`
_FITS = r"(?:that|which)\s+(?:fits?|goes\s+with|matches)\s+(?:my|our|the|his|her)\b"
_LIKE = (
    rf"(?<!\S)(?P<whom>(?:pra|para|pro|p)\s+(?:[oa]s?\s+)?(?:{_OWN}\s+)?[a-z]{{3,}})"
    r"\s+que\s+(?:(?:nao|n|so|nunca)\s+)?[a-z]{3,}"
)
_IN_ENGLISH = (
    r"(?:so(?:\s+that)?|because|since|cause|as)\s+(?:my|our|i|we|he|she|they|it|there|the|his|her)\b|"
    r"to\s+(?:keep|use|give|wear|put|make|cook|store|hold|cover|protect|replace|start|surprise|decorate|wash|clean|fix|hang|share|match)\b"
)
_OCCASION = (
    r"pr(?:a|o|as|os)\s+(?:[oa]s?\s+)?(?:minhas?\s+|meus?\s+)?(?:fest(?:a|inha)|aniversario|niver|casamento|churrasco|batizado|formatura|natal|pascoa|"
    r"lanche|almoco|jantar|escola|trabalho|trampo|servico|galera|pessoal|turma)(?:\s+d(?:[aeo]s?|(?:a|o)\s+(?:minha|meu))\s+[a-z]+)*(?=\s*(?:$|[,.;!\n]|\se\s))"
)
_STORY = expression(
    rf"\s*,?\s+(?:{_OCCASION}|{_TO_DO}|{_TO_DO_IT}|{_WHY}|{_FITS}|{_LIKE}|{_IN_ENGLISH}){_TAIL}(?=\s*(?:$|[,.;!?\n]|\s))"
)
# `quero usar de noite também`, of what is spoken of: it wishes for nothing
_USED = expression(
    r"(?:^|(?<=[.,;!?\n]))\s*(?:(?:e|mas|pois|porque|and|but|eu|a\s+gente|i|we|tambem)\s+)*"
    r"(?:quero|queria|queremos|vou|vamos|pretendo|pretendemos|preciso|gostaria\s+de|(?:i\s+)?want\s+to|i'?d\s+like\s+to|(?:i'm\s+|we're\s+)?going\s+to|i'?ll)\s+"
    r"(?:usar|comer|beber|tomar|vestir|dormir|brincar|estudar|trabalhar|viajar|cozinhar|decorar|ler|ouvir|assistir|observar|fotografar|pescar|correr|"
    r"treinar|passear|acampar|pintar|costurar|use|wear|eat|drink|sleep|play|travel|cook)\b(?P<rest>[^.,;!?\n]*)"
)
_SENTENCE = expression(r"[.;!?\n]")
_OF_THE_ORDER = expression(
    r"\b(?:pag\w+|pix|cart[ao]\w*|dinheiro|retir\w+|busc\w+|peg(?:o|ar|amos)|entreg\w+|mand\w+|envi\w+|fech\w+|"
    r"confirm\w+|finaliz\w+|frete|cupo[mn]|pay\w*|cash|card|deliver\w*|pick\w*)\b"
)
# `porque a minha é 110`, and what is asked
_GOES_ON = expression(r"\s*\?|\s+e\s+\d+\s*(?:v|volts?)?\s*(?:$|[.,;!\n])")
# `um saco de pancada pra pendurar na área e uma luva, vocês têm e quanto sai cada um`: goods that are asked for
_ASKED = expression(
    r"\b(?:voces?\s+tem|do\s+you\s+(?:have|sell)|how\s+much|quanto\s+(?:(?:e\s+)?que\s+)?(?:sai|custa|e|ta|fica))\b"
)
_NOT = expression(
    r"\b(?:nao|n|nem|sem|se|ou|tir\w+|cancel\w+|troc\w+|em\s+vez|no\s+lugar|qual|quais|como|quant[oa]s?)\b"
)
# `a tesoura pra podar as roseiras e a luva M, quero as duas`, `o tapete pra pôr no banheiro, um`
_WISHED_BEHIND = expression(
    r"\b(?:quero|queria|levo|vou\s+(?:levar|querer)|manda|separa|i'?ll\s+take|i\s+want)\s+(?:[oa]s|all|both|the)\b|,\s*(?:so\s+)?(?:uma?|\d{1,2}|dois|duas|tres)(?:\s+so)?\W*$"
)
_CHOOSES = frozenset(
    """tamanho numero usa uso veste calca mede pesa serve maior menor grande pequeno pequena """.split()  # noqa: SIM905
)


def without_purpose(text: str) -> str:
    """A folded text of goods that are wished for, without what is to be done with them and why they are wished for; a
    clause that names, counts or sizes goods stays, and so does one of the order itself."""
    return _USED.sub(_unless_wished, _STORY.sub(_unless_it_chooses, text))


def _unless_wished(found: re.Match[str]) -> str:
    said = words(found["rest"])
    counts = any(word in NUMBERS or any(map(str.isdigit, word)) or word in SIZES for word in said)
    chooses = any(word in _CHOOSES or is_colour(word) or current().place(word) >= NAMES for word in said)
    return found[0] if counts or chooses or _OF_THE_ORDER.search(found[0]) else ""


def _unless_it_chooses(found: re.Match[str]) -> str:
    before = _SENTENCE.split(found.string[: found.start()])[-1]
    deed, goods = found["deed"] or found["done"] or "", current()
    said = words(_ONES_OWN.sub(" ", found[0]))
    named = any(goods.place(word) >= NAMES for word in words(before))
    wished = (
        WANT.search(before) or ADD.search(before) or any(word.isdigit() or word in NUMBERS for word in words(before))
    )
    rest = found.string[found.end() :]
    if not (named and (wished or _WISHED_BEHIND.search(rest))) or _NOT.search(before) or _GOES_ON.match(rest):
        return found[0]
    if _ASKED.search(_SENTENCE.split(rest)[0]):
        return found[0]
    if _OF_THE_ORDER.search(found[0]) or (deed and goods.place(deed) >= NAMES):
        return found[0]
    chooses = any(
        any(map(str.isdigit, word))
        or word in SIZES
        or word in _CHOOSES
        or is_colour(word)
        or goods.place(word) == BEGINS
        for word in said
    )
    wraps = "presente" in said and (deed != "dar" or not WRAPS.isdisjoint(said))
    return found[0] if chooses or wraps else f" {found['whom']}" if found["whom"] else ""
