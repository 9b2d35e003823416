"""What the documents say where one word tells which sentence is asked for: a thing that may be done, where a file is
sent, what is charged, where goods are brought to. Pure."""

from collections.abc import Collection, Sequence

from app.features.chat.assistant.documents.answers import EMPTY, MAX_QUOTE, Passage, sentences_of
from app.features.chat.assistant.documents.passages import PRICED
from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.words import fold, is_colour, stem, words
from app.ops.expressions import expression

_QUESTION = expression(r"[^.!?\n]*(?:[.,!](?=\d)[^.!?\n]*)*\?")
_FEW_LETTERS = 5
# Of one thing its size or kind is asked for by these: `e a amarela desse número?`
_KINDS = frozenset("numero tamanho modelo marca medida opcao opcoes estoque size number model colour color".split())  # noqa: SIM905
_NO_KEYS = EMPTY | v.TALK | v.WANT | _KINDS
_ONE_FOLLOWS = expression(r"^\W*(?:e|mas|and|but)\b|\b(?:pode|posso|podem|precisa|can|may|should)\b")
_COSTS = expression(r"\b(?:cobra\w*|paga[rm]?|custa\w*|gratis|gratuit\w+|de\s+graca|charge\w*|cost\w*|free)\b")
_FILES = expression(r"\b(?P<file>foto|arte|arquivo|logo|imag|desenho|photo|picture|file|artwork)\w*\b")
_SENT_TO = expression(r"\b(?:mand\w+|envi\w+|send)\b")
WHICH_PLACES = expression(
    r"\b(?:quais|que|em\s+que|qual)\s+(?:(?:sao|as|os)\s+)*(?:cidades?|bairros?|regioes|regiao|lugares?|municipios?)\b|"
    r"\b(?:pra|para)?\s*onde\s+(?:(?:e|que|voces)\s+)*(?:entreg|envi|mand)\w+|"
    r"\b(?:which|what)\s+(?:cities|towns?|areas?|places|neighbou?rhoods)\b|\bwhere\s+do\s+you\s+(?:deliver|ship|send)\b"
)
_BRINGS = expression(r"\b(?:entregas?|frete|envios?|delivery|shipping)\b")


def by_one_word(passages: Sequence[Passage], text: str, known: Collection[str]) -> str | None:
    """The sentence with the longest word of a question that follows on from one before it or asks what may be done:
    `e alvejante, pode?`, `pra secar, pode botar no sol?`; None where no sentence has it, or several documents do.
    text: folded; known: the words of goods, which tell no sentence from another."""
    for question in _QUESTION.findall(text):
        if not _ONE_FOLLOWS.search(question) or any(map(is_colour, words(question))):
            continue
        told = [word for word in words(question) if len(word) >= _FEW_LETTERS and word not in _NO_KEYS]
        for word in sorted({*told} - {*known}, key=len, reverse=True):
            if sentence := _only_with(passages, word):
                return sentence
    return None


def _only_with(passages: Sequence[Passage], word: str) -> str | None:
    """The sentence of the one document that has the word."""
    found = [[one for one in sentences_of(passage.text) if _has(one, word)] for passage in passages]
    found = [sentences for sentences in found if sentences]
    return found[0][0][:MAX_QUOTE] if len(found) == 1 else None


def _has(sentence: str, word: str) -> bool:
    return stem(word) in {stem(other) for other in words(fold(sentence))}


def charged_for(passages: Sequence[Passage], text: str) -> str | None:
    """`vocês cobram pela arte?`: the sentence that tells what that costs. text: folded."""
    if not _COSTS.search(text):
        return None
    told = [word for word in words(text) if len(word) > 3 and word not in EMPTY and not _COSTS.fullmatch(word)]
    priced = [one for passage in passages for one in sentences_of(passage.text) if PRICED.search(fold(one))]
    found = (one for word in told for one in priced if _has(one, word) and not _BRINGS.search(fold(one)))
    return next((sentence[:MAX_QUOTE] for sentence in found), None)


def file_sent_to(passages: Sequence[Passage], text: str) -> str | None:
    """`onde eu mando a foto?`: the sentence that tells where to such a file is sent. text: folded."""
    files = {found["file"] for found in _FILES.finditer(text)}
    sentences = [one for passage in passages for one in sentences_of(passage.text)]
    told = [one for one in sentences if _SENT_TO.search(fold(one))]
    told = [one for one in told if files & {found["file"] for found in _FILES.finditer(fold(one))}]
    return next((sentence[:MAX_QUOTE] for sentence in sorted(told, key=lambda one: "@" not in one)), None)


def places_told(passages: Sequence[Passage], text: str) -> str | None:
    """`pra quais cidades vocês entregam?`: all that the document on deliveries tells of it. text: folded."""
    if not WHICH_PLACES.search(text):
        return None
    whole = next((passage.text for passage in passages if _BRINGS.search(fold(passage.title))), "")
    told = ""
    for sentence in sentences_of(whole):
        if len(told) + len(sentence) < MAX_QUOTE:
            told = f"{told} {sentence}".strip()
    return told or None
