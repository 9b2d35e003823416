"""The interface changes only on purpose: tests/data/openapi.txt is its outline, reviewed with every commit."""

import difflib

from tests.outline import SNAPSHOT, outline


def test_the_interface_is_the_one_in_the_snapshot():
    kept, now = SNAPSHOT.read_text("utf-8").splitlines(), outline().splitlines()
    changes = list(difflib.unified_diff(kept, now, "tests/data/openapi.txt", "declared now", lineterm="", n=2))
    assert not changes, "\n".join(["If this is meant, run `make openapi` and commit the file:", *changes])
