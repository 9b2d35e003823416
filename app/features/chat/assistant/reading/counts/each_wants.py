"""Who of several people wants what: `a Paula quer 2 desse e o Jonas quer 1 café`. Each is a wish of its own. Pure."""

import re
from collections.abc import Iterator

from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.vocabulary import KIN
from app.features.chat.assistant.language.words import NUMBER_WORDS, NUMBERS
from app.ops.expressions import expression

_COUNT = rf"(?:\d{{1,3}}|{NUMBER_WORDS}|meia|an?)\b"
_BEGINS = r"(?P<before>^\s*|[,;.:!\n]\s*|\b(?:e|and|mas|ja)\s+)"
# `o mais velho`, `meu filho mais novo`, or by one word
_WHO = (
    r"(?:[a-z]{3,}\s+)?mais\s+(?:velh|nov)(?:inh)?[oa]|(?:old|young)(?:er|est)\s+one|(?:(?<=[oa]\s)[a-z]{2}|[a-z]{3,})"
)
_WANTS = expression(
    rf"{_BEGINS}(?:(?:(?:[oa]\s+)?(?:minha|meu|my)|[oa]|the)\s+(?=[a-z]))?(?P<who>{_WHO})\s+(?:(?:tambem|ja|so|also)\s+)?"
    rf"(?:quer(?!\s+(?:que|saber|ver))|vai\s+(?:querer|levar|de|pegar)|queria|pediu|ped[ei]|fica\s+com|wants|would\s+like|asked\s+for|is\s+having)\s+(?:(?:tambem|mais|so)\s+)?(?={_COUNT}|[oa]\s+(?!mesm|seu|meu|del)[a-z]{{4}})"
)
# `e o Fê só um café`, behind what another wants
_ALSO_WANTS = expression(
    rf"(?P<before>,\s*(?:e\s+|and\s+)?|\b(?:e|and)\s+)(?P<whose>(?:(?:[oa]\s+)?(?:minha|meu|my)|[oa]|the)\s+)(?P<who>[a-z]{{2,}})\s+(?:(?:so|apenas|tambem|just|only)\s+)?(?={_COUNT}\s+(?:d[eoa]\s+)?[a-z]{{3}})"
)
# `meu marido disse que prefere a GG`, `my wife says she'd rather have the M`: told, and meant as a wish
_SAYS = expression(
    rf"\b(?:[oa]\s+)?(?:meu|minha|my)\s+{KIN}\s+(?:acabou\s+de\s+)?(?:disse|falou|falar|ta\s+dizendo|acha|says?|said|thinks|just\s+(?:said|told\s+me))\s+(?:(?:que|that)\s+)?(?:(?:el[ea]|he|she)\s+)?"
    r"(?:prefere|quer(?!\s+(?:que|saber|ver))|(?:(?:he|she)\s*)?'?d\s+(?:rather\s+(?:have|take|get)|prefer|like)|would\s+(?:rather\s+(?:have|take|get)|prefer|like)|wants|prefers)\s+(?=(?:[oa]|uma?|the|an?)\s)"
)
# `e ela 2 águas`, behind `eu quero`
_THEY_WANT = expression(
    rf"(?:,\s*(?:e\s+|and\s+)?|\b(?:e|and)\s+)(?:el[ea]s?|s?he|they)\s+(?:(?:so|quer\w*|vai\s+querer|tambem|just|wants?)\s+)*(?={_COUNT}\s+(?:d[eoa]\s+)?[a-z]{{3}})"
)
# `minha esposa margherita média`, `pro meu filho 4 esfihas`, where others have theirs told so, too
_HAS_THEIRS = expression(
    rf"(?P<before>^\s*|[,;.:\n]\s*|\b(?:e|and|ja)\s+|\s+)(?:(?:pra|pro|para|for)\s+)?(?:eu|mim|me|i|(?:[oa]\s+)?(?:meu|minha|my)\s+{KIN})"
    rf"\s+(?:(?:so|tambem|just|only)\s+)?(?P<many>{_COUNT}\s+(?:d[eoa]\s+)?|(?:[oa]|the)\s+)?(?P<what>[a-z]+)(?=(?P<rest>[^,;.!?\n]*))"
)
_OPINES = expression(
    r"\b(?:nao|gost\w+|ador\w+|am[ao]u?|odei\w+|detest\w+|prefer\w+|comeu|pediu|usa|tem|not|loves?|likes?|hates?|has)\b"
)
_FOR_EACH = expression(r"\b(?:cada|each)\b")
_I_WANT = expression(r"\beu\s+(?:quero|vou\s+(?:querer|de))\s|\bi(?:'ll\s+have|\s+want)\s")
# Told of what was before, or only if something else is so.
_STORY = expression(
    r"\b(?:ontem|anteontem|passad[oa]|outro\s+dia|ultima\s+vez|veio|chegou|recebeu|gostou|adorou|amou|yesterday|last\s+(?:week|month|time|year))\b"
)
_IF = expression(r"\b(?:se|caso|if|quando|when)\b[^.;!?\n]*$")
# `minha irmã queria a inteira mas acho muito`: it is told, and not wished for.
_OBJECTS = expression(r"\bqueria\b[^.;!?\n]*\b(?:mas|so\s+que|porem|but)\b")
_FIRST_COUNT = expression(rf"^.*?\b{_COUNT}")
_NOBODY = frozenset(
    """eu ele ela eles elas voce voces quem gente que nao nunca tambem ninguem alguem cliente pessoal isso esse essa
    de do da dos das com sem em no na para pra
    hoje agora entao outro outra resto sempre she he they who you everyone nobody it that mas ontem quando""".split()  # noqa: SIM905
)
_SAME = expression(
    r"^(?:d?(?:ess[ea]s?|est[ea]s?|el[ea]s?|[oa]\s+mesm[oa])|igual|of\s+(?:those|these|that|the\s+same))\b"
)


def as_wishes(text: str) -> str:
    """The folded text with what each of them wants put beside what was wanted before."""
    text = _with_verb(_each_with_theirs(_SAYS.sub("prefiro ", text)))
    return _WANTS.sub(lambda found: f"{found['before']}adiciona " if _is_person(found) else found[0], text)


def _each_with_theirs(text: str) -> str:
    """`eu calabresa, minha esposa margherita`: the goods of each, named behind who has them, as one list."""
    told = [found for found in _HAS_THEIRS.finditer(text) if _is_theirs(found)]
    wanted = _I_WANT.search(text)
    begun = wanted is not None and bool(told) and wanted.start() < told[0].start()
    if not told or not (begun or len(told) > 1) or _FOR_EACH.search(text):
        return text  # `… e uma fita pra cada um` counts the people
    for at, found in reversed(list(enumerate(told))):
        verb = "adiciona" if begun or at else "quero"
        joint = found["before"] if found["before"].strip() else f"{found['before']}, " if found.start() else ""
        text = f"{text[: found.start()]}{joint}{verb} {found['many'] or ''}{text[found.start('what') :]}"
    return text


def _is_theirs(found: re.Match[str]) -> bool:
    named = current().place(found["what"]) >= NAMES or current().place(found["what"].removesuffix("s")) >= NAMES
    return named and not _STORY.search(found.string) and not _OPINES.search(found["rest"])


def _with_verb(text: str) -> str:
    """`e o Fê só um café` with the verb that another's wish has."""
    first = next(filter(_is_person, _WANTS.finditer(text)), None) or _I_WANT.search(text)
    if first is None:
        return text
    rest = _ALSO_WANTS.sub(
        lambda found: (
            f"{found['before']}{found['whose']}{found['who']} quer " if _is_person(found, goods=1) else found[0]
        ),
        text[first.end() :],
    )
    return text[: first.end()] + _THEY_WANT.sub(", adiciona ", rest)


def told_of_each(text: str) -> Iterator[tuple[str, str]]:
    """Each of them with what that person wants; of `2 desse`, what was named before it."""
    text = _with_verb(text)
    people = [found for found in _WANTS.finditer(text) if _is_person(found)]
    before = text[: people[0].start()] if people else ""
    ends = [*(found.start() for found in people[1:]), len(text)]
    for found, end in zip(people, ends, strict=False):
        goods = re.split(r"[;.!?\n]|,\s|\se\s(?!\d)", text[found.end() : end])[0].strip()
        count, _, what = goods.partition(" ")
        if same := _SAME.match(what):  # `1 igual só que G`
            goods = f"{count} {_FIRST_COUNT.sub('', before).strip()} {what[same.end() :]}".strip()
        else:
            before = f"{count} {what}"
        yield found["who"], goods


def _is_person(found: re.Match[str], *, goods: int = BEGINS) -> bool:
    who = found["who"]
    if _STORY.search(found.string) or _IF.search(found.string[: found.start()]):
        return False
    if _OBJECTS.search(found.string[found.start() :]):
        return False
    return who not in _NOBODY and who not in NUMBERS and current().place(who) < goods
