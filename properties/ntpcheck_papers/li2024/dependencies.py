"""Which results of the paper rest on which, and the sentences too vague to check."""

from __future__ import annotations

# By hand from the proofs: what each names or uses, part by part. A step of a proof is not taken to support
# every part of its theorem; what nothing rests on is a remark.
RESTS_ON: dict[str, tuple[str, ...]] = {
    "attention/definition-1/acyclic-iff-empty/amended": ("attention/section-3.1/partition",),
    "attention/equation-4/outside": ("attention/section-1/label-priority",),
    "attention/equation-5/complement": ("attention/equation-4/outside",),
    "attention/graph-svm/acyclic-reduction": ("attention/definition-1/acyclic-iff-empty",),
    "attention/lemma-1/above-minimum": ("attention/lemma-1/proof/positive",),
    "attention/lemma-1/proof/output": ("attention/lemma-1/proof/softmax-bound",),
    "attention/lemma-1/limit": (
        "attention/lemma-1/proof/output",
        "attention/lemma-1/proof/softmax-bound",
        "attention/graph-svm/acyclic-reduction",
    ),
    "attention/theorem-1/direction": (
        "attention/lemma-1/above-minimum",
        "attention/lemma-1/limit",
        "attention/theorem-1/proof/eq-8",
        "attention/theorem-1/proof/eq-9",
        "attention/theorem-1/proof/radius",
    ),
    "attention/theorem-1/proof/eq-6": ("attention/theorem-1/proof/epsilon",),
    "attention/theorem-1/proof/eq-8": (
        "attention/theorem-1/proof/eq-6",
        "attention/theorem-1/proof/score-gaps",
        "attention/assumption-1/derivative-bounds",
    ),
    "attention/theorem-1/proof/eq-9": (
        "attention/theorem-1/proof/eq-7",
        "attention/theorem-1/proof/score-gaps",
        "attention/assumption-1/derivative-bounds",
    ),
    "attention/theorem-1/proof/radius": (
        "attention/theorem-1/proof/score-gaps",
        "attention/assumption-1/derivative-bounds",
    ),
    "attention/lemma-2/orthogonal": ("attention/lemma-2/in-subspace", "attention/lemma-2/svm-orthogonal"),
    "attention/lemma-2/svm-orthogonal": ("attention/lemma-2/same-span",),
    "attention/lemma-3/convex": ("attention/lemma-3/proof/hessian",),
    "attention/lemma-3/proof/eq-26": ("attention/lemma-3/proof/hessian",),
    "attention/lemma-3/strictly-convex": (
        "attention/lemma-3/proof/eq-26",
        "attention/lemma-3/proof/equality-condition",
        "attention/lemma-2/same-span",
    ),
    "attention/lemma-4/direction": (
        "attention/lemma-4/proof/zero-probabilities",
        "attention/lemma-4/proof/step-1",
        "attention/lemma-4/proof/step-2",
        "attention/lemma-4/proof/epsilon",
        "attention/lemma-4/proof/threshold",
    ),
    "attention/lemma-4/proof/eq-12": ("attention/lemma-2/same-span",),
    "attention/lemma-4/proof/zero-probabilities": ("attention/lemma-4/proof/eq-12",),
    "attention/lemma-4/proof/step-1": ("attention/lemma-4/proof/eq-12",),
    "attention/lemma-4/proof/selected": ("attention/lemma-4/proof/eq-12",),
    "attention/lemma-4/proof/step-2": ("attention/lemma-4/proof/selected",),
    "attention/lemma-4/proof/softmax-upper": (
        "attention/lemma-2/same-span",
        "attention/lemma-4/proof/epsilon",
    ),
    "attention/lemma-4/proof/softmax-lower": ("attention/lemma-2/same-span",),
    "attention/lemma-4/proof/excess-lower": (
        "attention/lemma-4/proof/softmax-upper",
        "attention/assumption-1/derivative-bounds",
    ),
    "attention/lemma-4/proof/excess-upper": (
        "attention/lemma-4/proof/softmax-lower",
        "attention/assumption-1/derivative-bounds",
    ),
    "attention/lemma-4/proof/radius": ("attention/assumption-1/derivative-bounds",),
    "attention/lemma-4/proof/threshold": (
        "attention/lemma-4/proof/excess-lower",
        "attention/lemma-4/proof/excess-upper",
        "attention/lemma-4/proof/radius",
    ),
    "attention/theorem-2/proof/risk-bound": ("attention/lemma-4/proof/eq-12",),
    "attention/theorem-2/proof/diverges": ("attention/theorem-2/proof/risk-bound",),
    "attention/theorem-2/proof/eq-14": (
        "attention/theorem-2/proof/risk-bound",
        "attention/theorem-2/proof/diverges",
        "attention/lemma-4/proof/step-1",
    ),
    "attention/theorem-2/proof/eq-16": ("attention/theorem-2/proof/eq-14", "attention/theorem-2/proof/eq-15"),
    "attention/theorem-2/cyclic-part": (
        "attention/definition-3/exists",
        "attention/definition-3/unique",
        "attention/lemma-2/in-subspace",
        "attention/theorem-2/proof/eq-16",
        "attention/theorem-2/proof/optimal",
    ),
    "attention/theorem-2/direction": ("attention/lemma-4/direction", "attention/theorem-2/cyclic-part"),
    "attention/theorem-2/decomposition": ("attention/theorem-2/direction", "attention/theorem-2/cyclic-part"),
    "attention/theorem-2/log-loss": (
        "attention/lemma-7/unique-finite",
        "attention/theorem-2/direction",
        "attention/theorem-2/cyclic-part",
    ),
    "attention/theorem-2/decomposition@log-loss": ("attention/theorem-2/log-loss",),
    "attention/equation-18": ("attention/equation-17",),
    "attention/equation-19": ("attention/equation-18",),
    "attention/equation-20": (
        "attention/equation-19",
        "attention/equation-20/line-1",
        "attention/equation-20/line-2",
        "attention/equation-20/line-3",
        "attention/equation-20/line-4",
        "attention/equation-20/line-5",
    ),
    "attention/equation-21": ("attention/equation-21/line-1", "attention/equation-21/line-2"),
    "attention/equation-22": ("attention/equation-20", "attention/equation-21"),
    "attention/lemma-5/descent": ("attention/equation-22",),
    "attention/lemma-5/summable": ("attention/lemma-5/descent",),
    "attention/lemma-6/negative": ("attention/equation-19", "attention/lemma-6/proof/minus-one"),
    "attention/theorem-4/no-critical-point": ("attention/lemma-6/negative",),
    "attention/theorem-4/norm": ("attention/lemma-5/summable", "attention/theorem-4/no-critical-point"),
    "attention/lemma-7/proof/coercive": ("attention/section-5/finite-risk", "attention/lemma-2/in-subspace"),
    "attention/lemma-7/unique-finite": (
        "attention/lemma-7/proof/removed-tokens",
        "attention/lemma-7/proof/coercive",
        "attention/lemma-3/strictly-convex",
    ),
    "attention/theorem-3/proof/eq-28": ("attention/lemma-3/convex", "attention/lemma-2/svm-orthogonal"),
    # The proof says "recap (16)", a limit; what it uses is the bound before (14), with (15).
    "attention/theorem-3/proof/risk-floor": (
        "attention/theorem-2/proof/risk-bound",
        "attention/theorem-2/proof/eq-15",
    ),
    "attention/theorem-3/proof/bounded": (
        "attention/lemma-5/descent",
        "attention/lemma-7/proof/coercive",
        "attention/theorem-3/proof/risk-floor",
    ),
    "attention/theorem-3/proof/loss-comparison": (
        "attention/lemma-4/direction",
        "attention/theorem-4/norm",
        "attention/theorem-3/proof/bounded",
    ),
    "attention/theorem-3/proof/loss-comparison@normalised": (
        "attention/lemma-4/direction",
        "attention/theorem-4/norm",
        "attention/theorem-3/proof/bounded",
    ),
    "attention/theorem-3/proof/eq-29": (
        "attention/theorem-3/proof/eq-28",
        "attention/theorem-3/proof/loss-comparison",
        "attention/theorem-3/proof/loss-comparison@normalised",
    ),
    "attention/theorem-3/proof/eq-31": ("attention/theorem-3/proof/eq-31@sentence",),
    "attention/theorem-3/proof/eq-33": ("attention/lemma-5/descent",),
    "attention/theorem-3/proof/summed": (
        "attention/theorem-3/proof/eq-29",
        "attention/theorem-3/proof/eq-30",
        "attention/theorem-3/proof/eq-31",
        "attention/theorem-3/proof/eq-32",
        "attention/theorem-3/proof/eq-33",
    ),
    "attention/theorem-3/proof/outside-diverges": (
        "attention/theorem-3/proof/bounded",
        "attention/theorem-4/norm",
    ),
    "attention/theorem-3/proof/eq-34": (
        "attention/theorem-3/proof/summed",
        "attention/theorem-3/proof/outside-diverges",
        "attention/lemma-5/descent",
    ),
    "attention/theorem-3/direction": ("attention/theorem-3/proof/eq-34", "attention/theorem-3/proof/bounded"),
    "attention/theorem-3/proof/eq-35": ("attention/lemma-3/convex",),
    # "Following the similar analysis in .. (16)": the same steps, for another W.
    "attention/theorem-3/proof/limit-loss": (
        "attention/lemma-2/same-span",
        "attention/theorem-2/proof/eq-15",
    ),
    "attention/theorem-3/cyclic-part": (
        "attention/lemma-5/summable",
        "attention/theorem-3/proof/eq-34",
        "attention/theorem-3/proof/eq-35",
        "attention/theorem-3/proof/limit-loss",
        "attention/lemma-7/unique-finite",
        "attention/lemma-3/strictly-convex",
    ),
    "attention/section-6/global-under-identity/amended": ("attention/theorem-3/direction",),
    "attention/section-6/pseudo-direction/amended": ("attention/section-6/pseudo-graph/amended",),
    "attention/figures/fig-3": ("attention/theorem-3/direction",),
    "attention/figures/fig-4a": ("attention/theorem-3/direction",),
    "attention/figures/fig-4b": ("attention/theorem-3/cyclic-part",),
}

UNCHECKED: dict[str, str] = {
    "Proof of Theorem 1, 'for any finite W, L(W) < lim L(R W^mm) = L*'": (
        "quotes Lemma 1 with its sign reversed; what Lemma 1 says is attention/lemma-1/above-minimum"
    ),
    "Section 6, 'W more closely aligns with the local W~cyc within its cyclic subspace'": (
        "W~cyc is left undefined ('we defer a rigorous definition'); distances to where descent from zero on "
        "the pseudo cyclic subset ends are in `reproduce attention/fig-5` and `attention/fig-6`"
    ),
    "Section 6, 'all SCCs in the pseudo TPG are singleton' in Figure 5": (
        "depends on instances that are not published; with C = E, the head of the authors' code, it is so "
        "for 81 of 100 draws of Appendix D's recipe and 72 of 100 of the code's (`reproduce attention/fig-5`)"
    ),
}
