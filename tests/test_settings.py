"""Settings that cannot be read end the start with one line that names the variable."""

from pathlib import Path

import pytest

from app.settings import SettingsError, load_settings


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("PORT", "99999", "at most 65535"),
        ("WORKERS", "two", "expected a number"),
        ("DB_POOL_MAX", "-1", "must not be negative"),
        ("EMBEDDING_THREADS", "99999999999", "must be at most 256"),
        ("DB_POOL_MAX", "1", "at least 2"),
        ("LLM_TIMEOUT_S", "nan", "expected a number"),
        ("PORT", "9" * 400, "at most"),
        ("LLM_TIMEOUT_S", "inf", "expected a number"),
        ("DATABASE_URL", "mysql://h/d", "expected postgresql://"),
        ("DATABASE_READ_URL", "h:5432", "expected postgresql://"),
        ("AWS_ENDPOINT_URL", "s3.example.com", "expected https://"),
        ("ENVIRONMENT", "staging", "expected one of"),
        ("ALLOW_PRIVATE_OUTBOUND", "maybe", "expected 1 or 0"),
    ],
)
def test_a_value_that_cannot_be_is_named_with_its_variable(name: str, value: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=f"{name}: .*{says}"):
        load_settings({name: value, "DATA_DIR": str(tmp_path)}, dotenv=None)
    assert not list(tmp_path.iterdir())


def test_addresses_on_this_machine_follow_its_ports(tmp_path: Path) -> None:
    given = {"DATA_DIR": str(tmp_path), "PORT": "9400", "STOREFRONT_PORT": "9401"}
    settings = load_settings(given, dotenv=None)
    assert (settings.backend_url, settings.public_url) == ("http://127.0.0.1:9400", "http://127.0.0.1:9401")
    said = load_settings(given | {"AUTH_URL": "https://desk.test", "BACKEND_URL": "http://api.test"}, dotenv=None)
    assert (said.backend_url, said.public_url) == ("http://api.test", "https://desk.test")


def test_a_list_of_nothing_is_missing_in_production(tmp_path: Path) -> None:
    given = {"DATA_DIR": str(tmp_path), "ENVIRONMENT": "production", "AUTH_SECRET": "x", "INTERNAL_API_TOKEN": " , "}
    with pytest.raises(
        SettingsError, match="missing in production: INTERNAL_API_TOKEN, INTERNAL_WEBHOOK_TOKEN, SECRETS_KEY"
    ):
        load_settings(given | {"SECRETS_KEY": ","}, dotenv=None)
    settings = load_settings(
        {"DATA_DIR": str(tmp_path), "INTERNAL_API_TOKEN": "t", "INTERNAL_AUTH_TOKEN": ","}, dotenv=None
    )
    assert settings.auth_token.reveal() == "t"
