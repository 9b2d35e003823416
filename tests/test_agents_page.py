"""docs/agents.md: its command holds conversations and says how they ended, and its file is one."""

from pathlib import Path

from app.evaluation.cases import load_cases
from tests.cli.commands import environment
from tests.pages import blocks, joined, run_shell

PAGE = "docs/agents.md"


def test_the_command_judges_the_conversations_of_a_file(dsn: str, tmp_path: Path) -> None:
    told = run_shell(joined(blocks(PAGE, "sh")), Path(__file__).parents[1], **environment(dsn, tmp_path)).stdout
    head, line = told.rstrip().splitlines()[-2:]
    assert head.split() == ["clean", "clumsy", "wrong", "harmful", "held"]
    name, *figures = line.split()
    assert (name, figures[2], figures[3]) == ("moda", "0", "0")


def test_the_file_shown_is_one(tmp_path: Path) -> None:
    (block,) = blocks(PAGE, "yaml")
    (tmp_path / "casa.yaml").write_text(block.text)
    case = load_cases(tmp_path / "casa.yaml")
    assert [conversation.name for conversation in case.conversations] == ["two mugs by pix", "only a question"]
