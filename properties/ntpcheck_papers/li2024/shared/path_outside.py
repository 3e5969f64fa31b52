"""Exact instances on which a limit of the regularisation path fails without a look at the path.

level risk. Where all tokens of every input have one score, the risk is constant: every W of the ball
    minimises it, and a limit is meant of every choice.
risk above the start. If W_R / R tends to W^mm / ||W^mm||, tokens outside R_i fade, and with the part V in
    S_cyc fixed the risk tends to (1/n) sum_i l(u_i), u_i the score of R_i alone at V. It is at most L(V)
    all along. So L(V) below that mean refutes the limit: the loss rises, or the head prefers other tokens.
"""

from typing import Any

import numpy as np

from ntpcheck.arithmetic import Array, as_numpy, exact_array
from ntpcheck.checks.existence import failures, unsettled
from ntpcheck.evidence import Evidence, Outcome, Rigor, outcome_of
from ntpcheck.instances import graph
from ntpcheck.instances import loss as table
from ntpcheck.instances.attention import Attention
from ntpcheck.reference.attention_loss import attention_loss, defined
from ntpcheck.reference.attention_path import inner_scores
from ntpcheck.reference.graph_svm import graph_svm
from ntpcheck_papers.li2024.shared import priority

FAR = 2**60  # what a premise that is missed outweighs


def spread_of_scores(data: Attention) -> Array:
    """`[...]` how far apart the scores of an input's tokens are, at most over the inputs."""
    last = data.xp.sum(priority.is_last(data) * data.scores, -1)[..., None]
    return priority.largest(data, priority.present(data) * data.xp.abs(data.scores - last), 2)


def level(data: Attention, moved: Array) -> Evidence:
    """Fails for one exact instance with constant risk where `moved` `[]` is positive; else is open."""
    slack = FAR * spread_of_scores(data) - moved
    return failures(Evidence(slack, 0 * slack, 1 + abs(slack), rigor=Rigor.EXACT))


def at_no_floor(data: Attention, V: Array) -> Evidence:
    """Fails for one exact instance where L(V) is below the mean of l(u_i), V in S_cyc; else is open."""
    labelled = as_numpy(data.is_label & data.present).any(-1).all()
    nothing = unsettled(exact_array(0))
    if not labelled or not bool(np.all(defined(data, V))):
        return nothing
    u = inner_scores(data, V)
    if bool(np.any(data.loss == table.LOG)):  # finite at V; u_i is a mean of fewer scores
        return nothing
    floor = data.xp.sum(table.value(data.loss, data.knee, u), -1) / data.sized("n")
    slack = attention_loss(data, V) - floor
    return failures(Evidence(slack, 0 * slack, 1 + data.xp.abs(slack), rigor=Rigor.BALL))


def unpathed(data: Attention, V: Array, *, free: bool) -> Evidence | None:
    """What fails of the direction W^mm for one exact instance in either way; None where nothing does.

    V `[d, d]`: the part in S_cyc. free: it is not fixed, so that S_cyc is to be {0} for the second way.
    """
    W = graph_svm(data).W
    found = level(data, (W * W).sum((-2, -1)))
    if outcome_of(found) is Outcome.FAILS:
        return found
    if free and cyclic(data):
        return None
    found = at_no_floor(data, V)
    if outcome_of(found) is not Outcome.FAILS:
        return None
    shared = priority.largest(data, priority.same_component(data), 3)
    slack: Any = found.slack + FAR * shared if free else found.slack
    return Evidence(slack, 0 * slack, found.scale, rigor=found.rigor)


def cyclic(data: Attention) -> Any:
    """`[...]` bool: some component has two tokens."""
    return graph.same_component(data).any(-1).any(-1).any(-1)


def admitted(data: Attention) -> Any:
    """`[...]` bool of a float batch: labels occur and the loss decreases, as laws of the path suppose."""
    falls = sum((data.loss == row) * 1 for row, loss in enumerate(table.LOSSES) if loss.decreasing) > 0
    return falls & (data.is_label & data.present).any(-1).all(-1)
