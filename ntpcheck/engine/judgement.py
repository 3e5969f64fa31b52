"""Decides one exact instance in rationals and balls, and certifies what fails."""

from dataclasses import dataclass, replace
from typing import Any

import flint
import numpy as np

from ntpcheck.arithmetic import midpoint
from ntpcheck.claim import Assumption, Claim, Effort
from ntpcheck.evidence import TINY, Evidence, Outcome, Rigor, bounds, outcome_of, rigor_of
from ntpcheck.instances.lasting import afresh, lasts
from ntpcheck.statement.document import Finding, finding
from ntpcheck.statement.ruling import ruling

PRECISIONS = (64, 128, 256, 512, 1024, 2048, 4096)


@dataclass(frozen=True)
class Judged:
    """One exact instance and what its checker says about a claim there."""

    instance: Any
    outcome: Outcome
    evidence: Evidence | None
    floats: Evidence | None = None  # what its checker said of it in a batch, where that is kept

    @property
    def rigor(self) -> Rigor:
        return rigor_of(self.evidence) if self.evidence is not None else Rigor.EXACT

    @property
    def slack(self) -> str:
        """The slack in text: a rational as it is, else the middle of a ball."""
        if self.evidence is None:
            return ""
        slack = np.asarray(self.evidence.slack, dtype=object)[()]
        return str(slack) if self.rigor is Rigor.EXACT else repr(midpoint(slack))


def decide(claim: Claim, instance: Any, effort: Effort, *, alone: bool = False) -> Judged:
    """The outcome of a claim on one exact instance, at the first precision that settles it.

    OUTSIDE where an assumption fails or is undefined; UNDECIDED where an assumption or the conclusion stays
    undecided at 4,096 bits, or the conclusion has no exact route (its slack is NaN). A closed slack in a ball
    around 0 is decided by the ball of the highest precision, where that has a sign, else by the book's exact
    zero tests, or stays undecided; `alone` leaves both out of it.
    """
    judged = None
    for precision in PRECISIONS:
        with flint.ctx.workprec(precision):
            judged = _decide_at(claim, _at(instance, precision), effort)
        if judged.outcome is not Outcome.UNDECIDED or has_no_route(judged.evidence):
            break
    assert judged is not None
    return judged if alone or not around_zero(judged) else _ruled(claim, judged, instance, effort)


def _has_a_sign(evidence: Evidence) -> bool:
    """Whether a defined slack is a number or a ball that certainly is at least 0, or certainly below it."""
    lower, upper, _ = bounds(evidence)
    if rigor_of(evidence) < Rigor.BALL:
        return False
    said = outcome_of(evidence)
    return bool((said is Outcome.HOLDS and lower >= 0) or (said is Outcome.FAILS and upper < 0))


def _is_level(evidence: Evidence | None) -> bool:
    """Whether a slack is 0 to within the smallest double."""
    if evidence is None:
        return False
    lower, upper, _ = bounds(evidence)
    return bool(lower >= -TINY and upper <= TINY)


def _at(instance: Any, precision: int) -> Any:
    """The instance as balls of so many bits see it: what is found of it there serves every claim.

    What is rational, or certain, was found at the precision before and is not sought again.
    """
    if (_at, precision) not in instance.cache:
        known = instance.cache.get(_at, instance)  # the copy made before
        instance.cache[_at, precision] = instance.cache[_at] = afresh(instance, known)
    return instance.cache[_at, precision]


def _assumed(assumption: Assumption, instance: Any) -> Outcome:
    """What an assumption's check says of an exact instance; a slack that is surely not negative lasts."""
    for key in ((lasts, assumption), (assumption, "outcome")):
        if key in instance.cache:
            return instance.cache[key]
    evidence = assumption.check(instance)
    outcome = outcome_of(evidence)
    certain = outcome is Outcome.HOLDS and _has_a_sign(evidence)
    instance.cache[(lasts, assumption) if certain else (assumption, "outcome")] = outcome
    return outcome


def around_zero(judged: Judged) -> bool:
    """Whether an exact instance is said to hold although its slack may lie on either side of 0."""
    if judged.evidence is None or judged.outcome is not Outcome.HOLDS:
        return False
    lower, upper, _ = bounds(judged.evidence)
    return bool(lower < 0 <= upper)


def _ruled(claim: Claim, judged: Judged, instance: Any, effort: Effort) -> Judged:
    """What is certain, where a book states the claim as a formula; a claim without one keeps its checker's.

    The book's own numbers of 4,096 bits take a hundred times as long as balls of so many: those come first,
    and where such a ball is 0 to within the smallest double, the book need not try so many.
    """
    if claim.book is None or claim.stated is None or claim.stated.kind != "formula":
        return judged
    sharp = sharpest(claim, instance, effort)
    if sharp.evidence is not None and _has_a_sign(sharp.evidence):
        return replace(judged, outcome=sharp.outcome)
    said = ruling(claim.book, claim.stated, judged.instance, level=_is_level(sharp.evidence))
    known = {"HOLDS": Outcome.HOLDS, "FAILS": Outcome.FAILS, "UNDEFINED": Outcome.UNDEFINED}
    return replace(judged, outcome=known.get(said, Outcome.UNDECIDED))


def sharpest(claim: Claim, instance: Any, effort: Effort) -> Judged:
    """What the checker alone says of one exact instance, by balls of the highest precision."""
    with flint.ctx.workprec(PRECISIONS[-1]):
        return _decide_at(claim, _at(instance, PRECISIONS[-1]), effort)


def _decide_at(claim: Claim, instance: Any, effort: Effort) -> Judged:
    undecided = False
    for assumption in claim.assumes:
        outcome = _assumed(assumption, instance)
        if outcome in (Outcome.FAILS, Outcome.UNDEFINED):
            return Judged(instance, Outcome.OUTSIDE, None)
        undecided |= outcome is Outcome.UNDECIDED
    if undecided:
        return Judged(instance, Outcome.UNDECIDED, None)
    evidence = concluded(claim, instance, effort)
    return Judged(instance, outcome_of(evidence), evidence)


def concluded(claim: Claim, instance: Any, effort: Effort) -> Evidence:
    """What a claim's checker says, kept with the instance: claims that differ in hypotheses share it."""
    key = (concluded, id(claim.conclude), effort)  # a checker need not be hashable, but has to stay
    if key not in instance.cache:
        instance.cache[key] = claim.conclude, claim.conclude(instance, effort)
    return instance.cache[key][1]


def has_no_route(evidence: Evidence | None) -> bool:
    """Whether the slack of one exact instance is NaN: no precision would decide it."""
    if evidence is None:
        return False
    slack = np.asarray(evidence.slack, dtype=object)[()]
    return isinstance(slack, float) or (isinstance(slack, flint.arb) and slack.is_nan())


def certify(claim: Claim, judged: Judged, *, seed: int, version: str) -> Finding:
    """The counterexample's file and what the verifier says of it, which reads the statement from the book."""
    says = "undefined" if judged.outcome is Outcome.UNDEFINED else "fails"
    return finding(claim, judged.instance, says, found={"seed": seed, "version": version})
