"""Line plots as SVG text: the same bytes every time, coloured by the page's own style sheet.

Not matplotlib, which draws the figures of `reproduce`: there a plot takes tens of kilobytes and has fixed
colours, while the page has 2 MB for both papers and follows its reader's light or dark.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

from ntpcheck.report.typography import spoken, typeset, typeset_svg

WIDTH, HEIGHT = 400, 260
LEFT, RIGHT, TOP, BOTTOM = 62, 12, 30, 44  # room for tick labels and titles, in px


@dataclass(frozen=True)
class Curve:
    """One named line. style: the CSS class that colours it (`run`, `law`, `flow`)."""

    name: str
    x: Sequence[float]
    y: Sequence[float]
    style: str = "run"


@dataclass(frozen=True)
class Axis:
    """A labelled axis, linear or logarithmic."""

    label: str
    log: bool = False

    def place(self, value: float) -> float:
        """The coordinate along the axis before scaling; NaN where a logarithmic axis has no place for it."""
        if not self.log:
            return float(value)
        return math.log10(value) if value > 0 else math.nan


@dataclass(frozen=True)
class Panel:
    """A plot of curves over one pair of axes; curves outside the finite positive range leave gaps."""

    title: str
    x: Axis
    y: Axis
    curves: Sequence[Curve] = field(default_factory=tuple)


def points(panel: Panel, curve: Curve) -> list[tuple[float, float]]:
    """The curve in axis coordinates, entries without a place on the axes left out."""
    pairs = zip(curve.x, curve.y, strict=True)
    placed = [(panel.x.place(_number(x)), panel.y.place(_number(y))) for x, y in pairs]
    return [(x, y) for x, y in placed if math.isfinite(x) and math.isfinite(y)]


def _number(value: float | str | None) -> float:
    # Journals write NaN and infinities as strings.
    return math.nan if value is None else float(value)


def ticks(low: float, high: float, *, log: bool) -> list[tuple[float, str]]:
    """At most seven round places in [low, high] with their labels; `log` reads places as powers of ten."""
    span = high - low
    step = 10.0 ** math.floor(math.log10(span / 2)) if span > 0 else 1.0
    if log:
        step = max(step, 1.0)
    while span / step > 6:
        step *= 2 if span / step <= 12 else 5
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    places = [round(index * step, 12) for index in range(first, last + 1)]
    return [(place, _power(place) if log else f"{place:g}") for place in places]


def _power(exponent: float) -> str:
    return f"{10**exponent:g}" if 0 <= exponent <= 3 else f"10^{exponent:g}"


def plot(panel: Panel) -> str:
    """The panel as one `<svg>` element with a title for screen readers."""
    curves = [(curve, points(panel, curve)) for curve in panel.curves]
    places = [point for _, line in curves for point in line]
    if not places:
        return f'<p class="empty">{typeset(panel.title)}: nothing to draw.</p>'
    (x0, x1), (y0, y1) = (_range([p[axis] for p in places]) for axis in (0, 1))

    def at(x: float, y: float) -> str:
        across = LEFT + (x - x0) / (x1 - x0) * (WIDTH - LEFT - RIGHT)
        down = HEIGHT - BOTTOM - (y - y0) / (y1 - y0) * (HEIGHT - TOP - BOTTOM)
        return f"{across:.2f},{down:.2f}"

    lines = [
        f'<polyline class="{curve.style}" points="{" ".join(at(x, y) for x, y in line)}"/>'
        for curve, line in curves
        if line
    ]
    body = [
        *_axes(panel, (x0, x1), (y0, y1)),
        *lines,
        *_legend([(curve, line) for curve, line in curves if line]),
    ]
    return svg(spoken(panel.title), "".join(body), (WIDTH, HEIGHT))


def _range(values: Sequence[float]) -> tuple[float, float]:
    low, high = min(values), max(values)
    margin = 0.04 * (high - low) or max(0.5 * abs(low), 0.5)
    return low - margin, high + margin


def _axes(panel: Panel, x_range: tuple[float, float], y_range: tuple[float, float]) -> list[str]:
    bottom, right = HEIGHT - BOTTOM, WIDTH - RIGHT
    parts = [f'<path class="frame" d="M{LEFT},{TOP}V{bottom}H{right}"/>']
    for place, label in ticks(*x_range, log=panel.x.log):
        x = LEFT + (place - x_range[0]) / (x_range[1] - x_range[0]) * (right - LEFT)
        parts.append(f'<path class="grid" d="M{x:.2f},{TOP}V{bottom}"/>')
        parts.append(f'<text x="{x:.2f}" y="{bottom + 15}" text-anchor="middle">{typeset_svg(label)}</text>')
    for place, label in ticks(*y_range, log=panel.y.log):
        y = bottom - (place - y_range[0]) / (y_range[1] - y_range[0]) * (bottom - TOP)
        parts.append(f'<path class="grid" d="M{LEFT},{y:.2f}H{right}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.2f}" text-anchor="end">{typeset_svg(label)}</text>')
    middle = (LEFT + right) / 2
    parts.append(
        f'<text x="{middle}" y="{HEIGHT - 8}" text-anchor="middle">{typeset_svg(panel.x.label)}</text>'
    )
    parts.append(f'<text class="head" x="{LEFT}" y="14">{typeset_svg(panel.title)}</text>')
    return parts


def _legend(curves: Sequence[tuple[Curve, list[tuple[float, float]]]]) -> list[str]:
    """Names of the curves, in the upper corner that the first curve does not run into."""
    first = curves[0][1]
    x = WIDTH - RIGHT - 126 if first[-1][1] <= first[0][1] else LEFT + 10
    parts: list[str] = []
    for row, (curve, _) in enumerate(curves):
        y = TOP + 10 + 15 * row
        parts.append(f'<path class="{curve.style}" d="M{x},{y}h22"/>')
        parts.append(f'<text x="{x + 28}" y="{y + 4}">{typeset_svg(curve.name)}</text>')
    return parts


def svg(title: str, body: str, size: tuple[int, int]) -> str:
    """One element of that size, with a title for screen readers."""
    said = escape(title)
    return (
        f'<svg role="img" aria-label="{said}" viewBox="0 0 {size[0]} {size[1]}" width="{size[0]}" '
        f'height="{size[1]}"><title>{said}</title>{body}</svg>'
    )
