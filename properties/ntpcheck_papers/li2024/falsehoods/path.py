"""False neighbours of the claims about the regularisation path: wrong limits, paces and bounds."""

from functools import partial
from typing import Any

from ntpcheck.claim import Effort
from ntpcheck.evidence import Evidence, both
from ntpcheck.formulas.rivals import along, beside, checked
from ntpcheck.instances.attention import Attention
from ntpcheck.reference.pair_correction import known_correction
from ntpcheck_papers.li2024.falsehoods import rivals
from ntpcheck_papers.li2024.section_4 import chains
from ntpcheck_papers.li2024.section_4 import path as attention_path
from ntpcheck_papers.li2024.section_4 import path_limits as limits
from ntpcheck_papers.li2024.shared.svm import svm_direction


def _both(to: limits.Candidate, correction: limits.Candidate) -> dict[str, Any]:
    """The limits of the direction and of the part in S_cyc."""

    def conclude(data: Attention, effort: Effort) -> Evidence:
        return both(limits.direction(data, to, effort), limits.cyclic_part(data, correction, effort))

    return {"conclude": conclude}


_to = partial(along, attention_path.path_direction)
_off = partial(along, attention_path.path_direction_at)
_turns = partial(along, limits.direction)
_part = partial(along, limits.cyclic_part)


CHECKS = {
    # The path turns to W^mm, or on flat samples to S; neither is a multiple of what is planted on all data.
    **beside(
        {
            "wrong-sign": _to(rivals.opposite),
            "swapped-roles": _to(rivals.transposed),
            "wrong-limit/tilted": _to(rivals.tilted),
            "wrong-program/dropped-sample": _to(rivals.without_first),
        },
        "attention/theorem-1/direction",
        "attention/theorem-1/direction/amended",
    ),
    **beside(
        {
            "wrong-sign": _off(rivals.opposite),
            "swapped-roles": _off(rivals.transposed),
            "wrong-limit/with-inner-part": _off(rivals.with_inner_part),
            "wrong-program/no-ties": _off(rivals.without_ties),
        },
        "attention/lemma-4/direction",
        "attention/lemma-4/direction/amended",
    ),
    # A formula decides too slowly here, so the checker's own parts do.
    "attention/lemma-4/proof/excess-lower/amended#wrong-set": checked(chains.excess_above),
    "attention/lemma-4/proof/excess-upper/amended#wrong-set": checked(chains.excess_below),
    **beside(
        {
            "wrong-sign": _turns(rivals.opposite),
            "swapped-roles": _turns(rivals.transposed),
            "wrong-program/dropped-sample": _turns(rivals.without_first),
        },
        "attention/theorem-2/direction",
        "attention/theorem-2/direction/amended",
    ),
    "attention/theorem-2/direction/amended#wrong-program/no-ties": _turns(rivals.without_ties),
    "attention/theorem-2/direction/amended#wrong-limit/with-correction": _turns(rivals.with_correction),
    "attention/theorem-2/cyclic-part#wrong-limit/tilted": _part(rivals.margin_added),
    "attention/theorem-2/cyclic-part#wrong-limit/svm": _part(svm_direction),
    "attention/theorem-2/cyclic-part/amended#wrong-constant": _part(rivals.scaled_correction),
    "attention/theorem-2/cyclic-part/amended#wrong-limit/zero": _part(rivals.nothing),
    "attention/theorem-2/cyclic-part/amended#swapped-roles": _part(rivals.turned_correction),
    **beside(
        {"wrong-limit/correction": along(limits.decomposition, rivals.beside_correction)},
        "attention/theorem-2/decomposition",
        "attention/theorem-2/decomposition@log-loss",
    ),
    **beside(
        {"tightened-bound": along(limits.decomposition, known_correction)},
        "attention/theorem-2/decomposition/amended",
        "attention/theorem-2/decomposition@log-loss/amended",
    ),
    # What is left after a multiple of a matrix is o(R) only if W_R / R tends to the direction of that matrix.
    **beside(
        {"wrong-limit/direction": _turns(rivals.tilted)},
        "attention/theorem-2/decomposition",
        "attention/theorem-2/decomposition@log-loss",
    ),
    **beside(
        {"wrong-limit/direction": _turns(rivals.tilted)},
        "attention/theorem-2/decomposition/amended",
        "attention/theorem-2/decomposition@log-loss/amended",
    ),
    "attention/theorem-2/log-loss#wrong-limit/zero": _both(svm_direction, rivals.nothing),
    "attention/theorem-2/log-loss#wrong-limit/with-correction": _both(
        rivals.with_correction, known_correction
    ),
}
