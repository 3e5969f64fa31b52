"""False neighbours of what the proof of Lemma 5 says of W_k,F along a run, and two on Case 2 that stay here.

The failures of those two are tiny beside the losses: their lines' float form does not resolve them.
"""

from dataclasses import replace
from typing import Any

from ntpcheck.arithmetic import positive
from ntpcheck.checks.limit import finite_part_limit
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Decoding, Run, Scaled
from ntpcheck_papers.thrampoulidis2024.section_5 import comparison
from ntpcheck_papers.thrampoulidis2024.section_5 import comparison_cases as cases
from ntpcheck_papers.thrampoulidis2024.section_5.descent_parts import near_star
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part


def _larger_delta(data: Decoding, _: Any) -> Evidence:
    found = comparison.split(data)
    return cases.misses(data, found, 66 * cases.delta_of(data, found) / 64)


def _whatever_star(data: Scaled, _: Any) -> Evidence:
    """At the point of the ball about W*, as the claim."""
    inside = cases.on_the_ball(data, comparison.split(data))
    return comparison.genie_below(data, data.xp.log(2 * data.n * data.sized("V")) / data.gamma, inside)


def _near(parts: int) -> dict[str, Any]:
    """||W_F|| <= (parts/64) ||W*||: where W* is not zero the evidence is ||W*||, since W_F tends to W*."""

    def conclude(run: Run, effort: Any) -> Evidence:
        found = near_star(run, effort)
        off = found.slack * (parts - 64) / 64
        return replace(found, slack=run.xp.where(positive(found.slack), off, found.slack))

    return {"conclude": conclude}


def _tends_to(parts: int) -> dict[str, Any]:
    def candidate(run: Run) -> Any:
        return parts * finite_part(run).W / 64

    return {"conclude": lambda run, effort: finite_part_limit(run, candidate, effort)}


CHECKS = {
    "linear/lemma-5/case-2-delta#tightened-bound": {"conclude": _larger_delta},
    "linear/lemma-5/R-alpha-conclusion/amended#omitted-term": {"conclude": _whatever_star},
    "linear/lemma-5/finite-part-bounded#tightened-bound/half": _near(32),
    "linear/lemma-5/finite-part-bounded#tightened-bound": _near(63),
    "linear/lemma-5/finite-part-bounded/amended#wrong-constant": _tends_to(65),
    "linear/lemma-5/finite-part-bounded/amended#wrong-sign": _tends_to(-64),
}
