"""Whether W_R - C_R W^mm vanishes on acyclic data, exactly: the multipliers against the coefficients.

W_R = r W^mm + W~ + O(1/r), and c_e e^(-<W~, x_e>) = alpha_e on the tight edges e = (k, y => t): the part of
W~ orthogonal to W^mm is zero iff c_e / alpha_e is the same for all of them, where they are independent with
positive multipliers. With C E^T = I, c_e is a common factor times the sum over samples of m_it / m_iy.
"""

from typing import Any

import numpy as np

from ntpcheck.arithmetic import as_numpy, exact_array
from ntpcheck.checks import exact
from ntpcheck.checks.existence import failures, undefined, unsettled
from ntpcheck.evidence import Evidence
from ntpcheck.instances import graph
from ntpcheck.instances import loss as table
from ntpcheck.instances.attention import Attention
from ntpcheck.reference.graph_svm import graph_svm


def spread(data: Attention) -> Evidence:
    """Minus the spread of log(c_e / alpha_e) over the tight edges of one exact instance, in nats."""
    best = graph_svm(data)
    if not bool(np.any(best.W != 0)):
        return undefined()
    tight = [(int(k), int(y), int(t)) for k, y, t in np.argwhere(as_numpy(best.tight))]
    one = data.knee * 0 + 1
    flat = table.slope(data.loss, data.knee, one[None])[0] == 0
    cyclic = bool(np.any(graph.same_component(data)))
    if cyclic or flat or any(best.alpha[edge] <= 0 for edge in tight) or not _independent(data, tight):
        return unsettled(exact_array(0))
    counts, logs = data.number("counts"), []
    for k, y, t in tight:
        found = [
            counts[i, t] / counts[i, y]
            for i in range(data.size("n"))
            if int(data.last[i]) == k and int(data.labels[i]) == y and int(data.counts[i, t])
        ]
        logs.append(sum(found[1:], start=found[0]) / best.alpha[k, y, t])
    column: Any = data.xp.log(data.xp.stack(logs))
    slack = data.xp.min(column, -1) - data.xp.max(column, -1)
    return failures(Evidence(slack, 0 * slack, 1 + data.xp.abs(slack)))


def _independent(data: Attention, edges: list[tuple[int, int, int]]) -> bool:
    E = data.embeddings
    rows = [np.multiply.outer(E[y] - E[t], E[k]).ravel() for k, y, t in edges]
    return exact.rank(rows) == len(rows)
