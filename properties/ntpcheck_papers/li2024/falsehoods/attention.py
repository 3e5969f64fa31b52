"""False neighbours of the claims on attention, its scores, and Lemma 1."""

from __future__ import annotations

from ntpcheck_papers.li2024.falsehoods.planting import checked, neighbours
from ntpcheck_papers.li2024.section_3 import scores
from ntpcheck_papers.li2024.section_3.assumptions import head_selects, identity_head
from ntpcheck_papers.li2024.section_4 import minimum
from ntpcheck_papers.li2024.setting import ANOTHER_TOKEN, HEAD_SELECTS, LOSS, REALIZABLE

__all__ = ["PLANTED_ATTENTION"]

ATTENTION = (
    *neighbours(
        ("section-3.2/softmax-order", "section-3.2/softmax-order@aggregated"),
        ("flipped-inequality", "j has the higher probability.", checked(scores.softmax_order, reverse=True)),
        ("dropped-assumption", "For any W.", {"assumes": ()} | checked(scores.softmax_order)),
    ),
    *neighbours(
        ("section-3.2/softmax-order@aggregated/amended",),
        (
            "flipped-inequality",
            "j has the higher probability.",
            checked(scores.softmax_order, aggregated=True, often=True, reverse=True),
        ),
        (
            "dropped-assumption",
            "For any W.",
            {"assumes": ()} | checked(scores.softmax_order, aggregated=True, often=True),
        ),
        (
            "dropped-assumption/frequency",
            "However often i stands in the input.",
            checked(scores.softmax_order, aggregated=True),
        ),
    ),
    # Two tokens of one embedding give the output that either alone gives.
    *neighbours(
        ("section-3.3/independent-tokens",),
        ("dropped-assumption", "Whether independent or not.", {"assumes": ()}),
        ("wrong-set", "Only if e_y is not among it.", checked(scores.output_differs, present=True)),
        (
            "tightened-bound",
            "Else some coordinate is off by more than 1.",
            checked(scores.output_differs, by=1),
        ),
    ),
    *neighbours(
        ("section-3.3/non-realizable-selects",),
        ("wrong-quantity", "The one of smallest score.", checked(scores.selected_score, which="smallest")),
        (
            "flipped-inequality",
            "The label has a larger score.",
            checked(scores.selected_score, which="label"),
        ),
    ),
    *neighbours(
        ("section-3.3/non-realizable-gradient",),
        ("dropped-assumption", "Under Assumption 3.", {"assumes": (HEAD_SELECTS, *LOSS)}),
        ("wrong-set", "So have realizable examples.", checked(scores.sample_gradients, present=True)),
    ),
    # The rational loss has -l' = 1/64 where u - a = 7, and less beyond; the linear one has -l' = 1.
    *neighbours(
        ("assumption-1/derivative-bounds", "assumption-1/derivative-bounds/amended"),
        ("tightened-bound/lower", "c_dn = 1/64 serves all.", checked(scores.descends_everywhere, least=1)),
        ("tightened-bound/upper", "c_up = 1/2 serves all.", checked(scores.descends_everywhere, most=32)),
    ),
    *neighbours(
        ("assumption-4/special-case",),
        (
            "wrong-quantifier",
            "Assumption 3 is a special case of Assumption 4.",
            {"assumes": (HEAD_SELECTS,)} | checked(identity_head),
        ),
        ("dropped-assumption", "Any head meets Assumption 3.", {"assumes": ()} | checked(head_selects)),
    ),
)

LEMMA_1 = (
    *neighbours(
        ("lemma-1/above-minimum", "lemma-1/above-minimum/amended"),
        ("flipped-inequality", "L(W) < L*.", checked(minimum.above_minimum, flipped=True)),
        ("tightened-bound", "L(W) > L* + 1/64.", checked(minimum.above_minimum, by=1)),
        (
            "dropped-assumption/any-head",
            "Whatever the head is.",
            {"assumes": (ANOTHER_TOKEN, REALIZABLE, *LOSS)} | checked(minimum.above_minimum),
        ),
    ),
    *neighbours(
        ("lemma-1/limit",),
        ("wrong-rate", "At the rate e^{-66 R / 64}.", checked(minimum.reaches_minimum, parts=66)),
        ("wrong-sign", "Along -R W^mm.", checked(minimum.reaches_minimum, sign=-1)),
    ),
    *neighbours(
        ("lemma-1/proof/output",),
        ("wrong-constant", "It is 63/64 e_{y_i}.", checked(minimum.output_is, parts=63)),
        (
            "wrong-quantity",
            "X_i^T s_i^R is the embedding of the last token.",
            checked(minimum.output_is, last=True),
        ),
    ),
    *neighbours(
        ("lemma-1/proof/output/amended",),
        ("wrong-rate", "At the rate e^{-66 R / 64}.", checked(minimum.output_approaches, parts=66)),
        ("wrong-sign", "Along -R W^mm.", checked(minimum.output_approaches, sign=-1)),
    ),
    *neighbours(
        ("lemma-1/proof/softmax-bound",),
        ("wrong-rate", "e^{-66 R / 64} in the place of e^{-R}.", checked(minimum.softmax_bound, rate=66)),
        ("tightened-bound", "63/64 e^{-R} in the place of e^{-R}.", checked(minimum.softmax_bound, parts=63)),
    ),
    *neighbours(
        ("lemma-1/proof/softmax-bound/amended",),
        (
            "wrong-rate",
            "e^{-66 R / 64} in the place of e^{-R}.",
            checked(minimum.softmax_bound, others=True, rate=66),
        ),
        (
            "tightened-bound",
            "63/64 of that in the place of e^{-R}.",
            checked(minimum.softmax_bound, others=True, parts=63),
        ),
    ),
)

PLANTED_ATTENTION = (*ATTENTION, *LEMMA_1)
