"""What a checker says of a hypothesis on ill-conditioned data is what the book says, or it is left open."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest
import torch

from ntpcheck.claim import Assumption, Claim, Paper
from ntpcheck.engine.hard import hardened
from ntpcheck.evidence import Outcome, judge
from ntpcheck.instances.dataset import Dataset, Scaled
from ntpcheck.reference import law
from ntpcheck.reference.frame import frames
from ntpcheck.statement.ruling import world_of
from ntpcheck.verifier.arithmetic.intervals import TooMuch, Undecided, Undefined, allow
from ntpcheck.verifier.judge import Rejected
from ntpcheck_papers.li2024 import PAPER as ATTENTION
from ntpcheck_papers.thrampoulidis2024 import PAPER as LINEAR

NAMES = {
    "linear": ("separable", "compatible", "small-step", "step-below-2-over-L", "strict-complementarity",
               "zero-duals", "aligned", "misaligned", "beyond-R-of-some-alpha", "half-off-F"),
    "attention": ("feasible", "descent-step", "long-step", "long-svm", "no-longer", "falls-short",
                  "eps-at-most-one", "sole-minimiser", "finite-correction", "strict-complementarity",
                  "zero-duals", "keeps-priorities"),
}  # fmt: skip
WRONG = {(Outcome.HOLDS, "false"), (Outcome.FAILS, "true")}
ENOUGH = 1_500_000  # units of the verifier's work for one instance


@cache
def stated(paper: Paper) -> dict[str, tuple[Assumption, Claim]]:
    """Each hypothesis with a claim that assumes it and has a formula."""
    found: dict[str, tuple[Assumption, Claim]] = {}
    for claim in paper.claims:
        for assumption in claim.assumes if claim.stated and claim.stated.core else ():
            found.setdefault(assumption.name, (assumption, claim))
    return found


def by_the_book(claim: Claim, name: str, instance: Any) -> str:
    allow(ENOUGH)
    assert claim.book is not None
    assert claim.stated is not None
    try:
        world = world_of(claim.book, claim.stated, instance)
        return "true" if world.ask(("let", claim.book.assumed(claim.stated)[name], (), ())) else "false"
    except (Undecided, Undefined, TooMuch, Rejected) as problem:
        return type(problem).__name__


@pytest.mark.parametrize(
    ("paper", "name"),
    [(paper, name) for paper in (LINEAR, ATTENTION) for name in NAMES[paper.key]],
    ids=lambda one: one if isinstance(one, str) else one.key,
)
def test_a_hypothesis_is_decided_as_the_book_has_it_or_left_open(paper: Paper, name: str) -> None:
    assumption, claim = stated(paper)[name]
    impose = assumption.impose or (lambda data: data)
    source, counts = torch.Generator().manual_seed(7), Counter[tuple[Outcome, str]]()
    for batch in range(4):
        data = claim.domain.sampler(source, 5)
        data = hardened(impose(data), source) if batch % 2 else impose(hardened(data, source))
        for i, outcome in enumerate(judge(assumption.check(data)).ravel().tolist()):
            counts[outcome, by_the_book(claim, name, data.row(i).exact())] += 1
    assert sum(counts.values()) > 5
    assert not WRONG & counts.keys()


ORDERLY = Dataset([[1.0, 0.0], [0.0, 1.0]], [[1, 0], [3, 0]])


def test_a_programme_that_fails_leaves_complementarity_open(monkeypatch: pytest.MonkeyPatch) -> None:
    assert law.complementary(frames(ORDERLY)[0]) is True
    idle = frames(Dataset([[1.0, 0.0], [1.0, 1.0]], [[1, 0], [1, 0]]))[0]
    assert law.complementary(idle) is False

    class Failed:
        success, x = False, None

    monkeypatch.setattr("scipy.optimize.linprog", lambda *_, **__: Failed())
    assert law.complementary(idle) is None


@pytest.mark.parametrize("gamma", [-2.0, -0.5])
def test_no_distance_is_at_most_a_negative_number(gamma: float) -> None:
    aligned, misaligned = (stated(LINEAR)[name][0] for name in ("aligned", "misaligned"))
    data = Scaled([[1.0, 0.0]], [[1, 0]], W=[[2.0, 0.0], [-2.0, 0.0]], gamma=gamma)
    for one in (data, data.row(0).exact() if data.batch else data.exact()):
        assert set(judge(aligned.check(one)).ravel().tolist()) == {Outcome.FAILS}
        assert set(judge(misaligned.check(one)).ravel().tolist()) == {Outcome.HOLDS}


def test_a_part_off_the_subspace_that_rounding_hides_is_not_left_out() -> None:
    """W lies in F but for the last bit of one entry: whether P_perp W is zero is not decided in floats."""
    data = Scaled(
        [[1.0, 0.0], [0.0, 1.0]],
        [[1, 2, 0], [0, 1, 0]],
        W=[[1.0 / 3, 0.0], [-1.0 / 3 * (1 - 2.0**-52), 0.0], [0.0, 0.0]],
        gamma=0.5,
    )
    aligned, _ = stated(LINEAR)["aligned"]
    assert set(judge(aligned.check(data)).ravel().tolist()) == {Outcome.UNDECIDED}
