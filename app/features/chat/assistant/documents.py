"""Reads the knowledge-base passages out of the system prompt and finds the sentence that answers a question."""

import re
from collections.abc import Collection

from app.features.chat.assistant.vocabulary import FILLER
from app.features.chat.assistant.words import words

_PASSAGE = re.compile(r'<documento fonte="([^"\n]{0,300})">\n(.*?)\n</documento>', re.DOTALL)
_SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?](?!\s|$)[^.!?\n]*)*[.!?]?")
MAX_QUOTE = 400


def _key(word: str) -> str:
    """The beginning of a word: `trocar`, `trocas` and `troca` answer one another."""
    return word[:5] if len(word) >= 7 else word[:4]


def quote(system: str, question: str, topic: Collection[str] = (), *, at_least: int = 1) -> tuple[str, str] | None:
    """(source, sentences) of the passage closest to the question, or None.

    `topic`: words that mean the same as the question's subject; `at_least`: words that must be shared.
    """
    wanted = {_key(word) for word in words(question) if word not in FILLER}
    related = {_key(word) for word in topic} - wanted
    best: tuple[float, str, str] | None = None
    for source, text in _PASSAGE.findall(system):
        sentences = [found.strip() for found in _SENTENCE.findall(text) if found.strip()]
        for at, sentence in enumerate(sentences):
            found = {_key(word) for word in words(sentence)}
            shared = len(found & wanted)
            score = shared + (0.5 if found & related else 0)
            if (shared >= at_least or (topic and found & related)) and (best is None or score > best[0]):
                after = f" {sentences[at + 1]}" if at + 1 < len(sentences) and len(sentence) < 80 else ""
                best = (score, source, (sentence + after)[:MAX_QUOTE])
    return (best[1], best[2]) if best else None
