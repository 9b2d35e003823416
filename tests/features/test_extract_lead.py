"""POST /extract-lead: by rules, and by a model whose answers are checked."""

import json

import pytest

from app.features.extract_lead import patterns
from tests.fakes.llm import Step
from tests.features.chat.conftest import script  # noqa: F401 - the scripted model
from tests.problems import assert_problem


def user(*texts: str) -> list[dict[str, str]]:
    return [{"role": "user", "content": text} for text in texts]


async def extract(api, messages, **more):
    answer = await api.public.post("/extract-lead", json={"messages": messages} | more)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.timeout(20)
async def test_many_likes_take_no_longer_than_their_words(api):
    told = await extract(api, user("gosto de café. " + "gosto de " * 2600))
    assert "interests" in told["delta"]


async def test_a_conversation_gives_each_field_with_a_confidence(api):
    messages = [
        {"role": "assistant", "content": "Meu nome é Bia, como posso ajudar? (11) 90000-0000"},
        *user(
            "Oi, meu nome é Ana Souza e procuro tênis de corrida",
            "meu whats é (11) 98888-7777 e o e-mail Ana.Souza@Exemplo.com.br",
            "moro na Rua das Flores, 10, Centro, CEP 01310-100, meu CPF é 529.982.247-25",
        ),
    ]
    told = await extract(api, messages)
    delta = told["delta"]
    assert delta["name"] == {"value": "Ana Souza", "confidence": 0.95, "message": 1}
    assert delta["phone"]["value"] == "+5511988887777"
    assert delta["email"]["value"] == "ana.souza@exemplo.com.br"
    assert delta["address"]["value"] == {
        "street": "Rua das Flores",
        "number": "10",
        "district": "Centro",
        "zip": "01310100",
    }
    assert delta["custom_attributes"]["cpf"]["value"] == "52998224725"
    assert "tênis corrida" in delta["interests"]["value"]
    assert (told["model"], told["applied"], told["usage"]["total_tokens"]) == ("offline-rules", False, 0)


async def test_only_what_is_new_and_sure_enough_is_told(api):
    known = {"name": "ana  SOUZA", "phone": "+551188887777", "interests": ["Mochila"]}
    told = await extract(api, user("me chamo Ana Souza, fone 11 98888-7777, quero uma mochila"), existing_profile=known)
    assert told["delta"] == {}
    told = await extract(api, user("sou a Bia"), min_confidence=0.9)
    assert told["delta"] == {}
    assert (await extract(api, user("sou a Bia")))["delta"]["name"]["confidence"] == 0.75


@pytest.mark.parametrize(
    ("find", "text", "value"),
    [
        (patterns.find_phone, "liga no 11988887777", "+5511988887777"),
        (patterns.find_phone, "+55 (21) 2345-6789", "+552123456789"),
        (patterns.find_phone, "+1 não, é +351912345678", "+351912345678"),
        (patterns.find_phone, "pedido 12345", None),
        (patterns.find_phone, "cpf 529.982.247-25", None),
        (patterns.find_cpf, "52998224725", "52998224725"),
        (patterns.find_cpf, "111.111.111-11", None),
        (patterns.find_cpf, "529.982.247-26", None),
        (patterns.find_cep, "cep: 01310100", "01310100"),
        (patterns.find_cep, "01310-100", "01310100"),
        (patterns.find_cep, "12345", None),
        (patterns.find_email, "manda pra a@b", None),
        (patterns.find_email, "A.B+c@mail.co.uk.", "a.b+c@mail.co.uk"),
        (patterns.find_name, "meu nome é joão da silva, tudo bem?", "João da Silva"),
        (patterns.find_name, "my name is Peter Parker", "Peter Parker"),
        (patterns.find_name, "sou interessado em tênis", None),
        (patterns.find_name, "quero um tênis Nike", None),
        (patterns.find_address, "Av. Paulista 1578, Bela Vista. pagamento pix", "Av. Paulista, 1578, Bela Vista"),
        (patterns.find_address, "rua bonita", None),
    ],
)
def test_patterns(find, text, value):
    fact = find(text)
    assert (fact.value if fact else None) == value


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["Sou Flamengo desde criança"], {}),
        (["Sou Vascão de coração"], {}),
        (["não sou a Carla, sou a irmã dela"], {}),
        (["meu nome não é Paulo, é Pedro"], {"name": "Pedro"}),
        (["quem fala é a Dona Neusa"], {"name": "Neusa"}),
        (["não me mande e-mail em a@b.com, use outro"], {}),
        (["o email da loja é contato@loja.com.br né?"], {}),
        (["my email is bob dot jones at yahoo dot com"], {"email": "bob.jones@yahoo.com"}),
        (["minha vizinha mora na rua das flores 30"], {}),
        (["vocês ficam na rua augusta 900?"], {}),
        (["ligue para minha esposa Márcia no 31 98877-6655"], {}),
        (["não quero tênis"], {}),
        (["quero um presente pro meu pai"], {}),
        (["minha esposa adora vinho"], {}),
        (["o telefone da minha mãe é 11 97777-6666"], {}),
        (["o zap do meu marido: 11977776666, o meu é 11 98888-7777"], {"phone": "+5511988887777"}),
        (["o telefone da minha casa é 11 3333-4444"], {"phone": "+551133334444"}),
        (["manda pro email do meu chefe: chefe@example.com"], {}),
        (["o CPF do meu pai é 529.982.247-25"], {}),
        (["my name is John, my mom's name is Mary"], {"name": "John"}),
        (["my wife's phone is +1 415 555 2671"], {}),
        (["gosto de corrida e yoga"], {"interests": ["corrida", "yoga"]}),
        (["não curto pagode mas adoro samba e curto trilha nos fins de semana"], {"interests": ["samba", "trilha"]}),
        (["Maria Clara Souza, CPF 529.982.247-25"], {"name": "Maria Clara Souza", "cpf": "52998224725"}),
        (["me liga no 41 9 8877-6655"], {"phone": "+5541988776655"}),
        (["my number is +1 (415) 555-2671"], {"phone": "+14155552671"}),
        (["meu email é joao arroba hotmail ponto com"], {"email": "joao@hotmail.com"}),
        (["meu telefone é 21 926554108"], {"phone": "+5521926554108"}),
        (
            [
                "entrega na Rua 15 de Novembro, nº 200, bloco B, bairro Jardim América, São Paulo - SP, 04567-000, "
                "pago no pix"
            ],
            {
                "address": {
                    "street": "Rua 15 de Novembro",
                    "number": "200",
                    "complement": "bloco B",
                    "district": "Jardim América",
                    "city": "São Paulo",
                    "state": "SP",
                    "zip": "04567000",
                }
            },
        ),
        (["moro na rua do sol 12 e quero um bebedouro"], {"address": {"street": "rua do sol", "number": "12"}}),
    ],
)
async def test_what_shoppers_write_about_themselves(api, texts, expected):
    delta = (await extract(api, user(*texts)))["delta"]
    found = {key: value["value"] for key, value in delta.items() if key != "custom_attributes"}
    found |= {key: value["value"] for key, value in delta.get("custom_attributes", {}).items()}
    for key in ("name", "phone", "email", "address", "cpf") + (("interests",) if "interests" in expected else ()):
        assert found.get(key) == expected.get(key), key
    assert "tênis" not in found.get("interests", [])
    assert not {"pai", "vinho"} & set(found.get("interests", []))


async def test_a_bare_answer_is_what_was_asked_for(api):
    messages = [
        {"role": "assistant", "content": "Qual é o seu nome?"},
        *user("maria clara souza"),
        {"role": "assistant", "content": "E o CEP?"},
        *user("01310 100"),
    ]
    delta = (await extract(api, messages))["delta"]
    assert delta["name"]["value"] == "Maria Clara Souza"
    assert delta["address"]["value"] == {"zip": "01310100"}
    assert "name" not in (await extract(api, user("maria clara souza")))["delta"]


def answer_of(**fields) -> str:
    return json.dumps(fields)


async def test_a_models_answer_is_checked_against_the_shoppers_words(api, script):  # noqa: F811
    fake = await script(
        [
            Step(
                answer_of(
                    name={"value": "Carlos Magno", "confidence": 0.99},
                    phone={"value": "11 98888-7777", "confidence": 0.9},
                    email={"value": "x@y", "confidence": 0.9},
                    interests={"value": ["corrida", " corrida "], "confidence": 0.8},
                    custom_attributes=[{"key": "tamanho", "value": "42", "confidence": 0.7}],
                    address=None,
                    profile_summary=None,
                )
            )
        ]
    )
    told = await extract(api, user("meu fone é 11 98888 7777, calço 42"))
    assert told["delta"] == {
        "phone": {"value": "+5511988887777", "confidence": 0.9},
        "interests": {"value": ["corrida"], "confidence": 0.8},
        "custom_attributes": {"tamanho": {"value": "42", "confidence": 0.7}},
    }
    assert (told["model"], told["usage"]["total_tokens"]) == ("fake-1", 120)
    assert fake.requests[0]["response_format"]["json_schema"]["strict"]
    low = await extract(api, user("oi"), min_confidence=0)
    assert low["delta"]["name"]["confidence"] == 0.4


async def test_json_is_repaired_once_then_502_and_a_dead_model_is_503(api, script):  # noqa: F811
    fake = await script([Step("not json"), Step(answer_of(name={"value": "Ana", "confidence": 0.9}))])
    assert (await extract(api, user("sou Ana")))["delta"]["name"]["value"] == "Ana"
    assert len(fake.requests) == 2
    await script([Step("never json")])
    body = {"messages": user("oi")}
    assert_problem(await api.public.post("/extract-lead", json=body), 502, "provider-error")
    await script([Step(status=401)])
    assert_problem(await api.public.post("/extract-lead", json=body), 503, "unavailable")


@pytest.mark.parametrize(
    "body",
    [{}, {"messages": []}, {"messages": [{"role": "tool", "content": ""}]}, {"messages": [], "min_confidence": 2}],
)
async def test_bodies_that_do_not_fit_are_refused(api, body):
    assert_problem(await api.public.post("/extract-lead", json=body), 422, "validation")
