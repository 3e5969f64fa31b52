"""Beyond the paper: what attention, the risk and (Graph-SVM) do not depend on."""

from __future__ import annotations

from li2024.setting import ATTENDING, ATTENDING_PAIRS, ATTENTION, IDENTITY_HEAD
from ntpcheck.checks import attention_invariance as checks
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attending, AttendingPair, Attention


@claim("attention/sharper/rotation", cite="ours, beside (1)", domain=ATTENDING)
def rotation(data: Attending, effort: Effort) -> Evidence:
    """For orthogonal Q, the embeddings E Q with the weights Q^T W Q give every input the same attention.

    Hence the same scores and the same risk, with the head C Q.
    """
    return checks.rotated(data)


@claim("attention/sharper/rotation-svm", cite="ours, beside (Graph-SVM)", domain=ATTENTION)
def rotation_svm(data: Attention, effort: Effort) -> Evidence:
    """For orthogonal Q, (Graph-SVM) of E Q is feasible exactly if that of E is, and solved by Q^T W^mm Q."""
    return checks.rotated_svm(data)


@claim("attention/sharper/shift", cite="ours, beside (1)", domain=ATTENDING_PAIRS, assumes=(IDENTITY_HEAD,))
def shift(data: AttendingPair, effort: Effort) -> Evidence:
    """If C E^T = I, attention at W + (sum_y c_y) w^T is attention at W, for any w.

    It adds w^T xbar_i to every logit of the i-th input. So L is constant along d directions at least.
    """
    return checks.shifted(data)


@claim("attention/sharper/copies", cite="ours, beside (1)", domain=ATTENDING)
def copies(data: Attending, effort: Effort) -> Evidence:
    """If every token of every input is repeated equally often, each keeps its part of the attention.

    The graphs are the same too: they depend on which tokens there are. Checked for threefold inputs.
    """
    return checks.copied(data)
