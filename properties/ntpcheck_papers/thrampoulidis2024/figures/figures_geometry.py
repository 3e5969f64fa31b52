"""Figures 1 and 2: what the captions read off the rows of W^mm, as rules, and whether they agree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import torch
from hypothesis import strategies as st

from ntpcheck.arithmetic import FLOAT
from ntpcheck.claim import Assumption, Domain, Effort, claim
from ntpcheck.domains import pieces, scopes, strategies
from ntpcheck.domains.datasets import sampled_datasets
from ntpcheck.domains.imposed.supports import twin_contexts
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Dataset
from ntpcheck_papers.thrampoulidis2024.experiments import PLANAR_DATA, SUPPORTS
from ntpcheck_papers.thrampoulidis2024.figures.captions import WORDS, agree
from ntpcheck_papers.thrampoulidis2024.figures.twins import twins
from ntpcheck_papers.thrampoulidis2024.figures.word_rows import (
    directional,
    distance_to_cones,
    followed,
    half_angle,
    off_the_others,
    on_sides,
    wider_is_longer,
)
from ntpcheck_papers.thrampoulidis2024.setting import DATASETS


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


@claim("linear/figures/cone", domain=PLANAR_DATA)
def cone(data: Dataset, effort: Effort) -> Evidence:
    """Slack: minus the squared distance from the cone."""
    return distance_to_cones(data, followed(data) == 2)


@claim("linear/figures/cone/amended", domain=DATASETS)
def cone_amended(data: Dataset, effort: Effort) -> Evidence:
    """Changed: the span of the contexts that the word follows, less some nonnegative combination of those
    that it does not. Checked with the multipliers of W^mm.
    """
    return off_the_others(data)


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
    return half_angle(data)


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
