"""Runs that are simulated, and what is said of all their steps, read off some of them, in 400 digits.

What has no value raises NoValue. What late steps do not tell raises Unknown.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import mpmath
from mpmath import mpf

DIGITS, LOST = 400, -330  # a difference that is smaller by so many powers of ten than what it is of is 0
EARLY = range(40)
LATE = tuple(k + i for k in (50, 100, 200) for i in range(4))
SHELF = (0, 1, 2)  # the field n
LARGEST = 10**6  # of what e is raised to
At = Callable[[int, int], Any]


class NoValue(Exception):
    """A number, or a formula, has no value."""


class Unknown(Exception):
    """Late steps do not tell."""


class Said(NamedTuple):
    text: str
    at: At


class Run(NamedTuple):
    """A trajectory: its step as text, of itself, and as a function of what it is and of k."""

    name: str
    start: str
    step: str
    moved: Callable[[Any, int], Any]

    @property
    def line(self) -> str:
        return f"trajectory {self.name} along k from {self.start} by {self.step}"


def valued(x: Any) -> Any:
    if x is None:
        raise NoValue
    return x


def sign(x: Any) -> int:
    return (x > 0) - (x < 0)


def plus(x: Any, y: Any) -> Any:
    return mpf(0) if abs(x + y) < mpf(10) ** LOST * abs(x) else x + y


def over(x: Any, y: Any) -> Any:
    return x / valued(y if sign(y) else None)


def root(x: Any) -> Any:
    return mpmath.sqrt(valued(max(x, mpf(0)) if sign(x) >= 0 else None))


def log(x: Any) -> Any:
    return mpmath.log(valued(x if sign(x) > 0 else None))


def exp(x: Any) -> Any:
    if abs(x) > LARGEST:
        raise Unknown
    return mpmath.exp(x)


def turned(x: Any, _: int) -> Any:
    """A step that is computed elsewhere."""
    return x


def turn(x: Any) -> Any:
    return (exp(x) - 1) / (exp(x) + 1)


RUNS = (
    Run("z_k", "0", "z_k + 1", lambda x, _: x + 1),
    Run("t_k", "1", "-t_k", lambda x, _: -x),
    Run("o_k", "3", "2 - o_k", lambda x, _: 2 - x),
    Run("h_k", "1", "h_k / 2", lambda x, _: x / 2),
    Run("g_k", "1", "-g_k / 2", lambda x, _: -x / 2),
    Run("d_k", "1", "2 * d_k", lambda x, _: 2 * x),
    Run("f_k", "1", "-2 * f_k", lambda x, _: -2 * x),
    Run("y_k", "0", "(y_k + 1) / 2", lambda x, _: (x + 1) / 2),
    Run("c_k", "2", "c_k", lambda x, _: x),
    Run("x_k", "1", "0 * x_k", lambda x, _: x * 0),
    Run("e_k", "1", "sqrt(9 - k)", lambda x, k: root(mpf(9 - k)) + 0 * x),
    Run("b_k", "4", "b_k - 1 + 0 / b_k", lambda x, _: x - 1 + over(mpf(0), x)),
    Run("a_k", "5", "a_k + 1 / (k + 1)^2", lambda x, k: x + mpf(1) / (k + 1) ** 2),
    Run("p_k", "1", "p_k * exp(-p_k)", lambda x, _: x * exp(-x)),
    Run("q_k", "-1", "q_k * (1 + exp(q_k))", lambda x, _: x * (1 + exp(x))),
    Run("l_k", "2", "l_k - 12 * (exp(l_k) - 1) / (exp(l_k) + 1)", lambda x, _: x - 12 * turn(x)),
    Run("m_k", "1", "m_k - (exp(m_k) - 1) / (exp(m_k) + 1)", lambda x, _: x - turn(x)),
)


@cache
def steps(run: Run) -> list[Any]:
    """What a run is at each step; None from where it ends."""
    with mpmath.workdps(DIGITS):
        found: list[Any] = [mpf(run.start)]
        for k in range(max(LATE)):
            try:
                found.append(+run.moved(found[-1], k) if found[-1] is not None else None)
            except NoValue:
                found.append(None)
        return found


def tail(x: Said, a: int) -> list[Any]:
    """A number, or a formula, at late steps, at each of which it has a value."""
    return [x.at(k, a) for k in LATE]


def always(said: Said, a: int) -> bool:
    """At each step in turn. Raises Unknown where it fails, or has no value, at late ones only."""
    if not all(said.at(k, a) for k in EARLY):
        return False
    try:
        if all(said.at(k, a) for k in LATE):
            return True
    except NoValue:
        pass
    raise Unknown


def tends(x: Said, end: Said, a: int) -> bool:
    goal, found = end.at(0, a), tail(x, a)
    off = [abs(y - goal) for y in found]
    last, before = max(off[-4:]), max(off[-8:-4])
    if last < mpf("1e-20") or (last < mpf("0.1") and last < before * mpf("0.8")):
        return True
    if max(off[-4:]) > mpf("0.2") and (max(off[-4:]) > before * mpf("0.9")):
        return False
    raise Unknown


def grows(found: list[Any], way: int) -> bool:
    found = [way * y for y in found]
    if min(found[-4:]) > 100 and min(found[-4:]) > max(found[:4]) * mpf("1.2"):
        return True
    if min(found[-4:]) < 3 and min(found[-4:]) < mpf("1.01") * min(found[-8:-4]) + mpf("0.01"):
        return False
    raise Unknown


def bounded(found: list[Any]) -> bool:
    sizes = [abs(y) for y in found]
    if max(sizes[-4:]) > 100 and max(sizes[-4:]) > max(sizes[:4]) * mpf("1.2"):
        return False
    if max(sizes) < 60 and max(sizes[-4:]) < max(sizes[:4]) * mpf("1.001") + mpf("0.001"):
        return True
    raise Unknown


def value(said: Said) -> bool | None:
    """What a statement comes to, None where it has no value. Raises Unknown."""
    with mpmath.workdps(DIGITS):
        try:
            return bool(said.at(0, 0))
        except NoValue:
            return None
