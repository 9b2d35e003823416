"""Texts that are longer than one document: nothing is cut without a word, and nothing that was typed is lost."""

import html
import re

from app.storefront.uploads import beginning
from tests.storefront.shopkeeper import Shopkeeper, shopkeeper

__all__ = ["shopkeeper"]

# Some 1.2 MB of questions and answers.
LONG = (
    "pergunta;resposta\n" + "\n".join(f"Troca {n}?;Sim, não há prazo para a troca {n}." for n in range(26_000))
).encode()


async def test_a_file_that_is_longer_than_a_document_says_so(shopkeeper: Shopkeeper) -> None:
    page = (await shopkeeper.submit("/upload", files={"file": ("faq.csv", LONG, "text/csv")}, status=200)).text
    assert "Um documento não guarda o arquivo inteiro" in page
    text = html.unescape(re.search(r'<textarea id="content"[^>]*>(.*?)</textarea>', page, re.DOTALL)[1])
    assert text.rstrip("\n").endswith(".")  # the end of a line
    kept = await shopkeeper.submit("/documents", {"title": "FAQ", "content": text, "source_type": "file"})
    document = (await shopkeeper.http.get(f"/internal{kept.headers['location']}")).json()
    assert document["content"] == text.strip()
    short = (await shopkeeper.submit("/upload", files={"file": ("faq.csv", LONG[:900], "text/csv")}, status=200)).text
    assert "Um documento não guarda" not in short


async def test_a_long_file_of_a_product_is_read_as_far_as_it_goes_and_says_so(shopkeeper: Shopkeeper) -> None:
    path = f"/products/{(await shopkeeper.product())['id']}"
    await shopkeeper.submit(f"{path}/files", files={"file": ("faq.csv", LONG, "text/csv")})
    page = await shopkeeper.page(path)
    assert "só o começo foi lido" in page
    (file,) = (await shopkeeper.http.get(f"/internal{path}/files")).json()
    assert file["status"] == "completed"


async def test_a_text_that_is_too_long_is_kept_in_the_form(shopkeeper: Shopkeeper) -> None:
    for text in ("ação " * 210_000, "ç" * 700_000):
        page = await shopkeeper.submit("/documents", {"title": "Livro", "content": text}, status=422)
        assert 'id="content-error">O texto é longo demais.' in page.text
        assert text.strip() in page.text
    await shopkeeper.submit("/documents", {"title": "Livro", "content": "ação " * 140_000})


def test_a_beginning_ends_with_a_line_where_there_are_lines() -> None:
    assert beginning("curto\nfim") == "curto\nfim"
    assert beginning("é" * 600_000) == "é" * 450_000
    assert beginning(("x" * 99 + "\n") * 9_001) == ("x" * 99 + "\n") * 9_000
    assert beginning("a\n" + "é" * 600_000).endswith("é")
