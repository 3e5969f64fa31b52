"""One step of gradient descent off F: what the norm and the alignment with W^mm gain, line by line.

W_perp is the part of W off F, and the pull of W on X is <-grad CE(W), X>.
"""

from typing import Any, NamedTuple

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array, positive
from ntpcheck.checks.decoders import scores
from ntpcheck.checks.existence import asked_where
from ntpcheck.checks.loss import context_sums, loss
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Dataset, Run, Scaled
from ntpcheck.reference.subspace import project
from ntpcheck_papers.thrampoulidis2024.section_5.comparison import Split, genie_below, split
from ntpcheck_papers.thrampoulidis2024.shared.approach import log_odds, log_softplus
from ntpcheck_papers.thrampoulidis2024.shared.convexity import inner
from ntpcheck_papers.thrampoulidis2024.shared.genie import Frame, length
from ntpcheck_papers.thrampoulidis2024.shared.in_subspace import projection_error
from ntpcheck_papers.thrampoulidis2024.shared.slopes import slope, softmax


def log_share(data: Dataset, scored: Array) -> Array:
    """`[..., m, V]` log of s_jv, the softmax of the logits, out of support; 0 in support."""
    xp: Any = data.xp
    full = xp.all(data.support, -1)[..., None]
    inside = xp.logsumexp(scored, -1, where=data.support)[..., None]
    odds = xp.where(full, 0 * data.pi[..., None], log_odds(data, scored)[..., None])
    # log(1 + rho) = max(log rho, 0) + log1p(e^-|log rho|).
    total = xp.maximum(odds, 0 * odds) + xp.log1p(xp.exp(0 - xp.abs(odds)))
    return xp.where(data.support, 0 * scored, scored - inside - total)


def pull(data: Dataset, scored: Array, along: Array, scale: Array) -> Array:
    """`[...]` e^-scale <-grad CE, X> for X off F with logits `along`, at the decoder with logits `scored`.

    That is sum_j pi_j sum over v out of support of s_jv (e_z - e_v)^T X h_j, for any z in S_j. No term of it
    cancels against the pull on F, which is of another size.
    """
    xp = data.xp
    low = xp.min(along, -1)[..., None]
    top = xp.max(xp.where(data.support, along, low), -1)[..., None]
    weights = xp.exp(log_share(data, scored) - scale[..., None, None])
    return context_sums(data, xp.where(data.support, 0 * along, weights * (top - along)))


class Ray(NamedTuple):
    """A point W_F + R W~ of the ray through W, far enough for the comparison with the genie point."""

    ratio: Array  # R [...]
    here: Array  # its logits [..., m, V]
    scale: Array  # the log of its largest s_jv out of support [...]
    alpha: Array
    size: Array  # [..., m]
    error: Array  # [..., m] of the logits


def far_point(data: Scaled, found: Split) -> Ray:
    """R = log(n V e^(2 M ||W_F||)) / alpha, or R' of W if that is larger; alpha = gamma / (1 - gamma)."""
    xp = data.xp
    alpha, tokens = data.gamma / (1 - data.gamma), data.sized("V")
    needed = xp.log(data.n * tokens) + 2 * found.reach * length(data, found.flat)
    R = xp.maximum(found.ratio, needed / alpha)
    own = R / found.ratio
    here = found.inside.logits + own[..., None, None] * found.off.logits
    shares = log_share(data, here)
    lowest = xp.min(xp.min(shares, -1), -1)[..., None, None]
    scale = xp.max(xp.max(xp.where(data.support, lowest, shares), -1), -1)
    size = found.inside.size + own[..., None] * found.off.size + R[..., None] * found.best.size
    wrong = found.inside.error + own[..., None] * found.off.error + R[..., None] * found.best.error
    return Ray(R, here, scale, alpha, size, wrong)


def _relative(data: Scaled, at: Ray) -> tuple[Array, Array]:
    """`[...]` the relative error of pulls, and the size of the exponents behind them."""
    size = data.xp.max(at.size, -1)
    wrong = 8 * data.xp.max(at.error, -1)
    terms = ulps.entries(data.W) + ulps.dot(data.size("d")) + 2 * ulps.softmax(data.size("V")) + 16
    return wrong + data.xp.rounding(size + 1, terms), size


def tangent_chain(data: Scaled) -> Evidence:
    """<grad CE(W), W_perp - (1 + alpha) R' W^mm> >= CE(W) - CE(genie point) >= 0, at `far_point`.

    Off F both losses are their cost of leaving the supports.
    """
    xp, found = data.xp, split(data)
    at = far_point(data, found)
    far = (1 + at.alpha) * at.ratio
    own = (at.ratio / found.ratio)[..., None, None] * found.off.logits
    best = far[..., None, None] * found.best.logits
    left = pull(data, at.here, best - own, at.scale)
    paid = [_cost(data, scored, at.scale) for scored in (at.here, found.inside.logits + best)]
    slack = left - (paid[0] - paid[1])
    relative, size = _relative(data, at)
    reach = 1 + 4 * (1 + xp.abs(at.alpha)) * (size + 1) + paid[0] + paid[1]
    tangent = Evidence(slack, relative * reach * data.size("V"), reach)
    genie = genie_below(data, at.ratio, found.inside, alpha=at.alpha)
    return asked_where(data, found.asked, both(tangent, genie))


def _cost(data: Dataset, scored: Array, scale: Array) -> Array:
    """`[...]` e^-scale sum_j pi_j log1p(rho_j)."""
    xp = data.xp
    full = xp.all(data.support, -1)
    odds = xp.where(full, 0 * data.pi, log_odds(data, scored))
    return xp.sum(data.pi * xp.where(full, 0 * odds, xp.exp(log_softplus(data, odds) - scale[..., None])), -1)


def aligned_gain(data: Scaled) -> Evidence:
    """The lines of the chain up to the last one, for a step D = -grad CE(W) and unit vectors u, u_perp.

    <D, u> >= (1 - eps) <D, u_perp> at `far_point`; and at W, <D, u_perp> = <D_perp, u_perp> = (||W_perp +
    D_perp||^2 - ||W_perp||^2 - ||D_perp||^2) / (2 ||W_perp||). u is W^mm at length 1, u_perp W_perp, eps =
    gamma.
    """
    xp, found = data.xp, split(data)
    at = far_point(data, found)
    ours = pull(data, at.here, found.best.logits, at.scale) / found.at.height
    own = pull(data, at.here, found.off.logits, at.scale) / found.length
    relative, _ = _relative(data, at)
    reach = xp.max(found.best.size, -1) / found.at.height + xp.max(found.off.size, -1) / found.length
    slack = ours - (1 - data.gamma) * own
    gain = Evidence(slack, 4 * relative * reach * data.size("V"), reach)
    return asked_where(data, found.asked, both(gain, *_identities(data, found)))


def _identities(data: Scaled, found: Split) -> tuple[Evidence, Evidence]:
    xp = data.xp
    steep = slope(data, data.W)
    D = 0 - steep.matrix
    off = D - project(data, D)
    first, second = inner(D, found.apart, data), inner(off, found.apart, data)
    squares = [inner(X, X, data) for X in (found.apart + off, found.apart, off)]
    third = (squares[0] - squares[1] - squares[2]) / 2
    size = squares[0] + squares[1] + squares[2] + xp.sqrt(squares[1] * inner(D, D, data))
    error = xp.rounding(size, 2 * ulps.entries(D) + 8) + 4 * steep.error * found.length
    lost = projection_error(data, data.W) + projection_error(data, D)
    error = error + 4 * lost * (found.length + length(data, D))
    scale = 1 + size
    same = Evidence(0 - xp.abs(first - second), error, scale)
    return same, Evidence(0 - xp.abs(second - third), error, scale)


class Step(NamedTuple):
    """The first step of a run: W_0's parts, and the step's part off F with what the norm gains by it."""

    flat: Array  # P_F W_0
    apart: Array  # P_perp W_0
    off: Array  # P_perp (W_1 - W_0)
    step: Array  # W_1 - W_0
    before: Array  # ||P_perp W_0||; 1 where it is zero
    grown: Array  # ||P_perp W_1|| - ||P_perp W_0||
    error: Array  # of the entries of the step
    asked: Any  # [...] bool: ||P_perp W_0|| >= 1/2


def first_step(run: Run) -> Step:
    """W_1 - W_0 = -eta grad CE(W_0)."""
    xp = run.xp
    steep = slope(run, run.W0)
    step = 0 - run.eta[..., None, None] * steep.matrix
    flat = project(run, run.W0)
    apart, off = run.W0 - flat, step - project(run, step)
    square = inner(apart, apart, run)
    asked = ~positive(1 - 4 * square)
    before = xp.sqrt(xp.where(asked, square, 1 + 0 * square))
    after = xp.sqrt(xp.where(asked, inner(apart + off, apart + off, run), 1 + 0 * square))
    # a - b = (a^2 - b^2) / (a + b): the squares' difference is known without cancellation.
    grown = (2 * inner(apart, off, run) + inner(off, off, run)) / (before + after)
    return Step(flat, apart, off, step, before, grown, run.eta * steep.error, asked)


def half_off(run: Run) -> Evidence:
    """||P_perp W_0|| >= 1/2; by squares."""
    at = run.W0 - project(run, run.W0)
    square = 4 * inner(at, at, run)
    size = 1 + inner(run.W0, run.W0, run)
    lost = 8 * length(run, run.W0) * projection_error(run, run.W0)
    return Evidence(square - 1, lost + run.xp.rounding(size, 4 * ulps.entries(at) + 4), size)


def loss_drop(run: Run, W: Array, step: Array) -> tuple[Array, Array, Array]:
    """CE(W) - CE(W + step) `[...]`, with its error and size; relative to the step, which may be tiny."""
    xp: Any = run.xp
    scored, stepped = scores(run, W), scores(run, step)
    d = stepped.logits
    s = softmax(run, scored.logits)
    if xp is not FLOAT:
        return loss(run, W) - loss(run, W + step), 0 * run.eta, 1 + 0 * run.eta
    top = xp.max(d, -1)
    low = d - top[..., None]
    bent = xp.log1p(xp.sum(s * xp.expm1(low), -1).clamp_min(-1 + 2.0**-40))
    far = xp.logsumexp(scored.logits + low, -1) - xp.logsumexp(scored.logits, -1)
    bent = xp.where(xp.sum(s * xp.expm1(low), -1) > -0.5, bent, far)
    size = xp.max(xp.abs(d), -1)
    drop = xp.sum(run.pi * (xp.sum(run.p * low, -1) - bent), -1)
    terms = 3 * (ulps.softmax(run.size("V")) + ulps.total(run.size("V"))) + 2 * ulps.LOG
    wrong = xp.rounding(size, terms) + 3 * stepped.error
    error = xp.sum(run.pi * (wrong + 8 * scored.error * size), -1) + xp.rounding(
        drop, ulps.total(run.size("m"))
    )
    reach, terms = scored.size + 2 * size, 2 * ulps.log_sum_exp(run.size("V"))
    far_error = xp.rounding(xp.max(reach, -1) + 1, terms) * (xp.max(size, -1) > 0.25)
    return drop, error + far_error, xp.sum(run.pi * size, -1)


def last_line(run: Run, *, whole: bool = False) -> Evidence:
    """(a^2 - b^2 - ||off||^2) / (2 b) >= a - b - 2 eta (CE(W_0,perp) - CE(W_1,perp)), where b >= 1/2.

    b = ||W_0,perp||, a = ||W_1,perp||, off = W_1,perp - W_0,perp. The left side less a - b is ((a - b)^2 -
    ||off||^2) / (2 b). whole: CE(W_0) - CE(W_1) for the losses' difference.
    """
    xp = run.xp
    at = first_step(run)
    drop, wrong, size = loss_drop(run, *((run.W0, at.step) if whole else (at.apart, at.off)))
    spread = (at.grown * at.grown - inner(at.off, at.off, run)) / (2 * at.before)
    slack = spread + 2 * run.eta * drop
    square = inner(at.step, at.step, run)
    extra = xp.rounding(4 * square, 2 * ulps.entries(at.step) + 16)
    reach = xp.sqrt(square) + xp.rounding(xp.sqrt(square), ulps.entries(at.step))
    moved_by = at.error * (4 * reach + 2 * run.eta * norms_of(run))
    error = extra + 2 * xp.abs(run.eta) * wrong + moved_by
    if xp is FLOAT:
        lost = projection_error(run, run.W0) * (1 + norms_of(run))
        error = error + 4 * lost * (square + 2 * xp.abs(run.eta) * size)
    # Both terms are of second order in a step that may be tiny: only their own size says what is resolved.
    scale = inner(at.off, at.off, run) / at.before + 2 * xp.abs(run.eta * drop)
    return asked_where(run, at.asked, Evidence(slack, error, scale))


def norms_of(data: Dataset) -> Array:
    """`[...]` an upper bound on sqrt(2) max_j ||h_j||."""
    return 2 * data.xp.max(data.xp.sum(data.xp.abs(data.embeddings), -1), -1)


def least_kept(run: Run, at: Step, best: Frame) -> Array:
    """`[...]` 1 - eps for the least alpha = eps / (1 - eps) whose radius is at most ||W_0,perp||."""
    xp, tokens = run.xp, run.sized("V")
    squares = xp.max(xp.sum(run.embeddings * run.embeddings, -1), -1)
    needed = xp.log(run.n * tokens) + 2 * xp.sqrt(2 * squares) * length(run, at.flat)
    return at.before / (at.before + needed * best.height)
