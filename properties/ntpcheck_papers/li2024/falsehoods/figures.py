"""False neighbours of Section 6's claims and of those about the figures."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ntpcheck.arithmetic import FLOAT, Array, exact_array
from ntpcheck.checks.existence import unsettled
from ntpcheck.claim import Effort, Planted
from ntpcheck.evidence import Evidence
from ntpcheck.formulas.rivals import along, checked, flipped, tightened
from ntpcheck.instances.attention import Attention, AttentionRun
from ntpcheck_papers.li2024.falsehoods import rivals
from ntpcheck_papers.li2024.falsehoods.planting import neighbours
from ntpcheck_papers.li2024.figures import normalised as steps
from ntpcheck_papers.li2024.section_6 import heads
from ntpcheck_papers.li2024.section_6.section_6_pseudo import GLOBAL
from ntpcheck_papers.li2024.shared.limit import attention_direction
from ntpcheck_papers.li2024.shared.svm import svm_direction

__all__ = ["PLANTED_FIGURES"]


def _nearer(*, cross_entropy: bool) -> dict[str, Any]:
    def conclude(run: AttentionRun, effort: Effort) -> Evidence:
        return tightened(heads.nearer_pseudo(run, effort, cross_entropy=cross_entropy), 1 / 8)

    return {"conclude": conclude}


def _world(*, cross_entropy: bool) -> dict[str, Any]:
    def conclude(run: AttentionRun, effort: Effort) -> Evidence:
        return flipped(heads.nearer_pseudo(run, effort, cross_entropy=cross_entropy))

    return {"conclude": conclude}


def _within(radius: float) -> dict[str, Any]:
    return {"conclude": lambda run, effort: tightened(steps.within(run, effort), 1 - radius)}


def _cyclic(candidate: Callable[[Attention], Array]) -> dict[str, Any]:
    def conclude(run: AttentionRun, effort: Effort) -> Evidence:
        if run.xp is not FLOAT:
            return unsettled(exact_array(0))
        return steps.cyclic_part(run, candidate, effort)

    return {"conclude": conclude}


_toward = partial(along, steps.normalised_direction)
_pseudo = partial(along, heads.pseudo_limit)
_lead = partial(checked, steps.at_every_step)
_beyond = partial(checked, steps.norm_beyond)

DIRECTIONS = (
    ("wrong-sign", "The correlation with -W^mm tends to 1.", _toward(rivals.opposite)),
    ("swapped-roles", "The correlation with the transpose of W^mm tends to 1.", _toward(rivals.transposed)),
    (
        "wrong-program/dropped-sample",
        "So it does with the W^mm of the data without one input.",
        _toward(rivals.without_first_row),
    ),
)
PLAIN = along(attention_direction, rivals.opposite)

ONLY_FAILURES = "the original is decided only where it fails"
# In the basin b never falls, so that -W^mm is no limit either; on tied scores v_o never falls. Fewer
# hypotheses leave both instances in.
BASIN = (
    ("wrong-sign", "W(tau) tends in direction to -W^mm.", {}, ONLY_FAILURES),
    ("dropped-assumption", "So it is for any bounded loss.", {"assumes": (*GLOBAL,)}, ONLY_FAILURES),
)
TIES = (
    ("wrong-sign", "It tends in direction to minus the pseudo W^mm.", {}, ONLY_FAILURES),
    ("dropped-assumption", "So it does with any head.", {"assumes": ()}, ONLY_FAILURES),
)


def _alone(claim_id: str, rows: tuple[tuple[str, str, dict[str, Any], str], ...]) -> tuple[Planted, ...]:
    return tuple(Planted(f"attention/section-6/{claim_id}", *row) for row in rows)


PLANTED_FIGURES = (
    *_alone("global-under-identity", BASIN),
    *_alone("pseudo-direction", TIES),
    *neighbours(("figures/fig-3", "figures/fig-4a"), *DIRECTIONS),
    *neighbours(
        ("figures/fig-4a",),
        (
            "wrong-limit/with-correction",
            "The correlation with W^mm + W^cyc tends to 1.",
            _toward(rivals.with_fitted_correction),
        ),
    ),
    *neighbours(
        ("figures/fig-4b",),
        (
            "wrong-limit/with-svm",
            "The projection tends to W^cyc + W^mm.",
            _cyclic(rivals.with_fitted_correction),
        ),
        ("wrong-limit/transposed", "It tends to W^mm's transpose.", _cyclic(rivals.transposed)),
    ),
    *neighbours(
        ("figures/fig-4b/amended",),
        ("tightened-bound/quarter", "It comes and stays within eta / 4 of W^cyc.", _within(0.25)),
        ("tightened-bound", "It comes and stays within eta / 2 of W^cyc.", _within(0.5)),
    ),
    *neighbours(
        ("figures/normalised-faster",),
        ("tightened-bound", "The norm is eight times as large.", _lead(lambda fast, slow: fast - 8 * slow)),
        ("flipped-inequality", "The norm is smaller.", _lead(lambda fast, slow: slow - fast)),
    ),
    # Steps have length eta, so that ||W(tau)|| <= ||W(0)|| + eta tau: eta tau^2 soon exceeds it, and so do 64
    # times the bound, whose denominator is below 64 in the figure.
    *neighbours(
        ("figures/normalised-faster@rate", "figures/normalised-faster@rate/amended"),
        ("wrong-rate", "The norm grows like tau^2.", _beyond(lambda k: k**2.0)),
        ("tightened-bound", "The norm is 64 times as large.", _beyond(lambda k: 64.0 * k)),
    ),
    # Both correlations are at most 1; on some runs the two programs have different solutions.
    *neighbours(
        ("figures/fig-5",),
        ("flipped-inequality", "It correlates with W^mm at least as much.", _world(cross_entropy=False)),
        ("tightened-bound", "It correlates more by at least 1/8.", _nearer(cross_entropy=False)),
    ),
    *neighbours(
        ("figures/fig-6",),
        ("flipped-inequality", "It correlates with W^mm at least as much.", _world(cross_entropy=True)),
        ("tightened-bound", "It correlates more by at least 1/8.", _nearer(cross_entropy=True)),
    ),
    *neighbours(
        ("section-6/pseudo-direction/amended",),
        ("wrong-program", "It tends in direction to W^mm.", _pseudo(svm_direction)),
        ("wrong-sign", "It tends to minus the pseudo W^mm.", _pseudo(lambda run: -heads.pseudo_svm(run))),
    ),
    *neighbours(
        ("section-6/global-under-identity/amended",),
        ("wrong-sign", "The correlation with -W^mm tends to 1.", PLAIN),
        (
            "swapped-roles",
            "The correlation with the transpose of W^mm tends to 1.",
            along(attention_direction, rivals.transposed),
        ),
    ),
)
