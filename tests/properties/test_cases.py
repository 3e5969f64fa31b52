"""Both cases in the proof of Theorem 1, against the regularisation path found by other means."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize

from ntpcheck.claim import Effort
from ntpcheck.engine.judgement import certify, decide
from ntpcheck.evidence import Outcome
from ntpcheck.instances.dataset import Decoding, Pair
from ntpcheck_papers.thrampoulidis2024 import PAPER
from ntpcheck_papers.thrampoulidis2024.falsehoods.cases import CHECKS
from ntpcheck_papers.thrampoulidis2024.section_4.path_brackets import floor_below, on_f_at
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part

EFFORT = Effort(examples=10, batch=64)
DISPLAY = PAPER["linear/theorem-1/proof/case-i-display"]
HEAVY = Pair(
    [[1, 0], [2, "1/64"]],
    [[1, 2], [0, 16]],
    [[-1, -1], [1, 1]],
    [["-15/16", "-17/16"], ["15/16", "17/16"]],
)
LIGHT = Pair(
    [[1, 0], [2, "1/64"]],
    [[1, 2], [0, 8]],
    [["-53/64", "-73/64"], ["53/64", "73/64"]],
    [["-13/16", "-37/32"], ["13/16", "37/32"]],
)
TILTED = Decoding([[1]], [[1, 1]], [[8], [-8]])
CHECKED = [planted for planted in PAPER.planted if f"{planted.of}#{planted.kind}" in CHECKS]
ON_PAIRS = [planted for planted in CHECKED if planted.of == DISPLAY.id]
AMENDED = [p for p in PAPER.false_neighbours(f"{DISPLAY.id}/amended") if not p.from_text]
ON_F = [planted for planted in CHECKED if planted.of.endswith("case-ii-on-F")]


def test_the_display_fails_on_the_path_and_the_verifier_accepts_that():
    judged = decide(DISPLAY, HEAVY.exact(), EFFORT)
    assert judged.outcome is Outcome.FAILS
    assert certify(DISPLAY, judged, seed=0, version="test").objections == []
    assert decide(DISPLAY, LIGHT.exact(), EFFORT).outcome is Outcome.HOLDS


@pytest.mark.parametrize("planted", ON_PAIRS, ids=lambda p: p.kind)
def test_a_falsehood_fails_where_the_display_holds(planted):
    assert decide(planted.claim(PAPER), LIGHT.exact(), EFFORT).outcome is Outcome.FAILS


@pytest.mark.parametrize("planted", AMENDED, ids=lambda p: p.kind)
def test_a_falsehood_fails_where_the_amended_display_holds(planted):
    assert decide(PAPER[planted.of], TILTED.exact(), EFFORT).outcome is Outcome.HOLDS
    assert decide(planted.claim(PAPER), TILTED.exact(), EFFORT).outcome is Outcome.FAILS


def test_a_solver_finds_the_minimiser_and_what_the_display_misses_there():
    H, counts = (np.array(x, dtype=float) for x in ([[1, 0], [2, 1 / 64]], [[1, 2], [0, 16]]))
    n = counts.sum()

    def loss(w):
        scores = H @ np.stack([-w, w]).T
        return -(counts * (scores - np.logaddexp.reduce(scores, axis=1)[:, None])).sum() / n

    ball = {"type": "ineq", "fun": lambda w: 2 - w @ w}  # ||W||^2 <= 4
    w = minimize(loss, np.ones(2), constraints=ball, tol=1e-14).x
    step = 2 * w @ H[0]  # l_2 - l_1 in the first context
    above = loss(w) - (3 * np.log(3) - 2 * np.log(2)) / n
    assert above < (step - np.log(3)) / n - 0.001
    assert step > 2 * 15 / 16
    # The bound from below lies between the loss and what a solver finds with l_2 - l_1 <= 15/8.
    short = {"type": "ineq", "fun": lambda w: 15 / 8 - 2 * w @ H[0]}
    least = minimize(loss, w, constraints=(ball, short), tol=1e-14).fun
    bound = floor_below(HEAVY.floats())[0][0, 0, 1].item()
    assert loss(w) < loss(np.ones(2)) < bound <= least + 1e-12


def test_on_the_path_the_part_on_f_is_not_w_star_and_the_verifier_accepts_that():
    claim = PAPER["linear/theorem-1/proof/case-ii-on-F"]
    near, genie = (
        Decoding([[1]], [[2, 1, 0]], [[a], [b], ["-3/4"]]).exact() for a, b in (("5/8", "1/8"), ("3/4", 0))
    )
    judged = decide(claim, near, EFFORT)
    assert judged.outcome is Outcome.FAILS
    assert certify(claim, judged, seed=0, version="test").objections == []
    assert decide(claim, genie, EFFORT).outcome is Outcome.HOLDS
    assert {decide(planted.claim(PAPER), genie, EFFORT).outcome for planted in ON_F} == {Outcome.FAILS}


def test_the_bound_on_all_with_w_star_on_f_is_below_what_a_solver_finds():
    near = Decoding([[1]], [[2, 1, 0]], [["5/8"], ["1/8"], ["-3/4"]]).exact().floats()
    star = np.log(2) / 2
    radius = float(near.W.norm())

    def loss(t):  # at W* + t (1, 1, -2) / 2, which minimises among these by symmetry
        w = np.array([star + t / 2, -star + t / 2, -t])
        return np.logaddexp.reduce(w) - (2 * w[0] + w[1]) / 3

    least = loss(np.sqrt((radius**2 - 2 * star**2) / 1.5))
    own = near.W[:, 0].numpy()
    given = np.logaddexp.reduce(own) - (2 * own[0] + own[1]) / 3
    assert abs(on_f_at(near, finite_part(near).W).slack.item() - (given - least)) < 1e-9
    assert given < least - 0.002
