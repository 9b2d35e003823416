"""Two complete tenants, written straight onto the schema: every tenant table holds rows of each.

The ids of a tenant are its attributes; a query parameter or an endpoint slot of the same name gets them.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID

import asyncpg
import numpy as np

from app.db import uuid7
from app.features.auth.extensions import extension_aad
from app.features.auth.service import session_aad
from app.features.auth.verifications import reset_hashes
from tests.api import VAULT

SQL = (Path(__file__).parent / "seed.sql").read_text("utf-8")


def _new() -> UUID:
    return uuid7()


@dataclass(kw_only=True)
class Tenant:
    """Ids and natural keys of one tenant."""

    actor_id: str
    store_id: UUID = field(default_factory=_new)
    product_id: UUID = field(default_factory=_new)
    document_id: UUID = field(default_factory=_new)
    product_document_id: UUID = field(default_factory=_new)
    file_id: UUID = field(default_factory=_new)
    picture_id: UUID = field(default_factory=_new)
    agent_id: UUID = field(default_factory=_new)
    lead_id: UUID = field(default_factory=_new)
    lead_event_id: UUID = field(default_factory=_new)
    message_id: UUID = field(default_factory=_new)
    conversation_id: UUID = field(default_factory=_new)
    note_id: UUID = field(default_factory=_new)
    view_id: UUID = field(default_factory=_new)
    test_id: UUID = field(default_factory=_new)
    turn_id: UUID = field(default_factory=_new)
    reply_id: UUID = field(default_factory=_new)
    order_id: UUID = field(default_factory=_new)
    pending_order_id: UUID = field(default_factory=_new)
    item_id: UUID = field(default_factory=_new)
    order_event_id: UUID = field(default_factory=_new)
    attempt_id: UUID = field(default_factory=_new)
    charge_id: UUID = field(default_factory=_new)
    coupon_id: UUID = field(default_factory=_new)
    refund_id: UUID = field(default_factory=_new)
    other_lead_id: UUID = field(default_factory=_new)
    reservation_id: UUID = field(default_factory=_new)
    topup_id: UUID = field(default_factory=_new)
    subscription_id: UUID = field(default_factory=_new)
    batch_id: UUID = field(default_factory=_new)
    overage_id: UUID = field(default_factory=_new)
    account_id: UUID = field(default_factory=_new)
    invitation_id: UUID = field(default_factory=_new)
    # The database counts these.
    usage_id: int = 0
    endpoint_id: UUID = field(default_factory=_new)
    delivery_id: UUID = field(default_factory=_new)

    @property
    def slug(self) -> str:
        """Slug of the store, and of the company."""
        return f"loja-{self.actor_id}"

    @property
    def member_id(self) -> str:
        """Somebody who acts for the company."""
        return f"membro-{self.actor_id}"

    @property
    def messaging_instance_id(self) -> str:
        """The agent's name at the gateway."""
        return f"ag-{self.agent_id.hex}"

    @property
    def payment_external_id(self) -> str:
        """The charge of the order."""
        return str(self.charge_id)

    @property
    def session_token(self) -> str:
        """Token of the user's session."""
        return f"token-{self.actor_id}"

    def numbered(self) -> dict[str, Any]:
        """The values of seed.sql's :names."""
        own = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return own | {
            "slug": self.slug,
            "member_id": self.member_id,
            "messaging_instance_id": self.messaging_instance_id,
            "payment_external_id": self.payment_external_id,
            "token_hash": VAULT.hash("session_token", self.session_token),
            "token_enc": VAULT.seal(self.session_token, session_aad(self.actor_id, f"session-{self.actor_id}")),
            "extension_hash": VAULT.hash("auth_extension", f"passkey credentialID {self.actor_id}"),
            "extension_enc": VAULT.seal("{}", extension_aad(self.actor_id, f"passkey-{self.actor_id}")),
            **reset_hashes(VAULT, self.actor_id),
            "email": f"{self.actor_id}@example.com",
        }


async def seed_tenant(connection: asyncpg.Connection, actor_id: str) -> Tenant:
    """Fill every tenant table for one new company."""
    tenant = Tenant(actor_id=actor_id)
    values = tenant.numbered()
    for statement in SQL.split(";\n"):
        text, arguments = _positional(statement, values)
        if text.strip():
            await connection.execute(text, *arguments)
    tenant.usage_id = await connection.fetchval("SELECT id FROM token_usage WHERE company_id = $1", actor_id)
    return tenant


async def seed_two_tenants(connection: asyncpg.Connection) -> tuple[Tenant, Tenant]:
    """A and B."""
    return await seed_tenant(connection, "tenant-a"), await seed_tenant(connection, "tenant-b")


def _positional(statement: str, values: dict[str, Any]) -> tuple[str, list[Any]]:
    """`:{name}` becomes $n. The marker cannot be mistaken for a cast."""
    arguments: list[Any] = []
    for name, value in (values | {"vector": np.full(1024, 0.03125, np.float32)}).items():
        marker = ":{" + name + "}"
        if marker in statement:
            arguments.append(value)
            statement = statement.replace(marker, f"${len(arguments)}")
    return statement, arguments
