"""The kit by HTTP: credentials, decoding, errors, limits."""

from uuid import uuid4

import httpx
import pytest

from app.settings import Secret, Settings
from app.web.answering import template
from app.web.errors import Unauthorized
from app.web.scopes import Credentials, Scope
from tests.problems import assert_problem
from tests.web.kit import APP, AUTH, WEBHOOK, client, make_kit


@pytest.fixture
def kit():
    return make_kit()


THING = {"name": "caneca"}


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"X-Internal-Token": "app-token"},
        {"X-Internal-Token": "", "X-Actor-User-Id": "user-1"},
        {"X-Internal-Token": "wrong", "X-Actor-User-Id": "user-1"},
        {"X-Internal-Token": "app-token ", "X-Actor-User-Id": "user/1"},
        {"X-Internal-Token": "app-token", "X-Actor-User-Id": "u" * 65},
        {"X-Internal-Token": "auth-token", "X-Actor-User-Id": "user-1"},
        AUTH,
        WEBHOOK,
    ],
)
async def test_app_scope_refuses_every_other_credential(kit, headers):
    async with client(kit, **headers) as http:
        assert_problem(await http.get("/internal/things"), 401, "unauthorized")
        assert_problem(await http.post("/internal/things", content=b"{"), 401, "unauthorized")
        assert_problem(await http.get("/internal/nothing-here"), 401, "unauthorized")


async def test_non_ascii_and_doubled_tokens_are_refused(kit):
    async with client(kit) as http:
        pairs = [(b"x-internal-token", "é".encode()), (b"x-actor-user-id", b"user-1")]
        assert_problem(await http.get("/internal/things", headers=pairs), 401, "unauthorized")
        pairs = [(b"x-internal-token", b"app-token"), (b"x-internal-token", b"wrong"), (b"x-actor-user-id", b"user-1")]
        assert_problem(await http.get("/internal/things", headers=pairs), 401, "unauthorized")
        pairs = [(b"x-internal-token", b"app-token"), (b"x-actor-user-id", b"a"), (b"x-actor-user-id", b"b")]
        assert_problem(await http.get("/internal/things", headers=pairs), 401, "unauthorized")


async def test_scopes_are_isolated(kit):
    async with client(kit) as http:
        assert (await http.get("/internal/auth/tokens/by-value/x", headers=AUTH)).status_code == 200
        assert_problem(await http.get("/internal/auth/tokens/by-value/x", headers=APP), 401, "unauthorized")
        assert_problem(await http.get("/internal/auth/nothing", headers=APP), 401, "unauthorized")
        assert (await http.post("/webhooks/event", json=THING, headers=WEBHOOK)).status_code == 200
        assert_problem(await http.post("/webhooks/event", json=THING, headers=APP), 401, "unauthorized")
        assert (await http.get("/webhooks/either/x", headers=WEBHOOK)).status_code == 200
        token_only = {"X-Internal-Token": "app-token"}
        assert (await http.get("/webhooks/either/x", headers=token_only)).status_code == 200
        assert_problem(await http.get("/webhooks/either/x", headers=AUTH), 401, "unauthorized")


async def test_a_slash_too_many_is_no_redirect(kit):
    """A redirect would go where the Host header says."""
    for path in ("/things/", "//things", "/things//stats/x"):
        async with client(kit, Host="evil.example") as caller:
            answer = await caller.get(path)
        assert (answer.status_code, answer.headers.get("location")) == (404, None), path


async def test_no_answer_under_the_auth_scope_may_be_stored(kit):
    """Neither the 401 nor the 404 and 405, which say what is and is not there."""
    async with client(kit) as http:
        for method, path, headers, status in [
            ("GET", "/internal/auth/tokens/by-value/x", AUTH, 200),
            ("GET", "/internal/auth/tokens/by-value/x", {}, 401),
            ("GET", "/internal/auth/tokens/by-value/x", APP, 401),
            ("GET", "/internal/auth/nothing", {}, 401),
            ("GET", "/internal/auth/nothing", AUTH, 404),
            ("DELETE", "/internal/auth/tokens/by-value/x", AUTH, 405),
            ("GET", "/internal/auth/tokens/by-value/x?y=1", AUTH, 422),
        ]:
            answer = await http.request(method, path, headers=headers)
            assert (answer.status_code, answer.headers.get_list("cache-control")) == (status, ["no-store"]), path
        assert "cache-control" not in (await http.get("/internal/things", headers=APP)).headers


async def test_a_value_that_is_no_text_asks_for_the_credential_first(kit):
    async with client(kit) as http:
        assert_problem(await http.get("/internal/auth/tokens/by-value/%ff"), 401, "unauthorized")
        assert_problem(await http.get("/internal/things/%ff"), 401, "unauthorized")


async def test_unknown_query_parameters_are_refused_in_the_closed_scopes_and_ignored_in_the_open_ones(kit):
    thing_id = uuid4()
    async with client(kit, **(APP | AUTH)) as http:
        for path in ("/internal/things", f"/internal/things/{thing_id}", "/internal/auth/tokens/by-value/x"):
            assert_problem(await http.get(f"{path}?limits=7"), 422, "validation", "/limits")
        assert_problem(await http.post("/internal/things?dry=1", json=THING), 422, "validation", "/dry")
        assert (await http.get("/things?limits=7")).status_code == 200
        assert (await http.post("/webhooks/event?x=1", json=THING, headers=WEBHOOK)).status_code == 200


async def test_each_token_of_a_list_opens_its_scope():
    settings = Settings(
        internal_api_token=Secret("new, old"), internal_auth_token=Secret("a,b,"), internal_webhook_token=Secret(",")
    )
    kit = make_kit(credentials=Credentials(settings))
    opened = []
    async with client(kit) as http:
        for token in ("new", "old", "new, old", "new,old", "", ",", "ne", "a", "b"):
            app = {"X-Internal-Token": token, "X-Actor-User-Id": "user-1"}
            if (await http.get("/internal/things", headers=app)).status_code == 200:
                opened.append(("app", token))
            if (await http.get("/internal/auth/tokens/by-value/x", headers={"X-Auth-Token": token})).status_code == 200:
                opened.append(("auth", token))
            answer = await http.post("/webhooks/event", json=THING, headers={"X-Webhook-Token": token})
            assert answer.status_code == 401
    assert opened == [("app", "new"), ("app", "old"), ("auth", "a"), ("auth", "b")]


async def test_unknown_path_and_wrong_method(kit):
    async with client(kit, **APP) as http:
        assert_problem(await http.get("/internal/nothing-here"), 404, "not-found")
        assert_problem(await http.get("/nothing"), 404, "not-found")
        answer = await http.put("/internal/things")
        assert_problem(answer, 405, "method-not-allowed")
        assert answer.headers["allow"] == "GET, HEAD, POST"


@pytest.mark.parametrize(
    ("body", "status", "slug", "pointer"),
    [
        (b"", 400, "malformed-json", None),
        (b"{", 400, "malformed-json", None),
        (b'{"name":"x"}\xff', 400, "malformed-json", None),
        (b'{"name":"\xff"}', 400, "malformed-json", None),
        (b"[" * 100_000, 400, "malformed-json", None),
        (b'{"name":"x","lines":' + b"[" * 100_000, 400, "malformed-json", None),
        (b"[1,", 400, "malformed-json", None),
        (b'{"name":7} {', 400, "malformed-json", None),
        (b'{"name":7,"extra":"\xff"}', 400, "malformed-json", None),
        (b'{"name":7,"weight":NaN}', 422, "validation", "/weight"),
        (b'{"name":"x","extra":1}', 422, "validation", "/extra"),
        (b"{}", 422, "validation", "/name"),
        (b'{"name":""}', 422, "validation", "/name"),
        (b'{"name":7}', 422, "validation", "/name"),
        (b'{"name":"a\\u0000b"}', 422, "validation", "/name"),
        (b'{"name":"\\ud800"}', 422, "validation", "/name"),
        (b'{"name":"x","\\ud800":1}', 422, "validation", ""),
        (b'{"name":"x","weight":NaN}', 422, "validation", "/weight"),
        (b'{"name":"x","weight":Infinity}', 422, "validation", "/weight"),
        ('{"name":"x"}'.encode("utf-16"), 400, "malformed-json", None),
        (b'{"name":"x","lines":[{"product_id":"no","quantity":1}]}', 422, "validation", "/lines/0/product_id"),
        (
            b'{"name":"x","lines":[{"product_id":"' + str(uuid4()).encode() + b'","quantity":' + b"9" * 40 + b"}]}",
            422,
            "validation",
            "/lines/0/quantity",
        ),
    ],
)
async def test_bad_bodies_name_the_field_and_are_never_a_500(kit, body, status, slug, pointer):
    async with client(kit, **APP) as http:
        answer = await http.post("/internal/things", content=body)
    document = assert_problem(answer, status, slug, pointer)
    assert "secret" not in answer.text
    assert not kit.defects, document


async def test_a_literal_backslash_u0000_in_text_is_accepted(kit):
    async with client(kit, **APP) as http:
        answer = await http.post("/internal/things", content=rb'{"name":"a\\u0000b"}')
    assert answer.status_code == 201
    assert answer.json() == {"name": r"a\u0000b", "actor": "user-1"}


async def test_query_lists_repeat_or_split_and_scalars_do_not_repeat(kit):
    first, second, third = uuid4(), uuid4(), uuid4()
    async with client(kit, **APP) as http:
        answer = await http.get(f"/internal/things?store_ids={first},{second}&store_ids={third}&limit=7&q=%C3%A9")
        assert answer.json() == {"items": [{"name": "é", "actor": None}], "total": 3, "limit": 7, "offset": 0}
        for bad in ("limit=0", "limit=201", "limit=x", "limit=1&limit=2", "offset=-1", "offset=1000001", "q=%00"):
            pointer = "/" + bad.split("=")[0]
            assert_problem(await http.get(f"/internal/things?{bad}"), 422, "validation", pointer)
        assert_problem(await http.get("/internal/things?store_ids=1"), 422, "validation", "/store_ids/0")
        for bad in ("limit=7&q=%ff", "%ff=%ff&q=1", "q=%c3"):
            pointer = "/" + ("\ufffd" if bad.startswith("%ff") else "q")
            assert_problem(await http.get(f"/internal/things?{bad}"), 422, "validation", pointer)


async def test_path_values(kit):
    async with client(kit) as http:
        for bad in ("not-a-uuid", "%00", "%ff", str(uuid4()) + "x", "{" + str(uuid4()) + "}"):
            assert_problem(await http.get(f"/internal/things/{bad}", headers=APP), 404, "not-found")
        for value in ("a/b", "a%2Fb", "a+b%40x", "%C3%A9%25", "x//y"):
            url = httpx.URL("http://test", raw_path=f"/internal/auth/tokens/by-value/{value}".encode())
            answer = await http.get(url, headers=AUTH)
            expected = {"a%2Fb": "a/b", "a+b%40x": "a+b@x", "%C3%A9%25": "é%"}.get(value, value)
            assert answer.json()["name"] == expected
            assert answer.headers["cache-control"] == "no-store"


async def test_literal_segments_win_over_parameters(kit):
    thing_id = uuid4()
    async with client(kit, **APP) as http:
        assert (await http.get(f"/internal/things/stats/{thing_id}")).json()["name"] == f"stats {thing_id}"
        assert (await http.get(f"/internal/things/{thing_id}")).json()["name"] == str(thing_id)


async def test_statuses_and_headers(kit):
    async with client(kit, **APP) as http:
        deleted = await http.delete(f"/internal/things/{uuid4()}")
        assert deleted.status_code == 204
        assert deleted.content == b""
        made = await http.put(f"/internal/things/{uuid4()}/ensure")
        assert made.status_code == 201
        assert made.headers["x-made"] == "yes"
        head = await http.head("/things")
        assert head.status_code == 200
        assert head.content == b""


async def test_request_ids_are_echoed_or_made(kit):
    async with client(kit) as http:
        assert (await http.get("/things", headers={"X-Request-Id": "abc_1.2-3"})).headers["x-request-id"] == "abc_1.2-3"
        for bad in ("has space", "x" * 65, "ü".encode()):
            made = (await http.get("/things", headers={"X-Request-Id": bad})).headers["x-request-id"]
            assert made != bad
            assert len(made) == 32


async def test_unexpected_errors_are_logged_once_and_say_nothing(kit):
    async with client(kit) as http:
        answer = await http.post("/things/boom")
    assert_problem(answer, 500, "internal-error")
    assert "secret detail" not in answer.text
    assert len(kit.defects) == 1


async def test_a_compressed_body_is_not_read(kit):
    async with client(kit, **APP) as http:
        for path in ("/internal/things", "/things/raw", "/things/upload"):
            answer = await http.post(path, content=b"\x1f\x8b", headers={"Content-Encoding": "gzip"})
            assert_problem(answer, 415, "unsupported-format")
            assert answer.headers["Accept-Encoding"] == "identity"
        assert (await http.post("/things/raw", content=b"x", headers={"Content-Encoding": "identity"})).content == b"x"


async def test_bodies_over_the_limit_are_refused_by_length_and_by_counting(kit):
    async def endless():
        while True:
            yield b"x" * 60

    async with client(kit, **APP) as http:
        assert_problem(await http.post("/things/raw", content=b"x" * 101), 413, "too-large")
        assert_problem(await http.post("/things/raw", content=endless()), 413, "too-large")
        assert_problem(await http.post("/things/upload", content=endless()), 413, "too-large")
        assert (await http.post("/things/raw", content=b"x" * 100)).content == b"x" * 100
        assert (await http.post("/things/upload", content=b"x" * 1000)).json()["name"] == "1000"


async def test_access_lines_carry_the_template_and_never_the_path(kit):
    async with client(kit, **AUTH) as http:
        await http.get("/internal/auth/tokens/by-value/very-secret")
    [(scope, status, _seconds, size)] = kit.lines
    assert (template(scope), status, size) == ("/internal/auth/tokens/by-value/{value:path}", 200, 35)


def test_a_scope_without_a_configured_token_is_closed():
    closed = Credentials(Settings())
    for scope, header in ((Scope.APP, b"x-internal-token"), (Scope.AUTH, b"x-auth-token")):
        with pytest.raises(Unauthorized):
            closed.check(scope, [(header, b""), (b"x-actor-user-id", b"u")])
