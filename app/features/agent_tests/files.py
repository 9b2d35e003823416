"""Tests of an agent as a file of `chat evaluate` (docs/agents.md). Pure; tests/features/test_agent_test_files.py."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import yaml

from app.features.agent_tests.types import AgentTest, FileTest, TestFileError
from app.ops.strict_yaml import StrictLoader, line_of
from app.web.decode import json_body
from app.web.errors import ValidationFailed

_PARTS = ("shop", "conversations")
_test = msgspec.json.Decoder(FileTest)


def write_tests(tests: Sequence[AgentTest], shop: Mapping[str, Any]) -> str:
    """A file with the shop and these tests."""
    told = msgspec.json.encode([{"name": test.name, "turns": test.turns, "expect": test.expect} for test in tests])
    conversations = _brief(msgspec.json.decode(told))
    return yaml.safe_dump(
        {"shop": shop, "conversations": conversations}, allow_unicode=True, sort_keys=False, width=120
    )


def _brief(value: Any) -> Any:
    """Without what is not asked for."""
    if isinstance(value, dict):
        kept = {key: _brief(item) for key, item in value.items()}
        return {key: item for key, item in kept.items() if item is not None and item is not False and item != []}
    return [_brief(item) for item in value] if isinstance(value, list) else value


def read_tests(content: str) -> tuple[list[FileTest], list[TestFileError]]:
    """The conversations of a file, and everything that is wrong with it: of each conversation the first."""
    try:
        loader = StrictLoader(content)  # which refuses control characters
        node = loader.get_single_node()
        document = loader.construct_document(node) if node is not None else None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        return [], [_unreadable(content, error)]
    if not isinstance(node, yaml.MappingNode) or not isinstance(document, dict):
        return [], [TestFileError(1, "", "conversations", "required field is missing")]
    lines = {key.value: key.start_mark.line + 1 for key, _ in node.value}
    errors = [TestFileError(lines[key], "", str(key), "unknown field") for key in lines if key not in _PARTS]
    found = document.get("conversations")
    if not isinstance(found, list) or not found:
        at = lines.get("conversations", 1)
        return [], [*errors, TestFileError(at, "", "conversations", "required: a list of conversations")]
    [items] = [value.value for key, value in node.value if key.value == "conversations"]
    tests = []
    for item, value in zip(items, found, strict=True):
        try:
            tests.append(json_body(_test, msgspec.json.encode(value)))
        except ValidationFailed as error:
            [told] = error.errors
            errors.append(_placed(item, value, told["pointer"], told["detail"]))
        except (TypeError, ValueError, OverflowError):
            errors.append(_placed(item, value, "", "a value that is no text, number, list or mapping"))
    names = Counter(test.name for test in tests)
    for item, value in zip(items, found, strict=True):
        if isinstance(value, dict) and names[str(value.get("name"))] > 1:
            errors.append(_placed(item, value, "/name", "several conversations of the file have it"))
    return tests, sorted(errors, key=lambda error: error.line)


def _unreadable(content: str, error: Exception) -> TestFileError:
    mark = getattr(error, "problem_mark", None)
    line = mark.line + 1 if mark else content.count("\n", 0, getattr(error, "position", None) or 0) + 1
    twice = "stands there twice" in str(error)
    return TestFileError(line, "", "", "a key stands there twice" if twice else "not readable as YAML")


def _placed(item: yaml.Node, value: Any, pointer: str, detail: str) -> TestFileError:
    """An error inside a conversation, with the line of the innermost part that is there."""
    steps = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]
    name = value.get("name") if isinstance(value, dict) else None
    return TestFileError(line_of(item, steps), str(name or ""), ".".join(steps), detail)
