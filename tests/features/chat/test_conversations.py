"""Conversations as shoppers hold them (tests/data/conversations), with the rule-based assistant, judged."""

from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree

import pytest

from app.evaluation.cases import CaseError, Expect, ExpectedOrder, ExpectedReply, Line, Turn, load_cases
from app.evaluation.cases import Conversation as CaseConversation
from app.evaluation.judge import Answer, Held, Order, figures, judge
from app.evaluation.rehearsal import rehearsing
from app.evaluation.report import junit, table, transcript
from tests.api import APP_TOKEN, AUTH_TOKEN, ROOT, Api

FILES = ROOT / "tests" / "data" / "conversations"
WORKED_ON = (
    "moda",
    "escolhas_abertas",
    "casa",
    "mercado",
    "cosmeticos",
    "adversarial",
    "celular",
    "entrega",
    "escolher",
    "cama_banho",
    "eletronicos",
    "cafeteria",
    "perguntas",
    "padaria",
    "cozinha",
    "moveis",
    "ingles_mudancas",
    "english_choices",
    "ingles_perguntas",
    "mudancas",
    "numeros",
    "pedidos",
    "bebidas",
    "qual_deles",
    "tamanhos",
    "uniformes",
    "perfumaria",
    "ingles",
    "dados",
    "comparar",
    "fechamento",
    "depois",
    "quilos",
    "dados_e_depois",
    "casa_e_festa",
    "pagar_e_receber",
    "pagar_e_receber_2",
    "pagar_e_receber_3",
    "desejos",
    "desejos_2",
    "desejos_3",
    "trocas",
    "trocas_2",
    "trocas_3",
    "perguntas_2",
    "perguntas_3",
    "perguntas_4",
)
ASIDE = (
    "aside",
    "aside_doces",
    "aside_entrega",
    "aside_papelaria",
    "aside_suplementos",
    "aside_autopecas",
    "aside_hamburgueria",
    "aside_bebe",
    "aside_drogaria",
    "aside_petshop",
    "aside_construcao",
    "aside_esportes",
    "aside_sebo",
    "aside_semijoias",
    "aside_musica",
    "aside_calcados",
    "aside_floricultura",
    "aside_otica",
    "aside_bike",
    "aside_vinhos",
    "aside_brinquedos",
    "aside_informatica",
    "aside_tecidos",
    "aside_marmitas",
    "aside_festa",
    "aside_obra",
    "aside_acougue",
    "aside_cosmeticos",
    "aside_pijamas",
    "aside_conveniencia",
    "aside_agro",
    "aside_camping",
    "aside_eletro",
    "aside_pesca",
    "aside_colchoes",
    "aside_uniformes",
    "aside_hortifruti",
    "aside_aquario",
    "aside_grafica",
    "aside_demo",
    "aside_loja_de_roupas",
    "aside_acessorios",
    "aside_celulares",
    "aside_moda_praia",
    "aside_bolsas",
    "aside_mercearia",
    "aside_jardim",
    "aside_pizzaria",
    "aside_limpeza",
    "aside_acaiteria",
    "aside_ferramentas",
    "aside_enxoval",
    "aside_emporio",
    "aside_eletrica",
    "aside_panificadora",
    "aside_infantil",
    "aside_games",
    "aside_decoracao",
    "aside_piscina",
    "aside_chas",
    "aside_presentes",
    "aside_fotografia",
    "aside_armarinho",
    "aside_oriental",
    "aside_lingerie",
    "aside_motos",
    "aside_surf",
)


# Read for the first time when the rules of today were done: nobody is harmed in them, and no more is said.
JUST_SEEN = (
    "aside_acessorios_de_carro",
    "aside_adega",
    "aside_agua_e_gas",
    "aside_apicultura",
    "aside_aquecedores",
    "aside_aromas",
    "aside_artes",
    "aside_artesanal",
    "aside_artigos_religiosos",
    "aside_assistencia",
    "aside_audio",
    "aside_ballet",
    "aside_barbearia",
    "aside_bijuterias",
    "aside_bolos",
    "aside_bonecas",
    "aside_bones",
    "aside_bordados",
    "aside_boutique",
    "aside_brecho",
    "aside_brindes",
    "aside_cabos_e_conectores",
    "aside_cachorro_quente",
    "aside_cadeiras",
    "aside_cafe_da_manha",
    "aside_cafeteria",
    "aside_calcados_infantis",
    "aside_cama_mesa_hotel",
    "aside_camas_e_colchonetes",
    "aside_camisas_de_time",
    "aside_capinhas_e_acessorios",
    "aside_carnaval",
    "aside_casa_de_racao",
    "aside_casa_gaucha",
    "aside_castanhas",
    "aside_cerveja_caseira",
    "aside_cervejas",
    "aside_cesta_organica",
    "aside_cestas",
    "aside_charcutaria",
    "aside_chinelos",
    "aside_chocolateria",
    "aside_chocolates_bean_to_bar",
    "aside_churrasco",
    "aside_ciclismo",
    "aside_climatizacao",
    "aside_comida_nordestina",
    "aside_confeitaria",
    "aside_congelados",
    "aside_cortador_de_grama",
    "aside_cortinas",
    "aside_creperia",
    "aside_criativa",
    "aside_croche",
    "aside_cutelaria",
    "aside_doceria",
    "aside_doceria_de_bairro",
    "aside_dolmas",
    "aside_eletrodomesticos",
    "aside_eletronica",
    "aside_embalagens",
    "aside_empanadas",
    "aside_emporio_arabe",
    "aside_emporio_mineiro",
    "aside_epi",
    "aside_escola",
    "aside_escolar",
    "aside_escovas_e_presilhas",
    "aside_escritorio",
    "aside_esotericos",
    "aside_espetinhos",
    "aside_estamparia",
    "aside_fantasias",
    "aside_farmacia",
    "aside_ferragens",
    "aside_festa_junina",
    "aside_fit",
    "aside_fitness",
    "aside_fitness_masculina",
    "aside_frango_assado",
    "aside_frutas_congeladas",
    "aside_frutos_do_mar",
    "aside_gelateria",
    "aside_gestante",
    "aside_granja",
    "aside_guarda_chuvas",
    "aside_hamburguer_vegano",
    "aside_hidraulica",
    "aside_iluminacao",
    "aside_importados",
    "aside_jalecos",
    "aside_jardinagem",
    "aside_jeans",
    "aside_jogos_de_tabuleiro",
    "aside_lanchonete",
    "aside_lembrancinhas",
    "aside_livraria",
    "aside_loja_geek",
    "aside_luta",
    "aside_malas_de_viagem",
    "aside_malhas",
    "aside_marcenaria",
    "aside_marmita_fit",
    "aside_massas",
    "aside_mega_hair",
    "aside_meias_e_cuecas",
    "aside_mergulho",
    "aside_miniaturas",
    "aside_mochilas",
    "aside_moda_country",
    "aside_moda_evangelica",
    "aside_moda_masculina",
    "aside_molhos",
    "aside_natal",
    "aside_naturais",
    "aside_organizadores",
    "aside_orquidario",
    "aside_ortopedia",
    "aside_papel_de_parede",
    "aside_pastelaria",
    "aside_patins",
    "aside_pecas_de_lavadora",
    "aside_peixaria",
    "aside_perfumes",
    "aside_pet_conforto",
    "aside_pintura_de_casa",
    "aside_pipocas",
    "aside_plus_size",
    "aside_pneus_e_som",
    "aside_poke",
    "aside_produtos_de_confeitaria",
    "aside_purificadores",
    "aside_quadros",
    "aside_quarto_infantil",
    "aside_queijaria",
    "aside_racoes",
    "aside_redes_e_artesanato",
    "aside_relojoaria",
    "aside_sabonetes",
    "aside_salao",
    "aside_salgados",
    "aside_sapataria",
    "aside_sapatos",
    "aside_sapatos_femininos",
    "aside_seguranca",
    "aside_selaria",
    "aside_sem_gluten",
    "aside_skate",
    "aside_sopas_e_caldos",
    "aside_sorvetes",
    "aside_sushi_delivery",
    "aside_tapetes",
    "aside_tapiocaria",
    "aside_telescopios",
    "aside_temakeria",
    "aside_temperos",
    "aside_tintas",
    "aside_toalhas",
    "aside_torrefacao",
    "aside_unhas",
    "aside_utilidades",
    "aside_variedades",
    "aside_vegano",
    "aside_velas",
)


NAMES = (*WORKED_ON, *ASIDE, *JUST_SEEN)
# `make test` holds half of each sixth file, since a shop costs as much as four conversations in it; `make
# conversations` holds everything.
APART = 6


def shares(names: Sequence[str]) -> list[Any]:
    """Parameters: files with one of how many of their conversations to hold; all where shoppers mean harm."""
    some = [pytest.param(name, 2, id=f"{name}-some") for name in names[::APART]]
    some += [pytest.param(name, 1, id=f"{name}-some") for name in names if name == "adversarial"]
    return some + [pytest.param(name, 1, id=f"{name}-all", marks=pytest.mark.thorough) for name in names]


async def hold(api: Api, name: str, share: int) -> list[Held]:
    """One of so many conversations of a file."""
    case = load_cases(FILES / f"{name}.yaml")
    async with rehearsing(api.public, AUTH_TOKEN, APP_TOKEN, case) as shop:
        await api.run_jobs()
        held = [await shop.hold(one) for one in case.conversations[NAMES.index(name) // APART % share :: share]]
    print(*[transcript(one) for one in held if one.verdict != "clean"], table([(name, held)]), sep="\n")
    return held


@pytest.mark.parametrize(("name", "share"), shares(WORKED_ON))
async def test_conversations_end_as_the_shopper_meant(api: Api, name: str, share: int):
    found = figures(await hold(api, name, share))
    assert found["harmful"] == 0
    assert found["wrong"] + found["clumsy"] <= 1


@pytest.mark.parametrize(("name", "share"), shares(ASIDE))
async def test_the_conversations_set_aside_end_as_well(api: Api, name: str, share: int):
    held = await hold(api, name, share)
    found = figures(held)
    assert found["harmful"] == 0
    if share > 1:  # of so few, two may be wrong where two of all are
        assert found["wrong"] <= max(1, len(held) / 2)
    else:
        assert found["wrong"] <= 0.1 * len(held)
        assert found["clean"] >= 0.6 * len(held)


@pytest.mark.parametrize(("name", "share"), shares(JUST_SEEN))
async def test_nobody_is_harmed_in_conversations_that_were_just_seen(api: Api, name: str, share: int):
    assert [transcript(one) for one in await hold(api, name, share) if one.verdict == "harmful"] == []


def test_there_are_enough_conversations_and_a_part_was_set_aside():
    files = {path.stem: load_cases(path).conversations for path in FILES.glob("*.yaml")}
    everything = [one for held in files.values() for one in held]
    assert len(everything) >= 300
    assert sum("adversarial" in one.tags for one in everything) >= 40
    assert len(everything) / 3 <= sum(len(files[name]) for name in (*ASIDE, *JUST_SEEN))
    assert set(files) == set(NAMES)


ONE = CaseConversation(
    "one", ["oi"], Expect(order=ExpectedOrder([Line("Caneca", 2)], total_cents=2000, payment_method="pix"))
)
VARIANT = CaseConversation("kind", ["oi"], Expect(order=ExpectedOrder([Line("Cinto (105 cm, Marrom)", 1)])))
RIGHT = Order((("Caneca", 2),), 2000, "manual_pix", "awaiting_proof")


@pytest.mark.parametrize(
    ("conversation", "orders", "reply", "verdict"),
    [
        (ONE, [RIGHT], "ok", "clean"),
        (VARIANT, [Order((("Cinto (Marrom, 105 cm)", 1),), 6990, "pix", "pending")], "ok", "clean"),
        (VARIANT, [Order((("Cinto (Marrom, 95 cm)", 1),), 6990, "pix", "pending")], "ok", "harmful"),
        (ONE, [], "ok", "wrong"),
        (ONE, [RIGHT, RIGHT], "ok", "harmful"),
        (ONE, [Order((("Caneca", 3),), 3000, "manual_pix", "pending")], "ok", "harmful"),
        (ONE, [Order((("Caneca", 2),), 2000, "cod", "pending")], "ok", "harmful"),
        (CaseConversation("none", ["oi"], Expect(no_order=True)), [RIGHT], "ok", "harmful"),
        (CaseConversation("said", ["oi"], Expect(reply=ExpectedReply(["Olá"]))), [], "Ola!", "clean"),
        (
            CaseConversation("said", ["oi"], Expect(reply=ExpectedReply([["olá", "oi"]], ["tchau"]))),
            [],
            "Oi, tchau",
            "wrong",
        ),
        (CaseConversation("turn", [Turn("oi", Expect(reply=ExpectedReply(["x"])))]), [], "ok", "clumsy"),
        (CaseConversation("state", ["oi"], Expect(state="waiting")), [], "ok", "wrong"),
    ],
)
def test_the_verdict(conversation, orders, reply, verdict):
    assert judge(conversation, [Answer("oi", reply, state="bot")], orders).verdict == verdict


def test_a_report_names_what_failed():
    held = judge(ONE, [Answer("oi", "ok\x00<b>", state="bot")], [])
    assert "no order" in transcript(held)
    tree = ElementTree.fromstring(junit([("file", [held])]))  # noqa: S314 - our own text
    assert tree.find("testsuite/testcase/failure") is not None
    assert "wrong" in table([("file", [held]), ("other", [])])


@pytest.mark.parametrize("text", ["a: [", "shop: {products: []}", "shop: {products: []}\nconversations: []\nmore: 1"])
def test_a_file_that_does_not_fit_is_refused_by_name(tmp_path, text):
    (tmp_path / "a.yaml").write_text(text)
    with pytest.raises(CaseError, match=r"a\.yaml"):
        load_cases(tmp_path / "a.yaml")
