"""Which result uses which, and the sentences too vague to check."""

from __future__ import annotations

# By hand from the proofs: what each names or uses, part by part. A step of a proof is not taken to support
# every part of its theorem; what nothing rests on is a remark.
RESTS_ON: dict[str, tuple[str, ...]] = {
    "linear/section-2/entropy-floor": ("linear/section-2/entropy-decomposition",),
    "linear/section-3/attained-iff-match-only-if": ("linear/section-2/entropy-decomposition",),
    "linear/section-3/necessary-and-sufficient-if": ("linear/proposition-1/limit",),
    "linear/section-3/minimizers-split-path": (
        "linear/definition-1/unique-in-F",
        "linear/definition-2/off-F",
        "linear/proposition-1/limit",
    ),
    "linear/equation-7/bound": ("linear/equation-7/equality@neurips", "linear/equation-7/first-step"),
    "linear/proposition-1/limit": ("linear/equation-7/bound", "linear/definition-2/off-F"),
    "linear/section-3.1/solvable-when-overparameterized": ("linear/section-3.1/equivalent-system",),
    "linear/lemma-1/compatible": (
        "linear/section-3.1/equivalent-system",
        "linear/section-3.1/solvable-when-overparameterized",
    ),
    "linear/lemma-1/separable": ("linear/section-3.1/solvable-when-overparameterized",),
    "linear/lemma-1/infinitely-many": ("linear/lemma-1/compatible", "linear/lemma-1/separable"),
    "linear/section-3.1/infinitely-many-directions": ("linear/lemma-1/infinitely-many",),
    "linear/remark-1/attained-iff-separable": ("linear/remark-1/one-hot-entropy",),
    "linear/ntp-svm/constraint-count": ("linear/definition-2/anchor",),
    "linear/ntp-svm/unique": ("linear/ntp-svm/strongly-convex",),
    "linear/ntp-svm/max-margin": ("linear/ntp-svm/unique", "linear/definition-2/off-F"),
    "linear/section-4/path-unique": ("linear/section-4/strictly-convex",),
    "linear/theorem-1/proof/boundary": ("linear/appendix/gradient",),
    "linear/theorem-1/proof/genie-loss": ("linear/theorem-1/proof/genie-sums",),
    "linear/theorem-1/proof/distance": ("linear/theorem-1/proof/rescaling@neurips",),
    "linear/theorem-1/proof/delta-exists": ("linear/ntp-svm/unique",),
    "linear/theorem-1/proof/case-i-closing": (
        "linear/theorem-1/proof/genie-radius",
        "linear/theorem-1/proof/rescaling@neurips",
    ),
    "linear/theorem-1/proof/case-ii-closing": (
        "linear/theorem-1/proof/genie-radius",
        "linear/theorem-1/proof/rescaling@neurips",
    ),
    "linear/theorem-1/proof/single-term": ("linear/theorem-1/proof/kl-display",),
    "linear/theorem-1/proof/case-i-display": ("linear/theorem-1/proof/single-term",),
    "linear/theorem-1/proof/case-i-bound": (
        "linear/theorem-1/proof/case-i-display",
        "linear/theorem-1/proof/delta-exists",
        "linear/theorem-1/proof/least-chance",
    ),
    "linear/theorem-1/proof/case-ii-on-F": ("linear/theorem-1/proof/case-ii-in-F-perp",),
    "linear/theorem-1/proof/case-ii-projection": ("linear/theorem-1/proof/case-ii-on-F",),
    "linear/theorem-1/proof/case-ii-bound": (
        "linear/theorem-1/proof/single-term",
        "linear/theorem-1/proof/case-ii-projection",
        "linear/theorem-1/proof/delta-exists",
        "linear/theorem-1/proof/least-chance",
    ),
    "linear/theorem-1/direction": (
        "linear/theorem-1/proof/boundary",
        "linear/theorem-1/proof/genie-radius",
        "linear/theorem-1/proof/genie-loss",
        "linear/theorem-1/proof/rescaling@neurips",
        "linear/theorem-1/proof/distance",
        "linear/theorem-1/proof/delta-exists",
        "linear/theorem-1/proof/case-i-bound",
        "linear/theorem-1/proof/case-i-closing",
        "linear/theorem-1/proof/case-ii-bound",
        "linear/theorem-1/proof/case-ii-closing",
    ),
    "linear/theorem-1/proof/loss-limit": ("linear/theorem-1/proof/genie-loss",),
    "linear/lemma-3/norm": ("linear/lemma-3/infimum",),
    "linear/lemma-2/loss": ("linear/lemma-3/infimum", "linear/proposition-1/limit"),
    "linear/lemma-2/norm": ("linear/lemma-3/norm", "linear/proposition-1/above-entropy@neurips"),
    "linear/appendix/floor-on-F": ("linear/appendix/floor-display",),
    "linear/appendix/floor-limit": ("linear/appendix/floor-display",),
    "linear/appendix/floor-infimum": ("linear/appendix/floor-on-F", "linear/appendix/floor-limit"),
    "linear/lemma-4/1": ("linear/appendix/floor-display", "linear/appendix/floor-infimum"),
    "linear/lemma-4/proof/softmax-limits": ("linear/appendix/floor-limit",),
    "linear/lemma-4/2": (
        "linear/lemma-4/1",
        "linear/appendix/floor-limit",
        "linear/lemma-4/proof/softmax-limits",
    ),
    "linear/lemma-4/3": (
        "linear/lemma-3/infimum",
        "linear/lemma-4/1",
        "linear/lemma-4/2",
        "linear/lemma-4/proof/floor-projected",
    ),
    "linear/lemma-4/4": ("linear/lemma-3/norm", "linear/lemma-4/3", "linear/lemma-4/proof/norm-sum"),
    "linear/lemma-4/5": (
        "linear/theorem-1/proof/loss-limit",
        "linear/lemma-4/1",
        "linear/lemma-4/2",
        "linear/lemma-4/proof/floor-projected",
    ),
    "linear/lemma-4/6": (
        "linear/theorem-1/proof/boundary",
        "linear/lemma-4/5",
        "linear/lemma-4/proof/norm-sum",
    ),
    "linear/section-4/path-finite-part": ("linear/lemma-4/5",),
    "linear/definition-2/in-support-intact": ("linear/definition-2/off-F",),
    "linear/lemma-5/equality-true": ("linear/lemma-5/rescaled",),
    "linear/lemma-5/case-1-first": ("linear/lemma-5/case-1-logits",),
    "linear/lemma-5/case-1-third": ("linear/lemma-5/case-1-first", "linear/lemma-5/case-1-second"),
    "linear/lemma-5/case-1-conclusion": (
        "linear/lemma-5/equality-genie",
        "linear/lemma-5/equality-true",
        "linear/lemma-5/case-1-third",
    ),
    "linear/lemma-5/case-2-delta": ("linear/ntp-svm/unique",),
    "linear/lemma-5/case-2-lower": ("linear/lemma-5/equality-true", "linear/lemma-5/case-2-delta"),
    "linear/lemma-5/case-2-upper": ("linear/lemma-5/equality-genie",),
    "linear/lemma-5/sufficient-radius": (
        "linear/lemma-5/case-2-lower",
        "linear/lemma-5/case-2-upper",
        "linear/lemma-5/sufficient-radius-bounds",
    ),
    "linear/lemma-5/finite-part-bounded": ("linear/lemma-4/3",),
    "linear/lemma-5/R-alpha": ("linear/lemma-5/A-bounds", "linear/lemma-5/finite-part-bounded"),
    "linear/lemma-5/R-alpha-conclusion": ("linear/lemma-5/R-alpha", "linear/lemma-5/sufficient-radius"),
    "linear/lemma-5/statement": (
        "linear/lemma-4/4",
        "linear/lemma-5/case-1-conclusion",
        "linear/lemma-5/R-alpha-conclusion",
    ),
    "linear/theorem-2/proof/chain-tangent": ("linear/lemma-5/statement", "linear/theorem-2/proof/alpha"),
    "linear/theorem-2/proof/chain-a": ("linear/theorem-2/proof/chain-tangent",),
    "linear/theorem-2/proof/chain-b": ("linear/appendix/smoothness",),
    "linear/theorem-2/proof/chain": ("linear/theorem-2/proof/chain-a", "linear/theorem-2/proof/chain-b"),
    "linear/theorem-2/proof/telescoped": ("linear/theorem-2/proof/chain",),
    "linear/theorem-2/direction": (
        "linear/theorem-2/proof/telescoped",
        "linear/theorem-2/proof/telescoped-norms",
        "linear/lemma-3/norm",
        "linear/lemma-4/3",
    ),
    "linear/theorem-2/finite-part": ("linear/lemma-4/3",),
    "linear/section-5/bounded-away": ("linear/proposition-1/above-entropy@neurips",),
    "linear/section-1/many-minimizers": ("linear/lemma-1/compatible", "linear/lemma-1/separable"),
    "linear/section-1/ridge-direction": ("linear/theorem-1/direction",),
    "linear/section-5/decomposition": ("linear/theorem-2/direction", "linear/theorem-2/finite-part"),
    "linear/figures/same-support-same-row": ("linear/ntp-svm/unique",),
    "linear/figures/svm-from-supports": ("linear/ntp-svm/unique",),
    "linear/figures/finite-part-from-probabilities": ("linear/definition-1/unique-in-F",),
    "linear/figures/orthogonal": ("linear/definition-1/unique-in-F", "linear/definition-2/off-F"),
    "linear/autoregressive/same-form": ("linear/section-2/loss-regrouped",),
}

UNCHECKED = {
    "Section 1, 'Crucially, the probability vectors p_j are sparse, i.e., |S_j| << V'": (
        "a description that names no bound; what the results need of it, some S_j < V, is an assumption of "
        "the longer versions, and the claims of the short one say where it is missing"
    ),
    "Section 1, contexts 'are naturally repeated', one-hot p_j are 'essentially improbable'": (
        "about natural language"
    ),
    "Section 1.1, 'impose constraints on mutually orthogonal subspaces'": (
        "what it can mean is that (4) sees P_F W only and that (6a) puts W^d into the complement of F: "
        "linear/definition-1/unique-in-F and linear/definition-2/off-F. The matrices of (6b) are not "
        "orthogonal to F"
    ),
    "footnote 5, (3a) 'alone is insufficient'": (
        "says that some compatible data do not reach H; linear/section-3/necessary-and-sufficient-only-if "
        "says which"
    ),
    "Section 3, 'naturally extend to a more general formulation for nonlinear models'": (
        "nonlinear models are outside the paper's own statements"
    ),
    "Section 5, 'optimal (with respect to accelerating loss decrease) max-margin direction'": (
        "names no class of directions and no measure; what it leads to is linear/lemma-5/statement"
    ),
    "Section 5, P_F(W_k) converges to W* 'by standard gradient descent analysis for convex functions'": (
        "a remark on the proof; what it concludes is linear/lemma-4/3"
    ),
    "Section 7, sparsity 'influences parameter divergence'": (
        "names no size; that the norm diverges with a token out of support, and need not without, "
        "are linear/lemma-2/norm and linear/lemma-2/norm@short"
    ),
    "Appendix A, 'consistent with analogous findings (rigorous in that case)' for normalised descent": (
        "reports other papers' results for one-hot data"
    ),
    "Section 3.1, 'generically favors full-rankness'": (
        "a statement about random embeddings whose law is not given; with continuous laws it is immediate"
    ),
    "Section 3.1, 'a sufficient proxy for feasibility'": "a remark on the proof; its conclusion is Lemma 1",
    "Section 3.1, footnote 7": "nonlinear decoders are outside the model",
    "Remark 1, 'the exact threshold in corresponding multiclass settings is more intricate'": (
        "reports other papers' results under their distributional assumptions"
    ),
    "Figure 1, 'w_3 (almost) aligns with context-embedding A'": (
        "no angle is named; that the two lie on one side is part of linear/figures/separating-row"
    ),
    "Appendix C, 'their corresponding support sets generally become sparser'": (
        "a tendency of natural data; what can be said of all data is linear/autoregressive/shannon/amended"
    ),
    "Remark 1, Cover (1965)": "asymptotic for random labels; the finite count is linear/sharper/cover-count",
}
