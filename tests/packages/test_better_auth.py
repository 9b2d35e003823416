"""clients/better-auth against a served backend: the journey and the library's own suite. `make test-clients`."""

import json
import re
import shutil
import time
from collections.abc import Callable
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import bcrypt
import httpx
import pyotp
import pytest

from app.settings import Secret
from app.storefront import create_storefront
from tests.api import APP_TOKEN, AUTH_TOKEN
from tests.packages.conftest import Run
from tests.pages import blocks
from tests.servers import Server
from tests.storefront.conftest import ORIGIN, make_settings

pytestmark = [
    pytest.mark.clients,
    pytest.mark.timeout(500),
    pytest.mark.skipif(shutil.which("npm") is None, reason="node and npm are not installed"),
]

README = "clients/better-auth/README.md"
_SIGN_UP = """
import { auth } from "./auth.js";
const password = "a long password";
const { user } = await auth.api.signUpEmail({ body: { name: "Ana", email: "Ana@example.com", password } });
const response = await auth.api.signInEmail({ body: { email: user.email, password }, asResponse: true });
console.log(response.status, (await response.json()).user.email);
"""


@pytest.fixture
def package(installed: Callable[[str], Path]) -> Path:
    return installed("clients/better-auth")


def test_a_user_lives_through_the_whole_journey_on_two_replicas(package: Path, run: Run, server: Server) -> None:
    run(package, "npm", "run", "--silent", "journey")
    mails = _outbox(Path(server.environment["DATA_DIR"]) / "outbox")
    assert len(mails) == 2  # one of the journey's two requests each, and none for the unknown address
    assert all("http://127.0.0.1:3999/api/auth/reset-password/" in mail for mail in mails)


def test_the_librarys_own_adapter_suite_passes(package: Path, run: Run) -> None:
    run(package, "npm", "run", "--silent", "suite")


def test_strict_frontends_compile_against_its_types_as_does_the_readmes(package: Path, run: Run) -> None:
    frontend, plugins = (block.text for block in blocks(README, "ts"))
    imports, plugins = plugins.split("\n\n")
    made = package / "test" / "readme.made.ts"
    try:
        made.write_text(f"{imports}\n{frontend.replace('  emailAndPassword:', plugins + '  emailAndPassword:', 1)}")
        run(package, "npm", "run", "--silent", "types")
    finally:
        made.unlink()


def test_it_installs_from_the_checkout_as_the_readme_says(frontend: Callable[[str], Path], run: Run) -> None:
    """The README's example compiles against what `npm pack` leaves of the package, and signs somebody up and in."""
    folder = frontend(README)
    left = folder / "node_modules" / "storefront-better-auth"
    assert {path.name for path in left.iterdir()} == {"lib", "package.json", "README.md"}
    [example, _] = blocks(README, "ts")
    (folder / "auth.ts").write_text(example.text)
    options = ("--strict", "--skipLibCheck", "--target", "es2022", "--module", "nodenext", "--types", "node")
    run(folder, "node_modules/.bin/tsc", *options, "auth.ts")
    (folder / "sign-up.js").write_text(_SIGN_UP)
    assert run(folder, "node", "sign-up.js") == "200 ana@example.com\n"


def test_a_hash_written_here_opens_there(package: Path, run: Run, server: Server) -> None:
    """bcrypt on both sides: Python's hash signs in through better-auth, and the other way round."""
    with httpx.Client(base_url=f"{server.url}/internal/auth", headers={"X-Auth-Token": AUTH_TOKEN}) as http:
        user = http.post("/users", json={"email": "py@example.com", "name": "Py"}).json()
        account = {"user_id": user["id"], "provider_id": "credential", "account_id": user["id"]}
        password = bcrypt.hashpw(b"a long password", bcrypt.gensalt(4)).decode()
        assert http.post("/accounts", json=account | {"password": password}).status_code == 201
        run(package, "node", "test/sign-in.mjs", "py@example.com", "a long password", "another password")
        changed = http.get(f"/accounts/password-by-user/{user['id']}").json()["password"]
        assert bcrypt.checkpw(b"another password", changed.encode())


def _outbox(folder: Path) -> list[str]:
    """The mails, which leave as jobs."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline and len(list(folder.glob("*.eml"))) < 2:
        time.sleep(0.1)
    bodies = [message_from_bytes(path.read_bytes(), policy=default).get_body() for path in folder.glob("*.eml")]
    return [body.get_content() for body in bodies if body is not None]


async def test_a_second_factor_counts_in_both_frontends(
    package: Path, run: Run, server: Server, tmp_path: Path
) -> None:
    """Enrolled through the library it is asked for at the desk, enrolled at the desk through the library."""
    script, password = ("node", "test/two-frontends.mjs"), "a long password"
    there = json.loads(run(package, *script, "enrol", "there@example.com", password))
    settings = make_settings(
        tmp_path,
        auth_secret=Secret(server.environment["AUTH_SECRET"]),
        internal_auth_token=Secret(AUTH_TOKEN),
        internal_api_token=Secret(APP_TOKEN),
        backend_url=server.url,
    )
    transport = httpx.ASGITransport(app=create_storefront(settings, bcrypt_rounds=4))
    async with httpx.AsyncClient(transport=transport, base_url=ORIGIN, headers={"Origin": ORIGIN}) as desk:
        for code in (pyotp.TOTP(there["secret"]).at(time.time() + 30), there["backupCodes"][0]):
            desk.cookies.clear()
            asked = await desk.post("/login", data={"email": "there@example.com", "password": password})
            assert asked.headers["location"] == "/login/code"
            assert (await desk.post("/login/code", data={"code": code})).headers["location"] == "/dashboard"
        desk.cookies.clear()
        await desk.post("/register", data={"name": "Bia", "email": "here@example.com", "password": password})
        await desk.post("/account/second-factor", data={"current_password": password})
        shown = (await desk.get("/account/second-factor")).text
        key = re.findall(r"<code>([A-Z2-7 ]+)</code>", shown)[0].replace(" ", "")
        done = await desk.post("/account/second-factor/confirm", data={"code": pyotp.TOTP(key).now()})
        backup = re.findall(r"<li><code>([\w-]+)</code>", done.text)[0]
    run(package, *script, "sign-in", "here@example.com", password, key, backup)
