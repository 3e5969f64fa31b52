"""Definition 3 and Lemma 7: the cyclic correction, the shortest minimiser of the cyclic risk."""

from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attending, Attention
from ntpcheck_papers.li2024.section_4 import path_given as given
from ntpcheck_papers.li2024.setting import CYCLIC_PAIRS, GRAPHS
from ntpcheck_papers.li2024.shared.cyclic_correction import minimiser_exists, minimiser_unique, removed_tokens

SOLE_MINIMISER = Assumption("sole-minimiser", given.sole_minimiser)
NO_LOWER_FAR_AWAY = Assumption("no-lower-far-away", given.no_lower_far_away)


@claim("attention/definition-3/exists", domain=CYCLIC_PAIRS)
def exists(data: Attending, effort: Effort) -> Evidence:
    """Checked as stated."""
    return minimiser_exists(data)


@claim("attention/definition-3/exists/amended", domain=CYCLIC_PAIRS)
def exists_amended(data: Attending, effort: Effort) -> Evidence:
    """Checked with the log-loss, and where S_cyc is {0} or a line on which the risk falls and then rises."""
    return minimiser_exists(data)


@claim("attention/definition-3/unique", domain=CYCLIC_PAIRS)
def unique(data: Attending, effort: Effort) -> Evidence:
    """Checked as stated."""
    return minimiser_unique(data)


@claim("attention/definition-3/unique/amended", domain=CYCLIC_PAIRS)
def unique_amended(data: Attending, effort: Effort) -> Evidence:
    """Checked like the existence."""
    return minimiser_unique(data)


@claim("attention/lemma-7/unique-finite", domain=CYCLIC_PAIRS)
def unique_finite(data: Attending, effort: Effort) -> Evidence:
    """Checked as stated."""
    return minimiser_unique(data)


@claim("attention/lemma-7/proof/removed-tokens", domain=GRAPHS)
def removed(data: Attention, effort: Effort) -> Evidence:
    """Checked for the samples of the cyclic subset, where removed are the tokens below the label."""
    return removed_tokens(data)


@claim("attention/lemma-7/proof/removed-tokens/amended", domain=GRAPHS)
def removed_amended(data: Attention, effort: Effort) -> Evidence:
    """Checked as stated."""
    return removed_tokens(data, singletons=False)
