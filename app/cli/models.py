"""`models list|check|build|fetch|quantize`: the embedding models (models_onnx/README.md, docs/embedding-models.md)."""

import os
import sys
from pathlib import Path

import click

from app.cli.run import settings_or_exit
from app.embed.catalogue import CATALOGUE
from app.embed.config import ModelError, list_models, load_config
from app.embed.hybrid.presence import NAME, find_folder, is_built


@click.group("models")
def models_command() -> None:
    """Embedding models: list, check, build, fetch, quantize."""


@models_command.command("list")
def list_command() -> None:
    """The models under MODELS_DIR, and what was built under DATA_DIR; * marks the one in use."""
    settings = settings_or_exit()
    names = list_models(settings.models_dir) + list_models(settings.data_dir / "models")
    for name in sorted({*names, NAME}):
        mark = "*" if name == settings.embedding_model else " "
        folder = find_folder(settings.models_dir, settings.data_dir, name)
        if name == NAME and not folder.exists():
            click.echo(f"{mark} {name}  the default; built at the first start, or by `models build`")
            continue
        try:
            config = load_config(folder)
            how = " + ".join(part.folder for part in config.parts) or f"{config.pooling} pooling"
            about = f"{config.kind}, {config.dimension} dimensions, {how}"
        except ModelError as error:
            about = f"unusable: {error}"
        click.echo(f"{mark} {name}  {about}")


@models_command.command("check")
@click.argument("name", required=False)
def check_command(name: str | None) -> None:
    """Load NAME (default: the model in use), run it, measure it, and say what is wrong."""
    from app.embed.check import check

    settings = settings_or_exit()
    folder = find_folder(settings.models_dir, settings.data_dir, name or settings.embedding_model)
    built = folder.exists() and is_built(folder, settings.data_dir)
    report = check(folder, threads=settings.embedding_threads, built=built)
    click.echo(report.name)
    for label, value in report.facts.items():
        click.echo(f"  {label + ':':22}{value}")
    for problem in report.problems:
        click.echo(f"  PROBLEM: {problem}")
    if report.problems:
        raise SystemExit(1)
    click.echo("  fit for use")


@models_command.command("build")
@click.argument("name", type=click.Choice([NAME]), default=NAME)
def build_command(name: str) -> None:
    """Build the default model from its installed package into DATA_DIR/models, anew if it is there."""
    from app.embed.hybrid.build import build

    folder = settings_or_exit().data_dir / "models" / name
    try:
        build(folder)
    except ModelError as error:
        raise click.ClickException(str(error)) from None
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    click.echo(f"{name} in {folder} ({size / 1e6:.0f} MB); now run: python -m app models check {name}")


@models_command.command("fetch")
@click.argument("name", type=click.Choice(list(CATALOGUE)))
@click.option(
    "--from", "url", metavar="URL", help="Another place with the same files, as a mirror inside your network."
)
@click.option("--sums", type=click.Path(path_type=Path), help="Checksums as sha256sum writes them, instead of ours.")
def fetch_command(name: str, url: str | None, sums: Path | None) -> None:
    """Download NAME into MODELS_DIR, or DATA_DIR/models where that is read-only.

    What was cut goes on where it was, each file is compared with its checksum.
    """
    from app.embed.fetch import fetch, read_sums

    entry = CATALOGUE[name]
    settings = settings_or_exit()
    # The image of the service keeps its own models read-only.
    kept = settings.models_dir.exists() and not os.access(settings.models_dir, os.W_OK)
    folder = (settings.data_dir / "models" if kept else settings.models_dir) / name
    bars = _Bars()
    try:
        checksums = read_sums(sums) if sums else {}
        fetch(name, entry, folder, url=url or entry.url, sums=checksums, progress=bars.show)
    except ModelError as error:
        raise click.ClickException(str(error)) from None
    finally:
        bars.end()
    click.echo(f"{name} ({entry.license}) in {folder}; now run: python -m app models check {name}")


class _Bars:
    """One line a file, redrawn on a terminal as the percentage grows."""

    def __init__(self) -> None:
        self._name = ""
        self._shown = -1

    def show(self, name: str, have: int, total: int) -> None:
        """Tell how far `name` is."""
        percent = 100 * have // total if total else 0
        if name != self._name:
            self.end()
            self._name, self._shown = name, -1
            if not sys.stderr.isatty():
                click.echo(f"{name}: {total / 1e6:,.1f} MB" if total else f"{name}: of unknown size", err=True)
        if sys.stderr.isatty() and percent != self._shown:
            click.echo(f"\r{name}: {have / 1e6:,.0f} of {total / 1e6:,.0f} MB ({percent} %)", nl=False, err=True)
        self._shown = percent

    def end(self) -> None:
        """Leave the line."""
        if self._name and sys.stderr.isatty():
            click.echo(err=True)
        self._name = ""


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
