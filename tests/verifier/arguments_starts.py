"""Trajectories that start nowhere, or whose steps may have no value, and what a lemma refutes beside them.

What names one has no value then, and is not refuted. Where eta is 2 each starts somewhere.
"""

from __future__ import annotations

from typing import Any

from tests.verifier.argued import Case, case

OWN = ()  # no lemma is its own
MORE = """trajectory newton_k along k from 0 by newton_k + 1 + exp(-newton_k)
trajectory unborn_k along k from 1 / (eta - 1) by unborn_k / 2
trajectory brief_k[a] along k from s / (eta - 1) by brief_k + x / (k + 1)^2
trajectory debt_k along k from 1 / (eta - 1) by debt_k + slow(fall_k)
trajectory halving_k along k from 1 by halving_k / 2
trajectory spent_k along k from 1 / (eta - 1) by spent_k + halving_k^2
trajectory lost_k[a] along k from s / (eta - 1) by lost_k + x
trajectory pole_k[a] along k from s by pole_k + x / (u(pole_k) - 5)
trajectory post_k[a] along k from s by post_k + x / (1 + u(post_k)^2)
"""
PLANE = "eventually norm(onto({})) <= 0"
BESIDE = {
    "what gains": ("gains", "bounded(newton_k) and bounded(unborn_k)", {"newton_k__gain": 1}),
    "a run of finite length": ("finite-length", "tends(u(brief_k), infinity)", {}),
    "what is kept": ("conserved", "tends(C_k, x) and bounded(unborn_k)", {"C_k": [0, 1]}),
    "what leads off a plane": ("off-the-plane", PLANE.format("lost_k"), {}),
    "a coordinate that rises": ("coordinates", "tends(debt_k, 5)", {"fall_k__0": [1, 0]}),
    "what a schedule slows": ("paced", "tends(debt_k, 5)", {"direction": [1, 0]}),
    "what halves": ("superposed", "tends(spent_k, infinity)", {"halving_k__0": 1}),
}


def beside(name: str, eta: Any) -> Case:
    lemma, claim, shown = BESIDE[name]
    return case(lemma, claim, s=(0, 1), eta=eta, **shown)._replace(more=MORE)


def at_first(claim: str) -> Case:
    """u(fall_k) and u(pole_k) are 0 at first; of pole_k no later step is seen to have a value."""
    return case("at-a-step", claim, step=0)._replace(more=MORE)


GOOD = (
    *(beside(name, 2) for name in BESIDE),
    case("off-the-plane", PLANE.format("post_k"), s=(5, 0))._replace(more=MORE),
    case("conserved", "tends(C_k, x) and bounded(u(pole_k))", s=(5, 1), C_k=[0, 1])._replace(more=MORE),
    case("conserved", "bounded(u(post_k)) and tends(C_k, x)", s=(5, 1), C_k=[0, 1])._replace(more=MORE),
    at_first("always u(pole_k) > 0"),
    at_first("(always w(post_k) >= 0) and (always u(fall_k) > 0)"),
    at_first("(always u(fall_k) > 0) and (always w(pole_k) >= 0)"),
    at_first("bounded(u(post_k)) and (always u(fall_k) > 0)"),
)
BAD = {
    **{f"one that starts nowhere beside {name}": beside(name, 1) for name in BESIDE},
    "a step off a plane that may have no value": case(
        "off-the-plane", PLANE.format("pole_k"), s=(5, 0)
    )._replace(more=MORE),
    "a step that may have no value beside what is kept": case(
        "conserved", "bounded(u(pole_k)) and tends(C_k, x)", s=(5, 1), C_k=[0, 1]
    )._replace(more=MORE),
    "a limit of a run that may end, beside what always holds": at_first(
        "bounded(u(pole_k)) and (always u(fall_k) > 0)"
    ),
    "the same, behind it": at_first("(always u(fall_k) > 0) and tends(u(pole_k), 0)"),
    "what a run that may end is said to keep": at_first("(always w(pole_k) >= 0) and (always u(fall_k) > 0)"),
}
