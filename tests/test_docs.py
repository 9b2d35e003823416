"""Documents that can be checked: settings, commands, links."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from app.cli.root import main
from app.cli.settings import env_example, settings_table
from tests.pages import blocks

ROOT = Path(__file__).parents[1]
PATTERNS = (
    "*.md",
    "docs/**/*.md",
    "examples/*/README.md",
    "clients/*/README.md",
    "migrations/README.md",
    "models_onnx/README.md",
)
DOCUMENTS = sorted(path for pattern in PATTERNS for path in ROOT.glob(pattern))
# Blocks that show something and are no commands.
SHOWN = {"text", "yaml", "js", "ts", "python", "sql", "json"}
RUN_BY = {
    "README.md": "tests/test_readme.py",
    "docs/agents.md": "tests/test_agents_page.py",
    "docs/api.md": "tests/test_api_page.py",
    "docs/billing.md": "tests/test_billing_page.py",
    "docs/embedding-models.md": "tests/test_embedding_page.py",
    "docs/erp.md": "tests/test_erp_page.py",
    "docs/webhooks.md": "tests/test_webhooks_page.py",
    "docs/messaging.md": "tests/test_messaging.py",
    "docs/operations.md": "tests/test_operations_page.py",
    "clients/better-auth/README.md": "tests/packages/test_better_auth.py",
    "clients/typescript/README.md": "tests/packages/test_typescript_client.py",
}
# (page, first line of the block): why its test leaves it out.
NOT_RUN = {
    ("README.md", "make serve"): "installs packages and holds the terminal; the test starts the same `serve --demo`",
    ("README.md", "LLM_BASE_URL=http://127.0.0.1:11434/v1 LLM_MODEL=qwen3 make serve"): "needs a language model",
    ("README.md", "make test      # all tests, a twelfth of the conversations, on a real PostgreSQL"): "is the suite",
    ("CONTRIBUTING.md", "make check     # format, lint, types, import contracts, SQL, migrations"): "is the suite, too",
    ("docs/billing.md", "python -m tests.fakes.run_cardprovider &          # on 127.0.0.1:8010, delivers its events to"
     " 127.0.0.1:8000"): "holds the terminal; the test starts both on free ports",
    ("docs/embedding-models.md", "EMBEDDING_MODEL=bge-m3-int8 python -m app serve --with-storefront"):
        "holds the terminal",
    ("docs/embedding-models.md", "python -m app models fetch bge-m3"):
        "downloads 2 GB; tests/embed/test_fetch.py serves its own files",
    ("clients/python/README.md", "pip install ./clients/python"): "needs the package index, for the build tool",
    ("examples/nextjs/README.md", "AUTH_TRUSTED_ORIGINS=http://127.0.0.1:3000 make serve"):
        "needs node and npm; tests/packages/test_nextjs.py builds and drives it",
}  # fmt: skip


def test_env_example_lists_every_setting_with_its_default():
    assert (ROOT / ".env.example").read_text("utf-8") == env_example()


def test_the_readme_table_lists_every_setting():
    assert settings_table() in (ROOT / "README.md").read_text("utf-8")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_relative_links_lead_somewhere(document):
    for target in re.findall(r"\]\(([^)#\s]+)", document.read_text("utf-8")):
        if "://" not in target and not target.startswith("mailto:"):
            assert (document.parent / target).exists(), target


def test_every_make_target_in_the_readme_exists():
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for name in re.findall(r"`make ([a-z-]+)", (ROOT / "README.md").read_text("utf-8")):
        assert name in targets


def test_every_command_in_the_documents_exists():
    known = subprocess.run(
        [sys.executable, "-m", "app", "--help"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    for document in DOCUMENTS:
        for name in re.findall(r"python -m app ([a-z][a-z-]*)", document.read_text("utf-8")):
            assert re.search(rf"^  {name}\b", known, re.MULTILINE), f"{document.name}: {name}"


def _pages() -> list[str]:
    return [str(path.relative_to(ROOT)) for path in DOCUMENTS]


@pytest.mark.parametrize("page", _pages())
def test_every_pasted_command_runs_in_a_test_or_says_why_not(page):
    """Commands stand in `sh` blocks. A page's blocks are run by its test, except those of NOT_RUN."""
    found = blocks(page)
    assert {block.language for block in found} <= SHOWN | {"sh"}, "a block without a language may hide commands"
    pasted = [block.first_line for block in found if block.language == "sh"]
    excused = [line for line in pasted if (page, line) in NOT_RUN]
    if len(excused) < len(pasted):
        assert page in (ROOT / RUN_BY[page]).read_text("utf-8")


def test_no_excuse_outlives_its_block():
    for page, line in NOT_RUN:
        assert line in [block.first_line for block in blocks(page, "sh")], (page, line)


@pytest.mark.parametrize("page", _pages())
def test_every_command_line_of_a_block_parses(page):
    for block in blocks(page, "sh"):
        for line in re.findall(r"^(?:[A-Z_]+=\S+ )*python -m app ([^|&\n]+)", block.text, re.MULTILINE):
            words = shlex.split(line, comments=True)
            command: click.Command = main
            while isinstance(command, click.Group):
                name = words.pop(0)
                found = command.get_command(click.Context(command), name)
                assert found is not None, line
                command = found
            try:
                command.make_context(command.name, words)
            except click.BadParameter as error:
                if "does not exist" not in error.message and "$" not in line:  # a file or an id made on the page
                    raise
