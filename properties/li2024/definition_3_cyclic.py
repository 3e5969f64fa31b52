"""Definition 3 and Lemma 7: the cyclic correction, the shortest minimiser of the cyclic risk."""

from __future__ import annotations

from li2024.setting import (
    CYCLIC_PAIRS,
    FEASIBLE,
    GRAPHS,
    IDENTITY_HEAD,
    LOG_LOSS,
    LOSS,
    NONZERO_SVM,
    REALIZABLE,
)
from ntpcheck.checks.cyclic_correction import minimiser_exists, minimiser_unique, removed_tokens
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attending, Attention

THEOREM_2 = (REALIZABLE, IDENTITY_HEAD, *LOSS, FEASIBLE, NONZERO_SVM)
LOGARITHM = (REALIZABLE, IDENTITY_HEAD, LOG_LOSS)
THEOREM_3 = (*LOGARITHM, FEASIBLE, NONZERO_SVM)


@claim("attention/definition-3/exists", cite="Definition 3", domain=CYCLIC_PAIRS, assumes=THEOREM_2)
def exists(data: Attending, effort: Effort) -> Evidence:
    """The risk over the cyclic subset has a minimiser, so that there is a W^cyc.

    Reading: under the hypotheses of Theorem 2, which takes up the definition and supposes |W^cyc| finite, not
    that there is one. xbar is the last token of the whole input, also where Definition 1 removes it.
    """
    return minimiser_exists(data)


@claim("attention/definition-3/exists/amended", cite="Definition 3", domain=CYCLIC_PAIRS, assumes=LOGARITHM)
def exists_amended(data: Attending, effort: Effort) -> Evidence:
    """With the log-loss, the risk over the cyclic subset has a minimiser.

    Changed: the log-loss of Section 5 in place of Assumption 1.
    """
    return minimiser_exists(data)


@claim("attention/definition-3/unique", cite="Definition 3", domain=CYCLIC_PAIRS, assumes=THEOREM_2)
def unique(data: Attending, effort: Effort) -> Evidence:
    """The minimiser of least norm of the risk over the cyclic subset is unique.

    Reading: where there is a minimiser; under the hypotheses of Theorem 2.
    """
    return minimiser_unique(data)


@claim("attention/definition-3/unique/amended", cite="Definition 3", domain=CYCLIC_PAIRS, assumes=LOGARITHM)
def unique_amended(data: Attending, effort: Effort) -> Evidence:
    """With the log-loss, the minimiser of least norm of the risk over the cyclic subset is unique.

    Changed: the log-loss of Section 5 in place of Assumption 1.
    """
    return minimiser_unique(data)


@claim("attention/lemma-7/unique-finite", cite="Lemma 7", domain=CYCLIC_PAIRS, assumes=THEOREM_3)
def unique_finite(data: Attending, effort: Effort) -> Evidence:
    """In the setting of Theorem 3, W^cyc is unique and finite."""
    return minimiser_unique(data)


@claim("attention/lemma-7/proof/removed-tokens", cite="proof of Lemma 7", domain=GRAPHS, assumes=THEOREM_3)
def removed(data: Attention, effort: Effort) -> Evidence:
    """X-bar_i, i in I, is X_i without the tokens that are associated with singleton SCCs.

    Checked for the samples of the cyclic subset, where removed are the tokens below the label.
    Reading: these and no others, as Tbar_i = |R_i| needs it; that at least these are removed is true.
    """
    return removed_tokens(data)


@claim("attention/lemma-7/proof/removed-tokens/amended", cite="proof of Lemma 7", domain=GRAPHS)
def removed_amended(data: Attention, effort: Effort) -> Evidence:
    """X-bar_i, i in I, is X_i without the tokens outside the SCC of its label.

    Changed: tokens of other components of several tokens are removed as well.
    """
    return removed_tokens(data, singletons=False)
