"""Runs that repeat, and steps that are linear: what is refuted, and what is left alone."""

from __future__ import annotations

from typing import Any

from tests.verifier.argued import Case

OWN = ("cycles", "recurrence")
MORE = """let sign(M[a]) = if u(M) > 0 then 1 else (if u(M) < 0 then -1 else 0)
trajectory hop_k[a] along k from s by hop_k - x * sign(hop_k)
trajectory jump_k[a] along k from s by jump_k - x * u(jump_k) / abs(u(jump_k))
trajectory cut_k along k from 5 by if cut_k > 1 then cut_k - 1 else cut_k
trajectory turn_k[a] along k from s by x * w(turn_k) - y * u(turn_k)
trajectory root_k along k from sqrt(2) by 2 / root_k
trajectory timed_k along k from 0 by (if k > 8 then timed_k + 1 else timed_k)
trajectory near_k along k from 1 by near_k / 2
trajectory risky_k along k from 3 by if risky_k > 0 then risky_k - 1 else 1 / risky_k
trajectory g_k along k from u(s) by g_k - eta * h_k
trajectory h_k along k from w(s) by h_k + eta * g_k
trajectory hop_mean_k along k from 5 by hop_mean_k + (u(hop_k) - hop_mean_k) / (k + 1)
trajectory hop_sum_k[a] along k from 0 by hop_sum_k + hop_k + x
trajectory hop_late_k along k from 5 by (k * hop_late_k + u(hop_k)) / (k + 2)
trajectory hop_root_k along k from 1 by hop_root_k + u(hop_k) / k
trajectory hop_onto_k along k from 1 by hop_onto_k + hop_mean_k
trajectory turn_mean_k along k from 5 by (k * turn_mean_k + u(turn_k)) / (k + 1)
trajectory late_mean_k along k from 5 by (k * late_mean_k + u(turn_k)) / (k + 2)
trajectory pushed_on_k along k from 1 by pushed_on_k + turn_mean_k
trajectory thin_k along k from 1 by thin_k / 2
trajectory under_thin_k along k from -1 by under_thin_k / 2
trajectory bx_k[a] along k from s by by_k
trajectory by_k[a] along k from s by by_k - eta * by_k + (by_k - bx_k)
trajectory fib_k along k from 0 by gap_k
trajectory gap_k along k from 1 by fib_k + gap_k
trajectory half_k along k from 1 by half_k / 2
trajectory all_k along k from 0 by all_k + half_k
trajectory sum_k along k from 0 by sum_k + k
trajectory bend_k along k from 1 by bend_k^2 / 2
trajectory odd_k along k from 1 by sqrt(2) * odd_k
"""
FLIP: dict[str, Any] = {"step": 0, "period": 2}  # of hop_k and jump_k from u = 1/2
REST: dict[str, Any] = {"step": 4, "period": 1}  # of cut_k, which stays at 1


def cycles(claim: str, s: Any = ("1/2", 0), **shown: Any) -> Case:
    return Case("cycles", claim, shown or FLIP, {"s": list(s), "eta": 1}, MORE)


def recurrence(claim: str, s: Any = (1, 0), eta: Any = 1) -> Case:
    """Of g_k and h_k g^2 + h^2 is 1 + eta^2 times itself in each step; of by_k and bx_k the product of the
    roots is 1."""
    return Case("recurrence", claim, {}, {"s": list(s), "eta": eta}, MORE)


GOOD = (
    cycles("tends(hop_k, 0)"),
    cycles("tends(jump_k, 0)"),
    cycles("tends(norm(hop_k), 0)"),
    cycles("tends(norm(hop_k), infinity)"),
    cycles("tends(u(hop_k), -infinity)"),
    cycles("not bounded(norm(hop_k))"),
    cycles("bounded(k * u(hop_k))"),
    cycles("tends(u(hop_k) * log(k), 3)"),
    cycles("eventually u(hop_k) > 0"),
    cycles("eventually norm(hop_k) <= 1 / k"),
    cycles("always u(hop_k) > 0"),
    cycles("bounded(u(hop_k)) and tends(u(hop_k), 1 / 2)"),
    cycles("tends(u(hop_k), 1 / 2) or tends(u(hop_k), -1 / 2)"),
    cycles("some X[a]. tends(hop_k, X)"),
    cycles("some X[a]. tends(norm(hop_k - X), 0)"),
    cycles("some c. tends(u(hop_k), c)"),
    cycles("tends(cut_k, 0)", **REST),
    cycles("not tends(cut_k, 1)", **REST),
    cycles("tends(cut_k, infinity)", **REST),
    cycles("eventually cut_k < 1", **REST),
    cycles("tends(hop_k, 0)", s=("7/2", 0), step=3, period=2),
    cycles("tends(turn_k, 0)", s=(1, 2), step=0, period=4),
    cycles("tends(hop_mean_k, 1)"),
    cycles("tends(hop_mean_k, 0)", s=("1/4", 0)),
    cycles("tends(k * hop_mean_k, 0)"),
    cycles("tends(abs(hop_mean_k), infinity)"),
    cycles("bounded(hop_sum_k)"),
    cycles("tends(hop_sum_k - k * x, 0)"),
    cycles("tends(u(hop_sum_k) / k, 1 / 2)", s=("1/4", 0)),
    cycles("some c. tends(u(hop_sum_k) - k, c)"),
    cycles("always hop_mean_k > 1"),
    cycles("tends(turn_mean_k, 1 / 2)", s=(1, 2), step=0, period=4),
    cycles("tends(k * (hop_mean_k + 1 / 4), 0)", s=("1/4", 0)),
    cycles("tends(k * hop_mean_k, 7 / 2)", s=("5/2", 0), step=2, period=2),
    cycles("tends(root_k, 1)", step=0, period=1),
    recurrence("bounded(g_k)"),
    recurrence("bounded(h_k)", eta="1/10"),
    recurrence("tends(g_k, 0)"),
    recurrence("bounded(g_k^2 + h_k^2)", eta="1/4"),
    recurrence("eventually abs(g_k) <= 100"),
    recurrence("tends(by_k, 0)"),
    recurrence("tends(by_k, 0)", eta="3/7"),
    recurrence("tends(norm(by_k), 0)", eta="3/7"),
    recurrence("some X[a]. tends(by_k, X)", eta="3/7"),
    recurrence("some c. tends(g_k, c)"),
    recurrence("bounded(by_k)", eta=5),
    recurrence("tends(turn_k, 0)"),
    recurrence("tends(norm(turn_k), 2)"),
    recurrence("tends(norm(turn_k), -1)"),
    recurrence("not tends(norm(turn_k), 1)"),
    recurrence("tends(u(turn_k)^2, 1 / 2)"),
    recurrence("bounded(fib_k)"),
    recurrence("tends(fib_k, 5)"),
    recurrence("tends(fib_k^2 - fib_k * gap_k, 5)"),
    recurrence("tends(all_k, 1)"),
    recurrence("not tends(all_k, 2)"),
    recurrence("tends(all_k, infinity)"),
    recurrence("bounded(k * all_k)"),
    recurrence("bounded(log(k) * all_k)"),
    recurrence("bounded(k^2 * (all_k / k))"),
    recurrence("tends(sum_k / k^2, 1)"),
    recurrence("tends(g_k / k^3, 0)", eta="1/10"),
    recurrence("bounded(sum_k / k)"),
    recurrence("tends(sum_k / k, 2)"),
    recurrence("tends(norm(turn_k)^2 / k, 1)"),
    recurrence("bounded(g_k) or tends(h_k, 3)"),
    recurrence("tends(all_k, 2) implies bounded(g_k)"),
    recurrence("bounded(k * half_k) and bounded(sum_k)"),
    recurrence("tends(sum_k - k^2 / 2, 0)"),
    recurrence("tends(k^2 * half_k, 1)"),
    recurrence("tends(turn_mean_k, 1)"),
    recurrence("tends(k * turn_mean_k, 0)"),
    recurrence("tends(turn_mean_k - 2 * thin_k, 1 / 2)"),
    recurrence("bounded(u(turn_k) / thin_k)"),
    recurrence("bounded(norm(turn_k) / thin_k)"),
    recurrence("tends(norm(turn_k) / k, 1)"),
    recurrence("tends(abs(half_k) / thin_k, 0)"),
    recurrence("bounded(abs(half_k) / thin_k^2)"),
    recurrence("eventually u(turn_k) >= 0"),
    recurrence("eventually 0 > u(turn_k) / thin_k"),
    recurrence("eventually half_k >= g_k", eta="1/2"),
    recurrence("always g_k > h_k - 5", eta="1/2"),
    recurrence("eventually half_k = thin_k^2"),
    recurrence("eventually turn_mean_k = 0"),
)
BAD = {
    "a cycle that tends": cycles("tends(u(hop_k)^2, 1 / 4)"),
    "a cycle that is bounded": cycles("bounded(norm(hop_k))"),
    "what holds at all places of a cycle": cycles("eventually u(hop_k) < 1"),
    "what holds before a cycle too": cycles("always u(hop_k) < 1"),
    "the mean of a cycle": cycles("tends(hop_mean_k, 0)"),
    "the mean of a cycle beside 0": cycles("tends(hop_mean_k, 0 - 1 / 4)", s=("1/4", 0)),
    "how fast a mean of a cycle tends": cycles("bounded(k * hop_mean_k)"),
    "the pace of a sum over a cycle": cycles("tends(u(hop_sum_k) / k, 1)"),
    "a sum over a cycle that comes back": cycles("bounded(hop_sum_k - k * x)"),
    "what always holds of a mean": cycles("not (always hop_mean_k < 6)"),
    "what is no mean of a cycle": cycles("tends(hop_late_k, 5)"),
    "what a cycle adds by k": cycles("tends(hop_root_k, 5)"),
    "what a mean of a cycle adds to": cycles("tends(hop_onto_k, 5)"),
    "half a cycle": cycles("tends(hop_k, 0)", step=0, period=1),
    "a cycle from a later step": cycles("tends(hop_k, 0)", s=("7/2", 0), step=1, period=2),
    "no cycle": cycles("tends(near_k, 1)", step=3, period=2),
    "what comes near": cycles("tends(near_k, 1)", step=60, period=1),
    "a cycle of no steps": cycles("tends(hop_k, 0)", step=0, period=0),
    "a cycle too late": cycles("tends(hop_k, 0)", step=70, period=2),
    "a part of a step": cycles("tends(hop_k, 0)", step="1/2", period=2),
    "no period": cycles("tends(hop_k, 0)", step=0),
    "steps that name their number": cycles("tends(timed_k, 5)", step=0, period=1),
    "one that repeats beside one that does not": cycles("tends(u(hop_k) + near_k, 0)"),
    "a place where it rests": cycles("tends(cut_k, 1)", **REST),
    "a place where it rests, before": cycles("tends(cut_k, 1)", step=2, period=1),
    "a limit where it rests that is denied": cycles("not tends(cut_k, 0)", **REST),
    "what is false before it rests": cycles("eventually cut_k <= 1", **REST),
    "a number of steps, always": cycles("always u(hop_k) <= k + 1"),
    "a place without a value": cycles("tends(1 / (u(hop_k) - 1 / 2), 0)"),
    "a step of a cycle without a value": cycles("tends(jump_k, 1)", s=(1, 0), step=1, period=1),
    "a step without a value where it rests": cycles("tends(risky_k, 5)", step=3, period=1),
    "a part before that has no value": cycles("bounded(log(cut_k - 1)) and tends(cut_k, 0)", **REST),
    "one of all numbers": cycles("every c. tends(u(hop_k), c)"),
    "a limit of a cycle for some number": cycles("some c. tends(u(hop_k)^2, c)"),
    "a number that may move": cycles("some c. eventually u(hop_k) <= c"),
    "a root that turns round": recurrence("bounded(u(by_k))"),
    "a limit of linear steps": recurrence("tends(all_k, 2)"),
    "a denied limit of linear steps": recurrence("not tends(all_k, 1)"),
    "a rotation that keeps its length": recurrence("tends(norm(turn_k), 1)"),
    "a sum of squares that stays": recurrence("bounded(u(turn_k)^2 + w(turn_k)^2)"),
    "a game from rest": recurrence("tends(g_k, 0)", s=(0, 0)),
    "a game without steps": recurrence("tends(g_k, 1)", eta=0),
    "what grows without end": recurrence("tends(fib_k, infinity)"),
    "squares of Fibonacci numbers": recurrence("not bounded(fib_k)"),
    "the determinant of Fibonacci numbers": recurrence("bounded(fib_k^2 + fib_k * gap_k - gap_k^2)"),
    "what falls faster than k": recurrence("bounded(k * half_k)"),
    "a sum of the steps' numbers": recurrence("tends(2 * sum_k - k^2 + k, 0)"),
    "a sum divided by a power of k": recurrence("tends(sum_k / k^2, 1 / 2)"),
    "a sum divided by a power of k that is bounded": recurrence("bounded(sum_k / k^2)"),
    "a rotation divided by k": recurrence("tends(u(turn_k) / k, 0)"),
    "a quotient that tends to no rational number": recurrence("tends(sum_k / k^2, sqrt(2))"),
    "a quotient that has a limit for some number": recurrence("some c. tends(sum_k / k, c)"),
    "a quotient of Fibonacci numbers": recurrence("tends(gap_k / fib_k, 1)"),
    "a size that is small": recurrence("eventually abs(half_k) <= 1 / 4"),
    "a size that is small by a number": recurrence("eventually abs(half_k) <= 1 / k"),
    "a size beside a number without a value": recurrence("eventually abs(g_k) <= log(0 - 1)"),
    "a step that is no linear one": recurrence("bounded(bend_k)"),
    "a step with a weight that is not rational": recurrence("bounded(odd_k)"),
    "linear steps that are bent by a sign": recurrence("tends(hop_k, 0)", s=("1/2", 0)),
    "a root of what moves linearly": recurrence("tends(sqrt(half_k), 1)"),
    "a polynomial of many terms": recurrence("bounded(g_k^9)"),
    "the limit of a mean": recurrence("tends(turn_mean_k, 0)"),
    "how fast a mean tends": recurrence("bounded(k * turn_mean_k)"),
    "no mean": recurrence("tends(late_mean_k, 5)"),
    "what a mean drives": recurrence("tends(pushed_on_k, 5)"),
    "what falls like what it is divided by": recurrence("bounded(half_k / thin_k)"),
    "a size divided by a number below 0": recurrence("tends(abs(half_k) / under_thin_k, 5)"),
    "a side that is kept": recurrence("eventually thin_k > 0"),
    "a side that is touched again and again": recurrence("eventually u(turn_k) <= 1"),
    "a side that two roots of one size keep": recurrence("eventually 2 + u(turn_k) > 0"),
    "a difference that is gone": recurrence("eventually half_k - half_k = 0"),
    "sides that are compared where one has no value": recurrence("always 1 / k * g_k > 0", eta="1/2"),
    "a limit of linear steps for some number": recurrence("some c. tends(all_k, c)"),
}
