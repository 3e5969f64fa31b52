"""A component that runs away: the linear loss, and a pair of tokens of which one is the label more often.

Let a and b be the only two tokens that share a component, under a head that picks the label, and let all
samples with both hold them in one ratio. With l(u) = -u their part of the risk is a constant less a multiple
of the softmax of the token that is the label more often, which only tends to its supremum: no W^cyc exists.
The risk exceeds its infimum by at most a constant times e^(-R delta) along R V / ||V|| if V has positive
margins on all strict edges and for that token over the other. If W_R / R tended to W^mm / ||W^mm||, which
ties the two, their logits would be o(R) apart, and the excess no smaller than e^(-o(R)).
"""

from typing import Any

import numpy as np
import torch

from ntpcheck.arithmetic import Array, as_numpy, exact_array
from ntpcheck.checks.existence import failures, undefined
from ntpcheck.evidence import Evidence, Rigor
from ntpcheck.instances import graph
from ntpcheck.instances.attention import Attention
from ntpcheck.instances.loss import named
from ntpcheck_papers.li2024.shared import priority
from ntpcheck_papers.li2024.shared.cyclic_correction import Pair, runs_away
from ntpcheck_papers.li2024.shared.feasible import margins

FAR = 2**60  # what a premise that is missed outweighs


def runaways(data: Attention) -> torch.Tensor:
    """`[...]` bool: the rows of a float batch whose pair runs away."""
    found = data.loss == named("linear")
    for index in np.argwhere(found.cpu().numpy()):
        at = tuple(int(i) for i in index)
        found[at] = runs_away(data.row(at) if at else data) is not None
    return found


def no_correction(data: Attention) -> Evidence | None:
    """Undefined for one exact instance whose pair runs away, as no W^cyc exists; None elsewhere."""
    return None if runs_away(data.floats()) is None else undefined()


def leaves_margin(data: Attention) -> Evidence | None:
    """Fails for one exact instance whose pair runs away, and with it the path from W^mm; None elsewhere."""
    pair = runs_away(data.floats())
    if pair is None:
        return None
    balance = _balance(data, pair)
    first, second = pair.tokens if bool(_balance(data, pair) > 0) else pair.tokens[::-1]
    kept = margins(data, _rival(data, pair, first))
    least = priority.smallest(data, priority.strict(data) * (kept - 1) + 1, 3)
    least = data.xp.minimum(least, kept[pair.query, first, second])
    slack = FAR * _missed(data, pair) - data.xp.minimum(least, data.xp.abs(balance))
    return failures(Evidence(slack, 0 * slack, 1 + data.xp.abs(slack), rigor=Rigor.EXACT))


def _balance(data: Attention, pair: Pair) -> Any:
    """`[]` how much more often the first token of the pair is a label in its graph than the second."""
    first, second = (priority.is_label(data)[..., token] for token in pair.tokens)
    return data.xp.sum(priority.is_last(data)[..., pair.query] * (first - second), -1)


def _missed(data: Attention, pair: Pair) -> Any:
    """`[]` 0 where the data is as in the first paragraph above, else at least 1/counts."""
    xp, counts = data.xp, data.number("counts")
    others = xp.abs(data.number("loss") - named("linear"))
    others = others + xp.abs(xp.sum(xp.sum(priority.same_component(data), (-2, -1)), -1) - 2)
    picked = priority.present(data) * xp.abs(data.scores - priority.is_label(data))
    a, b = (counts[..., token] for token in pair.tokens)
    labelled = priority.is_label(data)[..., pair.tokens[0]] + priority.is_label(data)[..., pair.tokens[1]]
    own = priority.is_last(data)[..., pair.query] * labelled * xp.minimum(a, 1) * xp.minimum(b, 1)
    apart = own[:, None] * own[None, :] * xp.abs(a[:, None] * b[None, :] - a[None, :] * b[:, None])
    return others + priority.largest(data, picked, 2) + priority.largest(data, apart, 2)


def _rival(data: Attention, pair: Pair, first: int) -> Array:
    """`[d, d]` V with e_i^T V e_k = 2 (how many tokens i reaches in graph k), and one more for the first."""
    reach = as_numpy(graph.reachable(data))
    potentials = 2 * reach.sum(-1).T  # [token, graph]
    potentials[first, pair.query] += 1
    head = data.head
    return head.mT @ exact_array(potentials.tolist()).reshape(potentials.shape).view(type(head)) @ head
