"""Counters: words and marks, and the tokenizer.json of an embedding model, also inside the child process."""

from tokenizers import Tokenizer, models, pre_tokenizers

from app.files import Chunking
from app.files.tokens import counter, words


def test_a_token_is_a_word_or_a_mark():
    text = "Camiseta R$ 59,90!"
    assert [text[a:b] for a, b in words(text)] == ["Camiseta", "R", "$", "59", ",", "90", "!"]


async def test_a_model_tokenizer_counts_in_the_child(pool, tmp_path):
    vocabulary = {letter: i for i, letter in enumerate("abcdefghijklmnopqrstuvwxyz")} | {"[UNK]": 26}
    tokenizer = Tokenizer(models.BPE(vocabulary, [], unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    path = tmp_path / "tokenizer.json"
    tokenizer.save(str(path))
    assert len(counter(str(path))("abc de")) == 5
    chunks = await pool.chunk("abc de fgh", Chunking(tokens=5, overlap=0, tokenizer=str(path)))
    assert [(chunk.text, chunk.tokens) for chunk in chunks] == [("abc de", 5), ("fgh", 3)]
