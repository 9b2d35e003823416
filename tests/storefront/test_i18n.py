import json
import re
from pathlib import Path
from typing import get_args

import pytest

from app.files.types import FlawCode
from app.ops.agent_types import TOOL_NAMES
from app.storefront import forms, i18n, labels, mapping, refusals, rendering, spreadsheets, uploads
from app.storefront.pages import (
    agent_tests,
    agents,
    billing,
    developers,
    documents,
    leads,
    new_order,
    order_lists,
    orders,
    product_pictures,
    products,
    settings,
    store_rules,
    stores,
)
from app.storefront.rendering import FOLDER

ENGLISH = json.loads((FOLDER / "locales" / "en.json").read_text("utf-8"))
IN_TEMPLATE = re.compile(r"""\b_\(\s*(["'])((?:(?!\1).)+)\1""")
IN_CODE = re.compile(
    r"""(?:FormError\(\s*(?:f?"[^"]+"|[\w.]+),|SheetError\(|Unreadable\(|_signed_out\(request,|confirmed\(|text\(\s*request,)\s*"([^"]+)"
    |done\([^"]*"[^"]*",\s*"([^"]+)"|done\(request,\s_back\(request\),\s"([^"]+)"|_moves\("\w+",\s"([^"]+)"|message_page\(\s*request,\s*\d+,\s*"([^"]+)\"""",
    re.VERBOSE,
)
EDITED = (
    *(stores.NAMES, documents.NAMES, agents.NAMES, agents.FOLLOW_UP_NAMES, leads.NAMES, developers.NAMES),
    *(settings.COMPANY, settings.PAYMENTS, settings.STOCK, billing.LIMITS),
    *(orders.WHO, orders.PARCEL, orders._NOTES, store_rules.GROUPS, store_rules.RULES),
)


def messages() -> set[str]:
    found = {match[1] for path in FOLDER.rglob("*.html") for match in IN_TEMPLATE.findall(path.read_text("utf-8"))}
    for path in FOLDER.rglob("*.py"):
        found |= {text for groups in IN_CODE.findall(path.read_text("utf-8")) for text in groups if text}
    return (
        found
        | set(labels._LABELS.values())
        | set(refusals._ERRORS.values())
        | set(mapping.FIELDS.values())
        | set(order_lists.SORTS.values())
        | {name for name, _ in order_lists.VIEWS}
        | set(new_order.FIELD_PROBLEMS.values())
        | set(spreadsheets.COLUMNS)
        | {message for _, message in refusals._FIELD_ERRORS}
        | {message for _, message in (*refusals._ROW_ERRORS, *refusals._CALL_ERRORS, *refusals._CONFLICTS)}
        | {*refusals._TOOL_ERRORS.values(), "Não deu certo."}
        | set(labels._NOUNS.values())
        | set(labels._DEEDS.values())
        | set(labels._ACTORS.values())
        | {name for table in (products.SORTS, products.STATES, products.NAMES) for name in table.values()}
        | {*product_pictures.REFUSED.values(), uploads.HEIC, forms._CHANGED}
        | {name for table in EDITED for name in table.values()}
        | set(agent_tests.REASONS.values())
        | set(agent_tests.AT_THE_END.values())
        | set(agents.LANGUAGES.values())
    )


def test_every_message_has_its_english() -> None:
    assert len(messages()) > 500
    assert sorted(messages() - set(ENGLISH)) == []


def test_no_english_outlives_its_message() -> None:
    sources = (path for suffix in ("html", "py") for path in FOLDER.rglob(f"*.{suffix}"))
    said = "".join(path.read_text("utf-8") for path in sources).replace('\\"', '"')
    assert [text for text in ENGLISH if text not in said] == []


@pytest.mark.parametrize(
    ("language", "count", "said"),
    [("pt", 1, "1 pedido"), ("pt", "2", "2 pedidos"), ("en", "1", "1 order"), ("pt", "1.001", "1.001 pedidos")],
)
def test_one_of_a_thing_is_said_in_the_singular(language: i18n.Language, count: object, said: str) -> None:
    assert i18n.translate(language, "%(n)s pedidos", n=count) == said


def test_every_singular_belongs_to_a_message() -> None:
    assert set(i18n._OF_ONE) <= set(ENGLISH)
    assert all("%(n)s" in said for forms in i18n._OF_ONE.values() for said in forms.values())


def test_every_tool_of_an_agent_has_words() -> None:
    assert sorted(labels.TOOLS) == sorted(TOOL_NAMES)


def test_placeholders_are_kept() -> None:
    names = re.compile(r"%\((\w+)\)s")
    for text, english in ENGLISH.items():
        assert sorted(names.findall(text)) == sorted(names.findall(english)), text


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "pt"), ("en", "en"), ("en-US,en;q=0.9", "en"), ("pt-BR,pt;q=0.9,en;q=0.8", "pt"), ("de,en;q=0.5", "en"),
        ("en;q=0.5,pt;q=0.9", "pt"), ("en;q=0.5,*;q=0.9", "pt"), ("fr", "pt"), ("en;q=0", "pt"), (";;,,q=", "pt"),
        ("en;q=9", "pt"), ("a" * 5000, "pt"),
    ],
)  # fmt: skip
def test_english_only_when_it_is_preferred(header: str, language: str) -> None:
    assert i18n.choose_language(header) == language


def test_money_and_numbers_are_written_as_people_do() -> None:
    assert i18n.money("pt", 123456789) == "R$ 1.234.567,89"
    assert i18n.money("en", 123456789) == "R$ 1,234,567.89"
    assert i18n.money("pt", -5) == "-R$ 0,05"
    assert i18n.money("pt", None) == "–"
    assert i18n.number("pt", 1234567) == "1.234.567"
    assert i18n.compact("pt", 200_000) == "200 mil"
    assert i18n.compact("en", 2_500_000) == "2.5M"


def test_moments_are_local() -> None:
    assert i18n.moment("pt", "2026-11-21T02:30:00Z") == "20/11/2026 23:30"
    assert i18n.moment("pt", None) == "–"
    assert i18n.moment("pt", "junk") == "–"


def test_a_month_is_written_as_people_do() -> None:
    assert (i18n.month("pt", "2026-02"), i18n.month("en", "2026-02")) == ("02/2026", "Feb 2026")


def test_no_line_of_a_page_ends_before_an_amount() -> None:
    page = "{{ 1234 | money }} {{ 'custa R$ 5' | unbroken }} {{ _('De R$ 1 a %(most)s', most='R$ 2') }}"
    shown = rendering._environment("pt").from_string(page).render()
    assert shown == "R$\u00a012,34 custa R$\u00a05 De R$\u00a01 a R$\u00a02"


def test_templates_name_no_foreign_host() -> None:
    for path in [*FOLDER.rglob("*.html"), *Path(FOLDER / "static").rglob("*.css")]:
        assert not re.search(r"""(?:src|href|url\()\s*=?\s*["']?(?:https?:)?//""", path.read_text("utf-8")), path


@pytest.mark.parametrize(
    ("user_agent", "shown"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64) (KHTML, like Gecko) Chrome/140.0 Safari/537.36", "Chrome · Linux"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari · iPhone"),
        ("curl/8.5.0", "curl/8.5.0"),
        (None, ""),
    ],
)  # fmt: skip
def test_a_device_is_called_as_people_do(user_agent: str | None, shown: str) -> None:
    assert labels.device(user_agent) == shown


@pytest.mark.parametrize(
    ("action", "target", "said"),
    [
        ("messages.create_message", "message", "criada"),
        ("conversations.take", "conversation", "assumida"),
        ("orders.create_order", "order", "criado"),
        ("agents.toggle_active", "agent", "ligado ou desligado"),
        ("stores.update_settings", "store_payment_settings", "alterados"),
        ("stock_sync.save", "store_stock_sync_settings", "guardada"),
        ("auth.sign_in", "session", "entrou"),
    ],
)
def test_what_was_done_agrees_with_what_it_was_done_to(action: str, target: str, said: str) -> None:
    assert labels.deed("pt", action, target) == said


@pytest.mark.parametrize("code", get_args(FlawCode))
def test_what_a_reader_left_out_has_words_in_both_languages(code):
    words = [labels.label(language, f"flaw_{code}") for language in ("pt", "en")]
    assert len({*words, f"flaw {code}", f"flaw_{code}"}) == 4
