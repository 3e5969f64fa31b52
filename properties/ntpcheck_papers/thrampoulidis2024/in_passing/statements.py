"""What the text says in passing: in its introduction, in a footnote, when it counts, and before a theorem.

Contexts told apart by their embeddings: what becomes of the loss and the entropy if equal ones are merged.

Merged contexts keep their places: each has the next-token frequencies p' of all contexts with its embedding,
and its own pi_j. Sums over merged contexts, whose pi is the sum of theirs, are sums over these.
"""

from typing import Any

from ntpcheck import ulps
from ntpcheck.arithmetic import Array
from ntpcheck.checks.compare import at_most, equal
from ntpcheck.checks.decoders import scores, surprisal
from ntpcheck.checks.direction import margin_direction
from ntpcheck.checks.gap import above_infimum, gap_within
from ntpcheck.checks.loss import loss, loss_terms
from ntpcheck.checks.path_limit import path_direction
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Dataset, Decoding
from ntpcheck.reference.entropy import entropy
from ntpcheck_papers.thrampoulidis2024.figures.word_rows import followed, on_sides
from ntpcheck_papers.thrampoulidis2024.section_3.lemma_1_overparameterization import directions
from ntpcheck_papers.thrampoulidis2024.section_3.one_hot import positive_elsewhere
from ntpcheck_papers.thrampoulidis2024.section_4.program import pair_counts
from ntpcheck_papers.thrampoulidis2024.setting import DATASETS, DECODINGS, PATHS


def merged(data: Dataset) -> Array:
    """`[..., m, V]` p', the next-token frequencies after any context with the same embedding."""
    xp, counts = data.xp, data.number("counts")
    H = data.embeddings
    alike = xp.all(H[..., :, None, :] == H[..., None, :, :], -1)
    total = xp.sum(xp.where(alike[..., None], counts[..., None, :, :], 0 * counts[..., None, :, :]), -2)
    return total / xp.sum(total, -1)[..., None]


def merged_entropy(data: Dataset, share: Array) -> Array:
    """`[...]` the entropy with the merged frequencies `[..., m, V]`, in nats."""
    xp = data.xp
    logs = xp.log(xp.where(data.support, share, 1))
    return xp.sum(data.pi * xp.sum(0 - data.p * logs, -1), -1)


def merged_loss(data: Decoding, share: Array) -> Array:
    """`[...]` (2) with the merged frequencies, in nats."""
    own = data.xp.sum(share * surprisal(scores(data, data.W).logits), -1)
    return data.xp.sum(data.pi * own, -1)


def unchanged_by_merging(data: Decoding, *, raised: bool = False) -> Evidence:
    """The merged loss and entropy are the loss and the entropy; raised: the entropy may also be higher.

    By Jensen's inequality merging raises the entropy unless the p_j that it merges agree.
    """
    terms, share = loss_terms(data, data.W), merged(data)
    same = equal(loss(data, data.W), merged_loss(data, share), terms=terms)
    sides = (entropy(data), merged_entropy(data, share))
    counted = ulps.cross_entropy(data.size("V"), data.size("m"))
    return both(same, (at_most if raised else equal)(*sides, terms=counted, scale=1 + sides[0] + sides[1]))


@claim("linear/section-1/many-minimizers", domain=DATASETS)
def many_minimizers(data: Dataset, effort: Effort) -> Evidence:
    """With a token out of support no decoder reaches H, which is the infimum: every softmax is positive
    there.
    """
    return positive_elsewhere(data)


@claim("linear/section-1/many-minimizers/amended", domain=DATASETS)
def many_directions(data: Dataset, effort: Effort) -> Evidence:
    """Checked by two linearly independent solutions of (6), as
    linear/section-3.1/infinitely-many-directions.
    """
    return directions(data)


@claim("linear/section-1/ridge-direction", domain=PATHS)
def ridge_direction(data: Dataset, effort: Effort) -> Evidence:
    """Checked like Theorem 1's statement: the points of that path are solved for as zeros of grad CE(W) + mu
    W, mu = e^-r / r, and so each is the W_lambda of lambda = mu / 2, and the W_B of B = ||W_lambda||.
    """
    return path_direction(data, margin_direction, effort)


@claim("linear/footnote-4/contexts-by-embeddings@arxiv-v1", domain=DECODINGS)
def contexts_by_embeddings(data: Decoding, effort: Effort) -> Evidence:
    """Different contexts may have one embedding, and different next tokens. Merged, they have a larger
    entropy.
    """
    return unchanged_by_merging(data)


@claim("linear/footnote-4/contexts-by-embeddings@arxiv-v1/amended", domain=DECODINGS)
def contexts_by_embeddings_amended(data: Decoding, effort: Effort) -> Evidence:
    """H is higher iff contexts of one embedding have different p_j."""
    return unchanged_by_merging(data, raised=True)


@claim("linear/definition-1/pair-count", domain=DATASETS)
def pair_count(data: Dataset, effort: Effort) -> Evidence:
    """Checked as stated."""
    return pair_counts(data)


@claim("linear/definition-2/point-count@arxiv-v1", domain=DATASETS)
def point_count(data: Dataset, effort: Effort) -> Evidence:
    """Checked as stated."""
    return pair_counts(data, inequalities=True)


@claim("linear/theorem-1/proof/least-chance", domain=DATASETS)
def least_chance(data: Dataset, effort: Effort) -> Evidence:
    """Checked as p_jz >= pi_j p_jz >= 1/n in support."""
    xp, p = data.xp, data.p
    joint = p * data.pi[..., None]
    low = xp.where(data.support, 1 / data.n[..., None, None], 0 * p)
    terms = ulps.steps(4)
    return both(at_most(joint, p, terms=terms, axes=2), at_most(low, joint, terms=terms, axes=2))


@claim("linear/section-5/bounded-away", domain=DATASETS)
def bounded_away(data: Dataset, effort: Effort) -> Evidence:
    """Checked as inf CE > H. Proposition 1, in view of which the text says this, has paths along which CE
    tends to H.
    """
    return above_infimum(data)


@claim("linear/section-5/bounded-away/amended", domain=DECODINGS)
def bounded_away_amended(data: Decoding, effort: Effort) -> Evidence:
    """Checked for c = pi_j log(1 + (V - S_j) / S_j e^(-M B)), M = sqrt(2) max ||h_j||, at every j and B =
    ||W||.
    """
    return gap_within(data)


def some_follow(data: Dataset) -> Any:
    """`[..., m, V]` bool: every context, for the words that follow some but not all of them."""
    words = (followed(data) > 0) & (followed(data) < data.size("m"))
    return words[..., None, :] & (data.support | ~data.support)


def lacking(data: Dataset) -> Any:
    """`[..., m, V]` bool: contexts that lack a word and have this one, or that lack this word only."""
    missing = (~data.support).sum(-1)[..., None]
    return (data.support & (missing > 0)) | (~data.support & (missing == 1))


@claim("linear/figures/follower-row@arxiv-v1", domain=DATASETS)
def follower_row(data: Dataset, effort: Effort) -> Evidence:
    """w_v: row v of W^mm. Checked as <w_v, h_j> > 0 for v in S_j and < 0 for v not in S_j."""
    return on_sides(data, some_follow(data))


@claim("linear/figures/follower-row@arxiv-v1/amended", domain=DATASETS)
def follower_row_amended(data: Dataset, effort: Effort) -> Evidence:
    """Changed: the former are to lack some word, and the latter no word but v. The columns of W^mm sum to
    zero, so the logits of a context do: tied and largest in support, they are positive there unless none is
    lower.
    """
    return on_sides(data, lacking(data))
