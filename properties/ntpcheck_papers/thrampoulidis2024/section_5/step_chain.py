"""The chain for one step of gradient descent as a whole: from <W_k+1 - W_k, u> down to norms and losses.

u is W^mm at length 1, u_perp W_k,perp at length 1; a and b are the norms of W_k+1,perp and W_k,perp.
"""

from __future__ import annotations

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT
from ntpcheck.checks.existence import asked_where
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Decoding, Run
from ntpcheck.reference.subspace import project
from ntpcheck_papers.thrampoulidis2024.section_5.one_step import first_step, last_line, least_kept
from ntpcheck_papers.thrampoulidis2024.shared.convexity import inner
from ntpcheck_papers.thrampoulidis2024.shared.genie import frame, length
from ntpcheck_papers.thrampoulidis2024.shared.in_subspace import projection_error


def beyond_radius(run: Run) -> Evidence:
    """||P_perp W_0|| > ||W^mm|| log(2 n V e^(4 ||W*||)): some alpha < 1 has R(alpha) <= ||P_perp W_0||."""
    xp, best, tokens = run.xp, frame(run), run.sized("V")
    at = length(run, run.W0 - project(run, run.W0))
    height = xp.where(best.exists, best.height, 0 * best.height)  # ||W^mm|| = 0 has a 1 in its place
    least = height * (xp.log(2 * run.n * tokens) + 4 * xp.sqrt(best.star_square))
    error = xp.rounding(length(run, run.W0) + least, 2 * ulps.entries(run.W0) + 2 * ulps.LOG + 8)
    if xp is FLOAT:
        lost = 8 * (best.star_error + best.margin_error) * (1 + least)
        error = error + projection_error(run, run.W0) + lost
    return Evidence(at - least, error, 1 + at + least, strict=True)


def aligned_step(run: Run) -> Evidence:
    """<W_1 - W_0, u> >= (1 - eps) <W_1 - W_0, u_perp>, where b >= 1/2.

    Both sides divided by eta. eps as in `least_kept`.
    """
    xp, at, best = run.xp, first_step(run), frame(run)
    gained = inner(at.step, best.margin, run) / best.height
    own = inner(at.off, at.apart, run) / at.before
    slack = gained - least_kept(run, at, best) * own
    size = length(run, at.step)
    terms = 2 * ulps.entries(at.step) + ulps.dot(run.size("d")) + 16
    error = xp.rounding(size, terms) + 4 * at.error
    if xp is FLOAT:
        error = error + 8 * size * best.margin_error / best.height
        error = error + 8 * projection_error(run, run.W0) * size / at.before
    return asked_where(run, at.asked & best.exists, Evidence(slack, error, size))


def step_chain(run: Run, *, whole: bool = False) -> Evidence:
    """Every line of <W_1 - W_0, u> >= ... >= (1 - eps) (a - b - 2 eta (CE(W_0,perp) - CE(W_1,perp))).

    The lines between are identities for W_1 - W_0 = -eta grad CE(W_0), because u_perp lies off F. whole: the
    losses of W_0 and W_1.
    """
    return both(aligned_step(run), last_line(run, whole=whole))


def triangle(data: Decoding) -> Evidence:
    """||W_perp|| >= ||W|| - ||W_F||."""
    xp, flat = data.xp, project(data, data.W)
    apart = data.W - flat
    whole, first, second = (xp.sqrt(inner(X, X, data)) for X in (data.W, flat, apart))
    slack, size = second - whole + first, whole + first + second
    error = xp.rounding(size, ulps.entries(data.W) + 8)
    if xp is FLOAT:
        error = error + 8 * projection_error(data, data.W)
    return Evidence(slack, error, size)
