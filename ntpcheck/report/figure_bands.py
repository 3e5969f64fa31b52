"""The spread of several runs about their mean, as a pale band under all curves."""

from __future__ import annotations

from typing import Any

import numpy as np

from ntpcheck.report.figure_style import colour
from ntpcheck.target import Chart, Line

PALE, UNDER = 0.16, 1.5


def draw_band(axes: Any, chart: Chart, line: Line) -> None:
    """Fills between the two curves of a line's band, if it has one."""
    if line.band is None:
        return
    x, low, high = (np.asarray(values, dtype=float) for values in (line.x, *line.band))
    if chart.y.log:  # a band down to zero ends at the lowest place that has one
        low = np.maximum(low, np.nanmin(np.where(low > 0, low, np.nan)))
    kept = np.isfinite(x) & np.isfinite(low) & np.isfinite(high) & ((x > 0) | (not chart.x.log))
    shade = colour(line.role, line.hue)
    axes.fill_between(x[kept], low[kept], high[kept], color=shade, alpha=PALE, lw=0, zorder=UNDER)
