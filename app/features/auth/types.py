"""Users, sessions, accounts and verifications, as contract.md §3 names them."""

from datetime import datetime
from typing import Annotated

from msgspec import Meta

from app.web.types import UNSET, Body, Email, Query, Resource, TextId, Timestamp, UnsetType

UserName = Annotated[str, Meta(max_length=256)]
ImageUrl = Annotated[str, Meta(max_length=2048)]
Token = Annotated[str, Meta(min_length=1, max_length=512)]
IpAddress = Annotated[str, Meta(max_length=255)]
UserAgent = Annotated[str, Meta(max_length=1 << 20, description="Cut to 2,048 characters")]
ProviderKey = Annotated[str, Meta(min_length=1, max_length=255)]
PasswordHash = Annotated[str, Meta(min_length=1, max_length=1024)]
ProviderToken = Annotated[str, Meta(max_length=65_536)]
Identifier = Annotated[str, Meta(min_length=1, max_length=1024)]
VerificationValue = Annotated[str, Meta(min_length=1, max_length=65_536, description="At most 64 KiB in UTF-8")]


class User(Resource):
    """A user; the id is also the company's."""

    id: str
    email: str
    name: str
    email_verified: bool
    image: str | None
    created_at: datetime
    updated_at: datetime


class CreateUser(Body):
    """A new user. The e-mail is stored in lower case and unique in any case."""

    email: Email
    name: UserName
    id: TextId | None = None
    email_verified: bool = False
    image: ImageUrl | None = None
    created_at: Timestamp | None = None
    updated_at: Timestamp | None = None


class UpdateUser(Body):
    """Changes of a user; only the keys present."""

    email: Email | UnsetType = UNSET
    name: UserName | UnsetType = UNSET
    email_verified: bool | UnsetType = UNSET
    image: ImageUrl | None | UnsetType = UNSET
    updated_at: Timestamp | UnsetType = UNSET


class Session(Resource):
    """A session of a user."""

    id: str
    token: str
    user_id: str
    expires_at: datetime
    ip_address: str | None
    user_agent: str | None
    created_at: datetime
    updated_at: datetime


class CreateSession(Body):
    """A new session."""

    user_id: TextId
    token: Token
    expires_at: Timestamp
    id: TextId | None = None
    ip_address: IpAddress | None = None
    user_agent: UserAgent | None = None
    created_at: Timestamp | None = None
    updated_at: Timestamp | None = None


class UpdateSession(Body):
    """Changes of a session; only the keys present."""

    expires_at: Timestamp | UnsetType = UNSET
    token: Token | UnsetType = UNSET
    ip_address: IpAddress | None | UnsetType = UNSET
    user_agent: UserAgent | None | UnsetType = UNSET
    updated_at: Timestamp | UnsetType = UNSET


class Account(Resource):
    """A login method of a user, with the password hash."""

    id: str
    user_id: str
    provider_id: str
    account_id: str
    password: str | None
    access_token: str | None
    refresh_token: str | None
    id_token: str | None
    access_token_expires_at: datetime | None
    refresh_token_expires_at: datetime | None
    scope: str | None
    created_at: datetime
    updated_at: datetime


class AccountWithoutPassword(Resource):
    """A login method found by its provider: no hash."""

    id: str
    user_id: str
    provider_id: str
    account_id: str
    access_token: str | None
    refresh_token: str | None
    id_token: str | None
    access_token_expires_at: datetime | None
    refresh_token_expires_at: datetime | None
    scope: str | None
    created_at: datetime
    updated_at: datetime


class CreateAccount(Body):
    """A new login method; (provider_id, account_id) is unique."""

    user_id: TextId
    provider_id: ProviderKey
    account_id: ProviderKey
    id: TextId | None = None
    password: PasswordHash | None = None
    access_token: ProviderToken | None = None
    refresh_token: ProviderToken | None = None
    id_token: ProviderToken | None = None
    access_token_expires_at: Timestamp | None = None
    refresh_token_expires_at: Timestamp | None = None
    scope: ProviderToken | None = None
    created_at: Timestamp | None = None
    updated_at: Timestamp | None = None


class UpdateAccount(Body):
    """Changes of a login method; only the keys present."""

    password: PasswordHash | None | UnsetType = UNSET
    access_token: ProviderToken | None | UnsetType = UNSET
    refresh_token: ProviderToken | None | UnsetType = UNSET
    id_token: ProviderToken | None | UnsetType = UNSET
    access_token_expires_at: Timestamp | None | UnsetType = UNSET
    refresh_token_expires_at: Timestamp | None | UnsetType = UNSET
    scope: ProviderToken | None | UnsetType = UNSET
    updated_at: Timestamp | UnsetType = UNSET


class ProviderAccount(Query):
    """The key of an account at its provider."""

    provider_id: ProviderKey
    account_id: ProviderKey


class Verification(Resource):
    """A record of a running flow (PKCE, password reset, e-mail verification)."""

    id: str
    identifier: str
    value: str
    expires_at: datetime
    created_at: datetime
    updated_at: datetime


class CreateVerification(Body):
    """A new record; duplicates are allowed."""

    identifier: Identifier
    value: VerificationValue
    expires_at: Timestamp
    id: TextId | None = None
    created_at: Timestamp | None = None
    updated_at: Timestamp | None = None


class ConsumeVerification(Body):
    """The pair to take away."""

    identifier: Identifier
    value: VerificationValue


class CacheStats(Resource):
    """Numbers of the two look-up caches of this process."""

    users_by_email: dict[str, int | bool]
    sessions_by_token: dict[str, int | bool]
