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

FIGURE_3 = "In the setting of Figure 3, 4 inputs of 6 of 8 tokens on the unit sphere of R^8 and acyclic data"
FIGURE_4 = "In the setting of Figure 4, 6 inputs of 4 of 6 tokens on the unit sphere of R^8"
FIGURE_5 = "In the setting of Figure 5, with the squared loss and a general head"
FIGURE_6 = "In the setting of Figure 6, with the cross-entropy of softmax(C f(X))"
GENERAL_6 = f"{FIGURE_6} and a general head"
LESS = "W^mm at least as much as with the pseudo W^mm"
EIGHTH = "the pseudo W^mm more than with W^mm, by at least 1/8"
IDENTITY = "With C E^T = I and the log-loss, W(tau) / ||W(tau)|| tends to"


def _seen(figure: str, limit: str) -> str:
    """What a figure would show."""
    return f"{figure}, the correlation of W(tau) with {limit} tends to 1 along normalised gradient descent."


def _directions(figure: str) -> tuple[tuple[str, str, dict[str, Any]], ...]:
    return (
        ("wrong-sign", _seen(figure, "-W^mm"), _toward(rivals.opposite)),
        ("swapped-roles", _seen(figure, "the transpose of W^mm"), _toward(rivals.transposed)),
        (
            "wrong-program/dropped-sample",
            _seen(figure, "the W^mm of all inputs but the first"),
            _toward(rivals.without_first_row),
        ),
    )


PLAIN = along(attention_direction, rivals.opposite)


def _near(distance: str) -> str:
    """Where the part in S_cyc ends."""
    where = f"the projection of W(tau) on S_cyc comes and stays within {distance} of W^cyc"
    return f"{FIGURE_4}, {where} along normalised gradient descent."


def _nearness(figure: str, comparison: str) -> str:
    return f"{figure}, W(tau) correlates with {comparison}."


ONLY_FAILURES = "the original is decided only where it fails"
# In the basin b never falls, so that -W^mm is no limit either; on tied scores v_o never falls. Fewer
# hypotheses leave both instances in.
BASIN = (
    (
        "wrong-sign",
        "C E^T = I implies that W(tau) / ||W(tau)|| tends to -W^mm / ||W^mm|| along gradient descent.",
        {},
        ONLY_FAILURES,
    ),
    (
        "dropped-assumption",
        "C E^T = I implies that W(tau) / ||W(tau)|| tends to W^mm / ||W^mm|| along gradient descent with "
        "any loss, strictly decreasing with a bounded derivative or not.",
        {"assumes": (*GLOBAL,)},
        ONLY_FAILURES,
    ),
)
TIES = (
    (
        "wrong-sign",
        "Gradient descent with a general head tends in direction to minus the W^mm of the pseudo-graphs "
        "that its limit gives.",
        {},
        ONLY_FAILURES,
    ),
    (
        "dropped-assumption",
        "Gradient descent with any head and any loss, whether the head selects the label or not, tends in "
        "direction to the W^mm of the pseudo-graphs that its limit gives.",
        {"assumes": ()},
        ONLY_FAILURES,
    ),
)


def _alone(claim_id: str, rows: tuple[tuple[str, str, dict[str, Any], str], ...]) -> tuple[Planted, ...]:
    return tuple(Planted(f"attention/section-6/{claim_id}", *row) for row in rows)


PLANTED_FIGURES = (
    *_alone("global-under-identity", BASIN),
    *_alone("pseudo-direction", TIES),
    *neighbours(("figures/fig-3",), *_directions(FIGURE_3)),
    *neighbours(("figures/fig-4a",), *_directions(FIGURE_4)),
    *neighbours(
        ("figures/fig-4a",),
        (
            "wrong-limit/with-correction",
            _seen(FIGURE_4, "W^mm + W^cyc"),
            _toward(rivals.with_fitted_correction),
        ),
    ),
    *neighbours(
        ("figures/fig-4b",),
        (
            "wrong-limit/with-svm",
            "Along normalised gradient descent the projection of W(tau) on S_cyc tends to W^cyc + W^mm.",
            _cyclic(rivals.with_fitted_correction),
        ),
        (
            "wrong-limit/transposed",
            "Along normalised gradient descent the projection of W(tau) on S_cyc tends to the transpose of "
            "W^mm.",
            _cyclic(rivals.transposed),
        ),
    ),
    *neighbours(
        ("figures/fig-4b/amended",),
        ("tightened-bound/quarter", _near("eta / 4"), _within(0.25)),
        ("tightened-bound", _near("eta / 2"), _within(0.5)),
    ),
    *neighbours(
        ("figures/normalised-faster",),
        (
            "tightened-bound",
            f"{FIGURE_4}, the norm of W(tau) is more than eight times as large after normalised steps as "
            "after plain ones.",
            _lead(lambda fast, slow: fast - 8 * slow),
        ),
        (
            "flipped-inequality",
            f"{FIGURE_4}, the norm of W(tau) is smaller after normalised steps than after plain ones.",
            _lead(lambda fast, slow: slow - fast),
        ),
    ),
    # Steps have length eta, so that ||W(tau)|| <= ||W(0)|| + eta tau: eta tau^2 soon exceeds it, and so do 64
    # times the bound, whose denominator is below 64 in the figure.
    *neighbours(
        ("figures/normalised-faster@rate", "figures/normalised-faster@rate/amended"),
        (
            "wrong-rate",
            "Normalised steps make the norm of W(tau) grow like tau^2.",
            _beyond(lambda k: k**2.0),
        ),
        (
            "tightened-bound",
            "After normalised steps ||W(tau)|| + ||W(0)|| >= 64 eta tau / (||W^mm|| M), M the largest length "
            "of (e_{y_i} - x_it) xbar_i^T.",
            _beyond(lambda k: 64.0 * k),
        ),
    ),
    # Both correlations are at most 1; on some runs the two programs have different solutions.
    *neighbours(
        ("figures/fig-5",),
        ("flipped-inequality", _nearness(FIGURE_5, LESS), _world(cross_entropy=False)),
        ("tightened-bound", _nearness(FIGURE_5, EIGHTH), _nearer(cross_entropy=False)),
    ),
    *neighbours(
        ("figures/fig-6",),
        ("flipped-inequality", _nearness(GENERAL_6, LESS), _world(cross_entropy=True)),
        ("tightened-bound", _nearness(GENERAL_6, EIGHTH), _nearer(cross_entropy=True)),
    ),
    *neighbours(
        ("section-6/pseudo-direction/amended",),
        (
            "wrong-program",
            f"{FIGURE_6} and normalised steps, W(tau) tends in direction to W^mm, not the pseudo W^mm, if "
            "one token per input wins.",
            _pseudo(svm_direction),
        ),
        (
            "wrong-sign",
            f"{FIGURE_6} and normalised steps, W(tau) tends in direction to minus the pseudo W^mm if one "
            "token per input wins.",
            _pseudo(lambda run: -heads.pseudo_svm(run)),
        ),
    ),
    *neighbours(
        ("section-6/global-under-identity/amended",),
        ("wrong-sign", f"{IDENTITY} -W^mm / ||W^mm||.", PLAIN),
        (
            "swapped-roles",
            f"{IDENTITY} the direction of the transpose of W^mm.",
            along(attention_direction, rivals.transposed),
        ),
    ),
)
