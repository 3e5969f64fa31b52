"""Limits of the path: what is true holds, its neighbours fail, and what has no meaning is undefined."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from ntpcheck.checks import path_laws as laws
from ntpcheck.checks.direction import margin_direction
from ntpcheck.checks.path_limit import path_direction, path_finite_part, path_loss
from ntpcheck.checks.path_points import approached, distances, faded, travels
from ntpcheck.claim import Effort
from ntpcheck.domains import DATASETS, imposed
from ntpcheck.engine.judgement import certify, decide
from ntpcheck.engine.sweep import standing
from ntpcheck.evidence import Outcome, Rigor, judge
from ntpcheck.formulas.rivals import away, squared_remainder
from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference import neighbours
from ntpcheck.reference.entropy import entropy
from ntpcheck_papers.thrampoulidis2024.beyond.path import REGULAR
from ntpcheck_papers.thrampoulidis2024.falsehoods.theorem_1 import CHECKS
from ntpcheck_papers.thrampoulidis2024.section_4.theorem_1_direction import decomposed, decomposed_amended
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part
from ntpcheck_papers.thrampoulidis2024.shared.path_decomposition import decomposition

EFFORT = Effort()
PROGRAMS = (
    neighbours.without_one_margin, neighbours.with_all_margins_tight, neighbours.without_ties,
    neighbours.of_most_frequent_tokens, neighbours.with_one_more_token, neighbours.with_one_token_less,
)  # fmt: skip
UNEVEN = Dataset([[0, 1], [1, 0]], [[1, 0], [2, 0]])
EVEN = Dataset([[0, 1], [1, 0]], [[1, 0], [1, 0]])
SPARSE = Dataset([[1.0, 0.5], [0.0, 1.0]], [[3, 1, 0], [0, 2, 1]])
ZERO_DUAL = Dataset([[1, 0, 0], [1, 1, 0.4375], [1, 0, 0.375]], [[0, 16, 2], [0, 1, 2], [0, 1, 4]])
LAWS = {
    "offset": (laws.offset, laws.limit_offset, {}),
    "offset-rate": (laws.offset_rate, laws.limit_offset_rate, {"magnified": True}),
    "angle": (laws.angle, laws.limit_angle, {}),
    "finite": (laws.finite_rate, laws.limit_finite_rate, {"on_f": True}),
    "multiplier": (laws.log_multiplier, laws.limit_log_multiplier, {}),
    "loss": (laws.log_loss, laws.limit_log_loss, {}),
}


def batches(seed, count, size=10):
    source, found = torch.Generator().manual_seed(seed), []
    while len(found) < count:
        data = DATASETS.sampler(source, size)
        for step in (imposed.power_of_two_counts, imposed.argmax_supports, imposed.nonfull_support):
            data = step(data)
        inside, _, _ = standing(REGULAR, data)
        if inside.any():
            found.append(data.select(torch.as_tensor(inside)))
    return found


DATA = batches(5, 4)


def star(data):
    return finite_part(data).W


def only(evidence):
    return set(judge(evidence).ravel().tolist())


def test_what_is_true_holds():
    for data in DATA:
        assert only(path_direction(data, margin_direction, EFFORT)) == {Outcome.HOLDS}
        assert only(path_finite_part(data, star, EFFORT)) == {Outcome.HOLDS}
        assert only(path_loss(data, EFFORT)) == {Outcome.HOLDS}
        assert only(decomposition(data, relative=True)) == {Outcome.HOLDS}
        for quantity, limit, options in LAWS.values():
            assert only(laws.tends(data, travels, quantity, limit, **options)) == {Outcome.HOLDS}


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.__name__)
def test_a_wrong_direction_fails_and_one_that_happens_to_be_right_holds(program):
    for data in DATA:
        wrong, right = (
            W / W.norm(dim=(-2, -1), keepdim=True) for W in (program(data), margin_direction(data))
        )
        apart = (wrong - right).norm(dim=(-2, -1)) ** 2 / 2
        said = judge(path_direction(data, program, EFFORT))
        for outcome, distance in zip(said, apart.tolist(), strict=True):
            assert outcome == (Outcome.HOLDS if distance < 1e-20 else Outcome.FAILS)


def test_a_direction_off_by_one_part_in_a_hundred_thousand_fails():
    def tilted(data):
        W = margin_direction(data)
        return W + 1e-5 * W.norm() * torch.eye(*W.shape[-2:], dtype=W.dtype)

    assert only(path_direction(SPARSE, margin_direction, EFFORT)) == {Outcome.HOLDS}
    assert only(path_direction(SPARSE, tilted, EFFORT)) == {Outcome.FAILS}


@pytest.mark.parametrize("name", LAWS)
def test_another_constant_and_a_faster_rate_fail(name):
    quantity, limit, options = LAWS[name]
    shifted = laws.tends(SPARSE, travels, quantity, lambda *at: limit(*at) + 2.0**-12, **options)
    assert only(shifted) == {Outcome.FAILS}
    if not options.get("magnified"):
        assert only(squared_remainder(SPARSE, travels, quantity, limit, **options)) == {Outcome.FAILS}


def test_a_wrong_finite_part_or_loss_fails():
    assert only(path_finite_part(SPARSE, lambda data: star(data) * 1.001, EFFORT)) == {Outcome.FAILS}
    assert only(path_finite_part(SPARSE, lambda data: 0 * star(data), EFFORT)) == {Outcome.FAILS}
    assert only(away(path_loss(SPARSE, EFFORT), entropy(SPARSE) / 1024)) == {Outcome.FAILS}


def test_zero_duals_keep_the_direction_and_unsettle_the_offset():
    assert only(path_direction(ZERO_DUAL, margin_direction, EFFORT)) == {Outcome.HOLDS}
    assert only(laws.tends(ZERO_DUAL, travels, laws.offset, laws.nested)) == {Outcome.HOLDS}
    assert only(laws.tends(ZERO_DUAL, travels, laws.offset, laws.limit_offset)) == {Outcome.FAILS}


def test_full_supports_leave_no_direction():
    data = Dataset([[1.0, 2.0], [0.0, 1.0]], [[1, 3], [2, 1]])
    assert judge(path_direction(data, margin_direction, EFFORT))[()] == Outcome.UNDEFINED
    exact = path_direction(data.exact(), margin_direction, EFFORT)
    assert judge(exact)[()] == Outcome.UNDEFINED
    assert exact.rigor is Rigor.EXACT
    assert judge(path_loss(data, EFFORT))[()] == Outcome.HOLDS


def test_incompatible_data_keeps_its_direction_and_has_no_finite_part():
    data = Dataset([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]], [[3, 1, 0], [1, 3, 0], [0, 1, 1]])
    assert judge(path_direction(data, margin_direction, EFFORT))[()] == Outcome.HOLDS
    assert judge(path_finite_part(data, star, EFFORT))[()] == Outcome.UNDEFINED
    assert judge(path_finite_part(data.exact(), star, EFFORT))[()] == Outcome.UNDEFINED


def test_inseparable_data_has_no_direction():
    data = Dataset([[1.0], [1.0]], [[2, 0], [0, 1]])
    assert judge(path_direction(data, margin_direction, EFFORT))[()] == Outcome.UNDEFINED


def test_other_exact_instances_are_left_open():
    assert judge(path_direction(SPARSE.exact(), margin_direction, EFFORT))[()] == Outcome.UNDECIDED
    assert judge(path_loss(SPARSE.exact(), EFFORT))[()] == Outcome.UNDECIDED
    assert judge(laws.tends(SPARSE.exact(), travels, laws.offset, laws.limit_offset))[()] == Outcome.UNDECIDED


def test_unequal_contexts_refute_the_decomposition_by_the_size_of_its_limit():
    """Two orthogonal one-hot contexts: W~ is log(c_n / alpha_n) on each, and pi_1 / pi_2 = 1/2."""
    judged = decide(decomposed, UNEVEN.exact(), EFFORT)
    assert judged.outcome is Outcome.FAILS
    assert certify(decomposed, judged, seed=0, version="test").objections == []
    assert float(judged.evidence.slack[()].mid()) == pytest.approx(-np.log(2))
    assert only(decomposition(UNEVEN)) == {Outcome.FAILS}
    assert only(decomposed_amended.check(UNEVEN)) == {Outcome.HOLDS}
    assert only(decomposition(EVEN)) == {Outcome.HOLDS}
    law = travels(UNEVEN)[0].law
    assert law.side(1e6) == pytest.approx(np.log(2) / 2)


def test_a_value_that_stays_away_from_its_limit_is_refuted_however_near_it_is():
    travel = travels(SPARSE)[0]
    near = [np.array([1e-9])] * 3
    fading = [np.array([1 / r]) for r in travel.far.r]
    assert approached(travel, near, [np.zeros(1)] * 3).slack < -1e-10
    assert approached(travel, fading, [np.zeros(1)] * 3).slack > 0
    r = travel.far.r
    assert faded(*distances(travel, fading, [np.zeros(1)] * 3), travel.fading() * r[:-1] / r[-1]).slack < 0


def test_every_claim_of_the_path_has_two_false_neighbours():
    names = [name.partition("#")[0] for name in CHECKS]
    assert min(names.count(name) for name in names) >= 2
