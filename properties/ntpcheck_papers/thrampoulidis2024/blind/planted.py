"""False neighbours written from the paper's text alone."""

from __future__ import annotations

from dataclasses import replace

from ntpcheck.claim import Planted
from ntpcheck_papers.thrampoulidis2024.blind import loss as b
from ntpcheck_papers.thrampoulidis2024.blind.margin import assuming, says
from ntpcheck_papers.thrampoulidis2024.blind.planted_margin import MARGIN

LOSS: tuple[Planted, ...] = (
    # V = 2, W h = (1, 0): S_1 is e/(1 + e), the right side 1/(1 + e)
    says(
        "section-1/softmax-display",
        "wrong-sign/logits",
        "S_z(W h) = 1 / (1 + sum over z' != z of exp((e_z - e_z')^T W h))",
        b.sign_of_difference,
    ),
    # one context, V = 2, W = 0: 1/2 against 1
    says(
        "section-1/softmax-display",
        "wrong-set",
        "S_z(W h_j) is e^(e_z^T W h_j) over the sum of e^(e_z^T W h_j') over contexts j'",
        b.over_contexts,
    ),
    # pairs (a, 1), (a, 1), (b, 2) with a loss of 0.3 on a and 1.3 on b: 1.9/3 against 1.6/2
    says(
        "section-2/loss-regrouped",
        "wrong-weights/plain",
        "The sample average of the loss is the plain average over distinct contexts",
        b.over_distinct_contexts,
    ),
    # two different contexts, one token each: H = 0, and the pairs' frequencies give log 2
    says(
        "section-2/entropy-regrouped",
        "wrong-quantity/joint-sample",
        "The entropy is the sample average of -log p(x, z)",
        b.joint_for_conditional,
    ),
    # one context, one of two tokens, W = 0: CE = log 2, H = 0, and (1/2) log(1/2) < 0
    says(
        "section-2/entropy-decomposition",
        "swapped-roles",
        "CE(W) = H + the sum of the model's S_z log(S_z / p_jz) over the supports",
        b.roles_swapped,
    ),
    # pi = (1/3, 2/3), divergences 0 and log 2
    says(
        "section-2/entropy-decomposition",
        "wrong-weights/equal",
        "CE(W) = H + the divergence averaged over contexts with equal weights 1/m",
        b.contexts_unweighted,
    ),
    # one context, V = 2, p = (1/2, 1/2), W = 0: CE = H = log 2
    says(
        "section-2/entropy-floor",
        "tightened-bound/twice",
        "Twice the entropy is a lower bound on the loss of every decoder, CE(W) >= 2 H",
        b.twice_the_entropy,
    ),
    # W = 0 with p uniform on all of V: CE = H
    says(
        "section-2/entropy-floor",
        "wrong-quantifier",
        "The loss of every decoder exceeds the entropy, CE(W) > H",
        b.never_reached,
    ),
    # h_1 = h_2 with the same two tokens at (1/3, 2/3) and (2/3, 1/3): inf CE = log 2 > H
    assuming(
        "section-3/necessary-and-sufficient-if",
        "dropped-assumption/compatible",
        "On separable data the infimum of CE is H",
        ("compatible",),
    ),
    # h_1 = h_2 with a token each: compatible, inf CE = log 2 > 0 = H
    assuming(
        "section-3/necessary-and-sufficient-if",
        "dropped-assumption/separable",
        "On compatible data the infimum of CE is H",
        ("separable",),
    ),
    # W^d tied in S_j and smaller outside, S_j = {1, 2}, V = 3, margin 1, gamma = 5: 1/(2 e^5 + 1) > e^-10
    says(
        "equation-7/bound",
        "wrong-rate/twice",
        "Out-of-support probabilities along gamma W^d are at most e^(-2 gamma)",
        b.rate_doubled,
    ),
    # the token in support of one-hot data has a probability above 1/2, and e^(-gamma) < 1/2 for gamma = 1
    says(
        "equation-7/bound",
        "wrong-set",
        "The probability of every token along gamma W^d is at most e^(-gamma)",
        b.every_token,
    ),
    # W = 0, V = 2, gamma = 5: 1/2 > e^-5
    assuming(
        "equation-7/bound",
        "dropped-assumption/any-decoder",
        "Out-of-support probabilities along gamma W are at most e^(-gamma) for every W",
        ("separates",),
    ),
    # the full sum has the term v' = v, which is 1, besides: S_v is smaller everywhere
    says(
        "equation-7/first-step",
        "flipped-inequality",
        "S_v(gamma W^d h_j) >= (sum over S_j of e^(gamma (e_z - e_v)^T W^d h_j))^-1",
        b.denominator_grows,
    ),
    # the same term: the two differ everywhere
    says(
        "equation-7/equality@neurips",
        "omitted-term/second-sum",
        "S_v(gamma W^d h) = 1 / (sum over S of e^(gamma (e_z - e_v)^T W^d h))",
        b.in_support_only,
    ),
    # one of two tokens, margin 1, gamma = 1: 1/(1 + e) against 1/(1 + 1/e)
    says(
        "equation-7/equality@neurips",
        "wrong-sign/in-support",
        "S_v(gamma W^d h) = 1 / (sum_S e^(gamma (e_v - e_z)^T W^d h) + sum_out e^(..)), the latter as in (7)",
        b.in_support_reversed,
    ),
    # W = 0: CE = log V <= H + log V
    says(
        "proposition-1/above-entropy@neurips",
        "tightened-bound/log-V",
        "On compatible and separable data every finite W has CE(W) > H + log V",
        b.by_log_V,
    ),
    # one context, V = 2, W = (a, -a), W2 = -W: log 2 at the middle, about a in the mean
    says(
        "section-5/convex", "flipped-inequality/midpoint", "CE((W + W2)/2) >= (CE(W) + CE(W2))/2", b.concave
    ),
    # W a minimiser, W2 far away: the middle is above W
    says("section-5/convex", "wrong-quantity", "CE((W + W2)/2) <= min(CE(W), CE(W2))", b.below_both_ends),
    # h_1 = 1 and h_2 = 0 make L = 0, and the gradient moves with W
    says(
        "appendix/smoothness",
        "wrong-quantity",
        "CE is L-smooth for L = min_j pi_j ||h_j||^2 / 2",
        b.least_context,
    ),
    # one context, h = 1, W = (1/2, -1/2), W2 = -W: the gradient moves by 0.46 ||W - W2||
    says(
        "appendix/smoothness",
        "tightened-bound/norms",
        "CE is L-smooth for L = sum_j pi_j ||h_j||^2 / 32",
        b.trace_over_32,
    ),
    # two contexts with h = 1, all counts (1, 0), W = 0, U = (1, 0): 1/2 against 1
    says(
        "appendix/gradient",
        "wrong-weights",
        "<-grad CE(W), U> is the sum of p_jz s_jv (e_z - e_v)^T U h_j, without pi_j",
        b.contexts_equal,
    ),
    # p = (1/3, 2/3), V = 2, W = 0: nothing is out of support, and the gradient is not 0
    says(
        "appendix/gradient",
        "wrong-set",
        "<-grad CE(W), U> is the sum of pi_j p_jz s_jv (e_z - e_v)^T U h_j over tokens v out of S_j",
        b.only_outside,
    ),
    # one of two tokens, W = 0: log 2 against 0
    says(
        "theorem-1/proof/kl-display",
        "wrong-set",
        "CE(W) - H = sum_j pi_j sum_z p_jz log(p_jz times the sum over v in S_j of e^(l_v - l_z))",
        b.inside_the_support,
    ),
    # one of two tokens, W = 0: CE = log 2, CE_F = 0
    says(
        "appendix/floor-on-F", "flipped-inequality/any-decoder", "CE(W) <= CE_F(W) for every W", b.floor_above
    ),
    # one context with all of V = 2 at (1/3, 2/3), W = W*: CE = H < log 2 = CE_F(0)
    says(
        "section-5/adjusted-loss/amended",
        "wrong-subspace/off-F",
        "The loss CE(W) - CE_F(P_perp W) is nonnegative",
        b.floor_off_F,
    ),
    # p = (1/3, 2/3), logits (1, 0): only one of the two is CE
    says(
        "appendix/floor-display/amended",
        "wrong-sign",
        "CE_F(W) = sum_j pi_j sum_z p_jz log(1 + sum over z' != z in S_j of e^((e_z - e_z')^T W h_j))",
        b.floor_reversed,
    ),
    # eps = 0.45: alpha = 9/11
    says(
        "theorem-2/proof/alpha/amended",
        "tightened-bound/half",
        "For any eps in (0, 1/2), alpha = eps / (1 - eps) lies below 1/2",
        b.below_a_half,
    ),
    # one sequence of three tokens: m_1 = m_2 = 1
    says(
        "autoregressive/context-counts/amended",
        "wrong-quantifier/strict",
        "The numbers of distinct contexts of each size satisfy m_1 < m_2 < ... < m_{T-1}",
        b.one_more_each,
    ),
)

PLANTED_FROM_TEXT: tuple[Planted, ...] = tuple(
    replace(planted, from_text=True) for planted in (*LOSS, *MARGIN)
)
