"""docs/agents.md: its command holds conversations and says how they ended, and its file is one."""

from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from app.cli.chat import chat_group
from app.evaluation.cases import CaseError, load_cases
from app.ops.agent_types import parse_agent_types
from tests.cli.commands import environment
from tests.pages import blocks, joined, run_shell

PAGE = "docs/agents.md"
SHOP = "shop: {products: []}\nconversations:\n"


def test_the_command_judges_the_conversations_of_a_file(dsn: str, tmp_path: Path) -> None:
    told = run_shell(joined(blocks(PAGE, "sh")), Path(__file__).parents[1], **environment(dsn, tmp_path)).stdout
    head, line = told.rstrip().splitlines()[-2:]
    assert head.split() == ["clean", "clumsy", "wrong", "harmful", "held"]
    name, *figures = line.split()
    assert (name, figures[2], figures[3]) == ("mercado", "0", "0")


def test_a_report_that_cannot_be_written_is_refused_before_anything_is_held(tmp_path: Path) -> None:
    command = ["evaluate", "tests/data/conversations/mercado.yaml", "--junit", str(tmp_path / "none" / "report.xml")]
    refused = CliRunner().invoke(chat_group, command, env=environment("postgresql://127.0.0.1:1/none", tmp_path))
    assert (refused.exit_code, refused.output) == (1, f"Error: {command[-1]} cannot be written\n")


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("shop:\n  products:\n    - {name: A\n", "4: did not find expected ',' or '}'"),
        ("shop:\n  products: []\n  colour: x\nconversations: []\n", "3: shop.colour: Object contains unknown field"),
        (f"{SHOP}  - name: a\n    name: b\n", "4: a key stands there twice"),
        (
            f"{SHOP}  - name: a\n    turns: [oi]\n    expect:\n      no_orders: true\n",
            "6: conversations.0.expect.no_orders",
        ),
        (
            f"{SHOP}  - name: a\n    turns:\n      - oi\n      - ''\n",
            "6: conversations.0.turns.1: Expected `str` of length",
        ),
        (f"{SHOP}  - name: a\n    turns: []\n", "4: conversations.0.turns: Expected `array` of length >= 1"),
        ("shop: {products: []}\n", "1: Object missing required field `conversations`"),
        ("", "1: Expected `object`, got `null`"),
    ],
)
def test_a_file_that_cannot_be_used_names_the_line(tmp_path: Path, written: str, told: str) -> None:
    path = tmp_path / "casa.yaml"
    path.write_text(written)
    with pytest.raises(CaseError) as refused:
        load_cases(path)
    assert str(refused.value).startswith(f"{path}:{told}")


def test_the_file_shown_is_one(tmp_path: Path) -> None:
    block = blocks(PAGE, "yaml")[-1]
    (tmp_path / "casa.yaml").write_text(block.text)
    case = load_cases(tmp_path / "casa.yaml")
    assert [conversation.name for conversation in case.conversations] == ["two mugs by pix", "only a question"]


def test_the_follow_ups_shown_are_a_types() -> None:
    shown = yaml.safe_load(blocks(PAGE, "yaml")[0].text)
    types = {"types": {"vendas": {"title": "Vendas"} | shown}}
    found = parse_agent_types(yaml.safe_dump(types).encode())["vendas"].config.follow_ups
    assert found.any
    assert found.back_in_stock
