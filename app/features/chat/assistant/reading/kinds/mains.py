"""The mains as shoppers speak of it: which voltage goods have, and which their home has. Pure."""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.language import signs
from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.words import words
from app.features.chat.assistant.products.mains import as_told, comes_in, described_in, in_name, is_mains
from app.features.chat.assistant.products.mentions import leading_count
from app.features.chat.assistant.reading.draft import Reading
from app.features.conversations.state import ConversationState, Listed
from app.ops.expressions import expression

_NUMBER = r"(?:110|115|127|220|230|240)"
_VOLTS = rf"{_NUMBER}(?:\s*(?:v|volts?)\b|\b)(?!\s*(?:reais|real|contos?|unidades?|g\b|ml\b|cm\b|w\b|%)|[.,]\d)"
# `essa cafeteira é 110 ou 220`
_WHICH = expression(
    rf"(?P<before>^|[.!?;,\n]\s*)(?:(?:e|ai|mas|oi|ola)\s+)*"
    r"(?:(?P<goods>(?:ess[ea]s?|est[ea]s?|[oa]s?|the|this)\s+[a-z][a-z ]{2,40}?|el[ea]|it)\s+)?"
    rf"(?:e|eh|sao|is|funciona\s+em|liga\s+em)\s+(?:de\s+|em\s+)?{_VOLTS}\s+(?:ou|or)\s+"
    rf"(?:e\s+|de\s+)?(?:{_VOLTS}|bivolt)\s*(?=$|[?.!,;\n])\??"
)
_HOME = (
    r"(?:(?:(?:aqui|la|ai)\s+)?(?:(?:em|n[ao]|at)\s+)?(?:a\s+|minha\s+|meu\s+|my\s+|her\s+|his\s+|their\s+|the\s+)?"
    r"(?:casa|ap(?:to|artamento)?|predio|cidade|rede|house|place|home|apartment|flat)(?:\s+(?:d(?:el[ea]s?|[ao])|aqui)(?:\s+(?!tem\b|tudo\b)\w+){0,2}?)?|"
    r"onde\s+(?:eu\s+)?mor[oa]|aqui|here|(?:a\s+)?(?:tomada|voltagem)(?:\s+(?:aqui|la|daqui))?)"
)
# `aqui em casa é 110`, `lá na casa dela é tudo 220`, `my apartment is 127 volts`, `we have 220 here`
_AT_HOME = expression(
    rf"\b(?:(?:{_HOME}\s+(?:(?:it|so|tudo|la)\s+)*(?:e|eh|tem|is|has|it's|we\s+have)\s+(?:so\s+|tudo\s+|only\s+|all\s+)*(?P<volts>{_VOLTS})"
    rf"|(?:it's|it\s+is|we\s+have|(?:e|eh)\s+tudo)\s+(?P<there>{_VOLTS})\s+(?:here|aqui|la|at\s+(?:home|my\s+place)))(?:\s+(?:ne|ta|viu))?)"
)
# `queimou a resistência da minha ducha, ela é 127`, `a minha é 220`: what something is meant for has it, too
_OWN_HAS = expression(
    rf"\b(?:(?:meu|minha|my)(?:\s+(?!e\s)[a-z]+){{1,3}}(?P<of>(?:\s*,\s*|\s+)(?:(?:que|el[ea]|it)\s+)?(?:e|eh|is|it's)\s+(?:de\s+)?(?P<volts>{_VOLTS})(?!\s+(?:ou|or)\b))"
    rf"|(?P<mine>(?:(?:[oa]|porque|pois|que)\s+)*(?:meu|minha|mine)(?:\s+(?:aqui|la))?\s+(?:e|eh|is)\s+(?P<there>{_VOLTS})(?!\s+(?:ou|or)\b)))(?:\s+(?:ne|ta|viu))?"
)
# What is only asked about that: whether it does.
_WILL_DO = expression(
    r"\W*(?:(?:e|and|sera\s+que|voces|vc|sabe\s+se|el[ea]|ess[ea]|isso|it|that|will|would|does)\s+)*(?:serve|servem|funciona|liga|da\s+certo|pode\s+ser|tem(?:\s+(?:ess[ea]|assim|nessa))?|"
    r"(?:do\s+you\s+)?have\s+(?:it|one|them)(?:\s+in\s+(?:that|it))?|work|works|is\s+(?:that|it)\s+ok(?:ay)?|ok)\W*"
)
# `é 110 né?`, `110`, `is it 220`
_ALONE = expression(
    r"(?P<before>^|[.!?;,\n]\s*)(?P<is>(?:(?:e|eh|is|it|it's|sao|seria|el[ea]|ess[ea]|tem|and)\s+)*)(?:(?:de|em|a|o|in)\s+)*"
    rf"(?P<volts>{_VOLTS})\s*(?P<tag>ne|right|certo|mesmo)?\s*(?P<end>\?|$|(?=[.,;!\n]))"
)
_IN_TEXT = expression(
    r"(?<!por )(?<!rua )(?<!numero )(?<!\$ )(?<!\$)(?<![\d.,])\b"
    rf"(?P<number>{_NUMBER})"
    r"(?=\s*(?:v\b|volts?\b|(?!\s*(?:reais|real|conto|unidade|g\b|ml\b|cm\b|w\b|%)|[.,]?\d)))"
)
_WANTED = expression(rf"\b([a-z]+)\s+({_NUMBER})(?=\s*(?:$|[.,;!?\n]))")  # `quero 110`
_SWAPS = expression(r"\b(?:troc\w+|mud[ae]\w*|poe|coloc\w+|bot[ae]\w*|mand[ae]\w*|swap|change|switch|make)\b")
_PAUSES = expression(r"[.,;!?\n]|\s+e\s+(?=(?:inclui|poe|coloca|bota|acrescenta|adiciona|quero|manda)\s)")
_ADDS = expression(r"\b(?:e|entao|ah|tambem|mais|inclui|poe|coloca|bota|acrescenta|adiciona)\b")


def of_the_mains(text: str, state: ConversationState) -> str:
    """A folded text that asks for the voltage by its name where one was told that is none of what may be counted, and
    that has the voltages by the names that what is spoken of has for them."""
    text = _WHICH.sub(_asked, text)
    spoken_of = _spoken_of(state)
    kinds, fixed = comes_in(spoken_of), described_in(spoken_of)
    if not (kinds or fixed):
        return text
    text = _WANTED.sub(lambda found: f"{found[1]} a de {found[2]}" if signs.WANT.search(found[1]) else found[0], text)
    if kinds:
        text = _IN_TEXT.sub(lambda found: as_told(found["number"], kinds), text)
        return _ALONE.sub(_asked_of_kinds, text)
    text = _ALONE.sub(r"\g<before>qual a voltagem?", text)
    other = {as_told(number, fixed) for number in in_name(f"{' v '.join(_said(text))} v")} - fixed
    if other and "bivolt" not in fixed and len(spoken_of) == 1 and signs.WANT.search(text):
        return "qual a voltagem?"  # `quero uma 220`, of what has 127
    return re.sub(rf"\b({_NUMBER})\s*v(?:olts?)?\b", r"\1", text)


def at_home(text: str, state: ConversationState) -> tuple[str, str]:
    """`aqui em casa é 110, serve?`: the voltage that holds for what is wanted, and the rest; alone it asks for what is
    spoken of in it, and with `troca` it is that of the one line that comes in several."""
    found = _AT_HOME.search(text)
    if found is None:
        return _own_thing_has(text)
    goods, lines = _spoken_of(state), state.cart.lines
    own = [line.name for line in lines if in_name(line.name)]
    number = re.sub(r"\D", "", found["volts"] or found["there"])
    number = as_told(number, comes_in(goods) | {told for name in own for told in in_name(name)} or {"127", "220"})
    rest = f"{text[: found.start()]} , {text[found.end() :]}".strip(" ,.!?")
    if len(own) == 1 and number not in in_name(own[0]) and _SWAPS.search(rest):
        return f"{number}v", ". ".join([*_wished_beside(rest), f"troca pela de {number} v"])
    asked = state.dialogue.pending
    if asked is not None and asked.kind == "choose" and not _WILL_DO.fullmatch(rest):
        return f"{number}v", f"{text[: found.start()]} de {number} v {text[found.end() :]}".strip()
    if goods and not lines and (not set(words(rest)) or _WILL_DO.fullmatch(rest)):
        return f"{number}v", "qual a voltagem?" if not comes_in(goods) else f"tem de {number} v?"
    return f"{number}v", rest


def _wished_beside(rest: str) -> list[str]:
    """What else is wanted in the same breath: `quero 1 carretel também. troca o aparador`."""
    parts = [part.strip() for part in _PAUSES.split(rest) if part and part.strip()]
    counted = (part for part in parts if leading_count(signs.WANT.sub("", _ADDS.sub("", part)).strip())[0] is not None)
    return [part for part in counted if any(current().place(word) >= NAMES for word in words(part))]


def _own_thing_has(text: str) -> tuple[str, str]:
    """The voltage of what somebody has at home, and the text without what tells it."""
    found = _OWN_HAS.search(text)
    if found is None:
        return "", text
    begins, ends = found.span("of" if found["of"] else "mine")
    number = as_told(re.sub(r"\D", "", found["volts"] or found["there"]), {"127", "220"})
    return f"{number}v", f"{text[:begins]} {text[ends:]}".strip(" ,")


def in_own_mains(reading: Reading, volts: str) -> None:
    """What is named without a voltage is meant in the one that was told."""
    reading.looks = [replace(one, mention=_in_mains(reading, one.mention, volts)) for one in reading.looks]
    reading.changes = [
        replace(one, mention=_in_mains(reading, one.mention, volts)) if one.kind in ("want", "add") else one
        for one in reading.changes
    ]


def _in_mains(reading: Reading, mention: Mention, volts: str) -> Mention:
    told = any(is_mains(f"{word.removesuffix('v')}v") for word in (*mention.words, *mention.soft))
    if told or mention.among or mention.position is not None:
        return mention
    if mention.words:
        return replace(mention, soft=(*mention.soft, volts))
    spoken_of = _spoken_of(reading.state)
    known = [each for item in spoken_of for each in item.each]
    kinds = [each for each in known if volts.removesuffix("v") in comes_in([each])]
    alone = len({each.base or each.name for each in known}) == 1
    if not (alone and 0 < len(kinds) < len(known)) or not (mention.empty or mention.pointing) or mention.soft:
        return mention
    return replace(mention, among=tuple(each.product_id for each in kinds), pointing=False)


def _said(text: str) -> list[str]:
    return [found["number"] for found in _IN_TEXT.finditer(text)]


def _spoken_of(state: ConversationState) -> Sequence[Listed]:
    """What a voltage may be told of: what is asked about, else what was told of or shown last."""
    dialogue = state.dialogue
    asked = dialogue.pending
    if asked is not None and asked.options:
        return asked.options
    return (dialogue.focus,) if dialogue.focus is not None else dialogue.listed


def _asked_of_kinds(found: re.Match[str]) -> str:
    asks = found["is"].strip() or found["tag"] in ("ne", "right") or found["end"]
    number = re.sub(r"\D", "", found["volts"])
    if not asks and found["before"]:  # `vai ela. 110`
        return re.sub(r"\s*(?:v|volts?)\b", "", found[0])
    return f"{found['before']}tem de {number} v?" if asks else f"{number} v"


def _asked(found: re.Match[str]) -> str:
    goods = re.sub(r"^(?:ess[ea]s?|est[ea]s?|[oa]s?|the|this|el[ea]|it)\b\s*", "", found["goods"] or "").strip()
    named = any(current().place(word) == BEGINS for word in goods.split())
    if goods and not named:
        return found[0]
    return f"{found['before']}qual a voltagem {f'da {goods} ' if goods else ''}?"
