"""Runs that divide their steps by the root of what they add up, and runs and sums that are not."""

from __future__ import annotations

from tests.verifier.argued import Case

OWN = ("self-scaled",)
MORE = """trajectory squares_k along k from 1 by squares_k + slow(ada_k)^2
trajectory ada_k[a] along k from s by ada_k + eta / sqrt(squares_k + slow(ada_k)^2) * x * slow(ada_k)
trajectory before_k along k from 2 by before_k + 3 * slow(tardy_k)^2
trajectory tardy_k[a] along k from s by tardy_k + x * slow(tardy_k) / sqrt(before_k)
trajectory nought_k along k from 0 by nought_k + slow(bare_k)^2
trajectory bare_k[a] along k from s by bare_k + x * slow(bare_k) / sqrt(nought_k + slow(bare_k)^2)
trajectory fourth_k along k from 1 by fourth_k + slow(steep_k)^4
trajectory steep_k[a] along k from s by steep_k + x * slow(steep_k) / sqrt(fourth_k + slow(steep_k)^4)
trajectory veer_k along k from 1 by veer_k + slow(averse_k)^2
trajectory averse_k[a] along k from s by averse_k + (x * slow(averse_k) + y * ahead(averse_k)) / sqrt(veer_k)
trajectory plain_k along k from 1 by plain_k + 1
trajectory drum_k[a] along k from s by drum_k + x / sqrt(plain_k)
trajectory held_k along k from 1 by held_k / 2 + slow(keep_k)^2
trajectory keep_k[a] along k from s by keep_k + x * slow(keep_k) / sqrt(held_k)
trajectory home_k along k from 1 by home_k + slow(lessen_k)^2
trajectory lessen_k[a] along k from s by lessen_k - x * slow(lessen_k) / sqrt(home_k)
"""


def scaled(claim: str, s: tuple[int, int] = (0, 0), way: tuple[int, int] = (1, 0)) -> Case:
    """u grows like log k, and what it is divided by tends to a number."""
    return Case("self-scaled", claim, {"direction": list(way)}, {"s": list(s)}, MORE)


GOOD = (
    scaled("tends(squares_k, infinity)", s=(-3, 2)),
    scaled("bounded(u(ada_k))"),
    scaled("tends(u(ada_k) / log(k), 2)"),
    scaled("tends(norm(ada_k) / log(k), infinity)"),
    scaled("eventually u(ada_k) < log(k) / 2", way=(3, 0)),
    scaled("tends(before_k, infinity)"),
    scaled("tends(u(tardy_k) / log(k), 1 / 2)"),
)
BAD = {
    "a rate that own squares leave": scaled("tends(u(ada_k) / log(k), 1)"),
    "own squares that are bounded": scaled("bounded(squares_k)"),
    "a number to which own squares may tend": scaled("tends(squares_k, 3)"),
    "a constant that is not known": scaled("tends(u(ada_k) - log(k), 0)"),
    "own squares that start at 0": scaled("tends(nought_k, infinity)"),
    "powers that are not of the step": scaled("tends(fourth_k, infinity)"),
    "scaled steps off the line": scaled("tends(veer_k, infinity)"),
    "what is added and does not fall": scaled("bounded(u(drum_k))"),
    "squares that fade": scaled("tends(held_k, infinity)"),
    "steps that lead back": scaled("tends(home_k, infinity)"),
    "no direction of scaled steps": scaled("tends(squares_k, infinity)", way=(0, 0)),
    "a run without its squares": scaled("bounded(u(fall_k))"),
}
