"""False neighbours on the risk, its gradient and its steps, written from the paper's text alone."""

from __future__ import annotations

from ntpcheck.claim import Planted
from ntpcheck_papers.li2024.blind import weights
from ntpcheck_papers.li2024.blind.weights import planted
from ntpcheck_papers.li2024.section_5.theorem_3_proof import POSITIVE_NORMS

RISK: tuple[Planted, ...] = (
    # (0, 0): L = 0 everywhere
    planted(
        "lemma-3/strictly-convex",
        "wrong-subspace/everywhere",
        "L is strictly convex",
        weights.strictly_convex_everywhere,
    ),
    # linear loss: a sigmoid is not convex
    planted(
        "lemma-3/convex",
        "dropped-assumption/any-loss",
        "L is convex for any loss",
        None,
        drops=("log-loss",),
    ),
    # W = 0, (01, 0): 1/4 (u_0 - u_1)^2 is twice as large without the square
    planted(
        "lemma-3/proof/hessian/amended",
        "wrong-weights",
        "u^T (Hessian) u = ((sum z)(sum u^2 z) - (sum u z)^2) / (sum z)",
        weights.square_forgotten,
    ),
    # E = I, (01, 0), last token 0: 1/2 (e_1 - e_0) e_0^T is not symmetric
    planted(
        "equation-19",
        "swapped-roles",
        "The gradient of L at W is (1/n) sum_i sum_{t not in O_i} s_it xbar_i (x_it - e_{y_i})^T",
        weights.transposed,
    ),
    # the 2-cycle with E = I: no t is outside R_i; (001, 0), (01, 1) at W = 0: the gradient is not 0
    planted(
        "equation-19",
        "wrong-set/ties",
        "The gradient of L at W is (1/n) sum_i sum_{t not in R_i} s_it (x_it - e_{y_i}) xbar_i^T",
        weights.tied_tokens_left_out,
    ),
    # (011, 0): 1 stands twice
    planted(
        "equation-19",
        "wrong-weights",
        "The gradient of L at W is the sum of (19) with each token of the sequence taken once",
        weights.one_per_token,
    ),
    # shares of 0, 1, 2 that go from (a, b, c) to (a, c, b), label 0: both sums are 2 |b - c|
    planted(
        "equation-20/line-4",
        "tightened-bound/half",
        "The sum of |s_it - s_it'| over t not in O_i is at most ||s_i - s_i'||_1 / 2, summed over i",
        weights.half_of_the_norm,
    ),
    # a large W against 2 W: the shares hardly move
    planted(
        "equation-21/line-1",
        "flipped-inequality",
        "||X W xbar - X W' xbar|| <= ||S(X W xbar) - S(X W' xbar)||",
        weights.logits_bounded_by_softmax,
    ),
    # two tokens at (1/2, 1/2), logits moved by (x, -x), x small: the ratio tends to 1/2
    planted(
        "sharper/softmax-half",
        "tightened-bound/third",
        "||S(X W xbar) - S(X W' xbar)|| <= ||X W xbar - X W' xbar|| / 3",
        lambda data, effort: weights.softmax_moves(data, 9),
    ),
    # K = d = 1, e = 2: 4 |w - w'| > 2 |w - w'|
    planted(
        "equation-21/line-2/amended",
        "wrong-quantity",
        "||X W xbar - X W' xbar|| <= ||E||_F ||W - W'||_F",
        weights.first_power,
    ),
    # two tokens at W = 0, moved a little along (e_1 - e_0) xbar^T: the ratio tends to D^2 ||xbar||^2 / 4
    planted(
        "sharper/lipschitz",
        "tightened-bound/half",
        "||grad L(W) - grad L(W')|| <= (1/8n) sum_i D_i^2 ||xbar_i||^2 ||W - W'||",
        weights.half_the_constant,
    ),
    # L is convex, so that L(W - eta g) >= L(W) - eta |g|^2, strictly where it curves along g
    planted(
        "lemma-5/descent",
        "tightened-bound/twice",
        "L(W(tau+1)) - L(W(tau)) <= -eta ||grad L(W(tau))||^2 if eta <= 1/L",
        weights.full_decrease,
    ),
    # (01, 0), (01, 1): a long step from a point near the minimum leads far uphill
    planted(
        "lemma-5/descent",
        "dropped-assumption/any-step",
        "L(W(tau+1)) - L(W(tau)) <= -(eta/2) ||grad L(W(tau))||^2 for any eta",
        None,
        drops=("descent-step",),
    ),
    # every term of Lemma 6 is 0 or negative
    planted(
        "lemma-6/negative",
        "flipped-inequality/uphill",
        "<grad L(W), W^mm> > 0 for every finite W",
        weights.uphill,
    ),
    # (0, 0): W^mm = 0
    planted(
        "lemma-6/negative",
        "dropped-assumption/any-svm",
        "<grad L(W), W^mm> < 0, W^mm = 0 or not",
        None,
        drops=("nonzero-svm",),
    ),
    # E = I, (012, 0), (12, 1), last token 2: margins 1 and 1, so 2 between 0 and 2
    planted(
        "lemma-6/proof/minus-one/amended",
        "flipped-inequality",
        "xbar_i^T (W^mm)^T (x_it - e_{y_i}) >= -1 for t outside R_i",
        weights.margins_at_most_one,
    ),
    # (0, 0): L = 0 everywhere
    planted(
        "theorem-4/no-critical-point",
        "dropped-assumption/any-svm",
        "No finite W has grad L(W) = 0",
        None,
        drops=("nonzero-svm",),
    ),
    # (012, 0), (01, 1), last token 0, and (2, 2), as W^mm grows: L tends to 2/3 Lbar
    planted(
        "theorem-3/proof/risk-floor",
        "wrong-weights",
        "L(W) >= (1 - |I| / n) l(1) + Lbar(W_par)",
        weights.unweighted_floor,
    ),
    # V = 2 U, |U| = 1/4: 1/4 < 3/8 - 1/16
    planted(
        "theorem-3/proof/eq-30",
        "dropped-assumption/nonzero",
        "(30) for any U other than 0",
        assumes=(POSITIVE_NORMS,),
    ),
    # the difference is (a - b)^2 / (2 b)
    planted(
        "theorem-3/proof/eq-31",
        "flipped-inequality",
        "For any a, b > 0, (a^2 - b^2) / (2 b) <= a - b",
        weights.squares_below,
    ),
    # the difference is -(a - b)^2 / (2 a)
    planted(
        "theorem-3/proof/eq-31",
        "wrong-quantity",
        "For any a, b > 0, (a^2 - b^2) / (2 a) >= a - b",
        weights.wrong_denominator,
    ),
    # the left is -eta^2 ||g||^2, and by convexity the right is at least that, more where L curves along g
    planted(
        "theorem-3/proof/eq-33",
        "omitted-term/two",
        "-||W(tau+1) - W(tau)||^2 >= eta (L(W(tau+1)) - L(W(tau)))",
        weights.two_forgotten,
    ),
    # (011, 0), W = 0: 1/3, 2/3 become 2/5, 3/5
    planted(
        "sharper/copies",
        "wrong-quantity",
        "If every token of every input is repeated once more, each keeps its part of the attention",
        weights.one_more_copy,
    ),
    # E = C = I, W = 0, w = e_0: the logits of 0 and 1 become 1 and 0
    planted(
        "sharper/shift",
        "swapped-roles/exchanged",
        "If C E^T = I, attention at W + w (sum_y c_y)^T is attention at W",
        weights.transposed_shift,
    ),
)
