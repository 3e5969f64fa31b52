"""Definition 3: NTP-SVM, the least-norm decoder that ties supports and keeps margins."""

from ntpcheck import ulps
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Dataset, Decoding, Pair
from ntpcheck_papers.thrampoulidis2024.section_4.program import constraint_count
from ntpcheck_papers.thrampoulidis2024.setting import DATASETS, DECODINGS, PAIRS
from ntpcheck_papers.thrampoulidis2024.shared.convexity import (
    inner,
    shortest,
    widest,
)


@claim("linear/ntp-svm/strongly-convex", domain=PAIRS)
def strongly_convex(data: Pair, effort: Effort) -> Evidence:
    """Strong convexity for any modulus would put the norm of the midpoint of two different feasible decoders
    below the mean of their norms. Slack: ||W|| ||W2|| - <W, W2>, half the difference of the squares of the
    two sides.
    """
    # ||(W + W2)/2|| < (||W|| + ||W2||)/2 wherever W != W2. Slack: half the difference of the squares of ||W||
    # + ||W2|| and ||W + W2||, which is ||W|| ||W2|| - <W, W2>. It is exactly zero on a ray: the product of
    # the squared norms is then the square of <W, W2>.
    xp, W, W2 = data.xp, data.W, data.W2
    squares = inner(W, W, data) * inner(W2, W2, data)
    lengths = xp.sqrt(squares)
    slack = lengths - inner(W, W2, data)
    size = inner(xp.abs(W), xp.abs(W2), data) + lengths
    terms = ulps.entries(W) + 2
    return Evidence(slack, xp.rounding(size, terms), size, strict=xp.any(W != W2, (-2, -1)))


@claim("linear/ntp-svm/strongly-convex/amended", domain=PAIRS)
def strongly_convex_amended(data: Pair, effort: Effort) -> Evidence:
    """Checked at the midpoint of two feasible decoders: the objective there is at most the mean of theirs
    minus ||W - W2||^2 / 8.
    """
    # With f = ||.||^2 / 2: f((W + W2)/2) <= (f(W) + f(W2))/2 - ||W - W2||^2 / 8. The midpoint is formed, so
    # that the parallelogram identity is not used. Slack: 64 times the difference.
    xp, W, W2 = data.xp, data.W, data.W2
    total = W + W2
    half_squares = 16 * (inner(W, W, data) + inner(W2, W2, data)) - 8 * inner(total, total, data)
    apart = inner(W - W2, W - W2, data)
    size = 48 * (inner(W, W, data) + inner(W2, W2, data))
    slack = half_squares - 8 * apart
    return Evidence(slack, xp.rounding(size, ulps.entries(W) + 4), size)


@claim("linear/ntp-svm/constraint-count", domain=DATASETS)
def count(data: Dataset, effort: Effort) -> Evidence:
    """The pairs of tokens that (6a) and (6b) range over are listed and counted."""
    return constraint_count(data)


@claim("linear/ntp-svm/unique", domain=DECODINGS)
def unique(data: Decoding, effort: Effort) -> Evidence:
    """Every feasible W must have ||W||^2 >= ||W^mm||^2 + ||W - W^mm||^2, with W^mm from its optimality
    conditions: then any other feasible decoder is strictly longer. Slack: 64 times the difference.
    """
    return shortest(data)


@claim("linear/ntp-svm/max-margin", domain=DECODINGS)
def max_margin(data: Decoding, effort: Effort) -> Evidence:
    """W^mm / ||W^mm|| must have smallest margin 1/||W^mm||, and each competitor less: the normalised part of
    W off F, and W^mm moved towards it. Slack: ||U|| - margin(U) ||W^mm||, strict unless U is along W^mm.
    """
    return widest(data)


@claim("linear/ntp-svm/max-margin@short", domain=DECODINGS)
def max_margin_short(data: Decoding, effort: Effort) -> Evidence:
    """As `max-margin`, without the assumption that some token is out of support: where every support is full,
    W^mm = 0 has no direction and the minimum runs over an empty set.
    """
    return widest(data)
