"""Steps that are polynomials, and steps that lead farther out each time: what is refuted, and what not."""

from __future__ import annotations

from typing import Any

from tests.verifier.argued import Case, case

OWN = ("flung",)
MORE = """trajectory cube_k[a] along k from s by cube_k - eta * x * u(cube_k)^3
trajectory square_k[a] along k from s by square_k - eta * x * u(square_k)^2
trajectory valley_k[a] along k from s by valley_k - eta * x * u(valley_k) * (u(valley_k)^2 - 1)
trajectory both_k[a] along k from s by both_k - eta * (x * u(both_k)^3 + y * w(both_k)^3)
trajectory apart_k[a] along k from s by apart_k - eta * (x * u(apart_k)^3 + y * w(apart_k)^5)
trajectory fourth_k[a] along k from s by fourth_k - eta * (x * u(fourth_k)^3 + y * w(fourth_k)^4)
trajectory tame_k[a] along k from s by tame_k - eta * x * u(tame_k)^3 / (1 + u(tame_k)^2)
trajectory pole_k[a] along k from s by pole_k - eta * x * u(pole_k)^3 / (2 * u(pole_k) - 1)^2
trajectory root_k[a] along k from s by root_k - eta * x * (u(root_k)^2 - 2)
trajectory leaves_k[a] along k from s by leaves_k + eta * x * u(leaves_k)^3
trajectory mixed2_k[a] along k from s by mixed2_k - eta * x * u(mixed2_k)^3 * (1 + ahead(mixed2_k))
        + eta * y * ahead(mixed2_k)
trajectory blows_k[a] along k from s by blows_k - 3 * x * u(blows_k) + x * exp(u(blows_k))
trajectory even2_k[a] along k from s by even2_k + eta * x * u(even2_k)^2
trajectory minus_k[a] along k from s by minus_k - 4 * x * (u(minus_k) - slow(minus_k))
trajectory shrug_k[a] along k from s by eta * x * slow(shrug_k) - shrug_k
trajectory lean_k[a] along k from s by eta * x * (1 + slow(lean_k)) - lean_k
trajectory nod_k[a] along k from s by - eta * x * slow(nod_k) - nod_k
trajectory sway_k[a] along k from s by eta * x * bell(sway_k) - sway_k
trajectory left_factor_k along k from u(s) by left_factor_k
        - eta * (left_factor_k * right_factor_k - 1) * right_factor_k
trajectory right_factor_k along k from u(s) + w(s) by right_factor_k
        - eta * (left_factor_k * right_factor_k - 1) * left_factor_k
trajectory spread_k[a] along k from s by spread_k + eta * x / u(spread_k)
trajectory spread4_k[a] along k from s by spread4_k + eta * (x / u(spread4_k) + y / w(spread4_k)^3)
trajectory ebbs_k[a] along k from s by ebbs_k - eta * x / u(ebbs_k)
trajectory up_to_k[a] along k from s by up_to_k + eta * x * (2 - u(up_to_k)) / u(up_to_k)
trajectory steady_k[a] along k from s by steady_k + eta * x * u(steady_k) / (1 + u(steady_k))
trajectory on_k[a] along k from s by on_k + eta * x
trajectory on_half_k[a] along k from s by on_half_k + eta / 2 * x
trajectory shadow_k[a] along k from y by shadow_k - 2 * eta * x * u(cube_k)^3
"""
WAY: list[Any] = [-1, 0]


def slow(claim: str, name: str, *ways: Any, s: Any = (1, 0), eta: Any = "1/2") -> Case:
    """Coordinates along the ways, each by itself."""
    shown = {f"{name}_k__{i}": list(way) for i, way in enumerate(ways or [WAY])}
    return case("coordinates", claim, s=s, eta=eta, **shown)._replace(more=MORE)


def flung(claim: str, name: str, *, s: Any = (3, 0), eta: Any = 1, step: Any = 2, way: Any = (1, 0)) -> Case:
    return case("flung", claim, s=s, eta=eta, **{f"{name}_k__0": list(way)}, step=step)._replace(more=MORE)


def factors(claim: str, *, s: Any = (3, 0), left: Any = 1, right: Any = 1, step: Any = 2) -> Case:
    """Two factors whose product descent leads to 1, or past it for ever."""
    shown = {"left_factor_k__0": left, "right_factor_k__0": right, "step": step}
    return case("flung", claim, s=s, **shown)._replace(more=MORE)


def steady(claim: str, *names: str) -> Case:
    """Runs along x by steps of one length; fall_k rises like log k."""
    shown = {f"{name}_k__0": [1, 0] for name in names}
    return case("coordinates", claim, **shown)._replace(more=MORE)


GOOD = (
    steady("eventually slow(on_half_k) <= slow(on_k)", "on", "on_half"),
    steady("bounded(slow(on_half_k) / slow(on_k))", "on", "on_half"),
    steady("tends(slow(on_k) / slow(on_half_k)^2, 2)", "on", "on_half"),
    steady("tends(exp(k) * slow(on_k), 0)", "on"),
    steady("tends(slow(on_k) / exp(-u(fall_k)), 1)", "on", "fall"),
    steady("tends(k^9 * exp(-exp(u(fall_k))), infinity)", "fall"),
    slow("tends(sqrt(k) * u(cube_k), 2)", "cube"),
    slow("tends(k * u(cube_k)^2, 2)", "cube"),
    slow("bounded(k * u(cube_k))", "cube"),
    slow("tends(sqrt(k) * u(cube_k), 1)", "cube", s=(-1, 3)),
    slow("tends(u(cube_k), 1 / 4)", "cube"),
    slow("tends(sqrt(k) * u(cube_k), 2)", "cube", (2, 0)),
    slow("tends(k * u(square_k), 1)", "square"),
    slow("tends(u(valley_k), 0)", "valley", s=("1/2", 0), eta="1/4"),
    slow("tends(k * (1 - u(valley_k)), 1)", "valley", s=("1/2", 0), eta="1/4"),
    slow("tends(sqrt(k) * norm(both_k), 1)", "both", (1, 0), (0, 1), s=(1, 1)),
    slow("tends(u(both_k) / w(both_k), 2)", "both", (1, 0), (0, 1), s=(1, "1/2")),
    slow("tends(w(apart_k)^2 / u(apart_k), 1)", "apart", (1, 0), (0, 1), s=(1, 1)),
    slow("tends(sqrt(k) * u(tame_k), 2)", "tame"),
    slow("tends(k * (u(B_k) - 1), 1)", "B", s=(0, 0)),
    slow("tends(u(spread_k) / sqrt(k), 1 / 2)", "spread", (1, 0)),
    slow("bounded(u(spread_k))", "spread", (1, 0)),
    slow("tends(u(spread_k) / sqrt(k), 1)", "spread", s=(-1, 3)),
    slow("tends(u(spread_k)^2 / k, 4 * eta)", "spread", (1, 0), s=("1/4", 0)),
    slow("tends(u(spread4_k) / w(spread4_k)^2, 1)", "spread4", (1, 0), (0, 1), s=(1, 1)),
    slow("tends(u(up_to_k), 1)", "up_to", (1, 0)),
    slow("tends(u(steady_k) / k, 1)", "steady", (1, 0)),
    slow("tends(u(steady_k), 0)", "steady", (1, 0)),
    flung("tends(u(cube_k), 0)", "cube"),
    flung("bounded(norm(cube_k))", "cube", s=(-3, 1)),
    flung("eventually u(cube_k) > 0", "cube"),
    flung("bounded(u(leaves_k))", "leaves", s=(-2, 0), step=4),
    flung("eventually u(leaves_k) > 0", "leaves", s=(-2, 0), step=4),
    flung("eventually u(even2_k) < 0", "even2", s=(-6, 0)),
    flung("bounded(u(B_k))", "B", s=(0, 0), eta=3, step=4),
    flung("bounded(norm(grown_k))", "grown", s=(30, 0), step=8),
    flung("tends(u(grown_k) / k, 3)", "grown", s=(30, 0), step=8),
    flung("tends(log(u(grown_k)) / k, 1)", "grown", s=(30, 0), step=8),
    flung("tends(u(minus_k), 1 / 2)", "minus", step=1),
    flung("bounded(u(shrug_k))", "shrug", s=(0, 0), step=16),
    flung("eventually u(shrug_k) > 0", "shrug", s=(0, 0), step=16),
    flung("bounded(u(lean_k))", "lean", s=(0, 0), step=16),
    factors("tends(left_factor_k * right_factor_k, 1)"),
    factors("bounded(left_factor_k + right_factor_k)"),
    factors("eventually right_factor_k > 0", s=(-3, 6), right=-1),
    case(
        "flung", "tends(norm(shadow_k), 1)", s=(3, 0), cube_k__0=[1, 0], shadow_k__0=[2, 0], step=2
    )._replace(more=MORE),
)
BAD = {
    "the slower of two steady runs": steady("eventually slow(on_half_k) >= slow(on_k)", "on", "on_half"),
    "the square of what falls half as fast": steady(
        "tends(slow(on_k) / slow(on_half_k)^2, 1)", "on", "on_half"
    ),
    "what falls like its number of steps": steady("tends(exp(k) * slow(on_k), 1)", "on"),
    "a steady run beside a slow one": steady("tends(slow(on_k) / exp(-u(fall_k)), 0)", "on", "fall"),
    "an exponential of an exponential": steady("eventually exp(exp(u(fall_k))) > k^9", "fall"),
    "how fast an exponential of an exponential falls": steady(
        "tends(exp(k) * exp(-exp(u(fall_k))), 5)", "fall"
    ),
    "the rate of a cube": slow("tends(sqrt(k) * u(cube_k), 1)", "cube"),
    "the rate of a square": slow("tends(k * u(square_k), 2)", "square"),
    "the zero to which a step leads": slow("tends(u(valley_k), 1)", "valley", s=("1/2", 0), eta="1/4"),
    "a zero across which a step leads": slow("tends(u(valley_k), 0)", "valley", s=("1/2", 0)),
    "the rate of a spread": slow("tends(u(spread_k) / sqrt(k), 1)", "spread", (1, 0)),
    "the rate of a spread on its other side": slow("tends(u(spread_k) / sqrt(k), -1)", "spread", s=(-1, 3)),
    "the ratio of two spreads": slow(
        "tends(u(spread4_k)^2 / w(spread4_k)^4, 1 / 2)", "spread4", (1, 0), (0, 1), s=(1, 1)
    ),
    "a spread in the wrong direction": slow("tends(u(spread_k), 5)", "spread"),
    "a spread from where it has no step": slow("tends(u(spread_k), 5)", "spread", (1, 0), s=(0, 0)),
    "an ebb towards a pole": slow("tends(u(ebbs_k), 5)", "ebbs", s=(9, 0)),
    "where a step with a divisor leads": slow("tends(u(up_to_k), 2)", "up_to", (1, 0)),
    "a step with a divisor across a zero": slow("tends(u(up_to_k), 5)", "up_to", (1, 0), eta=3),
    "the pace of steps that become one": slow("tends(u(steady_k) / k, 1 / 2)", "steady", (1, 0)),
    "the ratio of two roots": slow("tends(u(both_k) / w(both_k), 1)", "both", (1, 0), (0, 1), s=(1, "1/2")),
    "the rates of two powers": slow(
        "tends(w(apart_k)^4 / u(apart_k)^2, 1 / 2)", "apart", (1, 0), (0, 1), s=(1, 1)
    ),
    "what is beyond the rate": slow("tends(sqrt(k) * (sqrt(k) * u(cube_k) - 1), 5)", "cube"),
    "steps across a zero": slow("tends(u(cube_k), 5)", "cube", eta=2),
    "steps onto a zero": slow("tends(u(cube_k), 5)", "cube", eta=1),
    "a start at a zero": slow("tends(u(cube_k), 5)", "cube", s=(0, 0)),
    "a zero that is no short number": slow("tends(u(root_k), 5)", "root", eta="1/8"),
    "steps away from a zero": slow("bounded(u(leaves_k))", "leaves"),
    "a pole on the way": slow("tends(u(pole_k), 5)", "pole", eta="1/64"),
    "a fourth power beside a cube": slow("tends(w(fourth_k), 5)", "fourth", (1, 0), (0, 1), s=(1, 1)),
    "a cube that another coordinate scales": slow("tends(u(mixed2_k), 5)", "mixed2", (1, 0), (0, 1)),
    "a way across": slow("tends(u(cube_k), 5)", "cube", (1, 1)),
    "what grows": flung("tends(abs(u(cube_k)), infinity)", "cube"),
    "either side of a swing": flung("eventually (u(cube_k) > 0 or u(cube_k) < 0)", "cube"),
    "what is denied of a swing": flung("not (eventually u(cube_k) > 0)", "cube"),
    "a start that is not far out": flung("tends(u(cube_k), 5)", "cube", s=("1/2", 0)),
    "a start just not far out": flung("tends(u(cube_k), 5)", "cube", s=("7/5", 0), step=16),
    "a step at which it is not far out": flung("tends(u(cube_k), 0)", "cube", step=0),
    "a number of steps that nothing tells": flung("tends(norm(cube_k) / k, 0)", "cube"),
    "the side that it goes to": flung("eventually u(leaves_k) < 0", "leaves", s=(-2, 0), step=4),
    "the side of an even power": flung("eventually u(even2_k) > 0", "even2", s=(-6, 0)),
    "the pace of what doubles": flung("tends(log(u(grown_k)) / k, log(5 / 4))", "grown", s=(30, 0), step=8),
    "a sum that shrinks": flung("tends(u(tossed_k), 5)", "tossed", s=(30, 0), step=8),
    "a swing of one size": flung("tends(u(B_k), 1)", "B", s=(0, 0), eta=2, step=4),
    "a swing to which nothing is added": flung("tends(u(sway_k), 5)", "sway", s=(0, 0), step=16),
    "a swing from which something is taken": flung("tends(u(nod_k), 5)", "nod", s=(9, 0), step=4),
    "a swing that is not far out yet": flung("tends(u(shrug_k), 5)", "shrug", s=(0, 0), step=2),
    "a swing that grows": flung("tends(abs(u(shrug_k)), infinity)", "shrug", s=(0, 0), step=16),
    "the side of a swing": flung("not (eventually u(shrug_k) > 0)", "shrug", s=(0, 0), step=16),
    "the pace of a swing": flung("tends(u(lean_k) / k, 1)", "lean", s=(0, 0), step=16),
    "a part without bounds": flung("bounded(u(blows_k))", "blows", step=4),
    "a step that is too late": flung("tends(u(cube_k), 0)", "cube", step=99),
    "half a step": flung("tends(u(cube_k), 0)", "cube", step="1/2"),
    "a line that a step leaves": flung("tends(u(cube_k), 0)", "cube", way=(1, 1)),
    "factors of one size": factors("tends(left_factor_k / right_factor_k, 1)"),
    "factors that leave their line": factors("tends(left_factor_k * right_factor_k, 1)", s=(3, 1)),
    "factors near where they rest": factors("tends(left_factor_k * right_factor_k, 2)", s=("1/2", 0)),
    "factors without a direction": factors("tends(left_factor_k * right_factor_k, 1)", left=0, right=0),
    "what has no value on one side": flung("tends(log(u(cube_k)), 5)", "cube"),
    "a quotient of powers": flung("tends(u(tame_k), 5)", "tame", s=(3, 0), eta=4),
}
