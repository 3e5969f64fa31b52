"""False neighbours of the steps in the proof of Theorem 3: tightened, flipped, rescaled, any step size."""

from collections.abc import Callable
from typing import Any

from ntpcheck.checks.existence import floats_only
from ntpcheck.checks.limit import Row
from ntpcheck.claim import Effort
from ntpcheck.evidence import Evidence
from ntpcheck.formulas.rivals import beside, checked, flipped
from ntpcheck.instances.attention import AttentionRun
from ntpcheck_papers.li2024.falsehoods import rivals
from ntpcheck_papers.li2024.falsehoods.theorem_3 import paced
from ntpcheck_papers.li2024.section_5 import comparison as late
from ntpcheck_papers.li2024.section_5 import proof as steps
from ntpcheck_papers.li2024.shared.svm import svm_direction


def _run(check: Callable[..., Evidence], **options: Any) -> dict[str, Any]:
    """Replaces the conclusion by a check of the run with other options."""
    return {"conclude": lambda run, effort: check(run, effort, **options)}


def _opposite(check: Callable[..., Evidence], **options: Any) -> dict[str, Any]:
    """The inequality the other way, of runs that doubles follow."""

    @floats_only
    def conclude(run: AttentionRun, effort: Effort) -> Evidence:
        return flipped(check(run, effort, **options))

    return {"conclude": conclude}


def more(turn: late.Turn) -> Row:
    """The gain along C is at least 65/64 of the other."""
    return Row((65 * turn.apart - turn.ahead) / 64, turn.error, turn.size)


def _paid(run: AttentionRun, *, parts: int) -> Evidence:
    """The risk falls by (parts / 64) eta times the sum of squared gradients."""
    return steps.falls_by(run, run.eta * sum(steps.slopes(run), 0 * run.eta) * parts / 64)


def _paid_by_norms(run: AttentionRun) -> Evidence:
    total = sum((run.xp.sqrt(square) for square in steps.slopes(run)), 0 * run.eta)
    return steps.falls_by(run, run.eta * total / 2)


# L(W(0)) - L(W(1)) <= eta ||grad||^2 by convexity, and short steps come near: 65/64 of it is too much.
CHECKS = {
    "attention/lemma-5/summable#tightened-bound": checked(_paid, parts=65),
    "attention/lemma-5/summable#wrong-quantity": checked(_paid_by_norms),
    **beside(
        {
            "flipped-inequality": _opposite(late.outweighs),
            # A multiple R / 1024 is too short wherever ||W^mm|| < 1024.
            "wrong-constant": _run(late.outweighs, longer=1 / 1024 - 1),
        },
        "attention/theorem-3/proof/loss-comparison",
        "attention/theorem-3/proof/loss-comparison/amended",
    ),
    **beside(
        {
            "flipped-inequality": _opposite(late.outweighs, normalised=True, longer=1 / 64),
            "wrong-constant": _run(late.outweighs, normalised=True, longer=-1 / 64),
        },
        "attention/theorem-3/proof/loss-comparison@normalised",
        "attention/theorem-3/proof/loss-comparison@normalised/amended",
    ),
    "attention/theorem-3/proof/eq-29#flipped-inequality": _opposite(late.turns_toward),
    "attention/theorem-3/proof/eq-29#tightened-bound": checked(late.by_turn, svm_direction, more),
    "attention/theorem-3/proof/eq-29#swapped-roles": checked(late.by_turn, rivals.transposed, late.leads),
    "attention/theorem-3/proof/summed#flipped-inequality": _opposite(late.turns_toward),
    "attention/theorem-3/proof/summed#tightened-bound": checked(late.by_turn, svm_direction, more),
    "attention/theorem-3/proof/outside-diverges#wrong-rate": paced(65 / 64, outside=True),
    "attention/theorem-3/proof/outside-diverges#wrong-rate/twice": paced(2.0, outside=True),
}
