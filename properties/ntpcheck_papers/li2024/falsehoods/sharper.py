"""False neighbours of our own claims on invariances, graphs, feasibility, convexity and slopes."""

from __future__ import annotations

from ntpcheck.claim import Assumption
from ntpcheck_papers.li2024.beyond import invariance as checks
from ntpcheck_papers.li2024.falsehoods.planting import checked, neighbours
from ntpcheck_papers.li2024.section_3 import graph_facts as facts
from ntpcheck_papers.li2024.section_3 import svm
from ntpcheck_papers.li2024.section_4 import minimum
from ntpcheck_papers.li2024.section_5 import convexity
from ntpcheck_papers.li2024.section_5 import gradient as slopes
from ntpcheck_papers.li2024.setting import (
    AFFINE_TOKENS,
    ANOTHER_TOKEN,
    HEAD_SELECTS,
    INDEPENDENT_QUERIES,
    LOG_LOSS,
    LOSS,
    REALIZABLE,
)

__all__ = ["PLANTED_SHARPER"]

INVARIANCES = (
    *neighbours(
        ("sharper/rotation",),
        ("omitted-term/one-side", "So do the weights Q^T W.", checked(checks.rotated, weights_too=False)),
        (
            "omitted-term/both-sides",
            "So do the weights W themselves.",
            checked(checks.rotated, weights_too=None),
        ),
    ),
    *neighbours(
        ("sharper/rotation-svm",),
        ("omitted-term/one-side", "It is solved by Q^T W^mm.", checked(checks.rotated_svm, both_sides=False)),
        (
            "omitted-term/both-sides",
            "It is solved by W^mm itself.",
            checked(checks.rotated_svm, both_sides=None),
        ),
    ),
    *neighbours(
        ("sharper/shift",),
        ("omitted-term", "So it is at W + c_0 w^T.", checked(checks.shifted, one_token=True)),
        ("swapped-roles", "So it is at W + w (sum_y c_y)^T.", checked(checks.shifted, right=True)),
        ("dropped-assumption", "So it is for any head.", {"assumes": ()}),
    ),
    *neighbours(
        ("sharper/copies",),
        ("wrong-set/label", "So it is if only the label is repeated.", checked(checks.copied, only="label")),
        ("wrong-set/last-token", "So it is if only the last token is.", checked(checks.copied, only="last")),
    ),
)

FINITE = Assumption("finite-risk", convexity.finite_risk)

GRAPHS = (
    *neighbours(
        ("sharper/zero-only-if",),
        ("wrong-condition", "Only if no edge joins two tokens.", checked(facts.zero_only_if, edges=True)),
        ("tightened-bound", "Only if N_k = 0 for all k.", checked(facts.zero_only_if, most=0)),
    ),
    *neighbours(
        ("sharper/one-piece",),
        (
            "wrong-quantifier/reachable",
            "The last token is reachable from all.",
            checked(facts.one_piece, directed=True),
        ),
        (
            "wrong-quantifier/one-component",
            "No graph has two components.",
            checked(facts.at_most_one_component),
        ),
    ),
    # Dependent embeddings admit opposite orders; a zero query admits none.
    *neighbours(
        ("sharper/feasible-independent",),
        ("dropped-assumption", "Independent or not.", {"assumes": ()}),
        ("dropped-assumption/affine", "Affinely independent suffices.", {"assumes": (AFFINE_TOKENS,)}),
        ("tightened-bound", "By some W of norm at most 1/64.", checked(svm.solution_exists, longest=1)),
    ),
    *neighbours(
        ("sharper/feasible-affine",),
        ("dropped-assumption/affine", "Affinely independent suffices.", {"assumes": (AFFINE_TOKENS,)}),
        (
            "dropped-assumption/last-tokens",
            "Independent last tokens suffice.",
            {"assumes": (INDEPENDENT_QUERIES,)},
        ),
        ("tightened-bound", "By some W of norm at most 1/64.", checked(svm.solution_exists, longest=1)),
    ),
    *neighbours(
        ("sharper/lemma-2-orthogonal",),
        ("wrong-subspace", "<W, W^mm> = 0 for every W.", checked(svm.orthogonal, projected=False)),
        ("wrong-program/no-ties", "With the solution of (Acyc-SVM).", checked(svm.orthogonal, acyclic=True)),
    ),
    *neighbours(
        ("sharper/above-minimum",),
        ("flipped-inequality", "L(W) < L*.", checked(minimum.above_minimum, flipped=True)),
        ("tightened-bound", "L(W) > L* + 1/64.", checked(minimum.above_minimum, by=1)),
        ("dropped-assumption/any-head", "For any head.", {"assumes": (ANOTHER_TOKEN, *LOSS)}),
        (
            "dropped-assumption/labels-alone",
            "Inputs of labels alone too.",
            {"assumes": (HEAD_SELECTS, *LOSS)},
        ),
    ),
)

CONVEXITY = (
    *neighbours(
        ("sharper/convex-label-scores",),
        (
            "dropped-assumption",
            "For any scores.",
            {"assumes": (REALIZABLE, LOG_LOSS, FINITE)} | checked(convexity.midpoint_convex),
        ),
        (
            "tightened-bound",
            "By 1/64 nat.",
            {"conclude": lambda data, _: convexity.midpoint_convex(convexity.unit_scores(data), by=1)},
        ),
    ),
    *neighbours(
        ("sharper/strictly-convex-label-scores",),
        ("wrong-subspace", "Everywhere.", checked(convexity.strictly_convex, on_subspace=False)),
        (
            "dropped-assumption",
            "For any scores.",
            {"assumes": (REALIZABLE, LOG_LOSS, FINITE)} | checked(convexity.strictly_convex),
        ),
    ),
    *neighbours(
        ("sharper/strictly-convex-span",),
        ("wrong-subspace", "Everywhere.", checked(convexity.strictly_convex, on_subspace=False)),
        (
            "wrong-set",
            "With all tokens in the place of the input's.",
            checked(convexity.strictly_convex_on_span, every_token=True),
        ),
    ),
)

LIPSCHITZ = (
    *neighbours(
        ("sharper/lipschitz-attained",),
        ("wrong-constant", "63/64 of it is.", checked(slopes.attained, parts=63)),
        ("wrong-constant/twice", "Twice that is.", checked(slopes.attained, parts=128)),
    ),
    *neighbours(
        ("sharper/softmax-half",),
        ("tightened-bound/three-eighths", "3/8 of it.", checked(slopes.softmax_contracts, parts=24)),
        ("tightened-bound/quarter", "A quarter of it.", checked(slopes.softmax_contracts, parts=16)),
    ),
    *neighbours(
        ("sharper/softmax-weights",),
        ("tightened-bound/three-eighths", "3/8 of it.", checked(slopes.ends_21, parts=24)),
        ("tightened-bound/quarter", "A quarter of it.", checked(slopes.ends_21, parts=16)),
    ),
)

PLANTED_SHARPER = (*INVARIANCES, *GRAPHS, *CONVEXITY, *LIPSCHITZ)
