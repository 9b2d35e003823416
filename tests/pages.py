"""Documents whose commands are run: their shell blocks in order, in one shell, as a reader would paste them."""

import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tests.api import APP_TOKEN, AUTH_TOKEN, ROOT, WEBHOOK_TOKEN

_FENCE = re.compile(r"^ *```([a-z]*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
# What a command of a page claims about its answer: `… # 201, and why`.
_CLAIM = re.compile(r"\s# ([1-5]\d\d)\b.*$", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """A fenced block of a document."""

    language: str
    text: str

    @property
    def first_line(self) -> str:
        """By which the block is known."""
        return self.text.split("\n", 1)[0].strip()


def blocks(page: str, language: str | None = None) -> list[Block]:
    """The fenced blocks of a document (path from the root), all or those of one language."""
    found = _FENCE.findall((ROOT / page).read_text("utf-8"))
    return [Block(kind, textwrap.dedent(text)) for kind, text in found if language in (None, kind)]


def claimed_statuses(shell: str) -> list[str]:
    """The statuses that the commands' comments promise, in order."""
    return _CLAIM.findall(shell)


def run_shell(
    script: str, folder: Path, *, timeout: float = 60, **variables: str
) -> "subprocess.CompletedProcess[str]":
    """Run it in bash, where the first failing command ends it; `python` is the tests' own. Fails with what was said."""
    environment = {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "INTERNAL_API_TOKEN": APP_TOKEN,
        "INTERNAL_AUTH_TOKEN": AUTH_TOKEN,
        "INTERNAL_WEBHOOK_TOKEN": WEBHOOK_TOKEN,
        **variables,
    }
    command = ["bash", "-o", "pipefail", "-c", "set -eu\n" + script]
    done = subprocess.run(
        command, env=environment, cwd=folder, capture_output=True, text=True, timeout=timeout, check=False
    )
    assert done.returncode == 0, f"{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    return done


def joined(some: Iterable[Block]) -> str:
    """One script of several blocks."""
    return "\n".join(block.text for block in some)
