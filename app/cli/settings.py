"""`settings`: every variable with its default and meaning, as `.env.example` or as the README's table."""

from dataclasses import Field, fields
from typing import Any

import click

from app.settings import Secret, Settings

_HEAD = "# Every setting with its default. Copy to .env and change what you need; an empty value counts as unset.\n"


@click.command("settings")
@click.option("--markdown", is_flag=True, help="The table of the README.")
def settings_command(markdown: bool) -> None:
    """Every setting with its default (.env.example)."""
    click.echo(settings_table() if markdown else env_example(), nl=False)


def env_example() -> str:
    """The text of .env.example."""
    lines = [f"# {item.metadata['help']}\n{item.name.upper()}={_default(item)}\n" for item in fields(Settings)]
    return _HEAD + "\n" + "\n".join(lines)


def settings_table() -> str:
    """The README's table of settings."""
    rows = [
        f"| `{item.name.upper()}` | {f'`{_default(item)}`' if _default(item) else '–'} | {item.metadata['help']} |\n"
        for item in fields(Settings)
    ]
    return "| variable | default | meaning |\n| --- | --- | --- |\n" + "".join(rows)


def _default(item: "Field[Any]") -> str:
    value = item.default
    if isinstance(value, Secret):
        return ""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, tuple):
        return ",".join(value)
    return str(value)
