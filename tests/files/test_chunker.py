"""Properties of the chunker: all is covered, the budget holds, neighbours overlap, cuts fall on pauses."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from app.files.chunker import Section, spans, split
from app.files.tokens import words
from app.files.types import Chunking, Extracted, Head

TEXT = st.text(alphabet=st.sampled_from("ab ç.,;!?\n1é—\t"), max_size=2000)
BUDGETS = st.integers(1, 60).flatmap(lambda tokens: st.tuples(st.just(tokens), st.integers(0, tokens // 2)))


def letters(text: str) -> list[tuple[int, int]]:
    """Counts characters: the worst tokenizer for word boundaries."""
    return [(i, i + 1) for i, char in enumerate(text) if not char.isspace()]


@given(TEXT, BUDGETS, st.sampled_from([words, letters]))
def test_chunks_cover_the_text_within_the_budget(text, budget, counter):
    tokens, overlap = budget
    section, chunking = Section(text=text), Chunking(tokens=tokens, overlap=overlap)
    chunks = list(split([section], chunking, counter))
    pieces = list(spans(section, chunking, counter))
    assert [chunk.text for chunk in chunks] == [text[begin:end] for begin, end, _ in pieces]
    assert [chunk.index for chunk in chunks] == list(range(len(chunks)))
    position = 0  # end of what is covered
    previous = -1
    for begin, end, count in pieces:
        assert 0 < count <= tokens
        assert len(counter(text[begin:end])) == count
        assert begin > previous
        assert not text[position:begin].strip()
        assert len(counter(text[begin:position])) <= overlap
        position, previous = end, begin
    assert not text[position:].strip()


@given(TEXT | st.builds("{}\n".format, TEXT).map(lambda line: line * 3), BUDGETS, st.integers(1, 2000))
def test_a_text_that_is_cut_says_so_and_where(text, budget, most):
    tokens, overlap = budget
    chunks = list(split([Section(text=text)], Chunking(tokens=tokens, overlap=overlap), words))
    encode = msgspec.json.encode
    extracted = Extracted(head=Head(), text_json=msgspec.Raw(encode(text)), chunk_batches=[encode(chunks)])
    kept, rest = extracted.cut(most)
    assert text.startswith(kept)
    assert len(kept) <= most
    assert (rest is None) == (len(text) <= most or not chunks)


@given(st.lists(st.integers(1, 30), min_size=1, max_size=60), st.integers(5, 80))
def test_rows_that_fit_are_never_cut(widths, budget):
    lines = [" ".join(f"w{i}x{j}" for j in range(width)) for i, width in enumerate(widths)]
    section = Section(text="\n".join(lines), sheet="S", line_rows=range(2, 2 + len(lines)))
    for chunk in split([section], Chunking(tokens=budget, overlap=budget // 4)):
        if all(width <= budget // 2 for width in widths):
            assert all(line in lines for line in chunk.text.split("\n"))
            assert lines[chunk.row_start - 2] == chunk.text.split("\n")[0]
        assert chunk.sheet == "S"


def test_cuts_prefer_paragraphs_then_sentences():
    text = "Um dois três. Quatro cinco seis.\n\nSete oito nove dez. Onze doze treze quatorze."
    chunks = list(split([Section(text=text)], Chunking(tokens=12, overlap=0)))
    assert [chunk.text for chunk in chunks] == [
        "Um dois três. Quatro cinco seis.",
        "Sete oito nove dez. Onze doze treze quatorze.",
    ]


def test_overlap_starts_at_a_sentence():
    text = "Frase número um aqui. Frase número dois aqui. Frase número três aqui. Frase número quatro aqui."
    chunks = [chunk.text for chunk in split([Section(text=text)], Chunking(tokens=11, overlap=5))]
    assert chunks[0].endswith("dois aqui.")
    assert chunks[1].startswith("Frase número dois")


def test_chunks_never_cross_pages():
    sections = [Section(text="um dois", page=1), Section(text="três", page=3)]
    assert [(c.page, c.text) for c in split(sections, Chunking(tokens=100))] == [(1, "um dois"), (3, "três")]


def test_a_word_is_cut_only_when_it_exceeds_the_budget():
    chunks = list(split([Section(text="abc defgh ij")], Chunking(tokens=5, overlap=0), letters))
    assert [chunk.text for chunk in chunks] == ["abc", "defgh", "ij"]


def test_a_very_long_text_is_tokenized_block_by_block():
    text = "palavra " * 20_000
    chunks = list(split([Section(text=text)], Chunking(tokens=400, overlap=0)))
    assert sum(chunk.tokens for chunk in chunks) == 20_000
