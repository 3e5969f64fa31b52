"""Figures are the same bytes every time and survive any numbers."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from ntpcheck.report.figures.svg import Axis, Curve, Panel, plot, points, ticks
from ntpcheck.report.figures.training import training_panels
from tests.report import events


def series() -> dict[str, Any]:
    return events.figure()["series"]


def test_there_are_four_panels_of_well_formed_svg() -> None:
    panels = [ET.fromstring(panel) for panel in training_panels(series())]
    assert [panel.find("title").text for panel in panels] == [
        "loss minus entropy",
        "norm of W k",
        "1 \u2212 cos(W k, W mm)",
        "distance of P F(W k) to W*",
    ]
    assert all(panel.get("role") == "img" for panel in panels)


def test_the_theory_is_drawn_into_every_panel_and_the_flow_into_the_last_two() -> None:
    panels = training_panels(series())
    assert [panel.count('<polyline class="law"') for panel in panels] == [1, 1, 1, 1]
    assert [panel.count('<polyline class="flow"') for panel in panels] == [0, 0, 1, 1]


def test_drawing_twice_gives_the_same_bytes() -> None:
    assert training_panels(series()) == training_panels(series())


def test_a_line_of_slope_minus_one_is_drawn_as_one() -> None:
    panel = Panel("p", Axis("k", log=True), Axis("", log=True))
    assert points(panel, Curve("c", [1, 10, 100], [1, 0.1, 0.01])) == [(0, 0), (1, -1), (2, -2)]


@pytest.mark.parametrize("bad", [math.nan, math.inf, 0.0, -1.0, None, "nan", "-inf"])
def test_what_has_no_place_on_an_axis_is_left_out(bad: Any) -> None:
    panel = Panel("p", Axis("k"), Axis("", log=True))
    assert points(panel, Curve("c", [1, 2, 3], [1.0, bad, 100.0])) == [(1, 0), (3, 2)]


def test_nothing_to_draw_is_said_in_words() -> None:
    assert plot(Panel("a < b", Axis("k"), Axis("", log=True), [Curve("c", [1], [0])])) == (
        '<p class="empty">a &lt; b: nothing to draw.</p>'
    )


def test_a_single_point_and_a_constant_still_have_a_range() -> None:
    for y in ([5.0], [0.0], [-2.0]):
        ET.fromstring(plot(Panel("p", Axis("k"), Axis("y"), [Curve("c", [3.0], y)])))


@pytest.mark.parametrize(
    "span", [(0.0, 1.0), (-3.0, 7.0), (0.0, 1e4), (1e-9, 3e-9), (5.0, 5.5), (0.2, 0.2001)]
)
def test_ticks_are_few_round_and_inside(span: tuple[float, float]) -> None:
    places = [place for place, _ in ticks(*span, log=False)]
    assert 2 <= len(places) <= 7
    slip = 1e-6 * (span[1] - span[0])
    assert span[0] - slip <= places[0]
    assert places[-1] <= span[1] + slip


@pytest.mark.parametrize("span", [(0.0, 4.0), (-16.0, 0.0), (-308.0, 3.0), (-1.5, 0.5)])
def test_log_ticks_are_whole_powers_of_ten(span: tuple[float, float]) -> None:
    found = ticks(*span, log=True)
    assert 1 <= len(found) <= 8
    assert all(float(label.replace("10^", "1e")) == pytest.approx(10.0**place) for place, label in found)
