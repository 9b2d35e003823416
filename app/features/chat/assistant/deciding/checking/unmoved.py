"""A message that would change the cart, by what it says or by how many it tells, and has not. Pure."""

from collections.abc import Sequence

from app.features.chat.assistant.deciding.mind import Mind
from app.features.chat.assistant.language.goods import NAMES
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.vocabulary import FILLER, NO_GOODS
from app.features.chat.assistant.language.words import fold, number, words
from app.features.chat.assistant.products.matching import shares
from app.ops.expressions import expression

# What tells already why the cart stays as it is, or asks which is meant.
_TELLS_WHY = frozenset(
    """sold_out gone too_little not_in_cart list choose_option which details in_sets nearby whose
    which_resized order summary human cancelled""".split()  # noqa: SIM905
)
_SENTENCE = expression(r"(?:[^.?!;\n]|(?<=\d)\.(?=\d))+[.?!;\n]*")
_CHANGES = expression(
    r"\b(?:(?:troca|troque|substitua|remov[ae]|reduz\w*|diminu\w+|aument[ae]|swap|replace|remove|reduce|tir[ae])|"
    r"(?:pode|poderia|da\s+pra|quero|queria|can\s+you|could\s+you)\s+(?:trocar|tirar|remover|swap|remove)|"
    r"(?:em\s+vez|no\s+lugar|ao\s+inves|instead)\s+(?:d[eoa]s?|of))\b"
    r"(?!\s+(?:um[a]?\s+)?(?:duvidas?|foto\w*|o\s+frete|a\s+(?:taxa|entrega)|as\s+medidas|medida|manchas?|o\s+cheiro|nota))"
)
# `da M são 15`: of one line, and no sum
_OF_ONE = expression(r"\bd[eoa]s?\s+[a-z]{3,}")
_N = r"(?P<{}>\d{{1,2}}|uma?|dois|duas|tres|quatro|cinco|seis|sete|oito|nove|dez|one|two|three|four|five|six)"
_OF_KIND = expression(
    rf"\b{_N.format('many')}\s+(?:(?:d[aeo]s?|of\s+the|the)\s+(?:de\s+)?)?(?P<kind>\d{{1,4}}|[a-z]{{4,}})\b"
)
_PAST = expression(r"\b(?:comprou|comprei|pegou|levou|ganhou|tinha|tem|tenho|usou|bought|had|has|got|used)\b")
# So many are to be there from now on: `então de coco são três`, `deixa só duas`, `15 no total`
_RECOUNTS = expression(
    rf"\b(?:deix[ae]|faz|sao|fic(?:a|am)|make\s+it|so\s+quero|quero\s+so)\s+(?:so\s+|apenas\s+|only\s+|just\s+|pra\s+|com\s+)?{_N.format('many')}\b"
    rf"(?!\s*(?:h\b|hora|dia|min|x\b|vezes|reais|anos?|pessoas?|crianca|%|de\s+(?:janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|"
    rf"outubro|novembro|dezembro)))|\b{_N.format('all')}\s+(?:[a-z]+\s+)?(?:no\s+total|ao\s+todo|in\s+(?:all|total))\b"
)


def unmoved(mind: Mind) -> str:
    """The sentence; empty: there is none, or the answer tells why."""
    acts, lines = mind.acts, mind.cart.lines
    same = bool(lines) and lines == mind.state.cart.lines and mind.pending is None
    if (
        not same
        or mind.handed
        or acts.agrees
        or acts.lets_go
        or not _TELLS_WHY.isdisjoint(said.what for said in mind.says)
    ):
        return ""
    quantities = [line.quantity for line in lines]
    for said in _SENTENCE.findall(acts.text):
        text = spelt_out(fold(said))
        if "?" in said:
            continue
        counts = {*quantities} if _OF_ONE.search(text) else {*quantities, sum(quantities)}
        recounts = [
            number(found["many"] or found["all"])
            for found in _RECOUNTS.finditer(text)
            if _may_count(mind, words(text[found.end() :])[:1])
        ]
        if (
            _told_otherwise(mind, text)
            or (_CHANGES.search(text) and _names_a_line(mind, text))
            or any(one not in counts for one in recounts)
        ):
            return str(said).strip()
    return ""


def _told_otherwise(mind: Mind, text: str) -> bool:
    """`meu pai disse que 1 do 50 tá bom`, of a line of two: said by somebody, and nothing was done about it."""
    for found in _OF_KIND.finditer(text) if mind.acts.tells else ():
        named = [line for line in mind.cart.lines if shares([found["kind"]], line.name)]
        if len(named) == 1 and number(found["many"]) != named[0].quantity and _PAST.search(text) is None:
            return True
    return False


def _names_a_line(mind: Mind, text: str) -> bool:
    said = [word for word in words(text) if word not in NO_GOODS]
    return any(shares([word], line.name) for word in said for line in mind.cart.lines)


def _may_count(mind: Mind, behind: Sequence[str]) -> bool:
    """Nothing strange to the shop stands behind the number: `meu cachorro faz 5 xixi por dia`."""
    return not any(
        word.isalpha() and len(word) > 3 and word not in NO_GOODS | FILLER and mind.shop.goods.place(word) < NAMES
        for word in behind
    )
