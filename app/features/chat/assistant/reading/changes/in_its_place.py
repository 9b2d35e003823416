"""Another for what is in the cart, in the ways people say it, as the one that the rules read: `G em vez de M` and `acho
que M vai ficar pequena, põe G` are `troca a m pela g`, `me enganei, queria a meia` is `troca bone por meia`. Pure."""

from collections.abc import Sequence

from app.features.chat.assistant.language.goods import BEGINS, current
from app.features.chat.assistant.language.words import fold, in_portuguese, words
from app.features.chat.assistant.products.name_words import SIZES, product_words
from app.features.chat.assistant.reading.changes.edits import line_in
from app.features.chat.assistant.reading.kinds.sizing import size_in
from app.features.conversations.state import CartLine, ConversationState
from app.ops.expressions import expression

_SIZE = r"(?:xgg|xxl|pp|gg|xg|xl|xs|p|m|g|s|l|[2-5]\d)"
_ALONE = r"(?![\w/]|[.,]\d|\s*(?:un|und|unid\w*|pares?|pecas?|x|kg|ml|cm|reais|dias|anos|%|vezes)\b)"
_A = r"(?:(?:[oa]|the|uma?|an?|n[oa]|em|in|d[oa]|tamanho|tam|numero|size)\s+)*"
_END = r"(?:\s+(?:mesmo|entao|na\s+verdade|por\s+favor|pfv?|please|then|sim|ta|instead|one))*\s*(?=$|[.,;!\n])"
_START = (
    r"(?:^|(?<=[.,;!\n]))\s*(?:(?:ah+|ih|opa|ops|oops|eita|e|mas|entao|pera|espera|nao|no|na\s+verdade|"
    r"desculpa|sorry|oh|wait|pensando\s+(?:bem|melhor))[\s,]+)*"
)
_PUTS = (
    r"(?:quero|queria|prefiro|me\s+(?:ve|da|manda)|manda|poe|bota|coloca|faz|deixa|vou\s+(?:de|querer|levar|"
    r"n[oa])|melhor|pode\s+ser|i\s+want|i'?ll\s+(?:take|have)|make\s+it|put|give\s+me)"
)
_AT_FIRST = r"(?:em\s+vez|no\s+lugar|ao\s+inves|instead)"
# `inves de`, `ao envez do`
_INVES = expression(r"\b(?:ao\s+|em\s+)?(?:inves|envez|enves|invez|emvez)\s+(?=d[eoa]s?\b)")
_SIZE_INSTEAD = expression(
    rf"{_START}(?:{_PUTS}\s+)?{_A}(?P<new>{_SIZE})\s+{_AT_FIRST}\s+(?:d[eoa]|of(?:\s+the)?)\s+{_A}(?P<old>{_SIZE}){_END}"
)
_SIZE_OUT_IN = expression(
    rf"\b(?:sai|saem|tira)\s+{_A}(?P<old>{_SIZE})\s*(?:,|\be\b)?\s*(?:entra|poe|bota|vem)\s+{_A}(?P<new>{_SIZE}){_END}"
)
_FITS = (
    r"(?:(?:(?:nao|n)\s+(?:vai\s+)?(?:cab|serv|entr|d)(?:e|er|a|ar)|(?:won't|doesn't|does\s+not)\s+fit)(?:\s+(?:mais|n?el[ea]|em\s+mim|me|her|him))*|(?:vai|vao|deve|acho\s+que|pode|will|might|is|are|going\s+to|be)\s+)*(?:ficar|fica|ficou|vem|e|eh|ta|esta|veste|is|runs|looks|be)\s+"
    r"(?:(?:muito|mto|meio|bem|um\s+pouco|tao|pra\s+mim|em\s+mim|too|a\s+bit|kinda)\s+)*(?:pequen|apertad|just|curt|grand|larg|folgad|small|tight|big|large|loose|short)[a-z]*(?:\s+(?:demais|(?:em|pra|para|for|on)\s+\w+))*"
)
# `acho que M vai ficar pequena, põe G`
_DOES_NOT_FIT = expression(
    rf"(?:^|(?<=[.,;!\n]))\s*(?:[^.,;!?\n]*\b(?:disse|fal\w+|avisou|acha|said|says|thinks)\s+)?(?:(?:eu|acho|que|penso|i\s+think|porque|pq|mas|hm+|ah+)\s+)*{_A}(?P<old>{_SIZE})\s+{_FITS}(?:\s*[,.;!]+|\s(?=\s))\s*(?:(?:entao|melhor|ai|eu|so)\s+)*(?:{_PUTS}\s+)?{_A}(?P<new>{_SIZE}){_END}"
)
# `põe G`, `i meant G`, `o tamanho é G`, `uso G`, `correção: G`
_RATHER_SIZE = expression(
    rf"^\W*(?:(?:ah+|ih|opa|ops|oops|eita|e|mas|entao|desculpa|sorry|oh|wait|no|nao|nao\s+m|not\s+[a-z]+)[\s,:]+)*"
    r"(?P<lead>(?:poe|bota|coloca|faz|deixa)(?:\s+(?:em|no|na))?|i\s+meant|quis\s+dizer|queria\s+dizer|(?:o|meu|the|my)\s+(?:tamanho|numero|size)(?:\s+(?:cert[oa]|del[ea]|meu|right))?\s+(?:e|eh|is)|(?:o|the)\s+(?:meu|del[ea]|cert[oa])\s+(?:e|eh)|"
    rf"(?:(?:eu|ele|ela|i)\s+)?(?:uso|visto|usa|veste|wear)|(?:e|eh|era|it'?s)|correcao|correction|retificando|sorry)[\s:,]+(?:tamanho\s+|size\s+|[oa]\s+)?(?P<new>{_SIZE}){_END}$"
)
_NOT_SIZE = expression(
    rf"{_START}(?:not|nao)\s+{_A}(?P<old>{_SIZE})\s*,\s*(?:but\s+|e\s+|mas\s+|sim\s+)?{_A}(?P<new>{_SIZE}){_END}"
)
_LARGER = expression(
    rf"^\W*(?:(?:ah+|ih|opa|ops|e|mas|entao|na\s+verdade|pensando\s+(?:bem|melhor)|acho\s+que|actually|oh)[\s,]+)*(?:{_PUTS}\s+|(?:vou\s+)?querer\s+|levo\s+|tem\s+(?=[^,.;?]*\?\W*se\s+tiver\s+troca))?"
    r"(?:(?:[oa]|uma?|the|an?|de|em|num|no)\s+)*(?:(?:tamanho|numero|size)\s+)?(?P<rank>maior|menor|larger|bigger|smaller|largest|biggest|smallest)(?:\s+(?:size|one|tamanho|numero))?"
    r"(?:\s*\?\W*se\s+tiver\s+troca)?(?:\s+(?:mesmo|entao|por\s+favor|please|instead))*\W*$"
)
_BOTH = (
    r"(?:(?:[oa]s|the|all)\s+(?:dois|duas|tres|2|3|two|three)|amb[oa]s|both(?:\s+of\s+them)?|"
    r"tod[oa]s(?:\s+el[ea]s)?|them(?:\s+all|\s+both)?)"
)
_BOTH_IN = expression(
    rf"^(?P<lead>\W*(?:(?:{_PUTS}|make|faz|na\s+verdade|entao|quero)\s+)*)(?P<both>{_BOTH})\s+(?:(?:em|no|na|de|d[oa]|in|to\s+be|sao|are|pra|para)\s+)*(?:tamanho\s+|size\s+)?(?P<new>{_SIZE}){_END}$"
)
_IN_BOTH = expression(
    rf"^\W*(?:poe|bota|coloca|faz|quero|put)\s+{_A}(?P<new>{_SIZE})\s+(?:n[oa]s|em|pr[oa]s|para\s+as|in|for|on)\s+(?P<both>(?:[oa]s\s+)?(?:dois|duas|2)|amb[oa]s|tod[oa]s|both){_END}$"
)
_ONE = r"(?:uma?|one|1)"
# `uma das duas em G`, `faz uma G`, `a outra G`, of two in M
_ONE_IN = expression(
    rf"^\W*(?:(?:entao|na\s+verdade|mas|e|quero|queria|make|poe|bota|coloca|faz|deixa|so)\s+)*(?:{_ONE}\s+(?:(?P<of>del[ea]s|d[oa]s\s+(?:dois|duas)|(?:of\s+)?them|of\s+the\s+two)\s+)?(?:(?:em|no|na|de|in|pode\s+ser|vai\s+ser|seja|as)\s+)*|"
    rf"(?P<other>(?:so\s+)?{_ONE}\s+(?P<stays>{_SIZE})\s*(?:,|e|and)\s*(?:[oa]\s+outr[oa]|the\s+other)\s+|(?:[oa]\s+outr[oa]|the\s+other(?:\s+one)?)\s+(?:(?:em|no|na|in|pode\s+ser|e|quero|is)\s+)*))(?:tamanho\s+|size\s+)?(?P<new>{_SIZE}){_END}$"
)
_SWAPS_ONE = expression(
    rf"\b(?P<verb>troc\w+|mud\w+|swap|change)\s+(?P<n>{_ONE}|dois|duas|two|2)\s+(?:tamanho\s+)?(?P<old>{_SIZE})\s+(?P<by>por|pel[oa]|pra|para|for|to)\s+(?:(?:uma?|an?|one|[oa]|dois|duas|two|\d)\s+)?(?P<new>{_SIZE}){_END}"
)
# `dá pra trocar o boné pela meia?`
_MAY = expression(
    r"^\W*(?:(?:oi|ola|opa|e|ah|entao|moc[oa]|sera\s+que)[\s,]+)*(?:(?:voces?\s+)?(?:pode[m]?|poderia[m]?|consegue[m]?|daria|da\s+p(?:ra|ara)|tem\s+como|teria\s+como|posso)|can\s+(?:you|i|we)|could\s+(?:you|i|we))\s+(?:me\s+)?"
    r"(?P<verb>trocar|substituir|mudar|swap|switch|change|replace)\s+(?!.*\b(?:depois|se|caso|quando|later|if)\b)(?:[oa]s?\s+|the\s+)?(?P<old>[^,.;!?\n]+?)\s+(?P<by>por|pel[oa]s?|pr[oa]s?|para|for|with|to)\s+(?P<new>[^,.;!?\n]+?)\s*\?\W*$"
)
_GOODS = r"(?P<new>[a-z][a-z\s-]{2,40}?)"
_ERRED = (
    r"(?:(?:eu\s+)?(?:me\s+(?:enganei|confundi)|errei|confundi|(?:falei|escrevi|pedi)\s+errado)|"
    r"foi\s+(?:engano|sem\s+querer)|my\s+(?:bad|mistake))"
)
_REGRET = rf"(?:{_ERRED}|foi\s+mal|ops|oops|desculpa|sorry)"
_WHO = r"(?:(?:que|eu|i|na\s+verdade|actually)\s+)*"
# `me enganei, queria a meia`, `i meant the socks`; and not `desculpa, quero uma meia também`
_MEANT = expression(
    rf"^\W*(?:(?:nao|no|ah+|opa|eita|ih|mas|oh|wait)[\s,]+)*(?:{_ERRED}[\s,.!:]+{_WHO}(?:quero|queria|i\s+wanted|i\s+want)|"
    rf"{_REGRET}[\s,.!:]+{_WHO}(?:queria\s+dizer|quis\s+dizer|era[m]?(?:\s+pra\s+ser)?|(?:e|eh)|i\s+meant|it'?s)|"
    rf"(?:eu\s+)?(?:quis|queria)\s+dizer|i\s+meant)\s+(?:(?:uma?|[oa]s?|the|an?|some)\s+)?(?!.*\b(?:tambem|too|also|mais|junto|as\s+well)\b){_GOODS}"
    rf"(?:\s*,?\s*(?:e\s+|and\s+)?(?:nao|not)\s+(?:[oa]s?\s+|the\s+|uma?\s+)?(?P<old>[a-z][a-z\s-]{{2,40}}?))?{_END}$"
)
# `ops, meia, não boné`
_NOT_OLD = expression(
    rf"{_START}(?:{_PUTS}\s+|(?:e|eh|era)\s+)?(?:(?:uma?|[oa]s?|the|an?)\s+)?{_GOODS}\s*,\s*(?:e\s+|and\s+)?(?:nao|not)\s+(?:(?:era|e|eh|quero)\s+)?(?:[oa]s?\s+|the\s+|uma?\s+)?(?P<old>[a-z][a-z\s-]{{2,40}}?){_END}"
)
# `deixa o boné, quero a meia`: with a comma it is left; `deixa o boné e põe a meia` keeps it
_LEFT_FOR = expression(
    rf"{_START}(?:deixa|larga|esquece|leave|forget|scratch|skip)\s+(?:d[oa]s?\s+)?(?:[oa]s?\s+|ess[ea]s?\s+|the\s+)?(?P<old>[a-z][a-z\s-]{{2,40}}?)\s*[,.;]\s*(?:(?:eu|so|entao)\s+)*"
    rf"(?:quero|prefiro|vou\s+(?:de|querer|levar)|levo|fico\s+com|me\s+ve|i\s+want|i'?ll\s+(?:take|have)|give\s+me)\s+(?:[oa]s?\s+|uma?\s+|the\s+|an?\s+)?(?!(?:so|mais|tambem)\b)(?!.*\b(?:tambem|too|also|mais|junto|as\s+well)\b){_GOODS}{_END}"
)
# `sem o boné, com a meia`
_WITHOUT_BUT = expression(
    rf"{_START}(?:sem|without)\s+(?:[oa]s?\s+|the\s+)?(?P<old>[a-z][a-z\s-]{{2,40}}?)\s*,?\s+(?:(?:e|mas|but|and)\s+)?(?:com|with)\s+(?:(?:[oa]s?|uma?|the|an?)\s+)?{_GOODS}{_END}"
)
# `no cap, socks`
_NO_OLD = expression(
    rf"{_START}(?:no|nao|not)\s+(?!(?:quer|precis|vou|e\b|eh\b|era|want|need|mais|more))(?P<old>[a-z][a-z\s-]{{2,40}}?)\s*,\s*(?:but\s+|mas\s+)?(?:[oa]s?\s+|the\s+)?{_GOODS}{_END}"
)
_OUT_IN = expression(r"\b(?P<out>sai\s+(?:[oa]s?\s+)?[a-z][a-z\s]{0,40}?)\s+(?=entra\b)")
_WOULD = expression(r"\bi'?d\s+prefer\s+(?=(?:the|an?)\s)")


def in_its_place(text: str, state: ConversationState) -> str:
    """A folded text in which what takes another's place in the cart is told so; any other as it was."""
    lines = state.cart.lines
    if not lines:
        return text
    text = _WOULD.sub("i'd rather have ", _OUT_IN.sub(r"\g<out>, ", _INVES.sub("em vez ", text)))
    return _of_goods(_of_sizes(text, state), lines)


def tells_size(text: str, state: ConversationState) -> bool:
    """`põe G`, `uso G`, of what is in the cart in another size: nobody's name."""
    return any(size_in(line.name) for line in state.cart.lines) and _RATHER_SIZE.match(text) is not None


def _of_sizes(text: str, state: ConversationState) -> str:
    """Of what the cart has in a size."""
    sized = {size_in(line.name): line for line in state.cart.lines if size_in(line.name)}
    for sign in (_SIZE_INSTEAD, _DOES_NOT_FIT, _NOT_SIZE, _SIZE_OUT_IN):
        found = sign.search(text)
        if found is not None and found["old"] in sized:
            return f"{text[: found.start()]} troca a {found['old']} pela {found['new']}{text[found.end() :]}".strip()
    if not sized:
        return text
    others = _of_others(state)
    if (found := _RATHER_SIZE.match(text)) and _ALONE_SIZE.fullmatch(found["new"]) and not others:
        return f"na verdade {found['new']}" if found["new"] not in sized and _of_a_sort(found["new"], sized) else text
    return _of_one_size(text, next(iter(sized.values())), others=others) if len(sized) == 1 else text


def _of_one_size(text: str, line: CartLine, *, others: bool) -> str:
    """Of the one thing in the cart that has a size. others: what is in no line is spoken of, too."""
    own = size_in(line.name)
    found = _SWAPS_ONE.search(text)
    if found is not None and found["old"] == own and line.quantity > 1:
        return f"{text[: found.start()]}troca {found['n']} delas {found['by']} {found['new']}{text[found.end() :]}"
    if found := _BOTH_IN.match(text) or _IN_BOTH.match(text):
        several = "todas" if found["both"].startswith(("tod", "them", "all")) else "as duas"
        return f"troca {several} pra {found['new']}"
    found = _ONE_IN.match(text)
    one = found is not None and (found["of"] or found["other"] or text.lstrip().startswith(("faz", "make")))
    if found is not None and one and found["new"] != own and line.quantity == 2:
        return f"troca uma delas pra {found['new']}"
    if (found := _LARGER.match(text)) and not others:
        return f"troca pela {'menor' if found['rank'].startswith(('men', 'small')) else 'maior'}"
    return text


_ALONE_SIZE = expression(rf"{_SIZE}{_ALONE}")


def _of_a_sort(size: str, sized: dict[str, CartLine]) -> bool:
    """Letters for letters, and a number for one that is near."""
    if size.isdigit():
        return any(own.isdigit() and abs(int(own) - int(size)) <= _NEAR for own in sized)
    return any(own in SIZES or own.isalpha() for own in sized)


_NEAR = 12


def _of_others(state: ConversationState) -> bool:
    """Goods that are in no line of the cart are spoken of or asked about."""
    dialogue, held = state.dialogue, {line.name.partition(" (")[0] for line in state.cart.lines}
    asked = [one for one in (dialogue.pending, *dialogue.open) if one is not None]
    shown = [
        *dialogue.listed,
        *([dialogue.focus] if dialogue.focus else []),
        *(x for one in asked for x in one.options),
    ]
    return any(item.name.partition(" (")[0] not in held for item in shown)


def _of_goods(text: str, lines: Sequence[CartLine]) -> str:
    if (may := _MAY.match(text)) and line_in(may["old"], lines) is not None:
        return f"troca {may['old']} {may['by']} {may['new']}"
    if "?" in text:
        return text
    for sign in (_LEFT_FOR, _WITHOUT_BUT, _NO_OLD, _MEANT, _NOT_OLD):
        found = sign.search(text)
        if found is None or not _is_another(found["new"], lines):
            continue
        old = found["old"]
        if sign is _NO_OLD and found[0].strip().startswith("no ") and not in_portuguese(product_words(old)[-1]):
            continue  # `no boné, ...`, in Portuguese, is in it
        line = line_in(old, lines) if old else lines[0] if len(lines) == 1 else None
        if line is None:
            continue
        called = old or fold(line.name.partition(" (")[0])
        return f"{text[: found.start()]} troca {called} por {found['new']}{text[found.end() :]}".strip()
    return text


def _is_another(phrase: str, lines: Sequence[CartLine]) -> bool:
    """It is called as goods of the shop are, and is none of the lines."""
    return any(current().place(word) == BEGINS for word in words(phrase)) and line_in(phrase, lines) is None
