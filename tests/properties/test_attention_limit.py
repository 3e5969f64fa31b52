"""Limits of attention descent: two edges with columns of their own, rivals that alternate, and comparisons.

Two edges at different query tokens, E = C = I, weights m e^-x: the columns obey x' = x + (2 eta / n) m / (m +
e^x), so that x - log(2 eta m tau / n) tends to 0, W^mm has both margins 1, and D is half the difference of
the limits, log of the ratio of the multiplicities over 2, in both columns.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch

from ntpcheck.claim import Effort
from ntpcheck.dynamics.attention_descent import attention_flows
from ntpcheck.engine.judgement import certify, decide
from ntpcheck.evidence import Outcome, judge, outcome_of
from ntpcheck.formulas.rivals import flipped
from ntpcheck.instances.attention import AttentionRun
from ntpcheck.instances.loss import named
from ntpcheck.reference.attention_loss import gradient
from ntpcheck.reference.cyclic import project
from ntpcheck.reference.graph_svm import graph_svm
from ntpcheck_papers.li2024 import PAPER
from ntpcheck_papers.li2024.falsehoods.proof import more
from ntpcheck_papers.li2024.falsehoods.theorem_3 import paced
from ntpcheck_papers.li2024.section_5 import comparison as late
from ntpcheck_papers.li2024.shared import limit as limits
from ntpcheck_papers.li2024.shared.lawful import unmoved
from ntpcheck_papers.li2024.shared.svm import svm_direction
from ntpcheck_papers.li2024.shared.trap import trapped

EFFORT = Effort()
HOLDS, FAILS, UNDECIDED = Outcome.HOLDS, Outcome.FAILS, Outcome.UNDECIDED


def batch(run: AttentionRun) -> AttentionRun:
    """A batch of one."""
    return AttentionRun(**{name: array[None] for name, array in run.arrays().items()})


def two_edges(copies: int, *, eta: float = 0.25, scale: float = 1.0) -> AttentionRun:
    """Label 0 over token 1 after token 1, and over `copies` of token 2 after token 2."""
    eye = torch.eye(3, dtype=torch.float64)
    counts = [[1, 1, 0], [1, 0, copies]]
    zero = torch.zeros(3, 3, dtype=torch.float64)
    return AttentionRun(scale * eye, eye / scale, counts, [1, 2], [0, 0], 0, 0, zero, eta)


def rivals(x: float, eta: float) -> AttentionRun:
    """Two rival labels after token 0, and an edge after token 1; kappa = 2 eta / 3."""
    eye = torch.eye(2, dtype=torch.float64)
    counts, W0 = [[1, 1]] * 3, torch.tensor([[x, 0.0], [0.0, 0.0]], dtype=torch.float64)
    return AttentionRun(eye, eye, counts, [0, 0, 1], [0, 1, 0], 0, 0, W0, eta)


def said(evidence: object) -> Outcome:
    return judge(evidence)[0]  # type: ignore[arg-type]


def test_the_flow_ends_where_two_edges_end() -> None:
    """x_j - log tau tends to log(2 eta m_j / n), with 2 = ||e_0 - e_j||^2."""
    copies, eta = 3, 0.25
    (flow,) = attention_flows(batch(two_edges(copies, eta=eta)))
    assert flow is not None
    W, s = flow.decoder(-1), float(flow.s[-1])
    x = [W[0, j] - W[j, j] for j in (1, 2)]
    limits_of_x = [math.log(2 * eta * m / 2) for m in (1, copies)]
    assert np.array(x) - s == pytest.approx(np.array(limits_of_x), abs=1e-9)


def test_the_direction_is_that_of_the_svm_and_of_nothing_else() -> None:
    run = batch(two_edges(3))
    assert said(limits.attention_direction(run, svm_direction, EFFORT)) is HOLDS
    wrong = torch.zeros(1, 3, 3, dtype=torch.float64)
    wrong[0, 0, 1], wrong[0, 1, 1] = 0.5, -0.5
    for C in (wrong, graph_svm(run).W.mT, graph_svm(run).W + wrong / 1024):
        assert said(limits.attention_direction(run, lambda _, C=C: C, EFFORT)) is FAILS


def test_no_direction_without_an_edge() -> None:
    eye = torch.eye(2, dtype=torch.float64)
    run = batch(AttentionRun(eye, eye, [[1, 1], [1, 1]], [0, 0], [0, 1], 0, 0, eye, 0.25))
    assert said(limits.attention_direction(run, svm_direction, EFFORT)) is Outcome.UNDEFINED
    assert said(limits.norm_grows(run, EFFORT)) is Outcome.UNDEFINED


@pytest.mark.parametrize(("pace", "outcome"), [(1.0, HOLDS), (65 / 64, FAILS), (2.0, FAILS)])
def test_the_pace_of_the_norm(pace: float, outcome: Outcome) -> None:
    assert said(paced(pace)["conclude"](batch(two_edges(3)), EFFORT)) is outcome


@pytest.mark.parametrize(("eta", "outcome"), [(0.5, HOLDS), (12.0, FAILS)])
def test_long_steps_keep_the_direction_and_lose_the_cyclic_part(eta: float, outcome: Outcome) -> None:
    run = batch(rivals(4.0, eta))
    assert said(limits.cyclic_limit(run, limits.cyclic_correction, EFFORT)) is outcome
    assert said(limits.attention_direction(run, svm_direction, EFFORT)) is HOLDS
    off = limits.cyclic_limit(
        run, lambda data: limits.cyclic_correction(data) + 0.01 * graph_svm(data).W, EFFORT
    )
    assert said(off) is FAILS


@pytest.mark.parametrize(
    ("x", "eta", "outcome"),
    # kappa = 2 eta / 3: 8 alternates, 1 contracts, and a start at 0 stays there whatever kappa is.
    [(4.0, 12.0, FAILS), (4.0, 1.5, UNDECIDED), (0.0, 12.0, UNDECIDED)],
)
def test_the_trap_closes_on_two_cycles_alone(x: float, eta: float, outcome: Outcome) -> None:
    assert outcome_of(trapped(rivals(x, eta).exact())) is outcome


def test_the_trap_wants_a_column_of_its_own() -> None:
    """Query embeddings that are not orthogonal couple the columns: nothing is claimed."""
    run = rivals(4.0, 12.0)
    leaning = run.replace(embeddings=torch.tensor([[1.0, 0.0], [1.0, 1.0]], dtype=torch.float64))
    assert outcome_of(trapped(leaning.exact())) is UNDECIDED


def test_two_edges_against_points_along_the_svm() -> None:
    """E = I: ||W^mm|| = 1, so R W^mm and R W^mm / ||W^mm|| agree, and Jensen's gap is log(2 / sqrt 3).

    Excess of W per 1/tau: 1 + 1 over 2 eta; of the point: both margins R = s + (log 1 + log 3) / 2 + c, so
    that (1 + 3) / sqrt 3 takes the place of 2.
    """
    run = batch(two_edges(3))
    found = late.outweighs(run, EFFORT)
    assert float(found.slack[0]) == pytest.approx(-math.log(2 / math.sqrt(3)), abs=1e-3)
    assert said(found) is FAILS
    assert said(late.outweighs(run, EFFORT, normalised=True)) is FAILS
    assert said(late.outweighs(run, EFFORT, normalised=True, longer=1 / 64)) is HOLDS
    assert said(late.outweighs(run, EFFORT, normalised=True, longer=-1 / 64)) is FAILS


def test_short_embeddings_make_the_svm_long() -> None:
    """E = I / 2: ||W^mm|| = 4, and the point R W^mm lies far beyond W."""
    run = batch(two_edges(3, scale=0.5))
    assert float(late.long_svm(run).slack[0]) == pytest.approx(15)
    assert said(late.outweighs(run, EFFORT)) is HOLDS
    assert said(flipped(late.outweighs(run, EFFORT))) is FAILS


def test_two_edges_at_every_step() -> None:
    """0 < x_2 - x_1 < log 3 at every step from W(0) = 0, so the risk is below that of R W^mm at every step.

    The scalar recursion itself; R^2 = (x_1^2 + x_2^2) / 2 and both margins of R W^mm are R.
    """
    step, x = 0.25 / 2 * 2, np.zeros(2)
    copies = np.array([1.0, 3.0])
    for _ in range(5000):
        x = x + step * copies / (copies + np.exp(x))
        assert 0 < x[1] - x[0] < math.log(3)
        R = math.sqrt(float(x @ x) / 2)
        assert np.log1p(copies * np.exp(-x)).sum() < np.log1p(copies * math.exp(-R)).sum()


def test_one_edge_decides_the_comparison_for_good() -> None:
    eye = torch.eye(2, dtype=torch.float64)
    run = AttentionRun(eye, eye, [[1, 1]], [0], [0], 0, 0, torch.zeros(2, 2, dtype=torch.float64), 0.0625)
    plain = late.outweighs(run.exact(), EFFORT)
    assert float(plain.slack[()]) == -0.5
    assert outcome_of(plain) is FAILS
    short = run.replace(embeddings=eye / 2, head=2 * eye)
    assert outcome_of(late.outweighs(short.exact(), EFFORT)) is UNDECIDED
    assert outcome_of(late.outweighs(run.exact(), EFFORT, normalised=True)) is UNDECIDED


@pytest.mark.parametrize(
    ("start", "eta", "copies", "outcome"),
    # x = <W, z> starts at 0 in both columns, or 1 ahead in the first, or 3 ahead in the second; kappa = eta.
    [
        ((0.0, 0.0), 0.25, 3, FAILS),
        ((0.0, 0.0), 0.25, 1, UNDECIDED),
        ((1.0, 0.0), 0.25, 3, UNDECIDED),
        ((0.0, 3.0), 0.25, 3, UNDECIDED),
        ((0.0, 0.0), 4.0, 3, UNDECIDED),
    ],
)
def test_two_edges_decide_the_normalised_comparison(
    start: tuple[float, float], eta: float, copies: int, outcome: Outcome
) -> None:
    W0 = torch.zeros(3, 3, dtype=torch.float64)
    W0[0, 1], W0[0, 2] = start
    run = two_edges(copies, eta=eta).replace(W0=W0)
    assert outcome_of(late.outweighs(run.exact(), EFFORT, normalised=True)) is outcome


def test_the_last_steps_turn_toward_the_svm() -> None:
    run = batch(two_edges(3))
    assert said(late.turns_toward(run, EFFORT)) is HOLDS
    assert said(flipped(late.turns_toward(run, EFFORT))) is FAILS
    assert said(late.by_turn(run, svm_direction, more)) is FAILS
    assert said(late.by_turn(run, lambda data: graph_svm(data).W.mT, late.leads)) is FAILS


def test_under_the_linear_loss_a_level_component_never_moves():
    """Tokens 0 and 1 are as often the label, an edge stands in another graph: P_S W(tau) = P_S W(0)."""
    eye, claim = [[1, 0], [0, 1]], PAPER["attention/theorem-3/cyclic-part"].dropping("log-loss")
    counts, W0 = [[1, 1]] * 3, [[1.0, 0.0], [0.0, 0.0]]
    run = AttentionRun(eye, eye, counts, [0, 0, 1], [0, 1, 0], named("linear"), 0, W0, 0.125).exact()
    judged = decide(claim, run, EFFORT)
    assert judged.outcome is Outcome.FAILS
    assert certify(claim, judged, seed=0, version="0").objections == []
    assert unmoved(run.replace(W0=np.asarray(run.W0) * 0)) is None  # there W(0) is W^cyc
    assert unmoved(run.replace(labels=[0, 0, 0])) is None
    steps = run.floats().W0.clone()
    for _ in range(50):
        steps = steps - 0.125 * gradient(run.floats(), steps)
    assert torch.allclose(project(run.floats(), steps), project(run.floats(), run.floats().W0))
    assert not torch.allclose(steps, run.floats().W0)
