"""/agents/{id}/tests: conversations an agent is tried with, run as rehearsals, and what came of them.

Templates: agents/tests.html, agents/test.html. Tests: test_agent_tests.py.
"""

import re
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.storefront.backend import ApiError, Json
from app.storefront.desk import open_desk
from app.storefront.edits import edits, said
from app.storefront.forms import ChangedMeanwhileError, Form, FormError, confirmed, read_form, submits
from app.storefront.i18n import money
from app.storefront.labels import label
from app.storefront.pages.common import record_id, together
from app.storefront.refusals import row_message
from app.storefront.rendering import done, language_of, render, text

_LINE = re.compile(r"(?:(\d{1,5})\s*[x×]\s*)?(.+)")
# Why a test has not passed → what people read.
REASONS = {
    "no_answer": "Ficou sem resposta.",
    "too_many_orders": "Fez %(got)s pedidos; o combinado era %(wanted)s.",
    "too_few_orders": "Fez %(got)s pedidos; o combinado era %(wanted)s.",
    "early_order": "Fez um pedido antes da hora.",
    "no_order": "Não fez o pedido.",
    "lines": "Pediu %(got)s; o combinado era %(wanted)s.",
    "total": "O total foi %(got)s; o combinado era %(wanted)s.",
    "method": "O pagamento foi %(got)s; o combinado era %(wanted)s.",
    "state": "A conversa terminou “%(got)s”; devia terminar “%(wanted)s”.",
    "tool": "Não usou a ação %(wanted)s.",
    "not_said": "Não disse “%(wanted)s”.",
    "said": "Disse “%(got)s”.",
}
# The conversations of one agent are far below this.
_MOST_CHARACTERS = 500_000
# What is saved of a test, and what people call it.
NAMES = {"name": "Nome do teste", "turns": "Mensagens", "expect": "No fim"}
AT_THE_END = {"": "Tanto faz", "order": "Faz um pedido", "no_order": "Não faz pedido"}


async def list_tests(request: Request) -> Response:
    """The agent's tests with their last results."""
    desk, agent_id = await open_desk(request), record_id(request)
    agent, tests = await together(
        desk.backend.get(f"/internal/agents/{agent_id}/full"),
        desk.backend.get("/internal/agent-tests", agent_id=agent_id),
    )
    passed = sum(test["verdict"] in ("clean", "clumsy") for test in tests)
    return render(
        request,
        "agents/tests.html",
        agent=agent,
        tests=[_told(request, test) for test in tests],
        file_errors=[
            error | {"why": row_message(error["detail"])} for error in getattr(request.state, "file_errors", [])
        ],
        passed=passed,
        ran=sum(test["verdict"] is not None for test in tests),
        busy=any(test["queued_at"] for test in tests),
        store_switch_path="/agents",
    )


def _told(request: Request, test: Json) -> Json:
    """A test with what is expected after each message, and why it has not passed, in words."""
    steps = [{"text": text, "wants": _wants(request, expect)} for text, expect in map(_step, test["turns"])]
    for step, answer in zip(steps, test["answers"], strict=False):
        step["answer"] = answer
    return test | {"why": [_why(request, reason) for reason in test["reasons"]], "steps": steps}


def _step(turn: Json) -> tuple[str, Json]:
    """A message and what its answer has to be like."""
    return (turn, {}) if isinstance(turn, str) else (turn["text"], turn["expect"])


def _wants(request: Request, expect: Json) -> str:
    reply = expect.get("reply") or {}
    facts = [fact if isinstance(fact, list) else [fact] for fact in reply.get("contains", [])]
    wants = [text(request, "diz “%(fact)s”", fact=" | ".join(fact)) for fact in facts]
    wants += [text(request, "não diz “%(fact)s”", fact=fact) for fact in reply.get("lacks", [])]
    if expect.get("no_order"):
        wants.append(text(request, "não faz pedido"))
    if state := expect.get("state"):
        wants.append(text(request, "a conversa fica “%(state)s”", state=label(language_of(request), state)))
    return "; ".join(wants)


def _why(request: Request, reason: Json) -> str:
    shown = {name: str(reason.get(name, "")) for name in ("wanted", "got")}
    language = language_of(request)
    if reason["kind"] == "total":
        shown = {name: money(language, int(value)) for name, value in shown.items()}
    elif reason["kind"] in ("method", "state"):
        shown = {name: label(language, value) for name, value in shown.items()}
    why = text(request, REASONS.get(reason["kind"], "O fim foi outro."), **shown)
    after = reason.get("after")
    if after is None or reason["kind"] == "no_answer":
        return why
    return text(request, "Depois de “%(after)s”: %(why)s", after=after, why=why)


async def show_test(request: Request) -> Response:
    """The form of a test, or of a new one: with what a shopper wrote in a conversation, where one is named."""
    desk, agent_id = await open_desk(request), record_id(request)
    agent, tests = await together(
        desk.backend.get(f"/internal/agents/{agent_id}/full"),
        desk.backend.get("/internal/agent-tests", agent_id=agent_id),
    )
    test = _named(tests, record_id(request, "test")) if "test" in request.path_params else None
    return render(
        request,
        "agents/test.html",
        agent=agent,
        test=test,
        shown=_shown(test["turns"], test["expect"]) if test else {"turns": []},
        opened=_opened(test) if test else None,
        ends=AT_THE_END,
        store_switch_path="/agents",
    )


def _named(tests: list[Json], test_id: str) -> Json:
    """The test of that id. Raises ApiError 404."""
    found = next((test for test in tests if test["id"] == test_id), None)
    if found is None:
        raise ApiError(404, {"type": "/problems/not-found"})
    return found


def _shown(turns: list[Json], expect: Json) -> dict[str, Any]:
    """A test as the form shows it."""
    order = expect.get("order")
    lines = (order or {}).get("lines") or []
    steps = map(_step, turns)
    return _shown_reply(expect) | {
        "turns": [_shown_reply(after) | {"text": said.replace("\n", " ")} for said, after in steps],
        "end": "order" if order else "no_order" if expect.get("no_order") else "",
        "lines": "\n".join(f"{line['quantity']} × {line['name']}" for line in lines),
        "total": (order or {}).get("total_cents"),
        "method": (order or {}).get("payment_method") or "",
    }


def _shown_reply(expect: Json) -> dict[str, Any]:
    """What an answer has to be like, as the form shows it."""
    reply = expect.get("reply") or {}
    facts = [" | ".join(fact) if isinstance(fact, list) else fact for fact in reply.get("contains", [])]
    return {
        "contains": "\n".join(facts),
        "lacks": "\n".join(reply.get("lacks", [])),
        "state": expect.get("state") or "",
        "no_order": bool(expect.get("no_order")),
    }


@submits(show_test)
async def create_test(request: Request) -> Response:
    """Keep a new test."""
    desk, form, agent_id = await open_desk(request), await read_form(request), record_id(request)
    await desk.backend.post("/internal/agent-tests", {"agent_id": agent_id} | _body(form, {}), key=form.key())
    return done(request, f"/agents/{agent_id}/tests", "Teste guardado. Rode-o quando quiser.")


@submits(show_test)
async def update_test(request: Request) -> Response:
    """Save what was changed of a test; the last result of another conversation goes."""
    desk, form, agent_id = await open_desk(request), await read_form(request), record_id(request)
    test = _named(await desk.backend.get("/internal/agent-tests", agent_id=agent_id), record_id(request, "test"))
    now = _opened(test)
    try:
        fields = _body(form, now | form.opened())
    except (AttributeError, KeyError, TypeError):  # a browser's account of what it was opened with
        fields = _body(form, now)
    try:
        body = await edits(request, fields, now, NAMES, _in_words)
    except ChangedMeanwhileError as error:
        mine = [name for name in form.draft() if name != "opened" and _part(name) in error.mine]
        raise ChangedMeanwhileError(error.changes, mine) from error
    await desk.backend.patch(f"/internal/agent-tests/{test['id']}", body)
    return done(request, f"/agents/{agent_id}/tests", "Teste guardado. Rode-o quando quiser.")


def _opened(test: Json) -> dict[str, Any]:
    """A test as its form would send it."""
    turns = [_turn(said.replace("\n", " "), _sent(expect)) for said, expect in map(_step, test["turns"])]
    return {"name": test["name"], "turns": turns, "expect": _sent(test["expect"])}


def _sent(value: Any) -> Any:
    """What is expected without what a form leaves out: nothing, and lists of one in place of it."""
    if isinstance(value, dict):
        kept = {name: _sent(one) for name, one in value.items() if one is not None and one is not False}
        # An order of which nothing is said is one all the same.
        return {name: one for name, one in kept.items() if name == "order" or one not in ([], {})}
    if isinstance(value, list):
        return [one[0] if isinstance(one, list) and len(one) == 1 else _sent(one) for one in value]
    return value


def _turn(said: str, expect: Json) -> Json:
    return {"text": said, "expect": expect} if expect else said


def _part(name: str) -> str:
    """Which of NAMES an input is of."""
    return "name" if name == "name" else "turns" if name == "turns" or re.search(r"_\d+$", name) else "expect"


def _in_words(request: Request, name: str, value: Any) -> str:
    """A part of a test as people read it."""
    if name == "turns":
        steps = [(said, _wants(request, expect)) for said, expect in map(_step, value)]
        return " / ".join(f"{said} ({wants})" if wants else said for said, wants in steps)
    if name == "expect":
        order = value.get("order") or {}
        lines = [f"{line['quantity']} × {line['name']}" for line in order.get("lines") or []]
        total = [money(language_of(request), order["total_cents"])] if "total_cents" in order else []
        method = [label(language_of(request), order["payment_method"])] if "payment_method" in order else []
        made = [text(request, "faz um pedido")] if "order" in value else []
        return "; ".join([*made, *lines, *total, *method, *filter(None, [_wants(request, value)])]) or "–"
    return said(request, name, value)


def _body(form: Form, known: Json) -> dict[str, Any]:
    """The test of the form. What a form does not show of the one there was (tools, how many orders) stays."""
    expect = _unshown(known.get("expect", {})) | _reply(form, "")
    end = form.text("end")
    if end == "order":
        order = {"total_cents": form.cents("total"), "payment_method": form.optional("method", limit=20)}
        expect["order"] = order | {"lines": [_line(row) for row in _rows(form, "lines")] or None}
    elif end == "no_order":
        expect["no_order"] = True
    turns = _turns(form, known.get("turns", []))
    if not turns:
        raise FormError("turns", "Preencha este campo.")
    return {"name": form.text("name", required=True, limit=120), "turns": turns, "expect": _sent(expect)}


def _unshown(expect: Json) -> dict[str, Any]:
    return {key: expect[key] for key in ("tools", "orders") if expect.get(key) is not None}


def _reply(form: Form, number: str) -> dict[str, Any]:
    """What the last answer, or that of a message by its number, has to be like."""
    expect: dict[str, Any] = {}
    contains, lacks = _rows(form, f"contains{number}"), _rows(form, f"lacks{number}")
    if contains or lacks:
        facts = [[one.strip() for one in row.split("|") if one.strip()] for row in contains]
        expect["reply"] = {"contains": [fact[0] if len(fact) == 1 else fact for fact in facts if fact], "lacks": lacks}
    if state := form.optional(f"state{number}", limit=20):
        expect["state"] = state
    return expect


def _turns(form: Form, known: list[Json]) -> list[Json]:
    """The messages there were, as they are now, then the new ones: a row each. Of several rows in a field the last has
    what is expected."""
    turns: list[Json] = []
    for number, turn in enumerate(known, 1):
        rows = _rows(form, f"turn_{number}")
        if not rows:
            continue
        expect = _unshown(_step(turn)[1]) | _reply(form, f"_{number}")
        if form.flag(f"no_order_{number}"):
            expect["no_order"] = True
        turns += [*rows[:-1], _turn(rows[-1], _sent(expect))]
    return turns + _rows(form, "turns")


def _rows(form: Form, name: str) -> list[str]:
    return [row.strip() for row in form.text(name, limit=20_000).splitlines() if row.strip()]


def _line(row: str) -> dict[str, Any]:
    """`2 × Caneca`, or a name alone."""
    match = _LINE.fullmatch(row)
    assert match is not None  # noqa: S101 - a row has some character
    return {"name": match[2], "quantity": int(match[1] or 1)}


@submits(list_tests)
@confirmed("Excluir este teste?")
async def delete_test(request: Request) -> Response:
    """Forget a test."""
    desk, agent_id = await open_desk(request), record_id(request)
    await desk.backend.delete(f"/internal/agent-tests/{record_id(request, 'test')}")
    return done(request, f"/agents/{agent_id}/tests", "Teste excluído.")


@submits(list_tests)
async def run_tests(request: Request) -> Response:
    """Run all, or the one that is named; the page follows them."""
    desk, form, agent_id = await open_desk(request), await read_form(request), record_id(request)
    one = form.optional("test_id", limit=36)
    await desk.backend.post("/internal/agent-tests/run", {"agent_id": agent_id, "test_ids": [one] if one else None})
    return done(request, f"/agents/{agent_id}/tests")


async def send_file(request: Request) -> Response:
    """The agent's tests as a file that `chat evaluate` holds too."""
    desk, agent_id = await open_desk(request), record_id(request)
    found = await desk.backend.get("/internal/agent-tests/export", agent_id=agent_id)
    headers = {"Content-Disposition": 'attachment; filename="conversas.yaml"'}
    return Response(found["content"], media_type="application/yaml; charset=utf-8", headers=headers)


@submits(list_tests)
async def receive_file(request: Request) -> Response:
    """Keep the conversations of a file; one with errors changes nothing, and the page says where they are."""
    desk, form, agent_id = await open_desk(request), await read_form(request), record_id(request)
    upload = form.file("file")
    if upload is None:
        raise FormError("file", "Escolha um arquivo.")
    try:
        content = (await upload.read()).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormError("file", "O arquivo não é um texto em UTF-8.") from error
    if not content or len(content) > _MOST_CHARACTERS:
        raise FormError("file", "O arquivo está vazio ou é grande demais.")
    result = await desk.backend.post("/internal/agent-tests/import", {"agent_id": agent_id, "content": content})
    if result["errors"]:
        request.state.file_errors = result["errors"]
        raise FormError("file", "Nada foi guardado: corrija o arquivo e envie de novo.")
    said = {name: result[name] for name in ("created", "updated")}
    return done(request, f"/agents/{agent_id}/tests", "%(created)s testes novos, %(updated)s de antes.", **said)


routes = [
    Route("/agents/{id}/tests", list_tests, methods=["GET"]),
    Route("/agents/{id}/tests", create_test, methods=["POST"]),
    Route("/agents/{id}/tests/new", show_test, methods=["GET"]),
    Route("/agents/{id}/tests/run", run_tests, methods=["POST"]),
    Route("/agents/{id}/tests/file", send_file, methods=["GET"]),
    Route("/agents/{id}/tests/file", receive_file, methods=["POST"]),
    Route("/agents/{id}/tests/{test}", show_test, methods=["GET"]),
    Route("/agents/{id}/tests/{test}", update_test, methods=["POST"]),
    Route("/agents/{id}/tests/{test}/delete", delete_test, methods=["POST"]),
]
