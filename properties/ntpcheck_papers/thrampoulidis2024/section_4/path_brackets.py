"""What two decoders W and W2 tell of the minimiser W_B of CE over ||W_B|| <= B = ||W||: no solver enters.

CE is convex. With G its gradient at W2, any A and mu >= 0, every U in the ball with <A, U> <= t = <A, W2> has

    CE(U) >= CE(W2) + <G, U - W2> >= CE(W2) - <G, W2> - mu t - B ||G + mu A||.

Where that exceeds CE(W), which CE(W_B) does not, <A, W_B> > t. It comes close to CE(U) if W2 is nearly the
best of these U, with mu such that G + mu A is a multiple of W2.
"""

from typing import Any

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array, positive
from ntpcheck.checks.decoders import same, scores
from ntpcheck.checks.existence import asked_where
from ntpcheck.checks.loss import excess, loss, loss_terms
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Decoding, Pair
from ntpcheck.reference.entropy import log_p, logits
from ntpcheck.reference.subspace import project_off
from ntpcheck_papers.thrampoulidis2024.section_4.proof_cases import least
from ntpcheck_papers.thrampoulidis2024.shared.convexity import inner
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import norms, projection_error
from ntpcheck_papers.thrampoulidis2024.shared.genie import frame
from ntpcheck_papers.thrampoulidis2024.shared.slopes import slope

TINY = 2.0**-500  # in the place of a root that is 0


def twice_star(data: Decoding) -> Evidence:
    """||W|| >= 2 ||W*||; by squares."""
    at, size = frame(data), inner(data.W, data.W, data)
    scale = size + 4 * at.star_square
    error = data.xp.rounding(scale, ulps.entries(data.W) + 4)
    if data.xp is FLOAT:
        error = error + 16 * at.star_error * (1 + scale)
    return Evidence(size - 4 * at.star_square, error, 1 + scale)


def _steps(table: Array) -> Array:
    """`[..., m, V, V]` l_jz' - l_jz of logits `[..., m, V]`: row z, column z'."""
    return table[..., None, :] - table[..., :, None]


def floor_below(data: Pair) -> tuple[Array, Array]:
    """`[..., m, V, V]` the bound for A = (e_z' - e_z) h_j^T, row z, column z'; and what rounding does to it.

    Whatever mu is, it bounds: only the terms made with it are off, and mu may be large.
    """
    xp: Any = data.xp
    steep = slope(data, data.W2)
    G = steep.matrix
    t, pulled = _steps(logits(data, data.W2)), _steps(logits(data, G))
    flat, square = (inner(X, data.W2, data)[..., None, None, None] for X in (G, data.W2))
    wide = 2 * xp.sum(data.embeddings * data.embeddings, -1)[..., None, None]
    turn = xp.where(positive(square), square, 1 + 0 * square)
    left = wide - t * t / turn
    ratio = (flat * t / turn - pulled) / xp.where(positive(left), left, 1 + 0 * left)
    mu = xp.where(positive(left) & positive(ratio), ratio, 0 * ratio)
    rest = inner(G, G, data)[..., None, None, None] + 2 * mu * pulled + mu * mu * wide
    radius = xp.sqrt(inner(data.W, data.W, data))[..., None, None, None]
    start = loss(data, data.W2)[..., None, None, None]
    root = xp.sqrt(xp.maximum(rest, 0 * rest))
    bound = start - flat - mu * t - radius * root
    if xp is not FLOAT:
        return bound, 0 * bound
    last = (..., None, None, None)
    whole, size = inner(G, G, data)[last] + mu * mu * wide, scores(data, data.W2).size[..., None, None]
    terms = ulps.entries(G) + 2 * ulps.dot(data.size("d")) + 8
    off = xp.rounding(2 * whole, terms)  # of the square below the root, which it may exceed
    lost = off / xp.maximum(root + xp.sqrt(off), TINY) + steep.error[last]
    given = xp.rounding(start, loss_terms(data, data.W2)[last]) + steep.error[last] * xp.sqrt(square)
    products = xp.sqrt(whole) * xp.sqrt(square) + 2 * mu * size + radius * root
    return bound, given + radius * lost + xp.rounding(products, terms)


def steps(data: Pair) -> Array:
    """`[..., m, V, V]` l_z' - l_z at W2."""
    return _steps(logits(data, data.W2))


def weighted(data: Pair, table: Array) -> Array:
    """`[..., m, V, V]` pi_j p_jz times each row z."""
    return (data.pi[..., None] * data.p)[..., None] * table


def exceeds(data: Pair, term: Array) -> Evidence:
    """CE(W_B) - H >= term, which grows with l_z' - l_z, for all j and z, z' in S_j, as far as W and W2 tell.

    CE(W) is at least CE(W_B), and l_z' - l_z at W2 is less than at W_B where `floor_below` exceeds CE(W).
    """
    xp = data.xp
    floor, off = floor_below(data)
    known = floor - loss(data, data.W)[..., None, None, None]
    whole = excess(data, scores(data, data.W))
    rest = whole.total[..., None, None, None] - term
    slack = xp.maximum(0 - known, rest)
    pair = data.support[..., :, None] & data.support[..., None, :] & ~same(data.size("V"), data.embeddings)
    slack = least(data, xp.min(xp.where(pair, slack, 1 + 0 * slack), -1))
    size = 1 + xp.max(
        scores(data, data.W).size + scores(data, data.W2).size + xp.max(xp.abs(log_p(data)), -1), -1
    )
    terms = 2 * ulps.dot(data.size("d")) + ulps.LOG_P + 8
    error = whole.inside_error + whole.outside_error + xp.rounding(size, terms)
    if xp is FLOAT:
        off = xp.where(pair & (0 - known > rest - off), off, 0).amax((-3, -2, -1))
        error = error + off + xp.rounding(loss(data, data.W), loss_terms(data, data.W))
    return Evidence(slack, error, size)


def on_f_at(data: Decoding, X: Array) -> Evidence:
    """P_F W_B = X for a point X of F `[..., V, d]`, as far as W tells; asked where ||X|| < B.

    With G the gradient at the point W2 = X + R W^mm of norm B, every U in the ball with P_F U = X has
    CE(U) >= CE(W2) - <G, W2 - X> - ||P_perp G|| sqrt(B^2 - ||X||^2). Slack: CE(W) minus that.
    """
    xp, at = data.xp, frame(data)
    square = inner(X, X, data)
    size = inner(data.W, data.W, data)
    hidden = xp.rounding(size + square, ulps.entries(data.W) + 4) + 2 * xp.sqrt(square) * at.star_error
    asked = at.exists & positive(size - square - hidden)
    left = xp.sqrt(xp.where(asked, size - square, 1 + 0 * size))
    ahead = (left / at.height)[..., None, None] * at.margin
    found = slope(data, X + ahead)
    G = found.matrix
    steep = project_off(data, G)
    bound = loss(data, X + ahead) - inner(G, ahead, data) - left * xp.sqrt(inner(steep, steep, data))
    reach = 1 + xp.max(scores(data, data.W).size + scores(data, X + ahead).size, -1)
    length = xp.sqrt(inner(G, G, data))
    counted = [(loss(data, there), loss_terms(data, there)) for there in (data.W, X + ahead)]
    error = sum(xp.rounding(*pair) for pair in counted) + 4 * length * hidden / left
    error = error + xp.rounding(length * left, 2 * ulps.entries(G) + 8)
    error = error + 2 * left * (found.error + projection_error(data, G))
    if xp is FLOAT:
        moved = at.star_error + left * at.margin_error / at.height
        error = error + 8 * (length + reach * xp.max(norms(data), -1)) * moved
    return asked_where(data, asked, Evidence(loss(data, data.W) - bound, error, reach))
