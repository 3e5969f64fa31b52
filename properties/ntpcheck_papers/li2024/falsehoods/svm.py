"""False neighbours of the claims on (Graph-SVM), S_cyc, W^cyc, convexity and the gradient."""

from __future__ import annotations

from ntpcheck.claim import Assumption
from ntpcheck_papers.li2024.falsehoods.planting import checked, neighbours
from ntpcheck_papers.li2024.section_3 import svm
from ntpcheck_papers.li2024.section_4 import cyclic_correction as correction
from ntpcheck_papers.li2024.section_4 import cyclic_span as span
from ntpcheck_papers.li2024.section_5 import convexity
from ntpcheck_papers.li2024.section_5 import gradient as slopes
from ntpcheck_papers.li2024.setting import (
    FEASIBLE,
    HEAD_SELECTS,
    IDENTITY_HEAD,
    LOG_LOSS,
    NONZERO_SVM,
    REALIZABLE,
)

__all__ = ["PLANTED_SVM"]

LOGARITHM = (REALIZABLE, IDENTITY_HEAD, LOG_LOSS)
FINITE = Assumption("finite-risk", convexity.finite_risk)
ANY_HEAD = {"assumes": (REALIZABLE, LOG_LOSS, FINITE)}
# A label missing from its sequence has probability zero, and the log-loss is infinite for every W.
ANY_LOSS = {"assumes": (REALIZABLE, IDENTITY_HEAD)}
ANY_LABEL = {"assumes": (IDENTITY_HEAD, LOG_LOSS)}

GRAPH_SVM = (
    # A W that separates two tied tokens violates the tie and no margin.
    *neighbours(
        ("graph-svm/acyclic-reduction",),
        ("dropped-assumption", "For any dataset.", {"assumes": ()}),
        ("wrong-program", "With margins of 65/64 in (Acyc-SVM).", checked(svm.same_program, least=65)),
    ),
    # A margin between equal embeddings, or for a zero query, cannot be had.
    *neighbours(
        ("graph-svm/feasible", "graph-svm/feasible@assumption-3"),
        ("dropped-assumption", "Whatever C and E are.", {"assumes": ()}),
        ("tightened-bound", "By some W of norm at most 1/64.", checked(svm.solution_exists, longest=1)),
    ),
    *neighbours(
        ("graph-svm/feasible@assumption-3/amended",),
        ("dropped-assumption", "For dependent embeddings too.", {"assumes": (HEAD_SELECTS,)}),
        ("tightened-bound", "By some W of norm at most 1/64.", checked(svm.solution_exists, longest=1)),
    ),
)

LEMMA_2 = (
    *neighbours(
        ("lemma-2/in-subspace",),
        ("wrong-subspace", "At W - P_S W.", checked(span.seen_inside, complement=True)),
        ("wrong-set", "On whole sequences.", checked(span.seen_inside, every_token=True)),
    ),
    # Without ties only one of two tied tokens is pulled away from what lies below them.
    *neighbours(
        ("lemma-2/svm-orthogonal",),
        (
            "wrong-program/no-ties",
            "The solution of (Acyc-SVM) is.",
            checked(svm.svm_orthogonal, acyclic=True),
        ),
        (
            "wrong-subspace",
            "To the span of (e_i - e_j) e_k^T, i => j.",
            checked(svm.svm_orthogonal, strict_pairs=True),
        ),
    ),
    *neighbours(
        ("lemma-2/orthogonal",),
        ("wrong-subspace", "<W, W^mm> = 0 for every W.", checked(svm.orthogonal, projected=False)),
        ("wrong-program/no-ties", "With the solution of (Acyc-SVM).", checked(svm.orthogonal, acyclic=True)),
    ),
    *neighbours(
        ("lemma-2/same-span",),
        ("wrong-set/whole-graph", "With the mean of the whole graph.", checked(span.one_span, mean="graph")),
        ("wrong-weights", "With the sum over the component.", checked(span.one_span, mean="sum")),
    ),
)

CYCLIC = (
    *neighbours(
        ("definition-3/exists",),
        ("dropped-assumption", "With the log-loss and labels that may be missing.", ANY_LABEL),
        (
            "tightened-bound",
            "With the log-loss, and of norm at most 1/64.",
            {"assumes": LOGARITHM} | checked(correction.minimiser_exists, longest=1),
        ),
    ),
    *neighbours(
        ("definition-3/exists/amended",),
        (
            "dropped-assumption",
            "However low the cyclic risk lies far away.",
            {"assumes": (REALIZABLE, IDENTITY_HEAD)},
        ),
        ("tightened-bound", "Of norm at most 1/64.", checked(correction.minimiser_exists, longest=1)),
        ("wrong-constant", "At 65/64 W^cyc.", checked(correction.minimiser_exists, parts=65)),
    ),
    *neighbours(
        ("definition-3/unique",),
        ("dropped-assumption", "With the log-loss and labels that may be missing.", ANY_LABEL),
        (
            "wrong-constant",
            "With the log-loss, it is 65/64 W^cyc.",
            {"assumes": LOGARITHM} | checked(correction.minimiser_unique, parts=65),
        ),
    ),
    *neighbours(
        ("definition-3/unique/amended",),
        (
            "dropped-assumption",
            "Also with several minimisers in S_cyc.",
            {"assumes": (REALIZABLE, IDENTITY_HEAD)},
        ),
        ("wrong-constant", "It is 65/64 W^cyc.", checked(correction.minimiser_unique, parts=65)),
    ),
    *neighbours(
        ("lemma-7/unique-finite",),
        (
            "dropped-assumption",
            "Labels may be missing.",
            {"assumes": (IDENTITY_HEAD, LOG_LOSS, FEASIBLE, NONZERO_SVM)},
        ),
        ("wrong-constant", "It is 65/64 W^cyc.", checked(correction.minimiser_unique, parts=65)),
    ),
    *neighbours(
        ("lemma-7/proof/removed-tokens",),
        ("wrong-set", "In every sample.", checked(correction.removed_tokens, every_sample=True)),
        (
            "wrong-set/label",
            "The label too.",
            checked(correction.removed_tokens, singletons=False, label_too=True),
        ),
    ),
    *neighbours(
        ("lemma-7/proof/removed-tokens/amended",),
        ("wrong-set", "Those of singleton SCCs.", checked(correction.removed_tokens)),
        (
            "wrong-set/label",
            "The label too.",
            checked(correction.removed_tokens, singletons=False, label_too=True),
        ),
    ),
)

LEMMA_3 = (
    # Scores beyond the label's make -log of the mixture concave along the way to them.
    *neighbours(
        ("lemma-3/convex",),
        ("dropped-assumption/any-head", "For any head.", ANY_HEAD),
        ("tightened-bound", "By 1/64 nat.", checked(convexity.midpoint_convex, by=1)),
        ("flipped-inequality", "L is concave.", checked(convexity.midpoint_convex, flipped=True)),
    ),
    *neighbours(
        ("lemma-3/strictly-convex",),
        ("wrong-subspace", "Everywhere.", checked(convexity.strictly_convex, on_subspace=False)),
        ("dropped-assumption/any-head", "For any head.", ANY_HEAD),
        ("tightened-bound", "Logits move by ten times U.", checked(convexity.strictly_convex, by=640)),
    ),
    *neighbours(
        ("lemma-3/proof/hessian", "lemma-3/proof/hessian/amended"),
        (
            "wrong-quantity",
            "The last sum enters once.",
            checked(convexity.displayed_hessian, positive=False, squared=False),
        ),
        (
            "tightened-bound",
            "(24) is at most 1/4.",
            checked(convexity.displayed_hessian, positive=False, at_most_quarter=True),
        ),
    ),
)

# In one sequence of two orthonormal tokens ||(x - e_y) xbar^T|| is sqrt(2), the label changes as much as the
# other token does, and for small changes of W around zero the bounds of the Hessian are attained: the least
# L is ||E||^4 / 2 there.
GRADIENT = (
    *neighbours(
        ("equation-19",),
        ("wrong-sign", "Minus the display.", checked(slopes.displayed_gradient, sign=-1)),
        ("wrong-constant", "65/64 of the display.", checked(slopes.displayed_gradient, parts=65)),
        ("wrong-set/label", "With s_y^2 e_y taken off.", checked(slopes.displayed_gradient, label_too=True)),
    ),
    *neighbours(
        ("equation-20", "equation-20/amended", "equation-20@ends"),
        ("tightened-bound/quarter", "Its ends with a quarter of it.", checked(slopes.ends_20, parts=16)),
        ("tightened-bound", "Its ends with 22/64 of it.", checked(slopes.ends_20, parts=22)),
        (
            "omitted-term",
            "Its ends with a quarter and no sqrt(T_i).",
            checked(slopes.ends_20, root=False, parts=16),
        ),
    ),
    *neighbours(
        ("equation-21", "equation-21/amended", "equation-21@ends"),
        ("tightened-bound/quarter", "Its ends with a quarter of it.", checked(slopes.ends_21, parts=16)),
        ("tightened-bound", "Its ends with 3/8 of it.", checked(slopes.ends_21, parts=24)),
    ),
    *neighbours(
        ("equation-20/line-1", "equation-20/line-1/amended"),
        ("tightened-bound", "Half, with |s - s'|.", checked(slopes.triangle, absolute=True, halved=True)),
        (
            "dropped-assumption",
            "With |s - s'|, any head.",
            ANY_HEAD | checked(slopes.triangle, absolute=True),
        ),
    ),
    *neighbours(
        ("equation-20/line-2", "equation-20/line-2/amended"),
        (
            "tightened-bound/half",
            "||E||^2, with |s - s'|.",
            checked(slopes.norms_bounded, absolute=True, parts=32),
        ),
        (
            "tightened-bound",
            "11/8 ||E||^2, with |s - s'|.",
            checked(slopes.norms_bounded, absolute=True, parts=44),
        ),
    ),
    *neighbours(
        ("equation-20/line-3",),
        ("flipped-inequality", "No larger.", checked(slopes.absolute_values, flipped=True)),
        ("tightened-bound", "Nor half of it.", checked(slopes.absolute_values, parts=32)),
    ),
    *neighbours(
        ("equation-20/line-4",),
        ("flipped-inequality", "At least.", checked(slopes.all_tokens, flipped=True)),
        ("tightened-bound/quarter", "At most a quarter.", checked(slopes.all_tokens, parts=16)),
    ),
    *neighbours(
        ("equation-20/line-5",),
        ("omitted-term", "Without sqrt(T_i).", checked(slopes.one_norms, root=False)),
        ("tightened-bound/half", "Half of it.", checked(slopes.one_norms, parts=32)),
    ),
    *neighbours(
        ("equation-21/line-1",),
        ("tightened-bound/quarter", "A quarter of it.", checked(slopes.softmax_contracts, parts=16)),
        ("tightened-bound/eighth", "An eighth of it.", checked(slopes.softmax_contracts, parts=8)),
    ),
    *neighbours(
        ("equation-21/line-2", "equation-21/line-2/amended"),
        ("tightened-bound/half", "Half, per token.", checked(slopes.logits_bounded, copies=False, parts=32)),
        (
            "tightened-bound/quarter",
            "A quarter, per token.",
            checked(slopes.logits_bounded, copies=False, parts=16),
        ),
    ),
    *neighbours(
        ("equation-22",),
        ("tightened-bound", "L = sqrt(T) ||E||^4 / 16.", checked(slopes.lipschitz, parts=2)),
        ("omitted-term", "L = ||E||^4 / 16.", checked(slopes.lipschitz, root=False, parts=2)),
    ),
    *neighbours(
        ("sharper/lipschitz",),
        ("tightened-bound/quarter", "A quarter of it.", checked(slopes.sharper_lipschitz, parts=16)),
        ("tightened-bound/eighth", "An eighth of it.", checked(slopes.sharper_lipschitz, parts=8)),
    ),
    *neighbours(
        ("sharper/lipschitz-without-length",),
        ("tightened-bound/quarter", "||E||^4 / 8.", checked(slopes.lipschitz, root=False, parts=4)),
        ("tightened-bound/eighth", "||E||^4 / 16.", checked(slopes.lipschitz, root=False, parts=2)),
    ),
)

PLANTED_SVM = (*GRAPH_SVM, *LEMMA_2, *CYCLIC, *LEMMA_3, *GRADIENT)
