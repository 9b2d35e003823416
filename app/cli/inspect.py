"""`routes`, `openapi`, `check`: what the application declares, read without a database."""

import json
import os
from pathlib import Path

import click


@click.command("routes")
@click.argument("noun", required=False)
def routes_command(noun: str | None) -> None:
    """Method, path, scope, least role and handler of every route (of one NOUN); `replica`: may read from
    DATABASE_READ_URL."""
    from app.main import GROUPS
    from app.web.scopes import Scope

    for group in GROUPS:
        for route in group.routes:
            if noun is None or noun in (route.tag, route.path.split("/")[1:][0], *route.path.split("/")):
                where = os.path.relpath(route.location)
                reads = "replica" if route.replica else ""
                role = route.role.name.lower() if route.scope is Scope.APP else ""
                click.echo(f"{route.method:7}{route.path:62}{route.scope.value:16}{role:10}{reads:8}{where}")


@click.command("openapi")
@click.option("--output", type=click.Path(path_type=Path), help="Write here instead of printing.")
def openapi_command(output: Path | None) -> None:
    """The OpenAPI 3.1 document."""
    from app.main import declared_routes
    from app.web.openapi import document
    from app.web.replies import encode_json

    text = json.dumps(json.loads(encode_json(document(declared_routes()))), indent=1, ensure_ascii=False) + "\n"
    if output:
        output.parent.mkdir(parents=True, exist_ok=True)
        output.write_text(text, "utf-8")
    else:
        click.echo(text, nl=False)


@click.command("check")
def check_command() -> None:
    """Load every query and list those without an owner, with their reasons."""
    from app.db.queries import load_queries
    from app.paths import SQL_DIR

    queries = list(load_queries(SQL_DIR))
    for query in queries:
        if query.unowned is not None:
            click.echo(f"unowned  {query.noun + '.' + query.name:48} {query.unowned}")
    click.echo(f"{len(queries)} queries load")
