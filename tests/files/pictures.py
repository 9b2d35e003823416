"""Pictures for tests: what cameras and shop owners send, and what attackers do."""

import io
import struct
import zlib
from typing import Any

from PIL import Image, ImageCms

GPS_IFD, ORIENTATION, MAKE = 0x8825, 0x0112, 0x010F


def picture(form: str = "JPEG", size: tuple[int, int] = (64, 48), mode: str = "RGB", **options: Any) -> bytes:
    """A picture whose left half is red and whose right half is blue (or the nearest `mode` has)."""
    image = Image.new("RGB", size, (220, 30, 30))
    image.paste((30, 30, 220), (size[0] // 2, 0, *size))
    return encoded(image.convert(mode), form, **options)


def encoded(image: Image.Image, form: str, **options: Any) -> bytes:
    """The file of an image."""
    out = io.BytesIO()
    image.save(out, form, **options)
    return out.getvalue()


def opened(content: bytes) -> Image.Image:
    """The image of a file."""
    image = Image.open(io.BytesIO(content))
    image.load()
    return image


def with_camera_data(turned: int = 6) -> bytes:
    """A JPEG with an orientation, a camera's name, a GPS position and a comment."""
    exif = Image.Exif()
    exif[ORIENTATION] = turned
    exif[MAKE] = "Camera of Ana"
    exif.get_ifd(GPS_IFD)[1] = "S"
    exif.get_ifd(GPS_IFD)[2] = (23.0, 33.0, 1.0)
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    return picture(exif=exif.tobytes(), comment=b"Rua das Flores 10", icc_profile=profile)


def bomb(width: int = 60_000, height: int = 60_000) -> bytes:
    """A PNG of a few hundred bytes that says it has 3.6 thousand million pixels."""
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
        + _chunk(b"IDAT", zlib.compress(b"\0" * 1000))
        + _chunk(b"IEND", b"")
    )


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
