"""Configuration: one frozen Settings read from the environment and `.env` (contract: README, Configuration).

Field name in upper case = variable name. `.env.example` and the README table are checked against this.
"""

import os
import secrets
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from math import isfinite
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

Environment = Literal["development", "production"]
LogLevel = Literal["debug", "info", "warning", "error"]
LogFormat = Literal["json", "console"]


MAX_PORT = 65_535
MAX_THREADS = 256
MIN_POOL = 2  # a job and what it writes down at the same time
_SCHEMES = ("postgresql://", "postgres://")


class SettingsError(Exception):
    """The configuration cannot be used; the message names every variable at fault."""


class Secret:
    """A configured secret that does not print itself. `bool(secret)` tells whether it is set."""

    __slots__ = ("_value",)

    def __init__(self, value: str = "") -> None:
        self._value = value

    def reveal(self) -> str:
        """The text itself, for the one place that needs it."""
        return self._value

    def parts(self) -> tuple[str, ...]:
        """The secrets of a comma-separated list: all are accepted."""
        return tuple(part for text in self._value.split(",") if (part := text.strip()))

    def newest(self) -> str:
        """The first of a comma-separated list, which is the one to use; empty when it is unset."""
        return next(iter(self.parts()), "")

    def __bool__(self) -> bool:
        return bool(self.parts())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and self._value == other._value

    def __hash__(self) -> int:
        return hash(self._value)

    def __repr__(self) -> str:
        return "Secret(set)" if self._value else "Secret(unset)"


def _setting(default: Any, help_text: str) -> Any:
    return field(default=default, metadata={"help": help_text})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Every setting of the backend and the storefront. Build it with `load_settings`."""

    host: str = _setting("127.0.0.1", "Address the service listens on")
    port: int = _setting(8000, "Port the service listens on")
    environment: Environment = _setting("development", "development or production")
    database_url: Secret = _setting(Secret(), "PostgreSQL ≥ 16 with pgvector ≥ 0.8; unset: the embedded database")
    database_direct_url: Secret = _setting(Secret(), "The server itself, when DATABASE_URL leads to a pooler")
    database_prepare: bool = _setting(True, "Keep prepared statements; 0: the pooler cannot (PgBouncer before 1.21)")
    database_read_url: Secret = _setting(Secret(), "A streaming replica for lists, numbers and search")
    data_dir: Path = _setting(Path("./var"), "Embedded database, built model, dev.env, outbox")
    db_pool_max: int = _setting(16, "Connections of one process to PostgreSQL")
    app_pg_bin: str = _setting("", "Folder of PostgreSQL's programs (embedded database, backups); unset: its package's")
    workers: int = _setting(1, "API processes")
    job_concurrency: int = _setting(8, "Background jobs side by side in each process; 0: none here, run `worker`")

    worker_port: int = _setting(8002, "Port of a worker's /livez, /readyz, /metrics; 0: none")
    backup_dir: str = _setting("", "Folder of backups; unset: DATA_DIR/backups")
    backup_every: int = _setting(0, "Seconds between scheduled backups; 0: none")
    backup_keep: int = _setting(7, "Scheduled backups that are kept")
    wal_archive_dir: str = _setting(
        "", "Archive of the embedded database for going back in time: a folder or s3://bucket/prefix; unset: none"
    )
    media_dir: str = _setting("", "Pictures of products: a folder or s3://bucket/prefix; unset: DATA_DIR/media")
    aws_endpoint_url: str = _setting("", "S3-compatible store of such a bucket; unset: AWS itself")
    aws_region: str = _setting("us-east-1", "Its region")
    aws_access_key_id: str = _setting("", "Its key")
    aws_secret_access_key: Secret = _setting(Secret(), "Its secret key")

    internal_auth_token: Secret = _setting(
        Secret(), "Opens /internal/auth/*; unset: the app token does; a comma-separated list: all do"
    )
    internal_api_token: Secret = _setting(Secret(), "Opens /internal/* together with X-Actor-User-Id; a list, too")
    internal_webhook_token: Secret = _setting(
        Secret(), "Opens relayed webhooks and mails that carry a link; a list, too"
    )
    auth_secret: Secret = _setting(Secret(), "HMAC secret of the storefront's session cookies")
    auth_url: str = _setting(
        "http://127.0.0.1:8001", "Canonical URL of the frontend; unset: this machine on STOREFRONT_PORT"
    )
    public_auth_url: str = _setting("", "The same URL for browsers; unset: AUTH_URL")
    auth_trusted_origins: tuple[str, ...] = _setting((), "Further origins allowed in mailed links, comma-separated")
    secrets_key: Secret = _setting(Secret(), "Base64 AES-256 keys, comma-separated: the first seals, all open")

    cardprovider_base_url: str = _setting("https://api.stripe.com", "Card provider's API")
    cardprovider_api_key: Secret = _setting(Secret(), "Card provider's secret key")
    cardprovider_api_version: str = _setting("2025-10-29.clover", "Pinned version of the card provider's API")
    cardprovider_webhook_secret: Secret = _setting(Secret(), "Signing secrets of its webhook, comma-separated")
    cardprovider_signature_header: str = _setting("Stripe-Signature", "Header that carries its signature")
    billing_grace_days: int = _setting(7, "Days an overdue subscription keeps its plan")
    cardprovider_meter_event: str = _setting("tokens", "Name of the meter that counts overage tokens")
    pixprovider_base_url: str = _setting("https://api.openpix.com.br", "PIX provider's API")
    email_base_url: str = _setting("https://api.resend.com", "E-mail provider's API")
    email_api_key: Secret = _setting(Secret(), "E-mail provider's key; unset: mail goes to DATA_DIR/outbox")
    email_from: str = _setting("Loja <no-reply@example.com>", "Sender of transactional e-mail")

    messaging_base_url: str = _setting("", "Messaging gateway that carries replies of people; unset: events alone do")
    messaging_api_key: Secret = _setting(Secret(), "Key of that gateway")
    webhook_retry_for: int = _setting(259_200, "Seconds a webhook delivery is tried again before it is dead")
    conversations_kept_days: int = _setting(365, "Conversations nobody has written in for longer are deleted")

    llm_base_url: str = _setting("", "OpenAI-compatible API, up to /chat/completions; unset: rule-based assistant")
    llm_api_key: Secret = _setting(Secret(), "Key of that API")
    llm_model: str = _setting("", "Model of agents that name none")
    llm_timeout_s: float = _setting(30.0, "Bound of a whole chat turn's waiting for the model, seconds")
    embedding_model: str = _setting(
        "hybrid-pt-1024", "The default, built at the first start, or a folder under MODELS_DIR"
    )
    embedding_threads: int = _setting(0, "Threads of one inference; 0: one per core")
    models_dir: Path = _setting(Path("./models_onnx"), "Folder of the embedding models")
    agent_types_file: Path = _setting(Path("./agent_types.yaml"), "Agent types with config and price")

    otel_exporter_otlp_endpoint: str = _setting("", "Where traces go (OTLP over HTTP); unset: no traces")
    allow_private_outbound: bool = _setting(
        False, "Let webhook and ERP URLs point at private addresses (tests, one box)"
    )
    log_level: LogLevel = _setting("info", "debug, info, warning or error")
    log_format: LogFormat = _setting("json", "json or console")

    storefront_port: int = _setting(8001, "Port of the storefront")
    backend_url: str = _setting(
        "http://127.0.0.1:8000", "Where the storefront finds the backend; unset: this machine on PORT"
    )

    @property
    def development(self) -> bool:
        """True when ENVIRONMENT=development."""
        return self.environment == "development"

    @property
    def backups(self) -> Path:
        """Where backups lie."""
        return Path(self.backup_dir) if self.backup_dir else self.data_dir / "backups"

    @property
    def public_url(self) -> str:
        """The storefront's address as browsers know it, without a closing slash; it serves /media, too."""
        return (self.public_auth_url or self.auth_url).rstrip("/")

    @property
    def direct_url(self) -> str:
        """Where PostgreSQL itself answers: for LISTEN, session locks, migrations and commands."""
        return (self.database_direct_url or self.database_url).reveal()

    @property
    def auth_token(self) -> Secret:
        """The token of the auth scope: its own, else the app token."""
        return self.internal_auth_token or self.internal_api_token


REQUIRED_SECRETS = ("internal_api_token", "internal_webhook_token", "auth_secret", "secrets_key")


def load_settings(environ: Mapping[str, str] | None = None, *, dotenv: Path | None = Path(".env")) -> Settings:
    """Read the settings: environment over `.env` over defaults; an empty value counts as unset.

    Raises SettingsError naming every variable that cannot be read, and in production every missing secret.
    In development missing secrets are made once and kept in DATA_DIR/dev.env (mode 600).
    """
    values = dict(_read_env_file(dotenv)) if dotenv else {}
    if environ is None:
        # OpenTelemetry reads its own variables, and no file.
        for name, value in values.items():
            if name.startswith("OTEL_") and not os.environ.get(name):
                os.environ[name] = value
    values |= {k: v for k, v in (os.environ if environ is None else environ).items() if v != ""}
    settings = _parse(values)
    missing = [name for name in REQUIRED_SECRETS if not getattr(settings, name)]
    if not missing:
        return settings
    if not settings.development:
        raise SettingsError(f"missing in production: {', '.join(n.upper() for n in missing)}")
    made = _development_secrets(settings.data_dir / "dev.env", missing)
    changes: dict[str, Any] = {name: Secret(made[name.upper()]) for name in missing}
    return replace(settings, **changes)


def _parse(values: Mapping[str, str]) -> Settings:
    kwargs: dict[str, Any] = {}
    problems: list[str] = []
    hints = get_type_hints(Settings)
    for item in fields(Settings):
        text = values.get(item.name.upper(), "")
        if text == "":
            continue
        try:
            kwargs[item.name] = _convert(hints[item.name], text)
            _check(item.name, kwargs[item.name])
        except ValueError as error:
            problems.append(f"{item.name.upper()}: {error}")
    if problems:
        raise SettingsError("; ".join(problems))
    for name, port in (("auth_url", "storefront_port"), ("backend_url", "port")):
        if port in kwargs:
            kwargs.setdefault(name, f"http://127.0.0.1:{kwargs[port]}")
    return Settings(**kwargs)


def _check(name: str, value: Any) -> None:
    """Raises ValueError for what has the right type and cannot be. An address is not repeated: it has a password."""
    if name.endswith("port") and value > MAX_PORT:
        raise ValueError(f"must be at most {MAX_PORT}")
    if name == "embedding_threads" and value > MAX_THREADS:
        raise ValueError(f"must be at most {MAX_THREADS}")
    if name == "db_pool_max" and value < MIN_POOL:
        raise ValueError(f"must be at least {MIN_POOL}")
    if name == "aws_endpoint_url" and not value.startswith(("http://", "https://")):
        raise ValueError("expected https://host")
    address = value.reveal() if name.startswith("database_") and isinstance(value, Secret) else _SCHEMES[0]
    if not address.startswith(_SCHEMES):
        raise ValueError("expected postgresql://user:password@host:port/database")


def _convert(kind: Any, text: str) -> Any:
    if kind is bool:
        if text.lower() not in ("0", "1", "true", "false", "yes", "no"):
            raise ValueError("expected 1 or 0")
        return text.lower() in ("1", "true", "yes")
    if kind in (int, float):
        try:
            number = kind(text)
        except ValueError:
            raise ValueError(f"expected a number, not {text!r}") from None
        if kind is float and not isfinite(number):
            raise ValueError(f"expected a number, not {text!r}")
        if number < 0:
            raise ValueError("must not be negative")
        return number
    if get_origin(kind) is Literal:
        if text not in get_args(kind):
            raise ValueError(f"expected one of {', '.join(get_args(kind))}")
        return text
    if get_origin(kind) is tuple:
        return tuple(part.strip().rstrip("/") for part in text.split(",") if part.strip())
    return kind(text)


def _read_env_file(path: Path) -> Mapping[str, str]:
    if not path.is_file():
        return {}
    values: dict[str, str] = {}
    for line in path.read_text("utf-8").splitlines():
        name, separator, value = line.strip().partition("=")
        if separator and not name.startswith("#"):
            values[name.removeprefix("export ").strip()] = value.strip().strip("\"'")
    return {k: v for k, v in values.items() if v != ""}


def _development_secrets(path: Path, missing: list[str]) -> Mapping[str, str]:
    """The secrets of a development checkout, made on first use and kept over restarts."""
    path.parent.mkdir(parents=True, exist_ok=True)
    kept = dict(_read_env_file(path))
    new = {name.upper(): _make_secret(name) for name in missing if name.upper() not in kept}
    if new:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.writelines(f"{name}={value}\n" for name, value in new.items())
        path.chmod(0o600)
    return kept | new


def _make_secret(name: str) -> str:
    if name == "secrets_key":
        return b64encode(secrets.token_bytes(32)).decode()
    return secrets.token_urlsafe(32)
