"""What a message tells about the shopper, and the message without it. Pure."""

import re
from collections.abc import Collection

import msgspec
from msgspec import Struct

from app.features.chat.assistant.acts import DataKind
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.reading.details.address_lines import line_in, with_town, without_name
from app.features.chat.assistant.reading.details.corrections import REGRET, plainly
from app.features.chat.assistant.reading.details.disputed import EDITS, TO_ANOTHER, WRONG, disputed, not_told_yet
from app.features.chat.assistant.reading.details.name_in_place import greeted_back, name_in_place
from app.features.chat.assistant.reading.details.naming import (
    FACT,
    bare_name,
    in_care_of,
    is_likely,
    name_among,
    name_beside,
    said_to_be,
)
from app.features.chat.assistant.reading.details.places import Piece, piece_in, unlabelled
from app.features.conversations.consent import signed_yes
from app.features.conversations.state import ConversationState, Known
from app.features.extract_lead import addresses, patterns
from app.ops.expressions import expression

# Without one of these nothing is told, unless a bare name is expected.
_CUE = expression(r"[0-9@]|(?i:nome|chamo|chamar|sou|arroba|name|aqui|i\s*'?a?m\b|call|s/n)")
# `manda pro 41810000`
_TO_CEP = expression(r"\b((?i:pro|pra|para|no|to))\s+(\d{5})-?(\d{3})\b(?!\d)")
# `Centro Ibiporã o cep é 86200-000`
_CEP_IS = expression(
    r"(?<=\w)\s*,?\s+(?:e\s+)?(?:(?:o|meu)\s+)+(?i:cep)\s+(?:é|eh|e|aqui\s+é)\s+(?=\d{2}\.?\d{3}-?\d{3}\b)"
)
# What a name that was told last leaves: `cep 86200-000 e o meu nome é Ana`
_NAME_WAS = expression(r"(?<=\d)\s*,?\s+(?:e\s+)?o(?:\s+meu)?\s*$", re.IGNORECASE)
_BARE_CEP = expression(r"^\s*(\d{2}\.?\d{3})-?\s?(\d{3})\s*\.?$")
# `não é Ana, é Anna`
_NOT_NAME = expression(
    r"^\s*(?:o\s+nome\s+)?(?:n[ãa]o\s+[ée]|it'?s\s+not)\s+(?P<old>[A-ZÀ-Ý][\wÀ-ÿ]+)\s*,?\s*(?:[ée]|mas|e\s+sim|it'?s)\s+(?P<new>[A-ZÀ-Ý][\wÀ-ÿ]+(?:\s+[A-ZÀ-Ý][\wÀ-ÿ]+)*)\W*$"
)
_ANOTHERS_CPF = expression(r"(?i)\bcpf\s+(?:d[eo]l[ea]|del[ea]|d[ao]\s+(?:minha|meu))\b")
_FETCHES = expression(r"\b(?:retir\w+|busc\w+|pick\w*\s+(?:it\s+)?up|collect)\b", re.IGNORECASE)
# `Marlene Dutra é o nome`
_NAME_FIRST = expression(
    r"(?:^|(?<=[.,;!\n]))\s*(?P<name>(?!(?i:qual|como|esse|este|isso|que|what|which|that|this|it|o|a)\b)[^\W\d_][\w'’]+(?:\s+[^\W\d_][\w'’]*){0,4}?)"
    r"\s+(?i:(?:[ée]|eh|is)\s+)(?i:(?:o\s+)?(?:meu\s+)?nome|(?:my|the)\s+name)(?i:\s+(?:completo|mesmo|do\s+pedido|viu|t[aá]))*(?=\s*(?:[.,;!\n]|$))"
)
# `é no nome da minha mãe, Ana`
_IN_NAME_OF = expression(
    r"\b(?i:(?:[ée]\s+)?(?:(?:pode\s+)?(?:bota\w*|coloca\w*|p[õo]e|p[ôo]r|deixa\w*)\s+)?(?:em|no)\s+nome\s+d[aeo]\s+(?:minha|meu)\s+[\wÀ-ÿ]+|in\s+my\s+\w+'?s\s+name)\s*[,:]?\s*"
    r"(?i:(?:a|o|[ée])\s+)?(?P<name>[A-ZÀ-Ý][a-zà-ÿ]+(?:\s+[A-ZÀ-Ý][a-zà-ÿ]+){0,3})"
)
# `o nome é joão pedro`, `em nome de Marlene Dutra`: in small letters, too.
_NAMED = expression(
    r"(?:\b(?:e\s+)?(?:(?:pode\s+)?(?:coloca\w*|bota\w*|p[oõô][er]?|deixa\w*)\s+)?(?:(?:em|no)\s+nome\s+d[eao]|(?:in|under)\s+the\s+name\s+of)|\b(?:e\s+)?(?:o\s+|(?P<own>meu\s+))?nome(?:\s+completo)?(?P<his>\s+(?:d[eo]l[ea]|d[eo]\s+quem\s+(?:vai\s+)?receb\w+|d[ao]\s+(?:pessoa|minha\s+\w+|meu\s+\w+)))?\s+(?:[ée]|eh)|\b(?:and\s+)?(?P<theirs>his|her|their)\s+name\s+is)"
    r"\s+(?:(?:prof[ao]?|dr[ao]?|sr[ao]?)\.?\s+)?(?P<name>[A-Za-zÀ-ÿ'’]{2,20}(?:\s+(?!(?:cpf|cep|tel\w*|fone|zap|whats\w*|rua|av|avenida|e|eu|moro|com|mas|que|pra|para|no|na|em|por|pix|dinheiro)\b)[A-Za-zÀ-ÿ'’]{2,20}){0,4})\s*\??",
    re.IGNORECASE,
)
_EDIT_WORDS = expression(
    r"\b(?:troc|mud|alter|corri[gj]|chang|atualiz|coloc|bot)\w*\b|\bp[õo]e\b|\b(?:o|a|the|my|meu|[ée]|eh|it|s|it's|pra|para|por|to|na|no|verdade|ops|certo|correto|zip|code|cep|"
    r"errad[oa]|wrong|rua|endere[cç]o|mudou|agora|now|sorry|desculp\w+|opa|putz)\b|\W",
    re.IGNORECASE,
)
_SHOPS = expression(
    r"\b(?:endere[cç]o\s+d[ao]s?\s+(?!(?:entrega|casa|pedido|minha|meu|envio|cliente|nota)\b)\w+|loja|retir\w*|busc\w*|pegar|your|shop|store|d[eo]\s+voc[eê]s?)\b",
    re.IGNORECASE,
)
_ASKED: tuple[tuple[DataKind, re.Pattern[str]], ...] = (
    (
        "name",
        expression(
            r"\bnome\s+de\s+quem\b|\b(?:em|qual|que)\s+(?:o\s+)?nome\b|\b(?:whose|what|which)\s+name\b", re.IGNORECASE
        ),
    ),
    (
        "cep",
        expression(
            r"\b(?:qual|que)\s+(?:[ée]\s+)?(?:o\s+)?cep\b|\bcep\s+(?:t[aá]|est[aá])\s+cert\w+|\b(?:which|what)\s+(?:zip|postal)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "address",
        expression(
            r"\b(?:qual|que|which|what)\s+(?:(?:[ée]|o|foi|is|the)\s+){0,2}(?:endere[cç]o|address)\b|\b(?:endere[cç]o|address)\b.*\b(?:cert\w|corret\w|right|correct)\b|"
            r"\b(?:is|t[aá]|est[aá])\s+(?:the\s+|o\s+)?(?:endere[cç]o|address)\b|"
            r"\b(?:vai|v[aã]o|entreg\w+|mand\w+|chega|envi\w+)\s+(?:\w+\s+)?(?:(?:pra|para|em)\s+)?a?onde\b|\b(?:pra|para)\s+a?onde\s+(?:\w+\s+)?(?:vai|v[aã]o|entreg\w+|mand\w+|envi\w+)\b|"
            r"\b(?:precis\w+|perguntar|pedir|passar|dar|mandar|need|give|send|tell|ask)\s+(?:\w+\s+){0,3}(?:meu|o|my|the|an?)\s+(?:endere[cç]o|address)\b|"
            r"\bwhere(?:'s|\s+(?:is|are|will|does))\b.*\b(?:go|going|deliver\w*|ship\w*|sen[dt]\w*)\b",
            re.IGNORECASE,
        ),
    ),
)


# `qual o endereço?`, which may be the shop's
_ADDRESS_ALONE = expression(
    r"\W*(?:(?:e|ah|mas|me|and|what|is|which)\s+)*(?:(?:qual|que|what|which)\s+)?(?:(?:[ée]|eh|o|is|the|seria)\s+)*(?:endere[cç]o|address)\s*(?:mesmo|completo|a[ií])?\W*",
    re.IGNORECASE,
)


def asked_data(message: str, state: ConversationState, fetched: Collection[str] = ()) -> DataKind | None:
    """What of their own data the shopper asks to hear: `pra qual endereço vai?` fetched: the ways by which nothing is
    brought, so that an address is the shop's; so it is where none was told."""
    spelt = spelt_out(fold(message))
    if "?" not in message or len(message) > 120 or not _buying(state) or _SHOPS.search(spelt):
        return None
    if _ADDRESS_ALONE.fullmatch(spelt) and (state.cart.shipping_option in fetched or not state.known.address):
        return None
    known, shown = state.known, state.summary.address if state.summary else ""
    told = addresses.find(message)
    if told is not None:  # one that the summary has not shown is told, politely
        again = re.search(rf"{re.escape(told.line)}\b", shown, re.IGNORECASE)
        return "address" if again else None
    if not (state.awaiting_confirmation or known.address or known.cep):
        return None
    return next((kind for kind, pattern in _ASKED if pattern.search(message)), None)


def _put_right(message: str, state: ConversationState) -> tuple[Known, str]:
    """What is told right behind the words that the old is wrong: `errei o endereço, é número 550`."""
    found = (disputed(message) or TO_ANOTHER.match(message)) if _buying(state) else None
    told = message[found.end() :].lstrip(" ,.;:?!-") if found else ""
    return _all_told(told, state) if told else (Known(), "")


def told_about_oneself(message: str, state: ConversationState) -> tuple[Known, str]:
    """Name, address and the like; the rest is what the message says besides."""
    if greeted_back(message, state):
        return Known(name=patterns.titled(message.strip(" .,!"))), ""
    if _buying(state) and not_told_yet(message) is not None:
        return Known(), ""
    if (right := _put_right(message, state))[0] != Known():
        return right
    message = name_in_place(message, state)
    message, same_cep = _without_same_cep(unlabelled(_NAME_FIRST.sub(_name_behind, message)))
    known, rest = _all_told(message, state)
    if same_cep and known.cep is None and _buying(state):
        known = msgspec.structs.replace(known, cep=state.known.cep)
        rest = rest if _EDIT_WORDS.sub("", rest) else ""
    return known, rest


def _name_behind(found: re.Match[str]) -> str:
    """A name that is said to be one, behind the word for it."""
    parts = found["name"].split()
    capitals = parts[0][0].isupper() and all(part[0].isupper() for part in parts if len(part) > 3)
    told = capitals or is_likely(found["name"])
    return f" meu nome é {found['name']}" if told else found[0]


_SAME_CEP = expression(
    r"[\s,;.]*\b(?:(?:e|com|no|o|meu)\s+)*(?:(?:mesmo|msm|same)\s+(?:cep|zip(?:\s+code)?)|(?:cep|zip(?:\s+code)?)\s+(?:[ée]\s+|eh\s+|is\s+)?(?:o\s+|the\s+)?(?:mesmo|msm|same))"
    r"(?:\s+(?:de\s+antes|anterior|d[ea]qui))?\b",
    re.IGNORECASE,
)


def _without_same_cep(message: str) -> tuple[str, bool]:
    """`rua Tupi 300, msm cep`: the postal code that is known stays, in another street, too."""
    kept = _SAME_CEP.sub(" ", message) if "?" not in message else message
    return kept, kept != message


def _all_told(message: str, state: ConversationState) -> tuple[Known, str]:
    told_before = _buying(state) or state.known.address is not None
    told = plainly(message) if told_before else ""
    piece = piece_in(told, state, buying=True) if told else None
    if piece is None and state.known.name is not None and told.startswith("meu nome "):
        message = told
    piece = piece or piece_in(message, state, buying=told_before)
    if piece is None and _buying(state) and (beside := _piece_beside(message, state)) is not None:
        piece = beside
    if piece is not None and not piece.rest:
        cep = patterns.find_cep(message)
        return Known(address=piece.address, cep=piece.cep or (cep.value if cep else None)), ""
    if piece is not None:
        known, rest = _told(piece.rest, state)
        return msgspec.structs.replace(known, address=piece.address, cep=piece.cep or known.cep), rest
    known, rest = _told(message, state)
    if known.name is None:
        named, addressed = state.known.name is not None, bool(known.cep or known.address)
        name, rest = name_among(rest, named=named, addressed=addressed)
        known = msgspec.structs.replace(known, name=name.value) if name else known
    if known != Known() and _buying(state):
        rest = EDITS.sub(" ", WRONG.sub(" ", REGRET.sub(" ", rest)))
        rest = rest if _EDIT_WORDS.sub("", rest) else ""
    return known, rest


_PAYS = expression(
    r"\W*(?:(?:pode\s+ser|vai\s+ser|(?:vou\s+)?pag(?:o|ar)|quero|no|em|por|com|via|ok|sim|by|in)\s+)*(?:pix|dinheiro|esp[ée]cie|cash)(?:\s+(?:mesmo|msm|na\s+entrega|por\s+favor|pfv))*\W*",
    re.IGNORECASE,
)


# `nome Wesley`, `em nome de Neusa`
_CALLS = expression(
    r"(?:e\s+|[oa]\s+|meu\s+|my\s+|in\s+|under\s+|em\s+|no\s+|the\s+)*(?:nome|name)"
    r"(?:\s+(?:[ée]|eh|is|d[eao]|of))?[\s:]+[A-Za-zÀ-ÿ'’ ]{2,50}$|"
    r"(?:sou\s+[oa]?|quem\s+recebe\s+[ée]|aqui\s+[ée])\s*[A-Za-zÀ-ÿ'’ ]{2,50}$",
    re.IGNORECASE,
)
# `em nome da minha mãe`: that is no name
_NOBODY = frozenset("minha meu mim quem outra outro uma um dela dele loja empresa".split())  # noqa: SIM905
_DISTRICT = expression(r"(?<=\d)[ \t]+[a-zà-ÿ]{4,}(?=\s*(?:[.,;\n]|$))")  # `ap 12 lourdes`, which is no name


def _piece_beside(message: str, state: ConversationState) -> Piece | None:
    """`pix, bloco B`, `bloco 2 ap 304, nome Wesley`: a piece of an address beside how it is paid and who gets it."""
    parts = [one.strip() for one in re.split(r"[,.;\n]", message) if one.strip()]
    paid = [one for one in parts if _PAYS.fullmatch(one) or _CALLS.match(one)]
    others = [one for one in parts if one not in paid]
    piece = piece_in(", ".join(others), state, buying=True) if paid and others else None
    return msgspec.structs.replace(piece, rest=", ".join(paid)) if piece is not None and not piece.rest else None


def _told(message: str, state: ConversationState) -> tuple[Known, str]:
    if ("?" in message and len(message) > 400) or not (_CUE.search(message) or _buying(state)):
        return Known(), message
    message = _CEP_IS.sub(", CEP ", _TO_CEP.sub(r"\1 cep \2-\3", message))
    if (other := _NOT_NAME.match(message)) and {other["old"], other["new"]} & set((state.known.name or "").split()):
        return Known(name=(state.known.name or "").replace(other["old"], other["new"])), ""  # it is read twice
    facts, message = _facts(message, state)
    if facts == _Facts() and not _buying(state) and not state.known.address:
        return Known(), message
    rest = _without_facts(message, facts.name)
    address, name = facts.address, facts.name
    zip_code = facts.cep.value if facts.cep else address.parts.get("zip") if address else None
    if zip_code is None and (alone := _BARE_CEP.match(message)) and _buying(state):
        zip_code, rest = (alone[1] + alone[2]).replace(".", ""), ""
    line, beside, rest = line_in(message, rest, state, address, buying=_buying(state))
    name = name or beside
    if address is not None and line is not None and not _ends_in_district(message, line):
        plain, called = without_name(line)
        if called is not None and (name is None or name.value == called.value):
            line, name = plain, called
    if address is not None and line is not None:
        line = with_town(message, line, address)
    name, rest = _name_in(message, rest, state, facts, name, line=line, zip_code=zip_code)
    known = Known(_value(name), _value(facts.phone), _value(facts.email), _value(facts.cpf), zip_code, line)
    return known, rest if known != Known() else message


def _ends_in_district(message: str, line: str) -> bool:
    """`rua Tupi 45 lourdes`: the last piece of the address is where the street lies, and nobody's name."""
    found = _DISTRICT.search(message)
    return found is not None and line.lower().endswith(found[0].strip().lower())


def _value(fact: patterns.Fact | None) -> str | None:
    return fact.value if fact else None


class _Facts(Struct, frozen=True):
    """What stands in a message in a form of its own."""

    address: addresses.Address | None = None
    phone: patterns.Fact | None = None
    email: patterns.Fact | None = None
    cpf: patterns.Fact | None = None
    cep: patterns.Fact | None = None
    name: patterns.Fact | None = None


def _facts(message: str, state: ConversationState) -> tuple[_Facts, str]:
    """They, and the message without what says whose name it is."""
    for reading in (_named, in_care_of, said_to_be):
        called, message = reading(message, state.known.name)
        if called is not None:
            message = _NAME_WAS.sub("", message)
            break
    facts = _Facts(
        addresses.find(message),
        patterns.find_phone(message),
        patterns.find_email(message),
        None if _ANOTHERS_CPF.search(message) else patterns.find_cpf(message),
        patterns.find_cep(message),
        called or patterns.find_name(message),
    )
    if owner := _IN_NAME_OF.search(message):
        facts = msgspec.structs.replace(facts, name=patterns.Fact(owner["name"], 0.95))
        message = message.replace(owner[0], " ")
    return facts, message


def _without_facts(message: str, name: patterns.Fact | None) -> str:
    rest = patterns.without_facts(message)
    if name is None or name.confidence >= 0.8:
        return rest
    # `sou o Pedro`: cut out here, for only here it is known to be a name
    says = r"eu\s+sou|sou|aqui\s+é|aqui\s+quem\s+fala\s+é|i\s+am|i'm|this\s+is"
    return re.sub(rf"(?i)\b(?:{says})\s+(?:[oa]\s+)?{re.escape(name.value)}", " ", rest)


def _name_in(
    message: str,
    rest: str,
    state: ConversationState,
    facts: _Facts,
    name: patterns.Fact | None,
    *,
    line: str | None,
    zip_code: str | None,
) -> tuple[patterns.Fact | None, str]:
    """The name that stands bare, or beside an address, where none was told; and what is left of the rest."""
    if name is None and (_buying(state) or line):
        awaited = state.known.name is None and state.known.address is not None
        yes, signed = signed_yes(rest) if state.known.name is None else ("", "")
        if signed:
            return patterns.bare_name(signed), yes
        if bare := bare_name(rest, alone=line is None, awaited=awaited):
            return bare, ""
    if name is not None:
        return name, rest if not name.value or _words_left(rest) else ""
    if not (zip_code or line or _FETCHES.search(rest)):
        return None, rest
    marked = facts.address is not None or facts.cep is not None or line is None
    name, rest = name_beside(
        patterns.without_facts(message, mark=FACT) if marked else rest,
        whole=facts.address is not None and "city" in facts.address.parts,
    )
    return name, rest.replace(FACT, " ")


def _named(message: str, known: str | None) -> tuple[patterns.Fact | None, str]:
    """A name that is said to be one, and the message without it; of who gets the goods, where no other is known."""
    found = _NAMED.search(message)
    name = patterns.bare_name(found["name"]) if found else None
    if found is None or name is None:
        return None, message
    if found["his"] or found["theirs"]:
        another = known is not None and known != name.value  # a message is read twice
        if another or not found["name"][0].isupper():
            return None, message
        return name, f"{message[: found.start()].rstrip(' ,')} {message[found.end() :]}"
    first = patterns.folded(found["name"].split()[0])
    stated = (
        re.match(r"\W*(?:e\s+)?(?:\w+\s+)?(?:em|in|under)\b", found[0], re.IGNORECASE) and found["name"][0].isupper()
    )
    if not (found["own"] or (stated and first not in _NOBODY)) and not is_likely(found["name"]):
        return None, message
    return name, f"{message[: found.start()].rstrip(' ,')} {message[found.end() :]}"


def _buying(state: ConversationState) -> bool:
    return bool(state.cart.lines or state.orders)


def _words_left(text: str) -> bool:
    return re.search(r"\w", text) is not None
