"""How fast W_k - W^mm log k reaches its limit on span(SV), and how the step size moves that limit."""

from collections.abc import Callable

import numpy as np

from ntpcheck.checks.existence import floats_only
from ntpcheck.checks.laws import COARSE, Descent, End, by_end, ends, within
from ntpcheck.checks.limit import OPEN, Row, collected
from ntpcheck.dynamics.field import LateField
from ntpcheck.dynamics.flow import carried
from ntpcheck.evidence import Evidence
from ntpcheck.reference.frame import Floats

# Of 1 + ||W~||: where the residual is linear, and above the coarsest tolerance of flow.RTOLS, 1e-8.
LARGE, SMALL = 2.0**-10, 2.0**-26
EVEN = 48  # states in a closer look
ROUNDS = 4  # of closer looks: each divides what is between two records by `EVEN`
BOUNDED = 4.0  # k^r / log k times the residual may still grow by this factor


def residual_rate(run: Descent, rate: Callable[[End], float] = lambda end: end.law.rate) -> Evidence:
    """The residual on span(SV) is O(k^-rate log k).

    Slack: log of `BOUNDED`, minus how much log(k^rate residual / log k) rises from its largest value in the
    first half of the window to the last value in it. A residual below the window from the start says nothing
    against any rate, and holds; one that has not come down to the window decides nothing.
    """

    def judged(end: End) -> Row:
        s, residual, still = _window(end)
        r = rate(end)
        if not len(s) and not still:
            return Row(1.0)
        if len(s) < 2:
            return OPEN
        log_bound = r * s + np.log(residual) - np.log(s)
        half = s <= (s[0] + s[-1]) / 2
        rise = float(log_bound[-1] - log_bound[half].max())
        return Row(float(np.log(BOUNDED)) - rise, 2.0**-20, 1.0)

    return by_end(run, judged)


def _window(end: End) -> tuple[Floats, Floats, bool]:
    """Times and residuals relative to 1 + ||W~||, between where they last exceed LARGE and SMALL; and whether
    the last one still exceeds LARGE.
    """
    flow, scale = end.flow, 1 + float(np.linalg.norm(end.law.offset))

    def sizes(u: Floats) -> Floats:
        return np.linalg.norm((u - end.law.offset) @ end.law.span.T, axis=1) / scale

    times, states = flow.s[1:], flow.u[1:]
    early = flow.early - 1
    for _ in range(ROUNDS):  # late records are far apart: look closer between those at the window's ends
        first, last = _ends(sizes(states))
        if last - first >= EVEN or first < early - 1:
            break
        times = np.linspace(times[first], times[last], EVEN + 1)
        states, early = carried(LateField(end.frame, end.eta), states[first], times), 0
        times = times[: len(states)]
    size = sizes(states)
    first, last = _ends(size)
    keep = np.arange(len(size)) >= first
    keep &= (np.arange(len(size)) <= last) & (size <= LARGE) & (size >= SMALL)
    return times[keep], size[keep], bool(size[-1] > LARGE)


def _ends(size: Floats) -> tuple[int, int]:
    """The last record above LARGE, or the first at all, and the first one below SMALL from there on."""
    above = np.flatnonzero(size > LARGE)
    first = int(above[-1]) if len(above) else 0
    below = np.flatnonzero(size[first:] < SMALL)
    return first, first + int(below[0]) if len(below) else len(size) - 1


def log_two(end: End) -> Floats:
    """W^mm log 2."""
    return np.log(2) * end.frame.wmm


@floats_only
def step_shift(run: Descent, shift: Callable[[End], Floats]) -> Evidence:
    """With eta / 2 the limit of W_k - W^mm log k on span(SV) is lower by a shift `[x]`."""
    rows = [
        OPEN if one is None or other is None else _shifted(one, other, shift(one))
        for one, other in zip(ends(run), ends(run.replace(eta=run.eta / 2)), strict=True)
    ]
    return collected(run, rows)


def _shifted(one: End, other: End, shift: Floats) -> Row:
    moved = one.law.span @ (one.u - other.u - shift)
    scale = 1 + float(np.linalg.norm(one.law.offset)) + float(np.sqrt(one.law.square))
    return within(float(np.linalg.norm(moved)), COARSE * 2.0**-7, scale)
