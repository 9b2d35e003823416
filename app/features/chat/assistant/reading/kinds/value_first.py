"""A colour or the like told once before the sizes it is wanted in: `a preta: 5 P, 6 M e 3 G`, each with it. Pure."""

from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.goods import BEGINS, TIES, current
from app.features.chat.assistant.language.words import is_colour, number
from app.features.chat.assistant.reading.kinds.kinds_said import Kind, Said
from app.features.chat.assistant.reading.kinds.sizing import LETTERS
from app.ops.expressions import expression

_SENTENCE = expression(r"(?:[^.;!?\n]|\.(?=\d))+[.;!?\n]*")
_NOT = expression(
    r"\b(?:nao|n|nem|sem|menos|tir[ae]r?|troc\w+|mud\w+|em\s+vez|no\s+lugar|se|ou|or|not|without|if|remove|instead)\b"
)
_GLUED = expression(rf"\b(?P<n>\d{{1,2}})x?(?=(?:{'|'.join(LETTERS)})\b)")
# `2 M and 1 L`, where no litre is meant
_LARGE = expression(r"(?<=\d )l(?=\s*(?:$|[,.;!)\n]|(?:and|please|pls)\b))")
_MEDIUM = expression(r"\b\d{1,2} (?:size\s+)?(?:s|m|xl|xs|xxl)\b")
_BEFORE = frozenset("a o as os na no nas nos da do das dos de em cor the in".split())  # noqa: SIM905
_PARTS = frozenset((":", ",", "(", "-", "sendo", "quero"))
_FEW = 2


def value_first(text: str) -> str:
    """The folded text in which each size has the colour or the like that was told before it; what is asked, counted
    itself, or told of goods that are named beside it, stays."""
    told: list[str] = []
    for found in _SENTENCE.finditer(text):
        told.append(_with_value(found[0], goes_on="".join(told) != text[: found.start()]))
    return "".join(told)


def _with_value(sentence: str, *, goes_on: bool) -> str:
    """goes_on: another value was told before it, so that one size is enough."""
    if "?" in sentence or _NOT.search(sentence):
        return sentence
    text = _GLUED.sub(r"\g<n> ", sentence) if len(_GLUED.findall(sentence)) >= _FEW else sentence
    said = Said(_LARGE.sub("size l", text) if _MEDIUM.search(text) else text)
    text = said.text
    pieces: list[str] = []
    at = ends = 0
    while at < len(said.words):
        value, behind = _value(said, at)
        sizes = _sizes(said, behind) if value else []
        if len(sizes) >= (1 if goes_on or pieces or said.at(behind) == ":" else _FEW):
            begins = at
            while begins > 0 and said.at(begins - 1) in _BEFORE:
                begins -= 1
            pieces.append(text[ends : said.found[begins].start()])
            pieces.append(" e ".join(f"{one.many} {value} {one.said}" for one in sizes))
            at = sizes[-1].ends
            at += said.at(at) == ")"
            ends = said.found[at - 1].end()
        else:
            at += 1
    return "".join(pieces) + text[ends:] if pieces else sentence


def _value(said: Said, place: int) -> tuple[str, int]:
    """What tells a kind and stands there without a count and without goods that it is of, and the place behind it;
    empty: there is none."""
    word = said.at(place)
    if not _is_value(word):
        return "", place
    before = place - 1
    while said.at(before) in _BEFORE:
        before -= 1
    led = before < place - 1
    goods = current().place(said.at(before)) > 0 and said.at(before) not in v.WANT | v.BUY
    if number(said.at(before)) is not None or goods or (not led and not is_colour(word.split("-")[0])):
        return "", place
    spec = said.spec(place, named=True)
    ends = spec.ends if spec is not None and spec.sort == "kind" else place + 1
    while _is_value(said.at(ends)) or (said.at(ends) in TIES and _is_value(said.at(ends + 1))):
        ends += 1
    return said.slice(place, ends), ends


def _is_value(word: str) -> bool:
    return is_colour(word.split("-")[0]) or (len(word) > 3 and 0 < current().place(word) < BEGINS)


def _sizes(said: Said, place: int) -> list[Kind]:
    """The sizes that stand there, each counted; none where another thing stands among them."""
    at = place
    while said.at(at) in _PARTS:
        at += 1
    kinds: list[Kind] = []
    for one in said.kinds(at, parted=True):
        if not one.many or one.sorts != {"size"}:
            break
        kinds.append(one)
    return kinds
