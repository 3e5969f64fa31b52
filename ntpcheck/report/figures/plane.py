"""The word-embedding plane as SVG: rows of the max-margin decoder as arrows, contexts as dots, for d = 2.

Drawn like `svg.py`, and for its reasons. Its names are placed so that none covers another.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from ntpcheck.report.figures.svg import svg
from ntpcheck.report.typography import spoken, typeset_svg

SIZE, MIDDLE, REACH = 400, 200, 150.0  # px; the longest arrow and the farthest dot reach that far
LISTED = 8  # contexts whose supports are written out
SAME = 0.02  # rows closer than this, as a share of the longest, are one arrow with both names

Point = tuple[float, float]


def plane(series: Mapping[str, Any]) -> str:
    """series: `words` and `contexts`, points of R^2; `follows`, for each context its support's tokens.

    Arrows and dots are scaled apart: only directions can be compared. Source: Figure 1.
    """
    words = _scaled(series["words"])
    contexts = _scaled(series["contexts"])
    parts = [
        f'<text class="head" x="8" y="16">{typeset_svg(series["title"])}</text>',
        f'<path class="grid" d="M8,{MIDDLE}H{SIZE - 8}M{MIDDLE},24V{SIZE - 8}"/>',
    ]
    for tip, names in _merged(words):
        parts += _arrow(tip, ", ".join(f"w{number}" for number in names))
    for number, (place, tokens) in enumerate(zip(contexts, series["follows"], strict=True)):
        letter = chr(ord("A") + number) if number < 26 else str(number)
        says = f"{letter}: {', '.join(f'w{token + 1}' for token in tokens)}"
        x, y = place
        parts.append(f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="5"><title>{says}</title></circle>')
        parts.append(_label((x, y), letter, 12.0))
        if len(contexts) <= LISTED:
            parts.append(f'<text class="soft" x="8" y="{34 + 15 * number}">{typeset_svg(says)}</text>')
    return svg(spoken(series["title"]), "".join(parts), (SIZE, SIZE))


def _scaled(points: Sequence[Sequence[float]]) -> list[Point]:
    longest = max((math.hypot(*point) for point in points), default=0.0) or 1.0
    return [(MIDDLE + REACH * x / longest, MIDDLE - REACH * y / longest) for x, y in points]


def _merged(tips: Sequence[Point]) -> list[tuple[Point, list[int]]]:
    """Tips with the numbers, from 1, of the words that end there."""
    found: list[tuple[Point, list[int]]] = []
    for number, tip in enumerate(tips, 1):
        near = [names for place, names in found if math.dist(place, tip) < SAME * REACH]
        if near:
            near[0].append(number)
        else:
            found.append((tip, [number]))
    return found


def _arrow(tip: Point, name: str) -> list[str]:
    x, y = tip
    length = math.hypot(x - MIDDLE, y - MIDDLE)
    if length < 3:  # a row that vanishes has no direction
        return [_label((x, y), f"{name} = 0", 12.0)]
    u, v = (x - MIDDLE) / length, (y - MIDDLE) / length
    left = f"{x - 9 * u - 4 * v:.1f},{y - 9 * v + 4 * u:.1f}"
    right = f"{x - 9 * u + 4 * v:.1f},{y - 9 * v - 4 * u:.1f}"
    return [
        f'<path class="arrow" d="M{MIDDLE},{MIDDLE}L{x - 5 * u:.1f},{y - 5 * v:.1f}"/>',
        f'<path class="tip" d="M{x:.1f},{y:.1f}L{left}L{right}Z"/>',
        _label(tip, name, 14.0),
    ]


def _label(place: Point, text: str, away: float) -> str:
    """Text outwards from a place, seen from the middle."""
    x, y = place
    length = math.hypot(x - MIDDLE, y - MIDDLE) or 1.0
    u, v = (x - MIDDLE) / length, (y - MIDDLE) / length
    anchor = "middle" if abs(u) < 0.4 else "start" if u > 0 else "end"
    where = f'x="{x + away * u:.1f}" y="{y + away * v + 4:.1f}" text-anchor="{anchor}"'
    return f"<text {where}>{typeset_svg(text)}</text>"
