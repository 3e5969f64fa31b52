"""Wrong limits of paths and of training, near the right one: matrices `[..., d, d]` of a dataset."""

from ntpcheck.arithmetic import FLOAT, Array, exact_array
from ntpcheck.instances.attention import Attending, Attention
from ntpcheck.reference.cyclic import project
from ntpcheck.reference.graph_svm import acyc_svm, graph_svm
from ntpcheck.reference.pair_correction import known_correction
from ntpcheck_papers.li2024.shared.limit import cyclic_correction


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


def without_first_row(data: Attention) -> Array:
    """W^mm of the data without their first sample, if there is another; else 0."""
    rest = list(range(1, data.size("n")))
    short = Attention(**{name: getattr(data, name) for name in Attention.AXES})
    return graph_svm(short.permute("n", rest)).W if rest else 0 * graph_svm(data).W


def with_correction(data: Attention) -> Array:
    """W^mm + W^cyc, where that is known."""
    return graph_svm(data).W + known_correction(data)


def with_fitted_correction(data: Attention) -> Array:
    """W^mm + W^cyc of the log-loss, off by an angle wherever W^cyc is not 0."""
    return graph_svm(data).W + cyclic_correction(data)


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
