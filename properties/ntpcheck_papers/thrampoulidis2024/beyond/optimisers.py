"""Beyond footnote 8 and Fig. 5: what normalised descent, Adam and SGD converge to.

What Adam without epsilon maximises on one tied context: the margin for the largest entry, not the norm.

Z = (1 in S, -1 out of it) times sign(h), and l = ||h||_1. Z / (2 l) ties S and puts all else 1 below. For
any W, (w_z - w_v) . h <= 2 l max |W|, so that no decoder has a larger margin for its largest entry.
"""

from typing import Any

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array, positive
from ntpcheck.checks.compare import at_most
from ntpcheck.checks.decoders import margins, scores, ties
from ntpcheck.checks.direction import margin_direction
from ntpcheck.checks.optimisers import sgd_direction
from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.domains.optimisers import GENTLE_RUNS, OPTIMISER_RUNS, STREAMS
from ntpcheck.domains.optimisers import tied_context as one_tied_context
from ntpcheck.dynamics.optimisers import SGD_TOKENS
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Dataset, Decoding, Run
from ntpcheck.instances.streams import Stream
from ntpcheck_papers.thrampoulidis2024.figures.adam import moves_along, tied_context, tied_limit
from ntpcheck_papers.thrampoulidis2024.figures.speed import cycles, floors, spread_of
from ntpcheck_papers.thrampoulidis2024.section_5.growth import residual
from ntpcheck_papers.thrampoulidis2024.setting import DECODINGS


def signs(data: Dataset) -> Array:
    """Z `[..., V, d]` of the first context."""
    xp, h = data.xp, data.embeddings[..., :1, :]
    turned = xp.where(positive(h), 1, xp.where(positive(0 - h), -1, 0 * h))
    return xp.where(data.support[..., 0, :, None], turned, 0 - turned)


@claim("linear/sharper/token-noise", domain=DECODINGS)
def floor(data: Decoding, effort: Effort) -> Evidence:
    """The last sum does not depend on W: unless every context of a nonzero embedding has one next token, no
    strong growth holds over tokens, since the gradient of the mean comes near zero.
    """
    # E ||g_jz||^2 = E ||g_j||^2 + sum_j pi_j ||h_j||^2 (1 - ||p_j||^2). The left side, sum_jz pi_j p_jz
    # ||h_j||^2 ||s_j - e_z||^2, is summed token by token.
    xp: Any = data.xp
    found = residual(data, data.W)
    lengths = xp.sum(data.embeddings * data.embeddings, -1)
    softmax = found.value + data.p
    whole = xp.sum(softmax * softmax, -1)
    # ||s - e_z||^2 = ||s||^2 - s_z^2 + (1 - s_z)^2.
    rest = 1 - softmax
    each = whole[..., None] - softmax * softmax + rest * rest
    left = xp.sum(data.pi * lengths * xp.sum(data.p * each, -1), -1)
    own = xp.sum(found.value * found.value, -1)
    variance = 1 - xp.sum(data.p * data.p, -1)
    right = xp.sum(data.pi * lengths * (own + variance), -1)
    wrong = xp.sum(data.pi * lengths * 8 * xp.sum(found.error, -1), -1)
    size = xp.sum(data.pi * lengths, -1) * 4
    terms = 4 * ulps.total(data.size("V")) + ulps.total(data.size("m")) + ulps.dot(data.size("d")) + 8
    error = wrong + xp.rounding(size, terms)
    return Evidence(0 - xp.abs(left - right), error if xp is FLOAT else 0 * left, size)


@claim("linear/sharper/token-sgd-direction", domain=STREAMS)
def token_direction(run: Stream, effort: Effort) -> Evidence:
    """The label moves W along F only: P_perp of a step is that of SGD over contexts."""
    return sgd_direction(run, margin_direction, effort, tokens=True)


@claim("linear/sharper/token-sgd-spread", domain=GENTLE_RUNS)
def spread(run: Stream, effort: Effort) -> Evidence:
    """Checked against tr eta (2 I - eta H_F)^{-1}, on the average over the second half of one run."""
    # The mean of ||P_F W_k - W*||^2 is tr eta (2 I - eta H_F)^{-1}, about eta dim F / 2.
    return spread_of(run, SGD_TOKENS, lambda spread: spread)


@claim("linear/sharper/ngd-cycle", domain=GENTLE_RUNS)
def cycle(run: Stream, effort: Effort) -> Evidence:
    """At least that, on average over a cycle, in the time that gradient flow takes for them. So P_F W_k has
    no limit, ||W_k|| grows like log k, and 1 - cos falls like 1 / log^2 k: as for gradient descent with a
    step size of 2 / lambda_max(H_F), the largest under which W* is stable.
    """
    return cycles(run)


@claim("linear/sharper/ngd-floor", domain=GENTLE_RUNS)
def floor_of_cycle(run: Stream, effort: Effort) -> Evidence:
    """Checked at the end of the run that linear/sharper/ngd-cycle is checked on."""
    return floors(run)


TIED = Assumption("tied-context", tied_context, one_tied_context)


@claim("linear/sharper/adam-signs", domain=OPTIMISER_RUNS)
def adam_signs(run: Run, effort: Effort) -> Evidence:
    """Without epsilon, for equally frequent tokens. W^mm is (1/S in support, -1/(V - S) out of it) times
    h.
    """
    # W_k - W_0 is a positive multiple of Z in the tied case with epsilon = 0, else nothing is said.
    return moves_along(run, tied_limit)


@claim("linear/sharper/adam-max-margin", domain=DECODINGS)
def max_margin_of_signs(data: Decoding, effort: Effort) -> Evidence:
    """Checked as stated."""
    # Z / (2 l) satisfies (6), and (w_z - w_v) . h <= 2 l max |W| for z in S and v out of it.
    xp: Any = data.xp
    length = xp.sum(xp.abs(data.embeddings[..., 0, :]), -1)
    whole = xp.where(positive(length), length, 1 + 0 * length)
    best = signs(data) / (2 * whole)[..., None, None]
    found, sizes, inside = scores(data, data.W).logits[..., 0, :], xp.abs(data.W), data.support[..., 0, :]
    top = xp.max(xp.where(inside, found, xp.min(found, -1)[..., None]), -1)
    low = xp.min(xp.where(inside, xp.max(found, -1)[..., None], found), -1)
    reach = 2 * length * xp.max(xp.max(sizes, -1), -1)
    terms = 2 * ulps.dot(data.size("d")) + 4
    least = at_most(top - low, reach, terms=terms, scale=2 * reach)
    return both(ties(data, best), margins(data, best), least)
