"""A message as it was written, in ways that both readings know: what is not wanted beside what is (`e nada da tetra`),
what was named before `have you got it?`, a bottle of what is spoken of, sizes of other countries. Pure."""

import re
from collections.abc import Sequence
from itertools import takewhile

from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.cities import cep_of
from app.features.chat.assistant.language.containers import CONTAINER
from app.features.chat.assistant.language.goods import BEGINS, NAMES, current, forms
from app.features.chat.assistant.language.words import NUMBERS, SMALL_COUNT, fold, is_colour, number, stem, words
from app.features.chat.assistant.products.matching import Product, shares
from app.features.conversations.state import ConversationState
from app.ops.expressions import expression

_N = r"(?:\d{1,2}|an?|one|two|three|four|five|six|uma?|dois|duas|tr[eê]s|quatro|cinco|seis)"
# `e nada da tetra`, `and no muddler`, `nenhum cadeado`
_NONE_OF = expression(
    r"(?P<joint>[,.;]\s*|(?:^|\s+)(?:e|mas|and|but)\s+)(?P<no>nada\s+d(?:[ao]s?|e)|nenhuma?|zero|none\s+of\s+(?:the|your|those)|no(?=\s+[a-z]{3}))\s+"
    r"(?P<what>[^\W\d][^,.;!?\n]*?)(?=\s*(?:$|[,.;!\n]|\s(?:e|and)\s))",
    re.IGNORECASE,
)
# `somebody recommended the Jequitibá, have you got it?`
_HAVE_IT = expression(
    r"(?<![^.?!\n])(?P<told>[^.?!\n]+?)\s*[,.;]\s*(?:(?:so|and)\s+)?(?:have\s+you\s+got|do\s+you\s+(?:guys\s+)?(?:have|sell|carry|stock))\s+"
    r"(?:it|that(?:\s+one)?|any|them)(?:\s+(?:in\s+stock|there|too|available))*\s*\?",
    re.IGNORECASE,
)
_RECOMMENDED = expression(r"\b(?:recommend|suggest|mention|told\s+(?:me|us)|heard|saw|seen|read)", re.IGNORECASE)
# `I'll take a bottle`, of what is spoken of
_HELD = expression(
    r"\b(?P<n>an?|one|two|three|four|five|six|\d{1,2})\s+(?P<held>[a-z]+)(?=\s*(?:$|[,.;!\n]|please\b|then\b|\band\s+(?:i|pay|pix|cash)\b))",
    re.IGNORECASE,
)
_PAIRS = expression(r"pairs?|bags?|boxe?s?|packs?|cans?", re.IGNORECASE)
_DOZENS_AND_HALF = expression(
    rf"\b(?:(?:an?|(?P<n>{SMALL_COUNT}))\s+(?:dozens?|d[uú]zias?|dz)\s+(?:and|e)\s+(?:a\s+half|meia)|"
    rf"(?P<many>{SMALL_COUNT})\s+and\s+a\s+half\s+dozens?)\b\s*(?:of\s+(?:the\s+)?|d[eoa]s?\s+)?",
    re.IGNORECASE,
)
# In capitals: `send us 9`, `e eu 2` tell no size.
_COUNTRY = r"(?:(?-i:US|USA|U\.S\.?|UK|U\.K\.?|EU(?=\s+[34]\d))|european|american|british)"
_FOREIGN = expression(
    rf"(?:,?\s*\b(?:i|he|she|my\s+\w+)\s+(?:wears?|takes?|am|is|use)\s+)?\b(?:(?:in\s+)?(?:an?\s+)?(?:size\s+)?{_COUNTRY}\s+(?:(?:men'?s|women'?s|size|shoe)\s+)*\d{{1,2}}(?:[.,]5)?|"
    rf"(?:in\s+)?(?:an?\s+)?(?:size\s+)\d{{1,2}}(?:[.,]5)?\s+(?:in\s+)?{_COUNTRY}|\d{{1,2}}(?:[.,]5)?\s+{_COUNTRY}(?:\s+sizes?)?)\b",
    re.IGNORECASE,
)
_TOLD = expression(rf"\b(?:{_COUNTRY}|\d{{1,2}}(?:[.,]5)?)\b", re.IGNORECASE)
_SCALES = {"usa": "us", "u.s": "us", "american": "us", "u.k": "uk", "british": "uk", "european": "eu"}
# `I think that's a 40 in Brazil`
_HERE = expression(
    r"(?:\bi\s+(?:think|guess|believe)\s+)?\b(?:that'?s|it'?s|that\s+(?:is|would\s+be|should\s+be)|i'?m|i\s+am)\s+(?:(?:about|probably|an?|size|around)\s+)*"
    r"(?P<n>\d{2})\s+(?:in\s+bra[sz]il(?:ian(?:\s+sizes?)?)?|here|in\s+your\s+sizes?)(?P<asks>[.,;]?\s*(?:do\s+you\s+have|have\s+you\s+got)\s+(?:it|that|one|them)\s*\?)?",
    re.IGNORECASE,
)
# `não, de 60`, `minto, é 50 mesmo`
_OTHER_ONE = expression(
    r"^\s*(?:n[aã]o|n|no|minto|errei|digo|opa|ops|corrigindo|ali[aá]s|na\s+verdade)[\s,.!]+(?:(?:[eé]|eh|era|seria|quero|queria)\s+)?(?:[oa]\s+)?(?:d[eoa]\s+|tamanho\s+|n[uú]mero\s+)?"
    r"(?P<value>\d{1,4}(?:[.,]\d+)?\s*(?:mm|cm|m|ml|l|kg|g|v|w|pol)?)(?:\s+(?:mesmo|msm|sim|na\s+verdade))?(?:[,.;][^?]*)?\s*$",
    re.IGNORECASE,
)
_HOW_LONG = expression(r"\bhow\s+long\s+do\s+(?:i|we)\s+have\s+(?=(?:to|if|until|for)\b)", re.IGNORECASE)
_SMALL_GIFT = expression(
    r"\b(?:(?:small|little|nice|cute|cool|simple|unique|typical|local|tiny|housewarming|birthday|wedding|christmas|graduation|"
    r"thank[- ]you)\s+)+(?=(?:gifts?|presents?|souvenirs?)\b)",
    re.IGNORECASE,
)
# `make it eight, two more people joined`: why
_JOINED = expression(
    rf"\s*[,.;]\s*(?:(?:because|since|que|porque|pois|as)\s+)?{_N}\s+(?:(?:more|mais|other|outr[oa]s)\s+)?(?:people|persons?|friends?|guests?|kids?|colleagues?|cousins?|pessoas?|amig[oa]s|convidad[oa]s|prim[oa]s|colegas?)\s+"
    r"(?:(?:more|mais|have|are|will|v[aã]o|tamb[eé]m|just|also)\s+)*(?:joined|joining|coming|came|come|showed\s+up|confirmed|signed\s+up|vir|v[eê]m|vieram|chegaram|confirmaram|entraram|apareceram)\b[^,.;!?\n]*",
    re.IGNORECASE,
)


# `fechadura digital em até 3x`, which counts none
_IN_PARTS = expression(
    r"(?<=\w)\s+(?:no\s+cart[aã]o\s+)?em\s+(?:at[eé]\s+)?(?P<n>\d{1,2})\s?(?:x|vezes)\b(?:\s+(?:no\s+(?:cart[aã]o|cr[eé]dito)|sem\s+juros))*[\s.!?]*$",
    re.IGNORECASE,
)
_PAYS = expression(r"\b(?:parcel\w*|divid\w*|pag\w*|faz\w*|cart[aã]o|cr[eé]dito|aceit\w*|passa\w*)\b", re.IGNORECASE)
# `gifts for my colleagues under 50 reais`, `presente pra casa nova até 60`
_GIFT_FOR = expression(
    r"\b(?P<gift>gifts?|presents?|souvenirs?|presentes?|presentinhos?|lembrancinhas?)\s+(?:for|pra|para|pro|de)\s+(?:(?:my|the|our|a|an|some|[oa]s?|meus?|minhas?|uma?)\s+)?(?P<whom>[^\W\d]{3,})(?:\s+nov[oa])?",
    re.IGNORECASE,
)
_AT_MOST = expression(
    r"\b(?:at[eé]|under|below|up\s+to|menos\s+de|less\s+than|no\s+m[aá]ximo)\s+(?:r?\$\s*)?\d", re.IGNORECASE
)


# `forget the pump`, of what is not in the cart
_FORGET = expression(
    r"(?:[,.;]\s*|\s+|^)(?:(?:and|but)\s+)?(?:forget(?:\s+about)?|never\s*mind|skip|scratch)\s+the\s+(?!(?:whole|entire|lot|order|cart|rest|thing)\b)(?P<what>[^\W\d][\w'-]+(?:\s+[^\W\d][\w'-]+)?)(?=\s*(?:$|[,.;!\n]))",
    re.IGNORECASE,
)
# `a water bottle then, the cheapest`
_RANKED = expression(
    r"^(?P<lead>\W*(?:(?:ok|so|then|well|e|ent[aã]o|ah)\W+)*)(?:an?|the|some|uma?|[oa])\s+(?!d[eao]s?\s)(?P<goods>[^,.;!?\n]{3,40}?)(?:\s+(?:then|ent[aã]o|please))?\s*,\s*(?:pode\s+ser\s+)?(?:the|[oa])\s+"
    r"(?:(?P<english>cheapest|smallest|biggest|largest)|(?P<rank>mais\s+barat[oa]|menor|maior))(?:\s+(?:one|you\s+have|que\s+tiver|que\s+tem))*\W*$",
    re.IGNORECASE,
)


# `one of those for pickup tomorrow`
_FOR_PICKUP = expression(
    r"\s*,?\s*(?:\b(?:it'?s|that'?s|this\s+is|these\s+are|they'?re)\s+)?\bfor\s+(?:pick[\s-]?up|collection)\b(?P<when>(?:\s+(?:today|tomorrow|tonight|later|on\s+\w+day|this\s+\w+|at\s+\d\w*|morning|afternoon|evening))*)(?!\s+only)",
    re.IGNORECASE,
)
# `what about Recife?`, behind a question on sending
_WHAT_ABOUT = expression(r"\b(?:what|how)\s+about\s+(?:to\s+)?(?P<place>[A-ZÀ-Ý][^\W\d_]+(?:\s+[^\W\d_]+){0,3})\s*\?")


def _to_town(found: re.Match[str]) -> str:
    return f"do you deliver to {found['place']}?" if cep_of(found["place"]) else found[0]


def _most(found: re.Match[str]) -> str:
    """In one breath, where the shop has such goods."""
    if not any(current().place(word) >= NAMES for word in words(fold(found["goods"]))):
        return found[0]
    told = f"the {found['english']} {found['goods']}" if found["english"] else f"{found['goods']} {found['rank']}"
    return f"{found['lead']}{told}"


def _gift_for(found: re.Match[str]) -> str:
    """The gift alone, where whom it is for is no word of the shop's."""
    return found[0] if current().place(fold(found["whom"])) else found["gift"]


def _of_the_other(message: str, state: ConversationState) -> str:
    """`não, de 60`, to who was shown the one of 50: asked for as `e o de 60?`"""
    dialogue, found = state.dialogue, _OTHER_ONE.match(message)
    focus, asked = dialogue.focus, dialogue.pending
    if found is None or focus is None or asked is None or asked.kind != "quantity" or state.cart.lines:
        return message
    return f"e o de {found['value']}?" if any(any(map(str.isdigit, one)) for one in focus.options.values()) else message


# `entre o preto e o vermelho eu vou no vermelho`: what was between, before what is chosen
_BETWEEN = expression(
    r"(?:^|(?<=[.,;!?\n]))\s*(?:entre|between)\s+(?:[oa]s?\s+|the\s+)?[^.,;!?\n]{2,40}?\s+(?:e|ou|and|or)\s+(?:[oa]s?\s+|the\s+)?[^.,;!?\n]{2,40}?\s*,?\s*"
    r"(?=\b(?:(?:eu|acho\s+que|i|i['’]?ll|i['’]?d|i\s+(?:will|would))\s+)*(?:vou\s+(?:n[oa]s?|de|com|levar|querer|ficar)|fico|prefiro|escolho|quero|levo|go\s+(?:with|for)|take|pick|prefer|rather)\b)",
    re.IGNORECASE,
)
# `quero um boné, o trucker ou o aba reta?` is one of these
_EITHER_BEHIND = expression(
    r"(?P<wish>\b(?:quero|queria|vou\s+querer|me\s+v[eê]|i\s+want|i['’]?ll\s+(?:take|have)|i['’]?d\s+like)\s+(?:uma?|\d{1,2}|an?|one)\s+[^\W\d]{3,20})\s*,\s*(?:[oa]s?|the)\s+"
    r"(?!pix|cart|dinheiro|boleto|frete|entrega|retirada|motoboy|sedex|card|cash|delivery|pickup)(?P<one>[^,.;!?\n]{2,25}?)\s+(?P<or>ou|or)\s+(?:[oa]s?\s+|the\s+)?(?P<other>[^,.;!?\n]{2,25}?)(?=\s*(?:$|[.;!?\n]))",
    re.IGNORECASE,
)
# `quero 1 boné entre o preto e o branco`, of which one is wanted
_ONE_BETWEEN = expression(
    r"(?<=\w)\s*,?\s+(?:entre|between)\s+(?:[oa]s?\s+|the\s+)?(?P<one>(?:de\s+\d|[^\W\d])[^,.;!?\n]{1,25}?)\s+(?:e|ou|and|or)\s+(?:[oa]s?\s+|the\s+)?"
    r"(?P<other>(?:de\s+\d|[^\W\d])[^,.;!?\n]{1,25}?)(?=\s*(?:$|[,.;!?\n]))",
    re.IGNORECASE,
)
_TORN = expression(
    r"\b(?:d[uú]vida|indecis[oa]|fic\w+|t[oô]|tou|estou|torn|undecided|deciding|decide|diferen\w+|differ\w+)\b", re.I
)
# `sapatilha, calço 42,5`, `o 42.5`, where shoes come in halves
_IN_HALVES = expression(
    r"(?P<alone>^\W*(?:(?:e|ent[aã]o|quero|queria|pode\s+ser|the|tem)\s+)*(?:[oa]s?\s+)?)?(?:,?\s*\b(?:(?:eu|e|ele|ela|i)\s+)?(?:cal[cç][oa]|us[oa]|tamanho|tam|n[uú]mero|size|wears?)\s+(?:(?:o|[ée]|eh)\s+)?)?"
    r"(?<![\d.,])(?P<size>[1-5]\d)(?:[.,]5|\s+e\s+mei[ao])(?!\d)(?P<rest>\W*$)?",
    re.I,
)
# `faz 3 bonés, um deles verde`, `3 bonés, sendo 1 verde`: so many of those before it
_SOME_OF_THEM = expression(
    rf"(?:^|(?<=\w)\s*,?\s+)(?:(?:e|and|com|with)\s+)?(?:(?P<some>{SMALL_COUNT})\s+(?:del[ea]s|dess[ea]s|of\s+(?:them|those|these))|(?:sendo|being)\s+(?P<being>{SMALL_COUNT}))\s+"
    r"(?:(?:em|in|na\s+cor|pode\s+ser|can\s+be|ser|seja|is|to\s+be|[ée]|eh|de|d[oa])\s+)*(?P<kind>[^\W\d]{3,})(?=\s*(?:$|[.;!?\n]))",
    re.IGNORECASE,
)
_COUNTED = expression(rf"\b(?:{SMALL_COUNT})\s+[^\W\d]{{3,}}[^.;!?\n]*$", re.IGNORECASE)
# `2 jogos de copos, são 12 copos no total né?`, which only reckons how many pieces that is
_IN_PIECES = expression(
    rf"(?P<sets>\b(?:{SMALL_COUNT})\s+(?:jogos?|conjuntos?|kits?|caixas?|cx|pacotes?|pares|par|fardos?|sets?|pairs?|boxe?s?|packs?)\b[^.;!?\n]*?)"
    rf"\s*[,.;]?\s*\b(?:(?:ent[aã]o|ou\s+seja|so)\s*,?\s*)?(?:(?:isso|that|it)\s+)?(?:s[aã]o|d[aá]|d[aã]o|seriam?|vai\s+dar|vem|totaliza\w*|that'?s|makes|is)\s+\d{{1,3}}\s+[^\W\d]{{3,}}"
    r"(?:\s+(?:no\s+total|ao\s+todo|tudo|in\s+(?:total|all)))?(?:\s*,?\s*(?:n[eé]|certo|isso|right))?\s*[?.!]*\s*$",
    re.IGNORECASE,
)
# `retira, pix`: it is fetched, and nothing is taken out
_FETCHES = expression(
    r"(?P<lead>(?:^|[,.;\n])\s*)(?:retira|busca)(?=\s*(?:$|[,.;\n]|(?:e\s+)?(?:a[ií]|hoje|hj|amanh[ãa]|na\s+loja|pix|paga|pago|no\s+pix|dinheiro)\b))",
    re.I,
)
# `42 e meia`, a shoe's size, and no sock beside it
_HALF_SIZE = expression(
    r"(?P<lead>^\W*|\b(?:n[uú]mero|tamanho|tam|cal[cç]o|calça|uso|o|do)\s+(?:é\s+|e\s+)?)(?P<size>3[3-9]|4[0-8])\s+e\s+mei[ao](?=\s*(?:$|[,.;!?\n]|mesmo\b|por\s+favor\b|pfv?\b|de\s+novo\b))",
    re.IGNORECASE,
)


def as_meant(message: str, state: ConversationState, shelf: Sequence[Product] = ()) -> str:
    """The message in those ways; any other as it is. shelf: the goods it may be of."""
    message = _EITHER_BEHIND.sub(r"\g<wish> \g<one> \g<or> \g<other>", _BETWEEN.sub(" ", message))
    message = message if _TORN.search(message) else _ONE_BETWEEN.sub(_one_of_both, message)
    message = _IN_PIECES.sub(r"\g<sets>", message)
    some = _SOME_OF_THEM.search(message)
    counted = some and (_COUNTED.search(message[: some.start()]) or (not some.start() and state.cart.lines))
    if some and counted and is_colour(stem(fold(some["kind"]))):
        but = "but" if re.search(r"\b(?:of|being)\b", some[0], re.IGNORECASE) else "mas"
        told = f"{but} {some['some'] or some['being']} {some['kind']}{message[some.end() :]}"
        message = f"{message[: some.start()]}, {told}" if some.start() else told
    message = _FETCHES.sub(r"\g<lead>retirada", message)
    message = _HALF_SIZE.sub(r"\g<lead>\g<size>,5", message)
    message = _in_half_sizes(message, state, shelf)
    message = _SMALL_GIFT.sub("", _HOW_LONG.sub("how long ", _JOINED.sub("", message)))
    message = _DOZENS_AND_HALF.sub(_in_pieces, message)
    message = _HAVE_IT.sub(_asked_of, _NONE_OF.sub(_not_wanted, without_foreign_sizes(message, shelf)))
    message = _of_the_other(_RANKED.sub(_most, message), state)
    if "?" not in message:
        message = _FOR_PICKUP.sub(r", I'll pick it up\g<when>", message)
    if state.dialogue.topic in ("delivery", "freight", "time"):
        message = _WHAT_ABOUT.sub(_to_town, message)
    forgotten = _FORGET.search(message)
    if forgotten and not any(shares(words(fold(forgotten["what"])), line.name) for line in state.cart.lines):
        message = _FORGET.sub("", message) if words(fold(_FORGET.sub("", message))) else message
    if not _PAYS.search(message):
        message = _IN_PARTS.sub(r", parcela em \g<n>x?", message)
    if _AT_MOST.search(message):
        message = _GIFT_FOR.sub(_gift_for, message)
    if state.dialogue.focus is not None or len(state.dialogue.listed) == 1:
        message = _HERE.sub(_in_this_size, message)
        message = message if _comes_otherwise(message, state) else _HELD.sub(_of_it, message)
    return message


def _in_half_sizes(message: str, state: ConversationState, shelf: Sequence[Product]) -> str:
    """A size with a half as the shop writes it, where it has such; alone it is wished for."""
    found = _IN_HALVES.search(message)
    sold = {value for one in shelf for value in one.options.values()} if found else set()
    written = next((one for one in sold if found and one.replace(".", ",") == f"{found['size']},5"), None)
    if found is None or written is None:
        return message
    if found["alone"] is not None and found["rest"] is not None and "?" not in message:
        shown = {one.base or one.name for one in (state.dialogue.focus, *state.dialogue.listed) if one is not None}
        own = [one.name for one in shelf if written in one.options.values() and (one.base or one.name) in shown]
        return f"quero 1 {own[0]}" if len(own) == 1 else f"quero o {written}"
    return f"{message[: found.start()]}{found['alone'] or ' '}{written}{message[found.end() :]}".strip()


def _one_of_both(found: re.Match[str]) -> str:
    """`calabresa ou mussarela`, where both are of the shop's goods, and no days or hours; of colours and sizes nothing,
    so that it is asked which."""
    both = [words(fold(found[key]))[-1] for key in ("one", "other")]
    if all(is_colour(one) or one.isdigit() for one in both):
        return ""
    sold = all(current().place(one) for one in both)
    return f" {found['one']} ou {found['other']}" if sold else found[0]


def without_foreign_sizes(message: str, shelf: Sequence[Product] = ()) -> str:
    """Without a size as other countries count them, which is no count and no size of the shop's; a message that says no
    more stays, and so does one in the scale of the shop's own goods (`US 9`)."""
    left = _FOREIGN.sub("", message) if foreign_size(message, shelf) else message
    return left if words(fold(left)) else message


def foreign_size(message: str, shelf: Sequence[Product] = ()) -> str:
    """The size of another country that a message tells: `US 9`; empty where there is none, or where goods of the shelf
    are counted so."""
    found = _FOREIGN.search(message)
    told = _TOLD.findall(found[0]) if found is not None else []
    scales = {_SCALES.get(word, word) for word in map(fold, told) if not word[0].isdigit()}
    sold = {word for one in shelf for value in one.options.values() for word in words(fold(value))}
    return "" if scales & sold else " ".join(told)


def _in_pieces(found: re.Match[str]) -> str:
    """`a dozen and a half`, `uma dúzia e meia`, `two and a half dozen`."""
    dozens = number(fold(found["n"] or found["many"] or "1")) or 1
    return f"{12 * dozens + 6} "


def _not_wanted(found: re.Match[str]) -> str:
    """`não quero a tetra`, where the shop has goods that are called so."""
    told = [word for word in words(fold(found["what"])) if len(word) > 2 and word not in v.FILLER | v.TALK]
    said = list(takewhile(current().place, told))  # `nada de palmilha tb hein`
    least = BEGINS if fold(found["no"]) in ("nada de", "no", "zero") else NAMES  # `nada de cebola`, on a burger
    sold = any(current().place(word) >= least for word in said) and len(told) <= len(said) + 1
    denies = (
        "i don't want"
        if fold(found["no"]).startswith("no") or fold(found["joint"]).strip() in ("and", "but")
        else "não quero"
    )
    return f"{found['joint']}{denies} {' '.join(said)}" if sold else found[0]


def _asked_of(found: re.Match[str]) -> str:
    said = list(re.finditer(r"[^\W_][\w'-]*", found["told"]))
    named = [one for one in said if current().place(fold(one[0])) >= NAMES or is_colour(fold(one[0]))]
    if _RECOMMENDED.search(found["told"]) is None or not any(current().place(fold(one[0])) >= NAMES for one in named):
        return found[0]
    return f"do you have {found['told'][named[0].start() : named[-1].end()]}?"


def _comes_otherwise(message: str, state: ConversationState) -> bool:
    """`a bottle`, of what the shop tells to come in a jar; `2 fatias`, of a cake that has slices as a kind."""
    found, focus = _HELD.search(message), state.dialogue.focus
    if found is None:
        return False
    held = forms(fold(found["held"]))
    if any(shares(held, one.name) for entry in (focus, *state.dialogue.listed) if entry for one in entry.each):
        return True
    told = {word for word in words(fold(focus.about)) if CONTAINER.fullmatch(word)} if focus is not None else set()
    return bool(told) and told.isdisjoint(held)


def _of_it(found: re.Match[str]) -> str:
    """So many of it, where no goods are called by what holds them."""
    held = fold(found["held"])
    holds = CONTAINER.fullmatch(held) or _PAIRS.fullmatch(held)
    if holds is None or current().place(held) >= NAMES:
        return found[0]
    return str(NUMBERS.get(fold(found["n"]), 1 if found["n"][0] in "aA" else found["n"]))


def _in_this_size(found: re.Match[str]) -> str:
    return f"do you have it in size {found['n']}?" if found["asks"] else f"size {found['n']}"
