"""Who it is, by where the name stands: before a street or town, behind `manda pra mim`, behind our greeting. Pure."""

import re

from app.features.chat.assistant.language.cities import TOWNS, cep_of
from app.features.chat.assistant.language.goods import current
from app.features.chat.assistant.language.vocabulary import COLOURS, EVERYDAY, FILLER, TALK, VERBS
from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.reading.details.naming import GIVEN_NAMES, PARTICLES, is_family, is_sold, no_name
from app.features.conversations.state import ConversationState
from app.features.extract_lead import patterns
from app.ops.expressions import expression

_CALLED = r"[^\W\d_]['’\w]+(?:\s+[^\W\d_]['’\w]*){0,3}"
_STREET = r"(?:rua|r\.|av\.?|avenida|alameda|al\.|travessa|tv\.?|pra[cç]a|estrada|rodovia|quadra|qd|sq[ns])\s"
# `Alda, rua das Flores 5`, `pix, Rui Costa, rua Bueno 20`
_BEFORE_STREET = expression(rf"(?:^|[,.;\n])\s*(?P<name>{_CALLED})\s*(?=[,.;\n]\s*(?:{_STREET}))", re.IGNORECASE)
_UF = r"(?:a[clmp]|ba|ce|df|es|go|m[agst]|p[abeir]|r[jnors]|s[cep]|to)"
# `Lucas Reis, Varginha MG`
_OF_TOWN = expression(
    rf"^\s*(?P<name>{_CALLED})\s*[,\n-]\s*(?:de\s+|from\s+)?(?P<town>{_CALLED}?(?:\s*[-/,]\s*|\s+)\b{_UF}\b|{_CALLED})\s*\.?\s*$",
    re.IGNORECASE,
)
_TOWN = expression(rf"(?:{TOWNS})|.{{3,}}[\s/,-]+{_UF}")
# `manda pra mim, Sofia Ramos, um top`; `ship it to Rua Bueno 7, for Jim Beam`
_FOR_ME = expression(
    r"(?:\b(?i:(?:pra|para|p/|for|to)\s+(?:mim|me|eu)|no\s+meu\s+nome|in\s+my\s+name))\s*[,:(]\s*(?P<name>(?-i:[A-ZÀ-Ý]['’\w]+"
    r"(?:\s+(?:d[aeo]s?\s+)?[A-ZÀ-Ý]['’\w]+){0,3}))\s*(?=[,.;)\n]|$)"
)
_FOR_WHOM = expression(
    r"[,\s]+(?i:for|pra|para|pro)\s+(?i:(?:[oa]|mr|mrs|ms|sr|sra|seu|dona)\.?\s+)?(?P<name>[A-ZÀ-Ý]['’\w]+(?:\s+[A-ZÀ-Ý]['’\w]+){1,3})\s*\.?\s*$"
)


def name_in_place(message: str, state: ConversationState) -> str:
    """The message with a name that only its place tells, as one that is said to be one; another's known name stays."""
    if "?" in message:
        return message
    return _of_town(_before_street(_for_me(message, state), state), state)


def _for_me(message: str, state: ConversationState) -> str:
    found = _FOR_ME.search(message)
    if found is not None and _is_name(found["name"], state):
        return f"meu nome é {found['name']}. {message[: found.start('name')].rstrip(' ,:(')}{message[found.end() :]}"
    found = _FOR_WHOM.search(message) if re.search(_STREET, message, re.IGNORECASE) else None
    if found is not None and _is_name(found["name"], state):
        return f"{message[: found.start()]}, meu nome é {found['name']}"
    return message


def _before_street(message: str, state: ConversationState) -> str:
    found = _BEFORE_STREET.search(message)
    if found is None or not _is_name(found["name"], state):
        return message
    return f"{message[: found.start('name')]}meu nome é {patterns.titled(found['name'])}{message[found.end() :]}"


def _of_town(message: str, state: ConversationState) -> str:
    found = _OF_TOWN.match(message) if state.cart.lines or state.orders else None
    if found is None or not _TOWN.fullmatch(fold(found["town"])) or not _is_name(found["name"], state):
        return message
    return f"meu nome é {patterns.titled(found['name'])}"


def greeted_back(message: str, state: ConversationState) -> bool:
    """`maria clara`, behind our greeting and before anything else was spoken of."""
    dialogue = state.dialogue
    begun = dialogue.listed or dialogue.focus or dialogue.pending or state.cart.lines or state.orders
    parts = [patterns.folded(part) for part in message.strip(" .,!").split()]
    if begun or not dialogue.greeted or not 1 <= len(parts) <= 4 or parts[0] not in GIVEN_NAMES:
        return False
    return len(parts) > 1 and _is_name(message.strip(" .,!"), state)


def _is_name(called: str, state: ConversationState) -> bool:
    """It is a name by its words: none of them is of the goods, of everyday speech, or a place."""
    name = patterns.bare_name(called)
    if name is None or state.known.name not in (None, name.value) or cep_of(called) is not None:
        return False
    own = [one for one in map(patterns.folded, called.split()) if one not in PARTICLES]
    given, family = own[0] in GIVEN_NAMES, len(own) > 1 and is_family(own[-1])
    known = given or family
    behind = own[1:] if known and len(own) > 1 else own
    if any(is_sold(one, given=known) for one in behind) or _TOWN.fullmatch(fold(called)):
        return False
    if any(one in FILLER | VERBS or no_name(one) for one in behind):
        return False
    buying = bool(state.cart.lines or state.orders)  # else `Calabresa Grande, rua Tupi 45` would be
    return known or (
        buying and all(len(one) > 2 and current().strange(one) and one not in TALK | EVERYDAY | COLOURS for one in own)
    )
