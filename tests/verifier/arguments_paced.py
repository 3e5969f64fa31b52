"""Steps along a line that a counter scales, with momentum, or to an average, and what is none of these."""

from __future__ import annotations

from tests.verifier.argued import Case, case

OWN = ("paced",)


def paced(claim: str, *, s: tuple[int, int] = (0, 0), eta: int = 1) -> Case:
    """u rises by eta / (1 + e^u), times a number by k, with momentum 1/2, or after another's u."""
    return case("paced", claim, s=s, eta=eta, direction=[1, 0])


MORE = """trajectory march_k[a] along k from s by march_k + eta * x
trajectory tread_k[a] along k from s by tread_k - eta / sqrt(k + 1) * x * slow(tread_k) / abs(slow(tread_k))
trajectory crawl_k[a] along k from s by crawl_k + (2 * k + 1) / (k + 1)^2 * x
trajectory stop_k[a] along k from s by stop_k + x / (k + 1)^2
trajectory behind_k[a] along k from s by behind_k + (march_k - behind_k) / 2
trajectory between_k[a] along k from s by between_k + (march_k - between_k) / (k + 1)
"""


def by_number(claim: str) -> Case:
    """march_k is k x, tread_k about -2 sqrt(k) x, crawl_k about 2 log(k) x."""
    return paced(claim)._replace(more=MORE)


SUMS = """trajectory kept_k along k from 0 by kept_k + 1 - slow(fall_k)
trajectory spare_k along k from 0 by spare_k + 2 + slow(fall_k)^2
trajectory taxed_k along k from 4 by taxed_k + 3 - 1 / sqrt(n_k)
"""


def sums(claim: str, lemma: str = "coordinates") -> Case:
    """kept_k is k less about log k, spare_k 2 k and a number, taxed_k 3 k less about 2 sqrt k."""
    shown = {"fall_k.0": [1, 0]} if lemma == "coordinates" else {"direction": [1, 0]}
    return Case(lemma, claim, shown, {}, SUMS)


GOOD = (
    sums("bounded(kept_k - k)"),
    sums("tends((kept_k - k) / log(k), -1 / 2)"),
    sums("bounded(kept_k - k)", "paced"),
    sums("eventually kept_k >= k"),
    sums("tends((spare_k - 2 * k) / log(k), 1)"),
    sums("bounded(taxed_k - 3 * k - u(fall_k))"),
    paced("bounded(u(even_k))"),
    by_number("tends(u(march_k), 5)"),
    by_number("tends(u(march_k) / k, 2)"),
    by_number("bounded(u(march_k) - u(fall_k))"),
    by_number("tends(norm(tread_k) / sqrt(k), 1)"),
    by_number("tends(u(tread_k) / sqrt(k), 2)"),
    by_number("tends(u(crawl_k) / log(k), 1)"),
    by_number("bounded(u(crawl_k))"),
    by_number("bounded(exp(u(crawl_k)) / k)"),
    by_number("tends(u(crawl_k) - log(k), 7)"),
    by_number("eventually exp(u(crawl_k)) <= k"),
    by_number("tends(u(crawl_k) / u(fall_k), 1)"),
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
    paced("tends(tally_k / log(k), 3)"),
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
GOOD += (
    paced("tends(u(fall_k) / sqrt(log(k)), 1)"),
    paced("eventually u(fall_k) >= sqrt(k) / 10"),
    paced("tends(sqrt(u(fall_k)) / sqrt(log(k)), 2)"),
    paced("tends(exp(u(fall_k)) / sqrt(k), 1)"),
    paced("tends(squared_k, infinity)"),
    paced("tends(squared_k, infinity)", s=(3, 1), eta=2),
    paced("tends(u(pushed_k) - u(fall_k), 0)"),  # it is ahead by the log of 1 / (1 - b)
    paced("tends(exp(u(pushed_k)) / k, 1)"),
    paced("tends(exp(u(pushed_k)) / k, 3)", s=(2, 0), eta=2),
    paced("bounded(u(pushed_k))"),
    paced("tends(exp(u(towed_k)) / k, 1 / 4)"),
    paced("tends(norm(towed_k) / log(k), 2)"),
    paced("tends(u(rope_k), 1)"),
    paced("eventually u(pushed_k) <= u(fall_k)"),
)
GOOD += (
    paced("tends(fall_k - whole_k / k, 0)"),
    paced("tends(norm(fall_k - whole_k / n_k), 0)", s=(2, -1)),
    paced("tends(u(fall_k) - u(whole_k) / k, 2)", eta=3),
    paced("bounded(whole_k / k)"),
    paced("not tends(fall_k - whole_k / k, x)"),
    paced("tends(w(whole_k) / k, 0)", s=(0, 3)),
    paced("tends(average_k - whole_k / k, x)"),
    paced("tends(u(fall_k) / 2 - u(part_k) / k, 0)"),
    paced("tends(w(part_k) / k, 1 / 2)", s=(0, 3)),
    paced("tends(u(summed_k) / k - u(fall_k) - log(log(k)), 0)"),
    paced("tends(length_k / k, 1)"),
    paced("tends(length_k / (k * log(k)), 2)"),
    case("coordinates", "tends(fall_k - whole_k / k, 0)", fall_k__0=[1, 0]),
    case("coordinates", "tends(u(fall_k) - u(whole_k) / k, 2)", fall_k__0=[1, 0], s=(-2, 1)),
)
BAD = {
    "what is left of a sum beside k": sums("tends((kept_k - k) / log(k), -1)"),
    "what is left of a sum beside 2 k": sums("bounded(spare_k - 2 * k)"),
    "a number to which a sum beside 2 k tends": sums("tends(spare_k - 2 * k, 1)"),
    "what is left of a sum beside 3 k": sums("tends((taxed_k - 3 * k + u(fall_k)) / sqrt(k), -2)"),
    "a sum that is k to first order": sums("tends(kept_k / k, 1)", "paced"),
    "a steady march": by_number("tends(u(march_k) / k, 1)"),
    "the pace of a tread": by_number("tends(u(tread_k) / sqrt(k), 0 - 2)"),
    "a crawl beside a rise": by_number("tends(u(crawl_k) / u(fall_k), 2)"),
    "what a crawl is but for its pace": by_number("tends(u(crawl_k) - 2 * log(k), 5)"),
    "steps by k that add up": by_number("tends(u(stop_k), 5)"),
    "an average that lags behind a march": by_number("tends(u(march_k) - u(behind_k), 1)"),
    "the lag of an average": by_number("tends(u(march_k) - u(behind_k), 0)"),
    "a mean of a march": by_number("tends(u(between_k) / k, 1)"),
    "the mean of iterates": paced("tends(u(fall_k) - u(whole_k) / k, 1)"),
    "the mean of iterates by a counter": paced("tends(norm(fall_k - whole_k / n_k), 1)", s=(2, -1)),
    "the mean of iterates beside the line": paced("tends(w(whole_k) / k, 3)", s=(0, 3)),
    "a sum of iterates but for o(k)": paced("tends(u(whole_k) - k * u(fall_k) + k, 3)"),
    "the mean of part of the iterates": paced("tends(w(part_k) / k, 1)", s=(0, 3)),
    "the mean of two runs": paced("tends(u(summed_k) / k - u(fall_k) - log(log(k)), -1)"),
    "the pace of a sum of logs": paced("tends(length_k / (k * log(k)), 1)"),
    "a sum of iterates by a divisor that is 0": paced("bounded(crossed_k)"),
    "a sum of sums of iterates": paced("bounded(pile_k)"),
    "a sum that is fed on": paced("bounded(fed_k)"),
    "a mean of iterates by coordinates": case(
        "coordinates", "tends(u(fall_k) - u(whole_k) / k, 1)", fall_k__0=[1, 0], s=(-2, 1)
    ),
    "a sum of iterates that is denied": paced("not tends(fall_k - whole_k / k, 0 * x)"),
    "a sum that has an end, which is bounded": paced("bounded(squared_k)"),
    "a sum that has an end, at a number": paced("tends(squared_k, 5)"),
    "a sum that has an end, by its log": paced("tends(squared_k / log(k), 0)"),
    "a velocity": paced("tends(exp(u(pushed_k)) / k, 2)"),
    "a velocity with longer steps": paced("tends(exp(u(pushed_k)) / k, 4)", s=(2, 0), eta=2),
    "a velocity as it was": paced("tends(exp(u(towed_k)) / k, 1)"),
    "a velocity by itself": paced("tends(rope_k, 0 * x)"),
    "a velocity that is not at rest at first": paced("bounded(u(kicked_k))"),
    "a velocity that is kept whole": paced("bounded(u(swept_k))"),
    "a velocity that turns round": paced("bounded(u(loth_k))"),
    "a velocity by steps that grow": paced("bounded(u(rushed_k))"),
    "a velocity and more": paced("bounded(u(astray_k))"),
    "steps of one length, and where they were": paced("tends(u(climb_k) - u(clag_k), eta)"),
    "momentum that is no rational number": paced("tends(log(k) - u(irrational_k), log(1 - sqrt(2) / 2))"),
    "a step with the coordinate outside of exponents": paced("tends(exp(u(wide-step_k)) / k, infinity)"),
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
    "a sum of roots": paced("tends(halved_k / sqrt(k), 2) and tends(u(fall_k), infinity)"),
    "a sum of equal numbers": paced("tends(passed_k - 2 * k, 3) and tends(u(fall_k), infinity)"),
    "a sum of what is one number in the end": paced("tends(switched_k - k, 0)"),
    "a sum that names itself": paced("bounded(owned_k)"),
    "a number that is taken from a sum": paced("tends(taken_k, 5)"),
    "a sum of a sum": paced("tends(above_k / log(k), 1)"),
    "a sum of what has no value at first": paced("tends(missing_k / log(k), 2) and bounded(u(fall_k))"),
    "a sum of what has no value in one case": paced("tends(gone_k / k, 2)"),
    "a sum of logs that may have no value": paced("tends(unreal_k, infinity)"),
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
    "a root of a log": paced("tends(u(fall_k) / sqrt(log(k)), infinity)"),
    "roots of what runs": paced("tends(sqrt(u(fall_k)) / sqrt(log(k)), 1)"),
    "what is below a root": paced("eventually u(fall_k) <= sqrt(k) / 10"),
    "a mean": paced("tends(u(average_k) - u(fall_k), -1)"),
    "a moving average": paced("tends(moving_k - fall_k, 0)"),
    "what is less than a remainder": paced("tends(k * (exp(-u(fall_k)) - 1 / k), 0)"),
    "steps that add up to a number": paced("tends(u(stopping_k), infinity)"),
    "a step without a value": paced("bounded(u(late_k))"),
    "what a crawl comes to beside k": by_number("tends(exp(u(crawl_k)) / k^2, 1)"),
    "a crawl beside k": by_number("bounded(exp(u(crawl_k)) / k^2)"),
    "a crawl at its pace": by_number("bounded(u(crawl_k) - 2 * log(k))"),
    "a number by k and the coordinate": paced("bounded(u(mixed_k))"),
    "steps that may lead back": paced("tends(u(back_k), infinity)"),
    "steps that do not fall": paced("tends(u(even_k) / log(k), eta)"),
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
