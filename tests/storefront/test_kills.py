"""Our storefront, visited by its forms, on two replicas of itself and of the backend: kill -9 ends one process right
after a write of a sign-up, a reset or a deletion. The visitor does the same again at the other replica; all is well.
"""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from app.storefront.uploads import open_file_store
from tests.replicas import Stage, client, start_two
from tests.storefront.frontend import Storefront

pytestmark = pytest.mark.timeout(600)
OLD, NEW = "the old password", "the new password"


class Replica(Storefront):
    """A storefront behind the relay."""

    def stands_before(self, stage: Stage) -> None:
        self._stage = stage
        self.start()

    def start(self) -> None:  # type: ignore[override]
        super().start(self._stage.servers[0], BACKEND_URL=self._stage.url)


class Visitor:
    """A browser that goes to the other replica when the first gives no answer. Cookies do not ask for the port."""

    def __init__(self, stage: Stage, data_dir: Path) -> None:
        self.stage, self.data_dir = stage, data_dir
        self.http = client(**{"Accept-Language": "pt-BR"})
        self.http.follow_redirects = True

    def goes_to(self, replica: int) -> None:
        self.stage.used = replica

    def sends(self, page: str, target: str = "", /, **fields: str) -> str:
        """Open a page, fill its form and send it; the next page, none when the replica was ended meanwhile."""
        url = self.stage.frontends[self.stage.used].url
        try:
            shown = self.http.get(url + page)
            action = target or page.partition("?")[0]
            assert f'action="{action}"' in shown.text, shown.text
            assert all(f'name="{name}"' in shown.text for name in fields), shown.text
            return self.http.post(url + action, data=fields, headers={"Origin": url}).text
        except httpx.TransportError:
            return ""

    def signs_up(self, email: str, password: str = OLD) -> str:
        self.http.cookies.clear()
        return self.sends("/register", name="Ana", email=email, password=password)

    def signs_in(self, email: str, password: str) -> bool:
        self.http.cookies.clear()
        return 'action="/logout"' in self.sends("/login", email=email, password=password)

    def resets(self, email: str, user_id: str) -> bool:
        self.sends("/forgot-password", email=email)
        record = self.stage.ask(f"verifications/by-identifier/reset-password:{user_id}")
        path = f"/reset-password?token={record['value']}"
        return "Senha alterada" in self.sends(path, token=record["value"], password=NEW)


@pytest.fixture
def visitor(dsn: str, tmp_path: Path) -> Iterator[Visitor]:
    replicas = [Replica(tmp_path) for _ in range(2)]
    origins = ",".join(replica.url for replica in replicas)
    stage = Stage(start_two(dsn, tmp_path, AUTH_URL=replicas[0].url, AUTH_TRUSTED_ORIGINS=origins))
    stage.frontends = [*replicas]
    for replica in replicas:
        replica.stands_before(stage)
    made = Visitor(stage, tmp_path)
    yield made
    made.http.close()
    stage.close()


def test_nothing_half_done_remains_that_doing_it_again_does_not_heal(visitor: Visitor) -> None:
    cases = [
        *((registers, write, victim) for write in (1, 2) for victim in ("frontend", "backend")),
        *((forgets, write, "frontend") for write in (1, 2, 3, 4, 5)),
        (forgets, 4, "backend"),
        *((leaves, 1, victim) for victim in ("frontend", "backend")),
    ]
    for number, (flow, write, victim) in enumerate(cases):
        visitor.goes_to(0)
        flow(visitor, f"visitor{number}@example.com", write, victim)


def registers(visitor: Visitor, email: str, write: int, victim: str) -> None:
    visitor.stage.kill_after(write, victim)
    visitor.signs_up(email)
    assert visitor.stage.disarm(), (write, victim)
    visitor.goes_to(1)
    # It was made before the end: the address is taken, by this very visitor.
    assert "Já existe uma conta com este e-mail." in visitor.signs_up(email)
    assert visitor.signs_in(email, OLD)
    assert "Loja criada." in visitor.sends("/stores/new", "/stores", name="Casa Figueira")


def forgets(visitor: Visitor, email: str, write: int, victim: str) -> None:
    visitor.signs_up(email)
    user_id = visitor.stage.ask(f"users/by-email/{email}")["id"]
    visitor.stage.kill_after(write, victim)
    visitor.resets(email, user_id)
    assert visitor.stage.disarm(), (write, victim)
    visitor.goes_to(1)
    assert visitor.resets(email, user_id)
    assert visitor.stage.ask(f"sessions/by-user/{user_id}") == []
    assert not visitor.signs_in(email, OLD)
    assert visitor.signs_in(email, NEW)
    assert len(visitor.stage.ask(f"accounts/by-user/{user_id}")) == 1


def leaves(visitor: Visitor, email: str, write: int, victim: str) -> None:
    visitor.signs_up(email)
    user_id = visitor.stage.ask(f"users/by-email/{email}")["id"]
    files = open_file_store(visitor.data_dir)
    files.save(user_id, b"%PDF-1.4 proof", "pdf")
    visitor.stage.kill_after(write, victim)
    visitor.sends("/account/delete", understood="on", current_password=OLD)
    assert visitor.stage.disarm(), (write, victim)
    visitor.goes_to(1)
    assert not visitor.signs_in(email, OLD)
    assert visitor.stage.ask(f"users/by-id/{user_id}") is None
    assert visitor.stage.ask(f"sessions/by-user/{user_id}") == []
    assert files.count(user_id) == 0
    assert "Conta criada." in visitor.signs_up(email, NEW)
