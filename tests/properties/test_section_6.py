"""The exact cases of Section 6 and Figure 4: hand-made runs, and the same runs walked in doubles."""

from __future__ import annotations

import pytest
import torch

from ntpcheck.claim import Claim, Effort
from ntpcheck.domains.attention_optimisers import known_fate
from ntpcheck.domains.attention_pieces import Shape, sampled
from ntpcheck.domains.imposed.attention_local import straddling_start
from ntpcheck.dynamics.attention_descent import attention_trajectory
from ntpcheck.dynamics.attention_head import head_descent
from ntpcheck.dynamics.gradient_descent import Trajectory
from ntpcheck.engine.judgement import decide
from ntpcheck.evidence import Outcome, judge
from ntpcheck.instances.attention import AttentionRun
from ntpcheck.instances.base import stack
from ntpcheck.instances.loss import named
from ntpcheck_papers.li2024.figures.figures_attention import cyclic_part, norm_outgrows
from ntpcheck_papers.li2024.figures.normalised import straddling
from ntpcheck_papers.li2024.section_6 import heads
from ntpcheck_papers.li2024.section_6 import section_6_pseudo as section
from ntpcheck_papers.li2024.section_6.local import basin, knee, ties
from ntpcheck_papers.li2024.shared.limit import attention_direction
from ntpcheck_papers.li2024.shared.svm import svm_direction


def run_of(n: int, K: int, d: int) -> AttentionRun:
    data = sampled(torch.Generator().manual_seed(1), 1, Shape(n, K, d))
    W0 = torch.zeros(1, d, d, dtype=torch.float64)
    return AttentionRun(**data.arrays(), W0=W0, eta=torch.ones(1, dtype=torch.float64))


BASIN, TIED = known_fate(run_of(2, 2, 2)).row(0), known_fate(run_of(1, 4, 4)).row(0)
ACROSS = straddling_start(run_of(2, 3, 3)).row(0)


@pytest.mark.parametrize(
    ("claim", "run"),
    [
        (section.global_under_identity, BASIN),
        (section.pseudo_direction, TIED),
        (cyclic_part, ACROSS),
        (norm_outgrows, ACROSS),
    ],
)
def test_the_witness_fails_inside(claim: Claim, run: AttentionRun) -> None:
    assert decide(claim, run.exact(), Effort()).outcome is Outcome.FAILS


def test_in_the_basin_the_wrong_token_wins_more_and_more() -> None:
    path = attention_trajectory(BASIN, [0, 1, 10, 100, 1000]).W
    z = torch.outer(BASIN.embeddings[0] - BASIN.embeddings[1], BASIN.embeddings[0])
    margins = (path * z).sum((-2, -1)).tolist()
    assert margins == sorted(margins, reverse=True)
    assert margins[0] == -8
    assert margins[-1] < -16


def test_a_start_on_the_right_side_is_not_in_the_basin() -> None:
    for W0 in (torch.zeros_like(BASIN.W0), -BASIN.W0):
        assert judge(basin(BASIN.replace(W0=W0).exact())) == Outcome.UNDECIDED


def test_the_log_loss_leaves_the_basin() -> None:
    run = BASIN.replace(loss=torch.tensor(0))
    assert judge(basin(run.exact())) == Outcome.UNDECIDED
    assert judge(attention_direction(run, svm_direction, Effort())) == Outcome.HOLDS


def at_knee(at: float, **changes: object) -> AttentionRun:
    """Two tokens with a share of 1/2 each, under the cubic loss; W_0 is orthogonal to where W goes."""
    one = AttentionRun(
        [[1, 0], [0, 1]], [[1, 0], [0, 1]], [[1, 1]], [0], [0], named("cubic"), at, [[1, 0], [1, 0]], 1
    )
    return one.replace(**changes)


@pytest.mark.share(2)
@pytest.mark.parametrize(
    ("at", "says"),
    [(0.25, Outcome.HOLDS), (1.0, Outcome.UNDECIDED), (0.5, Outcome.FAILS), (0.5625, Outcome.FAILS)],
)
def test_descent_passes_a_knee_below_its_start_and_none_above(at: float, says: Outcome) -> None:
    run = at_knee(at)
    assert judge(knee(run.exact())) == says
    score = torch.sigmoid(
        attention_trajectory(run, [10, 100, 1000, 10000]).W
        @ torch.tensor([1.0, 0.0]).double()
        @ torch.tensor([1.0, -1.0]).double()
    )
    if at < 1:
        assert bool((score > at).all()) == (says is Outcome.HOLDS)
    if says is Outcome.HOLDS:
        assert judge(attention_direction(run.replace(loss=torch.tensor(0)), svm_direction, Effort())) == says


def test_the_case_of_a_knee_wants_its_premises() -> None:
    along = torch.tensor([[1.0, 0.0], [-1.0, 0.0]], dtype=torch.float64)
    changes = [
        {"eta": torch.tensor(1024.0, dtype=torch.float64), "knee": torch.tensor(0.75).double()},
        {"W0": along, "knee": torch.tensor(0.9375).double()},  # W stays a multiple of W^mm
        {"labels": torch.tensor([1]), "counts": torch.tensor([[1, 0]])},
        {"counts": torch.tensor([[2, 1]])},
        {"loss": torch.tensor(named("linear"))},
    ]
    for changed in changes:
        assert judge(knee(at_knee(0.5625, **changed).exact())) == Outcome.UNDECIDED


def test_on_tied_scores_the_loser_is_never_pushed_down() -> None:
    path = attention_trajectory(TIED, [0, 1, 10, 100, 1000]).W
    won, lost, worse = (path[:, k, 2] for k in range(3))
    assert bool((lost.diff() >= 0).all())
    assert float(won[-1] - lost[-1]) > 2
    assert float(worse[-1]) < -1


def test_without_a_lead_or_with_other_scores_ties_says_nothing() -> None:
    head = TIED.head.clone()
    head[3, 1] = 1.5
    for run in (TIED.replace(W0=0 * TIED.W0), TIED.replace(head=head)):
        assert judge(ties(run.exact())) == Outcome.UNDECIDED


def test_normalised_descent_keeps_crossing_the_cyclic_correction() -> None:
    path = attention_trajectory(ACROSS, list(range(64)), normalised=True).W
    across = (path[:, 0, 2] - path[:, 1, 2]).abs()
    assert float(across.min()) > float(ACROSS.eta) / 8


@pytest.mark.parametrize("change", ["eta", "counts", "depth"])
def test_the_case_wants_its_premises(change: str) -> None:
    changed = {
        "eta": {"eta": torch.tensor(0.25 / 2**9, dtype=torch.float64)},
        "counts": {"counts": 2 * ACROSS.counts},
        "depth": {"W0": ACROSS.W0 * torch.tensor([[1.0], [1.0], [0.0]], dtype=torch.float64)},
    }[change]
    assert judge(straddling(ACROSS.replace(**changed).exact())) == Outcome.UNDECIDED


def test_rows_met_again_are_not_trained_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """An assumption asks for the runs as they were drawn, and leaves many so where it is imposed."""
    trained: list[int] = []

    def counted(run: AttentionRun, steps: list[int], *, cross_entropy: bool) -> Trajectory:
        trained.append(len(run.W0))
        return head_descent(run, steps, cross_entropy=cross_entropy)

    monkeypatch.setattr(heads, "head_descent", counted)
    drawn = run_of(2, 3, 3)
    later = stack([drawn.row(0), drawn.row(0).replace(W0=drawn.W0[0] + 1 / 8)])
    first, both = (heads.selection(run, cross_entropy=False) for run in (drawn, later))
    assert trained == [1, 1]
    assert torch.equal(both.W[0], first.W[0])
    assert torch.equal(both.half[0], first.half[0])
    alone = head_descent(later, [heads.STEPS], cross_entropy=False)
    assert torch.allclose(both.W, alone.W[0], rtol=1e-9)
