"""Less than the exponents of Lemma 5's amended radii is refuted, by files that the verifier accepts.

With contexts (1, 0, 0), (K, 1, 0) and (-K, 0, t), W_F raises the odds of the wrong token at one
context and lowers them at another, by e^(aK) each, and M ||W_F|| is nearly a K. W_perp leans to the context
where that costs most. So the factor 2 is approached as K and t grow, and so is the 4 of W* for 2 W* in F.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ntpcheck.claim import Claim, Effort
from ntpcheck.engine.judgement import decide
from ntpcheck.evidence import Outcome
from ntpcheck.instances.dataset import Scaled
from ntpcheck.stated import Origin, Source
from ntpcheck.statement.document import finding
from ntpcheck_papers.thrampoulidis2024 import PAPER

# a K is 64 or more: long enough beside log(2 n V^2), and short enough for exact exponents.
K, T, STEEP = 512, 32, "1/8"
OPPOSED = [[1, 0, 0], [K, 1, 0], [-K, 0, T]]
LEANING = [[STEEP, "1/2", "1/40"], ["-1/8", "-1/2", "-1/40"]]  # margins 1 and 8/5 of W_perp
BEYOND = Scaled(OPPOSED, [[1, 1], [1, 0], [1, 0]], LEANING, "1/2")
ON_THE_BALL = Scaled(OPPOSED, [[5, 4], [9, 0], [9, 0]], LEANING, "1/2")
FREQUENT = Scaled([[1, 0]], [[2**20, 1, 0]], [[1, 0], [-1, 0], [0, -1]], "1/2")
# claim, the line that changes with the exponent for {}, what stands, what falls, and where
RADII = {
    "sufficient-radius": (
        "long = max(Rprime, log(2 * N * V^2 * exp({} * Mh * norm(PF(W)))) / gamma)",
        ("2", "31/16"),
        BEYOND,
    ),
    "R-alpha-conclusion": (
        "radius = log(2 * N * V^2 * exp({} * Mh * norm(Wstar))) / gamma",
        ("4", "31/8"),
        ON_THE_BALL,
    ),
    "R-alpha": ("radius = log(2 * N * V * exp({} * Mh * norm(Wstar))) / gamma", ("4", "31/16"), FREQUENT),
}


def with_exponent(name: str, exponent: str) -> Claim:
    """The amended claim with another exponent in its radius, as a line of a book."""
    claim = PAPER[f"linear/lemma-5/{name}/amended"]
    assert claim.origin is not None
    own, other = claim.origin.source, f"{claim.id}#tightened-bound/least"
    line = f'claim {other} "planted"\n        as {claim.id}\n    says      so\n'
    text = f"{own.text}\n{line}    where     {RADII[name][0].format(exponent)}\n"
    return replace(claim, id=other, origin=Origin(Source(Path("least.book"), text), other))


@pytest.mark.parametrize("name", RADII)
def test_a_smaller_exponent_is_refuted_by_a_file_that_the_verifier_accepts(name: str) -> None:
    _, (_, less), data = RADII[name]
    found = finding(with_exponent(name, less), data.exact(), "fails", found={})
    assert (found.objections, found.verdict) == ([], "REFUTED")


@pytest.mark.parametrize("name", RADII)
def test_the_exponent_that_stands_does_not_fail_there(name: str) -> None:
    _, (stands, _), data = RADII[name]
    found = finding(with_exponent(name, stands), data.exact(), "fails", found={})
    assert found.clash, found.objections  # the book is sure that the claim holds there
    amended = PAPER[f"linear/lemma-5/{name}/amended"]
    assert decide(amended, data.exact(), Effort(examples=10, batch=64)).outcome is Outcome.HOLDS
