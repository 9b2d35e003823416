"""What English-speaking shoppers say round the goods, in forms that the rules read: a number that is part of a name,
sizes of a list, what a thing is for, when cash is paid, what the shop is asked to do. Pure.
"""

import re
from collections.abc import Callable

from app.features.chat.assistant.language.english_names import named_so
from app.features.chat.assistant.language.goods import NAMES, begins, current
from app.features.chat.assistant.language.words import in_portuguese, is_colour, number, stem, words
from app.features.search.english import IN_PORTUGUESE
from app.ops.expressions import expression

_COUNT = r"(?:an?|one|two|three|four|five|six|\d{1,3})"
_PERSON = r"(?:i|we|you|he|she|it|they|the\s+(?:order|courier|driver|goods|stuff|package))"
_FETCHED = (
    r"(?:on|upon|at)\s+(?:the\s+)?(?:pick\s?up|collection)|(?:at|in)\s+(?:the|your)\s+(?:shop|store)|when\s+(?:i|"
    r"we)\s+(?:come\s+(?:to\s+)?)?(?:collect|pick(?:\s+(?:it|them|that))?\s*up|fetch|get\s+there|come(?:\s+(?:by|over|in))?)"
)
_BROUGHT = (
    rf"(?:on|upon)\s+arrival|at\s+(?:the|my)\s+door(?:step)?|when\s+{_PERSON}\s+(?:arrives?|comes?|"
    rf"gets?\s+here|turns?\s+up|(?:is|are)\s+delivered|delivers?(?:\s+(?:it|them))?|brings?\s+(?:it|them)|gets?\s+delivered)"
)
_PAYS = r"(?:(?:i'?ll|i\s+will|i'?d\s+like\s+to|i\s+want\s+to|i\s+can|will|to)\s+)?(?:pay(?:ing)?|settle)"
_TRAITS = {
    "color": "cores", "colour": "cores", "size": "tamanhos", "flavor": "sabores", "flavour": "sabores",
    "scent": "aromas", "voltage": "voltagens",
}  # fmt: skip
_ITS = r"(?:\s+(?:it|them|everything))?"


# Said in Portuguese, too.
_OF_BOTH = frozenset(
    [
        "avulsa",
        "avulso",
        "avulsos",
        "unidade",
        "solta",
        "case",
        "top",
        "short",
        "shorts",
        "cooler",
        "notebook",
        "mouse",
        "body",
        "kit",
        "capo",
        "pen",
        "fresh",
        "pro",
    ]
)
_PORTUGUESE = frozenset(stem(word) for called in IN_PORTUGUESE.values() for word in called)


def named_in_english(text: str) -> bool:
    """`3 keychains`: what is named is English, where no other word tells the language."""
    said = [word for word in words(text) if len(word) > 2 and not word.isdigit() and word not in _OF_BOTH]
    ours = sum(stem(word) in _PORTUGUESE or current().places.get(word, 0) >= NAMES for word in said)
    theirs = sum(
        bool(called := in_portuguese(word)) and word not in called and stem(word) not in _PORTUGUESE for word in said
    )
    return theirs > ours


def _is_goods(word: str) -> bool:
    return current().place(word) >= NAMES or any(current().place(one) >= NAMES for one in in_portuguese(word))


def _named_by_number(found: re.Match[str]) -> str:
    """`the 300 filter` is one called so, and no three hundred of them."""
    noun = found["noun"]
    if noun.endswith("s") or is_colour(noun) or not _is_goods(noun):
        return found[0]
    return f"{'the' if found['article'] == 'the' else '1'} {noun} {found['number']}"


def _more(found: re.Match[str]) -> str:
    """`can I add one more candle?`"""
    counted = 1 if found["count"] in ("a", "an") else number(found["count"])
    return f"mais {counted} " if _is_goods(found["noun"]) else found[0]


def _without_use(found: re.Match[str]) -> str:
    """`a photo to go in it`"""
    return found["goods"] if _is_goods(found["goods"].split()[-1]) else found[0]


def _sold_so(found: re.Match[str]) -> str:
    """`do you print photos on mugs?` looks for mugs."""
    return f"do you have {found['goods']}" if begins(found["goods"].split()[-1]) else found[0]


def _without_thing(found: re.Match[str]) -> str:
    """`a filter for an 80 litre tank` is no tank"""
    of_the, boxes = " for the " in found[0], found["thing"] in ("box", "bag", "basket", found["goods"])
    uses = begins(found["goods"]) or ((found["between"] or of_the) and _is_goods(found["goods"]))
    boxes |= re.search(r"\b(?:swap|change|exchange|replace|trade|switch)\b", found.string[: found.start()]) is not None
    sold = (_is_goods if of_the else begins)(found["thing"])
    return f"{found['goods']}{found['between']}" if uses and sold and not boxes else found[0]


def _gift_box(found: re.Match[str]) -> str:
    """`a small gift box`, where boxes are sold"""
    if not begins("caixa"):
        return found[0]
    return "caixa" + (" pequena" if found["size"] in ("small", "little") else " grande" if found["size"] else "")


def _ordered(found: re.Match[str]) -> str:
    """`a red mug, please`: one is wanted"""
    said = re.sub(r"\s+(?:in\s+)?(?:size\s+)?\d{1,2}$", "", found["goods"]).split()
    if _ASKS.search(found["goods"]) or said[-1] == "same":
        return found[0]
    of_one = said[-1] == "one" and len(said) > 2
    singular = of_one or (not said[-1].endswith("s") and _is_goods(said[-1]))
    goods = re.sub(r"\band\s+an?\s+", "and 1 ", found["goods"])
    return f"{found['lead']}quero 1 {goods}" if singular and any(map(_is_goods, said)) else found[0]


def _should_be(found: re.Match[str]) -> str:
    """`wrong size, should be 8`"""
    kind = found["kind"]
    if is_colour(kind):
        return f"na verdade {kind}"
    sized = kind.isdigit() or kind in ("small", "medium", "large", "xs", "s", "m", "l", "xl", "p", "g", "gg")
    return f"na verdade tamanho {kind}" if sized else found[0]


def _two_things(found: re.Match[str]) -> str:
    """`a red cape and the spider costume`: one of each"""
    goods, other = found["goods"].split(), found["other"].split()
    both = any(map(_is_goods, goods)) and ("one" in other or any(map(_is_goods, other)))
    if not both or _ASKS.search(found["goods"]) or _ASKS.search(found["other"]) or goods[-1].endswith("s"):
        return found[0]
    wants = "" if found["first"] == "the" else "quero "
    noun = next((word for word in reversed(goods) if _is_goods(word) and not is_colour(word)), "one")
    told = re.sub(r"\bone\b", noun, found["other"])  # `and the red one`
    told = re.sub(r"^(\d+\s?(?:w|watts?|l|lit(?:er|re)s?))\s+([a-z]+)", r"\2 \1", told)
    sized = f", both size {found['size']}" if found["size"] else ""
    return f"{found['lead']}{wants}1 {found['goods']} and 1 {told}{sized}"


def _both_of(found: re.Match[str]) -> str:
    """`the 1.65 or the 1.80 rod`"""
    noun = found["noun"]
    return f"the {found['one']} {noun} {found['or']} the {found['two']} {noun}" if _is_goods(noun) else found[0]


def _comes_in(found: re.Match[str]) -> str:
    """`what colours do the cages come in?`"""
    goods = found["goods"].split()[-1]
    return f"do you have {found['goods']}" if _is_goods(goods) else found[0]


def _free_of(found: re.Match[str]) -> str:
    """`lactose free milk`, `a milk-free chocolate bar`"""
    first, _, last = found["goods"].partition(" ")
    if last and _is_goods(last):
        return f"{first} {last} without {found['what']}"
    return f"{first} without {found['what']} {last}".strip() if _is_goods(first) else found[0]


def _has_traits(found: re.Match[str]) -> str:
    """`which handle colours do you have?`"""
    return f"do you have {found['goods']}" if found["goods"] else f"quais {_TRAITS[found['trait']]} tem"


def _plain(found: re.Match[str]) -> str:
    """`plain butter croissants`, where nothing is called so."""
    return found[0] if current().place(found["plain"]) > 0 else found["count"]


def _with_wire(found: re.Match[str]) -> str:
    """`the wired controllers`, of what is called `com fio` or `sem fio`; none where the shop has no such."""
    if current().place(found["kind"]) < NAMES:
        return found[0]
    return f"{found['thing']} {'com' if found['kind'] == 'wired' else 'sem'} fio"


_FORMS: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (r"\b(?:business|visiting|calling)\s+cards?\b", "cartao de visita"),
    (r"\b(?P<kind>wired|wireless|cordless)\s+(?P<thing>[a-z]{3,})\b", _with_wire),
    (r"\s*,?\s*\b(?:one|1)(?:\s+of\s+(?:them|those))?(?:'s|\s+is)\s+(?:for\s+)?an?\s+(?:gift|present)\b", ""),
    (r"\b(?:promo(?:tion(?:al)?)?|discount)\s*codes?\b", "cupom"),
    (
        r"\b(?:i'?m|i\s+am|we'?re|we\s+are)\s+(?:already\s+|right\s+)?in\s+(?:town|the\s+(?:area|city))\b(?:\s*,?\s*(?:so|and)\b)?",
        "",
    ),
    (r"\bhearts?\s+of\s+palms?\b", "palmito"),
    (
        r"\b(?P<what>lactose|gluten|sugar|alcohol|caffeine|dairy|milk|egg|nut|peanut|soy|wheat|fat|fragrance)[\s-]+free"
        r"\s+(?P<goods>[a-z]{3,}(?:\s+[a-z]{3,})?)\b",
        _free_of,
    ),
    (r"^(?:ok(?:ay)?|alright|fine|well|then)[,\s]+(?:then[,\s]+)?(?=the\s+\w+\s+one\b(?!.*\?))", "quero "),
    (r"\b(?:life\s*(?:jacket|vest)|buoyancy\s+aid)s?\b", "colete salva-vidas"),
    (r"\b(?:picture|photo)\s+frames?\b", "porta-retrato"),
    (r"\b(?:insects?|mosquito(?:es)?|bugs?)\s+(?:repellents?|spray)\b", "repellent"),
    (r"\banti[\s-]*dandruff\b", "dandruff"),
    (r"\b(?:diaper|nappy)\s+rash\b|\brash\s+(?=creams?\b|ointments?\b)", "rash "),
    (r"\bphoto\s+(?=mugs?\b|cups?\b|keychains?\b|key\s?rings?\b|t-?shirts?\b|mousepads?\b)", ""),
    (r"\bkey\s+(?:chain|ring)", "keychain"),
    (r"\bmouse\s+(?=pads?\b|mats?\b)", "mouse"),
    (r"\b(?:set\s+up|put\s+together)(?=\s+(?:the|my|a|an|our)\b)", "assemble"),
    (r"(?:\s*,)?\s*\b(?P<number>\d{1,2})[\s-]?(?:ft|feet|foot)\b", r" \g<number> pes"),
    (r"\b(?:the|that)\s+(?P<number>\d{1,2})\s+pes\s+ones?\b", r"o de \g<number> pes"),
    (r"^(?:yo|sup|howdy)\W+", ""),
    (r"^change\s+of\s+plans?\W+", ""),
    (
        r"^(?P<lead>(?:(?:actually|oh|ok|well|no|and|hmm*)\W+)*)(?:scrap|scratch|ditch|lose|skip)\s+(?=the\s+(?!rest|order|idea|whole)[a-z]{3,})",
        r"\g<lead>remove ",
    ),
    (r"\b(?:the|that)\s+(?P<number>\d{2,4})\s+ones?\b", r"o de \g<number>"),
    (
        r"\b(?:the|that)\s+(?P<number>\d{3,4})(?=\s*(?:$|[,.!]|\band\b|\bplease\b|\bthen\b|\binstead\b))",
        r"o de \g<number>",
    ),
    (
        r"\b(?P<article>the|that|an?)\s+(?P<number>\d{2,4})\s+(?P<noun>(?!ones?\b|of\b|lit|met|gram|watt|volt|inch|kilo|pound|sheet|piece|unit|pack|page)[a-z]{3,})\b(?!\s+(?:of|pack))",
        _named_by_number,
    ),
    (rf"\b(?P<count>{_COUNT})\s+(?:more|extra|additional)\s+(?=(?:[a-z]+\s+)?(?P<noun>[a-z]{{3,}})\b)", _more),
    (
        r"^(?:and\s+)?do\s+you\s+(?:guys\s+)?(?:also\s+)?(?:print|put|engrave|make)\s+(?:my\s+|our\s+|your\s+)?(?:own\s+)?(?:photos?|pictures?|names?|logos?|designs?)\s+(?:on|in|onto)\s+"
        r"(?:the\s+|your\s+|an?\s+)?(?P<goods>[a-z][a-z -]*)",
        _sold_so,
    ),
    (
        r"^(?:and\s+)?(?:what|which)\s+(?:\w+\s+)?(?P<trait>colou?rs?|sizes?|flavou?rs?|scents?|voltages?)\s+(?:do|does|is|are|can)\s+(?:i\s+get\s+)?(?:the|your|those|these|this|that)\s+(?P<goods>[a-z][a-z\s-]*?)"
        r"\s+(?:come|comes|available|in|there|for|have)(?:\s+(?:in|for))?",
        _comes_in,
    ),
    (rf"\b(?P<count>{_COUNT}\s+)(?P<plain>plain|regular)\s+(?=[a-z]{{3,}})", _plain),
    (
        r"^(?:and\s+)?(?:what|which)\s+(?:[a-z]+\s+)?(?P<trait>colou?r|size|flavou?r|scent|voltage)s?\s+(?:options\s+)?(?:(?:do\s+)?you\s+(?:have|sell|stock|carry|got)|have\s+you\s+got|are\s+there|is\s+there|are\s+available|is\s+it|does\s+it\s+come\s+in|do\s+they\s+come\s+in)(?:\s+(?:it|them|those|these))?(?:\s+in)?(?:\s+available)?(?:\s+(?:for|of|in)\s+(?:the\s+|your\s+|those\s+)?(?P<goods>[a-z][a-z\s-]*))?$",
        _has_traits,
    ),
    (
        r"^(?P<lead>(?:(?:hi|hey|hello|ok|okay|yes|well|then|and|so)\W+)*)(?:(?P<article>an?|one|the)\s+(?=[a-z0-9])|(?=[a-z]))(?P<goods>[a-z0-9][a-z0-9\s'-]*?[a-z0-9])\s*,?\s+please$",
        _ordered,
    ),
    # `one lamp delivered, please`
    (
        r"\b(?P<goods>(?:an?|one|two|three|four|\d{1,2})\s+(?:[a-z0-9-]+\s+){0,4}?(?!(?:be|been|being|is|are|was|get|gets|getting|to|it|order|order's)\b)[a-z0-9-]+)"
        r"\s+(?:delivered|shipped)(?=\s*(?:$|[,.;!]|and\b|please\b))",
        r"\g<goods>, delivery,",
    ),
    # the size of what was named, behind a comma
    (
        r"(?<=[a-z]),\s+(?P<size>small|medium|large|big|little)\s+one(?=\s*(?:$|[.,!;]|please|and\b))",
        r" \g<size>",
    ),
    (
        r"(?<=[a-z])(?:,?\s+(?:in\s+)?(?:the\s+)?size\s+|,\s+(?:in\s+)?)(?=(?:small|medium|large|extra-large)\s*(?:$|[,.!?;]|please))",
        " ",
    ),
    (r"(?<=[a-z]),\s+(?:in\s+)?(?:size\s+)?(?=(?:xs|s|m|l|xl|xxl|pp|p|g|gg)\s*(?:$|[,.!?;]))", " size "),
    (r"^(?:and\s+)?(?:what|how)\s+about\s+(?:the\s+)?(\d{2,4})(?:\s+ones?)?$", r"e o de \1"),
    (
        r"\bhow\s+long\s+(?:is|are)\s+(?=(?:the|this|that|it|they|your)\b(?!\s+(?:delivery|shipping|wait|warranty|guarantee)))",
        "qual o comprimento ",
    ),
    (r"(?<=\d)\.(?=\d{1,2}\b(?!\s*(?:reais|each)))(?<!r\$ \d\.)", ","),
    (
        r"\b(?:i\s+)?(?:gave|told|sent|put|typed)\s+(?:you\s+)?(?:the|a|my|in\s+the)\s+wrong\s+address\b",
        "meu endereco esta errado",
    ),
    (
        r"\b(?:i'?ll|i\s+will|we'?ll|i\s+can|i'?m\s+going\s+to)\s+(?:(?:come|stop|drop|swing|pop)\s+(?:(?:by|over|round|around|in|down)\s+)?(?:and\s+|to\s+)?)?"
        r"(?:(?:fetch|grab)\s+(?:it|them|everything|that)\b|(?<=\band\s)(?:pick\s+(?:it|them|that|everything)\s+up|collect\s+(?:it|them|that|everything))\b)",
        "i'll pick it up",
    ),
    # `I'll walk over to the store`
    (
        r"\b(?:i'?ll|i\s+will|we'?ll|i\s+can|i'?m\s+going\s+to|i'?m\s+gonna|i'?d)\s+(?:(?:just|probably|rather)\s+)?"
        r"(?:walk|head|drive|ride|run|go|come|stop|drop|swing|pop|nip)\s+(?:(?:over|down|by|round|around|up|in|there)\s+)*(?:(?:to|at|into)\s+)?"
        r"(?:the|your)\s+(?:shop|store|counter)\b"
        r"(?!\s+(?:and|to)\s+(?:have|see|look|take\s+a|decide|choose|check|ask|try|talk|return|exchange)\b)",
        "i'll pick it up",
    ),
    (r"\s+to\s+(?:take|bring|carry)\s+(?:(?:it|them|some|back)\s+)*(?:home|with\s+(?:me|us))\b", ""),
    (r"(?:,\s+|\b)(?:with\s+the\s+|in\s+)?(?P<hand>left|right)[\s-]+hand(?:ed)?\b(?!\s+side)", r" \g<hand>-handed"),
    (r"(?<=[a-z]),\s+(?=(?:size|number)\s+\d)", " "),
    (
        r"\b(?:(?:(?:it'?s|that'?s|you\s+have)\s+)?(?:the\s+)?wrong\s+(?:size|colou?r)\W+)?(?:(?:it|they|that|this|those)\s+)?should(?:'ve|\s+have)?\s+be(?:en)?\s+"
        r"(?:an?\s+)?(?:size\s+)?(?P<kind>\d{1,2}|[a-z]+)(?=\s*(?:$|[,.!]|please|instead|not\b))",
        _should_be,
    ),
    (
        r"^(?P<lead>(?:(?:oh|no|ok|hmm*|ah)\W+)*)(?:wait|hold\s+on|hang\s+on)\s+(?=(?:make|i\s+(?:want|need)|i'?d)\b)",
        r"\g<lead>actually ",
    ),
    (
        r"^(?:actually\s+no|no\s+actually|no\s+wait|wait\s+no|on\s+second\s+thoughts?(?:\s+no)?)\W+(?=(?:drop|remove|take|skip|leave|forget|make|change|swap|add)\b)",
        "actually ",
    ),
    (
        r"\b(?P<what>what|which)\s+(?:kinds?|types?|sorts?|styles?)\s+(?:of\s+)?(?=[a-z]{3,})(?!do\b|are\b|is\b|have\b)",
        r"\g<what> ",
    ),
    (r"(?<=[a-z0-9]),\s+(?=\d+\s?(?:watts?|w|volts?|v|lit(?:er|re)s?|l)(?:\s+please)?\s*$)", " "),
    (r"\bthe\s+(?P<one>\d[\d,.x]*)\s+(?P<or>or|and)\s+the\s+(?P<two>\d[\d,.x]*)\s+(?P<noun>[a-z]{3,})\b", _both_of),
    (r"^not\s+(?:that|this|it|those)(?:\s+ones?)?\W+(?:but\s+)?(?=(?:the|an?)\s+[a-z0-9])", "na verdade "),
    (r"\b(?P<such>in\s+(?:the\s+|an?\s+)?(?:[a-z]+\s+){0,2}[a-z]+)\s+colou?r\b(?!\s+(?:chart|wheel))", r"\g<such>"),
    (r"^(?:it'?s\s+)?me\s+again\W*", ""),
    (
        r"(?<=[a-z])\s+for\s+(?:me|him|her|us|my\s+(?:wife|husband|son|daughter|kids?|mum|mom|dad|brother|sister|friend|boyfriend|girlfriend|partner|father|mother))(?=\s*(?:$|,|\band\b))",
        "",
    ),
    (
        r"^(?P<lead>(?:(?:hi|hey|hello|ok|okay|yes|well|then|and|so|just)\W+)*)(?P<first>an?|the)\s+(?P<goods>[a-z][a-z0-9\s'-]*?)\s+and\s+(?P<second>an?|the)\s+(?P<other>[a-z0-9][a-z0-9\s'-]*)"
        r"(?:\s*,\s*(?:both|all)(?:\s+of\s+them)?\s+(?:in\s+)?(?:size\s+)?(?P<size>\d{1,2}|xs|s|m|l|xl|p|g|gg))?$",
        _two_things,
    ),
    (
        r"(?<=[a-z]),\s+(?:no|wait|sorry|oops)\W+(?:no\W+)?(?:make\s+(?:it|that)\s+)?(?=(?:one|two|three|four|five|six|\d{1,2})\s*(?:$|please))",
        ", na verdade ",
    ),
    (
        r"^(?P<count>an?|one|two|three|four|five|six|\d{1,2})\s+(?:cards?|packs?|packets?|spools?|rolls?|units?|pieces?)\s+(?:of\s+)?(?:them|those|that|it)$",
        r"\g<count> of them",
    ),
    # how it is paid
    (rf"\b(?:{_PAYS}{_ITS}\s+)?(?:(?:with|by|in)\s+)?cash\s+(?:{_BROUGHT})", "pago na entrega"),
    (rf"\b{_PAYS}{_ITS}\s+(?:{_BROUGHT})", "pago na entrega"),
    (rf"\b(?:{_PAYS}{_ITS}\s+)?(?:(?:with|by|in)\s+)?cash\s+(?:{_FETCHED})(?:{_ITS})", "pago em dinheiro, pickup"),
    (rf"\b{_PAYS}{_ITS}\s+(?:{_FETCHED})(?:{_ITS})", "pago em dinheiro, pickup"),
    # taken back in the middle of what is said
    (
        rf"(?<=[a-z0-9])\W+(?:scrap|scratch|strike|forget)\s+that\W+(?:(?:make\s+(?:it|that)|i\s+want|give\s+me)\s+)?(?={_COUNT}\b)",
        ", na verdade ",
    ),
    (
        r"^(?:(?:yes|yeah|ok|okay|great|good|and|so|well|no)\W+)*(?:that'?ll|that\s+will|that\s+would|that'?d)\s+be\s+(?:all|it|everything)\b(?:\s+(?:for\s+(?:now|today|me)|thanks|please|thank\s+you))*",
        "so isso",
    ),
    (
        r"\b(?:can|could|may|do)\s+(?:i|you|we)\s+(?:please\s+)?(?:get|have|give|send|provide|issue)(?:\s+me)?\s+(?:an?\s+)?(?:(?:tax|fiscal|sales)\s+)?receipts?\b",
        "do you give an invoice",
    ),
    (r"^(?P<lead>(?:(?:ok|okay|yes|so|then|well|hmm*|i\s+think)\W+)*)i'?d\s+go\s+(?:for|with)\s+", r"\g<lead>quero "),
)  # fmt: skip
_ASKS = expression(
    r"\b(?:show|see|have|sell|carry|which|what|how|tell|look|looking|is|are|do|does|can|could|the|not|no|without|remove|cancel|drop|add|change|swap|make|two|three|four|five|six|seven|eight|nine|ten|dozen|couple|another|more|my)\b"
)
_PHRASES = tuple((expression(phrase), form) for phrase, form in _FORMS)
_USE = expression(
    r"(?P<goods>[a-z0-9][a-z0-9-]*)\s+(?:(?:to|that|which)\s+(?:go|goes|put|fit|fits|place|keep|hang)\s+(?:in|on|inside|into|with|onto|around)"
    r"(?:side)?(?:\s+of)?(?:\s+(?:it|them|that|those|there|each|the\s+\w+|my\s+\w+))?|for\s+(?:it|them|those|each\s+of\s+them)|to\s+match)"
    r"(?=\s*(?:$|[,.;!]|\band\b|\bplease\b))"
)
# `a filter for an 80 litre tank`, where both are sold
_FOR_THING = expression(
    r"(?P<goods>[a-z][a-z0-9-]*)(?P<between>(?:\s+(?:good|ok|okay|right|big|strong|enough|suitable|fine|do\s+i\s+need|would\s+i\s+need|should\s+i\s+(?:get|use)|fits?|works?))*)"
    r"\s+(?:for|in|with)\s+(?P<article>an?|my|our|the|those|these)\s+(?:[a-z0-9-]+\s+){0,3}?(?P<thing>[a-z]{3,})(?=\s*(?:$|[,.;!?]|\band\b|\bplease\b))"
)
_GIFT_BOX = expression(r"\b(?:(?P<size>small|little|big|large)\s+)?(?:gift|present)\s+box(?:es)?\b")
_IN_BOX = expression(r"\s+in(?:side)?\s+(?:the|an?|your)\s+(?=caixa\b)")
# `could you do me 3 red mugs?`
_DO_ME = expression(
    r"\b(?:can|could|would)\s+you\s+(?:please\s+)?(?:do|make|print|prepare|get|send|give|sort|prep)\s+(?:me|us)\s+(?P<told>"
    r"(?!an?\s+(?:discount|deal|favou?r|photo|picture|link|receipt|invoice|quote))(?:an?|one|two|three|four|five|six|\d{1,3})\s+[a-z][^?.!\n]*)\??"
)
_GREETS = expression(
    r"\s*(?:(?:hi|hey|hello|great|nice|cool|thanks|well|oh|please|awesome|lovely)\b[\s,]*(?:there\b[\s,]*)?)*"
)
# Says why something is left out, and puts nothing off.
_CAN_WAIT = expression(
    r"(?<=\w)\s*,?\s*\b(?:(?:because|since|as)\s+)?(?:i|we)\s+(?:can|don'?t\s+mind)\s+wait(?:ing)?\b"
)
_SENTENCE = expression(r"[^.?!;\n]+(?:\.(?=\d)[^.?!;\n]*)*")


def without_uses(text: str) -> str:
    """A folded English message without what its goods are for: `a photo to go in it`."""
    text = _FOR_THING.sub(_without_thing, _USE.sub(_without_use, _CAN_WAIT.sub("", text)))
    boxed = _IN_BOX.sub(" and 1 ", told := _GIFT_BOX.sub(_gift_box, text))
    return re.sub(r"^an?\s+", "1 ", boxed) if boxed != told else told


def settled(text: str) -> str:
    """A folded English message with such terms in the words the rules know."""
    return _SENTENCE.sub(lambda found: _read(found[0]), _DO_ME.sub(r"quero \g<told>", text))


def _read(sentence: str) -> str:
    lead = _GREETS.match(sentence)
    opens = lead[0] if lead else ""
    sentence = named_so(sentence[len(opens) :])
    for phrase, form in _PHRASES:
        sentence = phrase.sub(form, sentence)
    return opens + sentence
