"""The auth store over two processes: one winner, and revocation heard everywhere."""

import asyncio
import time
from datetime import UTC, datetime, timedelta

import pytest

from tests.problems import assert_problem
from tests.replicas import start_two


@pytest.fixture(scope="module")
def two_servers(database_maker, tmp_path_factory):
    """Two running API processes for all of these, whose names do not meet."""
    name, data_dir = database_maker.take(), tmp_path_factory.mktemp("two")
    servers = start_two(database_maker.dsn(name), data_dir)
    yield servers
    for server in servers:
        server.stop()
    database_maker.drop(name)


SOON = (datetime.now(UTC) + timedelta(days=7)).isoformat()


async def test_of_200_consumers_over_two_processes_one_wins_in_every_round(two_servers):
    async with two_servers[0].auth() as first, two_servers[1].auth() as second:
        for number in range(10):
            pair = {"identifier": f"reset-password:{number}", "value": "token"}
            created = await first.post("/internal/auth/verifications", json=pair | {"expires_at": SOON})
            assert created.status_code == 201
            calls = [
                (first, second)[call % 2].post("/internal/auth/verifications/consume", json=pair) for call in range(200)
            ]
            statuses = [answer.status_code for answer in await asyncio.gather(*calls)]
            assert statuses.count(200) == 1
            assert statuses.count(404) == 199


async def test_of_those_who_change_a_verification_they_have_read_one_wins_and_nobody_misses_it(two_servers):
    async with two_servers[0].auth() as first, two_servers[1].auth() as second:
        for number in range(5):
            body = {"identifier": f"otp:{number}", "value": "old", "expires_at": SOON}
            made = (await first.post("/internal/auth/verifications", json=body)).json()
            path = f"/internal/auth/verifications/{made['id']}"
            calls = []
            for call in range(60):
                server = (first, second)[call % 2]
                calls.append(server.patch(path, json={"value": f"new {call}", "if_value": "old"}))
                calls.append(server.get(f"/internal/auth/verifications/by-identifier/otp:{number}"))
            answers = await asyncio.gather(*calls)
            won = [answer.json()["value"] for answer in answers[::2] if answer.status_code == 200]
            assert [answer.status_code for answer in answers[1::2]] == [200] * 60
            assert [(await first.get(answers[1].request.url)).json()["value"]] == won


async def test_a_verification_is_changed_or_consumed_and_never_both(two_servers):
    async with two_servers[0].auth() as first, two_servers[1].auth() as second:
        for number in range(10):
            pair = {"identifier": f"code:{number}", "value": "old"}
            made = (await first.post("/internal/auth/verifications", json=pair | {"expires_at": SOON})).json()
            calls = []
            for call in range(20):
                path = f"/internal/auth/verifications/{made['id']}"
                calls.append(first.patch(path, json={"value": f"new {call}", "if_value": "old"}))
                calls.append(second.post("/internal/auth/verifications/consume", json=pair))
            statuses = [answer.status_code for answer in await asyncio.gather(*calls)]
            assert sorted(statuses) == [200] + [404] * 39


async def test_unique_keys_hold_over_two_processes(two_servers):
    async with two_servers[0].auth() as first, two_servers[1].auth() as second:
        user = (await first.post("/internal/auth/users", json={"email": "a@b.c", "name": "a"})).json()
        bodies = {
            "/internal/auth/users": {"email": "New@b.c", "name": "x"},
            "/internal/auth/sessions": {"user_id": user["id"], "token": "tok", "expires_at": SOON},
            "/internal/auth/accounts": {"user_id": user["id"], "provider_id": "p", "account_id": "a"},
        }
        for path, body in bodies.items():
            calls = [(first, second)[call % 2].post(path, json=body) for call in range(40)]
            statuses = sorted(answer.status_code for answer in await asyncio.gather(*calls))
            assert statuses == [201] + [409] * 39, path


async def test_a_session_revoked_in_one_process_is_gone_in_the_other_within_a_second(two_servers):
    async with two_servers[0].auth() as first, two_servers[1].auth() as second:
        user = (await first.post("/internal/auth/users", json={"email": "revoked@b.c", "name": "a"})).json()
        for revoke in ("session", "everywhere", "user"):
            token = f"token-{revoke}"
            body = {"user_id": user["id"], "token": token, "expires_at": SOON}
            session = (await first.post("/internal/auth/sessions", json=body)).json()
            path = f"/internal/auth/sessions/by-token/{token}"
            for _ in range(3):
                assert (await second.get(path)).status_code == 200
            assert (await second.get("/internal/auth/_cache-stats")).json()["sessions_by_token"]["size"] >= 1
            deleted = {
                "session": f"/internal/auth/sessions/{session['id']}",
                "everywhere": f"/internal/auth/sessions/by-user/{user['id']}",
                "user": f"/internal/auth/users/{user['id']}",
            }[revoke]
            assert (await first.delete(deleted)).status_code == 204
            assert_problem(await first.get(path), 404, "not-found")
            revoked = time.monotonic()
            while (await second.get(path)).status_code == 200:
                assert time.monotonic() - revoked < 1, revoke


async def test_of_attempts_over_two_processes_exactly_the_limit_passes(two_servers):
    async with two_servers[0].auth() as first, two_servers[1].auth() as second:
        for number in range(5):
            body = {"key": f"account:{number}", "limit": 7, "window_seconds": 3600}
            calls = [
                (first, second)[call % 2].post("/internal/auth/rate-limits/consume", json=body) for call in range(120)
            ]
            answers = await asyncio.gather(*calls)
            assert {answer.status_code for answer in answers} == {200}
            passed = [state["remaining"] for state in (answer.json() for answer in answers) if state["allowed"]]
            assert sorted(passed) == list(range(7))
