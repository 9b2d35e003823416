"""Photos become pictures: the right way up, of bounded size, made of pixels alone; hostile ones are refused."""

import io

import pytest
from PIL import Image

from app.files import FilePool, Limits, UnreadableFile, UnsupportedFormat
from tests.files.pictures import bomb, encoded, opened, picture, with_camera_data


def colours(image: Image.Image) -> tuple[str, str]:
    """Which of red and blue is at the two ends of the longer side."""
    right, bottom = image.width - 1, image.height - 1
    last = (right, bottom // 2) if image.width >= image.height else (right // 2, bottom)
    first = (0, bottom // 2) if image.width >= image.height else (right // 2, 0)
    pixels = image.convert("RGB")
    return tuple("red" if pixels.getpixel(at)[0] > 128 else "blue" for at in (first, last))


@pytest.mark.parametrize(
    ("form", "mode", "kind"),
    [
        ("JPEG", "RGB", "jpg"),
        ("JPEG", "L", "jpg"),
        ("JPEG", "CMYK", "jpg"),
        ("PNG", "RGB", "jpg"),
        ("PNG", "P", "jpg"),
        ("PNG", "1", "jpg"),
        ("PNG", "I;16", "jpg"),
        ("PNG", "RGBA", "jpg"),
        ("WEBP", "RGB", "jpg"),
    ],
)
async def test_every_kind_of_photo_becomes_a_jpeg(pool, form, mode, kind):
    made = await pool.picture(picture(form, mode=mode))
    assert (made.facts.kind, made.facts.width, made.facts.height) == (kind, 64, 48)
    assert opened(made.full).format == "JPEG"
    assert opened(made.thumbnail).format == "JPEG"
    if mode not in ("L", "1", "I;16"):
        assert colours(opened(made.full)) == ("red", "blue")


async def test_transparency_is_kept_where_there_is_some(pool):
    image = Image.new("RGBA", (40, 40), (220, 30, 30, 0))
    image.paste((30, 30, 220, 255), (0, 0, 20, 40))
    made = await pool.picture(encoded(image, "WEBP", lossless=True))
    assert made.facts.kind == "png"
    assert opened(made.full).getpixel((39, 0))[3] == 0
    assert opened(made.full).getpixel((0, 0)) == (30, 30, 220, 255)


async def test_what_a_camera_adds_is_used_and_left_behind(pool):
    source = with_camera_data(turned=6)
    assert opened(source).getexif()
    made = await pool.picture(source)
    # Turned by a quarter: what was on the left is above.
    assert (made.facts.width, made.facts.height) == (48, 64)
    for content in (made.full, made.thumbnail):
        shown = opened(content)
        assert colours(shown) == ("red", "blue")
        assert not shown.getexif()
        assert not set(shown.info) - {"jfif", "jfif_version", "jfif_unit", "jfif_density", "progressive", "progression"}
        assert b"Ana" not in content
        assert b"Flores" not in content


async def test_large_pictures_are_made_smaller(pool):
    made = await pool.picture(picture("PNG", (5000, 1000)))
    assert (made.facts.width, made.facts.height) == (2048, 410)
    assert opened(made.thumbnail).size == (400, 80)


async def test_a_bomb_is_refused_by_its_header(pool):
    with pytest.raises(UnreadableFile, match="50 million pixels"):
        await pool.picture(bomb())
    assert (await pool.picture(picture())).facts.kind == "jpg"


async def test_a_picture_that_needs_too_much_memory_costs_its_child_alone():
    files = FilePool(size=1, limits=Limits(memory_bytes=400 << 20))
    try:
        with pytest.raises(UnreadableFile, match="memory"):
            await files.picture(picture("PNG", (7000, 7000), mode="RGBA", compress_level=1))
        assert (await files.extract(b"nome;preco\nCaneca;10\n")).head.rows == 1
    finally:
        await files.close()


@pytest.mark.parametrize(
    "content",
    [
        picture()[:400],
        picture("PNG", (400, 400))[:300],
        picture("WEBP")[:60],
        b"\xff\xd8\xff\xe0" + bytes(100),
    ],
)
async def test_a_damaged_picture_is_refused(pool, content):
    with pytest.raises((UnreadableFile, UnsupportedFormat)):
        await pool.picture(content)


@pytest.mark.parametrize(
    "content",
    [
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        b"%PDF-1.7",
        picture("GIF", mode="P"),
        picture("TIFF"),
        b"nome;preco\n",
    ],
)
async def test_other_files_are_no_pictures(pool, content):
    with pytest.raises(UnsupportedFormat, match="neither a JPEG"):
        await pool.picture(content)


async def test_an_empty_file_says_so(pool):
    with pytest.raises(UnreadableFile, match="empty"):
        await pool.picture(b"")


async def test_of_an_animation_the_first_frame_is_shown(pool):
    frames = [Image.new("RGB", (20, 20), colour) for colour in ((220, 30, 30), (30, 30, 220))]
    out = io.BytesIO()
    frames[0].save(out, "WEBP", save_all=True, append_images=frames[1:])
    made = await pool.picture(out.getvalue())
    assert opened(made.full).getpixel((10, 10))[0] > 180
