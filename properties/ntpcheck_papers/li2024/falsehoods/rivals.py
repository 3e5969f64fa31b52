"""Wrong limits of the regularisation path, near the right one: matrices `[..., d, d]` of a dataset."""

from __future__ import annotations

from ntpcheck.arithmetic import FLOAT, Array, exact_array
from ntpcheck.instances.attention import Attending, Attention
from ntpcheck.reference.cyclic import project
from ntpcheck.reference.graph_svm import acyc_svm, graph_svm
from ntpcheck.reference.pair_correction import known_correction


def opposite(data: Attention) -> Array:
    """-W^mm."""
    return -graph_svm(data).W


def transposed(data: Attention) -> Array:
    """The transpose of W^mm."""
    return graph_svm(data).W.swapaxes(-1, -2)


def tilted(data: Attention) -> Array:
    """W^mm + W^mm^T / 64."""
    W = graph_svm(data).W
    return W + W.swapaxes(-1, -2) / 64


def without_ties(data: Attention) -> Array:
    """The solution of (Acyc-SVM), which does not tie components."""
    return acyc_svm(data).W


def with_inner_part(data: Attending) -> Array:
    """W^mm + P_S W, the part in S_cyc as if it grew too."""
    return graph_svm(data).W + project(data, data.W)


def without_first(data: Attention) -> Array:
    """W^mm of the data whose first sample holds its label alone."""
    if data.xp is not FLOAT:
        return exact_array(without_first(data.floats()))
    counts, last = data.counts.clone(), data.last.clone()
    counts[..., 0, :] = data.is_label[..., 0, :]
    last[..., 0] = data.labels[..., 0]
    return graph_svm(data.replace(counts=counts, last=last)).W


def with_correction(data: Attention) -> Array:
    """W^mm + W^cyc."""
    return graph_svm(data).W + known_correction(data)


def scaled_correction(data: Attention, *, parts: int = 65) -> Array:
    """W^cyc times parts / 64."""
    return known_correction(data) * parts / 64


def nothing(data: Attention) -> Array:
    """0."""
    return 0 * graph_svm(data).W


def turned_correction(data: Attention) -> Array:
    """The transpose of W^cyc."""
    return known_correction(data).swapaxes(-1, -2)


def beside_correction(data: Attention) -> Array:
    """W^cyc + W^mm^T / 64."""
    return known_correction(data) + transposed(data) / 64


def margin_added(data: Attention) -> Array:
    """W^cyc + W^mm / 64."""
    return known_correction(data) + graph_svm(data).W / 64
