"""What is told and no wish: what goods are for, how often, what is brought along, looked at or measured, what somebody
wrote. Pure."""

import re

from app.features.chat.assistant.language import signs
from app.features.chat.assistant.language.goods import NAMES, current
from app.features.chat.assistant.language.vocabulary import KIN
from app.features.chat.assistant.language.words import words
from app.features.chat.assistant.reading.clauses import Clause
from app.features.chat.assistant.reading.draft import Reading
from app.ops.expressions import expression

# `o pessoal falou que são 4 lá`, `my wife says it's too small`
_REPORTS = expression(
    rf"^(?:(?:e|que|mas|porque|ah|opa|perai|pera|espera|but|and|wait)\s+)*(?:[oa]s?\s+|the\s+)?(?:meus?\s+|minhas?\s+|my\s+)?(?:pessoal|gente|turma|galera|povo|el[ea]s?|s?he|they|{KIN})\s+"
    r"(?:(?:ja|aqui|me|so|just)\s+)*(?:falou|falaram|disse|disseram|avisou|avisaram|lembrou|lembraram|contou|says?|said|told\s+me)\b"
    r"(?!\s+(?:(?:que|that)\s+)?(?:pra|para|to|se|so|if)\b)(?!.*\b(?:prefer\w*|quer\w*|wants?|rather)\b)"
)
_OFTEN = expression(
    r"\b(?:\d{1,2}|uma|duas|tres|quatro|cinco|algumas)\s*(?:x|vez(?:es)?)\s+(?:n[ao]|por|a[ao]?)\s+(?:semana|dia|mes|ano)\b|"
    r"\b(?:once|twice|\d\s+times)\s+an?\s+(?:day|week|month|year)\b"
)
# What is brought along, looked at, measured or lacking, and not bought: `vou aí levar o notebook`, `medi aqui a sala`.
_VISITS = expression(
    r"^(?:(?:eu|ai|entao|amanha|hoje|[a-z]+-feira)\s+)*(?:vou|passo|posso\s+(?:ir|passar)|consigo\s+(?:ir|passar)|apareco)\s+(?:ai|la|n?a\s+loja)\b"
    r"(?:\s+(?:e|amanha|hoje|[a-z]+-feira|de\s+manha|a\s+tarde|mais\s+tarde|depois|(?:pra|para)))*\s+(?:levar|levo|trazer|deixar|mostrar|ver|conhecer|olhar)\b|"
    r"^(?:(?:eu|ja|agora|ai|acabei\s+de)\s+)*(?:medi|medir|conferi|calculei)\s+(?:aqui|direito|bem|melhor|de\s+novo|[oa]s?|n[oa]s?)\b|"
    r"^(?:(?:sorry|oh|so|but|and|i|we|i've|we've|just|have)\s+)*(?:re-?)?(?:measured|counted|checked)(?:\s+(?:it|again|wrong|twice|here|properly|the|my|our|wall|room))*$|"
    r"^(?:(?:eu|a\s+gente|hoje|e|que|pq|porque|because)\s+)*(?:to|tou|estou|estamos|fiquei|ficamos|ta|i'?m|i\s+am|we'?re)\s+(?:sem|without)\s+(?:o\s+|a\s+|my\s+|the\s+)?"
    r"(?!pix|dinheiro|cash|cartao|troco|pressa|rush)[a-z]{3,}(?:\s+(?:hoje|agora|aqui|today|now|these|days|no\s+momento))*$"
)
# `ele tá com 11 kg`; how old somebody is may choose a size, and is read elsewhere
_SOMEBODY = (
    rf"(?:el[ea]s?|s?he|(?:[oa]s?\s+)?(?:(?:meus?|minhas?|noss[oa]s?|my|our|the)\s+)?"
    rf"(?:{KIN}|bebe|nenem|baby|menininh[oa]|netinh[oa]|garot[oa]|crianca|kid|child|cachorr[oa]|cao|gat[oa]|dog|cat))"
)
_WEIGHS = expression(
    rf"(?:(?:e|que|mas|porque|ja|agora|because|but|now)\s+)*{_SOMEBODY}(?:'s|\s+(?:(?:ja|ainda|agora|so|already|now)\s+)*"
    r"(?:(?:ta|tao|esta|estao|anda)\s+(?:com|pesando)|tem|pesa|faz|is|weighs|has))\s+(?:(?:uns|quase|mais\s+de|about|almost|over)\s+)*"
    r"\d{1,3}(?:[.,]\d{1,2})?\s*(?P<unit>kgs?|kilos?|quilos?|lbs?|pounds?)?(?:\s+(?:ja|so|agora|hoje|now|already))*"
)
# `o Thor tem 15 quilos e a Mel uns 8`, of names that no goods have
_SO_HEAVY = r"(?:(?:ja|so|uns|quase|com|mais\s+de)\s+)*\d{1,3}(?:[.,]\d)?\s*"
_CALLED_WEIGHS = expression(
    rf"(?:e\s+)?[oa]\s+(?P<name>[a-z]{{3,}})\s+(?:(?:ja|so)\s+)*(?:tem|pesa|ta\s+com|esta\s+com)\s+{_SO_HEAVY}(?:kgs?|kilos?|quilos?)"
    rf"(?:\s*(?:,|\be\b)\s*[oa]\s+(?P<other>[a-z]{{3,}})\s+(?:tem\s+|pesa\s+)?{_SO_HEAVY}(?:kgs?|kilos?|quilos?)?)?"
)
# `a 42 é da minha filha`, behind what is wished for
_IS_FOR = expression(
    r"(?:e\s+)?(?:[oa]s?|the)\s+(?:(?:tamanho|de|size)\s+)?(?:\d{1,2}|pp|p|m|g|gg|xgg|s|l|xl|xs)(?:\s+one)?\s+(?:e|eh|vai\s+ser|fica|vai|is)\s+"
    rf"(?:d[oa]s?|pr[oa]s?|pra|para|for)\s+(?:(?:[oa]s?|meus?|minhas?|my)\s+)*(?:{KIN}|mim|me|el[ea]s?|him|her)"
)
_BY_WEIGHT = expression(r"\b(?:com|pesa\w*|weighs)\b")

_BODY = (
    r"(?:pescoco|cintura|busto|quadril|cabeca|pulso|braco|torax|peito|tornozelo|dedo|coxa|altura|"
    r"neck|waist|chest|bust|hips?|wrist|head|finger)"
)
# `tenho 110 de cintura`, `o pescoço dele deu 38 cm na fita`: they count no goods
MEASURED = expression(
    rf"[\s,]*\b(?:(?:eu|i|que)\s+)*(?:tenho|meco|medi|mede|have|measure)\s+(?:uns\s+|about\s+)?\d{{2,3}}\s*(?:cm)?\s+(?:de|of)\s+{_BODY}\b"
    rf"(?:\s*(?:,|\be\b|\band\b)\s*(?:(?:uns|mais\s+ou\s+menos|about)\s+)?\d{{2,3}}\s*(?:cm)?\s+(?:de|of)\s+{_BODY}\b)*|"
    r"(?:^|(?<=[.,;!?\n]))\s*(?:(?:e|que|mas|porque|ja|because|but)\s+)*(?:(?:[oa]s?|the|my|his|her|its|meu|minha)\s+)*"
    rf"{_BODY}(?:\s+(?:d[eo]l[ea]|d[oa]\s+\w+))?\s+(?:deu|mede|tem|ficou|da|e|eh|is|measures?|came\s+to)\s+(?:(?:em|uns|quase|about|with)\s+)*"
    r"(?:\d{1,3}(?:[.,]\d{1,2})?|[a-z]+(?:\s+e\s+[a-z]+)?)\s*(?:cms?|centimetros?|mm|in|inches)\b"
    r"(?:\s+(?:n[ao]|com|de|a|eu|medi|medido|fita|regua|trena|tape|on|the|mais|menos|ou)\b|\s+\w+(?=\s*$))*(?!\s*\?)"
)
# `meu amigo mandou: 'pega 2 fitas de 48'. mas pra mim é só 1`: what another said, and then what is wanted
_QUOTED = expression(
    r"(?:^|(?<=[.,;!?\n]))\s*(?:(?:oi+e?|ola|opa|gente|entao|bom\s+dia|boa\s+(?:tarde|noite)|hi|hey|hello)\s+)*"
    rf"(?:(?:[oa]s?|the)\s+)?(?:(?:meus?|minhas?|my|um[a]?|an?)\s+)?(?:el[ea]s?|s?he|they|{KIN}|[a-z]{{3,}})\s+(?:me\s+)?"
    r"(?:mand\w+|fal(?:ou|aram)|diss\w+|escrev\w+|ped(?:iu|iram)|said|says|wrote|sent|texted|told\s+me)(?:\s+(?:me|assim|isso|isto|aqui|mensagem|msg|this|that|olha|look|dela|dele|"
    r"(?:n[oa]|pel[oa]|in\s+the|on\s+the)\s+(?:grupo|zap|whats\w*|chat|group)|(?:[oa]|uma|the|a|her|his)\s+(?:list[ah]?\w*|message)))*\s*[:,]?\s*"
    r"['\"\u2018\u201c\u00ab](?P<said>[^'\"\u2018\u2019\u201c\u201d\u00ab\u00bb]{4,200})['\"\u2019\u201d\u00bb][\s,.;!]*(?=(?:mas|so\s+que|porem|but|only)\b)"
)
# `minha amiga me mandou a lista dela: 1 livro, 2 jogos. vou dar só uma coisa`: of which one will do
_THEIR_LIST = expression(
    r"(?:^|(?<=[.,;!?\n]))\s*(?:(?:oi+e?|ola|opa|gente|entao|hi|hey|hello)\W+)*(?:(?:[oa]s?|the|meus?|minhas?|my|uma?)\s+)*[a-z]{3,}\s+(?:ja\s+)?(?:(?:me|nos)\s+)?"
    r"(?:mandou|mandaram|passou|passaram|fez|deixou|sent|gave|made)(?:\s+(?:me|us))?\s+(?:[oa]|uma?|the|an?|her|his|their)\s+(?:lista|list|wish\s?list)\b[^.;!?\n:]*:\s*(?P<said>[^.;!?\n:]{4,200})[.;\n]+\s*"
    r"(?=[^.!?\n]*\b(?:(?:so|apenas|somente|only|just)\s+(?:(?:vou|quero|levo|i'?m|i'?ll)\s+(?:\w+\s+)?)?(?:1|uma?|one)\b|(?:uma?|one)\s+(?:coisa\s+)?(?:so|apenas|only)\b|(?:one|uma)\s+(?:of\s+(?:them|these)|del[ea]s)\b))"
)
_THE_KIND = expression(r"\b(?:d?[oa]s?|the|of)\s+(?:d[eo]\s+)?(?P<size>\d{1,4})\b")


def without_quoted(text: str) -> str:
    """The folded text without the words of somebody else that something is objected to; a size that only these name the
    thing of has it with it. Nor a list of theirs, of which only one thing is wanted."""
    quoted = _QUOTED.search(text) or _THEIR_LIST.search(text)
    if quoted is None:
        return text
    told = words(quoted["said"])

    def named(found: re.Match[str]) -> str:
        at = told.index(found["size"]) if found["size"] in told else 0
        return f"de {told[at - 1]} {found['size']}" if at and current().place(told[at - 1]) >= NAMES else found[0]

    return f"{text[: quoted.start()]} {_THE_KIND.sub(named, text[quoted.end() :])}".strip()


def weighs(reading: Reading, clause: Clause) -> bool:
    """What somebody weighs or measures counts nothing: `ela tá com 12`, `a cintura dela deu 80 cm`; whose a size is
    that was just wished for neither."""
    found = None if clause.asks else _WEIGHS.fullmatch(clause.text)
    weighed = found is not None and (found["unit"] or _BY_WEIGHT.search(clause.text))
    called = _CALLED_WEIGHS.fullmatch(clause.text)
    names = [called["name"], called["other"] or ""] if called else []
    weighed = weighed or (called is not None and not any(current().place(one) for one in names))
    weighed = weighed or bool(reading.changes and _IS_FOR.fullmatch(clause.text))
    if not weighed and (clause.asks or MEASURED.fullmatch(clause.text) is None):
        return False
    reading.note(tells=True)
    return True


def told_aloud(clause: Clause) -> bool:
    """What the goods are for or what is brought along, where that is nothing the shop sells; how many would do."""
    if signs.OPINES.search(clause.text) or (
        _OFTEN.search(clause.text) and not (clause.asks or signs.WANT.search(clause.text))
    ):
        return True
    goods, said = current(), words(clause.text)[1:]
    own = any(goods.place(word) >= NAMES for word in said)
    if clause.asks or own:
        return False
    if _REPORTS.match(clause.text):
        return True
    return _VISITS.match(clause.text) is not None or (
        signs.PURPOSE.match(clause.text) is not None and any(map(goods.strange, said))
    )
