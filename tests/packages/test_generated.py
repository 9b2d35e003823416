"""The client packages follow /openapi.json: what is generated is what would be generated now."""

import difflib
import hashlib
import json
import re

import pytest

from app import __version__
from app.main import declared_routes
from app.web.openapi import document
from clients.python import generate
from clients.python.storefront_client import __version__ as python_version
from tests.api import ROOT

TYPESCRIPT = ROOT / "clients" / "typescript"
DOCUMENT = json.loads(json.dumps(document(declared_routes())))


@pytest.mark.parametrize("name", ["types.py", "operations.py"])
def test_the_python_client_is_the_one_of_this_interface(name: str) -> None:
    kept = (generate.PACKAGE / name).read_text("utf-8").splitlines()
    now = generate.generate(DOCUMENT)[name].splitlines()
    changes = list(difflib.unified_diff(kept, now, "committed", "made now", lineterm="", n=1))
    assert not changes, "\n".join(["Run `make clients` and commit:", *changes[:40]])


def test_the_typescript_client_is_the_one_of_this_interface() -> None:
    text = json.dumps(DOCUMENT, indent=1, ensure_ascii=False) + "\n"  # as `python -m app openapi` writes it
    [kept] = re.findall(r'API_DIGEST = "(\w+)"', (TYPESCRIPT / "src/operations.ts").read_text("utf-8"))
    assert kept == hashlib.sha256(text.encode()).hexdigest(), "run `make clients` and commit"


def test_the_clients_carry_the_version_of_the_interface() -> None:
    assert python_version == __version__
    for name in ("typescript", "better-auth"):
        assert json.loads((ROOT / "clients" / name / "package.json").read_text("utf-8"))["version"] == __version__
