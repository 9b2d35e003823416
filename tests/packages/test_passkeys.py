"""Passkeys of better-auth through the adapter: Chromium's virtual authenticator in front of a served frontend."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from selenium.webdriver.common.virtual_authenticator import VirtualAuthenticatorOptions

from tests.api import AUTH_TOKEN
from tests.servers import Server, free_port
from tests.storefront.chromium import CHROMIUM, DRIVER, MISSING, Browser

pytestmark = [
    pytest.mark.clients,
    pytest.mark.browser,
    pytest.mark.timeout(300),
    pytest.mark.skipif(shutil.which("npm") is None, reason="node and npm are not installed"),
    pytest.mark.skipif(CHROMIUM is None or DRIVER is None, reason=MISSING),
]

# What @simplewebauthn/browser does, in the browser's own words.
_CALL = """
const [path, body, done] = arguments;
const call = (path, body) => fetch(`/api/auth/${path}`, body === null ? {} : {
  method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(body),
}).then(async (answer) => ({status: answer.status, body: await answer.json().catch(() => null)}));
const own = {
  async register({name}) {
    const options = await call("passkey/generate-register-options", null);
    if (options.status !== 200) return options;
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options.body);
    const credential = await navigator.credentials.create({publicKey});
    return call("passkey/verify-registration", {response: credential.toJSON(), name});
  },
  async signIn() {
    const options = await call("passkey/generate-authenticate-options", null);
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options.body);
    const credential = await navigator.credentials.get({publicKey});
    return call("passkey/verify-authentication", {response: credential.toJSON()});
  },
};
(own[path] ? own[path](body) : call(path, body)).then(done, (error) => done({status: 0, body: String(error)}));
"""


@pytest.fixture
def frontend(installed: Callable[[str], Path], server: Server, tmp_path: Path) -> Iterator[str]:
    """better-auth's routes on a name (WebAuthn takes no bare address); gives it."""
    package, port = installed("clients/better-auth"), free_port()
    url = f"http://localhost:{port}"
    environment = os.environ | server.environment | {"BACKEND_URL": server.url, "AUTH_URL": url, "PORT": str(port)}
    with subprocess.Popen(
        ["node", "test/server.mjs"], cwd=package, env=environment | {"BCRYPT_COST": "4"}, stdout=subprocess.PIPE
    ) as process:
        try:
            assert process.stdout is not None
            assert b"listening" in process.stdout.readline()
            yield url
        finally:
            process.terminate()


class Visitor:
    """A window whose computer has a fingerprint reader."""

    def __init__(self, url: str, profile: Path) -> None:
        self.browser = Browser(url, profile)
        options = VirtualAuthenticatorOptions(
            protocol=VirtualAuthenticatorOptions.Protocol.CTAP2,
            transport=VirtualAuthenticatorOptions.Transport.INTERNAL,
            has_resident_key=True,
            has_user_verification=True,
            is_user_verified=True,
        )
        self.browser.driver.add_virtual_authenticator(options)
        self.browser.driver.set_script_timeout(60)
        self.browser.driver.get(url)

    def call(self, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        answer: dict[str, Any] = self.browser.driver.execute_async_script(_CALL, path, body)
        return answer


def test_a_passkey_is_registered_signs_in_is_renamed_and_removed(frontend: str, server: Server, tmp_path: Path) -> None:
    visitor = Visitor(frontend, tmp_path / "profile")
    try:
        account = {"name": "Ana", "email": "ana@example.com", "password": "a long password"}
        signed_up = visitor.call("sign-up/email", account)
        assert signed_up["status"] == 200, signed_up
        user_id = signed_up["body"]["user"]["id"]

        registered = visitor.call("register", {"name": "Laptop"})
        assert registered["status"] == 200, registered
        [listed] = visitor.call("passkey/list-user-passkeys")["body"]
        assert (listed["name"], listed["userId"]) == ("Laptop", user_id)
        # The authenticator knows that it has one for this account already.
        assert "InvalidStateError" in visitor.call("register", {"name": "Again"})["body"]

        assert visitor.call("sign-out", {})["status"] == 200
        assert visitor.call("get-session")["body"] is None
        signed_in = visitor.call("signIn", {})
        assert signed_in["status"] == 200, signed_in
        assert visitor.call("get-session")["body"]["user"]["id"] == user_id

        renamed = visitor.call("passkey/update-passkey", {"id": listed["id"], "name": "Notebook"})
        assert renamed["body"]["passkey"]["name"] == "Notebook"
        [row] = _rows(server, user_id)
        assert (row["data"]["name"], row["data"]["credentialID"]) == ("Notebook", listed["credentialID"])
        assert row["data"]["counter"] > listed["counter"]

        assert visitor.call("passkey/delete-passkey", {"id": listed["id"]})["status"] == 200
        visitor.call("sign-out", {})
        assert visitor.call("signIn", {})["body"]["code"] == "PASSKEY_NOT_FOUND"
        assert _rows(server, user_id) == []
    finally:
        visitor.browser.close()


def _rows(server: Server, user_id: str) -> list[dict[str, Any]]:
    answer = httpx.get(
        f"{server.url}/internal/auth/extensions/by-user/{user_id}",
        params={"model": "passkey"},
        headers={"X-Auth-Token": AUTH_TOKEN},
    )
    rows: list[dict[str, Any]] = answer.json()
    return rows
