"""Figures given as data become files: the same bytes every time, with a title, and nothing off the page."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
from matplotlib import rc_context

from ntpcheck.report.figures.drawing import canvas_of, save
from ntpcheck.report.figures.style import HUES, STYLE
from ntpcheck.target import Axis, Chart, Figure, Line
from tests.report.drawn import figure, small

SVG = "{http://www.w3.org/2000/svg}"


def test_the_same_figure_gives_the_same_bytes(tmp_path: Path) -> None:
    first, second = (save(figure(), tmp_path / name, "all") for name in ("one", "two"))
    assert [path.name for path in first] == ["all.pdf", "all.svg"]
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]


def test_another_figure_gives_other_bytes(tmp_path: Path) -> None:
    first, second = (save(small(name), tmp_path, "x", ("svg",))[0].read_bytes() for name in ("one", "two"))
    assert first != second


def test_an_svg_is_well_formed_titled_and_needs_no_network(tmp_path: Path) -> None:
    (path,) = save(figure("Words & curves"), tmp_path, "x", ("svg",))
    root = ET.fromstring(path.read_text())
    assert root.findtext(f"{SVG}title") == "Words & curves"
    metadata = set(root.find(f"{SVG}metadata").iter())
    drawn = [node for node in root.iter() if node not in metadata]
    links = [value for node in drawn for key, value in node.items() if key.endswith("href")]
    assert links
    assert all(link.startswith("#") for link in links)
    assert "<text" not in path.read_text()  # outlines: no font is needed to show it


def test_an_svg_follows_a_dark_page(tmp_path: Path) -> None:
    (path,) = save(small("dark"), tmp_path, "x", ("svg",))
    assert path.read_text().count("prefers-color-scheme: dark") == 1


def test_a_band_is_drawn_under_its_curve(tmp_path: Path) -> None:
    x = np.arange(1.0, 5.0)
    texts = []
    for band in (None, (x / 2, 2 * x), (0 * x, 2 * x)):
        line = Line("", x, x, band=band)
        chart = Chart("", Axis(), Axis(log=True), [line])
        (path,) = save(Figure("t", (2, 2), ("a",), {"a": chart}), tmp_path, "x", ("svg",))
        texts.append(path.read_text())
    assert [text.count("opacity: 0.16") for text in texts] == [0, 1, 1]


def test_every_word_lies_on_the_page() -> None:
    with rc_context(fname=STYLE):
        canvas = canvas_of(figure())
        canvas.draw_without_rendering()
        for axes in canvas.axes:
            for text in axes.texts:
                # A heading's shadow keeps room and is not seen.
                if text.get_text() and text.get_alpha() != 0:
                    box = text.get_window_extent()
                    assert box.x0 >= -1, text.get_text()
                    assert box.y1 <= canvas.bbox.y1 + 1, text.get_text()


def _luminance(colour: str) -> float:
    """WCAG 2: relative luminance."""
    parts = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


def test_colours_of_words_can_be_read_on_white() -> None:
    # 3:1 is what WCAG asks of graphics.
    assert min(1.05 / (_luminance(hue) + 0.05) for hue in HUES) >= 3
