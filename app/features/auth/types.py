"""Users, sessions, accounts and verifications, as contract.md §3 names them."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, field

from app.features.members.types import Workplace
from app.web.types import (
    KEY,
    LINE,
    MAX_INT4,
    UNSET,
    Body,
    Email,
    Metadata,
    PartQuery,
    Query,
    Resource,
    SmallObject,
    TextId,
    Timestamp,
    UnsetType,
)

UserName = Annotated[str, Meta(max_length=256, extra=LINE)]
ImageUrl = Annotated[str, Meta(max_length=2048)]
Token = Annotated[str, Meta(min_length=1, max_length=512)]
IpAddress = Annotated[str, Meta(max_length=255)]
UserAgent = Annotated[str, Meta(max_length=1 << 20, description="Cut to 2,048 characters")]
ProviderKey = Annotated[str, Meta(min_length=1, max_length=255, extra=KEY)]
PasswordHash = Annotated[
    str, Meta(min_length=1, max_length=1024, description="bcrypt, argon2 or scrypt (salt:key in hexadecimal)")
]
ProviderToken = Annotated[str, Meta(max_length=65_536)]
Identifier = Annotated[str, Meta(min_length=1, max_length=1024)]
VerificationValue = Annotated[str, Meta(min_length=1, max_length=65_536, description="At most 64 KiB in UTF-8")]
LimitKey = Annotated[str, Meta(min_length=1, max_length=1024, description="What is counted: address, path, account …")]
Positive = Annotated[int, Meta(ge=1, le=MAX_INT4)]
ModelName = Annotated[str, Meta(pattern=r"^[A-Za-z][A-Za-z0-9_]{0,63}(?!\n)$", description="twoFactor, passkey …")]
FieldName = Annotated[str, Meta(pattern=r"^[A-Za-z][A-Za-z0-9_]{0,63}(?!\n)$")]
KeyValue = Annotated[str, Meta(min_length=1, max_length=1024)]
ExtensionKeys = Annotated[
    dict[FieldName, KeyValue],
    Meta(max_length=8, description="What the row is found by without its user; each is one row's alone in its model"),
]
EventType = Annotated[
    str,
    Meta(pattern=r"^[a-z][a-z0-9_.-]{0,49}(?!\n)$", description="sign_in, sign_in_failed, password_changed …"),
]


class User(Resource):
    """A user; the id is also the company's. `metadata` and `plugin_fields` are JSON of the database (msgspec.Raw)."""

    id: str
    email: str
    name: str
    email_verified: bool
    image: str | None
    metadata: Metadata
    plugin_fields: Metadata
    created_at: datetime
    updated_at: datetime


class CreateUser(Body):
    """A new user. The e-mail is stored in lower case and unique in any case."""

    email: Email
    name: UserName
    id: TextId | None = None
    email_verified: bool = False
    image: ImageUrl | None = None
    metadata: SmallObject = {}
    plugin_fields: SmallObject = {}
    created_at: Timestamp | None = None
    updated_at: Timestamp | None = None


class UpdateUser(Body):
    """Changes of a user; only the keys present. `metadata` is replaced, `plugin_fields` key by key."""

    email: Email | UnsetType = UNSET
    name: UserName | UnsetType = UNSET
    email_verified: bool | UnsetType = UNSET
    image: ImageUrl | None | UnsetType = UNSET
    metadata: SmallObject | UnsetType = UNSET
    plugin_fields: SmallObject | UnsetType = UNSET
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


class SessionAndUser(Resource):
    """A session with whom it belongs to."""

    session: Session
    user: User


class SessionAndWork(SessionAndUser):
    """A session with whom it belongs to, and where they work."""

    companies: list[Workplace]


class SessionQuery(Query):
    """What else to answer; `companies` are with the user."""

    include: Literal["user", "companies"] | None = None


class KeptSession(Query):
    """The session that stays when all others end."""

    except_: Token | None = field(default=None, name="except")


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


class CreateSignUp(Body):
    """A new user with what comes along: all of it, or nothing. `user_id` of both is the id of `user`."""

    user: CreateUser
    account: CreateAccount | None = None
    session: CreateSession | None = None


class SignUp(Resource):
    """What a sign-up has made."""

    user: User
    account: Account | None
    session: Session | None


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


class UpdateVerification(Body):
    """Changes of a live record; only the keys present. With `if_value` only if that is still its value."""

    identifier: Identifier | UnsetType = UNSET
    value: VerificationValue | UnsetType = UNSET
    expires_at: Timestamp | UnsetType = UNSET
    updated_at: Timestamp | UnsetType = UNSET
    if_value: VerificationValue | None = None


class ConsumeVerification(Body):
    """The pair to take away."""

    identifier: Identifier
    value: VerificationValue


class AuthExtension(Resource):
    """A row of a plugin's table. `version` grows with each change."""

    id: str
    user_id: str
    model: str
    data: Metadata
    version: int
    created_at: datetime
    updated_at: datetime


class CreateAuthExtension(Body):
    """A new row of a plugin's table, whose columns are the library's own: the service reads none of `data`."""

    user_id: TextId
    model: ModelName
    data: SmallObject
    id: TextId | None = None
    keys: ExtensionKeys = {}
    created_at: Timestamp | None = None
    updated_at: Timestamp | None = None


class UpdateAuthExtension(Body):
    """Changes of a row: `data` key by key, `keys` as a whole. With `version` only if that is still the row's."""

    data: SmallObject | UnsetType = UNSET
    keys: ExtensionKeys | UnsetType = UNSET
    version: Positive | None = None
    updated_at: Timestamp | UnsetType = UNSET


class ExtensionQuery(PartQuery):
    """A part of a user's rows."""

    model: ModelName | None = None


class ExtensionModel(Query):
    """The rows of one model, or all."""

    model: ModelName | None = None


class ExtensionKey(Query):
    """What a row is found by."""

    model: ModelName
    field: FieldName
    value: KeyValue


class ConsumeRateLimit(Body):
    """One more of `key`, of which `limit` may happen within a window that the first one opens."""

    key: LimitKey
    limit: Positive
    window_seconds: Positive


class RateLimitState(Resource):
    """Whether it may happen; if not, the seconds until the window ends."""

    allowed: bool
    remaining: int
    retry_after: int


class CreateAuthEvent(Body):
    """What the auth library has seen, for the audit log of the user's company."""

    type: EventType
    user_id: TextId | None = None
    ip_address: IpAddress | None = None
    user_agent: UserAgent | None = None


class AuthEventReceipt(Resource):
    """Whether the audit log has it: an event of nobody known is only logged."""

    recorded: bool


class CacheStats(Resource):
    """Numbers of the two look-up caches of this process."""

    users_by_email: dict[str, int | bool]
    sessions_by_token: dict[str, int | bool]
