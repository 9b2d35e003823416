"""`python -m app` by a Python that has not what the service needs."""

import subprocess
import sys

import pytest

from tests.api import ROOT


@pytest.mark.parametrize("arguments", [["--help"], ["plans", "list"]])
def test_a_python_without_the_packages_is_told_which_one_has_them(arguments: list[str]) -> None:
    # -S: without site-packages, as the system's Python is in a fresh checkout.
    command = [sys.executable, "-S", "-m", "app", *arguments]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert told.returncode == 1
    assert ".venv/bin/python -m app" in told.stderr
    assert "Traceback" not in told.stderr
