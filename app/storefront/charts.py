"""Charts drawn as SVG on the server: no script, no inline style (the page's policy forbids both). Pure.

Tests: test_charts.py.
"""

from collections.abc import Sequence

from markupsafe import Markup, escape

Point = tuple[str, float, str]
"""Label of the x axis, value, text shown when pointed at."""

_WIDTH, _HEIGHT = 640, 200
_BASE, _TOP = 176, 12


def bars(points: Sequence[Point], title: str) -> Markup:
    """A bar per point; about six labels below."""
    if not points:
        return Markup("")
    top = max((value for _, value, _ in points), default=0) or 1
    step = _WIDTH / len(points)
    width = max(2.0, min(34.0, step * 0.68))
    parts = [_grid()]
    for index, (_, value, hint) in enumerate(points):
        height = (value / top) * (_BASE - _TOP)
        height = max(height, 2.0 if value else 0.75)
        x = index * step + (step - width) / 2
        radius = min(4.0, width / 2, height / 2)
        kind = "bar" if value else "bar none"
        parts.append(
            Markup(
                '<g class="{}"><rect class="hit" x="{:.1f}" y="0" width="{:.1f}" height="{}"/>'
                '<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" rx="{:.1f}"/>'
                "<title>{}</title></g>"
            ).format(kind, index * step, step, _BASE, x, _BASE - height, width, height, radius, hint)
        )
    parts.append(_labels(points, step, centred=True))
    return _svg(parts, title, "chart bars")


def area(points: Sequence[Point], title: str) -> Markup:
    """A line with a filled area below, for a value over time."""
    if not points:
        return Markup("")
    top = max((value for _, value, _ in points), default=0) or 1
    step = _WIDTH / max(1, len(points) - 1)
    spots = [(i * step, _BASE - (value / top) * (_BASE - _TOP)) for i, (_, value, _) in enumerate(points)]
    line = " ".join(f"{'M' if i == 0 else 'L'}{x:.1f} {y:.1f}" for i, (x, y) in enumerate(spots))
    fill = f"{line} L{spots[-1][0]:.1f} {_BASE} L0 {_BASE} Z"
    parts = [_grid(), Markup('<path class="fill" d="{}"/><path class="line" d="{}"/>').format(fill, line)]
    for (x, y), (_, _, hint) in zip(spots, points, strict=True):
        left = max(0.0, x - step / 2)
        parts.append(
            Markup(
                '<g class="spot"><rect class="hit" x="{:.1f}" y="0" width="{:.1f}" height="{}"/>'
                '<circle cx="{:.1f}" cy="{:.1f}" r="4"/><title>{}</title></g>'
            ).format(left, step, _BASE, x, y, hint)
        )
    parts.append(_labels(points, step, centred=False))
    return _svg(parts, title, "chart area")


def ring(parts: Sequence[tuple[float, str]], title: str, middle: str = "") -> Markup:
    """A ring of shares: (value, tone) each."""
    total = sum(value for value, _ in parts)
    radius, turn = 54.0, 339.292
    drawn = [Markup('<circle class="track" cx="70" cy="70" r="{}"/>').format(radius)]
    start = 0.0
    for value, tone in parts:
        if total <= 0 or value <= 0:
            continue
        length = turn * value / total
        gap = 2.0 if value < total else 0.0
        drawn.append(
            Markup(
                '<circle class="share tone-{}" cx="70" cy="70" r="{}" stroke-dasharray="{:.2f} {:.2f}" '
                'stroke-dashoffset="{:.2f}" transform="rotate(-90 70 70)"/>'
            ).format(tone, radius, max(0.5, length - gap), turn, -start)
        )
        start += length
    if middle:
        drawn.append(Markup('<text x="70" y="78" text-anchor="middle">{}</text>').format(middle))
    body = Markup("").join(drawn)
    return Markup('<svg class="chart ring" viewBox="0 0 140 140" role="img" aria-label="{}">{}</svg>').format(
        title, body
    )


def meter(value: float, whole: float, title: str, tone: str = "good") -> Markup:
    """One horizontal bar: a part of a whole."""
    share = 0.0 if whole <= 0 else max(0.0, min(1.0, value / whole))
    return Markup(
        '<svg class="meter tone-{}" viewBox="0 0 100 6" preserveAspectRatio="none" role="img" '
        'aria-label="{}">'
        '<rect class="track" width="100" height="6"/><rect class="part" width="{:.2f}" height="6"/></svg>'
    ).format(tone, title, share * 100)


def _grid() -> Markup:
    lines = [
        f'<line class="grid" x1="0" x2="{_WIDTH}" y1="{y:.0f}" y2="{y:.0f}"/>'
        for y in (_TOP, (_TOP + _BASE) / 2, _BASE)
    ]
    return Markup("".join(lines))  # noqa: S704 - numbers only


def _labels(points: Sequence[Point], step: float, *, centred: bool) -> Markup:
    every = max(1, -(-len(points) // 6))
    made = []
    for index in range(0, len(points), every):
        x = index * step + (step / 2 if centred else 0)
        anchor = "middle" if centred else ("start" if index == 0 else "middle")
        made.append(Markup('<text x="{:.1f}" y="194" text-anchor="{}">{}</text>').format(x, anchor, points[index][0]))
    return Markup("").join(made)


def _svg(parts: Sequence[Markup], title: str, css: str) -> Markup:
    return Markup('<svg class="{}" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>').format(
        css, _WIDTH, _HEIGHT, escape(title), Markup("").join(parts)
    )
