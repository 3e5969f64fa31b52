"""Draws a figure that is given as data, by matplotlib, as PDF and SVG: the same bytes for the same data."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np
from matplotlib import rc_context
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure as Canvas
from matplotlib.patches import Rectangle
from matplotlib.patheffects import withStroke
from matplotlib.ticker import FixedLocator, LogLocator, MaxNLocator, NullFormatter

from ntpcheck.report.figures.bands import draw_band, follow_dark_pages
from ntpcheck.report.figures.style import ABOVE, DASHES, FAINT, HUES, INK, PAPER, SOFT, STYLE, WIDTHS, colour
from ntpcheck.report.typography import spoken
from ntpcheck.target import Arrow, Axis, Bars, Chart, Figure, Line, Plane, Table
from ntpcheck.writing import replacing

FORMATS = ("pdf", "svg")
HALO = [withStroke(linewidth=2.2, foreground=PAPER)]
ALIGNED: dict[str, Any] = {
    "right": "left",
    "left": "right",
    "center": "center",
}  # text on the right of a place
AWAY, APART = 8.0, 10.0  # points from a tip to its label, and at least between labels
TURNS = (0.0, 1.2, -1.2, 1.8, -1.8)
SPREAD = 1.3  # how far beyond its longest vector a plane extends


def save(figure: Figure, folder: Path, name: str, formats: tuple[str, ...] = FORMATS) -> list[Path]:
    """Writes `folder/name.pdf` and `.svg`, and returns their paths. Raises UnwritableFile."""
    paths = [folder / f"{name}.{extension}" for extension in formats]
    with rc_context(fname=STYLE):
        canvas = canvas_of(figure)
        for path in paths:
            dated = {"pdf": {"CreationDate": None}, "svg": {"Date": None}}.get(path.suffix[1:], {})
            told = {"Title": spoken(figure.title), **({"Creator": "ntpcheck"} if dated else {}), **dated}
            with replacing(path) as fresh:
                canvas.savefig(fresh, dpi=200, metadata=told)
                follow_dark_pages(fresh)
    return paths


def canvas_of(figure: Figure) -> Canvas:
    canvas = Canvas(figsize=figure.size, layout="constrained")
    FigureCanvasAgg(canvas)
    canvas.get_layout_engine().set(w_pad=0.04, h_pad=0.05, wspace=0.03, hspace=0.04)  # type: ignore[union-attr]
    ratios: dict[str, Any] = {
        name: list(values)
        for name, values in (("width_ratios", figure.widths), ("height_ratios", figure.heights))
        if values
    }
    layout: Any = [list(row) for row in figure.mosaic]
    axes = canvas.subplot_mosaic(layout, empty_sentinel=".", **ratios)
    for letter, part in figure.parts.items():
        DRAW[type(part)](axes[letter], part)
    for letter, words in figure.headings:
        _heading(axes[letter], words)
    canvas.draw_without_rendering()
    canvas.set_layout_engine(None)  # places are final: labels go by them, and files need no second layout
    for letter, part in figure.parts.items():
        if isinstance(part, Chart):
            # Where a label goes depends on the final size of the axes.
            _name_lines(axes[letter], part)
        elif isinstance(part, Plane):
            _name_arrows(axes[letter], part)
    return canvas


def _heading(axes: Any, words: str) -> None:
    """Words above a part's title, as wide as they need: the layout keeps room for one letter of them."""
    for shown, text in ((True, words), (False, words[:1])):
        axes.annotate(
            text, (0, 1), (0, 19), xycoords="axes fraction", textcoords="offset points", fontsize=7.5,
            weight="bold", color=INK, annotation_clip=False, alpha=1.0 if shown else 0.0,
        ).set_in_layout(not shown)  # fmt: skip


def _chart(axes: Any, chart: Chart) -> None:
    axes.set_title(chart.title)
    _scale(axes, chart.x, "x")
    _scale(axes, chart.y, "y")
    for line in chart.lines:
        draw_band(axes, chart, line)
        x, y = _drawn(chart, line)
        axes.plot(
            x, y, color=colour(line.role, line.hue), lw=WIDTHS[line.role], ls=DASHES[line.role],
            zorder=ABOVE[line.role], solid_capstyle="butt", alpha=FAINT.get(line.role),
        )  # fmt: skip
    _bound(axes, chart)
    _ticks(axes.xaxis, chart.x)
    _ticks(axes.yaxis, chart.y)
    if chart.mark:
        place, words = chart.mark
        axes.axvline(place, color=SOFT, lw=0.6, zorder=1)
        axes.annotate(
            words, (place, 1), (2, -1), xycoords=("data", "axes fraction"), textcoords="offset points",
            va="top", fontsize=5.8, color=SOFT, path_effects=HALO,
        ).set_in_layout(False)  # fmt: skip


def _scale(axes: Any, axis: Axis, which: Literal["x", "y"]) -> None:
    getattr(axes, f"set_{which}label")(axis.label)
    if axis.log:
        getattr(axes, f"set_{which}scale")("log")


def _drawn(chart: Chart, line: Line) -> tuple[np.ndarray, np.ndarray]:
    """The points that have a place on the axes."""
    x, y = np.asarray(line.x, dtype=float), np.asarray(line.y, dtype=float)
    kept = np.isfinite(x) & np.isfinite(y)
    for values, axis in ((x, chart.x), (y, chart.y)):
        kept &= (values > 0) | (not axis.log)
    return x[kept], y[kept]


def _bound(axes: Any, chart: Chart) -> None:
    """Data bounds unless others are given; theory may leave the frame, runs may not."""
    if chart.x.bounds:
        axes.set_xlim(*chart.x.bounds)
    if chart.y.bounds:
        axes.set_ylim(*chart.y.bounds)
        return
    low, high = chart.x.bounds or (-math.inf, math.inf)
    drawn = [_drawn(chart, line) for line in chart.lines if line.role != "theory"]
    values = np.concatenate([np.array([]), *(y[(low <= x) & (x <= high)] for x, y in drawn)])
    values = values if len(values) else np.array([0.5, 1.0])
    places = np.log10(values) if chart.y.log else values
    low, high = float(places.min()), float(places.max())
    margin = 0.08 * (high - low) or 0.5
    low, high = low - margin, high + margin
    axes.set_ylim(*((10**low, 10**high) if chart.y.log else (low, high)))


def _ticks(axis: Any, given: Axis) -> None:
    low, high = sorted(axis.get_view_interval())
    if not given.log:
        axis.set_major_locator(MaxNLocator(4, steps=[1, 2, 2.5, 5, 10]))
        return
    decades = math.log10(high / low)
    if decades < 2.5:
        axis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0) if decades < 1.2 else (1.0, 3.0)))
        axis.set_major_formatter(lambda value, _: f"{value:g}")
    else:
        step = max(1, math.ceil((decades + 0.2) / 5))
        first = math.ceil(math.log10(low) - 1e-9)
        powers = [p for p in range(first, math.floor(math.log10(high) + 1e-9) + 1) if p % step == 0]
        axis.set_major_locator(FixedLocator([10.0**p for p in powers]))
    axis.set_minor_formatter(NullFormatter())


def _name_lines(axes: Any, chart: Chart) -> None:
    """Each label beside its curve: above it, or below."""
    for line in chart.lines:
        x, y = _drawn(chart, line)
        if not line.label or not len(x):
            continue
        seen = axes.transData.transform(np.stack([x, y], 1))
        box = axes.bbox
        inside = (seen >= [box.x0, box.y0]).all(1) & (seen <= [box.x1, box.y1]).all(1)
        if not inside.any():
            continue
        places = np.flatnonzero(inside)
        way = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(seen[places], axis=0).T))])
        chosen = places[int(np.argmin(np.abs(way - line.at * way[-1])))]
        axes.annotate(
            line.label, (x[chosen], y[chosen]), line.shift, textcoords="offset points", ha=ALIGNED[line.side],
            va="center", fontsize=6.2, color=colour(line.role, line.hue), path_effects=HALO, zorder=6,
        ).set_in_layout(False)  # fmt: skip


def _plane(axes: Any, plane: Plane) -> None:
    axes.set_title(plane.title)
    axes.set_aspect("equal")
    tips = np.array([a.tip for a in plane.arrows] + [place for _, place, _ in plane.contexts], dtype=float)
    reach = SPREAD * float(np.abs(tips).max())
    axes.set_xlim(-reach, reach)
    axes.set_ylim(-reach, reach)
    axes.axhline(0, color=SOFT, lw=0.4, zorder=1)
    axes.axvline(0, color=SOFT, lw=0.4, zorder=1)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
    if plane.hyperplanes:
        for arrow in plane.arrows:
            size = math.hypot(*arrow.tip)
            if size > 0:
                across = np.array([-arrow.tip[1], arrow.tip[0]]) / size * 2 * reach
                ends = np.stack([-across, across])
                axes.plot(*ends.T, color=HUES[arrow.hue], lw=0.7, ls=(0, (1, 1.5)), zorder=1)
    _arrows(axes, plane)
    for name, place, hues in plane.contexts:
        axes.plot(*place, "o", ms=5, color=INK, zorder=5)
        _context(axes, plane, (name, place, hues), reach)


def _context(
    axes: Any, plane: Plane, context: tuple[str, tuple[float, float], Sequence[int]], reach: float
) -> None:
    """The name, and the words that follow in their colours, on the side of the dot with most room."""
    name, place, hues = context
    turns = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    ways = np.stack([np.cos(turns), np.sin(turns)], 1)
    spots = np.asarray(place) + ways * reach * np.array([0.22, 0.12])
    others = [other for _, other, _ in plane.contexts]
    along = np.linspace(0, 1, 33)[:, None]
    taken = np.concatenate([along * np.asarray(arrow.tip) for arrow in plane.arrows] + [np.array(others)])
    # A label is wider than high: distances across count less.
    room = np.linalg.norm((spots[:, None] - taken) * np.array([0.5, 1.0]), axis=-1).min(1)
    room = np.where((np.abs(spots) < 0.85 * reach).all(1), room, -1.0)
    x, y = ways[int(np.argmax(room.round(6)))] * np.array([21, 12])
    words = [(name, INK, 7.5), *((str(hue + 1), HUES[hue], 6.5) for hue in hues)]
    for index, (word, shade, points) in enumerate(words):
        across = x + 5.6 * (index - (len(words) - 1) / 2) - (2 if index == 0 else 0)
        axes.annotate(
            word, place, (across, y), textcoords="offset points", fontsize=points, color=shade, weight="bold",
            ha="center", va="center", path_effects=HALO, zorder=6,
        ).set_in_layout(False)  # fmt: skip


def _together(plane: Plane) -> list[list[Arrow]]:
    """Equal vectors share one place, and one label, so that none hides another."""
    groups: dict[tuple[float, float], list[Arrow]] = {}
    for arrow in plane.arrows:
        groups.setdefault((round(arrow.tip[0], 6), round(arrow.tip[1], 6)), []).append(arrow)
    return list(groups.values())


def _arrows(axes: Any, plane: Plane) -> None:
    for together in _together(plane):
        for index, arrow in enumerate(together):
            wide = 1.5 + 2.4 * (len(together) - 1 - index)
            axes.annotate(
                "", arrow.tip, (0, 0), zorder=3 + 0.1 * index,
                arrowprops={"arrowstyle": "-|>", "color": HUES[arrow.hue], "lw": wide, "shrinkA": 0,
                            "shrinkB": 0, "mutation_scale": 7 + 2 * wide, "joinstyle": "miter"},
            )  # fmt: skip


def _name_arrows(axes: Any, plane: Plane) -> None:
    """Each label just beyond its tip, or turned aside where another label is."""
    points = 72 / axes.figure.dpi
    taken: list[np.ndarray] = []
    for together in sorted(_together(plane), key=lambda group: -math.hypot(*group[0].tip)):
        tip = together[0].tip
        start, way = axes.transData.transform(tip) * points, math.atan2(tip[1], tip[0])
        ways = [AWAY * np.array([math.cos(way + turn), math.sin(way + turn)]) for turn in TURNS]
        free = [w for w in ways if all(math.hypot(*(start + w - other)) > APART for other in taken)]
        away = (free or ways)[0]
        taken.append(start + away)
        axes.annotate(
            "$=$".join(arrow.label for arrow in together), tip, tuple(away), textcoords="offset points",
            ha="center", va="center", fontsize=7, color=HUES[together[0].hue], path_effects=HALO, zorder=6,
        ).set_in_layout(False)  # fmt: skip


def _table(axes: Any, table: Table) -> None:
    axes.set_title(table.title)
    axes.grid(visible=False)
    values = np.asarray(table.values, dtype=float)
    rgb = np.ones((*values.shape, 3))
    # White to the first hue; entries without a value are black, as in a figure of supports.
    full = np.array([int(HUES[0][i : i + 2], 16) / 255 for i in (1, 3, 5)])
    share = np.nan_to_num(values)[..., None] / max(float(np.nanmax(values)), 1e-300)
    rgb = np.where(np.isnan(values)[..., None], 0.07, 1 - share * (1 - full))
    axes.set_aspect("equal")
    axes.set_xlim(-0.5, values.shape[1] - 0.5)
    axes.set_ylim(values.shape[0] - 0.5, -0.5)
    axes.set_xticks(range(values.shape[1]), table.columns)
    axes.set_yticks(range(values.shape[0]), table.rows)
    axes.set_ylabel(table.kinds[0])
    axes.set_xlabel(table.kinds[1])
    axes.tick_params(length=0)
    for side in axes.spines.values():
        side.set_visible(False)
    for (row, column), value in np.ndenumerate(values):
        cell = (column - 0.5, row - 0.5)
        axes.add_patch(Rectangle(cell, 1, 1, facecolor=rgb[row, column], edgecolor=PAPER, linewidth=0.8))
        if not np.isnan(value):
            shade = PAPER if share[row, column, 0] > 0.55 else INK
            said = f"{value:.2f}".lstrip("0")
            axes.text(column, row, said, ha="center", va="center", fontsize=6.5, color=shade)


def _bars(axes: Any, bars: Bars) -> None:
    axes.set_title(bars.title)
    axes.grid(visible=False, axis="x")
    axes.bar(range(len(bars.heights)), bars.heights, width=0.62, color=HUES[0])
    axes.set_xticks(range(len(bars.heights)), bars.names)
    axes.tick_params(axis="x", length=0)
    axes.yaxis.set_major_locator(MaxNLocator(3, steps=[1, 2, 5, 10]))
    axes.set_ylim(0, bars.top or 1.08 * max(bars.heights))


DRAW: dict[type, Any] = {Chart: _chart, Plane: _plane, Table: _table, Bars: _bars}
