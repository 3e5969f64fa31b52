"""False neighbours of the steps in the proof of Theorem 3: tightened, flipped, rescaled, any step size."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ntpcheck.arithmetic import FLOAT, exact_array
from ntpcheck.checks.existence import unsettled
from ntpcheck.checks.limit import Row
from ntpcheck.claim import Effort
from ntpcheck.evidence import Evidence
from ntpcheck.formulas.rivals import checked, flipped
from ntpcheck.instances.attention import AttentionRun
from ntpcheck_papers.li2024.falsehoods import rivals
from ntpcheck_papers.li2024.falsehoods.planting import neighbours
from ntpcheck_papers.li2024.falsehoods.theorem_3 import paced
from ntpcheck_papers.li2024.section_5 import comparison as late
from ntpcheck_papers.li2024.section_5 import proof as steps
from ntpcheck_papers.li2024.shared.svm import svm_direction

__all__ = ["PLANTED_PROOF"]


def _run(check: Callable[..., Evidence], **options: Any) -> dict[str, Any]:
    """Replaces the conclusion by a check of the run with other options."""
    return {"conclude": lambda run, effort: check(run, effort, **options)}


def _opposite(check: Callable[..., Evidence], **options: Any) -> dict[str, Any]:
    """The inequality the other way, of runs that doubles follow."""

    def conclude(run: AttentionRun, effort: Effort) -> Evidence:
        if run.xp is not FLOAT:
            return unsettled(exact_array(0))
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


LATE = "for all large tau, R = ||W_perp(tau)||"
STEP = "W_perp(tau+1) - W_perp(tau)"
AHEAD, TURNED = f"<{STEP}, W^mm / ||W^mm||>", f"<{STEP}, W_perp(tau) / ||W_perp(tau)||>"
OUTSIDE = ", W_perp(tau) the part of W(tau) orthogonal to S_cyc"

# L(W(0)) - L(W(1)) <= eta ||grad||^2 by convexity, and short steps come near: 65/64 of it is too much.
PLANTED_PROOF = (
    *neighbours(
        ("lemma-5/summable",),
        ("tightened-bound", "Gradient descent with eta <= 1/L has a sum over tau >= 0 of "
         "||grad L(W(tau))||^2 that is at most (64/65) (L(W(0)) - L*) / eta.",
         checked(_paid, parts=65)),
        ("wrong-quantity", "Gradient descent with eta <= 1/L has a finite sum over tau >= 0 of "
         "||grad L(W(tau))||, without the square, which is at most 2 (L(W(0)) - L*) / eta.",
         checked(_paid_by_norms)),
    ),
    *neighbours(
        ("theorem-3/proof/loss-comparison", "theorem-3/proof/loss-comparison/amended"),
        ("flipped-inequality", f"L(W(tau)) - L(R W^mm + W_par(tau)) < 0 {LATE}.", _opposite(late.outweighs)),
        # A multiple R / 1024 is too short wherever ||W^mm|| < 1024.
        ("wrong-constant", f"L(W(tau)) - L(R W^mm / 1024 + W_par(tau)) > 0 {LATE}.",
         _run(late.outweighs, longer=1 / 1024 - 1)),
    ),
    *neighbours(
        ("theorem-3/proof/loss-comparison@normalised", "theorem-3/proof/loss-comparison@normalised/amended"),
        ("flipped-inequality", f"L(W(tau)) - L((65/64) R W^mm / ||W^mm|| + W_par(tau)) < 0 {LATE}.",
         _opposite(late.outweighs, normalised=True, longer=1 / 64)),
        ("wrong-constant", f"L(W(tau)) - L((63/64) R W^mm / ||W^mm|| + W_par(tau)) > 0 {LATE}.",
         _run(late.outweighs, normalised=True, longer=-1 / 64)),
    ),
    *neighbours(
        ("theorem-3/proof/eq-29",),
        ("flipped-inequality", f"{AHEAD} <= {TURNED} for all large tau.",
         _opposite(late.turns_toward)),
        ("tightened-bound", f"{AHEAD} >= (65/64) {TURNED} for all large tau.",
         checked(late.by_turn, svm_direction, more)),
        ("swapped-roles", f"<{STEP}, (W^mm)^T / ||W^mm||> >= {TURNED} for all large tau.",
         checked(late.by_turn, rivals.transposed, late.leads)),
    ),
    *neighbours(
        ("theorem-3/proof/summed",),
        ("flipped-inequality", f"{AHEAD} <= ||W_perp(tau+1)|| - ||W_perp(tau)|| + 2 eta "
         "(L(W(tau+1)) - L(W(tau))) for all large tau.",
         _opposite(late.turns_toward)),
        ("tightened-bound", "<W_perp(tau) - W_perp(tau_0), W^mm / ||W^mm||> >= (65/64) (||W_perp(tau)|| - "
         "||W_perp(tau_0)||) + 2 eta (L(W(tau)) - L(W(tau_0))) for all tau > tau_0, if tau_0 is large "
         "enough.",
         checked(late.by_turn, svm_direction, more)),
    ),
    *neighbours(
        ("theorem-3/proof/outside-diverges",),
        ("wrong-rate",
         f"If eta <= 1/L, ||W_perp(tau)|| differs from (65/64) ||W^mm|| log tau by O(1){OUTSIDE}.",
         paced(65 / 64, outside=True)),
        ("wrong-rate/twice",
         f"If eta <= 1/L, ||W_perp(tau)|| differs from 2 ||W^mm|| log tau by O(1){OUTSIDE}.",
         paced(2.0, outside=True)),
    ),
)  # fmt: skip
