"""What English-speaking shoppers say beside the deeds to a cart, in the forms that the rules read: putting off, taking
back, wishing, asking for a count or a price, paying. Pure.

A form is read against one piece of a message, from one full stop or comma to the next.
"""

import re
from collections.abc import Callable

from app.features.chat.assistant.language.words import number
from app.ops.expressions import expression

_LEAD = (
    r"(?:(?:ok|okay|hmm*|well|oh|um+|uh+|ah|sorry|please|no|nah|yeah|yes|and|but|so|then|thanks|actually|just|"
    r"(?:can|could)\s+you)\b\s*)*"
)
_PLEASE = r"(?:\s+(?:please|pls|thanks|ok|okay|first|for\s+now|then|though|yet|dear|mate|man))*"
_SOME = r"(?:an?|one|two|three|five|ten|a\s+few|a\s+couple(?:\s+of)?|some|\d{1,2})"
_WHILE = rf"(?:just\s+)?{_SOME}\s+(?:more\s+)?(?:min(?:ute)?s?|sec(?:ond)?s?|moments?|hours?|time|bit)"
_COUNT = r"(?=(?:\d{1,3}|an?|one|two|three|four|five|six|seven|eight|ten|half|both)\b)"
_NOT = r"(?:don'?t|do\s+not|can'?t|can\s?not|won'?t|doesn'?t)"

_HESITATING = (
    rf"{_LEAD}(?:(?:give|gimme)\s+me\s+|(?:i\s+)?need\s+|wait\s+|hold\s+on\s+|back\s+in\s+|in\s+)?{_WHILE}{_PLEASE}(?:\s+(?:to|so)\s+.*)?",
    rf"{_LEAD}(?:hold\s+(?:on|off|up|it)|hang\s+on|wait(?:\s+up)?|stop|pause|not\s+(?:right\s+)?(?:now|yet|today|at\s+the\s+moment))(?:\s+a\s+(?:sec\w*|min\w*|moment|bit))?{_PLEASE}",
    rf"{_LEAD}(?:i'?ll\s+|i\s+will\s+|will\s+|i'?m\s+going\s+to\s+)?(?:be\s+(?:right\s+)?back|come\s+back|get\s+back\s+to\s+(?:you|u)|text\s+you|message\s+you|let\s+you\s+know)\b(?!.*\bwhen\b).*",
    rf"{_LEAD}(?:maybe\s+|perhaps\s+)?(?:(?:some\s+)?(?:another|other)\s+(?:time|day)|next\s+time|back\s+(?:later|soon)|later){_PLEASE}",
    rf"{_LEAD}(?:let\s+me|i'?ll|i\s+will|i'?d\s+like\s+to|i\s+want\s+to|i\s+should|(?:i|we)\s+(?:need|have|gotta|got)(?:\s+to)?)\s+(?:just\s+|first\s+)*"
    r"(?:think|decide|consider|discuss|sleep\s+on|consult|measure|run\s+it\s+by|ask\s+(?!you|u\b|about|a\s+question|something|for|if\s+you)|"
    r"(?:check|talk|speak|see|confirm)\s+(?:it\s+)?(?:with|to)\s+(?!you|u\b|an?\b|the\s+(?:owner|manager)|some(?:one|body)))\b.*",
    rf"{_LEAD}(?:let\s+me|i'?ll)\s+(?:see|check|look)(?:\s+(?:first|again|around))?{_PLEASE}",
    rf"{_LEAD}(?:i'?m\s+|am\s+)?still\s+(?:thinking|deciding|looking|not\s+sure){_PLEASE}",
)
_UNDECIDED = (
    rf"{_LEAD}(?:i'?m\s+|i\s+am\s+)(?:really\s+|still\s+)?(?:not\s+(?:so\s+|too\s+|really\s+|quite\s+)?sure|unsure|undecided){_PLEASE}",
    rf"{_LEAD}i\s+(?:haven'?t|have\s+not)\s+decided{_PLEASE}",
    rf"{_LEAD}i\s+(?:can'?t|cannot)\s+decide{_PLEASE}",
)
_MISTAKEN = (
    rf"{_LEAD}(?:that|this|it)(?:'?s|\s+is|\s+was)?\s+(?:all\s+)?(?:wrong|incorrect|a\s+mistake)",
    rf"{_LEAD}(?:that|this|it)(?:(?:'?s|\s+is|\s+was)\s+not|\s+isn'?t|\s+wasn'?t)\s+(?:it|right|mine|correct|what\s+i\s+\w+(?:\s+\w+){{0,3}})",
    rf"{_LEAD}not\s+what\s+i\s+\w+(?:\s+\w+){{0,3}}",
    rf"{_LEAD}i\s+(?:didn'?t|did\s+not|never)\s+(?:say|said|ask(?:ed)?\s+for|order(?:ed)?|want(?:ed)?)\s+(?:that|this|it|any\s+of\s+(?:that|it)){_PLEASE}",
    rf"{_LEAD}you(?:'ve|\s+have)?\s+(?:(?:got|have)\s+(?:it|that|this|me|my\s+order|the\s+order)\s+(?:all\s+)?wrong|misunderstood(?:\s+me)?|made\s+a\s+mistake)",
)
_REFUSING = (
    rf"{_LEAD}{_NOT}\s+(?:place|send|order|confirm|finali[sz]e|submit|buy|charge|proceed|do)(?:\s+(?:it|that|this|the\s+order|anything|yet|now|me))*{_PLEASE}",
)
_NO_WISH = (
    r"(?!a\s+look|to\b|it\b|that$|them\b|back|there|for\s+it|paid\b|an?\s+(?:discount|refund|invoice|receipt|photo|picture|quote|question|person|human)|"
    r"(?:more\s+|some\s+|any\s+)*(?:help|info|details|time|discount)|your\b|my\b|out\b|in\b|by\b|rid\b|pix\b|cash\b|delivery|be\b|one\s+second|"
    r"the\s+(?:link|code|pix|address|price|total))(?=[a-z0-9])"
)
_BEFORE = (
    r"^(\s*(?:(?:hi|hey|hello|ok|okay|yes|yeah|and|so|then|great|cool|well|hmm*|please|also|but|now|oh|thanks)\b\s*)*)"
)
_GET = r"(?:get|have|grab|buy|order|take)"
_ASKED_FOR = (
    rf"{_BEFORE}(?:can|could|may)\s+(?:i|we)\s+(?:please\s+|just\s+|also\s+|maybe\s+)*(?:{_GET}|add)\s+{_NO_WISH}"
)
_WISHED_FOR = (
    rf"{_BEFORE}(?:(?:i'?d|i\s+would)\s+(?:love|like)(?:\s+to\s+{_GET})?|(?:lemme|let\s+me)\s+{_GET}|hook\s+me\s+up\s+with|put\s+me\s+down\s+for|"
    r"(?:i\s+think\s+|i\s+guess\s+)?(?:i|we)(?:'?ll|\s+will)\s+(?:just\s+|go\s+ahead\s+and\s+)?"
    rf"(?:{_GET}|go\s+(?:with|for)|do|need|stick\s+with)|(?:i'?m|i\s+am|we'?re)\s+(?:after|(?:going\s+to|gonna)\s+(?:{_GET}|need|want|go\s+(?:with|for)))|"
    rf"(?:i|we)\s+(?:want|need)\s+to\s+{_GET}|(?:i'?m\s+)?looking\s+to\s+{_GET})\s+{_NO_WISH}"
)


def _times(found: re.Match[str]) -> str:
    """`heavy please, times two`"""
    return f"x{number(found[1])}"


_FORMS: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    *((rf"^\s*{form}\s*$", "espera") for form in _HESITATING),
    *((rf"^\s*{form}\s*$", "nao sei") for form in _UNDECIDED),
    (
        rf"^\s*{_LEAD}(?:i\s+)?(?:don'?t|do\s+not)\s+want\s+(?:it|this|that|them|the\s+order|anything)\s+any\s?more{_PLEASE}\s*$",
        "cancel it",
    ),
    *((rf"^\s*{form}\s*$", "nao e isso") for form in (*_MISTAKEN, *_REFUSING)),
    (_ASKED_FOR, r"\1pode separar "),
    (_WISHED_FOR, r"\1quero "),
    (
        r"\bi'?d\s+(?:take|have|get|buy|want)\s+(?=(?:an?|one|two|three|four|five|six|\d{1,2}|some|them|it)\b)",
        "quero ",
    ),
    (rf"^(\s*{_LEAD})maybe\s+(?=(?:an?|one|two|three|some|the|\d{{1,2}})\s+[a-z])", r"\1"),
    (
        rf"^(\s*{_LEAD})let'?s\s+(?:go\s+(?:with|for)|take|get|have|order|buy)\s+(?!there|going|pix|cash)(?=[a-z0-9])",
        r"\1quero ",
    ),
    (
        rf"^(\s*{_LEAD})i(?:'m|\s+am|\s+was|'ve\s+been)\s+thinking\s+(?:of|about)\s+(?:(?:getting|buying|ordering|taking)\s+)?(?=(?:an?|some|the|one|two|three|\d)\b)",
        r"\1do you have ",
    ),
    (rf"^(\s*{_LEAD})should\s+i\s+(?:get|take|buy|choose|pick|go\s+(?:for|with))\s+(?=.*\sor\s)", r"\1"),
    (
        r"^(\s*(?:(?:hi|hey|hello)\s+)?)(?:i|we)(?:'ve)?\s+(?:saw|seen|found)\s+(?:an?|the|your|this|that|some)\s+(.+?)\s+(?:on|in|at)\s+(?:your\s+|the\s+)?"
        r"(?:insta\w*|ig|facebook|fb|site|website|page|store|stor(?:y|ies)|ads?|tiktok|google|catalog\w*)\b.*",
        r"\1do you have \2",
    ),
    (r"\b(one|an?|\d{1,2})\s+(xs|s|m|l|xl)\s+(?=(?:one|two|three|\d{1,2})\s+(?:xs|s|m|l|xl)\b)", r"\1 \2 and "),
    (r"^(\s*)(?:and|also|plus)\s+(?:the\s+)?same\s+(?:one\s+|thing\s+)?(?:but\s+)?in\s+", r"\1adiciona 1 "),
    (
        r"\b(one|two|three|four|five|\d{1,2})\s+(?!of\b|for\b|more\b|size\b|each\b|and\b|or\b|to\b|x\b|left\b|by\b)([a-z]{3,})\s+"
        r"(?=(?:one|two|three|four|five|\d{1,2})\s+(?!of\b|for\b|more\b|or\b|reais\b|day|week|hour|min)[a-z]{3,}(?:\s+(?:please|pls|ones?))?\s*$)",
        r"\1 \2 and ",
    ),
    (r"\btimes\s+(two|three|four|five|six|\d{1,2})\b", _times),
    # which of those before the shopper
    (r"\b(?:whichever|the\s+one\s+(?:that|which))(?:\s+one)?\s+is\s+(?:the\s+)?cheap(?:er|est)\b", "the cheapest"),
    (r"\bthe\s+latter\b", "the last one"),
    (r"\bthe\s+former\b", "the first one"),
    (
        rf"^(\s*{_LEAD}(?:quero\s+)?)(\d{{1,2}}|one|two|three|four|five|six)\s+each\s*({_PLEASE})\s*$",
        r"\1\2 de cada\3",
    ),
    (r"\bof\s+each\b(?=\s+(?:one|colou?r|size|kind|type)\b)", "de cada"),
    (rf"^\s*{_LEAD}(?:neither|none)(?:\s+of\s+(?:them|those|these|the\s+two))?{_PLEASE}\s*$", "nao quero"),
    (r"(?<!\bin\s)\b(?:what\s+is\s+)?(?:the|your)\s+(?:biggest|largest|smallest)\s+size\b.*", "what sizes do you have"),
    (
        r"\b(?:i|he|she)(?:\s+am|'m|\s+is|'s)\s+(?:usually\s+|normally\s+)?(?:an?\s+|size\s+)+(xs|s|m|l|xl|xxl|small|medium|large|\d{2})\b(?=\s*$)",
        r"uso \1",
    ),
    (r"^\s*#\s*(?=\d{1,2}\b)", "number "),
    # of how many, and for how much
    (
        rf"\bhow\s+much\s+(?:(?:is|are|would|will|does|do|for)\s+)+(?:(?:it|that|they|them)\s+)?(?:be\s+|cost\s+)?(?:for\s+)?{_COUNT}(?!an?\b)",
        "quanto fica ",
    ),
    (
        rf"^(\s*{_LEAD})(?:what|how)\s+about\s+(?=(?:two|three|four|five|six|\d{{1,2}})(?:\s+of\s+(?:them|those|it))?\s*$)",
        r"\1quanto fica ",
    ),
    (
        rf"^\s*{_LEAD}how\s+many\s+(?:(?:of\s+(?:them|those|these)\s+)?(?:do\s+you\s+have|have\s+you\s+got|are\s+(?:there|left|available)|is\s+left|you\s+have|you\s+got))"
        r"(?:\s+(?:left|in\s+stock|available|there|of\s+(?:them|it|those)))*\s*$",
        "quantos ainda tem",
    ),
    (
        rf"^(\s*{_LEAD})(?:you\s+)?got\s+(?:any\s+|some\s+)?(?!it\b|that\b|this\b|you\b|to\b|the\b|my\b|an?\b)(?=[a-z])",
        r"\1do you have any ",
    ),
    (
        r"^\s*(?:please\s+)?compare\s+(?:them|these|those|both|the\s+two)(?:\s+(?:for\s+me|please))*\s*$",
        "what is the difference between them",
    ),
    (r"^(\s*(?:and\s+)?)(?:plus|as\s+well\s+as)\s+(?=(?:an?|one|two|three|four|five|six|\d{1,2})\b)", r"\1adiciona "),
    (rf"^\s*{_LEAD}(?:what|how\s+much)\s+do\s+i\s+owe(?:\s+you)?\s*$", "qual o total"),
    # that all of it is said
    (
        rf"^\s*{_LEAD}(?:that'?s|that\s+is|that\s+will\s+be|this\s+is)\s+(?:all|it|everything)(?:\s+(?:for\s+(?:now|today|me)|i\s+(?:need|want)))*{_PLEASE}\s*$",
        "so isso",
    ),
    (
        rf"^\s*{_LEAD}(?:i'?m\s+(?:all\s+)?(?:done|set|ready|finished)|(?:i'?m\s+)?ready\s+to\s+(?:pay|order|check\s?out|buy)|nothing\s+(?:else|more)|just\s+(?:that|this|those|these)|no\s+changes?){_PLEASE}\s*$",
        "so isso",
    ),
    (
        rf"^\s*{_LEAD}(?:empty|clear|delete|reset)\s+(?:my\s+|the\s+)?(?:cart|basket|order|everything|all){_PLEASE}\s*$",
        "esvazia o carrinho",
    ),
    (
        rf"^\s*{_LEAD}(?:what\s+(?:do\s+i\s+have|have\s+i\s+(?:got|ordered)|is\s+in\s+(?:my|the)\s+(?:cart|basket|order))(?:\s+(?:so\s+far|now|in\s+(?:my|the)\s+(?:cart|basket)))*|(?:show|see)\s+(?:me\s+)?my\s+(?:cart|order|basket))\s*$",
        "ver meu carrinho",
    ),
    # paying
    (r"\bpay(?:ing)?\s+(?:at|in)\s+(?:the\s+|your\s+)?(?:counter|shop|store|till|register)\b", "pago na entrega"),
    (r"\bhow\s+much\s+(?:is\s+(?:it|that|this)\s+)?in\s+(dollars?|euros?|usd|pounds)\b", r"do you accept \1"),
    (r"^(\s*(?:can|could|may|do|will|if)\b.*\S)\s+later\b", r"\1"),  # when something may be done puts nothing off
    (
        rf"\b{_NOT}\s+(?:have|use|do|want|accept|like)\s+(?:to\s+(?:use|pay\s+(?:with|by|in)?)\s*)?(?:a\s+)?(pix|cash)\b",
        r"nao tenho \1",
    ),
    (r"^\s*(?:not|no)\s+(?:with\s+|by\s+|in\s+)?(pix|cash)\s*$", r"\1 nao"),
    (
        r"\b(?:change|switch|swap)\s+(?:the\s+|my\s+)?(?:payment|payment\s+method|method)\s+(?:from\s+\w+\s+)?(?:to|for|into)\s+(?=pix|cash)",
        "pago em ",
    ),
    (r"\b(?:send|give|show)\s+me\s+(?:the\s+|a\s+|your\s+)?pix(?:\s+(?:code|key|qr(?:\s+code)?))?", "pix"),
    (
        rf"^\s*{_LEAD}(?:(?:either|any|whichever|whatever)(?:\s+(?:one|way|of\s+(?:them|those)))?(?:\s+(?:is|are|works?|would\s+be|will\s+do))?(?:\s+(?:fine|ok|okay|good|works?))?(?:\s+(?:for|with|by)\s+me)?"
        r"|(?:it\s+)?doesn'?t\s+matter|i\s+don'?t\s+(?:mind|care)|you\s+(?:choose|pick|decide)|up\s+to\s+you)\s*$",
        "tanto faz",
    ),
    # who greets, and in what language
    (
        rf"^\s*(?:(?:hi|hey|hello|yo|sorry|but)\s+)*(?:yo|sup|what\s+is\s+up|howdy|hiya|greetings|how\s+are\s+you(?:\s+(?:today|doing))?|how\s+is\s+it\s+going|(?:are\s+you|anyone|anybody|someone)\s+(?:there|here|home)"
        r"|(?:do\s+you\s+)?(?:speak|in)?\s*english(?:\s+(?:only|speaker))?|(?:can|could)\s+(?:we|you|i)\s+(?:speak|talk|write|chat)\s+(?:in\s+)?english|i\s+(?:don'?t|only|can'?t)\s+speak\s+(?:any\s+)?(?:portuguese|english)|no\s+portuguese)"
        rf"{_PLEASE}\s*$",
        "hello",
    ),
    (
        rf"^\s*{_LEAD}(?:can\s+you\s+help(?:\s+me)?(?:\s+out)?|i\s+need\s+(?:some\s+)?help|i\s+have\s+a\s+question|(?:quick|one)\s+question){_PLEASE}\s*$",
        "help",
    ),
    (r"^\s*(?:who\s+is\s+this|who\s+am\s+i\s+(?:talking|speaking|chatting)\s+(?:to|with))\s*$", "who are you"),
)  # fmt: skip
_PUTS_OFF = ("espera", "nao sei", "nao e isso")
_IDIOMS = tuple((expression(phrase), form) for phrase, form in _FORMS)
# Asked politely, meant as told: `can you make it 2?`, `can i change the mugs to black?`
_POLITELY = expression(
    r"\b(?:(?:can|could|would|will)\s+you|(?:can|could|may)\s+i\s+(?=(?:please\s+)?(?:remove|(?:change|swap|switch|replace)\s[^?]*\s(?:to|for|with)\s(?!delivery|pickup|cash|pix))\b))\s*(?:please\s+|pls\s+|just\s+|maybe\s+)*"
    r"((?:make|add|change|swap|switch|replace|remove|put|include)\s(?![^?]*\blater\b)[^?!.\n]*)\?"
)
_CONTRACTED = expression(r"\b(what|where|who|how|when|which)'s\b")
# What is said after it takes the place of what was said before.
_TAKES_BACK = expression(
    r"^\s*(?:(?:no|oh|ok|hmm*|sorry|um)\b[\s,.!]*)*"
    r"(?:(?:actually|on\s+second\s+thoughts?|scratch\s+that|i\s+mean|i\s+meant(?=\s+(?:one|two|three|four|five|six|\d{1,2})\s*(?:[,.]|$))|sorry(?=[\s,]+(?:one|two|three|four|five|six|\d{1,2})\b)|correction|oops|my\s+bad|(?:i(?:'ve)?\s+)?changed\s+my\s+mind)\b[\s,.:!-]+|"
    r"(?:wait|hold\s+on|hang\s+on)\b(?:\s+no)?[,.:!-]+\s*)(?=[a-z0-9])"
)
_TAKES_BACK_AFTER = expression(r"(?<=\w)[\s,]+actually(?=\s*[.!]*\s*$)")
_PIECE = expression(r"(?:[^.!?;,\n]|(?<=\d)[.,](?=\d))+")


def plain(text: str) -> str:
    """A folded English message with its idioms in the words the rules know."""
    text = _POLITELY.sub(r"\1", _CONTRACTED.sub(r"\1 is", text))
    text = _TAKES_BACK_AFTER.sub(" na verdade", text)
    taken_back = _TAKES_BACK.match(text)
    rest = _PIECE.sub(lambda found: _read(found[0]), text[taken_back.end() :] if taken_back else text)
    return f"na verdade {rest}" if taken_back and not rest.startswith(_PUTS_OFF) else rest


def _read(piece: str) -> str:
    for phrase, form in _IDIOMS:
        piece = phrase.sub(form, piece)
    return piece
