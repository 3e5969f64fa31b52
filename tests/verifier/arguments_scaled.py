"""Runs that divide their steps by the root of what they add up, and runs and sums that are not."""

from __future__ import annotations

from tests.verifier.argued import Case

OWN = ("each-scaled", "self-scaled")
MORE = """let h[a] = x[a] + 2 * y[a]
let late(M[a]) = 1 / (1 + exp(u(M) + 2 * w(M)))
trajectory squares_k along k from 1 by squares_k + slow(ada_k)^2
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
trajectory own_k[a] along k from 0 by own_k + (h * late(each_k))^2
trajectory each_k[a] along k from s by each_k + eta * h * late(each_k) / sqrt(1 + own_k)
trajectory mine_k[a] along k from 1 by mine_k + (h * late(mind_k))^2
trajectory mind_k[a] along k from s by mind_k + h * late(mind_k) / sqrt(mine_k + (h * late(mind_k))^2)
trajectory odd_k[a] along k from 1 by odd_k + (h * late(odds_k))^2
trajectory odds_k[a] along k from s by odds_k + (x + y) * late(odds_k) / sqrt(odd_k)
trajectory bit_k[a] along k from 1 by bit_k + (h * slow(bits_k))^2
trajectory bits_k[a] along k from s by bits_k + h * slow(bits_k) / sqrt(bit_k)
trajectory home_k along k from 1 by home_k + slow(lessen_k)^2
trajectory lessen_k[a] along k from s by lessen_k - x * slow(lessen_k) / sqrt(home_k)
"""


def scaled(claim: str, s: tuple[int, int] = (0, 0), way: tuple[int, int] = (1, 0)) -> Case:
    """u grows like log k, and what it is divided by tends to a number."""
    return Case("self-scaled", claim, {"direction": list(way)}, {"s": list(s)}, MORE)


def each(claim: str, way: tuple[int, int] = (1, 2), beside: int | None = None) -> Case:
    """u + 2 w grows like log k, u and w by unlike shares."""
    more = {} if beside is None else {"beside": beside}
    return Case("each-scaled", claim, {"direction": list(way), **more}, {"s": [1, -1]}, MORE)


GOOD = (
    each("tends(w(each_k) / u(each_k), 2)", beside=1),
    each("tends(w(mind_k) / u(mind_k), 2)"),
    each("tends(w(mind_k) / u(mind_k), 1)"),
    each("bounded(u(mind_k))"),
    each("tends((u(mind_k) + 2 * w(mind_k)) / log(k), 2)", way=(2, 4)),
    each("forall a. tends(own_k[a], 1 / 2)", beside=1),
    scaled("tends(squares_k, infinity)", s=(-3, 2)),
    scaled("bounded(u(ada_k))"),
    scaled("tends(u(ada_k) / log(k), 2)"),
    scaled("tends(norm(ada_k) / log(k), infinity)"),
    scaled("eventually u(ada_k) < log(k) / 2", way=(3, 0)),
    scaled("tends(before_k, infinity)"),
    scaled("tends(u(tardy_k) / log(k), 1 / 2)"),
    scaled("tends(squares_k, 3)"),
    scaled("tends(u(ada_k) - log(k), 0)"),
    scaled("tends(before_k, 9)"),
    scaled("eventually before_k * slow(tardy_k)^2 * k^2 < 2 / 3"),
)
BAD = {
    "a ratio that scales of entries leave": each("tends(w(mind_k) / u(mind_k), 1.3586)"),
    "entries' rate": each("tends((u(mind_k) + 2 * w(mind_k)) / log(k), 1)"),
    "entries' sums that are bounded": each("bounded(mine_k)"),
    "sums of entries that start at 0": each("tends(w(each_k) / u(each_k), 2)"),
    "another direction of entries": each("tends(w(mind_k) / u(mind_k), 2)", way=(2, 1)),
    "entries that move by unlike constants": each("tends(w(odds_k) / u(odds_k), 2)"),
    "a gradient of one entry alone": each("tends(w(bits_k) / u(bits_k), 2)"),
    "too much beside entries' sums": each("tends(w(each_k) / u(each_k), 2)", beside=3),
    "a rate that own squares leave": scaled("tends(u(ada_k) / log(k), 1)"),
    "own squares that are bounded": scaled("bounded(squares_k)"),
    "a number to which own squares may tend": scaled("tends(squares_k, 1919 / 1000)"),
    "a bound that own squares keep": scaled("eventually squares_k < 2"),
    "a constant that they may leave": scaled("tends(u(ada_k) - log(k), -0.326)"),
    "own squares that start at 0": scaled("tends(nought_k, infinity)"),
    "powers that are not of the step": scaled("tends(fourth_k, infinity)"),
    "scaled steps off the line": scaled("tends(veer_k, infinity)"),
    "what is added and does not fall": scaled("bounded(u(drum_k))"),
    "squares that fade": scaled("tends(held_k, infinity)"),
    "steps that lead back": scaled("tends(home_k, infinity)"),
    "no direction of scaled steps": scaled("tends(squares_k, infinity)", way=(0, 0)),
    "a run without its squares": scaled("bounded(u(fall_k))"),
}
