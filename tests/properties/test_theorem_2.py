"""Theorem 2 at the paper's size: the limit is seen, obeys its law, and nearby wrong programs are refuted."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from ntpcheck.checks.direction import predicted_side
from ntpcheck.claim import Effort
from ntpcheck.domains.recipes import paper_size
from ntpcheck.dynamics.flow import flows
from ntpcheck.evidence import Outcome, judge
from ntpcheck.instances.dataset import Run
from ntpcheck.reference import neighbours
from ntpcheck_papers.thrampoulidis2024.falsehoods.dynamics import DIRECTIONS
from ntpcheck_papers.thrampoulidis2024.section_5 import theorem_2_gradient_descent

WRONG = [
    neighbours.without_one_margin,
    neighbours.with_one_more_token,
    neighbours.with_one_token_less,
    neighbours.without_ties,
    neighbours.of_most_frequent_tokens,
    neighbours.with_all_margins_tight,
]


@pytest.fixture(scope="module")
def run() -> Run:
    """One draw of m = 50, d = 60, V = 10, |S_j| = 6, n = 5000, eta = 0.5; its flow is kept on it."""
    return paper_size(4)


def test_the_correlation_tends_to_one_as_the_law_has_it(run: Run) -> None:
    evidence = theorem_2_gradient_descent.direction.check(run)
    assert judge(evidence).item() is Outcome.HOLDS
    measured, log_k = (float(evidence.measured[name]) for name in ("one_minus_cos", "log_k"))
    assert log_k >= 1e4
    assert measured < 1e-6
    (flow,) = flows(run)
    assert flow is not None
    assert flow.law is not None
    side, misses = predicted_side(flow, flow.law)
    assert not misses
    assert measured == pytest.approx(float(flow.law.one_minus_cos(flow.s[-1], side)), rel=0.02)


def test_it_falls_like_the_square_of_the_log_time(run: Run) -> None:
    (flow,) = flows(run)
    assert flow is not None
    assert flow.law is not None
    late = np.flatnonzero(flow.s > 100)[::8]
    W, C = np.stack([flow.decoder(i) for i in late]), flow.frame.W
    sizes = np.linalg.norm(W, axis=(1, 2), keepdims=True)
    apart = ((W / sizes - C / np.linalg.norm(C)) ** 2).sum((1, 2)) / 2
    constants = apart * (flow.s[late] + flow.law.shift) ** 2
    assert len(late) >= 4
    assert constants == pytest.approx(constants[-1], rel=0.02)


@pytest.mark.parametrize("program", WRONG, ids=lambda program: program.__name__)
def test_the_same_check_refutes_a_nearby_program(run: Run, program) -> None:
    other, own = program(run), torch.as_tensor(neighbours.max_margin(run).W)
    apart = 1 - float((other * own).sum() / other.norm() / own.norm())
    assert apart > 1e-5  # a program of its own
    planted = next(check for check in DIRECTIONS.values() if _refers(check["conclude"], program))
    assert judge(planted["conclude"](run, Effort())).item() is Outcome.FAILS


def _refers(made, program) -> bool:
    """Whether a function was made from the program: it keeps it itself, or something that does."""
    kept = [cell.cell_contents for cell in getattr(made, "__closure__", None) or ()]
    parts = [part for one in kept for part in (one if isinstance(one, tuple) else (one,))]
    return made is program or any(_refers(part, program) for part in parts if callable(part))
