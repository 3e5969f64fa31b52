"""False neighbours of both cases in the proof of Theorem 1, where the path itself is spoken of."""

from typing import Any

from ntpcheck.evidence import Evidence
from ntpcheck.formulas.rivals import beside, checked
from ntpcheck.instances.dataset import Pair
from ntpcheck.reference.entropy import log_p
from ntpcheck_papers.thrampoulidis2024.falsehoods.theorem_1 import FINITE_PART
from ntpcheck_papers.thrampoulidis2024.section_4 import path_brackets as brackets
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part


def _twice(data: Pair) -> Evidence:
    shown = brackets.steps(data) + log_p(data)[..., None]
    return brackets.exceeds(data, 2 * brackets.weighted(data, shown))


def _on_f(sign: int) -> dict[str, Any]:
    return checked(lambda data: brackets.on_f_at(data, sign * finite_part(data).W))


CHECKS = {
    "linear/theorem-1/proof/case-i-display#tightened-bound/twice": checked(_twice),
    "linear/theorem-1/proof/case-i-display#omitted-term": checked(
        lambda data: brackets.exceeds(data, brackets.weighted(data, brackets.steps(data)))
    ),
    # On one context with p = (2/3, 1/3, 0) W* + R W^mm loses less than all with these parts on F.
    "linear/theorem-1/proof/case-ii-on-F#wrong-limit/zero": _on_f(0),
    "linear/theorem-1/proof/case-ii-on-F#wrong-sign": _on_f(-1),
    **beside(FINITE_PART, "linear/theorem-1/proof/case-ii-on-F/amended"),
}
