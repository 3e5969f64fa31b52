"""A small figure with one part of every kind."""

from __future__ import annotations

import math

from ntpcheck.target import Arrow, Axis, Bars, Chart, Figure, Line, Plane, Table

CURVES = (
    Line("run", [1, 10, 100], [1.0, 0.1, 0.01]),
    Line("flow", [100, 1e4], [0.01, 1e-4], "flow"),
    Line("$1/k$", [1, 1e4], [1.0, 1e-4], "theory", at=0.6),
    Line("nothing", [math.nan], [math.nan]),
    Line("outside", [2, 3], [-1.0, 0.0], hue=1),
)
CHART = Chart("falls", Axis("$k$", log=True), Axis("nats", log=True), CURVES, (100, "end"))
LINEAR = Chart("grows", Axis("$k$", bounds=(0, 2)), Axis(bounds=(0, 3)), [Line("", [0, 1, 9], [0, 1, 9])])
EMPTY = Chart("empty", Axis(log=True), Axis(), [])
PLANE = Plane(
    "words",
    [Arrow("$w_1$", (1.0, 0.0), 0), Arrow("$w_2$", (1.0, 0.0), 1), Arrow("$w_3$", (0.98, 0.05), 2)],
    [("A", (0.5, 1.0), (0, 2)), ("B", (0.0, 0.0), ())],
    hyperplanes=True,
)
TABLE = Table("P", ["A", "B"], ["1", "2"], [[0.25, 0.75], [1.0, math.nan]], ("context", "word"))
BARS = Bars("p", ["1", "4"], [0.3, 0.7])


def small(title: str) -> Figure:
    return Figure(title, (2, 1.5), ("e",), {"e": Bars(title, ["1", "4"], [0.3, 0.7])})


def figure(title: str = "One of each") -> Figure:
    parts = {"a": CHART, "b": LINEAR, "c": PLANE, "d": TABLE, "e": BARS, "f": EMPTY}
    return Figure(title, (6, 4), ("abc", "def"), parts, (2, 1, 1), (1, 1), headings=(("a", "charts"),))
