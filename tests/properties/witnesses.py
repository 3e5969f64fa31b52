"""For every planted falsehood of Section 3.1 to Definition 3, a smallest instance that refutes it."""

from __future__ import annotations

from ntpcheck.instances.dataset import Dataset, Decoding, Pair

WITNESSES = {
    ("linear/section-3.1/equivalent-system", "wrong-weights"): Dataset([[1], [2]], [[2, 1], [4, 1]]),
    ("linear/section-3.1/equivalent-system", "wrong-quantity"): Dataset([[0]], [[1]]),
    ("linear/section-3.1/equivalent-system/amended", "wrong-set"): Dataset(
        [[1], [1]], [[0, 0, 1], [1, 2, 0]]
    ),
    ("linear/section-3.1/equivalent-system/amended", "omitted-term"): Dataset([[1], [1]], [[1, 2], [0, 1]]),
    ("linear/section-3.1/solvable-when-overparameterized", "dropped-assumption/any-rank"): Dataset(
        [[0, 0]], [[1, 2]]
    ),
    ("linear/section-3.1/solvable-when-overparameterized", "dropped-assumption/dimension"): Dataset(
        [[1], [0]], [[1, 0], [1, 2]]
    ),
    ("linear/section-3.1/necessary", "tightened-bound"): Dataset([[1, 0]], [[1, 0]]),
    ("linear/section-3.1/necessary", "flipped-inequality"): Dataset([[1, 0]], [[1, 0]]),
    ("linear/section-3.1/necessary/amended", "wrong-condition"): Dataset([[0]], [[1, 0]]),
    ("linear/section-3.1/necessary/amended", "dropped-assumption"): Dataset([[0]], [[1, 0]]),
    ("linear/lemma-1/compatible", "dropped-assumption/any-rank"): Dataset([[0, 0]], [[1, 2]]),
    ("linear/lemma-1/compatible", "dropped-assumption/dimension"): Dataset([[1], [0]], [[0, 1], [1, 2]]),
    ("linear/lemma-1/separable", "dropped-assumption/any-rank"): Dataset([[0, 0]], [[1, 0]]),
    ("linear/lemma-1/separable", "dropped-assumption/dimension"): Dataset([[0], [1]], [[1, 0], [0, 1]]),
    ("linear/lemma-1/infinitely-many", "dropped-assumption/any-rank"): Dataset([[0, 0]], [[1, 0]]),
    ("linear/lemma-1/infinitely-many", "dropped-assumption/dimension"): Dataset([[0], [1]], [[1, 0], [0, 1]]),
    ("linear/section-3.1/infinitely-many-directions", "dropped-assumption/any-rank"): Dataset(
        [[0, 0]], [[1, 0]]
    ),
    ("linear/section-3.1/infinitely-many-directions", "dropped-assumption/dimension"): Dataset(
        [[0], [1]], [[1, 0], [0, 1]]
    ),
    ("linear/sharper/independent-contexts", "dropped-assumption/dimension"): Dataset(
        [[0], [1]], [[1, 0], [0, 1]]
    ),
    ("linear/sharper/independent-contexts", "dropped-assumption/any-rank"): Dataset([[0]], [[1, 0]]),
    ("linear/remark-1/one-hot-entropy", "dropped-assumption"): Dataset([[0]], [[1, 1]]),
    ("linear/remark-1/one-hot-entropy", "wrong-quantifier"): Dataset([[0]], [[1]]),
    ("linear/remark-1/attained-iff-separable", "wrong-quantifier"): Dataset([[0]], [[1]]),
    ("linear/remark-1/attained-iff-separable", "dropped-assumption"): Dataset([[1]], [[1, 1, 0]]),
    ("linear/remark-1/attained-iff-separable-only-if", "dropped-assumption"): Decoding(
        [[0]], [[1, 0]], [[0], [0]]
    ),
    ("linear/remark-1/attained-iff-separable-only-if", "wrong-constant"): Decoding(
        [[0], [1]], [[1, 0], [0, 1]], [[0], [1]]
    ),
    ("linear/remark-1/attained-iff-separable/amended", "wrong-rate"): Decoding([[1]], [[1, 0]], [[0], [0]]),
    ("linear/remark-1/attained-iff-separable/amended", "tightened-bound"): Decoding(
        [[0], [1]], [[1, 0], [0, 1]], [[0], [1]]
    ),
    ("linear/remark-1/F-empty", "dropped-assumption"): Dataset([[1]], [[1, 1]]),
    ("linear/remark-1/F-empty", "wrong-subspace"): Dataset([[0]], [[1]]),
    ("linear/remark-1/F-empty/amended", "dropped-assumption"): Decoding([[1]], [[1, 1]], [[0], [1]]),
    ("linear/remark-1/F-empty/amended", "wrong-subspace"): Decoding([[0]], [[1]], [[1]]),
    ("linear/remark-1/multiclass", "omitted-term"): Decoding([[1]], [[1, 0]], [["5/8"], [0]]),
    ("linear/remark-1/multiclass", "dropped-assumption"): Decoding([[1]], [[1, 1]], [[0], [1]]),
    ("linear/remark-1/cover-sufficient", "wrong-quantifier"): Dataset([[1], [1]], [[1, 0], [0, 1]]),
    ("linear/remark-1/cover-sufficient", "dropped-assumption"): Dataset([[0]], [[1, 0]]),
    ("linear/remark-1/cover-sufficient/amended", "dropped-assumption/dimension"): Dataset(
        [[1], [1]], [[1, 0], [0, 1]]
    ),
    ("linear/remark-1/cover-sufficient/amended", "dropped-assumption/any-position"): Dataset([[0]], [[1, 0]]),
    ("linear/remark-1/cover-necessary", "tightened-bound"): Dataset([[1]], [[1, 0]]),
    ("linear/remark-1/cover-necessary", "flipped-inequality"): Dataset([[1]], [[0, 1]]),
    ("linear/remark-1/cover-necessary/amended", "wrong-quantifier"): Dataset([[1]], [[1, 0]]),
    ("linear/remark-1/cover-necessary/amended", "wrong-constant"): Dataset(
        [[1, 0], [1, 1], [0, 1]], [[1, 0], [1, 0], [1, 0]]
    ),
    ("linear/sharper/cover-count", "wrong-set"): Dataset([[1], [1]], [[1, 0], [0, 1]]),
    ("linear/sharper/cover-count", "omitted-term"): Dataset([[1]], [[0, 1]]),
    ("linear/ntp-svm/strongly-convex", "flipped-inequality"): Pair([[1]], [[1, 0]], [[1], [0]], [[2], [1]]),
    ("linear/ntp-svm/strongly-convex", "dropped-assumption"): Pair([[1]], [[0, 1]], [[0], [1]], [[0], [0]]),
    ("linear/ntp-svm/strongly-convex/amended", "tightened-bound"): Pair([[0]], [[1]], [[0]], [[1]]),
    ("linear/ntp-svm/strongly-convex/amended", "tightened-bound/twice"): Pair([[0]], [[1]], [[0]], [[1]]),
    ("linear/ntp-svm/constraint-count", "omitted-term"): Dataset([[0]], [[1, 1, 0]]),
    ("linear/ntp-svm/constraint-count", "wrong-constant"): Dataset([[0]], [[1]]),
    ("linear/ntp-svm/unique", "tightened-bound"): Decoding([[0]], [[1]], [[1]]),
    ("linear/ntp-svm/unique", "dropped-assumption"): Decoding([[1]], [[0, 1]], [[0], [0]]),
    ("linear/ntp-svm/max-margin", "wrong-subspace"): Decoding(
        [[1, 1], [1, 0]], [[1, 1], [0, 1]], [[-1, 0], [1, 0]]
    ),
    ("linear/ntp-svm/max-margin", "wrong-quantity"): Decoding([["-1/16"]], [[0, 1]], [[1], [0]]),
    ("linear/ntp-svm/max-margin@short", "wrong-subspace"): Decoding(
        [[1, 1], [1, 0]], [[1, 1], [0, 1]], [[-1, 0], [1, 0]]
    ),
    ("linear/ntp-svm/max-margin@short", "wrong-quantity"): Decoding([["-1/16"]], [[0, 1]], [[1], [0]]),
    ("linear/ntp-svm/max-margin@short/amended", "wrong-subspace"): Decoding(
        [[1, 1], [1, 0]], [[1, 1], [0, 1]], [[-1, 0], [1, 0]]
    ),
    ("linear/ntp-svm/max-margin@short/amended", "wrong-quantity"): Decoding(
        [["-1/16"]], [[0, 1]], [[1], [0]]
    ),
}
