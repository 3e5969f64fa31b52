"""False neighbours of sentences between the results, and of bounds on the part in S_cyc."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ntpcheck import ulps
from ntpcheck.checks.compare import at_most
from ntpcheck.evidence import Evidence, both
from ntpcheck.formulas.rivals import checked
from ntpcheck.instances.attention import Attending, AttentionRun
from ntpcheck.reference.attention_loss import attention_loss
from ntpcheck.reference.cyclic import project
from ntpcheck_papers.li2024.falsehoods import rivals
from ntpcheck_papers.li2024.falsehoods.planting import neighbours
from ntpcheck_papers.li2024.section_5 import coercive as bounded
from ntpcheck_papers.li2024.shared import limit as limits
from ntpcheck_papers.li2024.shared.svm import svm_direction

__all__ = ["PLANTED_SENTENCES"]


def _direction(candidate: limits.Candidate, part: str) -> dict[str, Any]:
    """The limit of the direction of some part of W(tau)."""
    return {"conclude": lambda run, effort: limits.attention_direction(run, candidate, effort, part=part)}


def _everywhere(data: Attending) -> Evidence:
    return both(*bounded.bounded_below(data, data.W))


def _faster(data: Attending) -> Evidence:
    V = project(data, data.W)
    bound, seen = bounded.bounded_below(data, V)
    return both(replace(bound, slack=bound.slack - bounded.apart(data, V) / 64), seen)


def _tighter(run: AttentionRun) -> Evidence:
    found = bounded.stays_bounded(run)
    return replace(found, slack=found.slack - run.sized("n") * attention_loss(run, run.W0) / 64)


def _longer(run: AttentionRun) -> Evidence:
    whole, outside, _ = bounded.squares(run)
    found = at_most(whole, outside, terms=2 * ulps.entries(run.W0) + 4, scale=whole)
    return bounded.settled_part(run, found)


def _norms(run: AttentionRun) -> Evidence:
    return bounded.parts_of_step(run, [run.xp.sqrt(size) for size in bounded.squares(run)])


PLANTED_SENTENCES = (
    *neighbours(
        ("lemma-7/proof/coercive",),
        (
            "wrong-subspace",
            "The cyclic risk Lbar(W) tends to infinity as ||W|| does in the space of all W, not only "
            "within S_cyc.",
            checked(_everywhere),
        ),
        (
            "tightened-bound",
            "|I| Lbar(W) >= (65/64) D - (K - 1) log M for W in S_cyc, D the largest difference of logits "
            "of W in one component, M the largest ratio of counts in an input.",
            checked(_faster),
        ),
    ),
    *neighbours(
        ("theorem-3/proof/bounded",),
        (
            "tightened-bound",
            "If eta <= 1/L, logits of W(tau) in one component differ by at most (63/64) n L(W(0)) + (K - 1) "
            "log M for all tau >= 0, M the largest ratio of counts in an input.",
            checked(_tighter),
        ),
    ),
    *neighbours(
        ("theorem-3/proof/eq-34",),
        (
            "wrong-subspace",
            "The cosine of W_par(tau) and W^mm tends to 1, W_par(tau) the part of W(tau) in S_cyc.",
            _direction(svm_direction, "inside"),
        ),
        (
            "swapped-roles",
            "The cosine of W_perp(tau) and the transpose of W^mm tends to 1, W_perp(tau) the part of W(tau) "
            "orthogonal to S_cyc.",
            _direction(rivals.transposed, "outside"),
        ),
    ),
    *neighbours(
        ("theorem-3/proof/eq-32",),
        (
            "flipped-inequality",
            "-||W_perp(tau+1) - W_perp(tau)||^2 <= -||W(tau+1) - W(tau)||^2, W_perp(tau) the part of W(tau) "
            "orthogonal to S_cyc.",
            checked(_longer),
        ),
        (
            "wrong-quantity",
            "-||W_perp(tau+1) - W_perp(tau)|| >= -||W(tau+1) - W(tau)||, and ||W(tau+1) - W(tau)|| is the "
            "sum of the norms of both parts, in S_cyc and orthogonal to it.",
            checked(_norms),
        ),
    ),
)
