"""Two replicas of frontend and backend, one ended by kill -9 right after any write of a sign-up, reset or deletion.

The visitor sees an error and does the same again, at the other frontend: then all is as if nothing had happened.
`make test-clients`.
"""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.replicas import Stage, client, start_two

pytestmark = [
    pytest.mark.clients,
    pytest.mark.timeout(500),
    pytest.mark.skipif(shutil.which("npm") is None, reason="node and npm are not installed"),
]
OLD, NEW = "the old password", "the new password"
ORIGIN = "http://127.0.0.1:3999"


class Frontend:
    """One `node test/server.mjs`, told of the relay as its backend."""

    def __init__(self, package: Path, environment: dict[str, str]) -> None:
        self._package, self._environment = package, environment
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(
            ["node", "test/server.mjs"], cwd=self._package, env=self._environment, stdout=subprocess.PIPE
        )
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().decode().removeprefix("listening on ").strip()
        assert self.url

    def kill(self) -> None:
        self._process.kill()
        self._process.communicate(timeout=10)


@pytest.fixture
def stage(installed: Callable[[str], Path], dsn: str, tmp_path: Path) -> Iterator[Stage]:
    servers = start_two(dsn, tmp_path, AUTH_URL=ORIGIN)
    made = Stage(servers)
    environment = os.environ | servers[0].environment | {"BACKEND_URL": made.url, "AUTH_URL": ORIGIN, "PORT": "0"}
    package = installed("clients/better-auth")
    made.frontends = [Frontend(package, environment | {"BCRYPT_COST": "4"}) for _ in range(2)]
    yield made
    made.close()


class Visitor:
    """A browser that goes to the other frontend when the first gives no answer."""

    def __init__(self, stage: Stage, address: str) -> None:
        self.stage = stage
        self.http = client(origin=ORIGIN, **{"x-forwarded-for": address})

    def post(self, path: str, body: dict[str, Any], *, at: int = 0) -> httpx.Response | None:
        """The answer; None when the frontend was ended before it gave one."""
        self.stage.used = at
        try:
            return self.http.post(f"{self.stage.frontends[at].url}/api/auth/{path}", json=body)
        except httpx.TransportError:
            return None

    def signs_in(self, email: str, password: str) -> int:
        answer = self.post("sign-in/email", {"email": email, "password": password}, at=1)
        assert answer is not None
        return answer.status_code


def test_nothing_half_done_remains_that_doing_it_again_does_not_heal(stage: Stage) -> None:
    cases = [
        *((signs_up, 1, victim) for victim in ("frontend", "backend")),
        *((resets, write, "frontend") for write in (1, 2, 3, 4, 5)),
        *((resets, write, "backend") for write in (1, 2, 3, 4, 5)),
        *((leaves, write, victim) for write in (1, 2) for victim in ("frontend", "backend")),
    ]
    for number, (flow, write, victim) in enumerate(cases):
        visitor = Visitor(stage, f"10.0.0.{number}")
        flow(visitor, f"visitor{number}@example.com", write, victim)


def signs_up(visitor: Visitor, email: str, write: int, victim: str) -> None:
    body = {"name": "Ana", "email": email, "password": OLD}
    visitor.stage.kill_after(write, victim)
    first = visitor.post("sign-up/email", body)
    assert first is None or first.status_code == 503
    assert visitor.stage.disarm(), first and first.text
    again = visitor.post("sign-up/email", body, at=1)
    assert again is not None
    # It was made before the end: the address is taken, by this very visitor.
    assert again.status_code == 422
    _signed_up(visitor, email)


def _signed_up(visitor: Visitor, email: str) -> str:
    user = visitor.stage.ask(f"users/by-email/{email}")
    assert len(visitor.stage.ask(f"accounts/by-user/{user['id']}")) == 1
    assert visitor.signs_in(email, OLD) == 200
    user_id: str = user["id"]
    return user_id


def resets(visitor: Visitor, email: str, write: int, victim: str) -> None:
    made = visitor.post("sign-up/email", {"name": "Ana", "email": email, "password": OLD})
    assert made is not None
    user_id = made.json()["user"]["id"]
    elsewhere = Visitor(visitor.stage, f"{visitor.http.headers['x-forwarded-for']}9")
    assert elsewhere.signs_in(email, OLD) == 200

    def reset(at: int) -> bool:
        asked = visitor.post("request-password-reset", {"email": email, "redirectTo": "/reset"}, at=at)
        if asked is None or asked.status_code != 200:
            return False
        record = visitor.stage.ask(f"verifications/by-value/{user_id}")
        token = record["identifier"].removeprefix("reset-password:")
        done = visitor.post("reset-password", {"token": token, "newPassword": NEW}, at=at)
        return done is not None and done.status_code == 200

    visitor.stage.kill_after(write, victim)
    reset(0)
    assert visitor.stage.disarm(), (write, victim)
    assert reset(1)
    assert visitor.signs_in(email, OLD) == 401
    for signed_in in (visitor, elsewhere):
        assert signed_in.http.get(f"{visitor.stage.frontends[1].url}/api/auth/get-session").json() is None
    assert visitor.signs_in(email, NEW) == 200
    assert len(visitor.stage.ask(f"accounts/by-user/{user_id}")) == 1


def leaves(visitor: Visitor, email: str, write: int, victim: str) -> None:
    assert visitor.post("sign-up/email", {"name": "Ana", "email": email, "password": OLD}) is not None
    user_id = _signed_up(visitor, email)
    visitor.stage.kill_after(write, victim)
    visitor.post("delete-user", {"password": OLD})
    assert visitor.stage.disarm(), (write, victim)
    if visitor.signs_in(email, OLD) == 200:
        again = visitor.post("delete-user", {"password": OLD}, at=1)
        assert again is not None
        assert again.status_code == 200
    assert visitor.signs_in(email, OLD) == 401
    for path, nothing in (
        (f"users/by-id/{user_id}", None),
        *((f"{of}/by-user/{user_id}", []) for of in ("accounts", "sessions")),
    ):
        assert visitor.stage.ask(path) == nothing
    anew = visitor.post("sign-up/email", {"name": "Ana", "email": email, "password": NEW}, at=1)
    assert anew is not None
    assert anew.status_code == 200
