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

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/*/README.md")])


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


def test_every_command_line_of_the_operators_page_parses():
    text = (ROOT / "docs/operations.md").read_text("utf-8")
    for line in re.findall(r"^python -m app (.+)$", text, re.MULTILINE):
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
            if "does not exist" not in error.message:  # a backup that is not there is no mistake
                raise
