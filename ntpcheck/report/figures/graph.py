"""A token-priority graph as SVG: components boxed, in condensed order from the highest priority down."""

import math
from collections.abc import Mapping
from html import escape
from typing import Any

from ntpcheck.report.figures.svg import svg
from ntpcheck.report.typography import spoken, typeset_svg

WIDTH, TOP, LAYER = 400, 58, 96  # px; a layer of components is that high
RADIUS, STEP, GAP, PAD = 15, 54, 22, 11  # of a node; between nodes, boxes, and a box and its nodes
BESIDE, AROUND = 0.22, 0.45  # of its length: how far an edge is bent, beside its reverse or around a node

Point = tuple[float, float]


def graph_panel(series: Mapping[str, Any]) -> str:
    """series: `title`; `layers` of components of tokens, ids from 0; `edges`, pairs of tokens."""
    layers, edges = series["layers"], series["edges"]
    boxes, places = _layout(layers)
    width = max(WIDTH, *(math.ceil(x + w + GAP) for x, _, w, _ in boxes)) if boxes else WIDTH
    parts = [
        f"<desc>{escape(_described(layers, edges))}</desc>",
        f'<text class="head" x="8" y="16">{typeset_svg(series["title"])}</text>',
        '<text class="soft" x="8" y="34">boxes: components; the highest priority is on top</text>',
        *(f'<rect class="box" x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" rx="12"/>'
          for x, y, w, h in boxes),
    ]  # fmt: skip
    known = {tuple(edge) for edge in edges}
    for i, j in edges:
        if i == j:
            parts += _loop(places[i])
            continue
        bend = AROUND if _crosses(places, i, j) else BESIDE if (j, i) in known else 0.0
        parts += _edge(places[i], places[j], bend)
    for token, (x, y) in sorted(places.items()):
        parts.append(f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS}"/>')
        parts.append(
            f'<text x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle">{typeset_svg(f"e_{token + 1}")}</text>'
        )
    return svg(spoken(series["title"]), "".join(parts), (width, TOP + LAYER * max(len(layers), 1)))


def _layout(
    layers: list[list[list[int]]],
) -> tuple[list[tuple[float, float, float, float]], dict[int, Point]]:
    """Boxes (x, y, width, height) and the middle of every node, each layer centred."""
    boxes, places = [], dict[int, Point]()
    for depth, components in enumerate(layers):
        widths = [STEP * (len(component) - 1) + 2 * (RADIUS + PAD) for component in components]
        left = max((WIDTH - sum(widths) - GAP * (len(widths) - 1)) / 2, 8.0)
        y = TOP + LAYER * depth + LAYER / 2 - RADIUS - PAD - 8
        for component, width in zip(components, widths, strict=True):
            boxes.append((left, y, width, 2.0 * (RADIUS + PAD)))
            for place, token in enumerate(component):
                places[token] = (left + PAD + RADIUS + STEP * place, y + RADIUS + PAD)
            left += width + GAP
    return boxes, places


def _crosses(places: Mapping[int, Point], i: int, j: int) -> bool:
    """Whether the straight edge runs through another node."""
    (x0, y0), (x1, y1) = places[i], places[j]
    length = math.hypot(x1 - x0, y1 - y0)
    for token, (x, y) in places.items():
        along = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length
        across = abs((x - x0) * (y1 - y0) - (y - y0) * (x1 - x0)) / length
        if token not in (i, j) and 0 < along < length and across < RADIUS + 2:
            return True
    return False


def _edge(start: Point, end: Point, bend: float) -> list[str]:
    """A line or a curve between the rims of two nodes, with its tip."""
    (x0, y0), (x1, y1) = start, end
    cx, cy = (x0 + x1) / 2 + bend * (y1 - y0), (y0 + y1) / 2 - bend * (x1 - x0)
    (ux, uy), (vx, vy) = _unit(x0, y0, cx, cy), _unit(x1, y1, cx, cy)
    ax, ay = x0 + RADIUS * ux, y0 + RADIUS * uy
    bx, by = x1 + (RADIUS + 2) * vx, y1 + (RADIUS + 2) * vy
    left = f"{bx + 9 * vx - 4 * vy:.1f},{by + 9 * vy + 4 * vx:.1f}"
    right = f"{bx + 9 * vx + 4 * vy:.1f},{by + 9 * vy - 4 * vx:.1f}"
    back = f"{bx + 6 * vx:.1f},{by + 6 * vy:.1f}"
    return [
        f'<path class="arrow" d="M{ax:.1f},{ay:.1f}Q{cx:.1f},{cy:.1f} {back}"/>',
        f'<path class="tip" d="M{bx:.1f},{by:.1f}L{left}L{right}Z"/>',
    ]


def _loop(place: Point) -> list[str]:
    """An edge from a node to itself, over its right shoulder."""
    x, y = place[0] + 0.7 * RADIUS, place[1] - 0.7 * RADIUS
    way = (
        f"M{x - 8:.1f},{y - 3:.1f}C{x - 4:.1f},{y - 26:.1f} {x + 26:.1f},{y - 4:.1f} {x + 8:.1f},{y + 5:.1f}"
    )
    tip = f"M{x + 3:.1f},{y + 8:.1f}L{x + 9:.1f},{y:.1f}L{x + 13:.1f},{y + 7:.1f}Z"
    return [f'<path class="arrow loop" d="{way}"/>', f'<path class="tip loop" d="{tip}"/>']


def _unit(x: float, y: float, to_x: float, to_y: float) -> Point:
    length = math.hypot(to_x - x, to_y - y) or 1.0
    return (to_x - x) / length, (to_y - y) / length


def _described(layers: list[list[list[int]]], edges: list[list[int]]) -> str:
    """The whole graph in words, for those who do not see it."""
    rows = [" and ".join("{" + ", ".join(f"e{t + 1}" for t in c) + "}" for c in layer) for layer in layers]
    arrows = ", ".join(f"e{i + 1} to e{j + 1}" for i, j in edges)
    order = "; below it ".join(rows) or "none"
    return f"Components from the highest priority down: {order}. Edges: {arrows or 'none'}."
