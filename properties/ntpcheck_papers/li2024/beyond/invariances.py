"""Beyond the paper: what attention, the risk and (Graph-SVM) do not depend on."""

from __future__ import annotations

from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attending, AttendingPair, Attention
from ntpcheck.reference.graph_svm import graph_svm
from ntpcheck_papers.li2024.beyond import invariance as checks
from ntpcheck_papers.li2024.setting import ATTENDING, ATTENDING_PAIRS, ATTENTION


@claim("attention/sharper/rotation", domain=ATTENDING)
def rotation(data: Attending, effort: Effort) -> Evidence:
    """Hence the same scores and the same risk, with the head C Q."""
    return checks.rotated(data, checks.turned(data, data.W))


@claim("attention/sharper/rotation-svm", domain=ATTENTION)
def rotation_svm(data: Attention, effort: Effort) -> Evidence:
    """Checked as stated."""
    return checks.rotated_svm(data, checks.turned(data, graph_svm(data).W))


@claim("attention/sharper/shift", domain=ATTENDING_PAIRS)
def shift(data: AttendingPair, effort: Effort) -> Evidence:
    """It adds w^T xbar_i to every logit of the i-th input. So L is constant along d directions at least."""
    return checks.shifted(data)


@claim("attention/sharper/copies", domain=ATTENDING)
def copies(data: Attending, effort: Effort) -> Evidence:
    """The graphs are the same too: they depend on which tokens there are. Checked for threefold inputs."""
    return checks.copied(data)
