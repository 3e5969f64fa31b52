"""False neighbours of the claims of Section 4, the proof of Theorem 1, and Appendices D and E."""

from dataclasses import replace
from typing import Any

from ntpcheck.evidence import Evidence
from ntpcheck.formulas.rivals import beside, checked, tightened
from ntpcheck.instances.dataset import Decoding, Pair
from ntpcheck_papers.thrampoulidis2024.shared import genie, slopes


def _steep(data: Any, _: Any) -> Evidence:
    """The gradient has 1-norm above 1/64."""
    found = slopes.steep_everywhere(data, data.W)
    return replace(found, slack=found.slack - (1 + 0 * found.slack) / 64)


def _missed(data: Pair) -> Evidence:
    """B, over which both are to minimise, is the larger norm."""
    found = slopes.one_minimiser(data)
    B = data.xp.maximum(genie.length(data, data.W), genie.length(data, data.W2))
    return tightened(found, B / 64)


def _longer(data: Decoding) -> Evidence:
    found = genie.radius(data)
    return genie.stays_near(data, found, 65 * found.ahead / 64)


def _squared(data: Decoding) -> Evidence:
    """h^2 R' in the place of h R'."""
    found = genie.radius(data)
    return genie.stays_near(data, found, found.height * found.ahead)


CHECKS = {
    # At W = W2 = 0 both minimise over the ball of radius 0.
    "linear/section-4/path-unique#dropped-assumption": {
        "conclude": lambda data, _: replace(slopes.one_minimiser(data), strict=True)
    },
    **beside(
        {"tightened-bound": checked(_missed)},
        "linear/section-4/path-unique",
        "linear/section-4/path-unique/amended",
    ),
    **beside(
        {"tightened-bound": {"conclude": _steep}},
        "linear/theorem-1/proof/boundary",
        "linear/theorem-1/proof/boundary@short",
        "linear/theorem-1/proof/boundary@short/amended",
    ),
    "linear/theorem-1/proof/rescaling-limit@arxiv-v1#wrong-constant": checked(_longer),
    "linear/theorem-1/proof/rescaling-limit@arxiv-v1#wrong-quantity": checked(_squared),
}
