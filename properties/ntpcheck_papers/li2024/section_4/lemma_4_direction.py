"""Lemma 4: off S_cyc, the part in S_cyc fixed, the regularisation path tends to the direction of W^mm."""

from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.domains.attention_paths import ATTENDING_PATHS
from ntpcheck.domains.imposed import attention_path as imposed
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attending
from ntpcheck_papers.li2024.section_4 import path as attention_path
from ntpcheck_papers.li2024.section_4 import path_given
from ntpcheck_papers.li2024.setting import FEASIBLE, IDENTITY_HEAD, LOSS, NONZERO_SVM, REALIZABLE
from ntpcheck_papers.li2024.shared.svm import svm_direction

STEEP_SHARES = Assumption("steep-at-shares", path_given.steep_at_inner_scores, imposed.steep_at_shares)
SETTING = (REALIZABLE, IDENTITY_HEAD, *LOSS, FEASIBLE, NONZERO_SVM)


@claim("attention/lemma-4/direction", domain=ATTENDING_PATHS)
def direction(data: Attending, effort: Effort) -> Evidence:
    """W_par = P_S W for the W drawn. Checked on W_R itself up to R = 10^6 ||W^mm|| and beyond, like Theorem
    1. Where l' vanishes at gamma_i^max of some samples and not of others, these ask for a third of the
    margin.
    """
    return attention_path.path_direction_at(data, svm_direction, effort)


@claim("attention/lemma-4/direction/amended", domain=ATTENDING_PATHS)
def direction_amended(data: Attending, effort: Effort) -> Evidence:
    """Added: that, which the proof's constant c_dn > 0 has in a stronger form."""
    return attention_path.path_direction_at(data, svm_direction, effort)
