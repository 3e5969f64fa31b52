"""The amended statements without one of the hypotheses that they add: each of these is needed."""

from __future__ import annotations

from ntpcheck.claim import Planted

__all__ = ["PLANTED_AMENDMENTS"]

FULL = "some-token-out-of-support"  # what the short version leaves out


def _without(claim_id: str, hypothesis: str, statement: str) -> Planted:
    return Planted(
        f"linear/{claim_id}/amended", f"dropped-assumption/{hypothesis}", statement, {}, drops=(hypothesis,)
    )


# Others follow from the counterexample to the printed statement, in needed.json.
PLANTED_AMENDMENTS = (
    _without(
        "definition-1/anchor",
        "nonzero-embeddings",
        "The equations of compatibility do not depend on the anchors, also where an embedding is 0.",
    ),
    _without(
        "definition-2/anchor",
        "nonzero-embeddings",
        "The conditions of separability do not depend on the anchors, also where an embedding is 0.",
    ),
    _without(
        "ntp-svm/max-margin@short", FULL, "W^mm / ||W^mm|| has the largest margin, also with full supports."
    ),
    _without(
        "appendix/floor-limit",
        "separates",
        "CE_F(W) is the limit of CE(W + R W^d) for any W^d, whether or not it satisfies (6).",
    ),
    _without(
        "theorem-1/direction@short", FULL, "The path tends to the direction of W^mm, also with full supports."
    ),
    _without("lemma-2/norm@short", FULL, "The norm of W_k tends to infinity, also with full supports."),
    _without(
        "theorem-2/direction@short", FULL, "Descent tends to the direction of W^mm, also with full supports."
    ),
    _without("lemma-4/4@short", FULL, "The part of W_k off F grows for ever, also with full supports."),
    _without("lemma-4/6@short", FULL, "Growth off F brings CE to the entropy, also with full supports."),
    _without("theorem-2/proof/alpha", "below-half", "For any eps in (0, 1), eps / (1 - eps) lies in (0, 1)."),
    _without("theorem-1/proof/genie-radius@short", FULL, "W* + R W^mm has norm B, also with full supports."),
    _without("lemma-5/statement@short", FULL, "Lemma 5 holds also with full supports."),
    _without(
        "figures/wider-cone",
        "twin-contexts",
        "The row of a word has the length (V - S) / (V |h| cos(angle / 2)), whatever the other contexts are.",
    ),
    _without(
        "figures/fig-5-ngd-finite-part",
        "one-hot",
        "Normalised descent's part in F tends to W*, also with several next tokens.",
    ),
    _without(
        "figures/fig-5-adam-direction",
        "balanced-context",
        "Adam tends to the direction of W^mm on any data.",
    ),
)
