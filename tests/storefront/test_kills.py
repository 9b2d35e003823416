"""Our storefront in a browser, on two replicas of itself and of the backend: kill -9 ends one process right after a
write of a sign-up, a reset or a deletion. The visitor does the same again at the other replica, and all is well.
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from app.storefront.uploads import open_file_store
from tests.replicas import Stage, start_two

chromium = pytest.importorskip("tests.storefront.chromium", reason="selenium is not installed")
WebDriverException = chromium.WebDriverException

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(600),
    pytest.mark.skipif(not (chromium.CHROMIUM and chromium.DRIVER), reason=chromium.MISSING),
]
OLD, NEW = "the old password", "the new password"


class Replica(chromium.Storefront):  # type: ignore[misc]
    """A storefront behind the relay."""

    def stands_before(self, stage: Stage) -> None:
        self._stage = stage
        self.start()

    def start(self) -> None:
        super().start(self._stage.servers[0], BACKEND_URL=self._stage.url)


class Visitor:
    """A browser that goes to the other replica when the first gives no answer. Cookies do not ask for the port."""

    def __init__(self, stage: Stage, data_dir: Path) -> None:
        self.stage, self.data_dir = stage, data_dir
        self.window = chromium.Browser(stage.frontends[0].url, data_dir / "profile")

    def goes_to(self, replica: int) -> None:
        self.stage.used = replica
        self.window.url = self.stage.frontends[replica].url

    def signs_up(self, email: str, password: str = OLD) -> None:
        self.window.driver.delete_all_cookies()
        self.window.open("/register")
        self.window.fill(name="Ana", email=email, password=password)
        self.window.press("Criar conta")

    def signs_in(self, email: str, password: str) -> bool:
        self.window.driver.delete_all_cookies()
        self.window.open("/login")
        self.window.fill(email=email, password=password)
        self.window.press("Entrar")
        return bool(self.window.path.startswith("/dashboard"))

    def resets(self, email: str, user_id: str) -> bool:
        self.window.open("/forgot-password")
        self.window.fill(email=email)
        self.window.press("Enviar link")
        record = self.stage.ask(f"verifications/by-identifier/reset-password:{user_id}")
        self.window.open(f"/reset-password?token={record['value']}")
        if "Nova senha" not in self.window.text:
            return False
        self.window.fill(password=NEW)
        self.window.press("Salvar nova senha")
        return "Senha alterada" in str(self.window.text)


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
    made.window.close()
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
    visitor.signs_up(email)
    # It was made before the end: the address is taken, by this very visitor.
    assert "Já existe uma conta com este e-mail." in visitor.window.text
    assert visitor.signs_in(email, OLD)
    visitor.window.open("/stores/new")
    visitor.window.fill(name="Casa Figueira")
    visitor.window.press("Criar loja")
    assert visitor.window.path.startswith("/dashboard?store=")


def forgets(visitor: Visitor, email: str, write: int, victim: str) -> None:
    visitor.signs_up(email)
    user_id = visitor.stage.ask(f"users/by-email/{email}")["id"]
    visitor.stage.kill_after(write, victim)
    with suppress(WebDriverException):  # nobody answers the page after
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
    visitor.window.open("/account/delete")
    visitor.window.click(visitor.window.find("main [name=understood]"))
    visitor.window.fill(current_password=OLD)
    visitor.window.press("Apagar para sempre")
    assert visitor.stage.disarm(), (write, victim)
    visitor.goes_to(1)
    assert not visitor.signs_in(email, OLD)
    assert visitor.stage.ask(f"users/by-id/{user_id}") is None
    assert visitor.stage.ask(f"sessions/by-user/{user_id}") == []
    assert files.count(user_id) == 0
    visitor.signs_up(email, NEW)
    assert visitor.window.path == "/dashboard"
