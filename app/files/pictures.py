"""A photo as a shop owner sends it → what browsers and messengers show, and a thumbnail. Runs in the child process.

What comes out is made of pixels alone: no EXIF, no GPS position, no comment, no colour profile.
"""

import io
import warnings
from pathlib import Path

from PIL import Image, ImageCms, ImageOps, UnidentifiedImageError

from app.files.errors import UnreadableFile, UnsupportedFormat
from app.files.types import Limits, PictureFacts, PictureKind

FULL_PX, THUMB_PX = 2048, 400
_FORMATS = ("JPEG", "PNG", "WEBP")
_QUALITY = {FULL_PX: 86, THUMB_PX: 80}


def convert(path: Path, limits: Limits) -> tuple[PictureFacts, bytes, bytes]:
    """The picture and its thumbnail. Raises UnsupportedFormat, UnreadableFile.

    JPEG for what has no transparency, which every messenger shows; PNG for what has. Of an animation the first frame.
    """
    # Judged by its header, before any pixel is unpacked: our own bound, not the library's warning.
    Image.MAX_IMAGE_PIXELS = None
    warnings.simplefilter("ignore")
    try:
        image = Image.open(path, formats=_FORMATS)
    except UnidentifiedImageError:
        raise UnsupportedFormat("The file is neither a JPEG, a PNG nor a WebP picture.") from None
    with image:
        if image.width * image.height > limits.max_pixels:
            raise UnreadableFile(f"The picture has more than {limits.max_pixels // 1_000_000} million pixels.")
        try:
            # A JPEG is unpacked at half its size or less where that is still enough.
            image.draft("RGB", (FULL_PX, FULL_PX))
            plain = _plain(image)
        except (OSError, SyntaxError, ValueError, EOFError):
            raise UnreadableFile("The picture is damaged or incomplete.") from None
    kind: PictureKind = "png" if plain.mode == "RGBA" else "jpg"
    plain.thumbnail((FULL_PX, FULL_PX), Image.Resampling.LANCZOS)
    full = _encoded(plain, kind, _QUALITY[FULL_PX])
    facts = PictureFacts(kind=kind, width=plain.width, height=plain.height)
    plain.thumbnail((THUMB_PX, THUMB_PX), Image.Resampling.LANCZOS)
    return facts, full, _encoded(plain, kind, _QUALITY[THUMB_PX])


def _plain(image: Image.Image) -> Image.Image:
    """Its pixels the right way up, in sRGB, with transparency only where some is used."""
    profile = image.info.get("icc_profile")
    upright = ImageOps.exif_transpose(image)
    if upright.mode in ("I", "F") or upright.mode.startswith("I;"):
        upright = upright.convert("F").point(lambda value: value / 256).convert("L")
    see_through = upright.mode in ("RGBA", "LA", "PA") or "transparency" in upright.info
    if see_through:
        seen = upright.convert("RGBA")
        opaque = seen.getchannel("A").getextrema() == (255, 255)
        return seen.convert("RGB") if opaque else seen
    if profile and upright.mode in ("RGB", "CMYK", "L"):
        upright = _in_srgb(upright, profile)
    return upright.convert("RGB")


def _in_srgb(image: Image.Image, profile: bytes) -> Image.Image:
    try:
        made = ImageCms.profileToProfile(
            image, ImageCms.ImageCmsProfile(io.BytesIO(profile)), ImageCms.createProfile("sRGB"), outputMode="RGB"
        )
    except (ImageCms.PyCMSError, OSError, ValueError):
        return image
    return made or image


def _encoded(image: Image.Image, kind: str, quality: int) -> bytes:
    # A copy by its bytes: nothing of the file's own blocks can travel along.
    bare = Image.frombytes(image.mode, image.size, image.tobytes())
    out = io.BytesIO()
    if kind == "png":
        bare.save(out, "PNG", optimize=True)
    else:
        bare.save(out, "JPEG", quality=quality, optimize=True, progressive=True)
    return out.getvalue()
