"""False neighbours of sentences between the results, and of bounds on the part in S_cyc."""

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
from ntpcheck_papers.li2024.section_5 import coercive as bounded
from ntpcheck_papers.li2024.shared import limit as limits
from ntpcheck_papers.li2024.shared.svm import svm_direction


def _direction(candidate: limits.Candidate, part: str) -> dict[str, Any]:
    """The limit of the direction of some part of W(tau)."""
    return {"conclude": lambda run, effort: limits.attention_direction(run, candidate, effort, part=part)}


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


CHECKS = {
    "attention/lemma-7/proof/coercive#wrong-subspace": checked(
        lambda data: both(*bounded.bounded_below(data, data.W))
    ),
    "attention/lemma-7/proof/coercive#tightened-bound": checked(_faster),
    "attention/theorem-3/proof/bounded#tightened-bound": checked(_tighter),
    "attention/theorem-3/proof/eq-34#wrong-subspace": _direction(svm_direction, "inside"),
    "attention/theorem-3/proof/eq-34#swapped-roles": _direction(rivals.transposed, "outside"),
    "attention/theorem-3/proof/eq-32#flipped-inequality": checked(_longer),
    "attention/theorem-3/proof/eq-32#wrong-quantity": checked(
        lambda run: bounded.parts_of_step(run, [run.xp.sqrt(size) for size in bounded.squares(run)])
    ),
}
