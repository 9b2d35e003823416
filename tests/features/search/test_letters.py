"""What letters tell that stems and vectors do not: another thing of one stem, and a word that is misspelt."""

import pytest

from app.features.search.service import search_products
from tests.features.search.stage import add_products, index, make_store

NAMES = [
    "Caneca de porcelana", "Chuteira de campo", "Copos de vidro", "Corda de pular", "Bateria", "Iogurte natural",
    "Shampoo de aveia", "Jaqueta jeans", "Bicicleta aro 29", "Lixeira de inox", "Sapatilha nude", "Calça social",
]  # fmt: skip


@pytest.mark.parametrize(
    ("asked", "sold", "category"),
    [
        ("bola", "Bolo de Cenoura 1 kg", "Bolos"),
        ("bola de futebol", "Bolo de Cenoura 1 kg", "Bolos"),
        ("bola", "Topo Decorado Azul", "Bolos"),
        ("bolo", "Bola Oficial", "Bolas"),
        ("colar", "Bastão Transparente 20 g", "Colas"),
        ("prato", "Corrente Fina", "Prata"),
        ("prata", "Prato Fundo Branco", "Pratos"),
        ("vela", "Velo Polar", "Tecidos"),
        ("quadro", "Quadra de Areia", "Quadras"),
        ("porta", "Vinho do Porto", "Vinhos"),
        ("linha", "Linho Puro", "Linhos"),
        ("barro", "Barra de Apoio 80 cm", "Banheiro"),
        ("argila", "Argola Dourada", "Brincos"),
        ("carro", "Carretel de Linha", "Costura"),
        ("gata", "Gato de Pelúcia", "Brinquedos"),
        ("folha", "Folhado de Queijo", "Salgados"),
        ("caixa", "Caixão de Areia", "Jardim"),
        ("peru", "Pera Williams", "Frutas"),
    ],
)
async def test_a_stem_in_common_makes_no_goods_alike(services, asked, sold, category):
    store = await make_store(services.db)
    await add_products(services.db, store, [{"name": sold, "category": category}])
    await index(services, store)
    [found] = await search_products(services, *store, asked)
    assert found.close


@pytest.mark.parametrize(
    ("asked", "sold", "category"),
    [
        ("bolos", "Cenoura com Cobertura", "Bolo"),
        ("bola", "Bola Oficial", "Esporte"),
        ("cerveja", "Cerv. Skol Lata", "Bebidas"),
        ("panela", "Jogo/Panelas Inox", "Cozinha"),
        ("preta", "Chinelo Preto", "Calçados"),
        ("barro", "Vaso de Barro", "Jardim"),
        ("argolas", "Argola Dourada", "Brincos"),
        ("papel", "Papéis Coloridos", "Papelaria"),
        ("papel", "Bloco A4 Papel", "Papelaria"),
        ("carro", "Carrinho de Ferro", "Brinquedos"),
    ],
)
async def test_goods_are_the_same_in_either_number_or_shortened(services, asked, sold, category):
    store = await make_store(services.db)
    await add_products(services.db, store, [{"name": sold, "category": category}])
    await index(services, store)
    [found] = await search_products(services, *store, asked)
    assert not found.close


@pytest.mark.parametrize(
    ("asked", "sold", "category"),
    [
        ("leite de coco", "Leite em Pó Integral", "Mercearia"),
        ("suco de laranja", "Suco de Uva Integral", "Bebidas"),
        ("vinagre de vinho", "Vinho Tinto Suave", "Bebidas"),
        ("camisa do flamengo", "Camisa Polo Azul", "Roupas"),
        ("queijo parmesão", "Queijo Prato Fatiado", "Frios"),
        ("toalha de mesa", "Toalha de Banho Branca", "Cama, Mesa e Banho"),
        ("conserto de celular", "Celular Dual Chip", "Celulares"),
        ("sofá", "Manta para Sofá Xadrez", "Decoração"),
        ("celular", "Suporte p/ Celular", "Acessórios"),
    ],
)
async def test_another_kind_of_the_goods_or_what_is_for_them_is_close(services, asked, sold, category):
    store = await make_store(services.db)
    await add_products(services.db, store, [{"name": sold, "category": category}])
    await index(services, store)
    [found] = await search_products(services, *store, asked)
    assert found.close


@pytest.mark.parametrize(
    ("asked", "sold"),
    [
        ("leite de coco", "Leite Coco Sococo 200 ml"),
        ("suco de laranja", "Suco Integral Laranja 1 L"),
        ("suco de laranga", "Suco de Laranja 1 L"),
        ("dúzia de ovos", "Ovos Brancos Bandeja"),
        ("bolsa de plástico", "Bolsa Transparente"),
        ("ferro de passar roupa", "Ferro de Passar a Vapor"),
        ("creme para pentear", "Creme para Pentear Cachos"),
        ("mochila para notebook", "Mochila p/ Notebook 15,6"),
        ("tênis confortável", "Tênis Branco"),
        ("cama com gaveta", "Cama Solteiro com Gavetas"),
    ],
)
async def test_what_is_of_the_kind_or_only_another_quality_fits(services, asked, sold):
    store = await make_store(services.db)
    await add_products(services.db, store, [{"name": sold}])
    await index(services, store)
    [found] = await search_products(services, *store, asked)
    assert not found.close


async def test_a_category_of_one_word_tells_what_the_goods_are_for(services):
    store = await make_store(services.db)
    await add_products(services.db, store, [
        {"name": "Ração Premium Carne 15 kg", "category": "Cães"},
        {"name": "Ração Premium Peixe 10 kg", "category": "Aves, Gatos e Peixes"},
    ])  # fmt: skip
    await index(services, store)
    fitting = [
        found.name for found in await search_products(services, *store, "ração para cachorro") if not found.close
    ]
    assert fitting == ["Ração Premium Carne 15 kg"]


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("caneka", "Caneca de porcelana"),
        ("canca", "Caneca de porcelana"),
        ("cnaeca", "Caneca de porcelana"),
        ("xuteira", "Chuteira de campo"),
        ("copu", "Copos de vidro"),
        ("kopo", "Copos de vidro"),
        ("iorgute", "Iogurte natural"),
        ("shanpoo", "Shampoo de aveia"),
        ("jaketa", "Jaqueta jeans"),
        ("bisicreta", "Bicicleta aro 29"),
        ("lixxeira", "Lixeira de inox"),
        ("sapatilia", "Sapatilha nude"),
        ("causa social", "Calça social"),
        ("tem iorgute natural?", "Iogurte natural"),
        ("caneka de vidro", "Caneca de porcelana"),
    ],
)
async def test_a_mistake_in_a_word_that_no_product_holds_is_forgiven(services, asked, meant):
    store = await make_store(services.db)
    await add_products(services.db, store, [{"name": name} for name in NAMES])
    await index(services, store)
    assert meant in {found.name for found in await search_products(services, *store, asked, limit=2)}


async def test_what_is_a_word_of_its_own_is_taken_as_it_is(services):
    store = await make_store(services.db)
    await add_products(services.db, store, [{"name": name} for name in ("Caneta azul", "Balão", "Carrinho", "Panela")])
    await index(services, store)

    async def meant(word: str) -> list[str]:
        rows = await services.db.fetch("SELECT meant FROM meant_words($1, $2, ARRAY[$3])", *store, word)
        return [row["meant"] for row in rows]

    assert await meant("caneta") == []
    assert await meant("canetta") == ["caneta"]
    assert await meant("canpeta") == ["caneta"]
    for word in ("canela", "balcao", "carimbo", "janela", "panelao"):
        assert await meant(word) == [], word
    [first, *_] = await search_products(services, *store, "caneca")  # of the list of goods
    assert first.close


async def test_of_a_large_store_the_newest_names_tell_what_was_meant(services):
    store = await make_store(services.db)
    await add_products(services.db, store, [{"name": name} for name in ("Mochila", "Zarabatana")])
    # As if it had so many: that it reads no more than the newest 25,000 is measured, not tested.
    await services.db.execute("UPDATE product_totals SET products = 30000 WHERE company_id = $1", store.company_id)
    rows = await services.db.fetch(
        "SELECT word, meant FROM meant_words($1, $2, '{mochilla,zarabatanna,furadeira}') ORDER BY 1", *store
    )
    assert [tuple(row) for row in rows] == [("mochilla", "mochila"), ("zarabatanna", "zarabatana")]
