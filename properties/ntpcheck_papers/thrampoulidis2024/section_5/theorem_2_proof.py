"""Proof of Theorem 2: the chain of inequalities for one step, and what telescoping it gives.

u is W^mm at length 1, u_perp W_k,perp at length 1; a and b are the norms of W_k+1,perp and W_k,perp.
"""

from dataclasses import replace

import torch

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT
from ntpcheck.checks.existence import asked_where
from ntpcheck.checks.loss import loss, loss_terms
from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Decoding, Run, Scaled
from ntpcheck.reference.subspace import project
from ntpcheck_papers.thrampoulidis2024.section_5.comparison import split
from ntpcheck_papers.thrampoulidis2024.section_5.lemma_5_setting import widened
from ntpcheck_papers.thrampoulidis2024.section_5.one_step import (
    aligned_gain,
    first_step,
    half_off,
    last_line,
    least_kept,
    tangent_chain,
)
from ntpcheck_papers.thrampoulidis2024.setting import DECODINGS, RUNS, SCALED
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


# One step of descent is no training run: as many instances are affordable as elsewhere.
STEPS = replace(RUNS, name="steps", costly=False, weight=8)


def _below_half(data: Scaled) -> Evidence:
    """gamma < 1/2."""
    slack = 1 - 2 * data.gamma
    return Evidence(slack, 0 * slack, 1 + data.xp.abs(data.gamma), strict=True)


def _halved(data: Scaled) -> Scaled:
    return data.replace(gamma=data.gamma / 2)


def obtuse_pulls(run: Run) -> Run:
    """Where W_0 has a positive sum, for V > 1: two contexts that pull off F at an obtuse angle.

    The second context is sixteen times as frequent as the third, and the part of W_0 on F makes the third
    one's odds of leaving its support e^16 times the other's.
    """
    run, V = widened(run), run.size("V")
    if V < 2:
        return run
    H, counts, W = (torch.zeros_like(x) for x in (run.embeddings, run.counts, run.W0))
    H[..., :3, :3] = torch.tensor([[0, 0, 1.0], [1, 2, 1], [1, -2, -1]])
    H[..., 3:, :] = H[..., 2:3, :]
    counts[..., 0, :], counts[..., 1:, 0], counts[..., 1, 0] = 1, 1, 16
    W[..., 0, :3] = torch.tensor([1.0, 0, 8])
    table = (run.W0.sum((-2, -1)) > 0)[..., None, None]
    pairs = {"embeddings": H, "counts": counts, "W0": W}
    return run.replace(**{name: torch.where(table, new, getattr(run, name)) for name, new in pairs.items()})


def far_start(run: Run) -> Run:
    """W_0 beyond the radius: else a power of two is added to its first column, which moves no difference."""
    short = -torch.nan_to_num(beyond_radius(run).slack, 0.0, 0.0, 0.0)
    power = torch.exp2(torch.ceil(torch.log2(2 + short.clamp_min(0) + 2 * run.W0.norm(dim=(-2, -1)))))
    W0 = run.W0.clone()
    W0[..., 0] += torch.where(short >= 0, power, 0.0)[..., None]
    return run.replace(W0=W0)


HALF = Assumption("half-off-F", half_off, obtuse_pulls)
BEYOND = Assumption("beyond-R-of-some-alpha", beyond_radius, far_start)
BELOW_HALF = Assumption("below-half", _below_half, _halved)


@claim("linear/theorem-2/proof/alpha", domain=SCALED)
def alpha(data: Scaled, effort: Effort) -> Evidence:
    """Checked as stated."""
    # alpha = eps / (1 - eps) lies in (0, 1), eps = gamma; strict. Slack: times 1 - eps.
    xp = data.xp
    slack = xp.minimum(data.gamma, 1 - 2 * data.gamma)
    return Evidence(slack, 0 * slack, 1 + xp.abs(data.gamma), strict=True)


@claim("linear/theorem-2/proof/chain", domain=STEPS)
def chain(run: Run, effort: Effort) -> Evidence:
    """u is W^mm at length 1, a = ||W_k+1,perp||, b = ||W_k,perp|| >= max{R(alpha), 1/2}. Checked as `chain-a`
    and `chain-b` together, at the first step from any W_0, with the least alpha that has R(alpha) <= b for
    the radius that holds, and not the displayed one.
    """
    return step_chain(run)


@claim("linear/theorem-2/proof/chain/amended", domain=STEPS)
def chain_amended(run: Run, effort: Effort) -> Evidence:
    """The losses are those of the iterates, as in `chain-b/amended`."""
    return step_chain(run, whole=True)


@claim("linear/theorem-2/proof/chain-tangent", domain=SCALED)
def chain_tangent(data: Scaled, effort: Effort) -> Evidence:
    """u is W^mm at length 1, alpha = eps / (1 - eps). Checked for any W along W_perp, from ||W_perp|| =
    ||W^mm|| log(n V e^(2 M ||W_F||)) / alpha on.
    """
    return tangent_chain(data)


@claim("linear/theorem-2/proof/chain-a", domain=SCALED)
def chain_a(data: Scaled, effort: Effort) -> Evidence:
    """a = ||W_k+1,perp||, b = ||W_k,perp||. Checked line by line: the second along W_perp where the first
    display holds, the equalities at W, where a step size only scales them.
    """
    return aligned_gain(data)


@claim("linear/theorem-2/proof/chain-b", domain=STEPS)
def chain_b(run: Run, effort: Effort) -> Evidence:
    """On the left a and b are W_k+1,perp and W_k,perp, on the right their norms. Checked at the first step,
    from any W_0 for which some alpha in (0, 1) has R(alpha) <= ||W_0,perp||, R(alpha) = ||W^mm|| log(2 n V
    e^(4 ||W*||)) / alpha as displayed.
    """
    return last_line(run)


@claim("linear/theorem-2/proof/chain-b/amended", domain=STEPS)
def chain_b_amended(run: Run, effort: Effort) -> Evidence:
    """Checked as stated."""
    return last_line(run, whole=True)


@claim("linear/theorem-2/proof/telescoped", domain=SCALED)
def telescoped(data: Scaled, effort: Effort) -> Evidence:
    """u is W^mm at length 1. Checked at k = k0 for any W_k0, as eta tends to 0, which helps; if that fails,
    some multiple of W_perp has ||W_perp|| >= R(alpha) and fails too.
    """
    # <W, u> >= (1 - eps) ||W_perp|| - <W, u> + (1 - eps) ||W_perp||: k = k0, eta tending to 0. u is W^mm at
    # length 1, eps = gamma. The step size only lowers the right side's bracket, and with it the slack; a
    # multiple of W_perp has a multiple of the slack.
    xp, found = data.xp, split(data)
    along = inner(found.apart, found.at.margin, data) / found.at.height
    slack = 2 * along - 2 * (1 - data.gamma) * found.length
    size = (2 + 2 * xp.abs(data.gamma)) * found.length
    error = xp.rounding(size, ulps.entries(data.W) + 8)
    if xp is FLOAT:
        error = error + 8 * found.length * found.at.margin_error / found.at.height
        error = error + 8 * projection_error(data, data.W)
    return asked_where(data, found.asked, Evidence(slack, error, size))


@claim("linear/theorem-2/proof/telescoped/amended", domain=STEPS)
def telescoped_amended(run: Run, effort: Effort) -> Evidence:
    """Checked at k = k0 + 1 from any W_k0; for more steps such bounds add up. The changes: plus for minus,
    and 2 eta for eta, as the chain has it.
    """
    # <W_1, u> >= (1 - eps) a + <W_0, u> - (1 - eps) b - 2 eta CE(W_0), where b >= 1/2. a = ||W_1,perp||, b =
    # ||W_0,perp||, u is W^mm at length 1; eps = alpha / (1 + alpha) for the least alpha whose radius ||W^mm||
    # log(n V e^(2 M ||W_0,F||)) / alpha is at most b.
    xp, at, best = run.xp, first_step(run), frame(run)
    kept = least_kept(run, at, best)
    gained = inner(at.step, best.margin, run) / best.height
    paid = 2 * run.eta * loss(run, run.W0)
    slack = gained - kept * at.grown + paid
    size = length(run, at.step) + at.before + xp.abs(paid)
    terms = 2 * ulps.entries(at.step) + ulps.dot(run.size("d")) + 16
    error = xp.rounding(size, terms) + xp.rounding(paid, loss_terms(run, run.W0)) + 4 * at.error
    if xp is FLOAT:
        error = error + 8 * size * best.margin_error / best.height + 8 * projection_error(run, run.W0)
    return asked_where(run, at.asked & best.exists, Evidence(slack, error, size))


@claim("linear/theorem-2/proof/telescoped-norms", domain=DECODINGS)
def telescoped_norms(data: Decoding, effort: Effort) -> Evidence:
    """Checked as stated."""
    return triangle(data)
