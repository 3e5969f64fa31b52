"""Steps along a line that a counter scales, with momentum, or to an average, and what is none of these."""

from __future__ import annotations

from tests.verifier.argued import Case, case

OWN = ("paced",)


def paced(claim: str, *, s: tuple[int, int] = (0, 0), eta: int = 1) -> Case:
    """u rises by eta / (1 + e^u), times a number by k, with momentum 1/2, or after another's u."""
    return case("paced", claim, s=s, eta=eta, direction=[1, 0])


GOOD = (
    paced("tends(exp(u(fall_k)) / k, 2)"),
    paced("tends(u(slowing_k) / log(k), 1)"),
    paced("tends(exp(u(slowing_k)) / log(k), 2)"),
    paced("bounded(u(slowing_k))"),
    paced("tends(exp(u(by-k_k)) / log(k), 1)"),
    paced("tends(exp(u(faster_k)) / k^2, 1)"),
    paced("tends(exp(u(faster_k)) / n_k, 1)", s=(-2, 1)),
    paced("tends(exp(u(heavy_k)) / k, eta)", eta=3),
    paced("tends(heavy_k - fall_k, 0)"),
    paced("tends(u(heavy_k) - u(fall_k), 2)", s=(5, 2)),
    paced("eventually u(heavy_k) <= u(fall_k)"),
    paced("tends(average_k - fall_k, 0)"),
    paced("tends(u(average_k) - log(k), 0)", s=(-3, 0)),
    paced("tends(u(moving_k) - u(fall_k), 3)"),
    paced("eventually exp(u(average_k)) > k / 2"),
)
GOOD += (
    paced("tends(exp(u(edge_k)) / log(k), 2)"),
    paced("tends(u(weighed_k) - log(k), log(2))"),
    paced("tends(u(full_k) - u(fall_k), 1)"),
    paced("tends(u(early_k) - u(fall_k), 0)"),
    paced("tends(u(again_k) - u(fall_k), -1)"),
    paced("not tends(u(slowing_k), infinity)"),
)
GOOD += (
    paced("tends(total_k / log(k), 2)"),
    paced("tends(total_k / log(k), 1)", eta=2),
    paced("tends(total_k / log(k), 0)", s=(-4, 3)),
    paced("bounded(total_k)"),
    paced("tends(less_k, infinity)"),
    paced("tends(less_k / total_k, 1)"),
    paced("tends(squared_k / log(k), 1)"),
    paced("tends(halved_k / sqrt(k), 1) and tends(u(fall_k), infinity)", s=(2, 0)),
    paced("bounded(halved_k) and tends(u(fall_k), infinity)"),
    paced("tends(passed_k - 2 * k, 0) and tends(u(fall_k), infinity)"),
    paced("tends(switched_k / k, 2)"),
    case("coordinates", "tends(total_k / log(k), 2)", fall_k__0=[1, 0]),
    case("coordinates", "bounded(total_k - u(fall_k) / 2)", fall_k__0=[1, 0]),
)
GOOD += (
    paced("tends(exp(u(rooted_k)) / sqrt(k), 1)"),
    paced("tends(u(rooted_k) / log(k), 1)"),
    paced("tends(exp(u(level_k)) / sqrt(k), 2)", s=(-3, 1)),
    paced("bounded(u(rooted_k))"),
    paced("tends(u(deep_k) / log(k), 1 / 2)"),
)
BAD = {
    "steps by a root": paced("tends(exp(u(rooted_k)) / sqrt(k), 2)"),
    "the pace of steps by a root": paced("tends(u(rooted_k) / log(k), 1 / 2)", s=(4, 0)),
    "steps by a root of a polynomial": paced("tends(exp(u(level_k)) / sqrt(k), 4)"),
    "steps by a root of a root": paced("tends(u(deep_k) / log(k), 3 / 4)"),
    "steps by a root that add up to a number": paced("tends(u(drained_k), 7)"),
    "roots that leave little": paced("tends(u(narrow_k) / log(k), 7)"),
    "a root of the coordinate": paced("tends(u(bowed_k), 7)"),
    "a root of what is no rational": paced("tends(u(scaled_k) / log(k), 1 / 2)"),
    "a true sum": paced("tends(total_k / log(k), 1)"),
    "a true sum with longer steps": paced("tends(total_k / log(k), 1 / 2)", eta=2),
    "a sum but for what is bounded": paced("tends(total_k - log(k), 0)"),
    "a sum that has an end": paced("tends(squared_k, infinity)"),
    "a sum of roots": paced("tends(halved_k / sqrt(k), 2) and tends(u(fall_k), infinity)"),
    "a sum of equal numbers": paced("tends(passed_k - 2 * k, 3) and tends(u(fall_k), infinity)"),
    "a sum of what is one number in the end": paced("tends(switched_k - k, 0)"),
    "a sum that names itself": paced("bounded(owned_k)"),
    "a sum of what grows": paced("tends(length_k / k, 1)"),
    "a number that is taken from a sum": paced("tends(taken_k, 5)"),
    "a sum of a sum": paced("tends(above_k / log(k), 1)"),
    "a sum alone": paced("bounded(passed_k)"),
    "a true sum by coordinates": case("coordinates", "tends(total_k / log(k), 1)", fall_k__0=[1, 0]),
    "steps of degree -1": paced("tends(exp(u(edge_k)) / log(k), eta)", eta=2),
    "steps of a degree below -1": paced("tends(u(past_k), infinity)"),
    "a first step that is 0": paced("bounded(u(idle_k))"),
    "momentum with steps that tend to a length": paced("tends(u(weighed_k) - log(k), 0)", s=(3, 1)),
    "an average that is where the other was": paced("tends(full_k - fall_k, 0)"),
    "an average that leaps as far across": paced("tends(u(swing_k) - u(fall_k), 1)"),
    "a mean from half a step before": paced("tends(u(early_k) - u(fall_k), -1)", s=(2, 0)),
    "a mean without a first value": paced("tends(u(none_k) - u(fall_k), 1)"),
    "a mean of a mean": paced("tends(u(again_k) - u(fall_k), -2)", s=(-2, 3)),
    "slow steps, denied": paced("not bounded(u(slowing_k))"),
    "a log of a log": paced("tends(u(slowing_k) - log(log(k)), 0)", s=(5, 2)),
    "a quotient of paces": paced("tends(u(fall_k) / u(faster_k), 1 / 2)"),
    "what a plain run is": paced("tends(exp(u(fall_k)) / k, 1)"),
    "steps that slow down": paced("tends(exp(u(slowing_k)) / log(k), eta)", eta=3),
    "steps that slow down, without end": paced("tends(u(slowing_k), infinity)"),
    "steps by k itself": paced("tends(exp(u(by-k_k)) / log(k), 1 / 2)"),
    "steps that grow": paced("tends(exp(u(faster_k)) / k^2, 1 / 2)"),
    "steps with momentum": paced("tends(exp(u(heavy_k)) / k, 2)"),
    "two runs with and without momentum": paced("tends(u(heavy_k) - u(fall_k), log(2))", s=(2, 2)),
    "which of the two is ahead": paced("eventually u(heavy_k) > u(fall_k)"),
    "a mean": paced("tends(u(average_k) - u(fall_k), -1)"),
    "a moving average": paced("tends(moving_k - fall_k, 0)"),
    "what is less than a remainder": paced("tends(k * (exp(-u(fall_k)) - 1 / k), 0)"),
    "steps that add up to a number": paced("tends(u(stopping_k), infinity)"),
    "a step without a value": paced("bounded(u(late_k))"),
    "a number that is no counter": paced("bounded(u(doubled_k))"),
    "a number by k and the coordinate": paced("bounded(u(mixed_k))"),
    "steps that may lead back": paced("tends(u(back_k), infinity)"),
    "steps that do not fall": paced("bounded(u(even_k))"),
    "momentum 1": paced("tends(exp(u(loose_k)) / k, 1)"),
    "momentum that is negative": paced("tends(exp(u(damped_k)) / k, 1)"),
    "momentum from another start": paced("tends(exp(u(other_k)) / k, 1)"),
    "momentum with steps that grow": paced("tends(exp(u(sped_k)) / k, 1)"),
    "an average that leaps across": paced("tends(u(leap_k) - u(fall_k), 1)"),
    "a mean that is slower": paced("tends(u(lazy_k) - u(fall_k), -1)"),
    "an average from beside the line": paced("tends(u(wide_k) - u(fall_k), 1)"),
    "steps along two lines": paced("bounded(u(V_k))"),
    "a path and no run": paced("bounded(norm(P_r))"),
}
