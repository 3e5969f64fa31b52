"""The amended statements without one of the hypotheses that they add: each of these is needed."""

from __future__ import annotations

from ntpcheck.claim import Planted

__all__ = ["PLANTED_AMENDMENTS"]


def _without(claim_id: str, hypothesis: str, statement: str) -> Planted:
    return Planted(
        f"attention/{claim_id}/amended",
        f"dropped-assumption/{hypothesis}",
        statement,
        {},
        drops=(hypothesis,),
    )


# Others follow from the counterexample to the printed statement, in needed.json.
PLANTED_AMENDMENTS = (
    _without(
        "lemma-1/above-minimum",
        "another-token",
        "Every finite W has a risk above L*, also where all inputs hold their label alone.",
    ),
    _without(
        "assumption-1/derivative-bounds",
        "nonvanishing-slope",
        "Constants bound l' from both sides, also where l' is 0 somewhere.",
    ),
    _without(
        "theorem-1/direction",
        "nonzero-svm",
        "The path tends to the direction of W^mm, also where W^mm is 0.",
    ),
    _without(
        "theorem-2/direction",
        "steep-at-correction",
        "The path tends to the direction of W^mm, also where l' vanishes at the score of some R_i at W^cyc.",
    ),
    _without(
        "theorem-2/decomposition",
        "steep-at-correction",
        "W_R differs from C_R W^mm + W^cyc by o(R), also where l' vanishes at the score of some R_i.",
    ),
    _without(
        "theorem-3/cyclic-part",
        "descent-step",
        "Gradient descent's part in S_cyc tends to W^cyc, with any constant step size.",
    ),
    _without(
        "theorem-3/proof/loss-comparison",
        "long-svm",
        "Late W have more risk than the point R W^mm beside them, also where W^mm is shorter than 1.",
    ),
)
