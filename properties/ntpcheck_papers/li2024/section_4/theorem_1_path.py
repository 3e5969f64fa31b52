"""Theorem 1: on acyclic data the regularisation path tends to the direction of W^mm."""

from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.domains.attention_paths import ORDERED_PATHS
from ntpcheck.domains.imposed import attention_path as imposed
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attention
from ntpcheck_papers.li2024.section_4 import path as attention_path
from ntpcheck_papers.li2024.section_4 import path_given
from ntpcheck_papers.li2024.setting import ACYCLIC, FEASIBLE, HEAD_SELECTS, LOSS, REALIZABLE
from ntpcheck_papers.li2024.shared.svm import svm_direction

STEEP_LABELS = Assumption("steep-at-labels", path_given.steep_at_labels, imposed.steep_at_labels)
GIVEN = (REALIZABLE, ACYCLIC, HEAD_SELECTS, *LOSS, FEASIBLE)


@claim("attention/theorem-1/direction", domain=ORDERED_PATHS)
def direction(data: Attention, effort: Effort) -> Evidence:
    """Checked on W_R itself up to R = 10^6 ||W^mm|| and beyond, against 1 - cos = ||D||^2 / (2 R^2) (1 +
    O(1/R)) with D predicted from the data. Assumption 1 lets l' vanish at the label's score of some samples
    and not of others; those samples then ask for a third of the margin, and the path turns elsewhere. It is
    undefined where W^mm = 0, which no hypothesis excludes.
    """
    return attention_path.path_direction(data, svm_direction, effort)


@claim("attention/theorem-1/direction/amended", domain=ORDERED_PATHS)
def direction_amended(data: Attention, effort: Effort) -> Evidence:
    """Added: W^mm is not 0, which Theorem 2 assumes too; and l' is not 0 at the score of any label, of which
    the proof's constant c_dn > 0 is a stronger form.
    """
    return attention_path.path_direction(data, svm_direction, effort)
