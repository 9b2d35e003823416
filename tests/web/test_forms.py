"""Forms: typed fields, files on disk while the handler runs, limits while the body arrives."""

import resource
import tempfile
from pathlib import Path

import pytest
from msgspec import Struct

from app.web import forms
from app.web.errors import BadRequest, Overloaded, TooLarge, UnsupportedFormat, ValidationFailed
from app.web.forms import UploadedFile, receive_form
from app.web.incoming import Incoming
from app.web.types import Count


class Upload(Struct):
    file: UploadedFile
    tokens: Count = 7
    embed: bool = False


def part(name: str, content: bytes, filename: str | None = None) -> bytes:
    label = f'; filename="{filename}"' if filename is not None else ""
    return b'--XX\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n' % (
        name.encode(),
        label.encode(),
        content,
    )


END = b"--XX--\r\n"


def incoming(body: bytes, piece: int = 1000, content_type: bytes = b"multipart/form-data; boundary=XX") -> Incoming:
    pieces = [body[i : i + piece] for i in range(0, len(body), piece)]

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": pieces.pop(0), "more_body": bool(pieces)}

    return Incoming(receive, [(b"content-type", content_type)], 1 << 20)


@pytest.mark.parametrize("piece", [1, 7, 100_000])
async def test_a_form_arrives_in_pieces_of_any_size(piece):
    body = part("tokens", b"12") + part("file", b"a;b\r\n--X\r\n1;2", "C:\\dir\\preços.csv") + part("embed", b"true")
    async with receive_form(Upload, incoming(body + END, piece), 1000) as form:
        assert (form.tokens, form.embed) == (12, True)
        assert (form.file.filename, form.file.size) == ("preços.csv", 13)
        assert read(form.file.path) == b"a;b\r\n--X\r\n1;2"
    assert not exists(form.file.path)


async def test_a_file_above_the_limit_is_refused_while_it_arrives():
    sent = incoming(part("file", b"x" * 5000, "a.csv") + END, 100)
    with pytest.raises(TooLarge):
        async with receive_form(Upload, sent, 1000):
            pytest.fail("the handler must not run")


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        (part("tokens", b"1") + END, "/file"),
        (part("file", b"x", "a") + part("other", b"1") + END, "/other"),
        (part("file", b"x", "a") + part("tokens", b"many") + END, "/tokens"),
        (part("file", b"x", "a") + part("tokens", b"1") + part("tokens", b"1") + END, "/tokens"),
        (part("file", b"x", "a") + part("file", b"x", "b") + END, "/file"),
        (part("file", b"x", "a") + part("tokens", b"\xff") + END, "/tokens"),
        (part("file", b"x", "a") + part("tokens", b"1" * 5000) + END, "/tokens"),
        (part("file", b"x", "a") + part("tokens", b"1", "file.txt") + END, "/tokens"),
    ],
)
async def test_fields_that_do_not_fit_are_named(body, pointer):
    with pytest.raises(ValidationFailed) as caught:
        async with receive_form(Upload, incoming(body), 1000):
            pytest.fail("the handler must not run")
    assert caught.value.errors[0]["pointer"] == pointer


@pytest.mark.parametrize("body", [part("file", b"x", "a"), b"not multipart at all", b""])
async def test_malformed_bodies_are_a_bad_request(body):
    with pytest.raises(BadRequest):
        async with receive_form(Upload, incoming(body or b" "), 1000):
            pytest.fail("the handler must not run")


@pytest.mark.parametrize("content_type", [b"application/json", b"", b"text/csv"])
async def test_other_content_types_are_unsupported(content_type):
    with pytest.raises(UnsupportedFormat):
        async with receive_form(Upload, incoming(b"{}", content_type=content_type), 1000):
            pytest.fail("the handler must not run")


async def test_more_forms_than_places_are_refused(monkeypatch):
    monkeypatch.setattr(forms, "_places", forms._Places(1))
    body = part("file", b"x", "a") + END
    async with receive_form(Upload, incoming(body), 1000):
        with pytest.raises(Overloaded):
            async with receive_form(Upload, incoming(body), 1000):
                pytest.fail("the handler must not run")
    async with receive_form(Upload, incoming(body), 1000) as form:
        assert form.file.size == 1


async def test_a_disk_that_fills_up_cuts_no_file_short_and_keeps_nothing(monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1500, hard))
    try:
        with pytest.raises(OSError, match="File too large"):
            async with receive_form(Upload, incoming(part("file", b"x" * 2000, "a") + END), 3000):
                pytest.fail("the handler must not run")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert list(tmp_path.iterdir()) == []


def read(path: Path) -> bytes:
    return path.read_bytes()


def exists(path: Path) -> bool:
    return path.exists()
