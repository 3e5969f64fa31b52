"""W^mm of independent contexts: the slack form, solved by block principal pivoting.

Independent contexts (rank H = m) can be given any logits, so the unknowns are logits and not weights. Write
U_jv for how far token v lies below the in-support logits of context j: U = 0 in support, U = M (1 + s) with
slacks s >= 0 on the out-of-support mask M. Among the decoders with these logits, up to a constant per
context, the least is W = -Z^T H with

    G = H H^T,   Pi = I - 11^T / V,   Z = G^{-1} U Pi,   ||W||^2 = tr((U Pi)^T G^{-1} (U Pi)) =: 2 f(s),

and the gradient of f in s is Z on M. So W^mm is the linear complementarity problem

    s >= 0,   alpha := Z on M >= 0,   s alpha = 0,

whose matrix K = (Pi (x) G^{-1}) on M is positive definite: Pi U^T = 0 makes the rows of U constant, and
each has a zero, in support. Z is the dual: its rows sum to zero, its entries out of support are the
multipliers alpha of (6b), and those in support the multipliers of (6a).

Principal pivoting guesses the free set {s > 0}, solves K_FF s_F = -(K 1)_F, and exchanges every index of the
wrong sign. All at once is fast but may cycle; after `PATIENCE` rounds without progress only the last wrong
index moves, which is finite for a positive definite K.
Source: J. J. Judice and F. M. Pires, Computers & Operations Research 21 (1994), for the pivoting rule.
"""

from typing import NamedTuple

import numpy as np

from ntpcheck.reference.solvers.splitting import lapack

PATIENCE, MOST_PIVOTS, MOST_FREE = 10, 200, 600
# A context whose part outside the span of the earlier ones is below this share of it counts as dependent
# here. The general route, which does not square the condition number, takes it from there.
INDEPENDENT = 2.0**-13


class SlackForm(NamedTuple):
    """The solved slack form: slacked logits U `[m, V]`, dual Z `[m, V]`, and G^{-1} `[m, m]`."""

    U: np.ndarray
    Z: np.ndarray
    inverse: np.ndarray


def slack_form(H: np.ndarray, out: np.ndarray) -> SlackForm | None:
    """Solves for embeddings `[m, d]` and out-of-support mask `[m, V]`; None if dependent or too large."""
    tokens = out.shape[1]
    inverse = gram_inverse(H)
    if inverse is None:
        return None
    cells = np.flatnonzero(out)
    context, token = np.divmod(cells, tokens)
    margins = out.astype(float)
    gradient = (inverse @ (margins - margins.mean(1, keepdims=True))).ravel()[cells]
    free = gradient < 0
    fewest, patience = len(cells) + 1, PATIENCE
    for _ in range(MOST_PIVOTS):
        chosen = np.flatnonzero(free)
        if len(chosen) > MOST_FREE:
            return None
        s = _free_slacks(inverse, tokens, (context[chosen], token[chosen]), -gradient[chosen])
        if s is None:
            return None
        gaps = margins.copy()
        gaps.ravel()[cells[chosen]] += s
        dual = inverse @ (gaps - gaps.mean(1, keepdims=True))
        wrong = dual.ravel()[cells] < 0
        wrong[chosen] = s < 0
        count = np.count_nonzero(wrong)
        if not count:
            dual.ravel()[cells[chosen]] = 0.0
            return SlackForm(gaps, dual, inverse)
        patience = PATIENCE if count < fewest else patience - 1
        fewest = min(fewest, count)
        if patience > 0:
            free ^= wrong
        else:
            free[np.flatnonzero(wrong)[-1]] ^= True
    return None


def gram_inverse(H: np.ndarray) -> np.ndarray | None:
    """(H H^T)^{-1} `[m, m]`, or None where the contexts are dependent or too nearly so."""
    gram = H @ H.T
    factor, failed = lapack.dpotrf(gram, lower=0, clean=1)
    if failed or not (factor.diagonal() > INDEPENDENT * np.sqrt(gram.diagonal())).all():
        return None
    half, failed = lapack.dpotri(factor, lower=0)
    if failed:
        return None
    inverse = half + half.T  # dpotri leaves the lower triangle zero because dpotrf cleaned it
    inverse.ravel()[:: len(inverse) + 1] *= 0.5
    return inverse


def _free_slacks(
    inverse: np.ndarray, tokens: int, cells: tuple[np.ndarray, np.ndarray], rhs: np.ndarray
) -> np.ndarray | None:
    """s_F from K_FF s_F = rhs for the free cells (contexts, tokens); None where that fails."""
    if not len(rhs):
        return rhs
    context, token = cells
    # Rows, then columns: `take` is three times as fast as one index with two arrays.
    block = inverse.take(context, 0).take(context, 1)
    block *= (token[:, None] == token) - 1.0 / tokens
    _, s, failed = lapack.dposv(block, rhs)
    return None if failed else s
