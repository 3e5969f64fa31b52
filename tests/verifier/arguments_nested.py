"""Coordinates that rise by steps with exponentials inside of others, and coordinates that do not."""

from __future__ import annotations

from typing import Any

from tests.verifier.argued import Case

OWN = ("by-what-leads",)
MORE = """let eased(M[a]) = 1 / (1 + exp(u(M) + slow(M)))
let far(M[a]) = 1 / (2 + log(1 + exp(w(M))))
trajectory eased_k[a] along k from s by eased_k + eta * x * eased(eased_k)
trajectory twice-eased_k[a] along k from s by twice-eased_k + 2 * eta * x * eased(twice-eased_k)
trajectory both_k[a] along k from s by both_k + eta * (x * eased(both_k) + y * far(both_k))
trajectory steady_k[a] along k from s by steady_k + eta * x * (2 - eased(steady_k))
trajectory joint_k[a] along k from s by joint_k + eta * (x / (1 + exp(u(joint_k) + ahead(joint_k)))
        + y * far(joint_k))
trajectory hidden_k[a] along k from s by hidden_k + eta * (x / (1 + exp(u(hidden_k)
        + exp(- exp(ahead(hidden_k))))) + y * far(hidden_k))
trajectory torn_k[a] along k from s by torn_k + eta * x * (eased(torn_k) - 1 / 8)
trajectory aslant_k[a] along k from s by aslant_k + eta * (x + y) * eased(aslant_k)
trajectory odd_k[a] along k from s by odd_k + eta * x / (1 + exp(sqrt(2) * u(odd_k) + slow(odd_k)))
trajectory steeper_k[a] along k from s by steeper_k + eta * x * (1 + u(steeper_k)^2 + eased(steeper_k))
trajectory inching_k[a] along k from s by inching_k + eta * x / (2 + log(1 + u(inching_k) + eased(inching_k)))
trajectory clocked_k[a] along k from s by clocked_k + eta / (k + 1) * x * eased(clocked_k)
"""


def nested(claim: str, *ways: tuple[int, int], other: str = "", s: tuple[int, int] = (0, 0)) -> Case:
    """The one run that the claim names, or two, each along all directions."""
    name = claim.partition("u(")[2].partition(")")[0] or claim.partition("w(")[2].partition(")")[0]
    shown: dict[str, Any] = {
        f"{run}.{i}": list(way)
        for run in filter(None, (name, other))
        for i, way in enumerate(ways or [(1, 0)])
    }
    return Case("by-what-leads", claim, shown, {"s": list(s)}, MORE)


BOTH = ((1, 0), (0, 1))
GOOD = (
    nested("bounded(u(eased_k))"),
    nested("tends(u(eased_k) / log(k), 2)"),
    nested("tends(u(eased_k) - log(k), 1)", s=(3, -1)),
    nested("tends(u(eased_k) - log(k), u(s))", s=(3, -1)),
    nested("tends(u(eased_k) - u(twice-eased_k), 0)", other="twice-eased_k"),
    nested("tends(w(both_k) / sqrt(k), 1)", *BOTH),
    nested("eventually w(both_k) < u(both_k)", *BOTH),
    nested("tends(u(steady_k) / k, 1)"),
)
BAD = {
    "a law of nested steps": nested("tends(u(eased_k) - log(k), 0)"),
    "two laws of nested steps": nested("tends(u(twice-eased_k) - u(eased_k), log(2))", other="eased_k"),
    "a power of nested steps": nested("tends(w(both_k) / sqrt(k), sqrt(2))", *BOTH),
    "nested steps of one length in the end": nested("tends(u(steady_k) / k, 2)"),
    "a number beside what a power leads": nested("tends(w(both_k) - sqrt(2 * k), 0)", *BOTH),
    "an exponent that another coordinate moves": nested("bounded(u(joint_k))", *BOTH),
    "the same deeper inside": nested("bounded(u(hidden_k))", *BOTH),
    "nested steps that turn back": nested("bounded(u(torn_k))"),
    "nested steps off what is exhibited": nested("bounded(u(aslant_k))"),
    "no exhibited direction of nested steps": nested("bounded(u(eased_k))", (0, 0)),
    "exhibited directions that are askew": nested("bounded(u(both_k))", (1, 0), (1, 1)),
    "an irrational rate of nested steps": nested("bounded(u(odd_k))"),
    "nested steps that outgrow the coordinate": nested("bounded(u(steeper_k))"),
    "nested steps that a log leads": nested("bounded(u(inching_k))"),
    "nested steps by the number of the step": nested("bounded(u(clocked_k))"),
}
