"""YAML: our own files quickly, and strictly what others wrote.

Tests: tests/ops/test_agent_types.py, tests/features/test_agent_test_files.py.
"""

from collections.abc import Sequence
from typing import Any

import yaml

MAX_DEPTH = 12
# libyaml's, nine times as fast, where PyYAML was built with it.
_SAFE = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def load_own(text: str) -> Any:
    """What a YAML text holds, as yaml.safe_load. Raises yaml.YAMLError, also for keys that stand there twice."""
    return yaml.load(text, _OnceLoader)  # noqa: S506 - a SafeLoader


def line_of(node: yaml.Node, steps: Sequence[str]) -> int:
    """The line of the innermost part that is there on the way from a node: keys, and places in lists."""
    line = int(node.start_mark.line) + 1
    for step in steps:
        if isinstance(node, yaml.MappingNode):
            pair = next(((key, inner) for key, inner in node.value if key.value == step), None)
            if pair is None:
                break
            line, node = pair[0].start_mark.line + 1, pair[1]
        elif isinstance(node, yaml.SequenceNode) and step.isdigit() and int(step) < len(node.value):
            node = node.value[int(step)]
            line = node.start_mark.line + 1
        else:
            break
    return line


def _refuse_twice(node: Any) -> None:
    seen: set[Any] = set()
    for key, _ in node.value:
        if isinstance(key.value, str) and key.value in seen:
            raise yaml.constructor.ConstructorError(None, None, "a key stands there twice", key.start_mark)
        seen.add(key.value if isinstance(key.value, str) else None)


class _OnceLoader(_SAFE):  # type: ignore[misc, valid-type]
    def construct_mapping(self, node: Any, deep: bool = False) -> Any:
        _refuse_twice(node)
        return super().construct_mapping(node, deep)


class StrictLoader(yaml.SafeLoader):
    """No aliases (`*a` expands a small file to gigabytes), no deep nesting, no keys that stand there twice, and no tags
    (`!!float x`), which make the parser fail in ways of its own."""

    def _refused(self, problem: str) -> yaml.MarkedYAMLError:
        event = self.peek_event()  # type: ignore[no-untyped-call]
        return yaml.composer.ComposerError(None, None, problem, event.start_mark)

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            raise self._refused("aliases are not allowed")
        if getattr(self.peek_event(), "tag", None) is not None:  # type: ignore[no-untyped-call]
            raise self._refused("tags are not allowed")
        depth = getattr(self, "_depth", 0)
        if depth > MAX_DEPTH:
            raise self._refused("nested too deeply")
        self._depth = depth + 1
        try:
            return super().compose_node(parent, index)
        finally:
            self._depth = depth

    def construct_mapping(self, node: Any, deep: bool = False) -> Any:
        _refuse_twice(node)
        return super().construct_mapping(node, deep)
