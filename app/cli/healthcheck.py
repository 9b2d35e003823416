"""`healthcheck`: for containers and supervisors, which want an exit code."""

import urllib.error
import urllib.request

import click

from app.settings import load_settings

TIMEOUT_S = 2


@click.command("healthcheck")
@click.argument("port", type=int, required=False)
def healthcheck_command(port: int | None) -> None:
    """Exit with 0 when /readyz on this machine answers 200 (on PORT, else on the setting's)."""
    if port is None:
        port = load_settings().port
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=TIMEOUT_S).close()
    except (urllib.error.URLError, OSError) as error:
        raise click.ClickException(f"port {port}: {error}") from error
