"""Lemma 2: along gradient descent the loss tends to the entropy and the norm to infinity."""

from __future__ import annotations

from ntpcheck.checks.limit import loss_limit, norm_limit
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Run
from thrampoulidis2024.setting import COMPATIBLE, RUNS, SEPARABLE, SMALL_STEP, SOME_TOKEN_OUT

SHORT = (SEPARABLE, COMPATIBLE, SMALL_STEP)
STANDING = (SOME_TOKEN_OUT, *SHORT)


@claim("linear/lemma-2/loss", cite="Lemma 2", domain=RUNS, assumes=STANDING)
def loss(run: Run, effort: Effort) -> Evidence:
    """CE(W_k) tends to H.

    Checked against CE(W_k) - H <= CE(U) - H + ||W_0 - U||^2 / (2 eta k), U = W* + log k W^mm, at every
    recorded step; the right side tends to 0.
    Reading: "small enough to guarantee descent" is the appendix's eta <= 1/(2L), with the sharpest L.
    """
    return loss_limit(run, effort)


@claim("linear/lemma-2/norm", cite="Lemma 2", domain=RUNS, assumes=STANDING)
def norm(run: Run, effort: Effort) -> Evidence:
    """||W_k|| tends to infinity.

    Checked against the norm that the bound on the loss forces, which grows like log k.
    Reading: that version assumes throughout that some token is out of support; eta as for `lemma-2/loss`.
    """
    return norm_limit(run, effort)


@claim("linear/lemma-2/norm@short", cite="Sec. 4, before Theorem 4.1", domain=RUNS, assumes=SHORT)
def norm_short(run: Run, effort: Effort) -> Evidence:
    """||W_k|| tends to infinity.

    Checked against the norm that the bound on the loss forces; where every token is in every support the
    infimum is attained, and the norm stays bounded.
    Reading: "Crucially, the probability vectors p_j are sparse, i.e., the support set S_j of p_j satisfies
    |S_j| << |V| = V", in the short version's introduction, sets no bound; nothing else there rules out full
    supports.
    """
    return norm_limit(run, effort)


@claim("linear/lemma-2/norm@short/amended", cite="Sec. 4, before Theorem 4.1", domain=RUNS, assumes=STANDING)
def norm_short_amended(run: Run, effort: Effort) -> Evidence:
    """||W_k|| tends to infinity if some token is out of some support.

    The change: some S_j < V, which the other versions assume. It is the least: with full supports W_k
    converges.
    """
    return norm_limit(run, effort)
