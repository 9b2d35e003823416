"""`python -m app`: the list of commands. A command's module is imported when the command is used."""

import importlib

import click

# name: (module, attribute); in the order of the help text.
COMMANDS: dict[str, tuple[str, str]] = {
    "serve": ("app.cli.serve", "serve_command"),
    "worker": ("app.cli.jobs", "worker_command"),
    "storefront": ("app.cli.serve", "storefront_command"),
    "healthcheck": ("app.cli.healthcheck", "healthcheck_command"),
    "migrate": ("app.cli.database", "migrate_command"),
    "distribute": ("app.cli.database", "distribute_command"),
    "seed": ("app.cli.seed", "seed_command"),
    "backup": ("app.cli.backup", "backup_command"),
    "restore": ("app.cli.backup", "restore_command"),
    "archive": ("app.cli.archive", "archive_command"),
    "tenants": ("app.cli.tenants", "tenants_group"),
    "secrets": ("app.cli.secrets", "secrets_group"),
    "plans": ("app.cli.plans", "plans_group"),
    "billing": ("app.cli.billing", "billing_group"),
    "jobs": ("app.cli.jobs", "jobs_group"),
    "events": ("app.cli.events", "events_group"),
    "routes": ("app.cli.inspect", "routes_command"),
    "openapi": ("app.cli.inspect", "openapi_command"),
    "check": ("app.cli.inspect", "check_command"),
    "settings": ("app.cli.settings", "settings_command"),
    "queries": ("app.cli.database", "queries_command"),
    "models": ("app.cli.models", "models_command"),
    "chat": ("app.cli.chat", "chat_group"),
    "embeddings": ("app.cli.embeddings", "embeddings_command"),
}


class LazyGroup(click.Group):
    """A group that imports its commands late: `--help` of one must not load onnxruntime for another."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in the order of COMMANDS."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, imported now; None when there is none of this name."""
        if cmd_name not in COMMANDS:
            return None
        module, attribute = COMMANDS[cmd_name]
        command = getattr(importlib.import_module(module), attribute)
        assert isinstance(command, click.Command)  # noqa: S101  (our own list)
        return command


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Commerce backend with conversational agents."""
