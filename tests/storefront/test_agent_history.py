"""What an agent's history says: who changed what, in words, without codes and ids."""

import re

from tests.storefront.shopkeeper import Shopkeeper, shopkeeper

__all__ = ["shopkeeper"]

FORM = {"name": "Lia", "type": "vendas", "channels": ["web"], "language": "pt-BR"}
RAW = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-|\d{4}-\d\d-\d\dT|pt-BR|back_in_stock|_minutes|deleted_at|pos_venda|None|\{")


async def history(shop: Shopkeeper, place: str) -> str:
    """The cards of the page, as people read them."""
    page = await shop.page(f"{place}/history")
    shown = " ".join(re.findall(r"<article.*?</article>", page, re.DOTALL))
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", shown))


async def test_every_change_is_told_in_words(shopkeeper: Shopkeeper) -> None:
    place = (await shopkeeper.submit("/agents", FORM)).headers["location"]
    told = await history(shopkeeper, place)
    assert "Ana" in told
    assert "Agente criado" in told
    await shopkeeper.submit(
        place, FORM | {"name": "Bia", "type": "pos_venda", "channels": ["web", "whatsapp"], "language": "en"}
    )
    told = await history(shopkeeper, place)
    for words in (
        "Nome Lia → Bia",
        "Tipo Vendas → Pós-venda",
        "Canais Site → Site, WhatsApp",
        "Idioma Português → Inglês",
    ):
        assert words in told, told
    chosen = {
        "unpaid_pix_minutes-on": "1",
        "unpaid_pix_minutes": "45",
        "abandoned_cart_minutes": "60",
        "quiet_from": "20",
    }
    await shopkeeper.submit(f"{place}/follow-ups", chosen)
    told = await history(shopkeeper, place)
    assert (
        "O que ele escreve primeiro como o tipo diz → Lembra do PIX 45 min antes de vencer. Nunca entre 20h e 8h."
        in told
    )
    body = {"store_id": shopkeeper.store_id, "title": "Trocas", "content": "Sete dias."}
    document = (await shopkeeper.http.post("/internal/documents", json=body)).json()
    await shopkeeper.submit(f"{place}/knowledge", {"document_ids": [document["id"]]})
    assert "Documento Trocas" in await history(shopkeeper, place)
    await shopkeeper.submit(f"{place}/knowledge", {"shown": [document["id"]]})
    assert "Documento Trocas → –" in await history(shopkeeper, place)
    await shopkeeper.submit(f"{place}/archive")
    await shopkeeper.submit(f"{place}/restore")
    told = await history(shopkeeper, place)
    assert re.search(r"Arquivado em \d\d/\d\d/\d{4} \d\d:\d\d", told), told
    assert RAW.search(told) is None, told


async def test_a_member_is_named_and_english_is_whole(shopkeeper: Shopkeeper) -> None:
    place = (await shopkeeper.submit("/agents", FORM)).headers["location"]
    user = {"id": "bruno", "email": "bruno@example.com", "name": "Bruno Reis"}
    assert (await shopkeeper.api.auth.post("/internal/auth/users", json=user)).status_code == 201
    member = await shopkeeper.http.post("/internal/company/members", json={"user_id": "bruno", "role": "manager"})
    assert member.status_code == 201, member.text
    changed = await shopkeeper.http.patch(
        f"/internal{place}", json={"name": "Zé"}, headers={"X-Acting-User-Id": "bruno"}
    )
    assert changed.status_code == 200, changed.text
    shopkeeper.web.headers["Accept-Language"] = "en"
    told = await history(shopkeeper, place)
    assert "Bruno Reis" in told
    assert "Name Lia → Zé" in told
    assert "On no" not in told
    assert "Channels Web" in told
