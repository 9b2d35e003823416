"""The YAML of agent types: the shipped file, every problem named, the last good configuration kept."""

from pathlib import Path

import pytest

from app.ops.agent_types import MAX_BYTES, AgentTypes, AgentTypesError, load_agent_types, parse_agent_types

ROOT = Path(__file__).parents[2]
GOOD = "types:\n  vendas:\n    title: Vendas\n"


def test_the_shipped_file_is_valid():
    types = load_agent_types(ROOT / "agent_types.yaml")
    assert next(iter(types)) == "vendas"
    assert "create_order" in types["vendas"].config.tools


@pytest.mark.parametrize(
    ("text", "pointer"),
    [
        ("", "/types"),
        ("types: []", "/types"),
        ("types: {}", "/types"),
        ("- a", "/types"),
        (GOOD + "more: 1\n", "/more"),
        (GOOD + "    price: {prompt_per_million_cents: -1}\n", "/types/vendas/price/prompt_per_million_cents"),
        (GOOD + "    config: {tools: [drop_table]}\n", "/types/vendas/config/tools"),
        (GOOD + "    colour: red\n", "/types/vendas"),
        ("types:\n  a: {title: x}\n  a: {title: y}\n", ""),
        (GOOD + "    config: {temperature: .nan}\n", "/types/vendas/config/temperature"),
        ("types:\n  Vendas!:\n    title: x\n", "/types/Vendas!"),
        ("types:\n  1:\n    title: x\n", "/types/1"),
        ("types: {a: {title: x}", ""),
        ("types: !!python/object/apply:os.system [ls]", ""),
        ("types: {a: {title: !!timestamp x}}", ""),
        ("types: {a: {title: !!bool talvez}}", ""),
        ("a: &a [x]\ntypes: {b: *a}", ""),
        ("types: " + "[" * 500, ""),
        ("types: " + "{a: " * 500, ""),
    ],
)
def test_a_broken_file_names_its_problem(text, pointer):
    with pytest.raises(AgentTypesError) as refused:
        parse_agent_types(text.encode())
    assert pointer in [found for found, _ in refused.value.problems]


def test_every_problem_is_named_at_once():
    with pytest.raises(AgentTypesError) as refused:
        parse_agent_types(b"types:\n  a: {title: ''}\n  b: {}\n  C: {title: x}\n")
    assert len(refused.value.problems) == 3


def test_a_reload_that_fails_keeps_the_last_good_types(tmp_path):
    path = tmp_path / "types.yaml"
    path.write_text(GOOD)
    types = AgentTypes(path)
    for broken in (b"types: [", b"x" * (MAX_BYTES + 1), b"\xff\xfe"):
        path.write_bytes(broken)
        with pytest.raises(AgentTypesError):
            types.reload()
        assert list(types.all()) == ["vendas"]
    path.unlink()
    with pytest.raises(AgentTypesError):
        types.reload()
    path.write_text(GOOD.replace("vendas", "suporte"))
    types.reload()
    assert list(types.all()) == ["suporte"]


def test_a_key_that_stands_there_twice_is_refused():
    with pytest.raises(AgentTypesError, match="line 3"):
        parse_agent_types(b"types:\n  a: {title: x}\n  a: {title: y}\n")
