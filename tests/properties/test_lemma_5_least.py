"""Less than the constants of Lemma 5's amended radii is refuted, by files that the verifier accepts.

With contexts (1, 0, 0), (K, 1, 0) and (-K, 0, t), W_F raises the odds of the wrong token at one
context and lowers them at another, by e^(aK) each, and M ||W_F|| is nearly a K. W_perp leans to the context
where that costs most. So the factor 2 is approached as K and t grow, and so is the 4 of W* for 2 W* in F.

The factor V is for a rare context, one sample for each of the V - 1 tokens in its support, beside a frequent
one with one token. A short embedding makes the margin of the first costly, so that W_perp can give it less
and all V - 1 margins of the second more.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from ntpcheck.claim import Claim, Effort
from ntpcheck.engine.judgement import decide
from ntpcheck.evidence import Outcome
from ntpcheck.instances.dataset import Scaled
from ntpcheck.stated import Origin, Source
from ntpcheck.statement.document import finding
from ntpcheck_papers.thrampoulidis2024 import PAPER

# a K is 64 or more: long enough beside log(2 n V), and short enough for exact exponents.
K, T, STEEP = 512, 32, "1/8"
OPPOSED = [[1, 0, 0], [K, 1, 0], [-K, 0, T]]
LEANING = [[STEEP, "1/2", "1/40"], ["-1/8", "-1/2", "-1/40"]]  # margins 1 and 8/5 of W_perp
BEYOND = Scaled(OPPOSED, [[1, 1], [1, 0], [1, 0]], LEANING, "1/2")
ON_THE_BALL = Scaled(OPPOSED, [[5, 4], [9, 0], [9, 0]], LEANING, "1/2")
FREQUENT = Scaled([[1, 0]], [[2**20, 1, 0]], [[1, 0], [-1, 0], [0, -1]], "1/2")
TOKENS, STEP = 8, Fraction(1, 16)  # of the rare context's embedding; its margin is 1, those of the other 2
RARE = Scaled(
    [[STEP, 0], [0, 1]],
    [[1] * (TOKENS - 1) + [0], [64] + [0] * (TOKENS - 1)],
    [
        [(Fraction(1, TOKENS) - (v == TOKENS - 1)) / STEP / 64, ((v == 0) - Fraction(1, TOKENS)) / 32]
        for v in range(TOKENS)
    ],
    "1/2",
)
# claim, the line that changes with the exponent for {}, what stands, what falls, and where
RADII = {
    "sufficient-radius": (
        "long = max(Rprime, log(N * V * exp({} * Mh * norm(PF(W)))) / gamma)",
        ("2", "31/16"),
        BEYOND,
    ),
    "R-alpha-conclusion": (
        "radius = log(2 * N * V * exp({} * Mh * norm(Wstar))) / gamma",
        ("4", "31/8"),
        ON_THE_BALL,
    ),
    "R-alpha": ("radius = log(2 * N * V * exp({} * Mh * norm(Wstar))) / gamma", ("4", "31/16"), FREQUENT),
}


def with_radius(name: str, radius: str) -> Claim:
    """The amended claim with another radius, as a line of a book."""
    claim = PAPER[f"linear/lemma-5/{name}/amended"]
    assert claim.origin is not None
    own, other = claim.origin.source, f"{claim.id}#tightened-bound/least"
    line = f'claim {other} "planted"\n        as {claim.id}\n    says      so\n'
    text = f"{own.text}\n{line}    where     {radius}\n"
    return replace(claim, id=other, origin=Origin(Source(Path("least.book"), text), other))


@pytest.mark.parametrize("name", RADII)
def test_a_smaller_exponent_is_refuted_by_a_file_that_the_verifier_accepts(name: str) -> None:
    line, (_, less), data = RADII[name]
    found = finding(with_radius(name, line.format(less)), data.exact(), "fails", found={})
    assert (found.objections, found.verdict) == ([], "REFUTED")


@pytest.mark.parametrize("name", RADII)
def test_the_exponent_that_stands_does_not_fail_there(name: str) -> None:
    line, (stands, _), data = RADII[name]
    found = finding(with_radius(name, line.format(stands)), data.exact(), "fails", found={})
    assert found.clash, found.objections  # the book is sure that the claim holds there
    amended = PAPER[f"linear/lemma-5/{name}/amended"]
    assert decide(amended, data.exact(), Effort(examples=10, batch=64)).outcome is Outcome.HOLDS


def test_the_radius_takes_the_size_of_the_vocabulary() -> None:
    line, (exponent, _), _ = RADII["sufficient-radius"]
    stands = line.format(exponent)
    found = finding(
        with_radius("sufficient-radius", stands.replace("N * V", "N")), RARE.exact(), "fails", found={}
    )
    assert (found.objections, found.verdict) == ([], "REFUTED")
    assert finding(with_radius("sufficient-radius", stands), RARE.exact(), "fails", found={}).clash
