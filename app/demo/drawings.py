"""Pictures of the demo's products, drawn when they are seeded: a shape for the category, in the variant's colour."""

import io
from colorsys import hls_to_rgb
from math import cos, pi, sin
from zlib import crc32

from PIL import Image, ImageDraw

SIDE = 480
_COLOURS = {
    "pret": "#2b2b30", "branc": "#f4f1ea", "vermelh": "#c8352f", "azul": "#2f62b5", "verde": "#3b8a57",
    "amarel": "#e5b92f", "rosa": "#dd7fa3", "cinza": "#8c9097", "beg": "#d8c3a0", "marrom": "#7a5034",
    "laranja": "#e07b2e", "rox": "#74509c", "inox": "#b6bcc4", "alumínio": "#b6bcc4", "dourad": "#c9a24a",
}  # fmt: skip
# Outlines in a square of ten; a category without one of its own is drawn as a bag.
_SHIRT = ((2, 3), (4, 2), (5, 2.6), (6, 2), (8, 3), (7.4, 4.8), (6.7, 4.4), (6.7, 8), (3.3, 8), (3.3, 4.4), (2.6, 4.8))
_SHOE = ((2, 4), (4, 4), (5.2, 5.4), (7.4, 6), (8.2, 7), (8.2, 7.8), (2, 7.8))
_POT = ((2.4, 4), (1.6, 4), (1.6, 4.6), (2.4, 4.6), (2.7, 7.8), (7.3, 7.8), (7.6, 4.6), (8.4, 4.6), (8.4, 4), (7.6, 4),
        (7.6, 3.4), (5.4, 3), (5.4, 2.4), (4.6, 2.4), (4.6, 3), (2.4, 3.4))  # fmt: skip
_BALL = tuple((5 + 2.8 * cos(n * pi / 20), 5 + 2.8 * sin(n * pi / 20)) for n in range(40))
_DEVICE = ((3.2, 2), (6.8, 2), (7.1, 2.3), (7.1, 7.7), (6.8, 8), (3.2, 8), (2.9, 7.7), (2.9, 2.3))
_FOLDED = ((1.8, 5), (2.4, 4.2), (8.2, 4.2), (8.2, 7.2), (7.6, 7.8), (1.8, 7.8))
_BAG = ((2.6, 4), (4, 4), (4.2, 2.8), (5.8, 2.8), (6, 4), (7.4, 4), (7.8, 8), (2.2, 8))
_SHAPES = {
    "Roupas": _SHIRT, "Tênis": _SHOE, "Chuteiras": _SHOE, "Cozinha": _POT, "Bolas": _BALL, "Eletrônicos": _DEVICE,
    "Eletroportáteis": _DEVICE, "Cama e banho": _FOLDED, "Yoga": _FOLDED,
}  # fmt: skip


def draw(name: str, category: str, variant: str) -> bytes:
    """A PNG of a product; the same words give the same picture."""
    seed = crc32(category.encode())
    image = Image.new("RGB", (SIDE, SIDE), _pastel(seed))
    pen = ImageDraw.Draw(image)
    unit = SIDE / 10
    colour = next((code for word, code in _COLOURS.items() if variant.casefold().startswith(word)), _strong(name))
    pen.ellipse((unit * 1.8, unit * 7.5, unit * 8.2, unit * 8.6), fill=_pastel(seed, 0.74))
    outline = [(x * unit, y * unit) for x, y in _SHAPES.get(category, _BAG)]
    pen.polygon(outline, fill=colour)
    pen.line([*outline, outline[0]], fill="#3a3a3f", width=5, joint="curve")
    content = io.BytesIO()
    image.save(content, "PNG", compress_level=1)  # it is read once and written anew: half the time for twice the bytes
    return content.getvalue()


def _pastel(seed: int, light: float = 0.9) -> tuple[int, ...]:
    return tuple(round(255 * part) for part in hls_to_rgb(seed % 360 / 360, light, 0.45))


def _strong(name: str) -> tuple[int, ...]:
    return tuple(round(255 * part) for part in hls_to_rgb(crc32(name.encode()) % 360 / 360, 0.45, 0.5))
