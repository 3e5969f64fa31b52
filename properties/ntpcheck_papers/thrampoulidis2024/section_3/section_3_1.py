"""Section 3.1: the role of overparameterization, up to Lemma 1."""

from typing import Any

import numpy as np
import torch

from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.checks.compare import below
from ntpcheck.checks.existence import attainable, by_row, cases, denied
from ntpcheck.checks.feasible import compatible, separable
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.entropy import log_p
from ntpcheck_papers.thrampoulidis2024.section_3.contexts import independent_contexts, inseparable_assignment
from ntpcheck_papers.thrampoulidis2024.section_3.systems import Residual, residual
from ntpcheck_papers.thrampoulidis2024.setting import DATASETS


def pseudo_inverse_targets(data: Dataset) -> Array:
    """`[..., m, V]` E_j^+ a_j, in nats.

    E_j x = a_j asks for x_z - x_z' = log(p_jz / p_jz') on S_j. The least-norm solution is log p_jz minus
    its mean over S_j there, and zero elsewhere, whatever the anchor.
    """
    mean = data.xp.sum(log_p(data), -1) / data.xp.asarray(data.support.sum(-1), data.embeddings)
    return data.xp.where(data.support, log_p(data) - mean[..., None], 0)


def free_components(data: Dataset) -> Residual:
    """How far W h_j = E_j^+ a_j + n_j, E_j n_j = 0, is from solvable in W and the n_j.

    E_j n = 0 says that n is constant on S_j and anything elsewhere, so the equations out of support fall
    away and each context gets one unknown t_j: w_z . h_j - t_j = (E_j^+ a_j)_z for z in S_j.
    """
    m, V, d = data.size("m"), data.size("V"), data.size("d")
    H, support = data.embeddings, data.support
    rows = _block(H, m, V, d)
    shift = _spread(support, m, V, H)
    columns = (torch.cat if data.xp is FLOAT else np.concatenate)((rows, -shift), -1)
    mask = support.reshape((*data.batch, m * V))[..., None]
    targets = pseudo_inverse_targets(data).reshape((*data.batch, m * V))[..., None]
    return residual(data.xp.where(mask, columns, 0), data.xp.where(mask, targets, 0))


def _block(H: Array, m: int, V: int, d: int) -> Array:
    """`[..., m V, V d]` row (j, v) reads w_v . h_j off the entries of W."""
    eye = _eye(V, H)
    rows = eye[:, :, None] * H[..., :, None, None, :]
    return rows.reshape((*H.shape[:-2], m * V, V * d))


def _spread(support: Any, m: int, V: int, H: Array) -> Array:
    """`[..., m V, m]` row (j, v) reads t_j where v is in S_j."""
    ones = support[..., None] * _eye(m, H)[:, None, :]
    return ones.reshape((*H.shape[:-2], m * V, m))


def _eye(size: int, like: Array) -> Array:
    if isinstance(like, torch.Tensor):
        return torch.eye(size, dtype=like.dtype, device=like.device)
    return np.eye(size, dtype=int).astype(object)


def solvable_iff_compatible(data: Dataset, system: Residual) -> Evidence:
    """The system is solvable where the data are compatible, and not where they are not."""
    solved, unsolved = 0 * system.value - system.value, system.value
    return cases(
        compatible(data),
        lambda: Evidence(solved, system.error, system.scale),
        lambda: Evidence(unsolved, system.error, system.scale, strict=True),
    )


@claim("linear/section-3.1/equivalent-system", domain=DATASETS)
def equivalent_system(data: Dataset, effort: Effort) -> Evidence:
    """Compatibility is decided by Definition 1; solvability by the left kernel of the contexts: every c with
    sum c_j h_j = 0 must give sum c_j E_j^+ a_j = 0. Slack: minus the largest entry of that sum.
    """
    return solvable_iff_compatible(data, residual(data.embeddings, pseudo_inverse_targets(data)))


@claim("linear/section-3.1/equivalent-system/amended", domain=DATASETS)
def equivalent_system_amended(data: Dataset, effort: Effort) -> Evidence:
    """Checked against the left kernel of the enlarged system, whose unknowns are W and the n_j."""
    return solvable_iff_compatible(data, free_components(data))


@claim("linear/section-3.1/solvable-when-overparameterized", domain=DATASETS)
def solvable_when_overparameterized(data: Dataset, effort: Effort) -> Evidence:
    """Slack: minus the largest entry of sum c_j E_j^+ a_j over the left kernel of the contexts."""
    left = residual(data.embeddings, pseudo_inverse_targets(data))
    zero = 0 * left.value
    return Evidence(zero - left.value, left.error, left.scale)


@claim("linear/section-3.1/necessary", domain=DATASETS)
def necessary(data: Dataset, effort: Effort) -> Evidence:
    """Slack: d - m, on data that are compatible and separable."""
    return below(data.sized("m"), data.sized("d"), terms=0)


@claim("linear/section-3.1/necessary/amended", domain=DATASETS)
def necessary_amended(data: Dataset, effort: Effort) -> Evidence:
    """For independent contexts the assignment at hand must be compatible and separable; for dependent ones an
    assignment is exhibited, with some token out of support, that no decoder separates.
    """
    return by_row(
        independent_contexts(data),
        lambda: attainable(data),
        lambda: denied(separable(inseparable_assignment(data))),
    )
