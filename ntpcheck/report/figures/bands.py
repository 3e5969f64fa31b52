"""The spread of several runs about their mean, as a pale band; and figures on dark pages."""

from pathlib import Path
from typing import Any

import numpy as np

from ntpcheck.reading import LARGEST, text
from ntpcheck.report.figures.style import colour
from ntpcheck.target import Chart, Line
from ntpcheck.writing import write

PALE, UNDER = 0.16, 1.5
RULE = "*{stroke-linejoin: round; stroke-linecap: butt}"  # what matplotlib begins an SVG's style with
DARK = " @media (prefers-color-scheme: dark) {svg {filter: invert(0.9) hue-rotate(180deg)}}"


def draw_band(axes: Any, chart: Chart, line: Line) -> None:
    """Fills between the two curves of a line's band, if it has one."""
    if line.band is None:
        return
    x, low, high = (np.asarray(values, dtype=float) for values in (line.x, *line.band))
    if chart.y.log:  # a band down to zero ends at the lowest place that has one
        positive = low[low > 0]
        low = np.maximum(low, positive.min() if len(positive) else np.nanmin(high) / 2)
    kept = np.isfinite(x) & np.isfinite(low) & np.isfinite(high) & ((x > 0) | (not chart.x.log))
    shade = colour(line.role, line.hue)
    axes.fill_between(x[kept], low[kept], high[kept], color=shade, alpha=PALE, lw=0, zorder=UNDER)


def follow_dark_pages(path: Path) -> None:
    """Inverts an SVG where the reader's page is dark, and keeps its hues; other files stay as they are."""
    if path.suffix == ".svg":
        write(path, text(path, LARGEST).replace(RULE, RULE + DARK, 1))
