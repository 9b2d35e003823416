"""YAML: our own files quickly, and strictly what others wrote.

Tests: tests/ops/test_agent_types.py, tests/features/test_agent_test_files.py.
"""

from typing import Any

import yaml

MAX_DEPTH = 12
# libyaml's, nine times as fast, where PyYAML was built with it.
_SAFE = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def load_own(text: str) -> Any:
    """What a YAML text holds, as yaml.safe_load. Raises yaml.YAMLError."""
    return yaml.load(text, _SAFE)  # noqa: S506 - a SafeLoader


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
        seen: set[Any] = set()
        for key, _ in node.value:
            if isinstance(key.value, str) and key.value in seen:
                raise yaml.constructor.ConstructorError(None, None, "a key stands there twice", key.start_mark)
            seen.add(key.value if isinstance(key.value, str) else None)
        return super().construct_mapping(node, deep)
