"""Figures 1 and 2: what the captions read off the rows of W^mm, as rules, and whether they agree."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import torch
from hypothesis import strategies as st

from ntpcheck import decompositions, ulps
from ntpcheck.arithmetic import FLOAT, positive
from ntpcheck.checks import exact
from ntpcheck.checks.compare import decided
from ntpcheck.checks.decoders import same, scores
from ntpcheck.claim import Assumption, Domain, Effort, claim
from ntpcheck.domains import pieces, scopes, strategies
from ntpcheck.domains.datasets import sampled_datasets
from ntpcheck.domains.imposed.supports import twin_contexts
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.max_margin import max_margin
from ntpcheck_papers.thrampoulidis2024.experiments import PLANAR_DATA, SUPPORTS
from ntpcheck_papers.thrampoulidis2024.figures.word_rows import (
    RANK,
    directional,
    followed,
    largest,
    on_sides,
    wider_is_longer,
)
from ntpcheck_papers.thrampoulidis2024.setting import DATASETS


def twins(data: Dataset) -> Evidence:
    """m = 2, |h_1| = |h_2| and S_1 = S_2.

    Lengths are compared entry by entry, up to the order and the signs of the entries for floats, so that
    rounding decides nothing; exact instances compare the squares.
    """
    xp, H, S = data.xp, data.embeddings, data.support
    if data.size("m") != 2:
        return decided(xp.any(S != S, (-2, -1)), H)
    if isinstance(H, torch.Tensor):
        entries = H.abs().sort(-1).values
        equal = (entries[..., 0, :] == entries[..., 1, :]).all(-1)
    else:
        squares = xp.sum(H * H, -1)
        equal = squares[..., 0] == squares[..., 1]
    return decided(equal & xp.all(S[..., 0, :] == S[..., 1, :], -1), H)


Patterns = tuple[tuple[str, str], ...]  # (word, the contexts it follows), as in ("3", "A")
CONTEXTS, WORDS = "ABC", 5


@cache
def _tables() -> np.ndarray:
    """`[2^15, 3, 5]` bool: every table of three contexts and five words."""
    return np.array(list(product((False, True), repeat=len(CONTEXTS) * WORDS))).reshape(-1, 3, WORDS)


@cache
def fewest_misses(patterns: Patterns) -> int:
    """The least number of unmet statements over all tables.

    The statements: three words follow each context; word 3 follows A alone; every other word follows two
    contexts; and for each (word, contexts) in `patterns`, the word follows these and no others.
    """
    tables = _tables()
    unmet = (tables.sum(-1) != 3).sum(-1) + (np.delete(tables.sum(-2), 2, -1) != 2).sum(-1)
    for word, contexts in (("3", "A"), *patterns):
        wanted = np.array([context in contexts for context in CONTEXTS])
        unmet = unmet + (tables[:, :, int(word) - 1] != wanted).any(-1)
    return int(unmet.min())


def agree(data: Dataset, *patterns: tuple[str, str]) -> Evidence:
    """Some table meets all statements. Slack: minus the least number of unmet ones; data play no part."""
    zero = 0 * data.sized("m")
    slack = zero - fewest_misses(patterns)
    return Evidence(slack, 0 * zero, 1 + zero)


def as_in_figure_1(data: Dataset) -> Evidence:
    """m = 3, d = 2, V = 5 and the supports of Figure 1. Slack: how far sizes, or else counts, are off."""
    xp, wanted = data.xp, (len(SUPPORTS), 2, len(SUPPORTS[0]))
    slack = 0 * data.sized("m")
    for axis, size in zip("mdV", wanted, strict=True):
        slack = slack - xp.abs(data.sized(axis) - size)
    if (data.size("m"), data.size("V")) == (wanted[0], wanted[2]):
        counts, table = data.number("counts"), np.array(SUPPORTS, dtype=bool)
        inside = torch.as_tensor(table, device=counts.device) if xp is FLOAT else table
        slack = xp.minimum(slack, xp.min(xp.min(xp.where(inside, counts - 1, 0 - counts), -1), -1))
    return Evidence(slack, 0 * slack, 1 + xp.abs(slack))


AS_IN_FIGURE_1 = Assumption("as-in-figure-1", as_in_figure_1)
TWINS = Assumption("twin-contexts", twins, twin_contexts)


def only_one(data: Dataset) -> Any:
    """`[..., m, V]` bool: every context, for the words that follow exactly one of several."""
    return (followed(data) == 1)[..., None, :] & (data.support | ~data.support) & (data.size("m") > 1)


@claim("linear/figures/separating-row", domain=PLANAR_DATA)
def separating_row(data: Dataset, effort: Effort) -> Evidence:
    """w_v: row v of W^mm. Checked as <w_v, h_A> > 0 > <w_v, h_j> for all j != A."""
    return on_sides(data, only_one(data))


def where_forced(data: Dataset) -> Any:
    """`[..., m, V]` bool: the word's own context, if it lacks a word; others, if they lack no other word."""
    lacking = (~data.support).sum(-1)[..., None]
    own, other = data.support & (lacking > 0), ~data.support & (lacking == 1)
    return (followed(data) == 1)[..., None, :] & (own | other)


@claim("linear/figures/separating-row/amended", domain=DATASETS)
def separating_row_amended(data: Dataset, effort: Effort) -> Evidence:
    """Changed: A is to lack some word, and each other context no word but v. The columns of W^mm sum to zero,
    so the logits of a context do: tied and largest in support, they are positive there unless nothing is
    lower.
    """
    return on_sides(data, where_forced(data))


def _of_faces(data: Dataset, top: torch.Tensor, pair: Any, det: torch.Tensor) -> torch.Tensor:
    """`[...]` what rounding does to gains of faces. top: `[..., m]` sizes of logits.

    det `[..., V, m, m]`: |h_i|^2 |h_j|^2 - <h_i, h_j>^2. Where contexts are close to parallel it is small,
    and a gain is a quotient of what is left of larger products; where it may be 0, nothing is known. A face
    left out, or let in, as a coefficient is 0 but for rounding, has a gain close to that of its ray.
    """
    g, terms = (data.embeddings * data.embeddings).sum(-1), ulps.dot(data.size("d"))
    whole = (g[..., :, None] * g[..., None, :])[..., None, :, :]
    wide = 2 * (top[..., :, None] ** 2 * g[..., None, :] + top[..., None, :] ** 2 * g[..., :, None])
    hidden = FLOAT.rounding(whole, 2 * terms + 2)
    share = wide[..., None, :, :] / torch.where(det > hidden, det, 1.0)
    off = FLOAT.rounding(share, 3 * terms + 12) * (1 + whole / torch.where(det > hidden, det, 1.0))
    return torch.where(pair, torch.where(det > hidden, off, torch.inf), 0.0).amax((-3, -2, -1))


@claim("linear/figures/cone", domain=PLANAR_DATA)
def cone(data: Dataset, effort: Effort) -> Evidence:
    """Slack: minus the squared distance from the cone."""
    # Row v of W^mm lies in cone{h_j : v in S_j}, for the marked words `[..., V]`, after one or two contexts.
    # Slack: minus the squared distance, |w|^2 - (the largest gain <w, P w> of a face that w projects into).
    words = followed(data) == 2
    xp, found = data.xp, directional(data)
    H, scored = data.embeddings, scores(data, found.W).logits.swapaxes(-1, -2)
    G = H @ H.swapaxes(-1, -2)
    g = xp.sum(H * H, -1)
    inside = data.support.swapaxes(-1, -2)
    rays = xp.maximum(scored, 0 * scored)
    rays = rays * rays / xp.where(positive(g), g, 1)[..., None, :]
    gain = xp.max(xp.where(inside & positive(g)[..., None, :], rays, 0 * rays), -1)
    a = scored[..., :, None] * g[..., None, None, :] - scored[..., None, :] * G[..., None, :, :]
    b = scored[..., None, :] * g[..., None, :, None] - scored[..., :, None] * G[..., None, :, :]
    det = (g[..., :, None] * g[..., None, :] - G * G)[..., None, :, :]
    pair = inside[..., :, None] & inside[..., None, :] & ~same(data.size("m"), H)
    face = pair & positive(det) & ~positive(-a) & ~positive(-b)
    plane = (scored[..., :, None] * a + scored[..., None, :] * b) / xp.where(positive(det), det, 1)
    gain = xp.maximum(gain, xp.max(xp.max(xp.where(face, plane, 0 * plane), -1), -1))
    square = xp.sum(found.W * found.W, -1)
    slack = xp.min(xp.where(words, gain - square, 1 + 0 * gain), -1)
    size = 1 + xp.max(square, -1)
    error = xp.rounding(size, 4 * ulps.dot(data.size("d")) + 16) + 4 * size * found.error
    if xp is FLOAT:
        error = error + _of_faces(data, scores(data, found.W).size, pair & words[..., None, None], det)
    return Evidence(slack, error, size)


def _in_span(rows: Any, vector: Any) -> bool:
    """Whether the rational vector `[d]` is a combination of the rows `[r, d]`."""
    return exact.rank(np.vstack([rows, vector[None]])) == exact.rank(rows) if len(rows) else not any(vector)


@claim("linear/figures/cone/amended", domain=DATASETS)
def cone_amended(data: Dataset, effort: Effort) -> Evidence:
    """Changed: the span of the contexts that the word follows, less some nonnegative combination of those
    that it does not. Checked with the multipliers of W^mm.
    """
    # w_v + sum_{j: v not in S_j} alpha_jv h_j lies in span{h_j : v in S_j} for every v, with alpha >= 0.
    # alpha: the multipliers of W^mm.
    xp, found = data.xp, max_margin(data)
    rest = found.W + found.alpha.swapaxes(-1, -2) @ data.embeddings
    if xp is not FLOAT:
        inside = all(_in_span(data.embeddings[data.support[:, v]], rest[v]) for v in range(data.size("V")))
        return decided(inside and bool(np.all(found.alpha >= 0)), data.embeddings)
    own = torch.where(data.support.mT[..., None], data.embeddings[..., None, :, :], 0.0)  # [..., V, m, d]
    kept = (rest[..., None, :] @ decompositions.pinv(own) @ own)[..., 0, :]
    size = largest(data, found.W) + largest(data, found.alpha) * largest(data, data.embeddings)
    # The contexts' span turns by rounding over the least singular value that counts.
    values = decompositions.svdvals(own)
    least = torch.where(values > RANK * values[..., :1], values, values[..., :1]).amin(-1)
    turned = torch.where(least > 0, values[..., 0] / least, 1.0).amax(-1)
    rounded = xp.rounding(size * turned, 2 * ulps.spectrum(data.size("m"), data.size("d")))
    error = 4 * found.error + rounded + found.residual * size
    alpha = Evidence(found.alpha.amin((-2, -1)), 0 * size, 1 + size)
    return both(Evidence(-largest(data, rest - kept), error, size), alpha)


@claim("linear/figures/wider-cone", domain=PLANAR_DATA)
def wider_cone(data: Dataset, effort: Effort) -> Evidence:
    """Slack: (|w_v|^2 - |w_u|^2) (c_u - c_v), c = sign(cos) cos^2 of the angle between a word's two contexts,
    over the words v, u whose angles differ.
    """
    return wider_is_longer(data, *directional(data))


@claim("linear/figures/wider-cone/amended", domain=DATASETS)
def wider_cone_amended(data: Dataset, effort: Effort) -> Evidence:
    """The row grows with the angle between the contexts. Checked as V^2 |w_v|^2 |h_1 + h_2|^2 = 4 (V - S)^2.
    Changed: no other contexts, equal lengths |h|, and equal supports of S words.
    """
    # V^2 |w_v|^2 |h_1 + h_2|^2 = 4 (V - S)^2 for words of two contexts with equal supports of S words.
    xp, found = data.xp, directional(data)
    total, V = xp.sum(data.embeddings, -2), data.size("V")
    square = xp.sum(found.W * found.W, -1)
    wide = xp.sum(total * total, -1)
    left = V * V * square * wide[..., None]
    like = data.embeddings
    missing = xp.sum(xp.where(data.support, xp.asarray(0, like), xp.asarray(1, like)), -1)[..., :1]
    right = 4 * missing * missing
    inside = data.support[..., 0, :]
    slack = -xp.max(xp.where(inside, xp.abs(left - right), 0), -1)
    size = xp.max(xp.maximum(left, right + 0 * left), -1)
    norm = xp.sqrt(xp.max(square, -1))
    error = xp.rounding(size, 4 * ulps.dot(data.size("d")) + 16) + 4 * V * V * wide * found.error * (
        norm + found.error
    )
    return Evidence(slack, error, size)


def _five_words(generator: torch.Generator, batch: int) -> Dataset:
    sizes = pieces.shape(generator)
    return sampled_datasets(generator, batch, pieces.Shape(sizes.m, WORDS, sizes.d))


def _tiny_of_five_words() -> Iterator[Dataset]:
    """One context and one dimension: of the data only the number of words plays a part."""
    for embeddings, counts, _ in scopes.canonical(pieces.Shape(1, WORDS, 1), decoders=0):
        yield Dataset(embeddings, counts)


@strategies.built_once
def _one_of_five_words(draw: strategies.Draw) -> Dataset:
    m, d = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    return Dataset(draw(strategies.embeddings(m=m, d=d)), draw(strategies.counts(m=m, V=WORDS)))


FIVE_WORDS = Domain("data of five words", _one_of_five_words, _five_words, _tiny_of_five_words)


@claim("linear/figures/captions-agree", domain=FIVE_WORDS)
def captions_agree(data: Dataset, effort: Effort) -> Evidence:
    """Figure 1: |S_j| = 3, word 3 follows A only, the rest two contexts each. Figure 2, "same setup": words 1
    and 5 follow the same contexts A and B. Decided over all 2^15 tables. Slack: minus the least number of
    these statements that a table misses; the data at hand play no part.
    """
    return agree(data, ("1", "AB"), ("5", "AB"))


@claim("linear/figures/captions-agree/amended", domain=FIVE_WORDS)
def captions_agree_amended(data: Dataset, effort: Effort) -> Evidence:
    """Changed: B and C in the place of A and B. By counting, one word follows A and B, one A and C, two B and
    C.
    """
    return agree(data, ("1", "BC"), ("5", "BC"))
