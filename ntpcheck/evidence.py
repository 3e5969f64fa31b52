"""Evidence, and the only place where a number becomes an outcome.

Every assumption and every conclusion is a signed slack: positive inside, negative outside, and minus the
distance of the two sides for an equality. `judge` reads outcomes off slacks; `verdict` reads the state of a
claim off counted outcomes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import IntEnum, StrEnum
from math import isfinite, isinf
from typing import Any

import numpy as np
import torch
from flint import arb, fmpq

from ntpcheck.arithmetic import Array, as_numpy
from ntpcheck.exact import EXACT

TINY, HUGE = float(np.finfo(float).smallest_subnormal), float(np.finfo(float).max)
RESOLUTION = 2.0**-20  # a closed conclusion must notice one part in a million


class Rigor(IntEnum):
    """How far a slack can be trusted, weakest first."""

    TREND, FLOAT, BALL, EXACT = range(4)


class Outcome(StrEnum):
    """What one instance says about one statement."""

    HOLDS, FAILS, UNDECIDED, UNDEFINED, OUTSIDE = "HOLDS", "FAILS", "UNDECIDED", "UNDEFINED", "OUTSIDE"


# Read off the class once: there each look-up of a member is a call.
HOLDS, FAILS, UNDECIDED, UNDEFINED = Outcome.HOLDS, Outcome.FAILS, Outcome.UNDECIDED, Outcome.UNDEFINED
RANKS = {FAILS: 0, UNDEFINED: 1, UNDECIDED: 2, HOLDS: 3}  # in a conjunction the lowest speaks
IN_ORDER = tuple(RANKS)
BY_RANK = np.array(IN_ORDER, dtype=object)


class Verdict(StrEnum):
    """What all instances together say about a claim."""

    REFUTED, SUSPECT, ILL_POSED, BROKEN = "REFUTED", "SUSPECT", "ILL_POSED", "BROKEN"
    VACUOUS, UNDECIDED, SUPPORTED, EXHAUSTED = "VACUOUS", "UNDECIDED", "SUPPORTED", "EXHAUSTED"


@dataclass(frozen=True)
class Evidence:
    """A signed slack per instance, with what is needed to judge it.

    slack, error, scale, strict, defined: `[...]`, one entry per instance. `error` bounds |slack - true slack|
    (zero for rationals and balls: a ball's radius is its error); `scale` is the larger side's magnitude.
    measured: named numbers `[...]` worth reporting.
    """

    slack: Array
    error: Array
    scale: Array
    strict: Any = False
    defined: Any = True
    rigor: Rigor = Rigor.FLOAT
    measured: Mapping[str, Array] = field(default_factory=dict)
    read: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)  # off it, once


def _numbers(values: Any, shape: tuple[int, ...], dtype: Any) -> np.ndarray:
    raw = as_numpy(values).astype(dtype, copy=False)
    return raw if raw.shape == shape else np.broadcast_to(raw, shape)


def part(evidence: Evidence, rows: slice) -> Evidence:
    """The evidence of some rows of a batch `[B]`; what is the same for all has no axis, or one of size 1."""
    size = len(evidence.slack)

    def read(values: Any) -> Any:
        shape = np.shape(values)
        return values[rows] if shape and shape[0] == size > 1 else values

    columns = {f.name: read(getattr(evidence, f.name)) for f in fields(evidence) if f.init}
    columns["measured"] = {name: read(values) for name, values in evidence.measured.items()}
    return replace(evidence, **columns)


def bounds(evidence: Evidence) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Lower bound, upper bound and error of the slack, as doubles `[...]` whose signs are right.

    A rational or a ball is rounded outwards only after its sign has been taken, so a slack of 1e-500 is not
    read as zero. Nobody may write to them.
    """
    if "bounds" not in evidence.read:
        evidence.read["bounds"] = _bounds(evidence)
    return evidence.read["bounds"]


def _bounds(evidence: Evidence) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    if isinstance(evidence.slack, torch.Tensor):
        slack = _numbers(evidence.slack, tuple(evidence.slack.shape), float)
        error = _numbers(evidence.error, slack.shape, float)
        with np.errstate(over="ignore", invalid="ignore"):  # what overflows or is NaN decides nothing, below
            return slack - error, slack + error, error
    slack = np.asarray(evidence.slack, dtype=object)
    if slack.shape == ():
        one = np.array(_ball_bounds(slack[()]))
        return one[..., 0], one[..., 1], one[..., 2]
    lower, upper, error = (np.empty(slack.shape) for _ in range(3))
    for index in np.ndindex(slack.shape):
        lower[index], upper[index], error[index] = _ball_bounds(slack[index])
    return lower, upper, error


def _ball_bounds(number: Any) -> tuple[float, float, float]:
    if isinstance(number, float):
        return number, number, 0.0
    if not isinstance(number, arb):
        number = fmpq(number)
        value = _signed(float(arb(number).mid()), bool(number > 0), bool(number < 0))
        return value, value, 0.0
    if not number.is_finite():
        return float("nan"), float("nan"), float("inf")
    lower, upper = number.lower(), number.upper()
    return (
        _signed(float(lower.mid()), bool(number > 0), bool(lower < 0)),
        _signed(float(upper.mid()), bool(upper > 0), bool(number < 0)),
        float(number.rad()),
    )


def _signed(value: float, positive: bool, negative: bool) -> float:  # noqa: FBT001
    value = min(max(value, -HUGE), HUGE)  # a number beyond doubles keeps its sign too
    return max(value, TINY) if positive else min(value, -TINY) if negative else value


def judge(evidence: Evidence) -> np.ndarray:
    """The outcome of each row, `[...]` of `Outcome`. Comparisons are written so that NaN decides nothing.

    A closed conclusion holds where its slack is not below minus its error and the error resolves one part in
    a million of the larger side, or where the slack exceeds its error outright; a strict one where the slack
    exceeds its error. A closed one fails where the slack is certainly negative, a strict one already where it
    is certainly not positive. An infinite scale and a negative error are mistakes of the check and decide
    nothing, nor does a scale that is NaN in floats. A ball's scale is NaN where it holds the root of a ball
    around 0, whatever the sign of the slack: it resolves nothing. Nobody may write to what is returned.
    """
    if "outcome" not in evidence.read:
        ranks = _ranks(evidence)
        evidence.read["outcome"] = outcome = np.empty(ranks.shape, dtype=object)
        outcome[...] = BY_RANK[ranks]
    return evidence.read["outcome"]


def _ranks(evidence: Evidence) -> np.ndarray:
    """The rank of each row's outcome, `[...]`: the lowest speaks for a conjunction."""
    if "ranks" not in evidence.read:
        evidence.read["ranks"] = _ranked(evidence)
    return evidence.read["ranks"]


def _ranked(evidence: Evidence) -> np.ndarray:
    lower, upper, error = bounds(evidence)
    shape = lower.shape
    if shape == () and not isinstance(evidence.slack, torch.Tensor):
        return np.array(_rank(evidence, *map(float, (lower, upper, error))))
    scale = np.abs(_magnitudes(evidence.scale, shape))
    finite = np.isfinite(lower) & np.isfinite(upper)
    if isinstance(evidence.slack, torch.Tensor):
        finite &= (scale < np.inf) & (error >= 0)
    else:
        finite &= ~(np.isinf(scale) | (_magnitudes(evidence.error, shape) < 0))
    holds, fails = (upper >= 0) & (error <= RESOLUTION * scale), upper < 0
    if evidence.strict is not False:  # most are one option for all rows
        strict = _numbers(evidence.strict, shape, bool)
        holds, fails = holds & ~strict, fails | ((upper <= 0) & strict)
    ranks = np.where(finite & (holds | (lower > 0)), RANKS[HOLDS], RANKS[UNDECIDED])
    np.putmask(ranks, finite & fails, RANKS[FAILS])
    if evidence.defined is not True:
        np.putmask(ranks, ~_numbers(evidence.defined, shape, bool), RANKS[UNDEFINED])
    return ranks


def _rank(evidence: Evidence, lower: float, upper: float, error: float) -> int:
    """The same of one exact instance, of which an array for every comparison would take longer."""
    if not bool(np.asarray(evidence.defined)):
        return RANKS[UNDEFINED]
    scale, given = (
        _magnitude(np.asarray(number, dtype=object)[()]) for number in (evidence.scale, evidence.error)
    )
    if not (isfinite(lower) and isfinite(upper)) or isinf(scale) or given < 0:
        return RANKS[UNDECIDED]
    strict = bool(np.asarray(evidence.strict))
    if upper < 0 or (strict and upper <= 0):
        return RANKS[FAILS]
    holds = lower > 0 or (not strict and error <= RESOLUTION * abs(scale))
    return RANKS[HOLDS if holds else UNDECIDED]


def which(evidence: Evidence, outcome: Outcome) -> np.ndarray:
    """Which rows have an outcome, `[...]` bool."""
    return _ranks(evidence) == RANKS[outcome]


def outcome_of(evidence: Evidence) -> Outcome:
    """The outcome of one instance, a batch of shape `()`."""
    return IN_ORDER[_ranks(evidence).item()]


def _magnitudes(values: Any, shape: tuple[int, ...]) -> np.ndarray:
    """Numbers of either system as doubles of the right sign, finite or infinite where the numbers are so."""
    if isinstance(values, torch.Tensor):
        return _numbers(values, shape, float)
    values = np.asarray(values)
    found = np.array([_magnitude(v) for v in values.flat]).reshape(values.shape)
    return found if values.shape == shape else np.broadcast_to(found, shape)


def _magnitude(number: Any) -> float:
    if not isinstance(number, EXACT):
        return float(number)
    if isinstance(number, arb) and not number.is_finite():
        return float(number.mid()) if number.is_exact() else float("nan")
    size = min(abs(float(arb(number).mid())), HUGE)
    return -max(size, TINY) if number < 0 else size


def rigor_of(evidence: Evidence) -> Rigor:
    """The rigor of one judged instance: read off the numbers themselves where they are exact or balls."""
    if evidence.rigor is Rigor.TREND or isinstance(evidence.slack, torch.Tensor):
        return evidence.rigor
    exact = all(not isinstance(v, arb) for v in np.ravel(np.asarray(evidence.slack, dtype=object)))
    return Rigor.EXACT if exact else Rigor.BALL


def both(*parts: Evidence) -> Evidence:
    """The conjunction: in each row the part that fails, else an undefined one, else the tightest, speaks."""
    rank = np.stack([_ranks(part) for part in parts])
    lower = np.maximum([bounds(part)[0] for part in parts], -HUGE)
    lower[np.isnan(lower)] = -np.inf
    chosen = np.lexsort((lower, rank), axis=0)[0]

    def pick(name: str) -> Array:
        columns = [getattr(part, name) for part in parts]
        if all(column is columns[0] for column in columns):
            return columns[0]
        return _by_row(columns, chosen, parts[0].slack)

    strict, defined = pick("strict"), pick("defined")
    measured = {name: value for part in parts for name, value in part.measured.items()}
    rigor = min(part.rigor for part in parts)
    return Evidence(pick("slack"), pick("error"), pick("scale"), strict, defined, rigor, measured)


def _by_row(columns: list[Any], chosen: np.ndarray, like: Array) -> Array:
    """In each row the entry of the chosen column, `[...]`."""
    if isinstance(like, torch.Tensor) and like.device.type == "cpu":  # NumPy takes half as long on few rows
        found = np.broadcast_to(as_numpy(columns[-1]), chosen.shape)
        for i, column in enumerate(columns[:-1]):
            found = np.where(chosen == i, as_numpy(column), found)
        return torch.from_numpy(found)
    if isinstance(like, torch.Tensor):
        found = torch.as_tensor(columns[-1], device=like.device).broadcast_to(like.shape)
        for i, column in enumerate(columns[:-1]):
            column = column if isinstance(column, bool) else torch.as_tensor(column, device=like.device)
            found = torch.where(torch.as_tensor(chosen == i, device=like.device), column, found)
        return found
    if chosen.shape == ():
        return np.asarray(columns[int(chosen)], dtype=object)[()]
    rows = np.stack([np.broadcast_to(np.asarray(c, dtype=object), chosen.shape) for c in columns])
    return np.take_along_axis(rows, chosen[None], 0)[0]
