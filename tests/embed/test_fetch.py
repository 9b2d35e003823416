"""`models fetch` against a server on loopback: layouts, checksums, cuts, ranges, and what is left behind."""

import fcntl
import hashlib
import os
import shutil
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

from app.cli.models import models_command
from app.embed.catalogue import CATALOGUE
from app.embed.config import load_config
from app.embed.fetch import is_right
from tests.embed import small_models as small

NAME = "multilingual-e5-small"


@dataclass
class Mirror:
    """Files by path; `cuts`: after how many bytes the next answers end; `ranges`: what was asked for.

    `busy`: how many of the next answers are 503.
    """

    files: dict[str, bytes]
    url: str = ""
    cuts: list[int] = field(default_factory=list)
    ranges: list[str | None] = field(default_factory=list)
    honours_ranges: bool = True
    status: int = 200
    busy: int = 0

    def sums(self, path: Path) -> Path:
        """Write their checksums as sha256sum does."""
        lines = [f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in self.files.items()]
        path.write_text("".join(lines))
        return path


@pytest.fixture
def mirror(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Mirror]:
    monkeypatch.setattr("app.embed.fetch.PAUSE", 0)
    monkeypatch.setattr(small, "WIDTH", 384)
    monkeypatch.setattr(small, "HEAD", 96)
    monkeypatch.setattr(small, "LAYERS", 1)
    folder = small.write_folder(tmp_path / "made", small.make_weights(), causal=False, pooling="mean")
    made = Mirror({f"onnx/{name}": (folder / name).read_bytes() for name in ("model.onnx", "tokenizer.json")})

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked = self.headers.get("Range")
            made.ranges.append(asked)
            if made.status == 302:
                self.send_response(302)
                self.send_header("Location", self.path)
                self.end_headers()
                return
            if made.busy:
                made.busy -= 1
                self.send_error(503)
                return
            content = made.files.get(self.path.removeprefix("/models/"))
            if content is None or made.status != 200:
                self.send_error(404 if content is None else made.status)
                return
            start = int(asked.removeprefix("bytes=").rstrip("-")) if asked and made.honours_ranges else 0
            if start >= len(content):
                self.send_error(416)
                return
            self.send_response(206 if start else 200)
            if start:
                self.send_header("Content-Range", f"bytes {start}-{len(content) - 1}/{len(content)}")
            self.send_header("Content-Length", str(len(content) - start))
            self.end_headers()
            self.wfile.write(content[start:][: made.cuts.pop(0)] if made.cuts else content[start:])

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made.url = f"http://127.0.0.1:{server.server_port}/models"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield made
    server.shutdown()
    server.server_close()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """MODELS_DIR."""
    monkeypatch.setenv("MODELS_DIR", str(tmp_path / "models"))
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "var"))
    return tmp_path / "models"


def fetch(mirror: Mirror, *options: object) -> Result:
    return CliRunner().invoke(models_command, ["fetch", NAME, "--from", mirror.url, *map(str, options)])


def test_a_fetched_model_of_384_dimensions_is_fit_for_use(mirror: Mirror, folder: Path, tmp_path: Path) -> None:
    done = fetch(mirror, "--sums", mirror.sums(tmp_path / "sums"))
    assert done.exit_code == 0, done.output
    assert f"{NAME} (MIT) in {folder / NAME}" in done.output
    assert sorted(p.name for p in (folder / NAME).iterdir()) == ["model.onnx", "model.yaml", "tokenizer.json"]
    assert [p.name for p in folder.iterdir()] == [NAME]
    checked = CliRunner().invoke(models_command, ["check", NAME]).output
    assert "dimension:            384" in checked
    assert "cosine 1.000000" in checked
    again = fetch(mirror)
    assert again.exit_code == 1
    assert "exists" in again.output


def test_a_cut_goes_on_by_range(mirror: Mirror, folder: Path, tmp_path: Path) -> None:
    mirror.cuts = [len(mirror.files["onnx/tokenizer.json"]), 1000, 5000]
    assert fetch(mirror, "--sums", mirror.sums(tmp_path / "sums")).exit_code == 0
    assert mirror.ranges == [None, None, "bytes=1000-", "bytes=6000-"]
    assert (folder / NAME / "model.onnx").read_bytes() == mirror.files["onnx/model.onnx"]


def test_the_next_run_goes_on_where_the_last_one_was_cut(mirror: Mirror, folder: Path, tmp_path: Path) -> None:
    sums = mirror.sums(tmp_path / "sums")
    mirror.cuts = [len(mirror.files["onnx/tokenizer.json"]), 1000, 0, 0, 0]
    cut = fetch(mirror, "--sums", sums)
    assert cut.exit_code == 1
    assert "run the same command again to go on at 1,000 bytes" in cut.output
    assert not (folder / NAME).exists()
    del mirror.ranges[:]
    assert fetch(mirror, "--sums", sums).exit_code == 0
    assert mirror.ranges == ["bytes=1000-"]


def test_a_server_that_is_busy_is_asked_again_a_few_times(mirror: Mirror, folder: Path, tmp_path: Path) -> None:
    sums = mirror.sums(tmp_path / "sums")
    mirror.busy = 2
    assert fetch(mirror, "--sums", sums).exit_code == 0
    shutil.rmtree(folder / NAME)
    mirror.busy = 3
    done = fetch(mirror, "--sums", sums)
    assert done.exit_code == 1
    assert "the server answers 503; run the same command again to go on at 0 bytes" in done.output


def test_a_server_without_ranges_starts_again(mirror: Mirror, folder: Path, tmp_path: Path) -> None:
    mirror.honours_ranges = False
    mirror.cuts = [len(mirror.files["onnx/tokenizer.json"]), 1000]
    assert fetch(mirror, "--sums", mirror.sums(tmp_path / "sums")).exit_code == 0
    assert (folder / NAME / "model.onnx").read_bytes() == mirror.files["onnx/model.onnx"]


@pytest.mark.parametrize("own", [True, False])
def test_a_file_with_a_wrong_checksum_leaves_nothing(mirror: Mirror, folder: Path, tmp_path: Path, own: bool) -> None:
    options = ["--sums", mirror.sums(tmp_path / "sums")] if own else []
    mirror.files["onnx/model.onnx"] = mirror.files["onnx/model.onnx"][:-1] + b"!"
    done = fetch(mirror, *options)
    assert done.exit_code == 1
    assert "the checksum is wrong; nothing was kept" in done.output
    assert list(folder.iterdir()) == []


def test_what_the_server_and_the_lists_lack_is_named(mirror: Mirror, folder: Path, tmp_path: Path) -> None:
    sums = mirror.sums(tmp_path / "sums")
    mirror.status = 403
    assert "the server answers 403" in fetch(mirror, "--sums", sums).output
    sums.write_text("\n")
    empty = fetch(mirror, "--sums", sums)
    assert empty.output == f"Error: {sums}: it has no checksums\n"
    lines = sums.with_name("other")
    lines.write_text(f"{'0' * 64}  model.onnx\n")
    assert "the checksums name no onnx/tokenizer.json" in fetch(mirror, "--sums", lines).output
    lines.write_text("abc model.onnx\n")
    assert "line 1 is not as sha256sum writes it" in fetch(mirror, "--sums", lines).output
    assert "No such file" in fetch(mirror, "--sums", tmp_path / "none").output
    unknown = CliRunner().invoke(models_command, ["fetch", "bge"])
    assert all(name in unknown.output for name in CATALOGUE)


@pytest.mark.parametrize(
    ("place", "says"),
    [("mirror/models", "missing an 'http://'"), ("http://[::1", "Invalid port"), ("ftp://mirror/models", "ftp://")],
)
def test_a_place_that_is_none_is_told_at_once(
    mirror: Mirror, folder: Path, tmp_path: Path, place: str, says: str
) -> None:
    mirror.url = place
    done = fetch(mirror, "--sums", mirror.sums(tmp_path / "sums"))
    assert done.output.startswith(f"Error: {place}")
    assert says in done.output
    assert "run the same command again" not in done.output


def test_a_server_that_only_leads_elsewhere_is_told(mirror: Mirror, folder: Path, tmp_path: Path) -> None:
    mirror.status = 302
    done = fetch(mirror, "--sums", mirror.sums(tmp_path / "sums"))
    assert (done.exit_code, done.output) == (1, f"Error: {mirror.url}: Exceeded maximum allowed redirects.\n")


def test_of_two_runs_at_once_the_second_leaves_the_first_alone(mirror: Mirror, folder: Path, tmp_path: Path) -> None:
    sums = mirror.sums(tmp_path / "sums")
    scratch = folder / f".{NAME}.part"
    scratch.mkdir(parents=True)
    held = os.open(scratch, os.O_RDONLY)
    fcntl.flock(held, fcntl.LOCK_EX)
    second = fetch(mirror, "--sums", sums)
    assert (second.exit_code, mirror.ranges) == (1, [])
    assert "another run is writing there" in second.output
    os.close(held)
    assert fetch(mirror, "--sums", sums).exit_code == 0


@pytest.mark.parametrize("name", CATALOGUE)
def test_each_entry_is_pinned_and_its_description_loads(name: str, tmp_path: Path) -> None:
    entry = CATALOGUE[name]
    assert len(entry.revision) == 40
    names = {path.rpartition("/")[2] for path in entry.files}
    assert {"model.onnx", "tokenizer.json"} <= names
    assert len(names) == len(entry.files)
    assert all(len(c.removeprefix("git:")) == (40 if c.startswith("git:") else 64) for c in entry.files.values())
    for file in names:
        (tmp_path / file).touch()
    (tmp_path / "model.yaml").write_text(entry.description)
    assert load_config(tmp_path).name == name == yaml.safe_load(entry.description)["name"]


def test_a_checksum_of_git_is_understood(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"hello\n")
    assert is_right(tmp_path / "file", "git:ce013625030ba8dba906f756967f9e9ca394464a")
    assert not is_right(tmp_path / "file", "git:" + "0" * 40)
