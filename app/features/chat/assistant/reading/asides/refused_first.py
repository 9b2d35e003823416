"""A refusal of what was told, before a question about something else: `vixe, não dá pra mim não, e a camisa?`. Pure."""

from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.vocabulary import FILLER
from app.features.chat.assistant.language.words import fold, words
from app.ops.expressions import expression

# Where what is refused ends and the question begins.
_ENDS = expression(
    r"(?:[,.!;:\n]|[^\w\s,.!?;:'’-])+\s*|\s(?=(?:e|mas|and|but)\s+(?:[oa]s?|ess[ea]s?|aquel[ea]s?|tem|quanto|qual|um|uma|n[oa]|the|what|how|do|is)\s)"
)
_REFUSES = expression(
    r"\b(?:(?:nao|n)\s+(?:da|vai\s+dar|rola|posso|consigo|quero|vou\s+(?:querer|levar|poder)|cabe|compensa|gostei|curti|e\s+pra\s+mim|tenho\s+condicao)|"
    r"car[oa]s?|carinh[oa]|salgad[oa]|salgadinh[oa]|puxad[oa]|puxadinh[oa]|fora\s+do\s+(?:meu\s+)?orcamento|passou\s+do\s+orcamento|sem\s+(?:chance|condicoes)|nem\s+pensar|"
    r"misericordia|too\s+(?:much|expensive|pricey)|expensive|pricey|can'?t\s+afford|out\s+of\s+my\s+(?:budget|range|league)|over\s+(?:my\s+)?budget|"
    r"don'?t\s+(?:want|like)\s+(?:it|that))\b"
)
_SAYS_NO_MORE = FILLER | frozenset(
    """nao n da pra para mim vai dar rola posso consigo quero querer levar poder cabe no na meu minha bolso orcamento
    fora passou do compensa gostei curti caro cara caros caras carinho carinha salgado salgada salgadinho puxado
    puxada puxadinho ta esta e eh ficou achei muito mt mto bem meio tao demais assim sem chance condicoes
    condicao tenho nem pensar misericordia nossa vixe vixi ixi eita aff afe ave maria credo poxa putz puts
    caramba caraca rapaz uau opa hum hmm ih ah oxe oxente uai deus senhora moco moca kkk kkkk kkkkk rs esse essa
    isso ele ela esses essas por enquanto agora viu num entao ai mesmo that's that is it's it too much expensive
    pricey can't afford out of my budget range league over for me wow oh gosh ouch damn yikes i don't dont want
    like sorry this hoje mes desse valor preco ne hein eu""".split()  # noqa: SIM905
)
# `tá caro, faz por 50?`, `não dá pra fazer desconto?` still speak of the same
_OF_THE_SAME = expression(
    r"\b(?:descont\w+|faz\s+por|menos|abaix\w+|melhora\w*|barat\w+|em\s+conta|preco|discount|lower|cheap\w*)\b|^\W*(?:por\s+que|why)\b"
)
MOST_WORDS = 12


def after_refusal(message: str) -> str:
    """A message as it was written without such a refusal; any other as it is."""
    if "?" not in message:
        return message
    for end in _ENDS.finditer(message):
        told = spelt_out(fold(message[: end.start()]))
        said = words(told)
        if len(said) > MOST_WORDS or any(word not in _SAYS_NO_MORE for word in said):
            return message
        rest = fold(message[end.end() :])
        names = any(len(word) > 2 and word not in _SAYS_NO_MORE for word in words(rest))
        if _REFUSES.search(told) and names and not _OF_THE_SAME.search(rest):
            return message[end.end() :]
    return message
