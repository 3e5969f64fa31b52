"""Steps that a schedule makes so short that they add up: what is refuted, and what is left alone."""

from __future__ import annotations

from typing import Any

from tests.verifier.argued import Case, case

OWN = ("finite-length",)
MORE = """trajectory wane_k along k from -1 by wane_k / 2
trajectory waning_k[a] along k from s by waning_k + eta * wane_k * n_k^3 * x * slow(waning_k)
trajectory lift_k along k from 1 by lift_k / 2 + 1
trajectory lifted_k[a] along k from s by lifted_k + lift_k * x * slow(lifted_k)
trajectory swings_k along k from 1 by -swings_k / 2
trajectory swung_k[a] along k from s by swung_k + swings_k * x * slow(swung_k)
trajectory by_root_k[a] along k from s by by_root_k + eta / (n_k * sqrt(n_k)) * x * slow(by_root_k)
trajectory by_cube_k[a] along k from s by by_cube_k + eta / sqrt(k^3 + k + 1) * x * slow(by_cube_k)
trajectory by_two_k[a] along k from s by by_two_k + eta / (sqrt(n_k) * sqrt(k + 2)) * x * slow(by_two_k)
trajectory by_rise_k[a] along k from s by by_rise_k + eta * sqrt(n_k) / n_k^2 * x * slow(by_rise_k)
trajectory by_pinch_k[a] along k from s by by_pinch_k
        + eta / (n_k * sqrt(k^2 - 6 * k + 10)) * x * slow(by_pinch_k)
trajectory bulk_k[a] along k from s by bulk_k + eta / n_k^2 * x * u(bulk_k)
trajectory burst_k[a] along k from s by burst_k + eta / n_k^2 * x * exp(u(burst_k))
trajectory steep_k[a] along k from s by steep_k + eta / n_k^2 * x * exp(2 * u(steep_k)) * slow(steep_k)
trajectory turning_k[a] along k from s by turning_k
        - eta / (k^2 + 1) * (x * turn(turning_k) + y * ahead(turning_k))
trajectory spread_k[a] along k from s by spread_k + eta / n_k^2 * x * slow(fall_k)
trajectory tilted_k[a] along k from s by tilted_k + x / (n_k^2 * (exp(u(tilted_k)) + exp(-u(tilted_k)) - 1))
"""


def short(claim: str, *, s: Any = (0, 0), eta: Any = 1) -> Case:
    """stopping_k rises by eta / (k + 1)^2 / (1 + e^u), past_k by about as much, waning_k falls by wane_k."""
    return case("finite-length", claim, s=s, eta=eta)._replace(more=MORE)


GOOD = (
    short("tends(u(stopping_k), infinity)"),
    short("tends(norm(stopping_k), infinity)", s=(2, 1)),
    short("tends(slow(stopping_k), 0)"),
    short("tends(log(1 + exp(-u(stopping_k))), 0)", eta=9),
    short("tends(u(stopping_k) / log(k), 1)"),
    short("tends(norm(stopping_k) / sqrt(k), 2)"),
    short("bounded(k * slow(stopping_k))"),
    short("eventually u(stopping_k) >= log(k) / 10"),
    short("eventually log(k) < u(stopping_k)"),
    short("eventually slow(stopping_k) <= 0"),
    short("always 1 + exp(u(stopping_k)) < 1"),
    short("forall a | x[a] > 0. tends(stopping_k[a], infinity)"),
    short("bounded(stopping_k) and tends(slow(stopping_k), 0)"),
    short("tends(u(past_k), infinity)"),
    short("tends(u(by_root_k), infinity)"),
    short("tends(slow(by_root_k), 0)"),
    short("tends(u(by_cube_k), infinity)"),
    short("tends(slow(by_rise_k), 0)"),
    short("tends(u(waning_k), -infinity)"),
    short("tends(slow(waning_k), 1)"),
    short("tends(well(turning_k), infinity)"),
    short("tends(ahead(turning_k), 0)", s=(1, 2)),
    short("tends(u(stopping_k) + wane_k, infinity)"),
)
BAD = {
    "steps that do not add up by roots": short("bounded(by_two_k)"),
    "steps that do not add up, with infinity": short("tends(slow(by_two_k), 1)"),
    "a divisor whose root has a term below 0": short("tends(slow(by_pinch_k), 0)"),
    "a bounded run of steps with roots": short("bounded(by_root_k)"),
    "a bounded run of finite length": short("bounded(stopping_k)"),
    "a run of finite length that is denied": short("not tends(u(stopping_k), infinity)"),
    "where a run of finite length ends": short("tends(u(stopping_k), 7)"),
    "a number that it may come to": short("tends(slow(stopping_k), 1 / 4)"),
    "a bounded run by k": short("tends(u(stopping_k) / k, 0)"),
    "a bounded run below a log": short("eventually u(stopping_k) <= log(k)"),
    "a run beside a log": short("tends(u(stopping_k) - log(k), -infinity)"),
    "two sides that are bounded": short("eventually u(stopping_k) <= 100"),
    "a sequence that falls to 0": short("tends(wane_k * slow(waning_k), 0)"),
    "a limit or another": short("tends(slow(stopping_k), 0) or bounded(stopping_k)"),
    "a schedule that does not add up": short("tends(u(slowing_k), infinity)"),
    "a schedule by a root": short("tends(u(rooted_k), infinity)"),
    "steps that are not scaled": short("tends(u(fall_k), infinity)"),
    "a schedule that doubles": short("tends(u(doubled_k), infinity)"),
    "a schedule that tends to 2": short("tends(u(lifted_k), infinity)"),
    "a schedule that turns round": short("tends(slow(swung_k), 0)"),
    "steps as long as the run": short("tends(u(bulk_k), infinity)"),
    "steps that explode": short("tends(u(burst_k), infinity)", s=(5, 0)),
    "steps with a larger exponent above": short("tends(u(steep_k), infinity)", s=(5, 0)),
    "a divisor with a negative term": short("tends(u(tilted_k), infinity)"),
    "short steps beside a run without end": short("tends(slow(spread_k), 0)"),
    "a schedule that divides by 0": short("tends(u(late_k), infinity)"),
    "a schedule alone": short("tends(n_k, infinity)"),
    "a limit in a number": short("tends(if tends(u(stopping_k), 7) then 1 else 0, 2)"),
    "what jumps": short("tends(if u(stopping_k) > 1 then 1 else 1 - slow(stopping_k), 0)"),
    "a divisor that may be 0 on a bounded set": short("tends(1 / u(stopping_k), infinity)"),
}
