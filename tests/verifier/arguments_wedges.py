"""Runs that stay in a wedge: examples that the lemma refutes, and what it has to leave alone."""

from __future__ import annotations

from typing import Any

from tests.verifier.argued import Case, case

OWN = ("in-a-wedge",)
APART: Any = (-12, 3)


def wedge(
    claim: str,
    name: str = "tug_k",
    *,
    s: Any = APART,
    eta: Any = "1/100",
    ways: Any = ([1, 0], [0, 1]),
    forms: Any = ([-1, -1], [0, 1]),
) -> Case:
    """Of tug_k, u falls and w rises for ever where u + w is low and w is not."""
    shown = {f"{name}__{i}": list(way) for i, way in enumerate(ways)}
    shown |= {f"{name}__form__{i}": list(form) for i, form in enumerate(forms)}
    return case("in-a-wedge", claim, s=s, eta=eta, **shown)


def every(claim: str, c: Any) -> Case:
    """A claim about every number, of which the file names one."""
    found = wedge(claim)
    return found._replace(shown={**found.shown, "c": c})


def capped(value: str, goal: str, below: Any = (20, 20), *, said: str = "{}") -> Case:
    """A claim that something tends to an infimum, of which the file exhibits a point."""
    found = wedge(said.format(f"tends({value}, infimum M[a]. {goal})"))
    return found._replace(shown={**found.shown, "below": list(below)})


GOOD = (
    capped("slow(tug_k) + ahead(tug_k)", "(slow(M) + ahead(M))"),
    capped("slow(tug_k)", "slow(M)"),
    capped("slow(tug_k)", "(slow(M) * odds(M) - 4)"),
    capped("slow(tug_k)", "slow(M)", said="{} and bounded(u(tug_k))"),
    every("every c | c > 0. tends(slow(tug_k), c)", "1/4"),
    every("every c | c > 0 and c < 1 / 2. eventually slow(tug_k) <= c", "1/8"),
    every("every c. bounded(k * (slow(tug_k) + c))", 3),
    wedge("tends(slow(tug_k) + ahead(tug_k), 0)"),
    wedge("tends(slow(tug_k), 1 / 2)"),
    wedge("tends(odds(tug_k), 2)"),
    wedge("tends(odds(tug_k), infinity)"),
    wedge("tends(exp(u(tug_k)), infinity)"),
    wedge("tends(-exp(-w(tug_k)), -infinity)"),
    wedge("eventually slow(tug_k) <= 1 / 2"),
    wedge("eventually exp(u(tug_k) + w(tug_k)) > exp(-9)"),
    wedge("always exp(w(tug_k)) < exp(3)"),
    wedge("bounded(u(tug_k)) and tends(slow(tug_k), 0)"),
    wedge("forall a. tends(exp(u(tug_k)), 5)"),
    wedge("bounded(k * (slow(tug_k) + ahead(tug_k)))"),
    wedge("bounded(slow(tug_k) * sqrt(k))"),
    wedge("tends(log(k)^2 * 3 * slow(tug_k) / 7, 5)"),
    wedge("forall a. bounded(log(log(k)) * slow(tug_k)) and bounded(u(tug_k))"),
    wedge("tends(slow(tug_k) / k, 1)"),
    wedge("tends(odds(tug_k) / log(k), infinity)"),
    wedge("tends(-slow(tug_k) / log(k), -2)"),
    wedge("tends(slow(tug_k) + ahead(tug_k), 0)", eta=50),
    wedge("tends(slow(tug_k) + ahead(tug_k), 0)", ways=([1, 1], [1, -1])),
    wedge("tends(slow(tug_k) + ahead(tug_k), 0)", forms=([-2, -2], [0, 3])),
    wedge("tends(slow(tug_k) + ahead(tug_k), 0)", s=(-4, 0)),
)
GOOD += (
    wedge("tends(tug_k / norm(tug_k), (x + y) / norm(x + y))"),
    wedge("tends(tug_k / norm(tug_k), x)"),
    wedge("tends(dot(tug_k, x + y) / norm(tug_k), norm(x + y))"),
    wedge("tends(dot(tug_k, x + y) / (norm(tug_k) * sqrt(2)), 1)"),
    wedge("tends(dot(tug_k / norm(tug_k), (3 * x + y) / norm(3 * x + y)), 1)"),
    wedge("tends(norm(tug_k), infinity) and tends(tug_k / norm(tug_k), x - y)"),
    wedge("tends(fall_k / norm(fall_k), -x)", "fall_k", s=(0, 0), forms=([1, 0], [0, 1])),
    wedge("tends(inert_k / norm(inert_k), -x)", "inert_k", s=(1, 0), forms=([1, 0], [0, 1])),
)
BAD = {
    "an infimum, at a point that is no lower": capped("slow(tug_k)", "slow(M)", (-20, 20)),
    "an infimum that is reached": capped("-slow(tug_k)", "(-slow(M))", (-20, 0)),
    "an infimum that there is not": capped("slow(tug_k)", "u(M)", (-20, 0)),
    "an infimum of what may have no value": capped("slow(tug_k)", "(slow(M) / u(M)^2)"),
    "an infimum, denied": capped("slow(tug_k)", "slow(M)", said="not {}"),
    "an infimum, or a limit": capped("slow(tug_k)", "slow(M)", said="{} or tends(slow(tug_k), 1)"),
    "the direction of what stays at 0": wedge(
        "tends(inert_k / norm(inert_k), -x)", "inert_k", s=(0, 0), forms=([1, 0], [0, 1])
    ),
    "a direction in the wedge": wedge("tends(tug_k / norm(tug_k), (y - 2 * x) / norm(y - 2 * x))"),
    "a direction in the wedge, by a product": wedge(
        "tends(dot(tug_k, y - 2 * x) / norm(tug_k), norm(y - 2 * x))"
    ),
    "a product that does not tend to the length": wedge("tends(dot(tug_k, x + y) / norm(tug_k), 1)"),
    "a product over another length": wedge("tends(dot(tug_k, x + y) / norm(tug_k + x), norm(x + y))"),
    "a product with a constant": wedge("tends((dot(tug_k, x) + 1) / norm(tug_k), 1)"),
    "a square of a product": wedge("tends(dot(tug_k, x)^2 / norm(tug_k), 1)"),
    "the other way round": wedge("tends(dot(tug_k, x) / norm(tug_k), -1)"),
    "a direction, denied": wedge("not tends(tug_k / norm(tug_k), x)"),
    "a direction or another": wedge("tends(tug_k / norm(tug_k), x) or tends(norm(tug_k), infinity)"),
    "no direction, of zero": wedge("tends(tug_k / norm(tug_k), 0 * x)"),
    "a direction of the steps": wedge("tends(tug_k, (x + y) * norm(tug_k))"),
    "a form that is negative at the start": wedge(
        "tends(tug_k / norm(tug_k), (-2 * x - y) / norm(2 * x + y))", s=(-12, -1)
    ),
    "a number that the condition does not allow": every("every c | c > 1. tends(slow(tug_k), c)", "1/4"),
    "a number of which it is true": every("every c | c > 0. eventually slow(tug_k) >= 1 / 2 - c", "1/8"),
    "a number of which it is not seen to fail": every("every c | c > 0. tends(slow(tug_k), c)", 1),
    "a number that only has to exist": every("some c | c > 0. tends(slow(tug_k), c)", "1/4"),
    "a condition with a limit": every("every c | tends(slow(tug_k), c). c > 1", "1/4"),
    "a start out of the wedge": wedge("tends(slow(tug_k) + ahead(tug_k), 0)", s=(0, 0)),
    "a start where the second pulls less": wedge("tends(slow(tug_k) + ahead(tug_k), 0)", s=(-3, 3)),
    "a second that pulls back": wedge("tends(slow(slid_k) + ahead(slid_k), 0)", "slid_k"),
    "forms that a step lowers": wedge("tends(slow(tug_k) + ahead(tug_k), 0)", forms=([1, 1], [0, 1])),
    "a form that is lowered far out": wedge("tends(slow(tug_k), 1 / 2)", forms=([-1, -1], [-1, 0])),
    "one form twice": wedge("tends(slow(tug_k) + ahead(tug_k), 0)", forms=([-1, -1], [2, 2])),
    "one form for two directions": wedge("tends(slow(tug_k), 1 / 2)", forms=([-1, -1],)),
    "one direction of a wedge": wedge("tends(slow(tug_k), 1 / 2)", ways=([1, 0],), forms=([-1, 0],)),
    "a step against a number of its own": wedge("tends(slow(spun_k), 1 / 2)", "spun_k"),
    "steps the other way in a wedge": wedge("tends(slow(tug_k), 1 / 2)", eta="-1/100"),
    "a true limit in a wedge": wedge("tends(slow(tug_k), 1)"),
    "a true limit of both in a wedge": wedge("tends(slow(tug_k) + ahead(tug_k), 1)"),
    "a true inequality in a wedge": wedge("eventually slow(tug_k) >= 1 / 2"),
    "a bound that is met at the start": wedge("always exp(w(tug_k)) <= exp(3)"),
    "what grows in a wedge": wedge("tends(exp(w(tug_k)), infinity)"),
    "equal numbers in a wedge": wedge("always u(tug_k) = w(tug_k) - 15"),
    "different numbers in a wedge": wedge("eventually u(tug_k) != w(tug_k)"),
    "one of two numbers in a wedge": wedge("eventually (u(tug_k) < 0 or w(tug_k) > 0)"),
    "what is not shown of a wedge": wedge("bounded(w(tug_k))"),
    "a denied limit in a wedge": wedge("not tends(slow(tug_k), 1 / 2)"),
    "a limit that depends on a limit": wedge("tends(slow(tug_k), 1) implies tends(slow(tug_k), 1 / 2)"),
    "a rate that is kept in a wedge": wedge("bounded(slow(tug_k) / k)"),
    "a quotient by k that tends to 0": wedge("tends(slow(tug_k) / k, 0)"),
    "a rate that may be so in a wedge": wedge("bounded(k * ahead(tug_k))"),
    "a multiple of k that grows in a wedge": wedge("tends(k * slow(tug_k), infinity)"),
    "a denied rate in a wedge": wedge("not bounded(k * slow(tug_k))"),
    "a rate under a condition": wedge("bounded(k * slow(tug_k)) implies tends(slow(tug_k), 1)"),
    "a rate divided by what runs": wedge("bounded(k * slow(tug_k) / k)"),
    "a multiple of k that tends to itself": wedge("tends(k * slow(tug_k), k * slow(tug_k))"),
    "a multiple of k that tends to k": wedge("tends(k * slow(tug_k), k)"),
    "a falling power of k": wedge("bounded((1 / k) * slow(tug_k))"),
    "a multiple of a log that falls": wedge("tends(ahead(tug_k) / log(k), 0)"),
}
