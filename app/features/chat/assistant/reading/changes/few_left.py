"""What a shopper decides who has heard that there are few left, or none: `se só tem um eu fico com ele`. Pure.

That there are so few is no condition then, but what the shop has just told.
"""

from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.words import number, words
from app.features.chat.assistant.products.matching import shares
from app.features.chat.assistant.products.mentions import ANY_NUMBER
from app.features.chat.assistant.products.name_words import product_words
from app.features.conversations.state import ConversationState, Listed
from app.ops.expressions import expression

_SINCE = r"(?:se|ja\s+que|como|sendo\s+que|if|since|as)"
_LEADS = r"(?:(?:ah+|bom|bem|tudo\s+bem|poxa|puxa|puts|putz|vixe?|oxe|eita|ta|ok|entao|well|oh|ok|then|so)[\s,.!]+)*"
_ARE = r"(?:te[mn]|tinha|temos|ha|rest(?:a|ou|am|aram)|sobr(?:a|ou|aram)|fic(?:a|ou)|got|have|had|left)"
_ONLY_SO_MANY = expression(
    rf"{_LEADS}(?:(?P<since>{_SINCE})\s+)?(?:(?:voces?|ai|you|there'?s|there\s+(?:is|are))\s+)*(?:(?:so|apenas|only|just)\s+(?P<are>{_ARE}\s+)?|(?P<have>{_ARE})\s+(?:so|apenas|only|just)\s+)"
    rf"(?:(?:essas?|esses?|as|os|a|o)\s+)?(?P<many>{ANY_NUMBER}|isso|ess[ea]|that)\b(?:\s+(?:mesmo|msm|so|ai|sobrando|left|in\s+stock|em\s+estoque))*(?P<end>\s*[?,.!]+\s*|\s+(?=\w)|$)"
)
_IN_ITS_PLACE = expression(r"\b(?:no\s+lugar|instead)\b")  # of what is gone, which is needed then
_SO_MANY_ONLY = expression(
    rf"^\W*{_LEADS}(?P<many>{ANY_NUMBER})\s+(?:so|apenas|only)(?:\s+(?:te[mn]|sobrou))?(?P<end>\s*\?+\s*)"
)
_GONE = expression(
    rf"{_LEADS}{_SINCE}\s+(?P<what>[^,.;!?\n]{{0,40}}?)\b(?:(?:ja\s+)?(?:acabou|acabaram|esgot\w+)|(?:nao|n)\s+te[mn](?:\s+mais)?|(?:ta|tao|esta|estao)\s+(?:em\s+falta|esgotad[oa]s?)|"
    r"(?:is|are)\s+(?:gone|sold\s+out|out\s+of\s+stock)|you'?re\s+out)(?:\s+(?:mesmo|ai|ne))*\s*[,.!]?\s*(?:(?:entao|ai|then)\s+)?(?=\w)"
)
_TAKES = expression(
    r"\b(?:(?:pode\s+(?:ser|mandar)|blz|beleza|tranquilo|eu|entao|ai|a\s+gente|ok|i'?ll|me)[\s,.!]+)*"
    r"(?:(?:fico|ficar|vou\s+ficar|ficamos)\s+com|(?:vou\s+)?(?:quero|querer|levo|levar|leva)|manda(?:r)?|separa|reserva|bota|coloca|poe|pego|pega|ve|take|have|send)\s+"
    rf"(?:el[ea]s?|it|them|(?:d?ess[ea]s?|(?:that|the)(?:\s+one)?|[oa]s?)(?:\s+(?:{ANY_NUMBER}|ultim[oa]s?|unic[oa]|que\s+(?:voces\s+)?te[mn]))+|ess[ea]s?|that\s+one|the\s+one|o\s+que\s+tem|what\s+you\s+have)"
    r"(?:\s+(?:mesmo|msm|entao|so|then|aqui|que\s+(?:voces\s+)?te[mn]|que\s+(?:sobrou|resta|ha)|you\s+have|left))*(?=\s*(?:$|[,.;!\n]|\s(?:e|and|mais)\s))"
)
_ENDED = expression(
    rf"^\W*{_LEADS}(?:(?:ja\s+)?(?:acabou|acabaram|esgotou|esgotaram)|(?:nao|n)\s+te[mn](?:\s+mais)?|no\s+more)\s+(?:[oa]s?\s+|the\s+)?[^,.;!?\n]{{1,30}}?\s*[,.;!?]+\s*(?=\w)"
)
_PAUSES = expression(r"[,.!]\s*(?:(?:entao|ai|then)\s+)?$")
_DOES = expression(
    r"(?:me\s+|eu\s+)?(?:ve|vai|quero|queria|levo|manda|bota|poe|coloca|pode|fico|faz|pego|add|take|send|i'?ll)\b"
)
# `acabou? então manda 2 de 1 litro`
_GONE_THEN = expression(
    rf"^\W*{_LEADS}(?:(?:[oa]\s+\w+\s+)?(?:(?:ja\s+)?(?:acabou|acabaram|esgotou|esgotaram)|(?:nao|n)\s+te[mn](?:\s+mais)?)|(?:it'?s\s+)?(?:gone|sold\s+out))\s*\?+\s*(?=(?:(?:entao|ai|ok|then|so)\s+)?\w)"
)


def few_left(text: str, state: ConversationState) -> str:
    """A folded message without such an if, and with how many are taken of what there are few of."""
    asked = state.dialogue.pending
    one = asked.options[0] if asked is not None and asked.kind == "quantity" and len(asked.options) == 1 else None
    if one is not None and one.available is not None:
        text = _of_so_few(text, one)
    if state.sold_out is None and asked is None:
        return text
    if told := _GONE_THEN.match(text) or _ENDED.match(text):
        return text[told.end() :]
    gone = _GONE.search(text)
    options = [each.name for each in asked.options] if asked is not None else []
    if gone is None or _IN_ITS_PLACE.search(text, gone.end()) or _is_there(gone["what"], options):
        return text
    if not (gone["what"].strip() or _PAUSES.search(gone[0]) or _DOES.match(text, gone.end())):
        return text  # `se não tem marrom M põe o marrom no G`, which tells behind it what there is not
    return f"{text[: gone.start()]}{text[gone.end() :]}"


def _of_so_few(text: str, one: Listed) -> str:
    found = _SO_MANY_ONLY.match(text) or _ONLY_SO_MANY.search(text)
    tells = found.groupdict() if found is not None else {}
    if found is None or not (tells.get("since") or tells.get("are") or tells.get("have") or "?" in found["end"]):
        return text
    told = number(found["many"])
    if told is not None and told != one.available:
        return text
    rest = f"{text[: found.start()]}{text[found.end() :]}"
    taken = _TAKES.search(rest)
    counts = {value for word in words(taken[0]) if (value := number(word)) is not None} if taken else set()
    if taken is None or not counts <= {one.available}:
        return rest
    return f"{rest[: taken.start()]}quero {one.available}{rest[taken.end() :]}"


def _is_there(what: str, names: list[str]) -> bool:
    """It is one of those that can be had."""
    said = [word for word in product_words(what) if word not in v.FILLER and len(word) > 1]
    return bool(said) and any(all(shares([word], name) for word in said) for name in names)
