"""What English-speaking shoppers say of an order that was made. Pure; of folded text, as made.py.

Each is what `made.py` reads in Portuguese; none of them names goods.
"""

import re

from app.features.chat.assistant.acts import AfterSale
from app.ops.expressions import expression

_OPENS = (
    r"^\W*(?:(?:oh|ah|ok|okay|so|well|hey|hi|hello|sorry|excuse\s+me|actually|oops|wait|and|but|um|guys|please|no|yes|yeah|"
    r"thanks|thank\s+you)\b\W*)*"
)
_ENDS = (
    r"(?:\s+(?:please|thanks|thank\s+you|now|then|already|yet|today|at\s+all|guys|really|much|so|for\s+me|"
    r"again|all))*\W*$"
)
_IT = (
    r"(?:it|this|that|they|these|those|everything|one|some|"
    r"(?:my|the|our)\s+(?:order|food|package|parcel|delivery|stuff|things?|goods))"
)
_COUNT = r"(?:\d{1,2}|an?|one|two|three|four|five|six)"

_STATUS = expression(
    rf"\b(?:is|are)\s+{_IT}\s+(?:still\s+)?(?:coming(?!\s+(?:with|in|from)\b)|on\s+(?:its|the|their)\s+way|late|delayed|ready(?!\s+(?:to|for)\b)|out\s+for\s+delivery)\b"
    rf"|\b(?:has|have|did|was|were)\s+{_IT}\s+(?:already\s+|even\s+|been\s+)?(?:ship(?:ped)?|sent|go(?:ne)?\s+out|left|leave|dispatched)\b"
    rf"|\b(?:any|some)\s+(?:news|update|word|sign)\b(?:\s+(?:on|of|about|from)\s+{_IT})?|{_OPENS}(?:(?:what(?:'s|\s+is)|what\s+about)\s+)?the\s+status\b"
    rf"|\bwhere(?:'s|\s+is|\s+are)\s+{_IT}{_ENDS}|\bstill\s+(?:waiting|nothing|hasn'?t|haven'?t)\b|\b(?:it'?s|{_IT}\s+is)\s+(?:\w+\s+)?late\b"
    rf"|\bhow\s+(?:do|will|can)\s+i\s+know\s+(?:if|when|that)?\s*{_IT}(?:'s|\s+(?:has|have|is|are|was))\s+(?:been\s+)?(?:ship|sent|left|on)\w*"
    rf"|\b(?:did|have)\s+you\s+(?:get|got|received?|see|seen)\s+(?:my|the)\s+(?:payment|money|transfer|pix|receipt)\b"
    rf"|\b(?:has|did|is)\s+(?:my|the)\s+(?:payment|pix|transfer)\s+(?:gone?|go|come|came|clear\w*|arrive\w*|confirmed|received|through)\b"
    rf"|{_OPENS}(?:how\s+much\s+(?:was|is|did)\s+{_IT}|what\s+(?:was|is|did)\s+{_IT}(?:\s+come\s+to)?)(?:\s+(?:come\s+to|cost|in\s+(?:total|all)|in\s+the\s+end))*{_ENDS}"
    rf"|\bwhat(?:'s|\s+is)\s+my\s+order\s+number\b|\bwhat\s+did\s+i\s+(?:order|buy)\b"
)
_ALTERS = expression(
    rf"\b(?:chang|updat|correct|fix)\w*\s+(?:my|the)\s+(?:delivery|shipping)?\s*address\b"
    rf"|{_OPENS}(?:i\s+(?:actually\s+)?(?:need|want(?:ed)?|meant)|make\s+(?:it|that)|it\s+should\s+(?:be|have\s+been))\s+(?:only\s+|just\s+)?{_COUNT}(?:\s+(?:of\s+(?:them|those|it)|instead|more|not\s+\w+))*{_ENDS}"
    rf"|\b(?:can|could|may)\s+(?:i|you|we)\s+(?:please\s+)?(?:change|swap|switch|replace|exchange)\s+(?:the|my|it|one|that)\b(?!.*\b(?:if|later|within)\b)(?=.*\b(?:size|colou?r|for|to|with|order|flavou?r)\b)"
    rf"|{_OPENS}(?:take|leave)\s+(?:{_COUNT}|it|that|the\s+\w+)\s+(?:of\s+(?:them|those)\s+)?(?:out|off){_ENDS}"
    rf"|\bordered\s+the\s+wrong\b|\bi\s+forgot\s+(?:something|to\s+add|to\s+order)\b"
    rf"|\b(?:can|could)\s+(?:you|they|it)\s+(?:please\s+)?(?:deliver|bring|send|come|be\s+delivered)\b.*\b(?:later|earlier|after|before|tomorrow|tonight)\b"
)
_COMPLAINS = expression(
    r"\bonly\s+(?:got|received|came)\b|\bonly\s+\w+\s+(?:came|arrived)\b|\bi\s+ordered\b.*\b(?:but|and)\b.*\b(?:got|came|received|arrived|sent)\b"
    r"|\b(?:is|was|are|were)\s+missing\b|\bmissing\s+(?:one|two|an?|some|the|items?)\b"
    r"|\b(?:isn'?t|wasn'?t|not|aren'?t)\s+what\s+i\s+(?:ordered|asked|wanted|paid)\b|\b(?:very|really|so|quite)\s+(?:disappointed|unhappy|upset|frustrated)\b|^\W*(?:i'?m\s+)?disappointed\b"
    r"|\b(?:was|were|arrived|came)\s+(?:\w+\s+)?(?:cold|burnt|burned|raw|stale|rotten|spoiled|soggy|broken|damaged|leaking|empty|dirty|torn|crushed)\b"
)
_UNHAPPY = expression(
    rf"\b(?:i\s+)?(?:did\s*n'?o?t|do\s*n'?o?t)\s+like\s+{_IT}\b|\b(?:does|did|do)\s*n'?o?t\s+fit\b|\b{_IT}(?:'s|'re|\s+(?:is|are|was|were))\s+(?:way\s+|much\s+|a\s+bit\s+|a\s+little\s+)?(?:too\s+(?:small|big|large|tight|loose|short|long)|"
    r"(?:smaller|bigger|larger|different|worse|shorter|longer)\s+than\s+(?:i|we|in)\b)"
)
_RESEND = expression(
    rf"{_OPENS}how\s+(?:do|can|should)\s+i\s+pay{_ENDS}|\b(?:bank|app)\s+(?:wo\s*n'?t|does\s*n'?t|did\s*n'?t|refuse[sd]?|reject\w*)\b|\b(?:code|pix|payment|qr)\s+(?:does\s*n'?t|did\s*n'?t|is\s*n'?t|wo\s*n'?t|fail\w*|has\s+expired|expired|is\s+invalid)\b"
    r"|\bca\s*n'?t\s+(?:pay|make\s+the\s+(?:pix|payment))\b"
)
_METHOD = expression(
    r"\b(?:can|could|may)\s+(?:i|we)\s+(?:please\s+)?pay\s+(?:in\s+|with\s+|by\s+)?(?:cash|card|pix|on\s+(?:delivery|pickup)|at\s+the\s+(?:door|shop|store))\b|\b(?:rather|prefer\s+to)\s+pay\b"
)
_GLAD = expression(
    rf"{_OPENS}(?:(?:i|we)\s+)?(?:love[ds]?|loving|like[ds]?)\s+(?:{_IT}|them)\b|{_OPENS}{_IT}\s+(?:just\s+)?(?:arrived|came)(?:\W+(?:(?:and|all|safe|fine|safely|well|it'?s)\W+)*(?:perfect|great|lovely|good|fine|safe\w*|well|beautiful|delicious|wonderful|thanks?|thank\s+you)\b.*|\W*)$"
    rf"|{_OPENS}(?:great|excellent|amazing|wonderful|perfect|fantastic|lovely|awesome)(?:\s+(?:service|job|work|food|stuff|shop|store))?{_ENDS}|{_OPENS}(?:got|received)\s+(?:it|them|everything)\b(?!.*\b(?:but|wrong|not)\b)"
)
_CLOSED = expression(
    rf"{_OPENS}(?:that'?s\s+(?:all|it|everything)|that\s+is\s+all|nothing\s+(?:else|more)|i'?m\s+(?:all\s+)?(?:good|set|done))(?:\s+(?:for\s+(?:now|today)))?{_ENDS}"
)

ENGLISH_SIGNS: tuple[tuple[AfterSale, re.Pattern[str]], ...] = (
    ("complaint", _COMPLAINS),
    ("unhappy", _UNHAPPY),
    ("status", _STATUS),
    ("resend", _RESEND),
    ("method", _METHOD),
    ("alter", _ALTERS),
    ("glad", _GLAD),
    ("closed", _CLOSED),
)
"""In the order in which they are tried."""
