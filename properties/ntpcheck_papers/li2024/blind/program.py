"""False neighbours on softmax, the head and (Graph-SVM), written from the paper's text alone."""

from __future__ import annotations

from ntpcheck.claim import Planted
from ntpcheck_papers.li2024.blind import weights
from ntpcheck_papers.li2024.blind.weights import planted

PROGRAM: tuple[Planted, ...] = (
    # W = W^mm keeps priorities, so that e_i^T W e_k > e_j^T W e_k and i gets more
    planted(
        "section-3.2/softmax-order",
        "flipped-inequality/no-more",
        "If W satisfies (Graph-SVM) and i => j, softmax gives i no more than j",
        weights.lower_priority_wins,
    ),
    # W = 0 gives both the same
    planted(
        "section-3.2/softmax-order",
        "dropped-assumption/any-weights",
        "If i => j, softmax assigns higher probability to the token i than to j",
        None,
        drops=("keeps-priorities",),
    ),
    # e_0 = e_1 and the input is 0 with label 1: the output is e_1
    planted(
        "section-3.3/independent-tokens",
        "dropped-assumption/any-embeddings",
        "The model outputs e_y only if e_y is among the input sequence",
        None,
        drops=("independent-tokens",),
    ),
    # E = C = I, (01, 0), W = 0, linear loss: -1/4 (e_0 - e_1) e_0^T is not 0
    planted(
        "section-3.3/non-realizable-gradient",
        "wrong-set/realizable",
        "When C E^T = I, realizable examples have gradient 0",
        weights.realizable_flat,
    ),
    # c_y = e_0 for every y, E = I: (01, 2) has a score that depends on W
    planted(
        "section-3.3/non-realizable-gradient",
        "dropped-assumption/any-head",
        "Non-realizable examples have gradient 0, whatever the head is",
        None,
        drops=("identity-head",),
    ),
    # C = E = I: c_y^T e_y = 1 and the others 0
    planted(
        "assumption-4/special-case",
        "wrong-quantity",
        "Under Assumption 4, argmin_k c_y^T e_k = y",
        weights.head_suppresses,
    ),
    # e_0 = e_1, (01, 0): 0 >= 1 is asked for
    planted(
        "graph-svm/feasible",
        "dropped-assumption/any-head",
        "(Graph-SVM) is feasible, whatever the head is",
        None,
        drops=("identity-head",),
    ),
    # a convex combination scores at least the lowest of its parts, and l decreases
    planted(
        "lemma-1/above-minimum/amended",
        "wrong-quantity",
        "For any finite W the training risk exceeds (1/n) sum_i l(min_t gamma_it)",
        weights.above_the_worst,
    ),
    # E = I, (0, 0): L(W) = l(c_0^T e_0) = L*
    planted(
        "sharper/above-minimum",
        "dropped-assumption/another-token",
        "L(W) > L* for any finite W",
        None,
        drops=("another-token",),
    ),
    # E = I, (01, 0): the margin is 1, so that 1/s = 1 + e^-R > 1 + e^-2R
    planted(
        "lemma-1/proof/softmax-bound/amended",
        "wrong-rate/twice",
        "s_it^R >= 1 / (|O_i| + (T_i - |O_i|) e^{-2R}) for all t in O_i",
        weights.twice_the_decay,
    ),
    # E = I, (012, 0): both margins are 1, so that 1/s = 1 + 2 e^-R > 1 + e^-R
    planted(
        "theorem-1/proof/eq-7",
        "omitted-term",
        "sum_O s_it* >= 1 / (1 + e^-R) for every i, without the T",
        weights.length_forgotten,
    ),
    # a strict edge asks for a margin of at least 1
    planted(
        "lemma-2/svm-orthogonal",
        "wrong-subspace/strict-pairs",
        "W^mm is orthogonal to all (e_i - e_j) e_k^T with i => j",
        weights.strict_pairs_tied,
    ),
    # E = I, (012, 0), (01, 1), last token 0: W^mm e_0 = (1/3, 1/3, -2/3)
    planted(
        "lemma-2/svm-orthogonal",
        "omitted-term",
        "W^mm is orthogonal to all e_j e_k^T with j in a non-singleton SCC of graph k",
        weights.components_at_zero,
    ),
    # E = I, the 2-cycle of 0 and 1 in the graph of 0 alone: (e_0 - e_1) e_1^T is orthogonal to S_cyc
    planted(
        "lemma-2/same-span",
        "wrong-set/any-graph",
        "(e_j - e_j') e_k^T lies in S_cyc if j and j' share an SCC of any graph",
        weights.any_graph,
    ),
)
