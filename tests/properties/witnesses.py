"""For every planted falsehood of Section 3.1 to Definition 3, a smallest instance that refutes it."""

from __future__ import annotations

from ntpcheck.instances.dataset import Dataset, Decoding, Pair

WITNESSES = {
    ("linear/section-3.1/equivalent-system", "wrong-normalisation"): Dataset([[1], [2]], [[2, 1], [4, 1]]),
    ("linear/section-3.1/equivalent-system", "wrong-object"): Dataset([[0]], [[1]]),
    ("linear/section-3.1/equivalent-system/amended", "wrong-set"): Dataset(
        [[1], [1]], [[0, 0, 1], [1, 2, 0]]
    ),
    ("linear/section-3.1/equivalent-system/amended", "dropped-term"): Dataset([[1], [1]], [[1, 2], [0, 1]]),
    ("linear/section-3.1/solvable-when-overparameterized", "dropped-assumption"): Dataset([[0, 0]], [[1, 2]]),
    ("linear/section-3.1/solvable-when-overparameterized", "dropped-inequality"): Dataset(
        [[1], [0]], [[1, 0], [1, 2]]
    ),
    ("linear/section-3.1/necessary", "off-by-one"): Dataset([[1, 0]], [[1, 0]]),
    ("linear/section-3.1/necessary", "flipped-inequality"): Dataset([[1, 0]], [[1, 0]]),
    ("linear/section-3.1/necessary/amended", "wrong-criterion"): Dataset([[0]], [[1, 0]]),
    ("linear/section-3.1/necessary/amended", "dropped-criterion"): Dataset([[0]], [[1, 0]]),
    ("linear/lemma-1/compatible", "dropped-assumption"): Dataset([[0, 0]], [[1, 2]]),
    ("linear/lemma-1/compatible", "dropped-inequality"): Dataset([[1], [0]], [[0, 1], [1, 2]]),
    ("linear/lemma-1/separable", "dropped-assumption"): Dataset([[0, 0]], [[1, 0]]),
    ("linear/lemma-1/separable", "dropped-inequality"): Dataset([[0], [1]], [[1, 0], [0, 1]]),
    ("linear/lemma-1/infinitely-many", "dropped-assumption"): Dataset([[0, 0]], [[1, 0]]),
    ("linear/lemma-1/infinitely-many", "dropped-inequality"): Dataset([[0], [1]], [[1, 0], [0, 1]]),
    ("linear/section-3.1/infinitely-many-directions", "dropped-assumption"): Dataset([[0, 0]], [[1, 0]]),
    ("linear/section-3.1/infinitely-many-directions", "dropped-inequality"): Dataset(
        [[0], [1]], [[1, 0], [0, 1]]
    ),
    ("linear/sharper/independent-contexts", "off-by-one"): Dataset([[0], [1]], [[1, 0], [0, 1]]),
    ("linear/sharper/independent-contexts", "dropped-assumption"): Dataset([[0]], [[1, 0]]),
    ("linear/remark-1/one-hot-entropy", "dropped-assumption"): Dataset([[0]], [[1, 1]]),
    ("linear/remark-1/one-hot-entropy", "flipped-inequality"): Dataset([[0]], [[1]]),
    ("linear/remark-1/attained-iff-separable", "negated"): Dataset([[0]], [[1]]),
    ("linear/remark-1/attained-iff-separable", "dropped-assumption"): Dataset([[1]], [[1, 1, 0]]),
    ("linear/remark-1/attained-iff-separable-only-if", "dropped-premise"): Decoding(
        [[0]], [[1, 0]], [[0], [0]]
    ),
    ("linear/remark-1/attained-iff-separable-only-if", "wrong-constant"): Decoding(
        [[0], [1]], [[1, 0], [0, 1]], [[0], [1]]
    ),
    ("linear/remark-1/attained-iff-separable/amended", "faster-rate"): Decoding([[1]], [[1, 0]], [[0], [0]]),
    ("linear/remark-1/attained-iff-separable/amended", "wrong-constant"): Decoding(
        [[0], [1]], [[1, 0], [0, 1]], [[0], [1]]
    ),
    ("linear/remark-1/F-empty", "dropped-assumption"): Dataset([[1]], [[1, 1]]),
    ("linear/remark-1/F-empty", "wrong-subspace"): Dataset([[0]], [[1]]),
    ("linear/remark-1/F-empty/amended", "dropped-assumption"): Decoding([[1]], [[1, 1]], [[0], [1]]),
    ("linear/remark-1/F-empty/amended", "wrong-subspace"): Decoding([[0]], [[1]], [[1]]),
    ("linear/remark-1/multiclass", "dropped-scaling"): Decoding([[1]], [[1, 0]], [["5/8"], [0]]),
    ("linear/remark-1/multiclass", "dropped-assumption"): Decoding([[1]], [[1, 1]], [[0], [1]]),
    ("linear/remark-1/cover-sufficient", "loosened"): Dataset([[1], [1]], [[1, 0], [0, 1]]),
    ("linear/remark-1/cover-sufficient", "dropped-assumption"): Dataset([[0]], [[1, 0]]),
    ("linear/remark-1/cover-sufficient/amended", "off-by-one"): Dataset([[1], [1]], [[1, 0], [0, 1]]),
    ("linear/remark-1/cover-sufficient/amended", "dropped-assumption"): Dataset([[0]], [[1, 0]]),
    ("linear/remark-1/cover-necessary", "wrong-constant"): Dataset([[1]], [[1, 0]]),
    ("linear/remark-1/cover-necessary", "flipped-inequality"): Dataset([[1]], [[0, 1]]),
    ("linear/remark-1/cover-necessary/amended", "tightened"): Dataset([[1]], [[1, 0]]),
    ("linear/remark-1/cover-necessary/amended", "wrong-constant"): Dataset(
        [[1, 0], [1, 1], [0, 1]], [[1, 0], [1, 0], [1, 0]]
    ),
    ("linear/sharper/cover-count", "off-by-one"): Dataset([[1], [1]], [[1, 0], [0, 1]]),
    ("linear/sharper/cover-count", "wrong-constant"): Dataset([[1]], [[0, 1]]),
    ("linear/ntp-svm/strongly-convex", "flipped-inequality"): Pair([[1]], [[1, 0]], [[1], [0]], [[2], [1]]),
    ("linear/ntp-svm/strongly-convex", "dropped-assumption"): Pair([[1]], [[0, 1]], [[0], [1]], [[0], [0]]),
    ("linear/ntp-svm/strongly-convex/amended", "tightened"): Pair([[0]], [[1]], [[0]], [[1]]),
    ("linear/ntp-svm/strongly-convex/amended", "wrong-constant"): Pair([[0]], [[1]], [[0]], [[1]]),
    ("linear/ntp-svm/constraint-count", "dropped-reduction"): Dataset([[0]], [[1, 1, 0]]),
    ("linear/ntp-svm/constraint-count", "off-by-one"): Dataset([[0]], [[1]]),
    ("linear/ntp-svm/unique", "tightened"): Decoding([[0]], [[1]], [[1]]),
    ("linear/ntp-svm/unique", "wrong-set"): Decoding([[1]], [[0, 1]], [[0], [0]]),
    ("linear/ntp-svm/max-margin", "wrong-subspace"): Decoding(
        [[1, 1], [1, 0]], [[1, 1], [0, 1]], [[-1, 0], [0, 0]]
    ),
    ("linear/ntp-svm/max-margin", "wrong-constant"): Decoding([["9/16"]], [[1, 0]], [[0], [0]]),
    ("linear/ntp-svm/max-margin@short", "wrong-subspace"): Decoding(
        [[-1, 1], [-1, 0]], [[1, 1], [0, 1]], [[0, 0], [0, 1]]
    ),
    ("linear/ntp-svm/max-margin@short", "wrong-constant"): Decoding([["1/8"]], [[1, 0]], [[0], [0]]),
    ("linear/ntp-svm/max-margin@short/amended", "wrong-subspace"): Decoding(
        [[1, 1], [1, 0]], [[1, 1], [0, 1]], [[-1, 0], [0, 0]]
    ),
    ("linear/ntp-svm/max-margin@short/amended", "wrong-constant"): Decoding([["9/16"]], [[1, 0]], [[0], [0]]),
}
