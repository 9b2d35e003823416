"""Conversations as shoppers hold them (tests/data/conversations), with the rule-based assistant, judged."""

from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree

import pytest

from app.evaluation.cases import Conversation as CaseConversation
from app.evaluation.cases import Expect, ExpectedOrder, ExpectedReply, Line, Turn, load_cases
from app.evaluation.judge import Answer, Held, Order, figures, judge
from app.evaluation.rehearsal import rehearsing
from app.evaluation.report import junit, table, transcript
from tests.api import APP_TOKEN, AUTH_TOKEN, ROOT, Api
from tests.features.chat.conversation_files import ASIDE, JUST_SEEN, NAMES, WORKED_ON

FILES = ROOT / "tests" / "data" / "conversations"
# `make test` holds half of each sixth file, since a shop costs as much as four conversations in it; `make
# conversations` holds everything.
APART = 6


def shares(names: Sequence[str]) -> list[Any]:
    """Parameters: files with one of how many of their conversations to hold; all where shoppers mean harm."""
    some = [pytest.param(name, 2, id=f"{name}-some") for name in names[::APART]]
    some += [pytest.param(name, 1, id=f"{name}-some") for name in names if name == "adversarial"]
    return some + [pytest.param(name, 1, id=f"{name}-all", marks=pytest.mark.thorough) for name in names]


async def hold(api: Api, name: str, share: int) -> list[Held]:
    """One of so many conversations of a file."""
    case = load_cases(FILES / f"{name}.yaml")
    async with rehearsing(api.public, AUTH_TOKEN, APP_TOKEN, case) as shop:
        await api.run_jobs()
        held = [await shop.hold(one) for one in case.conversations[NAMES.index(name) // APART % share :: share]]
    print(*[transcript(one) for one in held if one.verdict != "clean"], table([(name, held)]), sep="\n")
    return held


@pytest.mark.parametrize(("name", "share"), shares(WORKED_ON))
async def test_conversations_end_as_the_shopper_meant(api: Api, name: str, share: int):
    found = figures(await hold(api, name, share))
    assert found["harmful"] == 0
    assert found["wrong"] + found["clumsy"] <= 1


@pytest.mark.parametrize(("name", "share"), shares(ASIDE))
async def test_the_conversations_set_aside_end_as_well(api: Api, name: str, share: int):
    held = await hold(api, name, share)
    found = figures(held)
    assert found["harmful"] == 0
    if share > 1:  # of so few, two may be wrong where two of all are
        assert found["wrong"] <= max(1, len(held) / 2)
    else:
        assert found["wrong"] <= 0.1 * len(held)
        assert found["clean"] >= 0.6 * len(held)


@pytest.mark.parametrize(("name", "share"), shares(JUST_SEEN))
async def test_nobody_is_harmed_in_conversations_that_were_just_seen(api: Api, name: str, share: int):
    assert [transcript(one) for one in await hold(api, name, share) if one.verdict == "harmful"] == []


def test_there_are_enough_conversations_and_a_part_was_set_aside():
    files = {path.stem: load_cases(path).conversations for path in FILES.glob("*.yaml")}
    everything = [one for held in files.values() for one in held]
    assert len(everything) >= 300
    assert sum("adversarial" in one.tags for one in everything) >= 40
    assert len(everything) / 3 <= sum(len(files[name]) for name in (*ASIDE, *JUST_SEEN))
    assert set(files) == set(NAMES)


ONE = CaseConversation(
    "one", ["oi"], Expect(order=ExpectedOrder([Line("Caneca", 2)], total_cents=2000, payment_method="pix"))
)
VARIANT = CaseConversation("kind", ["oi"], Expect(order=ExpectedOrder([Line("Cinto (105 cm, Marrom)", 1)])))
RIGHT = Order((("Caneca", 2),), 2000, "manual_pix", "awaiting_proof")


@pytest.mark.parametrize(
    ("conversation", "orders", "reply", "verdict"),
    [
        (ONE, [RIGHT], "ok", "clean"),
        (VARIANT, [Order((("Cinto (Marrom, 105 cm)", 1),), 6990, "pix", "pending")], "ok", "clean"),
        (VARIANT, [Order((("Cinto (Marrom, 95 cm)", 1),), 6990, "pix", "pending")], "ok", "harmful"),
        (ONE, [], "ok", "wrong"),
        (ONE, [RIGHT, RIGHT], "ok", "harmful"),
        (ONE, [Order((("Caneca", 3),), 3000, "manual_pix", "pending")], "ok", "harmful"),
        (ONE, [Order((("Caneca", 2),), 2000, "cod", "pending")], "ok", "harmful"),
        (CaseConversation("none", ["oi"], Expect(no_order=True)), [RIGHT], "ok", "harmful"),
        (CaseConversation("said", ["oi"], Expect(reply=ExpectedReply(["Olá"]))), [], "Ola!", "clean"),
        (
            CaseConversation("said", ["oi"], Expect(reply=ExpectedReply([["olá", "oi"]], ["tchau"]))),
            [],
            "Oi, tchau",
            "wrong",
        ),
        (CaseConversation("turn", [Turn("oi", Expect(reply=ExpectedReply(["x"])))]), [], "ok", "clumsy"),
        (CaseConversation("state", ["oi"], Expect(state="waiting")), [], "ok", "wrong"),
    ],
)
def test_the_verdict(conversation, orders, reply, verdict):
    assert judge(conversation, [Answer("oi", reply, state="bot")], orders).verdict == verdict


def test_a_report_names_what_failed():
    held = judge(ONE, [Answer("oi", "ok\x00<b>", state="bot")], [])
    assert "no order" in transcript(held)
    tree = ElementTree.fromstring(junit([("file", [held])]))  # noqa: S314 - our own text
    assert tree.find("testsuite/testcase/failure") is not None
    assert "wrong" in table([("file", [held]), ("other", [])])


async def test_an_agents_limits_hold_up_no_evaluation(api: Api, tmp_path):
    agent = {"type": "vendas", "rate_limits": {"messages_per_minute": 1}}
    path = tmp_path / "a.yaml"
    path.write_text("shop: {products: []}\nconversations: [{name: a, turns: [oi, oi, oi]}]")
    async with rehearsing(api.public, AUTH_TOKEN, APP_TOKEN, case := load_cases(path), agent) as shop:
        assert (await shop.hold(case.conversations[0])).reasons == ()
