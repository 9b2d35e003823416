"""What English-speaking shoppers do to a cart, in the forms that the rules read: `no cream` is `tira cream`. Pure.

Only the words of the deed are put into Portuguese; what goods are called is looked up word by word (english.py).
"""

import re
from collections.abc import Callable

from app.features.chat.assistant.language.english_idioms import plain
from app.features.chat.assistant.language.english_terms import settled
from app.features.chat.assistant.language.goods import NAMES, current
from app.features.chat.assistant.language.words import in_portuguese, is_colour, number
from app.features.chat.assistant.reading.kinds.english_sizes import spread
from app.ops.expressions import expression

_TAIL = r"(?:\s+(?:any\s?more|please|thanks|after\s+all|then|instead|now|too|though|actually))*"
_NAME = r"[a-z][a-z' -]*?"
_THE = r"(?:(?:the|that|those|my|any)\s+)?"
_KIND = r"[a-z0-9][a-z0-9' -]*?"
_SOME = r"(?:an?|one|two|three|four|\d{1,2})"
_COUNT = r"(?P<count>an?|one|two|three|four|\d{1,2})"
_I = r"(?:i'?ll|i\s+will|i'?d|i)\s+(?:rather\s+)?(?:have|take|want|like)"
_NO_GOODS = expression(
    r"\b(?:discount|refund|receipt|invoice|help|photo|picture|catalogu?e|cheaper|idea|deal|person|human)\b"
)

_WHERE = expression(r"\s(?:in|on|at|inside|into)\s")


def _are_goods(text: str) -> bool:
    """Its last word is what some goods are called, or a colour; of `room in my suitcase` it is the room."""
    last = _WHERE.split(text)[0].split()[-1:]
    if not last or _NO_GOODS.search(text):
        return False
    return bool(in_portuguese(last[0])) or current().place(last[0].rstrip("s")) >= NAMES or is_colour(last[0])


def _of_goods(form: str) -> Callable[[re.Match[str]], str]:
    """The form, where what is named are goods; else as it was said."""

    def said(found: re.Match[str]) -> str:
        if not _are_goods(found["goods"]):
            return found[0]
        given = {key: re.sub(r"^an?\s+", "1 ", value.strip()) for key, value in found.groupdict().items() if value}
        counted = number(given["count"]) if found.groupdict().get("count") not in (None, "a", "an") else 1
        return form.format(**(given | {"count": counted}))

    return said


def _made(found: re.Match[str]) -> str:
    """`make the candles vanilla`: another kind of the same."""
    kind = found["kind"]
    known = current().place(kind) >= NAMES or in_portuguese(kind) or is_colour(kind)
    return f"troca {found['goods']} por {kind}" if known and _are_goods(found["goods"]) else found[0]


_MAKES = expression(r"(?:(?:actually|wait|hm+|ok|nice|great)[\s,.!]+)*(?:make|change)\s")


def _and_none(found: re.Match[str]) -> str:
    """`two white ones and no black`"""
    kind = found["kind"]
    other = _MAKES.match(found.string) and (in_portuguese(kind) or current().place(kind) > 0)
    return f", tira {kind}" if is_colour(kind) or other else found[0]


def _other_colour(found: re.Match[str]) -> str:
    """`not white, black mugs`"""
    both = is_colour(found["old"]) and is_colour(found["kind"])
    return f"troca {found['old']} por {found['kind']}" if both else found[0]


def _if_there(found: re.Match[str]) -> str:
    """`do you have diffusers? if so, I'll take two`"""
    count = found["count"]
    return f"poe {number(count) if count not in (None, 'a', 'an') else 1}"


_FORMS: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (r"\s+(?:and|but)\s+no\s+(?:more\s+)?(?P<kind>[a-z]{3,})(?:\s+ones?)?(?=\s*(?:$|[,.;!]))", _and_none),
    (
        r"\b(?:cancel|scratch|forget|scrap)\s+(?:that|it|everything|all(?:\s+of\s+(?:it|that))?)[\s,.;-]*(?:and\s+)?(?:i\s+)?"
        r"(?:just|only)\s+(?:want|need|give\s+me|add)\s+",
        "tira tudo e quero so ",
    ),
    (
        r"(?:^|(?<=[,.;!]\s))(?:(?:please|actually|well|sorry|ok|oh|then)[\s,]+)*(?:no|no\s+more|forget|drop|skip|leave\s+out|(?:i|we)\s+don'?t\s+(?:want|need)|take\s+(?:out|off)|"
        r"get\s+rid\s+of|lose|ditch|kill|(?:put\s+back\W+)?(?:no\s+)?(?:wait\s*,?\s+)?remove)\s+"
        rf"{_THE}(?P<goods>{_NAME}){_TAIL}$",
        _of_goods("tira {goods}"),
    ),
    (
        rf"^(?:(?:actually|oh|ok|well)[\s,]+)*(?:scratch|scrap)\s+{_THE}(?P<goods>{_NAME}){_TAIL}$",
        _of_goods("tira {goods}"),
    ),
    (r"(?:^|(?<=[,.;!]\s))plus\s+(?=(?:an?|the|one|two|three|\d{1,2})\s+(?!more\b)[a-z0-9])", "adiciona "),
    (r"\bthe\s+(?P<kind>[a-z]+)\s+(?:kind|type|sort|variety)$", r"the \g<kind>"),
    (
        rf"^(?:(?:i\s+)?(?:want\s+|take\s+|keep\s+)?(?:everything|all(?:\s+of\s+it)?)\s+(?:but|except|apart\s+from|minus)|(?:i(?:'ve)?\s+)?changed\s+my\s+mind\s+(?:about|on))\s+{_THE}(?P<goods>{_NAME}){_TAIL}$",
        _of_goods("tira {goods}"),
    ),
    # how many there are to be
    (
        rf"\b(?P<makes>make\s+(?:it|that))\s+(?:(?:just|only)\s+)?(?P<some>{_SOME}\s[a-z ]+?)\s+(?:and|plus)\s+"
        rf"(?={_SOME}\s)",
        r"\g<makes> \g<some> and ",
    ),
    (
        rf"^(?:(?:no|wait|hey|sorry|oops)\b[,\s]*)*(?:i\s+(?:said|wanted|asked\s+for|meant|need)\s+)?{_COUNT}\s+(?P<goods>{_KIND})[\s,]+(?:and\s+)?not\s+(?:an?|one|two|three|four|five|six|\d{{1,2}}){_TAIL}$",
        _of_goods("na verdade {count} {goods}"),
    ),
    (
        rf"^(?:(?:no|wait|hey|sorry|oops)\b[,\s]*)*i\s+(?:said|wanted|asked\s+for)\s+{_COUNT}\s+(?P<goods>{_KIND}){_TAIL}$",
        _of_goods("na verdade {count} {goods}"),
    ),
    (
        rf"^(?:(?:wait|sorry|oops|no)\b[,\s]*)*(?:i\s+)?(?:meant|(?:(?:can|could)\s+you\s+)?(?:make|let'?s\s+(?:do|make))\s+(?:it|that)?)\s*"
        rf"{_COUNT}\s+(?P<goods>{_KIND}){_TAIL}\??$",
        _of_goods("quero {count} {goods}"),
    ),
    (
        rf"^(?:wait|hold\s+on|scratch\s+that|oops)[,\s]+{_COUNT}\s+(?P<goods>{_KIND})(?:\s+only)?{_TAIL}$",
        _of_goods("quero {count} {goods}"),
    ),
    (rf"^{_COUNT}\s+(?P<goods>{_KIND})\s+only{_TAIL}$", _of_goods("quero {count} {goods}")),
    (
        rf"^(?:and\s+)?(?:make|change|bump|reduce|increase|cut|raise|lower)\s+{_THE}(?P<goods>{_NAME})\s+(?:(?:up|down)\s+)?(?:to\s+)?{_COUNT}{_TAIL}$",
        _of_goods("muda {goods} pra {count}"),
    ),
    (
        rf"^(?:increase|bump|raise)\s+{_THE}(?P<goods>{_NAME})\s+by\s+{_COUNT}{_TAIL}$",
        _of_goods("mais {count} {goods}"),
    ),
    (
        rf"^(?:reduce|decrease|cut|lower)\s+{_THE}(?P<goods>{_NAME})\s+by\s+{_COUNT}{_TAIL}$",
        _of_goods("tira {count} {goods}"),
    ),
    (
        rf"^keep\s+(?:only\s+)?{_THE}(?P<goods>{_NAME})(?:\s*,\s*|\s+and\s+)(?:remove|drop|cancel|take\s+out)\s+(?:the\s+)?(?:rest|others?)$",
        _of_goods("tira tudo menos {goods}"),
    ),
    (rf"\b(?:throw|chuck|toss)\s+in\s+{_COUNT}\s+(?P<goods>{_KIND}){_TAIL}$", _of_goods("adiciona {count} {goods}")),
    (rf"^i\s+(?:also\s+)?forgot\s+(?:the|an?)\s+(?P<goods>{_KIND}){_TAIL}$", _of_goods("faltou o {goods}")),
    # one for another
    (
        rf"^make\s+{_COUNT}\s+of\s+the\s+(?P<goods>{_NAME})\s+(?P<kind>(?:an?\s+)?\w+(?:\s+one)?)$",
        _of_goods("troca {count} dos {goods} por {kind}"),
    ),
    (
        rf"^(?:swap|replace|trade|exchange|change|switch)\s+(?:an?|one)\s+(?P<goods>{_NAME})\s+(?:for|with|to)\s+(?P<kind>{_KIND}){_TAIL}$",
        _of_goods("troca 1 {goods} por {kind}"),
    ),
    (
        rf"^(?:swap|replace|trade|exchange|change|switch)\s+(?:the\s+)?(?P<goods>{_NAME})\s+(?:for|with)\s+(?P<kind>{_KIND}){_TAIL}$",
        _of_goods("troca {goods} por {kind}"),
    ),
    (
        rf"\b(?:take|leave|keep)\s+{_THE}(?P<goods>{_NAME})\s+(?:out|off|away){_TAIL}(?=\s*(?:$|[,.;!]))",
        _of_goods("tira {goods}"),
    ),
    (r"\btake\s+(?:them|those|these|that|it|that\s+one)\s+(?:out|off|away)\b", "tira"),
    (
        rf"^(?:(?:i|we)\s+)?(?:only|just)\s+(?:want\s+|need\s+|take\s+)?the\s+(?P<goods>{_NAME}){_TAIL}$",
        _of_goods("so os {goods}"),
    ),
    (rf"\b{_COUNT}\s+(?P<goods>{_NAME})\s+less{_TAIL}$", _of_goods("tira {count} {goods}")),
    (rf"\b{_COUNT}\s+(?:less|fewer)\s+(?P<goods>{_NAME}){_TAIL}$", _of_goods("tira {count} {goods}")),
    (rf"\b{_COUNT}\s+more\s+(?P<goods>{_NAME}){_TAIL}$", _of_goods("mais {count} {goods}")),
    (rf"\banother\s+(?P<goods>(?!one\b|size\b|colou?r\b){_NAME}){_TAIL}$", _of_goods("mais 1 {goods}")),
    (
        rf"^(?:{_I}\s+)?(?P<goods>[a-z0-9][a-z0-9' -]*?)\s+instead\s+of\s+(?:the\s+)?(?P<old>[a-z][a-z' -]*)$",
        _of_goods("troca {old} por {goods}"),
    ),
    (
        rf"^instead\s+of\s+(?:the\s+)?(?P<old>{_NAME})[,\s]+(?:(?:give|get)\s+me|{_I}|add|put)\s+"
        r"(?P<goods>[a-z0-9][a-z0-9' -]*)$",
        _of_goods("troca {old} por {goods}"),
    ),
    (
        rf"^(?:(?:no|wait|sorry|oops)\b[,\s]*)*not\s+(?:the\s+)?(?P<old>[a-z]{{3,}})(?:\s+ones?)?[\s,]+(?:but\s+)?(?:the\s+)?(?P<kind>[a-z]{{3,}})(?:\s+ones?|\s+[a-z]{{3,}})?{_TAIL}$",
        _other_colour,
    ),
    (rf"^make\s+(?:the|those|that|them)\s+(?P<goods>{_NAME})\s+(?P<kind>[a-z]{{3,}})$", _made),
    (
        rf"^(?:and\s+)?(?:also|plus)\s+(?:i\s+(?:want|need)\s+)?{_COUNT}\s+(?P<goods>{_NAME}){_TAIL}$",
        _of_goods("adiciona {count} {goods}"),
    ),
    (r"^(?P<told>(?:\d{1,2}|two|three|four|five|one)\s.+?)\s+instead$", r"\g<told>"),
    (rf"\bif\s+so\b[,\s]*(?:(?:{_I}|add|get\s+me|give\s+me|send|put)\s+)?(?:{_COUNT}\b)?", _if_there),
    (
        rf"\b{_COUNT}\s+of\s+each\s+(?P<goods>(?!of\b|one\b|kind\b|colou?r\b)[a-z]+)\b",
        _of_goods("{count} {goods} de cada"),
    ),
    (r"\b(?:for\s+)?(?:the\s+)?(?:two|three|four|[2-6])\s+of\s+us\b", " "),
    (r"\ba\s+couple\s+of\b", "2"),
    (r"\bcash\s+to\s+the\s+(?:delivery\s+)?(?:guy|man|person|driver|boy|courier)\b", "cash on delivery"),
    (
        rf"\b(?:(?:s?he|they|we|i)\s+)?(?:says?|said)\s+no\s+to\s+{_THE}(?P<goods>{_NAME})(?=\s*(?:$|[,.;!]))",
        r"nao quero \g<goods>",
    ),
    (
        r"\bwe(?='?d\s+(?:like|love)\b|'?ll\s+(?:take|have|get)\b|\s+(?:want|need|would\s+like|will\s+(?:take|have))\b)",
        "i",
    ),
    (  # `two of the 6-piece chicken boxes`
        r"\b(?:the\s+)?(?P<many>\d{1,3})[\s-](?:pieces?|pcs?|packs?|count)\s+(?P<kind>[a-z]+(?:\s+[a-z]+)?)\s+(?P<box>box(?:es)?|bags?)\b",
        r"\g<box> of \g<many> \g<kind>",
    ),
    (r"\bbrazil(?:ian)?\s+nuts?\b", "castanha do para"),
    (r"\bcashew\s+nuts?\b", "castanha de caju"),
    (r"\bpairs?\s+of\s+(?=[a-z])", ""),
    (r"\b(?P<many>\d{1,2}|two|three|four|five|six)\s+of\s+the\s+(?=\d+\s*(?:ml|l|g|kg|mm|cm|m)\b)", r"\g<many> of "),
    # `plus an extra 500g bag of the dark one`
    (r"\b(?:an?|one)\s+extra\s+(?=\d+\s*(?:g|kg|ml|l)\b|(?:bag|box|pack|pair|bottle|can|jar)\b)", "1 "),
    (r"\b(?:set|put)\s+aside\b|\b(?:reserve|hold)\s+(?=an?\b|one\b|the\b|\d)", "separa "),
    (
        rf"^(?:can|could|may)\s+i\s+(?:please\s+)?(?:order|get|have|buy)\s+(?P<goods>{_KIND})(?:\s+as\s+well)?{_TAIL}$",
        _of_goods("quero {goods}"),
    ),
)
_PHRASES = tuple((expression(phrase), form) for phrase, form in _FORMS)
_DEED = r"(?:make|change|swap|switch|replace|add|remove|drop|put|skip)\s"
_AND_THEN = expression(rf"\s+and\s+(?={_DEED})")
_NEXT_DEED = expression(rf",\s+(?={_DEED})")
# `yes but change the rope to a band`
_AGREES_BUT = expression(
    r"^(?:yes|yep|yeah|ok|okay|sure|great|fine|good|perfect|looks\s+good|sounds\s+good)\W+(?:but\s+)(?=\w)"
)
# What comes out, beside something else: `skip the hat, add a towel`.
_TAKEN_OUT = expression(
    rf"(?:^|(?<=[,.;!]\s))(?:(?:please|actually|well|sorry|ok|oh|then)[\s,]+)*(?:drop|skip|leave\s+out|take\s+(?:out|off)|get\s+rid\s+of|remove|forget)\s+{_THE}(?P<goods>{_NAME})"
    r"(?=\s*(?:[,.;!]|\band\s+(?:add|put|give|get|i)\b))"
)


# `no problem, keep the strawberry one then`
_KEEPS = expression(
    rf"^(?:(?:i'?ll|let'?s|please|ok|okay|then|no\s+(?:problem|worries))[,\s]+)*keep\s+{_THE}(?P<goods>{_NAME})(?:\s+one)?{_TAIL}$"
)


# One deed, though it is said as two.
_INSTEAD = expression(
    rf"\b(?:scratch|scrap|skip|drop|forget|lose|cancel)\s+{_THE}(?P<old>{_NAME})\s*[,;.]?\s+(?:and\s+)?"
    rf"(?:make\s+it|(?:give|get)\s+me|add|put)\s+(?P<goods>(?:an?|one|two|three|four|\d{{1,2}})\s+[a-z]+)\b"
)


def read_as(text: str) -> str:
    """A folded English message with such deeds in the words the rules know."""
    text = _INSTEAD.sub(_of_goods("troca {old} por {goods}"), spread(settled(text)))
    if not text.startswith("keep "):  # `keep the rope and drop the rest`
        text = _AND_THEN.sub(", ", text)
    lead = _AGREES_BUT.match(text)
    begins, text = (text[: lead.end()], text[lead.end() :]) if lead else ("", text)
    deeds = _NEXT_DEED.split(text)
    for phrase, form in _PHRASES:
        deeds = [phrase.sub(form, deed) for deed in deeds]
    text = begins + _KEEPS.sub(r"fico com \g<goods>", ", ".join(deeds))
    return plain(_TAKEN_OUT.sub(_of_goods("tira {goods}"), text))
