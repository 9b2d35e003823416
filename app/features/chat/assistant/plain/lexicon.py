"""Words by which a clause wishes, counts, ties or says something else, where goods are read plainly."""

from app.features.chat.assistant.language import vocabulary as v
from app.ops.expressions import expression

AND = frozenset(("e", "mais", "and", "plus"))
ARTICLES = frozenset(("o", "a", "os", "as", "the"))
SAYS_NOTHING = (
    v.FILLER
    | v.TALK
    | v.VERBS
    | v.EVERYDAY
    | v.GREETINGS
    | v.THANKS
    | frozenset(("mas", "but", "logico", "obvio", "claro", "paciencia"))
)
"""What is no part of a name, unless the goods are called so where they are counted."""
TALKS = v.FILLER | v.TALK
AGES = frozenset("ano anos aninhos mes meses years months".split())  # noqa: SIM905
FOR = frozenset(("pra", "pro", "para", "pras", "pros", "por", "for"))
BECAUSE = frozenset(("que", "porque", "pq", "pois", "because", "since", "so"))
"""Behind these it is told why, up to the next count."""
THIS = frozenset("esse essa este esta esses essas estes estas desse dessa desses dessas deste desta".split())  # noqa: SIM905
"""What points at goods that are named beside it, or were spoken of last."""
POINTS = (v.POINTING - THIS) | frozenset(
    """dele dela deles delas them eles elas primeiro segundo terceiro primeira segunda terceira ultimo ultima nesse
    nessa nele nela outro outra outros outras""".split()  # noqa: SIM905
)
LARGE = frozenset("grande grandes large big".split())  # noqa: SIM905
SIZED = LARGE | frozenset("pequeno pequena pequenos pequenas small".split())  # noqa: SIM905
"""Sizes in words, where the goods come in measures."""
LETTERS = frozenset("pp p m g gg xg xgg xs s l xl rn eg".split())  # noqa: SIM905
ROW = ("pp", "p", "m", "g", "gg", "xg", "xgg")
"""Sizes of clothes, the least first."""
PACK = expression(
    r"(?:pacot\w+|caix\w+|garraf\w+|pot[ei]\w*|frasc\w+|unidades?|unid|und?s?|pecas?|bloc\w+|sac[oa]s?|saquinh\w+|lat[ai]\w*|rol[oi]\w*|"
    r"par(?:es)?|galao|galoes|vidr\w+|tub[oi]\w*|barr\w+|bande\w+|fati\w+|fard\w+|cartel\w+|vas[oi]\w*|mud\w+|pes?|pcts?|cx|"
    r"bags?|packs?|packets?|box(?:es)?|bottles?|cans?|jars?|pairs?|pieces?|cop[oi]\w*)"
)
WISH = expression(
    r"\b(?:quer(?:o|ia|er|emos)|q(?:r|er)o|qrer|kero|precisando|das?(?=\s+(?:\d|uma?\b|dois\b|duas\b|tres\b))|tra(?:z|ga)|lev(?:o|ar|a)|mand[ae]|ve|separ[ae]\w*|poe|por|ponha|bot[ae]\w*|coloc\w+|coloqu\w+|inclu[ai]\w*|"
    r"adicion\w+|acrescent\w+|gostaria|precis[oa]\w*|anot[ae]|faz|desejo|pega|traz|fech[ae]|take|have|get|like|want|need|add|give|send|"
    r"put)\b"
)
DEFINITE = frozenset(("o", "a", "the", "aquele", "aquela", "daquele", "daquela", "that"))
OF_SIZE = frozenset(("tamanho", "tam", "numero", "num", "size", "number"))
LEADS_NUMBER = frozenset("de do da com with tamanho tam numero num size number no n".split())  # noqa: SIM905
"""Behind these a number is of a name, and counts nothing."""
