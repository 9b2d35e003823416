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
        ("ENVIRONMENT", "staging", "expected one of"),
        ("ALLOW_PRIVATE_OUTBOUND", "maybe", "expected 1 or 0"),
    ],
)
def test_a_value_that_cannot_be_is_named_with_its_variable(name: str, value: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=f"{name}: .*{says}"):
        load_settings({name: value, "DATA_DIR": str(tmp_path)}, dotenv=None)
    assert not list(tmp_path.iterdir())
