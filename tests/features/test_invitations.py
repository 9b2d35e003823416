"""Invitations: a mail, a link of seven days, and who may walk through it."""

import re
from email import message_from_bytes, policy
from pathlib import Path

import pytest

from app.context import JobCtx
from app.features.members.jobs import purge_invitations
from app.jobs import NoArgs
from app.settings import Settings
from tests.api import Api, Tenant
from tests.problems import assert_problem

URL = "/internal/company/invitations"
LINK = re.compile(r"http://127\.0\.0\.1:8001/invitations/([0-9a-f]+)")
ACCEPT = "/internal/auth/invitations/accept"


@pytest.fixture
async def mine(api: Api, two_tenants: tuple[Tenant, Tenant]) -> Tenant:
    await two_tenants[0].client.post("/internal/company/ensure", json={"name": "Loja <Aurora>"})
    await two_tenants[1].client.post("/internal/company/ensure", json={"name": "Boreal"})
    return two_tenants[0]


async def invite(mine: Tenant, email: str = "Bia@example.com", role: str = "attendant") -> dict[str, str]:
    answer = await mine.client.post(URL, json={"email": email, "role": role})
    assert answer.status_code == 201, answer.text
    made: dict[str, str] = answer.json()
    return made


def mails(settings: Settings) -> list[Path]:
    return sorted((settings.data_dir / "outbox").glob("*.eml"), key=lambda file: file.stat().st_mtime_ns)


async def mailed_token(api: Api, settings: Settings) -> str:
    """The token of the newest mail."""
    await api.run_jobs()
    message = message_from_bytes(mails(settings)[-1].read_bytes(), policy=policy.default)
    plain, html = (message.get_body((kind,)).get_content() for kind in ("plain", "html"))  # type: ignore[union-attr]
    found = LINK.search(plain)
    assert found is not None
    assert found[0] in html
    return found[1]


async def accept(api: Api, token: str, user_id: str):
    return await api.auth.post(ACCEPT, json={"token": token, "user_id": user_id})


async def test_an_invited_person_signs_up_and_becomes_a_member(api: Api, mine: Tenant, app_settings: Settings) -> None:
    made = await invite(mine, role="manager")
    assert {key: made[key] for key in ("email", "role", "invited_by")} == {
        "email": "bia@example.com",
        "role": "manager",
        "invited_by": mine.id,
    }
    assert (await mine.client.get(URL)).json() == [made]
    assert (await mine.client.get(f"{URL}/{made['id']}")).json() == made
    token = await mailed_token(api, app_settings)
    message = message_from_bytes(mails(app_settings)[-1].read_bytes(), policy=policy.default)
    assert message["To"] == "bia@example.com"
    assert "Loja <Aurora>" in message.get_body(("plain",)).get_content()  # type: ignore[union-attr]
    assert "Loja &lt;Aurora&gt;" in message.get_body(("html",)).get_content()  # type: ignore[union-attr]
    shown = (await api.auth.get(f"/internal/auth/invitations/by-token/{token}")).json()
    assert (shown["company_name"], shown["email"], shown["role"]) == ("Loja <Aurora>", "bia@example.com", "manager")
    bia = await api.create_user("bia@example.com")
    answer = await accept(api, token, bia["id"])
    assert (answer.status_code, answer.json()["role"], answer.json()["company_id"]) == (200, "manager", mine.id)
    assert (await mine.client.get(URL)).json() == []
    assert (await api.as_actor(mine.id, bia["id"]).get("/internal/company")).status_code == 200
    rows = (await mine.client.get("/internal/audit", params={"actor_user_id": bia["id"]})).json()["items"]
    assert {row["target_type"] for row in rows} == {"member", "invitation"}
    # Once.
    assert_problem(await accept(api, token, bia["id"]), 404, "not-found")
    assert_problem(await api.auth.get(f"/internal/auth/invitations/by-token/{token}"), 404, "not-found")


async def test_the_link_is_for_the_invited_address_alone(api: Api, mine: Tenant, app_settings: Settings) -> None:
    await invite(mine)
    token = await mailed_token(api, app_settings)
    other = await api.create_user()
    assert_problem(await accept(api, token, other["id"]), 409, "conflict")
    assert_problem(await accept(api, token, "nobody"), 404, "not-found")
    bia = await api.create_user("bia@example.com")
    assert (await accept(api, token, bia["id"])).status_code == 200


async def test_an_owner_who_has_taken_the_invited_address_stays_the_owner(
    api: Api, mine: Tenant, app_settings: Settings
) -> None:
    await invite(mine)
    token = await mailed_token(api, app_settings)
    changed = await api.auth.patch(f"/internal/auth/users/{mine.id}", json={"email": "bia@example.com"})
    assert changed.status_code == 200
    assert_problem(await accept(api, token, mine.id), 409, "conflict")
    assert (await mine.client.get("/internal/company/members")).json() == []


@pytest.mark.parametrize("change", [lambda t: t[:-1] + "g", lambda t: t[1:], lambda t: "", lambda t: "0" * 96])
async def test_a_token_that_is_not_ours_opens_nothing(api: Api, mine: Tenant, app_settings: Settings, change) -> None:
    await invite(mine)
    token = change(await mailed_token(api, app_settings)) or "x"
    bia = await api.create_user("bia@example.com")
    assert_problem(await accept(api, token, bia["id"]), 404, "not-found")
    assert_problem(await api.auth.get(f"/internal/auth/invitations/by-token/{token}"), 404, "not-found")


async def test_it_holds_for_seven_days(api: Api, mine: Tenant, app_settings: Settings) -> None:
    made = await invite(mine)
    token = await mailed_token(api, app_settings)
    bia = await api.create_user("bia@example.com")
    api.clock.advance(days=7, seconds=1)
    assert_problem(await api.auth.get(f"/internal/auth/invitations/by-token/{token}"), 404, "not-found")
    assert_problem(await accept(api, token, bia["id"]), 404, "not-found")
    assert [one["id"] for one in (await mine.client.get(URL)).json()] == [made["id"]]
    api.clock.advance(days=30)
    await purge_invitations(JobCtx(api.services, None), NoArgs())  # type: ignore[arg-type]
    assert (await mine.client.get(URL)).json() == []
    assert await api.services.db.fetchval("SELECT count(*) FROM lookups WHERE kind = 'invitation'") == 0


async def test_inviting_again_replaces_and_withdrawing_ends_the_link(
    api: Api, mine: Tenant, app_settings: Settings
) -> None:
    await invite(mine)
    first = await mailed_token(api, app_settings)
    made = await invite(mine, "bia@EXAMPLE.com", "manager")
    second = await mailed_token(api, app_settings)
    assert len(mails(app_settings)) == 2
    assert [one["role"] for one in (await mine.client.get(URL)).json()] == ["manager"]
    bia = await api.create_user("bia@example.com")
    assert_problem(await accept(api, first, bia["id"]), 404, "not-found")
    assert (await mine.client.delete(f"{URL}/{made['id']}")).status_code == 204
    assert_problem(await accept(api, second, bia["id"]), 404, "not-found")
    assert_problem(await mine.client.delete(f"{URL}/{made['id']}"), 404, "not-found")


async def test_a_withdrawn_invitation_is_not_mailed(api: Api, mine: Tenant, app_settings: Settings) -> None:
    made = await invite(mine)
    await mine.client.delete(f"{URL}/{made['id']}")
    await api.run_jobs()
    assert mails(app_settings) == []


async def test_who_is_there_already_is_not_invited(api: Api, mine: Tenant) -> None:
    owner = (await api.auth.get(f"/internal/auth/users/by-id/{mine.id}")).json()
    bia = await api.create_user("bia@example.com")
    await mine.client.post("/internal/company/members", json={"user_id": bia["id"], "role": "manager"})
    for email in (owner["email"], "BIA@example.com"):
        assert_problem(await mine.client.post(URL, json={"email": email, "role": "manager"}), 409, "conflict")
    for email in ("bia", "b@x.com, c@x.com", "b\u200b@example.com"):
        assert_problem(
            await mine.client.post(URL, json={"email": email, "role": "manager"}), 422, "validation", "/email"
        )


async def test_a_member_who_accepts_keeps_the_role(api: Api, mine: Tenant, app_settings: Settings) -> None:
    await invite(mine, role="attendant")
    token = await mailed_token(api, app_settings)
    bia = await api.create_user("bia@example.com")
    await mine.client.post("/internal/company/members", json={"user_id": bia["id"], "role": "manager"})
    assert (await accept(api, token, bia["id"])).json()["role"] == "manager"
    assert (await mine.client.get(URL)).json() == []


async def test_mail_in_our_name_is_bounded(api: Api, mine: Tenant) -> None:
    for number in range(50):
        await invite(mine, f"p{number}@example.com")
    refused = await mine.client.post(URL, json={"email": "p50@example.com", "role": "manager"})
    assert_problem(refused, 429, "rate-limited")
    assert int(refused.headers["retry-after"]) > 80_000
    assert len((await mine.client.get(URL)).json()) == 50
