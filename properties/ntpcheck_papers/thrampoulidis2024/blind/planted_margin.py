"""False neighbours written from the paper's text alone: of what it says on F, W*, W^mm and the proofs."""

from __future__ import annotations

from typing import Any

from ntpcheck.checks.compare import at_most
from ntpcheck.claim import Assumption, Planted
from ntpcheck.evidence import Evidence
from ntpcheck_papers.thrampoulidis2024.blind import margin as g
from ntpcheck_papers.thrampoulidis2024.blind.margin import assuming, says, weakened
from ntpcheck_papers.thrampoulidis2024.section_3.lemma_1_overparameterization import separable
from ntpcheck_papers.thrampoulidis2024.section_3.remark_1_one_hot import cover_sufficient_amended
from ntpcheck_papers.thrampoulidis2024.setting import NONZERO_EMBEDDINGS


def almost(data: Any) -> Evidence:
    """m <= d + 1."""
    return at_most(data.sized("m"), data.sized("d") + 1, terms=1)


ALMOST = Assumption("d-at-least-m-less-one", almost)

MARGIN: tuple[Planted, ...] = (
    # one-hot data: F = {0}, and every W solves (4), which has no equation
    says(
        "definition-1/unique-in-F",
        "wrong-subspace/dropped",
        "If (4) has a solution, it has one",
        g.just_one_solution,
    ),
    # one of two tokens, h = 1: F = {0}, and W^d = (1, 0) is not 0
    says("definition-2/off-F", "wrong-subspace/in-F", "A W^d that satisfies (6) lies in F", g.separator_in_F),
    # W h = (1, 0) at p = (1/2, 1/2), V = 2
    assuming(
        "definition-2/in-support-intact/amended",
        "dropped-assumption/any-decoder",
        "Any W^d leaves the softmax probabilities of the tokens in S_j, renormalised over S_j, intact",
        ("in-orthogonal-complement",),
    ),
    # one of two tokens: (6a) is empty, and W = (1, 0) parts them
    says(
        "definition-2/in-support-intact/amended",
        "wrong-set",
        "(6a) leaves the softmax probabilities of all tokens intact, (e_z - e_v)^T W^d h_j = 0",
        g.tied_among_all,
    ),
    # one of two tokens, h = 1, W^d = (1, 0): the product is 1
    says(
        "definition-2/kesler",
        "tightened-bound",
        "The points (e_z - e_v) h_j^T, z in S_j and v out of it, lie in <W^d, .> > 1",
        g.margins_above_one,
    ),
    # h_1 = h_2 with the same two tokens at (1/3, 2/3) and (2/3, 1/3), d = 3: the system asks one W h for both
    assuming(
        "section-3.1/solvable-when-overparameterized",
        "dropped-assumption/rank",
        "The system W[h_1..h_m] = [E_1^+ a_1 .. E_m^+ a_m] always has a solution when d > m",
        ("full-rank",),
    ),
    # one context, h = 0, d = 2, p = (1/3, 2/3): the logits tie
    assuming(
        "lemma-1/compatible",
        "dropped-assumption/rank",
        "When d > m some decoder's in-support logits differ by the log-ratios of the probabilities",
        ("full-rank",),
    ),
    # d = 1, h_1 = h_2 = 1, a token each, V = 2: no W puts both on top
    weakened(
        separable,
        "dropped-assumption/lower-dimension",
        "When d >= m - 1 and no h_j = 0, some decoder ties in-support logits and lowers every other by 1",
        ("overparameterized", "full-rank"),
        NONZERO_EMBEDDINGS,
        ALMOST,
    ),
    # p = (1/2, 1/2): H = log 2
    assuming(
        "remark-1/one-hot-entropy",
        "dropped-assumption/any-data",
        "The entropy lower bound of all data is zero",
        ("one-hot",),
    ),
    # F = {0}, W = (1, 0)
    says(
        "remark-1/F-empty/amended",
        "wrong-subspace/whole-space",
        "The subspace F of one-hot data is the space of all V x d matrices",
        g.everything_is_F,
    ),
    # one of two tokens, h = 1, W = (1/2, 0): correct by 1/2
    says(
        "remark-1/multiclass",
        "omitted-term/multiple",
        "On one-hot data W itself satisfies (6) if it classifies every context correctly",
        g.separates_as_it_is,
    ),
    # d = 1, h = 1 and 2, a token each: W h_1 and W h_2 point one way
    weakened(
        cover_sufficient_amended,
        "dropped-assumption/lower-dimension",
        "Binary data in general position are linearly separable, whatever the labels, when d >= m - 1",
        ("d-at-least-m",),
        ALMOST,
    ),
    # equality holds for modulus 1, so any W != W2 that separate
    says(
        "ntp-svm/strongly-convex/amended",
        "tightened-bound/modulus-2",
        "NTP-SVM with the objective ||W||^2 / 2 is strongly convex of modulus 2",
        g.modulus_two,
    ),
    # one context with one of two tokens: one inequality, no equation
    says(
        "ntp-svm/constraint-count",
        "swapped-roles",
        "NTP-SVM has sum S_j - m linear inequality and mV - sum S_j linear equality constraints",
        g.counts_swapped,
    ),
    # 2 W^mm separates and is longer
    says("ntp-svm/unique", "flipped-inequality", "W^mm is the longest decoder that satisfies (6)", g.longest),
    # h = 1 and 2 with the same token of two: the margin at 2 is 2
    says(
        "ntp-svm/max-margin",
        "wrong-quantifier",
        "W^mm puts every out-of-support token at a margin of exactly 1",
        g.all_support_vectors,
    ),
    # W^mm is orthogonal to F and not 0
    says("ntp-svm/max-margin", "wrong-subspace/in-F", "W^mm lies in F", g.margin_in_F),
    # ||W* + R W^mm||^2 = ||W*||^2 + (B - ||W*||)^2 < B^2 unless one of them is 0
    says(
        "theorem-1/proof/genie-radius",
        "wrong-quantity",
        "||W* + R W^mm|| = B for R = (B - ||W*||) / ||W^mm||",
        g.norms_subtracted,
    ),
    # one of two tokens, h = 1, R = 3: log(1 + e^-3) = 0.049 > 2 e^-6 = 0.005
    says(
        "theorem-1/proof/genie-loss",
        "wrong-rate/twice",
        "CE(W* + R W^mm) <= H + C e^(-2 R), C = V e^(||W*|| M), M = sqrt(2) max ||h_j||",
        g.twice_as_fast,
    ),
    # p = (1/2, 1/2): the sum is 2
    says(
        "theorem-1/proof/genie-sums",
        "wrong-quantity",
        "At W* + R W^mm the sum of e^-(l_z - l_v) over v in S_j is p_jz",
        g.inverse_of_sum,
    ),
    # one of two tokens: 1 + e^(l_v - l_z) > 1 = 1/p_jz
    says(
        "theorem-1/proof/case-ii-projection",
        "wrong-set",
        "If P_F(W_B) = W*, the sum over all tokens of e^(l_jz' - l_jz) is 1/p_jz for every z in S_j",
        g.sum_over_all_tokens,
    ),
    # one of two tokens: W* = 0, CE = log 2, H = 0
    says("lemma-4/1", "wrong-quantity", "The loss itself at W* equals H, CE(W*) = H", g.attained_at_star),
    # one-hot data: F = {0}, and ||W||^2 = -||W||^2 only at W = 0
    says(
        "lemma-4/proof/norm-sum/amended",
        "wrong-sign/squares",
        "||W_k||^2 = ||P_F(W_k)||^2 - ||P_perp(W_k)||^2",
        g.pythagoras_minus,
    ),
    # all of V = 2 in support, h = 1, W = (1, -1) in F: its off-part is 0, CE_F(0) = log 2
    says(
        "lemma-4/proof/floor-projected",
        "wrong-subspace/off-F",
        "CE_F(W) = CE_F(P_perp W)",
        g.floor_on_the_complement,
    ),
    # parts of length 3 and 4 make 5: 4 > 5 - 3
    says(
        "theorem-2/proof/telescoped-norms",
        "flipped-inequality/ratio",
        "||W_perp|| / ||W|| <= 1 - ||W_F|| / ||W||, for any W, times ||W||",
        g.triangle_flipped,
    ),
    # one context, h = 1, p = (1/3, 2/3): W* = (-1, 1) (log 2) / 2
    says(
        "figures/different-finite-rows",
        "wrong-quantity",
        "Words that follow the same contexts have equal rows in W*",
        g.equal_rows_of_star,
    ),
    # h = e_1 with words 1, 2 and h = e_2 with word 2: at e_2 word 2 is above word 1
    says(
        "figures/same-support-same-row",
        "wrong-quantifier",
        "Words that both follow some context have equal rows in W^mm",
        g.equal_rows_once_together,
    ),
    # orthogonal, and W^mm is not 0 once a token is out of support
    says(
        "figures/orthogonal",
        "wrong-quantity",
        "W^mm is the part of W* along it: <W*, W^mm> = ||W^mm||^2",
        g.longer_margin,
    ),
    # one of two tokens, h = 1, W^d = (1, 0), gamma = 1: log(1 + 1/e) > 0
    says(
        "proposition-1/limit",
        "wrong-quantifier",
        "CE(W^p + gamma W^d) = H for every gamma, W^p satisfying (4) and W^d satisfying (6)",
        g.limit_attained,
    ),
    # the same: CE_F is 0 on one-hot data
    says(
        "appendix/floor-limit/amended",
        "wrong-quantifier",
        "For W in F and W^d that satisfies (6), CE_F(W) is CE(W + R W^d) for every R",
        g.floor_attained,
    ),
    # one context, h = 1, p = (1/3, 2/3), W_0 = 0: W* is not 0
    says(
        "theorem-2/finite-part",
        "wrong-quantifier",
        "P_F(W_k) = W* for every k, k = 0 included",
        g.from_the_start,
    ),
)
