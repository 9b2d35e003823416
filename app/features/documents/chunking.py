"""Chunk sizes in the unit of the configured embedding model. Used by documents and process_file."""

from app.context import Services
from app.files import Chunking

DEFAULT_TOKENS = 400
OVERLAP_SHARE = 10  # a tenth of the chunk is repeated in the next one


def chunking(services: Services, tokens: int = DEFAULT_TOKENS, overlap: int | None = None) -> Chunking:
    """The chunking for `tokens` of the embedding model; a lexical model counts words and marks."""
    measure = services.embedder.measure
    tokenizer = str(measure.resolve()) if measure else ""
    return Chunking(tokens=tokens, overlap=tokens // OVERLAP_SHARE if overlap is None else overlap, tokenizer=tokenizer)
