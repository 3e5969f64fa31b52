"""Which results of the paper rest on which, and the sentences too vague to check."""

from __future__ import annotations

RESTS_ON: dict[str, tuple[str, ...]] = {
    "attention/lemma-5/descent": ("attention/equation-22",),
    "attention/lemma-5/summable": ("attention/lemma-5/descent",),
    "attention/lemma-6/negative": ("attention/equation-19", "attention/lemma-6/proof/minus-one"),
    "attention/theorem-4/no-critical-point": ("attention/lemma-6/negative",),
    "attention/theorem-4/norm": (
        "attention/lemma-5/summable",
        "attention/theorem-4/no-critical-point",
    ),
    "attention/theorem-3/direction": (
        "attention/theorem-4/norm",
        "attention/lemma-7/unique-finite",
        "attention/lemma-5/descent",
        "attention/theorem-3/proof/eq-29",
        "attention/theorem-3/proof/eq-31",
        "attention/theorem-3/proof/eq-33",
    ),
    "attention/theorem-3/cyclic-part": (
        "attention/theorem-3/direction",
        "attention/lemma-5/summable",
        "attention/lemma-3/strictly-convex",
        "attention/theorem-3/proof/limit-loss",
    ),
    "attention/theorem-3/proof/eq-28": ("attention/lemma-3/convex", "attention/lemma-2/svm-orthogonal"),
    "attention/theorem-3/proof/loss-comparison": (
        "attention/lemma-4/direction",
        "attention/theorem-4/norm",
        "attention/lemma-7/unique-finite",
    ),
    "attention/theorem-3/proof/eq-29": (
        "attention/theorem-3/proof/eq-28",
        "attention/theorem-3/proof/loss-comparison",
    ),
    "attention/theorem-3/proof/eq-33": ("attention/lemma-5/descent",),
}

UNCHECKED: dict[str, str] = {}
