"""`models list|check|quantize`: the embedding models under MODELS_DIR (models_onnx/README.md)."""

import click

from app.cli.run import settings_or_exit
from app.embed.check import check
from app.embed.config import ModelError, list_models, load_config


@click.group("models")
def models_command() -> None:
    """Embedding models: list, check, quantize."""


@models_command.command("list")
def list_command() -> None:
    """The models under MODELS_DIR; * marks the one in use."""
    settings = settings_or_exit()
    for name in list_models(settings.models_dir):
        mark = "*" if name == settings.embedding_model else " "
        try:
            config = load_config(settings.models_dir / name)
            about = f"{config.kind}, {config.dimension} dimensions, {config.pooling} pooling"
        except ModelError as error:
            about = f"unusable: {error}"
        click.echo(f"{mark} {name}  {about}")


@models_command.command("check")
@click.argument("name", required=False)
def check_command(name: str | None) -> None:
    """Load NAME (default: the model in use), run it, measure it, and say what is wrong."""
    settings = settings_or_exit()
    report = check(settings.models_dir / (name or settings.embedding_model), threads=settings.embedding_threads)
    click.echo(report.name)
    for label, value in report.facts.items():
        click.echo(f"  {label + ':':22}{value}")
    for problem in report.problems:
        click.echo(f"  PROBLEM: {problem}")
    if report.problems:
        raise SystemExit(1)
    click.echo("  fit for use")


@models_command.command("quantize")
@click.argument("source")
@click.argument("target")
def quantize_command(source: str, target: str) -> None:
    """Write TARGET, a row-wise int8 copy of SOURCE; both are names under MODELS_DIR."""
    try:
        from app.embed.int8 import quantize

        folder = settings_or_exit().models_dir
        converted = quantize(folder / source, folder / target)
    except ImportError:
        raise click.ClickException("quantize needs the package onnx: pip install onnx") from None
    except ModelError as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"{converted} matrix products in int8; now run: python -m app models check {target}")
