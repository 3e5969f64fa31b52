"""When softmax = p on the supports has a solution, as stated and renormalised over the supports."""

import numpy as np

from ntpcheck.arithmetic import BALL, FLOAT, Array, exact_array
from ntpcheck.checks.compare import decided
from ntpcheck.checks.existence import by_row, outcomes, unsettled
from ntpcheck.checks.feasible import compatible
from ntpcheck.evidence import Evidence, Outcome
from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.entropy import log_p
from ntpcheck.reference.solvers.exact_compatible import obstruction


def solvable_iff(data: Dataset, told: Evidence) -> Evidence:
    """(7a) is solvable iff `told` holds."""
    equations = compatible(data)
    solves = outcomes(equations, Outcome.HOLDS) & data.xp.all(data.support, (-2, -1))
    return undecided_with(equations, decided(solves == outcomes(told, Outcome.HOLDS), data.embeddings))


def undecided_with(first: Evidence, evidence: Evidence) -> Evidence:
    """The same evidence, undecided on the rows where the first is."""
    open_rows = outcomes(first, Outcome.UNDECIDED)
    return by_row(open_rows, lambda: unsettled(evidence.slack), lambda: evidence)


def ruled_out(data: Dataset) -> Evidence:
    """No W solves (4). Slack on floats: the largest miss of the best W, in nats; exactly, of one relation.

    Exactly: integers y with sum y_jz (e_a - e_z) h_j^T = 0, which is checked, and sum y_jz log(p_ja / p_jz)
    != 0.
    """
    if data.xp is FLOAT:
        equations = compatible(data)
        return Evidence(-equations.slack, equations.error, equations.scale, strict=True)
    y = obstruction(data)
    if y is None or _relation(data, y).any():
        return Evidence(exact_array(-1), exact_array(0), exact_array(1), strict=True)
    logs, anchor = log_p(data), data.support.argmax(-1)
    total = sum(
        (number * (logs[j, anchor[j]] - logs[j, z]) for (j, z), number in y.items()), start=0 * logs[0, 0]
    )
    slack: Array = BALL.abs(np.asarray(total, dtype=object))
    return Evidence(slack, 0 * slack, slack, strict=True)


def _relation(data: Dataset, y: dict[tuple[int, int], int]) -> Array:
    """`[V, d]` sum y_jz (e_a - e_z) h_j^T of one exact dataset."""
    total, anchor = (
        exact_array(np.zeros((data.size("V"), data.size("d")), dtype=int)),
        data.support.argmax(-1),
    )
    for (j, z), number in y.items():
        total[anchor[j]] += number * data.embeddings[j]
        total[z] -= number * data.embeddings[j]
    return total
