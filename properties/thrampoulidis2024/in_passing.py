"""What the text says in passing: in its introduction, in a footnote, when it counts, and before a theorem."""

from __future__ import annotations

from typing import Any

from ntpcheck.checks.compare import at_most
from ntpcheck.checks.direction import margin_direction
from ntpcheck.checks.gap import gap_within, never_reached
from ntpcheck.checks.merging import unchanged_by_merging
from ntpcheck.checks.one_hot import positive_elsewhere
from ntpcheck.checks.path_limit import path_direction
from ntpcheck.checks.program import pair_counts
from ntpcheck.checks.word_rows import followed, on_sides
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Dataset, Decoding
from thrampoulidis2024.lemma_1_overparameterization import directions
from thrampoulidis2024.setting import (
    COMPATIBLE,
    DATASETS,
    DECODINGS,
    FULL_RANK,
    OVERPARAMETERIZED,
    PATHS,
    SEPARABLE,
    SOME_TOKEN_OUT,
)

STANDING = (SOME_TOKEN_OUT, SEPARABLE, COMPATIBLE)
WIDE = (SOME_TOKEN_OUT, OVERPARAMETERIZED, FULL_RANK)


@claim("linear/section-1/many-minimizers", cite="Abstract, Section 1", domain=DATASETS, assumes=WIDE)
def many_minimizers(data: Dataset, effort: Effort) -> Evidence:
    """Overparameterized, CE reaches its lower bound H, and has many minimizers.

    With a token out of support no decoder reaches H, which is the infimum: every softmax is positive there.
    Reading: hedge. "The empirical-loss reaches its lower bound and there is many possible minimizers",
    "may have an infinite number of solutions" are taken literally, of finite decoders.
    """
    return positive_elsewhere(data)


@claim("linear/section-1/many-minimizers/amended", cite="Abstract, Section 1", domain=DATASETS, assumes=WIDE)
def many_directions(data: Dataset, effort: Effort) -> Evidence:
    """Overparameterized, CE tends to its lower bound H along infinitely many directions.

    The change: along directions, not at decoders. Checked by two linearly independent solutions of (6), as
    linear/section-3.1/infinitely-many-directions.
    """
    return directions(data)


@claim("linear/section-1/ridge-direction", cite="Section 1.1", domain=PATHS, assumes=STANDING)
def ridge_direction(data: Dataset, effort: Effort) -> Evidence:
    """cos(W_lambda, W^mm) tends to 1 as lambda tends to 0, W_lambda the minimiser of CE + lambda ||W||^2.

    Checked like Theorem 1's statement: the points of that path are solved for as zeros of grad CE(W) + mu W,
    mu = e^-r / r, and so each is the W_lambda of lambda = mu / 2, and the W_B of B = ||W_lambda||.
    """
    return path_direction(data, margin_direction, effort)


@claim(
    "linear/footnote-4/contexts-by-embeddings@arxiv-v1",
    cite="arXiv v1, footnote 4",
    domain=DECODINGS,
    assumes=(SOME_TOKEN_OUT,),
)
def contexts_by_embeddings(data: Decoding, effort: Effort) -> Evidence:
    """Telling contexts apart by their embeddings instead of their tokens leaves CE(W) and H as they are.

    Different contexts may have one embedding, and different next tokens. Merged, they have a larger entropy.
    Reading: "equivalently" is about what the section defines from the distinct contexts, CE and H.
    """
    return unchanged_by_merging(data)


@claim(
    "linear/footnote-4/contexts-by-embeddings@arxiv-v1/amended",
    cite="arXiv v1, footnote 4",
    domain=DECODINGS,
    assumes=(SOME_TOKEN_OUT,),
)
def contexts_by_embeddings_amended(data: Decoding, effort: Effort) -> Evidence:
    """Telling contexts apart by their embeddings leaves CE(W) as it is, and H as it is or higher.

    The change: or higher. It is higher iff contexts of one embedding have different p_j.
    """
    return unchanged_by_merging(data, raised=True)


@claim("linear/definition-1/pair-count", cite="Definition 1", domain=DATASETS)
def pair_count(data: Dataset, effort: Effort) -> Evidence:
    """(4) has (S_j choose 2) constraints for each context.

    Reading: z, z' and z', z give one constraint.
    """
    return pair_counts(data)


@claim("linear/definition-2/point-count@arxiv-v1", cite="arXiv v1, after (10b)", domain=DATASETS)
def point_count(data: Dataset, effort: Effort) -> Evidence:
    """(6b) maps h_j to S_j (V - S_j) points (e_z - e_v) h_j^T, z in S_j and v not in S_j.

    Reading: counted as pairs; for h_j = 0 the points are one.
    """
    return pair_counts(data, inequalities=True)


def chances(data: Dataset, *, factor: int = 1, above: bool = False) -> Evidence:
    """p_jz >= pi_j p_jz >= factor/n in support; above: or (1 + pi_j) p_jz/2 in the place of the middle."""
    xp, p, pi = data.xp, data.p, data.pi[..., None]
    joint = p * (1 + pi) / 2 if above else p * pi
    low = xp.where(data.support, factor / data.n[..., None, None], 0 * p)
    terms = 16
    return both(at_most(joint, p, terms=terms, axes=2), at_most(low, joint, terms=terms, axes=2))


@claim("linear/theorem-1/proof/least-chance", cite="E.2.1, Case (i)", domain=DATASETS)
def least_chance(data: Dataset, effort: Effort) -> Evidence:
    """p_jz >= pi_j p_jz >= 1/n for every z in S_j."""
    return chances(data)


@claim("linear/section-5/bounded-away", cite="after Lemma 2", domain=DATASETS, assumes=STANDING)
def bounded_away(data: Dataset, effort: Effort) -> Evidence:
    """Some c > 0 has CE(W) >= H + c for all finite W.

    Checked as inf CE > H. Proposition 1, in view of which the text says this, has paths along which CE tends
    to H.
    Reading: hedge. A bound for all W at once, by one c for given data; CE(W) > H for each finite W is
    linear/proposition-1/above-entropy@neurips.
    """
    return never_reached(data)


@claim("linear/section-5/bounded-away/amended", cite="after Lemma 2", domain=DECODINGS, assumes=STANDING)
def bounded_away_amended(data: Decoding, effort: Effort) -> Evidence:
    """Some c > 0, by the data and B, has CE(W) >= H + c for all W with ||W|| <= B.

    Checked for c = pi_j log(1 + (V - S_j) / S_j e^(-M B)), M = sqrt(2) max ||h_j||, at every j and B = ||W||.
    The change: for all W of bounded norm.
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


@claim(
    "linear/figures/follower-row@arxiv-v1",
    cite="arXiv v1, Figure 1",
    domain=DATASETS,
    assumes=(SOME_TOKEN_OUT, SEPARABLE),
)
def follower_row(data: Dataset, effort: Effort) -> Evidence:
    """The hyperplane normal to w_v separates the contexts that v follows from those that it does not.

    w_v: row v of W^mm. Checked as <w_v, h_j> > 0 for v in S_j and < 0 for v not in S_j.
    Reading: hedge. "A and C are followed by token 2, unlike B; hence, w_2 separates B from A and C" is read
    as a rule for all separable data; the hyperplane through the origin, words that follow some contexts only.
    """
    return on_sides(data, some_follow(data))


@claim(
    "linear/figures/follower-row@arxiv-v1/amended",
    cite="arXiv v1, Figure 1",
    domain=DATASETS,
    assumes=(SOME_TOKEN_OUT, SEPARABLE),
)
def follower_row_amended(data: Dataset, effort: Effort) -> Evidence:
    """w_v has the contexts that v follows on its positive side and the others on its negative side.

    Changed: the former are to lack some word, and the latter no word but v. The columns of W^mm sum to zero,
    so the logits of a context do: tied and largest in support, they are positive there unless none is lower.
    """
    return on_sides(data, lacking(data))
