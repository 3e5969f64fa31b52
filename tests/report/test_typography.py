"""Statements read as they are meant: on the page, in figures, to a screen reader."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from ntpcheck.report.catalogue import index
from ntpcheck.report.typography import paragraphs, spoken, typeset, typeset_svg

CASES = {
    "W_k -> W^mm": "W<sub>k</sub> → W<sup>mm</sup>",
    "||P_perp W|| >= 0": "‖P<sub>⟂</sub> W‖ ≥ 0",
    "sum_j pi_j h_j h_j^T": "Σ<sub>j</sub> π<sub>j</sub> h<sub>j</sub> h<sub>j</sub><sup>T</sup>",
    "W_k+1 - W_k": "W<sub>k+1</sub> \u2212 W<sub>k</sub>",
    "||W_k+1,perp||, ||W_0,F||": "‖W<sub>k+1,⟂</sub>‖, ‖W<sub>0,F</sub>‖",
    "W_k, W_k,": "W<sub>k</sub>, W<sub>k</sub>,",
    "k >= k0, not arXiv v1": "k ≥ k<sub>0</sub>, not arXiv v1",
    "W_k0": "W<sub>k<sub>0</sub></sub>",
    "c_{y_i}^T e_{y_i}": "c<sub>y<sub>i</sub></sub><sup>T</sup> e<sub>y<sub>i</sub></sub>",
    "sum_{t not in O_i} m_{T-1}": "Σ<sub>t not in O<sub>i</sub></sub> m<sub>T\u22121</sub>",
    "l^mm_jz": "l<sup>mm</sup><sub>jz</sub>",
    "||grad L(W)||_F": "‖∇L(W)‖<sub>F</sub>",
    "e^(R' delta) < 1": "e<sup>R&#39; δ</sup> &lt; 1",
    "e^((1-eps)R), T": "e<sup>(1\u2212ε)R</sup>, T",
    "e^-R' (W~)_jzv <= 1": "e<sup>\u2212R&#39; (W\u0303)<sub>jzv</sub></sup> ≤ 1",
    "e^-(e_z - u)^T W h_j": "e<sup>\u2212(e<sub>z</sub> \u2212 u)<sup>T</sup> W h<sub>j</sub></sup>",
    "T e^-R, <W^d, W2> = 0": "T e<sup>\u2212R</sup>, ⟨W<sup>d</sup>, W<sub>2</sub>⟩ = 0",
    "E_1^+ a_1, X-bar, xbar_i, W^ of F-perp": (
        "E<sub>1</sub><sup>+</sup> a<sub>1</sub>, X\u0304, x\u0304<sub>i</sub>, W\u0302 of F<sup>⟂</sup>"
    ),
    "O(k^-r), {-1, 0, 1}": "O(k<sup>\u2212r</sup>), {\u22121, 0, 1}",
    "sqrt(T), the sum of all": "√(T), the sum of all",
    "some_function of small-step, 10^4": "some_function of small-step, 10<sup>4</sup>",
    "see `a_b/x-1`": "see <code>a_b/x-1</code>",
    "as linear/theorem-2/proof/alpha.": "as <code>linear/theorem-2/proof/alpha</code>.",
    "--profile ci, 1e-8, alpha-beta": "--profile ci, 1e-8, alpha-beta",
    "<b>": "&lt;b&gt;",
}
MARKS = r"[_^\\~]|\|\||<=|\b(?:alpha|beta|gamma|delta|eps|eta|tau|lambda|perp|grad)\b"


@pytest.mark.parametrize("plain", CASES)
def test_statements_read_as_they_are_meant(plain: str) -> None:
    assert typeset(plain) == CASES[plain]


def test_no_claim_of_either_paper_keeps_a_mark_that_is_no_sign() -> None:
    claims = [claim for paper in index() for claim in paper["claims"]]
    assert claims
    for text in (claim[part] for claim in claims for part in ("statement", "text")):
        left = re.sub(r"<code>.*?</code>|&\w+;|&#\d+;", " ", typeset(" ".join(text.split())))
        assert not re.search(MARKS, left), left


@pytest.mark.parametrize("plain", CASES)
def test_an_svg_comes_back_to_its_line(plain: str) -> None:
    drawn = ElementTree.fromstring(f"<text>{typeset_svg(plain.replace('`', ''))}</text>")
    assert sum(int(span.get("dy", "0")) for span in drawn.iter("tspan")) == 0


def test_a_screen_reader_gets_words() -> None:
    assert spoken("distance of P_F(W_k) to W^mm") == "distance of P F(W k) to W mm"


def test_readings_and_changes_are_paragraphs_of_their_own() -> None:
    text = "\n\nChecked here\nand there.\nReading: one.\n\nThe change: another."
    assert paragraphs(text) == [
        ("", "Checked here and there."),
        ("Reading", "one."),
        ("The change", "another."),
    ]
